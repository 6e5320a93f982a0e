/* content/meta/date.c: finds the publication date of a page: compares declared dates (meta, JSON-LD) with visible ones
 * (address, dates near the heading, time elements). */
#include "config.h"

#include "content/meta/date.h"
#include "content/meta/date_label.h"
#include "content/meta/replies.h"
#include "text/calendar.h"

#include "html/data/jsonld.h"
#include "text/fold.h"
#include "text/url.h"
#include "text/words.h"
#include "values/scan.h"

#include <time.h>

/* Sources of dates, the most reliable first. */
typedef enum source {
  META,     /* publication date in meta or microdata */
  ARTICLE,  /* JSON-LD of an article */
  WEB_PAGE, /* JSON-LD of a page */
  ADDRESS,  /* /2024/05/01/ */
  TEXT,     /* a block that looks like a dateline */
  TIME,     /* the first time element that is not labelled as an update */
  UPDATED,  /* a block or time element that is */
  WEAK,     /* any other block */
  DATA,     /* JSON-LD of anything else */
  MODIFIED, /* modification date in meta, microdata or JSON-LD */
  SOURCES
} source;

typedef struct evidence {
  const dt_content_page *page;
  dt_dates dates;
  dt_replies replies;
  dt_moment found[SOURCES]; /* year 0 if none */
} evidence;

static bool is_same_day(const dt_moment *a, const dt_moment *b) {
  return a->year == b->year && a->month == b->month && a->day == b->day;
}

static bool has_evidence(const evidence *e, source from) { return e->found[from].year != 0; }

/* Reads a number of seconds or milliseconds since 1970, in UTC, that is all of a text. */
static bool read_unix_time(const evidence *e, const char *text, dt_moment *moment) {
  enum { SECONDS_DIGITS = 10, MILLISECONDS_DIGITS = 13, DAY = 24 * 60 * 60 };
  size_t digits = strspn(text, "0123456789");
  if ((digits != SECONDS_DIGITS && digits != MILLISECONDS_DIGITS) || (text[digits] != '\0' && text[digits] != '.'))
    return false;
  long seconds = 0;
  for (size_t i = 0; i < SECONDS_DIGITS; i++) seconds = seconds * 10 + text[i] - '0';
  *moment = dt_moment_of_day(seconds / DAY);
  moment->hour = (int)(seconds % DAY / 3600);
  moment->minute = (int)(seconds % 3600 / 60);
  moment->second = (int)(seconds % 60);
  moment->zone = 0;
  return moment->year >= e->dates.first_year && dt_moment_day(moment) <= dt_moment_day(&e->dates.latest);
}

/* Reads a date that is meant for programs: the first date of a text, or a number of seconds. */
static bool read_date_value(const evidence *e, const char *text, dt_moment *moment) {
  return read_unix_time(e, text, moment) || dt_moment_first(&e->dates, dt_text(text), moment);
}

/* Records the date in a value (NULL: nothing), unless the source has one. */
static void record_date(evidence *e, source from, const char *text) {
  dt_moment moment;
  if (text != NULL && !has_evidence(e, from) && read_date_value(e, text, &moment)) e->found[from] = moment;
}

/* ---- declared dates ---- */

/* clang-format off */
/* Names of meta, property and itemprop, the most reliable first. */
static const char *const published_names[] = {
  "article:published_time", "og:article:published_time", "og:published_time", "datepublished", "date", "dc.date",
  "dc.date.issued", "dcterms.date", "dcterms.created", "dc.date.created", "dcterms.issued", "pubdate",
  "publishdate", "publish-date", "publish_date", "publishtime", "publicationdate", "article.published",
  "article:published", "sailthru.date", "parsely-pub-date", "datecreated", "citation_publication_date",
  "citation_date", "published_time", "publication_date", "originalpublicationdate", "article_date_original",
  "og:pubdate", "rnews:datepublished", "published-date", "cxenseparse:recs:publishtime", "bt:pubdate",
  "shareaholic:article_published_time", "creation_date", "created", "article:post_time", "weibo:article:create_at",
  "displaydate", "article.created", "date_published", "article_date", "release_date"};
