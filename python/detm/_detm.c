/* _detm.c: libdetm for Python, in the limited C API of Python 3.9.
 *
 * The functions have plain arguments and results; __init__.py makes the classes that programs use.  Records are packed
 * while the library emits them, and become dicts when they are first used, with the keys and values of NDJSON.  The
 * global interpreter lock is released while the library works: a page has a lock of its own, and a rule (a wrapper or a
 * template) counts its users, because it must not be edited while another thread uses it. */
#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x03090000
#endif
#include <Python.h>

#include <detm/detm.h>
#include <limits.h>
#include <pythread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct module_state {
  PyTypeObject *page_type, *pages_type, *records_type, *account_type, *rule_type, *library_type, *web_type, *store_type;
  detm_domains *domains; /* the stock domains, shared by all calls */
} module_state;

typedef struct page_object {
  PyObject_HEAD detm_page *page;
  PyThread_type_lock lock; /* held by the thread that uses the page */
  long checked;            /* when signals were looked for; in the page's calls, which have its lock */
} page_object;

/* The pages in a file. */
typedef struct pages_object {
  PyObject_HEAD detm_pages *pages;
  PyThread_type_lock lock; /* held by the thread that reads a page */
} pages_object;

/* The records of a page, of which dicts are made when they are first used. */
typedef struct records_object {
  PyObject_HEAD detm_records *regions; /* without records */
  char *packed;                        /* their records */
  int plain;                           /* the names of parts are those for databases: "price_amount" */
} records_object;

/* A wrapper or a template. */
typedef struct rule_object {
  PyObject_HEAD detm_rule *rule;
  detm_profile *past[2]; /* values of past pages: without and with all columns; NULL until they are needed */
  size_t users;          /* calls that use it now; changed under the interpreter lock, as `past` is */
} rule_object;

/* A folder of rules; threads may share it. */
typedef struct library_object {
  PyObject_HEAD detm_library *library;
} library_object;

/* A result of which the account may be asked; it takes an eighth of the time of a call to make that. */
typedef struct account_object {
  PyObject_HEAD detm_result *result;
  page_object *page; /* that it is of, and what was applied to it; a rule is not edited meanwhile */
  rule_object *rule;
  library_object *library;
} account_object;

/* A web and its topic. */
typedef struct web_object {
  PyObject_HEAD detm_topic *topic;
  detm_web *web;
  PyThread_type_lock lock; /* held by the thread that uses the web */
} web_object;

/* A store, which is used by one thread at a time. */
typedef struct store_object {
  PyObject_HEAD detm_store *store;
  PyThread_type_lock lock;
} store_object;

static module_state *state_of(PyObject *module) { return PyModule_GetState(module); }

/* ---- Errors and bytes ---- */

/* Raises the exception of detm._errors for a status; returns NULL. */
static PyObject *raise(const detm_error *error) {
  if (PyErr_Occurred()) return NULL; /* that of a signal, which cancelled the call */
  PyObject *errors = PyImport_ImportModule("detm._errors");
  PyObject *made = errors != NULL
                       ? PyObject_CallMethod(errors, "make", "sssnn", detm_status_name(error->status), error->text,
                                             error->where, (Py_ssize_t)error->line, (Py_ssize_t)error->column)
                       : NULL;
  if (made != NULL) PyErr_SetObject((PyObject *)Py_TYPE(made), made);
  Py_XDECREF(made);
  Py_XDECREF(errors);
  return NULL;
}

typedef struct bytes {
  char *data;
  size_t length, capacity;
} bytes;

/* A detm_write. */
static int append(void *data, const char *more, size_t length) {
  bytes *to = data;
  if (length > to->capacity - to->length) {
    size_t capacity = 2 * to->capacity + length + 4096;
    char *grown = realloc(to->data, capacity);
    if (grown == NULL) return 1;
    to->data = grown;
    to->capacity = capacity;
  }
  memcpy(to->data + to->length, more, length);
  to->length += length;
  return 0;
}

/* ---- Pages ---- */

/* A detm_page_options.cancelled: runs the handlers of signals, as of Ctrl-C, some times a second; an exception of
 * theirs ends the call.  The interpreter runs them in the main thread only. */
static int is_interrupted(void *data) {
  static const long interval = 50000000; /* ns */
  struct timespec now;
  long *last = data;
  if (timespec_get(&now, TIME_UTC) == 0) return 0;
  if (now.tv_nsec >= *last && now.tv_nsec - *last < interval) return 0;
  *last = now.tv_nsec;
  PyGILState_STATE state = PyGILState_Ensure();
  int interrupted = PyErr_Occurred() != NULL || PyErr_CheckSignals() != 0;
  PyGILState_Release(state);
  return interrupted;
}

/* A page that is not read yet. */
static page_object *empty_page(PyTypeObject *type, detm_page_options *options) {
  page_object *self = (page_object *)PyType_GenericAlloc(type, 0);
  if (self == NULL) return NULL;
  self->lock = PyThread_allocate_lock();
  if (self->lock == NULL) {
    Py_DECREF(self);
    return (page_object *)PyErr_NoMemory();
  }
  options->cancelled = is_interrupted;
  options->cancel_data = &self->checked;
  return self;
}

/* The limits of a page as Python gives them; 0 = the default. */
typedef struct page_limits {
  Py_ssize_t max_bytes, max_nodes, max_depth;
} page_limits;

/* Returns 0 after raising an exception. */
static int set_limits(const page_limits *limits, detm_page_options *options) {
  if (limits->max_bytes < 0 || limits->max_nodes < 0 || limits->max_depth < 0 || limits->max_depth > INT_MAX) {
    PyErr_SetString(PyExc_ValueError, "max_bytes, max_nodes and max_depth are numbers from 0");
    return 0;
  }
  options->max_bytes = (size_t)limits->max_bytes;
  options->max_nodes = (size_t)limits->max_nodes;
  options->max_depth = (unsigned)limits->max_depth;
  return 1;
}

static PyObject *page_new(PyTypeObject *type, PyObject *args, PyObject *names) {
  static char *keywords[] = {"html",      "name",      "base",      "encoding", "seconds",
                             "max_bytes", "max_nodes", "max_depth", NULL};
  detm_page_options options = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  const char *html;
  Py_ssize_t length;
  page_limits limits;
  page_object *self;
  if (!PyArg_ParseTupleAndKeywords(args, names, "y#szzdnnn", keywords, &html, &length, &options.name, &options.base,
                                   &options.encoding, &options.seconds, &limits.max_bytes, &limits.max_nodes,
                                   &limits.max_depth) ||
      !set_limits(&limits, &options))
    return NULL;
  if ((self = empty_page(type, &options)) == NULL) return NULL;
  Py_BEGIN_ALLOW_THREADS self->page = detm_page_parse(html, (size_t)length, &options, &error);
  Py_END_ALLOW_THREADS if (self->page != NULL) return (PyObject *)self;
  Py_DECREF(self);
  return raise(&error);
}

static void page_dealloc(PyObject *object) {
  page_object *self = (page_object *)object;
  PyTypeObject *type = Py_TYPE(object);
  detm_page_free(self->page);
  if (self->lock != NULL) PyThread_free_lock(self->lock);
  PyObject_Free(object);
  Py_DECREF(type);
}

static PyObject *page_encoding(PyObject *self, void *unused) {
  (void)unused;
  return PyUnicode_FromString(detm_page_encoding(((page_object *)self)->page));
}

static PyObject *page_wall(PyObject *self, void *unused) {
  (void)unused;
  const char *wall = detm_wall_name(detm_page_wall(((page_object *)self)->page));
  return PyErr_Occurred() != NULL ? NULL : Py_BuildValue("z", wall); /* Ctrl-C while the scripts were read */
}

static PyObject *page_cut(PyObject *self, void *unused) {
  (void)unused;
  return PyBool_FromLong(detm_page_is_cut(((page_object *)self)->page));
}

static PyObject *page_warning(PyObject *self, void *unused) {
  (void)unused;
  return Py_BuildValue("z", detm_page_warning(((page_object *)self)->page));
}

