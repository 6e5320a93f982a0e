/* template/apply/evaluate.c: finds the values of a template's fields on a page.
 *
 * An anchor gives nodes (anchor_index.c, then its path by step_eval.c), and nodes give values.  Node sets of libxml2
 * are freed here, so no scope is left: the functions return false when the evaluation has failed or a limit is
 * reached, and `evaluation` has the reason. */
#include "template/apply/evaluate.h"

#include "base/libxml_guard.h"
#include "base/vec.h"
#include "html/dom.h"
#include "html/value_text.h"
#include "template/apply/anchor_index.h"
#include "template/apply/compiled.h"
#include "template/apply/xpath.h"
#include "text/fold.h"
#include "text/url.h"
#include "text/value_kind.h"

#include <libxml/xpathInternals.h>
#include <math.h>
#include <stdlib.h>

enum {
  BYTES_PER_VALUE = 512, /* counted for each value besides its text */
  MAX_SIBLINGS = 200,    /* nodes searched for more values after the first */
  MAX_SEPARATOR = 5      /* characters between two of them */
};

typedef struct evaluation {
  const dt_compiled *compiled;
  const char *base;           /* URL that links are resolved against, NULL = none */
  xmlXPathContextPtr context; /* for dt_walk */
  dt_locator locator;
  xmlNodeSetPtr *firsts; /* nodes after the first step from the root, by dt_steps.first; NULL = not yet known */
  dt_buffer text, separator;
  dt_arena *arena;
  dt_scope time; /* never left: only its status is used, to see whether the time is up */
  size_t bytes;  /* of all values */
  bool too_much; /* more bytes than DT_MAX_VALUES */
  bool spent;    /* past the limit of time or steps */
  bool no_memory;
  dt_xpath_fault fault;
  const char *given_up; /* a pattern that reached its limit on some text, NULL = none */
} evaluation;

/* How the values of an anchor are made and described. */
typedef struct form {
  const dt_anchor *anchor;
  const char *type;         /* that values must have; "" = any */
  uint32_t longest;         /* characters of a value, 0 = any number */
  const dt_cutter *pattern; /* NULL = whole texts */
  size_t rank;
  dt_values *values; /* they are added here */
} form;

/* Whether the evaluation goes on: nothing has failed, and no limit is reached. */
static bool goes_on(evaluation *e) {
  if (dt_scope_late(&e->time)) e->spent = true;
  return !e->no_memory && !e->too_much && !e->spent && e->fault.code == 0;
}

/* ---- nodes of anchors ---- */

/* Returns the nodes at the end of the anchor's path, and frees `nodes`, its start; NULL on failure.  The nodes after
 * the first step from the root are cached: many paths of a template begin with the same step, which may visit the whole
 * page. */
static xmlNodeSetPtr follow_path(evaluation *e, const dt_anchor *anchor, xmlNodeSetPtr nodes) {
  const dt_steps *steps = dt_compiled_path(e->compiled, anchor);
  if (steps == NULL) return nodes;
  if (anchor->kind != DT_ANCHOR_PATH) return dt_walk(steps, 0, steps->count, e->context, nodes);
  xmlNodeSetPtr *known = &e->firsts[steps->first];
  if (*known == NULL) {
    *known = dt_walk(steps, 0, 1, e->context, nodes);
  } else {
    xmlXPathFreeNodeSet(nodes);
  }
  nodes = *known != NULL ? xmlXPathNodeSetMerge(NULL, *known) : NULL;
  return nodes != NULL ? dt_walk(steps, 1, steps->count, e->context, nodes) : NULL;
}

/* Removes the nodes that the anchor skips at the start and drops at the end. */
static void remove_ends(const dt_anchor *anchor, xmlNodeSet *nodes) {
  int count = nodes->nodeNr;
  int first = anchor->skip < (uint32_t)count ? (int)anchor->skip : count;
  int end = anchor->drop < (uint32_t)count ? count - (int)anchor->drop : 0;
  nodes->nodeNr = end > first ? end - first : 0;
  if (first != 0) memmove(nodes->nodeTab, nodes->nodeTab + first, (size_t)nodes->nodeNr * sizeof *nodes->nodeTab);
}

/* Returns the nodes of an anchor, in document order, for the caller to free; NULL on failure. */
static xmlNodeSetPtr find_nodes(evaluation *e, const dt_anchor *anchor) {
  unsigned long looked = 0;
  xmlNodeSetPtr nodes = dt_locate(&e->locator, anchor, &looked);
  e->context->opCount += looked;
  if (nodes != NULL) nodes = follow_path(e, anchor, nodes);
  if (e->time.status != DETM_OK || (e->context->opLimit != 0 && e->context->opCount > e->context->opLimit))
    e->spent = true;
  if (nodes == NULL && !e->spent && e->fault.code == 0) e->no_memory = true;
  if (nodes != NULL && anchor->run == 0) remove_ends(anchor, nodes);
  return nodes;
}

