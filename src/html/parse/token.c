/* html/parse/token.c: the tokenizer.  All bytes are in memory, so the states of the standard are places in straight
 * code. */
#include "html/parse/token.h"

#include <strings.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* ---- slices ---- */

static uint32_t raw_of(char c) {
  return c == '&' ? DT_RAW_REFERENCE : c == '\r' ? DT_RAW_CR : c == '\0' ? DT_RAW_NUL : 0;
}

static dt_slice slice_of(const char *from, const char *to, uint32_t raw) {
  return (dt_slice){from, (uint32_t)(to - from), raw};
}

/* Returns the slice with the flags of its bytes but for references. */
static dt_slice plain_slice(const char *from, const char *to) {
  uint32_t raw = 0;
  for (const char *at = from; at < to; at++) raw |= raw_of(*at);
  return slice_of(from, to, raw & ~(uint32_t)DT_RAW_REFERENCE);
}

static bool same_name(dt_slice a, dt_slice b) {
  return a.length == b.length && strncasecmp(a.data, b.data, a.length) == 0;
}

/* ---- text ---- */

/* Returns the next "<", or `end`, and adds the flags of the bytes before it. */
static const char *find_less_than(const char *at, const char *end, uint32_t *raw) {
#ifdef __SSE2__
  const __m128i less = _mm_set1_epi8('<'), ampersand = _mm_set1_epi8('&'), cr = _mm_set1_epi8('\r');
  for (; end - at >= 16; at += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)at);
    __m128i special = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, ampersand), _mm_cmpeq_epi8(bytes, cr)),
                                   _mm_cmpeq_epi8(bytes, _mm_setzero_si128()));
    unsigned stops = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, less));
    unsigned specials = (unsigned)_mm_movemask_epi8(special);
    unsigned before = stops != 0 ? (unsigned)__builtin_ctz(stops) : 16;
    for (specials &= (1U << before) - 1; specials != 0; specials &= specials - 1)
      *raw |= raw_of(at[__builtin_ctz(specials)]);
    if (stops != 0) return at + before;
  }
#endif
  for (; at < end && *at != '<'; at++) *raw |= raw_of(*at);
  return at;
}

/* Checks whether "<" begins a tag, a comment or a declaration. */
static bool begins_markup(const char *at, const char *end) {
  if (end - at < 2) return false;
  return dt_is_ascii_letter(at[1]) || at[1] == '!' || at[1] == '?' || (at[1] == '/' && end - at > 2);
}

static void read_text(dt_tokenizer *t, dt_html_token *token) {
  uint32_t raw = 0;
  const char *from = t->at, *at = find_less_than(from, t->end, &raw);
  while (at < t->end && !begins_markup(at, t->end)) at = find_less_than(at + 1, t->end, &raw);
  if ((raw & DT_RAW_NUL) != 0) raw |= DT_RAW_KEEP_NUL;
  token->kind = DT_TOKEN_TEXT;
  token->text = slice_of(from, at, raw);
  t->at = at;
}

/* ---- tags ---- */

/* Reads attributes from behind the tag's name.  Returns the byte after ">", NULL if the page ends before. */
static const char *read_attributes(dt_tokenizer *t, dt_html_token *token, const char *at) {
  const char *end = t->end;
  token->attributes = t->attributes;
  for (;;) {
    while (at < end && (dt_is_html_space(*at) || *at == '/')) {
      token->self_closing = *at == '/' && end - at > 1 && at[1] == '>';
      at++;
    }
    if (at == end) return NULL;
    if (*at == '>') return at + 1;
    token->self_closing = false;
    const char *from = at;
    uint32_t raw = 0;
    do {
      if (dt_is_ascii_upper(*at)) raw |= DT_RAW_UPPER;
      if (*at == '\0') raw |= DT_RAW_NUL;
      at++;
    } while (at < end && !dt_is_html_space(*at) && *at != '/' && *at != '>' && *at != '=');
    dt_html_attribute attribute = {slice_of(from, at, raw), slice_of(at, at, 0)};
    while (at < end && dt_is_html_space(*at)) at++;
    if (at < end && *at == '=') {
      at++;
      while (at < end && dt_is_html_space(*at)) at++;
      if (at == end) return NULL;
      char quote = *at == '"' || *at == '\'' ? *at : '\0';
      at += quote != '\0';
      raw = 0;
      for (from = at; at < end; at++) {
        if (quote != '\0' ? *at == quote : dt_is_html_space(*at) || *at == '>') break;
        raw |= raw_of(*at);
      }
      if (at == end) return NULL;
      attribute.value = slice_of(from, at, raw);
      at += quote != '\0';
    }
    uint32_t n = 0;
    while (n < token->attribute_count && !same_name(t->attributes[n].name, attribute.name)) n++;
    if (n == DT_MAX_ATTRIBUTES)
      t->attributes_lost = true;
    else if (n == token->attribute_count)
      t->attributes[token->attribute_count++] = attribute;
  }
}

