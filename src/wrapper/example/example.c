/* wrapper/example/example.c: the fields that examples name.
 *
 * dt_examples_name gets the wrapper that was learned from the records of the list, and changes its fields to those of
 * the examples:
 *
 *   read_place             reads the places where a record shows an example, as nodes of the wrapper
 *   take_places            chooses one of several places of an example: the same for all examples of a name
 *   edit_texts             makes the texts there give exactly these values (carve.c)
 *   dt_examples_add_texts  finds the value in records of another kind (other_places.c)
 *
 * Then it orders the fields (arrange), names addresses, sets types, and sets which other fields are wanted. */
#include "wrapper/example/example.h"

#include "text/words.h"
#include "values/value_kind.h"
#include "wrapper/attributes.h"
#include "wrapper/edit/edit.h"
#include "wrapper/values/values.h"

#include <stdlib.h>

enum { MAX_PLACES = 1000 }; /* in all records with examples */

/* ---- the place in the record ---- */

/* A place of a claim as wrapper nodes. */
typedef struct place {
  uint32_t claim;
  dt_occurrence where;
  dt_wrapper_node **nodes; /* its texts (NULL = a separator that the wrapper ignores), or its element */
  uint32_t count;
  uint64_t key; /* equal for places with the same nodes */
  int quality;
  bool named;                 /* an element around it has the name of the field as a word of its class */
  uint32_t support;           /* number of claims of this field with the key */
  uint32_t records, distinct; /* number of records that have the first text, and of its distinct values */
} place;

/* The number of records that have each text of the wrapper, and of the distinct values it has there; by node number. */
typedef struct spread {
  uint32_t *records, *distinct;
} spread;

static spread count_spread(dt_examples *x, dt_record_set *const *sets) {
  uint32_t nodes = x->wrapper->node_count, record = 0;
  spread s = {DT_ZERO(x->arena, uint32_t, nodes), DT_ZERO(x->arena, uint32_t, nodes)};
  uint32_t *last = DT_ZERO(x->arena, uint32_t, nodes); /* record that has the node, from 1 */
  dt_lookup values;
  dt_lookup_start(&values, x->arena, 0);

  for (uint32_t p = 0; p < x->page_count; p++)
    for (uint32_t r = 0; sets[p] != NULL && r < sets[p]->count; r++) {
      const dt_item *item = &sets[p]->items[r];
      record++;
      for (uint32_t i = 0; i < item->count; i++) {
        const dt_wrapper_node *w = dt_folded(sets[p]->layouts[r]->nodes[i]);
        if (w == NULL) continue;
        s.records[w->number] += last[w->number] != record;
        last[w->number] = record;
        if (w->tag != DT_TAG_TEXT) continue;
        detm_text text = dt_text_of(item->tree, item->nodes[i]);
        s.distinct[w->number] += dt_lookup_insert(&values, dt_hash_bytes(text.data, text.length, w->number));
      }
    }

  return s;
}

/* The cell of a grid's row that contains a node, as an index into the item; item->count = none. */
static uint32_t cell_of(const dt_item *item, dt_index node) {
  uint32_t i = 0;
  while (i < item->count &&
         !(dt_item_is_cell(item, i) && item->nodes[i] <= node && node < item->tree->nodes[item->nodes[i]].end))
    i++;
  return i;
}

static bool is_whole_cell(const dt_wrapper_node *w) { return w != NULL && w->cell && w->first == NULL; }

/* A number for the name of an attribute, and for what of the decoration at a node has it. */
static uint64_t key_of_attribute(const dt_tree *tree, const dt_occurrence *where) {
  dt_attribute_walk walk = dt_attribute_walk_start(tree, where->node, where->node + 1);
  dt_attribute_view view;
  while (dt_attribute_walk_next(&walk, &view) && view.value.data != where->attribute.data) continue;
  return dt_hash_bytes(view.name, strlen(view.name), view.chain != 0 ? view.tag : 0);
}

/* Whether a class has the letters of a word, whatever their case: "Meeting-place" has "place". */
static bool class_says(const char *class, detm_text word) {
  for (detm_text token, rest = dt_text(class); (token = dt_next_class(&rest)).length != 0;)
    for (size_t at = 0; at + word.length <= token.length; at++) {
      bool begins = at == 0 || !dt_is_ascii_letter(token.data[at - 1]);
      size_t end = at + word.length;
      bool ends = end == token.length || !dt_is_ascii_letter(token.data[end]);
      if (begins && ends && dt_text_equal_ci((detm_text){token.data + at, word.length}, word)) return true;
    }
  return false;
}

