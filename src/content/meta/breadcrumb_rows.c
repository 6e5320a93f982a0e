/* content/meta/breadcrumb_rows.c: reads the names in a row of links and compares their addresses. */
#include "content/meta/breadcrumb_rows.h"

#include "text/fold.h"

#include <strings.h>

enum { MAX_NAME_LENGTH = 200 }; /* bytes */

/* The current name. */
typedef struct maker {
  dt_trail *trail;
  dt_arena *arena;
  char text[MAX_NAME_LENGTH];
  size_t length;
  const xmlNode *link;
  bool separated, arrow; /* a separator, and an arrow, before the name */
  uint32_t separator;    /* the first separator after a link, then the only one; 0 if none yet */
} maker;

/* ---- names ---- */

static void end_name(maker *m) {
  dt_trail *t = m->trail;
  size_t length = dt_normalize_space(m->text, m->length);
  m->length = 0;
  if (length == 0) return;
  if (t->count == DT_TRAIL_NAMES) {
    t->over = true;
    return;
  }

  t->names[t->count] = dt_arena_copy(m->arena, m->text, length);
  t->addresses[t->count++] = m->link != NULL ? dt_link_address(m->link) : "";
  t->separators += m->separated;
  t->arrows += m->arrow;
  m->separated = m->arrow = false;
}

/* Checks whether a character is a separator; sets *arrow if it points forward. */
static bool is_crumb_separator(uint32_t code, bool *arrow) {
  *arrow = false;
  if (code < 0x80 && (code == ' ' || dt_is_ascii_alnum((char)code))) return false;
  *arrow = code == '>' || code == 0xbb || code == 0x203a || code == 0x2192 || code == 0x2023 || code == 0x25b8 ||
           code == 0x25b6 || code == 0x25ba || code == 0x27e9 || code == 0x3009 || code == 0xff1e || code == 0x276f ||
           code == 0x226b || code == 0x300b;
  return *arrow || code == '/' || code == '|' || code == 0xb7 || code == 0x2022 || code == '\\' || code == 0xff0f ||
         code == 0x2013 || code == 0x2014 || code == '-' || code == ':';
}

/* Adds a text outside links, which has names between separators.  Separators that also occur within words need blanks
 * around them.  After the first one that follows a link, only that one separates names. */
static void add_plain(maker *m, const char *text) {
  const char *end = text + strlen(text);
  unsigned bytes;
  for (const char *at = text; at < end; at += bytes) {
    uint32_t code;
    bool arrow;
    if (dt_is_ascii_alnum(*at)) { /* most of a text */
      bytes = 1;
      if (m->length + 1 < sizeof m->text) m->text[m->length++] = *at;
      continue;
    }
    bytes = dt_utf8_read(at, end, &code);
    bool before = at == text || dt_is_xml_space(at[-1]), after = at + bytes == end || dt_is_xml_space(at[bytes]);
    bool in_words = code == '-' || code == ':' || code == '/' || code == 0x2013;
    bool other = m->separator != 0 && m->separator != code;
    if (is_crumb_separator(code, &arrow) && !other && (!in_words || (before && after))) {
      end_name(m);
      if (m->trail->count > 0 && *m->trail->addresses[m->trail->count - 1] != '\0') m->separator = code;
      m->separated = true;
      m->arrow |= arrow;
    } else if (m->length + bytes < sizeof m->text) {
      memcpy(m->text + m->length, at, bytes);
      m->length += bytes;
    }
  }
}

static void add_crumb_piece(maker *m, const dt_content_piece *piece) {
  bool is_text = dt_node_is_text(piece->node);
  if (is_text ? piece->link != m->link : m->link == NULL) end_name(m);
  if (!is_text) return;
  m->link = piece->link;
  const char *text = dt_node_content(piece->node);
  if (m->link == NULL) {
    add_plain(m, text);
  } else { /* separators at the ends of a link's name are removed later */
    size_t length = dt_text_cut(dt_text(text), sizeof m->text - m->length).length;
    memcpy(m->text + m->length, text, length);
    m->length += length;
  }
}

