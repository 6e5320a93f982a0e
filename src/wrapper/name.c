/* wrapper/name.c: names and types of fields (DESIGN 4).
 *
 * A name comes from the page where it has one (label.c, or a class that no other field has), else from what the
 * field is: title, link, image, date, price, number, text. */
#include "base/name.h"
#include "base/kind.h"
#include "wrapper/learn.h"

/* ---- counting words: names given, classes seen ---- */

typedef struct word {
  uint64_t hash; /* 0: free */
  uint32_t count;
} word;

typedef struct words {
  dt_arena *arena;
  word *words;
  uint32_t count, size; /* a power of two */
} words;

static word *slot(const words *w, uint64_t hash) {
  uint32_t at = (uint32_t)(hash >> 20) & (w->size - 1);
  while (w->words[at].hash != 0 && w->words[at].hash != hash) at = (at + 1) & (w->size - 1);
  return &w->words[at];
}

static void start_words(words *w, dt_arena *arena) {
  *w = (words){.arena = arena, .size = 128};
  w->words = DT_ZERO(arena, word, w->size);
}

/* How often the word was counted, this time included. */
static uint32_t count_word(words *w, const char *text, size_t length) {
  uint64_t hash = dt_hash_bytes(text, length, 11) | 1;
  if (w->count >= w->size / 2) {
    words bigger = {.arena = w->arena, .size = w->size * 2, .count = w->count};
    bigger.words = DT_ZERO(w->arena, word, bigger.size);
    for (uint32_t i = 0; i < w->size; i++)
      if (w->words[i].hash != 0) *slot(&bigger, w->words[i].hash) = w->words[i];
    *w = bigger;
  }
  word *found = slot(w, hash);
  w->count += found->hash == 0;
  found->hash = hash;
  return ++found->count;
}

static uint32_t count_of(const words *w, const char *text, size_t length) {
  return slot(w, dt_hash_bytes(text, length, 11) | 1)->count;
}

/* ---- classes that tell ---- */

typedef struct namer {
  detm_wrapper *wrapper;
  dt_arena *scratch;
  const unsigned *kinds;
  words names, classes;
} namer;

/* Classes of a class attribute stand between spaces; those of a decoration ("font b.price") begin with a point. */
typedef struct class_list {
  const char *at;
  bool decoration;
} class_list;

/* The next class of the list; false = there is none. */
static bool next_class(class_list *list, detm_text *class) {
  static const char white[] = " \t\n\r\f";
  if (list->decoration) {
    list->at = strchr(list->at, '.');
    if (list->at == NULL) return false;
    list->at++;
  } else {
    list->at += strspn(list->at, white);
  }
  *class = (detm_text){list->at, strcspn(list->at, list->decoration ? " ." : white)};
  list->at += class->length;
  return list->decoration || class->length != 0;
}

static void count_classes(words *classes, class_list list) {
  for (detm_text class; next_class(&list, &class);) count_word(classes, class.data, class.length);
}

static void count_all_classes(namer *n) {
  for (const dt_wrapper_node *w = n->wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    count_classes(&n->classes, (class_list){w->class, false});
    if (w->split == DT_SPLIT_NONE) count_classes(&n->classes, (class_list){w->within, true});
    for (uint32_t p = 0; p < w->part_count; p++) count_classes(&n->classes, (class_list){w->parts[p].within, true});
  }
}

/* Whether a class reads like a word: mostly letters, not a generated one. */
static bool is_word(const char *token, size_t length) {
  size_t letters = 0, vowels = 0;
  for (size_t i = 0; i < length; i++) {
    char c = (char)(token[i] | 32);
    letters += c >= 'a' && c <= 'z';
    vowels += memchr("aeiouy", c, 6) != NULL;
  }
  return length >= 3 && length <= 30 && letters + 2 >= length && vowels != 0;
}

/* A class of the list that stands nowhere else in the wrapper. */
static const char *telling_class(const namer *n, class_list list) {
  for (detm_text class; next_class(&list, &class);)
    if (is_word(class.data, class.length) && count_of(&n->classes, class.data, class.length) == 1)
      return dt_arena_copy(n->scratch, class.data, class.length);
  return NULL;
}

/* The nearest element with a telling class of which this is the only text. */
static const char *class_above(const namer *n, const dt_wrapper_node *w) {
  for (; w != NULL && w->parent != NULL && w->parent != n->wrapper->root; w = w->parent) {
    if (w->tag != DT_TAG_TEXT) {
      const char *class = telling_class(n, (class_list){w->class, false});
      if (class != NULL) return class;
    }
    if (w->parent->first != w->parent->last) break;
  }
  return NULL;
}

