/* Tests of src/base/text.c: comparing, hashing, and UTF-8 against a slow decoder. */
#include <detm/page.h>

#include "base/base.h"
#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(text, .fini = find_leaks);

Test(text, trims_the_given_characters) {
  cr_assert(dt_text_equal(dt_text_strip(DT_TEXT(" -a b- "), " -"), DT_TEXT("a b")));
  cr_assert(dt_text_equal(dt_text_strip_start(DT_TEXT(" -a b- "), " -"), DT_TEXT("a b- ")));
  cr_assert(dt_text_equal(dt_text_strip(DT_TEXT("\0a\0"), " "), DT_TEXT("\0a\0")));
  cr_assert_eq(dt_text_strip(DT_TEXT("- -"), " -").length, 0);
}

Test(text, compares_bytes_and_lengths) {
  cr_assert(dt_text_equal(dt_text("ab"), DT_TEXT("ab")));
  cr_assert(dt_text_equal(dt_text(NULL), DT_TEXT("")));
  cr_assert_not(dt_text_equal(DT_TEXT("ab"), DT_TEXT("abc")));
  cr_assert_not(dt_text_equal(DT_TEXT("ab"), DT_TEXT("ac")));
}

Test(text, hashes_every_byte_and_the_length) {
  unsigned char bytes[40] = {0};
  size_t same = 0;
  for (size_t length = 0; length <= sizeof bytes; ++length) {
    uint64_t hash = dt_hash_bytes(bytes, length, 1);
    same += hash == dt_hash_bytes(bytes, length, 2);
    if (length < sizeof bytes) same += hash == dt_hash_bytes(bytes, length + 1, 1);
    for (size_t at = 0; at < length; ++at)
      for (unsigned bit = 0; bit < 8; ++bit) {
        bytes[at] ^= (unsigned char)(1U << bit);
        same += hash == dt_hash_bytes(bytes, length, 1);
        bytes[at] ^= (unsigned char)(1U << bit);
      }
    same += hash != dt_hash_bytes(bytes, length, 1);
  }
  cr_assert_eq(same, 0);
}

Test(text, hashes_the_same_at_any_alignment) {
  char room[64 + 8];
  uint64_t first = 0;
  for (size_t shift = 0; shift < 8; ++shift) {
    memset(room, (int)shift, sizeof room);
    memcpy(room + shift, "the quick brown fox jumps", 25);
    uint64_t hash = dt_hash_bytes(room + shift, 25, 7);
    if (shift == 0) first = hash;
    cr_assert_eq(hash, first);
  }
}

/* The values are from an implementation in Python, which reads numbers with int.from_bytes(..., "little"). */
Test(text, hashes_the_same_on_machines_of_any_byte_order) {
  char hash[DETM_HASH_SIZE];
  cr_expect_eq(dt_hash_bytes("", 0, 7), UINT64_C(0xf709fecb96ad30b6));
  cr_expect_eq(dt_hash_bytes("ab", 2, 7), UINT64_C(0x05762cfb47ea027b));
  cr_expect_eq(dt_hash_bytes("table", 5, 7), UINT64_C(0xdbd67bb81337fb33));
  cr_expect_eq(dt_hash_bytes("the quick brown fox", 19, 7), UINT64_C(0x9bc5659d382817de));
  cr_expect_eq(dt_hash_folded(DT_TEXT("The QUICK brown fox"), 7), UINT64_C(0x9bc5659d382817de));
  detm_hash("the quick brown fox", 19, hash);
  cr_expect_str_eq(hash, "04d28f801e31cf3fd8b527b4c7be117b");
}

static int compare_hashes(const void *a, const void *b) {
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return (left > right) - (left < right);
}

Test(text, hashes_short_runs_without_collisions) {
  enum { COUNT = 200000 };
  uint64_t *hashes = malloc(COUNT * sizeof *hashes);
  for (uint32_t at = 0; at < COUNT; ++at) hashes[at] = dt_hash_bytes(&at, sizeof at, 0);
  qsort(hashes, COUNT, sizeof *hashes, compare_hashes);
  size_t collisions = 0;
  for (size_t at = 1; at < COUNT; ++at) collisions += hashes[at] == hashes[at - 1];
  free(hashes);
  cr_assert_eq(collisions, 0);
}

TestSuite(utf8, .fini = find_leaks);

/* Decodes by the definition: as many continuation bytes as the first byte requires, the shortest form, a scalar value.
 */
static unsigned slow_read(const unsigned char *at, size_t left, uint32_t *code) {
  static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned bytes = 0;
  while (bytes < 8 && (at[0] & (0x80U >> bytes)) != 0) ++bytes;
  if (bytes == 0) {
    *code = at[0];
    return 1;
  }
  *code = 0xfffd;
  if (bytes == 1 || bytes > 4 || bytes > left) return 1;
  uint32_t value = at[0] & (0x7fU >> bytes);
  for (unsigned tail = 1; tail < bytes; ++tail) {
    if (at[tail] >> 6 != 2) return 1;
    value = value * 64 + at[tail] % 64;
  }
  if (value < smallest[bytes] || value > 0x10ffff || value >> 11 == 0x1b) return 1;
  *code = value;
  return bytes;
}

static size_t slow_valid(const unsigned char *bytes, size_t length) {
  size_t at = 0;
  while (at < length) {
    uint32_t code;
    unsigned read = slow_read(bytes + at, length - at, &code);
    if (read == 1 && bytes[at] >= 0x80) return at;
    at += read;
  }
  return at;
}

