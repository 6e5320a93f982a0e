/* base/hash.c: the public content hash. */
#include <detm/page.h>

#include "base/base.h"

#include <inttypes.h>
#include <stdio.h>

/* Combines two hashes of base/text.c, which have no key.  The result detects changes of pages; it does not resist
 * attempts to make two pages with the same hash. */
void detm_hash(const char *bytes, size_t length, char hash[DETM_HASH_SIZE]) {
  const uint64_t seeds[] = {UINT64_C(0x6465746D2D686173), UINT64_C(0x682D6F662D627974)};
  uint64_t halves[2];
  for (int i = 0; i < 2; i++) halves[i] = dt_hash_bytes(bytes, length, seeds[i]);
  snprintf(hash, DETM_HASH_SIZE, "%016" PRIx64 "%016" PRIx64, halves[0], halves[1]);
}
