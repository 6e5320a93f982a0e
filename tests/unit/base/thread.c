/* Tests of src/base/thread.c. */
#include "config.h"

#include "base/thread.h"

#include <criterion/criterion.h>

#include "leaks.h"

TestSuite(thread, .fini = find_leaks);

#ifdef __GLIBC__
static void *measure(void *data) {
  pthread_attr_t attributes;
  void *start;
  cr_assert_eq(pthread_getattr_np(pthread_self(), &attributes), 0);
  cr_expect_eq(pthread_attr_getstack(&attributes, &start, data), 0);
  pthread_attr_destroy(&attributes);
  return NULL;
}

static size_t stack_of_thread(size_t usual) {
  pthread_attr_t attributes;
  pthread_t thread;
  size_t bytes = 0;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, usual);
  cr_assert_eq(pthread_setattr_default_np(&attributes), 0);
  pthread_attr_destroy(&attributes);
  cr_assert(dt_thread_start(&thread, measure, &bytes));
  pthread_join(thread, NULL);
  return bytes;
}

Test(thread, has_a_large_stack_where_the_usual_one_is_small) { cr_expect_geq(stack_of_thread(128 << 10), 8 << 20); }

Test(thread, keeps_a_usual_stack_that_is_larger) { cr_expect_geq(stack_of_thread(16 << 20), 16 << 20); }
#endif
