/* Tests of src/library/index.c: entries are read as they were written, and damaged files are ignored. */
#include "library/index.h"
#include "allocation.h"
#include "html/pages.h"
#include "leaks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(index, .fini = find_leaks);

/* Returns entries that cover all members, the same ones for the same seed. */
static dt_entries random_entries(dt_arena *arena, uint32_t seed, uint32_t count) {
  dt_entries entries = {DT_ZERO(arena, dt_index_entry, count), count};
  for (uint32_t i = 0; i < count; i++) {
    dt_index_entry *entry = &entries.all[i];
    entry->file = dt_arena_format(arena, "d%03u/%08u.xml", i / 10, i);
    entry->stamp = (dt_stamp){draw(&seed, 1 << 20) * UINT64_C(5000000), (int64_t)draw(&seed, 1 << 30) - (1 << 29),
                              draw(&seed, 1000000000)};
    entry->kind = (dt_file_kind)draw(&seed, DT_FILE_KINDS);
    entry->domain = draw(&seed, 2) != 0 ? dt_arena_format(arena, "domain %u", draw(&seed, 5)) : NULL;
    entry->set_count = draw(&seed, 4);
    entry->sets = DT_ZERO(arena, dt_keys, entry->set_count);
    for (uint32_t s = 0; s < entry->set_count; s++) {
      uint64_t *keys = DT_ARRAY(arena, uint64_t, 20);
      entry->sets[s] = (dt_keys){keys, draw(&seed, 20)};
      for (uint32_t k = 0; k < entry->sets[s].count; k++)
        keys[k] = (k != 0 ? keys[k - 1] : 0) + 1 + draw(&seed, 1 << 30) * (UINT64_C(1) << draw(&seed, 28));
    }
  }
  return entries;
}

static bool same_string(const char *a, const char *b) { return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0; }

static void expect_equal(dt_entries a, dt_entries b) {
  cr_assert_eq(a.count, b.count);
  for (uint32_t i = 0; i < a.count; i++) {
    const dt_index_entry *x = &a.all[i], *y = &b.all[i];
    cr_expect_str_eq(x->file, y->file);
    cr_expect(dt_stamp_equal(x->stamp, y->stamp));
    cr_expect_eq(x->kind, y->kind);
    cr_expect(same_string(x->domain, y->domain));
    cr_assert_eq(x->set_count, y->set_count);
    for (uint32_t s = 0; s < x->set_count; s++) {
      cr_assert_eq(x->sets[s].count, y->sets[s].count);
      cr_expect_eq(memcmp(x->sets[s].keys, y->sets[s].keys, x->sets[s].count * sizeof(uint64_t)), 0);
    }
  }
}

typedef struct fixture {
  dt_scope scope;
  dt_arena arena;
} fixture;

static void start(fixture *f) {
  dt_scope_start(&f->scope, 0);
  dt_arena_start(&f->arena, &f->scope);
}

Test(index, reads_back_its_entries) {
  fixture f;
  start(&f);
  if (setjmp(f.scope.escape) != 0) cr_assert_fail("left the scope");
  for (uint32_t seed = 1; seed < 40; seed++) {
    dt_buffer out = {0};
    dt_entries entries = random_entries(&f.arena, seed, seed * 3 - 3);
    dt_index_write(entries, &out);
    cr_assert(!out.failed);
    expect_equal(dt_index_read(&f.arena, out.data, out.length), entries);
    dt_buffer_free(&out);
  }
  dt_arena_free(&f.arena);
}

Test(index, finds_every_entry_and_no_other) {
  static const dt_entries none = {NULL, 0};
  fixture f;
  start(&f);
  if (setjmp(f.scope.escape) != 0) cr_assert_fail("left the scope");
  dt_entries entries = random_entries(&f.arena, 7, 100);
  for (uint32_t i = 0; i < entries.count; i++)
    cr_expect_eq(dt_entries_find(entries, entries.all[i].file), &entries.all[i]);
  cr_expect_null(dt_entries_find(entries, "d000/00000000.xm"));
  cr_expect_null(dt_entries_find(none, "a.xml"));
  dt_arena_free(&f.arena);
}

