/* Tests of src/template/stock.c: the templates that come with detm. */
#include "leaks.h"

#include <criterion/criterion.h>
#include <string.h>

#include "template/template.h"

TestSuite(stock, .fini = find_leaks);

Test(stock, templates_can_be_loaded) {
  const char *name;
  for (size_t i = 0; (name = detm_template_stock_name(i)) != NULL; i++) {
    detm_error error = DETM_ERROR_NONE;
    size_t length = 0;
    const char *bytes = detm_template_stock(name, &length);
    cr_assert_not_null(bytes);
    detm_template *template = detm_template_load(bytes, length, name, &error);
    cr_assert_not_null(template, "%s:%zu: %s", name, error.line, error.text);
    cr_expect_str_eq(detm_template_name(template), name);
    detm_template_free(template);
  }
}

/* Other pages must not fit: one or two fields are required, most are optional. */
Test(stock, templates_need_a_field) {
  const char *name;
  for (size_t i = 0; (name = detm_template_stock_name(i)) != NULL; i++) {
    size_t length = 0, needed = 0;
    const char *bytes = detm_template_stock(name, &length);
    detm_template *template = detm_template_load(bytes, length, name, NULL);
    cr_assert_not_null(template);
    const dt_template_layout *layout = &template->layouts[0];
    for (uint32_t field = 0; field < layout->field_count; field++) needed += !layout->fields[field].optional;
    cr_expect(needed >= 1 && needed <= 2, "%s needs %zu fields", name, needed);
    cr_expect_gt(layout->field_count, 5, "%s", name);
    detm_template_free(template);
  }
}

Test(stock, names_are_sorted) {
  size_t count = 0;
  while (detm_template_stock_name(count) != NULL) count++;
  cr_expect_geq(count, 10);
  cr_expect_null(detm_template_stock_name(count + 7));
  for (size_t i = 1; i < count; i++)
    cr_expect_lt(strcmp(detm_template_stock_name(i - 1), detm_template_stock_name(i)), 0);
}

Test(stock, unknown_names_have_no_template) {
  size_t length = 0;
  cr_expect_null(detm_template_stock("", &length));
  cr_expect_null(detm_template_stock("prod", &length));
  cr_expect_null(detm_template_stock("product.xml", &length));
}
