/* html/elements.c: looks up tags, attributes and roles by name and number. */
#include "html/elements.h"

#include "base/base.h"

static const char *const tag_names[DT_TAG_KNOWN] = {"#text", "#run", "br2",
#define X(name, display, role, classes, group) #name,
                                                    DT_TAGS(X)
#undef X
};

const dt_element_facts dt_element_table[DT_TAG_KNOWN] = {{.classes = 0},
                                                         {.classes = 0},
                                                         {.classes = 0},
#define X(name, display, role, classes, group) {(classes), (group), DT_DISPLAY_##display, DT_ROLE_##role},
                                                         DT_TAGS(X)
#undef X
};

const dt_element_facts *dt_other_element(const char *name) {
  static const struct {
    const char *name;
    dt_element_facts facts;
  } others[] = {
#define X(name, display, role, classes) {#name, {(classes), 0, DT_DISPLAY_##display, DT_ROLE_##role}},
      DT_OTHER_ELEMENTS(X)
#undef X
  };
  static const dt_element_facts unknown = {.display = DT_DISPLAY_UNKNOWN};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strcmp(others[i].name, name) == 0) return &others[i].facts;
  return &unknown;
}

static const char *const attribute_names[DT_ATTRIBUTE_COUNT] = {
#define X(name, text) text,
    DT_ATTRIBUTES(X)
#undef X
};

/* Returns the index of a name in a sorted table, or `count`. */
static size_t find(const char *const *names, size_t count, const char *name, size_t length) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    int order = strncmp(names[middle], name, length);
    if (order == 0 && names[middle][length] != '\0') order = 1;
    if (order == 0) return middle;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
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
