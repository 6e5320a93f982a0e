/* wrapper/learn/names.c: names and types of fields (doc/method 2.11).
 *
 * A name comes from the first source that has one: the page's own labels, words next to the values, classes that are
 * known words for columns, the form of the values, other classes; else the type is the name. */
#include "wrapper/learn/learn.h"

#include "text/field_name.h"
#include "wrapper/learn/column_words.h"
#include "wrapper/tunables.h"

/* ---- labels of the page ---- */

/* Makes a name of a header or label: the first part of "Docket / File Format" and "Name (PDF)"; NULL = none. */
static const char *name_of_header(dt_arena *arena, const char *label) {
  enum { MIN_LENGTH = 3 };
  size_t length = strcspn(label, "/(");
  while (length != 0 && label[length - 1] == ' ') length--;
  const char *name = length >= MIN_LENGTH ? dt_name_make(arena, dt_arena_copy(arena, label, length)) : NULL;
  if (name == NULL) name = dt_name_make(arena, label);
  if (name == NULL) return NULL;
  const char *preposition = dt_preposition_name(name, strlen(name));
  return preposition != NULL && strcmp(preposition, "author") == 0 ? preposition : name; /* "By" */
}

/* Whether a text before a value can be its label: not "(" or "|", a number or a sentence. */
static bool can_label(const char *text) {
  enum { MAX_LENGTH = 40 };
  return dt_has_letter(dt_text(text)) && dt_utf8_count(dt_text(text)) <= MAX_LENGTH;
}

/* The name of the header of the column of a table whose cells hold only this node; NULL = none. */
static const char *header_of_cell(dt_arena *arena, const dt_wrapper_node *node) {
  bool headed = node->label_source == DT_LABEL_HEADER && node->label != NULL && dt_fills_cell(node);
  return headed ? name_of_header(arena, node->label) : NULL;
}

/* The page's label for a part of a text, of which a name can be made; NULL = none. */
static const char *label_of(dt_arena *arena, const dt_wrapper_node *w, const dt_part *part) {
  const char *labels[] = {part->before, part->label, w->part_count == 1 ? w->label : NULL};
  for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
    bool header = w->label_source == DT_LABEL_HEADER && labels[i] != part->before;
    if (labels[i] != NULL && (header || can_label(labels[i])) && name_of_header(arena, labels[i]) != NULL)
      return labels[i];
  }
  return NULL;
}

/* The known word for an itemprop of several words: "date" for "date-published"; NULL = none. */
static const char *known_property(dt_arena *scratch, const char *name) {
  if (strchr(name, '-') == NULL) return NULL; /* "writer": the page's own word */
  char *word = DT_ARRAY(scratch, char, strlen(name) + 1);
  size_t length = 0;
  for (const char *at = name; *at != '\0'; at++)
    if (*at != '-') word[length++] = *at;
  const char *known = dt_word_name(word, length);
  return known != NULL && strcmp(known, "title") != 0 ? known : NULL;
}

const char *dt_name_of_label(dt_arena *arena, const dt_wrapper_node *w, const dt_part *part) {
  const char *label = label_of(arena, w, part);
  if (label == NULL) return NULL;
  const char *name = name_of_header(arena, label), *known = NULL;
  if (label == part->label || (label == w->label && w->label_source == DT_LABEL_ITEMPROP))
    known = known_property(arena, name);
  return known != NULL ? known : name;
}

/* The page's label, or the known word of an itemprop. */
static const char *from_label(const dt_namer *n, uint32_t spot) {
  const dt_wrapper_node *w = n->spots[spot].w;
  const dt_part *part = n->spots[spot].part;
  const char *name = part->said != NULL ? part->said : dt_name_of_label(n->scratch, w, part);
  if (name == NULL) return NULL;
  return w->label_source == DT_LABEL_HEADER || strcmp(name, "name") != 0 ? name : NULL;
}

/* The label of the page that gives a text its name, without a colon, in the wrapper's memory; NULL = none. */
static const char *heading_of_spot(const dt_namer *n, uint32_t spot) {
  const dt_wrapper_node *w = n->spots[spot].w;
  const dt_part *part = n->spots[spot].part;
  const char *label = part->said == NULL ? label_of(n->scratch, w, part) : NULL;
  if (label == NULL || w->label_source == DT_LABEL_ITEMPROP || from_label(n, spot) == NULL) return NULL;
  detm_text text = dt_text_strip(dt_text(label), " :");
  return text.length != 0 ? dt_arena_copy(&n->wrapper->arena, text.data, text.length) : NULL;
}

