/* html/data/lists.c: finds the lists of objects in JSON, and writes them as tables.
 *
 * A table says what such a list is: its rows are records, its header has the names of the columns.  So lists of scripts
 * are found, learned, applied and accounted for as tables of pages are.
 *
 * Frameworks write values that occur several times once, and refer to them; dt_data_lists has what is referred to:
 *   {"__ref": "Product:7"}, {"@id": "#p7"}   a member of `objects`
 *   "$1a", "$1a:props:items:0"               a member of `rows`, or a value in it (React Server Components)
 *   7                                        an element of `flat` (devalue, turbo-stream)
 *   [0, "value"]                             its second element, if all values are so (Astro)
 * Values may refer to themselves: depth and number of the values that are visited are limited. */
#include "config.h"

#include "html/data/lists.h"

#include "base/json.h"

#include <stdlib.h>

enum {
  MAX_DEPTH = 64,       /* of values that are searched for lists */
  MAX_RECORD_DEPTH = 8, /* of values in a record */
  MAX_VALUES = 1000000, /* visited, in all */
  MAX_NAME = 200,       /* bytes of the name of a column or a path */
  MAX_HTML = 16 << 20,  /* bytes of the tables: a text that is referred to many times is written as often */
  MIN_RECORDS = 2,
  MIN_ROWS = 3, /* of arrays: a point or a range is no record */
  MIN_KEYED = 3 /* members of an object that is a list */
};

void dt_data_lists_start(dt_data_lists *lists, dt_scope *scope) {
  *lists = (dt_data_lists){.scope = scope, .lists = json_object()};
  lists->failed = lists->lists == NULL;
}

void dt_data_lists_free(dt_data_lists *lists) {
  json_decref(lists->lists);
  dt_lookup_free(&lists->searched);
  dt_buffer_free(&lists->path);
}

/* Counts a value that is visited.  False: no more are to be. */
static bool visit(dt_data_lists *l) {
  l->full = l->full || ++l->visited > MAX_VALUES || dt_scope_late(l->scope);
  return !l->full && !l->failed;
}

/* ---- references ---- */

static bool is_element(const dt_data_lists *l, const json_t *value) {
  json_int_t index = json_integer_value(value);
  return json_is_integer(value) && index >= 0 && (uint64_t)index < json_array_size(l->flat);
}

/* The value of an index.  Arrays that begin with a string say what their second element is: ["Reactive", 7]. */
static json_t *element_of_index(const dt_data_lists *l, json_t *value) {
  enum { MOST_WRAPPERS = 8 };
  for (int i = 0; i < MOST_WRAPPERS && json_is_integer(value); i++) {
    if (!is_element(l, value)) return NULL; /* undefined, NaN and the like are negative */
    value = json_array_get(l->flat, (size_t)json_integer_value(value));
    if (!json_is_array(value) || !json_is_string(json_array_get(value, 0))) return value;
    value = json_array_get(value, 1); /* ["Date", "2024-05-01T00:00:00Z"] */
  }
  return value;
}

/* The key of the object that an object only refers to; NULL = it does not. */
static const char *key_of_reference(const json_t *object) {
  const json_t *key = json_object_get(object, "__ref");
  if (json_is_string(key)) return json_string_value(key);
  const json_t *id = json_object_get(object, "@id"), *type = json_object_get(object, "@type");
  return json_is_string(id) && json_object_size(object) == 1 + (size_t)(type != NULL) ? json_string_value(id) : NULL;
}

/* Whether a value is an array of the number of its type and itself. */
static bool is_tagged(const json_t *value) {
  enum { TYPES = 16 };
  const json_t *type = json_array_get(value, 0);
  return json_array_size(value) == 2 && json_is_integer(type) && (uint64_t)json_integer_value(type) < TYPES;
}

/* Whether a value is a text that stands for a row: "$1a", "$L1a", "$@1a"; "$$" begins a text with a dollar. */
static bool is_row_reference(const dt_data_lists *l, const json_t *value) {
  const char *text = json_string_value(value);
  return l->rows != NULL && text != NULL && text[0] == '$' && text[1] != '$';
}

static bool is_react_element(const json_t *array) {
  const json_t *first = json_array_get(array, 0);
  return json_is_string(first) && json_string_value(first)[0] == '$';
}

static json_t *list_member_of(const json_t *object, const char *name, size_t length) {
  char copy[MAX_NAME];
  if (length >= sizeof copy) return NULL;
  memcpy(copy, name, length);
  copy[length] = '\0';
  return json_object_get(object, copy);
}

