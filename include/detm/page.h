/* detm/page.h: bytes of a page -> tag tree (METHOD 2.1), document.
 *
 *   detm_page *page = detm_page_parse(bytes, length, &detm_page_defaults, &error);
 *   ...
 *   detm_page_free(page);
 *
 * The tag tree does not change once made: threads may share a page that has nothing else.  A page with a document
 * belongs to one thread at a time, as finding fields, learning, matching and applying templates may write to it. */
#ifndef DETM_PAGE_H
#define DETM_PAGE_H

#include <detm/error.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct detm_page detm_page;

/* What is made of a page: the tag tree (records), the document with all tags and attributes (templates), the same with
 * style sheets and the white space of pre (content). */
enum { DETM_PAGE_TREE = 1, DETM_PAGE_DOCUMENT = 2, DETM_PAGE_BOTH = 3, DETM_PAGE_CONTENT = 6 };

/* What bytes are told by (pages, wrappers, templates): 32 hexadecimal digits and a NUL. */
enum { DETM_HASH_SIZE = 33 };
DETM_API void detm_hash(const char *bytes, size_t length, char hash[DETM_HASH_SIZE]);

typedef struct detm_page_options {
  const char *name;     /* how results and messages call the page, NULL = "-"; copied */
  const char *base;     /* URL that links are resolved against, NULL = leave links as they are; copied */
  const char *encoding; /* NULL = found out by itself */
  size_t max_bytes;     /* bytes of the page's source, 0 = the default */
  size_t max_nodes;     /* nodes of the tag tree, and of the document; 0 = the default */
  unsigned max_depth;   /* of open elements: the page is cut there, with a warning; 0 = the default, the most */
  double seconds;       /* of processor time that a call may take for this page, 0 = no limit */
  unsigned parts;       /* DETM_PAGE_TREE, DETM_PAGE_DOCUMENT, both, or ...CONTENT; 0 = the tree */
  int hash;             /* 1 = detm_page_hash is wanted */
} detm_page_options;

/* 256 MiB, 20 million nodes, 1000 deep, 60 seconds. */
extern DETM_API const detm_page_options detm_page_defaults;

/* Builds the tag tree of `length` bytes; options NULL = the defaults.  The bytes may be freed
 * afterwards.  NULL with DETM_LIMIT, DETM_BAD_INPUT (unknown encoding
 * name; a PDF file, a picture, a packed file) or DETM_NO_MEMORY;
 * broken markup and broken characters are no error.  The caller frees the page. */
DETM_API detm_page *detm_page_parse(const char *bytes, size_t length, const detm_page_options *options,
                                    detm_error *error) DETM_CHECK;
DETM_API void detm_page_free(detm_page *page);

/* The name given in the options; the encoding that the page was read in ("UTF-8", "GB18030");
 * what was odd about the page and cost content (NULL = nothing), e.g. that it was cut because it
 * is nested too deeply.  All owned by the page. */
DETM_API const char *detm_page_name(const detm_page *page);
DETM_API const char *detm_page_encoding(const detm_page *page);
DETM_API const char *detm_page_warning(const detm_page *page);

/* detm_hash of the bytes that it was parsed of, NULL if it was not wanted.  Owned by the page. */
DETM_API const char *detm_page_hash(const detm_page *page);

/* Nodes of the tag tree: tags and texts.  Of a page without tree, the elements of the document. */
DETM_API size_t detm_page_nodes(const detm_page *page);

/* A writer of bytes: returns 0, or anything else to end the call with DETM_WRITE. */
typedef int (*detm_write)(void *data, const char *bytes, size_t length);

typedef struct detm_tree_options {
  int xml;   /* 1 = XML, 0 = indented text */
  int sizes; /* 1 = the number of nodes of each subtree beside its tag */
} detm_tree_options;

/* Prints the tag tree. */
DETM_API detm_status detm_page_print(const detm_page *page, const detm_tree_options *options, detm_write write,
                                     void *data, detm_error *error) DETM_CHECK;

/* Weights of the tree edit distance (METHOD 2.2) and what counts as similar (METHOD 2.3). */
typedef struct detm_distance_options {
  double insert;    /* q = 1 */
  double erase;     /* r = 1 */
  double replace;   /* p = 1.5, at most insert + erase counts */
  double threshold; /* 0.75: subtrees with a greater similarity are similar */
} detm_distance_options;

extern DETM_API const detm_distance_options detm_distance_defaults;

typedef struct detm_distance {
  double distance;   /* METHOD 2.2 */
  double similarity; /* METHOD 2.3, in [0, 1] */
  size_t size_a, size_b;
} detm_distance;

/* Distance of two subtrees.  A path is a list of steps "/html/body/div[2]" counting from 1 among
 * the siblings of the same tag, as `detm tree` and the results print it; a step without a number means [1];
 * NULL or "/" is the whole page.  DETM_USAGE if there is no node at a path or a weight is below 0;
 * DETM_LIMIT past the page's seconds. */
DETM_API detm_status detm_page_distance(const detm_page *a, const char *path_a, const detm_page *b, const char *path_b,
                                        const detm_distance_options *options, detm_distance *result,
                                        detm_error *error) DETM_CHECK;

#ifdef __cplusplus
}
#endif
#endif
