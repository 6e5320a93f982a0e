/* template/apply/xslt_functions.c: the XSLT extension functions detm:value, detm:runs and detm:find.
 *
 * libxslt calls them: no scope may be left from here. */
#include "template/apply/xslt_functions.h"

#include "html/value_text.h"
#include "template/apply/anchor_xpath.h"
#include "template/apply/stylesheet.h"
#include "template/apply/value_label.h"
#include "template/apply/xpath.h"
#include "text/url.h"
#include "values/value_kind.h"

#include <libxml/xpathInternals.h>
#include <libxslt/extensions.h>
#include <stdlib.h>
#include <strings.h>

/* ---- detm:value ---- */

enum { BYTES_PER_VALUE = 512 /* at least, as an element of the result */ };

/* Whether the run must end: a limit is reached, or memory is lacking. */
static bool is_over(dt_xslt_job *j) { return j->no_memory || j->too_much || dt_scope_late(&j->time); }

static void end_if_over(dt_xslt_job *j, xmlXPathParserContextPtr context) {
  if (is_over(j)) xmlXPathSetError(context, XPATH_OP_LIMIT_EXCEEDED);
}

bool dt_value_fits(detm_text value, const char *type) {
  if (*type == '\0' || strcmp(type, "text") == 0) return true;
  if (strcmp(type, "url") == 0) return memchr(value.data, ' ', value.length) == NULL;
  return strcmp(dt_type_of(value), type) == 0;
}

/* Checks whether an address is that of an account or a telephone: what a pattern cuts out of it is no address of a
 * page. */
static bool names_no_page(const char *address) {
  const char *colon = strpbrk(address, ":/?#");
  return colon != NULL && *colon == ':' && strncasecmp(address, "http", 4) != 0;
}

/* Returns the value of a node, or of a run that it begins, as j->text or the part of it that the anchor cuts out; empty
 * without one. */
static detm_text cut_value(dt_xslt_job *j, const xmlNode *node, const dt_compiled_anchor *a) {
  j->text.length = 0;
  if (a->anchor->run != 0) {
    dt_run_text(node, &j->text);
  } else {
    dt_value_text(node, &j->text);
  }

  if (j->text.failed) j->no_memory = true;
  detm_text value = {j->text.data, j->text.failed ? 0 : j->text.length}, part = {"", 0};
  if (value.length == 0 || a->cutter == NULL) return value;
  dt_cut_result outcome = dt_pattern_cut(a->cutter->pattern, value, &part);
  if (outcome == DT_CUT_NO_MEMORY) j->no_memory = true;
  if (outcome == DT_CUT_GIVEN_UP) j->given_up = a->cutter->text;
  return dt_text_strip(part, " ");
}

/* Whether the page shows a label. */
static bool shows_label(dt_xslt_job *j, uint64_t key) {
  if (!j->has_labels && !dt_labels_of_page(j->context->doc, &j->labels, &j->time)) j->no_memory = true;
  j->has_labels = true;
  return dt_lookup_find(&j->labels, key) != DT_NO_NUMBER;
}

/* Whether a value that an anchor finds in a node, after `prefix`, has another label than on the samples: one that they
 * have, too.  Where the place tells what the value is, any other is wrong if the page shows the label elsewhere, or if
 * a sure label finds the value. */
static bool has_another_label(dt_xslt_job *j, const dt_compiled_anchor *a, const xmlNode *node, detm_text prefix) {
  uint64_t own = a->anchor->label_key;
  if (own == 0) return false;
  dt_value_label label = dt_label_before(node, prefix);
  uint64_t key = dt_label_key(&label);
  if (key == own || dt_is_known_label(a->layout, key)) return key != own;
  return dt_anchor_counts(a->anchor) && (a->sure || (a->cutter == NULL && shows_label(j, own)));
}

/* The same for a value that is j->text or a part of it. */
static bool is_of_another_label(dt_xslt_job *j, const dt_compiled_anchor *a, const xmlNode *node, detm_text value) {
  bool within = value.data >= j->text.data && value.data < j->text.data + j->text.length;
  return has_another_label(j, a, node, within ? dt_text_between(j->text.data, value.data) : DT_TEXT(""));
}

