/* html/data/scripts.c: finds the data for scripts: scripts of JSON, literals that scripts assign or pass on, and
 * attributes of JSON.
 *
 *   <script type="application/json" id="__NEXT_DATA__">{...}     window.__STATE__ = {...}
 *   kit.start(app, element, {...})     x = JSON.parse("{...}")     self.__next_f.push([1, "..."])
 *   <div id=app data-page="{...}">     <div x-data="{ items: [...] }">     <astro-island props="{...}">
 *
 * Nothing is run: what a function would return is not read. */
#include "config.h"

#include "html/data/scripts.h"

#include "base/json.h"
#include "html/data/lists.h"
#include "html/data/literal.h"
#include "html/data/xml.h"

static detm_text copied_attribute(dt_html_tree *page, const dt_html_node *element, const char *name, dt_arena *arena) {
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
  script->linked = dt_text_starts_ci(type, DT_TEXT("application/ld+json"));
  if (script->linked) script->name = DT_TEXT("ld+json");
  bool known = script->json || type.length == 0;
  for (size_t i = 0; i < sizeof languages / sizeof *languages && !known; i++)
    known = dt_text_starts_ci(type, dt_text(languages[i]));
  return known;
}

/* Copies the text of a script; one in SVG may have sections of CDATA, and so several pieces. */
static detm_text copy_text(dt_html_tree *page, const dt_html_node *script, dt_arena *arena) {
  DT_VEC(char) all = {0};
  for (uint32_t p = page->nodes[script->first_child].data; p != 0; p = page->pieces[p].next) {
    detm_text piece = dt_html_text(page, page->pieces[p].slice, false);
    DT_VEC_RESERVE(arena, &all, piece.length);
    if (piece.length != 0) memcpy(all.items + all.count, piece.data, piece.length);
    all.count += (uint32_t)piece.length;
  }
  return (detm_text){all.items, all.count};
}

/* Reads a script of the page.  False: it has no text, or is neither JSON nor JavaScript. */
static bool read_script(dt_html_tree *page, const dt_html_node *node, dt_data_script *script, dt_arena *arena) {
  if (dt_html_first_text(page, node).length == 0 || !read_type(copied_attribute(page, node, "type", arena), script))
    return false;
  detm_text id = copied_attribute(page, node, "id", arena);
  if (id.length != 0) script->name = id;
  script->text = copy_text(page, node, arena);
  return true;
}

/* Reads an attribute of the page's own that holds JSON, from which a script draws the page: data-*, :items, x-data.
 * False: it is another. */
static bool read_json_attribute(dt_html_tree *page, const dt_html_attribute *a, dt_data_script *script,
                                dt_arena *arena) {
  enum { MIN_LENGTH = 32 /* shorter ones have no list */ };
  if (a->number != DT_ATTRIBUTE_NONE || a->value_length < MIN_LENGTH || (*a->value != '{' && *a->value != '['))
    return false;
  detm_text value = dt_html_text(page, dt_attribute_value_slice(a), true);
  script->text = (detm_text){dt_arena_copy(arena, value.data, value.length), value.length};
  detm_text name = dt_html_text(page, dt_attribute_name_slice(a), false);
  script->name = (detm_text){dt_arena_copy(arena, name.data, name.length), name.length};
  return script->json = true;
}

dt_data_scripts dt_data_scripts_copy(dt_html_tree *page, dt_arena *arena) {
  DT_VEC(dt_data_script) scripts = {0};
  for (uint32_t n = 0; n < page->noted.count; n++) {
    const dt_html_node *node = &page->nodes[page->noted.items[n]];
    dt_data_script script = {0};
    if (node->tag == DT_TAG_script && read_script(page, node, &script, arena)) DT_VEC_PUSH(arena, &scripts, script);
    for (uint32_t a = node->data; a < node->data + node->attribute_count; a++) {
      if (!read_json_attribute(page, &page->attributes[a], &script, arena)) continue;
      DT_VEC_PUSH(arena, &scripts, script);
    }
  }
  return (dt_data_scripts){scripts.items, scripts.count};
}

