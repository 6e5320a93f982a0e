/* Tests of src/engine/tree_distance.c: the restricted tree edit distance against values computed by hand, against
 * doc/method 2.2 to the letter, and against Zhang and Shasha's. */
#include "engine/tree_distance.h"

#include "engine/trees.h"
#include "html/pages.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

TestSuite(distance, .fini = find_leaks);

#define NEAR 1e-9

static const detm_distance_options weights[] = {
    {1, 1, 1.5, 0.75}, {1, 1, 1, 0.75},  {1, 1, 2, 0.75},        {1, 1, 5, 0.75},
    {2, 1, 1.5, 0.5},  {1, 3, 2.5, 0.9}, {0.5, 0.5, 0.25, 0.75},
};
enum { WEIGHTS = sizeof weights / sizeof *weights };

Test(distance, is_as_computed_by_hand) {
  static const struct {
    const char *a, *b;
    double expected;
  } cases[] = {
      {"a", "a", 0},
      {"a", "b", 1.5},
      {"a(b)", "a", 1},
      {"a", "a(b c d)", 3},
      {"a(b c)", "a(c b)", 2},
      {"a(b c)", "a(b d)", 1.5},
      {"a(b c d)", "a(b x c d)", 1},
      {"a(b(c d) e)", "a(e)", 3},
      {"a(b(c d))", "a(c d)", 4.5}, /* b becomes c and loses both children, d is added */
      {"a(b)", "c(d)", 3},
      {"a(b c d)", "x", 4.5},          /* 1.5 + 3 */
      {"a(b c d e f)", "x(y z)", 7.5}, /* three replaced, three removed */
      {"a(b(c))", "a(b(d))", 1.5},
      {"a(b(c))", "a(d(c))", 1.5},
      {"a(b(c(d)))", "b(c(d))", 5.5}, /* a, b and c replaced, d removed; replacing all of it would cost 7 */
      {"a(l(x y) l(x y) l(x y))", "a(l(x y) l(x) l(x y) l(x y))", 2},
  };
  trees t;
  trees_start(&t);
  dt_distances *d = trees_distances(&t, NULL, 0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double distance = dt_distance(d, tree_of(&t, cases[i].a), tree_of(&t, cases[i].b));
    cr_expect_float_eq(distance, cases[i].expected, NEAR, "%s and %s: %g", cases[i].a, cases[i].b, distance);
  }
  trees_free(&t);
}

Test(distance, uses_the_weights) {
  static const struct {
    const char *a, *b;
    detm_distance_options options;
    double expected;
  } cases[] = {
      {"a(b)", "a", {1, 10, 1.5, 0}, 10},    {"a", "a(b)", {10, 1, 1.5, 0}, 10}, {"a(b)", "a(c)", {1, 1, 7, 0}, 2},
      {"a(b)", "a(c)", {1, 1, 0.5, 0}, 0.5}, {"a", "b", {1, 2, 9, 0}, 3},        {"a(b c)", "a(c b)", {1, 1, 0, 0}, 0},
      {"a(b)", "c(d e)", {0, 0, 5, 0}, 0},   {"a(b c)", "a", {0, 2, 1, 0}, 4},
  };
  trees t;
  trees_start(&t);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dt_distances *d = trees_distances(&t, &cases[i].options, 0);
    double distance = dt_distance(d, tree_of(&t, cases[i].a), tree_of(&t, cases[i].b));
    cr_expect_float_eq(distance, cases[i].expected, NEAR, "%s and %s: %g", cases[i].a, cases[i].b, distance);
  }
  trees_free(&t);
}

static dt_shape some_tree(trees *t, uint32_t *seed) {
  return tree_random(t, seed, 1 + draw(seed, 14), 1 + draw(seed, 4));
}

