/* wrapper/group_headings.c: headings of groups of records (doc/method 2.10).
 *
 * A heading is a short text of its own between the records, or between the parents of records: it is before the first
 * record, and elements of the same tag and class with other texts are before some of the others, but not before all:
 * then it is a part of each record. */
#include "wrapper/group_headings.h"

#include "text/sentences.h"
#include "values/value_kind.h"
#include "wrapper/learn/column_words.h"
#include "wrapper/pieces.h"
#include "wrapper/tunables.h"

enum {
  MAX_TRIED = 8, /* elements before the first record that may be its heading, on each level */
  MAX_NODES = 16 /* of a heading */
};

/* What the headings of one kind have in common. */
typedef struct kind {
  uint32_t level; /* dt_group_level */
  dt_tag tag;
  detm_text class;
  bool head; /* rows that are heads of parts of a table */
} kind;

uint32_t dt_group_level(const dt_tree *tree, dt_index record, dt_index heading) {
  uint32_t level = 1;
  for (; level < DT_MAX_GROUP_LEVEL && record != DT_NONE && tree->nodes[record].parent != tree->nodes[heading].parent;
       level++)
    record = tree->nodes[record].parent;
  return level;
}

/* The cells with a text or element of a row or section of a table.  *heads: those of heads. */
static uint32_t count_filled_cells(const dt_tree *tree, dt_index node, uint32_t *heads) {
  const dt_node *n = &tree->nodes[node];
  uint32_t cells = 0;
  *heads = 0;
  if (n->tag != DT_TAG_tr && n->tag != DT_TAG_thead && n->tag != DT_TAG_tbody) return 0;
  for (dt_index at = node + 1; at < n->end; at++) {
    dt_tag tag = tree->nodes[at].tag;
    if (!dt_is_table_cell(tag) || tree->nodes[at].end - 1 == at) continue;
    cells++;
    *heads += tag == DT_TAG_th;
  }
  return cells;
}

/* Whether a node has numbers as texts, other than years. */
static bool has_numbers(const dt_tree *tree, dt_index node) {
  enum { YEAR_LENGTH = 4 };
  for (dt_index at = node + 1; at < tree->nodes[node].end; at++) {
    if (tree->nodes[at].tag != DT_TAG_TEXT) continue;
    detm_text text = dt_text_of(tree, at);
    if (text.length != YEAR_LENGTH && (dt_kind_of(text) & (DT_KIND_COUNT | DT_KIND_PRICE))) return true;
  }
  return false;
}

/* Whether a node is the head of a part of a table, whose first column is named after the part: a row of several head
 * cells, with numbers it is one of sums; or one that the grid has as such. */
static bool is_row_of_heads(const dt_tree *tree, const dt_grid *grid, dt_index node) {
  if (dt_grid_has_part(grid, node)) return true;
  uint32_t heads, cells = count_filled_cells(tree, node, &heads);
  return cells > 1 && heads == cells && !has_numbers(tree, node);
}

/* Whether a node is a short text of its own (decoration makes no element: "<span>3</span>" is a text); of a row or
 * section of a table, the only cell with a text. */
static bool is_short_text(const dt_tree *tree, dt_index node) {
  const dt_node *n = &tree->nodes[node];
  uint32_t texts = 0, heads, pictures = 0;
  size_t bytes = 0;

  if (n->tag == DT_TAG_TEXT) {
    detm_text text = dt_text_of(tree, node);
    return !(n->flags & DT_NODE_LINKED) && dt_has_words(text) && text.length <= DT_MIN_SENTENCE;
  }

  if (dt_size(tree, node) > MAX_NODES || (n->flags & DT_NODE_HIDDEN)) return false;
  for (dt_index at = node + 1; at < n->end; at++) {
    pictures += tree->nodes[at].tag == DT_TAG_img;
    if (tree->nodes[at].tag != DT_TAG_TEXT) continue;
    detm_text text = dt_text_of(tree, at);
    if (text.length > DT_MIN_SENTENCE && dt_sentence_ends(text) != 0) return false;
    texts += dt_has_words(text); /* "[edit]" may be three */
    bytes += text.length;
  }

  if (pictures > 1 || (pictures == 1 && texts != 1)) return false; /* a logo beside the name of a group is one */
  return texts != 0 && texts <= DT_MAX_HEADING_TEXTS && bytes <= DT_MAX_HEADING_BYTES &&
         count_filled_cells(tree, node, &heads) <= 1;
}

