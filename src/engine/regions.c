/* engine/regions.c: regions from the best cuts, and their final records.
 *
 * The main region gets the records of the other parts of its list.  Rows that are not records (headings, sums) are
 * left out; records in an element of their own are added. */
#include "base/vec.h"
#include "engine/composition.h"
#include "engine/engine.h"
#include "engine/tunables.h"
#include "html/tree_path.h"

#include <stdlib.h>

enum { MIN_TO_TRIM = 3, MAX_TRIMMED = 2 /* records at either end */ };

/* ---- collecting ---- */

/* Copies the cut and its list out of scratch memory. */
void dt_region_add(dt_engine *e, const dt_list *list) {
  dt_region r = {0};
  double value;
  bool cut = dt_list_cut(e, list, &r.cut, &r.texts, &value);

  if (!cut || r.texts.varying == 0) {
    dt_explain_refused(e, list->parent, cut ? "its parts all say the same" : "its parts are not alike");
    return;
  }

  r.evidence = dt_region_evidence(e, &r.cut, r.features);
  r.reference = dt_cut_shape(e, &r.cut, r.cut.reference);
  r.reference_size = dt_cut_size(&r.cut, r.cut.reference);
  r.path = dt_path_hash(e->tree, list->parent);
  r.title = dt_list_title(e->tree, list->parent);
  dt_list *kept = DT_ARRAY(e->arena, dt_list, 1);
  *kept = *list;
  kept->shapes = NULL;
  kept->sizes = NULL;

  if (list->nodes < e->tree->children || list->nodes >= e->tree->children + e->tree->node_count) {
    dt_index *nodes = DT_ARRAY(e->arena, dt_index, list->count);
    kept->nodes = memcpy(nodes, list->nodes, list->count * sizeof *nodes);
  }

  uint32_t *starts = DT_ARRAY(e->arena, uint32_t, (size_t)r.cut.count + 1);
  r.cut.list = kept;
  r.cut.starts = memcpy(starts, r.cut.starts, (r.cut.count + (size_t)1) * sizeof *starts);
  DT_RESERVE(e->arena, e->regions, e->region_count, e->region_capacity, 1);
  e->regions[e->region_count++] = r;
}

/* Adds the rows of a grid as a region. */
static void add_grid(dt_engine *e, const dt_grid *grid) {
  uint32_t count = 0;
  if (grid->record_count == 0 || dt_is_copy(e, grid->node)) return;
  dt_list *list = DT_ZERO(e->arena, dt_list, 1);
  DT_VEC(dt_index) nodes = {0};
  uint32_t *starts = DT_ARRAY(e->arena, uint32_t, (size_t)grid->record_count + 1);
  for (uint32_t r = 0; r < grid->record_count; r++) {
    const dt_index *own = dt_grid_record_nodes(e->scratch, grid, r, &count);
    starts[r] = nodes.count;
    for (uint32_t n = 0; n < count; n++) DT_VEC_PUSH(e->arena, &nodes, own[n]);
  }
  starts[grid->record_count] = nodes.count;
  dt_shape *shapes = DT_ARRAY(e->scratch, dt_shape, nodes.count);
  uint32_t *sizes = DT_ARRAY(e->scratch, uint32_t, nodes.count + (size_t)1);
  sizes[0] = 0;
  for (uint32_t n = 0; n < nodes.count; n++) {
    shapes[n] = e->tree->nodes[nodes.items[n]].shape;
    sizes[n + 1] = sizes[n] + dt_size(e->tree, nodes.items[n]);
  }
  *list = (dt_list){grid->parent, nodes.items, shapes, sizes, nodes.count, false};

  dt_region r = {.grid = grid, .cut = {.list = list, .starts = starts, .count = grid->record_count}};
  dt_cut_weigh(e, &r.cut);
  r.texts = dt_texts_count(e, &r.cut);
  r.evidence = dt_region_evidence(e, &r.cut, r.features);
  r.reference = dt_cut_shape(e, &r.cut, r.cut.reference);
  r.reference_size = dt_cut_size(&r.cut, r.cut.reference);
  r.path = dt_path_hash(e->tree, grid->parent);
  list->shapes = NULL;
  list->sizes = NULL;
  DT_RESERVE(e->arena, e->regions, e->region_count, e->region_capacity, 1);
  e->regions[e->region_count++] = r;
}

void dt_grids_visit(dt_engine *e) {
  for (uint32_t g = 0; g < e->grids.count; g++) {
    dt_mark mark = dt_arena_mark(e->scratch);
    add_grid(e, e->grids.items[g]);
    dt_arena_rewind(e->scratch, mark);
    dt_scope_tick(e->arena->scope);
  }
}

/* ---- records ---- */

