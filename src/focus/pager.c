/* focus/pager.c: rows of page numbers: links whose texts are rising numbers and whose URLs differ in a number only
 * ("page=2", "/page/3/", "start=20").  The page's own number is the one that is not linked, or what its URL says. */
#include "focus/turn.h"

#include "tree/url.h"

enum { LEAST_LINKS = 2, DAYS = 20 }; /* so many days make a calendar */

typedef struct pager {
  uint32_t *links; /* numbers of the links, rising as their page numbers */
  uint32_t count;
  bool turned[DETM_LINK_PREVIOUS + 1]; /* the page has a link that turns so */
} pager;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static unsigned number_of(const detm_link *link) {
  unsigned number = 0;
  for (size_t i = 0; i < link->text_count && number == 0; i++) number = dt_caption_number(link->texts[i]);
  return link->page && strchr(link->url, '#') == NULL ? number : 0;
}

/* Of a URL with each number as one sign; all URLs of a pager have the same, but for that of page 1. */
static uint64_t shape_of(const char *url) {
  uint64_t hash = 1;
  for (const char *at = url; *at != '\0'; at++) {
    if (is_digit(*at) && is_digit(at[1])) continue;
    hash = dt_hash_mix(hash, is_digit(*at) ? '0' : (unsigned char)*at);
  }
  return hash;
}

/* The first number in which two URLs of one shape differ, as it is in each; false = there is none. */
static bool differ(const char *a, const char *b, double *in_a, double *in_b) {
  while (*a != '\0' && *b != '\0') {
    *in_a = *in_b = 0;
    if (!is_digit(*a) || !is_digit(*b)) {
      if (*a++ != *b++) return false;
      continue;
    }
    while (is_digit(*a)) *in_a = *in_a * 10 + (*a++ - '0');
    while (is_digit(*b)) *in_b = *in_b * 10 + (*b++ - '0');
    if (*in_a < *in_b || *in_a > *in_b) return true;
  }
  return false;
}

/* Rows of days, and of years, turn nothing. */
static bool is_pager(const dt_links *links, const pager *p) {
  double a, b;
  if (p->count < LEAST_LINKS || p->count >= DAYS || number_of(&links->links[p->links[0]]) > 999) return false;
  const char *before = links->links[p->links[p->count - 2]].url, *last = links->links[p->links[p->count - 1]].url;
  return shape_of(before) == shape_of(last) && differ(before, last, &a, &b) && a < b;
}

static void turn_to(dt_links *links, pager *p, uint32_t link, detm_link_turn turn) {
  if (p->turned[turn] || links->links[link].turn != DETM_LINK_NO_TURN) return;
  links->links[link].turn = turn;
  p->turned[turn] = true;
}

/* Where the page itself stands between the numbers: so many of them are before it; false = not known. */
static bool find_gap(const dt_links *links, const pager *p, uint32_t *before) {
  unsigned last = 0;
  for (uint32_t i = 0; i < p->count; i++) {
    unsigned number = number_of(&links->links[p->links[i]]);
    *before = i;
    if (number == last + 2) return true;
    last = number;
  }
  return false;
}

/* By the page's own URL: a link to itself among them, or where its number would stand. */
static bool find_own(const dt_links *links, const pager *p, const char *base, uint32_t *before, uint32_t *own) {
  double here, there;
  bool behind = false;
  *own = 0;
  for (uint32_t i = 0; base != NULL && i < p->count; i++) {
    const char *url = links->links[p->links[i]].url;
    *before = i;
    *own = strcmp(url, base) == 0;
    if (*own != 0) return true;
    if (shape_of(url) != shape_of(base) || !differ(base, url, &here, &there)) continue;
    if (here < there) return true;
    behind = true;
  }
  if (behind) *before = p->count;
  return behind;
}

static void read_pager(dt_links *links, pager *p, const char *base) {
  uint32_t before, own = 0;
  if (!is_pager(links, p)) return;
  if (!find_own(links, p, base, &before, &own) && !find_gap(links, p, &before)) return;
  if (before + own < p->count) turn_to(links, p, p->links[before + own], DETM_LINK_NEXT);
  if (before != 0) turn_to(links, p, p->links[before - 1], DETM_LINK_PREVIOUS);
}

void dt_pagers_find(dt_links *links, const char *base, dt_arena *arena) {
  pager p = {.links = DT_ARRAY(arena, uint32_t, links->count)};
  unsigned last = 0;
  uint32_t apart = 0;
  for (uint32_t i = 0; i < links->count; i++) p.turned[links->links[i].turn] = true;
  for (uint32_t i = 0; i <= links->count; i++) {
    unsigned number = i < links->count ? number_of(&links->links[i]) : 0;
    bool goes_on = number > last && p.count != 0 && apart < 3;
    if (number == 0 && i < links->count && ++apart < 3) continue;
    if (!goes_on && p.count != 0) {
      read_pager(links, &p, base);
      p.count = 0;
    }
    if (number != 0) p.links[p.count++] = i;
    last = p.count != 0 ? number : 0;
    apart = 0;
    dt_scope_tick(arena->scope);
  }
}
