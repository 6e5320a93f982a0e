/* content/write.c: the chosen pieces as text: a paragraph, heading or item a line, a table row a line with tabs between
 * its cells, preformatted lines as they are. */
#include "content/layout.h"

/* Words of a text with single blanks between them; *space tells that white space came before. */
static void add_words(dt_buffer *out, size_t start, const char *at, bool *space) {
  for (;;) {
    const char *word = dt_next_word(at, space);
    if (*word == '\0') return;
    at = dt_word_end(word);
    if (*space && out->length > start && out->data[out->length - 1] != '\n') dt_buffer_byte(out, ' ');
    dt_buffer_add(out, word, (size_t)(at - word));
    *space = false;
  }
}

static void add_block(const dt_layout *layout, uint32_t block, dt_buffer *out) {
  const dt_block *b = &layout->page->blocks[block];
  size_t start = out->length;
  bool space = false;
  for (uint32_t p = b->first; p < b->last; p++) {
    const xmlNode *node = layout->page->pieces[p].node;
    if (dt_node_is_text(node)) {
      if (layout->chosen[p]) add_words(out, start, dt_node_content(node), &space);
    } else if (out->length > start && out->data[out->length - 1] != '\n') {
      dt_buffer_byte(out, '\n');
    }
  }
  if (out->length > start && out->data[out->length - 1] == '\n') out->length--;
}

static void add_preformatted(const dt_layout *layout, uint32_t block, dt_buffer *out) {
  dt_extent extent = dt_preformatted(layout, block);
  for (uint32_t p = extent.first; p <= extent.last; p++) {
    detm_text text = dt_extent_text(layout, &extent, p);
    if (!dt_node_is_text(layout->page->pieces[p].node)) text = DT_TEXT("\n");
    dt_buffer_add(out, text.data, text.length);
  }
}

/* A tab for each cell of the row between two blocks; `before` DT_NONE = the row begins, or goes on after others' text.
 */
static void add_tabs(const dt_layout *layout, uint32_t before, uint32_t block, dt_buffer *out) {
  const dt_block *blocks = layout->page->blocks;
  uint32_t to = layout->cell[blocks[block].element];
  if (before == DT_NONE && layout->first[layout->row[blocks[block].element]] != to) return;
  uint32_t from = before != DT_NONE ? layout->cell[blocks[before].element] : layout->row[blocks[block].element] + 1;
  for (uint32_t cell = dt_layout_next_cell(layout, from, to); cell != DT_NONE;) {
    dt_buffer_byte(out, '\t');
    cell = dt_layout_next_cell(layout, layout->page->elements[cell].end, to);
  }
}

void dt_content_write_text(const dt_content_page *page, const bool *chosen, dt_buffer *out) {
  dt_mark mark = dt_arena_mark(page->arena);
  dt_layout layout;
  uint32_t row = DT_NONE, before = DT_NONE; /* the row of the line so far, and the block before */
  dt_layout_make(&layout, page, chosen);
  for (uint32_t b = 0; b < page->block_count; b++) {
    dt_scope_tick(page->arena->scope);
    if (!layout.has_text[b]) continue;
    uint32_t own = dt_layout_in_row(&layout, b) ? layout.row[page->blocks[b].element] : DT_NONE;
    bool goes_on = own != DT_NONE && own == row;
    if (before != DT_NONE && !goes_on) dt_buffer_byte(out, '\n');
    if (own != DT_NONE) add_tabs(&layout, goes_on ? before : DT_NONE, b, out);
    if (page->elements[page->blocks[b].element].within & DT_IN_PREFORMATTED) {
      add_preformatted(&layout, b, out);
    } else {
      add_block(&layout, b, out);
    }
    row = own;
    before = b;
  }
  dt_arena_rewind(page->arena, mark);
}
