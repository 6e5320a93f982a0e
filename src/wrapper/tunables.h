/* wrapper/tunables.h: the weights and thresholds of wrappers.
 *
 * Only the weights of titles are fitted.  The others were set by hand; doc/accuracy measures the columns that they
 * give.  Limits that only bound time and memory are in the files that they bound. */
#ifndef DT_WRAPPER_TUNABLES_H
#define DT_WRAPPER_TUNABLES_H

#include <stdbool.h>
#include <stdint.h>

/* Whether `part` is at least so many tenths of `whole`. */
static inline bool dt_tenths(uint64_t part, uint64_t whole, unsigned tenths) { return 10 * part >= tenths * whole; }

/* ---- align.c: points of two nodes that match; the alignment with the most points is taken ---- */
#define DT_SCORE_TEXT 2.0    /* two texts */
#define DT_SCORE_CLASSES 1.0 /* added to texts if classes are shared here and in all ancestors */
#define DT_SCORE_OWN_CLASS                                                                                             \
  4.0 /* added if the record and the wrapper have the class once: it beats the place of a text */
#define DT_SCORE_SAME_TEXT 1.0 /* added for the same text, or the same label at its start */
#define DT_SCORE_DIGITS 0.5    /* added if both have no digits, some, or at least half of the text */
#define DT_SCORE_FIRST 0.5     /* added if both begin their elements: later lines are missing more often */
#define DT_SCORE_ELEMENT 0.125 /* two elements, twice if classes are shared; decides where texts do not */
#define DT_SCORE_REQUIRED                                                                                              \
  0.0625 /* added for a node that all samples have, when a wrapper is applied: where nothing else decides */
#define DT_SCORE_LINK 1.0  /* subtracted if only one of two nodes is in a link */
#define DT_SCORE_MARK 1.0  /* subtracted if only one of two texts is a mark between items: "," */
#define DT_SCORE_LEVEL 1.0 /* subtracted for headings of different levels */

/* ---- fits: share of the required nodes that the records have ---- */
#define DT_MIN_FIT_MOVED 0.9   /* for records in another place than on the samples: a lower one finds other lists */
#define DT_MIN_FIT_DENIED 0.6  /* for records of a page that says that it has none */
#define DT_MIN_FIT_RELATED 0.9 /* for records in another region, which are noted or joined */

/* ---- related_regions.c: regions with the fields of the main one ---- */
#define DT_MIN_MATCHED 0.8       /* share of the region's nodes that match the wrapper */
#define DT_MIN_SAME_CLASSES 0.75 /* share of elements whose class is that of the wrapper's node */
#define DT_MAX_COPIED 0.5        /* share of records that are also records of the main region */
enum {
  DT_MIN_RELATED_NODES = 4,  /* nodes of a record: menus are similar to each other */
  DT_MANY_RELATED_NODES = 6, /* nodes of a record from which one field is enough */
  DT_MAX_UNLIKE = 2          /* ratio of the nodes of two records, either way */
};

/* ---- locate.c, wrapper.c ---- */
#define DT_MIN_LIKENESS 0.5   /* share of the headers of a wrapper that make a table elsewhere the one that is meant */
#define DT_POINTS_HEADERS 4.0 /* of all headers; the place has 2 points at most */
enum {
  DT_MIN_REQUIRED = 4,   /* required nodes from which records are recognized although they have many other nodes */
  DT_MIN_OTHER_NODES = 5 /* nodes of a record of another list on a page without records: menus have fewer */
};

/* ---- group_headings.c ---- */
enum {
  DT_MAX_HEADING_TEXTS = 3,   /* with words: "Monday", "3 March" */
  DT_MAX_HEADING_BYTES = 120, /* length of the texts of a heading */
  DT_MIN_SENTENCE = 40,       /* bytes: longer texts with a full stop are sentences about the records */
  DT_TENTHS_HEADED = 9,       /* share of records that have a heading */
  DT_TENTHS_CHANGING = 8,     /* share of headings whose text differs from the one before, unlike "Advertisement" */
  DT_TENTHS_GROUPS = 8        /* most groups for ten records: a heading before nearly every record is part of it */
};

