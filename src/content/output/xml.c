/* content/output/xml.c: writes the chosen pieces as XML with their structure: paragraphs, headings, lists, tables,
 * quotations, preformatted text, links, images.
 *
 * One walk over the document.  Elements that contain blocks are frames, opened before the first chosen text within
 * them; inline elements (a, strong ...) are phrases.  Misplaced frames are left out (a tr without table), missing
 * frames are added (an li for text directly within ul). */
#include "content/code.h"
#include "content/formula.h"
#include "content/output/layout.h"
#include "text/fold.h"
#include "text/url.h"
#include "xmlfile/escape.h"

#include <stdio.h>
#include <stdlib.h>

typedef enum kind { PLAIN, LEAF, FLOW, LIST, ITEM, TERMS, TERM, TABLE, ROW, CELL, CAPTION, PREFORMATTED } kind;

static const uint8_t kinds[DT_TAG_KNOWN] = {
    [DT_TAG_p] = LEAF,          [DT_TAG_h1] = LEAF,          [DT_TAG_h2] = LEAF,   [DT_TAG_h3] = LEAF,
    [DT_TAG_h4] = LEAF,         [DT_TAG_h5] = LEAF,          [DT_TAG_h6] = LEAF,   [DT_TAG_blockquote] = FLOW,
    [DT_TAG_ul] = LIST,         [DT_TAG_ol] = LIST,          [DT_TAG_menu] = LIST, [DT_TAG_dir] = LIST,
    [DT_TAG_li] = ITEM,         [DT_TAG_dl] = TERMS,         [DT_TAG_dt] = TERM,   [DT_TAG_dd] = TERM,
    [DT_TAG_table] = TABLE,     [DT_TAG_tr] = ROW,           [DT_TAG_td] = CELL,   [DT_TAG_th] = CELL,
    [DT_TAG_caption] = CAPTION, [DT_TAG_pre] = PREFORMATTED,
};

typedef enum phrase_kind { LINK, STRONG, EMPHASIS, STRUCK, CODE, BELOW, ABOVE, FORMULA, PHRASES } phrase_kind;

static const char *const phrase_names[PHRASES] = {"a", "strong", "em", "del", "code", "sub", "sup", "math"};

enum {
  SPAN_DIGITS = 4,              /* in colspan and rowspan */
  ITEM_DIGITS = 9,              /* in the number of an item */
  MIN_IMAGE = 32,               /* pixels in width and height; smaller images are decoration */
  MAX_ADDRESS_BYTES = 32 << 20, /* of all links and images of a page; the rest is left out */
  SYNTHETIC = 2                 /* frames that may be added around one: tr and td */
};

typedef struct frame {
  kind kind;
  const char *name;
  uint32_t first, end; /* elements [first, end) in it; none if it holds one block */
  uint32_t next;       /* for a row: the element after its last cell so far; DT_NONE if the page has no such element */
  bool begun;          /* has content */
} frame;

typedef struct phrase {
  const xmlNode *node;
  phrase_kind kind;
  bool open, spent; /* spent: a link that has been written; it is written in one block only */
} phrase;

typedef struct image {
  const xmlNode *node;
  uint32_t element;
  struct image *next;
} image;

typedef struct writer {
  const dt_content_page *page;
  const bool *chosen;
  dt_text_layout layout;
  dt_buffer *out;
  const char *base;
  uint32_t *frame_of, *leaf_of; /* by element: the innermost that is written, or DT_NONE */
  uint32_t *outer_of, *end_of;  /* for a written one: the one around it, and its end */
  uint8_t *kind_of;             /* kind as written */
  uint32_t *next_text;          /* by block: the first block from it on with chosen text */
  frame *frames;
  uint32_t frame_count, *path;
  phrase phrases[PHRASES];
  unsigned phrase_count;
  uint32_t element, next_element, next_piece; /* position of the walk */
  uint32_t block;                             /* the open block, or DT_NONE */
  const char *leaf;                           /* its tag; NULL if it is directly in its frame */
  bool begun, space;                          /* it has a word; white space since the last word */
  uint32_t breaks;                            /* line breaks since the last word */
  image *images, **images_end;                /* images since the last chosen text */
  bool gap;                                   /* only captions since the last chosen text */
  const char *last_image;
  size_t address_bytes;
} writer;

