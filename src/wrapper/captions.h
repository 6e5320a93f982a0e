/* wrapper/captions.h: captions, which are labels within records that identify values: "<dt>Salary</dt><dd>900</dd>",
 * "<tr><th>Salary</th><td>900</td></tr>".
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

/* A text of dt or th. */
typedef struct dt_seen_caption {
  detm_text text;
  uint32_t times, records;
  uint32_t alone; /* how often it is the only one of its record: a search engine's "<dt>Title</dt><dd>Text</dd>" */
  uint32_t last;  /* the last record that has it, from 1 */
} dt_seen_caption;

/* Counts the texts of dt and th in records.  They are captions if most of them occur in several records, and next to
 * other captions in at least one. */
typedef struct dt_caption_counter {
  dt_arena *scratch;
  dt_lookup hashes;
  DT_VEC(dt_seen_caption) seen; /* by number */
  uint32_t records;
} dt_caption_counter;
void dt_captions_count(dt_caption_counter *counter, const dt_tree *tree, const dt_record *record);
/* Returns the captions, with their texts in `arena`. */
dt_caption_set dt_captions_choose(const dt_caption_counter *counter, dt_arena *arena);

/* Sets item->captions. */
void dt_captions_mark(dt_item *item, dt_arena *scratch, const dt_caption_set *known);

#endif
