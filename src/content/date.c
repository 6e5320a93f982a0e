/* content/date.c: when a page was published: what it declares (meta, JSON-LD), weighed against what a reader sees (its
 * address, dates near the heading, time elements). */
#include "content/date.h"

#include "base/squeeze.h"
#include "tree/url.h"

#include <time.h>

/* Where a date comes from, the most telling source first. */
typedef enum source {
  META,     /* published, by meta or microdata */
  ARTICLE,  /* JSON-LD of an article */
  WEB_PAGE, /* JSON-LD of a page */
  ADDRESS,  /* /2024/05/01/ */
  TEXT,     /* of a block that looks like a dateline */
  TIME,     /* the first time element */
  WEAK,     /* of any other block */
  DATA,     /* JSON-LD of anything else */
  MODIFIED, /* changed, by meta, microdata or JSON-LD */
  SOURCES
} source;

typedef struct evidence {
  const dt_content_page *page;
  dt_dates dates;
  dt_moment found[SOURCES]; /* year 0 = none */
} evidence;

static bool has(const evidence *e, source from) { return e->found[from].year != 0; }

static void offer(evidence *e, source from, const char *text) {
  dt_moment moment;
  if (!has(e, from) && dt_moment_first(&e->dates, dt_text(text), &moment)) e->found[from] = moment;
}

/* ---- What the page declares -------------------------------------------------------------------- */

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

static void offer_metas(evidence *e, source from, const char *const *names, size_t count) {
  size_t best = count;
  for (uint32_t i = 0; i < e->page->meta_count; i++) {
    const dt_meta *meta = &e->page->metas[i];
    dt_moment moment;
    for (size_t k = 0; k < best; k++) {
      if (*meta->name != *names[k] || strcmp(meta->name, names[k]) != 0) continue;
      if (!dt_moment_first(&e->dates, dt_text(meta->value), &moment)) break;
      e->found[from] = moment;
      best = k;
    }
  }
}

static const char *member(const xmlNode *object, const char *name) {
  for (const xmlNode *child = object->children; child != NULL; child = child->next)
    if (dt_node_is(child, name) && child->children != NULL) return dt_node_content(child->children);
  return NULL;
}

/* What an object of the JSON-LD is about. */
static source source_of(const xmlNode *object) {
  const char *types = dt_node_value(object, "type");
  if (strstr(types, "Article") != NULL || strstr(types, "Posting") != NULL || strstr(types, "Report") != NULL)
    return ARTICLE;
  return strstr(types, "Page") != NULL ? WEB_PAGE : DATA;
}

static void offer_data(evidence *e) {
  static const char *const names[] = {"datePublished", "dateCreated", "uploadDate"};
  for (const xmlNode *object = NULL; (object = dt_data_next(e->page, object)) != NULL;) {
    source from = source_of(object);
    for (size_t i = 0; i < sizeof names / sizeof *names && !has(e, from); i++) {
      const char *value = member(object, names[i]);
      if (value != NULL) offer(e, from, value);
    }
    const char *modified = member(object, "dateModified");
    if (modified != NULL) offer(e, MODIFIED, modified);
  }
}

/* ---- What a reader sees ------------------------------------------------------------------------ */

/* The digits of a number of at most `most`, moving *at behind it; -1 = there is none. */
static int digits_of(const char **at, int most) {
  int value = 0, count = 0;
  for (; **at >= '0' && **at <= '9' && count <= most; ++*at, count++) value = value * 10 + **at - '0';
  return count == 0 || count > most ? -1 : value;
}

/* /2024/05/01/, /2024-05-01-, /20240501. within an address */
static bool read_path(const evidence *e, const char *at, dt_moment *moment) {
  char text[16];
  const char *from = at;
  int year = digits_of(&at, 4), month, day;
  if (year > 1000 && *at != '\0' && strchr("/_-", *at) != NULL) {
    at++;
    month = digits_of(&at, 2);
    if (month < 0 || *at == '\0' || strchr("/_-", *at) == NULL) return false;
    at++;
    day = digits_of(&at, 2);
  } else {
    at = from;
    int all = digits_of(&at, 8);
    if (at - from != 8) return false;
    year = all / 10000, month = all / 100 % 100, day = all % 100;
  }
  if (day < 0 || (*at != '\0' && strchr("/_.-?#", *at) == NULL)) return false;
  snprintf(text, sizeof text, "%04d-%02d-%02d", year % 10000, month % 100, day % 100);
  return dt_moment_first(&e->dates, dt_text(text), moment);
}

