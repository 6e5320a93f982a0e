/* export/selectors.h: a wrapper as selectors of XPath and CSS.
 *
 * A wrapper describes a record by a tree of elements and texts (wrapper/wrapper.h).  A field becomes the shortest
 * selector that only its own element of that tree fits: "descendant::a[title]" if no other link of a record has the
 * class.  An element whose place varies, such as the third link after an optional second one, has no selector. */
#ifndef DT_EXPORT_SELECTORS_H
#define DT_EXPORT_SELECTORS_H

#include "export/columns.h"
#include "export/distinguish.h"
#include "wrapper/wrapper.h"

/* What of a cell of a table is its value: a wrapper reads what a reader sees. */
typedef enum dt_cell_part {
  DT_CELL_ALL,         /* all its text, or the addresses of all its links */
  DT_CELL_UNRAISED,    /* without what is raised: marks of footnotes */
  DT_CELL_UNMARKED,    /* without marks in brackets and hidden texts; addresses: without those of such marks */
  DT_CELL_LINKS,       /* the text of each link */
  DT_CELL_ITEMS,       /* that of each li */
  DT_CELL_LINES,       /* each text */
  DT_CELL_LINES_ALONE, /* each text that is not raised, no mark and not hidden */
  DT_CELL_PICTURES,    /* the words that stand for its pictures */
  DT_CELL_PARTS
} dt_cell_part;

/* One field of a wrapper.  The buffers belong to the selectors. */
typedef struct dt_selector {
  uint32_t field;               /* index into the wrapper's fields */
  const dt_wrapper_node *node;  /* the node of the wrapper that has it */
  const dt_column *column;      /* of a table, that it is in; NULL = none */
  dt_way way;                   /* how the column is found */
  dt_cell_part cell_part;       /* if the node is the cell */
  const dt_part *part;          /* the words around the value, which are removed; NULL for attributes */
  const dt_wrapper_node *split; /* the text that is split at marks, of which the part is one; NULL = none */
  const char *attribute;        /* "href", "src", "datetime" ...; NULL: the text */
  bool joined;                  /* XPath selects the nodes of one value, of which the texts are concatenated */
  bool list;                    /* a record may have several values */
  dt_buffer xpath;              /* relative to the record; ends with NUL */
  dt_buffer css;                /* likewise; empty: CSS cannot select it */
  const char *reason;           /* why the field has no selector; NULL = it has one */
  bool by_place; /* it has a header, but is found by its place: pages with other columns have other values */
} dt_selector;

/* How selectors distinguish a record from its siblings.  The class of a wrapper is that of one record: others may have
 * another. */
typedef enum dt_record_tests {
  DT_TEST_CLASS,           /* by its class */
  DT_TEST_CLASS_AND_FIRST, /* by its class, and one element that all records have */
  DT_TEST_CLASS_AND_ALL,   /* by its class, and all elements that all records have */
  DT_TEST_FIRST,           /* by one element */
  DT_TEST_ALL,             /* by all elements */
  DT_TEST_NOTHING,         /* by its tag */
  DT_TEST_ANYWHERE,        /* by its tag, in all places of the page */
  DT_RECORD_TESTS,
  /* rows of tables with the headers of the wrapper */
  DT_TEST_HEADERS = DT_RECORD_TESTS, /* some headers, rows of several cells */
  DT_TEST_HEADERS_ONE_CELL,          /* some headers, all rows with a td */
  DT_TEST_ALL_HEADERS,               /* all headers, rows of several cells */
  DT_TEST_ALL_HEADERS_ONE_CELL,
  DT_TABLE_TESTS
} dt_record_tests;

typedef struct dt_selectors {
  const detm_wrapper *wrapper;
  const dt_columns *columns; /* while they are made and checked */
  dt_record_tests tests;
  const dt_tests *more; /* while they are made: further tests of records; NULL = none */
  bool only_xpath;      /* CSS lacks a test of the records, and finds other elements, too */
  dt_buffer xpath, css; /* of the records, or of the first element of each; end with NUL */
  dt_selector *fields;  /* in the order of the wrapper's tree; wanted fields only */
  uint32_t count, capacity;
  bool failed; /* no memory */
} dt_selectors;

/* Makes the selectors of a wrapper, which must outlive them, as must its columns; more: further tests of records, NULL
 * = none.  DETM_NOTHING if no element begins its records, or no header of its columns is known, which the tests need
 * (the text says so), DETM_NO_MEMORY.  dt_selectors_free frees them in any case. */
detm_status dt_selectors_make(dt_selectors *selectors, const detm_wrapper *wrapper, const dt_columns *columns,
                              dt_record_tests tests, const dt_tests *more, detm_error *error) DETM_CHECK;
/* Makes the selector of a field of a table again, with another way and part.  False without memory. */
bool dt_selector_remake(dt_selectors *selectors, uint32_t number, dt_way way, dt_cell_part part);
void dt_selectors_free(dt_selectors *selectors);

static inline bool dt_selector_is_element(const dt_wrapper_node *node) {
  return node->tag != DT_TAG_TEXT && node->tag != DT_TAG_RUN;
}

/* The value in a text that a selector finds; empty: it has none. */
detm_text dt_selector_value(const dt_selector *selector, detm_text text);

#endif
