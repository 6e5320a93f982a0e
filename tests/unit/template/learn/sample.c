/* Tests of src/template/learn/sample.c: numbers of nodes, and queries on them; libxml2's XPath is the oracle. */
#include "clock.h"
#include "html/dom_path.h"
#include "leaks.h"
#include "template/apply/anchor_xpath.h"
#include "template/learn/learning.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(template_sample, .fini = find_leaks);

static const char page[] =
    "<html><head><title>T</title><meta name=d content='a  b'></head><body><div id=a>one <b>two</b>\n<i></i></div>"
    "<p title=' '>&nbsp;three<img alt=pic src=/s.png></p><p>&#8203;</p><ul><li>x<li>y</ul></body></html>";

Test(template_sample, numbers_texts_and_elements_in_document_order) {
  learning t;
  learning_of(&t, page, NULL);
  const dt_sample *s = t.l.samples;
  static const char *const tags[] = {"html", "head", "title", "meta", "body", "div", "b",
                                     "i",    "p",    "img",   "p",    "ul",   "li",  "li"};
  cr_assert_eq(s->element_count, 14);
  for (uint32_t i = 0; i < 14; i++) {
    cr_expect_str_eq((const char *)s->elements[i].node->name, tags[i]);
    cr_expect_eq(dt_sample_number(s->elements[i].node), i);
  }
  cr_assert_eq(s->text_count, 6);
  for (uint32_t i = 0; i < 6; i++) cr_expect_eq(dt_sample_number(s->texts[i].node), i);
  cr_expect_eq(s->stream_length, 14);
  cr_expect_arr_eq(s->stream, "Tonetwothreexy", 14);
  learning_free(&t);
}

Test(template_sample, keeps_a_folded_stream_of_the_same_offsets) {
  learning t;
  learning_of(&t, "<p>One TÉ", NULL);
  const dt_sample *s = t.l.samples;
  cr_assert_eq(s->stream_length, 6);
  cr_expect_arr_eq(s->stream, "OneTÉ", 6);
  cr_expect_arr_eq(s->folded, "oneté", 6);
  learning_free(&t);
}

Test(template_sample, has_the_length_of_an_element) {
  learning t;
  learning_of(&t, page, NULL);
  cr_expect_eq(dt_sample_length(t.l.samples, node_at(&t, "//div")), 6);
  cr_expect_eq(dt_sample_length(t.l.samples, node_at(&t, "//b")), 3);
  cr_expect_eq(dt_sample_length(t.l.samples, node_at(&t, "//i")), 0);
  cr_expect_eq(dt_sample_length(t.l.samples, node_at(&t, "//p[2]")), 0);
  cr_expect_eq(dt_sample_length(t.l.samples, node_at(&t, "//body")), 13);
  learning_free(&t);
}

Test(template_sample, finds_the_text_of_an_offset) {
  learning t;
  learning_of(&t, page, NULL);
  const dt_sample *s = t.l.samples;
  cr_assert_gt(s->stream_length, 10);
  for (uint32_t offset = 0, text = 0; offset < s->stream_length; offset++) {
    while (offset >= s->texts[text].start + s->texts[text].length) text++;
    cr_expect_eq(dt_sample_text_at(s, offset), text);
  }
  learning_free(&t);
}

/* Scripts and styles are invisible; values of JSON-LD are visible, and marked as data. */
Test(template_sample, includes_json_ld_and_no_code) {
  learning t;
  learning_of(&t,
              "<p>a</p><script>var b</script><style>c{}</style>"
              "<script type='application/ld+json'>{\"@type\":\"Book\",\"name\":\"d\"}</script><p>e</p>",
              NULL);
  const dt_sample *s = t.l.samples;
  cr_assert_eq(s->stream_length, 3);
  cr_expect_arr_eq(s->stream, "aed", 3);
  cr_expect_not(dt_sample_at(s, node_at(&t, "//p"))->data);
  cr_expect(dt_sample_at(s, node_at(&t, "//ld//name"))->data);
  learning_free(&t);
}

Test(template_sample, includes_attributes_that_show_something) {
  learning t;
  learning_of(&t, page, NULL);
  const dt_sample *s = t.l.samples;
  dt_buffer seen = {0};
  for (uint32_t i = 0; i < s->attribute_count; i++)
    dt_buffer_format(&seen, "%s=%.*s ", (const char *)s->attributes[i].node->name, (int)s->attributes[i].length,
                     s->attributes[i].squeezed);
  dt_buffer_byte(&seen, '\0');
  cr_expect_str_eq(seen.data, "content=ab alt=pic src=/s.png ");
  dt_buffer_free(&seen);
  learning_free(&t);
}

