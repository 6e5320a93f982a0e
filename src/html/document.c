/* html/document.c: builds libxml2's DOM in an arena from the nodes of a parsed page. */
#include "html/document.h"

#include "base/vec.h"
#include "html/data/jsonld.h"
#include "html/data/state.h"
#include "html/dom_build.h"
#include "html/parse/scan.h"
#include "html/visibility.h"

#include <libxml/tree.h>

#include <stdlib.h>

enum {
  NAMES = 256,    /* names of attributes that are remembered */
  MIN_SHOWN = 800 /* bytes of text, white space included, of a page that shows its text without scripts */
};

typedef DT_VEC(char) characters;

typedef struct remembered {
  dt_slice slice;
  const xmlChar *name;
} remembered;

typedef struct builder {
  dt_dom dom;
  dt_arena *scratch;
  dt_html_tree *page;
  bool styled;
  bool facts_only; /* of the elements only those that is_fact names */
  xmlNodePtr open; /* the innermost open element, or the document */
  unsigned pre;    /* open elements that keep white space; 0 unless styled */
  characters text, data, styles;
  size_t shown; /* bytes of text */
  remembered names[NAMES];
} builder;

/* ---- texts ---- */

/* Copies a text without white space after white space, `space` being whether some is before it.  Returns the end. */
static char *copy_folded(char *out, detm_text text, bool space) {
  const char *at = text.data, *end = at + text.length;
  while (at < end) {
    if (space) at = dt_scan_past_spaces(at, end);
    const char *next = dt_scan_to_spaces(at, end);
    memcpy(out, at, (size_t)(next - at));
    out += next - at;
    at = next;
    space = true;
  }
  return out;
}

/* Appends a text.  `folded`: leaves out white space after white space. */
static void append_text(builder *b, characters *to, detm_text text, bool folded) {
  DT_VEC_RESERVE(b->scratch, to, text.length + 1);
  char *out = to->items + to->count, *end = out + text.length;
  if (folded)
    end = copy_folded(out, text, to->count != 0 && dt_is_ascii_space(out[-1]));
  else if (text.length != 0)
    memcpy(out, text.data, text.length);
  to->count = (uint32_t)(end - to->items);
}

static void append_pieces(builder *b, characters *to, const dt_html_node *text, bool folded) {
  for (uint32_t piece = text->data; piece != 0; piece = b->page->pieces[piece].next)
    append_text(b, to, dt_html_text(b->page, b->page->pieces[piece].slice, false), folded);
}

/* Replaces form feeds, as between the pages of an RFC, and vertical tabs in preformatted text by new lines: XML has
 * neither. */
static void replace_feeds(characters *text) {
  for (uint32_t i = 0; i < text->count; i++)
    if (text->items[i] == '\f' || text->items[i] == '\v') text->items[i] = '\n';
}

static void add_text_node(builder *b, const dt_html_node *node) {
  b->text.count = 0;
  append_pieces(b, &b->text, node, b->pre == 0);
  if (b->pre != 0) replace_feeds(&b->text);
  b->shown += b->text.count;
  if (b->text.count != 0) dt_dom_text(&b->dom, b->open, b->text.items, b->text.count);
}

/* Stores the content of an element that holds only text, and a byte after it. */
static void keep_content(builder *b, characters *to, const dt_html_node *element, char end) {
  if (element->first_child != DT_NO_NODE) append_pieces(b, to, &b->page->nodes[element->first_child], false);
  append_text(b, to, (detm_text){&end, 1}, false);
}

/* ---- scripts ---- */

/* Adds the articles in the data for scripts of a page that shows hardly any text to its JSON-LD. */
static void add_states(builder *b) {
  dt_buffer articles = {0};
  if (b->shown >= MIN_SHOWN) return;

  const dt_data_scripts all = dt_data_scripts_copy(b->page, b->scratch);
  dt_data_scripts unlinked = {DT_ARRAY(b->scratch, dt_data_script, all.count), 0};
  for (uint32_t i = 0; i < all.count; i++)
    if (!all.items[i].linked) unlinked.items[unlinked.count++] = all.items[i];
  bool whole = dt_state_articles(&unlinked, b->scratch->scope, &articles);
  const detm_text data = {whole ? dt_arena_copy(b->dom.arena, articles.data, articles.length) : NULL, articles.length};
  dt_buffer_free(&articles);

  if (data.data == NULL)
    b->dom.status = DETM_NO_MEMORY;
  else
    append_text(b, &b->data, data, false);
}

/* ---- elements ---- */

/* Returns a name with "_" for each character that XML or a path forbids there: "o:p" is o_p, because a prefix that is
 * not declared cannot be in a path, and p would be another element.  If a character that is not ASCII makes the name
 * invalid, all such characters are replaced. */
