/* content/read.c: document -> elements, text blocks, pieces, in one walk; and what the head says.
 *
 * What a block-level element is, what stands in a line, and what holds no text to read, is the HTML standard's
 * (rendering, 15.3), but for buttons, which end the running text here. */
#include "base/sentence.h"
#include "base/squeeze.h"
#include "content/content.h"
#include "content/month.h"
#include "tree/document.h"

typedef enum kind { BLOCK, INLINE, SKIPPED, BREAK, HEAD, NOSCRIPT } kind;

/* A noscript is read where it holds a page: more text than this, and no frame that only counts visitors. */
enum { NOSCRIPT_CHARS = 400, CACHE_SIZE = 64 };

typedef struct known_name {
  const xmlChar *name; /* a document has each name once */
  dt_tag tag;
  kind kind;
} known_name;

typedef struct reading {
  dt_content_page *page;
  uint32_t element_room, block_room, piece_room, meta_room;
  dt_meta *metas;
  uint32_t open;       /* the innermost open element */
  uint32_t first;      /* the first piece of the block in the making */
  uint32_t container;  /* the element that its first text stands in */
  const xmlNode *link; /* the a[href] round the node */
  bool in_noscript;
  known_name names[CACHE_SIZE];
} reading;

/* ---- what an element is ---- */

static const uint8_t kinds[DT_TAG_KNOWN] = {
    [DT_TAG_a] = INLINE,         [DT_TAG_abbr] = INLINE,      [DT_TAG_acronym] = INLINE,   [DT_TAG_b] = INLINE,
    [DT_TAG_bdo] = INLINE,       [DT_TAG_big] = INLINE,       [DT_TAG_cite] = INLINE,      [DT_TAG_code] = INLINE,
    [DT_TAG_del] = INLINE,       [DT_TAG_dfn] = INLINE,       [DT_TAG_em] = INLINE,        [DT_TAG_font] = INLINE,
    [DT_TAG_i] = INLINE,         [DT_TAG_img] = INLINE,       [DT_TAG_ins] = INLINE,       [DT_TAG_kbd] = INLINE,
    [DT_TAG_label] = INLINE,     [DT_TAG_link] = INLINE,      [DT_TAG_mark] = INLINE,      [DT_TAG_meta] = INLINE,
    [DT_TAG_nobr] = INLINE,      [DT_TAG_q] = INLINE,         [DT_TAG_s] = INLINE,         [DT_TAG_samp] = INLINE,
    [DT_TAG_small] = INLINE,     [DT_TAG_span] = INLINE,      [DT_TAG_strike] = INLINE,    [DT_TAG_strong] = INLINE,
    [DT_TAG_sub] = INLINE,       [DT_TAG_sup] = INLINE,       [DT_TAG_time] = INLINE,      [DT_TAG_tt] = INLINE,
    [DT_TAG_u] = INLINE,         [DT_TAG_var] = INLINE,       [DT_TAG_wbr] = INLINE,       [DT_TAG_area] = SKIPPED,
    [DT_TAG_audio] = SKIPPED,    [DT_TAG_canvas] = SKIPPED,   [DT_TAG_datalist] = SKIPPED, [DT_TAG_embed] = SKIPPED,
    [DT_TAG_frame] = SKIPPED,    [DT_TAG_frameset] = SKIPPED, [DT_TAG_iframe] = SKIPPED,   [DT_TAG_input] = SKIPPED,
    [DT_TAG_map] = SKIPPED,      [DT_TAG_object] = SKIPPED,   [DT_TAG_optgroup] = SKIPPED, [DT_TAG_option] = SKIPPED,
    [DT_TAG_script] = SKIPPED,   [DT_TAG_select] = SKIPPED,   [DT_TAG_style] = SKIPPED,    [DT_TAG_svg] = SKIPPED,
    [DT_TAG_template] = SKIPPED, [DT_TAG_textarea] = SKIPPED, [DT_TAG_title] = SKIPPED,    [DT_TAG_video] = SKIPPED,
    [DT_TAG_br] = BREAK,         [DT_TAG_head] = HEAD,        [DT_TAG_noscript] = NOSCRIPT};

