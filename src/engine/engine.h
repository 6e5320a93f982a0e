/* engine/engine.h: DETM on one page (doc/method 2.4): locate the data regions, separate their records.
 *
 *   lists of siblings -> candidates (ways to cut a list into records) -> the best of each list
 *   -> regions -> ranked, joined, cleaned
 *
 * copies.c         copies of a list for another screen, which are left out
 * sibling_lists.c  lists: the children of a parent, and the children of several similar parents as one list
 * separate.c       cuts of a list into records, and how much each explains; the best cut
 * sibling_kinds.c  kinds of siblings at which a list may be cut
 * starts.c         where records begin, if not with siblings of one kind: leads, separators
 * lines.c          records that line breaks divide
 * tree_distance.c  the tree edit distance by which records are compared
 * text_stats.c     which texts of records vary, and how much text that is
 * evidence.c       features of a region's records and of its place in the page
 * list_parts.c     parts of one list that are separate regions
 * groups.c         records that are groups of the records of another region, or of a list within them
 * inner_lists.c    lists within records
 * levels.c         the levels of nested lists, and another one than ranking and groups.c choose
 * nested.c         posts within posts
 * composition.c    what records consist of, to compare them
 * rank.c           which region is the main one
 * confidence.c     how probable it is that its records are the page's main ones
 * list_page.c      how probable it is that the page has main records, and is not an article
 * regions.c        the final records of each region; dt_engine_run
 * more_records.c   records of a region that its cut lacks
 * explain.c        what was decided, in words
 * page_distance.c  the public distance of two subtrees
 * features.h       the features by which regions are ranked and the confidence is found, with their weights
 * tunables.h       thresholds
 */
#ifndef DT_ENGINE_H
#define DT_ENGINE_H

#include <detm/extract.h>

#include "engine/features.h"
#include "engine/tree_distance.h"
#include "grid/grid.h"
#include "html/tag_tree.h"
#include "values/value_kind.h"

/* Siblings that may hold records: the children of `parent`, or (concatenated) the children of its children as one
 * list. */
typedef struct dt_list {
  dt_index parent;
  const dt_index *nodes;
  const dt_shape *shapes; /* one for each node */
  const uint32_t *sizes;  /* count + 1; sizes[i]: nodes in the subtrees of the first i siblings */
  uint32_t count;
  bool concatenated;
} dt_list;

/* A way to cut a list into records: record i is the siblings [starts[i], starts[i + 1]). */
typedef struct dt_cut {
  const dt_list *list;
  uint32_t *starts; /* count + 1 */
  uint32_t count;
  uint32_t reference; /* the record of median size */
  double saved;       /* nodes that the reference record explains (doc/method 2.4) */
  double similarity;  /* mean similarity of a record to the reference or the record before it, whichever is higher */
  double total;       /* nodes in all records */
  double coverage;    /* nodes in records that are similar to the reference (doc/method 2.4) */
} dt_cut;

/* A run of siblings that is one record. */
typedef struct dt_record {
  const dt_index *nodes;
  uint32_t count;
  uint32_t heading_count;
  const dt_index *headings; /* the headings of its groups (wrapper/group_headings.h); DT_NONE = missing */
  const dt_grid *grid;      /* it is a row of; NULL = none */
  uint32_t row;             /* number of the record of the grid */
  bool post; /* it may hold others of its kind, as a post holds replies, which are records of their own */
} dt_record;

/* The end of the last subtree of a record. */
static inline dt_index dt_record_end(const dt_tree *tree, const dt_record *record) {
  return tree->nodes[record->nodes[record->count - 1]].end;
}

/* Statistics of the texts of a cut's records. */
typedef struct dt_text_statistics {
  double varying;  /* characters of texts that vary; a text counts for at most 300 */
  uint32_t empty;  /* records without varying text */
  uint32_t linked; /* records with a varying text in a link */
  uint32_t brief;  /* records with hardly any text */
  double plain;    /* characters outside links */
} dt_text_statistics;

typedef struct dt_region {
  dt_cut cut;
  dt_text_statistics texts;
  dt_shape reference; /* shape of the reference record */
  uint32_t reference_size;
  uint64_t path;       /* dt_path_hash of the parent */
  uint64_t title;      /* dt_list_title of the parent */
  const dt_grid *grid; /* its records are the rows of; NULL = none */
  uint32_t kind;       /* number of its kind; regions of similar kinds are parts of one list (rank.c) */
  double features[DT_REGION_FEATURE_COUNT];
  double evidence; /* the part of the score that does not depend on other regions */
  double score;
  dt_record *records; /* final, in document order (regions.c) */
  uint32_t record_count;
  bool groups;       /* the members of its records are those of another region (levels.c) */
  bool split;        /* the records are members of those of the cut (groups.c, nested.c) */
  dt_index left_out; /* the first of the nodes that look like records and are left out; if left_out_count != 0 */
  uint32_t left_out_count;
} dt_region;

