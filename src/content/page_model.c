/* content/page_model.c: builds elements, text blocks and pieces in one walk over the document, and reads the head.
 *
 * Which elements are blocks, inline or without readable text is in html/elements.h, except that a button ends the
 * running text here.  Button labels are left out. */
#include "content/content.h"

#include "base/vec.h"
#include "html/jsonld.h"
#include "html/visibility.h"
#include "text/fold.h"
#include "text/sentences.h"

#include <strings.h>

typedef enum kind { BLOCK, INLINE, SKIPPED, BREAK, HEAD, NOSCRIPT } kind;

enum {
  NOSCRIPT_CHARS = 400, /* a noscript with at least this much text and no iframe (a visitor counter) is content */
  LABEL_CHARS = 200,    /* a button with more text is a card, or lacks its end tag */
  LABEL_NODES = 500,    /* the same for its nodes */
  CACHE_SIZE = 64
};

typedef struct known_name {
  const xmlChar *name; /* compared as a pointer: a document stores each name once */
  dt_tag tag;
  kind kind;
} known_name;

typedef struct reading {
  dt_content_page *page;
  uint32_t element_capacity, block_capacity, piece_capacity, meta_capacity, time_capacity;
  dt_meta *metas;
  uint32_t open;       /* the innermost open element */
  uint32_t first;      /* the first piece of the current block */
  uint32_t container;  /* the element that holds the block's first text */
  const xmlNode *link; /* the a[href] around the node */
  uint32_t heading;    /* the outermost heading around the open element */
  bool in_noscript;
  known_name names[CACHE_SIZE];
} reading;

/* ---- kinds of elements ---- */

static kind kind_of(dt_tag tag, const char *name) {
  if (tag == DT_TAG_head) return HEAD;
  if (tag == DT_TAG_noscript) return NOSCRIPT;
  const dt_element_facts *facts = dt_element_of(tag);
  if ((facts->classes & DT_UNREAD) != 0 || strcmp(name, "ld") == 0) return SKIPPED;
  switch ((dt_display)facts->display) {
  case DT_DISPLAY_BREAK:
    return BREAK;
  case DT_DISPLAY_INLINE:
  case DT_DISPLAY_HIDDEN:
    return INLINE;
  default:
    return BLOCK;
  }
}

static const known_name *look_up_name(reading *r, const xmlNode *element) {
  known_name *found = &r->names[(dt_hash_mix(0, (uintptr_t)element->name) >> 40) % CACHE_SIZE];
  if (found->name != element->name) {
    const char *name = (const char *)element->name;
    dt_tag tag = dt_tag_number(name, strlen(name));
    *found = (known_name){element->name, tag, kind_of(tag, name)};
  }
  return found;
}

static unsigned within_by_role(dt_role role) {
  static const uint32_t within[DT_ROLES] = {[DT_ROLE_ARTICLE] = DT_IN_ARTICLE,
                                            [DT_ROLE_BANNER] = DT_IN_HEADER,
                                            [DT_ROLE_COMPLEMENTARY] = DT_IN_ASIDE,
                                            [DT_ROLE_CONTENTINFO] = DT_IN_FOOTER,
                                            [DT_ROLE_DIALOG] = DT_IN_FORM | DT_IN_DIALOG,
                                            [DT_ROLE_FIGURE] = DT_IN_FIGURE,
                                            [DT_ROLE_FORM] = DT_IN_FORM,
                                            [DT_ROLE_HEADING] = DT_IN_HEADING,
                                            [DT_ROLE_MAIN] = DT_IN_MAIN,
                                            [DT_ROLE_MENU] = DT_IN_NAVIGATION,
                                            [DT_ROLE_NAVIGATION] = DT_IN_NAVIGATION,
                                            [DT_ROLE_SEARCH] = DT_IN_FORM};
  return within[role];
}

