/* store/schema.c: the tables of a store, and migration from older versions.
 *
 * PRAGMA user_version is the version: steps[n] migrates from version n to n + 1.  A released step is never changed:
 * add another one. */
#include "store/schema.h"

/* Rules with all their versions.  last: the highest version ever used, so that none is used twice. */
static const char first_step[] =
    "CREATE TABLE rule("
    "  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, site TEXT, domain TEXT, query TEXT,"
    "  last INTEGER NOT NULL) STRICT;"
    "CREATE TABLE rule_version("
    "  rule INTEGER NOT NULL REFERENCES rule(id) ON DELETE CASCADE, version INTEGER NOT NULL, kind TEXT NOT NULL,"
    "  added INTEGER NOT NULL, hash TEXT NOT NULL, xml BLOB NOT NULL, UNIQUE(rule, version)) STRICT;"
    "CREATE INDEX rule_version_hash ON rule_version(hash);"
    /* index of the newest versions, in the format of library/index.h */
    "CREATE TABLE library(id INTEGER PRIMARY KEY CHECK(id = 1), bytes BLOB NOT NULL) STRICT;";

/* Results: run, page, region, value.  layout: the columns of a region, shared by the regions of a run that have the
 * same ones.  A record without values is one row in `value` whose place is NULL.  told: the sink has begun the page.
 */
static const char second_step[] =
    "CREATE TABLE run("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, began INTEGER NOT NULL, command TEXT NOT NULL,"
    "  pages INTEGER NOT NULL, records INTEGER NOT NULL) STRICT;"
    "CREATE TABLE page("
    "  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE, name TEXT NOT NULL,"
    "  encoding TEXT, file TEXT, url TEXT, hash TEXT, rule TEXT, rule_version INTEGER, rule_hash TEXT, fit REAL,"
    "  problem TEXT, told INTEGER NOT NULL) STRICT;"
    "CREATE INDEX page_run ON page(run);"
    "CREATE INDEX page_rule ON page(rule) WHERE rule IS NOT NULL;"
    "CREATE INDEX page_rule_hash ON page(rule_hash) WHERE rule_hash IS NOT NULL;"
    "CREATE TABLE layout("
    "  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE) STRICT;"
    "CREATE INDEX layout_run ON layout(run);"
    "CREATE TABLE field("
    "  layout INTEGER NOT NULL REFERENCES layout(id) ON DELETE CASCADE, place INTEGER NOT NULL, name TEXT NOT NULL,"
    "  type TEXT NOT NULL, list INTEGER NOT NULL, PRIMARY KEY(layout, place)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE region("
    "  id INTEGER PRIMARY KEY, page INTEGER NOT NULL REFERENCES page(id) ON DELETE CASCADE,"
    "  layout INTEGER NOT NULL, number INTEGER NOT NULL, path TEXT NOT NULL, score REAL, confidence REAL, fit REAL,"
    "  records INTEGER NOT NULL) STRICT;"
    "CREATE INDEX region_page ON region(page);"
    "CREATE TABLE value("
    "  region INTEGER NOT NULL REFERENCES region(id) ON DELETE CASCADE, record INTEGER NOT NULL,"
    "  number INTEGER NOT NULL, place INTEGER, text TEXT NOT NULL, markup TEXT, by TEXT, rank INTEGER,"
    "  PRIMARY KEY(region, record, number)) STRICT, WITHOUT ROWID;";

static const char third_step[] =
    "CREATE TABLE interest("
    "  domain TEXT NOT NULL, field TEXT NOT NULL, name TEXT NOT NULL, pattern TEXT, PRIMARY KEY(domain, field),"
    "  UNIQUE(domain, name)) STRICT, WITHOUT ROWID;";

/* The quality of the main text, if it is known. */
static const char fourth_step[] =
    "CREATE TABLE quality("
    "  region INTEGER PRIMARY KEY REFERENCES region(id) ON DELETE CASCADE, share REAL NOT NULL) STRICT;";

/* Pages whose values differed from those before, and runs that are right nevertheless. */
static const char fifth_step[] =
    "CREATE TABLE drifted(page INTEGER PRIMARY KEY REFERENCES page(id) ON DELETE CASCADE) STRICT;"
    "CREATE TABLE accepted(run INTEGER PRIMARY KEY REFERENCES run(id) ON DELETE CASCADE) STRICT;";

/* The sources of pages, compressed by zlib; pages of the same hash share one.  length: decompressed. */
static const char sixth_step[] =
    "CREATE TABLE source(hash TEXT PRIMARY KEY, length INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;"
    "CREATE TABLE kept("
    "  page INTEGER PRIMARY KEY REFERENCES page(id) ON DELETE CASCADE, hash TEXT NOT NULL) STRICT;"
    "CREATE INDEX kept_hash ON kept(hash);";

static const char *const steps[] = {first_step, second_step, third_step, fourth_step, fifth_step, sixth_step};

enum { VERSION = sizeof steps / sizeof *steps };

static detm_status refuse_store(const detm_store *store, const char *why, detm_error *error) {
  return dt_error_at(error, DETM_BAD_FILE, store->file, 0, 0, "%s", why);
}

typedef struct state {
  int64_t owner, version, tables;
} state;

/* Tables that SQLite creates for AUTOINCREMENT and ANALYZE. */
static const char own_tables[] = "CREATE TABLE sqlite_sequence(name,seq);CREATE TABLE sqlite_stat1(tbl,idx,stat);"
                                 "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample);";

/* Whether `sql` is one of the statements of `text`. */
static bool has_statement(const char *text, detm_text sql) {
  for (const char *end; *text != '\0'; text = end + 1) {
    end = strchr(text, ';');
    if (end == NULL) return false;
    if ((size_t)(end - text) == sql.length && memcmp(text, sql.data, sql.length) == 0) return true;
  }
  return false;
}

