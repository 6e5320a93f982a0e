/* tree/data.c: the JSON-LD of a page as elements of its document, read by jansson. */
#include "tree/data.h"

#include "tree/parser.h"

#include <jansson.h>

enum { MAX_DEPTH = 32, NAME_MAX_LENGTH = 64, REFERENCE_MAX_LENGTH = 32 };

typedef struct adder {
  dt_dom *dom;
  dt_buffer text, clean; /* scratch */
} adder;

/* ---- Strings ----------------------------------------------------------------------------------- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (unsigned)((c | 32) - 'a') < 26; }

/* The code of a number reference's digits, read up to `end`; past Unicode it is U+FFFD. */
static uint32_t read_number(const char *at, const char *end) {
  uint32_t code = 0, base = 10;
  if (at < end && (*at | 32) == 'x') {
    base = 16;
    at++;
  }
  if (at == end) return 0;
  for (; at < end; at++) {
    uint32_t digit = is_digit(*at) ? (uint32_t)(*at - '0') : is_letter(*at) ? (uint32_t)((*at | 32) - 'a' + 10) : 99;
    if (digit >= base) return 0;
    if (code <= 0x10FFFF) code = code * base + digit;
  }
  return code <= 0x10FFFF ? dt_control_meaning(code) : 0xFFFD;
}

/* The character of the reference "&name;" or "&#number;" at `at`, whose ";" is at `semicolon`; 0 = it is none. */
static uint32_t read_reference(const char *at, const char *semicolon) {
  char name[REFERENCE_MAX_LENGTH];
  size_t length = (size_t)(semicolon - at - 1);
  if (length == 0 || length >= sizeof name) return 0;
  if (at[1] == '#') return read_number(at + 2, semicolon);
  memcpy(name, at + 1, length);
  name[length] = '\0';
  if (strcmp(name, "apos") == 0) return '\'';
  const htmlEntityDesc *entity = htmlEntityLookup((const xmlChar *)name);
  return entity != NULL ? entity->value : 0;
}

static void add_without_references(dt_buffer *out, detm_text text) {
  const char *at = text.data, *end = at + text.length, *sign;
  while (at < end && (sign = memchr(at, '&', (size_t)(end - at))) != NULL) {
    size_t within = (size_t)(end - sign) < REFERENCE_MAX_LENGTH ? (size_t)(end - sign) : REFERENCE_MAX_LENGTH;
    const char *semicolon = memchr(sign, ';', within);
    uint32_t code = semicolon != NULL ? read_reference(sign, semicolon) : 0;
    dt_buffer_add(out, at, (size_t)(sign - at));
    at = sign + 1;
    if (code == 0) {
      dt_buffer_byte(out, '&');
      continue;
    }
    char bytes[4];
    dt_buffer_add(out, bytes, dt_utf8_write(bytes, code));
    at = semicolon + 1;
  }
  dt_buffer_add(out, at, (size_t)(end - at));
}

static void add_without_tags(dt_buffer *out, detm_text text) {
  const char *at = text.data, *end = at + text.length, *sign, *close;
  while (at < end && (sign = memchr(at, '<', (size_t)(end - at))) != NULL &&
         (close = memchr(sign, '>', (size_t)(end - sign))) != NULL) {
    dt_buffer_add(out, at, (size_t)(sign - at));
    dt_buffer_byte(out, ' ');
    at = close + 1;
  }
  dt_buffer_add(out, at, (size_t)(end - at));
}

/* What XML has no place for becomes a space: controls, U+FFFE, U+FFFF. */
static void clean_controls(dt_buffer *text) {
  for (size_t i = 0; i < text->length; i++) {
    const char *at = text->data + i;
    if ((unsigned char)*at < ' ' || *at == 0x7F) text->data[i] = ' ';
    if (text->length - i >= 3 && memcmp(at, "\xEF\xBF", 2) == 0 && (unsigned char)at[2] >= 0xBE)
      memset(text->data + i, ' ', 3);
  }
}

/* The text that a person would see; it lasts until the next. */
static detm_text readable(adder *a, detm_text text) {
  a->text.length = a->clean.length = 0;
  add_without_references(&a->text, text);
  add_without_tags(&a->clean, (detm_text){a->text.data, a->text.length});
  a->text.length = 0;
  add_without_references(&a->text, (detm_text){a->clean.data, a->clean.length});
  if (a->text.failed || a->clean.failed) {
    a->dom->status = DETM_NO_MEMORY;
    return DT_TEXT("");
  }
  clean_controls(&a->text);
  return (detm_text){a->text.length != 0 ? a->text.data : "", a->text.length};
}

/* ---- Elements ---------------------------------------------------------------------------------- */

static const xmlChar *name_for(adder *a, const char *key) {
  char name[NAME_MAX_LENGTH];
  size_t length = 0;
  if (is_digit(*key) || *key == '-' || *key == '\0') name[length++] = '_';
  for (; *key != '\0' && length < sizeof name; key++) {
    if (((unsigned char)*key & 0xC0) == 0x80) continue; /* the rest of a character that became "_" */
    name[length++] = is_letter(*key) || is_digit(*key) || *key == '-' ? *key : '_';
  }
  return dt_dom_name(a->dom, name, length);
}

