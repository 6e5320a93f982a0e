/* wrapper/extract.c: finds the regions of a page, and emits the records of wrappers. */
#include "wrapper/extract.h"
#include "base/allocate.h"
#include "base/options.h"
#include "wrapper/account/account.h"
#include "wrapper/edit/edit.h"
#include "wrapper/learn/learn.h"
#include "wrapper/locate/chosen_region.h"
#include "wrapper/locate/related_regions.h"
#include "wrapper/nesting.h"
#include "wrapper/tables/tables.h"
#include "wrapper/values/position.h"
#include "wrapper/varied_constants.h"

#include "html/tree_path.h"
#include "result/emitter.h"
#include "text/field_name.h"
#include "text/url.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

detm_status dt_options_check(const detm_extract_options *options, detm_error *error) {
  const detm_distance_options *d = &options->distance;
  if (!(d->insert >= 0 && d->erase >= 0 && d->replace >= 0 && isfinite(d->insert + d->erase + d->replace)))
    return dt_error_set(error, DETM_USAGE, "a weight is below 0 or not a number: give weights of 0 or more");
  if (!(options->min_fit >= 0 && options->min_fit <= 1))
    return dt_error_set(error, DETM_USAGE, "the least fit must lie between 0 and 1");
  if (!(d->threshold > 0 && d->threshold < 1))
    return dt_error_set(error, DETM_USAGE, "the threshold must lie between 0 and 1");

  if (options->region != NULL && !dt_chosen_valid(options->region))
    return dt_error_set(
        error, DETM_USAGE,
        "\"%.80s\" is not a region: give its path, such as /html/body/ul, its number, from 1, or caption=TEXT",
        options->region);

  if (options->level != NULL && !dt_level_valid(options->level))
    return dt_error_set(error, DETM_USAGE,
                        "\"%.80s\" is not a level: give outer, inner or a number, 1 for the outermost", options->level);

  return DETM_OK;
}

void dt_level_missing(const char *level, uint32_t count, const char *page, detm_error *error) {
  if (count == 1)
    dt_error_at(error, DETM_NOTHING, page, 0, 0, "no level %.80s: the records are not nested in each other", level);
  else
    dt_error_at(error, DETM_NOTHING, page, 0, 0, "no level %.80s: the records have %u levels, 1 is the outermost",
                level, count);
}

detm_extract_options dt_page_options(const detm_page *page, const detm_extract_options *options) {
  detm_extract_options own = *options;
  if (!page->is_data) return own;
  if (own.names == DETM_NAMES_DEFAULT) own.names = DETM_NAMES_PAGE;
  own.no_transpose = 1;
  own.totals = 1; /* a row is a record, whatever its words are */
  return own;
}

static const dt_result_type type;

dt_wrapper_result *dt_wrapper_result_new(const detm_page *page, detm_error *error) {
  dt_wrapper_result *result = dt_allocate(sizeof *result, error);
  if (result == NULL) return NULL;
  dt_page_scope(page, &result->scope, page->seconds);
  dt_arena_start(&result->arena, &result->scope);
  dt_arena_start(&result->scratch, &result->scope);
  result->page = page;
  result->result = (detm_result){.type = &type, .confidence = -1, .fit = -1, .quality = -1};
  return result;
}

dt_wrapper_result *dt_wrapper_result_of(detm_result *result) {
  return result->type == &type ? (dt_wrapper_result *)result : NULL;
}

static void free_result(detm_result *base) {
  dt_wrapper_result *result = (dt_wrapper_result *)base;
  detm_result_free(result->data);
  for (uint32_t i = 0; i < result->owned_count; i++) dt_arena_free(&result->owned[i].arena);
  dt_arena_free(&result->scratch);
  dt_arena_free(&result->arena);
  free(result);
}

void dt_wrapper_learn_region(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_tree *tree,
                             const dt_region *region, dt_record_set *set) {
  dt_record_set_start(set, arena, tree, region->records, region->record_count);
  dt_wrapper_grow(wrapper, arena, scratch, set, 1);
}