typedef struct dt_text_count {
  uint32_t cut, record, records; /* the last cut and record with the text; how many records of that cut have it */
} dt_text_count;

typedef struct dt_explanation dt_explanation; /* explain.c */

typedef struct dt_engine {
  dt_arena *arena;   /* for the results */
  dt_arena *scratch; /* rewound after each list */
  const dt_tree *tree;
  const detm_extract_options *options;
  const detm_distance_options *distances_options;
  dt_shapes *shapes; /* a copy of the tree's, to which runs are added */
  dt_distances *distances;
  uint32_t *text_before;   /* texts before each node, node_count + 1 */
  uint32_t *linked_before; /* linked texts before each text, text_count + 1 */
  uint64_t *plain_before;  /* characters outside links before each text, text_count + 1 */
  uint32_t *text_number;   /* equal texts have equal numbers */
  uint32_t *text_length;   /* characters, at most 300 */
  dt_kind *text_kind;      /* dt_kind bits by text number */
  uint8_t *hints;          /* by node: what its class and id suggest (evidence.c); 0 = not read yet */
  uint8_t *marks;          /* by node: bits of DT_MARK */
  dt_text_count *counts;   /* by text number */
  uint32_t cuts_counted;
  dt_grids grids; /* tables of data */
  dt_index title; /* the first h1 with a text; DT_NONE = there is none */
  dt_region *regions;
  uint32_t region_count, region_capacity;
  uint32_t ranked_count;        /* regions up to here are ranked; those from region_count on have no records yet */
  struct dt_region_kind *kinds; /* rank.c */
  double confidence;            /* that the records of regions[0] are the page's main ones, 0 to 1; -1 = unknown */
  double most_confidence;       /* the upper bound by the score */
  double confidence_features[DT_CONFIDENCE_FEATURE_COUNT];
  double list_page_features[DT_LIST_PAGE_FEATURE_COUNT];
  dt_explanation *explanation; /* NULL = nobody asks for it */
  const dt_region **like_main; /* a region, first the main one, and the regions that are parts of its list */
  uint32_t like_main_count;
} dt_engine;

/* Finds and ranks all regions of a page.  The caller has checked the options; both arenas have a scope. */
void dt_engine_run(dt_engine *engine, dt_arena *arena, dt_arena *scratch, const dt_tree *tree,
                   const detm_extract_options *options);

/* Prepares the search of the lists of a page; dt_engine_run begins with it. */
void dt_engine_start(dt_engine *engine, dt_arena *arena, dt_arena *scratch, const dt_tree *tree,
                     const detm_extract_options *options);

/* copies.c: marks the copies of lists and what is hidden; the texts must be prepared. */
enum {
  DT_MARK_COPY = 1,  /* in a copy of a list that is kept elsewhere: never a record */
  DT_MARK_HIDDEN = 2 /* in an element that an attribute or style hides: no record beside visible ones */
};
static inline bool dt_is_copy(const dt_engine *engine, dt_index node) { return engine->marks[node] & DT_MARK_COPY; }
static inline bool dt_is_hidden(const dt_engine *engine, dt_index node) { return engine->marks[node] & DT_MARK_HIDDEN; }
void dt_copies_find(dt_engine *engine);

/* sibling_lists.c: calls dt_region_add for each list of the page, the largest fan-out first. */
void dt_lists_visit(dt_engine *engine);
/* Hash of the class of an element that follows a heading, 0 = none.  Lists with different titles ("Sponsored",
 * "Results") are separate lists even if their records are similar. */
uint64_t dt_list_title(const dt_tree *tree, dt_index node);
static inline bool dt_titles_differ(uint64_t a, uint64_t b) { return a != 0 && b != 0 && a != b; }

/* separate.c: finds the best cut of a list and counts its texts; false if no cut explains anything. */
bool dt_list_cut(dt_engine *engine, const dt_list *list, dt_cut *best, dt_text_statistics *texts, double *within);
/* A hash of the elements of a node and the classes of its blocks, but for links. */
uint64_t dt_hash_without_links(const dt_tree *tree, dt_index node);
/* Computes how much a cut explains, whose records are all known; its shapes and sizes must be known, too. */
void dt_cut_weigh(dt_engine *engine, dt_cut *cut);
dt_shape dt_cut_shape(dt_engine *engine, const dt_cut *cut, uint32_t record);
static inline uint32_t dt_cut_size(const dt_cut *cut, uint32_t record) {
  return cut->list->sizes[cut->starts[record + 1]] - cut->list->sizes[cut->starts[record]];
}

