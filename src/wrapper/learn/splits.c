/* wrapper/learn/splits.c: decides which texts hold several values, and where they are cut (doc/method 2.10).
 *
 * A text is cut at its decoration only where the records agree on the pieces and the pieces are not running text: never
 * at a highlighted word, and never within a number. */
#include "text/words.h"
#include "wrapper/labels.h"
#include "wrapper/learn/learn.h"
#include "wrapper/pieces.h"
#include "wrapper/tunables.h"

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
  uint32_t agreeing; /* number of cuts with that signature, or of those with a part of the common cut */
  bool optional;     /* the common cut has pieces that only some have */
} cuts;

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

/* The number of pieces of a cut that have words. */
static uint32_t count_worded(const cut *c) {
  uint32_t worded = 0;
  for (uint32_t p = 0; p < c->count; p++) worded += dt_has_words(c->pieces[p].text);
  return worded;
}

/* Whether a piece of a cut is in nearly all cuts. */
static bool is_in_nearly_all(const cuts *c, uint64_t within) {
  uint32_t having = 0;
  for (uint32_t i = 0; i < c->count; i++) {
    uint32_t p = 0;
    while (p < c->cuts[i].count && c->cuts[i].pieces[p].within != within) p++;
    having += p < c->cuts[i].count;
  }
  return dt_tenths(having, c->count, DT_TENTHS_AGREEING);
}

/* Takes the cut with the most pieces as the common one if all others lack at most pieces with a class, and nearly all
 * have two others: "<b>8:10</b> Quay <i class=late>+4</i>", of which only some are late. */
static void take_longest(cuts *c) {
  const cut *longest = &c->cuts[0];
  uint32_t parts = 0, usual = 0;
  for (uint32_t i = 1; i < c->count; i++)
    if (count_worded(&c->cuts[i]) > count_worded(longest)) longest = &c->cuts[i];
  for (uint32_t p = 0; p < longest->count; p++) {
    const dt_piece *piece = &longest->pieces[p];
    if (!dt_has_words(piece->text)) continue;
    for (uint32_t before = 0; before < p; before++)
      if (longest->pieces[before].within == piece->within) return; /* a list of one column */
    bool most = is_in_nearly_all(c, piece->within);
    usual += most;
    if (!most && longest->tree->chains[piece->element].class_length == 0) return;
  }
  for (uint32_t i = 0; i < c->count; i++) parts += is_part_of_common(&c->cuts[i], longest);
  if (usual < 2 || !dt_tenths(parts, c->count, DT_TENTHS_AGREEING)) return;
  c->common = longest;
  c->agreeing = parts;
  c->optional = true;
}

