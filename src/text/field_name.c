/* text/field_name.c: names of fields: which texts are names, and names made from labels and headers of pages. */
#include "text/field_name.h"

#include "text/chars.h"
#include "text/fold.h"

#include <stdio.h>

enum { MAX_BYTES = 1000, MAX_CHARACTERS = 80, MAX_WORD_BYTES = 40, MAX_PLAIN_BYTES = 60, MAX_WIDTH = 4 };

static const char unnamed[] = "column"; /* the name for a header that no name can be made of, such as "@" */

/* ---- which texts are names ---- */

/* Whether a character is a control character, of the direction of text too, or one that a file of XML cannot have. */
static bool is_forbidden(uint32_t code) {
  return code < ' ' || (code >= 0x7f && code < 0xa0) || (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069) || code == 0xfffe || code == 0xffff;
}

const char *dt_name_fault(const char *name) {
  size_t length = name != NULL ? strlen(name) : 0;
  if (length == 0) return "it is empty: write at least one character";
  if (length > MAX_BYTES) return "it has more than 1000 bytes: shorten it";
  if (dt_utf8_valid(name, length) != length) return "it is not UTF-8: write it in UTF-8";

  bool white = false;
  for (const char *at = name, *end = name + length; at < end;) {
    uint32_t code;
    bool first = at == name;
    at += dt_utf8_read(at, end, &code);
    if (is_forbidden(code)) return "it has a control character: leave that out";
    white = dt_is_white(code);
    if (white && first) break;
  }

  if (white) return "it begins or ends with a blank: leave that out";
  if (*name == '@') return "names with @ at the start are for what NDJSON says of a record, such as @page: leave @ out";
  return NULL;
}

/* ---- names made from labels ---- */

static bool is_code_among(uint32_t code, const uint16_t *codes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (codes[i] == code) return true;
  return false;
}

/* Whether a character separates words as a blank does: brackets, quotation marks, marks of sentences, white space. */
static bool separates_name_words(uint32_t code) {
  static const uint16_t others[] = {0xa1,   0xab,   0xbb,   0xbf,   0x37e,  0x589,  0x60c,  0x61b,  0x61f,  0x6d4,
                                    0x964,  0x200c, 0x2018, 0x2019, 0x201a, 0x201b, 0x201c, 0x201d, 0x201e, 0x201f,
                                    0x2026, 0x2039, 0x203a, 0xff01, 0xff02, 0xff07, 0xff08, 0xff09, 0xff0c, 0xff0e,
                                    0xff1a, 0xff1b, 0xff1f, 0xff3b, 0xff3d, 0xff5b, 0xff5d, 0xff61, 0xff64};
  if (code < 0x80) return code <= ' ' || strchr("()[]{}\"'`,;:.!?\x7f", (int)code) != NULL;
  if (is_forbidden(code) || dt_is_white(code)) return true;
  if (code > 0x3000 && code <= 0x301f) return code < 0x3004 || (code >= 0x3008 && code != 0x3012 && code != 0x3013);
  return is_code_among(code, others, sizeof others / sizeof *others);
}

/* Whether a character separates words if it stands between blanks: slashes and dashes. */
static bool is_loose_separator(uint32_t code) {
  static const uint16_t others[] = {0xb7, 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2022, 0x2212, 0xff0f};
  if (code < 0x80) return code == '/' || code == '-' || code == '|' || code == '\\';
  return is_code_among(code, others, sizeof others / sizeof *others);
}

/* Whether a slash is between two words: "Parties/Caption", but not "+/-". */
static bool divides_words(uint32_t code, const char *before, const char *after, const char *end) {
  return code == '/' && after < end && (dt_is_ascii_alnum(*before) || (unsigned char)*before >= 0x80) &&
         (dt_is_ascii_alnum(*after) || (unsigned char)*after >= 0x80);
}

/* Whether the text ends or a word does. */
static bool is_word_end(const char *at, const char *end) {
  uint32_t code;
  if (at == end) return true;
  dt_utf8_read(at, end, &code);
  return separates_name_words(code);
}

/* Whether the character before `after` is a number sign that is a word of its own: "Case #", "# of votes". */
static bool is_number_sign(uint32_t code, bool gap, const char *after, const char *end) {
  return code == '#' && gap && is_word_end(after, end);
}

static bool has_letter(const char *label, const char *end) {
  for (uint32_t code; label < end;) {
    label += dt_utf8_read(label, end, &code);
    if (dt_is_letter(code) && (code >= 0x80 || !dt_is_digit((char)code))) return true;
  }
  return false;
}

typedef struct making {
  char name[MAX_WIDTH * (MAX_CHARACTERS + 2)];
  size_t length, characters;
  size_t words; /* bytes up to the end of the last word */
  bool cut;     /* the label has more characters than a name */
} making;

/* Writes the words of a label in lower case with hyphens between them, and "number" for its sign beside words; `whole`:
 * only white space separates them. */
