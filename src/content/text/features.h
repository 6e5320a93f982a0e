/* content/text/features.h: the features of text blocks, with what each adds to a block's score (doc/method 6.6);
 * tests/fit/fit.py writes the weights here.
 *
 * Sums over subtrees are differences of dt_sums, and facts about elements are found once and inherited, so the cost is
 * linear in elements, blocks and text.
 *
 * features.c computes the features.  It prepares a page with landmarks.c (main heading, description, JSON-LD), then
 * path_groups.c (blocks with equal paths), then record_runs.c (runs of records), then name_hints.c (class and id). */
#ifndef DT_CONTENT_TEXT_FEATURES_H
#define DT_CONTENT_TEXT_FEATURES_H

#include "base/map.h"
#include "content/content.h"

/* clang-format off */
#define DT_FEATURES(X) \
  X(bias, 3.32, "always 1") \
  X(long_enough, 1.47, "60 units or more") \
  X(short, -2.44, "less than 25 units") \
  X(dated, -5.74, "short, with a date or a time of day") \
  X(heading, 3.10, "in h2 to h6") \
  X(paragraph, 1.95, "in p") \
  X(preformatted, 5.41, "in pre") \
  X(in_aside, -3.23, "in aside") \
  X(in_footer, -6.41, "in footer") \
  X(in_form, -4.99, "in form") \
  X(in_header, -1.76, "in header") \
  X(in_figure, -6.32, "in figure") \
  X(in_main, 2.22, "in main") \
  X(out_of_main, -1.95, "outside main, on a page that has it") \
  X(in_first_article, 0.40, "in the page's first article") \
  X(in_later_article, -1.99, "in a later article, if the first has much good text") \
  X(depth, 4.37, "block-level ancestors / 25, at most 1") \
  X(in_topic, 0.44, "in the topic region by text-structure weight (doc/method 5)") \
  X(group_share, 1.62, "share of the page's units in its path group (doc/method 4)") \
  X(group_parents, -1.68, "number of parents of the group's blocks / number of the blocks") \
  X(group_after, -1.70, "the group begins after the column's prose") \
  X(parent_good, 2.42, "good text in children of its element's parent: share of the column's") \
  X(parent_share, 2.35, "the same as share of the page's") \
  X(in_column, 1.95, "in the column: the parent with the most good text in its children") \
  X(column_span, -2.71, "good text from the column's first good block to the last: share of the page's") \
  X(record_heading, 1.47, "in a run of records (record_runs.c) that holds the main heading") \
  X(record_late, -1.44, "in a run of records that follows much good text") \
  X(record_late_part, -1.00, "the same for the innermost run around it") \
  X(position, -1.15, "position of its middle in the page's units, 0 to 1") \
  X(at_end, -1.49, "position above .9") \
  X(good_passed, -1.96, "good text between the main heading and it: share of the page's") \
  X(before_good, -1.41, "before the first good block (dt_block_is_good)") \
  X(before_h1, -1.34, "before the first h1") \
  X(before_heading, -1.51, "before the main heading") \
  X(heading_share, -2.04, "good text in the smallest element around it and the main heading: share of the page's") \
  X(in_data, 7.32, "in the article body in JSON-LD") \
  X(description_way, -2.95, "steps from the description's block to the common ancestor / 8; .5 without description") \
  X(links_after, -2.21, "link density of the next block; 1 at the end") \
  X(data_article, -2.73, "the page's JSON-LD has an article") \
  X(graph_article, -2.14, "its Open Graph type is article") \
  X(article_links, -0.58, "link density, on a page declared an article") \
  X(links, -1.63, "link density") \
  X(shared_link, 2.29, "within a link that holds other blocks, too: a card") \
  X(in_navigation, -0.54, "in nav, or by its role") \
  X(cell, 2.05, "in td, th or caption") \
  X(item, 0.52, "in li") \
  X(item_links, -1.78, "link density, in li") \
  X(quoted, 4.60, "in blockquote") \
  X(run_share, 2.20, "units in the outermost run of records around it: share of the body's") \
  X(run_good, -1.26, "the same of good text") \
  X(run_members, 2.09, "log2(1 + its records) / 6, at most 1") \
  X(run_length, 0.97, "log2(1 + units per record) / 9, at most 1.5") \
  X(run_links, -0.31, "its link density") \
  X(run_main, 0.36, "it is the main run: the one with the most units of the body, at least 15 %") \
  X(before_run, 0.38, "before the main run") \
  X(page_run_good, -1.31, "good text in the main run: share of the body's") \
  X(page_prose, -0.87, "good text of the body: share of its units") \
  X(page_size, 1.98, "log2(1 + units of the body) / 12, at most 1.5") \
  X(page_listing, 1.50, "the page's JSON-LD has a list") \
  X(page_product, -0.44, "its JSON-LD has a product, or its Open Graph type is one") \
  X(hint_record, 0.26, "class or id around it: it is one of several (name_hints.c)") \
  X(hint_product, 1.15, "... it is about a thing for sale") \
  X(hint_review, 0.25, "... it is a review or a question") \
  X(hint_other, -2.79, "... it is about other things") \
  X(hint_dialog, -3.67, "... it asks the reader something") \
  X(hint_frame, -2.79, "... it is part of the page's frame") \
  X(hint_note, -8.55, "... it is a notice, a signature or a control")
