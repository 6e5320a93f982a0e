/* result/table/zip.h: writes a ZIP file as a stream.
 *
 * The sizes of a file follow its bytes, so a file is packed while it is made: it needs neither memory nor a temporary
 * file, and the output may be a pipe.  All times are the first of ZIP, so the same files give the same bytes. */
#ifndef DT_RESULT_TABLE_ZIP_H
#define DT_RESULT_TABLE_ZIP_H

#include "base/base.h"
#include "base/vec.h"

#define ZLIB_CONST
#include <zlib.h>

enum { DT_ZIP_NAME = 40 };
typedef struct dt_zip_file {
  char name[DT_ZIP_NAME];
  uint32_t checksum, packed, size, offset;
} dt_zip_file;

typedef struct dt_zip {
  dt_buffer *to; /* the writer's, which empties it */
  z_stream deflate;
  bool ready;                /* `deflate` has memory */
  DT_VEC(dt_zip_file) files; /* the last is the current one */
  uint64_t written;          /* bytes of the archive */
  uint64_t packed, size;     /* bytes of the current file */
  bool failed;               /* no memory */
  bool too_large;            /* more than the 4 GiB that a file of ZIP may have */
} dt_zip;

/* Begins the next file; its name must be in ASCII and shorter than DT_ZIP_NAME. */
void dt_zip_begin(dt_zip *zip, const char *name);
void dt_zip_add(dt_zip *zip, const char *bytes, size_t length);
/* Ends the current file. */
void dt_zip_end(dt_zip *zip);
/* Adds a whole file. */
void dt_zip_file_add(dt_zip *zip, const char *name, const char *bytes, size_t length);
/* Ends the archive with the list of its files. */
void dt_zip_finish(dt_zip *zip);
void dt_zip_free(dt_zip *zip);

#endif
