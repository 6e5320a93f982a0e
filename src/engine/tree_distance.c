/* engine/tree_distance.c: the restricted top-down tree edit distance by dynamic programming.
 *
 * Every pair of shapes is computed once.  A pair that needs the distance of another pair waits on an explicit stack, as
 * the depth of the trees is chosen by the page. */
#include "engine/tree_distance.h"

#include "base/map.h"
#include "base/vec.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { FIRST_KNOWN = 128, FIRST_ROWS = 256, FIRST_PENDING = 64, MAX_CELLS_A_PAIR = 20000 };

/* A pair whose table is being filled: rows for the children of a, columns for those of b. */
typedef struct pending {
  dt_shape a, b;
  const dt_shape *rows, *columns; /* without the children that both have at the start and end */
  uint32_t row_count, column_count, row, column;
  uint32_t cells; /* start of the current row, column_count + 1 distances */
  double diagonal;
  bool begun; /* the current row is filled up to `column` */
} pending;

struct dt_distances {
  dt_arena *arena;
  dt_shapes *shapes;
  double insert, erase, replace, threshold;
  bool bounded;
  uint64_t budget; /* cells left */
  dt_lookup known; /* pairs, a << 32 | b */
  double *known_distances;
  uint32_t known_capacity;
  double *cells;
  uint32_t cell_count, cell_capacity;
  pending *pending;
  uint32_t depth, capacity;
};

dt_distances *dt_distances_new(dt_arena *arena, dt_shapes *shapes, const detm_distance_options *options,
                               uint64_t budget) {
  dt_distances *d = DT_ZERO(arena, dt_distances, 1);
  d->arena = arena;
  d->shapes = shapes;
  d->insert = options->insert;
  d->erase = options->erase;
  d->replace = options->replace;
  d->threshold = options->threshold;
  d->bounded = budget != 0;
  d->budget = budget;
  uint32_t known = shapes->count > FIRST_KNOWN ? shapes->count : FIRST_KNOWN; /* pages compare each with one or two */
  dt_lookup_start(&d->known, arena, known);
  DT_RESERVE(arena, d->known_distances, 0, d->known_capacity, known);
  DT_RESERVE(arena, d->cells, 0, d->cell_capacity, FIRST_ROWS);
  DT_RESERVE(arena, d->pending, 0, d->capacity, FIRST_PENDING);
  return d;
}

static const dt_shape_info *info(const dt_distances *d, dt_shape shape) { return &d->shapes->shapes[shape]; }

static void remember(dt_distances *d, uint64_t pair, double distance) {
  DT_RESERVE(d->arena, d->known_distances, d->known.count, d->known_capacity, 1);
  d->known_distances[dt_lookup_append(&d->known, pair)] = distance;
}

/* The distance is symmetric if inserting and erasing cost the same: then each pair is kept once. */
static void order(const dt_distances *d, dt_shape *a, dt_shape *b) {
  if (*a > *b && d->insert == d->erase) {
    dt_shape swap = *a;
    *a = *b;
    *b = swap;
  }
}

static double whole(const dt_distances *d, dt_shape a, dt_shape b) {
  return d->erase * info(d, a)->size + d->insert * info(d, b)->size;
}

/* Counts the nodes of tags that only one side has, or has more of. */
static void compare_bags(const uint8_t *a, const uint8_t *b, int *only_a, int *only_b) {
#ifdef __SSE2__
  __m128i x = _mm_loadu_si128((const __m128i *)(const void *)a), y = _mm_loadu_si128((const __m128i *)(const void *)b);
  __m128i gone = _mm_sad_epu8(_mm_subs_epu8(x, y), _mm_setzero_si128()); /* two sums of eight */
  __m128i come = _mm_sad_epu8(_mm_subs_epu8(y, x), _mm_setzero_si128());
  *only_a = _mm_cvtsi128_si32(gone) + _mm_extract_epi16(gone, 4);
  *only_b = _mm_cvtsi128_si32(come) + _mm_extract_epi16(come, 4);
#else
  *only_a = *only_b = 0;
  for (int i = 0; i < 16; i++) {
    *only_a += a[i] > b[i] ? a[i] - b[i] : 0;
    *only_b += b[i] > a[i] ? b[i] - a[i] : 0;
  }
#endif
}

