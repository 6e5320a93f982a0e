/* engine/groups.c: records that are groups of the records of another region (doc/method 2.8).
 *
 * The rows of a grid, or sections with a letter or a team above them, are like each other and hold all texts of the
 * records within them: as records they score as high.  They are groups, not records, if their members are records
 * whatever their place in the group is: the first member of a group says the same kinds of things as the third.  The
 * parts of a record do not: its first cell is a name, its third a date. */
#include "base/map.h"
#include "engine/composition.h"
#include "engine/engine.h"
#include "engine/tunables.h"
#include "text/words.h"

#include <string.h>

enum {
  MAX_TRIED = 12,     /* regions whose records may be members */
  MIN_SAID = 2,       /* texts of its own that a record has beside its parts */
  MAX_PLACES = 6,     /* of members in a group that are compared */
  MIN_AT_A_PLACE = 3, /* members */
  MIN_IN_GRID = 6     /* nodes of a member; smaller ones are parts of a record more often than records */
};

/* What members begin with. */
typedef struct firsts {
  dt_lookup texts;
  uint32_t *groups, *last; /* by text: groups of which a member begins with it, and the last one of them */
  uint32_t *members;       /* by text: members that begin with it */
} firsts;

/* Members in their groups: sums over all groups. */
typedef struct grouping {
  const dt_region *groups, *members;
  uint32_t filled;                  /* groups that have members */
  uint32_t inside;                  /* members that are in a group */
  uint32_t beside;                  /* members in a sibling of the groups: a last row of fewer cells is no group */
  firsts firsts;                    /* first texts of members */
  dt_lookup wholes;                 /* all texts of members */
  uint32_t described;               /* members in groups that have words outside links */
  uint32_t figured;                 /* members with a text that is a number or a date */
  uint32_t headed;                  /* groups with a letter, or a year in a heading, before their first member */
  uint32_t linked;                  /* groups with a link there */
  uint32_t dated;                   /* groups with a date or price outside their members */
  uint32_t telling;                 /* groups with a link and two own texts outside members, one of them plain */
  dt_lookup rest;                   /* texts outside members */
  double characters, held;          /* of the groups; of the members in groups */
  double heading;                   /* characters before the first members */
  uint32_t often;                   /* groups with the most frequent number of members */
  uint32_t numbers[MAX_PLACES + 1]; /* groups by their number of members; the last for all larger ones */
  dt_composition all, places[MAX_PLACES];
} grouping;

/* ---- reading groups ---- */

static double characters_of(const dt_engine *e, uint32_t first, uint32_t end) {
  double characters = 0;
  for (uint32_t t = first; t < end; t++) characters += e->text_length[e->text_number[t]];
  return characters;
}

static unsigned kinds_of(dt_engine *e, uint32_t first, uint32_t end) {
  unsigned kinds = 0;
  for (uint32_t t = first; t < end; t++) kinds |= dt_text_kind(e, t);
  return kinds;
}

/* Whether a text of this kind is a number or a date. */
static bool is_numeral(unsigned kind) {
  return (kind & (DT_KIND_LETTER | DT_KIND_DIGIT)) == DT_KIND_DIGIT || (kind & DT_KIND_DATE) != 0;
}

/* Whether a piece of the texts is a number or a date. */
static bool has_numeral(dt_engine *e, uint32_t first, uint32_t end) {
  for (uint32_t t = first; t < end; t++) {
    const dt_string *string = &e->tree->texts[e->tree->nodes[e->tree->text_nodes[t]].detail];
    if (is_numeral(dt_text_kind(e, t))) return true;
    if (string->count == 1 || !(dt_text_kind(e, t) & DT_KIND_DIGIT)) continue;
    for (uint32_t f = string->first; f < string->first + string->count; f++)
      if (is_numeral(dt_kind_of(dt_fragment_text(e->tree, &e->tree->fragments[f])))) return true;
  }
  return false;
}

