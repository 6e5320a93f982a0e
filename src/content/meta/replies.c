/* content/meta/replies.c: finds the comments of readers, by what they are called and by their repetition. */
#include "content/meta/replies.h"

#include "base/search.h"
#include "content/meta/date.h"
#include "text/fold.h"
#include "text/words.h"

enum {
  MAX_STEPS = 24,     /* elements around a node that are judged */
  NAME_BYTES = 120,   /* read of a class or id */
  HEADING_CHARS = 40, /* the longest heading of a section of comments */
  NAME_CHARS = 60,    /* the longest first line of a record */
  MIN_UNITS = 20      /* units of a record, more than a name */
};

/* Beginnings of words for comments, folded: in headings, ... */
static dt_word_list in_headings = DT_WORD_LIST(
    "avis|czytelnik|kommentti|lecteur|lector|leitor|leser|lettori|lezer|läsar|readers|meinung|opini|réaction|reacti|"
    "reaktion|responses|thoughts|join the discussion|join the conversation|diskutieren sie|diskutiere mit");
/* ... and also in classes and ids, in which the others name sections of a site. */
static dt_word_list anywhere = DT_WORD_LIST(
    "comment|kommentar|koment|comentari|commenti|reactie|replies|respond|réponses|reponses|opiniones|disqus|comentár|"
    "hozzászól|yorum|коммент|комент|σχόλι|bình luận|تعليق|评论|評論|コメント|댓글");

bool dt_names_comments(detm_text text, bool heading) {
  char folded[NAME_BYTES];
  detm_text cut = dt_text_cut(text, NAME_BYTES);
  dt_fold_copy(folded, sizeof folded, cut);
  for (size_t at = 0; at < cut.length; at++) {
    bool inner = at != 0 && dt_is_ascii_letter(cut.data[at - 1]) && dt_is_ascii_letter(cut.data[at]);
    bool capital = cut.data[at] >= 'A' && cut.data[at] <= 'Z';
    if (inner && !(capital && cut.data[at - 1] >= 'a')) continue;
    detm_text rest = {folded + at, cut.length - at};
    if (dt_word_beginning(rest, &anywhere, NULL).data != NULL) return true;
    if (heading && dt_word_beginning(rest, &in_headings, NULL).data != NULL) return true;
  }
  return false;
}

static bool is_around(const xmlNode *outer, const xmlNode *node) {
  while (node != NULL && node != outer) node = node->parent;
  return node == outer;
}

/* Returns the page's element of a node, or NULL.  The elements are in the order of the document. */
static const dt_element *find_element(const dt_replies *r, const xmlNode *node) {
  const dt_content_page *page = r->page;
  const intptr_t wanted = dt_node_order(node);
  uint32_t e;
  DT_LOWER_BOUND(e, 0, page->element_count, dt_node_order(page->elements[e].node) < wanted);
  return e < page->element_count && page->elements[e].node == node ? &page->elements[e] : NULL;
}

/* Returns the next good block at or after a block, or DT_NONE. */
static uint32_t next_good(const dt_content_page *page, uint32_t b) {
  while (b < page->block_count && !dt_block_is_good(&page->blocks[b])) b++;
  return b < page->block_count ? b : DT_NONE;
}

/* Returns the next element sibling in a direction with the same name and class, or NULL if the neighbour differs. */
static const xmlNode *twin(const xmlNode *node, bool forward, const char *class_name) {
  const xmlNode *at = forward ? dt_node_next_element(node) : dt_node_previous_element(node);
  if (at == NULL || at->name != node->name) return NULL;
  const char *other = dt_node_value(at, "class");
  return strcmp(other != NULL ? other : "", class_name) == 0 ? at : NULL;
}

/* Checks whether an element of the page has texts of readers: a text that begins with a short line, such as a name, and
 * has a sentence. */
