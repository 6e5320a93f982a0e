/* engine/starts.c: where records begin (doc/method 2.7): further to the front than the siblings of one kind at which
 * they were cut, or after a separator. */
#include "engine/starts.h"

#include "base/vec.h"
#include "engine/tunables.h"

#include <stdlib.h>

/* ---- before the siblings of a cut ---- */

/* By the tag, whether there is a link, and the kind of the only text. */
enum { KIND_OF_TEXT = 7, KIND_SAYS = 8, KIND_LINKED = 16, KIND_BITS = 5 };
static uint64_t kind_by_value(const dt_list_cutter *c, uint32_t sibling) {
  dt_engine *e = c->engine;
  dt_index node = c->list->nodes[sibling];
  uint32_t first = e->text_before[node], end = e->text_before[e->tree->nodes[node].end];
  unsigned kind = end == first + 1 ? dt_grid_kind_of(dt_text_kind(e, first)) : 0;
  bool linked = e->linked_before[end] != e->linked_before[first];
  return (uint64_t)e->tree->nodes[node].tag << KIND_BITS | (linked ? KIND_LINKED : 0) | (end != first ? KIND_SAYS : 0) |
         kind;
}

static uint32_t count_kind(const dt_list_cutter *c, uint64_t kind, uint32_t from, uint32_t end) {
  uint32_t count = 0;
  for (uint32_t k = from; k < end; k++) count += kind_by_value(c, k) == kind;
  return count;
}

/* A record that is followed by another: the reference, or the first one. */
static uint32_t followed(const dt_cut *cut) { return cut->reference + 1 < cut->count ? cut->reference : 0; }

static bool sibling_has_text(const dt_list_cutter *c, uint32_t sibling) {
  const dt_engine *e = c->engine;
  dt_index node = c->list->nodes[sibling];
  return e->text_before[e->tree->nodes[node].end] != e->text_before[node];
}

/* Whether a sibling shows something but says nothing. */
static bool is_picture_alone(const dt_list_cutter *c, uint32_t sibling) {
  const dt_node *nodes = c->engine->tree->nodes;
  dt_index node = c->list->nodes[sibling];
  if (sibling_has_text(c, sibling)) return false;
  for (dt_index n = node; n < nodes[node].end; n++) {
    dt_display display = dt_tag_display(nodes[n].tag);
    if (nodes[n].tag == DT_TAG_img || display == DT_DISPLAY_EMBEDDED || display == DT_DISPLAY_CONTROL) return true;
  }
  return false;
}

/* Whether a sibling says something: it has a text or shows something else. */
static bool sibling_says(const dt_list_cutter *c, uint32_t sibling) {
  return sibling_has_text(c, sibling) || is_picture_alone(c, sibling);
}

/* Whether two siblings have the same tag, and both have a text or none. */
static bool siblings_look_alike(const dt_list_cutter *c, uint32_t a, uint32_t b) {
  return ((kind_by_value(c, a) ^ kind_by_value(c, b)) & ~(uint64_t)(KIND_OF_TEXT | KIND_LINKED)) == 0;
}

/* Whether the first record of a cut may begin with the sibling `steps` before it, as the others do with siblings like
 * the one at `model`.  That of the first one may be another text of the same tag ("TIP: ..." for a price), but before a
 * heading it is a paragraph about the list.  It may lack a picture, which has its text below it. */
static bool may_lead_first(const dt_list_cutter *c, const dt_cut *cut, uint32_t steps, uint32_t model) {
  const dt_node *nodes = c->engine->tree->nodes;
  const dt_index *siblings = c->list->nodes;
  uint32_t start = cut->starts[0];
  uint64_t kind = kind_by_value(c, model);
  if (is_picture_alone(c, model)) return true;
  if (start < steps || nodes[siblings[start - steps]].tag == DT_TAG_hr) return false; /* a rule ends another record */
  return kind_by_value(c, start - steps) == kind ||
         (siblings_look_alike(c, start - steps, model) && !dt_tag_is(nodes[siblings[start]].tag, DT_HEADING));
}

/* Whether the last record lacks a sibling of a kind that the others have, which its cut put at the wrong end.  What
 * follows the records and begins as they do is the last one. */
