/* Tests of src/crawl/web_file.c: saving and loading webs, and damaged files. */
#include <detm/crawl.h>

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "allocation.h"
#include "base/base.h"
#include "crawl/webs.h"
#include "leaks.h"
#include "rounds.h"

TestSuite(web_file, .fini = find_leaks, .timeout = 300);

static detm_web *made(const detm_topic *topic) {
  detm_web *web = web_new(topic, NULL);
  web_add(web, "http://a.example/",
          "<title>Otters</title><p>The otter in the river: <a href=/otter>otter</a>, <a "
          "href=http://b.example/#here>the bridge</a>.");
  web_add(web, NULL, "<p>A page of no address <a href=http://c.example/>otters</a>");
  web_rank(web);
  web_add(web, "http://b.example/", "<p>stones <a href=http://a.example/>and an otter</a>");
  return web;
}

static dt_buffer saved(const detm_web *web) {
  dt_buffer out = {0};
  detm_error error = DETM_ERROR_NONE;
  cr_assert_eq(detm_web_save(web, dt_buffer_write, &out, &error), DETM_OK, "%s", error.text);
  return out;
}

static void expect_equal(const detm_web *a, const detm_web *b) {
  cr_assert_eq(detm_web_url_count(a), detm_web_url_count(b));
  cr_expect_eq(detm_web_page_count(a), detm_web_page_count(b));
  cr_expect_eq(detm_web_link_count(a), detm_web_link_count(b));
  for (size_t i = 0; i < detm_web_url_count(a); i++) {
    detm_web_url x, y;
    detm_web_url_get(a, i, &x);
    detm_web_url_get(b, i, &y);
    cr_expect_str_eq(x.url, y.url);
    cr_expect_str_eq(x.page != NULL ? x.page : "", y.page != NULL ? y.page : "");
    cr_expect(x.rank == y.rank || (isnan(x.rank) && isnan(y.rank)), "%s", x.url);
    cr_expect(x.relevance == y.relevance || (isnan(x.relevance) && isnan(y.relevance)), "%s", x.url);
    cr_expect_eq(x.links_in, y.links_in);
  }
}

Test(web_file, is_the_web_that_was_saved) {
  detm_topic *topic = web_topic("otter river");
  detm_web *web = made(topic);
  dt_buffer first = saved(web);
  detm_web *again = detm_web_load(first.data, first.length, "web", topic, NULL, NULL);
  cr_assert_not_null(again);
  expect_equal(web, again);
  dt_buffer second = saved(again);
  cr_expect(first.length == second.length && memcmp(first.data, second.data, first.length) == 0);
  web_add(web, "http://c.example/", "<p>otter <a href=http://d.example/>river</a>");
  web_add(again, "http://c.example/", "<p>otter <a href=http://d.example/>river</a>");
  web_rank(web);
  web_rank(again);
  expect_equal(web, again);
  dt_buffer_free(&first);
  dt_buffer_free(&second);
  detm_web_free(web);
  detm_web_free(again);
  detm_topic_free(topic);
}

Test(web_file, is_refused_with_another_topic_or_other_options) {
  detm_topic *topic = web_topic("otter river"), *other = web_topic("otter rivers");
  detm_web *web = made(topic);
  dt_buffer bytes = saved(web);
  detm_web_options options = detm_web_defaults;
  detm_error error = DETM_ERROR_NONE;
  cr_expect_null(detm_web_load(bytes.data, bytes.length, "web", other, NULL, &error));
  cr_expect_eq(error.status, DETM_USAGE);
  error = (detm_error)DETM_ERROR_NONE;
  options.seed = 7;
  cr_expect_null(detm_web_load(bytes.data, bytes.length, "web", topic, &options, &error));
  cr_expect_eq(error.status, DETM_USAGE);
  dt_buffer_free(&bytes);
  detm_web_free(web);
  detm_topic_free(topic);
  detm_topic_free(other);
}

