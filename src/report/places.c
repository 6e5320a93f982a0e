/* report/places.c: finds where a page shows values whose place is not known: those of templates, content and links.
 *
 * Texts are compared without white space, because these values are from the page's document, whose texts have other
 * blanks than those of the tag tree.  Of several places the one that is a whole text is taken, else the first. */
#include "config.h"

#include "report/report.h"

#include <detm/links.h>
#include <detm/value.h>

#include "base/ascii.h"
#include "base/search.h"
#include "result/records.h"
#include "text/chars.h"
#include "text/url.h"
#include "values/value_kind.h"

#include <stdlib.h>

enum {
  WHOLE = 2,          /* points for a whole text */
  MAX_PLACES = 64,    /* of one value that are compared */
  MAX_GAP = 200,      /* bytes between two crumbs */
  LONG_LINE = 24,     /* bytes from which a line of the main text may be anywhere after the last one */
  NEAR = 4096,        /* bytes after the last line in which a shorter one may be */
  MAX_DATE_TEXT = 120 /* bytes of a text that shows a date */
};

/* Bytes [start, end) of the page's texts. */
typedef struct stretch {
  uint32_t start, end;
} stretch;

/* An element with an address. */
typedef struct address {
  uint64_t hash; /* of its normal form */
  dt_index node;
} address;

typedef struct finder {
  dt_inspect_places *places;
  dt_arena *arena;
  const detm_page *page;
  const dt_tree *tree;
  const detm_locale *locale;
  char *packed;      /* the bytes of all texts without white space */
  uint32_t *origins; /* of each packed byte: its offset in the bytes of the tree */
  size_t packed_count;
  DT_VEC(address) addresses; /* sorted */
  dt_url base;
} finder;

/* ---- texts ---- */

/* Copies a text without white space; origins NULL = not wanted.  Returns its length. */
static size_t pack_text(detm_text text, char *out, uint32_t *origins, uint32_t start) {
  size_t count = 0;
  uint32_t code;
  for (size_t at = 0, length; at < text.length; at += length) {
    length = dt_utf8_read(text.data + at, text.data + text.length, &code);
    if (dt_is_blank(code)) continue;
    for (size_t i = 0; i < length; i++) {
      if (origins != NULL) origins[count] = start + (uint32_t)(at + i);
      out[count++] = text.data[at + i];
    }
  }
  return count;
}

static void pack_page(finder *f) {
  const dt_tree *tree = f->tree;
  if (tree->text_count == 0) return;
  const dt_string *last = &tree->texts[tree->text_count - 1];
  size_t length = last->start + last->length;
  f->packed = DT_ARRAY(f->arena, char, length + 1);
  f->origins = DT_ARRAY(f->arena, uint32_t, length + 1);
  f->packed_count = pack_text((detm_text){tree->bytes, length}, f->packed, f->origins, 0);
}

/* The number of the text that has a byte. */
static uint32_t text_at_byte(const dt_tree *tree, uint32_t byte) {
  uint32_t next;
  DT_LOWER_BOUND(next, 1, tree->text_count, tree->texts[next].start <= byte);
  return next - 1;
}

static detm_range range_of_stretch(const dt_tree *tree, stretch s) {
  uint32_t first = text_at_byte(tree, s.start), last = text_at_byte(tree, s.end - 1);
  return (detm_range){.known = 1,
                      .first = tree->text_nodes[first],
                      .last = tree->text_nodes[last],
                      .start = s.start - tree->texts[first].start,
                      .end = s.end - tree->texts[last].start};
}

/* The number of packed bytes before a byte of the page. */
static size_t packed_after(const finder *f, uint32_t byte) {
  uint32_t i;
  DT_LOWER_BOUND(i, 0, (uint32_t)f->packed_count, f->origins[i] < byte);
  return i;
}

/* Checks whether the bytes are whole words: "12" is not in "2012". */
static bool is_apart_stretch(const dt_tree *tree, stretch s) {
  const char *bytes = tree->bytes;
  const dt_string *first = &tree->texts[text_at_byte(tree, s.start)],
                  *last = &tree->texts[text_at_byte(tree, s.end - 1)];
  if (s.start > first->start && dt_is_ascii_alnum(bytes[s.start - 1]) && dt_is_ascii_alnum(bytes[s.start]))
    return false;
  return s.end >= last->start + last->length || !dt_is_ascii_alnum(bytes[s.end]) ||
         !dt_is_ascii_alnum(bytes[s.end - 1]);
}

