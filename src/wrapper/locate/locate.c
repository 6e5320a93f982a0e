/* wrapper/locate/locate.c: finds the records of a wrapper on a new page (doc/method 2.13).
 *
 * Records are first searched where they were on the sample pages (parents with the same tags up to the root, and among
 * them first those with the same class and id), then in all parents of the same kind; but if a heading or a number
 * distinguishes a place, only there: another list would be the wrong one.  The children of a parent are parsed with the
 * wrapper as a regular expression over siblings: each child is an instance of one of the wrapper's top nodes or noise,
 * and a record is a run of instances in the wrapper's order. */
#include "wrapper/locate/locate.h"
#include "html/tree_path.h"
#include "wrapper/group_headings.h"
#include "wrapper/locate/exceptions.h"
#include "wrapper/places.h"
#include "wrapper/tunables.h"

#include <math.h>

enum { MAX_TOPS = 128, NO_TEXT = 1 << 16 /* beside the bits of DT_KIND */ };
#define LEAST_GAIN 1e-9 /* gains are multiples of 0.5 */

typedef struct locator {
  dt_aligner aligner;
  dt_arena *arena, *scratch;
  const dt_tree *tree;
  dt_wrapper_node *tops[MAX_TOPS];
  double required[MAX_TOPS + 1]; /* sums: required nodes of the first n tops */
  double missing[MAX_TOPS + 1];  /* sums: what a record loses that lacks the first n tops */
  unsigned kinds[MAX_TOPS];      /* of the tops: kind_of_only */
  uint32_t top_count;
  dt_item_source source;
  uint32_t grid_columns; /* of the wrapper's grid */
  dt_place_finder finder;
} locator;

/* Number of nodes of a subtree that every record has. */
static double required_nodes(const dt_wrapper_node *top) {
  const dt_wrapper_node *end = dt_wrapper_past(top);
  double required = 0;
  for (const dt_wrapper_node *w = top; w != end;) {
    required += !w->optional;
    w = w->optional ? dt_wrapper_past(w) : dt_wrapper_next(w);
  }
  return required;
}

/* Sets which tops a node cannot be by its class: those that do not have it, if another has. */
static void find_excluded(const locator *l, dt_index node, bool *excluded) {
  detm_text class = dt_attribute_of(l->tree, node, DT_ATTRIBUTE_class);
  bool shared = false;
  for (uint32_t top = 0; top < l->top_count; top++) {
    excluded[top] = class.length != 0 && !dt_share_class(l->tops[top]->class, class);
    shared = shared || !excluded[top];
  }
  for (uint32_t top = 0; top < l->top_count && !shared; top++) excluded[top] = false;
}

/* The bits of DT_KIND of the only text of an element, or of a text itself; NO_TEXT = it has none, or several nodes. */
static unsigned kind_of_only(const dt_tree *tree, dt_index node) {
  dt_index text = tree->nodes[node].tag == DT_TAG_TEXT ? node : node + 1;
  bool only = text < tree->nodes[node].end && tree->nodes[text].tag == DT_TAG_TEXT &&
              tree->nodes[text].end == tree->nodes[node].end;
  return only ? dt_kind_of(dt_text_of(tree, text)) : NO_TEXT;
}

/* The same of the sample of a wrapper's element or text. */
static unsigned kind_of_sample(const dt_wrapper_node *top) {
  const dt_wrapper_node *text = top->tag == DT_TAG_TEXT ? top : top->first;
  bool only = text != NULL && text->tag == DT_TAG_TEXT && (text == top || text->next == NULL);
  return only && text->sample.length != 0 ? dt_kind_of(text->sample) : NO_TEXT;
}

/* Whether one of two texts is a date or price, and the other is none. */
static bool are_other_kinds(unsigned a, unsigned b) {
  return !((a | b) & NO_TEXT) && ((a ^ b) & (DT_KIND_DATE | DT_KIND_PRICE));
}

/* The gain of taking a node as an instance of a top: nodes that match, less nodes that do not match and nodes that are
 * missing.  Positive when the similarity is above 2/3, and always when nothing is missing, as a record may hold more
 * than the sample records.  A heading in the place of a paragraph is taken only if there is no such paragraph: it may
 * be that of a section.  kind: kind_of_only of the node. */