/* ---- which elements are written ---- */

/* Returns the kind of an element in its frame; PLAIN for layout tables and misplaced elements. */
static kind kind_as_written(const writer *w, uint32_t e, kind outer) {
  dt_tag tag = w->page->elements[e].tag;
  kind own = tag < DT_TAG_KNOWN ? (kind)kinds[tag] : PLAIN;
  switch (own) {
  case TABLE:
    return w->layout.tabular[e] && outer != PREFORMATTED ? own : PLAIN;
  case ITEM:
    return outer == LIST ? own : PLAIN;
  case TERM:
    return outer == TERMS ? own : PLAIN;
  case ROW:
  case CAPTION:
    return outer == TABLE ? own : PLAIN;
  case CELL:
    return outer == ROW ? own : PLAIN;
  default:
    return outer != PREFORMATTED ? own : PLAIN;
  }
}

static uint32_t find_frames(writer *w) {
  const dt_content_page *page = w->page;
  uint32_t depth = 0;
  w->frame_of = DT_ARRAY(page->arena, uint32_t, page->element_count);
  w->leaf_of = DT_ARRAY(page->arena, uint32_t, page->element_count);
  w->kind_of = DT_ARRAY(page->arena, uint8_t, page->element_count);
  w->outer_of = DT_ARRAY(page->arena, uint32_t, page->element_count);
  w->end_of = DT_ARRAY(page->arena, uint32_t, page->element_count);

  uint32_t *last_item = DT_ARRAY(page->arena, uint32_t, page->element_count);
  for (uint32_t e = 0; e < page->element_count; e++) {
    const dt_element *element = &page->elements[e];
    uint32_t parent = element->parent, outer = parent != DT_NONE ? w->frame_of[parent] : DT_NONE;
    bool term = element->tag == DT_TAG_dt || element->tag == DT_TAG_dd;
    if (term && outer != DT_NONE && w->kind_of[outer] == TERM) {
      /* ends the outer dt or dd where an inner one begins: the parser nests them if they lack end tags */
      if (e < w->end_of[outer]) w->end_of[outer] = e;
      outer = w->outer_of[outer];
    }
    kind own = kind_as_written(w, e, outer != DT_NONE ? (kind)w->kind_of[outer] : PLAIN);
    if (own == LIST && outer != DT_NONE && w->kind_of[outer] == LIST) {
      /* a list directly within a list belongs to the item before it; without one its items are items of the outer */
      uint32_t item = last_item[outer];
      if (item == DT_NONE)
        own = PLAIN;
      else {
        outer = item;
        w->end_of[item] = element->end;
      }
    }
    last_item[e] = DT_NONE;
    if (outer != DT_NONE && w->kind_of[outer] == LIST) last_item[outer] = own == ITEM ? e : DT_NONE;
    w->kind_of[e] = (uint8_t)own;
    w->outer_of[e] = outer;
    w->end_of[e] = element->end;
    w->frame_of[e] = own == PLAIN || own == LEAF ? outer : e;
    w->leaf_of[e] = own == LEAF ? e : own == PLAIN && parent != DT_NONE ? w->leaf_of[parent] : DT_NONE;
    if (element->depth > depth) depth = element->depth;
  }

  return 2 * (depth + 1); /* a list directly within a list has an item around it */
}

static const char *written_name(const writer *w, uint32_t element) {
  dt_tag tag = w->page->elements[element].tag;
  return tag == DT_TAG_menu || tag == DT_TAG_dir ? "ul" : dt_tag_known_name(tag);
}

/* ---- tags ---- */

static void add_start(writer *w, const char *name) {
  dt_buffer_byte(w->out, '<');
  dt_buffer_text(w->out, name);
}

static void add_end(writer *w, const char *name) {
  dt_buffer_add(w->out, "</", 2);
  dt_buffer_text(w->out, name);
  dt_buffer_byte(w->out, '>');
}

