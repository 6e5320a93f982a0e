/* wrapper/form.c: what each element of a wrapper file means, and which values its attributes may have. */
#include "wrapper/form.h"

#include "wrapper/align.h"

#include <libxml/tree.h>
#include <stdlib.h>

enum {
  MAX_NODES = 100000, /* of a record: learning stops far below */
  MAX_CELLS = UINT16_MAX
};

const char *const dt_form_attributes[DT_AT_COUNT] = {
    [DT_AT_AFTER] = "after",     [DT_AT_BEFORE] = "before", [DT_AT_CLASS] = "class",     [DT_AT_COLUMN] = "column",
    [DT_AT_FIELD] = "field",     [DT_AT_HREF] = "href",     [DT_AT_ID] = "id",           [DT_AT_LABEL] = "label",
    [DT_AT_LINKED] = "linked",   [DT_AT_NAME] = "name",     [DT_AT_OCCURS] = "occurs",   [DT_AT_PAGES] = "pages",
    [DT_AT_PARENTS] = "parents", [DT_AT_PATH] = "path",     [DT_AT_RECORDS] = "records", [DT_AT_SAMPLE] = "sample",
    [DT_AT_SPAN] = "span",       [DT_AT_SPLIT] = "split",   [DT_AT_SRC] = "src",         [DT_AT_TAG] = "tag",
    [DT_AT_TYPE] = "type",       [DT_AT_WANTED] = "wanted", [DT_AT_WITHIN] = "within",
};

/* A copy of `array` with room for one more in `room`, at least twice as long. */
static void *grown(dt_loader *l, void *array, uint32_t count, uint32_t *room, size_t size) {
  if (count < *room) return array;
  *room = *room * 2 + 8;
  void *bigger = dt_arena_array(&l->wrapper->arena, *room, size);
  if (count != 0) memcpy(bigger, array, count * size);
  return bigger;
}

/* ---- attribute values ---- */

static const char *value_or(const dt_loader *l, dt_form_attribute which, const char *otherwise) {
  return l->values[which] != NULL ? l->values[which] : otherwise;
}

/* Which of the words, parted by spaces, the value is; the first is the default. */
static unsigned choose(dt_loader *l, dt_form_attribute which, const char *words) {
  const char *value = l->values[which], *word = words;
  if (value == NULL) return 0;
  for (unsigned n = 0; *word != '\0'; n++) {
    size_t length = strcspn(word, " ");
    if (strlen(value) == length && memcmp(word, value, length) == 0) return n;
    word += length + (word[length] == ' ');
  }
  dt_load_refuse(l, "%s=\"%.80s\" is none of these: %s", dt_form_attributes[which], value, words);
}

static uint32_t count_of(dt_loader *l, dt_form_attribute which, uint32_t least, uint32_t most, uint32_t otherwise) {
  const char *value = l->values[which];
  if (value == NULL) return otherwise;
  uint64_t count = 0;
  size_t length = strspn(value, "0123456789");
  for (size_t i = 0; i < length && count <= most; i++) count = count * 10 + (uint64_t)(value[i] - '0');
  if (length == 0 || value[length] != '\0' || count < least || count > most)
    dt_load_refuse(l, "%s=\"%.80s\" is no number from %lu to %lu", dt_form_attributes[which], value,
                   (unsigned long)least, (unsigned long)most);
  return (uint32_t)count;
}

static const char *xml_name(dt_loader *l, dt_form_attribute which) {
  const char *value = l->values[which];
  if (xmlValidateNCName((const xmlChar *)value, 0) != 0)
    dt_load_refuse(l,
                   "%s=\"%.80s\" is no XML name: use letters, digits, \"-\", \"_\" and \".\", and begin with a letter",
                   dt_form_attributes[which], value);
  return value;
}

