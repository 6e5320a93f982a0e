/* wrapper/learn/whole_elements.c: finds elements whose texts are one value for a reader, whatever markup is in them:
 * with a link in the middle, "<p>Also as <a>e-book</a> since May</p>", or with one text that only in some records is a
 * link or a paragraph, "<div>New lamps</div>" and "<div><p>Roof</p></div>"; or with lines of which no two records have
 * as many: a post, an address. */
#include "config.h"

#include "text/chars.h"
#include "text/sentences.h"
#include "wrapper/align.h"
#include "wrapper/labels.h"
#include "wrapper/learn/learn.h"
#include "wrapper/tunables.h"
#include "wrapper/values/roles.h"

enum {
  MAX_LINES = 30,
  MAX_LEVELS = 20, /* of elements in one that may be one value: each node is looked at from so many around it */
  MARKS = 7
};

/* Marks between the parts of a line. */
static const char marks[MARKS] = {',', ';', ':', '|', '/', '-', '('};

/* Counts of the instances of an element. */
typedef struct evidence {
  uint32_t several;            /* with two or more texts that have words */
  uint32_t run_on;             /* with a text that continues after a link */
  uint32_t ends_in_link;       /* of others: with a sentence that ends with a link and a mark */
  uint32_t linked;             /* with one text, which is a link */
  uint32_t plain;              /* with one text, which is not a link */
  uint32_t mixed;              /* with more texts */
  const dt_wrapper_node *text; /* a text that is alone in an instance */
  bool varies;                 /* in another instance another one is */
  uint32_t instances;
  uint32_t lines[MAX_LINES + 1]; /* instances with so many texts, the last: or more */
  uint32_t odd;   /* of lines: with a text that is a value of its own: a date, an amount, a labelled or hidden text */
  uint32_t ended; /* all of whose texts end sentences */
  uint32_t linked_first;                               /* whose first text is a link */
  uint32_t link_leads;                                 /* of a line: with a link and then a plain text */
  uint32_t text_leads;                                 /* and with a plain text and then a link */
  uint32_t after_link[MARKS + 1], in_plain[MARKS + 1]; /* of a line: with this mark after a link that begins it, or as a
                                                        * plain text that has the mark */
} evidence;

/* What the element is a candidate for. */
typedef enum candidate {
  NO_CANDIDATE,
  ONE_TEXT, /* it may have one text in each record: anything may be around it */
  LINE,     /* it has only texts and links, and some of both, so that several may be one */
  LINES,    /* it has only texts, links, paragraphs, quotations, line breaks and, beside text, lists without a class */
  SENTENCES /* it has only paragraphs: one text if they are sentences, else a list */
} candidate;

/* Whether a class on the way from an element to a text differs from that of another text: "author" and "date" are two
 * columns, although no record has both.  *class: the one of the others. */
static bool has_other_class(const dt_wrapper_node *element, const dt_wrapper_node *text, const char **class) {
  for (const dt_wrapper_node *w = text; w != element; w = w->parent) {
    if (*w->class == '\0') continue;
    if (*class != NULL && !dt_share_class(*class, dt_text(w->class))) return true;
    *class = w->class;
  }
  return false;
}

/* Whether a node is a list of a text, or an item of one: those that are data have a class. */
static bool is_list_of_text(const dt_wrapper_node *w) {
  return (w->tag == DT_TAG_ul || w->tag == DT_TAG_ol || w->tag == DT_TAG_li) && *w->class == '\0';
}

static bool is_within_list(const dt_wrapper_node *w, const dt_wrapper_node *element) {
  while (w != element && w->tag != DT_TAG_li) w = w->parent;
  return w != element;
}

static bool is_repeated_paragraph(const dt_wrapper_node *w) {
  return w->tag == DT_TAG_p && w->repeated && *w->class == '\0';
}

/* The wrapper's element is the smallest one around its texts, so no candidate if only one of its children has texts.
 * levels: of all nodes, from the root. */
