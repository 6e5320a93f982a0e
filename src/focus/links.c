/* focus/links.c: the links of a page, in one walk over its document.
 *
 * The walk keeps step with the elements and pieces of the content page (content.h), so that it knows of each link in
 * which element it stands and which text it holds. */
#include "base/squeeze.h"
#include "focus/around.h"
#include "focus/page.h"
#include "focus/place.h"
#include "focus/seen.h"
#include "focus/sight.h"
#include "focus/turn.h"
#include "tree/url.h"

enum {
  HEADINGS = 6,
  LONGEST_REL = 256,
  NAMES = 64,
  MOST_MIB = 128 /* of URLs and texts: a base of 8 KiB, or a wide window, costs so much with each link of a long page */
};

typedef struct known_name {
  const xmlChar *name; /* a document has each name once */
  const dt_sight *sight;
  uint8_t heading; /* 1 to 6, 0 = none */
  bool is_picture, is_anchor, is_head, is_break;
} known_name;

/* The text of a heading; made when a link asks for it. */
typedef struct heading {
  const char *text; /* NULL = not yet made */
  uint32_t first, last;
  uint32_t record; /* that it stands in */
} heading;

typedef struct reading {
  dt_links *links;
  const dt_content_page *page;
  dt_arena *arena;
  const char *base;
  const detm_link_options *options;
  dt_places places;
  uint32_t link_room, block_room, normal_room, text_room;
  size_t bytes; /* of the links' URLs and texts */
  dt_seen urls, texts;
  detm_text *normals;             /* of the links */
  detm_text *texts_known;         /* of the items of texts */
  uint32_t element, next_element; /* of the content page: the innermost round the node, and the one to come */
  uint32_t piece;                 /* the next */
  const xmlNode *anchor;          /* the open a with a link, NULL = none */
  uint32_t anchor_link, anchor_piece;
  bool anchor_is_first; /* seen for the first time, or in a better place than before */
  dt_line text, alt, scratch;
  char *spot; /* where a URL and its normal form are made */
  size_t spot_room;
  heading headings[HEADINGS + 1];
  const xmlNode *in_heading;
  uint8_t heading_level; /* of it; 0 = in none */
  /* the element whose links are taken: */
  const known_name *name;
  const xmlNode *node;
  const char *title, *caption; /* its title and alt, NULL = nobody has asked */
  uint32_t taken;              /* the link that was taken last, DT_NONE = none */
  bool taken_first;
  known_name names[NAMES];
} reading;

static const known_name *known(reading *r, const xmlNode *element) {
  known_name *found = &r->names[(dt_hash_mix(0, (uintptr_t)element->name) >> 40) % NAMES];
  if (found->name == element->name) return found;
  const char *name = (const char *)element->name;
  *found = (known_name){.name = element->name, .sight = dt_sight_of(name)};
  if (name[0] == 'h' && name[1] >= '1' && name[1] <= '6' && name[2] == '\0') found->heading = (uint8_t)(name[1] - '0');
  found->is_picture = strcmp(name, "img") == 0;
  found->is_anchor = strcmp(name, "a") == 0;
  found->is_head = strcmp(name, "link") == 0 || strcmp(name, "meta") == 0;
  found->is_break = strcmp(name, "br") == 0;
  return found;
}

/* Leaves if the links have come to take too much. */
static void charge(reading *r, size_t bytes) {
  r->bytes += bytes;
  r->links->too_much = r->bytes > (size_t)MOST_MIB << 20;
  if (r->links->too_much) dt_scope_leave(r->arena->scope, DETM_LIMIT);
}

detm_status dt_links_error(detm_error *error, const dt_links *links, const dt_scope *scope, const char *page) {
  if (scope->status != DETM_LIMIT || !links->too_much) return dt_error_scope(error, scope, page);
  return dt_error_at(error, DETM_LIMIT, page, 0, 0,
                     "the URLs and texts of its links take more than %d MiB; take fewer words around them (--words) or "
                     "leave the page out",
                     MOST_MIB);
}

/* ---- what is said of a link ---- */

static const char *folded(reading *r, const char *text) {
  if (text == NULL || *text == '\0') return "";
  dt_line_add(&r->scratch, dt_text(text));
  return dt_line_take(&r->scratch);
}

static bool has_token(const char *tokens, const char *token, size_t length) {
  size_t other;
  for (const char *at = dt_next_token(tokens, &other); at != NULL; at = dt_next_token(at + other, &other))
    if (other == length && strncmp(at, token, length) == 0) return true;
  return false;
}

