/* stream/plist.c: finds the main resource in a property list, and those of its frames.
 *
 * A web archive is a dictionary {WebMainResource: {WebResourceData, WebResourceURL, WebResourceMIMEType,
 * WebResourceTextEncodingName}, WebSubframeArchives: [...], ...}; the latter are web archives themselves.  Of a list in
 * XML the tags are read, and of a binary one the objects: an object is a byte of its kind and its size, then its
 * content; containers have numbers of objects; the table at the end of the file says where each object is. */
#include "config.h"

#include "stream/plist.h"

#include "base/base64.h"
#include "base/xml_reference.h"
#include "stream/frames.h"
#include "stream/headers.h"
#include "stream/utf16.h"

#include <stdlib.h>

static const char main_resource[] = "WebMainResource", subframes[] = "WebSubframeArchives";

enum { DATA, URL, MEDIA, ENCODING, KEYS };

static const char *const keys[KEYS] = {"WebResourceData", "WebResourceURL", "WebResourceMIMEType",
                                       "WebResourceTextEncodingName"};

/* The values of a main resource, decoded; capacity 0 = it has none. */
typedef struct resource {
  dt_buffer values[KEYS];
} resource;

typedef struct web_archive {
  resource main;
  dt_frames frames;
  size_t most;       /* bytes of the frames */
  unsigned archives; /* of a binary list that were looked at */
  bool failed;       /* no memory */
} web_archive;

static detm_text value_of_key(const resource *found, int key) {
  return (detm_text){found->values[key].data, found->values[key].length};
}

static char *encoding_of(const resource *found) {
  detm_text encoding = value_of_key(found, ENCODING);
  return encoding.length != 0 ? strndup(encoding.data, encoding.length) : NULL;
}

static void free_resource(resource *found) {
  for (int k = 0; k < KEYS; k++) dt_buffer_free(&found->values[k]);
}

/* Takes over a resource that was read: the main one, or that of a frame. */
static void add_resource(web_archive *web, resource *found, bool main) {
  const detm_text media = value_of_key(found, MEDIA);
  for (int k = 0; k < KEYS; k++) web->failed = web->failed || found->values[k].failed;
  if (main) {
    free_resource(&web->main);
    web->main = *found;
    *found = (resource){0};
  } else if (found->values[DATA].length != 0 && (media.length == 0 || dt_header_is_html(media))) {
    dt_frame_page frame = {.url = dt_header_url(value_of_key(found, URL)), .encoding = encoding_of(found)};
    frame.bytes = found->values[DATA];
    found->values[DATA] = (dt_buffer){0};
    dt_frames_add(&web->frames, &frame, web->most);
  }
  free_resource(found);
}

/* ---- XML ---- */

/* A tag, and the text before it. */
typedef struct tag {
  detm_text before, name;
  bool ends, empty;
} tag;

/* Gets the next tag.  False at the end of the file. */
static bool next_tag(detm_text *rest, tag *t) {
  for (;;) {
    const char *start = rest->length != 0 ? memchr(rest->data, '<', rest->length) : NULL;
    if (start == NULL) return false;
    t->before = dt_text_between(rest->data, start);
    *rest = dt_text_from(*rest, t->before.length);
    const char *end = memchr(start, '>', rest->length);
    if (dt_text_starts(*rest, DT_TEXT("<!--"))) {
      end = memmem(start, rest->length, "-->", 3);
      if (end != NULL) end += 2;
    }
    if (end == NULL) return false;
    detm_text inner = dt_text_between(start + 1, end);
    *rest = dt_text_from(*rest, (size_t)(end + 1 - start));
    if (inner.length == 0 || *inner.data == '!' || *inner.data == '?') continue;
    t->ends = *inner.data == '/';
    if (t->ends) inner = dt_text_from(inner, 1);
    t->empty = dt_text_ends(inner, DT_TEXT("/"));
    size_t length = 0;
    while (length < inner.length && dt_is_ascii_alnum(inner.data[length])) length++;
    t->name = (detm_text){inner.data, length};
    return true;
  }
}

/* Appends a text of XML without its references. */
static void add_xml(detm_text text, dt_buffer *out) {
  while (text.length != 0) {
    char byte = *text.data;
    size_t length = byte == '&' ? dt_xml_reference(text, &byte) : 1;
    dt_buffer_byte(out, length != 0 ? byte : '&');
    text = dt_text_from(text, length != 0 ? length : 1);
  }
}

