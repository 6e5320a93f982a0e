/* Tests of src/drift/figures.c: the evidence in the few values of a template: fields that they belonged to, anchors
 * that found them, and no new evidence from the same page. */
#include "drift/drift.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(figures, .fini = find_leaks);

enum { FIELDS = 3, TITLE = 0, AUTHOR = 1, CATEGORY = 2 };

/* Adds a page as a template reads it: one value a field, found by its first anchor unless `rank` says otherwise;
 * without `by`, as a saved run gives it. */
static void gather(dt_profile *profile, const char *const values[FIELDS], const char *by, const size_t *rank) {
  static const char *const names[FIELDS] = {"title", "author", "category"};
  const detm_sink *sink = dt_profile_sink(profile);
  detm_page_info page = {.name = "page", .encoding = "UTF-8"};
  detm_column columns[FIELDS];
  detm_region_info region = {.path = "/html", .fit = 1, .records = 1, .columns = columns, .column_count = FIELDS};
  for (size_t c = 0; c < FIELDS; c++) columns[c] = (detm_column){.name = names[c], .type = "text"};
  (void)sink->page_begin(sink->data, &page, NULL);
  (void)sink->region_begin(sink->data, &region, NULL);
  (void)sink->record_begin(sink->data, 1, NULL);
  for (size_t c = 0; c < FIELDS; c++) {
    detm_field field = {.column = c, .name = names[c], .type = "text", .by = by, .rank = rank != NULL ? rank[c] : 0};
    if (values[c] == NULL) continue;
    field.value = dt_text(values[c]);
    (void)sink->field(sink->data, &field, NULL);
  }
  (void)sink->page_end(sink->data, NULL);
}

static const char *const soup[FIELDS] = {"Pea soup with mint", "Anna Bee", "Starters"};
static const char *const pie[FIELDS] = {"Leek pie", "Anna Bee", "Main dishes"};

static dt_profile *page_of(const char *const values[FIELDS], const size_t *rank) {
  dt_profile *profile = dt_profile_new();
  gather(profile, values, "label", rank);
  return profile;
}

/* The figure for a field of `values` after a page of `before`. */
static double figure(dt_figure which, uint32_t field, const char *const before[FIELDS],
                     const char *const values[FIELDS]) {
  dt_profile *past = page_of(before, NULL), *now = page_of(values, NULL);
  double found = dt_drift_figures(past, field, now).figures[which];
  dt_profile_free(past);
  dt_profile_free(now);
  return found;
}

Test(figures, a_value_that_belonged_to_another_field_is_foreign) {
  static const char *const swapped[FIELDS] = {"Anna Bee", "Leek pie", "Main dishes"};
  cr_assert_eq(figure(DT_FIGURE_FOREIGN, TITLE, soup, swapped), 1);
  cr_assert_eq(figure(DT_FIGURE_FOREIGN, AUTHOR, soup, swapped), 0, "no field had the value");
  for (uint32_t field = 0; field < FIELDS; field++) cr_assert_eq(figure(DT_FIGURE_FOREIGN, field, soup, pie), 0);
}

Test(figures, one_of_several_values_may_be_that_of_another_field_by_chance) {
  static const char *const after[FIELDS] = {"Leek pie", "Carl Dee", "Main dishes"};
  static const char *const strange[FIELDS] = {"Pea soup", "Pea soup with mint", "Main dishes"};
  dt_profile *past = page_of(soup, NULL), *one = page_of(after, NULL);
  gather(one, strange, "label", NULL);
  cr_assert_eq(dt_drift_figures(past, AUTHOR, one).figures[DT_FIGURE_FOREIGN], 0);
  dt_profile_free(past);
  dt_profile_free(one);
}

Test(figures, names_the_field_whose_value_it_was) {
  static const char *const swapped[FIELDS] = {"Anna Bee", "Leek pie", "Main dishes"};
  dt_profile *past = page_of(soup, NULL), *now = page_of(swapped, NULL);
  cr_assert_eq(dt_drift_figures(past, TITLE, now).to, AUTHOR);
  dt_profile_free(past);
  dt_profile_free(now);
}

Test(figures, equal_numbers_may_be_chance) {
  static const char *const before[FIELDS] = {"12", "4", "31"}, *const after[FIELDS] = {"4", "12", "12"};
  for (uint32_t field = 0; field < FIELDS; field++) cr_assert_eq(figure(DT_FIGURE_FOREIGN, field, before, after), 0);
}

Test(figures, fields_that_shared_values_have_no_foreign_ones) {
  static const char *const before[FIELDS] = {"Leek pie", "Anna Bee", "Anna Bee"};
  static const char *const after[FIELDS] = {"Pea soup", "Anna Bee", "Leek pie"};
  cr_assert_eq(figure(DT_FIGURE_FOREIGN, AUTHOR, before, after), 0);
  cr_assert_eq(figure(DT_FIGURE_FOREIGN, CATEGORY, before, after), 1, "the title's value, never one of this field");
}

static double way(const dt_profile *past, uint32_t field, const size_t rank[FIELDS]) {
  dt_profile *now = page_of(pie, rank);
  double found = dt_drift_figures(past, field, now).figures[DT_FIGURE_WAY];
  dt_profile_free(now);
  return found;
}

Test(figures, reports_a_field_that_another_anchor_finds) {
  dt_profile *past = page_of(soup, NULL);
  cr_assert_eq(way(past, AUTHOR, (size_t[]){0, 0, 0}), 0);
  cr_assert_eq(way(past, AUTHOR, (size_t[]){0, 1, 0}), 1);
  cr_assert_eq(way(past, TITLE, (size_t[]){0, 1, 0}), 0);
  cr_assert_eq(way(past, AUTHOR, (size_t[]){1, 1, 1}), 0, "all fields changed: a new layout");
  double two = way(past, AUTHOR, (size_t[]){1, 1, 0});
  cr_assert(two > 0 && two < 0.5);
  dt_profile_free(past);
}

Test(figures, saved_runs_are_not_evidence_of_another_anchor) {
  dt_profile *past = page_of(soup, NULL);
  for (unsigned night = 0; night < 5; night++) gather(past, pie, NULL, NULL);
  cr_assert_eq(way(past, AUTHOR, (size_t[]){0, 1, 0}), 1);
  dt_profile_free(past);
}

Test(figures, a_page_that_never_changes_counts_once) {
  static const char *const other[FIELDS] = {"A menu of five courses for the week before Easter", NULL, "Menus"};
  dt_profile *once = page_of(soup, NULL), *often = page_of(soup, NULL), *more = page_of(soup, NULL);
  dt_profile *now = page_of(other, NULL);
  for (unsigned night = 0; night < 20; night++) gather(often, soup, NULL, NULL);
  gather(more, pie, NULL, NULL);
  double first = dt_drift_figures(once, TITLE, now).figures[DT_FIGURE_LENGTH];
  double again = dt_drift_figures(often, TITLE, now).figures[DT_FIGURE_LENGTH];
  cr_assert(first > 0);
  cr_assert_float_eq(first, again, 1e-9);
  double gone = dt_drift_figures(once, AUTHOR, now).figures[DT_FIGURE_GONE];
  cr_assert(dt_drift_figures(more, AUTHOR, now).figures[DT_FIGURE_GONE] > gone, "another page is new evidence");
  dt_profile_free(once);
  dt_profile_free(often);
  dt_profile_free(more);
  dt_profile_free(now);
}
