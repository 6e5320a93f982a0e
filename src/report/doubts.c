/* report/doubts.c: what the values of columns tell, and what is doubtful about them and their records. */
#include "report/doubts.h"

#include "result/typed_parts.h"
#include "text/words.h"

/* Shares of the records. */
#define MOST 0.9  /* have a column: a record without half of such columns is doubtful */
#define FEW 0.1   /* have a column: it is doubtful */
#define TYPED 0.8 /* of a column's values are of its type: the others are odd */

enum {
  COMMON = 3, /* columns that most records have, before a record can lack them */
  MANY = 3    /* columns that few records have, before they are one doubt */
};

/* ---- columns ---- */

const dt_column_facts *dt_columns_gather(dt_arena *arena, const detm_locale *locale, const detm_region *region) {
  const detm_region_info *info = detm_region_properties(region);
  dt_column_facts *facts = DT_ZERO(arena, dt_column_facts, info->column_count + 1);

  for (size_t i = 0; i < detm_region_record_count(region); i++) {
    const detm_record *record = detm_region_record_get(region, i);
    for (size_t f = 0; f < detm_record_field_count(record); f++) {
      dt_column_facts *column = &facts[detm_record_field_get(record, f)->column];
      column->records++;
      for (size_t n = 0; n < detm_record_value_count(record, f); n++) {
        dt_scope_tick(arena->scope);
        DT_VEC_PUSH(arena, &column->values, detm_record_value_get(record, f, n)->value);
      }
    }
  }

  for (size_t c = 0; c < info->column_count; c++) {
    const detm_value_kind kind = dt_kind_of_type(info->columns[c].type);
    facts[c].kind = kind != DETM_VALUE_PHONE ? kind : 0; /* which has no amount or day to show, and none to be odd */
    if (facts[c].kind != 0) detm_habits_learn(locale, facts[c].values.items, facts[c].values.count, &facts[c].habits);
  }
  return facts;
}

bool dt_column_read(const detm_locale *locale, const dt_column_facts *column, detm_text text, detm_value *value) {
  return column->kind != 0 && detm_value_read(locale, &column->habits, column->kind, text, value) != 0;
}

/* ---- doubts ---- */

typedef struct doubting {
  dt_arena *arena;
  const detm_locale *locale;
  const detm_region *region;
  const detm_region_info *info;
  const dt_column_facts *facts;
  size_t records;
  dt_doubts doubts;
} doubting;

const char *dt_doubt_name(dt_doubt_kind kind) {
  static const char *const names[] = {[DT_DOUBT_LACKS] = "lacks",
                                      [DT_DOUBT_ODD] = "odd",
                                      [DT_DOUBT_RARE] = "rare",
                                      [DT_DOUBT_FEW] = "few",
                                      [DT_DOUBT_LEFT] = "left"};
  return names[kind];
}

/* Doubts the records without half of what nearly all others have. */
static void doubt_records(doubting *d) {
  size_t columns = d->info->column_count, common = 0;
  bool *is_common = DT_ZERO(d->arena, bool, columns + 1);
  for (size_t c = 0; c < columns; c++) {
    is_common[c] = d->records != 0 && (double)d->facts[c].records >= MOST * (double)d->records;
    common += is_common[c];
  }
  if (common < COMMON) return;

  for (size_t i = 0; i < d->records; i++) {
    const detm_record *record = detm_region_record_get(d->region, i);
    bool *has = DT_ZERO(d->arena, bool, columns + 1);
    dt_doubt doubt = {.kind = DT_DOUBT_LACKS, .record = detm_record_number(record), .count = 1};
    dt_scope_tick(d->arena->scope);
    for (size_t f = 0; f < detm_record_field_count(record); f++) has[detm_record_field_get(record, f)->column] = true;
    for (size_t c = 0; c < columns; c++)
      if (is_common[c] && !has[c]) DT_VEC_PUSH(d->arena, &doubt.columns, (uint32_t)c);
    if (2 * (size_t)doubt.columns.count > common) DT_VEC_PUSH(d->arena, &d->doubts, doubt);
  }
}

