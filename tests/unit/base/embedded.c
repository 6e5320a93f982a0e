/* Tests of src/base/embedded.c: files with blanks. */
#include "base/embedded.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(embedded, .fini = find_leaks);

static bool fill_name(void *data, dt_buffer *out, detm_text name) {
  if (!dt_text_equal(name, DT_TEXT("bird-name"))) return false;
  dt_buffer_text(out, data);
  return true;
}

static void expect_filled(const char *text, const char *filled) {
  char bird[] = "Dipper";
  dt_embedded file = {"birds", (const unsigned char *)text, strlen(text)};
  dt_buffer out = {0};
  dt_embedded_fill(&out, &file, fill_name, bird);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, filled, "%s", text);
  dt_buffer_free(&out);
}

Test(embedded, files_have_their_blanks_filled) {
  expect_filled("a @bird-name@ sings", "a Dipper sings");
  expect_filled("@bird-name@@bird-name@", "DipperDipper");
  expect_filled("no bird", "no bird");
}

Test(embedded, files_mean_what_they_say_without_a_known_name) {
  expect_filled("run \"$@\"; echo @x@ @@ @bird-name", "run \"$@\"; echo @x@ @@ @bird-name");
  expect_filled("@x@bird-name@", "@xDipper");
  expect_filled("ends with @", "ends with @");
}