/* Checks whether the innermost frame ignores white space, so that its children start on lines of their own. */
static bool ignores_space(const writer *w) {
  if (w->frame_count == 0) return true;
  kind top = w->frames[w->frame_count - 1].kind;
  return top == FLOW || top == LIST || top == TERMS || top == TABLE;
}

static void begin_line(writer *w) {
  if (ignores_space(w) && w->out->length != 0) dt_buffer_byte(w->out, '\n');
}

/* Adds an attribute if it is a whole number of at most `most_digits` digits. */
static void add_number(writer *w, const xmlNode *node, const char *name, size_t most_digits, bool zero) {
  const char *value = dt_node_value(node, name);
  size_t digits = value != NULL ? strspn(value, "0123456789") : 0;
  if (digits == 0 || digits > most_digits || value[digits] != '\0') return;
  if (zero || value[strspn(value, "0")] != '\0') dt_xml_value(w->out, name, dt_text(value));
}

/* Adds the spans of a cell, and the numbers of an ordered list and its items. */
static void add_numbers(writer *w, kind own, const char *name, const char *outer, const xmlNode *node) {
  if (own == CELL) {
    add_number(w, node, "colspan", SPAN_DIGITS, false);
    add_number(w, node, "rowspan", SPAN_DIGITS, false);
  } else if (own == LIST && strcmp(name, "ol") == 0) {
    add_number(w, node, "start", ITEM_DIGITS, true);
  } else if (own == ITEM && strcmp(outer, "ol") == 0) {
    add_number(w, node, "value", ITEM_DIGITS, true);
  }
}

static void add_language(writer *w, const xmlNode *code) {
  char name[64];
  detm_text language = dt_code_language(code);
  int length = snprintf(name, sizeof name, "language-%.*s", (int)language.length, language.data);
  if (language.length != 0) dt_xml_value(w->out, "class", (detm_text){name, (size_t)length});
}

/* ---- frames ---- */

/* Adds cells without chosen text, to keep the others in their columns. */
static void add_empty_cells(writer *w, frame *row, uint32_t to) {
  while (row->next != DT_NONE) {
    uint32_t cell = dt_layout_next_cell(&w->layout, row->next, to);
    if (cell == DT_NONE) return;
    add_start(w, written_name(w, cell));
    dt_buffer_add(w->out, "/>", 2);
    row->next = w->page->elements[cell].end;
  }
}

/* Opens a frame; `node` is its element in the page, NULL for an added frame. */
static void push_frame(writer *w, frame pushed, const xmlNode *node) {
  const char *outer = w->frame_count != 0 ? w->frames[w->frame_count - 1].name : "";
  begin_line(w);
  if (w->frame_count != 0) w->frames[w->frame_count - 1].begun = true;
  w->frames[w->frame_count++] = pushed;
  add_start(w, pushed.name);
  if (node != NULL) add_numbers(w, pushed.kind, pushed.name, outer, node);
  if (pushed.kind == PREFORMATTED) add_language(w, node);
  dt_buffer_byte(w->out, '>');
}

/* Adds the frames that are missing between the innermost frame and an inner kind within the elements [first, end). */
static void add_missing_frames(writer *w, kind inner, uint32_t first, uint32_t end) {
  kind outer = w->frame_count != 0 ? w->frames[w->frame_count - 1].kind : PLAIN;
  if (outer == LIST && inner != ITEM) push_frame(w, (frame){ITEM, "li", first, end, DT_NONE, false}, NULL);
  if (outer == TERMS && inner != TERM) push_frame(w, (frame){TERM, "dd", first, end, DT_NONE, false}, NULL);
  bool row = outer == TABLE && inner != ROW && inner != CAPTION;
  if (row) push_frame(w, (frame){ROW, "tr", first, end, DT_NONE, false}, NULL);
  if ((row || outer == ROW) && inner != CELL) push_frame(w, (frame){CELL, "td", first, end, DT_NONE, false}, NULL);
}

static void end_block_element(writer *w);

