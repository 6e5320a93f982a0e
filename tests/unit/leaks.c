/* leaks.c: the teardown of all suites of unit tests, by LeakSanitizer. */
#include "leaks.h"

#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>

/* libxml2 2.9 loses a parser that it could not complete for lack of memory. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:htmlNewParserCtxt\nleak:xmlDictCreate\n"; }

void find_leaks(void) {
  if (__lsan_do_recoverable_leak_check() != 0) abort();
}
#else
void find_leaks(void) {}
#endif

/* Ends the program if a suite has another teardown. */
ReportHook(PRE_SUITE)(struct criterion_suite_set *set) {
  if (set->suite.data != NULL && set->suite.data->fini == find_leaks) return;
  fprintf(stderr, "suite %s: write TestSuite(%s, .fini = find_leaks), see leaks.h\n", set->suite.name, set->suite.name);
  exit(2);
}
