/* store/origin.h: where a library's files come from: a folder, or a store's rule base. */
#ifndef DT_STORE_ORIGIN_H
#define DT_STORE_ORIGIN_H

#include "base/base.h"
#include "store/index.h"

enum { DT_MOST_FILE_BYTES = 64 << 20 };

typedef struct dt_origin dt_origin;

typedef struct dt_origin_type {
  /* Names of files, each with its NUL, in no order; one that ends with "/" is a folder that cannot be read. */
  detm_status (*list)(dt_origin *origin, dt_buffer *names, detm_error *error);
  /* When a file was changed; DETM_NOTHING: it is none, or gone. */
  detm_status (*stamp)(dt_origin *origin, const char *file, dt_stamp *stamp, detm_error *error);
  /* Appends a file's bytes, at most DT_MOST_FILE_BYTES. */
  detm_status (*read)(dt_origin *origin, const char *file, dt_buffer *bytes, detm_error *error);
  /* The domain that a file is filed under, in `arena` (with a scope); NULL = none. */
  const char *(*domain)(dt_origin *origin, dt_arena *arena, const char *file);
  /* How messages call a file, or the origin itself (file NULL); malloc'ed, NULL without memory. */
  char *(*path)(const dt_origin *origin, const char *file);
  /* Bytes of index.h, which only save time: nothing is read where there are none, and what cannot be written is not. */
  void (*read_index)(dt_origin *origin, dt_buffer *bytes);
  void (*write_index)(dt_origin *origin, const dt_buffer *bytes);
  void (*close)(dt_origin *origin);
} dt_origin_type;

struct dt_origin {
  const dt_origin_type *type;
};

/* The files of a folder (folder.h); NULL without memory. */
dt_origin *dt_origin_folder(const char *folder);

#endif
