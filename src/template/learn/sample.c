/* template/learn/sample.c: numbers the nodes of a document, and finds the nodes of anchors. */
#include "template/learn/sample.h"

#include "base/libxml_guard.h"
#include "base/search.h"
#include "html/value_text.h"
#include "template/apply/step_eval.h"
#include "template/apply/xpath.h"
#include "template/apply/xpath_check.h"
#include "text/fold.h"

#include <libxml/xpathInternals.h>

enum { MAX_NODES = 400, XPATH_OPERATIONS = 20000000 };

struct dt_answer {
  const char *expression;
  dt_nodes nodes;
};

static const char *const seen_attributes[] = {"content", "alt", "title",       "value",     "datetime",
                                              "href",    "src", "placeholder", "data-value"};

/* ---- numbering ---- */

uint32_t dt_sample_number(const xmlNode *node) { return (uint32_t)(uintptr_t)node->_private; }

/* Adds a text to the stream, unless it is blank or not shown. */
static void add_sample_text(dt_sample *s, xmlNodePtr node) {
  xmlNodePtr parent = node->parent;
  if (dt_node_is(parent, "script") || dt_node_is(parent, "style")) return;
  size_t length = dt_squeeze(dt_text((const char *)node->content), s->stream + s->stream_length);
  if (length == 0) return;
  node->_private = (void *)(uintptr_t)s->text_count;
  s->texts[s->text_count++] = (dt_sample_text){.node = node, .start = s->stream_length, .length = (uint32_t)length};
  s->stream_length += (uint32_t)length;
  s->elements[dt_sample_number(parent)].end = s->text_count;
}

static void add_sample_element(dt_sample *s, xmlNodePtr node) {
  bool inherits = s->element_count != 0 && s->elements[dt_sample_number(node->parent)].data;
  s->elements[s->element_count] = (dt_sample_element){
      .node = node, .first = s->text_count, .end = s->text_count, .data = dt_node_is(node, "ld") || inherits};
  node->_private = (void *)(uintptr_t)s->element_count++;

  for (size_t i = 0; i < sizeof seen_attributes / sizeof *seen_attributes; i++) {
    xmlAttrPtr seen = xmlHasProp(node, (const xmlChar *)seen_attributes[i]);
    if (seen == NULL || seen->children == NULL || seen->children->content == NULL) continue;
    detm_text value = dt_text((const char *)seen->children->content);
    char *squeezed = dt_arena_take(s->arena, value.length + 1);
    uint32_t length = (uint32_t)dt_squeeze(value, squeezed);
    if (length != 0) s->attributes[s->attribute_count++] = (dt_sample_attribute){seen, squeezed, length};
  }
}

void dt_sample_start(dt_sample *sample, dt_arena *arena, xmlDocPtr document) {
  xmlNodePtr root = xmlDocGetRootElement(document);
  *sample = (dt_sample){.scope = arena->scope, .arena = arena, .document = document};
  dt_lookup_start(&sample->answer_lookup, arena, 0);
  if (root == NULL) return;

  size_t elements = 0, attributes = 0, texts = 0, bytes = 0;
  for (const xmlNode *node = root; node != NULL; node = dt_node_next(root, node)) {
    bool element = node->type == XML_ELEMENT_NODE;
    elements += element;
    for (const xmlAttr *a = element ? node->properties : NULL; a != NULL; a = a->next) attributes++;
    texts += dt_node_is_text(node);
    bytes += strlen(dt_node_content(node));
  }

  sample->texts = DT_ARRAY(arena, dt_sample_text, texts + 1);
  sample->elements = DT_ARRAY(arena, dt_sample_element, elements + 1);
  sample->attributes = DT_ARRAY(arena, dt_sample_attribute, attributes + 1);
  sample->stream = dt_arena_take(arena, bytes + 1);

  for (const xmlNode *next = root; next != NULL; next = dt_node_next(root, next)) {
    xmlNodePtr node = (xmlNodePtr)(uintptr_t)next;
    if (node->type == XML_ELEMENT_NODE) add_sample_element(sample, node);
    if (*dt_node_content(node) != '\0') add_sample_text(sample, node);
    dt_scope_tick(sample->scope);
  }

  for (uint32_t i = sample->element_count; i-- > 1;) { /* an element ends where its last child does */
    const dt_sample_element *child = &sample->elements[i];
    dt_sample_element *parent = &sample->elements[dt_sample_number(child->node->parent)];
    if (parent->end < child->end) parent->end = child->end;
  }

  sample->folded = dt_arena_copy(arena, sample->stream, sample->stream_length);
  dt_fold(sample->folded, sample->stream_length);

  sample->context = dt_xpath_context(document);
  if (sample->context == NULL || !dt_walk_begin(sample->context, arena->scope) ||
      !dt_locator_start(&sample->locator, document))
    dt_scope_leave(arena->scope, DETM_NO_MEMORY);
}

