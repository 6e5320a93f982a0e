/* profile/profile.h: statistics of the values of fields (doc/method 10).
 *
 *   records -> sink (gather.c) -> profile -> how different two fields are (unlikeness.c)
 *                                profile <-> lines of XML (text.c)
 *
 * A profile consists of counts: profiles can be added, and their size does not grow with the records.  It owns its
 * memory, allocated by malloc, as a sink runs inside calls that a scope may leave. */
#ifndef DT_PROFILE_H
#define DT_PROFILE_H

#include <detm/sink.h>

#include "base/base.h"
#include "base/field_types.h"

enum {
  DT_MAX_FREQUENT = 32,     /* different texts of a tally */
  DT_FREQUENT_TEXT = 40,    /* bytes of each, with the NUL */
  DT_MAX_SKETCH = 32,       /* hashes of a sketch */
  DT_SHAPE_BYTES = 20,      /* bytes of a shape, with the NUL */
  DT_SAMPLES = 6,           /* values that are kept, each of another shape */
  DT_SAMPLE_BYTES = 64,     /* bytes of each, with the NUL */
  DT_PROFILE_PATHS = 8,     /* paths of regions */
  DT_PROFILE_PATH = 400,    /* bytes of each, with the NUL */
  DT_PROFILE_CHANGES = 16,  /* columns that differ from those of the wrapper */
  DT_PROFILE_HEADER = 64,   /* bytes of their headers, with the NUL */
  DT_PROFILE_SIZES = 1000,  /* pages whose numbers of records are known each */
  DT_WHOLE_SHARE = 1000000, /* a share of 1 */
  DT_PROFILE_FIELDS = 4000  /* fields beyond these have no profile, as each takes some kB */
};

/* Counts of the most frequent texts, by Space-Saving (Metwally and others, 2005). */
typedef struct dt_frequent {
  uint32_t count;
  struct dt_frequency {
    char text[DT_FREQUENT_TEXT];
    uint32_t times;
    uint32_t doubt; /* how much of the count may be of other texts */
  } texts[DT_MAX_FREQUENT];
} dt_frequent;

void dt_frequent_add(dt_frequent *tally, const char *text, size_t length, uint32_t times);
uint32_t dt_frequent_of(const dt_frequent *tally, const char *text);
/* Sorts by falling count, equal counts by text. */
void dt_frequent_sort(dt_frequent *tally);

/* The different values of a field, as their smallest hashes (bottom-k, Cohen and Kaplan, 2007). */
typedef struct dt_sketch {
  uint32_t count;
  uint32_t hashes[DT_MAX_SKETCH]; /* rising */
} dt_sketch;

void dt_sketch_add(dt_sketch *sketch, uint32_t hash);
bool dt_sketch_has(const dt_sketch *sketch, uint32_t hash);
/* Estimates the number of different values. */
double dt_sketch_distinct(const dt_sketch *sketch);

/* Kinds of values. */
typedef enum dt_value_kind {
#define X(type, name) DT_VALUE_##type,
  DT_FIELD_TYPES(X)
#undef X
      DT_VALUE_KINDS
} dt_value_kind;

/* Classes of characters. */
typedef enum dt_sign {
  DT_SIGN_SMALL,   /* a to z */
  DT_SIGN_CAPITAL, /* A to Z */
  DT_SIGN_DIGIT,
  DT_SIGN_SPACE,
  DT_SIGN_MARK,  /* the rest of ASCII */
  DT_SIGN_OTHER, /* not ASCII */
  DT_SIGNS
} dt_sign;

extern const char *const dt_value_kind_names[DT_VALUE_KINDS];

/* What the user requires of the values of a field. */
typedef struct dt_requirement {
  bool given;
  double share; /* the least share of the records with such a value, 0 to 1; < 0: every value must be such a one */
  dt_value_kind kind; /* DT_VALUE_TEXT = any value */
} dt_requirement;