static PyGetSetDef page_properties[] = {
    {"encoding", page_encoding, NULL, "The encoding that the page was read in.", NULL},
    {"wall", page_wall, NULL, "Why the page only blocks, or None.", NULL},
    {"cut", page_cut, NULL, "Whether the end of the page is missing.", NULL},
    {"warning", page_warning, NULL, "How the page as it was read differs from its source, or None.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* The objects of the other types are made by functions alone: an empty one would have no handle of the library. */
static PyObject *refuse_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
  (void)type, (void)arguments, (void)keywords;
  PyErr_SetString(PyExc_TypeError, "an object of this type is made by a function");
  return NULL;
}

static PyType_Slot page_slots[] = {
    {Py_tp_new, page_new},
    {Py_tp_dealloc, page_dealloc},
    {Py_tp_getset, page_properties},
    {Py_tp_doc, "A page that was read."},
    {0, NULL},
};

static PyType_Spec page_spec = {"detm._detm.Page", sizeof(page_object), 0, Py_TPFLAGS_DEFAULT, page_slots};

/* ---- Pages in files ---- */

static void pages_dealloc(PyObject *object) {
  pages_object *self = (pages_object *)object;
  PyTypeObject *type = Py_TYPE(object);
  detm_pages_close(self->pages);
  if (self->lock != NULL) PyThread_free_lock(self->lock);
  PyObject_Free(object);
  Py_DECREF(type);
}

static PyType_Slot pages_slots[] = {
    {Py_tp_new, refuse_new},
    {Py_tp_dealloc, pages_dealloc},
    {Py_tp_doc, "The pages in a file."},
    {0, NULL},
};

static PyType_Spec pages_spec = {"detm._detm.Pages", sizeof(pages_object), 0, Py_TPFLAGS_DEFAULT, pages_slots};

static PyObject *open_pages(PyObject *module, PyObject *args) {
  detm_pages_options options = detm_pages_defaults;
  detm_error error = DETM_ERROR_NONE;
  PyObject *path;
  Py_ssize_t max_bytes;
  if (!PyArg_ParseTuple(args, "O&zznpzp", PyUnicode_FSConverter, &path, &options.html_key, &options.url_key, &max_bytes,
                        &options.data, &options.only_url, &options.newest))
    return NULL;
  if (max_bytes > 0) options.max_bytes = (size_t)max_bytes;
  pages_object *self = (pages_object *)PyType_GenericAlloc(state_of(module)->pages_type, 0);
  if (self != NULL && (self->lock = PyThread_allocate_lock()) == NULL) {
    Py_CLEAR(self);
    PyErr_NoMemory();
  }
  if (self != NULL) {
    const char *name = PyBytes_AsString(path);
    Py_BEGIN_ALLOW_THREADS self->pages = detm_pages_open(name, &options, &error);
    Py_END_ALLOW_THREADS
  }
  Py_DECREF(path);
  if (self == NULL || self->pages != NULL) return (PyObject *)self;
  Py_DECREF(self);
  return raise(&error);
}

/* next_page(pages, encoding, seconds, max_bytes, max_nodes, max_depth, base) -> (page, name, url, members, cut), None
 * after the last */
static PyObject *next_page(PyObject *module, PyObject *args) {
  detm_page_options options = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  detm_status status;
  pages_object *pages;
  PyObject *found = NULL;
  page_limits limits;
  if (!PyArg_ParseTuple(args, "O!zdnnnz", state_of(module)->pages_type, &pages, &options.encoding, &options.seconds,
                        &limits.max_bytes, &limits.max_nodes, &limits.max_depth, &options.base) ||
      !set_limits(&limits, &options))
    return NULL;
  page_object *page = empty_page(state_of(module)->page_type, &options);
  if (page == NULL) return NULL;
  Py_BEGIN_ALLOW_THREADS PyThread_acquire_lock(pages->lock, WAIT_LOCK);
  status = detm_pages_next(pages->pages, &options, &page->page, &error);
  Py_END_ALLOW_THREADS const detm_page_origin *origin = detm_pages_origin(pages->pages);
  if (status == DETM_OK)
    found = Py_BuildValue("ONzzN", page, PyUnicode_DecodeFSDefault(origin->name), origin->url, origin->members,
                          PyBool_FromLong(origin->cut));
  else if (status == DETM_NOTHING)
    found = Py_BuildValue("");
  PyThread_release_lock(pages->lock);
  Py_DECREF(page);
  return status == DETM_OK || status == DETM_NOTHING ? found : raise(&error);
}

/* pages_skipped(pages) -> what of the file is no page, None */
static PyObject *pages_skipped(PyObject *module, PyObject *args) {
  pages_object *pages;
  PyObject *skipped;
  if (!PyArg_ParseTuple(args, "O!", state_of(module)->pages_type, &pages)) return NULL;
  Py_BEGIN_ALLOW_THREADS PyThread_acquire_lock(pages->lock, WAIT_LOCK);
  Py_END_ALLOW_THREADS skipped = Py_BuildValue("z", detm_pages_skipped(pages->pages));
  PyThread_release_lock(pages->lock);
  return skipped;
}

static void lock_page(page_object *page) { PyThread_acquire_lock(page->lock, WAIT_LOCK); }
static void unlock_page(page_object *page) { PyThread_release_lock(page->lock); }

static int compare_addresses(const void *a, const void *b) {
  const page_object *const *x = a, *const *y = b;
  return (*x > *y) - (*x < *y);
}

/* Locks different pages in the order of their addresses, so that two calls do not wait for each other.  Sorts them and
 * moves each page to the front once; returns the number of these. */
static size_t lock_pages(page_object **pages, size_t count) {
  size_t locked = 0;
  qsort(pages, count, sizeof *pages, compare_addresses);
  for (size_t i = 0; i < count; i++)
    if (locked == 0 || pages[locked - 1] != pages[i]) lock_page(pages[locked++] = pages[i]);
  return locked;
}

static void unlock_pages(page_object **pages, size_t locked) {
  while (locked != 0) unlock_page(pages[--locked]);
}

/* ---- Results ---- */

/* Finds the domain that names fields: `name` NULL = none, "auto" = the one that fits, which leaves it NULL.  Returns 0
 * after raising an exception. */
static int find_domain(const module_state *state, const char *name, const detm_domain **domain) {
  *domain = NULL;
  if (name == NULL || strcmp(name, "auto") == 0) return 1;
  *domain = detm_domains_find(state->domains, name);
  if (*domain == NULL) PyErr_Format(PyExc_ValueError, "unknown domain: '%s'", name);
  return *domain != NULL;
}

/* A result on its way to Python: its regions without records, and these packed. */
typedef struct outcome {
  page_object *page;       /* of a result that may have an account */
  rule_object *rule;       /* that was applied to it; NULL = none */
  library_object *library; /* whose rule was applied; NULL = none */
  detm_result *result;
  detm_records *regions;
  int plain; /* names are those for databases */
  bytes packed;
} outcome;

/* ---- Packed records ---- */

/* A value in the packed records; a detm_value follows it if it is typed, then its text.  They have a fifth of the size
 * of detm_record, which matters: dicts are made of them while the caches are full of the page. */
typedef struct packed_head {
  uint32_t column; /* or what ends here */
  uint32_t length; /* of the text */
  uint32_t typed;
} packed_head;

enum { END_OF_RECORD = UINT32_MAX, END_OF_REGION = UINT32_MAX - 1 };

static detm_status pack_bytes(bytes *to, const void *data, size_t length, detm_error *error) {
  if (append(to, data, length) == 0) return DETM_OK;
  *error = (detm_error){.status = DETM_NO_MEMORY, .text = "out of memory for the records"};
  return DETM_NO_MEMORY;
}

static detm_status pack_page_begin(void *data, const detm_page_info *page, detm_error *error) {
  const detm_sink *to = detm_records_sink(((outcome *)data)->regions);
  return to->page_begin(to->data, page, error);
}

static detm_status pack_region_begin(void *data, const detm_region_info *region, detm_error *error) {
  const detm_sink *to = detm_records_sink(((outcome *)data)->regions);
  return to->region_begin(to->data, region, error);
}

static detm_status pack_field(void *data, const detm_field *field, detm_error *error) {
  const packed_head head = {(uint32_t)field->column, (uint32_t)field->value.length, field->typed != NULL};
  bytes *to = &((outcome *)data)->packed;
  if (field->value.length > UINT32_MAX) {
    *error = (detm_error){.status = DETM_LIMIT, .text = "a value has more than 4 GiB"};
    return DETM_LIMIT;
  }

  detm_status status = pack_bytes(to, &head, sizeof head, error);
  if (status == DETM_OK && head.typed) status = pack_bytes(to, field->typed, sizeof *field->typed, error);
  return status == DETM_OK && head.length != 0 ? pack_bytes(to, field->value.data, head.length, error) : status;
}

static detm_status pack_record_end(void *data, detm_error *error) {
  const packed_head head = {.column = END_OF_RECORD};
  return pack_bytes(&((outcome *)data)->packed, &head, sizeof head, error);
}

static detm_status pack_region_end(void *data, detm_error *error) {
  const packed_head head = {.column = END_OF_REGION};
  return pack_bytes(&((outcome *)data)->packed, &head, sizeof head, error);
}

/* A packed value that is read. */
typedef struct packed_value {
  packed_head head;
  const char *typed, *text;
} packed_value;

/* Reads the value at an address; returns the address of the next one. */
static const char *unpack(const char *at, packed_value *value) {
  memcpy(&value->head, at, sizeof value->head);
  value->typed = at + sizeof value->head;
  value->text = value->typed + (value->head.typed ? sizeof(detm_value) : 0);
  return value->text + value->head.length;
}

/* What a caller wants of the values. */
typedef struct value_options {
  int typed;
  const char *date; /* that relative dates count from; NULL = the page's */
  int names;        /* detm_names */
} value_options;

/* The options of calls; strings are those of the dict that they were read from. */
typedef struct call_options {
  detm_extract_options extract;
  detm_verify_options verify;
  value_options values;
  const char *require; /* set as verify.require */
  const char *domain;
  double min_score;
  int also_others;
  int compares; /* apply: all values with those of the samples */
} call_options;

/* All options: their names, which are those of the command unless a word of Python is meant, their types as in
 * PyArg_Parse, and what they set.  _option_table.py says which call has which. */
static const struct {
  const char *name, *type;
  size_t offset;
} option_rows[] = {
#define AT(member) offsetof(call_options, member)
#include "_options.h"
#undef AT
};

static int is_option(const char *name) {
  for (size_t i = 0; name != NULL && i < sizeof option_rows / sizeof *option_rows; i++)
    if (strcmp(name, option_rows[i].name) == 0) return 1;
  return 0;
}

/* Raises TypeError with the name of the option that is in no row.  Returns 0. */
static int unknown_option(PyObject *dict) {
  PyObject *key;
  Py_ssize_t at = 0;
  while (PyDict_Next(dict, &at, &key, NULL)) {
    PyObject *text = PyUnicode_Check(key) ? PyUnicode_AsUTF8String(key) : NULL;
    int known = text != NULL && is_option(PyBytes_AsString(text));
    Py_XDECREF(text);
    if (!known && !PyErr_Occurred()) PyErr_Format(PyExc_TypeError, "unknown option: %R", key);
    if (!known) return 0;
  }
  return 0;
}

/* Adds the name of an option to the TypeError about its value. */
static int name_option(const char *name) {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  if (type != PyExc_TypeError) {
    PyErr_Restore(type, value, traceback);
    return 0;
  }
  PyErr_Format(type, "%s %S", name, value);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(traceback);
  return 0;
}

/* Reads a dict of options.  Returns 0 after raising an exception. */
static int read_options(PyObject *dict, call_options *options) {
  Py_ssize_t read = 0;
  *options = (call_options){.extract = detm_extract_defaults,
                            .verify = detm_verify_defaults,
                            .domain = "auto",
                            .min_score = detm_library_defaults.min_score};
  for (size_t i = 0; i < sizeof option_rows / sizeof *option_rows; i++) {
    PyObject *value = PyDict_GetItemString(dict, option_rows[i].name);
    void *at = (char *)options + option_rows[i].offset;
    if (value == NULL) continue;
    if (!PyArg_Parse(value, option_rows[i].type, at)) return name_option(option_rows[i].name);
    if (option_rows[i].type[0] == 'n' && *(Py_ssize_t *)at < 0) {
      PyErr_Format(PyExc_ValueError, "%s is a number from 0", option_rows[i].name);
      return 0;
    }
    read++;
  }
  if (options->extract.max_records == 0) options->extract.max_records = SIZE_MAX; /* 0 = no limit, as in the command */
  options->extract.names = (detm_names)options->values.names;
  options->verify.require = options->require;
  return read == PyDict_Size(dict) ? 1 : unknown_option(dict);
}

/* Emits the result through a typing sink. */
static detm_status emit_typed(const outcome *to, const detm_sink *sink, const detm_page *page, const char *date,
                              detm_error *error) {
  detm_locale *locale = detm_content_locale(page, date, error);
  detm_typing *typing = locale != NULL ? detm_typing_new(sink, error) : NULL;
  if (typing != NULL) {
    detm_typing_set_locale(typing, locale);
    error->status = detm_result_emit(to->result, detm_typing_sink(typing), error);
  }
  detm_typing_free(typing);
  detm_locale_free(locale);
  return error->status;
}

/* Whether anything of the lists is in no column. */
static int has_account(const detm_records *regions) {
  for (size_t i = 0; i < detm_records_region_count(regions); i++)
    if (detm_region_properties(detm_records_region_get(regions, i))->left_out_count != 0) return 1;
  return 0;
}

/* Packs the records of the result, and gathers its regions.  Runs without the interpreter lock. */
static detm_status emit(outcome *to, const detm_page *page, const value_options *values, detm_error *error) {
  const detm_sink pack = {.data = to,
                          .page_begin = pack_page_begin,
                          .region_begin = pack_region_begin,
                          .field = pack_field,
                          .record_end = pack_record_end,
                          .region_end = pack_region_end};
  to->plain = values->names == DETM_NAMES_PLAIN;
  to->regions = detm_records_new(error);
  if (to->regions == NULL) return error->status;

  detm_plain_names *plain = to->plain ? detm_plain_names_new(&pack, error) : NULL;
  const detm_sink *sink = plain != NULL ? detm_plain_names_sink(plain) : &pack;
  if (error->status == DETM_OK)
    error->status =
        values->typed ? emit_typed(to, sink, page, values->date, error) : detm_result_emit(to->result, sink, error);
  detm_plain_names_free(plain);
  return error->status;
}

/* Frees a result outside of the interpreter lock. */
static void outcome_free(outcome *to) {
  Py_BEGIN_ALLOW_THREADS detm_result_free(to->result);
  detm_records_free(to->regions);
  free(to->packed.data);
  Py_END_ALLOW_THREADS
}

static PyObject *bytes_object(const bytes *from) {
  return PyBytes_FromStringAndSize(from->data != NULL ? from->data : "", (Py_ssize_t)from->length);
}

/* Appends a new reference, which may be NULL, and releases it. */
static int append_to(PyObject *list, PyObject *item) {
  int failed = item == NULL || PyList_Append(list, item) != 0;
  Py_XDECREF(item);
  return failed;
}

/* ---- Dicts of records ---- */

/* The keys of a column in the dicts of its region: the names of the column, and of the parts of its typed values. */
typedef struct column_keys {
  PyObject *name, *parts; /* parts: a tuple; NULL until the column has a typed value */
  detm_value_kind kind;   /* of these parts */
} column_keys;

/* A region whose records become dicts. */
typedef struct region_reader {
  const char *at; /* in the packed records */
  const detm_region_info *info;
  column_keys *keys; /* one for each column */
  int plain;
} region_reader;

static int has_column(const detm_region_info *info, const char *name) {
  for (size_t i = 0; i < info->column_count; i++)
    if (strcmp(info->columns[i].name, name) == 0) return 1;
  return 0;
}

/* The key of a part as NDJSON has it: "price.amount", or "price.amount-2" if a column has that name. */
static PyObject *part_key(const region_reader *reader, const char *column, const char *part) {
  const char *dot = reader->plain ? "_" : ".", *dash = reader->plain ? "_" : "-";
  PyObject *key = PyUnicode_FromFormat("%s%s%s", column, dot, part);
  for (int number = 2; key != NULL; number++) {
    PyObject *text = PyUnicode_AsUTF8String(key);
    int taken = text != NULL && has_column(reader->info, PyBytes_AsString(text));
    if (text == NULL) Py_CLEAR(key);
    Py_XDECREF(text);
    if (!taken) break;
    Py_DECREF(key);
    key = PyUnicode_FromFormat("%s%s%s%s%d", column, dot, part, dash, number);
  }

  if (key != NULL) PyUnicode_InternInPlace(&key);
  return key;
}

/* Makes the keys of the parts of a column whose values are of a kind.  Returns 0 after raising an exception. */
static int make_part_keys(const region_reader *reader, column_keys *keys, const char *column, detm_value_kind kind) {
  const char *name;
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && (name = detm_value_part_name(kind, i)) != NULL; i++)
    if (append_to(list, part_key(reader, column, name))) Py_CLEAR(list);

  Py_XDECREF(keys->parts);
  keys->parts = list != NULL ? PyList_AsTuple(list) : NULL;
  keys->kind = kind;
  Py_XDECREF(list);
  return keys->parts != NULL;
}

/* A number from its digits, as Python reads JSON: an int, or a float if it has a point or an exponent. */
static PyObject *number_from(const char *digits) {
  if (strpbrk(digits, ".eE") == NULL) return PyLong_FromString(digits, NULL, 10);
  double number = PyOS_string_to_double(digits, NULL, NULL);
  return PyErr_Occurred() ? NULL : PyFloat_FromDouble(number);
}