/* lines.c: number the siblings that begin a record with 0, all others with 1.  False: it is not so.
 * Each line between breaks, or each list item, is a record, since all are written alike, or a record begins with the
 * first of the labels that come again; *end: the siblings that the last one ends before. */
bool dt_lines_number(const dt_engine *engine, const dt_list *list, uint32_t *numbers, uint32_t *end);
/* A hash of how the first two pieces of a record are written: "Cox, bow" as "Day, four"; 0 = it has one piece. */
uint64_t dt_writing_of(const dt_engine *engine, const dt_record *record);

/* text_stats.c: numbers the texts of the page. */
void dt_texts_prepare(dt_engine *engine);
/* The texts of a record: [*first, *end) in document order. */
void dt_record_texts(const dt_engine *engine, const dt_index *nodes, uint32_t count, uint32_t *first, uint32_t *end);
static inline void dt_cut_texts(const dt_engine *engine, const dt_cut *cut, uint32_t record, uint32_t *first,
                                uint32_t *end) {
  uint32_t start = cut->starts[record];
  dt_record_texts(engine, cut->list->nodes + start, cut->starts[record + 1] - start, first, end);
}
dt_text_statistics dt_texts_count(dt_engine *engine, const dt_cut *cut);
/* The kind of a text of the page: bits of DT_KIND. */
static inline unsigned dt_text_kind(dt_engine *engine, uint32_t text) {
  uint32_t number = engine->text_number[text];
  if (engine->text_kind[number] == 0) {
    const dt_string *string = &engine->tree->texts[number];
    engine->text_kind[number] = (dt_kind)dt_kind_of((detm_text){engine->tree->bytes + string->start, string->length});
  }
  return engine->text_kind[number];
}
/* Whether a text varies from record to record; dt_texts_count of that cut must come before. */
static inline bool dt_text_varies(const dt_engine *engine, const dt_cut *cut, uint32_t text) {
  uint32_t most = cut->count > 4 ? cut->count : 4; /* max(2, n / 2), doubled */
  return cut->count <= 2 || 2 * engine->counts[engine->text_number[text]].records <= most;
}
bool dt_record_linked(const dt_engine *engine, const dt_record *record);
/* The number of pieces of text in a record: those between decoration count each. */
uint32_t dt_record_pieces(const dt_engine *engine, const dt_record *record);

/* evidence.c: reads the features of a region's records and place, and returns their part of the score; the others are
 * 0. dt_texts_count of the cut must come before. */
double dt_region_evidence(dt_engine *engine, const dt_cut *cut, double features[DT_REGION_FEATURE_COUNT]);

/* rank.c: scores and sorts the regions, sets like_main and the confidence. */
void dt_regions_rank(dt_engine *engine);
/* Sets like_main to the parts of the list of a ranked region. */
void dt_region_parts(dt_engine *engine, const dt_region *region);
/* Whether two ranked regions are parts of one list, and the number of records of the list that a region is part of. */
bool dt_regions_alike(dt_engine *engine, const dt_region *a, const dt_region *b);
double dt_list_records(const dt_engine *engine, const dt_region *region);
/* The first node of a region. */
static inline dt_index dt_region_start(const dt_region *r) { return r->cut.list->nodes[r->cut.starts[0]]; }

/* confidence.c: sets the confidence in the first of the sorted regions, its features and its upper bound. */
void dt_confidence_find(dt_engine *engine);

/* list_page.c: returns the probability that the page is a list page, and sets its features; like_main must be set. */
double dt_list_page_probability(dt_engine *engine);

/* list_parts.c: adds to like_main the regions that are parts of the list of a ranked region.  The scores do not count
 * them; groups.c does. */
void dt_list_parts_add(dt_engine *engine, const dt_region *region);
/* Leaves out records that a heading or rule divides from the others and that say other things, and notes them. */
void dt_drop_other_sections(dt_engine *engine, dt_region *region);
/* Leaves out the records of an element that are all those of elements of another class once more: what was looked at,
 * or is liked most, of the list. */
void dt_drop_repeated(dt_engine *engine, dt_region *region);

/* groups.c: if the records of the first region are groups of the records of another one, or are parts of them, the two
 * change places, but not their scores and features. */
void dt_prefer_members(dt_engine *engine);
/* If the records are groups of the records of lists within them, these are the records: "<h3>Monday</h3>" and three
 * events, the days of a calendar's weeks. */
void dt_split_groups(dt_engine *engine, dt_region *region);

/* Finds the records of the list that most characters of nearly all records of a region are in.  False if the records
 * hold no list. */
bool dt_members_find(dt_engine *engine, const dt_region *groups, dt_region *members);

