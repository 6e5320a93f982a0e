/* wrapper/example/example.h: columns by examples of their values (doc/method 2.12).
 *
 *   examples + pages -> places that show them -> the list and the records that show most of them
 *   -> wrapper of these records, with its texts cut so that they give the values -> names, wanted fields
 *
 * text_search.c   places on a page that show a text that the user copied from it
 * find_records.c  the list of each page, and the records that show the examples
 * recut.c         other cuts of a list into records
 * grid_cells.c    examples that are cells of a table, or parts of cells
 * example.c       dt_examples_name: names the fields of the wrapper by the examples
 * carve.c         cuts the texts that show examples
 * messages.c      the outcomes of the examples as sentences
 * other_places.c  other texts with the same values, in records of another kind
 */
#ifndef DT_WRAPPER_EXAMPLE_H
#define DT_WRAPPER_EXAMPLE_H

#include "html/tag_tree.h"
#include "wrapper/record_set.h"

/* ---- places on a page ---- */

/* All texts of a page in the form that is compared, concatenated. */
typedef struct dt_shown {
  const dt_tree *tree;
  bool words; /* letters and digits alone */
  char *bytes;
  uint32_t *offsets; /* of each byte: the offset of its character in its text */
  uint32_t *starts;  /* of each text, in bytes; text_count + 1 */
} dt_shown;

/* A place that shows a text: from byte `start` of text `first` to byte `end` of text `last`. */
typedef struct dt_occurrence {
  uint32_t first, last; /* texts of the tree, by number; equal = one text */
  uint32_t start, end;
  dt_index node;       /* for an address or attribute: its node; else DT_NONE */
  bool source;         /* for an address: it is the src */
  detm_text attribute; /* of another attribute of the node: the tree's value, of which bytes start to end are the one
                          that was found; data NULL = a text or an address */
  bool loose;          /* compared by letters and digits alone, or without punctuation at the ends */
  bool edges;          /* the rest of its texts is only punctuation, or empty */
} dt_occurrence;

/* How well a place shows a text. */
enum { DT_OCCURRENCE_PART, DT_OCCURRENCE_WITHIN, DT_OCCURRENCE_EDGES, DT_OCCURRENCE_WHOLE };
static inline int dt_occurrence_quality(const dt_occurrence *where) {
  if (where->attribute.data != NULL) return where->edges ? DT_OCCURRENCE_WITHIN : DT_OCCURRENCE_PART;
  if (where->node != DT_NONE || (where->edges && where->first == where->last)) return DT_OCCURRENCE_WHOLE;
  return where->edges ? DT_OCCURRENCE_EDGES : DT_OCCURRENCE_WITHIN;
}

/* Reads all texts of the page; only letters and digits if `words`. */
void dt_shown_read(dt_shown *shown, dt_arena *arena, const dt_tree *tree, bool words);

/* Finds the places that show `value`, at most `most`, in page order.  Ignores differences in white space, case, kinds
 * of quotes and dashes, full-width forms and entities. */
uint32_t dt_occurrences_find(const dt_shown *shown, dt_arena *scratch, const char *value, dt_occurrence *occurrences,
                             uint32_t most);
/* Finds the addresses equal to `value`, as written or resolved against `base`. */
uint32_t dt_occurrences_find_addresses(const dt_tree *tree, dt_arena *scratch, const char *base, const char *value,
                                       dt_occurrence *occurrences, uint32_t most);

/* Finds the attributes that have `value`, or as a part of theirs. */
uint32_t dt_occurrences_find_attributes(const dt_tree *tree, dt_arena *scratch, const char *value,
                                        dt_occurrence *occurrences, uint32_t most);

/* How many of the numbers, which are in ascending order, are at most `most`. */
uint32_t dt_count_up_to(const uint32_t *sorted, uint32_t count, uint32_t most);

/* Whether a text equals the given value; loose: by letters and digits alone. */
bool dt_occurrence_gives(dt_arena *scratch, const char *value, bool loose, detm_text text);

/* The text of the page with the smallest edit distance from `value`; empty if none is close. */
detm_text dt_nearest_text(const dt_tree *tree, dt_arena *scratch, const char *value);

/* ---- the list and its records ---- */