/* A part of a typed value, or of nothing; None if the value lacks it. */
static PyObject *part_object(const packed_value *from, detm_value_kind kind, size_t part) {
  detm_value value = {.kind = 0};
  detm_value_part found;
  if (from->head.typed) memcpy(&value, from->typed, sizeof value);
  if (value.kind != kind || !detm_value_part_get(&value, part, &found)) return Py_BuildValue("");
  if (found.text != NULL) return PyUnicode_FromString(found.text);
  char *digits = PyOS_double_to_string(found.number, 'g', 15, 0, NULL);
  PyObject *number = digits != NULL ? number_from(digits) : NULL;
  PyMem_Free(digits);
  return number;
}

/* The value of a field as NDJSON has it: figures are numbers, which only descriptions of a page have. */
static PyObject *value_object(const detm_region_info *info, const packed_value *value) {
  const detm_column *column = &info->columns[value->head.column];
  PyObject *text = PyUnicode_DecodeUTF8(value->text, (Py_ssize_t)value->head.length, "replace");
  if (info->number != 0 || strcmp(column->type, "figure") != 0 || text == NULL) return text;
  PyObject *digits = PyUnicode_AsUTF8String(text);
  PyObject *number = digits != NULL ? number_from(PyBytes_AsString(digits)) : NULL;
  Py_DECREF(text);
  Py_XDECREF(digits);
  return number;
}

/* A field of a record: its values, which are a list if there are several or the column is one. */
typedef struct field_reader {
  const char *at;
  size_t count;
  int list;
  detm_value_kind kind; /* of the first typed value; 0 = none is typed */
} field_reader;

/* Finds the values of the field at an address; returns the address after them. */
static const char *find_values(const detm_region_info *info, const char *at, field_reader *field, uint32_t column) {
  *field = (field_reader){.at = at};
  for (;;) {
    packed_value value;
    const char *next = unpack(at, &value);
    if (value.head.column != column) break;
    if (value.head.typed && field->kind == 0)
      memcpy(&field->kind, value.typed + offsetof(detm_value, kind), sizeof field->kind);
    field->count++;
    at = next;
  }

  field->list = field->count > 1 || info->columns[column].list;
  return at;
}

/* The values of a field, or part `part` of its typed values of a kind.  NULL after raising an exception. */
static PyObject *read_values(const region_reader *reader, const field_reader *field, detm_value_kind kind,
                             size_t part) {
  const char *at = field->at;
  PyObject *list = field->list ? PyList_New((Py_ssize_t)field->count) : NULL;
  if (field->list && list == NULL) return NULL;
  for (size_t i = 0; i < field->count; i++) {
    packed_value from;
    at = unpack(at, &from);
    PyObject *value = kind != 0 ? part_object(&from, kind, part) : value_object(reader->info, &from);
    if (!field->list) return value;
    if (value == NULL || PyList_SetItem(list, (Py_ssize_t)i, value) != 0) {
      Py_DECREF(list);
      return NULL;
    }
  }

  return list;
}

/* Whether one of the values of a field has a part. */
static int has_part(const field_reader *field, size_t part) {
  const char *at = field->at;
  detm_value_part found;
  for (size_t i = 0; i < field->count; i++) {
    packed_value from;
    detm_value value = {.kind = 0};
    at = unpack(at, &from);
    if (from.head.typed) memcpy(&value, from.typed, sizeof value);
    if (value.kind == field->kind && detm_value_part_get(&value, part, &found)) return 1;
  }

  return 0;
}

/* Sets a key to a new reference, which may be NULL, and releases it.  Returns 0 after raising an exception. */
static int set_key(PyObject *dict, PyObject *key, PyObject *value) {
  int done = value != NULL && PyDict_SetItem(dict, key, value) == 0;
  Py_XDECREF(value);
  return done;
}

/* Adds the parts of the typed values of a field. */
static int add_parts(PyObject *dict, const region_reader *reader, const field_reader *field, uint32_t column) {
  column_keys *keys = &reader->keys[column];
  if (keys->kind != field->kind && !make_part_keys(reader, keys, reader->info->columns[column].name, field->kind))
    return 0;

  for (Py_ssize_t part = 0; part < PyTuple_Size(keys->parts); part++)
    if (has_part(field, (size_t)part) &&
        !set_key(dict, PyTuple_GetItem(keys->parts, part), read_values(reader, field, field->kind, (size_t)part)))
      return 0;
  return 1;
}

/* Adds the field that follows in the packed records. */
static int add_field(PyObject *dict, region_reader *reader, uint32_t column) {
  column_keys *keys = &reader->keys[column];
  field_reader field;
  reader->at = find_values(reader->info, reader->at, &field, column);
  if (keys->name == NULL) keys->name = PyUnicode_InternFromString(reader->info->columns[column].name);
  if (keys->name == NULL || !set_key(dict, keys->name, read_values(reader, &field, 0, 0))) return 0;
  return field.kind == 0 || add_parts(dict, reader, &field, column);
}

/* Makes the dicts of a region.  Returns 0 after raising an exception. */
static int add_records(PyObject *list, region_reader *reader) {
  PyObject *dict = NULL;
  int done = 1;
  while (done) {
    packed_value value;
    const char *next = unpack(reader->at, &value);
    if (value.head.column == END_OF_REGION) {
      reader->at = next;
      break;
    }
    if (dict == NULL && (dict = PyDict_New()) == NULL) return 0;
    if (value.head.column == END_OF_RECORD) {
      reader->at = next;
      done = PyList_Append(list, dict) == 0;
      Py_CLEAR(dict);
    } else {
      done = add_field(dict, reader, value.head.column);
    }
  }

  Py_XDECREF(dict);
  return done;
}

/* [dict, ...] of a region, whose packed records are at *at, which it moves behind them. */
static PyObject *region_rows(const detm_region_info *info, int plain, const char **at) {
  region_reader reader = {*at, info, calloc(info->column_count + 1, sizeof *reader.keys), plain};
  PyObject *list = PyList_New(0);
  if (reader.keys == NULL) {
    Py_XDECREF(list);
    return PyErr_NoMemory();
  }

  if (list != NULL && !add_records(list, &reader)) Py_CLEAR(list);
  for (size_t i = 0; i < info->column_count; i++) {
    Py_XDECREF(reader.keys[i].name);
    Py_XDECREF(reader.keys[i].parts);
  }

  free(reader.keys);
  *at = reader.at;
  return list;
}

static void records_dealloc(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  detm_records_free(((records_object *)object)->regions);
  free(((records_object *)object)->packed);
  PyObject_Free(object);
  Py_DECREF(type);
}

static PyType_Slot records_slots[] = {
    {Py_tp_new, refuse_new},
    {Py_tp_dealloc, records_dealloc},
    {Py_tp_doc, "The records of a page, which do not change."},
    {0, NULL},
};

static PyType_Spec records_spec = {"detm._detm.Records", sizeof(records_object), 0, Py_TPFLAGS_DEFAULT, records_slots};

/* Takes over the records of an outcome. */
static PyObject *give_records(const module_state *state, outcome *to) {
  records_object *self = (records_object *)PyType_GenericAlloc(state->records_type, 0);
  if (self == NULL) return NULL;
  self->regions = to->regions;
  self->packed = to->packed.data;
  self->plain = to->plain;
  to->regions = NULL;
  to->packed = (bytes){0};
  return (PyObject *)self;
}

/* ---- Accounts ---- */

static void account_dealloc(PyObject *object) {
  account_object *self = (account_object *)object;
  PyTypeObject *type = Py_TYPE(object);
  detm_result_free(self->result);
  if (self->rule != NULL) self->rule->users--;
  Py_XDECREF(self->rule);
  Py_XDECREF(self->library);
  Py_XDECREF(self->page);
  PyObject_Free(object);
  Py_DECREF(type);
}

static PyType_Slot account_slots[] = {
    {Py_tp_new, refuse_new},
    {Py_tp_dealloc, account_dealloc},
    {Py_tp_doc, "What of a page is in no column, until it is read."},
    {0, NULL},
};

static PyType_Spec account_spec = {"detm._detm.Account", sizeof(account_object), 0, Py_TPFLAGS_DEFAULT, account_slots};

/* Takes over the result of an outcome.  None if nothing is in no column. */
static PyObject *give_account(const module_state *state, outcome *to) {
  if (!has_account(to->regions)) return Py_BuildValue("");
  account_object *self = (account_object *)PyType_GenericAlloc(state->account_type, 0);
  if (self == NULL) return NULL;
  Py_INCREF(to->page);
  Py_XINCREF(to->rule);
  Py_XINCREF(to->library);
  if (to->rule != NULL) to->rule->users++;
  self->page = to->page;
  self->rule = to->rule;
  self->library = to->library;
  self->result = to->result;
  to->result = NULL;
  return (PyObject *)self;
}

/* read_account(account) -> NDJSON */
static PyObject *read_account(PyObject *module, PyObject *args) {
  detm_error error = DETM_ERROR_NONE;
  bytes text = {0};
  account_object *self;
  if (!PyArg_ParseTuple(args, "O!", state_of(module)->account_type, &self)) return NULL;
  Py_BEGIN_ALLOW_THREADS lock_page(self->page);
  error.status = detm_result_account_write(self->result, NULL, append, &text, &error);
  unlock_page(self->page);
  Py_END_ALLOW_THREADS PyObject *made = error.status == DETM_OK ? bytes_object(&text) : raise(&error);
  free(text.data);
  return made;
}

/* rows(records) -> [[dict, ...] of each region, ...] */
static PyObject *rows(PyObject *module, PyObject *args) {
  records_object *from;
  if (!PyArg_ParseTuple(args, "O!", state_of(module)->records_type, &from)) return NULL;
  PyObject *list = PyList_New(0);
  const char *at = from->packed;
  for (size_t i = 0; list != NULL && i < detm_records_region_count(from->regions); i++) {
    const detm_region_info *info = detm_region_properties(detm_records_region_get(from->regions, i));
    if (append_to(list, region_rows(info, from->plain, &at))) Py_CLEAR(list);
  }

  return list;
}

/* A number, or None if it is below 0, which means unknown. */
static PyObject *share(double value) { return value < 0 ? Py_BuildValue("") : PyFloat_FromDouble(value); }

/* [(reason, count, sample), ...] of a region */
static PyObject *left_out_list(const detm_region_info *region) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < region->left_out_count; i++) {
    const detm_left_out *out = &region->left_out[i];
    if (append_to(list, Py_BuildValue("sns#", out->reason, (Py_ssize_t)out->count, out->sample.data,
                                      (Py_ssize_t)out->sample.length)))
      Py_CLEAR(list);
  }
  return list;
}

/* (number, path, score, confidence, fit, domain, [(name, type, list), ...], [(reason, count, sample), ...]) */
static PyObject *region_tuple(const detm_region_info *region) {
  PyObject *columns = PyList_New(0), *left_out;
  for (size_t i = 0; columns != NULL && i < region->column_count; i++) {
    const detm_column *column = &region->columns[i];
    if (append_to(columns, Py_BuildValue("ssN", column->name, column->type, PyBool_FromLong(column->list)))) {
      Py_DECREF(columns);
      return NULL;
    }
  }
  left_out = columns != NULL ? left_out_list(region) : NULL;
  if (left_out == NULL) {
    Py_XDECREF(columns);
    return NULL;
  }
  return Py_BuildValue("nsdNNzNN", (Py_ssize_t)region->number, region->path, region->score, share(region->confidence),
                       share(region->fit), region->domain, columns, left_out);
}

/* regions(records) -> what is known of each region */
static PyObject *give_regions(PyObject *module, PyObject *args) {
  records_object *from;
  if (!PyArg_ParseTuple(args, "O!", state_of(module)->records_type, &from)) return NULL;
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < detm_records_region_count(from->regions); i++)
    if (append_to(list, region_tuple(detm_region_properties(detm_records_region_get(from->regions, i)))))
      Py_CLEAR(list);
  return list;
}

/* The number of records of the main region, None without a region. */
static PyObject *main_count(const detm_records *found) {
  if (detm_records_region_count(found) == 0) return Py_BuildValue("");
  return PyLong_FromSize_t(detm_region_properties(detm_records_region_get(found, 0))->records);
}

static const char *const emptiness_names[] = {NULL, "said", "learned", "unexplained"};

/* The remarks on a result: [text, ...] */
static PyObject *remark_list(const detm_result *result) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < detm_result_remark_count(result); i++)
    if (append_to(list, Py_BuildValue("s", detm_result_remark_get(result, i).text))) Py_CLEAR(list);
  return list;
}

/* (records, number of records, confidence, fit, missing, warning, emptiness, remarks, account, wall, explanation).
 * Frees the outcome. */