/* Closes and opens frames until `target` is the innermost; DT_NONE closes all. */
static void go_to(writer *w, uint32_t target) {
  uint32_t count = 0;
  end_block_element(w);
  while (w->frame_count != 0) {
    frame *top = &w->frames[w->frame_count - 1];
    if (target != DT_NONE && top->first <= target && target < top->end) break;
    if (top->kind == ROW) add_empty_cells(w, top, top->end);
    if (ignores_space(w)) dt_buffer_byte(w->out, '\n');
    add_end(w, top->name);
    w->frame_count--;
  }

  uint32_t top = w->frame_count != 0 ? w->frames[w->frame_count - 1].first : DT_NONE;
  for (uint32_t at = target; at != top; at = w->outer_of[at]) w->path[count++] = at;
  while (count != 0) {
    uint32_t element = w->path[--count], end = w->end_of[element];
    kind own = (kind)w->kind_of[element];
    add_missing_frames(w, own, element, end);
    if (own == CELL) {
      frame *row = &w->frames[w->frame_count - 1];
      add_empty_cells(w, row, element);
      if (row->next != DT_NONE) row->next = end;
    }
    push_frame(w, (frame){own, written_name(w, element), element, end, element + 1, false},
               w->page->elements[element].node);
  }
}

/* ---- phrases and addresses ---- */

/* Adds an attribute with the resolved address, unless MAX_ADDRESS_BYTES is reached. */
static void add_address(writer *w, const char *name, const char *address) {
  dt_mark mark = dt_arena_mark(w->page->arena);
  detm_text url = dt_url_resolve(w->page->arena, w->base, dt_text(address));
  w->address_bytes += url.length;
  if (w->address_bytes <= MAX_ADDRESS_BYTES) dt_xml_value(w->out, name, url);
  dt_arena_rewind(w->page->arena, mark);
}

static bool is_safe_address(const char *value) {
  if (value == NULL) return false;
  value += strspn(value, DT_WHITE);
  return *value != '\0' && !dt_text_starts_ci(dt_text(value), DT_TEXT("javascript:")) &&
         !dt_text_starts_ci(dt_text(value), DT_TEXT("data:"));
}

/* Enters a phrase; ignores one within another of the same kind, so that there are few however deep they are nested. */
static void enter_phrase(writer *w, const xmlNode *node) {
  static const struct {
    const char *tag;
    phrase_kind kind;
  } tags[] = {{"a", LINK},    {"b", STRONG},   {"strong", STRONG}, {"i", EMPHASIS},    {"em", EMPHASIS},
              {"code", CODE}, {"samp", CODE},  {"kbd", CODE},      {"tt", CODE},       {"sub", BELOW},
              {"sup", ABOVE}, {"del", STRUCK}, {"s", STRUCK},      {"strike", STRUCK}, {"math", FORMULA}};

  phrase_kind own = PHRASES;
  for (size_t i = 0; own == PHRASES && i < sizeof tags / sizeof *tags; i++)
    if (dt_same_name((const char *)node->name, tags[i].tag)) own = tags[i].kind;
  if (own == PHRASES || (own == LINK && !is_safe_address(dt_node_value(node, "href")))) return;
  for (unsigned i = 0; i < w->phrase_count; i++)
    if (w->phrases[i].kind == own) return;
  w->phrases[w->phrase_count++] = (phrase){.node = node, .kind = own};
}

static void open_phrases(writer *w) {
  for (unsigned i = 0; i < w->phrase_count; i++) {
    phrase *opened = &w->phrases[i];
    if (opened->open || opened->spent) continue;
    add_start(w, phrase_names[opened->kind]);
    if (opened->kind == LINK) add_address(w, "href", dt_node_value(opened->node, "href"));
    dt_buffer_byte(w->out, '>');
    opened->open = true;
    opened->spent = opened->kind == LINK;
  }
}

static void close_phrases(writer *w) {
  for (unsigned i = w->phrase_count; i-- != 0;) {
    if (w->phrases[i].open) add_end(w, phrase_names[w->phrases[i].kind]);
    w->phrases[i].open = false;
  }
}

/* ---- blocks ---- */

