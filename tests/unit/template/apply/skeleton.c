/* Tests of src/template/apply/skeleton.c and skeleton_align.c: the nodes kept from a sample, and their places on other
 * pages. */
#include "template/apply/skeleton.h"

#include "html/documents.h"
#include "html/value_text.h"
#include "template/apply/skeleton_align.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(skeleton, .fini = find_leaks);

/* A field found by a class on the sample. */
typedef struct named {
  const char *name, *class;
} named;

enum { MAX_FIELDS = 8 };

static dt_arena arena;
static dt_scope scope;

static dt_skeleton *skeleton_of(const char *sample, const named *names) {
  dt_template_field fields[MAX_FIELDS] = {0};
  dt_template_part parts[MAX_FIELDS] = {0};
  dt_anchor anchors[MAX_FIELDS] = {0};
  dt_template_layout layout = {.fields = fields};
  for (; names[layout.field_count].name != NULL; layout.field_count++) {
    uint32_t n = layout.field_count;
    anchors[n] = (dt_anchor){.kind = DT_ANCHOR_CLASS, .value = names[n].class, .path = "", .trust = 1};
    parts[n] = (dt_template_part){.anchors = &anchors[n], .anchor_count = 1};
    fields[n] = (dt_template_field){.name = names[n].name, .type = "text", .parts = &parts[n], .part_count = 1};
  }
  detm_page *page = document_of(sample);
  dt_skeleton *skeleton = dt_skeleton_make(&arena, &layout, page->document);
  detm_page_free(page);
  return skeleton;
}

static void draw_skeleton(const dt_skeleton *skeleton, uint32_t n, dt_buffer *out) {
  const dt_skeleton_node *node = &skeleton->nodes[n];
  dt_buffer_text(out, node->tag);
  if (node->id != NULL) dt_buffer_format(out, "#%s", node->id);
  if (node->class != NULL) dt_buffer_format(out, ".%s", node->class);
  if (node->caption != NULL) dt_buffer_format(out, "'%s'", node->caption);
  if (node->field != NULL) dt_buffer_format(out, "+%s", node->field);
  if (node->end == n + 1) return;
  dt_buffer_byte(out, '{');
  for (uint32_t kid = n + 1; kid < node->end; kid = skeleton->nodes[kid].end) {
    if (kid != n + 1) dt_buffer_byte(out, ' ');
    draw_skeleton(skeleton, kid, out);
  }
  dt_buffer_byte(out, '}');
}

static void expect_skeleton(const char *sample, const named *names, const char *expected) {
  dt_buffer out = {0};
  dt_arena_start(&arena, &scope);
  cr_assert_eq(setjmp(scope.escape), 0);
  const dt_skeleton *skeleton = skeleton_of(sample, names);
  if (skeleton != NULL) draw_skeleton(skeleton, 0, &out);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s\n  is       %s\n  should be %s", sample, out.data, expected);
  dt_buffer_free(&out);
  dt_arena_free(&arena);
}

/* Expects the value that the skeleton of `sample` finds on `page` for its first field; "" = none. */
static void expect_aligned(const char *sample, const named *names, const char *page, const char *expected) {
  dt_buffer out = {0};
  dt_arena_start(&arena, &scope);
  cr_assert_eq(setjmp(scope.escape), 0);
  const dt_skeleton *skeleton = skeleton_of(sample, names);
  cr_assert_not_null(skeleton);
  detm_page *other = document_of(page);
  const xmlNode **aligned = dt_skeleton_align(skeleton, &arena, other->document);
  for (uint32_t n = 0; n < skeleton->node_count; n++)
    if (skeleton->nodes[n].field != NULL && strcmp(skeleton->nodes[n].field, names[0].name) == 0 && aligned[n] != NULL)
      dt_value_text(aligned[n], &out);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s\n  is [%s], not [%s]", page, out.data, expected);
  detm_page_free(other);
  dt_buffer_free(&out);
  dt_arena_free(&arena);
}

static const named price[] = {{"price", "p"}, {NULL, NULL}};
static const named book[] = {{"title", "t"}, {"price", "p"}, {"pages", "n"}, {NULL, NULL}};

#define BOOK(title, before, rows)                                                                                      \
  "<div id=head><a>Home</a></div><div id=main>" before "<h1 class=" title ">A book</h1><dl class=facts>" rows          \
  "</dl></div><div id=foot>x</div>"
#define ROWS "<dt>Price:</dt><dd class=p>$12</dd><dt>Pages:</dt><dd class=n>300</dd>"
static const char sample_book[] = BOOK("t", "", ROWS);

Test(skeleton, keeps_the_paths_to_the_values) {
  expect_skeleton("<div id=main><p>x</p><i>Price:</i><b class=p>$12</b><p>y</p></div>", price,
                  "html{body{div#main{i'Price:' b.p+price}}}");
  expect_skeleton(
      sample_book, book,
      "html{body{div#head'Home' div#main{h1.t+title dl.facts{dt'Price:' dd.p+price dt'Pages:' dd.n+pages}}}}");
}

Test(skeleton, leaves_out_values_in_attributes_and_texts) {
  expect_skeleton("<div id=p123456 class='a x99999 b'><b class=p>$12</b></div>", price,
                  "html{body{div.a b{b.p+price}}}");
  expect_skeleton("<p>This is not a caption but a sentence</p><b class=p>$12</b>", price, "html{body{b.p+price}}");
  expect_skeleton("<p>2001-12-31</p><b class=p>$12</b>", price, "html{body{b.p+price}}");
  expect_skeleton("<b class=t>a</b><b class=p>$12</b>", book, "html{body{b.t+title b.p+price}}");
}

