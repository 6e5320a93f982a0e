/* html/wall/phrase_match.c: compares sentences with the table of phrases.
 *
 * The alternatives of each row's first group are found by their first bytes, so that a sentence is compared with the
 * few rows that may match. */
#include "html/wall/phrase_match.h"

#include "text/chars.h"

#include <pthread.h>

enum { BUCKET_BITS = 12, MAX_STARTS = 8000 };

/* ---- sentences ---- */

static bool ends_sentence(uint32_t code, const char *after, const char *end, bool title) {
  if (code == '.') return after == end || dt_is_ascii_space(*after);
  if (code == '!' || code == '?' || code == 0x2026 || code == 0x3002 || code == 0xff01 || code == 0xff1f) return true;
  if (code == '\n' || (!title && (code == ':' || code == 0xff1a))) return true;
  /* "Sign in - The Shop | Home" */
  bool spaced = after == end || dt_is_ascii_space(*after);
  return title && (code == '|' || (code == '-' && spaced) || code == 0x2013 || code == 0x2014 || code == 0xb7 ||
                   code == 0xab || code == 0xbb || code == 0xff5c || code == '/');
}

const char *dt_sentence_read(dt_sentence *sentence, const char *at, const char *end, bool title) {
  unsigned halves = 0;
  bool gap = true, dense = false;
  sentence->length = 0;
  sentence->text[sentence->length++] = ' ';

  while (at < end) {
    uint32_t code;
    at += dt_utf8_read(at, end, &code);
    if (ends_sentence(code, at, end, title) && sentence->length > 1) break;
    if (code == 0x2019) code = '\'';
    bool cjk = dt_is_cjk(code), joint = (code == '\'' || code == '-') && !gap && at < end && !dt_is_ascii_space(*at);
    if (dt_is_invisible(code)) continue;
    if (!dt_is_letter(code) && !cjk && !joint && code != 0x30fc) {
      gap = true;
      continue;
    }
    if (sentence->length > DT_SENTENCE_BYTES) continue;
    bool starts = sentence->length == 1 || (gap && !(cjk && dense)) || (cjk != dense && code != 0x30fc);
    if (starts && sentence->length > 1) sentence->text[sentence->length++] = ' ';
    halves += cjk ? 1 : starts ? 2 : 0;
    sentence->length += dt_utf8_write(sentence->text + sentence->length, dt_lower(code));
    dense = cjk || code == 0x30fc;
    gap = false;
  }

  sentence->text[sentence->length] = ' ';
  sentence->text[sentence->length + 1] = '\0';
  sentence->words = (halves + 1) / 2;
  return at;
}

/* ---- the index of the rows ---- */

typedef struct row_start {
  uint16_t row, next; /* next: of the same bucket; 0 = last */
  const char *word;   /* the alternative */
} row_start;

static row_start starts[MAX_STARTS];
static uint16_t buckets[1 << BUCKET_BITS];
static unsigned start_count = 1;
static pthread_once_t indexed = PTHREAD_ONCE_INIT;

static bool is_dense(char byte) { return (unsigned char)byte >= 0xe3; } /* of the languages of the table */

static bool ends_group(char byte) { return byte == ' ' || byte == '\0'; }

/* The first three bytes of a word, or all of a shorter one: an alternative for longer words has as many (phrases.awk).
 */
static unsigned bucket_of(const char *word) {
  uint32_t start = 0;
  for (unsigned i = 0; i < 3 && !ends_group(word[i]) && word[i] != '_' && word[i] != '|'; i++)
    start = start << 8 | (unsigned char)word[i];
  return start * UINT32_C(0x9E3779B1) >> (32 - BUCKET_BITS);
}

static void index_phrases(void) {
  for (unsigned row = 0; dt_wall_phrases[row].words != NULL; row++) {
    const char *at = dt_wall_phrases[row].words;
    for (at += *at == '^'; !ends_group(*at); at += *at == '|') {
      unsigned bucket = bucket_of(at);
      if (start_count < MAX_STARTS) {
        starts[start_count] = (row_start){(uint16_t)row, buckets[bucket], at};
        buckets[bucket] = (uint16_t)start_count++;
      }
      at += strcspn(at, " |");
    }
  }
}

/* ---- matching ---- */

/* Returns the end of the alternative `word` in the sentence at `at`, the start of a word; NULL: it is not there. */
static const char *match_word(const char *at, const char *word) {
  bool dense = is_dense(*word);
  while (*word != '\0' && *word != ' ' && *word != '|' && *word != '*') {
    char byte = *word++;
    if ((byte == '_' ? ' ' : byte) != *at) return NULL;
    at++;
  }
  return *word == '*' || dense || *at == ' ' ? at : NULL;
}

/* Whether one of a group's alternatives is in the sentence. */
static bool has_group(const dt_sentence *sentence, const char *group) {
  for (const char *word = group; !ends_group(*word); word += *word == '|') {
    bool dense = is_dense(*word);
    for (const char *at = sentence->text + 1; *at != '\0'; at++)
      if (*at == *word && (dense || at[-1] == ' ') && match_word(at, word) != NULL) return true;
    word += strcspn(word, " |");
  }
  return false;
}

static bool matches_phrase(const dt_sentence *sentence, const char *at, const row_start *start) {
  const char *words = dt_wall_phrases[start->row].words, *end = match_word(at, start->word);
  if (end == NULL) return false;
  if (*words == '^') return at == sentence->text + 1 && end == sentence->text + sentence->length;
  for (words += strcspn(words, " "); *words == ' '; words += strcspn(words, " "))
    if (!has_group(sentence, ++words)) return false;
  return true;
}

dt_reasons dt_phrase_reasons(const dt_sentence *sentence) {
  dt_reasons reasons = {0};
  pthread_once(&indexed, index_phrases);
  for (const char *at = sentence->text + 1; *at != '\0' && at < sentence->text + sentence->length; at++) {
    if (at[-1] != ' ' && !is_dense(*at)) continue;
    for (unsigned s = buckets[bucket_of(at)]; s != 0; s = starts[s].next) {
      const dt_wall_phrase *row = &dt_wall_phrases[starts[s].row];
      bool whole = *row->words == '^';
      unsigned *known = whole ? &reasons.whole : &reasons.some;
      if ((*known & 1u << row->wall) != 0 || !matches_phrase(sentence, at, &starts[s])) continue;
      *known |= 1u << row->wall;
      reasons.some |= *known;
    }
  }

  reasons.explains = (reasons.some & 1u << DETM_WALL_EXPLAINS) != 0;
  reasons.addresses = (reasons.some & 1u << DETM_WALL_ADDRESSES) != 0;
  reasons.some &= (1u << DETM_WALLS) - 2; /* the bits of reasons */
  return reasons;
}