static unsigned within_by_tag(dt_tag tag) {
  if (tag == DT_TAG_figcaption) return DT_IN_FIGURE;
  if (tag == DT_TAG_dt) return DT_IN_HEADING;
  if (tag == DT_TAG_pre) return DT_IN_PREFORMATTED;
  return within_by_role((dt_role)dt_element_of(tag)->role);
}

static void read_attributes(dt_element *element) {
  element->class_name = element->id = element->role = element->itemprop = "";
  for (const xmlAttr *a = element->node->properties; a != NULL; a = a->next) {
    const char *name = (const char *)a->name, *value = dt_attribute_content(a);
    if (dt_same_name(name, "class")) element->class_name = value;
    if (dt_same_name(name, "id")) element->id = value;
    if (dt_same_name(name, "role")) element->role = value;
    if (dt_same_name(name, "itemprop")) element->itemprop = value;
    if (dt_attribute_hides(name, value)) element->within |= DT_IN_HIDDEN;
  }
  element->within |= within_by_tag(element->tag);
  if (*element->role != '\0') element->within |= within_by_role(dt_role_named(element->role));
  if (strcmp(element->itemprop, "articleBody") == 0) element->within |= DT_IN_MAIN;
}

/* ---- blocks ---- */

/* Reads the text of a block from its pieces: white space folded, a newline at br, none at the ends. */
static void read_pieces(const reading *r, dt_block *block) {
  const dt_content_piece *first = &r->page->pieces[block->first], *end = &r->page->pieces[block->last];
  size_t most = 1;
  for (const dt_content_piece *piece = first; piece != end; piece++)
    most += strlen(dt_node_content(piece->node)) + 1; /* a blank may come before each piece */
  char *start = dt_arena_take(r->page->arena, most), *out = start;
  dt_folding folding = {0};
  const xmlNode *link = NULL;
  for (const dt_content_piece *piece = first; piece != end; piece++) {
    bool at_line_start = out == start || out[-1] == '\n';
    if (!dt_node_is_text(piece->node)) {
      folding.gap = false;
      if (at_line_start) continue;
      *out++ = '\n';
      block->chars++;
      continue;
    }
    char *from = out;
    folding.begun = !at_line_start;
    uint32_t blank = folding.gap && folding.begun;
    out = dt_fold_space(from, dt_text(dt_node_content(piece->node)), DT_SPACE_VISIBLE, &folding);
    uint32_t added = (uint32_t)dt_utf8_count(dt_text_between(from, out));
    block->chars += added;
    if (piece->link == NULL || added <= blank) continue;
    block->linked += added - blank;
    block->links += piece->link != link;
    link = piece->link;
  }
  if (out > start && out[-1] == '\n') {
    out--;
    block->chars--;
  }
  *out = '\0';
  block->text = dt_text_between(start, out);
}

/* Checks whether the text has a letter, digit or underscore. */
static bool has_letters(detm_text text) {
  for (const char *at = text.data, *end = at + text.length; at < end;) {
    uint32_t code;
    at += dt_utf8_read(at, end, &code);
    if (code == '_' || dt_is_letter(code)) return true;
  }
  return false;
}

static uint32_t count_cjk(detm_text text) {
  uint32_t cjk = 0;
  for (const char *at = text.data, *end = at + text.length; at < end;) {
    uint32_t code;
    at += dt_utf8_read(at, end, &code);
    cjk += dt_is_cjk(code);
  }
  return cjk;
}

/* Ends the current block; drops it if it has no letter, digit or underscore. */
static void end_block(reading *r) {
  dt_content_page *page = r->page;
  dt_scope_tick(page->arena->scope);
  if (r->first == page->piece_count) return;
  dt_mark mark = dt_arena_mark(page->arena);
  dt_block block = {.first = r->first, .last = page->piece_count, .element = r->container};
  read_pieces(r, &block);
  if (!has_letters(block.text)) {
    dt_arena_rewind(page->arena, mark);
    page->piece_count = r->first;
    return;
  }
  if (block.linked > block.chars) block.linked = block.chars;
  block.units = block.chars;
  if (block.chars != block.text.length) block.units += count_cjk(block.text); /* otherwise all of it is ASCII */
  block.sentences = dt_sentence_ends(block.text);
  DT_RESERVE(page->arena, page->blocks, page->block_count, r->block_capacity, 1);
  page->blocks[page->block_count++] = block;
  r->first = page->piece_count;
}

