/* content/meta/breadcrumb.c: finds the breadcrumb of a page: declared (JSON-LD, microdata, RDFa), otherwise the row of
 * links that is most likely one by separators, addresses, position and class names. */
#include "content/meta/breadcrumb_rows.h"
#include "html/data/jsonld.h"

#include "content/style/css.h"
#include "text/fold.h"

#include <stdlib.h>
#include <strings.h>

enum {
  MAX_BLOCKS = 25,
  MAX_CHARS = 400,
  MAX_ITEMS = 24,
  MAX_NAME_LENGTH = 300,
  NODES_OF_NAME = 300,     /* nodes read for a name */
  STEPS_UP = 8,            /* ancestors of a row whose names are checked */
  MAX_ATTRIBUTES = 32,     /* checked in each ancestor */
  MAX_VALUE_LENGTH = 1000, /* bytes checked in each attribute */
  NEAR = 12                /* blocks before the heading */
};

/* Words in classes, ids and labels of breadcrumbs.  From rows of links alone, .59 of 155 real breadcrumbs are found
 * with these words, .37 without; with JSON-LD and microdata .99 and .98. */
static const char *const words[] = {"crumb", "pathway"};

/* ---- JSON-LD ---- */

typedef struct item {
  double position;
  const char *name;
} item;

static const char *child_text(const xmlNode *object, const char *name) {
  for (const xmlNode *child = object->children; child != NULL; child = child->next)
    if (dt_node_is(child, name) && child->children != NULL && dt_node_is_text(child->children))
      return dt_node_content(child->children);
  return NULL;
}

/* Returns the name of an item, or of the object that is its item. */
static const char *item_name(const xmlNode *element) {
  const char *name = child_text(element, "name");
  for (const xmlNode *child = element->children; child != NULL && name == NULL; child = child->next)
    if (dt_node_is(child, "item") && child->children != NULL) return child_text(child, "name");
  return name;
}

static int by_position(const void *a, const void *b) {
  const item *x = a, *y = b;
  return (x->position > y->position) - (x->position < y->position);
}

static dt_name_list item_names(const dt_content_page *page, item *items, size_t count) {
  dt_name_list list = {DT_ARRAY(page->arena, const char *, MAX_ITEMS), 0};
  qsort(items, count, sizeof *items, by_position);
  for (size_t i = 0; i < count; i++) {
    char *name = dt_arena_copy(page->arena, items[i].name, strlen(items[i].name));
    name[dt_normalize_space(name, strlen(name))] = '\0';
    if (*name != '\0') list.names[list.count++] = name;
  }
  return list;
}

/* Returns the first list with names in the JSON-LD.  Items without a position are in document order. */
static dt_name_list find_in_data(const dt_content_page *page) {
  for (const xmlNode *object = NULL; (object = dt_data_next(page, object)) != NULL;) {
    if (!dt_jsonld_is(object, "BreadcrumbList")) continue;
    item items[MAX_ITEMS] = {{0, NULL}};
    size_t count = 0;
    for (const xmlNode *child = object->children; child != NULL && count < MAX_ITEMS; child = child->next) {
      const char *name = dt_node_is(child, "itemListElement") ? item_name(child) : NULL;
      if (name == NULL) continue;
      const char *text = child_text(child, "position");
      double position;
      bool placed = text != NULL && dt_number_read(dt_text(text + strspn(text, DT_WHITE)), &position) != 0;
      items[count] = (item){placed ? position : (double)count, name};
      count++;
    }
    dt_name_list list = item_names(page, items, count);
    if (list.count != 0) return list;
  }

  return (dt_name_list){NULL, 0};
}

/* ---- microdata and RDFa ---- */

static bool is_breadcrumb_list(const xmlNode *element) {
  for (const xmlAttr *a = element->properties; a != NULL; a = a->next) {
    const char *name = (const char *)a->name;
    if ((*name == 'i' || *name == 't') && (strcmp(name, "itemtype") == 0 || strcmp(name, "typeof") == 0) &&
        strstr(dt_attribute_content(a), "BreadcrumbList") != NULL)
      return true;
  }
  return false;
}