static uint32_t put_records(dt_record *records, const dt_region *region) {
  const dt_cut *cut = &region->cut;
  for (uint32_t r = 0; r < cut->count; r++)
    records[r] = (dt_record){.nodes = cut->list->nodes + cut->starts[r],
                             .count = cut->starts[r + 1] - cut->starts[r],
                             .grid = region->grid,
                             .row = r};
  return cut->count;
}

/* The tag and class with which records begin. */
static uint64_t start_of(const dt_engine *e, dt_index node) {
  return dt_hash_mix(e->tree->nodes[node].tag, dt_first_class_hash(e->tree, node));
}

/* The start of most records of the parts of a list. */
static uint64_t usual_start(const dt_engine *e, uint32_t *total) {
  uint64_t usual = 0, balance = 0; /* majority vote */
  *total = 0;
  for (uint32_t i = 0; i < e->like_main_count; i++) {
    const dt_cut *cut = &e->like_main[i]->cut;
    *total += cut->list->count;
    for (uint32_t r = 0; r < cut->count; r++) {
      uint64_t start = start_of(e, cut->list->nodes[cut->starts[r]]);
      if (balance == 0) usual = start;
      if (start == usual) balance++;
      if (start != usual) balance--;
    }
  }

  return usual;
}

/* Adds the records of a part of a list.  If it is cut at headings and the other parts are not, it is cut as they are,
 * provided that it then has more records: if they are few, a heading with each explains them as well. */
static uint32_t put_part_records(const dt_engine *e, dt_record *records, const dt_region *part, uint64_t start) {
  const dt_list *list = part->cut.list;
  uint32_t count = 0, end = part->cut.starts[part->cut.count];
  dt_index first = list->nodes[part->cut.starts[0]];
  if (part->grid != NULL || list->concatenated || start_of(e, first) == start ||
      !dt_tag_is(e->tree->nodes[first].tag, DT_HEADING))
    return put_records(records, part);
  for (uint32_t n = part->cut.starts[0]; n < end; n++) {
    bool starts = start_of(e, list->nodes[n]) == start;
    if (starts) records[count++] = (dt_record){.nodes = list->nodes + n};
    if (count != 0) records[count - 1].count++;
  }
  return count > part->cut.count ? count : put_records(records, part);
}

int dt_compare_records(const void *a, const void *b) {
  dt_index x = ((const dt_record *)a)->nodes[0], y = ((const dt_record *)b)->nodes[0];
  return x < y ? -1 : x > y;
}

void dt_region_join(dt_engine *e, dt_region *main) {
  uint32_t count = 0, kept = 0;
  uint64_t start = usual_start(e, &count);
  main->records = DT_ARRAY(e->arena, dt_record, count);
  count = 0;
  for (uint32_t i = 0; i < e->like_main_count; i++)
    count += put_part_records(e, main->records + count, e->like_main[i], start);
  if (e->like_main_count > 1) qsort(main->records, count, sizeof *main->records, dt_compare_records);
  for (uint32_t r = 0; r < count; r++)
    if (kept == 0 || main->grid != NULL ||
        main->records[r].nodes[0] >= dt_record_end(e->tree, &main->records[kept - 1]))
      main->records[kept++] = main->records[r];
  main->record_count = kept;
  main->left_out_count = 0;
}

/* Whether all texts of a record are bold and none is a link. */
static bool is_bold_record(const dt_engine *e, const dt_record *record) {
  uint32_t first, end;
  dt_record_texts(e, record->nodes, record->count, &first, &end);
  for (uint32_t t = first; t < end; t++) {
    unsigned flags = e->tree->nodes[e->tree->text_nodes[t]].flags;
    if (!(flags & DT_NODE_BOLD) || (flags & DT_NODE_LINKED)) return false;
  }
  return first != end;
}

/* ---- rows that are not records ---- */

static dt_shape record_shape(dt_engine *e, const dt_record *record) {
  dt_shape *run = DT_ARRAY(e->scratch, dt_shape, record->count);
  for (uint32_t n = 0; n < record->count; n++) run[n] = e->tree->nodes[record->nodes[n]].shape;
  return dt_shape_of_run(e->distances, run, record->count);
}

static bool begins_bold(const dt_engine *e, const dt_record *record) {
  uint32_t first, end;
  dt_record_texts(e, record->nodes, record->count, &first, &end);
  return first != end && (e->tree->nodes[e->tree->text_nodes[first]].flags & DT_NODE_BOLD);
}

bool dt_record_is_shorter(dt_engine *e, const dt_record *record, const dt_record *model) {
  dt_shape own = record_shape(e, record), whole = record_shape(e, model);
  double lacks = (double)e->shapes->shapes[whole].size - e->shapes->shapes[own].size;
  return dt_record_pieces(e, record) > 1 && begins_bold(e, record) && begins_bold(e, model) && lacks >= 0 &&
         dt_distance_within(e->distances, own, whole, lacks) <= lacks;
}

