/* Tests of src/library/library.c: opening folders, the index file, files that are added, changed and removed. */
#include "library/library.h"
#include "allocation.h"
#include "base/files.h"
#include "html/documents.h"
#include "leaks.h"
#include "library/folders.h"
#include "library/sites.h"
#include "rounds.h"
#include "template/match/fingerprint.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

TestSuite(library, .fini = find_leaks);

static detm_library *open_folder(const char *folder) {
  detm_error error = DETM_ERROR_NONE;
  detm_library *library = detm_library_open(folder, &error);
  cr_assert_not_null(library, "%s", error.text);
  return library;
}

/* Returns the file that fits page 5 of a site best, or "", in a static buffer. */
static const char *best_for(const detm_library *library, unsigned site) {
  static char file[64];
  detm_match match = {.file = ""};
  size_t count;
  dt_buffer markup = {0};
  site_page(&markup, site, 5);
  detm_page *page = both_of(markup.data);
  cr_assert_eq(detm_library_match(library, page, &match, 1, &count, NULL), DETM_OK);
  snprintf(file, sizeof file, "%s", match.file);
  detm_page_free(page);
  dt_buffer_free(&markup);
  return file;
}

static size_t count_faults(const detm_library *library) {
  size_t count = 0;
  while (detm_library_fault_get(library, count) != NULL) count++;
  return count;
}

static char *new_folder(unsigned sites) {
  char *folder = folder_new(), file[32];
  for (unsigned site = 0; site < sites; site++) {
    snprintf(file, sizeof file, "shop/%u.xml", site);
    site_put_template(folder, file, site);
  }
  return folder;
}

/* Returns the inode number of the index file, which changes when the file is replaced. */
static ino_t index_number(const char *folder) {
  struct stat about;
  char *path = dt_folder_path(folder, ".detm-index");
  cr_assert_eq(stat(path, &about), 0);
  free(path);
  return about.st_ino;
}

Test(library, finds_templates_and_wrappers_in_it_and_in_its_folders) {
  char *folder = folder_new();
  site_put_template(folder, "one.xml", 1);
  site_put_template(folder, "books/two.xml", 2);
  detm_library *library = open_folder(folder);
  cr_expect_eq(detm_library_count(library), 2);
  cr_expect_eq(detm_library_parts(library), DETM_PAGE_DOCUMENT);
  cr_expect_str_eq(best_for(library, 1), "one.xml");
  cr_expect_str_eq(best_for(library, 2), "books/two.xml");
  detm_library_close(library);
  site_put_wrapper(folder, "books/three.xml", 3);
  library = open_folder(folder);
  cr_expect_eq(detm_library_count(library), 3);
  cr_expect_eq(detm_library_parts(library), DETM_PAGE_BOTH);
  detm_library_close(library);
  folder_remove(folder);
}

/* The names of a page's tags may be of any length. */
Test(library, clues_of_any_length_have_a_key_or_none) {
  char name[1200];
  for (size_t length = 0; length < sizeof name; length++) {
    name[length] = '\0';
    cr_expect_eq(dt_clue_key(name, "id", DT_TEXT("main")) != 0, length + strlen(" id main") < 256);
    cr_expect_eq(dt_clue_key("div", "id", dt_text(name)) != 0, strlen("div id ") + length < 256);
    name[length] = 'x';
  }
}

Test(library, an_empty_folder_is_accepted) {
  char *folder = folder_new();
  detm_library *library = open_folder(folder);
  cr_expect_eq(detm_library_count(library), 0);
  cr_expect_str_eq(best_for(library, 1), "");
  cr_expect_eq(folder_count(folder), 0, "no index for an empty folder");
  detm_library_close(library);
  folder_remove(folder);
}

Test(library, a_missing_folder_is_reported) {
  detm_error error = DETM_ERROR_NONE;
  cr_expect_null(detm_library_open("/nonexistent/library", &error));
  cr_expect_eq(error.status, DETM_BAD_FILE);
  cr_expect_str_eq(error.where, "/nonexistent/library");
}

Test(library, broken_files_are_reported_once_with_their_line_and_skipped) {
  char *folder = new_folder(3);
  folder_put(folder, "a.xml",
             "<template xmlns=\"urn:detm:template:1\" name=\"x\">\n<layout>\n<wrong/></layout></template>");
  folder_put(folder, "b.xml", "<?xml version='1.0'?>\n<!-- a -->\n<recipe/>");
  folder_put(folder, "c.xml", "");
  folder_put(folder, "d.xml", "<wrapper xmlns=\"urn:detm:wrapper:1\">\n</wrapper>");
  for (int round = 0; round < 2; round++) {
    detm_library *library = open_folder(folder);
    cr_expect_eq(detm_library_count(library), 3);
    cr_assert_eq(count_faults(library), 4);
    cr_expect_eq(detm_library_fault_get(library, 0)->line, 3);
    cr_expect_not_null(strstr(detm_library_fault_get(library, 0)->where, "/a.xml"));
    cr_expect_eq(detm_library_fault_get(library, 1)->line, 3);
    cr_expect_not_null(strstr(detm_library_fault_get(library, 1)->text, "neither a template nor a wrapper"));
    for (size_t i = 0; i < 4; i++) cr_expect_eq(detm_library_fault_get(library, i)->status, DETM_BAD_FILE);
    cr_expect_str_eq(best_for(library, 2), "shop/2.xml");
    detm_library_close(library);
  }
  folder_remove(folder);
}