/* Joins the parts of the main list, and notes the regions with the same fields. */
static void find_related(dt_wrapper_result *result, dt_engine *engine, dt_result_region *main, size_t most_records) {
  detm_wrapper *wrapper = &result->owned[0];
  dt_related related;
  if (dt_related_find(engine, wrapper, &related)) {
    dt_scope_limit_records(&result->scope, engine->regions[0].record_count, most_records);
    dt_arena_free(&wrapper->arena);
    *wrapper = (detm_wrapper){0};
    dt_wrapper_start(wrapper, &result->scope);
    wrapper->all_attributes = result->all_columns;
    dt_wrapper_learn_region(wrapper, &result->arena, &result->scratch, &result->page->tree, &engine->regions[0],
                            &main->set);
  }

  detm_alike *alike = DT_ZERO(&result->arena, detm_alike, related.count);
  for (uint32_t k = 0; k < related.count; k++)
    alike[k] =
        (detm_alike){dt_path_write(&result->arena, &result->page->tree, related.regions[k]->cut.list->parent, true),
                     related.regions[k]->record_count};

  result->result.alike = alike;
  result->result.alike_count = related.count;
}

/* Warns of what looks like the main records and is left out. */
static void note_left_out(dt_wrapper_result *result, const dt_region *main) {
  if (main->left_out_count == 0) return;
  const char *path = dt_path_write(&result->arena, &result->page->tree, main->left_out, true);
  result->result.warning =
      main->left_out_count == 1
          ? dt_arena_format(&result->arena, "an element similar to the records is left out (%s)", path)
          : dt_arena_format(&result->arena, "%u more elements similar to the records are left out (the first: %s)",
                            main->left_out_count, path);
}

typedef struct extraction {
  dt_wrapper_result *result;
  const detm_extract_options *options;
  uint32_t levels; /* how many there are, if the one of the options is not there */
} extraction;

static void find_regions(void *data) {
  extraction *e = data;
  dt_wrapper_result *result = e->result;
  dt_engine engine;
  detm_extract_options options = dt_chosen_options(e->options);
  dt_chosen chosen = {.name = options.region};
  dt_engine_run(&engine, &result->arena, &result->scratch, &result->page->tree, &options);
  bool found = engine.region_count != 0 && (chosen.name == NULL || dt_chosen_find(&chosen, &engine));
  if (found && (options.level != NULL || options.explain != 0)) e->levels = dt_level_choose(&engine, options.level);
  if (options.explain != 0) result->result.explanation = dt_explain_text(&engine);
  if (e->levels != 0) dt_scope_leave(&result->scope, DETM_NOTHING);

  if (!found) {
    const char *text = dt_table_without_rows(&result->arena, &engine, chosen.name);
    if (text != NULL) dt_remark_add(result, DETM_REMARK_NO_ROWS, text, NULL);
    return;
  }

  if (chosen.name == NULL)
    result->result.confidence = engine.confidence;
  else
    engine.region_count = 1;

  result->regions = DT_ZERO(&result->arena, dt_result_region, engine.region_count);
  result->owned = DT_ZERO(&result->arena, detm_wrapper, engine.region_count);
  result->result.region_count = engine.region_count;

  for (uint32_t i = 0; i < engine.region_count; i++) {
    const dt_region *region = &engine.regions[i];
    dt_result_region *out = &result->regions[i];
    detm_wrapper *wrapper = &result->owned[i];
    dt_wrapper_start(wrapper, &result->scope);
    result->owned_count++;
    out->parent = region->cut.list->parent;
    out->score = region->score;
    out->wrapper = wrapper;
    wrapper->all_attributes = result->all_columns;
    dt_wrapper_learn_region(wrapper, &result->arena, &result->scratch, &result->page->tree, region, &out->set);
    if (i == 0) {
      if (options.level == NULL) find_related(result, &engine, out, e->options->max_records);
      note_left_out(result, &engine.regions[0]);
    }
    dt_fields_settle(wrapper, options.names);
    if (i != 0) dt_region_find_varied(result, out, &result->arena, &result->scratch); /* dt_account_sum: the first */
  }

  for (uint32_t i = 0; i < engine.region_count && result->totals; i++)
    dt_totals_add(result, &result->regions[i], &result->owned[i], e->options->max_records);
  dt_account_sum(result);
  if (chosen.name == NULL) dt_other_tables_note(result, &engine);
}

