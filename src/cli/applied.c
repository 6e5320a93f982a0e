/* Wrappers and templates on their way from files to pages. */
#include "cli/applied.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli/input.h"

#define MAX_FILE_BYTES ((size_t)64 << 20)
#define STOCK "stock:"

const char *dt_set_wrapper(dt_options *options, const char *value) {
  options->wrapper = value;
  return NULL;
}

static bool begins_with(const char *bytes, size_t length, const char *word) {
  return length >= strlen(word) && strncasecmp(bytes, word, strlen(word)) == 0;
}

static bool is_page(const char *bytes, size_t length) {
  for (; length > 0 && isspace((unsigned char)*bytes); length--) bytes++;
  return begins_with(bytes, length, "<!doctype html") || begins_with(bytes, length, "<html");
}

/* What is wrong with a file that is neither a wrapper nor a template. */
static void refuse(const char *bytes, size_t length, detm_error *error) {
  error->status = DETM_BAD_FILE;
  snprintf(error->text, sizeof error->text,
           "%s; name a wrapper made by 'detm learn -o FILE PAGE', or a template made by 'detm template -o FILE ...'",
           length == 0              ? "is empty"
           : is_page(bytes, length) ? "is a page: it goes after the options"
                                    : "is neither a wrapper nor a template");
}

static void load_bytes(dt_applied *applied, const char *bytes, size_t length, const char *name, detm_error *error) {
  detm_hash(bytes, length, applied->hash);
  const char *kind = detm_file_kind(bytes, length);
  if (kind == NULL)
    refuse(bytes, length, error);
  else if (strcmp(kind, "template") == 0)
    applied->template = detm_template_load(bytes, length, name, error);
  else
    applied->wrapper = detm_wrapper_load(bytes, length, name, error);
}

static bool is_folder(const char *name) {
  struct stat info;
  return stat(name, &info) == 0 && S_ISDIR(info.st_mode);
}

static void load_file(dt_applied *applied, const char *name, detm_error *error) {
  char *bytes = NULL;
  size_t length;
  if (is_folder(name)) {
    error->status = DETM_BAD_FILE;
    snprintf(error->text, sizeof error->text,
             "is a directory; name a file in it, or use 'detm apply -L' for whichever of its files fits a page best");
  } else if (dt_input_file(name, MAX_FILE_BYTES, &bytes, &length, error)) {
    load_bytes(applied, bytes, length, name, error);
  }
  free(bytes);
}

static const char *stock_name(const void *data, size_t i) {
  (void)data;
  return detm_template_stock_name(i);
}

/* "article, event, ..." */
static void list_stock(char *names, size_t room) {
  const char *name;
  names[0] = '\0';
  for (size_t i = 0; (name = detm_template_stock_name(i)) != NULL; i++) {
    size_t used = strlen(names);
    if (used + strlen(name) + 3 > room) return;
    if (i > 0) strcat(names, ", ");
    strcat(names, name);
  }
}

/* False: reported; a stock template that does not load is told by who called. */
static bool load_stock(dt_applied *applied, dt_run *run, const char *name, detm_error *error) {
  char known[512];
  size_t length;
  const char *bytes = detm_template_stock(name, &length);
  if (bytes != NULL) {
    load_bytes(applied, bytes, length, name, error);
    return true;
  }
  const char *nearest = dt_nearest(name, stock_name, NULL);
  list_stock(known, sizeof known);
  dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0, "no stock template '%s'%s%s; there are %s", name,
                  nearest != NULL ? ", did you mean " : "", nearest != NULL ? nearest : "", known);
  return false;
}

bool dt_applied_load(dt_applied *applied, dt_run *run, const char *name) {
  detm_error error = DETM_ERROR_NONE;
  *applied = (dt_applied){.options = &run->options};
  bool stock = strncmp(name, STOCK, strlen(STOCK)) == 0;
  if (!stock)
    load_file(applied, name, &error);
  else if (!load_stock(applied, run, name + strlen(STOCK), &error))
    return false;
  run->rule = name;
  memcpy(run->rule_hash, applied->hash, sizeof run->rule_hash);
  run->applied = stock ? DT_APPLIED_STOCK : applied->template != NULL ? DT_APPLIED_TEMPLATE : DT_APPLIED_WRAPPER;
  run->options.page.parts = applied->template != NULL ? DETM_PAGE_DOCUMENT : DETM_PAGE_TREE;
  if (applied->template != NULL || applied->wrapper != NULL) return true;
  /* whatever the reason: without it nothing can be done */
  dt_report_error(&run->report, DT_EXIT_FAILED, name, error.line, "%s", error.text);
  return false;
}

void dt_applied_free(dt_applied *applied) {
  detm_wrapper_free(applied->wrapper);
  detm_template_free(applied->template);
  *applied = (dt_applied){0};
}

detm_result *dt_applied_apply(const void *data, const detm_page *page, detm_error *error) {
  const dt_applied *applied = data;
  const dt_options *options = applied->options;
  if (applied->template != NULL) return detm_template_apply(applied->template, page, &options->template, error);
  return detm_wrapper_apply(applied->wrapper, page, &options->extract, error);
}
