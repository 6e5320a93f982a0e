/* tests/account/check.c: compares what the records of a page show with what becomes of it. */
#include "check.h"

#include <detm/sink.h>
#include <stdio.h>
#include <string.h>

#include "text/fold.h"
#include "text/url.h"
#include "wrapper/account/account.h"

enum { BYTES = 256 };

/* Numbers of bytes, by their value. */
typedef struct bag {
  int64_t of[BYTES];
} bag;

typedef struct checking {
  const dt_wrapper_result *result;
  account_sums *sums;
  dt_arena arena;
  const char *base; /* of the page */
  bag *records;     /* of all regions: what remains of each record */
  size_t *first;    /* of each region */
  int64_t *between; /* by region: bytes between its records that remain */
  size_t region, record;
  bool failed;
} checking;

/* Adds a text to a bag, or with -1 removes it.  Returns the number of its letters and digits, in bytes. */
static size_t add_text(checking *c, bag *to, detm_text text, int sign) {
  char *letters = dt_arena_take(&c->arena, text.length + 1);
  if (letters == NULL) return 0;
  size_t length = dt_squeeze_word(text, letters);
  for (size_t i = 0; i < length && to != NULL; i++) to->of[(unsigned char)letters[i]] += sign;
  return length;
}

/* Adds what nodes show: their texts and the addresses in them. */
static void add_nodes(checking *c, bag *to, const dt_tree *tree, dt_index from, dt_index end) {
  static const dt_attribute_name names[] = {DT_ATTRIBUTE_href, DT_ATTRIBUTE_src};
  for (dt_index node = from; node < end; node++) {
    if (tree->nodes[node].tag == DT_TAG_TEXT) {
      c->sums->shown += add_text(c, to, dt_text_of(tree, node), 1);
      continue;
    }
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
      detm_text address = dt_attribute_of(tree, node, names[n]); /* columns have it made absolute */
      if (address.length != 0) address = dt_url_resolve(&c->arena, c->base, address);
      c->sums->shown += add_text(c, to, address, 1);
    }
  }
}

static size_t text_bytes(checking *c, const dt_tree *tree, dt_index from, dt_index end) {
  size_t bytes = 0;
  for (dt_index node = from; node < end; node++)
    if (tree->nodes[node].tag == DT_TAG_TEXT) bytes += add_text(c, NULL, dt_text_of(tree, node), 1);
  return bytes;
}

/* ---- what the page shows ---- */

static void add_record(checking *c, bag *to, const dt_record *record, const dt_tree *tree) {
  if (record->grid == NULL) {
    for (uint32_t n = 0; n < record->count; n++)
      add_nodes(c, to, tree, record->nodes[n], tree->nodes[record->nodes[n]].end);
  } else { /* all cells that cover the row, also those that begin above */
    const dt_grid_record *own = &record->grid->records[record->row];
    const uint32_t rows[] = {own->row, own->detail};
    for (size_t r = 0; r < 2 && rows[r] != DT_NONE; r++) {
      const dt_grid_row *row = &record->grid->rows[rows[r]];
      for (uint32_t s = row->first; s < row->first + row->count; s++) {
        dt_index cell = dt_slot_cell(record->grid, s)->node;
        add_nodes(c, to, tree, cell, tree->nodes[cell].end);
      }
    }
  }
  for (uint32_t h = 0; h < record->heading_count; h++)
    if (record->headings[h] != DT_NONE)
      add_nodes(c, to, tree, record->headings[h], tree->nodes[record->headings[h]].end);
}

/* The bytes of texts from the first to the last record of a list that are in none of them. */
static int64_t between_records(checking *c, const dt_record_set *set) {
  dt_index first = DT_NONE, end = 0;
  size_t own = 0;
  for (uint32_t r = 0; r < set->count; r++) {
    if (set->records[r].grid != NULL) return 0; /* its rows are checked by their kinds */
    for (uint32_t n = 0; n < set->records[r].count; n++) {
      dt_index node = set->records[r].nodes[n], past = set->tree->nodes[node].end;
      if (node < first) first = node;
      if (past > end) end = past;
      own += text_bytes(c, set->tree, node, past);
    }
  }
  dt_lookup headings;
  dt_lookup_start(&headings, &c->arena, set->count);
  for (uint32_t r = 0; r < set->count; r++)
    for (uint32_t h = 0; h < set->records[r].heading_count; h++) {
      dt_index node = set->records[r].headings[h];
      bool inside = node != DT_NONE && node >= first && node < end;
      uint32_t known = headings.count;
      if (inside) dt_lookup_add(&headings, node);
      if (headings.count != known) own += text_bytes(c, set->tree, node, set->tree->nodes[node].end);
    }
  return first < end ? (int64_t)text_bytes(c, set->tree, first, end) - (int64_t)own : 0;
}

/* ---- what becomes of it ---- */

static detm_status region_begin(void *data, const detm_region_info *region, detm_error *error) {
  (void)error;
  ((checking *)data)->region = region->number - 1;
  return DETM_OK;
}