Test(template_sample, evaluates_xpath_as_libxml2_does) {
  static const char *const paths[] = {"//li", "/html/body/p[1]", "//p/text()",  "//img/@alt", "//nothing",
                                      "//*",  "//i/..",          "//li[last()]"};
  learning t;
  learning_of(&t, page, NULL);
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    dt_nodes nodes = dt_sample_at_path(t.l.samples, paths[i]);
    cr_expect_eq(nodes.count, (uint32_t)xpath_count(&t, paths[i]), "%s", paths[i]);
    for (uint32_t n = 0; n < nodes.count; n++) cr_expect(xpath_finds(&t, paths[i], nodes.nodes[n]), "%s", paths[i]);
    dt_nodes again = dt_sample_at_path(t.l.samples, paths[i]);
    cr_expect_eq(again.nodes, nodes.nodes);
  }
  learning_free(&t);
}

Test(template_sample, finds_what_the_xpath_of_an_anchor_finds) {
  static const dt_anchor anchors[] = {
      {.kind = DT_ANCHOR_PATH, .path = "//li"},
      {.kind = DT_ANCHOR_PATH, .path = "//*", .skip = 3},
      {.kind = DT_ANCHOR_PATH, .path = "//*", .skip = 3, .drop = 2},
      {.kind = DT_ANCHOR_PATH, .path = "//li", .skip = 1, .drop = 1},
      {.kind = DT_ANCHOR_PATH, .path = "//li", .drop = 2},
      {.kind = DT_ANCHOR_PATH, .path = "//li", .drop = 3, .skip = UINT32_MAX},
      {.kind = DT_ANCHOR_CAPTION, .tag = "b", .value = "two", .path = "/following-sibling::i"},
      {.kind = DT_ANCHOR_TEXT, .value = "one", .path = "/following-sibling::*"},
      {.kind = DT_ANCHOR_TEXT, .value = "x", .path = "[1]"},
      {.kind = DT_ANCHOR_ID, .value = "a", .path = "/node()", .drop = 1},
      {.kind = DT_ANCHOR_ATTRIBUTE, .tag = "meta", .name = "name", .value = "d", .path = "/@content"}};
  learning t;
  dt_buffer text = {0};
  learning_of(&t, page, NULL);
  for (size_t i = 0; i < sizeof anchors / sizeof *anchors; i++) {
    text.length = 0;
    dt_anchor_xpath(&anchors[i], &text);
    dt_buffer_byte(&text, '\0');
    dt_nodes nodes = dt_sample_find(t.l.samples, &anchors[i], text.data);
    cr_expect_eq(nodes.count, (uint32_t)xpath_count(&t, text.data), "%s", text.data);
    for (uint32_t n = 0; n < nodes.count; n++) cr_expect(xpath_finds(&t, text.data, nodes.nodes[n]), "%s", text.data);
  }
  dt_buffer_free(&text);
  learning_free(&t);
}

/* Also within a path: one step from each of many nodes takes long. */
Test(template_sample, ends_within_a_path_when_time_is_up) {
  dt_buffer markup = {0};
  learning t;
  for (int i = 0; i < 2000; i++) dt_buffer_text(&markup, "<p>x</p>");
  dt_buffer_byte(&markup, '\0');
  learning_of(&t, markup.data, NULL);
  volatile bool left = false;
  clock_step(1);
  dt_scope_start(&t.l.scope, 10);
  if (setjmp(t.l.scope.escape) == 0) {
    dt_sample_at_path(t.l.samples, "//p/following-sibling::p");
  } else {
    left = true;
  }
  clock_step(0);
  cr_expect(left);
  cr_expect_eq(t.l.scope.status, DETM_LIMIT);
  learning_free(&t);
  dt_buffer_free(&markup);
}

Test(template_sample, finds_nothing_by_invalid_xpath) {
  static const char *const paths[] = {"", "//", "//p[", "1+1", "'a'", "$x", "x:y", "(//li)[1]"};
  learning t;
  learning_of(&t, page, NULL);
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    cr_expect_eq(dt_sample_at_path(t.l.samples, paths[i]).count, 0, "%s", paths[i]);
  cr_expect_eq(dt_sample_at_path(t.l.samples, "//li").count, 2);
  learning_free(&t);
}

