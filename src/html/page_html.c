/* html/page_html.c: writes a document as HTML that is well-formed XML, so that all parsers read the same tree.
 *
 * The output is ASCII: a parser need not know its encoding, whatever a meta element of the page declares.  There is no
 * newline at the end, because HTML parsers would add it to the body.
 *
 * libxml2 has no serializer for this.  Its HTML has no end tags for some elements and other URLs than the document; its
 * XHTML adds a namespace and a meta element; its XML has <p/> or <br></br>; none of them coerces names. */
#include "html/page_html.h"

#include "base/map.h"
#include "html/dom.h"

/* Checks whether HTML has no end tag for this element (HTML standard, 13.3). */
static bool is_void(const xmlNode *element) {
  static const char names[] =
      "area|base|basefont|bgsound|br|col|embed|frame|hr|img|input|keygen|link|meta|param|source|track|wbr";
  return element->children == NULL && dt_node_is_among(element, names);
}

/* ---- Characters -------------------------------------------------------------------------------- */

/* Adds a character other than a plain one.  Characters that XML forbids become U+FFFD. */
static void add_special(dt_buffer *out, uint32_t code) {
  bool forbidden = code < ' ' && code != '\t' && code != '\n' && code != '\r';
  if (code == '<')
    dt_buffer_text(out, "&lt;");
  else if (code == '>')
    dt_buffer_text(out, "&gt;");
  else if (code == '&')
    dt_buffer_text(out, "&amp;");
  else if (code == '"')
    dt_buffer_text(out, "&quot;");
  else if (code == '\f')
    dt_buffer_byte(out, ' ');
  else
    dt_buffer_format(out, "&#%u;", forbidden || code == 0xFFFE || code == 0xFFFF ? 0xFFFD : code);
}

/* Adds a text or a value.  Backslash and tilde are written as references, since they are other characters in some
 * decoders of Shift_JIS. */
static void write_dom_text(dt_buffer *out, const char *text, bool in_attribute) {
  const char *end = text + strlen(text), *special = in_attribute ? "<>&\\~\"\t\n" : "<>&\\~";
  for (const char *at = text; at < end;) {
    const char *plain = at;
    while (at < end && (unsigned char)*at < 0x80 && strchr(special, *at) == NULL &&
           ((unsigned char)*at >= ' ' || *at == '\t' || *at == '\n'))
      at++;
    dt_buffer_add(out, plain, (size_t)(at - plain));
    if (at == end) break;
    uint32_t code;
    at += dt_utf8_read(at, end, &code);
    add_special(out, code);
  }
}

/* ---- Names ------------------------------------------------------------------------------------- */

/* Checks whether a character may be in any name.  A colon may not, because no prefix is declared. */
static bool fits_in_name(uint32_t code, bool first) {
  if (code >= 0x80) return false;
  return dt_is_ascii_letter((char)code) || code == '_' ||
         (!first && (dt_is_digit((char)code) || code == '-' || code == '.'));
}

static bool is_valid_name(const xmlChar *name) {
  bool fits = fits_in_name(*name, true);
  while (fits && *++name != '\0') fits = fits_in_name(*name, false);
  return fits;
}

/* Adds a name, with "u" and six hexadecimal digits for each character that does not fit.  This is what the HTML
 * standard (13.2.9) proposes, but in lower case, as HTML parsers read it. */
static void write_dom_name(dt_buffer *out, const xmlChar *name) {
  const char *start = (const char *)name, *end = start + strlen(start);
  for (const char *at = start; at < end;) {
    uint32_t code;
    unsigned length = dt_utf8_read(at, end, &code);
    if (fits_in_name(code, at == start))
      dt_buffer_add(out, at, length);
    else
      dt_buffer_format(out, "u%06x", code);
    at += length;
  }
}

/* ---- Tags -------------------------------------------------------------------------------------- */

/* Checks whether XML would read an attribute as the declaration of a namespace. */
static bool declares_namespace(const xmlAttr *attribute) {
  const char *name = (const char *)attribute->name;
  return strncmp(name, "xmlns", 5) == 0 && (name[5] == '\0' || name[5] == ':');
}