/* Reads the values of the dictionaries `main_resource`: that in the outermost dictionary is the page's. */
static void read_xml(detm_text file, web_archive *web) {
  resource found = {0};
  size_t depth = 0, main_depth = 0;
  bool wanted = false;
  int key = KEYS;

  tag t;
  while (next_tag(&file, &t)) {
    bool dict = dt_text_equal(t.name, DT_TEXT("dict")), array = dt_text_equal(t.name, DT_TEXT("array"));
    if (dict || array) {
      if (t.empty) continue;
      if (!t.ends) {
        depth++;
        if (wanted && dict) main_depth = depth;
      } else {
        if (depth == main_depth && main_depth != 0) {
          add_resource(web, &found, depth == 2);
          main_depth = 0;
        }
        depth -= depth != 0;
      }
      wanted = false;
      key = KEYS;
    } else if (t.ends && dt_text_equal(t.name, DT_TEXT("key"))) {
      wanted = main_depth == 0 && dt_text_equal(t.before, dt_text(main_resource));
      key = KEYS;
      for (int k = 0; depth == main_depth && main_depth != 0 && k < KEYS; k++)
        if (dt_text_equal(t.before, dt_text(keys[k]))) key = k;
    } else if (t.ends && key != KEYS) {
      dt_buffer *value = &found.values[key];
      value->length = 0;
      dt_buffer_reserve(value, 1);
      if (dt_text_equal(t.name, DT_TEXT("data")))
        dt_base64_decode(t.before, value);
      else
        add_xml(t.before, value);
      key = KEYS;
    }
  }

  if (main_depth == 2) add_resource(web, &found, true); /* the file is cut off */
  free_resource(&found);
}

/* ---- binary ---- */

enum { TRAILER = 32, ASCII = 5, UTF16 = 6, BYTES = 4, ARRAY = 10, DICT = 13 };
enum { MAX_DEPTH = 4, MAX_ARCHIVES = 1000 };

typedef struct plist {
  detm_text file;
  uint64_t objects, table; /* how many, and where the table of their places is */
  unsigned place_size, number_size;
} plist;

typedef struct object {
  unsigned kind;
  uint64_t count; /* bytes, characters, or members */
  detm_text rest; /* of the file, from the content on */
} object;

/* A number of `size` bytes, the highest first. */
static uint64_t big_endian_number(const char *bytes, unsigned size) {
  uint64_t number = 0;
  for (unsigned i = 0; i < size; i++) number = number << 8 | (unsigned char)bytes[i];
  return number;
}

static bool read_object(const plist *list, uint64_t number, object *o) {
  if (number >= list->objects) return false;
  uint64_t at = big_endian_number(list->file.data + list->table + number * list->place_size, list->place_size);
  if (at >= list->file.length) return false;
  unsigned char byte = (unsigned char)list->file.data[at];

  o->rest = dt_text_from(list->file, (size_t)at + 1);
  o->kind = byte >> 4;
  o->count = byte & 0x0f;
  if (o->count != 0x0f) return true;

  /* the count is an object of its own: a number of 1, 2, 4 or 8 bytes */
  if (o->rest.length == 0 || ((unsigned char)*o->rest.data & 0xfc) != 0x10) return false;
  unsigned size = 1u << ((unsigned char)*o->rest.data & 3);
  if (o->rest.length < 1 + size) return false;
  o->count = big_endian_number(o->rest.data + 1, size);
  o->rest = dt_text_from(o->rest, 1 + size);
  return true;
}

/* Appends a text or bytes.  False: the object is neither. */
static bool add_object(const object *o, dt_buffer *out) {
  uint64_t size = o->kind == UTF16 ? 2 : 1;
  if ((o->kind != ASCII && o->kind != UTF16 && o->kind != BYTES) || o->count > o->rest.length / size) return false;
  dt_buffer_reserve(out, 1);
  if (o->kind != UTF16) {
    dt_buffer_add(out, o->rest.data, (size_t)o->count);
    return true;
  }
  dt_utf16_add((detm_text){o->rest.data, 2 * (size_t)o->count}, true, out);
  return true;
}

