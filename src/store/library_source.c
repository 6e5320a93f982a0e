/* store/library_source.c: the rules of a store as a source of a library, in which the newest version of each rule is a
 * file named "books/shop@3". */
#include "base/allocate.h"
#include "library/library.h"
#include "store/rules.h"

#include <stdlib.h>

/* The source has its own connection, so that threads can use the library and the store at the same time. */
typedef struct store_source {
  dt_origin origin;
  detm_store *store;
} store_source;

static detm_store *store_of(const dt_origin *origin) { return ((const store_source *)origin)->store; }

static char *stored_path(const dt_origin *origin, const char *file) {
  return strdup(file != NULL ? file : detm_store_file(store_of(origin)));
}

static detm_status list_stored_files(dt_origin *origin, dt_buffer *names, detm_error *error) {
  dt_query query = dt_query_start(
      store_of(origin), "SELECT name, max(version) FROM rule JOIN rule_version ON rule = id GROUP BY id", error);
  while (dt_query_row(&query)) {
    const char *name = dt_column_text(&query, 0);
    if (name == NULL || !dt_rule_name_fits(name)) continue; /* not written by detm */
    dt_buffer_text(names, name);
    dt_buffer_byte(names, '@');
    dt_buffer_count(names, (uint64_t)dt_column_count(&query, 1));
    dt_buffer_byte(names, '\0');
  }

  detm_status status = dt_query_end(&query);
  return status == DETM_OK && names->failed ? dt_error_memory(error) : status;
}

static dt_query query_version(dt_origin *origin, const char *file, const char *sql, dt_rule_name *wanted,
                              detm_error *error) {
  dt_query query = dt_query_start(store_of(origin), sql, error);
  bool fits = dt_rule_name_read(file, wanted);
  dt_query_text(&query, fits ? wanted->name : "");
  dt_query_count(&query, wanted->version);
  return query;
}

/* Includes the domain, the only thing of a version that can change. */
static detm_status stamp_stored(dt_origin *origin, const char *file, dt_stamp *out, detm_error *error) {
  dt_rule_name wanted;
  dt_query query = query_version(origin, file,
                                 "SELECT length(xml), added, domain FROM rule JOIN rule_version ON rule = id"
                                 " WHERE name = ? AND version = ?",
                                 &wanted, error);
  bool there = dt_query_row(&query);

  if (there) {
    detm_text domain = dt_column_bytes(&query, 2);
    *out = (dt_stamp){(uint64_t)dt_column_count(&query, 0), dt_column_count(&query, 1),
                      (uint32_t)dt_hash_bytes(domain.data, domain.length, 0)};
  }

  detm_status status = dt_query_end(&query);
  return status == DETM_OK && !there ? DETM_NOTHING : status;
}

static detm_status read_stored_rule(dt_origin *origin, const char *file, dt_buffer *bytes, detm_error *error) {
  dt_rule_name wanted;
  dt_query query =
      query_version(origin, file, "SELECT xml FROM rule JOIN rule_version ON rule = id WHERE name = ? AND version = ?",
                    &wanted, error);
  bool there = dt_query_row(&query);

  if (there) {
    detm_text xml = dt_column_bytes(&query, 0);
    if (xml.length <= DT_MAX_FILE_BYTES) dt_buffer_add(bytes, xml.data, xml.length);
  }

  detm_status status = dt_query_end(&query);
  if (status == DETM_OK && !there)
    status = dt_error_at(error, DETM_BAD_FILE, file, 0, 0, "was removed from the store in the meantime");
  return status == DETM_OK && bytes->failed ? dt_error_memory(error) : status;
}

static const char *stored_domain(dt_origin *origin, dt_arena *arena, const char *file) {
  dt_rule_name wanted;
  dt_query query = query_version(origin, file, "SELECT domain FROM rule WHERE name = ? AND ? > 0", &wanted, NULL);
  detm_text found = {NULL, 0};
  dt_buffer copy = {0};
  if (dt_query_row(&query)) found = dt_column_bytes(&query, 0);
  if (found.data != NULL) dt_buffer_add(&copy, found.data, found.length);
  dt_query_end(&query);
  const char *name = copy.length != 0 ? dt_arena_copy(arena, copy.data, copy.length) : NULL;
  dt_buffer_free(&copy);
  return name;
}

static void read_stored_index(dt_origin *origin, dt_buffer *bytes) {
  dt_query query = dt_query_start(store_of(origin), "SELECT bytes FROM library WHERE id = 1", NULL);
  if (dt_query_row(&query)) {
    detm_text index = dt_column_bytes(&query, 0);
    dt_buffer_add(bytes, index.data, index.length);
  }
  dt_query_end(&query);
}

/* Does not wait for another program that writes: the index can be written the next time. */
static void write_stored_index(dt_origin *origin, const dt_buffer *bytes) {
  detm_store *store = store_of(origin);
  sqlite3_busy_timeout(store->database, 0);
  dt_query query = dt_query_start(store, "REPLACE INTO library(id, bytes) VALUES(1, ?)", NULL);
  dt_query_blob(&query, (detm_text){bytes->data, bytes->length});
  dt_query_run(&query);
}

static void close_source(dt_origin *origin) {
  detm_store_close(store_of(origin));
  free(origin);
}

static const dt_origin_type type = {list_stored_files, stamp_stored,      read_stored_rule,   stored_domain,
                                    stored_path,       read_stored_index, write_stored_index, close_source};

detm_library *detm_store_library(detm_store *store, detm_error *error) {
  store_source *made = dt_allocate(sizeof *made, error);
  if (made == NULL) return NULL;
  detm_store_options how = {.create = store->connect_file != NULL, .seconds = store->busy_milliseconds / 1000.0};
  *made = (store_source){{&type}, detm_store_open(store->file, &how, error)};
  if (made->store != NULL) return dt_library_of(&made->origin, error);
  free(made);
  return NULL;
}
