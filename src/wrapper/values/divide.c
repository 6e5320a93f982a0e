/* wrapper/values/divide.c: finds which pieces of a text with several values are which parts of the wrapper.
 *
 * A piece is known by its label, its decoration and its classes.  Of several in equal decoration, its kind, shape and
 * words tell which part it is, as far as the order allows. */
#include "config.h"

#include "wrapper/rivals.h"
#include "wrapper/values/divide.h"

#include "profile/profile.h"
#include "values/value_kind.h"
#include "wrapper/tunables.h"
#include "wrapper/values/values.h"

static void place_piece(dt_division *d, uint32_t piece, uint32_t part) {
  d->part_of[piece] = part;
  d->used[part] = true;
}

/* Whether a part is a label, or a value that has one. */
static bool has_label(const dt_division *d, uint32_t part) {
  return d->w->parts[part].says != NULL || (part != 0 && d->w->parts[part - 1].says != NULL);
}

uint32_t dt_division_part_within(const dt_division *d, uint64_t within, bool again) {
  for (uint32_t p = 0; p < d->w->part_count; p++) {
    if (d->labelled && has_label(d, p)) continue;
    if (d->w->parts[p].hash == within && (again || !d->used[p])) return p;
  }
  return DT_NO_PART;
}

/* Whether a piece can be a value of a part by its kind. */
static bool piece_fits_kind(const dt_division *d, uint32_t piece, uint32_t part) {
  return d->identity == NULL || !dt_is_of_other_kind(d->identity->wrapper, &d->w->parts[part], d->pieces[piece].text);
}

static bool says(const dt_division *d, uint32_t part, uint32_t piece) {
  const char *label = d->w->parts[part].says;
  return label != NULL && dt_text_equal(d->pieces[piece].text, dt_text(label));
}

/* Places the labels that parts say, and the values after them, which may be the words of a label. */
static void place_labelled(dt_division *d) {
  for (uint32_t p = 0; p + 1 < d->count; p++)
    for (uint32_t part = 0; part + 1 < d->w->part_count; part++) {
      if (d->part_of[p] != DT_NO_PART || d->used[part] || !says(d, part, p)) continue;
      place_piece(d, p, part);
      if (d->pieces[p + 1].within == d->w->parts[part + 1].hash) place_piece(d, p + 1, part + 1);
      d->labelled = true;
      break;
    }
}

/* Whether the pieces are those of the wrapper's parts, in their order. */
static bool are_wrapper_parts(const dt_division *d) {
  if (d->count != d->w->part_count) return false;
  for (uint32_t p = 0; p < d->count; p++)
    if (d->w->parts[p].hash != d->pieces[p].within || (d->w->parts[p].says != NULL && !says(d, p, p))) return false;
  return true;
}

/* How like the values of a part's field in the samples a piece is, 0 to 1.5; 0 if nothing is known of them. */
static double likeness(const dt_division *d, uint32_t piece, uint32_t part) {
  const dt_profile *profile = d->identity != NULL ? d->identity->wrapper->profile : NULL;
  const dt_part *of = &d->w->parts[part];
  if (profile == NULL || of->field >= profile->field_count) return 0;
  const dt_values *values = &profile->fields[of->field];
  return values->count >= DT_MIN_SAMPLE ? dt_values_likeness(values, dt_part_value(of, d->pieces[piece].text)) : 0;
}

/* Whether a piece of the decoration of its part is not of its part's kind, but of that of another part in equal
 * decoration, whose piece is not of that kind either. */
static bool is_displaced(const dt_division *d, uint32_t piece) {
  const double least = 0.9, most = 0.5;
  const dt_part *parts = d->w->parts;
  bool unlike = false; /* the piece is known not to be of the kind of its part */
  for (uint32_t other = 0; other < d->count; other++) {
    if (other == piece || parts[other].hash != parts[piece].hash || parts[piece].says != NULL) continue;
    if (!unlike && likeness(d, piece, piece) > most) return false;
    unlike = true;
    if (likeness(d, piece, other) >= least && likeness(d, other, other) <= most) return true;
  }
  return false;
}

