/* links/page_numbers.c: rows of page numbers: links whose texts are numbers and whose URLs differ only in numbers that
 * rise with them ("page=2", "/page/3/", "start=20").  The number of the page itself is that of its URL, the one that is
 * marked as current, or the one without a link.  No word of any language is needed. */
#include "links/page_numbers.h"

#include "links/pagination_words.h"
#include "links/tunables.h"
#include "text/url.h"

#include <stdlib.h>

typedef struct numbered {
  uint32_t link, anchor; /* indexes */
  unsigned number;
} numbered;

/* Links with page numbers near each other. */
typedef struct pager {
  numbered *links; /* in document order, then by rising number */
  uint32_t count;
  uint64_t shape;   /* of the URLs of its links but page 1 */
  uint32_t example; /* index of such a link, or DT_NONE */
  unsigned example_number;
  bool turned[2]; /* for next and previous: the page has such a link */
} pager;

/* Returns a hash of a URL with each number as one character: equal for the URLs of a pager, except that of page 1. */
static uint64_t shape_of_url(const char *url) {
  uint64_t hash = 1;
  for (const char *at = url; *at != '\0'; at++) {
    if (dt_is_digit(*at) && dt_is_digit(at[1])) continue;
    hash = dt_hash_mix(hash, dt_is_digit(*at) ? '0' : (unsigned char)*at);
  }
  return hash;
}

/* Finds the first number in which two URLs of one shape differ, and its values; returns its place in `b`, or NULL. */
static const char *find_difference(const char *a, const char *b, double *in_a, double *in_b) {
  while (*a != '\0' && *b != '\0') {
    const char *start = b;
    *in_a = *in_b = 0;
    if (!dt_is_digit(*a) || !dt_is_digit(*b)) {
      if (*a++ != *b++) return NULL;
      continue;
    }
    while (dt_is_digit(*a)) *in_a = *in_a * 10 + (*a++ - '0');
    while (dt_is_digit(*b)) *in_b = *in_b * 10 + (*b++ - '0');
    if (*in_a < *in_b || *in_a > *in_b) return start;
  }
  return NULL;
}

/* Checks whether `first` may be the URL of page 1 of the list that has `other`: "/list" and "/list?page=2". */
static bool may_be_page_one(const char *first, const char *other) {
  size_t length = strlen(first), longer = strlen(other), same = 0, end = 0;
  if (length > longer) return false;
  while (same < length && first[same] == other[same]) same++;
  while (end < length - same && first[length - 1 - end] == other[longer - 1 - end]) end++;
  return length - same - end <= DT_LINKS_PAGER_CHANGED;
}

/* ---- the page itself ---- */

/* Finds the number without a link: 1 ("2 3"), or one between others ("2 4").  Sets *before to the count of links before
 * it.  Returns false if all have one. */
static bool find_gap(const pager *p, uint32_t *before) {
  *before = 0;
  if (p->links[0].number == 2 && p->links[1].number == 3) return true;
  for (*before = 1; *before < p->count; ++*before)
    if (p->links[*before].number == p->links[*before - 1].number + 2) return true;
  *before = 0;
  return p->links[0].number == 2;
}

/* Finds the page by its URL: a link to itself (*own = 1), or the place of its number.  Returns whether it was found. */
static bool find_own(const dt_links *links, const pager *p, const char *base, uint32_t *before, uint32_t *own) {
  double here, there;
  bool after = false;
  *own = 0;

  for (uint32_t i = 0; base != NULL && i < p->count; i++) {
    const char *url = links->links[p->links[i].link].url;
    *before = i;
    *own = strcmp(url, base) == 0;
    if (*own != 0) return true;
    if (shape_of_url(url) != shape_of_url(base) || find_difference(base, url, &here, &there) == NULL) continue;
    if (here < there) return true;
    after = true;
  }

  if (after) *before = p->count;
  return after;
}

/* Finds the page by what the row says of it: one link is current (*own = 1), or the number behind a link has none. */
static bool find_said(const dt_links *links, const pager *p, uint32_t *before, uint32_t *own) {
  uint32_t current = 0, gaps = 0, gap = 0;
  for (uint32_t i = 0; i < p->count; i++) {
    const dt_link_anchor *anchor = &links->anchors[p->links[i].anchor];
    if (anchor->current) {
      current++;
      *before = i;
    }
    bool last = i + 1 == p->count;
    if (anchor->after > p->links[i].number && (last || anchor->after < p->links[i + 1].number)) {
      gaps++;
      gap = i + 1;
    }
  }

  *own = current == 1;
  if (current != 1) *before = gap;
  return current == 1 || gaps == 1;
}

