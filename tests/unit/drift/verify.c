/* Tests of src/drift: what is told of pages that changed in one way each, and of those that did not. */
#include <detm/drift.h>

#include "allocation.h"
#include "profile/gathered.h"

#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(verify);

enum { ROWS = 12, COLUMNS = 4 };
static const char *const names[COLUMNS] = {"title", "author", "price", "date"};
static const detm_page_info info = {.name = "page.html", .encoding = "UTF-8"};

typedef struct table {
  char cells[ROWS][COLUMNS][40];
  const char *values[ROWS * COLUMNS];
} table;

/* A shelf of books; other books for another seed. */
static void fill(table *t, unsigned seed) {
  static const char *const things[] = {"mill", "river and stone", "old weir", "harbour", "Welsh road", "sea wall"};
  static const char *const people[] = {"Anna Bee", "Carl Dee", "Emma Fay", "Gus Hay", "Ida Jay"};
  for (unsigned r = 0; r < ROWS; r++) {
    unsigned n = seed * 31 + r * 7;
    snprintf(t->cells[r][0], 40, "The %s, volume %u", things[n % 6], n % 9);
    snprintf(t->cells[r][1], 40, "%s", people[n % 5]);
    snprintf(t->cells[r][2], 40, "EUR %u.%02u", 3 + n % 60, n * 13 % 100);
    snprintf(t->cells[r][3], 40, "20%02u-%02u-%02u", n % 24, 1 + n % 12, 1 + n % 28);
    for (unsigned c = 0; c < COLUMNS; c++) t->values[r * COLUMNS + c] = t->cells[r][c];
  }
}

static void swap(table *t, unsigned a, unsigned b) {
  for (unsigned r = 0; r < ROWS; r++) {
    const char *value = t->values[r * COLUMNS + a];
    t->values[r * COLUMNS + a] = t->values[r * COLUMNS + b];
    t->values[r * COLUMNS + b] = value;
  }
}

static void set(table *t, unsigned column, const char *value) {
  for (unsigned r = 0; r < ROWS; r++) t->values[r * COLUMNS + column] = value;
}

static detm_result *compare(const table *now, size_t rows) {
  table past;
  detm_profile *before = detm_profile_new(NULL), *after = detm_profile_new(NULL);
  for (unsigned seed = 1; seed <= 2; seed++) {
    fill(&past, seed);
    gather_rows(before, names, COLUMNS, past.values, ROWS);
  }
  gather_rows(after, names, COLUMNS, now->values, rows);
  detm_result *drift = detm_verify(before, after, &info, NULL, NULL);
  cr_assert_not_null(drift);
  detm_profile_free(before);
  detm_profile_free(after);
  return drift;
}

/* The finding on a field (NULL = on the page). */
static const detm_finding *on(const detm_result *drift, const char *field) {
  const detm_finding *f;
  for (size_t i = 0; (f = detm_drift_finding(drift, i)) != NULL; i++)
    if ((f->field == NULL) == (field == NULL) && (field == NULL || strcmp(f->field, field) == 0)) return f;
  return NULL;
}

static void expect(const detm_result *drift, const char *field, detm_change change) {
  const detm_finding *f = on(drift, field);
  cr_assert_not_null(f, "nothing is told of %s", field != NULL ? field : "the page");
  cr_assert_eq(f->change, change, "%s: %s", field != NULL ? field : "page", detm_change_name(f->change));
  cr_assert(f->drifted && f->before != NULL && f->now != NULL);
}

Test(verify, other_values_are_no_drift) {
  for (unsigned seed = 3; seed < 40; seed++) {
    table now;
    fill(&now, seed);
    for (size_t rows = 1; rows <= ROWS; rows += 3) {
      detm_result *drift = compare(&now, rows);
      cr_assert_eq(detm_drift_count(drift), 0, "seed %u, %zu rows", seed, rows);
      cr_assert_null(detm_drift_finding(drift, 0));
      detm_result_free(drift);
    }
  }
}

