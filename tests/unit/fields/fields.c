/* Tests of src/fields: candidate fields of single-record pages. */
#include "allocation.h"
#include "leaks.h"

#include <criterion/criterion.h>
#include <detm/detm.h>
#include <libxml/xpath.h>
#include <stdlib.h>
#include <string.h>

#include "fields/fields.h"
#include "html/page.h"
#include "rounds.h"

TestSuite(fields, .fini = find_leaks);

enum { MAX_PAGES = 8 };

typedef struct found {
  detm_page *pages[MAX_PAGES];
  size_t page_count;
  detm_fields *fields;
} found;

static detm_page *parse(const char *markup) {
  detm_page_options options = detm_page_defaults;
  options.parts = DETM_PAGE_DOCUMENT;
  detm_page *page = detm_page_parse(markup, strlen(markup), &options, NULL);
  cr_assert_not_null(page);
  return page;
}

/* Finds the fields of pages, a list that ends with NULL. */
static found find(const char *const *pages) {
  detm_error error = DETM_ERROR_NONE;
  found f = {.page_count = 0};
  for (; pages[f.page_count] != NULL; f.page_count++) f.pages[f.page_count] = parse(pages[f.page_count]);
  f.fields = detm_fields_find((const detm_page *const *)f.pages, f.page_count, NULL, &error);
  cr_assert_not_null(f.fields, "%s", error.text);
  return f;
}

static found find_one(const char *markup) { return find((const char *const[]){markup, NULL}); }

static void let_go(found *f) {
  detm_fields_free(f->fields);
  for (size_t i = 0; i < f->page_count; i++) detm_page_free(f->pages[i]);
}

static bool has_label(const detm_candidate *candidate, const char *label) {
  if (label == NULL || candidate->label == NULL) return label == candidate->label;
  return strcmp(candidate->label, label) == 0;
}

/* Returns the first candidate with this label whose values on page 0, joined by "|", are `values`, or NULL. */
static const detm_candidate *candidate(const found *f, const char *label, const char *values) {
  for (size_t id = 0; id < detm_fields_count(f->fields); id++) {
    char joined[500] = "";
    for (size_t i = 0; i < detm_fields_value_count(f->fields, id, 0); i++) {
      if (i > 0) strcat(joined, "|");
      strncat(joined, detm_fields_value_get(f->fields, id, 0, i)->text, sizeof joined - strlen(joined) - 2);
    }
    if (has_label(detm_fields_get(f->fields, id), label) && strcmp(joined, values) == 0)
      return detm_fields_get(f->fields, id);
  }
  return NULL;
}

static bool holds(const found *f, const char *text) {
  for (size_t id = 0; id < detm_fields_count(f->fields); id++)
    for (size_t i = 0; i < detm_fields_value_count(f->fields, id, 0); i++)
      if (strcmp(detm_fields_value_get(f->fields, id, 0, i)->text, text) == 0) return true;
  return false;
}

typedef struct pair {
  const char *markup, *label, *values;
} pair;

static void expect_pairs(const pair *pairs, size_t count) {
  for (size_t i = 0; i < count; i++) {
    found f = find_one(pairs[i].markup);
    cr_expect_not_null(candidate(&f, pairs[i].label, pairs[i].values), "%s: %s = %s", pairs[i].markup, pairs[i].label,
                       pairs[i].values);
    let_go(&f);
  }
}

#define EXPECT_PAIRS(pairs) expect_pairs(pairs, sizeof(pairs) / sizeof *(pairs))

/* ---- labels ---- */