static void make_name(making *m, const char *label, bool whole) {
  static const char number[] = "number";
  const bool spelt = !whole && has_letter(label, label + strlen(label));
  bool gap = true;

  *m = (making){.length = 0};
  for (const char *at = label, *end = label + strlen(label); at < end;) {
    uint32_t code;
    at += dt_utf8_read(at, end, &code);
    bool separator = whole ? dt_is_white(code) || is_forbidden(code) : separates_name_words(code);
    if (!whole && !separator) {
      separator = gap && is_loose_separator(code) && is_word_end(at, end);
      separator = separator || (m->length == 0 && code == '@'); /* a name does not begin with it */
      separator = separator || (at - label > 1 && divides_words(code, at - 2, at, end));
    }
    if (separator) {
      if (!gap) m->words = m->length;
      gap = true;
    } else if (!dt_is_invisible(code)) {
      bool hyphen = gap && m->length != 0 && code != '-' && m->name[m->length - 1] != '-';
      size_t characters = spelt && is_number_sign(code, gap, at, end) ? sizeof number - 1 : 1;
      if (m->characters + hyphen + characters > MAX_CHARACTERS) m->cut = true;
      if (m->cut) return;
      if (hyphen) m->name[m->length++] = '-';
      if (characters == 1) m->length += dt_utf8_write(m->name + m->length, dt_lower(code));
      for (size_t i = 0; i < characters && characters != 1; i++) m->name[m->length++] = number[i];
      m->characters += characters + hyphen;
      gap = false;
    }
  }
}

/* Removes hyphens before the first letter and after the last one: "price-", but not "+/-". */
static detm_text trim_hyphens(const char *name, size_t length) {
  const char *start = name, *end = name + length, *last = end;
  while (start < end && *start == '-') start++;
  if (!dt_is_letter_at(start, end)) start = name;
  while (last > start && last[-1] == '-') last--;
  const char *before = last;
  while (before > start && ((unsigned char)before[-1] & 0xc0) == 0x80) before--;
  if (before > start && dt_is_letter_at(before - 1, last)) end = last;
  return dt_text_between(start, end);
}

/* Returns the name, NULL if it is not a valid one. */
static const char *copy_valid_name(dt_arena *arena, detm_text text) {
  const char *name = dt_arena_copy(arena, text.data, text.length);
  return dt_name_valid(name) ? name : NULL;
}

/* Returns the label in lower case with hyphens for white space, cut if it is too long; NULL if that is not a name. */
static const char *whole_name(dt_arena *arena, const char *label, making *m) {
  make_name(m, label, true);
  return copy_valid_name(arena, dt_text_between(m->name, m->name + m->length));
}

const char *dt_name_make(dt_arena *arena, const char *label) {
  making m;
  make_name(&m, label, false);
  if (m.cut) return NULL;
  const char *name =
      m.length != 0 ? copy_valid_name(arena, trim_hyphens(m.name, m.length)) : whole_name(arena, label, &m);
  return m.cut ? NULL : name;
}

const char *dt_name_of_header(dt_arena *arena, const char *header) {
  making m;
  make_name(&m, header, false);
  size_t length = m.cut && m.words != 0 ? m.words : m.length;
  const char *name = length != 0 ? copy_valid_name(arena, trim_hyphens(m.name, length)) : whole_name(arena, header, &m);
  return name != NULL || m.length == 0 ? name : dt_arena_copy(arena, unnamed, sizeof unnamed - 1);
}

const char *dt_name_of_word(dt_arena *arena, const char *word) {
  char name[MAX_WORD_BYTES + MAX_WIDTH + 1];
  size_t length = 0;
  bool gap = false;

  for (const char *at = word, *end = word + strlen(word); at < end;) {
    uint32_t code;
    at += dt_utf8_read(at, end, &code);
    code = dt_lower(code);
    bool digit = (dt_char_flags(code) & DT_CHAR_DIGIT) != 0;
    if (dt_is_letter(code) && (length != 0 || !digit)) {
      if (gap && length != 0) name[length++] = '-';
      gap = false;
      length += dt_utf8_write(name + length, code);
    } else {
      gap = true;
    }
    if (length > MAX_WORD_BYTES) return NULL;
  }

  return length != 0 ? dt_arena_copy(arena, name, length) : NULL;
}

/* ---- plain names ---- */

/* The first letter of the form without accents of the Latin letters U+00C0 to U+024F, and U+1E00 to U+1EFF. */
static const char latin[] =
    "aaaaaaaceeeeiiiidnooooo.ouuuuytsaaaaaaaceeeeiiiidnooooo.ouuuuytyaaaaaaccccccccddddeeeeeeeeeegggg"
    "gggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"
    "b...............................oo.............uu....zz.............dddlllnnnaaiioouuuuuuuuuu.aa"
    "aa....ggkkoooo..jdddgg..nnaa....aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy...j........"
    "...b............";
