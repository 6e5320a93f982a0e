/* store/folder.h: the files of a library's folder. */
#ifndef DT_STORE_FOLDER_H
#define DT_STORE_FOLDER_H

#include "base/base.h"
#include "store/index.h"

typedef struct dt_folder_file {
  const char *file; /* below the folder */
  dt_stamp stamp;
} dt_folder_file;

/* Why a folder of it cannot be read. */
#define DT_NO_LIST "its files cannot be listed; check its rights and its disk"

/* Below a library corrections have a folder of this name, which is passed over. */
#define DT_CORRECTIONS "corrections"

/* Names of DIR/NAME.xml and DIR/DOMAIN/NAME.xml, each with its NUL, in no order; "DOMAIN/" for a folder that cannot be
 * read.  DETM_BAD_FILE: this is so of DIR itself. */
detm_status dt_folder_list(const char *folder, dt_buffer *names, detm_error *error) DETM_CHECK;

/* "FOLDER/FILE" in malloc'ed memory, NULL without. */
char *dt_folder_path(const char *folder, const char *file);

/* When a regular file was changed; false: errno says why not, ENOENT if it is none. */
bool dt_folder_stamp(const char *path, dt_stamp *stamp);
/* Whether a file that was changed then may be changed again without its stamp showing it. */
bool dt_stamp_recent(dt_stamp stamp);

/* Reads a regular file of at most max_bytes, appended to `bytes`.  DETM_BAD_FILE says why not; error may be NULL. */
detm_status dt_folder_read(const char *path, size_t max_bytes, dt_buffer *bytes, detm_error *error) DETM_CHECK;

/* Replaces a file of the folder as a whole, with the folder's rights; false: it could not be written, the old one
 * stays. */
bool dt_folder_replace(const char *folder, const char *file, const char *bytes, size_t length);

#endif
