/* html/elements.c: looks up tags, attributes and roles by name and number. */
#include "html/elements.h"

#include "base/base.h"

static const char *const tag_names[DT_TAG_COUNT] = {"#text", "#run", "br2",
#define X(name, display, role, classes, categories) #name,
                                                    DT_TREE_TAGS(X) "annotation-xml", DT_OTHER_TAGS(X)
#undef X
};

const dt_element_facts dt_element_table[DT_TAG_COUNT] = {
#define X(name, display, role, classes, categories)                                                                    \
  [DT_TAG_##name] = {(classes), (categories), DT_DISPLAY_##display, DT_ROLE_##role},
    DT_TREE_TAGS(X) DT_OTHER_TAGS(X)
#undef X
};

static const char *const attribute_names[DT_ATTRIBUTE_COUNT] = {
#define X(name, text) text,
    DT_GENERAL_ATTRIBUTES(X) DT_CELL_ATTRIBUTES(X)
#undef X
};

static dt_name_key key_of_name(const char *name, size_t length) {
  dt_name_key key = {0, 0};
  for (size_t i = 0; i < length; i++) *(i < 8 ? &key.low : &key.high) |= (uint64_t)(unsigned char)name[i] << i % 8 * 8;
  return key;
}

static bool same_key(dt_name_key a, dt_name_key b) { return ((a.low ^ b.low) | (a.high ^ b.high)) == 0; }

dt_tag dt_tag_of_key(dt_name_key key) {
  dt_tag tag = dt_tag_slots[DT_TAG_HASH(key.low, key.high)];
  return same_key(dt_tag_keys[tag], key) ? tag : DT_TAG_FOREIGN;
}

dt_attribute_name dt_attribute_of_key(dt_name_key key) {
  dt_attribute_name name = (dt_attribute_name)dt_attribute_slots[DT_ATTRIBUTE_HASH(key.low, key.high)];
  return same_key(dt_attribute_keys[name], key) ? name : DT_ATTRIBUTE_NONE;
}

dt_tag dt_tag_number(const char *name, size_t length) {
  dt_tag tag = length <= DT_NAME_KEY ? dt_tag_of_key(key_of_name(name, length)) : DT_TAG_FOREIGN;
  return tag != DT_TAG_FOREIGN ? tag : (dt_tag)dt_hash_bytes(name, length, 0) | DT_TAG_FOREIGN;
}

const char *dt_tag_known_name(dt_tag tag) { return tag < DT_TAG_COUNT ? tag_names[tag] : NULL; }

dt_attribute_name dt_attribute_number(const char *name, size_t length) {
  return length <= DT_NAME_KEY ? dt_attribute_of_key(key_of_name(name, length)) : DT_ATTRIBUTE_NONE;
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
