/* export/selectors.c: finds the selector of each field in the tree of a wrapper. */
#include "export/selectors.h"

#include "export/record_path.h"
#include "export/sample.h"
#include "export/syntax.h"
#include "wrapper/align.h"
#include "wrapper/separators.h"
#include "wrapper/values/values.h"

#include <stdlib.h>

enum { MAX_CHAIN = 64 };

/* The elements of a selector, outermost first: each a descendant of the one before. */
typedef struct chain {
  const dt_wrapper_node *nodes[MAX_CHAIN];
  uint32_t count;
} chain;

/* An element in its record, while its selector is searched. */
typedef struct target {
  const dt_wrapper_node *node;
  const dt_wrapper_node *top;  /* the record's element that it is in, or is */
  const dt_wrapper_node *cell; /* the cell of a row that it is in, or is; NULL = none */
  chain path;                  /* its ancestors below the top or cell, and itself */
} target;

/* The place of an element among all that fit a chain. */
typedef struct rank {
  uint32_t position; /* from 1; 0: the only one */
  bool from_end;
} rank;

static bool fits_wrapper_node(const dt_wrapper_node *pattern, const dt_wrapper_node *node) {
  if (pattern->tag != node->tag) return false;
  return *pattern->class == '\0' || dt_share_class(pattern->class, dt_text(node->class));
}

/* Whether an element below `root` fits a chain. */
static bool chain_fits(const chain *c, const dt_wrapper_node *root, const dt_wrapper_node *node) {
  uint32_t left = c->count - 1;
  if (!fits_wrapper_node(c->nodes[left], node)) return false;
  for (node = node->parent; node != root && left != 0; node = node->parent)
    if (fits_wrapper_node(c->nodes[left - 1], node)) left--;
  return left == 0;
}

/* Whether each record has the element exactly once. */
static bool is_fixed(const dt_wrapper_node *root, const dt_wrapper_node *node) {
  for (; node != root; node = node->parent)
    if (node->optional || node->repeated) return false;
  return true;
}

/* Whether an element can be selected by a chain below `root`: alone, or by its place among those that fit. */
static bool find_place(const chain *c, const dt_wrapper_node *root, bool alone, rank *found) {
  const dt_wrapper_node *wanted = c->nodes[c->count - 1], *end = dt_wrapper_past(root);
  uint32_t before = 0, after = 0;
  bool fixed_before = true, fixed_after = true, passed = false;

  for (const dt_wrapper_node *node = dt_wrapper_next(root); node != end; node = dt_wrapper_next(node)) {
    if (!dt_selector_is_element(node) || !chain_fits(c, root, node)) continue;
    if (node == wanted) {
      passed = true;
    } else if (passed) {
      after++;
      fixed_after = fixed_after && is_fixed(root, node);
    } else {
      before++;
      fixed_before = fixed_before && is_fixed(root, node);
    }
  }
  *found = (rank){0, false};

  if (before + after == 0) return true;
  if (alone || wanted->repeated) return false;
  *found = fixed_before ? (rank){before + 1, false} : (rank){after + 1, true};
  return fixed_before || (fixed_after && is_fixed(root, wanted));
}

/* Selects by the element alone, then within each of its ancestors, then within all of them. */
static bool choose_chain(const target *t, bool alone, chain *chosen, rank *found) {
  const dt_wrapper_node *root = t->cell != NULL ? t->cell : t->top;
  *chosen = (chain){.nodes = {t->node}, .count = 1};
  if (find_place(chosen, root, alone, found)) return true;
  for (uint32_t a = t->path.count - 1; a-- > 0;) {
    *chosen = (chain){.nodes = {t->path.nodes[a], t->node}, .count = 2};
    if (find_place(chosen, root, alone, found)) return true;
  }
  *chosen = t->path;
  return find_place(chosen, root, alone, found);
}

/* ---- elements ---- */

