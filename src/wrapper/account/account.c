/* wrapper/account/account.c: the account of a region, its sums, and what is said of them. */
#include "wrapper/account/account.h"

#include "base/search.h"
#include "html/tree_path.h"
#include "text/url.h"
#include "text/words.h"
#include "wrapper/tables/tables.h"
#include "wrapper/varied_constants.h"

/* What one such thing, and several, are for people; NULL: nobody misses them. */
static const struct {
  const char *name, *one, *several;
} reasons[DT_LEFT_REASONS] = {
    [DT_LEFT_NAME] = {"name", "words of a column's name", NULL},
    [DT_LEFT_UNWANTED] = {"unwanted", "not wanted", NULL},
    [DT_LEFT_SEPARATOR] = {"separator", "separator", NULL},
    [DT_LEFT_COPY] = {"copy", "copy of another value", NULL},
    [DT_LEFT_DEAD] = {"dead", "address that leads nowhere", NULL},
    [DT_LEFT_HIDDEN] = {"hidden", "hidden", NULL},
    [DT_LEFT_ROW_EMPTY] = {"row-empty", "empty row", NULL},
    [DT_LEFT_OUTSIDE] = {"outside-cut", "beside the list", NULL},
    [DT_LEFT_ROW_GROUP] = {"row-heading", "heading of a group", "headings of groups"},
    [DT_LEFT_ROW_TOTAL] = {"row-total", "total", "totals"},
    [DT_LEFT_ROW_FOOT] = {"row-total", "row of tfoot", "rows of tfoot"},
    [DT_LEFT_ROW_NOTE] = {"row-odd", "note", "notes"},
    [DT_LEFT_ROW_REPEATED] = {"row-heading", "repeated header", "repeated headers"},
    [DT_LEFT_ROW_HEADING] = {"row-heading", "heading", "headings"},
    [DT_LEFT_ROW_ODD] = {"row-odd", "element unlike the records", "elements unlike the records"},
    [DT_LEFT_ROW_FOREIGN] = {"row-foreign", "element of another kind", "elements of another kind"},
    [DT_LEFT_ROW_OTHER_SECTION] = {"row-other-section", "element of another section", "elements of other sections"},
    [DT_LEFT_CONSTANT] = {"constant", "text that is the same in all records", "texts that are the same in all records"},
    [DT_LEFT_BUTTON] = {"button", "label of a button", "labels of buttons"},
    [DT_LEFT_LABEL] = {"label", "label", "labels"},
    [DT_LEFT_PREFIX] = {"prefix", "text before a value", "texts before values"},
    [DT_LEFT_UNIT] = {"unit", "text after a value", "texts after values"},
    [DT_LEFT_CONTROL] = {"control", "value of a control", "values of controls"},
    [DT_LEFT_UNPLACED] = {"unplaced", "text without a place", "texts without a place"},
};

/* Adds the words of a name of a field, for the field and for all together. */
static void add_name_words(dt_account *account, const char *name, uint32_t field) {
  if (name == NULL) return;

  const char *at = name, *end = name + strlen(name);
  for (dt_word word; dt_word_next(at, end, &word); at = word.text.data + word.text.length) {
    /* names join words by hyphens: "unit-price" */
    const char *from = word.text.data, *stop = from + word.text.length;
    for (const char *to = from; from < stop; from = to + 1) {
      for (to = from; to < stop && *to != '-';) to++;
      uint64_t hash = dt_word_hash(dt_text_between(from, to));
      dt_lookup_add(&account->said, dt_hash_mix(hash, field));
      dt_lookup_add(&account->said, dt_hash_mix(hash, DT_NO_FIELD));
    }
    dt_lookup_add(&account->said, dt_hash_mix(dt_word_hash(word.text), field));
    dt_lookup_add(&account->said, dt_hash_mix(dt_word_hash(word.text), DT_NO_FIELD));
  }
}