/* Reads a tag whose name begins at `at`.  Returns false if the page ends within it. */
static bool read_tag(dt_tokenizer *t, dt_html_token *token, const char *at, dt_html_token_kind kind) {
  const char *from = at;
  uint32_t raw = 0;
  dt_name_key key = {0, 0};
  for (unsigned i = 0; at < t->end && !dt_is_html_space(*at) && *at != '/' && *at != '>'; at++, i++) {
    if (dt_is_ascii_upper(*at)) raw |= DT_RAW_UPPER;
    if (*at == '\0') raw |= DT_RAW_NUL;
    uint64_t byte = (unsigned char)dt_ascii_lower(*at);
    if (i < 8)
      key.low |= byte << 8 * i;
    else if (i < 16)
      key.high |= byte << 8 * (i - 8);
  }
  token->kind = kind;
  token->text = slice_of(from, at, raw);
  token->tag = at - from <= 16 && (raw & DT_RAW_NUL) == 0 ? dt_tag_of_key(key) : DT_TAG_FOREIGN;
  at = read_attributes(t, token, at);
  t->at = at != NULL ? at : t->end;
  if (kind == DT_TOKEN_START_TAG) t->last_start = token->text;
  return at != NULL;
}

/* ---- comments, declarations ---- */

static void make_comment(dt_tokenizer *t, dt_html_token *token, const char *from, const char *to, const char *next) {
  token->kind = DT_TOKEN_COMMENT;
  token->text = plain_slice(from, to);
  t->at = next;
}

/* Reads a comment up to the next ">" (bogus comment state). */
static void read_bogus_comment(dt_tokenizer *t, dt_html_token *token, const char *from) {
  const char *stop = memchr(from, '>', (size_t)(t->end - from));
  make_comment(t, token, from, stop != NULL ? stop : t->end, stop != NULL ? stop + 1 : t->end);
}

/* Reads a comment from behind "<!--". */
static void read_comment(dt_tokenizer *t, dt_html_token *token, const char *from) {
  const char *end = t->end, *at = from;
  if (at < end && *at == '>') {
    make_comment(t, token, from, from, at + 1);
    return;
  }
  if (end - at > 1 && at[0] == '-' && at[1] == '>') {
    make_comment(t, token, from, from, at + 2);
    return;
  }
  while ((at = memchr(at, '-', (size_t)(end - at))) != NULL) {
    if (end - at > 2 && at[1] == '-' && at[2] == '>') {
      make_comment(t, token, from, at, at + 3);
      return;
    }
    if (end - at > 3 && at[1] == '-' && at[2] == '!' && at[3] == '>') {
      make_comment(t, token, from, at, at + 4);
      return;
    }
    at++;
  }
  /* the page ends: dashes that might have ended the comment are not part of it */
  const char *to = end;
  if (to - from > 2 && memcmp(to - 3, "--!", 3) == 0)
    to -= 3;
  else
    for (int dashes = 0; dashes < 2 && to > from && to[-1] == '-'; dashes++) to--;
  make_comment(t, token, from, to, end);
}

static const char *skip_spaces(const char *at, const char *end) {
  while (at < end && dt_is_html_space(*at)) at++;
  return at;
}