static double gain(locator *l, uint32_t top, const dt_item *item, unsigned kind) {
  const double other_tag = 0.5, other_kind = 1;
  const dt_alignment *layout = dt_align_top(&l->aligner, l->tops[top], item);
  if (layout == NULL) return -INFINITY;
  double matched = layout->matched, extra = layout->count - layout->matched;
  if (layout->missing == 0 && l->required[top + 1] - l->required[top] >= DT_MIN_REQUIRED && extra > matched / 2)
    extra = matched / 2;
  if (l->tops[top]->tag != l->tree->nodes[item->nodes[0]].tag) matched -= other_tag;
  if (are_other_kinds(l->kinds[top], kind)) matched -= other_kind;
  return matched - extra - layout->missing;
}

/* ---- headings of groups ---- */

/* Whether an element has the tag and a class of a heading of groups, and the wrapper has no such record. */
static bool is_known_heading(const locator *l, dt_index child) {
  const dt_wrapper_node *first = l->aligner.wrapper->root->first;
  detm_text class = dt_attribute_of(l->tree, child, DT_ATTRIBUTE_class);
  for (const dt_wrapper_node *group = first; group != NULL && class.length != 0; group = group->next) {
    if (group->group != 1 || group->tag != l->tree->nodes[child].tag || !dt_share_class(group->class, class)) continue;
    bool record = false;
    for (const dt_wrapper_node *top = first; top->group == 0; top = top->next)
      record = record || (top->tag == group->tag && dt_share_class(top->class, class));
    return !record;
  }
  return false;
}

/* ---- parsing a list of siblings ---- */

typedef struct step {
  double value;   /* best total with this top as the last instance */
  uint32_t child; /* index of the last instance's child */
  uint32_t from;  /* index of the step before; DT_NONE = none */
  uint32_t top;
  bool starts; /* a record starts with this instance */
} step;

typedef struct parse {
  locator *l;
  DT_VEC(step) steps;       /* all that may be part of the best parse */
  uint32_t state[MAX_TOPS]; /* best step for each top; DT_NONE = none */
  uint32_t closed;          /* records of steps before this one do not continue: a sibling that is no record follows */
} parse;

/* What a record loses that lacks a top.  A rule or a blank line counts as more than a node: where it is missing, other
 * siblings were taken for the beginning of a record. */
static double cost_of_missing(const dt_wrapper_node *top, double required) {
  const double separator = 3;
  return (top->tag == DT_TAG_hr || top->tag == DT_TAG_BR2) && !top->optional ? separator : required;
}

static double missing_between(const locator *l, uint32_t from, uint32_t to) {
  return l->missing[to] - l->missing[from];
}

/* Adds the steps that take a child as an instance of each top, in the current record or as the start of a new one. */
static void parse_child(parse *p, uint32_t number, dt_index child) {
  locator *l = p->l;
  step best[MAX_TOPS];
  bool excluded[MAX_TOPS];

  /* if the longest records are wanted, of equally good parses that with the fewest */
  double start = l->aligner.wrapper->longest ? LEAST_GAIN : 0;
  if (dt_exceptions_exclude(l->aligner.wrapper, l->tree, child) || is_known_heading(l, child)) {
    p->closed = p->steps.count;
    return;
  }

  dt_item item = dt_item_make(l->scratch, &l->source, &(dt_record){.nodes = &child, .count = 1});
  unsigned kind = kind_of_only(l->tree, child);
  find_excluded(l, child, excluded);
  for (uint32_t top = 0; top < l->top_count; top++) {
    double worth = excluded[top] ? -INFINITY : gain(l, top, &item, kind);
    best[top] = (step){-INFINITY, number, DT_NONE, top, true};
    if (worth <= 0) continue;
    double begins = worth - missing_between(l, 0, top) - start;
    best[top].value = begins;
    for (uint32_t before = 0; before < l->top_count; before++) {
      if (p->state[before] == DT_NONE) continue;
      double so_far = p->steps.items[p->state[before]].value;
      bool again = before == top && l->tops[top]->repeated;
      bool open = (before < top || again) && p->state[before] >= p->closed;
      double within = open ? so_far + worth - (again ? 0 : missing_between(l, before + 1, top)) : -INFINITY;
      double starts = so_far - missing_between(l, before + 1, l->top_count) + begins;
      if (within > best[top].value) best[top] = (step){within, number, p->state[before], top, false};
      if (starts > best[top].value) best[top] = (step){starts, number, p->state[before], top, true};
    }
  }

  for (uint32_t top = 0; top < l->top_count; top++) {
    if (best[top].value == -INFINITY) continue;
    if (p->state[top] != DT_NONE && best[top].value < p->steps.items[p->state[top]].value) continue;
    p->state[top] = p->steps.count;
    DT_VEC_PUSH(l->scratch, &p->steps, best[top]);
  }
}