const dt_record *dt_median_record(dt_engine *e, const dt_region *r) {
  uint64_t *sizes = DT_ARRAY(e->scratch, uint64_t, r->record_count);
  for (uint32_t i = 0; i < r->record_count; i++)
    sizes[i] = (uint64_t)(dt_record_end(e->tree, &r->records[i]) - r->records[i].nodes[0]) << 32 | i;
  qsort(sizes, r->record_count, sizeof *sizes, dt_compare_numbers);
  return &r->records[(uint32_t)sizes[r->record_count / 2]];
}

/* If most records are one node, a further node of that tag in a record is a row of another kind: cuts it off. */
static void cut_to_first_nodes(dt_engine *e, dt_region *r) {
  uint32_t single = 0;
  for (uint32_t i = 0; i < r->record_count; i++) single += r->records[i].count == 1;
  if (single == r->record_count || 10 * (uint64_t)single < DT_TENTHS_MOST * (uint64_t)r->record_count) return;
  for (uint32_t i = 0; i < r->record_count; i++) {
    dt_record *record = &r->records[i];
    dt_tag tag = e->tree->nodes[record->nodes[0]].tag;
    for (uint32_t n = 1; n < record->count; n++)
      if (e->tree->nodes[record->nodes[n]].tag == tag) record->count = n;
  }
}

/* The number of nodes at the start of a record that have the parent of its first node. */
static uint32_t count_in_parent(const dt_tree *tree, const dt_record *record) {
  uint32_t count = 1;
  while (count < record->count && tree->nodes[record->nodes[count]].parent == tree->nodes[record->nodes[0]].parent)
    count++;
  return count;
}

/* If few records of a list of several parents are in two of them, cuts off what is in the second: "<p>Others</p>" at
 * the start of the next section. */
static void cut_at_parents(dt_engine *e, dt_region *r) {
  uint32_t crossing = 0;
  for (uint32_t i = 0; i < r->record_count; i++)
    crossing += count_in_parent(e->tree, &r->records[i]) < r->records[i].count;
  if (10 * (uint64_t)(r->record_count - crossing) < DT_TENTHS_MOST * (uint64_t)r->record_count) return;
  for (uint32_t i = 0; i < r->record_count && crossing != 0; i++)
    r->records[i].count = count_in_parent(e->tree, &r->records[i]);
}

/* The sibling before a node; DT_NONE if it is the first. */
static dt_index sibling_before(const dt_tree *tree, dt_index node) {
  dt_index parent = tree->nodes[node].parent;
  uint32_t position = parent != DT_NONE ? dt_child_position(tree, parent, node) : 0;
  return position != 0 ? dt_child(tree, parent, position - 1) : DT_NONE;
}

/* Headings of one level may have different classes: the first one or that of today often has its own. */
static bool is_like(const dt_tree *tree, dt_index a, dt_index b) {
  dt_tag tag = tree->nodes[a].tag;
  return tag == tree->nodes[b].tag && (dt_tag_is(tag, DT_HEADING) || dt_have_same_class(tree, a, b));
}

/* Whether a node is a heading, or a class names it, and it has only one text, which is not a link. */
static bool is_group_heading(const dt_engine *e, dt_index node) {
  const dt_tree *tree = e->tree;
  uint32_t first, end;
  if (!dt_tag_is(tree->nodes[node].tag, DT_HEADING) && dt_attribute_of(tree, node, DT_ATTRIBUTE_class).length == 0)
    return false;
  dt_record_texts(e, &node, 1, &first, &end);
  return end == first + 1 && !(tree->nodes[tree->text_nodes[first]].flags & DT_NODE_LINKED);
}

/* Whether at most half of the records have a node like this one at their top. */
static bool is_in_few_records(const dt_engine *e, const dt_region *r, dt_index node) {
  uint32_t have = 0;
  for (uint32_t i = 0; i < r->record_count; i++)
    for (uint32_t n = 0; n < r->records[i].count; n++) have += is_like(e->tree, r->records[i].nodes[n], node);
  return 2 * (uint64_t)have <= r->record_count;
}

/* The tag of the heading that a record ends with; DT_TAG_TEXT = it ends with none. */
static dt_tag last_heading(const dt_engine *e, const dt_record *record) {
  dt_tag last = e->tree->nodes[record->nodes[record->count - 1]].tag;
  return record->count > 1 && dt_tag_is(last, DT_HEADING) ? last : DT_TAG_TEXT;
}

/* Cuts h1 to h6 off the end of records, if few end with one, and few have one of its level at their top: it is the
 * heading of what follows. */
