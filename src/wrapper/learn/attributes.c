/* wrapper/learn/attributes.c: values that only attributes have (doc/method 2.10).
 *
 * An attribute is a column by default if it identifies the record (an id of its own), or is the form for machines of a
 * value that the record shows less well: the datetime of "3 days ago", the title of a text that ends with "...", the
 * content of an itemprop, the words for an empty element or a sign, "4 stars", "in stock", and what a control of a form
 * shows.  Where all columns are asked for, those that differ between records are columns, too. */
#include "wrapper/attributes.h"
#include "base/search.h"
#include "base/vec.h"
#include "text/words.h"
#include "wrapper/learn/learn.h"

/* An attribute of records. */
typedef struct candidate {
  dt_wrapper_node *w;
  dt_attribute_source source;
  uint32_t general; /* dt_attribute_name */
  dt_tag tag;       /* of what has it */
  bool declared;    /* it has an itemprop */
  bool of_record;   /* it is at the top element of the record */
  bool differs;
  detm_text first;
  uint32_t values, distinct;
  uint32_t says_more; /* number of values that say more than what the record shows */
  uint32_t steps;     /* number of values that are by one more than the one before */
  uint32_t record;    /* the last record that has it, from 1 */
  uint32_t here;      /* of the first of a name: how many of it that record has */
  uint64_t last;      /* the number at the end of the last value */
} candidate;

typedef struct finder {
  detm_wrapper *wrapper;
  dt_arena *scratch;
  DT_VEC(candidate) all;
  dt_map places;      /* numbers of candidates, from 1, by their place */
  dt_lookup distinct; /* values of candidates */
  uint32_t records;
  const dt_tree *tree; /* of the page that is read */
} finder;

/* Whether an attribute is that of decoration without a text. */
static bool is_of_empty_decoration(const finder *f, const dt_attribute_view *view) {
  return view->chain != 0 && !f->tree->chains[view->chain].filled;
}

/* The texts of what has an attribute. */
static detm_text shown_text(const finder *f, const dt_attribute_view *view) {
  const dt_tree *tree = f->tree;
  uint32_t t;
  dt_index node = view->node;
  detm_text all = {"", 0};
  if (is_of_empty_decoration(f, view)) return all;

  DT_LOWER_BOUND(t, 0, tree->text_count, tree->text_nodes[t] < node);
  dt_index end = tree->nodes[node].tag == DT_TAG_TEXT ? node + 1 : tree->nodes[node].end;
  for (; t < tree->text_count && tree->text_nodes[t] < end; t++) {
    detm_text text = dt_text_of(tree, tree->text_nodes[t]);
    if (all.length == 0) all.data = text.data;
    all.length = (size_t)(text.data + text.length - all.data);
  }

  return all;
}

/* The text without the mark that shows that it was cut; data NULL = it has none. */
static detm_text cut_text(detm_text text) {
  detm_text cut = dt_text_without_dots(text);
  return cut.data != NULL ? dt_text_strip(cut, " ") : cut;
}

static bool has_year(detm_text text) {
  size_t digits = 0;
  for (size_t i = 0; i < text.length && digits < 4; i++) digits = dt_is_digit(text.data[i]) ? digits + 1 : 0;
  return digits >= 4;
}

static bool is_id_name(const char *name) {
  detm_text text = dt_text(name);
  return dt_text_starts(text, DT_TEXT("data-")) && dt_text_ends(text, DT_TEXT("id"));
}

/* Whether a node is an empty element that is no control: a picture of a value, such as stars. */
static bool is_picture_of_value(const finder *f, const dt_attribute_view *view) {
  const dt_tree *tree = f->tree;
  if (!is_of_empty_decoration(f, view) && view->node + 1 != tree->nodes[view->node].end) return false;
  for (dt_index up = view->node; up != 0; up = tree->nodes[up].parent)
    if (tree->nodes[up].tag == DT_TAG_a || tree->nodes[up].tag == DT_TAG_button) return false;
  return view->tag == DT_TAG_div || view->tag == DT_TAG_span || view->tag == DT_TAG_i || view->tag == DT_TAG_img ||
         view->tag == DT_TAG_svg;
}

