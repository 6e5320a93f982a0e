/* Tests of src/content/meta/date.c: the publication date of a page, declared or shown. */
#include "content/meta/date.h"
#include "content/reading.h"

#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>

TestSuite(content_date, .fini = find_leaks);

static const dt_moment today = {.year = 2026, .month = 11, .day = 21};

static void expect_date(const char *markup, const char *expected) {
  reading_of *reading = read_content(markup);
  const char *date = dt_find_date_on(&reading->page, today);
  cr_expect_str_eq(date != NULL ? date : "-", expected, "%s\n  is        %s\n  should be %s", markup, date, expected);
  free_reading(reading);
}

#define ARTICLE "<h1>Otters are back</h1>"
#define BODY                                                                                                           \
  "<p>Otters were seen again in the upper valley, where nobody had met one since the mills were built, and a family "  \
  "of them seems to stay.</p>"

Test(content_date, reads_what_the_page_declares) {
  expect_date("<meta property='article:published_time' content='2024-05-01T14:30:00+02:00'>" ARTICLE BODY,
              "2024-05-01T14:30:00+02:00");
  expect_date("<meta name='DC.date.issued' content='2024-05-01'>" ARTICLE BODY, "2024-05-01");
  expect_date("<p itemscope><meta itemprop='datePublished' content='2024-05-01'>" ARTICLE BODY, "2024-05-01");
  expect_date("<meta name='date' content='soon'><meta name='pubdate' content='20240501'>" ARTICLE BODY, "2024-05-01");
  expect_date("<script type='application/ld+json'>{\"@type\": \"NewsArticle\", \"dateModified\": \"2024-06-01\", "
              "\"datePublished\": \"2024-05-01T14:30:00Z\"}</script>" ARTICLE BODY,
              "2024-05-01T14:30:00Z");
  expect_date("<link rel='canonical' href='https://example.org/2024/05/01/otters/'>" ARTICLE BODY, "2024-05-01");
  expect_date("<meta property='og:url' content='https://example.org/news/2024-05-01-otters'>" ARTICLE BODY,
              "2024-05-01");
  expect_date("<meta property='og:url' content='https://example.org/20240501/otters'>" ARTICLE BODY, "2024-05-01");
  expect_date("<meta property='og:url' content='https://example.org/2024/05/otters'>" ARTICLE BODY, "-");
}

Test(content_date, must_be_a_plausible_day_in_urls_too) {
  expect_date("<link rel='canonical' href='https://example.org/2099/05/01/otters/'>" ARTICLE BODY, "-");
  expect_date("<link rel='canonical' href='https://example.org/2023/02/30/otters/'>" ARTICLE BODY, "-");
  expect_date("<link rel='canonical' href='https://example.org/1985/05/01/otters/'>" ARTICLE BODY, "-");
  expect_date("<meta property='og:url' content='https://example.org/2099/05/01/'>"
              "<link rel='canonical' href='https://example.org/2024/05/01/otters/'>" ARTICLE BODY,
              "2024-05-01");
}

Test(content_date, prefers_the_date_of_an_article_to_other_declared_dates) {
  expect_date("<script type='application/ld+json'>[{\"@type\": \"Organization\", \"dateCreated\": \"2001-01-01\"},"
              "{\"@type\": \"WebPage\", \"datePublished\": \"2010-01-01\"},"
              "{\"@type\": \"BlogPosting\", \"datePublished\": \"2024-05-01\"}]</script>" ARTICLE BODY,
              "2024-05-01");
}

Test(content_date, reads_what_the_page_shows) {
  expect_date(ARTICLE "<time datetime='2024-05-01T14:30:00+02:00'>yesterday</time>" BODY, "2024-05-01T14:30:00+02:00");
  expect_date(ARTICLE "<div class='post-date'>May 1, 2024</div>" BODY, "2024-05-01");
  expect_date("<html lang='de'>" ARTICLE "<div>Von Ute Otte, 1. Mai 2024, 14:30 Uhr</div>" BODY, "2024-05-01T14:30:00");
  expect_date("<html lang='en-us'>" ARTICLE "<div>3/5/2024</div>" BODY, "2024-03-05");
  expect_date("<html lang='fr'>" ARTICLE "<div>3/5/2024</div>" BODY, "2024-05-03");
  expect_date(ARTICLE BODY, "-");
}