static detm_status record_begin(void *data, size_t number, detm_error *error) {
  (void)error;
  ((checking *)data)->record = number - 1;
  return DETM_OK;
}

static detm_status field(void *data, const detm_field *value, detm_error *error) {
  checking *c = data;
  (void)error;
  if (c->region >= c->result->result.region_count)
    return DETM_OK; /* of a list in a script, which is checked by itself */
  c->sums->columns += add_text(c, &c->records[c->first[c->region] + c->record], value->value, -1);
  return DETM_OK;
}

static void left(void *data, const dt_left *line) {
  checking *c = data;
  bag *from = line->record != DT_NONE ? &c->records[c->first[c->region] + line->record] : NULL;
  detm_text text = line->address ? dt_url_resolve(&c->arena, c->base, line->text) : line->text;
  size_t bytes = add_text(c, from, text, -1);
  *(line->reason == DT_LEFT_NAME ? &c->sums->names : &c->sums->left) += bytes;
  if (from == NULL && !line->address && line->reason != DT_LEFT_OUTSIDE) c->between[c->region] -= (int64_t)bytes;
}

/* ---- both ---- */

static void note_missing(checking *c, uint64_t bytes, size_t region, size_t record) {
  if (c->sums->missing == 0 && record != 0)
    snprintf(c->sums->place, sizeof c->sums->place, "region %zu, record %zu", region, record);
  else if (c->sums->missing == 0)
    snprintf(c->sums->place, sizeof c->sums->place, "region %zu, between the records", region);
  c->sums->missing += bytes;
}

static void check(void *data) {
  checking *c = data;
  const dt_wrapper_result *result = c->result;
  const dt_tree *tree = &result->page->tree;
  size_t regions = result->result.region_count, count = 0;
  c->base = dt_page_base(&c->arena, result->page);
  c->first = DT_ZERO(&c->arena, size_t, regions + 1);
  c->between = DT_ZERO(&c->arena, int64_t, regions + 1);
  for (size_t i = 0; i < regions; i++) {
    c->first[i] = count;
    count += result->regions[i].set.count;
  }
  c->records = DT_ZERO(&c->arena, bag, count + 1);

  for (size_t i = 0; i < regions; i++) {
    const dt_record_set *set = &result->regions[i].set;
    for (uint32_t r = 0; r < set->count; r++) add_record(c, &c->records[c->first[i] + r], &set->records[r], tree);
    c->between[i] = between_records(c, set);
    c->sums->shown += c->between[i] > 0 ? (uint64_t)c->between[i] : 0;
  }

  detm_sink sink = {.data = c, .region_begin = region_begin, .record_begin = record_begin, .field = field};
  c->failed = detm_result_emit(&result->result, &sink, NULL) != DETM_OK;
  dt_arena scratch;
  dt_arena_start(&scratch, c->arena.scope);
  for (size_t i = 0; i < regions && !c->failed; i++) {
    dt_account account = {
        .result = result, .region = &result->regions[i], .scratch = &scratch, .visit = left, .data = c};
    c->region = i;
    dt_account_walk(&account);
  }
  dt_arena_free(&scratch);

  for (size_t i = 0; i < regions && !c->failed; i++) {
    for (size_t r = 0; r < result->regions[i].set.count; r++)
      for (unsigned b = 0; b < BYTES; b++)
        if (c->records[c->first[i] + r].of[b] > 0)
          note_missing(c, (uint64_t)c->records[c->first[i] + r].of[b], i + 1, r + 1);
    if (c->between[i] > 0) note_missing(c, (uint64_t)c->between[i], i + 1, 0);
  }
}

/* A detm_account_visit: a range that is a part of a text has the text of its line. */
static detm_status check_range(void *data, const detm_account_line *line, detm_error *error) {
  checking *c = data;
  const dt_tree *tree = &c->result->page->tree;
  const detm_range *range = &line->range;
  (void)error;
  if (!range->known || line->address || tree->nodes[range->first].tag != DT_TAG_TEXT) return DETM_OK;
  detm_text text = dt_text_of(tree, range->first);
  bool inside = range->first == range->last && range->start <= range->end && range->end <= text.length;
  if (inside && dt_text_equal((detm_text){text.data + range->start, range->end - range->start}, line->text))
    return DETM_OK;
  if (c->sums->missing++ == 0) snprintf(c->sums->place, sizeof c->sums->place, "not at its place: %s", line->path);
  return DETM_OK;
}

void account_check(detm_result *result, account_sums *sums) {
  checking c = {.result = dt_wrapper_result_of(result), .sums = sums};
  dt_scope scope;
  if (c.result == NULL) return;
  dt_scope_start(&scope, 0);
  dt_arena_start(&c.arena, &scope);
  (void)!dt_scope_run(&scope, check, &c);
  (void)detm_result_account(result, check_range, &c, NULL);
  dt_arena_free(&c.arena);
  if (c.result->data != NULL) account_check(c.result->data, sums);
}