/* The label "name", which is used only if no class has a more specific name. */
static const char *from_label_name(const dt_namer *n, uint32_t spot) {
  const dt_wrapper_node *w = n->spots[spot].w;
  const char *label = n->spots[spot].part->label != NULL ? n->spots[spot].part->label : w->label;
  return label != NULL && strcmp(label, "name") == 0 ? label : NULL;
}

/* ---- words next to the values ---- */

const char *dt_name_of_words(dt_arena *arena, detm_text words, bool sure) {
  enum { MAX_LENGTH = 30, MAX_WORDS = 3, MIN_LENGTH = 2 };
  words = dt_text_strip(words, " ");
  sure = sure || (words.length > 1 && words.data[words.length - 1] == ':');
  words = dt_text_strip(words, " :;,.-|/()[]");
  if (words.length == 0 || words.length > MAX_LENGTH || !dt_has_letter(words)) return NULL;
  const char *name = dt_name_of_word(arena, dt_arena_copy(arena, words.data, words.length)), *said = NULL;
  if (name == NULL || strlen(name) < MIN_LENGTH) return NULL;

  size_t count = 0;
  for (const char *at = name; *at != '\0'; at += strspn(at, "-"), count++) {
    size_t length = strcspn(at, "-");
    const char *known = dt_preposition_name(at, length);
    if (known == NULL) known = dt_word_name(at, length);
    if (known != NULL) said = known;
    at += length;
  }

  if (count > MAX_WORDS) return NULL;
  if (said != NULL && (count == 1 || !sure)) return said;
  return sure ? name : said;
}

/* Whether the words after the values say what an amount of money pays for: "$17 an hour". */
static bool is_price_column(const dt_namer *n, uint32_t spot) {
  return (dt_spot_column(n, spot)->kinds & DT_KIND_PRICE) != 0;
}

static const char *from_any_unit(const dt_namer *n, uint32_t spot) {
  const char *unit = n->spots[spot].part->unit;
  if (is_price_column(n, spot)) return NULL;
  return *unit != '\0' ? dt_name_of_words(n->scratch, dt_text(unit), true) : NULL;
}

/* The unit of the values, if it is a known word. */
static const char *from_unit(const dt_namer *n, uint32_t spot) {
  const char *name = from_any_unit(n, spot);
  return name != NULL && dt_word_name(name, strlen(name)) != NULL ? name : NULL;
}

/* The known word at the end of the values: "Intermediate Level". */
static const char *from_ending(const dt_namer *n, uint32_t spot) {
  enum { MAX_LENGTH = 60 };
  const dt_field_statistics *c = dt_spot_column(n, spot);
  if (c->length > MAX_LENGTH || c->distinct < 2 || is_price_column(n, spot)) return NULL;
  const char *known = dt_word_name(c->ending.data, c->ending.length);
  bool plural = known == NULL && c->ending.length > 1 && (c->ending.data[c->ending.length - 1] | 32) == 's';
  return plural ? dt_word_name(c->ending.data, c->ending.length - 1) : known;
}

/* The label or a word of the classes of the icon before a value. */
static const char *from_icon(const dt_namer *n, uint32_t spot) {
  const dt_text_source *s = &n->spots[spot];
  const dt_part *first = &s->w->parts[0];
  bool split = s->w->split != DT_SPLIT_NONE;
  const char *icon = split ? s->part->icon : s->w->icon, *name = NULL;
  if (icon == NULL) return NULL;
  /* icons may follow their numbers: "12 <svg> 34 <svg>" has no icon before the first number */
  if (split && first->icon == NULL && first->field != DT_NO_FIELD && (n->columns[first->field].kinds & DT_KIND_COUNT))
    return NULL;

  bool label = strchr(icon, '.') == NULL;
  for (const char *at = icon, *end; *at != '\0'; at = end + (*end != '\0')) {
    for (end = at; dt_is_ascii_letter(*end);) end++;
    const char *known = dt_icon_name(at, (size_t)(end - at));
    if (known == NULL && label) known = dt_word_name(at, (size_t)(end - at));
    if (known != NULL) name = known;
  }

  bool number = (dt_spot_column(n, spot)->kinds & DT_KIND_COUNT) || *s->part->unit != '\0';
  return name != NULL && (number || !dt_name_counts(name)) ? name : NULL;
}

