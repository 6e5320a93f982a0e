/* fields/fields.h: candidate fields of single-record pages (doc/method 3.1).
 *
 *   pages -> outlines -> findings of each page -> fields, joined over the pages -> ranked, named
 *
 * outline.c   a page as an outline: lines of text, each of one or more spans (text nodes), within elements
 * find.c      the findings of a page
 * pairs.c     findings: labels with their values
 * declared.c  findings: data that the markup declares: microdata, RDFa, JSON-LD, meta, title, images
 * lists.c     findings: lists, and the lines that remain
 * join.c      the findings of several pages that are the same field
 * rank.c      the scores of fields
 * names.c     the names and types of fields
 * fields.c    the public functions
 * tunables.h  weights and thresholds */
#ifndef DT_FIELDS_H
#define DT_FIELDS_H

#include <detm/fields.h>
#include <libxml/tree.h>

#include "base/base.h"
#include "base/map.h"
#include "html/elements.h"

#define DT_NO_LINE UINT32_MAX

/* ---- the result ---- */

/* The values of a candidate on a page. */
typedef struct dt_candidate_values {
  detm_candidate_value *values;
  uint32_t count;
} dt_candidate_values;

struct detm_fields {
  dt_scope scope;
  dt_arena arena, scratch;
  const detm_page *const *pages; /* the list is in the arena */
  uint32_t page_count, count;
  detm_candidate *candidates;
  dt_candidate_values *values; /* count * page_count */
};

/* ---- outline.c: the outline of a page ---- */

enum {
  DT_OUTLINE_BLOCK = 1,  /* begins and ends a line */
  DT_OUTLINE_APART = 2,  /* navigation, footers and the like: hardly part of the record */
  DT_OUTLINE_HIDDEN = 4, /* not shown */
  DT_OUTLINE_BOLD = 8,
  DT_OUTLINE_LINK = 16
};

/* An element, which has the spans [first, last). */
typedef struct dt_outline_element {
  const xmlNode *node;
  uint32_t parent; /* DT_NO_LINE at the root */
  uint32_t end;    /* elements [this, end) are its subtree */
  uint32_t first, last;
  dt_tag tag;
  unsigned flags; /* its own and, except BLOCK, those of the elements around it */
  uint64_t path;  /* hash of its tag and those of the elements around it */
} dt_outline_element;

/* A text node that is not only white space. */
typedef struct dt_span {
  const xmlNode *node;
  uint32_t element;       /* that it is in */
  uint32_t start, length; /* in the outline's text */
  uint32_t line;
  bool constant; /* all pages have a span with this text in the same place */
} dt_span;

/* A line of text: the spans [first, last). */
typedef struct dt_outline_line {
  uint32_t first, last;
  uint32_t start, length; /* in the outline's text, with white space folded */
  uint32_t block;         /* the innermost block around it */
  bool constant;          /* all pages have a line with this text in the same place */
} dt_outline_line;

typedef struct dt_outline {
  dt_outline_element *elements;
  dt_span *spans;
  dt_outline_line *lines;
  uint32_t element_count, span_count, line_count;
  char *text;
} dt_outline;

/* Reads a document into `arena`, which has a scope. */
void dt_outline_read(dt_outline *outline, dt_arena *arena, const xmlDoc *document);

static inline detm_text dt_outline_text(const dt_outline *o, uint32_t line) {
  return (detm_text){o->text + o->lines[line].start, o->lines[line].length};
}
static inline detm_text dt_span_text(const dt_outline *o, uint32_t span) {
  return (detm_text){o->text + o->spans[span].start, o->spans[span].length};
}
/* Returns the innermost element around spans [first, last). */
uint32_t dt_outline_around(const dt_outline *outline, uint32_t first, uint32_t last);
/* Returns the outermost element whose spans are exactly [first, last), up to the innermost block, or DT_NO_LINE. */
uint32_t dt_outline_cover(const dt_outline *outline, uint32_t first, uint32_t last);
/* Checks whether a line is in h1. */
bool dt_outline_in_title(const dt_outline *outline, uint32_t line);
/* Returns the value of an attribute, NULL if it is missing or only white space. */
const char *dt_attribute_words(const xmlNode *node, const char *name);
/* Returns a hash of a text without its white space. */
uint64_t dt_text_squeezed(detm_text text);
/* Returns a text without the white space, no-break spaces and separators (| , ; and the like) at its ends. */
detm_text dt_text_trim(detm_text text);