Test(fields, pairs_are_rows_of_tables) {
  static const pair pairs[] = {
      {"<table><tr><th>Publisher</th><td>Reed &amp; Rush</td></tr><tr><th>Pages</th><td>288</td></tr></table>",
       "Publisher", "Reed & Rush"},
      {"<table><tr><td>Publisher</td><td>Reed</td></tr><tr><td>Pages</td><td>288</td></tr></table>", "Pages", "288"},
      {"<table><tr><td>Weight:</td><td>2 kg</td></tr></table>", "Weight", "2 kg"},
      {"<table><tr><th>Height</th><td>6 cm</td><th>Width</th><td>9 cm</td></tr></table>", "Width", "9 cm"},
      {"<table><tr><th>Crew</th><td>Ann<br>Ben</td></tr></table>", "Crew", "Ann|Ben"}};
  EXPECT_PAIRS(pairs);
}

Test(fields, pairs_are_blocks_with_the_same_structure) {
  static const char markup[] = "<div><div><span>Prep</span><span>10 min</span></div><div><span>Cook</span>"
                               "<span>20 min</span></div><div><span>Serves</span><span>4</span></div></div>";
  static const pair pairs[] = {{markup, "Prep", "10 min"}, {markup, "Serves", "4"}};
  EXPECT_PAIRS(pairs);
}

Test(fields, pairs_are_definitions) {
  static const char markup[] = "<dl><dt>Author<dd>Ann Bee<dd>Carl Dee<dt>Language:<dd>English</dl>";
  static const pair pairs[] = {{markup, "Author", "Ann Bee|Carl Dee"}, {markup, "Language", "English"}};
  EXPECT_PAIRS(pairs);
}

Test(fields, pairs_are_found_within_a_line) {
  static const pair pairs[] = {{"<p>Price: $12.50</p>", "Price", "$12.50"},
                               {"<p>Born: May 5, 1978 | Height: 6-11</p>", "Height", "6-11"},
                               {"<p><b>Director:</b> Ida Roe</p>", "Director", "Ida Roe"},
                               {"<p><b>Director</b>: Ida Roe</p>", "Director", "Ida Roe"},
                               {"<p><b>Director</b> Ida Roe</p>", "Director", "Ida Roe"},
                               {"<p><b>Team:</b> North <b>Weight:</b> 82 kg</p>", "Team", "North"},
                               {"<p>作者：曹雪芹</p>", "作者", "曹雪芹"},
                               {"<p>Genre: <a href=/a>Drama</a>, <a href=/b>Comedy</a> and <a href=/c>Crime</a></p>",
                                "Genre", "Drama|Comedy|Crime"}};
  EXPECT_PAIRS(pairs);
}

Test(fields, pairs_are_found_below_one_another) {
  static const pair pairs[] = {
      {"<div><div>Publisher:</div><div>Reed</div></div>", "Publisher", "Reed"},
      {"<p>Publisher:<br>Reed</p>", "Publisher", "Reed"},
      {"<div><p>You need:</p><ul><li>a spade</li><li>a fork</li></ul></div>", "You need", "a spade|a fork"},
      {"<h2>Ingredients</h2><ul><li>salt<li>oil<li>flour</ul>", "Ingredients", "salt|oil|flour"},
      {"<h3>Motto</h3><p>Never too late</p>", "Motto", "Never too late"}};
  EXPECT_PAIRS(pairs);
}

Test(fields, label_is_short_and_not_an_address_or_time) {
  static const char *const pages[] = {"<p>See https://example.org/a now</p>", "<p>It opens at 10:30 again</p>",
                                      "<p>What he said to all of them on that day was this: go home</p>",
                                      "<p>2001: a book</p>"};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    found f = find_one(pages[i]);
    cr_expect_gt(detm_fields_count(f.fields), 0, "%s", pages[i]);
    for (size_t id = 0; id < detm_fields_count(f.fields); id++)
      cr_expect_null(detm_fields_get(f.fields, id)->label, "%s: %s", pages[i], detm_fields_get(f.fields, id)->label);
    let_go(&f);
  }
}

/* ---- declared data ---- */

