/* export/check.c: tries the selectors of a wrapper on sample pages with libxml2. */
#include "export/check.h"

#include "base/libxml_guard.h"
#include "html/dom.h"
#include "template/apply/xpath.h"

#include <libxml/xpathInternals.h>
#include <stdlib.h>

/* ---- records ---- */

/* Evaluates the selector of records in a view; NULL without memory. */
static xmlXPathObjectPtr select_records(const dt_selectors *all, xmlXPathContextPtr context) {
  bool no_memory;
  xmlXPathObjectPtr found = dt_xpath_evaluate(context, all->xpath.data, &no_memory);
  if (no_memory || found == NULL || found->type != XPATH_NODESET) {
    xmlXPathFreeObject(found);
    return no_memory ? NULL : xmlXPathNewNodeSet(NULL);
  }
  if (found->nodesetval != NULL) xmlXPathNodeSetSort(found->nodesetval);
  return found;
}

static int selected_count(const xmlXPathObject *found) {
  return found->nodesetval != NULL ? found->nodesetval->nodeNr : 0;
}

/* Compares the elements that were found with those that begin the records; both are in document order. */
static bool compare_firsts(const dt_sample_page *sample, const dt_view *view, const xmlXPathObject *found,
                           dt_selection *selection) {
  uint32_t record = 0;
  int count = selected_count(found);
  if (!DT_VEC_RESERVE(NULL, &selection->others, (uint32_t)count) ||
      !DT_VEC_RESERVE(NULL, &selection->firsts, sample->records))
    return false;
  for (int n = 0; n < count; n++) {
    const xmlNode *node = found->nodesetval->nodeTab[n];
    bool first = record < sample->records && node == view->firsts[record];
    if (first)
      selection->firsts.items[selection->firsts.count++] = view->firsts[record++];
    else
      selection->others.items[selection->others.count++] = node;
  }
  selection->whole = selection->whole && record == sample->records;
  return true;
}

static detm_status select_in_view(const dt_selectors *all, const dt_sample_page *sample, const dt_view *view,
                                  bool by_count, dt_selection *selection, detm_error *error) {
  xmlXPathContextPtr context = dt_xpath_context(view->document);
  xmlXPathObjectPtr found = context != NULL ? select_records(all, context) : NULL;
  bool memory = found != NULL;
  uint32_t others = selection->others.count;
  if (memory && view->firsts != NULL && !by_count) memory = compare_firsts(sample, view, found, selection);
  selection->whole = selection->whole && view->firsts != NULL && !by_count;
  if (memory) {
    bool same = selection->others.count == others && (size_t)selected_count(found) == sample->records;
    if (!same && selection->same) {
      selection->found = (size_t)selected_count(found);
      selection->records = sample->records;
    }
    selection->same = selection->same && same;
  }
  xmlXPathFreeObject(found);
  xmlXPathFreeContext(context);
  return memory ? DETM_OK : dt_error_memory(error);
}

/* Whether a view is compared: the first always, others only if their records are known. */
static bool is_compared(const dt_sample_page *sample, int view) {
  return sample->views[view].document != NULL && (view == DT_VIEW_OWN || sample->views[view].firsts != NULL);
}

detm_status dt_selectors_select(const dt_selectors *all, const dt_samples *samples, dt_selection *selection,
                                detm_error *error) {
  detm_status status = DETM_OK;
  bool by_count = samples->views == 0;
  int views = by_count ? 1 : samples->views;
  *selection = (dt_selection){.same = true, .whole = true};
  for (size_t s = 0; s < samples->count; s++)
    for (int v = 0; v < views && status == DETM_OK; v++)
      if (is_compared(&samples->items[s], v))
        status = select_in_view(all, &samples->items[s], &samples->items[s].views[v], by_count, selection, error);
  return status;
}

detm_status dt_selectors_count(const dt_selectors *all, const dt_samples *samples, int view, dt_selection *selection,
                               detm_error *error) {
  detm_status status = DETM_OK;
  *selection = (dt_selection){.same = true};
  for (size_t s = 0; s < samples->count && status == DETM_OK; s++)
    if (samples->items[s].views[view].document != NULL)
      status = select_in_view(all, &samples->items[s], &samples->items[s].views[view], true, selection, error);
  return status;
}

void dt_selection_free(dt_selection *selection) {
  free(selection->firsts.items);
  free(selection->others.items);
  *selection = (dt_selection){.same = false};
}

/* ---- values ---- */

/* Adds the text of a node as it is, without scripts and style sheets. */
static void add_string_value(dt_buffer *out, xmlNodePtr top) {
  if (top->type != XML_ATTRIBUTE_NODE) {
    for (const xmlNode *node = top; node != NULL; node = dt_node_next(top, node))
      if (!dt_node_is(node->parent, "script") && !dt_node_is(node->parent, "style"))
        dt_buffer_text(out, dt_node_content(node));
    return;
  }

  xmlChar *content = xmlNodeGetContent(top);
  if (content == NULL)
    out->failed = true;
  else
    dt_buffer_text(out, (const char *)content);

  xmlFree(content);
}

