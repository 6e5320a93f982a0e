/* Tests of src/serve/guard.c. */
#include "serve/guard.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(serve_guard, .fini = find_leaks);

static const char *const hosts[] = {"jars.example", NULL};
static const dt_guard guard = {"0123456789abcdef", hosts};

Test(serve_guard, host_is_the_servers) {
  static const char *const own[] = {"localhost", "LocalHost:80", "127.0.0.1",       "127.0.0.1:8080",
                                    "[::1]",     "[::1]:1",      "jars.example:443"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) cr_expect(dt_guard_host(&guard, own[i]), "%s", own[i]);
}

Test(serve_guard, host_of_another) {
  static const char *const others[] = {"",
                                       "evil.example",
                                       "localhost.evil.example",
                                       "xlocalhost",
                                       "127.0.0.1.evil.example",
                                       "localhost:80x",
                                       "[::1",
                                       "[::1]x",
                                       "[::2]",
                                       ":80",
                                       "localhost:80:80",
                                       "jars.example.",
                                       "user@localhost"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    cr_expect(!dt_guard_host(&guard, others[i]), "%s", others[i]);
  cr_expect(!dt_guard_host(&guard, NULL));
}

Test(serve_guard, origin_is_that_of_the_host) {
  cr_expect(dt_guard_origin(&(dt_visitor){.host = "localhost:80", .origin = "http://localhost:80"}));
  cr_expect(dt_guard_origin(&(dt_visitor){.host = "jars.example", .origin = "https://jars.example"}));
  cr_expect(!dt_guard_origin(&(dt_visitor){.host = "localhost:80", .origin = "http://localhost:81"}));
  cr_expect(!dt_guard_origin(&(dt_visitor){.host = "localhost:80", .origin = "ftp://localhost:80"}));
  cr_expect(!dt_guard_origin(&(dt_visitor){.host = "localhost:80", .origin = "null"}));
  cr_expect(!dt_guard_origin(&(dt_visitor){.host = NULL, .origin = "http://localhost"}));
}

Test(serve_guard, without_origin_the_site_counts) {
  cr_expect(dt_guard_origin(&(dt_visitor){.host = "localhost"}));
  cr_expect(dt_guard_origin(&(dt_visitor){.host = "localhost", .site = "same-origin"}));
  cr_expect(dt_guard_origin(&(dt_visitor){.host = "localhost", .site = "none"}));
  cr_expect(!dt_guard_origin(&(dt_visitor){.host = "localhost", .site = "same-site"}));
  cr_expect(!dt_guard_origin(&(dt_visitor){.host = "localhost", .site = "cross-site"}));
}

Test(serve_guard, token) {
  cr_expect(dt_guard_token(&guard, "Bearer 0123456789abcdef"));
  cr_expect(dt_guard_token(&guard, "bearer 0123456789abcdef"));
  cr_expect(!dt_guard_token(&guard, "Bearer 0123456789abcdee"));
  cr_expect(!dt_guard_token(&guard, "Bearer 0123456789abcdef0123456789abcdef"));
  cr_expect(!dt_guard_token(&guard, "Bearer 0123456789abcde"));
  cr_expect(!dt_guard_token(&guard, "Bearer "));
  cr_expect(!dt_guard_token(&guard, "0123456789abcdef"));
  cr_expect(!dt_guard_token(&guard, NULL));
  cr_expect(dt_guard_token(&(dt_guard){NULL, NULL}, NULL));
}