static kind kind_of(dt_tag tag, const char *name) {
  static const char inlines[] = "bdi data rp rt ruby", skipped[] = "applet ld meter progress";
  if (tag < DT_TAG_KNOWN) return (kind)kinds[tag];
  if (dt_has_tokens(inlines, name)) return INLINE;
  return dt_has_tokens(skipped, name) ? SKIPPED : BLOCK;
}

static const known_name *known(reading *r, const xmlNode *element) {
  known_name *found = &r->names[(dt_hash_mix(0, (uintptr_t)element->name) >> 40) % CACHE_SIZE];
  if (found->name != element->name) {
    const char *name = (const char *)element->name;
    dt_tag tag = dt_tag_number(name, strlen(name));
    *found = (known_name){element->name, tag, kind_of(tag, name)};
  }
  return found;
}

static unsigned within_by_tag(dt_tag tag) {
  switch (tag) {
  case DT_TAG_aside:
    return DT_IN_ASIDE;
  case DT_TAG_footer:
    return DT_IN_FOOTER;
  case DT_TAG_header:
    return DT_IN_HEADER;
  case DT_TAG_form:
    return DT_IN_FORM;
  case DT_TAG_nav:
    return DT_IN_NAVIGATION;
  case DT_TAG_figure:
  case DT_TAG_figcaption:
    return DT_IN_FIGURE;
  case DT_TAG_main:
    return DT_IN_MAIN;
  case DT_TAG_article:
    return DT_IN_ARTICLE;
  case DT_TAG_button:
    return DT_IN_BUTTON;
  case DT_TAG_pre:
    return DT_IN_PREFORMATTED;
  default:
    return 0;
  }
}

static unsigned within_by_role(const char *role) {
  static const struct {
    const char *role;
    unsigned within;
  } roles[] = {{"complementary", DT_IN_ASIDE},
               {"contentinfo", DT_IN_FOOTER},
               {"banner", DT_IN_HEADER},
               {"form", DT_IN_FORM},
               {"search", DT_IN_FORM},
               {"dialog", DT_IN_FORM | DT_IN_DIALOG},
               {"alertdialog", DT_IN_FORM | DT_IN_DIALOG},
               {"navigation", DT_IN_NAVIGATION},
               {"menu", DT_IN_NAVIGATION},
               {"menubar", DT_IN_NAVIGATION},
               {"tablist", DT_IN_NAVIGATION},
               {"main", DT_IN_MAIN},
               {"article", DT_IN_ARTICLE},
               {"button", DT_IN_BUTTON}};
  for (size_t i = 0; *role != '\0' && i < sizeof roles / sizeof *roles; i++)
    if (strcmp(roles[i].role, role) == 0) return roles[i].within;
  return 0;
}

static bool is_hiding(const char *style) {
  const char *at = strstr(style, "display");
  if (at != NULL && (at = strchr(at, ':')) != NULL && strncmp(at + 1 + strspn(at + 1, DT_WHITE), "none", 4) == 0)
    return true;
  at = strstr(style, "visibility");
  return at != NULL && (at = strchr(at, ':')) != NULL && strncmp(at + 1 + strspn(at + 1, DT_WHITE), "hidden", 6) == 0;
}

static void read_attributes(dt_element *element) {
  element->class_name = element->id = element->role = element->itemprop = "";
  for (const xmlAttr *a = element->node->properties; a != NULL; a = a->next) {
    const char *name = (const char *)a->name, *value = dt_attribute_content(a);
    if (strcmp(name, "class") == 0) element->class_name = value;
    if (strcmp(name, "id") == 0) element->id = value;
    if (strcmp(name, "role") == 0) element->role = value;
    if (strcmp(name, "itemprop") == 0) element->itemprop = value;
    if (strcmp(name, "hidden") == 0 || (strcmp(name, "style") == 0 && is_hiding(value)))
      element->within |= DT_IN_HIDDEN;
  }
  element->within |= within_by_tag(element->tag) | within_by_role(element->role);
  if (strcmp(element->itemprop, "articleBody") == 0) element->within |= DT_IN_MAIN;
}