static const char *const modified_names[] = {
  "last-modified", "og:updated_time", "article:modified_time", "datemodified", "dc.date.modified",
  "dcterms.modified", "og:modified_time", "lastmod", "revised", "date.modified"};
/* clang-format on */

static void record_metas(evidence *e, source from, const char *const *names, size_t count) {
  size_t best = count;
  for (uint32_t i = 0; i < e->page->meta_count; i++) {
    const dt_meta *meta = &e->page->metas[i];
    dt_moment moment;
    for (size_t k = 0; k < best; k++) {
      if (*meta->name != *names[k] || strcmp(meta->name, names[k]) != 0) continue;
      if (!read_date_value(e, meta->value, &moment)) break;
      e->found[from] = moment;
      best = k;
    }
  }
}

static void record_data(evidence *e) {
  static const char *const names[] = {"datePublished", "dateCreated", "uploadDate"};
  for (const xmlNode *object = NULL; (object = dt_data_next(e->page, object)) != NULL;) {
    unsigned kinds = dt_jsonld_kinds(object);
    source from = kinds & (DT_DATA_ARTICLE | DT_DATA_POST) ? ARTICLE : kinds & DT_DATA_PAGE ? WEB_PAGE : DATA;
    for (size_t i = 0; i < sizeof names / sizeof *names && !has_evidence(e, from); i++)
      record_date(e, from, dt_data_member(object, names[i]));
    record_date(e, MODIFIED, dt_data_member(object, "dateModified"));
  }
}

/* Returns the dates that the page declares, without those after `latest`. */
static evidence declared_evidence(const dt_content_page *page, dt_moment latest) {
  evidence e = {.page = page, .dates = dt_dates_read(page->language, latest)};
  record_metas(&e, META, published_names, sizeof published_names / sizeof *published_names);
  record_metas(&e, MODIFIED, modified_names, sizeof modified_names / sizeof *modified_names);
  record_data(&e);
  return e;
}

/* ---- visible dates ---- */

/* Reads a number of at most `most` digits and moves *at after it.  Returns -1 on failure. */
static int read_number_of_digits(const char **at, int most) {
  int value = 0, count = 0;
  for (; **at >= '0' && **at <= '9' && count <= most; ++*at, count++) value = value * 10 + **at - '0';
  return count == 0 || count > most ? -1 : value;
}

/* Reads a date in an address: /2024/05/01/, /2024-05-01-, /20240501, /31-05-2024. */
static bool read_date_in_path(const evidence *e, const char *at, dt_moment *moment) {
  static const char separators[] = "/_-";
  int parts[3] = {0}; /* year, month, day, or the other way round */
  char text[16];
  const char *from = at;
  int count = 0;

  while (count < 3 && (parts[count] = read_number_of_digits(&at, 4)) >= 0) {
    if (++count < 3 && (*at == '\0' || strchr(separators, *at++) == NULL)) break;
  }

  bool day_first = count == 3 && parts[0] <= 31 && parts[2] > 1000;
  if (count < 3) {
    at = from;
    int all = read_number_of_digits(&at, 8);
    if (at - from != 8) return false;
    parts[0] = all / 10000, parts[1] = all / 100 % 100, parts[2] = all % 100;
  }

  int year = parts[day_first ? 2 : 0], day = parts[day_first ? 0 : 2];
  if (year <= 1000 || parts[1] > 12 || day > 31 || (*at != '\0' && strchr("/_.-?#", *at) == NULL)) return false;
  snprintf(text, sizeof text, "%04d-%02d-%02d", year % 10000, parts[1] % 100, day % 100);
  return dt_moment_first(&e->dates, dt_text(text), moment);
}

static void record_address(evidence *e, const char *address) {
  if (address == NULL || has_evidence(e, ADDRESS)) return;
  dt_moment moment;
  const char *at = strchr(address, '/');
  while (at != NULL && !read_date_in_path(e, at + 1, &moment)) at = strchr(at + 1, '/');
  if (at != NULL) e->found[ADDRESS] = moment;
}

