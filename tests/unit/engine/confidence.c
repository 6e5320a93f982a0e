/* Tests of src/engine/confidence.c: the confidence in the records of the first region. */
#include "engine/runs.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

TestSuite(confidence, .fini = find_leaks);

#define SHOP "<li><a href=#>Product #</a><p>@</p><p>$#.50</p>"
#define LINKS "<li><a href=/#>Topic #</a>"
#define NEWS "<li><a href=#>Article #</a><br>#.5.2024<br>@"

/* A page of two lists in different elements; "" = no second list. */
static char *two_lists(const char *a, unsigned a_count, const char *b, unsigned b_count) {
  dt_buffer out = {0};
  dt_buffer_text(&out, "<div><ul>");
  add_times(&out, a, a_count);
  dt_buffer_text(&out, "</ul></div><div><div><ul>");
  add_times(&out, b, b_count);
  dt_buffer_text(&out, "</ul></div></div>");
  dt_buffer_byte(&out, '\0');
  return out.data;
}

typedef struct confidence {
  double all, x[DT_CONFIDENCE_FEATURE_COUNT], list_page[DT_LIST_PAGE_FEATURE_COUNT];
} confidence;

static confidence confidence_of(char *markup, detm_ranking ranking) {
  run r;
  detm_extract_options options = detm_extract_defaults;
  options.ranking = ranking;
  run_all(&r, markup, &options);
  confidence found = {.all = r.engine.confidence};
  memcpy(found.x, r.engine.confidence_features, sizeof found.x);
  memcpy(found.list_page, r.engine.list_page_features, sizeof found.list_page);
  run_end(&r);
  free(markup);
  return found;
}

static confidence measured(char *markup) { return confidence_of(markup, DETM_RANK_MEASURED); }

Test(confidence, is_higher_with_a_larger_lead) {
  confidence alone = measured(two_lists(SHOP, 10, "", 0)), links = measured(two_lists(SHOP, 10, LINKS, 10));
  confidence rival = measured(two_lists(SHOP, 10, NEWS, 10));
  cr_expect(alone.all < 1 && alone.all > 0.9, "%g", alone.all);
  cr_expect_lt(links.all, alone.all);
  cr_expect_lt(rival.all, links.all);
  cr_expect(rival.all > 0.2 && rival.all < 0.9, "%g", rival.all);
}

Test(confidence, is_higher_for_a_longer_list) {
  cr_expect_lt(measured(two_lists(SHOP, 4, "", 0)).all, measured(two_lists(SHOP, 40, "", 0)).all);
}

Test(confidence, is_low_for_a_list_that_hardly_says_anything) {
  double noise = measured(two_lists("<li>#", 3, "", 0)).all;
  cr_expect(noise >= 0 && noise < 0.3, "%g", noise);
}

Test(confidence, lists_elsewhere_do_not_agree) {
  confidence alone = measured(two_lists(SHOP, 10, "", 0)), rival = measured(two_lists(SHOP, 10, NEWS, 10));
  cr_expect_float_eq(alone.x[DT_C_agreement], 1, 1e-3, "%g", alone.x[DT_C_agreement]);
  cr_expect_lt(rival.x[DT_C_agreement], 0.9);
}

/* The parts of one list do not compete, although they are elsewhere. */
Test(confidence, parts_of_one_list_agree) {
  dt_buffer markup = {0};
  for (int part = 0; part < 6; part++) {
    dt_buffer_format(&markup, "<h2>Month %d</h2><ul>", part);
    add_times(&markup, SHOP, 3);
    dt_buffer_text(&markup, "</ul>");
  }
  dt_buffer_byte(&markup, '\0');
  confidence found = measured(markup.data);
  cr_expect_gt(found.all, 0.9, "%g", found.all);
  cr_expect_gt(found.x[DT_C_agreement], 0.95, "%g", found.x[DT_C_agreement]);
}

/* Pairs of rows that may also be single records. */
Test(confidence, another_cut_of_the_same_list_is_no_list_elsewhere) {
  confidence pairs = measured(page_with("<table>", "<tr><td><a href=#>Title #</a><td>#<tr><td>@<td>@", 8, "</table>"));
  cr_expect_float_eq(pairs.x[DT_C_ahead], log(13), 1e-9);
}

