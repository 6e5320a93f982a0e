/* Tests of src/content/text/quality.c: figures of a choice of blocks, and the quality that they let expect. */
#include "content/text/quality.h"
#include "content/reading.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <math.h>

TestSuite(content_quality, .fini = find_leaks);

/* 80 units with a sentence end: good. */
#define GOOD "This paragraph has eighty characters, so it is good text with one full stop now."
#define WORDS "sixteen letters."

/* Measures a choice of the blocks marked with '+' in `marks`; all scores are `score`. */
static void measure(const char *markup, const char *marks, double score, double figures[DT_QUALITY_COUNT]) {
  double scores[8];
  bool chosen[8];
  dt_features features;
  reading_of *reading = read_content(markup);
  cr_assert_eq(reading->page.block_count, strlen(marks));
  for (size_t i = 0; marks[i] != '\0'; i++) {
    chosen[i] = marks[i] == '+';
    scores[i] = chosen[i] ? score : -score;
  }
  dt_features_read(&features, &reading->page);
  dt_measure_choice(&features, scores, chosen, figures);
  free_reading(reading);
}

static void expect_figure(int figure, const char *markup, const char *marks, double expected) {
  double figures[DT_QUALITY_COUNT];
  measure(markup, marks, 1, figures);
  cr_expect(fabs(figures[figure] - expected) < 1e-6, "%s of %s in %s: %g, not %g", dt_quality_names[figure], marks,
            markup, figures[figure], expected);
}
#define EXPECT(figure, markup, marks, expected) expect_figure(DT_Q_##figure, markup, marks, expected)

Test(content_quality, figures_are_shares_of_the_text) {
  EXPECT(good_lost, "<p>" GOOD "<p>" GOOD, "+-", 0.5);
  EXPECT(good_lost, "<p>a<p>b", "+-", 0);
  EXPECT(short_blocks, "<p>" GOOD "<p>" WORDS, "++", 16 / 96.);
  EXPECT(size, "<p>abc<p>b", "+-", 2 / 14.);
  EXPECT(prose, "<p>" GOOD "<p>" WORDS "<nav>x</nav>", "+--", 80 / 96.);
  EXPECT(near, "<p>a<p>b", "+-", 1);
  EXPECT(expected, "<p>a<p>b", "+-", 2 / (1 + exp(-1)) / 2); /* 2 p / (1 + p + (1 - p)) */
}

Test(content_quality, gaps_are_between_the_first_and_the_last_chosen_block) {
  EXPECT(gaps, "<p>a<p>bbb<p>c<p>d", "+-+-", 0.6);
  EXPECT(gaps, "<p>a<p>b<p>c<p>d", "-++-", 0);
  EXPECT(gaps, "<p>a", "-", 0);
}

Test(content_quality, declared_kinds_are_figures) {
  EXPECT(article, "<meta property=og:type content=article><p>a", "+", 1);
  EXPECT(product, "<meta property=og:type content=product><p>a", "+", 1);
  EXPECT(product, "<p>a", "+", 0);
}

/* A choice with clear scores is better than one near the threshold, and an article than a product. */
Test(content_quality, is_a_share_that_rises_with_the_evidence) {
  double clear[DT_QUALITY_COUNT], near[DT_QUALITY_COUNT], product[DT_QUALITY_COUNT];
  measure("<p>" GOOD "<p>a", "+-", 8, clear);
  measure("<p>" GOOD "<p>a", "+-", 0.1, near);
  measure("<meta property=og:type content=product><p>" GOOD "<p>a", "+-", 8, product);
  cr_expect_gt(dt_quality(clear), dt_quality(near));
  cr_expect_gt(dt_quality(clear), dt_quality(product));
  cr_expect(dt_quality(product) > 0 && dt_quality(clear) < 1);
}