/* Finds the regions that a page shows. */
static detm_result *extract_shown(const detm_page *page, const detm_extract_options *given, detm_error *error) {
  const detm_extract_options own = dt_page_options(page, given), *options = &own;
  dt_wrapper_result *result = dt_wrapper_result_new(page, error);
  if (result == NULL) return NULL;

  result->all_columns = options->all_columns != 0;
  result->names = options->names;
  result->totals = options->totals != 0;
  if (options->region == NULL) result->result.wall = page->wall;
  if (result->result.wall != DETM_WALL_NONE) return &result->result;
  extraction e = {.result = result, .options = options};
  if (dt_scope_run(&result->scope, find_regions, &e)) return &result->result;

  if (e.levels != 0)
    dt_level_missing(options->level, e.levels, page->name, error);
  else
    dt_error_scope(error, &result->scope, page->name);

  free_result(&result->result);
  return NULL;
}

/* The path in a script of the list that is the main region of its page: that of its table. */
static const char *path_of_data(const detm_result *data) {
  const dt_wrapper_result *result = (const dt_wrapper_result *)data;
  const dt_tree *tree = &result->page->tree;
  dt_index node = result->regions[0].parent;
  detm_text id = dt_attribute_of(tree, node, DT_ATTRIBUTE_id);
  return id.length != 0 ? dt_arena_copy(&((dt_wrapper_result *)(uintptr_t)result)->arena, id.data, id.length) : "";
}

/* Says that the records are in a script. */
static void note_data(void *given) {
  detm_result *data = given;
  dt_wrapper_result *result = (dt_wrapper_result *)data;
  dt_remark_add(result, DETM_REMARK_DATA,
                dt_arena_format(&result->arena, "the page shows no list: the records are those of a script (%s)",
                                path_of_data(data)),
                NULL);
}

/* Says that the lists in scripts, which were asked for, are none. */
static void note_no_data(void *given) {
  dt_remark_add(given, DETM_REMARK_DATA, "no script of the page has a list: the records are those that it shows", NULL);
}

/* Says that a script has a list, too. */
static void note_other_data(void *given) {
  dt_wrapper_result *result = given;
  size_t records = detm_result_record_count(result->data, 0);
  dt_remark_add(result, DETM_REMARK_DATA,
                dt_arena_format(&result->arena, "a script of the page has a list of %zu records (%s)", records,
                                path_of_data(result->data)),
                NULL);
  result->result.remarks[result->result.remark_count - 1].option = "data";
}

/* Runs one of the two in the scope of a result.  False, with the result freed, if the scope was left. */
static bool run_note(detm_result **result, void (*run)(void *data), const detm_page *page, detm_error *error) {
  dt_wrapper_result *own = (dt_wrapper_result *)*result;
  if (dt_scope_run(&own->scope, run, own)) return true;
  dt_error_scope(error, &own->scope, page->name);
  detm_result_free(*result);
  *result = NULL;
  return false;
}

bool dt_is_in_menu(const dt_tree *tree, dt_index node) {
  bool hidden = false;
  for (dt_index around = node; around != DT_NONE && !hidden; around = tree->nodes[around].parent)
    hidden = (tree->nodes[around].flags & DT_NODE_HIDDEN) != 0;
  return hidden || dt_is_in_navigation(tree, node);
}

bool dt_is_only_menu(bool navigation, double shown, double data) {
  return navigation && shown < DETM_CERTAIN && data >= DETM_CERTAIN;
}

