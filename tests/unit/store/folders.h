/* folders.h: folders of files for the tests of src/store. */
#ifndef TEST_FOLDERS_H
#define TEST_FOLDERS_H

#include <stddef.h>

/* A new folder among the temporary files; malloc'ed.  Goes with folder_remove, which frees its name. */
char *folder_new(void);
void folder_remove(char *folder);

/* Writes a file with the folders on its way; its time of change is an hour ago and differs from that of all before. */
void folder_put(const char *folder, const char *file, const char *text);
void folder_take(const char *folder, const char *file);
/* Everything that stands in it, whatever its name. */
size_t folder_count(const char *folder);

#endif
