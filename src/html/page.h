/* html/page.h: the parts of a page, built by detm_page_parse. */
#ifndef DT_HTML_PAGE_H
#define DT_HTML_PAGE_H

#include <detm/page.h>

#include "html/tag_tree.h"

struct detm_page {
  dt_arena arena;
  dt_tree tree;
  struct _xmlDoc *document; /* libxml2's DOM (document.h); NULL if not requested */
  size_t element_count;     /* of the document */
  detm_text styles;         /* its style sheets, a newline after each; empty if none or not requested */
  const char *name, *base, *encoding, *warning;
  char hash[DETM_HASH_SIZE]; /* of its source; "" if not wanted */
  double seconds;
  int (*cancelled)(void *data); /* of the options */
  void *cancel_data;
};

/* Starts a scope that ends after `seconds` (0 = never), or when the page's host cancels. */
static inline void dt_page_scope(const detm_page *page, dt_scope *scope, double seconds) {
  dt_scope_start(scope, seconds);
  scope->cancelled = page->cancelled;
  scope->cancel_data = page->cancel_data;
}

/* Returns the base address of the page's links (dt_url_base) in `arena`; NULL if they stay as they are. */
const char *dt_page_base(dt_arena *arena, const detm_page *page);

#endif