Test(distance, is_that_of_method_2_2_for_all_weights) {
  trees t;
  trees_start(&t);
  uint32_t seed = 1;
  for (int w = 0; w < WEIGHTS; w++) {
    dt_distances *d = trees_distances(&t, &weights[w], 0);
    for (int round = 0; round < 600; round++) {
      dt_shape a = some_tree(&t, &seed), b = some_tree(&t, &seed);
      cr_assert_float_eq(dt_distance(d, a, b), plain_distance(&t, &weights[w], a, b), NEAR, "weights %d, round %d", w,
                         round);
    }
  }
  trees_free(&t);
}

Test(distance, of_a_tree_to_itself_is_0_and_to_others_more) {
  trees t;
  trees_start(&t);
  uint32_t seed = 2;
  dt_distances *d = trees_distances(&t, NULL, 0);
  for (int round = 0; round < 2000; round++) {
    dt_shape a = some_tree(&t, &seed), b = some_tree(&t, &seed);
    cr_assert_eq(dt_distance(d, a, a), 0);
    cr_assert_eq(dt_distance(d, a, b) > 0, a != b);
  }
  trees_free(&t);
}

Test(distance, is_symmetric_with_equal_weights_and_reverses_with_swapped_ones) {
  const detm_distance_options there = {2, 1, 1.5, 0.75}, back = {1, 2, 1.5, 0.75};
  trees t;
  trees_start(&t);
  uint32_t seed = 3;
  for (int round = 0; round < 100; round++) {
    dt_shape a = some_tree(&t, &seed), b = some_tree(&t, &seed);
    cr_assert_float_eq(dt_distance(trees_distances(&t, NULL, 0), a, b), dt_distance(trees_distances(&t, NULL, 0), b, a),
                       NEAR);
    cr_assert_float_eq(dt_distance(trees_distances(&t, &there, 0), a, b),
                       dt_distance(trees_distances(&t, &back, 0), b, a), NEAR);
  }
  trees_free(&t);
}

Test(distance, satisfies_the_triangle_inequality) {
  trees t;
  trees_start(&t);
  uint32_t seed = 4;
  dt_distances *d = trees_distances(&t, NULL, 0);
  for (int round = 0; round < 3000; round++) {
    dt_shape a = some_tree(&t, &seed), b = some_tree(&t, &seed), c = some_tree(&t, &seed);
    cr_assert_leq(dt_distance(d, a, c), dt_distance(d, a, b) + dt_distance(d, b, c) + NEAR);
  }
  trees_free(&t);
}

Test(distance, is_between_the_difference_and_the_sum_of_the_sizes) {
  trees t;
  trees_start(&t);
  uint32_t seed = 5;
  dt_distances *d = trees_distances(&t, NULL, 0);
  for (int round = 0; round < 2000; round++) {
    dt_shape a = some_tree(&t, &seed), b = some_tree(&t, &seed);
    double x = t.shapes->shapes[a].size, y = t.shapes->shapes[b].size, distance = dt_distance(d, a, b);
    cr_assert_geq(distance, x > y ? x - y : y - x);
    cr_assert_leq(distance, x + y);
    cr_assert_float_eq(dt_similarity(d, a, b), 1 - distance / (x + y), NEAR);
    cr_assert_eq(dt_similar(d, a, b), dt_similarity(d, a, b) > 0.75 + NEAR);
  }
  trees_free(&t);
}

Test(distance, is_never_below_zhang_and_shasha) {
  trees t;
  trees_start(&t);
  uint32_t seed = 6, above = 0;
  for (int w = 0; w < WEIGHTS; w++) {
    dt_distances *d = trees_distances(&t, &weights[w], 0);
    for (int round = 0; round < 700; round++) {
      dt_shape a = some_tree(&t, &seed), b = some_tree(&t, &seed);
      double ours = dt_distance(d, a, b), theirs = zhang_shasha(&t, &weights[w], a, b);
      cr_assert_geq(ours, theirs - NEAR);
      above += ours > theirs + NEAR;
    }
  }
  cr_expect_gt(above, 100, "the oracle differs somewhere");
  trees_free(&t);
}

/* Removing leaves again and again keeps every parent of a remaining node: the removed nodes are whole subtrees, and no
 * mapping costs less than the difference of the sizes. */
