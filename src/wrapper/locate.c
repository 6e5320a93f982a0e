/* wrapper/locate.c: the records that a wrapper finds on a new page.
 *
 * Records are looked for where they were (parents with the same tags up to the root, first those with the same class
 * and id), else wherever the same kind of parent is.  The children of a parent are parsed with the wrapper as a
 * regular expression over siblings: each child is an instance of one of the wrapper's top nodes or noise, and a record
 * is a run of instances in the wrapper's order. */
#include "wrapper/learn.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_TOPS = 128, LEAST_TELLING = 4 /* nodes that a record must have to be known by them alone */ };

typedef struct locator {
  dt_aligner aligner;
  dt_arena *arena, *scratch;
  const dt_tree *tree;
  dt_wrapper_node *tops[MOST_TOPS];
  double required[MOST_TOPS + 1]; /* sums: nodes that the first n tops must have */
  uint32_t top_count;
  dt_grid grid;
} locator;

/* Nodes of a subtree that a record always has. */
static double required_nodes(const dt_wrapper_node *top) {
  const dt_wrapper_node *end = dt_wrapper_past(top);
  double required = 0;
  for (const dt_wrapper_node *w = top; w != end;) {
    required += !w->optional;
    w = w->optional ? dt_wrapper_past(w) : dt_wrapper_next(w);
  }
  return required;
}

/* What it is worth to take a node for an instance of a top: nodes explained less nodes that are not and nodes
 * missing.  Above 0 when the similarity is above 2/3, and always where nothing is missing: a record may hold more than
 * those learned from did. */
static double gain(locator *l, uint32_t top, const dt_item *item) {
  const dt_layout *layout = dt_align_top(&l->aligner, l->tops[top], item);
  if (layout == NULL) return -INFINITY;
  double matched = layout->matched, extra = layout->count - layout->matched;
  if (layout->missing == 0 && l->required[top + 1] - l->required[top] >= LEAST_TELLING && extra > matched / 2)
    extra = matched / 2;
  return matched - extra - layout->missing;
}

/* ---- parsing a list of siblings ---- */

typedef struct step {
  double value;   /* best total with this top as the last instance seen */
  uint32_t child; /* the last instance: which child */
  uint32_t from;  /* the step before: index into the steps, DT_NONE = none */
  uint32_t top;
  bool starts; /* a record starts with this instance */
} step;

typedef struct parse {
  locator *l;
  step *steps; /* all steps taken that may be part of the best parse */
  uint32_t count, capacity;
  uint32_t state[MOST_TOPS]; /* best step for each top, DT_NONE = none */
} parse;

static uint32_t add_step(parse *p, step s) {
  if (p->count == p->capacity) {
    p->capacity = p->capacity * 2 + 64;
    step *bigger = DT_ARRAY(p->l->scratch, step, p->capacity);
    if (p->count != 0) memcpy(bigger, p->steps, p->count * sizeof *bigger);
    p->steps = bigger;
  }
  p->steps[p->count] = s;
  return p->count++;
}

static double missing_between(const locator *l, uint32_t from, uint32_t to) {
  return l->required[to] - l->required[from];
}

/* The best step that takes the child as an instance of `top`: going on with a record or starting one. */
static step best_step(const parse *p, uint32_t top, uint32_t child, double worth) {
  const locator *l = p->l;
  step best = {worth - missing_between(l, 0, top), child, DT_NONE, top, true};
  for (uint32_t before = 0; before < l->top_count; before++) {
    if (p->state[before] == DT_NONE) continue;
    double so_far = p->steps[p->state[before]].value;
    double go_on = before < top ? so_far + worth - missing_between(l, before + 1, top) : -INFINITY;
    double anew = so_far - missing_between(l, before + 1, l->top_count) + worth - missing_between(l, 0, top);
    if (go_on > best.value) best = (step){go_on, child, p->state[before], top, false};
    if (anew > best.value) best = (step){anew, child, p->state[before], top, true};
  }
  return best;
}

static void parse_child(parse *p, uint32_t number, dt_index child) {
  locator *l = p->l;
  step best[MOST_TOPS];
  dt_item item = dt_item_make(l->scratch, &l->grid, &child, 1);
  for (uint32_t top = 0; top < l->top_count; top++) {
    best[top].value = -INFINITY;
    double worth = gain(l, top, &item);
    if (worth > 0) best[top] = best_step(p, top, number, worth);
  }
  for (uint32_t top = 0; top < l->top_count; top++) {
    if (best[top].value == -INFINITY) continue;
    if (p->state[top] == DT_NONE || best[top].value >= p->steps[p->state[top]].value)
      p->state[top] = add_step(p, best[top]);
  }
}

