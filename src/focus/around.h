/* focus/around.h: texts of links and round them, white space folded. */
#ifndef DT_AROUND_H
#define DT_AROUND_H

#include "content/content.h"

/* A text in the making; starts as {.arena = ...}. */
typedef struct dt_line {
  dt_arena *arena; /* with a scope */
  char *bytes;
  uint32_t length, room;
  bool space;              /* white space has come since */
  const xmlNode *measured; /* the long text whose length is known, since many links may stand behind it */
  size_t measure;
} dt_line;

/* Adds a text: white space folded, what has no width left out. */
void dt_line_add(dt_line *line, detm_text text);
/* A copy, "" = nothing was added; the line is empty again. */
const char *dt_line_take(dt_line *line);

/* Adds the text of the pieces [first, last). */
void dt_line_add_pieces(dt_line *line, const dt_content_page *page, uint32_t first, uint32_t last);
/* The same for the last `words` words of the pieces [first, last), and for their first ones; of CJK text, characters.
 */
void dt_line_add_before(dt_line *line, const dt_content_page *page, uint32_t first, uint32_t last, size_t words);
void dt_line_add_after(dt_line *line, const dt_content_page *page, uint32_t first, uint32_t last, size_t words);

#endif