/* Whether a node is a heading of a kind.  h1 to h6 may have any class, as the first or today's often has its own.  A
 * heading that its tag or class marks may be longer than those by which the kind was found. */
static bool is_of_kind(const dt_tree *tree, const dt_grid *grid, const kind *k, dt_index node) {
  if (tree->nodes[node].tag != k->tag || k->head != is_row_of_heads(tree, grid, node)) return false;
  if (k->head || dt_tag_is(k->tag, DT_HEADING)) return true;
  bool marked = k->class.length != 0 && k->tag != DT_TAG_tr;
  return (marked || is_short_text(tree, node)) && dt_share_class(k->class.data, dt_node_class(tree, node));
}

/* Whether a node that is not of a kind of h1 to h6 has such a heading in it. */
static bool hides_heading(const dt_tree *tree, const kind *k, dt_index node) {
  if (!dt_tag_is(k->tag, DT_HEADING) || dt_size(tree, node) > MAX_NODES) return false;
  for (dt_index at = node + 1; at < tree->nodes[node].end; at++)
    if (tree->nodes[at].tag == k->tag) return true;
  return false;
}

static dt_index ancestor(const dt_tree *tree, dt_index node, uint32_t levels) {
  for (; levels != 0 && node != DT_NONE; levels--) node = tree->nodes[node].parent;
  return node;
}

/* Returns the heading of a kind before a record: the last after the start of the record before, else that of the
 * record before (`inherited`), if both are in one parent.  DT_NONE = none.  passed: NULL, or is increased by the number
 * of headings between the two records. */
static dt_index find_heading(dt_scope *scope, const dt_tree *tree, const kind *k, const dt_record *record,
                             const dt_record *before, dt_index inherited, uint32_t *passed) {
  dt_index node = ancestor(tree, record->nodes[0], k->level - 1), found = DT_NONE;
  dt_index from = before != NULL ? before->nodes[0] + 1 : 0;
  if (node == DT_NONE || node == 0) return DT_NONE;
  if (node < from) return inherited; /* the ancestor of both */
  dt_index parent = tree->nodes[node].parent;
  for (uint32_t at = dt_child_position(tree, parent, node); at-- > 0;) {
    dt_index sibling = dt_child(tree, parent, at);
    if (sibling < from) return found != DT_NONE ? found : inherited;
    dt_scope_tick(scope);
    if (found == DT_NONE && hides_heading(tree, k, sibling)) return DT_NONE; /* this group has another markup */
    if (!is_of_kind(tree, record->grid, k, sibling)) continue;
    if (found == DT_NONE) found = sibling;
    if (passed == NULL) break;
    ++*passed;
  }
  return found;
}

/* Whether most records have an element of the kind's tag and class after their first one, short or long: it is a part
 * of them. */
static bool is_in_most_records(const dt_record_set *set, const kind *k) {
  uint32_t have = 0;
  for (uint32_t r = 0; r < set->count; r++) {
    const dt_record *record = &set->records[r];
    bool found = false;
    for (uint32_t n = 1; n < record->count && !found; n++)
      found = set->tree->nodes[record->nodes[n]].tag == k->tag &&
              dt_share_class(k->class.data, dt_node_class(set->tree, record->nodes[n]));
    have += found;
  }
  return 2 * (uint64_t)have > set->count;
}

/* A hash of the texts of a heading, in any order: another table may have the same columns in another. */
static uint64_t hash_heading(const dt_tree *tree, dt_index heading) {
  uint64_t hash = 0;
  for (dt_index at = heading; at < tree->nodes[heading].end; at++)
    if (tree->nodes[at].tag == DT_TAG_TEXT) hash += dt_hash_texts(tree, at, at + 1);
  return hash;
}