/* ---- blocks ---- */

/* Where the text of a block is written. */
typedef struct line {
  char *out, *start;
  uint32_t chars, cjk;
  bool space, letters;
} line;

/* Adds a text: white space folded, what has no width left out.  Returns the characters that it added, without a blank
 * that stood before it. */
static uint32_t add_text(line *to, const char *at) {
  const char *end = at + strlen(at);
  uint32_t before = to->chars, blank = to->space && to->out > to->start && to->out[-1] != '\n';
  while (at < end) {
    uint32_t code = (unsigned char)*at;
    unsigned width = code < 0x80 ? 1 : dt_utf8_read(at, end, &code);
    if (code <= ' ' || code == 0xA0 || (code > 0xA0 && code != 0x200C && code != 0x200D && dt_is_blank(code))) {
      to->space = to->space || (code != 0xAD && code != 0x200B && code != 0xFEFF);
    } else {
      if (to->space && to->out > to->start && to->out[-1] != '\n') {
        *to->out++ = ' ';
        to->chars++;
      }
      to->space = false;
      memcpy(to->out, at, width);
      to->out += width;
      to->chars++;
      to->cjk += dt_is_cjk(code);
      to->letters = to->letters || code == '_' || dt_is_letter(code);
    }
    at += width;
  }
  return to->chars > before ? to->chars - before - blank : 0;
}

static void add_break(line *to) {
  to->space = false;
  if (to->out == to->start || to->out[-1] == '\n') return;
  *to->out++ = '\n';
  to->chars++;
}

/* A blank may stand before each piece that had none. */
static size_t room_of(const reading *r) {
  size_t room = 1;
  for (uint32_t i = r->first; i < r->page->piece_count; i++)
    room += strlen(dt_node_content(r->page->pieces[i].node)) + 1;
  return room;
}

static void read_pieces(const reading *r, dt_block *block, line *to) {
  const xmlNode *link = NULL;
  for (uint32_t i = block->first; i < block->last; i++) {
    const dt_piece *piece = &r->page->pieces[i];
    if (!dt_node_is_text(piece->node)) {
      add_break(to);
      continue;
    }
    uint32_t added = add_text(to, dt_node_content(piece->node));
    if (piece->link == NULL || added == 0) continue;
    block->linked += added;
    block->links += piece->link != link;
    link = piece->link;
  }
  if (to->out > to->start && to->out[-1] == '\n') {
    to->out--;
    to->chars--;
  }
}

/* Ends the running text; without a letter or a digit it is no block. */
static void end_block(reading *r) {
  dt_content_page *page = r->page;
  dt_scope_tick(page->arena->scope);
  if (r->first == page->piece_count) return;
  dt_mark mark = dt_arena_mark(page->arena);
  dt_block block = {.first = r->first, .last = page->piece_count, .element = r->container};
  line to = {.out = dt_arena_take(page->arena, room_of(r))};
  to.start = to.out;
  read_pieces(r, &block, &to);
  *to.out = '\0';
  if (!to.letters) {
    dt_arena_rewind(page->arena, mark);
    page->piece_count = r->first;
    return;
  }
  block.text = (detm_text){to.start, (size_t)(to.out - to.start)};
  block.chars = to.chars;
  block.linked = block.linked < to.chars ? block.linked : to.chars;
  block.units = to.chars + to.cjk;
  block.sentences = dt_sentence_ends(block.text);
  page->blocks = dt_arena_grow(page->arena, page->blocks, page->block_count, &r->block_room, sizeof block);
  page->blocks[page->block_count++] = block;
  r->first = page->piece_count;
}

