/* repair/template_fields.c: joins the values that a template reads on pages with the candidate fields of the pages. */
#include "repair/repair.h"

#include "html/page.h"
#include "result/result.h"
#include "text/fold.h"
#include "text/url.h"

enum { MAX_CANDIDATES = 500 /* candidates with a lower rank are rarely chosen */ };

/* ---- fields ---- */

static uint32_t find_listed_field(const dt_field_list *list, const char *name) {
  for (uint32_t f = 0; f < list->count; f++)
    if (strcmp(list->all[f]->name, name) == 0) return f;
  return DT_UNASSIGNED;
}

dt_field_list dt_fields_of_template(dt_arena *arena, const detm_template *template) {
  uint32_t most = 0;
  for (uint32_t y = 0; y < template->layout_count; y++) most += template->layouts[y].field_count;
  dt_field_list list = {DT_ARRAY(arena, const dt_template_field *, most), 0};
  for (uint32_t y = 0; y < template->layout_count; y++)
    for (uint32_t f = 0; f < template->layouts[y].field_count; f++)
      if (find_listed_field(&list, template->layouts[y].fields[f].name) == DT_UNASSIGNED)
        list.all[list.count++] = &template->layouts[y].fields[f];
  return list;
}

/* ---- readings ---- */

static detm_status read_template_field(void *data, const detm_field *field, detm_error *error) {
  dt_reading *reading = data;
  uint32_t f = find_listed_field(&reading->fields, field->name);
  if (f == DT_UNASSIGNED || field->value.length == 0) return DETM_OK;
  dt_read_values *values = &reading->values[f * reading->page_count + reading->page];
  const char *text = dt_arena_copy(reading->arena, field->value.data, field->value.length);
  if (text == NULL || !DT_VEC_RESERVE(reading->arena, values, 1)) return dt_error_memory(error);
  values->items[values->count++] = (dt_read_value){text, field->rank};
  return DETM_OK;
}

detm_status dt_reading_take(dt_reading *reading, dt_arena *arena, const detm_template *template, dt_field_list fields,
                            const detm_page *const *pages, size_t page_count, detm_error *error) {
  const detm_sink sink = {.data = reading, .field = read_template_field};
  const detm_template_options any_fit = {.min_fit = 0}; /* values that are still found are evidence */
  *reading = (dt_reading){.arena = arena, .fields = fields, .page_count = page_count};
  reading->values = DT_ZERO(arena, dt_read_values, fields.count * page_count);
  if (reading->values == NULL) return dt_error_memory(error);
  detm_status status = DETM_OK;
  for (; reading->page < page_count && status == DETM_OK; reading->page++) {
    detm_result *result = detm_template_apply(template, pages[reading->page], &any_fit, error);
    if (result == NULL) return error->status;
    if (reading->page == 0 || result->fit < reading->least_fit) reading->least_fit = result->fit;
    status = detm_result_emit(result, &sink, error);
    detm_result_free(result);
  }
  return status;
}

static uint64_t add_to_hash(dt_arena *scratch, uint64_t hash, detm_text text) {
  dt_mark mark = dt_arena_mark(scratch);
  char *squeezed = DT_ARRAY(scratch, char, text.length + 1);
  size_t length = dt_squeeze(text, squeezed);
  hash = dt_hash_mix(hash, dt_hash_bytes(squeezed, length, 1)) | 1;
  dt_arena_rewind(scratch, mark);
  dt_scope_tick(scratch->scope);
  return hash;
}

/* Returns the values of a field on a page that count: only the first unless it is a list. */
static dt_read_values values_on_page(const dt_reading *reading, uint32_t field, size_t page) {
  dt_read_values values = reading->values[field * reading->page_count + page];
  if (values.count > 1 && !reading->fields.all[field]->list) values.count = 1;
  return values;
}

uint64_t dt_reading_hash(dt_arena *scratch, const dt_reading *reading, uint32_t field, size_t page) {
  dt_read_values values = values_on_page(reading, field, page);
  uint64_t hash = 0;
  for (uint32_t i = 0; i < values.count; i++) hash = add_to_hash(scratch, hash, dt_text(values.items[i].text));
  return hash;
}

