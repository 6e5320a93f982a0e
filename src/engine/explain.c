/* engine/explain.c: notes what the engine decides about the lists of a page, and says it in words (doc/method 2.9).
 *
 * A list is known by its dt_list, which its region keeps wherever it moves.  What a step of regions.c changes is found
 * by comparing the records before and after it, so that no step can forget to say so. */
#include "base/vec.h"
#include "engine/engine.h"
#include "html/tree_path.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
  MAX_IN_FULL = 10, /* lists with the parts of their scores */
  MAX_LISTS = 100,
  MAX_RECORDS = 20, /* of one list and step that are named */
  MAX_REFUSED = 5
};

/* What was decided about a list, or about one of its records. */
typedef struct decision {
  const dt_list *list;
  const char *what; /* "no record", "cut", "longer", "added", "3 records in"; NULL = it is about the list */
  dt_index node;    /* where the record begins */
  const char *why;
} decision;

/* A list that is no candidate. */
typedef struct refused {
  dt_index parent;
  const char *why;
} refused;

/* Why one node is no record, until the step that knows it ends. */
typedef struct reason {
  dt_index node;
  const char *why;
} reason;

typedef struct level {
  uint32_t level, records;
  bool chosen;
} level;

typedef struct result {
  const dt_list *list;
  uint32_t records;
} result;

struct dt_explanation {
  dt_region *ranked; /* as they were ranked */
  uint32_t ranked_count;
  DT_VEC(decision) decisions;
  DT_VEC(refused) refused;
  DT_VEC(reason) reasons;
  DT_VEC(result) results;
  DT_VEC(level) levels;
  DT_VEC(char) text;
};

/* ---- notes ---- */

void dt_explain_start(dt_engine *e) { e->explanation = DT_ZERO(e->arena, dt_explanation, 1); }

void dt_explain_refused(dt_engine *e, dt_index parent, const char *why) {
  if (e->explanation != NULL) DT_VEC_PUSH(e->arena, &e->explanation->refused, (refused){parent, why});
}

void dt_explain_ranked(dt_engine *e) {
  dt_explanation *x = e->explanation;
  if (x == NULL) return;
  x->ranked = DT_ARRAY(e->arena, dt_region, e->region_count);
  x->ranked_count = e->region_count;
  memcpy(x->ranked, e->regions, e->region_count * sizeof *x->ranked);
}

void dt_explain_list(dt_engine *e, const dt_region *region, const char *why, dt_index other) {
  dt_explanation *x = e->explanation;
  if (x == NULL) return;
  const char *text = dt_arena_format(e->arena, "%s %s", why, dt_path_write(e->arena, e->tree, other, true));
  DT_VEC_PUSH(e->arena, &x->decisions, (decision){region->cut.list, NULL, DT_NONE, text});
}

void dt_explain_record(dt_engine *e, dt_index node, const char *format, ...) {
  char text[200];
  va_list arguments;
  if (e->explanation == NULL) return;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  DT_VEC_PUSH(e->arena, &e->explanation->reasons, (reason){node, dt_arena_copy(e->arena, text, strlen(text))});
}

void dt_explain_again(dt_engine *e, const dt_region *region) {
  dt_explanation *x = e->explanation;
  uint32_t kept = 0;
  if (x == NULL) return;
  for (uint32_t d = 0; d < x->decisions.count; d++)
    if (x->decisions.items[d].list != region->cut.list || x->decisions.items[d].what == NULL)
      x->decisions.items[kept++] = x->decisions.items[d];
  x->decisions.count = kept;
}

void dt_explain_result(dt_engine *e, const dt_region *region) {
  if (e->explanation != NULL)
    DT_VEC_PUSH(e->arena, &e->explanation->results, (result){region->cut.list, region->record_count});
}

void dt_explain_level(dt_engine *e, uint32_t number, uint32_t records, bool chosen) {
  if (e->explanation != NULL) DT_VEC_PUSH(e->arena, &e->explanation->levels, (level){number, records, chosen});
}

dt_record *dt_explain_before(dt_engine *e, const dt_region *region) {
  if (e->explanation == NULL) return NULL;
  dt_record *before = DT_ARRAY(e->arena, dt_record, region->record_count);
  memcpy(before, region->records, region->record_count * sizeof *before);
  e->explanation->reasons.count = 0;
  return before;
}

static void note_decision(dt_engine *e, const dt_region *region, const char *what, const dt_record *record,
                          const char *why) {
  const dt_explanation *x = e->explanation;
  dt_index node = record->nodes[0];
  for (uint32_t r = 0; r < x->reasons.count; r++)
    if (x->reasons.items[r].node == node) why = x->reasons.items[r].why;
  DT_VEC_PUSH(e->arena, &e->explanation->decisions, (decision){region->cut.list, what, node, why});
}

