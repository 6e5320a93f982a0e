/* Tests of the public functions that list and change the fields of a template. */
#include <detm/record.h>
#include <detm/template.h>

#include "base/base.h"
#include "leaks.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(template_edit, .fini = find_leaks);

static const char first[] = "<h1>Amber</h1><table><tr><th>Price:<td>12 EUR<tr><th>Author:<td>Ann Bee</table>";
static const char second[] = "<h1>Bowl</h1><table><tr><th>Price:<td>7 EUR<tr><th>Author:<td>Cid Dee</table>";

static detm_page *parse(const char *bytes) {
  detm_page_options options = detm_page_defaults;
  options.parts = DETM_PAGE_DOCUMENT;
  detm_page *page = detm_page_parse(bytes, strlen(bytes), &options, NULL);
  cr_assert_not_null(page);
  return page;
}

static detm_template *learn(void) {
  detm_page *page = parse(first);
  const detm_choice choices[] = {{.name = "title", .value = "Amber"},
                                 {.name = "price", .value = "12 EUR", .caption = "Price"},
                                 {.name = "author", .value = "Ann Bee"}};
  const detm_sample sample = {page, choices, 3};
  detm_template *made = detm_template_learn(&sample, 1, NULL, NULL);
  cr_assert_not_null(made);
  detm_page_free(page);
  return made;
}

static void expect_fields(const detm_template *made, const char *expected) {
  dt_buffer out = {0};
  for (size_t i = 0; i < detm_template_field_count(made); i++)
    dt_buffer_format(&out, " %s", detm_template_field_name(made, i));
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected);
  dt_buffer_free(&out);
}

static void expect_value(const detm_template *made, const char *name, const char *value) {
  detm_page *page = parse(second);
  detm_result *result = detm_template_apply(made, page, NULL, NULL);
  detm_records *records = result != NULL ? detm_records_from_result(result, NULL) : NULL;
  cr_assert_not_null(records);
  const detm_field *field = detm_record_find(detm_region_record_get(detm_records_region_get(records, 0), 0), name);
  if (value == NULL)
    cr_expect_null(field);
  else
    cr_expect_str_eq(field->value.data, value);
  detm_records_free(records);
  detm_result_free(result);
  detm_page_free(page);
}

Test(template_edit, lists_fields) {
  detm_template *made = learn();
  expect_fields(made, " title price author");
  cr_expect_str_eq(detm_template_field_type(made, 1), "price");
  cr_expect_str_eq(detm_template_field_caption(made, 1), "Price");
  cr_expect_eq(detm_template_field_list(made, 1), 0);
  cr_expect_null(detm_template_field_name(made, 3));
  cr_expect_null(detm_template_field_type(made, SIZE_MAX));
  detm_template_free(made);
}

Test(template_edit, renames_a_field) {
  detm_template *made = learn();
  dt_buffer saved = {0}, again = {0};
  cr_expect_eq(detm_template_rename_field(made, "price", "cost", NULL), DETM_OK);
  cr_expect_eq(detm_template_rename_field(made, "cost", "cost", NULL), DETM_OK);
  expect_fields(made, " title cost author");
  expect_value(made, "cost", "7 EUR");
  expect_value(made, "price", NULL);
  cr_expect_eq(detm_template_save(made, dt_buffer_write, &saved, NULL), DETM_OK);
  detm_template *loaded = detm_template_load(saved.data, saved.length, "edited", NULL);
  cr_assert_not_null(loaded);
  cr_expect_eq(detm_template_save(loaded, dt_buffer_write, &again, NULL), DETM_OK);
  cr_expect(dt_text_equal((detm_text){saved.data, saved.length}, (detm_text){again.data, again.length}));
  dt_buffer_free(&saved);
  dt_buffer_free(&again);
  detm_template_free(loaded);
  detm_template_free(made);
}

Test(template_edit, removes_a_field) {
  detm_template *made = learn();
  cr_expect_eq(detm_template_remove_field(made, "author", NULL), DETM_OK);
  expect_fields(made, " title price");
  expect_value(made, "author", NULL);
  expect_value(made, "title", "Bowl");
  detm_template_free(made);
}

Test(template_edit, refuses_invalid_changes) {
  detm_template *made = learn();
  cr_expect_eq(detm_template_rename_field(made, "colour", "hue", NULL), DETM_USAGE);
  cr_expect_eq(detm_template_rename_field(made, "price", "author", NULL), DETM_USAGE);
  cr_expect_eq(detm_template_rename_field(made, "price", "@price", NULL), DETM_USAGE);
  cr_expect_eq(detm_template_remove_field(made, "colour", NULL), DETM_USAGE);
  cr_expect_eq(detm_template_remove_field(made, "author", NULL), DETM_OK);
  cr_expect_eq(detm_template_remove_field(made, "price", NULL), DETM_OK);
  cr_expect_eq(detm_template_remove_field(made, "title", NULL), DETM_USAGE);
  expect_fields(made, " title");
  detm_template_free(made);
}
