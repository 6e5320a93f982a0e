/* wrapper/field.c: which texts of the wrapper are constant, which are several values, and the fields. */
#include "wrapper/learn.h"

#include <stdlib.h>

enum { MOST_PIECES = 64, LEAST_CONSTANT = 2 };

/* ---- splits ---- */

typedef struct instance {
  const dt_tree *tree;
  dt_index node;
} instance;

typedef struct signature {
  uint64_t hash;  /* of the decorations of all pieces, in order */
  uint32_t first; /* the instance it was seen in first */
  uint32_t pieces;
} signature;

static uint64_t signature_of(const dt_piece *pieces, uint32_t count) {
  uint64_t hash = count;
  for (uint32_t p = 0; p < count; p++) hash = dt_hash_mix(hash, pieces[p].within);
  return hash;
}

static int by_signature(const void *a, const void *b) {
  const signature *x = a, *y = b;
  if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
  return x->first < y->first ? -1 : x->first > y->first;
}

static uint64_t fold_case(detm_text text) {
  uint64_t hash = text.length;
  for (size_t i = 0; i < text.length; i++) {
    char c = text.data[i];
    hash = dt_hash_mix(hash, (unsigned char)(c >= 'A' && c <= 'Z' ? c | 32 : c));
  }
  return hash;
}

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static bool is_phrase(const dt_tree *tree, uint32_t chain) {
  for (; chain != 0; chain = tree->chains[chain].parent)
    if (dt_tag_is(tree->chains[chain].tag, DT_HIGHLIGHT)) return true;
  return false;
}

/* Printed bold again and again the same words: what was searched for, not a value. */
static bool repeats_words(dt_arena *scratch, const instance *instances, uint32_t count, uint64_t wanted,
                          uint32_t piece) {
  uint64_t *words = DT_ARRAY(scratch, uint64_t, count);
  uint32_t found = 0, distinct = 0;
  dt_piece pieces[MOST_PIECES];
  for (uint32_t i = 0; i < count; i++) {
    uint32_t n = dt_text_pieces(scratch, instances[i].tree, instances[i].node, DT_SPLIT_ALL, pieces, MOST_PIECES);
    if (piece < n && signature_of(pieces, n) == wanted) words[found++] = fold_case(pieces[piece].text);
  }
  qsort(words, found, sizeof *words, by_value);
  for (uint32_t i = 0; i < found; i++) distinct += i == 0 || words[i] != words[i - 1];
  return 10 * (uint64_t)distinct < 3 * (uint64_t)found;
}

static bool ends_like_label(detm_text text) {
  return text.length > 1 &&
         (text.data[text.length - 1] == ':' || (text.length > 3 && memcmp(text.data + text.length - 3, "：", 3) == 0));
}

/* Bold pieces that are search words part nothing. */
static bool marks_search_words(dt_arena *scratch, const instance *instances, uint32_t count, const signature *best) {
  dt_piece pieces[MOST_PIECES];
  const instance *first = &instances[best->first];
  uint32_t n = dt_text_pieces(scratch, first->tree, first->node, DT_SPLIT_ALL, pieces, MOST_PIECES);
  for (uint32_t p = 0; p < n; p++) {
    if (!is_phrase(first->tree, pieces[p].chain) || ends_like_label(pieces[p].text)) continue;
    if (p != 0 && p + 1 < n && pieces[p - 1].within == pieces[p + 1].within) return true; /* amid running text */
    for (uint32_t q = 0; q < p; q++)
      if (pieces[q].within == pieces[p].within) return true;
    if (repeats_words(scratch, instances, count, best->hash, p)) return true;
  }
  return false;
}

/* The signature that at least 6 of 10 instances have, if it is of two pieces or more. */
static bool find_signature(dt_arena *scratch, const instance *instances, uint32_t count, dt_split split,
                           signature *best) {
  signature *all = DT_ARRAY(scratch, signature, count);
  dt_piece pieces[MOST_PIECES];
  uint32_t most = 0, run = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t n = dt_text_pieces(scratch, instances[i].tree, instances[i].node, split, pieces, MOST_PIECES);
    all[i] = (signature){signature_of(pieces, n), i, n};
  }
  qsort(all, count, sizeof *all, by_signature);
  for (uint32_t i = 0; i < count; i++) {
    run = i != 0 && all[i].hash == all[i - 1].hash ? run + 1 : 1;
    if (run <= most) continue;
    most = run;
    *best = all[i + 1 - run];
  }
  return best->pieces >= 2 && 10 * (uint64_t)most >= 6 * (uint64_t)count;
}