static uint32_t best_end(const parse *p) {
  uint32_t best = DT_NONE;
  double value = 0;
  for (uint32_t top = 0; top < p->l->top_count; top++) {
    if (p->state[top] == DT_NONE) continue;
    double end = p->steps[p->state[top]].value - missing_between(p->l, top + 1, p->l->top_count);
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
} records;

static void add_record(locator *l, records *out, dt_record record) {
  if (out->count == out->capacity) {
    out->capacity = out->capacity * 2 + 64;
    dt_record *bigger = DT_ARRAY(l->arena, dt_record, out->capacity);
    if (out->count != 0) memcpy(bigger, out->records, out->count * sizeof *bigger);
    out->records = bigger;
  }
  out->records[out->count++] = record;
}

/* Adds the records among the children of `parent`. */
static void read_children(locator *l, dt_index parent, records *out) {
  const dt_node *node = &l->tree->nodes[parent];
  const dt_index *children = l->tree->children + node->kids;
  parse p = {.l = l};
  memset(p.state, 0xff, sizeof p.state);
  dt_mark mark = dt_arena_mark(l->scratch);
  for (uint32_t k = 0; k < node->kid_count; k++) {
    if (l->tree->nodes[children[k]].tag == DT_TAG_tr) dt_grid_read(&l->grid, children[k]);
    parse_child(&p, k, children[k]);
    dt_scope_tick(l->arena->scope);
  }
  uint32_t first = out->count, last = DT_NONE;
  for (uint32_t s = best_end(&p); s != DT_NONE; s = p.steps[s].from) {
    if (last == DT_NONE) last = p.steps[s].child;
    if (!p.steps[s].starts) continue;
    add_record(l, out, (dt_record){children + p.steps[s].child, last - p.steps[s].child + 1});
    last = DT_NONE;
  }
  for (uint32_t i = first, j = out->count; i + 1 < j; i++) { /* they came from the last to the first */
    dt_record swap = out->records[i];
    out->records[i] = out->records[--j];
    out->records[j] = swap;
  }
  uint32_t end = best_end(&p);
  if (end != DT_NONE) out->gain += p.steps[end].value;
  dt_arena_rewind(l->scratch, mark);
}

/* ---- places ---- */

typedef enum closeness { ELSEWHERE, SAME_KIND, SAME_PATH, SAME_PLACE } closeness;

static bool has_value(const dt_tree *tree, dt_index node, dt_attribute_name name, const char *value) {
  return dt_text_equal(dt_attribute_of(tree, node, name), dt_text(value));
}

static closeness how_close(const locator *l, dt_index node) {
  const detm_wrapper *wrapper = l->aligner.wrapper;
  uint64_t hash = dt_path_hash(l->tree, node);
  closeness best = SAME_KIND;
  for (uint32_t i = 0; i < wrapper->place_count && best < SAME_PLACE; i++) {
    const dt_place *place = &wrapper->places[i];
    if (place->hash != hash) continue;
    bool same = has_value(l->tree, node, DT_ATTRIBUTE_class, place->class) &&
                has_value(l->tree, node, DT_ATTRIBUTE_id, place->id);
    best = same ? SAME_PLACE : SAME_PATH;
  }
  return best;
}

/* A node that every record has at its top: only its parents may hold records. */
static dt_tag telling_tag(const locator *l) {
  dt_tag tag = l->top_count != 0 ? l->tops[0]->tag : DT_TAG_RUN;
  for (uint32_t top = l->top_count; top-- > 0;)
    if (!l->tops[top]->optional && l->tops[top]->tag != DT_TAG_TEXT && l->tops[top]->tag != DT_TAG_br)
      tag = l->tops[top]->tag;
  return tag;
}

/* Whether an element has the class and id of a place: the list itself, though it holds no record now. */
static bool may_be_place(const locator *l, dt_index node) {
  const detm_wrapper *wrapper = l->aligner.wrapper;
  if (l->tree->nodes[node].attribute_count == 0) return false;
  for (uint32_t i = 0; i < wrapper->place_count; i++)
    if (has_value(l->tree, node, DT_ATTRIBUTE_class, wrapper->places[i].class) &&
        has_value(l->tree, node, DT_ATTRIBUTE_id, wrapper->places[i].id))
      return true;
  return false;
}

/* How close to a place of records each node is, and in *place the closest. */
static uint8_t *find_places(locator *l, dt_index *place) {
  uint8_t *close = DT_ZERO(l->scratch, uint8_t, l->tree->node_count);
  dt_tag tag = telling_tag(l);
  *place = DT_NONE;
  for (dt_index node = 1; node < l->tree->node_count; node++) {
    dt_index parent = l->tree->nodes[node].parent;
    dt_scope_tick(l->arena->scope);
    if (l->tree->nodes[node].tag == tag && close[parent] == ELSEWHERE) close[parent] = (uint8_t)how_close(l, parent);
  }
  for (dt_index node = 0; node < l->tree->node_count; node++) {
    dt_scope_tick(l->arena->scope);
    if (close[node] == ELSEWHERE && may_be_place(l, node) && how_close(l, node) == SAME_PLACE) close[node] = SAME_PLACE;
  }
  for (dt_index node = 0; node < l->tree->node_count; node++)
    if (close[node] >= SAME_PATH && (*place == DT_NONE || close[node] > close[*place])) *place = node;
  return close;
}

/* Reads all places of one closeness; if records all stood in one parent, those of the best. */
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

/* Records that have moved: those of the parent that holds the most, and of all with its path. */
static records read_elsewhere(locator *l, uint8_t *close, bool one) {
  records best = read_places(l, close, SAME_KIND, true);
  if (best.count == 0 || one) return best;
  uint64_t hash = dt_path_hash(l->tree, best.first_parent);
  for (dt_index node = 0; node < l->tree->node_count; node++)
    if (close[node] == SAME_KIND && dt_path_hash(l->tree, node) != hash) close[node] = ELSEWHERE;
  return read_places(l, close, SAME_KIND, false);
}

/* ---- clues ---- */

static bool has_clue(const locator *l, const dt_clue *clue) {
  dt_attribute_name name = dt_attribute_number(clue->attribute, strlen(clue->attribute));
  dt_tag tag = dt_tag_number(clue->tag, strlen(clue->tag));
  detm_text value = dt_text(clue->value);
  for (dt_index node = 0; node < l->tree->node_count; node++)
    if (l->tree->nodes[node].tag == tag && dt_text_equal(dt_attribute_of(l->tree, node, name), value)) return true;
  return false;
}

/* The page has half of the clues; where the wrapper has none, it has a place for records. */
static bool is_known_page(const locator *l, dt_index place) {
  const detm_wrapper *wrapper = l->aligner.wrapper;
  if (wrapper->clue_count == 0) return place != DT_NONE;
  uint32_t found = 0;
  for (uint32_t i = 0; i < wrapper->clue_count; i++) {
    found += has_clue(l, &wrapper->clues[i]);
    dt_scope_clock(l->arena->scope); /* each is a pass over the page */
  }
  return 2 * found >= wrapper->clue_count;
}

static void start(locator *l, detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_tree *tree) {
  *l = (locator){.arena = arena, .scratch = scratch, .tree = tree};
  dt_aligner_start(&l->aligner, wrapper, arena, scratch);
  dt_grid_start(&l->grid, arena, tree);
  l->grid.by_columns = dt_wrapper_by_columns(wrapper);
  for (dt_wrapper_node *top = wrapper->root->first; top != NULL && l->top_count < MOST_TOPS; top = top->next) {
    l->required[l->top_count + 1] = l->required[l->top_count] + required_nodes(top);
    l->tops[l->top_count++] = top;
  }
}

/* The very place, known by its class or id, with too little in it for two records: if the page is known, too, it holds
 * none. */
static bool is_empty_place(const locator *l, const uint8_t *close, dt_index place) {
  return place != DT_NONE && close[place] == SAME_PLACE && dt_size(l->tree, place) < 2 * l->required[l->top_count] &&
         (dt_attribute_of(l->tree, place, DT_ATTRIBUTE_class).length != 0 ||
          dt_attribute_of(l->tree, place, DT_ATTRIBUTE_id).length != 0);
}

dt_found dt_wrapper_locate(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_tree *tree) {
  locator l;
  dt_index place;
  start(&l, wrapper, arena, scratch, tree);
  uint8_t *close = find_places(&l, &place);
  records found = read_places(&l, close, SAME_PLACE, wrapper->one_place);
  bool known = found.count != 0 || is_known_page(&l, place), moved = false;
  if (found.count == 0 && !(known && is_empty_place(&l, close, place))) {
    found = read_places(&l, close, SAME_PATH, wrapper->one_place);
    moved = found.count == 0;
    if (moved) found = read_elsewhere(&l, close, wrapper->one_place);
    known = known || (found.count != 0 && !moved);
    moved = moved && found.count != 0;
  }
  if (found.count != 0) place = found.first_parent;
  return (dt_found){found.records, found.count, place, known, moved};
}

/* Records that all stand in one parent, while other parents hold what looks like them: another page's are to be
 * looked for in one parent too. */
void dt_wrapper_learn_place(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_record_set *set) {
  dt_mark mark = dt_arena_mark(scratch);
  bool one = true;
  for (uint32_t r = 1; r < set->count; r++)
    one = one && set->tree->nodes[set->records[r].nodes[0]].parent == set->tree->nodes[set->records[0].nodes[0]].parent;
  wrapper->one_place = false;
  if (one)
    wrapper->one_place =
        10 * (uint64_t)dt_wrapper_locate(wrapper, arena, scratch, set->tree).count > 11 * (uint64_t)set->count;
  dt_arena_rewind(scratch, mark);
}
