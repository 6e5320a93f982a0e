/* folders.c: temporary folders of files, for the tests of src/library and src/store. */
#include "library/folders.h"

#include "base/files.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

char *folder_new(void) {
  char *folder = strdup("/tmp/detm-unit-XXXXXX");
  cr_assert_not_null(mkdtemp(folder));
  return folder;
}

static void empty(const char *folder) {
  DIR *opened = opendir(folder);
  chmod(folder, 0700);
  for (const struct dirent *entry; opened != NULL && (entry = readdir(opened)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    char *path = dt_folder_path(folder, entry->d_name);
    if (entry->d_type == DT_DIR) empty(path);
    cr_expect_eq(remove(path), 0, "%s", path);
    free(path);
  }
  closedir(opened);
}

void folder_remove(char *folder) {
  empty(folder);
  cr_expect_eq(rmdir(folder), 0);
  free(folder);
}

static void make_way(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    mkdir(path, 0700);
    *slash = '/';
  }
}

void folder_put(const char *folder, const char *file, const char *text) {
  static long puts;
  struct timespec times[2] = {{.tv_sec = time(NULL) - 3600, .tv_nsec = ++puts}};
  char *path = dt_folder_path(folder, file);
  times[1] = times[0];
  make_way(path);
  FILE *out = fopen(path, "w");
  cr_assert_not_null(out, "%s", path);
  fputs(text, out);
  cr_assert_eq(fclose(out), 0);
  cr_assert_eq(utimensat(AT_FDCWD, path, times, 0), 0);
  free(path);
}

void folder_take(const char *folder, const char *file) {
  char *path = dt_folder_path(folder, file);
  cr_assert_eq(remove(path), 0);
  free(path);
}

size_t folder_count(const char *folder) {
  size_t count = 0;
  DIR *opened = opendir(folder);
  cr_assert_not_null(opened);
  while (readdir(opened) != NULL) count++;
  closedir(opened);
  return count - 2;
}
