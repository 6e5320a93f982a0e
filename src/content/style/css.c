/* content/style/css.c: reads style sheets in one pass and skips what it does not know. */
#include "config.h"

#include "content/style/css.h"

#include "base/vec.h"
#include "html/dom.h"

enum { MAX_RULES = 1 << 16, MAX_MATCHES = 16, MAX_CLASSES = 256, NORMAL = 400, BOLD = 700 };

/* ---- values ---- */

static detm_text trimmed(detm_text text) { return dt_text_strip(text, " \t\n\v\f\r"); }

size_t dt_number_read(detm_text text, double *number) {
  size_t at = 0, digits = 0;
  double scale = 1;
  *number = 0;
  for (; at < text.length && dt_is_digit(text.data[at]); at++, digits++) *number = *number * 10 + (text.data[at] - '0');
  if (at < text.length && text.data[at] == '.')
    for (at++; at < text.length && dt_is_digit(text.data[at]); at++, digits++)
      *number += (text.data[at] - '0') * (scale /= 10);
  return digits != 0 ? at : 0;
}

/* Reads "fff" or "ffffff"; further digits are opacity. */
static bool read_hex(detm_text digits, uint32_t *colour) {
  static const char hex[] = "0123456789abcdef";
  unsigned times = digits.length < 6 ? 2 : 1;
  *colour = 0;
  if (digits.length < 3) return false;
  for (size_t d = 0; d < (times == 2 ? 3U : 6U); d++) {
    const char *digit = memchr(hex, dt_ascii_lower(digits.data[d]), sizeof hex - 1);
    if (digit == NULL) return false;
    for (unsigned t = 0; t < times; t++) *colour = *colour << 4 | (unsigned)(digit - hex);
  }
  return true;
}

/* Reads the part after "rgb(" or "rgba(". */
static bool read_rgb(detm_text parts, uint32_t *colour) {
  *colour = 0;
  for (unsigned part = 0; part < 3; part++) {
    while (parts.length != 0 && (dt_is_ascii_space(parts.data[0]) || parts.data[0] == ','))
      parts = dt_text_from(parts, 1);
    double number;
    size_t length = dt_number_read(parts, &number);
    if (length == 0) return false;
    parts = dt_text_from(parts, length);
    if (parts.length != 0 && parts.data[0] == '%') {
      number = number * 255 / 100;
      parts = dt_text_from(parts, 1);
    }
    *colour = *colour << 8 | (uint32_t)(number < 255 ? number : 255);
  }

  return true;
}

bool dt_colour_read(detm_text text, uint32_t *colour) {
  static const struct {
    const char *name;
    uint32_t colour;
  } names[] = {{"white", 0xFFFFFF},     {"black", 0},          {"red", 0xFF0000},    {"gray", 0x808080},
               {"grey", 0x808080},      {"silver", 0xC0C0C0},  {"blue", 0x0000FF},   {"navy", 0x000080},
               {"green", 0x008000},     {"lime", 0x00FF00},    {"olive", 0x808000},  {"teal", 0x008080},
               {"aqua", 0x00FFFF},      {"cyan", 0x00FFFF},    {"yellow", 0xFFFF00}, {"orange", 0xFFA500},
               {"maroon", 0x800000},    {"purple", 0x800080},  {"pink", 0xFFC0CB},   {"fuchsia", 0xFF00FF},
               {"brown", 0xA52A2A},     {"gold", 0xFFD700},    {"beige", 0xF5F5DC},  {"lightgray", 0xD3D3D3},
               {"lightgrey", 0xD3D3D3}, {"darkred", 0x8B0000}, {"crimson", 0xDC143C}};

  if (text.length != 0 && text.data[0] == '#') return read_hex(dt_text_from(text, 1), colour);
  if (dt_text_starts_ci(text, DT_TEXT("rgb("))) return read_rgb(dt_text_from(text, 4), colour);
  if (dt_text_starts_ci(text, DT_TEXT("rgba("))) return read_rgb(dt_text_from(text, 5), colour);
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (dt_text_equal_ci(text, dt_text(names[n].name))) {
      *colour = names[n].colour;
      return true;
    }

  return false;
}