/* The only part in the decoration of a piece whose icon the page shows before the piece; DT_NO_PART. */
static uint32_t part_of_icon(const dt_division *d, uint32_t piece, dt_arena *scratch) {
  uint32_t found = DT_NO_PART;
  const char *icon = NULL;
  for (uint32_t part = 0; part < d->w->part_count && d->pieces[piece].icon != 0; part++) {
    if (d->w->parts[part].hash != d->pieces[piece].within || !d->w->parts[part].icon_tells) continue;
    if (icon == NULL) icon = dt_chain_icon(scratch, d->tree, d->pieces[piece].icon);
    if (icon == NULL || strcmp(icon, d->w->parts[part].icon) != 0) continue;
    if (found != DT_NO_PART) return DT_NO_PART;
    found = part;
  }
  return found;
}

static dt_hint hint_of_piece(const dt_division *d, uint32_t piece, uint32_t part) {
  if (d->identity == NULL) return DT_HINT_NONE;
  return dt_part_hint(d->identity->wrapper, &d->w->parts[part], d->pieces[piece].text);
}

/* Whether a piece says that it is a part, whose values have no words in common with those of others in its decoration.
 */
static bool tells_part(const dt_division *d, uint32_t piece, uint32_t part) {
  const dt_part *parts = d->w->parts;
  if (hint_of_piece(d, piece, part) != DT_HINT_FOR) return false;
  for (uint32_t other = 0; other < d->w->part_count; other++)
    if (other != part && parts[other].hash == parts[part].hash && parts[other].field != parts[part].field &&
        !dt_parts_are_apart(d->identity->wrapper, &parts[other], &parts[part]))
      return false;
  return true;
}

/* The only part in the decoration of a piece that its icon says it is, or else the piece; DT_NO_PART. */
static uint32_t part_told(const dt_division *d, uint32_t piece, dt_arena *scratch) {
  uint32_t found = part_of_icon(d, piece, scratch);
  if (found != DT_NO_PART) return found;
  for (uint32_t part = 0; part < d->w->part_count; part++) {
    if (d->w->parts[part].hash != d->pieces[piece].within || !tells_part(d, piece, part)) continue;
    if (found != DT_NO_PART) return DT_NO_PART;
    found = part;
  }
  return found;
}

/* Whether a piece, or its icon, says that it is another part than that of its place. */
static bool tells_other(const dt_division *d, uint32_t piece, dt_arena *scratch) {
  if (d->w->part_count == 1) return false;
  uint32_t by_icon = part_of_icon(d, piece, scratch);
  if (by_icon != DT_NO_PART) return by_icon != piece;
  return hint_of_piece(d, piece, piece) == DT_HINT_AGAINST && part_told(d, piece, scratch) != DT_NO_PART;
}

static bool is_disordered(const dt_division *d, dt_arena *scratch) {
  uint32_t p = 0;
  while (p < d->count && !is_displaced(d, p) && !tells_other(d, p, scratch)) p++;
  return p < d->count;
}

/* Places the pieces that say which part they are, if only one piece says so of a part. */
static void place_told(dt_division *d, dt_arena *scratch) {
  uint32_t told[DT_MAX_PIECES];
  for (uint32_t p = 0; p < d->count; p++) told[p] = d->part_of[p] == DT_NO_PART ? part_told(d, p, scratch) : DT_NO_PART;
  for (uint32_t p = 0; p < d->count; p++) {
    bool alone = told[p] != DT_NO_PART && !d->used[told[p]];
    for (uint32_t other = 0; other < d->count && alone; other++) alone = other == p || told[other] != told[p];
    if (alone) place_piece(d, p, told[p]);
  }
}

/* The pieces without a part, and the parts without a piece, in one decoration. */
typedef struct group {
  uint32_t pieces[DT_MAX_PIECES], piece_count;
  uint32_t *parts, part_count;
  double *worths;                /* by piece and part of the division, 0 = not yet known */
  uint32_t alone[DT_MAX_PIECES]; /* by piece: the part, if both are alone in a decoration; DT_NO_PART = not so */
} group;

static void find_group(const dt_division *d, uint64_t within, group *g) {
  g->piece_count = g->part_count = 0;
  for (uint32_t p = 0; p < d->count; p++)
    if (d->part_of[p] == DT_NO_PART && d->pieces[p].within == within) g->pieces[g->piece_count++] = p;
  for (uint32_t p = 0; p < d->w->part_count; p++)
    if (!d->used[p] && d->w->parts[p].hash == within && !(d->labelled && has_label(d, p)))
      g->parts[g->part_count++] = p;
}

