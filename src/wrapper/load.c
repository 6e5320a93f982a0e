/* wrapper/load.c: wrapper XML -> wrapper tree, as detm-wrapper(5) describes it.
 *
 * xmlfile/reader.c reads the file and checks how elements are nested; the functions here interpret each element. */
#include "profile/profile.h"

#include "base/map.h"
#include "base/vec.h"
#include "text/fold.h"
#include "wrapper/align.h"
#include "wrapper/group_headings.h"
#include "wrapper/remember.h"
#include "wrapper/wrapper.h"
#include "xmlfile/reader.h"

#include <libxml/tree.h>
#include <stdlib.h>

/* Limits far above those of learning. */
enum {
  MAX_BYTES = 64 << 20,
  MAX_NODES = 100000, /* nodes of a record */
  MAX_CELLS = UINT16_MAX,
  MAX_ATTRIBUTES = 1000,
  MAX_PLACES = 1000, /* each is compared with all elements of a page */
  MAX_CLUES = 1000,
  MAX_NOTICES = 1000,
  MAX_EXCEPTIONS = 1000,
  MAX_TYPE_LENGTH = 1000
};

/* The children of <wrapper>, in their required order. */
typedef enum form {
  WRAPPER,
  FIELD,
  PLACE,
  CLUE,
  NOTICE,
  RECORD,
  EXCEPT,
  PROFILE,
  ELEMENT,
  TEXT,
  PART,
  ATTRIBUTE,
  REGION,
  VALUES,
  FORMS
} form;

/* The id of a field, to which the record refers.  It is not kept, as the name may have changed. */
typedef struct declared {
  const char *id;
  dt_source source;
} declared;

typedef struct loader {
  detm_wrapper *wrapper;
  form before;           /* the previous child of <wrapper> */
  dt_wrapper_node *node; /* the current element or record */
  dt_wrapper_node *text; /* the current text */
  bool says_lists;       /* a field says whether it is a list */
  bool has_field;        /* the attributes of the text give its field */
  dt_part *parts;        /* parts of the text */
  uint32_t part_count, part_capacity, place_capacity, clue_capacity, notice_capacity, except_capacity;
  declared *fields; /* by number */
  uint32_t field_capacity;
  dt_lookup ids; /* numbers of fields by id */
} loader;

static detm_wrapper *wrapper_of(dt_reader *r) { return ((loader *)r->data)->wrapper; }

/* ---- attribute values ---- */

static const char *value_or_empty(const dt_reader *r, const char *which) {
  const char *value = dt_read_value(r, which);
  return value != NULL ? value : "";
}

