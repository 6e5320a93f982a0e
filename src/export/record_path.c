/* export/record_path.c: the selector of the records: the places of the wrapper, and tests for what each record has. */
#include "export/record_path.h"

#include "export/syntax.h"

enum { MAX_TAGS = 64 /* of the path of a place */ };

/* Whether all records have an element, and no element in it that all have. */
static bool is_fixed_leaf(const dt_wrapper_node *base, const dt_wrapper_node *node) {
  const dt_wrapper_node *end = dt_wrapper_past(node);
  for (const dt_wrapper_node *up = node; up != base; up = up->parent)
    if (up->optional) return false;
  for (const dt_wrapper_node *in = dt_wrapper_next(node); in != end; in = dt_wrapper_next(in))
    if (dt_selector_is_element(in) && !in->optional) return false;
  return true;
}

/* Writes the test for the number of cells that each record has; false: the records are not rows. */
static bool write_cells(dt_selectors *all, const dt_wrapper_node *base) {
  uint32_t cells = 0;
  bool headers = false;
  for (const dt_wrapper_node *node = base->first; node != NULL; node = node->next) {
    if (node->column != 0 && !node->optional && node->column > cells) cells = node->column;
    headers = headers || node->tag == DT_TAG_th;
  }
  if (cells == 0) return false;
  dt_buffer_format(&all->xpath, "[*[self::td or self::th][%u]]%s", cells, headers ? "" : "[not(th)]");
  dt_buffer_format(&all->css, ":has(> :is(td, th):nth-child(%u))%s", cells, headers ? "" : ":not(:has(> th))");
  return true;
}

/* Writes the test for the elements that follow the first one in each record of several siblings. */
static void write_following(dt_selectors *all, const dt_wrapper_node *base) {
  uint32_t number = 0;
  for (const dt_wrapper_node *node = base->next; node != NULL && !node->optional && !node->repeated && node->group == 0;
       node = node->next) {
    if (!dt_selector_is_element(node)) continue;
    const dt_wrapper_node *in = node->first;
    while (in != NULL && (!dt_selector_is_element(in) || in->optional)) in = in->next;
    dt_buffer_format(&all->xpath, "[following-sibling::*[%u][self::", ++number);
    dt_xpath_name(&all->xpath, dt_text(node->name));
    dt_buffer_byte(&all->xpath, ']');
    if (in != NULL) {
      dt_buffer_text(&all->xpath, "[descendant::");
      dt_xpath_name(&all->xpath, dt_text(in->name));
      dt_buffer_byte(&all->xpath, ']');
    }
    dt_buffer_byte(&all->xpath, ']');
    dt_buffer_text(&all->css, number == 1 ? ":has(+ " : " + ");
    dt_css_name(&all->css, dt_text(node->name));
  }

  if (number != 0) dt_buffer_byte(&all->css, ')');
}

bool dt_record_path_tests_exceptions(const detm_wrapper *wrapper) {
  const dt_wrapper_node *only = wrapper->root->first;
  return only != NULL && (only->next == NULL || only->next->group != 0);
}

/* Writes tests that neither the record nor an element in it has a class that the wrapper excludes. */
static void write_exceptions(dt_selectors *all) {
  const detm_wrapper *wrapper = all->wrapper;
  for (uint32_t e = 0; e < wrapper->exception_count && dt_record_path_tests_exceptions(wrapper); e++) {
    const char *class = wrapper->exceptions[e].class;
    if (class == NULL) continue;
    dt_buffer_text(&all->xpath, "[not(descendant-or-self::*");
    dt_xpath_classes(&all->xpath, class);
    dt_buffer_text(&all->xpath, ")]");
    dt_buffer_text(&all->css, ":not(");
    dt_css_classes(&all->css, class);
    dt_buffer_text(&all->css, "):not(:has(");
    dt_css_classes(&all->css, class);
    dt_buffer_text(&all->css, "))");
  }
}

/* Writes the element of a record, and tests for what each record has: its last cell, and its first element or all of
 * them. */
