/* store/saving.c: saving a run: a sink that inserts its pages and records into a database of its own, a temporary file,
 * which the commit copies into the store within one transaction.  So the store is held only while it is written, runs
 * can be saved at once, and readers see whole runs. */
#include "store/sql.h"

#include "base/allocate.h"
#include "base/page_name.h"
#include "store/connect.h"
#include "store/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <zlib.h>

/* PAGE_ADDED: the page has its row, and the sink may begin it. */
typedef enum place { OUTSIDE, PAGE_ADDED, IN_PAGE, IN_REGION, IN_RECORD, ENDED } place;

enum { MAX_LAYOUTS = 64 /* layouts of a run that are kept for reuse */ };

/* The columns of earlier regions. */
typedef struct layout {
  int64_t id;
  dt_buffer columns; /* name, NUL, type, NUL, list of each */
} layout;

struct detm_saving {
  detm_store *store;
  detm_store *spool; /* the tables of a store, with this run alone */
  detm_sink sink;
  dt_transaction transaction; /* of the spool */
  dt_query rule, page, page_info, drifted, source, kept, region, quality, value;
  layout layouts[MAX_LAYOUTS];
  size_t layout_count;
  dt_buffer columns; /* the columns of a new region */
  int64_t run_id, page_id, region_id;
  size_t column_count;   /* columns of the region */
  size_t record, values; /* number of the record, number of its values */
  size_t pages, records;
  place place;
  detm_error failure; /* the first one */
};

/* ---- failures ---- */

static detm_status report_saving_failure(const detm_saving *s, detm_error *error) {
  if (s->failure.status == DETM_OK) return DETM_OK;
  if (error != NULL && error->status == DETM_OK) *error = s->failure;
  return s->failure.status;
}

/* Returns false if the run has failed or is not at `wanted`, which is a failure. */
static bool check_place(detm_saving *s, place wanted) {
  if (s->failure.status != DETM_OK) return false;
  if (s->place == wanted) return true;
  dt_error_set(&s->failure, DETM_USAGE, "the calls that save a run must come in the order of a sink's calls");
  return false;
}

/* ---- pages ---- */

/* Binds a number, or NULL for 0. */
static void bind_count(dt_query *q, size_t count) {
  if (count != 0)
    dt_query_count(q, (int64_t)count);
  else
    dt_query_text(q, NULL);
}

/* Inserts a page.  Its rule is the one with a version that has the page's rule_hash, the newest one if there are
 * several, else as the caller says. */
static void insert_page(detm_saving *s, const detm_saved_page *page) {
  dt_rule_name known;
  bool found = false;

  if (page->rule_hash != NULL && page->rule_version == 0) {
    dt_query *rule = &s->rule;
    dt_query_text(rule, page->rule_hash);
    const char *name = dt_query_row(rule) ? dt_column_text(rule, 0) : NULL;
    found = name != NULL && dt_rule_name_read(name, &known) && known.version == 0;
    if (found) known.version = dt_column_count(rule, 1);
    dt_query_again(rule, &s->failure);
  }

  dt_query *q = &s->page;
  dt_query_count(q, s->run_id);
  dt_query_text(q, page->name != NULL ? dt_page_known_as(page->name) : "-");
  dt_query_text(q, page->url);
  dt_query_text(q, page->hash);
  dt_query_text(q, found ? known.name : page->rule);
  bind_count(q, found ? (size_t)known.version : page->rule_version);
  dt_query_text(q, page->rule_hash);
  dt_query_real(q, page->fit);
  dt_query_text(q, page->problem);
  if (dt_query_again(q, &s->failure) != DETM_OK) return;
  s->page_id = sqlite3_last_insert_rowid(s->spool->database);
  s->pages++;
  s->place = PAGE_ADDED;
}

detm_status detm_saving_page(detm_saving *s, const detm_saved_page *page, detm_error *error) {
  if (s->place == PAGE_ADDED) s->place = OUTSIDE;
  if (check_place(s, OUTSIDE)) insert_page(s, page);
  return report_saving_failure(s, error);
}

detm_status detm_saving_drifted(detm_saving *s, detm_error *error) {
  if (s->page_id == 0 || s->place == ENDED) check_place(s, PAGE_ADDED);
  if (s->failure.status == DETM_OK) {
    dt_query_count(&s->drifted, s->page_id);
    dt_query_again(&s->drifted, &s->failure);
  }
  return report_saving_failure(s, error);
}

