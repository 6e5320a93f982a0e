/* content/corrections/corrections.c: loads corrections and finds the one that fits a page. */
#include "content/corrections/corrections.h"
#include "base/allocate.h"
#include "content/tunables.h"

#include "base/vec.h"
#include "xmlfile/reader.h"

#include <stdlib.h>

/* ---- finding ---- */

/* Finds a correction of the text, or of the kind if `element` is NULL. */
static const dt_correction *find_correction(const detm_corrections *corrections, const dt_content_page *page,
                                            uint32_t *element) {
  const dt_correction *best = NULL;
  double most = DT_CONTENT_SIMILAR;
  dt_traits traits;
  if (corrections == NULL || corrections->count == 0) return NULL;
  dt_traits_read(&traits, page);
  for (uint32_t i = 0; i < corrections->count; i++) {
    const dt_correction *correction = &corrections->all[i];
    dt_scope_tick(page->arena->scope);
    if (element != NULL ? !correction->has_spot : !correction->has_kind) continue;
    double alike = dt_traits_alike(&correction->traits, &traits);
    uint32_t there = alike >= most && element != NULL ? dt_spot_find(page, &correction->spot) : 0;
    if (alike < most || there == DT_NONE) continue;
    best = correction;
    most = alike;
    if (element != NULL) *element = there;
  }
  return best;
}

const dt_correction *dt_correction_of_kind(const detm_corrections *corrections, const dt_content_page *page) {
  return find_correction(corrections, page, NULL);
}

const dt_correction *dt_correction_of_text(const detm_corrections *corrections, const dt_content_page *page,
                                           uint32_t *element) {
  return find_correction(corrections, page, element);
}

void dt_choose_element(const dt_content_page *page, uint32_t element, bool *chosen) {
  static const uint32_t out = DT_IN_NAVIGATION | DT_IN_FORM;
  const dt_element *whole = &page->elements[element];
  for (uint32_t i = whole->first; i < whole->last; i++) {
    const dt_block *block = &page->blocks[i];
    if (page->elements[block->element].within & out & ~whole->within) continue;
    for (uint32_t piece = block->first; piece < block->last; piece++) chosen[piece] = true;
  }
}

/* ---- loading ---- */

enum { MAX_BYTES = 4 << 20, MAX_TEXT = 64 << 10 };

static const char kinds[] = "topic list navigation wall"; /* by detm_page_kind */

typedef enum form { CORRECTION, TEXT, MARKS, IMAGES, FORMS } form;

static void begin_correction(dt_reader *r) {
  dt_correction *correction = r->data;
  correction->name = dt_read_text(r, "name", MAX_TEXT, "");
  correction->has_kind = dt_read_value(r, "kind") != NULL;
  correction->kind = (detm_page_kind)dt_read_choice(r, "kind", kinds);
  correction->traits.url = dt_read_text(r, "url", MAX_TEXT, "");
}

static void begin_spot(dt_reader *r) {
  dt_correction *correction = r->data;
  if (correction->has_spot) dt_refuse(r, "a second <text>: a correction has only one");
  correction->has_spot = true;
  correction->spot = (dt_element_locator){dt_read_text(r, "path", MAX_TEXT, ""), dt_read_text(r, "id", MAX_TEXT, ""),
                                          dt_read_text(r, "class", MAX_TEXT, "")};
  if (correction->spot.path[0] != '/')
    dt_refuse(r, "path=\"%.80s\" does not begin with \"/\": write one such as /html/body/div[2]",
              correction->spot.path);
}

static void begin_images(dt_reader *r) {
  ((dt_correction *)r->data)->traits.images = dt_read_count(r, "count", 0, UINT32_MAX, 0);
}

/* Reads words as a set. */
static void read_words(dt_reader *r, dt_strings *strings, uint32_t most) {
  size_t length;
  for (const char *at = dt_next_token(r->words.data, &length); at != NULL; at = dt_next_token(at + length, &length))
    dt_strings_add(strings, r->arena, dt_arena_copy(r->arena, at, length));
  dt_strings_settle(strings, most);
}

static void end_marks(dt_reader *r) { read_words(r, &((dt_correction *)r->data)->traits.marks, DT_TRAIT_MARKS); }
static void end_images(dt_reader *r) { read_words(r, &((dt_correction *)r->data)->traits.folders, DT_TRAIT_FOLDERS); }

#define IN(form) (1U << form)

static const dt_element_form forms[FORMS] = {
    [CORRECTION] = {"correction", "name! kind url", IN(DT_READER_OUTSIDE), false, begin_correction, NULL},
    [TEXT] = {"text", "path! id class", IN(CORRECTION), false, begin_spot, NULL},
    [MARKS] = {"marks", "", IN(CORRECTION), true, NULL, end_marks},
    [IMAGES] = {"images", "count!", IN(CORRECTION), true, begin_images, end_images},
};

static const dt_grammar grammar = {.what = "correction",
                                   .make = "make",
                                   .space = "urn:detm:correction:",
                                   .version = "1",
                                   .manual = "detm(1)",
                                   .max_bytes = MAX_BYTES,
                                   .forms = forms,
                                   .form_count = FORMS};

detm_corrections *detm_corrections_new(detm_error *error) {
  detm_corrections *corrections = dt_allocate(sizeof *corrections, error);
  if (corrections != NULL) dt_arena_start(&corrections->arena, NULL);
  return corrections;
}

void detm_corrections_free(detm_corrections *corrections) {
  if (corrections == NULL) return;
  dt_arena_free(&corrections->arena);
  free(corrections);
}

detm_status detm_corrections_load(detm_corrections *corrections, const char *bytes, size_t length, const char *name,
                                  detm_error *error) {
  dt_correction loaded = {.name = NULL};
  detm_status status = dt_read_file(&grammar, &loaded, &corrections->arena, (detm_text){bytes, length}, name, error);
  if (status != DETM_OK) return status;
  if (!DT_RESERVE(&corrections->arena, corrections->all, corrections->count, corrections->capacity, 1))
    return dt_error_memory(error);
  corrections->all[corrections->count++] = loaded;
  return DETM_OK;
}

size_t detm_corrections_count(const detm_corrections *corrections) { return corrections->count; }