static bool last_lacks(const dt_list_cutter *c, const dt_cut *cut, uint64_t kind) {
  const uint32_t *starts = cut->starts;
  uint32_t model = followed(cut), length = starts[model + 1] - starts[model];
  uint32_t last = starts[cut->count - 1], end = c->list->count;
  if (starts[cut->count] < end && kind_by_value(c, starts[cut->count]) == kind_by_value(c, last))
    last = starts[cut->count];
  if (end - last > length) end = last + length;
  return count_kind(c, kind, last, end) < count_kind(c, kind, starts[model], starts[model + 1]);
}

/* Whether pictures stand before a third of the starts at least, and nowhere else: none is at the end of the last
 * record. */
static bool pictures_lead(const dt_list_cutter *c, const dt_cut *cut) {
  uint32_t leading = 0, next = 0, first = cut->starts[0] != 0 ? cut->starts[0] - 1 : 0;
  for (uint32_t k = first; k < cut->starts[cut->count]; k++) {
    while (next < cut->count && cut->starts[next] <= k) next++;
    if (!is_picture_alone(c, k)) continue;
    bool starts = next != 0 && cut->starts[next - 1] == k;
    if (starts || next == cut->count || cut->starts[next] != k + 1) return false;
    leading++;
  }
  return leading > 1 && 3 * leading >= cut->count;
}

/* The best cut; if its records begin with pictures, the cut at the elements like the one after a picture. */
static dt_cut cut_after_pictures(const dt_list_cutter *c) {
  const dt_cut *best = &c->best;
  const dt_tree *tree = c->engine->tree;
  uint32_t start = best->starts[best->reference];
  if (!is_picture_alone(c, start) || start + 1 == best->starts[best->reference + 1]) return *best;

  dt_index model = c->list->nodes[start + 1];
  dt_cut cut = {.list = c->list, .starts = DT_ARRAY(c->engine->scratch, uint32_t, (size_t)c->list->count + 1)};
  for (uint32_t k = 0; k < c->list->count; k++) {
    dt_index node = c->list->nodes[k];
    if (tree->nodes[node].tag == tree->nodes[model].tag && dt_have_same_class(tree, node, model))
      cut.starts[cut.count++] = k;
  }

  cut.starts[cut.count] = c->list->count;
  if (cut.count <= best->count) return *best;
  dt_cut_trim_and_weigh(c->engine, &cut);
  return cut;
}

/* Offers the cut in which pictures that stand before some starts alone are those of the records that follow them. */
void dt_offer_with_pictures(dt_list_cutter *c) {
  dt_cut cut = cut_after_pictures(c);
  if (!pictures_lead(c, &cut)) return;
  dt_cut leading = dt_cut_part(c->engine, &cut, 0, cut.count - 1);
  for (uint32_t r = 0; r < leading.count; r++) {
    uint32_t start = cut.starts[r];
    if (start != 0 && is_picture_alone(c, start - 1)) leading.starts[r] = start - 1;
  }
  dt_cut_trim_and_weigh(c->engine, &leading);
  dt_list_cutter_offer(c, &leading, DT_MIN_PICTURED * c->best_within);
}

/* Offers the cut with starts further to the front, if siblings that look alike precede most records, the first one may
 * have them, and the last one lacks such siblings at its end: a picture or a price before the link that was taken for
 * the start. */
void dt_offer_with_lead(dt_list_cutter *c) {
  const dt_cut *cut = &c->best;
  const uint32_t *starts = cut->starts;
  uint32_t steps = 0, next = followed(cut) + 1; /* the record whose lead is that of all */

  for (; starts[next] - starts[next - 1] > steps + 1; steps++) {
    uint32_t model = starts[next] - steps - 1, same = 0;
    for (uint32_t r = 1; r < cut->count; r++)
      same += starts[r] - starts[r - 1] > steps + 1 && siblings_look_alike(c, starts[r] - steps - 1, model);
    if (10 * (uint64_t)same < DT_TENTHS_LEAD * (uint64_t)(cut->count - 1)) break;
    if (!may_lead_first(c, cut, steps + 1, model) || !last_lacks(c, cut, kind_by_value(c, model))) break;
  }

  if (steps == 0) return;
  dt_cut leading = dt_cut_part(c->engine, cut, 0, cut->count - 1);
  for (uint32_t r = 0; r < cut->count; r++) {
    uint32_t at = starts[r], s = 0, before = r != 0 ? starts[r - 1] + 1 : 0;
    while (s < steps && at - s > before && siblings_look_alike(c, at - s - 1, starts[next] - s - 1)) s++;
    leading.starts[r] = at - s;
  }

  /* What the last record has in the place of the lead of a next one follows the list. */
  uint32_t last = cut->count - 1, length = starts[next] - starts[next - 1];
  if (starts[cut->count] - starts[last] == length) leading.starts[cut->count] -= steps;
  dt_cut_trim_and_weigh(c->engine, &leading);
  dt_list_cutter_offer(c, &leading, DT_MIN_EARLIER * c->best_within);
}

