/* stream/bytes.c: a window of bytes that moves forward over a file, over the output of a decompressor. */
#include "config.h"

#include "stream/codec.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum {
  RAW_BYTES = (1 << 17) + 64 /* a block of zstd, with its header */,
  MIN_WINDOW = 1 << 17,
  MAX_RETURNED = 1 << 30
};

struct dt_bytes {
  dt_stream_read read;
  void *data;
  char *raw; /* bytes of the file, RAW_BYTES, for a decompressor; NULL if there is none */
  size_t raw_at, raw_end;
  bool raw_over;
  dt_codec codec;
  bool in_member;
  char *window;
  size_t at, end, capacity;
  size_t returned; /* bytes that were put back, in all */
  bool started, over;
  detm_error error;
};

dt_bytes *dt_bytes_open(dt_stream_read read, void *data) {
  dt_bytes *bytes = calloc(1, sizeof *bytes);
  if (bytes == NULL) return NULL;
  *bytes = (dt_bytes){.read = read, .data = data, .error = DETM_ERROR_NONE};
  bytes->raw = malloc(RAW_BYTES);
  if (bytes->raw != NULL) return bytes;
  free(bytes);
  return NULL;
}

void dt_bytes_close(dt_bytes *bytes) {
  if (bytes == NULL) return;
  dt_codec_end(&bytes->codec);
  free(bytes->window);
  free(bytes->raw);
  free(bytes);
}

const detm_error *dt_bytes_error(const dt_bytes *bytes) { return &bytes->error; }

static void fail_memory(dt_bytes *bytes) {
  bytes->over = true;
  dt_error_set(&bytes->error, DETM_NO_MEMORY, "is too large for the memory");
}

static void fail_damaged(dt_bytes *bytes, const char *what) {
  bytes->over = true;
  dt_error_set(&bytes->error, DETM_BAD_INPUT, "%s: fetch or compress it again", what);
}

static void fail_dictionary(dt_bytes *bytes) {
  bytes->over = true;
  dt_error_set(&bytes->error, DETM_BAD_INPUT,
               "needs a zstd dictionary that is not at its start: decompress it with zstd -D and its dictionary");
}

ssize_t dt_bytes_read_file(void *data, char *bytes, size_t length) {
  const int *fd = data;
  return read(*fd, bytes, length); /* after EINTR it is called again */
}

/* Reads from the file.  0 at the end or on failure. */
static size_t read_some(dt_bytes *bytes, char *out, size_t length) {
  ssize_t got;
  if (bytes->raw_over) return 0;
  do got = bytes->read(bytes->data, out, length);
  while (got < 0 && errno == EINTR);
  if (got > 0) return (size_t)got;
  bytes->raw_over = true;
  if (got < 0)
    dt_error_set(&bytes->error, DETM_BAD_FILE, "cannot be read: %s; check the file and its disk", strerror(errno));
  return 0;
}

/* Makes `count` raw bytes available, if the file has them.  Returns those that are. */
static detm_text need_raw(dt_bytes *bytes, size_t count) {
  if (bytes->raw_end - bytes->raw_at < count) {
    memmove(bytes->raw, bytes->raw + bytes->raw_at, bytes->raw_end - bytes->raw_at);
    bytes->raw_end -= bytes->raw_at;
    bytes->raw_at = 0;
  }
  for (size_t got = 1; bytes->raw_end - bytes->raw_at < count && got != 0; bytes->raw_end += got)
    got = read_some(bytes, bytes->raw + bytes->raw_end, RAW_BYTES - bytes->raw_end);
  return (detm_text){bytes->raw + bytes->raw_at, bytes->raw_end - bytes->raw_at};
}

/* Starts the next member, or ends the bytes.  Zeros after a member are padding. */
static void start_member(dt_bytes *bytes) {
  detm_text raw;
  while ((raw = need_raw(bytes, 4)).length != 0 && *raw.data == '\0') bytes->raw_at++;
  bool more = bytes->codec.kind == DT_CODEC_GZIP ? dt_text_starts(raw, DT_TEXT(DT_GZIP_MAGIC)) : raw.length != 0;
  if (more) {
    dt_codec_next_member(&bytes->codec);
    bytes->in_member = true;
    return;
  }
  bytes->over = true;
  if (raw.length != 0) fail_damaged(bytes, "has other bytes after its gzip data");
}