/* Sets the common cut: the first with the most frequent signature, or of several such signatures with the lowest. */
static void find_common(cuts *c, dt_arena *scratch) {
  dt_map times;
  dt_map_start(&times, scratch, c->count);
  for (uint32_t i = 0; i < c->count; i++) ++*dt_map_at(&times, c->cuts[i].signature);
  for (uint32_t i = 0; i < c->count; i++) {
    const cut *one = &c->cuts[i];
    uint32_t here = dt_map_get(&times, one->signature);
    if (here < c->agreeing || (here == c->agreeing && one->signature >= c->common->signature)) continue;
    c->agreeing = here;
    c->common = one;
  }
  if (c->count >= DT_MIN_SAMPLE && !dt_tenths(c->agreeing, c->count, DT_TENTHS_SPLIT)) take_longest(c);
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

/* Whether raised letters differ between texts, as the marks of what is in a dish; those of "Acme<sup>TM</sup>" do not.
 */
static bool has_raised_marks(const cuts *c) {
  detm_text first = {NULL, 0};
  for (uint32_t i = 0; i < c->count; i++)
    for (uint32_t p = 0; p < c->cuts[i].count; p++) {
      const dt_piece *piece = &c->cuts[i].pieces[p];
      if (c->cuts[i].tree->chains[piece->element].tag != DT_TAG_sup) continue;
      if (first.length != 0 && !dt_text_equal(first, piece->text)) return true;
      first = piece->text;
    }
  return false;
}

/* Whether a piece is a badge behind a word: the last piece, or the last in the element of the word, in a decoration
 * with a class that marks no word searched for, or raised if such pieces are marks.  The page's style sets it off.  A
 * sign or a unit behind a number is part of it. */
static bool is_badge(const cut *c, uint32_t piece, detm_text before, bool raised_marks) {
  const dt_chain *own = &c->tree->chains[c->pieces[piece].element];
  bool set_off = own->class_length != 0 || (raised_marks && own->tag == DT_TAG_sup);
  bool last = piece + 1 == c->count ||
              (c->pieces[piece - 1].element != 0 &&
               !dt_chain_is_within(c->tree, c->pieces[piece + 1].element, c->pieces[piece - 1].element));
  if (!last || !set_off || dt_tag_is(own->tag, DT_HIGHLIGHT)) return false;
  return dt_is_ascii_letter(before.data[before.length - 1]) && dt_utf8_count(c->pieces[piece].text) > 1;
}

typedef struct reading {
  uint32_t words;   /* pieces with letters or digits */
  bool interrupted; /* a text continues in the same element after another piece: running text */
  bool nested;      /* the element of one piece contains that of the next, or vice versa */
  bool glued;       /* such pieces have no white space between them */
} reading;

/* Whether a piece is two digits in the element of the number before it: "12<i class=cents>50</i>". */
static bool are_cents(const cut *c, const dt_piece *piece, const dt_piece *before) {
  return piece->apart && piece->text.length == 2 && dt_is_digit(piece->text.data[0]) &&
         dt_is_digit(piece->text.data[1]) && dt_is_digit(before->text.data[before->text.length - 1]) &&
         dt_chain_is_within(c->tree, piece->element, before->element);
}

static reading read_cut(const cut *c, bool raised_marks) {
  reading r = {0};
  uint32_t last = DT_NONE;
  for (uint32_t p = 0; p < c->count; p++) {
    const dt_piece *piece = &c->pieces[p];
    detm_text text = piece->text;
    if (!dt_has_words(text)) continue;
    r.words++;
    /* the value after a label: "<b>Made in:</b> Delft <b>Price:</b> 12" */
    bool labels = dt_ends_like_label(text) || (p > 0 && dt_ends_like_label(c->pieces[p - 1].text));
    for (uint32_t q = 0; q + 1 < p && !labels; q++)
      r.interrupted = r.interrupted || (c->pieces[q].element == piece->element && dt_has_words(c->pieces[q].text));
    if (last != DT_NONE) {
      const dt_piece *before = &c->pieces[last];
      bool nested = dt_chain_is_within(c->tree, piece->element, before->element) ||
                    dt_chain_is_within(c->tree, before->element, piece->element);
      bool separated = text.length > 1 && strchr(",;:-|/(", text.data[0]) != NULL &&
                       (text.data[1] == ' ' || text.data[0] == '('); /* so it is another value */
      r.nested = r.nested || nested;
      bool space = piece->space && !are_cents(c, piece, before);
      r.glued = r.glued || (nested && last + 1 == p && !space && !separated && !dt_ends_like_label(before->text) &&
                            !is_badge(c, p, before->text, raised_marks));
    }
    last = p;
  }

  return r;
}

/* Whether all texts are the same words in an element of their own, and a value that is in none:
 * "<span>Fee</span>$85". */
static bool are_labelled(const cuts *c) {
  const cut *first = &c->cuts[0];
  bool varies = false;
  if (c->count < DT_MIN_SAMPLE || first->count != 2 || first->pieces[0].element == 0 || first->pieces[1].element != 0)
    return false;
  if (!dt_has_letter(first->pieces[0].text) || dt_text_has_digit(first->pieces[0].text)) return false;
  for (uint32_t i = 0; i < c->count; i++) {
    const cut *own = &c->cuts[i];
    if (own->signature != first->signature || !dt_text_equal(own->pieces[0].text, first->pieces[0].text)) return false;
    varies = varies || !dt_text_equal(own->pieces[1].text, first->pieces[1].text);
  }
  return varies;
}

/* Whether the pieces are separate values: each in an element of its own, or (nearly) all instances have the same pieces
 * and are not running text; a few may be in one piece.  to_common: instances must agree with the common cut. */
static bool are_values(const cuts *c, bool linked, bool to_common) {
  uint32_t several = 0, interrupted = 0, nested = 0, glued = 0, agreeing = 0, whole = 0;
  bool may_lack_some = to_common && !linked;
  for (uint32_t p = 0; may_lack_some && !c->optional && p < c->common->count; p++) {
    const dt_piece *piece = &c->common->pieces[p];
    bool highlighted = piece->element != 0 && dt_tag_is(c->common->tree->chains[piece->element].tag, DT_HIGHLIGHT);
    may_lack_some = !highlighted || !dt_has_words(piece->text);
  }

  bool raised_marks = has_raised_marks(c);
  for (uint32_t i = 0; i < c->count; i++) {
    reading r = read_cut(&c->cuts[i], raised_marks);
    agreeing += may_lack_some ? is_part_of_common(&c->cuts[i], c->common)
                              : to_common && c->cuts[i].signature == c->common->signature;
    whole += !may_lack_some && c->cuts[i].count == 1;
    if (r.words < 2) continue;
    several++;
    interrupted += r.interrupted;
    nested += r.nested;
    glued += r.glued;
  }

  if (several == 0) return true; /* one value and punctuation */
  if (!dt_tenths(several - interrupted, several, DT_TENTHS_AGREEING)) return false;
  if (2 * (uint64_t)nested <= several) return true;
  if (to_common && are_labelled(c)) return true;
  uint32_t in_pieces = dt_tenths(c->count - whole, c->count, DT_TENTHS_AGREEING) ? c->count - whole : c->count;
  return c->count >= DT_MIN_NESTED && dt_tenths(agreeing, in_pieces, DT_TENTHS_AGREEING) &&
         2 * (uint64_t)glued <= several;
}

/* ---- search words ---- */

/* Whether a piece of the common cut repeats a few words in all records: what was searched for, not a value. */
static bool repeats_words(const cuts *c, dt_arena *scratch, uint32_t piece) {
  dt_lookup distinct;
  uint32_t same = 0;
  dt_lookup_start(&distinct, scratch, c->agreeing);
  for (uint32_t i = 0; i < c->count; i++) {
    if (c->cuts[i].signature != c->common->signature) continue;
    dt_lookup_add(&distinct, dt_hash_folded(c->cuts[i].pieces[piece].text, 0));
    same++;
  }
  return !dt_tenths(distinct.count, same, DT_TENTHS_SEARCH_WORD);
}

/* Whether a piece is within decoration that marks words that were searched for. */
static bool is_highlighted(const cut *c, uint32_t piece) {
  uint32_t chain = c->pieces[piece].element;
  while (chain != 0 && !dt_tag_is(c->tree->chains[chain].tag, DT_HIGHLIGHT)) chain = c->tree->chains[chain].parent;
  return chain != 0;
}

/* Whether other words are directly in the element around a highlighted piece, which then may be one of the words of a
 * text; else it is a value beside others: "<span>Hale, R.</span>: <i>Peat Science</i>". */
static bool is_among_words(const cut *c, uint32_t piece) {
  uint32_t around = c->pieces[piece].element;
  for (uint32_t chain = around; chain != 0; chain = c->tree->chains[chain].parent)
    if (dt_tag_is(c->tree->chains[chain].tag, DT_HIGHLIGHT)) around = c->tree->chains[chain].parent;

  for (uint32_t p = 0; p < c->count; p++)
    if (p != piece && c->pieces[p].element == around && dt_has_words(c->pieces[p].text)) return true;
  return false;
}

/* Whether all words are in elements of one kind, some without white space between them: "<em>40 min</em><em>Easy</em>".
 * They mark no words among others. */
static bool is_row_of_elements(const cut *c) {
  bool touch = false;
  for (uint32_t p = 0; p < c->count; p++) {
    if (!is_highlighted(c, p) || c->pieces[p].within != c->pieces[0].within) return false;
    touch = touch || (p != 0 && !c->pieces[p].space);
  }
  return touch;
}

static bool marks_search_words(const cuts *c, dt_arena *scratch) {
  const cut *common = c->common;
  if (is_row_of_elements(common)) return false;
  for (uint32_t p = 0; p < common->count; p++) {
    const dt_piece *pieces = common->pieces;
    if (!is_highlighted(common, p) || dt_ends_like_label(pieces[p].text)) continue;
    if (p != 0 && p + 1 < common->count && pieces[p - 1].within == pieces[p + 1].within &&
        dt_has_words(pieces[p - 1].text) && dt_has_words(pieces[p + 1].text))
      return true;
    for (uint32_t q = 0; q < p; q++)
      if (pieces[q].within == pieces[p].within) return true;
    if (is_among_words(common, p) && repeats_words(c, scratch, p)) return true;
  }
  return false;
}

/* ---- amounts ---- */

/* Whether the text is one number with a few letters or symbols before and after: "R$ 749 90", "USD 545.95".  Longer
 * words before the number are labels, and so are short ones before a sign ("Fee$20").  Sets *letters to a hash of its
 * letters. */
static bool is_amount(detm_text text, uint64_t *letters) {
  enum { MAX_ROUND = 5, MAX_CODE = 3 };
  uint32_t before = 0, after = 0, letters_before = 0, capitals = 0, signs = 0;
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
      letters_before += dt_is_ascii_letter(c);
      capitals += dt_is_ascii_upper(c);
      signs += !dt_is_ascii_letter(c) && c != ' ' && c != '.';
    } else if (after != 0 || !(memchr("., ", c, 3) != NULL && i + 1 < text.length && dt_is_digit(text.data[i + 1]))) {
      after++;
    }
  }

  bool word = letters_before == MAX_CODE && capitals < MAX_CODE && signs != 0;
  return digits && before <= MAX_ROUND && letters_before <= MAX_CODE && !word && after <= MAX_ROUND;
}

