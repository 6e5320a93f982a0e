/* template/learn/list_examples.c: finds the list that the values of a list field are examples of.
 *
 * A user who gives two of five authors wants all five.  Among the candidates that give all examples, the one with the
 * fewest other values is used; if it has no others, the examples are the whole list.  A list may have several pieces
 * (two columns, several groups), headings in it, and texts before and after its paragraphs.  A text may have its
 * beginning elsewhere, such as a summary; the parts of an address may have different classes. */
#include "template/learn/learn.h"

#include "template/tunables.h"
#include "text/sentences.h"
#include "values/value_kind.h"

enum {
  MANY_EXAMPLES = 4,       /* if so many are a share of DT_CHOSEN_SHARE of the list, the rest is omitted on purpose */
  MAX_HEADING_LENGTH = 60, /* characters */
  NO_HEADING = 7,
  MAX_PARTS = 12,       /* of one thing, such as an address */
  MAX_EMPTY = 64,       /* nodes without text before a node */
  CELL_LEVELS = 4,      /* from a value up to its table cell */
  SHORT_PARAGRAPH = 40, /* characters */
};

typedef struct example_list {
  dt_learning *l;
  dt_sample *sample;
  uint32_t number; /* index of the sample */
  const dt_wish *wish;
  dt_output_words want;   /* the wish's values */
  dt_output_words others; /* the wanted values of other fields */
  const char *type;       /* type of all examples, NULL = text or different types */
  bool same_shape;        /* the examples differ only in digits */
  bool prose;             /* most examples are paragraphs */
} example_list;

/* ---- common features of the examples ---- */

/* Whether two texts have digits and differ only in them: "(325) 674-2000", "(325) 674-2650". */
static bool has_shape(detm_text a, detm_text b) {
  bool digits = false;
  for (size_t i = 0; i < a.length && i < b.length; i++) {
    if (dt_is_digit(a.data[i]) != dt_is_digit(b.data[i]) || (!dt_is_digit(a.data[i]) && a.data[i] != b.data[i]))
      return false;
    digits |= dt_is_digit(a.data[i]);
  }
  return digits && a.length == b.length;
}

static example_list start_example_list(dt_learning *l, uint32_t sample, const dt_wish *wish) {
  example_list e = {.l = l, .sample = &l->samples[sample], .number = sample, .wish = wish, .same_shape = true};
  const dt_target_values *wanted = &l->wanted[sample];
  uint32_t paragraphs = 0;

  e.want = dt_wanted_output(l, wish);
  e.others.words = DT_ARRAY(&l->arena, uint32_t, wanted->count + 1);
  for (uint32_t w = 0; w < wanted->count; w++) {
    uint32_t word = dt_words_number(&l->words, &l->arena, wanted->squeezed[w]);
    if (word != 0 && !dt_output_has(e.want, word)) e.others.words[e.others.count++] = word;
  }

  e.type = dt_type_of(wish->values[0]);
  for (uint32_t v = 0; v < wish->count; v++) {
    detm_text value = wish->values[v];
    if (e.type != NULL && strcmp(dt_type_of(value), e.type) != 0) e.type = NULL;
    e.same_shape &= has_shape(value, wish->values[0]);
    paragraphs += dt_utf8_count(value) >= SHORT_PARAGRAPH && dt_sentence_ends(value) != 0;
  }

  if (e.type != NULL && strcmp(e.type, "text") == 0) e.type = NULL;
  e.prose = 2 * paragraphs >= wish->count;
  return e;
}

/* ---- separate labels ---- */

static bool is_table_cell_node(const xmlNode *node) { return dt_node_is(node, "td") || dt_node_is(node, "dd"); }

