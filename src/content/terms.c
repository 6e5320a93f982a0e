/* content/terms.c: terms of a text by what the text itself shows of its words (after Campos and others, YAKE, 2020, but
 * without its list of stop words): how often they stand there, in how many blocks, in the title and in headings,
 * written with a capital within a sentence, and last before a sign, where a noun stands and an article does not. */
#include "content/terms.h"

#include "base/squeeze.h"
#include "content/title.h"

#include <math.h>
#include <stdlib.h>

enum {
  MOST_BYTES = 1 << 13, /* of the text */
  MOST_TERMS = 1 << 12,
  LONGEST_TERM = 60, /* bytes */
  LEAST_LETTERS = 4, /* of a word without capitals */
  SHORTEST_GRAM = 2, /* characters of dense runs */
  LONGEST_GRAM = 4
};

typedef struct term {
  uint64_t hash;
  detm_text text; /* where it stood first */
  double score;
  uint32_t last_block;
  uint32_t before, behind; /* of a gram: hashes of its neighbours; of a pair: what the slots of its words hold */
  uint16_t count, blocks;
  uint16_t ends;     /* stands last before a sign */
  uint16_t capitals; /* with a capital within a sentence */
  uint16_t headings, letters;
  bool title, pair, dense;
  bool varied_before, varied_behind; /* of a gram: it has several neighbours */
  bool covered;                      /* it is a part of a better term */
} term;

typedef struct table {
  const dt_content_page *page;
  uint32_t *slots; /* 1 + the number of a term; 0 = free */
  size_t size;     /* a power of two */
  term *terms;
  uint32_t room, used, most;
} table;

/* What is known of the place where a word stands. */
typedef struct place {
  uint32_t block;
  bool heading, title;
} place;

static uint32_t *find_slot(const table *t, uint64_t hash) {
  size_t at = (size_t)(hash >> 20) & (t->size - 1);
  while (t->slots[at] != 0 && t->terms[t->slots[at] - 1].hash != hash) at = (at + 1) & (t->size - 1);
  return &t->slots[at];
}

/* NULL = it was not counted. */
static term *find_term(const table *t, uint64_t hash) {
  uint32_t slot = *find_slot(t, hash);
  return slot != 0 ? &t->terms[slot - 1] : NULL;
}

static term *new_term(table *t, uint32_t *slot, uint64_t hash, detm_text text) {
  t->terms = dt_arena_grow(t->page->arena, t->terms, t->used, &t->room, sizeof *t->terms);
  t->terms[t->used] = (term){.hash = hash, .text = text, .last_block = DT_NONE};
  *slot = ++t->used;
  return &t->terms[t->used - 1];
}

/* The term, counted; NULL if there is no room for a new one, or the title, which is read last, has it. */
static term *count_term(table *t, uint64_t hash, detm_text text, const place *where) {
  uint32_t *slot = find_slot(t, hash);
  if (*slot == 0 && (t->used == t->most || where->title)) return NULL;
  term *found = *slot != 0 ? &t->terms[*slot - 1] : new_term(t, slot, hash, text);
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
  memcpy(first, word.data, bytes);
  dt_fold(first, bytes);
  return memcmp(first, word.data, bytes) != 0;
}

/* Without what is drawn to it by an apostrophe: "Anna's", "l'arbre". */
static detm_text bare_word(detm_text word) {
  for (size_t i = 1; i + 1 < word.length; i++) {
    size_t sign = word.data[i] == '\''                                                      ? 1
                  : memcmp(word.data + i, "\xe2\x80\x99", word.length - i < 3 ? 2 : 3) == 0 ? 3
                                                                                            : 0;
    size_t tail = sign != 0 && i + sign < word.length ? word.length - i - sign : 0;
    if (tail != 0 && tail <= 2) return (detm_text){word.data, i};
    if (tail != 0 && i <= 2) return (detm_text){word.data + i + sign, tail};
  }
  return word;
}

/* What stands between two words, or behind the last. */
typedef enum gap { BLANK, SIGN, STOP } gap;

static gap gap_between(const char *from, const char *to) {
  gap found = BLANK;
  if (from == to) return SIGN;
  for (const char *at = from; at < to; at++) {
    if (strchr(".!?:\n", *at) != NULL) return STOP;
    if (*at != ' ') found = SIGN;
  }
  return found;
}

static void add_word(table *t, const place *where, detm_text word, uint64_t hash, bool starts, gap behind) {
  term *found = count_term(t, hash, word, where);
  if (found == NULL) return;
  bool capital = is_capital(word);
  found->letters = (uint16_t)dt_utf8_count(word);
  if (behind != BLANK) found->ends++;
  if (capital && !starts) found->capitals++;
  if (found->count > 1 && is_capital(found->text) && !capital) found->text = word;
}

