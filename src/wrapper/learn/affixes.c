/* wrapper/learn/affixes.c: finds common prefixes and suffixes of the values of each field.
 *
 * A label, unit or separator at the start or the end of the values of a field is not part of the value: "Author: ", "by
 * ", " comments", ", ".  It is removed and names the field. */
#include "wrapper/labels.h"
#include "wrapper/learn/learn.h"
#include "wrapper/values/values.h"

#include "text/chars.h"
#include "text/field_name.h"
#include "text/url.h"
#include "values/values.h"
#include "wrapper/edit/edit.h"
#include "wrapper/learn/column_words.h"
#include "wrapper/tunables.h"

typedef struct sampled {
  detm_text text;
  uint32_t record; /* as an index into the sample */
} sampled;

/* A sample of a field's values. */
typedef struct sample {
  sampled *values;
  uint32_t count, capacity, hidden;
  bool address;
} sample;

/* All fields; samples and columns are by field. */
typedef struct survey {
  detm_wrapper *wrapper;
  dt_arena *scratch;
  sample *samples;
  dt_field_statistics *columns;
  uint32_t records;
} survey;

/* ---- describing ---- */

static size_t same_start(detm_text a, detm_text b, size_t most) {
  size_t n = 0;
  while (n < most && n < b.length && a.data[n] == b.data[n]) n++;
  return n;
}

static size_t same_end(detm_text a, detm_text b, size_t most) {
  size_t n = 0;
  while (n < most && n < b.length && a.data[a.length - 1 - n] == b.data[b.length - 1 - n]) n++;
  return n;
}

static detm_text last_word(detm_text text) {
  text = dt_text_strip(text, " .)]");
  size_t start = text.length;
  while (start > 0 && text.data[start - 1] != ' ') start--;
  return start != 0 ? (detm_text){text.data + start, text.length - start} : (detm_text){text.data, 0};
}

static bool most_of(uint32_t part, uint32_t whole) {
  return whole >= DT_MIN_SAMPLE && dt_tenths(part, whole, DT_TENTHS_ENDING);
}

/* Whether a unit multiplies the number before it: "million". */
static bool is_magnitude(detm_text unit) {
  static const detm_locale locales[] = {{.language = "und", .code = "und"}, {.language = "es", .code = "es"}};
  const char *stop = unit.data + unit.length;
  for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
    double factor = 1;
    if (dt_numeral_scale(&locales[i], unit.data, stop, false, &factor) != unit.data) return true;
  }
  return false;
}

/* Whether a unit may be a proper name: it begins with a capital letter, and is no known word for a column. */
static bool may_be_name(detm_text unit) {
  uint32_t code;
  dt_utf8_read(unit.data, unit.data + unit.length, &code);
  if (dt_lower(code) == code) return false;
  const char *blank = memchr(unit.data, ' ', unit.length);
  return dt_word_name(unit.data, blank != NULL ? (size_t)(blank - unit.data) : unit.length) == NULL;
}

/* The unit of all values with a number and of most values, in its longest form.  Values without a number may end with
 * it: "No reviews".  "3 days" and "2 weeks" have none in common.  A name is no unit ("12 Mill Street"), nor is what
 * belongs to the number ("3 million"). */
static detm_text find_unit(const sample *s) {
  detm_text unit = {"", 0};
  uint32_t agreeing = 0, numbers = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    detm_text own = dt_unit_of(s->values[i].text);
    if (own.length > unit.length && (unit.length == 0 || dt_same_unit(own, unit))) unit = own;
  }

  if (unit.length == 0 || is_magnitude(unit) || may_be_name(unit)) return (detm_text){"", 0};
  for (uint32_t i = 0; i < s->count; i++) {
    detm_text own = dt_unit_of(s->values[i].text);
    if (own.length != 0 && !dt_same_unit(own, unit)) return (detm_text){"", 0};
    numbers += own.length != 0;
    agreeing += dt_same_unit(own.length != 0 ? own : last_word(s->values[i].text), unit);
  }

  return most_of(agreeing, s->count) && 3 * (uint64_t)numbers >= s->count ? unit : (detm_text){"", 0};
}

