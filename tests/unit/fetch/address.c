/* Tests of src/fetch/address.c. */
#include "fetch/address.h"

#include "leaks.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/un.h>

TestSuite(fetch_address, .fini = find_leaks);

static bool is_public(const char *text) {
  struct sockaddr_in in = {.sin_family = AF_INET};
  struct sockaddr_in6 in6 = {.sin6_family = AF_INET6};
  if (inet_pton(AF_INET, text, &in.sin_addr) == 1) return dt_address_is_public((const struct sockaddr *)&in);
  cr_assert_eq(inet_pton(AF_INET6, text, &in6.sin6_addr), 1, "%s", text);
  return dt_address_is_public((const struct sockaddr *)&in6);
}

Test(fetch_address, public_ones) {
  static const char *const addresses[] = {"8.8.8.8",          "100.63.255.255", "100.128.0.1",  "172.15.0.1",
                                          "172.32.0.1",       "169.253.0.1",    "192.169.0.1",  "198.17.0.1",
                                          "223.255.255.1",    "2600::1",        "2a00:1450::1", "::ffff:8.8.8.8",
                                          "64:ff9b::8.8.8.8", "2002:808:808::1"};
  for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
    cr_expect(is_public(addresses[i]), "%s", addresses[i]);
}

Test(fetch_address, others) {
  static const char *const addresses[] = {
      "0.0.0.0",         "10.1.2.3",         "100.64.0.1",   "127.0.0.1",   "127.255.255.255", "169.254.169.254",
      "172.16.0.1",      "172.31.255.255",   "192.0.0.8",    "192.168.1.1", "198.19.0.1",      "224.0.0.1",
      "240.0.0.1",       "255.255.255.255",  "::",           "::1",         "::127.0.0.1",     "::ffff:127.0.0.1",
      "::ffff:10.0.0.1", "64:ff9b::7f00:1",  "64:ff9b:1::1", "100::1",      "2001::1",         "2001:db8::1",
      "2002:7f00:1::1",  "2002:c0a8:101::1", "fc00::1",      "fdff::1",     "fe80::1",         "fec0::1",
      "ff02::1"};
  for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
    cr_expect(!is_public(addresses[i]), "%s", addresses[i]);
}

Test(fetch_address, other_families) {
  const struct sockaddr_un file = {.sun_family = AF_UNIX, .sun_path = "/run/x"};
  cr_expect(!dt_address_is_public((const struct sockaddr *)&file));
}

Test(fetch_address, names) {
  static const char *const open[] = {"shop.example", "8.8.8.8", "[2600::1]", "localhost.example", "10.example"};
  static const char *const closed[] = {"localhost", "LOCALHOST.", "a.localhost", "127.0.0.1",         "127.1",
                                       "0x7f.1",    "2130706433", "[::1]",       "[::ffff:10.0.0.1]", "0"};
  for (size_t i = 0; i < sizeof open / sizeof *open; i++) cr_expect(dt_host_may_be_public(open[i]), "%s", open[i]);
  for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
    cr_expect(!dt_host_may_be_public(closed[i]), "%s", closed[i]);
}
