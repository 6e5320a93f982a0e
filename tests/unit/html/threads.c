/* Tests of src/html/page.c: pages parsed in several threads, which may be the first of their process to parse. */
#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>

#include <detm/detm.h>

#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(threads, .fini = find_leaks);

enum { THREADS = 4, PATIENCE_SECONDS = 30 };

static void *parse_at_once(void *barrier) {
  static const char markup[] = "<ul><li>one<li>two</ul>";
  pthread_barrier_wait(barrier);
  detm_page *page = detm_page_parse(markup, sizeof markup - 1, NULL, NULL);
  size_t nodes = page == NULL ? 0 : detm_page_node_count(page);
  detm_page_free(page);
  return nodes == 0 ? barrier : NULL;
}

/* 0 if all threads got their page; a deadlock ends with the alarm. */
static int parse_in_threads(void) {
  pthread_t threads[THREADS];
  pthread_barrier_t barrier;
  int status = 0;
  alarm(PATIENCE_SECONDS);
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (int i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, parse_at_once, &barrier) != 0) return 1;
  for (int i = 0; i < THREADS; i++) {
    void *failed;
    pthread_join(threads[i], &failed);
    if (failed != NULL) status = 1;
  }
  pthread_barrier_destroy(&barrier);
  return status;
}

/* libxml2 sets itself up with the first page of a process, so each round is a process. */
Test(threads, may_parse_the_first_page_at_once) {
  for (unsigned i = 0; i < rounds(60); i++) {
    pid_t child = fork();
    if (child == 0) _exit(parse_in_threads());
    int status = -1;
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert_eq(status, 0, "round %u: status %d", i, status);
  }
}