Test(web_file, is_refused_when_cut_or_changed_anywhere) {
  detm_topic *topic = web_topic("otter river");
  detm_web *web = made(topic);
  dt_buffer bytes = saved(web);
  for (size_t length = 0; length < bytes.length; length++) {
    detm_error error = DETM_ERROR_NONE;
    cr_assert_null(detm_web_load(bytes.data, length, "web", topic, NULL, &error), "%zu bytes", length);
    cr_assert_eq(error.status, DETM_BAD_FILE);
  }
  for (size_t at = 0; at < bytes.length; at++) {
    bytes.data[at] ^= 4;
    cr_assert_null(detm_web_load(bytes.data, bytes.length, "web", topic, NULL, NULL), "byte %zu", at);
    bytes.data[at] ^= 4;
  }
  dt_buffer_free(&bytes);
  detm_web_free(web);
  detm_topic_free(topic);
}

/* Corrects the checksum, as an attacker would. */
static void sum_up(dt_buffer *bytes) {
  uint64_t sum = dt_hash_bytes(bytes->data, bytes->length - 8, 0);
  for (unsigned i = 0; i < 8; i++) bytes->data[bytes->length - 8 + i] = (char)(sum >> 8 * i & 0xff);
}

/* Expects that a changed web is the same when saved and loaded again, and that ranks are numbers of 0 or more. */
static void expect_usable(detm_web *web, const detm_topic *topic, size_t at, unsigned value) {
  dt_buffer bytes = saved(web);
  detm_error error = DETM_ERROR_NONE;
  detm_web *again = detm_web_load(bytes.data, bytes.length, "web", topic, NULL, &error);
  cr_assert_not_null(again, "byte %zu = %u: %s", at, value, error.text);
  expect_equal(web, again);
  web_rank(web);
  for (size_t i = 0; i < detm_web_url_count(web); i++) {
    detm_web_url url;
    detm_web_url_get(web, i, &url);
    cr_assert(isnan(url.rank) || (isfinite(url.rank) && url.rank >= 0), "byte %zu = %u: rank %g", at, value, url.rank);
  }
  detm_web_free(again);
  dt_buffer_free(&bytes);
}

Test(web_file, is_refused_or_usable_when_changed_with_a_right_checksum) {
  detm_topic *topic = web_topic("otter river");
  detm_web *web = made(topic);
  dt_buffer bytes = saved(web);
  size_t usable = 0, refused = 0;
  for (size_t at = 27; at < bytes.length - 8; at++)
    for (unsigned value = 0; value < 256; value += each()) {
      char before = bytes.data[at];
      bytes.data[at] = (char)value;
      sum_up(&bytes);
      detm_error error = DETM_ERROR_NONE;
      detm_web *loaded = detm_web_load(bytes.data, bytes.length, "web", topic, NULL, &error);
      if (loaded != NULL)
        expect_usable(loaded, topic, at, value);
      else
        cr_assert(error.status == DETM_BAD_FILE || error.status == DETM_USAGE, "byte %zu = %u: %s", at, value,
                  error.text);
      usable += loaded != NULL;
      refused += loaded == NULL;
      detm_web_free(loaded);
      bytes.data[at] = before;
    }
  cr_expect(usable > 0 && refused > 0, "%zu usable, %zu refused", usable, refused);
  dt_buffer_free(&bytes);
  detm_web_free(web);
  detm_topic_free(topic);
}

Test(web_file, without_memory_is_an_error) {
  detm_topic *topic = web_topic("otter river");
  detm_web *web = made(topic);
  dt_buffer bytes = saved(web);
  detm_web *loaded = NULL;
  for (size_t n = 1; loaded == NULL; n++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(n);
    loaded = detm_web_load(bytes.data, bytes.length, "web", topic, NULL, &error);
    allocation_fail_from(0);
    if (loaded == NULL) cr_assert_eq(error.status, DETM_NO_MEMORY, "allocation %zu: %s", n, error.text);
  }
  detm_web_free(loaded);
  dt_buffer_free(&bytes);
  detm_web_free(web);
  detm_topic_free(topic);
}
