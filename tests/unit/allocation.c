/* allocation.c: the allocator that the linker puts between the library and the C library. */
#include "allocation.h"

#include <libxml/xmlmemory.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/libxml_guard.h"
#include "rounds.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static size_t count, count_before, first_failure = SIZE_MAX, last_failure = SIZE_MAX;

void allocation_fail_from(size_t number) {
  count_before = count;
  count = 0;
  first_failure = number == 0 ? SIZE_MAX : number;
  last_failure = SIZE_MAX;
}

void allocation_fail_at(size_t number) {
  allocation_fail_from(number);
  last_failure = number;
}

size_t allocation_count(void) { return count; }

static int fails(void) {
  count++;
  return count >= first_failure && count <= last_failure;
}

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t number, size_t size) { return fails() ? NULL : __real_calloc(number, size); }
void *__wrap_realloc(void *old, size_t size) { return fails() ? NULL : __real_realloc(old, size); }

static char *copy(const char *text) {
  char *made = malloc(strlen(text) + 1);
  return made != NULL ? strcpy(made, text) : NULL;
}

void allocation_take_libxml(void) {
  if (xmlMemSetup(free, malloc, realloc, copy) != 0) abort();
  dt_libxml_start();
}

enum { RIGHT, WRONG, ENOUGH };

static int try(bool (*work)(const void *data), const void *data, size_t number, bool all_later) {
  int status = 0;
  pid_t process = fork();
  if (process == 0) {
    signal(SIGSEGV, SIG_DFL); /* keeps sanitizers from reporting it */
    setrlimit(RLIMIT_CPU, &(struct rlimit){10, 20});
    (all_later ? allocation_fail_from : allocation_fail_at)(number);
    bool right = work(data);
    _exit(!right ? WRONG : count_before < number ? ENOUGH : RIGHT);
  }
  if (process < 0 || waitpid(process, &status, 0) != process) return WRONG;
  if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGSEGV ? RIGHT : WRONG; /* libxslt crashes without memory */
  return WEXITSTATUS(status) == RIGHT || WEXITSTATUS(status) == ENOUGH ? WEXITSTATUS(status) : WRONG;
}

size_t allocation_starve(bool (*work)(const void *data), const void *data) {
  enum { MOST = 10000 };
  size_t wrong = 0;
  if (each() != 1) return 0;
  for (size_t number = 1; number < MOST; number++) {
    int alone = try(work, data, number, false), all = try(work, data, number, true);
    if (alone == ENOUGH) return wrong;
    wrong += (size_t)(alone == WRONG) + (size_t)(all == WRONG);
  }
  return MOST;
}
