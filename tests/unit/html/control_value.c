/* Tests of src/html/control_value.c: what a reader sees of the controls of a form. */
#include "html/pages.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(control, .fini = find_leaks);

typedef struct valued {
  const char *markup, *value; /* NULL = none */
} valued;

/* Checks the value of the first control of each page. */
static void expect_values(const char *tag, const valued *cases, size_t count) {
  for (size_t i = 0; i < count; i++) {
    detm_page *page = page_of(cases[i].markup);
    dt_index control = first_of(&page->tree, tag);
    cr_assert_neq(control, DT_NONE, "%s", cases[i].markup);
    detm_text value = dt_attribute_of(&page->tree, control, DT_ATTRIBUTE_value);
    cr_expect_eq(value.data == NULL, cases[i].value == NULL, "%s", cases[i].markup);
    if (value.data != NULL && cases[i].value != NULL)
      cr_expect(dt_text_equal(value, dt_text(cases[i].value)), "%s is %.*s", cases[i].markup, (int)value.length,
                value.data);
    cr_expect_eq(dt_size(&page->tree, control), 1, "%s", cases[i].markup);
    expect_sound(&page->tree);
    detm_page_free(page);
  }
}
#define EXPECT_VALUES(tag, cases) expect_values((tag), (cases), sizeof(cases) / sizeof *(cases))

Test(control, select_shows_the_chosen_option) {
  static const valued cases[] = {
      {"<select><option>a<option selected value=7>b &amp;\n <b>c</b><option>d</select>", "b & c"},
      {"<select><optgroup label=x><option>a<option selected=selected>b</optgroup></select>", "b"},
      {"<select><option selected>a<option selected>b</select>", "b"},
      {"<select><option>a<option selected disabled>b</select>", "b"},
      {"<select value=x><option>a<option selected></select>", ""},
      {"<select><option selected>a<script>b</script></select>", "a"},
  };
  EXPECT_VALUES("select", cases);
}

Test(control, select_shows_its_first_option_by_default) {
  static const valued cases[] = {
      {"<select><option value=1> a <option>b</select>c", "a"},
      {"<select><option disabled>a<option>b<option>c</select>", "b"},
      {"<select><optgroup disabled><option>a</optgroup><option>b</select>", "b"},
      {"<select size=1><option>a<option>b</select>", "a"},
      {"<select><hr><option>a</select>", "a"},
      /* a list that shows several options, or has none */
      {"<select size=4><option>a<option>b</select>", ""},
      {"<select size=12><option>a<option>b</select>", ""},
      {"<select multiple><option>a<option>b</select>", ""},
      {"<select></select>", ""},
  };
  EXPECT_VALUES("select", cases);
}

Test(control, select_of_several_options_lists_the_chosen_ones) {
  static const valued cases[] = {
      {"<select multiple><option selected>a<option>b<option selected>c</select>", "a, c"},
      {"<select multiple size=3><option>a<option selected> b\n</select>", "b"},
  };
  EXPECT_VALUES("select", cases);
}

Test(control, textarea_shows_its_text) {
  static const valued cases[] = {
      {"<textarea>\n a\r\n  b &lt;i&gt;c</textarea>d", "a b <i>c"},
      {"<textarea value=x></textarea>", ""},
  };
  EXPECT_VALUES("textarea", cases);
}

Test(control, input_shows_its_value) {
  static const valued cases[] = {
      {"<input value='a  &amp; b'>", "a & b"},
      {"<input type=number value=12>", "12"},
      {"<input type=x-new value=a>", "a"},
      {"<input type=submit value=Go>", "Go"},
      {"<input value=''>", ""},
      {"<input>", NULL},
      /* not shown */
      {"<input type=hidden value=a>", NULL},
      {"<input type=Password value=a>", NULL},
      {"<input type=file value=a>", NULL},
      {"<input type=image value=a>", NULL},
  };
  EXPECT_VALUES("input", cases);
}

Test(control, boxes_show_whether_they_are_checked) {
  static const valued cases[] = {
      {"<input type=checkbox value=a checked>", "yes"},
      {"<input value=a type=CHECKBOX>", "no"},
      {"<input type=radio checked=checked>", "yes"},
      {"<input type=radio value=no>", "no"},
  };
  EXPECT_VALUES("input", cases);
}
