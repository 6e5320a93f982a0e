/* content/corrections/make.c: makes a correction from a page and its right kind or text. */
#include "config.h"

#include "content/corrections/corrections.h"
#include "text/fold.h"
#include "xmlfile/escape.h"

#include <stdlib.h>

/* ---- the element that holds a text ---- */

/* Returns the letters and digits of a text; *length is their number of bytes. */
static const char *squeeze_words(dt_arena *arena, detm_text text, size_t *length) {
  char *out = dt_arena_take(arena, text.length + 1);
  *length = dt_squeeze_word(text, out);
  return out;
}

/* Returns prefix sums over the blocks [0, n): the units of blocks that the text contains. */
static const double *units_within(const dt_content_page *page, detm_text text) {
  enum { MIN_LETTERS = 4 };
  size_t whole, part;
  double *sums = DT_ARRAY(page->arena, double, (size_t)page->block_count + 1);
  const char *wanted = squeeze_words(page->arena, text, &whole);

  sums[0] = 0;
  for (uint32_t i = 0; i < page->block_count; i++) {
    dt_scope_clock(page->arena->scope);
    dt_mark mark = dt_arena_mark(page->arena);
    const char *found = squeeze_words(page->arena, page->blocks[i].text, &part);
    bool within = part >= MIN_LETTERS && memmem(wanted, whole, found, part) != NULL;
    dt_arena_rewind(page->arena, mark);
    sums[i + 1] = sums[i] + (within ? page->blocks[i].units : 0);
  }

  return sums;
}

/* Finds the smallest element with the best F1 of its units.  Returns DT_NONE if hardly any of the text is on the page.
 */
static uint32_t element_of_text(const dt_content_page *page, detm_text text) {
  const double *within = units_within(page, text);
  double all = dt_text_units(text), best = 0.3;
  uint32_t found = DT_NONE;
  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *e = &page->elements[i];
    double units = page->sums[e->last].units - page->sums[e->first].units, held = within[e->last] - within[e->first];
    double f1 = units + all > 0 ? 2 * held / (units + all) : 0;
    if (f1 < best) continue;
    best = f1;
    found = i;
  }
  return found;
}

/* ---- writing ---- */

static void write_words_wrapped(dt_buffer *out, const dt_strings *strings) {
  enum { WIDTH = 110 };
  size_t width = WIDTH;
  for (uint32_t i = 0; i < strings->count; i++) {
    detm_text word = dt_text(strings->all[i]);
    if (strpbrk(word.data, DT_WHITE) != NULL) continue;
    width += word.length + 1;
    dt_buffer_text(out, width >= WIDTH ? "\n    " : " ");
    if (width >= WIDTH) width = word.length;
    dt_xml_text(out, word);
  }
}

static void add_correction(dt_buffer *out, const dt_correction *c) {
  dt_buffer_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                      "<!-- See CORRECTIONS in detm(1). -->\n<correction xmlns=\"urn:detm:correction:1\"");
  dt_xml_attribute(out, "name", c->name);
  if (c->has_kind) dt_xml_attribute(out, "kind", detm_page_kind_name(c->kind));
  dt_xml_attribute(out, "url", c->traits.url);
  dt_buffer_text(out, ">\n");

  if (c->has_spot) {
    dt_buffer_text(out, "  <text");
    dt_xml_attribute(out, "path", c->spot.path);
    dt_xml_attribute(out, "id", c->spot.id);
    dt_xml_attribute(out, "class", c->spot.class_name);
    dt_buffer_text(out, "/>\n");
  }

  dt_buffer_text(out, "  <marks>");
  write_words_wrapped(out, &c->traits.marks);
  dt_buffer_format(out, "\n  </marks>\n  <images count=\"%lu\">", (unsigned long)c->traits.images);
  write_words_wrapped(out, &c->traits.folders);
  dt_buffer_text(out, "\n  </images>\n</correction>\n");
}

/* ---- making ---- */

typedef struct maker {
  dt_scope scope;
  dt_arena arena;
  const char *name;
  const detm_page *page;
  const detm_answer *answer;
  dt_buffer out;
  detm_error *error;
  detm_status status;
} maker;

static void make(void *data) {
  maker *m = data;
  const detm_answer *answer = m->answer;
  dt_content_page page;
  dt_correction made = {.name = m->name, .has_kind = answer->kind != NULL};
  dt_content_read(&page, &m->arena, m->page);
  if (made.has_kind) made.kind = *answer->kind;
  made.has_spot = answer->path != NULL || answer->text.length != 0;

  if (made.has_spot) {
    uint32_t element = answer->path != NULL ? dt_element_at(&page, answer->path) : element_of_text(&page, answer->text);
    if (element == DT_NONE) {
      m->status = answer->path != NULL ? dt_error_set(m->error, DETM_NOTHING,
                                                      "no element with text has the path %.200s: write one such as "
                                                      "/html/body/div[2], counting the elements of each tag from 1",
                                                      answer->path)
                                       : dt_error_set(m->error, DETM_NOTHING,
                                                      "no element holds the text given: copy whole paragraphs of it "
                                                      "from the page, or write 'element: ' and its path");
      return;
    }
    made.spot = dt_spot_of(&page, element);
  }

  dt_traits_read(&made.traits, &page);
  add_correction(&m->out, &made);
  if (m->out.failed) dt_scope_leave(&m->scope, DETM_NO_MEMORY);
}

detm_status detm_correction_make(const detm_page *page, const detm_answer *answer, const char *name, detm_write write,
                                 void *data, detm_error *error) {
  maker m = {.name = name, .page = page, .answer = answer, .error = error, .status = DETM_OK};
  m.status = dt_page_need(page, DETM_PAGE_DOCUMENT, error);
  if (m.status != DETM_OK) return m.status;
  if (answer->kind != NULL && detm_page_kind_name(*answer->kind) == NULL)
    return dt_error_set(error, DETM_USAGE, "unknown kind of page: see detm_page_kind");
  if (answer->kind == NULL && answer->path == NULL && answer->text.length == 0)
    return dt_error_set(error, DETM_USAGE, "neither a kind, an element nor a text was given: give what is right");
  dt_page_scope(page, &m.scope, page->seconds);
  dt_arena_start(&m.arena, &m.scope);
  if (!dt_scope_run(&m.scope, make, &m)) m.status = dt_error_scope(error, &m.scope, page->name);
  if (m.status == DETM_OK) m.status = dt_buffer_deliver(&m.out, "correction", write, data, error);
  dt_buffer_free(&m.out);
  dt_arena_free(&m.arena);
  return m.status;
}
