/* html/data_scripts.c: finds the data in scripts: scripts of JSON, and literals that scripts assign or pass on.
 *
 *   <script type="application/json" id="__NEXT_DATA__">{...}     window.__STATE__ = {...}
 *   kit.start(app, element, {...})     x = JSON.parse("{...}")     self.__next_f.push([1, "..."])
 *
 * Nothing is run: what a function would return is not read. */
#include "config.h"

#include "html/data_scripts.h"

#include "base/json.h"
#include "html/data_lists.h"
#include "html/literal.h"

static detm_text attribute(dt_html_tree *page, const dt_html_node *element, const char *name, dt_arena *arena) {
  detm_text text = dt_html_attribute_text(page, element, name);
  return (detm_text){dt_arena_copy(arena, text.data, text.length), text.length};
}

/* Reads what the type of a script says.  False: it is neither JSON nor JavaScript. */
static bool read_type(detm_text type, dt_data_script *script) {
  static const char *const languages[] = {"module",
                                          "text/javascript",
                                          "application/javascript",
                                          "text/ecmascript",
                                          "application/ecmascript",
                                          "text/x-javascript",
                                          "application/x-javascript"};
  script->name = DT_TEXT("script");
  script->json = dt_text_has_ci(type, DT_TEXT("json"));
  if (script->json && dt_text_starts_ci(type, DT_TEXT("application/ld+json"))) script->name = DT_TEXT("ld+json");
  bool known = script->json || type.length == 0;
  for (size_t i = 0; i < sizeof languages / sizeof *languages && !known; i++)
    known = dt_text_starts_ci(type, dt_text(languages[i]));
  return known;
}

dt_data_scripts dt_data_scripts_copy(dt_html_tree *page, dt_arena *arena) {
  DT_VEC(dt_data_script) scripts = {0};
  for (uint32_t n = 1; n < page->node_count; n++) {
    const dt_html_node *node = &page->nodes[n];
    if (node->kind != DT_HTML_ELEMENT || node->tag != DT_TAG_script) continue;
    const dt_slice content = dt_html_first_text(page, node);
    dt_data_script script = {0};
    if (content.length == 0) continue;
    if (!read_type(attribute(page, node, "type", arena), &script)) continue;
    detm_text id = attribute(page, node, "id", arena);
    if (id.length != 0) script.name = id;
    script.text = dt_html_text(page, content, false);
    script.text.data = dt_arena_copy(arena, script.text.data, script.text.length);
    DT_VEC_PUSH(arena, &scripts, script);
  }
  return (dt_data_scripts){scripts.items, scripts.count};
}

/* ---- reading ---- */

typedef struct reading {
  dt_data_lists lists;
  dt_buffer json;   /* of a literal */
  dt_buffer flight; /* what self.__next_f.push got */
  size_t budget;    /* bytes that may still be tried as literals */
  bool failed;
  bool too_large; /* a literal has more values than are read */
} reading;

/* Parses the literal that a text begins with, and sets its length, 0 = none.  NULL = none, or it is too large. */
static json_t *load(reading *r, detm_text text, size_t *length) {
  json_error_t error;
  bool no_memory;
  r->json.length = 0;
  bool whole = dt_literal_read(text, &r->json, length);
  r->budget = r->budget > *length ? r->budget - *length : 0;
  if (r->json.failed) r->failed = true;
  if (!whole) *length = 0;
  if (!whole || r->failed) return NULL;
  json_t *value = dt_json_load(r->json.data, r->json.length, JSON_DECODE_ANY, &error, &no_memory);
  if (no_memory) r->failed = true;
  if (value == NULL) r->too_large = true; /* a literal that was read is right */
  return value;
}

static void add(reading *r, json_t *root, detm_text name) {
  char text[64];
  name = dt_text_cut(name, sizeof text - 1);
  if (name.length != 0) memcpy(text, name.data, name.length);
  text[name.length] = '\0';
  dt_data_lists_add(&r->lists, root, text);
  r->failed = r->failed || r->lists.failed;
}

/* Adds the objects and arrays of a text of JSON. */
static void add_json(reading *r, detm_text text, detm_text name) {
  for (size_t at = 0; at < text.length && r->budget != 0 && !r->failed; at++) {
    if (text.data[at] != '{' && text.data[at] != '[') continue;
    size_t length;
    json_t *root = load(r, dt_text_from(text, at), &length);
    if (root != NULL) add(r, root, name);
    json_decref(root);
    if (length != 0) at += length - 1;
  }
}

/* ---- React Server Components ---- */

/* Reads the rows "1a:{...}" of what a page of Next's app router pushes; others are modules, hints and texts of a given
 * length. */
static void add_rows(reading *r) {
  detm_text text = {r->flight.data, r->flight.length};
  json_t *rows = json_object(), *row;
  const char *key;
  if (rows == NULL) r->failed = true;
  while (text.length != 0 && !r->failed && r->budget != 0) {
    size_t digits = 0, length = 0;
    char id[16];
    while (digits < text.length && digits < sizeof id - 1 && dt_hex_digit(text.data[digits]) >= 0) digits++;
    memcpy(id, text.data, digits);
    id[digits] = '\0';
    text = dt_text_from(text, digits);
    if (dt_text_starts(text, DT_TEXT(":T"))) {
      size_t bytes = 0;
      for (text = dt_text_from(text, 2); text.length != 0 && dt_hex_digit(*text.data) >= 0 && bytes < SIZE_MAX >> 8;
           text = dt_text_from(text, 1))
        bytes = bytes << 4 | (size_t)dt_hex_digit(*text.data);
      bytes += text.length != 0; /* the comma */
      text = dt_text_from(text, bytes < text.length ? bytes : text.length);
      continue;
    }
    if (dt_text_starts(text, DT_TEXT(":{")) || dt_text_starts(text, DT_TEXT(":["))) {
      json_t *value = load(r, dt_text_from(text, 1), &length);
      if (value != NULL && json_object_set_new(rows, id, value) != 0) r->failed = true;
      if (length != 0) length++;
    }
    const char *line = memchr(text.data + length, '\n', text.length - length);
    text = dt_text_from(text, line != NULL ? (size_t)(line + 1 - text.data) : text.length);
  }
  r->lists.rows = rows;
  json_object_foreach(rows, key, row) add(r, row, DT_TEXT("__next_f"));
  r->lists.rows = NULL;
  json_decref(rows);
}

