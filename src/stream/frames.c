/* stream/frames.c: finds the frames of a page and their pages. */
#include "config.h"

#include "stream/frames.h"

#include "base/arena.h"
#include "base/base64.h"
#include "base/foreign.h"
#include "stream/kinds.h"
#include "text/url.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  MAX_DEPTH = 4,       /* of frames in frames */
  MAX_ADDED = 16 << 20 /* bytes that frames add to a page */
};

/* What dt_frames_put was called with. */
typedef struct putting {
  const dt_frames *frames;
  const char *path;
  size_t most;
  unsigned count; /* frames that were put */
  size_t added;   /* their bytes */
} putting;

static void free_frame(dt_frame_page *frame) {
  free(frame->id);
  free(frame->url);
  free(frame->encoding);
  dt_buffer_free(&frame->bytes);
  *frame = (dt_frame_page){0};
}

void dt_frames_add(dt_frames *frames, dt_frame_page *frame, size_t most) {
  if (most > MAX_ADDED) most = MAX_ADDED;
  if (frames->count < DT_MAX_FRAMES && frames->bytes <= most && frame->bytes.length <= most - frames->bytes) {
    frames->bytes += frame->bytes.length;
    frames->items[frames->count++] = *frame;
    *frame = (dt_frame_page){0};
  }
  free_frame(frame);
}

void dt_frames_free(dt_frames *frames) {
  for (size_t i = 0; i < frames->count; i++) free_frame(&frames->items[i]);
}

/* ---- tags ---- */

/* The tag of a frame, and the value of its src in it; `address` is empty if it has none, or srcdoc. */
typedef struct frame_tag {
  detm_text address;
  bool quoted;
  const char *end;
} frame_tag;

/* The bytes before the first one of a set; a NUL is in none. */
static size_t length_before(detm_text text, const char *set) {
  size_t length = 0, count = strlen(set);
  while (length < text.length && memchr(set, text.data[length], count) == NULL) length++;
  return length;
}

/* Reads the attributes of a tag, from the end of its name.  One that does not end is the rest of the page. */
static frame_tag read_frame_tag(detm_text rest) {
  frame_tag tag = {.end = rest.data + rest.length};
  bool embedded = false;
  while (rest.length != 0 && *rest.data != '>') {
    rest = dt_text_strip_start(rest, " \t\r\n\f/=\"'");
    size_t length = length_before(rest, " \t\r\n\f/=>");
    const detm_text name = {rest.data, length};
    rest = dt_text_strip_start(dt_text_from(rest, length), " \t\r\n\f");
    if (!dt_text_starts(rest, DT_TEXT("="))) continue;

    rest = dt_text_strip_start(dt_text_from(rest, 1), " \t\r\n\f");
    const char quote = rest.length != 0 && (*rest.data == '"' || *rest.data == '\'') ? *rest.data : '\0';
    if (quote != '\0') rest = dt_text_from(rest, 1);
    length = length_before(rest, quote == '"' ? "\"" : quote != '\0' ? "'" : " \t\r\n\f>");
    if (length == rest.length) return tag;

    embedded = embedded || dt_text_equal_ci(name, DT_TEXT("srcdoc"));
    if (dt_text_equal_ci(name, DT_TEXT("src")) && tag.address.data == NULL) {
      tag.address = (detm_text){rest.data, length};
      tag.quoted = quote != '\0';
    }
    rest = dt_text_from(rest, length + (quote != '\0'));
  }

  tag.end = rest.data;
  if (embedded) tag.address = (detm_text){NULL, 0};
  return tag;
}

/* Tags behind which there are no tags up to their end, and those of frames. */
typedef enum known_tag { SCRIPT, STYLE, TEXTAREA, TITLE, IFRAME, FRAME, NO_TAG } known_tag;
static const char *const known_tags[NO_TAG] = {"script", "style", "textarea", "title", "iframe", "frame"};

/* The tag that a text begins with, before its attributes. */
static known_tag tag_at(detm_text text) {
  for (known_tag tag = SCRIPT; tag < NO_TAG; tag++) {
    if (!dt_text_starts_ci(text, dt_text(known_tags[tag]))) continue;
    const detm_text rest = dt_text_from(text, strlen(known_tags[tag]));
    if (rest.length != 0 && length_before(rest, " \t\r\n\f/>") == 0) return tag;
  }
  return NO_TAG;
}

/* Finds the next start tag of a frame, and cuts what is before its attributes off the page.  Tags in comments, scripts
 * and other texts without tags are none.  False: there is none. */
