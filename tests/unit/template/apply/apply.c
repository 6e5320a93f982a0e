/* Tests of src/template/apply/apply.c: values, fall-backs, parts, types, layouts, fit, links, limits. */
#include "clock.h"
#include "leaks.h"
#include "template/templates.h"

#include "html/page.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>

TestSuite(template_apply, .fini = find_leaks);

#define FIELD(name, anchors) "<field name='" name "'><part>" anchors "</part></field>"

Test(template_apply, reads_with_each_kind_of_anchor) {
  static const char page[] =
      "<div id=main class='x y'><dl><dt>Price: </dt><dd>12</dd></dl><p itemprop='a name'>Bo</p><li>Size: <b>9</b></li>"
      "<h1>Title</h1></div><script "
      "type='application/ld+json'>{\"@type\":\"Book\",\"author\":{\"name\":\"Eve\"}}</script>";
  static const char *const fields[][2] = {
      {"<anchor by='caption' tag='dt' value='Price:' path='/following-sibling::dd[1]'/>", "f=12 (caption 1)"},
      {"<anchor by='text' tag='li' value='Size:' path='/following-sibling::b'/>", "f=9 (text 1)"},
      {"<anchor by='id' value='main' path='/h1'/>", "f=Title (id 1)"},
      {"<anchor by='class' tag='div' value='y x' path='//b'/>", "f=9 (class 1)"},
      {"<anchor by='attribute' name='id' value='main' path='/@class'/>", "f=x y (attribute 1)"},
      {"<anchor by='token' name='itemprop' value='name'/>", "f=Bo (token 1)"},
      {"<anchor by='tag' tag='h1'/>", "f=Title (tag 1)"},
      {"<anchor by='data' value='Book' path='/author/name'/>", "f=Eve (data 1)"},
      {"<anchor by='path' path='/html/body/div/dl/dd'/>", "f=12 (path 1)"},
  };
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    char text[1000];
    snprintf(text, sizeof text, PART "%s" PART_END, fields[i][0]);
    cr_expect_str_eq(given_by(text, page), fields[i][1], "%s: %s", fields[i][0], given_by(text, page));
  }
}

Test(template_apply, falls_back_from_anchor_to_anchor) {
  static const char text[] =
      PART "<anchor by='id' value='a' trust='0.9'/><anchor by='id' value='b' trust='0.9'/>"
           "<anchor by='id' value='c' trust='0.5'/><anchor by='tag' tag='p' trust='0.2'/>" PART_END;
  cr_expect_str_eq(given_by(text, "<i id=a>1</i><p>4</p>"), "f=1 (id 1)");
  cr_expect_str_eq(given_by(text, "<i id=a> </i><i id=b>2</i><p>4</p>"), "f=2 (id 1)");
  cr_expect_str_eq(given_by(text, "<i id=c>3</i><p>4</p>"), "f=3 (id 3)");
  cr_expect_str_eq(given_by(text, "<p></p><p>4</p>"), "f=4 (tag 4)");
  cr_expect_str_eq(given_by(text, "<p></p>"), "; missing f");
}

Test(template_apply, reads_the_first_value_or_all) {
  static const char page[] = "<ul><li> <li>a<li>b<li>c</ul>";
  cr_expect_str_eq(given_by(PART "<anchor by='tag' tag='li'/>" PART_END, page), "f=a (tag 1)");
  cr_expect_str_eq(
      given_by(LAYOUT "<field name='f' list='yes'><part all='yes'><anchor by='tag' tag='li'/>" PART_END, page),
      "f=a (tag 1) | f=b (tag 1) | f=c (tag 1)");
  cr_expect_str_eq(
      given_by(LAYOUT
               "<field name='f' list='yes'><part all='yes'><anchor by='tag' tag='li' skip='2' drop='1'/>" PART_END,
               page),
      "f=b (tag 1)");
}

static const char *runs_by(const char *part, const char *anchor) {
  static const char page[] =
      "<div class=a>one <b>1</b>,<br><br>two <script>no</script><i>2</i><p>three<br>3</p> <hr>four</div>"
      "<div class=a>five<br>six</div>";
  char text[500];
  snprintf(text, sizeof text, LAYOUT "<field name='f'><part%s><anchor by='class' value='a' %s/>" PART_END, part,
           anchor);
  return given_by(text, page);
}

