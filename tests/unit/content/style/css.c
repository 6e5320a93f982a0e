/* Tests of src/content/style/css.c: style sheets and declarations, in all their spellings. */
#include "content/style/css.h"
#include "content/reading.h"

#include "html/documents.h"
#include "leaks.h"
#include "rounds.h"

#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(content_sheet, .fini = find_leaks);

static const char *told(const dt_declared *declared) {
  static char text[200];
  size_t at = 0;
  text[0] = '\0';
#define ADD(...) at += (size_t)snprintf(text + at, sizeof text - at, __VA_ARGS__)
  if (declared->says & DT_SAYS_BACKGROUND && declared->background == DT_TRANSPARENT) ADD("on nothing ");
  if (declared->says & DT_SAYS_BACKGROUND && declared->background != DT_TRANSPARENT)
    ADD("on %06X ", (unsigned)declared->background);
  if (declared->says & DT_SAYS_COLOUR) ADD("in %06X ", (unsigned)declared->colour);
  if (declared->says & DT_SAYS_SIZE) ADD("%s%.4g ", declared->is_factor ? "times " : "", declared->size);
  if (declared->says & DT_SAYS_WEIGHT) ADD("weight %d ", declared->weight);
  if (declared->says & DT_SAYS_ALIGN) ADD(declared->centred ? "centred " : "not centred ");
#undef ADD
  return text;
}

static void expect_declared(const char *declarations, const char *expected) {
  dt_declared declared = {0};
  dt_declare(&declared, dt_text(declarations));
  cr_expect_str_eq(told(&declared), expected, "%s: %s", declarations, told(&declared));
}

Test(content_sheet, reads_colours) {
  expect_declared("color: #fff", "in FFFFFF ");
  expect_declared("COLOR : #1A2b3C;", "in 1A2B3C ");
  expect_declared("color:rgb(255, 0,16)", "in FF0010 ");
  expect_declared("color:rgba(100% 0% 60% / .5)", "in FF0099 ");
  expect_declared("color: Navy !important", "in 000080 ");
  expect_declared("color: #ff", "");
  expect_declared("color: #ggg", "");
  expect_declared("color: inherit", "");
}

Test(content_sheet, reads_backgrounds) {
  expect_declared("background: url(a b,c.png) no-repeat #eee 0 0", "on EEEEEE ");
  expect_declared("background-color: transparent", "on nothing ");
  expect_declared("background: none", "on nothing ");
  expect_declared("background: url(a.png)", "");
  expect_declared("background-image: url(red)", "");
}

Test(content_sheet, reads_sizes) {
  expect_declared("font-size: 12px", "12 ");
  expect_declared("font-size: 12pt", "16 ");
  expect_declared("font-size: 1.5rem", "24 ");
  expect_declared("font-size: .5em", "times 0.5 ");
  expect_declared("font-size: 150%", "times 1.5 ");
  expect_declared("font-size: x-large", "24 ");
  expect_declared("font-size: larger", "times 1.2 ");
  expect_declared("font-size: 12", "");
  expect_declared("font-size: calc(1px + 2vw)", "");
}

Test(content_sheet, reads_weights_fonts_and_alignment) {
  expect_declared("font-weight: bold", "weight 700 ");
  expect_declared("font-weight: 300", "weight 300 ");
  expect_declared("font-weight: 12px", "");
  expect_declared("font: italic bold 12px/1.5 Arial, sans-serif", "12 weight 700 ");
  expect_declared("text-align: center", "centred ");
  expect_declared("text-align: left", "not centred ");
}

Test(content_sheet, later_declarations_win_and_broken_ones_are_skipped) {
  expect_declared("color: red; color: blue", "in 0000FF ");
  expect_declared(";; : ; color; color red; size: 3px; color: red", "in FF0000 ");
  expect_declared("", "");
}

/* The declarations of a page's sheets for its first element of a tag. */
static void expect_styled(const char *styles, const char *markup, const char *tag, const char *expected) {
  dt_scope scope;
  dt_arena arena;
  dt_sheet sheet;
  dt_declared declared = {0};
  detm_page *page = document_of(markup);
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  cr_assert_eq(setjmp(scope.escape), 0);
  dt_sheet_read(&sheet, &arena, dt_text(styles));
  dt_sheet_declare(&sheet, element_of(page, tag), &declared);
  cr_expect_str_eq(told(&declared), expected, "%s: %s", styles, told(&declared));
  dt_arena_free(&arena);
  detm_page_free(page);
}

#define PAGE "<p class='a  b' id=c>x</p>"

Test(content_sheet, finds_rules_by_tag_class_and_id) {
  expect_styled("p { color: red }", PAGE, "p", "in FF0000 ");
  expect_styled("P{color:red}", PAGE, "p", "in FF0000 ");
  expect_styled(".b { color: red }", PAGE, "p", "in FF0000 ");
  expect_styled("#c { color: red }", PAGE, "p", "in FF0000 ");
  expect_styled("h1, p.a , h2{color:red}", PAGE, "p", "in FF0000 ");
  expect_styled("p#c{color:red}", PAGE, "p", "in FF0000 ");
}

Test(content_sheet, leaves_out_rules_that_do_not_match) {
  expect_styled("div{color:red} .c{color:red} #a{color:red} div.a{color:red} a{color:red}", PAGE, "p", "");
  expect_styled("div p{color:red} p>b{color:red} .a.b{color:red} p:hover{color:red} *{color:red} [id]{color:red}", PAGE,
                "p", "");
  expect_styled("p{color:red}", "<div>x</div>", "div", "");
}

Test(content_sheet, the_more_specific_rule_wins_then_the_later) {
  expect_styled("#c{color:red} p.a{color:lime} .b{color:blue} p{color:black}", PAGE, "p", "in FF0000 ");
  expect_styled("p.a{color:lime} .b{color:blue} p{color:black}", PAGE, "p", "in 00FF00 ");
  expect_styled(".b{color:blue} .a{color:red} p{color:black}", PAGE, "p", "in FF0000 ");
  expect_styled(".a{color:blue} .a{color:red}", PAGE, "p", "in FF0000 ");
  expect_styled("#c{color:red} p{font-size:9px}", PAGE, "p", "in FF0000 9 ");
}

Test(content_sheet, skips_unknown_syntax) {
  expect_styled("<!-- @import url(x); @media print { p { color: blue } p{color:lime} } /* } */ p { color: red } -->",
                PAGE, "p", "in FF0000 ");
  expect_styled("} p /* p { */ { /* color: blue */ color: red", PAGE, "p", "in FF0000 ");
  expect_styled("{}{{{;p{color:red}", PAGE, "p", "");
  expect_styled("@media screen {", PAGE, "p", "");
  expect_styled("/*", PAGE, "p", "");
  expect_styled("/", PAGE, "p", "");
}

Test(content_sheet, reads_many_rules_and_many_classes) {
  const unsigned many = rounds(200000);
  dt_buffer styles = {0}, markup = {0};
  dt_buffer_text(&styles, ".k1 { color: red }");
  dt_buffer_text(&markup, "<p class='");
  for (unsigned k = 0; k < many; k++) {
    dt_buffer_format(&styles, ".c%u,", k);
    dt_buffer_format(&markup, "k%u ", k);
  }
  dt_buffer_text(&styles, "b{color:blue}");
  dt_buffer_text(&markup, "'>x</p>");
  dt_buffer_byte(&styles, '\0');
  dt_buffer_byte(&markup, '\0');
  expect_styled(styles.data, markup.data, "p", "in FF0000 ");
  dt_buffer_free(&styles);
  dt_buffer_free(&markup);
}
