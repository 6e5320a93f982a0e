/* wrapper/account/beside.c: what the extent of a list shows beside its records: rows of tables that are not records,
 * elements between the records, and some siblings before the first and after the last one. */
#include "base/ascii.h"
#include "base/vec.h"
#include "text/url.h"
#include "values/value_kind.h"
#include "wrapper/account/account.h"
#include "wrapper/learn/learn.h"

#include <stdlib.h>

enum { SIBLINGS = 3 /* before the first record and after the last one */, NOT_COUNTED = INT32_MAX, PAGE_DIGITS = 4 };

/* Nodes that are accounted for: a record, a heading that is a value of records, a table. */
typedef struct known {
  dt_index first, end;
} known;

typedef struct extent {
  dt_account *account;
  const dt_tree *tree;
  DT_VEC(known) known;
  dt_lookup parents; /* of the records */
  dt_lookup *shown;  /* the texts of what is known, once they are needed */
  dt_map *classes;   /* by hash of a class that nearly all records have: elements outside of them, or NOT_COUNTED;
                        once they are needed */
} extent;

/* All that a subtree shows, with blanks between its texts. */
static detm_text text_below(dt_arena *arena, const dt_tree *tree, dt_index node) {
  DT_VEC(detm_text) texts = {0};
  for (dt_index n = node; n < tree->nodes[node].end; n++)
    if (tree->nodes[n].tag == DT_TAG_TEXT) DT_VEC_PUSH(arena, &texts, dt_text_of(tree, n));
  return dt_cell_join(arena, texts.items, texts.count);
}

static void account_beside(const extent *x, dt_left_reason reason, dt_index node, detm_text text, bool address) {
  const dt_left left = {reason, DT_NONE, DT_NO_FIELD, address, text, node, false};
  x->account->visit(x->account->data, &left);
}

static void leave_addresses(const extent *x, dt_left_reason reason, dt_index from, dt_index end) {
  static const dt_attribute_name names[] = {DT_ATTRIBUTE_href, DT_ATTRIBUTE_src};
  for (dt_index node = from; node < end; node++)
    for (size_t n = 0; n < sizeof names / sizeof *names && x->tree->nodes[node].tag != DT_TAG_TEXT; n++) {
      detm_text address = dt_attribute_of(x->tree, node, names[n]);
      if (address.length == 0) continue;
      account_beside(x, dt_url_is_dead(address) ? DT_LEFT_DEAD : reason, node, address, true);
    }
}

/* ---- pagers ---- */

/* The number that is all of a text, without brackets around it; 0 = it is not one of a page. */
static uint32_t page_number_of(detm_text text) {
  uint32_t number = 0;
  text = dt_text_strip(text, "[]() \t\n");
  if (text.length == 0 || text.length > PAGE_DIGITS) return 0;
  for (size_t i = 0; i < text.length; i++) {
    if (!dt_is_digit(text.data[i])) return 0;
    number = 10 * number + (uint32_t)(text.data[i] - '0');
  }
  return number;
}

/* Whether the nodes [from, end) show links to other pages of the list, which are no part of its records: numbers that
 * rise, two or more, all but that of the page itself links, and beside them only other links and marks without
 * letters. */
static bool is_pager(const dt_tree *tree, dt_index from, dt_index end) {
  uint32_t last = 0, linked = 0, own = 0;
  for (dt_index n = from; n < end; n++) {
    if (tree->nodes[n].tag != DT_TAG_TEXT) continue;
    detm_text text = dt_text_of(tree, n);
    uint32_t number = page_number_of(text);
    bool is_link = (tree->nodes[n].flags & DT_NODE_LINKED) != 0;
    if (number == 0 && !is_link && dt_has_words(text)) return false;
    if (number == 0) continue;
    if (number <= last) return false;
    last = number;
    linked += is_link;
    own += !is_link;
  }

  return linked + own > 1 && own <= 1;
}

/* ---- rows of tables ---- */

/* Whether a row is a heading that is a value of its records: it, or its section, is a node before them. */
static bool is_column(const dt_grid *grid, const dt_lookup *headings, uint32_t row) {
  dt_index node = grid->rows[row].node;
  return node != DT_NONE && (dt_lookup_find(headings, node) != DT_NO_NUMBER ||
                             dt_lookup_find(headings, grid->tree->nodes[node].parent) != DT_NO_NUMBER);
}

