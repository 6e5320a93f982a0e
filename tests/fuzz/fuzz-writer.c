/* tests/fuzz/fuzz-writer.c: any bytes as calls of a sink, to the writer of each format: other parsers read what was
 * told (told.h); under a limit, what is written is whole records of it. */
#include "told.h"

#include <stdio.h>

enum { MAX_COLUMNS = 6 };

/* The bytes, from which numbers and texts are taken; past their end all is nothing. */
typedef struct source {
  const uint8_t *at, *end;
} source;

static unsigned take(source *from, unsigned most) { return from->at == from->end ? 0 : *from->at++ % (most + 1); }

static detm_text take_text(source *from) {
  size_t length = take(from, 40), left = (size_t)(from->end - from->at);
  if (length == 40) length = 2000;
  detm_text text = {(const char *)from->at, length < left ? length : left};
  from->at += text.length;
  return text;
}

/* Up to the first NUL. */
static const char *take_string(source *from, dt_arena *arena) {
  detm_text text = take_text(from);
  return dt_arena_copy(arena, text.data, text.length);
}

/* -.2 to 1.1 */
static double take_share(source *from) { return (double)take(from, 130) / 100 - .2; }

/* Tells the sink under test and the one that keeps it the same; false: the writer had enough. */
typedef struct both {
  told *all;
  const detm_sink *writer;
  detm_status status;
} both;

#define TELL(to, call, ...)                                                                                            \
  do {                                                                                                                 \
    must((to)->all->sink.call == NULL || (to)->all->sink.call((to)->all->sink.data, __VA_ARGS__, NULL) == DETM_OK);    \
    if ((to)->status == DETM_OK) (to)->status = (to)->writer->call((to)->writer->data, __VA_ARGS__, NULL);             \
  } while (0)

static void tell_field(both *to, source *from, const detm_region_info *region, size_t column) {
  static const char *const anchors[] = {NULL, "caption", "id", "path"};
  detm_field field = {.column = column, .name = region->columns[column].name, .type = region->columns[column].type};
  char figure[16];
  field.by = anchors[take(from, 3)];
  field.rank = field.by == NULL ? 0 : 1 + take(from, 2);
  field.value = take_text(from);
  if (strcmp(field.type, "figure") == 0) {
    snprintf(figure, sizeof figure, "%u.%u", take(from, 255), take(from, 99));
    field.value = dt_text(figure);
  }
  TELL(to, field, &field);
}

static void tell_record(both *to, source *from, const detm_region_info *region, size_t number) {
  TELL(to, record_begin, number);
  for (size_t column = 0; column < region->column_count; column++)
    for (unsigned values = take(from, 3); values != 0; values--) tell_field(to, from, region, column);
  detm_sink *kept = &to->all->sink;
  must(kept->record_end(kept->data, NULL) == DETM_OK);
  if (to->status == DETM_OK) to->status = to->writer->record_end(to->writer->data, NULL);
}

static void tell_region(both *to, source *from, size_t number) {
  static const char *const names[MAX_COLUMNS + 2] = {"a", "title", "größe", "x-1", "_", "名", "author", "tags"};
  static const char *const types[] = {"text", "url", "date", "figure"};
  detm_column columns[MAX_COLUMNS];
  detm_region_info region = {.number = number - take(from, 1), .columns = columns};
  unsigned first = take(from, 2), records = take(from, 5);
  region.column_count = take(from, MAX_COLUMNS);
  for (size_t i = 0; i < region.column_count; i++)
    columns[i] = (detm_column){names[first + i], types[take(from, 3)], (int)take(from, 1)};
  region.path = take_string(from, &to->all->arena);
  region.score = take_share(from) * 100;
  region.confidence = take_share(from);
  region.fit = take_share(from);
  region.records = records;
  TELL(to, region_begin, &region);
  for (unsigned record = 1; record <= records; record++) tell_record(to, from, &region, record);
  detm_sink *kept = &to->all->sink;
  must(kept->region_end(kept->data, NULL) == DETM_OK);
  if (to->status == DETM_OK) to->status = to->writer->region_end(to->writer->data, NULL);
}

static void tell_page(both *to, source *from) {
  detm_page_info page = {.encoding = "UTF-8"};
  page.name = take_string(from, &to->all->arena);
  if (take(from, 1) != 0) page.file = take_string(from, &to->all->arena);
  TELL(to, page_begin, &page);
  for (unsigned region = 1, regions = take(from, 3); region <= regions; region++) tell_region(to, from, region);
  if (to->status == DETM_OK) to->status = to->writer->page_end(to->writer->data, NULL);
}

static void check_format(detm_format format, source from) {
  told all;
  dt_buffer out = {0};
  size_t limit = (size_t)take(&from, 255) * 8;
  detm_writer *writer = detm_writer_new(format, dt_buffer_write, &out, limit, NULL);
  must(writer != NULL);
  detm_writer_show_columns(writer, DETM_COLUMNS_ALL);
  told_start(&all);
  both to = {&all, detm_writer_sink(writer), DETM_OK};
  for (unsigned pages = take(&from, 3); pages != 0; pages--) tell_page(&to, &from);
  detm_status status = detm_writer_finish(writer, NULL);
  must(status == DETM_OK || (limit != 0 && status == DETM_LIMIT));
  must(to.status == DETM_OK || to.status == status);
  must(limit == 0 || out.length <= limit);
  told_check(&all, format, &out, status != DETM_OK);
  told_free(&all);
  detm_writer_free(writer);
  dt_buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (detm_format format = DETM_XML; format <= DETM_CSV; format++) check_format(format, (source){data, data + size});
  return 0;
}