/* The value that such a text stands for; NULL = none.  A path after the row's name has names of members and indexes;
 * "props" is the fourth element of a React element. */
static json_t *value_in_row(const dt_data_lists *l, const char *reference) {
  enum { PROPS = 3 };
  const char *at = reference + (reference[1] == 'L' || reference[1] == '@' ? 2 : 1);
  json_t *value = l->rows;

  for (;; at++) {
    size_t length = strcspn(at, ":");
    const char *end = at + length;
    char *last;
    if (json_is_array(value)) {
      bool props = is_react_element(value) && length == strlen("props") && strncmp(at, "props", length) == 0;
      size_t index = props ? PROPS : strtoul(at, &last, 10);
      value = props || last == end ? json_array_get(value, index) : NULL;
    } else {
      value = list_member_of(value, at, length);
    }
    at = end;
    if (*at == '\0' || value == NULL) return value;
  }
}

/* The value that is meant; NULL = none. */
static json_t *meant(const dt_data_lists *l, json_t *value) {
  if (l->tagged) return is_tagged(value) ? json_array_get(value, 1) : value;
  if (l->flat != NULL) return element_of_index(l, value);
  if (l->objects != NULL && json_is_object(value)) {
    const char *key = key_of_reference(value);
    json_t *object = key != NULL ? json_object_get(l->objects, key) : NULL;
    return object != NULL ? object : value;
  }
  return is_row_reference(l, value) ? value_in_row(l, json_string_value(value)) : value;
}

/* The name of a member: without "@", which begins the names of JSON-LD. */
static const char *name_of_key(const dt_data_lists *l, const char *key) {
  if (l->flat != NULL && key[0] == '_') { /* turbo-stream */
    const json_t *name = json_array_get(l->flat, strtoul(key + 1, NULL, 10));
    if (json_is_string(name)) return json_string_value(name);
  }
  return key[0] == '@' ? key + 1 : key;
}

/* ---- records ---- */

static void add_scalar(dt_data_lists *l, json_t *record, const char *column, json_t *value) {
  if (json_is_null(value)) return;
  const detm_text text = dt_json_text(value);
  if (dt_text_starts_ci(text, DT_TEXT("<!doctype")) || dt_text_starts_ci(text, DT_TEXT("<html"))) l->has_pages = true;
  json_t *values = json_object_get(record, column);
  if (values == NULL) {
    values = json_array();
    if (values == NULL || json_object_set_new(record, column, values) != 0) l->failed = true;
  }
  if (!l->failed && json_array_append(values, value) != 0) l->failed = true;
}

/* Adds the scalars in a value to a record, with the paths of members as the names of the columns. */
static void add_values(dt_data_lists *l, json_t *record, const char *column, json_t *value, unsigned depth) {
  size_t index;
  json_t *element;
  const char *key;
  if (depth > MAX_RECORD_DEPTH || !visit(l)) return;

  value = meant(l, value);
  if (value == NULL) return;
  if (json_is_array(value) && !is_react_element(value)) {
    json_array_foreach(value, index, element) add_values(l, record, column, element, depth + 1);
  } else if (json_is_object(value)) {
    json_object_foreach(value, key, element) {
      char name[MAX_NAME];
      int length = snprintf(name, sizeof name, "%s%s%s", column, *column != '\0' ? "." : "", name_of_key(l, key));
      if (length > 0 && (size_t)length < sizeof name) add_values(l, record, name, element, depth + 1);
    }
  } else if (!json_is_array(value) && *column != '\0') {
    add_scalar(l, record, column, value);
  }
}

/* The list with the path that is visited. */
static json_t *list_at_path(dt_data_lists *l) {
  dt_buffer_byte(&l->path, '\0');
  if (l->path.failed) {
    l->failed = true;
    return NULL;
  }
  l->path.length--;
  json_t *list = json_object_get(l->lists, l->path.data);
  if (list != NULL) return list;
  list = json_array();
  if (list == NULL || json_object_set_new(l->lists, l->path.data, list) != 0) l->failed = true;
  return l->failed ? NULL : list;
}