/* Finds the first value of the record that is not of its column's type; false if there is none. */
static bool has_odd_value(const doubting *d, const detm_record *record, size_t column, detm_text *odd) {
  detm_value value;
  for (size_t f = 0; f < detm_record_field_count(record); f++) {
    if (detm_record_field_get(record, f)->column != column) continue;
    for (size_t n = 0; n < detm_record_value_count(record, f); n++) {
      *odd = detm_record_value_get(record, f, n)->value;
      dt_scope_tick(d->arena->scope);
      if (!dt_column_read(d->locale, &d->facts[column], *odd, &value)) return true;
    }
  }
  return false;
}

/* Doubts a column in which some values are not of its type. */
static void doubt_values(doubting *d, uint32_t column) {
  const dt_column_facts *facts = &d->facts[column];
  dt_doubt doubt = {.kind = DT_DOUBT_ODD};
  detm_value value;
  uint32_t typed = 0;
  for (uint32_t i = 0; i < facts->values.count && facts->kind != 0; i++) {
    dt_scope_tick(d->arena->scope);
    typed += dt_column_read(d->locale, facts, facts->values.items[i], &value);
  }
  if (facts->kind == 0 || typed == facts->values.count || typed < TYPED * facts->values.count) return;

  for (size_t i = 0; i < d->records; i++) {
    detm_text odd;
    if (has_odd_value(d, detm_region_record_get(d->region, i), column, &odd) && doubt.count++ == 0) doubt.sample = odd;
  }
  DT_VEC_PUSH(d->arena, &doubt.columns, column);
  DT_VEC_PUSH(d->arena, &d->doubts, doubt);
}

/* Doubts the columns that few records have; many such columns are one doubt. */
static void doubt_rare_columns(doubting *d) {
  dt_doubt few = {.kind = DT_DOUBT_FEW};
  for (uint32_t c = 0; c < d->info->column_count; c++)
    if (d->facts[c].records != 0 && (double)d->facts[c].records < FEW * (double)d->records)
      DT_VEC_PUSH(d->arena, &few.columns, c);

  few.count = few.columns.count;
  if (few.count >= MANY) DT_VEC_PUSH(d->arena, &d->doubts, few);
  for (uint32_t i = 0; i < few.count && few.count < MANY; i++) {
    dt_doubt rare = {.kind = DT_DOUBT_RARE, .count = d->facts[few.columns.items[i]].records};
    DT_VEC_PUSH(d->arena, &rare.columns, few.columns.items[i]);
    DT_VEC_PUSH(d->arena, &d->doubts, rare);
  }
}

/* Doubts what is in no column and may be records or values. */
static void doubt_left_out(doubting *d) {
  for (size_t i = 0; i < d->info->left_out_count; i++) {
    const detm_left_out *left = &d->info->left_out[i];
    if (dt_text_is_among(dt_text(left->reason), "row-odd|row-foreign|row-other-section|unplaced"))
      DT_VEC_PUSH(
          d->arena, &d->doubts,
          (dt_doubt){.kind = DT_DOUBT_LEFT, .count = left->count, .reason = left->reason, .sample = left->sample});
  }
}

dt_doubts dt_doubts_find(dt_arena *arena, const detm_locale *locale, const detm_region *region,
                         const dt_column_facts *facts) {
  doubting d = {.arena = arena,
                .locale = locale,
                .region = region,
                .info = detm_region_properties(region),
                .facts = facts,
                .records = detm_region_record_count(region)};
  doubt_records(&d);
  for (uint32_t c = 0; c < d.info->column_count; c++) doubt_values(&d, c);
  doubt_rare_columns(&d);
  doubt_left_out(&d);
  return d.doubts;
}