static size_t disagreements(const unsigned char *bytes, size_t length) {
  const char *text = (const char *)bytes;
  uint32_t code, expected;
  unsigned read = dt_utf8_read(text, text + length, &code);
  unsigned right = slow_read(bytes, length, &expected);
  return (size_t)(read != right) + (size_t)(code != expected) +
         (dt_utf8_valid(text, length) != slow_valid(bytes, length));
}

Test(utf8, writes_and_reads_every_code_point) {
  size_t wrong = 0;
  for (uint32_t code = 0; code <= 0x110100; ++code) {
    char bytes[4];
    unsigned length = dt_utf8_write(bytes, code);
    uint32_t back, expected = code > 0x10ffff || code >> 11 == 0x1b ? 0xfffd : code;
    wrong += dt_utf8_read(bytes, bytes + length, &back) != length || back != expected;
    wrong += disagreements((const unsigned char *)bytes, length);
    for (unsigned cut = 1; cut < length; ++cut) wrong += disagreements((const unsigned char *)bytes, cut);
  }
  cr_assert_eq(wrong, 0);
  char bytes[4];
  cr_assert_eq(dt_utf8_write(bytes, UINT32_MAX), 3);
}

Test(utf8, agrees_with_a_slow_decoder_on_broken_sequences) {
  static const unsigned char edges[] = {0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xf4};
  const size_t count = sizeof edges;
  size_t wrong = 0;
  unsigned char bytes[4];
  for (unsigned first = 0; first < 256; ++first)
    for (size_t rest = 0; rest < count * count * count; ++rest) {
      bytes[0] = (unsigned char)first;
      bytes[1] = edges[rest % count];
      bytes[2] = edges[rest / count % count];
      bytes[3] = edges[rest / count / count];
      for (size_t length = 1; length <= 4; ++length) wrong += disagreements(bytes, length);
    }
  cr_assert_eq(wrong, 0);
}

Test(utf8, finds_a_broken_byte_at_any_offset) {
  static const char *const characters[] = {"a", "é", "红", "🙂"};
  size_t wrong = 0;
  for (size_t which = 0; which < 4; ++which)
    for (size_t lead = 0; lead < 20; ++lead)
      for (size_t count = 0; count < 20; ++count) {
        dt_buffer buffer = {0};
        for (size_t at = 0; at < lead; ++at) dt_buffer_byte(&buffer, 'x');
        for (size_t at = 0; at < count; ++at) dt_buffer_text(&buffer, characters[which]);
        size_t valid = buffer.length;
        dt_buffer_text(&buffer, "\xa9 and what follows it");
        wrong += dt_utf8_valid(buffer.data, valid) != valid;
        wrong += dt_utf8_valid(buffer.data, buffer.length) != valid;
        wrong += dt_utf8_count((detm_text){buffer.data, valid}) != lead + count;
        dt_buffer_free(&buffer);
      }
  cr_assert_eq(wrong, 0);
}

/* An offset from a null pointer is undefined; UBSan of clang reports it. */
Test(utf8, an_empty_text_without_data_has_no_character) { cr_expect_eq(dt_utf8_count((detm_text){NULL, 0}), 0); }

Test(utf8, agrees_with_a_slow_decoder_on_random_bytes) {
  srand(7);
  size_t wrong = 0;
  for (unsigned round = 0; round < rounds(50000); ++round) {
    unsigned char bytes[24];
    size_t length = 1 + (size_t)rand() % sizeof bytes;
    for (size_t at = 0; at < length; ++at)
      bytes[at] = (unsigned char)(rand() % 3 == 0 ? rand() % 256 : rand() % 2 == 0 ? 0x80 + rand() % 64 : rand() % 128);
    wrong += disagreements(bytes, length);
  }
  cr_assert_eq(wrong, 0);
}

Test(text, is_cut_at_the_end_of_a_character) {
  const detm_text text = DT_TEXT("aé中😀");
  static const size_t lengths[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10};
  for (size_t most = 0; most < sizeof lengths / sizeof *lengths; most++) {
    detm_text start = dt_text_cut(text, most);
    cr_expect_eq(start.length, lengths[most], "%zu of %zu", start.length, most);
    cr_expect_eq(start.data, text.data);
  }
}

Test(text, starts_and_ends_with_texts) {
  cr_expect(dt_text_starts(DT_TEXT("otters"), DT_TEXT("ott")) && dt_text_ends(DT_TEXT("otters"), DT_TEXT("ers")));
  cr_expect(dt_text_starts(DT_TEXT("otter"), DT_TEXT("otter")) && dt_text_ends(DT_TEXT("otter"), DT_TEXT("otter")));
  cr_expect(dt_text_starts(DT_TEXT("x"), (detm_text){NULL, 0}) && dt_text_ends((detm_text){NULL, 0}, DT_TEXT("")));
  cr_expect_not(dt_text_starts(DT_TEXT("Otter"), DT_TEXT("otter")));
  cr_expect_not(dt_text_starts(DT_TEXT("ott"), DT_TEXT("otter")) || dt_text_ends(DT_TEXT("ter"), DT_TEXT("otter")));
}

Test(text, compares_ascii_without_case) {
  cr_expect(dt_text_equal_ci(DT_TEXT("Text/HTML"), DT_TEXT("text/html")));
  cr_expect(dt_text_starts_ci(DT_TEXT("HTTP://x"), DT_TEXT("http://")));
  cr_expect(dt_text_ends_ci(DT_TEXT("INDEX.Html"), DT_TEXT(".html")));
  cr_expect_not(dt_text_equal_ci(DT_TEXT("a"), DT_TEXT("ab")) || dt_text_equal_ci(DT_TEXT("@"), DT_TEXT("`")));
  cr_expect_not(dt_text_equal_ci(DT_TEXT("É"), DT_TEXT("é"))); /* beyond ASCII */
}