/* Reads the member that begins here, if all of it was read from the file. */
static bool take_whole_member(dt_bytes *bytes, char *out, size_t *length) {
  detm_text raw = {bytes->raw + bytes->raw_at, bytes->raw_end - bytes->raw_at}, left = raw;
  if (!dt_codec_whole_member(&bytes->codec, &left, out, length)) return false;
  bytes->raw_at += raw.length - left.length;
  bytes->in_member = false;
  return true;
}

static size_t decompress(dt_bytes *bytes, char *out, size_t length) {
  for (size_t got = length; !bytes->over; got = length) {
    bool starts = !bytes->in_member;
    if (starts) start_member(bytes);
    if (bytes->over) return 0;
    if (starts && take_whole_member(bytes, out, &got)) {
      if (got != 0) return got;
      continue; /* an empty one */
    }
    size_t wanted = dt_codec_wanted(&bytes->codec);
    detm_text raw = need_raw(bytes, wanted < RAW_BYTES ? wanted : RAW_BYTES), before = raw;
    dt_codec_state state = dt_codec_step(&bytes->codec, &raw, out, &got);
    bytes->raw_at += before.length - raw.length;
    if (state == DT_CODEC_MEMBER_ENDS) bytes->in_member = false;
    if (got != 0) return got; /* the next step repeats the error */
    if (state == DT_CODEC_NO_MEMORY) fail_memory(bytes);
    if (state == DT_CODEC_DAMAGED) fail_damaged(bytes, "has damaged compressed data");
    if (state == DT_CODEC_NO_DICTIONARY) fail_dictionary(bytes);
    if (state == DT_CODEC_GOES_ON && before.length == 0) fail_damaged(bytes, "is cut off within its compressed data");
  }

  return 0;
}

/* Reads the dictionary that a file of zstd begins with: a skippable frame, which is four bytes, its length, and its
 * content. */
static void read_dictionary(dt_bytes *bytes) {
  enum { HEADER = 8 };
  detm_text raw = need_raw(bytes, HEADER);
  size_t left = 0;

  for (size_t i = raw.length < HEADER ? 4 : HEADER; i-- > 4;) left = left << 8 | (unsigned char)raw.data[i];
  bytes->raw_at += raw.length < HEADER ? raw.length : HEADER;
  dt_buffer dictionary = {0};
  while (left != 0 && left <= DT_MAX_DICTIONARY && (raw = need_raw(bytes, 1)).length != 0) {
    if (raw.length > left) raw.length = left;
    dt_buffer_add(&dictionary, raw.data, raw.length);
    bytes->raw_at += raw.length;
    left -= raw.length;
  }

  dt_codec_state state = DT_CODEC_DAMAGED;
  if (left == 0) state = dt_codec_set_dictionary(&bytes->codec, (detm_text){dictionary.data, dictionary.length});
  if (dictionary.failed || state == DT_CODEC_NO_MEMORY)
    fail_memory(bytes);
  else if (state == DT_CODEC_DAMAGED)
    fail_damaged(bytes, "has a damaged zstd dictionary at its start");

  dt_buffer_free(&dictionary);
}

static void start(dt_bytes *bytes) {
  bytes->started = true;
  detm_text raw = need_raw(bytes, 4);
  if (!dt_codec_start(&bytes->codec, raw)) {
    fail_memory(bytes);
    return;
  }

  if (bytes->codec.kind == DT_CODEC_NONE) { /* what was read is the window */
    bytes->window = bytes->raw;
    bytes->capacity = RAW_BYTES;
    bytes->at = bytes->raw_at;
    bytes->end = bytes->raw_end;
    bytes->raw = NULL;
    return;
  }

  if (bytes->codec.kind == DT_CODEC_ZSTD && dt_text_starts(raw, DT_TEXT(DT_ZSTD_DICTIONARY_MAGIC)))
    read_dictionary(bytes);
}

/* Adds bytes to the window, which has space. */
static void pull(dt_bytes *bytes) {
  char *out = bytes->window + bytes->end;
  size_t space = bytes->capacity - bytes->end;
  size_t got = bytes->codec.kind != DT_CODEC_NONE ? decompress(bytes, out, space) : read_some(bytes, out, space);
  bytes->end += got;
  if (got == 0) bytes->over = true;
}

