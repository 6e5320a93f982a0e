/* Tests of src/engine/rank.c: the main region of a page. */
#include "engine/runs.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(rank, .fini = find_leaks);

#define SHOP "<li><a href=#>Product #</a><p>@</p><p>$#.50</p>"
#define LINKS "<li><a href=/#>Topic #</a>"

/* A page of several lists with the ids a, b, c. */
static char *lists(const char *a, unsigned a_count, const char *b, unsigned b_count, const char *c, unsigned c_count) {
  dt_buffer out = {0};
  dt_buffer_text(&out, "<div><ul id=a>");
  add_times(&out, a, a_count);
  dt_buffer_text(&out, "</ul></div><div><div><ul id=b>");
  add_times(&out, b, b_count);
  dt_buffer_text(&out, "</ul></div></div><section><ul id=c>");
  add_times(&out, c, c_count);
  dt_buffer_text(&out, "</ul></section>");
  dt_buffer_byte(&out, '\0');
  return out.data;
}

static const char *main_id(const run *r) {
  static char id[8];
  if (r->engine.region_count == 0) return "";
  detm_text found = dt_attribute_of(r->tree, r->engine.regions[0].cut.list->parent, DT_ATTRIBUTE_id);
  snprintf(id, sizeof id, "%.*s", (int)found.length, found.length != 0 ? found.data : "");
  return id;
}

static void expect_main(char *markup, detm_ranking ranking, const char *expected) {
  run r;
  detm_extract_options options = detm_extract_defaults;
  options.ranking = ranking;
  options.max_regions = 0;
  run_all(&r, markup, &options);
  cr_expect_str_eq(main_id(&r), expected, "%s is main, not %s of %s", main_id(&r), expected, markup);
  run_end(&r);
  free(markup);
}

Test(rank, prefers_records_to_lists_of_links) {
  expect_main(lists(LINKS, 8, SHOP, 8, LINKS, 8), DETM_RANK_MEASURED, "b");
  expect_main(lists(LINKS, 20, SHOP, 6, LINKS, 30), DETM_RANK_MEASURED, "b");
  expect_main(lists(SHOP, 8, LINKS, 40, "", 0), DETM_RANK_MEASURED, "a");
}

Test(rank, prefers_the_longer_of_similar_lists) {
  expect_main(lists(SHOP, 3, SHOP, 12, "", 0), DETM_RANK_MEASURED, "b");
  expect_main(lists(SHOP, 12, SHOP, 3, "", 0), DETM_RANK_MEASURED, "a");
}

Test(rank, by_coverage_counts_the_nodes_of_similar_records) {
  expect_main(lists(LINKS, 40, SHOP, 6, "", 0), DETM_RANK_COVERAGE, "a");
  expect_main(lists(LINKS, 5, SHOP, 6, "", 0), DETM_RANK_COVERAGE, "b");
}

Test(rank, orders_all_regions_by_their_score) {
  for (int ranking = 0; ranking < 2; ranking++) {
    run r;
    detm_extract_options options = detm_extract_defaults;
    options.ranking = ranking == 0 ? DETM_RANK_MEASURED : DETM_RANK_COVERAGE;
    options.max_regions = 0;
    char *markup = lists(LINKS, 9, SHOP, 5, "<li>Name #<br>#.5.24", 7);
    run_all(&r, markup, &options);
    cr_assert_geq(r.engine.region_count, 3);
    for (uint32_t i = 0; i < r.engine.region_count; i++) {
      const dt_region *region = &r.engine.regions[i];
      if (i != 0) cr_expect_geq(r.engine.regions[i - 1].score, region->score);
      if (ranking == 1) cr_expect_eq(region->score, region->cut.coverage);
    }
    run_end(&r);
    free(markup);
  }
}

