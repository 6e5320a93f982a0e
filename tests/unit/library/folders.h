/* folders.h: temporary folders of files, for the tests of src/library and src/store. */
#ifndef TEST_FOLDERS_H
#define TEST_FOLDERS_H

#include <stddef.h>

/* Creates a temporary folder; the name is malloc'ed.  folder_remove removes the folder and frees the name. */
char *folder_new(void);
void folder_remove(char *folder);

/* Writes a file and the folders on its path; its modification time is about an hour ago and differs from file to file.
 */
void folder_put(const char *folder, const char *file, const char *text);
void folder_take(const char *folder, const char *file);
/* Counts everything in a folder. */
size_t folder_count(const char *folder);

#endif
