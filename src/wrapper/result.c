/* wrapper/result.c: extract, and pushing results into a sink. */
#include "wrapper/result.h"

#include "tree/url.h"

#include <math.h>
#include <stdlib.h>

const detm_distance_options detm_distance_defaults = {.insert = 1, .erase = 1, .replace = 1.5, .threshold = 0.75};
const detm_extract_options detm_extract_defaults = {
    .distance = {.insert = 1, .erase = 1, .replace = 1.5, .threshold = 0.75},
    .ranking = DETM_RANK_MEASURED,
    .max_regions = 1,
    .max_records = 10000000,
    .min_fit = 0.5};

detm_status dt_options_check(const detm_extract_options *options, detm_error *error) {
  const detm_distance_options *d = &options->distance;
  if (!(d->insert >= 0 && d->erase >= 0 && d->replace >= 0 && isfinite(d->insert + d->erase + d->replace)))
    return dt_error_set(error, DETM_USAGE, "a weight is below 0 or no number: give weights of 0 or more");
  if (!(options->min_fit >= 0 && options->min_fit <= 1))
    return dt_error_set(error, DETM_USAGE, "the least fit must lie between 0 and 1");
  if (!(d->threshold > 0 && d->threshold < 1))
    return dt_error_set(error, DETM_USAGE, "the threshold must lie between 0 and 1");
  return DETM_OK;
}

static const dt_result_type type;

dt_wrapper_result *dt_wrapper_result_new(const detm_page *page, detm_error *error) {
  dt_wrapper_result *result = calloc(1, sizeof *result);
  if (result == NULL) {
    dt_error_set(error, DETM_NO_MEMORY, "out of memory");
    return NULL;
  }
  dt_scope_start(&result->scope, page->seconds);
  dt_arena_start(&result->arena, &result->scope);
  dt_arena_start(&result->scratch, &result->scope);
  result->page = page;
  result->result = (detm_result){.type = &type, .confidence = -1, .fit = -1};
  return result;
}

dt_wrapper_result *dt_wrapper_result_of(detm_result *result) {
  return result->type == &type ? (dt_wrapper_result *)result : NULL;
}

static void free_result(detm_result *base) {
  dt_wrapper_result *result = (dt_wrapper_result *)base;
  for (uint32_t i = 0; i < result->owned_count; i++) dt_arena_free(&result->owned[i].arena);
  dt_arena_free(&result->scratch);
  dt_arena_free(&result->arena);
  free(result);
}

static void learn_region(dt_wrapper_result *result, const dt_region *region, dt_result_region *out) {
  detm_wrapper *wrapper = &result->owned[result->owned_count];
  dt_wrapper_start(wrapper, &result->scope);
  result->owned_count++;
  out->parent = region->cut.list->parent;
  out->score = region->score;
  out->wrapper = wrapper;
  dt_record_set_start(&out->set, &result->arena, &result->page->tree, region->records, region->record_count,
                      dt_records_single(region->records, region->record_count));
  dt_wrapper_grow(wrapper, &result->arena, &result->scratch, &out->set, 1);
}

static void find_regions(dt_wrapper_result *result, const detm_extract_options *options) {
  dt_engine engine;
  dt_engine_run(&engine, &result->arena, &result->scratch, &result->page->tree, options);
  if (engine.region_count == 0) return;
  result->result.confidence = engine.confidence;
  result->regions = DT_ZERO(&result->arena, dt_result_region, engine.region_count);
  result->owned = DT_ZERO(&result->arena, detm_wrapper, engine.region_count);
  result->result.region_count = engine.region_count;
  for (uint32_t i = 0; i < engine.region_count; i++) learn_region(result, &engine.regions[i], &result->regions[i]);
}

static bool run(dt_wrapper_result *result, const detm_extract_options *options) {
  if (setjmp(result->scope.escape) != 0) return false;
  find_regions(result, options);
  return true;
}

detm_result *detm_extract(const detm_page *page, const detm_extract_options *options, detm_error *error) {
  if (options == NULL) options = &detm_extract_defaults;
  if (dt_options_check(options, error) != DETM_OK) return NULL;
  dt_wrapper_result *result = dt_wrapper_result_new(page, error);
  if (result == NULL) return NULL;
  if (run(result, options)) return &result->result;
  dt_error_scope(error, &result->scope, page->name);
  free_result(&result->result);
  return NULL;
}

/* ---- pushing ---- */

/* What the sink has been told to begin and not yet to end. */
typedef enum dt_open { NOTHING, PAGE, REGION, RECORD } dt_open;

typedef struct pusher {
  const dt_wrapper_result *result;
  const detm_sink *sink;
  detm_error *error;
  dt_scope scope;
  dt_arena arena;   /* of the whole call */
  dt_arena scratch; /* of a record */
  const char *base;
  detm_column *columns;
  uint32_t *column_of; /* by field; DT_NO_FIELD = not wanted */
  dt_buffer path;
  dt_captions captions; /* of the region's columns, if the sink wants them */
  dt_open open;
} pusher;

#define CALL(p, callback, ...) DT_PUSH((p)->sink, callback, __VA_ARGS__)

static uint32_t list_columns(pusher *p, const detm_wrapper *wrapper) {
  uint32_t count = 0;
  p->columns = DT_ARRAY(&p->arena, detm_column, wrapper->field_count);
  p->column_of = DT_ARRAY(&p->arena, uint32_t, wrapper->field_count);
  for (uint32_t f = 0; f < wrapper->field_count; f++) {
    p->column_of[f] = wrapper->fields[f].wanted ? count : DT_NO_FIELD;
    if (wrapper->fields[f].wanted)
      p->columns[count++] = (detm_column){.name = wrapper->fields[f].name, .type = wrapper->fields[f].type};
  }
  return count;
}

