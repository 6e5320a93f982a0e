/* detm/store.h: the store (METHOD 2.6): one SQLite file with wrappers and templates in all their versions, the results
 * of past runs, and which fields a user wants.
 *
 *   detm_store *store = detm_store_open(NULL, &how, &error);
 *   status = detm_store_put_rule(store, &rule, &version, &is_new, &error);
 *   library = detm_store_library(store, &error);
 *   detm_store_close(store);
 *
 * A store belongs to one thread at a time; any number of stores may be open on one file, in other threads and other
 * programs too.  Everything that a call writes is one transaction: it is there as a whole or not at all, whatever
 * happens.  Strings that are handed out live until the visit or the call that got them ends.
 *
 * Errors of every call: DETM_BAD_FILE (the file is no store, is damaged, or was made by a newer detm), DETM_WRITE (no
 * space, no right to write, another program writes to it and does not end, or the file was moved or removed since it
 * was opened), DETM_NO_MEMORY.  Built without SQLite
 * every call that can fail does so with DETM_USAGE. */
#ifndef DETM_STORE_H
#define DETM_STORE_H

#include <detm/library.h>
#include <detm/sink.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct detm_store detm_store;

typedef struct detm_store_options {
  int create;     /* 1 = a file that is not there is made, for the user's store its folders too, by the first call that
                   * writes into it: what is refused before makes none */
  double seconds; /* to wait for another program that writes */
} detm_store_options;

/* No file is made, 10 seconds. */
extern DETM_API const detm_store_options detm_store_defaults;

/* Opens a store; file NULL = the user's: $XDG_DATA_HOME/detm/store.db, without that ~/.local/share/detm/store.db.
 * options NULL = the defaults.  NULL with DETM_NOTHING if there is no such file, or an empty one, and none is to be
 * made.  A file of an older detm is brought up to date.  One that may not be written, or whose folder may not, is read
 * without any file beside it; if somebody else writes to it meanwhile, calls fail with DETM_BAD_FILE.  The caller
 * closes the store. */
DETM_API detm_store *detm_store_open(const char *file, const detm_store_options *options, detm_error *error) DETM_CHECK;
DETM_API void detm_store_close(detm_store *store);
/* The name of its file. */
DETM_API const char *detm_store_file(const detm_store *store);

/* ---- the rule base ---- */

/* A version of a wrapper or a template. */
typedef struct detm_rule {
  const char *name;   /* "shop" or "books/shop": no more than one slash */
  size_t version;     /* from 1; numbers are never used again */
  const char *kind;   /* "wrapper" or "template" */
  const char *site;   /* of its pages, as the user calls it: "shop.example"; NULL = not said */
  const char *domain; /* NULL = not said */
  const char *query;  /* what was asked of the site: "by author"; NULL = not said */
  const char *added;  /* when, "2026-11-22T01:20:00Z" */
  const char *hash;   /* detm_hash of its bytes */
  detm_text bytes;    /* the XML */
} detm_rule;

/* Another status than DETM_OK ends the visits and is handed back. */
typedef detm_status (*detm_rule_visit)(void *data, const detm_rule *rule, detm_error *error);

/* Files rule->bytes under rule->name, with site, domain (NULL: what a template says itself) and query, where NULL
 * leaves what was said before.  Bytes that are those of the newest version make none; others become the next version,
 * which *version tells; *is_new is 1 if it is new (each may be NULL).  DETM_BAD_FILE with its line if the bytes are no
 * wrapper and no template, DETM_USAGE for a bad name. */
DETM_API detm_status detm_store_put_rule(detm_store *store, const detm_rule *rule, size_t *version, int *is_new,
                                         detm_error *error) DETM_CHECK;

/* The newest version of each rule by name; with all_versions all of them, the newest first.  name NULL = all rules. */
DETM_API detm_status detm_store_rules(detm_store *store, const char *name, int all_versions, detm_rule_visit visit,
                                      void *data, detm_error *error) DETM_CHECK;
/* One rule by "NAME" (the newest version) or "NAME@VERSION".  DETM_NOTHING if there is none. */
DETM_API detm_status detm_store_rule(detm_store *store, const char *name, detm_rule_visit visit, void *data,
                                     detm_error *error) DETM_CHECK;
