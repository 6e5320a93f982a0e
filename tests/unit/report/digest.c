/* Tests of src/report/digest.c, with the examples of FIPS 180-4 and texts at the limits of blocks. */
#include "report/report.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(report_digest, .fini = find_leaks);

static void check_digest(const char *text, size_t length, const char *wanted) {
  dt_buffer digest = {0};
  dt_inspect_digest(&digest, (detm_text){text, length});
  dt_buffer_byte(&digest, '\0');
  cr_assert_str_eq(digest.data, wanted);
  dt_buffer_free(&digest);
}

/* From printf ... | openssl dgst -sha256 -binary | base64. */
Test(report_digest, known) {
  static const char a[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
  check_digest("", 0, "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  check_digest("abc", 3, "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  check_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
               "sha256-JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
  check_digest(a, 55, "sha256-n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg=");
  check_digest(a, 64, "sha256-/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs=");
}
