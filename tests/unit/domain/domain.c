/* Tests of src/domain/domain.c and naming.c: canonical names of fields. */
#include "domain/domain.h"
#include "allocation.h"
#include "leaks.h"

#include <criterion/criterion.h>
#include <detm/detm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(domain, .fini = find_leaks);

#define DOMAIN(fields) "<domain xmlns=\"urn:detm:domain:1\" name=\"hats\">" fields "</domain>"

static const char hats[] = DOMAIN("<field name=\"colour\" property=\"color\">"
                                  "<captions lang=\"en\">Colour | Color</captions>"
                                  "<captions lang=\"de\">Farbe</captions></field>"
                                  "<field name=\"size\" type=\"number\"><captions lang=\"en\">size</captions></field>"
                                  "<field name=\"fit\"><captions lang=\"en\">size</captions></field>"
                                  "<field name=\"code\"><pattern alone=\"yes\">^H-[0-9]+$</pattern></field>");

static detm_domain *load(const char *xml) {
  detm_error error = DETM_ERROR_NONE;
  detm_domain *domain = detm_domain_load(xml, strlen(xml), "hats.xml", &error);
  cr_assert_not_null(domain, "%s", error.text);
  return domain;
}

static detm_domains *stock(void) {
  detm_error error = DETM_ERROR_NONE;
  detm_domains *domains = detm_domains_stock(&error);
  cr_assert_not_null(domains, "%s", error.text);
  return domains;
}

static void expect_field(const detm_domain *domain, const char *label, const char *value, const char *name) {
  const char *field = detm_domain_field(domain, label, value);
  if (name == NULL)
    cr_expect_null(field, "%s", label != NULL ? label : value);
  else
    cr_expect(field != NULL && strcmp(field, name) == 0, "%s: %s", label != NULL ? label : value, field);
}

/* ---- captions and values ---- */

Test(domain, captions_match_despite_case_punctuation_and_spaces) {
  detm_domain *domain = load(hats);
  static const char *const labels[] = {"Colour", "COLOR:", "  farbe ", "color (", "Farbe：", "colour"};
  for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) expect_field(domain, labels[i], NULL, "colour");
  expect_field(domain, "colours", NULL, NULL);
  expect_field(domain, "", NULL, NULL);
  expect_field(domain, NULL, NULL, NULL);
  detm_domain_free(domain);
}

Test(domain, value_decides_between_fields_of_one_caption) {
  detm_domain *domain = load(hats);
  expect_field(domain, "Size", "58", "size");
  expect_field(domain, "Size", "loose", "fit");
  expect_field(domain, "Size", NULL, "size");
  detm_domain_free(domain);
}

Test(domain, value_identifies_a_field_of_a_distinct_type) {
  detm_domain *domain = load(hats);
  expect_field(domain, NULL, "H-123", "code");
  expect_field(domain, "Whatever", "H-123", "code");
  expect_field(domain, "Colour", "H-123", "colour");
  expect_field(domain, NULL, "123", NULL);
  detm_domain_free(domain);
}

Test(domain, stock_domains_have_captions_in_many_languages) {
  static const char *const words[][3] = {{"books", "Autor", "author"},
                                         {"books", "作者", "author"},
                                         {"books", "Auteur(s)", "author"},
                                         {"books", "Издательство", "publisher"},
                                         {"books", "出版社", "publisher"},
                                         {"books", "ISBN-13:", "isbn-13"},
                                         {"cars", "Kilometerstand", "mileage"},
                                         {"cars", "走行距離", "mileage"},
                                         {"cars", "Przebieg", "mileage"},
                                         {"jobs", "Salaire", "salary"},
                                         {"jobs", "勤務地", "location"},
                                         {"people", "Fecha de nacimiento", "birth-date"},
                                         {"products", "Artikelnummer", "sku"},
                                         {"products", "Prezzo", "price"},
                                         {"recipes", "Ingrediënten", "ingredients"},
                                         {"recipes", "调料", NULL},
                                         {"news", "Опубликовано", "date"},
                                         {"recipes", "recipeIngredient", "ingredients"}};
  detm_domains *domains = stock();
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const detm_domain *domain = detm_domains_find(domains, words[i][0]);
    cr_assert_not_null(domain, "%s", words[i][0]);
    expect_field(domain, words[i][1], NULL, words[i][2]);
  }
  expect_field(detm_domains_find(domains, "books"), NULL, "978-1-55001-204-6", "isbn");
  expect_field(detm_domains_find(domains, "people"), NULL, "lena@example.org", "email");
  cr_expect_null(detm_domains_find(domains, "hats"));
  cr_expect_eq(detm_domains_count(domains), 7);
  cr_expect_null(detm_domains_get(domains, 7));
  detm_domains_free(domains);
}