void dt_sample_end(dt_sample *sample) {
  for (uint32_t i = 0; i < sample->element_count; i++) sample->elements[i].node->_private = NULL;
  for (uint32_t i = 0; i < sample->text_count; i++) sample->texts[i].node->_private = NULL;
  xmlXPathFreeNodeSet(sample->held);
  xmlXPathFreeContext(sample->context);
  dt_locator_free(&sample->locator);
  *sample = (dt_sample){0};
}

/* ---- anchors ---- */

/* Finds the nodes of an anchor that may have a value; none if its path is invalid or takes too long. */
static dt_nodes find_in_sample(dt_sample *s, const dt_anchor *a) {
  dt_nodes kept = {NULL, 0};
  dt_silence silence;
  dt_xpath_state state = DT_XPATH_NO_MEMORY;
  unsigned long looked = 0;

  dt_scope_clock(s->scope);
  s->context->opLimit = XPATH_OPERATIONS;
  s->context->opCount = 0;

  if (dt_silence_begin(&silence)) {
    dt_steps steps;
    state = dt_steps_compile(&steps, a->path);
    xmlNodeSetPtr heads = state == DT_XPATH_FINE ? dt_locate(&s->locator, a, &looked) : NULL;
    if (heads != NULL) s->held = dt_walk(&steps, 0, steps.count, s->context, heads);
    if (state == DT_XPATH_FINE && heads == NULL) state = DT_XPATH_NO_MEMORY;
    dt_steps_free(&steps);
    if (dt_silence_lacked(&silence)) state = DT_XPATH_NO_MEMORY;
    dt_silence_end(&silence);
  }

  if (state == DT_XPATH_NO_MEMORY) dt_scope_leave(s->scope, DETM_NO_MEMORY);
  if (s->scope->status != DETM_OK) dt_scope_leave(s->scope, s->scope->status);
  uint32_t found = s->held != NULL ? (uint32_t)s->held->nodeNr : 0;
  uint32_t from = a->run == 0 ? a->skip : 0, drop = a->run == 0 ? a->drop : 0; /* runs are skipped by the caller */
  uint32_t count = from < found && drop < found - from ? found - from - drop : 0;
  if (count > MAX_NODES) count = MAX_NODES;
  if (count != 0) kept.nodes = DT_ARRAY(s->arena, xmlNodePtr, count);

  for (uint32_t i = from; i < from + count; i++) {
    xmlNodePtr node = s->held->nodeTab[i];
    if (node->type != XML_NAMESPACE_DECL && node->type != XML_DOCUMENT_NODE && node->type != XML_HTML_DOCUMENT_NODE)
      kept.nodes[kept.count++] = node;
  }

  xmlXPathFreeNodeSet(s->held);
  s->held = NULL;
  return kept;
}