/* Makes space for `count` bytes from `at` on.  False without memory. */
static bool make_space(dt_bytes *bytes, size_t count) {
  if (bytes->at != 0) {
    if (bytes->end > bytes->at) memmove(bytes->window, bytes->window + bytes->at, bytes->end - bytes->at);
    bytes->end -= bytes->at;
    bytes->at = 0;
  }

  if (count <= bytes->capacity) return true;
  size_t capacity = bytes->capacity != 0 ? bytes->capacity * 2 : MIN_WINDOW;
  if (capacity < count) capacity = count;
  char *window = realloc(bytes->window, capacity);
  if (window == NULL) {
    fail_memory(bytes);
    return false;
  }

  bytes->window = window;
  bytes->capacity = capacity;
  return true;
}

detm_text dt_bytes_need(dt_bytes *bytes, size_t count) {
  if (!bytes->started) start(bytes);
  if (bytes->capacity - bytes->at < count && !bytes->over) make_space(bytes, count);
  while (bytes->end - bytes->at < count && !bytes->over) pull(bytes);
  if (bytes->window == NULL) return DT_TEXT(""); /* the file ended before its first byte was decompressed */
  return (detm_text){bytes->window + bytes->at, bytes->end - bytes->at};
}

void dt_bytes_skip(dt_bytes *bytes, size_t count) {
  bytes->at += count;
  if (bytes->at == bytes->end) bytes->at = bytes->end = 0;
}

uint64_t dt_bytes_drop(dt_bytes *bytes, uint64_t count) {
  uint64_t dropped = 0;
  while (dropped < count) {
    detm_text some = dt_bytes_need(bytes, 1);
    size_t length = some.length < count - dropped ? some.length : (size_t)(count - dropped);
    if (length == 0) break;
    dt_bytes_skip(bytes, length);
    dropped += length;
  }
  return dropped;
}

bool dt_bytes_take(dt_bytes *bytes, size_t most, dt_buffer *out) {
  while (bytes->end - bytes->at <= most && !bytes->over) dt_bytes_need(bytes, bytes->end - bytes->at + 1);
  if (bytes->end - bytes->at > most) return false;

  if (bytes->at != 0) make_space(bytes, 0);
  *out = (dt_buffer){.data = bytes->window, .length = bytes->end, .capacity = bytes->capacity};
  bytes->window = NULL;
  bytes->at = bytes->end = bytes->capacity = 0;
  return true;
}

bool dt_bytes_return(dt_bytes *bytes, detm_text text) {
  size_t left = bytes->end - bytes->at;
  if (text.length > MAX_RETURNED - bytes->returned) return false;
  bytes->returned += text.length;
  if (text.length > bytes->at) {
    if (!make_space(bytes, text.length + left)) return false;
    if (left != 0) memmove(bytes->window + text.length, bytes->window, left);
    bytes->at = text.length;
    bytes->end = text.length + left;
  }
  bytes->at -= text.length;
  if (text.length != 0) memcpy(bytes->window + bytes->at, text.data, text.length);
  return true;
}

detm_text dt_bytes_line(dt_bytes *bytes, size_t most) {
  for (size_t seen = 0;;) {
    detm_text some = dt_bytes_need(bytes, seen + 1); /* does not wait for bytes after the line */
    if (some.length > most) some.length = most;
    const char *newline = some.length > seen ? memchr(some.data + seen, '\n', some.length - seen) : NULL;
    if (newline != NULL) return dt_text_between(some.data, newline + 1);
    if (some.length == most || some.length == seen) return some;
    seen = some.length;
  }
}

bool dt_bytes_resume(dt_bytes *bytes) {
  if (bytes->error.status != DETM_BAD_INPUT || bytes->codec.kind != DT_CODEC_GZIP) return false;
  for (detm_text raw; (raw = need_raw(bytes, 3)).length >= 3; bytes->raw_at++) {
    const char *magic = memchr(raw.data, '\x1f', raw.length - 2);
    bytes->raw_at += magic != NULL ? (size_t)(magic - raw.data) : raw.length - 3;
    if (magic == NULL || !dt_text_starts(need_raw(bytes, 3), DT_TEXT(DT_GZIP_MAGIC "\x08"))) continue;
    bytes->error = (detm_error)DETM_ERROR_NONE;
    bytes->over = bytes->in_member = false;
    return true;
  }
  return false;
}