/* Whether what a page shows is only a menu if its scripts have a list with this confidence. */
static bool shows_only_menu(const detm_result *shown, double data, const detm_extract_options *options) {
  const dt_wrapper_result *result = (const dt_wrapper_result *)shown;
  if (shown->region_count == 0 || options->region != NULL || options->max_regions == 0) return false;
  const dt_record_set *set = &result->regions[0].set;
  return dt_is_only_menu(dt_is_in_menu(set->tree, set->records[0].nodes[0]), shown->confidence, data);
}

/* Says where the records may be of a page that shows only menus. */
static void note_elsewhere(void *given) {
  dt_wrapper_result *result = given;
  dt_remark_add(result, DETM_REMARK_ELSEWHERE,
                dt_arena_format(&result->arena,
                                "these are links of a menu: the records may be in %s, which is not read",
                                result->page->elsewhere),
                NULL);
}

/* Whether the lists in scripts are to be looked at: the page shows none, all lists are wanted, or it is uncertain
 * whether that of the page is what was asked for. */
static bool may_be_in_data(const detm_result *shown, const detm_extract_options *options) {
  if (shown->wall != DETM_WALL_NONE && shown->wall != DETM_WALL_SCRIPT) return false;
  return shown->region_count == 0 || options->max_regions == 0 || shown->confidence < DETM_CERTAIN;
}

detm_result *detm_extract(const detm_page *page, const detm_extract_options *options, detm_error *error) {
  DT_OPTIONS(detm_extract_options, options, detm_extract_defaults);
  const detm_page *data = NULL;
  if (dt_options_check(options, error) != DETM_OK || dt_page_need(page, DETM_PAGE_TREE, error) != DETM_OK) return NULL;
  if (options->data && dt_page_data(page, &data, error) != DETM_OK) return NULL;
  if (page->is_data || data != NULL) return extract_shown(data != NULL ? data : page, options, error);

  detm_result *shown = extract_shown(page, options, error);
  if (shown != NULL && options->data) return run_note(&shown, note_no_data, page, error) ? shown : NULL;
  if (shown == NULL || !may_be_in_data(shown, options)) return shown;
  detm_error own = DETM_ERROR_NONE;
  detm_result *found = NULL;
  if (dt_page_data(page, &data, &own) == DETM_OK && data != NULL) found = extract_shown(data, options, &own);
  /* what the page shows is right whatever its scripts have */
  bool ends = own.status == DETM_NO_MEMORY || own.status == DETM_CANCELLED || shown->region_count == 0;
  if (found == NULL && own.status != DETM_OK && ends) {
    if (error != NULL) *error = own;
    detm_result_free(shown);
    return NULL;
  }
  if (found == NULL || found->region_count == 0) {
    detm_result_free(found);
    bool elsewhere = page->elsewhere != NULL && shows_only_menu(shown, 1, options);
    return !elsewhere || run_note(&shown, note_elsewhere, page, error) ? shown : NULL;
  }
  if (shown->region_count == 0 || shows_only_menu(shown, found->confidence, options)) {
    detm_result_free(shown);
    return run_note(&found, note_data, page, error) ? found : NULL;
  }
  ((dt_wrapper_result *)shown)->data = found;
  if (!run_note(&shown, note_other_data, page, error)) return NULL;
  if (options->max_regions == 0) return shown;
  ((dt_wrapper_result *)shown)->data = NULL;
  detm_result_free(found);
  return shown;
}

/* ---- emitting ---- */

void dt_read_records(dt_result_region *region, dt_arena *arena) {
  enum { MAX_READ = 4096 /* records: more of them would take too much memory */ };
  const dt_record_set *set = &region->set;
  uint32_t count = set->count < MAX_READ ? set->count : MAX_READ;
  dt_record_reading *read = DT_ARRAY(arena, dt_record_reading, count);
  for (uint32_t r = 0; r < count; r++) {
    read[r] = dt_record_read(arena, set->layouts[r], &set->items[r]);
    dt_scope_tick(arena->scope);
  }
  region->read = read;
  region->read_count = count;
}

