/* engine/lines.c: records that line breaks divide (doc/method 2.7).
 *
 * Old pages have a list in one paragraph, a record in each line, and the tags of the lines say little: a name is linked
 * in one line and plain in the next.  What the lines have in common is how they are written: "Cox, bow", "09:30 Eels".
 * Records of several lines begin with one in bold, or with a label that comes again. */
#include "base/map.h"
#include "engine/engine.h"
#include "engine/tunables.h"

enum {
  LEAST_LINES = 3,
  LEAST_BREAKS = 2,
  MOST_LINE_BYTES = 240,
  MOST_KEY = 8, /* signs of a line that are compared */
  MOST_PARTS = 8
};

/* ---- how a line is written ---- */

typedef struct writing {
  char key[MOST_KEY]; /* 'w' for words, 'n' for a number, and signs between them, up to the second piece */
  uint32_t length, pieces;
  uint32_t first, first_end; /* the bytes of the tree that the first piece is in */
  bool words_first;
} writing;

/* The length of a sign of several bytes: general punctuation, currencies, and signs of Latin-1 such as "·". */
static uint32_t sign_length(const char *at, const char *end) {
  const unsigned char *c = (const unsigned char *)at;
  if (end - at >= 3 && c[0] == 0xe2 && (c[1] == 0x80 || c[1] == 0x82)) return 3;
  return end - at >= 2 && c[0] == 0xc2 ? 2 : 0;
}

static bool is_no_break_space(const char *at, uint32_t length) { return length == 2 && (unsigned char)at[1] == 0xa0; }

static bool is_written_letter(char c) { return dt_is_ascii_letter(c) || (unsigned char)c >= 0x80; }

static void add_sign(writing *w, char sign) {
  if (w->length < MOST_KEY) w->key[w->length++] = sign;
}

/* Adds a piece unless it continues the last one. */
static void add_written_piece(writing *w, char kind, uint32_t at) {
  if (w->length != 0 && w->key[w->length - 1] == kind) return;
  if (w->pieces++ == 0) {
    w->first = at;
    w->words_first = kind == 'w';
  }
  add_sign(w, kind);
}

/* Reads a text of a line.  A dot or comma within a number and the dot of an abbreviation divide nothing. */
static void read_written_text(writing *w, const dt_tree *tree, const dt_string *string) {
  const char *start = tree->bytes + string->start, *end = start + string->length;
  for (const char *at = start; at < end && w->pieces < 2;) {
    uint32_t sign = sign_length(at, end), place = (uint32_t)(at - tree->bytes);
    char before = at > start ? at[-1] : ' ', next = at + 1 < end ? at[1] : ' ';
    if (sign == 0 && dt_is_digit(*at)) {
      add_written_piece(w, 'n', place);
    } else if (sign == 0 && is_written_letter(*at)) {
      add_written_piece(w, 'w', place);
    } else if (sign != 0 ||
               !(*at == ' ' || *at == '.' || *at == '\'' || (is_written_letter(before) && is_written_letter(next)) ||
                 (*at == ',' && dt_is_digit(before) && dt_is_digit(next)))) {
      if (w->pieces == 1 && w->first_end == 0) w->first_end = place;
      if (!is_no_break_space(at, sign)) add_sign(w, sign != 0 ? (char)at[sign - 1] : *at);
    }
    at += sign != 0 ? sign : 1;
    if (w->pieces == 2 && w->first_end == 0) w->first_end = place;
  }
}

/* ---- lines ---- */

typedef struct line {
  uint32_t from;       /* the first of its siblings */
  uint64_t key, first; /* hashes of how it is written, and of its first piece if these are words; 0 = none */
  uint32_t bytes;
  bool label;     /* the first piece ends with a colon */
  uint16_t flags; /* bold, linked: of all of its texts */
} line;

static bool is_line_break(dt_tag tag) { return tag == DT_TAG_br || tag == DT_TAG_BR2; }

static bool is_within_line(const dt_tree *tree, dt_index node) {
  dt_tag tag = tree->nodes[node].tag;
  return tag == DT_TAG_TEXT || is_line_break(tag) || !dt_display_breaks_line(dt_tag_display(tag));
}

/* Reads the texts [first, end) as a line. */
static line read_written_line(const dt_engine *e, uint32_t first, uint32_t end) {
  const dt_tree *tree = e->tree;
  line l = {.flags = DT_NODE_BOLD | DT_NODE_LINKED};
  writing w = {0};
  for (uint32_t t = first; t < end && l.bytes <= MOST_LINE_BYTES; t++) {
    read_written_text(&w, tree, &tree->texts[t]);
    l.bytes += tree->texts[t].length;
    l.flags &= tree->nodes[tree->text_nodes[t]].flags;
  }
  l.key = w.pieces == 2 ? dt_hash_bytes(w.key, w.length, 1) : 0;
  l.label = w.words_first && w.length > 1 && w.key[1] == ':';
  if (w.words_first && w.first_end > w.first) l.first = dt_hash_bytes(tree->bytes + w.first, w.first_end - w.first, 2);
  return l;
}

uint64_t dt_writing_of(const dt_engine *e, const dt_record *record) {
  uint32_t first, end;
  dt_record_texts(e, record->nodes, record->count, &first, &end);
  return read_written_line(e, first, end).key;
}

/* The longest run of siblings that are inline, [*from, *end). */
static void find_inline(const dt_engine *e, const dt_list *list, uint32_t *from, uint32_t *end) {
  *from = *end = 0;
  for (uint32_t k = 0, start = 0; k <= list->count; k++) {
    if (k < list->count && is_within_line(e->tree, list->nodes[k])) continue;
    if (k - start > *end - *from) {
      *from = start;
      *end = k;
    }
    start = k + 1;
  }
}

