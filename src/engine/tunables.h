/* engine/tunables.h: the weights and thresholds of the engine.
 *
 * The weights are coefficients of a log-linear score: a difference of 1 in the score multiplies the odds of a region
 * by e.  They were fitted with each site left out (doc/method 2.8); each may be halved or doubled with little loss.  A
 * larger weight trusts that feature more on pages where features disagree. */
#ifndef DT_ENGINE_TUNABLES_H
#define DT_ENGINE_TUNABLES_H

/* ---- evidence.c: weights of a region's records ---- */
#define DT_WEIGHT_SAVED 2.0   /* times the log of the share of nodes that the reference record explains */
#define DT_MIN_SAVED 0.02     /* a lower share counts as this one */
#define DT_WEIGHT_VARIETY 6.0 /* times log(1 + kinds of text that a record has: link, plain, date or price, long) */
#define DT_WEIGHT_TWO_RECORDS -2.0 /* for a region of two records */
#define DT_WEIGHT_NUMBERS -2.5     /* times the share of records that hold only numbers: pagers, calendars */
#define DT_WEIGHT_DATA_TABLE 2.5   /* for a table with a header row, or with rows of equal length that vary */

/* ---- evidence.c: weights of a region's place ---- */
#define DT_WEIGHT_NAVIGATION -1.5 /* in nav, aside, header, footer */
#define DT_WEIGHT_HIDDEN -3.5     /* in a hidden element */
#define DT_WEIGHT_LATE -5.0       /* times how far after DT_LATE it begins, as a share of the page's nodes */
#define DT_LATE 0.6
#define DT_WEIGHT_AGAINST -2.5  /* a class or id names navigation, filters, advertising */
#define DT_WEIGHT_IN_FAVOUR 1.5 /* a class or id names results, products, posts */

/* ---- rank.c: weights of the list that a region is part of ---- */
#define DT_WEIGHT_VARYING 0.5  /* times log(1 + characters that vary) */
#define DT_WEIGHT_RECORDS 0.75 /* times log(records) */
#define DT_USUAL_SCORE 7       /* half of the wrong regions score lower, and hardly any main region */
#define DT_RIVAL_FEWER 0.8     /* a region at the same place is a rival only with fewer records than this share */
#define DT_RIVAL_MORE 1.25     /* or with more than this one */

/* ---- sibling_lists.c, regions.c, separate.c: shares of records, in tenths ---- */
enum {
  DT_TENTHS_LIKELY = 6, /* share of children that look like records, from which on several parents hold one list */
  DT_TENTHS_MOST = 7,   /* share of records that agree, from which on the others are exceptions */
  DT_TENTHS_NEARLY_ALL = 9,
  DT_TENTHS_TURNED = 6, /* share of records with the same tag before their start, which is then part of them */
  DT_TENTHS_EVEN = 8    /* share of rows with the same number of cells */
};
#define DT_ODD_SIMILARITY 0.4 /* a row with less similarity to the median record is not a record */

#endif