static const xmlChar *path_name(builder *b, detm_text name) {
  char *copy = dt_arena_copy(b->dom.arena, name.data, name.length);
  if (copy == NULL && b->dom.status == DETM_OK) b->dom.status = DETM_NO_MEMORY;
  if (copy == NULL) return NULL;

  bool ascii = true;
  for (char *at = copy; *at != '\0'; at++) {
    if ((unsigned char)*at >= 0x80)
      ascii = false;
    else if (!dt_is_ascii_alnum(*at) && strchr("-_.", *at) == NULL)
      *at = '_';
  }

  if (ascii || xmlValidateNCName((const xmlChar *)copy, 0) == 0) return (const xmlChar *)copy;
  char *to = copy;
  for (const char *at = copy; *at != '\0'; at++)
    if (((unsigned char)*at & 0xc0) != 0x80) *to++ = (unsigned char)*at < 0x80 ? *at : '_';
  *to = '\0';
  return (const xmlChar *)copy;
}

static const xmlChar *name_of_element(builder *b, const dt_html_node *element) {
  if (element->name != 0) return path_name(b, dt_html_text(b->page, b->page->pieces[element->name].slice, false));
  return (const xmlChar *)dt_tag_known_name(element->tag);
}

/* Returns the name of an attribute in lower case, in svg and math too. */
static const xmlChar *lower_attribute_name(builder *b, const dt_html_attribute *attribute) {
  if (attribute->number != DT_ATTRIBUTE_NONE) return (const xmlChar *)dt_attribute_text(attribute->number);
  dt_slice slice = dt_attribute_name_slice(attribute);
  remembered *last = &b->names[dt_hash_bytes(slice.data, slice.length, 0) % NAMES];
  if (last->name != NULL && last->slice.length == slice.length &&
      memcmp(last->slice.data, slice.data, slice.length) == 0)
    return last->name;
  slice.raw |= DT_RAW_UPPER;
  detm_text text = dt_html_text(b->page, slice, false);
  const xmlChar *name = dt_dom_name(&b->dom, text.data, text.length);
  if (name != NULL) *last = (remembered){slice, name};
  return name;
}

static void copy_attributes(builder *b, xmlNodePtr to, const dt_html_node *element) {
  for (uint32_t a = 0; a < element->attribute_count; a++) {
    const dt_html_attribute *attribute = &b->page->attributes[element->data + a];
    const xmlChar *name = lower_attribute_name(b, attribute);
    dt_dom_attribute(&b->dom, to, name, dt_html_text(b->page, dt_attribute_value_slice(attribute), true));
  }
}

/* Checks whether a script is data of a type: JSON-LD, TeX. */
static bool is_of_type(builder *b, const dt_html_node *script, detm_text name) {
  return dt_text_starts_ci(dt_html_attribute_text(b->page, script, "type"), name);
}

/* Adds a formula that a page holds as TeX in a script, from which MathJax draws it, as the element math. */
static void add_tex_formula(builder *b, const dt_html_node *script) {
  b->text.count = 0;
  if (script->first_child != DT_NO_NODE) append_pieces(b, &b->text, &b->page->nodes[script->first_child], false);
  xmlNodePtr math = b->text.count != 0 ? dt_dom_element(&b->dom, b->open, (const xmlChar *)"math") : NULL;
  if (math == NULL) return;
  detm_text tex = {dt_arena_copy(b->scratch, b->text.items, b->text.count), b->text.count};
  if (tex.data == NULL) return;
  dt_dom_attribute(&b->dom, math, (const xmlChar *)"alttext", tex);
  dt_dom_text(&b->dom, math, tex.data, tex.length);
}

/* Checks whether white space in an element is shown as it is: in a pre, and in a cell, div or code element that is
 * styled as one or, as style sheets are not applied, has a class for code. */
static bool keeps_space(builder *b, const dt_html_node *element) {
  if (!b->styled || element->space != DT_NS_HTML) return false;
  if (element->tag == DT_TAG_pre) return true;
  if (element->tag != DT_TAG_td && element->tag != DT_TAG_div && element->tag != DT_TAG_code) return false;
  detm_text style = dt_html_attribute_text(b->page, element, "style");
  if (element->tag == DT_TAG_div) return dt_style_is_preformatted(style); /* "pre-wrap" may be prose */
  if (dt_style_has(style, DT_TEXT("white-space"), DT_TEXT("pre"))) return true;
  return element->tag == DT_TAG_td &&
         dt_text_has_ci(dt_html_attribute_text(b->page, element, "class"), DT_TEXT("code"));
}

