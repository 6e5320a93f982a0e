/* tests/fuzz/replay.c: replaces libFuzzer: runs a fuzz target on the files of the command line, so that every build
 * replays the corpus, and on some mutants of each if the target has a mutator. */
#include "must.h"

#include <stdio.h>

enum { MUTANTS = 8, MORE = 4096 /* bytes that a mutant may be longer by */ };

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
__attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

/* Reads a file into exactly `size` bytes from malloc, so ASan and valgrind find reads past the end. */
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

/* A minimal version of libFuzzer's function: adds a byte. */
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
    whole = realloc(mutant, length + (length == 0)); /* the exact length */
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
