/* wrapper/identity.c: what a piece of a record is, by the words that the page gives it. */
#include "wrapper/identity.h"

#include "profile/profile.h"
#include "text/words.h"
#include "wrapper/pieces.h"
#include "wrapper/tunables.h"

enum { UNKNOWN, CURRENT, GONE };

/* ---- classes ---- */

enum { MAX_LOOKED_AT = 256 /* bytes of a class attribute that are compared */ };

bool dt_share_class(const char *a, detm_text b) {
  if (*a == '\0' || b.length == 0) return *a == '\0' && b.length == 0;
  size_t length = strlen(a);
  if (length == b.length && memcmp(a, b.data, length) == 0) return true;
  if (length > MAX_LOOKED_AT) length = MAX_LOOKED_AT;
  if (b.length > MAX_LOOKED_AT) b.length = MAX_LOOKED_AT;
  detm_text rest = {a, length};
  for (detm_text class; (class = dt_next_class(&rest)).length != 0;)
    if (dt_classes_have(b, class)) return true;
  return false;
}

uint32_t dt_classes_differ(const char *a, detm_text b) {
  detm_text one = dt_text(a), classes[] = {one, b};
  uint32_t differ = 0;
  for (int k = 0; k < 2; k++) {
    detm_text rest = {classes[k].data, classes[k].length < MAX_LOOKED_AT ? classes[k].length : MAX_LOOKED_AT};
    for (detm_text class; (class = dt_next_class(&rest)).length != 0;)
      differ += !dt_classes_have(classes[1 - k], class);
  }
  return differ;
}

detm_text dt_chain_class(const dt_tree *tree, uint32_t chain) {
  return (detm_text){tree->values + tree->chains[chain].start, tree->chains[chain].class_length};
}

bool dt_chain_has_class(const dt_tree *tree, uint32_t chain, const char *class) {
  for (; chain != 0; chain = tree->chains[chain].parent)
    if (tree->chains[chain].class_length != 0 && dt_share_class(class, dt_chain_class(tree, chain))) return true;
  return false;
}

bool dt_chain_is_classed(const dt_tree *tree, uint32_t chain) {
  while (chain != 0 && tree->chains[chain].class_length == 0) chain = tree->chains[chain].parent;
  return chain != 0;
}

bool dt_chain_is_struck(const dt_tree *tree, uint32_t chain) {
  while (chain != 0 && !dt_tag_is(tree->chains[chain].tag, DT_STRUCK)) chain = tree->chains[chain].parent;
  return chain != 0;
}

/* The next word of letters of a class attribute from *at on: "stock" and "out" of "stock-out"; empty = none. */
static detm_text next_class_word(detm_text class, size_t *at) {
  while (*at < class.length && !dt_is_ascii_letter(class.data[*at])) ++*at;
  size_t start = *at;
  while (*at < class.length && dt_is_ascii_letter(class.data[*at])) ++*at;
  return (detm_text){class.data + start, *at - start};
}

static bool class_has_word(detm_text class, detm_text word) {
  for (size_t at = 0; at < class.length;) {
    detm_text other = next_class_word(class, &at);
    if (other.length != 0 && dt_text_equal(other, word)) return true;
  }
  return false;
}

/* Whether a class shares a word with that of a wrapper's node that no other class of the wrapper has: "stock-out" with
 * "stock-in", but not "card-badge" with "card-price". */
static bool shares_own_word(const detm_wrapper *wrapper, const dt_wrapper_node *w, detm_text class) {
  enum { MIN_LETTERS = 3 };
  detm_text own = dt_text(w->class);
  for (size_t at = 0; at < own.length;) {
    detm_text word = next_class_word(own, &at);
    if (word.length < MIN_LETTERS || !class_has_word(class, word)) continue;
    const dt_wrapper_node *other = wrapper->root;
    while (other != NULL && (strcmp(other->class, w->class) == 0 || !class_has_word(dt_text(other->class), word)))
      other = dt_wrapper_next(other);
    if (other == NULL) return true;
  }
  return false;
}

/* ---- fields ---- */

bool dt_is_of_other_kind(const detm_wrapper *wrapper, const dt_part *part, detm_text text) {
  const char *type = part->field != DT_NO_FIELD ? wrapper->fields[part->field].type : NULL;
  bool digits =
      type != NULL && (strcmp(type, "price") == 0 || strcmp(type, "number") == 0 || strcmp(type, "date") == 0);
  return digits && !dt_text_has_digit(text);
}

bool dt_is_scalar(const detm_wrapper *wrapper, uint32_t field) {
  const struct detm_profile *profile = wrapper->profile;
  if (profile == NULL || field >= profile->field_count) return false;
  const dt_values *values = &profile->fields[field];
  return values->records >= DT_MIN_SAMPLE && values->count == values->records;
}

/* ---- a page ---- */

dt_identity *dt_identity_new(dt_arena *arena, const detm_wrapper *wrapper, const dt_tree *tree) {
  dt_identity *identity = DT_ZERO(arena, dt_identity, 1);
  *identity = (dt_identity){.wrapper = wrapper, .tree = tree, .arena = arena};
  identity->current = DT_ZERO(arena, uint8_t, wrapper->node_count);
  if (wrapper->field_count != 0) dt_identity_read_parts(identity);
  return identity;
}