/* ---- findings (find.c) ---- */

typedef enum dt_finding_kind {
  DT_FINDING_TITLE,    /* a first-level heading */
  DT_FINDING_DECLARED, /* microdata, RDFa */
  DT_FINDING_PAIR,     /* a label and its value */
  DT_FINDING_LIST,     /* similar siblings */
  DT_FINDING_LINE,     /* a line that is in no pair or list */
  DT_FINDING_PIECE,    /* an element within a line */
  DT_FINDING_HEADING,  /* h2 to h6 */
  DT_FINDING_DATA,     /* JSON-LD */
  DT_FINDING_META,     /* meta and title */
  DT_FINDING_IMAGE
} dt_finding_kind;

typedef struct dt_finding_value {
  detm_text text;
  const xmlNode *node; /* element, text or attribute */
} dt_finding_value;

typedef struct dt_finding {
  dt_finding_kind kind;
  const char *label; /* or NULL */
  const char *word;  /* its name in the markup (itemprop, class), or NULL */
  dt_finding_value *values;
  uint32_t value_count;
  uint32_t line;    /* line of its first value, or DT_NO_LINE */
  uint32_t element; /* around the first value */
  uint64_t key;     /* equal for the same field on different pages */
  uint32_t row;     /* count of pairs of the same table before it */
  double weight;    /* how much the way it was found speaks for it */
} dt_finding;

typedef struct dt_findings {
  dt_arena *arena;
  const dt_outline *outline;
  bool *taken;        /* for each line: it is a label or value of a pair or list */
  size_t joined_left; /* bytes that texts of several lines may still take */
  dt_finding *findings;
  uint32_t count, capacity;
} dt_findings;

/* Adds a finding, which has only its kind yet. */
dt_finding *dt_findings_add(dt_findings *findings, dt_finding_kind kind);
/* Adds a value to the last finding; the text is not copied. */
void dt_finding_value_add(dt_findings *findings, dt_finding *finding, detm_text text, const xmlNode *node);

/* Returns the words of an element as one text, empty for an element with too many. */
detm_text dt_findings_words(dt_findings *findings, uint32_t element);

void dt_findings_pairs(dt_findings *findings);                            /* pairs.c */
void dt_findings_lists(dt_findings *findings);                            /* lists.c */
void dt_findings_lines(dt_findings *findings);                            /* lists.c: lines that are not taken */
void dt_findings_declared(dt_findings *findings, const xmlDoc *document); /* declared.c */

/* Finds all findings of a page. */
dt_findings dt_findings_of(dt_arena *arena, const dt_outline *outline, const xmlDoc *document);

/* ---- findings of several pages (join.c) ---- */

/* A field of the pages. */
typedef struct dt_joined {
  const dt_finding **on;  /* for each page its finding, or NULL */
  const dt_finding *best; /* the finding with the largest weight */
  uint32_t best_page;
  const char *label, *word;
  const char *name, *type;
  uint32_t pages;  /* count of pages that have it */
  uint32_t again;  /* count of findings with its key before it on its page */
  bool title;      /* it is most likely the title of the record */
  bool changes;    /* its values differ between pages */
  uint64_t values; /* hash of the values on all pages */
  double score;
} dt_joined;

typedef struct dt_page_findings {
  dt_outline outline;
  dt_findings findings;
  detm_text page_title; /* text of the title element, may be empty */
  uint32_t title;       /* the line of the record's title, or DT_NO_LINE */
} dt_page_findings;

/* Marks lines and spans that all pages have in the same place as constant. */
void dt_outlines_compare(dt_arena *arena, dt_page_findings *pages, uint32_t page_count);
/* Joins the findings of the pages; returns *count fields. */
dt_joined *dt_findings_join(dt_arena *arena, dt_page_findings *pages, uint32_t page_count, uint32_t *count);
/* rank.c: scores the fields, removes constants and duplicates, and sorts; returns the count of the rest. */
uint32_t dt_joined_rank(dt_arena *arena, dt_page_findings *pages, uint32_t page_count, dt_joined *fields,
                        uint32_t count);
/* names.c: sets names and types. */
void dt_joined_name(dt_arena *arena, uint32_t page_count, dt_joined *fields, uint32_t count);

#endif
