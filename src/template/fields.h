/* template/fields.h: candidate fields of single-record pages (METHOD 3.1), as the files fields-*.c share them.
 *
 * A page is read as an outline: lines of text, each of one or more spans (text nodes), within elements.  From it each
 * page's findings are made: pairs of label and value, lists, data that the markup declares, single lines.  Findings
 * of several pages are joined, ranked and named. */
#ifndef DT_FIELDS_H
#define DT_FIELDS_H

#include <detm/fields.h>
#include <libxml/tree.h>

#include "base/base.h"
#include "tree/tag.h"

#define DT_NOWHERE UINT32_MAX

/* ---- what is handed out ---- */

/* The values of a candidate on a page. */
typedef struct dt_candidate_values {
  detm_candidate_value *values;
  uint32_t count;
} dt_candidate_values;

struct detm_fields {
  dt_scope scope;
  dt_arena arena, scratch;
  const detm_page *const *pages; /* the fields' own list */
  uint32_t page_count, count;
  detm_candidate *candidates;
  dt_candidate_values *values; /* count * page_count */
};

/* ---- fields-outline.c: the outline of a page ---- */

enum {
  DT_OUTLINE_BLOCK = 1,  /* begins and ends a line */
  DT_OUTLINE_APART = 2,  /* navigation, footers and the like: hardly the record */
  DT_OUTLINE_HIDDEN = 4, /* not shown */
  DT_OUTLINE_BOLD = 8,
  DT_OUTLINE_LINK = 16
};

/* An element; spans [first, last) are within it. */
typedef struct dt_outline_element {
  const xmlNode *node;
  uint32_t parent; /* DT_NOWHERE at the root */
  uint32_t end;    /* elements [this, end) are its subtree */
  uint32_t first, last;
  dt_tag tag;
  unsigned flags; /* its own and those that it has from the elements around it */
  uint64_t way;   /* equal for elements whose tags up to the root are equal */
} dt_outline_element;

/* A text node that holds more than white space. */
typedef struct dt_span {
  const xmlNode *node;
  uint32_t element;       /* that it stands in */
  uint32_t start, length; /* in the outline's text */
  uint32_t line;
  bool constant; /* all pages hold a span of this text */
} dt_span;

/* Spans [first, last), which are read as one line. */
typedef struct dt_line {
  uint32_t first, last;
  uint32_t start, length; /* in the outline's text; white space is folded */
  uint32_t block;         /* the nearest block around it */
  bool constant;          /* all pages hold a line of this text */
} dt_line;

typedef struct dt_outline {
  dt_outline_element *elements;
  dt_span *spans;
  dt_line *lines;
  uint32_t element_count, span_count, line_count;
  char *text;
} dt_outline;

/* Reads a document.  Memory is the arena's, which needs a scope. */
void dt_outline_read(dt_outline *outline, dt_arena *arena, const xmlDoc *document);

static inline detm_text dt_line_text(const dt_outline *o, uint32_t line) {
  return (detm_text){o->text + o->lines[line].start, o->lines[line].length};
}
static inline detm_text dt_span_text(const dt_outline *o, uint32_t span) {
  return (detm_text){o->text + o->spans[span].start, o->spans[span].length};
}
/* The lowest element that holds spans [first, last). */
uint32_t dt_outline_around(const dt_outline *outline, uint32_t first, uint32_t last);
/* The highest element of which spans [first, last) are all the text, no higher than the first block; DT_NOWHERE. */
uint32_t dt_outline_cover(const dt_outline *outline, uint32_t first, uint32_t last);
/* The value of an attribute, NULL = it has none or one without words. */
const char *dt_attribute_words(const xmlNode *node, const char *name);
/* Equal for texts that differ in white space only. */
uint64_t dt_text_squeezed(detm_text text);
/* Without white space, no-break spaces and separators (| , ; and the like) at its ends. */
detm_text dt_text_trim(detm_text text);

/* ---- findings (fields-find.c) ---- */

