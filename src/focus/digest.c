/* focus/digest.c: which words of the topic a page and the metadata of its links have, and how long it is. */
#include "focus/digest.h"

#include "focus/topic.h"
#include "tree/url.h"

#include <stdlib.h>

/* A set of words of the topic, rising; in the arena. */
typedef struct word_set {
  uint32_t *words;
  uint32_t count, room;
} word_set;

typedef struct digester {
  dt_digest *digest;
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

/* Sorts the set, each word once. */
static void settle_set(word_set *set) {
  uint32_t kept = 0;
  if (set->count > 1) qsort(set->words, set->count, sizeof *set->words, by_number);
  for (uint32_t i = 0; i < set->count; i++)
    if (kept == 0 || set->words[kept - 1] != set->words[i]) set->words[kept++] = set->words[i];
  set->count = kept;
}

static void add_to_set(const digester *d, word_set *set, uint32_t word) {
  set->words = dt_arena_grow(d->arena, set->words, set->count, &set->room, sizeof *set->words);
  set->words[set->count++] = word;
}

/* Those of a text that the topic has. */
static void read_text(const digester *d, word_set *set, detm_text text) {
  dt_tokens tokens = dt_tokens_of(text, d->lexicon->singles.count != 0);
  for (dt_token token; dt_token_next(&tokens, &token);) {
    uint32_t word = dt_vector_find(&d->lexicon->words, token.hash);
    dt_scope_tick(d->arena->scope);
    if (word < d->lexicon->topic_count && (set->count == 0 || set->words[set->count - 1] != word))
      add_to_set(d, set, word);
  }
}

static void write_set(dt_buffer *out, const word_set *set) {
  uint32_t last = 0;
  dt_number_add(out, set->count);
  for (uint32_t i = 0; i < set->count; i++) {
    dt_number_add(out, set->words[i] - last);
    last = set->words[i];
  }
}

/* ---- the page ---- */

/* A word with a number. */
typedef struct numbered {
  uint32_t number, count;
} numbered;

/* The number of a word of the page, a new one for a new brief word; DT_NONE = it has none. */
static uint32_t number_of(digester *d, const dt_count *word) {
  uint32_t number = dt_vector_find(&d->lexicon->words, word->hash);
  if (number != DT_NONE || !word->brief || word->single) return number;
  if (!dt_vector_reserve(&d->digest->brief, 1)) dt_scope_leave(d->arena->scope, DETM_NO_MEMORY);
  dt_vector_word(&d->digest->brief, word->hash)->brief = true;
  return d->lexicon->words.count + d->digest->brief.count - 1;
}

static void write_page(digester *d) {
  dt_digest *digest = d->digest;
  numbered *list = DT_ARRAY(d->arena, numbered, (size_t)digest->page.count + 1);
  uint32_t count = 0, last = 0;
  uint64_t rest = 0;
  for (uint32_t i = 0; i < digest->page.count; i++) {
    const dt_count *word = &digest->page.words[i];
    uint32_t number = number_of(d, word);
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

/* A link that counts. */
typedef struct target {
  detm_text url;
  bool in_text; /* in the text of the page, not in menus and footers */
  word_set words;
} target;

/* Without its fragment, which no server is sent; empty = it is not absolute, or no page's. */
detm_text dt_web_url(dt_arena *arena, detm_text url) {
  const char *fragment = memchr(url.data, '#', url.length);
  if (fragment != NULL) url.length = (size_t)(fragment - url.data);
  if (!dt_url_is_base(url)) return (detm_text){"", 0};
  char *normal = DT_ARRAY(arena, char, DT_URL_ROOM(url.length));
  return (detm_text){normal, dt_url_normal(url, normal)};
}

/* Links that a reader may follow to a page. */
static bool leads_on(const detm_link *link) {
  static const char *const followed[] = {"a", "area", "frame", "iframe", "meta"};
  for (size_t i = 0; i < sizeof followed / sizeof *followed; i++)
    if (strcmp(link->element, followed[i]) == 0) return link->page != 0;
  return link->turn != DETM_LINK_NO_TURN && link->page != 0;
}

/* Whether the text of the page is the text round a link: of menus, footers and the like it is not. */
static bool is_in_text(const detm_link *link) {
  return link->place == DETM_LINK_MAIN || link->place == DETM_LINK_RECORD;
}

/* METHOD 7.1's extended metadata: anchor text, title, surrounding text; of pictures what stands for them. */
static void read_metadata(const digester *d, word_set *set, const detm_link *link) {
  for (size_t i = 0; i < link->text_count; i++) read_text(d, set, dt_text(link->texts[i]));
  read_text(d, set, dt_text(link->title));
  read_text(d, set, dt_text(link->alt));
  read_text(d, set, dt_text(link->around));
}

/* Links whose URLs are equal are one: number of the target; *count grows with a new one. */
static uint32_t number_target(digester *d, dt_vector *seen, detm_text url, uint32_t *count) {
  uint64_t hash = dt_hash_bytes(url.data, url.length, 3) | 1;
  uint32_t known = dt_vector_find(seen, hash);
  if (known != DT_NONE) return known;
  if (!dt_vector_reserve(seen, 1)) dt_scope_leave(d->arena->scope, DETM_NO_MEMORY);
  dt_vector_word(seen, hash);
  return (*count)++;
}

static uint32_t read_targets(digester *d, const dt_links *links, detm_text own, target *targets) {
  dt_vector *seen = &d->digest->seen;
  uint32_t count = 0;
  for (uint32_t i = 0; i < links->count; i++) {
    const detm_link *link = &links->links[i];
    if (!leads_on(link)) continue;
    detm_text url = dt_web_url(d->arena, dt_text(link->url));
    if (url.length == 0 || dt_text_equal(url, own)) continue;
    uint32_t known = count, number = number_target(d, seen, url, &count);
    if (number == known) targets[number] = (target){.url = url};
    targets[number].in_text |= is_in_text(link);
    read_metadata(d, &targets[number].words, link);
  }
  return count;
}

static void write_links(digester *d, target *targets, uint32_t count) {
  dt_buffer *out = &d->digest->record;
  for (uint32_t i = 0; i < count; i++) {
    dt_number_add(out, targets[i].in_text);
    settle_set(&targets[i].words);
    write_set(out, &targets[i].words);
    d->digest->targets[i] = targets[i].url;
  }
  d->digest->target_count = count;
}

/* ---- all of it ---- */

static void start(dt_digest *digest) {
  digest->record.length = 0;
  digest->target_count = 0;
  digest->links = (dt_links){0};
  dt_vector_clear(&digest->page);
  dt_vector_clear(&digest->brief);
  dt_vector_clear(&digest->seen);
}

static void check_memory(const dt_digest *digest, dt_scope *scope) {
  if (digest->record.failed) dt_scope_leave(scope, DETM_NO_MEMORY);
}

void dt_digest_page(dt_digest *digest, const dt_lexicon *lexicon, const dt_content_page *page, detm_text url,
                    const char *base, const detm_link_options *options) {
  dt_arena *arena = page->arena;
  dt_links *links = &digest->links;
  digester d = {.digest = digest, .lexicon = lexicon, .page = page, .arena = arena};
  start(digest);
  dt_vector_read_page(&digest->page, page, lexicon->singles.count != 0 ? &lexicon->singles : NULL);
  dt_links_read(links, page, base, options);
  target *targets = DT_ARRAY(arena, target, (size_t)links->count + 1);
  digest->targets = DT_ARRAY(arena, detm_text, (size_t)links->count + 1);
  write_page(&d);
  write_links(&d, targets, read_targets(&d, links, url, targets));
  check_memory(digest, arena->scope);
}

void dt_digest_nothing(dt_digest *digest, dt_scope *scope) {
  start(digest);
  for (int zeros = 0; zeros < 2; zeros++) dt_number_add(&digest->record, 0);
  check_memory(digest, scope);
}

void dt_digest_free(dt_digest *digest) {
  dt_buffer_free(&digest->record);
  dt_vector_free(&digest->page);
  dt_vector_free(&digest->brief);
  dt_vector_free(&digest->seen);
}

/* ---- records that come from a file ---- */

/* A set of words below `most`, with counts or without. */
static void check_set(dt_numbers *record, uint64_t most, bool counts) {
  uint64_t words = dt_number_next(record), word = 0;
  for (uint64_t i = 0; i < words && !record->broken; i++) {
    uint64_t difference = dt_number_next(record);
    if (difference >= most || (i != 0 && difference == 0)) record->broken = true;
    word += difference;
    if (word >= most || (counts && dt_number_next(record) > UINT32_MAX)) record->broken = true;
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
