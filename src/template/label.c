/* template/label.c: the texts before a value that may be its label ("Publisher:"), and how one gets from there to it.
 */
#include "config.h"

#include "template/anchor.h"

#include "base/squeeze.h"

enum { MAX_BACK = 4, MAX_CHARACTERS = 48, MAX_WORDS = 6, LABEL_WAYS = DT_MAX_WAYS + 1 };

typedef struct labeller {
  dt_sample *sample;
  const dt_wanted *wanted;
  xmlNodePtr target;  /* an element or a text */
  xmlNodePtr element; /* the target, or the text's parent */
} labeller;

/* ---- how much a text looks like a label ---- */

static bool holds(detm_text text, detm_text part) {
  return part.length <= text.length && memmem(text.data, text.length, part.data, part.length) != NULL;
}

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

/* Trust in an element as a label by the tags that hold the text and nothing else. */
static double trust_of_tags(const labeller *l, const dt_sample_text *text) {
  static const struct {
    double trust;
    const char *tags[10];
  } ranks[] = {{0.88, {"dt", "th", "label"}},
               {0.75, {"h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption"}},
               {0.7, {"b", "strong", "td"}}};
  double trust = 0.5;
  xmlNodePtr n = text->node->parent;
  for (int up = 0; up < 4 && n != NULL && n->type == XML_ELEMENT_NODE; up++, n = n->parent) {
    if (dt_sample_length(l->sample, n) != text->length) break;
    for (size_t r = 0; r < sizeof ranks / sizeof *ranks; r++)
      for (size_t t = 0; ranks[r].tags[t] != NULL; t++)
        if (dt_node_is(n, ranks[r].tags[t]) && trust < ranks[r].trust) trust = ranks[r].trust;
  }
  return trust;
}

/* 0 = it is none. */
static double trust_of_label(const labeller *l, const dt_sample_text *text, detm_text words) {
  detm_text folded = {l->sample->folded + text->start, text->length};
  if (dt_utf8_count(words) > MAX_CHARACTERS || count_words(words) > MAX_WORDS || is_data(l, folded)) return 0;
  uint32_t digits = count_digits(words);
  bool colon = ends_with_colon(words);
  double trust = colon ? 0.9 : trust_of_tags(l, text);
  if (digits == 0) return trust;
  if (trust < 0.85) return trust - 0.35;
  return digits <= 2 && colon ? trust - 0.05 : trust - 0.2;
}

/* ---- from the label to the value ---- */

static const char *climb(dt_arena *arena, uint32_t levels) {
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

/* Siblings after `node` up to `to` that are, like it, of its tag or texts that are not blank. */
static uint32_t rank_after(xmlNodePtr node, const xmlNode *to) {
  uint32_t rank = 0;
  bool text = to->type != XML_ELEMENT_NODE;
  for (xmlNodePtr n = node->next; n != NULL; n = n->next) {
    rank += text ? n->type == XML_TEXT_NODE && !dt_node_blank(n) : dt_node_is(n, (const char *)to->name);
    if (n == to) break;
  }
  return rank;
}

static void put_way(dt_label *label, const char *path, double cost, bool to_text) {
  label->ways[label->way_count++] = (dt_way){path, cost, to_text};
}

/* Along the siblings of the label's branch below the common ancestor. */
static void put_sibling_ways(const labeller *l, xmlNodePtr branch, uint32_t levels, dt_label *label) {
  dt_arena *arena = l->sample->arena;
  const char *up = climb(arena, levels);
  if (l->target->type != XML_ELEMENT_NODE && l->target->parent == branch->parent) {
    uint32_t rank = rank_after(branch, l->target);
    put_way(label, dt_arena_format(arena, "%s/following-sibling::text()[normalize-space()][%u]", up, rank),
            0.02 + 0.05 * (rank - 1) + 0.03 * levels, true);
    return;
  }
  xmlNodePtr to = child_towards(branch->parent, l->element);
  uint32_t rank = rank_after(branch, to);
  dt_way down[DT_MAX_WAYS];
  uint32_t count = dt_ways_down(arena, to, l->element, down);
  for (uint32_t i = 0; i < count; i++)
    put_way(label,
            dt_arena_format(arena, "%s/following-sibling::%s[%u]%s", up, (const char *)to->name, rank, down[i].path),
            0.02 + 0.05 * (rank - 1) + 0.02 * levels + down[i].cost, false);
}

/* The element that is the label, or the text if its parent holds more. */
static xmlNodePtr label_node(const labeller *l, const dt_sample_text *text) {
  xmlNodePtr parent = text->node->parent;
  return dt_sample_length(l->sample, parent) == text->length ? parent : text->node;
}

static void put_ways(const labeller *l, xmlNodePtr node, dt_label *label) {
  xmlNodePtr ancestor = dt_common_ancestor(node, l->target);
  if (ancestor == NULL || ancestor == node || ancestor == l->target) return;
  uint32_t levels = 0;
  xmlNodePtr branch = node;
  for (; branch->parent != ancestor; branch = branch->parent) levels++;
  xmlNodePtr to = child_towards(ancestor, l->target);
  if (is_before(branch, to)) put_sibling_ways(l, branch, levels, label);
  if (node->type == XML_ELEMENT_NODE && l->target->type == XML_ELEMENT_NODE)
    put_way(label, dt_arena_format(l->sample->arena, "/following::%s[1]", (const char *)l->element->name), 0.12, false);
}

static void put_label(const labeller *l, const dt_sample_text *text, detm_text words, double trust, dt_labels *out) {
  xmlNodePtr node = label_node(l, text);
  dt_label label = {.node = node, .ways = DT_ARRAY(l->sample->arena, dt_way, LABEL_WAYS)};
  label.head = (dt_head){.kind = node == text->node ? DT_ANCHOR_TEXT : DT_ANCHOR_CAPTION,
                         .tag = (const char *)text->node->parent->name,
                         .value = node == text->node ? words.data : dt_sample_string(l->sample, node).data,
                         .trust = trust};
  put_ways(l, node, &label);
  if (label.way_count != 0) out->all[out->count++] = label;
}

/* A sign alone, "/" or "|". */
static bool is_sign(const dt_sample *s, const dt_sample_text *text) {
  uint32_t code;
  return dt_utf8_read(s->stream + text->start, s->stream + text->start + text->length, &code) == text->length &&
         !dt_is_word(code) && code < 0x2e80;
}

dt_labels dt_labels_before(dt_sample *s, const dt_wanted *wanted, uint32_t first, xmlNodePtr target) {
  labeller l = {s, wanted, target, target->type == XML_ELEMENT_NODE ? target : target->parent};
  dt_labels labels = {DT_ARRAY(s->arena, dt_label, MAX_BACK), 0};
  uint32_t back = 0;
  while (first > 0 && back < MAX_BACK) {
    const dt_sample_text *text = &s->texts[--first];
    if (is_sign(s, text)) continue;
    detm_text words = dt_sample_string(s, text->node);
    double trust = trust_of_label(&l, text, words) - 0.08 * back++;
    if (trust > 0.3) put_label(&l, text, words, trust, &labels);
  }
  return labels;
}