/* Opens an element.  Returns false if its content is left out. */
static bool enter_dom_element(builder *b, const dt_html_node *element) {
  if (element->space == DT_NS_HTML && element->tag == DT_TAG_script && is_of_type(b, element, DT_TEXT("math/tex"))) {
    add_tex_formula(b, element);
    return false;
  }

  xmlNodePtr made = dt_dom_element(&b->dom, b->open, name_of_element(b, element));
  if (made == NULL) return false;
  if (element->space == DT_NS_HTML) switch (element->tag) {
    case DT_TAG_script:
      if (is_of_type(b, element, DT_TEXT("application/ld+json"))) keep_content(b, &b->data, element, '\0');
      return false;
    case DT_TAG_style:
      if (b->styled) keep_content(b, &b->styles, element, '\n');
      return false;
    case DT_TAG_template:
      return false;
    default:
      break;
    }

  if (keeps_space(b, element)) b->pre++;
  copy_attributes(b, made, element);
  b->open = made;
  return true;
}

/* Checks whether an element declares what the page is, or holds those that do. */
static bool is_fact(const dt_html_node *element) {
  if (element->space != DT_NS_HTML) return false;
  return element->tag == DT_TAG_html || element->tag == DT_TAG_head || element->tag == DT_TAG_body ||
         element->tag == DT_TAG_base || element->tag == DT_TAG_meta || element->tag == DT_TAG_link;
}

/* Enters a node of a page of which only the facts are wanted. */
static bool enter_fact(builder *b, const dt_html_node *node) {
  if (node->kind == DT_HTML_TEXT && b->shown < MIN_SHOWN) {
    b->text.count = 0;
    append_pieces(b, &b->text, node, true);
    b->shown += b->text.count;
  }

  if (node->kind != DT_HTML_ELEMENT) return false;
  bool data = node->space == DT_NS_HTML && node->tag == DT_TAG_script;
  if (data && is_of_type(b, node, DT_TEXT("application/ld+json"))) keep_content(b, &b->data, node, '\0');
  if (node->space == DT_NS_HTML && (data || node->tag == DT_TAG_style || node->tag == DT_TAG_template)) return false;
  return is_fact(node) ? enter_dom_element(b, node) : !dt_html_is_markup_text(b->page, node);
}

static void leave_dom(void *data, const dt_html_node *element) {
  builder *b = data;
  if (b->facts_only && !is_fact(element)) return;
  b->open = b->open->parent;
  if (b->pre != 0 && keeps_space(b, element)) b->pre--;
}

static bool enter_dom(void *data, const dt_html_node *node) {
  builder *b = data;
  if (b->dom.status != DETM_OK) return false;
  if (b->facts_only) return enter_fact(b, node);
  if (node->kind == DT_HTML_TEXT) add_text_node(b, node);
  if (node->kind == DT_HTML_COMMENT && node->parent != DT_NO_NODE) dt_dom_comment(&b->dom, b->open);
  if (node->kind != DT_HTML_ELEMENT || !enter_dom_element(b, node)) return false;
  if (!dt_html_is_markup_text(b->page, node)) return true;
  leave_dom(b, node);
  return false;
}

/* Walks over the page, and adds its data.  Returns the builder, in `scratch`. */
static builder *build_document(dt_arena *arena, dt_arena *scratch, dt_html_tree *page, bool styled, bool facts_only,
                               size_t max_nodes) {
  builder *b = DT_ZERO(scratch, builder, 1);
  dt_dom *dom = &b->dom;
  b->scratch = scratch;
  b->page = page;
  b->styled = styled;
  b->facts_only = facts_only;
  dt_dom_start(dom, arena, max_nodes);
  b->open = (xmlNodePtr)dom->document;
  dt_html_walk(page, enter_dom, leave_dom, b);
  if (dom->status == DETM_OK) add_states(b);
  if (dom->status == DETM_OK) dt_data_add(dom, (detm_text){b->data.items, b->data.count});
  return b;
}

detm_status dt_document_build(dt_document *document, dt_arena *arena, dt_arena *scratch, dt_html_tree *page,
                              bool styled, size_t max_nodes) {
  builder *b = build_document(arena, scratch, page, styled, false, max_nodes);
  dt_dom *dom = &b->dom;
  const char *styles = dt_arena_copy(arena, b->styles.items, b->styles.count);
  if (styles == NULL && dom->status == DETM_OK) dom->status = DETM_NO_MEMORY;
  *document = (dt_document){dom->document, dom->elements, {styles, b->styles.count}};
  return dom->status;
}

detm_status dt_document_build_facts(xmlDocPtr *document, dt_arena *arena, dt_arena *scratch, dt_html_tree *page,
                                    size_t max_nodes) {
  const builder *b = build_document(arena, scratch, page, false, true, max_nodes);
  *document = b->dom.document;
  return b->dom.status;
}
