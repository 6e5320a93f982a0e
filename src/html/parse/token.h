/* html/parse/token.h: tokens of HTML (HTML standard, 13.2.5), read from a whole page in memory.
 *
 * A token refers to bytes of the page.  Flags say if its text differs from them (character references, CR, NUL, upper
 * case); dt_slice_decode then makes the text.  So nothing is copied unless a part of the page needs it.  The page is
 * valid UTF-8.  Parse errors are not reported. */
#ifndef DT_HTML_PARSE_TOKEN_H
#define DT_HTML_PARSE_TOKEN_H

#include "base/base.h"
#include "html/elements.h"

/* White space of the standard, and CR, which becomes LF. */
static inline bool dt_is_html_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }
static inline const char *dt_skip_html_space(const char *at, const char *end) {
  while (at < end && dt_is_html_space(*at)) at++;
  return at;
}

/* How the bytes of a slice differ from its text. */
enum {
  DT_RAW_REFERENCE = 1, /* has "&" */
  DT_RAW_CR = 2,        /* has CR, which becomes LF; CR LF becomes one LF */
  DT_RAW_NUL = 4,       /* has NUL, which becomes U+FFFD */
  DT_RAW_UPPER = 8,     /* has upper case letters, which become lower case */
  DT_RAW_KEEP_NUL = 16, /* NUL stays: text of the data state, where tree construction decides */
  DT_RAW_DROP_NUL = 32  /* NUL is left out */
};

typedef struct dt_slice {
  const char *data;
  uint32_t length;
  uint32_t raw; /* DT_RAW_...; 0: the bytes are the text */
} dt_slice;

static inline bool dt_is_space_only(dt_slice text) {
  uint32_t i = 0;
  while (i < text.length && dt_is_html_space(text.data[i])) i++;
  return i == text.length;
}

enum {
  DT_MAX_ATTRIBUTES = 256,           /* in a tag; the rest is left out */
  DT_MAX_ATTRIBUTE_NAME = UINT16_MAX /* bytes; an attribute with a longer name is left out */
};

enum { DT_RAW_OF_VALUE = 7, DT_RAW_OF_NAME = 15 }; /* flags that a value or a name can have */

typedef struct dt_html_attribute {
  const char *name, *value;
  uint32_t value_length;
  uint16_t name_length;
  uint8_t number;                      /* dt_attribute_name; DT_ATTRIBUTE_NONE if it has no number */
  uint8_t name_raw : 4, value_raw : 4; /* DT_RAW_... */
} dt_html_attribute;

/* Returns the attribute with a lower-case name, or NULL. */
const dt_html_attribute *dt_find_attribute(const dt_html_attribute *attributes, uint32_t count, const char *name);
/* Returns the attribute whose name differs from another's at most in the case of letters, or NULL. */
const dt_html_attribute *dt_find_same_name(const dt_html_attribute *attributes, uint32_t count,
                                           const dt_html_attribute *name);

static inline dt_slice dt_attribute_name_slice(const dt_html_attribute *attribute) {
  return (dt_slice){attribute->name, attribute->name_length, attribute->name_raw};
}
static inline dt_slice dt_attribute_value_slice(const dt_html_attribute *attribute) {
  return (dt_slice){attribute->value, attribute->value_length, attribute->value_raw};
}

typedef enum dt_html_token_kind {
  DT_TOKEN_END_OF_FILE,
  DT_TOKEN_TEXT,
  DT_TOKEN_START_TAG,
  DT_TOKEN_END_TAG,
  DT_TOKEN_COMMENT,
  DT_TOKEN_DOCTYPE
} dt_html_token_kind;

/* How the tokenizer reads the content of an element; tree construction sets it after a start tag. */
typedef enum dt_content_model {
  DT_MODEL_DATA,
  DT_MODEL_RCDATA,    /* title, textarea: text and references up to the end tag */
  DT_MODEL_RAWTEXT,   /* style, xmp: text up to the end tag */
  DT_MODEL_SCRIPT,    /* script: as RAWTEXT, but for "<!-- <script> </script> -->" */
  DT_MODEL_PLAINTEXT, /* text up to the end of the page */
  DT_MODEL_CDATA      /* text up to "]]>" */
} dt_content_model;

typedef struct dt_html_token {
  dt_html_token_kind kind;
  bool self_closing;                                   /* a start tag that ends in "/>" */
  bool blank;                                          /* a text of white space */
  bool json;                                           /* an attribute without a number may be JSON */
  bool has_name, has_public_id, has_system_id, quirks; /* a doctype's */
  dt_tag tag;                                          /* a tag's; DT_TAG_FOREIGN without hash if it has no number */
  dt_slice text;                                       /* the text, the comment, the name of the tag or doctype */
  dt_slice public_id, system_id;                       /* a doctype's */
  uint32_t attribute_count;
  dt_html_attribute *attributes; /* a tag's, in the memory of the tokenizer */
} dt_html_token;

typedef struct dt_tokenizer {
  const char *at, *end;
  dt_content_model model;
  dt_slice last_start;  /* name of the last start tag: its end tag ends RCDATA, RAWTEXT and scripts */
  bool cdata;           /* "<![CDATA[" begins a CDATA section: within svg and math */
  bool unfinished;      /* the page ends within a tag, a comment or a script */
  bool attributes_lost; /* some were left out: more than DT_MAX_ATTRIBUTES, a name longer than DT_MAX_ATTRIBUTE_NAME */
  bool known_attributes_only; /* leave out those without a number, except on tags where tree construction needs them */
  dt_html_attribute *attributes; /* memory for DT_MAX_ATTRIBUTES, for the attributes of the next tag */
} dt_tokenizer;

/* Starts at the first byte of a page, less than 4 GiB. */
void dt_tokenizer_start(dt_tokenizer *tokenizer, const char *page, size_t length, dt_html_attribute *attributes);
/* Reads the next token.  A text may come in several tokens.  After the end of the page it is DT_TOKEN_END_OF_FILE. */
void dt_html_token_next(dt_tokenizer *tokenizer, dt_html_token *token);

#endif