static void add_type(adder *a, xmlNodePtr element, const json_t *object) {
  const json_t *type = json_object_get(object, "@type");
  if (json_is_array(type)) type = json_array_get(type, 0);
  if (!json_is_string(type)) return;
  detm_text text = readable(a, (detm_text){json_string_value(type), json_string_length(type)});
  dt_dom_attribute(a->dom, element, (const xmlChar *)"type", text);
}

static void add_leaf(adder *a, xmlNodePtr parent, const xmlChar *name, const json_t *value) {
  char digits[64];
  detm_text text = {digits, 0};
  if (json_is_string(value)) {
    text = readable(a, (detm_text){json_string_value(value), json_string_length(value)});
  } else if (json_is_number(value)) {
    text.length = json_dumpb(value, digits, sizeof digits, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    if (text.length > sizeof digits) text.length = 0;
  } else {
    return;
  }
  xmlNodePtr element = dt_dom_element(a->dom, parent, name);
  if (element != NULL && text.length != 0) dt_dom_text(a->dom, element, text.data, text.length);
}

/* An object or array that is being added: its members become children of `element`. */
typedef struct level {
  json_t *value;
  xmlNodePtr element;
  const xmlChar *name; /* of an array's elements */
  size_t next;         /* of an array */
  void *member;        /* of an object */
} level;

/* Adds a value, or opens the level of its members. */
static void add_value(adder *a, level *levels, unsigned *depth, xmlNodePtr parent, const xmlChar *name, json_t *value) {
  if (name == NULL) return;
  if (!json_is_object(value) && !json_is_array(value)) {
    add_leaf(a, parent, name, value);
    return;
  }
  if (*depth == MAX_DEPTH) return;
  level *opened = &levels[*depth];
  *opened = (level){.value = value, .element = parent, .name = name};
  if (json_is_object(value)) {
    opened->element = dt_dom_element(a->dom, parent, name);
    opened->member = json_object_iter(value);
    if (opened->element == NULL) return;
    add_type(a, opened->element, value);
  }
  ++*depth;
}

/* The next member of a level: false when there is none. */
static bool next_member(adder *a, level *at, const xmlChar **name, json_t **value) {
  if (json_is_array(at->value)) {
    *value = json_array_get(at->value, at->next++);
    *name = at->name;
    return *value != NULL;
  }
  while (at->member != NULL) {
    const char *key = json_object_iter_key(at->member);
    *value = json_object_iter_value(at->member);
    at->member = json_object_iter_next(at->value, at->member);
    if (*key == '@' && strcmp(key, "@graph") != 0) continue;
    *name = name_for(a, *key == '@' ? key + 1 : key);
    return true;
  }
  return false;
}

static void add_tree(adder *a, xmlNodePtr parent, json_t *root) {
  level levels[MAX_DEPTH];
  unsigned depth = 0;
  const xmlChar *name = dt_dom_name(a->dom, "x", 1);
  json_t *value = root;
  add_value(a, levels, &depth, parent, name, value);
  while (depth != 0 && a->dom->status == DETM_OK) {
    level *at = &levels[depth - 1];
    if (next_member(a, at, &name, &value)) {
      add_value(a, levels, &depth, at->element, name, value);
    } else {
      depth--;
    }
  }
}

/* ---- Texts ------------------------------------------------------------------------------------- */

/* JSON as pages have it: perhaps within a comment, with line breaks within strings, with something behind it. */
static json_t *read_json(adder *a, detm_text text) {
  size_t start = 0;
  while (start < text.length && text.data[start] != '{' && text.data[start] != '[') start++;
  if (start == text.length) return NULL;
  a->text.length = 0;
  dt_buffer_add(&a->text, text.data + start, text.length - start);
  if (a->text.failed) {
    a->dom->status = DETM_NO_MEMORY;
    return NULL;
  }
  clean_controls(&a->text);
  json_error_t error;
  json_t *root = json_loadb(a->text.data, a->text.length, JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL, &error);
  if (root == NULL && json_error_code(&error) == json_error_out_of_memory) a->dom->status = DETM_NO_MEMORY;
  return root;
}

static xmlNodePtr root_of(const dt_dom *dom) {
  xmlNodePtr node = dom->document->children;
  while (node != NULL && node->type != XML_ELEMENT_NODE) node = node->next;
  return node;
}

void dt_data_add(dt_dom *dom, detm_text texts) {
  adder a = {.dom = dom};
  xmlNodePtr parent = NULL;
  for (size_t at = 0; at < texts.length && dom->status == DETM_OK;) {
    detm_text text = dt_text(texts.data + at);
    at += text.length + 1;
    json_t *root = read_json(&a, text);
    if (root == NULL) continue;
    if (parent == NULL) parent = dt_dom_element(dom, root_of(dom), dt_dom_name(dom, "ld", 2));
    if (parent != NULL) add_tree(&a, parent, root);
    json_decref(root);
  }
  dt_buffer_free(&a.text);
  dt_buffer_free(&a.clean);
}
