/* Tests of src/wrapper/name.c: names and types of fields. */
#include "wrapper/learned.h"

#include <criterion/criterion.h>
#include <libxml/tree.h>
#include <stdlib.h>

TestSuite(name);

typedef struct expectation {
  const char *markup, *names;
} expectation;

Test(name, is_what_a_field_is_where_the_page_has_none) {
  expect_names("<ul class=r><li><img src=a.png><h3>A</h3><p>2024-05-01</p><p>$12.50</p><p>14</p><p>ab</p>"
               "<li><img src=b.png><h3>B</h3><p>2024-05-02</p><p>$2.50</p><p>16</p><p>cd</p></ul>",
               "title date price number text image");
}

Test(name, tells_the_type_too) {
  learned l;
  learn_page(&l, "<ul class=r><li><img src=a.png><h3>A</h3><p>2024-05-01</p><p>$12.50</p><p>14</p><p>ab</p>"
                 "<li><img src=b.png><h3>B</h3><p>2024-05-02</p><p>$2.50</p><p>16</p><p>cd</p></ul>");
  static const char *const types[] = {"text", "date", "price", "number", "text", "url"};
  cr_assert_eq(l.wrapper->field_count, sizeof types / sizeof *types);
  for (uint32_t f = 0; f < l.wrapper->field_count; f++) cr_expect_str_eq(l.wrapper->fields[f].type, types[f], "%u", f);
  learned_free(&l);
}

