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
  X(long_enough)      /* 60 units or more */                                                                           \
  X(short)            /* less than 25 units */                                                                         \
  X(dated)            /* short, with a date or a time of day */                                                        \
  X(heading)          /* stands in h2 to h6 */                                                                         \
  X(paragraph)        /* in p */                                                                                       \
  X(preformatted)     /* in pre */                                                                                     \
  X(in_aside)                                                                                                          \
  X(in_footer)                                                                                                         \
  X(in_form)                                                                                                           \
  X(in_header)                                                                                                         \
  X(in_figure)                                                                                                         \
  X(in_main)                                                                                                           \
  X(out_of_main)      /* the page has main, but not round it */                                                        \
  X(in_first_article) /* in the page's first article */                                                                \
  X(in_later_article) /* in another one, after a first one with much good text */                                      \
  X(depth)            /* block-level elements round it / 25, at most 1 */                                              \
  X(in_topic)         /* in the topic region by text-structure weight (METHOD 5) */                                    \
  X(group_share)      /* units of its path group (METHOD 4): share of the page's */                                    \
  X(group_parents)    /* parents that the group's blocks have: share of the blocks */                                  \
  X(group_after)      /* the group begins after the column's prose */                                                  \
  X(parent_good)      /* good text right below its element's parent: share of what the column has */                   \
  X(parent_share)     /* the same: share of the page's */                                                              \
  X(in_column)        /* in the column: the parent with most good text right below */                                  \
  X(column_span)      /* good text from the column's first good block to the last: share of the page's */              \
  X(record_heading)   /* in records (runs.c), one of which holds the main heading */                                   \
  X(record_late)      /* in records, with much good text before the first of them */                                   \
  X(record_late_part) /* the same of the innermost records round it */                                                 \
  X(position)         /* of its middle in the page's units */                                                          \
  X(at_end)           /* position above .9 */                                                                          \
  X(good_passed)      /* good text between the main heading and it: share of the page's */                             \
  X(before_good)      /* before the first good block (dt_block_is_good) */                                             \
  X(before_h1)        /* before the first h1 */                                                                        \
  X(before_heading)   /* before the main heading */                                                                    \
  X(heading_share)    /* good text in the smallest element round it and the main heading: share of the page's */       \
  X(in_data)          /* in the article body that JSON-LD gives */                                                     \
  X(description_way)  /* steps from the description's block up to an element round both / 8; .5 without */             \
  X(links_after)      /* link density of the block after; 1 at the end */                                              \
  X(data_article)     /* the page's JSON-LD has an article */                                                          \
  X(graph_article)    /* its Open Graph says article */                                                                \
  X(article_links)    /* link density, on a page that says article */
/* clang-format on */

enum {
#define X(name) DT_X_##name,
  DT_FEATURES(X)
#undef X
      DT_FEATURE_COUNT
};
extern const char *const dt_feature_names[DT_FEATURE_COUNT];

/* Good units that are a text of their own: what comes after so many is likely to be about it, or something else. */
#define DT_MUCH_GOOD 600

/* Blocks whose elements have the same tags and classes from the root on (METHOD 4's path with classes). */
typedef struct dt_path_group {
  uint64_t path;
  double units;
  uint32_t blocks, first;     /* its blocks, and the first of them */
  uint32_t parents, a_parent; /* parents of its blocks' elements, and the last of them */
} dt_path_group;

/* Records: siblings of one tag and class, at least three, each of two blocks or more. */
typedef struct dt_run {
  uint64_t kind;           /* hash of parent, tag and class */
  uint32_t members, first; /* of the blocks */
  bool heading;            /* the main heading is in one of them */
  bool late;               /* much good text, which is in no records, between the main heading and the first */
} dt_run;

/* Blocks that the page points to: its main heading, and where its description begins. */
enum { DT_MAIN_HEADING, DT_DESCRIPTION, DT_LANDMARKS };

/* What an element hands down. */
typedef struct dt_inherited {
  uint64_t path;               /* hash of tags and classes from the root on */
  uint32_t with[DT_LANDMARKS]; /* the smallest element round it and the landmark, DT_NONE = there is none */
  uint32_t outer, inner;       /* the runs of the outermost and the innermost record round it, DT_NONE = none */
} dt_inherited;

/* Every window of some bytes of a text as a set of hashes. */
typedef struct dt_windows {
  uint64_t *slots; /* 0 = free */
  uint32_t mask;   /* slots - 1 */
  bool any;
} dt_windows;

/* The parent with the most good text right below its children: its element, and the first and last good block there. */
typedef struct dt_column {
  uint32_t element, first, last;
  double good; /* at least 1 */
} dt_column;

typedef struct dt_features {
  const dt_content_page *page;
  dt_arena *arena;
  dt_inherited *inherited; /* of elements */
  uint32_t *group_of;      /* of blocks */
  dt_path_group *groups;
  uint32_t group_count;
  dt_run *runs;
  double *good_below; /* of elements: good text of the blocks of their children */
  dt_column column;
  uint32_t landmarks[DT_LANDMARKS]; /* blocks, DT_NONE = none */
  uint32_t topic, article;          /* elements; the first article with text, DT_NONE = none */
  uint32_t first_h1, first_good;    /* blocks */
  double units, good;               /* of the page, at least 1 */
  bool has_main, data_article, graph_article;
  dt_windows body; /* of the JSON-LD */
  char *squeezed;  /* room for the longest block */
} dt_features;

/* Looks at the whole page, which has a block at least. */
void dt_features_read(dt_features *features, const dt_content_page *page);
/* The features of one block. */
void dt_features_of(const dt_features *features, uint32_t block, double x[DT_FEATURE_COUNT]);
/* Moves a figure of each block towards the mean of its path group: what looks alike belongs together.  As scores are
 * linear, it is the same whether features or scores are moved. */
void dt_features_smooth(const dt_features *features, double *figures);

/* landmarks.c: what the page itself points to, and its JSON-LD. */
void dt_find_landmarks(dt_features *features);
/* Whether all of a squeezed text (base/squeeze.h) stands in the article body. */
bool dt_in_article_body(const dt_features *features, detm_text text);
/* groups.c */
void dt_group_paths(dt_features *features);
/* runs.c: after the landmarks. */
void dt_find_runs(dt_features *features);

/* Good units of the blocks [from, to). */
static inline double dt_good_between(const dt_content_page *page, uint32_t from, uint32_t to) {
  return page->sums[to].good - page->sums[from].good;
}

#endif