/* ---- siblings between separators ---- */

/* Whether a sibling separates what is before it from what is after it: a rule; or, if `blank`, a rule, a blank line, or
 * an empty block. */
static bool separates(const dt_list_cutter *c, uint32_t sibling, bool blank) {
  dt_tag tag = c->engine->tree->nodes[c->list->nodes[sibling]].tag;
  if (tag == DT_TAG_hr) return true;
  return blank && (tag == DT_TAG_BR2 || (dt_tag_display(tag) == DT_DISPLAY_BLOCK && !sibling_says(c, sibling)));
}

/* The siblings between two separators, [from, end), without those at the ends that say nothing. */
typedef struct between {
  uint32_t from, end, saying; /* saying: number of siblings that say something */
  bool alike;                 /* all of these are of one kind, and each has more than a text that is no link */
  bool headed;                /* one after the first of these is a heading */
} between;

static between trimmed_between(const dt_list_cutter *c, uint32_t from, uint32_t end) {
  between b = {.from = end, .end = from, .alike = true};
  uint64_t kind = 0;
  bool plain = true;
  for (uint32_t k = from; k < end; k++) {
    if (!sibling_says(c, k)) continue;
    uint64_t own = kind_by_value(c, k);
    if (b.saying++ == 0) {
      b.from = k;
      kind = own;
    }
    b.headed = b.headed || (b.saying > 1 && dt_tag_is(c->engine->tree->nodes[c->list->nodes[k]].tag, DT_HEADING));
    b.end = k + 1;
    plain = plain && !(own & KIND_LINKED) && (own & KIND_OF_TEXT) != 0;
    b.alike = b.alike && own == kind;
  }

  b.alike = b.alike && !plain;
  return b;
}

/* Reads what is between the separators, without what says nothing.  Returns its number. */
static uint32_t find_between(const dt_list_cutter *c, bool blank, between *runs) {
  uint32_t count = 0, from = 0, separators = 0;
  if (c->list->count + 1 < 2 * DT_MIN_TO_ROTATE) return 0;
  for (uint32_t k = 0; k < c->list->count && separators + 1 < DT_MIN_TO_ROTATE; k++)
    separators += separates(c, k, blank);
  if (separators + 1 < DT_MIN_TO_ROTATE) return 0;
  for (uint32_t k = 0; k <= c->list->count; k++) {
    if (k != c->list->count && !separates(c, k, blank)) continue;
    between b = trimmed_between(c, from, k);
    if (b.saying != 0) runs[count++] = b;
    from = k + 1;
  }
  return count;
}

/* Whether what is between two separators within the cut has many times the usual number of siblings: it is a list. */
static bool holds_list(const dt_cut *cut, const between *runs, uint32_t count, uint32_t median) {
  enum { TIMES = 4 };
  for (uint32_t r = 0; r < count; r++)
    if (runs[r].from >= cut->starts[0] && runs[r].end <= cut->starts[cut->count] && runs[r].saying > TIMES * median)
      return true;
  return false;
}

static uint32_t median_saying(dt_engine *e, const between *runs, uint32_t count) {
  uint64_t *numbers = DT_ARRAY(e->scratch, uint64_t, count);
  for (uint32_t r = 0; r < count; r++) numbers[r] = runs[r].saying;
  qsort(numbers, count, sizeof *numbers, dt_compare_numbers);
  return (uint32_t)numbers[count / 2];
}

/* Whether most of what is between the separators are records of several siblings: about as many in each, or they would
 * be the members of groups, and not all alike, or each would be a record. */
