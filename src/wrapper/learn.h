/* wrapper/learn.h: a wrapper from records. */
#ifndef DT_LEARN_H
#define DT_LEARN_H

#include "engine/engine.h"
#include "wrapper/align.h"

/* Records of one page that a wrapper is learned from or was applied to. */
typedef struct dt_record_set {
  const dt_tree *tree;
  const dt_record *records;
  uint32_t count;
  dt_grid grid;
  const dt_layout **layouts; /* of each record */
} dt_record_set;

/* Prepares a set: tables are read.  by_columns: records are table rows whose cells are known by column; rows of a
 * record of several rows are not. */
void dt_record_set_start(dt_record_set *set, dt_arena *arena, const dt_tree *tree, const dt_record *records,
                         uint32_t count, bool by_columns);
/* Whether most records are single nodes, and so rows may be read by columns. */
bool dt_records_single(const dt_record *records, uint32_t count);
/* Whether the wrapper knows cells by column. */
bool dt_wrapper_by_columns(const detm_wrapper *wrapper);
static inline dt_item dt_record_item(dt_record_set *set, dt_arena *scratch, uint32_t record) {
  return dt_item_make(scratch, &set->grid, set->records[record].nodes, set->records[record].count);
}

/* Aligns all records of the sets into the wrapper, which must be empty, and makes its fields. */
void dt_wrapper_grow(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, dt_record_set *sets,
                     uint32_t set_count);

/* Aligns the records of a set with the wrapper as it is. */
void dt_wrapper_align(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, dt_record_set *set);

/* place.c: where the records of the sets stand, and what else their pages have; before the pages go. */
void dt_wrapper_note_places(detm_wrapper *wrapper, dt_arena *scratch, const dt_record_set *sets, uint32_t set_count);

/* locate.c: the records that the wrapper finds on a page, in document order. */
typedef struct dt_found {
  dt_record *records;
  uint32_t count;
  dt_index parent; /* of the first record, or where they should be; DT_NONE = the page has no such place */
  bool known_page; /* the page has most of what the sample pages had besides records, or records where they were */
  bool moved;      /* the records were found elsewhere than they were */
} dt_found;
/* Sets wrapper->one_place from a page that it was learned from. */
void dt_wrapper_learn_place(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_record_set *set);
dt_found dt_wrapper_locate(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_tree *tree);

/* fold.c: siblings that are repeats of one another become one repeated node. */
void dt_wrapper_fold(detm_wrapper *wrapper);
/* The node that takes the place of one that was folded away. */
static inline dt_wrapper_node *dt_folded(dt_wrapper_node *node) {
  while (node != NULL && node->same_as != NULL) node = node->same_as;
  return node;
}

/* field.c: constants, splits and fields of the aligned records. */
void dt_wrapper_make_fields(detm_wrapper *wrapper, dt_arena *scratch, dt_record_set *sets, uint32_t set_count);

/* marks.c: splits a text into parts if all its instances hold the same marks; false: it does not split. */
bool dt_marks_find(detm_wrapper *wrapper, dt_wrapper_node *w, const detm_text *texts, uint32_t count);
/* The value of the part at the start of *rest, which is cut; without its mark all of the rest. */
detm_text dt_marks_next(const dt_part *part, bool last, detm_text *rest);

/* The itemprop of a decoration or the nearest round it that has one; NULL = none. */
const char *dt_chain_itemprop(dt_arena *arena, const dt_tree *tree, uint32_t chain);

/* survey.c: what the values of a field have in common: dt_kind bits that more than half of them have, by field; sets
 * the parts' before and after.  Fields that only label others or part them go. */
unsigned *dt_wrapper_survey(detm_wrapper *wrapper, dt_arena *scratch, dt_record_set *sets, uint32_t set_count);

/* Bytes of a label at the start of a text, with its colon and the space after it: "Author: "; 0 = none.  "https:" and
 * "12:" are none. */
size_t dt_label_length(const char *text, size_t length);

/* label.c: the cells of the last header row before the records in their table, in `arena`; NULL = they are no rows, or
 * have none. */
const dt_cell *dt_header_cells(const dt_record_set *set, dt_arena *arena, uint32_t *count);

/* label.c: what the page calls the texts: headers of table columns, "Price:", dt, th, itemprop. */
void dt_wrapper_label(detm_wrapper *wrapper, dt_arena *scratch, const dt_record_set *set);

/* name.c: names and types of the fields; kinds[field] is what most of its values are (dt_kind bits). */
void dt_wrapper_name_fields(detm_wrapper *wrapper, dt_arena *scratch, const unsigned *kinds);

/* The pieces that a text is split into: those of consecutive fragments in one decoration. */
typedef struct dt_piece {
  detm_text text;
  uint32_t chain; /* of the tree: the decoration, without phrases under DT_SPLIT_PHRASES */
  uint64_t within;
} dt_piece;
/* At most `most` pieces; the rest of the text is in the last one.  Joined text is copied to scratch. */
uint32_t dt_text_pieces(dt_arena *scratch, const dt_tree *tree, dt_index node, dt_split split, dt_piece *pieces,
                        uint32_t most);
/* The decoration as dt_part.within writes it. */
const char *dt_chain_within(dt_arena *arena, const dt_tree *tree, uint32_t chain, dt_split split);

/* remember.c: notes what the values of the sample pages are like, in what is left of the scope's time (NULL = each page
 * has its own).  Not within a scope. */
detm_status dt_wrapper_remember(detm_wrapper *wrapper, const detm_page *const *pages, size_t page_count,
                                const detm_extract_options *options, const dt_scope *scope, detm_error *error);

/* values.c: hands each value of a record to `take`, by rising field. */
typedef struct dt_value {
  uint32_t field;
  detm_text text;
  uint32_t order;  /* on the page */
  bool address;    /* an href or src, to be resolved */
  uint32_t at;     /* its node, as an index into the item's */
  uint64_t within; /* of a piece of a text: its decoration */
} dt_value;
/* Values of a record in scratch memory; *count of them. */
const dt_value *dt_record_values(dt_arena *scratch, const dt_layout *layout, const dt_item *item, uint32_t *count);

/* spot.c: where values stand, for telling places apart. */
typedef struct dt_captions {
  uint64_t *columns; /* hashes of the header's texts, by column from 1; 0 = none */
  uint32_t count;
} dt_captions;
/* The captions of the table that the records are rows of; none if there is no such table. */
void dt_captions_read(dt_captions *captions, dt_arena *arena, const dt_record_set *set);
/* Numbers of the tags and classes from the record to the value, and of the words over its column or before it; the
 * latter 0 = none. */
uint64_t dt_value_place(const dt_item *item, const dt_value *value);
uint64_t dt_value_caption(const dt_captions *captions, const dt_item *item, const dt_value *value);

#endif
