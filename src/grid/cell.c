/* grid/cell.c: what a reader sees in a cell of a table.
 *
 * A cell is one value: its visible texts, as the page shows them.  Lines between br, blocks and li are the items of a
 * list, and so are several links with nothing but separators between them.  Marks of footnotes, hidden texts and the
 * name of the column that some pages repeat in each cell (for narrow screens) are no part of the value. */
#include "config.h"

#include "grid/grid.h"

#include "base/vec.h"
#include "text/chars.h"
#include "text/fold.h"
#include "text/words.h"
#include "values/value_kind.h"

enum { MAX_MARK = 12 /* bytes of a mark of a footnote, with brackets */ };

/* A run of visible text, in the order of the page. */
typedef struct run {
  detm_text text;
  uint32_t line;
  uint32_t link; /* 1 + its link, 0 = none */
  bool space;    /* white space before it */
  dt_index node; /* of the text; DT_NONE = it is none, but the value of a control */
  uint32_t chain;
  bool box, ticked; /* the value of a box to tick, and whether it is ticked */
  bool sign;        /* a sign on a button: ▾ */
} run;

typedef struct reader {
  dt_arena *arena;
  const dt_tree *tree;
  detm_text head;
  DT_VEC(run) runs;
  DT_VEC(dt_index) links;
  DT_VEC(dt_index) images;
  uint32_t boxes;            /* boxes to tick */
  DT_VEC(dt_cell_left) left; /* texts that are no part of the value */
  const dt_fragment *last;   /* of the runs; NULL = none */
  uint32_t last_link;        /* 1 + its link, 0 = none */
  uint32_t line;
  bool line_open;  /* the line has a run */
  bool may_repeat; /* the next run may be the name of the column */
  bool no_controls;
} reader;

/* ---- marks of footnotes ---- */

/* Whether a text in brackets may be the mark of a footnote: [1], [a], [note 2]; not "[a sentence]". */
static bool is_bracketed(detm_text text) {
  return text.length >= 2 && text.length <= MAX_MARK && text.data[0] == '[' && text.data[text.length - 1] == ']';
}

/* Whether a raised number is a mark, by the text before it: a word of four letters or more that ends a text without
 * digits, or a number of several digits: "Marlby^2", "12 044^1"; not "km^2", "10^6", "8 mile^2". */
static bool takes_number(detm_text before) {
  enum { LEAST_LETTERS = 4, LEAST_DIGITS = 3 };
  uint32_t letters = 0, digits = 0, others = 0;
  for (size_t i = 0; i < before.length; i++) {
    unsigned char c = (unsigned char)before.data[i];
    digits += dt_is_digit((char)c);
    others += !dt_is_digit((char)c) && memchr(" ,.-+", c, 5) == NULL && c < 0x80;
    others += c == 0xC3 || (c == 0xC2 && i + 1 < before.length && (unsigned char)before.data[i + 1] == 0xB7); /* ×, · */
    letters = dt_is_ascii_letter((char)c) || c >= 0x80 ? letters + 1 : 0;
  }
  return digits != 0 ? digits >= LEAST_DIGITS && others == 0 : letters >= LEAST_LETTERS;
}

/* Whether a raised text is a mark, and not a part of the word: "Marl^a", "12^*", "Gost^1)", but "km^2", "4^th". */
static bool is_raised_mark(detm_text text, detm_text before) {
  enum { MOST_NUMBER = 3 /* bytes, with ")" */ };
  if (is_bracketed(text)) return true;
  if (dt_text_is_among(text, "*|**|***|†|‡|§|¶|#")) return true;
  if (text.length == 0 || before.length == 0) return false;
  if (text.length == 1 && dt_is_ascii_letter(*text.data)) return true;
  bool closed = text.data[text.length - 1] == ')';
  detm_text own = dt_text_strip(text, "()");
  if (text.length > MOST_NUMBER || own.length == 0 || (own.length > 2 && !closed)) return false;
  if (closed && own.length == 1 && dt_is_ascii_letter(*own.data)) return true;
  for (size_t i = 0; i < own.length; i++)
    if (!dt_is_digit(own.data[i])) return false;
  return closed || takes_number(before);
}

static bool is_in_sup(const dt_tree *tree, uint32_t chain) {
  while (chain != 0 && tree->chains[chain].tag != DT_TAG_sup) chain = tree->chains[chain].parent;
  return chain != 0;
}

