/* wrapper/labels.c: finds the page's own labels for the texts of its records. */
#include "wrapper/labels.h"

#include "text/field_name.h"
#include "wrapper/learn/learn.h"

enum { MAX_LABEL_LENGTH = 60, MAX_PREFIX_LENGTH = 40 };

/* ---- table headers ---- */

/* Whether all cells are th, or all texts are bold and outside links.  A row of three or more cells with one text is the
 * title of a group. */
static bool is_header(const dt_tree *tree, dt_index row) {
  bool heads = tree->nodes[row].kid_count >= 2, bold = heads;
  uint32_t texts = 0;
  for (uint32_t k = 0; k < tree->nodes[row].kid_count; k++)
    heads = heads && tree->nodes[dt_child(tree, row, k)].tag == DT_TAG_th;
  for (dt_index node = row; node < tree->nodes[row].end; node++) {
    if (tree->nodes[node].tag != DT_TAG_TEXT) continue;
    texts++;
    bold = bold && (tree->nodes[node].flags & DT_NODE_BOLD) && !(tree->nodes[node].flags & DT_NODE_LINKED);
  }
  return texts != 0 && (texts > 1 || tree->nodes[row].kid_count < 3) && (heads || bold);
}

static const char *text_below(dt_arena *arena, const dt_tree *tree, dt_index node) {
  char text[MAX_LABEL_LENGTH + 2];
  size_t length = 0;
  for (dt_index n = node; n < tree->nodes[node].end; n++) {
    if (tree->nodes[n].tag != DT_TAG_TEXT) continue;
    detm_text more = dt_text_of(tree, n);
    if (length + more.length + 1 > MAX_LABEL_LENGTH) return NULL;
    if (length != 0) text[length++] = ' ';
    memcpy(text + length, more.data, more.length);
    length += more.length;
  }
  return length != 0 ? dt_arena_copy(arena, text, length) : NULL;
}

/* The last header row before the records, and the header row right above it. */
typedef struct header {
  const dt_cell *cells, *above; /* NULL = none */
  uint32_t count, above_count;
} header;

static header read_header(const dt_record_set *set, dt_arena *arena) {
  const dt_node *nodes = set->tree->nodes;
  header h = {0};
  if (set->count == 0 || nodes[set->records[0].nodes[0]].tag != DT_TAG_tr) return h;
  dt_index record = set->records[0].nodes[0], table = nodes[record].parent, row = DT_NONE, above = DT_NONE;
  while (table != DT_NONE && nodes[table].tag != DT_TAG_table) table = nodes[table].parent;
  if (table == DT_NONE) return h;
  for (dt_index node = table + 1; node < record; node = nodes[node].tag == DT_TAG_tr ? nodes[node].end : node + 1) {
    if (nodes[node].tag != DT_TAG_tr || !is_header(set->tree, node)) continue;
    above = row != DT_NONE && nodes[row].end == node ? row : DT_NONE;
    row = node;
  }
  if (row == DT_NONE) return h;
  dt_grid grid;
  dt_grid_start(&grid, arena, set->tree);
  dt_grid_read(&grid, row);
  h.cells = dt_grid_cells(&grid, row, &h.count);
  if (above != DT_NONE) h.above = dt_grid_cells(&grid, above, &h.above_count);
  return h;
}

const dt_cell *dt_header_cells(const dt_record_set *set, dt_arena *arena, uint32_t *count) {
  header h = read_header(set, arena);
  *count = h.count;
  return h.cells;
}

/* The header cell above a cell of the last header row; DT_NONE if that spans both rows. */
static dt_index cell_above(const header *h, const dt_cell *cell) {
  for (uint32_t a = 0; a < h->above_count; a++)
    if (h->above[a].column <= cell->column && cell->column < h->above[a].column + h->above[a].span)
      return h->above[a].node != cell->node ? h->above[a].node : DT_NONE;
  return DT_NONE;
}

/* Joins the labels of two header rows: "Goals" and "For" become "Goals For".  A number, with which no name can begin,
 * goes to the end: "Owned 2021".  Only the part before "/" or "(" of the own label is used, as in a name.  Returns the
 * own label if the name would be too long. */