/* Inserts a source, unless the run has it, and its page. */
static void insert_source(detm_saving *s, detm_text source) {
  char hash[DETM_HASH_SIZE];
  uLongf length = compressBound(source.length);
  char *bytes = malloc(length);
  if (bytes == NULL || compress((Bytef *)bytes, &length, (const Bytef *)source.data, source.length) != Z_OK) {
    free(bytes);
    dt_error_memory(&s->failure);
    return;
  }

  detm_hash(source.data, source.length, hash);
  dt_query_text(&s->source, hash);
  dt_query_count(&s->source, (int64_t)source.length);
  dt_query_blob(&s->source, (detm_text){bytes, length});
  dt_query_again(&s->source, &s->failure);
  free(bytes);

  dt_query_count(&s->kept, s->page_id);
  dt_query_text(&s->kept, hash);
  dt_query_again(&s->kept, &s->failure);
}

detm_status detm_saving_source(detm_saving *s, detm_text source, detm_error *error) {
  if (s->page_id == 0 || s->place == ENDED) check_place(s, PAGE_ADDED);
  if (s->failure.status == DETM_OK && source.length > detm_page_defaults.max_bytes) /* it would not be read again */
    return dt_error_set(error, DETM_LIMIT, "has more than %zu bytes in UTF-8, so its source is not kept",
                        detm_page_defaults.max_bytes);
  if (s->failure.status == DETM_OK) insert_source(s, source);
  return report_saving_failure(s, error);
}

/* Adds to the page's row what detm_store_emit_run needs.  A file of a library, "NAME@VERSION", is the page's rule
 * unless detm_saving_page named another. */
static detm_status saving_page_begin(void *data, const detm_page_info *info, detm_error *error) {
  detm_saving *s = data;
  detm_saved_page page = {.name = info->name, .fit = -1};

  if (s->place == OUTSIDE && s->failure.status == DETM_OK) insert_page(s, &page);
  if (check_place(s, PAGE_ADDED)) {
    dt_rule_name rule = {.version = 0};
    bool named = info->file != NULL && strchr(info->file, '@') != NULL && dt_rule_name_read(info->file, &rule);
    dt_query *q = &s->page_info;

    dt_query_count(q, s->page_id);
    dt_query_text(q, info->name != NULL ? dt_page_known_as(info->name) : NULL);
    dt_query_text(q, info->encoding);
    dt_query_text(q, info->file);
    dt_query_text(q, named ? rule.name : info->file);
    bind_count(q, named ? (size_t)rule.version : 0);
    dt_query_text(q, info->hash);
    dt_query_again(q, &s->failure);
    s->place = IN_PAGE;
  }

  return report_saving_failure(s, error);
}

static detm_status saving_page_end(void *data, detm_error *error) {
  detm_saving *s = data;
  if (check_place(s, IN_PAGE)) s->place = OUTSIDE;
  return report_saving_failure(s, error);
}

/* ---- regions ---- */

static void add_zero_ended(dt_buffer *to, const char *text) {
  if (text != NULL) dt_buffer_text(to, text);
  dt_buffer_byte(to, '\0');
}

/* Inserts the columns of a region as a layout, and remembers it.  Returns its id, 0 on failure. */
static int64_t insert_layout(detm_saving *s, const detm_region_info *info) {
  dt_query q = dt_query_start(s->spool, "INSERT INTO layout(run) VALUES(?)", &s->failure);
  dt_query_count(&q, s->run_id);
  if (dt_query_run(&q) != DETM_OK) return 0;
  int64_t id = sqlite3_last_insert_rowid(s->spool->database);

  q = dt_query_start(s->spool, "INSERT INTO field(layout, place, name, type, list) VALUES(?, ?, ?, ?, ?)", &s->failure);
  for (size_t i = 0; i < info->column_count && q.status == DETM_OK; i++) {
    dt_query_count(&q, id);
    dt_query_count(&q, (int64_t)i);
    dt_query_text(&q, info->columns[i].name);
    dt_query_text(&q, info->columns[i].type);
    dt_query_count(&q, info->columns[i].list);
    dt_query_again(&q, &s->failure);
  }

  dt_query_end(&q);
  layout *kept = &s->layouts[s->layout_count < MAX_LAYOUTS ? s->layout_count++ : MAX_LAYOUTS - 1];
  dt_buffer_free(&kept->columns);
  *kept = (layout){id, s->columns};
  s->columns = (dt_buffer){0};
  return id;
}

static void insert_quality(detm_saving *s, double quality) {
  dt_query_count(&s->quality, s->region_id);
  dt_query_real(&s->quality, quality);
  dt_query_again(&s->quality, &s->failure);
}

