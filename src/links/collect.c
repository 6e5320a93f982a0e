/* links/collect.c: the links of a page, in one traversal of its document.
 *
 * The traversal advances through the elements and pieces of the content page (content.h) at the same time, so that the
 * element and the text of each link are known. */
#include "base/map.h"
#include "base/vec.h"
#include "links/context.h"
#include "links/link_attributes.h"
#include "links/pagination.h"
#include "links/pagination_words.h"
#include "links/placement.h"
#include "links/url_extension.h"
#include "text/fold.h"
#include "text/url.h"

enum {
  HEADINGS = 6,
  MAX_REL_LENGTH = 256,
  NAMES = 64,
  MAX_MIB = 128 /* of URLs and texts: a base of 8 KiB or a wide window costs that much for each link of a long page */
};

/* The properties of an element name, cached. */
typedef struct known_name {
  const xmlChar *name; /* equal names of a document are the same pointer */
  const dt_link_attributes *attributes;
  uint8_t heading; /* 1 to 6, 0 for other elements */
  bool is_picture, is_anchor, is_head, is_break;
} known_name;

/* A heading, whose text is made when a link needs it. */
typedef struct heading {
  const char *text; /* NULL before it is made */
  uint32_t first, last;
  uint32_t record; /* that it is in, 0 for none */
} heading;

typedef struct reading {
  dt_links *links;
  const dt_content_page *page;
  dt_arena *arena;
  dt_url base;
  const detm_link_options *options;
  dt_places places;
  uint32_t link_capacity, block_capacity, anchor_capacity, normal_capacity, text_capacity;
  size_t bytes; /* sum for the URLs and texts of the links */
  dt_lookup urls, texts;
  detm_text *normals;             /* normal URLs of the links */
  detm_text *texts_known;         /* the items of `texts` */
  uint32_t element, next_element; /* the innermost element of the content page around the node, and the next one */
  uint32_t piece;                 /* the next one */
  const xmlNode *anchor;          /* the open <a> with a link, or NULL */
  uint32_t anchor_link, anchor_piece;
  unsigned anchor_hints;
  bool anchor_is_first; /* its link is new, or in a better place than before */
  bool anchor_is_current;
  bool after_anchor; /* only white space came since the last one */
  dt_context_text text, alt, scratch;
  heading headings[HEADINGS + 1];
  const xmlNode *in_heading;
  uint8_t heading_level; /* of in_heading, 0 for none */
  /* the element whose links are read: */
  const known_name *name;
  const xmlNode *node;
  dt_link_description description;
  const char *title, *caption; /* its title and alt as texts, NULL before a link needs them */
  uint32_t taken;              /* its last link, or DT_NONE */
  bool taken_first;
  known_name names[NAMES];
  dt_link_names attribute_names;
} reading;

static const known_name *look_up_element(reading *r, const xmlNode *element) {
  known_name *found = &r->names[(dt_hash_mix(0, (uintptr_t)element->name) >> 40) % NAMES];
  if (found->name == element->name) return found;
  const char *name = (const char *)element->name;
  *found = (known_name){.name = element->name, .attributes = dt_link_attributes_of(name)};
  if (name[0] == 'h' && name[1] >= '1' && name[1] <= '6' && name[2] == '\0') found->heading = (uint8_t)(name[1] - '0');
  found->is_picture = strcmp(name, "img") == 0;
  found->is_anchor = strcmp(name, "a") == 0;
  found->is_head = strcmp(name, "link") == 0 || strcmp(name, "meta") == 0;
  found->is_break = strcmp(name, "br") == 0;
  return found;
}

/* Leaves the scope if the URLs and texts of the links take too much memory. */
static void add_bytes(reading *r, size_t bytes) {
  r->bytes += bytes;
  r->links->too_much = r->bytes > (size_t)MAX_MIB << 20;
  if (r->links->too_much) dt_scope_leave(r->arena->scope, DETM_LIMIT);
}

detm_status dt_links_error(detm_error *error, const dt_links *links, const dt_scope *scope, const char *page) {
  if (scope->status != DETM_LIMIT || !links->too_much) return dt_error_scope(error, scope, page);
  return dt_error_at(error, DETM_LIMIT, page, 0, 0,
                     "the URLs and texts of its links take more than %d MiB: take fewer words around them "
                     "(options.words) or leave out the page",
                     MAX_MIB);
}

/* ---- attributes and texts of a link ---- */

