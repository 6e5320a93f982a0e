/* focus/digest.h: a page boiled down to what ranking needs of it, in bytes that a web keeps.
 *
 * A word has a number: those of the topic by falling weight, then brief words in order of first sight.  Stop words are
 * found among these two kinds only (judge.h), so all others count in the page's length alone.  The record of a page, in
 * numbers of seven bits a byte, sets of words as differences of rising numbers:
 *
 *   sum of the squared counts of all other words
 *   how many words; each: difference, count
 *   each link: 1 if it stands in the text of the page, else 0; the set of words of the topic in its metadata */
#ifndef DT_FOCUS_DIGEST_H
#define DT_FOCUS_DIGEST_H

#include "focus/graph.h"
#include "focus/link.h"
#include "focus/vector.h"

/* What is known of words. */
typedef struct dt_lexicon {
  dt_vector words;      /* count, ends and pages are those of the web */
  uint32_t topic_count; /* the first of them are the topic's */
  double *weights;      /* of these in the topic, falling */
  dt_vector singles;    /* those of them that count within dense runs */
} dt_lexicon;

typedef struct dt_digest {
  dt_buffer record;
  dt_vector page;     /* all its words */
  dt_vector brief;    /* the new ones among them, in the order of the numbers that they will have */
  dt_vector seen;     /* the URLs of its links */
  dt_links links;     /* in the arena, as they were read */
  detm_text *targets; /* of its links, in the arena */
  uint32_t target_count;
} dt_digest;

/* A URL as a web knows it: in normal form, without fragment, in the arena; empty = it is not absolute. */
detm_text dt_web_url(dt_arena *arena, detm_text url);

/* Digests a page, whose arena it takes memory from and whose scope it leaves through. */
void dt_digest_page(dt_digest *digest, const dt_lexicon *lexicon, const dt_content_page *page, detm_text url,
                    const char *base, const detm_link_options *options);
/* The record of what is fetched, but no HTML. */
void dt_digest_nothing(dt_digest *digest, dt_scope *scope);
void dt_digest_free(dt_digest *digest);

/* Whether these bytes are the record of a page with so many links. */
bool dt_digest_check(detm_text record, const dt_lexicon *lexicon, uint32_t links);

/* Numbers of records. */
typedef struct dt_numbers {
  const char *at, *end;
  bool broken; /* past the end, or too large */
} dt_numbers;
void dt_number_add(dt_buffer *out, uint64_t number);
uint64_t dt_number_next(dt_numbers *numbers);

#endif