/* Adds an object as a record; key: that of an object whose members are the records, NULL = none. */
static void add_object_record(dt_data_lists *l, json_t *object, const char *key) {
  json_t *list = list_at_path(l), *record = list != NULL ? json_object() : NULL;
  if (record == NULL || json_array_append_new(list, record) != 0) {
    l->failed = true;
    return;
  }
  json_t *name = key != NULL ? json_string(key) : NULL;
  if (name != NULL) add_scalar(l, record, "key", name);
  json_decref(name);
  add_values(l, record, "", object, 0);
}

/* ---- lists ---- */

static bool is_list_of_objects(dt_data_lists *l, const json_t *array) {
  size_t index, objects = 0;
  json_t *element;
  json_array_foreach(array, index, element) {
    if (!visit(l)) return false;
    objects += json_is_object(meant(l, element));
  }
  return objects >= MIN_RECORDS && 2 * objects >= json_array_size(array);
}

/* Whether a value is an object with the members of another, or nearly. */
static bool has_like_members(const json_t *value, const json_t *first) {
  enum { MAX_COMPARED = 64 /* members of the first object */ };
  const char *name;
  json_t *member;
  size_t same = 0, compared = 0;
  if (!json_is_object(value) || json_object_size(first) < 2) return false;
  json_object_foreach((json_t *)(uintptr_t)first, name, member) {
    if (compared == MAX_COMPARED) break;
    compared++;
    same += json_object_get(value, name) != NULL;
  }
  return 4 * same >= 3 * compared;
}

/* Whether an object is a list of objects by key. */
static bool is_keyed_list(dt_data_lists *l, json_t *object) {
  const char *key;
  json_t *element;
  const json_t *first = NULL;
  if (json_object_size(object) < MIN_KEYED) return false;
  json_object_foreach(object, key, element) {
    const json_t *member = meant(l, element);
    if (first == NULL) first = member;
    if (!visit(l) || !has_like_members(member, first)) return false;
  }
  return true;
}

/* The type of an object of JSON-LD; NULL = none. */
static const char *type_of_object(const json_t *object) {
  const json_t *type = json_object_get(object, "@type");
  return json_string_value(json_is_array(type) ? json_array_get(type, 0) : type);
}

/* The number of values in each element of an array whose elements are rows: arrays of the same number of values that
 * are neither; 0 = it is none. */
static size_t width_of_rows(dt_data_lists *l, const json_t *array) {
  const size_t width = json_array_size(json_array_get(array, 0));
  size_t index, cell;
  json_t *row, *value;
  if (l->flat != NULL || width < 2 || json_array_size(array) < MIN_ROWS) return 0;

  json_array_foreach(array, index, row) {
    if (json_array_size(row) != width) return 0;
    json_array_foreach(row, cell, value) if (!visit(l) || json_is_object(value) || json_is_array(value)) return 0;
  }

  return width;
}

/* Whether a text, or what is none, is a number. */
static bool is_number_or_none(const json_t *value) {
  if (!json_is_string(value)) return true;
  const char *text = json_string_value(value);
  return dt_is_digit(*text) || (*text != '\0' && strchr("+-.", *text) != NULL && dt_is_digit(text[1]));
}

/* Whether an array has a name for each column. */
static bool is_head(const json_t *array, size_t width) {
  size_t index;
  json_t *name;
  if (json_array_size(array) != width) return false;
  json_array_foreach(array, index, name) if (is_number_or_none(name) || *json_string_value(name) == '\0') return false;
  return true;
}

/* The names of the columns of rows: another member of the object that has the rows, or the first row if all others have
 * a number below one of its names; NULL = they have none. */
static const json_t *head_of_rows(const json_t *holder, const json_t *rows, size_t width) {
  const char *key;
  json_t *member;
  json_object_foreach((json_t *)(uintptr_t)holder, key, member) if (is_head(member, width)) return member;

  const json_t *first = json_array_get(rows, 0);
  if (!is_head(first, width) || json_array_size(rows) <= MIN_ROWS) return NULL;
  for (size_t cell = 0; cell < width; cell++) {
    size_t row = 1;
    while (row < json_array_size(rows) && is_number_or_none(json_array_get(json_array_get(rows, row), cell))) row++;
    if (row == json_array_size(rows)) return first;
  }

  return NULL;
}

/* Adds the rows of a table as records: {"columns": ["name", "price"], "data": [["a", 1], ...]}, and what a chart or a
 * table of a script is made of. */