dt_record_reading dt_read_record(const dt_result_region *region, uint32_t record, dt_arena *scratch) {
  const dt_record_set *set = &region->set;
  if (record < region->read_count) return region->read[record];
  return dt_record_read(scratch, set->layouts[record], &set->items[record]);
}

typedef struct record_emitter {
  const dt_wrapper_result *result;
  dt_emitter emitter;
  dt_scope scope;
  dt_arena arena;   /* for the whole call */
  dt_arena scratch; /* for one record */
  const char *base;
  detm_column *columns;
  uint32_t *column_of;       /* by field; DT_NO_FIELD = excluded */
  uint32_t nesting_column;   /* the first of DT_NESTING_COLUMNS; DT_NO_FIELD = none */
  const dt_nesting *nesting; /* by record; NULL = none */
  uint32_t other_column;     /* of texts without a field; DT_NO_FIELD = excluded */
  size_t others_emitted;
  uint32_t first; /* the number of regions before those of this result */
} record_emitter;

/* A name that no field has: "depth", "depth-2". */
static const char *unused_name(record_emitter *r, const detm_wrapper *wrapper, dt_names *names, const char *wish) {
  const char *name = wish;
  for (unsigned number = 2; dt_field_named(wrapper, name) != DT_NO_FIELD; number++)
    name = dt_arena_format(&r->arena, "%s-%u", wish, number);
  return r->result->names == DETM_NAMES_PLAIN ? dt_names_give_plain(names, wish) : name;
}

/* Fills the list of columns and returns their number.  A column that the user removed stays out.  region: NULL if the
 * wrapper has none here. */
static uint32_t list_columns(record_emitter *r, const detm_wrapper *wrapper, const dt_result_region *region) {
  uint32_t count = 0;
  bool plain = r->result->names == DETM_NAMES_PLAIN;
  dt_names names;

  dt_names_start(&names, &r->arena);
  r->columns = DT_ARRAY(&r->arena, detm_column, (size_t)wrapper->field_count + DT_NESTING_COLUMNS + 1);
  r->column_of = DT_ARRAY(&r->arena, uint32_t, wrapper->field_count);
  for (uint32_t f = 0; f < wrapper->field_count; f++) r->column_of[f] = DT_NO_FIELD;

  for (int wanted = 1; wanted >= 0; wanted--) /* columns that are new on the page do not move others */
    for (uint32_t f = 0; f < wrapper->field_count; f++) {
      const dt_field *field = &wrapper->fields[f];
      if (dt_region_varies(region, f) == wanted || !dt_region_shows(r->result, region, wrapper, f)) continue;
      const char *name = plain ? dt_names_give_plain(&names, field->name) : field->name;
      r->column_of[f] = count;
      r->columns[count++] = (detm_column){
          .name = name, .type = field->type, .list = field->list, .require = field->wanted ? field->require : NULL};
    }

  r->nesting_column = wrapper->nested ? count : DT_NO_FIELD;
  for (int n = 0; n < DT_NESTING_COLUMNS && r->nesting_column != DT_NO_FIELD; n++)
    r->columns[count++] = (detm_column){.name = unused_name(r, wrapper, &names, dt_nesting_names[n]), .type = "number"};
  r->other_column = r->result->others ? count : DT_NO_FIELD;
  if (r->result->others)
    r->columns[count++] = (detm_column){.name = unused_name(r, wrapper, &names, "other"), .type = "text", .list = 1};
  return count;
}

static void emit_record_range(record_emitter *r, const dt_record *record) {
  detm_range range = {
      .known = !dt_page_is_made(r->result->page), .first = record->nodes[0], .last = record->nodes[record->count - 1]};
  dt_emit_record_range(&r->emitter, &range);
}

static void emit_nesting(record_emitter *r, const dt_nesting *nesting) {
  char number[16];
  int length = snprintf(number, sizeof number, "%u", nesting->depth);
  dt_emit_value(&r->emitter, r->nesting_column + DT_NESTING_DEPTH, (detm_text){number, (size_t)length});
  if (nesting->holder == 0) return;
  length = snprintf(number, sizeof number, "%u", nesting->holder);
  dt_emit_value(&r->emitter, r->nesting_column + DT_NESTING_REPLY_TO, (detm_text){number, (size_t)length});
}

