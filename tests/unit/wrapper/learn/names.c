/* Tests of src/wrapper/learn/names.c: names and types of fields. */
#include "wrapper/learn/learned.h"

#include "leaks.h"
#include "text/field_name.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(name, .fini = find_leaks);

typedef struct expectation {
  const char *markup, *names;
} expectation;

Test(name, is_the_type_if_there_is_nothing_better) {
  expect_names("<ul class=r><li><img src=a.png><h3>A</h3><p>2024-05-01</p><p>$12.50</p><p>14</p><p>ab</p>"
               "<li><img src=b.png><h3>B</h3><p>2024-05-02</p><p>$2.50</p><p>16</p><p>cd</p></ul>",
               "title date price number text image");
}

Test(name, is_stored_with_the_type) {
  learned l;
  learn_page(&l, "<ul class=r><li><img src=a.png><h3>A</h3><p>2024-05-01</p><p>$12.50</p><p>14</p><p>ab</p>"
                 "<li><img src=b.png><h3>B</h3><p>2024-05-02</p><p>$2.50</p><p>16</p><p>cd</p></ul>");
  static const char *const types[] = {"text", "date", "price", "number", "text", "url"};
  cr_assert_eq(l.wrapper->field_count, sizeof types / sizeof *types);
  for (uint32_t f = 0; f < l.wrapper->field_count; f++) cr_expect_str_eq(l.wrapper->fields[f].type, types[f], "%u", f);
  learned_free(&l);
}

