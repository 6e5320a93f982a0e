/* template/fields-outline.c: a document as lines of text.
 *
 * A line is what is printed as one: it ends where a block begins or ends, and at br.  The document is gone through
 * twice, so that all memory is taken at once. */
#include "template/fields.h"

#include "tree/node.h"

/* ---- elements ---- */

static const char *const apart_roles[] = {"navigation", "banner", "contentinfo", "complementary", "search", "menu"};

const char *dt_attribute_words(const xmlNode *node, const char *name) {
  const char *value = dt_node_value(node, name);
  return value != NULL && value[strspn(value, " \t\n\r\f")] != '\0' ? value : NULL;
}

static bool is_inline(dt_tag tag) {
  if (dt_tag_is(tag, DT_DECOR)) return tag != DT_TAG_center;
  return tag == DT_TAG_a || tag == DT_TAG_time || tag == DT_TAG_dfn || tag == DT_TAG_samp || tag == DT_TAG_label ||
         tag == DT_TAG_button || tag == DT_TAG_img || tag == DT_TAG_input || tag == DT_TAG_wbr || tag == DT_TAG_meta ||
         tag == DT_TAG_link || tag == DT_TAG_area || tag == DT_TAG_map || tag == DT_TAG_svg ||
         tag == dt_tag_number("data", 4) || tag == dt_tag_number("bdi", 3);
}

static bool is_apart(const xmlNode *node, dt_tag tag) {
  if (tag == DT_TAG_nav || tag == DT_TAG_footer || tag == DT_TAG_aside) return true;
  if (tag == DT_TAG_header) return false; /* known at its end: mark_headers */
  const char *role = dt_attribute_words(node, "role");
  for (size_t i = 0; role != NULL && i < sizeof apart_roles / sizeof *apart_roles; i++)
    if (strcmp(role, apart_roles[i]) == 0) return true;
  return false;
}

static bool is_hidden(const xmlNode *node) {
  const char *style = dt_attribute_words(node, "style");
  if (dt_node_attribute(node, "hidden") != NULL) return true;
  for (const char *at = style != NULL ? strstr(style, "display") : NULL; at != NULL; at = strstr(at + 7, "display")) {
    const char *value = at + 7 + strspn(at + 7, " :");
    if (strncmp(value, "none", 4) == 0) return true;
  }
  return false;
}

static unsigned flags_of(const xmlNode *node, dt_tag tag, unsigned around) {
  unsigned flags = around & ~(unsigned)DT_OUTLINE_BLOCK;
  if (!is_inline(tag)) flags |= DT_OUTLINE_BLOCK;
  if (!(flags & DT_OUTLINE_APART) && is_apart(node, tag)) flags |= DT_OUTLINE_APART;
  if (!(flags & DT_OUTLINE_HIDDEN) && is_hidden(node)) flags |= DT_OUTLINE_HIDDEN;
  if (dt_tag_is(tag, DT_BOLD)) flags |= DT_OUTLINE_BOLD;
  if (tag == DT_TAG_a) flags |= DT_OUTLINE_LINK;
  return flags;
}

/* Elements whose text nobody reads; JSON-LD is read elsewhere. */
static bool is_left_out(const xmlNode *node, dt_tag tag) {
  return dt_tag_is(tag, DT_DROP | DT_LEAF) || (strcmp((const char *)node->name, "ld") == 0 && node->next == NULL);
}

/* ---- going through the document ---- */

typedef struct reader {
  dt_outline *outline;
  dt_scope *scope;
  uint32_t open;      /* the element that we are in */
  bool in_line;       /* the next text goes on with the last line */
  bool space;         /* white space stands before the next text */
  uint32_t text_used; /* bytes of the outline's text */
} reader;

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

/* Whether a text has anything but white space and no-break spaces. */
static bool has_words(const char *text) {
  for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++) {
    if (is_space((char)*at)) continue;
    if (at[0] == 0xC2 && at[1] == 0xA0) {
      at++;
      continue;
    }
    return true;
  }
  return false;
}