/* Returns the text of the cell before the table cell, or dd, that contains the node; length 0 if it has digits. */
static detm_text label_before(const example_list *e, xmlNodePtr node) {
  const detm_text none = {NULL, 0};
  for (int up = 0; up < CELL_LEVELS && node != NULL && !is_table_cell_node(node); up++) node = node->parent;
  xmlNodePtr label = node != NULL && is_table_cell_node(node) ? xmlPreviousElementSibling(node) : NULL;
  if (label == NULL || !(dt_node_is(label, "th") || dt_node_is(label, "dt") || dt_node_is(label, "td"))) return none;
  detm_text text = dt_sample_value(e->sample, label);
  for (size_t i = 0; i < text.length; i++)
    if (dt_is_digit(text.data[i])) return none;
  return text;
}

/* Whether the values of a candidate may be one list: the other values have the type and shape of the examples, and the
 * examples do not have different labels, as in <th>Height</th><td>3</td> and <th>Width</th><td>5</td>. */
static bool is_list_of_values(const example_list *e, const dt_candidate *candidate) {
  dt_nodes nodes = dt_candidate_nodes(candidate, e->sample);
  detm_text first = {NULL, 0};
  bool labelled = true, differ = false;

  for (uint32_t i = 0; i < nodes.count; i++) {
    uint32_t word = dt_candidate_word(e->l, candidate, e->sample, nodes.nodes[i]);
    if (word == 0) continue;

    if (!dt_output_has(e->want, word)) {
      detm_text value = dt_candidate_text(e->l, candidate, e->sample, nodes.nodes[i]);
      if (e->type != NULL && strcmp(dt_type_of(value), e->type) != 0) return false;
      if (e->type == NULL && e->same_shape && !has_shape(value, e->wish->values[0])) return false;
      continue;
    }

    detm_text label = label_before(e, nodes.nodes[i]);
    if (first.data == NULL) first = label;
    labelled &= label.length != 0;
    differ |= label.length != 0 && !dt_text_equal(label, first);
  }

  return !(labelled && differ);
}

/* ---- lists in several pieces ---- */

/* Whether another element has all class tokens of an element, except those with digits.  Sets *any if it has one. */
static bool has_classes_of(xmlNodePtr element, xmlNodePtr other, bool *any) {
  detm_text rest = dt_classes_of(element);
  for (detm_text token; (token = dt_next_class(&rest)).length != 0;) {
    if (strcspn(token.data, "0123456789") < token.length) continue;
    if (!dt_has_class(other, token)) return false;
    *any = true;
  }
  return true;
}

/* Whether two nodes have the same tag and classes.  Sets *named if they have a class. */
static bool are_elements_alike(xmlNodePtr a, xmlNodePtr b, bool *named) {
  if (a == NULL || b == NULL || a->type != b->type) return false;
  if (a->type != XML_ELEMENT_NODE) return true;
  return dt_node_is(a, (const char *)b->name) && has_classes_of(a, b, named) && has_classes_of(b, a, named);
}

/* Whether two elements are the same, or b follows a with no text between them. */
static bool is_next(const example_list *e, xmlNodePtr a, xmlNodePtr b) {
  if (a == b) return true;
  for (xmlNodePtr n = a->next; n != NULL && n != b; n = n->next) {
    if (dt_node_is_text(n) && !dt_node_blank(n)) return false;
    if (n->type == XML_ELEMENT_NODE && dt_sample_length(e->sample, n) != 0) return false;
    if (n->next == b) return true;
  }
  return a->next == b;
}

/* Returns the nearest sibling element with text before a node; NULL without one, or if a text is between them. */
static xmlNodePtr text_before(const example_list *e, xmlNodePtr node) {
  int passed = 0;
  for (xmlNodePtr n = node->prev; n != NULL && passed++ < MAX_EMPTY; n = n->prev) {
    if (dt_node_is_text(n) && !dt_node_blank(n)) return NULL;
    if (n->type == XML_ELEMENT_NODE && dt_sample_length(e->sample, n) != 0) return n;
  }
  return NULL;
}

