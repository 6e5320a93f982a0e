/* content/kind.c: navigation, list or topic page; one record or several (METHOD 6.3).
 *
 * METHOD judges link density and punctuation of the page and its blocks; here the same figures meet those of the
 * records that DETM finds, in a logistic model. */
#include "content/kind.h"

#include "base/sentence.h"

#include <math.h>
#include <strings.h>

enum {
  PROSE,          /* share of the page's text that is prose */
  CORE_LINKS,     /* link density of the smallest element that holds 70 % of the prose; 1 = there is no prose */
  ARTICLE,        /* the page's data call it an article */
  LISTING,        /* they call it a list or a collection */
  PRODUCT,        /* they call it one product or one recipe */
  CONFIDENCE,     /* of the engine in its main region */
  SCORE,          /* of that region, / 15 */
  RECORD_SHARE,   /* share of the page's text in its records */
  RECORD_LENGTH,  /* log2(1 + characters a record) / 9 */
  PROSE_OUTSIDE,  /* share of the page's text that is prose outside them */
  PROSE_BEFORE,   /* log2(1 + characters of prose before them) / 12 */
  LINKED_RECORDS, /* share of the records that have a link of their own */
  ONE_HEADING,    /* there is one h1 */
  SIMILARITY,     /* of the records to each other (METHOD 2.3) */
  ONE_ARTICLE,    /* there is one article element */
};

const char *const dt_kind_figure_names[DT_KIND_FIGURES] = {
    "prose",        "core-links",     "article",      "listing",       "product",
    "confidence",   "score",          "record-share", "record-length", "prose-outside",
    "prose-before", "linked-records", "one-heading",  "similarity",    "one-article"};

/* Fitted by tests/fit/kinds.py. */
static const double weights[DT_KIND_FIGURES] = {-3.22, 2.99, -1.79, 2.19, -0.77, 2.42, 1.16, 2.52,
                                                3.20,  4.49, -1.52, 1.25, -0.42, 5.41, -0.92};
static const double bias = -11.34;

static double logarithm(double x, double scale, double most) { return fmin(most, log2(1 + x) / scale); }

static double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

/* ---- text ---- */

static void measure_text(dt_kind_figures *f, const dt_content_page *page) {
  const dt_sums *all = &page->sums[page->block_count];
  f->classification.link_density = share(all->linked, all->units);
  f->classification.links = all->links;
  f->classification.prose = f->values[PROSE] = share(all->good, all->units);
  f->values[CORE_LINKS] = 1;
  if (!(all->good > 0)) return;
  const dt_sums *from = NULL, *to = NULL;
  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *element = &page->elements[i];
    const dt_sums *first = &page->sums[element->first], *last = &page->sums[element->last];
    if (last->good - first->good < 0.7 * all->good) continue;
    from = first; /* those that hold so much lie one within the other */
    to = last;
  }
  if (from != NULL) f->values[CORE_LINKS] = share(to->linked - from->linked, to->units - from->units);
}

static void measure_elements(dt_kind_figures *f, const dt_content_page *page) {
  uint32_t headings = 0, articles = 0;
  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *element = &page->elements[i];
    if (element->first == element->last) continue;
    headings += element->tag == DT_TAG_h1;
    articles += element->tag == DT_TAG_article;
  }
  f->values[ONE_HEADING] = headings == 1;
  f->values[ONE_ARTICLE] = articles == 1;
}

/* ---- what its data say ---- */

static bool ends_with(const char *types, const char *wanted) {
  size_t length, wanted_length = strlen(wanted);
  for (const char *at = dt_next_token(types, &length); at != NULL; at = dt_next_token(at + length, &length))
    if (length >= wanted_length && memcmp(at + length - wanted_length, wanted, wanted_length) == 0) return true;
  return false;
}

static void measure_data(dt_kind_figures *f, const dt_content_page *page) {
  const char *type = dt_content_meta(page, "og:type");
  unsigned things = 0;
  f->values[ARTICLE] =
      (type != NULL && strcasecmp(type, "article") == 0) || dt_content_meta(page, "article:published_time") != NULL;
  for (const xmlNode *object = dt_data_next(page, NULL); object != NULL; object = dt_data_next(page, object)) {
    const char *types = dt_node_value(object, "type");
    if (ends_with(types, "Article") || dt_has_tokens(types, "BlogPosting") || dt_has_tokens(types, "Report"))
      f->values[ARTICLE] = 1;
    if (dt_has_tokens(types, "ItemList") || dt_has_tokens(types, "CollectionPage")) f->values[LISTING] = 1;
    things += dt_has_tokens(types, "Product") || dt_has_tokens(types, "Recipe");
  }
  f->values[PRODUCT] = things == 1 || (type != NULL && strncasecmp(type, "product", 7) == 0);
}

