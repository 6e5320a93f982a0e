/* content/page_model.c: builds elements, text blocks and pieces in one walk over the document, and reads the head.
 *
 * Which elements are blocks, inline or without readable text is in html/elements.h, except that a button ends the
 * running text here.  Button labels are left out.  Elements that HTML does not know are inline, as in a browser, where
 * they stand within text.  A block of code is one block, whatever elements hold its lines. */
#include "content/content.h"

#include "base/vec.h"
#include "content/code.h"
#include "content/formula.h"
#include "html/data/jsonld.h"
#include "html/visibility.h"
#include "text/fold.h"
#include "text/sentences.h"

#include <strings.h>

typedef enum kind { BLOCK, INLINE, UNKNOWN, SKIPPED, BREAK, HEAD, NOSCRIPT, FORMULA } kind;

enum {
  NOSCRIPT_CHARS = 400, /* a noscript with at least this much text and no iframe (a visitor counter) is content */
  LABEL_CHARS = 200,    /* a button with more text is a card, or lacks its end tag */
  LABEL_NODES = 500,    /* the same for its nodes */
  UNKNOWN_NODES = 200,  /* nodes of an unknown element in which a block is sought */
  UNKNOWN_BESIDE = 20,  /* nodes before and after it in which text is sought */
  MAX_MARKED = 8,       /* quotations and readings within each other that get their marks */
  CACHE_SIZE = 64
};

/* An open quotation, or reading above a word: its pieces get the marks that a browser shows around it. */
typedef struct marked {
  const xmlNode *node;
  uint32_t first; /* its first piece */
} marked;

typedef struct known_name {
  const xmlChar *name; /* compared as a pointer: a document stores each name once */
  dt_tag tag;
  kind kind;
} known_name;

/* The attributes of an element that decide how it is read; "" if missing. */
typedef struct own_attributes {
  const char *class_name, *id, *role, *itemprop, *style, *href;
  bool hides;     /* one of them hides the element */
  bool may_mimic; /* one may be that of what draws a formula */
} own_attributes;

typedef struct reading {
  dt_content_page *page;
  uint32_t element_capacity, block_capacity, piece_capacity, meta_capacity, time_capacity;
  dt_meta *metas;
  uint32_t open;         /* the innermost open element */
  uint32_t first;        /* the first piece of the current block */
  uint32_t container;    /* the element that holds the block's first text */
  const xmlNode *link;   /* the a[href] around the node */
  const xmlNode *struck; /* the outermost struck element around it */
  const xmlNode *code;   /* the block of code around it */
  uint32_t line_ends;    /* line breaks before the next text of the code */
  bool in_line;          /* the last line of the code has text */
  marked marks[MAX_MARKED];
  unsigned marked_count;
  uint32_t heading; /* the outermost heading around the open element */
  bool in_noscript;
  known_name names[CACHE_SIZE];
} reading;

/* ---- kinds of elements ---- */

static kind kind_of_tag(dt_tag tag, const char *name) {
  if (tag == DT_TAG_head) return HEAD;
  if (tag == DT_TAG_noscript) return NOSCRIPT;
  if (tag == DT_TAG_math) return FORMULA;
  const dt_element_facts *facts = dt_element_of(tag);
  if ((facts->classes & DT_UNREAD) != 0 || strcmp(name, "ld") == 0) return SKIPPED;

  switch ((dt_display)facts->display) {
  case DT_DISPLAY_BREAK:
    return BREAK;
  case DT_DISPLAY_INLINE:
  case DT_DISPLAY_HIDDEN:
    return INLINE;
  case DT_DISPLAY_UNKNOWN:
    return (facts->categories & DT_SPECIAL) != 0 ? BLOCK : UNKNOWN;
  default:
    return BLOCK;
  }
}