/* Finds the pieces that nothing but their decoration is needed to place: others stand before or after them. */
static void find_alone(const dt_division *d, group *g) {
  for (uint32_t p = 0; p < d->count; p++) {
    uint32_t pieces = 0, parts = 0;
    for (uint32_t other = 0; other < d->count; other++) pieces += d->pieces[other].within == d->pieces[p].within;
    g->alone[p] = DT_NO_PART;
    for (uint32_t part = 0; part < d->w->part_count && pieces == 1; part++) {
      if (d->w->parts[part].hash != d->pieces[p].within) continue;
      g->alone[p] = parts++ == 0 ? part : DT_NO_PART;
    }
  }
}

/* The share of the pieces that are alone in their decoration on whose side of the piece the samples had their part. */
static double share_in_order(const dt_division *d, const group *g, uint32_t piece, uint32_t part) {
  uint32_t all = 0, agree = 0;
  for (uint32_t p = 0; p < d->count; p++) {
    if (g->alone[p] == DT_NO_PART || p == piece) continue;
    all++;
    agree += (p < piece) == (g->alone[p] < part);
  }
  return all != 0 ? (double)agree / all : 0;
}

/* What it is worth that a piece is a part: any place is worth something, one of the piece's kind three times that.  Its
 * place among the pieces of other decoration is worth as much as its shape: a new badge before the title is not the
 * place after it. */
static double worth(const dt_division *d, const group *g, uint32_t piece, uint32_t part) {
  const double any = 0.5, other_kind = 0.25, in_order = 0.25;
  double *known = &g->worths[(size_t)piece * d->w->part_count + part];
  if (*known != 0) return *known;
  bool mark = !dt_has_words(d->pieces[piece].text) && hint_of_piece(d, piece, part) == DT_HINT_AGAINST;
  bool fits = !mark && piece_fits_kind(d, piece, part);
  *known = fits ? any + likeness(d, piece, part) + in_order * share_in_order(d, g, piece, part) : other_kind;
  return *known;
}

/* Places the pieces of a group that are worth the most in the order of the parts; of equal ones the first. */
static void place_in_order(dt_division *d, const group *g, dt_arena *scratch) {
  uint32_t width = g->part_count + 1;
  double *best = DT_ZERO(scratch, double, (size_t)(g->piece_count + 1) * width);
  for (uint32_t p = g->piece_count; p-- > 0;)
    for (uint32_t q = g->part_count; q-- > 0;) {
      double value = worth(d, g, g->pieces[p], g->parts[q]) + best[(p + 1) * width + q + 1];
      if (best[(p + 1) * width + q] > value) value = best[(p + 1) * width + q];
      if (best[p * width + q + 1] > value) value = best[p * width + q + 1];
      best[p * width + q] = value;
    }

  for (uint32_t p = 0, q = 0; p < g->piece_count && q < g->part_count;) {
    double here = best[p * width + q] - 1e-9;
    if (worth(d, g, g->pieces[p], g->parts[q]) + best[(p + 1) * width + q + 1] >= here) {
      place_piece(d, g->pieces[p++], g->parts[q++]);
    } else if (best[p * width + q + 1] >= here) {
      q++;
    } else {
      p++;
    }
  }
}

/* Places the pieces in decoration that the wrapper knows.  Those in equal decoration are placed in order, so that most
 * are like the values that their part had: where the place is missing, the price stays the price.  What then is left is
 * placed in the same way: it changed places. */
static void place_known(dt_division *d, dt_arena *scratch) {
  const size_t cells = (size_t)d->count * d->w->part_count;
  group g = {.parts = DT_ARRAY(scratch, uint32_t, d->w->part_count), .worths = DT_ZERO(scratch, double, cells)};
  find_alone(d, &g);
  for (uint32_t p = 0; p < d->count; p++) {
    if (d->part_of[p] != DT_NO_PART) continue;
    find_group(d, d->pieces[p].within, &g);
    while (g.piece_count != 0 && g.part_count != 0) {
      place_in_order(d, &g, scratch);
      find_group(d, d->pieces[p].within, &g);
    }
  }
}

/* The decoration with the other tag that looks the same in place of each one, "strong" for "b", and without itemprops
 * in place of classes, which wrappers of earlier versions do not have. */
