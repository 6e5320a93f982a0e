/* html/parse/shadow.c: declared shadow trees, as browsers show them: what is in the host goes into the slots of its
 * tree (HTML, "flattened slottables"); what has no slot is not shown. */
#include "base/search.h"
#include "html/parse/parse.h"

/* Slots of a tree that are filled: more are not looked at, since each child of the host is compared with them. */
enum { MAX_SLOTS = 64 };

typedef struct slot {
  detm_text name;
  dt_node_number node;
  bool filled;
} slot;

typedef struct slots {
  slot items[MAX_SLOTS];
  uint32_t count;
} slots;

static bool is_shadow(const dt_node_list *shadows, dt_node_number node) {
  uint32_t at;
  DT_LOWER_BOUND(at, 0, shadows->count, shadows->items[at] < node);
  return at < shadows->count && shadows->items[at] == node;
}

static bool is_slot(const dt_html_tree *tree, const dt_html_node *node) {
  if (node->kind != DT_HTML_ELEMENT || node->space != DT_NS_HTML || node->name == 0) return false;
  const dt_slice name = tree->pieces[node->name].slice;
  return dt_text_equal_ci((detm_text){name.data, name.length}, DT_TEXT("slot"));
}

/* A copy of an attribute; empty if it is missing. */
static detm_text copy_attribute(dt_html_tree *tree, const dt_html_node *element, const char *name) {
  detm_text value = dt_html_attribute_text(tree, element, name);
  return (detm_text){dt_arena_copy(tree->arena, value.data, value.length), value.length};
}

static slot *find_slot(slots *all, detm_text name) {
  for (uint32_t i = 0; i < all->count; i++)
    if (dt_text_equal(all->items[i].name, name)) return &all->items[i];
  return NULL;
}

/* Lists the slots of a tree, the first of each name, without those of trees in it. */
static void list_slots(dt_html_tree *tree, const dt_node_list *shadows, dt_node_number shadow, slots *all) {
  dt_html_node *nodes = tree->nodes;
  for (dt_node_number at = nodes[shadow].first_child; at != DT_NO_NODE && all->count < MAX_SLOTS;) {
    dt_scope_tick(tree->arena->scope);
    bool other = is_shadow(shadows, at);
    if (is_slot(tree, &nodes[at])) {
      detm_text name = copy_attribute(tree, &nodes[at], "name");
      if (find_slot(all, name) == NULL) all->items[all->count++] = (slot){name, at, false};
    }
    if (!other && nodes[at].first_child != DT_NO_NODE) {
      at = nodes[at].first_child;
      continue;
    }
    while (nodes[at].next == DT_NO_NODE && nodes[at].parent != shadow) at = nodes[at].parent;
    at = nodes[at].next;
  }
}

/* Moves a child of the host into its slot, whose own content is for hosts without such a child. */
static void fill_slot(dt_html_tree *tree, slot *to, dt_node_number child) {
  dt_html_node *nodes = tree->nodes;
  while (!to->filled && nodes[to->node].first_child != DT_NO_NODE) dt_html_detach(tree, nodes[to->node].first_child);
  to->filled = true;
  dt_html_insert(tree, child, to->node, DT_NO_NODE);
}

/* Whether a tree before this one is that of the same host. */
static bool is_another(const dt_html_tree *tree, const dt_node_list *shadows, dt_node_number shadow) {
  dt_node_number before = tree->nodes[shadow].previous;
  while (before != DT_NO_NODE && !is_shadow(shadows, before)) before = tree->nodes[before].previous;
  return before != DT_NO_NODE;
}

/* Fills the slots of a tree.  Of several trees of a host, which the limit of depth makes too, the first one has all. */
static void fill_slots(dt_html_tree *tree, const dt_node_list *shadows, dt_node_number shadow) {
  slots all = {.count = 0};
  dt_html_node *nodes = tree->nodes;
  dt_node_number host = nodes[shadow].parent, next;
  if (host == DT_NO_NODE || is_another(tree, shadows, shadow)) return;

  list_slots(tree, shadows, shadow, &all);
  for (dt_node_number child = nodes[host].first_child; child != DT_NO_NODE; child = next) {
    const dt_html_node *node = &nodes[child];
    dt_scope_tick(tree->arena->scope);
    next = node->next;
    if (is_shadow(shadows, child) || (node->kind != DT_HTML_ELEMENT && node->kind != DT_HTML_TEXT)) continue;
    detm_text name = node->kind == DT_HTML_ELEMENT ? copy_attribute(tree, node, "slot") : DT_TEXT("");
    slot *to = find_slot(&all, name);
    dt_html_detach(tree, child);
    if (to != NULL) fill_slot(tree, to, child);
  }
}

/* Moves a node and those after it from their parent to the place after that parent. */
static void raise_rest(dt_html_tree *tree, dt_node_number first) {
  dt_html_node *nodes = tree->nodes;
  dt_node_number parent = nodes[first].parent, to = nodes[parent].parent, before = nodes[parent].next, next;
  for (dt_node_number node = first; node != DT_NO_NODE; node = next) {
    next = nodes[node].next;
    dt_html_detach(tree, node);
    dt_html_insert(tree, node, to, before);
  }
}

void dt_limit_depth(dt_html_tree *tree, uint32_t most) {
  dt_html_node *nodes = tree->nodes;
  uint32_t depth = 1; /* of `at` */
  for (dt_node_number at = nodes[0].first_child; at != DT_NO_NODE;) {
    dt_scope_tick(tree->arena->scope);
    if (depth > most && nodes[at].kind == DT_HTML_ELEMENT) {
      raise_rest(tree, at);
      tree->too_deep = true;
      depth--;
    }
    if (nodes[at].first_child != DT_NO_NODE) {
      at = nodes[at].first_child;
      depth++;
      continue;
    }
    while (at != DT_NO_NODE && nodes[at].next == DT_NO_NODE) at = nodes[at].parent, depth--;
    if (at != DT_NO_NODE) at = nodes[at].next;
  }
}

void dt_fill_slots(dt_html_tree *tree, const dt_node_list *shadows) {
  /* outer trees first: their slots may be children of hosts in them */
  for (uint32_t i = 0; i < shadows->count; i++) fill_slots(tree, shadows, shadows->items[i]);
}
