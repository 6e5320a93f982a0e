/* export/check.c: tries the selectors of a wrapper on a page with libxml2. */
#include "export/check.h"

#include "base/libxml_guard.h"
#include "html/page.h"
#include "template/apply/xpath.h"
#include "wrapper/values.h"

#include <stdlib.h>

/* What ends each value and each record in the buffers that are compared. */
enum { END_OF_VALUE = '\x1e', END_OF_RECORD = '\x1d' };

/* Values of the main region, for each field of the wrapper. */
typedef struct collector {
  const detm_wrapper *wrapper;
  dt_buffer *values;
  size_t region, records;
} collector;

/* Adds a text with white space, also non-breaking, as single spaces. */
static void add_folded(dt_buffer *out, detm_text text) {
  bool space = false, any = false;
  for (size_t i = 0; i < text.length; i++) {
    bool fixed = text.data[i] == '\xc2' && i + 1 < text.length && text.data[i + 1] == '\xa0';
    if (fixed || dt_is_ascii_space(text.data[i])) {
      space = any;
      i += fixed;
      continue;
    }
    if (space) dt_buffer_byte(out, ' ');
    dt_buffer_byte(out, text.data[i]);
    space = false;
    any = true;
  }
}

static detm_status begin_region(void *data, const detm_region_info *region, detm_error *error) {
  (void)error;
  ((collector *)data)->region = region->number;
  return DETM_OK;
}

static detm_status take_value(void *data, const detm_field *field, detm_error *error) {
  (void)error;
  collector *c = data;
  if (c->region != 1) return DETM_OK;
  for (uint32_t f = 0; f < c->wrapper->field_count; f++) {
    if (strcmp(c->wrapper->fields[f].name, field->name) != 0) continue;
    add_folded(&c->values[f], field->value);
    dt_buffer_byte(&c->values[f], END_OF_VALUE);
  }
  return DETM_OK;
}

static detm_status end_record(void *data, detm_error *error) {
  collector *c = data;
  if (c->region != 1) return DETM_OK;
  bool failed = false;
  c->records++;
  for (uint32_t f = 0; f < c->wrapper->field_count; f++) {
    dt_buffer_byte(&c->values[f], END_OF_RECORD);
    failed = failed || c->values[f].failed;
  }
  return failed ? dt_error_memory(error) : DETM_OK;
}

static void add_content(dt_buffer *out, xmlNodePtr node) {
  xmlChar *content = xmlNodeGetContent(node);
  if (content == NULL)
    out->failed = true;
  else
    dt_buffer_text(out, (const char *)content);
  xmlFree(content);
}

static void add_value(dt_buffer *out, const dt_selector *s, dt_buffer *raw) {
  dt_buffer text = {0};
  add_folded(&text, (detm_text){raw->data, raw->length});
  detm_text value = {text.data, text.length};
  if (s->part != NULL && value.length != 0) value = dt_part_value(s->part, value);
  if (value.length != 0) {
    add_folded(out, value);
    dt_buffer_byte(out, END_OF_VALUE);
  }
  out->failed |= text.failed || raw->failed;
  dt_buffer_free(&text);
  raw->length = 0;
}

/* Adds the values that a selector finds in a record. */
static void add_selected(dt_buffer *out, const dt_selector *s, xmlXPathContextPtr context, xmlNodePtr record) {
  bool no_memory;
  dt_buffer raw = {0};
  context->node = record;
  xmlXPathObjectPtr found = dt_xpath_evaluate(context, s->xpath.data, &no_memory);
  int count =
      found != NULL && found->type == XPATH_NODESET && found->nodesetval != NULL ? found->nodesetval->nodeNr : 0;
  for (int n = 0; n < count; n++) {
    add_content(&raw, found->nodesetval->nodeTab[n]);
    if (!s->joined || n + 1 == count) add_value(out, s, &raw);
  }
  dt_buffer_byte(out, END_OF_RECORD);
  out->failed |= no_memory;
  xmlXPathFreeObject(found);
  dt_buffer_free(&raw);
}

/* Whether two fields have the same values, or as many in each record. */
static bool are_equal(const dt_buffer *a, const dt_buffer *b, bool counts) {
  if (!counts) return a->length == b->length && (a->length == 0 || memcmp(a->data, b->data, a->length) == 0);
  size_t i = 0, j = 0;
  for (;; i++, j++) {
    while (i < a->length && a->data[i] != END_OF_VALUE && a->data[i] != END_OF_RECORD) i++;
    while (j < b->length && b->data[j] != END_OF_VALUE && b->data[j] != END_OF_RECORD) j++;
    if (i >= a->length || j >= b->length) return i >= a->length && j >= b->length;
    if (a->data[i] != b->data[j]) return false;
  }
}

static void compare(dt_selectors *all, const collector *c, xmlXPathContextPtr context, const xmlNodeSet *records) {
  dt_silence silence;
  if (!dt_silence_begin(&silence)) {
    all->failed = true;
    return;
  }
  for (uint32_t s = 0; s < all->count && !all->failed; s++) {
    dt_selector *selector = &all->fields[s];
    dt_buffer found = {0};
    bool several = false; /* values of the field that other selectors find */
    for (uint32_t other = 0; other < all->count; other++)
      several = several || (other != s && all->fields[other].field == selector->field);
    if (selector->reason != NULL) continue;
    for (int r = 0; r < records->nodeNr; r++) add_selected(&found, selector, context, records->nodeTab[r]);
    if (found.failed)
      all->failed = true;
    else if (several || !are_equal(&found, &c->values[selector->field], selector->attribute != NULL))
      selector->reason = several ? "several places of the record have values of it"
                                 : "its selector finds other values on a page than the wrapper does";
    dt_buffer_free(&found);
  }
  dt_silence_end(&silence);
  all->failed |= dt_silence_lacked(&silence);
}

static detm_status check_page(dt_selectors *all, const collector *c, const detm_page *page, dt_check *check,
                              detm_error *error) {
  bool no_memory;
  xmlXPathContextPtr context = dt_xpath_context(page->document);
  if (context == NULL) return dt_error_memory(error);
  xmlXPathObjectPtr records = dt_xpath_evaluate(context, all->xpath.data, &no_memory);
  if (!no_memory && records != NULL && records->type == XPATH_NODESET && records->nodesetval != NULL) {
    check->selected = (size_t)records->nodesetval->nodeNr;
    if (check->selected == check->records) compare(all, c, context, records->nodesetval);
  }
  xmlXPathFreeObject(records);
  xmlXPathFreeContext(context);
  return no_memory || all->failed ? dt_error_memory(error) : DETM_OK;
}

detm_status dt_selectors_check(dt_selectors *all, const detm_page *page, dt_check *check, detm_error *error) {
  *check = (dt_check){0, 0};
  collector c = {.wrapper = all->wrapper};
  detm_sink sink = {.data = &c, .region_begin = begin_region, .field = take_value, .record_end = end_record};
  detm_status status = dt_page_need(page, DETM_PAGE_DOCUMENT, error);
  if (status != DETM_OK) return status;
  c.values = calloc((size_t)all->wrapper->field_count + 1, sizeof *c.values);
  if (c.values == NULL) return dt_error_memory(error);
  detm_result *result = detm_wrapper_apply(all->wrapper, page, NULL, error);
  status = result != NULL ? detm_result_emit(result, &sink, error) : error->status;
  check->records = c.records;
  if (status == DETM_OK) status = check_page(all, &c, page, check, error);
  detm_result_free(result);
  for (uint32_t f = 0; f < all->wrapper->field_count; f++) dt_buffer_free(&c.values[f]);
  free(c.values);
  return status;
}