Test(template_apply, reads_runs) {
  static const char every[] = " all='yes'";
  cr_expect_str_eq(runs_by("", "run='all'"), "f=one 1, (class 1)");
  cr_expect_str_eq(runs_by("", "run='2'"), "f=two 2 (class 1)");
  cr_expect_str_eq(runs_by("", "run='4'"), "; missing f");
  cr_expect_str_eq(runs_by(every, "run='all'"), "f=one 1, (class 1) | f=two 2 (class 1) | f=four (class 1) | "
                                                "f=five (class 1) | f=six (class 1)");
  cr_expect_str_eq(runs_by(every, "run='2'"), "f=two 2 (class 1) | f=six (class 1)");
  cr_expect_str_eq(runs_by(every, "run='all' skip='2' drop='1'"), "f=four (class 1) | f=five (class 1)");
  cr_expect_str_eq(runs_by(every, "run='all' skip='3' drop='2'"), "; missing f");
  cr_expect_str_eq(runs_by(every, "path='/p' run='all' pattern='.$'"), "f=e (class 1) | f=3 (class 1)");
  cr_expect_str_eq(runs_by(every, "path='//text()' run='all'"), "; missing f");
}

static const char *more_by(const char *markup) {
  return given_by(LAYOUT "<field name='f'><part more='yes'><anchor by='id' value='x' path='/*[1]'/>" PART_END, markup);
}

Test(template_apply, repeats_the_first_anchor_for_more_values) {
  cr_expect_str_eq(more_by("<p id=x>by <a>A</a>, <a>B</a> and <a>C</a></p>"), "f=A (id 1) | f=B (id 1) | f=C (id 1)");
  cr_expect_str_eq(more_by("<p id=x><span>A</span><br><span>B</span></p>"), "f=A (id 1) | f=B (id 1)");
  cr_expect_str_eq(more_by("<p id=x><a>A</a>,<!-- c --> <a>B</a> <a>C</a></p>"), "f=A (id 1) | f=B (id 1)");
  cr_expect_str_eq(more_by("<p id=x><a>A</a> <a>B</a></p>"), "f=A (id 1)");
  cr_expect_str_eq(more_by("<p id=x><a>A</a>, written by <a>B</a></p>"), "f=A (id 1)");
  cr_expect_str_eq(more_by("<p id=x><a>A</a>, <i>i</i> <a>B</a></p>"), "f=A (id 1)");
  cr_expect_str_eq(more_by("<p id=x><a class=k>A</a>, <a>B</a></p>"), "f=A (id 1)");
  cr_expect_str_eq(more_by("<p id=x><b>A</b>, <b>B</b></p>"), "f=A (id 1) | f=B (id 1)");
  cr_expect_str_eq(more_by("<p id=x><u>A</u>, <u>B</u></p>"), "f=A (id 1)");
  cr_expect_str_eq(more_by("<p id=x><a></a>, <a>B</a></p>"), "; missing f");
}

static const char *more_links_by(const char *markup) {
  return given_by(LAYOUT "<field name='f'><part more='yes'><anchor by='id' value='x' path='//a'/>" PART_END, markup);
}

Test(template_apply, takes_more_values_from_the_elements_around_the_first) {
  cr_expect_str_eq(more_links_by("<p id=x><b><a>A</a></b>, <b><a>B</a></b></p>"), "f=A (id 1) | f=B (id 1)");
  cr_expect_str_eq(more_links_by("<p id=x><b><a>A</a>, <a>B</a></b></p>"), "f=A (id 1) | f=B (id 1)");
  cr_expect_str_eq(more_links_by("<ul id=x><li><a>A</a><li><a>B</a></ul>"), "f=A (id 1) | f=B (id 1)");
  cr_expect_str_eq(more_links_by("<ul id=x><li>by <a>A</a><li>May</ul>"), "f=A (id 1)");
  cr_expect_str_eq(more_links_by("<ul id=x><li><a>A</a><li class=k>B</ul>"), "f=A (id 1)");
}

Test(template_apply, joins_the_parts_of_a_field_in_order) {
  cr_expect_str_eq(given_by(LAYOUT
                            "<field name='f' list='yes'><part><anchor by='tag' tag='b'/></part><part><anchor by='tag' "
                            "tag='i'/></part><part all='yes'><anchor by='tag' tag='u'/>" PART_END,
                            "<u>3</u><b>1</b><u>4</u>"),
                   "f=1 (tag 1) | f=3 (tag 1) | f=4 (tag 1)");
}