static bool next_frame(detm_text *page) {
  known_tag open = NO_TAG; /* that is not closed yet */
  if (page->length == 0) return false;
  const char *at = page->data, *end = at + page->length;
  while (at < end && (at = memchr(at, '<', (size_t)(end - at))) != NULL && ++at < end) {
    const detm_text rest = dt_text_between(at, end);
    if (open != NO_TAG) {
      if (*at == '/' && dt_text_starts_ci(dt_text_from(rest, 1), dt_text(known_tags[open]))) open = NO_TAG;
      continue;
    }

    const char first = (char)(*at | 32);
    if (first != '!' && first != 's' && first != 't' && first != 'i' && first != 'f') continue; /* most tags */
    if (dt_text_starts(rest, DT_TEXT("!--"))) {
      at = memmem(at, rest.length, "-->", 3);
      if (at == NULL) return false;
      continue;
    }

    const known_tag tag = tag_at(rest);
    if (tag < IFRAME) open = tag;
    if (tag < IFRAME || tag == NO_TAG) continue;
    *page = dt_text_from(rest, strlen(known_tags[tag]));
    return true;
  }

  return false;
}

bool dt_has_frames(detm_text page) { return next_frame(&page); }

/* ---- the pages of frames ---- */

/* Finds the part that an address names: "cid:ID", or a URL, which may be relative to that of the page. */
static const dt_frame_page *find_part(const dt_frames *frames, detm_text address, const char *base) {
  dt_arena scratch;
  const dt_frame_page *found = NULL;
  dt_arena_start(&scratch, NULL);
  const detm_text url = dt_url_resolve(&scratch, base, address);

  for (size_t i = 0; i < frames->count && found == NULL; i++) {
    const dt_frame_page *frame = &frames->items[i];
    const bool named = frame->id != NULL && dt_text_starts_ci(address, DT_TEXT("cid:")) &&
                       dt_text_equal(dt_text_from(address, 4), dt_text(frame->id));
    const bool located = frame->url != NULL && (dt_text_equal(address, dt_text(frame->url)) ||
                                                (url.data != NULL && dt_text_equal(url, dt_text(frame->url))));
    if (named || located) found = frame;
  }

  dt_arena_free(&scratch);
  return found;
}

/* The name of a page's file without its ending. */
static detm_text name_of_page(detm_text path) {
  const char *slash = memrchr(path.data, '/', path.length);
  const detm_text name = slash != NULL ? dt_text_between(slash + 1, path.data + path.length) : path;
  const char *dot = memrchr(name.data, '.', name.length);
  return dot != NULL ? dt_text_between(name.data, dot) : name;
}

/* Whether a page may have a frame, and name the folder that a browser saved with it: the letters and digits that its
 * own name begins with, which no address escapes, are in it.  Most pages need no search for frames. */
static bool may_have_frames(detm_text page, detm_text path) {
  const detm_text name = name_of_page(path);
  size_t length = 0;
  if (!dt_text_has_ci(page, DT_TEXT("frame"))) return false;
  while (length < name.length && dt_is_ascii_alnum(name.data[length])) length++;
  return length == 0 || memmem(page.data, page.length, name.data, length) != NULL;
}

/* Whether a relative address is in the folder that a browser saved with a page: "NAME_files" beside NAME.html, where
 * languages have other words and signs for "_files". */
static bool is_in_folder(detm_text address, detm_text page) {
  const detm_text name = name_of_page(page);
  if (name.length == 0 || !dt_text_starts(address, name)) return false;

  address = dt_text_from(address, name.length);
  if (address.length < 2 || strchr("_-.", *address.data) == NULL) return false;
  const char *end = memchr(address.data, '/', address.length);
  return end != NULL && memmem(end, (size_t)(address.data + address.length - end), "/..", 3) == NULL &&
         memchr(address.data, '\0', address.length) == NULL;
}

/* Reads a regular file of HTML that has at most `most` bytes.  False: it is none. */
static bool read_frame_file(const char *path, size_t most, dt_buffer *out) {
  struct stat about;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW);
  bool fits = fd >= 0 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && (size_t)about.st_size <= most;
  ssize_t got = 1;

  while (fits && got > 0 && out->length <= most && dt_buffer_reserve(out, 1 << 16)) {
    got = read(fd, out->data + out->length, 1 << 16);
    if (got > 0) out->length += (size_t)got;
  }

  if (fd >= 0) close(fd);
  return fits && got == 0 && dt_file_is_html(dt_text_cut((detm_text){out->data, out->length}, DT_KIND_BYTES));
}

/* The part of a path up to its last slash. */
static detm_text folder_of(detm_text path) {
  const char *slash = path.length != 0 ? memrchr(path.data, '/', path.length) : NULL;
  return (detm_text){path.data, slash != NULL ? (size_t)(slash + 1 - path.data) : 0};
}