/* An example that was found in a record of the list. */
typedef struct dt_claim {
  uint32_t example, page, record;
  const dt_occurrence *occurrences; /* its places in the record */
  uint32_t occurrence_count;
  uint32_t records; /* number of records of the list that show as many examples as this one */
  bool heading;     /* the places are in a heading of the record's groups */
} dt_claim;

/* The places of the examples on a page. */
typedef struct dt_occurrences {
  dt_occurrence *occurrences;
  uint32_t count;
} dt_occurrences;

typedef struct dt_examples {
  const detm_example *examples;
  uint32_t count;
  bool also_others; /* other fields are wanted, too */
  const detm_page *const *pages;
  uint32_t page_count;
  dt_arena *arena, *scratch;
  dt_occurrences **places;     /* by page, then by example; NULL = not searched yet */
  uint32_t *occurrence_counts; /* number of places of each example */
  bool *properties;            /* by example: the records of its list are the properties of one thing */
  dt_claim *claims;
  uint32_t claim_count;
  detm_wrapper *wrapper;
} dt_examples;

/* Whether all examples are in rows of tables that begin with the names of their fields: "Weight | 640 g".  Such tables
 * have their records in columns. */
bool dt_examples_name_rows(dt_examples *x);
/* Chooses the region of each page that is the list of the examples: chosen[page] is its index, DT_NONE = the page has
 * no such list.  Stores in the wrapper which examples were not found.  False if none was found. */
bool dt_examples_choose(dt_examples *x, dt_engine *engines, uint32_t *chosen);

/* Joins records of another structure to engine->regions[0], which is a copy of `list`: those with the classes around
 * the examples. */
void dt_examples_join(const dt_examples *x, uint32_t page, const dt_region *list, dt_engine *engine);

/* grid_cells.c: for the examples of a page in rows of grids, keeps the places that are values of cells; where there is
 * none, opens the columns, so that their texts are aligned. */
void dt_examples_find_cells(dt_examples *x, uint32_t page, const dt_record_set *set);
/* Whether a value is that of a cell, or an item of it. */
bool dt_example_is_cell(dt_arena *scratch, const dt_tree *tree, dt_index cell, const char *value, bool loose);

/* Stores in the set of a page which places of its examples must not be folded as repeats. */
void dt_examples_keep_apart(const dt_examples *x, uint32_t page, dt_record_set *set);

/* recut.c: cuts the list of a region differently if a record then shows more than `now` examples, which is the most
 * that a record of the region shows.  all[example] are the places of the example on the page. */
void dt_examples_recut(const dt_examples *x, const dt_tree *tree, dt_region *region, const dt_occurrences *all,
                       uint32_t now);

/* ---- the fields ---- */

/* Names the fields of the wrapper that was learned from the sets by the examples.  sets[page] is a page's set, or NULL.
 */
void dt_examples_name(dt_examples *x, dt_record_set *const *sets);

/* messages.c: describes the notices of the wrapper in words, which it stores in the wrapper. */
void dt_examples_describe(const dt_examples *x);

/* other_places.c: gives the fields of the examples to other texts in records that have no value of them. */
void dt_examples_add_texts(dt_examples *x, dt_record_set *const *sets);

/* An example and its place in a record. */
typedef struct dt_carving {
  uint32_t field;
  const char *value; /* as the user wrote it */
  dt_occurrence where;
  dt_wrapper_node *const *nodes; /* its texts (NULL = a separator that the wrapper ignores), or its element */
  uint32_t count;
  detm_example_notice *notice;
} dt_carving;

typedef struct dt_carver {
  detm_wrapper *wrapper;
  dt_arena *arena, *scratch;
  dt_record_set *const *sets; /* NULL entries are skipped */
  uint32_t set_count;
  dt_record_set *set; /* the set with the record that shows the examples */
  uint32_t record;
} dt_carver;

/* Gives a field to the attribute of a node of the item, at which an example is; `item` and `i`: the record and the node
 * that shows it. */
void dt_carve_attribute(const dt_carver *carver, const dt_item *item, uint32_t i, dt_wrapper_node *w,
                        const dt_occurrence *where, uint32_t field);

/* Changes the wrapper so that the fields have the values that the record shows. */
void dt_carve_record(dt_carver *carver, dt_carving *carvings, uint32_t count);

#endif
