/* html/elsewhere.c: scripts of data and frames.
 *
 * Lists in them are not read, because a page does not show them by itself; a page without a list of its own says that
 * there is one. */
#include "config.h"

#include "html/elsewhere.h"

typedef enum elsewhere { NOWHERE, FRAME, DATA_SCRIPT, ITEM_LIST, KINDS } elsewhere;

static const char *const names[KINDS] = {[FRAME] = "a frame (iframe)",
                                         [DATA_SCRIPT] = "a script of data (JSON)",
                                         [ITEM_LIST] = "a script of data (JSON-LD ItemList)"};

static detm_text attribute(dt_html_tree *page, const dt_html_node *element, const char *name) {
  const dt_html_attribute *found = dt_html_attribute_of(page, element, name);
  return found != NULL ? dt_html_text(page, dt_attribute_value_slice(found), true) : DT_TEXT("");
}

static elsewhere kind_of_script(dt_html_tree *page, const dt_html_node *script) {
  detm_text type = attribute(page, script, "type");
  bool linked = dt_text_starts_ci(type, DT_TEXT("application/ld+json"));
  if ((!linked && !dt_text_starts_ci(type, DT_TEXT("application/json"))) || script->first_child == DT_NO_NODE)
    return NOWHERE;
  const dt_html_node *text = &page->nodes[script->first_child];
  if (text->kind != DT_HTML_TEXT || text->data == 0) return NOWHERE;
  if (!linked) return DATA_SCRIPT;
  const dt_slice slice = page->pieces[text->data].slice;
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
