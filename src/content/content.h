/* content/content.h: a page as those see it who look for its text: elements, text blocks, pieces.
 *
 * A piece is a text node or a br; a text block is what stands between two borders of block-level elements (a paragraph,
 * a heading, an item, running text between two div); an element is a block-level element.  All three are arrays in
 * document order, made in one walk (read.c) of what a person may see: the document's body without scripts, forms'
 * inputs, pictures and the like.  Nothing changes once they are made, but for the choice: which pieces are the main
 * text. */
#ifndef DT_CONTENT_H
#define DT_CONTENT_H

#include <detm/content.h>

#include "base/base.h"
#include "tree/node.h"
#include "tree/tree.h"

/* Where an element stands: bits of itself and of all elements round it. */
enum {
  DT_IN_ASIDE = 1,           /* aside, role=complementary */
  DT_IN_FOOTER = 2,          /* footer, role=contentinfo */
  DT_IN_HEADER = 4,          /* header, role=banner */
  DT_IN_FORM = 8,            /* form, role=form, search, dialog, alertdialog */
  DT_IN_NAVIGATION = 16,     /* nav, role=navigation, menu, menubar, tablist */
  DT_IN_FIGURE = 32,         /* figure, figcaption */
  DT_IN_MAIN = 128,          /* main, role=main, itemprop=articleBody */
  DT_IN_ARTICLE = 256,       /* article */
  DT_IN_BUTTON = 512,        /* button, role=button */
  DT_IN_PREFORMATTED = 4096, /* pre */
  DT_IN_DIALOG = 16384,      /* role=dialog, alertdialog */
  DT_IN_HIDDEN = 8192        /* hidden by attribute, aria-hidden or inline style */
};

typedef struct dt_element {
  const xmlNode *node;
  uint32_t parent;                               /* DT_NONE = the first */
  uint32_t end;                                  /* its subtree is the elements [itself, end) */
  uint32_t first, last;                          /* text blocks of its subtree: [first, last) */
  uint32_t within;                               /* DT_IN_... */
  uint16_t depth;                                /* 0 = the first */
  dt_tag tag;                                    /* tree/tag.h */
  const char *class_name, *id, *role, *itemprop; /* "" = it has none */
} dt_element;

typedef struct dt_piece {
  const xmlNode *node; /* a text, or a br */
  const xmlNode *link; /* the a[href] round it, NULL = none */
  uint32_t block;
} dt_piece;

typedef struct dt_block {
  detm_text text;       /* white space folded, a newline at br; ends with a NUL */
  uint32_t first, last; /* its pieces: [first, last) */
  uint32_t element;     /* the block-level element that its first text stands in */
  uint32_t chars;       /* characters of the text */
  uint32_t linked;      /* of them within a[href] */
  uint32_t links;       /* a[href] that hold text */
  uint32_t units;       /* characters, CJK ones twice */
  uint32_t sentences;   /* sentence ends (base/sentence.h) */
} dt_block;

/* Sums over the blocks [0, n), so that a subtree's is the difference of two. */
typedef struct dt_sums {
  double units, linked, good; /* linked: units within links; good: unlinked units of good blocks (dt_block_is_good) */
  uint32_t sentences, links, chars, linked_chars;
} dt_sums;

typedef struct dt_meta {
  const char *name;  /* lower case: of name, property or itemprop */
  const char *value; /* white space folded, not empty */
} dt_meta;

typedef struct dt_content_page {
  dt_arena *arena; /* with a scope */
  const detm_page *page;
  dt_element *elements;
  uint32_t element_count;
  dt_block *blocks;
  uint32_t block_count;
  dt_piece *pieces;
  uint32_t piece_count;
  dt_sums *sums; /* block_count + 1 */
  /* Of the head: */
  const char *title;     /* of <title>, white space folded; "" = none */
  const char *language;  /* of html lang, lower case; "" = none */
  const char *canonical; /* of link rel=canonical; "" = none */
  const dt_meta *metas;  /* in document order */
  uint32_t meta_count;
  const xmlNode *data;      /* <ld>, the page's JSON-LD (tree/data.h); NULL = none */
  struct dt_months *months; /* their names, for the language of the page (month.h) */
} dt_content_page;

/* Characters of a text, CJK ones twice. */
double dt_text_units(detm_text text);

/* Reads a page with document into the arena, whose scope it leaves through. */
void dt_content_read(dt_content_page *page, dt_arena *arena, const detm_page *source);

/* Value of the first meta of this name (lower case), NULL = none. */
const char *dt_content_meta(const dt_content_page *page, const char *name);
/* Whether an <x> of the JSON-LD that has types is some article: NewsArticle, BlogPosting ... */
bool dt_data_is_article(const xmlNode *object);
/* Whether an <x> of the JSON-LD has a type (exact: "BreadcrumbList") among its types. */
bool dt_data_is(const xmlNode *object, const char *type);
/* The next object of the JSON-LD in document order after `object` (NULL = the first); NULL after the last. */
const xmlNode *dt_data_next(const dt_content_page *page, const xmlNode *object);

static inline double dt_link_density(const dt_block *block) {
  return block->chars == 0 ? 0 : (double)block->linked / block->chars;
}
/* Prose: long enough, with a sentence end, hardly linked. */
static inline bool dt_block_is_good(const dt_block *block) {
  return block->units >= 80 && block->sentences >= 1 && dt_link_density(block) < 0.4;
}

/* The three methods and auto: each marks the pieces of the main text in `chosen` (piece_count of them, all false). */
void dt_choose_by_stops(const dt_content_page *page, bool *chosen);
void dt_choose_by_weight(const dt_content_page *page, bool *chosen);
void dt_choose_by_blocks(const dt_content_page *page, bool *chosen);
void dt_choose_by_features(const dt_content_page *page, bool *chosen);

/* What else is known of the page; strings in the arena, NULL = nothing.  `chosen` is the main text. */
const char *dt_find_title(const dt_content_page *page, const bool *chosen);
const char *dt_find_date(const dt_content_page *page);
const char *dt_find_author(const dt_content_page *page);
typedef struct dt_name_list {
  const char **names;
  size_t count;
} dt_name_list;
dt_name_list dt_find_breadcrumb(const dt_content_page *page);
dt_name_list dt_find_keywords(const dt_content_page *page, const bool *chosen, const char *title); /* NULL = none */

/* The chosen pieces as text and as XML. */
void dt_content_write_text(const dt_content_page *page, const bool *chosen, dt_buffer *out);
void dt_content_write_markup(const dt_content_page *page, const bool *chosen, dt_buffer *out);

#endif
