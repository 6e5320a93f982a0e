/* profile/text.c: a profile as XML, and its attributes read back.
 *
 *   <profile counts="1 10 10 10 1000 0" skipped="1">
 *     <region path="/html/body/ul" pages="1"/>
 *     <values field="price" counts="1 10 10" types="0 0 10 0 0" signs="0 0 43 0 20 0" lengths="1609 258993"
 *             sample="$4.20" shapes="10:$9.9" places="10:5be1c7d0" sketch="04c1d2e3 ..."/>
 *
 * Tallies keep the certain part of the counts of their most frequent texts. */
#include "profile/require.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "xmlfile/escape.h"
#include "xmlfile/reader.h"

enum {
  KEPT = 10,        /* texts of each kind */
  KEPT_HASHES = 16, /* hashes of values */
  HASH_DIGITS = 8,
  FEW = 3 /* values; with more, a caption that occurs once is left out */
};

/* ---- writing ---- */

static void write_counts(dt_buffer *out, const char *name, const uint64_t *counts, unsigned count) {
  dt_buffer_format(out, " %s=\"", name);
  for (unsigned i = 0; i < count; i++) {
    if (i != 0) dt_buffer_byte(out, ' ');
    dt_buffer_count(out, counts[i]);
  }
  dt_buffer_byte(out, '"');
}

static void write_frequent(dt_buffer *out, const char *name, const dt_frequent *tally, uint32_t least) {
  dt_frequent sorted = *tally;
  bool any = false;

  dt_frequent_sort(&sorted);
  for (uint32_t i = 0; i < sorted.count && i < KEPT; i++) {
    uint32_t sure = sorted.texts[i].times - sorted.texts[i].doubt;
    if (sure < least) break;
    if (!any) dt_buffer_format(out, " %s=\"", name);
    if (any) dt_buffer_byte(out, ' ');
    dt_buffer_count(out, sure);
    dt_buffer_byte(out, ':');
    dt_xml_text(out, dt_text(sorted.texts[i].text));
    any = true;
  }

  if (any) dt_buffer_byte(out, '"');
}

static void write_values(dt_buffer *out, const dt_profile *profile, const dt_values *values) {
  const uint64_t counts[] = {values->pages, values->records, values->count},
                 lengths[] = {values->lengths, values->squares};
  write_counts(out, "counts", counts, 3);
  if (profile->pages > 1 && values->records != profile->records) write_counts(out, "shares", &values->shares, 1);
  if (values->count == 0) return;
  write_counts(out, "types", values->kinds, DT_VALUE_KINDS);
  write_counts(out, "signs", values->signs, DT_SIGNS);
  write_counts(out, "lengths", lengths, 2);
  const char *sample = dt_values_sample(values, NULL);
  if (sample != NULL) dt_xml_value(out, "sample", dt_text(sample));
  write_frequent(out, "shapes", &values->shapes, 1);
  write_frequent(out, "words", &values->words, 2);
  write_frequent(out, "places", &values->places, 1);
  write_frequent(out, "captions", &values->captions, values->count > FEW ? 2 : 1);
  write_frequent(out, "currencies", &values->currencies, 1);
  const dt_sketch *sketch = &values->sketch;
  if (sketch->count == 0) return;
  dt_buffer_text(out, " sketch=\"");
  for (uint32_t i = 0; i < sketch->count && i < KEPT_HASHES; i++)
    dt_buffer_format(out, "%s%08lx", i != 0 ? " " : "", (unsigned long)sketch->hashes[i]);
  dt_buffer_byte(out, '"');
}

void dt_profile_write(dt_buffer *out, const dt_profile *profile, const char *(*field_name)(const void *, uint32_t),
                      const void *data) {
  const uint64_t counts[] = {profile->pages, profile->records, profile->least,
                             profile->most,  profile->fits,    profile->misfits};
  dt_buffer_text(out, "  <profile");
  write_counts(out, "counts", counts, 6);
  if (profile->most_skipped != 0) write_counts(out, "skipped", &profile->most_skipped, 1);
  dt_buffer_text(out, ">\n");
  for (uint32_t i = 0; i < profile->path_count; i++) {
    dt_buffer_text(out, "    <region");
    dt_xml_attribute(out, "path", profile->paths[i].path);
    write_counts(out, "pages", &profile->paths[i].pages, 1);
    dt_buffer_text(out, "/>\n");
  }
  for (uint32_t i = 0; i < profile->field_count; i++) {
    if (profile->fields[i].pages == 0) continue;
    dt_buffer_text(out, "    <values");
    dt_xml_attribute(out, "field", field_name(data, i));
    write_values(out, profile, &profile->fields[i]);
    dt_buffer_text(out, "/>\n");
  }
  dt_buffer_text(out, "  </profile>\n");
}

/* ---- reading ---- */

/* Reads a number that a blank, the end or `mark` follows. */
static bool read_bounded_number(const char **at, uint64_t most, char mark, uint64_t *number) {
  char *end;
  if (!isdigit((unsigned char)**at)) return false;
  errno = 0;
  unsigned long long value = strtoull(*at, &end, 10);
  if (errno != 0 || value > most || *end != mark) return false;
  *at = end;
  *number = value;
  return true;
}

