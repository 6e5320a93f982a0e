/* Tests of src/template/match/fingerprint.c: the marks of documents, against a slow computation from the definition. */
#include "template/match/fingerprint.h"
#include "html/documents.h"
#include "html/pages.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(fingerprint, .fini = find_leaks);

typedef struct fixture {
  dt_scope scope;
  dt_arena arena;
} fixture;

static void start(fixture *f) {
  dt_scope_start(&f->scope, 0);
  dt_arena_start(&f->arena, &f->scope);
}

/* The marks of a page in one line, separated by spaces. */
static void expect_marks(const char *markup, const char *expected) {
  fixture f;
  dt_buffer line = {0};
  start(&f);
  if (setjmp(f.scope.escape) != 0) cr_assert_fail("left the scope");
  detm_page *page = document_of(markup);
  dt_marks marks = dt_fingerprint_of(&f.arena, page->document);
  for (uint32_t i = 0; i < marks.count; i++) {
    if (i != 0) dt_buffer_byte(&line, ' ');
    dt_buffer_text(&line, marks.marks[i]);
  }
  dt_buffer_byte(&line, '\0');
  cr_expect_str_eq(line.data, expected);
  dt_buffer_free(&line);
  detm_page_free(page);
  dt_arena_free(&f.arena);
}

Test(fingerprint, marks_are_ids_classes_and_tags_with_two_above) {
  expect_marks("<body><div id=main class='wide  page'><p class=x>a<p>b</div>",
               "#main body/div/p div.page div.wide html/body/div p.x");
}

Test(fingerprint, names_specific_to_one_page_are_not_marks) {
  expect_marks("<body><div id=post-12345 class='item-998877 entry'>a</div>", "div.entry html/body/div");
}

Test(fingerprint, ids_with_spaces_are_not_marks) { expect_marks("<body><p id='a b'>x", "html/body/p"); }

Test(fingerprint, a_page_without_elements_has_none) {
  fixture f;
  start(&f);
  if (setjmp(f.scope.escape) != 0) cr_assert_fail("left the scope");
  cr_expect_eq(dt_fingerprint_of(&f.arena, NULL).count, 0);
  dt_arena_free(&f.arena);
}

typedef struct hashed {
  char text[32];
  uint64_t hash;
} hashed;

static int by_hash(const void *a, const void *b) {
  uint64_t x = ((const hashed *)a)->hash, y = ((const hashed *)b)->hash;
  return (x > y) - (x < y);
}

/* A page of `count` different classes in random order, each of them up to three times. */
static detm_page *page_of_classes(uint32_t seed, uint32_t count) {
  dt_buffer markup = {0};
  for (uint32_t n = 0; n < 3 * count; n++) {
    uint32_t number = n < count ? n : draw(&seed, count);
    dt_buffer_format(&markup, "<p class=x%c%c%c>", 'a' + (int)(number % 26), 'a' + (int)(number / 26 % 26),
                     'a' + (int)(number / 676));
  }
  dt_buffer_byte(&markup, '\0');
  detm_page *page = document_of(markup.data);
  dt_buffer_free(&markup);
  return page;
}

Test(fingerprint, only_the_marks_with_the_smallest_hashes_are_kept) {
  enum { CLASSES = 4000 };
  static hashed all[CLASSES + 1];
  fixture f;
  start(&f);
  if (setjmp(f.scope.escape) != 0) cr_assert_fail("left the scope");
  for (uint32_t n = 0; n < CLASSES; n++)
    snprintf(all[n].text, sizeof all[n].text, "p.x%c%c%c", 'a' + (int)(n % 26), 'a' + (int)(n / 26 % 26),
             'a' + (int)(n / 676));
  snprintf(all[CLASSES].text, sizeof all[CLASSES].text, "html/body/p");
  for (uint32_t n = 0; n <= CLASSES; n++) all[n].hash = dt_fingerprint_hash(all[n].text, strlen(all[n].text));
  qsort(all, CLASSES + 1, sizeof *all, by_hash);
  detm_page *page = page_of_classes(3, CLASSES);
  dt_marks marks = dt_fingerprint_of(&f.arena, page->document);
  cr_assert_eq(marks.count, DT_MAX_MARKS);
  for (uint32_t i = 0; i < marks.count; i++) {
    uint32_t at = 0;
    while (at < DT_MAX_MARKS && strcmp(all[at].text, marks.marks[i]) != 0) at++;
    cr_expect_lt(at, DT_MAX_MARKS, "%s is not among the smallest", marks.marks[i]);
    if (i != 0) cr_expect_lt(strcmp(marks.marks[i - 1], marks.marks[i]), 0);
  }
  detm_page_free(page);
  dt_arena_free(&f.arena);
}

Test(fingerprint, does_not_depend_on_the_order_of_the_elements) {
  fixture f;
  start(&f);
  if (setjmp(f.scope.escape) != 0) cr_assert_fail("left the scope");
  detm_page *a = page_of_classes(1, 700), *b = page_of_classes(2, 700);
  dt_marks x = dt_fingerprint_of(&f.arena, a->document), y = dt_fingerprint_of(&f.arena, b->document);
  cr_expect_eq(dt_fingerprint_common(&f.arena, x, y).count, DT_MAX_MARKS);
  detm_page_free(a);
  detm_page_free(b);
  dt_arena_free(&f.arena);
}

Test(fingerprint, common_marks_are_those_of_both) {
  static const char *const a[] = {"#a", "#b", "p.x", "z/y/x"}, *const b[] = {"#b", "#c", "p.x", "q.x", "z/y"};
  static const dt_marks one = {a, 4}, other = {b, 5}, none = {NULL, 0};
  fixture f;
  start(&f);
  if (setjmp(f.scope.escape) != 0) cr_assert_fail("left the scope");
  dt_marks common = dt_fingerprint_common(&f.arena, one, other);
  cr_assert_eq(common.count, 2);
  cr_expect_eq(common.marks[0], a[1]);
  cr_expect_eq(common.marks[1], a[2]);
  cr_expect_eq(dt_fingerprint_common(&f.arena, common, none).count, 0);
  dt_arena_free(&f.arena);
}

/* Template files contain marks that depend on the hash. */
Test(fingerprint, hashes_never_change) {
  cr_expect_eq(dt_fingerprint_hash("#main", 5), UINT64_C(0x5337386E9064C0FA));
  cr_expect_eq(dt_fingerprint_hash("", 0), UINT64_C(0x8570E250FE4C2473));
}