/* A lower bound of the distance: nodes of tags that only one side has are erased, inserted or replaced. */
static double at_least(const dt_distances *d, dt_shape a, dt_shape b) {
  const dt_shape_info *x = info(d, a), *y = info(d, b);
  double size = x->size > y->size ? d->erase * (x->size - y->size) : d->insert * (y->size - x->size);
  /* With these weights a count that is full at 255 could exceed the distance. */
  if (d->replace < d->insert || d->replace < d->erase) return size;

  int gone, come;
  compare_bags(x->bag, y->bag, &gone, &come);
  int both = gone < come ? gone : come;
  double swap = d->replace < d->insert + d->erase ? d->replace : d->insert + d->erase;
  double least = swap * both + d->erase * (gone - both) + d->insert * (come - both);
  return size > least ? size : least;
}

static bool is_leaf(const dt_distances *d, dt_shape shape) {
  return info(d, shape)->kid_count == 0 && info(d, shape)->tag != DT_TAG_RUN;
}

/* The distance of two subtrees one of which is a single node: all descendants of the other are inserted or erased. */
static double leaf_distance(const dt_distances *d, dt_shape a, dt_shape b) {
  double root = info(d, a)->tag == info(d, b)->tag ? 0 : d->replace, most = whole(d, a, b);
  double distance = root + most - d->erase - d->insert;
  return distance < most ? distance : most;
}

/* Puts a pair on the stack; false if its table would be too large. */
static bool push(dt_distances *d, dt_shape a, dt_shape b) {
  const dt_shape *rows = dt_shape_kids(d->shapes, a), *columns = dt_shape_kids(d->shapes, b);
  uint32_t row_count = info(d, a)->kid_count, column_count = info(d, b)->kid_count;
  for (; row_count != 0 && column_count != 0 && *rows == *columns; row_count--, column_count--) rows++, columns++;
  for (; row_count != 0 && column_count != 0 && rows[row_count - 1] == columns[column_count - 1]; row_count--)
    column_count--;
  uint64_t cells = (uint64_t)(row_count + 1) * (column_count + 1);
  if (d->bounded && (cells > MAX_CELLS_A_PAIR || cells > d->budget)) return false;
  d->budget -= d->bounded ? cells : 0;
  DT_RESERVE(d->arena, d->pending, d->depth, d->capacity, 1);
  pending *p = &d->pending[d->depth++];
  *p =
      (pending){.a = a, .b = b, .rows = rows, .columns = columns, .row_count = row_count, .column_count = column_count};
  DT_RESERVE(d->arena, d->cells, d->cell_count, d->cell_capacity, (size_t)column_count + 1);
  p->cells = d->cell_count;
  d->cell_count += column_count + 1;
  double *row = d->cells + p->cells;
  row[0] = 0;
  for (uint32_t c = 0; c < column_count; c++) row[c + 1] = row[c] + d->insert * info(d, columns[c])->size;
  return true;
}

/* Sets the distance of two children, or a lower bound that is at least `useful`; false if it must be computed first.
 * Most pairs are known: pages repeat their shapes. */
static bool child_distance(dt_distances *d, dt_shape a, dt_shape b, double useful, double *distance) {
  *distance = 0;
  if (a == b) return true;
  if (is_leaf(d, a) || is_leaf(d, b)) {
    *distance = leaf_distance(d, a, b);
    return true;
  }
  order(d, &a, &b);
  uint32_t known = dt_lookup_find(&d->known, (uint64_t)a << 32 | b);
  *distance = known != DT_NO_NUMBER ? d->known_distances[known] : at_least(d, a, b);
  return known != DT_NO_NUMBER || *distance >= useful;
}

/* Fills the table of the topmost pair as far as it can; false if *a and *b must be computed first. */
static bool fill(dt_distances *d, pending *p, dt_shape *a, dt_shape *b) {
  double *row = d->cells + p->cells;
  for (; p->row < p->row_count; p->row++, p->column = 0, p->begun = false) {
    dt_shape kid = p->rows[p->row];
    double erase = d->erase * info(d, kid)->size, diagonal = p->begun ? p->diagonal : row[0];
    if (!p->begun) {
      row[0] += erase;
      dt_scope_tick(d->arena->scope);
    }
    for (uint32_t c = p->column; c < p->column_count; c++) {
      dt_shape other = p->columns[c];
      double best = row[c + 1] + erase, insert = row[c] + d->insert * info(d, other)->size, replace;
      if (insert < best) best = insert;
      if (diagonal < best) {
        if (!child_distance(d, kid, other, best - diagonal, &replace)) {
          p->begun = true;
          p->column = c;
          p->diagonal = diagonal;
          *a = kid;
          *b = other;
          return false;
        }
        if (diagonal + replace < best) best = diagonal + replace;
      }
      diagonal = row[c + 1];
      row[c + 1] = best;
    }
  }

  return true;
}