static void set_part(detm_wrapper *wrapper, dt_part *part, const dt_tree *tree, const dt_piece *piece, dt_split split) {
  const char *within = split == DT_SPLIT_NONE ? "" : dt_chain_within(&wrapper->arena, tree, piece->chain, split);
  *part = (dt_part){.within = within, .hash = dt_within_hash(within), .before = "", .after = "", .field = DT_NO_FIELD};
  if (split != DT_SPLIT_NONE) part->label = dt_chain_itemprop(&wrapper->arena, tree, piece->chain);
}

static void set_parts(detm_wrapper *wrapper, dt_arena *scratch, dt_wrapper_node *w, const instance *like,
                      dt_split split) {
  dt_piece pieces[MOST_PIECES];
  uint32_t n = 1;
  if (split != DT_SPLIT_NONE) n = dt_text_pieces(scratch, like->tree, like->node, split, pieces, MOST_PIECES);
  w->split = split;
  w->part_count = n;
  w->parts = DT_ARRAY(&wrapper->arena, dt_part, n);
  for (uint32_t p = 0; p < n; p++) set_part(wrapper, &w->parts[p], like != NULL ? like->tree : NULL, &pieces[p], split);
}

/* The decorations that pieces stand in, in the order of the page. */
typedef struct classes {
  dt_piece pieces[MOST_PIECES]; /* an example of each */
  const dt_tree *trees[MOST_PIECES];
  uint32_t count;
} classes;

static uint32_t find_class(const classes *c, uint64_t within) {
  uint32_t at = 0;
  while (at < c->count && c->pieces[at].within != within) at++;
  return at;
}

/* Adds the decorations of one text, a new one after the one before it; false if a piece stands in none with a class. */
static bool add_classes(classes *c, const instance *at_text, dt_arena *scratch) {
  dt_piece pieces[MOST_PIECES];
  uint32_t count = dt_text_pieces(scratch, at_text->tree, at_text->node, DT_SPLIT_ALL, pieces, MOST_PIECES), place = 0;
  for (uint32_t p = 0; p < count; p++) {
    if (pieces[p].chain == 0 || at_text->tree->chains[pieces[p].chain].class_length == 0) return false;
    uint32_t at = find_class(c, pieces[p].within);
    if (at == c->count) {
      if (c->count == MOST_PIECES) return false;
      memmove(c->pieces + place + 1, c->pieces + place, (c->count - place) * sizeof *c->pieces);
      memmove(c->trees + place + 1, c->trees + place, (c->count - place) * sizeof *c->trees);
      c->pieces[place] = pieces[p];
      c->trees[place] = at_text->tree;
      c->count++;
      at = place;
    }
    place = at + 1;
  }
  return true;
}

/* Texts all of whose pieces stand in decoration with a class, of which records have more or fewer: one part for each
 * class. */
static bool split_by_class(detm_wrapper *wrapper, dt_arena *scratch, dt_wrapper_node *w, const instance *instances,
                           uint32_t count) {
  classes *c = DT_ZERO(scratch, classes, 1);
  for (uint32_t i = 0; i < count; i++)
    if (!add_classes(c, &instances[i], scratch)) return false;
  w->split = DT_SPLIT_ALL;
  w->part_count = c->count;
  w->parts = DT_ARRAY(&wrapper->arena, dt_part, c->count);
  for (uint32_t p = 0; p < c->count; p++) set_part(wrapper, &w->parts[p], c->trees[p], &c->pieces[p], DT_SPLIT_ALL);
  return true;
}

