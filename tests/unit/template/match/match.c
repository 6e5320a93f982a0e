/* Tests of src/template/match/match.c: the anchors that find something, against their XPath. */
#include "template/match/match.h"
#include "html/documents.h"
#include "html/pages.h"
#include "template/apply/anchor_xpath.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(match, .fini = find_leaks);

#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef struct fixture {
  dt_scope scope;
  dt_arena arena;
  dt_match_page page;
  detm_page *parsed;
} fixture;

static void start(fixture *f, const char *markup) {
  *f = (fixture){.parsed = document_of(markup)};
  dt_scope_start(&f->scope, 0);
  dt_arena_start(&f->arena, &f->scope);
  if (setjmp(f->scope.escape) != 0) cr_assert_fail("left the scope");
  dt_match_start(&f->page, &f->arena, f->parsed->document);
}

static void stop(fixture *f) {
  dt_match_end(&f->page);
  dt_arena_free(&f->arena);
  detm_page_free(f->parsed);
}

/* The share of these anchors that are found, as a layout of one field. */
static double share(fixture *f, const dt_anchor *anchors, uint32_t count) {
  dt_template_part part = {.anchors = (dt_anchor *)(uintptr_t)anchors, .anchor_count = count};
  dt_template_field field = {.name = "x", .type = "text", .parts = &part, .part_count = 1};
  dt_template_layout layout = {.fields = &field, .field_count = 1};
  return dt_match_anchors(&f->page, &layout);
}

/* Returns whether the anchor's XPath finds a text, by libxml2 alone. */
static bool found_by_xpath(const fixture *f, const dt_anchor *anchor) {
  dt_buffer path = {0};
  dt_anchor_xpath(anchor, &path);
  dt_buffer_byte(&path, '\0');
  xmlXPathContextPtr context = xmlXPathNewContext(f->parsed->document);
  xmlXPathObjectPtr nodes = xmlXPathEval((const xmlChar *)path.data, context);
  cr_assert_not_null(nodes, "%s", path.data);
  bool found = false;
  for (int i = 0; nodes->nodesetval != NULL && i < nodes->nodesetval->nodeNr; i++) {
    xmlChar *text = xmlXPathCastNodeToString(nodes->nodesetval->nodeTab[i]);
    found = found || text[strspn((const char *)text, " \t\r\n")] != '\0';
    xmlFree(text);
  }
  xmlXPathFreeObject(nodes);
  xmlXPathFreeContext(context);
  dt_buffer_free(&path);
  return found;
}

static const char shop[] =
    "<html><head><title>Pot</title><meta property='og:title' content='Big pot'><meta name=empty content=' '></head>"
    "<body><div id=main class='wide page'><h1 itemprop='name title'>Big pot</h1><dl><dt>Price:</dt><dd>12</dd>"
    "<dt> Made\n in : </dt><dd></dd></dl><p>Weight <b>3 kg</b> net<br>Colour <i>red</i></p><div class=empty> </div>"
    "<div class='empty'>full</div></div><script type='application/ld+json'>{\"@type\":\"Product\",\"brand\":"
    "{\"@type\":\"Brand\",\"name\":\"Acme\"}}</script></body></html>";

