/* content/content.h: the page model of the content methods: elements, text blocks and pieces.
 *
 * A piece is a text node or a br.  A text block is the text between two borders of block-level elements: a paragraph,
 * a heading, an item, running text between two div.  An element is a block-level element.  All three are arrays in
 * document order, made in one walk (page_model.c) over the visible body: without scripts, form inputs, pictures and the
 * like.  They do not change afterwards; a method only marks which pieces are the main text. */
#ifndef DT_CONTENT_H
#define DT_CONTENT_H

#include <detm/content.h>

#include "base/base.h"
#include "html/dom.h"
#include "html/page.h"

/* Context of an element: flags of the element itself and of all its ancestors. */
enum {
  DT_IN_ASIDE = 1 << 0,        /* aside, role=complementary */
  DT_IN_FOOTER = 1 << 1,       /* footer, role=contentinfo */
  DT_IN_HEADER = 1 << 2,       /* header, role=banner */
  DT_IN_FORM = 1 << 3,         /* form, role=form, search, dialog, alertdialog */
  DT_IN_NAVIGATION = 1 << 4,   /* nav, role=navigation, menu, menubar, tablist */
  DT_IN_FIGURE = 1 << 5,       /* figure, figcaption */
  DT_IN_MAIN = 1 << 6,         /* main, role=main, itemprop=articleBody */
  DT_IN_ARTICLE = 1 << 7,      /* article */
  DT_IN_HEADING = 1 << 8,      /* h1 to h6, dt, role=heading */
  DT_IN_PREFORMATTED = 1 << 9, /* pre */
  DT_IN_DIALOG = 1 << 10,      /* role=dialog, alertdialog */
  DT_IN_HIDDEN = 1 << 11       /* hidden by attribute or inline style (html/visibility.h) */
};

typedef struct dt_element {
  const xmlNode *node;
  uint32_t parent;                               /* DT_NONE for the first element */
  uint32_t end;                                  /* the subtree is the elements [this one, end) */
  uint32_t first, last;                          /* text blocks of the subtree: [first, last) */
  uint32_t within;                               /* DT_IN_... */
  uint16_t depth;                                /* 0 for the first element */
  dt_tag tag;                                    /* html/elements.h */
  const char *class_name, *id, *role, *itemprop; /* "" if missing */
} dt_element;

typedef struct dt_content_piece {
  const xmlNode *node; /* a text node or a br */
  const char *text; /* the text as it is read, NULL for a br: that of the node, with the quotation marks, brackets and
                     * line breaks that a browser adds; the source of a formula */
  bool struck;      /* no longer valid: in del, s or strike */
  const xmlNode *link; /* the a[href] around it, or NULL */
  uint32_t block;
} dt_content_piece;

typedef struct dt_block {
  detm_text text;       /* white space folded, a newline at br; ends with a NUL */
  uint32_t first, last; /* its pieces: [first, last) */
  uint32_t element;     /* the block-level element that holds its first text */
  uint32_t chars;       /* characters in the text */
  uint32_t linked;      /* characters within a[href] */
  uint32_t links;       /* a[href] with text */
  uint32_t units;       /* characters, CJK characters counted twice */
  uint32_t sentences;   /* sentence ends (text/sentences.h) */
} dt_block;

/* Prefix sums over the blocks [0, n): the sum of a subtree is the difference of two. */
typedef struct dt_sums {
  double units, linked, good; /* linked: units within links; good: unlinked units of good blocks (dt_block_is_good) */
  uint32_t sentences, links, chars, linked_chars;
} dt_sums;

typedef struct dt_meta {
  const char *name;  /* the name, property or itemprop attribute, in lower case */
  const char *value; /* white space folded, not empty */
} dt_meta;

typedef struct dt_content_page {
  dt_arena *arena; /* has a scope */
  const detm_page *page;
  dt_element *elements;
  uint32_t element_count;
  dt_block *blocks;
  uint32_t block_count;
  dt_content_piece *pieces;
  uint32_t piece_count;
  dt_sums *sums; /* block_count + 1 */
  /* From the head: */
  const char *title;     /* <title>, white space folded; "" if missing */
  const char *language;  /* html lang, lower case; "" if missing */
  const char *canonical; /* link rel=canonical; "" if missing */
  const dt_meta *metas;  /* in document order */
  uint32_t meta_count;
  const xmlNode **times; /* the time elements, in document order, also those without readable text */
  uint32_t time_count;
  const xmlNode *data; /* <ld>, the page's JSON-LD (html/data/jsonld.h), or NULL */
} dt_content_page;

