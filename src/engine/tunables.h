/* engine/tunables.h: the thresholds of the engine; the weights of the ranking are in features.h. */
#ifndef DT_ENGINE_TUNABLES_H
#define DT_ENGINE_TUNABLES_H

/* ---- evidence.c, text_stats.c ---- */
#define DT_LATE 0.6      /* the share of the page's nodes from which on a region is late */
#define DT_BRIEF 25      /* characters; a record with fewer says hardly anything */
#define DT_MOST_TEXT 0.5 /* the share of the page's text outside links that only its content has */

/* ---- separate.c ---- */
#define DT_MIN_EARLIER 0.9 /* a cut that covers more siblings in front may be worth this share of the best one */
#define DT_MIN_PICTURED                                                                                                \
  0.75 /* and one in which pictures before starts are those of the records after them, this share */
#define DT_MIN_SEPARATED 0.5 /* the same, of a cut at rules or blank lines */

/* ---- rank.c ---- */
#define DT_MIN_SAVED 0.02 /* a lower share counts as this one */
#define DT_MIN_PLAIN 0.1  /* is added to a share */

/* ---- confidence.c ---- */
#define DT_FAR_AHEAD 12  /* a larger difference counts as this one, and so does a page without another list */
#define DT_USUAL_SCORE 3 /* hardly any main region scores lower, not even a few short records */

/* ---- list_page.c ---- */
#define DT_MUCH_TEXT 4000 /* characters of an article: more do not make it more probable */

/* ---- list_parts.c ---- */
#define DT_MAX_SHARE_DIFFERENCE                                                                                        \
  0.34                        /* shares of records with a link, date, price, number, that differ more: another list */
#define DT_MAX_LENGTH_RATIO 3 /* ratio of the mean characters of the records of two lists, either way */

/* ---- groups.c ---- */
#define DT_MAX_PLACE_RATIO 1.65 /* ratio of the mean characters of the members at one place to those of all */
#define DT_MIN_HELD_ALONE 0.95  /* share of a group's characters from which on it is nothing but its members */
#define DT_MIN_HELD 0.7         /* and from which on the rest is a heading */
#define DT_MIN_HELD_WITHIN 0.3  /* the same, of a level within records that the user asks for */
#define DT_MIN_HELD_HEADED 0.5  /* the same, of groups without other texts than headings */
#define DT_MAX_VARIETY_LOST 0.1 /* of log(1 + variety), by which a member may be poorer than its group */
#define DT_MIN_MEMBERS 2.5      /* mean number of members of groups that have a heading */
#define DT_MIN_MEMBERS_ALONE 8  /* mean number of linked members from which on a group needs no heading */
#define DT_MAX_HEADING 0.05     /* characters of headings in an index, as a share of those of the members */
#define DT_MAX_DATED 0.2        /* share of groups whose heading may have a date or price */

/* ---- sibling_lists.c, regions.c, separate.c: shares of records, in tenths ---- */
enum {
  DT_TENTHS_LIKELY = 6, /* share of children that look like records, from which on several parents hold one list */
  DT_TENTHS_MOST = 7,   /* share of records that agree, from which on the others are exceptions */
  DT_TENTHS_NEARLY_ALL = 9,
  DT_TENTHS_LEAD = 6, /* share of records with the same tag before their start, which is then part of them */
  DT_TENTHS_EVEN = 8  /* share of rows with the same number of cells */
};
#define DT_LIKELY_SIMILARITY 0.5 /* an element beside the records with this similarity may be one */
#define DT_ODD_SIMILARITY 0.4    /* a row with less similarity to the median record is not a record */

#endif
