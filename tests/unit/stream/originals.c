/* Tests of src/stream/originals.c: which page a revisit gets, and the limit of memory. */
#include "stream/originals.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(stream_originals, .fini = find_leaks);

#define T DT_TEXT

static void keep(dt_originals *originals, const char *uri, const char *date, const char *digest, const char *page) {
  const dt_original_keys keys = {.uri = dt_text(uri), .date = dt_text(date), .digest = dt_text(digest)};
  dt_originals_keep(originals, &keys, T("utf-8"), dt_text(page));
}

static void expect(const dt_originals *originals, dt_original_keys keys, const char *page) {
  const dt_original *found = dt_originals_find(originals, &keys);
  cr_expect(page == NULL ? found == NULL : found != NULL && dt_text_equal(found->page, dt_text(page)), "%s",
            page != NULL ? page : "none");
}

Test(stream_originals, finds_a_page_by_digest_or_by_address_and_date) {
  dt_originals *originals = dt_originals_open();
  keep(originals, "http://a/", "1", "sha1:A", "one");
  keep(originals, "http://a/", "2", "sha1:B", "two");
  keep(originals, "http://b/", "3", "", "three");
  keep(originals, "", "", "", "four");
  expect(originals, (dt_original_keys){.digest = T("sha1:A")}, "one");
  expect(originals, (dt_original_keys){.uri = T("http://a/"), .digest = T("sha1:A")}, "one");
  expect(originals, (dt_original_keys){.uri = T("http://a/"), .date = T("1")}, "one");
  expect(originals, (dt_original_keys){.uri = T("http://a/")}, "two");
  expect(originals, (dt_original_keys){.uri = T("http://b/"), .date = T("3"), .digest = T("sha1:C")}, "three");
  expect(originals, (dt_original_keys){.uri = T("http://a/"), .date = T("1"), .digest = T("sha1:C")}, NULL);
  expect(originals, (dt_original_keys){.uri = T("http://b/"), .date = T("1")}, NULL);
  expect(originals, (dt_original_keys){.id = {0}}, NULL);
  dt_originals_close(originals);
}

Test(stream_originals, drops_the_oldest_pages_beyond_the_limit) {
  enum { PAGE = 1 << 20 };
  dt_originals *originals = dt_originals_open();
  char *page = calloc(1, DT_ORIGINALS_BYTES + 1);
  cr_assert(page != NULL);
  for (unsigned i = 0; i < 100; i++) {
    char uri[] = {'h', (char)('0' + i / 10), (char)('0' + i % 10), '\0'};
    const dt_original_keys keys = {.uri = dt_text(uri)};
    dt_originals_keep(originals, &keys, T(""), (detm_text){page, PAGE});
  }
  cr_expect_null(dt_originals_find(originals, &(dt_original_keys){.uri = T("h36")}));
  cr_expect_not_null(dt_originals_find(originals, &(dt_original_keys){.uri = T("h37")}));
  dt_originals_keep(originals, &(dt_original_keys){.uri = T("large")}, T(""),
                    (detm_text){page, DT_ORIGINALS_BYTES + 1});
  cr_expect_null(dt_originals_find(originals, &(dt_original_keys){.uri = T("large")}));
  cr_expect_not_null(dt_originals_find(originals, &(dt_original_keys){.uri = T("h99")}));
  for (unsigned i = 0; i < DT_ORIGINALS_PAGES; i++) keep(originals, "http://a/", "1", "", "small");
  cr_expect_null(dt_originals_find(originals, &(dt_original_keys){.uri = T("h99")}));
  free(page);
  dt_originals_close(originals);
}
