/* engine/rank.c: which region is the main one of the page (doc/method 2.8).
 *
 * A list may be laid out in several parents (rows of a grid, a table for each month): regions with equal tag paths and
 * similar records are of one kind and count as one list. */
#include "engine/engine.h"
#include "engine/tunables.h"

#include <math.h>
#include <stdlib.h>

enum {
  MIN_ALIKE = 6, /* nodes of a record; smaller ones are similar by chance */
  MAX_KINDS = 64 /* kinds of one path that are compared with each other */
};

/* Regions with the same path, title, shape of record, visibility, and share of records with a link (in tenths). */
typedef struct dt_region_kind {
  uint64_t path, title; /* path: of grids, their identity */
  bool grid, hidden;
  dt_shape shape;
  uint32_t size, tenths, regions;
  double varying, records, brief, plain;                     /* sums over its regions */
  double list_varying, list_records, list_brief, list_plain; /* sums over the regions of similar kinds, too */
  double evidence, twin_evidence; /* the highest of its regions; the highest of its twins', too */
} kind;

static uint32_t tenths(const dt_region *r) { return (uint32_t)(10.0 * r->texts.linked / r->cut.count + 0.5); }

/* Whether two kinds differ only in their titles.  Then the amount of records decides which is the main one. */
static bool is_twin(dt_engine *e, const kind *a, const kind *b) {
  return !a->grid && !b->grid && a->path == b->path && dt_titles_differ(a->title, b->title) &&
         (a->shape == b->shape || dt_similar(e->distances, a->shape, b->shape));
}

static bool alike(dt_engine *e, const kind *a, const kind *b) {
  if (a == b) return true;
  if (a->hidden != b->hidden) return false;
  if (a->grid || b->grid) return a->grid && b->grid && a->path == b->path;
  if (a->path != b->path || dt_titles_differ(a->title, b->title) || a->size < MIN_ALIKE || b->size < MIN_ALIKE)
    return false;
  if (a->tenths > b->tenths + 2 || b->tenths > a->tenths + 2) return false;
  return a->shape == b->shape || dt_similar(e->distances, a->shape, b->shape);
}

/* Tables are parts of one list if they have the same header, wherever they are. */
static uint64_t list_key(const dt_region *r) { return r->grid != NULL ? r->grid->identity : r->path; }

static bool is_hidden_region(const dt_region *r) { return r->features[DT_R_hidden] != 0; }

