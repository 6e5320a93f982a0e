/* links/pagination.c: links to the next and previous page: by rel, by their words, by rows of page numbers. */
#include "links/pagination.h"

#include "links/page_numbers.h"
#include "links/pagination_words.h"
#include "links/tunables.h"

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

/* Reads the texts of a link; its title and the alternative text of its picture if it has no texts or they are unsure.
 */
static dt_turn_caption caption_of(const detm_link *link) {
  enum { MAX_TEXTS = 8 };
  dt_turn_caption found = {DETM_LINK_NO_TURN, false};
  for (size_t i = 0; i < link->text_count && i < MAX_TEXTS && !found.sure; i++) {
    dt_turn_caption caption = dt_caption_read(link->texts[i]);
    if (caption.turn != DETM_LINK_NO_TURN) found = caption;
  }
  if (!found.sure && (link->text_count == 0 || found.turn != DETM_LINK_NO_TURN)) {
    dt_turn_caption title = dt_caption_read(link->title), alt = dt_caption_read(link->alt);
    if (title.turn != DETM_LINK_NO_TURN) return title;
    if (alt.turn != DETM_LINK_NO_TURN) return alt;
  }
  return found;
}

/* Checks whether page numbers, or a link in the other direction, are near. */
static bool has_pager_near(const dt_links *links, uint32_t number, detm_link_turn turn) {
  uint32_t first = number > DT_LINKS_PAGER_NEAR ? number - DT_LINKS_PAGER_NEAR : 0,
           last = links->count - number > DT_LINKS_PAGER_NEAR ? number + DT_LINKS_PAGER_NEAR + 1 : links->count;
  for (uint32_t i = first; i < last; i++) {
    const detm_link *link = &links->links[i];
    if (i == number) continue;
    bool is_number = link->text_count != 0 && dt_caption_number(link->texts[0]) != 0;
    if (is_number || (link->turn != DETM_LINK_NO_TURN && link->turn != turn)) return true;
  }
  return false;
}

/* Marks the link nearest to the page numbers among those whose captions are not sure: "2 3 > >>". */
static void mark_unsure(dt_links *links, const dt_turn_caption *captions, detm_link_turn turn) {
  uint32_t found = DT_NONE;
  for (uint32_t i = 0; i < links->count; i++)
    if (links->links[i].turn == turn) return;
  for (uint32_t i = 0; i < links->count; i++) {
    if (captions[i].turn != turn || !has_pager_near(links, i, turn)) continue;
    if (found == DT_NONE || turn == DETM_LINK_PREVIOUS) found = i;
  }
  if (found != DT_NONE) links->links[found].turn = turn;
}

void dt_turns_find(dt_links *links, const char *base, dt_arena *arena) {
  dt_turn_caption *captions = DT_ARRAY(arena, dt_turn_caption, links->count);
  for (uint32_t i = 0; i < links->count; i++) {
    detm_link *link = &links->links[i];
    bool turns = link->page && (strcmp(link->element, "a") == 0 || strcmp(link->element, "area") == 0);
    link->turn = turn_of_rel(link->rel);
    captions[i] = (dt_turn_caption){DETM_LINK_NO_TURN, false};
    if (link->turn != DETM_LINK_NO_TURN || !turns) continue;
    captions[i] = caption_of(link);
    if (captions[i].sure) link->turn = captions[i].turn;
  }
  dt_pagers_find(links, base, arena);
  mark_unsure(links, captions, DETM_LINK_NEXT);
  mark_unsure(links, captions, DETM_LINK_PREVIOUS);
}