static bool has_plain_words(dt_engine *e, uint32_t first, uint32_t end) {
  for (uint32_t t = first; t < end; t++)
    if (e->linked_before[t] == e->linked_before[t + 1] && (dt_text_kind(e, t) & (DT_KIND_LETTER | DT_KIND_DIGIT)))
      return true;
  return false;
}

static void start_firsts(dt_engine *e, firsts *f, uint32_t members) {
  dt_lookup_start(&f->texts, e->scratch, members);
  f->groups = DT_ZERO(e->scratch, uint32_t, members);
  f->last = DT_ARRAY(e->scratch, uint32_t, members);
  f->members = DT_ZERO(e->scratch, uint32_t, members);
}

/* Adds a member of a group by its first text, which may be a label if it is no number. */
static void add_first(firsts *f, uint32_t group, uint64_t text, bool numeral) {
  uint32_t number = dt_lookup_add(&f->texts, text);
  if (numeral) return;
  f->members[number]++;
  if (f->groups[number] != 0 && f->last[number] == group) return;
  f->last[number] = group;
  f->groups[number]++;
}

/* How many members begin with a text that members of most groups begin with. */
static uint32_t count_labelled(const firsts *f, uint32_t groups) {
  uint32_t labelled = 0;
  for (uint32_t t = 0; t < f->texts.count; t++)
    if (10 * (uint64_t)f->groups[t] >= DT_TENTHS_MOST * (uint64_t)groups) labelled += f->members[t];
  return labelled;
}

/* Whether members begin with different texts, as records do, and not with the labels of values, which come again in
 * each group.  An hour is no label, nor are the teams that come again in other rounds: few are in most of them, and
 * most of their matches differ and have a date or a result. */
static bool tell_apart(const grouping *g, const firsts *f) {
  enum { LEAST_GROUPS = 3 };
  uint64_t groups = g->groups->record_count, members = g->inside;
  if (10 * (uint64_t)f->texts.count >= DT_TENTHS_MOST * members) return true;
  return groups >= LEAST_GROUPS && 2 * (uint64_t)count_labelled(f, g->groups->record_count) <= members &&
         10 * (uint64_t)g->wholes.count >= DT_TENTHS_MOST * members &&
         10 * (uint64_t)g->figured >= DT_TENTHS_NEARLY_ALL * members;
}

static uint64_t hash_of_texts(const dt_engine *e, uint32_t first, uint32_t end) {
  uint64_t hash = 1;
  for (uint32_t t = first; t < end; t++) hash = dt_hash_mix(hash, e->text_number[t]);
  return hash;
}

/* Whether a text is in h1 to h6 and the like. */
static bool is_in_heading(const dt_engine *e, uint32_t text) {
  const dt_node *nodes = e->tree->nodes;
  dt_index node = e->tree->text_nodes[text];
  for (int up = 0; up < 2 && node != 0; up++) {
    node = nodes[node].parent;
    if (dt_tag_is(nodes[node].tag, DT_HEADING)) return true;
  }
  return false;
}

/* Whether a text is a year: other numbers in a heading are the rank of a record, or when it begins. */
static bool is_year(const dt_engine *e, uint32_t text) {
  detm_text year = dt_text_of(e->tree, e->tree->text_nodes[text]);
  bool digits = year.length == 4;
  for (size_t i = 0; i < year.length && digits; i++) digits = dt_is_digit(year.data[i]);
  return digits;
}

static void add_heading(dt_engine *e, grouping *g, uint32_t first, uint32_t end) {
  g->heading += characters_of(e, first, end);
  g->headed +=
      (kinds_of(e, first, end) & DT_KIND_LETTER) != 0 || (first < end && is_in_heading(e, first) && is_year(e, first));
  g->linked += e->linked_before[end] != e->linked_before[first];
}

/* What a group says outside its members. */
typedef struct outside {
  unsigned kinds;      /* of its texts */
  uint32_t own, plain; /* texts that no group before has; of these outside links */
  bool linked;
} outside;