/* The last word of most values. */
static detm_text find_ending(const sample *s, dt_arena *scratch) {
  if (s->count < DT_MIN_SAMPLE) return (detm_text){"", 0};
  detm_text *words = DT_ARRAY(scratch, detm_text, s->count);
  for (uint32_t i = 0; i < s->count; i++) words[i] = last_word(s->values[i].text);

  for (uint32_t i = 0; i < DT_MIN_SAMPLE; i++) {
    uint32_t agreeing = 0;
    for (uint32_t k = 0; k < s->count && words[i].length != 0; k++) agreeing += dt_same_unit(words[k], words[i]);
    if (most_of(agreeing, s->count)) return words[i];
  }
  return (detm_text){"", 0};
}

static dt_field_statistics describe_sample(const sample *s, dt_arena *scratch) {
  enum { MAX_FORMS = 3 /* of one word: "bid", "bids" */ };
  dt_field_statistics c = {
      .values = s->count, .hidden = s->hidden, .first = {"", 0}, .unit = {"", 0}, .ending = {"", 0}};
  uint32_t kinds[DT_KIND_BITS] = {0}, roles[DT_ROLE_BITS] = {0};
  if (s->count == 0) return c;
  dt_map times;

  dt_map_start(&times, scratch, s->count);
  c.first = s->values[0].text;
  c.address = s->address;
  c.same_start = c.same_end = c.first.length;

  bool same = c.even = true;
  unsigned kind = 0, role = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    detm_text text = s->values[i].text;
    uint32_t record = s->values[i].record;
    bool equal = dt_text_equal(c.first, text);
    if (!c.address && (i == 0 || !dt_text_equal(s->values[i - 1].text, text))) {
      kind = dt_kind_of(text);
      role = dt_roles_of(text);
    }
    for (unsigned b = 0; kind >> b != 0; b++) kinds[b] += kind >> b & 1;
    for (unsigned b = 0; role >> b != 0; b++) roles[b] += role >> b & 1;
    uint64_t hash = dt_hash_folded(text, 0);
    uint32_t often = ++*dt_map_at(&times, hash);
    if (often > c.frequent) c.frequent = often;
    c.hash = dt_hash_mix(dt_hash_mix(c.hash, hash), record);
    if (i == 0 || record != s->values[i - 1].record) {
      c.records++;
      c.present = dt_hash_mix(c.present, record);
    }
    c.length += (double)dt_utf8_count(text) / s->count;
    c.dead += c.address && dt_url_is_dead(text);
    c.lower += text.data[0] >= 'a' && text.data[0] <= 'z';
    c.same_start = same_start(c.first, text, c.same_start);
    c.same_end = same_end(c.first, text, c.same_end);
    c.even = c.even && text.length == c.first.length;
    same = same && (equal || (!c.address && dt_same_unit(c.first, text)));
  }

  for (unsigned b = 0; b < DT_KIND_BITS; b++) c.kinds |= 2 * kinds[b] > s->count ? 1U << b : 0;
  for (unsigned b = 0; b < DT_ROLE_BITS; b++) c.roles |= 2 * roles[b] > s->count ? 1U << b : 0;
  c.distinct = times.lookup.count;
  c.same = c.distinct == 1 || (same && c.distinct <= MAX_FORMS && !(c.kinds & DT_KIND_DIGIT));
  if (!c.address) {
    c.unit = find_unit(s);
    c.ending = find_ending(s, scratch);
  }

  return c;
}