/* Reads a quoted identifier of a doctype, if there is one.  Returns the byte after it; *quirks: it was not complete. */
static const char *read_identifier(const char *at, const char *end, bool *has, dt_slice *id, bool *quirks) {
  if (at == end || (*at != '"' && *at != '\'')) return at;
  const char *from = at + 1, *stop = from;
  while (stop < end && *stop != *at && *stop != '>') stop++;
  *has = true;
  *id = plain_slice(from, stop);
  *quirks = stop == end || *stop == '>';
  return *quirks ? stop : stop + 1;
}

/* Reads a doctype from behind "<!doctype". */
static void read_doctype(dt_tokenizer *t, dt_html_token *token, const char *at) {
  const char *end = t->end, *from;
  token->kind = DT_TOKEN_DOCTYPE;
  from = at = skip_spaces(at, end);
  uint32_t raw = 0;
  for (; at < end && !dt_is_html_space(*at) && *at != '>'; at++) {
    if (dt_is_ascii_upper(*at)) raw |= DT_RAW_UPPER;
    if (*at == '\0') raw |= DT_RAW_NUL;
  }
  token->has_name = at > from;
  token->text = slice_of(from, at, raw);
  token->quirks = !token->has_name;
  at = skip_spaces(at, end);
  bool public = end - at >= 6 && strncasecmp(at, "public", 6) == 0;
  if (public || (end - at >= 6 && strncasecmp(at, "system", 6) == 0)) {
    at = skip_spaces(at + 6, end);
    if (public) {
      at = skip_spaces(read_identifier(at, end, &token->has_public_id, &token->public_id, &token->quirks), end);
      token->quirks = token->quirks || !token->has_public_id;
    }
    if (!token->quirks) at = read_identifier(at, end, &token->has_system_id, &token->system_id, &token->quirks);
    at = skip_spaces(at, end);
    bool complete = token->has_system_id || (public && at < end && *at == '>');
    if (!complete) token->quirks = true;
  } else if (at < end && *at != '>') {
    token->quirks = true;
  }
  if (at == end) token->quirks = true; /* but not if the page ends in what follows the identifiers */
  const char *stop = at < end ? memchr(at, '>', (size_t)(end - at)) : NULL;
  t->at = stop != NULL ? stop + 1 : end;
}

/* Reads what begins with "<!". */
static void read_declaration(dt_tokenizer *t, dt_html_token *token, const char *at) {
  size_t left = (size_t)(t->end - at);
  if (left >= 2 && at[0] == '-' && at[1] == '-') {
    read_comment(t, token, at + 2);
  } else if (left >= 7 && strncasecmp(at, "doctype", 7) == 0) {
    read_doctype(t, token, at + 7);
  } else if (t->cdata && left >= 7 && memcmp(at, "[CDATA[", 7) == 0) {
    t->at = at + 7;
    t->model = DT_MODEL_CDATA;
  } else {
    read_bogus_comment(t, token, at);
  }
}

/* ---- text of elements that hold only text ---- */

/* Checks whether an end tag with the name begins at "<". */
static bool is_end_tag(const char *at, const char *end, const char *name, size_t length) {
  if (length == 0 || (size_t)(end - at) < length + 3 || at[1] != '/' || strncasecmp(at + 2, name, length) != 0)
    return false;
  char next = at[length + 2];
  return dt_is_html_space(next) || next == '/' || next == '>';
}

/* Returns the end tag of the script at `at`, or `end`: "<!--" hides a script within the script, up to "-->". */
static const char *find_script_end(const char *at, const char *end, dt_slice name) {
  enum { SCRIPT, ESCAPED, DOUBLE_ESCAPED } state = SCRIPT;
  for (; at < end; at++) {
    if (*at == '-' && state != SCRIPT && end - at > 2 && at[1] == '-' && at[2] == '>') state = SCRIPT;
    if (*at != '<') continue;
    if (state != DOUBLE_ESCAPED && is_end_tag(at, end, name.data, name.length)) return at;
    if (state == SCRIPT && end - at > 3 && memcmp(at, "<!--", 4) == 0) {
      state = ESCAPED;
      at++; /* "<!-->" ends at once */
    } else if (state == DOUBLE_ESCAPED && is_end_tag(at, end, "script", 6)) {
      state = ESCAPED;
    } else if (state == ESCAPED && end - at > 7 && strncasecmp(at, "<script", 7) == 0 &&
               (dt_is_html_space(at[7]) || at[7] == '/' || at[7] == '>')) {
      state = DOUBLE_ESCAPED;
    }
  }
  return end;
}