Test(template_apply, leaves_out_asides) {
  cr_expect_str_eq(given_by(PART "<anchor by='tag' tag='div'/>" PART_END,
                            "<div>a <aside>b</aside>c<nav>d</nav>&nbsp;<figure>e</figure><b>f</b> <!-- g --></div>"),
                   "f=a c f (tag 1)");
  cr_expect_str_eq(given_by(PART "<anchor by='tag' tag='aside'/>" PART_END, "<aside>a<aside>b</aside></aside>"),
                   "f=a (tag 1)");
}

Test(template_apply, cuts_by_pattern) {
  static const char text[] = PART "<anchor by='tag' tag='p' pattern='Price: (.*)'/><anchor by='tag' tag='b'/>" PART_END;
  cr_expect_str_eq(given_by(text, "<p>Price:  $ 5 <b>x</b>"), "f=$ 5 x (tag 1)");
  cr_expect_str_eq(given_by(text, "<p>nothing</p><p>Price: 6</p><b>x</b>"), "f=6 (tag 1)");
  cr_expect_str_eq(given_by(text, "<p>Prix: 6</p><b>x</b>"), "f=x (tag 1)");
}

Test(template_apply, skips_values_that_are_too_long) {
  static const char text[] =
      LAYOUT "<field name='f' longest='3'><part><anchor by='tag' tag='p'/><anchor by='tag' tag='b'/>"
             "" PART_END;
  cr_expect_str_eq(given_by(text, "<p>abcd</p><b>x</b>"), "f=x (tag 1)");
  cr_expect_str_eq(given_by(text, "<p>abcd</p><p>ééé</p>"), "f=ééé (tag 1)");
}

Test(template_apply, prefers_values_of_the_type) {
  static const char text[] = LAYOUT "<field name='f' type='price'><part><anchor by='tag' tag='p' trust='0.9'/>"
                                    "<anchor by='tag' tag='b' trust='0.1'/>" PART_END;
  cr_expect_str_eq(given_by(text, "<p>soon</p><b>$ 5</b>"), "f=$ 5 (tag 2)");
  cr_expect_str_eq(given_by(text, "<p>soon</p><p>$ 6</p><b>$ 5</b>"), "f=$ 6 (tag 1)");
  cr_expect_str_eq(given_by(text, "<p>soon</p><b>later</b>"), "f=soon (tag 1)");
}

Test(template_apply, resolves_links) {
  static const char text[] = LAYOUT "<field name='u' type='url'><part><anchor by='tag' tag='p'/></part></field>" FIELD(
      "h", "<anchor by='tag' tag='a' path='/@href'/>") FIELD("s", "<anchor by='tag' tag='img' path='/@src'/>")
      FIELD("t", "<anchor by='tag' tag='a'/>") LAYOUT_END;
  detm_page_options options = detm_page_defaults;
  static const char markup[] = "<p>../x</p><a href='y?z'>w</a><img src='//h.org/i'>";
  options.parts = DETM_PAGE_DOCUMENT;
  options.base = "http://e.org/a/b/";
  detm_template *template = template_of(text);
  detm_page *page = detm_page_parse(markup, sizeof markup - 1, &options, NULL);
  cr_expect_str_eq(record_of(template, page), "u=http://e.org/a/x (tag 1) | h=http://e.org/a/b/y?z (tag 1) | "
                                              "s=http://h.org/i (tag 1) | t=w (tag 1)");
  detm_page_free(page);
  detm_template_free(template);
}

Test(template_apply, uses_the_layout_that_fits_best) {
  static const char text[] = TEMPLATE "<layout>" FIELD("a", "<anchor by='tag' tag='h1'/>")
      FIELD("b", "<anchor by='tag' tag='h2'/>") "</layout><layout>" FIELD("a", "<anchor by='tag' tag='i'/>")
          FIELD("c", "<anchor by='tag' tag='b'/>") "</layout><layout>" FIELD(
              "a", "<anchor by='tag' tag='u'/>") "</layout></template>";
  cr_expect_str_eq(given_by(text, "<h1>1</h1><h2>2</h2><i>3</i><b>4</b><u>5</u>"), "a=1 (tag 1) | b=2 (tag 1)");
  cr_expect_str_eq(given_by(text, "<h1>1</h1><i>3</i><b>4</b><u>5</u>"), "a=3 (tag 1) | c=4 (tag 1)");
  cr_expect_str_eq(given_by(text, "<h1>1</h1><i>3</i>"), "a=1 (tag 1); missing b");
  cr_expect_str_eq(given_by(text, "<i>3</i><u>5</u>"), "a=5 (tag 1)");
  cr_expect_str_eq(given_by(text, ""), "; missing a, b");
}