/* What lines that are written alike are. */
typedef enum lines_kind {
  NOT_ALIKE,
  RECORDS,  /* each is about another thing */
  LABELLED, /* they begin with labels that come again: a record begins with the first of them */
  TITLED    /* a record begins with a line in bold, which no other is */
} lines_kind;

/* Whether lines in bold are followed by others each, and are three or more. */
static bool are_titled(const line *lines, uint32_t count) {
  uint32_t titles = 0, parts = 0;
  for (uint32_t l = 0; l < count; l++) {
    bool title = lines[l].flags & DT_NODE_BOLD;
    if (title ? l != 0 && parts < 2 : l == 0 || parts >= MOST_PARTS) return false;
    parts = title ? 1 : parts + 1;
    titles += title;
  }
  return titles >= LEAST_LINES && parts > 1;
}

static lines_kind kind_of_lines(const dt_engine *e, const line *lines, uint32_t count, bool listed) {
  if (!listed && are_titled(lines, count)) return TITLED; /* an item in bold is the heading of others */
  dt_lookup keys, firsts;
  dt_lookup_start(&keys, e->scratch, count);
  dt_lookup_start(&firsts, e->scratch, count);

  uint32_t *same = DT_ZERO(e->scratch, uint32_t, count + (size_t)1), most = 0, named = 0, labels = 0;
  bool in_row = false;
  for (uint32_t l = 0; l < count; l++) {
    if (lines[l].bytes > MOST_LINE_BYTES) return NOT_ALIKE;
    labels += lines[l].label;
    in_row = in_row || (l != 0 && lines[l].first == lines[l - 1].first);
    if (lines[l].key == 0) continue;
    uint32_t number = dt_lookup_add(&keys, lines[l].key);
    if (++same[number] > most) most = same[number];
    named += lines[l].first != 0;
    if (lines[l].first != 0) dt_lookup_insert(&firsts, lines[l].first);
  }

  bool labelled = 10 * (uint64_t)labels >= DT_TENTHS_NEARLY_ALL * (uint64_t)count && lines[0].label;
  if (labelled && !in_row && firsts.count > 1 && 2 * firsts.count <= labels) return LABELLED;
  bool alike = 10 * (uint64_t)most >= DT_TENTHS_NEARLY_ALL * (uint64_t)count;
  return alike && 10 * (uint64_t)firsts.count >= DT_TENTHS_NEARLY_ALL * (uint64_t)named ? RECORDS : NOT_ALIKE;
}

/* Reads the lines of the siblings [from, end): each list item is one, and so is what is between breaks or in another
 * element.  Returns their number; *last: the siblings that the last one ends before.  0: too many items are longer than
 * a line, or of one piece, as those of a menu are, for kind_of_lines to find any. */
static uint32_t read_written_lines(const dt_engine *e, const dt_list *list, bool listed, uint32_t from, uint32_t end,
                                   line *lines, uint32_t *last) {
  const dt_node *nodes = e->tree->nodes;
  uint32_t count = 0, single = 0;
  for (uint32_t k = from, start = from; k < end; k++) {
    dt_index node = list->nodes[k];
    bool ends = k + 1 == end || is_line_break(nodes[node].tag) || nodes[node].tag == DT_TAG_li ||
                nodes[node].parent != nodes[list->nodes[k + 1]].parent;
    if (!ends) continue;
    line l = read_written_line(e, e->text_before[list->nodes[start]], e->text_before[nodes[node].end]);
    l.from = start;
    start = k + 1;
    if (l.bytes == 0) continue;
    single += l.key == 0 && !l.label;
    if (listed && (l.bytes > MOST_LINE_BYTES || 10 * (uint64_t)single > list->count)) return 0;
    lines[count++] = l;
    *last = k + 1;
  }
  return count;
}

bool dt_lines_number(const dt_engine *e, const dt_list *list, uint32_t *numbers, uint32_t *end) {
  const dt_node *nodes = e->tree->nodes;
  uint32_t from, after, last = 0, items = 0, single = 0, twice = 0, outside = 0;
  if (list->count < LEAST_LINES) return false;
  find_inline(e, list, &from, &after);
  for (uint32_t k = 0; k < list->count; k++) {
    dt_tag tag = nodes[list->nodes[k]].tag;
    bool inside = k >= from && k < after;
    outside += is_line_break(tag) && !inside;
    items += tag == DT_TAG_li;
    single += tag == DT_TAG_br && inside;
    twice += tag == DT_TAG_BR2 && inside;
  }
  if (outside > single + twice) return false; /* the records are not the lines of one section */
  bool listed = items == list->count;
  if (!listed && single + twice < LEAST_BREAKS) return false;

  line *lines = DT_ARRAY(e->scratch, line, list->count);
  uint32_t count = read_written_lines(e, list, listed, listed ? 0 : from, listed ? list->count : after, lines, &last);
  lines_kind kind = count < LEAST_LINES ? NOT_ALIKE : kind_of_lines(e, lines, count, listed);
  bool grouped = !listed && single != 0 && twice != 0; /* empty lines divide records of several lines */
  if (kind == NOT_ALIKE || (kind == RECORDS && grouped)) return false;
  for (uint32_t k = 0; k < list->count; k++) numbers[k] = 1;
  for (uint32_t l = 0; l < count; l++)
    if (kind == RECORDS || (kind == LABELLED && lines[l].first == lines[0].first) ||
        (kind == TITLED && (lines[l].flags & DT_NODE_BOLD)))
      numbers[lines[l].from] = 0;
  *end = last;
  return true;
}