/* The last step of the best parse; DT_NONE = no records. */
static uint32_t best_end(const parse *p) {
  uint32_t best = DT_NONE;
  double value = 0;
  for (uint32_t top = 0; top < p->l->top_count; top++) {
    if (p->state[top] == DT_NONE) continue;
    double end = p->steps.items[p->state[top]].value - missing_between(p->l, top + 1, p->l->top_count);
    if (end <= value) continue;
    value = end;
    best = p->state[top];
  }
  return best;
}

typedef struct records {
  dt_record *records;
  uint32_t count, capacity;
  double gain;
  dt_index first_parent;
  uint32_t skipped; /* other children of the parents with the tag and the size of records */
} records;

/* Removes the records from `first` on that the exceptions exclude. */
static void drop_exceptions(locator *l, records *out, uint32_t first) {
  const detm_wrapper *wrapper = l->aligner.wrapper;
  uint32_t kept = first, count;
  if (wrapper->exception_count != 0)
    dt_group_headings_add(l->arena, l->tree, wrapper, out->records + first, out->count - first);
  for (uint32_t r = first; r < out->count && wrapper->exception_count != 0; r++) {
    const dt_record *record = &out->records[r];
    dt_item item = dt_item_make(l->scratch, &l->source, record);
    const dt_value *values = dt_record_values(l->scratch, dt_align(&l->aligner, &item), &item, &count);
    if (!dt_exceptions_need_more(wrapper, values, count)) out->records[kept++] = *record;
  }
  if (wrapper->exception_count != 0) out->count = kept;
}

/* The top that holds most of what every record has, and the number of these nodes in *size; NULL = none. */
static const dt_wrapper_node *main_top(const locator *l, double *size) {
  const dt_wrapper_node *most = NULL;
  *size = 0;
  for (uint32_t top = 0; top < l->top_count; top++) {
    double own = l->required[top + 1] - l->required[top]; /* 0 of an optional top */
    if (own <= *size) continue;
    *size = own;
    most = l->tops[top];
  }
  return most;
}

/* Counts the children of `parent` that are in no record of `list` and have the tag and at least half the size of the
 * main node of a record. */
static uint32_t count_skipped(const locator *l, dt_index parent, const dt_record *list, uint32_t count) {
  double size;
  const dt_wrapper_node *top = main_top(l, &size);
  const dt_node *node = &l->tree->nodes[parent];
  const dt_index *children = l->tree->children + node->kids;
  uint32_t skipped = 0, r = 0;
  for (uint32_t k = 0; size >= DT_MIN_REQUIRED && k < node->kid_count; k++) {
    while (r < count && children + k >= list[r].nodes + list[r].count) r++;
    if (r < count && children + k >= list[r].nodes) continue;
    skipped += l->tree->nodes[children[k]].tag == top->tag && 2 * dt_size(l->tree, children[k]) >= size &&
               !dt_exceptions_exclude(l->aligner.wrapper, l->tree, children[k]);
  }
  return skipped;
}

/* Adds the records among the children of `parent`. */
static void read_children(locator *l, dt_index parent, records *out) {
  const dt_node *node = &l->tree->nodes[parent];
  const dt_index *children = l->tree->children + node->kids;
  parse p = {.l = l};
  memset(p.state, 0xff, sizeof p.state);

  dt_mark mark = dt_arena_mark(l->scratch);
  for (uint32_t k = 0; k < node->kid_count; k++) {
    parse_child(&p, k, children[k]);
    dt_scope_tick(l->arena->scope);
  }

  uint32_t first = out->count, last = DT_NONE, end = best_end(&p);
  for (uint32_t s = end; s != DT_NONE; s = p.steps.items[s].from) {
    const step *one = &p.steps.items[s];
    if (last == DT_NONE) last = one->child;
    if (!one->starts) continue;
    DT_RESERVE(l->arena, out->records, out->count, out->capacity, 1);
    out->records[out->count++] = (dt_record){.nodes = children + one->child, .count = last - one->child + 1};
    last = DT_NONE;
  }

  for (uint32_t i = first, j = out->count; i + 1 < j; i++) { /* reverses the records, which were found last to first */
    dt_record swap = out->records[i];
    out->records[i] = out->records[--j];
    out->records[j] = swap;
  }

  if (out->count != first) out->skipped += count_skipped(l, parent, out->records + first, out->count - first);
  drop_exceptions(l, out, first);
  if (out->count != first) out->gain += p.steps.items[end].value;
  dt_arena_rewind(l->scratch, mark);
}

