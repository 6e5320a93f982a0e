/* focus/turn.c: which links turn pages: by rel, by what they say, and by rows of page numbers (pager.c). */
#include "focus/turn.h"

enum { NEAR = 4 }; /* links on either side that belong to a row of page numbers */

static detm_link_turn turn_of_rel(const char *rel) {
  static const struct {
    const char *rel;
    detm_link_turn turn;
  } known[] = {{"next", DETM_LINK_NEXT}, {"prev", DETM_LINK_PREVIOUS}, {"previous", DETM_LINK_PREVIOUS}};
  size_t length;
  for (const char *at = dt_next_token(rel, &length); at != NULL; at = dt_next_token(at + length, &length))
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      if (strlen(known[i].rel) == length && memcmp(known[i].rel, at, length) == 0) return known[i].turn;
  return DETM_LINK_NO_TURN;
}

/* What any of its texts says; of a link without a text, its title and the picture in it. */
static dt_caption caption_of(const detm_link *link) {
  enum { MOST_TEXTS = 8 };
  dt_caption found = {DETM_LINK_NO_TURN, false};
  for (size_t i = 0; i < link->text_count && i < MOST_TEXTS && !found.sure; i++) {
    dt_caption caption = dt_caption_read(link->texts[i]);
    if (caption.turn != DETM_LINK_NO_TURN) found = caption;
  }
  if (!found.sure && (link->text_count == 0 || found.turn != DETM_LINK_NO_TURN)) {
    dt_caption title = dt_caption_read(link->title), alt = dt_caption_read(link->alt);
    if (title.turn != DETM_LINK_NO_TURN) return title;
    if (alt.turn != DETM_LINK_NO_TURN) return alt;
  }
  return found;
}

static bool is_number(const detm_link *link) { return link->text_count != 0 && dt_caption_number(link->texts[0]) != 0; }

/* Whether page numbers, or a link that turns the other way, are near. */
static bool has_company(const dt_links *links, uint32_t number, detm_link_turn turn) {
  uint32_t first = number > NEAR ? number - NEAR : 0,
           last = links->count - number > NEAR ? number + NEAR + 1 : links->count;
  for (uint32_t i = first; i < last; i++) {
    const detm_link *link = &links->links[i];
    if (i == number) continue;
    if (is_number(link) || (link->turn != DETM_LINK_NO_TURN && link->turn != turn)) return true;
  }
  return false;
}

static bool may_turn(const detm_link *link) {
  return link->page && (strcmp(link->element, "a") == 0 || strcmp(link->element, "area") == 0);
}

static void read_captions(dt_links *links, dt_caption *captions) {
  for (uint32_t i = 0; i < links->count; i++) {
    detm_link *link = &links->links[i];
    link->turn = turn_of_rel(link->rel);
    captions[i] = (dt_caption){DETM_LINK_NO_TURN, false};
    if (link->turn != DETM_LINK_NO_TURN || !may_turn(link)) continue;
    captions[i] = caption_of(link);
    if (captions[i].sure) link->turn = captions[i].turn;
  }
}

static bool is_turned(const dt_links *links, detm_link_turn turn) {
  for (uint32_t i = 0; i < links->count; i++)
    if (links->links[i].turn == turn) return true;
  return false;
}

/* Of captions that are not sure the one nearest to the page numbers: "2 3 > >>". */
static void take_unsure(dt_links *links, const dt_caption *captions, detm_link_turn turn) {
  uint32_t found = DT_NONE;
  if (is_turned(links, turn)) return;
  for (uint32_t i = 0; i < links->count; i++) {
    if (captions[i].turn != turn || !has_company(links, i, turn)) continue;
    if (found == DT_NONE || turn == DETM_LINK_PREVIOUS) found = i;
  }
  if (found != DT_NONE) links->links[found].turn = turn;
}

void dt_turns_find(dt_links *links, const char *base, dt_arena *arena) {
  dt_caption *captions = DT_ARRAY(arena, dt_caption, links->count);
  read_captions(links, captions);
  dt_pagers_find(links, base, arena);
  take_unsure(links, captions, DETM_LINK_NEXT);
  take_unsure(links, captions, DETM_LINK_PREVIOUS);
}
