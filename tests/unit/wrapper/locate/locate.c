/* Tests of src/wrapper/locate/locate.c: the records that a wrapper finds on a new page. */
#include "wrapper/locate/locate.h"
#include "engine/runs.h"
#include "wrapper/learn/learn.h"
#include "wrapper/learn/learned.h"
#include "wrapper/places.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(locate, .fini = find_leaks);

typedef struct expectation {
  const char *markup, *expected;
} expectation;

/* Expects these records on each page for a wrapper learned from the sample. */
static void expect_found(const char *sample, const expectation *cases, size_t count) {
  detm_wrapper *wrapper = wrapper_from(&sample, 1);
  for (size_t i = 0; i < count; i++) {
    char *line = applied(wrapper, cases[i].markup);
    cr_expect_str_eq(line, cases[i].expected, "%s\n  is       %s\n  should be %s", cases[i].markup, line,
                     cases[i].expected);
    free(line);
  }
  detm_wrapper_free(wrapper);
}
#define FOUND(sample, cases) expect_found((sample), (cases), sizeof(cases) / sizeof *(cases))

static const char *const list =
    "<h1>L</h1><ul class=list><li><h3>A</h3><p>1</p><li><h3>B</h3><p>2</p><li><h3>C</h3><p>3</p></ul>";

Test(locate, finds_records_where_they_were) {
  static const expectation cases[] = {
      {"<h1>L</h1><ul class=list><li><h3>D</h3><p>4</p><li><h3>E</h3><p>5</p></ul>", "1: D, 2: 4 | 1: E, 2: 5"},
      /* a single one */
      {"<h1>L</h1><ul class=list><li><h3>D</h3><p>4</p></ul>", "1: D, 2: 4"},
      /* one that lacks a node, one with another node */
      {"<h1>L</h1><ul class=list><li><h3>D</h3><li><h3>E</h3><p>5</p><h6>new</h6></ul>", "1: D | 1: E, 2: 5"},
      /* other elements between them */
      {"<h1>L</h1><ul class=list><li><h3>D</h3><p>4</p><li><form><input><input></form><li><h3>E</h3><p>5</p></ul>",
       "1: D, 2: 4 | 1: E, 2: 5"},
      /* another element before the list */
      {"<h1>L</h1><p>new<p>text<ul class=list><li><h3>D</h3><p>4</p></ul>", "1: D, 2: 4"},
  };
  FOUND(list, cases);
}

Test(locate, prefers_the_same_class_and_id_to_the_same_path) {
  static const expectation cases[] = {
      {"<h1>L</h1><ul class=ads><li><h3>X</h3><p>9</p></ul><ul class=list><li><h3>D</h3><p>4</p></ul>", "1: D, 2: 4"},
      {"<h1>L</h1><ul class=other><li><h3>D</h3><p>4</p></ul>", "1: D, 2: 4"},
  };
  FOUND(list, cases);
}

Test(locate, finds_records_that_have_moved) {
  static const expectation cases[] = {
      {"<h1>L</h1><div><div><ul class=list><li><h3>D</h3><p>4</p><li><h3>E</h3><p>5</p></ul></div></div>",
       "1: D, 2: 4 | 1: E, 2: 5"},
      /* to the place that has most of them */
      {"<h1>L</h1><div><ul><li><h3>X</h3><p>9</p></ul></div><main><ul><li><h3>D</h3><p>4</p><li><h3>E</h3><p>5</p></"
       "ul></main>",
       "1: D, 2: 4 | 1: E, 2: 5"},
  };
  FOUND(list, cases);
}

