/* Tests of src/stream/headers.c: header fields and transfer encodings. */
#include "stream/headers.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(stream_headers, .fini = find_leaks);

static bool is(detm_text text, const char *expected) { return dt_text_equal(text, dt_text(expected)); }

Test(stream_headers, finds_fields_in_any_case_and_folded) {
  detm_text text = DT_TEXT("Content-Type: text/html;\r\n charset=\"utf-8\"\r\nX: 1\r\nx-empty:\r\n\r\nX: body");
  detm_text type = dt_header_find(text, "content-type");
  cr_expect_eq(dt_headers_length(text), text.length - 7);
  cr_expect(dt_header_is_html(type));
  cr_expect(is(dt_header_parameter(type, "Charset"), "utf-8"));
  cr_expect(is(dt_header_find(text, "X"), "1"));
  cr_expect(is(dt_header_find(text, "Y"), ""));
  cr_expect(dt_header_exists(text, "X-Empty"));
  cr_expect_not(dt_header_exists(text, "body"));
}

Test(stream_headers, parameters_may_be_quoted_and_hold_semicolons) {
  detm_text value = DT_TEXT("multipart/related; type=\"text/html\"; boundary=\"a;b=c\"; start=<1@x> ; empty=");
  cr_expect(is(dt_header_parameter(value, "boundary"), "a;b=c"));
  cr_expect(is(dt_header_parameter(value, "start"), "<1@x>"));
  cr_expect(is(dt_header_parameter(value, "b"), ""));
  cr_expect(is(dt_header_parameter(value, "empty"), ""));
  cr_expect(is(dt_header_parameter(DT_TEXT("text/html; charset"), "charset"), ""));
  cr_expect(is(dt_header_parameter(DT_TEXT("text/html; charset=\"utf"), "charset"), "utf"));
}

Test(stream_headers, takes_absolute_urls_only) {
  char *url = dt_header_url(DT_TEXT("<https://a.example/\r\n long>"));
  cr_expect_str_eq(url, "https://a.example/long");
  free(url);
  cr_expect_null(dt_header_url(DT_TEXT("cid:1@mhtml.blink")));
  cr_expect_null(dt_header_url(DT_TEXT("page.html?u=http://x")));
  cr_expect_null(dt_header_url(DT_TEXT("/a?u=http://x")));
  cr_expect_null(dt_header_url(DT_TEXT("")));
}

static void expect_decoded(void (*decode)(detm_text text, dt_buffer *out), const char *text, const char *expected) {
  dt_buffer out = {0};
  decode(dt_text(text), &out);
  cr_expect(is((detm_text){out.data, out.length}, expected), "%s: %.*s", text, (int)out.length,
            out.length != 0 ? out.data : "");
  dt_buffer_free(&out);
}

Test(stream_headers, decodes_quoted_printable) {
  expect_decoded(dt_decode_quoted, "a=3Db=\r\nc =e2=82=AC \r\nd", "a=bc €\r\nd");
  expect_decoded(dt_decode_quoted, "x=zz =4", "x=zz =4");
  expect_decoded(dt_decode_quoted, "last=", "last");
  expect_decoded(dt_decode_quoted, "a= \t\nb\n", "ab\n");
}

Test(stream_headers, decodes_chunks_up_to_a_faulty_one) {
  dt_buffer out = {0};
  bool whole = false;
  cr_expect(dt_decode_chunked(DT_TEXT("3\r\n<p>\r\n4;x=y\r\nOne \r\n0\r\n\r\n"), &out, &whole));
  cr_expect(is((detm_text){out.data, out.length}, "<p>One "));
  cr_expect(whole);
  out.length = 0;
  cr_expect(dt_decode_chunked(DT_TEXT("3\r\n<p>\r\nzz\r\nOne"), &out, &whole));
  cr_expect(is((detm_text){out.data, out.length}, "<p>"));
  out.length = 0;
  cr_expect(dt_decode_chunked(DT_TEXT("ffffff\r\n<p>"), &out, &whole));
  cr_expect(is((detm_text){out.data, out.length}, "<p>"));
  cr_expect_not(whole);
  cr_expect_not(dt_decode_chunked(DT_TEXT("<!doctype html>"), &out, &whole));
  cr_expect_not(dt_decode_chunked(DT_TEXT("ab"), &out, &whole));
  dt_buffer_free(&out);
}
