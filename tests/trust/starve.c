/* starve.c: an allocator, preloaded before the C library, that has nothing left at the Nth request.
 *
 * Requests are counted from the start of main to its end, whoever makes them: detm, libxml2, libxslt, PCRE2,
 * the C library.  C++'s operator new is not counted and never fails: libuchardet ends the process then.
 *   STARVE_AT=N       the Nth request of main fails (from 1); not set: none does
 *   STARVE_FROM=yes   and all behind it
 *   STARVE_COUNT=FILE the number of requests goes there in the end
 * A SIGSEGV within libxml2's XPath or libxslt, which do not look whether they got memory, becomes status 97. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

/* The C library's own, under the names that nothing stands in front of. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

typedef int main_function(int argc, char **argv, char **environment);
typedef int start_function(main_function *entry, int argc, char **argv, void (*start)(void), void (*end)(void),
                           void (*loader_end)(void), void *stack_end);
int __libc_start_main(main_function *entry, int argc, char **argv, void (*start)(void), void (*end)(void),
                      void (*loader_end)(void), void *stack_end);
void *_Znwm(size_t size);
void *_Znam(size_t size);

static main_function *real_main;
static atomic_bool running;
static atomic_ulong requests;
static unsigned long failing;
static bool all_behind;

static bool fails(void) {
  if (!running) return false;
  unsigned long number = ++requests;
  if (failing == 0 || number < failing || (number > failing && !all_behind)) return false;
  errno = ENOMEM;
  return true;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return fails() ? NULL : __libc_realloc(old, size); }
void *_Znwm(size_t size) { return __libc_malloc(size); }
void *_Znam(size_t size) { return __libc_malloc(size); }

static void write_count(const char *name) {
  FILE *file = fopen(name, "w");
  if (file == NULL) return;
  fprintf(file, "%lu\n", requests);
  fclose(file);
}

enum { FOREIGN_FAULT = 97 };

static void name_culprit(int number, siginfo_t *info, void *data) {
  const ucontext_t *context = data;
  Dl_info found;
  (void)info;
#ifdef __x86_64__
  void *at = (void *)context->uc_mcontext.gregs[REG_RIP];
#else
  void *at = NULL;
  (void)context;
#endif
  if (at != NULL && dladdr(at, &found) != 0 &&
      (strstr(found.dli_fname, "libxml2.so") != NULL || strstr(found.dli_fname, "libxslt.so") != NULL))
    _exit(FOREIGN_FAULT);
  signal(number, SIG_DFL);
  raise(number);
}

static int counted_main(int argc, char **argv, char **environment) {
  const char *at = getenv("STARVE_AT"), *count = getenv("STARVE_COUNT");
  failing = at != NULL ? strtoul(at, NULL, 10) : 0;
  all_behind = getenv("STARVE_FROM") != NULL;
  struct sigaction action = {.sa_sigaction = name_culprit, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
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