/* Removes the nodes that have another label than on the samples. */
static void keep_labelled(dt_xslt_job *j, const dt_compiled_anchor *a, xmlNodeSetPtr nodes) {
  int kept = 0, count = nodes->nodeNr;
  for (int i = 0; i < count; i++)
    if (!has_another_label(j, a, nodes->nodeTab[i], DT_TEXT(""))) nodes->nodeTab[kept++] = nodes->nodeTab[i];
  nodes->nodeNr = kept;
}

/* Returns the value of a node, or of a run that it begins; empty if it is too long, or not of the type. */
static detm_text xslt_value_of(dt_xslt_job *j, const xmlNode *node, const dt_compiled_anchor *a, const char *type) {
  const detm_text nothing = {"", 0};
  const dt_template_field *field = a->field;
  detm_text value = cut_value(j, node, a);
  if (value.length == 0 || (field->longest > 0 && dt_utf8_count(value) > field->longest)) return nothing;
  if (!dt_value_fits(value, type)) return nothing;
  const char *name = node->type == XML_ATTRIBUTE_NODE ? (const char *)node->name : "";
  bool address = strcmp(name, "href") == 0 || strcmp(name, "src") == 0;
  if (address && (value.length == j->text.length || !names_no_page(j->text.data)))
    value = dt_url_resolve(&j->links, j->base, value);
  j->bytes += value.length + BYTES_PER_VALUE;
  if (j->bytes > DT_MAX_VALUES) j->too_much = true;
  return value;
}

/* The anchor of a number that a stylesheet says; NULL = none. */
static const dt_compiled_anchor *anchor_of(const dt_xslt_job *j, double number) {
  bool has = number >= 1 && number <= (double)j->stylesheet->anchor_count;
  return has ? &j->stylesheet->anchors[(size_t)number - 1] : NULL;
}

/* The arguments (NODES, ANCHOR, TYPE) of a function, NODES in document order. */
typedef struct value_call {
  dt_xslt_job *job;
  xmlNodeSetPtr nodes;              /* may be NULL */
  const dt_compiled_anchor *anchor; /* NULL = there is no value */
  xmlChar *type;
} value_call;

static value_call take_arguments(xmlXPathParserContextPtr context) {
  value_call call = {.job = xsltXPathGetTransformContext(context)->_private};
  call.type = xmlXPathPopString(context);
  call.anchor = anchor_of(call.job, xmlXPathPopNumber(context));
  call.nodes = xmlXPathPopNodeSet(context);
  if (call.nodes != NULL) xmlXPathNodeSetSort(call.nodes);
  if (call.type == NULL) {
    call.job->no_memory = true;
    call.anchor = NULL;
  }
  return call;
}

/* Gives the values back, which may be NULL without memory. */
static void give_values(xmlXPathParserContextPtr context, const value_call *call, xmlChar *values) {
  if (values == NULL) call->job->no_memory = true;
  xmlXPathFreeNodeSet(call->nodes);
  xmlFree(call->type);
  end_if_over(call->job, context);
  xmlXPathReturnString(context, values);
}

/* detm:value(NODES, ANCHOR, TYPE): the value of the first node, in document order, that has one. */
static void value(xmlXPathParserContextPtr context, int count) {
  if (count != 3) {
    xmlXPathSetArityError(context);
    return;
  }

  value_call call = take_arguments(context);
  detm_text found = {"", 0};
  int nodes = call.nodes != NULL && call.anchor != NULL ? call.nodes->nodeNr : 0;
  for (int i = 0; i < nodes && found.length == 0 && !is_over(call.job); i++) {
    const xmlNode *node = call.nodes->nodeTab[i];
    detm_text text = xslt_value_of(call.job, node, call.anchor, (const char *)call.type);
    bool cut = call.anchor->cutter != NULL && text.length != 0;
    if (!cut || !is_of_another_label(call.job, call.anchor, node, text)) found = text;
  }
  give_values(context, &call, xmlStrndup((const xmlChar *)found.data, (int)found.length));
}

/* ---- detm:runs ---- */