/* Writes the path from the record to the top element that the field is in. */
static void write_top(dt_selector *s, const dt_wrapper_node *base, const dt_wrapper_node *top) {
  uint32_t same = 0;
  const dt_wrapper_node *node = base;

  if (top == base) {
    dt_buffer_byte(&s->xpath, '.');
    return;
  }

  if (top->group != 0) { /* the last one before the record */
    dt_buffer_text(&s->xpath, "preceding::");
    dt_xpath_element(&s->xpath, top->name, top->class);
    dt_buffer_text(&s->xpath, top->tag == DT_TAG_tr ? "[count(*)=1][1]" : "[1]");
    dt_buffer_free(&s->css); /* as below */
    return;
  }

  while (node != NULL && node != top) {
    node = node->next;
    same += node != NULL && node->tag == top->tag;
  }

  bool after = node == top;
  dt_buffer_text(&s->xpath, after ? "following-sibling::" : "preceding-sibling::");
  dt_xpath_name(&s->xpath, dt_text(top->name));
  dt_buffer_format(&s->xpath, "[%u]", after ? same : 1);

  dt_buffer_free(&s->css); /* CSS has no axis for siblings of the record */
}

/* Writes the selector of an element; false: it has none. */
static bool write_element(dt_selectors *all, dt_selector *s, const dt_wrapper_node *node) {
  const dt_wrapper_node *base = dt_sample_base(all->wrapper);
  target t = {.node = node};
  const dt_wrapper_node *outermost = NULL;
  for (t.top = node; t.top->parent->tag != DT_TAG_RUN; t.top = t.top->parent) {
    if (t.path.count == MAX_CHAIN) return false;
    t.path.count++;
    outermost = t.top;
  }
  if (outermost != NULL && outermost->column != 0) {
    t.cell = outermost;
    t.path.count--;
  }
  uint32_t place = t.path.count;
  for (const dt_wrapper_node *n = node; place > 0; n = n->parent) t.path.nodes[--place] = n;
  if (t.top != base && t.top->optional) return false;

  chain chosen = {.count = 0};
  rank found = {0, false};
  if (t.path.count != 0 && !choose_chain(&t, true, &chosen, &found) && !choose_chain(&t, false, &chosen, &found))
    return false;
  if (found.position != 0) dt_buffer_byte(&s->xpath, '(');
  bool css = t.top == base && found.position == 0;
  if (s->column != NULL) {
    dt_column_write(&s->xpath, all->columns, s->column, s->way);
    if (css) dt_column_write_css(&s->css, all->columns, s->column, s->way);
    css = css && s->css.length != 0;
  } else {
    write_top(s, base, t.top);
  }
  if (t.cell != NULL && s->column == NULL) {
    dt_buffer_format(&s->xpath, "/*[self::td or self::th][%u]", t.cell->column);
    if (css) dt_buffer_format(&s->css, ":is(td, th):nth-child(%u)", t.cell->column);
  }
  for (uint32_t i = 0; i < chosen.count; i++) {
    dt_buffer_text(&s->xpath, "/descendant::");
    dt_xpath_element(&s->xpath, chosen.nodes[i]->name, chosen.nodes[i]->class);
    if (css && s->css.length != 0) dt_buffer_byte(&s->css, ' ');
    if (css) dt_css_element(&s->css, chosen.nodes[i]->name, chosen.nodes[i]->class);
  }
  if (found.from_end && found.position == 1)
    dt_buffer_text(&s->xpath, ")[last()]");
  else if (found.position != 0)
    dt_buffer_format(&s->xpath, found.from_end ? ")[last()-%u]" : ")[%u]", found.position - found.from_end);
  return true;
}

/* ---- texts beside elements ---- */

/* Writes the tests for the tags of the elements among the siblings of a text: "self::br or self::a". */
static void write_sibling_tags(dt_buffer *out, const dt_wrapper_node *parent) {
  const char *before = "";
  for (const dt_wrapper_node *node = parent->first; node != NULL; node = node->next) {
    bool known = !dt_selector_is_element(node);
    for (const dt_wrapper_node *other = parent->first; other != node && !known; other = other->next)
      known = other->tag == node->tag;
    if (known) continue;
    dt_buffer_format(out, "%sself::", before);
    dt_xpath_name(out, dt_text(node->name));
    before = " or ";
  }
}

/* Writes the elements that may be the nearest to a text: those from `node` on until one that every record has. */
static void write_nearest(dt_buffer *out, const dt_wrapper_node *const *nodes, uint32_t count, const char *tags,
                          const char *axis) {
  bool always = false;
  const char *before = "";
  dt_buffer_byte(out, '[');
  for (uint32_t n = 0; n < count && !always; n++) {
    if (n == 0) dt_buffer_format(out, "%s-sibling::*[%s][1][", axis, tags);
    dt_buffer_format(out, "%sself::", before);
    dt_xpath_element(out, nodes[n]->name, nodes[n]->class);
    before = " or ";
    always = !nodes[n]->optional;
  }
  if (count != 0) dt_buffer_byte(out, ']');
  if (!always) dt_buffer_format(out, "%snot(%s-sibling::*[%s])", count != 0 ? " or " : "", axis, tags);
  dt_buffer_byte(out, ']');
}