static const char *alike_within(dt_arena *scratch, const char *within) {
  static const char *const tags[][2] = {{"b", "strong"}, {"strong", "b"}, {"i", "em"}, {"em", "i"}};
  const char *alike = "";
  for (const char *at = within; *at != '\0'; at += strspn(at, " ")) {
    size_t length = strcspn(at, " "), tag = strcspn(at, ". "), other = 0;
    while (other < sizeof tags / sizeof *tags && !dt_text_equal((detm_text){at, tag}, dt_text(tags[other][0]))) other++;
    bool known = other < sizeof tags / sizeof *tags;
    if (tag + 1 < length && at[tag + 1] == '@') length = tag;
    alike = dt_arena_format(scratch, "%s%s%s%.*s", alike, *alike != '\0' ? " " : "", known ? tags[other][1] : "",
                            (int)(known ? length - tag : length), known ? at + tag : at);
    at += strcspn(at, " ");
  }
  return alike;
}

/* Places pieces whose decoration looks the same as that of a part: editors write b or strong. */
static void place_alike(dt_division *d, dt_arena *scratch) {
  for (uint32_t p = 0; p < d->count; p++) {
    if (d->part_of[p] != DT_NO_PART || d->pieces[p].element == 0) continue;
    const char *within = dt_chain_within(scratch, d->tree, d->pieces[p].element, d->w->split);
    uint32_t part = dt_division_part_within(d, dt_within_hash(alike_within(scratch, within)), false);
    if (part != DT_NO_PART) place_piece(d, p, part);
  }
}

static bool part_has_class(const dt_part *part, detm_text class) {
  detm_text within = dt_text(part->within), element = dt_within_take_classed(&within);
  for (detm_text own; (own = dt_within_next_class(&element)).length != 0;)
    if (dt_text_equal(own, class)) return true;
  return false;
}

/* The first part without a piece that has a class which only parts of its field have. */
static uint32_t part_with_class(const dt_division *d, detm_text class) {
  uint32_t found = DT_NO_PART;
  for (uint32_t p = 0; p < d->w->part_count; p++) {
    if (!part_has_class(&d->w->parts[p], class)) continue;
    if (found != DT_NO_PART && d->w->parts[p].field != d->w->parts[found].field) return DT_NO_PART;
    if (found == DT_NO_PART || d->used[found]) found = p;
  }
  return found != DT_NO_PART && !d->used[found] ? found : DT_NO_PART;
}

/* The part that has a class of the decoration, the innermost first: "b.price" for "b.price.sale" and for "b.price
 * span.new".  In what is struck out only the innermost counts: "del" in "b.price" was the value. */
static uint32_t part_of_class(const dt_division *d, const char *within, bool struck) {
  detm_text rest = dt_text(struck ? dt_within_innermost(within) : within), element;
  while ((element = dt_within_take_classed(&rest)).length != 0)
    for (detm_text class; (class = dt_within_next_class(&element)).length != 0;) {
      uint32_t part = part_with_class(d, class);
      if (part != DT_NO_PART) return part;
    }
  return DT_NO_PART;
}

/* Places pieces that have a class of a part and further or other ones, which tell a state: "price sale", "stock out".
 */
static void place_classed(dt_division *d, dt_arena *scratch) {
  for (uint32_t p = 0; p < d->count; p++) {
    uint32_t element = d->pieces[p].element;
    if (d->part_of[p] != DT_NO_PART || element == 0) continue;
    const char *within = dt_chain_within(scratch, d->tree, element, d->w->split);
    uint32_t part = part_of_class(d, within, dt_chain_is_struck(d->tree, element));
    if (part != DT_NO_PART) place_piece(d, p, part);
  }
}

/* Whether a part of the wrapper is in an element of decoration as it is written: "b", "span.price". */
static bool is_known_element(const dt_division *d, detm_text element) {
  for (uint32_t p = 0; p < d->w->part_count; p++)
    for (const char *at = d->w->parts[p].within; *at != '\0'; at += strspn(at, " ")) {
      size_t length = strcspn(at, " ");
      if (dt_text_equal(element, (detm_text){at, length})) return true;
      at += length;
    }
  return false;
}

/* Whether a new element around a piece says that it is something else: it is that of small or old things, or has words
 * of its own beside the piece, as "<small>was <b>9</b></small>". */