/* Whether a text has words; with digits in it, it is several words ("4 of 5 stars") and not the name of a file. */
static bool is_said_in_words(detm_text text) {
  unsigned kind = dt_kind_of(text);
  return (kind & DT_KIND_LETTER) && (!(kind & DT_KIND_DIGIT) || memchr(text.data, ' ', text.length) != NULL);
}

/* Whether an attribute says more than what the record shows of its element, as far as one record tells. */
static bool says_more(const finder *f, const dt_attribute_view *view) {
  detm_text shown = shown_text(f, view), cut;
  switch (view->general) {
  case DT_ATTRIBUTE_datetime:
    return !has_year(shown);
  case DT_ATTRIBUTE_value:
  case DT_ATTRIBUTE_content:
    return !dt_text_equal(shown, view->value);
  case DT_ATTRIBUTE_alt:
    return is_picture_of_value(f, view) && is_said_in_words(view->value);
  case DT_ATTRIBUTE_title:
  case DT_ATTRIBUTE_aria_label:
    if (shown.length == 0) return is_picture_of_value(f, view) && view->tag != DT_TAG_img;
    cut = cut_text(shown);
    return cut.data != NULL && cut.length != 0 && view->value.length > cut.length && dt_text_starts(view->value, cut);
  default:
    return false;
  }
}

static bool is_gauge_tag(dt_tag tag) { return tag == DT_TAG_meter || tag == DT_TAG_progress; }

static bool is_control_tag(dt_tag tag) {
  return tag == DT_TAG_input || tag == DT_TAG_textarea || tag == DT_TAG_select || is_gauge_tag(tag);
}

/* Whether an attribute is what a control shows: not the label of a button, not which of several buttons is pressed, and
 * not the first option of a list in which the page marks none.  A gauge shows its value. */
static bool is_shown_by_control(const dt_tree *tree, const dt_attribute_view *view) {
  detm_text type = dt_attribute_of(tree, view->node, DT_ATTRIBUTE_type);
  if (!is_control_tag(view->tag) || view->chain != 0) return false;
  if (is_gauge_tag(view->tag)) return view->value.length != 0 && view->node + 1 == tree->nodes[view->node].end;
  if (view->tag == DT_TAG_select && dt_attribute_of(tree, view->node, DT_ATTRIBUTE_selected).data == NULL) return false;
  if (dt_word_is_among(type, "submit|reset|button|image|hidden|radio")) return false;
  return view->value.length != 0 && dt_text_equal(dt_attribute_of(tree, view->node, DT_ATTRIBUTE_value), view->value);
}

/* Whether an attribute may be a column by default. */
static bool may_be_shown(const finder *f, const dt_attribute_view *view, bool of_record) {
  switch (view->general) {
  case DT_ATTRIBUTE_datetime:
    return true;
  case DT_ATTRIBUTE_value:
    return view->tag == DT_TAG_data || is_shown_by_control(f->tree, view);
  case DT_ATTRIBUTE_content:
    return dt_attribute_itemprop(f->tree, view).length != 0;
  case DT_ATTRIBUTE_alt:
  case DT_ATTRIBUTE_title:
  case DT_ATTRIBUTE_aria_label:
    return says_more(f, view);
  case DT_ATTRIBUTE_id:
    return of_record;
  default:
    return of_record && view->general == DT_ATTRIBUTE_COUNT && is_id_name(view->name);
  }
}

/* The number at the end of a value; 0 = none. */
static uint64_t number_at_end(detm_text text) {
  size_t digits = 0;
  uint64_t number = 0;
  while (digits < text.length && digits < 18 && dt_is_digit(text.data[text.length - 1 - digits])) digits++;
  for (size_t i = text.length - digits; i < text.length; i++) number = 10 * number + (uint64_t)(text.data[i] - '0');
  return number;
}

/* The words that both class attributes have. */
static const char *common_words(dt_arena *arena, const char *a, detm_text b) {
  const char *common = "";
  detm_text rest = dt_text(a);
  for (detm_text word; (word = dt_next_class(&rest)).length != 0;)
    if (dt_classes_have(b, word))
      common = dt_arena_format(arena, "%s%s%.*s", common, *common != '\0' ? " " : "", (int)word.length, word.data);
  return common;
}