Test(fields, markup_declares_values) {
  static const char *const values[][2] = {
      {"<div itemscope><p itemprop=brand>Oakhurst</p></div>", "Oakhurst"},
      {"<div typeof=Book><span property='schema:isbn'>123</span></div>", "123"},
      {"<div itemscope><meta itemprop=price content='12.50'></div>", "12.50"},
      {"<div itemscope><img itemprop=image src='/a.png'></div>", "/a.png"},
      {"<head><meta property='og:title' content='A hat'></head><p>x", "A hat"},
      {"<head><meta name=twitter:data1 content='7 days'></head><p>x", "7 days"},
      {"<head><title>A hat of felt</title></head><p>x", "A hat of felt"},
      {"<script type='application/ld+json'>{\"@type\":\"Product\",\"sku\":\"A-7\"}</script><p>x", "A-7"},
      {"<img src='/hat.jpg' width=300 height=200><p>x", "/hat.jpg"}};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    found f = find_one(values[i][0]);
    cr_expect(holds(&f, values[i][1]), "%s", values[i][0]);
    let_go(&f);
  }
}

Test(fields, properties_that_are_repeated_have_several_values) {
  static const char microdata[] = "<div itemscope><b itemprop=tag>red</b><i>x</i><b itemprop=tag>blue</b></div>";
  static const char json[] = "<p>x<script type='application/ld+json'>{\"@type\":\"Recipe\",\"recipeIngredient\":"
                             "[\"salt\",\"oil\"],\"author\":[{\"name\":\"Ann\"},{\"name\":\"Ben\"}]}</script>";
  found f = find_one(microdata);
  cr_expect_not_null(candidate(&f, NULL, "red|blue"));
  let_go(&f);
  f = find_one(json);
  cr_expect_not_null(candidate(&f, NULL, "salt|oil"));
  const detm_candidate *author = candidate(&f, NULL, "Ann|Ben");
  cr_assert_not_null(author);
  cr_expect_str_eq(author->name, "author");
  let_go(&f);
}

Test(fields, value_that_is_repeated_is_one_candidate) {
  found f = find_one("<title>Felt hat</title><h1 itemprop=name>Felt hat</h1><p>x</p>");
  size_t count = 0;
  for (size_t id = 0; id < detm_fields_count(f.fields); id++)
    count += strcmp(detm_fields_value_get(f.fields, id, 0, 0)->text, "Felt hat") == 0;
  cr_expect_eq(count, 1);
  let_go(&f);
}

Test(fields, equal_values_of_two_labels_are_two_candidates) {
  found f = find_one("<p>Draft: None</p><p>College: None</p>");
  cr_expect_not_null(candidate(&f, "Draft", "None"));
  cr_expect_not_null(candidate(&f, "College", "None"));
  let_go(&f);
}

/* ---- the result ---- */

static const char shop[] =
    "<html><head><title>Felt hat - Hats</title><meta name=description content='A hat'></head><body>"
    "<nav><a href=/>Home</a> <a href=/hats>Hats</a></nav><h1>Felt hat</h1><p class=price>$24.50</p>"
    "<table><tr><th>Colour</th><td>green</td></tr><tr><th>Made</th><td>12 May 2021</td></tr></table>"
    "<p>See <a href='/felt'>felt</a> and <i>more</i>: <b>Care</b> brush it</p>"
    "<ul><li>warm</li><li>light</li><li>dry</li></ul><p>one<br>two<br>three</p>"
    "<footer><p>Imprint: Hat Ltd.</p></footer></body></html>";

/* Removes white space, since the content of a node has none at blocks and br. */
static void squeeze(char *text) {
  char *to = text;
  for (const char *at = text; *at != '\0'; at++)
    if (strchr(" \t\r\n", *at) == NULL) *to++ = *at;
  *to = '\0';
}