/* Returns the label of a time element: the last in the words before it, otherwise one in its attributes. */
static dt_date_label label_of_time(const xmlNode *time) {
  enum { MAX_STEPS = 16 };
  static const char *const names[] = {"itemprop", "class"};
  dt_date_label label = DT_DATE_UNLABELLED;
  dt_word word;
  const xmlNode *node = time;
  for (int step = 0; step < MAX_STEPS && node != NULL; step++) {
    bool inside = node->prev != NULL;
    for (node = inside ? node->prev : node->parent; inside && node->last != NULL;) node = node->last;
    detm_text before = node != NULL ? dt_text(dt_node_content(node)) : DT_TEXT("");
    if (!dt_word_next(before.data, before.data + before.length, &word)) continue;
    label = dt_last_date_label(before);
    if (label == DT_DATE_UNLABELLED && dt_is_told_date(before)) label = DT_DATE_TOLD;
    break;
  }

  for (size_t i = 0; i < sizeof names / sizeof *names && label == DT_DATE_UNLABELLED; i++) {
    const char *value = dt_node_value(time, names[i]);
    if (value == NULL) continue;
    label = dt_first_date_label(dt_text(value));
    if (dt_last_date_label(dt_text(value)) == DT_DATE_PUBLISHED) label = DT_DATE_PUBLISHED; /* "updated published" */
  }

  return label;
}

/* Checks whether an element may have an attribute for a date: most have only a class, an address, an id. */
static bool may_have_date_attribute(const xmlNode *element) {
  const xmlAttr *at = element->properties;
  while (at != NULL && (strchr("dta", *at->name) == NULL && (at->name[0] != 'c' || at->name[1] != 'o'))) at = at->next;
  return at != NULL;
}

/* Reads the date of an element in the attributes for it.  Those whose names begin with "data-" and speak of time or a
 * date are as good as datetime, which only time has. */
static bool read_date_attributes(const evidence *e, const xmlNode *element, dt_moment *moment) {
  static const char *const names[] = {"datetime", "content", "title", "aria-label"};
  if (!may_have_date_attribute(element)) return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *value = dt_node_value(element, names[i]);
    if (value != NULL && read_date_value(e, value, moment)) return true;
  }

  for (const xmlAttr *at = element->properties; at != NULL; at = at->next) {
    const char *name = (const char *)at->name;
    bool dated = strncmp(name, "data-", 5) == 0 &&
                 (strstr(name, "time") != NULL || strstr(name, "date") != NULL || strstr(name, "stamp") != NULL ||
                  strstr(name, "publish") != NULL || strcmp(name + 5, "utc") == 0 || strcmp(name + 5, "unix") == 0);
    if (dated && read_date_value(e, dt_attribute_content(at), moment)) return true;
  }

  return false;
}

static bool read_time_element(const evidence *e, const xmlNode *time, dt_moment *moment) {
  if (read_date_attributes(e, time, moment)) return true;
  return time->children != NULL && dt_moment_first(&e->dates, dt_text(dt_node_content(time->children)), moment);
}

/* Checks whether a node stands in an aside, in navigation or in a quotation after the beginning of the text: it dates
 * another page or post. */
static bool is_in_aside(evidence *e, const xmlNode *node) {
  const xmlNode *around = node;
  while (around != NULL && !dt_node_is(around, "aside") && !dt_node_is(around, "nav") &&
         !dt_node_is(around, "blockquote"))
    around = around->parent;
  return around != NULL && dt_follows_text(&e->replies, around);
}

/* Records the first time element, and if it is labelled as an update, the first one labelled as a publication before
 * that. */
