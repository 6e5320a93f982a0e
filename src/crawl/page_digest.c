/* crawl/page_digest.c: making and checking the records of pages. */
#include "crawl/page_digest.h"

#include "base/vec.h"
#include "crawl/topic.h"
#include "text/url.h"
#include "text/words.h"

#include <stdlib.h>

/* A set of words of the topic, in rising order once it is sorted; in the arena. */
typedef DT_VEC(uint32_t) word_set;

typedef struct digester {
  dt_page_digest *digest;
  const dt_lexicon *lexicon;
  const dt_content_page *page;
  dt_arena *arena;
} digester;

/* ---- numbers ---- */

void dt_number_add(dt_buffer *out, uint64_t number) {
  for (; number >= 0x80; number >>= 7) dt_buffer_byte(out, (char)(0x80 | (number & 0x7f)));
  dt_buffer_byte(out, (char)number);
}

uint64_t dt_number_next(dt_numbers *numbers) {
  uint64_t number = 0;
  for (unsigned shift = 0; numbers->at < numbers->end && shift < 64; shift += 7) {
    unsigned char byte = (unsigned char)*numbers->at++;
    number |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) return number;
  }
  numbers->broken = true;
  return 0;
}

/* ---- words ---- */

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Adds the words of a text that the topic has. */
static void read_topic_words(const digester *d, word_set *set, detm_text text) {
  dt_word_reader tokens = dt_word_reader_of(text, d->lexicon->singles.count != 0);
  for (dt_token token; dt_token_next(&tokens, &token);) {
    uint32_t word = dt_vector_find(&d->lexicon->words, token.hash);
    dt_scope_tick(d->arena->scope);
    bool again = set->count != 0 && set->items[set->count - 1] == word;
    if (word < d->lexicon->topic_count && !again) DT_VEC_PUSH(d->arena, set, word);
  }
}

/* ---- the page ---- */

/* A word with a number. */
typedef struct numbered {
  uint32_t number, count;
} numbered;

/* Writes the words of the page; new brief words get new numbers, which other words do not have. */
static void write_page(digester *d) {
  dt_page_digest *digest = d->digest;
  numbered *list = DT_ARRAY(d->arena, numbered, (size_t)digest->page.count + 1);
  uint32_t count = 0, last = 0;
  uint64_t rest = 0;
  for (uint32_t i = 0; i < digest->page.count; i++) {
    const dt_count *word = &digest->page.words[i];
    uint32_t number = dt_vector_find(&d->lexicon->words, word->hash);
    if (number == DT_NONE && word->brief && !word->single) {
      if (!dt_vector_reserve(&digest->brief, 1)) dt_scope_leave(d->arena->scope, DETM_NO_MEMORY);
      dt_vector_word(&digest->brief, word->hash)->brief = true;
      number = d->lexicon->words.count + digest->brief.count - 1;
    }
    if (number != DT_NONE)
      list[count++] = (numbered){number, word->count};
    else
      rest += (uint64_t)word->count * word->count;
  }

  qsort(list, count, sizeof *list, by_number);
  dt_number_add(&digest->record, rest);
  dt_number_add(&digest->record, count);
  for (uint32_t i = 0; i < count; i++) {
    dt_number_add(&digest->record, list[i].number - last);
    dt_number_add(&digest->record, list[i].count);
    last = list[i].number;
  }
}

/* ---- links ---- */

/* A distinct URL that the page links to. */
typedef struct target {
  detm_text url;
  bool in_text; /* in the main text or in a record, not in menus and footers */
  word_set words;
} target;

/* Checks whether a reader can follow a link to a page. */
static bool can_be_followed(const detm_link *link) {
  return link->page != 0 && (link->turns != 0 || dt_text_is_among(dt_text(link->element), "a|area|frame|iframe|meta"));
}

/* Reads the extended metadata of the links (doc/method 7.1): anchor text, title, surrounding text, alternative text of
 * images. */