/* Whether nearly all texts of several pieces are one number in pieces without white space between: a price with its
 * cents.  More than half must have the same letters, those of a currency: "<b>Ann</b> 12", "<b>Bob</b> 7" are two
 * values each. */
static bool are_amounts(const cuts *c, dt_arena *scratch, const dt_instance *instances) {
  uint32_t amounts = 0, most = 0, several = 0;
  dt_map times; /* by hash of the letters */
  dt_map_start(&times, scratch, c->count);

  for (uint32_t i = 0; i < c->count; i++) {
    const cut *one = &c->cuts[i];
    uint64_t letters;
    if (one->count < 2) continue; /* "$12" says nothing of "$12$15" */
    several++;
    bool amount = is_amount(dt_text_of(one->tree, instances[i].node), &letters);
    for (uint32_t p = 1; p < one->count; p++) {
      detm_text before = one->pieces[p - 1].text, piece = one->pieces[p].text;
      bool digits = dt_is_digit(before.data[before.length - 1]) && dt_is_digit(piece.data[0]);
      bool nested = dt_chain_is_within(one->tree, one->pieces[p].element, one->pieces[p - 1].element);
      bool raised = one->tree->chains[one->pieces[p].element].tag == DT_TAG_sup;
      bool cents = raised || are_cents(one, &one->pieces[p], &one->pieces[p - 1]);
      amount = amount && (!digits || (nested && (cents || !one->pieces[p].space)));
    }
    amounts += amount;
    uint32_t often = ++*dt_map_at(&times, letters);
    if (often > most) most = often;
  }

  return several != 0 && dt_tenths(amounts, several, DT_TENTHS_AMOUNT) && 2 * (uint64_t)most > several;
}