/* Gets the text of a spot with the same text in all records; false if it varies. */
static bool constant_text(const dt_namer *n, uint32_t spot, detm_text *text) {
  const dt_field_statistics *c = dt_spot_column(n, spot);
  bool constant = n->spots[spot].part == NULL;
  if (!constant && (c == NULL || c->values < DT_MIN_SAMPLE || !c->same)) return false;
  *text = constant ? dt_text(n->spots[spot].w->text) : c->first;
  return true;
}

enum { FAR = 100 };

/* Number of steps from two texts to their common ancestor, added; FAR if one of them has more than DT_MAX_LABEL_STEPS.
 */
static uint32_t distance(const dt_wrapper_node *a, const dt_wrapper_node *b) {
  const dt_wrapper_node *up = a;
  for (uint32_t steps = 0; steps <= DT_MAX_LABEL_STEPS && up != NULL && up->parent != NULL; steps++, up = up->parent) {
    const dt_wrapper_node *other = b;
    uint32_t more = 0;
    for (; other != NULL && other != up && more <= DT_MAX_LABEL_STEPS; other = other->parent) more++;
    if (other == up && more <= DT_MAX_LABEL_STEPS) return steps + more;
  }
  return FAR;
}

/* Whether the constant text of a spot may be a label of this value: it must not be farther from the value than from the
 * one on its other side.  *tie: the distances are equal. */
static bool is_label_of(const dt_namer *n, uint32_t label, uint32_t spot, bool *tie) {
  uint32_t near = distance(n->spots[label].w, n->spots[spot].w), other = FAR;
  if (label > spot && label + 1 < n->spot_count) other = distance(n->spots[label].w, n->spots[label + 1].w);
  if (label < spot && label > 0) other = distance(n->spots[label].w, n->spots[label - 1].w);
  *tie = near == other;
  return near != FAR && near <= other;
}

static bool is_preposition(detm_text words) {
  words = dt_text_strip(words, " ");
  return dt_preposition_name(words.data, words.length) != NULL;
}

/* Whether a name is in a list of names with spaces between. */
static bool is_among(const char *name, size_t length, const char *names) {
  for (const char *at = names; *at != '\0'; at += strspn(at, " ")) {
    size_t own = strcspn(at, " ");
    if (own == length && memcmp(at, name, length) == 0) return true;
    at += own;
  }
  return false;
}

/* Whether a text before a value says what its own class names, and so names nothing else: "In stock" in an element of
 * class availability, before the price. */
static bool is_own_property(const dt_namer *n, uint32_t spot, const char *name) {
  const char *class = n->spots[spot].part != NULL ? dt_class_known(n, spot) : NULL;
  return class != NULL && strcmp(class, name) == 0;
}

/* Whether values are amounts of money, which a known column of this name does not have: "In stock" before "$5". */
static bool contradicts_amount(const dt_namer *n, uint32_t spot, const char *name) {
  return is_price_column(n, spot) && dt_word_name(name, strlen(name)) != NULL &&
         !is_among(name, strlen(name), "price discount salary shipping");
}

/* The constant text after a number or before a value, in page order. */
static const char *from_neighbour(const dt_namer *n, uint32_t spot) {
  const dt_wrapper_node *w = n->spots[spot].w;
  const char *name = NULL;
  bool tie;
  detm_text text;
  if (dt_in_group_heading(w)) return NULL; /* "2021 [edit]" */

  if (spot + 1 < n->spot_count && (dt_spot_column(n, spot)->kinds & DT_KIND_COUNT) &&
      constant_text(n, spot + 1, &text) && is_label_of(n, spot + 1, spot, &tie)) {
    name = dt_name_of_words(n->scratch, text, true);
    const dt_wrapper_node *after = n->spots[spot + 1].w;
    bool counts = name != NULL && dt_name_counts(name),
         button = after->linked && w->linked && after->parent != w->parent;
    if (button || (!counts && (tie || is_preposition(text)))) name = NULL; /* "1 point by", "212 updated on" */
  }

  if (name != NULL || spot == 0 || !constant_text(n, spot - 1, &text)) return name;
  if (!is_preposition(text) && !is_label_of(n, spot - 1, spot, &tie)) return NULL;
  const dt_wrapper_node *before = n->spots[spot - 1].w;
  bool button = before->linked && before->parent != w->parent;
  name = button ? NULL : dt_name_of_words(n->scratch, text, false);
  return name == NULL || is_own_property(n, spot - 1, name) || contradicts_amount(n, spot, name) ? NULL : name;
}

/* ---- form of the values ---- */

