/* wrapper/example/other_places.c: finds other texts with the values of a field that examples name.
 *
 * The example may be from a record of one kind, while records of another kind have the value elsewhere.  For each field
 * the records are divided into those with a value and those without one (count_presence).  The part of a text that only
 * the latter have and that is most similar to the field's own gets the field, too (find_other_text).  This is repeated
 * until all records have the field or no such part is left. */
#include "values/value_kind.h"
#include "wrapper/example/example.h"
#include "wrapper/separators.h"
#include "wrapper/tunables.h"
#include "wrapper/values/values.h"

/* A part of a text of the wrapper. */
typedef struct text_part {
  dt_wrapper_node *text;
  uint32_t part;
} text_part;

/* In how many records each text of the wrapper and each field has a value. */
typedef struct presence {
  uint32_t *texts;  /* by node number */
  uint32_t *fields; /* number of values of each */
  uint32_t records;
} presence;

/* Divides the records into those with a value of the field and those without one. */
static void count_presence(dt_examples *x, dt_record_set *const *sets, uint32_t field, presence *with,
                           presence *without) {
  for (int i = 0; i < 2; i++)
    *(i == 0 ? with : without) = (presence){.texts = DT_ZERO(x->scratch, uint32_t, x->wrapper->node_count),
                                            .fields = DT_ZERO(x->scratch, uint32_t, x->wrapper->field_count)};
  for (uint32_t p = 0; p < x->page_count; p++)
    for (uint32_t r = 0; sets[p] != NULL && r < sets[p]->count; r++) {
      dt_mark mark = dt_arena_mark(x->scratch);
      uint32_t count;
      const dt_item *item = &sets[p]->items[r];
      const dt_value *values = dt_record_values(x->scratch, sets[p]->layouts[r], item, &count);
      bool has = false;
      for (uint32_t v = 0; v < count; v++) has = has || values[v].field == field;
      presence *side = has ? with : without;
      for (uint32_t v = 0; v < count; v++) side->fields[values[v].field]++;
      for (uint32_t i = 0; i < item->count; i++) {
        const dt_wrapper_node *w = dt_folded(sets[p]->layouts[r]->nodes[i]);
        if (w != NULL && w->tag == DT_TAG_TEXT) side->texts[w->number]++;
      }
      side->records++;
      dt_arena_rewind(x->scratch, mark);
    }
}

static bool is_given(const detm_wrapper *wrapper, const dt_part *part) {
  return part->field != DT_NO_FIELD && wrapper->fields[part->field].given;
}

/* The part that gives the values of a field; text = NULL if no part does, or if several are joined. */
static text_part text_of_field(const detm_wrapper *wrapper, uint32_t field) {
  text_part found = {NULL, 0};
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count; p++) {
      if (w->parts[p].field != field) continue;
      if (found.text != NULL && w->parts[p].join != NULL) return (text_part){NULL, 0};
      if (found.text == NULL) found = (text_part){w, p};
    }
  return found;
}

static bool has_given_part(const detm_wrapper *wrapper, const dt_wrapper_node *w) {
  for (uint32_t p = 0; p < w->part_count; p++)
    if (is_given(wrapper, &w->parts[p])) return true;
  return false;
}

/* The classes of the innermost decoration with a class ("font b.price.big"), separated by blanks; empty = none. */
static const char *class_within(dt_arena *scratch, const char *within) {
  const char *element = "", *classes;
  for (const char *at = within; *at != '\0'; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    if (memchr(at, '.', length) != NULL) element = at;
    at += length;
  }
  classes = element + strcspn(element, ".");
  char *copy = dt_arena_copy(scratch, classes, strcspn(classes, " "));
  for (char *at = copy; *at != '\0'; at++)
    if (*at == '.') *at = ' ';
  return copy;
}

/* The classes of the innermost element or decoration with a class around a part. */
static const char *class_around(dt_arena *scratch, const dt_wrapper_node *w, const dt_part *part) {
  const char *class = class_within(scratch, part->within);
  if (*class == '\0' && w->within != NULL) class = class_within(scratch, w->within);
  for (const dt_wrapper_node *up = w->parent; *class == '\0' && up != NULL; up = up->parent) class = up->class;
  return class;
}

/* The column of the table cell around a node; 0 = none. */
static uint32_t column_of(const dt_wrapper_node *w) {
  while (w != NULL && w->column == 0) w = w->parent;
  return w != NULL ? w->column : 0;
}

/* Number of the classes in `a` that are also in `b`. */
static uint32_t count_shared_classes(const char *a, const char *b) {
  uint32_t shared = 0;
  for (a += strspn(a, " \t\n"); *a != '\0'; a += strspn(a, " \t\n")) {
    size_t length = strcspn(a, " \t\n");
    const char *at = b;
    for (size_t other; at += strspn(at, " \t\n"), (other = strcspn(at, " \t\n")) != 0; at += other)
      if (other == length && memcmp(a, at, length) == 0) break;
    shared += *at != '\0';
    a += length;
  }
  return shared;
}

/* The largest number of the classes that an element or decoration around a part has. */
static uint32_t shared_classes(dt_arena *scratch, const dt_wrapper_node *w, const dt_part *part, const char *classes) {
  uint32_t most = count_shared_classes(classes, class_around(scratch, w, part));
  for (const dt_wrapper_node *up = w->parent; up != NULL && up->parent != NULL && up->parent->parent != NULL;
       up = up->parent) {
    uint32_t shared = count_shared_classes(classes, up->class);
    if (shared > most) most = shared;
  }
  return most;
}