/* Returns the text of an element in one line, or its content attribute; NULL if it is too long. */
static const char *text_in(const dt_content_page *page, const xmlNode *element) {
  char text[MAX_NAME_LENGTH];
  size_t length = 0;
  unsigned looked = 0;
  const char *content = dt_node_value(element, "content");
  if (content != NULL) return content;

  for (const xmlNode *node = element; (node = dt_node_next(element, node)) != NULL;) {
    const char *part = dt_node_content(node);
    size_t more = strnlen(part, sizeof text + 1);
    if (++looked > NODES_OF_NAME || length + more > sizeof text) return NULL;
    memcpy(text + length, part, more);
    length += more;
  }

  return dt_arena_copy(page->arena, text, length);
}

/* Returns the first list with names in microdata or RDFa. */
static dt_name_list find_in_markup(const dt_content_page *page) {
  dt_name_list names = {NULL, 0};
  for (uint32_t e = 0; e < page->element_count && names.count == 0;) {
    const xmlNode *list = page->elements[e].node;
    if (!is_breadcrumb_list(list)) {
      e++;
      continue;
    }
    item items[MAX_ITEMS] = {{0, NULL}};
    size_t count = 0;
    for (const xmlNode *node = dt_node_next(list, list); node != NULL && count < MAX_ITEMS;) {
      dt_scope_tick(page->arena->scope);
      const char *property = node->type == XML_ELEMENT_NODE ? dt_node_value(node, "itemprop") : NULL;
      if (property == NULL && node->type == XML_ELEMENT_NODE) property = dt_node_value(node, "property");
      bool is_name = property != NULL && strcmp(property, "name") == 0;
      const char *name = is_name ? text_in(page, node) : NULL;
      if (name != NULL) items[count] = (item){(double)count, name}, count++;
      node = is_name ? dt_node_after(list, node) : dt_node_next(list, node);
    }
    names = item_names(page, items, count);
    e = page->elements[e].end;
  }

  return names;
}

/* ---- names of rows ---- */

/* A row of links: its blocks, and the nodes that hold nothing else, from `inner` up to below `outer`. */
typedef struct row {
  uint32_t first, last;
  const xmlNode *inner, *outer;
} row;

static bool has_crumb_word(const char *text) {
  /* the second letters of the words, by the first: most places of a text are left by them */
  static const char seconds[256] = {['c'] = 'r', ['C'] = 'r', ['p'] = 'a', ['P'] = 'a'};
  for (const char *at = text; *at != '\0' && at < text + MAX_VALUE_LENGTH; at++) {
    const char second = seconds[(unsigned char)*at];
    if (second == 0 || (at[1] | 32) != second) continue;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      if (strncasecmp(at, words[i], strlen(words[i])) == 0) return true;
  }
  return false;
}

/* Checks whether class, id, label or type of an element names a breadcrumb. */
static bool is_named_breadcrumb(const xmlNode *element) {
  static const char *const names[] = {"class", "id", "aria-label", "itemtype", "typeof"};
  unsigned looked = 0;
  for (const xmlAttr *a = element->properties; a != NULL && looked < MAX_ATTRIBUTES; a = a->next, looked++)
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      if ((char)*a->name == *names[i] && strcmp((const char *)a->name, names[i]) == 0 &&
          has_crumb_word(dt_attribute_content(a)))
        return true;
  return false;
}

static bool is_called_breadcrumb(const row *r) {
  const xmlNode *node = r->inner;
  for (unsigned step = 0; step < STEPS_UP && node != r->outer && node->type == XML_ELEMENT_NODE; step++) {
    if (is_named_breadcrumb(node)) return true;
    node = node->parent;
  }
  return false;
}

/* ---- rows of links ---- */

typedef struct search {
  const dt_content_page *page;
  uint32_t heading; /* the first block of the first h1; block_count without an h1 */
  dt_trail best;
  double most;
} search;

static bool is_near(const search *s, const row *r) { return r->first < s->heading && s->heading - r->first <= NEAR; }

static double at_most_1(double share) { return share < 1 ? share : 1; }

/* Scores how likely a row is a breadcrumb; it is one if the score is above 0.  The score is the log odds by separators,
 * addresses and position: a logistic regression on 7448 rows of 155 real pages, rounded. */