/* The words of both, in lower case, each once. */
static const char *join_rel(reading *r, const char *have, const char *more) {
  size_t length, have_length = strlen(have), more_length = strnlen(more, LONGEST_REL);
  char lower[LONGEST_REL], joined[LONGEST_REL + 1];
  if (more_length == LONGEST_REL) return have;
  memcpy(lower, more, more_length + 1);
  dt_fold(lower, more_length);
  memcpy(joined, have, have_length + 1);
  for (const char *at = dt_next_token(lower, &length); at != NULL; at = dt_next_token(at + length, &length)) {
    if (have_length + length >= LONGEST_REL || has_token(joined, at, length)) continue;
    if (have_length != 0) joined[have_length++] = ' ';
    memcpy(joined + have_length, at, length);
    joined[have_length += length] = '\0';
  }
  return strcmp(joined, have) != 0 ? dt_arena_copy(r->arena, joined, have_length) : have;
}

/* Of an element with many links, as srcset has them, they are made once. */
static const char *title_of(reading *r) {
  const char *title = r->title == NULL ? dt_node_value(r->node, "title") : NULL;
  if (r->title == NULL && title == NULL && r->name->is_anchor) title = dt_node_value(r->node, "aria-label");
  if (r->title == NULL) r->title = folded(r, title);
  return r->title;
}

static const char *caption_of(reading *r) {
  if (r->caption == NULL) r->caption = folded(r, dt_node_value(r->node, "alt"));
  return r->caption;
}

static void read_attributes(reading *r, detm_link *link) {
  const char *rel = dt_node_value(r->node, "rel");
  if (*link->title == '\0') link->title = title_of(r);
  if (rel != NULL && *rel != '\0') link->rel = join_rel(r, link->rel, rel);
  if (*link->alt == '\0' && !r->name->is_anchor) link->alt = caption_of(r);
}

static uint32_t record_of(const reading *r) { return r->element != DT_NONE ? r->places.record[r->element] : 0; }

/* The innermost heading above the node, but not one that it stands in, nor one of another record. */
static const char *heading_above(reading *r) {
  unsigned level = r->heading_level != 0 ? r->heading_level : HEADINGS + 1u;
  while (--level != 0) {
    heading *above = &r->headings[level];
    if (above->record != 0 && above->record != record_of(r)) continue;
    if (above->text == NULL && above->first != above->last) {
      dt_line_add_pieces(&r->scratch, r->page, above->first, above->last);
      above->text = dt_line_take(&r->scratch);
    }
    if (above->text != NULL) return above->text;
  }
  return "";
}

/* Pieces that words around a link may come from: those of its record, or of the text blocks that it stands in, so that
 * the words are about it. */
typedef struct scene {
  uint32_t first, last;
} scene;

static scene scene_of(const reading *r, uint32_t first, uint32_t last) {
  const dt_content_page *page = r->page;
  uint32_t record = record_of(r);
  scene found = {first, last};
  uint32_t from, to;
  if (record != 0) {
    const dt_element *element = &page->elements[r->places.records[record - 1]];
    from = element->first;
    to = element->last;
  } else if (first < page->piece_count &&
             (first < last || page->blocks[page->pieces[first].block].element == r->element)) {
    from = page->pieces[first].block;
    to = (first < last ? page->pieces[last - 1].block : from) + 1;
  } else {
    return found;
  }
  if (from < to && page->blocks[from].first < first) found.first = page->blocks[from].first;
  if (from < to && page->blocks[to - 1].last > last) found.last = page->blocks[to - 1].last;
  return found;
}

static const char *words_around(reading *r, uint32_t first, uint32_t last, const char *own) {
  scene within = scene_of(r, first, last);
  dt_line_add_before(&r->scratch, r->page, within.first, first, r->options->words);
  r->scratch.space = true;
  dt_line_add(&r->scratch, dt_text(own));
  r->scratch.space = true;
  dt_line_add_after(&r->scratch, r->page, last, within.last, r->options->words);
  charge(r, r->scratch.length);
  return dt_line_take(&r->scratch);
}

static uint32_t block_near(const reading *r) {
  uint32_t piece = r->piece < r->page->piece_count ? r->piece : r->piece - 1;
  return r->page->piece_count != 0 && !r->name->is_head ? r->page->pieces[piece].block : DT_NONE;
}

/* What depends on where it is seen. */
static void note_place(reading *r, uint32_t number, detm_link_place place) {
  detm_link *link = &r->links->links[number];
  link->place = place;
  link->record = place == DETM_LINK_RECORD ? record_of(r) : 0;
  link->heading = r->name->is_head ? "" : heading_above(r);
  link->around = "";
  r->links->blocks[number] = block_near(r);
  if (!r->name->is_head && !r->name->is_anchor) link->around = words_around(r, r->piece, r->piece, "");
}

/* ---- URLs ---- */