static void add_outside(dt_engine *e, grouping *g, uint32_t first, uint32_t end, outside *rest) {
  for (uint32_t t = first; t < end; t++) {
    unsigned kind = dt_text_kind(e, t);
    bool linked = e->linked_before[t] != e->linked_before[t + 1];
    bool own = (kind & DT_KIND_LETTER) && dt_lookup_insert(&g->rest, e->text_number[t]);
    rest->kinds |= kind;
    rest->linked = rest->linked || linked;
    rest->own += own;
    rest->plain += own && !linked;
  }
}

/* Adds a group and its members, which are those from *next on. */
static void add_group(dt_engine *e, grouping *g, uint32_t number, uint32_t *next) {
  const dt_record *group = &g->groups->records[number];
  uint32_t first, end, member_first, member_end, place = 0;
  outside rest = {0};
  dt_record_texts(e, group->nodes, group->count, &first, &end);
  g->characters += characters_of(e, first, end);

  for (; *next < g->members->record_count; ++*next) {
    const dt_record *member = &g->members->records[*next];
    dt_scope_tick(e->arena->scope);
    dt_record_texts(e, member->nodes, member->count, &member_first, &member_end);
    if (member_first < first) continue;
    if (member_end > end) break;
    g->held += characters_of(e, member_first, member_end);
    if (member_first != member_end) {
      add_first(&g->firsts, number, e->text_number[member_first], is_numeral(dt_text_kind(e, member_first)));
      dt_lookup_insert(&g->wholes, hash_of_texts(e, member_first, member_end));
    }
    g->described += has_plain_words(e, member_first, member_end);
    g->figured += has_numeral(e, member_first, member_end);
    if (place == 0) add_heading(e, g, first, member_first);
    add_outside(e, g, first, member_first, &rest);
    first = member_end;
    dt_composition_add(e, member->nodes, member->count, &g->all);
    if (place < MAX_PLACES) {
      dt_composition_add(e, member->nodes, member->count, &g->places[place]);
    }
    place++;
  }

  add_outside(e, g, first, end, &rest);
  g->telling += rest.linked && rest.plain != 0 && rest.own >= MIN_SAID;
  g->filled += place != 0;
  g->inside += place;
  uint32_t as_many = ++g->numbers[place < MAX_PLACES ? place : MAX_PLACES];
  if (as_many > g->often) g->often = as_many;
  g->dated += (rest.kinds & (DT_KIND_DATE | DT_KIND_PRICE)) != 0;
}

/* Counts the members that are outside of all groups, but in a sibling of these with their tag and class. */
static uint32_t count_beside(const dt_engine *e, const dt_region *groups, const dt_region *members) {
  const dt_node *nodes = e->tree->nodes;
  dt_index model = groups->records[0].nodes[0], parent = nodes[model].parent;
  uint32_t beside = 0, g = 0;
  for (uint32_t m = 0; m < members->record_count; m++) {
    dt_index around = members->records[m].nodes[0];
    while (around != DT_NONE && nodes[around].parent != parent) around = nodes[around].parent;
    if (around == DT_NONE || around == members->records[m].nodes[0]) continue;
    while (g < groups->record_count && groups->records[g].nodes[groups->records[g].count - 1] < around) g++;
    bool inside = g < groups->record_count && groups->records[g].nodes[0] <= around;
    beside += !inside && nodes[around].tag == nodes[model].tag && dt_have_same_class(e->tree, around, model);
  }
  return beside;
}

static grouping read_grouping(dt_engine *e, const dt_region *groups, const dt_region *members) {
  grouping g = {.groups = groups, .members = members};
  uint32_t next = 0;
  start_firsts(e, &g.firsts, members->record_count);
  dt_lookup_start(&g.wholes, e->scratch, members->record_count);
  dt_lookup_start(&g.rest, e->scratch, e->tree->text_count);
  for (uint32_t r = 0; r < groups->record_count; r++) add_group(e, &g, r, &next);
  g.beside = count_beside(e, groups, members);
  dt_composition_finish(&g.all);
  for (int p = 0; p < MAX_PLACES; p++) dt_composition_finish(&g.places[p]);
  return g;
}

