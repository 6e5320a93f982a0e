/* focus/around.c: texts with white space folded, and so many words before and after a place.
 *
 * A word is a run of letters and digits (UAX 29 as far as it matters for counting: apostrophes and the like within
 * belong to it), or one character of Chinese, Japanese, Korean. */
#include "focus/around.h"

#include "base/sentence.h"
#include "base/squeeze.h"

enum { MOST_BYTES = 32, MOST_PIECES = 4, LEAST = 64 }; /* looked at for each word, and besides */
enum { LONG = 1024 };

static void add_bytes(dt_line *line, const char *bytes, size_t length) {
  while (line->room - line->length < length)
    line->bytes = dt_arena_grow(line->arena, line->bytes, line->room, &line->room, 1);
  memcpy(line->bytes + line->length, bytes, length);
  line->length += (uint32_t)length;
}

static bool is_plain(char c) { return c > ' ' && c < 0x7F; }

/* Words of ASCII go in as a whole. */
static size_t plain_length(const char *at, const char *end) {
  const char *start = at;
  while (at < end && is_plain(*at)) at++;
  return (size_t)(at - start);
}

static void add_word(dt_line *line, const char *bytes, size_t length) {
  if (line->space && line->length != 0) add_bytes(line, " ", 1);
  line->space = false;
  add_bytes(line, bytes, length);
}

void dt_line_add(dt_line *line, detm_text text) {
  for (const char *at = text.data, *end = at + text.length; at < end;) {
    size_t plain = plain_length(at, end);
    if (plain != 0) {
      add_word(line, at, plain);
      at += plain;
      continue;
    }
    uint32_t code = (unsigned char)*at;
    unsigned width = code < 0x80 ? 1 : dt_utf8_read(at, end, &code);
    if (code <= ' ' || code == 0x7F || (code >= 0xA0 && code != 0x200C && code != 0x200D && dt_is_blank(code))) {
      line->space = line->space || (code != 0xAD && code != 0x200B && code != 0xFEFF);
    } else {
      add_word(line, at, width);
    }
    at += width;
  }
}

const char *dt_line_take(dt_line *line) {
  const char *taken = line->length != 0 ? dt_arena_copy(line->arena, line->bytes, line->length) : "";
  line->length = 0;
  line->space = false;
  return taken;
}

/* ---- pieces ---- */

static detm_text text_of(dt_line *line, const dt_content_page *page, uint32_t piece) {
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

/* Whether running text ends between two pieces that follow each other. */
static bool is_parted(const dt_content_page *page, uint32_t before) {
  const dt_piece *piece = &page->pieces[before];
  return piece[0].block != piece[1].block || !dt_node_is_text(piece[0].node) || !dt_node_is_text(piece[1].node);
}

static void add_piece(dt_line *line, const dt_content_page *page, uint32_t piece, detm_text text) {
  if (piece != 0 && is_parted(page, piece - 1)) line->space = true;
  dt_line_add(line, text);
}

void dt_line_add_pieces(dt_line *line, const dt_content_page *page, uint32_t first, uint32_t last) {
  for (uint32_t i = first; i < last; i++) add_piece(line, page, i, text_of(line, page, i));
}

/* ---- words ---- */

typedef struct counter {
  size_t words, bytes, pieces; /* that may still come */
  bool in_word;
} counter;

static bool is_joint(uint32_t code) {
  return code == '\'' || code == '-' || code == '.' || code == '_' || code == 0x2019 || code == 0x2010;
}

static bool is_plain_letter(uint32_t code) { return (code | 32) - 'a' < 26 || code - '0' < 10; }

/* Whether the window is full before this character. */
static bool is_full(counter *c, uint32_t code) {
  bool letter = code < 0x80 ? is_plain_letter(code) : dt_is_letter(code);
  bool dense = code >= 0x80 && letter && dt_is_cjk(code);
  if (dense || (letter && !c->in_word)) {
    if (c->words == 0) return true;
    c->words--;
  }
  c->in_word = (letter && !dense) || (c->in_word && is_joint(code));
  return c->words == 0 && !letter && !c->in_word;
}

static counter count_from(size_t words) {
  return (counter){words, words * MOST_BYTES + LEAST, words * MOST_PIECES + LEAST, false};
}

static const char *previous(const char *start, const char *at) {
  do at--;
  while (at > start && ((unsigned char)*at & 0xC0) == 0x80);
  return at;
}

/* How much of a text's end the window takes; false = it is full. */
static bool take_back(counter *c, detm_text text, size_t *from) {
  const char *at = text.data + text.length;
  while (at > text.data) {
    uint32_t code;
    const char *before = previous(text.data, at);
    code = (unsigned char)*before;
    if (code >= 0x80) dt_utf8_read(before, at, &code);
    if (c->bytes < (size_t)(at - before) || is_full(c, code)) break;
    c->bytes -= (size_t)(at - before);
    at = before;
  }
  *from = (size_t)(at - text.data);
  return at == text.data;
}

static bool take_on(counter *c, detm_text *text) {
  const char *at = text->data, *end = at + text->length;
  while (at < end) {
    uint32_t code;
    unsigned bytes = 1;
    code = (unsigned char)*at;
    if (code >= 0x80) bytes = dt_utf8_read(at, end, &code);
    if (c->bytes < bytes || is_full(c, code)) break;
    c->bytes -= bytes;
    at += bytes;
  }
  text->length = (size_t)(at - text->data);
  return at == end;
}

void dt_line_add_before(dt_line *line, const dt_content_page *page, uint32_t first, uint32_t last, size_t words) {
  counter c = count_from(words);
  uint32_t at = last;
  size_t from = 0;
  for (bool open = words != 0; open && at > first && c.pieces-- != 0;) {
    dt_scope_tick(line->arena->scope);
    if (at < page->piece_count && is_parted(page, at - 1)) c.in_word = false;
    open = take_back(&c, text_of(line, page, --at), &from);
  }
  for (uint32_t i = at; i < last; i++) {
    detm_text text = text_of(line, page, i);
    size_t skipped = i == at ? from : 0;
    add_piece(line, page, i, (detm_text){text.data + skipped, text.length - skipped});
  }
}

void dt_line_add_after(dt_line *line, const dt_content_page *page, uint32_t first, uint32_t last, size_t words) {
  counter c = count_from(words);
  bool open = words != 0;
  for (uint32_t i = first; open && i < last && c.pieces-- != 0; i++) {
    const char *content = dt_node_content(page->pieces[i].node);
    detm_text text = {content, strnlen(content, c.bytes + LEAST)}; /* more than the window takes */
    dt_scope_tick(line->arena->scope);
    if (i != 0 && is_parted(page, i - 1)) c.in_word = false;
    open = take_on(&c, &text);
    add_piece(line, page, i, text);
  }
}
