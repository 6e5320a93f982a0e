/* template/learn/layout_labels.c: the labels of the values that anchors find, and those of the other pairs on the
 * samples.
 *
 * A text right before a value is its label if other texts of the page are before values in the same way: they have the
 * same path of tags, and as many levels below the element that holds both; or they are texts with a colon at the same
 * path of tags.  One such other makes a list of pairs. */
#include "config.h"

#include "template/learn/learn.h"

#include "template/apply/value_label.h"
#include "template/learn/anchor_path.h"
#include "template/tunables.h"

enum { MAX_LABEL_WORDS = 6 };

/* Where a value is on a sample. */
typedef struct value_place {
  xmlNodePtr node;  /* NULL = it was not found, or in an attribute */
  detm_text prefix; /* of the node's text, before the value */
  bool alone;       /* the anchor finds no other node */
} value_place;

/* Returns where an anchor finds a value. */
static value_place place_of_value(dt_learning *l, uint32_t sample, const dt_anchor *anchor, uint32_t word) {
  value_place place = {.prefix = {"", 0}};
  dt_candidate *candidate = anchor->kind != DT_ANCHOR_DATA ? dt_candidates_add(l, anchor, false) : NULL;
  dt_sample *s = &l->samples[sample];
  dt_nodes nodes = candidate != NULL ? dt_candidate_nodes(candidate, s) : (dt_nodes){NULL, 0};

  for (uint32_t i = 0; i < nodes.count && place.node == NULL; i++) {
    xmlNodePtr node = nodes.nodes[i];
    if (node->type == XML_ATTRIBUTE_NODE || dt_candidate_word(l, candidate, s, node) != word) continue;
    detm_text value = dt_candidate_text(l, candidate, s, node);
    detm_text text = anchor->run != 0 ? dt_sample_run_value(s, node) : dt_sample_value(s, node);
    bool within = value.data >= text.data && value.data < text.data + text.length;
    place = (value_place){node, {text.data, within ? (size_t)(value.data - text.data) : 0}, nodes.count == 1};
  }
  return place;
}

/* Whether a text can be a label: few words without digits, and no wanted value. */
static bool can_be_label(const dt_target_values *wanted, detm_text text, const dt_value_label *label) {
  unsigned words = 1;
  if (label->length == 0) return false;
  for (size_t i = 0; i < text.length; i++) {
    if (dt_is_digit(text.data[i])) return false;
    words += text.data[i] == ' ';
  }
  for (uint32_t i = 0; i < wanted->count; i++)
    if (dt_text_equal((detm_text){label->text, label->length}, wanted->words[i])) return false;
  return words <= MAX_LABEL_WORDS;
}

static bool have_equal_paths(const xmlNode *a, const xmlNode *b) {
  for (a = a->parent, b = b->parent; a != b; a = a->parent, b = b->parent)
    if (a == NULL || b == NULL || a->type != b->type || strcmp((const char *)a->name, (const char *)b->name) != 0)
      return false;
  return true;
}

/* Returns how many levels a text is below the nearest element that holds the node after it, too; 0 if there are other
 * texts beside it, so that it is not the label of that node alone. */
static unsigned levels_apart(const dt_sample *s, xmlNodePtr text, xmlNodePtr after) {
  const xmlNode *around = dt_common_ancestor(text, after);
  unsigned levels = 1;
  for (xmlNodePtr node = text; node->parent != NULL && node->parent != around; node = node->parent, levels++) {
    const dt_sample_element *element = dt_sample_at(s, node->parent);
    if (element->end - element->first != 1) return 0;
  }
  return levels;
}

/* The labels of a layout. */
typedef struct label_list {
  dt_learning *l;
  DT_VEC(const char *) texts;
  dt_lookup keys;          /* of the texts */
  dt_lookup asked, listed; /* the values whose labels were counted, and added to the texts */
  DT_VEC(uint32_t) counts; /* of labels like those of the values in `asked` */
} label_list;

static void add_known_label(label_list *list, detm_text text, const dt_value_label *label) {
  if (list->texts.count == DT_MAX_LABELS || dt_lookup_find(&list->keys, dt_label_key(label)) != DT_NO_NUMBER) return;
  dt_lookup_append(&list->keys, dt_label_key(label));
  DT_VEC_PUSH(&list->l->arena, &list->texts, dt_arena_copy(&list->l->arena, text.data, text.length));
}

