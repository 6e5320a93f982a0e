/* Tests of src/base/error.c: the first error wins, and its text is one line of valid UTF-8. */
#include "base/base.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(error, .fini = find_leaks);

Test(error, tolerates_null) {
  cr_assert_eq(dt_error_set(NULL, DETM_LIMIT, "%d", 1), DETM_LIMIT);
  cr_assert_eq(dt_error_at(NULL, DETM_BAD_FILE, "w.xml", 1, 2, "x"), DETM_BAD_FILE);
}

Test(error, keeps_the_first_error) {
  detm_error error = DETM_ERROR_NONE;
  cr_assert_eq(dt_error_at(&error, DETM_BAD_FILE, "w.xml", 3, 14, "no <%s>", "wrapper"), DETM_BAD_FILE);
  cr_assert_eq(dt_error_set(&error, DETM_LIMIT, "second"), DETM_LIMIT);
  cr_assert_eq(dt_error_at(&error, DETM_LIMIT, "other", 1, 1, "third"), DETM_LIMIT);
  cr_assert_eq(error.status, DETM_BAD_FILE);
  cr_assert_eq(error.line, 3);
  cr_assert_eq(error.column, 14);
  cr_assert_str_eq(error.where, "w.xml");
  cr_assert_str_eq(error.text, "no <wrapper>");
}

Test(error, stays_on_one_line) {
  detm_error error = DETM_ERROR_NONE;
  dt_error_at(&error, DETM_BAD_FILE, "a\nb", 1, 1, "x\ny\rz\t\x1b[31m\x7f\xc2\x85\xe2\x80\xa8!");
  cr_assert_str_eq(error.text, "x y z  [31m   !");
  cr_assert_str_eq(error.where, "a b");
}

Test(error, replaces_broken_bytes) {
  detm_error error = DETM_ERROR_NONE;
  dt_error_at(&error, DETM_BAD_FILE, "\xff.html", 1, 1, "%s", "caf\xe9 \xed\xa0\x80");
  cr_assert_str_eq(error.text, "caf\xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  cr_assert_str_eq(error.where, "\xef\xbf\xbd.html");
}

/* Characters of 1 to 4 bytes at every distance from the end of the buffer. */
Test(error, is_cut_between_characters) {
  static const char *const characters[] = {"a", "é", "红", "🙂"};
  for (size_t which = 0; which < 4; ++which)
    for (int lead = 0; lead < 8; ++lead) {
      dt_buffer message = {0};
      for (int at = 0; at < lead; ++at) dt_buffer_byte(&message, '.');
      for (int at = 0; at < 2000; ++at) dt_buffer_text(&message, characters[which]);
      dt_buffer_byte(&message, '\0');
      detm_error error = DETM_ERROR_NONE;
      dt_error_at(&error, DETM_LIMIT, message.data, 0, 0, "%s", message.data);
      size_t text = strlen(error.text), where = strlen(error.where);
      cr_assert_gt(text, sizeof error.text - 1 - 4);
      cr_assert_gt(where, sizeof error.where - 1 - 4);
      cr_assert_eq(dt_utf8_valid(error.text, text), text);
      cr_assert_eq(dt_utf8_valid(error.where, where), where);
      cr_assert_arr_eq(error.text, message.data, text);
      dt_buffer_free(&message);
    }
}

Test(error, says_why_a_scope_was_left) {
  dt_scope scope = {.status = DETM_NO_MEMORY};
  detm_error error = DETM_ERROR_NONE;
  cr_assert_eq(dt_error_scope(&error, &scope, "a.html"), DETM_NO_MEMORY);
  cr_assert_str_eq(error.text, "out of memory");
  cr_assert_str_eq(error.where, "a.html");
  detm_error late = DETM_ERROR_NONE;
  scope.status = DETM_LIMIT;
  cr_assert_eq(dt_error_scope(&late, &scope, NULL), DETM_LIMIT);
  cr_assert_str_neq(late.text, "");
  cr_assert_str_eq(late.where, "");
}
