/* tests/trust/starve.c: an allocator whose Nth request fails; preloaded before the C library.
 *
 *   STARVE_AT=N       the Nth request (from 1) fails; not set: no request fails
 *   STARVE_FROM=yes   and so do all later ones
 *   STARVE_COUNT=FILE at the end of main, writes the number of requests to FILE
 *   STARVE_ONLY=PATH  only in this program: valgrind starts as a shell script, which must have memory
 *
 * Counts the requests of detm and of its libraries from the start of main to its end.  C++'s operator new is not
 * counted and never fails, since libuchardet would end the process.  Other requests are passed to the allocator of
 * AddressSanitizer, if the program has it, or of the C library.
 * A SIGSEGV within libxml2's XPath or libxslt, which do not check for lack of memory, becomes status 97, and so does a
 * SIGABRT of the C library when they free a block twice. */
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

/* The functions of the C library, under names that are not replaced. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
/* The functions of AddressSanitizer, if the program has it. */
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
static bool all_later;
static _Thread_local bool spared; /* requests of this thread are not counted */

static bool fails(void) {
  if (!running || spared) return false;
  unsigned long number = ++requests;
  if (failing == 0 || number < failing || (number > failing && !all_later)) return false;
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

/* Replaced because AddressSanitizer's versions do not call malloc. */
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

/* AddressSanitizer calls this for each thread and cannot handle a failure. */
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
  int (*real)(pthread_t, pthread_attr_t *);
  *(void **)&real = dlsym(RTLD_NEXT, "pthread_getattr_np");
  spared = true;
  int result = real(thread, attributes);
  spared = false;
  return result;
}

/* libxml2 2.9 seeds its dictionaries with it: a constant makes the Nth request the same in each run. */
int rand_r(unsigned *seed) { return (int)(*seed = 1); }

static void write_count(const char *name) {
  FILE *file = fopen(name, "w");
  if (file == NULL) return;
  fprintf(file, "%lu\n", requests);
  fclose(file);
}

enum { FOREIGN_FAULT = 97 };
static struct sigaction former[SIGSEGV + 1]; /* AddressSanitizer has handlers that report the fault */

static bool is_foreign(const void *at) {
  Dl_info found;
  return dladdr(at, &found) != 0 &&
         (strstr(found.dli_fname, "libxml2.so") != NULL || strstr(found.dli_fname, "libxslt.so") != NULL);
}

/* Whether the file is a library that only acts for its caller. */
static bool acts_for_caller(const char *file) {
  return strstr(file, "libc.so") != NULL || strstr(file, "libasan.so") != NULL || strstr(file, "starve.so") != NULL ||
         strstr(file, "linux-gate.so") != NULL; /* the return from a signal on 32-bit x86 */
}

/* Whether the signal occurred in libxml2 or libxslt, or in a function of the C library that they called. */
static bool is_in_library(void) {
  enum { DEEPEST = 20 };
  void *frames[DEEPEST];
  int count = backtrace(frames, DEEPEST);
  for (int i = 1; i < count; i++) { /* frame 0 is this function */
    Dl_info found;
    if (is_foreign(frames[i])) return true;
    if (dladdr(frames[i], &found) == 0 || !acts_for_caller(found.dli_fname)) return false;
  }
  return false;
}

static void handle_signal(int number) {
  running = false;
  if (is_in_library()) _exit(FOREIGN_FAULT);
  sigaction(number, &former[number], NULL);
  raise(number);
}

static int counted_main(int argc, char **argv, char **environment) {
  const char *only = getenv("STARVE_ONLY");
  if (only != NULL && strcmp(only, argv[0]) != 0) return real_main(argc, argv, environment);
  const char *at = getenv("STARVE_AT"), *count = getenv("STARVE_COUNT");
  failing = at != NULL ? strtoul(at, NULL, 10) : 0;
  all_later = getenv("STARVE_FROM") != NULL;
  void *frame;
  backtrace(&frame, 1);       /* the first call loads a library */
  static char stack[1 << 16]; /* libxml2 may have exhausted the other one */
  const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  const struct sigaction action = {.sa_handler = handle_signal, .sa_flags = SA_ONSTACK};
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
