/* content/content.c: the public content calls: find title, date, author and text of a page; make a result of them. */
#include "base/allocate.h"
#include "base/options.h"
#include "content/corrections/corrections.h"
#include "content/declared_body.h"

#include "result/emitter.h"

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
  detm_result result; /* first, so that detm_content_into_result can return its address */
  dt_arena arena;
  const detm_page *page;
  const char *title, *date, *author, *correction;
  dt_name_list breadcrumb, keywords;
  bool text_only;
  const char *body;       /* HTML: the text, if only the page's data has it */
  dt_buffer text, markup; /* each ends with a NUL */
};

/* ---- accessors ---- */

const char *detm_content_title(const detm_content *content) { return content->title; }
const char *detm_content_date(const detm_content *content) { return content->date; }
const char *detm_content_author(const detm_content *content) { return content->author; }
const char *detm_content_text(const detm_content *content) { return content->text.data; }
const char *detm_content_markup(const detm_content *content) { return content->markup.data; }
const char *detm_content_correction(const detm_content *content) { return content->correction; }
double detm_content_quality(const detm_content *content) { return content->result.quality; }

static const char *name_in_list(const dt_name_list *names, size_t number) {
  return number < names->count ? names->names[number] : NULL;
}

size_t detm_content_crumb_count(const detm_content *content) { return content->breadcrumb.count; }
const char *detm_content_crumb_get(const detm_content *content, size_t number) {
  return name_in_list(&content->breadcrumb, number);
}

size_t detm_content_keyword_count(const detm_content *content) { return content->keywords.count; }
const char *detm_content_keyword_get(const detm_content *content, size_t number) {
  return name_in_list(&content->keywords, number);
}

/* ---- the result ---- */

static void emit_names(dt_emitter *e, size_t column, const dt_name_list *names) {
  for (size_t i = 0; i < names->count; i++) dt_emit_text(e, column, names->names[i]);
}

/* Returns the buffer's text without its NUL. */
static detm_text text_of_buffer(const dt_buffer *buffer) { return (detm_text){buffer->data, buffer->length - 1}; }

static void emit_content_region(dt_emitter *e, const detm_column *names, size_t count, double quality) {
  detm_region_info region = {.path = "/",
                             .confidence = -1,
                             .fit = -1,
                             .quality = quality,
                             .records = 1,
                             .columns = names,
                             .column_count = count};
  dt_emit_region(e, &region);
}

static detm_status emit_content(const detm_result *result, const detm_sink *sink, detm_error *error) {
  const detm_content *content = (const detm_content *)result;
  dt_emitter e = {.sink = sink, .error = error};
  detm_page_info info = {.name = content->page->name, .encoding = content->page->encoding};
  detm_text text = text_of_buffer(&content->text), markup = text_of_buffer(&content->markup);

  dt_emit_page(&e, &info);
  if (result->region_count == 0) return dt_emit_end(&e);
  if (content->text_only) {
    emit_content_region(&e, &columns[TEXT], 1, result->quality);
    dt_emit_record(&e, 1);
    if (text.length != 0) dt_emit_markup(&e, 0, text, markup);
  } else {
    emit_content_region(&e, columns, COLUMNS, result->quality);
    dt_emit_record(&e, 1);
    dt_emit_text(&e, TITLE, content->title);
    dt_emit_text(&e, DATE, content->date);
    dt_emit_text(&e, AUTHOR, content->author);
    emit_names(&e, BREADCRUMB, &content->breadcrumb);
    emit_names(&e, KEYWORDS, &content->keywords);
    if (text.length != 0) dt_emit_markup(&e, TEXT, text, markup);
    dt_emit_text(&e, CORRECTION, content->correction);
  }

  return dt_emit_end(&e);
}

static void free_content(detm_result *result) { detm_content_free((detm_content *)result); }

static const dt_result_type content_type = {.matter = DT_MATTER_CONTENT, .emit = emit_content, .free = free_content};

/* A page without text and metadata has no record. */
detm_result *detm_content_into_result(detm_content *content) {
  bool has_text = content->text.length > 1;
  bool has_any = has_text || content->title != NULL || content->date != NULL || content->author != NULL ||
                 content->breadcrumb.count != 0 || content->keywords.count != 0;
  content->result.region_count = has_any;
  content->result.missing = has_text ? NULL : "text";
  return &content->result;
}

/* ---- finding ---- */

/* Chooses the main text.  Returns its expected quality, below 0 if the method does not estimate it. */
static double choose_text(detm_content_method method, const dt_content_page *page, bool *chosen) {
  if (method == DETM_CONTENT_AUTO) return dt_choose_by_features(page, chosen);
  if (method == DETM_CONTENT_STOPS) dt_choose_by_stops(page, chosen);
  if (method == DETM_CONTENT_WEIGHT) dt_choose_by_weight(page, chosen);
  if (method == DETM_CONTENT_BLOCKS) dt_choose_by_blocks(page, chosen);
  return -1;
}

static void end_text_buffer(dt_scope *scope, dt_buffer *text) {
  dt_buffer_byte(text, '\0');
  if (text->failed) dt_scope_leave(scope, DETM_NO_MEMORY);
}

