/* wrapper/learn/splits.c: decides which texts hold several values, and where they are cut (doc/method 2.10).
 *
 * A text is cut at its decoration only where the records agree on the pieces and the pieces are not running text: never
 * at a highlighted word, and never within a number. */
#include "wrapper/learn/splits.h"
#include "wrapper/pieces.h"

#include "text/value_kind.h"

#include <stdlib.h>

enum { MAX_PIECES = 64 };

/* An instance of a text, cut into pieces. */
typedef struct cut {
  const dt_tree *tree;
  dt_piece *pieces;
  uint32_t count;
  uint64_t signature; /* hash of the decorations of all pieces, in order */
} cut;

/* The instances of a text, all cut by the same split. */
typedef struct cuts {
  dt_split split;
  cut *cuts;
  uint32_t count;
  const cut *common; /* a cut with the most frequent signature */
  uint32_t agreeing; /* number of cuts with that signature */
} cuts;

static int by_signature(const void *a, const void *b) {
  const cut *x = *(const cut *const *)a, *y = *(const cut *const *)b;
  if (x->signature != y->signature) return x->signature < y->signature ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void find_common(cuts *c, dt_arena *scratch) {
  const cut **sorted = DT_ARRAY(scratch, const cut *, c->count);
  for (uint32_t i = 0; i < c->count; i++) sorted[i] = &c->cuts[i];
  qsort(sorted, c->count, sizeof *sorted, by_signature);
  for (uint32_t i = 0, run = 0; i < c->count; i++) {
    run = i != 0 && sorted[i]->signature == sorted[i - 1]->signature ? run + 1 : 1;
    if (run <= c->agreeing) continue;
    c->agreeing = run;
    c->common = sorted[i + 1 - run];
  }
}

static cuts cut_all(dt_arena *scratch, const dt_instance *instances, uint32_t count, dt_split split) {
  cuts c = {.split = split, .cuts = DT_ARRAY(scratch, cut, count), .count = count};
  dt_piece pieces[MAX_PIECES];
  for (uint32_t i = 0; i < count; i++) {
    cut *one = &c.cuts[i];
    one->tree = instances[i].tree;
    one->count = dt_text_pieces(scratch, one->tree, instances[i].node, split, pieces, MAX_PIECES);
    one->pieces = DT_ARRAY(scratch, dt_piece, one->count);
    memcpy(one->pieces, pieces, one->count * sizeof *pieces);
    one->signature = one->count;
    for (uint32_t p = 0; p < one->count; p++) one->signature = dt_hash_mix(one->signature, pieces[p].within);
  }
  find_common(&c, scratch);
  return c;
}

/* ---- running text ---- */

bool dt_ends_like_label(detm_text text) {
  return text.length > 1 &&
         (text.data[text.length - 1] == ':' || (text.length > 3 && memcmp(text.data + text.length - 3, "：", 3) == 0));
}

static bool is_within(const dt_tree *tree, uint32_t chain, uint32_t ancestor) {
  while (chain != ancestor && chain != 0) chain = tree->chains[chain].parent;
  return chain == ancestor;
}

static bool is_highlight(const dt_tree *tree, uint32_t chain) {
  for (; chain != 0; chain = tree->chains[chain].parent)
    if (dt_tag_is(tree->chains[chain].tag, DT_HIGHLIGHT)) return true;
  return false;
}

/* Whether a piece begins with a separator, so that it is another value. */
static bool begins_with_separator(detm_text text) {
  return text.length > 1 && strchr(",;:-|/(", text.data[0]) != NULL && (text.data[1] == ' ' || text.data[0] == '(');
}

typedef struct reading {
  uint32_t words;   /* pieces with letters or digits */
  bool interrupted; /* a text continues in the same element after another piece: running text */
  bool nested;      /* the element of one piece contains that of the next, or vice versa */
  bool glued;       /* such pieces have no white space between them */
} reading;

static reading read_cut(const cut *c) {
  reading r = {0};
  uint32_t last = DT_NONE;
  for (uint32_t p = 0; p < c->count; p++) {
    const dt_piece *piece = &c->pieces[p];
    if (!dt_has_words(piece->text)) continue;
    r.words++;
    /* the value after a label: "<b>Made in:</b> Delft <b>Price:</b> 12" */
    bool labels = dt_ends_like_label(piece->text) || (p > 0 && dt_ends_like_label(c->pieces[p - 1].text));
    for (uint32_t q = 0; q + 1 < p && !labels; q++)
      r.interrupted = r.interrupted || (c->pieces[q].element == piece->element && dt_has_words(c->pieces[q].text));
    if (last != DT_NONE) {
      const dt_piece *before = &c->pieces[last];
      bool nested =
          is_within(c->tree, piece->element, before->element) || is_within(c->tree, before->element, piece->element);
      r.nested = r.nested || nested;
      r.glued = r.glued || (nested && last + 1 == p && !piece->space && !begins_with_separator(piece->text) &&
                            !dt_ends_like_label(before->text));
    }
    last = p;
  }
  return r;
}

/* Whether the pieces with words are a subsequence of those of the common cut. */
static bool is_part_of_common(const cut *c, const cut *common) {
  uint32_t at = 0;
  for (uint32_t p = 0; p < c->count; p++) {
    if (!dt_has_words(c->pieces[p].text)) continue;
    while (at < common->count &&
           (common->pieces[at].within != c->pieces[p].within || !dt_has_words(common->pieces[at].text)))
      at++;
    if (at++ >= common->count) return false;
  }
  return true;
}

static bool has_highlighted_words(const cut *c) {
  for (uint32_t p = 0; p < c->count; p++)
    if (c->pieces[p].element != 0 && dt_tag_is(c->tree->chains[c->pieces[p].element].tag, DT_HIGHLIGHT) &&
        dt_has_words(c->pieces[p].text))
      return true;
  return false;
}

/* Whether the pieces are separate values: each in an element of its own, or (nearly) all instances have the same pieces
 * and are not running text.  to_common: instances must agree with the common cut. */
static bool are_values(const cuts *c, bool linked, bool to_common) {
  enum { MIN_NESTED = 3 };
  uint32_t several = 0, interrupted = 0, nested = 0, glued = 0, agreeing = 0;
  bool may_lack_some = to_common && !linked && !has_highlighted_words(c->common);
  for (uint32_t i = 0; i < c->count; i++) {
    reading r = read_cut(&c->cuts[i]);
    agreeing += may_lack_some ? is_part_of_common(&c->cuts[i], c->common)
                              : to_common && c->cuts[i].signature == c->common->signature;
    if (r.words < 2) continue;
    several++;
    interrupted += r.interrupted;
    nested += r.nested;
    glued += r.glued;
  }
  if (several == 0) return true; /* one value and punctuation */
  if (10 * (uint64_t)interrupted > several) return false;
  if (2 * (uint64_t)nested <= several) return true;
  return c->count >= MIN_NESTED && 10 * (uint64_t)agreeing >= 9 * (uint64_t)c->count && 2 * (uint64_t)glued <= several;
}

/* ---- search words ---- */

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Whether a piece of the common cut repeats a few words in all records: what was searched for, not a value. */
static bool repeats_words(const cuts *c, dt_arena *scratch, uint32_t piece) {
  uint64_t *words = DT_ARRAY(scratch, uint64_t, c->count);
  uint32_t found = 0, distinct = 0;
  for (uint32_t i = 0; i < c->count; i++)
    if (c->cuts[i].signature == c->common->signature) words[found++] = dt_hash_folded(c->cuts[i].pieces[piece].text);
  qsort(words, found, sizeof *words, by_value);
  for (uint32_t i = 0; i < found; i++) distinct += i == 0 || words[i] != words[i - 1];
  return 10 * (uint64_t)distinct < 3 * (uint64_t)found;
}

static bool marks_search_words(const cuts *c, dt_arena *scratch) {
  const cut *common = c->common;
  for (uint32_t p = 0; p < common->count; p++) {
    const dt_piece *pieces = common->pieces;
    if (!is_highlight(common->tree, pieces[p].element) || dt_ends_like_label(pieces[p].text)) continue;
    if (p != 0 && p + 1 < common->count && pieces[p - 1].within == pieces[p + 1].within) return true;
    for (uint32_t q = 0; q < p; q++)
      if (pieces[q].within == pieces[p].within) return true;
    if (repeats_words(c, scratch, p)) return true;
  }
  return false;
}

/* ---- amounts ---- */

/* Whether the text is one number with a few letters or symbols before and after: "R$ 749 90", "$545.95".  Sets *letters
 * to a hash of its letters. */
static bool is_amount(detm_text text, uint64_t *letters) {
  enum { MAX_ROUND = 5 };
  uint32_t before = 0, after = 0;
  bool digits = false;
  *letters = 0;
  for (size_t i = 0; i < text.length; i++) {
    char c = text.data[i];
    if (dt_is_ascii_letter(c)) *letters = dt_hash_mix(*letters, (unsigned char)(c | 32));
    if (dt_is_digit(c)) {
      if (after != 0) return false;
      digits = true;
    } else if (!digits) {
      before++;
    } else if (after != 0 || !(memchr("., ", c, 3) != NULL && i + 1 < text.length && dt_is_digit(text.data[i + 1]))) {
      after++;
    }
  }
  return digits && before <= MAX_ROUND && after <= MAX_ROUND;
}

/* Whether nearly all texts are one number in several pieces without white space between: a price with its cents.  More
 * than half must have the same letters, those of a currency: "<b>Ann</b> 12", "<b>Bob</b> 7" are two values each. */
static bool are_amounts(const cuts *c, dt_arena *scratch, const dt_instance *instances) {
  uint32_t amounts = 0, most = 0;
  uint64_t *letters = DT_ARRAY(scratch, uint64_t, c->count);
  for (uint32_t i = 0; i < c->count; i++) {
    const cut *one = &c->cuts[i];
    bool amount = is_amount(dt_text_of(one->tree, instances[i].node), &letters[i]);
    for (uint32_t p = 1; p < one->count; p++) {
      detm_text before = one->pieces[p - 1].text, piece = one->pieces[p].text;
      bool digits = dt_is_digit(before.data[before.length - 1]) && dt_is_digit(piece.data[0]);
      bool nested = is_within(one->tree, one->pieces[p].element, one->pieces[p - 1].element);
      bool raised = one->tree->chains[one->pieces[p].element].tag == DT_TAG_sup; /* cents */
      amount = amount && (!digits || (nested && (raised || !one->pieces[p].space)));
    }
    amounts += amount;
  }
  if (10 * (uint64_t)amounts < 9 * (uint64_t)c->count) return false;
  qsort(letters, c->count, sizeof *letters, by_value);
  for (uint32_t i = 0, run = 0; i < c->count; i++) {
    run = i != 0 && letters[i] == letters[i - 1] ? run + 1 : 1;
    if (run > most) most = run;
  }
  return 2 * (uint64_t)most > c->count;
}

/* ---- parts ---- */

static void set_part(detm_wrapper *wrapper, dt_part *part, const dt_tree *tree, const dt_piece *piece, dt_split split) {
  const char *within = split == DT_SPLIT_NONE ? "" : dt_chain_within(&wrapper->arena, tree, piece->element, split);
  if (split == DT_SPLIT_STRUCK && piece->within == dt_within_hash(DT_INSERTED)) within = DT_INSERTED;
  *part = (dt_part){
      .within = within, .hash = dt_within_hash(within), .before = "", .after = "", .unit = "", .field = DT_NO_FIELD};
  if (split != DT_SPLIT_NONE) part->icon = dt_chain_icon(&wrapper->arena, tree, piece->icon);
  if (split != DT_SPLIT_NONE) part->label = dt_chain_itemprop(&wrapper->arena, tree, piece->element);
}

void dt_text_keep_whole(detm_wrapper *wrapper, dt_wrapper_node *w) {
  w->split = DT_SPLIT_NONE;
  w->part_count = 1;
  w->parts = DT_ARRAY(&wrapper->arena, dt_part, 1);
  set_part(wrapper, w->parts, NULL, NULL, DT_SPLIT_NONE);
}

static void split_like_common(detm_wrapper *wrapper, dt_wrapper_node *w, const cuts *c) {
  w->split = c->split;
  w->part_count = c->common->count;
  w->parts = DT_ARRAY(&wrapper->arena, dt_part, w->part_count);
  for (uint32_t p = 0; p < w->part_count; p++)
    set_part(wrapper, &w->parts[p], c->common->tree, &c->common->pieces[p], c->split);
}

/* The decorations of pieces, in page order. */
typedef struct classes {
  dt_piece pieces[MAX_PIECES]; /* an example of each */
  const dt_tree *trees[MAX_PIECES];
  uint32_t count;
} classes;

/* Adds the decorations of one text, a new one after the one before it.  False if words are in no decoration with a
 * class. Punctuation between the pieces is ignored. */
static bool add_classes(classes *c, const cut *one) {
  uint32_t place = 0;
  for (uint32_t p = 0; p < one->count; p++) {
    const dt_piece *piece = &one->pieces[p];
    if (!dt_has_words(piece->text)) continue;
    if (piece->element == 0 || one->tree->chains[piece->element].class_length == 0) return false;
    uint32_t at = 0;
    while (at < c->count && c->pieces[at].within != piece->within) at++;
    if (at == c->count) {
      if (c->count == MAX_PIECES) return false;
      memmove(c->pieces + place + 1, c->pieces + place, (c->count - place) * sizeof *c->pieces);
      memmove(c->trees + place + 1, c->trees + place, (c->count - place) * sizeof *c->trees);
      c->pieces[place] = *piece;
      c->trees[place] = one->tree;
      c->count++;
      at = place;
    }
    place = at + 1;
  }
  return true;
}

/* Splits texts whose words are all in decoration with a class, of which the number varies between records: one part for
 * each class. */
static bool split_by_class(detm_wrapper *wrapper, dt_arena *scratch, dt_wrapper_node *w, const cuts *c) {
  classes *found = DT_ZERO(scratch, classes, 1);
  for (uint32_t i = 0; i < c->count; i++)
    if (!add_classes(found, &c->cuts[i])) return false;
  if (found->count == 0) return false;
  w->split = c->split;
  w->part_count = found->count;
  w->parts = DT_ARRAY(&wrapper->arena, dt_part, found->count);
  for (uint32_t p = 0; p < found->count; p++)
    set_part(wrapper, &w->parts[p], found->trees[p], &found->pieces[p], c->split);
  return true;
}

/* ---- struck-out text ---- */

/* Whether a text is partly struck out, at its start or its end: "<s>$20</s> $15". */
static bool is_struck_at_end(const cut *one) {
  uint32_t struck = 0, others = 0, turns = 0, last = DT_NONE;
  for (uint32_t p = 0; p < one->count; p++) {
    if (!dt_has_words(one->pieces[p].text)) continue;
    bool is_struck = one->pieces[p].element != 0 && dt_tag_is(one->tree->chains[one->pieces[p].element].tag, DT_STRUCK);
    turns += last != DT_NONE && is_struck != last;
    struck += is_struck;
    others += !is_struck;
    last = is_struck;
  }
  return struck != 0 && others != 0 && turns == 1;
}

static bool has_struck(const dt_tree *tree, dt_index node) {
  const dt_string *string = &tree->texts[tree->nodes[node].detail];
  for (uint32_t f = string->first; f < string->first + string->count; f++)
    for (uint32_t chain = tree->fragments[f].chain; chain != 0; chain = tree->chains[chain].parent)
      if (dt_tag_is(tree->chains[chain].tag, DT_STRUCK)) return true;
  return false;
}

/* Makes struck-out text a separate value, even if only some records have it. */
static bool split_at_struck(detm_wrapper *wrapper, dt_arena *scratch, dt_wrapper_node *w, const dt_instance *instances,
                            uint32_t count, bool only_if_some) {
  uint32_t first = 0;
  while (first < count && !has_struck(instances[first].tree, instances[first].node)) first++;
  if (first == count) return false;
  cuts all = cut_all(scratch, instances, count, DT_SPLIT_STRUCK), struck = {.split = DT_SPLIT_STRUCK};
  uint32_t mixed = 0;
  struck.cuts = DT_ARRAY(scratch, cut, count);
  for (uint32_t i = 0; i < count; i++) {
    mixed += all.cuts[i].count > 1;
    if (is_struck_at_end(&all.cuts[i])) struck.cuts[struck.count++] = all.cuts[i];
  }
  if (struck.count == 0 || 10 * (uint64_t)struck.count < 9 * (uint64_t)mixed || (only_if_some && struck.count == count))
    return false;
  find_common(&struck, scratch);
  split_like_common(wrapper, w, &struck);
  return true;
}

/* ---- the choice ---- */

static bool is_common(const cuts *c) {
  return c->common->count >= 2 && 10 * (uint64_t)c->agreeing >= 6 * (uint64_t)c->count;
}

void dt_text_split(detm_wrapper *wrapper, dt_arena *scratch, dt_wrapper_node *w, const dt_instance *instances,
                   uint32_t count) {
  static const dt_split levels[] = {DT_SPLIT_ALL, DT_SPLIT_PHRASES, DT_SPLIT_OUTER};
  enum { LEVELS = sizeof levels / sizeof *levels };
  cuts cut_at[LEVELS];
  dt_mark mark = dt_arena_mark(scratch);
  bool split = count != 0 && split_at_struck(wrapper, scratch, w, instances, count, true);
  for (unsigned l = 0; l < LEVELS && !split && count != 0; l++) { /* no record may have the text after folding */
    const cuts *c = &cut_at[l];
    cut_at[l] = cut_all(scratch, instances, count, levels[l]);
    if (l == 0 && are_amounts(c, scratch, instances)) break;
    split = is_common(c) && !(levels[l] != DT_SPLIT_PHRASES && marks_search_words(c, scratch)) &&
            are_values(c, w->linked, true);
    if (split) split_like_common(wrapper, w, c);
    if (l + 1 < LEVELS) continue;
    for (unsigned k = 0; k < LEVELS && !split; k++)
      split = are_values(&cut_at[k], w->linked, false) && split_by_class(wrapper, scratch, w, &cut_at[k]);
  }
  if (!split && count != 0) split = split_at_struck(wrapper, scratch, w, instances, count, false);
  if (!split) dt_text_keep_whole(wrapper, w);
  dt_arena_rewind(scratch, mark);
}
