/* links/page_numbers.c: rows of page numbers: links whose texts are rising numbers and whose URLs differ only in a
 * number ("page=2", "/page/3/", "start=20").  The number of the page itself is that of its URL, or the one without a
 * link. */
#include "links/page_numbers.h"

#include "links/pagination_words.h"
#include "links/tunables.h"
#include "text/url.h"

typedef struct pager {
  uint32_t *links; /* indexes of the links, by rising page number */
  uint32_t count;
  bool turned[DETM_LINK_PREVIOUS + 1]; /* for each turn: the page has such a link */
} pager;

static unsigned number_of(const detm_link *link) {
  unsigned number = 0;
  for (size_t i = 0; i < link->text_count && number == 0; i++) number = dt_caption_number(link->texts[i]);
  return link->page && strchr(link->url, '#') == NULL ? number : 0;
}

/* Returns a hash of a URL with each number as one character: equal for the URLs of a pager, except that of page 1. */
static uint64_t shape_of(const char *url) {
  uint64_t hash = 1;
  for (const char *at = url; *at != '\0'; at++) {
    if (dt_is_digit(*at) && dt_is_digit(at[1])) continue;
    hash = dt_hash_mix(hash, dt_is_digit(*at) ? '0' : (unsigned char)*at);
  }
  return hash;
}

/* Finds the first number in which two URLs of one shape differ, and its values.  Returns false if they are equal. */
static bool find_difference(const char *a, const char *b, double *in_a, double *in_b) {
  while (*a != '\0' && *b != '\0') {
    *in_a = *in_b = 0;
    if (!dt_is_digit(*a) || !dt_is_digit(*b)) {
      if (*a++ != *b++) return false;
      continue;
    }
    while (dt_is_digit(*a)) *in_a = *in_a * 10 + (*a++ - '0');
    while (dt_is_digit(*b)) *in_b = *in_b * 10 + (*b++ - '0');
    if (*in_a < *in_b || *in_a > *in_b) return true;
  }
  return false;
}

static void mark_turn(dt_links *links, pager *p, uint32_t link, detm_link_turn turn) {
  if (p->turned[turn] || links->links[link].turn != DETM_LINK_NO_TURN) return;
  links->links[link].turn = turn;
  p->turned[turn] = true;
}

/* Finds the number without a link; sets *before to the count of links before it.  Returns false if all have one. */
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

/* Finds the page by its URL: a link to itself (*own = 1), or the place of its number.  Returns whether it was found. */
static bool find_own(const dt_links *links, const pager *p, const char *base, uint32_t *before, uint32_t *own) {
  double here, there;
  bool after = false;
  *own = 0;
  for (uint32_t i = 0; base != NULL && i < p->count; i++) {
    const char *url = links->links[p->links[i]].url;
    *before = i;
    *own = strcmp(url, base) == 0;
    if (*own != 0) return true;
    if (shape_of(url) != shape_of(base) || !find_difference(base, url, &here, &there)) continue;
    if (here < there) return true;
    after = true;
  }
  if (after) *before = p->count;
  return after;
}

/* Marks the turns in a row of numbers, unless it is the days of a calendar or a row of years. */
static void read_pager(dt_links *links, pager *p, const char *base) {
  uint32_t before, own = 0;
  double a, b;
  if (p->count < DT_LINKS_PAGER_MIN || p->count >= DT_LINKS_PAGER_DAYS ||
      number_of(&links->links[p->links[0]]) > DT_LINKS_PAGER_FIRST)
    return;
  const char *last = links->links[p->links[p->count - 1]].url, *other = links->links[p->links[p->count - 2]].url;
  if (shape_of(other) != shape_of(last) || !find_difference(other, last, &a, &b) || a >= b) return;
  if (!find_own(links, p, base, &before, &own) && !find_gap(links, p, &before)) return;
  if (before + own < p->count) mark_turn(links, p, p->links[before + own], DETM_LINK_NEXT);
  if (before != 0) mark_turn(links, p, p->links[before - 1], DETM_LINK_PREVIOUS);
}

void dt_pagers_find(dt_links *links, const char *base, dt_arena *arena) {
  pager p = {.links = DT_ARRAY(arena, uint32_t, links->count)};
  unsigned last = 0;
  uint32_t apart = 0;
  for (uint32_t i = 0; i < links->count; i++) p.turned[links->links[i].turn] = true;
  for (uint32_t i = 0; i <= links->count; i++) {
    unsigned number = i < links->count ? number_of(&links->links[i]) : 0;
    bool continues = number > last && p.count != 0 && apart < DT_LINKS_PAGER_GAP;
    if (number == 0 && i < links->count && ++apart < DT_LINKS_PAGER_GAP) continue;
    if (!continues && p.count != 0) {
      read_pager(links, &p, base);
      p.count = 0;
    }
    if (number != 0) p.links[p.count++] = i;
    last = p.count != 0 ? number : 0;
    apart = 0;
    dt_scope_tick(arena->scope);
  }
}