static bool is_named_by_class(const dt_wrapper_node *w, detm_text name) {
  for (; w != NULL && w->parent != NULL && w->parent->parent != NULL; w = w->parent)
    if (class_says(w->class, name)) return true;
  return false;
}

/* Reads a place of a claim.  False if one of its texts is more than a separator and has no node in the wrapper. */
static bool read_place(dt_examples *x, dt_record_set *set, uint32_t claim, const dt_occurrence *where, const spread *s,
                       place *out) {
  const dt_claim *c = &x->claims[claim];
  bool address = where->node != DT_NONE, known = true;
  *out = (place){.claim = claim, .where = *where, .quality = dt_occurrence_quality(where), .support = 0};
  out->count = address ? 1 : where->last - where->first + 1;
  out->nodes = DT_ARRAY(x->arena, dt_wrapper_node *, out->count);
  out->key = address ? 1 + where->source : 0;
  if (where->attribute.data != NULL) out->key = key_of_attribute(set->tree, where);
  const dt_item *item = &set->items[c->record];
  for (uint32_t n = 0; n < out->count && known; n++) {
    dt_index node = address ? where->node : set->tree->text_nodes[where->first + n];
    uint32_t i = 0;
    while (i < item->count && item->nodes[i] != node) i++;
    if (i == item->count && item->heads != NULL) i = cell_of(item, node);
    out->nodes[n] = i < item->count ? dt_folded(set->layouts[c->record]->nodes[i]) : NULL;
    bool between = n != 0 && n + 1 != out->count;
    known = out->nodes[n] != NULL || (between && !dt_has_words(dt_text_of(set->tree, node)));
    if (out->nodes[n] != NULL) out->key = dt_hash_mix(out->key, out->nodes[n]->number);
  }
  if (!known) return false;
  out->records = s->records[out->nodes[0]->number];
  out->distinct = s->distinct[out->nodes[0]->number];
  out->named = is_named_by_class(out->nodes[0], dt_text(x->examples[c->example].name));
  return true;
}

static bool same_name(const dt_examples *x, uint32_t claim, const char *name) {
  return strcmp(x->examples[x->claims[claim].example].name, name) == 0;
}

typedef struct places {
  place *all;
  uint32_t count;
  const place **taken;
  uint32_t taken_count;
} places;

/* Whether two places in a record overlap. */
static bool overlaps(const place *a, const place *b) {
  if (a->claim == b->claim || (a->where.node != DT_NONE) != (b->where.node != DT_NONE)) return false;
  if (a->where.node != DT_NONE)
    return a->where.node == b->where.node && a->where.source == b->where.source &&
           a->where.attribute.data == b->where.attribute.data;
  if (a->where.first > b->where.last || b->where.first > a->where.last) return false;
  if (a->count > 1 || b->count > 1) return true;
  return a->where.start < b->where.end && b->where.start < a->where.end;
}

/* Whether another example has the place, or an example of another field in another record has the whole text, which
 * then cannot be cut for this one. */
static bool is_place_taken(const dt_examples *x, const places *p, const place *one) {
  const dt_claim *own = &x->claims[one->claim];
  for (uint32_t t = 0; t < p->taken_count; t++) {
    const place *taken = p->taken[t];
    const dt_claim *other = &x->claims[taken->claim];
    if (own->page == other->page && overlaps(taken, one)) return true;
    if ((own->page == other->page && own->record == other->record) ||
        same_name(x, one->claim, x->examples[other->example].name))
      continue;
    bool texts = taken->where.node == DT_NONE && one->where.node == DT_NONE && taken->count == 1 && one->count == 1;
    bool whole = taken->quality == DT_OCCURRENCE_WHOLE || one->quality == DT_OCCURRENCE_WHOLE;
    if (texts && whole && taken->nodes[0] == one->nodes[0]) return true;
  }

  return false;
}