/* Returns the next part of a value, up to a comma or white space outside brackets. */
static detm_text next_part(detm_text *value) {
  *value = trimmed(*value);
  unsigned open = 0;
  size_t at = 0;
  for (; at < value->length && (open != 0 || (!dt_is_ascii_space(value->data[at]) && value->data[at] != ',')); at++) {
    if (value->data[at] == '(') open++;
    if (value->data[at] == ')' && open != 0) open--;
  }
  detm_text part = {value->data, at};
  *value = dt_text_from(*value, at < value->length ? at + 1 : at);
  return part;
}

/* ---- declarations ---- */

void dt_declare_size(dt_declared *declared, double size, bool is_factor) {
  declared->says |= DT_SAYS_SIZE;
  declared->size = size;
  declared->is_factor = is_factor;
}

static bool declare_named_size(dt_declared *declared, detm_text part) {
  static const struct {
    const char *name;
    double size;
    bool is_factor;
  } names[] = {{"xx-small", 9, false},  {"x-small", 10, false},     {"small", 13, false},
               {"medium", 16, false},   {"large", 18, false},       {"x-large", 24, false},
               {"xx-large", 32, false}, {"smaller", 1 / 1.2, true}, {"larger", 1.2, true}};

  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (dt_text_equal_ci(part, dt_text(names[n].name))) {
      dt_declare_size(declared, names[n].size, names[n].is_factor);
      return true;
    }

  return false;
}

static bool declare_size(dt_declared *declared, detm_text part) {
  static const struct {
    const char *unit;
    double times;
    bool is_factor;
  } units[] = {{"px", 1, false}, {"pt", 4.0 / 3, false}, {"rem", 16, false}, {"em", 1, true}, {"%", .01, true}};

  double number;
  size_t length = dt_number_read(part, &number);
  if (length == 0) return declare_named_size(declared, part);

  detm_text unit = dt_text_from(part, length);
  for (size_t u = 0; u < sizeof units / sizeof *units; u++)
    if (dt_text_starts_ci(unit, dt_text(units[u].unit)) && number > 0) {
      dt_declare_size(declared, number * units[u].times, units[u].is_factor);
      return true;
    }

  return false;
}

static bool read_weight(dt_declared *declared, detm_text part) {
  double number = 0;
  if (dt_text_equal_ci(part, DT_TEXT("bold")) || dt_text_equal_ci(part, DT_TEXT("bolder"))) number = BOLD;
  if (dt_text_equal_ci(part, DT_TEXT("normal")) || dt_text_equal_ci(part, DT_TEXT("lighter"))) number = NORMAL;
  if (number == 0 && dt_number_read(part, &number) != part.length) return false;
  if (number < 100 || number > 1000) return false;
  declared->says |= DT_SAYS_WEIGHT;
  declared->weight = (uint16_t)number;
  return true;
}

static void declare_background(dt_declared *declared, detm_text value) {
  while (value.length != 0) {
    detm_text part = next_part(&value);
    uint32_t colour = DT_TRANSPARENT;
    if (!dt_colour_read(part, &colour) && !dt_text_equal_ci(part, DT_TEXT("transparent")) &&
        !dt_text_equal_ci(part, DT_TEXT("none")))
      continue;
    declared->says |= DT_SAYS_BACKGROUND;
    declared->background = colour;
    return;
  }
}

static void declare(dt_declared *declared, detm_text name, detm_text value) {
  uint32_t colour;
  if (name.length == 0 || strchr("bBcCfFtT", *name.data) == NULL) return; /* most properties */
  if (dt_text_equal_ci(name, DT_TEXT("background")) || dt_text_equal_ci(name, DT_TEXT("background-color"))) {
    declare_background(declared, value);
  } else if (dt_text_equal_ci(name, DT_TEXT("color"))) {
    if (!dt_colour_read(next_part(&value), &colour)) return;
    declared->says |= DT_SAYS_COLOUR;
    declared->colour = colour;
  } else if (dt_text_equal_ci(name, DT_TEXT("font-size"))) {
    declare_size(declared, next_part(&value));
  } else if (dt_text_equal_ci(name, DT_TEXT("font-weight"))) {
    read_weight(declared, next_part(&value));
  } else if (dt_text_equal_ci(name, DT_TEXT("font"))) { /* such as "italic bold 12px/1.5 Arial" */
    bool sized = false;
    while (value.length != 0 && !sized) {
      detm_text part = next_part(&value);
      sized = !read_weight(declared, part) && declare_size(declared, part);
    }
  } else if (dt_text_equal_ci(name, DT_TEXT("text-align"))) {
    declared->says |= DT_SAYS_ALIGN;
    declared->centred = dt_text_starts_ci(value, DT_TEXT("center"));
  }
}