/* Returns a name without separators and icons (private-use characters) at its ends; "" without letters. */
static const char *trimmed_name(dt_arena *arena, const char *name) {
  const char *from = NULL, *to = NULL, *end = name + strlen(name);
  bool letters = false;
  for (const char *at = name; at < end;) {
    uint32_t code;
    bool arrow;
    if (dt_is_ascii_alnum(*at)) { /* most of a name */
      if (from == NULL) from = at;
      to = ++at;
      letters = true;
      continue;
    }
    unsigned bytes = dt_utf8_read(at, end, &code);
    bool icon = code >= 0xe000 && code <= 0xf8ff;
    bool inner = !dt_is_blank(code) && !icon && (!is_crumb_separator(code, &arrow) || code == '-' || *name == '<');
    if (inner && from == NULL) from = at;
    at += bytes;
    if (inner) to = at;
    letters |= inner && dt_is_letter(code);
  }

  return letters ? dt_arena_copy(arena, from, (size_t)(to - from)) : "";
}

void dt_trail_read(dt_trail *trail, const dt_content_page *page, uint32_t first, uint32_t last) {
  maker m = {.trail = trail, .arena = page->arena};
  *trail = (dt_trail){.count = 0};
  for (uint32_t b = first; b < last && !trail->over; b++) {
    if ((page->elements[page->blocks[b].element].within & DT_IN_HIDDEN) != 0) continue;
    for (uint32_t p = page->blocks[b].first; p < page->blocks[b].last; p++) add_crumb_piece(&m, &page->pieces[p]);
    end_name(&m);
    m.link = NULL;
  }

  /* removes entries that are not names: punctuation, repetitions, and text before the first link ("You are here:") */
  unsigned kept = 0;
  for (unsigned i = 0; i < trail->count; i++) {
    bool caption = i == 0 && *trail->addresses[0] == '\0' && trail->count > 1 && *trail->addresses[1] != '\0';
    const char *clean = trimmed_name(page->arena, trail->names[i]);
    if (caption || *clean == '\0' || (kept > 0 && strcasecmp(trail->names[kept - 1], clean) == 0)) continue;
    trail->names[kept] = clean;
    trail->addresses[kept++] = trail->addresses[i];
  }

  trail->count = kept;
}

/* ---- addresses ---- */

/* Returns the path of an address without host, query, fragment, last slash and index page. */
static detm_text path_of_address(const char *address) {
  const char *host = strstr(address, "//"), *colon = strchr(address, ':');
  if (host != NULL && (host == address || (colon != NULL && colon < host))) {
    address = host + 2;
    address += strcspn(address, "/?#");
  }
  size_t length = strcspn(address, "?#");
  const char *last = address + length;
  while (last > address && last[-1] != '/') last--;
  if (strncasecmp(last, "index.", 6) == 0 || strncasecmp(last, "default.", 8) == 0) length = (size_t)(last - address);
  while (length > 0 && address[length - 1] == '/') length--;
  return (detm_text){address, length};
}

/* Checks whether a path is below another: /a/b/c is below /a/b, /a/b-c.html below /a. */
static bool is_below(detm_text from, detm_text to) {
  if (to.length <= from.length || memcmp(from.data, to.data, from.length) != 0) return false;
  return from.length == 0 || to.data[from.length] == '/';
}

static const char *page_address(const dt_content_page *page) {
  const char *og = dt_content_meta(page, "og:url");
  return *page->canonical != '\0' ? page->canonical : og != NULL ? og : "";
}

dt_descent dt_trail_descent(const dt_trail *trail, const dt_content_page *page) {
  dt_descent d = {0};
  const char *address = page_address(page);
  detm_text own = path_of_address(address), before = {NULL, 0};
  unsigned links = 0, steps = 0, above = 0;

  for (unsigned i = 0; i < trail->count; i++) {
    if (*trail->addresses[i] == '\0') continue;
    detm_text path = path_of_address(trail->addresses[i]);
    if (links == 0) d.root = path.length == 0;
    steps += links > 0 && is_below(before, path);
    above += *address != '\0' && (is_below(path, own) || dt_text_equal(path, own));
    before = path;
    links++;
  }

  if (links > 1) d.steps = (double)steps / (links - 1);
  if (links > 0) d.own = (double)above / links;
  return d;
}
