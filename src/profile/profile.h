/* profile/profile.h: what the values of fields are like, so that others can be told to be unlike them.
 *
 *   records -> sink (gather.c) -> profile -> how alike two fields are (unlikeness.c)
 *                                profile <-> lines of XML (text.c)
 *
 * A profile knows counts alone, so that adding up two gives that of both, and its size does not grow with the
 * records.  It owns its memory, which is malloc'ed: a sink works below other people's escapes. */
#ifndef DT_PROFILE_H
#define DT_PROFILE_H

#include <detm/sink.h>

#include "base/base.h"

enum {
  DT_FREQUENT_ROOM = 32,   /* texts that a tally tells apart */
  DT_FREQUENT_TEXT = 40,   /* bytes of each, with the NUL */
  DT_SKETCH_ROOM = 32,     /* hashes that stand for a field's values */
  DT_PROFILE_PATHS = 8,    /* paths of regions */
  DT_PROFILE_PATH = 400,   /* bytes of each, with the NUL */
  DT_PROFILE_FIELDS = 4000 /* more have no profile: each takes some kB */
};

/* How often texts came: of more than there is room for those that come most often, by Space-Saving (Metwally and
 * others, 2005). */
typedef struct dt_frequent {
  uint32_t count;
  struct dt_frequency {
    char text[DT_FREQUENT_TEXT];
    uint32_t times;
    uint32_t doubt; /* how many of them may have been others */
  } texts[DT_FREQUENT_ROOM];
} dt_frequent;

void dt_frequent_add(dt_frequent *tally, const char *text, size_t length, uint32_t times);
uint32_t dt_frequent_of(const dt_frequent *tally, const char *text);
/* The most frequent first, of equals by their text. */
void dt_frequent_sort(dt_frequent *tally);

/* A field's different values: the smallest hashes (bottom-k, Cohen and Kaplan, 2007). */
typedef struct dt_sketch {
  uint32_t count;
  uint32_t hashes[DT_SKETCH_ROOM]; /* rising */
} dt_sketch;

void dt_sketch_add(dt_sketch *sketch, uint32_t hash);
bool dt_sketch_has(const dt_sketch *sketch, uint32_t hash);
/* How many different values there were, about. */
double dt_sketch_distinct(const dt_sketch *sketch);

/* What a value is. */
typedef enum dt_value_kind {
  DT_VALUE_TEXT,
  DT_VALUE_NUMBER,
  DT_VALUE_PRICE,
  DT_VALUE_DATE,
  DT_VALUE_URL,
  DT_VALUE_KINDS
} dt_value_kind;

/* Characters of a value. */
typedef enum dt_sign {
  DT_SIGN_SMALL,   /* a to z */
  DT_SIGN_CAPITAL, /* A to Z */
  DT_SIGN_DIGIT,
  DT_SIGN_SPACE,
  DT_SIGN_MARK,  /* the rest of ASCII */
  DT_SIGN_OTHER, /* what is not ASCII */
  DT_SIGNS
} dt_sign;

extern const char *const dt_value_kind_names[DT_VALUE_KINDS];

typedef struct dt_values {
  char *name;       /* of the field; NULL = it is known by its number */
  uint64_t pages;   /* that have a value */
  uint64_t records; /* that have one */
  uint64_t count;   /* of values */
  uint64_t kinds[DT_VALUE_KINDS];
  uint64_t signs[DT_SIGNS];
  uint64_t lengths;   /* sum of 100 ln(1 + characters) */
  uint64_t squares;   /* and of their squares */
  dt_frequent shapes; /* "9.9", "Aa_a": see values.c */
  dt_frequent words;  /* in small letters */
  dt_frequent places; /* where the values stood, as the sink tells: hashes in hexadecimal */
  dt_frequent captions;
  dt_sketch sketch;
  /* while gathering */
  bool here, here_on_page;
} dt_values;

/* One value more. */
void dt_values_add(dt_values *values, const detm_field *field);

typedef struct detm_profile {
  dt_values *fields;
  uint32_t field_count, field_room;
  uint64_t pages, records; /* pages that fit */
  uint64_t misfits;        /* and those that did not */
  uint64_t least, most;    /* records of a page */
  uint64_t fits;           /* sum of 1000 * fit */
  uint32_t path_count;
  struct dt_profile_path {
    char path[DT_PROFILE_PATH]; /* without numbers in brackets */
    uint64_t pages;
  } paths[DT_PROFILE_PATHS];
  /* while gathering */
  detm_sink sink;
  uint32_t *field_of; /* by column of the region */
  size_t column_room;
  uint64_t page_records;
  bool page_fits;
} dt_profile;

/* NULL without memory. */
dt_profile *dt_profile_new(void);
void dt_profile_free(dt_profile *profile);
/* A copy of its own. */
dt_profile *dt_profile_copy(const dt_profile *profile);
/* The field of this name, added if there is none; NULL without memory.  The pointer holds until the next call. */
dt_values *dt_profile_field(dt_profile *profile, const char *name);
/* As many fields without names and values; false: no memory. */
bool dt_profile_reserve(dt_profile *profile, uint32_t count);
/* The same, NULL if there is none. */
const dt_values *dt_profile_find(const dt_profile *profile, const char *name);
/* Adds all that the other one knows, field by field of the same name; false: no memory. */
bool dt_profile_add(dt_profile *profile, const dt_profile *other);
/* The sink that gathers; it is owned by the profile. */
const detm_sink *dt_profile_sink(dt_profile *profile);

/* How likely two sets of values are of one field, by what they are like alone (not where they stand): 0 to 1, .5 = no
 * idea.  Both have values. */
double dt_values_likeness(const dt_values *a, const dt_values *b);
/* The same as the logarithm of the odds. */
double dt_values_odds(const dt_values *a, const dt_values *b);

/* How far two sets of values are apart, in each respect 0 (the same) to 1. */
typedef struct dt_unlikeness {
  double kinds, signs, shapes, words, values;
  double length; /* difference of the means in standard deviations */
} dt_unlikeness;
dt_unlikeness dt_values_unlikeness(const dt_values *a, const dt_values *b);

/* XML (text.c): the attributes of an element that stands for a field's values, but the field's name, and the one of
 * the profile itself. */
typedef enum dt_values_attribute {
  DT_VALUES_CAPTIONS,
  DT_VALUES_COUNTS,
  DT_VALUES_TYPES,
  DT_VALUES_LENGTHS,
  DT_VALUES_PLACES,
  DT_VALUES_SHAPES,
  DT_VALUES_SIGNS,
  DT_VALUES_SKETCH,
  DT_VALUES_WORDS,
  DT_VALUES_ATTRIBUTES
} dt_values_attribute;
void dt_values_write(dt_buffer *out, const dt_values *values);
/* <profile counts="..."> with its regions and what `field_name` calls its fields, indented by two. */
void dt_profile_write(dt_buffer *out, const dt_profile *profile, const char *(*field_name)(const void *, uint32_t),
                      const void *data);
struct dt_reader;
/* Reads the element that begins: `attributes` are where the reader's grammar has them.  What is wrong is refused. */
void dt_values_read(struct dt_reader *reader, dt_values *values, const unsigned attributes[DT_VALUES_ATTRIBUTES]);
void dt_profile_read(struct dt_reader *reader, dt_profile *profile, unsigned counts);
void dt_profile_read_path(struct dt_reader *reader, dt_profile *profile, unsigned path, unsigned pages);
/* A region's path and on how many pages; more than there is room for are left out. */
void dt_profile_add_path(dt_profile *profile, const char *path, uint64_t pages);

#endif