static void cut_off_last_headings(const dt_engine *e, dt_region *r) {
  uint32_t headings[DT_TAG_KNOWN] = {0}, ending = 0; /* nodes at the tops of records, by tag */
  for (uint32_t i = 0; i < r->record_count; i++)
    for (uint32_t n = 0; n < r->records[i].count; n++) {
      dt_tag tag = e->tree->nodes[r->records[i].nodes[n]].tag;
      if (dt_tag_is(tag, DT_HEADING)) headings[tag]++;
    }
  for (dt_tag tag = 0; tag < DT_TAG_KNOWN; tag++)
    if (2 * (uint64_t)headings[tag] > r->record_count) headings[tag] = 0; /* a part of records */
  for (uint32_t i = 0; i < r->record_count; i++) ending += headings[last_heading(e, &r->records[i])] != 0;
  if (2 * (uint64_t)ending > r->record_count) return;
  for (uint32_t i = 0; i < r->record_count; i++) r->records[i].count -= headings[last_heading(e, &r->records[i])] != 0;
}

/* Cuts the headings of the next group, with what follows them, off the end of records, as in "<h2>Monday</h2> two
 * events <h2>Tuesday</h2> an event": the siblings before the first record are like them. */
static void cut_off_group_headings(dt_engine *e, dt_region *r) {
  enum { MAX_HEADINGS = 3 };
  const dt_tree *tree = e->tree;
  dt_index headings[MAX_HEADINGS], first = r->record_count != 0 ? r->records[0].nodes[0] : DT_NONE;
  uint32_t count = 0;

  for (dt_index node = first; count < MAX_HEADINGS && node != DT_NONE; count++) {
    node = sibling_before(tree, node);
    if (node == DT_NONE || !is_group_heading(e, node) || is_like(tree, node, first) || !is_in_few_records(e, r, node))
      break;
    headings[count] = node;
  }

  for (uint32_t i = 0; i < r->record_count; i++)
    for (uint32_t n = 1; n < r->records[i].count; n++)
      for (uint32_t h = 0; h < count && n < r->records[i].count; h++)
        if (is_like(tree, r->records[i].nodes[n], headings[h])) r->records[i].count = n;

  cut_off_last_headings(e, r);
}

/* Whether the record before is in another parent, or there is none. */
static bool opens_parent(const dt_engine *e, const dt_region *r, uint32_t i) {
  const dt_node *nodes = e->tree->nodes;
  return i == 0 || nodes[r->records[i - 1].nodes[0]].parent != nodes[r->records[i].nodes[0]].parent;
}

/* Whether a heading is at the start of the first record of each of several parents, and of no other record. */
static bool opens_parents(const dt_engine *e, const dt_region *r, dt_index heading) {
  uint32_t parents = 0;
  for (uint32_t i = 0; i < r->record_count; i++) {
    const dt_record *record = &r->records[i];
    bool first = opens_parent(e, r, i);
    if (first != is_like(e->tree, record->nodes[0], heading) || (first && record->count < 2)) return false;
    parents += first;
  }
  return parents > 1 && parents < r->record_count;
}

static bool begins_with_bold_title(const dt_engine *e, dt_index node) {
  uint32_t first = e->text_before[node];
  if (first == e->text_before[e->tree->nodes[node].end]) return false;
  return e->tree->nodes[e->tree->text_nodes[first]].flags & (DT_NODE_BOLD | DT_NODE_LINKED);
}

/* Whether a fifth of the records begin without the heading of the others, and all begin with a title in an element of
 * one class but for the heading. */
static bool stands_before_some(const dt_engine *e, const dt_region *r, dt_index heading) {
  enum { LEAST = 5 /* one of so many */ };
  uint32_t lacking = 0;
  if (r->records[0].count < 2 || !dt_tag_is(e->tree->nodes[heading].tag, DT_HEADING)) return false;
  dt_index body = r->records[0].nodes[1];
  if (dt_attribute_of(e->tree, body, DT_ATTRIBUTE_class).length == 0) return false;

  for (uint32_t i = 0; i < r->record_count; i++) {
    const dt_record *record = &r->records[i];
    bool headed = is_like(e->tree, record->nodes[0], heading);
    if (record->count <= headed || !is_like(e->tree, record->nodes[headed], body)) return false;
    if (!begins_with_bold_title(e, record->nodes[headed]) || (!headed && dt_record_pieces(e, record) < 2)) return false;
    lacking += !headed;
  }

  return LEAST * (uint64_t)lacking >= r->record_count;
}

/* Cuts a heading off the start of records that is that of their group: "<div><h3>Monday</h3> an event, an event</div>".
 */
static void cut_off_first_headings(dt_engine *e, dt_region *r) {
  dt_index heading = r->record_count != 0 ? r->records[0].nodes[0] : DT_NONE;
  if (heading == DT_NONE || !is_group_heading(e, heading)) return;
  if (!opens_parents(e, r, heading) && !stands_before_some(e, r, heading)) return;
  for (uint32_t i = 0; i < r->record_count; i++) {
    if (!is_like(e->tree, r->records[i].nodes[0], heading)) continue;
    r->records[i].nodes++;
    r->records[i].count--;
  }
}

/* Whether a record is one element with one text outside links, and the text is bold or the next record lacks the class.
 */
