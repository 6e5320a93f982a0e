/* template/learn/labels.c: finds the labels before a value ("Publisher:"), and the ways from a label to the value. */
#include "config.h"

#include "template/learn/anchor_path.h"
#include "template/learn/anchors.h"
#include "template/learn/labels.h"

#include "text/fold.h"

#define PLAIN_TEXT 0.5 /* trust in a label without a tag or colon that marks it as one */

enum { MAX_BACK = 4, MAX_CHARACTERS = 48, MAX_WORDS = 6, LABEL_WAYS = DT_MAX_WAYS + 1 };

typedef struct labeller {
  dt_sample *sample;
  const dt_target_values *wanted;
  xmlNodePtr target;  /* an element or a text */
  xmlNodePtr element; /* the target, or the text's parent */
} labeller;

/* ---- trust in labels ---- */

static bool holds(detm_text text, detm_text part) {
  return part.length <= text.length && memmem(text.data, text.length, part.data, part.length) != NULL;
}

/* Whether a text contains a wanted value or is part of one. */
static bool is_data(const labeller *l, detm_text folded) {
  for (uint32_t i = 0; i < l->wanted->count; i++) {
    detm_text w = l->wanted->squeezed[i];
    if (holds(w, folded) || (w.length > 2 && holds(folded, w))) return true;
  }
  return false;
}

static uint32_t count_digits(detm_text text) {
  uint32_t digits = 0;
  for (size_t i = 0; i < text.length; i++) digits += text.data[i] >= '0' && text.data[i] <= '9';
  return digits;
}

static uint32_t count_words(detm_text text) {
  uint32_t words = text.length != 0;
  for (size_t i = 0; i < text.length; i++) words += text.data[i] == ' ';
  return words;
}

static bool ends_with_colon(detm_text text) {
  return (text.length >= 1 && text.data[text.length - 1] == ':') ||
         (text.length >= 3 && memcmp(text.data + text.length - 3, "\xef\xbc\x9a", 3) == 0);
}

/* Returns the trust in a label by the tags of the elements that contain only its text. */
static double trust_of_tags(const labeller *l, const dt_sample_text *text) {
  static const struct {
    double trust;
    const char *tags[10];
  } ranks[] = {{0.88, {"dt", "th", "label"}},
               {0.75, {"h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption"}},
               {0.7, {"b", "strong", "td"}}};
  double trust = PLAIN_TEXT;
  xmlNodePtr n = text->node->parent;
  for (int up = 0; up < 4 && n != NULL && n->type == XML_ELEMENT_NODE; up++, n = n->parent) {
    if (dt_sample_length(l->sample, n) != text->length) break;
    for (size_t r = 0; r < sizeof ranks / sizeof *ranks; r++)
      for (size_t t = 0; ranks[r].tags[t] != NULL; t++)
        if (dt_node_is(n, ranks[r].tags[t]) && trust < ranks[r].trust) trust = ranks[r].trust;
  }
  return trust;
}

/* Whether the text is itself the value of a label, <th>Publisher</th><td>Thornbury House</td>: other pages have other
 * values there. */
static bool is_value_of_pair(const labeller *l, const dt_sample_text *text) {
  xmlNodePtr cell = text->node->parent;
  while (cell->type == XML_ELEMENT_NODE && dt_sample_length(l->sample, cell) == text->length &&
         !dt_node_is(cell, "td") && !dt_node_is(cell, "dd"))
    cell = cell->parent;
  if (!dt_node_is(cell, "td") && !dt_node_is(cell, "dd")) return false;
  xmlNodePtr before = cell->prev;
  while (before != NULL && before->type != XML_ELEMENT_NODE) before = before->prev;
  if (before == NULL || dt_sample_length(l->sample, before) == 0) return false;
  return dt_node_is(before, "th") || dt_node_is(before, "dt") || ends_with_colon(dt_sample_string(l->sample, before));
}

/* Whether the whole text is a link: its target, and so its text, is specific to the page ("by <a>Ines Marlow</a>"). */
static bool is_link(const labeller *l, const dt_sample_text *text) {
  const xmlNode *n = text->node->parent;
  while (n->type == XML_ELEMENT_NODE && dt_sample_length(l->sample, (xmlNodePtr)(uintptr_t)n) == text->length) {
    if (dt_node_is(n, "a")) return true;
    n = n->parent;
  }
  return false;
}

/* Returns the trust in a text as a label; 0 if it cannot be one. */
static double trust_of_label(const labeller *l, const dt_sample_text *text, detm_text words) {
  detm_text folded = {l->sample->folded + text->start, text->length};
  if (dt_utf8_count(words) > MAX_CHARACTERS || count_words(words) > MAX_WORDS || is_data(l, folded)) return 0;
  uint32_t digits = count_digits(words);
  bool colon = ends_with_colon(words);
  if (!colon && is_value_of_pair(l, text)) return 0;
  double trust = colon ? 0.9 : trust_of_tags(l, text);
  if (trust <= PLAIN_TEXT && is_link(l, text)) return 0;
  if (digits == 0) return trust;
  if (trust < 0.85) return trust - 0.35;
  return digits <= 2 && colon ? trust - 0.05 : trust - 0.2;
}

/* ---- from the label to the value ---- */