static void add_piece(reading *r, const xmlNode *node) {
  dt_content_page *page = r->page;
  if (r->first == page->piece_count) {
    bool spaced = r->open != DT_NONE && (page->elements[r->open].within & DT_IN_PREFORMATTED) != 0;
    const char *content = dt_node_content(node);
    bool empty = !spaced && content[strspn(content, DT_WHITE)] == '\0';
    if (!dt_node_is_text(node) || empty) return; /* a block begins with text */
    r->container = r->open;
  }
  DT_RESERVE(page->arena, page->pieces, page->piece_count, r->piece_capacity, 1);
  page->pieces[page->piece_count++] = (dt_content_piece){node, r->link, page->block_count};
}

/* ---- elements ---- */

static void open_element(reading *r, const xmlNode *node, dt_tag tag) {
  dt_content_page *page = r->page;
  end_block(r);
  DT_RESERVE(page->arena, page->elements, page->element_count, r->element_capacity, 1);
  dt_element *element = &page->elements[page->element_count];
  *element = (dt_element){.node = node, .parent = r->open, .tag = tag, .first = page->block_count};
  if (r->open != DT_NONE) {
    element->within = page->elements[r->open].within;
    element->depth = (uint16_t)(page->elements[r->open].depth + 1);
  }
  unsigned outer = element->within;
  read_attributes(element);
  if ((element->within & ~outer & DT_IN_HEADING) != 0) r->heading = page->element_count;
  r->open = page->element_count++;
}

static bool holds_content(const xmlNode *noscript) {
  size_t chars = 0;
  for (const xmlNode *node = noscript; (node = dt_node_next(noscript, node)) != NULL;) {
    if (dt_node_is(node, "iframe")) return false;
    const char *content = dt_node_content(node);
    chars += strlen(content + strspn(content, DT_WHITE));
  }
  return chars >= NOSCRIPT_CHARS;
}

/* Returns the bytes of text in an element; SIZE_MAX if too many for a label. */
static size_t element_bytes(const xmlNode *top) {
  size_t bytes = 0, nodes = 0;
  for (const xmlNode *node = top; (node = dt_node_next(top, node)) != NULL;) {
    const char *text = dt_node_content(node);
    size_t length = strnlen(text, LABEL_CHARS), white = strspn(text, DT_WHITE);
    if (white < length) bytes += length - white;
    if (bytes >= LABEL_CHARS || ++nodes > LABEL_NODES) return SIZE_MAX;
  }
  return bytes;
}

/* Checks whether a button is the whole text of a heading, as in accordions. */
static bool is_heading(const reading *r, const xmlNode *button) {
  const dt_element *elements = r->page->elements;
  if (r->open == DT_NONE || (elements[r->open].within & DT_IN_HEADING) == 0) return false;
  return element_bytes(elements[r->heading].node) == element_bytes(button);
}

/* Checks whether an element is a button whose label to leave out. */
static bool is_button(const reading *r, const xmlNode *node, dt_tag tag) {
  const char *role = tag == DT_TAG_button ? "button" : dt_node_value(node, "role");
  if (role == NULL || strcmp(role, "button") != 0 || is_heading(r, node)) return false;
  if ((within_by_tag(tag) & DT_IN_HEADING) != 0 || dt_node_is(node, "summary")) return false;
  return element_bytes(node) != SIZE_MAX;
}

/* ---- head ---- */

