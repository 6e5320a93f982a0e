/* xmlfile/reader.h: reading detm's own XML files, element by element.
 *
 * A grammar lists the elements, their parents and their attributes; the reader checks the file against it and calls the
 * functions of each element.  It allows no network, entities, DOCTYPE or includes.  An error has line and column and
 * leaves the reader's scope, always between two calls of libxml2. */
#ifndef DT_XMLFILE_READER_H
#define DT_XMLFILE_READER_H

#include "base/base.h"
#include "xmlfile/source.h"

enum {
  DT_READER_DEEPEST = 1000,     /* as deep as pages are */
  DT_READER_ATTRIBUTES = 64,    /* attributes of a tag */
  DT_READER_OUTSIDE = 31,       /* the parent of the root element; a grammar has fewer forms */
  DT_READER_MAX_WORDS = 1 << 20 /* bytes of text in one element, unless the grammar sets another limit */
};

typedef struct dt_reader dt_reader;

/* An element. */
typedef struct dt_element_form {
  const char *name;
  const char *attributes;           /* names with a space between them, each that is needed with "!": "id! name" */
  uint32_t parents;                 /* bits: positions in the grammar's forms */
  bool words;                       /* the element may hold text; else only white space */
  void (*begin)(dt_reader *reader); /* called with its attribute values; may be NULL */
  void (*end)(dt_reader *reader);   /* called with its text; may be NULL */
} dt_element_form;

typedef struct dt_grammar {
  const char *what;    /* "template", which is also the root element */
  const char *make;    /* the verb for messages: "learn"; NULL = "make" */
  const char *space;   /* "urn:detm:template:", without the version */
  const char *version; /* "1" */
  const char *manual;  /* "detm-template(5)" */
  size_t max_bytes;
  size_t max_words;             /* bytes of text in one element, 0 = DT_READER_MAX_WORDS */
  const dt_element_form *forms; /* the first is the root */
  uint32_t form_count;
} dt_grammar;

struct dt_reader {
  const dt_grammar *grammar;
  void *data;       /* passed on to the forms' functions */
  dt_arena *arena;  /* for attribute values; has the reader's scope while it reads */
  const char *name; /* name of the file in messages */
  dt_scope scope;
  detm_error error;
  dt_source source;
  struct _xmlTextReader *xml;
  const dt_element_form *form;              /* of the element that begins, with the values of its attributes */
  const char *values[DT_READER_ATTRIBUTES]; /* in the order of the form, NULL = absent */
  dt_buffer words;                          /* text of the element that ends, NUL-terminated */
  unsigned depth;
  uint8_t open[DT_READER_DEEPEST + 1]; /* open[depth]: the current element */
};

/* Reads the whole file, called `name` in messages; `data` is for the forms' functions, the arena keeps the values of
 * attributes. */
detm_status dt_read_file(const dt_grammar *grammar, void *data, dt_arena *arena, detm_text file, const char *name,
                         detm_error *error) DETM_CHECK;

/* For the functions of forms: leaves the scope with DETM_BAD_FILE and a message about the current tag. */
_Noreturn void dt_refuse(dt_reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Refuses one more of things of which there are `most` already. */
void dt_refuse_above(dt_reader *reader, uint32_t count, uint32_t most, const char *what);

/* The value of the attribute with a name; NULL = the element has none. */
const char *dt_read_value(const dt_reader *reader, const char *attribute);
/* Values of attributes, checked. */
const char *dt_read_text(dt_reader *reader, const char *attribute, size_t most, const char *otherwise);
uint32_t dt_read_count(dt_reader *reader, const char *attribute, uint32_t least, uint32_t most, uint32_t otherwise);
/* A number from 0 to 1, as 0.75. */
double dt_read_share(dt_reader *reader, const char *attribute, double otherwise);
/* Index of the value among the words, which spaces separate; 0 without a value. */
unsigned dt_read_choice(dt_reader *reader, const char *attribute, const char *words);
bool dt_read_flag(dt_reader *reader, const char *attribute); /* no (also without a value) or yes */
/* An XML name without a colon, of at most 1000 bytes; NULL = no such attribute. */
const char *dt_read_name(dt_reader *reader, const char *attribute);
/* The name of a field (text/field_name.h); NULL = no such attribute. */
const char *dt_read_field_name(dt_reader *reader, const char *attribute);

#endif
