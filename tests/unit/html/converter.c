/* Tests of src/html/converter.c: pages in encodings that the C library knows by another name, or not at all. */
#include "html/converter.h"

#include "html/encoding.h"
#include "leaks.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <strings.h>

TestSuite(converter, .fini = find_leaks);

/* The iconv of musl does not have these names. */
static const char *const missing[] = {"CP932", "windows-874", "MACINTOSH", "MACCYRILLIC", NULL};
static bool like_musl;

iconv_t __real_iconv_open(const char *to, const char *from);
iconv_t __wrap_iconv_open(const char *to, const char *from);

iconv_t __wrap_iconv_open(const char *to, const char *from) {
  for (size_t i = 0; like_musl && missing[i] != NULL; i++) {
    if (strcasecmp(missing[i], from) != 0) continue;
    errno = EINVAL;
    return (iconv_t)-1;
  }
  return __real_iconv_open(to, from);
}

/* Expects a page to be decoded from this encoding as this text; NULL: an error. */
static void expect_page(const char *page, const char *given, const char *name, const char *text) {
  dt_arena arena;
  dt_buffer out = {0};
  detm_text decoded;
  const char *found;
  detm_error error = DETM_ERROR_NONE;
  dt_arena_start(&arena, NULL);
  like_musl = true;
  detm_status status = dt_decode(page, strlen(page), given, &arena, &out, &decoded, &found, &error);
  like_musl = false;
  if (text == NULL) {
    cr_expect_eq(status, DETM_BAD_INPUT, "%s", error.text);
    cr_expect(strstr(error.text, "unknown encoding") != NULL, "%s", error.text);
  } else {
    cr_assert_eq(status, DETM_OK, "%s", error.text);
    cr_expect_str_eq(found, name);
    cr_expect(dt_text_equal(decoded, dt_text(text)), "%.*s", (int)decoded.length, decoded.data);
  }
  dt_buffer_free(&out);
  dt_arena_free(&arena);
}

Test(converter, takes_another_name_of_an_encoding) {
  expect_page("<meta charset=shift_jis>\x90\x85\x96\xe5", NULL, "CP932", "<meta charset=shift_jis>水門");
  expect_page("\x90\x85\x96\xe5", "sjis", "CP932", "水門");
  expect_page("<meta charset=tis-620>\xa1", NULL, "windows-874", "<meta charset=tis-620>ก");
}

Test(converter, a_declared_encoding_that_iconv_does_not_have_is_detected) {
  expect_page("<meta charset=macintosh>caf\xe9 \x96 d\xe9j\xe0", NULL, "windows-1252",
              "<meta charset=macintosh>café – déjà");
}

Test(converter, a_given_encoding_that_iconv_does_not_have_is_an_error) {
  expect_page("caf\x8e", "macintosh", NULL, NULL);
  expect_page("caf\x8e", "x-mac-cyrillic", NULL, NULL);
}

Test(converter, exists_for_the_names_of_iconv) {
  cr_expect(dt_converter_exists("UTF-8"));
  cr_expect(dt_converter_exists("MACINTOSH"));
  cr_expect_not(dt_converter_exists("no-such-encoding"));
}