/* Accepts a file only if its texts are UTF-8 and its schema is literally that of the steps and nothing else: a hostile
 * file could have expressions that SQLite would run, or columns without their constraints. */
static detm_status check_schema(detm_store *store, int64_t version, detm_error *error) {
  int64_t missing = 0; /* statements of the steps */
  dt_query q = dt_query_start(store, "PRAGMA encoding", error);
  const char *encoding = dt_query_row(&q) ? dt_column_text(&q, 0) : NULL;
  bool same = encoding != NULL && strcmp(encoding, "UTF-8") == 0;
  if (dt_query_end(&q) != DETM_OK) return q.status;

  if (!same)
    return refuse_store(
        store, "has texts in an encoding other than UTF-8: it was changed by another program; restore a copy of it",
        error);

  for (int64_t i = 0; i < version; i++)
    for (const char *at = steps[i]; (at = strchr(at, ';')) != NULL; at++) missing++;
  q = dt_query_start(store, "SELECT DISTINCT sql FROM sqlite_schema WHERE sql IS NOT NULL", error);
  while (same && dt_query_row(&q)) {
    detm_text sql = dt_column_bytes(&q, 0);
    bool known = false;
    for (int64_t i = 0; i < version && !known; i++) known = has_statement(steps[i], sql);
    missing -= known;
    same = known || has_statement(own_tables, sql);
  }

  if (dt_query_end(&q) != DETM_OK || (same && missing == 0)) return q.status;
  return refuse_store(
      store,
      "has other tables than a store, so it is not used: it was changed by another program; restore a copy of it",
      error);
}

static bool is_new(const state *now) { return now->owner == 0 && now->version == 0 && now->tables == 0; }

static detm_status check_state(const detm_store *store, const state *now, bool create, detm_error *error) {
  if (is_new(now))
    return create ? DETM_OK
                  : dt_error_at(error, DETM_NOTHING, store->file, 0, 0,
                                "is empty, not a store: make one with options.create");
  if (now->owner != DT_STORE_ID)
    return refuse_store(store, "is a database of another program: name the file of a store", error);
  if (now->version > VERSION)
    return dt_error_at(error, DETM_BAD_FILE, store->file, 0, 0,
                       "is a store of version %d, made by a newer detm; this detm knows versions up to %d: update it",
                       (int)now->version, VERSION);
  return now->version > 0 ? DETM_OK : refuse_store(store, "is a store without a version: it was damaged", error);
}

/* Reads and checks version and tables. */
static detm_status read_state(detm_store *store, bool create, state *now, detm_error *error) {
  detm_status status = dt_sql_number(store, "PRAGMA application_id", &now->owner, error);
  if (status == DETM_OK) status = dt_sql_number(store, "PRAGMA user_version", &now->version, error);
  if (status == DETM_OK) status = dt_sql_number(store, "SELECT count(*) FROM sqlite_schema", &now->tables, error);
  if (status == DETM_OK) status = check_state(store, now, create, error);
  return status == DETM_OK ? check_schema(store, now->version, error) : status;
}

/* Makes the settings that must precede the first table: free pages return to the system, and changes go into a
 * write-ahead log.  SQLite does not wait when it changes the journal mode: if several programs create one store, this
 * loop waits. */
static detm_status configure_file(detm_store *store, detm_error *error) {
  static const char settings[] = "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;";
  enum { PAUSE = 5 };                       /* milliseconds */
  sqlite3_busy_timeout(store->database, 0); /* the first pragma would wait in each turn */
  int code = sqlite3_exec(store->database, settings, NULL, NULL, NULL);
  for (int waited = 0; (code & 0xff) == SQLITE_BUSY && waited < store->busy_milliseconds; waited += PAUSE) {
    sqlite3_sleep(PAUSE);
    code = sqlite3_exec(store->database, settings, NULL, NULL, NULL);
  }
  sqlite3_busy_timeout(store->database, store->busy_milliseconds);
  return code == SQLITE_OK ? DETM_OK : dt_store_fail(store, code, error);
}

detm_status dt_schema_prepare(detm_store *store, bool create, detm_error *error) {
  dt_transaction t;
  char pragma[80];
  state now = {0, 0, 0};

  /* in one transaction, since another program may be migrating the file */
  detm_status status = dt_transaction_begin(&t, store, DT_TO_READ, error);
  if (status == DETM_OK) status = read_state(store, create, &now, error);
  status = dt_transaction_end(&t, status, error);

  bool made = status == DETM_OK && is_new(&now);
  if (status == DETM_OK && !made && now.version < VERSION &&
      (store->immutable || sqlite3_db_readonly(store->database, "main") == 1))
    return refuse_store(store, "is a store of an older version: open it once with write permission", error);

  if (made) status = configure_file(store, error);
  if (status == DETM_OK && now.version < VERSION) {
    /* another program may have migrated it by now */
    status = dt_transaction_begin(&t, store, DT_TO_WRITE, error);
    if (status == DETM_OK) status = read_state(store, create, &now, error);
    bool old = status == DETM_OK && now.version < VERSION;
    while (status == DETM_OK && now.version < VERSION) status = dt_sql(store, steps[now.version++], error);
    snprintf(pragma, sizeof pragma, "PRAGMA application_id = %d; PRAGMA user_version = %d", DT_STORE_ID, VERSION);
    if (status == DETM_OK && old) status = dt_sql(store, pragma, error);
    status = dt_transaction_end(&t, status, error);
  }

  /* a log that has filled the disk could not be merged any more */
  if (status == DETM_OK && made) status = dt_sql(store, "PRAGMA wal_checkpoint", error);
  return status;
}