enum { COUNT_BITS = 60 }; /* counts stay below 2^60, so that sums do not overflow */

static bool read_counts(const char *text, uint64_t *counts, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    bool last = i + 1 == count;
    if (!read_bounded_number(&text, UINT64_C(1) << COUNT_BITS, last ? '\0' : ' ', &counts[i])) return false;
    text += !last;
  }
  return true;
}

/* Only the shape of an empty value may be empty. */
static bool read_frequent(const char *text, dt_frequent *tally, bool may_be_empty) {
  tally->count = 0;
  while (*text != '\0') {
    uint64_t times;
    if (tally->count == DT_MAX_FREQUENT || !read_bounded_number(&text, UINT32_MAX / 2, ':', &times)) return false;
    size_t length = strcspn(++text, " ");
    if ((length == 0 && !may_be_empty) || length >= DT_FREQUENT_TEXT || times == 0) return false;
    dt_frequent_add(tally, text, length, (uint32_t)times);
    text += length;
    if (*text == ' ' && *++text == '\0') return false;
  }
  return tally->count != 0;
}

static bool read_sketch(const char *text, dt_sketch *sketch) {
  sketch->count = 0;
  for (;;) {
    char *end;
    if (strspn(text, "0123456789abcdef") != HASH_DIGITS || sketch->count == DT_MAX_SKETCH) return false;
    dt_sketch_add(sketch, (uint32_t)strtoul(text, &end, 16));
    if (*end == '\0') return true;
    if (*end != ' ') return false;
    text = end + 1;
  }
}

/* The attributes of <values> besides the name: counts, or lists of frequent texts. */
#define AT(member) offsetof(dt_values, member)
static const struct values_attribute {
  const char *name;
  size_t at;
  unsigned counts; /* 0 = it has none */
} values_attributes[] = {
    {"captions", AT(captions), 0},     {"counts", AT(pages), 3}, /* and records, and count */
    {"currencies", AT(currencies), 0}, {"types", AT(kinds), DT_VALUE_KINDS},
    {"lengths", AT(lengths), 2}, /* and squares */
    {"places", AT(places), 0},         {"sample", AT(samples), 0},
    {"shapes", AT(shapes), 0},         {"shares", AT(shares), 1},
    {"signs", AT(signs), DT_SIGNS},    {"sketch", AT(sketch), 0},
    {"words", AT(words), 0},
};

static bool read_values_attribute(dt_values *values, const struct values_attribute *attribute, const char *text) {
  void *at = (char *)values + attribute->at;
  if (attribute->counts != 0) return read_counts(text, at, attribute->counts);
  if (attribute->at == AT(sketch)) return read_sketch(text, at);
  if (attribute->at != AT(samples)) return read_frequent(text, at, attribute->at == AT(shapes));
  values->sample_count = 0;
  dt_values_add_sample(values, dt_text(text));
  return true;
}

const char *dt_profile_read_rule(dt_reader *r) {
  dt_requirement rule;
  const char *value = dt_read_value(r, "require");
  if (value == NULL || dt_requirement_read(dt_text(value), &rule)) return value;
  dt_refuse(r, "require=\"%.80s\" is no rule: write a share, a type or both, as in \"95%% number\"", value);
  return NULL;
}

void dt_profile_read_path(dt_reader *r, dt_profile *profile) {
  const char *path = dt_read_value(r, "path");
  if (*path != '/') dt_refuse(r, "path=\"%.200s\" is not a path of tags such as \"/html/body/ul\"", path);
  dt_profile_add_path(profile, path, dt_read_count(r, "pages", 1, UINT32_MAX, 1));
}

void dt_profile_read(dt_reader *r, dt_profile *profile) {
  uint64_t counts_read[6];
  const char *counts = dt_read_value(r, "counts");
  if (!read_counts(counts, counts_read, 6))
    dt_refuse(r, "counts=\"%.80s\": a profile has six numbers here; if it was edited, learn it again", counts);
  profile->pages = counts_read[0];
  profile->records = counts_read[1];
  profile->least = counts_read[2];
  profile->most = counts_read[3];
  profile->fits = counts_read[4];
  profile->misfits = counts_read[5];
}

void dt_values_read(dt_reader *r, const dt_profile *profile, dt_values *values) {
  for (size_t a = 0; a < sizeof values_attributes / sizeof *values_attributes; a++) {
    const char *name = values_attributes[a].name, *text = dt_read_value(r, name);
    if (text != NULL && !read_values_attribute(values, &values_attributes[a], text))
      dt_refuse(r, "%s=\"%.80s\" is not a value that a profile can have; if it was edited, learn it again", name, text);
  }

  if (dt_read_value(r, "shares") == NULL) /* all pages are alike, or it was not counted */
    values->shares = profile->pages * dt_squared_share(values->records, profile->records);
  if (values->records > values->count || values->pages > values->records ||
      (values->count != 0) != (values->pages != 0))
    dt_refuse(r, "counts=\"%.80s\": there cannot be fewer values than records, or fewer records than pages",
              dt_read_value(r, "counts"));
}