Test(distance, is_zhang_and_shashas_if_only_subtrees_were_removed) {
  trees t;
  trees_start(&t);
  uint32_t seed = 7;
  dt_distances *d = trees_distances(&t, NULL, 0);
  for (int round = 0; round < 1500; round++) {
    dt_shape a = tree_random(&t, &seed, 1 + draw(&seed, 30), 3), b = tree_pruned(&t, &seed, a);
    double gone = (double)t.shapes->shapes[a].size - t.shapes->shapes[b].size;
    cr_assert_float_eq(dt_distance(d, a, b), gone, NEAR);
    cr_assert_float_eq(dt_distance(d, b, a), gone, NEAR);
    cr_assert_float_eq(zhang_shasha(&t, &detm_distance_defaults, a, b), gone, NEAR);
  }
  trees_free(&t);
}

/* Trees with equal roots whose other nodes are children of the root: a mapping that leaves a root out can include it at
 * no cost. */
Test(distance, is_zhang_and_shashas_for_trees_of_two_levels_with_one_root) {
  trees t;
  trees_start(&t);
  uint32_t seed = 8;
  dt_distances *d = trees_distances(&t, NULL, 0);
  for (int round = 0; round < 1500; round++) {
    dt_shape both[2], kids[12];
    for (int side = 0; side < 2; side++) {
      uint32_t count = draw(&seed, 12);
      for (uint32_t k = 0; k < count; k++) kids[k] = tree_random(&t, &seed, 1, 4);
      both[side] = dt_shape_intern(t.shapes, DT_TAG_ul, kids, count);
    }
    cr_assert_float_eq(dt_distance(d, both[0], both[1]), zhang_shasha(&t, &detm_distance_defaults, both[0], both[1]),
                       NEAR);
  }
  trees_free(&t);
}

Test(distance, within_a_limit_is_exact_below_it_and_never_too_large) {
  trees t;
  trees_start(&t);
  uint32_t seed = 9;
  for (int w = 0; w < WEIGHTS; w++) {
    dt_distances *whole = trees_distances(&t, &weights[w], 0);
    for (int round = 0; round < 80; round++) {
      dt_distances *d = trees_distances(&t, &weights[w], 0);
      dt_shape a = some_tree(&t, &seed), b = some_tree(&t, &seed);
      double limit = draw(&seed, 60) / 2.0, exact = dt_distance(whole, a, b),
             within = dt_distance_within(d, a, b, limit);
      cr_assert_leq(within, exact + NEAR);
      cr_assert(exact > limit ? within > limit : within > exact - NEAR);
    }
  }
  trees_free(&t);
}

Test(distance, within_a_limit_is_right_for_more_nodes_than_are_counted) {
  enum { MANY = 700 };
  trees t;
  trees_start(&t);
  dt_distances *d = trees_distances(&t, NULL, 0);
  dt_shape b = tree_of(&t, "b"), c = tree_of(&t, "c"), kids[MANY];
  for (uint32_t n = 0; n <= MANY; n += 350) {
    for (uint32_t k = 0; k < MANY; k++) kids[k] = b;
    dt_shape x = dt_shape_intern(t.shapes, DT_TAG_ul, kids, MANY);
    for (uint32_t k = n; k < MANY; k++) kids[k] = c;
    dt_shape y = dt_shape_intern(t.shapes, DT_TAG_ul, kids, MANY);
    cr_expect_float_eq(dt_distance(d, x, y), 1.5 * (MANY - n), NEAR);
    cr_expect_leq(dt_distance_within(d, x, y, 1), 1.5 * (MANY - n));
  }
  trees_free(&t);
}