/* Why a row is no record; DT_LEFT_REASONS = it is one, or a part, a name or a value of records. */
static dt_left_reason reason_of_row(const dt_grid *grid, const dt_lookup *headings, uint32_t row, bool totals) {
  const dt_grid_row *own = &grid->rows[row];
  switch (own->kind) {
  case DT_ROW_GROUP:
    return is_column(grid, headings, row) ? DT_LEFT_REASONS : DT_LEFT_ROW_GROUP;
  case DT_ROW_TOTAL:
    return totals ? DT_LEFT_REASONS : own->by_section ? DT_LEFT_ROW_FOOT : DT_LEFT_ROW_TOTAL;
  case DT_ROW_NOTE:
    return own->node != DT_NONE && is_pager(grid->tree, own->node, grid->tree->nodes[own->node].end) ? DT_LEFT_OUTSIDE
                                                                                                     : DT_LEFT_ROW_NOTE;
  case DT_ROW_REPEATED:
    return DT_LEFT_ROW_REPEATED;
  case DT_ROW_EMPTY:
    return DT_LEFT_ROW_EMPTY;
  case DT_ROW_HIDDEN:
    return DT_LEFT_HIDDEN;
  default:
    return DT_LEFT_REASONS;
  }
}

/* What a row shows, with blanks between its cells; a cell of several rows belongs to the first. */
static detm_text text_of_row(dt_arena *arena, const dt_grid *grid, uint32_t row) {
  const dt_grid_row *own = &grid->rows[row];
  DT_VEC(detm_text) texts = {0};
  for (uint32_t s = own->first; s < own->first + own->count; s++) {
    const dt_cell *cell = dt_slot_cell(grid, s);
    detm_text text = cell->row == row ? dt_cell_text(arena, grid->tree, cell->node) : (detm_text){"", 0};
    if (text.length != 0) DT_VEC_PUSH(arena, &texts, text);
  }
  return dt_cell_join(arena, texts.items, texts.count);
}

static void leave_row(const extent *x, const dt_grid *grid, uint32_t row, dt_left_reason reason) {
  dt_arena *scratch = x->account->scratch;
  const dt_grid_row *own = &grid->rows[row];
  dt_mark mark = dt_arena_mark(scratch);
  bool scattered = own->node == DT_NONE; /* the records are the table's columns */
  const dt_left left = {
      reason,   DT_NONE, DT_NO_FIELD, false, text_of_row(scratch, grid, row), scattered ? grid->node : own->node,
      scattered};

  x->account->visit(x->account->data, &left);
  for (uint32_t s = own->first; s < own->first + own->count; s++) {
    const dt_cell *cell = dt_slot_cell(grid, s);
    if (cell->row == row) leave_addresses(x, reason, cell->node, grid->tree->nodes[cell->node].end);
  }

  dt_arena_rewind(scratch, mark);
}

static void account_for_rows(const extent *x, const dt_grid *grid, const dt_lookup *headings) {
  for (uint32_t row = 0; row < grid->row_count; row++) {
    dt_left_reason reason = reason_of_row(grid, headings, row, x->account->result->totals);
    if (reason != DT_LEFT_REASONS) leave_row(x, grid, row, reason);
    dt_scope_tick(x->account->scratch->scope);
  }
}

/* ---- elements ---- */

static bool is_in_heading(const dt_tree *tree, dt_index node) {
  dt_index text = node; /* the only one */
  uint32_t texts = 0, bold = 0;
  if (dt_tag_is(tree->nodes[node].tag, DT_HEADING)) return true;
  for (dt_index n = node; n < tree->nodes[node].end; n++) {
    if (dt_tag_is(tree->nodes[n].tag, DT_HEADING)) return true;
    if (tree->nodes[n].tag != DT_TAG_TEXT) continue;
    texts++;
    bold += (tree->nodes[n].flags & DT_NODE_BOLD) != 0;
    text = n;
  }
  return texts == 1 && bold == 1 && !(tree->nodes[text].flags & DT_NODE_LINKED);
}

/* Whether an element shows only what records show: a copy of one for another screen. */
static bool is_copy(const extent *x, dt_index node) {
  dt_lookup *shown = x->shown;
  uint32_t texts = 0;
  if (shown->count == 0) {
    dt_lookup_start(shown, x->account->scratch, x->known.count);
    for (uint32_t k = 0; k < x->known.count; k++)
      for (dt_index n = x->known.items[k].first; n < x->known.items[k].end; n++)
        if (x->tree->nodes[n].tag == DT_TAG_TEXT) {
          detm_text text = dt_text_of(x->tree, n);
          dt_lookup_add(shown, dt_hash_bytes(text.data, text.length, 0));
        }
  }

  for (dt_index n = node; n < x->tree->nodes[node].end; n++) {
    if (x->tree->nodes[n].tag != DT_TAG_TEXT) continue;
    detm_text text = dt_text_of(x->tree, n);
    if (dt_lookup_find(shown, dt_hash_bytes(text.data, text.length, 0)) == DT_NO_NUMBER) return false;
    texts++;
  }

  return texts != 0;
}

