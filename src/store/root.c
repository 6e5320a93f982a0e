/* store/root.c: whether a file is a template or a wrapper: its root element's namespace tells, whatever the prefix.
 *
 * Only the root's tag is looked at, and not judged: that is the part of the file's loader. */
#include "store/library.h"

const char *const dt_file_kind_names[DT_FILE_KINDS] = {[DT_FILE_TEMPLATE] = "template", [DT_FILE_WRAPPER] = "wrapper"};

static bool is_text(detm_text text, const char *wanted) {
  return text.length == strlen(wanted) && memcmp(text.data, wanted, text.length) == 0;
}

static bool takes(const char **at, const char *end, const char *wanted) {
  size_t length = strlen(wanted);
  if ((size_t)(end - *at) < length || memcmp(*at, wanted, length) != 0) return false;
  *at += length;
  return true;
}

static const char *past_any(const char *at, const char *end, const char *bytes) {
  while (at < end && *at != '\0' && strchr(bytes, *at) != NULL) at++;
  return at;
}

/* A name, which may be empty where there is none; *at goes behind it. */
static detm_text take_name(const char **at, const char *end) {
  const char *start = *at;
  while (*at < end && **at != '\0' && strchr(" \t\r\n/>=\"'", **at) == NULL) ++*at;
  return (detm_text){start, (size_t)(*at - start)};
}

/* The next attribute of a tag; false: there is none, or what stands there is none. */
static bool take_attribute(const char **at, const char *end, detm_text *name, detm_text *value) {
  static const char space[] = " \t\r\n";
  *at = past_any(*at, end, space);
  *name = take_name(at, end);
  *at = past_any(*at, end, space);
  if (name->length == 0 || !takes(at, end, "=")) return false;
  *at = past_any(*at, end, space);
  if (*at >= end || (**at != '"' && **at != '\'')) return false;
  const char *start = *at + 1, *close = memchr(start, **at, (size_t)(end - start));
  if (close == NULL) return false;
  *value = (detm_text){start, (size_t)(close - start)};
  *at = close + 1;
  return true;
}

/* Whether an attribute declares the namespace of this prefix (none: the default one). */
static bool declares(detm_text attribute, detm_text prefix) {
  const char *at = attribute.data, *end = at + attribute.length;
  if (!takes(&at, end, "xmlns") || (prefix.length != 0 && !takes(&at, end, ":"))) return false;
  return (size_t)(end - at) == prefix.length && memcmp(at, prefix.data, prefix.length) == 0;
}

/* "urn:detm:template:1" is of templates, whatever the version. */
static dt_file_kind kind_of_space(detm_text space) {
  for (int kind = 0; kind < DT_FILE_KINDS; kind++) {
    const char *at = space.data, *end = at + space.length;
    if (takes(&at, end, "urn:detm:") && takes(&at, end, dt_file_kind_names[kind]) && takes(&at, end, ":"))
      return (dt_file_kind)kind;
  }
  return DT_FILE_KINDS;
}

static dt_file_kind kind_of_name(detm_text name) {
  int kind = 0;
  while (kind < DT_FILE_KINDS && !is_text(name, dt_file_kind_names[kind])) kind++;
  return (dt_file_kind)kind;
}

bool dt_root_tag(dt_source *source) {
  while (dt_source_next(source))
    if (source->at[1] != '!') return true;
  return false;
}

/* An element of the right name in no namespace or another one is of its kind too: the loader says what is wrong. */
dt_file_kind dt_file_kind_of(const dt_source *root) {
  const char *at = root->at + 1, *end = root->next;
  detm_text prefix = {at, 0}, name = take_name(&at, end), attribute, value;
  const char *colon = memchr(name.data, ':', name.length);
  if (colon != NULL) {
    prefix.length = (size_t)(colon - name.data);
    name = (detm_text){colon + 1, name.length - prefix.length - 1};
  }
  dt_file_kind kind = DT_FILE_KINDS;
  while (kind == DT_FILE_KINDS && take_attribute(&at, end, &attribute, &value))
    if (declares(attribute, prefix)) kind = kind_of_space(value);
  return kind != DT_FILE_KINDS ? kind : kind_of_name(name);
}

const char *detm_file_kind(const char *bytes, size_t length) {
  dt_source source = dt_source_start(bytes, length);
  dt_file_kind kind = dt_root_tag(&source) ? dt_file_kind_of(&source) : DT_FILE_KINDS;
  return kind < DT_FILE_KINDS ? dt_file_kind_names[kind] : NULL;
}
