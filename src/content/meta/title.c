/* content/meta/title.c: finds the title of a page: the heading that agrees with the declared title (<title>, og:title),
 * otherwise the declared title without the site's name, otherwise a block that looks like one (title_look.c). */
#include "content/meta/byline.h"
#include "content/meta/declared_title.h"
#include "content/meta/home_name.h"
#include "content/meta/title_look.h"

#include "html/data/jsonld.h"
#include "text/fold.h"
#include "text/url.h"
#include "text/words.h"

#include <math.h>

enum {
  MAX_HEADINGS = 200,
  MAX_HEADING_LENGTH = 600 /* bytes */
};

#define SAME_WORDS 0.8 /* minimum share of each text's words in the other, if both say the same */

typedef struct heading {
  const dt_element *element;
  dt_spelling name;
  dt_tag tag;
  bool aside; /* within nav, aside or footer */
  bool hidden;
} heading;

typedef struct titles {
  const dt_content_page *page;
  dt_page_names names;
  dt_declared_title og, title, data; /* og:title, <title>, JSON-LD's headline */
  bool start_page;                   /* the URL is known and has no path */
  heading *headings;
  unsigned count;
} titles;

/* ---- headings ---- */

/* Returns the text of an element in one line; empty if it is too long for a heading. */
static detm_text element_text(const dt_content_page *page, const dt_element *element) {
  char line[MAX_HEADING_LENGTH];
  size_t length = 0;
  for (uint32_t b = element->first; b < element->last; b++) {
    detm_text text = page->blocks[b].text;
    if (length + 1 + text.length > sizeof line) return DT_TEXT("");
    if (length != 0) line[length++] = ' ';
    memcpy(line + length, text.data, text.length);
    length += text.length;
  }
  for (size_t i = 0; i < length; i++)
    if (line[i] == '\n') line[i] = ' ';
  return (detm_text){dt_arena_copy(page->arena, line, length), length};
}

/* Checks whether most of the main text is hidden, as on a page that a script must show. */
static bool is_text_hidden(const dt_content_page *page, const bool *chosen) {
  double hidden = 0, all = 0;
  for (uint32_t b = 0; b < page->block_count; b++) {
    const dt_block *block = &page->blocks[b];
    if (!dt_block_is_chosen(page, chosen, b)) continue;
    all += block->units;
    if ((page->elements[block->element].within & DT_IN_HIDDEN) != 0) hidden += block->units;
  }
  return 2 * hidden > all;
}

static bool is_segment(const dt_declared_title *d, detm_text normal) {
  for (unsigned i = 0; i < d->count; i++)
    if (dt_text_equal(d->segments[i].normal, normal)) return true;
  return false;
}

/* Returns the first block of the main text with a sentence; block_count = there is none. */
static uint32_t first_sentence(const dt_content_page *page, const bool *chosen) {
  uint32_t b = 0;
  while (b < page->block_count && !(dt_block_is_chosen(page, chosen, b) && page->blocks[b].sentences != 0)) b++;
  return b;
}

static void find_headings(titles *t, const bool *chosen) {
  const dt_content_page *page = t->page;
  bool with_hidden = is_text_hidden(page, chosen);
  uint32_t text = first_sentence(page, chosen);
  t->headings = DT_ARRAY(page->arena, heading, MAX_HEADINGS);
  for (uint32_t e = 0; e < page->element_count && t->count < MAX_HEADINGS; e++) {
    const dt_element *element = &page->elements[e];
    bool aside = (element->within & (DT_IN_NAVIGATION | DT_IN_FOOTER | DT_IN_ASIDE)) != 0;
    /* in many blogs the h1 is the name of the site, and the title an h3 right above the text */
    bool above = element->tag == DT_TAG_h3 && !aside && element->first <= text && element->last < page->block_count &&
                 dt_block_is_chosen(page, chosen, element->last);
    bool is_heading = element->tag == DT_TAG_h1 || element->tag == DT_TAG_h2 || above;
    bool hidden = (element->within & DT_IN_HIDDEN) != 0;
    if (!is_heading || element->last == element->first || (hidden && !with_hidden)) continue;
    dt_spelling own = dt_spell(page->arena, element_text(page, element));
    if (above && !is_segment(&t->title, own.normal) && !is_segment(&t->og, own.normal)) continue;
    if (own.normal.length != 0) t->headings[t->count++] = (heading){element, own, element->tag, aside, hidden};
  }
}