Test(index, returns_nothing_for_a_damaged_file) {
  fixture f;
  dt_buffer out = {0};
  start(&f);
  if (setjmp(f.scope.escape) != 0) cr_assert_fail("left the scope");
  dt_index_write(random_entries(&f.arena, 3, 12), &out);
  for (size_t at = 0; at < out.length; at++)
    for (unsigned flip = 1; flip < 256; flip = flip * 3 + 1) {
      out.data[at] = (char)(out.data[at] ^ (char)flip);
      cr_assert_eq(dt_index_read(&f.arena, out.data, out.length).count, 0, "byte %zu ^ %u", at, flip);
      out.data[at] = (char)(out.data[at] ^ (char)flip);
    }
  cr_expect_eq(dt_index_read(&f.arena, out.data, out.length).count, 12);
  dt_buffer_free(&out);
  dt_arena_free(&f.arena);
}

Test(index, returns_nothing_for_a_file_that_was_cut_or_extended) {
  fixture f;
  dt_buffer out = {0};
  start(&f);
  if (setjmp(f.scope.escape) != 0) cr_assert_fail("left the scope");
  dt_index_write(random_entries(&f.arena, 5, 12), &out);
  for (size_t length = 0; length < out.length; length++) {
    char *exact = malloc(length + 1); /* so that memcheck and ASan find reads beyond the end */
    memcpy(exact, out.data, length);
    cr_assert_eq(dt_index_read(&f.arena, exact, length).count, 0);
    free(exact);
  }
  dt_buffer_byte(&out, 'x');
  cr_expect_eq(dt_index_read(&f.arena, out.data, out.length).count, 0);
  dt_buffer_free(&out);
  dt_arena_free(&f.arena);
}

/* Computes the checksum of src/library/index.c again, as the author of a hostile index file would. */
static void seal(char *bytes, size_t length) {
  uint64_t sum = UINT64_C(0xCBF29CE484222325) ^ (length - 8);
  for (size_t at = 0; at < length - 8; at += 8) {
    uint64_t word = 0;
    for (size_t i = at; i < length - 8 && i < at + 8; i++) word |= (uint64_t)(unsigned char)bytes[i] << 8 * (i - at);
    sum = (sum ^ word) * UINT64_C(0x100000001B3);
    sum ^= sum >> 31;
  }
  for (unsigned i = 0; i < 8; i++) bytes[length - 8 + i] = (char)(sum >> 8 * i);
}

Test(index, never_reads_beyond_a_hostile_file) {
  fixture f;
  dt_buffer out = {0};
  static uint32_t seed = 11, believed; /* static: kept when the scope is left */
  start(&f);
  if (setjmp(f.scope.escape) != 0) cr_assert_fail("left the scope: memory asked for must be in proportion to the file");
  dt_index_write(random_entries(&f.arena, 9, 6), &out);
  char *bytes = malloc(out.length);
  for (int round = 0; round < 20000; round++) {
    dt_mark mark = dt_arena_mark(&f.arena);
    memcpy(bytes, out.data, out.length);
    for (uint32_t n = draw(&seed, 3) + 1; n > 0; n--)
      bytes[15 + draw(&seed, (uint32_t)out.length - 23)] = (char)(draw(&seed, 2) != 0 ? 255 : draw(&seed, 256));
    seal(bytes, out.length);
    dt_entries read = dt_index_read(&f.arena, bytes, out.length);
    believed += read.count != 0;
    for (uint32_t i = 0; i < read.count; i++) {
      cr_assert(read.all[i].kind < DT_FILE_KINDS);
      cr_assert(i == 0 || strcmp(read.all[i - 1].file, read.all[i].file) < 0);
      for (uint32_t s = 0; s < read.all[i].set_count; s++) cr_assert(read.all[i].sets[s].count <= DT_MAX_KEYS);
    }
    dt_arena_rewind(&f.arena, mark);
  }
  cr_expect_gt(believed, 0, "the checksum is not that of the index");
  free(bytes);
  dt_buffer_free(&out);
  dt_arena_free(&f.arena);
}

Test(index, returns_nothing_for_a_file_with_more_layouts_than_templates_have) {
  enum { MOST = 32 };
  fixture f;
  start(&f);
  if (setjmp(f.scope.escape) != 0) cr_assert_fail("left the scope");
  for (uint32_t sets = MOST; sets <= MOST + 1; sets++) {
    dt_buffer out = {0};
    dt_index_entry entry = {.file = "a.xml", .sets = DT_ZERO(&f.arena, dt_keys, sets), .set_count = sets};
    const dt_entries one = {&entry, 1};
    dt_index_write(one, &out);
    cr_expect_eq(dt_index_read(&f.arena, out.data, out.length).count, sets <= MOST ? 1 : 0);
    dt_buffer_free(&out);
  }
  dt_arena_free(&f.arena);
}
