/* html/data/jsonld.c: adds the JSON-LD of a page to its document as elements; jansson parses it. */
#include "html/data/jsonld.h"

#include "base/json.h"
#include "html/dom.h"
#include "html/entities.h"

enum {
  MAX_DEPTH = 32,
  NAME_MAX_LENGTH = 64,
  /* Beyond this many nodes or bytes of text, objects referred to by @id are not inserted, to limit growth. */
  MAX_WITH_REFERENCES = 50000,
  MAX_BYTES_WITH_REFERENCES = 1 << 20
};

typedef struct adder {
  dt_dom *dom;
  json_t *roots, *ids; /* all values of the page; its objects by @id */
  size_t first;        /* nodes in the document before */
  size_t bytes;        /* in the texts and types added */
  dt_buffer text, clean;
} adder;

/* Position in an object or array whose members become children of `element`. */
typedef struct level {
  json_t *value;
  xmlNodePtr element;
  const xmlChar *name; /* name for an array's elements */
  size_t next;         /* next index of an array */
  void *member;        /* next member of an object */
  bool referred;       /* is or is within an object inserted for an @id */
} level;

static void fail_adder(adder *a) {
  if (a->dom->status == DETM_OK) a->dom->status = DETM_NO_MEMORY;
}

static level open_level(json_t *value, xmlNodePtr element, const xmlChar *name, bool referred) {
  return (level){
      .value = value, .element = element, .name = name, .member = json_object_iter(value), .referred = referred};
}

/* Returns the next member of a level, or NULL; *key is NULL in an array. */
static json_t *next_member(level *at, const char **key) {
  *key = NULL;
  if (json_is_array(at->value)) return json_array_get(at->value, at->next++);
  if (at->member == NULL) return NULL;
  *key = json_object_iter_key(at->member);
  json_t *value = json_object_iter_value(at->member);
  at->member = json_object_iter_next(at->value, at->member);
  return value;
}

/* ---- Strings ----------------------------------------------------------------------------------- */

/* Returns a string as a reader sees it, valid until the next call. */
static detm_text readable(adder *a, detm_text text) {
  a->text.length = a->clean.length = 0;
  dt_add_without_references(&a->text, text);
  dt_add_without_tags(&a->clean, (detm_text){a->text.data, a->text.length});
  a->text.length = 0;
  dt_add_without_references(&a->text, (detm_text){a->clean.data, a->clean.length});
  if (a->text.failed || a->clean.failed) fail_adder(a);
  if (a->text.length == 0 || a->dom->status != DETM_OK) return DT_TEXT("");
  dt_clean_controls(a->text.data, a->text.length);
  return (detm_text){a->text.data, a->text.length};
}

static const xmlChar *name_for(adder *a, const char *key) {
  char name[NAME_MAX_LENGTH];
  size_t length = 0;
  if (dt_is_digit(*key) || *key == '-' || *key == '\0') name[length++] = '_';
  for (; *key != '\0' && length < sizeof name; key++) {
    bool fit = dt_is_ascii_alnum(*key) || *key == '-';
    if (((unsigned char)*key & 0xC0) == 0x80) continue; /* rest of a character replaced by "_" */
    name[length++] = fit ? *key : '_';
  }
  return dt_dom_name(a->dom, name, length);
}

/* Adds the last word of a type's URL: "http://schema.org/Recipe", "schema:Recipe", "recipe".  Names of types begin with
 * a capital, which some pages forget. */
static void add_type_word(dt_buffer *out, const json_t *type) {
  if (!json_is_string(type)) return;
  detm_text text = dt_json_text(type);
  while (text.length != 0 && strchr("/#: ", text.data[text.length - 1]) != NULL) text.length--;
  size_t start = text.length;
  while (start != 0 && strchr("/#:", text.data[start - 1]) == NULL) start--;
  if (start == text.length) return;
  if (out->length != 0) dt_buffer_byte(out, ' ');
  dt_buffer_byte(out, dt_is_ascii_letter(text.data[start]) ? (char)(text.data[start] & ~32) : text.data[start]);
  dt_buffer_add(out, text.data + start + 1, text.length - start - 1);
}

static void add_type(adder *a, xmlNodePtr element, const json_t *object) {
  const json_t *type = json_object_get(object, "@type");
  dt_buffer words = {0};
  add_type_word(&words, type);
  for (size_t i = 0; i < json_array_size(type); i++) add_type_word(&words, json_array_get(type, i));
  if (words.failed) fail_adder(a);
  a->bytes += words.length;
  if (words.length != 0)
    dt_dom_attribute(a->dom, element, (const xmlChar *)"type", readable(a, (detm_text){words.data, words.length}));
  dt_buffer_free(&words);
}

/* ---- Elements ---------------------------------------------------------------------------------- */

