/* content/content.c: the public calls on content: what a page is about, found once, and the result that writers take.
 */
#include "content/correction.h"

#include "base/own.h"

#include <stdlib.h>

enum { TITLE, DATE, AUTHOR, BREADCRUMB, KEYWORDS, TEXT, CORRECTION, COLUMNS };

static const detm_column columns[COLUMNS] = {
    [TITLE] = {.name = "title", .type = "text"},
    [DATE] = {.name = "date", .type = "date"},
    [AUTHOR] = {.name = "author", .type = "text"},
    [BREADCRUMB] = {.name = "breadcrumb", .type = "text", .list = 1},
    [KEYWORDS] = {.name = "keywords", .type = "text", .list = 1},
    [TEXT] = {.name = "text", .type = "content"},
    [CORRECTION] = {.name = "correction", .type = "text"},
};

struct detm_content {
  detm_result result; /* what detm_content_result hands out is this very content */
  dt_arena arena;
  const detm_page *page;
  const char *title, *date, *author, *correction;
  dt_name_list breadcrumb, keywords;
  dt_buffer text, markup; /* each ends with a NUL */
};

const detm_content_options detm_content_defaults = {.method = DETM_CONTENT_AUTO, .markup = 1};

/* ---- asking ---- */

const char *detm_content_title(const detm_content *content) { return content->title; }
const char *detm_content_date(const detm_content *content) { return content->date; }
const char *detm_content_author(const detm_content *content) { return content->author; }
const char *detm_content_text(const detm_content *content) { return content->text.data; }
const char *detm_content_markup(const detm_content *content) { return content->markup.data; }
const char *detm_content_correction(const detm_content *content) { return content->correction; }

static const char *name_of(const dt_name_list *names, size_t number) {
  return number < names->count ? names->names[number] : NULL;
}

const char *detm_content_crumb(const detm_content *content, size_t number) {
  return name_of(&content->breadcrumb, number);
}

const char *detm_content_keyword(const detm_content *content, size_t number) {
  return name_of(&content->keywords, number);
}

/* ---- the result ---- */

static void push_names(dt_own *own, size_t column, const dt_name_list *names) {
  for (size_t i = 0; i < names->count; i++) dt_own_text(own, column, names->names[i]);
}

/* Without the NUL. */
static detm_text written(const dt_buffer *buffer) { return (detm_text){buffer->data, buffer->length - 1}; }

static void push_values(dt_own *own, const detm_result *result) {
  const detm_content *content = (const detm_content *)result;
  detm_text text = written(&content->text);
  dt_own_text(own, TITLE, content->title);
  dt_own_text(own, DATE, content->date);
  dt_own_text(own, AUTHOR, content->author);
  push_names(own, BREADCRUMB, &content->breadcrumb);
  push_names(own, KEYWORDS, &content->keywords);
  if (text.length != 0) dt_own_markup(own, TEXT, text, written(&content->markup));
  dt_own_text(own, CORRECTION, content->correction);
}

static detm_status emit(const detm_result *result, const detm_sink *sink, detm_error *error) {
  const detm_content *content = (const detm_content *)result;
  dt_own own = {.sink = sink, .columns = columns, .column_count = COLUMNS, .error = error};
  detm_page_info info = {.name = content->page->name, .encoding = content->page->encoding};
  return dt_own_emit(&own, &info, 0, result->region_count != 0 ? push_values : NULL, result);
}

static size_t count_records(const detm_result *result, size_t region) {
  (void)result, (void)region;
  return 1;
}

static void free_content(detm_result *result) { detm_content_free((detm_content *)result); }

static const dt_result_type content_type = {.emit = emit, .records = count_records, .free = free_content};

/* A page that says nothing at all has no record. */
detm_result *detm_content_result(detm_content *content) {
  bool has_text = content->text.length > 1;
  bool says = has_text || content->title != NULL || content->date != NULL || content->author != NULL ||
              content->breadcrumb.count != 0 || content->keywords.count != 0;
  content->result.region_count = says;
  content->result.missing = has_text ? NULL : "text";
  return &content->result;
}

/* ---- finding ---- */

typedef void (*chooser)(const dt_content_page *page, bool *chosen);

static const chooser choosers[] = {
    [DETM_CONTENT_AUTO] = dt_choose_by_features,
    [DETM_CONTENT_STOPS] = dt_choose_by_stops,
    [DETM_CONTENT_WEIGHT] = dt_choose_by_weight,
    [DETM_CONTENT_BLOCKS] = dt_choose_by_blocks,
};
enum { METHODS = sizeof choosers / sizeof *choosers };

static void end_text(dt_scope *scope, dt_buffer *text) {
  dt_buffer_byte(text, '\0');
  if (text->failed) dt_scope_leave(scope, DETM_NO_MEMORY);
}

/* By the correction for pages like this one, if there is one that says where the text stands; else by the method. */
static void choose(detm_content *content, const dt_content_page *page, const detm_content_options *options,
                   bool *chosen) {
  uint32_t element;
  const dt_correction *correction = dt_correction_of_text(options->corrections, page, &element);
  if (correction != NULL) {
    content->correction = dt_arena_copy(&content->arena, correction->name, strlen(correction->name));
    dt_choose_element(page, element, chosen);
  } else {
    choosers[options->method](page, chosen);
  }
}

static void find(detm_content *content, const detm_content_options *options) {
  dt_content_page page;
  dt_arena *arena = &content->arena;
  dt_content_read(&page, arena, content->page);
  bool *chosen = DT_ZERO(arena, bool, page.piece_count);
  choose(content, &page, options, chosen);
  content->title = dt_find_title(&page, chosen);
  content->date = dt_find_date(&page);
  content->author = dt_find_author(&page);
  content->breadcrumb = dt_find_breadcrumb(&page);
  content->keywords = dt_find_keywords(&page, chosen, content->title);
  dt_content_write_text(&page, chosen, &content->text);
  end_text(arena->scope, &content->text);
  if (options->markup) dt_content_write_markup(&page, chosen, &content->markup);
  end_text(arena->scope, &content->markup);
}

static bool run(detm_content *content, const detm_content_options *options, dt_scope *scope) {
  if (setjmp(scope->escape) != 0) return false;
  find(content, options);
  return true;
}

detm_content *detm_content_find(const detm_page *page, const detm_content_options *options, detm_error *error) {
  dt_scope scope;
  if (options == NULL) options = &detm_content_defaults;
  if (page->document == NULL) {
    dt_error_at(error, DETM_USAGE, page->name, 0, 0, "the page was parsed without its document: see detm_page_options");
    return NULL;
  }
  if ((unsigned)options->method >= METHODS) {
    dt_error_set(error, DETM_USAGE, "there is no such method of finding content: see detm_content_method");
    return NULL;
  }
  detm_content *content = calloc(1, sizeof *content);
  if (content == NULL) {
    dt_error_set(error, DETM_NO_MEMORY, "out of memory");
    return NULL;
  }
  content->result = (detm_result){.type = &content_type, .confidence = -1, .fit = -1};
  content->page = page;
  dt_scope_start(&scope, page->seconds);
  dt_arena_start(&content->arena, &scope);
  bool found = run(content, options, &scope);
  content->arena.scope = NULL;
  if (found) return content;
  dt_error_scope(error, &scope, page->name);
  detm_content_free(content);
  return NULL;
}

void detm_content_free(detm_content *content) {
  if (content == NULL) return;
  dt_buffer_free(&content->text);
  dt_buffer_free(&content->markup);
  dt_arena_free(&content->arena);
  free(content);
}