/* Whether white space is before a fragment; one that begins a text does not know of it. */
static bool has_space_before(const dt_tree *tree, const dt_fragment *fragment) {
  return fragment->space || (fragment->start > 0 && tree->bytes[fragment->start - 1] == ' ');
}

/* Whether a link leads to a footnote: to a place of this page, and its text is a mark, or one to three characters that
 * follow a word at once (`in_line`: there is a text before the link), or whose address has the word. */
static bool is_footnote_link(const dt_tree *tree, dt_index link, bool in_line) {
  detm_text href = dt_attribute_of(tree, link, DT_ATTRIBUTE_href), text = {"", 0};
  const char *fragment = href.length != 0 ? memchr(href.data, '#', href.length) : NULL;
  uint32_t texts = 0;
  bool joined = in_line && fragment == href.data;

  for (dt_index node = link + 1; node < tree->nodes[link].end; node++) {
    if (tree->nodes[node].tag != DT_TAG_TEXT) continue;
    text = dt_text_of(tree, node);
    joined = joined && !has_space_before(tree, &tree->fragments[tree->texts[tree->nodes[node].detail].first]);
    texts++;
  }

  if (texts != 1 || fragment == NULL) return false;
  if (is_bracketed(text)) return true;
  size_t length = (size_t)(href.data + href.length - fragment);
  return text.length <= 3 && (joined || memmem(fragment, length, "note", strlen("note")) != NULL);
}

/* Cuts the mark of a footnote off a number: "120[3]". */
static detm_text without_mark(detm_text text) {
  enum { MOST_DIGITS = 3 };
  size_t end = text.length, digits = 0;
  if (end < 4 || text.data[--end] != ']') return text;
  while (end > 0 && dt_is_digit(text.data[end - 1])) digits++, end--;
  if (digits == 0 || digits > MOST_DIGITS || end < 2 || text.data[--end] != '[' || !dt_is_digit(text.data[end - 1]))
    return text;
  for (size_t i = 0; i < end; i++)
    if (!dt_is_digit(text.data[i]) && memchr(" ,.-+", text.data[i], 5) == NULL) return text;
  return (detm_text){text.data, end};
}

/* ---- the runs of a cell ---- */

static void leave_text(reader *r, detm_text text, dt_cell_reason reason) {
  DT_VEC_PUSH(r->arena, &r->left, (dt_cell_left){text, reason});
}

static void leave_texts(reader *r, dt_index from, dt_index end, dt_cell_reason reason) {
  for (dt_index node = from; node < end; node++)
    if (r->tree->nodes[node].tag == DT_TAG_TEXT) leave_text(r, dt_text_of(r->tree, node), reason);
}

static void break_line(reader *r) {
  if (r->line_open) r->line++;
  r->line_open = false;
}

/* Whether a text is the name of the column, as it is repeated for narrow screens: "Price" or "Price:". */
static bool is_column_name(detm_text text, detm_text head) {
  text = dt_text_strip(text, " :");
  head = dt_text_strip(head, " :");
  return head.length != 0 && text.length == head.length && dt_text_starts_ci(text, head);
}

/* A text without the name of the column and a colon that it begins with: "4 May" of "Date: 4 May". */
static detm_text without_name(detm_text text, detm_text head) {
  head = dt_text_strip(head, " :");
  if (head.length == 0 || text.length < head.length + 3 || !dt_text_starts_ci(text, head)) return text;
  return text.data[head.length] == ':' && text.data[head.length + 1] == ' ' ? dt_text_from(text, head.length + 2)
                                                                            : text;
}

static void add_run(reader *r, detm_text text, bool space, uint32_t link, dt_index node, uint32_t chain) {
  if (text.length == 0) return;
  if (r->may_repeat && is_column_name(text, r->head)) {
    /* taken back at the end if the cell has nothing else */
    DT_VEC_PUSH(r->arena, &r->runs, (run){text, UINT32_MAX, link, space, node, chain, false, false, false});
    r->may_repeat = false;
    return;
  }
  detm_text rest = r->may_repeat ? without_name(text, r->head) : text;
  if (rest.length != text.length)
    leave_text(r, dt_text_strip((detm_text){text.data, text.length - rest.length}, " "), DT_CELL_NAME);
  text = rest;
  r->may_repeat = false;
  DT_VEC_PUSH(r->arena, &r->runs, (run){text, r->line, link, space, node, chain, false, false, false});
  r->line_open = true;
}

