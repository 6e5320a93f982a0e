/* store/interests.c: interests: the fields of a domain that the user wants. */
#include "store/sql.h"

#include "template/apply/pattern.h"
#include "text/field_name.h"

enum { MAX_WORD_LENGTH = 200 };

static detm_status check_word(const char *what, const char *word, bool name, detm_error *error) {
  size_t length = strlen(word);
  const char *fault = name ? dt_name_fault(word) : NULL;
  if (fault != NULL) return dt_error_set(error, DETM_USAGE, "'%.80s' is not a %s: %s", word, what, fault);
  if (length != 0 && length <= MAX_WORD_LENGTH && dt_utf8_valid(word, length) == length) return DETM_OK;
  return dt_error_set(error, DETM_USAGE, "'%.80s' is not a %s", word, what);
}

static detm_status check_interest(const detm_interest *interest, const char *name, detm_error *error) {
  const char *pattern = interest->pattern;
  char fault[256];
  detm_status status = check_word("domain", interest->domain, false, error);

  if (status == DETM_OK) status = check_word("field", interest->field, true, error);
  if (status == DETM_OK) status = check_word("name of a field", name, true, error);
  if (status != DETM_OK || pattern == NULL) return status;
  if (strlen(pattern) > DT_MAX_PATTERN_LENGTH) return dt_error_set(error, DETM_USAGE, "the pattern is too long");
  dt_pattern *compiled = dt_pattern_compile(pattern, fault, sizeof fault);
  dt_pattern_free(compiled);
  if (compiled != NULL) return DETM_OK;
  if (fault[0] == '\0') return dt_error_memory(error);
  return dt_error_set(error, DETM_USAGE, "'%.100s' is not a PCRE2 pattern: %s", pattern, fault);
}

/* Stores the interest; a name that another field of the domain has is DETM_USAGE. */
static detm_status put_checked(detm_store *store, const detm_interest *interest, const char *name, detm_error *error) {
  dt_query q = dt_query_start(store, "SELECT field FROM interest WHERE domain = ? AND name = ? AND field <> ?", error);
  dt_query_text(&q, interest->domain);
  dt_query_text(&q, name);
  dt_query_text(&q, interest->field);

  if (dt_query_row(&q))
    q.status =
        dt_error_set(error, DETM_USAGE, "the field %.80s of %.80s is already called %.80s: give this one another name",
                     dt_column_text(&q, 0), interest->domain, name);

  if (dt_query_end(&q) != DETM_OK) return q.status;
  q = dt_query_start(store, "REPLACE INTO interest(domain, field, name, pattern) VALUES(?, ?, ?, ?)", error);
  dt_query_text(&q, interest->domain);
  dt_query_text(&q, interest->field);
  dt_query_text(&q, name);
  dt_query_text(&q, interest->pattern);
  return dt_query_run(&q);
}

detm_status detm_store_put_interest(detm_store *store, const detm_interest *interest, detm_error *error) {
  const char *name = interest->name != NULL ? interest->name : interest->field;
  dt_transaction t;
  detm_status status = check_interest(interest, name, error);
  if (status != DETM_OK) return status;
  status = dt_transaction_begin(&t, store, DT_TO_WRITE, error);
  if (status == DETM_OK) status = put_checked(store, interest, name, error);
  return dt_transaction_end(&t, status, error);
}

detm_status detm_store_visit_interests(detm_store *store, const char *domain, detm_interest_visit visit, void *data,
                                       detm_error *error) {
  dt_query q = dt_query_start(
      store, "SELECT domain, field, name, pattern FROM interest WHERE ?1 IS NULL OR domain = ?1 ORDER BY domain, field",
      error);
  dt_query_text(&q, domain);
  while (dt_query_row(&q)) {
    detm_interest interest = {dt_column_name(&q, 0), dt_column_name(&q, 1), dt_column_name(&q, 2),
                              dt_column_text(&q, 3)};
    if (q.status == DETM_OK) q.status = visit(data, &interest, error);
  }
  return dt_query_end(&q);
}

detm_status detm_store_remove_interest(detm_store *store, const char *domain, const char *field, detm_error *error) {
  dt_query q = dt_query_start(store, "DELETE FROM interest WHERE domain = ?1 AND (?2 IS NULL OR field = ?2)", error);
  dt_query_text(&q, domain);
  dt_query_text(&q, field);
  detm_status status = dt_query_run(&q);
  if (status != DETM_OK || sqlite3_changes(store->database) != 0) return status;
  return dt_error_at(error, DETM_NOTHING, store->file, 0, 0, "has no interest in %.80s%s%.80s", domain,
                     field != NULL ? " " : "", field != NULL ? field : "");
}
