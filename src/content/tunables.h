/* content/tunables.h: the weights and thresholds of the content methods.
 *
 * The weights of the features of text blocks are in text/features.h, written by tests/fit/fit.py, those of the kinds of
 * pages in kind/kind_figures.h, written by tests/fit/kinds.py.  F1 is that of the main text on 514 real pages. */
#ifndef DT_CONTENT_TUNABLES_H
#define DT_CONTENT_TUNABLES_H

/* ---- text/select.c, features.c, path_groups.c: the main text by features.  A core share of .6 to .85 and 3 to 6
 * outside lose at most .003 of F1, a minimum of .05 chosen .014; smoothing of .5 and .9 is as good ---- */
#define DT_CONTENT_MIN_UNITS 80         /* with fewer chosen units */
#define DT_CONTENT_MIN_CHOSEN 0.02      /* or a smaller share of the page's units, the threshold is lowered */
#define DT_CONTENT_BEST_SHARE 50        /* to the score that one block in this many reaches */
#define DT_CONTENT_LOWER 3.0            /* minus this */
#define DT_CONTENT_CORE_SHARE 0.8       /* minimum share of the chosen units in the core */
#define DT_CONTENT_OUTSIDE 3.5          /* minimum score of a block outside the core */
#define DT_CONTENT_HIDDEN_SHARE 0.3     /* hidden text with more than this share of the chosen units is kept */
#define DT_CONTENT_COMMENT_SHARE 0.8    /* the same for comments on an article */
#define DT_CONTENT_HEADED_SHARE 0.95    /* ... below a heading that names comments */
#define DT_CONTENT_COMMENTED 300        /* minimum of good units before comments on a page not declared an article, */
#define DT_CONTENT_UNDECLARED_SHARE 0.5 /* and the most of the chosen units that such comments have */
#define DT_CONTENT_LATE_SHARE 0.3       /* the same for late records and rows of links */
#define DT_CONTENT_END_LINKS 0.6        /* minimum share of links in the end of a choice that is dropped */
#define DT_CONTENT_END_SHARE 0.5        /* if it has at most this share of the chosen units, */
#define DT_CONTENT_REST_LINKS 0.25      /* the rest has at most this share of links, */
#define DT_CONTENT_REST_PROSE 0.7       /* and at least this share of prose; .5 costs lists of teasers */
#define DT_CONTENT_ANNOUNCING 20        /* minimum of the paragraph that announces links; "More information:" has 17 */
#define DT_CONTENT_ROW_SHARE 0.5        /* a table row is chosen whole if this share of its units is chosen */
#define DT_CONTENT_ROW_UNITS 400        /* longer rows are page layout */
#define DT_CONTENT_GAP_SCORE -6.0   /* minimum score of what stands between two chosen blocks; -3 and -9 are as good */
#define DT_CONTENT_GAP_SHARE 0.1    /* if it has at most this share of the page's units, */
#define DT_CONTENT_GAP_UNITS 300    /* or at most so many units */
#define DT_CONTENT_SMALL_SHARE 0.25 /* and this share, */
#define DT_CONTENT_BEGIN_SCORE -3.0 /* minimum score of a list between the main heading and the text */
#define DT_CONTENT_GAP_LINKS 0.3    /* and this share of links */
#define DT_CONTENT_COPY_SHARE 0.45  /* repeated text of one kind is a copy of all if it has this share of the text */
#define DT_CONTENT_REPEATED 8       /* minimum words of a repeated text to drop */
#define DT_CONTENT_SHORT 25         /* blocks with fewer units are short */
#define DT_CONTENT_SMOOTHING 0.7    /* share of the way that scores move to the mean of their path group */
#define DT_CONTENT_MUCH_GOOD 600    /* good units of a complete text: later text is likely comments or the like */
#define DT_CONTENT_MAIN_RUN 0.15    /* minimum share of the body's units in the main run of records */
#define DT_CONTENT_HINT_SHARE 0.6   /* the name of an element with more of the page's units is ignored */
#define DT_CONTENT_HINT_GOOD                                                                                           \
  0.5 /* an element with more of the page's good text has no name of a frame or of other text */

/* ---- text/segments.c, blocks.c: difference of neighbours (doc/method 6.2).  F1 is .786; .771 without link densities,
 * .768 without steps.  Style helps where sections do not separate the text (news sites: .894 against .889) and costs as
 * much elsewhere, as most pages have their style sheets in other files ---- */
#define DT_CONTENT_STEP 0.15       /* per step in the tag tree from one to the other */
#define DT_CONTENT_LINKS 1.0       /* times the difference of their link densities */
#define DT_CONTENT_BACKGROUND 0.3  /* if they differ */
#define DT_CONTENT_COLOUR 0.1      /* the same */
#define DT_CONTENT_BOLD 0.1        /* if only one of them is bold */
#define DT_CONTENT_SIZE 0.5        /* per doubling of the font size, */
#define DT_CONTENT_UPPER_SMALLER 2 /* times this if the upper font is smaller */
#define DT_CONTENT_DIVIDED 1.5     /* R: a greater difference in style divides a section */
#define DT_CONTENT_MERGED 0.8      /* T: neighbours with a smaller difference are one segment */
/* Minimum text of a topic segment in the main text, as a share of the largest; F1 is .721 with the largest alone, .764
 * with all. */
#define DT_CONTENT_SEGMENT_SHARE 0.25

/* ---- text/weight.c: text-structure weight (doc/method 5).  F1 is .755, .732 with no link block removed ---- */
#define DT_CONTENT_ALIKE 0.7    /* a: minimum similarity of neighbours in a similar region; .5 to .9 are as good */
#define DT_CONTENT_ALL_LINK 0.6 /* share of linked text in a hyperlink item, the rest is separators; .741 with .9 */
#define DT_CONTENT_NOISE 0.02   /* K: a text is noise below this share of the longest; up to .1 is as good */

/* ---- meta/title_look.c: the title by its look (doc/method 7.2) ---- */
#define DT_CONTENT_TITLE_BACK 40        /* blocks searched before the text */
#define DT_CONTENT_TITLE_CHARS 250      /* maximum of a title */
#define DT_CONTENT_TITLE_PROMINENCE 1.0 /* minimum score */
#define DT_CONTENT_PROSE_UNITS 80       /* minimum of the paragraph that begins the text */

/* ---- corrections: similarity of pages, 0 to 1.  .955 of 783 pairs of pages from one template are more similar; none
 * of 38,277 pairs from two sites is above .54 ---- */
#define DT_CONTENT_SIMILAR 0.7
#define DT_CONTENT_MARKS 60  /* weight of the marks */
#define DT_CONTENT_URL 25    /* weight of the URL */
#define DT_CONTENT_IMAGES 15 /* weight of the images */

#endif