static bool says_otherwise(const dt_division *d, uint32_t piece, uint32_t new, dt_arena *scratch) {
  static const dt_tag other[] = {DT_TAG_small, DT_TAG_s, DT_TAG_del};
  for (unsigned t = 0; t < sizeof other / sizeof *other; t++)
    if (d->tree->chains[new].tag == other[t]) return true;
  for (uint32_t p = 0; p < d->count; p++) {
    uint32_t element = d->pieces[p].element;
    if (p == piece || element == 0 || !dt_has_words(d->pieces[p].text)) continue;
    const char *inner = dt_within_innermost(dt_chain_within(scratch, d->tree, element, d->w->split));
    if (element == new || (dt_chain_is_within(d->tree, element, new) && !is_known_element(d, dt_text(inner))))
      return true;
  }
  return false;
}

/* Whether any new element around a piece says that it is something else. */
static bool is_in_other(const dt_division *d, uint32_t piece, dt_arena *scratch) {
  for (uint32_t chain = d->pieces[piece].element; chain != 0; chain = d->tree->chains[chain].parent) {
    const char *inner = dt_within_innermost(dt_chain_within(scratch, d->tree, chain, d->w->split));
    if (!is_known_element(d, dt_text(inner)) && says_otherwise(d, piece, chain, scratch)) return true;
  }
  return false;
}

/* The part whose decoration a piece has beside new elements, wherever these are: "font b" for "font span b". */
static uint32_t part_without_new(const dt_division *d, uint32_t piece, dt_arena *scratch) {
  const char *within = dt_chain_within(scratch, d->tree, d->pieces[piece].element, d->w->split), *known = "";
  bool all = true;
  for (const char *at = within; *at != '\0'; at += strspn(at, " ")) {
    detm_text element = {at, strcspn(at, " ")};
    at += element.length;
    if (is_known_element(d, element))
      known = dt_arena_format(scratch, "%s%s%.*s", known, *known != '\0' ? " " : "", (int)element.length, element.data);
    else
      all = false;
  }
  if (!all && is_in_other(d, piece, scratch)) return DT_NO_PART;
  return all || *known == '\0' ? DT_NO_PART : dt_division_part_within(d, dt_within_hash(known), false);
}

/* Places pieces in new elements in or around decoration that the wrapper knows: <b><span>12</span></b>.  What is newly
 * struck out was the value. */
static void place_wrapped(dt_division *d, dt_arena *scratch) {
  for (uint32_t p = 0; p < d->count; p++) {
    uint32_t element = d->part_of[p] == DT_NO_PART ? d->pieces[p].element : 0;
    bool struck = element != 0 && dt_chain_is_struck(d->tree, element);
    uint32_t part = element != 0 && !struck ? part_without_new(d, p, scratch) : DT_NO_PART;
    if (part != DT_NO_PART && piece_fits_kind(d, p, part)) {
      place_piece(d, p, part);
      continue;
    }

    uint64_t within;
    while ((element = dt_piece_around(d->tree, element, d->w->split, &within)) != 0) {
      part = dt_division_part_within(d, within, false);
      if (part == DT_NO_PART || !piece_fits_kind(d, p, part) || (struck && !dt_chain_is_struck(d->tree, element)))
        continue;
      place_piece(d, p, part);
      break;
    }
  }
}

/* Whether an element that the wrapper does not know may be that of a part under another class: an element of its tag.
 */
static bool has_tag_of(const dt_division *d, const dt_piece *piece, const dt_part *part) {
  const char *inner = dt_within_innermost(part->within);
  return piece->element != 0 && d->tree->chains[piece->element].tag == dt_tag_number(inner, strcspn(inner, "."));
}

/* Whether another form of a part's value has a piece: "b.done" of "b.open". */
static bool has_other_form(const dt_division *d, uint32_t part) {
  const dt_part *parts = d->w->parts;
  for (uint32_t p = 0; p < d->w->part_count; p++)
    if (d->used[p] && p != part && parts[p].field == parts[part].field && parts[part].join == NULL) return true;
  return false;
}

/* Places other pieces by their order, where the page has renamed the decoration of a part: it has it nowhere. */
static void place_renamed(dt_division *d) {
  uint64_t gone = d->identity == NULL || d->identity->gone == NULL ? UINT64_MAX : d->identity->gone[d->w->number];
  uint32_t next = 0, left = 0;
  for (uint32_t p = 0; p < d->count; p++) left += d->part_of[p] == DT_NO_PART && dt_has_words(d->pieces[p].text);

  uint32_t parts = d->w->part_count < DT_MAX_PIECES ? d->w->part_count : DT_MAX_PIECES; /* the bits of `gone` */
  for (uint32_t part = 0; part < parts && left != 0; part++) {
    if (d->used[part] || !(gone >> part & 1) || has_other_form(d, part)) continue;
    for (uint32_t p = next; p < d->count; p++) {
      if (d->part_of[p] != DT_NO_PART || !has_tag_of(d, &d->pieces[p], &d->w->parts[part])) continue;
      if (!piece_fits_kind(d, p, part)) continue;
      place_piece(d, p, part);
      next = p + 1;
      left--;
      break;
    }
  }
}

