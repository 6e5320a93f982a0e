/* detm/error.h: statuses and errors.
 *
 * Every call that can fail returns a detm_status or a NULL handle, and fills a detm_error if the caller passes one.  A
 * call never overwrites an error that is already set. */
#ifndef DETM_ERROR_H
#define DETM_ERROR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define DETM_API __attribute__((visibility("default")))
#define DETM_CHECK __attribute__((warn_unused_result))
#define DETM_UNUSED __attribute__((unused))
#else
#define DETM_API
#define DETM_CHECK
#define DETM_UNUSED
#endif

typedef enum detm_status {
  DETM_OK = 0,
  DETM_NO_MEMORY, /* out of memory */
  DETM_BAD_INPUT, /* not a web page, a file that cannot be read, text that is not UTF-8, an unknown encoding */
  DETM_LIMIT,     /* a limit of the options, or of the library, was reached */
  DETM_BAD_FILE,  /* a file that is not well-formed or not valid; line and column are set */
  DETM_WRITE,     /* the write callback failed */
  DETM_NOTHING,   /* no records on the page; no such rule, run, interest or value */
  DETM_MISFIT,    /* the page does not fit the wrapper, and text names what is missing; no wrapper has the given
                     records, and text names one that cannot be found as given; no rule of the library fits */
  DETM_USAGE,     /* an argument or option is not valid */
  DETM_CANCELLED, /* the host cancelled the call: detm_page_options.cancelled; any call for a page may end so */
  DETM_BUSY       /* another program holds the store: the same call may succeed later */
} detm_status;

/* "ok", "no memory", "bad input", "limit", "bad file", "write", "nothing", "misfit", "usage", "cancelled", "busy"; NULL
 * for any other number. */
DETM_API const char *detm_status_name(detm_status status);

/* Caller-owned; start with DETM_ERROR_NONE.  line and column count from 1, 0 = unknown. */
typedef struct detm_error {
  detm_status status;
  size_t line;
  size_t column;
  char where[256]; /* file or page, may be empty */
  char text[512];  /* what is wrong and what to do; one line of valid UTF-8 without a newline */
} detm_error;

#define DETM_ERROR_NONE                                                                                                \
  { DETM_OK, 0, 0, "", "" }

/* A run of bytes, not NUL-terminated.  Texts from the library are valid UTF-8. */
typedef struct detm_text {
  const char *data;
  size_t length;
} detm_text;

#ifdef __cplusplus
}
#endif
#endif