/* Counts an attribute of a record. */
static void count_value(finder *f, candidate *c, const dt_attribute_view *view) {
  detm_text value = view->value;
  uint64_t number = number_at_end(value);
  if (c->values == 0) {
    c->first = value;
    if (c->general == DT_ATTRIBUTE_class) c->source.without = dt_arena_copy(f->scratch, value.data, value.length);
  } else if (!dt_text_equal(c->first, value)) {
    c->differs = true;
    if (c->source.without != NULL) c->source.without = common_words(f->scratch, c->source.without, value);
  }

  c->says_more += says_more(f, view);
  c->steps += c->values != 0 && number == c->last + 1;
  c->last = number;
  c->record = f->records;
  c->values++;
  c->distinct += dt_lookup_insert(&f->distinct, dt_hash_bytes(value.data, value.length, (uint64_t)(c - f->all.items)));
}

/* The candidate at a place of the wrapper. */
static candidate *candidate_at(finder *f, dt_wrapper_node *w, const dt_tree *tree, dt_index node,
                               const dt_attribute_view *view, bool of_record) {
  dt_mark mark = dt_arena_mark(f->scratch);
  const char *element = dt_attribute_element(f->scratch, tree, node, view);
  uint64_t place = dt_hash_bytes(element, strlen(element), dt_hash_keyed(view->name, strlen(view->name)));
  dt_arena_rewind(f->scratch, mark);
  uint64_t at = dt_hash_mix(place, w->number);
  uint32_t number = 1, *found = dt_map_at(&f->places, dt_hash_mix(at, number));
  if (*found != 0) { /* several of one name in one record follow one another */
    candidate *first = &f->all.items[*found - 1];
    first->here = first->record == f->records ? first->here + 1 : 1;
    number = first->here;
    found = dt_map_at(&f->places, dt_hash_mix(at, number));
  }
  if (*found == 0) {
    candidate new = {.w = w, .here = 1, .general = view->general, .tag = view->tag, .of_record = of_record};
    new.source.name = view->name;
    new.source.element = dt_attribute_element(f->scratch, tree, node, view);
    new.source.number = number;
    new.declared = dt_attribute_itemprop(tree, view).length != 0;
    DT_VEC_PUSH(f->scratch, &f->all, new);
    *found = f->all.count;
  }
  return &f->all.items[*found - 1];
}

/* Moves a walk on to the attributes of the nodes [node, end), which come after its own, else begins it anew. */
static void move_walk(dt_attribute_walk *walk, dt_index node, dt_index end) {
  const dt_tree *tree = walk->tree;
  if (node < walk->node) {
    *walk = dt_attribute_walk_start(tree, node, end);
    return;
  }
  while (walk->extra < tree->extra_count && tree->extras[walk->extra].node < node) walk->extra++;
  walk->node = node;
  walk->end = end;
  walk->next = 0;
}

static void read_record_attributes(finder *f, const dt_item *item, const dt_alignment *layout) {
  const dt_tree *tree = item->tree;
  dt_attribute_walk walk = dt_attribute_walk_start(tree, item->nodes[0], item->nodes[0]);
  f->tree = tree;
  f->records++;

  for (uint32_t i = 0; i < item->count; i++) {
    dt_wrapper_node *w = dt_folded(layout->nodes[i]);
    if (w == NULL || w->repeated) continue;
    dt_index node = item->nodes[i];
    bool top = i == 0;
    dt_attribute_view view;
    move_walk(&walk, node, dt_attributes_end(item, i, w));
    while (dt_attribute_walk_next(&walk, &view)) {
      if (view.general == DT_ATTRIBUTE_href) continue; /* the node has a column of addresses */
      bool of_record = top && view.node == node && view.chain == 0;
      bool in_value = w->cell && is_control_tag(view.tag); /* the value of a cell has what its controls show */
      if (!f->wrapper->all_attributes && (in_value || !may_be_shown(f, &view, of_record))) continue;
      count_value(f, candidate_at(f, w, tree, node, &view, of_record), &view);
    }
  }
}

/* ---- the columns ---- */

