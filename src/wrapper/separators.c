/* wrapper/separators.c: splits texts that hold several values with separators between them: "Seattle - Elected 1980;
 * 3rd term".
 *
 * A text is split only if every record has the same separators in the same order, so that no column shifts, and only
 * outside links, whose texts are usually titles. */
#include "config.h"

#include "wrapper/learn/learn.h"
#include "wrapper/separators.h"

enum { MAX_MARKS = 6, MIN_INSTANCES = 3 };

static const char *const marks[] = {" - ", " – ", " — ", " | ", " • ", " · ", "; ", " (", ")"};
enum { MARK_COUNT = sizeof marks / sizeof *marks };

/* The separator at this position; MARK_COUNT = none. */
static unsigned mark_at(const char *at, const char *end) {
  for (unsigned m = 0; m < MARK_COUNT; m++) {
    size_t length = strlen(marks[m]);
    if ((size_t)(end - at) >= length && memcmp(at, marks[m], length) == 0) return m;
  }
  return MARK_COUNT;
}

/* Reads the separators of a text in order.  Returns their number, or 0 if there are too many or two are adjacent. */
static unsigned read_marks(detm_text text, unsigned found[MAX_MARKS]) {
  const char *end = text.data + text.length, *last = text.data;
  unsigned count = 0;
  for (const char *at = text.data; at < end;) {
    unsigned mark = mark_at(at, end);
    if (mark == MARK_COUNT) {
      at++;
      continue;
    }
    if (count == MAX_MARKS || at == last) return 0;
    found[count++] = mark;
    at += strlen(marks[mark]);
    last = at;
  }
  return count;
}

/* Whether the text before the first separator is long enough to be a value, not the start of a code: "DA - 149.1/2019".
 */
static bool are_things(const detm_text *texts, uint32_t count, const char *mark) {
  enum { MIN_LENGTH = 3 };
  uint32_t things = 0;
  for (uint32_t i = 0; i < count; i++) {
    const char *end = memmem(texts[i].data, texts[i].length, mark, strlen(mark));
    things += end != NULL && end - texts[i].data >= MIN_LENGTH;
  }
  return 2 * (uint64_t)things > count;
}

bool dt_marks_find(detm_wrapper *wrapper, dt_wrapper_node *w, const detm_text *texts, uint32_t count) {
  unsigned wanted[MAX_MARKS], have[MAX_MARKS];
  unsigned mark_count = count >= MIN_INSTANCES ? read_marks(texts[0], wanted) : 0;
  if (mark_count == 0) return false;
  for (uint32_t i = 1; i < count; i++)
    if (read_marks(texts[i], have) != mark_count || memcmp(have, wanted, mark_count * sizeof *have) != 0) return false;
  const char *last = marks[wanted[mark_count - 1]];
  size_t length = strlen(last);
  bool ends_with_mark = memcmp(texts[0].data + texts[0].length - length, last, length) == 0;
  unsigned part_count = mark_count + !ends_with_mark;
  if (part_count < 2 || !are_things(texts, count, marks[wanted[0]])) return false;
  w->split = DT_SPLIT_MARKS;
  w->part_count = part_count;
  w->parts = DT_ARRAY(&wrapper->arena, dt_part, w->part_count);
  for (unsigned p = 0; p < w->part_count; p++)
    w->parts[p] = (dt_part){.within = "",
                            .hash = dt_within_hash(""),
                            .before = "",
                            .after = p < mark_count ? marks[wanted[p]] : "",
                            .unit = "",
                            .field = DT_NO_FIELD};
  return true;
}

/* Length of the separator if the text begins with it; else 0. */
static size_t match_mark(detm_text text, detm_text mark, bool shapes) {
  size_t at = 0;
  for (size_t m = 0; m < mark.length; m++) {
    if (at == text.length) return 0;
    if (!shapes || mark.data[m] != '9') {
      if (text.data[at++] != mark.data[m]) return 0;
      continue;
    }
    if (!dt_is_digit(text.data[at])) return 0;
    while (at < text.length && dt_is_digit(text.data[at])) at++;
  }
  return at;
}

size_t dt_mark_find(detm_text text, detm_text mark, bool shapes, size_t *length) {
  for (size_t at = 0; at < text.length && mark.length != 0; at++) {
    bool within_number = shapes && mark.data[0] == '9' && at > 0 && dt_is_digit(text.data[at - 1]);
    *length = within_number ? 0 : match_mark((detm_text){text.data + at, text.length - at}, mark, shapes);
    if (*length != 0) return at;
  }
  *length = 0;
  return SIZE_MAX;
}

/* Length of the separator without what belongs to the next part. */
static size_t cut_of(detm_text mark, size_t length, bool shapes) {
  if (!shapes || mark.data[mark.length - 1] != '9') return length;
  return (size_t)((const char *)memchr(mark.data, '9', mark.length) - mark.data);
}

/* Whether the text before this separator is words without a number, and the text after it begins with a numeric date;
 * *more: words follow the date. */
static bool is_dated(detm_text text, const char *mark, bool *more) {
  enum { MIN_BEFORE = 10 };
  size_t length, at = dt_mark_find(text, dt_text(mark), true, &length), digit = 0;
  while (digit < text.length && !dt_is_digit(text.data[digit])) digit++;
  if (at == SIZE_MAX || at < MIN_BEFORE || digit != at + 1) return false;
  *more = at + length < text.length && text.data[at + length] == ' ';
  return *more || at + length == text.length;
}

bool dt_dates_find(detm_wrapper *wrapper, dt_wrapper_node *w, const detm_text *texts, uint32_t count) {
  static const char *const dates[] = {" 9/9/9", " 9-9-9", " 9.9.9"};
  for (size_t d = 0; d < sizeof dates / sizeof *dates; d++) {
    uint32_t others = 0, longer = 0;
    for (uint32_t i = 0; i < count && 10 * (uint64_t)others <= count; i++) {
      bool more = false;
      others += !is_dated(texts[i], dates[d], &more);
      longer += more;
    }
    if (count < MIN_INSTANCES || 10 * (uint64_t)others > count) continue;
    bool rest = 2 * (uint64_t)longer > count;
    w->split = DT_SPLIT_SHAPES;
    w->part_count = rest ? 3 : 2;
    w->parts = DT_ARRAY(&wrapper->arena, dt_part, w->part_count);
    for (unsigned p = 0; p < w->part_count; p++)
      w->parts[p] = (dt_part){.within = "",
                              .hash = dt_within_hash(""),
                              .before = "",
                              .after = p == 0                  ? dates[d]
                                       : p + 1 < w->part_count ? " "
                                                               : "",
                              .unit = "",
                              .field = DT_NO_FIELD};
    return true;
  }
  return false;
}

detm_text dt_marks_next(const dt_part *part, bool last, bool shapes, detm_text *rest) {
  detm_text mark = dt_text(part->after), text = *rest, value = text;
  size_t length, from = 0, at;
  rest->length = 0;
  while ((at = dt_mark_find((detm_text){text.data + from, text.length - from}, mark, shapes, &length)) != SIZE_MAX) {
    at += from;
    from = at + 1;
    if (last && at + length != text.length) continue;
    size_t cut = at + cut_of(mark, length, shapes);
    value.length = at;
    *rest = (detm_text){text.data + cut, text.length - cut};
    break;
  }
  value = dt_text_strip(value, " ");
  return *part->after == ')' ? dt_text_strip_start(value, "(") : value; /* "(520) 704-0213" */
}