static detm_text class_beside(const dt_tree *tree, dt_index node) {
  bool none = tree->nodes[node].tag == DT_TAG_TEXT || tree->nodes[node].attribute_count == 0;
  return none ? (detm_text){"", 0} : dt_attribute_of(tree, node, DT_ATTRIBUTE_class);
}

/* Counts the elements in [from, end) with a class. */
static uint32_t count_of_class(const dt_tree *tree, dt_index from, dt_index end, detm_text class) {
  uint32_t count = 0;
  for (dt_index n = from; n < end; n++) count += dt_text_equal(class_beside(tree, n), class);
  return count;
}

/* Finds the classes that nine of ten records have. */
static void find_classes(const extent *x) {
  const dt_record_set *set = &x->account->region->set;
  uint32_t count = set->count < DT_MAX_SAMPLE_RECORDS ? set->count : DT_MAX_SAMPLE_RECORDS;
  dt_map records;
  dt_lookup seen; /* in one of the records */

  dt_map_start(&records, x->account->scratch, 0);
  dt_lookup_start(&seen, x->account->scratch, 0);
  dt_map_start(x->classes, x->account->scratch, 0);

  for (uint32_t r = 0; r < count; r++)
    for (uint32_t k = 0; k < set->records[r].count; k++)
      for (dt_index n = set->records[r].nodes[k]; n < x->tree->nodes[set->records[r].nodes[k]].end; n++) {
        detm_text class = class_beside(x->tree, n);
        uint64_t hash = class.length != 0 ? dt_hash_bytes(class.data, class.length, 0) : 0;
        if (hash == 0 || !dt_lookup_insert(&seen, dt_hash_mix(hash, r))) continue;
        if (10 * (uint64_t)(++*dt_map_at(&records, hash)) >= 9 * (uint64_t)count)
          *dt_map_at(x->classes, hash) = NOT_COUNTED;
      }
}

/* Whether a class tells records from other elements: nearly all records have it, and at most as many elements outside
 * of them as there are records. */
static bool is_of_records(const extent *x, detm_text class) {
  const dt_record_set *set = &x->account->region->set;
  if (class.length == 0) return false;
  if (x->classes->lookup.arena == NULL) find_classes(x);
  uint64_t hash = dt_hash_bytes(class.data, class.length, 0);
  if (dt_map_get(x->classes, hash) == 0) return false;
  uint32_t *outside = dt_map_at(x->classes, hash);
  if (*outside != NOT_COUNTED) return *outside <= set->count;
  *outside = count_of_class(x->tree, 0, x->tree->node_count, class);
  for (uint32_t r = 0; r < set->count; r++)
    for (uint32_t k = 0; k < set->records[r].count; k++)
      *outside -=
          count_of_class(x->tree, set->records[r].nodes[k], x->tree->nodes[set->records[r].nodes[k]].end, class);
  return *outside <= set->count;
}

/* Whether an element is a record of another shape, or a part of one, by its classes. */
static bool is_like_record(const extent *x, dt_index node) {
  for (dt_index n = node; n < x->tree->nodes[node].end; n++)
    if (is_of_records(x, class_beside(x->tree, n))) return true;
  return false;
}

/* Why an element among the records is not one of them. */
static dt_left_reason reason_of_element(const extent *x, dt_index node, bool within) {
  const dt_node *own = &x->tree->nodes[node];
  const dt_record_set *set = &x->account->region->set;
  if (own->tag != DT_TAG_TEXT && own->flags & DT_NODE_HIDDEN) return DT_LEFT_HIDDEN;
  if (!within)
    return is_like_record(x, node) && !is_copy(x, node) && !is_pager(x->tree, node, own->end) ? DT_LEFT_ROW_ODD
                                                                                              : DT_LEFT_OUTSIDE;
  if (is_copy(x, node)) return DT_LEFT_COPY;
  if (dt_lookup_find(&x->parents, own->parent) == DT_NO_NUMBER) return DT_LEFT_ROW_OTHER_SECTION;
  if (is_in_heading(x->tree, node)) return DT_LEFT_ROW_HEADING;
  return own->tag == x->tree->nodes[set->records[0].nodes[0]].tag ? DT_LEFT_ROW_ODD : DT_LEFT_ROW_FOREIGN;
}

static void leave_element(const extent *x, dt_index node, bool within) {
  dt_arena *scratch = x->account->scratch;
  dt_left_reason reason = reason_of_element(x, node, within);
  dt_mark mark = dt_arena_mark(scratch);
  detm_text text = text_below(scratch, x->tree, node);
  if (text.length != 0)
    account_beside(x, dt_has_words(text) || reason == DT_LEFT_HIDDEN ? reason : DT_LEFT_SEPARATOR, node, text, false);
  leave_addresses(x, reason, node, x->tree->nodes[node].end);
  dt_arena_rewind(scratch, mark);
}