static const char *join_labels(dt_arena *arena, const char *above, const char *own) {
  char *words = dt_arena_copy(arena, above, strlen(above)); /* all of it may be in the name, even in brackets */
  for (char *at = words; (at = strpbrk(at, "/()")) != NULL;) *at = ' ';
  int length = (int)strcspn(own, "/(");
  bool number = dt_is_digit(words[strspn(words, " '")]);
  const char *joined = number ? dt_arena_format(arena, "%.*s %s", length, own, words)
                              : dt_arena_format(arena, "%s %.*s", words, length, own);
  return length != 0 && dt_name_make(arena, joined) != NULL ? joined : own;
}

/* Returns the labels of the cells of a header, NULL for those without text.  If columns under different cells of the
 * row above have the same label, all columns under these cells have the labels of both rows. */
static const char **make_labels(dt_arena *arena, const dt_tree *tree, const header *h) {
  const char **own = DT_ARRAY(arena, const char *, h->count), **labels = DT_ARRAY(arena, const char *, h->count);
  dt_index *above = DT_ARRAY(arena, dt_index, h->count);
  for (uint32_t c = 0; c < h->count; c++) {
    labels[c] = own[c] = text_below(arena, tree, h->cells[c].node);
    above[c] = own[c] != NULL ? cell_above(h, &h->cells[c]) : DT_NONE;
  }
  for (uint32_t c = 0; c < h->count; c++) {
    bool again = false;
    for (uint32_t d = 0; d < h->count && !again && above[c] != DT_NONE; d++)
      again = above[d] != DT_NONE && above[d] != above[c] && strcmp(own[c], own[d]) == 0;
    const char *group = again ? text_below(arena, tree, above[c]) : NULL;
    for (uint32_t d = 0; d < h->count && group != NULL; d++)
      if (above[d] == above[c]) labels[d] = join_labels(arena, group, own[d]);
  }
  return labels;
}

/* Sets the label of a cell's texts that have none. */
static void label_below(dt_wrapper_node *cell, const char *label, dt_label_source source) {
  const dt_wrapper_node *end = dt_wrapper_past(cell);
  for (dt_wrapper_node *w = cell; w != end; w = dt_wrapper_next(w)) {
    if (w->label != NULL || (w->tag != DT_TAG_TEXT && w->first != NULL && w->part_count == 0)) continue;
    w->label = label;
    w->label_source = source;
  }
}

/* Gives each value of a cell its part of a label of as many parts: "Case / Court", but not "Speed (km/h)" or "N/A". */
static void label_parts(dt_arena *arena, dt_wrapper_node *cell, const char *label) {
  static const char DIVIDER[] = " / ";
  enum { MAX_PARTS = 4 };
  dt_part *values[MAX_PARTS];
  const dt_wrapper_node *end = dt_wrapper_past(cell);
  uint32_t parts = 1, count = 0;
  for (const char *at = label; (at = strstr(at, DIVIDER)) != NULL; at += strlen(DIVIDER)) parts++;
  if (parts == 1 || parts > MAX_PARTS) return;
  for (dt_wrapper_node *w = cell; w != end; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count; p++) {
      if (w->parts[p].field == DT_NO_FIELD) continue;
      if (count == parts) return;
      values[count++] = &w->parts[p];
    }
  for (uint32_t p = 0; count == parts && p < count; p++) {
    const char *divider = strstr(label, DIVIDER);
    size_t length = divider != NULL ? (size_t)(divider - label) : strlen(label);
    if (values[p]->label == NULL) values[p]->label = dt_arena_copy(arena, label, length);
    if (divider != NULL) label = divider + strlen(DIVIDER);
  }
}

/* ---- labels within records ---- */

size_t dt_label_length(const char *text, size_t length) {
  for (size_t i = 0; i < length && i <= MAX_PREFIX_LENGTH; i++) {
    if (dt_is_digit(text[i])) return 0;
    size_t colon = text[i] == ':' ? 1 : length - i >= 3 && memcmp(text + i, "：", 3) == 0 ? 3 : 0;
    if (colon == 0) continue;
    i += colon;
    if (i < length && text[i] == '/') return 0;
    return i + (i < length && text[i] == ' ');
  }
  return 0;
}

static const char *trim_label(dt_arena *arena, const char *text) {
  size_t length = strlen(text);
  if (length > MAX_LABEL_LENGTH) return NULL;
  while (length != 0 && (text[length - 1] == ':' || text[length - 1] == ' ')) length--;
  if (length > 3 && memcmp(text + length - 3, "：", 3) == 0) length -= 3;
  return length != 0 ? dt_arena_copy(arena, text, length) : NULL;
}