static PyObject *finish(const module_state *state, outcome *to, const detm_error *error) {
  const detm_result *result = to->result;
  PyObject *made = NULL;
  if (error->status != DETM_OK) {
    outcome_free(to);
    return raise(error);
  }

  PyObject *remarks = remark_list(result);
  PyObject *count = main_count(to->regions);
  PyObject *account = remarks != NULL && count != NULL ? give_account(state, to) : NULL;
  if (account != NULL)
    made = Py_BuildValue("NONNzzzOOzz", give_records(state, to), count, share(detm_result_confidence(result)),
                         share(detm_result_fit(result)), detm_result_missing(result), detm_result_warning(result),
                         emptiness_names[detm_result_emptiness(result, NULL)], remarks, account,
                         detm_wall_name(detm_result_wall(result)), detm_result_explanation(result));
  Py_XDECREF(account);
  Py_XDECREF(remarks);
  Py_XDECREF(count);
  outcome_free(to);
  return made;
}

/* extract(page, options) */
static PyObject *extract(PyObject *module, PyObject *args) {
  const module_state *state = state_of(module);
  detm_error error = DETM_ERROR_NONE;
  call_options options;
  outcome to = {0};
  page_object *page;
  PyObject *dict;
  const detm_domain *domain = NULL;
  if (!PyArg_ParseTuple(args, "O!O!", state->page_type, &page, &PyDict_Type, &dict) || !read_options(dict, &options) ||
      !find_domain(state, options.domain, &domain))
    return NULL;
  to.page = page;
  Py_BEGIN_ALLOW_THREADS lock_page(page);
  to.result = detm_extract(page->page, &options.extract, &error);
  if (to.result != NULL && options.domain != NULL)
    error.status = detm_domains_name_result(state->domains, domain, to.result, &error);
  if (error.status == DETM_OK) emit(&to, page->page, &options.values, &error);
  unlock_page(page);
  Py_END_ALLOW_THREADS return finish(state_of(module), &to, &error);
}

static PyObject *links(PyObject *module, PyObject *args) {
  detm_link_options options = detm_link_defaults;
  detm_error error = DETM_ERROR_NONE;
  const value_options values = {0, NULL, DETM_NAMES_DEFAULT};
  outcome to = {0};
  page_object *page;
  Py_ssize_t words;
  if (!PyArg_ParseTuple(args, "O!ppn", state_of(module)->page_type, &page, &options.all, &options.images, &words))
    return NULL;
  options.words = (size_t)words;
  Py_BEGIN_ALLOW_THREADS lock_page(page);
  detm_links *found = detm_links_find(page->page, &options, &error);
  if (found != NULL) {
    to.result = detm_links_into_result(found);
    emit(&to, page->page, &values, &error);
  }
  unlock_page(page);
  Py_END_ALLOW_THREADS return finish(state_of(module), &to, &error);
}

static PyObject *classify(PyObject *module, PyObject *args) {
  detm_error error = DETM_ERROR_NONE;
  const value_options values = {0, NULL, DETM_NAMES_DEFAULT};
  outcome to = {0};
  page_object *page;
  if (!PyArg_ParseTuple(args, "O!", state_of(module)->page_type, &page)) return NULL;
  Py_BEGIN_ALLOW_THREADS lock_page(page);
  to.result = detm_classify_result(page->page, NULL, &error);
  if (to.result != NULL) emit(&to, page->page, &values, &error);
  unlock_page(page);
  Py_END_ALLOW_THREADS return finish(state_of(module), &to, &error);
}

/* (result, markup, quality) */
static PyObject *content(PyObject *module, PyObject *args) {
  detm_content_options options = detm_content_defaults;
  detm_error error = DETM_ERROR_NONE;
  const value_options values = {0, NULL, DETM_NAMES_DEFAULT};
  outcome to = {0};
  bytes markup = {0};
  double quality = -1;
  page_object *page;
  PyObject *result, *made;
  if (!PyArg_ParseTuple(args, "O!p", state_of(module)->page_type, &page, &options.text_only)) return NULL;
  Py_BEGIN_ALLOW_THREADS lock_page(page);
  detm_content *found = detm_content_find(page->page, &options, &error);
  if (found != NULL) {
    const char *text = detm_content_markup(found);
    if (append(&markup, text, strlen(text)) != 0) error.status = DETM_NO_MEMORY;
    quality = detm_content_quality(found);
    to.result = detm_content_into_result(found);
    if (error.status == DETM_OK) emit(&to, page->page, &values, &error);
  }
  unlock_page(page);
  Py_END_ALLOW_THREADS result = finish(state_of(module), &to, &error);
  made = result != NULL ? Py_BuildValue("Ns#N", result, markup.data, (Py_ssize_t)markup.length, share(quality)) : NULL;
  free(markup.data);
  return made;
}

static PyObject *markdown(PyObject *module, PyObject *args) {
  detm_error error = DETM_ERROR_NONE;
  bytes text = {0};
  detm_text markup;
  Py_ssize_t length;
  PyObject *made;
  (void)module;
  if (!PyArg_ParseTuple(args, "s#", &markup.data, &length)) return NULL;
  markup.length = (size_t)length;
  if (detm_markup_write(markup, DETM_MARKDOWN, append, &text, &error) != DETM_OK) {
    free(text.data);
    return raise(&error);
  }
  made = PyUnicode_FromStringAndSize(text.data != NULL ? text.data : "", (Py_ssize_t)text.length);
  free(text.data);
  return made;
}

/* ---- Rules: wrappers and templates ---- */

static void forget_past(rule_object *rule) {
  for (size_t i = 0; i < sizeof rule->past / sizeof *rule->past; i++) {
    detm_profile_free(rule->past[i]);
    rule->past[i] = NULL;
  }
}

static void rule_dealloc(PyObject *object) {
  rule_object *self = (rule_object *)object;
  PyTypeObject *type = Py_TYPE(object);
  detm_rule_free(self->rule);
  forget_past(self);
  PyObject_Free(object);
  Py_DECREF(type);
}

static PyType_Slot rule_slots[] = {
    {Py_tp_new, refuse_new},
    {Py_tp_dealloc, rule_dealloc},
    {Py_tp_doc, "A wrapper or a template."},
    {0, NULL},
};

static PyType_Spec rule_spec = {"detm._detm.Rule", sizeof(rule_object), 0, Py_TPFLAGS_DEFAULT, rule_slots};

/* Takes over the rule; raises the error if it is NULL. */
static PyObject *rule_from(const module_state *state, detm_rule *rule, const detm_error *error) {
  rule_object *self;
  if (rule == NULL) return raise(error);
  self = (rule_object *)PyType_GenericAlloc(state->rule_type, 0);
  if (self == NULL) {
    detm_rule_free(rule);
    return NULL;
  }
  self->rule = rule;
  return (PyObject *)self;
}

/* The pages of a tuple, which borrows them: `pages` in its order for the library, `locks` to lock them.  Both have to
 * be freed.  Returns 0 after raising an exception. */
typedef struct page_list {
  const detm_page **pages;
  page_object **locks;
  size_t count, locked;
} page_list;

static void page_list_free(page_list *list) {
  free(list->pages);
  free(list->locks);
}

static int page_list_add(page_list *list, const module_state *state, PyObject *page) {
  if (!PyObject_TypeCheck(page, state->page_type)) {
    PyErr_SetString(PyExc_TypeError, "not a page");
    return 0;
  }
  list->locks[list->count] = (page_object *)page;
  list->pages[list->count++] = ((page_object *)page)->page;
  return 1;
}

static int page_list_new(page_list *list, size_t count) {
  list->pages = malloc((count + 1) * sizeof *list->pages);
  list->locks = malloc((count + 1) * sizeof *list->locks);
  if (list->pages != NULL && list->locks != NULL) return 1;
  PyErr_NoMemory();
  return 0;
}

/* A list of the pages of a tuple. */
static int page_list_from(page_list *list, const module_state *state, PyObject *tuple) {
  int ready = page_list_new(list, (size_t)PyTuple_Size(tuple));
  for (Py_ssize_t i = 0; ready && i < PyTuple_Size(tuple); i++)
    ready = page_list_add(list, state, PyTuple_GetItem(tuple, i));
  return ready;
}

/* Values by example, or the siblings that are records, for learning a wrapper; at most one of the two is given. */
typedef struct lessons {
  detm_example *examples;
  detm_siblings *records;
  size_t example_count, record_count;
} lessons;

/* Reads the tuples ((name, value, page), ...) and ((parent, first, last), ...). */
static int read_lessons(lessons *from, PyObject *examples, PyObject *records) {
  int ready = 1;
  from->example_count = (size_t)PyTuple_Size(examples);
  from->record_count = (size_t)PyTuple_Size(records);
  from->examples = calloc(from->example_count + 1, sizeof *from->examples);
  from->records = calloc(from->record_count + 1, sizeof *from->records);
  if (from->examples == NULL || from->records == NULL) {
    PyErr_NoMemory();
    return 0;
  }
  for (size_t i = 0; ready && i < from->example_count; i++) {
    Py_ssize_t page;
    detm_example *example = &from->examples[i];
    ready = PyArg_ParseTuple(PyTuple_GetItem(examples, (Py_ssize_t)i), "ssn", &example->name, &example->value, &page);
    example->page = (size_t)page;
  }
  for (size_t i = 0; ready && i < from->record_count; i++) {
    Py_ssize_t first, last;
    detm_siblings *record = &from->records[i];
    PyObject *tuple = PyTuple_GetItem(records, (Py_ssize_t)i);
    ready = PyTuple_Check(tuple);
    if (!ready) PyErr_SetString(PyExc_TypeError, "a record is a tuple: (path of the parent, first child, last child)");
    ready = ready && PyArg_ParseTuple(tuple, "snn", &record->parent, &first, &last);
    record->first = (size_t)first;
    record->last = (size_t)last;
  }
  return ready;
}

static void lessons_free(lessons *from) {
  free(from->examples);
  free(from->records);
}

static detm_wrapper *learn_from(const lessons *from, const page_list *list, const call_options *options,
                                detm_error *error) {
  const detm_extract_options *extract = &options->extract;
  if (from->record_count != 0)
    return detm_wrapper_learn_from_records(list->pages, list->count, from->records, from->record_count, extract, error);
  if (from->example_count != 0)
    return detm_wrapper_learn_by_example(list->pages, list->count, from->examples, from->example_count,
                                         options->also_others, extract, error);
  return detm_wrapper_learn(list->pages, list->count, extract, error);
}

/* The rule of a new wrapper with the notices about its examples and its records, which are `given` or detm's, and its
 * confidence: (Rule, [text, ...], float or None). */
static PyObject *with_notices(const module_state *state, detm_wrapper *wrapper, int given, detm_error *error) {
  PyObject *notices = wrapper != NULL ? PyList_New(0) : NULL;
  for (size_t i = 0; notices != NULL && i < detm_wrapper_message_count(wrapper); i++) {
    const detm_example_message *message = detm_wrapper_message_get(wrapper, i);
    if (message->severity != DETM_NOTE && append_to(notices, PyUnicode_FromString(message->text))) Py_CLEAR(notices);
  }
  for (size_t i = 0; notices != NULL && i < detm_wrapper_record_notice_count(wrapper); i++) {
    const detm_record_notice *notice = detm_wrapper_record_notice_get(wrapper, i);
    PyObject *text = notice->record == 0 ? PyUnicode_FromString(notice->text)
                     : given             ? PyUnicode_FromFormat("records[%zu]: %s", notice->record - 1, notice->text)
                                         : PyUnicode_FromFormat("record %zu: %s", notice->record, notice->text);
    if (append_to(notices, text)) Py_CLEAR(notices);
  }
  PyObject *confidence = notices != NULL ? share(detm_wrapper_confidence(wrapper)) : NULL;
  PyObject *rule = rule_from(state, detm_rule_from_wrapper(wrapper, error), error);
  if (rule != NULL && notices != NULL && confidence != NULL) return Py_BuildValue("NNN", rule, notices, confidence);
  Py_XDECREF(rule);
  Py_XDECREF(notices);
  Py_XDECREF(confidence);
  return NULL;
}

/* learn_wrapper((page, ...), ((name, value, page), ...), ((parent, first, last), ...), options)
 * -> (Rule, [notice, ...], confidence) */
static PyObject *learn_wrapper(PyObject *module, PyObject *args) {
  const module_state *state = state_of(module);
  detm_error error = DETM_ERROR_NONE;
  call_options options;
  const detm_domain *domain = NULL;
  PyObject *page_tuple, *example_tuple, *record_tuple, *dict;
  lessons from = {0};
  if (!PyArg_ParseTuple(args, "O!O!O!O!", &PyTuple_Type, &page_tuple, &PyTuple_Type, &example_tuple, &PyTuple_Type,
                        &record_tuple, &PyDict_Type, &dict) ||
      !read_options(dict, &options) || !find_domain(state, options.domain, &domain))
    return NULL;
  page_list list = {0};
  int ready = read_lessons(&from, example_tuple, record_tuple) && page_list_from(&list, state, page_tuple);
  detm_wrapper *wrapper = NULL;
  if (ready) {
    Py_BEGIN_ALLOW_THREADS list.locked = lock_pages(list.locks, list.count);
    wrapper = learn_from(&from, &list, &options, &error);
    unlock_pages(list.locks, list.locked);
    if (wrapper != NULL && options.domain != NULL && domain == NULL)
      domain = detm_domains_of_wrapper(state->domains, wrapper);
    if (wrapper != NULL && domain != NULL && detm_domain_name_wrapper(domain, wrapper, &error) != DETM_OK) {
      detm_wrapper_free(wrapper);
      wrapper = NULL;
    }
    Py_END_ALLOW_THREADS
  }
  lessons_free(&from);
  page_list_free(&list);
  return ready ? with_notices(state, wrapper, from.record_count != 0, &error) : NULL;
}

