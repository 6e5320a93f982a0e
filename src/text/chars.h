/* text/chars.h: properties of Unicode characters, from a table that chars.awk makes of chars.tsv.
 *
 * White space has three meanings: dt_is_xml_space (base/ascii.h) in XML and XPath, dt_is_ascii_space between tokens of
 * HTML and CSS, dt_is_white for visible gaps.  dt_is_invisible is for characters that are not visible at all. */
#ifndef DT_TEXT_CHARS_H
#define DT_TEXT_CHARS_H

#include "base/base.h"

typedef enum dt_char_flag {
  DT_CHAR_LETTER = 1 << 0,      /* Unicode categories L, M and Nl */
  DT_CHAR_DIGIT = 1 << 1,       /* Nd */
  DT_CHAR_WHITE = 1 << 2,       /* Unicode's White_Space, and control characters of ASCII */
  DT_CHAR_INVISIBLE = 1 << 3,   /* without width: soft hyphen, zero-width space, byte order mark, bidi marks */
  DT_CHAR_SHAPING = 1 << 4,     /* invisible, but changes its neighbours: joiners, variation selectors */
  DT_CHAR_PUNCTUATION = 1 << 5, /* P */
  DT_CHAR_CLOSING = 1 << 6,     /* Pe, Pi and Pf: closing brackets, quotation marks */
  DT_CHAR_CJK = 1 << 7,         /* Chinese characters, kana, Hangul syllables */
  DT_CHAR_HIRAGANA = 1 << 8,
  DT_CHAR_KATAKANA = 1 << 9,
  DT_CHAR_UNSPACED = 1 << 10 /* Thai, Lao, Burmese, Khmer: alphabets without blanks between words */
} dt_char_flag;

typedef struct dt_char_class {
  uint16_t flags;
  int32_t lower; /* difference to the lower case */
} dt_char_class;

/* The block of each 128 characters, and the class of each character of a block. */
extern const dt_char_class dt_char_classes[];
extern const uint8_t dt_char_blocks[], dt_char_class_numbers[][128];

static inline const dt_char_class *dt_char_class_of(uint32_t code) {
  return &dt_char_classes[code < 0x110000 ? dt_char_class_numbers[dt_char_blocks[code >> 7]][code & 127] : 0];
}
/* Returns the properties of a character, bits of dt_char_flag. */
static inline unsigned dt_char_flags(uint32_t code) { return dt_char_class_of(code)->flags; }

/* Returns whether a character is a letter or digit of any script, or a combining mark. */
static inline bool dt_is_letter(uint32_t code) {
  if (code < 0x80) return dt_is_ascii_alnum((char)code);
  return (dt_char_flags(code) & (DT_CHAR_LETTER | DT_CHAR_DIGIT)) != 0;
}
/* Returns whether a character is visible white space. */
static inline bool dt_is_white(uint32_t code) {
  if (code < 0x80) return code <= ' ' || code == 0x7F;
  return (dt_char_flags(code) & DT_CHAR_WHITE) != 0;
}
/* Returns whether a character has no width and no visible effect. */
static inline bool dt_is_invisible(uint32_t code) {
  return code >= 0x80 && (dt_char_flags(code) & (DT_CHAR_INVISIBLE | DT_CHAR_SHAPING)) == DT_CHAR_INVISIBLE;
}
/* Returns whether a character is white space or invisible. */
static inline bool dt_is_blank(uint32_t code) {
  if (code < 0x80) return code <= ' ' || code == 0x7F;
  return (dt_char_flags(code) & (DT_CHAR_WHITE | DT_CHAR_INVISIBLE)) != 0;
}
/* Returns whether there is a letter or digit at `at`. */
bool dt_is_letter_at(const char *at, const char *stop);
/* Returns whether a character is Chinese, kana or Hangul: one counts about as much as two letters of an alphabet. */
static inline bool dt_is_cjk(uint32_t code) { return code >= 0x3000 && (dt_char_flags(code) & DT_CHAR_CJK) != 0; }
/* Returns whether a character is a letter or digit of a script that separates words by blanks. */
static inline bool dt_is_spaced_letter(uint32_t code) { return code < 0x2e80 && dt_is_letter(code); }

static inline uint32_t dt_lower(uint32_t code) {
  if (code < 0x80) return (uint32_t)dt_ascii_lower((char)code);
  return (uint32_t)((int32_t)code + dt_char_class_of(code)->lower);
}

#endif