/* Returns the level of a heading, 1 to 6, or NO_HEADING. */
static int level_of(const xmlNode *element) {
  const xmlChar *name = element->name;
  return name[0] == 'h' && name[1] >= '1' && name[1] <= '6' && name[2] == '\0' ? name[1] - '0' : NO_HEADING;
}

/* Whether a short line is the heading of a group within a list: it is below the heading of the whole list,
 * "Ingredients" before "For the dough:" and "For the filling:". */
static bool is_heading_of_group(const example_list *e, xmlNodePtr line, xmlNodePtr list) {
  detm_text text = dt_sample_value(e->sample, line);
  xmlNodePtr label = text_before(e, list);
  bool colon = text.length != 0 && text.data[text.length - 1] == ':';
  if (dt_utf8_count(text) > MAX_HEADING_LENGTH || dt_sentence_ends(text) != 0) return false;
  if (label == NULL) return colon;
  if (level_of(label) != level_of(line)) return level_of(label) < level_of(line);

  xmlNodePtr above = text_before(e, label);
  for (; above != NULL && dt_node_is(above, (const char *)list->name) && label != NULL; above = text_before(e, label)) {
    label = text_before(e, above);
    if (label == NULL || level_of(label) != level_of(line)) return false;
  }

  return above != NULL ? level_of(above) < level_of(label) : level_of(label) == NO_HEADING;
}

/* Whether the nodes are items of one list: they and their parents have the same tags and classes; and they have a
 * class, or their lists follow each other, with only a group heading between them, or they are paragraphs within one
 * element. */
static bool are_pieces(const example_list *e, dt_nodes nodes) {
  for (uint32_t i = 1; i < nodes.count; i++) {
    bool named = false, parents_named = false;
    xmlNodePtr node = nodes.nodes[i], last = nodes.nodes[i - 1], list = node->parent, before = last->parent;

    if ((e->prose || dt_node_is(node, "li")) && list == before &&
        strcmp((const char *)node->name, (const char *)last->name) == 0)
      continue;

    if (!are_elements_alike(node, last, &named) || !are_elements_alike(list, before, &parents_named)) return false;
    if (named || (e->prose && (parents_named || list->parent == before->parent))) continue;
    if (!dt_node_is(node, "li")) return false;
    if (is_next(e, before, list)) continue;
    xmlNodePtr line = text_before(e, list);
    if (line == NULL || line == before || text_before(e, line) != before || !is_heading_of_group(e, line, before))
      return false;
  }
  return true;
}

/* Whether the nodes are a few elements of one parent, each with a class of its own: street, town and code of an
 * address. */
static bool are_parts_of_line(dt_nodes nodes) {
  bool any;
  if (nodes.count > MAX_PARTS) return false;
  for (uint32_t i = 0; i < nodes.count; i++) {
    xmlNodePtr node = nodes.nodes[i];
    if (node->type != XML_ELEMENT_NODE || node->parent != nodes.nodes[0]->parent) return false;
    for (uint32_t other = 0; other < nodes.count; other++)
      if (other != i && has_classes_of(node, nodes.nodes[other], &any)) return false;
  }
  return true;
}

/* Whether the values beyond `list` are not part of it: most repeat values of `list`, as a copy for small screens does,
 * or one is wanted as another field. */
static bool has_foreign_values(const example_list *e, dt_output_words list, dt_output_words more) {
  uint32_t again = 0;
  for (uint32_t i = 0; i < more.count; i++) {
    if (dt_output_has(e->others, more.words[i])) return true;
    again += dt_output_has(list, more.words[i]);
  }
  return again > list.count && 2 * (again - list.count) >= more.count - list.count;
}

/* ---- the list ---- */

/* Whether `have` has every value of `want` at least as many times. */
static bool covers(const example_list *e, dt_output_words want, dt_output_words have) {
  double both = dt_agreement(e->l, want, have, (dt_output_words){NULL, 0}) * (want.count + have.count) / 2;
  return have.count >= want.count && both > want.count - 0.5;
}

