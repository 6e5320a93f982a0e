/* tests/bench/pages-lists.c: unfriendly lists: siblings that are equal, similar or different, chosen so that comparing
 * them, finding their period and aligning them take as long as possible. */
#include "pages.h"

void bench_all_equal(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  while (bench_short_of(page, bytes)) dt_buffer_text(page, "<div><a href=\"/x\">again</a><b>1</b></div>\n");
}

void bench_all_different(dt_buffer *page, size_t bytes, bench_random *random) {
  while (bench_short_of(page, bytes)) bench_add_shape(page, 1 + bench_random_below(random, 40), random);
}

/* Records of the same size and of random shape. */
void bench_different_records(dt_buffer *page, size_t bytes, bench_random *random) {
  while (bench_short_of(page, bytes)) {
    dt_buffer_text(page, "<div>");
    bench_add_shape(page, 80, random);
    dt_buffer_text(page, "</div>\n");
  }
}

/* Variants of one tree of 80 nodes, in which about `percent` of the children have an extra child or are missing. */
static void add_copies(dt_buffer *page, size_t bytes, unsigned percent, bench_random *random) {
  static const char *const tags[] = {"span", "b", "i", "em", "strong", "code", "small", "u"};
  while (bench_short_of(page, bytes)) {
    dt_buffer_text(page, "<div>");
    for (unsigned i = 0; i < 40; i++) {
      const char *tag = tags[i * 5 % 8];
      if (bench_random_below(random, 200) < percent) continue;
      dt_buffer_format(page, "<%s>%u", tag, i);
      if (i % 3 == 0) dt_buffer_text(page, "<q>x</q>");
      if (bench_random_below(random, 200) < percent) dt_buffer_format(page, "<%s>y</%s>", tags[i % 7], tags[i % 7]);
      dt_buffer_format(page, "</%s>", tag);
    }
    dt_buffer_text(page, "</div>\n");
  }
}

void bench_near_copies(dt_buffer *page, size_t bytes, bench_random *random) { add_copies(page, bytes, 5, random); }
void bench_half_copies(dt_buffer *page, size_t bytes, bench_random *random) { add_copies(page, bytes, 45, random); }

void bench_small_lists(dt_buffer *page, size_t bytes, bench_random *random) {
  size_t list_bytes = bytes / 10000 + 1;
  while (bench_short_of(page, bytes)) {
    size_t end = page->length + list_bytes;
    dt_buffer_text(page, "<ul>");
    do {
      dt_buffer_text(page, "<li><a href=\"/l\">");
      bench_add_words(page, 1, random);
      dt_buffer_text(page, "</a></li>");
    } while (bench_short_of(page, end));
    dt_buffer_text(page, "</ul>\n");
  }
}

/* Two tags in the order of the Thue-Morse word, in which no sequence occurs three times in a row. */
void bench_no_period(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  for (unsigned i = 0; bench_short_of(page, bytes); i++) {
    unsigned bits = i;
    for (unsigned shift = 16; shift > 0; shift /= 2) bits ^= bits >> shift;
    dt_buffer_text(page, (bits & 1) ? "<p>text</p>" : "<h4><a href=\"/a\">head</a></h4>");
  }
}

/* Siblings that each have one equal, half a page away. */
void bench_far_pairs(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  for (unsigned half = 1, i; half <= 2; half++)
    for (i = 0; bench_short_of(page, bytes / 2 * half); i++)
      if (i < 16)
        dt_buffer_format(page, "<x%u>%u</x%u>", i, i, i);
      else
        dt_buffer_format(page, "<y%u>%u</y%u>", i * 2 + half, i, i * 2 + half);
}

/* The inverse of x * (2 n + 1) modulo 2^64, by Newton's method. */
static uint64_t inverse(uint64_t odd) {
  uint64_t x = odd;
  for (int i = 0; i < 5; i++) x *= 2 - odd * x;
  return x;
}

/* Makes a text of 16 characters whose dt_hash_bytes, with a seed of 0, has 24 zero bits at its end: the second half is
 * computed backwards from such a hash.  A table whose slot is this hash without a key finds each text after all others.
 */