Test(template_sample, bounds_the_nodes_of_an_answer) {
  dt_buffer markup = {0};
  learning t;
  for (int i = 0; i < 20000; i++) dt_buffer_text(&markup, "<p>x</p>");
  dt_buffer_byte(&markup, '\0');
  learning_of(&t, markup.data, NULL);
  dt_nodes nodes = dt_sample_at_path(t.l.samples, "//p");
  cr_expect_eq(nodes.count, 400);
  cr_expect_eq(nodes.nodes[0], node_at(&t, "//p[1]"));
  cr_expect_eq(nodes.nodes[399], node_at(&t, "//p[400]"));
  learning_free(&t);
  dt_buffer_free(&markup);
}

Test(template_sample, caches_thousands_of_answers) {
  learning t;
  char path[40];
  learning_of(&t, page, NULL);
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < 3000; i++) {
      snprintf(path, sizeof path, "//li[%d]", i);
      cr_assert_eq(dt_sample_at_path(t.l.samples, path).count, i == 1 || i == 2, "%s", path);
    }
  learning_free(&t);
}

Test(template_sample, finds_the_element_around_two_nodes) {
  static const char *const around[][3] = {{"//b", "//i", "//div"},        {"//b", "//div", "//div"},
                                          {"//li[1]", "//li[2]", "//ul"}, {"//b", "//li[1]", "//body"},
                                          {"//b", "//b", "//b"},          {"//b/text()", "//div/text()", "//div"},
                                          {"//title", "//b", "/html"}};
  learning t;
  learning_of(&t, page, NULL);
  for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
    cr_expect_eq(dt_common_ancestor(node_at(&t, around[i][0]), node_at(&t, around[i][1])), node_at(&t, around[i][2]));
    cr_expect_eq(dt_common_ancestor(node_at(&t, around[i][1]), node_at(&t, around[i][0])), node_at(&t, around[i][2]));
  }
  learning_free(&t);
}

static void expect_string(const learning *t, xmlNodePtr node, const char *xpath, detm_text value) {
  xmlXPathContextPtr context = xmlXPathNewContext(t->pages[0]->document);
  context->node = node;
  xmlXPathObjectPtr expected = xmlXPathEval((const xmlChar *)xpath, context);
  cr_expect_str_eq(value.data, (const char *)expected->stringval);
  cr_expect_eq(value.length, strlen(value.data));
  xmlXPathFreeObject(expected);
  xmlXPathFreeContext(context);
}

Test(template_sample, has_values_and_strings_of_nodes) {
  static const char *const paths[] = {"//div", "//b", "//i", "//p", "//p/text()", "//meta/@content", "//li[2]"};
  learning t;
  learning_of(&t, page, NULL);
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    xmlNodePtr node = node_at(&t, paths[i]);
    expect_string(&t, node, "normalize-space(translate(., '\xc2\xa0', ' '))", dt_sample_value(t.l.samples, node));
    expect_string(&t, node, "normalize-space(translate(., '\xc2\xa0', ' '))", dt_sample_value(t.l.samples, node));
    if (node->type != XML_ATTRIBUTE_NODE)
      expect_string(&t, node, "normalize-space()", dt_sample_string(t.l.samples, node));
  }
  learning_free(&t);
}

Test(template_sample, leaves_asides_out_of_values) {
  learning t;
  learning_of(&t, "<div>a<aside>b</aside> c<nav>d</nav></div>", NULL);
  cr_expect_str_eq(dt_sample_value(t.l.samples, node_at(&t, "//div")).data, "a c");
  cr_expect_str_eq(dt_sample_string(t.l.samples, node_at(&t, "//div")).data, "ab cd");
  cr_expect_str_eq(dt_sample_value(t.l.samples, node_at(&t, "//aside")).data, "b");
  learning_free(&t);
}

Test(template_sample, separates_words_in_values_where_a_person_sees_gaps) {
  learning t;
  learning_of(&t, "<div>12 Main St<br>Spring<b>field</b><p>IL</p>62<!-- c -->701 <span>a<i>b</i></span></div>", NULL);
  cr_expect_str_eq(dt_sample_value(t.l.samples, node_at(&t, "//div")).data, "12 Main St Springfield IL 62701 ab");
  cr_expect_str_eq(dt_sample_value(t.l.samples, node_at(&t, "//span")).data, "ab");
  learning_free(&t);
}

