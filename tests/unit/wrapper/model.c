/* Tests of src/wrapper/model.c: building and walking wrapper trees. */
#include "allocation.h"
#include "leaks.h"
#include "wrapper/wrappers.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(wrapper_tree, .fini = find_leaks);

/* run{div{p #text} ul{li}} */
typedef struct small {
  detm_wrapper *wrapper;
  dt_scope scope;
  dt_wrapper_node *div, *p, *text, *ul, *li;
} small;

static void make(small *s) {
  s->wrapper = malloc(sizeof *s->wrapper);
  dt_scope_start(&s->scope, 0);
  dt_wrapper_start(s->wrapper, &s->scope);
  s->ul = dt_wrapper_add(s->wrapper, s->wrapper->root, NULL, DT_TAG_ul);
  s->div = dt_wrapper_add(s->wrapper, s->wrapper->root, s->ul, DT_TAG_div);
  s->text = dt_wrapper_add(s->wrapper, s->div, NULL, DT_TAG_TEXT);
  s->p = dt_wrapper_add(s->wrapper, s->div, s->text, DT_TAG_p);
  s->li = dt_wrapper_add(s->wrapper, s->ul, NULL, DT_TAG_li);
  s->wrapper->arena.scope = NULL;
}

Test(wrapper_tree, starts_as_an_empty_run) {
  dt_scope scope;
  detm_wrapper *wrapper = malloc(sizeof *wrapper);
  dt_scope_start(&scope, 0);
  dt_wrapper_start(wrapper, &scope);
  cr_expect_eq(wrapper->root->tag, DT_TAG_RUN);
  cr_expect_null(wrapper->root->first);
  cr_expect_null(dt_wrapper_next(wrapper->root));
  cr_expect_eq(wrapper->node_count, 1);
  cr_expect_eq(wrapper->field_count, 0);
  detm_wrapper_free(wrapper);
}

Test(wrapper_tree, adds_children_at_the_end_or_before_another) {
  small s;
  make(&s);
  dt_wrapper_node *first = dt_wrapper_add(s.wrapper, s.div, s.p, DT_TAG_a);
  dt_wrapper_node *middle = dt_wrapper_add(s.wrapper, s.div, s.text, DT_TAG_img);
  dt_wrapper_node *last = dt_wrapper_add(s.wrapper, s.div, NULL, DT_TAG_hr);
  const dt_wrapper_node *const order[] = {first, s.p, middle, s.text, last};
  const dt_wrapper_node *kid = s.div->first;
  for (size_t i = 0; i < sizeof order / sizeof *order; i++, kid = kid->next) {
    cr_assert_eq(kid, order[i], "child %zu", i);
    cr_expect_eq(kid->parent, s.div);
  }
  cr_expect_null(kid);
  cr_expect_eq(s.div->last, last);
  cr_expect_eq(s.wrapper->node_count, 9);
  detm_wrapper_free(s.wrapper);
}

Test(wrapper_tree, creates_nodes_without_class_and_fields) {
  small s;
  make(&s);
  cr_expect_str_eq(s.div->class, "");
  cr_expect_str_eq(s.div->name, "div");
  cr_expect_eq(s.div->href, DT_NO_FIELD);
  cr_expect_eq(s.div->src, DT_NO_FIELD);
  cr_expect_null(s.text->text);
  cr_expect_eq(s.text->part_count, 0);
  cr_expect_not(s.div->optional || s.div->repeated);
  detm_wrapper_free(s.wrapper);
}

Test(wrapper_tree, is_walked_in_pre_order) {
  small s;
  make(&s);
  const dt_wrapper_node *const order[] = {s.wrapper->root, s.div, s.p, s.text, s.ul, s.li, NULL};
  const dt_wrapper_node *node = s.wrapper->root;
  dt_wrapper_number(s.wrapper);
  for (uint32_t i = 0; order[i] != NULL; i++, node = dt_wrapper_next(node)) {
    cr_assert_eq(node, order[i], "node %u", i);
    cr_expect_eq(node->number, i);
  }
  cr_expect_null(node);
  detm_wrapper_free(s.wrapper);
}

Test(wrapper_tree, steps_over_subtrees) {
  small s;
  make(&s);
  const struct {
    const dt_wrapper_node *node, *past;
  } cases[] = {{s.wrapper->root, NULL}, {s.div, s.ul}, {s.p, s.text}, {s.text, s.ul}, {s.ul, NULL}, {s.li, NULL}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    cr_expect_eq(dt_wrapper_past(cases[i].node), cases[i].past, "node %zu", i);
  cr_expect_null(dt_wrapper_past(NULL));
  detm_wrapper_free(s.wrapper);
}

Test(wrapper_tree, can_be_walked_at_any_depth) {
  enum { DEPTH = 100000 };
  detm_wrapper *wrapper = wrapper_deep(DEPTH);
  uint32_t nodes = 0;
  for (const dt_wrapper_node *node = wrapper->root; node != NULL; node = dt_wrapper_next(node)) nodes++;
  cr_expect_eq(nodes, DEPTH + 2);
  cr_expect_eq(wrapper->node_count, nodes);
  detm_wrapper_free(wrapper);
}

Test(wrapper_tree, keeps_its_fields_in_order) {
  enum { FIELDS = 100 };
  small s;
  make(&s);
  for (uint32_t f = 0; f < FIELDS; f++)
    cr_expect_eq(dt_field_add(s.wrapper, dt_arena_format(&s.wrapper->arena, "f%u", f), "text"), f);
  for (uint32_t f = 0; f < FIELDS; f++) {
    char name[16];
    snprintf(name, sizeof name, "f%u", f);
    cr_expect_str_eq(s.wrapper->fields[f].name, name);
    cr_expect(s.wrapper->fields[f].wanted);
  }
  detm_wrapper_free(s.wrapper);
}

Test(wrapper_tree, hashes_decoration_by_its_text) {
  static const char *const within[] = {"", "b", "b.price", "font b", "b font"};
  enum { COUNT = sizeof within / sizeof *within };
  for (size_t a = 0; a < COUNT; a++)
    for (size_t b = 0; b < COUNT; b++)
      cr_expect_eq(dt_within_hash(within[a]) == dt_within_hash(within[b]), a == b, "%s, %s", within[a], within[b]);
}

Test(wrapper_tree, may_be_freed_as_NULL) {
  allocation_fail_from(0);
  detm_wrapper_free(NULL);
  cr_expect_eq(allocation_count(), 0);
}