/* Returns the candidate that gives the examples and the fewest other values; the most trusted of equal ones.  NULL =
 * none. */
static dt_candidate *find_closest(const example_list *e) {
  dt_candidate *best = NULL;
  uint32_t fewest = 0;

  for (uint32_t i = 0; i < e->l->fresh.count; i++) {
    dt_candidate *candidate = e->l->fresh.items[i];
    dt_output_words have = dt_candidate_output(e->l, candidate, e->number);
    dt_scope_clock(&e->l->scope);
    bool closer =
        best == NULL || have.count < fewest || (have.count == fewest && candidate->anchor.trust > best->anchor.trust);
    if (!closer || !covers(e, e->want, have) || (have.count > e->want.count && !is_list_of_values(e, candidate)))
      continue;
    best = candidate;
    fewest = have.count;
  }

  return best;
}

/* Returns the candidate of the same run that covers `list`, gives the most values and no foreign ones, and whose nodes
 * extend those of `list`; `list` itself without one. */
static dt_candidate *find_wider(const example_list *e, dt_candidate *list,
                                bool (*extends)(const example_list *e, dt_nodes nodes, dt_nodes wider)) {
  dt_nodes nodes = dt_candidate_nodes(list, e->sample);
  dt_output_words have = dt_candidate_output(e->l, list, e->number);
  dt_candidate *best = list;
  uint32_t most = have.count;
  for (uint32_t i = 0; i < e->l->fresh.count; i++) {
    dt_candidate *candidate = e->l->fresh.items[i];
    dt_output_words more = dt_candidate_output(e->l, candidate, e->number);
    dt_scope_clock(&e->l->scope);
    if (more.count <= most || candidate->anchor.run != list->anchor.run || !covers(e, have, more)) continue;
    if (!extends(e, nodes, dt_candidate_nodes(candidate, e->sample)) || has_foreign_values(e, have, more)) continue;
    best = candidate;
    most = more.count;
  }
  return best;
}

/* Whether the nodes of a list follow each other in `wider`, and are one of several pieces or parts that it gives. */
static bool adds_pieces(const example_list *e, dt_nodes list, dt_nodes wider) {
  uint32_t first = 0, at = 0;
  while (first < wider.count && wider.nodes[first] != list.nodes[0]) first++;
  while (at < list.count && first + at < wider.count && wider.nodes[first + at] == list.nodes[at]) at++;
  return at == list.count && (are_pieces(e, wider) || are_parts_of_line(wider));
}

/* Whether `wider` adds only headings and quotations to the paragraphs of a list. */
static bool adds_headings(const example_list *e, dt_nodes list, dt_nodes wider) {
  (void)e;
  for (uint32_t n = 0; n < wider.count; n++) {
    xmlNodePtr node = wider.nodes[n];
    int level = level_of(node);
    bool added = true;
    for (uint32_t i = 0; i < list.count && added; i++) added = list.nodes[i] != node;
    bool heading = level > 1 && level < NO_HEADING;
    if (added && !heading && !dt_node_is(node, "blockquote")) return false;
  }
  return true;
}

/* Returns the candidate that gives the examples, which are paragraphs, and sibling paragraphs; NULL = none. */
static dt_candidate *find_sibling_list(const example_list *e) {
  dt_candidate *best = NULL;
  dt_candidates_clear(e->l);
  dt_list_candidates(e->l, e->number, e->wish, e->prose);

  for (uint32_t i = 0; i < e->l->fresh.count; i++) {
    dt_candidate *candidate = e->l->fresh.items[i];
    dt_output_words have = dt_candidate_output(e->l, candidate, e->number);
    dt_scope_clock(&e->l->scope);
    bool better = best == NULL || candidate->anchor.trust > best->anchor.trust;
    if (!better || have.count <= e->want.count || !covers(e, e->want, have)) continue;
    dt_nodes nodes = dt_candidate_nodes(candidate, e->sample);
    bool siblings = nodes.count > 1;
    for (uint32_t n = 1; n < nodes.count && siblings; n++) siblings = nodes.nodes[n]->parent == nodes.nodes[0]->parent;
    if (siblings) best = candidate;
  }

  return best != NULL ? find_wider(e, find_wider(e, best, adds_pieces), adds_headings) : NULL;
}

