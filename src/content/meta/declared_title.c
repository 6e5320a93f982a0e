/* content/meta/declared_title.c: reads declared titles (<title>, og:title, JSON-LD's headline): splits them at
 * separators, and finds the parts that name the site. */
#include "content/meta/declared_title.h"

#include "html/entities.h"
#include "text/fold.h"
#include "text/vocabulary.h"
#include "text/words.h"

enum { MAX_DECLARED_LENGTH = 1000 /* bytes read of a declared title */ };

dt_spelling dt_spell(dt_arena *arena, detm_text text) {
  char *normal = DT_ARRAY(arena, char, text.length + 1);
  size_t length = dt_squeeze_word(text, normal);
  normal[length] = '\0';
  return (dt_spelling){text, {normal, length}, false};
}

bool dt_spelling_contains(detm_text whole, detm_text part) {
  return part.length != 0 && part.length <= whole.length && strstr(whole.data, part.data) != NULL;
}

static unsigned blanks(const char *at) { return (unsigned)strspn(at, " \n"); }

static bool is_strong_separator(uint32_t code) {
  return code == '|' || code == '_' || code == 0xff5c || code == 0xbb || code == 0xab;
}

static bool is_weak_separator(uint32_t code) {
  return code == '-' || code == ':' || code == '/' || code == 0x2013 || code == 0x2014 || code == 0xb7 ||
         code == 0x2022;
}

/* Returns the bytes of the separators at `at` with their blanks, or 0; sets *strong if one of them needs no blanks. */
static unsigned separator_at(const char *at, const char *end, bool *strong) {
  unsigned before = blanks(at), length = 0, count = 0;
  const char *first = at + before;
  for (; first + length < end; count++) {
    uint32_t code;
    unsigned bytes = dt_utf8_read(first + length, end, &code);
    bool is_strong = is_strong_separator(code);
    if (!is_strong && !is_weak_separator(code)) break;
    *strong |= is_strong;
    length += bytes;
  }

  if (length == 0) return 0;
  unsigned after = blanks(first + length);
  bool doubled = count == 2 && (memcmp(first, "::", 2) == 0 || memcmp(first, "--", 2) == 0);
  *strong |= doubled && *first == ':' && before != 0;
  bool dash = (unsigned char)first[0] == 0xe2; /* long dashes and bullets */
  return *strong || doubled || (before != 0 && (after != 0 || dash)) ? before + length + after : 0;
}

bool dt_has_separator(detm_text gap) {
  bool weak = false;
  for (const char *at = gap.data, *end = at + gap.length; at < end;) {
    uint32_t code;
    at += dt_utf8_read(at, end, &code);
    if (is_strong_separator(code) || code == 0xff1a || (weak && dt_is_blank(code))) return true;
    weak = is_weak_separator(code);
  }
  return false;
}

static void add_segment(dt_arena *arena, dt_declared_title *d, const char *from, const char *to, bool apart) {
  if (to == from || d->count == DT_MAX_TITLE_SEGMENTS) return;
  dt_spelling segment = dt_spell(arena, dt_text_between(from, to));
  segment.apart = apart;
  if (segment.normal.length != 0) d->segments[d->count++] = segment;
}

/* Returns a copy without character references, which may have been escaped twice. */
static char *without_references(dt_arena *arena, const char *text) {
  size_t length = dt_text_cut(dt_text(text), MAX_DECLARED_LENGTH).length;
  char *copy = dt_arena_copy(arena, text, length);
  dt_buffer clean = {0};
  dt_add_without_references(&clean, (detm_text){text, length});
  if (!clean.failed && clean.length < length) {
    memcpy(copy, clean.data, clean.length);
    copy[clean.length] = '\0';
  }
  dt_buffer_free(&clean);
  return copy;
}

/* ---- without the site's name ---- */

static bool matches_site(detm_text site, detm_text segment) {
  return site.length != 0 && (dt_spelling_contains(site, segment) ||
                              (dt_spelling_contains(segment, site) && segment.length < 2 * site.length));
}

bool dt_names_site(const dt_page_names *names, const dt_spelling *text) {
  return matches_site(names->site, text->normal) || matches_site(names->host, text->normal);
}