/* Hashes the class of an element without digits, which often count records. */
uint64_t dt_class_hash(const dt_element *element, uint64_t seed);
/* Counts the characters of a text, CJK characters twice. */
double dt_text_units(detm_text text);

/* Builds the model of a page that has its document, in the arena.  A failure leaves the arena's scope. */
void dt_content_read(dt_content_page *page, dt_arena *arena, const detm_page *source);

/* Returns the value of the first meta with this name (lower case), or NULL. */
const char *dt_content_meta(const dt_content_page *page, const char *name);
/* Checks whether og:type or article:published_time declares the page an article. */
bool dt_content_declares_article(const dt_content_page *page);
/* Returns the JSON-LD object after `object` in document order (the first if `object` is NULL), or NULL. */
const xmlNode *dt_data_next(const dt_content_page *page, const xmlNode *object);
/* Returns the text of the first member of this name that has content, "" if that is an object, or NULL. */
const char *dt_data_member(const xmlNode *object, const char *name);

static inline double dt_link_density(const dt_block *block) {
  return block->chars == 0 ? 0 : (double)block->linked / block->chars;
}
/* Checks whether a block is prose: long enough, with a sentence end and few links. */
static inline bool dt_block_is_good(const dt_block *block) {
  return block->units >= 80 && block->sentences >= 1 && dt_link_density(block) < 0.4;
}

/* Returns the text of a short block with blanks between the texts of different elements, which styles set apart:
 * "<b>Published</b><b>3 May 2024</b>".  Empty if the block is longer, one text, or of several lines. */
detm_text dt_block_apart(const dt_content_page *page, const dt_block *block);

/* Checks whether an element is or holds a control that says whether something is open, or what it opens. */
bool dt_holds_opener(const xmlNode *top);
/* Checks whether an element may be the header of a panel: the first of its parent, or after such a header and its
 * panel. */
bool dt_begins_panel(const xmlNode *header);

/* Returns the address of a link (a[href]); "" if that has a fragment, so that it leads to a part of a page, or
 * is that of a script or of an e-mail account. */
const char *dt_link_address(const xmlNode *link);

/* A part as a share of the whole; 0 of nothing. */
static inline double dt_share_of(double part, double whole) { return whole > 0 ? part / whole : 0; }

/* The content methods.  Each sets chosen[i] for the pieces of the main text; `chosen` has piece_count entries, all
 * false before. */
void dt_choose_by_stops(const dt_content_page *page, bool *chosen);
void dt_choose_by_weight(const dt_content_page *page, bool *chosen);
void dt_choose_by_blocks(const dt_content_page *page, bool *chosen);
/* The same by features; returns the expected quality of the text, 0 to 1 (text/quality.h). */
double dt_choose_by_features(const dt_content_page *page, bool *chosen);

/* Metadata of the page: strings in the arena, NULL if nothing was found.  `chosen` marks the main text. */
const char *dt_find_title(const dt_content_page *page, const bool *chosen);
const char *dt_find_date(const dt_content_page *page);
const char *dt_find_author(const dt_content_page *page);
typedef struct dt_name_list {
  const char **names;
  size_t count;
} dt_name_list;
dt_name_list dt_find_breadcrumb(const dt_content_page *page);
dt_name_list dt_find_keywords(const dt_content_page *page, const bool *chosen,
                              const char *title); /* title may be NULL */

/* Returns the chosen pieces with the captions of the pictures right before chosen blocks: they belong to pictures, and
 * only the markup has pictures. */
const bool *dt_content_with_captions(const dt_content_page *page, const bool *chosen);
/* Write the chosen pieces as text and as XML. */
void dt_content_write_text(const dt_content_page *page, const bool *chosen, dt_buffer *out);
void dt_content_write_markup(const dt_content_page *page, const bool *chosen, dt_buffer *out);

#endif