Test(skeleton, is_empty_without_values) {
  expect_skeleton("<p>a</p>", price, "");
  expect_skeleton("<p class=p> </p>", price, "");
}

Test(skeleton, finds_a_value_whose_class_has_changed) {
  expect_aligned(sample_book, book, sample_book, "A book");
  expect_aligned(sample_book, book, BOOK("u", "", ROWS), "A book");
  expect_aligned(sample_book, book, BOOK("u", "<div>ad</div><p>ad</p>", ROWS), "A book");
  expect_aligned(sample_book, book, BOOK("u", "", "<dt>Weight:</dt><dd>1 kg</dd>" ROWS), "A book");
}

Test(skeleton, does_not_use_an_ambiguous_place) {
  expect_aligned(sample_book, book, BOOK("u", "<h1>Another</h1>", ROWS), "");
  expect_aligned(sample_book, book, BOOK("t", "<h1>Another</h1>", ROWS), "A book");
}

Test(skeleton, does_not_find_a_value_in_other_surroundings) {
  expect_aligned(sample_book, book, "<div><h1>A shop</h1></div>", "");
  expect_aligned(sample_book, book, "<div id=main><h1>A shop</h1><p>x</p></div>", "");
  expect_aligned(sample_book, book, "", "");
}

static const named price_first[] = {{"price", "p"}, {"title", "t"}, {"pages", "n"}, {NULL, NULL}};

Test(skeleton, finds_a_labelled_value_only_by_its_label) {
  expect_aligned(sample_book, price_first, BOOK("t", "", "<dt>Pages:</dt><dd>300</dd><dt>Price:</dt><dd>$12</dd>"),
                 "$12");
  expect_aligned(sample_book, price_first, BOOK("t", "", "<dt>Weight:</dt><dd>1 kg</dd><dt>Pages:</dt><dd>300</dd>"),
                 "");
  expect_aligned(sample_book, price_first, BOOK("t", "", "<dt>Price:</dt><dt>Pages:</dt><dd>300</dd>"), "");
  expect_aligned(sample_book, price_first, BOOK("t", "", "<dt>Price:</dt><dd> </dd><dt>Pages:</dt><dd>300</dd>"), "");
}

Test(skeleton, does_not_use_a_caption_as_a_value) {
  static const char sample[] = "<div id=a><ul class=b><li>Price:</li><li class=p>$12</li><li>Pages:</li><li "
                               "class=n>300</li></ul></div>";
  expect_aligned(sample, price, "<div id=a><ul class=b><li>Price:</li><li>Pages:</li><li>300</li></ul></div>", "");
  expect_aligned(sample, price_first, "<div id=a><ul class=b><li>Price:</li><li>Pages:</li></ul></div>", "");
}

Test(skeleton, gives_up_on_pages_that_cost_too_much) {
  static const char tail[] = "</div></div></div></div></div></div></div>";
  dt_buffer sample = {0}, page = {0};
  dt_buffer_text(&sample, "<div><div><div><div><div><div><div>");
  for (int n = 0; n < 30; n++) dt_buffer_text(&sample, "<div>Label:</div><div><p><b class=p>$12</b></p></div>");
  dt_buffer_add(&sample, tail, sizeof tail);
  for (int n = 0; n < 3000; n++) dt_buffer_text(&page, "<div><div><div><div><div><div><div><div><p><b>x</b></p></div>");
  dt_buffer_byte(&page, '\0');
  expect_aligned(sample.data, price, page.data, "");
  dt_buffer_free(&sample);
  dt_buffer_free(&page);
}

/* With no time left, the alignment stops when it reads the clock. */
Test(skeleton, ends_when_time_is_up) {
  dt_buffer markup = {0};
  for (int n = 0; n < 2000; n++) dt_buffer_text(&markup, "<b>x</b>");
  dt_buffer_byte(&markup, '\0');
  detm_page *page = document_of(markup.data);
  dt_arena_start(&arena, &scope);
  dt_scope_start(&scope, 1e-9);
  if (setjmp(scope.escape) == 0) {
    dt_skeleton_align(skeleton_of("<b class=p>$12</b>", price), &arena, page->document);
    cr_expect(false, "the clock was not read");
  } else {
    cr_expect_eq(scope.status, DETM_LIMIT);
  }
  dt_scope_start(&scope, 0);
  dt_arena_free(&arena);
  detm_page_free(page);
  dt_buffer_free(&markup);
}

static size_t length_of_text(const char *piece, int count, const char *tail) {
  char text[DT_MAX_CAPTION_LENGTH + 1];
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<div>");
  for (int n = 0; n < count; n++) dt_buffer_text(&markup, piece);
  dt_buffer_text(&markup, tail);
  dt_buffer_byte(&markup, '\0');
  detm_page *page = document_of(markup.data);
  size_t length = dt_skeleton_text(element_of(page, "div"), text);
  detm_page_free(page);
  dt_buffer_free(&markup);
  return length;
}

Test(skeleton, reads_only_as_much_text_as_a_caption_may_have) {
  cr_expect_eq(length_of_text("a", DT_MAX_CAPTION_LENGTH, "</div>"), DT_MAX_CAPTION_LENGTH);
  cr_expect_gt(length_of_text("a", DT_MAX_CAPTION_LENGTH + 1, "</div>"), DT_MAX_CAPTION_LENGTH);
  cr_expect_eq(length_of_text("<i></i>", 1000, "a</div>"), 1);
  cr_expect_gt(length_of_text("<i></i>", 5000, "a</div>"), DT_MAX_CAPTION_LENGTH);
  cr_expect_eq(length_of_text("&#32;", 1000, "a</div>"), 1);
}