static bool is_empty(const xmlNode *text) {
  const char *content = dt_node_content(text);
  return content[strspn(content, DT_WHITE)] == '\0';
}

static void add_piece(reading *r, const xmlNode *node) {
  dt_content_page *page = r->page;
  if (r->first == page->piece_count) {
    bool spaced = r->open != DT_NONE && (page->elements[r->open].within & DT_IN_PREFORMATTED) != 0;
    if (!dt_node_is_text(node) || (!spaced && is_empty(node))) return; /* a block begins with a text */
    r->container = r->open;
  }
  page->pieces = dt_arena_grow(page->arena, page->pieces, page->piece_count, &r->piece_room, sizeof *page->pieces);
  page->pieces[page->piece_count++] = (dt_piece){node, r->link, page->block_count};
}

/* ---- elements ---- */

static void open_element(reading *r, const xmlNode *node, dt_tag tag) {
  dt_content_page *page = r->page;
  end_block(r);
  page->elements =
      dt_arena_grow(page->arena, page->elements, page->element_count, &r->element_room, sizeof *page->elements);
  dt_element *element = &page->elements[page->element_count];
  *element = (dt_element){.node = node, .parent = r->open, .tag = tag, .first = page->block_count};
  if (r->open != DT_NONE) {
    element->within = page->elements[r->open].within;
    element->depth = (uint16_t)(page->elements[r->open].depth + 1);
  }
  read_attributes(element);
  r->open = page->element_count++;
}

static void close_element(reading *r) {
  end_block(r);
  dt_element *element = &r->page->elements[r->open];
  element->end = r->page->element_count;
  element->last = r->page->block_count;
  r->open = element->parent;
}

static bool holds_a_page(const xmlNode *noscript) {
  size_t chars = 0;
  for (const xmlNode *node = noscript; (node = dt_node_next(noscript, node)) != NULL;) {
    if (dt_node_is(node, "iframe")) return false;
    const char *content = dt_node_content(node);
    chars += strlen(content + strspn(content, DT_WHITE));
  }
  return chars >= NOSCRIPT_CHARS;
}

/* ---- head ---- */

/* White space folded, in the arena. */
static const char *folded(const reading *r, const char *value) {
  char *copy = dt_arena_copy(r->page->arena, value, strlen(value));
  copy[dt_normalize_space(copy, strlen(copy))] = '\0';
  return copy;
}

static const char *lowered(const reading *r, const char *name) {
  char *copy = dt_arena_copy(r->page->arena, name, strlen(name));
  for (char *at = copy; *at != '\0'; at++)
    if (*at >= 'A' && *at <= 'Z') *at |= 32;
  return copy;
}

static void read_meta(reading *r, const xmlNode *node) {
  static const char *const names[] = {"property", "name", "itemprop"};
  const char *value = dt_node_value(node, "content"), *name = NULL;
  for (size_t i = 0; name == NULL && i < sizeof names / sizeof *names; i++) name = dt_node_value(node, names[i]);
  if (name == NULL || value == NULL || value[strspn(value, DT_WHITE)] == '\0') return;
  dt_content_page *page = r->page;
  r->metas = dt_arena_grow(page->arena, r->metas, page->meta_count, &r->meta_room, sizeof *r->metas);
  r->metas[page->meta_count++] = (dt_meta){lowered(r, name), folded(r, value)};
}

/* Of elements that say something of the page wherever they stand. */
static void read_head_element(reading *r, const xmlNode *node) {
  dt_content_page *page = r->page;
  if (dt_node_is(node, "meta")) {
    read_meta(r, node);
  } else if (dt_node_is(node, "link") && *page->canonical == '\0') {
    const char *rel = dt_node_value(node, "rel"), *href = dt_node_value(node, "href");
    if (rel != NULL && href != NULL && strcmp(rel, "canonical") == 0) page->canonical = folded(r, href);
  } else if (dt_node_is(node, "title") && *page->title == '\0' && node->children != NULL) {
    page->title = folded(r, dt_node_content(node->children));
  }
}