static void write_record(dt_selectors *all, const dt_wrapper_node *base) {
  enum { MAX_TESTS = 8 };
  dt_record_tests tests = all->tests;
  bool classes = tests <= DT_TEST_CLASS_AND_ALL, all_elements = tests == DT_TEST_CLASS_AND_ALL || tests == DT_TEST_ALL;
  const dt_wrapper_node *end = dt_wrapper_past(base);
  dt_xpath_name(&all->xpath, dt_text(base->name));
  dt_css_name(&all->css, dt_text(base->name));
  if (classes) dt_xpath_classes(&all->xpath, base->class);
  if (classes && *base->class != '\0') dt_css_classes(&all->css, base->class);
  write_exceptions(all);

  if (all->more != NULL) {
    dt_buffer_add(&all->xpath, all->more->xpath.data, all->more->xpath.length);
    dt_buffer_add(&all->css, all->more->css.data, all->more->css.length);
  }

  if (tests == DT_TEST_CLASS || tests == DT_TEST_NOTHING || tests == DT_TEST_ANYWHERE) return;
  uint32_t most = all_elements ? MAX_TESTS : 1, written = 0;

  written += write_cells(all, base);
  for (const dt_wrapper_node *node = dt_wrapper_next(base); node != end && written < most;
       node = dt_wrapper_next(node)) {
    if (!dt_selector_is_element(node) || dt_is_table_cell(node->tag) || !is_fixed_leaf(base, node)) continue;
    dt_buffer_text(&all->xpath, "[descendant::");
    dt_xpath_element(&all->xpath, node->name, node->class);
    dt_buffer_byte(&all->xpath, ']');
    dt_buffer_text(&all->css, ":has(");
    dt_css_element(&all->css, node->name, node->class);
    dt_buffer_byte(&all->css, ')');
    written++;
  }

  if (all_elements) write_following(all, base);
}

static void write_place_attribute(dt_selectors *all, const char *name, const char *value) {
  if (*value == '\0') return;
  dt_buffer_format(&all->xpath, "[@%s=", name);
  dt_xpath_text(&all->xpath, value, strlen(value));
  dt_buffer_byte(&all->xpath, ']');
  dt_buffer_format(&all->css, "[%s=", name);
  dt_css_string(&all->css, dt_text(value));
  dt_buffer_byte(&all->css, ']');
}

/* A tag of the path of a place. */
typedef struct path_tag {
  detm_text name;
  bool kept; /* parsers differ in tbody and p, and decoration may be between any two */
} path_tag;

static bool is_known_tag(const path_tag *tags, uint32_t count, detm_text name) {
  for (uint32_t t = 0; t < count; t++)
    if (tags[t].kept && dt_text_equal(tags[t].name, name)) return true;
  return false;
}

/* Writes the test that the ancestors of a record are those of the path. */
static void write_depth(dt_selectors *all, const path_tag *tags, uint32_t count) {
  static const char *const always[] = {"div", "ol", "table", "ul"};
  uint32_t depth = 0;

  dt_buffer_text(&all->xpath, "[count(ancestor::*[");
  for (size_t a = 0; a < sizeof always / sizeof *always; a++)
    dt_buffer_format(&all->xpath, a == 0 ? "self::%s" : " or self::%s", always[a]);

  for (uint32_t t = 0; t < count; t++) {
    bool known = !tags[t].kept || is_known_tag(tags, t, tags[t].name);
    depth += tags[t].kept;
    for (size_t a = 0; a < sizeof always / sizeof *always && !known; a++)
      known = dt_text_equal(tags[t].name, dt_text(always[a]));
    if (known) continue;
    dt_buffer_text(&all->xpath, " or self::");
    dt_xpath_name(&all->xpath, tags[t].name);
  }

  dt_buffer_format(&all->xpath, "])=%u]", depth);
}