/* Removes a version, or with "NAME" all of them.  DETM_NOTHING if there is none.  Results of past runs stay. */
DETM_API detm_status detm_store_remove_rule(detm_store *store, const char *name, detm_error *error) DETM_CHECK;

/* All files of a library's folder (library.h) as rules, named by their paths without ".xml"; all of them or none.  Each
 * file that is at fault is told to `fault` (NULL = not wanted) with its name, and the first is the error. */
typedef struct detm_import {
  size_t files, versions; /* read, and how many new versions they made */
} detm_import;
DETM_API detm_status detm_store_import(detm_store *store, const char *folder,
                                       void (*fault)(void *data, const detm_error *error), void *data,
                                       detm_import *outcome, detm_error *error) DETM_CHECK;
/* The newest version of each rule as a file of a folder, which is made; *files tells how many.  Files that are there
 * already are left alone unless `overwrite`: DETM_USAGE names the first, and nothing is written. */
DETM_API detm_status detm_store_export(detm_store *store, const char *folder, int overwrite, size_t *files,
                                       detm_error *error) DETM_CHECK;

/* The newest versions as a library, whose files are called "books/shop@3".  It does not need the store any longer, and
 * threads may share it. */
DETM_API detm_library *detm_store_library(detm_store *store, detm_error *error) DETM_CHECK;

/* ---- interests ---- */

/* A field of a domain that the user wants. */
typedef struct detm_interest {
  const char *domain;  /* "books" */
  const char *field;   /* as the domain calls it: "author" */
  const char *name;    /* as the user calls it, an XML name; NULL = as the domain does */
  const char *pattern; /* PCRE2: only values that match are wanted; NULL = all */
} detm_interest;

typedef detm_status (*detm_interest_visit)(void *data, const detm_interest *interest, detm_error *error);

/* Adds an interest, or changes the one in this field.  DETM_USAGE for a bad name or pattern, or if another field of the
 * domain has the name. */
DETM_API detm_status detm_store_put_interest(detm_store *store, const detm_interest *interest,
                                             detm_error *error) DETM_CHECK;
/* Those in a domain, NULL = all, by domain and field. */
DETM_API detm_status detm_store_interests(detm_store *store, const char *domain, detm_interest_visit visit, void *data,
                                          detm_error *error) DETM_CHECK;
/* Removes the interest in a field, or in all of a domain (field NULL).  DETM_NOTHING if there is none. */
DETM_API detm_status detm_store_remove_interest(detm_store *store, const char *domain, const char *field,
                                                detm_error *error) DETM_CHECK;

/* Interests at work: a sink that pushes on into another one.  Of a region whose domain is known, and in which the user
 * has interests, only the fields of these go on, under the user's names, with values that match; all else goes on as it
 * came.  Made for one run of results; it does not need the store any longer. */
typedef struct detm_filter detm_filter;

/* domain: of regions that say none, NULL = none. */
DETM_API detm_filter *detm_store_filter(detm_store *store, const char *domain, const detm_sink *next,
                                        detm_error *error) DETM_CHECK;
DETM_API const detm_sink *detm_filter_sink(detm_filter *filter);
DETM_API void detm_filter_free(detm_filter *filter);

/* ---- results ---- */

/* What a run knows of a page beside its records; what is NULL is not known. */
typedef struct detm_saved_page {
  const char *name;
  const char *url;
  const char *hash;      /* detm_hash of its bytes */
  const char *rule;      /* that read it: a rule of the store by its name, else the name of a file */
  size_t rule_version;   /* 0 = not known, or no rule of the store */
  const char *rule_hash; /* detm_hash of the rule's bytes: if the store has such a rule, that is the one */
  double fit;            /* 0 to 1, < 0: no rule applied */
  const char *problem;   /* why it gave nothing */
  size_t records;        /* not read when it is saved */
} detm_saved_page;

/* A run in the making: nobody else sees anything of it before it is committed.  From detm_store_save on other programs
 * wait when they want to write to the store. */
typedef struct detm_saving detm_saving;

/* Begins a run.  command is how the user called it.  Nothing else may write to this store until the saving is freed,
 * which comes before the store is closed. */