static const known_name *look_up_name(reading *r, const xmlNode *element) {
  known_name *found = &r->names[(dt_hash_mix(0, (uintptr_t)element->name) >> 40) % CACHE_SIZE];
  if (found->name != element->name) {
    const char *name = (const char *)element->name;
    dt_tag tag = dt_tag_number(name, strlen(name));
    *found = (known_name){element->name, tag, kind_of_tag(tag, name)};
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

/* Checks whether a figure shows something; others hold a quotation, a table or code, which are text. */
static bool has_picture(const xmlNode *figure) {
  for (const xmlNode *node = figure; (node = dt_node_next(figure, node)) != NULL;)
    if (dt_node_is_among(node, "img|picture|video|svg|canvas|iframe|audio|object|embed")) return true;
  return false;
}

bool dt_holds_opener(const xmlNode *top) {
  enum { LOOKED_AT = 30 };
  size_t looked_at = 0;
  for (const xmlNode *at = top; at != NULL && looked_at++ < LOOKED_AT; at = dt_node_next(top, at)) {
    if (at->type != XML_ELEMENT_NODE) continue;
    if (dt_node_value(at, "aria-expanded") != NULL || dt_node_value(at, "aria-controls") != NULL) return true;
  }
  return false;
}

/* Checks whether an element is or holds a control for the element with an id, which a link or a data- attribute names.
 */
static bool holds_opener_of(const xmlNode *top, const char *id) {
  enum { LOOKED_AT = 30 };
  static const char *const names[] = {"href", "data-target", "data-bs-target", "for"};
  size_t looked_at = 0;
  for (const xmlNode *at = top; at != NULL && looked_at++ < LOOKED_AT; at = dt_node_next(top, at)) {
    if (at->type != XML_ELEMENT_NODE || at->properties == NULL) continue;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      const char *value = dt_node_value(at, names[i]);
      if (value != NULL && strcmp(*value == '#' ? value + 1 : value, id) == 0) return true;
    }
  }
  return false;
}

/* Checks whether a click opens an element: it is the panel of a tab, or a control before it opens it. */
static bool opens_on_click(const xmlNode *node) {
  const char *role = dt_node_value(node, "role"), *id = dt_node_value(node, "id");
  const xmlNode *before = dt_node_previous_element(node);
  if ((role != NULL && strcmp(role, "tabpanel") == 0) || dt_holds_opener(before)) return true;
  return id != NULL && *id != '\0' && holds_opener_of(before, id);
}

/* Returns the tag whose part an element plays by its role: div elements may be a list or a table. */
static dt_tag tag_of_role(const char *role, dt_tag tag) {
  static const struct {
    const char *role;
    dt_tag tag;
  } roles[] = {{"list", DT_TAG_ul}, {"listitem", DT_TAG_li}, {"table", DT_TAG_table},     {"row", DT_TAG_tr},
               {"cell", DT_TAG_td}, {"gridcell", DT_TAG_td}, {"columnheader", DT_TAG_th}, {"rowheader", DT_TAG_th}};
  if (*role == '\0' || (tag != DT_TAG_div && tag != DT_TAG_span)) return tag;
  for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
    if (strcmp(role, roles[i].role) == 0) return roles[i].tag;
  return tag;
}

/* Reads the attributes of an element once, for all that ask for them. */
static own_attributes read_attributes(const xmlNode *node) {
  own_attributes own = {"", "", "", "", "", "", false, false};
  for (const xmlAttr *at = node->properties; at != NULL; at = at->next) {
    const char *name = (const char *)at->name, *value = dt_attribute_content(at);
    switch (*name) {
    case 'a':
      own.may_mimic |= strcmp(name, "aria-hidden") == 0;
      break;
    case 'c':
      if (strcmp(name, "class") == 0) own.class_name = value;
      own.may_mimic |= *value == 'M';
      break;
    case 'h':
      if (strcmp(name, "href") == 0)
        own.href = value;
      else
        own.hides |= dt_attribute_hides(name, value);
      break;
    case 'i':
      if (name[1] == 'd' && name[2] == '\0')
        own.id = value;
      else if (strcmp(name, "itemprop") == 0)
        own.itemprop = value;
      break;
    case 'r':
      if (strcmp(name, "role") == 0) own.role = value;
      break;
    case 's':
      if (strcmp(name, "style") != 0) break;
      own.style = value;
      own.hides |= dt_attribute_hides(name, value);
      break;
    default:
      break;
    }
  }

  return own;
}

static void set_attributes(dt_element *element, const own_attributes *own) {
  element->class_name = own->class_name;
  element->id = own->id;
  element->role = own->role;
  element->itemprop = own->itemprop;
  if (own->hides && !opens_on_click(element->node)) element->within |= DT_IN_HIDDEN;
  bool shows = element->tag != DT_TAG_figure || (element->within & DT_IN_FIGURE) != 0 || has_picture(element->node);
  if (shows) element->within |= within_by_tag(element->tag);
  if (*own->role != '\0') element->within |= within_by_role(dt_role_named(own->role));
  if (strcmp(own->itemprop, "articleBody") == 0) element->within |= DT_IN_MAIN;
}

/* ---- blocks ---- */

/* Reads the text of a block from its pieces: white space folded, a newline at br, none at the ends. */
static void read_pieces(const reading *r, dt_block *block) {
  const dt_content_piece *first = &r->page->pieces[block->first], *end = &r->page->pieces[block->last];
  size_t most = 1;
  for (const dt_content_piece *piece = first; piece != end; piece++)
    most += (piece->text != NULL ? strlen(piece->text) : 0) + 1; /* a blank may come before each piece */

  char *start = dt_arena_take(r->page->arena, most), *out = start;
  dt_folding folding = {0};
  const xmlNode *link = NULL;
  for (const dt_content_piece *piece = first; piece != end; piece++) {
    bool at_line_start = out == start || out[-1] == '\n';
    if (piece->text == NULL) {
      folding.gap = false;
      if (at_line_start) continue;
      *out++ = '\n';
      block->chars++;
      continue;
    }
    char *from = out;
    folding.begun = !at_line_start;
    uint32_t blank = folding.gap && folding.begun;
    out = dt_fold_space(from, dt_text(piece->text), DT_SPACE_VISIBLE, &folding);
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
static bool has_word_character(detm_text text) {
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

/* Checks whether a block is in a cell, whose signs tell something: a tick, a dash, a number sign. */
static bool is_in_cell(const reading *r) {
  dt_tag tag = r->container != DT_NONE ? r->page->elements[r->container].tag : DT_TAG_body;
  return tag == DT_TAG_td || tag == DT_TAG_th;
}

/* Ends the current block; drops it if it has no letter, digit or underscore, unless it is a cell. */
static void end_block(reading *r) {
  dt_content_page *page = r->page;
  dt_scope_tick(page->arena->scope);
  if (r->first == page->piece_count) return;
  dt_mark mark = dt_arena_mark(page->arena);
  dt_block block = {.first = r->first, .last = page->piece_count, .element = r->container};
  read_pieces(r, &block);

  if (!has_word_character(block.text) && (block.text.length == 0 || !is_in_cell(r))) {
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

/* Adds a piece; `text` is NULL for a br. */
static void add_piece(reading *r, const xmlNode *node, const char *text) {
  dt_content_page *page = r->page;
  if (r->first == page->piece_count) {
    bool spaced = r->open != DT_NONE && (page->elements[r->open].within & DT_IN_PREFORMATTED) != 0;
    const char *at = text != NULL ? text : "";
    while (!spaced && dt_is_xml_space(*at)) at++;
    bool empty = *at == '\0' && (text == NULL || !spaced);
    if (empty) return; /* a block begins with text */
    r->container = r->open;
  }
  DT_RESERVE(page->arena, page->pieces, page->piece_count, r->piece_capacity, 1);
  page->pieces[page->piece_count++] = (dt_content_piece){
      .node = node, .text = text, .struck = r->struck != NULL, .link = r->link, .block = page->block_count};
}

/* ---- quotations and readings ---- */

/* The quotation marks of languages (CLDR), by the first letters of the page's; the first are those of all others. */
static const struct quotation {
  const char *languages, *open[2], *close[2]; /* [1]: within another */
} quotations[] = {
    {"", {"\u201c", "\u2018"}, {"\u201d", "\u2019"}},
    {"de cs sk sl is lt et bg", {"\u201e", "\u201a"}, {"\u201c", "\u2018"}},
    {"pl ro hu hr", {"\u201e", "\u00ab"}, {"\u201d", "\u00bb"}},
    {"fr it es ca pt ru uk be el no nb nn hy", {"\u00ab", "\u201c"}, {"\u00bb", "\u201d"}},
    {"sv fi", {"\u201d", "\u2019"}, {"\u201d", "\u2019"}},
    {"ja", {"\u300c", "\u300e"}, {"\u300d", "\u300f"}},
};

static const struct quotation *quotation_of(const char *language) {
  enum { COUNT = sizeof quotations / sizeof *quotations, LETTERS = 2 };
  for (size_t i = 1; i < COUNT && strlen(language) >= LETTERS; i++) {
    const char *found = strstr(quotations[i].languages, (char[]){language[0], language[1], '\0'});
    if (found != NULL && !dt_is_ascii_alnum(language[LETTERS])) return &quotations[i];
  }
  return &quotations[0];
}

/* Checks whether a browser shows marks around an element: a quotation, or a reading without brackets of its own. */
static bool is_marked(const xmlNode *node, dt_tag tag) {
  if (tag == DT_TAG_q) return true;
  if (tag != DT_TAG_rt) return false;
  const xmlNode *before = dt_node_previous_element(node);
  return before == NULL || !dt_node_is(before, "rp");
}

static bool is_blank(const dt_content_piece *piece) { return piece->text == NULL || dt_is_white_string(piece->text); }

/* Adds the marks to the first and the last text since the opening of an element, unless its block has ended. */
static void add_marks(reading *r, const marked *around, unsigned depth) {
  dt_content_page *page = r->page;
  const struct quotation *quotation = quotation_of(page->language);
  bool quoted = dt_node_is(around->node, "q");
  const char *open = quoted ? quotation->open[depth & 1] : "(", *close = quoted ? quotation->close[depth & 1] : ")";
  uint32_t first = around->first, end = page->piece_count;
  if (first < r->first) return;
  while (first < end && is_blank(&page->pieces[first])) first++;
  while (end > first && is_blank(&page->pieces[end - 1])) end--;
  if (first == end) return;

  for (int side = 0; side < 2; side++) {
    dt_content_piece *piece = &page->pieces[side == 0 ? first : end - 1];
    detm_text text = dt_text(piece->text), words = dt_text_strip(text, DT_WHITE);
    size_t at = (size_t)(words.data - text.data) + (side == 0 ? 0 : words.length);
    const char *mark = side == 0 ? open : close;
    size_t length = strlen(mark);
    char *copy = dt_arena_take(page->arena, text.length + length + 1);
    memcpy(copy, text.data, at);
    memcpy(copy + at, mark, length);
    memcpy(copy + at + length, text.data + at, text.length - at + 1);
    piece->text = copy;
  }
}

static void open_marked(reading *r, const xmlNode *node, dt_tag tag) {
  if (is_marked(node, tag) && r->marked_count < MAX_MARKED)
    r->marks[r->marked_count++] = (marked){node, r->page->piece_count};
}

/* ---- blocks of code ---- */

/* Checks whether a line break of the source is one of the code: it is in a pre, or in what is styled as one. */
static bool keeps_line_breaks(const reading *r, const xmlNode *node) {
  for (const xmlNode *at = node->parent; at != NULL && at->type == XML_ELEMENT_NODE; at = at->parent) {
    const char *style = dt_node_value(at, "style");
    if (dt_node_is(at, "pre") || (style != NULL && dt_style_is_preformatted(dt_text(style)))) return true;
    if (at == r->code) break;
  }
  return false;
}

/* Adds a text of a block of code, after the line breaks that its elements make. */
static void add_code(reading *r, const xmlNode *node) {
  detm_text text = dt_text(dt_node_content(node));
  bool broken = dt_text_starts(text, DT_TEXT("\n")) && node->prev != NULL && dt_node_is(node->prev, "br");
  if (broken && !keeps_line_breaks(r, node)) text = dt_text_from(text, 1);
  bool between = r->line_ends != 0 && dt_is_white_string(text.data) && strchr(text.data, '\n') != NULL;
  if (text.length == 0 || between) return;

  if (r->line_ends != 0 && r->first != r->page->piece_count) {
    char *copy = dt_arena_take(r->page->arena, r->line_ends + text.length + 1);
    memset(copy, '\n', r->line_ends);
    memcpy(copy + r->line_ends, text.data, text.length + 1);
    add_piece(r, node, copy);
  } else {
    add_piece(r, node, text.data);
  }

  r->line_ends = 0;
  r->in_line = text.data[text.length - 1] != '\n';
}

static void end_code_line(reading *r) {
  if (r->in_line) r->line_ends++;
  r->in_line = false;
}

static bool has_style(const xmlNode *node, detm_text property, detm_text word) {
  const char *style = dt_node_value(node, "style");
  return style != NULL && dt_style_has(dt_text(style), property, word);
}

/* Checks whether an element is a line of code of its own; a cell is a part of one. */
static bool is_code_line(const xmlNode *node, const known_name *name) {
  if (name->kind == INLINE) return has_style(node, DT_TEXT("display"), DT_TEXT("block"));
  return name->kind == BLOCK && name->tag != DT_TAG_td && name->tag != DT_TAG_th;
}

/* ---- elements ---- */

static void open_element(reading *r, const xmlNode *node, dt_tag tag, const own_attributes *own) {
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
  set_attributes(element, own);
  if ((element->within & ~outer & DT_IN_HEADING) != 0) r->heading = page->element_count;
  r->open = page->element_count++;
}

/* ---- elements that HTML does not know ---- */

static bool holds_block(const xmlNode *top) {
  size_t looked_at = 0;
  for (const xmlNode *node = top; (node = dt_node_next(top, node)) != NULL && looked_at++ < UNKNOWN_NODES;) {
    if (node->type != XML_ELEMENT_NODE) continue;
    dt_tag tag = dt_tag_number((const char *)node->name, strlen((const char *)node->name));
    if (dt_display_breaks_line((dt_display)dt_element_of(tag)->display)) return true;
  }
  return false;
}

/* Checks whether text stands before or after a node within the same line. */
static bool is_beside_text(const xmlNode *node, bool before) {
  size_t looked_at = 0;
  while ((node = before ? node->prev : node->next) != NULL && looked_at++ < UNKNOWN_BESIDE) {
    if (!dt_is_white_string(dt_node_content(node))) return true;
    if (node->type != XML_ELEMENT_NODE) continue;
    dt_tag tag = dt_tag_number((const char *)node->name, strlen((const char *)node->name));
    if (dt_display_breaks_line((dt_display)dt_element_of(tag)->display)) return false;
  }
  return false;
}

/* Checks whether an unknown element is part of a line: it holds no block and stands within text.  Elsewhere style
 * sheets make blocks of most. */
static bool is_in_line(const reading *r, const xmlNode *node) {
  const dt_element *around = r->open != DT_NONE ? &r->page->elements[r->open] : NULL;
  bool in_phrase = around != NULL && around->node != node->parent;
  bool in_paragraph =
      around != NULL && (around->tag == DT_TAG_p || (around->tag >= DT_TAG_h1 && around->tag <= DT_TAG_h6));
  if (!in_phrase && !in_paragraph && !is_beside_text(node, true) && !is_beside_text(node, false)) return false;
  return !holds_block(node);
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

/* Checks whether the style of a block makes it part of a line.  A box within a line is a word if it holds no block and
 * has text on both sides; boxes beside each other are columns. */
static bool is_styled_inline(const xmlNode *node, const char *style) {
  static const char *const boxes[] = {"inline-block", "inline-flex", "inline-grid"};
  detm_text display = DT_TEXT("display");
  if (*style == '\0' || strstr(style, "inline") == NULL) return false;
  if (dt_style_has(dt_text(style), display, DT_TEXT("inline"))) return true;
  for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
    if (dt_style_has(dt_text(style), display, dt_text(boxes[i])))
      return is_beside_text(node, true) && is_beside_text(node, false) && !holds_block(node);
  return false;
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
static bool is_whole_heading(const reading *r, const xmlNode *button) {
  const dt_element *elements = r->page->elements;
  if (r->open == DT_NONE || (elements[r->open].within & DT_IN_HEADING) == 0) return false;
  return element_bytes(elements[r->heading].node) == element_bytes(button);
}

bool dt_begins_panel(const xmlNode *header) {
  const xmlNode *before = dt_node_previous_element(header);
  return before == NULL || dt_holds_opener(dt_node_previous_element(before));
}

/* Returns the outermost element around a button that has no other text: the header of a card. */
static const xmlNode *header_of(const xmlNode *button) {
  enum { LEVELS = 3 };
  size_t bytes = element_bytes(button);
  for (int level = 0; level < LEVELS && dt_node_next_element(button) == NULL; level++) {
    if (element_bytes(button->parent) != bytes) break;
    button = button->parent;
  }
  return button;
}

/* Checks whether a button opens the text after it or after its header, of which it is the question or heading. */
static bool heads_panel(const xmlNode *button) {
  if (dt_node_value(button, "aria-expanded") == NULL || dt_node_value(button, "aria-haspopup") != NULL) return false;
  const xmlNode *header = header_of(button), *panel = dt_node_next_element(header);
  if (panel == NULL || !dt_begins_panel(header)) return false;
  for (const xmlNode *node = panel; node != NULL; node = dt_node_next(panel, node))
    if (dt_node_is(node, "a") || dt_node_is(node, "form")) return false; /* a menu */
  return element_bytes(panel) != 0;
}

/* Checks whether an element is a button whose label to leave out. */
static bool is_button(const reading *r, const xmlNode *node, dt_tag tag, const char *role) {
  bool called = tag == DT_TAG_button || dt_same_name(role, "button");
  if (!called || is_whole_heading(r, node) || heads_panel(node)) return false;
  if ((within_by_tag(tag) & DT_IN_HEADING) != 0 || dt_node_is(node, "summary")) return false;
  return element_bytes(node) != SIZE_MAX;
}

/* Checks whether a button is a word of a paragraph, such as a term whose meaning it shows. */
static bool is_in_sentence(const reading *r, const xmlNode *node, dt_tag tag) {
  if (tag != DT_TAG_button || r->open == DT_NONE || r->page->elements[r->open].tag != DT_TAG_p) return false;
  return is_beside_text(node, true) && is_beside_text(node, false);
}

/* Checks whether an inline element is hidden, such as a tooltip.  Texts for screen readers are read. */
static bool is_hidden_phrase(const xmlNode *node, const own_attributes *own) {
  return own->hides && !opens_on_click(node) && !dt_holds_formula(node) && element_bytes(node) != SIZE_MAX;
}

/* Checks whether an element within a heading is a control for it: a link to the heading itself that shows a sign, or
 * what a class calls a link to edit its section. */
static bool is_control_of_heading(const reading *r, const xmlNode *node, dt_tag tag, const own_attributes *own) {
  enum { LABEL_BYTES = 30, SIGN_BYTES = 8 };
  if (r->open == DT_NONE || (r->page->elements[r->open].within & DT_IN_HEADING) == 0) return false;
  bool link = tag == DT_TAG_a && *own->href == '#';
  bool edits = tag != DT_TAG_a && dt_text_has_ci(dt_text(own->class_name), DT_TEXT("edit"));
  if (!edits && !link) return false;

  size_t bytes = element_bytes(node);
  if (edits && bytes <= LABEL_BYTES)
    for (const xmlNode *at = node; (at = dt_node_next(node, at)) != NULL;)
      if (dt_node_is(at, "a")) return true;

  if (!link || bytes == 0 || bytes > SIGN_BYTES) return false;
  for (const xmlNode *at = node; (at = dt_node_next(node, at)) != NULL;)
    if (has_word_character(dt_text(dt_node_content(at)))) return false;
  return true;
}

/* ---- head ---- */

/* Returns a copy in the arena with white space folded. */
static const char *folded_string(const reading *r, const char *value) {
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
    if (value == NULL) value = dt_node_value(node, "value"); /* a frequent mistake */
    for (size_t i = 0; name == NULL && i < sizeof names / sizeof *names; i++) name = dt_node_value(node, names[i]);
    if (name == NULL || value == NULL || dt_is_white_string(value)) return;
    DT_RESERVE(page->arena, r->metas, page->meta_count, r->meta_capacity, 1);
    r->metas[page->meta_count++] = (dt_meta){lowered(r, name), folded_string(r, value)};
  } else if (tag == DT_TAG_link && *page->canonical == '\0') {
    const char *rel = dt_node_value(node, "rel"), *href = dt_node_value(node, "href");
    if (rel != NULL && href != NULL && strcmp(rel, "canonical") == 0) page->canonical = folded_string(r, href);
  } else if (tag == DT_TAG_title && *page->title == '\0' && node->children != NULL) {
    page->title = folded_string(r, dt_node_content(node->children));
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

/* Enters an inline element. */
static void enter_inline(reading *r, const xmlNode *node, dt_tag tag, const char *href) {
  read_head_element(r, node, tag);
  if (r->link == NULL && tag == DT_TAG_a && *href != '\0')
    r->link = node; /* without an address a script opens something */
  if (r->struck == NULL && (dt_element_of(tag)->classes & DT_STRUCK) != 0) r->struck = node;
  open_marked(r, node, tag);
}

/* Adds a formula as one piece, and leaves out its markup. */
static void add_formula(reading *r, const xmlNode *math) {
  dt_formula formula = dt_formula_read(r->page->arena, math);
  if (formula.node != NULL) add_piece(r, formula.node, formula.text);
}

/* Adds a formula that an image shows. */
static void add_image_formula(reading *r, const xmlNode *image) {
  const char *formula = dt_formula_of_image(image);
  if (formula != NULL) add_piece(r, image, formula);
}

/* Checks whether an element draws a formula that the page has in words, too: most have no attribute of one that does.
 */
static bool draws_formula(const xmlNode *node, dt_tag tag, const own_attributes *own) {
  return (own->may_mimic || tag == DT_TAG_img) && dt_draws_formula(node);
}

/* Reads an element within a block of code.  Returns whether to read its children. */
static bool enter_code(reading *r, const xmlNode *node, const known_name *name, const own_attributes *own) {
  if (name->kind == SKIPPED || (name->kind <= INLINE && is_button(r, node, name->tag, own->role))) return false;
  if (dt_is_line_numbers(node)) return false;
  if (name->kind == BREAK) {
    add_piece(r, node, NULL);
    r->in_line = false;
  } else if (is_code_line(node, name)) {
    end_code_line(r);
  } else {
    enter_inline(r, node, name->tag, own->href);
  }
  return true;
}

static bool begins_code(const xmlNode *node, dt_tag tag) {
  bool may = tag == DT_TAG_pre || tag == DT_TAG_table || tag == DT_TAG_ol || tag == DT_TAG_div || tag == DT_TAG_code;
  return may && dt_is_code_block(node);
}

/* Checks whether an item is the first of a div, which a browser shows as a list. */
static bool begins_list(const reading *r, const xmlNode *item) {
  const dt_element *around = r->open != DT_NONE ? &r->page->elements[r->open] : NULL;
  return around != NULL && around->tag == DT_TAG_div && around->node == item->parent &&
         dt_node_previous_element(item) == NULL && !is_beside_text(item, true);
}

static void begin_code(reading *r, const xmlNode *node) {
  r->code = node;
  r->line_ends = 0;
  r->in_line = false;
}

/* Reads an element.  Returns whether to read its children. */
static bool enter_element(reading *r, const xmlNode *node) {
  const known_name *name = look_up_name(r, node);
  if (name->tag == DT_TAG_time) add_time(r, node);
  const own_attributes own = read_attributes(node);
  if (r->code != NULL) return enter_code(r, node, name, &own);
  bool word = is_in_sentence(r, node, name->tag);
  if (name->kind <= INLINE && !word && is_button(r, node, name->tag, own.role)) {
    if (name->kind == BLOCK) end_block(r);
    return false;
  }

  dt_tag tag = name->tag;
  bool in_line = word || (name->kind == BLOCK && is_styled_inline(node, own.style));
  switch (in_line ? INLINE : name->kind) {
  case SKIPPED:
    read_head_element(r, node, tag);
    if (dt_node_is(node, "ld")) r->page->data = node;
    return false;
  case BREAK:
    add_piece(r, node, NULL);
    return false;
  case FORMULA:
    if (!dt_repeats_formula(node)) add_formula(r, node);
    return false;
  case HEAD:
    return true;
  case UNKNOWN:
    if (!is_in_line(r, node)) break;
    /* fall through */
  case INLINE:
    if (draws_formula(node, tag, &own) || is_hidden_phrase(node, &own) || is_control_of_heading(r, node, tag, &own))
      return false;
    if (tag == DT_TAG_img) add_image_formula(r, node);
    if (tag == DT_TAG_span && tag_of_role(own.role, tag) != tag) break;
    if (!begins_code(node, tag)) {
      enter_inline(r, node, tag, own.href);
      return true;
    }
    begin_code(r, node);
    tag = DT_TAG_pre;
    break;
  case NOSCRIPT:
    if (!r->in_noscript && !holds_content(node)) return false;
    r->in_noscript = true;
    break;
  case BLOCK:
    if (((tag == DT_TAG_pre || tag == DT_TAG_div) && dt_is_gutter(node)) ||
        (tag == DT_TAG_div && draws_formula(node, tag, &own))) {
      end_block(r);
      return false;
    }
    if (begins_code(node, tag)) {
      begin_code(r, node);
      tag = DT_TAG_pre;
    }
    break;
  }
  if (tag == DT_TAG_li && begins_list(r, node)) r->page->elements[r->open].tag = DT_TAG_ul;
  open_element(r, node, tag_of_role(own.role, tag), &own);
  return true;
}

/* Checks whether a line of code has neither text nor lines within. */
static bool is_empty_line(reading *r, const xmlNode *line) {
  for (const xmlNode *node = line; (node = dt_node_next(line, node)) != NULL;)
    if (dt_node_is_text(node) || (node->type == XML_ELEMENT_NODE && is_code_line(node, look_up_name(r, node))))
      return false;
  return true;
}

/* Ends a line of code; one without text is an empty line. */
static void leave_code(reading *r, const xmlNode *node) {
  if (node->type != XML_ELEMENT_NODE || !is_code_line(node, look_up_name(r, node))) return;
  bool empty = !r->in_line && is_empty_line(r, node);
  end_code_line(r);
  if (empty) r->line_ends++;
}

static void leave_node(reading *r, const xmlNode *node) {
  dt_content_page *page = r->page;
  if (node == r->link) r->link = NULL;
  if (node == r->struck) r->struck = NULL;
  if (node == r->code)
    r->code = NULL;
  else if (r->code != NULL)
    leave_code(r, node);

  if (r->marked_count != 0 && r->marks[r->marked_count - 1].node == node) {
    r->marked_count--;
    add_marks(r, &r->marks[r->marked_count], r->marked_count);
  }

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
  xmlDocPtr document = (source->built & DETM_PAGE_DOCUMENT) != 0 ? source->document : source->facts;
  const xmlNode *root = dt_document_root(document);
  const char *language = root != NULL ? dt_node_value(root, "lang") : NULL;
  page->language = language != NULL ? lowered(r, language) : "";

  const xmlNode *top = (const xmlNode *)document;
  for (const xmlNode *node = top; node != NULL;) {
    bool entered = node->type == XML_ELEMENT_NODE ? enter_element(r, node) : node->type == XML_HTML_DOCUMENT_NODE;
    if (dt_node_is_text(node) && r->code != NULL)
      add_code(r, node);
    else if (dt_node_is_text(node))
      add_piece(r, node, dt_node_content(node));
    if (entered && node->children != NULL) {
      node = node->children;
      continue;
    }
    if (entered) leave_node(r, node);
    if (!entered && node != page->data) add_times_in(r, node);
    while (node != top && node->next == NULL) leave_node(r, node = node->parent);
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
  for (const char *at = element->class_name; *at != '\0' && length < CLASS_BYTES; at++) {
    letters[length] = *at;
    length += !dt_is_digit(*at);
  }
  return dt_hash_bytes(letters, length, seed);
}

detm_text dt_block_apart(const dt_content_page *page, const dt_block *block) {
  enum { MAX_LENGTH = 200 }; /* bytes */
  if (block->last - block->first < 2 || block->text.length > MAX_LENGTH) return DT_TEXT("");

  char *text = dt_arena_take(page->arena, 2 * MAX_LENGTH + 1), *out = text;
  dt_folding folding = {0};
  for (uint32_t i = block->first; i < block->last; i++) {
    const char *piece = page->pieces[i].text;
    if (piece == NULL) return DT_TEXT("");
    folding.begun = out != text;
    folding.gap |= (*piece & 0x80) != 0 || dt_is_ascii_alnum(*piece);
    out = dt_fold_space(out, dt_text(piece), DT_SPACE_VISIBLE, &folding);
  }

  *out = '\0';
  return dt_text_between(text, out);
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