static candidate candidate_of(const dt_wrapper_node *element, const uint32_t *levels) {
  bool linked = false, plain = false, line = true, lines = element->parent->parent != NULL, breaks = false;
  bool items = false, prose = false;
  const char *class = NULL;
  const dt_wrapper_node *end = dt_wrapper_past(element), *child = NULL, *first = NULL;
  uint32_t branches = 0;
  if (element->tag == DT_TAG_TEXT || element->tag == DT_TAG_a || element->cell) return NO_CANDIDATE;

  for (const dt_wrapper_node *w = element->first; w != NULL && w != end; w = dt_wrapper_next(w)) {
    if (levels[w->number] > levels[element->number] + MAX_LEVELS) return NO_CANDIDATE;
    if (w->parent == element) child = w;
    if (w->tag != DT_TAG_TEXT) {
      line = line && w->tag == DT_TAG_a && w->parent == element && !w->has_src;
      bool item = is_list_of_text(w);
      bool block = w->tag == DT_TAG_p || w->tag == DT_TAG_blockquote || w->tag == DT_TAG_br || w->tag == DT_TAG_BR2;
      block = block || item;
      items = items || item;
      lines = lines && (block || w->tag == DT_TAG_a) && !w->has_src && w->caption == NULL;
      breaks = breaks || block;
      continue;
    }
    if (has_other_class(element, w, &class)) return NO_CANDIDATE;
    prose = prose || !is_within_list(w, element);
    branches += child != first;
    first = child;
    linked = linked || w->linked;
    plain = plain || !w->linked;
  }

  if (branches < 2) return lines && plain && first != NULL && is_repeated_paragraph(first) ? SENTENCES : NO_CANDIDATE;
  if (line && linked && plain) return LINE;
  return lines && breaks && plain && (prose || !items) ? LINES : ONE_TEXT;
}

/* Whether a text among lines is a value of its own: a date, an amount, an address of mail, one with a label, a hidden
 * one. */
static bool is_odd(const dt_item *item, uint32_t i, detm_text text) {
  enum { MAX_LENGTH = 30 };
  unsigned kinds = dt_kind_of(text);
  if (dt_item_hidden(item, i) || dt_label_length(text.data, text.length) != 0) return true;
  if (dt_roles_of(text) & (DT_ROLE_EMAIL | DT_ROLE_URL | DT_ROLE_PHONE)) return true;
  return text.length <= MAX_LENGTH && (kinds & (DT_KIND_DATE | DT_KIND_PRICE | DT_KIND_COUNT)) != 0;
}

/* Counts the mark that a text begins with, or any that it has.  A dash is one, too. */
static void count_marks(uint32_t counts[static MARKS + 1], detm_text text, bool begins) {
  static const char *const dashes[] = {"–", "—"};
  if (text.length == 0) return;

  for (int m = 0; m < MARKS; m++)
    counts[m] += begins ? *text.data == marks[m] : memchr(text.data, marks[m], text.length) != NULL;
  for (size_t d = 0; d < sizeof dashes / sizeof *dashes; d++)
    counts[MARKS] += begins ? dt_text_starts(text, dt_text(dashes[d]))
                            : memmem(text.data, text.length, dashes[d], strlen(dashes[d])) != NULL;
}

/* Whether words of a text are in no element with a class: a badge, or the name of an author in a span of its own, is a
 * value and not the beginning of a sentence. */
static bool has_bare_words(const dt_tree *tree, dt_index text) {
  const dt_string *string = &tree->texts[tree->nodes[text].detail];
  for (uint32_t f = string->first; f < string->first + string->count; f++) {
    uint32_t chain = tree->fragments[f].chain;
    while (chain != 0 && tree->chains[chain].class_length == 0) chain = tree->chains[chain].parent;
    if (chain == 0 && dt_has_words(dt_fragment_text(tree, &tree->fragments[f]))) return true;
  }
  return false;
}

static bool is_in_list_item(const dt_item *item, uint32_t i, uint32_t element) {
  while (i != element && item->tree->nodes[item->nodes[i]].tag != DT_TAG_li) i = item->parents[i];
  return i != element;
}

static bool follows_blank(const dt_tree *tree, detm_text text) {
  return text.data == tree->bytes || text.data[-1] == ' ';
}

/* Whether a text is the end of a sentence right after a link that continues it: ".", of "see <a>the notice</a>."  The
 * mark is in no element of its own, and a blank is before the link. */
static bool ends_sentence_after_link(const dt_tree *tree, dt_index node, detm_text link) {
  detm_text text = dt_text_of(tree, node);
  const dt_string *string = &tree->texts[tree->nodes[node].detail];
  return link.length != 0 && text.length != 0 && memchr(".!?", text.data[0], 3) != NULL && !dt_has_words(text) &&
         tree->fragments[string->first].chain == 0 && follows_blank(tree, link) && !follows_blank(tree, text);
}

/* Whether a text begins with a small letter.  Latin, Greek, Cyrillic and Armenian, the scripts with capitals, come
 * first in Unicode; in others a letter says nothing. */
static bool goes_on_in_sentence(detm_text text) {
  enum { PAST_CAPITALS = 0x590 };
  uint32_t code = 0;
  if (text.length != 0) dt_utf8_read(text.data, text.data + text.length, &code);
  return code < PAST_CAPITALS && (dt_char_flags(code) & DT_CHAR_LETTER) != 0 && dt_lower(code) == code;
}