static void record_times(evidence *e) {
  dt_moment moment;
  for (uint32_t i = 0; i < e->page->time_count && !has_evidence(e, TIME); i++) {
    const xmlNode *element = e->page->times[i];
    if (!read_time_element(e, element, &moment) || dt_is_reply(&e->replies, element) || is_in_aside(e, element))
      continue;
    dt_date_label label = label_of_time(e->page->times[i]);
    if (label == DT_DATE_TOLD) continue;
    const char *itemprop = dt_node_value(element, "itemprop");
    bool declared = itemprop != NULL && dt_has_tokens(itemprop, "datePublished");
    if (declared && !has_evidence(e, META) && !dt_follows_text(&e->replies, element)) e->found[META] = moment;
    if (!has_evidence(e, UPDATED))
      e->found[label == DT_DATE_UPDATED ? UPDATED : TIME] = moment;
    else if (label == DT_DATE_PUBLISHED && dt_moment_day(&moment) <= dt_moment_day(&e->found[UPDATED]))
      e->found[TIME] = moment;
  }
}

uint32_t dt_heading_block(const dt_content_page *page) {
  for (uint32_t i = 0; i < page->block_count; i++)
    if (page->elements[page->blocks[i].element].tag == DT_TAG_h1 && page->blocks[i].chars > 3) return i;
  enum { MAX_TITLE_LENGTH = 1000 };
  bool titled = *page->title != '\0' && strnlen(page->title, MAX_TITLE_LENGTH) < MAX_TITLE_LENGTH;
  for (uint32_t i = 0; titled && i < page->block_count; i++) {
    const dt_block *block = &page->blocks[i];
    dt_tag tag = page->elements[block->element].tag;
    bool plain = tag == DT_TAG_h2 || tag == DT_TAG_h3 || dt_link_density(block) < 0.5; /* forums link their headings */
    if (block->chars >= 6 && plain && strstr(page->title, block->text.data) != NULL) return i;
  }
  return DT_NONE;
}

/* Checks whether an unlabelled date stands in prose, or behind a caption of several words: what is dated there is an
 * act, a ruling, an event, a deadline.  In a short sentence words follow it, too: "The board meets on 3 May 2024 in the
 * hall of the mill." */
static bool is_in_prose(const dt_block *block, detm_text before, detm_text after, dt_date_label label) {
  enum { WORDS_BEFORE = 4, WORDS_AFTER = 3 }; /* "Tarn Cove, Monday, 3 May 2024 - The board has ..." */
  const char *line = memrchr(before.data, '\n', before.length);
  if (line != NULL) before = dt_text_between(line + 1, before.data + before.length);
  if (label != DT_DATE_UNLABELLED || dt_word_count(before, WORDS_BEFORE) < WORDS_BEFORE) return false;
  if (dt_block_is_good(block)) return true;
  bool plain = !dt_text_has_digit(before) && line == NULL;
  if (plain && dt_text_ends(dt_text_strip(before, " "), DT_TEXT(":"))) return true;
  return plain && block->sentences != 0 && !dt_text_has_digit(after) &&
         dt_word_count(after, WORDS_AFTER) == WORDS_AFTER;
}

enum { DATE_DIGITS = 3 }; /* no date has fewer */

/* Returns the number of digits in a text, of any script, but at most DATE_DIGITS. */
static int count_date_digits(detm_text text) {
  const char *at = text.data, *stop = at + text.length;
  int count = 0, width;
  while (count < DATE_DIGITS && (at = dt_find_digit(at, stop)) < stop) {
    for (; dt_digit_at(at, stop, &width) >= 0; at += width) count++;
  }
  return count < DATE_DIGITS ? count : DATE_DIGITS;
}

/* Returns the texts of a short block apart from each other if one of them has a digit, and no white space is between
 * two; otherwise an empty text.  A class of microformats labels an update, which styles may hide. */
static detm_text dated_apart(const dt_content_page *page, const dt_block *block) {
  detm_text apart = dt_text_has_digit(block->text) ? dt_block_apart(page, block) : DT_TEXT("");
  DT_VEC(char) text = {0};
  if (apart.length == 0 || dt_text_equal(apart, block->text)) return DT_TEXT("");

  for (uint32_t i = block->first; i < block->last; i++) {
    const char *class = dt_node_value(page->pieces[i].node->parent, "class");
    bool is_update = class != NULL && dt_has_tokens(class, "updated") && !dt_has_tokens(class, "published");
    const detm_text parts[] = {dt_text(is_update ? " updated " : " "), dt_text(page->pieces[i].text)};
    for (size_t k = 0; k < 2; k++) {
      DT_VEC_RESERVE(page->arena, &text, parts[k].length + 1);
      memcpy(text.items + text.count, parts[k].data, parts[k].length);
      text.count += (uint32_t)parts[k].length;
    }
  }

  if (text.count != 0) text.items[text.count] = '\0';
  return (detm_text){text.count != 0 ? text.items : "", text.count};
}