/* Returns a copy in the arena with white space folded. */
static const char *folded(const reading *r, const char *value) {
  char *copy = dt_arena_copy(r->page->arena, value, strlen(value));
  copy[dt_normalize_space(copy, strlen(copy))] = '\0';
  return copy;
}

static const char *lowered(const reading *r, const char *name) {
  char *copy = dt_arena_copy(r->page->arena, name, strlen(name));
  for (char *at = copy; *at != '\0'; at++) *at = dt_ascii_lower(*at);
  return copy;
}

/* Reads meta, link and title, which may be anywhere in the document. */
static void read_head_element(reading *r, const xmlNode *node, dt_tag tag) {
  static const char *const names[] = {"property", "name", "itemprop"};
  dt_content_page *page = r->page;
  if (tag == DT_TAG_meta) {
    const char *value = dt_node_value(node, "content"), *name = NULL;
    for (size_t i = 0; name == NULL && i < sizeof names / sizeof *names; i++) name = dt_node_value(node, names[i]);
    if (name == NULL || value == NULL || value[strspn(value, DT_WHITE)] == '\0') return;
    DT_RESERVE(page->arena, r->metas, page->meta_count, r->meta_capacity, 1);
    r->metas[page->meta_count++] = (dt_meta){lowered(r, name), folded(r, value)};
  } else if (tag == DT_TAG_link && *page->canonical == '\0') {
    const char *rel = dt_node_value(node, "rel"), *href = dt_node_value(node, "href");
    if (rel != NULL && href != NULL && strcmp(rel, "canonical") == 0) page->canonical = folded(r, href);
  } else if (tag == DT_TAG_title && *page->title == '\0' && node->children != NULL) {
    page->title = folded(r, dt_node_content(node->children));
  }
}

/* ---- the walk ---- */

static void add_time(reading *r, const xmlNode *node) {
  dt_content_page *page = r->page;
  DT_RESERVE(page->arena, page->times, page->time_count, r->time_capacity, 1);
  page->times[page->time_count++] = node;
}

/* Adds the time elements in an element that is not read. */
static void add_times_in(reading *r, const xmlNode *top) {
  for (const xmlNode *node = top; (node = dt_node_next(top, node)) != NULL;)
    if (dt_node_is(node, "time")) add_time(r, node);
}

/* Reads an element.  Returns whether to read its children. */
static bool enter_element(reading *r, const xmlNode *node) {
  const known_name *name = look_up_name(r, node);
  if (name->tag == DT_TAG_time) add_time(r, node);
  if (name->kind <= INLINE && is_button(r, node, name->tag)) {
    if (name->kind == BLOCK) end_block(r);
    return false;
  }
  switch (name->kind) {
  case SKIPPED:
    read_head_element(r, node, name->tag);
    if (dt_node_is(node, "ld")) r->page->data = node;
    return false;
  case BREAK:
    add_piece(r, node);
    return false;
  case HEAD:
    return true;
  case INLINE:
    read_head_element(r, node, name->tag);
    if (r->link == NULL && name->tag == DT_TAG_a && dt_node_value(node, "href") != NULL) r->link = node;
    return true;
  case NOSCRIPT:
    if (!r->in_noscript && !holds_content(node)) return false;
    r->in_noscript = true;
    break;
  case BLOCK:
    break;
  }
  open_element(r, node, name->tag);
  return true;
}

static void leave(reading *r, const xmlNode *node) {
  dt_content_page *page = r->page;
  if (node == r->link) r->link = NULL;
  if (r->open == DT_NONE || page->elements[r->open].node != node) return;
  end_block(r);
  dt_element *element = &page->elements[r->open];
  element->end = page->element_count;
  element->last = page->block_count;
  r->open = element->parent;
}

