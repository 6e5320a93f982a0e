/* export/export.c: a wrapper as selectors, and what they leave out. */
#include <detm/export.h>

#include "export/check.h"
#include "export/formats.h"

#include <stdlib.h>

enum { FORMATS = DETM_EXPORT_XSLT + 1, REASON_LENGTH = 160 };

struct detm_export {
  dt_selectors selectors;
  char records[REASON_LENGTH]; /* how the selectors find other records than the wrapper; "" = as the wrapper */
  detm_export_notice *left_out[FORMATS];
  size_t left_out_count[FORMATS];
};

/* Tries the selectors on the pages; *same is set to whether they find as many records as the wrapper on each. */
static detm_status try_pages(detm_export *e, const detm_page *const *pages, size_t count, bool *same,
                             detm_error *error) {
  e->records[0] = '\0';
  for (size_t p = 0; p < count; p++) {
    dt_check check;
    detm_status status = dt_selectors_check(&e->selectors, pages[p], &check, error);
    if (status != DETM_OK) return status;
    if (check.selected != check.records && e->records[0] == '\0')
      snprintf(e->records, sizeof e->records, "a page has %zu records, and the selectors find %zu", check.records,
               check.selected);
  }
  *same = e->records[0] == '\0';
  return DETM_OK;
}

/* Makes selectors with the first kind of tests that finds the records of all pages; if there is none, with the first.
 */
static detm_status make_selectors(detm_export *e, const detm_wrapper *wrapper, const detm_page *const *pages,
                                  size_t count, detm_error *error) {
  bool same = false;
  for (int tests = 0; tests <= DT_RECORD_TESTS && !same; tests++) {
    dt_selectors_free(&e->selectors);
    detm_status status = dt_selectors_make(&e->selectors, wrapper, (dt_record_tests)(tests % DT_RECORD_TESTS), error);
    if (status == DETM_OK) status = try_pages(e, pages, count, &same, error);
    if (status != DETM_OK) return status;
  }
  return DETM_OK;
}

/* Lists what each format leaves out. */
static detm_status list_left_out(detm_export *e, detm_error *error) {
  for (int format = 0; format < FORMATS; format++) {
    detm_export_notice *list = calloc((size_t)e->selectors.count + 1, sizeof *list);
    if (list == NULL) return dt_error_memory(error);
    e->left_out[format] = list;
    if (e->records[0] != '\0') list[e->left_out_count[format]++] = (detm_export_notice){NULL, e->records};
    for (uint32_t f = 0; f < e->selectors.count; f++) {
      const dt_selector *s = &e->selectors.fields[f];
      const char *reason = dt_export_reason(s, (detm_export_format)format);
      if (reason == NULL) continue;
      list[e->left_out_count[format]++] = (detm_export_notice){e->selectors.wrapper->fields[s->field].name, reason};
    }
  }
  return DETM_OK;
}

detm_export *detm_export_make(const detm_wrapper *wrapper, const detm_page *const *pages, size_t page_count,
                              detm_error *error) {
  detm_export *e = calloc(1, sizeof *e);
  if (e == NULL) {
    dt_error_memory(error);
    return NULL;
  }
  detm_status status = make_selectors(e, wrapper, pages, page_count, error);
  if (status == DETM_OK) status = list_left_out(e, error);
  if (status == DETM_OK) return e;
  detm_export_free(e);
  return NULL;
}

void detm_export_free(detm_export *e) {
  if (e == NULL) return;
  for (int format = 0; format < FORMATS; format++) free(e->left_out[format]);
  dt_selectors_free(&e->selectors);
  free(e);
}

detm_status detm_export_write(const detm_export *e, detm_export_format format, detm_write write, void *data,
                              detm_error *error) {
  if ((unsigned)format >= FORMATS) return dt_error_set(error, DETM_USAGE, "%d is not a format of exports", (int)format);
  dt_buffer out = {0};
  detm_status status = DETM_OK;
  dt_export_format(&out, &e->selectors, format, e->left_out[format], e->left_out_count[format]);
  if (out.failed)
    status = dt_error_memory(error);
  else if (write(data, out.data, out.length) != 0)
    status = dt_error_set(error, DETM_WRITE, "the selectors could not be written");
  dt_buffer_free(&out);
  return status;
}

size_t detm_export_left_out_count(const detm_export *e, detm_export_format format) {
  return (unsigned)format < FORMATS ? e->left_out_count[format] : 0;
}

const detm_export_notice *detm_export_left_out_get(const detm_export *e, detm_export_format format, size_t number) {
  return number < detm_export_left_out_count(e, format) ? &e->left_out[format][number] : NULL;
}
