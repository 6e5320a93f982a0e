/* content/output/layout.h: layout of the chosen text: blocks with text, rows and cells of tables. */
#ifndef DT_CONTENT_OUTPUT_LAYOUT_H
#define DT_CONTENT_OUTPUT_LAYOUT_H

#include "content/content.h"

typedef struct dt_text_layout {
  const dt_content_page *page;
  const bool *chosen;
  bool *has_text; /* by block: a chosen piece has more than white space */
  /* By element, or DT_NONE: */
  uint32_t *row, *cell; /* the nearest tr, td or th, which may be the element itself */
  uint32_t *first;      /* for a row: the first cell with text; for a cell: its last block with text */
  bool *tabular;        /* a table or row with text in two cells of a row; other tables are page layout */
  bool *tall;           /* a row with a cell of several lines */
} dt_text_layout;

/* Computes the layout, in the page's arena. */
void dt_layout_make(dt_text_layout *layout, const dt_content_page *page, const bool *chosen);

/* Checks whether the block is written on one line with the other cells of its row. */
bool dt_layout_in_row(const dt_text_layout *layout, uint32_t block);
/* Returns the first cell in the elements [from, to), or DT_NONE. */
uint32_t dt_layout_next_cell(const dt_text_layout *layout, uint32_t from, uint32_t to);

/* Extent of a preformatted block: from its first line with text to its last character that is not white space. */
typedef struct dt_extent {
  uint32_t first, last; /* pieces */
  size_t start, end;    /* byte offsets in the first and the last piece */
} dt_extent;
dt_extent dt_preformatted(const dt_text_layout *layout, uint32_t block);
/* Returns the part of a piece within the extent. */
detm_text dt_extent_text(const dt_text_layout *layout, const dt_extent *extent, uint32_t piece);

#endif