static void add_selected_value(dt_buffer *out, const dt_selector *s, dt_buffer *raw) {
  dt_buffer text = {0};
  dt_sample_add_text(&text, (detm_text){raw->data, raw->length});
  detm_text value = {text.data, text.length};
  value = dt_selector_value(s, value);
  if (value.length != 0) {
    dt_sample_add_text(out, value);
    dt_buffer_byte(out, DT_END_OF_VALUE);
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
    add_string_value(&raw, found->nodesetval->nodeTab[n]);
    if (!s->joined || n + 1 == count) add_selected_value(out, s, &raw);
  }

  dt_buffer_byte(out, DT_END_OF_RECORD);
  out->failed |= no_memory;

  xmlXPathFreeObject(found);
  dt_buffer_free(&raw);
}

/* Whether the values found so far are those at the start of the expected ones, or as many in each record.  `at` are the
 * places up to which that is known. */
typedef struct compared {
  size_t found, expected;
} compared;

static bool are_expected(const dt_buffer *found, const dt_buffer *expected, bool counts, compared *at) {
  const char *a = found->data, *b = expected->data;
  if (!counts) {
    size_t length = found->length - at->found;
    bool same = found->length <= expected->length && (length == 0 || memcmp(a + at->found, b + at->found, length) == 0);
    *at = (compared){found->length, found->length};
    return same;
  }

  for (;; at->found++, at->expected++) {
    while (at->found < found->length && a[at->found] != DT_END_OF_VALUE && a[at->found] != DT_END_OF_RECORD)
      at->found++;
    if (at->found >= found->length) return true;
    while (at->expected < expected->length && b[at->expected] != DT_END_OF_VALUE && b[at->expected] != DT_END_OF_RECORD)
      at->expected++;
    if (at->expected >= expected->length || a[at->found] != b[at->expected]) return false;
  }
}

/* Finds the values of a selector in the records of a view, up to the first that is not expected; false: there is one.
 */
static bool finds_expected(const dt_selector *selector, const dt_buffer *expected, xmlXPathContextPtr context,
                           const xmlNodeSet *records, bool *no_memory) {
  dt_buffer found = {0};
  compared at = {0, 0};
  bool same = true, counts = selector->attribute != NULL;
  for (int r = 0; r < records->nodeNr && same && !found.failed; r++) {
    add_selected(&found, selector, context, records->nodeTab[r]);
    same = found.failed || are_expected(&found, expected, counts, &at);
  }
  *no_memory = found.failed;
  dt_buffer_free(&found);
  return same && (counts || at.expected == expected->length);
}

/* Whether a record has several values. */
static bool has_several(const dt_buffer *values) {
  size_t count = 0;
  for (size_t i = 0; i < values->length && count < 2; i++) {
    if (values->data[i] == DT_END_OF_VALUE) count++;
    if (values->data[i] == DT_END_OF_RECORD) count = 0;
  }
  return count == 2;
}

/* Fields of the selectors, from the first to before the last. */
typedef struct range {
  uint32_t from, to;
} range;

/* Compares the values of fields in a view; a field is a list if a record has several of them. */
static void compare_selected(dt_selectors *all, range fields, const dt_sample_page *sample, xmlXPathContextPtr context,
                             const xmlNodeSet *records) {
  dt_silence silence;
  if (!dt_silence_begin(&silence)) {
    all->failed = true;
    return;
  }
  for (uint32_t s = fields.from; s < fields.to && !all->failed; s++) {
    dt_selector *selector = &all->fields[s];
    bool several = false; /* values of the field that other selectors find */
    for (uint32_t other = 0; other < all->count; other++)
      several = several || (other != s && all->fields[other].field == selector->field);
    if (selector->reason != NULL) continue;
    if (several)
      selector->reason = "several places of the record have values of it";
    else if (!finds_expected(selector, &sample->values[selector->field], context, records, &all->failed))
      selector->reason = "its selector finds other values on a page than the wrapper does";
    selector->list = selector->list || has_several(&sample->values[selector->field]);
  }
  dt_silence_end(&silence);
  all->failed |= dt_silence_lacked(&silence);
}

static detm_status check_view(dt_selectors *all, range fields, const dt_sample_page *sample, const dt_view *view,
                              detm_error *error) {
  xmlXPathContextPtr context = dt_xpath_context(view->document);
  xmlXPathObjectPtr records = context != NULL ? select_records(all, context) : NULL;
  bool memory = records != NULL;
  if (memory && sample->records != 0 && (size_t)selected_count(records) == sample->records)
    compare_selected(all, fields, sample, context, records->nodesetval);
  xmlXPathFreeObject(records);
  xmlXPathFreeContext(context);
  return !memory || all->failed ? dt_error_memory(error) : DETM_OK;
}

detm_status dt_selectors_check(dt_selectors *all, uint32_t from, uint32_t to, const dt_samples *samples,
                               detm_error *error) {
  int views = samples->views == 0 ? 1 : samples->views;
  detm_status status = DETM_OK;
  for (size_t s = 0; s < samples->count; s++)
    for (int v = 0; v < views && status == DETM_OK; v++)
      if (is_compared(&samples->items[s], v))
        status = check_view(all, (range){from, to}, &samples->items[s], &samples->items[s].views[v], error);
  return status;
}