static void offer_address(evidence *e, const char *address) {
  if (address == NULL || has(e, ADDRESS)) return;
  dt_moment moment;
  for (const char *at = strchr(address, '/'); at != NULL; at = strchr(at + 1, '/')) {
    if (!read_path(e, at + 1, &moment)) continue;
    e->found[ADDRESS] = moment;
    return;
  }
}

static void offer_times(evidence *e) {
  const xmlNode *top = xmlDocGetRootElement(e->page->page->document);
  for (const xmlNode *node = top; node != NULL && !has(e, TIME); node = dt_node_next(top, node)) {
    if (node->type != XML_ELEMENT_NODE || *node->name != 't' || !dt_node_is(node, "time")) continue;
    const char *value = dt_node_value(node, "datetime");
    if (value == NULL) value = dt_node_value(node, "content");
    if (value != NULL) offer(e, TIME, value);
    if (node->children != NULL) offer(e, TIME, dt_node_content(node->children));
  }
}

uint32_t dt_heading_block(const dt_content_page *page) {
  for (uint32_t i = 0; i < page->block_count; i++)
    if (page->elements[page->blocks[i].element].tag == DT_TAG_h1 && page->blocks[i].chars > 3) return i;
  enum { LONGEST_TITLE = 1000 };
  bool titled = *page->title != '\0' && strnlen(page->title, LONGEST_TITLE) < LONGEST_TITLE;
  for (uint32_t i = 0; titled && i < page->block_count; i++) {
    const dt_block *block = &page->blocks[i];
    if (block->chars >= 6 && dt_link_density(block) < 0.5 && strstr(page->title, block->text.data) != NULL) return i;
  }
  return DT_NONE;
}

/* How much a block with a date looks like the page's dateline: short, early, soon behind the heading (or shortly
 * before), no link, no copyright notice, with a time of day. */
static double score_of(const dt_content_page *page, uint32_t number, uint32_t heading, const dt_moment *moment) {
  const dt_block *block = &page->blocks[number];
  double place = (double)number / page->block_count, score = -1.5 * place;
  long behind = heading == DT_NONE ? 0 : (long)number - (long)heading;
  if (block->chars <= 120) score += 2;
  if (block->chars <= 40) score += 0.5;
  if (heading == DT_NONE)
    score -= place;
  else if (behind > 0 && behind <= 12)
    score += 2 - 0.1 * (double)behind;
  else if (behind <= 0)
    score += behind >= -4 ? 1 : -1;
  if (dt_link_density(block) > 0.7) score -= 1.5;
  if (page->elements[block->element].within & (DT_IN_NAVIGATION | DT_IN_FOOTER | DT_IN_ASIDE)) score -= 1;
  if (strstr(block->text.data, "©") != NULL) score -= 3;
  if (moment->hour >= 0) score += 0.5;
  return score;
}

/* The date of the block that looks most like a dateline.  A later date behind the best so far, unless that is a link,
 * may be a comment's: it must be better by REPLY (+.06 on zhwced, +.02 on wcxb; .7 to 2 do as well). */
static void offer_texts(evidence *e) {
  static const double SURE = 3, REPLY = 1.2;
  const dt_content_page *page = e->page;
  uint32_t heading = dt_heading_block(page);
  dt_moment moment, best = {0};
  double best_score = -100;
  bool linked = true;
  for (uint32_t i = 0; i < page->block_count; i++) {
    dt_scope_tick(page->arena->scope);
    if (!dt_moment_first(&e->dates, page->blocks[i].text, &moment)) continue;
    double score = score_of(page, i, heading, &moment);
    bool reply = !linked && dt_moment_day(&moment) > dt_moment_day(&best);
    if (score <= best_score + (reply ? REPLY : 0)) continue;
    best_score = score;
    best = moment;
    linked = dt_link_density(&page->blocks[i]) > 0.7;
  }
  e->found[best_score >= SURE ? TEXT : WEAK] = best;
}

/* ---- The verdict ------------------------------------------------------------------------------- */

static bool is_same_day(const dt_moment *a, const dt_moment *b) {
  return a->year == b->year && a->month == b->month && a->day == b->day;
}