/* Accounts for the nodes [from, end) that are not known, each with all that is in it. */
static void account_between(const extent *x, dt_index from, dt_index end, bool within) {
  const known *all = x->known.items;
  uint32_t next = 0;
  for (dt_index node = from; node < end;) {
    while (next < x->known.count && all[next].end <= node) next++;
    bool is_known = next < x->known.count && all[next].first <= node;
    bool holds_known = next < x->known.count && all[next].first < x->tree->nodes[node].end;
    if (is_known) {
      node = all[next].end;
    } else if (holds_known) {
      leave_addresses(x, DT_LEFT_UNPLACED, node, node + 1);
      node++;
    } else {
      leave_element(x, node, within);
      node = x->tree->nodes[node].end;
    }
    dt_scope_tick(x->account->scratch->scope);
  }
}

/* Accounts for the siblings before or after a node: a few, and all up to the last that is like a record. */
static void account_for_siblings(const extent *x, dt_index node, bool before) {
  const dt_node *parent = &x->tree->nodes[x->tree->nodes[node].parent];
  const dt_index *kids = x->tree->children + parent->kids;
  uint32_t place = dt_child_position(x->tree, x->tree->nodes[node].parent, node);
  uint32_t from = before ? place - (place < SIBLINGS ? place : SIBLINGS) : place + 1;
  uint32_t end = before ? place : from + SIBLINGS;
  if (end > parent->kid_count) end = parent->kid_count;
  for (uint32_t kid = 0; kid < from && before; kid++)
    if (is_like_record(x, kids[kid])) from = kid;
  for (uint32_t kid = parent->kid_count; kid > end && !before; kid--)
    if (is_like_record(x, kids[kid - 1])) end = kid;
  if (from >= end) return;
  account_between(x, kids[from], x->tree->nodes[kids[end - 1]].end, false);
}

/* ---- the extent ---- */

static int compare_known(const void *a, const void *b) {
  const known *x = a, *y = b;
  if (x->first != y->first) return x->first < y->first ? -1 : 1;
  return x->end < y->end ? 1 : -(x->end > y->end);
}

static void add_known(extent *x, dt_index first, dt_index end) {
  DT_VEC_PUSH(x->account->scratch, &x->known, (known){first, end});
}

/* Keeps only nodes that are in no other. */
static void sort_known(extent *x) {
  uint32_t kept = 0;
  known *all = x->known.items;
  qsort(all, x->known.count, sizeof *all, compare_known);
  for (uint32_t k = 0; k < x->known.count; k++)
    if (kept == 0 || all[k].first >= all[kept - 1].end) all[kept++] = all[k];
  x->known.count = kept;
}

void dt_account_beside(dt_account *account) {
  const dt_record_set *set = &account->region->set;
  dt_mark mark = dt_arena_mark(account->scratch);
  dt_lookup headings, shown = {0};
  dt_map classes = {0};
  extent x = {.account = account, .tree = set->tree, .shown = &shown, .classes = &classes};
  dt_index first = DT_NONE, end = 0;
  if (set->count == 0) return;
  dt_lookup_start(&headings, account->scratch, 0);
  dt_lookup_start(&x.parents, account->scratch, 0);

  for (uint32_t r = 0; r < set->count; r++) {
    const dt_record *record = &set->records[r];
    for (uint32_t h = 0; h < record->heading_count; h++)
      if (record->headings[h] != DT_NONE && dt_lookup_insert(&headings, record->headings[h]))
        add_known(&x, record->headings[h], x.tree->nodes[record->headings[h]].end);
    uint32_t before = x.known.count; /* the headings may be far away */
    if (record->grid == NULL)
      for (uint32_t n = 0; n < record->count; n++) {
        add_known(&x, record->nodes[n], x.tree->nodes[record->nodes[n]].end);
        dt_lookup_add(&x.parents, x.tree->nodes[record->nodes[n]].parent);
      }
    else if (r == 0 || record->grid != set->records[r - 1].grid)
      add_known(&x, record->grid->node, x.tree->nodes[record->grid->node].end);
    for (uint32_t k = before; k < x.known.count; k++) {
      if (x.known.items[k].first < first) first = x.known.items[k].first;
      if (x.known.items[k].end > end) end = x.known.items[k].end;
    }
  }
  sort_known(&x);

  const dt_record *one = &set->records[0], *last = &set->records[set->count - 1];
  if (one->grid == NULL) account_for_siblings(&x, one->nodes[0], true);
  account_between(&x, first, end, true);
  for (uint32_t r = 0; r < set->count; r++)
    if (set->records[r].grid != NULL && (r == 0 || set->records[r].grid != set->records[r - 1].grid))
      account_for_rows(&x, set->records[r].grid, &headings);
  if (last->grid == NULL) account_for_siblings(&x, last->nodes[last->count - 1], false);
  dt_arena_rewind(account->scratch, mark);
}
