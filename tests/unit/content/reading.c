/* reading.c: small pages read for their content, and the texts that a method chooses. */
#include "content/reading.h"

#include <criterion/criterion.h>
#include <stdlib.h>

reading_of *read_content(const char *markup) {
  detm_page_options options = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  options.parts = DETM_PAGE_CONTENT;
  reading_of *reading = calloc(1, sizeof *reading);
  cr_assert_not_null(reading);
  reading->source = detm_page_parse(markup, strlen(markup), &options, &error);
  cr_assert_not_null(reading->source, "%s", error.text);
  dt_scope_start(&reading->scope, 0);
  dt_arena_start(&reading->arena, &reading->scope);
  cr_assert_eq(setjmp(reading->scope.escape), 0, "left with %d", (int)reading->scope.status);
  dt_content_read(&reading->page, &reading->arena, reading->source);
  reading->chosen = DT_ZERO(&reading->arena, bool, reading->page.piece_count);
  return reading;
}

void free_reading(reading_of *reading) {
  dt_arena_free(&reading->arena);
  detm_page_free(reading->source);
  free(reading);
}

void choose_content(reading_of *reading, choose_method choose) {
  cr_assert_eq(setjmp(reading->scope.escape), 0, "left with %d", (int)reading->scope.status);
  choose(&reading->page, reading->chosen);
}

static void add_folded(dt_buffer *out, const char *text) {
  for (; *text != '\0'; text++) {
    bool space = strchr(" \t\r\n", *text) != NULL;
    if (!space) dt_buffer_byte(out, *text);
    if (space && out->length != 0 && strchr(" |", out->data[out->length - 1]) == NULL) dt_buffer_byte(out, ' ');
  }
}

static void trim(dt_buffer *out) {
  while (out->length != 0 && out->data[out->length - 1] == ' ') out->length--;
}

static void add_chosen(dt_buffer *out, const reading_of *reading, const dt_block *block) {
  size_t before = out->length;
  for (uint32_t p = block->first; p < block->last; p++)
    if (reading->chosen[p]) add_folded(out, dt_node_content(reading->page.pieces[p].node));
  trim(out);
  if (out->length != before) dt_buffer_byte(out, '|');
}

void expect_chosen(choose_method choose, const char *markup, const char *expected) {
  reading_of *reading = read_content(markup);
  dt_buffer out = {0};
  choose_content(reading, choose);
  for (uint32_t b = 0; b < reading->page.block_count; b++) add_chosen(&out, reading, &reading->page.blocks[b]);
  if (out.length != 0) out.length--;
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected);
  dt_buffer_free(&out);
  free_reading(reading);
}