/* Whether the values are dates, and not codes that look like them: "5/1/2024", "2024-05-01". */
static bool is_plain_date(const dt_field_statistics *c) {
  enum { ISO_LENGTH = 10 };
  const char *text = c->first.data;
  bool iso = c->first.length == ISO_LENGTH && text[4] == '-' && text[7] == '-';
  return (c->kinds & DT_KIND_DATE) && (iso || memchr(text, '/', c->first.length) != NULL);
}

/* Whether the values are codes in a list of cases, and no class says what else they are.  Plain numbers are counts, for
 * example of pages, unless they are long, have the same length and hardly repeat. */
static bool are_codes_of_cases(const dt_namer *n, uint32_t spot) {
  static const char others[] = "citation issue model version volume";
  enum { MIN_DIGITS = 5 }; /* a plain number with fewer is a count */
  const dt_field_statistics *c = dt_spot_column(n, spot);
  const char *class = dt_class_known(n, spot);
  if (!n->legal || !(c->roles & DT_ROLE_CODE) || is_plain_date(c)) return false;
  if (class != NULL && is_among(class, strlen(class), others)) return false;
  if (!(c->kinds & DT_KIND_COUNT)) return c->distinct > 1 || c->values == 1;
  return c->first.length >= MIN_DIGITS && c->even && 4 * (uint64_t)c->distinct >= 3 * (uint64_t)c->values;
}

/* The name for values with an unambiguous form. */
static const char *from_form(const dt_namer *n, uint32_t spot) {
  const dt_field_statistics *c = dt_spot_column(n, spot);
  unsigned roles = c->roles;
  if (are_codes_of_cases(n, spot)) return "docket-number";
  if (roles & DT_ROLE_URL) return "url";
  if ((roles & DT_ROLE_SIZE) && !(roles & DT_ROLE_DETAILS)) return "size";
  if ((roles & DT_ROLE_DURATION) && !(c->kinds & DT_KIND_DATE) && c->length < DT_MAX_DURATION) return "duration";
  return roles & DT_ROLE_EMAIL ? "email" : NULL;
}

/* Whether the values are years: numbers of four digits. */
static bool is_year(const dt_field_statistics *c) {
  return (c->kinds & DT_KIND_COUNT) && c->first.length == 4 &&
         (memcmp(c->first.data, "19", 2) == 0 || memcmp(c->first.data, "20", 2) == 0) && c->even;
}

/* The text in an element of its own with which the text of a value begins in all records: "<span>Port</span> Lowgate".
 * A value in an element of its own as well is another value beside it: "<b>In stock</b> <i>$5</i>". */
static const char *from_part_before(const dt_namer *n, uint32_t spot) {
  const dt_text_source *s = &n->spots[spot];
  detm_text text;
  if (s->w->split != DT_SPLIT_ALL || s->w->part_count != 2 || spot == 0 || s[-1].part != &s->w->parts[0]) return NULL;
  if (*s[-1].part->within == '\0' || *s->part->within != '\0' || !constant_text(n, spot - 1, &text)) return NULL;
  const char *label = dt_arena_copy(n->scratch, text.data, text.length);
  return can_label(label) && !dt_text_has_digit(text) ? name_of_header(n->scratch, label) : NULL;
}

/* A known word of the classes, unless the form of the values contradicts it. */
static const char *from_known_class(const dt_namer *n, uint32_t spot) {
  static const char no_dates[] = "author title name label description category source caption badge section";
  const char *name = dt_class_known(n, spot);
  unsigned kinds = dt_spot_column(n, spot)->kinds;
  detm_text first = dt_spot_column(n, spot)->first;
  if (name == NULL || first.length == 0) return NULL;
  const char *type = dt_kind_type(kinds);
  if (strcmp(type, "date") == 0 && is_among(name, strlen(name), no_dates)) return "date";
  if (strcmp(name, "price") == 0 && strcmp(type, "number") != 0) return NULL;
  if (strcmp(name, "date") == 0 && !(kinds & DT_KIND_DIGIT)) return NULL;
  if (strcmp(name, "date") == 0 && (dt_spot_column(n, spot)->roles & DT_ROLE_CLOCK)) return "time";
  if (strcmp(name, "title") == 0 && !(kinds & DT_KIND_LETTER)) return NULL;
  if (strcmp(name, "url") == 0 && memchr(first.data, ' ', first.length) != NULL) return NULL; /* the text of a link */
  if (contradicts_amount(n, spot, name)) return NULL;
  bool number = (kinds & DT_KIND_COUNT) || *n->spots[spot].part->unit != '\0';
  return number || !dt_name_counts(name) ? name : NULL;
}

