/* focus/topic.c: the words of a topic, learned from texts and sample pages (METHOD 7.4). */
#include "focus/topic.h"

#include <stdlib.h>

enum { TITLE_WEIGHT = 3 };

bool dt_block_is_seen(const dt_content_page *page, uint32_t block) {
  return (page->elements[page->blocks[block].element].within & DT_IN_HIDDEN) == 0;
}

void dt_vector_read_page(dt_vector *vector, const dt_content_page *page, const dt_vector *singles) {
  dt_scope *scope = page->arena->scope;
  dt_vector_read(vector, dt_text(page->title), TITLE_WEIGHT, singles, scope);
  for (uint32_t b = 0; b < page->block_count; b++)
    if (dt_block_is_seen(page, b)) dt_vector_read(vector, page->blocks[b].text, 1, singles, scope);
}

detm_topic *detm_topic_new(detm_error *error) {
  detm_topic *topic = calloc(1, sizeof *topic);
  if (topic == NULL) dt_error_set(error, DETM_NO_MEMORY, "out of memory");
  return topic;
}

void detm_topic_free(detm_topic *topic) {
  if (topic == NULL) return;
  dt_vector_free(&topic->words);
  free(topic);
}

size_t detm_topic_words(const detm_topic *topic) { return topic->words.count; }

/* ---- adding ---- */

/* What is added: a text, or a page (not NULL). */
typedef struct addition {
  detm_text text;
  const detm_page *page;
  double seconds; /* that it may take, 0 = any number */
  dt_vector words;
} addition;

static bool read_words(addition *more, dt_scope *scope, dt_arena *arena) {
  dt_content_page page;
  if (setjmp(scope->escape) != 0) return false;
  if (more->page != NULL) {
    dt_content_read(&page, arena, more->page);
    dt_vector_read_page(&more->words, &page, NULL);
  } else {
    dt_vector_read(&more->words, more->text, 1, NULL, scope);
  }
  if (!dt_vector_reserve(&more->words, 0)) dt_scope_leave(scope, DETM_NO_MEMORY);
  return true;
}

static void merge(dt_vector *into, const dt_vector *from) {
  for (uint32_t i = 0; i < from->count; i++) {
    const dt_count *word = &from->words[i];
    dt_count *known = dt_vector_word(into, word->hash);
    dt_count_add(&known->count, word->count);
    known->brief = word->brief;
    known->single |= word->single;
  }
}

/* All of it or nothing. */
static detm_status add(detm_topic *topic, addition *more, const char *name, detm_error *error) {
  dt_scope scope;
  dt_arena arena;
  dt_scope_start(&scope, more->seconds);
  dt_arena_start(&arena, &scope);
  bool read = read_words(more, &scope, &arena);
  dt_arena_free(&arena);
  detm_status status = read ? DETM_OK : dt_error_scope(error, &scope, name);
  if (read && !dt_vector_reserve(&topic->words, more->words.count))
    status = dt_error_set(error, DETM_NO_MEMORY, "out of memory");
  if (status == DETM_OK) merge(&topic->words, &more->words);
  dt_vector_free(&more->words);
  return status;
}

detm_status detm_topic_add_text(detm_topic *topic, const char *text, size_t length, double seconds, detm_error *error) {
  addition more = {.text = {text, length}, .seconds = seconds};
  if (dt_utf8_valid(text, length) != length)
    return dt_error_set(error, DETM_BAD_INPUT, "the text of the topic is no UTF-8; convert it");
  return add(topic, &more, "topic", error);
}

detm_status detm_topic_add_page(detm_topic *topic, const detm_page *page, detm_error *error) {
  addition more = {.page = page, .seconds = page->seconds};
  if (page->document == NULL)
    return dt_error_at(error, DETM_USAGE, page->name, 0, 0,
                       "the page was parsed without its document: see detm_page_options");
  return add(topic, &more, page->name, error);
}
