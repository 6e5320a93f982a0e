/* template/fields-pairs.c: labels and their values.
 *
 * In rows of two parts (tables, and blocks that are built alike), in definition lists, within a line ("Label: value",
 * a bold label), and on the line or in the block after a label. */
#include "template/fields.h"

#include "base/kind.h"

enum {
  LONGEST_LABEL = 40, /* characters */
  MOST_WORDS = 6,
  MOST_DIGITS = 2,
  LONGEST_LABELLED = 200, /* bytes: what is longer is prose, whose colons label nothing */
  MOST_VALUES = 60,
  MOST_PIECES = 6,
  MOST_LEVELS = 4 /* that a label may be deeper than what it shares with its value */
};

/* ---- labels ---- */

/* Bytes of a colon at `at`, 0 = none. */
static size_t colon(const char *at, size_t left) {
  if (left > 0 && *at == ':') return 1;
  return left >= 3 && memcmp(at, "\xEF\xBC\x9A", 3) == 0 ? 3 : 0;
}

static bool ends_with_colon(detm_text text) {
  if (text.length > 0 && text.data[text.length - 1] == ':') return true;
  return text.length >= 3 && colon(text.data + text.length - 3, 3) == 3;
}

static detm_text without_colon(detm_text text) {
  while (ends_with_colon(text)) {
    text.length -= text.data[text.length - 1] == ':' ? 1 : 3;
    text = dt_text_trim(text);
  }
  return text;
}

/* Whether a text, its colon left out, is short and wordy enough to label something. */
static bool is_label(detm_text text) {
  size_t words = 1, digits = 0;
  if (text.length == 0 || dt_utf8_count(text) > LONGEST_LABEL || !(dt_kind_of(text) & DT_KIND_LETTER)) return false;
  for (size_t i = 0; i < text.length; i++) {
    words += text.data[i] == ' ';
    digits += text.data[i] >= '0' && text.data[i] <= '9';
    if (text.data[i] == '|') return false;
  }
  if (strchr("([{\"'-", text.data[0]) != NULL) return false;
  if (strchr(".!?,", text.data[text.length - 1]) != NULL && words > 2) return false;
  return words <= MOST_WORDS && digits <= MOST_DIGITS;
}