/* The length of the classes of what is around a fragment: its decoration, and its link. */
static size_t length_of_classes(const reader *r, const dt_fragment *fragment, uint32_t link) {
  size_t length = r->tree->chains[fragment->chain].class_length;
  return link != 0 ? length + dt_attribute_of(r->tree, r->links.items[link - 1], DT_ATTRIBUTE_class).length : length;
}

/* Whether a browser likely shows a fragment apart from the last one of the line, although no white space is between
 * them: they are words in two elements of which one has a class, "<b>Ann Lee</b><i class=post>clerk</i>".  Not an
 * initial, nor a number in two pieces. */
static bool is_shown_apart(const reader *r, const dt_fragment *fragment, uint32_t link) {
  const dt_tree *tree = r->tree;
  const dt_fragment *before = r->last;
  if (before == NULL || !r->line_open) return false;
  detm_text left = dt_fragment_text(tree, before), right = dt_fragment_text(tree, fragment);
  bool left_apart = before->chain != 0 || r->last_link != 0, right_apart = fragment->chain != 0 || link != 0;
  if (!left_apart || !right_apart || left.length < 2 || right.length == 0) return false;
  if (link == r->last_link && dt_chain_is_within(tree, before->chain, fragment->chain)) return false;
  if (link == r->last_link && dt_chain_is_within(tree, fragment->chain, before->chain)) return false;
  if (length_of_classes(r, before, r->last_link) + length_of_classes(r, fragment, link) == 0) return false;
  char last = left.data[left.length - 1], first = *right.data;
  if (!dt_is_ascii_alnum(last) && (unsigned char)last < 0x80) return false;
  return dt_is_ascii_letter(first) || (dt_is_digit(first) && !dt_is_digit(last));
}

bool dt_is_sign_on_button(const dt_tree *tree, dt_index text) {
  return tree->nodes[tree->nodes[text].parent].tag == DT_TAG_button && !dt_has_words(dt_text_of(tree, text));
}

static void read_cell_text(reader *r, dt_index node, uint32_t link) {
  const dt_tree *tree = r->tree;
  const dt_string *string = &tree->texts[tree->nodes[node].detail];
  bool sign = dt_is_sign_on_button(tree, node);

  for (uint32_t f = string->first; f < string->first + string->count; f++) {
    const dt_fragment *fragment = &tree->fragments[f];
    detm_text text = dt_fragment_text(tree, fragment);
    if (fragment->hidden) {
      leave_text(r, text, DT_CELL_HIDDEN);
      continue;
    }
    detm_text before = r->runs.count != 0 ? r->runs.items[r->runs.count - 1].text : (detm_text){"", 0};
    if (is_in_sup(tree, fragment->chain) && is_raised_mark(text, before)) {
      leave_text(r, text, DT_CELL_MARK);
      continue;
    }
    bool apart = is_shown_apart(r, fragment, link), may_repeat = r->may_repeat;
    add_run(r, text, apart || has_space_before(tree, fragment), link, node, fragment->chain);
    r->last = fragment;
    r->last_link = link;
    if (!sign || text.length == 0) continue;
    r->runs.items[r->runs.count - 1].sign = true;
    r->may_repeat = may_repeat;
  }
}

/* What a control of a form shows: the text that is chosen or typed, "yes" or "no" of a box to tick, the value of a
 * gauge.  The label of a button is none. */
static detm_text control_value(const dt_tree *tree, dt_index node) {
  dt_tag tag = tree->nodes[node].tag;
  detm_text checked = dt_attribute_of(tree, node, DT_ATTRIBUTE_aria_checked);
  bool gauge = (tag == DT_TAG_meter || tag == DT_TAG_progress) && node + 1 == tree->nodes[node].end;
  if (gauge) return dt_text_strip(dt_attribute_of(tree, node, DT_ATTRIBUTE_value), " ");
  if (tag != DT_TAG_input && tag != DT_TAG_select && tag != DT_TAG_textarea)
    return dt_text(checked.length == 0 ? "" : dt_text_equal(checked, dt_text("true")) ? "yes" : "no");
  detm_text type = dt_attribute_of(tree, node, DT_ATTRIBUTE_type);
  if (dt_word_is_among(type, "submit|reset|button|image|hidden")) return DT_TEXT("");
  return dt_text_strip(dt_attribute_of(tree, node, DT_ATTRIBUTE_value), " ");
}

