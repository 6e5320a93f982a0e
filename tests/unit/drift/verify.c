/* Tests of src/drift: findings on pages that changed in one way each, and on pages that did not. */
#include <detm/drift.h>

#include "allocation.h"
#include "leaks.h"
#include "profile/gathered.h"

#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(verify, .fini = find_leaks);

enum { ROWS = 12, COLUMNS = 4 };
static const char *const names[COLUMNS] = {"title", "author", "price", "date"};
static const detm_page_info info = {.name = "page.html", .encoding = "UTF-8"};

typedef struct table {
  char cells[ROWS][COLUMNS][40];
  const char *values[ROWS * COLUMNS];
} table;

/* A shelf of books; another seed gives other books. */
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

static detm_drift *compare(const table *now, size_t rows) {
  table past;
  detm_profile *before = detm_profile_new(NULL), *after = detm_profile_new(NULL);
  for (unsigned seed = 1; seed <= 2; seed++) {
    fill(&past, seed);
    gather_rows(before, names, COLUMNS, past.values, ROWS);
  }
  gather_rows(after, names, COLUMNS, now->values, rows);
  detm_drift *drift = detm_verify(before, after, &info, NULL, NULL);
  cr_assert_not_null(drift);
  detm_profile_free(before);
  detm_profile_free(after);
  return drift;
}

/* The finding on a field (NULL = on the page). */
static const detm_finding *on(const detm_drift *drift, const char *field) {
  const detm_finding *f;
  for (size_t i = 0; (f = detm_drift_get(drift, i)) != NULL; i++)
    if ((f->field == NULL) == (field == NULL) && (field == NULL || strcmp(f->field, field) == 0)) return f;
  return NULL;
}

static void expect(const detm_drift *drift, const char *field, detm_change change) {
  const detm_finding *f = on(drift, field);
  cr_assert_not_null(f, "no finding on %s", field != NULL ? field : "the page");
  cr_assert_eq(f->change, change, "%s: %s", field != NULL ? field : "page", detm_drift_change_name(f->change));
  cr_assert(f->drifted && f->before != NULL && f->now != NULL);
}

Test(verify, new_values_are_not_drift) {
  for (unsigned seed = 3; seed < 40; seed++) {
    table now;
    fill(&now, seed);
    for (size_t rows = 4; rows <= ROWS; rows += 2) {
      detm_drift *drift = compare(&now, rows);
      cr_assert_eq(detm_drift_drifted_count(drift), 0, "seed %u, %zu rows", seed, rows);
      cr_assert_null(detm_drift_get(drift, 0));
      detm_drift_free(drift);
    }
  }
}

Test(verify, reports_an_empty_column) {
  table now;
  fill(&now, 3);
  set(&now, 2, NULL);
  detm_drift *drift = compare(&now, ROWS);
  expect(drift, "price", DETM_CHANGE_MISSING);
  cr_assert_str_eq(on(drift, "price")->before, "in all 24 records");
  cr_assert_str_eq(on(drift, "price")->now, "in 0 of 12 records");
  detm_drift_free(drift);
}

/* ---- optional fields ---- */

enum { LONG = 50 };

/* `pages` pages of 50 records, of which `with` have a note. */
static detm_profile *optional(unsigned pages, unsigned with) {
  static const char *const columns[] = {"title", "note"};
  static char titles[LONG][20], notes[LONG][20];
  const char *values[LONG * 2];
  detm_profile *profile = detm_profile_new(NULL);
  for (unsigned p = 0; p < pages; p++) {
    for (unsigned r = 0; r < LONG; r++) {
      snprintf(titles[r], sizeof titles[r], "The mill %u", p * LONG + r);
      snprintf(notes[r], sizeof notes[r], "Note %u", p * LONG + r);
      values[2 * r] = titles[r];
      values[2 * r + 1] = r < with ? notes[r] : NULL;
    }
    gather_rows(profile, columns, 2, values, LONG);
  }
  return profile;
}

static bool note_drifted(unsigned pages_before, unsigned with_before, unsigned pages, unsigned with) {
  detm_profile *past = optional(pages_before, with_before), *now = optional(pages, with);
  detm_drift *drift = detm_verify(past, now, &info, NULL, NULL);
  bool drifted = detm_drift_drifted_count(drift) != 0;
  if (drifted) cr_assert_str_eq(detm_drift_get(drift, 0)->field, "note");
  detm_drift_free(drift);
  detm_profile_free(past);
  detm_profile_free(now);
  return drifted;
}

Test(verify, a_share_that_varies_from_page_to_page_is_not_drift) {
  cr_assert_not(note_drifted(1, 44, 1, 34));
  cr_assert_not(note_drifted(1, 34, 1, 44));
  cr_assert_not(note_drifted(1, 34, 1, 50));
  cr_assert_not(note_drifted(1, 10, 1, 3));
  cr_assert_not(note_drifted(1, 5, 1, 0));
}

