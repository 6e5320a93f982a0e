/* tests/fit/regions.c: prints the candidate regions of pages for fit-regions.py and fit-confidence.py, as NDJSON with a
 * line for each page.
 *
 *   regions --names ranking|confidence|list-page   the names of the features, each with its weight
 *   regions PAGE...   {"@page":PATH,"texts":[...],"confidence":{"most":N,"x":[...],"list":[...]},
 *                      "regions":[{"offset":N,"x":[...],"records":[[first,end],...]},...]}
 *
 * `confidence` has the features of the confidence and of list pages (engine/features.h), and the upper bound by the
 * score;
 * {} if the page has no region.
 * `records` is what the page's result would be if the region were the main one: the texts from `first` to `end`.
 * `x` are the features of the ranking; `offset` is the part of the score that is not theirs.  Regions follow in
 * the order of their scores, the best 60 of them. */
#include "base/escape.h"
#include "engine/engine.h"
#include "html/page.h"
#include "input.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_REGIONS = 60 };

static void write_texts(const dt_tree *tree, dt_buffer *out) {
  for (uint32_t t = 0; t < tree->text_count; t++) {
    if (t != 0) dt_buffer_byte(out, ',');
    fit_write_string(out, dt_text_of(tree, tree->text_nodes[t]));
  }
}

static void write_figures(const double *figures, int count, dt_buffer *out) {
  for (int k = 0; k < count; k++) dt_buffer_format(out, k == 0 ? "%.6g" : ",%.6g", figures[k]);
}

static void write_region(dt_engine *e, dt_region *region, dt_buffer *out) {
  double rest = region->score;
  for (int k = 0; k < DT_REGION_FEATURE_COUNT; k++) rest -= dt_region_features[k].weight * region->features[k];
  dt_buffer_format(out, "{\"offset\":%.6g,\"x\":[", fabs(rest) > 1e-9 ? rest : 0);
  write_figures(region->features, DT_REGION_FEATURE_COUNT, out);
  dt_buffer_text(out, "],\"records\":[");
  dt_region_parts(e, region);
  dt_region_finish_main(e, region);
  for (uint32_t r = 0; r < region->record_count; r++) {
    uint32_t first, end;
    dt_record_texts(e, region->records[r].nodes, region->records[r].count, &first, &end);
    dt_buffer_format(out, r == 0 ? "[%u,%u]" : ",[%u,%u]", first, end);
  }
  dt_buffer_text(out, "]}");
}

static void write_confidence(const dt_engine *e, dt_buffer *out) {
  dt_buffer_text(out, ",\"confidence\":{");
  if (e->region_count != 0) {
    dt_buffer_format(out, "\"most\":%.6g,\"x\":[", e->most_confidence);
    write_figures(e->confidence_features, DT_CONFIDENCE_FEATURE_COUNT, out);
    dt_buffer_text(out, "],\"list\":[");
    write_figures(e->list_page_features, DT_LIST_PAGE_FEATURE_COUNT, out);
    dt_buffer_byte(out, ']');
  }
  dt_buffer_byte(out, '}');
}

static bool write_regions(const dt_tree *tree, dt_buffer *out) {
  dt_engine engine;
  dt_arena arena, scratch;
  dt_scope scope;
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  dt_arena_start(&scratch, &scope);
  bool whole = setjmp(scope.escape) == 0;
  if (whole) {
    dt_engine_start(&engine, &arena, &scratch, tree, &detm_extract_defaults);
    dt_grids_visit(&engine);
    dt_lists_visit(&engine);
    dt_regions_rank(&engine);
    write_confidence(&engine, out);
    dt_buffer_text(out, ",\"regions\":[");
    for (uint32_t i = 0; i < engine.region_count && i < MAX_REGIONS; i++) {
      if (i != 0) dt_buffer_byte(out, ',');
      write_region(&engine, &engine.regions[i], out);
    }
  }
  dt_arena_free(&scratch);
  dt_arena_free(&arena);
  return whole;
}

static bool write_page(const char *name, dt_buffer *out) {
  detm_page_options how = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  dt_buffer file = {0};
  how.parts = DETM_PAGE_TREE;
  bool done = fit_read_file(name, &file);
  detm_page *page = done ? detm_page_parse(file.data, file.length, &how, &error) : NULL;
  done = page != NULL;
  if (done) {
    dt_buffer_text(out, "{\"@page\":");
    fit_write_string(out, dt_text(name));
    dt_buffer_text(out, ",\"texts\":[");
    write_texts(&page->tree, out);
    dt_buffer_byte(out, ']');
    done = write_regions(&page->tree, out);
    dt_buffer_text(out, "]}\n");
  }
  detm_page_free(page);
  dt_buffer_free(&file);
  if (!done) fprintf(stderr, "regions: %s: %s\n", name, error.status != DETM_OK ? error.text : "cannot be read");
  return done;
}

static bool run(char **pages) {
  bool good = true;
  for (; *pages != NULL; pages++) {
    dt_buffer out = {0};
    bool written = write_page(*pages, &out) && !out.failed;
    if (written) fwrite(out.data, 1, out.length, stdout);
    dt_buffer_free(&out);
    good = written && good;
  }
  return good && fflush(stdout) == 0;
}

static int print_names(const dt_feature *features, int count) {
  for (int k = 0; k < count; k++) printf("%s %g\n", features[k].name, features[k].weight);
  return 0;
}

int main(int count, char **arguments) {
  bool names = count == 3 && strcmp(arguments[1], "--names") == 0;
  if (names && strcmp(arguments[2], "ranking") == 0) return print_names(dt_region_features, DT_REGION_FEATURE_COUNT);
  if (names && strcmp(arguments[2], "confidence") == 0)
    return print_names(dt_confidence_features, DT_CONFIDENCE_FEATURE_COUNT);
  if (names && strcmp(arguments[2], "list-page") == 0)
    return print_names(dt_list_page_features, DT_LIST_PAGE_FEATURE_COUNT);
  if (count < 2 || arguments[1][0] == '-') {
    fputs("usage: regions --names ranking|confidence|list-page | PAGE...\n", stderr);
    return 2;
  }
  return !run(arguments + 1);
}
