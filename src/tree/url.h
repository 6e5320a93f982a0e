/* tree/url.h: links as absolute URLs (RFC 3986), and when two URLs are one.
 *
 * Beyond the standard, as browsers do: white space and controls round a URL are no part of it, nor are tabs and
 * newlines within; what no URL may hold is percent-encoded; the scheme is in lower case; in URLs of hosts (http, https,
 * ftp, ws, wss) a backslash is a slash, and slashes too many before the host do not count.  Brackets out of hosts are
 * encoded, which browsers leave. */
#ifndef DT_URL_H
#define DT_URL_H

#include "tree/tree.h"

/* The parts of a reference; data NULL = it has no such part (a path there always is). */
typedef struct dt_url {
  detm_text scheme, authority, path, query, fragment; /* without ":", "//", "?", "#" */
} dt_url;

/* Without white space and controls at its ends. */
detm_text dt_url_trim(detm_text url);
dt_url dt_url_split(detm_text url);
/* Whether links can be relative to it: it has a scheme, and a host or a path from a root; data: and javascript: never
 * can. */
bool dt_url_is_base(detm_text url);

/* What the page's links are resolved against: its own base element, relative to the base given for the page, or that
 * one; NULL = links are left as they are.  What links cannot be relative to is no base.  In `arena`. */
const char *dt_page_base(dt_arena *arena, const detm_page *page);
/* The same of a base that is given and a page's own, "" = it has none. */
const char *dt_url_base(dt_arena *arena, const char *given, detm_text own);
/* The link resolved, copied to `arena` with a NUL after it.  As it stands, without white space at its ends: one that is
 * empty, is relative and there is no base, or would have no host ("//"; of it backslashes become slashes, so that what
 * stands behind them is no host either).  A base of more than 8 KiB is none. */
detm_text dt_url_resolve(dt_arena *arena, const char *base, detm_text link);

/* Bytes that the normal form of a URL may need. */
#define DT_URL_ROOM(length) (3 * (length) + 3)
/* The normal form of a resolved URL (RFC 3986, 6.2.2 and 6.2.3: case, percent-encoding, dot segments, default ports, an
 * empty path), equal for URLs that are one, without a NUL; returns its length. */
size_t dt_url_normal(detm_text url, char *out);

#endif