static bool is_tag(const char *name, size_t length) {
  size_t fine = strcspn(name, " \t\n\r/>ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return length != 0 && *name != '#' && fine >= length;
}

/* Whether a step of a path ends with a number in brackets: "div[2]". */
static bool has_number(const char *step, size_t length) {
  size_t digits = 0;
  if (length == 0 || step[--length] != ']') return false;
  while (length > digits && dt_is_digit(step[length - 1 - digits])) digits++;
  return digits != 0 && length > digits && step[length - 1 - digits] == '[';
}

static const char *tag_of(dt_reader *r) {
  const char *tag = dt_read_value(r, "tag");
  if (!is_tag(tag, strlen(tag))) dt_refuse(r, "tag=\"%.80s\" is not a tag: write its name in lower case", tag);
  return tag;
}

/* The field with an id; DT_NO_FIELD = none. */
static uint32_t find_field(const loader *l, const char *id) {
  uint32_t number = dt_lookup_find(&l->ids, dt_hash_keyed(id, strlen(id)));
  return number != DT_NO_NUMBER ? number : DT_NO_FIELD;
}

static uint32_t field_of(dt_reader *r, const char *which) {
  const char *id = dt_read_value(r, which);
  uint32_t field = id != NULL ? find_field(r->data, id) : DT_NO_FIELD;
  if (id != NULL && field == DT_NO_FIELD)
    dt_refuse(r, "%s=\"%.80s\": no <field> has this id: add one, or remove this attribute", which, id);
  return field;
}

/* ---- children of <wrapper> ---- */

static void check_order(dt_reader *r, form which) {
  loader *l = r->data;
  const dt_element_form *forms = r->grammar->forms;
  if (which == RECORD && l->before == RECORD) dt_refuse(r, "a second <record>: a wrapper has only one");
  if (which < l->before) dt_refuse(r, "<%s> must come before <%s>", forms[which].name, forms[l->before].name);
  l->before = which;
}

static void begin_wrapper(dt_reader *r) {
  detm_wrapper *wrapper = wrapper_of(r);
  wrapper->root = dt_wrapper_add(wrapper, NULL, NULL, DT_TAG_RUN);
  wrapper->records = dt_read_count(r, "records", 0, UINT32_MAX, 0);
  wrapper->pages = dt_read_count(r, "pages", 0, UINT32_MAX, 0);
  wrapper->one_place = dt_read_choice(r, "parents", "many one") == 1;
  wrapper->empty = dt_read_flag(r, "empty");
}

static void end_wrapper(dt_reader *r) {
  loader *l = r->data;
  if (l->wrapper->root->first == NULL)
    dt_refuse(r, "the <record>, which describes the structure of records, is missing: add it");
  dt_wrapper_number(l->wrapper);
  if (!l->says_lists) dt_wrapper_note_lists(l->wrapper); /* of a version that did not write them */
}

static void begin_place(dt_reader *r) {
  loader *l = r->data;
  detm_wrapper *wrapper = l->wrapper;
  const char *path = dt_read_value(r, "path"), *end = path + strlen(path);
  dt_place place = {.path = path,
                    .class = value_or_empty(r, "class"),
                    .id = value_or_empty(r, "id"),
                    .heading = value_or_empty(r, "heading"),
                    .number = dt_read_count(r, "number", 1, UINT32_MAX, 0)};
  check_order(r, PLACE);
  dt_refuse_above(r, wrapper->place_count, MAX_PLACES, "places");

  do { /* as dt_path_hash, from the end of the path to the root */
    const char *step = end;
    while (step > path && step[-1] != '/') step--;
    if (step == path || !is_tag(step, (size_t)(end - step)))
      dt_refuse(r, "path=\"%.200s\" is not a path of tags such as \"/html/body/ul\"", path);
    if (has_number(step, (size_t)(end - step)))
      dt_refuse(r, "path=\"%.200s\": leave out the numbers in brackets", path);
    place.hash = dt_hash_mix(place.hash, dt_tag_number(step, (size_t)(end - step)));
    end = step - 1;
  } while (end > path);

  DT_RESERVE(r->arena, wrapper->places, wrapper->place_count, l->place_capacity, 1);
  wrapper->places[wrapper->place_count++] = place;
}

static void begin_clue(dt_reader *r) {
  static const char *const kinds[] = {"id", "class", "href"};
  loader *l = r->data;
  detm_wrapper *wrapper = l->wrapper;
  check_order(r, CLUE);
  dt_refuse_above(r, wrapper->clue_count, MAX_CLUES, "clues");

  dt_clue clue = {.tag = tag_of(r)};
  unsigned found = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (dt_read_value(r, kinds[i]) == NULL) continue;
    found++;
    clue.attribute = kinds[i];
    clue.value = dt_read_value(r, kinds[i]);
  }

  if (found != 1 || *clue.value == '\0') dt_refuse(r, "a <clue> needs one of id, class and href, with a value");
  DT_RESERVE(r->arena, wrapper->clues, wrapper->clue_count, l->clue_capacity, 1);
  wrapper->clues[wrapper->clue_count++] = clue;
}

static void begin_notice(dt_reader *r) {
  loader *l = r->data;
  detm_wrapper *wrapper = l->wrapper;
  check_order(r, NOTICE);
  dt_refuse_above(r, wrapper->notice_count, MAX_NOTICES, "notices");
  DT_RESERVE(r->arena, wrapper->notices, wrapper->notice_count, l->notice_capacity, 1);
  wrapper->notices[wrapper->notice_count++] = dt_read_value(r, "text");
}