static bool is_wanted(const reading *r, detm_text link, detm_text url) {
  if (r->options->all) return true;
  if (link.length == 0 || *link.data == '#') return false;
  dt_url parts = dt_url_split(url);
  if (parts.scheme.data != NULL) return dt_url_is_base(url);
  return parts.authority.data == NULL || parts.authority.length != 0;
}

static uint32_t find_url(const reading *r, uint64_t hash, detm_text normal) {
  uint32_t at = 0, found;
  while ((found = dt_seen_next(&r->urls, hash, &at)) != UINT32_MAX)
    if (dt_text_equal(r->normals[found], normal)) break;
  return found;
}

static bool is_resource(const char *rel) {
  static const char *const resources[] = {"stylesheet", "icon",         "preload",   "prefetch",     "preconnect",
                                          "manifest",   "dns-prefetch", "mask-icon", "modulepreload"};
  for (size_t i = 0; i < sizeof resources / sizeof *resources; i++)
    if (has_token(rel, resources[i], strlen(resources[i]))) return true;
  return false;
}

/* Whether what the element does with a link leaves it a page. */
static bool leads_to_page(reading *r) {
  const char *rel = dt_node_value(r->node, "rel");
  if (r->name->sight->attributes == 0) return false;
  return !r->name->is_head || rel == NULL || !is_resource(join_rel(r, "", rel));
}

static uint32_t add_url(reading *r, detm_text url, detm_text normal, uint64_t hash) {
  dt_links *links = r->links;
  links->links = dt_arena_grow(r->arena, links->links, links->count, &r->link_room, sizeof *links->links);
  links->blocks = dt_arena_grow(r->arena, links->blocks, links->count, &r->block_room, sizeof *links->blocks);
  r->normals = dt_arena_grow(r->arena, r->normals, links->count, &r->normal_room, sizeof normal);
  r->normals[links->count] = normal;
  links->links[links->count] = (detm_link){.url = url.data,
                                           .element = r->name->sight->element,
                                           .title = "",
                                           .alt = "",
                                           .rel = "",
                                           .heading = "",
                                           .around = "",
                                           .page = dt_url_may_be_page(url) && leads_to_page(r)};
  dt_seen_add(&r->urls, hash);
  return links->count++;
}

/* The link as a URL, for a while. */
static detm_text resolve(reading *r, detm_text link) {
  for (;;) {
    dt_mark before = dt_arena_mark(r->arena);
    detm_text url = dt_url_resolve(r->arena, r->base, link);
    size_t needed = url.length + DT_URL_ROOM(url.length);
    if (needed <= r->spot_room) memcpy(r->spot, url.data, url.length);
    dt_arena_rewind(r->arena, before);
    if (needed <= r->spot_room) return (detm_text){r->spot, url.length};
    r->spot_room = 2 * needed;
    r->spot = DT_ARRAY(r->arena, char, r->spot_room);
  }
}

/* The number of the link with this URL, which lies in the spot; *is_new if it was not known. */
static uint32_t number_of(reading *r, detm_text url, bool *is_new) {
  char *room = r->spot + url.length;
  detm_text normal = {room, dt_url_normal(url, room)};
  uint64_t hash = dt_hash_bytes(normal.data, normal.length, 5);
  uint32_t found = find_url(r, hash, normal);
  *is_new = found == UINT32_MAX;
  if (!*is_new) return found;
  bool alike = dt_text_equal(normal, url);
  charge(r, url.length + (alike ? 0 : normal.length));
  url.data = dt_arena_copy(r->arena, url.data, url.length);
  if (!alike) normal.data = dt_arena_copy(r->arena, normal.data, normal.length);
  return add_url(r, url, alike ? url : normal, hash);
}

static void take_link(void *data, detm_text link) {
  reading *r = data;
  bool is_new;
  link = dt_url_trim(link);
  dt_scope_tick(r->arena->scope);
  detm_text url = resolve(r, link);
  if (url.length == 0 || !is_wanted(r, link, url)) return;
  uint32_t number = number_of(r, url, &is_new);
  detm_link_place place = r->element != DT_NONE && !r->name->is_head ? r->places.place[r->element] : DETM_LINK_OTHER;
  r->taken = number;
  r->taken_first = is_new || place > r->links->links[number].place;
  if (r->taken_first) note_place(r, number, place);
  read_attributes(r, &r->links->links[number]);
}

/* ---- texts ---- */