static bool is_better_place(const place *a, const place *b) {
  if (b == NULL) return true;
  if (a->support != b->support) return a->support > b->support;
  if (a->quality != b->quality) return a->quality > b->quality;
  if (a->named != b->named) return a->named;
  if (a->records != b->records) return a->records > b->records;
  return a->distinct > b->distinct;
}

/* The best place of a claim that no other example has, of those with the key if one is given. */
static const place *best_place(const dt_examples *x, const places *p, uint32_t claim, const uint64_t *key) {
  const place *best = NULL;
  for (uint32_t i = 0; i < p->count; i++)
    if (p->all[i].claim == claim && (key == NULL || p->all[i].key == *key) && !is_place_taken(x, p, &p->all[i]) &&
        is_better_place(&p->all[i], best))
      best = &p->all[i];
  return best;
}

/* Chooses a place for each claim of a name: the same nodes for all of them if possible. */
static void take_places(const dt_examples *x, places *p, const char *name) {
  const place *best = NULL;
  for (uint32_t i = 0; i < p->count; i++) {
    place *one = &p->all[i];
    if (!same_name(x, one->claim, name) || is_place_taken(x, p, one)) continue;
    one->support = 0;
    for (uint32_t c = 0; c < x->claim_count; c++) {
      bool has = false;
      for (uint32_t j = 0; j < p->count && same_name(x, c, name); j++)
        has = has || (p->all[j].claim == c && p->all[j].key == one->key);
      one->support += has;
    }
    if (is_better_place(one, best)) best = one;
  }

  for (uint32_t c = 0; c < x->claim_count && best != NULL; c++) {
    if (!same_name(x, c, name)) continue;
    const place *own = best_place(x, p, c, &best->key);
    if (own == NULL) own = best_place(x, p, c, NULL);
    if (own != NULL) p->taken[p->taken_count++] = own;
  }
}

/* ---- values of the fields ---- */

/* Notes which values the field of an example has in its record. */
static void note_example_values(dt_examples *x, dt_record_set *set, const place *taken) {
  const dt_claim *claim = &x->claims[taken->claim];
  const detm_example *example = &x->examples[claim->example];
  detm_example_notice *notice = &x->wrapper->example_notices[claim->example];
  uint32_t field = dt_field_named(x->wrapper, example->name), count, same = 0; /* examples of the field in the record */
  const char *given = "";
  dt_mark mark = dt_arena_mark(x->scratch);
  const dt_value *values =
      dt_record_values(x->scratch, set->layouts[claim->record], &set->items[claim->record], &count);

  notice->differs = 1;
  for (uint32_t v = 0; v < count; v++) {
    if (values[v].field != field) continue;
    if (values[v].address || dt_occurrence_gives(x->scratch, example->value, taken->where.loose, values[v].text))
      notice->differs = 0;
    given = dt_arena_format(x->scratch, "%s%s'%.*s'", given, notice->values != 0 ? ", " : "",
                            (int)values[v].text.length, values[v].text.data);
    notice->values++;
  }

  bool cell = is_whole_cell(taken->nodes[0]) && taken->where.node == DT_NONE;
  if (cell) {
    const dt_item *item = &set->items[claim->record];
    dt_index node = item->nodes[cell_of(item, set->tree->text_nodes[taken->where.first])];
    if (dt_example_is_cell(x->scratch, set->tree, node, example->value, taken->where.loose)) notice->differs = 0;
  }

  for (uint32_t c = 0; c < x->claim_count; c++)
    same += x->claims[c].page == claim->page && x->claims[c].record == claim->record && same_name(x, c, example->name);
  if (notice->differs || (notice->values > 1 && same == 1))
    notice->given = dt_arena_copy(&x->wrapper->arena, given, strlen(given));
  dt_arena_rewind(x->scratch, mark);
}

/* ---- fields ---- */

/* Whether an earlier example has the same name. */
static bool is_repeated(const dt_examples *x, uint32_t example) {
  for (uint32_t e = 0; e < example; e++)
    if (strcmp(x->examples[e].name, x->examples[example].name) == 0) return true;
  return false;
}

/* Gives a field to the value of a cell, or to its addresses. */
static void give_cell(dt_examples *x, const place *one, uint32_t field) {
  dt_wrapper_node *cell = one->nodes[0];
  if (one->where.node == DT_NONE) {
    if (cell->part_count == 0) dt_wrapper_set_parts(x->wrapper, cell, DT_SPLIT_NONE, 1);
    cell->parts[0].field = field;
    return;
  }
  *(one->where.source ? &cell->src : &cell->href) = field;
  x->wrapper->fields[field].type = "url";
}