/* Returns the first nodes of run `number` of each node, DT_EVERY_RUN = of all its runs; NULL without memory. */
static xmlNodeSetPtr runs_of(const xmlNodeSet *nodes, uint32_t number, unsigned long *looked) {
  xmlNodeSetPtr runs = xmlXPathNodeSetCreate(NULL);
  for (int i = 0; runs != NULL && nodes != NULL && i < nodes->nodeNr; i++) {
    uint32_t at = 1;
    const xmlNode *run = dt_run_first(nodes->nodeTab[i], looked);
    for (; run != NULL && at <= number; run = dt_run_next(run, looked), at++) {
      if (number != DT_EVERY_RUN && at != number) continue;
      if (xmlXPathNodeSetAddUnique(runs, (xmlNodePtr)(uintptr_t)run) == 0) continue;
      xmlXPathFreeNodeSet(runs);
      return NULL;
    }
  }

  return runs;
}

/* Returns the values of runs, one per line; NULL without memory. */
static xmlChar *lines_of(const value_call *call, xmlXPathContextPtr context) {
  dt_xslt_job *j = call->job;
  const dt_anchor *anchor = call->anchor->anchor;
  unsigned long looked = 0;
  dt_buffer lines = {0};
  xmlNodeSetPtr runs = runs_of(call->nodes, anchor->run, &looked);
  for (int i = 0; runs != NULL && i < runs->nodeNr && !is_over(j); i++) {
    if ((uint32_t)i < anchor->skip || (uint32_t)(runs->nodeNr - i) <= anchor->drop) continue;
    detm_text line = xslt_value_of(j, runs->nodeTab[i], call->anchor, (const char *)call->type);
    if (line.length == 0 || is_of_another_label(j, call->anchor, runs->nodeTab[i], line)) continue;
    dt_buffer_add(&lines, line.data, line.length);
    dt_buffer_byte(&lines, '\n');
  }
  if (runs == NULL || lines.failed) j->no_memory = true;
  xmlXPathFreeNodeSet(runs);
  context->opCount += looked;
  xmlChar *copy = xmlStrndup((const xmlChar *)(lines.length != 0 ? lines.data : ""), (int)lines.length);
  dt_buffer_free(&lines);
  return copy;
}

/* detm:runs(NODES, ANCHOR, TYPE): the values of runs, one per line. */
static void runs(xmlXPathParserContextPtr context, int count) {
  if (count != 3) {
    xmlXPathSetArityError(context);
    return;
  }

  value_call call = take_arguments(context);
  xmlChar *lines = call.anchor != NULL ? lines_of(&call, context->context) : xmlStrndup((const xmlChar *)"", 0);
  give_values(context, &call, lines);
}

/* ---- detm:find ---- */

/* Whether the first step of an anchor's path leads to the same nodes as that of each other anchor for which this is
 * true: it begins at the document, or filters all items of its data. */
static bool starts_anywhere(const dt_anchor *a, const dt_steps *steps) {
  return a->kind == DT_ANCHOR_PATH ? !steps->filters : a->kind == DT_ANCHOR_DATA && a->value == NULL && steps->filters;
}

/* Returns the nodes at the end of the anchor's path; NULL on failure.  Many paths of a template begin with the same
 * step, which may visit the whole page: the nodes after such steps are kept. */
static xmlNodeSetPtr follow_path(dt_xslt_job *j, const dt_anchor *a, const dt_steps *steps) {
  bool kept = steps != NULL && starts_anywhere(a, steps);
  xmlNodeSetPtr *known = kept ? &j->firsts[steps->first] : NULL;
  if (!kept || *known == NULL) {
    unsigned long looked = 0;
    xmlNodeSetPtr heads = dt_locate(&j->locator, a, &looked);
    j->context->opCount += looked;
    if (steps == NULL || heads == NULL) return heads;
    if (!kept) return dt_walk(steps, 0, steps->count, j->context, heads);
    *known = dt_walk(steps, 0, 1, j->context, heads);
  }

  xmlNodeSetPtr nodes = *known != NULL ? xmlXPathNodeSetMerge(NULL, *known) : NULL;
  return nodes != NULL ? dt_walk(steps, 1, steps->count, j->context, nodes) : NULL;
}