/* Returns the child of `around` that holds a node. */
static xmlNodePtr branch_of(xmlNodePtr node, const xmlNode *around) {
  while (node->parent != NULL && node->parent != around) node = node->parent;
  return node;
}

/* Whether two nodes look alike: the same tag and classes, or both texts. */
static bool look_alike(xmlNodePtr a, xmlNodePtr b) {
  if (a->type != XML_ELEMENT_NODE || b->type != XML_ELEMENT_NODE) return a->type == b->type;
  detm_text one = dt_attribute_value(a, "class"), other = dt_attribute_value(b, "class");
  return dt_node_is(a, (const char *)b->name) && dt_text_equal(one, other);
}

/* Whether a text can be the label of the node after it: no link, and of another look, or with that node alone in an
 * element, as the two cells of a row.  Else it is a value beside it. */
static bool is_beside_as_label(const dt_sample *s, xmlNodePtr text, xmlNodePtr value) {
  if (dt_node_is(text->parent, "a")) return false;
  xmlNodePtr around = dt_common_ancestor(text, value);
  if (around == NULL || around == value || around->type != XML_ELEMENT_NODE) return false;
  xmlNodePtr own = branch_of(text, around), other = branch_of(value, around);
  if (!look_alike(own, other)) return true;
  uint32_t texts = 0;
  for (xmlNodePtr n = around->children; n != NULL; n = n->next)
    texts += n->type == XML_ELEMENT_NODE ? dt_sample_length(s, n) != 0 : n->type == XML_TEXT_NODE && !dt_node_blank(n);
  return texts == 2;
}

/* Whether two nodes are options of one list: those before the chosen one are no labels. */
static bool are_options(const xmlNode *a, const xmlNode *b) {
  const xmlNode *list = dt_list_of_chosen(b->type == XML_ELEMENT_NODE ? b : b->parent);
  return list != NULL && dt_node_is_within(a, list);
}

/* The label of a value on a sample. */
typedef struct sample_label {
  value_place place;
  const xmlNode *node; /* the text that holds it */
  bool prefix;         /* it is in the text of the value */
  detm_text text;
  uint64_t key; /* 0 = there is none */
} sample_label;

/* Returns the first text of a node, or of a run that it begins. */
static xmlNodePtr first_text(const dt_sample *s, xmlNodePtr node) {
  if (node->type == XML_TEXT_NODE) return node;
  const dt_sample_element *element = dt_sample_at(s, node);
  return element->first < element->end ? s->texts[element->first].node : node;
}

static sample_label label_on_sample(dt_learning *l, uint32_t sample, const dt_anchor *anchor, detm_text value) {
  dt_sample *s = &l->samples[sample];
  sample_label label = {place_of_value(l, sample, anchor, dt_words_number(&l->words, &l->arena, value)), .key = 0};
  if (label.place.node == NULL) return label;

  label.prefix = dt_label_of(label.place.prefix).length != 0;
  label.node = label.prefix ? first_text(s, label.place.node) : dt_text_before(label.place.node);
  if (label.node == NULL || are_options(label.node, label.place.node)) return label;
  if (!label.prefix && !is_beside_as_label(s, (xmlNodePtr)(uintptr_t)label.node, label.place.node)) return label;
  label.text =
      label.prefix ? dt_text_to_colon(label.place.prefix) : dt_sample_string(s, (xmlNodePtr)(uintptr_t)label.node);
  dt_value_label own = dt_label_of(label.text);
  if (can_be_label(&l->wanted[sample], label.text, &own)) label.key = dt_label_key(&own);
  return label;
}

/* Returns how many texts are labels of other values in the same way, and adds them to the list, unless that is NULL. */
static uint32_t labels_like(dt_learning *l, uint32_t sample, const sample_label *own, label_list *list) {
  dt_sample *s = &l->samples[sample];
  xmlNodePtr before = (xmlNodePtr)(uintptr_t)own->node;
  unsigned apart = own->prefix ? 0 : levels_apart(s, before, own->place.node);
  uint32_t count = 0;
  if (!own->prefix && apart == 0) return 0;

  for (uint32_t i = 0; i < s->text_count; i++) {
    xmlNodePtr node = s->texts[i].node, next = i + 1 < s->text_count ? s->texts[i + 1].node : NULL;
    dt_scope_tick(&l->scope);
    if (!have_equal_paths(node, before)) continue;
    if (!own->prefix && (next == NULL || levels_apart(s, node, next) != apart)) continue;
    detm_text text = dt_sample_string(s, node);
    if (own->prefix) text = dt_text_to_colon(text);
    dt_value_label label = dt_label_of(text);
    if (!can_be_label(&l->wanted[sample], text, &label)) continue;
    count += dt_label_key(&label) != own->key;
    if (list != NULL) add_known_label(list, text, &label);
  }

  return count;
}