/* Joins or cuts the texts of the chosen places, for all examples of a record at once. */
static void edit_texts(dt_examples *x, dt_record_set *const *sets, const places *p, const uint32_t *fields) {
  for (uint32_t c = 0; c < x->claim_count; c++) {
    const dt_claim *record = &x->claims[c];
    bool done = false;
    for (uint32_t d = 0; d < c; d++)
      done = done || (x->claims[d].page == record->page && x->claims[d].record == record->record);
    if (done) continue;
    dt_carver carver = {.wrapper = x->wrapper,
                        .arena = x->arena,
                        .scratch = x->scratch,
                        .sets = sets,
                        .set_count = x->page_count,
                        .set = sets[record->page],
                        .record = record->record};
    dt_carving *cuts = DT_ARRAY(x->arena, dt_carving, p->taken_count);
    uint32_t count = 0;
    for (uint32_t t = 0; t < p->taken_count; t++) {
      const place *one = p->taken[t];
      const dt_claim *claim = &x->claims[one->claim];
      if (claim->page != record->page || claim->record != record->record) continue;
      if (is_whole_cell(one->nodes[0]) && one->where.attribute.data != NULL) {
        const dt_item *item = &sets[record->page]->items[record->record];
        dt_carve_attribute(&carver, item, cell_of(item, one->where.node), one->nodes[0], &one->where,
                           fields[claim->example]);
        continue;
      }
      if (is_whole_cell(one->nodes[0])) {
        give_cell(x, one, fields[claim->example]);
        continue;
      }
      cuts[count] = (dt_carving){.field = fields[claim->example],
                                 .value = x->examples[claim->example].value,
                                 .where = one->where,
                                 .nodes = one->nodes,
                                 .count = one->count,
                                 .notice = &x->wrapper->example_notices[claim->example]};
      count++;
    }
    dt_carve_record(&carver, cuts, count);
  }
}

/* Names addresses after the text of their element, if an example gave its name. */
static void name_links(dt_examples *x) {
  detm_wrapper *wrapper = x->wrapper;
  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    if (w->href == DT_NO_FIELD || wrapper->fields[w->href].given) continue;
    const dt_wrapper_node *end = dt_wrapper_past(w);
    uint32_t text = DT_NO_FIELD; /* the first below the element */
    for (const dt_wrapper_node *t = w; t != end && text == DT_NO_FIELD; t = dt_wrapper_next(t))
      for (uint32_t p = 0; p < t->part_count && text == DT_NO_FIELD; p++) text = t->parts[p].field;
    if (text == DT_NO_FIELD || !wrapper->fields[text].given) continue;
    const char *name = dt_arena_format(x->arena, "%s-link", wrapper->fields[text].name);
    if (dt_field_named(wrapper, name) == DT_NO_FIELD && dt_field_give(wrapper, w->href, name, NULL) != DETM_OK)
      dt_scope_leave(x->scratch->scope, DETM_NO_MEMORY);
  }
}

static void mark_used(bool *used, uint32_t field) {
  if (field != DT_NO_FIELD) used[field] = true;
}

/* Puts the fields of the examples first, in their order, and removes fields without a text. */
static void arrange(dt_examples *x) {
  detm_wrapper *wrapper = x->wrapper;
  bool *used = DT_ZERO(x->scratch, bool, wrapper->field_count);
  uint32_t *order = DT_ARRAY(x->scratch, uint32_t, wrapper->field_count), count = 0;

  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    mark_used(used, w->href);
    mark_used(used, w->src);
    for (uint32_t p = 0; p < w->part_count; p++) mark_used(used, w->parts[p].field);
    for (uint32_t a = 0; a < w->attribute_count; a++) mark_used(used, w->attributes[a].part.field);
  }

  for (int given = 1; given >= 0; given--)
    for (uint32_t f = 0; f < wrapper->field_count; f++)
      if (used[f] && wrapper->fields[f].given == given) order[count++] = f;

  dt_fields_arrange(wrapper, order, count);
}