/* ---- values of nodes ---- */

bool dt_value_fits(detm_text value, const char *type) {
  if (*type == '\0' || strcmp(type, "text") == 0) return true;
  if (strcmp(type, "url") == 0) return memchr(value.data, ' ', value.length) == NULL;
  return strcmp(dt_type_of(value), type) == 0;
}

/* Cuts the value out of a text; returns false if the pattern finds nothing in it. */
static bool cut(evaluation *e, const dt_cutter *cutter, detm_text *text) {
  detm_text part = {"", 0};
  dt_cut_result outcome = dt_pattern_cut(cutter->pattern, *text, &part);
  if (outcome == DT_CUT_NO_MEMORY) e->no_memory = true;
  if (outcome == DT_CUT_GIVEN_UP) e->given_up = cutter->text;
  *text = dt_text_strip(part, " ");
  return text->length != 0;
}

static bool is_address(const xmlNode *node) {
  const char *name = (const char *)node->name;
  return node->type == XML_ATTRIBUTE_NODE && (strcmp(name, "href") == 0 || strcmp(name, "src") == 0);
}

/* Adds the value of a node, or of the run that it begins.  Returns false if it has no value of this form. */
static bool add_value(evaluation *e, const form *f, const xmlNode *node) {
  e->text.length = 0;
  if (f->anchor->run != 0) {
    dt_run_text(node, &e->text);
  } else {
    dt_value_text(node, &e->text);
  }
  if (e->text.failed) e->no_memory = true;
  if (e->text.failed || e->text.length == 0) return false;
  detm_text value = {e->text.data, e->text.length};
  if (f->pattern != NULL && !cut(e, f->pattern, &value)) return false;
  if (f->longest != 0 && dt_utf8_count(value) > f->longest) return false;
  if (!dt_value_fits(value, f->type)) return false;
  if (is_address(node)) value = dt_url_resolve(e->arena, e->base, value);
  e->bytes += value.length + BYTES_PER_VALUE;
  if (e->bytes > DT_MAX_VALUES) e->too_much = true;
  value.data = dt_arena_copy(e->arena, value.data, value.length);
  dt_values *values = f->values;
  if (value.data == NULL || !DT_VEC_RESERVE(e->arena, values, 1)) {
    e->no_memory = true;
    return false;
  }
  values->items[values->count++] = (dt_value){value, dt_anchor_kind_names[f->anchor->kind], f->rank};
  return true;
}

static void add_every(evaluation *e, const form *f, const xmlNodeSet *nodes) {
  for (int i = 0; i < nodes->nodeNr && goes_on(e); i++) add_value(e, f, nodes->nodeTab[i]);
}

/* Adds the value of the first node that has one.  Returns false if none has. */
static bool add_first(evaluation *e, const form *f, const xmlNodeSet *nodes) {
  bool added = false;
  for (int i = 0; i < nodes->nodeNr && !added && goes_on(e); i++) added = add_value(e, f, nodes->nodeTab[i]);
  return added;
}

/* ---- similar siblings ---- */

/* Whether a node has text, hidden or not. */
static bool has_text(const xmlNode *top) {
  if (top->type == XML_ATTRIBUTE_NODE) return top->children != NULL && has_text(top->children);
  for (const xmlNode *node = top; node != NULL; node = dt_node_next(top, node)) {
    detm_text text = dt_text(dt_node_content(node));
    bool gap;
    if (dt_skip_space(text.data, text.data + text.length, DT_SPACE_VALUE, &gap) != text.data + text.length) return true;
  }
  return false;
}

static bool has_class_of(const xmlNode *node, const xmlNode *other) {
  const char *own = dt_node_value(node, "class"), *wanted = dt_node_value(other, "class");
  return strcmp(own != NULL ? own : "", wanted != NULL ? wanted : "") == 0;
}

/* Adds the values of siblings with the tag and class of `first`, which only a few characters or a break separate from
 * it and from each other. */
static void add_similar_siblings(evaluation *e, const form *f, const xmlNode *first) {
  const char *tag = (const char *)first->name;
  dt_buffer *separator = &e->separator; /* the text since the last value */
  bool broken = false;                  /* a break follows the last value */
  unsigned left = MAX_SIBLINGS;
  separator->length = 0;
  for (const xmlNode *node = first->next; node != NULL && goes_on(e); node = node->next, left--) {
    dt_folding folding = {.begun = separator->length != 0};
    if (dt_node_is_text(node)) dt_buffer_fold(separator, dt_text(dt_node_content(node)), DT_SPACE_VALUE, &folding);
    if (separator->failed) e->no_memory = true;
    bool is_break = dt_node_is(node, "br"), separated = broken || separator->length != 0;
    bool added = separated && dt_node_is(node, tag) && has_class_of(node, first) && add_value(e, f, node);
    detm_text text = {separator->data, separator->length};
    if (left == 0 || (text.length != 0 && dt_utf8_count(text) > MAX_SEPARATOR)) return;
    if (node->type == XML_ELEMENT_NODE && !added && !is_break) return;
    if (added) separator->length = 0;
    broken = is_break || (broken && !added);
  }
}

