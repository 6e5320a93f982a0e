/* html/elsewhere.c: scripts of data and frames.
 *
 * What data_scripts.c cannot read, or finds no list in, is named if the page shows no list. */
#include "config.h"

#include "html/elsewhere.h"

typedef enum elsewhere { NOWHERE, FRAME, DATA_SCRIPT, DATA_FUNCTION, ITEM_LIST, KINDS } elsewhere;

static const char *const names[KINDS] = {[FRAME] = "a frame (iframe)",
                                         [DATA_SCRIPT] = "a script of data (JSON)",
                                         [DATA_FUNCTION] = "a function in a script (window.__NUXT__)",
                                         [ITEM_LIST] = "a script of data (JSON-LD ItemList)"};

/* Whether a script computes the data of the page, as Nuxt 2 does: no literal has them. */
static bool is_function(const dt_html_tree *page, const dt_html_node *script) {
  static const char start[] = "__NUXT__=(function(";
  const dt_slice slice = dt_html_first_text(page, script);
  return slice.length != 0 && memmem(slice.data, slice.length, start, strlen(start)) != NULL;
}

static elsewhere kind_of_script(dt_html_tree *page, const dt_html_node *script) {
  detm_text type = dt_html_attribute_text(page, script, "type");
  bool linked = dt_text_starts_ci(type, DT_TEXT("application/ld+json"));
  if (type.length == 0 && is_function(page, script)) return DATA_FUNCTION;
  const dt_slice slice = dt_html_first_text(page, script);
  if ((!linked && !dt_text_starts_ci(type, DT_TEXT("application/json"))) || slice.length == 0) return NOWHERE;
  if (!linked) return DATA_SCRIPT;
  return memmem(slice.data, slice.length, "\"ItemList\"", strlen("\"ItemList\"")) != NULL ? ITEM_LIST : NOWHERE;
}

const char *dt_elsewhere_find(dt_html_tree *page) {
  elsewhere best = NOWHERE;
  for (uint32_t n = 1; n < page->node_count; n++) {
    const dt_html_node *node = &page->nodes[n];
    if (node->kind != DT_HTML_ELEMENT || node->space != DT_NS_HTML) continue;
    elsewhere kind = NOWHERE;
    if (node->tag == DT_TAG_script) {
      kind = kind_of_script(page, node);
    } else if (node->tag == DT_TAG_iframe || node->tag == DT_TAG_frame) {
      kind = FRAME;
    }
    if (kind > best) best = kind;
  }
  return names[best];
}
