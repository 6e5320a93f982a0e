/* engine/rank.c: which region is the page's main one.
 *
 * A list may be laid out in several parents (rows of a grid, one table each month): regions of one kind, that is
 * with equal tag paths and similar records, count as one list. */
#include "engine/engine.h"

#include <math.h>
#include <stdlib.h>

enum {
  LEAST_ALIKE = 6, /* nodes of a record below which likeness means nothing */
  MOST_KINDS = 64  /* of a path that are compared with each other */
};

/* Regions with the same path, shape of record, and share of records with a link (in tenths). */
typedef struct kind {
  uint64_t path;
  dt_shape shape;
  uint32_t size, tenths, regions;
  double varying, records;           /* sums over its regions */
  double list_varying, list_records; /* and over those of the kinds like it */
} kind;

static uint32_t tenths(const dt_region *r) { return (uint32_t)(10.0 * r->texts.linked / r->cut.count + 0.5); }

static bool alike(dt_engine *e, const kind *a, const kind *b) {
  if (a == b) return true;
  if (a->path != b->path || a->size < LEAST_ALIKE || b->size < LEAST_ALIKE) return false;
  if (a->tenths > b->tenths + 2 || b->tenths > a->tenths + 2) return false;
  return a->shape == b->shape || dt_similar(e->distances, a->shape, b->shape);
}

static int by_path(const void *a, const void *b) {
  const dt_region *x = *(const dt_region *const *)a, *y = *(const dt_region *const *)b;
  if (x->path != y->path) return x->path < y->path ? -1 : 1;
  if (x->reference != y->reference) return x->reference < y->reference ? -1 : 1;
  if (tenths(x) != tenths(y)) return tenths(x) < tenths(y) ? -1 : 1;
  return x < y ? -1 : x > y;
}

static bool joins(const kind *k, const dt_region *r) {
  return r->reference_size >= LEAST_ALIKE && k->path == r->path && k->shape == r->reference && k->tenths == tenths(r);
}

/* Sorts the regions into kinds. */
static kind *find_kinds(dt_engine *e, uint32_t *count) {
  dt_region **sorted = DT_ARRAY(e->scratch, dt_region *, e->region_count);
  kind *kinds = DT_ZERO(e->scratch, kind, e->region_count);
  *count = 0;
  for (uint32_t i = 0; i < e->region_count; i++) sorted[i] = &e->regions[i];
  qsort(sorted, e->region_count, sizeof *sorted, by_path);
  for (uint32_t i = 0; i < e->region_count; i++) {
    dt_region *r = sorted[i];
    if (*count == 0 || !joins(&kinds[*count - 1], r))
      kinds[(*count)++] =
          (kind){.path = r->path, .shape = r->reference, .size = r->reference_size, .tenths = tenths(r)};
    kind *k = &kinds[*count - 1];
    k->regions++;
    k->varying += r->texts.varying;
    k->records += r->cut.count;
    r->kind = *count - 1;
  }
  return kinds;
}

/* Adds up what kinds that are alike hold; kinds of one path follow each other. */
static void add_up(dt_engine *e, kind *kinds, uint32_t count) {
  for (uint32_t a = 0; a < count; a++) {
    kinds[a].list_varying += kinds[a].varying;
    kinds[a].list_records += kinds[a].records;
    for (uint32_t b = a; b-- > 0 && a - b < MOST_KINDS && kinds[b].path == kinds[a].path;) {
      if (!alike(e, &kinds[a], &kinds[b])) continue;
      kinds[a].list_varying += kinds[b].varying;
      kinds[a].list_records += kinds[b].records;
      kinds[b].list_varying += kinds[a].varying;
      kinds[b].list_records += kinds[a].records;
    }
  }
}

static int by_score(const void *a, const void *b) {
  const dt_region *x = a, *y = b;
  if (x->score != y->score) return x->score > y->score ? -1 : 1;
  if (x->cut.list->parent != y->cut.list->parent) return x->cut.list->parent < y->cut.list->parent ? -1 : 1;
  return (x->cut.list->concatenated > y->cut.list->concatenated) -
         (x->cut.list->concatenated < y->cut.list->concatenated);
}

static dt_index first_of(const dt_region *r) { return r->cut.list->nodes[r->cut.starts[0]]; }
static dt_index last_of(const dt_region *r) { return r->cut.list->nodes[r->cut.starts[r->cut.count] - 1]; }

/* A rival lies elsewhere or holds another number of records: the same list cut otherwise is none. */
static const dt_region *find_rival(dt_engine *e, const kind *kinds) {
  const dt_region *main = &e->regions[0];
  for (uint32_t i = 1; i < e->region_count; i++) {
    const dt_region *r = &e->regions[i];
    if (alike(e, &kinds[main->kind], &kinds[r->kind])) continue;
    bool elsewhere = last_of(r) < first_of(main) || first_of(r) > last_of(main);
    double share = kinds[r->kind].list_records / kinds[main->kind].list_records;
    if (elsewhere || share < 0.8 || share > 1.25) return r;
  }
  return NULL;
}

static double logistic(double x) { return 1 / (1 + exp(-x)); }

/* How far the second is behind, and whether the first is as good as main regions are: hardly one of them
 * has a score below 7, but half of the noise. */
static double confidence(dt_engine *e, const kind *kinds) {
  enum { LEAST_SCORE = 7 };
  const dt_region *rival = find_rival(e, kinds);
  double ahead = rival != NULL ? logistic(e->regions[0].score - rival->score) : 1;
  double good = logistic(e->regions[0].score - LEAST_SCORE);
  return ahead < good ? ahead : good;
}

static void take_like_main(dt_engine *e, const kind *kinds) {
  e->like_main = DT_ARRAY(e->arena, const dt_region *, e->region_count);
  for (uint32_t i = 0; i < e->region_count; i++)
    if (i == 0 || alike(e, &kinds[e->regions[0].kind], &kinds[e->regions[i].kind]))
      e->like_main[e->like_main_count++] = &e->regions[i];
}

void dt_regions_rank(dt_engine *e) {
  if (e->region_count == 0) return;
  dt_mark mark = dt_arena_mark(e->scratch);
  uint32_t kind_count;
  kind *kinds = find_kinds(e, &kind_count);
  add_up(e, kinds, kind_count);
  for (uint32_t i = 0; i < e->region_count; i++) {
    dt_region *r = &e->regions[i];
    const kind *k = &kinds[r->kind];
    bool by_coverage = e->options->ranking == DETM_RANK_COVERAGE;
    r->score =
        by_coverage ? r->cut.coverage : r->evidence + 0.5 * log(1 + k->list_varying) + 0.75 * log(k->list_records);
  }
  qsort(e->regions, e->region_count, sizeof *e->regions, by_score);
  e->confidence = e->options->ranking == DETM_RANK_COVERAGE ? -1 : confidence(e, kinds);
  take_like_main(e, kinds);
  dt_arena_rewind(e->scratch, mark);
}
