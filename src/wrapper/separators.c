/* wrapper/separators.c: splits texts that hold several values with separators between them: "Seattle - Elected 1980;
 * 3rd term".
 *
 * A text is split only if every record has the same separators in the same order, so that no column shifts, and only
 * outside links, whose texts are usually titles. */
#include "config.h"

#include "wrapper/separators.h"
#include "wrapper/tunables.h"

enum { MAX_MARKS = 6 };
#define COLON " : " /* after a name; after a text that all records have it ends a label, which affixes.c cuts off */

static const char *const marks[] = {" - ", " – ", " — ", " | ", " • ", " · ", " : ", "; ", " (", ")"};
enum { MARK_COUNT = sizeof marks / sizeof *marks };

/* Reads the separators of a text in order.  Returns their number, or 0 if there are too many or two are adjacent. */
static unsigned read_marks(detm_text text, unsigned found[MAX_MARKS]) {
  const char *last = text.data;
  unsigned count = 0;
  while (text.length != 0) {
    unsigned mark = 0;
    while (mark < MARK_COUNT && !dt_text_starts(text, dt_text(marks[mark]))) mark++;
    if (mark != MARK_COUNT && (count == MAX_MARKS || text.data == last)) return 0;
    text = dt_text_from(text, mark != MARK_COUNT ? strlen(marks[mark]) : 1);
    if (mark == MARK_COUNT) continue;
    found[count++] = mark;
    last = text.data;
  }
  return count;
}

/* Length of the text before the first of these separators. */
static size_t text_before(detm_text text, const char *mark) {
  const char *end = memmem(text.data, text.length, mark, strlen(mark));
  return end != NULL ? (size_t)(end - text.data) : 0;
}

bool dt_marks_find(detm_wrapper *wrapper, dt_wrapper_node *w, const detm_text *texts, uint32_t count) {
  enum { MIN_LENGTH = 3 }; /* bytes before the first separator: "DA - 149.1/2019" is a code */
  unsigned wanted[MAX_MARKS], have[MAX_MARKS];
  unsigned mark_count = count >= DT_MIN_SAMPLE ? read_marks(texts[0], wanted) : 0;
  if (mark_count == 0) return false;
  for (uint32_t i = 1; i < count; i++)
    if (read_marks(texts[i], have) != mark_count || memcmp(have, wanted, mark_count * sizeof *have) != 0) return false;
  const char *first = marks[wanted[0]], *last = marks[wanted[mark_count - 1]];
  uint32_t part_count = mark_count + !dt_text_ends(texts[0], dt_text(last)), longer = 0, same = 0;
  for (uint32_t i = 0; i < count; i++) {
    size_t length = text_before(texts[i], first);
    longer += length >= MIN_LENGTH;
    same += dt_text_equal((detm_text){texts[i].data, length}, (detm_text){texts[0].data, text_before(texts[0], first)});
  }
  if (part_count < 2 || 2 * (uint64_t)longer <= count || (same == count && strcmp(first, COLON) == 0)) return false;
  dt_wrapper_set_parts(wrapper, w, DT_SPLIT_MARKS, part_count);
  for (uint32_t p = 0; p < mark_count; p++) w->parts[p].after = marks[wanted[p]];
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
  for (size_t d = 0; d < sizeof dates / sizeof *dates && count >= DT_MIN_SAMPLE; d++) {
    uint32_t others = 0, longer = 0;
    for (uint32_t i = 0; i < count && dt_tenths(count - others, count, DT_TENTHS_DATED); i++) {
      bool more = false;
      others += !is_dated(texts[i], dates[d], &more);
      longer += more;
    }
    if (!dt_tenths(count - others, count, DT_TENTHS_DATED)) continue;
    bool rest = 2 * (uint64_t)longer > count;
    dt_wrapper_set_parts(wrapper, w, DT_SPLIT_SHAPES, rest ? 3 : 2);
    w->parts[0].after = dates[d];
    if (rest) w->parts[1].after = " ";
    return true;
  }
  return false;
}

detm_text dt_marks_next(const dt_part *part, bool last, bool shapes, detm_text *rest) {
  detm_text mark = dt_text(part->after), text = *rest, value = text;
  size_t length, from = 0, at;
  rest->length = 0;
  while ((at = dt_mark_find(dt_text_from(text, from), mark, shapes, &length)) != SIZE_MAX) {
    at += from;
    from = at + 1;
    if (last && at + length != text.length) continue;
    value.length = at;
    /* a number at the end of a shape is the start of the next part */
    bool number = shapes && mark.data[mark.length - 1] == '9';
    *rest = dt_text_from(text, at + (number ? strcspn(mark.data, "9") : length));
    break;
  }
  value = dt_text_strip(value, " ");
  return *part->after == ')' ? dt_text_strip_start(value, "(") : value; /* "(520) 704-0213" */
}
