/* text/url.c: splits, resolves (RFC 3986, 5.2) and normalizes (6.2) URLs, all in linear time. */
#include "text/url.h"

#include "text/fold.h"

enum {
  MAX_BASE_LENGTH = 8192, /* each relative link copies it */
  MAX_ENCODED = 3         /* bytes that a byte becomes */
};

static bool is_hex(char c) { return dt_is_digit(c) || (unsigned)((c | 32) - 'a') < 6; }
static bool is_control_or_space(char c) { return (unsigned char)c <= ' '; }

/* ---- percent-encoding ---- */

enum { PATH = 1, QUERY = 2, HOST = 4, UNRESERVED = 8 }; /* a fragment is like a query */

#define ANY (PATH | QUERY | HOST | UNRESERVED)
#define SOME (PATH | QUERY | HOST)

/* The parts of a URL in which each ASCII character is allowed, as browsers write them (WHATWG URL, 1.3). */
static const uint8_t places[256] = {
    ['!'] = SOME,  ['$'] = SOME,  ['&'] = SOME,  ['\''] = SOME, ['('] = SOME,  [')'] = SOME,
    ['*'] = SOME,  ['+'] = SOME,  [','] = SOME,  ['-'] = ANY,   ['.'] = ANY,   ['/'] = PATH | QUERY,
    ['0'] = ANY,   ['1'] = ANY,   ['2'] = ANY,   ['3'] = ANY,   ['4'] = ANY,   ['5'] = ANY,
    ['6'] = ANY,   ['7'] = ANY,   ['8'] = ANY,   ['9'] = ANY,   [':'] = SOME,  [';'] = SOME,
    ['='] = SOME,  ['?'] = QUERY, ['@'] = SOME,  ['A'] = ANY,   ['B'] = ANY,   ['C'] = ANY,
    ['D'] = ANY,   ['E'] = ANY,   ['F'] = ANY,   ['G'] = ANY,   ['H'] = ANY,   ['I'] = ANY,
    ['J'] = ANY,   ['K'] = ANY,   ['L'] = ANY,   ['M'] = ANY,   ['N'] = ANY,   ['O'] = ANY,
    ['P'] = ANY,   ['Q'] = ANY,   ['R'] = ANY,   ['S'] = ANY,   ['T'] = ANY,   ['U'] = ANY,
    ['V'] = ANY,   ['W'] = ANY,   ['X'] = ANY,   ['Y'] = ANY,   ['Z'] = ANY,   ['['] = SOME,
    [']'] = SOME,  ['_'] = ANY,   ['a'] = ANY,   ['b'] = ANY,   ['c'] = ANY,   ['d'] = ANY,
    ['e'] = ANY,   ['f'] = ANY,   ['g'] = ANY,   ['h'] = ANY,   ['i'] = ANY,   ['j'] = ANY,
    ['k'] = ANY,   ['l'] = ANY,   ['m'] = ANY,   ['n'] = ANY,   ['o'] = ANY,   ['p'] = ANY,
    ['q'] = ANY,   ['r'] = ANY,   ['s'] = ANY,   ['t'] = ANY,   ['u'] = ANY,   ['v'] = ANY,
    ['w'] = ANY,   ['x'] = ANY,   ['y'] = ANY,   ['z'] = ANY,   ['~'] = ANY,   ['|'] = PATH | QUERY,
    ['^'] = QUERY, ['`'] = QUERY, ['{'] = QUERY, ['}'] = QUERY, ['\\'] = QUERY};

static unsigned places_of(char c) { return places[(unsigned char)c]; }

static bool is_encoded(const char *at, const char *end) {
  return *at == '%' && end - at > 2 && is_hex(at[1]) && is_hex(at[2]);
}

/* Returns how many bytes at `at` are allowed in this part as they are; 0 = the byte must be encoded. */
static unsigned allowed_bytes(const char *at, const char *end, unsigned place) {
  uint32_t code;
  if ((places_of(*at) & place) != 0) return 1;
  if (*at == '%') return is_encoded(at, end) ? 3 : 0;
  if (place != HOST || (unsigned char)*at < 0x80) return 0;
  unsigned bytes = dt_utf8_read(at, end, &code);
  return bytes > 1 && code > 0xA0 && !dt_is_blank(code) ? bytes : 0;
}