void dt_divide(dt_division *d, dt_index node, dt_arena *scratch) {
  d->count = dt_text_pieces(scratch, d->tree, node, d->w->split, d->pieces, DT_MAX_PIECES);
  bool known = are_wrapper_parts(d) && !is_disordered(d, scratch);
  for (uint32_t p = 0; p < d->count; p++) d->part_of[p] = known ? p : DT_NO_PART;
  if (known) return;

  d->used = DT_ZERO(scratch, bool, d->w->part_count);
  place_labelled(d);
  place_told(d, scratch);
  place_known(d, scratch);
  place_alike(d, scratch);
  place_classed(d, scratch);
  place_wrapped(d, scratch);
  place_renamed(d);
}

/* ---- texts that became one ---- */

static bool is_present(const dt_alignment *layout, const dt_wrapper_node *w) {
  uint32_t i = 0;
  while (i < layout->count && layout->nodes[i] != w) i++;
  return i < layout->count;
}

static bool is_plain_text(const dt_wrapper_node *w) {
  return w->tag == DT_TAG_TEXT && w->split == DT_SPLIT_NONE && w->part_count == 1;
}

/* Gives the parts, which are of the texts from `text` on, the decoration of the pieces that can be them: that with
 * their class.  All others are alike: those without a class, and all if no text had a class and each piece has one.
 * False: no piece has any of the classes that the texts have, or there is only one piece: what else is there has a
 * class that no text had, as a new badge does. */
static bool find_decoration(dt_division *d, const dt_wrapper_node *text, dt_part *parts, uint32_t count) {
  const uint64_t alike = dt_hash_bytes("", 0, 0);
  bool classed = false, found = false, varied = false;
  for (uint32_t part = 0; part < count; text = text->next) {
    if (!is_plain_text(text)) continue;
    parts[part] = text->parts[0];
    parts[part].hash = alike;
    for (uint32_t p = 0; p < d->count && *text->class != '\0' && parts[part].hash == alike; p++)
      if (dt_chain_has_class(d->tree, d->pieces[p].element, text->class)) parts[part].hash = d->pieces[p].within;
    found = found || parts[part].hash != alike;
    classed = classed || *text->class != '\0';
    varied = varied || text->varied;
    part++;
  }

  uint32_t plain = 0, count_alike = 0;
  for (uint32_t p = 0; p < d->count; p++) plain += !dt_chain_is_classed(d->tree, d->pieces[p].element);
  for (uint32_t p = 0; p < d->count; p++) {
    bool any = !classed && (varied || plain == 0);
    if (!any && dt_chain_is_classed(d->tree, d->pieces[p].element)) continue;
    d->pieces[p].within = alike;
    count_alike++;
  }
  return found || (!classed && count_alike > 1);
}

bool dt_divide_joined(dt_division *d, const dt_alignment *layout, dt_index node, dt_arena *scratch) {
  const dt_wrapper_node *w = d->w, *first = w->parent->first;
  uint32_t count = 0;
  for (const dt_wrapper_node *text = first; text != w; text = text->next)
    if (is_present(layout, text)) first = text->next;
  for (const dt_wrapper_node *text = first; text != NULL; text = text->next) {
    if (text != w && is_present(layout, text)) break;
    count += is_plain_text(text);
  }
  if (count < 2 || !is_plain_text(w)) return false;

  d->count = dt_text_pieces(scratch, d->tree, node, DT_SPLIT_ALL, d->pieces, DT_MAX_PIECES);
  for (uint32_t p = 0; p < d->count; p++) d->part_of[p] = DT_NO_PART;
  dt_part *parts = DT_ZERO(scratch, dt_part, count);
  dt_wrapper_node *all = DT_ZERO(scratch, dt_wrapper_node, 1);
  if (!find_decoration(d, first, parts, count)) return false;
  all->part_count = count;
  all->parts = parts;
  d->w = all;
  d->used = DT_ZERO(scratch, bool, count);
  place_known(d, scratch);
  return true;
}
