/* focus/token.c: the words of a text in any script: runs of letters (content/words.h), cut at the signs of scripts
 * other than Latin, and as overlapping pairs of characters where a script has no blanks. */
#include "focus/token.h"

#include "base/sentence.h"
#include "base/squeeze.h"

enum { BRIEF_LETTERS = 4 };

/* Unicode 14.0.0: punctuation and blanks among the letters below U+2000, sorted, made by
 *   perl -e 'for (0xC0..0x1FFF) { printf "%X\n", $_ if chr =~ /[\p{P}\p{Z}]/ }'
 * with neighbours drawn together. */
static const struct {
  uint16_t first, last;
} signs[] = {{0x37E, 0x37E},   {0x387, 0x387},   {0x55A, 0x55F},   {0x589, 0x58A},   {0x5BE, 0x5BE},   {0x5C0, 0x5C0},
             {0x5C3, 0x5C3},   {0x5C6, 0x5C6},   {0x5F3, 0x5F4},   {0x609, 0x60A},   {0x60C, 0x60D},   {0x61B, 0x61B},
             {0x61D, 0x61F},   {0x66A, 0x66D},   {0x6D4, 0x6D4},   {0x700, 0x70D},   {0x7F7, 0x7F9},   {0x830, 0x83E},
             {0x85E, 0x85E},   {0x964, 0x965},   {0x970, 0x970},   {0x9FD, 0x9FD},   {0xA76, 0xA76},   {0xAF0, 0xAF0},
             {0xC77, 0xC77},   {0xC84, 0xC84},   {0xDF4, 0xDF4},   {0xE4F, 0xE4F},   {0xE5A, 0xE5B},   {0xF04, 0xF12},
             {0xF14, 0xF14},   {0xF3A, 0xF3D},   {0xF85, 0xF85},   {0xFD0, 0xFD4},   {0xFD9, 0xFDA},   {0x104A, 0x104F},
             {0x10FB, 0x10FB}, {0x1360, 0x1368}, {0x1400, 0x1400}, {0x166E, 0x166E}, {0x1680, 0x1680}, {0x169B, 0x169C},
             {0x16EB, 0x16ED}, {0x1735, 0x1736}, {0x17D4, 0x17D6}, {0x17D8, 0x17DA}, {0x1800, 0x180A}, {0x1944, 0x1945},
             {0x1A1E, 0x1A1F}, {0x1AA0, 0x1AA6}, {0x1AA8, 0x1AAD}, {0x1B5A, 0x1B60}, {0x1B7D, 0x1B7E}, {0x1BFC, 0x1BFF},
             {0x1C3B, 0x1C3F}, {0x1C7E, 0x1C7F}, {0x1CC0, 0x1CC7}, {0x1CD3, 0x1CD3}};

static bool is_sign(uint32_t code) {
  size_t from = 0, to = sizeof signs / sizeof *signs;
  if (code < signs[0].first || code >= 0x2000) return false;
  while (from < to) {
    size_t middle = (from + to) / 2;
    if (code > signs[middle].last)
      from = middle + 1;
    else
      to = middle;
  }
  return from < sizeof signs / sizeof *signs && code >= signs[from].first;
}

/* Thai, Lao, Burmese, Khmer: letters without blanks between words. */
static bool is_unparted(uint32_t code) {
  return (code >= 0xe00 && code < 0xf00) || (code >= 0x1000 && code < 0x10a0) || (code >= 0x1780 && code < 0x1800);
}

/* ---- what a word looks like ---- */

static bool is_brief(detm_text word) {
  unsigned letters = 0;
  for (const char *at = word.data, *end = at + word.length; at < end; letters++) {
    uint32_t code;
    at += dt_utf8_read(at, end, &code);
    if ((code >= '0' && code <= '9') || letters == BRIEF_LETTERS) return false;
  }
  return true;
}

/* Whether a clause may end before `at`. */
static bool ends_before(const char *at, const char *end) {
  uint32_t code;
  if (at >= end) return true;
  dt_utf8_read(at, end, &code);
  if (code < 0x80) return strchr(".,;:!?)]}\n", (int)code) != NULL;
  return is_sign(code) || dt_is_sentence_terminal(code) || code == 0x3001 || code == 0x300d || code == 0x300f ||
         code == 0x3011 || code == 0xff09 || code == 0xff0c || code == 0xff1a || code == 0xff1b;
}

static bool take(dt_tokens *tokens, dt_token *token, detm_text word) {
  token->hash = dt_word_hash(word);
  token->ends = ends_before(word.data + word.length, tokens->end);
  return token->hash != 0;
}

/* ---- runs ---- */

/* The word at the front of the run: its first two characters, and before them, if single ones are wanted, the first. */
static bool take_dense(dt_tokens *tokens, dt_token *token) {
  detm_text run = tokens->run;
  const char *end = run.data + run.length;
  uint32_t code;
  unsigned first = dt_utf8_read(run.data, end, &code);
  bool alone = first == run.length,
       single = alone ? !tokens->started || tokens->singles : tokens->singles && !tokens->paired;
  unsigned both = alone || single ? first : first + dt_utf8_read(run.data + first, end, &code);
  tokens->paired = single && !alone;
  if (!tokens->paired) tokens->run = (detm_text){run.data + first, run.length - first};
  tokens->started = true;
  token->single = single;
  token->brief = single || (code >= 0x3040 && code < 0x30a0);
  return (!alone || single) && take(tokens, token, (detm_text){run.data, both});
}

/* As much of a run as stands before the first sign and is of one kind; *unparted: which. */
static detm_text cut_run(detm_text run, bool *unparted) {
  const char *at = run.data, *end = at + run.length;
  uint32_t code;
  for (unsigned bytes; at < end; at += bytes) {
    bytes = dt_utf8_read(at, end, &code);
    if (is_sign(code)) break;
    if (at == run.data) *unparted = is_unparted(code);
    if (is_unparted(code) != *unparted) break;
  }
  return (detm_text){run.data, (size_t)(at - run.data)};
}

/* Reads the next run; true: it is a word. */
static bool take_run(dt_tokens *tokens, dt_word *word, dt_token *token) {
  bool unparted = word->kind != DT_WORD_PARTED;
  detm_text run = unparted ? word->text : cut_run(word->text, &unparted);
  tokens->at = run.data + run.length;
  if (run.length == 0) { /* it begins with a sign */
    uint32_t code;
    tokens->at += dt_utf8_read(tokens->at, tokens->end, &code);
    return false;
  }
  if (unparted) {
    tokens->run = run;
    tokens->started = tokens->paired = false;
    return false;
  }
  token->brief = is_brief(run);
  token->single = false;
  return take(tokens, token, run);
}

bool dt_token_next(dt_tokens *tokens, dt_token *token) {
  for (;;) {
    dt_word word;
    if (tokens->run.length != 0) {
      if (take_dense(tokens, token)) return true;
    } else if (!dt_word_next(tokens->at, tokens->end, &word)) {
      return false;
    } else if (take_run(tokens, &word, token)) {
      return true;
    }
  }
}