Test(fields, path_leads_to_the_value) {
  found f = find_one(shop);
  xmlXPathContextPtr context = xmlXPathNewContext((xmlDocPtr)f.pages[0]->document);
  cr_assert_gt(detm_fields_count(f.fields), 5);
  for (size_t id = 0; id < detm_fields_count(f.fields); id++)
    for (size_t i = 0; i < detm_fields_value_count(f.fields, id, 0); i++) {
      const detm_candidate_value *value = detm_fields_value_get(f.fields, id, 0, i);
      xmlXPathObjectPtr nodes = xmlXPathEvalExpression((const xmlChar *)value->path, context);
      cr_assert(nodes != NULL && nodes->nodesetval != NULL, "%s", value->path);
      cr_expect_eq(nodes->nodesetval->nodeNr, 1, "%s", value->path);
      xmlChar *text = xmlNodeGetContent(nodes->nodesetval->nodeTab[0]);
      char wanted[500] = "";
      strncat(wanted, value->text, sizeof wanted - 1);
      squeeze(wanted);
      squeeze((char *)text);
      cr_expect_not_null(strstr((const char *)text, wanted), "%s: %s", value->path, value->text);
      xmlFree(text);
      xmlXPathFreeObject(nodes);
    }
  xmlXPathFreeContext(context);
  let_go(&f);
}

Test(fields, names_are_unique_and_ids_count_from_1_by_falling_score) {
  found f = find_one(shop);
  size_t count = detm_fields_count(f.fields);
  cr_assert_gt(count, 5);
  for (size_t id = 0; id < count; id++) {
    const detm_candidate *one = detm_fields_get(f.fields, id);
    cr_expect_eq(one->id, id + 1);
    cr_expect(id == 0 || detm_fields_get(f.fields, id - 1)->score >= one->score);
    for (size_t other = 0; other < id; other++) cr_expect_str_neq(detm_fields_get(f.fields, other)->name, one->name);
  }
  cr_expect_null(detm_fields_get(f.fields, SIZE_MAX));
  cr_expect_null(detm_fields_get(f.fields, count));
  cr_expect_null(detm_fields_value_get(f.fields, 1, 1, 0));
  let_go(&f);
}

Test(fields, title_is_before_facts_and_these_before_the_footer) {
  found f = find_one(shop);
  const detm_candidate *title = candidate(&f, NULL, "Felt hat"), *colour = candidate(&f, "Colour", "green"),
                       *imprint = candidate(&f, "Imprint", "Hat Ltd.");
  cr_assert(title != NULL && colour != NULL && imprint != NULL);
  cr_expect_eq(title->id, 1);
  cr_expect_str_eq(title->name, "title");
  cr_expect_lt(colour->id, imprint->id);
  let_go(&f);
}

Test(fields, types_are_those_of_the_values) {
  found f = find_one(shop);
  cr_expect_str_eq(candidate(&f, NULL, "$24.50")->type, "price");
  cr_expect_str_eq(candidate(&f, "Made", "12 May 2021")->type, "date");
  cr_expect_str_eq(candidate(&f, "Colour", "green")->type, "text");
  let_go(&f);
}

Test(fields, are_the_same_in_every_run) {
  found a = find_one(shop), b = find_one(shop);
  cr_assert_eq(detm_fields_count(a.fields), detm_fields_count(b.fields));
  for (size_t id = 0; id < detm_fields_count(a.fields); id++) {
    cr_expect_str_eq(detm_fields_get(a.fields, id)->name, detm_fields_get(b.fields, id)->name);
    cr_expect_str_eq(detm_fields_value_get(a.fields, id, 0, 0)->path, detm_fields_value_get(b.fields, id, 0, 0)->path);
  }
  let_go(&a);
  let_go(&b);
}

/* ---- several pages ---- */

static const char *const hats[] = {
    "<h1>Felt hat</h1><div><span>Colour</span><em>green</em></div><p>Made of: felt</p><p>Free delivery</p>"
    "<div><i>Sold by</i> <b>Ann</b></div><p>12 left</p>",
    "<h1>Top hat</h1><div><span>Colour</span><em>black</em></div><p>Made of: felt</p><p>Free delivery</p>"
    "<div><i>Sold by</i> <b>Ben</b></div><p>3 left</p>",
    NULL};