Test(library, a_template_is_recognised_by_its_namespace_with_any_prefix) {
  char *folder = folder_new();
  folder_put(folder, "a.xml",
             "<t:template xmlns:t=\"urn:detm:template:1\" name=\"x\"><t:layout><t:field name=\"f\"><t:part>"
             "<t:anchor by=\"tag\" tag=\"p\"/></t:part></t:field></t:layout></t:template>");
  detm_library *library = open_folder(folder);
  cr_expect_eq(count_faults(library), 0);
  cr_expect_eq(detm_library_count(library), 1);
  cr_expect_eq(detm_library_parts(library), DETM_PAGE_DOCUMENT);
  detm_library_close(library);
  folder_remove(folder);
}

/* ---- the index ---- */

Test(library, unchanged_files_are_not_read_again) {
  char *folder = new_folder(4);
  detm_library_close(open_folder(folder));
  ino_t before = index_number(folder);
  /* against the rules: different contents with the same size and time */
  char *path = dt_folder_path(folder, "shop/2.xml");
  struct stat about;
  cr_assert_eq(stat(path, &about), 0);
  FILE *out = fopen(path, "r+");
  fputs("<broken", out);
  fclose(out);
  struct timespec times[2] = {about.st_atim, about.st_mtim};
  cr_assert_eq(utimensat(AT_FDCWD, path, times, 0), 0);
  detm_library *library = open_folder(folder);
  cr_expect_eq(detm_library_count(library), 4);
  cr_expect_eq(count_faults(library), 0);
  cr_expect_eq(index_number(folder), before, "nothing changed: the index stays");
  cr_expect_str_eq(best_for(library, 1), "shop/1.xml");
  cr_expect_str_neq(best_for(library, 2), "shop/2.xml");
  cr_expect_eq(count_faults(library), 1, "it is read when it is tried, and found broken");
  detm_library_close(library);
  free(path);
  folder_remove(folder);
}

Test(library, the_index_follows_changed_added_and_removed_files) {
  char *folder = new_folder(4);
  detm_library_close(open_folder(folder));
  site_put_template(folder, "shop/2.xml", 9);
  site_put_template(folder, "new.xml", 7);
  folder_take(folder, "shop/0.xml");
  ino_t before = index_number(folder);
  detm_library *library = open_folder(folder);
  cr_expect_neq(index_number(folder), before);
  for (int round = 0; round < 2; round++) {
    cr_expect_eq(detm_library_count(library), 4);
    cr_expect_str_eq(best_for(library, 9), "shop/2.xml");
    cr_expect_str_eq(best_for(library, 7), "new.xml");
    cr_expect_str_eq(best_for(library, 1), "shop/1.xml");
    cr_expect_str_neq(best_for(library, 0), "shop/0.xml");
    detm_library_close(library);
    before = index_number(folder);
    library = open_folder(folder);
    cr_expect_eq(index_number(folder), before);
  }
  detm_library_close(library);
  folder_remove(folder);
}

Test(library, the_index_is_rewritten_when_a_file_is_removed) {
  char *folder = new_folder(3);
  detm_library_close(open_folder(folder));
  ino_t before = index_number(folder);
  folder_take(folder, "shop/1.xml");
  detm_library_close(open_folder(folder));
  cr_expect_neq(index_number(folder), before);
  folder_remove(folder);
}

/* A file that changes twice within one tick of the clock has the same stamp both times. */
Test(library, files_written_just_now_are_read_again) {
  char *folder = new_folder(2);
  char *path = dt_folder_path(folder, "shop/1.xml");
  struct timespec now[2] = {{.tv_sec = time(NULL)}, {.tv_sec = time(NULL)}};
  dt_buffer text = {0};
  cr_assert_eq(utimensat(AT_FDCWD, path, now, 0), 0);
  detm_library_close(open_folder(folder));
  site_template(&text, 8); /* the same length as that of site 1, with other words */
  FILE *out = fopen(path, "w");
  fputs(text.data, out);
  fclose(out);
  cr_assert_eq(utimensat(AT_FDCWD, path, now, 0), 0);
  detm_library *library = open_folder(folder);
  cr_expect_str_eq(best_for(library, 8), "shop/1.xml");
  detm_library_close(library);
  dt_buffer_free(&text);
  free(path);
  folder_remove(folder);
}

