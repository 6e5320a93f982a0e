/* profile/presence.c: how many records of a page have a field.
 *
 * The records of a page resemble each other: the number that has an optional field has a beta-binomial distribution,
 * whose correlation differs from field to field.  Some fields are on all pages alike, such as notes, and some in all
 * records of a page or in none, such as what only one kind of thing has.  One page cannot tell these apart: of fields
 * that a fifth to four fifths of its records had, 8 % were on another page in no record (58 sites), of those of nearly
 * all records 1 %. */
#include "profile/profile.h"

#include <math.h>

double dt_presence_correlation(const dt_profile *profile, const dt_values *values) {
  const double optional = 0.4, usual_pages = 2; /* what is usual counts like two pages */
  double share = (double)values->records / (double)profile->records, variance = share * (1 - share);
  double usual = DT_PAGE_CORRELATION + optional * 4 * variance, pages = (double)profile->pages;
  if (profile->pages < 2 || variance <= 0) return usual;

  double spread = (double)values->shares / DT_WHOLE_SHARE / pages - share * share;
  double by_chance = variance * pages / (double)profile->records;
  double observed = fmin(fmax(spread * pages / (pages - 1) - by_chance, 0) / variance, 1);
  return fmax((usual_pages * usual + (pages - 1) * observed) / (usual_pages + pages - 1), DT_PAGE_CORRELATION);
}

double dt_absence_probability(const dt_profile *profile, const dt_values *values, uint64_t records) {
  const double least = 1e-9; /* no further record makes a difference */
  if (values->records >= profile->records) return 0;
  double size = 1 / dt_presence_correlation(profile, values) - 1, probability = 1;
  double without = size * (1 - (double)values->records / (double)profile->records);
  for (uint64_t r = 0; r < records && probability > least; r++)
    probability *= (without + (double)r) / (size + (double)r);
  return probability;
}