static double fit_of(const char *text, const char *markup, double least, size_t *regions) {
  detm_template_options options = {.min_fit = least};
  detm_template *template = template_of(text);
  detm_page *page = document_of(markup);
  detm_result *result = detm_template_apply(template, page, &options, NULL);
  cr_assert_not_null(result);
  double fit = detm_result_fit(result);
  *regions = detm_result_region_count(result);
  cr_expect_eq(detm_result_record_count(result, 0), *regions);
  detm_result_free(result);
  detm_page_free(page);
  detm_template_free(template);
  return fit;
}

Test(template_apply, reports_how_well_a_page_fits) {
  static const char text[] = LAYOUT FIELD("a", "<anchor by='tag' tag='h1'/>") FIELD("b", "<anchor by='tag' tag='h2'/>")
      FIELD("c",
            "<anchor by='tag' tag='h3'/>") "<field name='d' optional='yes'><part><anchor by='tag' tag='h4'/>" PART_END;
  static const char optional[] =
      LAYOUT "<field name='a' optional='yes'><part><anchor by='tag' tag='h1'/></part></field>"
             "<field name='b' optional='yes'><part><anchor by='tag' tag='h2'/>" PART_END;
  size_t regions;
  cr_expect_float_eq(fit_of(text, "<h1>1</h1><h2>2</h2>", 0.5, &regions), 2.0 / 3, 1e-9);
  cr_expect_eq(regions, 1);
  cr_expect_float_eq(fit_of(text, "<h1>1</h1><h4>2</h4>", 0.5, &regions), 1.0 / 3, 1e-9);
  cr_expect_eq(regions, 0);
  cr_expect_float_eq(fit_of(text, "<h1>1</h1><h2>2</h2><h3>3</h3>", 1, &regions), 1, 1e-9);
  cr_expect_eq(regions, 1);
  cr_expect_float_eq(fit_of(optional, "<h1>1</h1>", 0.5, &regions), 0.5, 1e-9);
  cr_expect_eq(regions, 1);
  cr_expect_float_eq(fit_of(optional, "", 0.5, &regions), 0, 1e-9);
  cr_expect_eq(regions, 0);
}

/* The value has its place, but nothing of the anchor is left. */
Test(template_apply, aligns_fields_that_no_anchor_finds) {
  static const char text[] = LAYOUT
      "<page><node tag='html'><node tag='body'><node tag='h1' class='t'/><node tag='div'><node tag='p' field='f'/>"
      "</node></node></node></page><field name='f'><part><anchor by='id' value='gone'/>" PART_END;
  cr_expect_str_eq(given_by(text, "<html><body><h1 class=t>T</h1><div><p>here</p></div></body></html>"),
                   "f=here (align 2)");
}

Test(template_apply, refuses_bad_arguments) {
  detm_error error = DETM_ERROR_NONE;
  detm_template *template = template_of(PART "<anchor by='tag' tag='p'/>" PART_END);
  detm_page *tree = detm_page_parse("<p>x", 4, &(detm_page_options){.parts = DETM_PAGE_TREE}, NULL),
            *page = document_of("<p>x");
  cr_expect_null(detm_template_apply(template, tree, NULL, &error));
  cr_expect_eq(error.status, DETM_USAGE);
  static const double wrong[] = {-0.1, 1.1, 0.0 / 0.0};
  for (size_t i = 0; i < 3; i++) {
    error = (detm_error)DETM_ERROR_NONE;
    cr_expect_null(detm_template_apply(template, page, &(detm_template_options){.min_fit = wrong[i]}, &error));
    cr_expect_eq(error.status, DETM_USAGE);
  }
  detm_page_free(tree);
  detm_page_free(page);
  detm_template_free(template);
}

