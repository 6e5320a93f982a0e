/* detm/content.h: what a page is about: its main text, title, date, author, breadcrumb and keywords (METHOD 4 to 6),
 * and of what kind it is.
 *
 *   detm_page_options how = detm_page_defaults;
 *   how.parts = DETM_PAGE_CONTENT;
 *   detm_page *page = detm_page_parse(bytes, length, &how, &error);
 *   detm_content *content = detm_content_find(page, NULL, &error);
 *   puts(detm_content_text(content));
 *
 * A page must outlive its content, and belongs to one thread at a time. */
#ifndef DETM_CONTENT_H
#define DETM_CONTENT_H

#include <detm/records.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct detm_content detm_content;
typedef struct detm_corrections detm_corrections;

/* Of what kind a page is (METHOD 1, 6.3). */
typedef enum detm_page_kind {
  DETM_PAGE_TOPIC,     /* about one thing: an article, a product, a manual's page */
  DETM_PAGE_LIST,      /* records of many things: search results, a shop's shelf */
  DETM_PAGE_NAVIGATION /* little else than links to other pages */
} detm_page_kind;

/* "topic", "list", "navigation"; NULL for any other number. */
DETM_API const char *detm_page_kind_name(detm_page_kind kind);

/* How the main text is found. */
typedef enum detm_content_method {
  DETM_CONTENT_AUTO,   /* the evidence of all three, and more */
  DETM_CONTENT_STOPS,  /* full stops and path similarity (METHOD 4) */
  DETM_CONTENT_WEIGHT, /* text-structure weight (METHOD 5) */
  DETM_CONTENT_BLOCKS  /* segmentation into blocks (METHOD 6) */
} detm_content_method;

typedef struct detm_content_options {
  detm_content_method method;
  const detm_corrections *corrections; /* what was learned from mistakes (METHOD 6.5), NULL = nothing; borrowed */
  int markup; /* whether the text is wanted as XML too: detm_content_markup, results that are written as XML */
} detm_content_options;

/* Auto, no corrections, markup. */
extern DETM_API const detm_content_options detm_content_defaults;

/* Finds the content of a page with document; options NULL = the defaults.  A page without any text gives content
 * without text.  NULL with DETM_USAGE (a page without document), DETM_LIMIT or DETM_NO_MEMORY.  The caller frees the
 * content. */
DETM_API detm_content *detm_content_find(const detm_page *page, const detm_content_options *options,
                                         detm_error *error) DETM_CHECK;
DETM_API void detm_content_free(detm_content *content);

/* Each NULL = the page does not say.  All owned by the content. */
DETM_API const char *detm_content_title(const detm_content *content);
DETM_API const char *detm_content_date(const detm_content *content);   /* ISO 8601: a day, or a day and a time */
DETM_API const char *detm_content_author(const detm_content *content); /* several names parted by ", " */
/* Paragraphs, headings, items and rows in lines of their own; "" = there is none. */
DETM_API const char *detm_content_text(const detm_content *content);
/* The same as well-formed XML, "" where it was not asked for: p, h1 to h6, ul, ol, li, table, tr, td, th, pre,
 * blockquote, a, img. */
DETM_API const char *detm_content_markup(const detm_content *content);
/* Names from the start page on, and terms, the most telling ones first; from 0, NULL past the last. */
DETM_API const char *detm_content_crumb(const detm_content *content, size_t number);
DETM_API const char *detm_content_keyword(const detm_content *content, size_t number);
/* The name of the correction that the page was treated by, NULL = none. */
DETM_API const char *detm_content_correction(const detm_content *content);

/* All of it as a result of one record, which is the page's itself (region 0): title, date, author, breadcrumb,
 * keywords, text, correction.  Freeing the result frees the content. */
DETM_API detm_result *detm_content_result(detm_content *content);