/* Writes the nodes of a text that has elements beside it: the texts and decoration of its parent between two of them.
 * The number of elements before or after it is used if it is the same in all records, else its neighbours. */
static bool write_text_nodes(dt_selector *s, const dt_wrapper_node *text) {
  const dt_wrapper_node *before[MAX_CHAIN], *after[MAX_CHAIN];
  uint32_t before_count = 0, after_count = 0;
  bool fixed_before = true, fixed_after = true, passed = false;
  for (const dt_wrapper_node *node = text->parent->first; node != NULL; node = node->next) {
    passed = passed || node == text;
    if (!dt_selector_is_element(node)) continue;
    if (before_count == MAX_CHAIN || after_count == MAX_CHAIN) return false;
    bool fixed = !node->optional && !node->repeated;
    if (passed) {
      after[after_count++] = node;
      fixed_after = fixed_after && fixed;
    } else {
      before[before_count++] = node;
      fixed_before = fixed_before && fixed;
    }
  }
  if (before_count + after_count == 0) return text->parent->first == text && text->next == NULL;

  dt_buffer tags = {0};
  write_sibling_tags(&tags, text->parent);
  dt_buffer_byte(&tags, '\0');
  if (!tags.failed) {
    dt_buffer_format(&s->xpath, "/node()[self::text() or self::*][not(self::script or self::style or %s)]", tags.data);
    if (fixed_before || fixed_after) {
      dt_buffer_format(&s->xpath, "[count(%s-sibling::*[%s])=%u]", fixed_before ? "preceding" : "following", tags.data,
                       fixed_before ? before_count : after_count);
    } else {
      const dt_wrapper_node *nearest[MAX_CHAIN];
      for (uint32_t n = 0; n < before_count; n++) nearest[n] = before[before_count - 1 - n];
      write_nearest(&s->xpath, nearest, before_count, tags.data, "preceding");
      write_nearest(&s->xpath, after, after_count, tags.data, "following");
    }
  }
  s->xpath.failed |= tags.failed;
  dt_buffer_free(&tags);
  dt_buffer_free(&s->css);
  s->joined = true;
  return true;
}

/* Writes the node of a text beside the elements at the top of a record: the first between two of them that is a text,
 * or has the decoration `within`.  False: the element before it is not in all records. */
static bool write_beside(dt_selector *s, const dt_wrapper_node *base, const dt_wrapper_node *text, const char *within) {
  const dt_wrapper_node *before = NULL, *after = text->next;
  bool follows = false;
  for (const dt_wrapper_node *node = text->parent->first; node != text; node = node->next) {
    if (dt_selector_is_element(node)) before = node;
    follows = follows || node == base;
  }
  while (after != NULL && !dt_selector_is_element(after)) after = after->next;
  if (follows ? before->optional : after != base) return false;

  dt_buffer tags = {0};
  write_sibling_tags(&tags, text->parent);
  dt_buffer_byte(&tags, '\0');
  write_top(s, base, follows ? before : base);
  dt_buffer_text(&s->xpath, follows ? "/following-sibling::node()" : "/preceding-sibling::node()");
  if (*within != '\0') {
    dt_buffer_format(&s->xpath, "[%s or self::", tags.failed ? "*" : tags.data);
    dt_xpath_name(&s->xpath, (detm_text){within, strcspn(within, " .")});
    dt_buffer_byte(&s->xpath, ']');
  } else {
    dt_buffer_text(&s->xpath, "[self::* or self::text()[normalize-space()]]");
  }
  if (!tags.failed) dt_buffer_format(&s->xpath, "[1][not(%s)]", tags.data);
  s->xpath.failed |= tags.failed;
  dt_buffer_free(&tags);
  dt_buffer_free(&s->css);
  return true;
}

