/* store/transfer.c: rules from the files of a folder, and into them. */
#include "store/folder.h"
#include "store/origin.h"
#include "store/rules.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

/* ---- import ---- */

typedef struct importing {
  detm_store *store;
  const char *folder;
  void (*fault)(void *data, const detm_error *error);
  void *data;
  detm_import outcome;
  detm_error first; /* what is wrong with the first file that is at fault */
} importing;

static void note(importing *i, const detm_error *error) {
  if (i->first.status == DETM_OK) i->first = *error;
  if (i->fault != NULL) i->fault(i->data, error);
}

/* "books/shop.xml" -> "books/shop", in malloc'ed memory. */
static char *rule_name(const char *file) {
  size_t length = strlen(file);
  char *name = malloc(length + 1);
  if (name == NULL) return NULL;
  memcpy(name, file, length + 1);
  if (length > 4 && strcmp(name + length - 4, ".xml") == 0) name[length - 4] = '\0';
  return name;
}

static detm_status put_file(importing *i, const char *name, const char *path, const dt_buffer *bytes,
                            detm_error *error) {
  const char *slash = strchr(name, '/');
  char domain[DT_RULE_LONGEST + 1] = "";
  detm_rule rule = {.name = name, .bytes = {bytes->data, bytes->length}};
  int is_new = 0;
  if (slash != NULL && (size_t)(slash - name) < sizeof domain) {
    memcpy(domain, name, (size_t)(slash - name));
    rule.domain = domain;
  }
  detm_status status = dt_rule_put(i->store, &rule, path, NULL, &is_new, error);
  i->outcome.versions += is_new != 0;
  return status;
}

static detm_status import_file(importing *i, const char *file, detm_error *error) {
  dt_buffer bytes = {0};
  char *path = dt_folder_path(i->folder, file), *name = rule_name(file);
  detm_status status = path == NULL || name == NULL ? dt_store_no_memory(error)
                                                    : dt_folder_read(path, DT_MOST_FILE_BYTES, &bytes, error);
  dt_buffer_byte(&bytes, '\0'); /* of an empty file too there are bytes */
  bytes.length--;
  if (status == DETM_OK && bytes.failed) status = dt_store_no_memory(error);
  if (status == DETM_OK) status = put_file(i, name, path, &bytes, error);
  if (status == DETM_USAGE) dt_error_at(error, status, path, 0, 0, "cannot be filed");
  dt_buffer_free(&bytes);
  free(path);
  free(name);
  return status;
}

/* Goes on after a file that is at fault, so that all are told; the status is that of the last failure. */
static detm_status import_files(importing *i, const dt_buffer *names, detm_error *error) {
  detm_status status = DETM_OK;
  for (size_t at = 0; at < names->length; at += strlen(names->data + at) + 1) {
    detm_error why = DETM_ERROR_NONE;
    detm_status done = import_file(i, names->data + at, &why);
    i->outcome.files++;
    if (done == DETM_OK) continue;
    status = done;
    note(i, &why);
    if (done != DETM_BAD_FILE && done != DETM_USAGE && done != DETM_LIMIT) break;
  }
  if (status != DETM_OK && error != NULL && error->status == DETM_OK) *error = i->first;
  return status;
}

detm_status detm_store_import(detm_store *store, const char *folder, void (*fault)(void *data, const detm_error *error),
                              void *data, detm_import *outcome, detm_error *error) {
  importing i = {.store = store, .folder = folder, .fault = fault, .data = data, .first = DETM_ERROR_NONE};
  dt_buffer names = {0};
  dt_transaction t;
  detm_status status = dt_folder_list(folder, &names, error);
  if (status == DETM_OK) {
    status = dt_transaction_begin(&t, store, DT_TO_WRITE, error);
    if (status == DETM_OK) status = import_files(&i, &names, error);
    status = dt_transaction_end(&t, status, error);
  }
  dt_buffer_free(&names);
  if (outcome != NULL) *outcome = status == DETM_OK ? i.outcome : (detm_import){0, 0};
  return status;
}

/* ---- export ---- */

typedef struct exporting {
  const char *folder;
  bool overwrite, writing; /* first all names are looked at, then all is written */
  size_t files;
  dt_buffer names; /* of all files, each with its NUL */
} exporting;

static detm_status make_folder(const char *path, detm_error *error) {
  if (mkdir(path, 0777) == 0 || errno == EEXIST) return DETM_OK;
  return dt_error_at(error, DETM_WRITE, path, 0, 0, "this folder cannot be made: %s", strerror(errno));
}