/* ---- parts ---- */

static void set_part(detm_wrapper *wrapper, dt_part *part, const dt_tree *tree, const dt_piece *piece, dt_split split) {
  bool inserted = split == DT_SPLIT_STRUCK && piece->within == dt_within_hash(DT_INSERTED);
  part->within = inserted ? DT_INSERTED : dt_chain_within(&wrapper->arena, tree, piece->element, split);
  part->hash = dt_within_hash(part->within);
  part->icon = dt_chain_icon(&wrapper->arena, tree, piece->icon);
  const char *itemprop = dt_chain_itemprop(&wrapper->arena, tree, piece->element);
  part->label = itemprop != NULL ? dt_label_of_itemprop(&wrapper->arena, itemprop) : NULL;
}

/* Whether a piece before another one is the same words in all texts that are cut alike, and is in the decoration of a
 * further piece: "<i>Year</i><b>2014</b> <i>Fuel</i><b>Diesel</b>". */
static bool is_label_among_others(const cuts *c, uint32_t piece) {
  const cut *common = c->common;
  detm_text words = common->pieces[piece].text;
  uint32_t alike = 0;
  if (piece + 1 >= common->count || common->pieces[piece].element == 0) return false;
  if (!dt_has_letter(words) || dt_text_has_digit(words)) return false;

  bool varies = false;
  for (uint32_t i = 0; i < c->count; i++) {
    const cut *own = &c->cuts[i];
    if (own->signature != common->signature) continue;
    if (!dt_text_equal(own->pieces[piece].text, words)) return false;
    varies = varies || !dt_text_equal(own->pieces[piece + 1].text, common->pieces[piece + 1].text);
  }

  for (uint32_t p = 0; p < common->count; p++)
    alike += common->pieces[p].within == common->pieces[piece].within && !dt_text_equal(common->pieces[p].text, words);
  return varies && alike != 0 && c->agreeing >= DT_MIN_SAMPLE;
}