/* Returns the text before a character; the rest, without that character, stays in *text. */
static detm_text cut_at(detm_text *text, char end) {
  const char *found = text->length != 0 ? memchr(text->data, end, text->length) : NULL;
  size_t length = found != NULL ? (size_t)(found - text->data) : text->length;
  detm_text cut = {text->data, length};
  *text = dt_text_from(*text, found != NULL ? length + 1 : length);
  return cut;
}

void dt_declare(dt_declared *declared, detm_text declarations) {
  while (declarations.length != 0) {
    detm_text value = cut_at(&declarations, ';'), name = cut_at(&value, ':');
    declare(declared, trimmed(name), trimmed(value));
  }
}

/* Copies the properties declared in *more over those in *declared. */
static void declare_all(dt_declared *declared, const dt_declared *more) {
  if (more->says & DT_SAYS_BACKGROUND) declared->background = more->background;
  if (more->says & DT_SAYS_COLOUR) declared->colour = more->colour;
  if (more->says & DT_SAYS_SIZE) dt_declare_size(declared, more->size, more->is_factor);
  if (more->says & DT_SAYS_WEIGHT) declared->weight = more->weight;
  if (more->says & DT_SAYS_ALIGN) declared->centred = more->centred;
  declared->says |= more->says;
}

/* ---- rules ---- */

typedef struct dt_rule {
  uint64_t precedence;  /* specificity, then position of the rule: higher ones win */
  dt_declared declared; /* from all rules with this selector */
} dt_rule;

/* Parts of a selector, empty if missing. */
typedef struct selector {
  detm_text tag, name;
  char prefix; /* '.' or '#'; 0 for a tag alone */
} selector;

static uint64_t key_of_selector(const selector *s) {
  uint64_t key = dt_hash_bytes(s->name.data, s->name.length, (unsigned char)s->prefix);
  for (size_t c = 0; c < s->tag.length; c++) key = dt_hash_mix(key, (unsigned char)s->tag.data[c] | 32U);
  return key;
}

static detm_text take_name(detm_text *from) {
  size_t length = 0;
  for (; length < from->length; length++) {
    char c = from->data[length];
    if (!dt_is_ascii_alnum(c) && c != '-' && c != '_' && (unsigned char)c < 0x80) break;
  }
  detm_text name = {from->data, length};
  *from = dt_text_from(*from, length);
  return name;
}

/* Reads a selector.  Returns false for one with more than one tag, class or id. */
static bool read_selector(selector *s, detm_text text) {
  *s = (selector){.tag = take_name(&text)};
  if (text.length == 0) return s->tag.length != 0;
  s->prefix = text.data[0];
  if (s->prefix != '.' && s->prefix != '#') return false;
  text = dt_text_from(text, 1);
  s->name = take_name(&text);
  return s->name.length != 0 && text.length == 0;
}

/* Returns the rule of a selector, or NULL. */
static dt_rule *find_rule(const dt_sheet *sheet, const selector *s) {
  uint32_t number = dt_lookup_find(&sheet->selectors, key_of_selector(s));
  return number != DT_NO_NUMBER ? &sheet->rules[number] : NULL;
}

static void add_rule(dt_sheet *sheet, const selector *s, const dt_declared *declared, uint32_t order) {
  dt_rule *rule = find_rule(sheet, s);
  if (rule == NULL) {
    if (sheet->selectors.count == MAX_RULES) return;
    DT_RESERVE(sheet->selectors.arena, sheet->rules, sheet->selectors.count, sheet->capacity, 1);
    rule = &sheet->rules[dt_lookup_append(&sheet->selectors, key_of_selector(s))];
    *rule = (dt_rule){0};
  }
  uint64_t specificity = (s->tag.length != 0) + (s->prefix == '.' ? 2U : 0U) + (s->prefix == '#' ? 4U : 0U);
  rule->precedence = specificity << 32 | order;
  declare_all(&rule->declared, declared);
}

/* ---- style sheets ---- */