Test(content_date, prefers_the_publication_date_to_other_dates) {
  /* modified */
  expect_date("<meta property='article:modified_time' content='2024-08-01'>" ARTICLE "<div>1 May 2024</div>" BODY,
              "2024-05-01");
  expect_date("<meta property='article:published_time' content='2024-05-01T09:00:00Z'>"
              "<meta property='article:modified_time' content='2024-05-02T09:00:00Z'>" ARTICLE
              "<div>Updated 2 May 2024 11:13</div>" BODY,
              "2024-05-01T09:00:00Z");
  /* today's date in the page's header, a year in its footer */
  expect_date("<header><p>Saturday, 21 November 2026</p><p>Sun</p><p>Wind</p><p>Help</p><p>Shop</p><p>Weather</p>"
              "</header>" ARTICLE "<div>1 May 2024</div>" BODY "<footer>© 1 January 2025 Otter House</footer>",
              "2024-05-01");
  /* comments */
  expect_date(ARTICLE "<p>Ute Otte | rivers | water | 1 May 2024 14:30 | 2 comments | print this page</p>" BODY
                      "<p>Ann, 2 May 2024 15:00</p><p>So do I.</p><p>Ben, 3 May 2024 16:00</p>",
              "2024-05-01T14:30:00");
  /* the future */
  expect_date(ARTICLE "<div>1 May 2024</div>" BODY "<p class='date'>24 December 2026</p>", "2024-05-01");
  /* only modified */
  expect_date("<meta property='article:modified_time' content='2024-08-01'>" ARTICLE BODY, "2024-08-01");
}

Test(content_date, prefers_the_day_that_a_reader_sees) {
  expect_date("<meta property='article:published_time' content='2024-04-30T22:30:00Z'>" ARTICLE
              "<div class='date'>1 May 2024, 00:30</div>" BODY,
              "2024-05-01T00:30:00");
  expect_date("<meta property='article:published_time' content='2024-05-01T10:00:00Z'>" ARTICLE
              "<div class='date'>1 May 2024</div>" BODY "<time datetime='2024-05-02'>2 May 2024</time>",
              "2024-05-01T10:00:00Z");
}

Test(content_date, does_not_trust_the_birthday_of_a_site) {
  expect_date("<meta property='article:published_time' content='2004-01-01'>"
              "<meta property='article:modified_time' content='2019-06-13'>" ARTICLE "<p>June 13, 2019</p>" BODY,
              "2019-06-13");
  expect_date("<meta property='article:published_time' content='2017-01-01'>"
              "<meta property='article:modified_time' content='2019-06-13'>" ARTICLE "<p>June 13, 2019</p>" BODY,
              "2017-01-01");
}

Test(content_date, prefers_a_date_shown_twice_to_a_declared_one) {
  expect_date(
      "<meta name='date' content='2010-03-03'><link rel='canonical' href='https://example.org/2024/05/01/a'>" ARTICLE
      "<p class='date'>1 May 2024</p>" BODY,
      "2024-05-01");
  expect_date("<meta name='date' content='2010-03-03'>" ARTICLE "<p class='date'>1 May 2024</p>" BODY, "2010-03-03");
}

static void expect_none_from(const char *part, size_t count) {
  dt_buffer markup = {0};
  for (size_t i = 0; i < count; i++) dt_buffer_text(&markup, part);
  dt_buffer_byte(&markup, '\0');
  cr_assert_not(markup.failed);
  reading_of *reading = read_content(markup.data);
  dt_find_date_on(&reading->page, today);
  free_reading(reading);
  dt_buffer_free(&markup);
}

/* With quadratic cost these would take minutes. */
Test(content_date, finds_no_date_on_hostile_pages, .timeout = 60) {
  size_t many = rounds(100000);
  expect_none_from("<p>1 May 2024", many);
  expect_none_from("<meta name=date content=x>", many);
  expect_none_from("<time datetime=x>", 900);
  expect_none_from("1-1-1.1/1|", many);
  expect_none_from("<link rel=canonical href='https://x/2024/2024/'>", many);
  expect_none_from("<div class='date date date'>5", 900);
}