/* Writes the decoration that a part of a text is in: "font b.price", outermost first. */
static void write_path_within(dt_selector *s, const char *within) {
  s->joined = false;
  for (const char *at = within; *at != '\0';) {
    size_t length = strcspn(at, " "), tag = strcspn(at, " .");
    dt_buffer_text(&s->xpath, "/descendant-or-self::");
    dt_xpath_name(&s->xpath, (detm_text){at, tag});

    if (s->css.length != 0) {
      dt_buffer_byte(&s->css, ' ');
      dt_css_name(&s->css, (detm_text){at, tag});
    }

    if (length > tag + 1) {
      dt_buffer classes = {0};
      for (size_t i = tag + 1; i < length; i++) dt_buffer_byte(&classes, at[i] == '.' ? ' ' : at[i]);
      dt_buffer_byte(&classes, '\0');
      if (!classes.failed) {
        dt_xpath_classes(&s->xpath, classes.data);
        if (s->css.length != 0) dt_css_classes(&s->css, classes.data);
      }
      s->xpath.failed |= classes.failed;
      dt_buffer_free(&classes);
    }

    at += length + (at[length] == ' ');
  }
}

/* Writes the texts that are not struck out: the value is the price after the old one. */
static void write_unstruck(dt_selector *s) {
  dt_buffer_text(&s->xpath, "/descendant-or-self::text()[not(ancestor::del or ancestor::s or ancestor::strike)]");
  dt_buffer_free(&s->css);
  s->joined = true;
}

/* ---- cells of tables ---- */

/* The XPath of a part of a cell, and its CSS; NULL = CSS cannot say that. */
typedef struct part_form {
  const char *xpath, *css;
  bool joined, list;
} part_form;

#define RAISED "ancestor::sup"
#define UNSEEN                                                                                                         \
  "ancestor::*[(self::sup or self::a) and starts-with(normalize-space(),'[') or "                                      \
  "contains(translate(@style,' ',''),'display:none')]"

static const part_form text_forms[DT_CELL_PARTS] = {
    [DT_CELL_ALL] = {"", "", false, false},
    [DT_CELL_UNRAISED] = {"/descendant::text()[not(" RAISED ")]", NULL, true, false},
    [DT_CELL_UNMARKED] = {"/descendant::text()[not(" UNSEEN ")]", NULL, true, false},
    [DT_CELL_LINKS] = {"/descendant::a", " a", false, true},
    [DT_CELL_ITEMS] = {"/descendant::li", " li", false, true},
    [DT_CELL_LINES] = {"/descendant::text()[normalize-space()]", NULL, false, true},
    [DT_CELL_LINES_ALONE] = {"/descendant::text()[normalize-space()][not(" RAISED " or " UNSEEN ")]", NULL, false,
                             true},
    [DT_CELL_PICTURES] = {"/descendant::img/@alt", NULL, false, false}};

static const part_form link_forms[DT_CELL_PARTS] = {
    [DT_CELL_ALL] = {"/descendant::a/@href", " a", false, false},
    [DT_CELL_UNRAISED] = {"/descendant::a[not(" RAISED ")]/@href", NULL, false, false},
    [DT_CELL_UNMARKED] = {"/descendant::a[not(contains(@href,'#') and starts-with(normalize-space(),'['))][not(" UNSEEN
                          ")]/@href",
                          NULL, false, false}};

static const part_form picture_forms[DT_CELL_PARTS] = {
    [DT_CELL_ALL] = {"/descendant::img/@src", " img", false, false},
    [DT_CELL_UNMARKED] = {"/descendant::img[not(" UNSEEN ")]/@src", NULL, false, false}};

/* Whether the value of a selector is what a cell of a table shows. */
static bool is_of_cell(const dt_selector *s) { return s->column != NULL && s->node == s->column->cell; }

/* Writes the value of a cell; false: there is no such part of it. */
static bool write_cell_value(dt_selectors *all, dt_selector *s) {
  const part_form *forms = s->attribute == NULL ? text_forms : s->attribute[0] == 'h' ? link_forms : picture_forms;
  const part_form *form = &forms[s->cell_part];
  if (form->xpath == NULL) return false;

  dt_column_write(&s->xpath, all->columns, s->column, s->way);
  dt_column_write_css(&s->css, all->columns, s->column, s->way);
  dt_buffer_text(&s->xpath, form->xpath);

  if (form->css == NULL)
    dt_buffer_free(&s->css);
  else if (s->css.length != 0)
    dt_buffer_text(&s->css, form->css);

  s->joined = form->joined;
  s->list = s->list || form->list;
  return true;
}