/* Returns the texts of three blocks of one short word side by side, which may be the leaf of a calendar: "Dec", "5",
 * "2024". Otherwise an empty text. */
static detm_text sheet_text(const dt_content_page *page, uint32_t number) {
  enum { PARTS = 3, MAX_CHARS = 12 };
  const dt_block *blocks = &page->blocks[number];
  const char *text = "";
  int digits = 0;
  if (number + PARTS > page->block_count) return DT_TEXT("");
  for (int i = 0; i < PARTS; i++) {
    if (blocks[i].chars > MAX_CHARS || strpbrk(blocks[i].text.data, " \n/-:") != NULL) return DT_TEXT("");
    if (page->elements[blocks[i].element].parent != page->elements[blocks[0].element].parent) return DT_TEXT("");
    digits += count_date_digits(blocks[i].text);
  }
  for (int i = 0; i < PARTS && digits >= DATE_DIGITS; i++)
    text = dt_arena_format(page->arena, "%s %s", text, blocks[i].text.data);
  return dt_text(text);
}

/* Reads the date in the title or in an attribute for programs of an element in a short block, which shows how long ago
 * that was: "2 days ago". */
static bool hinted_date(const evidence *e, const dt_block *block, dt_moment *moment) {
  enum { MAX_CHARS = 60 };
  if (block->chars > MAX_CHARS) return false;
  for (uint32_t i = block->first; i < block->last; i++) {
    const xmlNode *element = e->page->pieces[i].node->parent;
    if (dt_node_is(element, "a") || dt_node_is(element, "time") || element->properties == NULL) continue;
    if (read_date_attributes(e, element, moment)) return true;
  }
  return false;
}

/* Checks whether the text between two dates makes them a span, as of an event or of a life. */
static bool is_span(detm_text gap) { return dt_text_is_among(dt_text_strip(gap, " "), "-|–|—|†|to|bis|au|al|до"); }

static size_t count_dates(const evidence *e, detm_text text) {
  dt_moment moment;
  size_t count = 0, start, at = 0;
  while (dt_moment_find(&e->dates, text, &start, &at, &moment)) count++;
  return count;
}

/* Reads the first date of a block that is labelled as the publication, otherwise the first date.  Labels precede their
 * dates, unless only the last date has one, after it ("2024年5月1日公開 2024年5月3日更新").  The first date may have
 * its label in the block before. */