static detm_status push_values(pusher *p, const dt_item *item, const dt_value *values, uint32_t count) {
  detm_status status = DETM_OK;
  for (uint32_t v = 0; v < count && status == DETM_OK; v++) {
    uint32_t column = p->column_of[values[v].field];
    if (column == DT_NO_FIELD) continue;
    dt_mark mark = dt_arena_mark(&p->scratch);
    detm_text text = values[v].address ? dt_url_resolve(&p->scratch, p->base, values[v].text) : values[v].text;
    detm_field field = {
        .column = column, .name = p->columns[column].name, .type = p->columns[column].type, .value = text};
    if (p->sink->wants_places) {
      field.place = dt_value_place(item, &values[v]);
      field.caption = dt_value_caption(&p->captions, item, &values[v]);
    }
    status = CALL(p, field, &field, p->error);
    dt_arena_rewind(&p->scratch, mark); /* a record may have a million links */
  }
  return status;
}

static detm_status push_record(pusher *p, dt_record_set *set, uint32_t record) {
  dt_mark mark = dt_arena_mark(&p->scratch);
  uint32_t count;
  dt_item item = dt_record_item(set, &p->scratch, record);
  const dt_value *values = dt_record_values(&p->scratch, set->layouts[record], &item, &count);
  detm_status status = CALL(p, record_begin, (size_t)record + 1, p->error);
  p->open = RECORD;
  if (status == DETM_OK) status = push_values(p, &item, values, count);
  if (status == DETM_OK) status = CALL(p, record_end, p->error);
  p->open = REGION;
  dt_arena_rewind(&p->scratch, mark);
  /* often: what the sink does with a record may take long */
  if (dt_scope_late(&p->scope)) dt_scope_leave(&p->scope, DETM_LIMIT);
  return status;
}

static detm_status push_region(pusher *p, uint32_t number) {
  const dt_result_region *region = &p->result->regions[number];
  dt_record_set set = region->set;
  p->path.length = 0;
  dt_path_write(set.tree, region->parent, &p->path);
  dt_buffer_byte(&p->path, '\0');
  if (p->path.failed) dt_scope_leave(&p->scope, DETM_NO_MEMORY);
  detm_region_info info = {.number = (size_t)number + 1,
                           .path = p->path.data,
                           .score = region->score,
                           .confidence = number == 0 ? p->result->result.confidence : -1,
                           .fit = p->result->result.fit,
                           .records = set.count,
                           .domain = region->domain != NULL ? region->domain : p->result->result.domain};
  info.column_count = list_columns(p, region->wrapper);
  info.columns = p->columns;
  if (p->sink->wants_places) dt_captions_read(&p->captions, &p->arena, &set);
  detm_status status = CALL(p, region_begin, &info, p->error);
  p->open = REGION;
  for (uint32_t r = 0; r < set.count && status == DETM_OK; r++) status = push_record(p, &set, r);
  if (status == DETM_OK) status = CALL(p, region_end, p->error);
  p->open = PAGE;
  return status;
}

static detm_status push(pusher *p) {
  const detm_page *page = p->result->page;
  detm_page_info info = {.name = page->name,
                         .encoding = page->encoding,
                         .file = p->result->result.file,
                         .hash = p->result->result.file_hash};
  p->base = dt_page_base(&p->arena, page);
  detm_status status = CALL(p, page_begin, &info, p->error);
  p->open = PAGE;
  for (uint32_t i = 0; i < p->result->result.region_count && status == DETM_OK; i++) status = push_region(p, i);
  return status == DETM_OK ? CALL(p, page_end, p->error) : status;
}

/* Past the time: what is open is ended, so the sink may go on with other pages. */
static detm_status end_early(pusher *p) {
  detm_status status = DETM_OK;
  if (p->scope.status != DETM_LIMIT) return dt_error_scope(p->error, &p->scope, p->result->page->name);
  if (p->open == RECORD) status = CALL(p, record_end, p->error);
  if (p->open >= REGION && status == DETM_OK) status = CALL(p, region_end, p->error);
  if (p->open >= PAGE && status == DETM_OK) status = CALL(p, page_end, p->error);
  return status == DETM_OK ? dt_error_scope(p->error, &p->scope, p->result->page->name) : status;
}

static detm_status push_all(pusher *p) {
  if (setjmp(p->scope.escape) != 0) return end_early(p);
  return push(p);
}

static void stop(pusher *p) {
  dt_buffer_free(&p->path);
  dt_arena_free(&p->scratch);
  dt_arena_free(&p->arena);
}

static detm_status emit(const detm_result *base, const detm_sink *sink, detm_error *error) {
  const dt_wrapper_result *result = (const dt_wrapper_result *)base;
  pusher p = {.result = result, .sink = sink, .error = error};
  dt_scope_start(&p.scope, result->page->seconds);
  dt_arena_start(&p.arena, &p.scope);
  dt_arena_start(&p.scratch, &p.scope);
  detm_status status = push_all(&p);
  stop(&p);
  return status;
}

static size_t records(const detm_result *base, size_t region) {
  return ((const dt_wrapper_result *)base)->regions[region].set.count;
}

static const dt_result_type type = {.emit = emit, .records = records, .free = free_result};