/* ---- fields ---- */

static dt_selector *add_selector(dt_selectors *all, const dt_wrapper_node *node, uint32_t field) {
  if (field == DT_NO_FIELD || !all->wrapper->fields[field].wanted || all->failed) return NULL;
  if (all->count == all->capacity) {
    uint32_t capacity = 2 * all->capacity + 8;
    dt_selector *bigger = realloc(all->fields, capacity * sizeof *bigger);
    if (bigger == NULL) {
      all->failed = true;
      return NULL;
    }
    all->fields = bigger;
    all->capacity = capacity;
  }

  dt_selector *s = &all->fields[all->count++];
  *s = (dt_selector){.field = field, .node = node};
  for (const dt_wrapper_node *up = node; up != NULL && s->column == NULL; up = up->parent)
    s->column = dt_columns_of(all->columns, up);
  if (s->column != NULL) s->way = dt_column_first_way(s->column);
  return s;
}

static void write_attribute(dt_selectors *all, dt_selector *s) {
  s->list = s->node->repeated;
  if (is_of_cell(s))
    s->reason = write_cell_value(all, s) ? NULL : "its cell has no such part";
  else if (write_element(all, s, s->node))
    dt_buffer_format(&s->xpath, "/@%s", s->attribute);
  else
    s->reason = "its place in the record varies";
}

/* Writes a part of a text, or the text of a whole element. */
static void write_part(dt_selectors *all, dt_selector *s) {
  const dt_wrapper_node *node = s->node, *base = dt_sample_base(all->wrapper);
  const dt_wrapper_node *element = dt_selector_is_element(node) ? node : node->parent;
  const dt_part *part = s->part;
  uint32_t same = 0;

  s->list = node->repeated || element->repeated;
  for (uint32_t p = 0; p < node->part_count; p++) same += strcmp(node->parts[p].within, part->within) == 0;
  if (node->split == DT_SPLIT_MARKS && !dt_selector_is_element(node)) s->split = node;

  if (node->split >= DT_SPLIT_MARKS && s->split == NULL)
    s->reason = "it is a part of a text that is split by its shape";
  else if (part->join != NULL)
    s->reason = "it is joined from several texts";
  else if (part->list != NULL)
    s->reason = "it is a list within a text";
  else if (node->part_count > 1 && same > 1 && s->split == NULL)
    s->reason = "several values of the text have the same markup";
  else if (is_of_cell(s))
    s->reason = write_cell_value(all, s) ? NULL : "its cell has no such part";
  else if (element->tag == DT_TAG_RUN && !write_beside(s, base, node, part->within))
    s->reason = "its text is beside the elements of the record";
  else if (element->tag != DT_TAG_RUN &&
           (!write_element(all, s, element) || (node != element && !write_text_nodes(s, node))))
    s->reason = "its place in the record varies";
  else if (node->split == DT_SPLIT_STRUCK && !dt_tag_is(dt_tag_number(part->within, strlen(part->within)), DT_STRUCK))
    write_unstruck(s);
  else if (s->split != NULL)
    return;
  else if (node->split != DT_SPLIT_NONE && *part->within != '\0')
    write_path_within(s, part->within);
  else if (node->split != DT_SPLIT_NONE && element->tag != DT_TAG_RUN)
    s->reason = "its text has no markup of its own";
}

/* Writes the selector of a field, which ends with NUL. */
static void write_field(dt_selectors *all, dt_selector *s) {
  if (s->attribute != NULL)
    write_attribute(all, s);
  else
    write_part(all, s);
  dt_buffer_byte(&s->xpath, '\0');
  if (s->css.length != 0) dt_buffer_byte(&s->css, '\0');
  s->by_place = s->column != NULL && s->column->header.length != 0 && dt_way_is_by_place(s->way);
  all->failed |= s->xpath.failed || s->css.failed;
}

/* Ends a selector of a field that cannot have one. */
static void leave_out(dt_selector *s, const char *reason) {
  s->reason = reason;
  s->column = NULL; /* no other way to its cell is tried */
  dt_buffer_byte(&s->xpath, '\0');
}