static bool is_title_row(const dt_engine *e, const dt_record *record, const dt_record *next) {
  if (record->count != 1 || dt_record_pieces(e, record) != 1 || dt_record_linked(e, record)) return false;
  return is_bold_record(e, record) || (dt_attribute_of(e->tree, record->nodes[0], DT_ATTRIBUTE_class).length != 0 &&
                                       !dt_have_same_class(e->tree, record->nodes[0], next->nodes[0]));
}

/* Leaves out the titles of groups among records: the first record, or the sibling before it, is one, each is followed
 * by others, and the others have several texts. */
static void drop_title_rows(dt_engine *e, dt_region *r) {
  uint32_t titles = 0, kept = 0;
  if (r->record_count < MIN_TO_TRIM) return;
  const dt_node *nodes = e->tree->nodes;
  dt_index sibling = sibling_before(e->tree, r->records[0].nodes[0]);
  bool first = is_title_row(e, &r->records[0], &r->records[1]);
  bool before = !first && sibling != DT_NONE && nodes[sibling].tag == nodes[r->records[0].nodes[0]].tag &&
                is_title_row(e, &(dt_record){.nodes = &sibling, .count = 1}, &r->records[0]);
  if (!first && !before) return;

  for (uint32_t i = 0; i < r->record_count; i++) {
    bool title = i + 1 < r->record_count && is_title_row(e, &r->records[i], &r->records[i + 1]);
    if ((title && before) || (!title && dt_record_pieces(e, &r->records[i]) < 2)) return;
    titles += title;
    before = title;
  }

  if (titles == 0) return;
  for (uint32_t i = 0; i < r->record_count; i++)
    if (i + 1 == r->record_count || !is_title_row(e, &r->records[i], &r->records[i + 1]))
      r->records[kept++] = r->records[i];

  r->record_count = kept;
}

/* Leaves out records without texts if nearly all have texts: empty rows, banners. */
static void drop_empty(dt_engine *e, dt_region *r) {
  uint32_t empty = 0, kept = 0, first, end;
  for (uint32_t i = 0; i < r->record_count; i++) {
    dt_record_texts(e, r->records[i].nodes, r->records[i].count, &first, &end);
    empty += first == end;
  }
  if (empty == 0 || 10 * (uint64_t)(r->record_count - empty) < DT_TENTHS_NEARLY_ALL * (uint64_t)r->record_count) return;
  for (uint32_t i = 0; i < r->record_count; i++) {
    dt_record_texts(e, r->records[i].nodes, r->records[i].count, &first, &end);
    if (first != end) r->records[kept++] = r->records[i];
  }
  r->record_count = kept;
}

/* Whether all nodes of a record that have texts are hidden. */
static bool is_hidden_record(const dt_engine *e, const dt_record *record) {
  bool hidden = false;
  for (uint32_t n = 0; n < record->count; n++) {
    uint32_t first, end;
    dt_record_texts(e, &record->nodes[n], 1, &first, &end);
    if (first != end && !dt_is_hidden(e, record->nodes[n])) return false;
    hidden = hidden || dt_is_hidden(e, record->nodes[n]);
  }
  return hidden;
}

/* Leaves out hidden records if others are visible. */
static void drop_hidden(dt_engine *e, dt_region *r) {
  uint32_t hidden = 0, kept = 0;
  for (uint32_t i = 0; i < r->record_count; i++) hidden += is_hidden_record(e, &r->records[i]);
  if (hidden == 0 || hidden == r->record_count) return;
  for (uint32_t i = 0; i < r->record_count; i++)
    if (is_hidden_record(e, &r->records[i]))
      dt_region_note(r, r->records[i].nodes[0], 1);
    else
      r->records[kept++] = r->records[i];
  r->record_count = kept;
}

/* What a record looks like, beside the others of its region. */
typedef struct look {
  dt_composition kinds;
  double similarity; /* to the median record */
  bool shorter;      /* dt_record_is_shorter than the median record */
  uint32_t pieces;
  uint64_t writing; /* dt_writing_of, if it is a heading or has no link */
  bool heading, linked;
} look;

/* Whether a record lacks a kind of value that nearly all others have, or has one that hardly any other has.  `others`
 * are the sums of all records. */
static bool has_other_kinds(const dt_composition *own, const dt_composition *all) {
  for (int k = DT_SHARE_DATED; k < DT_SHARE_COUNT; k++) {
    double others = 10 * (all->share[k] - own->share[k]), count = all->count - 1;
    if (own->share[k] == 0 ? others >= DT_TENTHS_NEARLY_ALL * count : others <= (10 - DT_TENTHS_NEARLY_ALL) * count)
      return true;
  }
  return false;
}

/* What the records of a region have in common. */
typedef struct looks {
  dt_composition all;    /* sums */
  dt_index median;       /* first node of the median record */
  uint64_t writing;      /* of the median record */
  uint32_t fewest, most; /* pieces of text of the linked records */
  uint32_t single;       /* records of one piece of text, which is a link */
} looks;

