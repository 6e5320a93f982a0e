/* tests/fuzz/fuzz-value.c: reads lines as the texts of a column; the first line is a language and a date.
 *
 * Each text is read as a number, a price and a date, with and without the habits of the column.  A value must be
 * finite, its range ordered, its unit valid UTF-8, its date made of the allowed characters, and it must depend on the
 * text only. */
#include "must.h"

#include <detm/value.h>

#include <math.h>
#include <stdlib.h>

#include "base/base.h"

enum { MAX_TEXTS = 64 };

static void check_value(const detm_value *value) {
  must(isfinite(value->number) && isfinite(value->high) && value->high >= value->number);
  must(memchr(value->unit, '\0', sizeof value->unit) != NULL && memchr(value->iso, '\0', sizeof value->iso) != NULL);
  must(dt_utf8_valid(value->unit, strlen(value->unit)) == strlen(value->unit));
  if (value->kind != DETM_VALUE_DATE) return;
  size_t length = strlen(value->iso);
  must(length >= 4 && strspn(value->iso, "0123456789-:TZ+/") == length);
}

static void check_text(const detm_locale *locale, const detm_habits *habits, detm_text text) {
  /* A copy of exact length (NULL if empty), so a sanitizer finds reads past the end. */
  char *copy = text.length != 0 ? malloc(text.length) : NULL;
  must((copy != NULL) == (text.length != 0));
  if (copy != NULL) memcpy(copy, text.data, text.length);
  for (int kind = DETM_VALUE_NUMBER; kind <= DETM_VALUE_PHONE; kind++) {
    detm_value value, again;
    int read = detm_value_read(locale, habits, (detm_value_kind)kind, text, &value);
    must(detm_value_read(locale, habits, (detm_value_kind)kind, (detm_text){copy, text.length}, &again) == read);
    if (!read) continue;
    check_value(&value);
    must(value.kind == (detm_value_kind)kind && value.number == again.number && strcmp(value.iso, again.iso) == 0);
  }
  free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *at = (const char *)data, *end = at + size;
  detm_text texts[MAX_TEXTS];
  size_t count = 0;
  char head[64] = {0};
  const char *line = size != 0 ? memchr(at, '\n', size) : NULL;
  if (line == NULL) return 0;
  memcpy(head, at, (size_t)(line - at) < sizeof head ? (size_t)(line - at) : sizeof head - 1);
  char *date = strchr(head, ' ');
  if (date != NULL) *date++ = '\0';
  detm_locale *locale = detm_locale_new(head, date, NULL);
  if (locale == NULL) locale = detm_locale_new(head, NULL, NULL);
  must(locale != NULL);
  for (at = line + 1; at < end && count < MAX_TEXTS; at = line + 1) {
    line = memchr(at, '\n', (size_t)(end - at));
    if (line == NULL) line = end;
    texts[count++] = (detm_text){at, (size_t)(line - at)};
  }
  detm_habits habits;
  detm_habits_learn(locale, texts, count, &habits);
  for (size_t i = 0; i < count; i++) {
    check_text(locale, &habits, texts[i]);
    check_text(locale, NULL, texts[i]);
  }
  detm_locale_free(locale);
  return 0;
}