static void add_sums(dt_content_page *page) {
  dt_sums sum = {0};
  page->sums = DT_ARRAY(page->arena, dt_sums, (size_t)page->block_count + 1);
  for (uint32_t i = 0; i < page->block_count; i++) {
    const dt_block *block = &page->blocks[i];
    page->sums[i] = sum;
    sum.units += block->units;
    sum.linked += block->units * dt_link_density(block);
    if (dt_block_is_good(block)) sum.good += block->units * (1 - dt_link_density(block));
    sum.sentences += block->sentences;
    sum.links += block->links;
    sum.chars += block->chars;
    sum.linked_chars += block->linked;
  }
  page->sums[page->block_count] = sum;
}

void dt_content_read(dt_content_page *page, dt_arena *arena, const detm_page *source) {
  *page = (dt_content_page){.arena = arena, .page = source, .title = "", .canonical = ""};
  reading *r = DT_ZERO(arena, reading, 1);
  r->page = page;
  r->open = DT_NONE;
  const xmlNode *root = xmlDocGetRootElement(source->document);
  const char *language = root != NULL ? dt_node_value(root, "lang") : NULL;
  page->language = language != NULL ? lowered(r, language) : "";
  const xmlNode *top = (const xmlNode *)source->document;
  for (const xmlNode *node = top; node != NULL;) {
    bool entered = node->type == XML_ELEMENT_NODE ? enter_element(r, node) : node->type == XML_HTML_DOCUMENT_NODE;
    if (dt_node_is_text(node)) add_piece(r, node);
    if (entered && node->children != NULL) {
      node = node->children;
      continue;
    }
    if (entered) leave(r, node);
    if (!entered && node != page->data) add_times_in(r, node);
    while (node != top && node->next == NULL) leave(r, node = node->parent);
    node = node != top ? node->next : NULL;
  }
  end_block(r);
  page->metas = r->metas;
  add_sums(page);
}

/* ---- queries ---- */

uint64_t dt_class_hash(const dt_element *element, uint64_t seed) {
  enum { CLASS_BYTES = 30 };
  char letters[CLASS_BYTES];
  size_t length = 0;
  for (const char *at = element->class_name; *at != '\0' && length < CLASS_BYTES; at++)
    if (!dt_is_digit(*at)) letters[length++] = *at;
  return dt_hash_bytes(letters, length, seed);
}

const char *dt_link_address(const xmlNode *link) {
  const char *href = dt_node_value(link, "href");
  if (href == NULL || strchr(href, '#') != NULL) return "";
  const char *colon = strpbrk(href, ":/?");
  return colon != NULL && *colon == ':' && strncasecmp(href, "http", 4) != 0 ? "" : href;
}

double dt_text_units(detm_text text) {
  size_t units = 0;
  for (const char *at = text.data, *end = at + text.length; at < end;) {
    uint32_t code = (unsigned char)*at;
    at += code < 0x80 ? 1 : dt_utf8_read(at, end, &code);
    units += dt_is_cjk(code) ? 2 : 1;
  }
  return (double)units;
}

const char *dt_content_meta(const dt_content_page *page, const char *name) {
  for (uint32_t i = 0; i < page->meta_count; i++)
    if (strcmp(page->metas[i].name, name) == 0) return page->metas[i].value;
  return NULL;
}

bool dt_content_declares_article(const dt_content_page *page) {
  const char *type = dt_content_meta(page, "og:type");
  return (type != NULL && strcasecmp(type, "article") == 0) || dt_content_meta(page, "article:published_time") != NULL;
}

const xmlNode *dt_data_next(const dt_content_page *page, const xmlNode *object) {
  const xmlNode *node = object != NULL ? object : page->data;
  if (node == NULL) return NULL;
  do {
    node = dt_node_next(page->data, node);
  } while (node != NULL && dt_node_value(node, "type") == NULL);
  return node;
}

const char *dt_data_member(const xmlNode *object, const char *name) {
  for (const xmlNode *child = object->children; child != NULL; child = child->next)
    if (dt_node_is(child, name) && child->children != NULL) return dt_node_content(child->children);
  return NULL;
}
