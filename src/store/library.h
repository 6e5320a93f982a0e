/* store/library.h: a library as the files of this folder share it.
 *
 *   files -> entries (index.c keeps them from run to run) -> postings -> candidates -> templates and wrappers read
 *
 * Nothing changes once it is open but the cache of files read, under its lock. */
#ifndef DT_STORE_LIBRARY_H
#define DT_STORE_LIBRARY_H

#include <detm/library.h>
#include <detm/store.h>

#include "base/source.h"
#include "store/index.h"
#include "store/origin.h"
#include "store/postings.h"

#include <pthread.h>

/* The sets of keys of all files of one kind. */
typedef struct dt_shelf {
  dt_postings *postings;
  dt_keys *sets;
  uint32_t *entries; /* the entry of each set; sets of one stand together */
  uint32_t set_count;
} dt_shelf;

/* A file that was read, both NULL = not yet. */
typedef struct dt_read_file {
  detm_template *template;
  detm_wrapper *wrapper;
  char hash[DETM_HASH_SIZE]; /* of its bytes */
  bool broken;               /* trying again makes no sense */
} dt_read_file;

typedef struct dt_fault {
  struct dt_fault *next;
  detm_error error;
} dt_fault;

typedef struct dt_cache {
  pthread_mutex_t lock;
  dt_read_file *files; /* by entry */
  dt_fault *first, **last;
} dt_cache;

struct detm_library {
  dt_arena arena;    /* its scope is gone once the library is open */
  dt_origin *origin; /* of its files; what it reads is read under the cache's lock once the library is open */
  dt_entries entries;
  dt_shelf shelves[DT_FILE_KINDS];
  uint32_t *unmarked; /* entries without keys: only trying them tells whether they fit */
  uint32_t unmarked_count;
  dt_cache *cache;
};

/* "template", "wrapper". */
extern const char *const dt_file_kind_names[DT_FILE_KINDS];

/* Goes to the root's tag of an XML file; false: it has none. */
bool dt_root_tag(dt_source *source);
/* What the file of this root's tag is, DT_FILE_KINDS = neither. */
dt_file_kind dt_file_kind_of(const dt_source *root);

/* Makes of bytes a template (without stylesheet) or a wrapper.  Of its two pointers the one is set that it is;
 * DETM_BAD_FILE if it is none.  `path` is how messages call them. */
detm_status dt_rule_parse(detm_text bytes, const char *path, dt_file_kind *kind, dt_read_file *out,
                          detm_error *error) DETM_CHECK;
/* The domain that it says itself, NULL = none. */
const char *dt_rule_domain(const dt_read_file *read);
/* The same with the bytes of a library's file. */
detm_status dt_library_read(dt_origin *origin, const char *file, dt_file_kind *kind, dt_read_file *out,
                            detm_error *error) DETM_CHECK;
void dt_read_file_free(dt_read_file *file);

/* The library of an origin, which it closes with itself, or at once if this fails (NULL). */
detm_library *dt_library_of(dt_origin *origin, detm_error *error) DETM_CHECK;

/* The template or wrapper of an entry, read now if it was not before; NULL: it is broken, which is a fault, or there
 * is no memory (*error is set).  Its stylesheet is made only if it is to be applied. */
const dt_read_file *dt_library_get(const detm_library *library, uint32_t entry, bool to_apply, detm_error *error);

/* The key of a wrapper's clue, 0 = it is too long to be one. */
uint64_t dt_clue_key(const char *tag, const char *attribute, detm_text value);

/* Whether the best of `count` matches is good enough; if not, *error gets DETM_MISFIT. */
bool dt_match_suffices(const detm_match *best, size_t count, double min_score, detm_error *error);

#endif