/* Whether an icon says how a value is, not what: "up" before 3.1, "down" before 1.2. */
static bool is_icon_of_state(const char *icon) {
  static const char states[] = "up|down|rise|fall|gain|loss|plus|minus|positive|win|lose|green|red|yes|no|on|off|"
                               "negative|true|false|check|cross|tick|arrow|ok|increase|decrease";
  for (const char *at = icon; *at != '\0';) {
    size_t length = 0;
    while (dt_is_ascii_letter(at[length])) length++;
    if (dt_word_is_among((detm_text){at, length}, states)) return true;
    at += length != 0 ? length : 1;
  }
  return false;
}

/* Whether an icon tells a part of the common cut from others in equal decoration: nearly all its pieces have it, and
 * hardly any of the others. */
static bool does_icon_tell(const cuts *c, dt_arena *scratch, uint32_t part, const char *icon) {
  uint32_t own = 0, others = 0, alike = 0;
  if (icon == NULL || is_icon_of_state(icon)) return false;
  for (uint32_t i = 0; i < c->count; i++) {
    const cut *one = &c->cuts[i];
    if (one->signature != c->common->signature) continue;
    alike++;
    for (uint32_t p = 0; p < one->count; p++) {
      const char *here = one->pieces[p].within == one->pieces[part].within && one->pieces[p].icon != 0
                             ? dt_chain_icon(scratch, one->tree, one->pieces[p].icon)
                             : NULL;
      if (here == NULL || strcmp(here, icon) != 0) continue;
      *(p == part ? &own : &others) += 1;
    }
  }
  return alike >= DT_MIN_SAMPLE && dt_tenths(own, alike, DT_TENTHS_AGREEING) && 10 * (uint64_t)others <= alike;
}