Test(template_sample, counts_positions_as_xpath_does) {
  learning t;
  learning_of(&t, "<div>a<p>1</p>b<p>2</p> <b>x</b><p>3</p>c<br>&nbsp;<br>d</div>", NULL);
  dt_nodes elements = dt_sample_at_path(t.l.samples, "//div//*"),
           texts = dt_sample_at_path(t.l.samples, "//div/text()[normalize-space()]");
  cr_assert_eq(elements.count, 6);
  cr_assert_eq(texts.count, 5);
  for (uint32_t i = 0; i < elements.count; i++) {
    char path[60];
    uint32_t of, position = dt_node_position(elements.nodes[i], &of);
    snprintf(path, sizeof path, "//div/%s[%u]", (const char *)elements.nodes[i]->name, position);
    cr_expect_eq(node_at(&t, path), elements.nodes[i]);
    snprintf(path, sizeof path, "//div/%s", (const char *)elements.nodes[i]->name);
    cr_expect_eq(of, (uint32_t)xpath_count(&t, path));
  }
  for (uint32_t i = 0; i < texts.count; i++) {
    char path[60];
    uint32_t of, position = dt_text_position(texts.nodes[i], &of);
    snprintf(path, sizeof path, "//div/text()[normalize-space()][%u]", position);
    cr_expect_eq(node_at(&t, path), texts.nodes[i]);
    cr_expect_eq(of, 5);
  }
  learning_free(&t);
}

Test(template_sample, gives_equal_numbers_to_texts_that_compare_equal) {
  learning t;
  learning_of(&t, "<p>A b</p><p>aB</p><p>c</p><p>&nbsp;</p>", NULL);
  dt_words words = {0};
  dt_arena *arena = &t.l.arena;
  uint32_t ab = dt_words_number(&words, arena, DT_TEXT("a\xc2\xa0 B"));
  cr_expect_gt(ab, 0);
  cr_expect_eq(dt_sample_word_of(t.l.samples, &words, node_at(&t, "//p[1]")), ab);
  cr_expect_eq(dt_sample_word_of(t.l.samples, &words, node_at(&t, "//p[2]")), ab);
  cr_expect_neq(dt_sample_word_of(t.l.samples, &words, node_at(&t, "//p[3]")), ab);
  cr_expect_eq(dt_sample_word_of(t.l.samples, &words, node_at(&t, "//p[4]")), 0);
  cr_expect_eq(dt_words_number(&words, arena, DT_TEXT("")), 0);
  learning_free(&t);
}

Test(template_sample, numbers_thousands_of_texts) {
  learning t;
  dt_words words = {0};
  learning_of(&t, "", NULL);
  for (int round = 0; round < 2; round++)
    for (uint32_t i = 1; i <= 5000; i++) {
      char text[20];
      snprintf(text, sizeof text, "T %u", i);
      cr_assert_eq(dt_words_number(&words, &t.l.arena, dt_text(text)), i);
    }
  learning_free(&t);
}

Test(template_sample, reads_attributes_and_classes) {
  learning t;
  learning_of(&t, "<p class=' a  b-c' id='' title>x</p>", NULL);
  xmlNodePtr p = node_at(&t, "//p");
  cr_expect_str_eq(dt_attribute_value(p, "class").data, " a  b-c");
  cr_expect_null(dt_attribute_value(p, "id").data);
  cr_expect_null(dt_attribute_value(p, "title").data);
  cr_expect_null(dt_attribute_value(p, "name").data);
  learning_free(&t);
}

Test(template_sample, accepts_an_empty_page) {
  static const char *const pages[] = {"", " ", "<!-- -->", "<script>x</script>", "<p></p>"};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    learning t;
    learning_of(&t, pages[i], NULL);
    cr_expect_eq(t.l.samples->stream_length, 0);
    cr_expect_eq(dt_sample_at_path(t.l.samples, "//li").count, 0);
    learning_free(&t);
  }
}

/* Apply and other functions use the private fields of nodes as well. */
Test(template_sample, leaves_the_document_unchanged) {
  learning t;
  learning_of(&t, page, NULL);
  xmlNodePtr li = node_at(&t, "//li[2]"), text = node_at(&t, "//b/text()");
  cr_expect_not_null(li->_private);
  dt_sample_end(t.l.samples);
  cr_expect_null(li->_private);
  cr_expect_null(text->_private);
  learning_free(&t);
}