static void colliding_text(char text[16], bench_random *random) {
  const uint64_t multiplier = UINT64_C(0x9E3779B97F4A7C15), last = UINT64_C(0xD6E8FEB86659FD93);
  const uint64_t undo = inverse(multiplier), undo_last = inverse(last);
  uint64_t start = 16 * multiplier, first, hash, second;
  start ^= start >> 32;
  bool printable;
  for (unsigned i = 0; i < 8; i++) text[i] = (char)('a' + bench_random_below(random, 26));
  memcpy(&first, text, 8);
  first = (start ^ first) * multiplier;
  first ^= first >> 32;
  do {
    hash = bench_random_next(random) << 24;
    hash = (hash ^ hash >> 32) * undo_last;
    hash = (hash ^ hash >> 32) * undo;
    second = hash ^ first;
    memcpy(text + 8, &second, 8);
    printable = true;
    for (unsigned i = 8; i < 16 && printable; i++)
      printable = text[i] > ' ' && text[i] < 0x7f && strchr("\"&<>", text[i]) == NULL;
  } while (!printable);
}

/* Texts made to collide in a hash table without a key. */
void bench_colliding_texts(dt_buffer *page, size_t bytes, bench_random *random) {
  while (bench_short_of(page, bytes)) {
    char title[16], value[16];
    colliding_text(title, random);
    colliding_text(value, random);
    dt_buffer_format(page, "<div><a href=\"/%.16s\">%.16s</a><b>%.16s</b></div>\n", value, title, value);
  }
}

void bench_rising_sizes(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  for (unsigned size = 1; bench_short_of(page, bytes); size++) {
    dt_buffer_text(page, "<div>");
    for (unsigned i = 0; i < size; i++) dt_buffer_text(page, i % 2 ? "<b>x</b>" : "<i>y</i>");
    dt_buffer_text(page, "</div>\n");
  }
}

/* Few siblings with very many different children: an alignment in quadratic time would not end. */
void bench_two_long_records(dt_buffer *page, size_t bytes, bench_random *random) {
  dt_buffer_text(page, "<ul>");
  for (unsigned record = 1; record <= 3; record++) {
    dt_buffer_text(page, "<li>");
    while (bench_short_of(page, bytes / 3 * record)) bench_add_shape(page, 1 + bench_random_below(random, 3), random);
    dt_buffer_text(page, "</li>\n");
  }
  dt_buffer_text(page, "</ul>");
}

void bench_optional_fields(dt_buffer *page, size_t bytes, bench_random *random) {
  static const char *const tags[] = {"b", "i", "em", "span", "strong", "small", "code", "q"};
  while (bench_short_of(page, bytes)) {
    uint64_t present = bench_random_next(random);
    dt_buffer_text(page, "<div><a href=\"/r\">record</a>");
    for (unsigned i = 0; i < 40; i++)
      if (present >> i & 1) dt_buffer_format(page, "<%s class=\"f%u\">%u</%s>", tags[i % 8], i, i, tags[i % 8]);
    dt_buffer_text(page, "</div>\n");
  }
}

/* Records with different labels, each of which is a new column. */
void bench_many_columns(dt_buffer *page, size_t bytes, bench_random *random) {
  for (unsigned i = 0; bench_short_of(page, bytes); i += 3) {
    dt_buffer_text(page, "<div><h3>");
    bench_add_words(page, 2, random);
    dt_buffer_text(page, "</h3><dl>");
    for (unsigned k = i; k < i + 3; k++) dt_buffer_format(page, "<dt>Label %u</dt><dd>%u</dd>", k, k);
    dt_buffer_text(page, "</dl></div>\n");
  }
}

void bench_own_classes(dt_buffer *page, size_t bytes, bench_random *random) {
  for (unsigned i = 0; bench_short_of(page, bytes); i++) {
    dt_buffer_format(page, "<div class=\"r r%u x%u\" id=\"r%u\"><a class=\"l%u\" href=\"/%u\">", i, i * 7, i, i, i);
    bench_add_words(page, 2, random);
    dt_buffer_format(page, "</a><span class=\"p%u\">%u</span></div>\n", i, i);
  }
}