/* ---- places ---- */

typedef enum closeness { ELSEWHERE, SAME_KIND, SAME_PATH, SAME_PLACE } closeness;

static closeness how_close(const locator *l, dt_index node) {
  const detm_wrapper *wrapper = l->aligner.wrapper;
  uint64_t hash = dt_path_hash(l->tree, node);
  closeness best = SAME_KIND;
  bool distinguished = false;
  for (uint32_t i = 0; i < wrapper->place_count && best < SAME_PLACE; i++) {
    if (wrapper->places[i].hash == hash) best = dt_place_finder_has(&l->finder, i, node) ? SAME_PLACE : SAME_PATH;
    distinguished = distinguished || dt_place_is_distinguished(&wrapper->places[i]);
  }
  return best == SAME_PLACE || !distinguished ? best : ELSEWHERE;
}

/* Whether an element has the class and id of a place: it is the list, even if it is empty now. */
static bool may_be_place(const locator *l, dt_index node) {
  const dt_tag tag = l->tree->nodes[node].tag;
  for (uint32_t i = 0; i < l->finder.count; i++)
    if (l->finder.names[i].tag == tag && dt_has_general_attribute(l->tree, node) &&
        dt_place_finder_has(&l->finder, i, node))
      return true;
  return false;
}

/* Returns how close to a place each node is, and sets *place to the closest. */
static uint8_t *find_places(locator *l, dt_index *place) {
  uint8_t *close = DT_ZERO(l->scratch, uint8_t, l->tree->node_count);
  /* only parents of the tag of a node that every record has at its top can hold records */
  dt_tag tag = l->top_count != 0 ? l->tops[0]->tag : DT_TAG_RUN;

  for (uint32_t top = l->top_count; top-- > 0;)
    if (!l->tops[top]->optional && l->tops[top]->tag != DT_TAG_TEXT && l->tops[top]->tag != DT_TAG_br)
      tag = l->tops[top]->tag;

  *place = DT_NONE;
  for (dt_index node = 0; node < l->tree->node_count; node++) {
    dt_index parent = l->tree->nodes[node].parent;
    dt_scope_tick(l->arena->scope);
    if (may_be_place(l, node) && how_close(l, node) == SAME_PLACE) close[node] = SAME_PLACE;
    if (node != 0 && l->tree->nodes[node].tag == tag && close[parent] == ELSEWHERE)
      close[parent] = (uint8_t)how_close(l, parent);
  }

  for (dt_index node = 0; node < l->tree->node_count; node++)
    if (close[node] >= SAME_PATH && (*place == DT_NONE || close[node] > close[*place])) *place = node;
  return close;
}

/* Reads all places of one closeness; if all sample records had one parent, only the best place. */
static records read_places(locator *l, const uint8_t *close, closeness wanted, bool one) {
  records found = {.first_parent = DT_NONE};
  for (dt_index node = 0; node < l->tree->node_count; node++) {
    if (close[node] != wanted) continue;
    records here = one ? (records){.first_parent = DT_NONE} : found;
    uint32_t before = here.count;
    read_children(l, node, &here);
    if (before == 0 && here.count != 0) here.first_parent = node;
    if (!one || here.gain > found.gain) found = here;
  }
  return found;
}

/* Reads the records of lists in other places that may be noted (DT_MIN_FIT_RELATED): those with nodes enough for two
 * records that nearly fit. */
static records read_others(locator *l, uint8_t *close) {
  double least = 2 * DT_MIN_FIT_RELATED * l->required[l->top_count];
  for (dt_index node = 0; node < l->tree->node_count; node++)
    if (close[node] == SAME_PATH && dt_size(l->tree, node) < least) close[node] = ELSEWHERE;
  return read_places(l, close, SAME_PATH, false);
}