/* Writes the records in a place that has neither class nor id: any element at the end of a path of the same tags. */
static void write_place_path(dt_selectors *all, const dt_place *p, const dt_wrapper_node *base) {
  path_tag tags[MAX_TAGS];
  uint32_t count = 0;

  for (const char *at = p->path; *at != '\0' && count < MAX_TAGS;) {
    at += *at == '/';
    detm_text name = {at, strcspn(at, "/")};
    at += name.length;
    bool last = *at == '\0', table = dt_text_equal(name, DT_TEXT("tbody"));
    bool body = dt_text_equal(name, DT_TEXT("html")) || dt_text_equal(name, DT_TEXT("body"));
    tags[count++] = (path_tag){name, !body && !table && (last || !dt_text_equal(name, DT_TEXT("p")))};
  }

  for (uint32_t t = 0; t < count; t++) {
    if (!tags[t].kept) continue;
    dt_buffer_text(&all->xpath, "//");
    dt_xpath_name(&all->xpath, tags[t].name);
    dt_css_name(&all->css, tags[t].name);
    dt_buffer_byte(&all->css, ' ');
  }

  dt_buffer_text(&all->xpath, "//");
  write_record(all, base);
  write_depth(all, tags, count);
}

/* Writes the records in a place that has a class or id.  Rows may be in a tbody that not all parsers add. */
static void write_named_place(dt_selectors *all, const dt_place *p, const dt_wrapper_node *base) {
  const char *last = strrchr(p->path, '/');
  detm_text tag = dt_text(last != NULL ? last + 1 : p->path);
  bool table = base->tag == DT_TAG_tr && dt_text_equal(tag, DT_TEXT("table"));
  dt_buffer_text(&all->xpath, "//");
  dt_xpath_name(&all->xpath, tag);
  dt_css_name(&all->css, tag);
  write_place_attribute(all, "class", p->class);
  write_place_attribute(all, "id", p->id);
  dt_buffer_text(&all->xpath, table ? "//" : "/");
  dt_buffer_text(&all->css, table ? " " : " > ");
  write_record(all, base);
}

static bool is_named_place(const dt_place *p) { return *p->class != '\0' || *p->id != '\0'; }

/* Whether two places have the same selector. */
static bool is_same_place(const dt_place *a, const dt_place *b) {
  const char *last_a = strrchr(a->path, '/'), *last_b = strrchr(b->path, '/');
  if (strcmp(a->class, b->class) != 0 || strcmp(a->id, b->id) != 0) return false;
  if (!is_named_place(a) || last_a == NULL || last_b == NULL) return strcmp(a->path, b->path) == 0;
  return strcmp(last_a, last_b) == 0;
}

/* A row of one cell is a heading of a group or a note, if rows have several; rows of head cells alone are heads, and
 * those of tfoot totals. */
bool dt_record_path_write_rows(dt_selectors *all) {
  enum { SOME_HEADERS = 3 };
  dt_record_tests tests = all->tests;
  bool some = tests == DT_TEST_HEADERS || tests == DT_TEST_HEADERS_ONE_CELL;
  bool several = tests == DT_TEST_HEADERS || tests == DT_TEST_ALL_HEADERS;
  if (!dt_columns_write_table(&all->xpath, all->columns, some ? SOME_HEADERS : UINT32_MAX)) return false;
  dt_buffer_text(&all->xpath, "/descendant::tr[td]");
  if (several && all->columns->last > 1) dt_buffer_text(&all->xpath, "[*[2]]");
  dt_buffer_text(&all->xpath, "[not(parent::thead or parent::tfoot)]");
  dt_columns_write_no_head(&all->xpath, all->columns);
  write_exceptions(all);
  if (all->more != NULL) dt_buffer_add(&all->xpath, all->more->xpath.data, all->more->xpath.length);
  return true;
}

void dt_record_path_write(dt_selectors *all, const dt_wrapper_node *base) {
  const detm_wrapper *wrapper = all->wrapper;
  uint32_t count = all->tests == DT_TEST_ANYWHERE ? 0 : wrapper->place_count;

  for (uint32_t p = 0; p < count; p++) {
    const dt_place *place = &wrapper->places[p];
    bool known = false;
    for (uint32_t q = 0; q < p && !known; q++) known = is_same_place(&wrapper->places[q], place);
    if (known) continue;
    if (all->xpath.length != 0) dt_buffer_text(&all->xpath, " | ");
    if (all->css.length != 0) dt_buffer_text(&all->css, ", ");
    if (is_named_place(place))
      write_named_place(all, place, base);
    else
      write_place_path(all, place, base);
  }

  if (all->xpath.length != 0) return;
  dt_buffer_text(&all->xpath, "//");
  write_record(all, base);
}
