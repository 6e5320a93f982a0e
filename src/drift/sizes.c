/* drift/sizes.c: whether a page has fewer records than it should.
 *
 * The logarithms of the numbers of records are taken as normal, with an unknown mean and variance.  What is known of
 * the variance before any page was seen counts like one page; so the next number has Student's t distribution, with as
 * many degrees of freedom as numbers were seen.  After one night nearly any number is possible, after three equal ones
 * half of it is improbable, after ten a quarter less. */
#include "drift/drift.h"

#include <math.h>

/* The standard deviation that counts like one page.  Of two pages of a site, the second has at most half as many
 * records as the first in 9 %, and a fifth in 3 % (67 sites of the record sets). */
static const double usual_deviation = 0.14;

/* Lists change: more pages and nights do not make the next number surer. */
static const double most_pages = 6;

/* P(T >= t), t >= 0, for Student's t distribution with a whole number of degrees of freedom (Abramowitz and Stegun,
 * "Handbook of Mathematical Functions", 26.7.3 and 26.7.4). */
static double student_tail(double t, unsigned freedom) {
  double angle = atan(t / sqrt(freedom)), cosine2 = cos(angle) * cos(angle), sum = 0;
  double term = freedom % 2 != 0 ? cos(angle) : 1;
  for (unsigned i = freedom % 2 != 0 ? 3 : 2; i <= freedom; i += 2) {
    sum += term;
    term *= cosine2 * (i - 1) / i;
  }
  double inside = freedom % 2 != 0 ? (angle + sin(angle) * sum) / acos(0) : sin(angle) * sum;
  return (1 - inside) / 2;
}

static double mean_of(const dt_sizes *sizes) { return sizes->sum / (double)sizes->count; }

static double squares_around_mean(const dt_sizes *sizes) {
  return fmax(sizes->squares - sizes->sum * mean_of(sizes), 0);
}

/* How improbable it is that the mean of `pages` further numbers is so low. */
static double improbable(const dt_sizes *past, double size, double pages) {
  double freedom = fmin((double)past->count, most_pages), share = freedom / (double)past->count;
  double squares = usual_deviation * usual_deviation + share * squares_around_mean(past);
  double scale = sqrt(squares / freedom * (1 / freedom + 1 / pages));
  return student_tail(fmax(mean_of(past) - size, 0) / scale, (unsigned)freedom);
}

/* The numbers of the pages of the samples, of which the least and the most are known: in between, the largest variance
 * is taken. */
static dt_sizes sample_sizes(const dt_profile *past) {
  double least = log(1 + (double)past->least), most = log(1 + (double)past->most);
  uint64_t of_runs = 0;
  for (uint32_t i = 0; i < past->size_count; i++) of_runs += past->sizes[i].count;
  double pages = past->pages > of_runs ? (double)(past->pages - of_runs) : 0;
  return (dt_sizes){.count = (uint64_t)pages,
                    .sum = pages * (least + most) / 2,
                    .squares = pages * (least * least + most * most) / 2};
}

/* The numbers of all pages, each page once. */
static dt_sizes page_sizes(const dt_profile *past) {
  dt_sizes all = sample_sizes(past);
  for (uint32_t i = 0; i < past->size_count; i++) {
    double mean = mean_of(&past->sizes[i]);
    all.count++;
    all.sum += mean;
    all.squares += mean * mean;
  }
  return all;
}

/* The numbers of earlier nights of a page, NULL if it was not seen. */
static const dt_sizes *nights_of(const dt_profile *past, uint64_t key) {
  for (uint32_t i = 0; i < past->size_count; i++)
    if (past->sizes[i].key == key) return &past->sizes[i];
  return NULL;
}

/* How improbable it is that a page that was not seen before has so few records: it may be the last of its list, on
 * which any number is as probable. */
static double few_on_new_page(const dt_sizes *pages, double size) {
  const double last = 0.1; /* share of pages */
  return (1 - last) * improbable(pages, size, 1) + last * fmin(exp(size - mean_of(pages)), 1);
}

/* A page that was seen before is compared with its own nights; with other pages as well if they were like it. */
static double fewer_on_page(const dt_profile *past, const dt_sizes *pages, uint64_t key, double size) {
  const double unlike = 0.05;
  const dt_sizes *nights = nights_of(past, key);
  if (nights == NULL) return few_on_new_page(pages, size);
  double by_pages = improbable(pages, size, 1);
  double by_nights = improbable(nights, size, 1);
  return improbable(pages, mean_of(nights), 1) > unlike ? fmin(by_nights, by_pages) : by_nights;
}

double dt_drift_fewer(const dt_profile *past, const dt_profile *now) {
  const double rounding = 0.5; /* one record more or less of a few is no loss */
  dt_sizes pages = page_sizes(past);
  double lacking = 0;
  if (pages.count == 0 || now->size_count == 0) return 1;

  if (now->size_count == 1) {
    double records = exp(mean_of(&now->sizes[0])) + rounding;
    return fewer_on_page(past, &pages, now->sizes[0].key, log(records));
  }

  for (uint32_t i = 0; i < now->size_count; i++) {
    const dt_sizes *nights = nights_of(past, now->sizes[i].key);
    lacking += mean_of(nights != NULL ? nights : &pages) - mean_of(&now->sizes[i]);
  }

  return improbable(&pages, mean_of(&pages) - lacking / now->size_count, now->size_count);
}

double dt_drift_usual(const dt_profile *past, const dt_profile *now) {
  const dt_sizes *nights = now->size_count == 1 ? nights_of(past, now->sizes[0].key) : NULL;
  return nights != NULL ? exp(mean_of(nights)) - 1 : (double)past->records / (double)past->pages;
}
