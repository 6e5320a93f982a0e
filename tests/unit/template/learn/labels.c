/* Tests of src/template/learn/labels.c: texts before a value that may be its label, and the paths from them to it. */
#include "template/learn/labels.h"
#include "leaks.h"
#include "rounds.h"
#include "template/learn/learning.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(template_label, .fini = find_leaks);

/* Checks that each label's XPath finds the label, and each path the target (except the last one, which may be "the next
 * element with this tag"). */
static void check_label(const learning *t, const dt_label *label, xmlNodePtr target) {
  const char *xpath = xpath_of(&label->head, "");
  cr_expect(xpath_finds(t, xpath, label->node), "%s", xpath);
  cr_expect_gt(label->way_count, 0);
  for (uint32_t w = 0; w < label->way_count; w++) {
    bool to_text = label->ways[w].to_text;
    xpath = xpath_of(&label->head, label->ways[w].path);
    xmlNodePtr end = to_text || target->type == XML_ELEMENT_NODE ? target : target->parent;
    bool finds = xpath_finds(t, xpath, end);
    cr_expect(finds || strncmp(label->ways[w].path, "/following::", 12) == 0, "%s", xpath);
    cr_expect(label->ways[w].cost >= 0);
  }
}

/* The labels, nearest first, as "caption dt=Price:, text li=by". */
static const char *labels_of(const char *markup, const char *path, const char *wanted) {
  static char line[2000];
  learning t;
  dt_buffer out = {0};
  learning_of(&t, markup, wanted);
  xmlNodePtr target = node_at(&t, path);
  dt_labels labels = dt_labels_before(t.l.samples, t.l.wanted, target);
  for (uint32_t i = 0; i < labels.count; i++) {
    const dt_head *head = &labels.all[i].head;
    check_label(&t, &labels.all[i], target);
    dt_buffer_format(&out, "%s%s %s=%s", i != 0 ? ", " : "", dt_anchor_kind_names[head->kind],
                     head->tag != NULL ? head->tag : "*", head->value);
  }
  snprintf(line, sizeof line, "%.*s", (int)out.length, out.length != 0 ? out.data : "");
  dt_buffer_free(&out);
  learning_free(&t);
  return line;
}

static void expect_labels(const char *markup, const char *path, const char *wanted, const char *expected) {
  const char *is = labels_of(markup, path, wanted);
  cr_expect_str_eq(is, expected, "%s\n  is %s\n  should be %s", markup, is, expected);
}

static double trust_of(const char *markup, const char *path) {
  learning t;
  learning_of(&t, markup, NULL);
  xmlNodePtr target = node_at(&t, path);
  dt_labels labels = dt_labels_before(t.l.samples, t.l.wanted, target);
  double trust = labels.count != 0 ? labels.all[0].head.trust : 0;
  learning_free(&t);
  return trust;
}

Test(template_label, finds_labels_of_all_kinds) {
  expect_labels("<dl><dt>Price</dt><dd>12</dd></dl>", "//dd", "12", "caption dt=Price");
  expect_labels("<table><tr><th>Price</th><td>12</td></tr></table>", "//td", "12", "caption th=Price");
  expect_labels("<p><b>Price:</b> 12</p>", "//p/text()", "12", "caption b=Price:");
  expect_labels("<p>Price: <b>12</b></p>", "//b", "12", "text p=Price:");
  expect_labels("<div><span>Price</span><span>12</span></div>", "//span[2]", "12", "caption span=Price");
  expect_labels("<p>Price:<br>12</p>", "//p/text()[2]", "12", "text p=Price:");
  expect_labels("<h3>Price</h3><p>12</p>", "//p", "12", "caption h3=Price");
}

Test(template_label, orders_labels_by_distance) {
  expect_labels("<dl><dt>Size:<dd>L<dt>Price:<dd>12</dl>", "//dd[2]", "12|L", "caption dt=Price:, caption dt=Size:");
}

Test(template_label, does_not_use_a_value_as_a_label) {
  expect_labels("<p>Good Book</p><p>12</p>", "//p[2]", "12|Good Book", "");
  expect_labels("<p>The Good Book</p><p>12</p>", "//p[2]", "12|Good Book", "");
  expect_labels("<p>Book</p><p>12</p>", "//p[2]", "12|Good Book", "");
}

Test(template_label, does_not_use_a_long_text_as_a_label) {
  expect_labels("<p>one two three four five six seven</p><p>12</p>", "//p[2]", "12", "");
  expect_labels("<p>abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz</p><p>12</p>", "//p[2]", "12", "");
}

Test(template_label, skips_punctuation) {
  expect_labels("<p><b>Price</b> | <i>12</i></p>", "//i", "12", "caption b=Price");
  expect_labels("<p><b>Price</b><u>&middot;</u><i>12</i></p>", "//i", "12", "caption b=Price");
}

Test(template_label, accepts_colons_of_two_kinds) {
  double colon = trust_of("<div><span>Price:</span><span>12</span></div>", "//span[2]");
  cr_expect_gt(colon, trust_of("<div><span>Price</span><span>12</span></div>", "//span[2]"));
  cr_expect_eq(colon, trust_of("<div><span>价格：</span><span>12</span></div>", "//span[2]"));
}