/* ---- learn/: thresholds of columns (doc/method 2.10) ---- */
enum {
  DT_MIN_REPEATS = 3,        /* siblings of one structure that are folded */
  DT_MIN_SEPARATED = 2,      /* the same with separators between them */
  DT_MIN_SAMPLE = 3,         /* values that say something about a column; fewer may be equal by coincidence */
  DT_MIN_CONSTANT = 5,       /* records from which on a column may be noise */
  DT_MIN_TEMPLATE = 5,       /* texts from which on the words that all have may be those of the template */
  DT_TENTHS_BUTTON = 8,      /* share of records that have a constant text, which then is not an item of a list */
  DT_TENTHS_CONSTANT = 9,    /* share of records or values that make a column constant, dead or hidden */
  DT_TENTHS_SPLIT = 6,       /* share of texts with the same decorations, from which on they are split there */
  DT_TENTHS_AGREEING = 9,    /* the same for nested decorations */
  DT_MIN_NESTED = 3,         /* texts from which on nested decorations are split */
  DT_TENTHS_SEARCH_WORD = 3, /* share of distinct words: highlighted words with fewer are what was searched for */
  DT_TENTHS_AMOUNT = 9,      /* share of texts that are one number in pieces, from which on they are not split */
  DT_TENTHS_STRUCK = 9,      /* share of texts in pieces that are struck out at one end, from which on they are split */
  DT_TENTHS_DATED = 9,       /* share of texts that are words and a numeric date, from which on they are split */
  DT_TENTHS_ENDING = 8,      /* share of values with a unit or a last word, from which on the column has it */
  DT_TENTHS_PREFIX = 9,      /* share of values that begin with the same words, from which on these are cut off */
  DT_TENTHS_READS_ON = 3,    /* share of lines with a lower-case start, from which on they continue the line before */
  DT_MIN_FIRST_LINE = 35,    /* mean characters of a line that is continued */
  DT_MIN_NEXT_LINE = 15      /* mean characters of the line that continues it */
};

/* ---- learn/names.c: lengths are means in characters ---- */
enum {
  DT_MAX_DURATION = 30,       /* longer texts only mention a duration */
  DT_MIN_DESCRIPTION = 30,    /* shorter texts are not sentences */
  DT_MIN_DETAILS = 60,        /* the same for lines of several values */
  DT_MAX_CATEGORY = 40,       /* longer texts that repeat are not categories */
  DT_MIN_CATEGORY_VALUES = 5, /* number of values from which on repeated ones are a category */
  DT_MAX_LABEL_STEPS = 3      /* nodes from a text to the ancestor that it has in common with its label */
};

/* ---- learn/record_title.c: a log-linear choice among the texts of a record ----
 *
 * Fitted on 690 list pages of 12 collections.  With each collection left out of the fit, the choice agrees with human
 * annotators on 86 % of its pages. */
#define DT_TITLE_SHARE 2.56    /* times the share of the records that have the text */
#define DT_TITLE_DISTINCT 2.02 /* times the share of distinct values */
#define DT_TITLE_FIRST 0.91    /* it is the first text */
#define DT_TITLE_ORDER -1.64   /* times the position of the text, at most DT_TITLE_LAST, as a share of it */
#define DT_TITLE_LINKED 1.41
#define DT_TITLE_HEADING 0.71
#define DT_TITLE_CALLED 1.0      /* the page's name for it is title or name */
#define DT_TITLE_OTHER -0.95     /* the page or its form gives it another name */
#define DT_TITLE_SHORT -1.79     /* fewer characters than DT_SHORT_TITLE */
#define DT_TITLE_LONG -0.92      /* more than DT_LONG_TITLE */
#define DT_TITLE_VERY_LONG -0.61 /* more than DT_VERY_LONG_TITLE, in addition */
#define DT_TITLE_URL -0.44
#define DT_TITLE_CASE 1.78 /* "Brandt v. Brandt" */
enum { DT_SHORT_TITLE = 4, DT_LONG_TITLE = 80, DT_VERY_LONG_TITLE = 150, DT_TITLE_LAST = 10 };

/* ---- example/find_records.c: points of a region that may be the list of the examples ---- */
enum {
  DT_POINTS_EXAMPLE = 10,  /* for each example that a record shows: outweighs how well the others are shown */
  DT_POINTS_SAME_PATH = 5, /* at the same path as the list of the first page */
  DT_POINTS_MAIN = 8,      /* the main region; a value may by chance be elsewhere: in a heading, an advertisement */
  DT_POINTS_TWICE = 3,     /* each time that the list is twice as long, up to DT_LONG_LIST records */
  DT_LONG_LIST = 64
};

/* ---- example/carve.c, other_places.c, recut.c: what the other records must confirm ---- */
#define DT_USUAL 0.5     /* share of texts that confirm a way to cut them */
#define DT_MARK_EVER 0.9 /* share of texts with a mark, from which on a longer one is better than a usual one */
#define DT_MARK_ONCE 0.1 /* weight of texts that have a mark only once, against those that have it */
enum {
  DT_TENTHS_WITHOUT = 5, /* share of the records without the field that have a similar text, which then gets it */
  DT_TENTHS_HARDLY = 1,  /* share of the records with the field that may have that text, too */
  DT_TENTHS_JOINED = 9,  /* share of a region's records with the classes around the examples, to be joined */
  DT_MAX_RECUT = 4       /* ratio of the nodes of a record of another kind to those of the reference */
};

#endif