/* ---- JavaScript ---- */

/* The name before `end`: "window.__STATE__" of "window.__STATE__ = ", without window. */
static detm_text name_before(const char *start, const char *end) {
  static const char *const globals[] = {"window.", "self.", "globalThis.", "window[\"", "window['", "self[\""};
  while (end > start && dt_is_ascii_space(end[-1])) end--;
  const char *at = end;
  while (at > start && (dt_is_ascii_alnum(at[-1]) || strchr("_$.[]\"'", at[-1]) != NULL) && at[-1] != '\0') at--;
  detm_text name = dt_text_between(at, end);
  for (size_t i = 0; i < sizeof globals / sizeof *globals; i++)
    if (dt_text_starts(name, dt_text(globals[i]))) name = dt_text_from(name, strlen(globals[i]));
  return dt_text_strip(name, "\"'[].");
}

/* The name of what a literal after `end` is assigned or passed to. */
static detm_text name_of_target(const char *start, const char *end) {
  enum { FAR = 200 };
  const char *at = end;
  if (at[-1] == ',')
    while (at > start && end - at < FAR && at[-1] != '(') at--;
  if (at == start || end - at == FAR) return DT_TEXT("");
  detm_text name = name_before(start, at > start ? at - 1 : start);
  if (!dt_text_ends(name, DT_TEXT("JSON.parse"))) return name;
  at = name.data;
  while (at > start && dt_is_ascii_space(at[-1])) at--;
  return at > start ? name_before(start, at - 1) : DT_TEXT("");
}

/* Adds a literal with the name of what it is assigned or passed to. */
static void add_literal(reading *r, json_t *value, detm_text name) {
  const json_t *pushed = json_array_get(value, 1);
  if (dt_text_ends(name, DT_TEXT("__next_f.push")) && json_is_string(pushed))
    dt_buffer_add(&r->flight, json_string_value(pushed), json_string_length(pushed));
  else if (json_is_string(value)) /* JSON.parse("...") */
    add_json(r, (detm_text){json_string_value(value), json_string_length(value)}, name);
  else
    add(r, value, name);
  if (r->flight.failed) r->failed = true;
}

/* Whether a literal may begin here: what is before it assigns it or passes it on; a string must have JSON in it. */
static bool may_begin(const char *start, const char *at, const char *end) {
  bool string = *at == '"' || *at == '\'';
  const char *before = at, *next = at + 1;
  if (!string && *at != '{' && *at != '[') return false;
  while (before > start && dt_is_ascii_space(before[-1])) before--;
  if (before == start || before[-1] == '\0' || strchr(string ? "(" : "=(,", before[-1]) == NULL) return false;
  return !string || (next < end && (*next == '{' || *next == '['));
}

static void add_script(reading *r, detm_text text, detm_text id) {
  const char *end = text.data + text.length;
  for (const char *at = text.data; at < end && r->budget != 0 && !r->failed;) {
    if (!may_begin(text.data, at, end)) {
      at++;
      continue;
    }
    size_t length;
    json_t *value = load(r, dt_text_between(at, end), &length);
    const char *before = at;
    while (dt_is_ascii_space(before[-1])) before--;
    detm_text name = name_of_target(text.data, before);
    if (value != NULL) add_literal(r, value, name.length != 0 ? name : id);
    json_decref(value);
    at += length != 0 ? length : 1;
  }
}

/* ---- pages ---- */

/* Writes the lists, and frees all.  False without memory. */
static bool finish(reading *r, dt_buffer *html, bool *full) {
  if (!r->failed && r->flight.length != 0) add_rows(r);
  if (!r->failed) dt_data_lists_write(&r->lists, html);
  bool whole = !r->failed && !r->lists.failed;
  *full = r->lists.full || r->too_large;
  dt_data_lists_free(&r->lists);
  dt_buffer_free(&r->json);
  dt_buffer_free(&r->flight);
  return whole;
}

enum { TRIES = 8, LEAST_BUDGET = 1 << 20 }; /* a text may be tried so many times over, as literals are in others */

bool dt_data_scripts_write(const dt_data_scripts *scripts, dt_scope *scope, dt_buffer *html, bool *full) {
  reading r = {.budget = LEAST_BUDGET};
  dt_data_lists_start(&r.lists, scope);
  for (uint32_t s = 0; s < scripts->count && !r.failed && !dt_scope_over(scope); s++) {
    const dt_data_script *script = &scripts->items[s];
    r.budget += TRIES * script->text.length;
    if (script->json)
      add_json(&r, script->text, script->name);
    else
      add_script(&r, script->text, script->name);
  }
  return finish(&r, html, full);
}

bool dt_data_json_write(detm_text json, dt_scope *scope, dt_buffer *html, bool *full) {
  reading r = {.budget = LEAST_BUDGET + TRIES * json.length};
  dt_data_lists_start(&r.lists, scope);
  add_json(&r, json, DT_TEXT(""));
  if (r.lists.has_pages) json_object_clear(r.lists.lists);
  return finish(&r, html, full);
}