/* ---- what is a group ---- */

/* Whether nearly all members are in groups, and most groups have some; the texts of members are different. */
static bool fills_groups(const grouping *g) {
  return 10 * (uint64_t)(g->inside + g->beside) >= DT_TENTHS_NEARLY_ALL * (uint64_t)g->members->record_count &&
         10 * (uint64_t)g->filled >= DT_TENTHS_MOST * (uint64_t)g->groups->record_count &&
         2 * g->inside >= 3 * g->filled && tell_apart(g, &g->firsts);
}

/* Whether no number of members is that of half of the groups: then they are no parts of a record, which has the same
 * parts as the others. */
static bool has_varying_number(const grouping *g) { return 2 * g->often < g->groups->record_count; }

/* Whether members say the same kinds of things at all places.  If their number varies, the first one, such as the head
 * of a department, may be shorter than the others. */
static bool places_agree(const grouping *g) {
  for (int p = 0; p < MAX_PLACES && g->places[p].count >= MIN_AT_A_PLACE; p++)
    if (!dt_compositions_agree(&g->all, &g->places[p]) ||
        (!has_varying_number(g) && !dt_lengths_agree(&g->all, &g->places[p], DT_MAX_PLACE_RATIO)))
      return false;
  return true;
}

/* Whether each member has all that a group has, and explains more. */
static bool is_as_rich(const dt_region *groups, const dt_region *members) {
  return members->reference_size >= MIN_IN_GRID &&
         members->features[DT_R_variety] >= groups->features[DT_R_variety] - DT_MAX_VARIETY_LOST &&
         members->features[DT_R_saved] >= groups->features[DT_R_saved];
}

/* Whether groups are nothing but members that are as rich or, if their number varies, such members under a heading. */
static bool is_grid(const grouping *g) {
  double least = has_varying_number(g) ? DT_MIN_HELD : DT_MIN_HELD_ALONE;
  return g->held >= least * g->characters && is_as_rich(g->groups, g->members);
}

static bool has_most_linked(const grouping *g, double members) {
  return 10 * g->all.share[DT_SHARE_LINKED] >= DT_TENTHS_NEARLY_ALL && g->inside >= members * g->groups->record_count;
}

/* Whether groups are nothing but links, more than a record has. */
static bool is_long(const grouping *g) {
  return g->held >= DT_MIN_HELD_ALONE * g->characters && has_most_linked(g, DT_MIN_MEMBERS_ALONE);
}

/* Whether the headings are too short for names of records, such as the letters of an index; a number may be a rank. */
static bool has_short_headings(const grouping *g) { return g->linked == 0 && g->heading <= DT_MAX_HEADING * g->held; }

/* Whether most members have a date, time or price of their own, as events below a day: the documents of a meeting,
 * which is a record, have none. */
static bool have_own_dates(const grouping *g) {
  return 10 * (g->all.share[DT_SHARE_DATED] + g->all.share[DT_SHARE_PRICED]) >= DT_TENTHS_MOST;
}

/* Whether groups are several linked members under a heading.  Under a heading that may be the name of a record,
 * members without a word outside links are its tags, variants or pages. */
static bool is_headed(const grouping *g) {
  return g->held >= DT_MIN_HELD * g->characters && has_most_linked(g, DT_MIN_MEMBERS) &&
         2 * g->headed >= g->groups->record_count &&
         (g->dated <= DT_MAX_DATED * g->groups->record_count || have_own_dates(g)) &&
         (has_short_headings(g) || 10 * (uint64_t)g->described >= DT_TENTHS_MOST * (uint64_t)g->inside);
}

/* Whether groups say beside their members what records say: a link and several texts that are their own.  Then the
 * members are their parts, such as the comments of a post. */