/* Reads records that have moved: those of the parent that holds the most, and of all parents with its path. */
static records read_elsewhere(locator *l, uint8_t *close, bool one) {
  records best = read_places(l, close, SAME_KIND, true);
  if (best.count == 0 || one) return best;
  uint64_t hash = dt_path_hash(l->tree, best.first_parent);
  for (dt_index node = 0; node < l->tree->node_count; node++)
    if (close[node] == SAME_KIND && dt_path_hash(l->tree, node) != hash) close[node] = ELSEWHERE;
  return read_places(l, close, SAME_KIND, false);
}

/* ---- clues ---- */

/* Whether the page has half of the clues or, if the wrapper has no clues, a place for records. */
static bool is_known_page(const locator *l, dt_index place) {
  const detm_wrapper *wrapper = l->aligner.wrapper;
  if (wrapper->clue_count == 0) return place != DT_NONE;

  uint32_t found = 0;
  for (uint32_t i = 0; i < wrapper->clue_count; i++) {
    const dt_clue *clue = &wrapper->clues[i];
    dt_attribute_name name = dt_attribute_number(clue->attribute, strlen(clue->attribute));
    dt_tag tag = dt_tag_number(clue->tag, strlen(clue->tag));
    detm_text value = dt_text(clue->value);
    bool has = false;
    for (dt_index node = 0; node < l->tree->node_count && !has; node++)
      has = l->tree->nodes[node].tag == tag && dt_text_equal(dt_attribute_of(l->tree, node, name), value);
    found += has;
    dt_scope_clock(l->arena->scope); /* each pass goes over the whole page */
  }

  return 2 * found >= wrapper->clue_count;
}

/* ---- rows of grids ---- */

/* How well a grid fits the wrapper: by its headers, then by its place; below 0 = it does not. */
static double fit_of_grid(const locator *l, const dt_grid *grid) {
  closeness close = how_close(l, grid->parent);
  double likeness = dt_grid_likeness(l->aligner.wrapper, grid);
  if (close == ELSEWHERE) return -1;
  if (likeness < DT_MIN_LIKENESS && (close < SAME_PATH || grid->column_count != l->grid_columns)) return -1;
  return DT_POINTS_HEADERS * likeness + (close == SAME_PLACE ? 2 : close == SAME_PATH ? 1 : 0);
}

/* Adds the records of a grid that no exception of the wrapper excludes. */
static void add_grid_records(locator *l, const dt_grid *grid, records *out) {
  const detm_wrapper *wrapper = l->aligner.wrapper;
  uint32_t first = out->count;
  for (uint32_t r = 0; r < grid->record_count; r++) {
    uint32_t count;
    const dt_index *nodes = dt_grid_record_nodes(l->arena, grid, r, &count);
    if (count == 0 || dt_exceptions_exclude(wrapper, l->tree, nodes[0])) continue;
    DT_RESERVE(l->arena, out->records, out->count, out->capacity, 1);
    out->records[out->count++] = (dt_record){.nodes = nodes, .count = count, .grid = grid, .row = r};
  }
  drop_exceptions(l, out, first);
  if (out->first_parent == DT_NONE && out->count != 0) out->first_parent = grid->parent;
}

/* The records are those of the grid that fits best, and of all others with its header. */
static dt_found locate_in_grids(locator *l) {
  const detm_wrapper *wrapper = l->aligner.wrapper;
  dt_grid_direction direction = wrapper->in_columns ? DT_RECORDS_IN_COLUMNS : DT_RECORDS_IN_ROWS;
  dt_grids grids = dt_grids_read_known(l->arena, l->scratch, l->tree, direction, dt_grid_heads(l->arena, wrapper));
  const dt_grid *best = NULL;
  double most = 0;
  bool distinguished = false;
  for (uint32_t g = 0; g < grids.count; g++) {
    double fit = fit_of_grid(l, grids.items[g]);
    if (fit < 0 || (best != NULL && fit <= most)) continue;
    best = grids.items[g];
    most = fit;
  }
  for (uint32_t p = 0; p < wrapper->place_count; p++)
    distinguished = distinguished || dt_place_is_distinguished(&wrapper->places[p]);

  records found = {.first_parent = DT_NONE};
  for (uint32_t g = 0; g < grids.count && best != NULL; g++)
    if (grids.items[g] == best || (grids.items[g]->identity == best->identity && !wrapper->one_place && !distinguished))
      add_grid_records(l, grids.items[g], &found);
  dt_group_headings_add(l->arena, l->tree, wrapper, found.records, found.count);
  return (dt_found){.records = found.records,
                    .count = found.count,
                    .parent = found.count != 0 ? found.first_parent
                              : best != NULL   ? best->parent
                                               : DT_NONE,
                    .known_page = best != NULL || is_known_page(l, DT_NONE),
                    .aligner = l->aligner,
                    .own_place = found.count == 0 && best != NULL,
                    .empty_place = found.count == 0 && best != NULL};
}

