/* Tests of src/wrapper/learn/column_words.c: the words that pages use for columns. */
#include "wrapper/learn/column_words.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(words, .fini = find_leaks);

typedef struct meaning {
  const char *word, *name; /* NULL: the word is not known */
} meaning;

static void expect_names_of(const meaning *cases, size_t count, const char *(*look_up)(const char *, size_t)) {
  for (size_t i = 0; i < count; i++) {
    const char *name = look_up(cases[i].word, strlen(cases[i].word));
    cr_expect_eq(name == NULL, cases[i].name == NULL, "%s", cases[i].word);
    if (name != NULL && cases[i].name != NULL) cr_expect_str_eq(name, cases[i].name, "%s", cases[i].word);
  }
}
#define EXPECT(cases, look_up) expect_names_of((cases), sizeof(cases) / sizeof *(cases), (look_up))

Test(words, of_classes_and_labels_have_one_name_for_each_column) {
  static const meaning cases[] = {
      {"byline", "author"},   {"author", "author"}, {"datepublished", "date"}, {"timeago", "date"},
      {"cost", "price"},      {"price", "price"},   {"teaser", "description"}, {"headline", "title"},
      {"telephone", "phone"}, {"year", "year"},     {"abstract", "abstract"},  {"comment", "comments"},
      {"col", NULL},          {"pric", NULL},       {"prices", NULL},          {"", NULL},
      {"zzz", NULL},          {"a", NULL},          {"Price", "price"},        {"BYLINE", "author"},
  };
  EXPECT(cases, dt_word_name);
}

Test(words, of_icons_name_their_meaning) {
  static const meaning cases[] = {{"heart", "likes"}, {"star", "stars"}, {"eye", "views"}, {"branch", "forks"},
                                  {"views", "views"}, {"octicon", NULL}, {"", NULL}};
  EXPECT(cases, dt_icon_name);
}

Test(words, before_a_value_name_it) {
  static const meaning cases[] = {{"by", "author"}, {"von", "author"}, {"via", "source"}, {"in", "category"},
                                  {"af", "author"}, {"the", NULL},     {"b", NULL},       {"", NULL}};
  EXPECT(cases, dt_preposition_name);
}

Test(words, are_looked_up_by_the_given_length) {
  cr_expect_str_eq(dt_word_name("pricelist", 5), "price");
  cr_expect_null(dt_word_name("price", 4));
  cr_expect_str_eq(dt_preposition_name("by Ann", 2), "author");
}

Test(words, of_layouts_are_marked_as_vague) {
  cr_expect(dt_word_is_vague("meta", 4));
  cr_expect_not(dt_word_is_vague("price", 5));
  cr_expect_not(dt_word_is_vague("", 0));
}

Test(words, that_count_something_are_marked) {
  static const char *const counts[] = {"answers", "comments", "forks", "stars", "votes"};
  static const char *const others[] = {"title", "price", "date", "comment", ""};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) cr_expect(dt_name_counts(counts[i]), "%s", counts[i]);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) cr_expect_not(dt_name_counts(others[i]), "%s", others[i]);
}

/* ---- the tables themselves ---- */

/* Returns the source of this table, from its name to "};"; freed by the caller. */
static char *table_source(const char *table) {
  const char *folder = getenv("top_srcdir");
  char path[4096], head[64];
  snprintf(path, sizeof path, "%s/src/wrapper/learn/column_words.c", folder == NULL ? "." : folder);
  snprintf(head, sizeof head, " %s[] = {", table);
  FILE *file = fopen(path, "rb");
  cr_assert_not_null(file, "%s", path);
  dt_buffer source = {0};
  char bytes[4096];
  for (size_t length; (length = fread(bytes, 1, sizeof bytes, file)) != 0;) dt_buffer_add(&source, bytes, length);
  fclose(file);
  dt_buffer_byte(&source, '\0');
  const char *start = strstr(source.data, head), *end = start != NULL ? strstr(start, "};") : NULL;
  cr_assert(start != NULL && end != NULL, "%s", table);
  start += strlen(head);
  char *copy = strndup(start, (size_t)(end - start));
  dt_buffer_free(&source);
  return copy;
}

/* These tables have no names: "" if the word is in the table. */
static const char *count_name(const char *word, size_t length) {
  (void)length;
  return dt_name_counts(word) ? "" : NULL;
}
static const char *vague_name(const char *word, size_t length) { return dt_word_is_vague(word, length) ? "" : NULL; }

/* Lookup is a binary search: a word out of order would not be found. */
Test(words, are_all_found) {
  static const struct {
    const char *table;
    const char *(*look_up)(const char *, size_t);
    bool named; /* a name follows each word; else the word is the name */
    unsigned least;
  } tables[] = {{"names", dt_word_name, false, 50},
                {"synonyms", dt_word_name, true, 50},
                {"prepositions", dt_preposition_name, true, 5},
                {"icons", dt_icon_name, true, 10},
                {"counts", count_name, false, 10},
                {"vague", vague_name, false, 5}};
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
    char *source = table_source(tables[t].table), word[64], name[64], last[64] = "";
    unsigned found = 0;
    for (const char *at = source; (at = strchr(at, '"')) != NULL; found++) {
      cr_assert_eq(sscanf(at, tables[t].named ? "\"%63[^\"]\", \"%63[^\"]" : "\"%63[^\"]", word, name),
                   tables[t].named ? 2 : 1, "%.40s", at);
      if (!tables[t].named) strcpy(name, word);
      at += tables[t].named ? strlen(word) + strlen(name) + 6 : strlen(word) + 2;
      cr_expect_lt(strcmp(last, word), 0, "%s: \"%s\" is after \"%s\"", tables[t].table, word, last);
      strcpy(last, word);
      const char *known = tables[t].look_up(word, strlen(word));
      cr_assert_not_null(known, "%s: \"%s\" is not found", tables[t].table, word);
      if (*known != '\0') cr_expect_str_eq(known, name);
    }
    cr_expect_geq(found, tables[t].least, "%s", tables[t].table);
    free(source);
  }
}