static bool are_records(const grouping *g) {
  return 10 * (uint64_t)g->telling >= DT_TENTHS_NEARLY_ALL * (uint64_t)g->groups->record_count;
}

/* ---- groups of the records of lists within them ---- */

/* What is in groups beside their members, and how alike the members are. */
typedef struct surroundings {
  uint32_t texts;           /* with words or numbers, but dates alone */
  uint32_t pieces;          /* of text, in no heading */
  uint32_t numerals;        /* of these: a number or a date */
  uint32_t tails;           /* groups with text after their last member, but a heading, which is of the next ones */
  uint32_t several, priced; /* members of two pieces, or words with a price or date; members with a price or date */
  uint32_t often;           /* members with the most frequent number of pieces */
  firsts firsts;            /* first pieces of members: labels such as "Tel:" are few */
} surroundings;

/* The hash of the first piece of a text. */
static uint64_t hash_first_piece(const dt_engine *e, uint32_t text) {
  const dt_string *string = &e->tree->texts[e->tree->nodes[e->tree->text_nodes[text]].detail];
  detm_text piece = dt_fragment_text(e->tree, &e->tree->fragments[string->first]);
  return dt_hash_bytes(piece.data, piece.length, 0);
}

/* A hash of the letters of a text: "Mon 9:00" of each shop is the same. */
static uint64_t hash_of_letters(const dt_engine *e, uint32_t text) {
  detm_text whole = dt_text_of(e->tree, e->tree->text_nodes[text]);
  uint64_t hash = 0;
  for (size_t i = 0; i < whole.length; i++)
    if (dt_is_ascii_letter(whole.data[i]) || (unsigned char)whole.data[i] >= 0x80)
      hash = dt_hash_mix(hash, (unsigned char)whole.data[i]);
  return hash;
}

/* Whether a text is a heading: in h1 to h6 and the like, the first one of its group, or bold. */
static bool is_heading_text(const dt_engine *e, uint32_t text, uint32_t first) {
  const dt_node *nodes = e->tree->nodes;
  return text == first || (nodes[e->tree->text_nodes[text]].flags & DT_NODE_BOLD) || is_in_heading(e, text);
}

/* Whether a text of this kind is a date and nothing else: it has words for the day, the month and what joins them. */
static bool is_date_alone(const dt_engine *e, uint32_t text, unsigned kind) {
  enum { MAX_WORDS = 4 }; /* "Lunes, 24 de mayo de 2024" */
  detm_text whole = dt_text_of(e->tree, e->tree->text_nodes[text]);
  return (kind & DT_KIND_DATE) && dt_word_count(whole, MAX_WORDS + 1) <= MAX_WORDS;
}

static void add_rest(dt_engine *e, surroundings *rest, uint32_t first, uint32_t end, uint32_t group_first) {
  for (uint32_t t = first; t < end; t++) {
    unsigned kind = dt_text_kind(e, t);
    if (!(kind & (DT_KIND_LETTER | DT_KIND_DIGIT))) continue;
    bool numeral = is_numeral(kind);
    rest->texts += !is_date_alone(e, t, kind);
    rest->numerals += numeral;
    rest->pieces += numeral || !is_heading_text(e, t, group_first);
  }
}

