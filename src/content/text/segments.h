/* content/text/segments.h: cuts a page into segments: runs of text blocks that belong together by position, style and
 * content (doc/method 6.2), each with a kind (doc/method 6.3). */
#ifndef DT_CONTENT_TEXT_SEGMENTS_H
#define DT_CONTENT_TEXT_SEGMENTS_H

#include "content/content.h"
#include "content/style/computed_style.h"

typedef enum dt_segment_kind {
  DT_SEGMENT_OTHER,      /* too little text to decide: labels, dates, buttons */
  DT_SEGMENT_NAVIGATION, /* almost only links */
  DT_SEGMENT_LIST,       /* links, or short texts without sentences */
  DT_SEGMENT_TOPIC       /* prose */
} dt_segment_kind;

typedef struct dt_segment {
  uint32_t first, last; /* text blocks [first, last) */
  uint32_t element;     /* the smallest element around them */
  dt_segment_kind kind;
  dt_look look;     /* style of its longest text */
  uint32_t longest; /* characters in that text */
  uint32_t chars, linked, links, sentences;
} dt_segment;

typedef struct dt_segments {
  dt_segment *segments; /* in document order; each text block is in one */
  uint32_t count;
} dt_segments;

/* Cuts a page into segments, in the page's arena. */
dt_segments dt_segment_page(const dt_content_page *page);

#endif
