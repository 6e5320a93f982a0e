/* tree/reader.h: reading detm's own XML files, element by element.
 *
 * A grammar says which elements there are, in which others they stand and which attributes they have; the reader
 * checks that, and calls each element's functions.  No network, entities, DOCTYPE or includes.  Whatever is wrong is
 * told with line and column, by leaving through the reader's scope: between two calls of libxml2. */
#ifndef DT_READER_H
#define DT_READER_H

#include "base/base.h"
#include "base/source.h"

enum {
  DT_READER_DEEPEST = 1000,     /* as deep as pages are */
  DT_READER_ATTRIBUTES = 32,    /* of a grammar, and of a tag */
  DT_READER_OUTSIDE = 31,       /* where the root element stands; a grammar has fewer forms */
  DT_READER_MAX_WORDS = 1 << 20 /* bytes of words in one element, if the grammar says nothing else */
};

typedef struct dt_reader dt_reader;

/* An element. */
typedef struct dt_form {
  const char *name;
  uint32_t attributes, needed;      /* bits: positions in the grammar's attributes */
  uint32_t parents;                 /* bits: positions in the grammar's forms */
  bool words;                       /* it may hold words, also between elements without any; else white space only */
  void (*begin)(dt_reader *reader); /* its values are set; may be NULL */
  void (*end)(dt_reader *reader);   /* its words are set; may be NULL */
} dt_form;

typedef struct dt_grammar {
  const char *what;    /* "template": the root element too */
  const char *make;    /* what one does to get another: "learn", NULL = "make" */
  const char *space;   /* "urn:detm:template:", without the version */
  const char *version; /* "1" */
  const char *manual;  /* "detm-template(5)" */
  size_t max_bytes;
  size_t max_words; /* in one element, 0 = DT_READER_MAX_WORDS */
  const char *const *attributes;
  uint32_t attribute_count;
  const dt_form *forms; /* the first is the root */
  uint32_t form_count;
} dt_grammar;

struct dt_reader {
  const dt_grammar *grammar;
  void *data;       /* of the functions */
  dt_arena *arena;  /* attribute values go there; its scope is the reader's while it reads */
  const char *name; /* of the file, in messages */
  dt_scope scope;
  detm_error error;
  dt_source source;
  struct _xmlTextReader *xml;
  const char *values[DT_READER_ATTRIBUTES]; /* of the element that begins, NULL = it has no such attribute */
  dt_buffer words;                          /* of the element that ends, NUL-terminated */
  unsigned depth;
  uint8_t open[DT_READER_DEEPEST + 1]; /* open[depth] is the element that we are in */
};

/* Reads the whole file; grammar, data, arena and name are set.  False: reader->error tells. */
bool dt_reader_run(dt_reader *reader, const char *bytes, size_t length) DETM_CHECK;

/* For the functions of forms: leaves with DETM_BAD_FILE and this message about the tag that is read. */
_Noreturn void dt_refuse(dt_reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Values of attributes, checked. */
const char *dt_read_text(dt_reader *reader, unsigned attribute, size_t most, const char *otherwise);
uint32_t dt_read_count(dt_reader *reader, unsigned attribute, uint32_t least, uint32_t most, uint32_t otherwise);
/* A number from 0 to 1, as 0.75. */
double dt_read_share(dt_reader *reader, unsigned attribute, double otherwise);
/* Which of the words, parted by spaces, the value is; without a value 0. */
unsigned dt_read_choice(dt_reader *reader, unsigned attribute, const char *words);
/* A name as XML has them, without a colon, of at most 1000 bytes; NULL = no such attribute. */
const char *dt_read_name(dt_reader *reader, unsigned attribute);

#endif