/* Adds escaped text; line breaks and tabs stay as they are. */
static void add_escaped(dt_buffer *out, detm_text text) {
  while (text.length != 0) {
    size_t length = 0;
    while (length < text.length && text.data[length] != '\n' && text.data[length] != '\t') length++;
    dt_xml_text(out, (detm_text){text.data, length});
    if (length == text.length) return;
    dt_buffer_byte(out, text.data[length++]);
    text = (detm_text){text.data + length, text.length - length};
  }
}

/* Returns the tag for a block's text: the leaf around it, NULL directly in an empty frame, otherwise p. */
static const char *leaf_name(const writer *w, uint32_t element) {
  if (w->leaf_of[element] != DT_NONE) return written_name(w, w->leaf_of[element]);
  if (w->frame_count == 0 || w->frames[w->frame_count - 1].begun) return "p";
  kind top = w->frames[w->frame_count - 1].kind;
  return top == ITEM || top == TERM || top == CELL || top == CAPTION ? NULL : "p";
}

static void start_block(writer *w, uint32_t block) {
  uint32_t element = w->page->blocks[block].element;
  go_to(w, w->frame_of[element]);
  add_missing_frames(w, LEAF, 0, 0);
  frame *top = w->frame_count != 0 ? &w->frames[w->frame_count - 1] : NULL;
  bool preformatted = top != NULL && top->kind == PREFORMATTED;
  w->leaf = preformatted ? NULL : leaf_name(w, element);
  w->block = block;
  w->begun = w->space = false;
  w->breaks = 0;
  if (preformatted && top->begun) dt_buffer_byte(w->out, '\n');

  if (preformatted) {
    dt_extent extent = dt_preformatted(&w->layout, block);
    for (uint32_t p = extent.first; p <= extent.last; p++) {
      add_escaped(w->out, dt_extent_text(&w->layout, &extent, p));
    }
  }

  if (w->leaf != NULL) {
    begin_line(w);
    add_start(w, w->leaf);
    dt_buffer_byte(w->out, '>');
  }

  if (top != NULL) top->begun = true;
}

static void end_block_element(writer *w) {
  if (w->block == DT_NONE) return;
  close_phrases(w);
  if (w->leaf != NULL) add_end(w, w->leaf);
  w->block = DT_NONE;
}

/* Writes pending breaks; two or more within p begin a new paragraph. */
static void add_breaks(writer *w) {
  if (w->begun && w->breaks > 1 && w->leaf != NULL && strcmp(w->leaf, "p") == 0) {
    close_phrases(w);
    dt_buffer_add(w->out, "</p>", 4);
    begin_line(w);
    dt_buffer_add(w->out, "<p>", 3);
    w->space = false;
  } else if (w->begun && w->breaks != 0) {
    dt_buffer_add(w->out, "<br/>", 5);
    w->space = false;
  }
  w->breaks = 0;
}

static void add_words(writer *w, const char *at) {
  for (const char *end = at + strlen(at);;) {
    const char *word = dt_skip_space(at, end, DT_SPACE_VISIBLE, &w->space);
    if (word == end) return;
    at = dt_skip_word(dt_skip_plain_words(word, end), end, DT_SPACE_VISIBLE);
    add_breaks(w);
    if (w->space && w->begun) dt_buffer_byte(w->out, ' ');
    open_phrases(w);
    dt_xml_text(w->out, (detm_text){word, (size_t)(at - word)});
    w->begun = true;
    w->space = false;
  }
}

/* ---- images ---- */

/* Returns the address of an image, also from the attributes for lazy loading. */
static const char *address_of_image(const xmlNode *node) {
  static const char *const names[] = {"src", "data-src", "data-original", "data-lazy-src"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *value = dt_node_value(node, names[i]);
    if (is_safe_address(value)) return value;
  }
  return NULL;
}

static bool is_small(const xmlNode *node, const char *side) {
  const char *value = dt_node_value(node, side);
  size_t digits = value != NULL ? strspn(value, "0123456789") : 0;
  return digits != 0 && digits < 3 && value[digits] != '%' && strtoul(value, NULL, 10) < MIN_IMAGE;
}

static void forget_images(writer *w) {
  w->images = NULL;
  w->images_end = &w->images;
}