Test(rank, adds_up_the_parts_of_one_list) {
  run r;
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<div id=m>");
  for (int part = 0; part < 6; part++) {
    dt_buffer_format(&markup, "<h2>Month %d</h2><ul id=part%d>", part, part);
    dt_buffer piece = {0};
    dt_buffer_format(&piece, "<li><a href=%d-#>Lecture %d.#</a><p>@</p><p>%d</p>", part, part, part);
    dt_buffer_byte(&piece, '\0');
    add_times(&markup, piece.data, 3);
    dt_buffer_free(&piece);
    dt_buffer_text(&markup, "</ul>");
  }
  dt_buffer_text(&markup, "</div>");
  dt_buffer_byte(&markup, '\0');
  run_all(&r, markup.data, NULL);
  cr_assert_gt(r.engine.region_count, 0);
  cr_expect_eq(r.engine.regions[0].record_count, 18, "%u records", r.engine.regions[0].record_count);
  run_end(&r);
  dt_buffer_free(&markup);
}

Test(rank, the_score_is_the_sum_of_weighted_features) {
  run r;
  char *markup = lists(SHOP, 8, LINKS, 12, SHOP, 4);
  run_all(&r, markup, NULL);
  for (uint32_t i = 0; i < r.engine.region_count; i++) {
    const dt_region *region = &r.engine.regions[i];
    double sum = 0;
    for (int k = 0; k < DT_REGION_FEATURE_COUNT; k++) sum += dt_region_features[k].weight * region->features[k];
    cr_expect_float_eq(region->score, sum, 1e-9);
  }
  run_end(&r);
  free(markup);
}

Test(rank, any_region_can_be_finished_as_the_main_one) {
  run r;
  static const char *const section = "<section><ul>" SHOP SHOP SHOP "</ul></section>";
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<div><ul id=a>");
  add_times(&markup, SHOP, 20);
  dt_buffer_text(&markup, "</ul></div>");
  add_times(&markup, section, 2);
  dt_buffer_byte(&markup, '\0');
  run_all(&r, markup.data, NULL);
  cr_expect_str_eq(main_id(&r), "a");
  for (uint32_t i = 1; i < r.engine.region_count; i++) {
    dt_region *region = &r.engine.regions[i];
    if (region->cut.count != 3) continue;
    dt_region_parts(&r.engine, region);
    dt_region_finish_main(&r.engine, region);
    cr_expect_eq(region->record_count, 6, "%u records of both sections", region->record_count);
  }
  run_end(&r);
  dt_buffer_free(&markup);
}

/* Each cell of the grid is a record, not each row of two: the reference is counted once for all rows. */
Test(rank, a_reference_explains_all_parts_of_a_list) {
  run r;
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<div>");
  add_times(&markup,
            "<ul>" SHOP "<li><a href=#a>Tool #</a><p>@ Iron.</p><p>$1#.50</p>"
            "<li><a href=#b>Lamp #</a><p>@ Brass.</p><p>$2#.50</p></ul>",
            5);
  dt_buffer_text(&markup, "</div>");
  dt_buffer_byte(&markup, '\0');
  run_all(&r, markup.data, NULL);
  const dt_region *region = &r.engine.regions[0];
  cr_expect_eq(region->record_count, 15, "%u records", region->record_count);
  cr_expect_gt(exp(region->features[DT_R_saved]), 0.9);
  run_end(&r);
  dt_buffer_free(&markup);
}

Test(rank, finds_no_region_on_pages_without_lists) {
  static const char *const pages[] = {"", "<p>a</p>", "<h1>a</h1><p>b</p><div>c</div>"};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    run r;
    run_all(&r, pages[i], NULL);
    cr_expect_eq(r.engine.region_count, 0, "%s", pages[i]);
    cr_expect_eq(r.engine.like_main_count, 0);
    run_end(&r);
  }
}

Test(rank, is_the_same_in_every_run) {
  for (uint32_t round = 1; round <= 30; round++) {
    uint32_t seed = round;
    run a, b;
    dt_buffer soup = {0};
    add_soup(&soup, &seed, 200);
    dt_buffer_byte(&soup, '\0');
    run_all(&a, soup.data, NULL);
    run_all(&b, soup.data, NULL);
    cr_assert_eq(a.engine.region_count, b.engine.region_count);
    for (uint32_t i = 0; i < a.engine.region_count; i++) {
      cr_assert_eq(a.engine.regions[i].score, b.engine.regions[i].score);
      cr_assert_eq(a.engine.regions[i].cut.list->parent, b.engine.regions[i].cut.list->parent);
    }
    run_end(&a);
    run_end(&b);
    dt_buffer_free(&soup);
  }
}