/* Whether a price is struck out, or its class says that it is the former price. */
static bool is_old_price(const dt_namer *n, uint32_t spot) {
  static const char *const words[] = {"old", "original", "was", "strike", "crossed", "del", "before"};
  const dt_wrapper_node *w = n->spots[spot].w;
  const char *within = w->split == DT_SPLIT_NONE ? w->within : n->spots[spot].part->within;
  for (const char *at = within; *at != '\0'; at += strspn(at, " ")) {
    if (is_among(at, strcspn(at, ". "), "s del strike")) return true;
    at += strcspn(at, " ");
  }
  return dt_class_has_word(n, spot, words, sizeof words / sizeof *words);
}

/* Whether the values are the three digits before a telephone number. */
static bool is_area_code(const dt_namer *n, uint32_t spot) {
  const dt_field_statistics *c = dt_spot_column(n, spot),
                            *next = spot + 1 < n->spot_count ? dt_spot_column(n, spot + 1) : NULL;
  return next != NULL && (next->roles & DT_ROLE_PHONE) && (c->kinds & DT_KIND_COUNT) && c->first.length == 3;
}

static const char *from_role(const dt_namer *n, uint32_t spot) {
  const dt_field_statistics *c = dt_spot_column(n, spot);
  const char *type = dt_kind_type(c->kinds);
  if (strcmp(type, "price") == 0) return is_old_price(n, spot) ? "original-price" : "price";
  if (strcmp(type, "date") == 0)
    return c->roles & DT_ROLE_DETAILS ? "details" : c->roles & DT_ROLE_CLOCK ? "time" : "date";
  if (is_year(c)) return "year";
  if (c->roles & DT_ROLE_PHONE) return "phone";
  if (is_area_code(n, spot)) return "area-code";
  if (c->roles & DT_ROLE_DECIMAL) return "rating";
  return c->roles & DT_ROLE_PLACE ? "location" : NULL;
}

static const char *from_description(const dt_namer *n, uint32_t spot) {
  return spot == n->description ? "description" : NULL;
}

/* A class of one word that does not merely describe the layout. */
static const char *from_own_word(const dt_namer *n, uint32_t spot) {
  const char *name = dt_class_own(n, spot);
  if (name == NULL || strchr(name, '-') != NULL || (dt_spot_column(n, spot)->roles & DT_ROLE_DETAILS)) return NULL;
  return dt_word_is_vague(name, strlen(name)) ? NULL : dt_name_of_word(n->scratch, name);
}

/* "details", "id" or "category", by the roles of the values and the share of distinct ones. */
static const char *from_repetition(const dt_namer *n, uint32_t spot) {
  const dt_field_statistics *c = dt_spot_column(n, spot);
  if (c->roles & DT_ROLE_DETAILS) return "details";
  bool distinct = 4 * (uint64_t)c->distinct >= 3 * (uint64_t)c->values;
  if ((c->roles & DT_ROLE_CODE) && !(c->kinds & DT_KIND_COUNT) && distinct) return "id";
  bool repeats = c->values >= DT_MIN_CATEGORY_VALUES && 4 * (uint64_t)c->distinct <= 3 * (uint64_t)c->values &&
                 c->length <= DT_MAX_CATEGORY && !c->same;
  return repeats && (c->kinds & DT_KIND_LETTER) ? "category" : NULL;
}

/* The last word that all addresses of a linked number ("24,710", "84k") end with: "/stargazers", "#reviews". */
static const char *from_address(const dt_namer *n, uint32_t spot) {
  enum { MIN_LENGTH = 3, MAX_ROUND_LENGTH = 6 };
  const dt_wrapper_node *up = n->spots[spot].w;
  while (up != NULL && up->href == DT_NO_FIELD) up = up->parent;
  if (up == NULL || !n->spots[spot].w->linked) return NULL;
  const dt_field_statistics *text = dt_spot_column(n, spot), *c = &n->columns[up->href];
  bool number = (text->kinds & DT_KIND_COUNT) || ((text->kinds & DT_KIND_DIGIT) && text->length <= MAX_ROUND_LENGTH);
  if (!number || c->values < DT_MIN_SAMPLE || c->distinct < 2) return NULL;
  const char *end = c->first.data + c->first.length;
  size_t length = 0;
  while (length < c->same_end && (dt_is_ascii_letter(end[-1 - (ptrdiff_t)length]))) length++;
  if (length < MIN_LENGTH || length == c->same_end || strchr("/#", end[-1 - (ptrdiff_t)length]) == NULL) return NULL;
  const char *known = dt_word_name(end - length, length);
  return known != NULL ? known : dt_name_of_word(n->scratch, dt_arena_copy(n->scratch, end - length, length));
}