static void insert_region(detm_saving *s, const detm_region_info *info) {
  int64_t id = 0;
  s->columns.length = 0;

  for (size_t i = 0; i < info->column_count; i++) {
    add_zero_ended(&s->columns, info->columns[i].name);
    add_zero_ended(&s->columns, info->columns[i].type);
    dt_buffer_byte(&s->columns, info->columns[i].list ? '1' : '0');
  }

  if (s->columns.failed) dt_error_memory(&s->failure);
  for (size_t i = s->layout_count; i-- > 0 && id == 0;) {
    const dt_buffer *known = &s->layouts[i].columns;
    if (dt_text_equal((detm_text){known->data, known->length}, (detm_text){s->columns.data, s->columns.length}))
      id = s->layouts[i].id;
  }

  if (id == 0) id = insert_layout(s, info);
  if (s->failure.status != DETM_OK) return;
  dt_query *q = &s->region;
  dt_query_count(q, s->page_id);
  dt_query_count(q, id);
  dt_query_count(q, (int64_t)info->number);
  dt_query_text(q, info->path != NULL ? info->path : "");
  dt_query_real(q, info->score);
  dt_query_real(q, info->confidence);
  dt_query_real(q, info->fit);
  dt_query_count(q, (int64_t)info->records);
  if (dt_query_again(q, &s->failure) != DETM_OK) return;
  s->region_id = sqlite3_last_insert_rowid(s->spool->database);
  if (info->quality >= 0) insert_quality(s, info->quality);
  s->column_count = info->column_count;
  s->record = 0;
  s->place = IN_REGION;
}

static detm_status saving_region_begin(void *data, const detm_region_info *info, detm_error *error) {
  detm_saving *s = data;
  if (check_place(s, IN_PAGE)) insert_region(s, info);
  return report_saving_failure(s, error);
}

static detm_status saving_region_end(void *data, detm_error *error) {
  detm_saving *s = data;
  if (check_place(s, IN_REGION)) s->place = IN_PAGE;
  return report_saving_failure(s, error);
}

/* ---- records ---- */

static detm_status saving_record_begin(void *data, size_t number, detm_error *error) {
  detm_saving *s = data;
  if (check_place(s, IN_REGION)) {
    if (number <= s->record) dt_error_set(&s->failure, DETM_USAGE, "records are saved in rising numbers from 1");
    s->record = number;
    s->values = 0;
    s->place = IN_RECORD;
  }
  return report_saving_failure(s, error);
}

/* Inserts a value; NULL for a record without values. */
static void insert_value(detm_saving *s, const detm_field *value) {
  static const detm_field none = {.value = {"", 0}};
  dt_query *q = &s->value;
  const detm_field *f = value != NULL ? value : &none;

  dt_query_count(q, s->region_id);
  dt_query_count(q, (int64_t)s->record);
  dt_query_count(q, (int64_t)s->values++);

  if (value != NULL)
    dt_query_count(q, (int64_t)f->column);
  else
    dt_query_text(q, NULL);

  dt_query_bytes(q, f->value);
  if (f->markup.data != NULL)
    dt_query_bytes(q, f->markup);
  else
    dt_query_text(q, NULL);

  dt_query_text(q, f->by);
  bind_count(q, f->rank);
  dt_query_again(q, &s->failure);
}

static detm_status saving_field(void *data, const detm_field *value, detm_error *error) {
  detm_saving *s = data;
  if (check_place(s, IN_RECORD)) {
    if (value->column < s->column_count)
      insert_value(s, value);
    else
      dt_error_set(&s->failure, DETM_USAGE, "a field is saved whose column is not one of its region");
  }
  return report_saving_failure(s, error);
}

static detm_status saving_record_end(void *data, detm_error *error) {
  detm_saving *s = data;
  if (check_place(s, IN_RECORD)) {
    if (s->values == 0) insert_value(s, NULL);
    s->records++;
    s->place = IN_REGION;
  }
  return report_saving_failure(s, error);
}

/* ---- the run ---- */

static detm_store *open_spool(const detm_store *store, detm_error *error) {
  detm_store *spool = dt_allocate(sizeof *spool, error);
  if (spool == NULL) return NULL;
  spool->file = strdup(store->file); /* for messages */
  detm_status status = spool->file != NULL ? DETM_OK : dt_error_memory(error);
  if (status == DETM_OK) status = dt_connect(spool, DT_TEMPORARY_FILE, true, error);
  if (status == DETM_OK) return spool;
  detm_store_close(spool);
  return NULL;
}