static void split_like_common(detm_wrapper *wrapper, dt_arena *scratch, dt_wrapper_node *w, const cuts *c) {
  dt_wrapper_set_parts(wrapper, w, c->split, c->common->count);
  for (uint32_t p = 0; p < w->part_count; p++)
    set_part(wrapper, &w->parts[p], c->common->tree, &c->common->pieces[p], c->split);
  for (uint32_t p = 0; p < w->part_count; p++) {
    w->parts[p].icon_tells = does_icon_tell(c, scratch, p, w->parts[p].icon);
    detm_text words = c->common->pieces[p].text;
    if (is_label_among_others(c, p)) w->parts[p].says = dt_arena_copy(&wrapper->arena, words.data, words.length);
  }
}

/* ---- forms of a value ---- */

/* The length of a decoration without the classes of its innermost element: that of "span.type b" in "span.type b.new".
 */
static size_t length_without_class(const char *within) {
  const char *inner = dt_within_innermost(within);
  return (size_t)(inner - within) + strcspn(inner, ".");
}

/* Whether two decorations differ only in classes of their innermost elements. */
static bool are_same_elements(const char *a, const char *b) {
  size_t length = length_without_class(a);
  return length == length_without_class(b) && memcmp(a, b, length) == 0;
}

/* Whether two decorations of the same elements share a class of the innermost one. */
static bool share_a_class(const char *a, const char *b) {
  detm_text left = dt_text(dt_within_innermost(a)), right;
  for (detm_text class; (class = dt_within_next_class(&left)).length != 0;) {
    right = dt_text(dt_within_innermost(b));
    for (detm_text other; (other = dt_within_next_class(&right)).length != 0;)
      if (dt_text_equal(class, other)) return true;
  }
  return false;
}

/* Whether the innermost element of a decoration has all classes of another one: "span.cost.low" those of "span.cost".
 */
static bool innermost_includes(const char *a, const char *b) {
  detm_text wanted = dt_text(dt_within_innermost(b));
  for (detm_text class; (class = dt_within_next_class(&wanted)).length != 0;) {
    detm_text own = dt_text(dt_within_innermost(a)), other;
    while ((other = dt_within_next_class(&own)).length != 0 && !dt_text_equal(class, other)) {
    }
    if (other.length == 0) return false;
  }
  return true;
}

/* Whether two parts have the classes of a part, which may be one of them: "cost low" and "cost ask" those of "cost". */
static bool have_plain_form(const dt_wrapper_node *w, const dt_part *a, const dt_part *b) {
  for (uint32_t p = 0; p < w->part_count; p++)
    if (innermost_includes(a->within, w->parts[p].within) && innermost_includes(b->within, w->parts[p].within) &&
        *dt_within_innermost(w->parts[p].within) != '\0' && share_a_class(w->parts[p].within, a->within))
      return true;
  return false;
}

/* Whether texts repeat each other: at most one in five is new. */
static bool repeat(uint32_t distinct, uint32_t count) { return count != 0 && (distinct == 1 || 5 * distinct <= count); }

/* Whether a text is a number, also with a sign or a unit that is one: "+1.2%". */
static bool is_figure(detm_text text) { return dt_text_has_digit(text) && !dt_has_letter(text); }

/* Whether a part is another form of one before, as "b.state.open" of "b.state.done": no text has both, and each says
 * the same few things, or it has a class more and all texts have as many pieces ("price", "price sale").  Each text has
 * one of two numbers, as of "span.rise" and "span.fall". */