/* ---- agreement ---- */

/* Checks whether a segment is a text with the site's name before or after it: "BBC Technology". */
static bool is_segment_with(const dt_declared_title *d, detm_text normal, detm_text site) {
  for (unsigned i = 0; i < d->count && site.length != 0; i++) {
    detm_text segment = d->segments[i].normal;
    if (segment.length != site.length + normal.length) continue;
    if (dt_text_starts(segment, site) ? dt_text_ends(segment, normal)
                                      : dt_text_starts(segment, normal) && dt_text_ends(segment, site))
      return true;
  }
  return false;
}

/* Scores the agreement of a heading with a declared title; 1.2 if they are equal.  The last segment is the site's name,
 * but for an h3 below the site's name, which is the first one. */
static double score_agreement(const dt_declared_title *d, const heading *h, detm_text site) {
  detm_text normal = h->name.normal, whole = d->whole.normal;
  if (whole.length == 0) return 0;
  if (dt_text_equal(whole, normal)) return 1.2;

  size_t shorter = normal.length < whole.length ? normal.length : whole.length, same = 0;
  while (same < shorter && whole.data[same] == normal.data[same]) same++;
  double share = 0.8 * ((double)same / (double)(whole.length + normal.length - shorter));
  if (dt_spelling_contains(whole, normal))
    share = (double)normal.length / (double)whole.length + (is_segment(d, normal) ? 0.25 : 0);
  else if (dt_spelling_contains(normal, whole))
    share = (double)whole.length / (double)normal.length;

  bool site_first =
      h->tag == DT_TAG_h3 && d->count == 2 && site.length != 0 && dt_text_equal(d->segments[0].normal, site);
  if (d->count > 1 && !site_first && dt_text_equal(d->segments[d->count - 1].normal, normal)) share -= 0.5;
  if (d->count > 1 && !site_first && dt_text_equal(d->segments[0].normal, normal)) share += 0.15;
  return share;
}

static bool is_site(const titles *t, detm_text normal) {
  return t->names.site.length != 0 && dt_text_equal(t->names.site, normal);
}

/* Returns the heading that agrees best with one of the declared titles, an h3 if no other one does but the site's name;
 * or NULL. */
static const heading *agreeing_heading(const titles *t) {
  const dt_declared_title *all[] = {&t->og, &t->title, &t->data};
  const double least = 0.6;
  const heading *best = NULL, *title = NULL; /* title: the h3 */
  double most = least;
  for (unsigned i = 0; i < t->count; i++) {
    const heading *h = &t->headings[i];
    double score = 0;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
      double own = score_agreement(all[k], h, t->names.site);
      if (is_segment_with(all[k], h->name.normal, t->names.site) ||
          is_segment_with(all[k], h->name.normal, t->names.host))
        own += 0.25;
      if (own > score) score = own;
    }
    score = score - (is_site(t, h->name.normal) ? 0.5 : 0) + (h->tag == DT_TAG_h1 ? 0.3 : 0) - (h->aside ? 0.3 : 0) -
            0.002 * i;
    if (h->tag == DT_TAG_h3) {
      if (score >= least && title == NULL) title = h;
    } else if (score >= most && (best == NULL || score > most)) {
      most = score;
      best = h;
    }
  }

  return title != NULL && (best == NULL || is_site(t, best->name.normal)) ? title : best;
}

static bool has_declared(const titles *t) {
  return t->og.whole.normal.length != 0 || t->title.whole.normal.length != 0 || t->data.whole.normal.length != 0;
}

/* Returns the only h1, unless it is hidden on a page with a declared title, the site's name, or a small part from
 * within the title, such as the caption of a picture; otherwise NULL. */
