/* html/parse/token.c: the tokenizer.  Since the whole page is in memory, it has no variable for the state of the
 * standard: each function reads one kind of token to its end. */
#include "html/parse/token.h"

#include "html/parse/scan.h"

/* ---- slices ---- */

static dt_slice slice_of(const char *from, const char *to, uint32_t raw) {
  return (dt_slice){from, (uint32_t)(to - from), raw};
}

/* Returns the slice with the flags of its bytes but for references. */
static dt_slice plain_slice(const char *from, const char *to) {
  return slice_of(from, to, dt_raw_of_bytes(from, to) & ~(uint32_t)DT_RAW_REFERENCE);
}

/* Checks whether the page goes on with a word, ignoring the case of letters. */
static bool page_goes_on(const char *at, const char *end, const char *word) {
  return dt_text_starts_ci(dt_text_between(at, end), dt_text(word));
}

/* ---- attributes ---- */

static detm_text name_of_raw(const dt_html_attribute *attribute) {
  return (detm_text){attribute->name, attribute->name_length};
}

const dt_html_attribute *dt_find_same_name(const dt_html_attribute *attributes, uint32_t count,
                                           const dt_html_attribute *name) {
  uint32_t a = 0;
  while (a < count &&
         (attributes[a].number != name->number || !dt_text_equal_ci(name_of_raw(&attributes[a]), name_of_raw(name))))
    a++;
  return a < count ? &attributes[a] : NULL;
}

const dt_html_attribute *dt_find_attribute(const dt_html_attribute *attributes, uint32_t count, const char *name) {
  detm_text wanted = dt_text(name);
  uint32_t a = 0;
  while (a < count && !dt_text_equal_ci(name_of_raw(&attributes[a]), wanted)) a++;
  return a < count ? &attributes[a] : NULL;
}

/* ---- text ---- */

/* Checks whether "<" begins a tag, a comment or a declaration. */
static bool begins_markup(const char *at, const char *end) {
  if (end - at < 2) return false;
  return dt_is_ascii_letter(at[1]) || at[1] == '!' || at[1] == '?' || (at[1] == '/' && end - at > 2);
}

static void scan_text(dt_tokenizer *t, dt_html_token *token) {
  uint32_t raw = 0;
  const char *from = t->at, *at = dt_scan_to('<', from, t->end, &raw);
  while (at < t->end && !begins_markup(at, t->end)) at = dt_scan_to('<', at + 1, t->end, &raw);
  if ((raw & DT_RAW_NUL) != 0) raw |= DT_RAW_KEEP_NUL;
  token->kind = DT_TOKEN_TEXT;
  token->text = slice_of(from, at, raw);
  token->blank = dt_scan_past_spaces(from, t->end) >= at;
  t->unfinished = at == t->end && at[-1] == '<'; /* the page ends at the start of a tag */
  t->at = at;
}

/* ---- tags ---- */

_Static_assert(DT_ATTRIBUTE_COUNT < 64, "the numbers of attributes are bits of a uint64_t");

/* Checks whether the tag has an attribute with the same name. */
static bool has_attribute(const dt_html_token *token, uint64_t numbers, const dt_html_attribute *attribute) {
  if (attribute->number != DT_ATTRIBUTE_NONE) return (numbers >> attribute->number & 1) != 0;
  return dt_find_same_name(token->attributes, token->attribute_count, attribute) != NULL;
}

/* Reads the value after "=".  Returns the byte after it, NULL if the page ends before. */
static const char *scan_value(const char *at, const char *end, dt_html_attribute *attribute) {
  uint32_t raw = 0;
  while (at < end && dt_is_html_space(*at)) at++;
  if (at == end) return NULL;

  char quote = *at;
  if (quote == '"' || quote == '\'') {
    const char *stop = dt_scan_to(quote, ++at, end, &raw);
    if (stop == end) return NULL;
    attribute->value = at;
    attribute->value_length = (uint32_t)(stop - at);
    attribute->value_raw = raw & DT_RAW_OF_VALUE;
    return stop + 1;
  }

  attribute->value = at;
  for (; at < end && !dt_is_html_space(*at) && *at != '>'; at++) raw |= dt_raw_of(*at);
  attribute->value_length = (uint32_t)(at - attribute->value);
  attribute->value_raw = raw & DT_RAW_OF_VALUE;
  return at < end ? at : NULL;
}