static const dt_anchor anchors[] = {
    {.kind = DT_ANCHOR_CAPTION, .tag = "dt", .value = "Price:", .path = "/following-sibling::dd[1]"},
    {.kind = DT_ANCHOR_CAPTION, .value = "Price:", .path = "/following-sibling::dd[1]"},
    {.kind = DT_ANCHOR_CAPTION, .tag = "dt", .value = "Price", .path = "/following-sibling::dd[1]"},
    {.kind = DT_ANCHOR_CAPTION, .tag = "dt", .value = "Price: ", .path = "/following-sibling::dd[1]"},
    {.kind = DT_ANCHOR_CAPTION, .tag = "th", .value = "Price:", .path = "/following-sibling::dd[1]"},
    {.kind = DT_ANCHOR_CAPTION, .tag = "dt", .value = "Made in :", .path = "/following-sibling::dd[1]"},
    {.kind = DT_ANCHOR_CAPTION, .tag = "p", .value = "Weight 3 kg netColour red", .path = ""},
    {.kind = DT_ANCHOR_TEXT, .tag = "p", .value = "Weight", .path = "/following-sibling::b"},
    {.kind = DT_ANCHOR_TEXT, .tag = "p", .value = "net", .path = "/following-sibling::i[1]"},
    {.kind = DT_ANCHOR_TEXT, .tag = "p", .value = "Height", .path = "/following-sibling::b"},
    {.kind = DT_ANCHOR_ID, .value = "main", .path = "/h1"},
    {.kind = DT_ANCHOR_ID, .tag = "div", .value = "main", .path = "/h1"},
    {.kind = DT_ANCHOR_ID, .tag = "p", .value = "main", .path = "/h1"},
    {.kind = DT_ANCHOR_ID, .value = "main", .path = "/h2"},
    {.kind = DT_ANCHOR_ID, .value = "wide", .path = ""},
    {.kind = DT_ANCHOR_CLASS, .tag = "div", .value = "page", .path = "//dd"},
    {.kind = DT_ANCHOR_CLASS, .tag = "div", .value = "page wide", .path = "//dd[2]"},
    {.kind = DT_ANCHOR_CLASS, .tag = "div", .value = "page narrow", .path = "//dd"},
    {.kind = DT_ANCHOR_CLASS, .value = "pag", .path = "//dd"},
    {.kind = DT_ANCHOR_CLASS, .value = "empty", .path = ""},
    {.kind = DT_ANCHOR_ATTRIBUTE, .tag = "meta", .name = "property", .value = "og:title", .path = "/@content"},
    {.kind = DT_ANCHOR_ATTRIBUTE, .tag = "meta", .name = "name", .value = "empty", .path = "/@content"},
    {.kind = DT_ANCHOR_ATTRIBUTE, .tag = "meta", .name = "property", .value = "og", .path = "/@content"},
    {.kind = DT_ANCHOR_TOKEN, .name = "itemprop", .value = "title", .path = ""},
    {.kind = DT_ANCHOR_TOKEN, .name = "itemprop", .value = "brand", .path = ""},
    {.kind = DT_ANCHOR_TAG, .tag = "h1", .path = ""},
    {.kind = DT_ANCHOR_TAG, .tag = "h2", .path = ""},
    {.kind = DT_ANCHOR_DATA, .value = "Brand", .path = "/name"},
    {.kind = DT_ANCHOR_DATA, .value = "Product", .path = "/brand/name"},
    {.kind = DT_ANCHOR_DATA, .value = "Product", .path = "/name"},
    {.kind = DT_ANCHOR_DATA, .value = "Recipe", .path = "/name"},
    {.kind = DT_ANCHOR_PATH, .path = "/html/body/div/h1"},
    {.kind = DT_ANCHOR_PATH, .path = "/html/body/div[2]/h1"},
};

Test(match, an_anchor_is_found_if_its_xpath_finds_text) {
  fixture f;
  uint32_t found = 0;
  start(&f, shop);
  for (size_t i = 0; i < COUNT(anchors); i++) {
    bool expected = found_by_xpath(&f, &anchors[i]);
    cr_expect_eq(share(&f, &anchors[i], 1), expected ? 1 : 0, "anchor %zu", i);
    found += expected;
  }
  cr_expect_gt(found, 10);
  cr_expect_lt(found, COUNT(anchors) - 10);
  stop(&f);
}

Test(match, anchors_count_by_their_trust) {
  fixture f;
  dt_anchor some[] = {{.kind = DT_ANCHOR_TAG, .tag = "h1", .path = "", .trust = 0.9},
                      {.kind = DT_ANCHOR_TAG, .tag = "h2", .path = "", .trust = 0.3}};
  start(&f, shop);
  cr_expect_float_eq(share(&f, some, 2), 0.75, 1e-9);
  stop(&f);
}

