/* content/text/blocks.c: the main text as the segments about the page's topic (doc/method 6.4). */
#include "content/text/segments.h"
#include "content/tunables.h"

static uint32_t count_topic_chars(const dt_segment *segment) {
  return segment->kind == DT_SEGMENT_TOPIC ? segment->chars - segment->linked : 0;
}

void dt_choose_by_blocks(const dt_content_page *page, bool *chosen) {
  dt_mark mark = dt_arena_mark(page->arena);
  dt_segments all = dt_segment_page(page);
  uint32_t largest = 0;
  for (uint32_t s = 0; s < all.count; s++)
    if (count_topic_chars(&all.segments[s]) > largest) largest = count_topic_chars(&all.segments[s]);
  for (uint32_t s = 0; s < all.count; s++) {
    const dt_segment *segment = &all.segments[s];
    if (count_topic_chars(segment) == 0 || count_topic_chars(segment) < DT_CONTENT_SEGMENT_SHARE * largest) continue;
    uint32_t first = page->blocks[segment->first].first, last = page->blocks[segment->last - 1].last;
    memset(chosen + first, true, (last - first) * sizeof *chosen);
  }
  dt_arena_rewind(page->arena, mark);
}
