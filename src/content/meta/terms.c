/* content/meta/terms.c: finds terms by statistics of the text itself (doc/method 6.9; after Campos et al., YAKE, 2020,
 * but without stop words): frequency, number of blocks, occurrence in the title and headings, capitals within
 * sentences, and position last before punctuation, which is typical of nouns but not of articles. */
#include "content/meta/terms.h"

#include "base/vec.h"
#include "content/meta/title_look.h"
#include "text/fold.h"

#include <math.h>
#include <stdlib.h>

enum {
  MAX_BYTES = 1 << 13, /* read of the text */
  MAX_TERMS = 1 << 12,
  MAX_TERM_LENGTH = 60, /* bytes */
  MIN_LETTERS = 4,      /* in a word without capitals */
  MIN_GRAM_LENGTH = 2,  /* characters, for runs without blanks (CJK) */
  MAX_GRAM_LENGTH = 4
};

typedef struct term {
  detm_text text; /* first occurrence; of a word, preferably one without a capital */
  double score;
  uint32_t last_block;
  uint32_t before, after; /* the neighbours of a gram; for a pair 1 + index of its words, 0 if not counted */
  uint16_t count, blocks;
  uint16_t ends;     /* occurrences before punctuation */
  uint16_t capitals; /* occurrences with a capital within a sentence */
  uint16_t headings, letters;
  bool title, pair, dense;
  bool varied_before, varied_after; /* for a gram: it has several neighbours */
  bool capital;                     /* the text of a word begins with a capital */
  bool covered;                     /* part of a better term */
} term;

typedef struct table {
  const dt_content_page *page;
  dt_lookup lookup; /* hashes of the terms */
  term *terms;
  uint32_t capacity, most;
} table;

/* Context of a word. */
typedef struct place {
  uint32_t block;
  bool heading, title;
} place;

/* Returns a counted term, or NULL. */
static term *find_term(const table *t, uint64_t hash) {
  uint32_t number = dt_lookup_find(&t->lookup, hash);
  return number != DT_NO_NUMBER ? &t->terms[number] : NULL;
}

/* Counts a term.  Returns NULL if the table is full, or for the title, which is read last and only marks terms. */
static term *count_term(table *t, uint64_t hash, detm_text text, const place *where) {
  term *found = find_term(t, hash);
  if (found == NULL && (t->lookup.count == t->most || where->title)) return NULL;
  if (found == NULL) {
    DT_RESERVE(t->page->arena, t->terms, t->lookup.count, t->capacity, 1);
    found = &t->terms[dt_lookup_append(&t->lookup, hash)];
    *found = (term){.text = text, .last_block = DT_NONE};
  }

  if (where->title) {
    found->title = true;
    return NULL;
  }

  found->count++;
  if (found->last_block != where->block) found->blocks++;
  if (where->heading) found->headings++;
  found->last_block = where->block;
  return found;
}

/* ---- words ---- */

static bool is_capital(detm_text word) {
  char first[4];
  uint32_t code;
  unsigned bytes = dt_utf8_read(word.data, word.data + word.length, &code);
  if (bytes == 1) return dt_is_ascii_upper(*word.data);
  memcpy(first, word.data, bytes);
  dt_fold(first, bytes);
  return memcmp(first, word.data, bytes) != 0;
}

/* Strips short parts before or after an apostrophe: "Anna's", "l'arbre". */
static detm_text bare_word(detm_text word) {
  for (size_t i = 1; i + 1 < word.length; i++) {
    detm_text rest = dt_text_from(word, i);
    size_t apostrophe = *rest.data == '\'' ? 1 : dt_text_starts(rest, DT_TEXT("\xe2\x80\x99")) ? 3 : 0;
    size_t tail = apostrophe != 0 && i + apostrophe < word.length ? word.length - i - apostrophe : 0;
    if (tail != 0 && tail <= 2) return (detm_text){word.data, i};
    if (tail != 0 && i <= 2) return (detm_text){word.data + i + apostrophe, tail};
  }
  return word;
}

/* Text between two words, or after the last. */
typedef enum gap { BLANK, PUNCTUATION, STOP } gap;

static gap gap_between(const char *from, const char *to) {
  gap found = BLANK;
  if (from == to) return PUNCTUATION;
  for (const char *at = from; at < to; at++) {
    if (*at == ' ') continue;
    if (strchr(".!?:\n", *at) != NULL) return STOP;
    found = PUNCTUATION;
  }
  return found;
}

static void add_word(table *t, const place *where, detm_text word, uint64_t hash, bool starts, gap after) {
  term *found = count_term(t, hash, word, where);
  if (found == NULL) return;
  bool capital = is_capital(word);
  found->letters = (uint16_t)dt_utf8_count(word);
  if (after != BLANK) found->ends++;
  if (capital && !starts) found->capitals++;
  if (found->count == 1 || (found->capital && !capital)) {
    found->text = word;
    found->capital = capital;
  }
}