Test(fields, constant_text_is_not_a_value) {
  found f = find(hats);
  cr_expect_not(holds(&f, "Free delivery"));
  cr_expect_not(holds(&f, "felt"));
  cr_expect_not(holds(&f, "Colour"));
  cr_expect(holds(&f, "12 left"), "a text that varies is a value, without a label too");
  let_go(&f);
}

Test(fields, constant_text_labels_the_text_that_changes) {
  found f = find(hats);
  cr_expect_not_null(candidate(&f, "Colour", "green"));
  cr_expect_not_null(candidate(&f, "Sold by", "Ann"));
  let_go(&f);
}

Test(fields, field_has_its_own_value_on_each_page) {
  found f = find(hats);
  const detm_candidate *colour = candidate(&f, "Colour", "green");
  cr_assert_not_null(colour);
  cr_expect_eq(colour->pages, 2);
  cr_expect_str_eq(detm_fields_value_get(f.fields, colour->id - 1, 1, 0)->text, "black");
  let_go(&f);
}

Test(fields, declared_data_may_be_the_same_on_all_pages) {
  static const char *const pages[] = {
      "<h1>A</h1><script type='application/ld+json'>{\"author\":{\"name\":\"Ann\"}}</script>",
      "<h1>B</h1><script type='application/ld+json'>{\"author\":{\"name\":\"Ann\"}}</script>", NULL};
  found f = find(pages);
  cr_expect(holds(&f, "Ann"));
  let_go(&f);
}

Test(fields, field_that_a_page_lacks_is_paired_by_its_label) {
  static const char *const pages[] = {
      "<h1>A</h1><table><tr><th>Size</th><td>4</td></tr><tr><th>Age</th><td>7</td></tr></table>",
      "<h1>B</h1><table><tr><th>Age</th><td>9</td></tr></table>", NULL};
  found f = find(pages);
  const detm_candidate *age = candidate(&f, "Age", "7"), *size = candidate(&f, "Size", "4");
  cr_assert(age != NULL && size != NULL);
  cr_expect_str_eq(detm_fields_value_get(f.fields, age->id - 1, 1, 0)->text, "9");
  cr_expect_eq(detm_fields_value_count(f.fields, size->id - 1, 1), 0);
  cr_expect_eq(size->pages, 1);
  let_go(&f);
}

/* ---- hostile pages, limits ---- */

Test(fields, empty_page_has_none) {
  found f = find_one("");
  cr_expect_eq(detm_fields_count(f.fields), 0);
  let_go(&f);
}

Test(fields, page_without_document_is_refused) {
  detm_error error = DETM_ERROR_NONE;
  detm_page *page = detm_page_parse("<p>a", 4, &(detm_page_options){.parts = DETM_PAGE_TREE}, NULL);
  cr_expect_null(detm_fields_find((const detm_page *const *)&page, 1, NULL, &error));
  cr_expect_eq(error.status, DETM_USAGE);
  detm_page_free(page);
}

Test(fields, are_limited_by_the_options) {
  detm_fields_options options = {.max_fields = 2};
  detm_page *page = parse(shop);
  detm_fields *fields = detm_fields_find((const detm_page *const *)&page, 1, &options, NULL);
  cr_assert_not_null(fields);
  cr_expect_eq(detm_fields_count(fields), 2);
  detm_fields_free(fields);
  detm_page_free(page);
}