static bool is_table_cell(const dt_tree *tree, dt_index node) {
  return tree->nodes[node].tag == DT_TAG_td || tree->nodes[node].tag == DT_TAG_th;
}

bool dt_is_box(const dt_tree *tree, dt_index node) {
  detm_text type = dt_attribute_of(tree, node, DT_ATTRIBUTE_type);
  if (tree->nodes[node].tag != DT_TAG_input) return dt_attribute_of(tree, node, DT_ATTRIBUTE_aria_checked).length != 0;
  return (dt_text_equal_ci(type, dt_text("checkbox")) || dt_text_equal_ci(type, dt_text("radio")));
}

static void read_control(reader *r, dt_index node, uint32_t link) {
  detm_text value = control_value(r->tree, node);
  uint32_t before = r->runs.count;
  add_run(r, value, true, link, DT_NONE, 0);
  if (r->runs.count == before || !dt_is_box(r->tree, node)) return;
  run *own = &r->runs.items[before];
  own->box = true;
  own->ticked = dt_text_equal(value, dt_text("yes"));
  r->boxes++;
}

/* Says for each run of a cell of several boxes which of them it belongs to, from 1; 0 = to none.  The text of a box is
 * after it, or before it if the cell begins with a text and ends with a box.  Returns false if a box has no text. */
static bool find_texts_of_boxes(const reader *r, uint32_t *owners) {
  uint32_t count = r->runs.count, box = 0, last = 0;
  bool before = !r->runs.items[0].box && r->runs.items[count - 1].box;
  bool text = true; /* the last box has one */

  for (uint32_t n = 0; n < count; n++) {
    uint32_t i = before ? count - 1 - n : n;
    if (r->runs.items[i].box) {
      if (!text) return false;
      box = before ? r->boxes - last : last + 1;
      last++;
      text = false;
    }
    owners[i] = box;
    text = text || !r->runs.items[i].box;
  }

  return text;
}

/* Keeps of several boxes with texts those that are ticked: their texts are the items of the cell. */
static void keep_ticked(reader *r) {
  uint32_t *owners = DT_ZERO(r->arena, uint32_t, r->runs.count), kept = 0;
  bool *ticked = DT_ZERO(r->arena, bool, r->boxes + (size_t)1);
  if (!find_texts_of_boxes(r, owners)) return;

  for (uint32_t i = 0; i < r->runs.count; i++)
    if (r->runs.items[i].box) ticked[owners[i]] = r->runs.items[i].ticked;
  for (uint32_t i = 0; i < r->runs.count; i++) {
    run own = r->runs.items[i];
    if (own.box) continue;
    if (owners[i] != 0 && !ticked[owners[i]]) {
      leave_text(r, own.text, DT_CELL_CHOICE);
      continue;
    }
    if (owners[i] != 0) own.line = r->line + owners[i];
    r->runs.items[kept++] = own;
  }

  r->runs.count = kept;
}

/* Whether a run of a head is on a button that repeats a text beside it: "<button>Sort Price</button>Price". */
static bool is_repeated_on_button(const reader *r, const run *own) {
  const dt_tree *tree = r->tree;
  if (!r->no_controls || own->node == DT_NONE || tree->nodes[tree->nodes[own->node].parent].tag != DT_TAG_button)
    return false;
  for (uint32_t i = 0; i < r->runs.count; i++) {
    const run *other = &r->runs.items[i];
    if (other->node != own->node && dt_has_words(other->text) && dt_text_has_ci(own->text, other->text)) return true;
  }
  return false;
}

