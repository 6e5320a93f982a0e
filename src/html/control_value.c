/* html/control_value.c: reads the values of inputs, lists of options and fields of text. */
#include "html/control_value.h"

#include "base/vec.h"
#include "text/fold.h"
#include "text/words.h"

typedef struct reader {
  dt_html_tree *page;
  dt_arena *arena;
  DT_VEC(char) value;
  dt_folding folding;
  bool chosen; /* an option is marked as selected, or the only one */
} reader;

/* ---- attributes and texts ---- */

static bool has_html_attribute(const reader *r, const dt_html_node *element, const char *attribute) {
  return dt_html_attribute_of(r->page, element, attribute) != NULL;
}

static void add_value_text(reader *r, detm_text text) {
  DT_VEC_RESERVE(r->arena, &r->value, text.length + 1);
  char *end = r->value.items + r->value.count;
  end = dt_fold_space(end, text, DT_SPACE_VISIBLE, &r->folding);
  r->value.count = (uint32_t)(end - r->value.items);
}

/* Returns the node that follows on the content of `at` in the page; DT_NO_NODE if it is not within `top`. */
static dt_node_number after(const reader *r, dt_node_number at, dt_node_number top) {
  const dt_html_node *nodes = r->page->nodes;
  dt_scope_tick(r->arena->scope);
  while (at != top && nodes[at].next == DT_NO_NODE) at = nodes[at].parent;
  return at != top ? nodes[at].next : DT_NO_NODE;
}

/* Adds the texts within an element, but not those of scripts. */
static void add_texts_within(reader *r, dt_node_number top) {
  for (dt_node_number at = r->page->nodes[top].first_child; at != DT_NO_NODE;) {
    const dt_html_node *node = &r->page->nodes[at];
    for (uint32_t piece = node->kind == DT_HTML_TEXT ? node->data : 0; piece != 0;
         piece = r->page->pieces[piece].next) {
      dt_slice slice = r->page->pieces[piece].slice;
      slice.raw &= ~(uint32_t)DT_RAW_CR; /* CR and LF are white space, which is folded */
      add_value_text(r, dt_html_text(r->page, slice, false));
    }
    bool enter = node->first_child != DT_NO_NODE && !dt_tag_is(node->tag, DT_DROP);
    at = enter ? node->first_child : after(r, at, top);
  }
}

/* ---- controls ---- */

/* Checks whether a list shows several options at once, and therefore chooses none by itself. */
static bool is_long_list(reader *r, const dt_html_node *select) {
  detm_text size = dt_html_attribute_text(r->page, select, "size");
  return size.length > 1 || (size.length == 1 && *size.data > '1');
}

static bool is_disabled(const reader *r, const dt_html_node *option) {
  const dt_html_node *group = &r->page->nodes[option->parent];
  return has_html_attribute(r, option, "disabled") ||
         (group->tag == DT_TAG_optgroup && has_html_attribute(r, group, "disabled"));
}

/* Adds another item to the list of chosen options. */
static void add_option(reader *r, dt_node_number option) {
  if (r->value.count != 0) {
    DT_VEC_RESERVE(r->arena, &r->value, 2);
    memcpy(r->value.items + r->value.count, ", ", 2);
    r->value.count += 2;
  }
  r->folding = (dt_folding){0};
  add_texts_within(r, option);
}

/* A list of one choice shows the last option that is marked as selected, else the first that can be chosen. */
static void read_select(reader *r, const dt_html_node *select) {
  const dt_html_node *nodes = r->page->nodes;
  dt_node_number top = (dt_node_number)(select - nodes), chosen = DT_NO_NODE, first = DT_NO_NODE;
  bool several = has_html_attribute(r, select, "multiple");
  uint32_t open = 0; /* options that can be chosen */

  for (dt_node_number at = select->first_child; at != DT_NO_NODE;) {
    const dt_html_node *node = &nodes[at];
    bool option = node->kind == DT_HTML_ELEMENT && node->tag == DT_TAG_option;
    open += option && !is_disabled(r, node);
    if (option && has_html_attribute(r, node, "selected")) {
      chosen = at;
      if (several) add_option(r, at);
    } else if (option && first == DT_NO_NODE && !is_disabled(r, node)) {
      first = at;
    }
    at = !option && node->first_child != DT_NO_NODE ? node->first_child : after(r, at, top);
  }

  r->chosen = chosen != DT_NO_NODE || (!several && open == 1 && !is_long_list(r, select)); /* nothing else can be */
  if (several) return;
  if (chosen == DT_NO_NODE && !is_long_list(r, select)) chosen = first;
  if (chosen != DT_NO_NODE) add_option(r, chosen);
}

/* Returns false if an input shows no value. */
static bool read_input(reader *r, const dt_html_node *input) {
  detm_text type = dt_html_attribute_text(r->page, input, "type");
  if (dt_word_is_among(type, "hidden|password|file|image")) return false;
  if (dt_word_is_among(type, "checkbox|radio")) {
    add_value_text(r, dt_text(has_html_attribute(r, input, "checked") ? "yes" : "no"));
    return true;
  }
  detm_text value = dt_html_attribute_text(r->page, input, "value");
  if (value.data != NULL) add_value_text(r, value);
  return value.data != NULL;
}

detm_text dt_control_value(dt_html_tree *page, const dt_html_node *control, dt_arena *arena, bool *chosen) {
  reader r = {.page = page, .arena = arena};
  bool shown = true;
  if (control->tag == DT_TAG_input)
    shown = read_input(&r, control);
  else if (control->tag == DT_TAG_select)
    read_select(&r, control);
  else
    add_texts_within(&r, (dt_node_number)(control - page->nodes));
  *chosen = r.chosen;
  if (!shown) return (detm_text){NULL, 0};
  return (detm_text){r.value.count != 0 ? r.value.items : "", r.value.count};
}