static const heading *only_heading(const titles *t) {
  const heading *only = NULL;
  for (unsigned i = 0; i < t->count; i++) {
    const heading *h = &t->headings[i];
    if (h->tag != DT_TAG_h1 || h->aside || (h->hidden && has_declared(t))) continue;
    if (only != NULL && !dt_text_equal(only->name.normal, h->name.normal)) return NULL;
    if (only == NULL) only = h;
  }

  if (only == NULL || only->name.normal.length < 4) return NULL;
  const dt_declared_title *d = &t->title;
  detm_text whole = d->whole.normal, own = only->name.normal;
  bool last = d->count > 1 && dt_text_equal(d->segments[d->count - 1].normal, own);
  bool inner = 4 * own.length < whole.length && dt_spelling_contains(whole, own) && !is_segment(d, own) &&
               !dt_text_starts(whole, own);
  return last || inner || is_site(t, own) ? NULL : only;
}

/* ---- title of a page ---- */

static const char *first_meta(const dt_content_page *page, const char *name, const char *other) {
  const char *value = dt_content_meta(page, name);
  if (value == NULL) value = dt_content_meta(page, other);
  return value != NULL ? value : "";
}

/* Returns the longest label of the host except www and the last: "example" for https://www.example.co.uk/. */
static detm_text read_host_label(dt_arena *arena, const char *url) {
  const char *at = strstr(url, "://");
  detm_text longest = DT_TEXT("");
  if (at == NULL) return longest;
  for (at += 3;; at++) {
    size_t length = strcspn(at, "./:?#");
    if (at[length] != '.') break;
    detm_text label = {at, length};
    if (length > longest.length && !dt_text_equal(label, DT_TEXT("www"))) longest = label;
    at += length;
  }
  return dt_spell(arena, longest).normal;
}

/* Returns the last part of the URL's path as words: "hiking boots" for https://www.example.com/shop/hiking-boots.html.
 */
static detm_text read_path_words(dt_arena *arena, const char *url) {
  dt_url parts = dt_url_split(dt_text(url));
  detm_text last = DT_TEXT("");
  if (parts.authority.data == NULL) return last;

  for (size_t at = 0, length; at < parts.path.length; at += length + 1) {
    detm_text rest = {parts.path.data + at, parts.path.length - at};
    const char *slash = memchr(rest.data, '/', rest.length);
    length = slash != NULL ? (size_t)(slash - rest.data) : rest.length;
    if (length != 0) last = (detm_text){rest.data, length};
  }

  char *words = dt_arena_copy(arena, last.data, last.length);
  for (char *at = words; *at != '\0'; at++)
    if (*at == '-' || *at == '_' || *at == '+' || *at == '.') *at = ' ';
  return (detm_text){words, last.length};
}

/* Returns the headline in the page's JSON-LD, or "". */
static const char *read_headline(const dt_content_page *page) {
  const char *headline = NULL;
  for (const xmlNode *object = NULL; headline == NULL && (object = dt_data_next(page, object)) != NULL;)
    headline = dt_data_member(object, "headline");
  return headline != NULL ? headline : "";
}

/* Chooses a title that no heading confirms: the declared one, unless its words are not in the text and a block before
 * the text looks like a title. */
static detm_text choose_unconfirmed(const titles *t, const bool *chosen) {
  const dt_content_page *page = t->page;
  const dt_declared_title *d = t->og.whole.normal.length != 0     ? &t->og
                               : t->data.whole.normal.length != 0 ? &t->data
                                                                  : &t->title;
  detm_text declared_title = d->cut.text;
  dt_vocabulary words = dt_text_vocabulary(page, chosen);
  double share = dt_vocabulary_share(&words, declared_title);
  if (d->whole.normal.length != 0 && (share >= 0.5 || t->start_page)) return declared_title;
  uint32_t seen = dt_title_by_look(page, chosen, &words);
  if (seen == DT_NONE) return declared_title;
  detm_text look = page->blocks[seen].text;
  dt_spelling own = dt_spell(page->arena, look);
  if (dt_names_site(&t->names, &own)) return declared_title;
  return d->whole.normal.length == 0 || dt_vocabulary_share(&words, look) > share + 0.25 ? look : declared_title;
}

/* Checks whether the page is declared an article or a post, whose heading is its title; og:type is not enough, since
 * many sites declare all of their pages articles. */