dt_nodes dt_sample_find(dt_sample *s, const dt_anchor *anchor, const char *expression) {
  size_t length = strlen(expression);
  uint64_t hash = dt_hash_keyed(expression, length);
  uint32_t probe = 0;
  if (s->context == NULL) return (dt_nodes){NULL, 0};

  for (uint32_t known; (known = dt_lookup_next(&s->answer_lookup, hash, &probe)) != DT_NO_NUMBER;)
    if (strcmp(s->answers.items[known]->expression, expression) == 0) return s->answers.items[known]->nodes;
  dt_answer *answer = DT_ZERO(s->arena, dt_answer, 1);
  answer->expression = dt_arena_copy(s->arena, expression, length);
  answer->nodes = find_in_sample(s, anchor);
  dt_lookup_append(&s->answer_lookup, hash);
  DT_VEC_PUSH(s->arena, &s->answers, answer);
  return answer->nodes;
}

dt_nodes dt_sample_at_path(dt_sample *s, const char *path) {
  dt_anchor anchor = {.kind = DT_ANCHOR_PATH, .path = path};
  char fault[128];
  return dt_xpath_check(path, fault, sizeof fault) ? dt_sample_find(s, &anchor, path) : (dt_nodes){NULL, 0};
}

/* ---- texts and values of nodes ---- */

uint32_t dt_sample_length(const dt_sample *s, xmlNodePtr element) {
  const dt_sample_element *e = dt_sample_at(s, element);
  if (e->first == e->end) return 0;
  return s->texts[e->end - 1].start + s->texts[e->end - 1].length - s->texts[e->first].start;
}

uint32_t dt_sample_text_at(const dt_sample *s, uint32_t offset) {
  uint32_t next;
  DT_LOWER_BOUND(next, 1, s->text_count, s->texts[next].start <= offset);
  return next - 1;
}

xmlNodePtr dt_common_ancestor(xmlNodePtr a, xmlNodePtr b) {
  uint32_t up_a = 0, up_b = 0;
  for (const xmlNode *n = a; n != NULL; n = n->parent) up_a++;
  for (const xmlNode *n = b; n != NULL; n = n->parent) up_b++;
  for (; up_a > up_b; up_a--) a = a->parent;
  for (; up_b > up_a; up_b--) b = b->parent;
  while (a != b) {
    a = a->parent;
    b = b->parent;
  }
  return a;
}

typedef void read_text(const xmlNode *node, dt_buffer *out);

/* Returns a copy of the text that `read` makes of a node.  Frees the buffer before it leaves the scope. */
static detm_text copy_node_text(dt_sample *s, xmlNodePtr node, read_text *read) {
  dt_buffer buffer = {0};
  read(node, &buffer);
  s->arena->scope = NULL;
  char *copy = buffer.failed ? NULL : dt_arena_copy(s->arena, buffer.data, buffer.length);
  s->arena->scope = s->scope;
  detm_text text = {copy, buffer.length};
  dt_buffer_free(&buffer);
  if (copy == NULL) dt_scope_leave(s->scope, DETM_NO_MEMORY);
  return text;
}

/* Returns the cached value of a numbered node, or of the run that begins with it; NULL for other nodes. */
static dt_sample_value_of *cached(dt_sample *s, xmlNodePtr node, bool run) {
  uint32_t number = dt_sample_number(node);
  if (node->type == XML_ELEMENT_NODE) return run ? &s->elements[number].run : &s->elements[number].value;
  if (number >= s->text_count || s->texts[number].node != node) return NULL;
  return run ? &s->texts[number].run : &s->texts[number].value;
}

static detm_text sample_value_of(dt_sample *s, xmlNodePtr node, bool run) {
  dt_sample_value_of *kept = cached(s, node, run);
  read_text *read = run ? dt_run_text : dt_value_text;
  if (kept == NULL) return copy_node_text(s, node, read);
  if (kept->text.data == NULL) kept->text = copy_node_text(s, node, read);
  return kept->text;
}

detm_text dt_sample_value(dt_sample *s, xmlNodePtr node) { return sample_value_of(s, node, false); }

detm_text dt_sample_run_value(dt_sample *s, xmlNodePtr run) { return sample_value_of(s, run, true); }

