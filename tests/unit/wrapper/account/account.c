/* Tests of src/wrapper/account: what of a page is in no column, and why. */
#include <detm/extract.h>
#include <detm/wrapper.h>

#include "base/base.h"
#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(account, .fini = find_leaks);

/* Writes lines as "record column reason text | ...", without those of a reason. */
typedef struct listing {
  dt_buffer out;
  const char *without;
} listing;

static detm_status add_line(void *data, const detm_account_line *line, detm_error *error) {
  listing *all = data;
  (void)error;
  if (strcmp(line->reason, all->without) == 0) return DETM_OK;
  dt_buffer_format(&all->out, "%s%zu %s%s%s %s%.*s", all->out.length != 0 ? " | " : "", line->record,
                   line->column != NULL ? line->column : "", line->column != NULL ? " " : "", line->reason,
                   line->address ? "@" : "", (int)line->text.length, line->text.data);
  cr_expect(line->path[0] == '/');
  return DETM_OK;
}

static detm_page *parse(const char *html) {
  detm_page *page = detm_page_parse(html, strlen(html), NULL, NULL);
  cr_assert_not_null(page);
  return page;
}

static void expect_lines(detm_result *result, const char *without, const char *expected) {
  listing all = {.without = without};
  cr_assert_not_null(result);
  cr_expect_eq(detm_result_account(result, add_line, &all, NULL), DETM_OK);
  dt_buffer_byte(&all.out, '\0');
  cr_expect_str_eq(all.out.data, expected, "is        %s\nshould be %s", all.out.data, expected);
  dt_buffer_free(&all.out);
  detm_result_free(result);
}

static void expect_account(const char *html, const char *without, const char *expected) {
  detm_page *page = parse(html);
  expect_lines(detm_extract(page, NULL, NULL), without, expected);
  detm_page_free(page);
}

/* A list of three boats, each with more after its name. */
#define BOATS(a, b, c)                                                                                                 \
  "<ul><li><h3><a href=/wren>Wren</a></h3><p>clinker built, in oak</p>" a                                              \
  "<li><h3><a href=/tern>Tern</a></h3><p>carvel, with a mizzen</p>" b                                                  \
  "<li><h3><a href=/knot>Knot</a></h3><p>lug sails, of pine</p>" c "</ul>"

Test(account, is_empty_if_all_is_in_columns) { expect_account(BOATS("", "", ""), "", ""); }

Test(account, names_the_reason_of_a_column_that_is_left_out) {
  expect_account(BOATS("<button>Hire</button>", "<button>Hire</button>", "<button>Hire</button>"), "",
                 "1 text-2 button Hire | 2 text-2 button Hire | 3 text-2 button Hire");
  expect_account(BOATS("<a href=#>Up</a>", "<a href=#>Up</a>", "<a href=#>Up</a>"), "constant",
                 "1 text-2-link dead @# | 2 text-2-link dead @# | 3 text-2-link dead @#");
}

Test(account, has_what_is_hidden) {
  expect_account(BOATS("<p hidden>teal</p>", "<p hidden>plum</p>", "<p hidden>rust</p>"), "",
                 "1 text-2 hidden teal | 2 text-2 hidden plum | 3 text-2 hidden rust");
}

Test(account, has_controls) {
  expect_account(BOATS("<select><option>3<option>9</select>", "<select><option>4<option>9</select>",
                       "<select><option>1<option>9</select>"),
                 "", "1 control 3 | 2 control 4 | 3 control 1");
  expect_account(BOATS("<select><option>3</select>", "<select><option>4</select>", "<select><option>1</select>"), "",
                 "");
  expect_account(BOATS("<meter value=3></meter>", "<meter value=3></meter>", "<meter value=3></meter>"), "",
                 "1 control 3 | 2 control 3 | 3 control 3");
  expect_account(BOATS("<input name=days value=3>", "<input name=days value=4>", "<input name=days value=1>"), "", "");
  expect_account(BOATS("<input name=days value=1>", "<input name=days value=1>", "<input name=days value=1>"), "",
                 "1 control 1 | 2 control 1 | 3 control 1");
}

Test(account, has_what_is_between_and_beside_the_records) {
  expect_account("<main><p>Boats of the harbour</p><ul>"
                 "<li class=b><h3><a href=/wren>Wren</a></h3><p>clinker built, in oak</p></li>"
                 "<li class=b><h3><a href=/tern>Tern</a></h3><p>carvel, with a mizzen</p></li>"
                 "<li class=ad>An advertisement</li>"
                 "<li class=b><h3><a href=/knot>Knot</a></h3><p>lug sails, of pine</p></li>"
                 "<li class=b><h3><a href=/ruff>Ruff</a></h3><p>flat, with two thwarts</p></li>"
                 "<li class=more><a href=/more>More</a></li></ul></main>",
                 "", "0 row-odd An advertisement | 0 outside-cut More | 0 outside-cut @/more");
}

Test(account, has_texts_that_a_wrapper_has_no_place_for) {
  detm_page *page = parse(BOATS("", "", ""));
  detm_page *other = parse(BOATS("", "<div><em>Sold</em> <a href=/sold>see</a></div>", ""));
  detm_wrapper *wrapper = detm_wrapper_learn((const detm_page *const[]){page}, 1, NULL, NULL);
  cr_assert_not_null(wrapper);
  expect_lines(detm_wrapper_apply(wrapper, other, NULL, NULL), "",
               "2 unplaced Sold | 2 unplaced @/sold | 2 unplaced see");
  detm_wrapper_free(wrapper);
  detm_page_free(other);
  detm_page_free(page);
}

static detm_status stop(void *data, const detm_account_line *line, detm_error *error) {
  (void)line;
  (void)error;
  ++*(int *)data;
  return DETM_WRITE;
}

Test(account, ends_with_the_status_of_the_visit) {
  detm_page *page = parse(BOATS("<button>Hire</button>", "<button>Hire</button>", "<button>Hire</button>"));
  detm_result *result = detm_extract(page, NULL, NULL);
  int calls = 0;
  cr_expect_eq(detm_result_account(result, stop, &calls, NULL), DETM_WRITE);
  cr_expect_eq(calls, 1);
  detm_result_free(result);
  detm_page_free(page);
}