/* Finds the file that an address in the page, or in the file `from` beside it, names. */
static bool find_frame_file(const putting *p, detm_text address, const char *from, dt_frame_page *found) {
  const detm_text page = dt_text(p->path), folder = folder_of(page), inner = folder_of(dt_text(from));
  dt_buffer path = {0};
  if (dt_text_starts(address, DT_TEXT("./"))) address = dt_text_from(address, 2);
  dt_buffer_add(&path, folder.data, folder.length);
  dt_buffer_add(&path, inner.data, inner.length);
  if (!dt_buffer_reserve(&path, address.length + 1)) return false;

  path.length += dt_url_decode_percent(address, path.data + path.length);
  path.data[path.length] = '\0';
  const detm_text relative = {path.data + folder.length, path.length - folder.length};
  const bool inside = is_in_folder(relative, page) && read_frame_file(path.data, p->most, &found->bytes);
  if (inside) found->url = strndup(relative.data, relative.length);
  dt_buffer_free(&path);
  return inside;
}

/* ---- putting ---- */

static void put_frames(putting *p, detm_text page, const char *url, unsigned depth, dt_buffer *out);

/* Adds the page of a frame as a data URL. */
static void add_data_url(putting *p, const dt_frame_page *frame, unsigned depth, dt_buffer *out) {
  const detm_text bytes = {frame->bytes.data, frame->bytes.length};
  dt_buffer inner = {0};
  put_frames(p, bytes, frame->url, depth + 1, &inner);
  /* its links are relative to its own URL; at the end, since the first base of a page counts */
  if (frame->url != NULL && dt_url_is_base(dt_text(frame->url)))
    dt_buffer_format(&inner, "<base href=\"%s\">", frame->url);

  dt_buffer_text(out, "data:text/html;");
  if (frame->encoding != NULL && strpbrk(frame->encoding, "\"'&,; \t\r\n") == NULL)
    dt_buffer_format(out, "charset=%s;", frame->encoding);
  dt_buffer_text(out, "base64,");
  if (inner.failed || inner.length > p->most)
    out->failed = out->failed || inner.failed;
  else
    dt_base64_encode((detm_text){inner.data, inner.length}, out);
  dt_buffer_free(&inner);
}

/* Adds the address of a frame, in which ampersands may be written as references. */
static void add_frame_address(detm_text written, dt_buffer *out) {
  const detm_text amp = DT_TEXT("&amp;");
  while (written.length != 0) {
    dt_buffer_byte(out, *written.data);
    written = dt_text_from(written, dt_text_starts(written, amp) ? amp.length : 1);
  }
}

/* Finds the page of a frame, among the parts of the file or beside it: then `file` holds it.  NULL: there is none. */
static const dt_frame_page *find_frame(const putting *p, const dt_buffer *address, const char *url, unsigned depth,
                                       dt_frame_page *file) {
  const detm_text wanted = {address->data, address->length};
  if (address->failed) return NULL;
  if (p->frames != NULL) return find_part(p->frames, wanted, url);
  return find_frame_file(p, wanted, depth != 0 && url != NULL ? url : "", file) ? file : NULL;
}

/* Adds a page with the pages of its frames; nothing if it has none. */
static void put_frames(putting *p, detm_text page, const char *url, unsigned depth, dt_buffer *out) {
  const char *copied = page.data, *end = page.data + page.length;
  while (depth < MAX_DEPTH && p->count < DT_MAX_FRAMES && out->length <= p->most && next_frame(&page)) {
    frame_tag tag = read_frame_tag(page);
    page = dt_text_between(tag.end, end);
    if (tag.address.length == 0) continue;

    dt_buffer address = {0};
    dt_frame_page file = {0};
    add_frame_address(tag.address, &address);
    const dt_frame_page *frame = find_frame(p, &address, url, depth, &file);
    if (frame != NULL && frame->bytes.length <= MAX_ADDED - p->added) {
      p->count++;
      p->added += frame->bytes.length;
      dt_buffer_add(out, copied, (size_t)(tag.address.data - copied));
      if (!tag.quoted) dt_buffer_byte(out, '"');
      add_data_url(p, frame, depth, out);
      if (!tag.quoted) dt_buffer_byte(out, '"');
      copied = tag.address.data + tag.address.length;
    }

    out->failed = out->failed || address.failed || file.bytes.failed;
    dt_buffer_free(&address);
    free_frame(&file);
  }

  if (p->count != 0) dt_buffer_add(out, copied, (size_t)(end - copied));
}

void dt_frames_put(dt_buffer *page, const char *url, const dt_frames *frames, const char *path, size_t most) {
  const detm_text text = {page->data, page->length};
  putting p = {.frames = frames, .path = path, .most = most};
  dt_buffer whole = {0};
  if (frames != NULL ? frames->count == 0 : text.length == 0 || !may_have_frames(text, dt_text(path))) return;

  put_frames(&p, text, url, 0, &whole);
  if (!whole.failed && (p.count == 0 || whole.length > most)) { /* it is read without them */
    dt_buffer_free(&whole);
    return;
  }

  dt_buffer_free(page);
  *page = whole;
}