static surroundings read_surroundings(dt_engine *e, const dt_region *groups, const dt_region *members) {
  enum { MAX_PIECES = 12 };
  uint32_t numbers[MAX_PIECES + 1] = {0}, next = 0, first, end, member_first, member_end;
  surroundings rest = {0};
  start_firsts(e, &rest.firsts, members->record_count);

  for (uint32_t g = 0; g < groups->record_count; g++) {
    dt_record_texts(e, groups->records[g].nodes, groups->records[g].count, &first, &end);
    uint32_t group_first = first, before = next;
    dt_index group_end = e->tree->nodes[groups->records[g].nodes[groups->records[g].count - 1]].end;
    for (; next < members->record_count; next++) {
      const dt_record *member = &members->records[next];
      dt_record_texts(e, member->nodes, member->count, &member_first, &member_end);
      if (member->nodes[0] >= group_end) break;
      uint32_t pieces = dt_record_pieces(e, member);
      unsigned kinds = kinds_of(e, member_first, member_end);
      bool priced = (kinds & (DT_KIND_DATE | DT_KIND_PRICE)) != 0;
      if (member_first != member_end) {
        bool one = pieces == 1 && priced;
        uint64_t label = one ? hash_of_letters(e, member_first) : hash_first_piece(e, member_first);
        add_first(&rest.firsts, g, label, !one && is_numeral(dt_text_kind(e, member_first)));
      }

      numbers[pieces < MAX_PIECES ? pieces : MAX_PIECES]++;
      rest.several += pieces > 1 || (priced && (kinds & DT_KIND_LETTER));
      rest.priced += priced;
      add_rest(e, &rest, first, member_first, group_first);
      first = member_end;
    }
    rest.tails += next != before && has_plain_words(e, first, end) && !is_in_heading(e, first);
    add_rest(e, &rest, first, end, group_first);
  }

  for (int p = 0; p <= MAX_PIECES; p++)
    if (numbers[p] > rest.often) rest.often = numbers[p];
  return rest;
}

/* The cell of a group's row that a member is in, however deep, as calendars wrap the events of a day: td, th, or the
 * child of a row that is no tr.  0 = it is in none. */
static dt_index cell_of_member(const dt_engine *e, const dt_region *groups, const dt_record *member) {
  const dt_node *nodes = e->tree->nodes;
  dt_index cell = nodes[member->nodes[0]].parent, rows = nodes[groups->records[0].nodes[0]].parent;
  while (cell != 0 && nodes[cell].tag != DT_TAG_td && nodes[cell].tag != DT_TAG_th &&
         nodes[nodes[cell].parent].parent != rows)
    cell = nodes[cell].parent;
  return cell;
}

/* Whether the first text of the cell around a member is a number or date of the cell: that of a day. */
static bool follows_number(dt_engine *e, dt_index cell, const dt_record *member) {
  uint32_t first = e->text_before[cell];
  unsigned kind = first < e->text_before[member->nodes[0]] ? dt_text_kind(e, first) : 0;
  return is_numeral(kind);
}

/* Whether groups are weeks: rows of a table whose cells have a number or date each, and members below it. */
static bool is_calendar(dt_engine *e, const grouping *g, const surroundings *rest) {
  enum { MIN_DAYS = 5, MAX_DAYS = 8 }; /* cells of a week */
  uint32_t numbered = 0, cells = 0, columns = 0, members = g->members->record_count, first, end;
  uint64_t seen = 0;

  for (uint32_t r = 0; r < g->groups->record_count; r++)
    for (uint32_t n = 0; n < g->groups->records[r].count; n++)
      cells += e->tree->nodes[g->groups->records[r].nodes[n]].kid_count;

  if (members == 0 || cells < MIN_DAYS * g->groups->record_count || cells > MAX_DAYS * g->groups->record_count ||
      10 * (uint64_t)rest->numerals < DT_TENTHS_EVEN * (uint64_t)cells || rest->pieces > cells)
    return false;

  for (uint32_t m = 0; m < members; m++) {
    dt_index cell = cell_of_member(e, g->groups, &g->members->records[m]);
    if (cell == 0) return false;
    uint64_t column = UINT64_C(1) << (dt_child_position(e->tree, e->tree->nodes[cell].parent, cell) & 63);
    columns += (seen & column) == 0;
    seen |= column;
    dt_record_texts(e, g->members->records[m].nodes, g->members->records[m].count, &first, &end);
    numbered += first != end && follows_number(e, cell, &g->members->records[m]); /* some wrap empty days, too */
  }

  return columns > 1 && 10 * (uint64_t)numbered >= DT_TENTHS_NEARLY_ALL * (uint64_t)members;
}

/* Whether groups may be headed by dates: the members have dates of their own, or a group says nothing but the date, as
 * the days of a menu.  The date of a meeting stands beside other texts. */