dt_found dt_wrapper_locate(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_tree *tree) {
  locator l = {.arena = arena, .scratch = scratch, .tree = tree};
  dt_aligner_start(&l.aligner, wrapper, arena, scratch);
  l.source = (dt_item_source){.tree = tree, .wrapper = wrapper, .captions = &wrapper->captions};
  dt_place_finder_start(&l.finder, scratch, wrapper->places, wrapper->place_count, tree);
  for (dt_wrapper_node *top = wrapper->root->first; top != NULL && l.top_count < MAX_TOPS; top = top->next) {
    if (top->group != 0) continue;
    double required = required_nodes(top);
    l.required[l.top_count + 1] = l.required[l.top_count] + required;
    l.missing[l.top_count + 1] = l.missing[l.top_count] + cost_of_missing(top, required);
    l.kinds[l.top_count] = kind_of_sample(top);
    l.tops[l.top_count++] = top;
  }

  if (wrapper->grid) {
    for (const dt_wrapper_node *cell = dt_grid_cells(wrapper)->first; cell != NULL; cell = cell->next)
      if (cell->column > l.grid_columns) l.grid_columns = cell->column;
    return locate_in_grids(&l);
  }
  dt_index place;
  uint8_t *close = find_places(&l, &place);
  bool own = place != DT_NONE && close[place] == SAME_PLACE &&
             (dt_attribute_of(tree, place, DT_ATTRIBUTE_class).length != 0 ||
              dt_attribute_of(tree, place, DT_ATTRIBUTE_id).length != 0);
  bool empty = own && dt_size(tree, place) < 2 * l.required[l.top_count];
  records found = read_places(&l, close, SAME_PLACE, wrapper->one_place), others = {0};
  bool in_places = found.count != 0, known = in_places || is_known_page(&l, place), moved = false;
  if (found.count == 0 && !(known && empty)) { /* on a known page, a place too small for two records holds none */
    found = read_places(&l, close, SAME_PATH, wrapper->one_place);
    known = known || found.count != 0;
    if (found.count == 0) {
      found = read_elsewhere(&l, close, wrapper->one_place);
      moved = found.count != 0;
    }
  }
  if (in_places && !wrapper->one_place && l.required[l.top_count] >= DT_MIN_REQUIRED) others = read_others(&l, close);
  dt_group_headings_add(arena, tree, wrapper, found.records, found.count);
  return (dt_found){.records = found.records,
                    .count = found.count,
                    .parent = found.count != 0 ? found.first_parent : place,
                    .known_page = known,
                    .others = others.records,
                    .other_count = others.count,
                    .aligner = l.aligner,
                    .moved = moved,
                    .skipped = found.skipped,
                    .own_place = found.count == 0 && own,
                    .empty_place = found.count == 0 && empty};
}

/* Sets one_place if all records have one parent, and the wrapper finds at least a tenth more in other parents. */
void dt_wrapper_learn_place(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_record_set *set) {
  dt_mark mark = dt_arena_mark(scratch);
  bool one = true;
  for (uint32_t r = 1; r < set->count; r++)
    one = one && dt_record_parent(set->tree, &set->records[r]) == dt_record_parent(set->tree, &set->records[0]);
  wrapper->one_place = false;
  if (one)
    wrapper->one_place =
        10 * (uint64_t)dt_wrapper_locate(wrapper, arena, scratch, set->tree).count > 11 * (uint64_t)set->count;
  dt_arena_rewind(scratch, mark);
}