/* Counts an instance of an element.  A text after a link continues it in the middle of a word or of a sentence; the
 * text before must have no date or amount, which would be a separate value. */
static void count_evidence(evidence *e, candidate kind, const dt_alignment *layout, const dt_item *item,
                           uint32_t element) {
  const dt_tree *tree = item->tree;
  const dt_wrapper_node *last = NULL;
  uint32_t all = 0, texts = 0, links = 0, ended = 0, outside = 0, unended = 0; /* outside: beside the items of lists */
  detm_text only = {NULL, 0}, link = {NULL, 0}; /* link: the text right before, if it is one behind prose */
  bool run_on = false, ends_in_link = false, prose_before = false, odd = false, linked_first = false,
       bare_first = false;
  bool listed = false;
  for (uint32_t i = element + 1; i < item->ends[element]; i++) {
    dt_index node = item->nodes[i];
    listed = listed || tree->nodes[node].tag == DT_TAG_li;
    if (tree->nodes[node].tag != DT_TAG_TEXT) continue;
    all++;
    detm_text text = dt_text_of(tree, node);
    bool linked = (tree->nodes[node].flags & DT_NODE_LINKED) != 0;
    ends_in_link = ends_in_link || ends_sentence_after_link(tree, node, link);
    link = linked && prose_before ? text : (detm_text){NULL, 0};
    if (!dt_has_words(text)) continue;
    texts++;
    ended += dt_sentence_ends(text) != 0;
    bool beside = kind == LINES && !is_in_list_item(item, i, element);
    outside += beside;
    unended += beside && dt_sentence_ends(text) == 0;
    bool own_value = kind != ONE_TEXT && is_odd(item, i, text);
    odd = odd || own_value;
    linked_first = linked_first || (texts == 1 && linked);
    bool bare = has_bare_words(tree, node);
    bare_first = bare_first || (texts == 1 && bare);
    last = dt_folded(layout->nodes[i]);
    if (linked_first && texts == 2) count_marks(e->after_link, text, true);
    if (texts == 1 && all == 1) only = text;
    if (linked) {
      links++;
    } else if (links == 0) {
      prose_before = bare && (dt_kind_of(text) & (DT_KIND_DATE | DT_KIND_PRICE | DT_KIND_COUNT)) == 0;
    } else if (prose_before) {
      bool glued = !own_value && !follows_blank(tree, text) && memchr(marks, text.data[0], MARKS) == NULL;
      run_on = run_on || glued || goes_on_in_sentence(text);
    }
  }
  e->instances++;
  e->lines[texts < MAX_LINES ? texts : MAX_LINES]++;
  e->odd += odd || (listed && 2 * unended > outside); /* the name of a list, which is a column */
  e->ended += texts != 0 && ended == texts;
  e->linked_first += linked_first;
  e->link_leads += linked_first && texts > links;
  e->text_leads += bare_first && !linked_first && links != 0;
  e->several += texts >= 2;
  e->run_on += run_on;
  e->ends_in_link += ends_in_link && !run_on;
  e->linked += texts == 1 && all == 1 && links == 1;
  e->plain += texts == 1 && all == 1 && links == 0;
  e->mixed += all > 1;
  if (all == 1 && links == 0) count_marks(e->in_plain, only, false);
  if (all != 1 || last == NULL) return;
  e->varies = e->varies || (e->text != NULL && e->text != last);
  e->text = last;
}

/* Whether an element has lines that belong together: records have different numbers of them, and none is a value of
 * its own. */
static bool are_lines(const evidence *e) {
  uint32_t most = 0, with = e->instances - e->lines[0];
  for (uint32_t n = 1; n <= MAX_LINES; n++)
    if (e->lines[n] > most) most = e->lines[n];
  return with >= DT_MIN_SAMPLE && !dt_tenths(most, with, DT_TENTHS_AGREEING) && 5 * (uint64_t)e->odd <= with &&
         2 * (uint64_t)e->linked_first < with;
}

/* Whether links stand anywhere in a line, before its other texts in some records and behind them in others: a column of
 * links and one of texts have the same order in all records. */
static bool has_links_anywhere(const evidence *e) {
  enum { LEAST = 5 /* one of so many */ };
  uint32_t both = e->link_leads + e->text_leads, with = e->instances - e->lines[0];
  return LEAST * (uint64_t)e->link_leads >= both && LEAST * (uint64_t)e->text_leads >= both && both != 0 &&
         LEAST * (uint64_t)e->odd <= with;
}

/* Whether lines begin with a link and go on after a mark, and others are one plain text with the same mark: a name that
 * is linked in some records only, "<a>Ord</a>, bow" and "Pym, two". */
