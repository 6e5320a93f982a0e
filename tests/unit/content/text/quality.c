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
  cr_expect(fabs(figures[figure] - expected) < 1e-6, "%s of %s in %s: %g, not %g", dt_quality_figures[figure].name,
            marks, markup, figures[figure], expected);
}
#define EXPECT(figure, markup, marks, expected) expect_figure(DT_Q_##figure, markup, marks, expected)

Test(content_quality, figures_are_shares_of_the_text) {
  EXPECT(column, "<div><p>" GOOD "</div><div><p>" GOOD "</div>", "++", 0.5);
  EXPECT(paragraphs, "<p>" GOOD "<ul><li>" WORDS "</ul>", "++", 80 / 96.);
  EXPECT(paragraphs, "<p>" GOOD "<ul><li>" WORDS "</ul>", "-+", 0);
  EXPECT(first_article, "<article><p>" WORDS "</article><article><p>" WORDS "</article>", "++", 0.5);
  EXPECT(review, "<p>" GOOD GOOD "<div class=reviews>" WORDS "</div>", "++", 16 / 176.);
  EXPECT(other, "<p>" GOOD GOOD "<div class=sidebar>" WORDS "</div>", "++", 16 / 176.);
  EXPECT(other, "<p>" GOOD GOOD "<div class=sidebar>" WORDS "</div>", "+-", 0);
  EXPECT(prose, "<p>" GOOD "<p>" WORDS "<nav>x</nav>", "+--", 80 / 96.);
  EXPECT(expected, "<p>a<p>b", "+-", 2 / (1 + exp(-1)) / 2); /* 2 p / (1 + p + (1 - p)) */
}

Test(content_quality, a_declared_article_is_a_figure) {
  EXPECT(article, "<meta property=og:type content=article><p>a", "+", 1);
  EXPECT(article, "<p>a", "+", 0);
}

/* A choice with clear scores is better than one near the threshold, and an article than reviews. */
Test(content_quality, is_a_share_that_rises_with_the_evidence) {
  double clear[DT_QUALITY_COUNT], near[DT_QUALITY_COUNT], reviews[DT_QUALITY_COUNT];
  measure("<p>" GOOD "<p>a", "+-", 8, clear);
  measure("<p>" GOOD "<p>a", "+-", 0.1, near);
  measure("<p>a<div class=reviews><p>" GOOD "</div><p>" GOOD, "-+-", 8, reviews);
  cr_expect_gt(dt_quality(clear), dt_quality(near));
  cr_expect_gt(dt_quality(clear), dt_quality(reviews));
  cr_expect(dt_quality(reviews) > 0 && dt_quality(clear) < 1);
}