static void add_word_pair(table *t, const place *where, detm_text first, detm_text second, uint64_t a, uint64_t b) {
  detm_text both = {first.data, (size_t)(second.data + second.length - first.data)};
  term *found = both.length <= MAX_TERM_LENGTH ? count_term(t, dt_hash_mix(dt_hash_mix(a, 3), b), both, where) : NULL;
  if (found == NULL || found->pair) return;
  found->pair = true;
  found->before = dt_lookup_find(&t->lookup, a) + 1; /* DT_NO_NUMBER + 1 is 0 */
  found->after = dt_lookup_find(&t->lookup, b) + 1;
}

/* ---- dense runs ---- */

static uint64_t hash_gram(detm_text gram) { return dt_hash_bytes(gram.data, gram.length, 11) | 1; }

/* A character of a run; the end of the run has code 0. */
typedef struct character {
  const char *at;
  uint32_t code;
} character;

/* Reads a character, and moves *at after it. */
static character read_character(const char **at, const char *end) {
  character read = {*at, 0};
  if (*at < end) *at += dt_utf8_read(*at, end, &read.code);
  return read;
}

/* Adds the grams of a run that begin at each of its characters. */
static void add_dense(table *t, const place *where, detm_text run) {
  const char *at = run.data, *end = run.data + run.length;
  character next[MAX_GRAM_LENGTH + 1];
  uint32_t before = 0;
  for (int i = 0; i <= MAX_GRAM_LENGTH; i++) next[i] = read_character(&at, end);

  while (next[0].code != 0) {
    for (uint16_t letters = MIN_GRAM_LENGTH; letters <= MAX_GRAM_LENGTH && next[letters - 1].code != 0; letters++) {
      uint32_t after = next[letters].code;
      detm_text gram = dt_text_between(next[0].at, next[letters].at);
      term *found = count_term(t, hash_gram(gram), gram, where);
      if (found == NULL) continue;
      found->varied_before |= before == 0 || (found->count > 1 && found->before != before);
      found->varied_after |= after == 0 || (found->count > 1 && found->after != after);
      found->before = before;
      found->after = after;
      found->dense = true;
      found->letters = letters;
    }
    before = next[0].code;
    memmove(next, next + 1, MAX_GRAM_LENGTH * sizeof *next);
    next[MAX_GRAM_LENGTH] = read_character(&at, end);
  }
}

/* ---- a text ---- */

static void add_text_terms(table *t, const place *where, detm_text text) {
  const char *end = text.data + text.length;
  dt_word word, last = {.kind = DT_WORD_HIRAGANA};
  uint64_t last_hash = 0;
  bool starts = true;

  for (bool any = dt_word_next(text.data, end, &word); any;) {
    const char *to = word.text.data + word.text.length;
    dt_word next;
    any = dt_word_next(to, end, &next);
    gap after = gap_between(to, any ? next.text.data : end);
    if (!any) after = STOP;
    bool whole = word.kind == DT_WORD_SPACED || word.kind == DT_WORD_UNSPACED;
    if (word.joined) word.text = bare_word(word.text);
    uint64_t hash = whole && word.text.length <= MAX_TERM_LENGTH ? dt_word_hash(word.text) : 0;
    if (word.kind == DT_WORD_DENSE) add_dense(t, where, word.text);
    if (hash != 0) add_word(t, where, word.text, hash, starts, after);
    if (hash != 0 && last_hash != 0) add_word_pair(t, where, last.text, word.text, last_hash, hash);
    last_hash = after == BLANK ? hash : 0;
    last = word;
    starts = after == STOP;
    word = next;
  }
}

static void read_terms(table *t, const bool *chosen, const char *title) {
  const dt_content_page *page = t->page;
  size_t bytes = 0, read = 0;
  for (uint32_t b = 0; b < page->block_count && bytes < MAX_BYTES; b++)
    if (dt_block_is_chosen(page, chosen, b)) bytes += page->blocks[b].text.length;
  t->most = bytes / 2 + 64 < MAX_TERMS ? (uint32_t)bytes / 2 + 64 : MAX_TERMS;
  dt_lookup_start(&t->lookup, page->arena, t->most / 2);
  DT_RESERVE(page->arena, t->terms, 0, t->capacity, t->most / 2);

  for (uint32_t b = 0; b < page->block_count && read < MAX_BYTES; b++) {
    place where = {.block = b, .heading = dt_tag_is(page->elements[page->blocks[b].element].tag, DT_HEADING)};
    detm_text text = dt_text_cut(page->blocks[b].text, MAX_BYTES);
    dt_scope_tick(page->arena->scope);
    if (!dt_block_is_chosen(page, chosen, b)) continue;
    add_text_terms(t, &where, text);
    read += text.length;
  }

  add_text_terms(t, &(place){.title = true}, dt_text(title));
}