/* ---- the walk ---- */

static bool enter_element(reading *r, const xmlNode *node) {
  const known_name *name = known(r, node);
  switch (name->kind) {
  case SKIPPED:
    read_head_element(r, node);
    if (dt_node_is(node, "ld")) r->page->data = node;
    return false;
  case BREAK:
    add_piece(r, node);
    return false;
  case HEAD:
    return true; /* also what is no head's: libxml2 leaves there all of <title>..<nav>..<main>.. */
  case INLINE:
    read_head_element(r, node);
    if (r->link == NULL && name->tag == DT_TAG_a && dt_node_value(node, "href") != NULL) r->link = node;
    return true;
  case NOSCRIPT:
    if (!r->in_noscript && !holds_a_page(node)) return false;
    r->in_noscript = true;
    break;
  case BLOCK:
    break;
  }
  open_element(r, node, name->tag);
  return true;
}

/* Whether its children are to be read. */
static bool enter(reading *r, const xmlNode *node) {
  if (node->type == XML_ELEMENT_NODE) return enter_element(r, node);
  if (dt_node_is_text(node)) add_piece(r, node);
  return node->type == XML_HTML_DOCUMENT_NODE;
}

static void leave(reading *r, const xmlNode *node) {
  if (node == r->link) r->link = NULL;
  if (r->open != DT_NONE && r->page->elements[r->open].node == node) close_element(r);
}

static void walk(reading *r, const xmlNode *top) {
  for (const xmlNode *node = top; node != NULL;) {
    bool entered = enter(r, node);
    if (entered && node->children != NULL) {
      node = node->children;
      continue;
    }
    if (entered) leave(r, node);
    while (node != top && node->next == NULL) leave(r, node = node->parent);
    node = node != top ? node->next : NULL;
  }
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

static const char *language_of(reading *r, const xmlDoc *document) {
  const xmlNode *root = xmlDocGetRootElement(document);
  const char *language = root != NULL ? dt_node_value(root, "lang") : NULL;
  return language != NULL ? lowered(r, language) : "";
}

void dt_content_read(dt_content_page *page, dt_arena *arena, const detm_page *source) {
  *page = (dt_content_page){.arena = arena, .page = source, .title = "", .canonical = ""};
  reading *r = DT_ZERO(arena, reading, 1);
  r->page = page;
  r->open = DT_NONE;
  dt_document_join(source->document);
  page->language = language_of(r, source->document);
  page->months = dt_months_of(arena, page->language);
  walk(r, (const xmlNode *)source->document);
  end_block(r);
  page->metas = r->metas;
  add_sums(page);
}

/* ---- questions ---- */

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

bool dt_data_is(const xmlNode *object, const char *type) {
  const char *types = dt_node_value(object, "type");
  return types != NULL && dt_has_tokens(types, type);
}

static bool ends_with(const char *types, const char *wanted) {
  size_t length, wanted_length = strlen(wanted);
  for (const char *at = dt_next_token(types, &length); at != NULL; at = dt_next_token(at + length, &length))
    if (length >= wanted_length && memcmp(at + length - wanted_length, wanted, wanted_length) == 0) return true;
  return false;
}

bool dt_data_is_article(const xmlNode *object) {
  const char *types = dt_node_value(object, "type");
  return ends_with(types, "Article") || dt_has_tokens(types, "BlogPosting") || dt_has_tokens(types, "Report");
}

const xmlNode *dt_data_next(const dt_content_page *page, const xmlNode *object) {
  const xmlNode *node = object != NULL ? object : page->data;
  if (node == NULL) return NULL;
  do {
    node = dt_node_next(page->data, node);
  } while (node != NULL && dt_node_value(node, "type") == NULL);
  return node;
}