static bool is_form(const cuts *c, dt_arena *scratch, const dt_wrapper_node *w, const dt_part *before,
                    const dt_part *part) {
  dt_lookup distinct[2];
  uint32_t counts[2] = {0};
  bool as_many = true, figures = true;
  if (!are_same_elements(before->within, part->within)) return false;

  for (unsigned k = 0; k < 2; k++) dt_lookup_start(&distinct[k], scratch, 0);
  for (uint32_t i = 0; i < c->count; i++) {
    uint32_t found = 0;
    as_many = as_many && c->cuts[i].count == c->cuts[0].count; /* else an old price beside a new one */
    for (uint32_t p = 0; p < c->cuts[i].count; p++) {
      const dt_piece *piece = &c->cuts[i].pieces[p];
      unsigned other = piece->within == part->hash;
      if (!other && piece->within != before->hash) continue;
      if (++found > 1) return false;
      dt_lookup_add(&distinct[other], dt_hash_folded(piece->text, 0));
      counts[other]++;
      figures = figures && is_figure(piece->text);
    }
  }

  if (as_many && figures && c->count >= DT_MIN_SAMPLE && counts[0] + counts[1] == c->count)
    return counts[0] != 0 && counts[1] != 0;
  if (!share_a_class(before->within, part->within) || counts[0] == 0 || counts[1] == 0) return false;
  return (as_many && have_plain_form(w, before, part)) ||
         (repeat(distinct[0].count, counts[0]) && repeat(distinct[1].count, counts[1]));
}

static void find_forms(dt_wrapper_node *w, dt_arena *scratch, const cuts *c) {
  for (uint32_t p = 1; p < w->part_count; p++)
    w->parts[p].is_form = is_form(c, scratch, w, &w->parts[p - 1], &w->parts[p]);
}

/* The decorations of pieces, in page order. */
typedef struct classes {
  dt_piece pieces[MAX_PIECES]; /* an example of each */
  const dt_tree *trees[MAX_PIECES];
  uint32_t count;
  uint64_t plain; /* the decoration without a class with which texts begin: "<b>Ann Lee</b><i class=post>clerk</i>" */
  bool classed;   /* any has a class */
} classes;

/* Adds the decorations of one text, a new one after the one before it.  False if words are in no decoration.
 * Punctuation between the pieces is ignored. */