/* Whether the elements of a kind divide the records of a page into groups. */
static bool makes_groups(dt_scope *scope, const dt_record_set *set, const kind *k) {
  dt_index heading = DT_NONE;
  uint32_t headed = 0, groups = 0, changes = 0, passed = 0, shared = 0; /* shared: with the parent of the one before */
  uint64_t text = 0;                                                    /* hash of the heading before */
  if (k->level == 1 && is_in_most_records(set, k)) return false;

  for (uint32_t r = 0; r < set->count; r++) {
    const dt_record *before = r != 0 ? &set->records[r - 1] : NULL;
    dt_index found = find_heading(scope, set->tree, k, &set->records[r], before, heading, &passed);
    headed += found != DT_NONE;
    if (found != DT_NONE && found != heading) {
      uint64_t own = hash_heading(set->tree, found);
      groups++;
      shared += heading != DT_NONE && set->tree->nodes[heading].parent == set->tree->nodes[found].parent;
      changes += own != text;
      text = own;
    }
    heading = found;
  }

  return changes >= 2 && dt_tenths(changes, groups, DT_TENTHS_CHANGING) &&
         dt_tenths(headed, set->count, DT_TENTHS_HEADED) &&
         (shared == 0 || 10 * (uint64_t)groups <= DT_TENTHS_GROUPS * (uint64_t)set->count) &&
         2 * (uint64_t)passed <= 3 * (uint64_t)groups;
}

static bool is_known_kind(const kind *kinds, uint32_t count, const kind *k) {
  for (uint32_t i = 0; i < count; i++)
    if (kinds[i].level == k->level && kinds[i].tag == k->tag && kinds[i].head == k->head &&
        dt_share_class(kinds[i].class.data, k->class))
      return true;
  return false;
}

/* Adds the kinds of headings that divide the records of a page, the nearest to the records first. */
static void find_kinds(dt_arena *arena, dt_arena *scratch, const dt_record_set *set, kind *kinds, uint32_t *count) {
  const dt_tree *tree = set->tree;
  if (set->count < 3) return;

  dt_index node = set->records[0].nodes[0], last = set->records[set->count - 1].nodes[0];
  for (uint32_t level = 1; level <= DT_MAX_GROUP_LEVEL && node != 0; level++) {
    dt_index parent = tree->nodes[node].parent;
    for (uint32_t at = dt_child_position(tree, parent, node), tried = 0; at-- > 0 && tried < MAX_TRIED;) {
      dt_index sibling = dt_child(tree, parent, at);
      detm_text class = dt_node_class(tree, sibling);
      kind k = {level, tree->nodes[sibling].tag, class, is_row_of_heads(tree, set->records[0].grid, sibling)};
      if (!k.head && !is_short_text(tree, sibling)) continue;
      tried++;
      k.class = (detm_text){dt_arena_copy(arena, class.data, class.length), class.length};
      if (*count < DT_MAX_GROUP_HEADINGS && !is_known_kind(kinds, *count, &k) && makes_groups(scratch->scope, set, &k))
        kinds[(*count)++] = k;
    }
    if (last < tree->nodes[parent].end) break; /* all records are in this parent */
    node = parent;
  }
}

/* Adds the headings of some kinds, the nearest to the records first, to a record.  A heading ends the group of one that
 * is nearer to the records: a new country has no town yet. */
static void add_headings(dt_arena *arena, const dt_tree *tree, const kind *kinds, uint32_t count,
                         const dt_record *before, dt_record *record) {
  dt_index *headings = DT_ARRAY(arena, dt_index, count);
  for (uint32_t k = 0; k < count; k++)
    headings[k] = find_heading(arena->scope, tree, &kinds[k], record, before,
                               before != NULL ? before->headings[k] : DT_NONE, NULL);
  for (uint32_t near = 0; near < count; near++)
    for (uint32_t far = near + 1; far < count && headings[near] != DT_NONE; far++)
      if (headings[far] != DT_NONE && headings[far] > headings[near]) headings[near] = DT_NONE;
  record->headings = headings;
  record->heading_count = count;
}

/* The first text of a heading that is the head of a part. */
static detm_text name_of_part(const dt_tree *tree, dt_index heading) {
  for (dt_index at = heading; at < tree->nodes[heading].end; at++)
    if (tree->nodes[at].tag == DT_TAG_TEXT) return dt_text_of(tree, at);
  return dt_text("");
}

static detm_text first_word(detm_text text) {
  const char *blank = text.length != 0 ? memchr(text.data, ' ', text.length) : NULL;
  return (detm_text){text.data, blank != NULL ? (size_t)(blank - text.data) : text.length};
}

/* Whether the first of the heads of the parts of a table begins with a name of the column, as "Name" above "Shop B" and
 * "Shop C": with a word for columns, or without the word that all others begin with.  The records are those of the
 * table, from the first one on. */