double dt_share_of_words(dt_arena *arena, detm_text part, detm_text whole) {
  dt_vocabulary words;
  dt_vocabulary_start(&words, arena, MAX_DECLARED_LENGTH);
  dt_vocabulary_add(&words, whole);
  return dt_vocabulary_share(&words, part);
}

static detm_text text_of_segments(const dt_declared_title *d, unsigned first, unsigned end) {
  detm_text last = d->segments[end - 1].text;
  return dt_text_between(d->segments[first].text.data, last.data + last.length);
}

/* Returns the separator before a segment that is not the first. */
static detm_text separator_before(const dt_declared_title *d, unsigned segment) {
  detm_text before = d->segments[segment - 1].text;
  return dt_text_strip(dt_text_between(before.data + before.length, d->segments[segment].text.data), " \n");
}

/* Returns the first part with the largest share of the URL's words, or the first with most words if none has any of
 * them.  Parts end at separators like the last one, after which most sites add their name: "TRM : a chip - Gazette". */
static detm_text likely_part(dt_arena *arena, const dt_page_names *names, const dt_declared_title *d) {
  detm_text best = DT_TEXT(""), last = separator_before(d, d->count - 1);
  double most_share = 0;
  size_t most_words = 0;

  for (unsigned first = 0, end; first < d->count; first = end) {
    for (end = first + 1; end < d->count && !dt_text_equal(separator_before(d, end), last);) end++;
    detm_text own = text_of_segments(d, first, end);
    double share = dt_share_of_words(arena, names->path, own);
    size_t words = dt_word_count(own, MAX_DECLARED_LENGTH);
    if (share < most_share || (share == most_share && (share > 0 || words <= most_words))) continue;
    most_share = share;
    most_words = words;
    best = own;
  }

  return best;
}

static detm_text without_site(dt_arena *arena, const dt_page_names *names, const dt_declared_title *d) {
  unsigned first = 0, end, kept = 0;
  bool strong = false;
  if (d->count < 2) return d->whole.text;

  for (unsigned i = 0; i < d->count; i++) {
    kept += !dt_names_site(names, &d->segments[i]);
    strong |= d->segments[i].apart;
  }

  if (kept == 0 || (kept == d->count && !strong)) return likely_part(arena, names, d);
  while (dt_names_site(names, &d->segments[first])) first++;
  for (unsigned i = first + 1; first != 0 && i < d->count && !dt_names_site(names, &d->segments[i]); i++)
    if (d->segments[i].apart) first = i; /* after the site's name come sections, then the title */
  for (end = first + 1; end < d->count && !d->segments[end].apart && !dt_names_site(names, &d->segments[end]);) end++;
  return text_of_segments(d, first, end);
}

/* ---- reading ---- */

/* Checks whether a colon follows the site's name at the start of a title: "The Gazette: Reservoir leaks".  If the rest
 * has the name, too, nothing says which of the two is the site. */
static bool follows_site(dt_arena *arena, const dt_page_names *names, const char *start, const char *colon) {
  if (names->site.length == 0 || colon[0] != ':' || colon[1] != ' ') return false;
  if (!dt_text_equal(dt_spell(arena, dt_text_between(start, colon)).normal, names->site)) return false;
  return !dt_spelling_contains(dt_spell(arena, dt_text(colon)).normal, names->site);
}

dt_declared_title dt_declared_title_read(dt_arena *arena, const dt_page_names *names, const char *text) {
  dt_declared_title d = {.count = 0};
  const char *copy = without_references(arena, text);
  const char *end = copy + strlen(copy), *from = copy;
  bool apart = false;

  for (const char *at = copy; at < end;) {
    bool strong = false;
    unsigned separator = separator_at(at, end, &strong);
    if (separator == 0 && from == copy && follows_site(arena, names, from, at)) separator = 2;
    if (separator != 0) {
      add_segment(arena, &d, from, at, apart);
      apart = strong;
      from = at += separator;
    } else {
      at++;
    }
  }

  add_segment(arena, &d, from, end, apart);
  d.whole = dt_spell(arena, dt_text(copy));
  d.cut = dt_spell(arena, without_site(arena, names, &d));
  return d;
}
