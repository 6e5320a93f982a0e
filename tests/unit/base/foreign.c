/* Tests of src/base/foreign.c: files that are not web pages. */
#include "base/foreign.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <detm/page.h>

TestSuite(foreign, .fini = find_leaks);

/* A member of a ZIP archive up to its name. */
#define ZIP "PK\x03\x04.........................."

Test(foreign, names_files_that_are_not_pages) {
  static const char *const files[][2] = {{"%PDF-1.4", "a PDF file"},
                                         {"PK\x03\x04", "a ZIP archive"},
                                         {ZIP "page.html", "a ZIP archive"},
                                         {ZIP "[Content_Types].xml", "a file of an office program"},
                                         {ZIP "mimetypeapplication/vnd.oasis.opendocument.text", "a file of an office"},
                                         {ZIP "mimetypeapplication/epub+zip", "an e-book"},
                                         {ZIP "archive/data.warc.gz", "a WACZ archive"},
                                         {"filedesc://a.arc 0.0.0.0", "an ARC archive"},
                                         {"RIFF1234WEBPVP8", "an image"},
                                         {"\xef\xbb\xbf{\n \"a\": 1}", "JSON"},
                                         {" [{\"a\": 1}]", "JSON"},
                                         {"[[1, 2]]", "JSON"}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    const char *kind = dt_file_foreign(dt_text(files[i][0]));
    cr_assert_not_null(kind, "%s", files[i][0]);
    cr_expect(dt_text_starts(dt_text(kind), dt_text(files[i][1])), "%s", kind);
  }
  char tar[512] = "page.html";
  memcpy(tar + 257, "ustar", 5);
  cr_expect_not_null(dt_file_foreign((detm_text){tar, sizeof tar}));
}

Test(foreign, takes_all_else_for_a_page) {
  static const char *const pages[] = {"",           "<p>One",     "{{#if list}}<p>", "[if IE]<p>",
                                      "[1] A note", "text: more", "\xff\xfe<"};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
    cr_expect_null(dt_file_foreign(dt_text(pages[i])), "%s", pages[i]);
}

Test(foreign, distinguishes_binary_data_from_text) {
  char zeros[64] = {0}, random[256], wide[128] = {0}, cut[256] = "<!doctype html><p>One";
  static const char greek[] =
      "\x91\x03\xb2\x03\xb3\x03<\0p\0>\0\x91\x03\xb2\x03\xb3\x03\xb4\x03\xb5\x03\xb6\x03\xb7\x03";
  for (size_t i = 0; i < sizeof random; i++) random[i] = (char)(i * 167 + 5);
  for (size_t i = 0; i < sizeof wide / 4; i++) wide[4 * i] = "ab<p>"[i % 5]; /* UTF-32 */
  cr_expect_str_eq(dt_file_foreign((detm_text){zeros, sizeof zeros}),
                   "binary data: name pages of HTML, and decompress files of brotli with brotli -d");
  cr_expect_not_null(dt_file_foreign((detm_text){random, sizeof random}));
  cr_expect_null(dt_file_foreign((detm_text){wide, sizeof wide}));
  cr_expect_null(dt_file_foreign((detm_text){greek, sizeof greek - 1}), "UTF-16");
  cr_expect_null(dt_file_foreign((detm_text){cut, sizeof cut}), "a page with zeros at its end");
  cr_expect_null(dt_file_foreign(DT_TEXT("\x1b$B$3$3$O\x1b(B and \x1b$B$3$3$O\x1b(B and so on, in ISO-2022-JP")));
}

/* Parses the bytes; `message` begins the error, NULL = they are a page. */
static void expect_refused(const char *bytes, const char *message) {
  detm_error error = DETM_ERROR_NONE;
  detm_page *page = detm_page_parse(bytes, strlen(bytes), NULL, &error);
  cr_expect_eq(page == NULL, message != NULL, "%s", bytes);
  cr_expect_eq(error.status, message != NULL ? DETM_BAD_INPUT : DETM_OK);
  if (message != NULL) cr_expect(dt_text_starts(dt_text(error.text), dt_text(message)), "%s", error.text);
  detm_page_free(page);
}

Test(foreign, is_refused_as_a_page) {
  expect_refused("%PDF-1.4", "not a web page but a PDF file: ");
  expect_refused("{\"a\": 1}", "not a web page but JSON: ");
}