static bool may_be_dated(const grouping *g, const surroundings *rest) {
  uint32_t groups = g->groups->record_count;
  return g->dated <= DT_MAX_DATED * groups || have_own_dates(g) || rest->texts == 0;
}

/* Whether members of several pieces are nearly all that groups have beside their headings. */
static bool is_section(const grouping *g, const surroundings *rest) {
  uint32_t groups = g->groups->record_count;
  return fills_groups(g) && places_agree(g) && g->held >= DT_MIN_HELD_HEADED * g->characters && may_be_dated(g, rest) &&
         (rest->pieces <= groups || rest->texts == 0) && 10 * rest->tails <= 3 * groups &&
         10 * g->linked <= 3 * groups && 10 * (uint64_t)rest->several >= DT_TENTHS_MOST * (uint64_t)g->inside &&
         tell_apart(g, &rest->firsts) &&
         (2 * rest->often >= g->inside || 10 * (uint64_t)rest->priced >= DT_TENTHS_MOST * (uint64_t)g->inside) &&
         (has_varying_number(g) || 10 * (uint64_t)g->headed >= DT_TENTHS_MOST * (uint64_t)groups);
}

/* Splits groups into the records of a list within them; false if these are none. */
static bool split_groups_at_list(dt_engine *e, dt_region *r) {
  enum { MAX_LISTS = 8 };
  dt_inner_list lists[MAX_LISTS];
  if (r->record_count < 2 || (r->grid != NULL && r->grid->in_columns)) return false;

  uint32_t count = dt_inner_lists_find(e, r->records, r->record_count, lists, MAX_LISTS);
  for (uint32_t i = 0; i < count; i++) {
    dt_region members = {.records = lists[i].records, .record_count = lists[i].count};
    grouping g = read_grouping(e, r, &members);
    surroundings rest = read_surroundings(e, r, &members);
    if (r->grid != NULL ? !is_calendar(e, &g, &rest) : !is_section(&g, &rest)) continue;
    r->records = DT_ARRAY(e->arena, dt_record, members.record_count);
    memcpy(r->records, members.records, members.record_count * sizeof *members.records);
    r->record_count = members.record_count;
    r->grid = NULL;
    r->split = true;
    return true;
  }

  return false;
}

void dt_split_groups(dt_engine *e, dt_region *r) {
  enum { MAX_LEVELS = 4 };
  dt_mark mark = dt_arena_mark(e->scratch);
  for (int level = 0; level < MAX_LEVELS && split_groups_at_list(e, r); level++) dt_arena_rewind(e->scratch, mark);
  dt_arena_rewind(e->scratch, mark);
}

bool dt_members_find(dt_engine *e, const dt_region *groups, dt_region *members) {
  enum { MAX_LISTS = 8 };
  dt_inner_list lists[MAX_LISTS];
  double most = 0;
  if (groups->record_count < 2) return false;

  uint32_t count = dt_inner_lists_find(e, groups->records, groups->record_count, lists, MAX_LISTS);
  for (uint32_t i = 0; i < count; i++) {
    dt_region own = *groups;
    dt_tag tag = lists[i].count != 0 ? e->tree->nodes[lists[i].records[0].nodes[0]].tag : DT_TAG_td;
    own.records = lists[i].records;
    own.record_count = lists[i].count;
    own.grid = NULL;
    own.split = true;
    grouping g = read_grouping(e, groups, &own);
    if (tag == DT_TAG_td || tag == DT_TAG_th || g.held <= most || g.held < DT_MIN_HELD_WITHIN * g.characters ||
        !fills_groups(&g) || !places_agree(&g))
      continue;
    most = g.held;
    *members = own;
    members->records = DT_ARRAY(e->arena, dt_record, own.record_count);
    memcpy(members->records, own.records, own.record_count * sizeof *own.records);
  }

  return most != 0;
}

/* ---- candidates ---- */