/* ---- the values of the list ---- */

/* Whether an element has a class of another, or the other has no class.  In the second case an <li> that is not the
 * last one is of another kind if it has a class. */
static bool shares_class(xmlNodePtr element, xmlNodePtr other) {
  detm_text rest = dt_classes_of(other);
  if (rest.data == NULL) return !dt_node_is(other, "li") || xmlNextElementSibling(element) == NULL;
  for (detm_text token; (token = dt_next_class(&rest)).length != 0;)
    if (dt_has_class(element, token)) return true;
  return false;
}

/* Whether the whole text of an element is one link. */
static bool is_linked_element(const example_list *e, xmlNodePtr element) {
  uint32_t length = dt_sample_length(e->sample, element);
  for (const xmlNode *n = element; n != NULL; n = dt_node_next(element, n))
    if (dt_node_is(n, "a") && dt_sample_length(e->sample, (xmlNodePtr)(uintptr_t)n) == length) return true;
  return false;
}

/* Whether a node is a heading in the list: it is bold, ends with a colon, or has other classes, and no example does. */
static bool is_heading_of_list(const example_list *e, const dt_candidate *list, dt_nodes examples, xmlNodePtr node) {
  const detm_text end = DT_TEXT(":");
  if (node->type != XML_ELEMENT_NODE || list->anchor.run != 0) return false;
  bool bold = dt_is_wholly_bold(e->sample, node);
  bool colon = dt_text_ends(dt_candidate_text(e->l, list, e->sample, node), end);
  bool other = dt_attribute_value(node, "class").data != NULL;
  for (uint32_t i = 0; i < examples.count; i++) {
    bold &= !dt_is_wholly_bold(e->sample, examples.nodes[i]);
    colon &= !dt_text_ends(dt_candidate_text(e->l, list, e->sample, examples.nodes[i]), end);
    other &= !shares_class(node, examples.nodes[i]);
  }
  return bold || colon || other;
}

/* Returns the values of a list, without headings; of a text, also without titles, dates, headings and links before the
 * first and after the last sentence. */
static dt_wish values_of_list(const example_list *e, const dt_candidate *list) {
  dt_arena *arena = &e->l->arena;
  dt_nodes nodes = dt_candidate_nodes(list, e->sample), examples = {DT_ARRAY(arena, xmlNodePtr, nodes.count), 0};
  detm_text *values = DT_ARRAY(arena, detm_text, nodes.count);
  bool *outside = DT_ARRAY(arena, bool, nodes.count),
       parts = are_parts_of_line(nodes); /* outside of a text, at its ends */
  dt_wish whole = {values, DT_ZERO(arena, const char *, nodes.count), 0};

  for (uint32_t i = 0; i < nodes.count; i++)
    if (dt_output_has(e->want, dt_candidate_word(e->l, list, e->sample, nodes.nodes[i])))
      examples.nodes[examples.count++] = nodes.nodes[i];

  for (uint32_t i = 0; i < nodes.count; i++) {
    xmlNodePtr node = nodes.nodes[i];
    uint32_t word = dt_candidate_word(e->l, list, e->sample, node);
    bool heading = !parts && is_heading_of_list(e, list, examples, node);
    if (word == 0 || (heading && (!e->prose || is_linked_element(e, node))))
      continue; /* a link leads to another text */
    values[whole.count] = dt_candidate_text(e->l, list, e->sample, node);
    outside[whole.count] = (heading || dt_sentence_ends(values[whole.count]) == 0) && !dt_output_has(e->want, word);
    whole.count++;
  }

  uint32_t first = 0, end = whole.count;
  while (e->prose && first < end && outside[first]) first++;
  while (e->prose && end > first && outside[end - 1]) end--;
  return (dt_wish){values + first, whole.paths + first, end - first};
}

