/* template/learn/value_search.c: searches for a value in the texts and attributes of a sample. */
#include "config.h"

#include "html/value_text.h"
#include "template/learn/learn.h"

#include "text/fold.h"
#include "text/url.h"
#include "text/words.h"
#include "values/values.h"

enum { MAX_HITS = 400, MAX_TARGETS = 200, MAX_NESTED = 6, MAX_EMPTY = 64, MAX_BLANKS = 64 };

typedef struct finder {
  dt_sample *sample;
  dt_targets found;
  detm_text value;    /* as given */
  detm_text squeezed; /* folded in the second pass */
  bool folded, whole; /* whole: a node with exactly this value was found */
} finder;

/* An occurrence in the stream: texts [first, last], and the bytes before it in the first and after it in the last text.
 */
typedef struct hit {
  uint32_t first, last;
  uint32_t before, after;
} hit;

static void add_target(finder *f, dt_target target) {
  if (f->found.count == MAX_TARGETS) return;
  for (uint32_t i = 0; i < f->found.count; i++)
    if (f->found.all[i].node == target.node && f->found.all[i].partial == target.partial &&
        (f->found.all[i].kind == DT_TARGET_RUN) == (target.kind == DT_TARGET_RUN))
      return;
  if (!target.partial) f->whole = true;
  f->found.all[f->found.count++] = target;
}

/* Returns the offset in a text of byte number `squeezed` of the squeezed text. */
static size_t unsqueezed(detm_text text, size_t squeezed) {
  char out[4];
  for (const char *at = text.data, *end = at + text.length; at < end;) {
    uint32_t code;
    unsigned bytes = dt_utf8_read(at, end, &code);
    size_t made = dt_squeeze((detm_text){at, bytes}, out);
    if (made != 0 && squeezed < made) return (size_t)(at - text.data);
    squeezed -= made;
    at += bytes;
  }
  return text.length;
}

/* Whether a value cannot begin or end here: in a word or a number. */
static bool is_divided(detm_text text, size_t offset) {
  return !dt_is_word_edge(text, offset) || dt_divides_number(text, offset);
}

/* Adds an element whose text is the value, and its ancestors with the same text. */
static void add_nested(finder *f, xmlNodePtr element) {
  f->found.places++;
  for (int n = 0; n < MAX_NESTED && element != NULL && element->type == XML_ELEMENT_NODE; n++) {
    if (dt_sample_length(f->sample, element) != f->squeezed.length || dt_node_is(element, "body") ||
        dt_node_is(element, "html") || dt_node_is(element, "head"))
      return;
    add_target(f, (dt_target){DT_TARGET_ELEMENT, element, element, false});
    element = element->parent;
  }
}

/* Returns the child of `element` that contains the text. */
static xmlNodePtr branch_of(xmlNodePtr text, const xmlNode *element) {
  while (text->parent != element) text = text->parent;
  return text;
}

static bool is_break_or_end(const xmlNode *node) { return node == NULL || dt_is_break(node); }

/* Returns the next sibling that has text, or the end of the run. */
static xmlNodePtr skip_empty(const finder *f, xmlNodePtr node, bool back) {
  int passed = 0;
  while (!is_break_or_end(node) && passed++ < MAX_EMPTY) {
    bool text = node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE;
    if (text && !dt_node_blank(node)) break;
    if (node->type == XML_ELEMENT_NODE && dt_sample_length(f->sample, node) != 0) break;
    node = back ? node->prev : node->next;
  }
  return node;
}

/* Whether a node has no texts outside [first, last]. */
static bool is_between(const finder *f, xmlNodePtr node, uint32_t first, uint32_t last) {
  if (node->type != XML_ELEMENT_NODE) return true;
  const dt_sample_element *e = dt_sample_at(f->sample, node);
  return e->first >= first && e->end <= last + 1;
}

/* Adds an occurrence that is a whole run of an element.  Returns false if it is not a run. */
static bool add_run_hit(finder *f, const hit *h) {
  const dt_sample *s = f->sample;
  xmlNodePtr first = s->texts[h->first].node, last = s->texts[h->last].node;
  xmlNodePtr element = dt_common_ancestor(first, last);

  if (element == first) element = first->parent;
  while (element->parent != NULL && element->parent->type == XML_ELEMENT_NODE &&
         dt_sample_length(s, element) == f->squeezed.length)
    element = element->parent;

  first = branch_of(first, element);
  last = branch_of(last, element);
  if (dt_sample_at(s, element)->data || !is_between(f, first, h->first, h->last) ||
      !is_between(f, last, h->first, h->last))
    return false;

  for (const xmlNode *n = first; n != last; n = n->next)
    if (dt_is_break(n)) return false;
  if (dt_is_break(last) || !is_break_or_end(skip_empty(f, first->prev, true)) ||
      !is_break_or_end(skip_empty(f, last->next, false)))
    return false;

  add_target(f, (dt_target){DT_TARGET_RUN, first, element, false});
  return true;
}

