/* content/landmarks.c: blocks that the page itself points to: its main heading, where its description begins, and the
 * article body of its JSON-LD. */
#include "content/features.h"

#include "base/squeeze.h"

#include <strings.h>

enum {
  TITLE_BYTES = 400,        /* more is no title */
  DESCRIPTION_LEAST = 20,   /* characters */
  DESCRIPTION_CHARS = 30,   /* what a block must have of it */
  DESCRIPTION_WITHIN = 200, /* among its first characters */
  DESCRIPTION_UNITS = 40,   /* what the block must have */
  CHARACTER_BYTES = 4,
  BODY_LEAST = 200,     /* characters */
  BODY_BYTES = 1 << 20, /* more is not looked at */
  WINDOW = 16           /* bytes */
};

/* The first bytes of a text, letters and digits only; in the arena. */
static detm_text squeeze(dt_arena *arena, const char *text, size_t most) {
  detm_text start = dt_text_cut((detm_text){text, strnlen(text, most + 1)}, most);
  char *room = dt_arena_take(arena, start.length + 1);
  return (detm_text){room, dt_squeeze_word(start, room)};
}

static detm_text meta(const dt_features *f, const char *name, const char *otherwise) {
  const char *value = dt_content_meta(f->page, name);
  if (value == NULL) value = otherwise;
  return squeeze(f->arena, value == NULL ? "" : value, TITLE_BYTES);
}

static bool contains(detm_text text, detm_text part) {
  if (part.length == 0 || part.length > text.length) return false;
  const char *last = text.data + (text.length - part.length);
  for (const char *at = text.data; at <= last; at++) {
    at = memchr(at, part.data[0], (size_t)(last - at) + 1);
    if (at == NULL) return false;
    if (memcmp(at, part.data, part.length) == 0) return true;
  }
  return false;
}

/* ---- Main heading ------------------------------------------------------------------------------ */

/* 1 to 3 for h1 to h3 round a block or (h1, h2) round its element; 0 = none. */
static int heading_level(const dt_features *f, const dt_block *block) {
  const dt_element *element = &f->page->elements[block->element];
  dt_tag above = element->parent == DT_NONE ? DT_TAG_TEXT : f->page->elements[element->parent].tag;
  if (element->tag == DT_TAG_h1 || above == DT_TAG_h1) return 1;
  if (element->tag == DT_TAG_h2 || above == DT_TAG_h2) return 2;
  return element->tag == DT_TAG_h3 ? 3 : 0;
}

/* How much a heading is like the page's title; 0 = not at all. */
static double likeness(detm_text heading, int level, detm_text title, detm_text graph_title) {
  if (heading.length == 0) return 0;
  double score = level == 1 ? 0.3 : 0;
  if (contains(title, heading))
    score += (double)heading.length / (double)title.length;
  else if (dt_text_equal(heading, graph_title))
    score += 0.9;
  return dt_utf8_count(heading) < 4 ? score * 0.3 : score;
}

static uint32_t find_heading(dt_features *f) {
  detm_text title = squeeze(f->arena, f->page->title, TITLE_BYTES), graph_title = meta(f, "og:title", NULL);
  uint32_t found = DT_NONE;
  double best = 0;
  for (uint32_t i = 0; i < f->page->block_count; i++) {
    const dt_block *block = &f->page->blocks[i];
    int level = heading_level(f, block);
    dt_scope_tick(f->arena->scope);
    if (level == 0 || block->text.length > TITLE_BYTES) continue;
    detm_text heading = {f->squeezed, dt_squeeze_word(block->text, f->squeezed)};
    double score = likeness(heading, level, title, graph_title);
    if (score > best) {
      best = score;
      found = i;
    }
  }
  return found;
}

/* ---- Description ------------------------------------------------------------------------------- */

/* Bytes of the first characters. */
static size_t bytes_of(detm_text text, size_t characters) {
  size_t bytes = 0;
  for (; bytes < text.length; bytes++)
    if ((text.data[bytes] & 0xc0) != 0x80 && characters-- == 0) break;
  return bytes;
}

static uint32_t find_description(dt_features *f) {
  detm_text wanted = meta(f, "og:description", dt_content_meta(f->page, "description"));
  if (dt_utf8_count(wanted) < DESCRIPTION_LEAST) return DT_NONE;
  wanted.length = bytes_of(wanted, DESCRIPTION_CHARS);
  for (uint32_t i = 0; i < f->page->block_count; i++) {
    const dt_block *block = &f->page->blocks[i];
    if (block->units < DESCRIPTION_UNITS) continue;
    detm_text start = {block->text.data, bytes_of(block->text, 2 * DESCRIPTION_WITHIN)};
    detm_text have = {f->squeezed, dt_squeeze_word(start, f->squeezed)};
    have.length = bytes_of(have, DESCRIPTION_WITHIN);
    if (contains(have, wanted)) return i;
  }
  return DT_NONE;
}

/* ---- JSON-LD ----------------------------------------------------------------------------------- */

static void add_windows(dt_windows *windows, detm_text text) {
  for (size_t i = 0; i + WINDOW <= text.length; i++) {
    uint64_t hash = dt_hash_bytes(text.data + i, WINDOW, 0) | 1;
    uint32_t at = (uint32_t)(hash >> 32) & windows->mask;
    while (windows->slots[at] != 0 && windows->slots[at] != hash) at = (at + 1) & windows->mask;
    windows->slots[at] = hash;
  }
}

static bool has_window(const dt_windows *windows, const char *bytes) {
  uint64_t hash = dt_hash_bytes(bytes, WINDOW, 0) | 1;
  uint32_t at = (uint32_t)(hash >> 32) & windows->mask;
  while (windows->slots[at] != 0 && windows->slots[at] != hash) at = (at + 1) & windows->mask;
  return windows->slots[at] == hash;
}

static void read_body(dt_features *f, const xmlNode *body) {
  const char *text = body->children == NULL ? "" : dt_node_content(body->children);
  detm_text squeezed = squeeze(f->arena, text, BODY_BYTES);
  if (dt_utf8_count(squeezed) < BODY_LEAST) return;
  f->body.mask = 1023;
  while (f->body.mask < 2 * squeezed.length) f->body.mask = f->body.mask * 2 + 1;
  f->body.slots = DT_ZERO(f->arena, uint64_t, (size_t)f->body.mask + 1);
  f->body.any = true;
  add_windows(&f->body, squeezed);
}

bool dt_in_article_body(const dt_features *f, detm_text text) {
  if (!f->body.any || text.length < WINDOW) return false;
  for (size_t i = 0; i + WINDOW <= text.length; i += WINDOW)
    if (!has_window(&f->body, text.data + i)) return false;
  return has_window(&f->body, text.data + text.length - WINDOW);
}

static void read_data(dt_features *f) {
  for (const xmlNode *object = dt_data_next(f->page, NULL); object != NULL; object = dt_data_next(f->page, object)) {
    if (dt_data_is_article(object)) f->data_article = true;
    for (const xmlNode *member = object->children; member != NULL && !f->body.any; member = member->next)
      if (dt_node_is(member, "articleBody") || dt_node_is(member, "text")) read_body(f, member);
  }
}

void dt_find_landmarks(dt_features *f) {
  f->landmarks[DT_MAIN_HEADING] = find_heading(f);
  f->landmarks[DT_DESCRIPTION] = find_description(f);
  read_data(f);
  const char *type = dt_content_meta(f->page, "og:type");
  f->graph_article =
      (type != NULL && strcasecmp(type, "article") == 0) || dt_content_meta(f->page, "article:published_time") != NULL;
}