static void add_pair(table *t, const place *where, detm_text first, detm_text second, uint64_t a, uint64_t b) {
  detm_text both = {first.data, (size_t)(second.data + second.length - first.data)};
  term *found = both.length <= LONGEST_TERM ? count_term(t, dt_hash_mix(dt_hash_mix(a, 3), b), both, where) : NULL;
  if (found == NULL || found->pair) return;
  found->pair = true;
  found->before = *find_slot(t, a);
  found->behind = *find_slot(t, b);
}

/* ---- dense runs ---- */

static uint64_t hash_gram(detm_text gram) { return dt_hash_bytes(gram.data, gram.length, 11) | 1; }

static void add_gram(table *t, const place *where, detm_text gram, uint16_t letters, uint32_t before, uint32_t behind) {
  term *found = count_term(t, hash_gram(gram), gram, where);
  if (found == NULL) return;
  found->varied_before |= before == 0 || (found->count > 1 && found->before != before);
  found->varied_behind |= behind == 0 || (found->count > 1 && found->behind != behind);
  found->before = before;
  found->behind = behind;
  found->dense = true;
  found->letters = letters;
}

/* All grams that begin with the first character of `at`, within [run, end). */
static void add_grams(table *t, const place *where, const char *run, const char *at, const char *end) {
  const char *to = at;
  uint32_t code;
  uint32_t before = at > run ? (uint32_t)dt_hash_bytes(at - 3, 3, 1) | 1 : 0; /* its last three bytes do */
  for (uint16_t letters = 1; letters <= LONGEST_GRAM && to < end; letters++) {
    to += dt_utf8_read(to, end, &code);
    uint32_t behind = to < end ? (uint32_t)dt_hash_bytes(to, dt_utf8_read(to, end, &code), 1) | 1 : 0;
    if (letters >= SHORTEST_GRAM) add_gram(t, where, (detm_text){at, (size_t)(to - at)}, letters, before, behind);
  }
}

static void add_dense(table *t, const place *where, detm_text run) {
  const char *end = run.data + run.length;
  uint32_t code;
  for (const char *at = run.data; at < end; at += dt_utf8_read(at, end, &code)) add_grams(t, where, run.data, at, end);
}

/* ---- a text ---- */

static void add_text(table *t, const place *where, detm_text text) {
  const char *end = text.data + text.length;
  dt_word word, last = {{NULL, 0}, DT_WORD_GLUE};
  uint64_t last_hash = 0;
  bool starts = true;
  for (bool any = dt_word_next(text.data, end, &word); any;) {
    const char *to = word.text.data + word.text.length;
    dt_word next;
    any = dt_word_next(to, end, &next);
    gap behind = gap_between(to, any ? next.text.data : end);
    if (!any) behind = STOP;
    if (word.kind == DT_WORD_PARTED) word.text = bare_word(word.text);
    uint64_t hash = word.kind == DT_WORD_PARTED && word.text.length <= LONGEST_TERM ? dt_word_hash(word.text) : 0;
    if (word.kind == DT_WORD_DENSE) add_dense(t, where, word.text);
    if (hash != 0) add_word(t, where, word.text, hash, starts, behind);
    if (hash != 0 && last_hash != 0) add_pair(t, where, last.text, word.text, last_hash, hash);
    last_hash = behind == BLANK ? hash : 0;
    last = word;
    starts = behind == STOP;
    word = next;
  }
}

static bool is_heading(const dt_content_page *page, uint32_t block) {
  dt_tag tag = page->elements[page->blocks[block].element].tag;
  return dt_tag_is(tag, DT_HEADING);
}

static void read_terms(table *t, const bool *chosen, const char *title) {
  const dt_content_page *page = t->page;
  size_t bytes = 0, read = 0;
  for (uint32_t b = 0; b < page->block_count && bytes < MOST_BYTES; b++)
    if (dt_block_is_chosen(page, chosen, b)) bytes += page->blocks[b].text.length;
  t->most = bytes / 2 + 64 < MOST_TERMS ? (uint32_t)bytes / 2 + 64 : MOST_TERMS;
  for (t->size = 64; t->size < 2 * (size_t)t->most;) t->size *= 2;
  t->slots = DT_ZERO(page->arena, uint32_t, t->size);
  for (uint32_t b = 0; b < page->block_count && read < MOST_BYTES; b++) {
    place where = {.block = b, .heading = is_heading(page, b)};
    detm_text text = dt_text_begin(page->blocks[b].text, MOST_BYTES);
    dt_scope_tick(page->arena->scope);
    if (!dt_block_is_chosen(page, chosen, b)) continue;
    add_text(t, &where, text);
    read += text.length;
  }
  add_text(t, &(place){.title = true}, dt_text(title));
}