static void add_array_rows(dt_data_lists *l, const json_t *holder, const json_t *rows) {
  const size_t width = width_of_rows(l, rows);
  const json_t *head = width != 0 ? head_of_rows(holder, rows, width) : NULL;
  json_t *list = head != NULL ? list_at_path(l) : NULL, *row, *value;
  size_t index, cell;
  if (list == NULL) return;

  json_array_foreach(rows, index, row) {
    json_t *record = json_object();
    if (row == head || record == NULL) {
      l->failed = l->failed || record == NULL;
      json_decref(record);
      continue;
    }
    if (json_array_append_new(list, record) != 0) {
      l->failed = true;
      return;
    }
    json_array_foreach(row, cell, value) add_scalar(l, record, json_string_value(json_array_get(head, cell)), value);
  }
}

static void add_to_path(dt_data_lists *l, const char *name) {
  if (l->path.length >= MAX_NAME) return;
  if (l->path.length != 0) dt_buffer_byte(&l->path, '.');
  detm_text cut = dt_text_cut(dt_text(name), MAX_NAME - l->path.length);
  dt_buffer_add(&l->path, cut.data, cut.length);
}

/* Whether the objects of an array have several types: these are all that a page says of itself (WebSite, Organization,
 * Product...), and those of one type are a list. */
static bool is_bag(const json_t *array) {
  size_t index;
  const json_t *object;
  const char *first = type_of_object(json_array_get(array, 0)), *type;
  if (first == NULL) return false;
  json_array_foreach(array, index, object) {
    if ((type = type_of_object(object)) != NULL && strcmp(type, first) != 0) return true;
  }
  return false;
}

/* Adds the lists of the objects that have the same type; their paths end with it. */
static void add_types(dt_data_lists *l, const json_t *bag) {
  size_t index, other;
  json_t *object, *same;
  const size_t length = l->path.length;

  json_array_foreach(bag, index, object) {
    const char *type = type_of_object(object), *known;
    size_t count = 0;
    json_array_foreach(bag, other, same) {
      if (type == NULL || !visit(l) || count >= MIN_RECORDS) break;
      count += (known = type_of_object(same)) != NULL && strcmp(known, type) == 0;
    }
    if (count < MIN_RECORDS) continue;
    add_to_path(l, type);
    add_object_record(l, object, NULL);
    l->path.length = length;
  }
}

static void find_lists(dt_data_lists *l, json_t *value, unsigned depth);

/* Notes that a row, or a value in it, is searched: each has a turn of its own, too.  False: it was before. */
static bool is_first_visit(dt_data_lists *l, const json_t *row) {
  uint64_t key = (uint64_t)(uintptr_t)row;
  if (row == NULL || dt_lookup_find(&l->searched, key) != DT_NO_NUMBER) return false;
  if (dt_lookup_add(&l->searched, key) == DT_NO_NUMBER) l->failed = true;
  return !l->failed;
}

/* Visits a member below the path. */
static void find_below(dt_data_lists *l, const char *key, json_t *value, unsigned depth) {
  size_t length = l->path.length;
  if (key != NULL) add_to_path(l, name_of_key(l, key));
  find_lists(l, value, depth + 1);
  l->path.length = length;
}

static void find_in_object(dt_data_lists *l, json_t *object, unsigned depth) {
  const char *key;
  json_t *element, *outer = l->objects;
  const json_t *type = json_object_get(object, "@type");
  if (json_is_string(type) && strcmp(json_string_value(type), "BreadcrumbList") == 0) return;

  if (l->flat == NULL && json_object_get(object, "ROOT_QUERY") != NULL) l->objects = object; /* a cache of Apollo */
  bool list = is_keyed_list(l, object);
  json_object_foreach(object, key, element) {
    json_t *member = meant(l, element);
    if (l->full || l->failed) break;
    if (list) add_object_record(l, member, key);
    l->holder = object;
    find_below(l, list ? NULL : key, element, depth);
  }

  l->objects = outer;
}

static void find_lists(dt_data_lists *l, json_t *value, unsigned depth) {
  size_t index;
  json_t *element;
  const json_t *holder = l->holder;
  l->holder = NULL;
  if (depth > MAX_DEPTH || !visit(l)) return;
  bool refers = is_row_reference(l, value);
  if (refers && json_string_value(value)[1] == 'L') return; /* an element in a layout, which has a turn of its own */

  value = meant(l, value);
  if (refers && !is_first_visit(l, value)) return;
  if (json_is_object(value)) find_in_object(l, value, depth);
  if (!json_is_array(value)) return;
  const detm_text path = {l->path.data, l->path.length};
  bool bag = (depth == 0 || dt_text_ends(path, DT_TEXT(".graph"))) && is_bag(value);
  if (bag) add_types(l, value);

  bool list = !bag && is_list_of_objects(l, value);
  if (!list) add_array_rows(l, holder, value);
  json_array_foreach(value, index, element) {
    json_t *object = meant(l, element);
    if (l->full || l->failed) break;
    if (list && json_is_object(object)) add_object_record(l, object, NULL);
    find_below(l, NULL, element, depth);
  }
}