/* Returns how many bytes at the start of the text need no encoding. */
static size_t plain_length(detm_text text, unsigned place) {
  size_t length = 0;
  while (length < text.length && (places_of(text.data[length]) & place) != 0) length++;
  return length;
}

static char *put(char *out, detm_text text) {
  if (text.length != 0) memcpy(out, text.data, text.length);
  return out + text.length;
}

static char *put_encoded_byte(char *out, char byte) {
  static const char hex[] = "0123456789ABCDEF";
  *out++ = '%';
  *out++ = hex[(unsigned char)byte >> 4];
  *out++ = hex[(unsigned char)byte & 15];
  return out;
}

/* Writes a part with characters encoded where necessary; for a normal form, with unreserved characters decoded. */
static char *put_url_part(char *out, detm_text text, unsigned place, bool normal) {
  size_t plain = plain_length(text, place);
  out = put(out, (detm_text){text.data, plain});
  if (plain == text.length) return out; /* a missing part has data NULL */

  for (const char *at = text.data + plain, *end = text.data + text.length; at < end;) {
    unsigned bytes = allowed_bytes(at, end, place);
    if (normal && is_encoded(at, end)) {
      char meant = (char)dt_hex_byte(at + 1, end);
      out = places_of(meant) & UNRESERVED ? put(out, (detm_text){&meant, 1}) : put_encoded_byte(out, meant);
    } else {
      out = bytes != 0 ? put(out, (detm_text){at, bytes}) : put_encoded_byte(out, *at);
    }
    at += bytes != 0 ? bytes : 1;
  }

  return out;
}

/* ---- splitting ---- */

static bool is_scheme(detm_text scheme, const char *name) { return dt_text_equal_ci(scheme, dt_text(name)); }

/* Returns the usual port of a scheme whose URLs have a host, or NULL. */
static const char *port_of(detm_text scheme) {
  static const struct {
    const char *name, *port;
  } hosted[] = {{"http", "80"}, {"https", "443"}, {"ftp", "21"}, {"ws", "80"}, {"wss", "443"}};
  for (size_t i = 0; i < sizeof hosted / sizeof *hosted && scheme.length != 0; i++)
    if (is_scheme(scheme, hosted[i].name)) return hosted[i].port;
  return NULL;
}

static detm_text scheme_of(detm_text url) {
  for (size_t i = 0; i < url.length; i++) {
    char c = url.data[i];
    if (c == ':' && i != 0) return (detm_text){url.data, i};
    if (!dt_is_ascii_letter(c) && (i == 0 || (!dt_is_digit(c) && c != '+' && c != '-' && c != '.'))) break;
  }
  return (detm_text){NULL, 0};
}

static detm_text up_to(const char *at, const char *end, char slash, char question) {
  const char stops[] = {'#', question, slash};
  for (size_t i = 0; i < sizeof stops && at < end; i++) {
    const char *stop = memchr(at, stops[i], (size_t)(end - at));
    if (stop != NULL) end = stop;
  }
  return dt_text_between(at, end);
}

/* Splits a URL, which ignores extra slashes if it has a host. */
static dt_url split_url(detm_text url, bool has_host) {
  const char *at = url.data != NULL ? url.data : "", *end = at + url.length;
  dt_url parts = {.scheme = scheme_of(url)};
  if (parts.scheme.data != NULL) {
    at += parts.scheme.length + 1;
    parts.usual_port = port_of(parts.scheme);
  }

  if (end - at >= 2 && at[0] == '/' && at[1] == '/') {
    at += 2;
    while ((has_host || parts.usual_port != NULL) && at < end && *at == '/') at++;
    parts.authority = up_to(at, end, '/', '?');
    at += parts.authority.length;
  }

  parts.path = up_to(at, end, '?', '?');
  at += parts.path.length;
  if (at < end && *at == '?') {
    parts.query = up_to(at + 1, end, '#', '#');
    at += parts.query.length + 1;
  }

  if (at < end) parts.fragment = (detm_text){at + 1, (size_t)(end - at - 1)};
  return parts;
}

