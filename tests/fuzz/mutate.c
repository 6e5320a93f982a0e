/* tests/fuzz/mutate.c: mutations of markup (pages, wrappers, templates) for libFuzzer.
 *
 * Elements are removed, repeated, copied, replaced, nested and taken from other inputs; attributes are removed, copied
 * and get other values.  Every third mutation is libFuzzer's own, so that files that are not well-formed are tried too.
 */
#include "must.h"

#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t first_size, const uint8_t *second, size_t second_size,
                                 uint8_t *out, size_t most, unsigned seed);

enum { MAX_PARTS = 2048, MAX_NAME = 32 };

/* Bytes [start, end) of an element or an attribute value; the start tag of an element ends at `inner`. */
typedef struct part {
  size_t start, inner, end;
} part;

typedef struct markup {
  uint8_t *data;
  size_t size, most;
  unsigned seed;
  part elements[MAX_PARTS], values[MAX_PARTS]; /* the attribute of a value begins at `inner` */
  size_t element_count, value_count;
} markup;

static size_t draw(markup *self, size_t count) {
  self->seed = self->seed * 1103515245u + 12345u;
  return (self->seed >> 8) % count;
}

/* ---- reading ---- */

static bool is_name(uint8_t byte) {
  return (byte | 0x20) >= 'a' ? (byte | 0x20) <= 'z' || byte >= 0x80 : (byte >= '0' && byte <= '9') || byte == '-';
}

static size_t name_end(const markup *self, size_t at) {
  while (at < self->size && is_name(self->data[at])) at++;
  return at;
}

/* Records the attribute values of a tag from the end of its name on; returns the end of the tag. */
static size_t read_tag(markup *self, size_t at) {
  size_t attribute = at;
  for (; at < self->size && self->data[at] != '>'; at++) {
    uint8_t quote = self->data[at];
    if (quote <= ' ') attribute = at;
    if (quote != '"' && quote != '\'') continue;
    const uint8_t *end = memchr(self->data + at + 1, quote, self->size - at - 1);
    if (end == NULL) return self->size;
    size_t stop = (size_t)(end - self->data);
    if (self->value_count < MAX_PARTS) self->values[self->value_count++] = (part){at + 1, attribute, stop};
    at = stop;
  }
  return at < self->size ? at + 1 : at;
}

/* Closes the nearest open element of that name; open elements have `end` 0. */
static void close_element(markup *self, size_t name, size_t stop, size_t end) {
  for (size_t i = self->element_count; i-- > 0;) {
    part *element = &self->elements[i];
    if (element->end != 0 || name_end(self, element->start + 1) - element->start - 1 != stop - name) continue;
    if (memcmp(self->data + element->start + 1, self->data + name, stop - name) != 0) continue;
    element->end = end;
    return;
  }
}

static void read_markup(markup *self) {
  self->element_count = self->value_count = 0;
  for (size_t at = 0; at + 1 < self->size; at++) {
    if (self->data[at] != '<') continue;
    bool closes = self->data[at + 1] == '/';
    size_t name = at + 1 + closes, stop = name_end(self, name);
    if (stop == name) continue;
    size_t end = read_tag(self, stop);
    if (closes)
      close_element(self, name, stop, end);
    else if (self->element_count < MAX_PARTS)
      self->elements[self->element_count++] =
          (part){at, end, self->data[end - 1] == '>' && self->data[end - 2] == '/' ? end : 0};
    at = end - 1;
  }
  for (size_t i = 0; i < self->element_count; i++)
    if (self->elements[i].end == 0) self->elements[i].end = self->elements[i].inner;
}

/* ---- changing ---- */

/* Replaces [start, end) by `bytes`, repeated `times` times; changes nothing if the result would be too long. */
static void put(markup *self, size_t start, size_t end, const uint8_t *bytes, size_t length, size_t times) {
  size_t tail = self->size - end;
  if (length != 0 && times > (self->most - start) / length) times = (self->most - start) / length;
  if (start + length * times + tail > self->most) return;
  uint8_t *copy = malloc(length + 1);
  must(copy != NULL);
  memcpy(copy, bytes, length);
  memmove(self->data + start + length * times, self->data + end, tail);
  for (size_t i = 0; i < times; i++) memcpy(self->data + start + i * length, copy, length);
  self->size = start + length * times + tail;
  free(copy);
}

