/* tests/cli/markdown.c: reads pages that end with NUL from standard input; prints the text of each as XML and as
 * Markdown, each ending with NUL.  For tests/cli/markdown.py, which needs the whole text: detm content would leave out
 * some. */
#include "content/content.h"

#include <detm/writer.h>
#include <stdio.h>
#include <stdlib.h>

static void write_all(const detm_page *page, dt_scope *scope, dt_arena *arena, dt_buffer *out) {
  dt_content_page content;
  if (setjmp(scope->escape) != 0) exit(2);
  dt_content_read(&content, arena, page);
  bool *chosen = DT_ARRAY(arena, bool, content.piece_count);
  memset(chosen, true, content.piece_count);
  dt_content_write_markup(&content, chosen, out);
}

static void print_page(const char *bytes) {
  detm_page_options options = detm_page_defaults;
  options.parts = DETM_PAGE_CONTENT;
  options.encoding = "UTF-8";
  detm_page *page = detm_page_parse(bytes, strlen(bytes), &options, NULL);
  dt_scope scope;
  dt_arena arena;
  dt_buffer markup = {0}, markdown = {0};
  if (page == NULL) exit(2);
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  write_all(page, &scope, &arena, &markup);
  detm_text text = {markup.data, markup.length};
  if (detm_markup_write(text, DETM_MARKDOWN, dt_buffer_write, &markdown, NULL) != DETM_OK) exit(2);
  printf("%.*s%c%.*s%c", (int)markup.length, markup.length != 0 ? markup.data : "", '\0', (int)markdown.length,
         markdown.length != 0 ? markdown.data : "", '\0');
  dt_buffer_free(&markup);
  dt_buffer_free(&markdown);
  dt_arena_free(&arena);
  detm_page_free(page);
}

int main(void) {
  dt_buffer pages = {0};
  char bytes[4096];
  for (size_t got; (got = fread(bytes, 1, sizeof bytes, stdin)) != 0;) dt_buffer_add(&pages, bytes, got);
  dt_buffer_byte(&pages, '\0');
  for (const char *at = pages.data, *end = at + pages.length - 1; at < end; at += strlen(at) + 1) print_page(at);
  dt_buffer_free(&pages);
  return 0;
}
