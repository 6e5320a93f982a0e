/* base/search.h: binary search in sorted arrays. */
#ifndef DT_BASE_SEARCH_H
#define DT_BASE_SEARCH_H

#include <stdint.h>

/* Sets `index`, a variable of type uint32_t, to the first number from `first` to `last` - 1 for which `less` is false,
 * or to `last`.  `less` is an expression of `index`; where it is false, it must be false for all greater numbers, too:
 *
 *     DT_LOWER_BOUND(i, 0, count, items[i].hash < hash);
 */
#define DT_LOWER_BOUND(index, first, last, less)                                                                       \
  do {                                                                                                                 \
    uint32_t low_ = (first), high_ = (last);                                                                           \
    while (low_ < high_) {                                                                                             \
      (index) = low_ + (high_ - low_) / 2;                                                                             \
      if (less)                                                                                                        \
        low_ = (index) + 1;                                                                                            \
      else                                                                                                             \
        high_ = (index);                                                                                               \
    }                                                                                                                  \
    (index) = low_;                                                                                                    \
  } while (0)

#endif
