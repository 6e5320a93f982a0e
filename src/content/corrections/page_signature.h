/* content/corrections/page_signature.h: traits by which a page is recognized: the form of its URL, its div structure
 * and its images (doc/method 6.5).
 *
 * Digits become "#", so that pages from one template share most traits. */
#ifndef DT_CONTENT_CORRECTIONS_PAGE_SIGNATURE_H
#define DT_CONTENT_CORRECTIONS_PAGE_SIGNATURE_H

#include "content/content.h"

/* A set of strings in the order of strcmp. */
typedef struct dt_strings {
  const char **all;
  uint32_t count, capacity;
} dt_strings;

enum { DT_TRAIT_MARKS = 400, DT_TRAIT_FOLDERS = 40 };

typedef struct dt_traits {
  const char *url;    /* "example.com/news/#/#/(any).html", "" if unknown (dt_url_form) */
  dt_strings marks;   /* "div#main", "div.article-#": block-level elements, at most DT_TRAIT_MARKS */
  dt_strings folders; /* folders of images, "example.com/img/#": at most DT_TRAIT_FOLDERS */
  uint32_t images;
} dt_traits;

/* Reads the traits of a page, in its arena. */
void dt_traits_read(dt_traits *traits, const dt_content_page *page);

/* Returns the similarity of two pages, 0 to 1: cosine of marks, URLs if both are known, images. */
double dt_traits_alike(const dt_traits *a, const dt_traits *b);

void dt_strings_add(dt_strings *strings, dt_arena *arena, const char *string);
/* Sorts the strings, drops duplicates and keeps the first `most`. */
void dt_strings_settle(dt_strings *strings, uint32_t most);

/* Returns the form of a URL: without scheme, "www.", query values and fragment; a segment of several words becomes
 * "(any)". */
const char *dt_url_form(dt_arena *arena, const char *url);
/* Returns a copy with "#" for each run of digits. */
const char *dt_without_digits(dt_arena *arena, const char *text, size_t length);

#endif
