/* template/walk.c: the nodes at the end of a path, step by step. */
#include "template/walk.h"

#include <libxml/xpathInternals.h>
#include <stdlib.h>

/* ---- cutting ---- */

/* The end of the step that begins at `at`: the next "/" outside of brackets and strings. */
static const char *step_end(const char *at) {
  unsigned depth = 0;
  for (; *at != '\0' && (*at != '/' || depth != 0); at++) {
    if (*at == '[' || *at == '(') depth++;
    if (*at == ']' || *at == ')') depth--;
    if (*at != '"' && *at != '\'') continue;
    const char *end = strchr(at + 1, *at);
    if (end == NULL) return at + strlen(at);
    at = end;
  }
  return at;
}

#define WATCHED "detm-watched"

/* A predicate that is a number costs nothing, and libxml2 stops at that node. */
static bool is_number(const char *at) {
  at += strspn(at, " \t\n\r");
  size_t digits = strspn(at, "0123456789");
  at += digits;
  return digits != 0 && at[strspn(at, " \t\n\r")] == ']';
}

/* "a[b][2]" becomes "a[detm-watched(b)][2]": a function that hands on what it is given. */
static void add_watched(dt_buffer *out, const char *step, size_t length) {
  uint64_t watched = 0; /* a bit for each bracket that is open, the last is the lowest */
  for (const char *at = step, *end = step + length; at < end;) {
    const char *quoted = *at == '"' || *at == '\'' ? memchr(at + 1, *at, (size_t)(end - at - 1)) : NULL;
    size_t taken = quoted != NULL ? (size_t)(quoted + 1 - at) : 1;
    if (*at == '[') watched = watched << 1 | !is_number(at + 1);
    if (*at == ']' && (watched & 1)) dt_buffer_byte(out, ')');
    if (*at == ']') watched >>= 1;
    dt_buffer_add(out, at, taken);
    if (*at == '[' && (watched & 1)) dt_buffer_text(out, WATCHED "(");
    at += taken;
  }
}

/* "/a[1]" is the step "a[1]", "//a" is "a" of each within, and "[2]" at the beginning filters the heads.  A test that
 * does nothing keeps libxml2 from giving the step to its other matcher, the streaming one. */
static dt_xpath_state add_step(dt_steps *steps, const char *step, size_t length, const char *prefix) {
  dt_buffer text = {0};
  dt_buffer_text(&text, prefix);
  add_watched(&text, step, length);
  dt_buffer_byte(&text, '\0');
  xmlXPathCompExprPtr *bigger = realloc(steps->compiled, (steps->count + 1) * sizeof(xmlXPathCompExprPtr));
  if (bigger != NULL) steps->compiled = bigger;
  bool room = bigger != NULL && !text.failed;
  dt_xpath_state state = room ? dt_xpath_compile(text.data, &bigger[steps->count]) : DT_XPATH_NO_MEMORY;
  steps->count += state == DT_XPATH_FINE;
  dt_buffer_free(&text);
  return state;
}

dt_xpath_state dt_steps_compile(dt_steps *steps, const char *path) {
  *steps = (dt_steps){.path = path, .filters = *path == '['};
  dt_xpath_state state = DT_XPATH_FINE;
  for (const char *at = path; state == DT_XPATH_FINE && *at != '\0';) {
    const char *prefix = *at == '[' ? "$heads" : "";
    if (*at == '/') {
      prefix = "self::node()/";
      at++;
    }
    if (*at == '/') {
      prefix = "self::node()//";
      at++;
    }
    at += strspn(at, " \t\n\r");
    const char *end = step_end(at);
    state = add_step(steps, at, (size_t)(end - at), prefix);
    at = end;
  }
  return state;
}

void dt_steps_free(dt_steps *steps) {
  for (size_t i = 0; i < steps->count; i++) xmlXPathFreeCompExpr(steps->compiled[i]);
  free(steps->compiled);
  *steps = (dt_steps){0};
}

/* The end of a path's first step. */
static const char *first_end(const char *path) {
  while (*path == '/') path++;
  return step_end(path);
}

void dt_steps_number(dt_steps *paths, size_t count) {
  for (size_t i = 1; i < count; i++) {
    const char *path = paths[i].path, *before = paths[i - 1].path;
    size_t length = (size_t)(first_end(path) - path), other = (size_t)(first_end(before) - before);
    paths[i].first = paths[i - 1].first + (length != other || memcmp(path, before, length) != 0);
  }
}

/* ---- walking ---- */

