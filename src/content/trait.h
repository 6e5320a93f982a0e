/* content/trait.h: by what a page is known again: the form of its URL, its div structure, its images (METHOD 6.5).
 *
 * Digits are "#", so that pages made by one template have most traits in common. */
#ifndef DT_TRAIT_H
#define DT_TRAIT_H

#include "content/content.h"

/* Different strings in the order of strcmp. */
typedef struct dt_strings {
  const char **all;
  uint32_t count, room;
} dt_strings;

enum { DT_TRAIT_MARKS = 400, DT_TRAIT_FOLDERS = 40 };

typedef struct dt_traits {
  const char *url;    /* "example.com/news/#/#/(any).html", "" = not known (dt_url_form) */
  dt_strings marks;   /* "div#main", "div.article-#": of block-level elements, at most DT_TRAIT_MARKS */
  dt_strings folders; /* that images come from, "example.com/img/#": at most DT_TRAIT_FOLDERS */
  uint32_t images;
} dt_traits;

/* Looks at the whole page; in its arena. */
void dt_traits_read(dt_traits *traits, const dt_content_page *page);

/* How much alike two pages are, 0 to 1: the cosine of their marks, the URLs where both are known, the images. */
double dt_traits_alike(const dt_traits *a, const dt_traits *b);

void dt_strings_add(dt_strings *strings, dt_arena *arena, const char *string);
/* Sorts, drops what is there twice, and what is more than `most`. */
void dt_strings_settle(dt_strings *strings, uint32_t most);

/* The form of a URL: without scheme, "www.", values of the query and fragment; a segment of several words is "(any)".
 */
const char *dt_url_form(dt_arena *arena, const char *url);
/* A copy in which each run of digits is "#". */
const char *dt_without_digits(dt_arena *arena, const char *text, size_t length);

#endif