/* Whether a record is nothing but a link, in an element of another class, and lacks the values that the others have:
 * "All news" after the news. */
static bool is_link_to_more(const dt_engine *e, const looks *others, const look *own, dt_index node) {
  return own->linked && own->pieces == 1 && others->single == 1 &&
         dt_attribute_of(e->tree, node, DT_ATTRIBUTE_class).length != 0 &&
         !dt_have_same_class(e->tree, node, others->median) && has_other_kinds(&own->kinds, &others->all);
}

/* Whether a record lacks the link that nearly all others have, and is unlike them in more than that: in its class, in
 * the kinds of its values, or in its structure and the number of its texts, since texts that no link divides are one
 * text.  A row that lacks only its link is a record, and so is a line that is written as the others are. */
static bool is_unlike(const dt_engine *e, const looks *others, const look *own, dt_index node) {
  double linked = others->all.share[DT_SHARE_LINKED] - own->linked;
  if (is_link_to_more(e, others, own, node)) return true;
  if (own->linked || 10 * linked < DT_TENTHS_NEARLY_ALL * (others->all.count - 1)) return false;
  if (own->writing != 0 && own->writing == others->writing) return false;
  bool other_texts = (own->pieces < others->fewest && !own->shorter) || own->pieces > others->most;
  return (own->similarity <= e->distances_options->threshold && other_texts) ||
         !dt_have_same_class(e->tree, node, others->median) || has_other_kinds(&own->kinds, &others->all);
}

/* Leaves out records that are unlike the others: rows of another structure if most are alike, headings among linked
 * records, and at the edges, two at most at either, what has no link and more that differs, and headings at the start.
 */
static void drop_unlike(dt_engine *e, dt_region *r) {
  uint32_t alike = 0, headings = 0, linked = 0, kept = 0, dropped = 0, n = r->record_count;
  if (n < MIN_TO_TRIM) return;
  const dt_record *median = dt_median_record(e, r);
  dt_shape reference = record_shape(e, median);
  double size = e->shapes->shapes[reference].size;

  looks others = {.median = median->nodes[0], .writing = dt_writing_of(e, median), .fewest = UINT32_MAX};
  look *own = DT_ZERO(e->scratch, look, n);
  bool *odd = DT_ZERO(e->scratch, bool, n);
  for (uint32_t i = 0; i < n; i++) {
    const dt_record *record = &r->records[i];
    dt_shape shape = record_shape(e, record);
    double sizes = size + e->shapes->shapes[shape].size;
    own[i] = (look){.similarity = 1 - dt_distance_within(e->distances, reference, shape, sizes) / sizes,
                    .shorter = dt_record_is_shorter(e, record, median),
                    .pieces = dt_record_pieces(e, record),
                    .heading = is_bold_record(e, record),
                    .linked = dt_record_linked(e, record)};
    if (own[i].heading || !own[i].linked) own[i].writing = dt_writing_of(e, record);
    if (own[i].writing != 0 && own[i].writing == others.writing) own[i].heading = false;
    dt_composition_add(e, record->nodes, record->count, &own[i].kinds);
    dt_composition_add(e, record->nodes, record->count, &others.all);
    alike += own[i].similarity > e->distances_options->threshold;
    headings += own[i].heading;
    linked += own[i].linked;
    if (!own[i].linked) continue;
    others.single += own[i].pieces == 1;
    if (own[i].pieces < others.fewest) others.fewest = own[i].pieces;
    if (own[i].pieces > others.most) others.most = own[i].pieces;
  }

  bool most_alike = 10 * (uint64_t)alike >= DT_TENTHS_MOST * (uint64_t)n;
  bool among_linked =
      headings != 0 && 3 * headings <= n && 10 * (uint64_t)linked >= DT_TENTHS_NEARLY_ALL * (uint64_t)(n - headings);
  for (uint32_t i = 0; i < n; i++) {
    odd[i] = (most_alike && own[i].similarity < DT_ODD_SIMILARITY) || (among_linked && own[i].heading);
    if (odd[i] && own[i].similarity < DT_ODD_SIMILARITY)
      dt_explain_record(e, r->records[i].nodes[0], "its similarity to the median record is %.2f, below %.1f",
                        own[i].similarity, DT_ODD_SIMILARITY);
    else if (odd[i])
      dt_explain_record(e, r->records[i].nodes[0], "a heading among records with links");
  }

  for (uint32_t i = 0, most = MAX_TRIMMED; i < most && i < n; i++) {
    bool heading = own[i].heading && 10 * (uint64_t)(headings - 1) <= n - 1;
    if (!odd[i] && !heading && !is_unlike(e, &others, &own[i], r->records[i].nodes[0])) break;
    most += odd[i];
    odd[i] = true;
  }

  for (uint32_t i = n, least = n - MAX_TRIMMED; i-- > least && i != 0;) {
    if (!odd[i] && !is_unlike(e, &others, &own[i], r->records[i].nodes[0])) break;
    least -= odd[i] && least != 0;
    odd[i] = true;
  }

  for (uint32_t i = 0; i < n; i++) dropped += odd[i];
  if (n - dropped < 2) return;
  for (uint32_t i = 0; i < n; i++)
    if (!odd[i]) r->records[kept++] = r->records[i];
  r->record_count = kept;
}