static void choose_split(detm_wrapper *wrapper, dt_arena *scratch, dt_wrapper_node *w, const instance *instances,
                         uint32_t count) {
  for (dt_split split = DT_SPLIT_ALL; split <= DT_SPLIT_PHRASES; split++) {
    dt_mark mark = dt_arena_mark(scratch);
    signature best = {0};
    bool found = find_signature(scratch, instances, count, split, &best);
    if (found && split == DT_SPLIT_ALL) found = !marks_search_words(scratch, instances, count, &best);
    if (found) set_parts(wrapper, scratch, w, &instances[best.first], split);
    dt_arena_rewind(scratch, mark);
    if (found) return;
  }
  dt_mark mark = dt_arena_mark(scratch);
  bool split = split_by_class(wrapper, scratch, w, instances, count);
  dt_arena_rewind(scratch, mark);
  if (!split) set_parts(wrapper, scratch, w, NULL, DT_SPLIT_NONE);
}

/* A text outside links whose instances may hold several values with marks between them. */
static bool may_have_marks(const dt_wrapper_node *w) {
  return w->tag == DT_TAG_TEXT && !w->linked && !w->fragmented && !w->constant;
}

static bool split_at_marks(detm_wrapper *wrapper, dt_arena *scratch, dt_wrapper_node *w, const instance *instances) {
  if (!may_have_marks(w)) return false;
  dt_mark mark = dt_arena_mark(scratch);
  detm_text *texts = DT_ARRAY(scratch, detm_text, w->instances);
  for (uint32_t i = 0; i < w->instances; i++) texts[i] = dt_text_of(instances[i].tree, instances[i].node);
  bool split = dt_marks_find(wrapper, w, texts, w->instances);
  dt_arena_rewind(scratch, mark);
  return split;
}

static bool is_collected(const dt_wrapper_node *w) { return w->fragmented || may_have_marks(w); }

/* The instances of each text that may split, those of node n at [starts[n], starts[n + 1]). */
static instance *collect_instances(detm_wrapper *wrapper, dt_arena *scratch, dt_record_set *sets, uint32_t set_count,
                                   uint32_t *starts) {
  uint32_t total = 0;
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    starts[w->number] = total;
    total += is_collected(w) ? w->instances : 0;
  }
  instance *instances = DT_ARRAY(scratch, instance, total);
  uint32_t *at = DT_ARRAY(scratch, uint32_t, wrapper->node_count);
  memcpy(at, starts, wrapper->node_count * sizeof *at);
  for (uint32_t s = 0; s < set_count; s++)
    for (uint32_t r = 0; r < sets[s].count; r++) {
      dt_mark mark = dt_arena_mark(scratch);
      dt_item item = dt_record_item(&sets[s], scratch, r);
      for (uint32_t i = 0; i < item.count; i++) {
        const dt_wrapper_node *w = dt_folded(sets[s].layouts[r]->nodes[i]);
        if (w != NULL && is_collected(w)) instances[at[w->number]++] = (instance){item.tree, item.nodes[i]};
      }
      dt_arena_rewind(scratch, mark);
    }
  return instances;
}

/* ---- fields ---- */

/* Texts in document order, then addresses in document order: so texts that read on do so in every format. */
static void add_fields(detm_wrapper *wrapper) {
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count; p++) w->parts[p].field = dt_field_add(wrapper, NULL, "text");
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    if (w->has_href) w->href = dt_field_add(wrapper, NULL, "url");
    if (w->has_src) w->src = dt_field_add(wrapper, NULL, "url");
  }
}

void dt_wrapper_make_fields(detm_wrapper *wrapper, dt_arena *scratch, dt_record_set *sets, uint32_t set_count) {
  dt_mark mark = dt_arena_mark(scratch);
  uint32_t *starts = DT_ARRAY(scratch, uint32_t, wrapper->node_count);
  const instance *instances = collect_instances(wrapper, scratch, sets, set_count, starts);
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    if (w->tag != DT_TAG_TEXT) continue;
    bool constant = w->constant && w->instances >= LEAST_CONSTANT;
    if (constant && ends_like_label(w->sample)) {
      w->text = w->sample.data;
    } else if (w->fragmented) {
      choose_split(wrapper, scratch, w, instances + starts[w->number], w->instances);
    } else if (!split_at_marks(wrapper, scratch, w, instances + starts[w->number])) {
      set_parts(wrapper, scratch, w, NULL, DT_SPLIT_NONE);
    }
  }
  dt_arena_rewind(scratch, mark);
  add_fields(wrapper);
}
