/* starve.c: an allocator, preloaded before the C library, that has nothing left at the Nth request.
 *
 * Requests are counted from the start of main to its end, whoever makes them: detm, libxml2, libxslt, PCRE2,
 * the C library.  C++'s operator new is not counted and never fails: libuchardet ends the process then.
 *   STARVE_AT=N       the Nth request of main fails (from 1); not set: none does
 *   STARVE_FROM=yes   and all behind it
 *   STARVE_COUNT=FILE the number of requests goes there in the end
 *   STARVE_ONLY=PATH  the program that is meant: valgrind begins as a shell script, which has to have memory
 * With AddressSanitizer, which looks for invalid accesses and leaks, what does not fail is its allocator's.
 * A SIGSEGV within libxml2's XPath or libxslt, which do not look whether they got memory, becomes status 97, as does a
 * SIGABRT of the C library where they free something twice. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The C library's own, under the names that nothing stands in front of. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
/* AddressSanitizer's, where the program has it. */
extern void *__interceptor_malloc(size_t size) __attribute__((weak));
extern void *__interceptor_calloc(size_t count, size_t size) __attribute__((weak));
extern void *__interceptor_realloc(void *old, size_t size) __attribute__((weak));

typedef int main_function(int argc, char **argv, char **environment);
typedef int start_function(main_function *entry, int argc, char **argv, void (*start)(void), void (*end)(void),
                           void (*loader_end)(void), void *stack_end);
int __libc_start_main(main_function *entry, int argc, char **argv, void (*start)(void), void (*end)(void),
                      void (*loader_end)(void), void *stack_end);
int rand_r(unsigned *seed);
void *_Znwm(size_t size);
void *_Znam(size_t size);

static main_function *real_main;
static atomic_bool running;
static atomic_ulong requests;
static unsigned long failing;
static bool all_behind;
static _Thread_local bool spared; /* this thread's requests do not count */

static bool fails(void) {
  if (!running || spared) return false;
  unsigned long number = ++requests;
  if (failing == 0 || number < failing || (number > failing && !all_behind)) return false;
  errno = ENOMEM;
  return true;
}

static void *get(size_t size) {
  return __interceptor_malloc != NULL ? __interceptor_malloc(size) : __libc_malloc(size);
}

static void *get_cleared(size_t count, size_t size) {
  return __interceptor_calloc != NULL ? __interceptor_calloc(count, size) : __libc_calloc(count, size);
}

static void *get_again(void *old, size_t size) {
  return __interceptor_realloc != NULL ? __interceptor_realloc(old, size) : __libc_realloc(old, size);
}

void *malloc(size_t size) { return fails() ? NULL : get(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : get_cleared(count, size); }
void *realloc(void *old, size_t size) { return fails() ? NULL : get_again(old, size); }

/* The C library's own ask malloc; AddressSanitizer's would not. */
char *strndup(const char *text, size_t most) {
  size_t length = strnlen(text, most);
  char *copy = malloc(length + 1);
  if (copy == NULL) return NULL;
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

char *strdup(const char *text) { return strndup(text, strlen(text)); }

void *_Znwm(size_t size) { return get(size); }
void *_Znam(size_t size) { return get(size); }

/* AddressSanitizer asks for the stack of each thread, and does not do without. */
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
  int (*real)(pthread_t, pthread_attr_t *);
  *(void **)&real = dlsym(RTLD_NEXT, "pthread_getattr_np");
  spared = true;
  int result = real(thread, attributes);
  spared = false;
  return result;
}

/* libxml2 2.9 seeds its dictionaries with it: now the Nth request is the same one in each run. */
int rand_r(unsigned *seed) { return (int)(*seed = 1); }

static void write_count(const char *name) {
  FILE *file = fopen(name, "w");
  if (file == NULL) return;
  fprintf(file, "%lu\n", requests);
  fclose(file);
}

enum { FOREIGN_FAULT = 97 };
static struct sigaction former[SIGSEGV + 1]; /* AddressSanitizer has one that tells what happened */

static bool is_foreign(const void *at) {
  Dl_info found;
  return dladdr(at, &found) != 0 &&
         (strstr(found.dli_fname, "libxml2.so") != NULL || strstr(found.dli_fname, "libxslt.so") != NULL);
}

/* Whether it only does what somebody asked for. */
static bool is_beside(const char *file) {
  return strstr(file, "libc.so") != NULL || strstr(file, "libasan.so") != NULL || strstr(file, "starve.so") != NULL;
}

/* Whether a library called the C library, in which this happened, or it happened there. */
static bool is_of_library(void) {
  enum { DEEPEST = 20 };
  void *frames[DEEPEST];
  int count = backtrace(frames, DEEPEST);
  for (int i = 1; i < count; i++) { /* the first is this function */
    Dl_info found;
    if (is_foreign(frames[i])) return true;
    if (dladdr(frames[i], &found) == 0 || !is_beside(found.dli_fname)) return false;
  }
  return false;
}

static void name_culprit(int number) {
  running = false;
  if (is_of_library()) _exit(FOREIGN_FAULT);
  sigaction(number, &former[number], NULL);
  raise(number);
}

static int counted_main(int argc, char **argv, char **environment) {
  const char *only = getenv("STARVE_ONLY");
  if (only != NULL && strcmp(only, argv[0]) != 0) return real_main(argc, argv, environment);
  const char *at = getenv("STARVE_AT"), *count = getenv("STARVE_COUNT");
  failing = at != NULL ? strtoul(at, NULL, 10) : 0;
  all_behind = getenv("STARVE_FROM") != NULL;
  void *frame;
  backtrace(&frame, 1);       /* the first call loads a library */
  static char stack[1 << 16]; /* libxml2 may have used up the other */
  const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  const struct sigaction action = {.sa_handler = name_culprit, .sa_flags = SA_ONSTACK};
  sigaltstack(&other, NULL);
  sigaction(SIGSEGV, &action, &former[SIGSEGV]);
  sigaction(SIGABRT, &action, &former[SIGABRT]);
  running = true;
  int status = real_main(argc, argv, environment);
  running = false;
  if (count != NULL) write_count(count);
  return status;
}

int __libc_start_main(main_function *entry, int argc, char **argv, void (*start)(void), void (*end)(void),
                      void (*loader_end)(void), void *stack_end) {
  start_function *real;
  *(void **)&real = dlsym(RTLD_NEXT, "__libc_start_main");
  real_main = entry;
  return real(counted_main, argc, argv, start, end, loader_end, stack_end);
}