static bool declares_text(const dt_content_page *page) {
  if (dt_content_meta(page, "article:published_time") != NULL) return true;
  for (const xmlNode *object = NULL; (object = dt_data_next(page, object)) != NULL;)
    if (dt_jsonld_kinds(object) & (DT_DATA_ARTICLE | DT_DATA_POST)) return true;
  return false;
}

static bool is_declared(const titles *t, detm_text normal) {
  const dt_declared_title *all[] = {&t->og, &t->title, &t->data};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (dt_text_equal(all[i]->whole.normal, normal) || is_segment(all[i], normal)) return true;
  return false;
}

/* Checks whether og:title and <title> agree, without the site's name, on a text that a heading neither has nor is part
 * of. */
static bool agree_against(const titles *t, detm_text heading_normal) {
  if (t->og.whole.normal.length == 0 || t->title.whole.normal.length == 0) return false;
  detm_text og = t->og.cut.normal;
  return dt_text_equal(og, t->title.cut.normal) && !dt_spelling_contains(heading_normal, og) &&
         !dt_spelling_contains(t->og.whole.normal, heading_normal) &&
         !dt_spelling_contains(t->title.whole.normal, heading_normal);
}

/* Returns the smaller of the shares of the words of two texts that the other has: 1 if they have the same words. */
static double compare_words(const titles *t, detm_text a, detm_text b) {
  dt_arena *arena = t->page->arena;
  return fmin(dt_share_of_words(arena, a, b), dt_share_of_words(arena, b, a));
}

static bool is_cut_off(detm_text text) {
  return dt_text_ends(text, DT_TEXT("...")) || dt_text_ends(text, DT_TEXT("\xe2\x80\xa6"));
}

static bool is_sentence(detm_text text) {
  return dt_text_ends(text, DT_TEXT(".")) || dt_text_ends(text, DT_TEXT("!")) || dt_text_ends(text, DT_TEXT("?"));
}

/* Checks whether a heading has the main text directly below it, as that of an article, which has several paragraphs,
 * and no other heading divides the page. */
static bool heads_text(const titles *t, const heading *h, const bool *chosen) {
  enum { MIN_PARAGRAPHS = 3 };
  for (unsigned i = 0; i < t->count; i++)
    if (&t->headings[i] != h && !t->headings[i].aside && t->headings[i].tag != DT_TAG_h3) return false;

  const dt_content_page *page = t->page;
  uint32_t first = h->element->last, paragraphs = 0;
  for (uint32_t b = 0; b < h->element->first; b++)
    if (dt_block_is_chosen(page, chosen, b)) return false;
  if (first >= page->block_count || !dt_block_is_chosen(page, chosen, first)) return false;
  for (uint32_t b = first; b < page->block_count && paragraphs < MIN_PARAGRAPHS; b++)
    paragraphs += dt_block_is_chosen(page, chosen, b) && dt_block_is_good(&page->blocks[b]);
  return paragraphs == MIN_PARAGRAPHS;
}

/* Checks whether a heading that no declared title has is rather a slogan: the URL has more words of the declared title
 * than of the heading; or, on a page that is not an article, it has just the words of the declared title, the declared
 * titles agree against the heading, or the heading is a sentence.  Unless the URL has just the words of the declared
 * title, a heading is not a slogan if it begins the declared title, has the same words or more, or if the declared
 * title is cut off. */
static bool is_slogan(const titles *t, const heading *h, const bool *chosen, const dt_spelling *declared_title) {
  detm_text title = declared_title->text, own = h->name.text, path = t->names.path;
  if (title.length == 0 || is_declared(t, h->name.normal)) return false;
  bool article = declares_text(t->page);
  if (!article && dt_word_count(title, 2) == 2 && compare_words(t, title, path) == 1 && compare_words(t, own, path) < 1)
    return true;
  double share = dt_share_of_words(t->page->arena, path, own), other = dt_share_of_words(t->page->arena, path, title);
  if (is_cut_off(title) && share > 0) return false;
  if (dt_text_starts(declared_title->normal, h->name.normal)) return false;
  if (compare_words(t, own, title) >= SAME_WORDS && dt_word_count(own, 100) >= dt_word_count(title, 100)) return false;
  if (share != other) return share < other;
  bool against = agree_against(t, h->name.normal) && !heads_text(t, h, chosen);
  return !article && (against || is_sentence(own));
}