static const char *from_own_class(const dt_namer *n, uint32_t spot) {
  const char *name = dt_class_own(n, spot);
  return name != NULL ? dt_name_of_word(n->scratch, name) : NULL;
}

/* ---- the order ---- */

typedef const char *(*source)(const dt_namer *n, uint32_t spot);

static const char *first_name(const dt_namer *n, uint32_t spot, const source *sources, size_t count) {
  const char *name = NULL;
  for (size_t i = 0; i < count && name == NULL; i++) name = sources[i](n, spot);
  return name;
}

const char *dt_name_said(const dt_namer *n, uint32_t spot) {
  static const source sources[] = {from_label,    from_form,       from_neighbour,   from_unit,
                                   from_ending,   from_icon,       from_known_class, from_part_before,
                                   from_any_unit, from_label_name, from_role,        from_address};
  return first_name(n, spot, sources, sizeof sources / sizeof *sources);
}

static const char *name_of_spot(const dt_namer *n, uint32_t spot) {
  static const source sources[] = {dt_name_said, from_description, from_own_word, from_repetition, from_own_class};
  const char *name = first_name(n, spot, sources, sizeof sources / sizeof *sources);
  bool unnamed = name == NULL ? (dt_spot_column(n, spot)->kinds & DT_KIND_DATE) == 0 : strcmp(name, "title") == 0;
  if (unnamed && dt_in_group_heading(n->spots[spot].w)) return "category";
  if (name == NULL) return dt_kind_type(dt_spot_column(n, spot)->kinds);
  return strcmp(name, "title") == 0 ? "subtitle" : name;
}

/* ---- giving names ---- */

/* The longest text besides the title, if it is as long as a sentence; a line of details only if nothing else is. */
static uint32_t find_description(const dt_namer *n) {
  uint32_t found = DT_NONE;
  double most = 0;
  for (uint32_t spot = 0; spot < n->spot_count; spot++) {
    const dt_field_statistics *c = dt_spot_column(n, spot);
    if (c == NULL || spot == n->title || !n->wrapper->fields[n->spots[spot].part->field].wanted) continue;
    if (dt_in_group_heading(n->spots[spot].w)) continue;
    bool details = (c->roles & DT_ROLE_DETAILS) != 0;
    double size = c->length * c->values / (details ? 1000 : 1);
    if (c->length < (details ? DT_MIN_DETAILS : DT_MIN_DESCRIPTION) || (c->roles & DT_ROLE_URL) || size <= most)
      continue;
    found = spot;
    most = size;
  }

  return found;
}

/* The header of a cell as the page has it: without the number by which dt_grid_caption tells equal ones apart. */
static const char *heading_of_cell(const dt_namer *n, const dt_wrapper_node *cell) {
  const char *number = strrchr(cell->caption, '(');
  if (number == NULL || number - cell->caption < 2 || !dt_is_digit(number[1])) return cell->caption;
  detm_text own = dt_text_between(cell->caption, number - 1);
  if (dt_caption_text(&n->wrapper->captions, dt_caption_hash(own)) == NULL) return cell->caption;
  return dt_arena_copy(&n->wrapper->arena, own.data, own.length);
}

/* Names the cells of grids after their headers, whatever these are. */
static void name_headed_cells(dt_namer *n, dt_names *names) {
  for (uint32_t spot = 0; spot < n->spot_count; spot++) {
    const dt_wrapper_node *w = n->spots[spot].w;
    const dt_part *part = n->spots[spot].part;
    if (part == NULL || !w->cell || w->caption == NULL || dt_name_of_header(n->scratch, w->caption) == NULL) continue;
    dt_field *field = &n->wrapper->fields[part->field];
    field->type = dt_kind_type(n->columns[part->field].kinds);
    field->name = dt_names_give_header(names, w->caption);
    field->heading = heading_of_cell(n, w);
  }
}

/* The name of a text that is the same in all records and says something about them: the page or its class says what
 * it is, and no column does: a condition "New", the availability "In stock".  NULL for others, such as the words that
 * name other columns: "by". */
