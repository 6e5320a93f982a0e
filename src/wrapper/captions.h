/* wrapper/captions.h: captions, which are labels within records that identify values: "<dt>Salary</dt><dd>900</dd>",
 * "<tr><th>Salary</th><td>900</td></tr>", "<div><div>Salary</div><div>900</div></div>", "<p><b>Salary</b> 900</p>".
 *
 * Records may have different captions, or the same ones in another order.  A node with a caption is therefore aligned
 * only with nodes of the same caption, and its values are a column of their own. */
#ifndef DT_WRAPPER_CAPTIONS_H
#define DT_WRAPPER_CAPTIONS_H

#include "base/map.h"
#include "base/vec.h"
#include "engine/engine.h"
#include "wrapper/record_item.h"

/* The captions of a wrapper, by hash. */
typedef struct dt_caption_set {
  dt_lookup hashes;
  const char **texts; /* by number */
  uint32_t capacity;
} dt_caption_set;

/* Hash of a caption; never 0. */
uint32_t dt_caption_hash(detm_text text);
/* The text of a caption in the set; NULL = it is not in the set. */
const char *dt_caption_text(const dt_caption_set *set, uint32_t hash);
/* Adds a caption to a set in this arena. */
void dt_caption_add(dt_caption_set *set, dt_arena *arena, detm_text text);

/* A text that may be a caption. */
typedef struct dt_seen_caption {
  detm_text text;
  uint32_t kind;
  uint32_t times, records;
  uint32_t alone; /* how often it is the only one of its record: a search engine's "<dt>Title</dt><dd>Text</dd>" */
  uint32_t last;  /* the last record that has it, from 1 */
} dt_seen_caption;

/* Texts that may be captions, of one kind: those of dt and th, or those of elements of one tag and class. */
typedef struct dt_caption_kind {
  bool marked;                 /* by a dt or th */
  uint32_t found, before;      /* in the record that is counted: how many, and the last one */
  uint32_t pairs, reversed;    /* of captions that follow each other, and those that are in the other order elsewhere */
  uint32_t repeated_in_record; /* captions that their record had already */
  uint32_t each;               /* how many the first record has */
  bool varies;                 /* others have fewer or more */
  uint32_t figures, variants;  /* values with digits; pairs of a caption and a value */
} dt_caption_kind;

/* Counts the texts in records that may be captions.  Those of dt and th are captions if most of them occur in several
 * records, and next to other captions in at least one.  Those of other elements must occur in half of the records, in
 * one order, and never as a value; what follows them must vary, and words that take turns where all records have as
 * many are values. */
typedef struct dt_caption_counter {
  dt_arena *scratch;
  dt_lookup hashes;             /* of the text and its kind */
  DT_VEC(dt_seen_caption) seen; /* by number */
  dt_lookup kind_hashes;
  DT_VEC(dt_caption_kind) kinds; /* by number */
  dt_lookup values;              /* hashes of the texts that are values */
  dt_lookup labelled;            /* and of these with their captions */
  dt_lookup orders;              /* hashes of two captions, one after the other */
  uint32_t records;
} dt_caption_counter;
void dt_captions_count(dt_caption_counter *counter, const dt_tree *tree, const dt_record *record);
/* Returns the captions, with their texts in `arena`. */
dt_caption_set dt_captions_choose(const dt_caption_counter *counter, dt_arena *arena);

/* Sets item->captions. */
void dt_captions_mark(dt_item *item, dt_arena *scratch, const dt_caption_set *known);

#endif