/* Adds an attribute unless its name is in `names`; NULL: all names are different. */
static void write_dom_attribute(dt_buffer *out, const xmlAttr *attribute, dt_lookup *names) {
  size_t start = out->length;
  dt_buffer_byte(out, ' ');
  write_dom_name(out, attribute->name);

  if (names != NULL && !out->failed) {
    uint64_t key = dt_hash_keyed(out->data + start, out->length - start);
    if (dt_lookup_find(names, key) != DT_NO_NUMBER) {
      out->length = start;
      return;
    }
    if (dt_lookup_append(names, key) == DT_NO_NUMBER) out->failed = true;
  }

  dt_buffer_text(out, "=\"");
  write_dom_text(out, dt_attribute_content(attribute), true);
  dt_buffer_byte(out, '"');
}

/* Names are different, but may become equal by coercion. */
static void write_dom_attributes(dt_buffer *out, const xmlNode *element) {
  dt_lookup names = {0};
  bool coerced = false;
  dt_lookup_start(&names, NULL, 0);
  for (const xmlAttr *a = element->properties; a != NULL && !coerced; a = a->next) coerced = !is_valid_name(a->name);
  for (const xmlAttr *a = element->properties; a != NULL; a = a->next)
    if (!declares_namespace(a)) write_dom_attribute(out, a, coerced ? &names : NULL);
  dt_lookup_free(&names);
}

/* HTML parsers ignore a newline after the start tag of these elements. */
static bool needs_newline(const xmlNode *element) {
  static const char names[] = "pre|textarea|listing";
  const xmlNode *first = element->children;
  return first != NULL && *dt_node_content(first) == '\n' && dt_node_is_among(element, names);
}

static void write_dom_start(dt_buffer *out, const xmlNode *node) {
  if (node->type == XML_COMMENT_NODE) dt_buffer_text(out, "<!---->");
  if (dt_node_is_text(node)) write_dom_text(out, dt_node_content(node), false);
  if (node->type != XML_ELEMENT_NODE) return;
  dt_buffer_byte(out, '<');
  write_dom_name(out, node->name);
  write_dom_attributes(out, node);
  dt_buffer_text(out, is_void(node) ? "/>" : ">");
  if (needs_newline(node)) dt_buffer_byte(out, '\n');
}

static void write_dom_end(dt_buffer *out, const xmlNode *node) {
  if (node->type != XML_ELEMENT_NODE || is_void(node)) return;
  dt_buffer_text(out, "</");
  write_dom_name(out, node->name);
  dt_buffer_byte(out, '>');
}

/* ---- The document ------------------------------------------------------------------------------ */

/* Checks whether a table is in a p, where it closes the p unless the page has no doctype ("quirks mode").  `in_p` has a
 * byte for each open element: whether a p is open in it (HTML standard, 13.2.4.2, button scope). */
static bool has_table_in_p(const xmlNode *root, dt_buffer *in_p) {
  static const char scopes[] = "applet|button|caption|html|marquee|object|table|template|td|th";
  for (const xmlNode *node = root; node != NULL && !in_p->failed;) {
    bool inside = in_p->length != 0 && in_p->data[in_p->length - 1] != 0;
    if (inside && dt_node_is(node, "table")) return true;
    if (node->children != NULL && node->type == XML_ELEMENT_NODE) {
      dt_buffer_byte(in_p, (char)(dt_node_is(node, "p") || (inside && !dt_node_is_among(node, scopes))));
      node = node->children;
      continue;
    }
    for (; node != root && node->next == NULL; node = node->parent) in_p->length--;
    node = node != root ? node->next : NULL;
  }

  return false;
}

void dt_page_print_html(const xmlDoc *document, dt_page_output *output) {
  dt_buffer *out = &output->buffer, in_p = {0};
  const xmlNode *root = document->children;
  while (root != NULL && root->type != XML_ELEMENT_NODE) root = root->next;
  if (root == NULL) return;
  if (!has_table_in_p(root, &in_p)) dt_buffer_text(out, "<!DOCTYPE html>\n");
  if (in_p.failed) out->failed = true;
  dt_buffer_free(&in_p);

  for (const xmlNode *node = root; node != NULL && dt_page_output_flush(output, DT_PAGE_OUTPUT_FULL);) {
    write_dom_start(out, node);
    if (node->type == XML_ELEMENT_NODE && node->children != NULL) {
      node = node->children;
      continue;
    }
    write_dom_end(out, node);
    for (; node != root && node->next == NULL; write_dom_end(out, node)) node = node->parent;
    node = node != root ? node->next : NULL;
  }
}