/* ---- values as numbers ---- */

detm_text dt_squeezed(dt_arena *arena, detm_text text) {
  char *out = dt_arena_take(arena, text.length + 1);
  size_t length = dt_squeeze(text, out);
  dt_fold(out, length);
  return (detm_text){out, length};
}

detm_text dt_squeezed_words(dt_arena *arena, detm_text text) {
  char *out = dt_arena_take(arena, text.length + 1);
  return (detm_text){out, dt_squeeze_word(text, out)};
}

uint32_t dt_words_number(dt_words *words, dt_arena *arena, detm_text text) {
  detm_text word = dt_squeezed(arena, text);
  if (word.length == 0) return 0;
  uint64_t hash = dt_hash_keyed(word.data, word.length);
  uint32_t probe = 0;
  for (uint32_t known; (known = dt_lookup_next(&words->lookup, hash, &probe)) != DT_NO_NUMBER;)
    if (dt_text_equal(words->texts[known], word)) return known + 1;
  words->lookup.arena = arena;
  DT_RESERVE(arena, words->texts, words->lookup.count, words->capacity, 1);
  words->texts[words->lookup.count] = word;
  return dt_lookup_append(&words->lookup, hash) + 1;
}

static uint32_t sample_word_of(dt_sample *s, dt_words *words, xmlNodePtr node, bool run) {
  dt_sample_value_of *kept = cached(s, node, run);
  if (kept != NULL && kept->has_word) return kept->word;
  uint32_t word = dt_words_number(words, s->arena, sample_value_of(s, node, run));
  if (kept != NULL) {
    kept->word = word;
    kept->has_word = true;
  }
  return word;
}

uint32_t dt_sample_word_of(dt_sample *s, dt_words *words, xmlNodePtr node) {
  return sample_word_of(s, words, node, false);
}

uint32_t dt_sample_run_word(dt_sample *s, dt_words *words, xmlNodePtr run) {
  return sample_word_of(s, words, run, true);
}

static void read_string_value(const xmlNode *node, dt_buffer *out) {
  dt_silence silence;
  xmlChar *content = NULL;

  if (dt_silence_begin(&silence)) {
    content = xmlNodeGetContent(node);
    dt_silence_end(&silence);
    out->failed = dt_silence_lacked(&silence);
  }

  if (content == NULL) {
    out->failed = true;
    return;
  }

  dt_buffer_text(out, (const char *)content);
  dt_buffer_byte(out, '\0');
  if (!out->failed) out->length = dt_normalize_space(out->data, out->length - 1);

  xmlFree(content);
}

detm_text dt_sample_string(dt_sample *s, xmlNodePtr node) { return copy_node_text(s, node, read_string_value); }

detm_text dt_attribute_value(xmlNodePtr element, const char *name) {
  const char *value = dt_node_value(element, name);
  return value != NULL && *value != '\0' ? dt_text(value) : (detm_text){NULL, 0};
}

/* Uses the white space of XPath's normalize-space(). */
bool dt_node_blank(xmlNodePtr text) {
  const char *content = (const char *)text->content;
  return content == NULL || dt_is_white_string(content);
}

static bool is_shown_text(xmlNodePtr node) { return dt_node_is_text(node) && !dt_node_blank(node); }

uint32_t dt_text_position(xmlNodePtr text, uint32_t *of) {
  uint32_t before = 1;
  for (xmlNodePtr n = text->prev; n != NULL; n = n->prev) before += is_shown_text(n);
  *of = before;
  for (xmlNodePtr n = text->next; n != NULL; n = n->next) *of += is_shown_text(n);
  return before;
}

uint32_t dt_run_position(const xmlNode *run, uint32_t *of) {
  unsigned long looked = 0;
  uint32_t position = 1;
  *of = 0;
  for (const xmlNode *n = dt_run_first(run->parent, &looked); n != NULL; n = dt_run_next(n, &looked)) {
    ++*of;
    if (n == run) position = *of;
  }
  return position;
}