/* The number of records from `first` on that are parts of one that is no record any more. */
static uint32_t count_parts(const dt_engine *e, const dt_region *region, uint32_t first, const dt_record *old) {
  dt_index end = e->tree->nodes[old->nodes[old->count - 1]].end;
  uint32_t n = first;
  while (n < region->record_count && region->records[n].nodes[0] < end) n++;
  return n - first;
}

void dt_explain_step(dt_engine *e, const dt_region *region, const dt_record *before, uint32_t count, const char *why) {
  uint32_t now = 0;
  if (e->explanation == NULL) return;

  for (uint32_t was = 0; was < count || now < region->record_count;) {
    const dt_record *old = was < count ? &before[was] : NULL;
    const dt_record *own = now < region->record_count ? &region->records[now] : NULL;
    int order = old == NULL ? 1 : own == NULL ? -1 : dt_compare_records(old, own);
    uint32_t parts = order < 0 ? count_parts(e, region, now, old) : 0;
    if (parts != 0) {
      note_decision(e, region, dt_arena_format(e->arena, "%u record%s in", parts, parts == 1 ? "" : "s"), old, why);
      now += parts;
    } else if (order < 0) {
      note_decision(e, region, "no record", old, why);
    }
    if (order > 0) note_decision(e, region, "added", own, why);
    if (order == 0 && own->count < old->count) note_decision(e, region, "cut", own, why);
    if (order == 0 && own->count > old->count) note_decision(e, region, "longer", own, why);
    was += order <= 0;
    now += order >= 0;
  }
}

/* ---- words ---- */

static void __attribute__((format(printf, 2, 3))) say(dt_engine *e, const char *format, ...) {
  dt_explanation *x = e->explanation;
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);

  if (length > 0) {
    size_t bytes = (size_t)length;
    DT_VEC_RESERVE(e->arena, &x->text, bytes + 1);
    vsnprintf(x->text.items + x->text.count, bytes + 1, format, again);
    x->text.count += (uint32_t)bytes;
  }

  va_end(again);
}

/* The path of a node, without its start if it is too long for a line. */
static const char *path_of_node(dt_engine *e, dt_index node) {
  enum { MAX_PATH = 1000 };
  const char *text = dt_path_write(e->arena, e->tree, node, true), *step = text;
  for (const char *next = text; next != NULL && strlen(step) > MAX_PATH; next = strchr(step + 1, '/')) step = next;
  return step == text ? text : dt_arena_format(e->arena, "...%s", step);
}

/* What a node shows: its first text, in quotation marks. */
static const char *shown(dt_engine *e, dt_index node) {
  uint32_t first, end;
  dt_record_texts(e, &node, 1, &first, &end);
  return first != end ? dt_arena_quote(e->arena, dt_text_of(e->tree, e->tree->text_nodes[first])) : "no text";
}

/* A part of a score: a feature's weight times its value. */
typedef struct part {
  int feature;
  double points;
} part;

static int by_size(const void *a, const void *b) {
  const part *x = a, *y = b;
  if (fabs(x->points) != fabs(y->points)) return fabs(x->points) > fabs(y->points) ? -1 : 1;
  return x->feature - y->feature;
}

static void say_score(dt_engine *e, const dt_region *region) {
  part parts[DT_REGION_FEATURE_COUNT];
  double rest = region->score;
  if (e->options->ranking == DETM_RANK_COVERAGE) {
    say(e, "   the score is the number of nodes in similar records\n");
    return;
  }

  for (int f = 0; f < DT_REGION_FEATURE_COUNT; f++) {
    parts[f] = (part){f, dt_region_features[f].weight * region->features[f]};
    rest -= parts[f].points;
  }

  qsort(parts, DT_REGION_FEATURE_COUNT, sizeof *parts, by_size);
  for (int p = 0; p < DT_REGION_FEATURE_COUNT && fabs(parts[p].points) >= 0.005; p++)
    say(e, "   %+6.2f = %5.2f x %5.2f  %s\n", parts[p].points, region->features[parts[p].feature],
        dt_region_features[parts[p].feature].weight, dt_region_features[parts[p].feature].means);

  if (fabs(rest) >= 0.005) say(e, "   %+6.2f                  of a list like it under another heading\n", rest);
}

/* Says what was decided about the records of a list; of many with one reason the first ones. */
static void say_decisions(dt_engine *e, const dt_list *list) {
  const dt_explanation *x = e->explanation;
  const char *what = NULL, *why = NULL;
  uint32_t same = 0;

  for (uint32_t i = 0; i <= x->decisions.count; i++) {
    const decision *d = i < x->decisions.count ? &x->decisions.items[i] : NULL;
    if (d != NULL && d->list != list) continue;
    if (d != NULL && d->what == NULL) {
      say(e, "   %s\n", d->why);
      continue;
    }
    bool again = d != NULL && what != NULL && strcmp(d->what, what) == 0 && strcmp(d->why, why) == 0;
    if (!again && same > MAX_RECORDS) say(e, "   %s: %u more: %s\n", what, same - MAX_RECORDS, why);
    if (d == NULL) break;
    same = again ? same + 1 : 1;
    what = d->what;
    why = d->why;
    if (same <= MAX_RECORDS) say(e, "   %s: %s (%s): %s\n", what, path_of_node(e, d->node), shown(e, d->node), why);
  }
}