DETM_API detm_saving *detm_store_save(detm_store *store, const char *command, detm_error *error) DETM_CHECK;
/* Tells what is known of a page; what comes into the sink next is of this page.  For a page that gave nothing at all
 * this is all there is. */
DETM_API detm_status detm_saving_page(detm_saving *saving, const detm_saved_page *page, detm_error *error) DETM_CHECK;
/* Where its pages, regions and records go; records of a region come in rising numbers.  A page that was not told before
 * is known by page_begin's info alone.  Owned by the saving. */
DETM_API const detm_sink *detm_saving_sink(detm_saving *saving);
/* Ends the run; *run (NULL = not wanted) is its number.  If this or any call before it failed there is no such run. */
DETM_API detm_status detm_saving_commit(detm_saving *saving, size_t *run, detm_error *error) DETM_CHECK;
/* A run that was not committed has never been. */
DETM_API void detm_saving_free(detm_saving *saving);

typedef struct detm_run {
  size_t number;       /* numbers rise and are never used again */
  const char *time;    /* when it began, "2026-11-22T01:20:00Z" */
  const char *command; /* how the user called it */
  size_t pages, records;
} detm_run;

typedef detm_status (*detm_run_visit)(void *data, const detm_run *run, detm_error *error);
typedef detm_status (*detm_saved_page_visit)(void *data, const detm_saved_page *page, detm_error *error);

/* Runs in the order of their numbers.  rule: only those with a page that was read by the rule of this name or hash,
 * NULL = all. */
DETM_API detm_status detm_store_runs(detm_store *store, const char *rule, detm_run_visit visit, void *data,
                                     detm_error *error) DETM_CHECK;
/* The number of a run by "12", "last", or "last~1", the one before.  DETM_NOTHING if there is none, DETM_USAGE if this
 * is none of the three. */
DETM_API detm_status detm_store_find_run(detm_store *store, const char *text, size_t *run,
                                         detm_error *error) DETM_CHECK;
/* The pages of a run in their order, those that gave nothing too. */
DETM_API detm_status detm_store_pages(detm_store *store, size_t run, detm_saved_page_visit visit, void *data,
                                      detm_error *error) DETM_CHECK;
/* Pushes a run into a sink as it was pushed when it was saved; rule: only pages that were read by the rule of this name
 * or hash, NULL = all.  DETM_NOTHING if there is no such run. */
DETM_API detm_status detm_store_emit_run(detm_store *store, size_t run, const detm_sink *sink,
                                         detm_error *error) DETM_CHECK;
DETM_API detm_status detm_store_emit_rule(detm_store *store, size_t run, const char *rule, const detm_sink *sink,
                                          detm_error *error) DETM_CHECK;
/* What became of records from one run to another. */
typedef struct detm_diff {
  size_t fresh, gone, changed, same;
} detm_diff;

/* Compares the records of two runs, wherever on their pages they stand: records whose fields `keys` have the same
 * values are one record (several with the same values pair in their order), which may have changed; without keys, and
 * for a record that has none of them, a record that is not there with all its values in the same order is gone.  What
 * differs is pushed into the sink (NULL = not wanted) as the records that are new or changed, then those that are gone,
 * each with a first field "change" (new, changed, gone); of a changed record NAME.before follows for each field NAME
 * that was another, with the values of before.  DETM_NOTHING if there is no such run, DETM_USAGE if no record has a
 * field that is a key. */
DETM_API detm_status detm_store_diff(detm_store *store, size_t before, size_t after, const char *const *keys,
                                     size_t key_count, const detm_sink *sink, detm_diff *diff,
                                     detm_error *error) DETM_CHECK;

/* Removes a run.  DETM_NOTHING if there is none. */
DETM_API detm_status detm_store_forget(detm_store *store, size_t run, detm_error *error) DETM_CHECK;
/* Removes all runs but the last `count`; *forgotten (NULL = not wanted) tells how many. */
DETM_API detm_status detm_store_keep(detm_store *store, size_t count, size_t *forgotten, detm_error *error) DETM_CHECK;

#ifdef __cplusplus
}
#endif
#endif
