/* fields/tunables.h: the weights and thresholds of candidate fields.
 *
 * The score of a field is a sum of weights; fields are sorted by it.  A weight is how much more likely somebody wants a
 * field that was found like this.  They were set by hand on 280 pages of 63 sites (doc/accuracy 3, candidate fields);
 * each may be halved or doubled with little loss. */
#ifndef DT_FIELDS_TUNABLES_H
#define DT_FIELDS_TUNABLES_H

/* ---- pairs.c: labels and values ---- */
enum {
  DT_FIELDS_LABEL_CHARS = 40,     /* in a label */
  DT_FIELDS_LABEL_WORDS = 6,      /* the same */
  DT_FIELDS_LABEL_DIGITS = 2,     /* the same */
  DT_FIELDS_LABELLED_BYTES = 200, /* a longer text is prose, whose colons end no labels */
  DT_FIELDS_LABEL_LEVELS = 4 /* levels from a label or heading up to the innermost element around it and its value */
};
#define DT_FIELDS_TERM 2.6          /* dt and dd */
#define DT_FIELDS_ROW_SURE 2.6      /* a row of two parts: a th, a colon, or a label that all pages have */
#define DT_FIELDS_ROW_BOLD 2.3      /* a row whose label is bold */
#define DT_FIELDS_ROW 1.9           /* any other row */
#define DT_FIELDS_CELL 2.5          /* cells of a row with several labels */
#define DT_FIELDS_COLON_SPAN 2.6    /* "Label: value" in spans of their own */
#define DT_FIELDS_COLON 2.2         /* "Label: value" in one text */
#define DT_FIELDS_LEAD_CONSTANT 2.2 /* a line that begins with a label that all pages have */
#define DT_FIELDS_LEAD_BOLD 1.6     /* a line that begins with a bold label */
#define DT_FIELDS_NEXT_COLON 2.3    /* the line or block after a label with a colon */
#define DT_FIELDS_NEXT 1.7          /* the same without a colon */
#define DT_FIELDS_NEXT_MIXED -1.0   /* the label has several spans */
#define DT_FIELDS_LINKS_JOINED -1.5 /* several links as one value */
#define DT_FIELDS_PAIR_FIRST 1.2    /* the first span of a value */
#define DT_FIELDS_PAIR_PART 0.6     /* a later span */

/* ---- lists.c: lists, and lines that are in no pair or list ---- */
#define DT_FIELDS_LIST_LABELLED 2.2 /* after a heading or label */
#define DT_FIELDS_LIST_LONG 1.5     /* of more than 150 bytes */
#define DT_FIELDS_LIST 1.0
#define DT_FIELDS_PARAGRAPHS_LONG 2.0 /* p, of more than 600 bytes */
#define DT_FIELDS_PARAGRAPHS 0.8
#define DT_FIELDS_LIST_INLINE -0.5 /* items within a line */
#define DT_FIELDS_LIST_LINKED -1.5 /* most items are links */
#define DT_FIELDS_LIST_OF_TWO -0.4
#define DT_FIELDS_LISTS_JOINED -0.3 /* similar lists as one */
#define DT_FIELDS_LINES_LONG 1.8    /* lines separated by br, of more than 600 bytes */
#define DT_FIELDS_LINES_LABELLED 1.5
#define DT_FIELDS_LINES 0.7
#define DT_FIELDS_H1 3.2
#define DT_FIELDS_HEADING 0.4 /* h2 to h6 */
#define DT_FIELDS_LINE 0.8
#define DT_FIELDS_LINE_LINKED -0.6
#define DT_FIELDS_LINE_LABELLED 0.5
#define DT_FIELDS_PIECE 0.5 /* an element within a line */
#define DT_FIELDS_PIECE_TEXT 0.4
#define DT_FIELDS_PIECE_LINK 0.2

/* ---- declared.c: what the markup declares ---- */
#define DT_FIELDS_PROPERTY 2.6           /* microdata, RDFa: text */
#define DT_FIELDS_PROPERTY_ATTRIBUTE 1.2 /* the same in an attribute alone */
#define DT_FIELDS_DATA 1.3               /* JSON-LD */
#define DT_FIELDS_DATA_LEVEL -0.2        /* for each level that a value is nested in objects */
#define DT_FIELDS_DATA_SEVERAL 0.6       /* three values or more */
#define DT_FIELDS_PAGE_TITLE 1.0
#define DT_FIELDS_META_NAMESPACE 0.4 /* og:title and the like */
#define DT_FIELDS_META 0.1
#define DT_FIELDS_IMAGE_SIZED 0.6 /* an image with a width */
#define DT_FIELDS_IMAGE 0.2

/* ---- rank.c ---- */
#define DT_FIELDS_NEAR 0.8   /* at the title of the record; it fades with the lines between them */
#define DT_FIELDS_FADES 20.  /* lines in which it falls to 1/e */
#define DT_FIELDS_AFTER -2.0 /* times the share of the page's lines between title and field */
#define DT_FIELDS_BEFORE 1.5 /* the same before the title, where the share is negative */
#define DT_FIELDS_ANY_BEFORE -0.2
#define DT_FIELDS_APART -1.6 /* in navigation, footers and the like */
#define DT_FIELDS_HIDDEN -0.8
#define DT_FIELDS_LONG_LINE 0.4 /* a line of more than 200 bytes */
#define DT_FIELDS_DATA_URL -0.5 /* a URL in JSON-LD */
#define DT_FIELDS_PRICE 0.6
#define DT_FIELDS_DATE 0.3
#define DT_FIELDS_WORDLESS -0.5    /* a value without words and label */
#define DT_FIELDS_CHANGES 1.2      /* times the share of the pages, if the values differ */
#define DT_FIELDS_ONCE -0.6        /* on one page of several */
#define DT_FIELDS_CONSTANT -0.8    /* equal on several pages */
#define DT_FIELDS_TITLE 0.6        /* the title of the record */
#define DT_FIELDS_OTHER_TITLE -1.5 /* an h1 that is not in the page's title */
#define DT_FIELDS_TITLE_SHARE 2.0  /* times the share of the page's title that a line is */
#define DT_FIELDS_MANY_PAIRS 5     /* pairs of a table after which the others lose score */
#define DT_FIELDS_LATE_PAIR 0.03   /* for each pair after them, four times as many at most */
#define DT_FIELDS_AGAIN -0.25      /* for each finding of the same key before it on its page, four at most */
#define DT_FIELDS_AS_DECLARED 0.7  /* a declared field with equal values confirms a field */
#define DT_FIELDS_AS_META 0.4      /* the same of a meta */
#define DT_FIELDS_AS_OTHER 0.1     /* the same of any other field */
#define DT_FIELDS_MAX_CONFIRMED 1.2
#define DT_FIELDS_TITLE_H1 0.5 /* h1 as the title of the record, against the share of the page's title */
#define DT_FIELDS_TITLE_HEADING 0.2

#endif