/* Returns the @id of an object that only refers to another, or NULL. */
static const json_t *reference_of(const json_t *object) {
  const json_t *id = json_object_get(object, "@id");
  size_t known = 1 + (json_object_get(object, "@type") != NULL);
  return json_is_string(id) && json_object_size(object) == known ? id : NULL;
}

/* Adds a value, or opens the level of its members. */
static void add_json_value(adder *a, level *levels, unsigned *depth, json_t *value, level within) {
  if (json_is_object(value) || json_is_array(value)) {
    if (*depth == MAX_DEPTH) return;
    xmlNodePtr element = within.element;
    if (json_is_object(value)) {
      const json_t *id = within.referred ? NULL : reference_of(value);
      json_t *meant = id != NULL ? json_object_get(a->ids, json_string_value(id)) : NULL;
      bool few = a->dom->nodes - a->first <= MAX_WITH_REFERENCES && a->bytes <= MAX_BYTES_WITH_REFERENCES;
      if (meant != NULL && few) {
        value = meant;
        within.referred = true;
      }
      element = dt_dom_element(a->dom, element, within.name);
      if (element == NULL) return;
      add_type(a, element, value);
    }
    levels[(*depth)++] = open_level(value, element, within.name, within.referred);
    return;
  }

  if (!json_is_string(value) && !json_is_number(value)) return;
  char digits[64];
  detm_text text = {digits, 0};
  if (json_is_string(value))
    text = readable(a, dt_json_text(value));
  else
    text.length = json_dumpb(value, digits, sizeof digits, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));

  if (text.data == digits && text.length > sizeof digits) text.length = 0;
  a->bytes += text.length;
  xmlNodePtr element = dt_dom_element(a->dom, within.element, within.name);
  if (element != NULL && text.length != 0) dt_dom_text(a->dom, element, text.data, text.length);
}

static void add_tree(adder *a, xmlNodePtr parent, json_t *root) {
  level levels[MAX_DEPTH];
  unsigned depth = 0;
  add_json_value(a, levels, &depth, root, (level){.element = parent, .name = dt_dom_name(a->dom, "x", 1)});

  while (depth != 0 && a->dom->status == DETM_OK) {
    const char *key;
    json_t *value = next_member(&levels[depth - 1], &key);
    level within = levels[depth - 1];
    if (value == NULL) {
      depth--;
      continue;
    }
    if (key != NULL && *key == '@' && strcmp(key, "@graph") != 0 && strcmp(key, "@id") != 0) continue;
    if (key != NULL) within.name = name_for(a, *key == '@' ? key + 1 : key);
    if (within.name != NULL) add_json_value(a, levels, &depth, value, within);
  }
}

/* ---- Texts ------------------------------------------------------------------------------------- */

static const char *skip_ascii_spaces(const char *at, const char *end) {
  while (at < end && dt_is_ascii_space(*at)) at++;
  return at;
}

/* Returns the length of a comment at `at`; only that of the slash if a CDATA mark may follow: "//<![CDATA[". */
static size_t comment_length(const char *at, const char *end) {
  const char *next = at + 1;
  if (next == end || (*next != '*' && *next != '/')) return 1;
  if (*next == '/') {
    const char *line = skip_ascii_spaces(next + 1, end);
    if (line < end && *line == '<') return 2;
    line = memchr(next, '\n', (size_t)(end - next));
    return (size_t)((line != NULL ? line : end) - at);
  }
  for (next++; next < end && !(*next == '/' && next[-1] == '*' && next - at > 2);) next++;
  return (size_t)(next - at) + (next < end);
}

/* Returns the length of common non-JSON text at `at` outside strings, or 0. */
static size_t noise_length(const char *at, const char *end) {
  static const char *const marks[] = {"<![CDATA[", "]]>", "<!--", "-->"};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if ((size_t)(end - at) >= strlen(marks[i]) && memcmp(at, marks[i], strlen(marks[i])) == 0) return strlen(marks[i]);
  if (*at == '/') return comment_length(at, end);
  const char *next = *at == ',' ? skip_ascii_spaces(at + 1, end) : end;
  return next < end && (*next == '}' || *next == ']'); /* a comma after the last member */
}