static const char *folded_line(reading *r, const char *text) {
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

/* Returns the words of both values of rel in lower case, without duplicates. */
static const char *join_rel(reading *r, const char *have, const char *more) {
  size_t length, have_length = strlen(have), more_length = strnlen(more, MAX_REL_LENGTH);
  char lower[MAX_REL_LENGTH], joined[MAX_REL_LENGTH + 1];
  if (more_length == MAX_REL_LENGTH) return have;

  memcpy(lower, more, more_length + 1);
  dt_fold(lower, more_length);
  memcpy(joined, have, have_length + 1);

  for (const char *at = dt_next_token(lower, &length); at != NULL; at = dt_next_token(at + length, &length)) {
    if (have_length + length >= MAX_REL_LENGTH || has_token(joined, at, length)) continue;
    if (have_length != 0) joined[have_length++] = ' ';
    memcpy(joined + have_length, at, length);
    joined[have_length += length] = '\0';
  }

  return strcmp(joined, have) != 0 ? dt_arena_copy(r->arena, joined, have_length) : have;
}

/* Returns the title of the element; read once for all links of a srcset. */
static const char *title_of_link(reading *r) {
  const char *title = r->description.title;
  if (title == NULL && r->name->is_anchor) title = r->description.label;
  if (r->title == NULL) r->title = folded_line(r, title);
  return r->title;
}

static uint32_t record_of_element(const reading *r) { return r->element != DT_NONE ? r->places.record[r->element] : 0; }

/* Returns the text of the innermost heading before the node that is not around it nor in another record, or "". */
static const char *heading_above(reading *r) {
  unsigned level = r->heading_level != 0 ? r->heading_level : HEADINGS + 1u;
  while (--level != 0) {
    heading *above = &r->headings[level];
    if (above->record != 0 && above->record != record_of_element(r)) continue;
    if (above->text == NULL && above->first != above->last) {
      dt_line_add_pieces(&r->scratch, r->page, above->first, above->last);
      above->text = dt_line_take(&r->scratch);
    }
    if (above->text != NULL) return above->text;
  }
  return "";
}

/* Returns the words around the pieces [first, last), with their text `own`: only words of the link's record or of its
 * text blocks, so that they are about it. */
static const char *words_around(reading *r, uint32_t first, uint32_t last, const char *own) {
  const dt_content_page *page = r->page;
  uint32_t record = record_of_element(r), start = first, end = last, from = 0, to = 0; /* the blocks [from, to) */
  if (record != 0) {
    const dt_element *element = &page->elements[r->places.records[record - 1]];
    from = element->first;
    to = element->last;
  } else if (first < page->piece_count &&
             (first < last || page->blocks[page->pieces[first].block].element == r->element)) {
    from = page->pieces[first].block;
    to = (first < last ? page->pieces[last - 1].block : from) + 1;
  }

  if (from < to && page->blocks[from].first < first) start = page->blocks[from].first;
  if (from < to && page->blocks[to - 1].last > last) end = page->blocks[to - 1].last;
  dt_line_add_before(&r->scratch, page, start, first, r->options->words);
  r->scratch.space = true;
  dt_line_add(&r->scratch, dt_text(own));
  r->scratch.space = true;
  dt_line_add_after(&r->scratch, page, last, end, r->options->words);
  add_bytes(r, r->scratch.length);
  return dt_line_take(&r->scratch);
}

/* Sets the members of a link that depend on its place. */
static void set_place(reading *r, uint32_t number, detm_link_place place) {
  const dt_content_page *page = r->page;
  detm_link *link = &r->links->links[number];
  link->place = place;
  link->record = place == DETM_LINK_RECORD ? record_of_element(r) : 0;
  link->heading = r->name->is_head ? "" : heading_above(r);
  link->around = "";
  uint32_t piece = r->piece < page->piece_count ? r->piece : r->piece - 1;
  r->links->blocks[number] = page->piece_count != 0 && !r->name->is_head ? page->pieces[piece].block : DT_NONE;
  if (!r->name->is_head && !r->name->is_anchor) link->around = words_around(r, r->piece, r->piece, "");
}

/* ---- URLs ---- */

static bool is_wanted(const reading *r, detm_text link, const dt_url *url) {
  if (r->options->all) return true;
  if (link.length == 0 || *link.data == '#') return false;
  if (url->scheme.data != NULL) return dt_parts_are_base(url);
  return url->authority.data == NULL || url->authority.length != 0;
}

/* Checks whether the element links to a page, not to a resource. */
static bool leads_to_page(reading *r) {
  static const char *const resources[] = {"stylesheet", "icon",         "preload",   "prefetch",     "preconnect",
                                          "manifest",   "dns-prefetch", "mask-icon", "modulepreload"};
  if (r->name->attributes->attributes == 0) return false;
  if (!r->name->is_head || r->description.rel == NULL) return true;
  const char *rel = join_rel(r, "", r->description.rel);
  for (size_t i = 0; i < sizeof resources / sizeof *resources; i++)
    if (has_token(rel, resources[i], strlen(resources[i]))) return false;
  return true;
}

/* Returns the link as a URL in the arena, with a NUL after it. */
static detm_text resolve_link(reading *r, detm_text link) {
  detm_text url = dt_url_resolve_against(r->arena, &r->base, link);
  if (url.data == link.data) url.data = dt_arena_copy(r->arena, link.data, url.length);
  return url;
}

/* Returns the normal form of a URL in the arena, which is the URL itself if it is normal. */
static detm_text normalize(reading *r, detm_text url, const dt_url *parts) {
  char *bytes = DT_ARRAY(r->arena, char, DT_NORMAL_URL_SIZE(url.length));
  detm_text normal = {bytes, dt_url_normal(parts, bytes)};
  bool same = dt_text_equal(normal, url);
  dt_arena_shrink(r->arena, same ? bytes : bytes + normal.length);
  return same ? url : normal;
}

/* Returns the index of the link with this URL, which is in the arena; sets *is_new if it was added. */
static uint32_t find_or_add_url(reading *r, detm_text url, const dt_url *parts, bool *is_new) {
  dt_links *links = r->links;
  detm_text normal = normalize(r, url, parts);
  uint64_t hash = dt_hash_keyed(normal.data, normal.length);
  uint32_t probe = 0, found;

  *is_new = false;
  while ((found = dt_lookup_next(&r->urls, hash, &probe)) != DT_NO_NUMBER)
    if (dt_text_equal(r->normals[found], normal)) return found;
  *is_new = true;
  add_bytes(r, url.length + (normal.data == url.data ? 0 : normal.length));
  DT_RESERVE(r->arena, links->links, links->count, r->link_capacity, 1);
  DT_RESERVE(r->arena, links->blocks, links->count, r->block_capacity, 1);
  DT_RESERVE(r->arena, r->normals, links->count, r->normal_capacity, 1);
  r->normals[links->count] = normal;
  links->links[links->count] = (detm_link){.url = url.data,
                                           .element = r->name->attributes->element,
                                           .title = "",
                                           .alt = "",
                                           .rel = "",
                                           .heading = "",
                                           .around = "",
                                           .page = dt_url_may_be_page(parts) && leads_to_page(r)};
  dt_lookup_append(&r->urls, hash);
  return links->count++;
}

static void take_link(void *data, detm_text written) {
  reading *r = data;
  bool is_new;
  written = dt_url_trim(written);
  dt_scope_tick(r->arena->scope);
  dt_mark before = dt_arena_mark(r->arena);
  detm_text url = resolve_link(r, written);
  dt_url parts = dt_url_split(url);
  bool wanted = url.length != 0 && is_wanted(r, written, &parts);
  uint32_t number = wanted ? find_or_add_url(r, url, &parts, &is_new) : DT_NONE;
  if (!wanted || !is_new) dt_arena_rewind(r->arena, before);
  if (!wanted) return;
  detm_link_place place = r->element != DT_NONE && !r->name->is_head ? r->places.place[r->element] : DETM_LINK_OTHER;
  r->taken = number;
  r->taken_first = is_new || place > r->links->links[number].place;
  if (r->taken_first) set_place(r, number, place);
  detm_link *link = &r->links->links[number];
  const char *rel = r->description.rel;
  if (*link->title == '\0') link->title = title_of_link(r);
  if (rel != NULL && *rel != '\0') link->rel = join_rel(r, link->rel, rel);
  if (*link->alt != '\0' || r->name->is_anchor) return;
  if (r->caption == NULL) r->caption = folded_line(r, r->description.alt);
  link->alt = r->caption;
}

/* ---- texts ---- */

static void add_link_text(reading *r, uint32_t number, const char *text) {
  detm_link *link = &r->links->links[number];
  detm_text added = dt_text(text);
  uint64_t hash = dt_hash_mix(dt_hash_keyed(added.data, added.length), number);
  uint32_t probe = 0, found;
  if (added.length == 0) return;

  while ((found = dt_lookup_next(&r->texts, hash, &probe)) != DT_NO_NUMBER)
    if (dt_text_equal(r->texts_known[found], added)) return;
  DT_RESERVE(r->arena, r->texts_known, r->texts.count, r->text_capacity, 1);
  r->texts_known[dt_lookup_append(&r->texts, hash)] = added;

  if ((link->text_count & (link->text_count - 1)) == 0) { /* the capacity is the next power of two */
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
  add_link_text(r, r->anchor_link, text);
  DT_RESERVE(r->arena, r->links->anchors, r->links->anchor_count, r->anchor_capacity, 1);
  r->links->anchors[r->links->anchor_count++] =
      (dt_link_anchor){.link = r->anchor_link, .hints = r->anchor_hints, .text = text, .current = r->anchor_is_current};
  r->anchor = NULL;
  r->after_anchor = true;
}

/* ---- the traversal ---- */

/* Reads what the classes of a link, or of the element that begins with it, say of pages. */
static void read_classes(reading *r, const xmlNode *node) {
  const char *all[] = {r->description.classes, node->prev == NULL ? dt_node_value(node->parent, "class") : NULL};
  const char *current = r->description.current;
  r->anchor_hints = 0;
  r->anchor_is_current = current != NULL && strcmp(current, "false") != 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i] != NULL) r->anchor_hints |= dt_class_turns(all[i], &r->anchor_is_current);
}