static bool read_labelled_date(const evidence *e, uint32_t number, dt_moment *moment, dt_date_label *label) {
  enum { MAX_DATES = 8, MAX_AFTER = 24, MAX_NEIGHBOUR = 40 };
  const dt_block *block = &e->page->blocks[number];
  detm_text text = block->text;
  dt_moment moments[MAX_DATES];
  detm_text gaps[MAX_DATES + 1]; /* the text before each date, and after the last */
  size_t count = 0, start, end = 0, at = 0;
  bool dated = count_date_digits(text) == DATE_DIGITS;
  detm_text apart = dated ? dated_apart(e->page, block) : DT_TEXT("");
  size_t parted = apart.length != 0 ? count_dates(e, apart) : 0;
  bool glued = parted != 0 && parted > count_dates(e, text); /* "5.10.202209:14" */
  if (glued) text = apart;
  bool found = dated && dt_moment_find(&e->dates, text, &start, &at, &moments[0]);
  if (!found && !glued) {
    text = sheet_text(e->page, number);
    at = 0;
    found = dt_moment_find(&e->dates, text, &start, &at, &moments[0]);
  }

  for (; found; found = count < MAX_DATES && dt_moment_find(&e->dates, text, &start, &at, &moments[count])) {
    if (dt_first_date_label(dt_text_between(text.data + start, text.data + at)) == DT_DATE_UPDATED)
      moments[count] = dt_moment_of_day(dt_moment_day(&moments[count])); /* "1 May 2024, updated 14:30" */
    gaps[count++] = dt_text_between(text.data + end, text.data + start);
    end = at;
  }

  if (count == 0) return hinted_date(e, block, moment);
  gaps[count] = dt_text_from(text, end);

  dt_word word;
  const dt_block *before = number != 0 ? block - 1 : NULL;
  if (before != NULL && before->chars <= MAX_NEIGHBOUR && !dt_text_has_digit(before->text) &&
      !dt_word_next(gaps[0].data, gaps[0].data + gaps[0].length, &word))
    gaps[0] = before->text;
  const dt_date_label first = dt_last_date_label(gaps[0]);
  bool alone = first == DT_DATE_UNLABELLED;
  if (alone && (dt_text_ends(dt_text_strip(gaps[0], " "), DT_TEXT("\xe2\x80\xa0")) || (count == 2 && is_span(gaps[1]))))
    return false;
  detm_text end_word = dt_text_strip(gaps[count], " .,;|()[]");
  bool after = alone && memchr(end_word.data, ' ', end_word.length) == NULL &&
               dt_first_date_label(end_word) != DT_DATE_UNLABELLED;
  dt_date_label labels[MAX_DATES] = {DT_DATE_UNLABELLED};
  size_t chosen = count;
  for (size_t i = count; i-- > 0;) {
    labels[i] = after    ? dt_first_date_label(dt_text_cut(gaps[i + 1], MAX_AFTER))
                : i == 0 ? first
                         : dt_last_date_label(gaps[i]);
    if (labels[i] == DT_DATE_PUBLISHED || (i == 0 && chosen == count)) chosen = i;
  }
  for (size_t i = 1; i < count && labels[chosen] == DT_DATE_UPDATED; i++)
    if (labels[i] == DT_DATE_UNLABELLED && dt_moment_day(&moments[i]) < dt_moment_day(&moments[chosen])) chosen = i;

  *moment = moments[chosen];
  *label = labels[chosen];
  if (*label == DT_DATE_UNLABELLED && dt_is_told_date(gaps[chosen])) *label = DT_DATE_TOLD;
  return *label != DT_DATE_TOLD && !is_in_prose(block, gaps[0], gaps[1], *label);
}

/* Scores how much a block with a date looks like the page's dateline: short, early, soon after the heading (or shortly
 * before), not a link, no copyright notice, with a time of day. */
static double score_dateline(const dt_content_page *page, uint32_t number, uint32_t heading, const dt_moment *moment) {
  const dt_block *block = &page->blocks[number];
  double place = (double)number / page->block_count, score = -1.5 * place;
  long after = heading == DT_NONE ? 0 : (long)number - (long)heading;

  if (block->chars <= 120) score += 2;
  if (block->chars <= 40) score += 0.5;
  if (heading == DT_NONE)
    score -= place;
  else if (after > 0 && after <= 12)
    score += 2 - 0.1 * (double)after;
  else if (after <= 0)
    score += after >= -4 ? 1 : -1;

  if (dt_link_density(block) > 0.7) score -= 1.5;
  if (page->elements[block->element].within & (DT_IN_NAVIGATION | DT_IN_FOOTER | DT_IN_ASIDE)) score -= 1;
  if (strstr(block->text.data, "©") != NULL) score -= 3;
  if (moment->hour >= 0) score += 0.5;
  return score;
}

/* Checks whether a block is part of the text: in a figure, or between two paragraphs in one element.  There may be a
 * dateline, too, but not in a list or a table, and it has no sentence. */