static const char *find_text_end(const dt_tokenizer *t) {
  const char *at = t->at, *end = t->end;
  dt_slice name = t->last_start;
  if (t->model == DT_MODEL_PLAINTEXT) return end;
  if (t->model == DT_MODEL_SCRIPT) return find_script_end(at, end, name);
  if (t->model == DT_MODEL_CDATA) {
    while ((at = memchr(at, ']', (size_t)(end - at))) != NULL && !(end - at > 2 && at[1] == ']' && at[2] == '>')) at++;
    return at != NULL ? at : end;
  }
  while ((at = memchr(at, '<', (size_t)(end - at))) != NULL && !is_end_tag(at, end, name.data, name.length)) at++;
  return at != NULL ? at : end;
}

/* Reads the text of such an element, or its end tag if that comes next.  Returns false if there is no token. */
static bool read_raw_text(dt_tokenizer *t, dt_html_token *token) {
  const char *from = t->at, *to = find_text_end(t);
  uint32_t raw = 0;
  if (to > from) {
    for (const char *at = from; at < to; at++) raw |= raw_of(*at);
    if (t->model != DT_MODEL_RCDATA) raw &= ~(uint32_t)DT_RAW_REFERENCE;
    if (t->model == DT_MODEL_CDATA && (raw & DT_RAW_NUL) != 0) raw |= DT_RAW_KEEP_NUL;
    token->kind = DT_TOKEN_TEXT;
    token->text = slice_of(from, to, raw);
    t->at = to;
    return true;
  }
  bool cdata = t->model == DT_MODEL_CDATA;
  t->model = DT_MODEL_DATA;
  if (!cdata) return read_tag(t, token, to + 2, DT_TOKEN_END_TAG);
  t->at = to + 3;
  return false;
}

/* ---- tokens ---- */

void dt_tokenizer_start(dt_tokenizer *tokenizer, const char *page, size_t length) {
  tokenizer->at = page;
  tokenizer->end = page + length;
  tokenizer->model = DT_MODEL_DATA;
  tokenizer->last_start = (dt_slice){0};
  tokenizer->cdata = tokenizer->attributes_lost = false;
}

/* Reads a token that begins with "<".  Returns false if there is none: "</>", "<![CDATA[", a tag that the end of the
 * page cuts. */
static bool read_markup(dt_tokenizer *t, dt_html_token *token) {
  const char *at = t->at;
  if (dt_is_ascii_letter(at[1])) return read_tag(t, token, at + 1, DT_TOKEN_START_TAG);
  if (at[1] == '/') {
    if (dt_is_ascii_letter(at[2])) return read_tag(t, token, at + 2, DT_TOKEN_END_TAG);
    if (at[2] != '>') {
      read_bogus_comment(t, token, at + 2);
      return true;
    }
    t->at = at + 3;
    return false;
  }
  if (at[1] == '?') {
    read_bogus_comment(t, token, at + 1);
    return true;
  }
  read_declaration(t, token, at + 2);
  return t->model != DT_MODEL_CDATA;
}

void dt_html_token_next(dt_tokenizer *t, dt_html_token *token) {
  bool made = false;
  do {
    *token = (dt_html_token){.kind = DT_TOKEN_END_OF_FILE};
    if (t->at == t->end) return;
    if (t->model != DT_MODEL_DATA) {
      made = read_raw_text(t, token);
    } else if (*t->at == '<' && begins_markup(t->at, t->end)) {
      made = read_markup(t, token);
    } else {
      read_text(t, token);
      made = true;
    }
  } while (!made);
}