/* A library takes a wrapper's domain from its folder, so one without lies there. */
static void add_file_name(dt_buffer *file, const detm_rule *rule) {
  bool filed = strchr(rule->name, '/') != NULL || rule->domain == NULL || strcmp(rule->kind, "wrapper") != 0;
  if (!filed && dt_rule_name_fits(rule->domain) && strchr(rule->domain, '/') == NULL) {
    dt_buffer_text(file, rule->domain);
    dt_buffer_byte(file, '/');
  }
  dt_buffer_text(file, rule->name);
  dt_buffer_add(file, ".xml", 5);
}

static detm_status write_file(const exporting *e, const char *file, const detm_rule *rule, detm_error *error) {
  const char *slash = strchr(file, '/');
  detm_status status = DETM_OK;
  if (slash != NULL) {
    char domain[DT_RULE_LONGEST + 1];
    memcpy(domain, file, (size_t)(slash - file));
    domain[slash - file] = '\0';
    char *path = dt_folder_path(e->folder, domain);
    status = path != NULL ? make_folder(path, error) : dt_store_no_memory(error);
    free(path);
  }
  if (status != DETM_OK || dt_folder_replace(e->folder, file, rule->bytes.data, rule->bytes.length)) return status;
  return dt_error_at(error, DETM_WRITE, e->folder, 0, 0, "'%.200s' cannot be written into it: %s", file,
                     strerror(errno));
}

static detm_status check_file(const exporting *e, const char *path, detm_error *error) {
  struct stat about;
  if (e->overwrite || lstat(path, &about) != 0) return DETM_OK;
  return dt_error_at(error, DETM_USAGE, path, 0, 0, "is there already; export to an empty folder, or say --force");
}

static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* The folder of a name beside another name. */
static int by_folder(const void *of, const void *other) {
  const char *folder = *(const char *const *)of, *name = *(const char *const *)other;
  size_t length = strcspn(folder, "/");
  int order = strncmp(folder, name, length);
  return order != 0 ? order : -(name[length] != '\0');
}

/* Whether the folder of a name is what a file is to be called. */
static bool is_file_too(const char *name, const char **all, size_t count) {
  return strchr(name, '/') != NULL && bsearch(&name, (const void *)all, count, sizeof *all, by_folder) != NULL;
}

/* Two rules that would be one file, or one a file and the other's folder: nothing is written then. */
static detm_status check_names(const exporting *e, detm_error *error) {
  detm_status status = DETM_OK;
  size_t count = 0;
  const char **all = e->names.failed ? NULL : malloc((e->files + 1) * sizeof *all);
  if (all == NULL) return dt_store_no_memory(error);
  for (size_t at = 0; at < e->names.length; at += strlen(e->names.data + at) + 1) all[count++] = e->names.data + at;
  if (count > 1) qsort((void *)all, count, sizeof *all, by_name);
  for (size_t i = 0; i < count && status == DETM_OK; i++)
    if ((i > 0 && strcmp(all[i], all[i - 1]) == 0) || is_file_too(all[i], all, count))
      status =
          dt_error_set(error, DETM_BAD_FILE,
                       "two rules would be the file '%.200s', or its folder; give one of them another name", all[i]);
  free((void *)all);
  return status;
}

static detm_status export_rule(void *data, const detm_rule *rule, detm_error *error) {
  exporting *e = data;
  dt_buffer file = {0};
  detm_status status = DETM_OK;
  if (!dt_rule_name_fits(rule->name))
    return dt_error_set(error, DETM_BAD_FILE, "the rule '%.200s' has a name that no file may have", rule->name);
  add_file_name(&file, rule);
  if (!e->writing) dt_buffer_add(&e->names, file.failed ? "" : file.data, file.failed ? 1 : file.length);
  char *path = file.failed ? NULL : dt_folder_path(e->folder, file.data);
  if (path == NULL)
    status = dt_store_no_memory(error);
  else
    status = e->writing ? write_file(e, file.data, rule, error) : check_file(e, path, error);
  e->files++;
  free(path);
  dt_buffer_free(&file);
  return status;
}

static detm_status export_all(detm_store *store, exporting *e, detm_error *error) {
  detm_status status = detm_store_rules(store, NULL, 0, export_rule, e, error);
  if (status == DETM_OK) status = check_names(e, error);
  if (status == DETM_OK) status = make_folder(e->folder, error);
  e->files = 0;
  e->writing = true;
  return status == DETM_OK ? detm_store_rules(store, NULL, 0, export_rule, e, error) : status;
}

detm_status detm_store_export(detm_store *store, const char *folder, int overwrite, size_t *files, detm_error *error) {
  exporting e = {.folder = folder, .overwrite = overwrite != 0};
  dt_transaction t;
  detm_status status = dt_transaction_begin(&t, store, DT_TO_READ, error);
  if (status == DETM_OK) status = export_all(store, &e, error);
  status = dt_transaction_end(&t, status, error);
  dt_buffer_free(&e.names);
  if (files != NULL) *files = status == DETM_OK ? e.files : 0;
  return status;
}