/* Returns a copy without comments. */
static detm_text without_comments(dt_arena *arena, detm_text text) {
  char *out = dt_arena_take(arena, text.length);
  size_t length = 0;
  while (text.length != 0) {
    const char *comment = memmem(text.data, text.length, "/*", 2);
    size_t before = comment != NULL ? (size_t)(comment - text.data) : text.length;
    memcpy(out + length, text.data, before);
    length += before;
    text = dt_text_from(text, comment != NULL ? before + 2 : before);
    const char *end = comment != NULL && text.length != 0 ? memmem(text.data, text.length, "*/", 2) : NULL;
    text = dt_text_from(text, end != NULL ? (size_t)(end - text.data) + 2 : comment != NULL ? text.length : 0);
  }
  return (detm_text){out, length};
}

/* Skips white space, <!-- and -->, and stray brackets. */
static detm_text skip_gap(detm_text text) {
  for (;;) {
    if (dt_text_starts_ci(text, DT_TEXT("<!--"))) {
      text = dt_text_from(text, 4);
    } else if (dt_text_starts_ci(text, DT_TEXT("-->"))) {
      text = dt_text_from(text, 3);
    } else if (text.length != 0 && (dt_is_ascii_space(text.data[0]) || text.data[0] == '}')) {
      text = dt_text_from(text, 1);
    } else {
      return text;
    }
  }
}

/* Skips "@import ...;" or "@media ... { ... { ... } }". */
static detm_text skip_at_rule(detm_text text) {
  unsigned open = 0;
  for (size_t at = 0; at < text.length; at++) {
    if (text.data[at] == '{') open++;
    if (text.data[at] == '}' && (open == 0 || --open == 0)) return dt_text_from(text, at + 1);
    if (text.data[at] == ';' && open == 0) return dt_text_from(text, at + 1);
  }
  return dt_text_from(text, text.length);
}

void dt_sheet_read(dt_sheet *sheet, dt_arena *arena, detm_text styles) {
  *sheet = (dt_sheet){0};
  if (styles.length == 0 || memchr(styles.data, '{', styles.length) == NULL) return;
  dt_lookup_start(&sheet->selectors, arena, 0);

  uint32_t order = 0;
  for (detm_text rest = skip_gap(without_comments(arena, styles)); rest.length != 0; rest = skip_gap(rest)) {
    if (rest.data[0] == '@') {
      rest = skip_at_rule(rest);
      continue;
    }
    detm_text selectors = cut_at(&rest, '{');
    dt_declared declared = {0};
    dt_declare(&declared, cut_at(&rest, '}'));
    order++;
    while (declared.says != 0 && selectors.length != 0) {
      selector s;
      if (read_selector(&s, trimmed(cut_at(&selectors, ',')))) add_rule(sheet, &s, &declared, order);
    }
  }
}

/* ---- rules for an element ---- */

/* Matching rules of an element, lowest precedence first. */
typedef struct matches {
  const dt_sheet *sheet;
  const dt_rule *rules[MAX_MATCHES];
  unsigned count;
} matches;

static void match_rule(matches *found, detm_text tag, char prefix, detm_text name) {
  selector s = {tag, name, prefix};
  const dt_rule *rule = find_rule(found->sheet, &s);
  if (rule == NULL || found->count == MAX_MATCHES) return;
  unsigned at = found->count++;
  for (; at != 0 && found->rules[at - 1]->precedence > rule->precedence; at--) found->rules[at] = found->rules[at - 1];
  found->rules[at] = rule;
}

static void match_both(matches *found, detm_text tag, char prefix, detm_text name) {
  match_rule(found, (detm_text){"", 0}, prefix, name);
  match_rule(found, tag, prefix, name);
}

void dt_sheet_declare(const dt_sheet *sheet, const xmlNode *element, dt_declared *declared) {
  if (sheet->selectors.count == 0) return;
  matches found = {.sheet = sheet};
  detm_text tag = dt_text((const char *)element->name), none = {"", 0};
  match_rule(&found, tag, 0, none);
  const char *classes = dt_node_value(element, "class"), *id = dt_node_value(element, "id");
  size_t length, looked = 0;
  for (const char *at = classes != NULL ? dt_next_token(classes, &length) : NULL; at != NULL && looked < MAX_CLASSES;
       at = dt_next_token(at + length, &length), looked++)
    match_both(&found, tag, '.', (detm_text){at, length});
  if (id != NULL) match_both(&found, tag, '#', dt_text(id));
  for (unsigned m = 0; m < found.count; m++) declare_all(declared, &found.rules[m]->declared);
}