Test(name, title_is_the_first_heading_or_link_with_words_or_else_the_first_words) {
  static const expectation cases[] = {
      {"<ul class=r><li><p>new</p><h3>Oak clock</h3><h4>brown</h4><li><p>new</p><h3>Slate clock</h3><h4>grey</h4></ul>",
       "text title text-2"},
      {"<ul class=r><li><a href=/1>ed</a><h3>Oak clock</h3><li><a href=/2>jo</a><h3>Slate clock</h3></ul>",
       "text title text-link"},
      {"<ul class=r><li><a href=/1>1</a><a href=/a>A</a><li><a href=/2>2</a><a href=/b>B</a></ul>",
       "number title number-link title-link"},
      /* otherwise the first words */
      {"<ul class=r><li><p>1</p><p>x</p><p>v</p><li><p>2</p><p>y</p><p>w</p></ul>", "number title text"},
      {"<ul class=r><li><p>1</p><h5></h5><li><p>2</p><h5></h5></ul>", "number"},
      /* a text that is always the same is not a title */
      {"<ul class=r><li><a href=/1>More</a><p><a href=/a>A</a></p><li><a href=/2>More</a><p><a href=/b>B</a></p></ul>",
       "text title text-link title-link"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_names(cases[i].markup, cases[i].names);
}

Test(name, of_an_address_is_that_of_its_text_with_a_suffix) {
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

Test(name, comes_from_a_class_that_names_the_value) {
  static const expectation cases[] = {
      {"<ul class=r><li><h3>B</h3><p class=author>a</p><p class='col publisher'>b</p><li><h3>A</h3><p "
       "class=author>c</p>"
       "<p class='col publisher'>d</p></ul>",
       "title author publisher"},
      /* a class of an element that contains only that text */
      {"<ul class=r><li><h3>B</h3><div class=author><p>a</p></div><p>b</p><li><h3>A</h3><div "
       "class=author><p>c</p></div><p>d</p></ul>",
       "title author text"},
      {"<ul class=r><li><h3>B</h3><div class=meta><p>a</p><p>b</p></div><li><h3>A</h3><div "
       "class=meta><p>c</p><p>d</p></div></ul>",
       "title text text-2"},
      /* not a class that occurs twice, is generated, or is too short */
      {"<ul class=r><li><h3>B</h3><p class=cell>a</p><div class=cell>b</div><li><h3>A</h3><p class=cell>c</p><div "
       "class=cell>d</div></ul>",
       "title text text-2"},
      {"<ul class=r><li><h3>B</h3><p class=x7f3a9>a</p><p class=c2>b</p><p class=xkcd>e</p><li><h3>A</h3><p "
       "class=x7f3a9>c</p><p "
       "class=c2>d</p>"
       "<p class=xkcd>f</p></ul>",
       "title text text-2 text-3"},
      /* the record's own class does not name a field */
      {"<ul class=r><li class=product><h3>B</h3>a<li class=product><h3>A</h3>b</ul>", "title text"},
      {"<ul class=r><li><h3>B</h3><span class=author>a</span> <span class=maker>b</span><li><h3>A</h3><span "
       "class=author>c</span> <span "
       "class=maker>d</span></ul>",
       "title author maker"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_names(cases[i].markup, cases[i].names);
}

Test(name, from_a_label_is_preferred_to_one_from_a_class) {
  static const expectation cases[] = {
      {"<ul class=r><li><p itemprop=writer class=maker>a</p><li><p itemprop=writer class=maker>b</p></ul>", "writer"},
      {"<ul class=r><li><h5>Writer:</h5><p class=author>a</p><li><h5>Writer:</h5><p class=author>b</p></ul>", "writer"},
      {"<ul class=r><li><p class=author>Writer: a</p><li><p class=author>Writer: b</p><li><p class=author>Writer: "
       "c</p></ul>",
       "writer"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_names(cases[i].markup, cases[i].names);
}

/* Expects these names for three records of a title and `rest`, with "#" replaced by numbers and "@" by words. */
static void expect_after_title(const char *rest, const char *names) {
  static const char *const titles[] = {"Oak clock", "Slate clock", "Elm box"};
  static const char *const numbers[] = {"12", "7", "950"}, *const texts[] = {"brown", "grey", "white"};
  dt_buffer markup = {0}, expected = {0};
  dt_buffer_text(&markup, "<ul class=r>");
  for (size_t r = 0; r < COUNT(titles); r++) {
    dt_buffer_format(&markup, "<li><h3>%s</h3>", titles[r]);
    for (const char *at = rest; *at != '\0'; at++) {
      if (*at == '#' || *at == '@')
        dt_buffer_text(&markup, *at == '#' ? numbers[r] : texts[r]);
      else
        dt_buffer_byte(&markup, *at);
    }
  }
  dt_buffer_text(&markup, "</ul>");
  dt_buffer_byte(&markup, '\0');
  dt_buffer_format(&expected, "title %s", names);
  dt_buffer_byte(&expected, '\0');
  expect_names(markup.data, expected.data);
  dt_buffer_free(&expected);
  dt_buffer_free(&markup);
}

typedef struct after_title {
  const char *rest, *names;
} after_title;

static void expect_all_after_title(const after_title *cases, size_t count) {
  for (size_t i = 0; i < count; i++) expect_after_title(cases[i].rest, cases[i].names);
}

Test(name, comes_from_the_words_next_to_a_value) {
  static const after_title cases[] = {
      /* any words after a number */
      {"<div><p>#</p><p>visitors</p></div>", "visitors text"},
      {"<div><p>#</p><p>Pages read</p></div>", "pages-read text"},
      /* words before a value, if they are names of columns */
      {"<div><p>Author</p><p>@</p></div>", "text author"},
      {"<div><p>Author:</p><p>@</p></div>", "author"},
      {"<div><p>by</p><p>@</p></div>", "text author"},
      {"<div><p>see</p><p>@</p></div>", "text text-2"},
      /* a preposition names the text after it, even with words close before it */
      {"<div><span>16 points</span> by <b><a href=/u/%>@</a></b></div>", "text points author author-link"},
      /* another link of the record is not a label */
      {"<div><a href=/%>#</a> <a href=/hide/%>hide</a></div>", "number text number-link text-link"},
      /* words between two values name the nearer one */
      {"<div><p>#</p><p>comments</p></div><div><p>#</p></div>", "comments text number"},
  };
  expect_all_after_title(cases, COUNT(cases));
}

Test(name, comes_from_the_icon_before_a_number) {
  static const after_title cases[] = {
      {"<p><svg aria-label=forks></svg> #</p>", "forks"},
      {"<p><svg aria-label=Stargazers></svg> #</p>", "stars"},
      {"<p><svg class='octicon octicon-star'></svg> #</p>", "stars"},
      {"<p><i class='icon icon-heart'></i> #</p>", "likes"},
      {"<p><i class=fa-eye></i> #</p>", "views"},
      {"<p><svg aria-label=star></svg> # <svg aria-label=fork></svg> #</p>", "stars forks"},
      /* icons that may belong to the number before or after them name neither */
      {"<p># <svg aria-label=star></svg> # <svg aria-label=fork></svg></p>", "number number-2"},
      {"<p># <i class=fa-star></i> # <i class=fa-code-fork></i></p>", "number number-2"},
      {"<p><svg class=octicon-star></svg><span>#</span> <svg class=octicon-fork></svg><span>#</span></p>",
       "stars forks"},
      /* icons that count name only numbers; others also name words */
      {"<p><i class=icon-heart></i> @</p>", "text"},
      {"<p><i class=icon-user></i> @</p>", "author"},
      {"<p><svg class=octicon></svg> #</p>", "number"},
  };
  expect_all_after_title(cases, COUNT(cases));
}

Test(name, comes_from_the_last_word_of_the_address_of_a_number) {
  static const after_title cases[] = {
      {"<p><a href=/@/stargazers>#</a></p>", "stars stars-link"},
      {"<p><a href=/@/watchers>#</a></p>", "watchers watchers-link"},
      {"<p><a href=/@/stargazers>#k</a></p>", "stars stars-link"},
      {"<p><a href=/watchers>#</a></p>", "number number-link"}, /* one address in all records */
      {"<p><a href=/@/x/#>#</a></p>", "number number-link"},    /* the address ends without a word */
      {"<p><a href=/@/stargazers>@</a></p>", "text text-link"}, /* the text is not a number */
  };
  expect_all_after_title(cases, COUNT(cases));
}

Test(name, comes_from_the_type_of_the_values) {
  static const expectation cases[] = {
      {"<ul class=r><li><h3>Oak clock</h3><p>112 KB</p><li><h3>Elm box</h3><p>1.4 MB</p></ul>", "title size"},
      {"<ul class=r><li><h3>Oak clock</h3><p>6h 30m</p><li><h3>Elm box</h3><p>39 mins</p></ul>", "title duration"},
      {"<ul class=r><li><h3>Oak clock</h3><p>www.example.org/a</p><li><h3>Elm box</h3><p>example.com</p></ul>",
       "title url"},
      {"<ul class=r><li><h3>Oak clock</h3><p>a@example.org</p><li><h3>Elm box</h3><p>b@example.com</p></ul>",
       "title email"},
      {"<ul class=r><li><h3>Oak clock</h3><p>+44 20 7946 0000</p><li><h3>Elm box</h3><p>+44 20 7946 0001</p></ul>",
       "title phone"},
      {"<ul class=r><li><h3>Oak clock</h3><p>4.6</p><li><h3>Elm box</h3><p>3.8</p></ul>", "title rating"},
      {"<ul class=r><li><h3>Oak clock</h3><p>Edmonton, AB</p><li><h3>Elm box</h3><p>Ely, NV</p></ul>",
       "title location"},
      {"<ul class=r><li><h3>Oak clock</h3><s>$14.00</s><p>$12.50</p><li><h3>Elm box</h3><s>$9.00</s><p>$7.00</p></ul>",
       "title original-price price"},
      {"<ul class=r><li><h3>Oak clock</h3><p class=wasPrice>$14.00</p><p class=now>$12.50</p>"
       "<li><h3>Elm box</h3><p class=wasPrice>$9.00</p><p class=now>$7.00</p></ul>",
       "title original-price price"},
      {"<ul class=r><li><h3>Oak clock</h3><div class=oldprice>$14.00</div><p class=washed>$12.50</p>"
       "<li><h3>Elm box</h3><div class=oldprice>$9.00</div><p class=washed>$7.00</p></ul>",
       "title original-price price"},
      {"<ul class=r><li><h3>Oak clock</h3><del>$14.00</del><p class=delivery>$12.50</p>"
       "<li><h3>Elm box</h3><del>$9.00</del><p class=delivery>$7.00</p></ul>",
       "title original-price price"},
      {"<ul class=r><li><h3>Oak clock</h3><p>A tall clock of brown oak with two hands</p><p>kept dry</p>"
       "<li><h3>Elm box</h3><p>A flat box of grey elm with three drawers</p><p>as new</p></ul>",
       "title description text"},
      /* several things in one line */
      {"<ul class=r><li><h3>Oak clock</h3><p>98 KB (10,675 words) - 15:34, 6 January</p>"
       "<li><h3>Elm box</h3><p>7 KB (675 words) - 9:12, 12 March</p></ul>",
       "title details"},
      /* a few words that are repeated */
      {"<ul class=r><li><h3>Oak clock</h3><p>clocks</p><li><h3>Elm box</h3><p>boxes</p><li><h3>Ash "
       "table</h3><p>clocks</p>"
       "<li><h3>Fir chair</h3><p>boxes</p><li><h3>Yew bow</h3><p>clocks</p></ul>",
       "title category"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_names(cases[i].markup, cases[i].names);
}

Test(name, a_plain_number_is_a_docket_number_only_if_it_looks_like_one) {
  static const expectation cases[] = {
      {"<ul class=r><li><h3>Ash v. Mill Trust</h3><p>210389</p><li><h3>Byrd v. Noor</h3><p>220536</p><li><h3>Cole v. "
       "Dray</h3><p>230172</p></ul>",
       "title docket-number"},
      {"<ul class=r><li><h3>Ash v. Mill Trust</h3><p>145</p><li><h3>Byrd v. Noor</h3><p>212</p><li><h3>Cole v. "
       "Dray</h3><p>1088</p></ul>",
       "title number"},
      {"<ul class=r><li><h3>Ash v. Mill Trust</h3><p>10450</p><li><h3>Byrd v. Noor</h3><p>9731</p><li><h3>Cole v. "
       "Dray</h3><p>134000</p></ul>",
       "title number"},
      {"<ul class=r><li><h3>Ash v. Mill Trust</h3><p>24-CV-0117</p><li><h3>Byrd v. Noor</h3><p>24-CV-9</p><li><h3>Cole "
       "v. Dray</h3><p>23-CV-0088</p></ul>",
       "title docket-number"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_names(cases[i].markup, cases[i].names);
}

/* Not only if the mean of their lengths is exactly 4. */
Test(name, years_are_four_digits_in_any_number_of_records) {
  dt_buffer page = {0};
  for (unsigned records = 3; records < 12; records++) {
    page.length = 0;
    dt_buffer_text(&page, "<ul class=r>");
    for (unsigned i = 0; i < records; i++)
      dt_buffer_format(&page, "<li><h3>Vol %c</h3><p>%u</p>", 'A' + (int)i, 1990 + i);
    dt_buffer_text(&page, "</ul>");
    dt_buffer_byte(&page, '\0');
    expect_names(page.data, "title year");
  }
  dt_buffer_free(&page);
}

Test(name, comes_from_a_known_word_at_the_end_of_all_values) {
  expect_names("<ul class=r><li><h3>Oak clock</h3><p>Intermediate Level</p><li><h3>Elm box</h3><p>Beginner Level</p>"
               "<li><h3>Ash table</h3><p>Advanced Level</p></ul>",
               "title level");
}

Test(name, of_a_known_class_is_not_used_if_the_values_cannot_be_of_its_type) {
  static const expectation cases[] = {
      {"<ul class=r><li><h3>Oak clock</h3><p class=author>2024-05-01</p><li><h3>Elm box</h3><p "
       "class=author>2024-05-02</p></ul>",
       "title date"},
      {"<ul class=r><li><h3>Oak clock</h3><p class=price>on call</p><li><h3>Elm box</h3><p class=price>sold "
       "out</p></ul>",
       "title price"},
      {"<ul class=r><li><h3>Oak clock</h3><p class=comments>read on</p><li><h3>Elm box</h3><p class=comments>be "
       "first</p></ul>",
       "title comments"},
      {"<ul class=r><li><h3>Oak clock</h3><p class=comments>12</p><li><h3>Elm box</h3><p class=comments>7</p></ul>",
       "title comments"},
      {"<ul class=r><li><h3>Oak clock</h3><p class=post-byline>Ann</p><li><h3>Elm box</h3><p "
       "class=post-byline>Bo</p></ul>",
       "title author"},
      {"<ul class=r><li><h3>Oak clock</h3><p class=numberOfPages>12</p><li><h3>Elm box</h3><p "
       "class=numberOfPages>7</p></ul>",
       "title pages"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_names(cases[i].markup, cases[i].names);
}

/* ---- labels in any script ---- */

/* Expects this name for a text after this label, in two records with titles. */
static void expect_label(const char *label_text, const char *name) {
  dt_buffer markup = {0}, names = {0};
  dt_buffer_format(&markup,
                   "<ul class=r><li><h3>Oak clock</h3><h5>%s:</h5><p>a</p><li><h3>Slate clock</h3><h5>%s:</h5><p>b</p>"
                   "</ul>",
                   label_text, label_text);
  dt_buffer_format(&names, "title %s", name);
  dt_buffer_byte(&markup, '\0');
  dt_buffer_byte(&names, '\0');
  expect_names(markup.data, names.data);
  dt_buffer_free(&names);
  dt_buffer_free(&markup);
}

Test(name, is_written_in_lower_case_with_hyphens) {
  static const char *const cases[][2] = {
      {"Price", "price"},
      {"Our Price", "our-price"},
      {"  Our   price ", "our-price"},
      {"Price (in EUR)", "price"},
      {"No. of pages", "no-of-pages"},
      {"Size/colour", "size"},
      {"a_b.c", "a_b-c"},
      {"ISBN-13", "isbn-13"},
      {"3P%", "3p%"},
      {"R&amp;D", "r&d"},
      {"&lt;b&gt;", "<b>"},
      {"xml", "xml"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_label(cases[i][0], cases[i][1]);
}

Test(name, is_the_type_if_the_label_has_no_letters_or_is_too_long) {
  static const char *const labels[] = {"12", "***", "- -", "€", "😀", "a label that goes on and on as sentences do it"};
  for (size_t i = 0; i < COUNT(labels); i++) expect_label(labels[i], "text");
}

Test(name, is_valid_for_labels_in_any_script) {
  static const char *const labels[] = {
      "Preis",
      "Ärger",                       /* Latin */
      "Τιμή",                        /* Greek */
      "Цена",                        /* Cyrillic */
      "գին",                         /* Armenian */
      "מחיר",                        /* Hebrew */
      "السعر",                       /* Arabic */
      "म\xe0\xa5\x82ल\xe0\xa5\x8dय", /* Devanagari */
      "ราคา",                        /* Thai */
      "价格",                        /* Chinese */
      "メーカー",                    /* Japanese, with a long vowel mark */
      "가격",                        /* Korean */
      "ფასი",                        /* Georgian */
      "𐐷",                           /* outside the first plane */
      "e\xcc\x81tat",                /* a combining accent */
      "·x",
      "\xcc\x81",
      "1st",
      "-x",
      ".x",
      "٣٤", /* Arabic digits */
  };
  for (size_t i = 0; i < COUNT(labels); i++) {
    dt_buffer markup = {0};
    dt_buffer_format(&markup, "<ul class=r><li><h5>%s:</h5><p>a</p><li><h5>%s:</h5><p>b</p></ul>", labels[i],
                     labels[i]);
    dt_buffer_byte(&markup, '\0');
    learned l;
    learn_page(&l, markup.data);
    cr_expect_gt(l.wrapper->field_count, 0, "%s", labels[i]);
    for (uint32_t f = 0; f < l.wrapper->field_count; f++)
      cr_expect(dt_name_valid(l.wrapper->fields[f].name), "%s: %s", labels[i], l.wrapper->fields[f].name);
    dt_buffer_free(&markup);
    learned_free(&l);
  }
}

Test(name, is_valid_for_any_bytes) {
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
    cr_expect_eq(l.wrapper->field_count, 2, "%s", label_text);
    for (uint32_t f = 0; f < l.wrapper->field_count; f++)
      cr_expect(dt_name_valid(l.wrapper->fields[f].name), "%s: %s", label_text, l.wrapper->fields[f].name);
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

Test(name, is_the_same_in_every_run_and_for_any_order_of_records) {
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
