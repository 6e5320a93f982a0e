/* Tests of src/wrapper/learn/fold_repeats.c: repeated nodes that become one field with several values, and others that
 * do not. */
#include "wrapper/learn/learned.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(fold_repeats, .fini = find_leaks);

typedef struct expectation {
  const char *markup, *expected;
} expectation;

Test(fold_repeats, makes_lists_of_varying_length_one_field) {
  static const expectation cases[] = {
      {"<ul class=r><li><h3>A</h3><ul><li>a<li>b</ul><li><h3>B</h3><ul><li>c<li>d<li>e</ul></ul>",
       "1: A, 2: a, 2: b | 1: B, 2: c, 2: d, 2: e"},
      {"<ul class=r><li><h3>A</h3><p>a</p><p>b</p><p>c</p><li><h3>B</h3><p>d</p><li><h3>C</h3></ul>",
       "1: A, 2: a, 2: b, 2: c | 1: B, 2: d | 1: C"},
      {"<ul class=r><li><h3>A</h3><p><a href=/a>a</a></p><p><a href=/b>b</a></p><p><a href=/c>c</a></p>"
       "<li><h3>B</h3><p><a href=/d>d</a></p></ul>",
       "1: A, 2: a, 2: b, 2: c, 3: @/a, 3: @/b, 3: @/c | 1: B, 2: d, 3: @/d"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_values(cases[i].markup, cases[i].expected);
}

Test(fold_repeats, makes_links_separated_by_commas_one_list) {
  static const expectation cases[] = {
      {"<ul class=r><li><h3>Oak</h3><p><a href=/a>Ann</a>, <a href=/b>Bob</a></p>"
       "<li><h3>Elm</h3><p><a href=/c>Cy</a></p>"
       "<li><h3>Ash</h3><p><a href=/d>Di</a>, <a href=/e>Ed</a>, <a href=/f>Flo</a></p></ul>",
       "1: Oak, 2: Ann, 2: Bob, 3: @/a, 3: @/b | 1: Elm, 2: Cy, 3: @/c | 1: Ash, 2: Di, 2: Ed, 2: Flo, 3: @/d, 3: @/e, "
       "3: @/f"},
      /* two at most, or with other separators */
      {"<ul class=r><li><h3>Oak</h3><p><a href=/a>Ann</a> | <a href=/b>Bob</a></p>"
       "<li><h3>Elm</h3><p><a href=/c>Cy</a></p></ul>",
       "1: Oak, 2: Ann, 2: Bob, 3: @/a, 3: @/b | 1: Elm, 2: Cy, 3: @/c"},
      /* a word is not a separator */
      {"<ul class=r><li><h3>Oak</h3><p><a href=/a>Ann</a> reads <a href=/b>Bob</a></p>"
       "<li><h3>Elm</h3><p><a href=/c>Cy</a></p></ul>",
       "1: Oak, 2: Ann, 3: reads, 4: Bob, 5: @/a, 6: @/b | 1: Elm, 2: Cy, 5: @/c"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_values(cases[i].markup, cases[i].expected);
}

Test(fold_repeats, makes_links_one_list_if_some_have_a_picture) {
  static const expectation cases[] = {
      {"<ul class=r><li><h3>Oak</h3><p><a class=t href=/a>Ann</a> <a class=t href=/b><img src=/b.png>Bob</a></p>"
       "<li><h3>Elm</h3><p><a class=t href=/c>Cy</a></p>"
       "<li><h3>Ash</h3><p><a class=t href=/d>Di</a> <a class=t href=/e>Ed</a> <a class=t href=/f>Flo</a></p></ul>",
       "1: Oak, 2: Ann, 2: Bob, 3: @/a, 3: @/b, 4: @/b.png | 1: Elm, 2: Cy, 3: @/c | 1: Ash, 2: Di, 2: Ed, 2: Flo, 3: "
       "@/d, 3: @/e, 3: @/f"},
      /* the same picture in each record distinguishes a link from the others */
      {"<ul class=r><li><h3>Oak</h3><p><a href=/a>Ann</a> | <a href=/b><img src=/x.png>Bob</a></p>"
       "<li><h3>Elm</h3><p><a href=/c>Cy</a></p>"
       "<li><h3>Ash</h3><p><a href=/d>Di</a> | <a href=/e><img src=/x.png>Ed</a></p></ul>",
       "1: Oak, 2: Ann, 3: Bob, 4: @/a, 5: @/b, 6: @/x.png | 1: Elm, 2: Cy, 4: @/c | 1: Ash, 2: Di, 3: Ed, 4: @/d, 5: "
       "@/e, 6: @/x.png"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_values(cases[i].markup, cases[i].expected);
}

Test(fold_repeats, records_how_often_a_node_is_repeated) {
  static const expectation cases[] = {
      /* every record has one or more */
      {"<ul class=r><li><h3>A</h3><ul><li>a<li>b<li>c</ul><li><h3>B</h3><ul><li>d</ul></ul>", "li{h3{#1} ul{li{#2}+}}"},
      /* some have none */
      {"<ul class=r><li><h3>A</h3><ul><li>a<li>b<li>c</ul><li><h3>B</h3><ul></ul></ul>", "li{h3{#1} ul{li{#2}*}}"},
      /* a repeated node with children */
      {"<ul "
       "class=r><li><h3>A</h3><ul><li>a<p>1</p><li>b<p>2</p><li>c<p>3</p></ul><li><h3>B</h3><ul><li>d<p>4</p></ul></"
       "ul>",
       "li{h3{#1} ul{li{#2 p{#3}}+}}"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_wrapper(cases[i].markup, cases[i].expected);
}

Test(fold_repeats, keeps_nodes_separate_that_every_record_has) {
  static const expectation cases[] = {
      {"<ul class=r><li><p>a</p><p>b</p><p>c</p><li><p>d</p><p>e</p><p>f</p></ul>", "li{p{#1} p{#2} p{#3}}"},
      {"<ul class=r><li><ul><li>a<li>b<li>c<li>d</ul><li><ul><li>e<li>f<li>g<li>h</ul></ul>",
       "li{ul{li{#1} li{#2} li{#3} li{#4}}}"},
      /* two are not a list */
      {"<ul class=r><li><p>a</p><p>b</p><li><p>d</p></ul>", "li{p{#1} p{#2}?}"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) expect_wrapper(cases[i].markup, cases[i].expected);
}

Test(fold_repeats, keeps_nodes_separate_that_differ_in_class_link_or_structure) {
  static const char *const pieces[] = {"<p class=a>a</p>", "<p><a href=/b>b</a></p>", "<p>d<br>e</p>"};
  dt_buffer markup = {0};
  dt_buffer_format(&markup, "<ul class=r><li><h3>A</h3>%s%s%s<p>f</p><li><h3>B</h3>%s<li><h3>C</h3>%s</ul>", pieces[0],
                   pieces[1], pieces[2], pieces[0], pieces[2]);
  dt_buffer_byte(&markup, '\0');
  learned l;
  learn_page(&l, markup.data);
  for (const dt_wrapper_node *w = l.wrapper->root; w != NULL; w = dt_wrapper_next(w)) cr_expect_not(w->repeated);
  dt_buffer_free(&markup);
  learned_free(&l);
}

Test(fold_repeats, keeps_nodes_separate_with_different_labels) {
  expect_values("<ul class=r><li><h3>A</h3><div><p>Now</p><h5>a</h5></div><div><p>Then</p><h5>b</h5></div>"
                "<div><p>Later</p><h5>c</h5></div>"
                "<li><h3>B</h3><div><p>Now</p><h5>d</h5></div><div><p>Then</p><h5>e</h5></div>"
                "<div><p>Later</p><h5>f</h5></div>"
                "<li><h3>C</h3><div><p>Now</p><h5>g</h5></div></ul>",
                "1: A, 2: a, 3: b, 4: c | 1: B, 2: d, 3: e, 4: f | 1: C, 2: g");
}

Test(fold_repeats, never_folds_table_cells) {
  expect_wrapper("<table><tbody class=r><tr><td>a<td>b<td>c<td>d<tr><td>e<td>f<tr><td>g</table>",
                 "tr{td[1]#1 td[2]#2? td[3]#3? td[4]#4?}");
}

Test(fold_repeats, keeps_instances_of_folded_nodes) {
  learned l;
  learn_page(&l, "<ul class=r><li><h3>A</h3><ul><li>a<li>b<li>c</ul><li><h3>B</h3><ul><li>d</ul></ul>");
  const dt_wrapper_node *text = text_of_field(&l, 2);
  cr_expect_eq(text->instances, 4);
  cr_expect_eq(text->parent->instances, 4);
  cr_expect_not(text->constant);
  cr_expect_null(text->parent->next);
  cr_expect_eq(text->parent->parent->last, text->parent);
  for (uint32_t r = 0; r < l.sets[0].count; r++)
    for (uint32_t i = 0; i < l.sets[0].layouts[r]->count; i++)
      cr_expect_null(dt_folded(l.sets[0].layouts[r]->nodes[i])->same_as);
  cr_expect_null(dt_folded(NULL));
  learned_free(&l);
}

Test(fold_repeats, keeps_an_attribute_that_only_a_later_repeat_has) {
  learned l;
  learn_page(&l, "<ul class=r><li><h3>A</h3><p><img><p><img src=2.png><p><img src=3.png>"
                 "<li><h3>B</h3><p><img></ul>");
  uint32_t sources = 0;
  for (const dt_wrapper_node *w = l.wrapper->root; w != NULL; w = dt_wrapper_next(w)) sources += w->src != DT_NO_FIELD;
  cr_expect_eq(sources, 1, "%u nodes with src", sources);
  learned_free(&l);
}
