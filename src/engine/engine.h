/* engine/engine.h: DETM on one page (METHOD 2.4): locate the data regions, separate their records.
 *
 *   lists of siblings -> candidates (ways to cut a list into records) -> the best of each list
 *   -> regions -> ranked, joined, cleaned
 *
 * list.c     the lists: children of a parent; children of several like parents end to end
 * segment.c  ways to cut a list, and how much each explains
 * texts.c    what the texts of records vary in
 * rank.c     which region is the page's main one
 * region.c   records from the winning cuts
 */
#ifndef DT_ENGINE_H
#define DT_ENGINE_H

#include <detm/records.h>

#include "base/kind.h"
#include "engine/distance.h"
#include "tree/tree.h"

/* Siblings among which records are looked for: children of `parent`, or (concatenated) the children of its
 * children laid end to end. */
typedef struct dt_list {
  dt_index parent;
  const dt_index *nodes;
  const dt_shape *shapes; /* theirs */
  const uint32_t *sizes;  /* sizes[i] = nodes in the subtrees of the first i; count + 1 of them */
  uint32_t count;
  bool concatenated;
} dt_list;

/* A way to cut a list into records: record i is the siblings [starts[i], starts[i + 1]). */
typedef struct dt_cut {
  const dt_list *list;
  uint32_t *starts; /* count + 1 */
  uint32_t count;
  uint32_t reference; /* the record of median size */
  double saved;       /* nodes that the reference explains: coverage less what differs (METHOD 2.4) */
  double similarity;  /* mean of the records' similarity to the reference or to the record before */
  double total;       /* nodes in all records */
  double coverage;    /* METHOD 2.4: nodes in records that are similar to the reference */
} dt_cut;

/* A run of siblings that is one record. */
typedef struct dt_record {
  const dt_index *nodes;
  uint32_t count;
} dt_record;

/* What the texts of a cut's records tell (texts.c). */
typedef struct dt_text_statistics {
  double varying;  /* characters that vary, at most 300 of a record's text counted */
  uint32_t empty;  /* records without varying text */
  uint32_t linked; /* records with a varying text in a link */
} dt_text_statistics;

typedef struct dt_region {
  dt_cut cut;
  dt_text_statistics texts;
  dt_shape reference; /* shape of the reference record */
  uint32_t reference_size;
  uint64_t path;   /* dt_path_hash of the parent */
  uint32_t kind;   /* regions whose kinds are alike hold records of one list (rank.c) */
  double evidence; /* the part of the score that needs no other region */
  double score;
  dt_record *records; /* final, in document order (region.c) */
  uint32_t record_count;
} dt_region;

typedef struct dt_text_count {
  uint32_t cut, record, records; /* last cut and record that it was seen in; records of that cut */
} dt_text_count;

typedef struct dt_engine {
  dt_arena *arena;   /* results and what lives as long */
  dt_arena *scratch; /* rewound after each list */
  const dt_tree *tree;
  const detm_extract_options *options;
  const detm_distance_options *distances_options;
  dt_shapes *shapes; /* a copy: runs are added */
  dt_distances *distances;
  uint32_t *text_before;   /* texts before each node, node_count + 1 */
  uint32_t *linked_before; /* linked texts before each text, text_count + 1 */
  uint32_t *text_number;   /* equal texts have equal numbers */
  uint32_t *text_length;   /* characters, at most 300 */
  uint8_t *text_kind;      /* dt_kind bits by text number */
  dt_text_count *counts;   /* by text number */
  uint32_t cuts_counted;
  dt_region *regions;
  uint32_t region_count, region_capacity;
  double confidence;           /* that regions[0] is the main region */
  const dt_region **like_main; /* regions that hold parts of the main region's list, it among them */
  uint32_t like_main_count;
} dt_engine;

/* Finds all regions of a page, ranked; options checked by the caller.  Both arenas have a scope. */
void dt_engine_run(dt_engine *engine, dt_arena *arena, dt_arena *scratch, const dt_tree *tree,
                   const detm_extract_options *options);

/* list.c: calls dt_region_add for every list of the page, largest fan-out first. */
void dt_lists_visit(dt_engine *engine);

/* segment.c: the best cut of a list, false = none. */
bool dt_list_cut(dt_engine *engine, const dt_list *list, dt_cut *best, dt_text_statistics *texts, double *within);
dt_shape dt_cut_shape(dt_engine *engine, const dt_cut *cut, uint32_t record);
static inline uint32_t dt_cut_size(const dt_cut *cut, uint32_t record) {
  return cut->list->sizes[cut->starts[record + 1]] - cut->list->sizes[cut->starts[record]];
}

/* texts.c */
void dt_texts_prepare(dt_engine *engine);
/* The texts of a record: [*first, *end) in the order of the page. */
void dt_record_texts(const dt_engine *engine, const dt_index *nodes, uint32_t count, uint32_t *first, uint32_t *end);
dt_text_statistics dt_texts_count(dt_engine *engine, const dt_cut *cut);
/* After dt_texts_count: whether a text of that cut's records varies from record to record. */
bool dt_text_varies(const dt_engine *engine, const dt_cut *cut, uint32_t text);
bool dt_record_linked(const dt_engine *engine, const dt_record *record);

/* evidence.c: what a region's own records and place tell for or against it.  After dt_texts_count. */
double dt_region_evidence(dt_engine *engine, const dt_cut *cut);

/* rank.c: scores and sorts the regions, sets like_main and the confidence. */
void dt_regions_rank(dt_engine *engine);

/* region.c */
void dt_region_add(dt_engine *engine, const dt_list *list);
void dt_regions_finish(dt_engine *engine);

#endif
