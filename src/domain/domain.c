/* domain/domain.c: reads domain files, and finds a field by caption or value. */
#include "domain/domain.h"

#include "base/embedded.h"
#include "base/search.h"
#include "base/vec.h"
#include "template/apply/pattern.h"
#include "text/fold.h"
#include "values/value_kind.h"
#include "xmlfile/reader.h"

#include <stdlib.h>

/* A file may come from anybody: these are far above what a domain needs, and loading stays short. */
enum { MAX_TEXT_LENGTH = 200, MAX_CAPTION_LENGTH = 120, MAX_BYTES = 4 << 20, MAX_CAPTIONS = 100000 };

/* ---- captions ---- */

/* Returns a hash of the letters and digits of a caption, without case; 0 for other captions. */
static uint64_t hash_caption(detm_text text) {
  static const char wide_colon[] = "\xEF\xBC\x9A";
  char word[MAX_CAPTION_LENGTH];
  while (text.length > 0 && text.data[text.length - 1] == ' ') text.length--;
  if (text.length > 3 && memcmp(text.data + text.length - 3, wide_colon, 3) == 0) text.length -= 3;
  if (text.length > sizeof word) return 0;
  size_t length = dt_squeeze_word(text, word);
  return length != 0 ? dt_hash_bytes(word, length, 23) | 1 : 0;
}

static int by_hash(const void *a, const void *b) {
  const dt_domain_caption *x = a, *y = b;
  if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
  return (x->field > y->field) - (x->field < y->field);
}

static void add_field_caption(dt_reader *r, detm_domain *domain, detm_text text) {
  uint64_t hash = hash_caption(text);
  if (hash == 0) dt_refuse(r, "a caption must have letters or digits, and at most %d bytes", MAX_CAPTION_LENGTH);
  dt_refuse_above(r, domain->caption_count, MAX_CAPTIONS, "captions");
  DT_RESERVE(r->arena, domain->captions, domain->caption_count, domain->caption_capacity, 1);
  domain->captions[domain->caption_count++] = (dt_domain_caption){hash, domain->field_count - 1};
}

/* ---- the file ---- */

typedef enum form { DOMAIN, FIELD, CAPTIONS, PATTERN, FORMS } form;

static dt_domain_field *last_field(dt_reader *r) {
  detm_domain *domain = r->data;
  return &domain->fields[domain->field_count - 1];
}

static void begin_domain(dt_reader *r) { ((detm_domain *)r->data)->name = dt_read_name(r, "name"); }

static void end_domain(dt_reader *r) {
  detm_domain *domain = r->data;
  if (domain->field_count == 0) dt_refuse(r, "the domain has no <field>");
  if (domain->caption_count != 0) qsort(domain->captions, domain->caption_count, sizeof *domain->captions, by_hash);
}

/* Adds words as captions of the last field. */
static void add_captions(dt_reader *r, const char *words, const char *separators) {
  for (const char *at = words; *at != '\0'; at += *at != '\0') {
    size_t length = strcspn(at, separators);
    if (hash_caption((detm_text){at, length}) != 0 || strspn(at, " \t\r\n") < length)
      add_field_caption(r, r->data, (detm_text){at, length});
    at += length;
  }
}

static void begin_domain_field(dt_reader *r) {
  detm_domain *domain = r->data;
  dt_refuse_above(r, domain->field_count, DT_MAX_DOMAIN_FIELDS, "fields");
  DT_RESERVE(r->arena, domain->fields, domain->field_count, domain->field_capacity, 1);
  dt_domain_field *field = &domain->fields[domain->field_count];
  *field = (dt_domain_field){.name = NULL}; /* before it is counted, as the next calls may leave the scope */
  domain->field_count++;
  field->name = dt_read_field_name(r, "name");
  for (uint32_t i = 0; i + 1 < domain->field_count; i++)
    if (strcmp(domain->fields[i].name, field->name) == 0) dt_refuse(r, "a second field \"%.80s\"", field->name);
  dt_read_choice(r, "type", "text number price date url");
  field->type = dt_read_value(r, "type");
  add_field_caption(r, domain, dt_text(field->name));
  if (dt_read_value(r, "property") != NULL)
    add_captions(r, dt_read_text(r, "property", MAX_TEXT_LENGTH, ""), " \t\r\n");
}

static void end_captions(dt_reader *r) { add_captions(r, r->words.data, "|"); }

static void begin_pattern(dt_reader *r) { last_field(r)->alone = dt_read_flag(r, "alone"); }

static void end_pattern(dt_reader *r) {
  char fault[MAX_TEXT_LENGTH];
  dt_domain_field *field = last_field(r);
  if (field->pattern != NULL) dt_refuse(r, "a field has only one <pattern>");
  field->pattern = dt_pattern_compile(r->words.data, fault, sizeof fault);
  if (field->pattern == NULL && *fault == '\0') dt_scope_leave(&r->scope, DETM_NO_MEMORY);
  if (field->pattern == NULL) dt_refuse(r, "<pattern> is not a PCRE2 pattern: %s", fault);
}

#define IN(form) (1U << form)

