/* wrapper/locate.c: finds the records of a wrapper on a new page (doc/method 2.13).
 *
 * Records are first searched where they were on the sample pages (parents with the same tags up to the root, and among
 * them first those with the same class and id), then in all parents of the same kind.  The children of a parent are
 * parsed with the wrapper as a regular expression over siblings: each child is an instance of one of the wrapper's top
 * nodes or noise, and a record is a run of instances in the wrapper's order. */
#include "wrapper/locate.h"
#include "html/tree_path.h"
#include "wrapper/record_set.h"

#include <math.h>
#include <stdlib.h>

enum { MAX_TOPS = 128, MIN_REQUIRED = 4 /* nodes that must be required for a match of these alone to count */ };

typedef struct locator {
  dt_aligner aligner;
  dt_arena *arena, *scratch;
  const dt_tree *tree;
  dt_wrapper_node *tops[MAX_TOPS];
  double required[MAX_TOPS + 1]; /* sums: required nodes of the first n tops */
  uint32_t top_count;
  dt_grid grid;
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

/* The gain of taking a node as an instance of a top: nodes that match, less nodes that do not match and nodes that are
 * missing.  Positive when the similarity is above 2/3, and always when nothing is missing, as a record may hold more
 * than the sample records. */
static double gain(locator *l, uint32_t top, const dt_item *item) {
  const dt_alignment *layout = dt_align_top(&l->aligner, l->tops[top], item);
  if (layout == NULL) return -INFINITY;
  double matched = layout->matched, extra = layout->count - layout->matched;
  if (layout->missing == 0 && l->required[top + 1] - l->required[top] >= MIN_REQUIRED && extra > matched / 2)
    extra = matched / 2;
  return matched - extra - layout->missing;
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
  step *steps; /* all steps that may be part of the best parse */
  uint32_t count, capacity;
  uint32_t state[MAX_TOPS]; /* best step for each top; DT_NONE = none */
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

/* The best step that takes the child as an instance of `top`, in the current record or as the start of a new one. */
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
  step best[MAX_TOPS];
  dt_item item = dt_item_make(l->scratch, &l->grid, &l->aligner.wrapper->captions, &child, 1);
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
  for (uint32_t i = first, j = out->count; i + 1 < j; i++) { /* reverses the records, which were found last to first */
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

/* The tag of a node that every record has at its top: only parents of this tag can hold records. */
static dt_tag required_tag(const locator *l) {
  dt_tag tag = l->top_count != 0 ? l->tops[0]->tag : DT_TAG_RUN;
  for (uint32_t top = l->top_count; top-- > 0;)
    if (!l->tops[top]->optional && l->tops[top]->tag != DT_TAG_TEXT && l->tops[top]->tag != DT_TAG_br)
      tag = l->tops[top]->tag;
  return tag;
}

/* Whether an element has the class and id of a place: it is the list, even if it is empty now. */
static bool may_be_place(const locator *l, dt_index node) {
  const detm_wrapper *wrapper = l->aligner.wrapper;
  if (l->tree->nodes[node].attribute_count == 0) return false;
  for (uint32_t i = 0; i < wrapper->place_count; i++)
    if (has_value(l->tree, node, DT_ATTRIBUTE_class, wrapper->places[i].class) &&
        has_value(l->tree, node, DT_ATTRIBUTE_id, wrapper->places[i].id))
      return true;
  return false;
}

/* Returns how close to a place each node is, and sets *place to the closest. */
static uint8_t *find_places(locator *l, dt_index *place) {
  uint8_t *close = DT_ZERO(l->scratch, uint8_t, l->tree->node_count);
  dt_tag tag = required_tag(l);
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

static bool has_clue(const locator *l, const dt_clue *clue) {
  dt_attribute_name name = dt_attribute_number(clue->attribute, strlen(clue->attribute));
  dt_tag tag = dt_tag_number(clue->tag, strlen(clue->tag));
  detm_text value = dt_text(clue->value);
  for (dt_index node = 0; node < l->tree->node_count; node++)
    if (l->tree->nodes[node].tag == tag && dt_text_equal(dt_attribute_of(l->tree, node, name), value)) return true;
  return false;
}

/* Whether the page has half of the clues or, if the wrapper has no clues, a place for records. */
static bool is_known_page(const locator *l, dt_index place) {
  const detm_wrapper *wrapper = l->aligner.wrapper;
  if (wrapper->clue_count == 0) return place != DT_NONE;
  uint32_t found = 0;
  for (uint32_t i = 0; i < wrapper->clue_count; i++) {
    found += has_clue(l, &wrapper->clues[i]);
    dt_scope_clock(l->arena->scope); /* each pass goes over the whole page */
  }
  return 2 * found >= wrapper->clue_count;
}

static void start(locator *l, detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_tree *tree) {
  *l = (locator){.arena = arena, .scratch = scratch, .tree = tree};
  dt_aligner_start(&l->aligner, wrapper, arena, scratch);
  dt_grid_start(&l->grid, arena, tree);
  l->grid.by_columns = dt_wrapper_by_columns(wrapper);
  for (dt_wrapper_node *top = wrapper->root->first; top != NULL && l->top_count < MAX_TOPS; top = top->next) {
    l->required[l->top_count + 1] = l->required[l->top_count] + required_nodes(top);
    l->tops[l->top_count++] = top;
  }
}

/* Whether the place has the class or id of a place of the samples. */
static bool is_own_place(const locator *l, const uint8_t *close, dt_index place) {
  return place != DT_NONE && close[place] == SAME_PLACE &&
         (dt_attribute_of(l->tree, place, DT_ATTRIBUTE_class).length != 0 ||
          dt_attribute_of(l->tree, place, DT_ATTRIBUTE_id).length != 0);
}

/* Whether the place is too small for two records; on a known page, it then holds none. */
static bool is_empty_place(const locator *l, const uint8_t *close, dt_index place) {
  return is_own_place(l, close, place) && dt_size(l->tree, place) < 2 * l->required[l->top_count];
}

dt_found dt_wrapper_locate(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_tree *tree) {
  locator l;
  dt_index place;
  start(&l, wrapper, arena, scratch, tree);
  uint8_t *close = find_places(&l, &place);
  records found = read_places(&l, close, SAME_PLACE, wrapper->one_place);
  bool in_places = found.count != 0, known = in_places || is_known_page(&l, place), moved = false;
  if (found.count == 0 && !(known && is_empty_place(&l, close, place))) {
    found = read_places(&l, close, SAME_PATH, wrapper->one_place);
    moved = found.count == 0;
    if (moved) found = read_elsewhere(&l, close, wrapper->one_place);
    known = known || (found.count != 0 && !moved);
    moved = moved && found.count != 0;
  }
  dt_found result = {.records = found.records, .count = found.count, .parent = place, .known_page = known};
  result.own_place = found.count == 0 && is_own_place(&l, close, place);
  result.empty_place = found.count == 0 && is_empty_place(&l, close, place);
  result.moved = moved;
  if (in_places && !wrapper->one_place && l.required[l.top_count] >= MIN_REQUIRED) {
    records others = read_places(&l, close, SAME_PATH, false);
    result.others = others.records;
    result.other_count = others.count;
  }
  if (found.count != 0) result.parent = found.first_parent;
  return result;
}

/* Sets one_place if all records have one parent, and the wrapper finds at least a tenth more in other parents. */
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