static bool has_reply(const dt_content_page *page, const dt_element *element) {
  if (element == NULL || element->last < element->first + 2) return false;
  const dt_sums *from = &page->sums[element->first], *to = &page->sums[element->last];
  return page->blocks[element->first].chars <= NAME_CHARS && to->units - from->units > MIN_UNITS &&
         to->sentences > from->sentences;
}

/* Checks whether an element of the page begins with the linked title of another page, which has more words than a name.
 */
static bool is_teaser(const dt_content_page *page, const dt_element *element) {
  enum { TITLE_WORDS = 3 };
  if (element == NULL || element->last == element->first) return false;
  const dt_content_piece *piece = &page->pieces[page->blocks[element->first].first];
  return piece->link != NULL && piece->text != NULL && *dt_link_address(piece->link) != '\0' &&
         dt_word_count(dt_text(piece->text), TITLE_WORDS) == TITLE_WORDS;
}

/* Checks whether one of the children of an element is a time. */
static bool holds_time(const xmlNode *node) {
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    if (dt_node_is(child, "time")) return true;
  return false;
}

/* Judges an element that follows paragraphs of text after the page's heading: called comments, or one of several
 * records alike. */
static bool judge(const dt_replies *r, const xmlNode *node, const char *class_name) {
  const dt_content_page *page = r->page;
  const dt_element *own = find_element(r, node);
  if (own == NULL || own->first == own->last) return false;
  uint32_t after = r->heading != DT_NONE ? r->heading + 1 : 0;
  if (own->first < after) return false;
  if (own->first <= r->first_good) return false;
  if (dt_names_comments(dt_text(class_name), false) || dt_names_comments(dt_text(own->id), false)) return true;
  const dt_block *first = &page->blocks[own->first];
  if (own->last > own->first + 1 && first->chars <= HEADING_CHARS && dt_names_comments(first->text, true)) return true;

  bool (*const alike)(const dt_content_page *, const dt_element *) = is_teaser(page, own) ? is_teaser : has_reply;
  bool nameless = *class_name == '\0' && (alike != is_teaser || !dt_node_is(node, "li") || !holds_time(node));
  if (own->first <= r->second_good || nameless || !alike(page, own)) return false;
  const xmlNode *next = twin(node, true, class_name), *last = twin(node, false, class_name);
  return alike(page, next != NULL ? find_element(r, next) : NULL) ||
         alike(page, last != NULL ? find_element(r, last) : NULL);
}

dt_replies dt_replies_read(const dt_content_page *page) {
  dt_replies r = {.page = page, .heading = dt_heading_block(page)};
  r.first_good = next_good(page, r.heading != DT_NONE ? r.heading + 1 : 0);
  r.second_good = r.first_good != DT_NONE ? next_good(page, r.first_good + 1) : DT_NONE;
  return r;
}

bool dt_follows_text(const dt_replies *r, const xmlNode *node) {
  const dt_element *own = NULL;
  for (; own == NULL && node != NULL && node->type == XML_ELEMENT_NODE; node = node->parent)
    own = find_element(r, node);
  return own != NULL && r->second_good != DT_NONE && own->first > r->second_good;
}

bool dt_is_entry_form(const dt_replies *r, const xmlNode *form) {
  const dt_element *own = find_element(r, form);
  return own == NULL || r->page->sums[own->last].good <= r->page->sums[own->first].good;
}

bool dt_is_reply(const dt_replies *r, const xmlNode *node) {
  const dt_content_page *page = r->page;
  const xmlNode *heading = r->heading != DT_NONE ? page->elements[page->blocks[r->heading].element].node : NULL;
  for (int step = 0; step < MAX_STEPS && node != NULL && node->type == XML_ELEMENT_NODE; step++, node = node->parent) {
    if (dt_node_is(node, "body") || (heading != NULL && is_around(node, heading))) return false;
    const char *class_name = dt_node_value(node, "class");
    if (class_name == NULL) class_name = "";
    if (dt_node_is(node, "p")) continue;
    if (judge(r, node, class_name)) return true;
  }

  return false;
}