/* Adds the siblings of the first node with text, if that is a link or a span. */
static void add_more(evaluation *e, const form *f, const xmlNodeSet *nodes) {
  int i = 0;
  while (i < nodes->nodeNr && !has_text(nodes->nodeTab[i])) i++;
  if (i == nodes->nodeNr) return;
  const xmlNode *first = nodes->nodeTab[i];
  if (dt_node_is(first, "a") || dt_node_is(first, "span")) add_similar_siblings(e, f, first);
}

/* ---- runs ---- */

/* Returns the first nodes of the runs of the anchor's nodes; NULL without memory. */
static xmlNodeSetPtr runs_of(const dt_anchor *anchor, const xmlNodeSet *nodes, unsigned long *looked) {
  xmlNodeSetPtr runs = xmlXPathNodeSetCreate(NULL);
  for (int i = 0; runs != NULL && i < nodes->nodeNr; i++) {
    uint32_t number = 1;
    const xmlNode *run = dt_run_first(nodes->nodeTab[i], looked);
    for (; run != NULL && number <= anchor->run; run = dt_run_next(run, looked), number++) {
      if (anchor->run != DT_EVERY_RUN && number != anchor->run) continue;
      if (xmlXPathNodeSetAddUnique(runs, (xmlNodePtr)(uintptr_t)run) == 0) continue;
      xmlXPathFreeNodeSet(runs);
      return NULL;
    }
  }
  return runs;
}

static void add_runs(evaluation *e, const form *f, const xmlNodeSet *nodes, bool all) {
  unsigned long looked = 0;
  xmlNodeSetPtr runs = runs_of(f->anchor, nodes, &looked);
  e->context->opCount += looked;
  if (runs == NULL) {
    e->no_memory = true;
    return;
  }
  remove_ends(f->anchor, runs);
  if (all) {
    add_every(e, f, runs);
  } else {
    add_first(e, f, runs);
  }
  xmlXPathFreeNodeSet(runs);
}

/* ---- fields ---- */

/* Trust as the stylesheet sees it: with three digits. */
static double trust_of(const dt_anchor *anchor) { return anchor->trust > 0 ? round(anchor->trust * 1000) / 1000 : 0; }

static size_t rank_of(const dt_template_part *part, const dt_anchor *anchor) {
  size_t rank = 1;
  for (const dt_anchor *a = part->anchors; a < anchor; a++) rank += trust_of(a) > trust_of(anchor);
  return rank;
}

static void add_values_of_anchor(evaluation *e, const dt_template_part *part, const form *f, const xmlNodeSet *nodes) {
  if (f->anchor->run != 0) {
    add_runs(e, f, nodes, part->all);
  } else if (part->all) {
    add_every(e, f, nodes);
  } else if (add_first(e, f, nodes) && part->more && f->pattern == NULL) {
    add_more(e, f, nodes);
  }
}

/* Adds the values of the first anchor of a part that gives one of the type. */
static void add_part(evaluation *e, const dt_template_field *field, const dt_template_part *part, const char *type,
                     dt_values *values) {
  uint32_t before = values->count;
  for (uint32_t i = 0; i < part->anchor_count && values->count == before && goes_on(e); i++) {
    const dt_anchor *anchor = &part->anchors[i];
    xmlNodeSetPtr nodes = find_nodes(e, anchor);
    if (nodes == NULL) return;
    form f = {.anchor = anchor,
              .type = type,
              .longest = field->longest,
              .pattern = dt_compiled_pattern(e->compiled, anchor),
              .rank = rank_of(part, anchor),
              .values = values};
    add_values_of_anchor(e, part, &f, nodes);
    xmlXPathFreeNodeSet(nodes);
  }
}

/* Adds the values of a field.  If it has a type, values of that type are looked for first. */
static void add_field(evaluation *e, const dt_template_field *field, dt_values *values) {
  bool typed = field->type != NULL && *field->type != '\0' && strcmp(field->type, "text") != 0;
  for (uint32_t i = 0; i < field->part_count; i++) {
    uint32_t before = values->count;
    if (typed) add_part(e, field, &field->parts[i], field->type, values);
    if (values->count == before) add_part(e, field, &field->parts[i], "", values);
  }
}

/* Adds the values of all fields.  Returns the share of the required fields that have a value; of all fields if none is
 * required. */