/* Says which rows of a table are no records. */
static void explain_rows(dt_engine *e, const dt_grid *grid) {
  static const char *const names[DT_ROW_KINDS] = {
      [DT_ROW_HEAD] = "names of columns",
      [DT_ROW_REPEATED] = "the names of columns again",
      [DT_ROW_GROUP] = "heading of a group",
      [DT_ROW_DETAIL] = "a part of the record before it",
      [DT_ROW_TOTAL] = "sums or means",
      [DT_ROW_NOTE] = "a note",
      [DT_ROW_EMPTY] = "empty",
      [DT_ROW_HIDDEN] = "hidden",
  };

  uint32_t told = 0;
  for (uint32_t r = 0; r < grid->row_count && told < MAX_RECORDS; r++) {
    const dt_grid_row *row = &grid->rows[r];
    if (row->kind == DT_ROW_RECORD || row->node == DT_NONE) continue;
    say(e, "   no record: %s (%s): %s\n", path_of_node(e, row->node), shown(e, row->node), names[row->kind]);
    told++;
  }
}

static bool is_added(const dt_explanation *x, dt_index node) {
  for (uint32_t d = 0; d < x->decisions.count; d++)
    if (x->decisions.items[d].what != NULL && x->decisions.items[d].node == node &&
        strcmp(x->decisions.items[d].what, "added") == 0)
      return true;
  return false;
}

/* Says which siblings the cut has in no record: those before its first record and after its last one. */
static void say_outside(dt_engine *e, const dt_cut *cut) {
  const dt_list *list = cut->list;
  uint32_t told = 0, first, end;
  for (uint32_t n = 0; n < list->count && told < MAX_RECORDS; n++) {
    if (n == cut->starts[0]) n = cut->starts[cut->count];
    if (n == list->count) break;
    dt_record_texts(e, &list->nodes[n], 1, &first, &end);
    if (first == end || is_added(e->explanation, list->nodes[n])) continue;
    say(e, "   no record: %s (%s): not like the records\n", path_of_node(e, list->nodes[n]), shown(e, list->nodes[n]));
    told++;
  }
}

static void say_list(dt_engine *e, uint32_t rank) {
  const dt_explanation *x = e->explanation;
  const dt_region *region = &x->ranked[rank];
  const dt_list *list = region->cut.list;
  uint32_t records = region->cut.count;
  bool read = false;

  for (uint32_t i = 0; i < x->results.count; i++) {
    if (x->results.items[i].list != list) continue;
    records = x->results.items[i].records;
    read = true;
  }

  say(e, "%u. %s: %u record%s, score %.2f%s\n", rank + 1, path_of_node(e, list->parent), records,
      records == 1 ? "" : "s", region->score, list == e->regions[0].cut.list ? ": the main list" : "");
  if (rank < MAX_IN_FULL) say_score(e, region);
  if (read && records != region->cut.count)
    say(e, "   its first cut has %u record%s\n", region->cut.count, region->cut.count == 1 ? "" : "s");
  if (region->grid != NULL && rank < MAX_IN_FULL) explain_rows(e, region->grid);
  say_decisions(e, list);
  if (read && region->grid == NULL) say_outside(e, &region->cut);
}

const char *dt_explain_text(dt_engine *e) {
  dt_explanation *x = e->explanation;
  uint32_t count = x->ranked_count, lists = count < MAX_LISTS ? count : MAX_LISTS;
  say(e, "%u list%s may hold the page's records\n", count, count == 1 ? "" : "s");
  if (count != 0 && e->confidence >= 0)
    say(e, "the main list is the right one with a probability of %.3f\n", e->confidence);

  for (uint32_t i = 0; i < x->levels.count; i++) {
    const level *l = &x->levels.items[i];
    say(e, "level %u of the nested lists has %u records%s\n", l->level, l->records,
        l->chosen ? ", which are read" : "");
  }

  for (uint32_t rank = 0; rank < lists; rank++) say_list(e, rank);
  if (count > lists) say(e, "%u more lists score less\n", count - lists);
  for (uint32_t i = 0; i < x->refused.count && i < MAX_REFUSED; i++)
    say(e, "no list: %s: %s\n", path_of_node(e, x->refused.items[i].parent), x->refused.items[i].why);
  uint32_t more = x->refused.count > MAX_REFUSED ? x->refused.count - MAX_REFUSED : 0;
  if (more != 0) say(e, "no list: %u more element%s\n", more, more == 1 ? "" : "s");
  return dt_arena_copy(e->arena, x->text.items, x->text.count);
}