Test(verify, one_page_does_not_tell_what_others_may_lack) {
  cr_assert_not(note_drifted(1, 15, 1, 0));
  cr_assert_not(note_drifted(1, 25, 1, 0));
  cr_assert(note_drifted(6, 25, 1, 0), "six pages had it alike");
}

Test(verify, a_share_that_falls_by_more_is_drift) {
  cr_assert(note_drifted(1, 44, 1, 5));
  cr_assert(note_drifted(1, 44, 1, 0));
  cr_assert(note_drifted(1, 50, 1, 15));
  cr_assert(note_drifted(10, 44, 10, 34), "ten pages decide what one page cannot");
}

/* ---- descriptions ---- */

static const detm_finding *drifted_on(const detm_drift *drift, const char *field) {
  const detm_finding *f = on(drift, field);
  cr_assert_not_null(f, "no finding on %s", field);
  cr_assert_str_neq(f->before, f->now);
  return f;
}

Test(verify, says_what_values_were_and_are_by_example) {
  table now;
  fill(&now, 3);
  swap(&now, 2, 3);
  detm_drift *drift = compare(&now, ROWS);
  cr_assert_str_eq(drifted_on(drift, "price")->before, "e.g. \"EUR 34.03\"");
  cr_assert_str_eq(drifted_on(drift, "price")->now, "e.g. \"2021-10-10\"");
  detm_drift_free(drift);
  fill(&now, 3);
  set(&now, 1, "Anna Bee");
  drift = compare(&now, ROWS);
  cr_assert_str_eq(drifted_on(drift, "author")->before, "5 different values, e.g. \"Carl Dee\"");
  cr_assert_str_eq(drifted_on(drift, "author")->now, "always \"Anna Bee\"");
  detm_drift_free(drift);
}

