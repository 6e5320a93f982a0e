/* tests/fuzz/replay.c: stands in for libFuzzer: runs a fuzz target over the files named on the
 * command line and over nothing, so that every build replays the corpus. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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

int main(int argc, char **argv) {
  for (int at = 1; at < argc; at++) {
    size_t size;
    uint8_t *data = read_file(argv[at], &size);
    if (data == NULL) {
      perror(argv[at]);
      return 1;
    }
    LLVMFuzzerTestOneInput(data, size);
    free(data);
  }
  return 0;
}