static void emit_record(record_emitter *r, const dt_result_region *region, uint32_t record) {
  const detm_result *result = &r->result->result;
  const dt_record_set *set = &region->set;
  dt_mark mark = dt_arena_mark(&r->scratch);
  const dt_item *item = &set->items[record];
  const dt_record_reading own = dt_read_record(region, record, &r->scratch);
  const dt_value *values = own.values;
  dt_emit_record(&r->emitter, (size_t)record + 1);
  if (r->emitter.sink->record_range != NULL) emit_record_range(r, &set->records[record]);

  for (uint32_t v = 0; v < own.count && r->emitter.status == DETM_OK; v++) {
    uint32_t column = r->column_of[values[v].field];
    if (column == DT_NO_FIELD) continue;
    dt_mark inner = dt_arena_mark(&r->scratch);
    detm_text text = values[v].address ? dt_url_resolve(&r->scratch, r->base, values[v].text) : values[v].text;
    detm_field field = {
        .column = column, .name = r->columns[column].name, .type = r->columns[column].type, .value = text};
    if (r->emitter.sink->wants_places) {
      field.place = dt_value_place(item, &values[v]);
      field.caption = dt_value_caption(item, &values[v]);
    }
    if (r->emitter.sink->wants_machine) field.machine = dt_value_machine(item, &values[v]);
    if (r->emitter.sink->record_range != NULL && !dt_page_is_made(r->result->page))
      field.range = dt_value_range(item, &values[v]);
    dt_emit_field(&r->emitter, &field);
    dt_arena_rewind(&r->scratch, inner); /* a record may have a million links */
  }

  if (r->nesting_column != DT_NO_FIELD && r->nesting != NULL) emit_nesting(r, &r->nesting[record]);
  for (; r->other_column != DT_NO_FIELD && r->others_emitted < result->other_count; r->others_emitted++) {
    const detm_other *other = &result->others[r->others_emitted];
    if (other->record != (size_t)record + 1 || r->emitter.status != DETM_OK) break;
    dt_emit_value(&r->emitter, r->other_column, other->text);
  }

  dt_emit_record_end(&r->emitter);
  dt_arena_rewind(&r->scratch, mark);

  /* checked for each record, because sinks may be slow */
  if (dt_scope_late(&r->scope)) dt_scope_leave(&r->scope, r->scope.status);
}

/* Notes the columns that have several values in a record of the page, which its wrapper was made for. */
static void note_lists(record_emitter *r, const dt_result_region *region) {
  for (uint32_t i = 0; i < region->set.count; i++) {
    dt_mark mark = dt_arena_mark(&r->scratch);
    dt_record_reading own = dt_read_record(region, i, &r->scratch);
    for (uint32_t v = 1; v < own.count; v++) {
      uint32_t column = r->column_of[own.values[v].field];
      if (column != DT_NO_FIELD && own.values[v].field == own.values[v - 1].field) r->columns[column].list = 1;
    }
    dt_arena_rewind(&r->scratch, mark);
  }
}