Test(verify, never_describes_both_sides_in_the_same_words) {
  /* of one shape and length, and with other characters, words, kinds and shares */
  static const char *const others[] = {
      "In stock", "sold",     "",   "The mill, volume 1",  "EUR 1.00",     "2001-01-01",
      "-",        "\n",       "éé", "https://a.example/b", "EUR EUR 4 44", "x y z",
      "EUR 1.0",  "eur 34.03"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    for (unsigned column = 0; column < COLUMNS; column++) {
      table now;
      fill(&now, 3);
      for (unsigned r = 0; r < ROWS; r += 1 + i % 2) now.values[r * COLUMNS + column] = others[i];
      detm_drift *drift = compare(&now, ROWS);
      const detm_finding *f;
      for (size_t n = 0; (f = detm_drift_get(drift, n)) != NULL; n++) cr_assert_str_neq(f->before, f->now);
      detm_drift_free(drift);
    }
}

Test(verify, reports_swapped_columns) {
  table now;
  fill(&now, 3);
  swap(&now, 2, 3);
  detm_drift *drift = compare(&now, ROWS);
  cr_assert_eq(detm_drift_drifted_count(drift), 2);
  expect(drift, "price", DETM_CHANGE_SHIFTED);
  expect(drift, "date", DETM_CHANGE_SHIFTED);
  cr_assert_str_eq(on(drift, "price")->to, "date");
  cr_assert_str_eq(on(drift, "date")->to, "price");
  detm_drift_free(drift);
}

Test(verify, a_value_of_one_page_may_be_all_that_another_has) {
  table past, now;
  fill(&past, 1);
  fill(&now, 3);
  set(&now, 1, past.values[1]);
  detm_profile *before = detm_profile_new(NULL), *after = detm_profile_new(NULL);
  gather_rows(before, names, COLUMNS, past.values, ROWS);
  gather_rows(after, names, COLUMNS, now.values, ROWS);
  detm_drift *drift = detm_verify(before, after, &info, NULL, NULL);
  cr_assert_null(on(drift, "author"));
  detm_drift_free(drift);
  detm_profile_free(before);
  detm_profile_free(after);
}

Test(verify, reports_a_column_that_became_constant) {
  table now;
  fill(&now, 3);
  set(&now, 1, "Anna Bee");
  detm_drift *drift = compare(&now, ROWS);
  cr_assert_not_null(on(drift, "author"));
  detm_drift_free(drift);
}

/* A brief profile knows the kinds of values, and nothing else of them. */
Test(verify, of_a_brief_profile_reports_kinds_alone) {
  for (int of_other_kind = 0; of_other_kind < 2; of_other_kind++) {
    table past, now;
    detm_profile *before = detm_profile_new(NULL), *after = detm_profile_new(NULL);
    for (unsigned seed = 1; seed <= 2; seed++) {
      fill(&past, seed);
      gather_rows(before, names, COLUMNS, past.values, ROWS);
    }
    fill(&now, 3);
    set(&now, 1, "Anna Bee");
    if (of_other_kind) set(&now, 2, "Log in to see the price");
    cr_assert_not_null(detm_profile_brief_sink(after));
    gather_rows(after, names, COLUMNS, now.values, ROWS);
    detm_drift *drift = detm_verify(before, after, &info, NULL, NULL);
    cr_assert_not_null(drift);
    cr_assert_eq(detm_drift_drifted_count(drift), (size_t)of_other_kind);
    if (of_other_kind) expect(drift, "price", DETM_CHANGE_TYPE);
    detm_drift_free(drift);
    detm_profile_free(before);
    detm_profile_free(after);
  }
}

Test(verify, reports_values_of_another_type) {
  table now;
  fill(&now, 3);
  set(&now, 2, "please log in to see the price of this item and of all the others");
  detm_drift *drift = compare(&now, ROWS);
  cr_assert_not_null(on(drift, "price"));
  cr_assert_eq(detm_drift_drifted_count(drift), 1);
  detm_drift_free(drift);
}

/* Sets the currency of the first prices of a table. */
static void set_currency(table *t, const char *currency, unsigned count) {
  for (unsigned r = 0; r < count; r++) memcpy(t->cells[r][2], currency, strlen(currency)); /* in place of "EUR" */
}

Test(verify, reports_prices_in_another_currency) {
  for (unsigned count = ROWS / 3; count <= ROWS; count++) {
    table now;
    fill(&now, 4);
    set_currency(&now, "USD", count);
    detm_drift *drift = compare(&now, ROWS);
    expect(drift, "price", DETM_CHANGE_VALUES);
    cr_expect_eq(strncmp(on(drift, "price")->before, "in EUR", 6), 0, "%s", on(drift, "price")->before);
    detm_drift_free(drift);
  }
}

/* The figure "currency" of a table with these prices. */
static double currency_figure(const char *price) {
  const detm_verify_options all = {.size = sizeof all, .least_confidence = 0.6, .all = 1, .max_loss = 1};
  table past, now;
  detm_profile *before = detm_profile_new(NULL), *after = detm_profile_new(NULL);
  fill(&past, 1);
  gather_rows(before, names, COLUMNS, past.values, ROWS);
  fill(&now, 2);
  set(&now, 2, price);
  gather_rows(after, names, COLUMNS, now.values, ROWS);
  detm_drift *drift = detm_verify(before, after, &info, &all, NULL);
  cr_assert_not_null(drift);
  size_t figure = 0;
  while (strcmp(detm_drift_figure_name(figure), "currency") != 0) figure++;
  double value = on(drift, "price")->figures[figure];
  detm_drift_free(drift);
  detm_profile_free(before);
  detm_profile_free(after);
  return value;
}

Test(verify, another_notation_of_a_currency_is_no_other_currency) {
  cr_expect_eq(currency_figure("£ 4.50"), 1);
  cr_expect_eq(currency_figure("€ 4.50"), 0);
  cr_expect_eq(currency_figure("4.50 Euro"), 0);
  cr_expect_eq(currency_figure("4.50"), 0);
}

Test(verify, reports_an_unusual_number_of_records) {
  table now;
  fill(&now, 3);
  detm_drift *drift = compare(&now, 0);
  expect(drift, NULL, DETM_CHANGE_COUNT);
  detm_drift_free(drift);
}

Test(verify, reports_a_page_that_does_not_fit) {
  table past;
  detm_profile *before = detm_profile_new(NULL), *after = detm_profile_new(NULL);
  const detm_sink *sink = detm_profile_sink(after);
  fill(&past, 1);
  gather_rows(before, names, COLUMNS, past.values, ROWS);
  cr_assert_eq(sink->page_begin(sink->data, &info, NULL), DETM_OK);
  cr_assert_eq(sink->page_end(sink->data, NULL), DETM_OK);
  detm_drift *drift = detm_verify(before, after, &info, NULL, NULL);
  expect(drift, NULL, DETM_CHANGE_MISFIT);
  detm_drift_free(drift);
  detm_profile_free(before);
  detm_profile_free(after);
}

Test(verify, reports_nothing_without_a_profile) {
  table now;
  detm_profile *before = detm_profile_new(NULL), *after = detm_profile_new(NULL);
  fill(&now, 1);
  gather_rows(after, names, COLUMNS, now.values, ROWS);
  detm_drift *drift = detm_verify(before, after, &info, NULL, NULL);
  cr_assert_eq(detm_drift_drifted_count(drift), 0);
  detm_drift_free(drift);
  detm_profile_free(before);
  detm_profile_free(after);
}

Test(verify, refuses_a_confidence_out_of_range) {
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
    detm_drift *drift = detm_verify(before, before, &info, NULL, &error);
    size_t asked = allocation_count();
    allocation_fail_from(0);
    if (drift == NULL) cr_assert_eq(error.status, DETM_NO_MEMORY);
    detm_drift_free(drift);
    if (asked < number) break;
  }
  detm_profile_free(before);
}