static const char latin_additional[] =
    "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrr"
    "ssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwyas..s.aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee"
    "eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......";

enum { LATIN = 0xc0, LATIN_ADDITIONAL = 0x1e00 };

/* Signs and letters that are more than one letter. */
static const struct {
  uint32_t code;
  const char *text;
  bool word; /* it stands apart from its neighbours */
} plain_forms[] = {{'%', "percent", true}, {'#', "number", true}, {'$', "usd", true},   {'&', "and", true},
                   {'+', "plus", true},    {0x20ac, "eur", true}, {0xa3, "gbp", true},  {0xb2, "2", false},
                   {0xb3, "3", false},     {0xb9, "1", false},    {0xb5, "u", false},   {0x3bc, "u", false},
                   {0xdf, "ss", false},    {0xe6, "ae", false},   {0x153, "oe", false}, {0xfe, "th", false}};

/* Writes the plain form of a character into `out`, "" if it has none; returns whether it stands apart. */
static bool plain_form(uint32_t code, char out[static 8]) {
  char letter = '\0';
  out[0] = out[1] = '\0';
  if (code >= 0xff01 && code <= 0xff5e) code -= 0xfee0; /* full width */
  code = dt_lower(code);

  for (size_t i = 0; i < sizeof plain_forms / sizeof *plain_forms; i++)
    if (plain_forms[i].code == code) {
      snprintf(out, 8, "%s", plain_forms[i].text);
      return plain_forms[i].word;
    }

  if (code < 0x80) letter = (char)(dt_is_ascii_alnum((char)code) ? code : '\0');
  if (code >= LATIN && code < LATIN + sizeof latin - 1) letter = latin[code - LATIN];
  if (code >= LATIN_ADDITIONAL && code < LATIN_ADDITIONAL + sizeof latin_additional - 1)
    letter = latin_additional[code - LATIN_ADDITIONAL];
  out[0] = (char)(letter != '.' ? letter : '\0');
  return out[0] == '\0' && !dt_is_letter(code) && !dt_is_invisible(code);
}

const char *dt_name_plain(dt_arena *arena, const char *name) {
  enum { LONGEST = 8 };
  char plain[MAX_PLAIN_BYTES + LONGEST + 2], form[LONGEST];
  size_t length = 0;
  bool gap = false;

  for (const char *at = name, *end = name + strlen(name); at < end && length < MAX_PLAIN_BYTES;) {
    uint32_t code;
    at += dt_utf8_read(at, end, &code);
    bool apart = plain_form(code, form);
    gap = gap || apart;
    if (*form == '\0') continue;
    if (gap && length != 0) plain[length++] = '_';
    if (length == 0 && dt_is_digit(*form)) plain[length++] = 'n';
    for (const char *from = form; *from != '\0'; from++) plain[length++] = *from;
    gap = apart;
  }

  return length != 0 ? dt_arena_copy(arena, plain, length) : dt_arena_copy(arena, unnamed, sizeof unnamed - 1);
}

/* ---- names in use ---- */

void dt_names_start(dt_names *names, dt_arena *arena) {
  names->arena = arena;
  dt_map_start(&names->times, arena, 0);
}

/* Returns how many times a text was requested, including this time; names and headers are different `kind`s. */
static uint32_t count_requests(dt_names *names, const char *text, uint64_t kind) {
  return ++*dt_map_at(&names->times, dt_hash_mix(dt_hash_keyed(text, strlen(text)), kind));
}

enum { NAME, HEADER };

/* Returns a name that is not in use, with `mark` before its number. */
static const char *give_unique_name(dt_names *names, const char *name, char mark) {
  const char *free_name = name;
  for (uint32_t again = count_requests(names, name, NAME); again > 1; again++) {
    free_name = dt_arena_format(names->arena, "%s%c%lu", name, mark, (unsigned long)again);
    if (count_requests(names, free_name, NAME) == 1) break;
  }
  /* a copy, since the name may not live as long */
  return free_name == name ? dt_arena_copy(names->arena, name, strlen(name)) : free_name;
}

bool dt_names_has(const dt_names *names, const char *name) {
  return dt_map_get(&names->times, dt_hash_mix(dt_hash_keyed(name, strlen(name)), NAME)) != 0;
}

const char *dt_names_give(dt_names *names, const char *name) { return give_unique_name(names, name, '-'); }

const char *dt_names_give_plain(dt_names *names, const char *name) {
  return give_unique_name(names, dt_name_plain(names->arena, name), '_');
}

const char *dt_names_give_header(dt_names *names, const char *header) {
  const char *name = dt_name_of_header(names->arena, header);
  bool again = count_requests(names, header, HEADER) > 1;
  bool taken = dt_names_has(names, name);
  if (taken && !again) {
    making m;
    const char *whole = whole_name(names->arena, header, &m);
    if (whole != NULL && !m.cut && strcmp(whole, name) != 0) name = whole;
  }
  return give_unique_name(names, name, '-');
}