static void begin_run(detm_saving *s, const char *command) {
  detm_error *error = &s->failure;
  dt_query q = dt_query_start(s->spool, "INSERT INTO run(began, command, pages, records) VALUES(?, ?, 0, 0)", error);

  dt_query_count(&q, (int64_t)time(NULL));
  dt_query_text(&q, command != NULL ? command : "");
  if (dt_query_run(&q) == DETM_OK) s->run_id = sqlite3_last_insert_rowid(s->spool->database);
  s->rule = dt_query_start(s->store,
                           "SELECT name, version FROM rule JOIN rule_version ON rule = id WHERE hash = ?"
                           " ORDER BY added DESC, version DESC LIMIT 1",
                           error);
  s->page = dt_query_start(s->spool,
                           "INSERT INTO page(run, name, url, hash, rule, rule_version, rule_hash, fit, problem, told)"
                           " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
                           error);
  s->page_info = dt_query_start(s->spool,
                                "UPDATE page SET name = ?2, encoding = ?3, file = ?4,"
                                " rule_version = iif(rule IS NULL, ?6, rule_version),"
                                " rule_hash = iif(rule IS NULL, ?7, rule_hash), rule = coalesce(rule, ?5), told = 1"
                                " WHERE id = ?1",
                                error);
  s->drifted = dt_query_start(s->spool, "INSERT OR IGNORE INTO drifted(page) VALUES(?)", error);
  s->source = dt_query_start(s->spool, "INSERT OR IGNORE INTO source(hash, length, bytes) VALUES(?, ?, ?)", error);
  s->kept = dt_query_start(s->spool, "INSERT OR REPLACE INTO kept(page, hash) VALUES(?, ?)", error);
  s->region = dt_query_start(s->spool,
                             "INSERT INTO region(page, layout, number, path, score, confidence, fit, records)"
                             " VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
                             error);
  s->quality = dt_query_start(s->spool, "INSERT INTO quality(region, share) VALUES(?, ?)", error);
  s->value = dt_query_start(s->spool,
                            "INSERT INTO value(region, record, number, place, text, markup, by, rank)"
                            " VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
                            error);
}

detm_saving *detm_store_save(detm_store *store, const char *command, detm_error *error) {
  detm_saving *s = dt_allocate(sizeof *s, error);
  if (s == NULL) return NULL;

  s->store = store;
  s->sink = (detm_sink){s,
                        saving_page_begin,
                        saving_region_begin,
                        saving_record_begin,
                        saving_field,
                        saving_record_end,
                        saving_region_end,
                        saving_page_end,
                        0,
                        0,
                        NULL,
                        0};
  s->spool = open_spool(store, &s->failure);
  if (s->spool != NULL && dt_transaction_begin(&s->transaction, s->spool, DT_TO_READ, &s->failure) == DETM_OK)
    begin_run(s, command);
  if (report_saving_failure(s, error) == DETM_OK) return s;

  detm_saving_free(s);
  return NULL;
}

const detm_sink *detm_saving_sink(detm_saving *s) { return &s->sink; }

static void end_queries(detm_saving *s) {
  dt_query_end(&s->rule);
  dt_query_end(&s->page);
  dt_query_end(&s->page_info);
  dt_query_end(&s->drifted);
  dt_query_end(&s->source);
  dt_query_end(&s->kept);
  dt_query_end(&s->region);
  dt_query_end(&s->quality);
  dt_query_end(&s->value);
}

/* Copies the rows of a table of the spool into the store by two statements. */
static void copy_rows(detm_saving *s, const char *select, const char *insert) {
  if (s->failure.status != DETM_OK) return;
  dt_query from = dt_query_start(s->spool, select, &s->failure);
  dt_query to = dt_query_start(s->store, insert, &s->failure);
  while (from.status == DETM_OK && to.status == DETM_OK && dt_query_row(&from)) {
    int columns = sqlite3_column_count(from.statement);
    for (int c = 0; c < columns; c++) dt_query_value(&to, sqlite3_column_value(from.statement, c));
    dt_query_again(&to, &s->failure);
  }
  dt_query_end(&from);
  dt_query_end(&to);
}

/* The highest number of a table of the store, which the numbers of the spool follow. */
static long long highest(detm_saving *s, const char *sql) {
  int64_t number = 0;
  if (s->failure.status == DETM_OK) dt_sql_number(s->store, sql, &number, &s->failure);
  return (long long)number;
}

