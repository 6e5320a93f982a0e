/* Tests of src/values: texts read as numbers, prices, dates and telephone numbers; the examples are in table.tsv. */
#include <detm/value.h>

#include "base/base.h"
#include "values/values.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(values_read, .fini = find_leaks);

/* A line of the table: kind, language, date of the page, text and value, separated by tabs; "-" = none. */
typedef struct example {
  char *kind, *language, *date, *text, *value;
} example;

static bool split(char *line, example *e) {
  char **parts[] = {&e->kind, &e->language, &e->date, &e->text, &e->value};
  line[strcspn(line, "\n")] = '\0';
  for (size_t i = 0; i < 5; i++) {
    *parts[i] = line;
    line = i < 4 ? strchr(line, '\t') : NULL;
    if (line != NULL) *line++ = '\0';
    if (line == NULL && i < 4) return false;
  }
  return true;
}

static const char *or_none(const char *text) { return strcmp(text, "-") == 0 ? NULL : text; }

static detm_value_kind kind_of(const char *name) {
  return *name == 'n'   ? DETM_VALUE_NUMBER
         : *name == 'p' ? DETM_VALUE_PRICE
         : *name == 't' ? DETM_VALUE_PHONE
                        : DETM_VALUE_DATE;
}

/* "1979", "10..20 USD", "2024-02-03" */
static void print(dt_buffer *out, const detm_value *value) {
  if (value->kind == DETM_VALUE_DATE || value->kind == DETM_VALUE_PHONE) {
    dt_buffer_text(out, value->kind == DETM_VALUE_DATE ? value->iso : value->digits);
    return;
  }
  dt_buffer_exact(out, value->number);
  if (value->high != value->number) {
    dt_buffer_text(out, "..");
    dt_buffer_exact(out, value->high);
  }
  if (value->unit[0] != '\0') dt_buffer_byte(out, ' ');
  dt_buffer_text(out, value->unit);
}

static void check(const example *e) {
  detm_error error = DETM_ERROR_NONE;
  detm_value value;
  dt_buffer found = {0};
  detm_locale *locale = detm_locale_new(or_none(e->language), or_none(e->date), &error);
  cr_assert_not_null(locale, "%s", error.text);
  if (detm_value_read(locale, NULL, kind_of(e->kind), dt_text(e->text), &value))
    print(&found, &value);
  else
    dt_buffer_byte(&found, '-');
  dt_buffer_byte(&found, '\0');
  cr_expect_str_eq(found.data, e->value, "%s, %s: \"%s\" is %s, should be %s", e->kind, e->language, e->text,
                   found.data, e->value);
  dt_buffer_free(&found);
  detm_locale_free(locale);
}

Test(values_read, reads_the_table) {
  char path[4096], line[1024];
  const char *source = getenv("top_srcdir");
  snprintf(path, sizeof path, "%s/tests/unit/values/table.tsv", source == NULL ? "." : source);
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file, "%s", path);
  size_t lines = 0;
  for (example e; fgets(line, sizeof line, file) != NULL; lines++) {
    cr_assert(split(line, &e), "line %zu of the table", lines + 1);
    check(&e);
  }
  cr_expect_gt(lines, 300);
  fclose(file);
}

/* Expects the same values of the bytes in their text and in a copy of exactly their size, so that memory checkers see a
 * read beyond it. Returns the number of kinds that have a value. */
static size_t expect_same_in_copy(const detm_locale *locale, const char *bytes, size_t length) {
  char *copy = malloc(length + (length == 0));
  memcpy(copy, bytes, length);
  size_t found = 0;
  for (int kind = DETM_VALUE_NUMBER; kind <= DETM_VALUE_DATE; kind++) {
    detm_value within = {.kind = (detm_value_kind)kind}, alone = within;
    int read = detm_value_read(locale, NULL, (detm_value_kind)kind, (detm_text){bytes, length}, &within);
    cr_expect_eq(detm_value_read(locale, NULL, (detm_value_kind)kind, (detm_text){copy, length}, &alone), read);
    if (read == 0) continue;
    cr_expect_eq(alone.number, within.number, "%.*s", (int)length, bytes);
    cr_expect_eq(alone.high, within.high, "%.*s", (int)length, bytes);
    cr_expect_str_eq(alone.unit, within.unit, "%.*s", (int)length, bytes);
    cr_expect_str_eq(alone.iso, within.iso, "%.*s", (int)length, bytes);
    found++;
  }
  free(copy);
  return found;
}