/* Sets the types of the fields that examples name to that of most of their values. */
static void set_types(dt_examples *x, dt_record_set *const *sets) {
  typedef uint32_t tally[DT_KIND_BITS + 1];
  detm_wrapper *wrapper = x->wrapper;
  tally *tallies = DT_ZERO(x->scratch, tally, wrapper->field_count);

  for (uint32_t p = 0; p < x->page_count; p++)
    for (uint32_t r = 0; sets[p] != NULL && r < sets[p]->count; r++) {
      dt_mark mark = dt_arena_mark(x->scratch);
      uint32_t count;
      const dt_value *values = dt_record_values(x->scratch, sets[p]->layouts[r], &sets[p]->items[r], &count);
      for (uint32_t v = 0; v < count; v++) {
        unsigned kind = dt_kind_of(values[v].text);
        for (unsigned b = 0; b < DT_KIND_BITS; b++) tallies[values[v].field][b] += kind >> b & 1;
        tallies[values[v].field][DT_KIND_BITS]++;
      }
      dt_arena_rewind(x->scratch, mark);
    }

  for (uint32_t f = 0; f < wrapper->field_count; f++) {
    unsigned kinds = 0;
    if (!wrapper->fields[f].given || strcmp(wrapper->fields[f].type, "url") == 0) continue;
    for (unsigned b = 0; b < DT_KIND_BITS; b++)
      if (2 * tallies[f][b] > tallies[f][DT_KIND_BITS]) kinds |= 1u << b;
    wrapper->fields[f].type = dt_kind_type(kinds);
  }
}

/* Adds one field for each name; fields[example] is its number. */
static uint32_t *add_fields(dt_examples *x) {
  uint32_t *fields = DT_ARRAY(x->arena, uint32_t, x->count);
  for (uint32_t e = 0; e < x->count; e++) {
    const char *name = x->examples[e].name;
    if (is_repeated(x, e)) {
      fields[e] = dt_field_named(x->wrapper, name);
      continue;
    }
    fields[e] = dt_field_add(x->wrapper, "", "text");
    x->wrapper->fields[fields[e]].given = true;
    if (dt_field_give(x->wrapper, fields[e], name, NULL) != DETM_OK) dt_scope_leave(x->scratch->scope, DETM_NO_MEMORY);
  }
  return fields;
}

void dt_examples_name(dt_examples *x, dt_record_set *const *sets) {
  detm_wrapper *wrapper = x->wrapper;
  dt_mark mark = dt_arena_mark(x->scratch);
  spread s = count_spread(x, sets);
  places p = {.all = DT_ARRAY(x->arena, place, MAX_PLACES), .taken = DT_ARRAY(x->arena, const place *, x->claim_count)};
  for (uint32_t c = 0; c < x->claim_count; c++)
    for (uint32_t i = 0; i < x->claims[c].occurrence_count && p.count < MAX_PLACES; i++)
      p.count += read_place(x, sets[x->claims[c].page], c, &x->claims[c].occurrences[i], &s, &p.all[p.count]);

  for (uint32_t e = 0; e < x->count; e++)
    if (!is_repeated(x, e)) take_places(x, &p, x->examples[e].name);
  for (uint32_t c = 0; c < x->claim_count; c++) { /* examples whose every place belongs to another example */
    detm_example_notice *notice = &wrapper->example_notices[x->claims[c].example];
    bool taken = false;
    for (uint32_t t = 0; t < p.taken_count; t++) taken = taken || p.taken[t]->claim == c;
    if (taken) continue;
    *notice =
        (detm_example_notice){.example = notice->example, .elsewhere = notice->places, .records = notice->records};
  }

  edit_texts(x, sets, &p, add_fields(x));
  arrange(x);
  if (!wrapper->grid) dt_examples_add_texts(x, sets);
  arrange(x);
  name_links(x);
  set_types(x, sets);
  for (uint32_t t = 0; t < p.taken_count; t++)
    note_example_values(x, sets[x->claims[p.taken[t]->claim].page], p.taken[t]);

  for (uint32_t f = 0; f < wrapper->field_count && !x->also_others; f++) {
    if (wrapper->fields[f].given || !wrapper->fields[f].wanted) continue;
    wrapper->fields[f].wanted = false;
    wrapper->fields[f].reason = DT_REASON_UNNAMED;
  }

  dt_examples_describe(x);
  dt_arena_rewind(x->scratch, mark);
}