/* Checks whether the URL of the page is that of page 1 without its number, and all numbers have links. */
static bool find_page_one(const dt_links *links, const pager *p, const char *base, uint32_t *before, uint32_t *own) {
  *before = 0;
  *own = p->links[0].number == 1;
  return *own != 0 && base != NULL && p->example != DT_NONE && may_be_page_one(base, links->links[p->example].url);
}

/* ---- pagers and other rows of numbers ---- */

/* Checks whether a number in a URL is a date, or has a year and a month before it: "20140307", "/2014/03/07". */
static bool is_day(const char *url, const char *number) {
  unsigned groups = 0;
  if (strspn(number, "0123456789") == 8 && (*number == '1' || *number == '2')) return true;
  const char *at = number;
  while (at > url && (at[-1] == '/' || at[-1] == '-')) {
    const char *end = --at;
    while (at > url && dt_is_digit(at[-1])) at--;
    if (end == at) return false;
    groups++;
    if (end - at == 4) return groups == 2;
  }
  return false;
}

/* Checks whether numbers follow each other: not "10 20 50", which are entries per page.  The page itself may be 1. */
static bool has_neighbours(const pager *p) {
  for (uint32_t i = 0; i + 1 < p->count; i++)
    if (p->links[i + 1].number - p->links[i].number <= 2) return true;
  return p->links[0].number == 2;
}

/* Checks whether a number is written with a separator: "1,390" is not a year. */
static bool is_grouped(const char *text) { return strpbrk(text, ",.") != NULL; }

/* Checks whether two URLs may be those of pages of one list. */
static bool are_related(const char *a, const char *b) {
  return shape_of_url(a) == shape_of_url(b) || may_be_page_one(a, b) || may_be_page_one(b, a);
}

/* Checks whether a pager of one link has a link to the next or previous page near. */
static bool has_turn_near(const dt_links *links, const numbered *only) {
  const char *url = links->links[only->link].url;
  uint32_t last = links->anchor_count - only->anchor > 1 ? only->anchor + 2 : links->anchor_count;
  for (uint32_t i = only->anchor != 0 ? only->anchor - 1 : 0; i < last; i++) {
    const detm_link *near = &links->links[links->anchors[i].link];
    if (near->turns & (DETM_LINK_NEXT | DETM_LINK_PREVIOUS) && are_related(near->url, url)) return true;
  }
  return false;
}

/* Checks whether the URL of the page differs from another by a number that is the text of its link. */
static bool differs_by_number(const char *url, unsigned number, const char *base) {
  double here, there;
  if (base == NULL || shape_of_url(base) != shape_of_url(url)) return false;
  return find_difference(base, url, &here, &there) != NULL && there >= number && there <= number;
}

/* Checks whether a row of numbers, sorted, is a pager: not days of a calendar, years, or entries per page. */
static bool is_pager_row(const dt_links *links, const pager *p, const char *base) {
  const numbered *first = &p->links[0], *last = &p->links[p->count - 1];
  if (p->count == 1)
    return has_turn_near(links, first) || differs_by_number(links->links[first->link].url, first->number, base);
  if (p->count >= DT_LINKS_PAGER_DAYS && last->number <= DT_LINKS_MONTH) return false;
  if (first->number > DT_LINKS_PAGER_FIRST && !is_grouped(links->anchors[first->anchor].text)) return false;
  const char *url = links->links[last->link].url, *other = links->links[last[-1].link].url;
  double a, b;
  const char *place = shape_of_url(other) == shape_of_url(url) ? find_difference(other, url, &a, &b) : NULL;
  if (p->count == 2 && place == NULL) return first->number == 1;
  return place != NULL && a < b && !is_day(url, place) && has_neighbours(p);
}

static int by_page_number(const void *a, const void *b) {
  unsigned x = ((const numbered *)a)->number, y = ((const numbered *)b)->number;
  return (x > y) - (x < y);
}

