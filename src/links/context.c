/* links/context.c: texts with white space folded, and a number of words before and after a place.
 *
 * A word is a run of letters and digits, with apostrophes and the like inside (UAX 29 as far as it matters for
 * counting), or one Chinese, Japanese or Korean character. */
#include "links/context.h"

#include "base/vec.h"
#include "text/fold.h"
#include "text/words.h"

enum {
  MAX_BYTES = 32,  /* read for each word */
  MAX_PIECES = 4,  /* read for each word */
  MIN_WINDOW = 64, /* bytes and pieces read in addition */
  LONG = 1024      /* bytes from which on the length of a text is cached */
};

void dt_line_add(dt_context_text *line, detm_text text) {
  DT_RESERVE(line->arena, line->bytes, line->length, line->capacity, text.length + 1);
  dt_folding folding = {.begun = line->length != 0, .gap = line->space};
  char *end = dt_fold_space(line->bytes + line->length, text, DT_SPACE_VISIBLE, &folding);
  line->length = (uint32_t)(end - line->bytes);
  line->space = folding.gap;
}

const char *dt_line_take(dt_context_text *line) {
  const char *taken = line->length != 0 ? dt_arena_copy(line->arena, line->bytes, line->length) : "";
  line->length = 0;
  line->space = false;
  return taken;
}

/* ---- pieces ---- */

static detm_text text_of_piece(dt_context_text *line, const dt_content_page *page, uint32_t piece) {
  const xmlNode *node = page->pieces[piece].node;
  const char *content = dt_node_content(node);
  if (node == line->measured) return (detm_text){content, line->measure};
  detm_text text = dt_text(content);
  if (text.length >= LONG) {
    line->measured = node;
    line->measure = text.length;
  }
  return text;
}

/* Checks whether words end between a piece and the next one. */
static bool ends_words(const dt_content_page *page, uint32_t before) {
  const dt_content_piece *piece = &page->pieces[before];
  return piece[0].block != piece[1].block || !dt_node_is_text(piece[0].node) || !dt_node_is_text(piece[1].node);
}

static void add_context_piece(dt_context_text *line, const dt_content_page *page, uint32_t piece, detm_text text) {
  if (piece != 0 && ends_words(page, piece - 1)) line->space = true;
  dt_line_add(line, text);
}

void dt_line_add_pieces(dt_context_text *line, const dt_content_page *page, uint32_t first, uint32_t last) {
  for (uint32_t i = first; i < last; i++) add_context_piece(line, page, i, text_of_piece(line, page, i));
}

/* ---- words ---- */

typedef struct counter {
  size_t words, bytes, pieces; /* left */
  bool in_word;
} counter;

/* Full stops and underscores join words, too, as in numbers and file names. */
static bool joins_words(uint32_t code) { return dt_is_word_joint(code) || code == '.' || code == '_'; }

/* Counts a character; returns true if the window is full before it. */
static bool is_full(counter *c, uint32_t code) {
  if (!dt_is_letter(code)) {
    c->in_word = c->in_word && joins_words(code);
    return c->words == 0 && !c->in_word;
  }
  bool dense = dt_is_cjk(code);
  if (dense || !c->in_word) {
    if (c->words == 0) return true;
    c->words--;
  }
  c->in_word = !dense;
  return false;
}

static counter start_counter(size_t words) {
  return (counter){words, words * MAX_BYTES + MIN_WINDOW, words * MAX_PIECES + MIN_WINDOW, false};
}

/* Checks whether a byte is a letter or digit within a word, as most are: is_full is not asked. */
static inline bool goes_on(const counter *c, char byte) {
  return c->in_word && c->bytes != 0 && dt_is_ascii_alnum(byte);
}

/* Sets *from to the start of the end of a text that fits the window; false if the window is full. */
static bool fit_end(counter *c, detm_text text, size_t *from) {
  const char *at = text.data + text.length;
  while (at > text.data) {
    const char *before = at - 1;
    if (goes_on(c, *before)) {
      c->bytes--;
      at = before;
      continue;
    }
    while (before > text.data && ((unsigned char)*before & 0xC0) == 0x80) before--;
    uint32_t code = (unsigned char)*before;
    if (code >= 0x80) dt_utf8_read(before, at, &code);
    if (c->bytes < (size_t)(at - before) || is_full(c, code)) break;
    c->bytes -= (size_t)(at - before);
    at = before;
  }
  *from = (size_t)(at - text.data);
  return at == text.data;
}

/* Cuts a text to the start that fits the window; false if the window is full. */
static bool fit_start(counter *c, detm_text *text) {
  const char *at = text->data, *end = at + text->length;
  while (at < end) {
    unsigned bytes = 1;
    if (goes_on(c, *at)) {
      c->bytes--;
      at++;
      continue;
    }
    uint32_t code = (unsigned char)*at;
    if (code >= 0x80) bytes = dt_utf8_read(at, end, &code);
    if (c->bytes < bytes || is_full(c, code)) break;
    c->bytes -= bytes;
    at += bytes;
  }
  text->length = (size_t)(at - text->data);
  return at == end;
}

void dt_line_add_before(dt_context_text *line, const dt_content_page *page, uint32_t first, uint32_t last,
                        size_t words) {
  counter c = start_counter(words);
  uint32_t at = last;
  size_t from = 0;
  for (bool open = words != 0; open && at > first && c.pieces-- != 0;) {
    dt_scope_tick(line->arena->scope);
    if (at < page->piece_count && ends_words(page, at - 1)) c.in_word = false;
    open = fit_end(&c, text_of_piece(line, page, --at), &from);
  }
  for (uint32_t i = at; i < last; i++) {
    detm_text text = text_of_piece(line, page, i);
    add_context_piece(line, page, i, dt_text_from(text, i == at ? from : 0));
  }
}

void dt_line_add_after(dt_context_text *line, const dt_content_page *page, uint32_t first, uint32_t last,
                       size_t words) {
  counter c = start_counter(words);
  bool open = words != 0;
  for (uint32_t i = first; open && i < last && c.pieces-- != 0; i++) {
    const char *content = dt_node_content(page->pieces[i].node);
    detm_text text = {content, strnlen(content, c.bytes + MIN_WINDOW)}; /* at least as much as fits the window */
    dt_scope_tick(line->arena->scope);
    if (i != 0 && ends_words(page, i - 1)) c.in_word = false;
    open = fit_start(&c, &text);
    add_context_piece(line, page, i, text);
  }
}