/* Work of quadratic cost or worse ends at the page's time limit. */
Test(template_apply, bounds_the_work, .timeout = 60) {
  static const char *const paths[] = {"//*//*//*//*//*", "//*[count(//*) = 3]", "//*[count(preceding::*) = 9999]",
                                      "//*[not(following::x)][not(preceding::x)]",
                                      /* few steps of XPath, but each reads a long text */
                                      "//*[normalize-space(..) = normalize-space(../..)]",
                                      "//*[string-length(concat(/, translate(/, &quot;x&quot;, &quot;y&quot;))) = 1]",
                                      "//*[. &lt; 1]"};
  dt_buffer text = {0};
  for (unsigned i = 0; i < 200; i++) dt_buffer_text(&text, "<div>");
  for (unsigned i = 0; i < 20000; i++) dt_buffer_text(&text, "<p>x</p>");
  dt_buffer_byte(&text, '\0');
  detm_page *page = document_of(text.data);
  page->seconds = 0.01;
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    char xml[500];
    detm_error error = DETM_ERROR_NONE;
    snprintf(xml, sizeof xml, PART "<anchor by='path' path='%s'/>" PART_END, paths[i]);
    detm_template *template = template_of(xml);
    cr_expect_null(detm_template_apply(template, page, NULL, &error));
    cr_expect_eq(error.status, DETM_LIMIT, "%s: %s", paths[i], error.text);
    detm_template_free(template);
  }
  detm_page_free(page);
  dt_buffer_free(&text);
}

/* ---- threads ---- */

typedef struct worker {
  const detm_template *template;
  const char *expected;
  unsigned wrong;
} worker;

static detm_status compare_value(void *data, const detm_field *field, detm_error *error) {
  worker *w = data;
  (void)error;
  w->wrong +=
      field->value.length != strlen(w->expected) || memcmp(field->value.data, w->expected, field->value.length) != 0;
  return DETM_OK;
}

static void *work(void *data) {
  worker *w = data;
  detm_page_options options = detm_page_defaults;
  options.parts = DETM_PAGE_DOCUMENT;
  char markup[100];
  snprintf(markup, sizeof markup, "<dl><dt>k</dt><dd>%s</dd></dl>", w->expected);
  for (unsigned i = 0; i < 200; i++) {
    detm_page *page = detm_page_parse(markup, strlen(markup), &options, NULL);
    detm_result *result = page != NULL ? detm_template_apply(w->template, page, NULL, NULL) : NULL;
    detm_sink sink = {.data = w, .field = compare_value};
    w->wrong += result == NULL || detm_result_emit(result, &sink, NULL) != DETM_OK;
    detm_result_free(result);
    detm_page_free(page);
  }
  return NULL;
}

Test(template_apply, shares_a_template_between_threads) {
  detm_template *template = template_of(
      PART "<anchor by='caption' tag='dt' value='k' path='/following-sibling::dd[1]' pattern='\\w+'/>" PART_END);
  worker workers[4] = {{template, "one", 0}, {template, "two", 0}, {template, "three", 0}, {template, "four", 0}};
  pthread_t threads[4];
  for (size_t i = 0; i < 4; i++) cr_assert_eq(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
  for (size_t i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  for (size_t i = 0; i < 4; i++) cr_expect_eq(workers[i].wrong, 0);
  detm_template_free(template);
}

static detm_status count_field(void *data, const detm_field *field, detm_error *error) {
  (void)field;
  (void)error;
  ++*(size_t *)data;
  return DETM_OK;
}

static detm_status end_page(void *data, detm_error *error) {
  (void)error;
  *(size_t *)data += 10000;
  return DETM_OK;
}

/* A slow sink, such as an interest with a slow pattern. */
Test(template_apply, ends_when_pushing_takes_too_long) {
  dt_buffer markup = {0};
  for (int i = 0; i < 1000; i++) dt_buffer_format(&markup, "<b>%d</b>", i);
  dt_buffer_byte(&markup, '\0');
  detm_template *template =
      template_of(LAYOUT "<field name='f' list='yes'><part all='yes'><anchor by='tag' tag='b'/>" PART_END);
  detm_page *page = document_of(markup.data);
  detm_result *result = detm_template_apply(template, page, NULL, NULL);
  cr_assert_not_null(result);
  size_t pushed = 0;
  detm_sink sink = {.data = &pushed, .field = count_field, .page_end = end_page};
  detm_error error = DETM_ERROR_NONE;
  page->seconds = 5;
  clock_step(1);
  detm_status status = detm_result_emit(result, &sink, &error);
  clock_step(0);
  cr_expect_eq(status, DETM_LIMIT);
  cr_expect_str_eq(error.where, page->name);
  cr_expect(pushed > 10000 && pushed < 10000 + 1000, "%zu: some values and the end of the page", pushed);
  pushed = 0;
  cr_expect_eq(detm_result_emit(result, &sink, NULL), DETM_OK);
  cr_expect_eq(pushed, 10000 + 1000);
  detm_result_free(result);
  detm_page_free(page);
  detm_template_free(template);
  dt_buffer_free(&markup);
}
