/* content/features.h: what is known of a text block, as numbers; how much each speaks for the main text is in
 * weights.h.
 *
 * All sums over subtrees are differences of dt_sums, everything that depends on elements alone is found once an element
 * and handed down, so the cost is linear in elements, blocks and text. */
#ifndef DT_FEATURES_H
#define DT_FEATURES_H

#include "content/content.h"

/* clang-format off */
#define DT_FEATURES(X)                                                                                                 \
  X(bias)             /* always 1 */                                                                                   \
  X(link_density)     /* linked share of its characters */                                                             \
  X(prose_length)     /* log2 of its units / 8, at most 1.5, if it ends a sentence */                                  \
  X(long_enough)      /* 60 units or more */                                                                           \
  X(short)            /* less than 25 units */                                                                         \
  X(heading)          /* stands in h2 to h6 */                                                                         \
  X(paragraph)        /* in p */                                                                                       \
  X(preformatted)     /* in pre */                                                                                     \
  X(item)             /* in li */                                                                                      \
  X(in_aside)                                                                                                          \
  X(in_footer)                                                                                                         \
  X(in_form)                                                                                                           \
  X(in_header)                                                                                                         \
  X(in_figure)                                                                                                         \
  X(in_quote)                                                                                                          \
  X(in_main)                                                                                                           \
  X(in_button)                                                                                                         \
  X(out_of_main)      /* the page has main, but not round it */                                                        \
  X(hint_against)     /* hints.h: an element round it has a class or id that speaks against text */                    \
  X(hint_in_favour)   /* how many speak for text, 2 or more = 1 */                                                     \
  X(in_topic)         /* in the topic region by text-structure weight (METHOD 5) */                                    \
  X(sample_links)     /* link density of the smallest element round it and the sample block (METHOD 4) */              \
  X(group_sentences)  /* sentence ends a block of its path group (METHOD 4), at most 1 */                              \
  X(group_share)      /* units of its path group: share of the page's */                                               \
  X(group_length)     /* as prose_length, of the group's mean */                                                       \
  X(group_links)      /* link density of the group */                                                                  \
  X(position)         /* of its middle in the page's units */                                                          \
  X(at_end)           /* position above .9 */                                                                          \
  X(before_good)      /* before the first good block (dt_block_is_good) */                                             \
  X(after_good)       /* after the last one */                                                                         \
  X(before_h1)        /* before the first h1 */                                                                        \
  X(before_heading)   /* before the main heading */                                                                    \
  X(heading_share)    /* good text in the smallest element round it and the main heading: share of the page's */       \
  X(in_data)          /* in the article body that JSON-LD gives */                                                     \
  X(description_way)  /* steps from the description's block up to an element round both / 8; .5 without */             \
  X(description)      /* a block begins as the page's description does */                                              \
  X(good_sibling)     /* the block before or after is good and has the same parent */                                  \
  X(links_before)     /* link density of the block before; 1 at the start */                                           \
  X(links_after)      /* of the block after */                                                                         \
  X(heading_of_good)  /* a heading with a good block after it */                                                       \
  X(depth)            /* block-level elements round it / 25, at most 1 */                                              \
  X(data_article)     /* the page's JSON-LD has an article */                                                          \
  X(graph_article)    /* its Open Graph says article */                                                                \
  X(good_blocks)      /* log2 of the page's good blocks / 6, at most 1 */                                              \
  X(article_links)    /* link density, on a page that says article */
/* clang-format on */

enum {
#define X(name) DT_X_##name,
  DT_FEATURES(X)
#undef X
      DT_FEATURE_COUNT
};
extern const char *const dt_feature_names[DT_FEATURE_COUNT];

/* Blocks whose elements have the same tags and classes from the root on (METHOD 4's path with classes). */
typedef struct dt_path_group {
  uint64_t path;
  double units, linked;
  uint32_t blocks, sentences;
} dt_path_group;

/* Blocks that stand out: the one with most sentence ends, the main heading, where the page's description begins. */
enum { DT_SAMPLE, DT_MAIN_HEADING, DT_DESCRIPTION, DT_LANDMARKS };

/* What an element hands down. */
typedef struct dt_inherited {
  uint64_t path;               /* hash of tags and classes from the root on */
  uint32_t with[DT_LANDMARKS]; /* the smallest element round it and the landmark, DT_NONE = there is none */
  uint8_t against, in_favour;  /* elements round it with such hints, at most 1 and 2 */
} dt_inherited;

/* Every window of `width` bytes of a text as a set of hashes. */
typedef struct dt_windows {
  uint64_t *slots; /* 0 = free */
  uint32_t mask;   /* slots - 1 */
  bool any;
} dt_windows;

typedef struct dt_features {
  const dt_content_page *page;
  dt_arena *arena;
  dt_inherited *inherited; /* of elements */
  uint32_t *group_of;      /* of blocks */
  dt_path_group *groups;
  uint32_t landmarks[DT_LANDMARKS]; /* blocks, DT_NONE = none */
  uint32_t topic;                   /* element */
  uint32_t first_h1, first_good, last_good, good_blocks;
  double units, good; /* of the page, at least 1 */
  bool has_main, data_article, graph_article;
  dt_windows body; /* of the JSON-LD */
  char *squeezed;  /* room for the longest block */
} dt_features;

/* Looks at the whole page, which has a block at least. */
void dt_features_read(dt_features *features, const dt_content_page *page);
/* The features of one block. */
void dt_features_of(const dt_features *features, uint32_t block, double x[DT_FEATURE_COUNT]);

/* landmarks.c: what the page's own words point to. */
void dt_find_landmarks(dt_features *features);
/* groups.c */
void dt_group_paths(dt_features *features);

/* Whether all of a squeezed text (base/squeeze.h), more than 8 characters of it, stands in the article body. */
bool dt_in_article_body(const dt_features *features, detm_text text);

#endif