/* ---- punctuation ---- */

/* Returns the next letter, digit or quotation mark of a text, and moves `*at` behind it; 0 at the end. */
static uint32_t next_sign(const char **at, const char *end) {
  for (uint32_t code; *at < end;) {
    *at += dt_utf8_read(*at, end, &code);
    if (dt_is_letter(code) || code == '"' || code == 0x2018 || code == 0x201c || code == 0xab) return code;
  }
  return 0;
}

/* Counts the characters of a text that are blank, or that are neither letters, digits, blanks nor trademark signs. */
static uint32_t count_between(detm_text text, bool blank) {
  uint32_t count = 0, code;
  for (const char *at = text.data, *end = at + text.length; at < end;) {
    at += dt_utf8_read(at, end, &code);
    count += !dt_is_letter(code) && dt_is_blank(code) == blank && code != 0xae && code != 0x2122;
  }
  return count;
}

/* Checks whether two texts differ in punctuation within them only, and the first has more of it, or more blanks, and
 * no fewer blanks unless marks take their place: "3.5 percent" is not replaced by "35 percent", nor blanks by marks
 * alone, nor the apostrophes and dashes that readers see by those of typewriters. */
static bool marks_more(detm_text a, detm_text b) {
  if (a.length == 0 || b.length == 0 || a.data[0] != b.data[0] || a.data[a.length - 1] != b.data[b.length - 1])
    return false;
  const char *at = a.data, *other = b.data;
  for (;;) {
    uint32_t sign = next_sign(&at, a.data + a.length);
    if (sign != next_sign(&other, b.data + b.length)) return false;
    if (sign == 0) break;
  }
  uint32_t marks = count_between(a, false), less = count_between(b, false);
  uint32_t blanks = count_between(a, true), more = count_between(b, true);
  return marks >= less && (marks > less || blanks > more) && blanks + marks >= more + less &&
         (blanks != 0 || more == 0);
}

/* Returns a heading as <title> spells it, if only punctuation differs: a heading often has no mark between its parts,
 * since they look different. */
static detm_text with_marks(const titles *t, const dt_spelling *name) {
  const dt_declared_title *d = &t->title;
  if (marks_more(d->whole.text, name->text)) return d->whole.text;
  if (marks_more(d->cut.text, name->text)) return d->cut.text;
  for (unsigned i = 0; i < d->count; i++)
    if (marks_more(d->segments[i].text, name->text)) return d->segments[i].text;
  return name->text;
}

/* ---- parts of headings and titles ---- */

/* Returns what is between the first `length` letters and digits of a text and the next one; NULL if none follows. */
static detm_text gap_after(dt_arena *arena, detm_text text, size_t length) {
  const char *from = NULL, *end = text.data + text.length;
  char *normal = DT_ARRAY(arena, char, text.length + 1);
  size_t seen = 0;
  for (const char *at = text.data; at < end;) {
    uint32_t code;
    const char *next = at + dt_utf8_read(at, end, &code);
    seen += dt_squeeze_word(dt_text_between(at, next), normal);
    if (seen > length) return from != NULL ? dt_text_between(from, at) : (detm_text){NULL, 0};
    if (seen == length && from == NULL) from = next;
    at = next;
  }
  return (detm_text){NULL, 0};
}

static bool is_inside(const xmlNode *node, const xmlNode *top) {
  while (node != NULL && node != top) node = node->parent;
  return node == top;
}

/* Checks whether an element has the text nodes `first` to `last`, but not the text node `next`, and does not only
 * emphasise them. */
static bool is_element_of(const xmlNode *first, const xmlNode *last, const xmlNode *next) {
  const xmlNode *outer = last;
  while (outer->parent != NULL && !is_inside(next, outer->parent)) outer = outer->parent;
  dt_tag tag = outer != last ? dt_tag_number((const char *)outer->name, strlen((const char *)outer->name)) : 0;
  return outer != last && is_inside(first, outer) && !dt_tag_is(tag, DT_HIGHLIGHT);
}

