/* text/fold.h: folds white space, and makes the form in which texts are compared: what a reader sees. */
#ifndef DT_TEXT_FOLD_H
#define DT_TEXT_FOLD_H

#include "text/chars.h"

/* Copies `text` without white space, zero-width characters and soft hyphens, with full-width forms as plain ones, an
 * ellipsis as three dots, all quotes as one and all dashes as one: that in which pages and users differ.  `out` must
 * hold text.length bytes.  Returns the number of bytes written. */
size_t dt_squeeze(detm_text text, char *out);
/* Converts a text to lower case in place; leaves characters whose lower case has another length in bytes. */
void dt_fold(char *text, size_t length);
/* Copies a text, cut to the buffer's size at a character, and folds it. */
detm_text dt_fold_copy(char *out, size_t size, detm_text text);
/* Copies only letters and digits, in lower case, with full-width forms as plain ones.  `out` must hold text.length
 * bytes. Returns the number of bytes written. */
size_t dt_squeeze_word(detm_text text, char *out);

/* ---- white space ---- */

/* The characters that are white space. */
typedef enum dt_space {
  DT_SPACE_XML,    /* as in XPath's normalize-space */
  DT_SPACE_VALUE,  /* also U+00A0: for values; stylesheets use the same */
  DT_SPACE_VISIBLE /* all visible gaps; invisible characters are removed */
} dt_space;

/* The first bytes, in UTF-8, of white space and invisible characters: bits 1 << dt_space. */
extern const uint8_t dt_space_starts[256];
static inline bool dt_may_be_space(char byte, dt_space space) {
  return (dt_space_starts[(unsigned char)byte] & 1u << space) != 0;
}
/* As dt_space_at, for a character beyond ASCII. */
unsigned dt_long_space_at(const char *at, const char *end, dt_space space, bool *gap);
/* Returns the length in bytes of the white space or invisible character at `at`; 0 if there is neither, or at == end.
 * Sets *gap if it is white space. */
static inline unsigned dt_space_at(const char *at, const char *end, dt_space space, bool *gap) {
  if (at >= end || !dt_may_be_space(*at, space)) return 0;
  if ((unsigned char)*at >= 0x80) return dt_long_space_at(at, end, space, gap);
  *gap = true;
  return 1;
}
/* Return the end of white space, or of other characters, at `at`. */
const char *dt_skip_space(const char *at, const char *end, dt_space space, bool *gap);
const char *dt_skip_word(const char *at, const char *end, dt_space space);
/* Returns the end of words that begin at `at`, as far as they are visible ASCII characters with single blanks between
 * them; it may be before the end of the last word. */
const char *dt_skip_plain_words(const char *at, const char *end);

/* The state of a text that is folded piece by piece; starts as {0}. */
typedef struct dt_folding {
  bool begun; /* something was written: white space before the next word becomes a blank */
  bool gap;   /* white space followed it */
} dt_folding;

/* Writes `text` with a single blank between words and none at the start; white space at the end is noted in the state.
 * `out` must hold text.length + 1 bytes, and may be text.data if `folding` has no gap.  Returns the end of the output.
 */
char *dt_fold_space(char *out, detm_text text, dt_space space, dt_folding *folding);
/* Does the same at the end of a buffer. */
void dt_buffer_fold(dt_buffer *out, detm_text text, dt_space space, dt_folding *folding);
/* Does what XPath's normalize-space does, in place.  Returns the new length. */
size_t dt_normalize_space(char *text, size_t length);

#endif