Test(locate, finds_the_records_of_several_parents) {
  learned l;
  learn_page(&l,
             "<div><ul class=r><li><h3>A</h3><p>1</p></ul></div><div><ul class=r><li><h3>B</h3><p>2</p></ul></div>");
  dt_wrapper_note_places(l.wrapper, &l.scratch, l.sets, 1);
  dt_found found = dt_wrapper_locate(l.wrapper, &l.arena, &l.scratch, l.sets[0].tree);
  cr_assert_eq(found.count, 2);
  cr_expect(found.known_page);
  for (uint32_t r = 0; r < 2; r++) {
    cr_expect_eq(found.records[r].count, 1);
    cr_expect_eq(found.records[r].nodes[0], l.sets[0].records[r].nodes[0]);
  }
  cr_expect_eq(found.parent, l.sets[0].tree->nodes[found.records[0].nodes[0]].parent);
  learned_free(&l);
}

Test(locate, keeps_the_siblings_of_a_record_together) {
  static const char *const sample = "<dl id=d><dt>A<dd>some 1<dt>B<dd>some 2<dt>C<dd>some 3<dt>D<dd>some 4</dl>";
  static const expectation cases[] = {
      {"<dl id=d><dt>E<dd>any 5<dt>F<dd>any 6</dl>", "1: E, 2: any 5 | 1: F, 2: any 6"},
      {"<dl id=d><dt>E<dd>any 5</dl>", "1: E, 2: any 5"},
  };
  FOUND(sample, cases);
}

Test(locate, reads_rows_by_their_columns) {
  static const char *const sample = "<table id=t><tr><td>A<td>x<td>1<tr><td>B<td>y<td>2<tr><td>C<td>z<td>3</table>";
  static const expectation cases[] = {
      {"<table id=t><tr><td>D<td>v<td>4<tr><td>E<td>w<td>5</table>", "1: D, 2: v, 3: 4 | 1: E, 2: w, 3: 5"},
      {"<table id=t><tr><td rowspan=2>D<td>v<td>4<tr><td>w<td>5</table>", "1: D, 2: v, 3: 4 | 1: D, 2: w, 3: 5"},
  };
  FOUND(sample, cases);
}

Test(locate, skips_notes_that_span_the_row) {
  static const char *const sample =
      "<table id=t><tr><td>Amber<td>x<td>p<td>1<tr><td>Bowl<td>y<td>q<td>2<tr><td>Cup<td>z<td>r<td>3</table>";
  static const expectation cases[] = {
      {"<table id=t><tr><td>Dish<td>v<td>p<td>4<tr><td colspan=3>closed on Monday<td>9<tr><td colspan=4>all gone"
       "<tr><td>Ewer<td>w<td>q<td>5</table>",
       "1: Dish, 2: v, 3: p, 4: 4 | 1: closed on Monday, 4: 9 | 1: Ewer, 2: w, 3: q, 4: 5"},
  };
  FOUND(sample, cases);
}

Test(locate, finds_records_with_more_nodes_than_those_learned_from) {
  static const expectation cases[] = {
      {"<h1>L</h1><ul class=list><li><h3>D</h3><p>4</p><dl><dt>x<dd>y<dt>z<dd>v</dl><h5>w</h5><h6>u</h6>"
       "<li><h3>E</h3><p>5</p><dl><dt>x<dd>y<dt>z<dd>v</dl><h5>w</h5><h6>u</h6></ul>",
       "1: D, 2: 4 | 1: E, 2: 5"},
  };
  FOUND(list, cases);
}

/* ---- known pages ---- */

static dt_found find(learned *l, const char *markup, detm_page **page) {
  *page = page_of(markup);
  return dt_wrapper_locate(l->wrapper, &l->arena, &l->scratch, &(*page)->tree);
}