/* ---- roots ---- */

/* Whether the members of an object or array are indexes of `flat`: all are integers, or a tag and integers. */
static bool has_indexes(const json_t *value, size_t count) {
  const char *key;
  json_t *member;
  size_t index;
  json_object_foreach((json_t *)(uintptr_t)value, key, member) {
    if (!json_is_integer(member) || json_integer_value(member) >= (json_int_t)count) return false;
  }
  json_array_foreach(value, index, member) {
    if (json_is_integer(member) && json_integer_value(member) < (json_int_t)count) continue;
    if (index > 1 || !json_is_string(json_array_get(value, 0))) return false;
  }
  return true;
}

/* Whether an array is one whose indexes stand for its values: it begins with the object or array that holds all, and
 * has texts. */
static bool is_flat(const json_t *array) {
  size_t index, texts = 0;
  json_t *value;
  const json_t *first = json_array_get(array, 0);
  if (!json_is_object(first) && !json_is_array(first)) return false;
  json_array_foreach(array, index, value) {
    texts += json_is_string(value);
    if ((json_is_object(value) || json_is_array(value)) && !has_indexes(value, json_array_size(array))) return false;
  }
  return texts != 0;
}

/* Adds the lists of the arrays of indexes that SvelteKit has in its data: {"type": "data", "nodes": [{"data": [...]}]}.
 */
static bool add_svelte_nodes(dt_data_lists *l, json_t *root, const char *name) {
  size_t index;
  json_t *node, *nodes = json_object_get(root, "nodes");
  bool found = false;
  json_array_foreach(nodes, index, node) {
    json_t *data = json_object_get(node, "data");
    if (!json_is_array(data) || !is_flat(data)) continue;
    dt_data_lists_add(l, data, name);
    found = true;
  }
  return found;
}

/* Whether a root is an object of tagged values, as Astro writes what it passes to a component. */
static bool has_tagged_members(const json_t *root) {
  const char *key;
  json_t *member;
  json_object_foreach((json_t *)(uintptr_t)root, key, member) {
    if (!is_tagged(member)) return false;
  }
  return json_object_size(root) != 0;
}

/* Lists the objects of JSON-LD by their @id. */
static json_t *objects_by_id(const json_t *root) {
  size_t index;
  json_t *object, *graph = json_object_get(root, "@graph"), *objects = NULL;
  json_array_foreach(graph, index, object) {
    const json_t *id = json_object_get(object, "@id");
    if (!json_is_string(id) || key_of_reference(object) != NULL) continue;
    if (objects == NULL) objects = json_object();
    if (objects != NULL) json_object_set(objects, json_string_value(id), object);
  }
  return objects;
}

void dt_data_lists_add(dt_data_lists *l, json_t *root, const char *name) {
  if (add_svelte_nodes(l, root, name)) return;
  json_t *objects = objects_by_id(root), *index = NULL;
  l->path.length = 0;
  dt_buffer_text(&l->path, name);
  l->objects = objects;
  l->tagged = has_tagged_members(root);

  if (json_is_array(root) && is_flat(root)) {
    l->flat = root;
    root = index = json_integer(0);
  }

  find_lists(l, root, 0);
  l->flat = NULL;
  l->objects = NULL;
  json_decref(index);
  json_decref(objects);
}

void dt_data_lists_add_all(dt_data_lists *l, json_t *roots, const char *name) {
  size_t index;
  json_t *root;
  bool bag = is_bag(roots), list = !bag && json_array_size(roots) >= MIN_RECORDS;

  json_array_foreach(roots, index, root) { list = list && has_like_members(root, json_array_get(roots, 0)); }
  if (list) {
    dt_data_lists_add(l, roots, name);
    return;
  }

  if (l->rows != NULL && json_array_size(roots) == 1 && !is_first_visit(l, json_array_get(roots, 0))) return;
  l->path.length = 0;
  dt_buffer_text(&l->path, name);
  if (bag) add_types(l, roots);
  json_array_foreach(roots, index, root) { dt_data_lists_add(l, root, name); }
}

