/* Tests of src/links/pagination.c, pagination_words.c and page_numbers.c: links to other pages of a list. */
#include "links/pagination.h"

#include "links/linked.h"
#include "links/pagination_words.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(pagination, .fini = find_leaks);

/* Expects the links that have one of the turns, each as the signs of these turns ("><[]#" for next, previous, first,
 * last and page number) and its URL, followed by a blank. */
static void expect_all(const char *markup, unsigned turns_wanted, const char *expected) {
  detm_links *links = links_of(markup, NULL);
  const detm_link *link;
  dt_buffer turns = {0};
  for (size_t i = 0; (link = detm_links_get(links, i)) != NULL; i++)
    if (link->turns & turns_wanted) {
      for (unsigned bit = 0; bit < 5; bit++)
        if (link->turns & turns_wanted & 1u << bit) dt_buffer_byte(&turns, "><[]#"[bit]);
      dt_buffer_format(&turns, "%s ", link->url + strlen("https://a.example"));
    }
  dt_buffer_byte(&turns, '\0');
  cr_expect_str_eq(turns.data, expected, "%s: %s, not %s", markup, turns.data, expected);
  dt_buffer_free(&turns);
  detm_links_free(links);
}

static void expect_turns(const char *markup, const char *expected) {
  expect_all(markup, DETM_LINK_NEXT | DETM_LINK_PREVIOUS, expected);
}

Test(pagination, is_recognised_by_captions) {
  expect_turns("<a href=/a>Next »</a><a href=/b>Next 20</a>", ">/a >/b ");
  expect_turns("<a href=/a>‹ Previous page</a>", "</a ");
  expect_turns("<a href=/a>NÄ"
               "CHSTE Seite</a>",
               ">/a ");
  expect_turns("<a href=/a>下一页</a>", ">/a ");
  expect_turns("<a href=/a title='Next page'><i></i></a><a href=/b><img alt=previous src=x></a>", ">/a </b ");
  expect_turns("<a href=/a aria-label=Next>›</a>", ">/a ");
  expect_turns("<a href=/a>Next steps for the county</a><a href=/b>What is next?</a>", "");
}

Test(pagination, is_not_a_link_without_a_page) {
  expect_turns("<a href=/a.jpg>Next</a><form action=/b title=Next><input></form><a href='#'>Next</a>", "");
}

Test(pagination, is_recognised_by_ambiguous_captions_only_near_page_numbers) {
  expect_turns("<a href=/a>weiter</a><a href=/b>»</a>", "");
  expect_turns("<a href=/?p=1>1</a> 2 <a href=/x3>3</a> <a href=/weiter>weiter</a>", ">/weiter ");
  expect_turns("<a href=/w>zurü"
               "ck</a><a href=/v>vorwärts</a>",
               "");
  expect_turns("<a href=/first>&lt;&lt;</a> <a href=/before>&lt;</a> <a href=/8>8</a> 9 <a href=/10>10</a> "
               "<a href=/after>&gt;</a> <a href=/last>&gt;&gt;</a>",
               "</8 >/10 ");
}

Test(pagination, is_recognised_by_the_number_without_a_link) {
  expect_turns("<b>1</b> <a href=/l?page=2>2</a> <a href=/l?page=3>3</a>", ">/l?page=2 ");
  expect_turns("<a href=/l>1</a> <a href=/l/2/>2</a> 3 <a href=/l/4/>4</a> <a href=/l/5/>5</a>", "</l/2/ >/l/4/ ");
  expect_turns("<a href='/l?start=0'>[1]</a> <a href='/l?start=40'>[3]</a> <a href='/l?start=60'>[4]</a>",
               "</l?start=0 >/l?start=40 ");
}

Test(pagination, the_first_page_has_no_link_to_itself) {
  expect_turns("1 <a href=/l?page=2>2</a> <a href=/l?page=3>3</a> <a href=/l?page=5>5</a>", ">/l?page=2 ");
}

Test(pagination, is_recognised_by_the_number_in_the_url_of_the_page) {
  expect_turns("<a href='/dir/page?q=0'>1</a> <a href='?q=1'>2</a> <a href='?q=2'>3</a> <a href='?q=3'>4</a>",
               "</dir/page?q=0 >/dir/page?q=2 ");
}

Test(pagination, is_recognised_on_the_last_page_by_its_url) {
  expect_turns(
      "<base href='/list?page=4'><a href='?page=1'>1</a> <a href='?page=2'>2</a> <a href='?page=3'>3</a> <b>4</b>",
      "</list?page=3 ");
}

Test(pagination, prefers_the_url_to_gaps_between_numbers) {
  expect_turns("<base href='/list?page=5'><a href='?page=1'>1</a> ... <a href='?page=3'>3</a> <a href='?page=4'>4</a> "
               "<b>5</b> <a href='?page=6'>6</a>",
               "</list?page=4 >/list?page=6 ");
}