/* What decides between a list and a topic page; names as detm_kind_figure and the results have them. */
typedef enum detm_kind_number {
  DETM_KIND_PROSE,          /* share of the page's text in paragraphs: long, with sentences, hardly linked */
  DETM_KIND_CORE_LINKS,     /* link density of the smallest element that holds 70 % of them; 1 = there are none */
  DETM_KIND_ARTICLE,        /* 1: the page's data call it an article */
  DETM_KIND_LISTING,        /* 1: they call it a list or a collection */
  DETM_KIND_PRODUCT,        /* 1: they call it one product or one recipe */
  DETM_KIND_CONFIDENCE,     /* 0 to 1, that the records found are the page's main ones */
  DETM_KIND_SCORE,          /* of their region, / 15 */
  DETM_KIND_RECORD_SHARE,   /* share of the page's text in them */
  DETM_KIND_RECORD_LENGTH,  /* log2(1 + characters a record) / 9 */
  DETM_KIND_PROSE_OUTSIDE,  /* share of the page's text that is prose outside them */
  DETM_KIND_PROSE_BEFORE,   /* log2(1 + characters of prose before them) / 12 */
  DETM_KIND_LINKED_RECORDS, /* share of the records that have a link of their own */
  DETM_KIND_ONE_HEADING,    /* 1: there is one h1 */
  DETM_KIND_SIMILARITY,     /* of the records to each other (METHOD 2.3) */
  DETM_KIND_ONE_ARTICLE,    /* 1: there is one article element */
  DETM_KIND_FIGURES
} detm_kind_number;

typedef struct detm_classification {
  detm_page_kind kind;
  int several;         /* whether it holds records of several things: search results, the posts of a thread */
  double list;         /* how likely it is a list and no topic page, 0 to 1: more than 0.5 makes it one */
  double link_density; /* share of its text that is linked: where it is high a list is a navigation page */
  size_t links;        /* with text, likewise */
  size_t records;      /* of the main region, 0 = none was found */
  double figures[DETM_KIND_FIGURES]; /* by which `list` was found */
  const char *correction; /* name of the correction that it was treated by, NULL = none; owned by the corrections */
} detm_classification;

/* Tells of what kind a page is that was parsed with DETM_PAGE_TREE | DETM_PAGE_CONTENT; of the options the corrections
 * count.  DETM_USAGE (the page lacks a part), DETM_LIMIT or DETM_NO_MEMORY. */
DETM_API detm_status detm_classify(const detm_page *page, const detm_content_options *options,
                                   detm_classification *classification, detm_error *error) DETM_CHECK;

/* Name of a figure: "prose", "core-links" ...; NULL past the last. */
DETM_API const char *detm_kind_figure(size_t number);

/* The same as a result of one record, which is the page's itself (region 0).  NULL as above.  The caller frees it. */
DETM_API detm_result *detm_classify_result(const detm_page *page, const detm_content_options *options,
                                           detm_error *error) DETM_CHECK;

/* Corrections (METHOD 6.5): what should have come out of a page that was judged or read wrongly.  Pages like it, by the
 * form of their URL, their div structure and their images, are then treated as the correction says.  Threads may share
 * corrections once they are loaded. */
DETM_API detm_corrections *detm_corrections_new(detm_error *error) DETM_CHECK; /* NULL: DETM_NO_MEMORY */
DETM_API void detm_corrections_free(detm_corrections *corrections);
DETM_API size_t detm_corrections_count(const detm_corrections *corrections);
/* Adds the correction of an XML file (templates/detm-correction.rng), `name` is used in messages.  DETM_BAD_FILE tells
 * the line; the others stay. */
DETM_API detm_status detm_corrections_load(detm_corrections *corrections, const char *bytes, size_t length,
                                           const char *name, detm_error *error) DETM_CHECK;
/* Those of a folder: each of its files NAME.xml.  DETM_BAD_FILE tells the first that is none; the others are loaded. */
DETM_API detm_status detm_corrections_open(detm_corrections *corrections, const char *folder,
                                           detm_error *error) DETM_CHECK;

/* What should have come out: a kind, the element that holds the text, or both. */
typedef struct detm_answer {
  const detm_page_kind *kind; /* NULL = it was right, or does not matter */
  const char *path;           /* of the element, "/html/body/div[2]"; NULL = the one that holds `text` */
  detm_text text;             /* the main text as it should be, or much of it; empty = it was right */
} detm_answer;

/* Writes the XML of the correction of a page with document.  DETM_NOTHING if the text or the path is not on the page,
 * DETM_USAGE (no answer), DETM_WRITE, DETM_LIMIT, DETM_NO_MEMORY. */
DETM_API detm_status detm_correction_make(const detm_page *page, const detm_answer *answer, const char *name,
                                          detm_write write, void *data, detm_error *error) DETM_CHECK;

#ifdef __cplusplus
}
#endif
#endif