/* Copies the run into the store. */
static void copy_run(detm_saving *s) {
  char sql[400];
  copy_rows(s, "SELECT began, command, pages, records FROM run",
            "INSERT INTO run(began, command, pages, records) VALUES(?1, ?2, ?3, ?4)");
  if (s->failure.status != DETM_OK) return;
  long long run = sqlite3_last_insert_rowid(s->store->database);
  long long pages = highest(s, "SELECT coalesce(max(id), 0) FROM page");
  long long layouts = highest(s, "SELECT coalesce(max(id), 0) FROM layout");
  long long regions = highest(s, "SELECT coalesce(max(id), 0) FROM region");
  snprintf(sql, sizeof sql,
           "INSERT INTO page(id, run, name, encoding, file, url, hash, rule, rule_version, rule_hash, fit,"
           " problem, told) VALUES(?1 + %lld, %lld, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
           pages, run);
  copy_rows(s,
            "SELECT id, name, encoding, file, url, hash, rule, rule_version, rule_hash, fit, problem, told FROM page"
            " ORDER BY id",
            sql);
  snprintf(sql, sizeof sql, "INSERT INTO drifted(page) VALUES(?1 + %lld)", pages);
  copy_rows(s, "SELECT page FROM drifted ORDER BY page", sql);
  copy_rows(s, "SELECT hash, length, bytes FROM source",
            "INSERT OR IGNORE INTO source(hash, length, bytes) VALUES(?1, ?2, ?3)");
  snprintf(sql, sizeof sql, "INSERT INTO kept(page, hash) VALUES(?1 + %lld, ?2)", pages);
  copy_rows(s, "SELECT page, hash FROM kept ORDER BY page", sql);
  snprintf(sql, sizeof sql, "INSERT INTO layout(id, run) VALUES(?1 + %lld, %lld)", layouts, run);
  copy_rows(s, "SELECT id FROM layout ORDER BY id", sql);
  snprintf(sql, sizeof sql, "INSERT INTO field(layout, place, name, type, list) VALUES(?1 + %lld, ?2, ?3, ?4, ?5)",
           layouts);
  copy_rows(s, "SELECT layout, place, name, type, list FROM field", sql);
  snprintf(sql, sizeof sql,
           "INSERT INTO region(id, page, layout, number, path, score, confidence, fit, records)"
           " VALUES(?1 + %lld, ?2 + %lld, ?3 + %lld, ?4, ?5, ?6, ?7, ?8, ?9)",
           regions, pages, layouts);
  copy_rows(s, "SELECT id, page, layout, number, path, score, confidence, fit, records FROM region ORDER BY id", sql);
  snprintf(sql, sizeof sql, "INSERT INTO quality(region, share) VALUES(?1 + %lld, ?2)", regions);
  copy_rows(s, "SELECT region, share FROM quality ORDER BY region", sql);
  snprintf(sql, sizeof sql,
           "INSERT INTO value(region, record, number, place, text, markup, by, rank)"
           " VALUES(?1 + %lld, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
           regions);
  copy_rows(s, "SELECT region, record, number, place, text, markup, by, rank FROM value", sql);
  s->run_id = run;
}

detm_status detm_saving_commit(detm_saving *s, size_t *run, detm_error *error) {
  dt_transaction t;
  if (s->place == PAGE_ADDED) s->place = OUTSIDE;

  if (check_place(s, OUTSIDE)) {
    dt_query q = dt_query_start(s->spool, "UPDATE run SET pages = ?, records = ? WHERE id = ?", &s->failure);
    dt_query_count(&q, (int64_t)s->pages);
    dt_query_count(&q, (int64_t)s->records);
    dt_query_count(&q, s->run_id);
    dt_query_run(&q);
  }

  end_queries(s);
  s->place = ENDED;

  if (s->failure.status == DETM_OK && dt_transaction_begin(&t, s->store, DT_TO_WRITE, &s->failure) == DETM_OK) {
    copy_run(s);
    dt_transaction_end(&t, s->failure.status, &s->failure);
  }

  if (run != NULL) *run = s->failure.status == DETM_OK ? (size_t)s->run_id : 0;
  return report_saving_failure(s, error);
}

void detm_saving_free(detm_saving *s) {
  if (s == NULL) return;
  end_queries(s);
  if (s->spool != NULL) dt_transaction_end(&s->transaction, DETM_USAGE, NULL);
  detm_store_close(s->spool);
  for (size_t i = 0; i < s->layout_count; i++) dt_buffer_free(&s->layouts[i].columns);
  dt_buffer_free(&s->columns);
  free(s);
}
