/* content/segment.h: a page cut into segments: runs of text blocks that belong together by place, look and content
 * (METHOD 6.2), each of some kind (METHOD 6.3). */
#ifndef DT_CONTENT_SEGMENT_H
#define DT_CONTENT_SEGMENT_H

#include "content/content.h"
#include "content/visual.h"

typedef enum dt_segment_kind {
  DT_SEGMENT_OTHER,      /* too little text to tell: labels, dates, buttons */
  DT_SEGMENT_NAVIGATION, /* links and hardly anything else */
  DT_SEGMENT_LIST,       /* links, or short texts without sentences */
  DT_SEGMENT_TOPIC       /* prose */
} dt_segment_kind;

typedef struct dt_segment {
  uint32_t first, last; /* its text blocks: [first, last) */
  uint32_t element;     /* the smallest element round them */
  dt_segment_kind kind;
  dt_look look;     /* of its longest text */
  uint32_t longest; /* characters of that text */
  uint32_t chars, linked, links, sentences;
} dt_segment;

typedef struct dt_segments {
  dt_segment *segments; /* in document order, all text blocks are in one */
  uint32_t count;
} dt_segments;

/* In the page's arena. */
dt_segments dt_segment_page(const dt_content_page *page);

static inline double dt_segment_link_density(const dt_segment *segment) {
  return segment->chars == 0 ? 0 : (double)segment->linked / segment->chars;
}

#endif