/* clang-format on */

enum {
#define X(name, weight, means) DT_X_##name,
  DT_FEATURES(X)
#undef X
      DT_FEATURE_COUNT
};
extern const char *const dt_feature_names[DT_FEATURE_COUNT];

/* Blocks whose elements have the same tags and classes from the root down (the path of doc/method 4 with classes). */
typedef struct dt_path_group {
  double units;
  uint32_t blocks, first;     /* number of its blocks, and the first */
  uint32_t parents, a_parent; /* number of parents of its blocks' elements, and the last of them */
} dt_path_group;

/* A run of records: at least three siblings with one tag and class, each with two blocks or more. */
typedef struct dt_record_run {
  uint32_t members, first; /* number of records; the first block */
  bool heading;            /* the main heading is in one of them */
  bool late;               /* much good text outside records between the main heading and the run */
  double units, linked;    /* sums over the blocks whose outermost run it is */
  double in_body, good;    /* those in the body: units and good text */
  double size, length;     /* the features run_members and run_length */
} dt_record_run;

/* Blocks in none of these are the body. */
enum { DT_OUT_OF_BODY = DT_IN_ASIDE | DT_IN_FOOTER | DT_IN_HEADER | DT_IN_NAVIGATION };

/* Hints in class and id (name_hints.c), and quotation. */
enum {
  DT_HINT_OTHER = 1,  /* about something other than the page's subject: advertisements, related articles */
  DT_HINT_DIALOG = 2, /* consent, login */
  DT_HINT_FRAME = 4,  /* menus, sidebars, pagination */
  DT_HINT_RECORD = 8, /* one of several */
  DT_HINT_PRODUCT = 16,
  DT_HINT_REVIEW = 32,
  DT_HINT_COMMENT = 64, /* comments of readers */
  DT_QUOTED = 128,      /* within blockquote */
  DT_HINT_NOTE = 256    /* notices, disclaimers, signatures of posts, controls */
};

/* Landmark blocks: the main heading, and the block where the description begins. */
enum { DT_MAIN_HEADING, DT_DESCRIPTION, DT_LANDMARKS };

/* Facts that an element's blocks and children inherit. */
typedef struct dt_inherited {
  uint64_t path;               /* hash of tags and classes from the root down */
  uint32_t with[DT_LANDMARKS]; /* the smallest element around it and the landmark, or DT_NONE */
  uint32_t outer, inner;       /* runs of the outermost and the innermost record around it, or DT_NONE */
  uint16_t hints;              /* DT_HINT_... */
} dt_inherited;

/* The column: the parent whose children hold the most good text, and the first and last good block there. */
typedef struct dt_main_column {
  uint32_t element, first, last;
  double good; /* at least 1 */
} dt_main_column;

typedef struct dt_features {
  const dt_content_page *page;
  dt_arena *arena;
  dt_inherited *inherited; /* by element */
  uint32_t *group_of;      /* by block */
  dt_path_group *groups;
  uint32_t group_count;
  dt_record_run *runs;
  double *good_below; /* by element: good text in its children's own blocks */
  dt_main_column column;
  uint32_t landmarks[DT_LANDMARKS]; /* blocks, or DT_NONE */
  uint32_t topic, article;          /* elements; article: the first one with text, or DT_NONE */
  uint32_t first_h1, first_good;    /* blocks */
  double units, good;               /* sums over the page, at least 1 */
  double body_units, body_good;     /* sums over the body; body_units is at least 1 */
  double page_size;                 /* the feature */
  uint32_t main_run;                /* or DT_NONE */
  bool has_main, data_article, graph_article, data_listing, data_product, data_post;
  dt_lookup body; /* hashes of the windows of the JSON-LD's article body; empty without one */
  char *squeezed; /* scratch, large enough for the longest block */
} dt_features;

/* Prepares the features of a page, which has at least one block. */
void dt_features_read(dt_features *features, const dt_content_page *page);
/* Computes the features of one block. */
void dt_features_of(const dt_features *features, uint32_t block, double x[DT_FEATURE_COUNT]);

/* Checks whether a block is in a late run of records. */
static inline bool dt_is_late(const dt_features *features, uint32_t block) {
  uint32_t run = features->inherited[features->page->blocks[block].element].outer;
  return run != DT_NONE && features->runs[run].late;
}

/* Returns the good units of the blocks [from, to). */
static inline double dt_good_between(const dt_content_page *page, uint32_t from, uint32_t to) {
  return page->sums[to].good - page->sums[from].good;
}

#endif