/* Reads a text outside of links: the one right behind a link may be the number of the page itself. */
static void read_text_between(reading *r, const char *text) {
  if (!r->after_anchor || dt_is_white_string(text)) return;
  r->after_anchor = false;
  text += strspn(text, DT_WHITE);
  bool ascii = (unsigned char)*text < 0x80; /* else it may begin with other white space */
  if (ascii && strchr("[(0123456789", *text) == NULL) return;

  dt_line_add(&r->scratch, dt_text(text));
  r->links->anchors[r->links->anchor_count - 1].after = dt_caption_number(dt_line_take(&r->scratch));
}

static void read_links(reading *r, const xmlNode *node, const known_name *name) {
  r->name = name;
  r->node = node;
  r->description = dt_link_description_of(&r->attribute_names, node);
  r->title = r->caption = NULL;
  r->taken = DT_NONE;
  dt_link_attributes_read(&r->attribute_names, name->attributes, node, r->options->images != 0, take_link, r);
  if (!name->is_anchor || r->taken == DT_NONE) return;
  r->anchor = node;
  r->anchor_link = r->taken;
  r->anchor_piece = r->piece;
  r->anchor_is_first = r->taken_first;
  read_classes(r, node);
  r->after_anchor = false;
}

static void enter_link_source(reading *r, const xmlNode *node) {
  if (r->piece < r->page->piece_count && r->page->pieces[r->piece].node == node) r->piece++;
  if (node->type != XML_ELEMENT_NODE) {
    if (!dt_node_is_text(node)) return;
    if (r->anchor != NULL)
      dt_line_add(&r->text, dt_text(dt_node_content(node)));
    else
      read_text_between(r, dt_node_content(node));
    return;
  }

  const known_name *name = look_up_element(r, node);
  if (name->is_anchor && r->anchor != NULL) close_anchor(r); /* links are not nested */
  if (r->next_element < r->page->element_count && r->page->elements[r->next_element].node == node) {
    r->element = r->next_element++;
    r->text.space = true;
  }

  if (name->is_break) r->text.space = true;
  if (name->heading != 0 && r->in_heading == NULL) {
    for (unsigned i = name->heading; i <= HEADINGS; i++) r->headings[i] = (heading){0};
    r->headings[name->heading] = (heading){.first = r->piece, .last = r->piece, .record = record_of_element(r)};
    r->in_heading = node;
    r->heading_level = name->heading;
  }

  if (name->is_picture && r->anchor != NULL) {
    r->alt.space = true;
    const char *alt = dt_node_value(node, "alt");
    if (alt != NULL) dt_line_add(&r->alt, dt_text(alt));
  }

  if (name->attributes != NULL) read_links(r, node, name);
}