/* Reads an attribute whose name begins at `at`.  Returns the byte after it, NULL if the page ends before. */
static const char *scan_attribute(const char *at, const char *end, dt_html_attribute *attribute, bool *too_long) {
  dt_scanned_name name;
  const char *from = at;
  at = dt_scan_name(at, end, '=', &name);
  size_t length = (size_t)(at - from);
  bool known = length <= DT_NAME_KEY && (name.raw & DT_RAW_NUL) == 0;
  *too_long = length > DT_MAX_ATTRIBUTE_NAME;
  *attribute = (dt_html_attribute){.name = from,
                                   .value = at,
                                   .name_length = (uint16_t)length,
                                   .number = (uint8_t)(known ? dt_attribute_of_key(name.key) : DT_ATTRIBUTE_NONE),
                                   .name_raw = name.raw & DT_RAW_OF_NAME};
  while (at < end && dt_is_html_space(*at)) at++;
  return at < end && *at == '=' ? scan_value(at + 1, end, attribute) : at;
}

/* Checks whether tree construction compares or looks for attributes without a number, or the tag tree does. */
static bool needs_all_attributes(dt_tag tag) {
  return (dt_tag_categories(tag) & DT_FORMATTING) != 0 || tag == DT_TAG_annotation_xml || tag == DT_TAG_img ||
         tag == DT_TAG_html || tag == DT_TAG_meta || tag == DT_TAG_template || tag == DT_TAG_select ||
         tag == DT_TAG_option || tag == DT_TAG_optgroup || tag == DT_TAG_iframe;
}

/* Checks whether an attribute that has no number, and is no JSON, is kept: "data-price", in which pages keep data of
 * their own, and "slot", the place in a shadow tree. */
static bool is_kept(const dt_html_attribute *attribute) {
  detm_text name = {attribute->name, attribute->name_length};
  return dt_text_starts_ci(name, DT_TEXT("data-")) || dt_text_equal_ci(name, DT_TEXT("slot"));
}

/* Reads the attributes; `at` is after the tag's name.  Returns the byte after ">", NULL if the page ends before. */
static const char *scan_attributes(dt_tokenizer *t, dt_html_token *token, const char *at) {
  const char *end = t->end;
  uint64_t numbers = 0;
  bool all = !t->known_attributes_only || needs_all_attributes(token->tag) ||
             (token->tag == DT_TAG_FOREIGN &&
              dt_text_equal_ci((detm_text){token->text.data, token->text.length}, DT_TEXT("slot")));

  token->attributes = t->attributes;
  for (;;) {
    while (at < end && (dt_is_html_space(*at) || *at == '/')) {
      token->self_closing = *at == '/' && end - at > 1 && at[1] == '>';
      at++;
    }
    if (at == end) return NULL;
    if (*at == '>') return at + 1;
    token->self_closing = false;
    dt_html_attribute attribute;
    bool too_long;
    at = scan_attribute(at, end, &attribute, &too_long);
    if (at == NULL) return NULL;
    bool json = attribute.number == DT_ATTRIBUTE_NONE && attribute.value_length != 0 &&
                (*attribute.value == '{' || *attribute.value == '[');
    if (!all && attribute.number == DT_ATTRIBUTE_NONE && !json && !is_kept(&attribute)) continue;
    if (!too_long && has_attribute(token, numbers, &attribute)) continue;
    if (too_long || token->attribute_count == DT_MAX_ATTRIBUTES) {
      t->attributes_lost = true;
      continue;
    }
    numbers |= UINT64_C(1) << attribute.number;
    token->json = token->json || json;
    t->attributes[token->attribute_count++] = attribute;
  }
}