static void begin_field(dt_reader *r) {
  loader *l = r->data;
  const char *type = dt_read_text(r, "type", MAX_TYPE_LENGTH, "text");
  const char *id = dt_read_field_name(r, "id"), *name = dt_read_field_name(r, "name");
  check_order(r, FIELD);
  if (xmlValidateNMToken((const xmlChar *)type, 0) != 0)
    dt_refuse(r, "type=\"%.80s\" is not a type such as \"text\"", type);
  bool wanted = dt_read_choice(r, "wanted", "yes no") == 0;
  dt_reason reason = (dt_reason)dt_read_choice(r, "reason", "none constant copy dead button hidden unnamed attribute");
  bool unsure = dt_read_flag(r, "unsure"), list = dt_read_flag(r, "list");
  l->says_lists |= dt_read_value(r, "list") != NULL;
  DT_RESERVE(r->arena, l->fields, l->wrapper->field_count, l->field_capacity, 1);
  uint32_t field = dt_field_add(l->wrapper, name, type);
  l->wrapper->fields[field].wanted = wanted;
  l->wrapper->fields[field].reason = wanted ? DT_REASON_NONE : reason;
  l->wrapper->fields[field].constant =
      wanted || reason != DT_REASON_CONSTANT ? NULL : dt_read_text(r, "constant", DT_MAX_CONSTANT, NULL);
  l->wrapper->fields[field].list = list;
  l->wrapper->fields[field].unsure = unsure;
  l->wrapper->fields[field].require = dt_profile_read_rule(r);
  l->fields[field] = (declared){id, r->source};
}

static void begin_record(dt_reader *r) {
  loader *l = r->data;
  dt_lookup names;
  check_order(r, RECORD);
  l->wrapper->nested = dt_read_flag(r, "nested");
  l->wrapper->longest = dt_read_flag(r, "longest");
  l->wrapper->data = dt_read_flag(r, "data");
  unsigned grid = dt_read_choice(r, "grid", "no yes columns");
  l->wrapper->grid = grid != 0;
  l->wrapper->in_columns = grid == 2;
  l->node = l->wrapper->root;
  dt_lookup_start(&names, r->arena, l->wrapper->field_count);
  dt_lookup_start(&l->ids, r->arena, l->wrapper->field_count);

  for (uint32_t f = 0; f < l->wrapper->field_count; f++) {
    const char *name = l->wrapper->fields[f].name;
    if (dt_lookup_insert(&names, dt_hash_keyed(name, strlen(name)))) continue;
    r->source = l->fields[f].source;
    dt_refuse(r, "two fields have the name \"%.80s\": rename one of them", name);
  }

  for (uint32_t f = 0; f < l->wrapper->field_count; f++) {
    const char *id = l->fields[f].id;
    if (dt_lookup_insert(&l->ids, dt_hash_keyed(id, strlen(id)))) continue;
    r->source = l->fields[f].source;
    dt_refuse(r, "two fields have the id \"%.80s\": change one of them, and its uses in the record", id);
  }
}

/* ---- tables of earlier versions ---- */

/* The label of the first text in an element; NULL = none has one. */
static const char *first_label(const dt_wrapper_node *element) {
  for (const dt_wrapper_node *node = element->first; node != NULL; node = node->next) {
    const char *label = node->label != NULL && *node->label != '\0' ? node->label : first_label(node);
    if (label != NULL) return label;
  }
  return NULL;
}

/* Whether a record is one row of a table with columns, as earlier versions wrote it, and its table names most of them.
 */
static bool is_row_of_earlier_version(const dt_wrapper_node *row) {
  uint32_t cells = 0, labels = 0;
  if (row->tag != DT_TAG_tr || (row->next != NULL && row->next->group == 0)) return false;
  for (const dt_wrapper_node *cell = row->first; cell != NULL; cell = cell->next) {
    if (cell->column == 0) return false;
    cells++;
    labels += first_label(cell) != NULL;
  }
  return cells >= 2 && 2 * labels > cells;
}

