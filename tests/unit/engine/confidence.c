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
  cr_expect(pairs.x[DT_C_agreement] > 0.93 && pairs.x[DT_C_agreement] < 0.95, "%g", pairs.x[DT_C_agreement]);
}

Test(confidence, a_rank_by_coverage_has_none) {
  cr_expect_lt(confidence_of(two_lists(SHOP, 10, LINKS, 5), DETM_RANK_COVERAGE).all, 0);
}

static double logistic(const dt_feature *features, const double *x, int count) {
  double sum = 0;
  for (int f = 0; f < count; f++) sum += features[f].weight * x[f];
  return 1 / (1 + exp(-sum));
}

Test(confidence, is_the_product_of_two_logistic_functions_of_weighted_features) {
  confidence found = measured(two_lists(SHOP, 10, NEWS, 10));
  cr_expect_float_eq(found.all,
                     logistic(dt_confidence_features, found.x, DT_CONFIDENCE_FEATURE_COUNT) *
                         logistic(dt_list_page_features, found.list_page, DT_LIST_PAGE_FEATURE_COUNT),
                     1e-9);
}

/* ---- articles ---- */

#define SENTENCE "The river rose on # nights of May, and nobody in the lower town slept before the water went. "
#define RELATED "<li><a href=/#>Report # of the lower town</a>"
#define TEASER "<li><h3><a href=/#>Report #</a></h3><p>#.5.2024</p><p>" SENTENCE "</p>"

/* A text, made of a piece that is repeated, before a list. */
static confidence article(const char *piece, unsigned pieces, const char *list, unsigned count) {
  dt_buffer out = {0};
  dt_buffer_text(&out, "<h1>High water</h1><div>");
  add_times(&out, piece, pieces);
  dt_buffer_text(&out, "</div><div><ul>");
  add_times(&out, list, count);
  dt_buffer_text(&out, "</ul></div>");
  dt_buffer_byte(&out, '\0');
  return measured(out.data);
}

static double paragraphs_of(const char *piece, unsigned pieces) {
  return exp(article(piece, pieces, SHOP, 5).list_page[DT_L_paragraphs]) - 100;
}

Test(confidence, is_low_on_an_article_with_related_links) {
  cr_expect_lt(article("<p>" SENTENCE SENTENCE, 12, RELATED, 6).all, 0.5);
  cr_expect_lt(article(SENTENCE SENTENCE "<br><br>", 12, RELATED, 6).all, 0.5);
}

Test(confidence, of_a_list_page_is_lower_with_more_paragraphs_beside_the_list) {
  double none = paragraphs_of("", 0), few = paragraphs_of("<p>" SENTENCE, 3), many = paragraphs_of("<p>" SENTENCE, 20);
  cr_expect_float_eq(none, 0, 1e-6);
  cr_expect(few > 3 * 80 && few < 3 * 100, "%g", few);
  cr_expect(many > 20 * 80 && many < 20 * 100, "%g", many);
  cr_expect_lt(dt_list_page_features[DT_L_paragraphs].weight, 0);
}

Test(confidence, counts_paragraphs_of_one_parent_with_other_elements_between) {
  double plain = paragraphs_of("<p>" SENTENCE, 8);
  cr_expect_float_eq(paragraphs_of("<p>" SENTENCE "<h2>On</h2>", 8), plain, 1e-6);
  cr_expect_float_eq(paragraphs_of("<p>" SENTENCE "<aside><p>" SENTENCE "</aside>", 8), plain, 1e-6);
  cr_expect_float_eq(paragraphs_of("<p><a href=/#>Bo</a> " SENTENCE, 8), plain, 1e-6);
}

Test(confidence, counts_a_text_with_br_as_one_paragraph) {
  cr_expect_gt(paragraphs_of(SENTENCE "<br>", 8), 8 * 80);
  cr_expect_gt(paragraphs_of("Rain on # nights.<br>", 8), 80);
}

Test(confidence, counts_no_paragraph_of_links_or_of_short_texts) {
  cr_expect_float_eq(paragraphs_of("<p>Short #", 8), 0, 1e-6);
  cr_expect_float_eq(paragraphs_of("<p><a href=/#>" SENTENCE "</a>", 8), 0, 1e-6);
}

Test(confidence, counts_no_more_paragraphs_than_an_article_has) {
  cr_expect_float_eq(paragraphs_of("<p>" SENTENCE, 60), paragraphs_of("<p>" SENTENCE, 600), 1e-6);
}

Test(confidence, long_texts_that_are_parts_of_records_are_not_an_article) {
  confidence few = article("", 0, TEASER, 8), many = article("", 0, TEASER, 400);
  cr_expect_float_eq(many.list_page[DT_L_paragraphs], log(100), 1e-9);
  cr_expect_float_eq(many.list_page[DT_L_one_block], 0, 1e-9);
  cr_expect_gt(many.all, few.all);
  cr_expect_gt(many.all, 0.9, "%g", many.all);
}

Test(confidence, records_of_one_block_may_be_paragraphs) {
  confidence texts = article("", 0, "<li>" SENTENCE, 8),
             links = article("", 0, "<li>" SENTENCE "<a href=/#>More</a>", 8);
  cr_expect_float_eq(texts.list_page[DT_L_single], 1, 1e-9);
  cr_expect_float_eq(texts.list_page[DT_L_texts], log(2), 1e-9);
  cr_expect_float_eq(links.list_page[DT_L_single], 0, 1e-9);
  cr_expect_float_eq(links.list_page[DT_L_one_block], 1, 1e-9);
  cr_expect_float_eq(links.list_page[DT_L_texts], log(3), 1e-9);
  cr_expect_float_eq(links.list_page[DT_L_paragraphs], texts.list_page[DT_L_paragraphs], 1e-9);
}
