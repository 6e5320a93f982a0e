/* library/source_folder.h: the source of a library's files: a folder, or the rules of a store. */
#ifndef DT_LIBRARY_SOURCE_FOLDER_H
#define DT_LIBRARY_SOURCE_FOLDER_H

#include "base/base.h"
#include "library/index.h"

enum { DT_MAX_FILE_BYTES = 64 << 20 };

typedef struct dt_origin dt_origin;

typedef struct dt_origin_type {
  /* Lists file names, each followed by a NUL, in any order; one that ends with "/" is a folder that cannot be read. */
  detm_status (*list)(dt_origin *origin, dt_buffer *names, detm_error *error);
  /* Gets the stamp of a file; DETM_NOTHING if it is not a file or does not exist any more. */
  detm_status (*stamp)(dt_origin *origin, const char *file, dt_stamp *stamp, detm_error *error);
  /* Appends the bytes of a file, at most DT_MAX_FILE_BYTES. */
  detm_status (*read)(dt_origin *origin, const char *file, dt_buffer *bytes, detm_error *error);
  /* Returns the domain of a file in `arena` (with a scope), or NULL. */
  const char *(*domain)(dt_origin *origin, dt_arena *arena, const char *file);
  /* Returns the name of a file, or of the origin for NULL, for messages; malloc'ed, NULL for lack of memory. */
  char *(*path)(const dt_origin *origin, const char *file);
  /* Read and write the index file, which only saves time: they fail silently. */
  void (*read_index)(dt_origin *origin, dt_buffer *bytes);
  void (*write_index)(dt_origin *origin, const dt_buffer *bytes);
  void (*close)(dt_origin *origin);
} dt_origin_type;

struct dt_origin {
  const dt_origin_type *type;
};

/* Returns the origin of the files of a folder (base/files.h), or NULL for lack of memory. */
dt_origin *dt_origin_folder(const char *folder);
/* The domain of a file "DOMAIN/NAME" of a folder. */
const char *dt_folder_domain(dt_origin *origin, dt_arena *arena, const char *file);

#endif
