/* content/kind/page_kind.c: classifies a page as navigation, list or topic, with one record or several
 * (doc/method 6.3).
 *
 * The model is a logistic regression on link density and punctuation of the page and its blocks and on the records that
 * the engine finds (doc/method 6.10). */
#include "content/kind/page_kind.h"

#include "base/logistic.h"
#include "content/kind/kind_figures.h"
#include "html/data/jsonld.h"
#include "text/sentences.h"

#include <math.h>
#include <strings.h>

#define X(number, weight, name) [DETM_KIND_##number] = {name, weight, NULL},
static const dt_feature figures[DETM_KIND_FIGURES + 1] = {DT_KIND_FIGURES(X)};
#undef X

const char *detm_page_kind_name(detm_page_kind kind) {
  static const char *const kinds[] = {"topic", "list", "navigation", "wall"};
  return (unsigned)kind < sizeof kinds / sizeof *kinds ? kinds[kind] : NULL;
}

const char *detm_kind_figure_name(size_t number) { return number < DETM_KIND_FIGURES ? figures[number].name : NULL; }

static double logarithm(double x, double scale, double most) { return fmin(most, log2(1 + x) / scale); }

/* ---- text ---- */

static void measure_text(detm_classification *c, const dt_content_page *page) {
  const dt_sums *all = &page->sums[page->block_count], *from = NULL, *to = NULL;
  uint32_t headings = 0, articles = 0;
  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *element = &page->elements[i];
    const dt_sums *first = &page->sums[element->first], *last = &page->sums[element->last];
    if (element->first == element->last) continue;
    headings += element->tag == DT_TAG_h1;
    articles += element->tag == DT_TAG_article;
    if (last->good - first->good < 0.7 * all->good) continue;
    from = first; /* elements with so much good text are nested: the last is the innermost */
    to = last;
  }

  c->link_density = dt_share_of(all->linked, all->units);
  c->links = all->links;
  c->figures[DETM_KIND_PROSE] = dt_share_of(all->good, all->units);
  c->figures[DETM_KIND_CORE_LINKS] =
      all->good > 0 && from != NULL ? dt_share_of(to->linked - from->linked, to->units - from->units) : 1;
  c->figures[DETM_KIND_ONE_HEADING] = headings == 1;
  c->figures[DETM_KIND_ONE_ARTICLE] = articles == 1;
}

/* ---- declared type ---- */

static void measure_data(detm_classification *c, const dt_content_page *page) {
  const char *type = dt_content_meta(page, "og:type");
  unsigned things = 0;
  c->figures[DETM_KIND_ARTICLE] = dt_content_declares_article(page);
  for (const xmlNode *object = NULL; (object = dt_data_next(page, object)) != NULL;) {
    unsigned kinds = dt_jsonld_kinds(object);
    if (kinds & DT_DATA_ARTICLE) c->figures[DETM_KIND_ARTICLE] = 1;
    if (kinds & DT_DATA_LISTING) c->figures[DETM_KIND_LISTING] = 1;
    things += (kinds & (DT_DATA_PRODUCT | DT_DATA_RECIPE)) != 0;
  }
  c->figures[DETM_KIND_PRODUCT] = things == 1 || (type != NULL && strncasecmp(type, "product", 7) == 0);
}

/* ---- records ---- */

typedef struct text_figures {
  double chars, linked, prose, prose_before;
} text_figures;

/* Adds the figures of a text of the tag tree. */
static void add_text_figures(text_figures *sum, const dt_tree *tree, uint32_t text) {
  enum { MIN_PROSE = 80 };
  dt_index node = tree->text_nodes[text];
  detm_text bytes = dt_text_of(tree, node);
  double chars = (double)dt_utf8_count(bytes); /* CJK characters count once: twice costs .03 on held-out sets */
  bool linked = (tree->nodes[node].flags & DT_NODE_LINKED) != 0;
  sum->chars += chars;
  if (linked) sum->linked += chars;
  if (!linked && chars >= MIN_PROSE && dt_sentence_ends(bytes) != 0) sum->prose += chars;
}

/* Measures the records.  Returns their link density. */
static double measure_records(detm_classification *c, const dt_engine *engine) {
  text_figures all = {0}, records = {0};
  const dt_region *region = engine->region_count != 0 ? &engine->regions[0] : NULL;
  uint32_t first = UINT32_MAX;
  for (uint32_t i = 0; region != NULL && i < region->record_count; i++) {
    uint32_t from, to;
    dt_record_texts(engine, region->records[i].nodes, region->records[i].count, &from, &to);
    if (from < first) first = from;
    for (uint32_t text = from; text < to; text++) add_text_figures(&records, engine->tree, text);
  }

  for (uint32_t text = 0; text < engine->tree->text_count; text++) {
    add_text_figures(&all, engine->tree, text);
    if (text < first && region != NULL) all.prose_before = all.prose;
  }

  c->figures[DETM_KIND_PROSE_OUTSIDE] = dt_share_of(fmax(0, all.prose - records.prose), all.chars);
  if (region == NULL) return 0;
  c->records = region->record_count;
  c->figures[DETM_KIND_RECORD_SHARE] = dt_share_of(records.chars, all.chars);
  c->figures[DETM_KIND_CONFIDENCE] = engine->confidence;
  c->figures[DETM_KIND_LINKED_RECORDS] = dt_share_of(region->texts.linked, region->cut.count);
  c->figures[DETM_KIND_SCORE] = fmin(1.5, region->score / 15);
  c->figures[DETM_KIND_RECORD_LENGTH] = logarithm(dt_share_of(records.chars, region->record_count), 9, 1.5);
  c->figures[DETM_KIND_PROSE_BEFORE] = logarithm(all.prose_before, 12, 1.5);
  c->figures[DETM_KIND_SIMILARITY] = region->cut.similarity;
  return dt_share_of(records.linked, records.chars);
}

/* ---- the decision ---- */

/* Checks R and T of doc/method 6.3: a list page with a high share of link text and many links is a navigation page,
 * unless its records are more than links.  Fewer links are enough on a page with almost nothing else. */
static bool is_navigation(const detm_classification *c, double record_links) {
  bool many = (c->link_density > 0.7 && c->links > 60) || (c->link_density > 0.9 && c->links > 10);
  return many && (c->figures[DETM_KIND_RECORD_SHARE] < 0.5 || record_links > 0.9);
}

detm_classification dt_kind_find(const dt_content_page *page, const dt_engine *engine) {
  detm_classification found = {.kind = DETM_PAGE_TOPIC};
  measure_text(&found, page);
  measure_data(&found, page);
  double record_links = measure_records(&found, engine), sum = figures[DETM_KIND_FIGURES].weight;
  for (unsigned i = 0; i < DETM_KIND_FIGURES; i++) sum += figures[i].weight * found.figures[i];
  found.list = dt_logistic(sum);
  bool thread = found.records >= 3 && found.figures[DETM_KIND_RECORD_SHARE] > 0.5 &&
                found.figures[DETM_KIND_LINKED_RECORDS] >= 0.8;
  if (sum > 0) found.kind = is_navigation(&found, record_links) ? DETM_PAGE_NAVIGATION : DETM_PAGE_LIST;
  found.several = found.kind != DETM_PAGE_TOPIC ? found.records != 0 : thread;
  return found;
}