static int by_path(const void *a, const void *b) {
  const dt_region *x = *(const dt_region *const *)a, *y = *(const dt_region *const *)b;
  if (list_key(x) != list_key(y)) return list_key(x) < list_key(y) ? -1 : 1;
  if ((x->grid != NULL) != (y->grid != NULL)) return x->grid != NULL ? -1 : 1;
  if (is_hidden_region(x) != is_hidden_region(y)) return is_hidden_region(x) ? 1 : -1;
  if (x->title != y->title) return x->title < y->title ? -1 : 1;
  if (x->reference != y->reference) return x->reference < y->reference ? -1 : 1;
  if (tenths(x) != tenths(y)) return tenths(x) < tenths(y) ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Sorts the regions into kinds. */
static kind *find_region_kinds(dt_engine *e, uint32_t *count) {
  dt_region **sorted = DT_ARRAY(e->scratch, dt_region *, e->region_count);
  kind *kinds = DT_ZERO(e->arena, kind, e->region_count), *k = NULL;
  for (uint32_t i = 0; i < e->region_count; i++) sorted[i] = &e->regions[i];
  qsort(sorted, e->region_count, sizeof *sorted, by_path);

  for (uint32_t i = 0; i < e->region_count; i++) {
    dt_region *r = sorted[i];
    bool same = k != NULL && k->grid == (r->grid != NULL) && k->hidden == is_hidden_region(r) &&
                k->path == list_key(r) &&
                (k->grid || (r->reference_size >= MIN_ALIKE && k->title == r->title && k->shape == r->reference &&
                             k->tenths == tenths(r)));
    if (!same) {
      k = k != NULL ? k + 1 : kinds;
      *k = (kind){.path = list_key(r),
                  .title = r->title,
                  .grid = r->grid != NULL,
                  .hidden = is_hidden_region(r),
                  .shape = r->reference,
                  .size = r->reference_size,
                  .tenths = tenths(r)};
    }
    if (k->regions++ == 0 || r->evidence > k->evidence) k->evidence = k->twin_evidence = r->evidence;
    k->varying += r->texts.varying;
    k->records += r->cut.count;
    k->brief += r->texts.brief;
    k->plain += r->texts.plain;
    r->kind = (uint32_t)(k - kinds);
  }

  *count = (uint32_t)(k - kinds) + 1;
  return kinds;
}

static void add_kind_sums(kind *to, const kind *from) {
  to->list_varying += from->varying;
  to->list_records += from->records;
  to->list_brief += from->brief;
  to->list_plain += from->plain;
}

/* Adds the sums of similar kinds to each other.  Kinds of one path are next to each other. */
static void add_similar_kinds(dt_engine *e, kind *kinds, uint32_t count) {
  for (uint32_t a = 0; a < count; a++) {
    add_kind_sums(&kinds[a], &kinds[a]);
    for (uint32_t b = a; b-- > 0 && a - b < MAX_KINDS && kinds[b].path == kinds[a].path;) {
      if (is_twin(e, &kinds[a], &kinds[b])) {
        kinds[a].twin_evidence = fmax(kinds[a].twin_evidence, kinds[b].evidence);
        kinds[b].twin_evidence = fmax(kinds[b].twin_evidence, kinds[a].evidence);
      }
      if (!alike(e, &kinds[a], &kinds[b])) continue;
      add_kind_sums(&kinds[a], &kinds[b]);
      add_kind_sums(&kinds[b], &kinds[a]);
    }
  }
}

static int by_region_score(const void *a, const void *b) {
  const dt_region *x = a, *y = b;
  if (x->score != y->score) return x->score > y->score ? -1 : 1;
  if (x->cut.list->parent != y->cut.list->parent) return x->cut.list->parent < y->cut.list->parent ? -1 : 1;
  return (x->cut.list->concatenated > y->cut.list->concatenated) -
         (x->cut.list->concatenated < y->cut.list->concatenated);
}

bool dt_regions_alike(dt_engine *e, const dt_region *a, const dt_region *b) {
  return alike(e, &e->kinds[a->kind], &e->kinds[b->kind]);
}

double dt_list_records(const dt_engine *e, const dt_region *region) { return e->kinds[region->kind].list_records; }

void dt_region_parts(dt_engine *e, const dt_region *region) {
  if (e->like_main == NULL) e->like_main = DT_ARRAY(e->arena, const dt_region *, e->region_count);
  e->like_main_count = 0;
  e->like_main[e->like_main_count++] = region;
  for (uint32_t i = 0; i < e->region_count; i++)
    if (&e->regions[i] != region && dt_regions_alike(e, region, &e->regions[i]))
      e->like_main[e->like_main_count++] = &e->regions[i];
}

/* The share of the list's nodes that one record explains; the reference record counts once for all its parts. */
static double explained(const dt_region *r, const kind *k) {
  double total = r->cut.total > 1 ? r->cut.total : 1;
  double share = r->cut.saved / total + r->reference_size / total * (1 - r->cut.count / k->list_records);
  return share < DT_MIN_SAVED ? DT_MIN_SAVED : share > 1 ? 1 : share;
}

static double score_region(const dt_engine *e, dt_region *r) {
  const kind *k = &e->kinds[r->kind];
  if (e->options->ranking == DETM_RANK_COVERAGE) return r->cut.coverage;
  double *x = r->features, score = r->evidence + k->twin_evidence - k->evidence;
  x[DT_R_varying] = log(1 + k->list_varying);
  x[DT_R_records] = log(k->list_records);
  x[DT_R_saved] = log(explained(r, k));
  x[DT_R_brief] = k->list_brief / k->list_records;
  x[DT_R_plain] = log(DT_MIN_PLAIN + k->list_plain / (1 + (double)e->plain_before[e->tree->text_count]));
  for (int f = DT_R_varying; f < DT_REGION_FEATURE_COUNT; f++) score += dt_region_features[f].weight * x[f];
  return score;
}

void dt_regions_rank(dt_engine *e) {
  if (e->region_count == 0) return;
  dt_mark mark = dt_arena_mark(e->scratch);
  uint32_t kind_count;

  e->kinds = find_region_kinds(e, &kind_count);
  add_similar_kinds(e, e->kinds, kind_count);
  for (uint32_t i = 0; i < e->region_count; i++) e->regions[i].score = score_region(e, &e->regions[i]);
  qsort(e->regions, e->region_count, sizeof *e->regions, by_region_score);
  e->confidence = -1;
  dt_explain_ranked(e);
  if (e->options->ranking != DETM_RANK_COVERAGE) dt_prefer_members(e);
  dt_region_parts(e, &e->regions[0]);
  if (e->options->ranking != DETM_RANK_COVERAGE) dt_confidence_find(e);
  dt_arena_rewind(e->scratch, mark);
}