static void collect_values(survey *s, dt_record_set *sets, uint32_t set_count) {
  s->samples = DT_ZERO(s->scratch, sample, s->wrapper->field_count);
  s->columns = DT_ARRAY(s->scratch, dt_field_statistics, s->wrapper->field_count);
  s->records = 0;

  for (uint32_t k = 0; k < set_count; k++) {
    uint32_t read = sets[k].count < DT_MAX_SAMPLE_RECORDS ? sets[k].count : DT_MAX_SAMPLE_RECORDS;
    for (uint32_t i = 0; i < read; i++, s->records++) {
      uint32_t r = (uint32_t)((uint64_t)i * sets[k].count / read), count;
      const dt_item *item = &sets[k].items[r];
      const dt_value *values = dt_record_values(s->scratch, sets[k].layouts[r], item, &count);
      for (uint32_t v = 0; v < count; v++) {
        sample *field = &s->samples[values[v].field];
        DT_RESERVE(s->scratch, field->values, field->count, field->capacity, 1);
        field->values[field->count++] = (sampled){values[v].text, s->records};
        field->address = values[v].address;
        field->hidden += dt_item_hidden(item, values[v].at);
      }
    }
  }

  for (uint32_t f = 0; f < s->wrapper->field_count; f++) s->columns[f] = describe_sample(&s->samples[f], s->scratch);
}

/* ---- template text ---- */

/* Whether the values are constant, and a label of the following text or a separator: "Year:", ",". */
static bool is_template_text(const dt_field_statistics *c) {
  if (c->values < 2 || c->same_start != c->first.length || c->same_end != c->same_start) return false;
  return dt_is_label(c->first) || !dt_has_words(c->first);
}

/* Whether the marks of a table column are values: it has a header, or is one of a table of data in which records
 * differ: "✓" or nothing, "*" or "**".  A column of a layout may be bullets. */
static bool has_mark_values(const survey *s, const dt_wrapper_node *w, const dt_field_statistics *c) {
  bool headed = w->label_source == DT_LABEL_HEADER, differ = c->records < s->records || c->distinct > 1;
  return (headed || (w->cell && differ)) && w->part_count == 1 && dt_fills_cell(w);
}

/* Removes fields that no part has any more. */
static void drop_fields(survey *s, const bool *dropped) {
  uint32_t *kept = DT_ARRAY(s->scratch, uint32_t, s->wrapper->field_count), count = 0;
  for (uint32_t f = 0; f < s->wrapper->field_count; f++) {
    if (dropped[f]) continue;
    s->samples[count] = s->samples[f];
    s->columns[count] = s->columns[f];
    kept[count++] = f;
  }
  dt_fields_arrange(s->wrapper, kept, count);
}

/* Removes the fields of template text; a label becomes that of the next part of its text. */
static void drop_template_text(survey *s) {
  bool *dropped = DT_ZERO(s->scratch, bool, s->wrapper->field_count);
  for (dt_wrapper_node *w = s->wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    const char *label = NULL;
    for (uint32_t p = 0; p < w->part_count; p++) {
      dt_part *part = &w->parts[p];
      const dt_field_statistics *c = &s->columns[part->field];
      if (w->labels || (is_template_text(c) && !has_mark_values(s, w, c))) {
        dropped[part->field] = true;
        part->field = DT_NO_FIELD;
        if (dt_is_label(c->first)) label = dt_arena_copy(&s->wrapper->arena, c->first.data, c->first.length);
      } else {
        if (part->label == NULL) part->label = label;
        label = NULL;
      }
    }
  }

  drop_fields(s, dropped);
}

/* ---- lines ---- */

/* Whether a line continues in the next one: there is only a line break between them, both are long, and many values of
 * the next one begin with a lower-case letter. */