static bool add_classes(classes *c, const cut *one) {
  uint32_t place = 0;
  for (uint32_t p = 0; p < one->count; p++) {
    const dt_piece *piece = &one->pieces[p];
    if (!dt_has_words(piece->text)) continue;
    if (piece->element == 0) return false;
    if (one->tree->chains[piece->element].class_length == 0) {
      if (c->plain != 0 && c->plain != piece->within) return false;
      if (p != 0) return false;
      c->plain = piece->within;
    } else {
      c->classed = true;
    }
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

/* Splits texts whose words are all in decoration with a class, but for the first words, of which the number varies
 * between records: one part for each class. */
static bool split_by_class(detm_wrapper *wrapper, dt_arena *scratch, dt_wrapper_node *w, const cuts *c) {
  classes *found = DT_ZERO(scratch, classes, 1);
  for (uint32_t i = 0; i < c->count; i++)
    if (!add_classes(found, &c->cuts[i])) return false;
  if (!found->classed) return false;
  dt_wrapper_set_parts(wrapper, w, c->split, found->count);
  for (uint32_t p = 0; p < found->count; p++)
    set_part(wrapper, &w->parts[p], found->trees[p], &found->pieces[p], c->split);
  find_forms(w, scratch, c);
  return true;
}

/* Whether a text has a piece that the common cut lacks: a badge. */
static bool has_others(const cuts *c) {
  for (uint32_t i = 0; i < c->count; i++)
    if (!is_part_of_common(&c->cuts[i], c->common)) return true;
  return false;
}

/* ---- struck-out text ---- */

/* Makes struck-out text at the start or the end of a text a separate value, even if only some records have it:
 * "<s>$20</s> $15". */
static bool split_at_struck(detm_wrapper *wrapper, dt_arena *scratch, dt_wrapper_node *w, const dt_instance *instances,
                            uint32_t count, bool only_if_some) {
  bool any = false;
  for (uint32_t i = 0; i < count && !any; i++) {
    const dt_tree *tree = instances[i].tree;
    const dt_string *string = &tree->texts[tree->nodes[instances[i].node].detail];
    for (uint32_t f = string->first; f < string->first + string->count && !any; f++)
      for (uint32_t chain = tree->fragments[f].chain; chain != 0 && !any; chain = tree->chains[chain].parent)
        any = dt_tag_is(tree->chains[chain].tag, DT_STRUCK);
  }
  if (!any) return false;
  cuts all = cut_all(scratch, instances, count, DT_SPLIT_STRUCK), struck = {.split = DT_SPLIT_STRUCK};
  uint32_t mixed = 0;
  struck.cuts = DT_ARRAY(scratch, cut, count);
  for (uint32_t i = 0; i < count; i++) {
    const cut *one = &all.cuts[i];
    uint32_t turns = 0, last = DT_NONE; /* of pieces that are struck out and those that are not */
    for (uint32_t p = 0; p < one->count; p++) {
      if (!dt_has_words(one->pieces[p].text)) continue;
      uint32_t chain = one->pieces[p].element;
      bool is_struck = chain != 0 && dt_tag_is(one->tree->chains[chain].tag, DT_STRUCK);
      turns += last != DT_NONE && is_struck != last;
      last = is_struck;
    }
    mixed += one->count > 1;
    if (turns == 1) struck.cuts[struck.count++] = *one;
  }
  if (struck.count == 0 || !dt_tenths(struck.count, mixed, DT_TENTHS_STRUCK) || (only_if_some && struck.count == count))
    return false;
  find_common(&struck, scratch);
  split_like_common(wrapper, scratch, w, &struck);
  return true;
}

/* ---- the choice ---- */

/* Whether all instances begin with the caption of the text, and a blank after it: then the caption is cut off.  Inline
 * elements side by side may have none between them. */
static bool has_caption_apart(const dt_wrapper_node *w, const dt_instance *instances, uint32_t count) {
  size_t length = dt_caption_at_start(w);
  for (uint32_t i = 0; i < count && length != 0; i++) {
    detm_text text = dt_text_of(instances[i].tree, instances[i].node);
    if (text.length < length || text.data[length - 1] != ' ') length = 0;
  }
  return length != 0;
}

void dt_text_split(detm_wrapper *wrapper, dt_arena *scratch, dt_wrapper_node *w, const dt_instance *instances,
                   uint32_t count) {
  static const dt_split levels[] = {DT_SPLIT_ALL, DT_SPLIT_PHRASES, DT_SPLIT_OUTER};
  enum { LEVELS = sizeof levels / sizeof *levels };
  cuts cut_at[LEVELS];
  dt_mark mark = dt_arena_mark(scratch);
  bool labelled = has_caption_apart(w, instances, count);
  bool split = count != 0 && !labelled && split_at_struck(wrapper, scratch, w, instances, count, true);
  for (unsigned l = 0; l < LEVELS && !split && count != 0 && !labelled;
       l++) { /* no record may have the text after folding */
    const cuts *c = &cut_at[l];
    cut_at[l] = cut_all(scratch, instances, count, levels[l]);
    if (l == 0 && are_amounts(c, scratch, instances)) break;
    split = c->common->count >= 2 && dt_tenths(c->agreeing, c->count, DT_TENTHS_SPLIT) &&
            !(levels[l] != DT_SPLIT_PHRASES && marks_search_words(c, scratch)) && are_values(c, w->linked, true);
    if (split && (!has_others(c) || !split_by_class(wrapper, scratch, w, c))) split_like_common(wrapper, scratch, w, c);
    if (l + 1 < LEVELS) continue;
    for (unsigned k = 0; k < LEVELS && !split; k++)
      split = are_values(&cut_at[k], w->linked, false) && split_by_class(wrapper, scratch, w, &cut_at[k]);
  }
  if (!split && count != 0 && !labelled) split = split_at_struck(wrapper, scratch, w, instances, count, false);
  if (!split) dt_wrapper_set_parts(wrapper, w, DT_SPLIT_NONE, 1);
  dt_arena_rewind(scratch, mark);
}
