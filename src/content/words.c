/* content/words.c: the words of a text, in scripts with and without blanks. */
#include "content/words.h"

#include "base/sentence.h"
#include "base/squeeze.h"

enum {
  LONGEST_WORD = 120,   /* bytes that are told apart */
  SHORTEST_WORD = 3,    /* bytes of a word for a vocabulary */
  MOST_SLOTS = 1 << 16, /* of a vocabulary */
  MOST_COMPARED = 100   /* words of a text */
};

static bool is_hiragana(uint32_t code) { return code >= 0x3040 && code <= 0x309f; }
static bool is_katakana(uint32_t code) { return code >= 0x30a0 && code <= 0x30ff; }

static dt_word_kind kind_of(uint32_t code) {
  if (is_hiragana(code)) return DT_WORD_GLUE;
  return dt_is_cjk(code) && !is_katakana(code) ? DT_WORD_DENSE : DT_WORD_PARTED;
}

/* What joins two letters to one word. */
static bool is_joint(uint32_t code) { return code == '\'' || code == '-' || code == 0x2019 || code == 0x2010; }

/* Bytes of the letter of this kind at `at`, 0 = there is none. */
static unsigned letter_at(const char *at, const char *end, dt_word_kind kind) {
  uint32_t code;
  if (at >= end) return 0;
  unsigned bytes = dt_utf8_read(at, end, &code);
  return dt_is_letter(code) && kind_of(code) == kind ? bytes : 0;
}

/* Bytes of a joint before another letter, 0 = there is none. */
static unsigned joint_at(const char *at, const char *end) {
  uint32_t code;
  if (at >= end) return 0;
  unsigned bytes = dt_utf8_read(at, end, &code);
  return is_joint(code) && letter_at(at + bytes, end, DT_WORD_PARTED) != 0 ? bytes : 0;
}

static const char *end_of_run(const char *at, const char *end, dt_word_kind kind) {
  for (;;) {
    unsigned bytes = letter_at(at, end, kind);
    if (bytes == 0 && kind == DT_WORD_PARTED) bytes = joint_at(at, end);
    if (bytes == 0) return at;
    at += bytes;
  }
}

bool dt_word_next(const char *at, const char *end, dt_word *word) {
  while (at < end) {
    uint32_t code;
    unsigned bytes = dt_utf8_read(at, end, &code);
    if (dt_is_letter(code)) {
      word->kind = kind_of(code);
      word->text = (detm_text){at, (size_t)(end_of_run(at, end, word->kind) - at)};
      return true;
    }
    at += bytes;
  }
  return false;
}

detm_text dt_text_begin(detm_text text, size_t bytes) {
  if (text.length > bytes) text.length = dt_utf8_valid(text.data, bytes);
  return text;
}

/* Letters of ASCII in lower case; 0 = there is something else among them. */
static size_t fold_plain(detm_text word, char *out) {
  for (size_t i = 0; i < word.length; i++) {
    char c = word.data[i];
    bool upper = c >= 'A' && c <= 'Z';
    if (!upper && (c < 'a' || c > 'z')) return 0;
    out[i] = upper ? (char)(c | 32) : c;
  }
  return word.length;
}

uint64_t dt_word_hash(detm_text word) {
  char folded[LONGEST_WORD];
  if (word.length > LONGEST_WORD) word.length = LONGEST_WORD;
  size_t length = fold_plain(word, folded);
  if (length == 0) length = dt_squeeze_word(word, folded);
  return length != 0 ? dt_hash_bytes(folded, length, 7) | 1 : 0;
}

/* ---- vocabularies ---- */

typedef struct reader {
  const char *at, *end;
  detm_text dense; /* what is left of a dense run */
} reader;

/* The first two characters of the run; the second is the first of the next pair. */
static detm_text take_pair(reader *r) {
  detm_text run = r->dense;
  const char *end = run.data + run.length;
  uint32_t code;
  unsigned first = dt_utf8_read(run.data, end, &code);
  unsigned both = first < run.length ? first + dt_utf8_read(run.data + first, end, &code) : first;
  size_t done = both < run.length ? first : run.length;
  r->dense = (detm_text){run.data + done, run.length - done};
  return (detm_text){run.data, both};
}

/* The hash of the next word that is worth comparing; 0 = the text has ended. */
static uint64_t read_word(reader *r) {
  for (;;) {
    dt_word word;
    if (r->dense.length != 0) return dt_word_hash(take_pair(r));
    if (!dt_word_next(r->at, r->end, &word)) return 0;
    r->at = word.text.data + word.text.length;
    if (word.kind == DT_WORD_DENSE) r->dense = word.text;
    if (word.kind == DT_WORD_PARTED && word.text.length >= SHORTEST_WORD) return dt_word_hash(word.text);
  }
}

static size_t find_slot(const dt_vocabulary *v, uint64_t hash) {
  size_t at = (size_t)(hash >> 20) & (v->size - 1);
  while (v->slots[at] != 0 && v->slots[at] != hash) at = (at + 1) & (v->size - 1);
  return at;
}

void dt_vocabulary_start(dt_vocabulary *vocabulary, dt_arena *arena, size_t bytes) {
  *vocabulary = (dt_vocabulary){.size = 64};
  while (vocabulary->size < MOST_SLOTS && 2 * vocabulary->size < bytes) vocabulary->size *= 2;
  vocabulary->slots = DT_ZERO(arena, uint64_t, vocabulary->size);
}

void dt_vocabulary_add(dt_vocabulary *vocabulary, detm_text text) {
  reader r = {.at = text.data, .end = text.data + text.length};
  for (uint64_t hash; 4 * vocabulary->used < 3 * vocabulary->size && (hash = read_word(&r)) != 0;) {
    size_t at = find_slot(vocabulary, hash);
    vocabulary->used += vocabulary->slots[at] == 0;
    vocabulary->slots[at] = hash;
  }
}

double dt_vocabulary_share(const dt_vocabulary *vocabulary, detm_text text) {
  reader r = {.at = text.data, .end = text.data + text.length};
  unsigned words = 0, shared = 0;
  for (uint64_t hash; words < MOST_COMPARED && (hash = read_word(&r)) != 0; words++)
    shared += vocabulary->slots[find_slot(vocabulary, hash)] != 0;
  return words != 0 ? (double)shared / words : 0;
}