/* Whether two texts have ancestors, below their common ones, with the same class attribute. */
static bool has_same_class_around(const dt_wrapper_node *w, const dt_wrapper_node *like) {
  for (const dt_wrapper_node *a = like->parent; a != NULL && a->parent != NULL; a = a->parent) {
    if (*a->class == '\0') continue;
    bool both = false, same = false;
    for (const dt_wrapper_node *b = w->parent; b != NULL && b->parent != NULL; b = b->parent) {
      both = both || b == a;
      same = same || strcmp(a->class, b->class) == 0;
    }
    if (both) return false;
    if (same) return true;
  }
  return false;
}

/* Whether a text begins with the label that is removed from the values of a field. */
static bool begins_with_label(const dt_wrapper_node *w, const dt_part *part, const dt_part *like) {
  if (!dt_has_letter(dt_text(like->before))) return false;
  return strcmp(part->before, like->before) == 0 ||
         (w->part_count == 1 && dt_begins_with(w->sample, dt_text(like->before)));
}

/* Finds the part with the values of a field in records without it.  It must be in hardly any record with the field, and
 * have a class around it, a label before it or a table column in common with the field's own part; or it must be in
 * most records without the field, and be another piece of the same text or a text at the same tag, in a link only if
 * the field's own is. */
static text_part find_other_text(dt_examples *x, text_part own, const presence *with, const presence *without) {
  const dt_wrapper_node *like = own.text;
  const dt_part *like_part = &like->parts[own.part];
  const char *classes = class_around(x->scratch, like, like_part);
  uint32_t column = column_of(like);

  text_part best = {NULL, 0};
  uint64_t most = 0;
  for (dt_wrapper_node *w = x->wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    if (w->tag != DT_TAG_TEXT) continue;
    dt_mark mark = dt_arena_mark(x->scratch);
    dt_scope_tick(x->scratch->scope);
    bool same_place =
        w->linked == like->linked && !has_given_part(x->wrapper, w) && w->parent->tag == like->parent->tag;
    for (uint32_t p = 0; p < w->part_count; p++) {
      const dt_part *part = &w->parts[p];
      bool piece = w == like && part->field != DT_NO_FIELD;
      if (is_given(x->wrapper, part) || (w->constant && w->instances > 1) || (w == like && !piece)) continue;
      uint32_t usual = part->field != DT_NO_FIELD ? with->fields[part->field] : with->texts[w->number];
      uint32_t here = part->field != DT_NO_FIELD ? without->fields[part->field] : without->texts[w->number];
      if (here == 0 || 10 * (uint64_t)usual > DT_TENTHS_HARDLY * (uint64_t)with->records) continue;
      uint32_t shared = w != like ? shared_classes(x->scratch, w, part, classes) : 0;
      bool alike = w != like &&
                   (begins_with_label(w, part, like_part) || shared != 0 || (column != 0 && column_of(w) == column));
      bool usual_here =
          dt_tenths(here, without->records, DT_TENTHS_WITHOUT) && dt_tenths(here, with->records, DT_TENTHS_HARDLY);
      bool near_class = usual_here && w != like && !has_given_part(x->wrapper, w) && has_same_class_around(w, like);
      bool known_place = part->field != DT_NO_FIELD && (piece || same_place) && usual_here;
      if (!alike && !near_class && !known_place) continue;
      uint64_t votes = (uint64_t)here + ((uint64_t)(alike ? 2 + shared : near_class) << 32);
      if (votes <= most) continue;
      most = votes;
      best = (text_part){w, p};
    }
    dt_arena_rewind(x->scratch, mark);
  }

  return best;
}

/* Whether the first instance of a text has the separators at which another text is split. */
static bool has_marks(const dt_wrapper_node *w, const dt_wrapper_node *like) {
  detm_text rest = w->sample;
  size_t length;
  for (uint32_t p = 0; p + 1 < like->part_count; p++) {
    size_t at = dt_mark_find(rest, dt_text(like->parts[p].after), like->split == DT_SPLIT_SHAPES, &length);
    if (at == SIZE_MAX) return false;
    rest = (detm_text){rest.data + at + length, rest.length - at - length};
  }
  return like->split >= DT_SPLIT_MARKS;
}

void dt_examples_add_texts(dt_examples *x, dt_record_set *const *sets) {
  enum { MAX_PLACES_MORE = 8 };
  for (uint32_t f = 0; f < x->wrapper->field_count && x->wrapper->fields[f].given; f++) {
    text_part own = text_of_field(x->wrapper, f);
    for (int more = 0; own.text != NULL && more < MAX_PLACES_MORE; more++) {
      presence with, without;
      count_presence(x, sets, f, &with, &without);
      if (without.records == 0) break;
      text_part other = find_other_text(x, own, &with, &without);
      dt_wrapper_node *w = other.text;
      if (w == NULL) break;
      if (w->part_count == 1 && has_marks(w, own.text)) { /* it is cut like the field's own text */
        dt_wrapper_set_parts(x->wrapper, w, own.text->split, own.text->part_count);
        memcpy(w->parts, own.text->parts, w->part_count * sizeof *w->parts);
        continue;
      }
      dt_part *part = &w->parts[other.part];
      part->field = f;
      if (w->part_count != 1 || own.text->part_count != 1) continue;
      part->before = own.text->parts[0].before;
      part->after = own.text->parts[0].after;
      part->unit = own.text->parts[0].unit;
    }
  }
}