static void read_field_names(dt_account *account) {
  const detm_wrapper *wrapper = account->region->wrapper;
  dt_lookup_start(&account->said, account->scratch, 4 * wrapper->field_count);
  for (uint32_t f = 0; f < wrapper->field_count; f++) {
    const dt_field *field = &wrapper->fields[f];
    account->chosen = account->chosen || field->reason == DT_REASON_UNNAMED;
    if (field->wanted) add_name_words(account, field->name, f);
  }

  /* a field may be called by a synonym of the page's label: "company" for "Bedrijf" */
  for (const dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    const dt_wrapper_node *labelled = w;
    if (w->part_count == 0 || w->parts[0].field == DT_NO_FIELD || !wrapper->fields[w->parts[0].field].wanted) continue;
    while (labelled != NULL && labelled->caption == NULL) labelled = labelled->parent;
    add_name_words(account, w->label, w->parts[0].field);
    if (labelled != NULL) add_name_words(account, labelled->caption, w->parts[0].field);
  }
}

void dt_account_walk(dt_account *account) {
  dt_mark all = dt_arena_mark(account->scratch);
  read_field_names(account);
  for (uint32_t r = 0; r < account->region->set.count; r++) {
    dt_mark mark = dt_arena_mark(account->scratch);
    dt_account_record(account, r);
    dt_arena_rewind(account->scratch, mark);
    dt_scope_tick(account->scratch->scope);
  }
  dt_account_beside(account);
  dt_arena_rewind(account->scratch, all);
}

/* ---- sums ---- */

enum { SAMPLE_CHARACTERS = 80 };

/* What is left out for one reason. */
typedef struct sum {
  size_t texts, addresses, rows; /* rows: what is beside the records; addresses: in the records */
  detm_text sample;
} sum;

typedef struct summing {
  dt_arena *arena;
  sum of[DT_LEFT_REASONS];
} summing;

/* The first characters of a text. */
static detm_text start_of_text(dt_arena *arena, detm_text text) {
  size_t characters = 0, length = 0;
  while (length < text.length) {
    characters += ((unsigned char)text.data[length] & 0xC0) != 0x80;
    if (characters > SAMPLE_CHARACTERS) break;
    length++;
  }
  while (length != 0 && text.data[length - 1] == ' ') length--;
  return (detm_text){dt_arena_copy(arena, text.data, length), length};
}

static void sum_left(void *data, const dt_left *left) {
  summing *s = data;
  sum *own = &s->of[left->reason];
  if (left->record != DT_NONE)
    *(left->address ? &own->addresses : &own->texts) += 1;
  else
    own->rows += !left->address;
  if (own->sample.length == 0 && left->text.length != 0) own->sample = start_of_text(s->arena, left->text);
}

/* What is left out of a region, by the names of the reasons. */
static const detm_left_out *list_sums(dt_arena *arena, const sum sums[DT_LEFT_REASONS], size_t *count) {
  detm_left_out *list = DT_ZERO(arena, detm_left_out, DT_LEFT_REASONS);
  *count = 0;
  for (unsigned n = 1; n < DT_LEFT_REASONS; n++) { /* notable ones first, for their samples */
    unsigned notable = DT_LEFT_REASONS - DT_LEFT_NOTABLE, reason = n <= notable ? DT_LEFT_NOTABLE + n - 1 : n - notable;
    const sum *own = &sums[reason];
    uint32_t i = 0;
    if (own->texts + own->addresses + own->rows == 0) continue;
    while (i < *count && strcmp(list[i].reason, reasons[reason].name) != 0) i++;
    detm_left_out *out = &list[i];
    if (i == *count) list[(*count)++].reason = reasons[reason].name;
    out->count += own->texts + own->addresses + own->rows;
    if (out->sample.length == 0) out->sample = own->sample;
  }

  return list;
}

/* Adds "2 totals" to a list. */
static const char *add_to_list(dt_arena *arena, const char *list, unsigned reason, size_t count, detm_text sample) {
  enum { QUOTED = 24 /* bytes of a text that is quoted whole */ };
  const char *quote = "";
  if (sample.length != 0 && sample.length <= QUOTED)
    quote = dt_arena_format(arena, " (\"%.*s\")", (int)sample.length, sample.data);
  return dt_arena_format(arena, "%s%s%zu %s%s", list, *list != '\0' ? ", " : "", count,
                         count == 1 ? reasons[reason].one : reasons[reason].several, quote);
}

