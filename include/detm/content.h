/* detm/content.h: the content of a page: its main text, title, date, author, breadcrumb and keywords (doc/method 4 to
 * 6), and its kind.
 *
 *   detm_page *page = detm_page_parse(bytes, length, NULL, &error);
 *   detm_content *content = detm_content_find(page, NULL, &error);
 *   puts(detm_content_text(content));
 *
 * A page must outlive its content, and belongs to one thread at a time. */
#ifndef DETM_CONTENT_H
#define DETM_CONTENT_H

#include <detm/extract.h>
#include <detm/value.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct detm_content detm_content;
typedef struct detm_corrections detm_corrections;

/* The kind of a page (doc/method 1, 6.3). */
typedef enum detm_page_kind {
  DETM_PAGE_TOPIC,      /* about one thing: an article, a product, a manual's page */
  DETM_PAGE_LIST,       /* records of many things: search results, a shop's shelf */
  DETM_PAGE_NAVIGATION, /* mostly links to other pages */
  DETM_PAGE_WALL        /* only blocks: asks to sign in, refuses access (detm_page_wall) */
} detm_page_kind;

/* "topic", "list", "navigation", "wall"; NULL for any other number. */
DETM_API const char *detm_page_kind_name(detm_page_kind kind);

/* How the main text is found. */
typedef enum detm_content_method {
  DETM_CONTENT_AUTO,   /* the evidence of all three, and more */
  DETM_CONTENT_STOPS,  /* full stops and path similarity (doc/method 4) */
  DETM_CONTENT_WEIGHT, /* text-structure weight (doc/method 5) */
  DETM_CONTENT_BLOCKS  /* segmentation into blocks (doc/method 6) */
} detm_content_method;

typedef struct detm_content_options {
  size_t size; /* sizeof(detm_content_options): set by the defaults */
  detm_content_method method;
  const detm_corrections *corrections; /* corrections to apply (doc/method 6.5); NULL = none; borrowed */
  int markup; /* 1 = also make the text as XML: for detm_content_markup, and results written as XML, Markdown or text */
  int text_only; /* 1 = find only the text, not title, date and the other fields */
} detm_content_options;

/* Auto, no corrections, markup. */
static const detm_content_options detm_content_defaults DETM_UNUSED = {sizeof(detm_content_options), DETM_CONTENT_AUTO,
                                                                       NULL, 1, 0};

/* Finds the content of a page with document; options NULL = the defaults.  A page without text gives content
 * without text.  NULL with DETM_USAGE (a page parsed without its document), DETM_LIMIT or DETM_NO_MEMORY.  The caller
 * frees the content. */
DETM_API detm_content *detm_content_find(const detm_page *page, const detm_content_options *options,
                                         detm_error *error) DETM_CHECK;
DETM_API void detm_content_free(detm_content *content);

/* Each returns NULL if the page has none.  The strings are owned by the content. */
DETM_API const char *detm_content_title(const detm_content *content);
DETM_API const char *detm_content_date(const detm_content *content);   /* ISO 8601: a day, or a day and a time */
DETM_API const char *detm_content_author(const detm_content *content); /* several names are separated by ", " */
/* The main text, with one line for each paragraph, heading, item and row; "" if the page has no text. */
DETM_API const char *detm_content_text(const detm_content *content);
/* The main text, with the captions of its figures, as well-formed XML, "" if the option `markup` was 0: p, h1 to h6,
 * ul, ol, li, table, tr, td, th, pre, blockquote, a, img, del, math (TeX).  detm_markup_write converts it to Markdown.
 */
DETM_API const char *detm_content_markup(const detm_content *content);
/* Item `number` (from 0) of the breadcrumb, which begins with the start page; NULL past the last. */
DETM_API size_t detm_content_crumb_count(const detm_content *content);
DETM_API const char *detm_content_crumb_get(const detm_content *content, size_t number);
/* Keyword `number` (from 0), the most characteristic first; NULL past the last. */
DETM_API size_t detm_content_keyword_count(const detm_content *content);
DETM_API const char *detm_content_keyword_get(const detm_content *content, size_t number);
/* The name of the correction that was used for the page, NULL = none. */
DETM_API const char *detm_content_correction(const detm_content *content);
/* The expected F1 of the words of the text, 0 to 1 (doc/method 6.6): low if much may be missing or does not belong
 * there.  Below 0: unknown, since the page has no text, or a correction or another method than auto found it. */
DETM_API double detm_content_quality(const detm_content *content);

/* The content as a result of one record, which describes the page itself (region 0): title, date, author, breadcrumb,
 * keywords, text, correction.  Freeing the result frees the content. */
DETM_API detm_result *detm_content_into_result(detm_content *content);