static void emit_region(record_emitter *r, uint32_t number) {
  dt_result_region own = r->result->regions[number], *region = &own;
  const dt_record_set *set = &region->set;
  detm_region_info info = {.number = (size_t)r->first + number + 1,
                           .path = dt_path_write(&r->arena, set->tree, region->parent, true),
                           .score = region->score,
                           .confidence = r->first + number == 0 ? r->result->result.confidence : -1,
                           .fit = r->result->result.fit,
                           .quality = -1,
                           .records = set->count,
                           .skipped = region->skipped,
                           .left_out = region->left_out,
                           .left_out_count = region->left_out_count,
                           .changes = region->changes,
                           .change_count = region->change_count,
                           .says_empty = r->result->result.emptiness == DETM_EMPTY_SAID ||
                                         r->result->result.emptiness == DETM_EMPTY_LEARNED,
                           .domain = region->domain != NULL ? region->domain : r->result->result.domain};
  if (!dt_emit_takes_regions(&r->emitter)) return;

  dt_mark mark = dt_arena_mark(&r->scratch);
  if (region->read_count == 0 && !r->result->read_late) dt_read_records(region, &r->scratch);
  if (number != 0) info.left_out = dt_account_region(r->result, region, &r->arena, &r->scratch, &info.left_out_count);
  info.column_count = list_columns(r, region->wrapper, region);
  if (r->result->applied == NULL) note_lists(r, region);
  info.columns = r->columns;
  r->nesting = r->nesting_column != DT_NO_FIELD ? dt_nesting_read(&r->arena, set) : NULL;
  dt_emit_region(&r->emitter, &info);
  for (uint32_t i = 0; i < set->count && r->emitter.status == DETM_OK; i++) emit_record(r, region, i);
  dt_arena_rewind(&r->scratch, mark);
  dt_emit_region_end(&r->emitter);
}

static void emit_page(void *data) {
  record_emitter *r = data;
  const detm_page *page = r->result->page;
  const detm_result *result = &r->result->result;
  detm_page_info info = {
      .name = page->name, .encoding = page->encoding, .file = result->file, .hash = result->file_hash};
  r->base = dt_page_base(&r->arena, page);
  dt_emit_page(&r->emitter, &info);
  for (uint32_t i = 0; i < result->region_count && r->emitter.status == DETM_OK; i++) emit_region(r, i);

  if (r->result->data != NULL) {
    r->first = (uint32_t)result->region_count;
    r->result = (const dt_wrapper_result *)r->result->data;
    for (uint32_t i = 0; i < r->result->result.region_count && r->emitter.status == DETM_OK; i++) emit_region(r, i);
  }

  if (result->region_count == 0 && r->result->applied != NULL && r->emitter.sink->wants_columns) {
    /* the columns of a page that the wrapper does not fit */
    detm_region_info region = {
        .number = 1, .path = "/", .confidence = -1, .fit = -1, .quality = -1, .domain = result->domain};
    region.column_count = list_columns(r, r->result->applied, NULL);
    region.columns = r->columns;
    dt_emit_region(&r->emitter, &region);
    dt_emit_region_end(&r->emitter);
  }

  dt_emit_page_end(&r->emitter);
}

static detm_status emit_result(const detm_result *base, const detm_sink *sink, detm_error *error) {
  const dt_wrapper_result *result = (const dt_wrapper_result *)base;
  record_emitter r = {.result = result, .emitter = {.sink = sink, .error = error}};
  dt_emitter *e = &r.emitter;
  dt_page_scope(result->page, &r.scope, result->page->seconds);
  dt_arena_start(&r.arena, &r.scope);
  dt_arena_start(&r.scratch, &r.scope);

  if (!dt_scope_run(&r.scope, emit_page, &r)) {
    if (r.scope.status != DETM_NO_MEMORY) dt_emit_end(e); /* the sink may continue with other pages */
    if (e->status == DETM_OK) e->status = dt_error_scope(error, &r.scope, result->page->name);
  }

  dt_arena_free(&r.scratch);
  dt_arena_free(&r.arena);
  return e->status;
}

static size_t records(const detm_result *base, size_t region) {
  return ((const dt_wrapper_result *)base)->regions[region].set.count;
}

/* The wrapper of a region, whose values may be others once it is changed. */
static detm_wrapper *learned(detm_result *result, size_t region) {
  dt_wrapper_result *own = (dt_wrapper_result *)result;
  if (region >= own->owned_count) return NULL;
  own->regions[region].read_count = 0;
  return &own->owned[region];
}

static detm_status account(const detm_result *base, detm_account_visit visit, void *data, detm_error *error) {
  return dt_account_list((const dt_wrapper_result *)base, visit, data, error);
}

static const dt_result_type type = {
    .emit = emit_result, .records = records, .free = free_result, .wrapper = learned, .account = account};