static void add_image(writer *w, const image *of) {
  const char *address = address_of_image(of->node), *alt = dt_node_value(of->node, "alt");
  w->last_image = address;
  add_start(w, "img");
  add_address(w, "src", address);
  dt_xml_attribute(w->out, "alt", alt);
  dt_buffer_add(w->out, "/>", 2);
}

/* Writes an image outside blocks, like a paragraph. */
static void place_image(writer *w, const image *of) {
  go_to(w, of->element != DT_NONE ? w->frame_of[of->element] : DT_NONE);
  add_missing_frames(w, LEAF, 0, 0);
  frame *top = w->frame_count != 0 ? &w->frames[w->frame_count - 1] : NULL;
  if (top != NULL && top->kind == PREFORMATTED) return;
  begin_line(w);
  add_image(w, of);
  if (top != NULL) top->begun = true;
}

/* Writes the pending images before the next text of the block, except those in an aside or the like of their own, those
 * that repeat the last one, as in lazy loading, and those beyond MAX_ADDRESS_BYTES. */
static void flush_images(writer *w, uint32_t block) {
  const unsigned excluded =
      DT_IN_ASIDE | DT_IN_FOOTER | DT_IN_FORM | DT_IN_NAVIGATION | DT_IN_HIDDEN | DT_IN_PREFORMATTED;
  const dt_element *elements = w->page->elements;
  uint32_t within = elements[w->page->blocks[block].element].within;
  bool preformatted = w->block == block && (within & DT_IN_PREFORMATTED) != 0;

  for (const image *of = w->images; of != NULL && !preformatted; of = of->next) {
    uint32_t own = of->element != DT_NONE ? elements[of->element].within : 0;
    const char *address = address_of_image(of->node);
    if ((own & ~within & excluded) != 0) continue;
    if (w->last_image != NULL && strcmp(w->last_image, address) == 0) continue;
    if (w->address_bytes + strlen(address) > MAX_ADDRESS_BYTES) continue;
    if (w->block == block) {
      if (w->space && w->begun) dt_buffer_byte(w->out, ' ');
      w->space = false;
      w->begun = true;
      add_image(w, of);
    } else {
      place_image(w, of);
    }
  }

  forget_images(w);
}

/* ---- the walk ---- */

static void enter_piece(writer *w, uint32_t piece) {
  const dt_content_piece *of = &w->page->pieces[piece];
  uint32_t within = w->page->elements[w->page->blocks[of->block].element].within;
  bool space = false;
  detm_text text = dt_text(of->text != NULL ? of->text : "");
  bool empty = *dt_skip_space(text.data, text.data + text.length, DT_SPACE_VISIBLE, &space) == '\0';

  if (of->text == NULL) {
    w->breaks++;
  } else if (empty) {
    w->space = w->space || space;
  } else if (w->chosen[piece]) {
    flush_images(w, of->block);
    if (w->block != of->block) start_block(w, of->block);
    if ((within & DT_IN_PREFORMATTED) == 0) add_words(w, text.data);
    w->gap = true;
  } else {
    w->space = true;
    if (within & DT_IN_FIGURE) return;
    forget_images(w);
    w->gap = false;
  }
}

/* Enters a node.  Returns whether to walk into its children. */
static bool enter_content(writer *w, const xmlNode *node) {
  const dt_content_page *page = w->page;
  dt_scope_tick(page->arena->scope);
  if (w->next_element < page->element_count && page->elements[w->next_element].node == node) {
    const dt_element *element = &page->elements[w->next_element];
    w->element = w->next_element++;
    if (w->gap || w->next_text[element->first] < element->last) return true;
    w->next_element = element->end; /* neither chosen text in it, nor pending images */
    if (element->last > element->first) w->next_piece = page->blocks[element->last - 1].last;
    return false;
  }

  if (w->next_piece < page->piece_count && page->pieces[w->next_piece].node == node) {
    enter_piece(w, w->next_piece++);
  } else if (dt_node_is(node, "img")) {
    if (!w->gap || is_small(node, "width") || is_small(node, "height") || address_of_image(node) == NULL) return true;
    if (dt_draws_formula(node)) return true;
    image *found = DT_ZERO(page->arena, image, 1);
    *found = (image){.node = node, .element = w->element};
    *w->images_end = found;
    w->images_end = &found->next;
  } else if (node->type == XML_ELEMENT_NODE) {
    enter_phrase(w, node);
  }

  return node->type != XML_TEXT_NODE;
}