static uint32_t read_targets(digester *d, const dt_links *links, detm_text own, target *targets) {
  dt_lookup seen;
  dt_lookup_start(&seen, d->arena, 0);
  for (uint32_t i = 0; i < links->count; i++) {
    const detm_link *link = &links->links[i];
    if (!can_be_followed(link)) continue;
    detm_text url = dt_url_of_page(d->arena, dt_text(link->url));
    if (url.length == 0 || dt_text_equal(url, own)) continue;
    uint32_t known = seen.count, number = dt_lookup_add(&seen, dt_hash_bytes(url.data, url.length, 3) | 1);
    target *to = &targets[number];
    if (number == known) *to = (target){.url = url};
    to->in_text |= link->place == DETM_LINK_MAIN || link->place == DETM_LINK_RECORD;
    for (size_t t = 0; t < link->text_count; t++) read_topic_words(d, &to->words, dt_text(link->texts[t]));
    read_topic_words(d, &to->words, dt_text(link->title));
    read_topic_words(d, &to->words, dt_text(link->alt));
    read_topic_words(d, &to->words, dt_text(link->around));
  }

  return seen.count;
}

static void write_links(digester *d, target *targets, uint32_t count) {
  dt_buffer *out = &d->digest->record;
  for (uint32_t i = 0; i < count; i++) {
    word_set *set = &targets[i].words;
    uint32_t kept = 0, last = 0;
    if (set->count > 1) qsort(set->items, set->count, sizeof *set->items, by_number);
    for (uint32_t w = 0; w < set->count; w++)
      if (kept == 0 || set->items[kept - 1] != set->items[w]) set->items[kept++] = set->items[w];
    dt_number_add(out, targets[i].in_text);
    dt_number_add(out, kept);
    for (uint32_t w = 0; w < kept; w++) {
      dt_number_add(out, set->items[w] - last);
      last = set->items[w];
    }
    d->digest->targets[i] = targets[i].url;
  }

  d->digest->target_count = count;
}

/* ---- the record ---- */

static void reset(dt_page_digest *digest) {
  if (digest->record.failed) dt_buffer_free(&digest->record); /* an earlier page lacked memory */
  digest->record.length = 0;
  digest->target_count = 0;
  digest->links = (dt_links){0};
  dt_vector_clear(&digest->page);
  dt_vector_clear(&digest->brief);
}

static void check_memory(const dt_page_digest *digest, dt_scope *scope) {
  if (digest->record.failed) dt_scope_leave(scope, DETM_NO_MEMORY);
}

void dt_digest_page(dt_page_digest *digest, const dt_lexicon *lexicon, const dt_content_page *page, detm_text url,
                    const char *base, const detm_link_options *options) {
  dt_arena *arena = page->arena;
  dt_links *links = &digest->links;
  digester d = {.digest = digest, .lexicon = lexicon, .page = page, .arena = arena};
  reset(digest);
  dt_vector_read_page(&digest->page, page, lexicon->singles.count != 0 ? &lexicon->singles : NULL);
  dt_links_read(links, page, base, options);
  target *targets = DT_ARRAY(arena, target, (size_t)links->count + 1);
  digest->targets = DT_ARRAY(arena, detm_text, (size_t)links->count + 1);
  write_page(&d);
  write_links(&d, targets, read_targets(&d, links, url, targets));
  check_memory(digest, arena->scope);
}

void dt_digest_nothing(dt_page_digest *digest, dt_scope *scope) {
  reset(digest);
  for (int zeros = 0; zeros < 2; zeros++) dt_number_add(&digest->record, 0);
  check_memory(digest, scope);
}

void dt_digest_free(dt_page_digest *digest) {
  dt_buffer_free(&digest->record);
  dt_vector_free(&digest->page);
  dt_vector_free(&digest->brief);
}

/* ---- checking records of files ---- */

/* Checks a set of numbers below `most`, with counts or without. */
static void check_set(dt_numbers *record, uint64_t end, bool counts) {
  uint64_t words = dt_number_next(record), word = 0;
  for (uint64_t i = 0; i < words && !record->broken; i++) {
    uint64_t difference = dt_number_next(record);
    if (difference >= end || (i != 0 && difference == 0)) record->broken = true;
    word += difference;
    if (word >= end || (counts && dt_number_next(record) > UINT32_MAX)) record->broken = true;
  }
}

bool dt_digest_check(detm_text bytes, const dt_lexicon *lexicon, uint32_t links) {
  dt_numbers record = {bytes.data, bytes.data + bytes.length, false};
  dt_number_next(&record);
  check_set(&record, lexicon->words.count, true);
  for (uint32_t i = 0; i < links && !record.broken; i++) {
    if (dt_number_next(&record) > 1) record.broken = true;
    check_set(&record, lexicon->topic_count, false);
  }
  return !record.broken && record.at == record.end;
}