static const char *name_of_property(const dt_namer *n, const dt_names *names, uint32_t spot) {
  const dt_part *part = n->spots[spot].part;
  if (part == NULL || n->spots[spot].w->linked) return NULL;
  const dt_field_statistics *c = dt_spot_column(n, spot);
  if (n->wrapper->fields[part->field].reason != DT_REASON_CONSTANT || !c->same) return NULL;
  detm_text word = dt_text_strip(c->first, " :;,.-|/()[]");
  if (word.length == 0 || dt_word_name(word.data, word.length) != NULL || is_preposition(word)) return NULL;

  const char *name = from_label(n, spot);
  if (name == NULL) name = from_known_class(n, spot);
  return name != NULL && !dt_name_counts(name) && !dt_names_has(names, name) ? name : NULL;
}

/* Keeps and names the texts that are the same in all records and say something. */
static void keep_properties(dt_namer *n, dt_names *names) {
  for (uint32_t spot = 0; spot < n->spot_count; spot++) {
    const char *name = name_of_property(n, names, spot);
    if (name == NULL) continue;
    dt_field *field = &n->wrapper->fields[n->spots[spot].part->field];
    field->wanted = true;
    field->reason = DT_REASON_NONE;
    field->constant = NULL;
    field->type = dt_kind_type(n->columns[n->spots[spot].part->field].kinds);
    field->name = dt_names_give(names, name);
    field->heading = heading_of_spot(n, spot);
  }
}

static void name_texts(dt_namer *n, dt_names *names, bool wanted) {
  for (uint32_t spot = 0; spot < n->spot_count; spot++) {
    const dt_part *part = n->spots[spot].part;
    if (part == NULL || spot == n->title) continue;
    dt_field *field = &n->wrapper->fields[part->field];
    if (field->wanted != wanted || field->name != NULL) continue; /* named at another place */
    field->type = dt_kind_type(n->columns[part->field].kinds);
    field->name = dt_names_give(names, name_of_spot(n, spot));
    field->heading = heading_of_spot(n, spot);
  }
}

/* The name of an address: that of the first text below its element that is a field, or a constant text: "Buy", "View at
 * publisher"; of an icon its caption.  Before an element that is one value has a name, the page's label for it. */
static const char *text_name_below(const dt_namer *n, const dt_wrapper_node *element) {
  if (element->cell && element->part_count == 0) return NULL;

  const dt_wrapper_node *end = dt_wrapper_past(element), *whole = dt_wrapper_whole(element);
  if (whole != NULL) {
    const char *name = n->wrapper->fields[whole->parts[0].field].name;
    return name == NULL && whole->label != NULL ? name_of_header(n->scratch, whole->label) : name;
  }

  for (const dt_wrapper_node *w = element; w != end; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count; p++) {
      if (w->parts[p].field == DT_NO_FIELD) continue;
      const dt_field *field = &n->wrapper->fields[w->parts[p].field];
      const char *name = field->reason == DT_REASON_CONSTANT
                             ? dt_name_of_words(n->scratch, n->columns[w->parts[p].field].first, true)
                             : NULL;
      return name != NULL ? name : field->name;
    }

  return element->caption != NULL ? name_of_header(n->scratch, element->caption) : NULL;
}

static void name_addresses(dt_namer *n, dt_names *names, bool wanted) {
  dt_field *fields = n->wrapper->fields;
  for (const dt_wrapper_node *w = n->wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    if (w->href != DT_NO_FIELD && fields[w->href].wanted == wanted && fields[w->href].name == NULL) {
      const char *text = text_name_below(n, w);
      fields[w->href].name = dt_names_give(names, text != NULL ? dt_arena_format(n->scratch, "%s-link", text) : "link");
    }
    if (w->src == DT_NO_FIELD || fields[w->src].wanted != wanted) continue;
    const char *text = w->cell ? text_name_below(n, w) : NULL, *name = header_of_cell(n->scratch, w);
    if (text != NULL) name = dt_arena_format(n->scratch, "%s-image", text);
    if (name == NULL) name = w->tag == DT_TAG_img || w->cell ? "image" : "source";
    fields[w->src].name = dt_names_give(names, name);
  }
}

/* The name of an attribute's field: of an itemprop its name, of data the name that the page gives it, of a class the
 * words that all records have; else that of the
 * value at which it is, or of its element, and that of the attribute: "date-datetime". */
