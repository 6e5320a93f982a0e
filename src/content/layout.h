/* content/layout.h: how the chosen text stands on the page: which blocks have some, rows and cells of tables. */
#ifndef DT_CONTENT_LAYOUT_H
#define DT_CONTENT_LAYOUT_H

#include "content/content.h"

typedef struct dt_layout {
  const dt_content_page *page;
  const bool *chosen;
  bool *has_text; /* by block: a chosen piece of it is more than white space */
  /* By element; DT_NONE = none: */
  uint32_t *row, *cell; /* the nearest tr, td or th; itself counts */
  uint32_t *first;      /* of a row: the first cell with text; of a cell: its last block with text */
  bool *tabular;        /* a table, or one of its rows, with text in two cells of a row: no mere layout */
  bool *tall;           /* a row with a cell of more than one line */
} dt_layout;

/* In the page's arena. */
void dt_layout_make(dt_layout *layout, const dt_content_page *page, const bool *chosen);

/* Whether the block's text stands in one line with the other cells of its row. */
bool dt_layout_in_row(const dt_layout *layout, uint32_t block);
/* The element of the first cell of `row` at or behind element `from`, DT_NONE = there is none before `to`. */
uint32_t dt_layout_next_cell(const dt_layout *layout, uint32_t from, uint32_t to);

static inline bool dt_is_cell(dt_tag tag) { return tag == DT_TAG_td || tag == DT_TAG_th; }

/* Bytes of the white space at `at`, 0 = there is none: blanks of all kinds, and what takes no room, which leaves
 * *space as it is. */
size_t dt_white_at(const char *at, bool *space);
/* Where the next word begins, and where it ends; white space as above. */
const char *dt_next_word(const char *at, bool *space);
const char *dt_word_end(const char *word);

/* What of a preformatted block is written: from the first line that is not empty to its last character. */
typedef struct dt_extent {
  uint32_t first, last; /* pieces */
  size_t start, end;    /* bytes in the first, in the last */
} dt_extent;
dt_extent dt_preformatted(const dt_layout *layout, uint32_t block);
/* The part of a piece within the extent. */
detm_text dt_extent_text(const dt_layout *layout, const dt_extent *extent, uint32_t piece);

#endif