static bool is_tag(const char *name, size_t length) {
  size_t fine = strcspn(name, " \t\n\r/>ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return length != 0 && *name != '#' && fine >= length;
}

static const char *tag_name(dt_loader *l) {
  const char *tag = l->values[DT_AT_TAG];
  if (!is_tag(tag, strlen(tag))) dt_load_refuse(l, "tag=\"%.80s\" is no tag: write its name in lower case", tag);
  return tag;
}

static int compare_ids(const void *a, const void *b) {
  return strcmp(((const dt_declared *)a)->id, ((const dt_declared *)b)->id);
}

static uint32_t field_of(dt_loader *l, dt_form_attribute which) {
  dt_declared wanted = {.id = l->values[which]}, *found = NULL;
  if (wanted.id == NULL) return DT_NO_FIELD;
  if (l->wrapper->field_count != 0)
    found = bsearch(&wanted, l->fields, l->wrapper->field_count, sizeof wanted, compare_ids);
  if (found != NULL) return found->field;
  dt_load_refuse(l, "%s=\"%.80s\": no <field> has this id; add one, or take this attribute away",
                 dt_form_attributes[which], wanted.id);
}

/* ---- elements ---- */

static void begin_wrapper(dt_loader *l) {
  l->wrapper->records = count_of(l, DT_AT_RECORDS, 0, UINT32_MAX, 0);
  l->wrapper->pages = count_of(l, DT_AT_PAGES, 0, UINT32_MAX, 0);
  l->wrapper->one_place = choose(l, DT_AT_PARENTS, "many one") == 1;
}

/* dt_path_hash of a node at this path: from its end to the root. */
static uint64_t hash_path(dt_loader *l, const char *path) {
  uint64_t hash = 0;
  const char *end = path + strlen(path);
  if (strchr(path, '[') != NULL) dt_load_refuse(l, "path=\"%.200s\": leave out the numbers in brackets", path);
  do {
    const char *step = end;
    while (step > path && step[-1] != '/') step--;
    if (step == path || !is_tag(step, (size_t)(end - step)))
      dt_load_refuse(l, "path=\"%.200s\" is no path of tags, such as \"/html/body/ul\"", path);
    hash = dt_hash_mix(hash, dt_tag_number(step, (size_t)(end - step)));
    end = step - 1;
  } while (end > path);
  return hash;
}

static void begin_place(dt_loader *l) {
  detm_wrapper *wrapper = l->wrapper;
  dt_place place = {l->values[DT_AT_PATH], value_or(l, DT_AT_CLASS, ""), value_or(l, DT_AT_ID, ""), 0};
  place.hash = hash_path(l, place.path);
  wrapper->places = grown(l, wrapper->places, wrapper->place_count, &l->place_room, sizeof place);
  wrapper->places[wrapper->place_count++] = place;
}

static void begin_clue(dt_loader *l) {
  static const dt_form_attribute kinds[] = {DT_AT_ID, DT_AT_CLASS, DT_AT_HREF};
  detm_wrapper *wrapper = l->wrapper;
  dt_clue clue = {.tag = tag_name(l)};
  unsigned found = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (l->values[kinds[i]] == NULL) continue;
    found++;
    clue.attribute = dt_form_attributes[kinds[i]];
    clue.value = l->values[kinds[i]];
  }
  if (found != 1 || *clue.value == '\0') dt_load_refuse(l, "a <clue> needs one of id, class and href, with a value");
  wrapper->clues = grown(l, wrapper->clues, wrapper->clue_count, &l->clue_room, sizeof clue);
  wrapper->clues[wrapper->clue_count++] = clue;
}

static void begin_field(dt_loader *l) {
  const char *type = value_or(l, DT_AT_TYPE, "text");
  dt_declared field = {xml_name(l, DT_AT_ID), xml_name(l, DT_AT_NAME), 0, l->source};
  if (xmlValidateNMToken((const xmlChar *)type, 0) != 0)
    dt_load_refuse(l, "type=\"%.80s\" is no type, such as \"text\"", type);
  bool wanted = choose(l, DT_AT_WANTED, "yes no") == 0;
  l->fields = grown(l, l->fields, l->wrapper->field_count, &l->field_room, sizeof field);
  field.field = dt_field_add(l->wrapper, field.name, type);
  l->wrapper->fields[field.field].wanted = wanted;
  l->fields[field.field] = field;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(((const dt_declared *)a)->name, ((const dt_declared *)b)->name);
}