Test(match, only_the_first_anchors_of_a_field_count) {
  fixture f;
  dt_anchor some[20];
  for (size_t i = 0; i < COUNT(some); i++)
    some[i] = (dt_anchor){.kind = DT_ANCHOR_TAG, .tag = i < 6 ? "h1" : "h2", .path = "", .trust = 0.9};
  start(&f, shop);
  cr_expect_eq(share(&f, some, COUNT(some)), 1);
  stop(&f);
}

Test(match, optional_fields_count_where_there_are_no_others) {
  fixture f;
  dt_anchor there = {.kind = DT_ANCHOR_TAG, .tag = "h1", .path = ""}, gone = {.kind = DT_ANCHOR_TAG, .tag = "h2"};
  dt_template_part parts[] = {{.anchors = &there, .anchor_count = 1}, {.anchors = &gone, .anchor_count = 1}};
  dt_template_field fields[] = {{.name = "a", .parts = &parts[0], .part_count = 1},
                                {.name = "b", .optional = true, .parts = &parts[1], .part_count = 1}};
  dt_template_layout layout = {.fields = fields, .field_count = 2};
  start(&f, shop);
  cr_expect_eq(dt_match_anchors(&f.page, &layout), 1);
  fields[0].optional = true;
  cr_expect_float_eq(dt_match_anchors(&f.page, &layout), 0.5, 1e-9);
  stop(&f);
}

Test(match, a_layout_without_fields_finds_nothing) {
  fixture f;
  dt_template_field field = {.name = "a"};
  dt_template_layout empty = {.field_count = 0}, bare = {.fields = &field, .field_count = 1};
  start(&f, "");
  cr_expect_eq(dt_match_anchors(&f.page, &empty), 0);
  cr_expect_eq(dt_match_anchors(&f.page, &bare), 0);
  stop(&f);
}

Test(match, scores_are_between_0_and_1_and_grow) {
  double before = -1;
  for (int step = 0; step <= 10; step++) {
    double score = dt_match_score(step / 10.0, step / 10.0);
    cr_expect_gt(score, before);
    cr_expect(score >= 0 && score <= 1);
    before = score;
  }
  cr_expect_float_eq(dt_match_score(1, 1), 1, 1e-9);
  cr_expect_float_eq(dt_match_score(1, 0.4), 0.6, 1e-9);
  cr_expect_lt(dt_match_score(1, -1), dt_match_score(1, 0.5), "templates without marks are tried last");
}

Test(match, marks_are_compared_by_their_cosine) {
  static const char *const a[] = {"a", "b", "c", "d"}, *const b[] = {"b", "c", "d", "e", "f", "g", "h", "i", "j"};
  cr_expect_float_eq(dt_match_marks((dt_marks){a, 4}, (dt_marks){b, 9}), 0.5, 1e-9);
  cr_expect_float_eq(dt_match_marks((dt_marks){a, 4}, (dt_marks){a, 4}), 1, 1e-9);
  cr_expect_eq(dt_match_marks((dt_marks){a, 1}, (dt_marks){b, 9}), 0);
  cr_expect_eq(dt_match_marks((dt_marks){NULL, 0}, (dt_marks){NULL, 0}), 0);
}

Test(match, score_of_a_template_is_that_of_its_best_layout) {
  fixture f;
  start(&f, shop);
  static const char *const others[] = {"#nowhere", "p.gone"};
  dt_anchor there = {.kind = DT_ANCHOR_TAG, .tag = "h1", .path = ""};
  dt_template_part part = {.anchors = &there, .anchor_count = 1};
  dt_template_field field = {.name = "a", .parts = &part, .part_count = 1};
  dt_template_layout layouts[] = {
      {.marks = others, .mark_count = 2, .fields = &field, .field_count = 1},
      {.marks = f.page.marks.marks, .mark_count = f.page.marks.count, .fields = &field, .field_count = 1},
      {.fields = &field, .field_count = 1}};
  detm_template template = {.layouts = layouts, .layout_count = 3};
  cr_expect_float_eq(dt_match_template(&f.page, &template), 1, 1e-9);
  template.layout_count = 1;
  cr_expect_float_eq(dt_match_template(&f.page, &template), 1.0 / 3, 1e-9);
  stop(&f);
}
