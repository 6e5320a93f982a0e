/* stream/frames.h: puts the pages of frames into the page that has them, as data URLs, which its parser reads: MHTML
 * and web archives have them as parts, and browsers save them as files in a folder beside the page. */
#ifndef DT_STREAM_FRAMES_H
#define DT_STREAM_FRAMES_H

#include "base/base.h"

enum { DT_MAX_FRAMES = 100 };

/* The page of a frame; members are NULL if the file does not say. */
typedef struct dt_frame_page {
  char *id;  /* the Content-ID of its part, without < and > */
  char *url; /* its Content-Location; the relative path of a file */
  char *encoding;
  dt_buffer bytes;
} dt_frame_page;

typedef struct dt_frames {
  dt_frame_page items[DT_MAX_FRAMES];
  size_t count, bytes;
} dt_frames;

/* Whether a page may have frames. */
bool dt_has_frames(detm_text page);
/* Adds a frame, and takes over its members, if the pages of all have at most `most` bytes; else frees them. */
void dt_frames_add(dt_frames *frames, dt_frame_page *frame, size_t most);
void dt_frames_free(dt_frames *frames);

/* Puts the pages of the frames that a page has, and of those in them, into it, as long as it has at most `most` bytes.
 * `url`: of the page, NULL = not known.  `frames`: NULL = they are files in the folder that a browser saved with the
 * page at `path`.  Without memory page->failed. */
void dt_frames_put(dt_buffer *page, const char *url, const dt_frames *frames, const char *path, size_t most);

#endif