/* Earlier versions knew the columns of all tables, but no grids.  Makes a row with headers that of a grid, whose cells
 * are known by these; else the columns have no meaning, and the row is found as all other elements are. */
static void read_earlier_columns(dt_reader *r) {
  detm_wrapper *wrapper = wrapper_of(r);
  dt_wrapper_node *row = wrapper->root->first;
  wrapper->grid = is_row_of_earlier_version(row);

  for (dt_wrapper_node *cell = wrapper->grid ? row->first : NULL; cell != NULL; cell = cell->next) {
    const char *label = first_label(cell);
    cell->cell = true;
    if (label == NULL || cell->caption != NULL) continue;
    uint32_t same = 1; /* numbers as those of dt_grid_caption */
    for (const dt_wrapper_node *before = row->first; before != cell; before = before->next) {
      const char *other = first_label(before);
      same += other != NULL && strcmp(other, label) == 0;
    }
    if (same > 1) label = dt_arena_format(r->arena, "%s (%u)", label, same);
    cell->caption = label;
    cell->caption_hash = dt_caption_hash(dt_text(label));
    dt_caption_add(&wrapper->captions, r->arena, dt_text(label));
  }

  for (dt_wrapper_node *node = wrapper->root->first; node != NULL; node = dt_wrapper_next(node))
    if (!node->cell) node->column = 0;
}

static void end_record(dt_reader *r) {
  uint32_t groups = 0;
  const dt_wrapper_node *first = wrapper_of(r)->root->first;
  if (first == NULL) dt_refuse(r, "the <record> is empty: it needs an <element> or a <text>");
  if (first->group != 0) dt_refuse(r, "the first element of the <record> has group: move it to the end");
  for (const dt_wrapper_node *top = first; top != NULL; top = top->next) {
    groups += top->group != 0;
    if (groups != 0 && top->group == 0)
      dt_refuse(r, "elements with group are the last of the <record>: move them there");
    if (groups > DT_MAX_GROUP_HEADINGS)
      dt_refuse(r, "more than %d elements of the <record> have group: remove some", DT_MAX_GROUP_HEADINGS);
  }
  if (!wrapper_of(r)->grid) read_earlier_columns(r);
}

static void begin_except(dt_reader *r) {
  loader *l = r->data;
  detm_wrapper *wrapper = l->wrapper;
  check_order(r, EXCEPT);
  dt_refuse_above(r, wrapper->exception_count, MAX_EXCEPTIONS, "exceptions");
  dt_exception except = {dt_read_value(r, "class"), dt_read_value(r, "text"), field_of(r, "lacks")};
  bool class = except.class != NULL && *except.class != '\0', text = except.text != NULL && *except.text != '\0';
  if (class + text + (except.lacks != DT_NO_FIELD) != 1 || (except.class != NULL) != class ||
      (except.text != NULL) != text)
    dt_refuse(r, "an <except> needs one of class, text and lacks, with a value");
  DT_RESERVE(r->arena, wrapper->exceptions, wrapper->exception_count, l->except_capacity, 1);
  wrapper->exceptions[wrapper->exception_count++] = except;
}

/* ---- children of <record> ---- */

static dt_wrapper_node *add_node(dt_reader *r, dt_tag tag) {
  loader *l = r->data;
  if (l->wrapper->node_count > MAX_NODES) dt_refuse(r, "the record has more than %d nodes", MAX_NODES);
  dt_wrapper_node *node = dt_wrapper_add(l->wrapper, l->node, NULL, tag);
  unsigned occurs = dt_read_choice(r, "occurs", ". ? + *");
  node->optional = occurs == 1 || occurs == 3;
  node->repeated = occurs >= 2;
  return node;
}

static dt_part read_part(dt_reader *r) {
  const char *within = value_or_empty(r, "within"), *list = dt_read_value(r, "list");
  if (list != NULL && *list == '\0')
    dt_refuse(r, "list=\"\": write the separator of values, such as \",\", or remove the attribute");
  return (dt_part){.within = within,
                   .hash = dt_within_hash(within),
                   .icon = dt_read_value(r, "icon"),
                   .icon_tells = dt_read_value(r, "icon") != NULL,
                   .before = value_or_empty(r, "before"),
                   .after = value_or_empty(r, "after"),
                   .unit = value_or_empty(r, "unit"),
                   .join = dt_read_value(r, "join"),
                   .list = list,
                   .field = field_of(r, "field")};
}

