/* Tests of src/repair/assign.c, against a search of all assignments. */
#include "repair/repair.h"

#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

TestSuite(assign, .fini = find_leaks);

enum { MOST = 6 };

typedef struct problem {
  double gain[MOST * MOST];
  uint32_t rows, columns;
} problem;

static double sum_of(const problem *p, const uint32_t *column_of) {
  double sum = 0;
  for (uint32_t r = 0; r < p->rows; r++)
    if (column_of[r] != DT_UNASSIGNED) sum += p->gain[r * p->columns + column_of[r]];
  return sum;
}

/* The best sum of the rows from `row` on, by trying all assignments. */
static double best_sum(const problem *p, uint32_t row, unsigned taken) {
  if (row == p->rows) return 0;
  double best = best_sum(p, row + 1, taken);
  for (uint32_t c = 0; c < p->columns; c++) {
    double gain = p->gain[row * p->columns + c];
    if (taken >> c & 1 || gain <= 0) continue;
    double sum = gain + best_sum(p, row + 1, taken | 1u << c);
    if (sum > best) best = sum;
  }
  return best;
}

static problem random_problem(void) {
  problem p = {.rows = (uint32_t)rand() % (MOST + 1), .columns = (uint32_t)rand() % (MOST + 1)};
  for (uint32_t i = 0; i < p.rows * p.columns; i++) p.gain[i] = rand() % 5 == 0 ? -INFINITY : rand() % 41 - 15;
  return p;
}

static bool solve(const problem *p, uint32_t *column_of) {
  dt_scope scope;
  dt_arena arena;
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  bool done = setjmp(scope.escape) == 0;
  if (done) dt_assign(&arena, p->gain, p->rows, p->columns, column_of);
  dt_arena_free(&arena);
  return done;
}

Test(assign, finds_the_best_assignment) {
  srand(3);
  for (unsigned i = 0; i < rounds(2000); i++) {
    problem p = random_problem();
    uint32_t column_of[MOST];
    cr_assert(solve(&p, column_of));
    cr_assert_float_eq(sum_of(&p, column_of), best_sum(&p, 0, 0), 1e-9, "round %u", i);
  }
}

Test(assign, assigns_a_column_to_one_row_and_none_without_gain) {
  srand(4);
  for (unsigned i = 0; i < rounds(500); i++) {
    problem p = random_problem();
    uint32_t column_of[MOST];
    unsigned taken = 0;
    cr_assert(solve(&p, column_of));
    for (uint32_t r = 0; r < p.rows; r++) {
      if (column_of[r] == DT_UNASSIGNED) continue;
      cr_assert_gt(p.gain[r * p.columns + column_of[r]], 0);
      cr_assert_not(taken >> column_of[r] & 1);
      taken |= 1u << column_of[r];
    }
  }
}

Test(assign, is_not_greedy) {
  problem p = {.gain = {10, 9, 9, 1}, .rows = 2, .columns = 2};
  uint32_t column_of[MOST];
  cr_assert(solve(&p, column_of));
  cr_assert_eq(column_of[0], 1);
  cr_assert_eq(column_of[1], 0);
}
