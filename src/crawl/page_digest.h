/* crawl/page_digest.h: the record of a page: the data that ranking needs, in a few bytes that a web keeps.
 *
 * Words of the topic and brief words are numbered: those of the topic by falling weight, then brief words as they are
 * found.  Only these can be stop words (relevance.h); all others count only in the length of the page.  A record is a
 * sequence of variable-length numbers (LEB128); a set of words is its size and the differences of its rising numbers:
 *
 *   sum of the squared counts of all other words
 *   set of the numbered words, each difference followed by the count
 *   for each link: 1 if it is in the main text or in a record, else 0; set of the words of the topic in its metadata */
#ifndef DT_CRAWL_PAGE_DIGEST_H
#define DT_CRAWL_PAGE_DIGEST_H

#include "crawl/graph.h"
#include "crawl/word_counts.h"
#include "links/collect.h"

/* The numbered words of a web, by number. */
typedef struct dt_lexicon {
  dt_vector words;      /* with their counts in the web; the topic's come first */
  uint32_t topic_count; /* count of the topic's words */
  double *weights;      /* falling weights of the topic's words */
  dt_vector singles;    /* single characters of the topic that count within dense runs */
} dt_lexicon;

typedef struct dt_page_digest {
  dt_buffer record;
  dt_vector page;     /* all words of the page */
  dt_vector brief;    /* new brief words, in the order of their future numbers */
  dt_links links;     /* links of the page, in the arena */
  detm_text *targets; /* distinct URLs of the links, in the arena */
  uint32_t target_count;
} dt_page_digest;

/* Makes the record of a page, using the page's arena; leaves its scope on failure. */
void dt_digest_page(dt_page_digest *digest, const dt_lexicon *lexicon, const dt_content_page *page, detm_text url,
                    const char *base, const detm_link_options *options);
/* Makes the record of a file that is not HTML. */
void dt_digest_nothing(dt_page_digest *digest, dt_scope *scope);
void dt_digest_free(dt_page_digest *digest);

/* Checks whether `record` is a well-formed record of a page with `links` links. */
bool dt_digest_check(detm_text record, const dt_lexicon *lexicon, uint32_t links);

/* A reader of the numbers of a record. */
typedef struct dt_numbers {
  const char *at, *end;
  bool broken; /* a number was too large or went past the end */
} dt_numbers;
void dt_number_add(dt_buffer *out, uint64_t number);
uint64_t dt_number_next(dt_numbers *numbers);

#endif