Test(locate, recognises_a_page_without_records_by_its_clues) {
  static const struct {
    const char *markup;
    bool known;
  } cases[] = {
      {"<div id=head></div><p class=foot><p>nothing found", true},
      {"<div id=head></div><p class=other>nothing found", false}, /* 1 of 3 */
      {"<div id=head></div><div class=r></div><ul class=r></ul>", true},
      {"<p>another site", false},
      {"", false},
  };
  learned l;
  learn_page(&l, "<div id=head></div><ul class=r><li><h3>A</h3><p>1</p><li><h3>B</h3><p>2</p></ul><p class=foot>");
  dt_wrapper_note_places(l.wrapper, &l.scratch, l.sets, 1);
  cr_assert_eq(l.wrapper->clue_count, 3);
  for (size_t i = 0; i < COUNT(cases); i++) {
    detm_page *page;
    dt_found found = find(&l, cases[i].markup, &page);
    cr_expect_eq(found.count, 0, "%s", cases[i].markup);
    cr_expect_eq(found.known_page, cases[i].known, "%s", cases[i].markup);
    detm_page_free(page);
  }
  learned_free(&l);
}

/* ---- one place ---- */

/* Returns whether the wrapper learned from this page searches one parent only. */
static bool learns_one_place(const char *markup) {
  learned l;
  learn_page(&l, markup);
  dt_wrapper_note_places(l.wrapper, &l.scratch, l.sets, 1);
  dt_wrapper_learn_place(l.wrapper, &l.arena, &l.scratch, &l.sets[0]);
  bool one = l.wrapper->one_place;
  learned_free(&l);
  return one;
}