/* ---- scores ---- */

static bool has_digit_first(detm_text text) { return text.data[0] >= '0' && text.data[0] <= '9'; }

static bool is_name(const term *word) { return 2 * word->capitals >= word->count && word->capitals > 0; }

static double score_word(const term *w) {
  if (w->letters < 2 || has_digit_first(w->text) || (w->letters < LEAST_LETTERS && !is_name(w))) return 0;
  double noun = (w->ends + 2.0 * w->capitals + w->headings + (w->title ? 0.5 : 0)) / (w->count + 1.0);
  return log2(1 + w->count) * (noun < 1 ? noun : 1) * (w->title ? 2.5 : 1) * (w->headings > 0 ? 1.3 : 1) *
         (1 + 0.1 * log2(w->blocks));
}

static double score_gram(const term *g) {
  if (g->count < (g->title ? 2U : 3U) || !g->varied_before || !g->varied_behind) return 0;
  return log2(1 + g->count) * (g->letters > 2 ? 1.3 : 0.8) * (g->title ? 2.5 : 1) * (g->headings > 0 ? 1.3 : 1) *
         (1 + 0.1 * log2(g->blocks));
}

/* Of words that mostly stand together, more than either; they are its parts then. */
static void score_pair(const table *t, term *pair) {
  if (pair->count < 2 || pair->before == 0 || pair->behind == 0) return;
  term *a = &t->terms[pair->before - 1], *b = &t->terms[pair->behind - 1];
  uint32_t rarer = a->count < b->count ? a->count : b->count;
  if (a->score == 0 || b->score == 0 || 2 * pair->count < rarer || is_name(a) != is_name(b)) return;
  pair->score = 1.1 * (a->score > b->score ? a->score : b->score);
  a->covered |= 2 * pair->count > a->count;
  b->covered |= 2 * pair->count > b->count;
}

/* Whether a gram is a part of a longer one that is hardly rarer. */
static void cover_grams(const table *t, const term *longer) {
  const char *end = longer->text.data + longer->text.length;
  uint32_t code;
  for (const char *at = longer->text.data; at < end; at += dt_utf8_read(at, end, &code)) {
    const char *to = at;
    for (uint32_t letters = 1; to < end; letters++) {
      to += dt_utf8_read(to, end, &code);
      detm_text part = {at, (size_t)(to - at)};
      if (letters < SHORTEST_GRAM || part.length == longer->text.length) continue;
      term *gram = find_term(t, hash_gram(part));
      if (gram != NULL) gram->covered |= 2 * longer->count > gram->count;
    }
  }
}

static int by_score(const void *a, const void *b) {
  const term *x = *(term *const *)a, *y = *(term *const *)b;
  if (x->score != y->score) return x->score < y->score ? 1 : -1;
  return (x > y) - (x < y); /* what was read first */
}

static void score_terms(const table *t) {
  for (uint32_t i = 0; i < t->used; i++) {
    term *own = &t->terms[i];
    if (!own->pair) own->score = own->dense ? score_gram(own) : score_word(own);
  }
  for (uint32_t i = 0; i < t->used; i++) {
    term *own = &t->terms[i];
    if (own->pair) score_pair(t, own);
    if (own->dense && own->score > 0 && own->letters > SHORTEST_GRAM) cover_grams(t, own);
  }
}

/* Those that are worth it, the best first. */
static term **sort_terms(const table *t, size_t *count) {
  term **sorted = DT_ARRAY(t->page->arena, term *, (size_t)t->used + 1);
  *count = 0;
  for (uint32_t i = 0; i < t->used; i++) {
    term *own = &t->terms[i];
    if (own->score > 0 && !own->covered && (own->count > 1 || own->title)) sorted[(*count)++] = own;
  }
  qsort(sorted, *count, sizeof *sorted, by_score);
  return sorted;
}

/* Each with words of its own. */
static size_t pick_terms(const dt_content_page *page, term **sorted, size_t count, const char **names, size_t most) {
  dt_vocabulary words;
  size_t picked = 0;
  dt_vocabulary_start(&words, page->arena, most * LONGEST_TERM);
  for (size_t i = 0; i < count && picked < most; i++) {
    detm_text text = sorted[i]->text;
    if (dt_vocabulary_share(&words, text) > 0) continue;
    dt_vocabulary_add(&words, text);
    names[picked++] = dt_arena_copy(page->arena, text.data, text.length);
  }
  return picked;
}

size_t dt_terms_find(const dt_content_page *page, const bool *chosen, const char *title, const char **names,
                     size_t most) {
  table t = {.page = page};
  size_t count;
  read_terms(&t, chosen, title);
  score_terms(&t);
  term **sorted = sort_terms(&t, &count);
  return pick_terms(page, sorted, count, names, most);
}