/* A step that changes the records of a region, and why it does so. */
typedef struct step {
  void (*run)(dt_engine *e, dt_region *r);
  const char *why;
} step;

static void run_steps(dt_engine *e, dt_region *r, const step *steps, size_t count) {
  for (size_t s = 0; s < count; s++) {
    uint32_t had = r->record_count;
    const dt_record *before = dt_explain_before(e, r);
    steps[s].run(e, r);
    dt_explain_step(e, r, before, had, steps[s].why);
  }
}

#define RUN_STEPS(e, r, steps) run_steps(e, r, steps, sizeof(steps) / sizeof *(steps))

static const step visible_steps[] = {{drop_hidden, "hidden, and others are visible"}};
static const step split_steps[] = {{dt_split_groups, "the records are the members of groups"}};
static const step nested_steps[] = {{dt_split_nested, "a record within a record, as replies are in posts"}};
static const step cleaning_steps[] = {
    {dt_drop_other_sections, "in a section with other kinds of values"},
    {cut_at_parents, "what follows is in another element than the others are"},
    {cut_off_group_headings, "what follows is the heading of the next group"},
    {cut_off_first_headings, "what comes before is the heading of a group"},
    {drop_empty, "no text; nearly all others have some"},
    {cut_to_first_nodes, "what follows is an element like a record"},
    {drop_unlike, "at an end of the list, and lacks what the others have, such as a link"},
    {dt_drop_repeated, "records of the list once more, in an element of another class"},
};
static const step completing_steps[] = {
    {dt_records_complete, "like the records, and outside the cut"},
    {drop_title_rows, "the title of the records after it"},
};

/* Cleans the records that are taken from the cuts. */
static void clean(dt_engine *e, dt_region *r) {
  dt_explain_again(e, r);
  RUN_STEPS(e, r, visible_steps);
  RUN_STEPS(e, r, split_steps);
  if (r->grid != NULL) return;
  RUN_STEPS(e, r, nested_steps);
  RUN_STEPS(e, r, cleaning_steps);
}

/* Gives a region the records of like_main. */
static void finish_joined(dt_engine *e, dt_region *r) {
  dt_mark mark = dt_arena_mark(e->scratch);
  dt_region_join(e, r);
  for (uint32_t i = 1; i < e->like_main_count; i++)
    dt_explain_list(e, e->like_main[i], "a part of the list of", r->cut.list->parent);
  clean(e, r);
  if (r->grid == NULL) {
    RUN_STEPS(e, r, completing_steps);
    dt_records_note_similar(e, r);
  }
  dt_explain_result(e, r);
  dt_arena_rewind(e->scratch, mark);
}

void dt_region_finish_main(dt_engine *e, dt_region *r) {
  dt_list_parts_add(e, r);
  finish_joined(e, r);
}

void dt_region_read(dt_engine *e, dt_region *r) {
  dt_mark mark = dt_arena_mark(e->scratch);
  r->records = DT_ARRAY(e->arena, dt_record, r->cut.count);
  r->record_count = put_records(r->records, r);
  r->left_out_count = 0;
  clean(e, r);
  dt_explain_result(e, r);
  dt_arena_rewind(e->scratch, mark);
}

void dt_region_read_whole(dt_engine *e, dt_region *r) {
  dt_explanation *explanation = e->explanation; /* it is about the records that are read */
  e->explanation = NULL;
  dt_region_join(e, r);
  RUN_STEPS(e, r, visible_steps);
  if (r->grid == NULL) RUN_STEPS(e, r, cleaning_steps);
  e->explanation = explanation;
}

/* Whether all records of one region are records of another; both are in document order. */
static bool is_part_of_region(const dt_engine *e, const dt_region *part, const dt_region *whole) {
  uint32_t found = 0;
  for (uint32_t w = 0; w < whole->record_count && found < part->record_count; w++) {
    const dt_record *record = &part->records[found], *other = &whole->records[w];
    if (other->nodes[0] > record->nodes[0]) return false;
    found += other->nodes[0] == record->nodes[0] && dt_record_end(e->tree, other) == dt_record_end(e->tree, record);
  }
  return found == part->record_count;
}