static const dt_element_form forms[FORMS] = {
    [DOMAIN] = {"domain", "name!", IN(DT_READER_OUTSIDE), false, begin_domain, end_domain},
    [FIELD] = {"field", "name! type property", IN(DOMAIN), false, begin_domain_field, NULL},
    [CAPTIONS] = {"captions", "lang!", IN(FIELD), true, NULL, end_captions},
    [PATTERN] = {"pattern", "alone", IN(FIELD), true, begin_pattern, end_pattern},
};

static const dt_grammar grammar = {.what = "domain",
                                   .space = "urn:detm:domain:",
                                   .version = "1",
                                   .manual = "detm-domain.rng",
                                   .max_bytes = MAX_BYTES,
                                   .forms = forms,
                                   .form_count = FORMS};

detm_domain *detm_domain_load(const char *bytes, size_t length, const char *name, detm_error *error) {
  detm_domain *domain = calloc(1, sizeof *domain);
  if (domain == NULL) {
    dt_error_memory_at(error, name);
    return NULL;
  }
  dt_arena_start(&domain->arena, NULL);
  if (dt_read_file(&grammar, domain, &domain->arena, (detm_text){bytes, length}, name, error) == DETM_OK) return domain;
  detm_domain_free(domain);
  return NULL;
}

void detm_domain_free(detm_domain *domain) {
  if (domain == NULL) return;
  for (uint32_t i = 0; i < domain->field_count; i++) dt_pattern_free(domain->fields[i].pattern);
  dt_arena_free(&domain->arena);
  free(domain);
}

const char *detm_domain_name(const detm_domain *domain) { return domain->name; }

/* ---- finding ---- */

static bool fits_field_pattern(const dt_domain_field *field, detm_text value) {
  detm_text cut;
  return dt_pattern_cut(field->pattern, value, &cut) == DT_CUT_FOUND;
}

static bool fits(const dt_domain_field *field, detm_text value) {
  if (field->pattern != NULL) return fits_field_pattern(field, value);
  return field->type == NULL || strcmp(field->type, dt_type_of(value)) == 0;
}

/* Returns the first caption with this hash, or where it would be. */
static uint32_t first_caption(const detm_domain *domain, uint64_t hash) {
  uint32_t c;
  DT_LOWER_BOUND(c, 0, domain->caption_count, domain->captions[c].hash < hash);
  return c;
}

uint32_t dt_domain_find(const detm_domain *domain, const char *label, const char *value) {
  uint64_t hash = label != NULL ? hash_caption(dt_text(label)) : 0;
  uint32_t first = hash != 0 ? first_caption(domain, hash) : domain->caption_count, found = DT_NO_DOMAIN_FIELD;
  for (uint32_t i = first; i < domain->caption_count && domain->captions[i].hash == hash; i++) {
    uint32_t field = domain->captions[i].field;
    if (found == DT_NO_DOMAIN_FIELD) found = field;
    if (value != NULL && fits(&domain->fields[field], dt_text(value))) return field;
  }
  for (uint32_t i = 0; i < domain->field_count && found == DT_NO_DOMAIN_FIELD && value != NULL; i++)
    if (domain->fields[i].alone && fits_field_pattern(&domain->fields[i], dt_text(value))) found = i;
  return found;
}

const char *detm_domain_field(const detm_domain *domain, const char *label, const char *value) {
  uint32_t found = dt_domain_find(domain, label, value);
  return found != DT_NO_DOMAIN_FIELD ? domain->fields[found].name : NULL;
}

/* ---- built-in domains ---- */

detm_domains *detm_domains_stock(detm_error *error) {
  size_t count = 0;
  while (dt_domain_files[count].name != NULL) count++;
  detm_domains *domains = calloc(1, sizeof *domains);
  detm_domain **parsed = calloc(count + 1, sizeof *parsed);
  if (domains == NULL || parsed == NULL) {
    dt_error_memory(error);
    free(domains);
    free(parsed);
    return NULL;
  }
  *domains = (detm_domains){.lock = PTHREAD_MUTEX_INITIALIZER, .domains = parsed, .count = count};
  return domains;
}

void detm_domains_free(detm_domains *domains) {
  if (domains == NULL) return;
  for (size_t i = 0; i < domains->count; i++) detm_domain_free(domains->domains[i]);
  pthread_mutex_destroy(&domains->lock);
  free(domains->domains);
  free(domains);
}

size_t detm_domains_count(const detm_domains *domains) { return domains->count; }

/* Each domain is parsed when it is first used. */
const detm_domain *detm_domains_get(const detm_domains *domains, size_t number) {
  if (number >= domains->count) return NULL;
  const dt_embedded *file = &dt_domain_files[number];
  pthread_mutex_t *lock = (pthread_mutex_t *)&domains->lock;
  pthread_mutex_lock(lock);
  if (domains->domains[number] == NULL)
    domains->domains[number] = detm_domain_load((const char *)file->bytes, file->length, file->name, NULL);
  const detm_domain *domain = domains->domains[number];
  pthread_mutex_unlock(lock);
  return domain;
}

const detm_domain *detm_domains_find(const detm_domains *domains, const char *name) {
  for (size_t i = 0; i < domains->count; i++)
    if (strcmp(dt_domain_files[i].name, name) == 0) return detm_domains_get(domains, i);
  return NULL;
}
