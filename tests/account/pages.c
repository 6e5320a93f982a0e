/* tests/account/pages.c: the account of pages.  pages [-v] PAGE...: prints a line for each page of which something is
 * in no column, no name and not in the account, and the sums; exits with 1 if there is one.  -v: a line for each page.
 */
#include <detm/detm.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static char *read_file(const char *name, size_t *length) {
  FILE *file = fopen(name, "rb");
  char *bytes = NULL;
  *length = 0;
  if (file == NULL) return NULL;
  for (size_t capacity = 1 << 16;; capacity *= 2) {
    char *more = realloc(bytes, capacity);
    if (more == NULL) break;
    bytes = more;
    *length += fread(bytes + *length, 1, capacity - *length, file);
    if (*length < capacity) break;
  }
  fclose(file);
  return bytes;
}

/* Checks the lists of a page, with and without the columns of noise, and by a wrapper learned from it. */
static void check_page(const char *bytes, size_t length, account_sums *sums) {
  detm_page *page = detm_page_parse(bytes, length, NULL, NULL);
  if (page == NULL) return;
  for (int kind = 0; kind < 3; kind++) {
    detm_extract_options options = detm_extract_defaults;
    options.all_columns = kind == 1;
    options.max_regions = kind == 1 ? 0 : 1;
    detm_wrapper *wrapper = kind == 2 ? detm_wrapper_learn((const detm_page *const *)&page, 1, &options, NULL) : NULL;
    if (kind == 2 && wrapper == NULL) continue;
    detm_result *result =
        kind == 2 ? detm_wrapper_apply(wrapper, page, &options, NULL) : detm_extract(page, &options, NULL);
    if (result != NULL) account_check(result, sums);
    detm_result_free(result);
    detm_wrapper_free(wrapper);
  }
  detm_page_free(page);
}

int main(int argc, char **argv) {
  bool all = argc > 1 && strcmp(argv[1], "-v") == 0;
  account_sums sums = {0};
  int failed = 0;
  for (int at = 1 + all; at < argc; at++) {
    size_t length;
    char *bytes = read_file(argv[at], &length);
    account_sums own = {0};
    if (bytes == NULL) {
      perror(argv[at]);
      return 2;
    }
    check_page(bytes, length, &own);
    free(bytes);
    failed += own.missing != 0;
    if (all || own.missing != 0)
      printf("%s: shown %llu, in columns %llu, names %llu, account %llu, missing %llu%s%s\n", argv[at],
             (unsigned long long)own.shown, (unsigned long long)own.columns, (unsigned long long)own.names,
             (unsigned long long)own.left, (unsigned long long)own.missing, own.missing != 0 ? ": " : "", own.place);
    sums.shown += own.shown;
    sums.columns += own.columns;
    sums.names += own.names;
    sums.left += own.left;
    sums.missing += own.missing;
  }
  printf("%d pages, %d with something missing; shown %llu, in columns %llu, names %llu, account %llu, missing %llu\n",
         argc - 1 - all, failed, (unsigned long long)sums.shown, (unsigned long long)sums.columns,
         (unsigned long long)sums.names, (unsigned long long)sums.left, (unsigned long long)sums.missing);
  return failed != 0;
}
