/* detm/records.h: the records of multi-record pages (METHOD 2), and wrappers.
 *
 *   detm_result *result = detm_extract(page, &detm_extract_defaults, &error);
 *   status = detm_result_emit(result, detm_writer_sink(writer), &error);
 *   detm_result_free(result);
 *
 * A result borrows its page, and a result of detm_wrapper_apply also its wrapper: both must
 * outlive it. */
#ifndef DETM_RECORDS_H
#define DETM_RECORDS_H

#include <detm/page.h>
#include <detm/sink.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct detm_result detm_result;
typedef struct detm_wrapper detm_wrapper;

typedef enum detm_ranking {
  DETM_RANK_MEASURED, /* the ranking that does best on real pages */
  DETM_RANK_COVERAGE  /* METHOD 2.4: the widest coverage of similar subtrees */
} detm_ranking;

typedef struct detm_extract_options {
  detm_distance_options distance;
  detm_ranking ranking;
  size_t max_regions; /* regions whose records are wanted, from the main one (1); 0 = all */
  size_t max_records; /* of a page, past it DETM_LIMIT */
  double min_fit;     /* apply: a page with a smaller fit does not fit (0.5) */
} detm_extract_options;

/* METHOD's weights, DETM_RANK_MEASURED, 1 region, 10 million records, 0.5. */
extern DETM_API const detm_extract_options detm_extract_defaults;

/* Finds the data regions of a page, separates and aligns their records (METHOD 2.4, 2.5).  A page
 * without records gives a result without regions, which is no error.  NULL with DETM_LIMIT,
 * DETM_USAGE or DETM_NO_MEMORY.  The caller frees the result. */
DETM_API detm_result *detm_extract(const detm_page *page, const detm_extract_options *options,
                                   detm_error *error) DETM_CHECK;
DETM_API void detm_result_free(detm_result *result);

/* Regions of the result, ranked; records of region `number` (from 1); how sure it is that region 1
 * is the page's main region (0 to 1); after apply, the share of the wrapper that was found, else -1;
 * what of the wrapper is missing on the page ("price, date"; NULL = nothing); what was given up and may have cost
 * values, for somebody to read (NULL = nothing).  The last two are owned by the result. */
DETM_API size_t detm_result_regions(const detm_result *result);
DETM_API size_t detm_result_records(const detm_result *result, size_t number);
DETM_API double detm_result_confidence(const detm_result *result);
DETM_API double detm_result_fit(const detm_result *result);
DETM_API const char *detm_result_missing(const detm_result *result);
DETM_API const char *detm_result_warning(const detm_result *result);

/* Pushes page_begin, the regions and page_end into the sink.  DETM_LIMIT past the page's seconds, with the page's name
 * as error.where: what was begun is ended, and the sink takes other pages. */
DETM_API detm_status detm_result_emit(const detm_result *result, const detm_sink *sink, detm_error *error) DETM_CHECK;

/* DETM_LIMIT if there are more than `most` records on the page of this name, in the words of detm_extract; for those
 * that count what other calls have found. */
DETM_API detm_status detm_records_limit(const char *page, size_t records, size_t most, detm_error *error) DETM_CHECK;

/* Learns one wrapper from the main regions of sample pages of a site.  The pages may be freed
 * afterwards.  NULL with DETM_NOTHING when no page holds records, else as detm_extract.  The caller
 * frees the wrapper. */
DETM_API detm_wrapper *detm_wrapper_learn(const detm_page *const *pages, size_t page_count,
                                          const detm_extract_options *options, detm_error *error) DETM_CHECK;
DETM_API void detm_wrapper_free(detm_wrapper *wrapper);

/* Wrapper XML (detm-wrapper(5)).  Load takes bytes, without network, entities or includes; NULL with
 * DETM_BAD_FILE and its line.  `name` is used in messages.  Loading what was saved and saving
 * it again gives the same bytes. */
DETM_API detm_wrapper *detm_wrapper_load(const char *bytes, size_t length, const char *name,
                                         detm_error *error) DETM_CHECK;
DETM_API detm_status detm_wrapper_save(const detm_wrapper *wrapper, detm_write write, void *data,
                                       detm_error *error) DETM_CHECK;

/* Extracts the records of a new page of the site.  A page that fits but holds no record gives a result with one
 * region of 0 records; one that does not fit gives a result without regions whose detm_result_missing
 * says what is missing.  NULL with DETM_LIMIT or DETM_NO_MEMORY. */
DETM_API detm_result *detm_wrapper_apply(const detm_wrapper *wrapper, const detm_page *page,
                                         const detm_extract_options *options, detm_error *error) DETM_CHECK;

#ifdef __cplusplus
}
#endif
#endif