/* Finds a packed value in the packed bytes [*at, end), and sets *at to the byte after its start. */
static bool find_packed(const finder *f, detm_text value, size_t *at, size_t end, stretch *found) {
  if (end > f->packed_count) end = f->packed_count;
  while (value.length != 0 && *at + value.length <= end) {
    const char *here = memmem(f->packed + *at, end - *at, value.data, value.length);
    dt_scope_tick(f->arena->scope);
    if (here == NULL) return false;
    size_t start = (size_t)(here - f->packed);
    *at = start + 1;
    *found = (stretch){f->origins[start], f->origins[start + value.length - 1] + 1};
    if (is_apart_stretch(f->tree, *found)) return true;
  }
  return false;
}

static detm_text packed_value(const finder *f, detm_text value) {
  char *packed = DT_ARRAY(f->arena, char, value.length + 1);
  return (detm_text){packed, pack_text(value, packed, NULL, 0)};
}

/* How well a stretch shows a value: a whole text, and for a title the highest heading. */
static int rate(const dt_tree *tree, stretch s, bool title) {
  uint32_t text = text_at_byte(tree, s.start);
  int points = s.start == tree->texts[text].start && s.end == s.start + tree->texts[text].length ? WHOLE : 0;
  for (dt_index node = tree->text_nodes[text]; title && node != DT_NONE; node = tree->nodes[node].parent) {
    dt_tag tag = tree->nodes[node].tag;
    if (dt_tag_is(tag, DT_HEADING)) return points + (tag == DT_TAG_h1 ? 16 : tag == DT_TAG_h2 ? 8 : 4);
  }
  return points;
}

/* Finds the best place of a value after a byte of the page. */
static bool find_value_text(const finder *f, detm_text value, uint32_t after, bool title, stretch *best) {
  detm_text packed = packed_value(f, value);
  stretch found;
  size_t at = packed_after(f, after);
  int most = -1;

  for (unsigned i = 0; i < MAX_PLACES && find_packed(f, packed, &at, SIZE_MAX, &found); i++) {
    int points = rate(f->tree, found, title);
    if (points <= most) continue;
    most = points;
    *best = found;
    if (points == WHOLE && !title) break;
  }

  return most >= 0;
}

/* ---- addresses ---- */

static uint64_t hash_link_address(const finder *f, detm_text link) {
  dt_mark before = dt_arena_mark(f->arena);
  detm_text url = dt_url_resolve_against(f->arena, &f->base, dt_url_trim(link));
  dt_url parts = dt_url_split(url);
  char *normal = DT_ARRAY(f->arena, char, DT_NORMAL_URL_SIZE(url.length));
  uint64_t hash = dt_hash_bytes(normal, dt_url_normal(&parts, normal), 0);
  dt_arena_rewind(f->arena, before);
  return hash;
}