Test(template_label, trusts_tags_made_for_labels) {
  double dt = trust_of("<dl><dt>Price<dd>12</dl>", "//dd"), h3 = trust_of("<h3>Price</h3><p>12", "//p"),
         b = trust_of("<p><b>Price</b><i>12</i>", "//i"), span = trust_of("<p><span>Price</span><i>12</i>", "//i");
  cr_expect_gt(dt, h3);
  cr_expect_geq(h3, b);
  cr_expect_gt(b, span);
  cr_expect_gt(span, 0);
  cr_expect_eq(dt, trust_of("<dl><dt><em>Price</em><dd>12</dl>", "//dd"));
}

Test(template_label, trusts_digits_less) {
  double colon = trust_of("<p><b>ISBN:</b><i>x</i>", "//i"), few = trust_of("<p><b>ISBN-13:</b><i>x</i>", "//i"),
         many = trust_of("<p><b>Room 1234:</b><i>x</i>", "//i"),
         weak = trust_of("<p><span>Size 3</span><i>x</i>", "//i");
  cr_expect_gt(colon, few);
  cr_expect_gt(few, many);
  cr_expect_gt(few, weak);
}

Test(template_label, trusts_near_labels_more) {
  learning t;
  learning_of(&t, "<p><b>A:</b><b>B:</b><b>C:</b><b>D:</b><b>E:</b><i>x</i>", NULL);
  xmlNodePtr target = node_at(&t, "//i");
  dt_labels labels = dt_labels_before(t.l.samples, t.l.wanted, target);
  cr_expect_geq(labels.count, 2);
  cr_expect_leq(labels.count, 4);
  for (uint32_t i = 1; i < labels.count; i++) cr_expect_gt(labels.all[i - 1].head.trust, labels.all[i].head.trust);
  learning_free(&t);
}

Test(template_label, finds_labels_with_no_break_spaces) {
  expect_labels("<p>Price:<b>&nbsp;</b></p><p>12</p>", "//p[2]", "12", "caption p=Price:\xc2\xa0");
  expect_labels("<dl><dt><b>Price:</b>&nbsp;<dd>12</dl>", "//dd", "12", "caption b=Price:");
}

/* Between any places of label and value (checked by labels_of). */
Test(template_label, finds_paths_from_labels_elsewhere) {
  expect_labels("<div><div><p><b>Price:</b></p></div><div><p><i>12</i></p></div></div>", "//i", "12",
                "caption b=Price:");
  expect_labels("<div><div><p>a</p><p><b>Price:</b></p></div><i>8</i><i>12</i></div>", "//div/i[1]", "12|a",
                "caption b=Price:");
  expect_labels("<p><b>Price:</b> 12<br>and more</p>", "//p/text()[1]", "12|and more", "caption b=Price:");
  expect_labels("<p><b>Price:</b> a <i>12</i></p>", "//i", "12|a", "caption b=Price:");
  expect_labels("<ul><li><b>Price:</b><li>12</ul>", "//li[2]", "12", "caption b=Price:");
}

/* The text after the label in the same parent, not texts before it or after other tags. */
Test(template_label, leads_to_the_text_after_it) {
  learning t;
  learning_of(&t, "<p>Shop <b>Price:</b> 12 <b>Size:</b> L <i>(new)</i> end</p>", "12|L");
  xmlNodePtr target = node_at(&t, "//p/text()[3]");
  dt_labels labels = dt_labels_before(t.l.samples, t.l.wanted, target);
  cr_assert_geq(labels.count, 1);
  cr_expect_str_eq(labels.all[0].head.value, "Size:");
  cr_assert_geq(labels.all[0].way_count, 1);
  cr_expect(labels.all[0].ways[0].to_text);
  const char *xpath = xpath_of(&labels.all[0].head, labels.all[0].ways[0].path);
  cr_expect_eq(xpath_count(&t, xpath), 1);
  cr_expect_eq(node_at(&t, xpath), target);
  learning_free(&t);
}

/* On any page, the paths to all texts and elements end there, for labels with quotes too. */
Test(template_label, finds_paths_on_any_page) {
  static const char *const parts[] = {"<div>", "</div>", "<p>",  "</p>", "<b>it's:</b>", "<b>",    "</b>",
                                      "a\"b",  "x: ",    "<br>", "<li>", "<i>y</i>",     "Label:", "&nbsp;"};
  unsigned seed = 17;
  for (unsigned round = 0; round < rounds(300); round++) {
    dt_buffer markup = {0};
    learning t;
    for (unsigned i = 0; i < 25; i++) {
      seed = seed * 1664525 + 1013904223;
      dt_buffer_text(&markup, parts[(seed >> 8) % 14]);
    }
    dt_buffer_byte(&markup, '\0');
    learning_of(&t, markup.data, NULL);
    const dt_sample *s = t.l.samples;
    for (uint32_t i = 0; i < s->text_count; i++) {
      xmlNodePtr targets[] = {s->texts[i].node, s->texts[i].node->parent};
      for (size_t k = 0; k < 2; k++) {
        dt_labels labels = dt_labels_before(t.l.samples, t.l.wanted, targets[k]);
        for (uint32_t n = 0; n < labels.count; n++) check_label(&t, &labels.all[n], targets[k]);
      }
    }
    learning_free(&t);
    dt_buffer_free(&markup);
  }
}