/* Leaves a node; images at the end of a block belong to it. */
static void leave_content(writer *w, const xmlNode *node) {
  const dt_element *elements = w->page->elements;
  if (w->phrase_count != 0 && w->phrases[w->phrase_count - 1].node == node) {
    const phrase *left = &w->phrases[--w->phrase_count];
    if (left->open) add_end(w, phrase_names[left->kind]);
  }
  if (w->element == DT_NONE || elements[w->element].node != node) return;
  if (w->block != DT_NONE && w->page->blocks[w->block].element == w->element) flush_images(w, w->block);
  w->element = elements[w->element].parent;
}

/* Checks whether pieces remain or the last block is still open. */
static bool has_more(const writer *w) {
  if (w->next_piece < w->page->piece_count) return true;
  return w->block != DT_NONE && w->element != DT_NONE && w->element >= w->page->blocks[w->block].element;
}

static bool is_caption(const dt_content_page *page, uint32_t element) {
  while (element != DT_NONE && page->elements[element].tag != DT_TAG_figcaption)
    element = page->elements[element].parent;
  return element != DT_NONE;
}

const bool *dt_content_with_captions(const dt_content_page *page, const bool *chosen) {
  const unsigned apart = DT_IN_ASIDE | DT_IN_FOOTER | DT_IN_FORM | DT_IN_NAVIGATION | DT_IN_HIDDEN;
  bool *with = DT_ARRAY(page->arena, bool, page->piece_count);
  uint32_t from = 0; /* all blocks from it on are in figures */

  memcpy(with, chosen, page->piece_count * sizeof *with);
  for (uint32_t b = 0; b < page->block_count; b++) {
    const dt_block *block = &page->blocks[b];
    if (chosen[block->first]) {
      for (uint32_t k = from; k < b; k++) {
        const dt_block *caption = &page->blocks[k];
        if ((page->elements[caption->element].within & apart) != 0 || !is_caption(page, caption->element)) continue;
        memset(with + caption->first, true, (caption->last - caption->first) * sizeof *with);
      }
      from = b + 1;
    } else if ((page->elements[block->element].within & DT_IN_FIGURE) == 0) {
      from = b + 1;
    }
  }

  return with;
}

void dt_content_write_markup(const dt_content_page *page, const bool *chosen, dt_buffer *out) {
  dt_mark mark = dt_arena_mark(page->arena);
  writer *w = DT_ZERO(page->arena, writer, 1);
  *w = (writer){.page = page, .chosen = chosen, .out = out, .element = DT_NONE, .block = DT_NONE};
  dt_layout_make(&w->layout, page, chosen);
  uint32_t depth = find_frames(w);
  uint32_t next = page->block_count;
  w->next_text = DT_ARRAY(page->arena, uint32_t, (size_t)next + 1);
  w->next_text[next] = next;
  for (uint32_t b = next; b-- != 0; w->next_text[b] = next)
    if (w->layout.has_text[b]) next = b;
  w->frames = DT_ARRAY(page->arena, frame, (size_t)depth * (1 + SYNTHETIC) + SYNTHETIC);
  w->path = DT_ARRAY(page->arena, uint32_t, depth);
  w->base = dt_page_base(page->arena, page->page);
  forget_images(w);

  const xmlNode *top = (const xmlNode *)page->page->document;
  for (const xmlNode *node = top; node != NULL && has_more(w);) {
    if (enter_content(w, node) && node->children != NULL) {
      node = node->children;
      continue;
    }
    leave_content(w, node);
    while (node != top && node->next == NULL) leave_content(w, node = node->parent);
    node = node != top ? node->next : NULL;
  }

  go_to(w, DT_NONE);
  dt_arena_rewind(page->arena, mark);
}