double dt_reading_trust(const dt_reading *reading, uint32_t field, size_t page) {
  dt_read_values values = values_on_page(reading, field, page);
  const dt_template_part *part = &reading->fields.all[field]->parts[0];
  if (values.count == 0 || values.items[0].rank <= 1 || part->anchor_count == 0) return values.count != 0;
  size_t rank = values.items[0].rank < part->anchor_count ? values.items[0].rank : part->anchor_count;
  return part->anchors[0].trust > 0 ? part->anchors[rank - 1].trust / part->anchors[0].trust : 1;
}

/* ---- offers ---- */

typedef struct offerer {
  dt_arena *arena, *scratch;
  const dt_reading *reading;
  const detm_fields *candidates;
  size_t page_count;
  const char **bases; /* by page */
  dt_offers offers;
} offerer;

/* Offers the values that the template reads. */
static void offer_readings(offerer *o) {
  for (uint32_t f = 0; f < o->reading->fields.count; f++) {
    const dt_template_field *field = o->reading->fields.all[f];
    dt_offer *offer = &o->offers.all[o->offers.count++];
    *offer =
        (dt_offer){.type = field->type, .list = field->list, .pages = DT_ZERO(o->arena, dt_offered, o->page_count)};
    for (size_t p = 0; p < o->page_count; p++) {
      dt_read_values values = values_on_page(o->reading, f, p);
      dt_offered *cell = &offer->pages[p];
      cell->hash = dt_reading_hash(o->scratch, o->reading, f, p);
      cell->values = DT_ZERO(o->arena, detm_candidate_value, values.count);
      for (; cell->count < values.count; cell->count++) cell->values[cell->count].text = values.items[cell->count].text;
      offer->times += cell->count != 0;
    }
  }
}

/* Returns the values of a candidate on a page.  Addresses are compared as templates give them. */
static dt_offered candidate_cell(const offerer *o, const detm_candidate *candidate, size_t page) {
  uint32_t count = (uint32_t)detm_fields_value_count(o->candidates, candidate->id - 1, page);
  dt_offered cell = {DT_ARRAY(o->arena, detm_candidate_value, count), count, 0};
  for (uint32_t i = 0; i < count; i++) {
    cell.values[i] = *detm_fields_value_get(o->candidates, candidate->id - 1, page, i);
    dt_mark mark = dt_arena_mark(o->scratch);
    detm_text text = dt_text(cell.values[i].text);
    if (strcmp(candidate->type, "url") == 0) text = dt_url_resolve(o->scratch, o->bases[page], text);
    cell.hash = add_to_hash(o->scratch, cell.hash, text);
    dt_arena_rewind(o->scratch, mark);
  }
  return cell;
}

/* Offers a candidate, or joins it with earlier offers of equal values, which then have it as their candidate. */
static void offer_candidate(offerer *o, const detm_candidate *candidate) {
  dt_offer fresh = {
      .type = candidate->type, .candidate = candidate, .pages = DT_ZERO(o->arena, dt_offered, o->page_count)};
  for (size_t p = 0; p < o->page_count; p++) {
    fresh.pages[p] = candidate_cell(o, candidate, p);
    fresh.times += fresh.pages[p].count != 0;
    fresh.list = fresh.list || fresh.pages[p].count > 1;
  }

  if (fresh.times == 0) return;
  bool joined = false;
  for (uint32_t i = 0; i < o->offers.count; i++) {
    dt_offer *offer = &o->offers.all[i];
    size_t same = 0;
    while (same < o->page_count && offer->pages[same].hash == fresh.pages[same].hash) same++;
    if (same < o->page_count) continue;
    joined = true;
    if (offer->candidate != NULL) continue;
    offer->candidate = candidate;
    offer->pages = fresh.pages;
  }

  if (!joined) o->offers.all[o->offers.count++] = fresh;
}

dt_offers dt_offers_find(dt_arena *arena, dt_arena *scratch, const dt_reading *reading, const detm_fields *candidates,
                         const detm_page *const *pages) {
  offerer o = {arena, scratch, reading, candidates, reading->page_count, NULL, {0}};
  o.bases = DT_ARRAY(arena, const char *, o.page_count);
  for (size_t p = 0; p < o.page_count; p++) o.bases[p] = dt_page_base(arena, pages[p]);
  o.offers.all = DT_ZERO(arena, dt_offer, reading->fields.count + MAX_CANDIDATES);
  offer_readings(&o);
  for (size_t i = 0; i < detm_fields_count(candidates) && i < MAX_CANDIDATES; i++)
    offer_candidate(&o, detm_fields_get(candidates, i));
  return o.offers;
}
