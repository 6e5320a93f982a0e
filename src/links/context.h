/* links/context.h: texts of links and the words around them, with white space folded. */
#ifndef DT_LINKS_CONTEXT_H
#define DT_LINKS_CONTEXT_H

#include "content/content.h"

/* A text that is being built; initialise as {.arena = ...}. */
typedef struct dt_context_text {
  dt_arena *arena; /* with a scope */
  char *bytes;
  uint32_t length, capacity;
  bool space;              /* white space follows the last byte */
  const xmlNode *measured; /* a long text whose length is cached, since many links may follow it */
  size_t measure;
} dt_context_text;

/* Adds a text; folds white space and leaves out characters without width. */
void dt_line_add(dt_context_text *line, detm_text text);
/* Returns a copy of the text, and empties the line. */
const char *dt_line_take(dt_context_text *line);

/* Adds the texts of the pieces [first, last). */
void dt_line_add_pieces(dt_context_text *line, const dt_content_page *page, uint32_t first, uint32_t last);
/* Add the last `words` words of the pieces [first, last), and the first ones; a CJK character counts as a word. */
void dt_line_add_before(dt_context_text *line, const dt_content_page *page, uint32_t first, uint32_t last,
                        size_t words);
void dt_line_add_after(dt_context_text *line, const dt_content_page *page, uint32_t first, uint32_t last, size_t words);

#endif
