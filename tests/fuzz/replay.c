/* tests/fuzz/replay.c: stands in for libFuzzer: runs a fuzz target over the files named on the command line, so that
 * every build replays the corpus; and over some mutants of each, where the target has a mutator. */
#include "must.h"

#include <stdio.h>

enum { MUTANTS = 8, MORE = 4096 /* bytes that a mutant may be longer */ };

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
__attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

/* Exactly `size` bytes from malloc, so that a read past the end is seen by ASan and valgrind. */
static uint8_t *read_file(const char *name, size_t *size) {
  FILE *file = fopen(name, "rb");
  if (file == NULL) return NULL;
  long end = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  rewind(file);
  uint8_t *data = end < 0 ? NULL : malloc((size_t)end + (end == 0));
  if (data != NULL && fread(data, 1, (size_t)end, file) != (size_t)end) {
    free(data);
    data = NULL;
  }
  fclose(file);
  *size = data == NULL ? 0 : (size_t)end;
  return data;
}

/* One byte of it, for a mutator. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most) {
  if (size < most) data[size++] = '<';
  return size;
}

static void run_mutants(const uint8_t *data, size_t size) {
  for (unsigned seed = 0; seed < MUTANTS; seed++) {
    uint8_t *mutant = malloc(size + MORE), *whole;
    must(mutant != NULL);
    for (size_t i = 0; i < size; i++) mutant[i] = data[i];
    size_t length = LLVMFuzzerCustomMutator(mutant, size, size + MORE, seed * 7919 + 1);
    whole = realloc(mutant, length + (length == 0)); /* no byte more */
    must(whole != NULL);
    LLVMFuzzerTestOneInput(whole, length);
    free(whole);
  }
}

int main(int argc, char **argv) {
  for (int at = 1; at < argc; at++) {
    size_t size;
    uint8_t *data = read_file(argv[at], &size);
    if (data == NULL) {
      perror(argv[at]);
      return 1;
    }
    LLVMFuzzerTestOneInput(data, size);
    if (LLVMFuzzerCustomMutator != NULL) run_mutants(data, size);
    free(data);
  }
  return 0;
}
