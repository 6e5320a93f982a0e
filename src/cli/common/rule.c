/* Loading a wrapper or template from a file, and applying it. */
#include "cli/common/rule.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli/common/input.h"

#define MAX_FILE_BYTES ((size_t)64 << 20)
#define STOCK "stock:"

static bool begins_with(const char *bytes, size_t length, const char *word) {
  return length >= strlen(word) && strncasecmp(bytes, word, strlen(word)) == 0;
}

static bool is_page(const char *bytes, size_t length) {
  for (; length > 0 && isspace((unsigned char)*bytes); length--) bytes++;
  return begins_with(bytes, length, "<!doctype html") || begins_with(bytes, length, "<html");
}

/* Sets the error of a file that is neither a wrapper nor a template. */
static void refuse(const char *bytes, size_t length, detm_error *error) {
  error->status = DETM_BAD_FILE;
  snprintf(error->text, sizeof error->text,
           "%s: name a wrapper made by 'detm learn -o FILE PAGE', or a template made by 'detm template -o FILE ...'",
           length == 0              ? "is empty"
           : is_page(bytes, length) ? "is a page, which goes after the options"
                                    : "is neither a wrapper nor a template");
}

static void load_bytes(dt_run_rule *rule, const char *bytes, size_t length, const char *name, detm_error *error) {
  detm_hash(bytes, length, rule->hash);
  const char *kind = detm_file_kind(bytes, length);
  if (kind == NULL)
    refuse(bytes, length, error);
  else if (strcmp(kind, "template") == 0)
    rule->template = detm_template_load(bytes, length, name, error);
  else
    rule->wrapper = detm_wrapper_load(bytes, length, name, error);
}

static bool is_folder(const char *name) {
  struct stat info;
  return stat(name, &info) == 0 && S_ISDIR(info.st_mode);
}

static void load_file(dt_run_rule *rule, const char *name, detm_error *error) {
  char *bytes = NULL;
  size_t length;
  if (is_folder(name)) {
    error->status = DETM_BAD_FILE;
    snprintf(error->text, sizeof error->text,
             "is a directory: name a file in it, or use 'detm apply -L' to apply the one that fits a page best");
  } else if (dt_input_file(name, MAX_FILE_BYTES, &bytes, &length, error)) {
    load_bytes(rule, bytes, length, name, error);
  }
  free(bytes);
}

static const char *stock_name(const void *data, size_t i) {
  (void)data;
  return detm_template_stock_name(i);
}

/* "article, event, ..." */
static void list_stock(char *names, size_t size) {
  const char *name;
  names[0] = '\0';
  for (size_t i = 0; (name = detm_template_stock_name(i)) != NULL; i++) {
    size_t used = strlen(names);
    if (used + strlen(name) + 3 > size) return;
    if (i > 0) strcat(names, ", ");
    strcat(names, name);
  }
}

/* False: reported.  A stock template that cannot be loaded is left to the caller to report. */
static bool load_stock(dt_run_rule *rule, dt_run *run, const char *name, detm_error *error) {
  char known[512];
  size_t length;
  const char *bytes = detm_template_stock(name, &length);
  if (bytes != NULL) {
    load_bytes(rule, bytes, length, name, error);
    return true;
  }
  const char *nearest = dt_nearest(name, stock_name, NULL);
  list_stock(known, sizeof known);
  dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                  "there is no stock template '%s'%s%s; the stock templates are %s", name,
                  nearest != NULL ? ", did you mean " : "", nearest != NULL ? nearest : "", known);
  return false;
}

bool dt_rule_load(dt_run_rule *rule, dt_run *run, const char *name) {
  detm_error error = DETM_ERROR_NONE;
  *rule = (dt_run_rule){.options = &run->options};
  bool stock = strncmp(name, STOCK, strlen(STOCK)) == 0;
  if (!stock)
    load_file(rule, name, &error);
  else if (!load_stock(rule, run, name + strlen(STOCK), &error))
    return false;
  run->rule = name;
  memcpy(run->rule_hash, rule->hash, sizeof run->rule_hash);
  run->rule_kind = stock ? DT_RULE_STOCK : rule->template != NULL ? DT_RULE_TEMPLATE : DT_RULE_WRAPPER;
  run->options.page.parts = rule->template != NULL ? DETM_PAGE_DOCUMENT : DETM_PAGE_TREE;
  if (rule->template != NULL || rule->wrapper != NULL) return true;
  dt_report_failure(&run->report, name, &error);
  return false;
}

void dt_rule_warn_unsure(const dt_run_rule *rule, dt_run *run) {
  for (size_t f = 0; rule->wrapper != NULL && f < detm_wrapper_field_count(rule->wrapper); f++)
    if (detm_wrapper_field_unsure(rule->wrapper, f))
      dt_report_warning(&run->report, run->rule,
                        "the field '%s' is marked unsure, as 'detm repair' was not sure that its values are the former "
                        "ones: compare them, correct the name if they differ, and delete unsure=\"yes\"",
                        detm_wrapper_field_name(rule->wrapper, f));
}

void dt_rule_free(dt_run_rule *rule) {
  detm_wrapper_free(rule->wrapper);
  detm_template_free(rule->template);
  *rule = (dt_run_rule){0};
}

detm_result *dt_rule_apply(const void *data, const detm_page *page, detm_error *error) {
  const dt_run_rule *rule = data;
  const dt_options *options = rule->options;
  if (rule->template != NULL) return detm_template_apply(rule->template, page, &options->template, error);
  return detm_wrapper_apply(rule->wrapper, page, &options->extract, error);
}