/* Returns a path of `levels` steps to the parent. */
static const char *path_up(dt_arena *arena, uint32_t levels) {
  char *path = dt_arena_take(arena, 3 * (size_t)levels + 1);
  for (uint32_t i = 0; i < levels; i++) memcpy(path + 3 * (size_t)i, "/..", 3);
  path[3 * (size_t)levels] = '\0';
  return path;
}

static xmlNodePtr child_towards(const xmlNode *ancestor, xmlNodePtr node) {
  while (node->parent != ancestor) node = node->parent;
  return node;
}

static bool is_before(xmlNodePtr node, const xmlNode *later) {
  while (node != NULL && node != later) node = node->next;
  return node != NULL;
}

/* Counts the siblings after `node`, up to and including `to`, that have the tag of `to`, or are texts like `to`. */
static uint32_t rank_after(xmlNodePtr node, const xmlNode *to) {
  uint32_t rank = 0;
  bool text = to->type != XML_ELEMENT_NODE;
  for (xmlNodePtr n = node->next; n != NULL; n = n->next) {
    rank += text ? n->type == XML_TEXT_NODE && !dt_node_blank(n) : dt_node_is(n, (const char *)to->name);
    if (n == to) break;
  }
  return rank;
}

static void add_way(dt_label *label, const char *path, double cost, bool to_text) {
  label->ways[label->way_count++] = (dt_way){path, cost, to_text};
}

/* Adds ways that go up from the label to a child of the common ancestor, along its siblings, and down to the value. */
static void add_sibling_ways(const labeller *l, xmlNodePtr branch, uint32_t levels, dt_label *label) {
  dt_arena *arena = l->sample->arena;
  const char *up = path_up(arena, levels);
  if (l->target->type != XML_ELEMENT_NODE && l->target->parent == branch->parent) {
    uint32_t rank = rank_after(branch, l->target);
    add_way(label, dt_arena_format(arena, "%s/following-sibling::text()[normalize-space()][%u]", up, rank),
            0.02 + 0.05 * (rank - 1) + 0.03 * levels, true);
    return;
  }
  xmlNodePtr to = child_towards(branch->parent, l->element);
  uint32_t rank = rank_after(branch, to);
  dt_way down[DT_MAX_WAYS];
  uint32_t count = dt_ways_down(arena, to, l->element, down);
  for (uint32_t i = 0; i < count; i++)
    add_way(label,
            dt_arena_format(arena, "%s/following-sibling::%s[%u]%s", up, (const char *)to->name, rank, down[i].path),
            0.02 + 0.05 * (rank - 1) + 0.02 * levels + down[i].cost, false);
}

/* Returns the element with the label's text, or the text node if its parent has more text. */
static xmlNodePtr label_node(const labeller *l, const dt_sample_text *text) {
  xmlNodePtr parent = text->node->parent;
  return dt_sample_length(l->sample, parent) == text->length ? parent : text->node;
}

static void add_ways(const labeller *l, xmlNodePtr node, dt_label *label) {
  xmlNodePtr ancestor = dt_common_ancestor(node, l->target);
  if (ancestor == NULL || ancestor == node || ancestor == l->target) return;
  uint32_t levels = 0;
  xmlNodePtr branch = node;
  for (; branch->parent != ancestor; branch = branch->parent) levels++;
  xmlNodePtr to = child_towards(ancestor, l->target);
  if (is_before(branch, to)) add_sibling_ways(l, branch, levels, label);
  if (node->type == XML_ELEMENT_NODE && l->target->type == XML_ELEMENT_NODE)
    add_way(label, dt_arena_format(l->sample->arena, "/following::%s[1]", (const char *)l->element->name), 0.12, false);
}

static void add_label(const labeller *l, const dt_sample_text *text, detm_text words, double trust, dt_labels *out) {
  xmlNodePtr node = label_node(l, text);
  dt_label label = {.node = node, .ways = DT_ARRAY(l->sample->arena, dt_way, LABEL_WAYS)};
  label.head = (dt_head){.kind = node == text->node ? DT_ANCHOR_TEXT : DT_ANCHOR_CAPTION,
                         .tag = (const char *)text->node->parent->name,
                         .value = node == text->node ? words.data : dt_sample_string(l->sample, node).data,
                         .trust = trust};
  add_ways(l, node, &label);
  if (label.way_count != 0) out->all[out->count++] = label;
}

/* Whether a text is a single symbol, "/" or "|". */
static bool is_symbol(const dt_sample *s, const dt_sample_text *text) {
  uint32_t code;
  return dt_utf8_read(s->stream + text->start, s->stream + text->start + text->length, &code) == text->length &&
         !dt_is_letter(code);
}

dt_labels dt_labels_before(dt_sample *s, const dt_target_values *wanted, uint32_t first, xmlNodePtr target) {
  labeller l = {s, wanted, target, target->type == XML_ELEMENT_NODE ? target : target->parent};
  dt_labels labels = {DT_ARRAY(s->arena, dt_label, MAX_BACK), 0};
  uint32_t back = 0;
  while (first > 0 && back < MAX_BACK) {
    const dt_sample_text *text = &s->texts[--first];
    if (is_symbol(s, text)) continue;
    detm_text words = dt_sample_string(s, text->node);
    double trust = trust_of_label(&l, text, words) - 0.08 * back++;
    if (trust > 0.3) add_label(&l, text, words, trust, &labels);
  }
  return labels;
}