/* A sentence about what is beside the records; NULL: nothing that a reader might want. */
static const char *sentence_of_rows(dt_arena *arena, const sum sums[DT_LEFT_REASONS], uint32_t tables) {
  size_t rows = 0, elements = 0;
  const char *list = "";
  for (unsigned reason = DT_LEFT_NOTABLE; reason < DT_LEFT_CONSTANT; reason++) {
    if (sums[reason].rows == 0) continue;
    *(reason <= DT_LEFT_ROW_NOTE ? &rows : &elements) += sums[reason].rows;
    list = add_to_list(arena, list, reason, sums[reason].rows, (detm_text){"", 0});
  }

  size_t all = rows + elements;
  const char *of = elements != 0 ? "beside the records" : tables == 1 ? "of the table" : "of the tables";
  const char *what = elements != 0 ? "element" : "row";
  if (all == 0) return NULL;
  return dt_arena_format(arena, "%zu %s%s %s %s: %s", all, what, all == 1 ? "" : "s", of,
                         all == 1 ? "is no record" : "are no records", list);
}

/* A sentence about what is in the records and in no column; NULL: nothing that a reader might want.  applied: texts
 * that the wrapper has no place for are the result's others, and said there. */
static const char *say_texts(dt_arena *arena, const sum sums[DT_LEFT_REASONS], bool applied) {
  const char *list = "";
  for (unsigned reason = DT_LEFT_CONSTANT; reason < DT_LEFT_REASONS; reason++) {
    size_t texts = applied && reason == DT_LEFT_UNPLACED ? 0 : sums[reason].texts;
    if (texts + sums[reason].addresses != 0)
      list = add_to_list(arena, list, reason, texts + sums[reason].addresses,
                         texts != 0 ? sums[reason].sample : (detm_text){"", 0});
  }
  return *list != '\0' ? dt_arena_format(arena, "in no column: %s", list) : NULL;
}

void dt_remark_add(dt_wrapper_result *result, detm_remark_kind kind, const char *text, const char *path) {
  result->result.remarks[result->result.remark_count++] = (detm_remark){.kind = kind, .text = text, .path = path};
}

/* Counts the tables whose rows are the records of a region; *cut: cells of one were not repeated; *too_wide: one has
 * more columns than are read. */
static uint32_t count_tables(const dt_record_set *set, bool *cut, bool *too_wide) {
  uint32_t tables = 0;
  for (uint32_t r = 0; r < set->count; r++) {
    const dt_grid *grid = set->records[r].grid;
    if (grid == NULL || (r != 0 && grid == set->records[r - 1].grid)) continue;
    tables++;
    *cut = *cut || grid->cut;
    *too_wide = *too_wide || grid->too_wide;
  }
  return tables;
}

/* Remarks on what of the main region a reader might want. */
static void remark(dt_wrapper_result *result, const sum sums[DT_LEFT_REASONS]) {
  dt_arena *arena = &result->arena;
  bool cut = false, too_wide = false;
  uint32_t tables = count_tables(&result->regions[0].set, &cut, &too_wide);
  const char *rows = sentence_of_rows(arena, sums, tables), *texts = say_texts(arena, sums, result->applied != NULL);

  if (rows != NULL || texts != NULL) {
    const char *both = rows != NULL && texts != NULL ? dt_arena_format(arena, "%s; %s", rows, texts) : NULL;
    dt_remark_add(result, DETM_REMARK_LEFT_OUT, both != NULL ? both : rows != NULL ? rows : texts, NULL);
    if (sums[DT_LEFT_ROW_TOTAL].rows + sums[DT_LEFT_ROW_FOOT].rows != 0)
      result->result.remarks[result->result.remark_count - 1].option = "totals";
  }

  const char *repeated =
      "cells over many rows are too large to repeat: they are values of the first of these rows alone";
  const char *wide = dt_arena_format(arena, "cells after column %d are left out", DT_MAX_COLUMNS);
  if (cut || too_wide)
    dt_remark_add(result, DETM_REMARK_CUT,
                  !too_wide ? repeated
                  : !cut    ? wide
                            : dt_arena_format(arena, "%s; %s", repeated, wide),
                  NULL);
  else if (result->page->data_full)
    dt_remark_add(result, DETM_REMARK_CUT,
                  "the data are larger than what is read of them (1 million values, 16 MiB of texts): the rest is "
                  "left out",
                  NULL);
}

static summing sum_region(const dt_wrapper_result *result, const dt_result_region *region, dt_arena *arena,
                          dt_arena *scratch) {
  summing s = {.arena = arena};
  dt_account account = {.result = result, .region = region, .scratch = scratch, .visit = sum_left, .data = &s};
  dt_account_walk(&account);
  return s;
}