/* A node that is compared with a run of siblings is a run of one. */
double dt_distance(dt_distances *d, dt_shape a, dt_shape b) {
  if (a == b) return 0;

  bool run_a = info(d, a)->tag == DT_TAG_RUN, run_b = info(d, b)->tag == DT_TAG_RUN;
  dt_shape *single = run_a ? &b : &a, kid = *single;
  if (run_a != run_b) *single = dt_shape_intern(d->shapes, DT_TAG_RUN, &kid, 1);
  order(d, &a, &b);
  uint64_t pair = (uint64_t)a << 32 | b;
  uint32_t known = dt_lookup_find(&d->known, pair);
  if (known != DT_NO_NUMBER) return d->known_distances[known];
  double distance = whole(d, a, b);
  if (!push(d, a, b)) remember(d, pair, distance);

  while (d->depth != 0) {
    pending *p = &d->pending[d->depth - 1];
    if (fill(d, p, &a, &b)) {
      double most = whole(d, p->a, p->b);
      distance = d->cells[p->cells + p->column_count];
      if (info(d, p->a)->tag != info(d, p->b)->tag) distance += d->replace;
      if (distance > most) distance = most;
      d->cell_count = p->cells;
      d->depth--;
      remember(d, (uint64_t)p->a << 32 | p->b, distance);
      continue;
    }
    order(d, &a, &b);
    if (!push(d, a, b)) remember(d, (uint64_t)a << 32 | b, whole(d, a, b));
  }

  return distance;
}

double dt_distance_within(dt_distances *d, dt_shape a, dt_shape b, double limit) {
  if (a == b) return 0;
  double least = limit < whole(d, a, b) ? at_least(d, a, b) : 0;
  return least > limit ? least : dt_distance(d, a, b);
}

double dt_similarity(dt_distances *d, dt_shape a, dt_shape b) {
  double sizes = (double)info(d, a)->size + info(d, b)->size, similarity = 1 - dt_distance(d, a, b) / sizes;
  return similarity > 0 ? similarity : 0;
}

bool dt_similar(dt_distances *d, dt_shape a, dt_shape b) {
  double limit = (1 - d->threshold) * ((double)info(d, a)->size + info(d, b)->size);
  return dt_distance_within(d, a, b, limit) < limit;
}

bool dt_distance_to_prefixes(dt_distances *d, dt_shape a, const dt_shape *run, uint32_t count, double *out) {
  bool single = info(d, a)->tag != DT_TAG_RUN;
  uint32_t rows = single ? 1 : info(d, a)->kid_count;
  uint64_t cells = (uint64_t)rows * count;
  if (d->bounded && (cells > MAX_CELLS_A_PAIR || cells > d->budget)) return false;

  d->budget -= d->bounded ? cells : 0;
  out[0] = 0;
  for (uint32_t c = 0; c < count; c++) out[c + 1] = out[c] + d->insert * info(d, run[c])->size;

  for (uint32_t r = 0; r < rows; r++) {
    dt_shape kid = single ? a : dt_shape_kids(d->shapes, a)[r];
    double erase = d->erase * info(d, kid)->size, diagonal = out[0];
    out[0] += erase;
    for (uint32_t c = 0; c < count; c++) {
      double best = out[c + 1] + erase, insert = out[c] + d->insert * info(d, run[c])->size;
      if (insert < best) best = insert;
      if (diagonal < best) {
        double replace = diagonal + dt_distance_within(d, kid, run[c], best - diagonal);
        if (replace < best) best = replace;
      }
      diagonal = out[c + 1];
      out[c + 1] = best;
    }
  }

  return true;
}

dt_shape dt_shape_of_run(dt_distances *d, const dt_shape *run, uint32_t count) {
  return count == 1 ? run[0] : dt_shape_intern(d->shapes, DT_TAG_RUN, run, count);
}
