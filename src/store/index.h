/* store/index.h: what a library knows of its files without reading them.
 *
 * The index file (DIR/.detm-index) is a copy of this.  It only saves time: one that is missing, old, damaged or made to
 * hurt is passed over, and nothing in it is believed but what costs no safety if it is a lie. */
#ifndef DT_STORE_INDEX_H
#define DT_STORE_INDEX_H

#include "base/base.h"

typedef enum dt_file_kind { DT_FILE_TEMPLATE, DT_FILE_WRAPPER, DT_FILE_KINDS } dt_file_kind;

enum { DT_MOST_KEYS = 1000 /* of a set */ };

/* Hashes of the marks of a layout, or of the clues of a wrapper; rising. */
typedef struct dt_keys {
  const uint64_t *keys;
  uint32_t count;
} dt_keys;

/* When a file was last changed. */
typedef struct dt_stamp {
  uint64_t size;
  int64_t seconds;
  uint32_t nanoseconds;
} dt_stamp;

static inline bool dt_stamp_equal(dt_stamp a, dt_stamp b) {
  return a.size == b.size && a.seconds == b.seconds && a.nanoseconds == b.nanoseconds;
}

typedef struct dt_entry {
  const char *file; /* "books/shop.xml", below the library's folder */
  dt_stamp stamp;
  dt_file_kind kind;
  const char *domain; /* NULL = none */
  dt_keys *sets;      /* one for each layout */
  uint32_t set_count;
} dt_entry;

typedef struct dt_entries {
  dt_entry *all; /* rising by file (strcmp), each once */
  uint32_t count;
} dt_entries;

/* The entry of a file, NULL = none. */
const dt_entry *dt_entries_find(dt_entries entries, const char *file);

/* Appends the bytes of the index file. */
void dt_index_write(dt_entries entries, dt_buffer *out);
/* Reads them back, copied into `arena` (with a scope); no entries unless every byte is as it was written. */
dt_entries dt_index_read(dt_arena *arena, const char *bytes, size_t length);

#endif