/* Removes texts on buttons, and the "no" of a single box, beside a text: such a box only lets a user choose the row. */
static void drop_choice(reader *r) {
  uint32_t kept = 0, texts = 0;
  for (uint32_t i = 0; i < r->runs.count; i++)
    if (is_repeated_on_button(r, &r->runs.items[i])) r->runs.items[i].sign = true;
  for (uint32_t i = 0; i < r->runs.count; i++) texts += !r->runs.items[i].sign && !r->runs.items[i].box;
  for (uint32_t i = 0; i < r->runs.count && texts != 0; i++) {
    const run *own = &r->runs.items[i];
    if (own->sign) leave_text(r, own->text, DT_CELL_CHOICE);
    if (!own->sign && (!own->box || own->ticked || r->boxes > 1)) r->runs.items[kept++] = *own;
  }
  if (texts != 0) r->runs.count = kept;
}

static bool breaks_lines(dt_tag tag) {
  if (tag == DT_TAG_td || tag == DT_TAG_th) return false; /* of a table in the cell: its rows are the lines */
  return tag == DT_TAG_BR2 || dt_display_breaks_line(dt_tag_display(tag));
}

/* Whether a link has the address of the one before, which has no content: the parser ends a link where the next one
 * begins, so that "<a href=x><a href=x>Ann</a></a>" is two. */
static bool repeats_empty_link(const reader *r, dt_index node) {
  if (r->links.count == 0) return false;
  dt_index before = r->links.items[r->links.count - 1];
  return r->tree->nodes[before].end == before + 1 && dt_text_equal(dt_attribute_of(r->tree, before, DT_ATTRIBUTE_href),
                                                                   dt_attribute_of(r->tree, node, DT_ATTRIBUTE_href));
}

/* Reads the nodes of a cell in their order, without recursion: `ends` are the ends of the open blocks and links. */
static void read_nodes(reader *r, dt_index cell) {
  const dt_tree *tree = r->tree;
  dt_index link_end = 0, end = tree->nodes[cell].end;
  uint32_t link = 0;

  DT_VEC(dt_index) ends = {0};
  bool self = !is_table_cell(tree, cell) && !(tree->nodes[cell].flags & DT_NODE_HIDDEN); /* it may be a link itself */
  for (dt_index node = self ? cell : cell + 1; node < end; node++) {
    while (ends.count != 0 && ends.items[ends.count - 1] <= node) {
      break_line(r);
      ends.count--;
    }
    if (node >= link_end) link = 0;
    dt_tag tag = tree->nodes[node].tag;
    if (tree->nodes[node].flags & DT_NODE_HIDDEN && tag != DT_TAG_TEXT) {
      leave_texts(r, node, tree->nodes[node].end, DT_CELL_HIDDEN);
      node = tree->nodes[node].end - 1;
      continue;
    }
    if (tag == DT_TAG_TEXT) {
      read_cell_text(r, node, link);
      continue;
    }
    if (tag == DT_TAG_a && dt_attribute_of(tree, node, DT_ATTRIBUTE_href).length != 0) {
      if (is_footnote_link(tree, node, r->line_open)) {
        leave_texts(r, node, tree->nodes[node].end, DT_CELL_MARK);
        node = tree->nodes[node].end - 1;
        continue;
      }
      if (repeats_empty_link(r, node)) r->links.count--;
      DT_VEC_PUSH(r->arena, &r->links, node);
      link = r->links.count;
      link_end = tree->nodes[node].end;
    }
    if (tag == DT_TAG_img && dt_attribute_of(tree, node, DT_ATTRIBUTE_src).length != 0)
      DT_VEC_PUSH(r->arena, &r->images, node);
    if (!r->no_controls) read_control(r, node, link);
    if (!breaks_lines(tag)) continue;
    break_line(r);
    DT_VEC_PUSH(r->arena, &ends, tree->nodes[node].end);
  }
}

/* ---- what was added ---- */

/* Removes the links and pictures whose texts are all left out. */
static void drop_links(reader *r, const bool *leaves) {
  uint32_t kept = 0;
  for (uint32_t l = 0; l < r->links.count; l++) {
    bool some = false, own = false;
    for (uint32_t i = 0; i < r->runs.count; i++) {
      if (r->runs.items[i].link != l + 1) continue;
      some = true;
      own = own || !leaves[i];
    }
    if (some && !own) continue;
    for (uint32_t i = 0; i < r->runs.count; i++)
      if (r->runs.items[i].link == l + 1) r->runs.items[i].link = kept + 1;
    r->links.items[kept++] = r->links.items[l];
  }

  r->links.count = kept;
}

