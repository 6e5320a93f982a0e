/* wrapper/load.c: wrapper XML -> wrapper tree.
 *
 * libxml2's reader hands out one element after the other; source.c tells where each begins, which the reader
 * does not.  What is wrong with the file leaves through the scope, always between two calls of the reader. */
#include "wrapper/align.h"
#include "wrapper/source.h"

#include <libxml/tree.h>
#include <libxml/xmlreader.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define NAMESPACE "urn:detm:wrapper:1"

enum {
  MAX_BYTES = 64 << 20,
  MAX_DEPTH = 1000,    /* as deep as pages are */
  MAX_NODES = 100000,  /* of a record: learning stops far below */
  MAX_ATTRIBUTES = 32, /* of a tag: older libxml2 compares each with each */
  MAX_CELLS = UINT16_MAX
};

typedef enum kind { WRAPPER, PLACE, FIELD, RECORD, ELEMENT, TEXT, PART, KINDS, OUTSIDE = KINDS } kind;

#define ATTRIBUTES(X)                                                                                                  \
  X(class)                                                                                                             \
  X(column) X(digits) X(field) X(href) X(id) X(label) X(linked) X(name) X(occurs) X(pages) X(path) X(records) X(span)  \
      X(split) X(src) X(tag) X(type) X(wanted) X(within)

typedef enum attribute {
#define X(name) AT_##name,
  ATTRIBUTES(X)
#undef X
      AT_COUNT
} attribute;

static const char *const attribute_names[AT_COUNT] = {
#define X(name) #name,
    ATTRIBUTES(X)
#undef X
};

/* What refers to a field does so by its id, which is not kept: the name may have been changed since. */
typedef struct declared {
  const char *id, *name;
  uint32_t field;
  dt_source source;
} declared;

typedef struct loader {
  dt_scope scope;
  detm_wrapper *wrapper;
  detm_error error;
  const char *name;
  dt_source source;
  xmlTextReaderPtr reader;
  kind open;   /* the element that we are in */
  kind before; /* the last element that stood in <wrapper> */
  unsigned depth;
  const char *values[AT_COUNT]; /* of the element that begins, NULL = it has no such attribute */
  dt_wrapper_node *node;        /* of the element or record that we are in */
  dt_wrapper_node *text;        /* of the text that we are in */
  bool has_field;               /* that text refers to a field itself */
  dt_buffer words;              /* in that text */
  dt_part *parts;               /* of that text */
  uint32_t part_count, part_room, place_room;
  declared *fields;
  uint32_t field_room;
} loader;

/* ---- refusing ---- */

