/* Tests of src/stream/mhtml.c: the main part of saved pages and mails. */
#include "streams.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(stream_mhtml, .fini = find_leaks);

static const dt_stream_options defaults = {.max_bytes = 1 << 20};

static void expect_pages(const char *bytes, const char *expected) {
  char *pages = pages_of(dt_text(bytes), &defaults);
  cr_expect_str_eq(pages, expected);
  free(pages);
}

#define SAVED                                                                                                          \
  "From: <Saved by a browser>\r\nSnapshot-Content-Location: https://shop.example/list\r\n"                             \
  "MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"--=b--\"\r\n\r\n"

Test(stream_mhtml, reads_the_page_of_a_saved_file) {
  expect_pages(SAVED
               "\r\n----=b--\r\nContent-Type: text/html\r\nContent-ID: <f@mhtml>\r\n"
               "Content-Transfer-Encoding: quoted-printable\r\nContent-Location: https://shop.example/list?a=\r\n"
               "\r\n<p class=3D\"a\">O=\r\nne\r\n----=b--\r\nContent-Type: image/png\r\n\r\nPNG\r\n----=b----\r\n",
               "https://shop.example/list?a= https://shop.example/list?a= - <p class=\"a\">One\n");
}

Test(stream_mhtml, takes_the_url_of_the_message_if_the_part_has_none) {
  expect_pages(SAVED
               "----=b--\nContent-Type: text/html; charset=koi8-r\nContent-Location: cid:1\n\n<p>One\n----=b----\n",
               "https://shop.example/list https://shop.example/list koi8-r <p>One\n");
}

Test(stream_mhtml, reads_the_part_that_start_names) {
  expect_pages("MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b; start=\"<2@x>\"\n\n--b\n"
               "Content-Type: text/html\n\nframe\n--b\nContent-Type: text/html; charset=utf-8\n"
               "Content-ID: <2@x>\nContent-Transfer-Encoding: base64\n\nPHA+\nT25l\n--b--\n",
               "- - utf-8 <p>One\n");
}

Test(stream_mhtml, reads_the_first_page_if_no_part_is_the_start) {
  expect_pages("MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b; start=\"<3@x>\"\n\n--b\n"
               "Content-Type: text/html\n\none\n--b\nContent-Type: text/html\n\ntwo\n--b--\n",
               "- - - one\n");
}

Test(stream_mhtml, reads_the_page_of_a_mail) {
  expect_pages("Subject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"a\"\n\n--a\n"
               "Content-Type: multipart/alternative; boundary=aa\n\n--aa\nContent-Type: text/plain\n\nplain\n"
               "--aa\nContent-Type: text/html\n\n<p>One\n\n--aa--\n--a--\n",
               "- - - <p>One\n\n");
  expect_pages("Subject: x\nContent-Type: text/html\n\n<p>One\n", "- - - <p>One\n\n");
}

Test(stream_mhtml, reads_a_file_that_is_cut_off) {
  expect_pages(SAVED "----=b--\r\nContent-Type: text/html\r\n\r\n<p>On",
               "https://shop.example/list https://shop.example/list - <p>On (cut off)\n");
  expect_pages(SAVED "----=b--\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\nPHA+\r\nT2",
               "https://shop.example/list https://shop.example/list - <p>O (cut off)\n");
}

Test(stream_mhtml, has_a_whole_page_if_the_file_is_cut_off_after_it) {
  expect_pages(SAVED "----=b--\r\nContent-Type: text/html\r\n\r\n<p>One\r\n----=b--\r\n"
                     "Content-Type: image/png\r\n\r\nPN",
               "https://shop.example/list https://shop.example/list - <p>One\n");
  expect_pages("MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b; start=\"<3@x>\"\n\n--b\n"
               "Content-Type: text/html\n\none\n--b\nContent-Type: image/png\n\nPN",
               "- - - one\n");
}

Test(stream_mhtml, reports_a_message_without_a_page) {
  expect_pages(SAVED "----=b--\r\nContent-Type: image/png\r\n\r\nPNG\r\n----=b----\r\n",
               "- ! is a mail or MHTML file without a part of HTML: name another file\n");
  expect_pages("MIME-Version: 1.0\nContent-Type: text/plain\n\nText",
               "- ! is a mail or MHTML file without a part of HTML: name another file\n");
}

Test(stream_mhtml, limits_the_page) {
  const dt_stream_options options = {.max_bytes = 5};
  char *pages = pages_of(DT_TEXT("MIME-Version: 1.0\nContent-Type: text/html\n\n<p>One"), &options);
  cr_expect_str_eq(pages, "- ! has more than 5 bytes: raise options.max_bytes\n");
  free(pages);
}