static void add_hit(finder *f, const hit *h) {
  const dt_sample *s = f->sample;
  xmlNodePtr first = s->texts[h->first].node, last = s->texts[h->last].node;
  xmlNodePtr element = dt_common_ancestor(first->parent, last->parent);
  uint32_t length = dt_sample_length(s, element);
  bool whole = h->before == 0 && h->after == 0, short_text = length <= 3 * f->squeezed.length + 80;
  bool run = whole && add_run_hit(f, h);

  if (whole && length == f->squeezed.length) {
    add_nested(f, element);
    return;
  }

  f->found.places += run;
  if (h->first == h->last && (whole || length != s->texts[h->first].length)) {
    f->found.places += !run;
    add_target(f, (dt_target){DT_TARGET_TEXT, first, element, !whole});
  } else if (!run && (h->first == h->last || short_text)) {
    f->found.places++;
    add_target(f, (dt_target){DT_TARGET_ELEMENT, element, element, true});
  }
}

static void find_in_texts(finder *f) {
  const dt_sample *s = f->sample;
  const char *stream = f->folded ? s->folded : s->stream, *end = stream + s->stream_length, *at = stream;
  for (int n = 0; n < MAX_HITS; n++, at++) {
    at = memmem(at, (size_t)(end - at), f->squeezed.data, f->squeezed.length);
    if (at == NULL) return;
    uint32_t offset = (uint32_t)(at - stream), stop = offset + (uint32_t)f->squeezed.length;
    hit h = {.first = dt_sample_text_at(s, offset), .last = dt_sample_text_at(s, stop - 1)};
    h.before = offset - s->texts[h.first].start;
    h.after = s->texts[h.last].start + s->texts[h.last].length - stop;
    dt_scope_tick(s->scope);
    detm_text first = dt_text((const char *)s->texts[h.first].node->content);
    detm_text last = dt_text((const char *)s->texts[h.last].node->content);
    uint32_t whole = s->texts[h.last].length;
    if (h.before != 0 && is_divided(first, unsqueezed(first, h.before))) continue;
    if (h.after != 0 && is_divided(last, unsqueezed(last, whole - h.after))) continue;
    add_hit(f, &h);
  }
}

static void find_in_attributes(finder *f) {
  for (uint32_t i = 0; i < f->sample->attribute_count; i++) {
    const dt_sample_attribute *a = &f->sample->attributes[i];
    bool partial = a->length != f->squeezed.length;
    if (a->length < f->squeezed.length) continue;

    if (partial &&
        (!dt_node_is(a->node->parent, "meta") || f->squeezed.length <= 2 || a->length >= 3 * f->squeezed.length + 60))
      continue;

    dt_mark mark = dt_arena_mark(f->sample->arena);
    char *text = dt_arena_copy(f->sample->arena, a->squeezed, a->length);
    if (f->folded) dt_fold(text, a->length);
    bool holds = memmem(text, a->length, f->squeezed.data, f->squeezed.length) != NULL;
    dt_arena_rewind(f->sample->arena, mark);
    if (!holds) continue;
    f->found.places++;
    add_target(f, (dt_target){DT_TARGET_ATTRIBUTE, (xmlNodePtr)a->node, a->node->parent, partial});
  }
}

static bool is_value(const finder *f, detm_text text) {
  if (text.length < f->squeezed.length || text.length > 4 * f->squeezed.length + MAX_BLANKS) return false;

  dt_mark mark = dt_arena_mark(f->sample->arena);
  char *squeezed = dt_arena_take(f->sample->arena, text.length + 1);
  size_t length = dt_squeeze(text, squeezed);
  dt_fold(squeezed, length);
  bool equal = dt_text_equal((detm_text){squeezed, length}, f->squeezed);
  dt_arena_rewind(f->sample->arena, mark);
  return equal;
}