Test(verify, tells_a_column_that_is_empty) {
  table now;
  fill(&now, 3);
  set(&now, 2, NULL);
  detm_result *drift = compare(&now, ROWS);
  expect(drift, "price", DETM_CHANGE_MISSING);
  cr_assert_str_eq(on(drift, "price")->before, "24 of 24 records");
  cr_assert_str_eq(on(drift, "price")->now, "0 of 12 records");
  detm_result_free(drift);
}

Test(verify, tells_which_columns_were_swapped) {
  table now;
  fill(&now, 3);
  swap(&now, 2, 3);
  detm_result *drift = compare(&now, ROWS);
  cr_assert_eq(detm_drift_count(drift), 2);
  expect(drift, "price", DETM_CHANGE_SHIFTED);
  expect(drift, "date", DETM_CHANGE_SHIFTED);
  cr_assert_str_eq(on(drift, "price")->to, "date");
  cr_assert_str_eq(on(drift, "date")->to, "price");
  detm_result_free(drift);
}

Test(verify, tells_a_column_that_is_always_the_same_now) {
  table now;
  fill(&now, 3);
  set(&now, 1, "Anna Bee");
  detm_result *drift = compare(&now, ROWS);
  cr_assert_not_null(on(drift, "author"));
  detm_result_free(drift);
}

Test(verify, tells_values_of_another_kind) {
  table now;
  fill(&now, 3);
  set(&now, 2, "please log in to see the price of this item and of all the others");
  detm_result *drift = compare(&now, ROWS);
  cr_assert_not_null(on(drift, "price"));
  cr_assert_eq(detm_drift_count(drift), 1);
  detm_result_free(drift);
}

Test(verify, tells_records_out_of_all_proportion) {
  table now;
  fill(&now, 3);
  detm_result *drift = compare(&now, 0);
  expect(drift, NULL, DETM_CHANGE_COUNT);
  detm_result_free(drift);
}

Test(verify, tells_a_page_that_does_not_fit) {
  table past;
  detm_profile *before = detm_profile_new(NULL), *after = detm_profile_new(NULL);
  const detm_sink *sink = detm_profile_sink(after);
  fill(&past, 1);
  gather_rows(before, names, COLUMNS, past.values, ROWS);
  cr_assert_eq(sink->page_begin(sink->data, &info, NULL), DETM_OK);
  cr_assert_eq(sink->page_end(sink->data, NULL), DETM_OK);
  detm_result *drift = detm_verify(before, after, &info, NULL, NULL);
  expect(drift, NULL, DETM_CHANGE_MISFIT);
  detm_result_free(drift);
  detm_profile_free(before);
  detm_profile_free(after);
}

Test(verify, judges_nothing_without_a_past) {
  table now;
  detm_profile *before = detm_profile_new(NULL), *after = detm_profile_new(NULL);
  fill(&now, 1);
  gather_rows(after, names, COLUMNS, now.values, ROWS);
  detm_result *drift = detm_verify(before, after, &info, NULL, NULL);
  cr_assert_eq(detm_drift_count(drift), 0);
  detm_result_free(drift);
  detm_profile_free(before);
  detm_profile_free(after);
}

Test(verify, refuses_a_confidence_that_is_none) {
  detm_error error = DETM_ERROR_NONE;
  detm_profile *empty = detm_profile_new(NULL);
  static const double none[] = {2, 0, 0.04, -1};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    detm_verify_options options = {.least_confidence = none[i]};
    error = (detm_error)DETM_ERROR_NONE;
    cr_assert_null(detm_verify(empty, empty, &info, &options, &error));
    cr_assert_eq(error.status, DETM_USAGE);
  }
  detm_profile_free(empty);
}

Test(verify, lack_of_memory_is_an_error) {
  table now;
  detm_profile *before = detm_profile_new(NULL);
  fill(&now, 1);
  gather_rows(before, names, COLUMNS, now.values, ROWS);
  for (size_t number = 1;; number++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(number);
    detm_result *drift = detm_verify(before, before, &info, NULL, &error);
    size_t asked = allocation_count();
    allocation_fail_from(0);
    if (drift == NULL) cr_assert_eq(error.status, DETM_NO_MEMORY);
    detm_result_free(drift);
    if (asked < number) break;
  }
  detm_profile_free(before);
}
