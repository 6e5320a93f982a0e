/* tree/tag.c: the tables behind tree/tag.h. */
#include "tree/tag.h"

#include "base/base.h"

static const char *const tag_names[DT_TAG_KNOWN] = {"#text", "#run", "br2",
#define X(name, classes, group) #name,
                                                    DT_TAGS(X)
#undef X
};

const uint8_t dt_tag_class_table[DT_TAG_KNOWN] = {0, 0, 0,
#define X(name, classes, group) (classes),
                                                  DT_TAGS(X)
#undef X
};

const uint8_t dt_tag_group_table[DT_TAG_KNOWN] = {0, 0, 0,
#define X(name, classes, group) (group),
                                                  DT_TAGS(X)
#undef X
};

static const char *const attribute_names[DT_ATTRIBUTE_COUNT] = {
#define X(name, text) text,
    DT_ATTRIBUTES(X)
#undef X
};

/* Index of a name in a sorted table, or count. */
static size_t find(const char *const *names, size_t count, const char *name, size_t length) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    int order = strncmp(names[middle], name, length);
    if (order == 0 && names[middle][length] != '\0') order = 1;
    if (order == 0) return middle;
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return count;
}

dt_tag dt_tag_number(const char *name, size_t length) {
  static const char *const *const html = tag_names + DT_TAG_BR2 + 1;
  size_t count = DT_TAG_KNOWN - DT_TAG_BR2 - 1;
  size_t index = find(html, count, name, length);
  if (index < count) return (dt_tag)(index + DT_TAG_BR2 + 1);
  for (dt_tag tag = 0; tag <= DT_TAG_BR2; tag++)
    if (strlen(tag_names[tag]) == length && memcmp(tag_names[tag], name, length) == 0) return tag;
  return (dt_tag)dt_hash_bytes(name, length, 0) | DT_TAG_FOREIGN;
}

const char *dt_tag_known_name(dt_tag tag) { return tag < DT_TAG_KNOWN ? tag_names[tag] : NULL; }

dt_attribute_name dt_attribute_number(const char *name, size_t length) {
  return (dt_attribute_name)find(attribute_names, DT_ATTRIBUTE_COUNT, name, length);
}

const char *dt_attribute_text(dt_attribute_name name) { return attribute_names[name]; }