/* Nodes that were found already, in memory of libxml2, so that silence.h knows of its lack. */
typedef struct known {
  const xmlNode **slots;
  size_t count, size; /* a power of two */
} known;

static const xmlNode **slot_of(const known *k, const xmlNode *node) {
  size_t at = (size_t)dt_hash_mix(0, (uint64_t)(uintptr_t)node) & (k->size - 1);
  while (k->slots[at] != NULL && k->slots[at] != node) at = (at + 1) & (k->size - 1);
  return &k->slots[at];
}

static bool grow(known *k) {
  known bigger = {.size = k->size != 0 ? k->size * 2 : 64};
  if (k->count * 2 < k->size) return true;
  bigger.slots = xmlMalloc(bigger.size * sizeof *bigger.slots);
  if (bigger.slots == NULL) return false;
  memset(bigger.slots, 0, bigger.size * sizeof *bigger.slots);
  for (size_t i = 0; i < k->size; i++)
    if (k->slots[i] != NULL) *slot_of(&bigger, k->slots[i]) = k->slots[i];
  bigger.count = k->count;
  xmlFree(k->slots);
  *k = bigger;
  return true;
}

static bool add_new(known *k, xmlNodeSetPtr out, const xmlNodeSet *found) {
  for (int i = 0; found != NULL && i < found->nodeNr; i++) {
    if (!grow(k)) return false;
    const xmlNode **slot = slot_of(k, found->nodeTab[i]);
    if (*slot != NULL) continue;
    *slot = found->nodeTab[i];
    k->count++;
    if (xmlXPathNodeSetAddUnique(out, found->nodeTab[i]) != 0) return false;
  }
  return true;
}

/* Its argument stays where it is: that is what it gives. */
static void watched(xmlXPathParserContextPtr parser, int count) {
  if (count != 1) xmlXPathSetArityError(parser);
  if (dt_scope_late(parser->context->extra)) xmlXPathSetError(parser, XPATH_OP_LIMIT_EXCEEDED);
}

bool dt_walk_begin(xmlXPathContextPtr context, dt_scope *time) {
  context->extra = time;
  return xmlXPathRegisterFunc(context, (const xmlChar *)WATCHED, watched) == 0;
}

static xmlNodeSetPtr filter(xmlXPathCompExprPtr step, xmlXPathContextPtr context, xmlNodeSetPtr heads) {
  xmlXPathObjectPtr value = xmlXPathWrapNodeSet(heads);
  if (value == NULL) xmlXPathFreeNodeSet(heads);
  if (value == NULL || xmlXPathRegisterVariable(context, (const xmlChar *)"heads", value) != 0) {
    xmlXPathFreeObject(value);
    return NULL;
  }
  xmlXPathObjectPtr found = xmlXPathCompiledEval(step, context);
  xmlNodeSetPtr kept = found != NULL ? found->nodesetval : NULL;
  if (found != NULL) found->nodesetval = NULL;
  xmlXPathFreeObject(found);
  xmlXPathRegisterVariable(context, (const xmlChar *)"heads", NULL);
  return kept;
}

static xmlNodeSetPtr take_step(xmlXPathCompExprPtr step, xmlXPathContextPtr context, const xmlNodeSet *from) {
  known k = {0};
  xmlNodeSetPtr out = xmlXPathNodeSetCreate(NULL);
  bool fine = out != NULL;
  for (int i = 0; fine && i < from->nodeNr; i++) {
    context->node = from->nodeTab[i];
    xmlXPathObjectPtr found = !dt_scope_late(context->extra) ? xmlXPathCompiledEval(step, context) : NULL;
    fine = found != NULL && add_new(&k, out, found->nodesetval);
    xmlXPathFreeObject(found);
  }
  xmlFree(k.slots);
  if (fine) return out;
  xmlXPathFreeNodeSet(out);
  return NULL;
}

xmlNodeSetPtr dt_walk(const dt_steps *steps, size_t from, size_t to, xmlXPathContextPtr context, xmlNodeSetPtr heads) {
  xmlNodeSetPtr nodes = heads;
  for (size_t i = from; i < to && nodes != NULL; i++) {
    xmlNodeSetPtr before = nodes;
    xmlXPathNodeSetSort(before);
    bool filters = i == 0 && steps->filters;
    nodes = filters ? filter(steps->compiled[i], context, before) : take_step(steps->compiled[i], context, before);
    if (!filters) xmlXPathFreeNodeSet(before);
  }
  if (nodes != NULL) xmlXPathNodeSetSort(nodes);
  return nodes;
}