/* The first span of a line that begins at byte `at` of the text or behind it; the line's last if none does. */
static uint32_t span_from(const dt_outline *o, const dt_line *line, uint32_t at) {
  uint32_t low = line->first, high = line->last;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (o->spans[middle].start < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool is_span_start(const dt_outline *o, const dt_line *line, uint32_t at) {
  uint32_t span = span_from(o, line, at);
  return span < line->last && o->spans[span].start == at;
}

/* ---- values ---- */

typedef struct label_place {
  uint32_t start, end, after; /* bytes of the outline's text: the label, without its colon, and what follows that */
} label_place;

typedef struct pairer {
  dt_findings *findings;
  const dt_outline *o;
  uint8_t *rows; /* of elements: 0 = not looked at, 1 = no rows of two parts, 2 = its children are */
} pairer;

static detm_text text_between(const dt_outline *o, uint32_t start, uint32_t end) {
  return (detm_text){o->text + start, end - start};
}

/* Whether a text between values only parts them: ", " " and " "/". */
static bool is_between(detm_text text) {
  size_t letters = 0;
  for (size_t i = 0; i < text.length; i++) {
    unsigned char c = (unsigned char)text.data[i];
    if ((c >= '0' && c <= '9') || c >= 0xE0) return false;
    letters += (unsigned)((c | 32) - 'a') < 26;
  }
  return letters <= 3 && text.length <= 6;
}

/* Whether spans [first, last) are several links with nothing between them but separators. */
static bool is_list_of_links(const dt_outline *o, uint32_t first, uint32_t last) {
  uint32_t links = 0;
  for (uint32_t s = first; s < last; s++) {
    if (o->elements[o->spans[s].element].flags & DT_OUTLINE_LINK)
      links++;
    else if (!is_between(dt_span_text(o, s)))
      return false;
  }
  return links >= 2;
}

static const xmlNode *node_of(const dt_outline *o, uint32_t first, uint32_t last) {
  uint32_t cover = dt_outline_cover(o, first, last);
  if (cover != DT_NOWHERE) return o->elements[cover].node;
  if (last - first == 1) return o->spans[first].node;
  return o->elements[dt_outline_around(o, first, last)].node;
}

static dt_finding *add_pair(pairer *p, detm_text label, uint32_t span, double worth) {
  dt_finding *pair = dt_findings_add(p->findings, DT_FINDING_PAIR);
  label = without_colon(dt_text_trim(label));
  pair->label = dt_arena_copy(p->findings->arena, label.data, label.length);
  pair->line = p->o->spans[span].line;
  pair->element = p->o->spans[span].element;
  pair->worth = worth;
  return pair;
}

/* Texts within a value of one line, which may be what is wanted of it; it begins at byte `start`. */
static void add_pieces(pairer *p, detm_text label, uint32_t start, uint32_t first, uint32_t last) {
  const dt_outline *o = p->o;
  if (last - first < 2 || last - first > MOST_PIECES) return;
  for (uint32_t s = first; s < last; s++) {
    uint32_t from = o->spans[s].start > start ? o->spans[s].start : start;
    detm_text text = dt_text_trim(text_between(o, from, o->spans[s].start + o->spans[s].length));
    if (text.length < 2) continue;
    dt_finding *piece = add_pair(p, label, s, s == first ? 1.2 : 0.6);
    piece->kind = DT_FINDING_PIECE;
    bool whole = from == o->spans[s].start;
    dt_finding_value_add(p->findings, piece, text, whole ? node_of(o, s, s + 1) : o->spans[s].node);
  }
}

static void add_links(pairer *p, dt_finding *pair, uint32_t first, uint32_t last) {
  for (uint32_t s = first; s < last; s++)
    if (p->o->elements[p->o->spans[s].element].flags & DT_OUTLINE_LINK)
      dt_finding_value_add(p->findings, pair, dt_text_trim(dt_span_text(p->o, s)), node_of(p->o, s, s + 1));
}

/* The value from byte `start` to byte `end` of the text, which are of one line. */
static void pair_with_text(pairer *p, detm_text label, uint32_t line, uint32_t start, uint32_t end, double worth) {
  const dt_outline *o = p->o;
  detm_text value = dt_text_trim(text_between(o, start, end));
  if (value.length == 0) return;
  start = (uint32_t)(value.data - o->text);
  end = start + (uint32_t)value.length;
  uint32_t first = span_from(o, &o->lines[line], start), last = span_from(o, &o->lines[line], end);
  if (first == last || o->spans[first].start > start) first--; /* it begins within a span */
  if (is_list_of_links(o, first, last)) {
    add_links(p, add_pair(p, label, first, worth), first, last);
    worth -= 1.5; /* all of them as one text */
  } else
    add_pieces(p, label, start, first, last);
  const xmlNode *node = node_of(o, first, last);
  if (last - first == 1 && value.length < o->spans[first].length) node = o->spans[first].node;
  dt_finding_value_add(p->findings, add_pair(p, label, first, worth), value, node);
}

/* The value or values that spans [first, last) hold: a line each. */
static void pair_with_spans(pairer *p, detm_text label, uint32_t first, uint32_t last, double worth) {
  const dt_outline *o = p->o;
  const dt_span *end = &o->spans[last - 1];
  if (o->spans[first].line == end->line) {
    pair_with_text(p, label, end->line, o->spans[first].start, end->start + end->length, worth);
    return;
  }
  dt_finding *pair = add_pair(p, label, first, worth);
  for (uint32_t next; first < last && pair->value_count < MOST_VALUES; first = next) {
    for (next = first + 1; next < last && o->spans[next].line == o->spans[first].line;) next++;
    end = &o->spans[next - 1];
    detm_text value = dt_text_trim(text_between(o, o->spans[first].start, end->start + end->length));
    if (value.length != 0) dt_finding_value_add(p->findings, pair, value, node_of(o, first, next));
  }
}

static bool next_label(const dt_outline *o, const dt_line *line, uint32_t from, label_place *place);

static bool is_item(const dt_outline *o, uint32_t line) {
  uint32_t e = o->lines[line].block;
  for (unsigned level = 0; level < 3 && e != DT_NOWHERE; level++, e = o->elements[e].parent)
    if (o->elements[e].tag == DT_TAG_li) return true;
  return false;
}

/* Whether spans [first, last) may be the value of one label: one line, or several without labels of their own. */
static bool is_one_value(const dt_outline *o, uint32_t first, uint32_t last, bool sure) {
  uint32_t line = o->spans[first].line, end = o->spans[last - 1].line;
  label_place place;
  if (line == end) return true;
  if (end - line >= MOST_VALUES) return false;
  for (; line <= end; line++) {
    if (next_label(o, &o->lines[line], o->lines[line].start, &place)) return false;
    if (!sure && (o->lines[line].constant || !is_item(o, line))) return false;
  }
  return true;
}

static void take_lines(pairer *p, uint32_t first_span, uint32_t last_span) {
  for (uint32_t s = first_span; s < last_span; s++) p->findings->taken[p->o->spans[s].line] = true;
}

/* A first-level heading is a value, whatever stands in it. */
static bool is_in_title(const dt_outline *o, uint32_t line) {
  for (uint32_t e = o->lines[line].block; e != DT_NOWHERE; e = o->elements[e].parent)
    if (o->elements[e].tag == DT_TAG_h1) return true;
  return false;
}

/* ---- rows of two parts ---- */

/* The text of an element that is one line, empty if it has more or none. */
static detm_text line_of(const dt_outline *o, uint32_t element) {
  const dt_outline_element *e = &o->elements[element];
  if (e->first == e->last || o->spans[e->first].line != o->spans[e->last - 1].line) return (detm_text){"", 0};
  const dt_span *end = &o->spans[e->last - 1];
  return text_between(o, o->spans[e->first].start, end->start + end->length);
}

static bool is_linked(const dt_outline *o, uint32_t element) {
  return (o->elements[o->spans[o->elements[element].first].element].flags & DT_OUTLINE_LINK) != 0;
}

/* Whether an element's text is all in two of its children, of which the first may label the second. */
static bool has_two_parts(const dt_outline *o, uint32_t row, uint32_t parts[2]) {
  uint32_t count = 0, spans = 0;
  const dt_outline_element *e = &o->elements[row];
  if (e->last - e->first < 2) return false;
  for (uint32_t c = row + 1; c < e->end; c = o->elements[c].end) {
    if (o->elements[c].first == o->elements[c].last) continue;
    if (count == 2) return false;
    parts[count++] = c;
    spans += o->elements[c].last - o->elements[c].first;
  }
  return count == 2 && spans == e->last - e->first && is_label(without_colon(line_of(o, parts[0])));
}

static bool are_alike(const dt_outline *o, uint32_t a, uint32_t b) { return o->elements[a].tag == o->elements[b].tag; }

/* Whether most of an element's children are rows of two parts that are built alike. */
static bool holds_rows(pairer *p, uint32_t parent) {
  const dt_outline *o = p->o;
  if (p->rows[parent] != 0) return p->rows[parent] == 2;
  uint32_t rows = 0, others = 0, first[2] = {0, 0}, parts[2];
  for (uint32_t c = parent + 1; c < o->elements[parent].end; c = o->elements[c].end) {
    if (o->elements[c].first == o->elements[c].last) continue;
    if (!has_two_parts(o, c, parts) || is_linked(o, parts[0])) {
      others++;
    } else if (rows == 0) {
      memcpy(first, parts, sizeof first);
      rows = 1;
    } else if (are_alike(o, first[0], parts[0]) && are_alike(o, first[1], parts[1])) {
      rows++;
    } else {
      others++;
    }
  }
  bool table = rows != 0 && dt_tag_group(o->elements[first[0]].tag) == dt_tag_group(DT_TAG_td);
  bool yes = rows >= (table ? 2U : 3U) && 2 * others <= rows;
  p->rows[parent] = yes ? 2 : 1;
  return yes;
}

static bool is_bold(const dt_outline *o, uint32_t element) {
  for (uint32_t s = o->elements[element].first; s < o->elements[element].last; s++)
    if (!(o->elements[o->spans[s].element].flags & DT_OUTLINE_BOLD)) return false;
  return true;
}

static bool is_constant(const dt_outline *o, uint32_t element) {
  for (uint32_t s = o->elements[element].first; s < o->elements[element].last; s++)
    if (!o->spans[s].constant) return false;
  return true;
}

static void pair_two_parts(pairer *p, uint32_t row) {
  const dt_outline *o = p->o;
  uint32_t parts[2], parent = o->elements[row].parent;
  if (parent == DT_NOWHERE || !has_two_parts(o, row, parts)) return;
  detm_text label = line_of(o, parts[0]);
  const dt_outline_element *value = &o->elements[parts[1]];
  bool colon_there = ends_with_colon(label), head = o->elements[parts[0]].tag == DT_TAG_th;
  bool sure = colon_there || head || is_constant(o, parts[0]);
  if (p->findings->taken[o->spans[value->first].line] || is_in_title(o, o->spans[value->first].line)) return;
  if (!is_one_value(o, value->first, value->last, colon_there || head)) return;
  if (!sure && !(holds_rows(p, parent) && !is_linked(o, parts[0]))) return;
  pair_with_spans(p, label, value->first, value->last, sure ? 2.6 : is_bold(o, parts[0]) ? 2.3 : 1.9);
  take_lines(p, o->elements[row].first, o->elements[row].last);
}

/* Rows of more cells: a th, or a cell that ends with a colon, before each of the others. */
static void pair_cells(pairer *p, uint32_t row) {
  const dt_outline *o = p->o;
  uint32_t label = DT_NOWHERE;
  for (uint32_t c = row + 1; c < o->elements[row].end; c = o->elements[c].end) {
    const dt_outline_element *cell = &o->elements[c];
    if (cell->first == cell->last || p->findings->taken[o->spans[cell->first].line]) continue;
    detm_text text = line_of(o, c);
    if (is_label(without_colon(text)) && (cell->tag == DT_TAG_th || ends_with_colon(text))) {
      label = c;
    } else if (label != DT_NOWHERE && is_one_value(o, cell->first, cell->last, true)) {
      pair_with_spans(p, line_of(o, label), cell->first, cell->last, 2.5);
      take_lines(p, o->elements[label].first, o->elements[label].last);
      take_lines(p, cell->first, cell->last);
      label = DT_NOWHERE;
    }
  }
}

/* ---- definition lists ---- */

static uint32_t term_around(const dt_outline *o, uint32_t line) {
  for (uint32_t e = o->lines[line].block; e != DT_NOWHERE; e = o->elements[e].parent) {
    dt_tag tag = o->elements[e].tag;
    if (tag == DT_TAG_dt || tag == DT_TAG_dd) return e;
    if (tag == DT_TAG_dl || tag == DT_TAG_table || tag == DT_TAG_td || tag == DT_TAG_body) return DT_NOWHERE;
  }
  return DT_NOWHERE;
}

static void pair_terms(pairer *p) {
  const dt_outline *o = p->o;
  uint32_t label = DT_NOWHERE, last;
  for (uint32_t line = 0; line < o->line_count; line = last) {
    uint32_t term = term_around(o, line);
    last = line + 1;
    if (term == DT_NOWHERE || p->findings->taken[line]) {
      label = DT_NOWHERE;
    } else if (o->elements[term].tag == DT_TAG_dt) {
      label = is_label(without_colon(dt_line_text(o, line))) ? line : DT_NOWHERE;
    } else if (label != DT_NOWHERE) {
      while (last < o->line_count && !p->findings->taken[last]) {
        uint32_t next = term_around(o, last);
        if (next == DT_NOWHERE || o->elements[next].tag != DT_TAG_dd) break;
        last++;
      }
      pair_with_spans(p, dt_line_text(o, label), o->lines[line].first, o->lines[last - 1].last, 2.6);
      take_lines(p, o->lines[label].first, o->lines[last - 1].last);
      label = DT_NOWHERE;
    }
  }
}

/* ---- within a line ---- */

/* Where a label that ends at `end` begins: at a span or after a separator.  `end` itself = nowhere. */
static uint32_t label_start(const dt_outline *o, const dt_line *line, uint32_t from, uint32_t end) {
  for (uint32_t at = end; at > from && end - at <= 4 * LONGEST_LABEL;) {
    at--;
    char before = at > line->start ? o->text[at - 1] : '|';
    bool boundary = at == from || before == '|' || before == ';' || before == (char)0xA2 || before == (char)0xB7;
    if (!boundary && (before != ' ' || !is_span_start(o, line, at))) continue;
    detm_text text = dt_text_trim(text_between(o, at, end));
    if (text.length != 0) return is_label(text) ? (uint32_t)(text.data - o->text) : end;
  }
  return end;
}

/* The next label at or behind `from`.  False: there is none. */
static bool next_label(const dt_outline *o, const dt_line *line, uint32_t from, label_place *place) {
  uint32_t stop = line->start + line->length;
  for (uint32_t at = from; at < stop; at++) {
    size_t width = colon(o->text + at, stop - at);
    if (width == 0) continue;
    uint32_t after = at + (uint32_t)width;
    bool ends = after == stop || width == 3 || o->text[after] == ' ' || o->text[after] == (char)0xC2 ||
                is_span_start(o, line, after);
    uint32_t start = ends ? label_start(o, line, from, at) : at;
    if (start != at) {
      *place = (label_place){start, at, after};
      return true;
    }
  }
  return false;
}

/* "Label: value", and more of them on the same line.  False: the line has none. */
static bool pair_colons(pairer *p, uint32_t number) {
  const dt_outline *o = p->o;
  const dt_line *line = &o->lines[number];
  uint32_t stop = line->start + line->length;
  label_place label, next;
  bool found = false;
  for (bool more = next_label(o, line, line->start, &label); more; label = next) {
    more = next_label(o, line, label.after, &next);
    uint32_t end = more ? next.start : stop;
    bool own_span = label.after == stop || is_span_start(o, line, label.after) ||
                    (label.after + 1 < stop && is_span_start(o, line, label.after + 1));
    bool prose = end - label.after > LONGEST_LABELLED && !own_span;
    if (!prose && dt_text_trim(text_between(o, label.after, end)).length != 0) {
      pair_with_text(p, text_between(o, label.start, label.end), number, label.after, end, own_span ? 2.6 : 2.2);
      found = true;
    }
  }
  if (found) p->findings->taken[number] = true;
  return found;
}

/* A bold label, or one that all pages have, before text that is not. */
static void pair_bold(pairer *p, uint32_t number) {
  const dt_outline *o = p->o;
  const dt_line *line = &o->lines[number];
  uint32_t value = line->first + 1, end = line->start + line->length;
  if (line->last - line->first < 2 || line->length > LONGEST_LABELLED || line->constant) return;
  bool bold = (o->elements[o->spans[line->first].element].flags & DT_OUTLINE_BOLD) &&
              !(o->elements[o->spans[value].element].flags & DT_OUTLINE_BOLD);
  bool constant = o->spans[line->first].constant && !o->spans[value].constant;
  detm_text label = dt_text_trim(dt_span_text(o, line->first));
  if ((!bold && !constant) || !is_label(label)) return;
  if (o->elements[o->spans[line->first].element].flags & DT_OUTLINE_LINK && !constant) return;
  pair_with_text(p, label, number, o->spans[value].start, end, constant ? 2.2 : 1.6);
  if (constant) p->findings->taken[number] = true;
}

/* ---- a label, then the next line or block ---- */

/* A line that only labels: with a colon, in a label element, or the same on all pages. */
static bool is_label_line(const dt_outline *o, uint32_t line) {
  detm_text text = dt_line_text(o, line);
  if (!is_label(without_colon(text))) return false;
  if (ends_with_colon(text)) return true;
  unsigned flags = o->elements[o->spans[o->lines[line].first].element].flags;
  return o->lines[line].constant && !(flags & DT_OUTLINE_LINK);
}

static bool all_items(const dt_outline *o, uint32_t first, uint32_t last) {
  for (uint32_t line = first; line <= last; line++)
    if (!is_item(o, line)) return false;
  return true;
}

/* Whether the words of a line, its colon left out, are all in one span. */
static bool is_one_span(const dt_outline *o, uint32_t line) {
  uint32_t worded = 0;
  for (uint32_t s = o->lines[line].first; s < o->lines[line].last; s++)
    worded += without_colon(dt_text_trim(dt_span_text(o, s))).length != 0;
  return worded == 1;
}

static void pair_next(pairer *p, uint32_t label) {
  const dt_outline *o = p->o;
  uint32_t next = label + 1, last = next, levels = 0;
  const dt_line *line = &o->lines[label];
  bool colon_there = ends_with_colon(dt_line_text(o, label));
  if (next >= o->line_count || p->findings->taken[next] || o->lines[next].constant) return;
  if (is_label_line(o, next) || dt_tag_is(o->elements[o->lines[next].block].tag, DT_HEADING)) return;
  uint32_t around = dt_outline_around(o, line->first, o->lines[next].last), branch = o->lines[next].block;
  for (uint32_t e = line->block; e != around && e != DT_NOWHERE; e = o->elements[e].parent) levels++;
  if (levels > MOST_LEVELS) return;
  while (branch != around && o->elements[branch].parent != around && o->elements[branch].parent != DT_NOWHERE)
    branch = o->elements[branch].parent;
  if (branch != around) {
    const dt_outline_element *b = &o->elements[branch];
    if (all_items(o, next, o->spans[b->last - 1].line) && is_one_value(o, b->first, b->last, colon_there))
      last = o->spans[b->last - 1].line;
  }
  double worth = (colon_there ? 2.3 : 1.7) - (is_one_span(o, label) ? 0 : 1);
  pair_with_spans(p, dt_line_text(o, label), o->lines[next].first, o->lines[last].last, worth);
  take_lines(p, line->first, o->lines[last].last);
}

/* ---- all ---- */

void dt_findings_pairs(dt_findings *findings) {
  const dt_outline *o = findings->outline;
  pairer p = {.findings = findings, .o = o, .rows = DT_ZERO(findings->arena, uint8_t, o->element_count)};
  for (uint32_t e = 0; e < o->element_count; e++) {
    if (o->elements[e].tag == DT_TAG_tr || o->elements[e].last - o->elements[e].first >= 2) pair_two_parts(&p, e);
    if (o->elements[e].tag == DT_TAG_tr) pair_cells(&p, e);
    dt_scope_tick(findings->arena->scope);
  }
  pair_terms(&p);
  for (uint32_t line = 0; line < o->line_count; line++) {
    if (findings->taken[line] || is_in_title(o, line)) continue;
    if (!pair_colons(&p, line)) pair_bold(&p, line);
    dt_scope_tick(findings->arena->scope);
  }
  for (uint32_t line = 0; line < o->line_count; line++)
    if (!findings->taken[line] && is_label_line(o, line) && !is_in_title(o, line)) pair_next(&p, line);
}