/* Points at the later one of two fields. */
static void point_at(dt_loader *l, const dt_declared *a, const dt_declared *b) {
  l->source = a->field > b->field ? a->source : b->source;
}

static void begin_record(dt_loader *l) {
  uint32_t count = l->wrapper->field_count;
  dt_declared *fields = l->fields;
  l->node = l->wrapper->root;
  if (count == 0) return;
  qsort(fields, count, sizeof *fields, compare_names);
  for (uint32_t i = 1; i < count; i++) {
    if (strcmp(fields[i - 1].name, fields[i].name) != 0) continue;
    point_at(l, &fields[i - 1], &fields[i]);
    dt_load_refuse(l, "two fields have the name \"%.80s\": give one of them another", fields[i].name);
  }
  qsort(fields, count, sizeof *fields, compare_ids);
  for (uint32_t i = 1; i < count; i++) {
    if (strcmp(fields[i - 1].id, fields[i].id) != 0) continue;
    point_at(l, &fields[i - 1], &fields[i]);
    dt_load_refuse(l, "two fields have the id \"%.80s\": give one of them another, there and in the record",
                   fields[i].id);
  }
}

static dt_wrapper_node *add_node(dt_loader *l, dt_tag tag) {
  if (l->wrapper->node_count > MAX_NODES) dt_load_refuse(l, "the record has more than %d nodes", MAX_NODES);
  dt_wrapper_node *node = dt_wrapper_add(l->wrapper, l->node, NULL, tag);
  unsigned occurs = choose(l, DT_AT_OCCURS, ". ? + *");
  node->optional = occurs == 1 || occurs == 3;
  node->repeated = occurs >= 2;
  return node;
}

static void begin_element(dt_loader *l) {
  const char *tag = tag_name(l);
  dt_wrapper_node *node = add_node(l, dt_tag_number(tag, strlen(tag)));
  node->name = tag;
  node->class = value_or(l, DT_AT_CLASS, "");
  node->column = count_of(l, DT_AT_COLUMN, 1, MAX_CELLS, 0);
  node->span = count_of(l, DT_AT_SPAN, 1, MAX_CELLS, node->column != 0);
  if (node->span != 0 && node->column == 0) dt_load_refuse(l, "span needs column: say in which column the cell begins");
  node->href = field_of(l, DT_AT_HREF);
  node->src = field_of(l, DT_AT_SRC);
  l->node = node;
}

static dt_part read_part(dt_loader *l) {
  const char *within = value_or(l, DT_AT_WITHIN, "");
  return (dt_part){.within = within,
                   .hash = dt_within_hash(within),
                   .before = value_or(l, DT_AT_BEFORE, ""),
                   .after = value_or(l, DT_AT_AFTER, ""),
                   .field = field_of(l, DT_AT_FIELD)};
}

static void begin_text(dt_loader *l) {
  const char *label = value_or(l, DT_AT_LABEL, "");
  dt_wrapper_node *node = add_node(l, DT_TAG_TEXT);
  node->linked = choose(l, DT_AT_LINKED, "no yes") == 1;
  node->sample = dt_text(value_or(l, DT_AT_SAMPLE, ""));
  node->digits = dt_digits_of(node->sample);
  node->label = *label != '\0' ? label : NULL;
  node->split = (dt_split)choose(l, DT_AT_SPLIT, "none all phrases marks");
  l->text = node;
  l->has_field = l->values[DT_AT_FIELD] != NULL || l->values[DT_AT_BEFORE] != NULL || l->values[DT_AT_AFTER] != NULL;
  l->words.length = 0;
  l->part_count = l->part_room = 0;
  if (node->split != DT_SPLIT_NONE) {
    if (l->has_field) dt_load_refuse(l, "a <text> with split has <part> elements: move field, before and after there");
    return;
  }
  l->parts = DT_ARRAY(&l->wrapper->arena, dt_part, 1);
  l->parts[0] = read_part(l);
}

