/* html/dom_build.c: makes nodes of libxml2's DOM in an arena.
 *
 * Sets the fields that xmlNewDocNode and xmlSAX2AttributeNs would set. */
#include "html/dom_build.h"

/* The names that libxml2 gives.  Its own arrays could not be used before detm has loaded it (cli/on_demand.c). */
static const xmlChar text_name[] = "text", comment_name[] = "comment";

/* The caller sets all members at once, the unknown ones to zero: that costs less than to clear the bytes before. */
static void *take(dt_dom *dom, size_t bytes) {
  if (dom->status != DETM_OK) return NULL;
  void *taken = dt_arena_take(dom->arena, bytes);
  if (taken == NULL) dom->status = DETM_NO_MEMORY;
  return taken;
}

void dt_dom_start(dt_dom *dom, dt_arena *arena, size_t max_nodes) {
  *dom = (dt_dom){.arena = arena, .max_nodes = max_nodes};
  xmlDocPtr document = take(dom, sizeof *document);
  if (document == NULL) return;
  *document = (xmlDoc){.type = XML_HTML_DOCUMENT_NODE,
                       .doc = document,
                       .standalone = 1,
                       .charset = XML_CHAR_ENCODING_UTF8,
                       .properties = XML_DOC_HTML};
  dom->document = document;
}

/* A document begins with the same fields as a node: type, name, children, last, parent. */
static void append_node(xmlNodePtr parent, xmlNodePtr node) {
  if (parent->last != NULL) parent->last->next = node;
  if (parent->children == NULL) parent->children = node;
  parent->last = node;
}

static xmlNodePtr new_node(dt_dom *dom, xmlNodePtr parent, xmlElementType type, const xmlChar *name) {
  if (dom->nodes >= dom->max_nodes && dom->status == DETM_OK) dom->status = DETM_LIMIT;
  xmlNodePtr node = take(dom, sizeof *node);
  if (node == NULL) return NULL;
  dom->nodes++;
  *node = (xmlNode){.type = type, .name = name, .parent = parent, .prev = parent->last, .doc = dom->document};
  append_node(parent, node);
  return node;
}

/* Elements are made in document order, and get the numbers by which xmlXPathOrderDocElems notes it. */
xmlNodePtr dt_dom_element(dt_dom *dom, xmlNodePtr parent, const xmlChar *name) {
  xmlNodePtr node = new_node(dom, parent, XML_ELEMENT_NODE, name);
  if (node != NULL) node->content = (xmlChar *)-(intptr_t)++dom->elements;
  return node;
}

static xmlChar *copy_bytes(dt_dom *dom, const char *bytes, size_t length) {
  char *copied = dt_arena_copy(dom->arena, bytes, length);
  if (copied == NULL) dom->status = DETM_NO_MEMORY;
  return (xmlChar *)copied;
}

static xmlNodePtr text_node(dt_dom *dom, xmlNodePtr parent, xmlElementType type, const xmlChar *name, detm_text text) {
  xmlNodePtr node = new_node(dom, parent, type, name);
  xmlChar *content = node != NULL ? copy_bytes(dom, text.data, text.length) : NULL;
  if (content == NULL) return NULL;
  node->content = content;
  return node;
}

xmlNodePtr dt_dom_text(dt_dom *dom, xmlNodePtr parent, const char *bytes, size_t length) {
  return text_node(dom, parent, XML_TEXT_NODE, text_name, (detm_text){bytes, length});
}

xmlNodePtr dt_dom_comment(dt_dom *dom, xmlNodePtr parent) {
  return text_node(dom, parent, XML_COMMENT_NODE, comment_name, DT_TEXT(""));
}

/* The text node for an attribute's value does not count as a node. */
void dt_dom_attribute(dt_dom *dom, xmlNodePtr element, const xmlChar *name, detm_text value) {
  struct valued {
    xmlAttr attribute;
    xmlNode text;
  } *valued = take(dom, value.length != 0 ? sizeof *valued : sizeof valued->attribute);
  if (valued == NULL) return;

  xmlAttrPtr attribute = &valued->attribute;
  xmlNodePtr node = value.length != 0 ? &valued->text : NULL;
  *attribute = (xmlAttr){.type = XML_ATTRIBUTE_NODE,
                         .name = name,
                         .children = node,
                         .last = node,
                         .parent = element,
                         .doc = dom->document};
  if (node != NULL)
    *node = (xmlNode){.type = XML_TEXT_NODE,
                      .name = text_name,
                      .parent = (xmlNodePtr)attribute,
                      .doc = dom->document,
                      .content = copy_bytes(dom, value.data, value.length)};

  if (element->properties == NULL) {
    element->properties = attribute;
  } else {
    dom->attribute->next = attribute;
    attribute->prev = dom->attribute;
  }

  dom->attribute = attribute;
}

const xmlChar *dt_dom_name(dt_dom *dom, const char *name, size_t length) {
  return dom->status == DETM_OK ? copy_bytes(dom, name, length) : NULL;
}