static bool is_within_text(const dt_content_page *page, uint32_t number) {
  enum { MIN_WORDS = 6, NEAR = 60 }; /* blocks from a paragraph to the next */
  const dt_block *block = &page->blocks[number];
  dt_tag tag = page->elements[block->element].tag;
  if (tag == DT_TAG_figcaption) return true;
  bool part = tag == DT_TAG_li || tag == DT_TAG_td || tag == DT_TAG_th;
  if (!part && dt_word_count(block->text, MIN_WORDS) < MIN_WORDS) return false;

  uint32_t before = number, after = number + 1;
  while (before > 0 && number - before < NEAR && !dt_block_is_good(&page->blocks[before - 1])) before--;
  while (after < page->block_count && after - number < NEAR && !dt_block_is_good(&page->blocks[after])) after++;
  if (number - before == NEAR || after - number == NEAR || before == 0 || after == page->block_count ||
      dt_block_is_good(block))
    return false;

  uint32_t around = page->elements[page->blocks[before - 1].element].parent;
  return around != DT_NONE && around == page->elements[page->blocks[after].element].parent;
}

/* Records the date of the block that looks most like a dateline.  A later date after the best so far, unless that is a
 * link, may belong to a comment: its score must be higher by REPLY (+.06 on zhwced, +.02 on wcxb; .7 to 2 work as
 * well).  A label is worth LABEL, but does not make a date the publication that is later than an update. */
static void record_texts(evidence *e) {
  static const double SURE = 3, REPLY = 1.2, LABEL = 1;
  static const int rank[] = {[DT_DATE_UPDATED] = 0, [DT_DATE_UNLABELLED] = 1, [DT_DATE_PUBLISHED] = 2};
  const dt_content_page *page = e->page;
  uint32_t heading = dt_heading_block(page);
  dt_moment moment, best = {0};
  dt_date_label label, best_label = DT_DATE_UNLABELLED;
  double best_score = -100;
  bool linked = true;

  for (uint32_t i = 0; i < page->block_count; i++) {
    dt_scope_tick(page->arena->scope);
    label = DT_DATE_UNLABELLED;
    if (!read_labelled_date(e, i, &moment, &label)) continue;
    double score = score_dateline(page, i, heading, &moment), lead = score - best_score;
    long days = dt_moment_day(&moment) - dt_moment_day(&best);
    if (!linked && days > 0) lead -= REPLY;
    if (!(days > 0 && best_label == DT_DATE_UPDATED) && !(days < 0 && label == DT_DATE_UPDATED))
      lead += LABEL * (rank[label] - rank[best_label]);
    const xmlNode *element = page->elements[page->blocks[i].element].node;
    if (lead <= 0 || dt_is_reply(&e->replies, element) || is_in_aside(e, element)) continue;
    if (label == DT_DATE_UNLABELLED && is_within_text(page, i)) continue;
    best_score = score;
    best = moment;
    best_label = label;
    linked = dt_link_density(&page->blocks[i]) > 0.7;
  }

  bool updated = best_label == DT_DATE_UPDATED || (best_label == DT_DATE_UNLABELLED && has_evidence(e, TIME) &&
                                                   has_evidence(e, UPDATED) && is_same_day(&e->found[UPDATED], &best));
  if (updated && dt_moment_day(&e->found[TIME]) > dt_moment_day(&best)) e->found[TIME].year = 0;
  if (updated && is_same_day(&e->found[UPDATED], &best)) return; /* a time element may have the time of day */
  e->found[updated ? UPDATED : best_score >= SURE ? TEXT : WEAK] = best;
}

/* ---- the choice ---- */

/* Checks whether two dates with times may be one moment in different zones: they differ by whole quarters of an hour.
 */
static bool is_same_moment(const dt_moment *a, const dt_moment *b) {
  enum { MAX_MINUTES = 14 * 60, ZONE_STEP = 15 };
  if (a->hour < 0 || b->hour < 0) return false;
  long minutes = (dt_moment_day(a) - dt_moment_day(b)) * 24 * 60 + (a->hour - b->hour) * 60 + a->minute - b->minute;
  return minutes >= -MAX_MINUTES && minutes <= MAX_MINUTES && minutes % ZONE_STEP == 0;
}

static const source visible[] = {ADDRESS, TEXT, TIME, UPDATED, WEAK};
enum { VISIBLE = sizeof visible / sizeof *visible };