Test(name, title_is_the_first_heading_or_link_with_words_or_the_first_words) {
  static const expectation cases[] = {
      {"<ul class=r><li><p>x</p><h3>A</h3><h4>v</h4><li><p>y</p><h3>B</h3><h4>w</h4></ul>", "text title text-2"},
      {"<ul class=r><li><a href=/1>x</a><h3>A</h3><li><a href=/2>y</a><h3>B</h3></ul>", "text title text-link"},
      {"<ul class=r><li><a href=/1>1</a><a href=/a>A</a><li><a href=/2>2</a><a href=/b>B</a></ul>",
       "number title number-link title-link"},
      /* else the first words */
      {"<ul class=r><li><p>1</p><p>x</p><p>v</p><li><p>2</p><p>y</p><p>w</p></ul>", "number title text"},
      {"<ul class=r><li><p>1</p><h5></h5><li><p>2</p><h5></h5></ul>", "number"},
      /* not one that is always the same */
      {"<ul class=r><li><a href=/1>More</a><p><a href=/a>A</a></p><li><a href=/2>More</a><p><a href=/b>B</a></p></ul>",
       "text title text-link title-link"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_names(cases[i].markup, cases[i].names);
}

Test(name, of_an_address_is_that_of_its_text) {
  static const expectation cases[] = {
      {"<ul class=r><li><a href=/1>A</a><li><a href=/2>B</a></ul>", "title title-link"},
      {"<ul class=r><li><p>Author:</p><a href=/1>A</a><li><p>Author:</p><a href=/2>B</a></ul>", "author author-link"},
      {"<ul class=r><li><a href=/1><img src=a.png></a><li><a href=/2><img src=b.png></a></ul>", "link image"},
      {"<ul class=r><li><a href=/1><img src=a.png>A</a><li><a href=/2><img src=b.png>B</a></ul>",
       "title title-link image"},
      {"<ul class=r><li>a<video src=a.mp4></video><li>b<video src=b.mp4></video></ul>", "title source"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_names(cases[i].markup, cases[i].names);
}

Test(name, comes_from_a_class_that_tells) {
  static const expectation cases[] = {
      {"<ul class=r><li><h3>B</h3><p class=author>a</p><p class='col publisher'>b</p><li><h3>A</h3><p "
       "class=author>c</p>"
       "<p class='col publisher'>d</p></ul>",
       "title author col"},
      /* of an element round that text alone */
      {"<ul class=r><li><h3>B</h3><div class=author><p>a</p></div><p>b</p><li><h3>A</h3><div "
       "class=author><p>c</p></div><p>d</p></ul>",
       "title author text"},
      {"<ul class=r><li><h3>B</h3><div class=meta><p>a</p><p>b</p></div><li><h3>A</h3><div "
       "class=meta><p>c</p><p>d</p></div></ul>",
       "title text text-2"},
      /* none that stands twice, is generated, or too short */
      {"<ul class=r><li><h3>B</h3><p class=cell>a</p><div class=cell>b</div><li><h3>A</h3><p class=cell>c</p><div "
       "class=cell>d</div></ul>",
       "title text text-2"},
      {"<ul class=r><li><h3>B</h3><p class=x7f3a9>a</p><p class=c2>b</p><p class=xkcd>e</p><li><h3>A</h3><p "
       "class=x7f3a9>c</p><p "
       "class=c2>d</p>"
       "<p class=xkcd>f</p></ul>",
       "title text text-2 text-3"},
      /* and the record's own says nothing of one field */
      {"<ul class=r><li class=product><h3>B</h3>a<li class=product><h3>A</h3>b</ul>", "title text"},
      {"<ul class=r><li><h3>B</h3><span class=author>a</span> <span class=maker>b</span><li><h3>A</h3><span "
       "class=author>c</span> <span "
       "class=maker>d</span></ul>",
       "title author maker"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_names(cases[i].markup, cases[i].names);
}

Test(name, prefers_what_the_page_says_to_classes) {
  static const expectation cases[] = {
      {"<ul class=r><li><p itemprop=writer class=author>a</p><li><p itemprop=writer class=author>b</p></ul>", "writer"},
      {"<ul class=r><li><h5>Writer:</h5><p class=author>a</p><li><h5>Writer:</h5><p class=author>b</p></ul>", "writer"},
      {"<ul class=r><li><p class=author>Writer: a</p><li><p class=author>Writer: b</p><li><p class=author>Writer: "
       "c</p></ul>",
       "writer"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_names(cases[i].markup, cases[i].names);
}

/* ---- labels in any script ---- */

/* A page of two records whose only text has this label. */
static void expect_label(const char *label_text, const char *name) {
  dt_buffer markup = {0};
  dt_buffer_format(&markup, "<ul class=r><li><h5>%s:</h5><p>a</p><li><h5>%s:</h5><p>b</p></ul>", label_text,
                   label_text);
  dt_buffer_byte(&markup, '\0');
  expect_names(markup.data, name);
  dt_buffer_free(&markup);
}

Test(name, is_written_in_lower_case_with_hyphens) {
  static const char *const cases[][2] = {
      {"Price", "price"},
      {"Our Price", "our-price"},
      {"  Our   price ", "our-price"},
      {"Price (in EUR)", "price-in-eur"},
      {"No. of pages", "no-of-pages"},
      {"size/colour", "size-colour"},
      {"a_b.c", "a-b-c"},
      {"ISBN-13", "isbn-13"},
      {"&lt;b&gt;", "b"},
      {"xml", "xml"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_label(cases[i][0], cases[i][1]);
}

Test(name, is_that_of_the_kind_where_nothing_is_left_of_the_label) {
  static const char *const labels[] = {
      "12", "***", "- -", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "a label that goes on and on as sentences do it"};
  for (size_t i = 0; i < COUNT(labels); i++) expect_label(labels[i], "text");
}

static bool is_plain_name(const char *name) {
  return *name != '\0' && xmlValidateNCName((const xmlChar *)name, 0) == 0;
}

Test(name, is_a_valid_one_for_labels_in_any_script) {
  static const char *const labels[] = {
      "Preis",
      "\xc3\x84rger",                                                 /* Latin */
      "\xce\xa4\xce\xb9\xce\xbc\xce\xae",                             /* Greek */
      "\xd0\xa6\xd0\xb5\xd0\xbd\xd0\xb0",                             /* Cyrillic */
      "\xd5\xa3\xd5\xab\xd5\xb6",                                     /* Armenian */
      "\xd7\x9e\xd7\x97\xd7\x99\xd7\xa8",                             /* Hebrew */
      "\xd8\xa7\xd9\x84\xd8\xb3\xd8\xb9\xd8\xb1",                     /* Arabic */
      "\xe0\xa4\xae\xe0\xa5\x82\xe0\xa4\xb2\xe0\xa5\x8d\xe0\xa4\xaf", /* Devanagari */
      "\xe0\xb8\xa3\xe0\xb8\xb2\xe0\xb8\x84\xe0\xb8\xb2",             /* Thai */
      "\xe4\xbb\xb7\xe6\xa0\xbc",                                     /* Chinese */
      "\xe3\x83\xa1\xe3\x83\xbc\xe3\x82\xab\xe3\x83\xbc",             /* Japanese, with a long vowel mark */
      "\xea\xb0\x80\xea\xb2\xa9",                                     /* Korean */
      "\xe1\x83\xa4\xe1\x83\x90\xe1\x83\xa1\xe1\x83\x98",             /* Georgian */
      "\xf0\x90\x90\xb7",                                             /* outside the first plane */
      "e\xcc\x81tat",                                                 /* a combining accent */
      "\xc2\xb7x",
      "\xcc\x81",
      "1st",
      "-x",
      ".x",
      "\xd9\xa3\xd9\xa4", /* Arabic digits */
  };
  for (size_t i = 0; i < COUNT(labels); i++) {
    dt_buffer markup = {0};
    dt_buffer_format(&markup, "<ul class=r><li><h5>%s:</h5><p>a</p><li><h5>%s:</h5><p>b</p></ul>", labels[i],
                     labels[i]);
    dt_buffer_byte(&markup, '\0');
    learned l;
    learn_page(&l, markup.data);
    for (uint32_t f = 0; f < l.wrapper->field_count; f++)
      cr_expect(is_plain_name(l.wrapper->fields[f].name), "%s: %s", labels[i], l.wrapper->fields[f].name);
    dt_buffer_free(&markup);
    learned_free(&l);
  }
}

Test(name, is_a_valid_one_for_any_bytes) {
  uint32_t seed = 12;
  for (int round = 0; round < 300; round++) {
    char label_text[24];
    uint32_t length = 1 + draw(&seed, sizeof label_text - 1);
    for (uint32_t n = 0; n < length; n++) {
      label_text[n] = (char)(1 + draw(&seed, 255));
      if (strchr("<&", label_text[n]) != NULL) label_text[n] = 'x';
    }
    label_text[length - 1] = '\0';
    dt_buffer markup = {0};
    dt_buffer_format(&markup, "<table><tr><th>%s<th>B</tr><tbody class=r><tr><td>a<td>1<tr><td>b<td>2</table>",
                     label_text);
    dt_buffer_byte(&markup, '\0');
    learned l;
    learn_page(&l, markup.data);
    for (uint32_t f = 0; f < l.wrapper->field_count; f++)
      cr_expect(is_plain_name(l.wrapper->fields[f].name), "%s: %s", label_text, l.wrapper->fields[f].name);
    dt_buffer_free(&markup);
    learned_free(&l);
  }
}

/* ---- unique and stable ---- */

Test(name, is_unique) {
  enum { FIELDS = 200 };
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<ul class=r>");
  for (int record = 0; record < 2; record++) {
    dt_buffer_text(&markup, "<li>");
    for (int n = 0; n < FIELDS / 2; n++)
      dt_buffer_format(&markup, "<p>x%c%dy</p><h5 itemprop='text %d'>z%d</h5>", 'a' + record, n, n % 7, n + record);
  }
  dt_buffer_byte(&markup, '\0');
  learned l;
  learn_page(&l, markup.data);
  cr_assert_eq(l.wrapper->field_count, FIELDS);
  for (uint32_t a = 0; a < FIELDS; a++)
    for (uint32_t b = 0; b < a; b++) cr_expect_str_neq(l.wrapper->fields[a].name, l.wrapper->fields[b].name);
  dt_buffer_free(&markup);
  learned_free(&l);
}

Test(name, is_the_same_from_run_to_run_whatever_the_records_order) {
  static const char *const records[] = {"<li><h3>A</h3><p class=b>x</p><h5>1</h5>", "<li><h3>B</h3><h5>2</h5>",
                                        "<li><h3>C</h3><p class=b>y</p>"};
  for (unsigned order = 0; order < 6; order++) {
    unsigned first = order / 2, second = (first + 1 + order % 2) % 3, third = 3 - first - second;
    dt_buffer markup = {0};
    dt_buffer_format(&markup, "<ul class=r>%s%s%s</ul>", records[first], records[second], records[third]);
    dt_buffer_byte(&markup, '\0');
    for (int again = 0; again < 2; again++) expect_names(markup.data, "title text number");
    dt_buffer_free(&markup);
  }
}
