/* html/prefilter.c: reduces markup in one pass over the bytes; [at, end) is the unread rest. */
#include "html/prefilter.h"

#include "html/elements.h"

#include <strings.h>

typedef struct reader {
  const char *at, *end;
  char *out;
  dt_buffer *data;      /* NULL: for the tag tree; else for the document, and the JSON-LD goes there */
  dt_buffer *styles;    /* NULL: not wanted */
  unsigned pre;         /* pre elements that are open; 0 where styles are not wanted */
  bool cut;             /* attributes were left out */
  bool no_comment_end;  /* none follows; avoids repeating a search that failed */
  unsigned no_end_tags; /* likewise, bits by place in raws */
} reader;

static void put(reader *r, const char *bytes, size_t length) {
  memcpy(r->out, bytes, length);
  r->out += length;
}

/* Returns the position after the next `word` (first byte not a letter), or the end. */
static const char *after(const char *at, const char *end, const char *word) {
  size_t length = strlen(word);
  while ((at = memchr(at, word[0], (size_t)(end - at))) != NULL) {
    if ((size_t)(end - at) < length) break;
    if (strncasecmp(at, word, length) == 0) return at + length;
    at++;
  }
  return end;
}

static void skip_comment(reader *r) {
  const char *text = r->at + 4;
  if (text < r->end && (*text == '>' || (*text == '-' && text + 1 < r->end && text[1] == '>'))) {
    r->at = text + (*text == '>' ? 1 : 2); /* <!--> and <!---> are whole comments */
    return;
  }
  const char *at = r->no_comment_end ? r->end : text;
  while ((at = memchr(at, '-', (size_t)(r->end - at))) != NULL && r->end - at >= 3) {
    if (at[1] == '-' && (at[2] == '>' || (at[2] == '!' && r->end - at > 3 && at[3] == '>'))) {
      r->at = at + (at[2] == '>' ? 3 : 4);
      return;
    }
    at++;
  }
  r->no_comment_end = true;
  r->at = after(text, r->end, ">"); /* without an end: the rest of the page must not be lost with it */
}

/* Skips to the end tag of raw text, e.g. "</script", or to the end. */
static void skip_raw(reader *r, const char *end_tag) {
  const char *at = r->at;
  do {
    at = after(at, r->end, end_tag);
  } while (at < r->end && *at != '>' && *at != '/' && !dt_is_ascii_space(*at));
  r->at = after(at, r->end, ">");
}

/* Elements that the parser gets without content or not at all. */
typedef struct raw {
  const char *name, *end_tag; /* NULL: it has no content */
  bool whole;                 /* without an end tag, the rest of the page is its content */
  bool kept;                  /* the element itself is kept, empty */
} raw;
static const raw tree_raws[] = {
    {"script", "</script", true, false},
    {"style", "</style", true, false},
    {"noscript", "</noscript", false, false},
    {"template", "</template", false, false},
    {"title", "</title", false, false},
    {"textarea", "</textarea", false, true},
    {"wbr", NULL, false, false}, /* libxml2 2.9 takes what follows these two for their content */
    {"embed", NULL, false, false},
    {NULL, NULL, false, false}};
static const raw document_raws[] = {{"script", "</script", true, true},
                                    {"style", "</style", true, true},
                                    {"template", "</template", false, true},
                                    {NULL, NULL, false, false}};

static const raw *raws_of(const reader *r) { return r->data != NULL ? document_raws : tree_raws; }

static const raw *raw_element(const reader *r, const char *name, size_t length) {
  if (length < 3 || length > 8) return NULL;
  for (const raw *known = raws_of(r); known->name != NULL; known++)
    if ((*name | 32) == *known->name && strlen(known->name) == length && strncasecmp(known->name, name, length) == 0)
      return known;
  return NULL;
}

typedef struct attribute {
  const char *name, *value;
  size_t name_length, value_length;
  char quote; /* 0: none */
} attribute;

