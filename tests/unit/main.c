/*
 * main.c: the program of all unit tests: Criterion runs them, each in a process that starts from nothing; with
 * DETM_TEST_FORKS=N each is a fork of this process, N at a time.  For valgrind, which takes a second to start and a
 * few milliseconds to fork; what Criterion does of a test then is what stands here.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern struct criterion_test *__start_cr_tst[], *__stop_cr_tst[]; /* the linker's, of Criterion's section */

void __real_criterion_internal_test_setup(void);
void __real_criterion_internal_test_main(void (*test)(void));
void __real_criterion_internal_test_teardown(void);
void __real_criterion_send_assert(struct criterion_assert_stats *stats);
_Noreturn void __real_criterion_abort_test(void);
void __real_criterion_continue_test(void);
void __wrap_criterion_internal_test_setup(void);
void __wrap_criterion_internal_test_main(void (*test)(void));
void __wrap_criterion_internal_test_teardown(void);
void __wrap_criterion_send_assert(struct criterion_assert_stats *stats);
_Noreturn void __wrap_criterion_abort_test(void);
void __wrap_criterion_continue_test(void);

typedef struct {
  pid_t process;
  double started; /* seconds */
  const struct criterion_test *test;
} fork_of;

enum { FORKS_MAX = 64 };

static bool forked, failed;

void __wrap_criterion_internal_test_setup(void) {
  if (!forked) __real_criterion_internal_test_setup();
}

void __wrap_criterion_internal_test_main(void (*test)(void)) {
  if (forked)
    test();
  else
    __real_criterion_internal_test_main(test);
}

void __wrap_criterion_internal_test_teardown(void) {
  if (!forked) __real_criterion_internal_test_teardown();
}

void __wrap_criterion_send_assert(struct criterion_assert_stats *stats) {
  if (forked)
    fprintf(stderr, "%s:%u: %s\n", stats->file, stats->line, stats->message);
  else
    __real_criterion_send_assert(stats);
}

void __wrap_criterion_abort_test(void) {
  if (forked) exit(1);
  __real_criterion_abort_test();
}

void __wrap_criterion_continue_test(void) {
  failed = true;
  if (!forked) __real_criterion_continue_test();
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static pid_t start(const struct criterion_test *test) {
  fflush(NULL);
  pid_t process = fork();
  if (process != 0) return process;
  forked = true;
  test->test();
  exit(failed);
}

/* Waits for one of the forks, tells how it ended and gives its place. */
static fork_of *end_one(fork_of *forks, bool *well) {
  int status = 0;
  pid_t process = wait(&status);
  while (forks->process != process) forks++;
  const struct criterion_test *test = forks->test;
  printf("%s - %s::%s (process %ld, status %d, %.2f s)\n", status == 0 ? "ok" : "not ok", test->category, test->name,
         (long)process, status, now() - forks->started);
  if (status != 0) *well = false;
  return forks;
}

static int run_forks(size_t most) {
  fork_of forks[FORKS_MAX];
  size_t running = 0;
  bool well = true;
  if (most == 0 || most > FORKS_MAX) most = FORKS_MAX;
  for (struct criterion_test **test = __start_cr_tst; test < __stop_cr_tst; test++) {
    if (*test == NULL) continue; /* what a sanitizer puts between them */
    fork_of *place = running < most ? &forks[running++] : end_one(forks, &well);
    *place = (fork_of){.process = start(*test), .started = now(), .test = *test};
    if (place->process < 0) return perror("fork"), 1;
  }
  for (; running > 0; running--) *end_one(forks, &well) = forks[running - 1];
  return !well;
}

/* Criterion starts its processes by the address of main that it finds among the exported symbols. */
__attribute__((visibility("default"))) int main(int argc, char **argv) {
  const char *forks = getenv("DETM_TEST_FORKS");
  if (forks != NULL) return run_forks(strtoul(forks, NULL, 10));
  struct criterion_test_set *tests = criterion_initialize();
  int status = 0;
  if (criterion_handle_args(argc, argv, true)) status = !criterion_run_all_tests(tests);
  criterion_finalize(tests);
  return status;
}
