/* content/kind.h: of what kind a page is, by evidence of its text and of the records that DETM finds. */
#ifndef DT_KIND_OF_PAGE_H
#define DT_KIND_OF_PAGE_H

#include "content/content.h"
#include "engine/engine.h"

/* Judges a page by what it holds and by what the engine found on it. */
detm_classification dt_kind_find(const dt_content_page *page, const dt_engine *engine);

#endif