/* It agrees by the ratio of the numbers of records: not fully, but more than lists elsewhere, which disagree. */
Test(confidence, another_cut_of_the_same_list_agrees_in_part) {
  confidence pairs = measured(page_with("<table>", "<tr><td><a href=#>Title #</a><td>#<tr><td>@<td>@", 8, "</table>"));
  cr_expect(pairs.x[DT_C_agreement] > 0.94 && pairs.x[DT_C_agreement] < 0.95, "%g", pairs.x[DT_C_agreement]);
}

Test(confidence, a_rank_by_coverage_has_none) {
  cr_expect_lt(confidence_of(two_lists(SHOP, 10, LINKS, 5), DETM_RANK_COVERAGE).all, 0);
}

static double logistic(const double *weights, const double *x, int count) {
  double sum = 0;
  for (int f = 0; f < count; f++) sum += weights[f] * x[f];
  return 1 / (1 + exp(-sum));
}

Test(confidence, is_the_product_of_two_logistic_functions_of_weighted_features) {
  confidence found = measured(two_lists(SHOP, 10, NEWS, 10));
  cr_expect_float_eq(found.all,
                     logistic(dt_confidence_weights, found.x, DT_CONFIDENCE_FEATURE_COUNT) *
                         logistic(dt_list_page_weights, found.list_page, DT_LIST_PAGE_FEATURE_COUNT),
                     1e-9);
}

/* ---- articles ---- */

#define SENTENCES "The river rose on # nights of May, and nobody in the lower town slept before the water went. "
#define RELATED "<li><a href=/#>Report # of the lower town</a>"

/* Two lists, of which the first consists of paragraphs of the class "text". */
static confidence article(unsigned paragraphs, const char *paragraph, const char *list, unsigned count) {
  dt_buffer out = {0};
  dt_buffer_text(&out, "<h1>High water</h1><div class=text>");
  add_times(&out, paragraph, paragraphs);
  dt_buffer_text(&out, "</div><div><ul>");
  add_times(&out, list, count);
  dt_buffer_text(&out, "</ul></div>");
  dt_buffer_byte(&out, '\0');
  return measured(out.data);
}

Test(confidence, is_uncertain_on_an_article_with_related_links) {
  confidence found = article(12, "<p>" SENTENCES SENTENCES, RELATED, 6);
  cr_expect_lt(found.all, 0.8, "%g", found.all);
}

Test(confidence, is_lower_the_more_paragraphs_are_beside_the_list) {
  confidence none = article(0, "", SHOP, 10), few = article(3, "<p>" SENTENCES, SHOP, 10);
  confidence many = article(20, "<p>" SENTENCES, SHOP, 10);
  cr_expect_lt(few.all, none.all);
  cr_expect_lt(many.all, few.all);
}

Test(confidence, counts_paragraphs_of_one_parent_with_other_elements_between) {
  double plain = article(8, "<p>" SENTENCES, SHOP, 5).list_page[DT_L_paragraphs];
  cr_expect_gt(plain, log(100 + 8 * 80), "%g", plain);
  cr_expect_float_eq(article(8, "<p>" SENTENCES "<h2>On</h2>", SHOP, 5).list_page[DT_L_paragraphs], plain, 1e-9);
  cr_expect_lt(article(8, "<div><p>" SENTENCES "</div>", SHOP, 5).list_page[DT_L_paragraphs], plain - 1);
}

Test(confidence, counts_no_paragraph_of_links_or_of_short_texts) {
  double none = log(100);
  cr_expect_float_eq(article(8, "<p>Short #", SHOP, 5).list_page[DT_L_paragraphs], none, 1e-9);
  cr_expect_float_eq(article(8, "<p><a href=/#>" SENTENCES "</a>", SHOP, 5).list_page[DT_L_paragraphs], none, 1e-9);
}

/* Posts of a forum: each has paragraphs of its own. */
Test(confidence, long_texts_of_records_are_not_outside) {
  confidence posts =
      article(9, "<div><b>Ann #</b><i>#.5.2024</i><p>" SENTENCES "</p><p>" SENTENCES "</p></div>", "", 0);
  cr_expect_float_eq(posts.list_page[DT_L_prose], log(100), 1e-9);
  cr_expect_gt(article(9, "<p>" SENTENCES, RELATED, 6).list_page[DT_L_single], 0.99);
}