static void begin_part(dt_loader *l) {
  if (l->text->split == DT_SPLIT_NONE)
    dt_load_refuse(l, "a <text> with <part> needs split=\"all\", \"phrases\" or \"marks\"");
  l->parts = grown(l, l->parts, l->part_count, &l->part_room, sizeof *l->parts);
  l->parts[l->part_count++] = read_part(l);
}

/* White space folded, as that of pages is. */
static const char *fold(dt_loader *l) {
  static const char white[] = " \t\n\r";
  dt_buffer_byte(&l->words, '\0');
  if (l->words.failed) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  char *from = l->words.data + strspn(l->words.data, white), *to = l->words.data;
  while (*from != '\0') {
    size_t word = strcspn(from, white);
    memmove(to, from, word);
    to += word;
    from += word + strspn(from + word, white);
    if (*from != '\0') *to++ = ' ';
  }
  return dt_arena_copy(&l->wrapper->arena, l->words.data, (size_t)(to - l->words.data));
}

static void end_text(dt_loader *l) {
  dt_wrapper_node *node = l->text;
  const char *words = fold(l);
  bool split = node->split != DT_SPLIT_NONE;
  if (*words != '\0') {
    if (split || l->has_field)
      dt_load_refuse(l, "a <text> with words is read for no field: take out the words \"%.80s\", or its attributes",
                     words);
    node->text = words;
    node->sample = dt_text(words);
    node->digits = dt_digits_of(node->sample);
    return;
  }
  if (split && l->part_count == 0) dt_load_refuse(l, "a <text> with split needs a <part> for each of its pieces");
  node->parts = l->parts;
  node->part_count = split ? l->part_count : 1;
}

static void end_record(dt_loader *l) {
  if (l->wrapper->root->first == NULL) dt_load_refuse(l, "the <record> is empty: it needs an <element> or a <text>");
}

static void end_wrapper(dt_loader *l) {
  if (l->before != DT_FORM_RECORD) dt_load_refuse(l, "the <record> is missing: it tells what a record looks like");
}

#define A(name) (1U << DT_AT_##name)
#define IN(kind) (1U << DT_FORM_##kind)

const dt_form dt_forms[DT_FORMS] = {
    [DT_FORM_WRAPPER] = {"wrapper", A(RECORDS) | A(PAGES) | A(PARENTS), 0, IN(OUTSIDE), begin_wrapper, end_wrapper},
    [DT_FORM_PLACE] = {"place", A(PATH) | A(CLASS) | A(ID), A(PATH), IN(WRAPPER), begin_place, NULL},
    [DT_FORM_CLUE] = {"clue", A(TAG) | A(ID) | A(CLASS) | A(HREF), A(TAG), IN(WRAPPER), begin_clue, NULL},
    [DT_FORM_FIELD] = {"field", A(ID) | A(NAME) | A(TYPE) | A(WANTED), A(ID) | A(NAME), IN(WRAPPER), begin_field, NULL},
    [DT_FORM_RECORD] = {"record", 0, 0, IN(WRAPPER), begin_record, end_record},
    [DT_FORM_ELEMENT] = {"element", A(TAG) | A(CLASS) | A(OCCURS) | A(COLUMN) | A(SPAN) | A(HREF) | A(SRC), A(TAG),
                         IN(RECORD) | IN(ELEMENT), begin_element, NULL},
    [DT_FORM_TEXT] = {"text", A(FIELD) | A(BEFORE) | A(AFTER) | A(OCCURS) | A(LINKED) | A(LABEL) | A(SAMPLE) | A(SPLIT),
                      0, IN(RECORD) | IN(ELEMENT), begin_text, end_text},
    [DT_FORM_PART] = {"part", A(WITHIN) | A(FIELD) | A(BEFORE) | A(AFTER), 0, IN(TEXT), begin_part, NULL},
};