/* ---- broken files ---- */

Test(domain, reports_faults_of_a_file_with_their_line) {
  static const char *const files[][2] = {
      {"", "empty"},
      {"<domain name=\"a\"/>", "namespace"},
      {"<wrapper xmlns=\"urn:detm:wrapper:1\"/>", "domain"},
      {"<domain xmlns=\"urn:detm:domain:2\" name=\"a\"/>", "version"},
      {"<domain xmlns=\"urn:detm:domain:1\" name=\"a\"></domain>", "no <field>"},
      {"<domain xmlns=\"urn:detm:domain:1\"><field name=\"a\"/></domain>", "name"},
      {DOMAIN("<field name=\"a\"/><field name=\"a\"/>"), "second field"},
      {DOMAIN("<field name=\"@a\"/>"), "@a"},
      {DOMAIN("<field name=\"a\" type=\"cheese\"/>"), "cheese"},
      {DOMAIN("<field name=\"a\"><captions>x</captions></field>"), "lang"},
      {DOMAIN("<field name=\"a\"><captions lang=\"en\">x | ?</captions></field>"), "letters"},
      {DOMAIN("<field name=\"a\"><pattern>(</pattern></field>"), "pattern"},
      {DOMAIN("<field name=\"a\"><pattern>a</pattern><pattern>b</pattern></field>"), "one <pattern>"},
      {DOMAIN("<colour/>"), "colour"},
      {"<!DOCTYPE domain [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><domain xmlns=\"urn:detm:domain:1\" name=\"a\">"
       "<field name=\"a\"><captions lang=\"en\">&e;</captions></field></domain>",
       "DOCTYPE"}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    detm_error error = DETM_ERROR_NONE;
    detm_domain *domain = detm_domain_load(files[i][0], strlen(files[i][0]), "a.xml", &error);
    cr_expect_null(domain, "%s", files[i][0]);
    cr_expect_eq(error.status, DETM_BAD_FILE, "%s", files[i][0]);
    cr_expect_not_null(strstr(error.text, files[i][1]), "%s: %s", files[i][0], error.text);
    cr_expect_str_eq(error.where, "a.xml");
    cr_expect_geq(error.line, 1);
    detm_domain_free(domain);
  }
}