/* Leaves out the runs that were added, if there are others with words.  Returns whether it did. */
static bool sift_runs(reader *r, const dt_cell_judge *judge, unsigned question) {
  bool *leaves = DT_ZERO(r->arena, bool, r->runs.count), some = false, others = false;
  for (uint32_t i = 0; i < r->runs.count; i++) {
    const run *one = &r->runs.items[i];
    leaves[i] = one->node != DT_NONE && one->line != UINT32_MAX &&
                judge->is_added[question](judge->data, one->node, one->chain);
    some = some || leaves[i];
    others = others || (!leaves[i] && one->line != UINT32_MAX && dt_has_words(one->text));
  }

  if (!some || !others) return false;
  drop_links(r, leaves);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < r->runs.count; i++) {
    const run *one = &r->runs.items[i];
    if (leaves[i])
      leave_text(r, one->text, DT_CELL_ADDED);
    else {
      bool space = one->space || (i != 0 && leaves[i - 1]);
      r->runs.items[kept] = *one;
      r->runs.items[kept++].space = space;
    }
  }

  r->runs.count = kept;
  return true;
}

/* ---- the items ---- */

/* Joins runs to one text; a slice of the tree where they are one there. */
static detm_text join_runs(reader *r, const run *runs, uint32_t count) {
  size_t length = 0;
  bool slice = true;
  for (uint32_t i = 0; i < count; i++) {
    const char *end = i != 0 ? runs[i - 1].text.data + runs[i - 1].text.length : NULL;
    bool space = i != 0 && runs[i].space;
    length += runs[i].text.length + space;
    slice = slice && (i == 0 || runs[i].text.data == end + space);
  }

  if (slice) return (detm_text){runs[0].text.data, length};
  char *text = DT_ARRAY(r->arena, char, length);
  length = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (i != 0 && runs[i].space) text[length++] = ' ';
    memcpy(text + length, runs[i].text.data, runs[i].text.length);
    length += runs[i].text.length;
  }

  return (detm_text){text, length};
}

/* Whether a text between links only separates them: ", " or " / "; a dash may join two names to one. */
static bool separates_links(detm_text text) {
  while (text.length != 0) {
    bool ascii = (unsigned char)*text.data < 0x80;
    size_t length = ascii ? memchr(" ,;/|&", *text.data, 6) != NULL : dt_word_at_start(text, "·|•|、|，");
    if (length == 0) return false;
    text = dt_text_from(text, length);
  }
  return true;
}

/* Whether runs are two links or more, with separators alone between them. */
static bool are_separate_links(const run *runs, uint32_t count) {
  uint32_t links = 0, last = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (runs[i].link == 0 && !separates_links(runs[i].text)) return false;
    if (runs[i].link == 0 || runs[i].link == last) continue;
    links++;
    last = runs[i].link;
  }
  return links >= 2;
}

static void add_item(reader *r, dt_cell_content *content, const run *runs, uint32_t count) {
  detm_text whole = dt_text_strip(join_runs(r, runs, count), " "), text = without_mark(whole);
  if (text.length != whole.length) leave_text(r, dt_text_from(whole, text.length), DT_CELL_MARK);
  if (text.length != 0) content->items[content->item_count++] = text;
}

/* Adds the items of one line. */
static void add_line(reader *r, dt_cell_content *content, const run *runs, uint32_t count) {
  if (!are_separate_links(runs, count)) {
    add_item(r, content, runs, count);
    return;
  }
  for (uint32_t from = 0, to; from < count; from = to) {
    for (to = from + 1; to < count && runs[to].link == runs[from].link;) to++;
    if (runs[from].link != 0)
      add_item(r, content, runs + from, to - from);
    else
      for (uint32_t i = from; i < to; i++) leave_text(r, runs[i].text, DT_CELL_SEPARATOR);
  }
}

/* The alternative texts of pictures, for a cell that shows nothing else. */
static void add_alternatives(reader *r, dt_cell_content *content) {
  for (uint32_t i = 0; i < r->images.count; i++) {
    detm_text alt = dt_attribute_of(r->tree, r->images.items[i], DT_ATTRIBUTE_alt);
    alt = dt_text_strip(alt, " ");
    if (alt.length != 0) content->items[content->item_count++] = alt;
  }
}