/* ---- records ---- */

typedef struct text_figures {
  double chars, linked, prose, prose_before;
} text_figures;

/* Adds a text of the tag tree. */
static void add_text(text_figures *sum, const dt_tree *tree, uint32_t text) {
  enum { LEAST_PROSE = 80 };
  dt_index node = tree->text_nodes[text];
  detm_text bytes = dt_text_of(tree, node);
  double chars = (double)dt_utf8_count(bytes);
  bool linked = (tree->nodes[node].flags & DT_NODE_LINKED) != 0;
  sum->chars += chars;
  if (linked) sum->linked += chars;
  if (!linked && chars >= LEAST_PROSE && dt_sentence_ends(bytes) != 0) sum->prose += chars;
}

static void add_records(text_figures *sum, const dt_engine *engine, const dt_region *region, uint32_t *first) {
  for (uint32_t i = 0; i < region->record_count; i++) {
    uint32_t from, to;
    dt_record_texts(engine, region->records[i].nodes, region->records[i].count, &from, &to);
    if (from < *first) *first = from;
    for (uint32_t text = from; text < to; text++) add_text(sum, engine->tree, text);
  }
}

static void measure_records(dt_kind_figures *f, const dt_engine *engine) {
  text_figures all = {0}, records = {0};
  detm_classification *c = &f->classification;
  const dt_region *region = engine->region_count != 0 ? &engine->regions[0] : NULL;
  uint32_t first = UINT32_MAX;
  if (region != NULL) add_records(&records, engine, region, &first);
  for (uint32_t text = 0; text < engine->tree->text_count; text++) {
    add_text(&all, engine->tree, text);
    if (text < first && region != NULL) all.prose_before = all.prose;
  }
  c->prose_outside = f->values[PROSE_OUTSIDE] = share(fmax(0, all.prose - records.prose), all.chars);
  if (region == NULL) return;
  c->records = region->record_count;
  c->record_share = f->values[RECORD_SHARE] = share(records.chars, all.chars);
  c->record_confidence = f->values[CONFIDENCE] = engine->confidence;
  f->linked_records = f->values[LINKED_RECORDS] = share(region->texts.linked, region->cut.count);
  f->record_links = share(records.linked, records.chars);
  f->values[SCORE] = fmin(1.5, region->score / 15);
  f->values[RECORD_LENGTH] = logarithm(share(records.chars, region->record_count), 9, 1.5);
  f->values[PROSE_BEFORE] = logarithm(all.prose_before, 12, 1.5);
  f->values[SIMILARITY] = region->cut.similarity;
}

void dt_kind_measure(dt_kind_figures *figures, const dt_content_page *page, const dt_engine *engine) {
  *figures = (dt_kind_figures){0};
  measure_text(figures, page);
  measure_elements(figures, page);
  measure_data(figures, page);
  measure_records(figures, engine);
}

/* ---- the decision ---- */

/* METHOD's R and T: a list page of so many links and so little else is a navigation page, unless it holds records that
 * are more than a link. */
static bool is_navigation(const dt_kind_figures *figures) {
  const detm_classification *c = &figures->classification;
  return c->link_density > 0.7 && c->links > 60 && (c->record_share < 0.5 || figures->record_links > 0.9);
}

void dt_kind_decide(dt_kind_figures *figures) {
  detm_classification *c = &figures->classification;
  double sum = bias;
  for (unsigned i = 0; i < DT_KIND_FIGURES; i++) sum += weights[i] * figures->values[i];
  c->list = 1 / (1 + exp(-sum));
  c->kind = !(sum > 0) ? DETM_PAGE_TOPIC : is_navigation(figures) ? DETM_PAGE_NAVIGATION : DETM_PAGE_LIST;
  bool thread = c->records >= 3 && c->record_share > 0.5 && figures->linked_records >= 0.8;
  c->several = c->kind != DETM_PAGE_TOPIC ? c->records != 0 : thread;
}