static bool reads_on(const detm_wrapper *wrapper, const dt_wrapper_node *before, const dt_wrapper_node *between,
                     const dt_wrapper_node *w, const dt_field_statistics *columns) {
  if (w->tag != DT_TAG_TEXT || w->linked || w->part_count != 1) return false;
  if (before == NULL || between->tag != DT_TAG_br || before->tag != DT_TAG_TEXT || before->linked ||
      before->part_count != 1 || before->parent == wrapper->root)
    return false;
  if (w->split >= DT_SPLIT_MARKS || w->split == DT_SPLIT_ALL || before->split >= DT_SPLIT_MARKS) return false;
  if (before->parts[0].field == DT_NO_FIELD || w->parts[0].field == DT_NO_FIELD) return false;
  const dt_field_statistics *first = &columns[before->parts[0].field], *next = &columns[w->parts[0].field];
  return first->values >= DT_MIN_SAMPLE && next->values >= DT_MIN_SAMPLE && first->length >= DT_MIN_FIRST_LINE &&
         next->length >= DT_MIN_NEXT_LINE && dt_tenths(next->lower, next->values, DT_TENTHS_READS_ON);
}

/* Joins the lines of running text to one field.  Returns whether it joined any. */
static bool join_lines(survey *s) {
  detm_wrapper *wrapper = s->wrapper;
  bool *dropped = DT_ZERO(s->scratch, bool, wrapper->field_count), any = false;
  dt_wrapper_node **starts = DT_ZERO(s->scratch, dt_wrapper_node *, wrapper->node_count);

  for (dt_wrapper_node *up = wrapper->root; up != NULL; up = dt_wrapper_next(up)) {
    dt_wrapper_node *before = NULL, *between = NULL;
    for (dt_wrapper_node *w = up->first; w != NULL; before = between, between = w, w = w->next)
      if (reads_on(wrapper, before, between, w, s->columns))
        starts[w->number] = starts[before->number] != NULL ? starts[before->number] : before;
  }

  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    if (starts[w->number] == NULL) continue;
    dropped[w->parts[0].field] = any = true;
    w->parts[0].field = DT_NO_FIELD;
    w->split = DT_SPLIT_NONE;
    w->parts[0].join = " ";
  }

  if (!any) return false;
  drop_fields(s, dropped);
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w))
    if (starts[w->number] != NULL) w->parts[0].field = starts[w->number]->parts[0].field;
  return true;
}

/* ---- one class ---- */

/* A part of a text, or of an element, with a class. */
typedef struct classed {
  dt_part *part;
  uint64_t class;
  const dt_part *first; /* the one whose field it joins; NULL = none */
} classed;

/* A hash of the innermost class of a decoration ("font b.price"); 0 = none. */
static uint64_t hash_within(const char *within) {
  const char *class = NULL, *end = NULL;
  for (const char *at = within; *at != '\0'; at += *at == ' ') {
    size_t length = strcspn(at, " ");
    const char *dot = memchr(at, '.', length);
    if (dot != NULL) {
      class = dot + 1;
      end = at + length;
    }
    at += length;
  }
  return class != NULL ? dt_hash_bytes(class, (size_t)(end - class), 0) : 0;
}

/* A hash of the class of an element or of the decoration around a text, as hash_within computes it; 0 = none. */
static uint64_t hash_of_dotted_class(dt_arena *scratch, const char *class) {
  char *dotted = dt_arena_copy(scratch, class, strlen(class));
  for (char *at = dotted; *at != '\0'; at++)
    if (*at > 0 && *at <= ' ') *at = '.';
  return *dotted != '\0' ? dt_hash_bytes(dotted, strlen(dotted), 0) : 0;
}

/* The class of a part: of its decoration, else of the next element around it that has no other part. */
static uint64_t class_of_part(dt_arena *scratch, const dt_wrapper_node *w, const dt_part *part,
                              const uint32_t *parts_in) {
  if (w->split != DT_SPLIT_NONE) return hash_within(part->within);
  uint64_t class = hash_of_dotted_class(scratch, w->class);
  for (w = w->parent; class == 0 && w->parent != NULL && parts_in[w->number] == 1; w = w->parent)
    class = hash_of_dotted_class(scratch, w->class);
  return class;
}