/* Reads a tag whose name begins at `at`.  Returns false if the page ends within it. */
static bool read_tag(dt_tokenizer *t, dt_html_token *token, const char *at, dt_html_token_kind kind) {
  const char *from = at;
  dt_scanned_name name;
  at = dt_scan_name(at, t->end, '>', &name);
  bool known = at - from <= DT_NAME_KEY && (name.raw & DT_RAW_NUL) == 0;
  token->kind = kind;
  token->text = slice_of(from, at, name.raw);
  token->tag = known ? dt_tag_of_key(name.key) : DT_TAG_FOREIGN;
  at = scan_attributes(t, token, at);
  t->at = at != NULL ? at : t->end;
  t->unfinished = t->unfinished || at == NULL;
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

/* Reads a comment; `from` is after "<!--". */
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
  t->unfinished = true;
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

/* Reads a doctype; `at` is after "<!doctype". */
static void read_doctype(dt_tokenizer *t, dt_html_token *token, const char *at) {
  const char *end = t->end, *from;
  *token = (dt_html_token){.kind = DT_TOKEN_DOCTYPE};
  from = at = dt_skip_html_space(at, end);
  uint32_t raw = 0;
  for (; at < end && !dt_is_html_space(*at) && *at != '>'; at++) {
    if (dt_is_ascii_upper(*at)) raw |= DT_RAW_UPPER;
    if (*at == '\0') raw |= DT_RAW_NUL;
  }

  token->has_name = at > from;
  token->text = slice_of(from, at, raw);
  token->quirks = !token->has_name;
  at = dt_skip_html_space(at, end);

  bool public = page_goes_on(at, end, "public");
  if (public || page_goes_on(at, end, "system")) {
    at = dt_skip_html_space(at + 6, end);
    if (public) {
      at = dt_skip_html_space(read_identifier(at, end, &token->has_public_id, &token->public_id, &token->quirks), end);
      token->quirks = token->quirks || !token->has_public_id;
    }
    if (!token->quirks) at = read_identifier(at, end, &token->has_system_id, &token->system_id, &token->quirks);
    at = dt_skip_html_space(at, end);
    bool complete = token->has_system_id || (public && at < end && *at == '>');
    if (!complete) token->quirks = true;
  } else if (at < end && *at != '>') {
    token->quirks = true;
  }

  if (at == end) token->quirks = true; /* but not if the page ends in what follows the identifiers */
  const char *stop = at < end ? memchr(at, '>', (size_t)(end - at)) : NULL;
  t->at = stop != NULL ? stop + 1 : end;
}

/* Reads a comment, a doctype or another declaration; `at` is after "<!". */
static void read_declaration(dt_tokenizer *t, dt_html_token *token, const char *at) {
  size_t left = (size_t)(t->end - at);
  if (left >= 2 && at[0] == '-' && at[1] == '-') {
    read_comment(t, token, at + 2);
  } else if (page_goes_on(at, t->end, "doctype")) {
    read_doctype(t, token, at + 7);
  } else if (t->cdata && left >= 7 && memcmp(at, "[CDATA[", 7) == 0) {
    t->at = at + 7;
    t->model = DT_MODEL_CDATA;
  } else {
    read_bogus_comment(t, token, at);
  }
}

/* ---- text of elements that hold only text ---- */

/* Checks whether a tag's name at `at` is `name`, ignoring the case of letters. */
static bool is_tag_name(const char *at, const char *end, detm_text name) {
  return (size_t)(end - at) > name.length && dt_text_starts_ci(dt_text_between(at, end), name) &&
         dt_ends_name(at[name.length], '>');
}

/* Checks whether an end tag with the name begins at "<". */
static bool is_end_tag(const char *at, const char *end, detm_text name) {
  return name.length != 0 && end - at > 2 && at[1] == '/' && is_tag_name(at + 2, end, name);
}

/* Returns the end tag of the script at `at`, or `end`: "<!--" hides a script within the script, up to "-->". */
static const char *find_script_end(const char *at, const char *end, detm_text name) {
  enum { SCRIPT, ESCAPED, DOUBLE_ESCAPED } state = SCRIPT;
  const detm_text script = DT_TEXT("script");
  for (;; at++) {
    at = state == SCRIPT ? memchr(at, '<', (size_t)(end - at)) : dt_scan_to_either('<', '-', at, end);
    if (at == NULL || at == end) return end;
    if (*at == '-' && state != SCRIPT && end - at > 2 && at[1] == '-' && at[2] == '>') state = SCRIPT;
    if (*at != '<') continue;
    if (state != DOUBLE_ESCAPED && is_end_tag(at, end, name)) return at;
    if (state == SCRIPT && end - at > 3 && memcmp(at, "<!--", 4) == 0) {
      state = ESCAPED;
      at++; /* "<!-->" ends at once */
    } else if (state == DOUBLE_ESCAPED && is_end_tag(at, end, script)) {
      state = ESCAPED;
    } else if (state == ESCAPED && is_tag_name(at + 1, end, script)) {
      state = DOUBLE_ESCAPED;
    }
  }
}

static const char *find_text_end(const dt_tokenizer *t) {
  const char *at = t->at, *end = t->end;
  detm_text name = {t->last_start.data, t->last_start.length};
  if (t->model == DT_MODEL_PLAINTEXT) return end;
  if (t->model == DT_MODEL_SCRIPT) return find_script_end(at, end, name);
  if (t->model == DT_MODEL_CDATA) {
    while ((at = memchr(at, ']', (size_t)(end - at))) != NULL && !(end - at > 2 && at[1] == ']' && at[2] == '>')) at++;
    return at != NULL ? at : end;
  }
  while ((at = memchr(at, '<', (size_t)(end - at))) != NULL && !is_end_tag(at, end, name)) at++;
  return at != NULL ? at : end;
}

/* Reads the text of such an element, or its end tag if that comes next.  Returns false at the end of a CDATA section,
 * which makes no token. */
static bool read_raw_text(dt_tokenizer *t, dt_html_token *token) {
  const char *from = t->at, *to = find_text_end(t);
  if (to > from) {
    uint32_t raw = dt_raw_of_bytes(from, to);
    if (t->model != DT_MODEL_RCDATA) raw &= ~(uint32_t)DT_RAW_REFERENCE;
    if (t->model == DT_MODEL_CDATA && (raw & DT_RAW_NUL) != 0) raw |= DT_RAW_KEEP_NUL;
    token->kind = DT_TOKEN_TEXT;
    token->text = slice_of(from, to, raw);
    token->blank = dt_scan_past_spaces(from, t->end) >= to;
    t->at = to;
    t->unfinished = to == t->end && (t->model == DT_MODEL_SCRIPT || t->model == DT_MODEL_RAWTEXT);
    return true;
  }

  bool cdata = t->model == DT_MODEL_CDATA;
  t->model = DT_MODEL_DATA;
  if (!cdata) return read_tag(t, token, to + 2, DT_TOKEN_END_TAG);
  t->at = to + 3;
  return false;
}

/* ---- tokens ---- */

void dt_tokenizer_start(dt_tokenizer *tokenizer, const char *page, size_t length, dt_html_attribute *attributes) {
  tokenizer->at = page;
  tokenizer->end = page + length;
  tokenizer->model = DT_MODEL_DATA;
  tokenizer->last_start = (dt_slice){0};
  tokenizer->unfinished = tokenizer->cdata = tokenizer->attributes_lost = tokenizer->known_attributes_only = false;
  tokenizer->attributes = attributes;
}

/* Reads markup that begins with "<".  Returns false if it makes no token: "</>", "<![CDATA[", a tag that the page ends
 * in. */
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
    token->kind = DT_TOKEN_END_OF_FILE;
    token->tag = DT_TAG_TEXT;
    token->self_closing = token->json = false;
    token->attribute_count = 0;
    if (t->at == t->end) return;
    if (t->model != DT_MODEL_DATA) {
      made = read_raw_text(t, token);
    } else if (*t->at == '<' && begins_markup(t->at, t->end)) {
      made = read_markup(t, token);
    } else {
      scan_text(t, token);
      made = true;
    }
  } while (!made);
}