Test(domain, pattern_that_reaches_its_limit_matches_nothing) {
  detm_domain *domain = load(DOMAIN("<field name=\"a\"><pattern alone=\"yes\">^(a+)+$</pattern></field>"));
  expect_field(domain, NULL, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", NULL);
  detm_domain_free(domain);
}

/* ---- naming ---- */

static detm_page *parse(const char *markup) {
  detm_page_options options = detm_page_defaults;
  options.parts = DETM_PAGE_BOTH;
  detm_page *page = detm_page_parse(markup, strlen(markup), &options, NULL);
  cr_assert_not_null(page);
  return page;
}

static detm_fields *fields_of(const detm_page *page) {
  detm_fields *fields = detm_fields_find(&page, 1, NULL, NULL);
  cr_assert_not_null(fields);
  return fields;
}

static const char *name_of(const detm_fields *fields, const char *value) {
  for (size_t id = 0; id < detm_fields_count(fields); id++)
    if (strcmp(detm_fields_value_get(fields, id, 0, 0)->text, value) == 0) return detm_fields_get(fields, id)->name;
  return "";
}

static const char german[] =
    "<title>Neun Fähren</title><h1>Neun Fähren</h1><table><tr><th>Autor<td>Oskar Lind</tr>"
    "<tr><th>Verlag<td>Kormoran</tr><tr><th>Seitenzahl<td>176</tr><tr><th>Einband<td>Leinen</tr>"
    "<tr><th>Lager<td>Nord</tr></table><p>978-1-55001-377-7</p>";

Test(domain, fields_get_canonical_names) {
  detm_page *page = parse(german);
  detm_domains *domains = stock();
  detm_fields *fields = fields_of(page);
  const detm_domain *domain = detm_domains_of_fields(domains, fields);
  cr_assert_not_null(domain);
  cr_expect_str_eq(detm_domain_name(domain), "books");
  cr_expect_eq(detm_domain_name_fields(domain, fields, NULL), DETM_OK);
  cr_expect_str_eq(name_of(fields, "Neun Fähren"), "title");
  cr_expect_str_eq(name_of(fields, "Oskar Lind"), "author");
  cr_expect_str_eq(name_of(fields, "Kormoran"), "publisher");
  cr_expect_str_eq(name_of(fields, "176"), "pages");
  cr_expect_str_eq(name_of(fields, "Leinen"), "format");
  cr_expect_str_eq(name_of(fields, "Nord"), "lager", "other names stay");
  cr_expect_str_eq(name_of(fields, "978-1-55001-377-7"), "isbn");
  detm_fields_free(fields);
  detm_domains_free(domains);
  detm_page_free(page);
}

/* A domain whose first fields do not describe the page. */
static detm_domain *load_large(void) {
  static char text[1 << 16] = "<domain xmlns=\"urn:detm:domain:1\" name=\"large\">";
  static const char *const captions[] = {"Autor", "Verlag", "Seitenzahl", "Einband", NULL};
  size_t end = strlen(text);
  for (int i = 0; i < 300; i++) end += (size_t)snprintf(text + end, sizeof text - end, "<field name=\"other-%d\"/>", i);
  for (int i = 0; captions[i] != NULL; i++)
    end += (size_t)snprintf(text + end, sizeof text - end,
                            "<field name=\"f%d\"><captions lang=\"de\">%s</captions></field>", i, captions[i]);
  snprintf(text + end, sizeof text - end, "</domain>");
  return load(text);
}

Test(domain, is_found_by_the_last_of_many_fields) {
  detm_domain *large = load_large();
  detm_domains domains = {.lock = PTHREAD_MUTEX_INITIALIZER, .domains = &large, .count = 1};
  detm_page *page = parse(german);
  detm_fields *fields = fields_of(page);
  cr_expect_eq(detm_domains_of_fields(&domains, fields), large);
  detm_fields_free(fields);
  detm_page_free(page);
  detm_domain_free(large);
}

Test(domain, names_stay_unique) {
  detm_page *page = parse("<p>Autor: Ann</p><p>Author: Ben</p><p>Verfasser: Cid</p>");
  detm_domains *domains = stock();
  detm_fields *fields = fields_of(page);
  cr_expect_eq(detm_domain_name_fields(detm_domains_find(domains, "books"), fields, NULL), DETM_OK);
  for (size_t id = 0; id < detm_fields_count(fields); id++)
    for (size_t other = 0; other < id; other++)
      cr_expect_str_neq(detm_fields_get(fields, id)->name, detm_fields_get(fields, other)->name);
  detm_fields_free(fields);
  detm_domains_free(domains);
  detm_page_free(page);
}

Test(domain, is_not_chosen_for_a_page_with_too_little_evidence) {
  static const char *const pages[] = {"<h1>A</h1><p>Price: $4</p><p>Date: 1 May 2020</p><p>Description: old</p>",
                                      "<p>nothing here</p>", ""};
  detm_domains *domains = stock();
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    detm_page *page = parse(pages[i]);
    detm_fields *fields = fields_of(page);
    cr_expect_null(detm_domains_of_fields(domains, fields), "%s", pages[i]);
    detm_fields_free(fields);
    detm_page_free(page);
  }
  detm_domains_free(domains);
}