static void add_node_selectors(dt_selectors *all, const dt_wrapper_node *node) {
  static const char *const names[] = {"href", "src"};
  const uint32_t addresses[] = {node->href, node->src};
  dt_selector *s;

  for (int a = 0; a < 2 && dt_selector_is_element(node); a++) {
    if ((s = add_selector(all, node, addresses[a])) == NULL) continue;
    s->attribute = names[a];
    write_field(all, s);
  }

  for (uint32_t a = 0; a < node->attribute_count; a++) {
    const dt_attribute_source *source = &node->attributes[a];
    bool plain = source->without == NULL && *source->part.before == '\0' && *source->part.after == '\0';
    if ((s = add_selector(all, node, source->part.field)) == NULL) continue;
    s->attribute = source->name;
    if (dt_selector_is_element(node) && *source->element == '\0' && plain && !is_of_cell(s))
      write_field(all, s);
    else
      leave_out(s, plain ? "it is an attribute of an element within a text or a cell" : "it is a part of an attribute");
  }

  for (uint32_t p = 0; p < node->part_count; p++) {
    if ((s = add_selector(all, node, node->parts[p].field)) == NULL) continue;
    s->part = &node->parts[p];
    write_field(all, s);
  }
}

bool dt_selector_remake(dt_selectors *all, uint32_t number, dt_way way, dt_cell_part part) {
  dt_selector *s = &all->fields[number];
  dt_buffer_free(&s->xpath);
  dt_buffer_free(&s->css);
  s->way = way;
  s->cell_part = part;
  s->joined = false;
  s->reason = NULL;
  write_field(all, s);
  return !all->failed;
}

/* ---- all ---- */

detm_status dt_selectors_make(dt_selectors *all, const detm_wrapper *wrapper, const dt_columns *columns,
                              dt_record_tests tests, const dt_tests *more, detm_error *error) {
  *all = (dt_selectors){.wrapper = wrapper,
                        .columns = columns,
                        .tests = tests,
                        .more = more,
                        .only_xpath = more != NULL && more->only_xpath};
  const dt_wrapper_node *base = dt_sample_base(wrapper);
  if (base == NULL)
    return dt_error_set(error, DETM_NOTHING,
                        "no element begins the records of the wrapper, so that no selector can find them");
  if (tests < DT_RECORD_TESTS)
    dt_record_path_write(all, base);
  else if (!dt_record_path_write_rows(all))
    return dt_error_set(error, DETM_NOTHING, "no header of a column is known");
  for (const dt_wrapper_node *node = wrapper->root->first; node != NULL; node = dt_wrapper_next(node))
    add_node_selectors(all, node);
  all->more = NULL;
  dt_buffer_byte(&all->xpath, '\0');
  dt_buffer_byte(&all->css, '\0');
  all->failed |= all->xpath.failed || all->css.failed;
  return all->failed ? dt_error_memory(error) : DETM_OK;
}

void dt_selectors_free(dt_selectors *all) {
  for (uint32_t f = 0; f < all->count; f++) {
    dt_buffer_free(&all->fields[f].xpath);
    dt_buffer_free(&all->fields[f].css);
  }
  free(all->fields);
  dt_buffer_free(&all->xpath);
  dt_buffer_free(&all->css);
}

/* ---- values ---- */

/* The part of a text that is split at marks: between the marks of the parts before it and its own. */
static detm_text part_between(const dt_selector *selector, detm_text text) {
  const dt_wrapper_node *split = selector->split;
  const detm_text none = {text.data, 0};
  size_t length, at;

  for (const dt_part *before = split->parts; before != selector->part; before++) {
    at = dt_mark_find(text, dt_text(before->after), false, &length);
    if (at == SIZE_MAX) return none;
    text = dt_text_from(text, at + length);
  }

  bool last = selector->part + 1 == split->parts + split->part_count;
  detm_text mark = dt_text(selector->part->after);
  if (last && mark.length != 0 && dt_text_ends(text, mark))
    text.length -= mark.length;
  else if (!last && (at = dt_mark_find(text, mark, false, &length)) != SIZE_MAX)
    text.length = at;

  return text;
}

detm_text dt_selector_value(const dt_selector *selector, detm_text text) {
  const dt_part *part = selector->part;
  if (part == NULL || text.length == 0) return text;
  if (selector->split == NULL) return dt_part_value(part, text);
  return dt_part_marked_value(part, dt_marks_trim(part, part_between(selector, text)));
}