typedef enum dt_finding_kind {
  DT_FINDING_TITLE,    /* a first-level heading */
  DT_FINDING_DECLARED, /* microdata, RDFa */
  DT_FINDING_PAIR,     /* a label and its value */
  DT_FINDING_LIST,     /* siblings of one kind */
  DT_FINDING_LINE,     /* a line that nothing else tells of */
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
  const char *label; /* NULL = none */
  const char *word;  /* what the markup calls it (itemprop, class), NULL = nothing */
  dt_finding_value *values;
  uint32_t value_count;
  uint32_t line;    /* where its first value stands, DT_NOWHERE = in no line */
  uint32_t element; /* around the first value */
  uint64_t key;     /* equal for what is the same field on different pages */
  uint32_t turn;    /* pairs of the same table before it */
  double worth;     /* how much the way it was found says for it */
} dt_finding;

typedef struct dt_findings {
  dt_arena *arena;
  const dt_outline *outline;
  bool *taken;        /* lines that are labels or values of pairs and lists */
  size_t joined_left; /* bytes of texts of several lines that may still be put together */
  dt_finding *findings;
  uint32_t count, room;
} dt_findings;

/* Another finding, zeroed but for its kind. */
dt_finding *dt_findings_add(dt_findings *findings, dt_finding_kind kind);
/* Another value of a finding that was just added; the text is not copied. */
void dt_finding_value_add(dt_findings *findings, dt_finding *finding, detm_text text, const xmlNode *node);

/* The words of an element as one text, which is empty if it has none or too many. */
detm_text dt_findings_words(dt_findings *findings, uint32_t element);

void dt_findings_pairs(dt_findings *findings);                            /* fields-pairs.c */
void dt_findings_lists(dt_findings *findings);                            /* fields-lists.c */
void dt_findings_lines(dt_findings *findings);                            /* fields-lists.c: what is left */
void dt_findings_declared(dt_findings *findings, const xmlDoc *document); /* fields-data.c */

/* All findings of a page. */
dt_findings dt_findings_of(dt_arena *arena, const dt_outline *outline, const xmlDoc *document);

/* ---- findings of several pages (fields-join.c) ---- */

/* What is one field on the pages. */
typedef struct dt_joined {
  const dt_finding **on;  /* of each page, NULL = it has none */
  const dt_finding *best; /* that with the most worth of these */
  uint32_t best_page;
  const char *label, *word;
  const char *name, *type;
  uint32_t pages;  /* that have it */
  uint32_t again;  /* findings of its kind and place before it on its page */
  bool title;      /* most likely the record's title */
  bool changes;    /* its values are not the same everywhere */
  uint64_t values; /* equal for fields with the same values on all pages */
  double score;
} dt_joined;

typedef struct dt_page_findings {
  dt_outline outline;
  dt_findings findings;
  detm_text page_title; /* what its title element says, may be empty */
  uint32_t title;       /* the line of the record's title, DT_NOWHERE = not known */
} dt_page_findings;

/* Marks what all pages hold in the same place as constant. */
void dt_outlines_compare(dt_arena *arena, dt_page_findings *pages, uint32_t page_count);
/* Joins the findings of the pages to fields; *count of them. */
dt_joined *dt_findings_join(dt_arena *arena, dt_page_findings *pages, uint32_t page_count, uint32_t *count);
/* fields-rank.c: scores them, leaves out what is there twice, and sorts; how many are left. */
uint32_t dt_joined_rank(dt_arena *arena, dt_page_findings *pages, uint32_t page_count, dt_joined *fields,
                        uint32_t count);
/* fields-path.c: paths to nodes of one document, in time that does not depend on how many siblings they have. */
typedef struct dt_paths {
  dt_arena *arena; /* of the numbers of nodes */
  struct dt_node_number *numbers;
  size_t size, used; /* size is a power of two */
} dt_paths;

void dt_paths_start(dt_paths *paths, dt_arena *arena);
/* The XPath of a node: "/html/body/div[2]/@id"; numbers only where there are several alike. */
const char *dt_paths_write(dt_paths *paths, dt_arena *to, const xmlNode *node);

/* fields-name.c: names and types. */
void dt_joined_name(dt_arena *arena, uint32_t page_count, dt_joined *fields, uint32_t count);

#endif