/* Lists the parts with a class. */
static classed *find_classed(survey *s, uint32_t *count) {
  detm_wrapper *wrapper = s->wrapper;
  uint32_t *parts_in = DT_ZERO(s->scratch, uint32_t, wrapper->node_count), all = 0;
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    for (const dt_wrapper_node *up = w; up != NULL && w->part_count != 0; up = up->parent)
      parts_in[up->number] += w->part_count;
    all += w->part_count;
  }

  classed *list = DT_ARRAY(s->scratch, classed, all);
  *count = 0;
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count && !w->cell && !w->labels && !dt_in_group_heading(w); p++) {
      dt_part *part = &w->parts[p];
      if (part->field == DT_NO_FIELD || part->join != NULL || w->split >= DT_SPLIT_MARKS) continue;
      uint64_t class = class_of_part(s->scratch, w, part, parts_in);
      if (class != 0) list[(*count)++] = (classed){part, class, NULL};
    }

  return list;
}

/* Marks the records that have a value of a field; false if one is marked already. */
static bool mark_records(const sample *values, uint8_t *marked) {
  for (uint32_t i = 0; i < values->count; i++)
    if (marked[values->values[i].record]) return false;
  for (uint32_t i = 0; i < values->count; i++) marked[values->values[i].record] = 1;
  return true;
}

/* Joins the fields of one class if no record has two of them: a link of a class in some records, a span of that class
 * in others.  Returns whether it joined any. */
static bool join_classes(survey *s) {
  uint32_t count;
  classed *list = find_classed(s, &count);
  bool *dropped = DT_ZERO(s->scratch, bool, s->wrapper->field_count), any = false;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t same = 0;
    bool apart = list[i].class != 0;
    uint8_t *marked = NULL;
    for (uint32_t k = i + 1; k < count && apart; k++) {
      if (list[k].class != list[i].class) continue;
      if (same++ == 0) {
        marked = DT_ZERO(s->scratch, uint8_t, s->records);
        mark_records(&s->samples[list[i].part->field], marked);
      }
      apart = mark_records(&s->samples[list[k].part->field], marked);
    }
    for (uint32_t k = i + 1; k < count && same != 0; k++) {
      if (list[k].class != list[i].class) continue;
      list[k].class = 0; /* seen */
      if (!apart) continue;
      dropped[list[k].part->field] = any = true;
      list[k].part->field = DT_NO_FIELD;
      list[k].first = list[i].part;
    }
  }

  if (!any) return false;
  drop_fields(s, dropped);
  for (uint32_t i = 0; i < count; i++)
    if (list[i].first != NULL) list[i].part->field = list[i].first->field;
  return true;
}

/* ---- labels and units ---- */

/* Length of the separators at the start or the end of a text, with the spaces around them; 0 = none, or only spaces. */
static size_t measure_separators(const char *text, size_t length, bool backwards) {
  static const char *const marks[] = {",", ";", "|", "•", "·", "–", "—", "-", "»", "›"};
  size_t kept = 0;
  bool spaced = false;
  for (size_t n = 0; n < length;) {
    size_t found = 0;
    bool space = text[backwards ? length - 1 - n : n] == ' ';
    for (size_t m = 0; m < sizeof marks / sizeof *marks && found == 0 && !space; m++) {
      size_t bytes = strlen(marks[m]);
      const char *at = backwards ? text + length - n - bytes : text + n;
      if (bytes <= length - n && memcmp(at, marks[m], bytes) == 0) found = bytes;
    }
    if (!space && found == 0) break;
    n += space ? 1 : found;
    spaced = spaced || space;
    if (found != 0 || kept != 0) kept = n;
  }

  return kept;
}

/* Whether at least nine of ten values begin with `start` and are longer, and what follows differs: it does not in "in
 * stock" beside "sold out". */