static const char chinese[] =
    "<ul><li><h2>红楼梦</h2><p>作者：曹雪芹</p><p>出版社：人民</p><p>定价：59.80元</p><p>页数：900</p></li>"
    "<li><h2>三国演义</h2><p>作者：罗贯中</p><p>出版社：中华</p><p>定价：39.00元</p><p>页数：800</p></li>"
    "<li><h2>水浒传</h2><p>作者：施耐庵</p><p>出版社：岳麓</p><p>定价：45.50元</p><p>页数：700</p></li></ul>";

/* The names and values of all records of a result, in order. */
static detm_status take_field(void *data, const detm_field *field, detm_error *error) {
  (void)error;
  char *out = data;
  strcat(strcat(out, field->name), "=");
  strncat(out, field->value.data, field->value.length);
  strcat(out, ";");
  return DETM_OK;
}

static void expect_values(const detm_result *result, const char *expected) {
  char out[2000] = "";
  detm_sink sink = {.data = out, .field = take_field};
  cr_assert_eq(detm_result_emit(result, &sink, NULL), DETM_OK);
  cr_expect_eq(strncmp(out, expected, strlen(expected)), 0, "%s", out);
}

static const char first_book[] = "title=红楼梦;author=曹雪芹;publisher=人民;price=59.80元;pages=900;";

Test(domain, wrapper_gets_canonical_names_and_works) {
  detm_page *page = parse(chinese);
  detm_domains *domains = stock();
  detm_wrapper *wrapper = detm_wrapper_learn((const detm_page *const *)&page, 1, &detm_extract_defaults, NULL);
  cr_assert_not_null(wrapper);
  const detm_domain *domain = detm_domains_of_wrapper(domains, wrapper);
  cr_assert_not_null(domain);
  cr_expect_str_eq(detm_domain_name(domain), "books");
  cr_expect_eq(detm_domain_name_wrapper(domain, wrapper, NULL), DETM_OK);
  detm_result *result = detm_wrapper_apply(wrapper, page, &detm_extract_defaults, NULL);
  cr_assert_not_null(result);
  expect_values(result, first_book);
  detm_result_free(result);
  detm_wrapper_free(wrapper);
  detm_domains_free(domains);
  detm_page_free(page);
}

Test(domain, result_of_extract_gets_canonical_names) {
  detm_page *page = parse(chinese);
  detm_domains *domains = stock();
  detm_result *result = detm_extract(page, &detm_extract_defaults, NULL);
  cr_assert_not_null(result);
  cr_expect_eq(detm_domains_name_result(domains, NULL, result, NULL), DETM_OK);
  detm_domains_free(domains);
  expect_values(result, first_book);
  detm_result_free(result);
  detm_page_free(page);
}

/* ---- lazy reading ---- */

static const detm_domain *elected_for(const detm_domains *domains, const char *markup) {
  detm_page *page = parse(markup);
  detm_fields *fields = fields_of(page);
  const detm_domain *domain = detm_domains_of_fields(domains, fields);
  detm_fields_free(fields);
  detm_page_free(page);
  return domain;
}

Test(domain, stock_domains_are_read_when_needed) {
  detm_domains *domains = stock();
  cr_expect_null(elected_for(domains, "<p>Autor: Ann</p>"));
  for (size_t i = 0; i < detm_domains_count(domains); i++) cr_expect_null(domains->domains[i]);
  const detm_domain *books = elected_for(domains, german);
  cr_assert_not_null(books);
  cr_expect_eq(detm_domains_find(domains, "books"), books);
  cr_expect_null(detm_domains_find(domains, "cheese"));
  cr_expect_null(detm_domains_get(domains, detm_domains_count(domains)));
  detm_domains_free(domains);
}

static detm_domain *load_stock_file(const char *name) {
  char path[4096];
  static char xml[1 << 16];
  const char *folder = getenv("top_srcdir");
  snprintf(path, sizeof path, "%s/templates/domains/%s.xml", folder == NULL ? "." : folder, name);
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file, "%s", path);
  xml[fread(xml, 1, sizeof xml - 1, file)] = '\0';
  fclose(file);
  return load(xml);
}

static void expect_same_text(const char *a, const char *b) {
  cr_expect((a == NULL) == (b == NULL) && (a == NULL || strcmp(a, b) == 0), "%s, %s", a, b);
}