/* The figures that decide between a list and a topic page; see detm_kind_figure_name. */
typedef enum detm_kind_number {
  DETM_KIND_PROSE,         /* share of the page's text in paragraphs: long, with sentences, hardly linked */
  DETM_KIND_CORE_LINKS,    /* link density of the smallest element that holds 70 % of these paragraphs; 1 without any */
  DETM_KIND_ARTICLE,       /* 1: the page's data declare an article */
  DETM_KIND_LISTING,       /* 1: they declare a list or a collection */
  DETM_KIND_PRODUCT,       /* 1: they declare one product or one recipe */
  DETM_KIND_CONFIDENCE,    /* confidence that the records are the page's main ones, 0 to 1 */
  DETM_KIND_SCORE,         /* score of their region / 15 */
  DETM_KIND_RECORD_SHARE,  /* share of the page's text in them */
  DETM_KIND_RECORD_LENGTH, /* log2(1 + characters a record) / 9 */
  DETM_KIND_PROSE_OUTSIDE, /* share of the page's text that is prose outside them */
  DETM_KIND_PROSE_BEFORE,  /* log2(1 + characters of prose before them) / 12 */
  DETM_KIND_LINKED_RECORDS, /* share of the records that have a link of their own */
  DETM_KIND_ONE_HEADING,    /* 1: there is one h1 */
  DETM_KIND_SIMILARITY,     /* similarity of the records to each other (doc/method 2.3) */
  DETM_KIND_ONE_ARTICLE,    /* 1: there is one article element */
  DETM_KIND_FIGURES
} detm_kind_number;

typedef struct detm_classification {
  detm_page_kind kind;
  int several;                       /* 1 = it holds records of several things: search results, the posts of a thread */
  double list;                       /* probability of a list, 0 to 1; a topic page has at most 0.5 */
  double link_density;               /* share of its text that is linked; a list with a high one is a navigation page */
  size_t links;                      /* number of links with text */
  size_t records;                    /* records of the main region, 0 without one */
  double figures[DETM_KIND_FIGURES]; /* the figures that `list` is computed from */
  const char *correction;            /* name of the correction that was used, NULL = none; owned by the corrections */
  detm_wall wall;                    /* why it only blocks, if that is its kind */
} detm_classification;

/* Classifies a page by its records and its content; only the corrections of the options are used.  DETM_USAGE (the page
 * was parsed without its tag tree or its document), DETM_LIMIT or DETM_NO_MEMORY. */
DETM_API detm_status detm_classify(const detm_page *page, const detm_content_options *options,
                                   detm_classification *classification, detm_error *error) DETM_CHECK;

/* The name of a figure: "prose", "core-links" ...; NULL past the last. */
DETM_API const char *detm_kind_figure_name(size_t number);

/* The same as a result of one record, which describes the page itself (region 0).  NULL as above.  The caller frees it.
 */
DETM_API detm_result *detm_classify_result(const detm_page *page, const detm_content_options *options,
                                           detm_error *error) DETM_CHECK;

/* How a page writes values: its language (html lang, else og:locale; the country of its address if that names none),
 * the date that it declares (the latest of when it was changed and published; `date` instead, unless NULL) and, where
 * links are not resolved already, its own address (canonical link, og:url).  A page parsed without its document
 * has only `date`.  NULL with DETM_USAGE (no such date), DETM_LIMIT or DETM_NO_MEMORY.  The caller frees the locale. */
DETM_API detm_locale *detm_content_locale(const detm_page *page, const char *date, detm_error *error) DETM_CHECK;

/* Corrections (doc/method 6.5): what should have come out of a page that was judged or read wrongly.  Pages like it, by
 * the form of their URL, their div structure and their images, are then treated as the correction says.  Threads may
 * share corrections once they are loaded. */
DETM_API detm_corrections *detm_corrections_new(detm_error *error) DETM_CHECK; /* NULL: DETM_NO_MEMORY */
DETM_API void detm_corrections_free(detm_corrections *corrections);
DETM_API size_t detm_corrections_count(const detm_corrections *corrections);
/* Adds the correction of an XML file (templates/detm-correction.rng), `name` is used in messages.  DETM_BAD_FILE with
 * the line of the error; corrections that were loaded before stay. */
DETM_API detm_status detm_corrections_load(detm_corrections *corrections, const char *bytes, size_t length,
                                           const char *name, detm_error *error) DETM_CHECK;
/* Adds the corrections of a folder, each file NAME.xml.  DETM_BAD_FILE names the first file that is not a correction;
 * the others are loaded. */
DETM_API detm_status detm_corrections_load_folder(detm_corrections *corrections, const char *folder,
                                                  detm_error *error) DETM_CHECK;

/* The right answer for a page: a kind, the element that holds the text, or both. */
typedef struct detm_answer {
  const detm_page_kind *kind; /* NULL = it was right, or does not matter */
  const char *path;           /* path of the element, "/html/body/div[2]"; NULL = the element that holds `text` */
  detm_text text;             /* the right main text, or much of it; empty = the text was right */
} detm_answer;

/* Writes the XML of the correction of a page with document.  DETM_NOTHING if the text or the path is not on the page,
 * DETM_USAGE (no answer), DETM_WRITE, DETM_LIMIT, DETM_NO_MEMORY. */
DETM_API detm_status detm_correction_make(const detm_page *page, const detm_answer *answer, const char *name,
                                          detm_write write, void *data, detm_error *error) DETM_CHECK;

#ifdef __cplusplus
}
#endif
#endif