static bool is_text(const xmlNode *node) { return dt_node_is_text(node) && node->content != NULL; }

static void begin_line(reader *r) {
  dt_outline *o = r->outline;
  uint32_t block = r->open;
  while (!(o->elements[block].flags & DT_OUTLINE_BLOCK) && o->elements[block].parent != DT_NOWHERE)
    block = o->elements[block].parent;
  o->lines[o->line_count++] =
      (dt_line){.first = o->span_count, .last = o->span_count, .start = r->text_used, .block = block};
  r->in_line = true;
  r->space = false;
}

/* The span has its words between white space folded and without those at its ends. */
static void take_text(reader *r, const xmlNode *node) {
  dt_outline *o = r->outline;
  const char *at = (const char *)node->content;
  if (!has_words(at)) {
    r->space = r->space || *at != '\0';
    return;
  }
  if (!r->in_line) begin_line(r);
  dt_line *line = &o->lines[o->line_count - 1];
  dt_span *span = &o->spans[o->span_count++];
  *span = (dt_span){.node = node, .element = r->open, .line = o->line_count - 1};
  r->space = r->space || is_space(*at);
  while (is_space(*at)) at++;
  if (r->space && line->length != 0) o->text[r->text_used++] = ' ';
  span->start = r->text_used;
  for (r->space = false; *at != '\0'; at++) {
    if (is_space(*at)) {
      r->space = true;
      continue;
    }
    if (r->space) o->text[r->text_used++] = ' ';
    r->space = false;
    o->text[r->text_used++] = *at;
  }
  span->length = r->text_used - span->start;
  line->last = o->span_count;
  line->length = r->text_used - line->start;
}

/* False: nothing of the element is read. */
static bool enter(reader *r, const xmlNode *node) {
  dt_outline *o = r->outline;
  dt_tag tag = dt_tag_number((const char *)node->name, strlen((const char *)node->name));
  uint32_t number = o->element_count++;
  dt_outline_element *element = &o->elements[number];
  *element = (dt_outline_element){.node = node, .parent = r->open, .tag = tag, .end = number + 1};
  element->flags = flags_of(node, tag, r->open != DT_NOWHERE ? o->elements[r->open].flags : 0);
  element->way = dt_hash_mix(r->open != DT_NOWHERE ? o->elements[r->open].way : 3, tag);
  element->first = element->last = o->span_count;
  if (element->flags & DT_OUTLINE_BLOCK) r->in_line = false;
  if (is_left_out(node, tag) || node->children == NULL) return false;
  r->open = number;
  return true;
}

static void leave(reader *r) {
  dt_outline *o = r->outline;
  dt_outline_element *element = &o->elements[r->open];
  element->end = o->element_count;
  element->last = o->span_count;
  if (element->flags & DT_OUTLINE_BLOCK) r->in_line = false;
  r->open = element->parent;
}

static void go_through(reader *r, const xmlNode *root) {
  const xmlNode *node = root;
  while (node != NULL) {
    dt_scope_tick(r->scope);
    if (is_text(node)) take_text(r, node);
    if (node->type == XML_ELEMENT_NODE && enter(r, node)) {
      node = node->children;
      continue;
    }
    while (node != root && node->next == NULL) {
      node = node->parent;
      leave(r);
    }
    if (node == root) return;
    node = node->next;
  }
}

/* A page's header, one that holds no first-level heading (such headings are titles), stands apart with all within. */
static void mark_headers(dt_outline *o) {
  uint32_t heading = DT_NOWHERE; /* the next one */
  for (uint32_t e = o->element_count; e-- > 0;) {
    if (o->elements[e].tag == DT_TAG_header && o->elements[e].end <= heading) o->elements[e].flags |= DT_OUTLINE_APART;
    if (o->elements[e].tag == DT_TAG_h1) heading = e;
  }
  for (uint32_t e = 1; e < o->element_count; e++)
    o->elements[e].flags |= o->elements[o->elements[e].parent].flags & DT_OUTLINE_APART;
}