static bool have_several_siblings(const between *runs, uint32_t count, uint32_t median, uint32_t slack) {
  uint32_t usual = 0, parts = 0;
  for (uint32_t r = 0; r < count; r++) {
    usual += runs[r].saying + slack >= median && runs[r].saying <= median + slack;
    parts += runs[r].saying > 1 && !runs[r].alike && !runs[r].headed;
  }
  return 10 * (uint64_t)usual >= DT_TENTHS_MOST * (uint64_t)count &&
         10 * (uint64_t)parts >= DT_TENTHS_MOST * (uint64_t)count;
}

/* Whether the records of the best cut begin within those that a cut at separators makes, one in each, and the last of
 * them goes on after a separator, as the others do: "title, blank line, text" again and again. */
static bool goes_on_after(const dt_list_cutter *c, const dt_cut *separated, const between *runs, uint32_t count) {
  const dt_cut *best = &c->best;
  uint32_t within = 0, b = 0, run = 0, last = c->list->count - 1, start = best->starts[best->reference];
  for (uint32_t r = 0; r < separated->count; r++) {
    uint32_t begin = separated->starts[r], end = separated->starts[r + 1], starts = 0;
    while (b < best->count && best->starts[b] <= begin) b++;
    for (; b < best->count && best->starts[b] < end; b++) starts++;
    within += starts == 1;
  }

  if (10 * (uint64_t)within < DT_TENTHS_MOST * (uint64_t)separated->count) return false;
  while (last > start && kind_by_value(c, last) != kind_by_value(c, start))
    last--; /* the last record may be outside the cut */
  while (run < count && runs[run].from <= last) run++;
  return run != count && kind_by_value(c, runs[run].from) == kind_by_value(c, separated->starts[separated->count / 2]);
}

/* Offers the cut whose records are what is between the separators, if these are alike and take as many siblings as the
 * best cut does.  What is before the first separator may begin with a text about the list: offer_head finds the record
 * in it. */
bool dt_offer_between(dt_list_cutter *c, bool blank) {
  dt_engine *e = c->engine;
  const dt_node *nodes = e->tree->nodes;
  const dt_index *siblings = c->list->nodes;
  between *runs = DT_ARRAY(e->scratch, between, (size_t)c->list->count + 1);
  uint32_t count = find_between(c, blank, runs);
  if (count < DT_MIN_TO_ROTATE) return false;
  uint32_t median = median_saying(e, runs, count), slack = median / 4 != 0 ? median / 4 : 1;
  if (!have_several_siblings(runs, count, median, slack)) return false;

  dt_cut cut = {.list = c->list, .starts = DT_ARRAY(e->scratch, uint32_t, (size_t)count + 1), .count = count};
  for (uint32_t r = 0; r < count; r++) cut.starts[r] = runs[r].from;
  uint32_t end = runs[count - 1].end;
  cut.starts[count] = end < c->list->count && separates(c, end, blank) ? end + 1 : end;
  bool other = nodes[siblings[runs[0].from]].tag != nodes[siblings[runs[count / 2].from]].tag;
  if (other || runs[0].saying > median) cut = dt_cut_part(e, &cut, 1, count - 1);
  cut.reference = dt_cut_median(e, &cut, DT_NONE);
  dt_cut alike = dt_cut_alike_part(c, &cut);
  if (alike.count < DT_MIN_TO_ROTATE) return false;

  if (trimmed_between(c, alike.starts[alike.count - 1], alike.starts[alike.count]).saying <= median + slack)
    dt_cut_weigh(e, &alike);
  else
    dt_cut_trim_and_weigh(e, &alike); /* a text at the end of the page follows the last one */
  uint32_t covered = alike.starts[alike.count] - alike.starts[0];
  uint32_t best_covered = c->best.starts[c->best.count] - c->best.starts[0];
  if (10 * alike.similarity < DT_TENTHS_MOST) return false;
  if (10 * (uint64_t)covered < DT_TENTHS_MOST * (uint64_t)best_covered) return false;
  if (blank && (goes_on_after(c, &alike, runs, count) || holds_list(&alike, runs, count, median))) return false;
  return dt_list_cutter_offer(c, &alike, DT_MIN_SEPARATED * c->best_within);
}