/* Reads successive objects and arrays.  Leaves out parts that are not JSON. */
static void read_json_text(adder *a, detm_text text) {
  bool string = false;
  a->text.length = 0;
  for (const char *at = text.data, *end = at + text.length; at < end;) {
    size_t noise = string || strchr("<]-,/", *at) == NULL ? 0 : noise_length(at, end);
    at += noise;
    if (noise != 0) continue;
    if (*at == '"') string = !string;
    size_t run = *at == '\\' && at + 1 < end ? 2 : 1;
    while (string && at + run < end && at[run] != '"' && at[run] != '\\') run++;
    dt_buffer_add(&a->text, at, run);
    at += run;
  }

  if (a->text.failed) fail_adder(a);
  if (a->text.length == 0 || a->dom->status != DETM_OK) return;
  dt_clean_controls(a->text.data, a->text.length);

  for (size_t at = 0; at < a->text.length;) {
    json_error_t error;
    if (a->text.data[at] != '{' && a->text.data[at] != '[') {
      at++;
      continue;
    }
    bool no_memory;
    json_t *root = dt_json_load(a->text.data + at, a->text.length - at, JSON_DISABLE_EOF_CHECK, &error, &no_memory);
    if (root == NULL && !no_memory) return;
    if (root == NULL || json_array_append_new(a->roots, root) != 0) {
      fail_adder(a);
      return;
    }
    at += (size_t)(error.position > 0 ? error.position : 1);
  }
}

/* Records the objects with @id. */
static void record_ids(adder *a) {
  level levels[MAX_DEPTH];
  unsigned depth = 0;
  const char *key;
  levels[depth++] = open_level(a->roots, NULL, NULL, false);

  while (depth != 0 && a->dom->status == DETM_OK) {
    json_t *value = next_member(&levels[depth - 1], &key);
    if (value == NULL) {
      depth--;
      continue;
    }
    const json_t *id = json_object_get(value, "@id");
    bool named = json_is_string(id) && reference_of(value) == NULL;
    if (named && json_object_get(a->ids, json_string_value(id)) == NULL &&
        json_object_set(a->ids, json_string_value(id), value) != 0)
      fail_adder(a);
    if (depth < MAX_DEPTH && (json_is_object(value) || json_is_array(value)))
      levels[depth++] = open_level(value, NULL, NULL, false);
  }
}

void dt_data_add(dt_dom *dom, detm_text texts) {
  if (texts.length == 0) return;

  adder a = {.dom = dom, .roots = json_array(), .ids = json_object(), .first = dom->nodes};
  if (a.roots == NULL || a.ids == NULL) fail_adder(&a);
  for (size_t at = 0; at < texts.length && dom->status == DETM_OK;) {
    detm_text text = dt_text(texts.data + at);
    at += text.length + 1;
    read_json_text(&a, text);
  }

  if (json_array_size(a.roots) != 0 && dom->status == DETM_OK) {
    record_ids(&a);
    xmlNodePtr root = dom->document->children;
    while (root != NULL && root->type != XML_ELEMENT_NODE) root = root->next;
    xmlNodePtr parent = dt_dom_element(dom, root, dt_dom_name(dom, "ld", 2));
    for (size_t i = 0; i < json_array_size(a.roots) && parent != NULL && dom->status == DETM_OK; i++)
      add_tree(&a, parent, json_array_get(a.roots, i));
  }

  json_decref(a.ids);
  json_decref(a.roots);
  dt_buffer_free(&a.text);
  dt_buffer_free(&a.clean);
}

/* ---- Types ------------------------------------------------------------------------------------- */

/* Types of schema.org 28.  Other names that end in "Article" or "Page" are articles or pages, too. */
static const struct {
  const char *name;
  unsigned kinds;
} types[] = {{"APIReference", DT_DATA_ARTICLE},
             {"BlogPosting", DT_DATA_ARTICLE},
             {"DiscussionForumPosting", DT_DATA_POST},
             {"LiveBlogPosting", DT_DATA_ARTICLE},
             {"Report", DT_DATA_ARTICLE},
             {"SocialMediaPosting", DT_DATA_POST},
             {"CollectionPage", DT_DATA_PAGE | DT_DATA_LISTING},
             {"ItemList", DT_DATA_LISTING},
             {"Product", DT_DATA_PRODUCT},
             {"Question", DT_DATA_QUESTION},
             {"Recipe", DT_DATA_RECIPE},
             {"VideoObject", DT_DATA_VIDEO}};

unsigned dt_jsonld_kinds(const xmlNode *object) {
  const char *names = dt_node_value(object, "type");
  unsigned kinds = 0;
  size_t length;
  for (const char *at = names != NULL ? dt_next_token(names, &length) : NULL; at != NULL;
       at = dt_next_token(at + length, &length)) {
    detm_text name = {at, length};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
      if (dt_text_equal(name, dt_text(types[i].name))) kinds |= types[i].kinds;
    if (dt_text_ends(name, DT_TEXT("Article"))) kinds |= DT_DATA_ARTICLE;
    if (dt_text_ends(name, DT_TEXT("Page"))) kinds |= DT_DATA_PAGE;
  }
  return kinds;
}

bool dt_jsonld_is(const xmlNode *object, const char *type) {
  const char *names = dt_node_value(object, "type");
  return names != NULL && dt_has_tokens(names, type);
}