/* The number of records of all regions with the same tag path. */
static double count_at_path(const dt_engine *e, const dt_region *r) {
  double count = 0;
  for (uint32_t i = 0; i < e->region_count; i++)
    if (e->regions[i].path == r->path) count += e->regions[i].cut.count;
  return count;
}

/* A test of what is known before the parts of the list are found, which takes longer. */
static bool may_be_members(const dt_engine *e, const dt_region *groups, const dt_region *r) {
  const dt_record *last = &groups->records[groups->record_count - 1];
  bool within = dt_region_start(r) > groups->records[0].nodes[0] &&
                dt_region_start(r) < e->tree->nodes[last->nodes[last->count - 1]].end;
  bool linked = 10 * (uint64_t)r->texts.linked >= DT_TENTHS_NEARLY_ALL * (uint64_t)r->cut.count;
  return within && (linked || is_as_rich(groups, r)) && count_at_path(e, r) >= groups->record_count;
}

/* Finds the records of all parts of the list of a region that is not the first one. */
static void read_list(dt_engine *e, dt_region *r) {
  dt_region_parts(e, r);
  dt_list_parts_add(e, r);
  dt_region_join(e, r);
  dt_records_complete(e, r);
}

static bool are_members(dt_engine *e, const dt_region *groups, dt_region *r) {
  read_list(e, r);
  grouping g = read_grouping(e, groups, r);
  return fills_groups(&g) && places_agree(&g) && !are_records(&g) && (is_grid(&g) || is_long(&g) || is_headed(&g));
}

/* Whether the records of the first region are parts of those of another one. */
static bool are_parts(dt_engine *e, const dt_region *parts, dt_region *r) {
  read_list(e, r);
  if (parts->grid != NULL || r->record_count < 2 || r->record_count >= parts->record_count) return false;
  grouping g = read_grouping(e, r, parts);
  if (g.filled < 2) return false; /* what is beside the parts of one record may be the parts of the others */
  return 10 * (uint64_t)g.inside >= DT_TENTHS_NEARLY_ALL * (uint64_t)parts->record_count &&
         2 * (uint64_t)g.filled >= r->record_count && are_records(&g);
}

/* Exchanges two regions, but not their scores and what the scores consist of, which are those of the ranking. */
static void change_places(dt_region *a, dt_region *b) {
  dt_region region = *a;
  *a = *b;
  *b = region;
  b->score = a->score;
  a->score = region.score;
  memcpy(b->features, a->features, sizeof a->features);
  memcpy(a->features, region.features, sizeof a->features);
}

/* Whether a region may hold the records of another, by the place where that begins. */
static bool may_hold(const dt_engine *e, const dt_region *r, const dt_region *parts) {
  dt_index last = r->cut.list->nodes[r->cut.starts[r->cut.count] - 1];
  return dt_region_start(r) < dt_region_start(parts) && dt_region_start(parts) < e->tree->nodes[last].end;
}

void dt_prefer_members(dt_engine *e) {
  dt_region *first = &e->regions[0];
  uint64_t tried = 0; /* path of the last candidate: the next one may be another part of its list */
  dt_region_parts(e, first);
  dt_region_join(e, first);

  for (uint32_t i = 1; i < e->region_count && i <= MAX_TRIED; i++) {
    dt_region *r = &e->regions[i];
    dt_scope_tick(e->arena->scope);
    if (r->path == tried) continue;
    bool within = may_be_members(e, first, r), around = may_hold(e, r, first);
    if (!within && !around) continue;
    tried = r->path;
    bool members = within && are_members(e, first, r);
    if (members || (around && are_parts(e, first, r))) {
      dt_index list = r->cut.list->parent;
      dt_explain_list(e, first, members ? "its records are groups of those of" : "its records are parts of those of",
                      list);
      dt_explain_list(
          e, r, members ? "its records are read: they are the members of" : "its records are read: they hold those of",
          first->cut.list->parent);
      change_places(first, r);
      return;
    }
  }
}