/* Checks whether the first `length` letters and digits of a heading are a line, a block or an element of their own. */
static bool ends_with_element(const titles *t, const heading *h, size_t length) {
  const dt_content_page *page = t->page;
  const dt_content_piece *first = NULL, *last = NULL;
  bool line_ended = false;
  size_t seen = 0;

  for (uint32_t k = page->blocks[h->element->first].first; k < page->blocks[h->element->last - 1].last; k++) {
    const dt_content_piece *piece = &page->pieces[k];
    size_t own = dt_spell(page->arena, dt_text(dt_node_content(piece->node))).normal.length;
    line_ended |= !dt_node_is_text(piece->node);
    if (own == 0) continue;
    if (last != NULL && seen == length)
      return line_ended || piece->block != last->block || is_element_of(first->node, last->node, piece->node);
    if (first == NULL) first = piece;
    last = piece;
    line_ended = false;
    seen += own;
  }

  return false;
}

/* Checks whether og:title or JSON-LD's headline is a text, or is with the site's name. */
static bool is_declared_whole(const titles *t, detm_text normal) {
  const dt_declared_title *og = &t->og, *data = &t->data;
  return dt_text_equal(og->whole.normal, normal) || dt_text_equal(og->cut.normal, normal) ||
         dt_text_equal(data->whole.normal, normal) || dt_text_equal(data->cut.normal, normal);
}

/* Returns a heading without a label before a declared title, such as a section or a date.  A separator or the end of an
 * element is between them: "How farmers adapt to climate change" has no label before "Climate change".  <title> may be
 * short for a heading that og:title or JSON-LD has whole. */
static detm_text without_label(const titles *t, const heading *h, detm_text text) {
  const dt_declared_title *all[] = {&t->data, &t->og, &t->title};
  dt_arena *arena = t->page->arena;
  detm_text whole = h->name.normal;

  for (size_t i = 0; i < 2 * sizeof all / sizeof *all; i++) {
    const dt_declared_title *d = all[i / 2];
    const dt_spelling *part = i % 2 == 0 ? &d->whole : &d->cut;
    bool begins = part->text.length != 0 && part->text.data == d->whole.text.data;
    if (!begins || part->normal.length >= whole.length || dt_word_count(part->text, 2) < 2) continue;
    if (d == &t->title && is_declared_whole(t, whole)) continue;
    size_t label = whole.length - part->normal.length;
    if (!dt_text_ends(whole, part->normal)) continue;
    bool separated = dt_has_separator(gap_after(arena, text, label)) || ends_with_element(t, h, label);
    bool glued = gap_after(arena, text, label).length == 0; /* "SportRowers win": no word of the title is whole */
    if (separated && (glued || dt_share_of_words(arena, part->text, text) == 1)) return part->text;
  }

  return text;
}

/* Checks whether the page's data describe a product, whose brand is part of its name. */
static bool declares_product(const dt_content_page *page) {
  for (const xmlNode *object = NULL; (object = dt_data_next(page, object)) != NULL;)
    if (dt_jsonld_kinds(object) & DT_DATA_PRODUCT) return true;
  return false;
}

/* Returns a heading without the kicker above its headline: a first line or element of its own of a few words, with a
 * class and a longer rest.  Titles for machines join both with a mark, which readers do not see. */