Test(distance, within_a_limit_is_never_too_large_for_cheap_updates) {
  enum { MANY = 400 };
  const detm_distance_options cheap = {1, 1, 0.1, 0.75};
  trees t;
  trees_start(&t);
  dt_distances *d = trees_distances(&t, &cheap, 0);
  dt_shape b = tree_of(&t, "b"), c = tree_of(&t, "c"), kids[MANY];
  for (uint32_t k = 0; k < MANY; k++) kids[k] = b;
  dt_shape x = dt_shape_intern(t.shapes, DT_TAG_ul, kids, MANY);
  for (uint32_t k = 300; k < MANY; k++) kids[k] = c;
  dt_shape y = dt_shape_intern(t.shapes, DT_TAG_ul, kids, MANY);
  cr_expect_leq(dt_distance_within(d, x, y, 50), dt_distance(d, x, y) + NEAR);
  trees_free(&t);
}

Test(distance, to_prefixes_is_that_of_each_prefix) {
  trees t;
  trees_start(&t);
  uint32_t seed = 10;
  for (int round = 0; round < 200; round++) {
    dt_distances *d = trees_distances(&t, &weights[round % WEIGHTS], 0);
    dt_shape run[8], other[8];
    double out[9];
    uint32_t count = 1 + draw(&seed, 8), length = 1 + draw(&seed, 4);
    for (uint32_t k = 0; k < count; k++) run[k] = some_tree(&t, &seed);
    for (uint32_t k = 0; k < length; k++) other[k] = draw(&seed, 3) == 0 ? run[k % count] : some_tree(&t, &seed);
    dt_shape a = dt_shape_of_run(d, other, length);
    dt_distance_to_prefixes(d, a, run, count, out);
    for (uint32_t n = 1; n <= count; n++)
      cr_assert_float_eq(out[n], dt_distance(d, a, dt_shape_of_run(d, run, n)), NEAR, "round %d, prefix %u", round, n);
  }
  trees_free(&t);
}

Test(distance, of_runs_has_no_cost_for_the_run_itself) {
  trees t;
  trees_start(&t);
  dt_distances *d = trees_distances(&t, NULL, 0);
  dt_shape a = tree_of(&t, "a(b)"), c = tree_of(&t, "c"), run[] = {a, c, a}, other[] = {a, a};
  cr_expect_eq(dt_shape_of_run(d, run, 1), a, "a run of one equals its sibling");
  cr_expect_eq(dt_shape_of_run(d, run, 3), dt_shape_of_run(d, run, 3));
  cr_expect_float_eq(dt_distance(d, dt_shape_of_run(d, run, 3), dt_shape_of_run(d, other, 2)), 1, NEAR);
  cr_expect_float_eq(dt_distance(d, dt_shape_of_run(d, run, 2), a), 1, NEAR);
  cr_expect_float_eq(dt_distance(d, c, dt_shape_of_run(d, run, 2)), 2, NEAR);
  cr_expect_float_eq(dt_similarity(d, dt_shape_of_run(d, run, 3), dt_shape_of_run(d, other, 2)), 1 - 1.0 / 9, NEAR);
  trees_free(&t);
}

Test(distance, beyond_its_budget_treats_unequal_trees_as_wholly_different) {
  trees t;
  trees_start(&t);
  uint32_t seed = 11;
  dt_distances *whole = trees_distances(&t, NULL, 0);
  for (uint64_t budget = 1; budget < 300; budget += 30) {
    dt_distances *d = trees_distances(&t, NULL, budget);
    for (int round = 0; round < 30; round++) {
      dt_shape a = some_tree(&t, &seed), b = some_tree(&t, &seed);
      double exact = dt_distance(whole, a, b), bounded = dt_distance(d, a, b);
      cr_assert_geq(bounded, exact - NEAR);
      cr_assert_leq(bounded, t.shapes->shapes[a].size + t.shapes->shapes[b].size + NEAR);
      cr_assert_eq(dt_distance(d, a, a), 0);
    }
  }
  dt_distances *spent = trees_distances(&t, NULL, 1);
  cr_expect_eq(dt_distance(spent, tree_of(&t, "a(b c)"), tree_of(&t, "a(d)")), 5);
  trees_free(&t);
}