static double add_fields(evaluation *e, const dt_template_layout *layout, dt_values *fields) {
  uint32_t found = 0, found_required = 0, required = 0;
  for (uint32_t i = 0; i < layout->field_count; i++) {
    const dt_template_field *field = &layout->fields[i];
    add_field(e, field, &fields[i]);
    bool has = fields[i].count != 0;
    required += !field->optional;
    found += has;
    found_required += has && !field->optional;
  }
  return required != 0 ? (double)found_required / required : (double)found / layout->field_count;
}

/* Tries the layouts until one fits wholly.  The one with the largest share of its fields is chosen, of equals the
 * first. */
static void try_layouts(evaluation *e, const detm_template *template, dt_evaluated *found) {
  double best = -1;
  for (uint32_t i = 0; i < template->layout_count && best < 1 && goes_on(e); i++) {
    const dt_template_layout *layout = &template->layouts[i];
    dt_values *fields = DT_ZERO(e->arena, dt_values, layout->field_count);
    if (fields == NULL) {
      e->no_memory = true;
      return;
    }
    double share = add_fields(e, layout, fields);
    if (share <= best) continue;
    best = share;
    found->layout = layout;
    found->fields = fields;
  }
}

/* ---- one evaluation ---- */

/* Returns false without memory; call `end` in either case. */
static bool begin(evaluation *e, const detm_page *page) {
  const double steps_a_second = 1e8;
  double most = page->seconds * steps_a_second;
  dt_scope_start(&e->time, page->seconds);
  e->time.cancelled = page->cancelled;
  e->time.cancel_data = page->cancel_data;
  e->locator = (dt_locator){.document = page->document};
  e->context = dt_xpath_context(page->document);
  e->firsts = calloc(e->compiled->path_count + 1, sizeof(xmlNodeSetPtr));
  if (e->context == NULL || e->firsts == NULL) return false;
  dt_xpath_keep_fault(e->context, &e->fault);
  e->context->opLimit = most > 0 ? (unsigned long)(most < 1e18 ? most : 1e18) : 0;
  return dt_walk_begin(e->context, &e->time);
}

static void end(evaluation *e) {
  for (size_t i = 0; e->firsts != NULL && i < e->compiled->path_count; i++) xmlXPathFreeNodeSet(e->firsts[i]);
  free(e->firsts);
  xmlXPathFreeContext(e->context);
  dt_locator_free(&e->locator);
  dt_buffer_free(&e->text);
  dt_buffer_free(&e->separator);
}

static bool lacks_memory(const evaluation *e) {
  int code = e->fault.code;
  return e->no_memory || code == XML_ERR_NO_MEMORY || code == XML_XPATH_EXPRESSION_OK + XPATH_MEMORY_ERROR ||
         code == XML_XPATH_EXPRESSION_OK + XPATH_UNDEF_VARIABLE_ERROR || /* without memory for $heads */
         code == XML_XPATH_EXPRESSION_OK + XPATH_UNKNOWN_FUNC_ERROR;     /* and for the check of the clock */
}

static detm_status report(const evaluation *e, const detm_template *template, const detm_page *page,
                          detm_error *error) {
  if (e->too_much)
    return dt_error_at(error, DETM_LIMIT, page->name, 0, 0,
                       "the template gives more than %d MiB of values for this page: make its paths select single "
                       "elements, not all elements nested in each other",
                       DT_MAX_VALUES >> 20);
  if (e->time.status == DETM_CANCELLED) return dt_error_scope(error, &e->time, page->name);
  if (e->spent || e->fault.code == XML_XPATH_EXPRESSION_OK + XPATH_OP_LIMIT_EXCEEDED)
    return dt_error_at(
        error, DETM_LIMIT, page->name, 0, 0,
        "the template takes more than %g s of processor time on this page: raise options.seconds or leave out the page",
        page->seconds);
  if (lacks_memory(e)) return dt_error_memory_at(error, page->name);
  if (e->fault.code == 0) return DETM_OK;
  return dt_error_at(error, DETM_BAD_FILE, page->name, 0, 0, "a path of the template \"%s\" fails: %s", template->name,
                     e->fault.text);
}

detm_status dt_template_evaluate(dt_evaluated *found, const detm_template *template, const detm_page *page,
                                 const char *base, dt_arena *arena, detm_error *error) {
  evaluation e = {.compiled = template->compiled, .base = base, .arena = arena};
  dt_silence silence;
  *found = (dt_evaluated){.layout = NULL};
  if (!dt_silence_begin(&silence)) return dt_error_memory_at(error, page->name);
  if (begin(&e, page)) {
    try_layouts(&e, template, found);
  } else {
    e.no_memory = true;
  }
  end(&e);
  dt_silence_end(&silence);
  if (dt_silence_lacked(&silence)) e.no_memory = true;
  found->given_up = e.given_up;
  return report(&e, template, page, error);
}
