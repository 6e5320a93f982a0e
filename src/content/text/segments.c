/* content/text/segments.c: builds segments bottom-up: joins text blocks of one section and style, then neighbours that
 * differ little (doc/method 6.2). */
#include "content/text/segments.h"
#include "content/tunables.h"

#include <math.h>

static double link_density(const dt_segment *segment) {
  return segment->chars == 0 ? 0 : (double)segment->linked / segment->chars;
}

static double look_change(const dt_look *upper, const dt_look *lower) {
  double change = 0;
  if (upper->size != lower->size)
    change = DT_CONTENT_SIZE * fabs(log2(upper->size / lower->size)) *
             (upper->size < lower->size ? DT_CONTENT_UPPER_SMALLER : 1);
  if (upper->background != lower->background) change += DT_CONTENT_BACKGROUND;
  if (upper->colour != lower->colour) change += DT_CONTENT_COLOUR;
  if ((upper->weight >= 600) != (lower->weight >= 600)) change += DT_CONTENT_BOLD;
  return change;
}

/* Returns the smallest element around `from` and `other`.  Each element is left once, so a page costs linear time. */
static uint32_t climb_to(const dt_content_page *page, uint32_t from, uint32_t other) {
  while (other < from || other >= page->elements[from].end) from = page->elements[from].parent;
  return from;
}

/* Merges a segment into its upper neighbour. */
static void merge_segment(const dt_content_page *page, dt_segment *upper, const dt_segment *lower) {
  if (lower->longest > upper->longest) {
    upper->longest = lower->longest;
    upper->look = lower->look;
  }
  upper->last = lower->last;
  upper->element = climb_to(page, upper->element, lower->element);
  upper->chars += lower->chars;
  upper->linked += lower->linked;
  upper->links += lower->links;
  upper->sentences += lower->sentences;
}

typedef struct segmenting {
  const dt_content_page *page;
  const uint32_t *sections; /* by element: the innermost section around it, which may be the element itself */
  const dt_look *looks;
  dt_segments made;
} segmenting;

static uint32_t section_of(const segmenting *s, uint32_t block) { return s->sections[s->page->blocks[block].element]; }

static double difference(const segmenting *s, const dt_segment *upper, const dt_segment *lower) {
  const dt_element *elements = s->page->elements;
  uint32_t from = section_of(s, upper->last - 1), to = section_of(s, lower->first);
  uint32_t both = elements[climb_to(s->page, from, to)].depth;
  return DT_CONTENT_STEP * (elements[from].depth - both + elements[to].depth - both) +
         look_change(&upper->look, &lower->look) + DT_CONTENT_LINKS * fabs(link_density(upper) - link_density(lower));
}

/* Makes a segment of each block, and joins it to the one before it in the same section and style. */
static void divide(segmenting *s) {
  for (uint32_t b = 0; b < s->page->block_count; b++) {
    const dt_block *block = &s->page->blocks[b];
    dt_segment alone = {.first = b,
                        .last = b + 1,
                        .element = section_of(s, b),
                        .look = s->looks[b],
                        .longest = block->chars,
                        .chars = block->chars,
                        .linked = block->linked,
                        .links = block->links,
                        .sentences = block->sentences};
    bool continues = b != 0 && section_of(s, b) == section_of(s, b - 1) &&
                     look_change(&s->looks[b - 1], &s->looks[b]) <= DT_CONTENT_DIVIDED;
    if (continues) {
      merge_segment(s->page, &s->made.segments[s->made.count - 1], &alone);
    } else {
      s->made.segments[s->made.count++] = alone;
    }
  }
}

static void merge_neighbours(segmenting *s) {
  dt_segment *segments = s->made.segments;
  uint32_t count = 0;
  for (uint32_t n = 0; n < s->made.count; n++) {
    dt_scope_tick(s->page->arena->scope);
    if (count != 0 && difference(s, &segments[count - 1], &segments[n]) < DT_CONTENT_MERGED) {
      merge_segment(s->page, &segments[count - 1], &segments[n]);
    } else {
      segments[count++] = segments[n];
    }
  }
  s->made.count = count;
}

/* Classifies a segment by the rules for pages in doc/method 6.3. */
static dt_segment_kind kind_of_segment(const dt_segment *segment) {
  double density = link_density(segment);
  if (density < 0.5 && segment->sentences != 0 && segment->chars >= 40) return DT_SEGMENT_TOPIC;
  if (density >= 0.5 && segment->links > 1) return DT_SEGMENT_NAVIGATION;
  return segment->last - segment->first > 2 ? DT_SEGMENT_LIST : DT_SEGMENT_OTHER;
}

dt_segments dt_segment_page(const dt_content_page *page) {
  segmenting s = {.page = page};
  s.made.segments = DT_ARRAY(page->arena, dt_segment, page->block_count);
  dt_mark mark = dt_arena_mark(page->arena);
  uint32_t *sections = DT_ARRAY(page->arena, uint32_t, page->element_count);
  for (uint32_t e = 0; e < page->element_count; e++) {
    uint32_t parent = page->elements[e].parent;
    sections[e] = parent == DT_NONE || dt_tag_is(page->elements[e].tag, DT_SECTION) ? e : sections[parent];
  }

  s.sections = sections;
  s.looks = dt_visual_looks(page, 0, page->block_count);
  divide(&s);
  merge_neighbours(&s);
  for (uint32_t n = 0; n < s.made.count; n++) s.made.segments[n].kind = kind_of_segment(&s.made.segments[n]);
  dt_arena_rewind(page->arena, mark);
  return s.made;
}
