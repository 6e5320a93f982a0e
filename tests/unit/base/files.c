/* Tests of src/base/files.c: which files are listed, and replacing one as a whole. */
#include "base/files.h"
#include "library/folders.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(folder, .fini = find_leaks);

static bool is_listed(const dt_buffer *names, const char *name) {
  for (size_t at = 0; at < names->length; at += strlen(names->data + at) + 1)
    if (strcmp(names->data + at, name) == 0) return true;
  return false;
}

static size_t count_names(const dt_buffer *names) {
  size_t count = 0;
  for (size_t at = 0; at < names->length; at++) count += names->data[at] == '\0';
  return count;
}

Test(folder, lists_xml_files_in_it_and_one_level_below) {
  char *folder = folder_new();
  dt_buffer names = {0};
  folder_put(folder, "a.xml", "");
  folder_put(folder, "books/b.xml", "");
  folder_put(folder, "books/deep/c.xml", "");
  folder_put(folder, "books/.hidden.xml", "");
  folder_put(folder, ".git/d.xml", "");
  folder_put(folder, "notes.txt", "");
  folder_put(folder, ".xml", "");
  cr_assert_eq(dt_folder_list(folder, &names, NULL), DETM_OK);
  cr_expect(is_listed(&names, "a.xml"));
  cr_expect(is_listed(&names, "books/b.xml"));
  cr_expect_eq(count_names(&names), 2);
  dt_buffer_free(&names);
  folder_remove(folder);
}

Test(folder, names_the_folder_that_cannot_be_listed) {
  detm_error error = DETM_ERROR_NONE;
  dt_buffer names = {0};
  cr_expect_eq(dt_folder_list("/nonexistent/folder", &names, &error), DETM_BAD_FILE);
  cr_expect_str_eq(error.where, "/nonexistent/folder");
  cr_expect_not_null(strstr(error.text, "No such file"));
  dt_buffer_free(&names);
}

Test(folder, reads_regular_files_only) {
  char *folder = folder_new();
  char *path = dt_folder_path(folder, "pipe.xml");
  detm_error error = DETM_ERROR_NONE;
  dt_buffer bytes = {0};
  dt_stamp stamp;
  cr_assert_eq(mkfifo(path, 0600), 0);
  cr_expect_eq(dt_folder_read(path, 100, &bytes, &error), DETM_BAD_FILE);
  cr_expect(!dt_folder_stamp(path, &stamp));
  cr_expect_eq(dt_folder_read(folder, 100, &bytes, NULL), DETM_BAD_FILE);
  free(path);
  folder_remove(folder);
}

Test(folder, refuses_files_above_the_limit) {
  char *folder = folder_new();
  dt_buffer bytes = {0};
  folder_put(folder, "a.xml", "12345");
  char *path = dt_folder_path(folder, "a.xml");
  cr_expect_eq(dt_folder_read(path, 4, &bytes, NULL), DETM_BAD_FILE);
  cr_expect_eq(dt_folder_read(path, 5, &bytes, NULL), DETM_OK);
  cr_expect_eq(bytes.length, 5);
  free(path);
  dt_buffer_free(&bytes);
  folder_remove(folder);
}

Test(folder, replaces_a_file_and_leaves_no_other) {
  char *folder = folder_new();
  dt_buffer bytes = {0};
  struct stat about;
  folder_put(folder, ".detm-index", "old");
  chmod(folder, 0750);
  cr_expect(dt_folder_replace(folder, ".detm-index", "new one", 7));
  char *path = dt_folder_path(folder, ".detm-index");
  cr_expect_eq(dt_folder_read(path, 100, &bytes, NULL), DETM_OK);
  cr_expect_eq(bytes.length, 7);
  cr_expect_eq(stat(path, &about), 0);
  cr_expect_eq(about.st_mode & 0777, 0640, "permissions follow those of the folder");
  cr_expect_eq(folder_count(folder), 1);
  free(path);
  dt_buffer_free(&bytes);
  folder_remove(folder);
}

Test(folder, writes_a_file_with_a_long_name_into_a_new_domain) {
  char *folder = folder_new(), file[220] = "books/";
  dt_buffer bytes = {0};
  memset(file + 6, 'a', 200);
  memcpy(file + 206, ".xml", sizeof ".xml");
  for (int i = 0; i < 2; i++) { /* the domain's folder exists the second time */
    cr_expect(dt_folder_make_domain(folder, file));
    cr_expect(dt_folder_replace(folder, file, "new", 3));
  }
  char *path = dt_folder_path(folder, file);
  cr_expect_eq(dt_folder_read(path, 100, &bytes, NULL), DETM_OK);
  cr_expect(dt_folder_make_domain(folder, "a.xml"), "a file without a domain needs no folder");
  cr_expect(!dt_folder_make_domain("/nonexistent", file));
  free(path);
  dt_buffer_free(&bytes);
  folder_remove(folder);
}

Test(folder, reports_a_file_that_cannot_be_replaced) {
  char *folder = folder_new();
  folder_put(folder, "target/x", ""); /* a folder that is not empty cannot be replaced by a file */
  cr_expect(!dt_folder_replace(folder, "target", "x", 1));
  cr_expect(!dt_folder_replace("/nonexistent", "target", "x", 1));
  cr_expect_eq(folder_count(folder), 1);
  folder_remove(folder);
}
