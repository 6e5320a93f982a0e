/* wrapper/example/text_search.h: finds the places on a page that show a text that the user copied from it.
 *
 * The comparison ignores differences in white space, case, kinds of quotes and dashes, full-width forms and entities.
 */
#ifndef DT_WRAPPER_EXAMPLE_TEXT_SEARCH_H
#define DT_WRAPPER_EXAMPLE_TEXT_SEARCH_H

#include "html/tag_tree.h"

/* All texts of a page in the form that is compared, concatenated. */
typedef struct dt_shown {
  const dt_tree *tree;
  bool words; /* letters and digits alone */
  char *bytes;
  uint32_t *offsets; /* of each byte: the offset of its character in its text */
  uint32_t *starts;  /* of each text, in bytes; text_count + 1 */
} dt_shown;

/* A place that shows a text: from byte `start` of text `first` to byte `end` of text `last`. */
typedef struct dt_occurrence {
  uint32_t first, last; /* texts of the tree, by number; equal = one text */
  uint32_t start, end;
  dt_index node; /* for an address: its element; else DT_NONE */
  bool source;   /* for an address: it is the src */
  bool loose;    /* compared by letters and digits alone, or without punctuation at the ends */
  bool edges;    /* the rest of its texts is only punctuation, or empty */
} dt_occurrence;

/* How well a place shows a text. */
enum { DT_SIGHT_WITHIN = 1, DT_SIGHT_EDGES = 2, DT_SIGHT_WHOLE = 3 };
static inline int dt_sight_quality(const dt_occurrence *sight) {
  if (sight->node != DT_NONE || (sight->edges && sight->first == sight->last)) return DT_SIGHT_WHOLE;
  return sight->edges ? DT_SIGHT_EDGES : DT_SIGHT_WITHIN;
}

/* Reads all texts of the page; only letters and digits if `words`. */
void dt_shown_read(dt_shown *shown, dt_arena *arena, const dt_tree *tree, bool words);

/* Finds the places that show `value`, at most `most`, in page order. */
uint32_t dt_sights_find(const dt_shown *shown, dt_arena *scratch, const char *value, dt_occurrence *sights,
                        uint32_t most);
/* Finds the addresses equal to `value`, as written or resolved against `base`. */
uint32_t dt_sights_find_addresses(const dt_tree *tree, dt_arena *scratch, const char *base, const char *value,
                                  dt_occurrence *sights, uint32_t most);

/* Whether a cut here is neither within a word nor within a character. */
bool dt_is_word_edge(detm_text text, size_t at);

/* How many of the numbers, which are in ascending order, are at most `most`. */
uint32_t dt_count_up_to(const uint32_t *sorted, uint32_t count, uint32_t most);

/* Whether a text equals the given value; loose: by letters and digits alone. */
bool dt_seen_gives(dt_arena *scratch, const char *value, bool loose, detm_text text);

/* The text of the page with the smallest edit distance from `value`; empty if none is close. */
detm_text dt_nearest_text(const dt_tree *tree, dt_arena *scratch, const char *value);

#endif