/* Whether an anchor starts from the label: then nothing else tells what its value is. */
static bool starts_at_label(const dt_anchor *anchor, uint64_t key) {
  bool by_text = anchor->kind == DT_ANCHOR_CAPTION || anchor->kind == DT_ANCHOR_TEXT;
  return by_text && dt_label_key_of(anchor->value) == key;
}

static uint64_t like_key(uint32_t sample, const sample_label *own) {
  uint64_t nodes = dt_hash_mix((uint64_t)(uintptr_t)own->node, (uint64_t)(uintptr_t)own->place.node);
  return dt_hash_mix(nodes, (uint64_t)sample << 1 | own->prefix);
}

/* Returns how many texts are labels like that of a value, also for the next anchor that leads to it. */
static uint32_t count_like(label_list *list, uint32_t sample, const sample_label *own) {
  uint64_t key = like_key(sample, own);
  uint32_t number = dt_lookup_find(&list->asked, key);
  if (number != DT_NO_NUMBER) return list->counts.items[number];
  dt_lookup_append(&list->asked, key);
  uint32_t count = labels_like(list->l, sample, own, NULL);
  DT_VEC_PUSH(&list->l->arena, &list->counts, count);
  return count;
}

/* Sets the label of an anchor, if it is the same on all samples where the anchor finds the wanted value.  One that
 * finds a single node there, without counting, needs none. */
static void set_label(label_list *list, dt_anchor *anchor, const dt_wish *wishes) {
  dt_learning *l = list->l;
  sample_label *labels = DT_ZERO(&l->arena, sample_label, l->sample_count), *first = NULL;
  uint32_t others = 0;
  bool alone = !dt_anchor_counts(anchor);

  for (uint32_t s = 0; s < l->sample_count; s++) {
    if (wishes[s].count == 0) continue;
    labels[s] = label_on_sample(l, s, anchor, wishes[s].values[0]);
    if (labels[s].place.node == NULL) continue;
    if (labels[s].key == 0 || (first != NULL && labels[s].key != first->key)) return;
    if (first == NULL) first = &labels[s];
    others += count_like(list, s, &labels[s]);
    alone = alone && labels[s].place.alone;
  }

  if (others == 0) return;
  if (!alone && !starts_at_label(anchor, first->key))
    anchor->label = dt_arena_copy(&l->arena, first->text.data, first->text.length);
  for (uint32_t s = 0; s < l->sample_count; s++)
    if (labels[s].key != 0 && dt_lookup_insert(&list->listed, like_key(s, &labels[s])))
      labels_like(l, s, &labels[s], list);
}

/* Removes the anchors of a part that count, and do not know the label of their values, beside a sure label. */
static void remove_blind(dt_template_part *part) {
  uint32_t kept = 0;
  if (!dt_has_sure_label(part)) return;
  for (uint32_t a = 0; a < part->anchor_count; a++) {
    const dt_anchor *anchor = &part->anchors[a];
    bool blind = anchor->label == NULL && dt_anchor_counts(anchor) && !dt_is_sure_label(anchor, anchor->trust);
    if (!blind) part->anchors[kept++] = *anchor;
  }
  part->anchor_count = kept;
}

void dt_layout_labels(dt_learning *l, dt_template_layout *layout, const dt_wish *const *wishes) {
  label_list list = {.l = l};
  dt_lookup_start(&list.keys, &l->arena, 0);
  dt_lookup_start(&list.asked, &l->arena, 0);
  dt_lookup_start(&list.listed, &l->arena, 0);
  dt_candidates_clear(l);
  for (uint32_t f = 0; f < layout->field_count; f++)
    for (uint32_t p = 0; p < layout->fields[f].part_count && !layout->fields[f].list; p++) {
      dt_template_part *part = &layout->fields[f].parts[p];
      for (uint32_t a = 0; a < part->anchor_count; a++) set_label(&list, &part->anchors[a], wishes[f]);
      remove_blind(part);
    }
  layout->labels = list.texts.items;
  layout->label_count = list.texts.count;
}
