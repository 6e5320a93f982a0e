/* html/parse/tags.c: looks up tags by name. */
#include "html/parse/tags.h"

enum { LONGEST = 16 };

static const char names[DT_HTML_TAG_COUNT][LONGEST] = {"",
#define X(name, categories) #name,
                                                       DT_HTML_TAGS(X)
#undef X
                                                           "annotation-xml"};

const uint32_t dt_html_tag_categories[DT_HTML_TAG_COUNT] = {0,
#define X(name, categories) (categories),
                                                            DT_HTML_TAGS(X)
#undef X
                                                                0};

dt_html_tag dt_html_tag_of(dt_slice name) {
  char lower[LONGEST] = {0};
  if (name.length >= LONGEST) return DT_HTML_UNKNOWN;
  for (uint32_t i = 0; i < name.length; i++) lower[i] = dt_ascii_lower(name.data[i]);
  if (memcmp(lower, names[DT_HTML_annotation_xml], LONGEST) == 0) return DT_HTML_annotation_xml;
  uint32_t low = 1, high = DT_HTML_annotation_xml;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    int order = memcmp(names[middle], lower, LONGEST);
    if (order == 0) return (dt_html_tag)middle;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return DT_HTML_UNKNOWN;
}

const char *dt_html_tag_name(dt_html_tag tag) { return names[tag]; }