/* ---- reading ---- */

typedef struct reading {
  dt_data_take *take;
  void *taker;
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

static void give(reading *r, json_t *values, json_t *rows, detm_text name) {
  char text[64];
  name = dt_text_cut(name, sizeof text - 1);
  if (name.length != 0) memcpy(text, name.data, name.length);
  text[name.length] = '\0';
  if (!r->failed && json_array_size(values) != 0 && !r->take(r->taker, values, rows, text)) r->failed = true;
}

static void give_one(reading *r, json_t *value, json_t *rows, detm_text name) {
  json_t *values = json_array();
  if (values == NULL || json_array_append(values, value) != 0) r->failed = true;
  give(r, values, rows, name);
  json_decref(values);
}

/* Appends the objects and arrays of a text of JSON. */
static void load_json(reading *r, detm_text text, json_t *all) {
  if (all == NULL) r->failed = true;
  for (size_t at = 0; at < text.length && r->budget != 0 && !r->failed; at++) {
    if (text.data[at] != '{' && text.data[at] != '[') continue;
    size_t length;
    json_t *root = load(r, dt_text_from(text, at), &length);
    if (root != NULL && json_array_append_new(all, root) != 0) r->failed = true;
    if (length != 0) at += length - 1;
  }
}

/* Decodes the signs of a text that Angular writes as "{&q;name&q;:...}" in a state. */
static void decode_state(dt_buffer *out, detm_text text) {
  static const char codes[] = "qasgl", signs[] = "\"&'><";
  for (size_t i = 0; i < text.length; i++) {
    const char *code = i + 2 < text.length && text.data[i] == '&' && text.data[i + 2] == ';' && text.data[i + 1] != '\0'
                           ? strchr(codes, text.data[i + 1])
                           : NULL;
    dt_buffer_byte(out, code != NULL ? signs[code - codes] : text.data[i]);
    if (code != NULL) i += 2;
  }
}

static void take_json(reading *r, detm_text text, detm_text name) {
  json_t *all = json_array();
  dt_buffer decoded = {0};
  if (dt_text_starts(dt_text_strip_start(text, " \n\r\t"), DT_TEXT("{&q;"))) {
    decode_state(&decoded, text);
    r->failed = r->failed || decoded.failed;
    text = (detm_text){decoded.data, decoded.length};
  }
  load_json(r, text, all);
  dt_buffer_free(&decoded);
  give(r, all, NULL, name);
  json_decref(all);
}

/* ---- React Server Components ---- */

/* Reads the text of a row "1a:T5,words", after its "T".  Returns what follows; the length is in bytes. */
static detm_text take_text_row(reading *r, json_t *rows, const char *id, detm_text text) {
  size_t bytes = 0;
  for (; text.length != 0 && dt_hex_digit(*text.data) >= 0 && bytes < SIZE_MAX >> 8; text = dt_text_from(text, 1))
    bytes = bytes << 4 | (size_t)dt_hex_digit(*text.data);
  if (text.length != 0) text = dt_text_from(text, 1); /* the comma */
  if (bytes > text.length) bytes = text.length;
  json_t *value = json_stringn(text.data, bytes); /* NULL also if it is not UTF-8 */
  if (value != NULL && json_object_set_new(rows, id, value) != 0) r->failed = true;
  return dt_text_from(text, bytes);
}

/* Takes the rows of what a page of Next's app router pushes: "1a:{...}", "1a:[...]" and texts; others are modules and
 * hints. */
static void take_rows(reading *r) {
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
      text = take_text_row(r, rows, id, dt_text_from(text, 2));
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

  json_object_foreach(rows, key, row) give_one(r, row, rows, DT_TEXT("__next_f"));
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

/* Takes a literal with the name of what it is assigned or passed to. */
static void take_assigned(reading *r, json_t *value, detm_text name) {
  const json_t *pushed = json_array_get(value, 1);
  if (dt_text_ends(name, DT_TEXT("__next_f.push")) && json_is_string(pushed))
    dt_buffer_add(&r->flight, json_string_value(pushed), json_string_length(pushed));
  else if (json_is_string(value)) /* JSON.parse("...") */
    take_json(r, dt_json_text(value), name);
  else
    give_one(r, value, NULL, name);
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

static void take_script(reading *r, detm_text text, detm_text id) {
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
    if (value != NULL) take_assigned(r, value, name.length != 0 ? name : id);
    json_decref(value);
    at += length != 0 ? length : 1;
  }
}

/* ---- pages ---- */

enum { TRIES = 8, LEAST_BUDGET = 1 << 20 }; /* a text may be tried so many times over, as literals are in others */

bool dt_data_scripts_read(const dt_data_scripts *scripts, dt_scope *scope, dt_data_take *take, void *taker,
                          bool *too_large) {
  reading r = {.take = take, .taker = taker, .budget = LEAST_BUDGET};
  json_t *linked = json_array(); /* a page may have a script for each of its things */
  for (uint32_t s = 0; s < scripts->count && !r.failed && !dt_scope_over(scope); s++) {
    const dt_data_script *script = &scripts->items[s];
    r.budget += TRIES * script->text.length;
    if (script->linked)
      load_json(&r, script->text, linked);
    else if (script->rows)
      dt_buffer_add(&r.flight, script->text.data, script->text.length);
    else if (script->json)
      take_json(&r, script->text, script->name);
    else
      take_script(&r, script->text, script->name);
  }
  give(&r, linked, NULL, DT_TEXT("ld+json"));
  json_decref(linked);
  r.failed = r.failed || r.flight.failed;
  if (!r.failed && r.flight.length != 0) take_rows(&r);
  *too_large = r.too_large;
  dt_buffer_free(&r.json);
  dt_buffer_free(&r.flight);
  return !r.failed;
}

static bool take_lists(void *taker, json_t *values, json_t *rows, const char *name) {
  dt_data_lists *lists = taker;
  lists->rows = rows;
  dt_data_lists_add_all(lists, values, name);
  lists->rows = NULL;
  return !lists->failed;
}

/* Adds a page of the lists in scripts to `html`; adds nothing if they are `for_lists` and have pages. */
static bool write_lists(const dt_data_scripts *scripts, bool for_lists, dt_scope *scope, dt_buffer *html, bool *full) {
  dt_data_lists lists;
  dt_data_lists_start(&lists, scope);
  bool whole = dt_data_scripts_read(scripts, scope, take_lists, &lists, full);
  if (whole && !(for_lists && lists.has_pages)) dt_data_lists_write(&lists, html);
  *full = *full || lists.full;
  whole = whole && !lists.failed;
  dt_data_lists_free(&lists);
  return whole;
}

bool dt_data_scripts_write(const dt_data_scripts *scripts, dt_scope *scope, dt_buffer *html, bool *full) {
  return write_lists(scripts, false, scope, html, full);
}

bool dt_data_text_write(detm_text text, dt_data_kind kind, dt_scope *scope, dt_buffer *html, bool *full) {
  dt_data_script script = {
      .name = DT_TEXT(""), .text = text, .json = kind == DT_DATA_JSON, .rows = kind == DT_DATA_ROWS};
  return write_lists(&(dt_data_scripts){&script, 1}, true, scope, html, full);
}

bool dt_data_xml_write(detm_text xml, dt_scope *scope, dt_buffer *html, bool *full, bool *faulty) {
  bool no_memory;
  json_t *root = dt_xml_load(xml, faulty, &no_memory);
  dt_data_lists lists;
  dt_data_lists_start(&lists, scope);
  if (root != NULL) dt_data_lists_add(&lists, root, "");
  dt_data_lists_write(&lists, html);
  *full = lists.full;
  bool whole = !no_memory && !lists.failed;
  dt_data_lists_free(&lists);
  json_decref(root);
  return whole;
}