static int compare_addresses(const void *a, const void *b) {
  const address *x = a, *y = b;
  if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

static void read_addresses(finder *f) {
  const dt_tree *tree = f->tree;
  f->base = dt_url_base_parts(dt_page_base(f->arena, f->page));

  for (dt_index node = 0; node < tree->node_count; node++) {
    if (tree->nodes[node].attribute_count == 0) continue;
    detm_text link = dt_attribute_of(tree, node, DT_ATTRIBUTE_href);
    if (link.data == NULL) link = dt_attribute_of(tree, node, DT_ATTRIBUTE_src);
    if (link.data == NULL) continue;
    dt_scope_tick(f->arena->scope);
    address added = {hash_link_address(f, link), node};
    DT_VEC_PUSH(f->arena, &f->addresses, added);
  }

  if (f->addresses.count != 0)
    qsort(f->addresses.items, f->addresses.count, sizeof *f->addresses.items, compare_addresses);
}

/* The number of the first element with this address; the count without one. */
static uint32_t first_address(const finder *f, uint64_t hash) {
  uint32_t a;
  DT_LOWER_BOUND(a, 0, f->addresses.count, f->addresses.items[a].hash < hash);
  return a < f->addresses.count && f->addresses.items[a].hash == hash ? a : f->addresses.count;
}

static bool find_address(const finder *f, detm_text url, detm_range *range) {
  uint32_t number = first_address(f, hash_link_address(f, url));
  if (number == f->addresses.count) return false;
  dt_index node = f->addresses.items[number].node;
  *range = (detm_range){.known = 1, .first = node, .last = node};
  return true;
}

/* ---- fields ---- */

static void add_field_place(finder *f, const detm_field *field, detm_range range, bool shaded) {
  DT_VEC_PUSH(f->arena, &f->places->items,
              (dt_inspect_place){.region = 1,
                                 .record = 1,
                                 .field = (uint32_t)field->column + 1,
                                 .name = field->name,
                                 .range = range,
                                 .shaded = shaded});
}

/* Finds the values of a field; those of a list one after another. */
static void find_values(finder *f, detm_record *record, uint32_t field) {
  uint32_t after = 0;
  for (uint32_t v = record->starts[field]; v < record->starts[field + 1]; v++) {
    detm_field *value = &record->values[v];
    stretch found;
    if (value->range.known) continue;
    if (strcmp(value->type, "url") == 0 && find_address(f, value->value, &value->range)) continue;
    if (!find_value_text(f, value->value, after, strcmp(value->name, "title") == 0, &found) &&
        (after == 0 || !find_value_text(f, value->value, 0, false, &found)))
      continue;
    value->range = range_of_stretch(f->tree, found);
    after = found.end;
  }
}

/* ---- content ---- */

static detm_range texts_in(const dt_tree *tree, dt_index element) {
  detm_range range = {.known = 0};
  for (dt_index node = element; node < tree->nodes[element].end; node++) {
    if (tree->nodes[node].tag != DT_TAG_TEXT) continue;
    if (!range.known) range.first = node;
    range.known = 1;
    range.last = node;
    range.end = (uint32_t)dt_text_of(tree, node).length;
  }
  return range;
}

/* Checks whether a text shows the day of an ISO date. */
static bool shows_day(const detm_locale *locale, detm_text text, const char *day) {
  detm_value value;
  return text.length <= MAX_DATE_TEXT && (dt_kind_of(text) & DT_KIND_DATE) &&
         detm_value_read(locale, NULL, DETM_VALUE_DATE, text, &value) && strncmp(value.iso, day, 10) == 0;
}

/* Finds a date: a time element with its day, else the first text that shows the day. */
static void find_date(finder *f, detm_field *date) {
  const dt_tree *tree = f->tree;
  const char *day = date->value.data;
  if (date->value.length < 10 || f->locale == NULL) return;

  for (dt_index node = 0; node < tree->node_count; node++) {
    detm_text time = dt_attribute_of(tree, node, DT_ATTRIBUTE_datetime);
    if (time.data == NULL || time.length < 10 || memcmp(time.data, day, 10) != 0) continue;
    date->range = texts_in(tree, node);
    if (date->range.known) return;
  }

  for (uint32_t t = 0; t < tree->text_count; t++) {
    dt_scope_tick(f->arena->scope);
    dt_index node = tree->text_nodes[t];
    detm_text text = dt_text_of(tree, node);
    if (!shows_day(f->locale, text, day)) continue;
    date->range = (detm_range){.known = 1, .first = node, .last = node, .end = (uint32_t)text.length};
    return;
  }
}

/* Finds an author, or each of several names. */
static void find_author(finder *f, detm_field *author) {
  stretch found;
  if (find_value_text(f, author->value, 0, false, &found)) {
    author->range = range_of_stretch(f->tree, found);
    return;
  }

  for (detm_text rest = author->value; rest.length != 0;) {
    const char *comma = memmem(rest.data, rest.length, ", ", 2);
    detm_text name = {rest.data, comma != NULL ? (size_t)(comma - rest.data) : rest.length};
    rest = dt_text_from(rest, comma != NULL ? name.length + 2 : rest.length);
    if (!find_value_text(f, name, 0, false, &found)) continue;
    if (author->range.known)
      add_field_place(f, author, range_of_stretch(f->tree, found), false);
    else
      author->range = range_of_stretch(f->tree, found);
  }
}

/* Finds crumbs that follow each other from the first one at packed byte `at`; returns the number of crumbs found. */
static uint32_t follow_crumbs(const finder *f, const detm_text *packed, uint32_t count, size_t at, stretch *found) {
  uint32_t number = 0;
  for (size_t next = at;
       number < count && find_packed(f, packed[number], &next, at + MAX_GAP + packed[number].length, &found[number]);
       number++)
    at = next += packed[number].length - 1;
  return number;
}

/* Finds the breadcrumb: the place where most of its crumbs follow each other.  The first one may be a picture. */
static void find_crumbs(finder *f, detm_record *record, uint32_t field) {
  detm_field *crumbs = &record->values[record->starts[field]];
  uint32_t count = record->starts[field + 1] - record->starts[field], most = 0, from = 0;
  detm_text *packed = DT_ARRAY(f->arena, detm_text, count);
  stretch *found = DT_ARRAY(f->arena, stretch, count), *best = DT_ARRAY(f->arena, stretch, count), first;

  for (uint32_t i = 0; i < count; i++) packed[i] = packed_value(f, crumbs[i].value);
  for (uint32_t skipped = 0; skipped < 2 && skipped < count && most == 0; skipped++) {
    size_t at = 0;
    for (unsigned i = 0; i < MAX_PLACES && find_packed(f, packed[skipped], &at, SIZE_MAX, &first); i++) {
      uint32_t number = follow_crumbs(f, packed + skipped, count - skipped, at - 1, found);
      if (number <= most) continue;
      most = number;
      from = skipped;
      memcpy(best, found, number * sizeof *best);
    }
  }

  for (uint32_t i = 0; i < most; i++) crumbs[from + i].range = range_of_stretch(f->tree, best[i]);
}

/* Finds the lines and cells of the main text, which are in the order of the page. */
static void shade_text(finder *f, detm_field *text) {
  size_t at = 0;
  f->places->text = text;

  const char *end = text->value.data + text->value.length;
  for (const char *line = text->value.data; line < end;) {
    const char *stop = line;
    while (stop < end && *stop != '\n' && *stop != '\t') stop++;
    detm_text packed = packed_value(f, dt_text_between(line, stop));
    stretch found;
    size_t from = at;
    line = stop + 1;
    if (!find_packed(f, packed, &from, packed.length >= LONG_LINE || at == 0 ? SIZE_MAX : at + NEAR, &found)) continue;
    detm_range range = range_of_stretch(f->tree, found);
    at = from + packed.length - 1;
    add_field_place(f, text, range, true);
    if (!text->range.known) text->range = range;
  }
}

static void find_content_places(finder *f, detm_record *record) {
  for (uint32_t field = 0; field < record->field_count; field++) {
    detm_field *value = &record->values[record->starts[field]];
    if (strcmp(value->name, "date") == 0)
      find_date(f, value);
    else if (strcmp(value->name, "author") == 0)
      find_author(f, value);
    else if (strcmp(value->name, "breadcrumb") == 0)
      find_crumbs(f, record, field);
    else if (strcmp(value->name, "text") == 0)
      shade_text(f, value);
    else if (strcmp(value->name, "title") == 0)
      find_values(f, record, field);
  }
}

/* ---- links ---- */

unsigned dt_inspect_link_place(detm_text word) {
  for (unsigned place = 0; place <= DETM_LINK_RECORD; place++)
    if (dt_text_equal(word, dt_text(detm_link_place_name((detm_link_place)place)))) return place + 1;
  return 0;
}

/* Finds all elements that lead to a link's address, coloured by its place. */
static void find_link_place(finder *f, detm_record *record) {
  detm_field *url = NULL;
  const detm_field *place = NULL;

  for (uint32_t field = 0; field < record->field_count; field++) {
    detm_field *value = &record->values[record->starts[field]];
    if (strcmp(value->name, "url") == 0) url = value;
    if (strcmp(value->name, "place") == 0) place = value;
  }

  if (url == NULL || place == NULL) return;
  uint64_t hash = hash_link_address(f, url->value);
  for (uint32_t a = first_address(f, hash); a < f->addresses.count && f->addresses.items[a].hash == hash; a++) {
    dt_index node = f->addresses.items[a].node;
    detm_range range = {.known = 1, .first = node, .last = node};
    if (!url->range.known) url->range = record->range = range;
    DT_VEC_PUSH(f->arena, &f->places->items,
                (dt_inspect_place){.region = 1,
                                   .record = (uint32_t)record->number,
                                   .field = dt_inspect_link_place(place->value),
                                   .name = place->value.data,
                                   .range = range});
  }
}

/* ---- all ---- */

void dt_inspect_find_places(dt_inspect_places *places, dt_arena *arena, const detm_page *page,
                            const detm_locale *locale, detm_records *records) {
  finder f = {.places = places, .arena = arena, .page = page, .tree = &page->tree, .locale = locale};
  *places = (dt_inspect_places){.links = records->matter == DT_MATTER_LINKS};
  if (records->regions.count == 0) return;
  const detm_region *region = records->regions.items[0];
  detm_record *first = region->records.count != 0 ? region->records.items[0] : NULL;
  if (first == NULL || first->range.known) return; /* of the tag tree */
  read_addresses(&f);
  if (!places->links) pack_page(&f);
  for (uint32_t i = 0; i < region->records.count && places->links; i++) find_link_place(&f, region->records.items[i]);
  if (records->matter == DT_MATTER_CONTENT) find_content_places(&f, first);
  for (uint32_t field = 0; field < first->field_count && records->matter == DT_MATTER_RECORDS; field++)
    find_values(&f, first, field);
}