/* levels.c: whether a text names a level: outer, inner, or a number, from 1 for the outermost. */
bool dt_level_valid(const char *name);
/* Gives the first region, which is finished, the records of another level of its page; NULL = the level that it has.
 * Returns 0, or how many levels there are if the page has no such level. */
uint32_t dt_level_choose(dt_engine *engine, const char *name);
/* Whether the records of one region are groups of nearly all records of another one. */
bool dt_are_groups(const dt_engine *engine, const dt_region *groups, const dt_region *members);
/* Adds the groups whose members became the records of regions as regions, after the others. */
void dt_groups_add(dt_engine *engine);

/* inner_lists.c: finds lists within records, at most `most`, outer ones first.  Their records are in document order, in
 * scratch memory. */
typedef struct dt_inner_list {
  dt_record *records;
  uint32_t count;
} dt_inner_list;
uint32_t dt_inner_lists_find(dt_engine *engine, const dt_record *groups, uint32_t count, dt_inner_list *lists,
                             uint32_t most);

/* Returns a hash of the first word of a class, without digits: "post-12 sticky" and "post-13" are alike. */
uint64_t dt_first_class_hash(const dt_tree *tree, dt_index node);

/* nested.c: if records hold others of their kind, as posts hold replies, each one becomes a record without these. */
void dt_split_nested(dt_engine *engine, dt_region *region);

/* more_records.c: adds records that the region's cut lacks. */
void dt_records_complete(dt_engine *engine, dt_region *region);
/* Notes elements beside the list that look like its records, such as the lead story before the others. */
void dt_records_note_similar(dt_engine *engine, dt_region *region);
/* Notes that nodes like the records are left out, the first of them `node`. */
static inline void dt_region_note(dt_region *region, dt_index node, uint32_t count) {
  if (region->left_out_count == 0) region->left_out = node;
  region->left_out_count += count;
}
/* regions.c: compares the places of two records in the page, for qsort. */
int dt_compare_records(const void *a, const void *b);
/* The record of median size. */
const dt_record *dt_median_record(dt_engine *engine, const dt_region *region);
/* Whether a record of several texts, the first in bold, has nothing but nodes that another one has, which also begins
 * in bold. */
bool dt_record_is_shorter(dt_engine *engine, const dt_record *record, const dt_record *model);

/* explain.c: notes what is decided, if options->explain asks for it.  dt_explain_start begins the notes. */
void dt_explain_start(dt_engine *engine);
/* Notes that the children of an element are no candidate. */
void dt_explain_refused(dt_engine *engine, dt_index parent, const char *why);
/* Keeps the regions, which are ranked. */
void dt_explain_ranked(dt_engine *engine);
/* Notes something of a list and the path of another element: "a part of the list of /html/body/ul". */
void dt_explain_list(dt_engine *engine, const dt_region *region, const char *why, dt_index other);
/* Forgets what was decided about the records of a region, whose records are read again. */
void dt_explain_again(dt_engine *engine, const dt_region *region);
/* Returns a copy of the records of a region before a step; after it, dt_explain_step notes what has changed, and why.
 * Within the step, dt_explain_record notes a better reason for the record that begins with a node. */
dt_record *dt_explain_before(dt_engine *engine, const dt_region *region);
void dt_explain_step(dt_engine *engine, const dt_region *region, const dt_record *before, uint32_t count,
                     const char *why);
void dt_explain_record(dt_engine *engine, dt_index node, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Notes a level, from 1, of the nested records of the page. */
void dt_explain_level(dt_engine *engine, uint32_t level, uint32_t records, bool chosen);
/* Notes that the records of a region are final. */
void dt_explain_result(dt_engine *engine, const dt_region *region);
/* All in words, in the arena. */
const char *dt_explain_text(dt_engine *engine);

/* regions.c: adds the grids of the page as regions. */
void dt_grids_visit(dt_engine *engine);
/* regions.c: adds the best cut of a list as a region, if its texts vary. */
void dt_region_add(dt_engine *engine, const dt_list *list);
/* Finds the records of the ranked regions, at most options->max_regions of them. */
void dt_regions_finish(dt_engine *engine);
/* Finds the records of the main region, or of another as if it were the main one (dt_region_parts must come before). */
void dt_region_finish_main(dt_engine *engine, dt_region *region);
/* Gives a region the records of all parts of its list (like_main), each node once and in document order. */
void dt_region_join(dt_engine *engine, dt_region *region);
/* Finds the records of one region, without records that are elsewhere on the page. */
void dt_region_read(dt_engine *engine, dt_region *region);
/* Gives a region the records of all parts of its list, and never divides them into those of lists within them. */
void dt_region_read_whole(dt_engine *engine, dt_region *region);

#endif