/* ---- scores ---- */

static bool is_proper_name(const term *word) { return 2 * word->capitals >= word->count && word->capitals > 0; }

static double score_word(const term *w) {
  if (w->letters < 2 || dt_is_digit(*w->text.data) || (w->letters < MIN_LETTERS && !is_proper_name(w))) return 0;
  double noun = (w->ends + 2.0 * w->capitals + w->headings + (w->title ? 0.5 : 0)) / (w->count + 1.0);
  return log2(1 + w->count) * (noun < 1 ? noun : 1) * (w->title ? 2.5 : 1) * (w->headings > 0 ? 1.3 : 1) *
         (1 + 0.1 * log2(w->blocks));
}

static double score_gram(const term *g) {
  if (g->count < (g->title ? 2U : 3U) || !g->varied_before || !g->varied_after) return 0;
  return log2(1 + g->count) * (g->letters > 2 ? 1.3 : 0.8) * (g->title ? 2.5 : 1) * (g->headings > 0 ? 1.3 : 1) *
         (1 + 0.1 * log2(g->blocks));
}

/* Scores a pair of words that mostly occur together above its words, which it then covers. */
static void score_pair(const table *t, term *pair) {
  if (pair->count < 2 || pair->before == 0 || pair->after == 0) return;
  term *a = &t->terms[pair->before - 1], *b = &t->terms[pair->after - 1];
  uint32_t rarer = a->count < b->count ? a->count : b->count;
  if (a->score == 0 || b->score == 0 || 2 * pair->count < rarer || is_proper_name(a) != is_proper_name(b)) return;
  pair->score = 1.1 * (a->score > b->score ? a->score : b->score);
  a->covered |= 2 * pair->count > a->count;
  b->covered |= 2 * pair->count > b->count;
}

/* Marks grams within a longer one that is more than half as frequent. */
static void cover_grams(const table *t, const term *longer) {
  const char *end = longer->text.data + longer->text.length;
  uint32_t code;
  for (const char *at = longer->text.data; at < end; at += dt_utf8_read(at, end, &code)) {
    const char *to = at;
    for (uint32_t letters = 1; to < end; letters++) {
      to += dt_utf8_read(to, end, &code);
      detm_text part = {at, (size_t)(to - at)};
      if (letters < MIN_GRAM_LENGTH || part.length == longer->text.length) continue;
      term *gram = find_term(t, hash_gram(part));
      if (gram != NULL) gram->covered |= 2 * longer->count > gram->count;
    }
  }
}

static int by_term_score(const void *a, const void *b) {
  const term *x = *(term *const *)a, *y = *(term *const *)b;
  if (x->score != y->score) return x->score < y->score ? 1 : -1;
  return (x > y) - (x < y); /* the earlier term first */
}

static void score_terms(const table *t) {
  for (uint32_t i = 0; i < t->lookup.count; i++) {
    term *own = &t->terms[i];
    bool rare = own->count < 2 && !own->title; /* most: such a term is not picked, nor part of a pair that is */
    if (!own->pair && !rare) own->score = own->dense ? score_gram(own) : score_word(own);
  }
  for (uint32_t i = 0; i < t->lookup.count; i++) {
    term *own = &t->terms[i];
    if (own->pair) score_pair(t, own);
    if (own->dense && own->score > 0 && own->letters > MIN_GRAM_LENGTH) cover_grams(t, own);
  }
}

size_t dt_terms_find(const dt_content_page *page, const bool *chosen, const char *title, const char **names,
                     size_t most) {
  table t = {.page = page};
  read_terms(&t, chosen, title);
  score_terms(&t);
  term **sorted = DT_ARRAY(page->arena, term *, (size_t)t.lookup.count + 1);
  size_t count = 0, picked = 0;
  for (uint32_t i = 0; i < t.lookup.count; i++) {
    term *own = &t.terms[i];
    if (own->score > 0 && !own->covered && (own->count > 1 || own->title)) sorted[count++] = own;
  }
  qsort(sorted, count, sizeof *sorted, by_term_score);
  dt_vocabulary words; /* a term is picked if it shares no word with the terms before it */
  dt_vocabulary_start(&words, page->arena, most * MAX_TERM_LENGTH);
  for (size_t i = 0; i < count && picked < most; i++) {
    detm_text text = sorted[i]->text;
    if (dt_vocabulary_share(&words, text) > 0) continue;
    dt_vocabulary_add(&words, text);
    names[picked++] = dt_arena_copy(page->arena, text.data, text.length);
  }
  return picked;
}
