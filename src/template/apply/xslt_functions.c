/* template/apply/xslt_functions.c: the XSLT extension functions detm:value, detm:place, detm:runs and detm:find.
 *
 * libxslt calls them: no scope may be left from here. */
#include "template/apply/xslt_functions.h"

#include "html/value_text.h"
#include "template/apply/stylesheet.h"
#include "template/apply/xpath.h"
#include "text/url.h"
#include "values/value_kind.h"

#include <libxml/xpathInternals.h>
#include <libxslt/extensions.h>
#include <stdlib.h>
#include <strings.h>

/* ---- detm:value ---- */

static int compare_cutters(const void *a, const void *b) {
  return strcmp(((const dt_cutter *)a)->text, ((const dt_cutter *)b)->text);
}

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

typedef struct limits {
  const char *type, *pattern;
  double longest; /* characters, 0 = any number */
  bool run;       /* the node is the first of a run */
} limits;

/* Checks whether an address is that of an account or a telephone: what a pattern cuts out of it is no address of a
 * page. */
static bool names_no_page(const char *address) {
  const char *colon = strpbrk(address, ":/?#");
  return colon != NULL && *colon == ':' && strncasecmp(address, "http", 4) != 0;
}

/* Returns the value of a node; empty if it does not satisfy the limits. */
static detm_text xslt_value_of(dt_xslt_job *j, const xmlNode *node, const limits *l) {
  const detm_text nothing = {"", 0};
  const dt_stylesheet *s = j->stylesheet;

  j->text.length = 0;
  if (l->run) {
    dt_run_text(node, &j->text);
  } else {
    dt_value_text(node, &j->text);
  }

  if (j->text.failed) j->no_memory = true;
  if (j->text.failed || j->text.length == 0) return nothing;

  detm_text value = {j->text.data, j->text.length};
  if (*l->pattern != '\0') {
    dt_cutter wanted = {.text = l->pattern};
    const dt_cutter *cutter =
        s->cutter_count != 0 ? bsearch(&wanted, s->cutters, s->cutter_count, sizeof wanted, compare_cutters) : NULL;
    if (cutter == NULL) return nothing;
    detm_text part = nothing;
    dt_cut_result outcome = dt_pattern_cut(cutter->pattern, value, &part);
    if (outcome == DT_CUT_NO_MEMORY) j->no_memory = true;
    if (outcome == DT_CUT_GIVEN_UP) j->given_up = cutter->text;
    value = dt_text_strip(part, " ");
  }

  if (value.length == 0 || (l->longest > 0 && (double)dt_utf8_count(value) > l->longest)) return nothing;
  if (!dt_value_fits(value, l->type)) return nothing;
  const char *name = node->type == XML_ATTRIBUTE_NODE ? (const char *)node->name : "";
  bool address = strcmp(name, "href") == 0 || strcmp(name, "src") == 0;
  if (address && (value.length == j->text.length || !names_no_page(j->text.data)))
    value = dt_url_resolve(&j->links, j->base, value);
  j->bytes += value.length + BYTES_PER_VALUE;
  if (j->bytes > DT_MAX_VALUES) j->too_much = true;
  return value;
}

static void note_place(dt_xslt_job *j, const xmlNode *node, bool cut) {
  if (j->place_count == j->place_capacity) {
    size_t capacity = 2 * j->place_capacity + 64;
    dt_found_place *more = realloc(j->places, capacity * sizeof *more);
    if (more == NULL) {
      j->no_memory = true;
      return;
    }
    j->places = more;
    j->place_capacity = capacity;
  }
  j->places[j->place_count++] = (dt_found_place){node, cut};
}

/* detm:place(): the number, from 1, of the place of the last value that detm:value found. */
static void xslt_place(xmlXPathParserContextPtr context, int count) {
  if (count != 0) {
    xmlXPathSetArityError(context);
    return;
  }
  const dt_xslt_job *j = xsltXPathGetTransformContext(context)->_private;
  xmlXPathReturnNumber(context, (double)j->place_count);
}

