/* Tests of src/wrapper/learn/learn.c: a wrapper from the records of one page or several. */
#include "engine/runs.h"
#include "wrapper/learn/learned.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(learn, .fini = find_leaks);

Test(learn, counts_records_and_pages) {
  static const char *const pages[] = {"<ul class=r><li>a<li>b<li>c</ul>", "<ul class=r><li>d</ul>",
                                      "<ul class=r><li>e<li>f</ul>"};
  learned l;
  learn_pages(&l, pages, 3, 1);
  cr_expect_eq(l.wrapper->records, 6);
  cr_expect_eq(l.wrapper->pages, 3);
  cr_expect_eq(l.wrapper->root->instances, 6);
  learned_free(&l);
}

Test(learn, makes_one_wrapper_of_several_pages) {
  static const char *const pages[] = {"<ul class=r><li><h3>A</h3><p>x</p><li><h3>B</h3><p>y</p></ul>",
                                      "<ul class=r><li><h3>C</h3><h5>3</h5><p>z</p></ul>",
                                      "<ul class=r><li><h3>D</h3><h5>4</h5></ul>"};
  learned l;
  dt_buffer out = {0};
  learn_pages(&l, pages, 3, 1);
  add_wrapper(l.wrapper, &out);
  dt_buffer_text(&out, " = ");
  add_values(&l, &out);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, "li{h3{#1} h5{#2}? p{#3}?} = 1: A, 3: x | 1: B, 3: y | 1: C, 2: 3, 3: z | 1: D, 2: 4");
  dt_buffer_free(&out);
  learned_free(&l);
}

/* "Sale" is the same in all records of a page, but not of all pages. */
Test(learn, distinguishes_constants_of_a_page_from_those_of_the_site) {
  static const char *const pages[] = {"<ul class=r><li><p>Now:</p><h5>1</h5><li><p>Now:</p><h5>2</h5></ul>",
                                      "<ul class=r><li><p>Then:</p><h5>3</h5><li><p>Then:</p><h5>4</h5></ul>"};
  learned one, both;
  dt_buffer out = {0};
  learn_page(&one, pages[0]);
  learn_pages(&both, pages, 2, 1);
  add_values(&one, &out);
  dt_buffer_text(&out, " || ");
  add_values(&both, &out);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, "1: 1 | 1: 2 || 1: Now:, 2: 1 | 1: Now:, 2: 2 | 1: Then:, 2: 3 | 1: Then:, 2: 4");
  dt_buffer_free(&out);
  learned_free(&one);
  learned_free(&both);
}

Test(learn, owns_copies_of_all_data_from_the_pages) {
  static const char *const pages[] = {
      "<div id=top></div><ul class=list><li class=item><span class=name>Amber</span> <b>by "
      "Ann</b><p>Price:</p><p>12</p>"
      "<x-new itemprop=size>1</x-new><li class=item><span class=name>Bowl</span> <b>by Bob</b><p>Price:</p><p>7</p>"
      "<x-new itemprop=size>2</x-new><li class=item><span class=name>Cup</span> <b>by Cy</b><p>Price:</p><p>9</p>"
      "<x-new itemprop=size>3</x-new></ul>"};
  dt_buffer markup = {0};
  dt_buffer_text(&markup, pages[0]);
  detm_page *page = page_of_bytes(markup.data, markup.length);
  const detm_page *const all[] = {page};
  detm_wrapper *wrapper = detm_wrapper_learn(all, 1, NULL, NULL);
  dt_buffer before = {0}, after = {0};
  cr_assert_not_null(wrapper);
  cr_assert_eq(detm_wrapper_save(wrapper, dt_buffer_write, &before, NULL), DETM_OK);
  memset(page->tree.bytes, 'x', 8);
  detm_page_free(page);
  cr_assert_eq(detm_wrapper_save(wrapper, dt_buffer_write, &after, NULL), DETM_OK);
  cr_expect_eq(before.length, after.length);
  cr_expect_eq(memcmp(before.data, after.data, before.length), 0);
  dt_buffer_free(&before);
  dt_buffer_free(&after);
  dt_buffer_free(&markup);
  detm_wrapper_free(wrapper);
}

/* Of records with equal structure, only one is aligned. */
Test(learn, stays_small_for_many_records_of_few_kinds) {
  char *markup = page_with("<ul class=r>", "<li><h3>T#</h3><p>#</p><li><h3>T#</h3><p>#</p><h5>x#</h5>", 5000, "</ul>");
  learned l;
  learn_page(&l, markup);
  cr_expect_eq(l.wrapper->node_count, 8);
  cr_expect_eq(l.wrapper->records, 10000);
  learned_free(&l);
  free(markup);
}

Test(learn, ends_on_records_that_are_all_different) {
  dt_buffer markup = {0};
  uint32_t seed = 5;
  dt_buffer_text(&markup, "<ul class=r>");
  for (int record = 0; record < 60; record++) {
    dt_buffer_text(&markup, "<li>");
    for (int n = 0; n < 40; n++) {
      unsigned level = 1 + draw(&seed, 6);
      dt_buffer_format(&markup, "<h%u class=c%u>%u</h%u>", level, draw(&seed, 50), draw(&seed, 1000), level);
    }
  }
  dt_buffer_byte(&markup, '\0');
  learned l;
  learn_page(&l, markup.data);
  cr_expect_eq(l.sets[0].count, 60);
  for (uint32_t r = 0; r < l.sets[0].count; r++) {
    const dt_alignment *layout = l.sets[0].layouts[r];
    for (uint32_t i = 0; i < layout->count; i++)
      if (layout->nodes[i] != NULL) cr_assert_lt(layout->nodes[i]->number, l.wrapper->node_count);
  }
  dt_buffer_free(&markup);
  learned_free(&l);
}
