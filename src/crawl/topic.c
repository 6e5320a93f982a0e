/* crawl/topic.c: topics: the words of texts and sample pages (doc/method 7.4). */
#include "crawl/topic.h"
#include "base/allocate.h"

#include <stdlib.h>

enum { TITLE_WEIGHT = 3 };

void dt_vector_read_page(dt_vector *vector, const dt_content_page *page, const dt_vector *singles) {
  dt_scope *scope = page->arena->scope;
  dt_vector_read(vector, dt_text(page->title), TITLE_WEIGHT, singles, scope);
  for (uint32_t b = 0; b < page->block_count; b++)
    if ((page->elements[page->blocks[b].element].within & DT_IN_HIDDEN) == 0)
      dt_vector_read(vector, page->blocks[b].text, 1, singles, scope);
}

detm_topic *detm_topic_new(detm_error *error) {
  detm_topic *topic = dt_allocate(sizeof *topic, error);
  return topic;
}

void detm_topic_free(detm_topic *topic) {
  if (topic == NULL) return;
  dt_vector_free(&topic->words);
  free(topic);
}

size_t detm_topic_word_count(const detm_topic *topic) { return topic->words.count; }

/* ---- adding ---- */

/* A text to add, or a page if that is not NULL. */
typedef struct addition {
  detm_text text;
  const detm_page *page;
  double seconds; /* limit of time, 0 for none */
  dt_scope scope;
  dt_arena arena;
  dt_vector words;
} addition;

static void read_topic_source(void *data) {
  addition *source = data;
  dt_content_page page;
  if (source->page != NULL) {
    dt_content_read(&page, &source->arena, source->page);
    dt_vector_read_page(&source->words, &page, NULL);
  } else {
    dt_vector_read(&source->words, source->text, 1, NULL, &source->scope);
  }
  if (!dt_vector_reserve(&source->words, 0)) dt_scope_leave(&source->scope, DETM_NO_MEMORY);
}

/* Adds all words, or none on failure. */
static detm_status add_topic_words(detm_topic *topic, addition *source, const char *name, detm_error *error) {
  dt_scope_start(&source->scope, source->seconds);
  if (source->page != NULL) dt_page_scope(source->page, &source->scope, source->seconds);
  dt_arena_start(&source->arena, &source->scope);
  bool read = dt_scope_run(&source->scope, read_topic_source, source);
  dt_arena_free(&source->arena);
  detm_status status = read ? DETM_OK : dt_error_scope(error, &source->scope, name);
  if (read && !dt_vector_reserve(&topic->words, source->words.count)) status = dt_error_memory(error);

  for (uint32_t i = 0; status == DETM_OK && i < source->words.count; i++) {
    const dt_count *word = &source->words.words[i];
    dt_count *known = dt_vector_word(&topic->words, word->hash);
    dt_count_add(&known->count, word->count);
    known->brief = word->brief;
    known->single |= word->single;
  }

  dt_vector_free(&source->words);
  return status;
}

detm_status detm_topic_add_text(detm_topic *topic, const char *text, size_t length, double seconds, detm_error *error) {
  addition source = {.text = {text, length}, .seconds = seconds};
  if (dt_utf8_valid(text, length) != length)
    return dt_error_set(error, DETM_BAD_INPUT, "the text of the topic is not UTF-8: convert it");
  return add_topic_words(topic, &source, "topic", error);
}

detm_status detm_topic_add_page(detm_topic *topic, const detm_page *page, detm_error *error) {
  addition source = {.page = page, .seconds = page->seconds};
  detm_status status = dt_page_need(page, DETM_PAGE_DOCUMENT, error);
  if (status != DETM_OK) return status;
  return add_topic_words(topic, &source, page->name, error);
}
