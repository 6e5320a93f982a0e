/* html/document.c: builds libxml2's DOM in an arena from the events of its HTML parser. */
#include "html/document.h"

#include "html/dom.h"
#include "html/jsonld.h"
#include "html/parser.h"

#include <libxml/parserInternals.h>
#include <libxml/xpath.h>
#include <stdlib.h>

enum { CACHE_SIZE = 256 };

typedef struct cached_name {
  const xmlChar *of, *name; /* the parser passes the same pointer for the same name */
} cached_name;

typedef struct events {
  dt_dom dom;
  dt_limits *limits;
  htmlParserCtxtPtr parser;
  xmlNodePtr open; /* the innermost open element, or the document */
  uint32_t depth;
  bool cut;
  detm_text base_href;
  bool preceded;  /* a doctype or a comment came before the root */
  dt_buffer text; /* text since the last tag */
  cached_name names[CACHE_SIZE];
} events;

static const xmlChar *name_of(events *e, const xmlChar *name) {
  cached_name *cached = &e->names[(dt_hash_mix(0, (uintptr_t)name) >> 40) % CACHE_SIZE];
  if (cached->of != name)
    *cached = (cached_name){name, dt_dom_name(&e->dom, (const char *)name, strlen((const char *)name))};
  return cached->name;
}

/* Copies UTF-8 with controls replaced by what they mean. */
static void add_clean(dt_buffer *out, const char *bytes, size_t length) {
  const unsigned char *at = (const unsigned char *)bytes, *end = at + length, *lead;
  while (at < end && (lead = memchr(at, 0xC2, (size_t)(end - at))) != NULL) {
    bool control = dt_is_control(lead, end);
    dt_buffer_add(out, (const char *)at, (size_t)(lead - at) + !control);
    at = lead + 1;
    if (!control) continue;
    char meant[4];
    dt_buffer_add(out, meant, dt_utf8_write(meant, dt_control_meaning(*at++)));
  }
  dt_buffer_add(out, (const char *)at, (size_t)(end - at));
}

static void close_text(events *e) {
  if (e->text.length == 0) return;
  if (e->depth != 0) dt_dom_text(&e->dom, e->open, e->text.data, e->text.length);
  e->text.length = 0;
}

static void stop_on_failure(events *e) {
  if (e->text.failed && e->dom.status == DETM_OK) e->dom.status = DETM_NO_MEMORY;
  if (e->dom.status != DETM_OK) xmlStopParser(e->parser);
}

/* Checks whether to skip the rest of the page. */
static bool is_over(events *e) {
  if (e->dom.status == DETM_OK && dt_limits_late(e->limits)) {
    e->dom.status = DETM_LIMIT;
    xmlStopParser(e->parser);
  }
  return e->cut || e->dom.status != DETM_OK;
}

static void add_attribute(events *e, xmlNodePtr element, const xmlChar *name, const xmlChar *value) {
  detm_text text = value != NULL ? dt_text((const char *)value) : (detm_text){NULL, 0};
  if (text.length != 0 && memchr(text.data, 0xC2, text.length) != NULL) {
    add_clean(&e->text, text.data, text.length); /* the text before the tag is closed: the buffer is free */
    if (e->text.failed) return;
    text = (detm_text){e->text.data, e->text.length};
    e->text.length = 0;
  }
  dt_dom_attribute(&e->dom, element, name_of(e, name), text);
}

/* Returns a name without prefix, as in libxml2's own DOM, and without colons or starts that XML forbids, because paths
 * cannot contain them ("a:", "a:b:c", "a:1b"). */
static const xmlChar *local_name(events *e, const xmlChar *name) {
  size_t end = strlen((const char *)name);
  while (end > 1 && name[end - 1] == ':') end--;
  size_t start = end;
  while (start > 0 && name[start - 1] != ':') start--;
  while (start < end && !dt_is_ascii_letter((char)name[start]) && name[start] != '_' && name[start] < 0x80) start++;
  if (start == end) return dt_dom_name(&e->dom, "unknown", strlen("unknown"));
  return name[end] == '\0' ? name_of(e, name + start) : dt_dom_name(&e->dom, (const char *)name + start, end - start);
}