typedef struct dt_values {
  char *name;       /* name of the field; NULL = the field is known by its number */
  uint64_t pages;   /* pages with a value */
  uint64_t records; /* records with a value */
  uint64_t count;   /* values */
  uint64_t shares;  /* sum over the pages of DT_WHOLE_SHARE times the squared share of records with a value */
  uint64_t kinds[DT_VALUE_KINDS];
  /* not kept in files: values, and records with a value, that meet a rule for this kind (dt_value_counts_as) */
  uint64_t values_of[DT_VALUE_KINDS], records_of[DT_VALUE_KINDS];
  dt_requirement required; /* by the rule that read the values; not kept in files, either */
  uint64_t unclear;        /* figures of no kind, such as "10-16"; not kept in files */
  uint64_t signs[DT_SIGNS];
  uint64_t lengths;   /* sum of 100 ln(1 + characters) */
  uint64_t squares;   /* sum of the squares of these */
  dt_frequent shapes; /* "9.9", "Aa_a": see values.c */
  dt_frequent words;  /* in small letters */
  dt_frequent places; /* positions of the values, as hashes in hexadecimal */
  dt_frequent captions;
  dt_frequent currencies; /* of prices */
  dt_sketch sketch;
  uint32_t sample_count;
  struct dt_value_sample {
    char text[DT_SAMPLE_BYTES]; /* on one line, shortened with "..." */
    char shape[DT_SHAPE_BYTES];
  } samples[DT_SAMPLES]; /* the first value of each shape; a file keeps one */
  /* while gathering */
  uint64_t here_on_page; /* records of this page with a value */
  unsigned kinds_here;   /* bits of the kinds that the values of this record count as */
  bool here, is_address;
} dt_values;

/* Adds a value. */
void dt_values_add(dt_values *values, const detm_field *field);
/* Counts a value by its kind and shape alone. */
void dt_values_count(dt_values *values, const detm_field *field);
/* Whether a value meets a rule for this kind.  A price is a number, too, and a year is a date. */
bool dt_value_counts_as(const dt_values *values, detm_text text, dt_value_kind kind);
/* Keeps the value as a sample if no sample has its shape and there are fewer than DT_SAMPLES. */
void dt_values_add_sample(dt_values *values, detm_text text);
/* Returns a sample of the most frequent shape, or NULL.  With `unlike`: of the shape whose share differs most from
 * those values, and if possible another text than their sample. */
const char *dt_values_sample(const dt_values *values, const dt_values *unlike);

/* Numbers of records of several pages, or of one page in several nights, as sums over ln(1 + records): a list that is
 * twice as long varies by twice as many. */
typedef struct dt_sizes {
  uint64_t key; /* hash of the name of the page */
  uint64_t count;
  double sum, squares;
} dt_sizes;

typedef struct detm_profile {
  dt_values *fields;
  uint32_t field_count, field_capacity;
  uint64_t pages, records; /* pages that fit */
  uint64_t misfits;        /* pages that did not fit */
  uint64_t said_empty;     /* pages that fit and say that they have no records; not kept in files */
  uint64_t least, most;    /* records of a page */
  uint64_t most_skipped;   /* elements beside the records of a page that do not fit the wrapper */
  uint64_t fits;           /* sum of 1000 * fit */
  dt_sizes *sizes;         /* of the pages of runs, each page once; those of samples have no names; not kept in files */
  uint32_t size_count, size_capacity;
  uint32_t path_count;
  struct dt_profile_path {
    char path[DT_PROFILE_PATH]; /* without numbers in brackets */
    uint64_t pages;
  } paths[DT_PROFILE_PATHS];
  uint32_t change_count; /* not kept in files */
  struct dt_profile_change {
    char was[DT_PROFILE_HEADER], now[DT_PROFILE_HEADER]; /* "" = none, as in detm_column_change */
  } changes[DT_PROFILE_CHANGES];
  bool brief; /* it has numbers and kinds alone; not kept in files */
  /* while gathering */
  detm_sink sink;
  uint32_t *field_of; /* by column of the region */
  uint32_t column_capacity;
  uint64_t page_records, page_key;
  bool page_fits, page_says_empty;
} dt_profile;

/* Returns NULL without memory. */
dt_profile *dt_profile_new(void);
void dt_profile_free(dt_profile *profile);
/* Returns a copy that the caller owns, NULL without memory. */
dt_profile *dt_profile_copy(const dt_profile *profile);
/* Returns the field of this name, which is added if it is new; NULL without memory.  The pointer is valid until the
 * next call. */
