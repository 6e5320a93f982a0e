/* html/converter.c: opens converters of iconv.  The iconv of musl knows fewer encodings than glibc, some of them by
 * another name only. */
#include "html/converter.h"

#include <errno.h>

/* The encodings without the additions of a vendor, if only these are known. */
static const struct substitute {
  const char *name, *other;
} substitutes[] = {
    {"CP932", "SHIFT_JIS"},     {"CP949", "EUC-KR"}, {"BIG5-HKSCS", "BIG5"},
    {"windows-874", "TIS-620"}, {"CP866", "IBM866"},
};

iconv_t dt_converter_open(const char *name) {
  iconv_t converter = iconv_open("UTF-8", name);
  /* glibc sets EINVAL without memory for its module, too */
  if (converter == (iconv_t)-1 && errno == EINVAL) converter = iconv_open("UTF-8", name);
  for (size_t i = 0; i < sizeof substitutes / sizeof *substitutes; i++)
    if (converter == (iconv_t)-1 && errno == EINVAL && strcmp(substitutes[i].name, name) == 0)
      converter = iconv_open("UTF-8", substitutes[i].other);
  return converter;
}

bool dt_converter_exists(const char *name) {
  iconv_t converter = dt_converter_open(name);
  if (converter == (iconv_t)-1) return errno != EINVAL;
  iconv_close(converter);
  return true;
}