const detm_left_out *dt_account_region(const dt_wrapper_result *result, const dt_result_region *region, dt_arena *arena,
                                       dt_arena *scratch, size_t *count) {
  summing s = sum_region(result, region, arena, scratch);
  return list_sums(arena, s.of, count);
}

void dt_account_sum(dt_wrapper_result *result) {
  if (result->result.region_count == 0) return;
  dt_result_region *main = &result->regions[0];
  if (main->read_count == 0) dt_read_records(main, &result->arena);
  dt_region_find_varied(result, main, &result->arena, &result->scratch);
  summing s = sum_region(result, main, &result->arena, &result->scratch);
  main->left_out = list_sums(&result->arena, s.of, &main->left_out_count);
  remark(result, s.of);
}

/* ---- the public account ---- */

typedef struct listing {
  const dt_wrapper_result *result;
  size_t region;
  detm_account_visit visit;
  void *data;
  detm_error *error;
  detm_status status;
  dt_arena *arena;
  const char *base;
} listing;

/* Where the page has it. */
static detm_range range_of(const dt_tree *tree, const dt_left *left) {
  const dt_string *last = tree->text_count != 0 ? &tree->texts[tree->text_count - 1] : NULL;
  const char *bytes = tree->bytes, *end = last != NULL ? bytes + last->start + last->length : bytes;
  detm_range range = {.known = !left->scattered, .first = left->node, .last = left->node};

  if (!left->address && bytes <= left->text.data && left->text.data < end) { /* a part of a text, maybe of a cell */
    uint32_t at = (uint32_t)(left->text.data - bytes), next;
    DT_LOWER_BOUND(next, 1, tree->text_count, tree->texts[next].start <= at);
    const dt_string *text = &tree->texts[next - 1];
    if (at - text->start + left->text.length > text->length) return range; /* several texts of a row */
    range.first = range.last = tree->text_nodes[next - 1];
    range.start = at - text->start;
    range.end = range.start + (uint32_t)left->text.length;
  } else if (tree->nodes[left->node].tag == DT_TAG_TEXT) {
    range.end = (uint32_t)dt_text_of(tree, left->node).length;
  }

  return range;
}

static void list_left(void *data, const dt_left *left) {
  listing *l = data;
  const detm_wrapper *wrapper = l->result->regions[l->region].wrapper;
  if (l->status != DETM_OK || left->reason == DT_LEFT_NAME) return;
  dt_mark mark = dt_arena_mark(l->arena);
  detm_account_line line = {.region = l->region + 1,
                            .record = left->record != DT_NONE ? (size_t)left->record + 1 : 0,
                            .column = left->field != DT_NO_FIELD ? wrapper->fields[left->field].name : NULL,
                            .reason = reasons[left->reason].name,
                            .what = reasons[left->reason].one,
                            .address = left->address,
                            .text = left->text,
                            .notable = left->reason >= DT_LEFT_NOTABLE,
                            .range = range_of(&l->result->page->tree, left)};
  line.range.known = line.range.known && !dt_page_is_made(l->result->page);
  line.path = dt_path_write(l->arena, &l->result->page->tree, left->node, true);
  if (left->address && left->reason != DT_LEFT_DEAD) line.text = dt_url_resolve(l->arena, l->base, left->text);
  l->status = l->visit(l->data, &line, l->error);
  dt_arena_rewind(l->arena, mark);
}

static void list_all(void *data) {
  listing *l = data;
  l->base = dt_page_base(l->arena, l->result->page);
  for (; l->region < l->result->result.region_count && l->status == DETM_OK; l->region++) {
    dt_account account = {.result = l->result,
                          .region = &l->result->regions[l->region],
                          .scratch = l->arena,
                          .visit = list_left,
                          .data = l};
    dt_account_walk(&account);
  }
}

detm_status dt_account_list(const dt_wrapper_result *result, detm_account_visit visit, void *data, detm_error *error) {
  dt_scope scope;
  dt_arena arena;
  listing l = {.result = result, .visit = visit, .data = data, .error = error, .arena = &arena};
  dt_page_scope(result->page, &scope, result->page->seconds);
  dt_arena_start(&arena, &scope);
  if (!dt_scope_run(&scope, list_all, &l) && l.status == DETM_OK)
    l.status = dt_error_scope(error, &scope, result->page->name);
  dt_arena_free(&arena);
  return l.status;
}