/* Whether two dates with times can be one moment in different zones: they differ by whole quarters of an hour. */
static bool is_same_moment(const dt_moment *a, const dt_moment *b) {
  enum { MOST_MINUTES = 14 * 60, ZONE_STEP = 15 };
  if (a->hour < 0 || b->hour < 0) return false;
  long minutes = (dt_moment_day(a) - dt_moment_day(b)) * 24 * 60 + (a->hour - b->hour) * 60 + a->minute - b->minute;
  return minutes >= -MOST_MINUTES && minutes <= MOST_MINUTES && minutes % ZONE_STEP == 0;
}

static const source visible[] = {ADDRESS, TEXT, TIME, WEAK};
enum { VISIBLE = sizeof visible / sizeof *visible };

/* Whether the page shows that day to its reader; a time element in Greenwich's time shows nothing. */
static bool is_seen(const evidence *e, const dt_moment *day) {
  for (size_t i = 0; i < VISIBLE; i++)
    if (is_same_day(&e->found[visible[i]], day) && !(visible[i] == TIME && e->found[TIME].zone == 0)) return true;
  return false;
}

/* The day before or after, if that is what the page shows: metadata is often in Greenwich's time, what a reader sees in
 * the place's (+.02 on htmldate, +.07 on wcxb). */
static const dt_moment *local_day(const evidence *e, const dt_moment *declared) {
  for (size_t i = 0; i < VISIBLE; i++) {
    const dt_moment *seen = &e->found[visible[i]];
    if (seen->year == 0) continue;
    long days = dt_moment_day(seen) - dt_moment_day(declared);
    if (days != 1 && days != -1) continue;
    if (is_same_moment(seen, declared)) return seen;
    if (visible[i] == ADDRESS || (visible[i] != WEAK && !is_same_day(seen, &e->found[MODIFIED]))) return seen;
  }
  return NULL;
}

/* The page's other date, which at least two sources agree on; NULL = there is none.  One is the modified date only if
 * the declared one is so far away that it must be the site's own (+.02 on htmldate). */
static const dt_moment *contradiction(const evidence *e, const dt_moment *declared) {
  enum { FAR = 3650 }; /* days */
  for (size_t i = 0; i < VISIBLE; i++) {
    const dt_moment *one = &e->found[visible[i]];
    bool modified = is_same_day(one, &e->found[MODIFIED]);
    if (one->year == 0) continue;
    if (modified && dt_moment_day(one) - dt_moment_day(declared) < FAR) continue;
    if (modified) return one;
    for (size_t k = 0; k < i; k++)
      if (is_same_day(one, &e->found[visible[k]])) return one;
  }
  return NULL;
}

/* What is declared, unless what is seen says otherwise; else what is seen first; NULL = there is nothing. */
static const dt_moment *verdict(const evidence *e) {
  int from = META;
  while (from < SOURCES && !has(e, (source)from)) from++;
  if (from == SOURCES) return NULL;
  const dt_moment *first = &e->found[from];
  if (from > WEB_PAGE || is_seen(e, first)) return first;
  const dt_moment *other = local_day(e, first);
  if (other == NULL) other = contradiction(e, first);
  return other != NULL ? other : first;
}

/* The verdict, with the time that any source has for that day. */
static dt_moment with_time(const evidence *e, dt_moment day) {
  for (int from = META; from < SOURCES && day.hour <= 0 && day.minute == 0; from++)
    if (from != MODIFIED && is_same_day(&e->found[from], &day)) day = e->found[from];
  return day;
}

static evidence gather(const dt_content_page *page, dt_moment today) {
  evidence e = {.page = page};
  e.dates = dt_dates_read(page->months, page->language, dt_moment_of_day(dt_moment_day(&today) + 1));
  offer_metas(&e, META, published_names, sizeof published_names / sizeof *published_names);
  offer_metas(&e, MODIFIED, modified_names, sizeof modified_names / sizeof *modified_names);
  offer_data(&e);
  offer_address(&e, dt_page_base(page->arena, page->page));
  offer_address(&e, dt_content_meta(page, "og:url"));
  offer_address(&e, page->canonical);
  offer_times(&e);
  offer_texts(&e);
  return e;
}

const char *dt_find_date_on(const dt_content_page *page, dt_moment today) {
  evidence e = gather(page, today);
  const dt_moment *found = verdict(&e);
  if (found == NULL) return NULL;
  dt_moment moment = with_time(&e, *found);
  return dt_moment_write(page->arena, &moment);
}

const char *dt_find_date(const dt_content_page *page) {
  return dt_find_date_on(page, dt_moment_of_day((long)(time(NULL) / 86400)));
}