/* Notes the name of the column in the last of several lines, if it is in no other: "<td>60%<div>Max LTV</div></td>". */
static void note_name_at_end(reader *r) {
  bool words = false;
  for (uint32_t i = 0; i + 1 < r->runs.count; i++) {
    const run *before = &r->runs.items[i];
    if (before->line == UINT32_MAX || is_column_name(before->text, r->head)) return;
    words = words || dt_has_words(before->text);
  }

  if (!words) return;
  run *last = &r->runs.items[r->runs.count - 1];
  if (last->link == 0 && last->line != last[-1].line && is_column_name(last->text, r->head)) last->line = UINT32_MAX;
}

static dt_cell_content read_cell(reader r, dt_index cell, const dt_cell_judge *judge) {
  dt_arena *arena = r.arena;
  read_nodes(&r, cell);
  note_name_at_end(&r);
  drop_choice(&r);
  if (r.boxes > 1 && r.runs.count > r.boxes) keep_ticked(&r);
  bool sifted = false;
  for (unsigned q = 0; judge != NULL && q < DT_CELL_QUESTIONS && r.runs.count > 1; q++)
    sifted = sift_runs(&r, judge, q) || sifted;

  dt_cell_content content = {.sifted = sifted,
                             .links = r.links.items,
                             .link_count = r.links.count,
                             .images = r.images.items,
                             .image_count = r.images.count};
  content.items = DT_ARRAY(arena, detm_text, r.runs.count + r.images.count + (size_t)1);
  bool only_name = r.runs.count == 1 && r.runs.items[0].line == UINT32_MAX;
  for (uint32_t from = 0, to; from < r.runs.count; from = to) {
    const run *first = &r.runs.items[from];
    for (to = from + 1; to < r.runs.count && r.runs.items[to].line == first->line;) to++;
    if (first->line != UINT32_MAX || only_name)
      add_line(&r, &content, first, to - from);
    else
      leave_text(&r, first->text, DT_CELL_NAME);
  }
  if (content.item_count == 0) add_alternatives(&r, &content);
  content.left = r.left.items;
  content.left_count = r.left.count;
  return content;
}

dt_cell_content dt_cell_read(dt_arena *arena, const dt_tree *tree, dt_index cell, detm_text head,
                             const dt_cell_judge *judge) {
  reader r = {.arena = arena, .tree = tree, .head = head, .may_repeat = head.length != 0};
  return read_cell(r, cell, judge);
}

detm_text dt_cell_join(dt_arena *arena, const detm_text *texts, uint32_t count) {
  size_t length = 0;
  if (count == 0) return (detm_text){"", 0};
  if (count == 1) return texts[0];
  for (uint32_t i = 0; i < count; i++) length += texts[i].length + 1;
  char *joined = DT_ARRAY(arena, char, length);
  length = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (i != 0) joined[length++] = ' ';
    memcpy(joined + length, texts[i].data, texts[i].length);
    length += texts[i].length;
  }
  return (detm_text){joined, length};
}

detm_text dt_cell_text(dt_arena *arena, const dt_tree *tree, dt_index cell) {
  dt_cell_content content = dt_cell_read(arena, tree, cell, (detm_text){"", 0}, NULL);
  return dt_cell_join(arena, content.items, content.item_count);
}

/* Whether a character is an arrow or triangle, by which pages show how the rows are sorted. */
static bool is_arrow(uint32_t code) {
  return (code >= 0x2190 && code <= 0x21FF) || (code >= 0x25B2 && code <= 0x25C5) || (code >= 0x2B05 && code <= 0x2B0D);
}

/* A text without the arrows at its end, unless it is nothing else. */
static detm_text without_arrows(detm_text text) {
  size_t end = 0; /* after the last other character */
  for (size_t at = 0; at < text.length;) {
    uint32_t code;
    at += dt_utf8_read(text.data + at, text.data + text.length, &code);
    if (code != ' ' && code != 0xFE0E && code != 0xFE0F && !is_arrow(code)) end = at;
  }
  return end != 0 ? (detm_text){text.data, end} : text;
}

detm_text dt_cell_heading(dt_arena *arena, const dt_tree *tree, dt_index cell) {
  dt_cell_content content = read_cell((reader){.arena = arena, .tree = tree, .no_controls = true}, cell, NULL);
  return without_arrows(dt_cell_join(arena, content.items, content.item_count));
}