/* The constant text in a dt or th. */
static dt_wrapper_node *constant_below(dt_wrapper_node *node) {
  const dt_wrapper_node *end = dt_wrapper_past(node);
  dt_wrapper_node *found = NULL;
  for (dt_wrapper_node *w = node; w != end; w = dt_wrapper_next(w)) {
    if (w->tag != DT_TAG_TEXT) continue;
    if (found != NULL || !w->constant || w->instances < 2) return NULL;
    found = w;
  }
  return found;
}

/* Whether an itemprop names the text: not one of an address, or of an item with properties of its own. */
static bool names_text(const dt_wrapper_node *node) {
  static const char *const others[] = {"url", "image", "itemListElement", "mainEntity", "offers", "sameAs", "item"};
  const dt_wrapper_node *end = dt_wrapper_past(node);
  uint32_t texts = 0;
  for (const dt_wrapper_node *w = node; w != end; w = dt_wrapper_next(w)) texts += w->part_count;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strcmp(node->itemprop, others[i]) == 0) return false;
  return texts <= 1;
}

/* Makes a label of an itemprop: "numberOfPages" becomes "number Of Pages". */
static const char *label_of_itemprop(dt_arena *arena, const char *itemprop) {
  char label[2 * MAX_LABEL_LENGTH + 2];
  size_t length = 0;
  for (const char *at = itemprop; *at != '\0' && length < 2 * MAX_LABEL_LENGTH; at++) {
    if (at != itemprop && dt_is_ascii_upper(*at) && at[-1] >= 'a' && at[-1] <= 'z') label[length++] = ' ';
    label[length++] = *at;
  }
  return dt_arena_copy(arena, label, length);
}

/* Labels texts from their neighbours: "Price:" before a text, a dt before a dd, a th before a td. */
static void label_neighbours(detm_wrapper *wrapper) {
  const char *label = NULL; /* from the text before */
  uint32_t instances = 0;   /* of that text */
  for (dt_wrapper_node *w = dt_wrapper_next(wrapper->root); w != NULL;
       w = w->group != 0 ? dt_wrapper_past(w) : dt_wrapper_next(w)) {
    if (w->itemprop != NULL && names_text(w))
      label_below(w, label_of_itemprop(&wrapper->arena, w->itemprop), DT_LABEL_ITEMPROP);
    dt_tag partner = w->tag == DT_TAG_dt ? DT_TAG_dd : w->tag == DT_TAG_th ? DT_TAG_td : DT_TAG_RUN;
    if (partner != DT_TAG_RUN && w->next != NULL && w->next->tag == partner) {
      dt_wrapper_node *text = constant_below(w);
      const char *own = text != NULL ? trim_label(&wrapper->arena, text->sample.data) : NULL;
      if (own != NULL) {
        label_below(w->next, own, DT_LABEL_HEADER);
        text->labels = true;
      }
    }
    if (w->caption != NULL) label_below(w, w->caption, DT_LABEL_HEADER);
    if (w->tag != DT_TAG_TEXT) continue;
    if (w->text != NULL) {
      label = trim_label(&wrapper->arena, w->text);
      instances = w->instances;
    } else {
      if (w->label == NULL && 2 * (uint64_t)instances > w->instances)
        w->label = label; /* false for "Sale:" before only some titles */
      label = NULL;
    }
  }
}

void dt_wrapper_label(detm_wrapper *wrapper, dt_arena *scratch, const dt_record_set *set) {
  dt_mark mark = dt_arena_mark(scratch);
  header h = read_header(set, scratch);
  const char **labels = make_labels(scratch, set->tree, &h);
  for (uint32_t c = 0; c < h.count; c++) {
    const char *label = labels[c] != NULL ? dt_arena_copy(&wrapper->arena, labels[c], strlen(labels[c])) : NULL;
    for (dt_wrapper_node *w = wrapper->root; w != NULL && label != NULL; w = dt_wrapper_next(w))
      if (w->column == h.cells[c].column) {
        label_below(w, label, DT_LABEL_HEADER);
        label_parts(&wrapper->arena, w, label);
      }
  }
  label_neighbours(wrapper);
  dt_arena_rewind(scratch, mark);
}