/* Texts that are cut at any byte. */
Test(values_read, does_not_read_beyond_the_text) {
  static const char *const texts[] = {"1.979,00 € – 2.000,00 €",
                                      "CHF 1'299.50",
                                      "12–14 May 2024",
                                      "vor 3 Tagen",
                                      "2024年5月1日",
                                      "US$ 1.2bn",
                                      "(5,00 kr)",
                                      "٣٬٤٥٦",
                                      "12.–14. Mai 2024"};
  detm_locale *locale = detm_locale_new("de", "2024-05-01", NULL);
  size_t found = 0;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (size_t start = 0, length = strlen(texts[i]); start <= length; start++)
      for (size_t end = start; end <= length; end++)
        found += expect_same_in_copy(locale, texts[i] + start, end - start);
  cr_expect_gt(found, 100, "%zu", found);
  detm_locale_free(locale);
}

/* An empty text may have no data: adding an offset to its pointer is an error for sanitizers. */
Test(values_read, reads_no_value_from_an_empty_text) {
  static const detm_text empty[] = {{NULL, 0}, {"", 0}};
  detm_locale *locale = detm_locale_new("en", "2024-05-01", NULL);
  detm_habits habits;
  detm_value value;
  detm_habits_learn(locale, empty, 2, &habits);
  cr_expect_eq(habits.shown, 0);
  for (size_t i = 0; i < 2; i++)
    for (int kind = DETM_VALUE_NUMBER; kind <= DETM_VALUE_DATE; kind++)
      cr_expect_not(detm_value_read(locale, NULL, (detm_value_kind)kind, empty[i], &value));
  detm_locale_free(locale);
}

static detm_habits learn(const char *language, const char *const *values, size_t count) {
  detm_text texts[8];
  detm_habits habits;
  detm_locale *locale = detm_locale_new(language, NULL, NULL);
  for (size_t i = 0; i < count; i++) texts[i] = dt_text(values[i]);
  detm_habits_learn(locale, texts, count, &habits);
  detm_locale_free(locale);
  return habits;
}

Test(values_read, a_column_shows_its_decimal_mark) {
  static const char *const german[] = {"1.979 €", "24,50 €", "3.000 €"}, *const english[] = {"1,979", "4.5", "12"},
                           *const nothing[] = {"1.979", "2.000"}, *const groups[] = {"1.234.567", "1.979"};
  cr_expect_eq(learn("en", german, 3).decimal, ',');
  cr_expect_eq(learn("de", english, 3).decimal, '.');
  cr_expect_eq(learn("de", nothing, 2).decimal, ',');
  cr_expect_eq(learn("en", nothing, 2).decimal, '.');
  cr_expect_eq(learn(NULL, nothing, 2).decimal, 0);
  cr_expect_eq(learn("en", groups, 2).decimal, ',');
}

Test(values_read, a_column_shows_the_order_of_day_and_month) {
  static const char *const days[] = {"5/1/2024", "25/12/2023"}, *const months[] = {"5/1/2024", "1/25/24"},
                           *const nothing[] = {"5/1/2024"};
  cr_expect_eq(learn("en-us", days, 2).month_first, 0);
  cr_expect_eq(learn("en-gb", months, 2).month_first, 1);
  cr_expect_eq(learn("en-us", nothing, 1).month_first, 1);
  cr_expect_eq(learn("de", nothing, 1).month_first, 0);
  cr_expect_eq(learn(NULL, nothing, 1).month_first, -1);
}