/* Whether the page has the innermost element of a part's decoration that has a class, "b.price" of "font b.price i", or
 * if none has one the innermost element. */
static bool has_decoration(const dt_tree *tree, const char *within) {
  detm_text rest = dt_text(within), classed = dt_within_take_classed(&rest);
  detm_text name = classed.length != 0 ? classed : dt_text(dt_within_innermost(within));
  const char *dot = memchr(name.data, '.', name.length), *class = dot != NULL ? dot + 1 : "";
  size_t tag = dot != NULL ? (size_t)(dot - name.data) : name.length, length = name.length - tag - (dot != NULL);
  dt_tag number = dt_tag_number(name.data, tag);

  for (uint32_t c = 1; c < tree->chain_count; c++) {
    const dt_chain *chain = &tree->chains[c];
    if (chain->class_length != length || chain->tag != number) continue;
    size_t i = 0;
    for (const char *byte = tree->values + chain->start; i < length; i++)
      if (class[i] != byte[i] && !(class[i] == '.' && dt_is_ascii_space(byte[i]))) break;
    if (i == length) return true;
  }
  return length == 0 && tag == 0;
}

void dt_identity_read_parts(dt_identity *identity) {
  const detm_wrapper *wrapper = identity->wrapper;
  identity->gone = DT_ZERO(identity->arena, uint64_t, wrapper->node_count);
  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    if (w->split == DT_SPLIT_NONE || w->split >= DT_SPLIT_STRUCK) continue;
    for (uint32_t p = 0; p < w->part_count && p < 64; p++)
      if (!has_decoration(identity->tree, w->parts[p].within)) identity->gone[w->number] |= UINT64_C(1) << p;
  }
}

/* Whether the page has a decoration with a class; an element with it, of a tag or DT_TAG_TEXT = any. */
static bool has_decoration_of_class(const dt_tree *tree, const char *class) {
  for (uint32_t c = 1; c < tree->chain_count; c++)
    if (tree->chains[c].class_length != 0 && dt_share_class(class, dt_chain_class(tree, c))) return true;
  return false;
}

/* It is looked for first after the element that is asked about: the next record has it. */
static bool has_element_of_class(const dt_tree *tree, const char *class, dt_tag tag, dt_index after) {
  for (dt_index i = 0, n = after; i < tree->node_count; i++, n++) {
    if (n >= tree->node_count) n = 0;
    if ((tree->nodes[n].tag != tag && tag != DT_TAG_TEXT) || tree->nodes[n].tag == DT_TAG_TEXT ||
        tree->nodes[n].attribute_count == 0)
      continue;
    detm_text own = dt_attribute_of(tree, n, DT_ATTRIBUTE_class);
    if (own.length != 0 && dt_share_class(class, own)) return true;
  }
  return false;
}

/* Whether the page has an element or a decoration with the class of a wrapper's node. */
static bool page_has_class(const dt_tree *tree, const dt_wrapper_node *w, dt_index after) {
  return w->tag == DT_TAG_TEXT ? has_decoration_of_class(tree, w->class)
                               : has_element_of_class(tree, w->class, w->tag, after);
}

bool dt_identity_has_marks(const dt_identity *identity, const dt_wrapper_node *w) {
  const dt_tree *tree = identity->tree;
  uint8_t *current = &identity->current[w->number];
  if (*w->marks == '\0') return true;
  if (*current == UNKNOWN)
    *current = has_decoration_of_class(tree, w->marks) || has_element_of_class(tree, w->marks, DT_TAG_TEXT, 0) ? CURRENT
                                                                                                               : GONE;
  return *current == CURRENT;
}

bool dt_identity_excludes(dt_identity *identity, const dt_wrapper_node *w, const dt_item *item, uint32_t i) {
  const dt_tree *tree = item->tree;
  const dt_node *node = &tree->nodes[item->nodes[i]];
  detm_text class = {"", 0};
  if (*w->class == '\0' || w->varied || w->cell || w->parent->parent == NULL ||
      identity->wrapper->records < DT_MIN_SAMPLE)
    return false;

  if (node->tag != DT_TAG_TEXT) {
    class = dt_attribute_of(tree, item->nodes[i], DT_ATTRIBUTE_class);
    if (class.length != 0 && dt_share_class(w->class, class)) return false;
  } else {
    const dt_string *string = &tree->texts[node->detail];
    for (uint32_t f = string->first; f < string->first + string->count; f++)
      if (dt_chain_has_class(tree, tree->fragments[f].chain, w->class)) return false;
    class = dt_text_class(tree, item->nodes[i]);
  }

  uint8_t *current = &identity->current[w->number];
  if (*current == UNKNOWN) *current = page_has_class(tree, w, item->nodes[i]) ? CURRENT : GONE;
  return *current == CURRENT && !shares_own_word(identity->wrapper, w, class);
}