static void put_bytes(const char *folder, const char *file, const char *bytes, size_t length) {
  cr_assert(dt_folder_replace(folder, file, bytes, length));
}

Test(library, an_index_damaged_at_any_byte_is_rebuilt) {
  char *folder = new_folder(2);
  dt_buffer index = {0};
  detm_library_close(open_folder(folder));
  char *path = dt_folder_path(folder, ".detm-index");
  cr_assert_eq(dt_folder_read(path, SIZE_MAX, &index, NULL), DETM_OK);
  for (size_t at = 0; at < index.length; at += each()) {
    dt_buffer mended = {0};
    index.data[at] = (char)(index.data[at] ^ 0x55);
    put_bytes(folder, ".detm-index", index.data, index.length);
    index.data[at] = (char)(index.data[at] ^ 0x55);
    detm_library *library = open_folder(folder);
    cr_assert_eq(detm_library_count(library), 2);
    cr_assert_eq(count_faults(library), 0);
    if (at % 16 == 0) cr_assert_str_eq(best_for(library, 1), "shop/1.xml");
    detm_library_close(library);
    cr_assert_eq(dt_folder_read(path, SIZE_MAX, &mended, NULL), DETM_OK);
    cr_assert(dt_text_equal((detm_text){mended.data, mended.length}, (detm_text){index.data, index.length}), "byte %zu",
              at);
    dt_buffer_free(&mended);
  }
  free(path);
  dt_buffer_free(&index);
  folder_remove(folder);
}

Test(library, works_if_the_index_cannot_be_written) {
  char *folder = new_folder(3);
  folder_put(folder, ".detm-index/in-the-way", ""); /* not even root can replace it */
  chmod(folder, 0500);
  for (int round = 0; round < 2; round++) {
    detm_library *library = open_folder(folder);
    cr_expect_eq(count_faults(library), 0);
    cr_expect_str_eq(best_for(library, 2), "shop/2.xml");
    detm_library_close(library);
  }
  chmod(folder, 0700);
  cr_expect_eq(folder_count(folder), 2, "no temporary file is left");
  folder_remove(folder);
}

/* Opens the folder repeatedly while a file in it changes; returns 0 if that always succeeded. */
static int open_often(const char *folder, int process) {
  for (int round = 0; round < 15; round++) {
    detm_library *library = detm_library_open(folder, NULL);
    if (library == NULL || detm_library_count(library) != 6 || count_faults(library) != 0) return 1;
    detm_library_close(library);
    char *path = dt_folder_path(folder, "shop/3.xml");
    struct timespec times[2] = {{.tv_sec = 1000 + process * 100 + round}, {.tv_sec = 1000 + process * 100 + round}};
    utimensat(AT_FDCWD, path, times, 0);
    free(path);
  }
  return 0;
}

Test(library, processes_may_open_it_at_the_same_time) {
  enum { PROCESSES = 4 };
  static char *folder; /* static: the processes end without freeing it, and memcheck must still find it */
  folder = new_folder(6);
  pid_t processes[PROCESSES];
  for (int i = 0; i < PROCESSES; i++) {
    processes[i] = fork();
    cr_assert_geq(processes[i], 0);
    if (processes[i] == 0) _exit(open_often(folder, i));
  }
  for (int i = 0; i < PROCESSES; i++) {
    int status;
    cr_assert_eq(waitpid(processes[i], &status, 0), processes[i]);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  detm_library *library = open_folder(folder);
  cr_expect_str_eq(best_for(library, 3), "shop/3.xml");
  detm_library_close(library);
  cr_expect_eq(folder_count(folder), 2, "no temporary file is left");
  folder_remove(folder);
}

Test(library, opens_or_reports_lack_of_memory) {
  char *folder = new_folder(3);
  size_t needed = 0;
  site_put_wrapper(folder, "w.xml", 4);
  folder_put(folder, "x.xml", "<x/>");
  for (size_t number = 1; number < 10000; number++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(number);
    detm_library *library = detm_library_open(folder, &error);
    needed = allocation_count();
    allocation_fail_from(0);
    if (library == NULL) cr_assert_eq(error.status, DETM_NO_MEMORY, "allocation %zu: %s", number, error.text);
    if (library != NULL) cr_expect_eq(detm_library_count(library), 4);
    detm_library_close(library);
    char *path = dt_folder_path(folder, ".detm-index");
    unlink(path);
    free(path);
    if (needed < number) break;
  }
  cr_expect_gt(needed, 20);
  folder_remove(folder);
}