/* detm:value(NODES, TYPE, LONGEST, PATTERN): the value of the first node, in document order, that has one. */
static void value(xmlXPathParserContextPtr context, int count) {
  if (count != 4) {
    xmlXPathSetArityError(context);
    return;
  }

  dt_xslt_job *j = xsltXPathGetTransformContext(context)->_private;
  xmlChar *pattern = xmlXPathPopString(context);
  double longest = xmlXPathPopNumber(context);
  xmlChar *type = xmlXPathPopString(context);
  xmlNodeSetPtr nodes = xmlXPathPopNodeSet(context);
  detm_text found = {"", 0};
  if (pattern == NULL || type == NULL) j->no_memory = true;
  limits l = {(const char *)type, (const char *)pattern, longest, false};
  if (nodes != NULL) xmlXPathNodeSetSort(nodes);
  for (int i = 0; nodes != NULL && i < nodes->nodeNr && found.length == 0 && !is_over(j); i++) {
    found = xslt_value_of(j, nodes->nodeTab[i], &l);
    if (found.length != 0) note_place(j, nodes->nodeTab[i], l.pattern != NULL && *l.pattern != '\0');
  }
  xmlChar *copy = xmlStrndup((const xmlChar *)found.data, (int)found.length);
  if (copy == NULL) j->no_memory = true;
  end_if_over(j, context);
  xmlXPathReturnString(context, copy);

  xmlXPathFreeNodeSet(nodes);
  xmlFree(type);
  xmlFree(pattern);
}

/* ---- detm:runs ---- */

/* Returns the first nodes of run `number` of each node, 0 = of all its runs; NULL without memory. */
static xmlNodeSetPtr runs_of(const xmlNodeSet *nodes, double number, unsigned long *looked) {
  xmlNodeSetPtr runs = xmlXPathNodeSetCreate(NULL);
  for (int i = 0; runs != NULL && nodes != NULL && i < nodes->nodeNr; i++) {
    double at = 1;
    const xmlNode *run = dt_run_first(nodes->nodeTab[i], looked);
    for (; run != NULL && (number == 0 || at <= number); run = dt_run_next(run, looked), at++) {
      if (number != 0 && at != number) continue;
      if (xmlXPathNodeSetAddUnique(runs, (xmlNodePtr)(uintptr_t)run) == 0) continue;
      xmlXPathFreeNodeSet(runs);
      return NULL;
    }
  }

  return runs;
}

/* Returns the values of runs, one per line; NULL without memory.  `numbers` are RUN, SKIP, DROP and LONGEST. */
static xmlChar *lines_of(dt_xslt_job *j, xmlXPathContextPtr context, const xmlNodeSet *nodes, const double numbers[4],
                         const limits *l) {
  unsigned long looked = 0;
  dt_buffer lines = {0};
  xmlNodeSetPtr runs = runs_of(nodes, numbers[0], &looked);
  for (int i = 0; runs != NULL && i < runs->nodeNr && !is_over(j); i++) {
    if (i < numbers[1] || i >= runs->nodeNr - numbers[2]) continue;
    detm_text line = xslt_value_of(j, runs->nodeTab[i], l);
    if (line.length == 0) continue;
    dt_buffer_add(&lines, line.data, line.length);
    dt_buffer_byte(&lines, '\n');
  }
  if (runs == NULL || lines.failed) j->no_memory = true;
  xmlXPathFreeNodeSet(runs);
  context->opCount += looked;
  xmlChar *copy = xmlStrndup((const xmlChar *)(lines.length != 0 ? lines.data : ""), (int)lines.length);
  dt_buffer_free(&lines);
  if (copy == NULL) j->no_memory = true;
  return copy;
}

/* detm:runs(NODES, RUN, SKIP, DROP, LONGEST, TYPE, PATTERN): the values of runs, one per line. */
static void runs(xmlXPathParserContextPtr context, int count) {
  if (count != 7) {
    xmlXPathSetArityError(context);
    return;
  }

  dt_xslt_job *j = xsltXPathGetTransformContext(context)->_private;
  xmlChar *pattern = xmlXPathPopString(context), *type = xmlXPathPopString(context);
  double numbers[4];
  for (int i = 3; i >= 0; i--) numbers[i] = xmlXPathPopNumber(context);
  xmlNodeSetPtr nodes = xmlXPathPopNodeSet(context);

  xmlChar *lines = NULL;
  if (pattern == NULL || type == NULL) {
    j->no_memory = true;
  } else {
    limits l = {(const char *)type, (const char *)pattern, numbers[3], true};
    if (nodes != NULL) xmlXPathNodeSetSort(nodes);
    lines = lines_of(j, context->context, nodes, numbers, &l);
  }

  xmlXPathFreeNodeSet(nodes);
  xmlFree(type);
  xmlFree(pattern);
  end_if_over(j, context);
  xmlXPathReturnString(context, lines);
}

/* ---- detm:find ---- */

static int compare_steps(const void *a, const void *b) {
  return strcmp(((const dt_steps *)a)->path, ((const dt_steps *)b)->path);
}

/* Whether the first step of an anchor's path leads to the same nodes as that of each other anchor for which this is
 * true: it begins at the document, or filters all items of its data. */