Test(locate, searches_all_parents_unless_others_have_similar_records) {
  static const struct {
    const char *markup;
    bool one;
  } cases[] = {
      {"<ul class=r><li><h3>A</h3><p>1</p><li><h3>B</h3><p>2</p></ul>", false},
      /* records in two parents */
      {"<div><ul class=r><li><h3>A</h3><p>1</p><li><h3>B</h3><p>2</p></ul></div>"
       "<div><ul class='r'><li><h3>X</h3><p>8</p></ul></div>",
       false},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    cr_expect_eq(learns_one_place(cases[i].markup), cases[i].one, "%s", cases[i].markup);
}

Test(locate, in_one_place_finds_the_one_with_most_records) {
  learned l;
  learn_page(&l, "<div class=r><p><a href=/1>A</a><p><a href=/2>B</a><p><a href=/3>C</a></div>");
  dt_wrapper_note_places(l.wrapper, &l.scratch, l.sets, 1);
  static const char *const markup =
      "<div class=r><p><a href=/8>X</a></div>"
      "<div class=r><p><a href=/4>D</a><p><a href=/5>E</a></div><div class=r><p><a href=/9>Y</a></div>";
  for (int one = 0; one < 2; one++) {
    detm_page *page;
    l.wrapper->one_place = one;
    dt_found found = find(&l, markup, &page);
    cr_expect_eq(found.count, one ? 2 : 4);
    cr_assert_neq(found.count, 0);
    detm_text href = dt_attribute_of(&page->tree, found.records[0].nodes[0] + 1, DT_ATTRIBUTE_href);
    cr_expect(dt_text_equal(href, dt_text(one ? "/4" : "/8")));
    detm_page_free(page);
  }
  learned_free(&l);
}

/* The main region is one of several lists with the same path: the other lists are not its records. */
Test(locate, learns_that_records_are_in_one_place) {
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<div id=a>");
  for (int n = 0; n < 10; n++) dt_buffer_format(&markup, "<p><a href=/a%d>title number %d of the list</a></p>", n, n);
  dt_buffer_text(&markup, "</div><div id=b>");
  for (int n = 0; n < 5; n++) dt_buffer_format(&markup, "<p><a href=/b%d>more %d</a></p>", n, n);
  dt_buffer_text(&markup, "</div>");
  dt_buffer_byte(&markup, '\0');
  detm_page *page = page_of(markup.data);
  learned l = {.wrapper = calloc(1, sizeof *l.wrapper), .count = 1};
  dt_scope_start(&l.scope, 0);
  dt_arena_start(&l.arena, &l.scope);
  dt_arena_start(&l.scratch, &l.scope);
  dt_wrapper_start(l.wrapper, &l.scope);
  l.pages[0] = page;
  dt_index parent = first_of(&page->tree, "div");
  dt_record records[10];
  for (uint32_t r = 0; r < 10; r++)
    records[r] = (dt_record){.nodes = page->tree.children + page->tree.nodes[parent].kids + r, .count = 1};
  dt_record_set_start(&l.sets[0], &l.arena, &page->tree, records, 10);
  dt_wrapper_grow(l.wrapper, &l.arena, &l.scratch, l.sets, 1);
  dt_wrapper_note_places(l.wrapper, &l.scratch, l.sets, 1);
  /* the places differ in their ids, so the right one is tried first */
  dt_wrapper_learn_place(l.wrapper, &l.arena, &l.scratch, &l.sets[0]);
  cr_expect_not(l.wrapper->one_place);
  /* without ids, only their positions differ */
  l.wrapper->places[0].id = "";
  dt_wrapper_learn_place(l.wrapper, &l.arena, &l.scratch, &l.sets[0]);
  cr_expect(l.wrapper->one_place);
  dt_buffer_free(&markup);
  learned_free(&l);
}

/* Whether the wrapper learned from `sample` warns of lost records on the page `markup`. */
static bool loses_records(const char *sample, const char *markup) {
  detm_error error = DETM_ERROR_NONE;
  detm_page *first = page_of(sample), *page = page_of(markup);
  detm_wrapper *wrapper = detm_wrapper_learn((const detm_page *const[]){first}, 1, NULL, &error);
  cr_assert_not_null(wrapper, "%s", error.text);
  detm_result *result = detm_wrapper_apply(wrapper, page, NULL, &error);
  cr_assert_not_null(result, "%s", error.text);
  const char *warning = detm_result_warning(result);
  bool loses = warning != NULL && strstr(warning, "elements of the list do not fit") != NULL;
  detm_result_free(result);
  detm_wrapper_free(wrapper);
  detm_page_free(page);
  detm_page_free(first);
  return loses;
}

#define CARD(n) "<li><h3><a href=/" n ">Card " n "</a></h3><p>text " n "</p><b>$ " n "</b></li>"
#define TILE(n) "<li><div><section><i>Tile " n "</i><u>word " n "</u></section><em>" n "</em></div></li>"
#define LIST(items) "<h1>L</h1><ul class=list>" items "</ul>"

Test(locate, counts_elements_of_the_list_that_are_lost_records) {
  const char *sample = LIST(CARD("1") CARD("2") CARD("3") CARD("4") CARD("5"));
  cr_expect_not(loses_records(sample, sample));
  cr_expect(loses_records(sample, LIST(CARD("6") CARD("7") TILE("1") TILE("2") TILE("3"))));
  /* few others, or small ones, are usual */
  cr_expect_not(loses_records(sample, LIST(CARD("6") CARD("7") CARD("8") TILE("1") TILE("2"))));
  cr_expect_not(loses_records(sample, LIST(CARD("6") CARD("7") "<li>a</li><li>b</li><li>c</li><li>d</li>")));
}

Test(locate, other_elements_that_the_sample_had_are_no_lost_records) {
  const char *sample = LIST(CARD("1") CARD("2") CARD("3") CARD("4") CARD("5") TILE("1") TILE("2") TILE("3"));
  cr_expect_not(loses_records(sample, LIST(CARD("6") CARD("7") CARD("8") TILE("1") TILE("2") TILE("3"))));
}

Test(locate, finds_all_of_a_very_long_list) {
  enum { RECORDS = 20000 };
  char *markup = page_with("<ul class=list>", "<li><h3>T#</h3><p>#</p>", RECORDS, "</ul>");
  detm_wrapper *wrapper = wrapper_from(&list, 1);
  detm_page *page = page_of(markup);
  detm_result *result = detm_wrapper_apply(wrapper, page, NULL, NULL);
  cr_assert_not_null(result);
  cr_expect_eq(detm_result_record_count(result, 0), RECORDS);
  detm_result_free(result);
  detm_page_free(page);
  detm_wrapper_free(wrapper);
  free(markup);
}