dt_url dt_url_split(detm_text url) { return split_url(url, false); }

static bool is_rooted(detm_text path) { return path.length != 0 && *path.data == '/'; }

detm_text dt_url_address(detm_text url) {
  dt_url parts = dt_url_split(url);
  if (parts.scheme.data == NULL || parts.authority.data != NULL) return (detm_text){NULL, 0};
  const bool mailbox = dt_text_equal_ci(parts.scheme, DT_TEXT("mailto"));
  return mailbox ? parts.path : dt_text_between(parts.path.data, url.data + url.length);
}

bool dt_parts_are_base(const dt_url *parts) {
  if (parts->scheme.data == NULL) return false;
  if (parts->usual_port != NULL) return parts->authority.length != 0;
  if (is_scheme(parts->scheme, "data") || is_scheme(parts->scheme, "javascript")) return false;
  return parts->authority.data != NULL || is_rooted(parts->path);
}

bool dt_url_is_base(detm_text url) {
  dt_url parts = dt_url_split(url);
  return dt_parts_are_base(&parts);
}

/* ---- dot segments ---- */

static bool has_segment_with_dot(const char *path, size_t length) {
  for (const char *at = path, *end = path + length; (at = memchr(at, '.', (size_t)(end - at))) != NULL; at++)
    if (at == path || at[-1] == '/') return true;
  return false;
}

/* Removes dot segments in place (RFC 3986, 5.2.4); a relative path keeps the ".." at its start.  Returns the new
 * length. */
static size_t remove_dots(char *path, size_t length) {
  bool rooted = length != 0 && *path == '/';
  if (!has_segment_with_dot(path, length)) return length;

  size_t out = 0, kept = 0; /* bytes that ".." does not remove */
  for (size_t at = 0; at < length;) {
    size_t first = at + (path[at] == '/'), end = first;
    while (end < length && path[end] != '/') end++;
    detm_text segment = dt_text_between(path + first, path + end);
    size_t dots = dt_text_equal(segment, DT_TEXT(".")) || dt_text_equal(segment, DT_TEXT("..")) ? segment.length : 0;
    bool leads_out = dots == 2 && out == kept && !rooted;
    if (dots == 2 && !leads_out)
      while (out > kept && path[--out] != '/') continue;
    bool slash = first > at && (rooted || out != 0);
    if ((dots == 0 || leads_out || end == length) && slash) path[out++] = '/';
    if (dots == 0 || leads_out) {
      memmove(path + out, path + first, end - first);
      out += end - first;
    }
    if (leads_out) kept = out;
    at = end;
  }

  return out;
}

/* Removes dot segments of the path from `path` to `end`.  Returns its new end.  Adds "/." if a path without an
 * authority begins with two slashes, which would be read as a host. */
static char *end_path(char *path, char *end, bool has_authority) {
  end = path + remove_dots(path, (size_t)(end - path));
  if (has_authority || end - path < 2 || path[0] != '/' || path[1] != '/') return end;
  memmove(path + 2, path, (size_t)(end - path));
  path[1] = '.';
  return end + 2;
}

/* ---- resolving ---- */

detm_text dt_url_trim(detm_text url) {
  while (url.length != 0 && is_control_or_space(url.data[url.length - 1])) url.length--;
  while (url.length != 0 && is_control_or_space(*url.data)) url = dt_text_from(url, 1);
  return url;
}

static bool is_break(char c) { return c == '\t' || c == '\n' || c == '\r'; }

static bool has_break_or_backslash(detm_text link) {
  static const char odd[] = {'\t', '\n', '\r', '\\'};
  for (size_t i = 0; i < sizeof odd; i++)
    if (link.length != 0 && memchr(link.data, odd[i], link.length) != NULL) return true;
  return false;
}