/* Removes from nodes in document order the first and last that are no values. */
static void cut_ends(xmlNodeSetPtr nodes, const dt_anchor *a) {
  if (a->run != 0 || nodes->nodeNr == 0) return; /* the ends are those of the runs */
  uint32_t count = (uint32_t)nodes->nodeNr, skip = a->skip < count ? a->skip : count;
  uint32_t drop = a->drop < count - skip ? a->drop : count - skip;
  memmove(nodes->nodeTab, nodes->nodeTab + skip, (count - skip - drop) * sizeof(xmlNodePtr));
  nodes->nodeNr = (int)(count - skip - drop);
}

/* Returns the nodes of an anchor; NULL on failure.  Its steps count towards the limit of the whole transformation. */
static xmlNodeSetPtr find_anchor_nodes(dt_xslt_job *j, xmlXPathParserContextPtr context, const dt_compiled_anchor *a) {
  j->context->opCount = context->context->opCount;
  xmlNodeSetPtr nodes = follow_path(j, a->anchor, a->steps);
  context->context->opCount = j->context->opCount;

  if (nodes == NULL && j->time.status == DETM_OK &&
      (j->context->lastError.code == 0 || j->context->lastError.code == XML_ERR_NO_MEMORY))
    j->no_memory = true;

  bool spent = j->context->opLimit != 0 && j->context->opCount > j->context->opLimit;
  if (spent || j->time.status != DETM_OK) xmlXPathSetError(context, XPATH_OP_LIMIT_EXCEEDED);
  if (nodes != NULL && (a->anchor->skip != 0 || a->anchor->drop != 0)) cut_ends(nodes, a->anchor);
  bool whole = a->anchor->run == 0 && a->cutter == NULL; /* others have their labels within, or are runs */
  if (nodes != NULL && whole) keep_labelled(j, a, nodes);
  return nodes;
}

/* detm:find(ANCHOR): the nodes of an anchor. */
static void xslt_find(xmlXPathParserContextPtr context, int count) {
  if (count != 1) {
    xmlXPathSetArityError(context);
    return;
  }

  dt_xslt_job *j = xsltXPathGetTransformContext(context)->_private;
  const dt_compiled_anchor *a = anchor_of(j, xmlXPathPopNumber(context));
  xmlNodeSetPtr nodes = a != NULL ? find_anchor_nodes(j, context, a) : NULL;
  if (nodes == NULL) nodes = xmlXPathNodeSetCreate(NULL);
  if (nodes == NULL) j->no_memory = true;
  xmlXPathReturnNodeSet(context, nodes);
}

/* ---- one transformation ---- */

/* Paths are evaluated in a separate context, which has the same limit and error handler as the transformation. */
bool dt_job_begin(dt_xslt_job *j, xsltTransformContextPtr transformation, xmlDocPtr document, double seconds) {
  static const xmlChar space[] = "urn:detm:functions";
  dt_scope_start(&j->time, seconds);
  dt_arena_start(&j->links, NULL);
  dt_lookup_start(&j->labels, NULL, 0);
  j->context = dt_xpath_context(document);
  j->firsts = calloc(j->stylesheet->path_count + 1, sizeof(xmlNodeSetPtr));
  if (!dt_locator_start(&j->locator, document) || j->context == NULL || j->firsts == NULL) return false;
  j->context->error = transformation->xpathCtxt->error;
  j->context->userData = transformation->xpathCtxt->userData;
  j->context->opLimit = transformation->opLimit;
  transformation->_private = j;
  return dt_walk_begin(j->context, &j->time) &&
         xsltRegisterExtFunction(transformation, (const xmlChar *)"value", space, value) == 0 &&
         xsltRegisterExtFunction(transformation, (const xmlChar *)"runs", space, runs) == 0 &&
         xsltRegisterExtFunction(transformation, (const xmlChar *)"find", space, xslt_find) == 0;
}

void dt_job_end(dt_xslt_job *j) {
  for (size_t i = 0; j->firsts != NULL && i < j->stylesheet->path_count; i++) xmlXPathFreeNodeSet(j->firsts[i]);
  free(j->firsts);
  xmlXPathFreeContext(j->context);
  dt_locator_free(&j->locator);
  dt_lookup_free(&j->labels);
  dt_buffer_free(&j->text);
  dt_arena_free(&j->links);
}