/* Counts elements, texts and bytes of text. */
static void count(dt_scope *scope, const xmlNode *root, uint32_t *elements, uint32_t *texts, size_t *bytes) {
  const xmlNode *node = root;
  while (node != NULL) {
    dt_scope_tick(scope);
    if (node->type == XML_ELEMENT_NODE) ++*elements;
    if (is_text(node)) {
      ++*texts;
      *bytes += strlen((const char *)node->content) + 1;
    }
    if (node->type == XML_ELEMENT_NODE && node->children != NULL) {
      node = node->children;
      continue;
    }
    while (node != root && node->next == NULL) node = node->parent;
    if (node == root) return;
    node = node->next;
  }
}

void dt_outline_read(dt_outline *outline, dt_arena *arena, const xmlDoc *document) {
  const xmlNode *root = document->children;
  uint32_t elements = 0, texts = 0;
  size_t bytes = 1;
  *outline = (dt_outline){0};
  while (root != NULL && root->type != XML_ELEMENT_NODE) root = root->next;
  if (root == NULL) return;
  count(arena->scope, root, &elements, &texts, &bytes);
  if (bytes > UINT32_MAX) dt_scope_leave(arena->scope, DETM_LIMIT);
  outline->elements = DT_ARRAY(arena, dt_outline_element, elements);
  outline->spans = DT_ARRAY(arena, dt_span, texts);
  outline->lines = DT_ARRAY(arena, dt_line, texts);
  outline->text = DT_ARRAY(arena, char, bytes);
  reader r = {.outline = outline, .scope = arena->scope, .open = DT_NOWHERE};
  go_through(&r, root);
  mark_headers(outline);
}

/* ---- looking round ---- */

uint32_t dt_outline_around(const dt_outline *o, uint32_t first, uint32_t last) {
  uint32_t element = o->spans[first].element;
  while (o->elements[element].parent != DT_NOWHERE &&
         (o->elements[element].first > first || o->elements[element].last < last))
    element = o->elements[element].parent;
  return element;
}

uint32_t dt_outline_cover(const dt_outline *o, uint32_t first, uint32_t last) {
  uint32_t cover = DT_NOWHERE;
  for (uint32_t e = o->spans[first].element; e != DT_NOWHERE; e = o->elements[e].parent) {
    if (o->elements[e].first < first || o->elements[e].last > last) break;
    if (o->elements[e].first == first && o->elements[e].last == last) cover = e;
    if (o->elements[e].flags & DT_OUTLINE_BLOCK) break;
  }
  return cover;
}

uint64_t dt_text_squeezed(detm_text text) {
  uint64_t hash = 7;
  for (size_t i = 0; i < text.length; i++) {
    if (is_space(text.data[i])) continue;
    if (i + 1 < text.length && (unsigned char)text.data[i] == 0xC2 && (unsigned char)text.data[i + 1] == 0xA0) {
      i++;
      continue;
    }
    hash = dt_hash_mix(hash, (unsigned char)text.data[i]);
  }
  return hash;
}

/* Bytes of a sign at `at` that ends of values do not keep, 0 = none is there. */
static size_t trimmed_sign(const char *at, size_t left) {
  static const char *const signs[] = {"\xC2\xA0", "\xC2\xB7", "\xC2\xBB", "\xE2\x80\xA2", "\xE3\x80\x80"};
  if (left > 0 && (is_space(*at) || *at == '|' || *at == ',' || *at == ';')) return 1;
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    size_t length = strlen(signs[i]);
    if (length <= left && memcmp(at, signs[i], length) == 0) return length;
  }
  return 0;
}

detm_text dt_text_trim(detm_text text) {
  for (size_t sign; (sign = trimmed_sign(text.data, text.length)) != 0;) {
    text.data += sign;
    text.length -= sign;
  }
  for (bool again = true; again && text.length > 0;) {
    again = false;
    for (size_t length = 1; length <= 3 && length <= text.length; length++)
      if (trimmed_sign(text.data + text.length - length, length) == length) {
        text.length -= length;
        again = true;
        break;
      }
  }
  return text;
}
