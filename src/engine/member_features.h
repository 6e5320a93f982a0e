/* engine/member_features.h: the features by which groups are told from their members; their weights are in
 * member_weights.h.
 *
 * One region is in the records of another one.  If the sum of the features, each times its weight, is high, the inner
 * one has the records, and the outer one has groups of them; if it is low, the inner one has parts of records
 * (doc/method 2.8). */
#ifndef DT_ENGINE_MEMBER_FEATURES_H
#define DT_ENGINE_MEMBER_FEATURES_H

/* clang-format off */
#define DT_MEMBER_FEATURES(X) \
  X(ahead)          /* the score of the members above that of the groups, at most DT_MAX_AHEAD either way */ \
  X(saved)          /* the same of the feature of the ranking */ \
  X(groups)         /* log of their number */ \
  X(members)        /* log of the mean number of members of a group */ \
  X(often)          /* share of groups with the most frequent number of members */ \
  X(headed)         /* share of groups with a letter before their first member */ \
  X(named)          /* texts with which groups begin before their first member, as a share of the groups */ \
  X(linked_heading) /* share of groups with a link before their first member */ \
  X(dated_outside)  /* share of groups with a date or price outside their members */ \
  X(heading)        /* log(1 + characters before the first member of a group) */ \
  X(rest)           /* share of the characters of groups that are after or between their members */ \
  X(described)      /* share of members in groups with words outside links */ \
  X(distinct)       /* first texts of members, as a share of the members */ \
  X(length)         /* log(1 + characters of a member) */ \
  X(size)           /* log of the nodes of a member */ \
  X(agree)          /* share of places in a group at which members have links, dates, prices, numerals as all have */ \
  X(even)           /* share of places at which they are as long as all */ \
  X(constant)       /* 1 */
/* clang-format on */

enum {
#define X(name) DT_M_##name,
  DT_MEMBER_FEATURES(X)
#undef X
      DT_MEMBER_FEATURE_COUNT
};
extern const char *const dt_member_feature_names[DT_MEMBER_FEATURE_COUNT];
extern const double dt_member_weights[DT_MEMBER_FEATURE_COUNT];

#endif