static void add_text(reading *r, uint32_t number, const char *text) {
  detm_link *link = &r->links->links[number];
  detm_text added = dt_text(text);
  uint64_t hash = dt_hash_bytes(added.data, added.length, number);
  uint32_t at = 0, found;
  if (added.length == 0) return;
  while ((found = dt_seen_next(&r->texts, hash, &at)) != UINT32_MAX)
    if (dt_text_equal(r->texts_known[found], added)) return;
  r->texts_known = dt_arena_grow(r->arena, r->texts_known, r->texts.count, &r->text_room, sizeof added);
  r->texts_known[r->texts.count] = added;
  dt_seen_add(&r->texts, hash);
  if ((link->text_count & (link->text_count - 1)) == 0) { /* the room is the next power of two */
    const char **bigger = DT_ARRAY(r->arena, const char *, link->text_count != 0 ? 2 * link->text_count : 1);
    for (size_t i = 0; i < link->text_count; i++) bigger[i] = link->texts[i];
    link->texts = bigger;
  }
  ((const char **)link->texts)[link->text_count++] = text;
}

static void close_anchor(reading *r) {
  const char *text = dt_line_take(&r->text), *alt = dt_line_take(&r->alt);
  detm_link *link = &r->links->links[r->anchor_link];
  if (r->anchor_is_first) link->around = words_around(r, r->anchor_piece, r->piece, text);
  if (*link->alt == '\0') link->alt = alt;
  add_text(r, r->anchor_link, text);
  r->anchor = NULL;
}

/* ---- the walk ---- */

static void enter_heading(reading *r, const xmlNode *node, uint8_t level) {
  for (unsigned i = level; i <= HEADINGS; i++) r->headings[i] = (heading){0};
  r->headings[level].first = r->headings[level].last = r->piece;
  r->headings[level].record = record_of(r);
  r->in_heading = node;
  r->heading_level = level;
}

static void leave_heading(reading *r) {
  r->headings[r->heading_level].last = r->piece;
  r->in_heading = NULL;
  r->heading_level = 0;
}

static void read_links(reading *r, const xmlNode *node, const known_name *name) {
  r->name = name;
  r->node = node;
  r->title = r->caption = NULL;
  r->taken = DT_NONE;
  dt_sight_read(name->sight, node, r->options->images != 0, take_link, r);
  if (!name->is_anchor || r->taken == DT_NONE) return;
  r->anchor = node;
  r->anchor_link = r->taken;
  r->anchor_piece = r->piece;
  r->anchor_is_first = r->taken_first;
}

static void enter_element(reading *r, const xmlNode *node) {
  const known_name *name = known(r, node);
  if (name->is_anchor && r->anchor != NULL) close_anchor(r); /* no link holds another */
  if (r->next_element < r->page->element_count && r->page->elements[r->next_element].node == node) {
    r->element = r->next_element++;
    r->text.space = true;
  }
  if (name->is_break) r->text.space = true;
  if (name->heading != 0 && r->in_heading == NULL) enter_heading(r, node, name->heading);
  if (name->is_picture && r->anchor != NULL) {
    r->alt.space = true;
    const char *alt = dt_node_value(node, "alt");
    if (alt != NULL) dt_line_add(&r->alt, dt_text(alt));
  }
  if (name->sight != NULL) read_links(r, node, name);
}

static void enter(reading *r, const xmlNode *node) {
  if (r->piece < r->page->piece_count && r->page->pieces[r->piece].node == node) r->piece++;
  if (node->type == XML_ELEMENT_NODE)
    enter_element(r, node);
  else if (r->anchor != NULL && dt_node_is_text(node))
    dt_line_add(&r->text, dt_text(dt_node_content(node)));
}

static void leave(reading *r, const xmlNode *node) {
  if (node == r->anchor) close_anchor(r);
  if (node == r->in_heading) leave_heading(r);
  if (r->element != DT_NONE && r->page->elements[r->element].node == node) {
    r->element = r->page->elements[r->element].parent;
    r->text.space = true;
  }
}

static void walk(reading *r, const xmlNode *top) {
  for (const xmlNode *node = top; node != NULL;) {
    enter(r, node);
    if (node->children != NULL && node != r->page->data && (node->type == XML_ELEMENT_NODE || node == top)) {
      node = node->children;
      continue;
    }
    leave(r, node);
    while (node != top && node->next == NULL) leave(r, node = node->parent);
    node = node != top ? node->next : NULL;
  }
}

void dt_links_read(dt_links *links, const dt_content_page *page, const char *base, const detm_link_options *options) {
  dt_arena *arena = page->arena;
  reading *r = DT_ZERO(arena, reading, 1);
  *links = (dt_links){0};
  *r = (reading){.links = links, .page = page, .arena = arena, .base = base, .options = options, .element = DT_NONE};
  r->text.arena = r->alt.arena = r->scratch.arena = arena;
  dt_seen_start(&r->urls, arena);
  dt_seen_start(&r->texts, arena);
  dt_places_read(&r->places, page);
  walk(r, (const xmlNode *)page->page->document);
  dt_turns_find(links, base, arena);
}