static double score_row(const search *s, const row *r, const dt_trail *t, bool named) {
  unsigned links = 0;
  size_t bytes = 0;
  for (unsigned i = 0; i < t->count; i++) {
    links += *t->addresses[i] != '\0';
    bytes += strlen(t->names[i]);
  }

  if (t->over || links == 0) return 0;
  if (!named && (t->count < 2 || links + 1 < t->count)) return 0;
  dt_descent d = dt_trail_descent(t, s->page);
  double gaps = t->count > 1 ? t->count - 1 : 1;
  return 1.4 * at_most_1(t->separators / gaps) + 1.2 * at_most_1(t->arrows / gaps) + (d.root ? 3.5 : 2.6) * d.steps +
         1.1 * d.own + (d.root ? 0.3 : 0) + (*t->addresses[t->count - 1] == '\0' ? 0.7 : 0) + (is_near(s, r) ? 3 : 0) +
         (t->count >= 3 ? 0.6 : 0) - (t->count >= 6 ? 0.9 : 0) - (bytes > 30 * t->count ? 0.8 : 0) - 5.9 +
         (named ? 7 : 0);
}

static void try_row(search *s, row r) {
  const dt_sums *from = &s->page->sums[r.first], *to = &s->page->sums[r.last];
  uint32_t links = to->links - from->links, chars = to->chars - from->chars;
  if (links == 0 || links > DT_TRAIL_NAMES || chars > MAX_CHARS) return;
  bool named = is_called_breadcrumb(&r);
  if (!named && links == 1 && to->linked_chars - from->linked_chars == chars) return; /* only one name */
  bool linked = 4 * (to->linked_chars - from->linked_chars) >= chars || chars < 120;
  bool early = r.first < 60 || 3 * r.first < s->page->block_count || is_near(s, &r);
  if (!named && (!linked || !early)) return;
  dt_trail trail;
  dt_mark mark = dt_arena_mark(s->page->arena);

  dt_trail_read(&trail, s->page, r.first, r.last);
  double score = score_row(s, &r, &trail, named);
  if (score <= s->most) {
    dt_arena_rewind(s->page->arena, mark);
    return;
  }

  s->most = score;
  s->best = trail;
}

static const xmlNode *text_parent(const dt_content_page *page, uint32_t block) {
  return page->pieces[page->blocks[block].first].node->parent;
}

static bool same_blocks(const dt_element *a, const dt_element *b) { return a->first == b->first && a->last == b->last; }

/* Returns the innermost element with the same blocks. */
static const xmlNode *innermost_element(const dt_content_page *page, uint32_t element) {
  uint32_t inner = element;
  while (inner + 1 < page->elements[element].end && same_blocks(&page->elements[inner + 1], &page->elements[element]))
    inner++;
  return page->elements[inner].node;
}

/* Tries the elements with few blocks, and the running text in elements with several. */
static dt_name_list find_on_page(const dt_content_page *page) {
  search s = {.page = page, .heading = page->block_count};
  for (uint32_t e = 0; e < page->element_count && s.heading == page->block_count; e++)
    if (page->elements[e].tag == DT_TAG_h1 && page->elements[e].last > page->elements[e].first)
      s.heading = page->elements[e].first;

  for (uint32_t e = 0; e < page->element_count; e++) {
    const dt_element *element = &page->elements[e];
    uint32_t count = element->last - element->first;
    dt_scope_tick(page->arena->scope);
    if (count == 0 || count > MAX_BLOCKS || (element->within & DT_IN_HIDDEN) != 0) continue;
    if (page->sums[element->last].links == page->sums[element->first].links) continue;
    if (element->parent != DT_NONE && same_blocks(&page->elements[element->parent], element)) continue;
    const xmlNode *inner = count == 1 ? text_parent(page, element->first) : innermost_element(page, e);
    try_row(&s, (row){element->first, element->last, inner, element->node->parent});
  }

  for (uint32_t b = 0; b < page->block_count; b++) {
    const dt_element *element = &page->elements[page->blocks[b].element];
    dt_scope_tick(page->arena->scope);
    if (element->last - element->first > 1 && page->blocks[b].links != 0 && (element->within & DT_IN_HIDDEN) == 0)
      try_row(&s, (row){b, b + 1, text_parent(page, b), element->node});
  }

  dt_name_list list = {DT_ARRAY(page->arena, const char *, DT_TRAIL_NAMES), s.best.count};
  for (unsigned i = 0; i < s.best.count; i++) list.names[i] = s.best.names[i];
  return list;
}

dt_name_list dt_find_breadcrumb(const dt_content_page *page) {
  dt_name_list data = find_in_data(page);
  if (data.count > 1) return data;
  dt_name_list markup = find_in_markup(page);
  if (markup.count > 1) return markup;
  dt_name_list seen = find_on_page(page);
  return seen.count != 0 ? seen : markup.count != 0 ? markup : data;
}