/* ---- tables ---- */

static void write_escaped_text(dt_buffer *html, detm_text text) {
  for (size_t i = 0; i < text.length; i++) {
    char c = text.data[i];
    if (c == '&')
      dt_buffer_text(html, "&amp;");
    else if (c == '<')
      dt_buffer_text(html, "&lt;");
    else if (c == '"')
      dt_buffer_text(html, "&quot;");
    else
      dt_buffer_byte(html, (unsigned char)c < ' ' || c == 0x7f ? ' ' : c);
  }
}

static void write_record_value(dt_buffer *html, const json_t *value) {
  char digits[32];
  if (json_is_string(value)) {
    write_escaped_text(html, dt_json_text(value));
    return;
  }
  size_t length = json_dumpb(value, digits, sizeof digits, JSON_ENCODE_ANY);
  if (length <= sizeof digits) write_escaped_text(html, (detm_text){digits, length});
}

/* The columns of a list, in the order in which its records have them: an object of the numbers of records that have
 * each.  NULL without memory. */
static json_t *columns_of_list(const json_t *list, size_t *filled) {
  size_t index;
  json_t *record, *values, *columns = json_object();
  const char *column;

  *filled = 0;
  json_array_foreach(list, index, record) {
    json_object_foreach(record, column, values) {
      json_int_t count = json_integer_value(json_object_get(columns, column));
      if (columns == NULL || json_object_set_new(columns, column, json_integer(count + 1)) != 0) {
        json_decref(columns);
        return NULL;
      }
      ++*filled;
    }
  }

  return columns;
}

/* Adds a record, which is cut at MAX_HTML. */
static void write_record_row(dt_buffer *html, const json_t *record, json_t *columns) {
  const char *column;
  json_t *count, *value;
  size_t index;

  dt_buffer_text(html, "<tr>");
  json_object_foreach(columns, column, count) {
    if (html->length >= MAX_HTML) break;
    const json_t *values = json_object_get(record, column);
    bool several = json_array_size(values) > 1;
    dt_buffer_text(html, several ? "<td><ul>" : "<td>");
    json_array_foreach(values, index, value) {
      if (html->length >= MAX_HTML) break;
      if (several) dt_buffer_text(html, "<li>");
      write_record_value(html, value);
    }
    if (several) dt_buffer_text(html, "</ul>");
  }

  dt_buffer_byte(html, '\n');
}

/* The table is named by its body, the parent of the records. */
static void add_table(dt_data_lists *l, dt_buffer *html, const char *path, const json_t *list, json_t *columns) {
  const char *column;
  json_t *count, *record;
  size_t index;

  dt_buffer_text(html, "<table><caption>");
  write_escaped_text(html, dt_text(path));
  dt_buffer_text(html, "</caption><thead><tr>");
  json_object_foreach(columns, column, count) {
    dt_buffer_text(html, "<th>");
    write_escaped_text(html, dt_text(column));
  }

  dt_buffer_text(html, "</thead>\n<tbody id=\"");
  write_escaped_text(html, dt_text(path));
  dt_buffer_text(html, "\">\n");
  json_array_foreach(list, index, record) {
    l->full = l->full || html->length >= MAX_HTML;
    if (html->length >= MAX_HTML || dt_scope_late(l->scope)) break;
    write_record_row(html, record, columns);
  }

  dt_buffer_text(html, "</tbody></table>\n");
}

void dt_data_lists_write(dt_data_lists *l, dt_buffer *html) {
  enum { MAX_CELLS = 4000000 };
  const char *path;
  json_t *list;
  size_t cells = 0;
  if (l->failed) return;

  json_object_foreach(l->lists, path, list) {
    size_t filled;
    json_t *columns = columns_of_list(list, &filled);
    if (columns == NULL) {
      l->failed = true;
      return;
    }
    size_t own = json_array_size(list) * json_object_size(columns);
    /* objects that have little in common, as the members of a configuration, are no records of one list */
    bool alike = 4 * filled >= own;
    l->full = l->full || (alike && own > MAX_CELLS - cells);
    if (own != 0 && alike && own <= MAX_CELLS - cells && !dt_scope_over(l->scope)) {
      cells += own;
      add_table(l, html, path, list, columns);
    }
    json_decref(columns);
  }

  if (html->failed) l->failed = true;
}