Test(foreign, a_file_of_pages_is_refused_as_a_page) {
  expect_refused("WARC/1.0\r\nWARC-Type: warcinfo\r\n", "not a web page but a WARC archive: ");
  expect_refused("From: <Saved>\r\nSubject: A\r\n B\r\nmime-version: 1.0\r\n\r\n",
                 "not a web page but a mail or MHTML");
  expect_refused("From a@b.example Sat Jan  3 01:05:34 1996\nSubject: A\n\nText", "not a web page but a mailbox: ");
  expect_refused("bplist00", "not a web page but a web archive of Safari: ");
  expect_refused("<?xml version=\"1.0\"?>\n<!DOCTYPE plist>\n<plist version=\"1.0\">",
                 "not a web page but a web archive of Safari: ");
  expect_refused("{\"url\": \"https://a.example/\", \"html\": \"<p>One\"}\n", "not a web page but JSON: ");
}

Test(foreign, a_page_may_begin_with_words_and_colons) {
  expect_refused("Content-Type: text/html\r\n\r\n<p>One", NULL);
  expect_refused("Note: <p>one\n\nMIME-Version: 1.0", NULL);
  expect_refused("WARC/HTML", NULL);
  expect_refused("From 01:05 to 02:10\n<p>One", NULL);
  expect_refused("From a@b.example\nSubject: A\n\nText", NULL);
}

Test(foreign, is_a_mail_by_its_type_only_if_asked) {
  static const char *const typed[] = {"Content-Type: text/html\r\n\r\n<p>One",
                                      "To: a\ncontent-type:\n multipart/related;\n"};
  for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
    cr_expect(dt_file_is_mail(dt_text(typed[i]), true), "%s", typed[i]);
    cr_expect_not(dt_file_is_mail(dt_text(typed[i]), false), "%s", typed[i]);
  }
  cr_expect(dt_file_is_mail(DT_TEXT("To: a\nMIME-Version: 1.0\n"), false));
  cr_expect_not(dt_file_is_mail(DT_TEXT("Content-Type: text/plain\n"), true), "another type");
  cr_expect_not(dt_file_is_mail(DT_TEXT("To: a\n\nContent-Type: text/html\n"), true), "after the header");
  cr_expect_not(dt_file_is_mail(DT_TEXT("A note: b\nMIME-Version: 1.0\n"), true), "no name of a field");
}

Test(foreign, is_a_script_by_its_first_statement) {
  static const char *const scripts[] = {"(function () { go(); })();",
                                        "!function(e){}(1)",
                                        "(function e(t,n){})()",
                                        "/* a */\n// b\n\"use strict\"; x()",
                                        ";(self.webpack=self.webpack||[]).push([1])",
                                        "\xef\xbb\xbfvar a,b=1",
                                        "const x = 1",
                                        "let $a_1 =2;",
                                        "function draw(x) {",
                                        "import { a } from './a.js';",
                                        "export default {",
                                        "window.a['b'].c0 = [\n1]",
                                        "data={}"};
  static const char *const pages[] = {"",
                                      "var",
                                      "let us, then, go",
                                      "function of the heart",
                                      "const",
                                      "import taxes",
                                      "export goods",
                                      "a == [b]",
                                      "a = b",
                                      "1 = [2]",
                                      "/* no end",
                                      "/* a */ <p>One",
                                      "\"use strict\" is said of rules",
                                      "(a remark) and more",
                                      "(functional) and (self-made)",
                                      "(function of x)",
                                      "// a path",
                                      "var a = 1; document.write('<html><body>');",
                                      "<script>var a = 1;</script>"};
  for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
    cr_expect(dt_file_is_script(dt_text(scripts[i])), "%s", scripts[i]);
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
    cr_expect_not(dt_file_is_script(dt_text(pages[i])), "%s", pages[i]);
}

Test(foreign, a_mail_may_begin_with_its_size) {
  uint64_t size;
  cr_expect_eq(dt_mail_size_line(DT_TEXT("1203      \nFrom: a"), &size), 11);
  cr_expect_eq(size, 1203);
  cr_expect_eq(dt_mail_size_line(DT_TEXT("7\r\nFrom: a"), &size), 3);
  cr_expect_eq(dt_mail_size_line(DT_TEXT(" 7\nFrom: a"), &size), 0);
  cr_expect_eq(dt_mail_size_line(DT_TEXT("\nFrom: a"), &size), 0);
  cr_expect_eq(dt_mail_size_line(DT_TEXT("1234567890123\n"), &size), 0);
  cr_expect(dt_file_is_mail(DT_TEXT("9\nMIME-Version: 1.0\n\n<p>"), false));
  cr_expect_not(dt_file_is_mail(DT_TEXT("9 lives\nMIME-Version: 1.0\n\n<p>"), false));
}
