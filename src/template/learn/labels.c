/* template/learn/labels.c: finds the labels before a value ("Publisher:"), and the ways from a label to the value. */
#include "config.h"

#include "template/learn/labels.h"
#include "template/tunables.h"
#include "text/fold.h"

#include <math.h>

enum { MAX_BACK = 4, MAX_CHARACTERS = 48, MAX_WORDS = 6, LABEL_WAYS = DT_MAX_WAYS + 1 };

typedef struct labeller {
  dt_sample *sample;
  const dt_target_values *wanted;
  xmlNodePtr target;  /* an element or a text */
  xmlNodePtr element; /* the target, or the text's parent */
} labeller;

/* ---- trust in labels ---- */

static bool label_has_colon(detm_text text) {
  return dt_text_ends(text, DT_TEXT(":")) || dt_text_ends(text, DT_TEXT("\xef\xbc\x9a"));
}

/* Returns the trust in a label by the tags of the elements that contain only its text. */
static double trust_of_tags(const labeller *l, const dt_sample_text *text) {
  static const struct {
    const char *tag;
    double trust;
  } tags[] = {{"dt", DT_TRUST_LABEL_TAG}, {"th", DT_TRUST_LABEL_TAG},   {"label", DT_TRUST_LABEL_TAG},
              {"h1", DT_TRUST_HEADING},   {"h2", DT_TRUST_HEADING},     {"h3", DT_TRUST_HEADING},
              {"h4", DT_TRUST_HEADING},   {"h5", DT_TRUST_HEADING},     {"h6", DT_TRUST_HEADING},
              {"b", DT_TRUST_BOLD},       {"legend", DT_TRUST_HEADING}, {"caption", DT_TRUST_HEADING},
              {"strong", DT_TRUST_BOLD},  {"td", DT_TRUST_BOLD}};
  double trust = DT_TRUST_TEXT;

  xmlNodePtr n = text->node->parent;
  for (int up = 0; up < 4 && n != NULL && n->type == XML_ELEMENT_NODE; up++, n = n->parent) {
    if (dt_sample_length(l->sample, n) != text->length) break;
    for (size_t t = 0; t < sizeof tags / sizeof *tags; t++)
      if (dt_node_is(n, tags[t].tag)) trust = fmax(trust, tags[t].trust);
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
  xmlNodePtr before = xmlPreviousElementSibling(cell);
  if (before == NULL || dt_sample_length(l->sample, before) == 0) return false;
  return dt_node_is(before, "th") || dt_node_is(before, "dt") || label_has_colon(dt_sample_string(l->sample, before));
}

/* Whether the whole text is a link: its target, and so its text, is specific to the page ("by <a>Ines Marlow</a>"). */
static bool is_linked_text(const labeller *l, const dt_sample_text *text) {
  xmlNodePtr n = text->node->parent;
  while (n->type == XML_ELEMENT_NODE && dt_sample_length(l->sample, n) == text->length && !dt_node_is(n, "a"))
    n = n->parent;
  return dt_node_is(n, "a") && dt_sample_length(l->sample, n) == text->length;
}

/* Returns the trust in a text as a label; 0 if it cannot be one.  A text that contains a wanted value or is part of one
 * is data. */
static double trust_of_label(const labeller *l, const dt_sample_text *text, detm_text words) {
  detm_text folded = {l->sample->folded + text->start, text->length};
  uint32_t digits = 0, word_count = words.length != 0;

  for (size_t i = 0; i < words.length; i++) {
    digits += dt_is_digit(words.data[i]);
    word_count += words.data[i] == ' ';
  }

  if (dt_utf8_count(words) > MAX_CHARACTERS || word_count > MAX_WORDS) return 0;
  for (uint32_t i = 0; i < l->wanted->count; i++) {
    detm_text w = l->wanted->squeezed[i];
    if (dt_text_holds(w, folded) || (w.length > 2 && dt_text_holds(folded, w))) return 0;
  }

  bool colon = label_has_colon(words);
  if (!colon && is_value_of_pair(l, text)) return 0;
  double trust = colon ? DT_TRUST_COLON : trust_of_tags(l, text);
  if (trust <= DT_TRUST_TEXT && is_linked_text(l, text)) return 0;
  if (digits == 0) return trust;
  if (trust < DT_TRUST_SURE) return trust - DT_COST_DIGITS;
  return trust - (digits <= 2 && colon ? DT_COST_FEW_DIGITS : DT_COST_SURE_DIGITS);
}

/* ---- from the label to the value ---- */

/* Returns a path of `levels` steps to the parent. */
static const char *path_up(dt_arena *arena, uint32_t levels) {
  char *path = dt_arena_take(arena, 3 * (size_t)levels + 1);
  for (uint32_t i = 0; i < levels; i++) memcpy(path + 3 * (size_t)i, "/..", 3);
  path[3 * (size_t)levels] = '\0';
  return path;
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
  label->ways[label->way_count++] = (dt_anchor_path){path, cost, to_text};
}

/* Adds ways from a label's node that go up to a child of the common ancestor, along its siblings, and down to the
 * value; and the next element with the value's tag. */
static void add_ways(const labeller *l, xmlNodePtr node, dt_label *label) {
  dt_arena *arena = l->sample->arena;
  xmlNodePtr ancestor = dt_common_ancestor(node, l->target);
  if (ancestor == NULL || ancestor == node || ancestor == l->target) return;
  const xmlNode *list = dt_list_of_chosen(l->element);
  for (const xmlNode *up = ancestor; list != NULL && up != NULL; up = up->parent)
    if (up == list) return; /* the options before the chosen one are no labels */

  uint32_t levels = 0;
  xmlNodePtr branch = node;
  for (; branch->parent != ancestor; branch = branch->parent) levels++;
  const char *up = path_up(arena, levels);
  xmlNodePtr to = l->target;
  while (to->parent != ancestor) to = to->parent;
  const xmlNode *after = branch;
  while (after != NULL && after != to) after = after->next;

  if (after != NULL && l->target->type != XML_ELEMENT_NODE && to == l->target) {
    uint32_t rank = rank_after(branch, to);
    add_way(label, dt_arena_format(arena, "%s/following-sibling::text()[normalize-space()][%u]", up, rank),
            DT_COST_SIBLING + DT_COST_NUMBER * (rank - 1) + DT_COST_STEP * levels, true);
  } else if (after != NULL) {
    uint32_t rank = rank_after(branch, to);
    dt_anchor_path down[DT_MAX_WAYS];
    uint32_t count = dt_ways_down(arena, to, l->element, down);
    for (uint32_t i = 0; i < count; i++)
      add_way(label,
              dt_arena_format(arena, "%s/following-sibling::%s[%u]%s", up, (const char *)to->name, rank, down[i].path),
              DT_COST_SIBLING + DT_COST_NUMBER * (rank - 1) + DT_COST_SIBLING * levels + down[i].cost, false);
  }

  if (node->type == XML_ELEMENT_NODE && l->target->type == XML_ELEMENT_NODE && list == NULL)
    add_way(label, dt_arena_format(arena, "/following::%s[1]", (const char *)l->element->name), DT_COST_FOLLOWING,
            false);
}

/* Whether a text is a single symbol, "/" or "|". */
static bool is_symbol_text(const dt_sample *s, const dt_sample_text *text) {
  uint32_t code;
  return dt_utf8_read(s->stream + text->start, s->stream + text->start + text->length, &code) == text->length &&
         !dt_is_letter(code);
}

dt_labels dt_labels_before(dt_sample *s, const dt_target_values *wanted, xmlNodePtr target) {
  bool element = target->type == XML_ELEMENT_NODE;
  labeller l = {s, wanted, target, element ? target : target->parent};
  dt_labels labels = {DT_ARRAY(s->arena, dt_label, MAX_BACK), 0};
  uint32_t first = element ? dt_sample_at(s, target)->first : dt_sample_number(target);
  uint32_t back = 0;

  while (first > 0 && back < MAX_BACK) {
    const dt_sample_text *text = &s->texts[--first];
    if (is_symbol_text(s, text)) continue;

    detm_text words = dt_sample_string(s, text->node);
    double trust = trust_of_label(&l, text, words) - DT_COST_BACK * back++;
    if (trust <= DT_MIN_LABEL) continue;
    xmlNodePtr parent = text->node->parent;
    bool whole = dt_sample_length(s, parent) == text->length; /* else the parent has more text */
    dt_label label = {.node = whole ? parent : text->node, .ways = DT_ARRAY(s->arena, dt_anchor_path, LABEL_WAYS)};
    label.head = (dt_head){.kind = whole ? DT_ANCHOR_CAPTION : DT_ANCHOR_TEXT,
                           .tag = (const char *)parent->name,
                           .value = whole ? dt_sample_string(s, parent).data : words.data,
                           .trust = trust};
    add_ways(&l, label.node, &label);
    if (label.way_count != 0) labels.all[labels.count++] = label;
  }

  return labels;
}
