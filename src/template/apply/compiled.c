/* template/apply/compiled.c: compiles the patterns and paths of a template, each once. */
#include "template/apply/compiled.h"

#include "base/vec.h"
#include "template/apply/xpath.h"

#include <stdlib.h>

static int compare_texts(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

typedef DT_VEC(const char *) texts; /* malloc'ed */

static bool add(texts *list, const char *text) {
  if (text == NULL || *text == '\0') return true;
  if (!DT_VEC_RESERVE(NULL, list, 1)) return false;
  list->items[list->count++] = text;
  return true;
}

/* Sorts texts and removes duplicates. */
static void sort(texts *list) {
  uint32_t kept = 0;
  if (list->count != 0) qsort(list->items, list->count, sizeof *list->items, compare_texts);
  for (uint32_t i = 0; i < list->count; i++)
    if (kept == 0 || strcmp(list->items[kept - 1], list->items[i]) != 0) list->items[kept++] = list->items[i];
  list->count = kept;
}

/* Collects the patterns and paths of a field's anchors.  Returns false without memory. */
static bool collect(const dt_template_field *field, texts *patterns, texts *paths) {
  for (uint32_t p = 0; p < field->part_count; p++)
    for (uint32_t a = 0; a < field->parts[p].anchor_count; a++) {
      const dt_anchor *anchor = &field->parts[p].anchors[a];
      if (!add(patterns, anchor->pattern) || !add(paths, anchor->path)) return false;
    }
  return true;
}

static bool compile_patterns(dt_compiled *made, const texts *patterns) {
  char fault[100];
  made->cutters = calloc((size_t)patterns->count + 1, sizeof *made->cutters);
  if (made->cutters == NULL) return false;
  for (uint32_t i = 0; i < patterns->count; i++) {
    const char *text = patterns->items[i];
    made->cutters[i] = (dt_cutter){text, dt_pattern_compile(text, fault, sizeof fault)};
    if (made->cutters[i].pattern == NULL) return false;
    made->cutter_count++;
  }
  return true;
}

static bool compile_paths(dt_compiled *made, const texts *paths) {
  made->paths = calloc((size_t)paths->count + 1, sizeof *made->paths);
  if (made->paths == NULL) return false;
  for (uint32_t i = 0; i < paths->count; i++) {
    dt_xpath_state state = dt_steps_compile(&made->paths[i], paths->items[i]);
    made->path_count++;
    if (state != DT_XPATH_FINE) return false;
  }
  dt_steps_number(made->paths, made->path_count);
  return true;
}

detm_status dt_template_compile(detm_template *template, detm_error *error) {
  texts patterns = {0}, paths = {0};
  dt_compiled *made = calloc(1, sizeof *made);
  bool fine = made != NULL;
  for (uint32_t l = 0; l < template->layout_count && fine; l++)
    for (uint32_t f = 0; f < template->layouts[l].field_count && fine; f++)
      fine = collect(&template->layouts[l].fields[f], &patterns, &paths);
  sort(&patterns);
  sort(&paths);
  fine = fine && compile_patterns(made, &patterns) && compile_paths(made, &paths);
  free(patterns.items);
  free(paths.items);
  if (fine) {
    template->compiled = made;
    return DETM_OK;
  }
  dt_compiled_free(made);
  return dt_error_memory(error);
}

void dt_compiled_free(dt_compiled *compiled) {
  if (compiled == NULL) return;
  for (size_t i = 0; i < compiled->cutter_count; i++) dt_pattern_free(compiled->cutters[i].pattern);
  for (size_t i = 0; i < compiled->path_count; i++) dt_steps_free(&compiled->paths[i]);
  free(compiled->cutters);
  free(compiled->paths);
  free(compiled);
}

/* ---- finding ---- */

static int compare_cutters(const void *a, const void *b) {
  return strcmp(((const dt_cutter *)a)->text, ((const dt_cutter *)b)->text);
}

static int compare_paths(const void *a, const void *b) {
  return strcmp(((const dt_steps *)a)->path, ((const dt_steps *)b)->path);
}

const dt_cutter *dt_compiled_pattern(const dt_compiled *compiled, const dt_anchor *anchor) {
  dt_cutter wanted = {.text = anchor->pattern};
  if (anchor->pattern == NULL || *anchor->pattern == '\0') return NULL;
  return bsearch(&wanted, compiled->cutters, compiled->cutter_count, sizeof wanted, compare_cutters);
}

const dt_steps *dt_compiled_path(const dt_compiled *compiled, const dt_anchor *anchor) {
  dt_steps wanted = {.path = anchor->path};
  if (anchor->path == NULL || *anchor->path == '\0') return NULL;
  return bsearch(&wanted, compiled->paths, compiled->path_count, sizeof wanted, compare_paths);
}