static bool is_linked_at_times(const evidence *e) {
  for (int m = 0; m <= MARKS; m++) {
    uint32_t marked = e->after_link[m] + e->in_plain[m];
    if (e->after_link[m] != 0 && e->in_plain[m] > 1 && dt_tenths(marked, e->instances, DT_TENTHS_AGREEING)) return true;
  }
  return false;
}

/* Whether half of the instances with several texts or more are sentences with a link in them.  One that ends with a
 * link and a mark is such where others are plain: "by <a>Ann Lee</a>." in all of them has a column of names. */
static bool are_sentences_with_links(const evidence *e) {
  uint32_t sentences = e->run_on + (e->plain != 0 ? e->ends_in_link : 0);
  return e->several != 0 && 2 * (uint64_t)sentences >= e->several;
}

/* Whether the texts of a candidate are one value: each record has one of them; they continue each other; in some
 * records they are all links and in some all plain, so that the few with both have no other columns; links stand
 * anywhere in them; or what is a link with more in some records is one plain text in others. */
static bool is_whole(const evidence *e, candidate kind) {
  if (e->mixed == 0) return e->varies;
  if (kind == LINES) return are_lines(e);
  if (kind == SENTENCES) return are_lines(e) && dt_tenths(e->ended, e->instances - e->lines[0], DT_TENTHS_AGREEING);
  if (kind != LINE) return false;
  return are_sentences_with_links(e) || has_links_anywhere(e) || is_linked_at_times(e) ||
         (e->linked != 0 && e->plain != 0 && 2 * (uint64_t)e->mixed <= (uint64_t)e->linked + e->plain);
}

static bool is_cell_of_table(const dt_wrapper_node *node) { return node->cell || dt_is_table_cell(node->tag); }

bool dt_fills_cell(const dt_wrapper_node *node) {
  while (!is_cell_of_table(node) && node->parent != NULL && node->parent->first == node && node->next == NULL)
    node = node->parent;
  return is_cell_of_table(node);
}

/* Whether a node is in each record. */
static bool is_in_each_record(const dt_wrapper_node *w) {
  while (w->parent != NULL && !w->optional) w = w->parent;
  return w->parent == NULL;
}

void dt_wrapper_find_whole(detm_wrapper *wrapper, dt_arena *scratch, const dt_record_set *sets, uint32_t set_count) {
  candidate *candidates = DT_ZERO(scratch, candidate, wrapper->node_count);
  uint32_t *levels = DT_ZERO(scratch, uint32_t, wrapper->node_count);
  bool any = false;
  for (const dt_wrapper_node *w = wrapper->root->first; w != NULL; w = dt_wrapper_next(w))
    levels[w->number] = levels[w->parent->number] + 1;
  for (const dt_wrapper_node *w = wrapper->root->first; w != NULL; w = dt_wrapper_next(w))
    any = (candidates[w->number] = candidate_of(w, levels)) != NO_CANDIDATE || any;
  if (!any) return;
  evidence *found = DT_ZERO(scratch, evidence, wrapper->node_count);

  for (uint32_t s = 0; s < set_count; s++)
    for (uint32_t r = 0; r < sets[s].count; r++) {
      const dt_item *item = &sets[s].items[r];
      const dt_alignment *layout = sets[s].layouts[r];
      for (uint32_t i = 0; i < item->count; i++) {
        const dt_wrapper_node *w = dt_folded(layout->nodes[i]);
        candidate kind = w != NULL ? candidates[w->number] : NO_CANDIDATE;
        bool open = kind != ONE_TEXT || found[w->number].mixed == 0; /* else it is none, whatever follows */
        if (kind != NO_CANDIDATE && open) count_evidence(&found[w->number], kind, layout, item, i);
      }
    }

  bool named = false; /* a text before in each record may be its name: a name is no line of the element */
  for (dt_wrapper_node *w = wrapper->root->first; w != NULL; w = dt_wrapper_next(w)) {
    const evidence *e = &found[w->number];
    named = named || (w->tag == DT_TAG_TEXT && is_in_each_record(w) && dt_has_letter(w->sample));
    if ((candidates[w->number] == LINES || candidates[w->number] == SENTENCES) && !named) continue;
    if (candidates[w->number] == NO_CANDIDATE || !is_whole(e, candidates[w->number])) continue;
    if (dt_wrapper_whole(w) != NULL) continue;
    w->linked = e->linked != 0 ? e->linked >= e->plain : e->run_on + e->ends_in_link != 0;
    dt_wrapper_set_parts(wrapper, w, DT_SPLIT_NONE, 1);
  }
}
