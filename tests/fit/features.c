/* tests/fit/features.c: prints the features of pages for fit.py, as NDJSON with a line for each page.
 *
 *   features --names                 the names of the features
 *   features PAGE...                 the features (smoothed) and text of every text block
 *   features --choose PAGE...        the text that is chosen with the built-in weights
 *   features --weights FILE PAGE...  the same with other weights: lines of "name <tab> weight"
 *
 *   features --figures               the names of the figures of a choice
 *
 * Lines of --choose and --weights have @page, the text of `detm content`, and the figures of the choice. */
#include "base/escape.h"
#include "content/text/path_groups.h"
#include "content/text/select.h"
#include "input.h"
#include "result/writer.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct job {
  const char *name;
  const double *weights; /* NULL: prints features */
  dt_buffer out;
} job;

static bool set_weight(double *weights, const char *name, double weight) {
  for (int k = 0; k < DT_FEATURE_COUNT; k++)
    if (strcmp(name, dt_feature_names[k]) == 0) {
      weights[k] = weight;
      return true;
    }
  return false;
}

static bool read_weights(const char *file, double weights[DT_FEATURE_COUNT]) {
  char name[64];
  double weight;
  FILE *stream = fopen(file, "r");
  if (stream == NULL) return false;
  bool known = true;
  while (known && fscanf(stream, "%63s %lf", name, &weight) == 2) known = set_weight(weights, name, weight);
  bool read = known && feof(stream);
  fclose(stream);
  return read;
}

/* Returns a column for each feature, smoothed as scores are. */
static double *make_columns(const dt_content_page *page) {
  dt_features features;
  size_t count = page->block_count;
  double *columns = DT_ARRAY(page->arena, double, count *DT_FEATURE_COUNT);
  dt_features_read(&features, page);
  for (uint32_t i = 0; i < count; i++) {
    double x[DT_FEATURE_COUNT];
    dt_features_of(&features, i, x);
    for (size_t k = 0; k < DT_FEATURE_COUNT; k++) columns[k * count + i] = x[k];
  }
  for (size_t k = 0; k < DT_FEATURE_COUNT; k++) dt_features_smooth(&features, columns + k * count);
  return columns;
}

static void write_features(const dt_content_page *page, dt_buffer *out) {
  const double *columns = page->block_count != 0 ? make_columns(page) : NULL;
  for (uint32_t i = 0; i < page->block_count; i++) {
    dt_buffer_text(out, i == 0 ? "{\"x\":[" : ",{\"x\":[");
    for (size_t k = 0; k < DT_FEATURE_COUNT; k++)
      dt_buffer_format(out, k == 0 ? "%.5g" : ",%.5g", columns[k * page->block_count + i]);
    dt_buffer_text(out, "],\"text\":");
    fit_write_string(out, page->blocks[i].text);
    dt_buffer_byte(out, '}');
  }
  dt_buffer_text(out, "]}\n");
}

static void write_chosen(const dt_content_page *page, const double *weights, dt_buffer *out) {
  bool *chosen = DT_ZERO(page->arena, bool, (size_t)page->block_count + 1);
  double figures[DT_QUALITY_COUNT] = {0};
  dt_buffer text = {0};
  dt_choose_blocks(page, weights, chosen, figures);
  for (uint32_t i = 0; i < page->block_count; i++) {
    if (!chosen[i]) continue;
    dt_buffer_add(&text, page->blocks[i].text.data, page->blocks[i].text.length);
    dt_buffer_byte(&text, '\n');
  }
  fit_write_string(out, (detm_text){text.data, text.length});
  dt_buffer_free(&text);
  dt_buffer_text(out, ",\"figures\":[");
  for (int i = 0; i < DT_QUALITY_COUNT; i++) dt_buffer_format(out, i == 0 ? "%.5g" : ",%.5g", figures[i]);
  dt_buffer_text(out, "]}\n");
}

static void write_page(const dt_content_page *page, job *j) {
  dt_buffer_text(&j->out, "{\"@page\":");
  fit_write_string(&j->out, dt_text(j->name));
  dt_buffer_text(&j->out, j->weights == NULL ? ",\"blocks\":[" : ",\"text\":");
  if (j->weights == NULL)
    write_features(page, &j->out);
  else
    write_chosen(page, j->weights, &j->out);
}

static bool look_at(const detm_page *parsed, job *j) {
  dt_content_page page;
  dt_arena arena;
  dt_scope scope;
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  bool whole = setjmp(scope.escape) == 0;
  if (whole) {
    dt_content_read(&page, &arena, parsed);
    write_page(&page, j);
  }
  dt_arena_free(&arena);
  return whole;
}

static bool look_at_file(job *j) {
  detm_page_options how = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  dt_buffer file = {0};
  bool done = fit_read_file(j->name, &file);
  how.parts = DETM_PAGE_CONTENT;
  detm_page *page = done ? detm_page_parse(file.data, file.length, &how, &error) : NULL;
  done = page != NULL && look_at(page, j);
  detm_page_free(page);
  dt_buffer_free(&file);
  if (!done) fprintf(stderr, "features: %s: %s\n", j->name, error.status != DETM_OK ? error.text : "cannot be read");
  return done;
}

static bool run(const double *weights, char **pages) {
  bool good = true;
  for (; *pages != NULL; pages++) {
    job j = {*pages, weights, {0}};
    good = look_at_file(&j) && !j.out.failed && good;
    if (!j.out.failed) fwrite(j.out.data, 1, j.out.length, stdout);
    dt_buffer_free(&j.out);
  }
  return good && fflush(stdout) == 0;
}

int main(int count, char **arguments) {
  double weights[DT_FEATURE_COUNT] = {0};
  const char *asked = count == 2 ? arguments[1] : "";
  const bool names = strcmp(asked, "--names") == 0, figures = strcmp(asked, "--figures") == 0;
  for (int k = 0; names && k < DT_FEATURE_COUNT; k++) puts(dt_feature_names[k]);
  for (int k = 0; figures && k < DT_QUALITY_COUNT; k++) puts(dt_quality_figures[k].name);
  if (names || figures) return 0;
  if (count > 2 && strcmp(arguments[1], "--choose") == 0) return !run(dt_feature_weights, arguments + 2);
  if (count > 1 && strcmp(arguments[1], "--weights") != 0) return !run(NULL, arguments + 1);
  if (count < 4 || !read_weights(arguments[2], weights)) {
    fputs("usage: features [--choose | --weights FILE] PAGE...; each line of FILE has a feature and its weight\n",
          stderr);
    return 2;
  }
  return !run(weights, arguments + 3);
}