static void set_caption(dt_reader *r, dt_wrapper_node *node, const char *caption) {
  if (*caption == '\0') return;
  node->caption = caption;
  node->caption_hash = dt_caption_hash(dt_text(caption));
  dt_caption_add(&wrapper_of(r)->captions, r->arena, dt_text(caption));
}

/* Reads the caption of an element; of a cell of a grid, the header of its column. */
static void read_caption(dt_reader *r, dt_wrapper_node *node) {
  const char *header = value_or_empty(r, "header"), *caption = *header != '\0' ? header : value_or_empty(r, "caption");
  const dt_wrapper_node *row = node->parent;
  node->cell =
      wrapper_of(r)->grid && node->column != 0 && (row->parent == wrapper_of(r)->root || row == wrapper_of(r)->root);
  if (*header != '\0' && !node->cell)
    dt_refuse(r, "header belongs to a cell: an <element> with column, in that of the row, in <record grid=\"yes\">");
  set_caption(r, node, caption);
}

static void read_group(dt_reader *r, dt_wrapper_node *node) {
  node->group = dt_read_count(r, "group", 1, DT_MAX_GROUP_LEVEL, 0);
  if (node->group != 0 && node->parent != wrapper_of(r)->root)
    dt_refuse(r, "group belongs to an <element> or <text> of <record>, not to one within another: remove it");
}

static void begin_element(dt_reader *r) {
  const char *tag = tag_of(r);
  dt_wrapper_node *node = add_node(r, dt_tag_number(tag, strlen(tag)));
  node->name = tag;
  node->class = value_or_empty(r, "class");
  node->column = dt_read_count(r, "column", 1, MAX_CELLS, 0);
  bool spans = dt_read_count(r, "span", 1, MAX_CELLS, 0) != 0;
  if (spans && node->column == 0)
    dt_refuse(r, "span needs column, the number of the column in which the cell begins: add it");
  read_caption(r, node);
  read_group(r, node);
  if (node->group != 0 && (dt_read_value(r, "column") != NULL || node->caption != NULL))
    dt_refuse(r, "an element with group cannot have column, span or caption: remove them");
  node->strict = dt_read_flag(r, "strict");
  node->varied = dt_read_flag(r, "varied");
  node->marks = dt_read_value(r, "marks");
  node->href = field_of(r, "href");
  node->src = field_of(r, "src");
  static const char *const around[] = {"before", "after", "unit", "join", "list"};

  for (size_t i = 0; i < sizeof around / sizeof *around; i++)
    if (dt_read_value(r, around[i]) != NULL && dt_read_value(r, "field") == NULL)
      dt_refuse(r, "%s=\"%.80s\" on an <element> without field: add field, or remove %s", around[i],
                dt_read_value(r, around[i]), around[i]);

  if (dt_read_value(r, "field") != NULL) {
    node->parts = DT_ARRAY(r->arena, dt_part, 1);
    node->parts[0] = read_part(r);
    node->part_count = 1;
  }

  ((loader *)r->data)->node = node;
}

static void end_element(dt_reader *r) {
  loader *l = r->data;
  l->node = l->node->parent;
}

