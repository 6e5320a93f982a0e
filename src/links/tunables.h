/* links/tunables.h: the thresholds of the places of links and of pagination.
 *
 * They were set by hand; doc/accuracy 6 has what they reach.  A stricter threshold loses links of records (or of the
 * main text), a looser one calls menus records. */
#ifndef DT_LINKS_TUNABLES_H
#define DT_LINKS_TUNABLES_H

/* ---- placement.c: siblings of one tag and class that are records ---- */
enum {
  DT_LINKS_MIN_RECORDS = 3,   /* also links of a navigation block */
  DT_LINKS_RECORD_UNITS = 20, /* mean units of text of a record; shorter ones are entries of a menu */
  DT_LINKS_MAIN_UNITS = 600   /* good units from which on a page has a main text: lists outside of it are not records */
};
#define DT_LINKS_TITLE_LINKED 0.8  /* link density of a text block that is the linked title of a record */
#define DT_LINKS_RECORD_LINKED 0.9 /* share of linked units from which on siblings are only links */
#define DT_LINKS_RECORD_ALIKE 0.6  /* mean similarity of neighbours: of the tags and classes within them, 0 to 1 */

/* ---- placement.c: other places ---- */
#define DT_LINKS_MAIN_SHARE 0.7  /* share of the page's good units in the main text */
#define DT_LINKS_MENU_LINKED 0.8 /* share of linked units from which on an element is navigation */

/* ---- pagination.c, page_numbers.c ---- */
enum {
  DT_LINKS_PAGER_NEAR = 4,     /* links on either side in which page numbers make a caption such as "weiter" sure */
  DT_LINKS_PAGER_GAP = 3,      /* links that are not numbers, from which on a row of numbers has ended */
  DT_LINKS_PAGER_MIN = 2,      /* links of a pager in which the number without a link is that of the page */
  DT_LINKS_PAGER_DAYS = 20,    /* links from which on a row of numbers up to DT_LINKS_MONTH is a calendar */
  DT_LINKS_MONTH = 31,         /* days */
  DT_LINKS_PAGER_CHANGED = 12, /* bytes in which the URLs of page 1 and another page may differ, besides added ones */
  DT_LINKS_PAGER_MOST = 500,   /* links of a pager: more begin another */
  DT_LINKS_PAGER_FIRST = 999   /* a row that begins with a larger number is of years */
};

#endif