Test(distance, costs_little_if_nearly_all_children_are_equal) {
  enum { MANY = 2000 };
  trees t;
  trees_start(&t);
  dt_distances *d = trees_distances(&t, NULL, 100);
  dt_shape item = tree_of(&t, "a(b c(d))"), kids[MANY + 1];
  for (uint32_t k = 0; k <= MANY; k++) kids[k] = item;
  dt_shape whole = dt_shape_intern(t.shapes, DT_TAG_ul, kids, MANY);
  kids[MANY / 2] = tree_of(&t, "a(b c)");
  dt_shape other = dt_shape_intern(t.shapes, DT_TAG_ul, kids, MANY + 1);
  cr_expect_float_eq(dt_distance(d, whole, other), 3, NEAR, "within 100 cells of dynamic programming");
  trees_free(&t);
}

Test(distance, within_a_limit_costs_nothing_if_the_tags_decide) {
  trees t;
  trees_start(&t);
  dt_distances *spent = trees_distances(&t, NULL, 1);
  double within = dt_distance_within(spent, tree_of(&t, "a(b b b b)"), tree_of(&t, "a(c c c c)"), 2);
  cr_expect(within > 2 && within <= 6 + NEAR, "%g: above the limit, at most the distance", within);
  trees_free(&t);
}

/* ---- hostile trees on a small stack ---- */

static dt_shape chain(trees *t, uint32_t depth, const char *tags) {
  dt_shape shape = tree_of(t, "z");
  for (uint32_t n = 0; n < depth; n++)
    shape = dt_shape_intern(t->shapes, (dt_tag)(DT_TAG_BR2 + 1 + tags[n % strlen(tags)] - 'a'), &shape, 1);
  return shape;
}

/* A chain with `width` leaves at each node. */
static dt_shape comb(trees *t, uint32_t depth, uint32_t width, const char *leaf) {
  dt_shape kids[32], shape = tree_of(t, "z");
  for (uint32_t n = 0; n < depth; n++) {
    for (uint32_t k = 0; k < width; k++) kids[k] = tree_of(t, leaf);
    kids[width / 2] = shape;
    shape = dt_shape_intern(t->shapes, DT_TAG_div, kids, width);
  }
  return shape;
}

static trees hostile;

static void *compare_hostile(void *data) {
  double *found = data;
  trees *t = &hostile;
  dt_distances *d = trees_distances(t, NULL, 0), *bounded = trees_distances(t, NULL, 1000000);
  found[0] = dt_distance(d, chain(t, 1000, "a"), chain(t, 1000, "b"));
  found[1] = dt_distance(d, chain(t, 1000, "a"), chain(t, 900, "a"));
  found[2] = dt_distance(d, comb(t, 1000, 3, "x"), comb(t, 1000, 3, "y"));
  found[3] = dt_distance(bounded, chain(t, 5000, "ab"), chain(t, 5000, "ba"));
  found[4] = dt_distance(bounded, comb(t, 1000, 20, "x"), comb(t, 999, 20, "y"));
  return NULL;
}

Test(distance, needs_little_stack_for_deep_trees) {
  double found[5] = {0};
  pthread_attr_t attributes;
  pthread_t thread;
  size_t stack = PTHREAD_STACK_MIN > 65536 ? PTHREAD_STACK_MIN : 65536;
  trees_start(&hostile);
  pthread_attr_init(&attributes);
  cr_assert_eq(pthread_attr_setstacksize(&attributes, stack), 0);
  cr_assert_eq(pthread_create(&thread, &attributes, compare_hostile, found), 0);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  cr_expect_float_eq(found[0], 1500, NEAR, "%g", found[0]);
  cr_expect_float_eq(found[1], 101.5, NEAR, "the end of the chain is replaced, the rest removed: %g", found[1]);
  cr_expect_float_eq(found[2], 3000, NEAR, "two leaves replaced at each of 1000 levels: %g", found[2]);
  cr_expect_leq(found[3], 10002);
  cr_expect_leq(found[4], 20000 + 19980 + 2);
  trees_free(&hostile);
}
