/* text/url.h: resolves links to absolute URLs (RFC 3986), and makes a normal form to compare URLs.
 *
 * Beyond the standard, as browsers do: white space and control characters around a URL are ignored, and tabs and
 * newlines in it; the characters that browsers percent-encode are encoded; the scheme is converted to lower case; in
 * URLs with hosts (http, https, ftp, ws, wss) a backslash before the query is a slash, and extra slashes before the
 * host are ignored. */
#ifndef DT_TEXT_URL_H
#define DT_TEXT_URL_H

#include "base/base.h"

/* The parts of a URL; data NULL = the part is missing (there is always a path). */
typedef struct dt_url {
  detm_text scheme, authority, path, query, fragment; /* without ":", "//", "?", "#" */
  const char *usual_port; /* the default port if URLs of the scheme have a host; otherwise NULL */
} dt_url;

/* Returns a URL without white space and control characters at its ends. */
detm_text dt_url_trim(detm_text url);
dt_url dt_url_split(detm_text url);
/* Returns what follows the scheme of a URL, of a mailbox without the query: "ida@quay.example" of
 * "mailto:ida@quay.example?subject=Rope".  data NULL = it has a host or no scheme. */
detm_text dt_url_address(detm_text url);
/* Returns whether links can be relative to a URL: it has a scheme, and a host or an absolute path, and is not data: or
 * javascript:. */
bool dt_url_is_base(detm_text url);
bool dt_parts_are_base(const dt_url *parts);

/* Returns the base for links of a page: that of its base element (`own`, "" = none), resolved against the `given` one,
 * or `given`; NULL if neither can be a base: links are left as they are.  Allocates in `arena`. */
const char *dt_url_base(dt_arena *arena, const char *given, detm_text own);
/* Returns the resolved link, in `arena`, with a NUL after it.  Returns the link itself, without white space at its
 * ends, if it is empty, is relative without a base, or would have no host ("//"; its backslashes become slashes, so
 * that the text after them is not read as a host).  Ignores a base of more than 8 KiB. */
detm_text dt_url_resolve(dt_arena *arena, const char *base, detm_text link);
/* Does the same with the parts of a base, for many links. */
detm_text dt_url_resolve_against(dt_arena *arena, const dt_url *base, detm_text link);
/* Returns the parts of a base for dt_url_resolve_against; empty ones if it is NULL or too long. */
dt_url dt_url_base_parts(const char *base);

/* The bytes that the normal form of a URL of this length may need. */
#define DT_NORMAL_URL_SIZE(length) (3 * (length) + 3)
/* Writes the normal form of a resolved URL from its parts, without a NUL (RFC 3986, 6.2.2 and 6.2.3: case,
 * percent-encoding, dot segments, default ports, an empty path).  Equivalent URLs have the same.  Returns its length.
 */
size_t dt_url_normal(const dt_url *url, char *out);
/* Writes the bytes that a text with "%20" stands for, at most as many as it has, without a NUL.  Returns their number.
 */
size_t dt_url_decode_percent(detm_text text, char *out);
/* Whether an address leads nowhere: "#", "#top", "javascript:", or empty. */
bool dt_url_is_dead(detm_text address);
/* Returns the normal form of a page's URL, without fragment, in `arena`; empty if the URL is not absolute. */
detm_text dt_url_of_page(dt_arena *arena, detm_text url);

#endif