/* Finds a member of a dictionary, whose numbers of keys come before those of the values. */
static bool find_member(const plist *list, const object *dict, const char *key, object *value) {
  if (dict->kind != DICT || dict->count > dict->rest.length / (2 * list->number_size)) return false;
  for (uint64_t i = 0; i < dict->count; i++) {
    const char *at = dict->rest.data + i * list->number_size;
    object name;
    if (!read_object(list, big_endian_number(at, list->number_size), &name) || name.kind != ASCII) continue;
    if (name.count != strlen(key) || !dt_text_starts(name.rest, dt_text(key))) continue;
    return read_object(list, big_endian_number(at + dict->count * list->number_size, list->number_size), value);
  }
  return false;
}

/* Reads a web archive, and those of its frames.  False: the file is damaged. */
static bool read_archive(const plist *list, const object *top, unsigned depth, web_archive *web) {
  object main, frames, value;
  resource found = {0};
  bool whole = true;
  if (web->archives++ == MAX_ARCHIVES || !find_member(list, top, main_resource, &main)) return true;

  for (int k = 0; k < KEYS && whole; k++)
    whole = !find_member(list, &main, keys[k], &value) || add_object(&value, &found.values[k]);
  add_resource(web, &found, depth == 0);
  if (!whole || depth == MAX_DEPTH || !find_member(list, top, subframes, &frames)) return whole || depth != 0;

  const bool fits = frames.kind == ARRAY && frames.count <= frames.rest.length / list->number_size;
  for (uint64_t i = 0; fits && i < frames.count && web->archives <= MAX_ARCHIVES; i++) {
    const char *at = frames.rest.data + i * list->number_size;
    if (read_object(list, big_endian_number(at, list->number_size), &value)) read_archive(list, &value, depth + 1, web);
  }
  return true;
}

/* Reads the trailer: 6 bytes, the sizes of a place and of a number, then three numbers of 8 bytes: how many objects,
 * the number of the outermost one, and where the table is.  False: the file is damaged. */
static bool read_binary(detm_text file, web_archive *web) {
  if (file.length < TRAILER) return false;
  const char *trailer = file.data + file.length - TRAILER;
  plist list = {.file = file,
                .place_size = (unsigned char)trailer[6],
                .number_size = (unsigned char)trailer[7],
                .objects = big_endian_number(trailer + 8, 8),
                .table = big_endian_number(trailer + 24, 8)};
  object top;

  if (list.place_size == 0 || list.place_size > 8 || list.number_size == 0 || list.number_size > 8 ||
      list.table > file.length - TRAILER || list.objects > (file.length - TRAILER - list.table) / list.place_size)
    return false;

  return read_object(&list, big_endian_number(trailer + 16, 8), &top) && read_archive(&list, &top, 0, web);
}

/* ---- the page ---- */

static detm_status make_webarchive_page(web_archive *web, dt_stream_page *page, detm_error *error) {
  resource *main = &web->main;
  const detm_text media = value_of_key(main, MEDIA);
  if (main->values[DATA].length == 0)
    return dt_error_set(error, DETM_BAD_INPUT, "is a property list without a page: name a web archive or a page");
  if (media.length != 0 && !dt_header_is_html(media))
    return dt_error_set(error, DETM_BAD_INPUT, "is a web archive of %.*s, not of HTML: name another file",
                        media.length < 40 ? (int)media.length : 40, media.data);
  page->url = dt_header_url(value_of_key(main, URL));
  if (page->url != NULL) page->name = strdup(page->url);
  page->encoding = encoding_of(main);
  page->bytes = main->values[DATA];
  main->values[DATA] = (dt_buffer){0};
  dt_frames_put(&page->bytes, page->url, &web->frames, NULL, web->most);
  return page->bytes.failed ? dt_error_memory(error) : DETM_OK;
}

detm_status dt_plist_next(dt_file_reading *reading, dt_stream_page *page, detm_error *error) {
  dt_buffer file = {0};
  web_archive *web = calloc(1, sizeof *web);
  if (web == NULL) return dt_error_memory(error);

  bool whole = true;
  web->most = reading->options->max_bytes;
  detm_status status = dt_format_read_all(reading, &file, error);
  if (status == DETM_OK) {
    detm_text text = {file.data, file.length};
    if (dt_text_starts(text, DT_TEXT("bplist00")))
      whole = read_binary(text, web);
    else
      read_xml(text, web);
    if (web->failed)
      status = dt_error_memory(error);
    else if (!whole)
      status = dt_error_set(error, DETM_BAD_INPUT, "is a damaged property list: save the page again");
    else
      status = make_webarchive_page(web, page, error);
  }

  free_resource(&web->main);
  dt_frames_free(&web->frames);
  free(web);
  dt_buffer_free(&file);
  return status;
}