static bool names_first_column(const dt_tree *tree, const dt_record *records, uint32_t count, uint32_t k) {
  dt_index first = records[0].headings[k], last = first;
  detm_text name = name_of_part(tree, first), word = dt_text("");
  uint32_t others = 0;
  bool shared = true;

  for (uint32_t r = 1; r < count && records[r].grid == records[0].grid; r++) {
    dt_index own = records[r].headings[k];
    if (own == last || own == DT_NONE) continue;
    detm_text other = first_word(name_of_part(tree, own));
    if (others++ == 0) word = other;
    shared = shared && dt_text_equal(word, other);
    last = own;
  }

  if (others != 0 && dt_word_name(name.data, name.length) != NULL) return true;
  return others >= 2 && shared && !dt_text_equal(first_word(name), word);
}

/* Takes the head of a table that names the first column, and no part, from the records below it. */
static void drop_names_of_columns(dt_arena *arena, const dt_tree *tree, const kind *kinds, uint32_t kind_count,
                                  dt_record *records, uint32_t count) {
  for (uint32_t k = 0; k < kind_count; k++)
    for (uint32_t r = 0; r < count && kinds[k].head; r++) {
      dt_index first = records[r].headings[k];
      bool begins = records[r].grid != NULL && (r == 0 || records[r - 1].grid != records[r].grid);
      if (!begins || first == DT_NONE || !names_first_column(tree, records + r, count - r, k)) continue;
      for (uint32_t own = r; own < count && records[own].headings[k] == first; own++) {
        dt_index *headings = DT_ARRAY(arena, dt_index, kind_count);
        memcpy(headings, records[own].headings, kind_count * sizeof *headings);
        headings[k] = DT_NONE;
        records[own].headings = headings;
      }
    }
}

/* Cuts the heading of the next group, with what follows it, off the end of a record. */
static void cut_off_headings(const dt_tree *tree, const kind *kinds, uint32_t count, dt_record *record) {
  for (uint32_t n = 1; n < record->count; n++)
    for (uint32_t k = 0; k < count && n < record->count; k++)
      if (kinds[k].level == 1 && is_of_kind(tree, record->grid, &kinds[k], record->nodes[n])) record->count = n;
}

void dt_group_headings_learn(dt_arena *arena, dt_arena *scratch, dt_record_set *sets, uint32_t set_count) {
  kind kinds[DT_MAX_GROUP_HEADINGS];
  uint32_t count = 0;
  for (uint32_t s = 0; s < set_count; s++) find_kinds(arena, scratch, &sets[s], kinds, &count);
  for (uint32_t s = 0; s < set_count && count != 0; s++) {
    dt_record *records = DT_ARRAY(arena, dt_record, sets[s].count);
    for (uint32_t r = 0; r < sets[s].count; r++) {
      records[r] = sets[s].records[r];
      cut_off_headings(sets[s].tree, kinds, count, &records[r]);
      add_headings(arena, sets[s].tree, kinds, count, r != 0 ? &records[r - 1] : NULL, &records[r]);
    }
    drop_names_of_columns(arena, sets[s].tree, kinds, count, records, sets[s].count);
    sets[s].records = records;
  }
}

/* Whether a heading of a wrapper is a row of several cells with texts: the head of a part. */
static bool is_row_of_a_part(const dt_wrapper_node *heading) {
  uint32_t cells = 0;
  for (const dt_wrapper_node *w = heading->first, *end = dt_wrapper_past(heading); w != NULL && w != end;
       w = dt_wrapper_next(w))
    cells += w->tag == DT_TAG_th || (w->tag == DT_TAG_td && w->first != NULL);
  return cells > 1;
}

void dt_group_headings_add(dt_arena *arena, const dt_tree *tree, const detm_wrapper *wrapper, dt_record *records,
                           uint32_t count) {
  kind kinds[DT_MAX_GROUP_HEADINGS];
  uint32_t kind_count = 0;
  for (const dt_wrapper_node *top = wrapper->root->first; top != NULL && kind_count < DT_MAX_GROUP_HEADINGS;
       top = top->next)
    if (top->group != 0) kinds[kind_count++] = (kind){top->group, top->tag, dt_text(top->class), is_row_of_a_part(top)};
  if (kind_count == 0) return;
  for (uint32_t r = 0; r < count; r++)
    add_headings(arena, tree, kinds, kind_count, r != 0 ? &records[r - 1] : NULL, &records[r]);
  drop_names_of_columns(arena, tree, kinds, kind_count, records, count);
}