/* Reads the tuple of (name, value) into choices, which have to be freed; NULL after raising an exception. */
static detm_choice *read_choices(PyObject *tuple, size_t *count) {
  Py_ssize_t length = PyTuple_Check(tuple) ? PyTuple_Size(tuple) : 0;
  detm_choice *choices = calloc((size_t)length + 1, sizeof *choices);
  *count = (size_t)length;
  if (choices == NULL) PyErr_NoMemory();
  for (Py_ssize_t i = 0; choices != NULL && i < length; i++)
    if (!PyArg_ParseTuple(PyTuple_GetItem(tuple, i), "ss", &choices[i].name, &choices[i].value)) {
      free(choices);
      return NULL;
    }
  return choices;
}

/* learn_template(((page, ((name, value), ...)), ...), name, exactly) -> (Rule, names and values that were not found) */
static PyObject *learn_template(PyObject *module, PyObject *args) {
  const module_state *state = state_of(module);
  detm_template_options options = detm_template_defaults;
  detm_error error = DETM_ERROR_NONE;
  PyObject *sample_tuple, *lost = NULL, *rule = NULL;
  page_list list = {0};
  if (!PyArg_ParseTuple(args, "O!zp", &PyTuple_Type, &sample_tuple, &options.name, &options.exactly)) return NULL;
  size_t count = (size_t)PyTuple_Size(sample_tuple);
  detm_sample *samples = calloc(count + 1, sizeof *samples);
  int ready = samples != NULL && page_list_new(&list, count);
  for (size_t i = 0; ready && i < count; i++) {
    PyObject *page, *choices;
    ready = PyArg_ParseTuple(PyTuple_GetItem(sample_tuple, (Py_ssize_t)i), "OO!", &page, &PyTuple_Type, &choices) &&
            page_list_add(&list, state, page) &&
            (samples[i].choices = read_choices(choices, &samples[i].choice_count)) != NULL;
    if (ready) samples[i].page = list.pages[i];
  }
  detm_template *made = NULL;
  if (ready) {
    Py_BEGIN_ALLOW_THREADS list.locked = lock_pages(list.locks, list.count);
    made = detm_template_learn(samples, count, &options, &error);
    unlock_pages(list.locks, list.locked);
    Py_END_ALLOW_THREADS lost = made != NULL ? PyList_New(0) : NULL;
    for (size_t i = 0; lost != NULL && i < detm_template_notice_count(made); i++) {
      const detm_notice *notice = detm_template_notice_get(made, i);
      const detm_choice *choice = &samples[notice->sample].choices[notice->choice];
      if (notice->places == 0 && append_to(lost, Py_BuildValue("ss", choice->name, choice->value))) Py_CLEAR(lost);
    }
    rule = rule_from(state, detm_rule_from_template(made, &error), &error);
  }
  for (size_t i = 0; samples != NULL && i < count; i++) free((void *)samples[i].choices);
  free(samples);
  page_list_free(&list);
  if (rule != NULL && lost != NULL) return Py_BuildValue("NN", rule, lost);
  Py_XDECREF(rule);
  Py_XDECREF(lost);
  return NULL;
}

/* load(bytes, name, template) -> Rule */
static PyObject *load(PyObject *module, PyObject *args) {
  detm_error error = DETM_ERROR_NONE;
  detm_rule *rule;
  const char *xml, *name;
  Py_ssize_t length;
  int template;
  if (!PyArg_ParseTuple(args, "y#sp", &xml, &length, &name, &template)) return NULL;
  Py_BEGIN_ALLOW_THREADS rule =
      template ? detm_rule_from_template(detm_template_load(xml, (size_t)length, name, &error), &error)
               : detm_rule_from_wrapper(detm_wrapper_load(xml, (size_t)length, name, &error), &error);
  Py_END_ALLOW_THREADS return rule_from(state_of(module), rule, &error);
}

static PyObject *save(PyObject *module, PyObject *args) {
  detm_error error = DETM_ERROR_NONE;
  detm_status status;
  bytes xml = {0};
  rule_object *rule;
  PyObject *made;
  if (!PyArg_ParseTuple(args, "O!", state_of(module)->rule_type, &rule)) return NULL;
  status = detm_rule_save(rule->rule, append, &xml, &error);
  made = status == DETM_OK ? PyBytes_FromStringAndSize(xml.data, (Py_ssize_t)xml.length) : raise(&error);
  free(xml.data);
  return made;
}

/* What has drifted: as NDJSON, and as a text for people. */
typedef struct drift_report {
  bytes findings, text;
} drift_report;

static detm_status append_text(bytes *to, const char *text, detm_error *error) {
  if (append(to, text, strlen(text)) != 0) error->status = DETM_NO_MEMORY;
  return error->status;
}

/* Writes what has drifted.  Frees the drift. */
static detm_status write_drift(detm_drift *drift, drift_report *to, detm_error *error) {
  detm_writer *writer = detm_writer_new(DETM_NDJSON, append, &to->findings, 0, error);
  for (size_t i = 0; writer != NULL && i < detm_drift_count(drift); i++) {
    const detm_finding *finding = detm_drift_get(drift, i);
    append_text(&to->text, i == 0 ? "drifted: " : "; drifted: ", error);
    append_text(&to->text, detm_drift_change_name(finding->change), error);
    append_text(&to->text, " ", error);
    append_text(&to->text, finding->text, error);
  }
  detm_result *rows = detm_drift_into_result(drift);
  if (error->status == DETM_OK) error->status = detm_result_emit(rows, detm_writer_sink(writer), error);
  if (error->status == DETM_OK) error->status = detm_writer_finish(writer, error);
  detm_result_free(rows);
  detm_writer_free(writer);
  return error->status;
}

/* Whether all values are to be compared, not only what pages of one site do not differ in. */
static int compares_all(const call_options *options) {
  return options->compares || options->verify.min_records != 0 || options->verify.max_loss != 1;
}

/* Whether a field of the rule has a rule of its own. */
static int has_require(const rule_object *rule) {
  for (size_t i = 0; i < detm_rule_field_count(rule->rule); i++)
    if (detm_rule_field_get(rule->rule, i).require != NULL) return 1;
  return 0;
}

/* The values of the pages before with which `detm apply` compares; NULL if there is nothing that it could tell.  Sets
 * *error on failure. */
static const detm_profile *past_of(rule_object *rule, const call_options *options, detm_error *error) {
  const int all = options->extract.all_columns != 0;
  detm_verify_options verify = options->verify;
  verify.plain_only = !compares_all(options);
  if (detm_rule_template(rule->rule) != NULL && verify.plain_only && verify.require == NULL && !has_require(rule))
    return NULL;
  if (rule->past[all] == NULL) rule->past[all] = detm_profile_of_rule(rule->rule, all, error);
  const int compares =
      rule->past[all] != NULL && (detm_verify_can_compare(rule->past[all], &verify) || has_require(rule));
  return compares ? rule->past[all] : NULL;
}

/* Compares the result with the values of the pages before. */
static detm_status watch(const detm_profile *past, const page_object *page, const detm_result *result,
                         const call_options *options, drift_report *to, detm_error *error) {
  const detm_page_info info = {.name = detm_page_name(page->page), .encoding = detm_page_encoding(page->page)};
  detm_verify_options verify = options->verify;
  verify.plain_only = !compares_all(options);
  if (past == NULL || detm_result_region_count(result) == 0) return DETM_OK;
  detm_profile *now = detm_profile_new(error);
  const detm_sink *gather = now == NULL         ? NULL
                            : verify.plain_only ? detm_profile_brief_sink(now)
                                                : detm_profile_sink(now);
  detm_drift *drift = NULL;
  if (gather != NULL && detm_result_emit(result, gather, error) == DETM_OK)
    drift = detm_verify(past, now, &info, &verify, error);
  detm_profile_free(now);
  return drift != NULL ? write_drift(drift, to, error) : error->status;
}

/* A tuple of the result, what has drifted, and `more` (NULL = nothing), all of which it frees; NULL if there is no
 * result. */
static PyObject *give_judged(PyObject *result, drift_report *drift, PyObject *more) {
  const char *text = drift->text.data != NULL ? drift->text.data : "";
  const Py_ssize_t length = (Py_ssize_t)drift->text.length;
  PyObject *made = NULL;
  if (result == NULL)
    Py_XDECREF(more);
  else if (more != NULL)
    made = Py_BuildValue("NNs#N", result, bytes_object(&drift->findings), text, length, more);
  else
    made = Py_BuildValue("NNs#", result, bytes_object(&drift->findings), text, length);
  free(drift->findings.data);
  free(drift->text.data);
  return made;
}

/* apply(rule, page, options) -> (result, what has drifted as NDJSON, the same as a text) */
static PyObject *apply(PyObject *module, PyObject *args) {
  const module_state *state = state_of(module);
  detm_error error = DETM_ERROR_NONE;
  call_options options;
  drift_report drift = {0};
  outcome to = {0};
  page_object *page;
  rule_object *rule;
  PyObject *dict, *result;
  if (!PyArg_ParseTuple(args, "O!O!O!", state->rule_type, &rule, state->page_type, &page, &PyDict_Type, &dict) ||
      !read_options(dict, &options))
    return NULL;
  const detm_profile *past = past_of(rule, &options, &error);
  if (error.status != DETM_OK) return raise(&error);
  rule->users++;
  to.page = page;
  to.rule = rule;
  Py_BEGIN_ALLOW_THREADS lock_page(page);
  to.result = detm_rule_apply(rule->rule, page->page, &options.extract, &error);
  if (to.result != NULL && watch(past, page, to.result, &options, &drift, &error) == DETM_OK)
    emit(&to, page->page, &options.values, &error);
  unlock_page(page);
  Py_END_ALLOW_THREADS result = finish(state_of(module), &to, &error);
  rule->users--;
  return give_judged(result, &drift, NULL);
}

/* fields(rule) -> [(name, type, wanted, unsure, list, require), ...] */
static PyObject *fields(PyObject *module, PyObject *args) {
  rule_object *rule;
  PyObject *list;
  if (!PyArg_ParseTuple(args, "O!", state_of(module)->rule_type, &rule)) return NULL;
  list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < detm_rule_field_count(rule->rule); i++) {
    const detm_rule_field f = detm_rule_field_get(rule->rule, i);
    PyObject *item = Py_BuildValue("ssiiiz", f.name, f.type, f.wanted, f.unsure, f.list, f.require);
    if (append_to(list, item)) Py_CLEAR(list);
  }
  return list;
}

/* Whether no thread uses the rule, which is then edited; if one does, raises an exception. */
static int may_edit(rule_object *rule) {
  if (rule->users == 0) forget_past(rule); /* it has the names of fields */
  if (rule->users == 0) return 1;
  PyErr_SetString(PyExc_RuntimeError, "the fields cannot be edited while another thread uses them");
  return 0;
}

/* edit(rule, what, name, new): what is "rename", "want", "unwant", "title", "type", "require" (`new` is the rule with
 * the field's name, as in detm_rule_require) or "remove". */
static PyObject *edit(PyObject *module, PyObject *args) {
  detm_error error = DETM_ERROR_NONE;
  detm_status status = DETM_USAGE;
  rule_object *rule;
  const char *what, *name, *new_name;
  if (!PyArg_ParseTuple(args, "O!ssz", state_of(module)->rule_type, &rule, &what, &name, &new_name)) return NULL;
  if (!may_edit(rule)) return NULL;
  if (new_name == NULL && (strcmp(what, "rename") == 0 || strcmp(what, "type") == 0)) {
    PyErr_SetString(PyExc_TypeError, "the name and the type of a field are str, not None");
    return NULL;
  }
  detm_wrapper *wrapper = detm_rule_wrapper(rule->rule);
  if (strcmp(what, "require") == 0) {
    status = detm_rule_require(rule->rule, new_name, &error);
    error.where[0] = '\0'; /* the text has it */
  } else if (strcmp(what, "rename") == 0) {
    status = detm_rule_rename_field(rule->rule, name, new_name, &error);
  } else if (strcmp(what, "type") != 0 && strcmp(what, "title") != 0) {
    status = detm_rule_set_wanted(rule->rule, name, strcmp(what, "want") == 0, &error);
  } else if (wrapper == NULL) {
    error = (detm_error){.status = DETM_USAGE, .text = "the type of a template's field cannot be set"};
  } else {
    status = strcmp(what, "type") == 0 ? detm_wrapper_set_type(wrapper, name, new_name, &error)
                                       : detm_wrapper_set_title(wrapper, name, &error);
  }
  return status == DETM_OK ? Py_BuildValue("") : raise(&error);
}