/* Whether the first example is the only value of the list in its parent, and the second is in a parent of another kind.
 */
static bool is_list_apart(const example_list *e, const dt_candidate *list) {
  dt_nodes nodes = dt_candidate_nodes(list, e->sample);
  xmlNodePtr first = NULL, second = NULL;

  for (uint32_t i = 0; i < nodes.count; i++) {
    uint32_t word = dt_candidate_word(e->l, list, e->sample, nodes.nodes[i]);
    if (first == NULL && word == e->want.words[0]) first = nodes.nodes[i];
    if (second == NULL && word == e->want.words[1]) second = nodes.nodes[i];
  }

  uint32_t siblings = 0;
  bool named;
  for (uint32_t i = 0; i < nodes.count && first != NULL; i++) siblings += nodes.nodes[i]->parent == first->parent;
  if (siblings != 1 || second == NULL || are_elements_alike(first->parent, second->parent, &named)) return false;
  return first->parent->parent != second->parent->parent || !(has_classes_of(first->parent, second->parent, &named) ||
                                                              has_classes_of(second->parent, first->parent, &named));
}

/* Finds a text whose first examples are elsewhere, before its paragraphs, such as a summary, or place and date.  Sets
 * *whole to its values.  Returns false if the examples are not such a text. */
static bool find_whole_text(const example_list *e, dt_wish *whole) {
  if (e->want.count >= MANY_EXAMPLES) return false;
  for (uint32_t before = 1; before < e->wish->count; before++) {
    dt_wish rest = {e->wish->values + before, e->wish->paths + before, e->wish->count - before};
    example_list text = start_example_list(e->l, e->number, &rest);
    dt_candidate *list = text.prose ? find_sibling_list(&text) : NULL;
    if (list == NULL) continue;

    dt_wish paragraphs = values_of_list(&text, list);
    detm_text *values = DT_ARRAY(&e->l->arena, detm_text, before + paragraphs.count);
    memcpy(values, e->wish->values, before * sizeof *values);
    memcpy(values + before, paragraphs.values, paragraphs.count * sizeof *values);
    whole->count = before + paragraphs.count;
    whole->values = values;
    whole->paths = DT_ZERO(&e->l->arena, const char *, whole->count);
    return true;
  }

  return false;
}

dt_wish dt_whole_list(dt_learning *l, uint32_t sample, const dt_wish *wish) {
  dt_wish whole;
  bool placed = false;

  for (uint32_t v = 0; v < wish->count; v++) placed |= wish->paths[v] != NULL;
  if (wish->count < 2 || placed) return *wish;
  example_list e = start_example_list(l, sample, wish);
  dt_candidates_clear(l);
  dt_list_candidates(l, sample, wish, e.prose);
  dt_candidate *list = find_closest(&e);
  if (list != NULL && e.want.count < MANY_EXAMPLES) list = find_wider(&e, list, adds_pieces);
  if (list != NULL && e.prose) list = find_wider(&e, list, adds_headings);
  bool text = list == NULL || (e.prose && e.want.count > 1 && is_list_apart(&e, list));
  if (text && find_whole_text(&e, &whole)) return whole;
  if (list == NULL) return *wish;
  uint32_t count = dt_candidate_output(l, list, sample).count;
  bool chosen = e.want.count >= MANY_EXAMPLES && e.want.count >= DT_CHOSEN_SHARE * count;
  return count <= e.want.count || chosen ? *wish : values_of_list(&e, list);
}