static void leave_link_source(reading *r, const xmlNode *node) {
  if (node == r->anchor) close_anchor(r);
  if (node == r->in_heading) {
    r->headings[r->heading_level].last = r->piece;
    r->in_heading = NULL;
    r->heading_level = 0;
  }
  if (r->element != DT_NONE && r->page->elements[r->element].node == node) {
    r->element = r->page->elements[r->element].parent;
    r->text.space = true;
  }
}

void dt_links_read(dt_links *links, const dt_content_page *page, const char *base, const detm_link_options *options) {
  dt_arena *arena = page->arena;
  reading *r = DT_ZERO(arena, reading, 1);
  *links = (dt_links){0};
  *r = (reading){.links = links, .page = page, .arena = arena, .options = options, .element = DT_NONE};
  r->base = dt_url_base_parts(base);
  r->text.arena = r->alt.arena = r->scratch.arena = arena;
  dt_lookup_start(&r->urls, arena, 0);
  dt_lookup_start(&r->texts, arena, 0);
  dt_places_read(&r->places, page);

  const xmlNode *top = (const xmlNode *)page->page->document;
  for (const xmlNode *node = top; node != NULL;) {
    enter_link_source(r, node);
    if (node->children != NULL && node != page->data && (node->type == XML_ELEMENT_NODE || node == top)) {
      node = node->children;
      continue;
    }
    leave_link_source(r, node);
    while (node != top && node->next == NULL) leave_link_source(r, node = node->parent);
    node = node != top ? node->next : NULL;
  }

  dt_turns_find(links, base, arena);
}
