/* html/elements.c: looks up tags, attributes and roles by name and number. */
#include "html/elements.h"

#include "base/base.h"
#include "html/elements_table.h"

enum { LONGEST = 16 };

static const char tag_names[DT_TAG_COUNT][LONGEST] = {"#text", "#run", "br2",
#define X(name, display, role, classes, group, categories) #name,
                                                      DT_TREE_TAGS(X) "annotation-xml", DT_OTHER_TAGS(X)
#undef X
};

const dt_element_facts dt_element_table[DT_TAG_COUNT] = {
#define X(name, display, role, classes, group, categories)                                                             \
  [DT_TAG_##name] = {(classes), (categories), (group), DT_DISPLAY_##display, DT_ROLE_##role},
    DT_TREE_TAGS(X) DT_OTHER_TAGS(X)
#undef X
};

static const char attribute_names[DT_ATTRIBUTE_COUNT][LONGEST] = {
#define X(name, text) text,
    DT_ATTRIBUTES(X)
#undef X
};

static uint64_t load(const char *bytes) {
  uint64_t word = 0;
  for (int i = 0; i < 8; i++) word |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
  return word;
}

static dt_name_key key_of(const char *name, size_t length) {
  char padded[LONGEST] = {0};
  memcpy(padded, name, length);
  return (dt_name_key){load(padded), load(padded + 8)};
}

static bool has_key(const char *name, dt_name_key key) { return load(name) == key.low && load(name + 8) == key.high; }

dt_tag dt_tag_of_key(dt_name_key key) {
  dt_tag tag = tag_slots[TAG_HASH(key.low, key.high)];
  return has_key(tag_names[tag], key) ? tag : DT_TAG_FOREIGN;
}

dt_attribute_name dt_attribute_of_key(dt_name_key key) {
  dt_attribute_name name = (dt_attribute_name)attribute_slots[ATTRIBUTE_HASH(key.low, key.high)];
  return has_key(attribute_names[name], key) ? name : DT_ATTRIBUTE_NONE;
}

dt_tag dt_tag_number(const char *name, size_t length) {
  dt_tag tag = length <= LONGEST ? dt_tag_of_key(key_of(name, length)) : DT_TAG_FOREIGN;
  return tag != DT_TAG_FOREIGN ? tag : (dt_tag)dt_hash_bytes(name, length, 0) | DT_TAG_FOREIGN;
}

const char *dt_tag_known_name(dt_tag tag) { return tag < DT_TAG_COUNT ? tag_names[tag] : NULL; }

dt_attribute_name dt_attribute_number(const char *name, size_t length) {
  return length <= LONGEST ? dt_attribute_of_key(key_of(name, length)) : DT_ATTRIBUTE_NONE;
}

const char *dt_attribute_text(dt_attribute_name name) { return attribute_names[name]; }

dt_role dt_role_named(const char *name) {
  static const struct {
    const char *name;
    dt_role role;
  } roles[] = {{"alertdialog", DT_ROLE_DIALOG},
               {"article", DT_ROLE_ARTICLE},
               {"banner", DT_ROLE_BANNER},
               {"complementary", DT_ROLE_COMPLEMENTARY},
               {"contentinfo", DT_ROLE_CONTENTINFO},
               {"dialog", DT_ROLE_DIALOG},
               {"figure", DT_ROLE_FIGURE},
               {"form", DT_ROLE_FORM},
               {"heading", DT_ROLE_HEADING},
               {"main", DT_ROLE_MAIN},
               {"menu", DT_ROLE_MENU},
               {"menubar", DT_ROLE_MENU},
               {"navigation", DT_ROLE_NAVIGATION},
               {"search", DT_ROLE_SEARCH},
               {"tablist", DT_ROLE_MENU}};
  for (size_t i = 0; *name != '\0' && i < sizeof roles / sizeof *roles; i++)
    if (strcmp(roles[i].name, name) == 0) return roles[i].role;
  return DT_ROLE_NONE;
}