/* Finishes the region at `index` with its parts, without those that an earlier region has. */
static void finish_with_parts(dt_engine *e, uint32_t index, bool *part) {
  uint32_t count = 1;
  if (index != 0) dt_region_parts(e, &e->regions[index]);
  dt_list_parts_add(e, &e->regions[index]);
  for (uint32_t i = 1; i < e->like_main_count; i++) {
    const dt_region *other = e->like_main[i];
    if (other < &e->regions[index] || part[other - e->regions]) continue;
    part[other - e->regions] = true;
    e->like_main[count++] = other;
  }
  e->like_main_count = count;
  finish_joined(e, &e->regions[index]);
}

/* Moves the kept regions to the front.  After them come parts of others, and regions that were not visited: they stay
 * candidates for wrappers. */
static void order_regions(dt_engine *e, const uint32_t *kept, uint32_t kept_count, const bool *part, uint32_t visited) {
  dt_region *regions = DT_ARRAY(e->scratch, dt_region, e->region_count);
  uint32_t count = 0;
  for (uint32_t k = 0; k < kept_count; k++) regions[count++] = e->regions[kept[k]];
  for (uint32_t i = 0; i < e->region_count; i++)
    if (part[i] || i >= visited) regions[count++] = e->regions[i];
  if (count != 0) memcpy(e->regions, regions, count * sizeof *regions);
  e->ranked_count = count;
}

/* Leaves out regions with the same records as one before, from another parent or with other records between. */
void dt_regions_finish(dt_engine *e) {
  enum { MAX_COMPARED = 200, MAX_WITH_PARTS = 200 };
  uint32_t wanted = e->options->max_regions == 0 || e->options->max_regions > e->region_count
                        ? e->region_count
                        : (uint32_t)e->options->max_regions;
  dt_mark mark = dt_arena_mark(e->scratch);
  bool *part = DT_ZERO(e->scratch, bool, e->region_count);
  uint32_t *kept = DT_ARRAY(e->scratch, uint32_t, wanted);
  uint32_t kept_count = 0, visited = 0;
  size_t records = 0;

  while (visited < e->region_count && kept_count < wanted) {
    uint32_t i = visited++;
    dt_region *r = &e->regions[i];
    if (part[i]) continue;
    if (i < MAX_WITH_PARTS) {
      finish_with_parts(e, i, part);
    } else {
      dt_region_read(e, r);
      if (r->grid == NULL) dt_records_complete(e, r);
    }
    bool seen = false;
    for (uint32_t k = kept_count; k-- > 0 && kept_count - k <= MAX_COMPARED && !seen;)
      seen = is_part_of_region(e, r, &e->regions[kept[k]]);
    if (seen) {
      dt_explain_list(e, r, "all its records are those of a list that scores more than", r->cut.list->parent);
      continue;
    }
    records += r->record_count;
    dt_scope_limit_records(e->arena->scope, records, e->options->max_records);
    kept[kept_count++] = i;
  }

  order_regions(e, kept, kept_count, part, visited);
  e->region_count = kept_count;
  dt_arena_rewind(e->scratch, mark);
}

/* Finds the first h1 that shows a text. */
static dt_index find_first_title(const dt_engine *e) {
  for (dt_index node = 0; node < e->tree->node_count; node++) {
    if (e->tree->nodes[node].tag != DT_TAG_h1 || dt_is_hidden(e, node)) continue;
    if (e->text_before[node] != e->text_before[e->tree->nodes[node].end]) return node;
  }
  return DT_NONE;
}

void dt_engine_start(dt_engine *e, dt_arena *arena, dt_arena *scratch, const dt_tree *tree,
                     const detm_extract_options *options) {
  enum { CELLS_A_NODE = 64, CELLS_A_PAGE = 1 << 18 };
  *e = (dt_engine){
      .arena = arena, .scratch = scratch, .tree = tree, .options = options, .distances_options = &options->distance};
  e->shapes = dt_shapes_copy(arena, tree->shapes);
  e->distances =
      dt_distances_new(arena, e->shapes, &options->distance, (uint64_t)tree->node_count * CELLS_A_NODE + CELLS_A_PAGE);
  e->hints = DT_ZERO(arena, uint8_t, tree->node_count);
  if (options->explain != 0) dt_explain_start(e);
  dt_texts_prepare(e);
  dt_copies_find(e);
  e->title = find_first_title(e);
  dt_grid_direction direction = DT_RECORDS_DETECTED;
  if (options->no_transpose != 0) direction = DT_RECORDS_IN_ROWS;
  if (options->transpose != 0) direction = DT_RECORDS_IN_COLUMNS;
  e->grids = dt_grids_read(arena, scratch, tree, direction);
}

void dt_engine_run(dt_engine *e, dt_arena *arena, dt_arena *scratch, const dt_tree *tree,
                   const detm_extract_options *options) {
  dt_engine_start(e, arena, scratch, tree, options);
  dt_grids_visit(e);
  dt_lists_visit(e);
  dt_regions_rank(e);
  dt_regions_finish(e);
}
