/* tests/fuzz/fuzz-manifest.c: reads any bytes as a list of pages with their URLs.
 *
 * A list without errors must have each file and each URL once, URLs in normal form, and must find each file. */
#include "must.h"

#include "cli/common/manifest.h"

#include <detm/detm.h>
#include <stdio.h>
#include <string.h>

/* Replaces the function of report.c. */
static size_t reported;

void dt_report_error(dt_report *report, int status, const char *file, size_t line, const char *format, ...) {
  (void)report, (void)line;
  must(status == DT_EXIT_FAILED && file != NULL && format != NULL);
  reported++;
}

static int compare(void *data, const char *bytes, size_t length) {
  const char *url = data;
  must(strlen(url) == length && memcmp(url, bytes, length) == 0);
  return 0;
}

static void check_entry(const dt_manifest *list, const dt_manifest_entry *entry) {
  char *url = entry->url;
  must(*entry->file != '\0' && *url != '\0' && entry->line != 0 && (entry->type == NULL || *entry->type != '\0'));
  must(detm_url_normalize(url, compare, url, NULL) == DETM_OK);
  must(dt_manifest_find(list, entry->file) == entry);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  dt_manifest list;
  dt_report report = {.quiet = true};
  dt_buffer bytes = {0};
  dt_buffer_add(&bytes, (const char *)data, size);
  reported = 0;
  bool well = dt_manifest_read(&list, &bytes, "pages/list.tsv", &report);
  must(well == (reported == 0) && reported <= 21);
  for (size_t i = 0; well && i < list.count; i++) check_entry(&list, &list.entries[i]);
  dt_manifest_free(&list);
  return 0;
}