static _Noreturn void refuse(loader *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static _Noreturn void refuse(loader *l, const char *format, ...) {
  char text[sizeof l->error.text];
  va_list arguments;
  va_start(arguments, format);
  if (vsnprintf(text, sizeof text, format, arguments) < 0) text[0] = '\0';
  va_end(arguments);
  dt_error_at(&l->error, DETM_BAD_FILE, l->name, l->source.line, dt_source_column(&l->source), "%s", text);
  dt_scope_leave(&l->scope, DETM_BAD_FILE);
}

/* A copy of `array` with room for one more in `room`, at least twice as long. */
static void *grown(loader *l, void *array, uint32_t count, uint32_t *room, size_t size) {
  if (count < *room) return array;
  *room = *room * 2 + 8;
  void *bigger = dt_arena_array(&l->wrapper->arena, *room, size);
  if (count != 0) memcpy(bigger, array, count * size);
  return bigger;
}

/* ---- attribute values ---- */

static const char *value_or(const loader *l, attribute which, const char *otherwise) {
  return l->values[which] != NULL ? l->values[which] : otherwise;
}

/* Which of the words, parted by spaces, the value is; the first is the default. */
static unsigned choose(loader *l, attribute which, const char *words) {
  const char *value = l->values[which], *word = words;
  if (value == NULL) return 0;
  for (unsigned n = 0; *word != '\0'; n++) {
    size_t length = strcspn(word, " ");
    if (strlen(value) == length && memcmp(word, value, length) == 0) return n;
    word += length + (word[length] == ' ');
  }
  refuse(l, "%s=\"%.80s\" is none of these: %s", attribute_names[which], value, words);
}

static uint32_t count_of(loader *l, attribute which, uint32_t least, uint32_t most, uint32_t otherwise) {
  const char *value = l->values[which];
  if (value == NULL) return otherwise;
  uint64_t count = 0;
  size_t length = strspn(value, "0123456789");
  for (size_t i = 0; i < length && count <= most; i++) count = count * 10 + (uint64_t)(value[i] - '0');
  if (length == 0 || value[length] != '\0' || count < least || count > most)
    refuse(l, "%s=\"%.80s\" is no number from %lu to %lu", attribute_names[which], value, (unsigned long)least,
           (unsigned long)most);
  return (uint32_t)count;
}

static const char *xml_name(loader *l, attribute which) {
  const char *value = l->values[which];
  if (xmlValidateNCName((const xmlChar *)value, 0) != 0)
    refuse(l, "%s=\"%.80s\" is no XML name: use letters, digits, \"-\", \"_\" and \".\", and begin with a letter",
           attribute_names[which], value);
  return value;
}

static bool is_tag(const char *name, size_t length) {
  size_t fine = strcspn(name, " \t\n\r/>ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return length != 0 && *name != '#' && fine >= length;
}

static int compare_ids(const void *a, const void *b) {
  return strcmp(((const declared *)a)->id, ((const declared *)b)->id);
}

static uint32_t field_of(loader *l, attribute which) {
  declared wanted = {.id = l->values[which]}, *found = NULL;
  if (wanted.id == NULL) return DT_NO_FIELD;
  if (l->wrapper->field_count != 0)
    found = bsearch(&wanted, l->fields, l->wrapper->field_count, sizeof wanted, compare_ids);
  if (found == NULL)
    refuse(l, "%s=\"%.80s\": no <field> has this id; add one, or take this attribute away", attribute_names[which],
           wanted.id);
  return found->field;
}

/* ---- elements ---- */

static void begin_wrapper(loader *l) {
  l->wrapper->records = count_of(l, AT_records, 0, UINT32_MAX, 0);
  l->wrapper->pages = count_of(l, AT_pages, 0, UINT32_MAX, 0);
}

/* dt_path_hash of a node at this path: from its end to the root. */
static uint64_t hash_path(loader *l, const char *path) {
  uint64_t hash = 0;
  const char *end = path + strlen(path);
  if (strchr(path, '[') != NULL) refuse(l, "path=\"%.200s\": leave out the numbers in brackets", path);
  do {
    const char *step = end;
    while (step > path && step[-1] != '/') step--;
    if (step == path || !is_tag(step, (size_t)(end - step)))
      refuse(l, "path=\"%.200s\" is no path of tags, such as \"/html/body/ul\"", path);
    hash = dt_hash_mix(hash, dt_tag_number(step, (size_t)(end - step)));
    end = step - 1;
  } while (end > path);
  return hash;
}

static void begin_place(loader *l) {
  detm_wrapper *wrapper = l->wrapper;
  dt_place place = {l->values[AT_path], value_or(l, AT_class, ""), value_or(l, AT_id, ""), 0};
  place.hash = hash_path(l, place.path);
  wrapper->places = grown(l, wrapper->places, wrapper->place_count, &l->place_room, sizeof place);
  wrapper->places[wrapper->place_count++] = place;
}

static void begin_field(loader *l) {
  const char *type = value_or(l, AT_type, "text");
  declared field = {xml_name(l, AT_id), xml_name(l, AT_name), 0, l->source};
  if (xmlValidateNMToken((const xmlChar *)type, 0) != 0) refuse(l, "type=\"%.80s\" is no type, such as \"text\"", type);
  bool wanted = choose(l, AT_wanted, "yes no") == 0;
  l->fields = grown(l, l->fields, l->wrapper->field_count, &l->field_room, sizeof field);
  field.field = dt_field_add(l->wrapper, field.name, type);
  l->wrapper->fields[field.field].wanted = wanted;
  l->fields[field.field] = field;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(((const declared *)a)->name, ((const declared *)b)->name);
}

/* Points at the later one of two fields. */
static void point_at(loader *l, const declared *a, const declared *b) {
  l->source = a->field > b->field ? a->source : b->source;
}

static void begin_record(loader *l) {
  uint32_t count = l->wrapper->field_count;
  declared *fields = l->fields;
  l->node = l->wrapper->root;
  if (count == 0) return;
  qsort(fields, count, sizeof *fields, compare_names);
  for (uint32_t i = 1; i < count; i++) {
    if (strcmp(fields[i - 1].name, fields[i].name) != 0) continue;
    point_at(l, &fields[i - 1], &fields[i]);
    refuse(l, "two fields have the name \"%.80s\": give one of them another", fields[i].name);
  }
  qsort(fields, count, sizeof *fields, compare_ids);
  for (uint32_t i = 1; i < count; i++) {
    if (strcmp(fields[i - 1].id, fields[i].id) != 0) continue;
    point_at(l, &fields[i - 1], &fields[i]);
    refuse(l, "two fields have the id \"%.80s\": give one of them another, there and in the record", fields[i].id);
  }
}

static dt_wrapper_node *add_node(loader *l, dt_tag tag) {
  if (l->wrapper->node_count > MAX_NODES) refuse(l, "the record has more than %d nodes", MAX_NODES);
  dt_wrapper_node *node = dt_wrapper_add(l->wrapper, l->node, NULL, tag);
  unsigned occurs = choose(l, AT_occurs, ". ? + *");
  node->optional = occurs == 1 || occurs == 3;
  node->repeated = occurs >= 2;
  return node;
}

static void begin_element(loader *l) {
  const char *tag = l->values[AT_tag];
  if (!is_tag(tag, strlen(tag))) refuse(l, "tag=\"%.80s\" is no tag: write its name in lower case", tag);
  dt_wrapper_node *node = add_node(l, dt_tag_number(tag, strlen(tag)));
  node->name = tag;
  node->class = value_or(l, AT_class, "");
  node->column = count_of(l, AT_column, 1, MAX_CELLS, 0);
  node->span = count_of(l, AT_span, 1, MAX_CELLS, node->column != 0);
  if (node->span != 0 && node->column == 0) refuse(l, "span needs column: say in which column the cell begins");
  node->href = field_of(l, AT_href);
  node->src = field_of(l, AT_src);
  l->node = node;
}

static void begin_text(loader *l) {
  const char *label = value_or(l, AT_label, "");
  dt_wrapper_node *node = add_node(l, DT_TAG_TEXT);
  node->linked = choose(l, AT_linked, "no yes") == 1;
  node->digits = choose(l, AT_digits, "none some most");
  node->label = *label != '\0' ? label : NULL;
  node->split = (dt_split)choose(l, AT_split, "none all phrases");
  l->text = node;
  l->has_field = l->values[AT_field] != NULL;
  l->words.length = 0;
  l->part_count = l->part_room = 0;
  if (node->split != DT_SPLIT_NONE) {
    if (l->has_field) refuse(l, "a <text> with split has its fields in its <part> elements: move field there");
    return;
  }
  l->parts = DT_ARRAY(&l->wrapper->arena, dt_part, 1);
  l->parts[0] = (dt_part){"", dt_within_hash(""), field_of(l, AT_field)};
}

static void begin_part(loader *l) {
  const char *within = value_or(l, AT_within, "");
  if (l->text->split == DT_SPLIT_NONE) refuse(l, "a <text> with <part> needs split=\"all\" or split=\"phrases\"");
  l->parts = grown(l, l->parts, l->part_count, &l->part_room, sizeof *l->parts);
  l->parts[l->part_count++] = (dt_part){within, dt_within_hash(within), field_of(l, AT_field)};
}

/* White space folded, as that of pages is. */
static const char *fold(loader *l) {
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

static void end_text(loader *l) {
  dt_wrapper_node *node = l->text;
  const char *words = fold(l);
  bool split = node->split != DT_SPLIT_NONE;
  if (*words != '\0') {
    if (split || l->has_field)
      refuse(l, "a <text> with words is read for no field: take out the words \"%.80s\", or field and split", words);
    node->text = words;
    node->digits = dt_digits_of(dt_text(words));
    return;
  }
  if (split && l->part_count == 0) refuse(l, "a <text> with split needs a <part> for each of its pieces");
  node->parts = l->parts;
  node->part_count = split ? l->part_count : 1;
}

static void end_record(loader *l) {
  if (l->wrapper->root->first == NULL) refuse(l, "the <record> is empty: it needs an <element> or a <text>");
}

static void end_wrapper(loader *l) {
  if (l->before != RECORD) refuse(l, "the <record> is missing: it tells what a record looks like");
}

/* ---- nesting ---- */

typedef struct form {
  const char *name;
  unsigned attributes, needed; /* bits of attributes */
  unsigned parents;            /* bits of kinds */
  void (*begin)(loader *l);
  void (*end)(loader *l);
} form;

#define A(name) (1U << AT_##name)
#define IN(kind) (1U << (kind))

static const form forms[KINDS] = {
    [WRAPPER] = {"wrapper", A(records) | A(pages), 0, IN(OUTSIDE), begin_wrapper, end_wrapper},
    [PLACE] = {"place", A(path) | A(class) | A(id), A(path), IN(WRAPPER), begin_place, NULL},
    [FIELD] = {"field", A(id) | A(name) | A(type) | A(wanted), A(id) | A(name), IN(WRAPPER), begin_field, NULL},
    [RECORD] = {"record", 0, 0, IN(WRAPPER), begin_record, end_record},
    [ELEMENT] = {"element", A(tag) | A(class) | A(occurs) | A(column) | A(span) | A(href) | A(src), A(tag),
                 IN(RECORD) | IN(ELEMENT), begin_element, NULL},
    [TEXT] = {"text", A(field) | A(occurs) | A(linked) | A(digits) | A(label) | A(split), 0, IN(RECORD) | IN(ELEMENT),
              begin_text, end_text},
    [PART] = {"part", A(within) | A(field), 0, IN(TEXT), begin_part, NULL},
};

static kind kind_named(const char *name) {
  kind found = WRAPPER;
  while (found < KINDS && strcmp(forms[found].name, name) != 0) found++;
  return found;
}

static void check_root(loader *l, const char *name, const char *space) {
  if (strcmp(name, "wrapper") != 0) refuse(l, "this is no wrapper: it begins with <%.80s>, not <wrapper>", name);
  if (space == NULL || *space == '\0') refuse(l, "<wrapper> has no namespace: add xmlns=\"%s\"", NAMESPACE);
  if (strcmp(space, NAMESPACE) == 0) return;
  if (strncmp(space, NAMESPACE, sizeof NAMESPACE - 2) == 0)
    refuse(l, "this is a wrapper of version \"%.80s\", but this detm reads version 1: learn it again",
           space + sizeof NAMESPACE - 2);
  refuse(l, "<wrapper> has the namespace \"%.80s\": it must be \"%s\"", space, NAMESPACE);
}

static void check_place(loader *l, kind which) {
  const form *f = &forms[which];
  if (!(f->parents & IN(l->open)))
    refuse(l, "<%s> cannot stand in <%s>", f->name, l->open < KINDS ? forms[l->open].name : "the file");
  if (which == WRAPPER || l->open != WRAPPER) return;
  if (which == RECORD && l->before == RECORD) refuse(l, "a second <record>: a wrapper has one");
  if (which < l->before) refuse(l, "<%s> must come before <%s>", f->name, forms[l->before].name);
  l->before = which;
}

static attribute attribute_named(loader *l, kind which, const char *name, const char *space) {
  attribute found = 0;
  while (found < AT_COUNT && strcmp(attribute_names[found], name) != 0) found++;
  if (found == AT_COUNT || !(forms[which].attributes & (1U << found)) || space != NULL)
    refuse(l, "<%s> has no attribute \"%.80s\": see detm-wrapper(5)", forms[which].name, name);
  return found;
}

static const char *copy(loader *l, const xmlChar *text) {
  if (text == NULL) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  return dt_arena_copy(&l->wrapper->arena, (const char *)text, strlen((const char *)text));
}

static void read_attributes(loader *l, kind which) {
  memset(l->values, 0, sizeof l->values);
  while (xmlTextReaderMoveToNextAttribute(l->reader) == 1) {
    const char *name = (const char *)xmlTextReaderConstLocalName(l->reader);
    if (xmlTextReaderIsNamespaceDecl(l->reader) == 1) {
      if (which != WRAPPER) refuse(l, "<%s> declares a namespace: only <wrapper> may", forms[which].name);
      continue;
    }
    const char *space = (const char *)xmlTextReaderConstNamespaceUri(l->reader);
    l->values[attribute_named(l, which, name, space)] = copy(l, xmlTextReaderConstValue(l->reader));
  }
  xmlTextReaderMoveToElement(l->reader);
  for (attribute which_one = 0; which_one < AT_COUNT; which_one++)
    if ((forms[which].needed & (1U << which_one)) && l->values[which_one] == NULL)
      refuse(l, "<%s> needs the attribute %s", forms[which].name, attribute_names[which_one]);
}

/* The kind of element that we are in when one of kind `ended` has ended. */
static kind around(loader *l, kind ended) {
  if (ended == ELEMENT) l->node = l->node->parent;
  switch (ended) {
  case WRAPPER:
    return OUTSIDE;
  case PART:
    return TEXT;
  case ELEMENT:
  case TEXT:
    return l->node == l->wrapper->root ? RECORD : ELEMENT;
  default:
    return WRAPPER;
  }
}

static void end(loader *l) {
  const form *f = &forms[l->open];
  if (f->end != NULL) f->end(l);
  l->depth--;
  l->open = around(l, l->open);
}

static void begin(loader *l) {
  const char *name = (const char *)xmlTextReaderConstLocalName(l->reader);
  const char *space = (const char *)xmlTextReaderConstNamespaceUri(l->reader);
  if (name == NULL) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  if (l->open == OUTSIDE) check_root(l, name, space);
  kind which = space != NULL && strcmp(space, NAMESPACE) == 0 ? kind_named(name) : KINDS;
  if (which == KINDS) refuse(l, "a wrapper has no element <%.80s>: see detm-wrapper(5)", name);
  if (++l->depth > MAX_DEPTH) refuse(l, "elements are nested more than %d deep", MAX_DEPTH);
  bool empty = xmlTextReaderIsEmptyElement(l->reader) == 1;
  check_place(l, which);
  read_attributes(l, which);
  forms[which].begin(l);
  l->open = which;
  if (empty) end(l);
}

static void add_words(loader *l) {
  const char *words = (const char *)xmlTextReaderConstValue(l->reader);
  if (words == NULL) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  if (l->open == TEXT) {
    dt_buffer_text(&l->words, words);
    return;
  }
  words += strspn(words, " \t\n\r");
  dt_source_pass(&l->source);
  if (*words != '\0') refuse(l, "<%s> cannot hold words: \"%.80s\"", forms[l->open].name, words);
}

/* ---- the file ---- */

#if LIBXML_VERSION >= 21200
typedef const xmlError *xml_error;
#else
typedef xmlErrorPtr xml_error;
#endif

/* Called within libxml2: the scope is left when it has returned. */
static void take_error(void *data, xml_error error) {
  loader *l = data;
  if (error->level < XML_ERR_ERROR) return;
  if (error->code == XML_ERR_NO_MEMORY) {
    dt_error_at(&l->error, DETM_NO_MEMORY, l->name, 0, 0, "out of memory");
    return;
  }
  const char *message = error->message != NULL ? error->message : "unknown error";
  int length = (int)strcspn(message, "\n");
  dt_error_at(&l->error, DETM_BAD_FILE, l->name, error->line > 0 ? (size_t)error->line : 0,
              error->int2 > 0 ? (size_t)error->int2 : 0, "not well-formed XML: %.*s", length, message);
}

/* Before libxml2 sees the file: what would cost it much, and what it should not read at all. */
static void check_source(loader *l) {
  dt_source look = l->source;
  size_t length = (size_t)(look.end - look.next);
  if (length == 0) refuse(l, "the file is empty: learn the wrapper again");
  if (length > MAX_BYTES) refuse(l, "the file has more than %d MiB: this is no wrapper", MAX_BYTES >> 20);
  size_t valid = dt_utf8_valid(look.next, length);
  if (valid != length) {
    dt_source_go(&l->source, l->source.next + valid);
    refuse(l, "the file is not UTF-8: save it as UTF-8");
  }
  while (dt_source_next(&look)) {
    l->source = look;
    if (look.at[1] == '!') refuse(l, "a wrapper has no DOCTYPE: take it out");
    if (look.quoted > MAX_ATTRIBUTES) refuse(l, "a tag has more than %d attributes", MAX_ATTRIBUTES);
  }
}

static void take_node(loader *l) {
  switch (xmlTextReaderNodeType(l->reader)) {
  case XML_READER_TYPE_ELEMENT:
    dt_source_next(&l->source);
    begin(l);
    break;
  case XML_READER_TYPE_END_ELEMENT:
    dt_source_next(&l->source);
    end(l);
    break;
  case XML_READER_TYPE_TEXT:
  case XML_READER_TYPE_CDATA:
  case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
    add_words(l);
    break;
  default:
    break;
  }
}

static void read_file(loader *l) {
  dt_source start = l->source;
  dt_wrapper_start(l->wrapper, &l->scope);
  check_source(l);
  l->source = start;
  int length = (int)(start.end - start.next);
  l->reader = xmlReaderForMemory(start.next, length, NULL, "UTF-8", XML_PARSE_NONET | XML_PARSE_HUGE);
  if (l->reader == NULL) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  xmlTextReaderSetStructuredErrorHandler(l->reader, take_error, l);
  int more = xmlTextReaderRead(l->reader);
  for (; more == 1 && l->error.status == DETM_OK; more = xmlTextReaderRead(l->reader)) take_node(l);
  if (l->error.status != DETM_OK) dt_scope_leave(&l->scope, l->error.status);
  if (more != 0) refuse(l, "not well-formed XML");
  dt_wrapper_number(l->wrapper);
  l->wrapper->arena.scope = NULL;
}

static void load(loader *l) {
  dt_scope_start(&l->scope, 0);
  if (setjmp(l->scope.escape) == 0) {
    read_file(l);
  } else {
    dt_error_scope(&l->error, &l->scope, l->name);
  }
}

detm_wrapper *detm_wrapper_load(const char *bytes, size_t length, const char *name, detm_error *error) {
  loader l = {.name = name, .open = OUTSIDE, .before = WRAPPER, .wrapper = calloc(1, sizeof *l.wrapper)};
  if (l.wrapper == NULL) {
    dt_error_at(error, DETM_NO_MEMORY, name, 0, 0, "out of memory");
    return NULL;
  }
  l.source = dt_source_start(bytes, length);
  load(&l);
  xmlFreeTextReader(l.reader);
  dt_buffer_free(&l.words);
  if (l.error.status == DETM_OK) return l.wrapper;
  detm_wrapper_free(l.wrapper);
  if (error != NULL && error->status == DETM_OK) *error = l.error;
  return NULL;
}