/* Returns the link without tabs and newlines, and with slashes for backslashes before the query. */
static detm_text clean_link(dt_arena *arena, detm_text link, bool has_host) {
  if (!has_break_or_backslash(link)) return link;
  char *copy = dt_arena_take(arena, link.length + 1), *out = copy;
  if (copy == NULL) return link;
  bool path = has_host;
  for (size_t i = 0; i < link.length; i++) {
    char c = link.data[i];
    path = path && c != '?' && c != '#';
    if (!is_break(c)) *out++ = path && c == '\\' ? '/' : c;
  }
  *out = '\0';
  return (detm_text){copy, (size_t)(out - copy)};
}

/* Returns the target of a link (RFC 3986, 5.2.2) with dot segments.  *folder is the start of its path: the base's path
 * up to its last slash. */
static dt_url target_of(const dt_url *base, dt_url link, detm_text *folder) {
  *folder = (detm_text){"", 0};
  if (link.scheme.data != NULL) return link;
  link.scheme = base->scheme;
  link.usual_port = base->usual_port;
  if (link.authority.data != NULL) return link;
  link.authority = base->authority;

  if (link.path.length == 0) {
    link.path = base->path;
    if (link.query.data == NULL) link.query = base->query;
  } else if (!is_rooted(link.path)) {
    *folder = base->path;
    while (folder->length != 0 && folder->data[folder->length - 1] != '/') folder->length--;
    if (folder->length == 0 && base->authority.data != NULL) *folder = DT_TEXT("/");
  }

  return link;
}

static char *put_lower(char *out, detm_text text) {
  for (size_t i = 0; i < text.length; i++)
    *out++ = dt_is_ascii_letter(text.data[i]) ? (char)(text.data[i] | 32) : text.data[i];
  return out;
}

/* Whether the path has segments, unlike that of mailto: and the like. */
static bool has_segments(const dt_url *url, detm_text folder) {
  return url->scheme.data == NULL || url->authority.data != NULL || is_rooted(folder) ||
         (folder.length == 0 && is_rooted(url->path));
}

dt_url dt_url_base_parts(const char *base) {
  detm_text text = base != NULL ? dt_text(base) : DT_TEXT("");
  if (text.length > MAX_BASE_LENGTH) text.length = 0;
  return dt_url_split(text);
}

detm_text dt_url_resolve(dt_arena *arena, const char *base, detm_text link) {
  dt_url parts = dt_url_base_parts(base);
  return dt_url_resolve_against(arena, &parts, link);
}

detm_text dt_url_resolve_against(dt_arena *arena, const dt_url *base, detm_text link) {
  detm_text folder;
  link = dt_url_trim(link);
  if (link.length == 0) return link;
  detm_text scheme = scheme_of(link);
  bool has_host = scheme.data != NULL ? port_of(scheme) != NULL : base->usual_port != NULL;
  detm_text straight = clean_link(arena, link, has_host);
  dt_url parts = split_url(straight, has_host), target = target_of(base, parts, &folder);
  bool lacks_host = target.usual_port != NULL && target.authority.length == 0;
  bool lacks_base =
      parts.scheme.data == NULL && base->scheme.data == NULL && base->authority.data == NULL && base->path.length == 0;
  if (lacks_host || lacks_base) return has_host ? straight : link;
  size_t bytes =
      target.authority.length + folder.length + target.path.length + target.query.length + target.fragment.length;
  size_t most = target.scheme.length + MAX_ENCODED * bytes + strlen(":///.?#") + 1;
  char *url = dt_arena_take(arena, most), *out = url;
  if (url == NULL) return link;
  if (target.scheme.data != NULL) out = put(put_lower(out, target.scheme), DT_TEXT(":"));
  if (target.authority.data != NULL) out = put_url_part(put(out, DT_TEXT("//")), target.authority, HOST, false);
  char *path = out;
  out = put_url_part(put_url_part(out, folder, PATH, false), target.path, PATH, false);
  if (has_segments(&target, folder)) out = end_path(path, out, target.authority.data != NULL);
  if (target.query.data != NULL) out = put_url_part(put(out, DT_TEXT("?")), target.query, QUERY, false);
  if (target.fragment.data != NULL) out = put_url_part(put(out, DT_TEXT("#")), target.fragment, QUERY, false);
  *out = '\0';
  dt_arena_shrink(arena, out + 1);
  return dt_text_between(url, out);
}