static part *some_element(markup *self) { return &self->elements[draw(self, self->element_count)]; }

static void drop(markup *self) {
  part *it = some_element(self);
  put(self, it->start, it->end, self->data, 0, 0);
}

static void repeat(markup *self) {
  part *it = some_element(self);
  put(self, it->end, it->end, self->data + it->start, it->end - it->start, 1 + draw(self, 4) * draw(self, 12));
}

/* Copies an element to a place after another or to its first child. */
static void copy_element(markup *self) {
  part *it = some_element(self), *there = some_element(self);
  size_t at = draw(self, 2) != 0 ? there->inner : there->end;
  put(self, at, at, self->data + it->start, it->end - it->start, 1);
}

static void replace(markup *self) {
  part *it = some_element(self), *there = some_element(self);
  put(self, there->start, there->end, self->data + it->start, it->end - it->start, 1);
}

/* Puts start tags of another element before an element, and as many end tags after it. */
static void nest(markup *self) {
  part *it = some_element(self), *wrapper = some_element(self);
  size_t times = 1 + draw(self, 3) * draw(self, 20), name = name_end(self, wrapper->start + 1) - wrapper->start - 1;
  uint8_t end[MAX_NAME + 3] = "</", start[256];
  size_t length = wrapper->inner - wrapper->start;
  if (name > MAX_NAME || length > sizeof start) return;
  memcpy(end + 2, self->data + wrapper->start + 1, name);
  end[2 + name] = '>';
  memcpy(start, self->data + wrapper->start, length);
  part inner = *it;
  put(self, inner.end, inner.end, end, name + 3, times);
  put(self, inner.start, inner.start, start, length, times);
}

/* Sets an attribute to the value of another or to an unusual value. */
static void change_value(markup *self) {
  static const char *const rare[] = {"", "0", "-1", "2", "99999999999", ".5", "1e9", "/", "//*", ".", "a b", "(a|a)*$"};
  if (self->value_count == 0) return;
  part *it = &self->values[draw(self, self->value_count)], *other = &self->values[draw(self, self->value_count)];
  const char *word = rare[draw(self, sizeof rare / sizeof *rare)];
  if (draw(self, 2) != 0)
    put(self, it->start, it->end, (const uint8_t *)word, strlen(word), 1);
  else
    put(self, it->start, it->end, self->data + other->start, other->end - other->start, 1);
}

static void drop_attribute(markup *self) {
  if (self->value_count == 0) return;
  part *it = &self->values[draw(self, self->value_count)];
  put(self, it->inner, it->end + 1, self->data, 0, 0);
}

static void copy_attribute(markup *self) {
  if (self->value_count == 0) return;
  part *it = &self->values[draw(self, self->value_count)], *there = &self->values[draw(self, self->value_count)];
  put(self, there->end + 1, there->end + 1, self->data + it->inner, it->end + 1 - it->inner, 1);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  static void (*const changes[])(markup *) = {drop, repeat,       copy_element,   replace,
                                              nest, change_value, drop_attribute, copy_attribute};
  static markup self;
  self.data = data;
  self.size = size;
  self.most = most;
  self.seed = seed;
  if (draw(&self, 3) == 0) return LLVMFuzzerMutate(data, size, most);
  for (size_t times = 1 + draw(&self, 4); times != 0; times--) {
    read_markup(&self);
    if (self.element_count == 0) return LLVMFuzzerMutate(data, size, most);
    changes[draw(&self, sizeof changes / sizeof *changes)](&self);
  }
  return self.size;
}

/* Copies the first input, with an element of the second that replaces one of its own or comes before it. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t first_size, const uint8_t *second, size_t second_size,
                                 uint8_t *out, size_t most, unsigned seed) {
  static markup other, self;
  if (first_size > most) return 0;
  memcpy(out, first, first_size);
  self.data = out;
  self.size = first_size;
  self.most = most;
  other.data = (uint8_t *)(uintptr_t)second; /* not changed */
  other.size = second_size;
  self.seed = other.seed = seed;
  read_markup(&self);
  read_markup(&other);
  if (self.element_count == 0 || other.element_count == 0) return self.size;
  part *from = some_element(&other), *to = some_element(&self);
  size_t end = draw(&self, 2) != 0 ? to->end : to->start;
  put(&self, to->start, end, second + from->start, from->end - from->start, 1);
  return self.size;
}
