/* content/kind.h: of what kind a page is, by evidence of its text and of the records that DETM finds. */
#ifndef DT_KIND_OF_PAGE_H
#define DT_KIND_OF_PAGE_H

#include "content/content.h"
#include "engine/engine.h"

/* Evidence for a list page and against a topic page; names and weights in kind.c, fitted by tests/fit. */
enum { DT_KIND_FIGURES = 15 };

typedef struct dt_kind_figures {
  double values[DT_KIND_FIGURES];
  detm_classification classification; /* what of them users see; kind and several are not set */
  double linked_records;              /* share of the records that have a link of their own */
  double record_links;                /* link density of the records */
} dt_kind_figures;

extern const char *const dt_kind_figure_names[DT_KIND_FIGURES];

/* Looks at a page and what the engine found on it. */
void dt_kind_measure(dt_kind_figures *figures, const dt_content_page *page, const dt_engine *engine);
/* Sets kind, several and list by the figures. */
void dt_kind_decide(dt_kind_figures *figures);

#endif