/* merge(rule, (name, ...), new_name) */
static PyObject *merge(PyObject *module, PyObject *args) {
  detm_error error = DETM_ERROR_NONE;
  rule_object *rule;
  PyObject *tuple;
  const char *new_name;
  if (!PyArg_ParseTuple(args, "O!O!s", state_of(module)->rule_type, &rule, &PyTuple_Type, &tuple, &new_name) ||
      !may_edit(rule))
    return NULL;
  Py_ssize_t count = PyTuple_Size(tuple), i = 0;
  const char **names = calloc((size_t)count + 1, sizeof *names);
  if (names == NULL) return PyErr_NoMemory();
  while (i < count && PyArg_Parse(PyTuple_GetItem(tuple, i), "s", &names[i])) i++;
  detm_wrapper *wrapper = detm_rule_wrapper(rule->rule);
  detm_status status =
      i == count ? detm_wrapper_merge_fields(wrapper, names, (size_t)count, new_name, &error) : DETM_USAGE;
  free(names);
  if (i != count) return NULL;
  return status == DETM_OK ? Py_BuildValue("") : raise(&error);
}

static PyObject *stock_names(PyObject *module, PyObject *unused) {
  PyObject *list = PyList_New(0);
  const char *name;
  (void)module;
  (void)unused;
  for (size_t i = 0; list != NULL && (name = detm_template_stock_name(i)) != NULL; i++)
    if (append_to(list, PyUnicode_FromString(name))) Py_CLEAR(list);
  return list;
}

/* stock(name) -> bytes, or None for an unknown name. */
static PyObject *stock(PyObject *module, PyObject *args) {
  const char *name, *xml;
  size_t length;
  (void)module;
  if (!PyArg_ParseTuple(args, "s", &name)) return NULL;
  xml = detm_template_stock(name, &length);
  return xml != NULL ? PyBytes_FromStringAndSize(xml, (Py_ssize_t)length) : Py_BuildValue("");
}

/* ---- Export ---- */

/* export(rule, (page, ...), format) -> (selectors as bytes, [(field or None, reason), ...]) */
static PyObject *export(PyObject *module, PyObject *args) {
  const module_state *state = state_of(module);
  detm_error error = DETM_ERROR_NONE;
  rule_object *rule;
  PyObject *pages, *left_out, *made = NULL;
  page_list list = {0};
  bytes text = {0};
  int format;
  if (!PyArg_ParseTuple(args, "O!O!i", state->rule_type, &rule, &PyTuple_Type, &pages, &format)) return NULL;
  if (!page_list_from(&list, state, pages)) {
    page_list_free(&list);
    return NULL;
  }
  detm_export_format as = (detm_export_format)format;
  detm_export *selectors;
  rule->users++;
  Py_BEGIN_ALLOW_THREADS list.locked = lock_pages(list.locks, list.count);
  selectors = detm_export_make(detm_rule_wrapper(rule->rule), list.pages, list.count, &error);
  if (selectors != NULL) error.status = detm_export_write(selectors, as, append, &text, &error);
  unlock_pages(list.locks, list.locked);
  Py_END_ALLOW_THREADS rule->users--;
  left_out = error.status == DETM_OK ? PyList_New(0) : raise(&error);
  for (size_t i = 0; left_out != NULL && i < detm_export_left_out_count(selectors, as); i++) {
    const detm_export_notice *notice = detm_export_left_out_get(selectors, as, i);
    if (notice->unseen == 2) continue; /* nothing is left out, and the text has it */
    if (append_to(left_out, Py_BuildValue("zs", notice->field, notice->reason))) Py_CLEAR(left_out);
  }
  if (left_out != NULL) made = Py_BuildValue("y#N", text.data, (Py_ssize_t)text.length, left_out);
  detm_export_free(selectors);
  page_list_free(&list);
  free(text.data);
  return made;
}

/* schema(rule, format, table, plain) -> bytes */
static PyObject *schema(PyObject *module, PyObject *args) {
  detm_error error = DETM_ERROR_NONE;
  detm_schema_options options = {0};
  rule_object *rule;
  bytes text = {0};
  int format;
  if (!PyArg_ParseTuple(args, "O!isp", state_of(module)->rule_type, &rule, &format, &options.table, &options.plain))
    return NULL;
  error.status = detm_schema_write(rule->rule, (detm_schema_format)format, &options, append, &text, &error);
  PyObject *made =
      error.status == DETM_OK ? PyBytes_FromStringAndSize(text.data, (Py_ssize_t)text.length) : raise(&error);
  free(text.data);
  return made;
}

/* ---- Libraries ---- */

static void library_dealloc(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  detm_library_close(((library_object *)object)->library);
  PyObject_Free(object);
  Py_DECREF(type);
}

static PyType_Slot library_slots[] = {
    {Py_tp_new, refuse_new},
    {Py_tp_dealloc, library_dealloc},
    {Py_tp_doc, "A folder of wrappers and templates."},
    {0, NULL},
};

static PyType_Spec library_spec = {"detm._detm.Library", sizeof(library_object), 0, Py_TPFLAGS_DEFAULT, library_slots};

static PyObject *open_library(PyObject *module, PyObject *args) {
  detm_error error = DETM_ERROR_NONE;
  const char *folder;
  detm_library *library;
  if (!PyArg_ParseTuple(args, "s", &folder)) return NULL;
  Py_BEGIN_ALLOW_THREADS library = detm_library_open(folder, &error);
  Py_END_ALLOW_THREADS if (library == NULL) return raise(&error);
  library_object *self = (library_object *)PyType_GenericAlloc(state_of(module)->library_type, 0);
  if (self == NULL) detm_library_close(library);
  if (self != NULL) self->library = library;
  return (PyObject *)self;
}

/* library_state(library) -> (number of rules, [(text, file, line) of a fault, ...]) */
static PyObject *library_state(PyObject *module, PyObject *args) {
  library_object *self;
  const detm_error *fault;
  PyObject *faults;
  if (!PyArg_ParseTuple(args, "O!", state_of(module)->library_type, &self)) return NULL;
  faults = PyList_New(0);
  for (size_t i = 0; faults != NULL && (fault = detm_library_fault_get(self->library, i)) != NULL; i++)
    if (append_to(faults, Py_BuildValue("ssn", fault->text, fault->where, (Py_ssize_t)fault->line))) Py_CLEAR(faults);
  return faults != NULL ? Py_BuildValue("nN", (Py_ssize_t)detm_library_count(self->library), faults) : NULL;
}

/* (file, kind, domain, score) */
static PyObject *match_tuple(const detm_match *match) {
  return Py_BuildValue("sszd", match->file, match->kind, match->domain, match->score);
}

/* match(library, page, most) -> [(file, kind, domain, score), ...] */
static PyObject *match(PyObject *module, PyObject *args) {
  const module_state *state = state_of(module);
  detm_error error = DETM_ERROR_NONE;
  library_object *self;
  page_object *page;
  Py_ssize_t most;
  size_t count = 0;
  detm_status status;
  PyObject *list;
  if (!PyArg_ParseTuple(args, "O!O!n", state->library_type, &self, state->page_type, &page, &most)) return NULL;
  detm_match *matches = most >= 0 && most < 100000 ? malloc(((size_t)most + 1) * sizeof *matches) : NULL;
  if (matches == NULL) return PyErr_NoMemory();
  Py_BEGIN_ALLOW_THREADS lock_page(page);
  status = detm_library_match(self->library, page->page, matches, (size_t)most, &count, &error);
  unlock_page(page);
  Py_END_ALLOW_THREADS list = status == DETM_OK ? PyList_New(0) : raise(&error);
  for (size_t i = 0; list != NULL && i < count; i++)
    if (append_to(list, match_tuple(&matches[i]))) Py_CLEAR(list);
  free(matches);
  return list;
}

/* Judges the result of a rule of a library, whose past values are not known, by rules of fields and min_records. */
static detm_status judge_by_rules(const page_object *page, const detm_result *result, const call_options *options,
                                  drift_report *to, detm_error *error) {
  const detm_verify_options *verify = &options->verify;
  if (!detm_result_has_rules(result) && verify->require == NULL && verify->min_records == 0) return DETM_OK;
  detm_profile *none = detm_profile_new(error);
  detm_status status = none != NULL ? watch(none, page, result, options, to, error) : error->status;
  detm_profile_free(none);
  return status;
}

/* apply_library(library, page, options) -> (result, what has drifted as NDJSON, the same as a text, match) */
static PyObject *apply_library(PyObject *module, PyObject *args) {
  const module_state *state = state_of(module);
  detm_library_options library_options = detm_library_defaults;
  detm_error error = DETM_ERROR_NONE;
  call_options options;
  drift_report drift = {0};
  outcome to = {0};
  library_object *self;
  page_object *page;
  detm_match best = {0};
  PyObject *dict, *result;
  if (!PyArg_ParseTuple(args, "O!O!O!", state->library_type, &self, state->page_type, &page, &PyDict_Type, &dict) ||
      !read_options(dict, &options))
    return NULL;
  library_options.min_score = options.min_score;
  library_options.extract = &options.extract;
  to.page = page;
  to.library = self;
  Py_BEGIN_ALLOW_THREADS lock_page(page);
  to.result = detm_library_apply(self->library, page->page, &library_options, &best, &error);
  if (to.result != NULL && judge_by_rules(page, to.result, &options, &drift, &error) == DETM_OK)
    emit(&to, page->page, &options.values, &error);
  unlock_page(page);
  Py_END_ALLOW_THREADS result = finish(state_of(module), &to, &error);
  return give_judged(result, &drift, match_tuple(&best));
}

/* ---- Stores ---- */

/* Bytes for Python; frees them. */
static PyObject *give_bytes(bytes *text, const detm_error *error) {
  PyObject *made = error->status == DETM_OK
                       ? PyBytes_FromStringAndSize(text->data != NULL ? text->data : "", (Py_ssize_t)text->length)
                       : raise(error);
  free(text->data);
  return made;
}

static void store_dealloc(PyObject *object) {
  store_object *self = (store_object *)object;
  PyTypeObject *type = Py_TYPE(object);
  detm_store_close(self->store);
  if (self->lock != NULL) PyThread_free_lock(self->lock);
  PyObject_Free(object);
  Py_DECREF(type);
}

static PyType_Slot store_slots[] = {
    {Py_tp_new, refuse_new},
    {Py_tp_dealloc, store_dealloc},
    {Py_tp_doc, "A store of rules and of the results of runs."},
    {0, NULL},
};

static PyType_Spec store_spec = {"detm._detm.Store", sizeof(store_object), 0, Py_TPFLAGS_DEFAULT, store_slots};

/* open_store(file or None, seconds) -> Store */
static PyObject *open_store(PyObject *module, PyObject *args) {
  detm_store_options options = detm_store_defaults;
  detm_error error = DETM_ERROR_NONE;
  const char *file;
  if (!PyArg_ParseTuple(args, "zd", &file, &options.seconds)) return NULL;
  store_object *self = (store_object *)PyType_GenericAlloc(state_of(module)->store_type, 0);
  if (self == NULL) return NULL;
  self->lock = PyThread_allocate_lock();
  if (self->lock == NULL) {
    Py_DECREF(self);
    return PyErr_NoMemory();
  }
  Py_BEGIN_ALLOW_THREADS self->store = detm_store_open(file, &options, &error);
  Py_END_ALLOW_THREADS if (self->store != NULL) return (PyObject *)self;
  Py_DECREF(self);
  return raise(&error);
}

static PyObject *store_file(PyObject *module, PyObject *args) {
  store_object *self;
  if (!PyArg_ParseTuple(args, "O!", state_of(module)->store_type, &self)) return NULL;
  return PyUnicode_DecodeFSDefault(detm_store_file(self->store));
}

static void lock_store(store_object *self) { PyThread_acquire_lock(self->lock, WAIT_LOCK); }
static void unlock_store(store_object *self) { PyThread_release_lock(self->lock); }

/* Lists are made while the interpreter lock is held; the calls are short. */
static detm_status list_run(void *data, const detm_run *run, detm_error *error) {
  PyObject *item = Py_BuildValue("nzznn", (Py_ssize_t)run->number, run->time, run->command, (Py_ssize_t)run->pages,
                                 (Py_ssize_t)run->records);
  if (!append_to(data, item)) return DETM_OK;
  return error->status = DETM_NO_MEMORY;
}

static detm_status list_page(void *data, const detm_saved_page *page, detm_error *error) {
  PyObject *item = Py_BuildValue("zzznNzn", page->name, page->url, page->rule, (Py_ssize_t)page->rule_version,
                                 share(page->fit), page->problem, (Py_ssize_t)page->records);
  if (!append_to(data, item)) return DETM_OK;
  return error->status = DETM_NO_MEMORY;
}