static void mark_turn(dt_links *links, pager *p, uint32_t link, detm_link_turn turn) {
  bool *turned = &p->turned[turn == DETM_LINK_PREVIOUS];
  if (*turned || links->links[link].turns & (DETM_LINK_NEXT | DETM_LINK_PREVIOUS)) return;
  links->links[link].turns |= turn;
  *turned = true;
}

/* On the last page of a pager, a next page that only the head of the page names does not exist. */
static void drop_next_in_head(dt_links *links, const pager *p) {
  for (uint32_t i = 0; i < links->count; i++) {
    detm_link *link = &links->links[i];
    if (link->turns & DETM_LINK_NEXT && link->text_count == 0 && strcmp(link->element, "link") == 0 &&
        shape_of_url(link->url) == p->shape)
      link->turns &= ~(unsigned)DETM_LINK_NEXT;
  }
}

/* Marks the page numbers of a row, and the turns beside the page's own number.  A row in a record belongs to another
 * page, such as a thread. */
static void read_pager(dt_links *links, pager *p, const char *base) {
  uint32_t before, own = 0;
  qsort(p->links, p->count, sizeof *p->links, by_page_number);
  if (!is_pager_row(links, p, base)) return;
  for (uint32_t i = 0; i < p->count; i++) links->links[p->links[i].link].turns |= DETM_LINK_PAGE;
  bool found = find_own(links, p, base, &before, &own);
  if (!found && p->count >= DT_LINKS_PAGER_MIN)
    found = find_said(links, p, &before, &own) || find_gap(p, &before) || find_page_one(links, p, base, &before, &own);
  if (!found) return;
  if (p->count >= DT_LINKS_PAGER_MIN && before + own == p->count) drop_next_in_head(links, p);
  if (before + own < p->count) mark_turn(links, p, p->links[before + own].link, DETM_LINK_NEXT);
  if (before != 0) mark_turn(links, p, p->links[before - 1].link, DETM_LINK_PREVIOUS);
}

/* ---- finding the rows ---- */

/* Checks whether a numbered link belongs to the row: its number is new, and its URL differs from the others as its
 * number does.  The URL of page 1 often has no number. */
static bool continues_pager(const dt_links *links, const pager *p, uint32_t link, unsigned number) {
  double other, own;
  const char *url = links->links[link].url;
  for (uint32_t i = 0; i < p->count; i++)
    if (p->links[i].number == number) return false;
  const char *first = links->links[p->links[0].link].url;
  if (p->example == DT_NONE) return shape_of_url(url) == shape_of_url(first) || may_be_page_one(first, url);
  if (number == 1 && may_be_page_one(url, links->links[p->example].url)) return true;
  if (shape_of_url(url) != p->shape) return false;
  return find_difference(links->links[p->example].url, url, &other, &own) != NULL &&
         (other < own) == (p->example_number < number);
}

static void add_numbered_link(const dt_links *links, pager *p, uint32_t anchor, unsigned number) {
  uint32_t link = links->anchors[anchor].link;
  p->links[p->count++] = (numbered){link, anchor, number};
  if (number == 1) return;
  p->example = link;
  p->example_number = number;
  p->shape = shape_of_url(links->links[link].url);
}

void dt_pagers_find(dt_links *links, const char *base, dt_arena *arena) {
  pager p = {.links = DT_ARRAY(arena, numbered, links->anchor_count), .example = DT_NONE};
  uint32_t apart = 0;
  for (uint32_t i = 0; i < links->count; i++) {
    p.turned[0] |= (links->links[i].turns & DETM_LINK_NEXT) != 0;
    p.turned[1] |= (links->links[i].turns & DETM_LINK_PREVIOUS) != 0;
  }

  for (uint32_t i = 0; i < links->anchor_count; i++) {
    unsigned number = links->anchors[i].turns ? dt_caption_number(links->anchors[i].text) : 0;
    dt_scope_tick(arena->scope);
    if (number == 0) {
      apart++;
      continue;
    }
    if (p.count != 0 && (apart >= DT_LINKS_PAGER_GAP || p.count == DT_LINKS_PAGER_MOST ||
                         !continues_pager(links, &p, links->anchors[i].link, number))) {
      read_pager(links, &p, base);
      p.count = 0;
      p.example = DT_NONE;
    }
    add_numbered_link(links, &p, i, number);
    apart = 0;
  }

  if (p.count != 0) read_pager(links, &p, base);
}