static bool most_begin_with(const sample *s, detm_text start) {
  uint32_t agreeing = 0;
  detm_text first = {NULL, 0};
  bool differ = false;
  for (uint32_t i = 0; i < s->count; i++) {
    if (!dt_begins_with(s->values[i].text, start)) continue;
    differ = differ || (agreeing != 0 && !dt_text_equal(s->values[i].text, first));
    first = s->values[i].text;
    agreeing++;
  }
  return differ && dt_tenths(agreeing, s->count, DT_TENTHS_PREFIX);
}

/* Whether at least `percent` of the values are, after the first `from` bytes, numbers (alone) or begin with one. */
static bool numbers_follow(const sample *s, size_t from, bool alone, unsigned percent) {
  uint64_t numbers = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    if (s->values[i].text.length <= from) continue;
    detm_text rest = dt_text_from(s->values[i].text, from);
    bool begins = dt_is_digit(*rest.data) || strchr("$+-(", *rest.data) != NULL || (unsigned char)*rest.data >= 0x80;
    numbers += alone ? (dt_kind_of(rest) & DT_KIND_COUNT) != 0 : begins;
  }
  return 100 * numbers >= percent * (uint64_t)s->count;
}

/* Returns the name of a field by up to three words before its values: by a preposition at their end ("Posted by ") or,
 * before a number, by a known word ("Updated 3 days ago") or any words ("Elected 1980").  Words in a link or a heading
 * do not count, as they name the record ("Volume 3", "Flat in Lowgate"), nor those in the first text: "Oak clock 12".
 * label: the name by the page's label, NULL = none; it is the name, and words before a number must say the same: "Room
 * 3" is a value of "Place".  Sets *start to the words, including separators before them; NULL = no name. */
static const char *leading_words(dt_arena *arena, const sample *s, const dt_field_statistics *c, size_t separators,
                                 bool may_name_record, bool first, const char *label, detm_text *start) {
  enum { MAX_WORDS = 3, MAX_LENGTH = 60 };
  const char *name = NULL;
  if (s->count < DT_MIN_SAMPLE || c->length > MAX_LENGTH || c->distinct < 2) return NULL;
  detm_text example = s->values[0].text;
  for (size_t at = separators, words = 0; words < MAX_WORDS; words++, at++) {
    size_t from = at;
    while (at < example.length && example.data[at] != ' ') at++;
    if (at + 1 >= example.length) break;
    if (!most_begin_with(s, (detm_text){example.data, at + 1})) break;
    const char *word = example.data + from, *preposition = dt_preposition_name(word, at - from),
               *known = dt_word_name(word, at - from);
    if (at - from == 2 && *word == 'I') preposition = NULL; /* "In re Kimble" */
    bool number = numbers_follow(s, at + 1, false, 50);
    if (number && preposition != NULL && strcmp(preposition, "author") != 0)
      preposition = NULL; /* "In 3 days", "From $12" */
    if (preposition != NULL)
      name = preposition;
    else if (known != NULL)
      name = known;
    bool names_record = words != 0 && (may_name_record || first); /* "Flat in Lowgate" */
    bool follows = (preposition != NULL && !names_record) || (!may_name_record && number);
    detm_text words_before = {example.data + separators, at - separators};
    bool unknown = name == NULL && !may_name_record && !first && !(c->kinds & (DT_KIND_DATE | DT_KIND_PRICE)) &&
                   !dt_text_has_digit(words_before);
    if (unknown && numbers_follow(s, at + 1, true, 90))
      name = dt_name_of_word(arena, dt_arena_copy(arena, words_before.data, words_before.length));
    bool repeats = label == NULL || preposition != NULL || (name != NULL && strcmp(name, label) == 0);
    if (name != NULL && follows && repeats) *start = (detm_text){example.data, at + 1};
  }
  if (start->length == 0) return NULL;
  return label != NULL ? label : name;
}

/* Finds the prefix, suffix and unit of a part and stores them in it; of a part between separators, only the unit.
 * Returns whether it has any. */