/* Returns the day before or after if the page shows that: metadata is often in UTC, visible dates in local time (+.02
 * on htmldate, +.07 on wcxb).  NULL otherwise. */
static const dt_moment *local_day(const evidence *e, const dt_moment *declared) {
  for (size_t i = 0; i < VISIBLE; i++) {
    const dt_moment *seen = &e->found[visible[i]];
    if (seen->year == 0 || visible[i] == UPDATED) continue;
    long days = dt_moment_day(seen) - dt_moment_day(declared);
    if (days != 1 && days != -1) continue;
    if (is_same_moment(seen, declared)) return seen;
    if (visible[i] == ADDRESS || (visible[i] != WEAK && !is_same_day(seen, &e->found[MODIFIED]))) return seen;
  }
  return NULL;
}

/* Returns another date on which two sources agree, or NULL.  The modified date counts as a source only if the declared
 * date is so far away that it must be the site's (+.02 on htmldate). */
static const dt_moment *contradiction(const evidence *e, const dt_moment *declared) {
  enum { FAR = 3650 }; /* days */
  for (size_t i = 0; i < VISIBLE; i++) {
    const dt_moment *one = &e->found[visible[i]];
    bool modified = is_same_day(one, &e->found[MODIFIED]) || is_same_day(one, &e->found[UPDATED]);
    if (one->year == 0) continue;
    if (modified && dt_moment_day(one) - dt_moment_day(declared) < FAR) continue;
    if (modified) return one;
    for (size_t k = 0; k < i; k++)
      if (is_same_day(one, &e->found[visible[k]])) return one;
  }
  return NULL;
}

/* Returns the declared date unless visible dates contradict it, otherwise the most reliable date; NULL if none.  A time
 * element in UTC does not show a day to the reader. */
static const dt_moment *choose_date(const evidence *e) {
  int from = META;
  while (from < SOURCES && !has_evidence(e, (source)from)) from++;
  if (from == SOURCES) return NULL;
  const dt_moment *first = &e->found[from];
  if (from > WEB_PAGE) return first;
  for (size_t i = 0; i < VISIBLE; i++)
    if (is_same_day(&e->found[visible[i]], first) && !(visible[i] == TIME && e->found[TIME].zone == 0)) return first;
  const dt_moment *other = local_day(e, first);
  if (other == NULL) other = contradiction(e, first);
  return other != NULL ? other : first;
}

const char *dt_find_date_on(const dt_content_page *page, dt_moment today) {
  evidence e = declared_evidence(page, dt_moment_of_day(dt_moment_day(&today) + 1));
  e.replies = dt_replies_read(page);
  record_address(&e, dt_page_base(page->arena, page->page));
  record_address(&e, dt_content_meta(page, "og:url"));
  record_address(&e, page->canonical);
  record_times(&e);
  record_texts(&e);
  const dt_moment *found = choose_date(&e);
  if (found == NULL) return NULL;
  dt_moment day = *found; /* with the time that any source has for it */
  for (int from = META; from < SOURCES && day.hour <= 0 && day.minute == 0; from++)
    if (from != MODIFIED && from != UPDATED && is_same_day(&e.found[from], &day)) day = e.found[from];
  return dt_moment_write(page->arena, &day);
}

const char *dt_find_date(const dt_content_page *page) {
  return dt_find_date_on(page, dt_moment_of_day((long)(time(NULL) / 86400)));
}

const char *dt_find_declared_date(const dt_content_page *page) {
  static const source declared[] = {META, WEB_PAGE, MODIFIED};
  evidence e = declared_evidence(page, dt_moment_of_day((long)(time(NULL) / 86400) + 1));
  const dt_moment *best = NULL;
  for (size_t i = 0; i < sizeof declared / sizeof *declared; i++) {
    const dt_moment *found = &e.found[declared[i]];
    if (found->year != 0 && (best == NULL || dt_moment_day(found) > dt_moment_day(best))) best = found;
  }
  return best != NULL ? dt_moment_write(page->arena, best) : NULL;
}
