/* tests/fuzz/fuzz-url.c: resolves lines as links, with the first line as their base.
 *
 * Resolving or normalising a URL twice must give the same as once, and its parts joined must give the URL. */
#include "must.h"

#include "text/url.h"

static char *put_part(char *to, const char *before, detm_text part, const char *after) {
  if (part.data == NULL) return to;
  to = stpcpy(to, before);
  memcpy(to, part.data, part.length);
  return stpcpy(to + part.length, after);
}

/* Joins the parts as in RFC 3986, 5.3. */
static void check_parts(dt_arena *arena, detm_text url) {
  dt_url parts = dt_url_split(url);
  char *whole = dt_arena_take(arena, url.length + 8), *to = whole;
  must(whole != NULL && parts.path.data != NULL);
  to = put_part(to, "", parts.scheme, ":");
  to = put_part(to, "//", parts.authority, "");
  to = put_part(to, "", parts.path, "");
  to = put_part(to, "?", parts.query, "");
  to = put_part(to, "#", parts.fragment, "");
  must(dt_text_equal((detm_text){whole, (size_t)(to - whole)}, url));
}

static detm_text make_normal(dt_arena *arena, detm_text url) {
  dt_url parts = dt_url_split(url);
  char *normal = dt_arena_take(arena, DT_NORMAL_URL_SIZE(url.length));
  must(normal != NULL);
  detm_text made = {normal, dt_url_normal(&parts, normal)};
  must(made.length <= DT_NORMAL_URL_SIZE(url.length));
  return made;
}

static void check_normal(dt_arena *arena, detm_text url) {
  if (dt_url_split(url).scheme.data == NULL) return; /* in a relative URL "%41:" would become a scheme */
  detm_text normal = make_normal(arena, url);
  must(dt_text_equal(make_normal(arena, normal), normal));
}

static void resolve(dt_arena *arena, const char *base, const char *link) {
  detm_text once = dt_url_resolve(arena, base, dt_text(link)), twice = dt_url_resolve(arena, base, once);
  check_normal(arena, once);
  if (!dt_url_is_base(dt_text(base))) return;
  must(dt_text_equal(once, twice));
  if (dt_url_is_base(once)) check_parts(arena, once);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  dt_arena arena;
  dt_arena_start(&arena, NULL);
  char *lines = dt_arena_copy(&arena, (const char *)data, size), *base = lines, *end;
  for (char *line = lines; line != NULL; line = end != NULL ? end + 1 : NULL) {
    end = strchr(line, '\n');
    if (end != NULL) *end = '\0';
    if (line != base) resolve(&arena, base, line);
    check_normal(&arena, dt_text(line));
  }
  dt_arena_free(&arena);
  return 0;
}
