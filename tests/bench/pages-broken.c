/* tests/bench/pages-broken.c: unfriendly pages with broken markup: unclosed elements, comments and scripts, very long
 * or very many tags, and bytes that are not markup. */
#include "pages.h"

static void repeat(dt_buffer *page, size_t bytes, const char *text) {
  while (bench_short_of(page, bytes)) dt_buffer_text(page, text);
}

void bench_giant_text(dt_buffer *page, size_t bytes, bench_random *random) {
  dt_buffer_text(page, "<p>");
  while (bench_short_of(page, bytes)) {
    bench_add_words(page, 12, random);
    dt_buffer_text(page, ". ");
  }
  dt_buffer_text(page, "</p>");
}

void bench_giant_attribute(dt_buffer *page, size_t bytes, bench_random *random) {
  dt_buffer_text(page, "<div class=\"");
  while (bench_short_of(page, bytes)) bench_add_words(page, 12, random);
  dt_buffer_text(page, "\">text</div>");
}

/* One tag with many attributes.  libxml2 compares each attribute of a tag with all before it, which takes 13 seconds
 * for a tag of 1 MB, so the tag is a tenth of the page. */
void bench_many_attributes(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  dt_buffer_text(page, "<div");
  for (unsigned i = 0; bench_short_of(page, bytes / 10); i++) dt_buffer_format(page, " a%u=\"%u\"", i, i);
  dt_buffer_text(page, ">text</div>");
  while (bench_short_of(page, bytes)) {
    dt_buffer_text(page, "<p");
    for (unsigned i = 0; i < 100; i++) dt_buffer_format(page, " b%u=%u", i, i);
    dt_buffer_text(page, ">text</p>\n");
  }
}

void bench_unclosed_tags(dt_buffer *page, size_t bytes, bench_random *random) {
  static const char *const tags[] = {"p",  "li", "td", "tr", "b",  "i",      "dd",    "dt",
                                     "h2", "a",  "ul", "th", "br", "option", "table", "select"};
  while (bench_short_of(page, bytes)) dt_buffer_format(page, "<%s>x", tags[bench_random_below(random, 16)]);
}

void bench_stray_ends(dt_buffer *page, size_t bytes, bench_random *random) {
  static const char *const tags[] = {"p", "li", "td", "table", "b", "div", "body", "html"};
  dt_buffer_text(page, "<div><p>start");
  while (bench_short_of(page, bytes)) dt_buffer_format(page, "</%s>x", tags[bench_random_below(random, 8)]);
}

/* Many stray end tags: a parser may search all open elements for each. */
void bench_deep_stray_ends(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  for (unsigned i = 0; i < 240; i++) dt_buffer_text(page, "<div>");
  repeat(page, bytes, "x</b></p>");
}

void bench_huge_spans(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  dt_buffer_text(page, "<table>");
  while (bench_short_of(page, bytes)) {
    dt_buffer_text(page, "<tr>");
    for (unsigned i = 0; i < 5; i++) dt_buffer_format(page, "<td colspan=1000 rowspan=65534>%u</td>", i);
    dt_buffer_text(page, "</tr>\n");
  }
  dt_buffer_text(page, "</table>");
}

void bench_entities(dt_buffer *page, size_t bytes, bench_random *random) {
  static const char *const entities[] = {"&amp;", "&eacute;", "&#8212;", "&#x1F600;", "&nosuch;", "&lt", "&", "&#0;"};
  dt_buffer_text(page, "<p>");
  while (bench_short_of(page, bytes)) dt_buffer_text(page, entities[bench_random_below(random, 8)]);
}

void bench_open_anchors(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  repeat(page, bytes, "<a ");
}

void bench_unclosed_comment(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  dt_buffer_text(page, "<p>text</p><!-- ");
  repeat(page, bytes, "<p>in a comment - - that has no end</p>\n");
}

/* Many comments without an end: a parser may search the rest of the page for each. */
void bench_unclosed_comments(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  repeat(page, bytes, "<!-- a><p>b");
}

void bench_unclosed_noscripts(dt_buffer *page, size_t bytes, bench_random *random) {
  while (bench_short_of(page, bytes))
    dt_buffer_text(page, bench_random_below(random, 2) ? "<noscript>a" : "<template>b");
}

void bench_unclosed_quote(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  dt_buffer_text(page, "<p>text</p><a href=\"");
  repeat(page, bytes, "<p>in an attribute that has no end</p>\n");
}

void bench_random_bytes(dt_buffer *page, size_t bytes, bench_random *random) {
  while (bench_short_of(page, bytes)) dt_buffer_byte(page, (char)(unsigned char)bench_random_below(random, 256));
}

void bench_random_markup(dt_buffer *page, size_t bytes, bench_random *random) {
  static const char letters[] = "<<<>>>//==\"\"'&;!-- abdilprtu1\n";
  while (bench_short_of(page, bytes)) dt_buffer_byte(page, letters[bench_random_below(random, sizeof letters - 1)]);
}

void bench_nul_bytes(dt_buffer *page, size_t bytes, bench_random *random) {
  static const char markup[] = "<p>\0a\0</p\0><b \0x=1>";
  while (bench_short_of(page, bytes)) {
    dt_buffer_add(page, markup, sizeof markup - 1);
    bench_add_words(page, 1, random);
  }
}

void bench_unknown_tags(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  for (unsigned i = 0; bench_short_of(page, bytes); i++) dt_buffer_format(page, "<x%u>%u</x%u>", i, i, i);
}

void bench_unclosed_script(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  dt_buffer_text(page, "<p>text</p><script>");
  repeat(page, bytes, "if (a < b) document.write('<p></p></scrip>');\n");
}

void bench_many_comments(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  repeat(page, bytes, "<!-- a -->b<!-->c<!--- d --->");
}

/* XML that is no page: siblings of different names. */
void bench_xml_names(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  dt_buffer_text(page, "<?xml version=\"1.0\"?><list>");
  for (unsigned i = 0; bench_short_of(page, bytes); i++) dt_buffer_format(page, "<a%u x=\"1\">b</a%u>\n", i, i);
  dt_buffer_text(page, "</list>");
}

void bench_form_parts(dt_buffer *page, size_t bytes, bench_random *random) {
  static const char *const parts[] = {"<form>",
                                      "<select><option>a<option>b",
                                      "<textarea>c</textarea>",
                                      "<input>",
                                      "</form>",
                                      "</select>",
                                      "<optgroup>",
                                      "<button>d"};
  while (bench_short_of(page, bytes)) dt_buffer_text(page, parts[bench_random_below(random, 8)]);
}

void bench_broken_utf8(dt_buffer *page, size_t bytes, bench_random *random) {
  static const char *const parts[] = {"\xC3\xA9",     "\xE4\xB8\xAD", "\xF0\x9F\x98\x80", "\xC3", "\xE4\xB8",
                                      "\xED\xA0\x80", "\xFF",         "</p><p>"};
  dt_buffer_text(page, "<meta charset=utf-8><p>");
  while (bench_short_of(page, bytes)) dt_buffer_text(page, parts[bench_random_below(random, 8)]);
}

void bench_blanks(dt_buffer *page, size_t bytes, bench_random *random) {
  static const char *const parts[] = {" ", "\n", "\t", "\r\n", "&nbsp;", "\xC2\xA0"};
  while (bench_short_of(page, bytes)) {
    for (unsigned i = 0; i < 30; i++) dt_buffer_text(page, parts[bench_random_below(random, 6)]);
    dt_buffer_text(page, "<p>");
  }
}