static detm_text without_kicker(const titles *t, const heading *h, detm_text text) {
  enum { MOST_WORDS = 5, LEAST_REST = 3 };
  const dt_content_page *page = t->page;
  const xmlNode *top = h->element->node, *kicker = top->children;
  while (kicker != NULL && dt_node_is_text(kicker) && dt_is_white_string(dt_node_content(kicker)))
    kicker = kicker->next;
  if (kicker == NULL || kicker->type != XML_ELEMENT_NODE || dt_node_value(kicker, "class") == NULL) return text;
  dt_tag tag = dt_tag_number((const char *)kicker->name, strlen((const char *)kicker->name));
  if (dt_tag_is(tag, DT_HIGHLIGHT) || tag == DT_TAG_a || declares_product(page)) return text;

  size_t length = 0, words = 0;
  detm_text last = DT_TEXT(""), after = DT_TEXT("");
  for (uint32_t k = page->blocks[h->element->first].first; k < page->blocks[h->element->last - 1].last; k++) {
    const dt_content_piece *piece = &page->pieces[k];
    detm_text own = piece->text != NULL ? dt_text_strip(dt_text(piece->text), " \t\r\n") : DT_TEXT("");
    if (own.length == 0) continue;
    if (!is_inside(piece->node, kicker)) {
      if (piece->node->parent == top) after = own;
      break;
    }
    length += dt_spell(page->arena, own).normal.length;
    words += dt_word_count(own, MOST_WORDS + 1);
    last = own;
  }
  if (words == 0 || words > MOST_WORDS || 2 * length >= h->name.normal.length) return text;
  /* a mark that readers see makes both one: "json - JSON encoder" */
  if (dt_has_separator(dt_text_cut(after, 4)) || strchr(":-,?!", last.data[last.length - 1]) != NULL) return text;

  detm_text gap = gap_after(page->arena, text, length);
  const char *start = gap.data != NULL ? gap.data + gap.length : NULL; /* no gap: styles set both apart */
  for (const char *at = start; at != NULL && at > gap.data && at[-1] != ' ';) start = --at; /* a quotation mark */
  if (start == NULL) return text;
  detm_text rest = dt_text_between(start, text.data + text.length);
  return dt_word_count(rest, LEAST_REST) < LEAST_REST || dt_begins_small(rest) ? text : rest;
}

/* Returns the title of the start page of a site: the site's name if the declared title has only a word besides, such as
 * "Home". */
static detm_text title_of_start(const titles *t, detm_text title) {
  const dt_declared_title *d = t->og.count > 1 ? &t->og : &t->title;
  for (unsigned i = 0; i < d->count && dt_word_count(title, 2) < 2; i++)
    if (dt_names_site(&t->names, &d->segments[i])) return d->segments[i].text;
  return title;
}

/* ---- title of a page ---- */

const char *dt_find_title(const dt_content_page *page, const bool *chosen) {
  dt_arena *arena = page->arena;
  titles t = {.page = page};
  const char *url = *page->canonical != '\0' ? page->canonical : first_meta(page, "og:url", "twitter:url");
  t.names.site = dt_spell(arena, dt_text(first_meta(page, "og:site_name", "application-name"))).normal;
  if (t.names.site.length == 0) t.names.site = dt_spell(arena, dt_home_name(page)).normal;
  t.names.host = read_host_label(arena, url);
  t.names.path = read_path_words(arena, url);
  t.start_page = t.names.host.length != 0 && t.names.path.length == 0;
  const char *declared = first_meta(page, "og:title", "twitter:title");
  if (*declared == '\0') declared = first_meta(page, "dc.title", "dcterms.title");
  t.og = dt_declared_title_read(arena, &t.names, declared);
  t.title = dt_declared_title_read(arena, &t.names, page->title);
  t.data = dt_declared_title_read(arena, &t.names, read_headline(page));
  find_headings(&t, chosen);
  const heading *found = agreeing_heading(&t);
  if (found == NULL) found = only_heading(&t);

  const dt_declared_title *d = t.og.whole.normal.length != 0 ? &t.og : &t.title;
  detm_text title = d->cut.text;
  if (found == NULL)
    title = choose_unconfirmed(&t, chosen);
  else if (!is_slogan(&t, found, chosen, &d->cut))
    title = without_label(&t, found, without_kicker(&t, found, with_marks(&t, &found->name)));

  if (t.start_page) title = title_of_start(&t, title);
  if (title.length == 0 && t.count != 0)
    title = t.headings[0].name.text;
  else if (title.length == 0 && page->block_count != 0 && page->blocks[0].text.length <= MAX_HEADING_LENGTH)
    title = page->blocks[0].text;

  if (title.length == 0) return NULL;
  char *copy = dt_arena_copy(page->arena, title.data, title.length);
  for (char *at = copy; *at != '\0'; at++)
    if (*at == '\n') *at = ' ';
  return copy;
}