/* Gives the list, or raises the error. */
static PyObject *give_list(PyObject *list, detm_status status, const detm_error *error) {
  if (list != NULL && status == DETM_OK) return list;
  Py_XDECREF(list);
  return PyErr_Occurred() ? NULL : raise(error);
}

/* store_runs(store, rule or None) -> [(number, time, command, pages, records), ...] */
static PyObject *store_runs(PyObject *module, PyObject *args) {
  detm_error error = DETM_ERROR_NONE;
  store_object *self;
  const char *rule;
  if (!PyArg_ParseTuple(args, "O!z", state_of(module)->store_type, &self, &rule)) return NULL;
  PyObject *list = PyList_New(0);
  if (list == NULL) return NULL;
  Py_BEGIN_ALLOW_THREADS lock_store(self);
  Py_END_ALLOW_THREADS detm_status status = detm_store_visit_runs(self->store, rule, list_run, list, &error);
  unlock_store(self);
  return give_list(list, status, &error);
}

/* store_pages(store, run) -> [(name, url, rule, version, fit, problem, records), ...] */
static PyObject *store_pages(PyObject *module, PyObject *args) {
  detm_error error = DETM_ERROR_NONE;
  store_object *self;
  const char *name;
  size_t run;
  if (!PyArg_ParseTuple(args, "O!s", state_of(module)->store_type, &self, &name)) return NULL;
  PyObject *list = PyList_New(0);
  if (list == NULL) return NULL;
  Py_BEGIN_ALLOW_THREADS lock_store(self);
  Py_END_ALLOW_THREADS detm_status status = detm_store_find_run(self->store, name, &run, &error);
  if (status == DETM_OK) status = detm_store_visit_pages(self->store, run, list_page, list, &error);
  unlock_store(self);
  return give_list(list, status, &error);
}

/* store_records(store, run, rule or None) -> records as NDJSON */
static PyObject *store_records(PyObject *module, PyObject *args) {
  detm_error error = DETM_ERROR_NONE;
  bytes text = {0};
  store_object *self;
  const char *name, *rule;
  size_t run;
  if (!PyArg_ParseTuple(args, "O!sz", state_of(module)->store_type, &self, &name, &rule)) return NULL;
  Py_BEGIN_ALLOW_THREADS lock_store(self);
  detm_writer *writer = detm_writer_new(DETM_NDJSON, append, &text, 0, &error);
  if (writer != NULL) error.status = detm_store_find_run(self->store, name, &run, &error);
  if (error.status == DETM_OK)
    error.status = detm_store_emit_run(self->store, run, rule, detm_writer_sink(writer), &error);
  if (error.status == DETM_OK) error.status = detm_writer_finish(writer, &error);
  detm_writer_free(writer);
  unlock_store(self);
  Py_END_ALLOW_THREADS return give_bytes(&text, &error);
}

/* Reads a tuple of strings into `words`.  Returns 0 after raising an exception. */
static int read_words(PyObject *tuple, const char *words[DETM_MAX_DIFF_WORDS], size_t *count) {
  *count = (size_t)PyTuple_Size(tuple);
  if (*count > DETM_MAX_DIFF_WORDS) {
    PyErr_Format(PyExc_ValueError, "there are more than %d names", (int)DETM_MAX_DIFF_WORDS);
    return 0;
  }
  for (size_t i = 0; i < *count; i++)
    if (!PyArg_Parse(PyTuple_GetItem(tuple, (Py_ssize_t)i), "s", &words[i])) return 0;
  return 1;
}

static detm_status keep_last(void *data, const detm_run *run, detm_error *error) {
  (void)error;
  *(size_t *)data = run->number;
  return DETM_OK;
}

/* Finds the runs to compare: those that are named, else the last one (of the rule) and the one before it of its rule.
 */
static detm_status find_runs(detm_store *store, const char *const names[2], const char *rule, size_t runs[2],
                             detm_error *error) {
  detm_status status = DETM_OK;
  if (names[1] != NULL)
    status = detm_store_find_run(store, names[1], &runs[1], error);
  else if (rule != NULL)
    status = detm_store_visit_runs(store, rule, keep_last, &runs[1], error);
  else
    status = detm_store_find_run(store, "last", &runs[1], error);
  if (status != DETM_OK) return status;
  if (names[0] != NULL) return detm_store_find_run(store, names[0], &runs[0], error);
  if (runs[1] != 0) status = detm_store_run_before(store, rule, runs[1], &runs[0], error);
  if (status != DETM_OK || runs[0] != 0) return status;
  *error = (detm_error){.status = DETM_NOTHING, .text = "there are no two runs of the rule: name them"};
  return DETM_NOTHING;
}

/* store_diff(store, before, after, keys, ignored, parameters, rule, all)
 * -> ((before, after, new, gone, changed, same), changes as NDJSON) */
static PyObject *store_diff(PyObject *module, PyObject *args) {
  detm_diff_options options = detm_diff_defaults;
  detm_error error = DETM_ERROR_NONE;
  const char *names[2], *keys[DETM_MAX_DIFF_WORDS], *ignored[DETM_MAX_DIFF_WORDS], *parameters[DETM_MAX_DIFF_WORDS];
  PyObject *key_tuple, *ignored_tuple, *parameter_tuple;
  size_t runs[2] = {0};
  detm_diff diff = {0};
  bytes text = {0};
  store_object *self;
  if (!PyArg_ParseTuple(args, "O!zzO!O!O!zp", state_of(module)->store_type, &self, &names[0], &names[1], &PyTuple_Type,
                        &key_tuple, &PyTuple_Type, &ignored_tuple, &PyTuple_Type, &parameter_tuple, &options.rule,
                        &options.every) ||
      !read_words(key_tuple, keys, &options.key_count) || !read_words(ignored_tuple, ignored, &options.ignored_count) ||
      !read_words(parameter_tuple, parameters, &options.parameter_count))
    return NULL;
  options.keys = keys;
  options.ignored = ignored;
  options.parameters = parameters;
  Py_BEGIN_ALLOW_THREADS lock_store(self);
  detm_writer *writer = detm_writer_new(DETM_NDJSON, append, &text, 0, &error);
  if (writer != NULL) error.status = find_runs(self->store, names, options.rule, runs, &error);
  if (error.status == DETM_OK)
    error.status = detm_store_diff(self->store, runs[0], runs[1], &options, detm_writer_sink(writer), &diff, &error);
  if (error.status == DETM_OK) error.status = detm_writer_finish(writer, &error);
  detm_writer_free(writer);
  unlock_store(self);
  Py_END_ALLOW_THREADS PyObject *changes = give_bytes(&text, &error);
  return changes == NULL
             ? NULL
             : Py_BuildValue("(nnnnnn)N", (Py_ssize_t)runs[0], (Py_ssize_t)runs[1], (Py_ssize_t)diff.fresh,
                             (Py_ssize_t)diff.gone, (Py_ssize_t)diff.changed, (Py_ssize_t)diff.same, changes);
}

/* ---- Ranking ---- */

static void web_dealloc(PyObject *object) {
  web_object *self = (web_object *)object;
  PyTypeObject *type = Py_TYPE(object);
  detm_web_free(self->web);
  detm_topic_free(self->topic);
  if (self->lock != NULL) PyThread_free_lock(self->lock);
  PyObject_Free(object);
  Py_DECREF(type);
}

static PyType_Slot web_slots[] = {
    {Py_tp_new, refuse_new},
    {Py_tp_dealloc, web_dealloc},
    {Py_tp_doc, "Pages, the URLs that they link to, and a topic."},
    {0, NULL},
};

static PyType_Spec web_spec = {"detm._detm.Web", sizeof(web_object), 0, Py_TPFLAGS_DEFAULT, web_slots};

/* Adds a text or a page to the topic.  Returns 0 after raising an exception. */
static int add_to_topic(detm_topic *topic, const module_state *state, PyObject *item) {
  detm_error error = DETM_ERROR_NONE;
  detm_status status;
  if (PyObject_TypeCheck(item, state->page_type)) {
    page_object *page = (page_object *)item;
    Py_BEGIN_ALLOW_THREADS lock_page(page);
    status = detm_topic_add_page(topic, page->page, &error);
    unlock_page(page);
    Py_END_ALLOW_THREADS
  } else {
    char *text;
    Py_ssize_t length;
    if (PyBytes_AsStringAndSize(item, &text, &length) != 0) return 0;
    Py_BEGIN_ALLOW_THREADS status = detm_topic_add_text(topic, text, (size_t)length, 0, &error);
    Py_END_ALLOW_THREADS
  }
  if (status != DETM_OK) raise(&error);
  return status == DETM_OK;
}

/* new_web((text as bytes or page, ...), saved web as bytes or None, min_relevance) -> Web */
static PyObject *new_web(PyObject *module, PyObject *args) {
  const module_state *state = state_of(module);
  detm_web_options options = detm_web_defaults;
  detm_error error = DETM_ERROR_NONE;
  PyObject *topic;
  const char *saved;
  Py_ssize_t length;
  if (!PyArg_ParseTuple(args, "O!z#d", &PyTuple_Type, &topic, &saved, &length, &options.min_relevance)) return NULL;
  web_object *self = (web_object *)PyType_GenericAlloc(state->web_type, 0);
  if (self == NULL) return NULL;
  self->lock = PyThread_allocate_lock();
  self->topic = detm_topic_new(&error);
  int ready = self->lock != NULL && self->topic != NULL;
  if (!ready) PyErr_NoMemory();
  for (Py_ssize_t i = 0; ready && i < PyTuple_Size(topic); i++)
    ready = add_to_topic(self->topic, state, PyTuple_GetItem(topic, i));
  if (ready) {
    Py_BEGIN_ALLOW_THREADS self->web =
        saved != NULL ? detm_web_load(saved, (size_t)length, "the saved web", self->topic, &options, &error)
                      : detm_web_new(self->topic, &options, &error);
    Py_END_ALLOW_THREADS if (self->web == NULL) raise(&error);
  }
  if (self->web != NULL) return (PyObject *)self;
  Py_DECREF(self);
  return NULL;
}

/* add_page(web, page, url, type) */
static PyObject *add_page(PyObject *module, PyObject *args) {
  const module_state *state = state_of(module);
  detm_error error = DETM_ERROR_NONE;
  web_object *self;
  page_object *page;
  const char *url, *type;
  if (!PyArg_ParseTuple(args, "O!O!zz", state->web_type, &self, state->page_type, &page, &url, &type)) return NULL;
  Py_BEGIN_ALLOW_THREADS PyThread_acquire_lock(self->lock, WAIT_LOCK);
  lock_page(page);
  error.status = detm_web_add(self->web, page->page, url, type, &error);
  unlock_page(page);
  PyThread_release_lock(self->lock);
  Py_END_ALLOW_THREADS return error.status == DETM_OK ? Py_BuildValue("") : raise(&error);
}

/* Writes the URLs of the web as NDJSON. */
static void emit_web(const detm_web *web, detm_web_part part, size_t most, bytes *text, detm_error *error) {
  detm_writer *writer = detm_writer_new(DETM_NDJSON, append, text, 0, error);
  if (writer == NULL) return;
  error->status = detm_web_emit(web, part, most, detm_writer_sink(writer), error);
  if (error->status == DETM_OK) error->status = detm_writer_finish(writer, error);
  detm_writer_free(writer);
}

/* rank_web(web, part, most) -> URLs as NDJSON */
static PyObject *rank_web(PyObject *module, PyObject *args) {
  detm_error error = DETM_ERROR_NONE;
  bytes text = {0};
  web_object *self;
  int part;
  Py_ssize_t most;
  if (!PyArg_ParseTuple(args, "O!in", state_of(module)->web_type, &self, &part, &most)) return NULL;
  Py_BEGIN_ALLOW_THREADS PyThread_acquire_lock(self->lock, WAIT_LOCK);
  error.status = detm_web_rank(self->web, &error);
  if (error.status == DETM_OK) emit_web(self->web, (detm_web_part)part, (size_t)most, &text, &error);
  PyThread_release_lock(self->lock);
  Py_END_ALLOW_THREADS return give_bytes(&text, &error);
}

/* save_web(web) -> bytes */
static PyObject *save_web(PyObject *module, PyObject *args) {
  detm_error error = DETM_ERROR_NONE;
  bytes text = {0};
  web_object *self;
  if (!PyArg_ParseTuple(args, "O!", state_of(module)->web_type, &self)) return NULL;
  Py_BEGIN_ALLOW_THREADS PyThread_acquire_lock(self->lock, WAIT_LOCK);
  error.status = detm_web_save(self->web, append, &text, &error);
  PyThread_release_lock(self->lock);
  Py_END_ALLOW_THREADS return give_bytes(&text, &error);
}

/* ---- Drift and repair ---- */