static void begin_text(dt_reader *r) {
  loader *l = r->data;
  const char *label = value_or_empty(r, "label");
  dt_wrapper_node *node = add_node(r, DT_TAG_TEXT);
  read_group(r, node);
  node->class = value_or_empty(r, "class");
  node->linked = dt_read_flag(r, "linked");
  node->sample = dt_text(value_or_empty(r, "sample"));
  node->signs = dt_signs_of(node->sample);
  node->label = *label != '\0' ? label : NULL;
  set_caption(r, node, value_or_empty(r, "caption"));
  if (node->group != 0 && node->caption != NULL) dt_refuse(r, "a text with group cannot have caption: remove it");
  node->varied = dt_read_flag(r, "varied");
  node->fragmented = dt_read_value(r, "split") != NULL;
  node->split = (dt_split)dt_read_choice(r, "split", "none all phrases outer struck marks shapes");
  l->text = node;
  l->has_field = dt_read_value(r, "field") != NULL || dt_read_value(r, "before") != NULL ||
                 dt_read_value(r, "after") != NULL || dt_read_value(r, "unit") != NULL ||
                 dt_read_value(r, "join") != NULL || dt_read_value(r, "list") != NULL;
  l->part_count = l->part_capacity = 0;

  if (node->split != DT_SPLIT_NONE) {
    if (l->has_field) dt_refuse(r, "a <text> with split has <part> elements: move field, before and after there");
    return;
  }

  l->parts = DT_ARRAY(r->arena, dt_part, 1);
  l->parts[0] = read_part(r);
}

static void begin_part(dt_reader *r) {
  loader *l = r->data;
  if (l->text->split == DT_SPLIT_NONE)
    dt_refuse(r,
              "a <text> with <part> needs split=\"all\", \"phrases\", \"outer\", \"struck\", \"marks\" or \"shapes\"");
  DT_RESERVE(r->arena, l->parts, l->part_count, l->part_capacity, 1);
  l->parts[l->part_count++] = read_part(r);
}

/* Makes labels of parts that are always the same and in the decoration of others. */
static void find_part_labels(dt_arena *arena, const detm_wrapper *wrapper, dt_part *parts, uint32_t count) {
  dt_mark mark = dt_arena_mark(arena);
  dt_map alike; /* numbers of parts by their decoration */
  dt_map_start(&alike, arena, 0);
  for (uint32_t p = 0; p < count; p++) ++*dt_map_at(&alike, parts[p].hash);
  for (uint32_t p = 0; p + 1 < count; p++)
    if (dt_map_get(&alike, parts[p].hash) > 1 && parts[p].field != DT_NO_FIELD && *parts[p].within != '\0')
      parts[p].says = wrapper->fields[parts[p].field].constant;
  dt_arena_rewind(arena, mark);
}

static void end_text(dt_reader *r) {
  loader *l = r->data;
  dt_wrapper_node *node = l->text;
  char *given = r->words.data; /* white space is folded, as in pages */
  const char *words = dt_arena_copy(r->arena, given, dt_normalize_space(given, strlen(given)));
  bool split = node->split != DT_SPLIT_NONE;
  if (*words != '\0') {
    if (split || l->has_field)
      dt_refuse(r, "a <text> with words has no field: remove the words \"%.80s\", or its attributes", words);
    node->text = words;
    node->sample = dt_text(words);
    node->signs = dt_signs_of(node->sample);
    l->text = NULL;
    return;
  }

  if (split && l->part_count == 0) dt_refuse(r, "a <text> with split needs a <part> for each of its pieces");
  node->parts = l->parts;
  node->part_count = split ? l->part_count : 1;
  if (split) find_part_labels(r->arena, wrapper_of(r), node->parts, node->part_count);
  l->text = NULL;
}

static void begin_attribute(dt_reader *r) {
  loader *l = r->data;
  dt_wrapper_node *node = l->text != NULL ? l->text : l->node;
  dt_attribute_source source = {.name = dt_read_value(r, "name"),
                                .element = value_or_empty(r, "element"),
                                .number = dt_read_count(r, "number", 1, MAX_NODES, 1),
                                .without = dt_read_value(r, "without"),
                                .part = read_part(r)};
  dt_refuse_above(r, node->attribute_count, MAX_ATTRIBUTES, "attributes of one element");
  *dt_wrapper_add_attribute(l->wrapper, node) = source;
}

/* ---- children of <profile> ---- */

