/* Tests of src/text/field_name.c: XML names made from labels. */
#include "text/field_name.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(field_name, .fini = find_leaks);

Test(field_name, keeps_letters_and_digits_in_lower_case) {
  static const struct {
    const char *label, *name; /* NULL: not a name */
  } cases[] = {{"Release Date:", "release-date"},
               {"2nd price", "nd-price"},
               {"Price (2)", "price-2"},
               {"Ärzte & Ö"
                "le",
                "ärzte-öle"},
               {"Địa chỉ", "địa-chỉ"},
               {"Ціна ґанку", "ціна-ґанку"},
               {"قیمت گوشی", "قیمت-گوشی"},
               {"ราคา", "ราคา"},
               {"मूल्य", "मूल्य"},
               {"価格", "価格"},
               {"×÷", NULL},
               {"📚", NULL},
               {"", NULL}};
  dt_scope scope;
  dt_arena arena;
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *name = dt_name_make(&arena, cases[i].label);
    if (cases[i].name == NULL) {
      cr_expect_null(name, "%s", cases[i].label);
      continue;
    }
    cr_assert_not_null(name, "%s", cases[i].label);
    cr_expect_str_eq(name, cases[i].name);
    cr_expect(dt_name_valid(name), "%s", name);
  }
  dt_arena_free(&arena);
}

/* Each character, alone and after a letter, gives no name or a valid one. */
Test(field_name, is_a_valid_xml_name) {
  dt_scope scope;
  dt_arena arena;
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  for (uint32_t code = 1; code < 0x30000; code++) {
    char label[12] = "";
    label[dt_utf8_write(label, code)] = '\0';
    const char *name = dt_name_make(&arena, label);
    cr_expect(name == NULL || dt_name_valid(name), "U+%04X", code);
    label[0] = 'a';
    label[1 + dt_utf8_write(label + 1, code)] = '\0';
    cr_expect(dt_name_valid(dt_name_make(&arena, label)), "a and U+%04X", code);
  }
  dt_arena_free(&arena);
}
