/* Tests of src/base/scope.c: a function that runs to its end, and one that is left. */
#include "base/scope.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <time.h>

TestSuite(scope, .fini = find_leaks);

static void burn(double seconds) {
  struct timespec now;
  double end = 0;
  do {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    double used = (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
    if (end <= 0) end = used + seconds;
    if (used > end) return;
  } while (1);
}

typedef struct work {
  dt_scope scope;
  unsigned ticks;
} work;

static void tick(void *data) {
  work *w = data;
  burn(0.002);
  for (; w->ticks < 5000; ++w->ticks) dt_scope_tick(&w->scope);
}

Test(scope, is_left_when_its_time_is_up) {
  work w = {.ticks = 0};
  dt_scope_start(&w.scope, 0.001);
  cr_assert_not(dt_scope_run(&w.scope, tick, &w));
  cr_assert_eq(w.scope.status, DETM_LIMIT);
  cr_assert_lt(w.ticks, 1024);
}

Test(scope, is_not_left_without_a_limit) {
  work w = {.ticks = 0};
  dt_scope_start(&w.scope, 0);
  cr_assert(dt_scope_run(&w.scope, tick, &w));
  cr_assert_eq(w.ticks, 5000);
  cr_assert_eq(w.scope.status, DETM_OK);
}

static void count_record(void *data) {
  work *w = data;
  dt_scope_limit_records(&w->scope, ++w->ticks, 2);
}

Test(scope, runs_several_functions_in_turn) {
  work w = {.ticks = 0};
  dt_scope_start(&w.scope, 0);
  cr_assert(dt_scope_run(&w.scope, count_record, &w));
  cr_assert(dt_scope_run(&w.scope, count_record, &w));
  cr_assert_not(dt_scope_run(&w.scope, count_record, &w));
  cr_assert_eq(w.scope.status, DETM_LIMIT);
  cr_assert_eq(w.scope.most_records, 2);
}
