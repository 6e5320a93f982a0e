/* html/opened_panels.c: finds hidden elements that a control beside them opens: the details of a record behind "More".
 *
 * They are part of what the page shows of a record, once the reader asks for it.  The page says which control opens
 * which element: aria-controls, a link to its id, or an attribute of a script ("data-bs-target") with that.  They take
 * turns on the page, each element after its own control, and say different things.  Menus, forms and what is in the
 * navigation stay hidden. */
#include "base/map.h"
#include "html/tree_freeze.h"
#include "text/chars.h"
#include "text/words.h"

enum { LEAST_PANELS = 2, ID_SEED = 11 };

typedef struct panel {
  dt_index node, control; /* control: DT_NONE = none */
} panel;

typedef struct panels {
  dt_tree *tree;
  dt_arena *scratch;
  dt_lookup ids;
  DT_VEC(panel) items; /* by the number of their ids; in document order */
} panels;

static uint64_t hash_of_id(detm_text id) { return dt_hash_bytes(id.data, id.length, ID_SEED); }

static void find_hidden(panels *p) {
  const dt_tree *tree = p->tree;
  for (dt_index node = 0; node < tree->node_count; node++) {
    if (!(tree->nodes[node].flags & DT_NODE_HIDDEN) || tree->nodes[node].tag == DT_TAG_TEXT) continue;
    detm_text id = dt_attribute_of(tree, node, DT_ATTRIBUTE_id);
    if (id.length == 0 || dt_lookup_find(&p->ids, hash_of_id(id)) != DT_NO_NUMBER) continue;
    dt_lookup_add(&p->ids, hash_of_id(id));
    DT_VEC_PUSH(p->scratch, &p->items, (panel){node, DT_NONE});
  }
}

/* Notes that a node opens the element with an id, which begins with "#" in links and attributes of scripts. */
static void note_control(panels *p, dt_index node, detm_text id, bool fragment) {
  if (id.length == 0 || (fragment && *id.data != '#')) return;
  uint32_t number = dt_lookup_find(&p->ids, hash_of_id(fragment ? dt_text_from(id, 1) : id));
  if (number != DT_NO_NUMBER && p->items.items[number].control == DT_NONE) p->items.items[number].control = node;
}

static detm_text name_of_extra(const dt_tree *tree, const dt_extra *extra) {
  return dt_text(extra->name >= DT_ATTRIBUTE_COUNT ? tree->values + (extra->name - DT_ATTRIBUTE_COUNT) : "");
}

static bool says_controls(const dt_tree *tree, const dt_extra *extra) {
  return dt_text_equal_ci(name_of_extra(tree, extra), DT_TEXT("aria-controls"));
}

static void find_controls(panels *p) {
  const dt_tree *tree = p->tree;
  uint32_t x = 0;
  for (dt_index node = 0; node < tree->node_count; node++) {
    if (tree->nodes[node].tag != DT_TAG_TEXT)
      note_control(p, node, dt_attribute_of(tree, node, DT_ATTRIBUTE_href), true);
    for (; x < tree->extra_count && tree->extras[x].node <= node; x++) {
      const dt_extra *extra = &tree->extras[x];
      if (extra->chain != 0 || extra->name < DT_ATTRIBUTE_COUNT) continue;
      note_control(p, node, (detm_text){tree->values + extra->start, extra->length}, !says_controls(tree, extra));
    }
  }
}

/* Takes off the attributes that were kept for the controls alone. */
static void drop_controls(dt_tree *tree) {
  uint32_t kept = 0;
  for (uint32_t x = 0; x < tree->extra_count; x++)
    if (!says_controls(tree, &tree->extras[x])) tree->extras[kept++] = tree->extras[x];
  tree->extra_count = kept;
}

/* Whether an element is something that readers use and do not read. */
static bool is_tool(const dt_tree *tree, dt_index node) {
  dt_tag tag = tree->nodes[node].tag;
  if (tag == DT_TAG_form || tag == DT_TAG_nav || tag == DT_TAG_dialog || tag == DT_TAG_textarea) return true;
  if (tag == DT_TAG_input || tag == DT_TAG_select) return true;
  return dt_word_is_among(dt_attribute_of(tree, node, DT_ATTRIBUTE_role),
                          "menu|menubar|listbox|dialog|alertdialog|tooltip|navigation|search|form");
}

static bool has_any_letter(detm_text text) {
  for (size_t i = 0; i < text.length; i++)
    if (dt_is_letter_at(text.data + i, text.data + text.length)) return true;
  return false;
}

/* Whether a panel has words outside links and buttons, and nothing to use. */
static bool says_something(const dt_tree *tree, dt_index top) {
  bool words = false;
  for (dt_index node = top; node < tree->nodes[top].end; node++) {
    const dt_node *n = &tree->nodes[node];
    if (n->tag == DT_TAG_TEXT) {
      words = words || (!(n->flags & DT_NODE_LINKED) && has_any_letter(dt_text_of(tree, node)));
    } else if (is_tool(tree, node)) {
      return false;
    } else if (n->tag == DT_TAG_button) {
      node = n->end - 1;
    }
  }
  return words && !dt_is_in_navigation(tree, top);
}

/* Keeps the panels with a control, and of these the ones that follow it with no other panel or control between. */
static void keep_those_in_turn(panels *p) {
  uint32_t opened = 0, kept = 0;
  panel *items = p->items.items;
  for (uint32_t i = 0; i < p->items.count; i++)
    if (items[i].control != DT_NONE) items[opened++] = items[i];

  for (uint32_t i = 0; i < opened; i++) {
    bool first = i == 0 || items[i].control > items[i].node || kept == 0 || items[i].control > items[kept - 1].node;
    bool last = i + 1 == opened || items[i + 1].control > items[i].node;
    if (items[i].control < items[i].node && first && last) items[kept++] = items[i];
  }
  p->items.count = kept;
}

static void show_panels(panels *p) {
  dt_tree *tree = p->tree;
  dt_lookup texts;
  uint32_t saying = 0;
  dt_lookup_start(&texts, p->scratch, 0);
  for (uint32_t i = 0; i < p->items.count; i++) {
    dt_index node = p->items.items[i].node;
    if (!says_something(tree, node)) continue;
    dt_lookup_add(&texts, dt_hash_texts(tree, node, tree->nodes[node].end));
    p->items.items[saying++] = p->items.items[i];
  }
  if (texts.count < LEAST_PANELS || 2 * texts.count < saying) return;
  for (uint32_t i = 0; i < saying; i++) tree->nodes[p->items.items[i].node].flags &= (uint16_t)~DT_NODE_HIDDEN;
}

void dt_tree_show_opened(dt_tree *tree, dt_arena *scratch) {
  panels p = {.tree = tree, .scratch = scratch};
  dt_lookup_start(&p.ids, scratch, 0);
  find_hidden(&p);
  if (p.items.count >= LEAST_PANELS) {
    find_controls(&p);
    keep_those_in_turn(&p);
    show_panels(&p);
  }
  drop_controls(tree);
}