static void begin_profile(dt_reader *r) {
  detm_wrapper *wrapper = wrapper_of(r);
  check_order(r, PROFILE);
  if (wrapper->profile != NULL) dt_refuse(r, "a second <profile>: a wrapper has only one");
  if (wrapper->field_count > DT_PROFILE_FIELDS)
    dt_refuse(r, "a <profile> of more than %d fields: remove it", DT_PROFILE_FIELDS);
  wrapper->profile = dt_profile_new();
  if (wrapper->profile == NULL || !dt_profile_reserve(wrapper->profile, wrapper->field_count))
    dt_scope_leave(&r->scope, DETM_NO_MEMORY);
  dt_profile_read(r, wrapper->profile);
  wrapper->profile->most_skipped = dt_read_count(r, "skipped", 0, UINT32_MAX, 0);
}

static void begin_region(dt_reader *r) { dt_profile_read_path(r, wrapper_of(r)->profile); }

/* Reads the values of a field; skips those of a field that was removed from the wrapper. */
static void begin_values(dt_reader *r) {
  dt_values passed_over = {0};
  uint32_t field = find_field(r->data, dt_read_value(r, "field"));
  dt_profile *profile = wrapper_of(r)->profile;
  dt_values_read(r, profile, field != DT_NO_FIELD ? &profile->fields[field] : &passed_over);
}

/* ---- the file ---- */

#define IN(form) (1U << form)

/* What is removed around a value, and how values become one or several (read_part). */
#define PART_TEXT "before after unit join list"

static const dt_element_form forms[FORMS] = {
    [WRAPPER] = {"wrapper", "records pages parents empty", IN(DT_READER_OUTSIDE), false, begin_wrapper, end_wrapper},
    [FIELD] = {"field", "id! name! type wanted reason list require unsure constant", IN(WRAPPER), false, begin_field,
               NULL},
    [PLACE] = {"place", "path! class id heading number", IN(WRAPPER), false, begin_place, NULL},
    [CLUE] = {"clue", "tag! id class href", IN(WRAPPER), false, begin_clue, NULL},
    [NOTICE] = {"notice", "text!", IN(WRAPPER), false, begin_notice, NULL},
    [RECORD] = {"record", "longest data nested grid", IN(WRAPPER), false, begin_record, end_record},
    [EXCEPT] = {"except", "class text lacks", IN(WRAPPER), false, begin_except, NULL},
    [ELEMENT] = {"element",
                 "tag! class group strict varied occurs column span caption header marks href src field " PART_TEXT,
                 IN(RECORD) | IN(ELEMENT), false, begin_element, end_element},
    [TEXT] = {"text", "field " PART_TEXT " occurs group class linked label caption sample split varied",
              IN(RECORD) | IN(ELEMENT), true, begin_text, end_text},
    [PROFILE] = {"profile", "counts! skipped", IN(WRAPPER), false, begin_profile, NULL},
    [REGION] = {"region", "pages! path!", IN(PROFILE), false, begin_region, NULL},
    [VALUES] = {"values", DT_VALUES_ATTRIBUTES, IN(PROFILE), false, begin_values, NULL},
    [ATTRIBUTE] = {"attribute", "field! name! element number without " PART_TEXT, IN(ELEMENT) | IN(TEXT), false,
                   begin_attribute, NULL},
    [PART] = {"part", "within icon field " PART_TEXT, IN(TEXT), false, begin_part, NULL},
};

static const dt_grammar grammar = {.what = "wrapper",
                                   .make = "learn",
                                   .space = "urn:detm:wrapper:",
                                   .version = "1",
                                   .manual = "detm-wrapper(5)",
                                   .max_bytes = MAX_BYTES,
                                   .max_words = MAX_BYTES,
                                   .forms = forms,
                                   .form_count = FORMS};

detm_wrapper *detm_wrapper_load(const char *bytes, size_t length, const char *name, detm_error *error) {
  detm_wrapper *wrapper = calloc(1, sizeof *wrapper);
  if (wrapper == NULL) {
    dt_error_memory_at(error, name);
    return NULL;
  }
  dt_arena_start(&wrapper->arena, NULL);
  loader l = {.wrapper = wrapper};
  if (dt_read_file(&grammar, &l, &wrapper->arena, (detm_text){bytes, length}, name, error) == DETM_OK) return wrapper;
  detm_wrapper_free(wrapper);
  return NULL;
}
