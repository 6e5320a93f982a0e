/* content/kind/page_kind.h: classifies a page by its text and by the records that the engine finds. */
#ifndef DT_CONTENT_KIND_PAGE_KIND_H
#define DT_CONTENT_KIND_PAGE_KIND_H

#include "content/content.h"
#include "engine/engine.h"

/* Classifies a page; `engine` has run on it. */
detm_classification dt_kind_find(const dt_content_page *page, const dt_engine *engine);

#endif
