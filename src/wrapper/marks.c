/* wrapper/marks.c: texts that hold several values with marks between them: "Seattle - Elected 1980; 3rd term".
 *
 * Only where every record has the same marks in the same order, so that no column shifts; and only outside links, whose
 * texts are titles as a rule. */
#include "wrapper/learn.h"

enum { MOST_MARKS = 6, LEAST_INSTANCES = 3 };

static const char *const marks[] = {" - ", " – ", " — ", " | ", " • ", " · ", "; ", " (", ")"};
enum { MARK_COUNT = sizeof marks / sizeof *marks };

/* The mark at this place, MARK_COUNT = none. */
static unsigned mark_at(const char *at, const char *end) {
  for (unsigned m = 0; m < MARK_COUNT; m++) {
    size_t length = strlen(marks[m]);
    if ((size_t)(end - at) >= length && memcmp(at, marks[m], length) == 0) return m;
  }
  return MARK_COUNT;
}

/* The marks of a text in order; how many, or 0 if there are too many or two with nothing between them. */
static unsigned read_marks(detm_text text, unsigned found[MOST_MARKS]) {
  const char *end = text.data + text.length, *last = text.data;
  unsigned count = 0;
  for (const char *at = text.data; at < end;) {
    unsigned mark = mark_at(at, end);
    if (mark == MARK_COUNT) {
      at++;
      continue;
    }
    if (count == MOST_MARKS || at == last) return 0;
    found[count++] = mark;
    at += strlen(marks[mark]);
    last = at;
  }
  return count;
}

bool dt_marks_find(detm_wrapper *wrapper, dt_wrapper_node *w, const detm_text *texts, uint32_t count) {
  unsigned wanted[MOST_MARKS], have[MOST_MARKS];
  unsigned mark_count = count >= LEAST_INSTANCES ? read_marks(texts[0], wanted) : 0;
  if (mark_count == 0) return false;
  for (uint32_t i = 1; i < count; i++)
    if (read_marks(texts[i], have) != mark_count || memcmp(have, wanted, mark_count * sizeof *have) != 0) return false;
  const char *last = marks[wanted[mark_count - 1]];
  size_t length = strlen(last);
  bool ends_with_mark = memcmp(texts[0].data + texts[0].length - length, last, length) == 0;
  unsigned part_count = mark_count + !ends_with_mark;
  if (part_count < 2) return false;
  w->split = DT_SPLIT_MARKS;
  w->part_count = part_count;
  w->parts = DT_ARRAY(&wrapper->arena, dt_part, w->part_count);
  for (unsigned p = 0; p < w->part_count; p++)
    w->parts[p] = (dt_part){.within = "",
                            .hash = dt_within_hash(""),
                            .before = "",
                            .after = p < mark_count ? marks[wanted[p]] : "",
                            .field = DT_NO_FIELD};
  return true;
}

detm_text dt_marks_next(const dt_part *part, bool last, detm_text *rest) {
  size_t length = strlen(part->after);
  const char *end = rest->data + rest->length;
  for (const char *at = rest->data; length != 0 && (size_t)(end - at) >= length; at++) {
    if (memcmp(at, part->after, length) != 0 || (last && at + length != end)) continue;
    detm_text value = {rest->data, (size_t)(at - rest->data)};
    *rest = (detm_text){at + length, (size_t)(end - at) - length};
    return dt_text_strip(value, " ");
  }
  detm_text value = *rest;
  rest->length = 0;
  return dt_text_strip(value, " ");
}
