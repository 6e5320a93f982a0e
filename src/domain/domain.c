/* domain/domain.c: reads domain files, and finds a field by caption or value. */
#include "domain/domain.h"

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

/* Adds a caption of the last field, unless it has it.  Returns false if it has no letters or digits, or is too long. */
static bool add_caption(detm_domain *domain, detm_text text) {
  uint64_t hash = hash_caption(text);
  if (hash == 0) return false;
  uint32_t field = domain->field_count - 1, *last = dt_map_at(&domain->last_captions, hash);
  if (*last != 0 && domain->captions[*last - 1].field == field) return true;
  DT_RESERVE(&domain->arena, domain->captions, domain->caption_count, domain->caption_capacity, 1);
  domain->captions[domain->caption_count++] = (dt_domain_caption){field, *last};
  *last = domain->caption_count;
  return true;
}

static dt_domain_field *add_domain_field(detm_domain *domain, dt_domain_field field) {
  DT_RESERVE(&domain->arena, domain->fields, domain->field_count, domain->field_capacity, 1);
  domain->fields[domain->field_count] = field;
  return &domain->fields[domain->field_count++];
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
}

static void read_caption(dt_reader *r, detm_text text) {
  detm_domain *domain = r->data;
  dt_refuse_above(r, domain->caption_count, MAX_CAPTIONS, "captions");
  if (!add_caption(domain, text))
    dt_refuse(r, "a caption must have letters or digits, and at most %d bytes", MAX_CAPTION_LENGTH);
}

/* Adds words as captions of the last field. */
static void add_captions(dt_reader *r, const char *words, const char *separators) {
  for (const char *at = words; *at != '\0'; at += *at != '\0') {
    size_t length = strcspn(at, separators);
    if (strspn(at, " \t\r\n") < length) read_caption(r, (detm_text){at, length});
    at += length;
  }
}

static void begin_domain_field(dt_reader *r) {
  detm_domain *domain = r->data;
  dt_refuse_above(r, domain->field_count, DT_MAX_DOMAIN_FIELDS, "fields");
  dt_domain_field *field = add_domain_field(domain, (dt_domain_field){.name = NULL});
  field->name = dt_read_field_name(r, "name");
  for (uint32_t i = 0; i + 1 < domain->field_count; i++)
    if (strcmp(domain->fields[i].name, field->name) == 0) dt_refuse(r, "a second field \"%.80s\"", field->name);
  dt_read_choice(r, "type", "text number price date url");
  field->type = dt_read_value(r, "type");
  read_caption(r, dt_text(field->name));
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
  dt_map_start(&domain->last_captions, &domain->arena, 0);
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

uint32_t dt_domain_find(const detm_domain *domain, const char *label, const char *value) {
  uint64_t hash = label != NULL ? hash_caption(dt_text(label)) : 0;
  uint32_t found = DT_NO_DOMAIN_FIELD, fitting = DT_NO_DOMAIN_FIELD; /* the first fields */
  uint32_t caption = hash != 0 ? dt_map_get(&domain->last_captions, hash) : 0;
  for (; caption != 0; caption = domain->captions[caption - 1].before) {
    found = domain->captions[caption - 1].field;
    if (value != NULL && fits(&domain->fields[found], dt_text(value))) fitting = found;
  }

  if (fitting != DT_NO_DOMAIN_FIELD) return fitting;
  for (uint32_t i = 0; i < domain->field_count && found == DT_NO_DOMAIN_FIELD && value != NULL; i++)
    if (domain->fields[i].alone && fits_field_pattern(&domain->fields[i], dt_text(value))) found = i;
  return found;
}

const char *detm_domain_field(const detm_domain *domain, const char *label, const char *value) {
  uint32_t found = dt_domain_find(domain, label, value);
  return found != DT_NO_DOMAIN_FIELD ? domain->fields[found].name : NULL;
}

/* ---- built-in domains ---- */

/* A stock domain in the making. */
typedef struct stock_making {
  const dt_stock_domain *stock;
  detm_domain *domain;
  dt_scope scope;
} stock_making;

static void add_stock_fields(void *data) {
  enum { MOST_CAPTIONS = 1000 };
  stock_making *m = data;
  dt_map_start(&m->domain->last_captions, &m->domain->arena, MOST_CAPTIONS);
  for (const dt_stock_field *from = m->stock->fields; from->name != NULL; from++) {
    dt_domain_field *field =
        add_domain_field(m->domain, (dt_domain_field){.name = from->name, .type = from->type, .alone = from->alone});
    char fault[MAX_TEXT_LENGTH];
    if (from->pattern != NULL) field->pattern = dt_pattern_compile(from->pattern, fault, sizeof fault);
    if (from->pattern != NULL && field->pattern == NULL) dt_scope_leave(&m->scope, DETM_NO_MEMORY);

    for (const char *at = from->captions; *at != '\0'; at += *at != '\0') {
      size_t length = strcspn(at, "|");
      add_caption(m->domain, (detm_text){at, length});
      at += length;
    }
  }
}

/* Returns NULL without memory. */
static detm_domain *make_stock_domain(const dt_stock_domain *stock) {
  stock_making m = {.stock = stock, .domain = calloc(1, sizeof *m.domain)};
  if (m.domain == NULL) return NULL;
  m.domain->name = stock->name;
  dt_scope_start(&m.scope, 0);
  dt_arena_start(&m.domain->arena, &m.scope);
  bool made = dt_scope_run(&m.scope, add_stock_fields, &m);
  m.domain->arena.scope = NULL;
  if (made) return m.domain;
  detm_domain_free(m.domain);
  return NULL;
}

detm_domains *detm_domains_stock(detm_error *error) {
  size_t count = 0;
  while (dt_stock_domains[count].name != NULL) count++;
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

const detm_domain *detm_domains_get(const detm_domains *domains, size_t number) {
  if (number >= domains->count) return NULL;
  pthread_mutex_t *lock = (pthread_mutex_t *)&domains->lock;
  pthread_mutex_lock(lock);
  if (domains->domains[number] == NULL) domains->domains[number] = make_stock_domain(&dt_stock_domains[number]);
  const detm_domain *domain = domains->domains[number];
  pthread_mutex_unlock(lock);
  return domain;
}

const detm_domain *detm_domains_find(const detm_domains *domains, const char *name) {
  for (size_t i = 0; i < domains->count; i++)
    if (strcmp(dt_stock_domains[i].name, name) == 0) return detm_domains_get(domains, i);
  return NULL;
}