/* Eight lists in each list, five levels deep; the last level is a list of links. */
static void add_nested(dt_buffer *page, size_t bytes, unsigned extra, bench_random *random) {
  static const char *const open[] = {"<div>", "<ul><li>", "<section>", "<blockquote>"};
  static const char *const close[] = {"</div>", "</li></ul>", "</section>", "</blockquote>"};
  for (unsigned leaf = 0; bench_short_of(page, bytes); leaf++) {
    for (unsigned level = 4, unit = 4096; level > 0; level--, unit /= 8)
      if (leaf % unit == 0) dt_buffer_text(page, open[level - 1]);
    dt_buffer_text(page, "<a href=\"/x\">x</a>");
    if (extra > 0) bench_add_shape(page, bench_random_below(random, extra), random);
    for (unsigned level = 1, unit = 8; level <= 4; level++, unit *= 8)
      if ((leaf + 1) % unit == 0) dt_buffer_text(page, close[level - 1]);
  }
}

void bench_lists_of_lists(dt_buffer *page, size_t bytes, bench_random *random) { add_nested(page, bytes, 0, random); }
void bench_different_lists(dt_buffer *page, size_t bytes, bench_random *random) { add_nested(page, bytes, 6, random); }

void bench_break_lines(dt_buffer *page, size_t bytes, bench_random *random) {
  dt_buffer_text(page, "<div>");
  while (bench_short_of(page, bytes)) {
    bench_add_words(page, 1 + bench_random_below(random, 3), random);
    if (bench_random_below(random, 3) == 0) dt_buffer_text(page, " <b>1</b>");
    dt_buffer_text(page, bench_random_below(random, 4) == 0 ? "<br><br>\n" : "<br>\n");
  }
  dt_buffer_text(page, "</div>");
}

void bench_rules(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  dt_buffer_text(page, "<div>");
  while (bench_short_of(page, bytes)) dt_buffer_text(page, "<hr>");
  dt_buffer_text(page, "</div>");
}

/* Two of three records end with a heading. */
void bench_last_headings(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  dt_buffer_text(page, "<div>");
  for (unsigned n = 0; bench_short_of(page, bytes); n++)
    dt_buffer_format(page, "<p>%u May 2024</p><h3>Name %u</h3>%s", n % 28 + 1, n, n % 3 == 0 ? "<p>Text</p>" : "");
  dt_buffer_text(page, "</div>");
}

void bench_wide_rows(dt_buffer *page, size_t bytes, bench_random *random) {
  (void)random;
  dt_buffer_text(page, "<table>");
  for (unsigned row = 1; row <= 4; row++) {
    dt_buffer_text(page, "<tr>");
    for (unsigned cell = 0; bench_short_of(page, bytes / 4 * row); cell++)
      dt_buffer_format(page, "<td>%u</td>", cell * row);
    dt_buffer_text(page, "</tr>\n");
  }
  dt_buffer_text(page, "</table>");
}

/* A table whose records are one to five rows of different shapes. */
void bench_row_groups(dt_buffer *page, size_t bytes, bench_random *random) {
  dt_buffer_text(page, "<table>");
  while (bench_short_of(page, bytes)) {
    unsigned rows = 1 + bench_random_below(random, 5);
    dt_buffer_format(page, "<tr><td rowspan=\"%u\">", rows);
    bench_add_words(page, 1, random);
    for (unsigned row = 0; row < rows; row++) {
      if (row > 0) dt_buffer_text(page, "<tr>");
      for (unsigned cell = 0; cell <= row % 3; cell++) dt_buffer_format(page, "<td>%u</td>", cell);
      dt_buffer_text(page, "</tr>\n");
    }
  }
  dt_buffer_text(page, "</table>");
}

/* Records of many short texts that are all constant except one. */
void bench_many_texts(dt_buffer *page, size_t bytes, bench_random *random) {
  while (bench_short_of(page, bytes)) {
    dt_buffer_text(page, "<div>");
    for (unsigned i = 0; i < 500; i++) dt_buffer_format(page, "text %u <br>", i);
    bench_add_words(page, 1, random);
    dt_buffer_text(page, "</div>\n");
  }
}