static const char *name_of_attribute(const dt_namer *n, const dt_wrapper_node *w, const dt_attribute_source *of) {
  const char *itemprop = strchr(of->element, '.'), *name = NULL, *text = NULL;
  if (itemprop != NULL && strcmp(of->name, "content") == 0) name = dt_name_make(n->scratch, itemprop + 1);
  if (strncmp(of->name, "data-", 5) == 0) name = dt_name_make(n->scratch, of->name + 5);
  if (strcmp(of->name, "id") == 0 && w->parent == n->wrapper->root) name = "id";
  if (of->without != NULL) name = dt_name_make(n->scratch, of->without);
  if (name != NULL) return name;
  if (w->parent != n->wrapper->root) text = text_name_below(n, w);
  if (text == NULL) text = w->tag == DT_TAG_img ? "image" : w->tag == DT_TAG_TEXT ? "text" : w->name;
  name = dt_name_make(n->scratch, dt_arena_format(n->scratch, "%s-%s", text, of->name));
  return name != NULL ? name : of->name;
}

static void name_attributes(dt_namer *n, dt_names *names, bool wanted) {
  for (const dt_wrapper_node *w = n->wrapper->root; w != NULL; w = dt_wrapper_next(w))
    for (uint32_t a = 0; a < w->attribute_count; a++) {
      uint32_t number = w->attributes[a].part.field;
      dt_field *field = &n->wrapper->fields[number];
      if (number == DT_NO_FIELD || field->wanted != wanted || field->name != NULL) continue;
      field->name = dt_names_give(names, name_of_attribute(n, w, &w->attributes[a]));
      field->type = dt_kind_type(n->columns[number].kinds);
    }
}

/* The field of the address of the link around the title. */
static uint32_t title_link(const dt_namer *n) {
  const dt_wrapper_node *w = n->title != DT_NONE ? n->spots[n->title].w : NULL;
  for (const dt_wrapper_node *kid = w != NULL ? w->first : NULL; kid != NULL; kid = kid->next)
    if (kid->href != DT_NO_FIELD) return kid->href;
  while (w != NULL && w->href == DT_NO_FIELD) w = w->parent;
  return w != NULL ? w->href : DT_NO_FIELD;
}

void dt_wrapper_name_fields(detm_wrapper *wrapper, dt_arena *scratch, const dt_sample_statistics *columns) {
  dt_namer n = {.wrapper = wrapper,
                .scratch = scratch,
                .columns = columns->columns,
                .records = columns->records,
                .title = DT_NONE,
                .description = DT_NONE};
  dt_names names;
  uint32_t count = 0;

  dt_names_start(&names, &wrapper->arena);
  dt_classes_count(&n);
  dt_wanted_count(&n);
  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) count += w->part_count + 1;
  n.spots = DT_ARRAY(scratch, dt_text_source, count);

  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    if (w->tag == DT_TAG_TEXT && w->text != NULL) n.spots[n.spot_count++] = (dt_text_source){w, NULL};
    for (uint32_t p = 0; p < w->part_count; p++)
      if (w->parts[p].field != DT_NO_FIELD && w->parts[p].join == NULL)
        n.spots[n.spot_count++] = (dt_text_source){w, &w->parts[p]};
  }

  for (uint32_t f = 0; f < wrapper->field_count; f++) n.legal = n.legal || (n.columns[f].roles & DT_ROLE_CASE);
  n.title = dt_title_find(&n);
  dt_wrapper_mark_copies(wrapper, scratch, columns, title_link(&n));
  dt_wanted_count(&n);
  n.description = find_description(&n);
  name_headed_cells(&n, &names);

  if (n.title != DT_NONE && wrapper->fields[n.spots[n.title].part->field].name ==
                                NULL) { /* the name is "title", unless the page has a header or a label for it */
    uint32_t field = n.spots[n.title].part->field;
    const char *label = from_label(&n, n.title);
    if (label == NULL) label = from_part_before(&n, n.title);
    wrapper->fields[field].type = dt_kind_type(n.columns[field].kinds);
    wrapper->fields[field].name = dt_names_give(&names, label != NULL ? label : "title");
    wrapper->fields[field].heading = heading_of_spot(&n, n.title);
  }

  name_texts(&n, &names, true);
  name_addresses(&n, &names, true);
  name_attributes(&n, &names, true);
  keep_properties(&n, &names);
  name_texts(&n, &names, false); /* last, so that excluded fields do not take the best names */
  name_addresses(&n, &names, false);
  name_attributes(&n, &names, false);
  dt_wrapper_keep_unsaid(wrapper, scratch);
}