/* Reads one attribute at r->at, which is neither white space nor "/" nor ">". */
static attribute read_attribute(reader *r) {
  const char *at = r->at, *end = r->end;
  attribute a = {.name = at++};
  while (at < end && !dt_is_ascii_space(*at) && *at != '/' && *at != '>' && *at != '=') at++;
  a.name_length = (size_t)(at - a.name);
  const char *next = at;
  while (next < end && dt_is_ascii_space(*next)) next++;
  if (next < end && *next == '=') {
    for (at = next + 1; at < end && dt_is_ascii_space(*at);) at++;
    if (at < end && (*at == '"' || *at == '\'')) {
      a.quote = *at++;
      const char *close = memchr(at, a.quote, (size_t)(end - at));
      a.value = at;
      a.value_length = (size_t)((close != NULL ? close : end) - at);
      at = close != NULL ? close + 1 : end;
    } else {
      a.value = at;
      while (at < end && !dt_is_ascii_space(*at) && *at != '>') at++;
      a.value_length = (size_t)(at - a.value);
    }
  }
  r->at = at;
  return a;
}

/* As it was, but a value without quotes gets some, unless it holds both kinds. */
static void put_attribute(reader *r, const attribute *a) {
  char quote = a->quote;
  if (quote == 0 && a->value != NULL) quote = memchr(a->value, '"', a->value_length) != NULL ? '\'' : '"';
  bool bare = a->quote == 0 && quote == '\'' && memchr(a->value, '\'', a->value_length) != NULL;
  *r->out++ = ' ';
  put(r, a->name, a->name_length);
  if (a->value == NULL) return;
  *r->out++ = '=';
  if (!bare) *r->out++ = quote;
  put(r, a->value, a->value_length);
  *r->out++ = bare ? ' ' : quote;
}

/* Leaves out a raw element: its content, and its tags from `before` on. */
static void leave_out(reader *r, const raw *left, char *before) {
  const char *content = r->at;
  unsigned bit = 1U << (left - raws_of(r));
  if (!left->kept) r->out = before;
  if (left->end_tag == NULL || (!left->whole && (r->no_end_tags & bit))) return;
  skip_raw(r, left->end_tag);
  if (r->at == r->end && !left->whole) {
    r->no_end_tags |= bit;
    r->at = content;
  } else if (left->kept) {
    put(r, left->end_tag, strlen(left->end_tag));
    *r->out++ = '>';
  }
}

/* Stores the content of a script or style sheet that leave_out removed. */
static void keep_content(reader *r, const char *content, dt_buffer *to, char end_mark) {
  const char *end = r->at;
  while (end > content && *--end != '<') continue;
  dt_buffer_add(to, content, (size_t)(end - content));
  dt_buffer_byte(to, end_mark);
}

static bool is_pre(const char *name, size_t length) { return length == 3 && strncasecmp(name, "pre", 3) == 0; }

static void copy_start_tag(reader *r) {
  static const char json[] = "application/ld+json";
  const char *start = r->at, *name = start + 1;
  for (r->at = name; r->at < r->end && !dt_is_ascii_space(*r->at) && *r->at != '/' && *r->at != '>';) r->at++;
  size_t length = (size_t)(r->at - name);
  const raw *left = raw_element(r, name, length);
  char *before = r->out, lower[12];
  bool empty, data = false;
  size_t count = 0;
  put(r, start, length + 1);
  for (;;) {
    empty = false;
    for (; r->at < r->end && (dt_is_ascii_space(*r->at) || *r->at == '/'); r->at++) empty = *r->at == '/';
    if (r->at == r->end || *r->at == '>') break;
    attribute a = read_attribute(r);
    if (r->data == NULL) { /* for the tag tree: only the attributes that it keeps */
      if ((left != NULL && !left->kept) || a.name_length < 2 || a.name_length >= sizeof lower) continue;
      for (size_t i = 0; i < a.name_length; i++) lower[i] = dt_ascii_lower(a.name[i]);
      if (dt_attribute_number(lower, a.name_length) != DT_ATTRIBUTE_NONE) put_attribute(r, &a);
    } else if (left == NULL) {
      if (count++ < DT_MARKUP_ATTRIBUTES)
        put_attribute(r, &a);
      else
        r->cut = true;
    } else if (left == document_raws && a.name_length == 4 && strncasecmp(a.name, "type", 4) == 0) {
      detm_text type = {a.value, a.value_length};
      data = data || dt_text_starts_ci(type, (detm_text){json, sizeof json - 1});
    }
  }
  if (empty && left == NULL) *r->out++ = '/'; /* as in XML */
  if (r->at < r->end) r->at++;
  *r->out++ = '>';
  const char *content = r->at;
  if (left != NULL) leave_out(r, left, before);
  if (data) keep_content(r, content, r->data, '\0');
  if (r->styles == NULL) return;
  if (left == document_raws + 1) keep_content(r, content, r->styles, '\n');
  if (is_pre(name, length)) r->pre++;
}