/* Whether the value is one of the classes of an element, or the address of a mail or telephone without its scheme. */
static bool is_part_of_attribute(const finder *f, const xmlAttr *attribute, detm_text text) {
  if (strcmp((const char *)attribute->name, "class") == 0) {
    for (detm_text class; (class = dt_next_class(&text)).length != 0;)
      if (is_value(f, class)) return true;
    return false;
  }

  return strcmp((const char *)attribute->name, "href") == 0 && is_value(f, dt_url_address(text));
}

/* Whether an attribute that readers do not see may hold a value: those for layout and forms, such as width and
 * maxlength, say nothing of what is shown. */
static bool may_hold_value(const xmlAttr *attribute) {
  const char *name = (const char *)attribute->name;
  return strncmp(name, "data-", 5) == 0 || strncmp(name, "aria-", 5) == 0 || strcmp(name, "id") == 0 ||
         strcmp(name, "class") == 0 || strcmp(name, "poster") == 0;
}

/* Finds the value, which is folded, in attributes that readers do not see; those that they see have it only as a part.
 */
static void find_unseen(finder *f) {
  f->found.unseen = true;
  for (uint32_t i = 0; i < f->sample->element_count; i++) {
    xmlNodePtr element = f->sample->elements[i].node;
    for (xmlAttrPtr a = f->sample->elements[i].data ? NULL : element->properties; a != NULL; a = a->next) {
      detm_text text = dt_text(a->children != NULL ? (const char *)a->children->content : NULL);
      bool whole = may_hold_value(a) && is_value(f, text);
      if (!whole && !is_part_of_attribute(f, a, text)) continue;
      f->found.places++;
      add_target(f, (dt_target){DT_TARGET_ATTRIBUTE, (xmlNodePtr)a, element, !whole});
    }
    dt_scope_tick(f->sample->scope);
  }
}

dt_targets dt_find_value(dt_sample *sample, detm_text value, const char *path) {
  finder f = {.sample = sample, .value = value};
  char *squeezed = dt_arena_take(sample->arena, value.length + 1);

  f.squeezed = (detm_text){squeezed, dt_squeeze(value, squeezed)};
  f.found.all = DT_ARRAY(sample->arena, dt_target, MAX_TARGETS);
  if (f.squeezed.length == 0) return f.found;
  find_in_texts(&f);
  bool as_given = f.found.count != 0;
  find_in_attributes(&f);

  if (!as_given && !f.whole) {
    dt_fold(squeezed, f.squeezed.length);
    f.folded = true;
    uint32_t places = f.found.places;
    find_in_texts(&f);
    find_in_attributes(&f);
    f.found.places = f.found.count == 0 ? 0 : f.found.places - places;
    if (f.found.count == 0) find_unseen(&f);
  }

  if (path == NULL) return f.found;
  dt_nodes at = dt_sample_at_path(sample, path);

  uint32_t kept = 0;
  for (uint32_t i = 0; i < f.found.count && at.count != 0; i++)
    if (f.found.all[i].node == at.nodes[0] || dt_target_node(&f.found.all[i]) == at.nodes[0])
      f.found.all[kept++] = f.found.all[i];

  f.found.count = kept;
  if (kept == 0) f.found.places = 0;
  return f.found;
}

/* ---- beginnings ---- */

/* The block in which a text is; the element itself if it is one. */
static xmlNodePtr block_ancestor(xmlNodePtr element) {
  while (!dt_is_break(element) && element->parent != NULL && element->parent->type == XML_ELEMENT_NODE)
    element = element->parent;
  return element;
}

detm_text dt_find_whole(dt_sample *sample, detm_text value, const char *path) {
  detm_text beginning = dt_text_without_dots(value);
  if (beginning.length == 0 || dt_find_value(sample, value, path).count != 0) return value;

  detm_text wanted = dt_squeezed_words(sample->arena, beginning);
  dt_targets found = dt_find_value(sample, beginning, path);
  for (uint32_t i = 0; i < found.count && wanted.length != 0; i++) {
    const dt_target *t = &found.all[i];
    if (t->kind == DT_TARGET_ATTRIBUTE || dt_sample_at(sample, t->element)->data) continue;
    xmlNodePtr ends[] = {block_ancestor(t->element), t->node}; /* the text alone, if the block begins with another */
    for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) {
      detm_text whole = dt_sample_value(sample, ends[e]);
      if (dt_text_starts(dt_squeezed_words(sample->arena, whole), wanted)) return whole;
    }
  }

  return value;
}