static bool find_labels(detm_wrapper *wrapper, const dt_wrapper_node *w, dt_part *part, const sample *s,
                        const dt_field_statistics *c) {
  size_t caption = dt_caption_at_start(w);
  if (caption != 0 && w->part_count == 1) {
    part->before = dt_arena_copy(&wrapper->arena, w->sample.data, caption);
    return true;
  }
  if (c->values < DT_MIN_SAMPLE || c->distinct < 2) return false;
  bool measured = (c->roles & (DT_ROLE_SIZE | DT_ROLE_DURATION)) || (c->kinds & (DT_KIND_DATE | DT_KIND_PRICE));
  if (c->unit.length != 0 && !measured && !dt_in_heading(w))
    part->unit = dt_arena_copy(&wrapper->arena, c->unit.data, c->unit.length);
  if (w->split >= DT_SPLIT_MARKS) return *part->unit != '\0';
  const char *end = c->first.data + c->first.length - c->same_end;
  bool names_record = part->field == 0 && wrapper->field_count > 1 && (w->linked || dt_in_heading(w));
  size_t before = names_record ? 0 : dt_label_length(c->first.data, c->same_start); /* "Motion: buy a ferry" */
  bool labelled = before != 0;
  if (!labelled) before = measure_separators(c->first.data, c->same_start, false);
  size_t after = measure_separators(end, c->same_end, true);
  bool bracketed = (c->kinds & DT_KIND_COUNT) && c->first.data[0] == '(' && c->same_start >= 1 && c->same_end >= 1 &&
                   c->first.data[c->first.length - 1] == ')';
  if (bracketed) before = after = 1; /* "(38)" */
  detm_text words = {"", 0};
  const char *label = dt_name_of_label(&wrapper->arena, w, part);
  if (!labelled && !bracketed)
    part->said = leading_words(&wrapper->arena, s, c, before, w->linked || dt_in_heading(w),
                               part->field == 0 && wrapper->field_count > 1, label, &words);
  if (part->said != NULL) before = words.length;
  if (before != 0) part->before = dt_arena_copy(&wrapper->arena, c->first.data, before);
  if (after != 0) part->after = dt_arena_copy(&wrapper->arena, end + c->same_end - after, after);
  return before != 0 || after != 0 || *part->unit != '\0';
}

static void cut_labels(survey *s) {
  const dt_part **first = DT_ZERO(s->scratch, const dt_part *, s->wrapper->field_count);
  for (dt_wrapper_node *w = s->wrapper->root; w != NULL; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count && w->parts[p].join == NULL; p++) {
      dt_part *part = &w->parts[p];
      if (part->field == DT_NO_FIELD || w->cell || dt_in_group_heading(w)) continue;
      sample *values = &s->samples[part->field];
      const dt_part *before = first[part->field];
      if (before != NULL) { /* parts of one field have the same labels */
        part->before = before->before;
        part->after = before->after;
        part->unit = before->unit;
        continue;
      }
      first[part->field] = part;
      if (!find_labels(s->wrapper, w, part, values, &s->columns[part->field])) continue;
      for (uint32_t i = 0; i < values->count; i++) {
        detm_text *text = &values->values[i].text;
        *text = w->split >= DT_SPLIT_MARKS ? dt_part_marked_value(part, *text) : dt_part_value(part, *text);
      }
      s->columns[part->field] = describe_sample(values, s->scratch);
    }
}

dt_sample_statistics dt_wrapper_survey(detm_wrapper *wrapper, dt_arena *scratch, dt_record_set *sets,
                                       uint32_t set_count) {
  survey s = {.wrapper = wrapper, .scratch = scratch};
  collect_values(&s, sets, set_count);
  bool lines = join_lines(&s), classes = join_classes(&s);
  if (lines || classes) collect_values(&s, sets, set_count);
  drop_template_text(&s);
  cut_labels(&s);
  return (dt_sample_statistics){s.columns, s.records};
}