/* They are made of tables that stock.awk makes of their files. */
Test(domain, stock_domains_are_as_their_files) {
  detm_domains *domains = stock();
  cr_assert_gt(detm_domains_count(domains), 0);
  for (size_t i = 0; i < detm_domains_count(domains); i++) {
    const detm_domain *domain = detm_domains_get(domains, i);
    detm_domain *file = load_stock_file(domain->name);
    expect_same_text(domain->name, file->name);
    cr_assert_eq(domain->field_count, file->field_count);
    for (uint32_t f = 0; f < file->field_count; f++) {
      expect_same_text(domain->fields[f].name, file->fields[f].name);
      expect_same_text(domain->fields[f].type, file->fields[f].type);
      cr_expect_eq(domain->fields[f].alone, file->fields[f].alone);
      cr_expect_eq(domain->fields[f].pattern == NULL, file->fields[f].pattern == NULL);
    }

    cr_assert_eq(domain->caption_count, file->caption_count);
    for (uint32_t c = 0; c < file->caption_count; c++) {
      cr_expect_eq(domain->captions[c].field, file->captions[c].field);
      cr_expect_eq(domain->captions[c].before, file->captions[c].before);
    }

    const dt_lookup *hashes = &domain->last_captions.lookup, *of_file = &file->last_captions.lookup;
    cr_assert_eq(hashes->count, of_file->count);
    cr_expect_arr_eq(hashes->keys, of_file->keys, hashes->count * sizeof *hashes->keys);
    detm_domain_free(file);
  }
  detm_domains_free(domains);
}

Test(domain, stock_domains_are_named_like_their_files) {
  detm_domains *domains = stock();
  cr_assert_gt(detm_domains_count(domains), 0);
  for (size_t i = 0; i < detm_domains_count(domains); i++) {
    const detm_domain *domain = detm_domains_get(domains, i);
    cr_assert_not_null(domain);
    cr_expect_eq(detm_domains_find(domains, detm_domain_name(domain)), domain);
  }
  detm_domains_free(domains);
}

static void *get_all(void *data) {
  const detm_domains *domains = data;
  for (size_t i = 0; i < detm_domains_count(domains); i++)
    if (detm_domains_get(domains, i) == NULL) return data;
  return NULL;
}

Test(domain, threads_may_share_a_domain_that_is_read_lazily) {
  enum { THREADS = 4 };
  detm_domains *domains = stock();
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) cr_assert_eq(pthread_create(&threads[i], NULL, get_all, domains), 0);
  for (int i = 0; i < THREADS; i++) {
    void *failed;
    pthread_join(threads[i], &failed);
    cr_expect_null(failed);
  }
  detm_domains_free(domains);
}

/* ---- lack of memory ---- */

Test(domain, lack_of_memory_is_an_error) {
  for (size_t number = 1; number < 1000; number++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(number);
    detm_domain *domain = detm_domain_load(hats, strlen(hats), "hats.xml", &error);
    allocation_fail_from(0);
    bool done = domain != NULL;
    if (!done) cr_expect_eq(error.status, DETM_NO_MEMORY, "%zu: %s", number, error.text);
    detm_domain_free(domain);
    if (done) break;
    cr_assert_lt(number, 999);
  }
}

Test(domain, names_stay_unchanged_without_memory) {
  detm_page *page = parse(german);
  detm_domains *domains = stock();
  const detm_domain *books = detm_domains_find(domains, "books");
  detm_status status = DETM_NO_MEMORY;
  for (size_t number = 1; status != DETM_OK; number++) {
    detm_error error = DETM_ERROR_NONE;
    detm_fields *fields = fields_of(page);
    allocation_fail_from(number);
    status = detm_domain_name_fields(books, fields, &error);
    allocation_fail_from(0);
    cr_assert(number > 1 || status != DETM_OK);
    if (status != DETM_OK) {
      cr_assert_eq(status, DETM_NO_MEMORY);
      cr_expect_str_eq(name_of(fields, "Oskar Lind"), "autor");
    }
    detm_fields_free(fields);
  }
  detm_domains_free(domains);
  detm_page_free(page);
}