/* [(name, fate, confidence, before, now), ...] */
static PyObject *fates_of(const detm_repair *repaired) {
  static const char *const fates[] = {[DETM_FIELD_CARRIED] = "carried",
                                      [DETM_FIELD_LOST] = "lost",
                                      [DETM_FIELD_NEW] = "new",
                                      [DETM_FIELD_UNSURE] = "unsure"};
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < detm_repair_count(repaired); i++) {
    const detm_repaired *field = detm_repair_get(repaired, i);
    if (append_to(list, Py_BuildValue("ssNzz", field->name, fates[field->fate], share(field->confidence), field->before,
                                      field->now)))
      Py_CLEAR(list);
  }
  return list;
}

/* repair(rule, (page, ...), options) -> (the new rule as bytes, fates of the fields) */
static PyObject *repair(PyObject *module, PyObject *args) {
  const module_state *state = state_of(module);
  detm_error error = DETM_ERROR_NONE;
  rule_object *rule;
  call_options options;
  PyObject *pages, *dict, *fates, *made = NULL;
  page_list list = {0};
  bytes xml = {0};
  detm_repair *repaired;
  if (!PyArg_ParseTuple(args, "O!O!O!", state->rule_type, &rule, &PyTuple_Type, &pages, &PyDict_Type, &dict) ||
      !read_options(dict, &options))
    return NULL;
  if (!page_list_from(&list, state, pages)) {
    page_list_free(&list);
    return NULL;
  }
  rule->users++;
  Py_BEGIN_ALLOW_THREADS list.locked = lock_pages(list.locks, list.count);
  repaired = detm_repair_make(rule->rule, NULL, list.pages, list.count, &options.extract, &error);
  if (repaired != NULL) error.status = detm_rule_save(detm_repair_rule(repaired), append, &xml, &error);
  unlock_pages(list.locks, list.locked);
  Py_END_ALLOW_THREADS rule->users--;
  fates = error.status == DETM_OK ? fates_of(repaired) : raise(&error);
  if (fates != NULL) made = Py_BuildValue("y#N", xml.data, (Py_ssize_t)xml.length, fates);
  detm_repair_free(repaired);
  page_list_free(&list);
  free(xml.data);
  return made;
}

/* A check of several pages, one after another. */
typedef struct check {
  rule_object *rule;
  detm_verify_options options;
  detm_profile *past, *all;
  detm_writer *writer;
  bytes text;
  size_t pages, drifted;
  detm_wall wall;  /* why the last page only blocks, so that it cannot be compared */
  PyObject *walls; /* list of (name of the page, why it only blocks) */
} check;

/* Writes the findings of a profile; without the interpreter lock. */
static void report_drift(check *c, const detm_profile *now, const detm_page_info *info, detm_error *error) {
  detm_drift *drift = detm_verify(c->past, now, info, &c->options, error);
  if (drift == NULL) return;
  c->drifted += detm_drift_drifted_count(drift);
  detm_result *result = detm_drift_into_result(drift);
  error->status = detm_result_emit(result, detm_writer_sink(c->writer), error);
  detm_result_free(result);
}

static void check_page(check *c, const page_object *page, detm_error *error) {
  const detm_page_info info = {.name = detm_page_name(page->page), .encoding = detm_page_encoding(page->page)};
  detm_extract_options options = detm_extract_defaults;
  options.all_columns = 1; /* a change in columns left out as noise is a change of the site, too */
  detm_profile *now = detm_profile_new(error);
  detm_result *result = now != NULL ? detm_rule_apply(c->rule->rule, page->page, &options, error) : NULL;
  c->wall = result != NULL ? detm_result_wall(result) : DETM_WALL_NONE;
  if (result != NULL && c->wall == DETM_WALL_NONE) {
    error->status = detm_result_emit(result, detm_profile_sink(now), error);
    if (error->status == DETM_OK) report_drift(c, now, &info, error);
    if (error->status == DETM_OK) error->status = detm_profile_add(c->all, now, error);
    c->pages++;
  }
  detm_result_free(result);
  detm_profile_free(now);
}

/* Notes that a page only blocks; returns 0 after raising an exception. */
static int note_wall(const check *c, const page_object *page) {
  if (c->wall == DETM_WALL_NONE) return 1;
  PyObject *wall = Py_BuildValue("ss", detm_page_name(page->page), detm_wall_name(c->wall));
  int done = wall != NULL && PyList_Append(c->walls, wall) == 0;
  Py_XDECREF(wall);
  return done;
}

static void check_open(check *c, detm_error *error) {
  c->past = detm_profile_of_rule(c->rule->rule, 1, error);
  c->all = detm_profile_new(error);
  c->writer = detm_writer_new(DETM_NDJSON, append, &c->text, 0, error);
}

/* Findings of all pages together, and the end of the text. */
static void check_finish(check *c, detm_error *error) {
  const detm_page_info info = {.name = "(all pages)", .encoding = "UTF-8"};
  if (c->pages > 1) report_drift(c, c->all, &info, error);
  if (error->status == DETM_OK) error->status = detm_writer_finish(c->writer, error);
}

/* Checks the pages of an iterator; returns 0 after raising an exception that is not that of the library. */
static int check_pages(check *c, const module_state *state, PyObject *pages, detm_error *error) {
  PyObject *item;
  while (error->status == DETM_OK && (item = PyIter_Next(pages)) != NULL) {
    page_object *page = (page_object *)item;
    if (!PyObject_TypeCheck(item, state->page_type)) {
      PyErr_SetString(PyExc_TypeError, "not a page");
      Py_DECREF(item);
      return 0;
    }
    Py_BEGIN_ALLOW_THREADS lock_page(page);
    check_page(c, page, error);
    unlock_page(page);
    Py_END_ALLOW_THREADS int noted = error->status != DETM_OK || note_wall(c, page);
    Py_DECREF(item);
    if (!noted) return 0;
  }
  return !PyErr_Occurred();
}

/* verify(rule, iterator of pages, options) -> (findings as NDJSON, drifted, pages, past pages, walls) */
static PyObject *verify(PyObject *module, PyObject *args) {
  const module_state *state = state_of(module);
  detm_error error = DETM_ERROR_NONE;
  check c = {0};
  call_options options;
  PyObject *pages, *dict, *made = NULL;
  if (!PyArg_ParseTuple(args, "O!OO!", state->rule_type, &c.rule, &pages, &PyDict_Type, &dict) ||
      !read_options(dict, &options))
    return NULL;
  c.walls = PyList_New(0);
  if (c.walls == NULL) return NULL;
  c.options = options.verify;
  c.rule->users++;
  check_open(&c, &error);
  int ready = error.status != DETM_OK || check_pages(&c, state, pages, &error);
  if (ready && error.status == DETM_OK) check_finish(&c, &error);
  if (ready && error.status != DETM_OK) raise(&error);
  if (ready && error.status == DETM_OK)
    made =
        Py_BuildValue("y#nnnO", c.text.data != NULL ? c.text.data : "", (Py_ssize_t)c.text.length,
                      (Py_ssize_t)c.drifted, (Py_ssize_t)c.pages, (Py_ssize_t)detm_profile_page_count(c.past), c.walls);
  c.rule->users--;
  Py_DECREF(c.walls);
  detm_writer_free(c.writer);
  detm_profile_free(c.past);
  detm_profile_free(c.all);
  free(c.text.data);
  return made;
}

/* ---- The module ---- */

static PyMethodDef functions[] = {
    {"open_pages", open_pages, METH_VARARGS, "open_pages(path, html_key, url_key, max_bytes, data, only_url, newest)"},
    {"next_page", next_page, METH_VARARGS,
     "next_page(pages, encoding, seconds, max_bytes, max_nodes, max_depth, base)"},
    {"pages_skipped", pages_skipped, METH_VARARGS, "pages_skipped(pages)"},
    {"rows", rows, METH_VARARGS, "rows(records)"},
    {"regions", give_regions, METH_VARARGS, "regions(records)"},
    {"read_account", read_account, METH_VARARGS, "read_account(account)"},
    {"extract", extract, METH_VARARGS, "extract(page, options)"},
    {"links", links, METH_VARARGS, "links(page, all, images, words)"},
    {"classify", classify, METH_VARARGS, "classify(page)"},
    {"content", content, METH_VARARGS, "content(page, text_only)"},
    {"markdown", markdown, METH_VARARGS, "markdown(markup)"},
    {"learn_wrapper", learn_wrapper, METH_VARARGS, "learn_wrapper(pages, examples, records, options)"},
    {"learn_template", learn_template, METH_VARARGS, "learn_template(samples, name, exactly)"},
    {"load", load, METH_VARARGS, "load(xml, name, template)"},
    {"save", save, METH_VARARGS, "save(rule)"},
    {"apply", apply, METH_VARARGS, "apply(rule, page, options)"},
    {"fields", fields, METH_VARARGS, "fields(rule)"},
    {"edit", edit, METH_VARARGS, "edit(rule, what, name, new)"},
    {"merge", merge, METH_VARARGS, "merge(rule, names, new_name)"},
    {"stock_names", stock_names, METH_NOARGS, "stock_names()"},
    {"stock", stock, METH_VARARGS, "stock(name)"},
    {"verify", verify, METH_VARARGS, "verify(rule, pages, options)"},
    {"repair", repair, METH_VARARGS, "repair(rule, pages, options)"},
    {"export", export, METH_VARARGS, "export(rule, pages, format)"},
    {"schema", schema, METH_VARARGS, "schema(rule, format, table, plain)"},
    {"open_library", open_library, METH_VARARGS, "open_library(folder)"},
    {"library_state", library_state, METH_VARARGS, "library_state(library)"},
    {"match", match, METH_VARARGS, "match(library, page, most)"},
    {"apply_library", apply_library, METH_VARARGS, "apply_library(library, page, options)"},
    {"open_store", open_store, METH_VARARGS, "open_store(file, seconds)"},
    {"store_file", store_file, METH_VARARGS, "store_file(store)"},
    {"store_runs", store_runs, METH_VARARGS, "store_runs(store, rule)"},
    {"store_pages", store_pages, METH_VARARGS, "store_pages(store, run)"},
    {"store_records", store_records, METH_VARARGS, "store_records(store, run, rule)"},
    {"store_diff", store_diff, METH_VARARGS, "store_diff(store, before, after, keys, ignored, parameters, rule, all)"},
    {"new_web", new_web, METH_VARARGS, "new_web(topic, saved, min_relevance)"},
    {"add_page", add_page, METH_VARARGS, "add_page(web, page, url, type)"},
    {"rank_web", rank_web, METH_VARARGS, "rank_web(web, part, most)"},
    {"save_web", save_web, METH_VARARGS, "save_web(web)"},
    {NULL, NULL, 0, NULL},
};

static int module_exec(PyObject *module) {
  module_state *state = state_of(module);
  detm_error error = DETM_ERROR_NONE;
  const struct {
    const char *name;
    PyType_Spec *spec;
    PyTypeObject **type;
  } types[] = {{"Page", &page_spec, &state->page_type},
               {"Pages", &pages_spec, &state->pages_type},
               {"Records", &records_spec, &state->records_type},
               {"Account", &account_spec, &state->account_type},
               {"Rule", &rule_spec, &state->rule_type},
               {"Library", &library_spec, &state->library_type},
               {"Web", &web_spec, &state->web_type},
               {"Store", &store_spec, &state->store_type}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    PyObject *type = PyType_FromSpec(types[i].spec);
    if (type == NULL) return -1;
    *types[i].type = (PyTypeObject *)type;
    Py_INCREF(type);
    if (PyModule_AddObject(module, types[i].name, type) != 0) return -1;
  }
  state->domains = detm_domains_stock(&error);
  if (state->domains == NULL) {
    PyErr_NoMemory();
    return -1;
  }
  return PyModule_AddStringConstant(module, "version", detm_version());
}

static int module_traverse(PyObject *module, visitproc visit, void *arg) {
  const module_state *state = state_of(module);
  Py_VISIT(state->page_type);
  Py_VISIT(state->pages_type);
  Py_VISIT(state->records_type);
  Py_VISIT(state->account_type);
  Py_VISIT(state->rule_type);
  Py_VISIT(state->library_type);
  Py_VISIT(state->web_type);
  Py_VISIT(state->store_type);
  return 0;
}

static int module_clear(PyObject *module) {
  module_state *state = state_of(module);
  Py_CLEAR(state->page_type);
  Py_CLEAR(state->pages_type);
  Py_CLEAR(state->records_type);
  Py_CLEAR(state->account_type);
  Py_CLEAR(state->rule_type);
  Py_CLEAR(state->library_type);
  Py_CLEAR(state->web_type);
  Py_CLEAR(state->store_type);
  return 0;
}

static void module_free(void *module) {
  module_state *state = state_of(module);
  module_clear(module);
  detm_domains_free(state->domains);
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, module_exec}, {0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "detm._detm",
    .m_doc = "libdetm; use the package detm.",
    .m_size = sizeof(module_state),
    .m_methods = functions,
    .m_slots = module_slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC PyInit__detm(void) { return PyModuleDef_Init(&definition); }
