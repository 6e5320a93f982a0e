/* Tests of src/engine/text_stats.c: the texts of records that vary, and their lengths. */
#include "engine/runs.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(texts, .fini = find_leaks);

static uint32_t text_with(const run *r, const char *words, unsigned nth) {
  for (uint32_t t = 0; t < r->tree->text_count; t++)
    if (dt_text_equal(dt_text_of(r->tree, r->tree->text_nodes[t]), dt_text(words)) && nth-- == 0) return t;
  cr_assert_fail("no text %s", words);
  return 0;
}

Test(texts, that_are_equal_have_the_number_of_the_first) {
  run r;
  run_prepare(&r, "<p>a</p><p>b</p><p>a</p><div>b</div><p>A</p>");
  const uint32_t *number = r.engine.text_number;
  cr_expect_eq(number[0], 0);
  cr_expect_eq(number[1], 1);
  cr_expect_eq(number[2], 0);
  cr_expect_eq(number[3], 1);
  cr_expect_eq(number[4], 4);
  run_end(&r);
}

Test(texts, are_counted_in_characters_up_to_300) {
  run r;
  dt_buffer markup = {0};
  dt_buffer_text(&markup, "<p>商品</p><p>abc</p><p>");
  for (int n = 0; n < 500; n++) dt_buffer_byte(&markup, 'x');
  dt_buffer_byte(&markup, '\0');
  run_prepare(&r, markup.data);
  cr_expect_eq(r.engine.text_length[0], 2);
  cr_expect_eq(r.engine.text_length[1], 3);
  cr_expect_eq(r.engine.text_length[2], 300);
  run_end(&r);
  dt_buffer_free(&markup);
}

Test(texts, that_are_data_for_scripts_have_no_length_and_no_kind) {
  run r;
  run_prepare(&r, "<p>{\"id\":5,\"price\":\"$12.50\"}</p><p>{id} is \"a name\"}</p>");
  cr_expect_eq(r.engine.text_length[0], 0);
  cr_expect_eq(dt_text_kind(&r.engine, 0), DT_KIND_KNOWN);
  cr_expect_eq(r.engine.text_length[1], 17);
  run_end(&r);
}

Test(texts, of_a_record_are_those_below_its_siblings) {
  run r;
  run_prepare(&r, "z<div id=x><p>a</p>b<ul><li>c<li>d</ul><hr><p>e</p></div>f");
  dt_list list = list_of(&r, "x");
  static const struct {
    uint32_t from, count, first, end;
  } cases[] = {{0, 1, 1, 2}, {0, 2, 1, 3}, {1, 2, 2, 5}, {2, 1, 3, 5}, {3, 1, 5, 5}, {3, 2, 5, 6}, {0, 5, 1, 6}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t first, end;
    dt_record_texts(&r.engine, list.nodes + cases[i].from, cases[i].count, &first, &end);
    cr_expect_eq(first, cases[i].first, "case %zu: %u", i, first);
    cr_expect_eq(end, cases[i].end, "case %zu: %u", i, end);
  }
  run_end(&r);
}

Test(texts, vary_if_at_most_half_of_the_records_have_them) {
  run r;
  dt_cut cut;
  dt_text_statistics texts;
  run_prepare(&r, "<ul "
                  "id=x><li>all<br>five<li>all<br>four<li>all<br>six<li>all<br>six<li>all<br>six<li>all<br>two<li>non<"
                  "br>two<li>non<br>one</ul>");
  cr_assert(cut_of(&r, "x", &cut, &texts));
  cr_assert_eq(cut.count, 8);
  dt_texts_count(&r.engine, &cut);
  cr_expect(!dt_text_varies(&r.engine, &cut, text_with(&r, "all", 0)), "6 of 8");
  cr_expect(dt_text_varies(&r.engine, &cut, text_with(&r, "six", 1)), "3 of 8");
  cr_expect(dt_text_varies(&r.engine, &cut, text_with(&r, "two", 0)));
  cr_expect(dt_text_varies(&r.engine, &cut, text_with(&r, "one", 0)));
  run_end(&r);
}

Test(texts, all_vary_if_there_are_two_records) {
  run r;
  dt_cut cut;
  dt_text_statistics texts;
  run_prepare(&r, "<ul id=x><li>same<li>same</ul>");
  cr_assert(cut_of(&r, "x", &cut, &texts));
  dt_texts_count(&r.engine, &cut);
  cr_expect(dt_text_varies(&r.engine, &cut, 0));
  run_end(&r);
}

Test(texts, vary_though_two_of_three_records_have_them) {
  run r;
  dt_cut cut;
  dt_text_statistics texts;
  run_prepare(&r, "<ul id=x><li>all<br>two<li>all<br>two<li>all<br>one</ul>");
  cr_assert(cut_of(&r, "x", &cut, &texts));
  dt_texts_count(&r.engine, &cut);
  cr_expect(dt_text_varies(&r.engine, &cut, text_with(&r, "two", 0)));
  cr_expect(!dt_text_varies(&r.engine, &cut, text_with(&r, "all", 0)));
  run_end(&r);
}

Test(texts, that_a_record_has_twice_count_once) {
  run r;
  dt_cut cut;
  dt_text_statistics texts;
  run_prepare(&r, "<ul id=x><li>a<br>a<br>a<li>b<br>c<br>d<li>e<br>f<br>g<li>h<br>i<br>j</ul>");
  cr_assert(cut_of(&r, "x", &cut, &texts));
  dt_texts_count(&r.engine, &cut);
  cr_expect(dt_text_varies(&r.engine, &cut, 0), "three times in one record");
  run_end(&r);
}

Test(texts, statistics_count_varying_texts) {
  run r;
  dt_cut cut;
  dt_text_statistics texts;
  run_prepare(&r,
              "<ul id=x><li><a href=1>more</a><p>one</p><li><a href=2>more</a><p>three</p><li><a href=3>other</a><p>"
              "</p><li><a href=4>more</a><p>four</p><li><a href=5>more</a><p></p></ul>");
  cr_assert(cut_of(&r, "x", &cut, &texts));
  cr_assert_eq(cut.count, 5);
  texts = dt_texts_count(&r.engine, &cut);
  cr_expect_eq(texts.varying, 3 + 5 + 5 + 4, "%g", texts.varying);
  cr_expect_eq(texts.empty, 1, "the last text is constant");
  cr_expect_eq(texts.linked, 1, "only \"other\" is a varying link");
  run_end(&r);
}

Test(texts, count_records_with_a_linked_text) {
  run r;
  run_prepare(&r,
              "<div id=x><p><a href=1>a</a></p><p>b</p><p><a name=c>c</a></p><p><a href=2><img src=d></a></p></div>");
  dt_list list = list_of(&r, "x");
  static const bool linked[] = {true, false, false, false};
  for (uint32_t k = 0; k < 4; k++)
    cr_expect_eq(dt_record_linked(&r.engine, &(dt_record){.nodes = list.nodes + k, .count = 1}), linked[k], "record %u",
                 k);
  cr_expect(dt_record_linked(&r.engine, &(dt_record){.nodes = list.nodes, .count = 4}));
  run_end(&r);
}