dt_values *dt_profile_field(dt_profile *profile, const char *name);
/* Adds so many fields without names and values; false without memory. */
bool dt_profile_reserve(dt_profile *profile, uint32_t count);
/* Returns the field of this name, or NULL. */
const dt_values *dt_profile_find(const dt_profile *profile, const char *name);
/* Adds the counts of another profile, field by field by name; false without memory. */
bool dt_profile_add(dt_profile *profile, const dt_profile *other);
/* What a page adds to dt_values.shares of a field that so many of its records have. */
static inline uint64_t dt_squared_share(uint64_t records, uint64_t all) {
  double share = all != 0 ? (double)records / (double)all : 0;
  return (uint64_t)(DT_WHOLE_SHARE * share * share + 0.5);
}
/* Whether elements beside the records of a page that do not fit the wrapper are lost records: more than the usual ones,
 * such as rows of headings. */
bool dt_skips_records(uint64_t usual, uint64_t records, uint64_t skipped);
/* Returns the sink that gathers the profile, which owns it. */
const detm_sink *dt_profile_sink(dt_profile *profile);

/* How like the values a text is, 0 to 1.5: the share of its kind, and for less those of its shape and words. */
double dt_values_likeness(const dt_values *values, detm_text text);

/* What a text says about being one of the values: they are figures with a unit, and it has this unit, or other words
 * alone; or nearly all have the same signs (":", "%", a currency, letters) beside their figures, and it has these, or
 * other ones.  Names say nothing, nor does the number of digits. */
typedef enum dt_hint { DT_HINT_AGAINST, DT_HINT_NONE, DT_HINT_FOR } dt_hint;
dt_hint dt_values_hint(const dt_values *values, detm_text text);
/* Whether enough values were seen for dt_values_hint. */
bool dt_values_tell(const dt_values *values);
/* Whether no word of one's values, other than figures, is in the other's. */
bool dt_values_are_apart(const dt_values *a, const dt_values *b);

/* Log odds that two sets of values are of one field, by the values alone, not by their positions; 0 = undecided.  Both
 * sets have values. */
double dt_values_odds(const dt_values *a, const dt_values *b);

/* Correlation of the records of a page in whether they have a field, fitted on 235 optional fields of 60 sites. */
#define DT_PAGE_CORRELATION 0.1
/* The correlation for a field: what is usual, and the spread over the pages of the profile. */
double dt_presence_correlation(const dt_profile *profile, const dt_values *values);
/* The probability that none of so many records of another page has the field. */
double dt_absence_probability(const dt_profile *profile, const dt_values *values, uint64_t records);

/* Differences of two sets of values, each from 0 (equal) to 1. */
typedef struct dt_unlikeness {
  double kinds, signs, shapes, words, values;
  double length; /* difference of the means in standard deviations */
} dt_unlikeness;
dt_unlikeness dt_values_unlikeness(const dt_values *a, const dt_values *b);

/* Share of the prices of `is` with a currency that no price of `was` can have, times the share of the prices of `was`
 * that have a currency. */
double dt_values_new_currencies(const dt_values *was, const dt_values *is);

/* ---- XML (text.c) ---- */

/* <profile counts="..."> with its regions and the values of its fields, named by `field_name`, indented by two. */
void dt_profile_write(dt_buffer *out, const dt_profile *profile, const char *(*field_name)(const void *, uint32_t),
                      const void *data);
struct dt_reader;
/* The attributes of <values>, for the grammar of a file that holds a profile. */
#define DT_VALUES_ATTRIBUTES                                                                                           \
  "counts! field! types signs lengths shapes shares words places captions sample sketch currencies"
/* Reads the element that begins, of the profile.  Wrong values are errors of the reader. */
void dt_values_read(struct dt_reader *reader, const dt_profile *profile, dt_values *values);
void dt_profile_read(struct dt_reader *reader, dt_profile *profile);
void dt_profile_read_path(struct dt_reader *reader, dt_profile *profile);
/* Reads the attribute "require", a rule of a field; NULL = it is missing. */
const char *dt_profile_read_rule(struct dt_reader *reader);
/* Adds the path of a region that is on so many pages; paths beyond DT_PROFILE_PATHS are left out. */
void dt_profile_add_path(dt_profile *profile, const char *path, uint64_t pages);

#endif