static bool starts_anywhere(const dt_anchor *a, const dt_steps *steps) {
  return a->kind == DT_ANCHOR_PATH ? !steps->filters : a->kind == DT_ANCHOR_DATA && a->value == NULL && steps->filters;
}

/* Returns the nodes at the end of the anchor's path; NULL on failure.  Many paths of a template begin with the same
 * step, which may visit the whole page: the nodes after such steps are kept. */
static xmlNodeSetPtr follow_path(dt_xslt_job *j, const dt_anchor *a) {
  const dt_stylesheet *s = j->stylesheet;
  dt_steps wanted = {.path = a->path};
  const dt_steps *steps = NULL;
  if (*a->path != '\0' && s->path_count != 0)
    steps = bsearch(&wanted, s->paths, s->path_count, sizeof wanted, compare_steps);

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

/* Returns the nodes of an anchor; NULL on failure.  Its steps count towards the limit of the whole transformation. */
static xmlNodeSetPtr find_anchor_nodes(dt_xslt_job *j, xmlXPathParserContextPtr context, const dt_anchor *a) {
  j->context->opCount = context->context->opCount;
  xmlNodeSetPtr nodes = follow_path(j, a);
  context->context->opCount = j->context->opCount;

  if (nodes == NULL && j->time.status == DETM_OK &&
      (j->context->lastError.code == 0 || j->context->lastError.code == XML_ERR_NO_MEMORY))
    j->no_memory = true;

  bool spent = j->context->opLimit != 0 && j->context->opCount > j->context->opLimit;
  if (spent || j->time.status != DETM_OK) xmlXPathSetError(context, XPATH_OP_LIMIT_EXCEEDED);
  return nodes;
}

/* detm:find(BY, TAG, NAME, VALUE, PATH): the nodes of an anchor.  An empty string stands for an absent attribute; an
 * empty VALUE does so only for JSON-LD. */
static void xslt_find(xmlXPathParserContextPtr context, int count) {
  enum { BY, TAG, NAME, VALUE, PATH, WORDS };
  const char *words[WORDS] = {NULL};
  bool fine = true;

  if (count != WORDS) {
    xmlXPathSetArityError(context);
    return;
  }

  dt_xslt_job *j = xsltXPathGetTransformContext(context)->_private;
  for (int i = WORDS - 1; i >= 0; i--) {
    words[i] = (const char *)xmlXPathPopString(context);
    fine = fine && words[i] != NULL;
  }

  xmlNodeSetPtr nodes = NULL;
  if (fine) {
    dt_anchor a = {.value = words[VALUE], .path = words[PATH]};
    while (a.kind < DT_ANCHOR_KINDS && strcmp(dt_anchor_kind_names[a.kind], words[BY]) != 0) a.kind++;
    if (*words[TAG] != '\0') a.tag = words[TAG];
    if (*words[NAME] != '\0') a.name = words[NAME];
    if (a.kind == DT_ANCHOR_DATA && *a.value == '\0') a.value = NULL;
    if (a.kind < DT_ANCHOR_KINDS) nodes = find_anchor_nodes(j, context, &a);
  }

  for (int i = 0; i < WORDS; i++) xmlFree((void *)(uintptr_t)words[i]);
  if (!fine) j->no_memory = true;
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
  j->context = dt_xpath_context(document);
  j->firsts = calloc(j->stylesheet->path_count + 1, sizeof(xmlNodeSetPtr));
  if (!dt_locator_start(&j->locator, document) || j->context == NULL || j->firsts == NULL) return false;
  j->context->error = transformation->xpathCtxt->error;
  j->context->userData = transformation->xpathCtxt->userData;
  j->context->opLimit = transformation->opLimit;
  transformation->_private = j;
  return dt_walk_begin(j->context, &j->time) &&
         xsltRegisterExtFunction(transformation, (const xmlChar *)"value", space, value) == 0 &&
         xsltRegisterExtFunction(transformation, (const xmlChar *)"place", space, xslt_place) == 0 &&
         xsltRegisterExtFunction(transformation, (const xmlChar *)"runs", space, runs) == 0 &&
         xsltRegisterExtFunction(transformation, (const xmlChar *)"find", space, xslt_find) == 0;
}

void dt_job_end(dt_xslt_job *j) {
  for (size_t i = 0; j->firsts != NULL && i < j->stylesheet->path_count; i++) xmlXPathFreeNodeSet(j->firsts[i]);
  free(j->firsts);
  xmlXPathFreeContext(j->context);
  dt_locator_free(&j->locator);
  dt_buffer_free(&j->text);
  dt_arena_free(&j->links);
}
