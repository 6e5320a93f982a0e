/* Tests of src/engine/sibling_lists.c: the lists of siblings that are searched, and their order. */
#include "engine/runs.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(list, .fini = find_leaks);

static uint32_t fan_out(const run *r, const dt_region *region) {
  return r->tree->nodes[region->cut.list->parent].kid_count;
}

Test(list, with_the_largest_fan_out_is_the_first) {
  run r;
  char *three = page_with("<ul>", "<li>three #", 3, "</ul>"), *nine = page_with("<ol>", "<li>nine #", 9, "</ol>");
  char *five = page_with("<div><i></i>", "<p>five #</p>", 5, "</div>");
  char *others = page_with("<ul>", "<li>other #", 3, "</ul>"); /* the same ones would be a copy */
  dt_buffer markup = {0};
  dt_buffer_format(&markup, "%s%s%s%s", three, nine, five, others);
  dt_buffer_byte(&markup, '\0');
  run_prepare(&r, markup.data);
  dt_lists_visit(&r.engine);
  static const uint32_t expected[] = {9, 5, 3, 3};
  uint32_t found = 0;
  for (uint32_t i = 0; i < r.engine.region_count; i++) {
    const dt_region *region = &r.engine.regions[i];
    if (region->cut.list->concatenated || r.tree->nodes[region->cut.list->parent].tag == DT_TAG_body) continue;
    cr_assert_lt(found, 4);
    cr_expect_eq(fan_out(&r, region), expected[found++]);
  }
  cr_expect_eq(found, 4);
  run_end(&r);
  dt_buffer_free(&markup);
  free(three);
  free(nine);
  free(five);
  free(others);
}

Test(list, with_equal_fan_outs_are_in_the_order_of_the_page) {
  run r;
  char *markup = page_with("", "<ul><li>a #<li>b #<li>c #</ul><hr>", 5, "");
  run_prepare(&r, markup);
  dt_lists_visit(&r.engine);
  dt_index last = 0;
  for (uint32_t i = 0; i < r.engine.region_count; i++) {
    const dt_list *list = r.engine.regions[i].cut.list;
    if (r.tree->nodes[list->parent].tag != DT_TAG_ul) continue;
    cr_expect_gt(list->parent, last);
    last = list->parent;
  }
  cr_expect_neq(last, 0);
  run_end(&r);
  free(markup);
}

static const dt_region *concatenated(const run *r) {
  for (uint32_t i = 0; i < r->engine.region_count; i++)
    if (r->engine.regions[i].cut.list->concatenated) return &r->engine.regions[i];
  return NULL;
}

Test(list, of_several_parents_is_read_as_one) {
  static const char *const pieces[] = {
      "<div><div><a href=#>Name #</a><p>@</p></div><div><a href=#>Other #</a><p>@ #</p></div></div>",
      "<ul><li><a href=#>Name #</a><p>@</p><li><a href=#>Other #</a><p>@ #</p></ul>",
      "<table><tr><td><a href=#>Name #</a><p>@</p><tr><td><a href=#>Other #</a><p>@ #</p></table>",
  };
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    run r;
    char *markup = page_with("<section>", pieces[i], 4, "</section>");
    run_prepare(&r, markup);
    dt_lists_visit(&r.engine);
    const dt_region *region = concatenated(&r);
    cr_assert_not_null(region, "%s", pieces[i]);
    cr_expect_eq(region->cut.list->count, 8);
    cr_expect_eq(region->cut.count, 8);
    run_end(&r);
    free(markup);
  }
}

Test(list, is_not_made_of_parents_whose_children_are_not_records) {
  static const char *const pieces[] = {
      "<div><a href=#>Name #</a></div>",                                                /* one child each */
      "<div><h3>Name #</h3><p>@</p></div>",                                             /* children without links */
      "<div><a href=#>Name #</a><b>b</b><br>@</div>",                                   /* parts of records */
      "<a href=#><div><p>Name #</p><p>@</p></div><div><p>Nome #</p><p>@</p></div></a>", /* in links */
      "<div><div><a href=#>Name #</a><p>@</p></div><p>b #</p></div>",                   /* every second one */
  };
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    run r;
    char *markup = page_with("<section>", pieces[i], 5, "</section>");
    run_prepare(&r, markup);
    dt_lists_visit(&r.engine);
    cr_expect_null(concatenated(&r), "%s", pieces[i]);
    run_end(&r);
    free(markup);
  }
}

Test(list, of_one_parent_is_not_read_twice) {
  run r;
  char *markup = page_with("<section><h1></h1><div>", "<div><a href=#>Name #</a><p>@</p></div>", 5, "</div></section>");
  run_prepare(&r, markup);
  dt_lists_visit(&r.engine);
  cr_expect_eq(r.engine.region_count, 1);
  cr_expect_null(concatenated(&r));
  run_end(&r);
  free(markup);
}

Test(list, without_words_is_not_a_region) {
  run r;
  run_prepare(&r, "<ul><li><img src=a><li><img src=b><li><img src=c></ul>");
  dt_lists_visit(&r.engine);
  cr_expect_eq(r.engine.region_count, 0);
  run_end(&r);
}

Test(list, releases_its_scratch_memory) {
  run r;
  char *markup = page_with("", "<ul><li>a #<li>b #<li>c #</ul><hr>", 300, "");
  run_prepare(&r, markup);
  dt_mark before = dt_arena_mark(&r.scratch);
  dt_lists_visit(&r.engine);
  dt_mark after = dt_arena_mark(&r.scratch);
  cr_expect_eq(before.chunk, after.chunk);
  cr_expect_eq(before.next, after.next);
  run_end(&r);
  free(markup);
}