/* With quadratic cost this markup would take minutes: the time limit ends the test. */
Test(fields, are_found_on_long_pages_within_the_time_limit) {
  static const char *const pieces[] = {"<p>Label: value</p>",
                                       "<div><b>a</b><i>b</i></div>",
                                       "<ul><li>a<li>b</ul>",
                                       "<b>x:</b> y ",
                                       "<td>a:<td>b",
                                       "<p itemprop=a>",
                                       "a<br>",
                                       "<h2>A</h2><p>b</p>"};
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    size_t length = strlen(pieces[i]), count = rounds(200000) / length;
    char *markup = malloc(count * length + 1);
    cr_assert_not_null(markup);
    for (size_t c = 0; c < count; c++) memcpy(markup + c * length, pieces[i], length);
    markup[count * length] = '\0';
    found f = find_one(markup);
    cr_expect_leq(detm_fields_count(f.fields), detm_fields_defaults.max_fields);
    let_go(&f);
    free(markup);
  }
}

/* Expects the elements of an outline, with "-" after those that are separate: "html head body header- p-". */
static void expect_apart(const char *markup, const char *expected) {
  dt_arena arena;
  dt_scope scope;
  dt_outline outline;
  dt_buffer out = {0};
  detm_page *page = parse(markup);
  dt_arena_start(&arena, &scope);
  dt_scope_start(&scope, 0);
  cr_assert_eq(setjmp(scope.escape), 0);
  dt_outline_read(&outline, &arena, page->document);
  for (uint32_t e = 0; e < outline.element_count; e++)
    dt_buffer_format(&out, "%s%s%s", e != 0 ? " " : "", (const char *)outline.elements[e].node->name,
                     outline.elements[e].flags & DT_OUTLINE_APART ? "-" : "");
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s: is %s, not %s", markup, out.data, expected);
  dt_buffer_free(&out);
  dt_arena_free(&arena);
  detm_page_free(page);
}

Test(fields, header_is_separate_unless_it_contains_the_title) {
  expect_apart("<header><p>a</p></header><h1>b</h1>", "html head body header- p- h1");
  expect_apart("<header><div><h1>a</h1></div><p>b</p></header><p>c</p>", "html head body header div h1 p p");
  expect_apart("<h1>a</h1><header></header><p>b</p>", "html head body h1 header- p");
  expect_apart("<header><header><p>a</p></header><h1>b</h1></header>", "html head body header header- p- h1");
  expect_apart("<header><header><h1>a</h1></header><p>b</p></header>", "html head body header header h1 p");
  expect_apart("<header><p>a</p></header><header><h1>b</h1></header>", "html head body header- p- header h1");
  expect_apart("<nav><header><h1>a</h1></header></nav><p>b</p>", "html head body nav- header- h1- p");
  expect_apart("<div role=banner><p>a</p></div><p>b</p>", "html head body div- p- p");
}

/* Reading an outline checks the time. */
Test(fields, reading_an_outline_ends_when_time_is_up) {
  dt_arena arena;
  dt_scope scope;
  dt_outline outline;
  dt_buffer markup = {0};
  for (int n = 0; n < 3000; n++) dt_buffer_text(&markup, "<p>a</p>");
  dt_buffer_byte(&markup, '\0');
  detm_page *page = parse(markup.data);
  dt_arena_start(&arena, &scope);
  dt_scope_start(&scope, 1e-9);
  if (setjmp(scope.escape) == 0) {
    dt_outline_read(&outline, &arena, page->document);
    cr_expect(false, "the clock was not read");
  } else {
    cr_expect_eq(scope.status, DETM_LIMIT);
  }
  dt_arena_free(&arena);
  detm_page_free(page);
  dt_buffer_free(&markup);
}

Test(fields, lack_of_memory_is_an_error) {
  detm_page *page = parse(shop);
  for (size_t number = 1; number < 1000; number++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(number);
    detm_fields *fields = detm_fields_find((const detm_page *const *)&page, 1, NULL, &error);
    allocation_fail_from(0);
    if (fields == NULL) cr_expect_eq(error.status, DETM_NO_MEMORY);
    detm_fields_free(fields);
    if (fields != NULL) {
      cr_expect_gt(number, 2);
      break;
    }
  }
  detm_page_free(page);
}