/* ---- names ---- */

/* The name, or with -2, -3 ... what is free. */
static void give(namer *n, uint32_t field, const char *name) {
  dt_arena *arena = &n->wrapper->arena;
  const char *free_name = dt_arena_copy(arena, name, strlen(name));
  for (uint32_t again = count_word(&n->names, name, strlen(name)); again > 1; again++) {
    free_name = dt_arena_format(arena, "%s-%u", name, again);
    if (count_word(&n->names, free_name, strlen(free_name)) == 1) break;
  }
  n->wrapper->fields[field].name = free_name;
}

static const char *name_of_text(namer *n, const dt_wrapper_node *w, uint32_t part) {
  const char *own = dt_name_make(n->scratch, w->parts[part].before);
  if (own == NULL && w->parts[part].label != NULL) own = dt_name_make(n->scratch, w->parts[part].label);
  if (own != NULL) return own;
  const char *label = w->label != NULL && w->part_count == 1 ? w->label : NULL;
  const char *name = label != NULL ? dt_name_make(n->scratch, label) : NULL;
  if (name != NULL) return name;
  const char *within = w->split == DT_SPLIT_NONE ? w->within : w->parts[part].within;
  const char *class = telling_class(n, (class_list){within, true});
  if (class == NULL && w->part_count == 1) class = class_above(n, w);
  name = class != NULL ? dt_name_make(n->scratch, class) : NULL;
  return name != NULL ? name : dt_kind_type(n->kinds[w->parts[part].field]);
}

static bool in_heading(const dt_wrapper_node *w) {
  for (; w != NULL; w = w->parent)
    if (dt_tag_is(w->tag, DT_HEADING)) return true;
  return false;
}

/* Whether every record has it: neither it nor what it stands in is optional. */
static bool is_always_there(const dt_wrapper_node *w) {
  for (; w != NULL; w = w->parent)
    if (w->optional) return false;
  return true;
}

/* What a person would call the record's title: its first heading, else its first link with words, else its first
 * words that nothing else names. */
static const dt_wrapper_node *find_title(namer *n) {
  const dt_wrapper_node *title = NULL, *first = NULL;
  for (const dt_wrapper_node *w = n->wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    if (w->part_count == 0 || w->parts[0].field == DT_NO_FIELD || !is_always_there(w)) continue;
    if (!(n->kinds[w->parts[0].field] & DT_KIND_LETTER)) continue;
    if (w->constant && w->instances > 1) continue;
    if (in_heading(w)) return w;
    if (title == NULL && w->linked) title = w;
    if (first == NULL && strcmp(name_of_text(n, w, 0), "text") == 0) first = w;
  }
  return title != NULL ? title : first;
}

static void name_texts(namer *n, const dt_wrapper_node *title) {
  for (const dt_wrapper_node *w = n->wrapper->root; w != NULL; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count; p++) {
      uint32_t field = w->parts[p].field;
      if (field == DT_NO_FIELD) continue;
      n->wrapper->fields[field].type = dt_kind_type(n->kinds[field]);
      bool named = w->label != NULL || w->parts[p].label != NULL || *w->parts[p].before != '\0' || title != w || p != 0;
      give(n, field, named ? name_of_text(n, w, p) : "title");
    }
}

/* The first named text below an element: its address is named after it. */
static const char *text_name_below(const detm_wrapper *wrapper, const dt_wrapper_node *element) {
  const dt_wrapper_node *end = dt_wrapper_past(element);
  for (const dt_wrapper_node *w = element; w != end; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count; p++)
      if (w->parts[p].field != DT_NO_FIELD) return wrapper->fields[w->parts[p].field].name;
  return NULL;
}

static void name_addresses(namer *n) {
  for (const dt_wrapper_node *w = n->wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    if (w->href != DT_NO_FIELD) {
      const char *text = text_name_below(n->wrapper, w);
      give(n, w->href, text != NULL ? dt_arena_format(n->scratch, "%s-link", text) : "link");
    }
    if (w->src != DT_NO_FIELD) give(n, w->src, w->tag == DT_TAG_img ? "image" : "source");
  }
}

void dt_wrapper_name_fields(detm_wrapper *wrapper, dt_arena *scratch, const unsigned *kinds) {
  namer n = {.wrapper = wrapper, .scratch = scratch, .kinds = kinds};
  start_words(&n.names, scratch);
  start_words(&n.classes, scratch);
  count_all_classes(&n);
  const dt_wrapper_node *title = find_title(&n);
  name_texts(&n, title);
  name_addresses(&n);
}
