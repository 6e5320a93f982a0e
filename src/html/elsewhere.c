/* html/elsewhere.c: frames, scripts that compute the data of a page, what scripts show, and what is shown to browsers
 * without scripts.
 *
 * Lists in other scripts are read (data/scripts.h). */
#include "config.h"

#include "html/elsewhere.h"

typedef enum elsewhere { NOWHERE, NOSCRIPT, TEMPLATE, FRAME, DATA_FUNCTION, KINDS } elsewhere;

static const char *const names[KINDS] = {[NOSCRIPT] = "what the page shows without scripts (noscript)",
                                         [TEMPLATE] = "what a script shows (template)",
                                         [FRAME] = "a frame (iframe)",
                                         [DATA_FUNCTION] = "a function in a script (window.__NUXT__)"};

/* Whether a script computes the data of the page, as Nuxt 2 does: no literal has them. */
static bool is_function(dt_html_tree *page, const dt_html_node *script) {
  static const char start[] = "__NUXT__=(function(";
  const dt_slice slice = dt_html_first_text(page, script);
  if (slice.length == 0 || dt_html_attribute_text(page, script, "type").length != 0) return false;
  return memmem(slice.data, slice.length, start, strlen(start)) != NULL;
}

/* Whether an element has as many elements as a list of some records. */
static bool has_list(const dt_html_tree *page, const dt_html_node *element) {
  enum { LEAST = 8 };
  size_t count = 0;
  dt_node_number top = (dt_node_number)(element - page->nodes), n = element->first_child;

  while (n != DT_NO_NODE && count < LEAST) {
    const dt_html_node *node = &page->nodes[n];
    count += node->kind == DT_HTML_ELEMENT;
    dt_node_number next = node->first_child;
    while (next == DT_NO_NODE && n != top) {
      next = page->nodes[n].next;
      if (next == DT_NO_NODE) n = page->nodes[n].parent;
    }
    n = next;
  }

  return count >= LEAST;
}

const char *dt_elsewhere_find(dt_html_tree *page) {
  elsewhere best = NOWHERE;
  for (uint32_t n = 0; n < page->noted.count; n++) {
    const dt_html_node *node = &page->nodes[page->noted.items[n]];
    if (node->space != DT_NS_HTML) continue;
    elsewhere kind = NOWHERE;
    if (node->tag == DT_TAG_script) {
      if (is_function(page, node)) kind = DATA_FUNCTION;
    } else if (node->tag == DT_TAG_iframe || node->tag == DT_TAG_frame) {
      kind = FRAME;
    } else if (node->tag == DT_TAG_noscript && has_list(page, node)) {
      kind = NOSCRIPT;
    } else if (node->tag == DT_TAG_template && has_list(page, node)) {
      kind = TEMPLATE;
    }
    if (kind > best) best = kind;
  }

  return names[best];
}