/* Records the address of a base element, except in noscript, as in the tag tree. */
static void read_base(events *e, const xmlChar **pairs) {
  for (const xmlNode *outer = e->open; outer != NULL; outer = outer->parent)
    if (dt_node_is(outer, "noscript")) return;
  for (; pairs != NULL && pairs[0] != NULL && e->base_href.length == 0; pairs += 2) {
    if (strcmp((const char *)pairs[0], "href") != 0 || pairs[1] == NULL) continue;
    detm_text href = dt_text((const char *)pairs[1]);
    const char *copy = dt_arena_copy(e->dom.arena, href.data, href.length);
    if (copy == NULL) e->dom.status = DETM_NO_MEMORY;
    if (copy != NULL) e->base_href = (detm_text){copy, href.length};
  }
}

static void start_element(void *context, const xmlChar *name, const xmlChar **pairs) {
  events *e = context;
  if (is_over(e)) return;
  close_text(e);
  if (e->depth == e->limits->max_depth) {
    e->cut = true;
    xmlStopParser(e->parser);
    return;
  }
  if (strcmp((const char *)name, "base") == 0) read_base(e, pairs);
  /* After the end of the root the parent is the document's first node, as in libxml2. */
  xmlNodePtr first = e->dom.document->children, parent = e->open;
  if (e->depth == 0 && first != NULL && !e->preceded) parent = first;
  xmlNodePtr element = dt_dom_element(&e->dom, parent, local_name(e, name));
  for (; element != NULL && pairs != NULL && pairs[0] != NULL; pairs += 2)
    add_attribute(e, element, pairs[0], pairs[1]);
  if (element != NULL) {
    e->open = element;
    e->depth++;
  }
  stop_on_failure(e);
}

static void end_element(void *context, const xmlChar *name) {
  (void)name;
  events *e = context;
  if (e->depth == 0 || is_over(e)) return;
  close_text(e);
  e->depth--;
  e->open = e->depth != 0 ? e->open->parent : (xmlNodePtr)e->dom.document;
  stop_on_failure(e);
}

static void characters(void *context, const xmlChar *bytes, int length) {
  events *e = context;
  if (is_over(e)) return;
  add_clean(&e->text, (const char *)bytes, (size_t)length);
  stop_on_failure(e);
}

static void precede(events *e) {
  if (e->depth == 0 && e->dom.elements == 0) e->preceded = true;
}

static void doctype(void *context, const xmlChar *name, const xmlChar *public_name, const xmlChar *system_name) {
  (void)name, (void)public_name, (void)system_name;
  precede(context);
}

static void comment(void *context, const xmlChar *text) {
  (void)text;
  events *e = context;
  precede(e);
  if (e->depth == 0 || is_over(e)) return;
  close_text(e);
  dt_dom_comment(&e->dom, e->open);
  stop_on_failure(e);
}

void dt_document_join(xmlDocPtr document) {
  xmlNodePtr root = xmlDocGetRootElement(document);
  if (root == NULL) return;
  for (xmlNodePtr node = root->next, next; node != NULL; node = next) {
    next = node->next;
    dt_dom_append(root, node);
  }
  root->next = NULL;
  document->last = root;
}

detm_status dt_document_build(dt_document *document, dt_arena *arena, detm_text markup, detm_text data,
                              dt_limits *limits, detm_error *error) {
  htmlSAXHandler handler = {.startElement = start_element,
                            .endElement = end_element,
                            .characters = characters,
                            .ignorableWhitespace = characters,
                            .cdataBlock = characters,
                            .comment = comment,
                            .internalSubset = doctype};
  events *e = calloc(1, sizeof *e);
  if (e == NULL) return dt_error_memory(error);
  dt_dom *dom = &e->dom;
  e->limits = limits;
  dt_dom_start(dom, arena, limits->max_nodes);
  e->open = (xmlNodePtr)dom->document;
  if (markup.length != 0 && dom->status == DETM_OK) {
    bool whole = dt_parser_run(&e->parser, e, &handler, markup.data, markup.length);
    if (!whole && dom->status == DETM_OK) dom->status = DETM_NO_MEMORY;
    close_text(e); /* pending text of a page that was cut */
  }
  dt_buffer_free(&e->text);
  if (dom->status == DETM_OK && dom->elements == 0) /* a document always has a root */
    dt_dom_element(dom, (xmlNodePtr)dom->document, dt_dom_name(dom, "html", 4));
  if (dom->status == DETM_OK) dt_data_add(dom, data);
  if (dom->status == DETM_OK) xmlXPathOrderDocElems(dom->document);
  detm_status status = dom->status;
  *document = (dt_document){dom->document, dom->elements, e->base_href, e->cut};
  free(e);
  if (status == DETM_LIMIT) return dt_limits_report(limits, error);
  if (status != DETM_OK) return dt_error_memory(error);
  return DETM_OK;
}