Test(values_read, the_date_of_a_page_must_be_iso_8601) {
  static const char *const dates[] = {"2024-02-29",
                                      "2024-02-03T14:30",
                                      "2024-02-03T14:30:05",
                                      "2024-02-03T14:30:05Z",
                                      "2024-02-03T14:30:05.123Z",
                                      "2024-02-03T14:30+01:00",
                                      "2024-02-03T14:30:05-0330"};
  static const char *const others[] = {"",
                                       "5/6/2024",
                                       "foo 5/6/2024 bar",
                                       "on 2024-02-03",
                                       "2024-02-03 or so",
                                       "2024-2-3",
                                       "2023-02-29",
                                       "2024-13-01",
                                       "0024-01-01",
                                       "2024-02-03T",
                                       "2024-02-03T25:00",
                                       "2024-02-03T14:60",
                                       "2024-02-03T14:30:60",
                                       "2024-02-03T14:30:05.",
                                       "2024-02-03T14:30+1",
                                       "2024-02-03T14:30+99:00",
                                       "2024-02-03T14:30Zulu"};
  for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
    detm_locale *locale = detm_locale_new("en", dates[i], NULL);
    cr_expect_not_null(locale, "%s", dates[i]);
    detm_locale_free(locale);
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    cr_expect_null(detm_locale_new("en", others[i], NULL), "%s", others[i]);
}

Test(values_read, refuses_an_invalid_date) {
  detm_error error = DETM_ERROR_NONE;
  cr_expect_null(detm_locale_new("en", "soon", &error));
  cr_expect_eq(error.status, DETM_USAGE);
  cr_expect_not_null(strstr(error.text, "'soon'"), "%s", error.text);
}

Test(values_read, refuses_a_base_without_a_host) {
  detm_error error = DETM_ERROR_NONE;
  detm_locale *locale = detm_locale_new("en", NULL, NULL);
  cr_expect_eq(detm_locale_set_base(locale, "/shop", &error), DETM_USAGE);
  cr_expect_eq(detm_locale_set_base(locale, "https://a.example/", NULL), DETM_OK);
  cr_expect_eq(detm_locale_set_base(locale, NULL, NULL), DETM_OK);
  detm_locale_free(locale);
}

Test(values_read, a_cut_divides_a_number) {
  static const struct {
    const char *text;
    size_t cut;
    bool divides;
  } cases[] = {
      {"24.50", 2, true},    {"24.50", 3, true},          {"$ 24.50", 2, false},
      {"$ 24.50", 4, true},  {"2024.50", 4, true},        {"1,234.5", 1, true},
      {"1'250.00", 2, true}, {"48.2071", 2, true},        {"31.12.2024", 6, false},
      {"1.2.3", 2, false},   {"4 120 ratings", 2, false}, {"4.7/5", 3, false},
      {"v2.10", 2, true},    {"24.", 2, false},           {"24", 0, false},
      {"24", 2, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    cr_expect_eq(dt_divides_number(dt_text(cases[i].text), cases[i].cut), cases[i].divides, "%s at %zu", cases[i].text,
                 cases[i].cut);
}

Test(values_read, a_symbol_may_be_one_of_several_currencies) {
  cr_expect(dt_currency_may_be("$", "USD"));
  cr_expect(dt_currency_may_be("CAD", "$"));
  cr_expect(dt_currency_may_be("EUR", "EUR"));
  cr_expect_not(dt_currency_may_be("$", "EUR"));
  cr_expect_not(dt_currency_may_be("USD", "CAD"));
  cr_expect_not(dt_currency_may_be("$", "£"));
}

Test(values_read, the_parts_of_a_value) {
  const detm_value price = {.kind = DETM_VALUE_PRICE, .number = 10, .high = 20, .unit = "EUR"};
  const detm_value number = {.kind = DETM_VALUE_NUMBER, .number = 4.5, .high = 4.5};
  detm_value_part part;

  cr_assert_str_eq(detm_value_part_name(DETM_VALUE_PRICE, 0), "amount");
  cr_assert_str_eq(detm_value_part_name(DETM_VALUE_PRICE, 2), "currency");
  cr_assert_null(detm_value_part_name(DETM_VALUE_PRICE, 3));

  cr_assert(detm_value_part_get(&price, 1, &part) && part.text == NULL && part.number == 20);
  cr_assert(detm_value_part_get(&price, 2, &part) && strcmp(part.text, "EUR") == 0);
  cr_assert(!detm_value_part_get(&price, 3, &part));

  cr_assert(detm_value_part_get(&number, 0, &part) && part.number == 4.5);
  cr_assert(!detm_value_part_get(&number, 1, &part), "no range");
  cr_assert(!detm_value_part_get(&number, 2, &part), "no unit");
}