Test(pagination, is_not_recognised_in_days_years_and_notes) {
  expect_turns("<a href=/2021>2021</a> <a href=/2022>2022</a> <a href=/2024>2024</a>", "");
  expect_turns("<a href=#n1>1</a> text <a href=#n3>3</a>", "");
  dt_buffer days = {0};
  for (unsigned i = 1; i <= 30; i++)
    if (i != 12) dt_buffer_format(&days, "<td><a href=/d/%u>%u</a>", i, i);
  dt_buffer_byte(&days, '\0');
  expect_turns(days.data, "");
  dt_buffer_free(&days);
}

Test(pagination, numbers_of_pages_are_short) {
  cr_expect_eq(dt_caption_number("12"), 12);
  cr_expect_eq(dt_caption_number("[3]"), 3);
  cr_expect_eq(dt_caption_number("0"), 0);
  cr_expect_eq(dt_caption_number("12345"), 0);
  cr_expect_eq(dt_caption_number("3 stars"), 0);
  cr_expect_eq(dt_caption_number(""), 0);
}

Test(pagination, numbers_of_pages_may_have_separators_or_the_word_last) {
  cr_expect_eq(dt_caption_number("1,097"), 1097);
  cr_expect_eq(dt_caption_number("1.097"), 1097);
  cr_expect_eq(dt_caption_number("1,5"), 0);
  cr_expect_eq(dt_caption_number("15 Last"), 15);
}

enum { EVERY = DETM_LINK_NEXT | DETM_LINK_PREVIOUS | DETM_LINK_FIRST | DETM_LINK_LAST | DETM_LINK_PAGE };

Test(pagination, marks_page_numbers_and_the_first_and_last_page) {
  expect_all("<a href=/l>|&lt;</a> <a href=/l?page=2>2</a> 3 <a href=/l?page=4>4</a> <a href=/l?page=9>&gt;|</a>",
             EVERY, "[/l <#/l?page=2 >#/l?page=4 ]/l?page=9 ");
  expect_all("<a href=/l>« Primera</a> <a href=/l/4/>4</a> <b>5</b> <a href=/l/6/>6</a> <a href=/l/9/>Última »</a>",
             EVERY, "[/l <#/l/4/ >#/l/6/ ]/l/9/ ");
  expect_all("<a href=/first>First steps</a> <a href=/x>Last</a>", EVERY, "");
}

Test(pagination, marks_a_number_beside_an_arrow_to_the_same_page) {
  expect_all("<a href=/l?page=2>›</a> <a href=/l>1</a> <a href=/l?page=2>2</a> <a href=/l?page=3>3</a>", DETM_LINK_PAGE,
             "#/l?page=2 #/l #/l?page=3 ");
  expect_all("<base href=/l?page=2><a href=/l?page=1>«</a> <a href=/l?page=1>1</a> 2", EVERY, "<#/l?page=1 ");
}

Test(pagination, is_recognised_by_the_title_of_a_number) {
  expect_turns("<a href=/l?p=2 title=Next><i></i></a> 1 <a href=/l?p=2>2</a>", ">/l?p=2 ");
}

Test(pagination, is_recognised_by_classes_near_page_numbers) {
  expect_turns("<a href=/l?p=7 class=pager-prev></a> <a href=/l?p=7>7</a> <a href=/l?p=9>9</a> "
               "<span class=nextPage><a href=/l?p=9>পরবর্তী</a></span>",
               "</l?p=7 >/l?p=9 ");
  expect_turns("<a href=/slide2 class=carousel-next></a><p>A picture</p>", "");
}

Test(pagination, is_not_a_link_to_a_part_of_the_page) {
  expect_turns("<base href=/list><a href='#slides'>prev</a><a href='/list#slides'>next</a>", "");
  expect_turns("<base href=/list><a href='/list?page=2#entries'>next</a>", ">/list?page=2#entries ");
}

Test(pagination, is_not_recognised_in_entries_per_page_and_dates) {
  expect_all("<base href='/l?limit=15'><a href=/l?limit=9>9</a> <a href=/l?limit=15>15</a> <a href=/l?limit=30>30</a> "
             "<a href='/l?limit=15&p=2'>2</a> <a href='/l?limit=15&p=3'>3</a>",
             EVERY, ">#/l?limit=15&p=2 #/l?limit=15&p=3 ");
  expect_all(
      "<a href=/?m=20160302>2</a> <a href=/?m=20160303>3</a> <a href=/2016/03/04>4</a> <a href=/2016/03/05>5</a>",
      EVERY, "");
}

Test(pagination, the_page_without_a_number_is_the_first) {
  expect_turns("<base href=/news><a href=/news?page=1>1</a> <a href=/news?page=2>2</a>", ">/news?page=2 ");
}

Test(pagination, a_next_page_in_the_head_of_the_last_page_does_not_exist) {
  expect_turns("<head><base href=/l/3><link rel=next href=/l/4></head><a href=/l/1>1</a> <a href=/l/2>2</a> 3",
               "</l/2 ");
  expect_turns("<head><base href=/l/3><link rel=next href=/l/4></head><p>Text</p>", ">/l/4 ");
}