typedef struct content_search {
  detm_content *content;
  const detm_content_options *options;
} content_search;

static void find_content(void *data) {
  const content_search *s = data;
  detm_content *content = s->content;
  const detm_content_options *options = s->options;
  dt_content_page page;
  dt_arena *arena = &content->arena;
  dt_content_read(&page, arena, content->page);

  /* the main text: by a correction for similar pages that locates the text, if there is one, else by the method */
  bool *chosen = DT_ZERO(arena, bool, page.piece_count);
  uint32_t element;
  const dt_correction *correction = dt_correction_of_text(options->corrections, &page, &element);
  detm_wall wall = correction == NULL ? content->page->wall : DETM_WALL_NONE;
  content->result.wall = wall;
  if (correction != NULL) {
    content->correction = dt_arena_copy(arena, correction->name, strlen(correction->name));
    dt_choose_element(&page, element, chosen);
  } else if (wall == DETM_WALL_NONE) {
    content->result.quality = choose_text(options->method, &page, chosen);
  }

  content->text_only = options->text_only != 0;
  /* the head of a page that scripts fill is that of the page; the head of other walls is theirs */
  if (!content->text_only && (wall == DETM_WALL_NONE || wall == DETM_WALL_SCRIPT)) {
    content->title = dt_find_title(&page, chosen);
    content->date = dt_find_date(&page);
    content->author = dt_find_author(&page);
    content->breadcrumb = dt_find_breadcrumb(&page);
    content->keywords = dt_find_keywords(&page, chosen, content->title);
  }

  bool readable = correction == NULL && (wall == DETM_WALL_NONE || wall == DETM_WALL_SCRIPT);
  if (readable && options->method == DETM_CONTENT_AUTO) content->body = dt_declared_body(&page, chosen);
  if (content->body != NULL) {
    content->result.wall = DETM_WALL_NONE; /* its data have what its scripts would show */
    return;
  }

  dt_content_write_text(&page, chosen, &content->text);
  end_text_buffer(arena->scope, &content->text);
  if (content->text.length == 1) content->result.quality = -1; /* no text */
  if (options->markup) dt_content_write_markup(&page, dt_content_with_captions(&page, chosen), &content->markup);
  end_text_buffer(arena->scope, &content->markup);
}

/* ---- a text that only the data of the page has ---- */

typedef struct body_reading {
  detm_content *content;
  const detm_page *body;
  bool markup;
} body_reading;

static void write_body(void *data) {
  const body_reading *r = data;
  detm_content *content = r->content;
  dt_content_page page;
  dt_content_read(&page, &content->arena, r->body);
  bool *chosen = DT_ARRAY(&content->arena, bool, page.piece_count);
  memset(chosen, true, page.piece_count);
  dt_content_write_text(&page, chosen, &content->text);
  end_text_buffer(content->arena.scope, &content->text);
  if (r->markup) dt_content_write_markup(&page, chosen, &content->markup);
  end_text_buffer(content->arena.scope, &content->markup);
}

/* Reads the body of the article as a page of its own and writes it.  Its quality is unknown. */
static bool read_article_body(detm_content *content, bool markup, dt_scope *scope, detm_error *error) {
  const detm_page *source = content->page;
  detm_page_options options = detm_page_defaults;
  options.base = source->base;
  options.encoding = "UTF-8";
  options.name = source->name;
  detm_page *body = detm_page_parse(content->body, strlen(content->body), &options, error);
  if (body == NULL) return false;
  bool read = dt_page_need(body, DETM_PAGE_DOCUMENT, error) == DETM_OK;
  content->result.quality = -1;
  content->arena.scope = scope;

  if (read && !dt_scope_run(scope, write_body, &(body_reading){content, body, markup})) {
    dt_error_scope(error, scope, source->name);
    read = false;
  }

  content->arena.scope = NULL;
  detm_page_free(body);
  return read;
}

detm_content *detm_content_find(const detm_page *page, const detm_content_options *options, detm_error *error) {
  dt_scope scope;
  DT_OPTIONS(detm_content_options, options, detm_content_defaults);
  if (dt_page_need(page, DETM_PAGE_DOCUMENT, error) != DETM_OK) return NULL;
  if ((unsigned)options->method > DETM_CONTENT_BLOCKS) {
    dt_error_set(error, DETM_USAGE, "unknown method: see detm_content_method");
    return NULL;
  }

  detm_content *content = dt_allocate(sizeof *content, error);
  if (content == NULL) return NULL;

  content->result = (detm_result){.type = &content_type, .confidence = -1, .fit = -1, .quality = -1};
  content->page = page;
  dt_page_scope(page, &scope, page->seconds);
  dt_arena_start(&content->arena, &scope);
  bool found = dt_scope_run(&scope, find_content, &(content_search){content, options});
  content->arena.scope = NULL;
  if (found && content->body == NULL) return content;
  if (found && read_article_body(content, options->markup != 0, &scope, error)) return content;
  if (!found) dt_error_scope(error, &scope, page->name);
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