/* Whether a URL, which may be relative, can be a base. */
static bool can_be_base(detm_text base) {
  dt_url parts = dt_url_split(base);
  if (parts.scheme.data != NULL) return dt_parts_are_base(&parts);
  return parts.authority.data == NULL || parts.authority.length != 0;
}

const char *dt_url_base(dt_arena *arena, const char *given, detm_text own) {
  if (given != NULL && !can_be_base(dt_text(given))) given = NULL;
  own = dt_url_resolve(arena, given, own);
  if (own.length == 0 || !can_be_base(own)) return given;
  return dt_arena_copy(arena, own.data, own.length);
}

/* ---- normal form ---- */

/* Writes user, host in lower case, and a port other than the scheme's. */
static char *put_authority(char *out, detm_text authority, const char *usual_port) {
  detm_text host = authority, port = {NULL, 0};
  for (size_t i = 0; i < authority.length; i++)
    if (authority.data[i] == '@') host = dt_text_from(authority, i + 1);
  size_t colon = host.length;
  while (colon != 0 && dt_is_digit(host.data[colon - 1])) colon--;
  bool is_port = colon > 1 && host.data[colon - 1] == ':';

  /* a host with more colons is an address in brackets, or invalid */
  if (is_port && (host.data[colon - 2] == ']' || memchr(host.data, ':', colon - 1) == NULL)) {
    port = dt_text_from(host, colon);
    host.length = colon - 1;
  }

  out = put_url_part(out, dt_text_between(authority.data, host.data), HOST, true);
  char *from = out;
  out = put_url_part(out, host, HOST, true);

  for (char *at = from; at < out; at++) { /* not the hex digits after "%" */
    if (*at != '%') continue;
    dt_fold(from, (size_t)(at - from));
    from = at + 3;
    at += 2;
  }

  if (from < out) dt_fold(from, (size_t)(out - from));
  if (port.length == 0 || (usual_port != NULL && dt_text_equal(port, dt_text(usual_port)))) return out;
  return put(put(out, DT_TEXT(":")), port);
}

size_t dt_url_normal(const dt_url *url, char *out) {
  char *start = out;
  const detm_text no_folder = {"", 0};
  if (url->scheme.data != NULL) out = put(put_lower(out, url->scheme), DT_TEXT(":"));
  if (url->authority.data != NULL) out = put_authority(put(out, DT_TEXT("//")), url->authority, url->usual_port);
  char *path = out;
  out = put_url_part(out, url->path, PATH, true);
  if (has_segments(url, no_folder)) out = end_path(path, out, url->authority.data != NULL);
  if (out == path && url->authority.data != NULL) *out++ = '/';
  if (url->query.data != NULL) out = put_url_part(put(out, DT_TEXT("?")), url->query, QUERY, true);
  if (url->fragment.data != NULL) out = put_url_part(put(out, DT_TEXT("#")), url->fragment, QUERY, true);
  return (size_t)(out - start);
}

detm_text dt_url_of_page(dt_arena *arena, detm_text url) {
  const char *fragment = memchr(url.data, '#', url.length);
  if (fragment != NULL) url.length = (size_t)(fragment - url.data);
  dt_url parts = dt_url_split(url);
  if (!dt_parts_are_base(&parts)) return (detm_text){"", 0};
  char *normal = DT_ARRAY(arena, char, DT_NORMAL_URL_SIZE(url.length));
  return (detm_text){normal, dt_url_normal(&parts, normal)};
}

size_t dt_url_decode_percent(detm_text text, char *out) {
  const char *at = text.data, *end = at + text.length;
  char *to = out;
  while (at < end) {
    const int byte = *at == '%' ? dt_hex_byte(at + 1, end) : -1;
    *to++ = byte >= 0 ? (char)byte : *at;
    at += byte >= 0 ? 3 : 1;
  }
  return (size_t)(to - out);
}

bool dt_url_is_dead(detm_text address) {
  return address.length == 0 || *address.data == '#' || dt_text_starts_ci(address, DT_TEXT("javascript:"));
}