/* Whether an attribute identifies the record: each has its own, which is not its number on the page. */
static bool identifies(const finder *f, const candidate *c) {
  bool id = c->general == DT_ATTRIBUTE_id || (c->general == DT_ATTRIBUTE_COUNT && is_id_name(c->source.name));
  return id && c->of_record && c->values == f->records && c->distinct == f->records && c->steps + 1 < c->values;
}

/* Whether the pictures of records say one of a few things each, as flags and signs of a state do.  Others have the
 * title of the record, or words about what is on them. */
static bool are_signs(const finder *f, const candidate *c) {
  enum { MIN_VALUES = 4 };
  return c->values >= MIN_VALUES && 2 * (uint64_t)c->distinct <= c->values && 2 * (uint64_t)c->values > f->records;
}

/* Whether enough lists of options show what is chosen: the first option of the others is no choice. */
static bool are_often_chosen(const candidate *c) {
  enum { ENOUGH = 3 };
  return c->tag != DT_TAG_select || c->values >= ENOUGH || 2 * (uint64_t)c->values > c->w->instances;
}

/* Whether an attribute is a column by default; id: the one that identifies records. */
static bool is_shown(const finder *f, const candidate *c, const candidate *id) {
  if (c == id) return true;

  switch (c->general) {
  case DT_ATTRIBUTE_datetime:
    return c->differs && 2 * c->says_more > c->values;
  case DT_ATTRIBUTE_value:
    return c->differs && (c->tag == DT_TAG_data || is_control_tag(c->tag)) && are_often_chosen(c) &&
           2 * c->says_more > c->values;
  case DT_ATTRIBUTE_content:
    return c->differs && c->declared && 2 * c->says_more > c->values;
  case DT_ATTRIBUTE_alt:
    return c->differs && c->says_more == c->values && are_signs(f, c);
  case DT_ATTRIBUTE_title:
  case DT_ATTRIBUTE_aria_label:
    return c->differs && c->says_more != 0;
  default:
    return false;
  }
}

static const char *keep(const detm_wrapper *wrapper, const char *text) {
  return dt_arena_copy((dt_arena *)(uintptr_t)&wrapper->arena, text, strlen(text));
}

static void add_column(detm_wrapper *wrapper, const candidate *c, bool shown) {
  dt_attribute_source *source = dt_wrapper_add_attribute(wrapper, c->w);
  source->name = keep(wrapper, c->source.name);
  source->element = keep(wrapper, c->source.element);
  source->number = c->source.number;
  if (c->source.without != NULL) source->without = keep(wrapper, c->source.without);
  uint32_t field = source->part.field = dt_field_add(wrapper, NULL, "text");
  if (shown) return;
  wrapper->fields[field].wanted = false;
  wrapper->fields[field].reason = DT_REASON_ATTRIBUTE;
}

void dt_wrapper_add_attributes(detm_wrapper *wrapper, dt_arena *scratch, const dt_record_set *sets,
                               uint32_t set_count) {
  dt_mark mark = dt_arena_mark(scratch);
  finder f = {.wrapper = wrapper, .scratch = scratch};
  const candidate *id = NULL;
  dt_map_start(&f.places, scratch, 0);
  dt_lookup_start(&f.distinct, scratch, 0);
  for (uint32_t s = 0; s < set_count; s++) {
    uint32_t read = sets[s].count < DT_MAX_SAMPLE_RECORDS ? sets[s].count : DT_MAX_SAMPLE_RECORDS;
    for (uint32_t i = 0; i < read; i++) {
      uint32_t r = (uint32_t)((uint64_t)i * sets[s].count / read);
      read_record_attributes(&f, &sets[s].items[r], sets[s].layouts[r]);
    }
  }
  for (uint32_t c = 0; c < f.all.count; c++) {
    const candidate *one = &f.all.items[c];
    if (identifies(&f, one) && (id == NULL || id->general == DT_ATTRIBUTE_id)) id = one;
  }
  for (uint32_t c = 0; c < f.all.count && f.records > 1; c++) {
    const candidate *one = &f.all.items[c];
    bool shown = is_shown(&f, one, id);
    if (shown || (wrapper->all_attributes && one->differs)) add_column(wrapper, one, shown);
  }
  dt_arena_rewind(scratch, mark);
}