static void copy_end_tag(reader *r) {
  const char *name = r->at + 2, *at = name;
  while (at < r->end && !dt_is_ascii_space(*at) && *at != '/' && *at != '>') at++;
  if (r->pre != 0 && is_pre(name, (size_t)(at - name))) r->pre--;
  put(r, r->at, (size_t)(at - r->at));
  *r->out++ = '>';
  r->at = after(at, r->end, ">");
}

static void copy_text(reader *r, const char *stop) {
  const char *at = r->at;
  if (r->pre != 0) {
    put(r, at, (size_t)(stop - at));
    r->at = stop;
    return;
  }
  char *out = r->out;
  while (at < stop) {
    char c = *at++;
    *out++ = c;
    if (dt_is_ascii_space(c))
      while (at < stop && dt_is_ascii_space(*at)) at++;
  }
  r->at = at;
  r->out = out;
}

static bool copy_all(const char *markup, size_t length, dt_buffer *out, dt_buffer *data, dt_buffer *styles) {
  static const char doctype[] = "<!DOCTYPE";
  /* the worst that grows: "<" becomes "&lt;" or "<?>" a comment, and an unquoted value gets two quotes */
  size_t signs = 0;
  if (length == 0) return false;
  for (const char *at = markup; (at = memchr(at, '<', (size_t)(markup + length - at))) != NULL; at++) signs++;
  reader r = {.at = markup, .end = markup + length, .data = data, .styles = styles};
  if (!dt_buffer_reserve(out, length + length / 2 + 5 * signs + 64)) return false;
  r.out = out->data + out->length;
  while (r.at < r.end) {
    const char *stop = memchr(r.at, '<', (size_t)(r.end - r.at));
    copy_text(&r, stop != NULL ? stop : r.end);
    if (r.at == r.end) break;
    detm_text rest = dt_text_between(r.at, r.end);
    char next = rest.length > 1 ? rest.data[1] : '\0';
    bool comment = dt_text_starts(rest, DT_TEXT("<!--"));
    if (dt_is_ascii_letter(next)) {
      copy_start_tag(&r);
    } else if (next == '/' && rest.length > 2 && dt_is_ascii_letter(rest.data[2])) {
      copy_end_tag(&r);
    } else if (next == '!' || next == '?' || next == '/') { /* the document gets empty comments and a doctype */
      if (data != NULL && (comment || next == '?')) put(&r, "<!---->", 7);
      if (data != NULL && rest.length > sizeof doctype && strncasecmp(r.at, doctype, sizeof doctype - 1) == 0)
        put(&r, "<!DOCTYPE html>", 15);
      if (comment)
        skip_comment(&r);
      else
        r.at = after(r.at, r.end, ">");
    } else {
      put(&r, "&lt;", 4); /* a character, not a tag */
      r.at++;
    }
  }
  out->length = (size_t)(r.out - out->data);
  return r.cut;
}

void dt_markup_reduce(const char *markup, size_t length, dt_buffer *out) { copy_all(markup, length, out, NULL, NULL); }

bool dt_markup_document(const char *markup, size_t length, dt_buffer *out, dt_buffer *data, dt_buffer *styles) {
  return copy_all(markup, length, out, data, styles);
}
