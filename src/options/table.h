/* options/table.h: the options that several of the command, HTTP, MCP and Python have.
 *
 * A row is ROW(name, kind, member, argument of the command, calls of JSON, calls of Python, members of dt_option ...).
 * The member has one path in dt_options, dt_call_options and the package's call_options for Python.  Each group of rows
 * is a macro, which the commands put where their help lists it; DT_ALL_OPTIONS has them all.  python/option_table.py
 * reads this file, so a row keeps to this form. */
#ifndef DT_OPTIONS_TABLE_H
#define DT_OPTIONS_TABLE_H

#include "base/field_types.h"
#include "options/options.h"

/* clang-format off */

/* ---- pages ---- */

#define DT_OPTIONS_PAGE(ROW)                                                                                           \
  ROW("base", ADDRESS, page.base, "URL", DT_CALLS_PAGES | DT_CALL_HTTP, NONE,                                          \
      .help = "resolve links against URL",                                                                             \
      .wrong = "is not an absolute URL: write all of it, as in https://example.org/list"),                             \
  ROW("encoding", ENCODING, page.encoding, "NAME", DT_CALLS_PAGES | DT_CALL_HTTP, NONE,                                \
      .help = "the encoding of the pages (default: detected)",                                                         \
      .schema = "the encoding of pages that are bytes, those of the body or of html_base64 (default: detected)",       \
      .wrong = "is not an encoding: write a name such as UTF-8 or windows-1251")

/* ---- lists and their records ---- */

#define DT_OPTIONS_ALL_REGIONS(ROW)                                                                                    \
  ROW("all-regions", FLAG, all_regions, NULL, DT_CALL_EXTRACT, NONE, .letter = 'a',                                    \
      .help = "print every region of a page, ranked; region 1 is the main one",                                        \
      .schema = "all lists of the page, not the main one")

#define DT_OPTIONS_RANKING(ROW)                                                                                        \
  ROW("explain", SET, extract.explain, NULL, DT_CALL_EXTRACT, EXTRACT,                                                 \
      .help = "print to standard error why this list and these records are taken", .set_to = 1,                        \
      .schema = "tell why this list and these records are taken, as the explanation of the result"),                   \
  ROW("rank", CHOICE, extract.ranking, "HOW", DT_CALL_EXTRACT | DT_CALL_VIEW, EXTRACT,                                 \
      .help = "rank regions as measured (default) or by coverage", .choices = dt_rankings,                             \
      .wrong = "is not a ranking: write measured or coverage")

#define DT_OPTIONS_REGION(ROW)                                                                                         \
  ROW("region", PLACE, extract.region, "REGION",                                                                       \
      DT_CALL_EXTRACT | DT_CALL_VIEW | DT_CALL_LEARN | DT_CALL_INSPECT, EXTRACT,                                       \
      .help = "read this list, not the main one: its path, number or caption=TEXT",                                    \
      .wrong = "is not a region: write its path or its number"),                                                       \
  ROW("level", PLACE, extract.level, "LEVEL", DT_CALL_EXTRACT | DT_CALL_LEARN, EXTRACT | LEARN,                        \
      .help = "level of nested lists to read: outer, inner or a number, 1 = outermost",                                \
      .wrong = "is not a level: write outer, inner or a number"),                                                      \
  ROW("data", SET, extract.data, NULL, DT_CALL_EXTRACT | DT_CALL_LEARN, EXTRACT | LEARN | REGION,                      \
      .help = "read the lists in scripts, not those that the page shows", .set_to = 1)

#define DT_OPTIONS_TRANSPOSE(ROW)                                                                                      \
  ROW("transpose", SET, extract.transpose, NULL, DT_CALL_EXTRACT | DT_CALL_LEARN, EXTRACT | LEARN | REGION,            \
      .help = "the records of tables are their columns", .set_to = 1),                                                 \
  ROW("no-transpose", SET, extract.no_transpose, NULL, DT_CALL_EXTRACT | DT_CALL_LEARN, EXTRACT | LEARN | REGION,      \
      .help = "the records of tables are their rows (default: detected)", .set_to = 1)

#define DT_OPTIONS_MAX_RECORDS(ROW)                                                                                    \
  ROW("max-records", LIMIT, extract.max_records, "SIZE", DT_CALLS_RESULTS, EXTRACT | APPLY | LIBRARY,                  \
      .help = "most records of a page (10000000)", .library = "options.max_records",                                   \
      .schema = "most records of a page (10000000); 0 is no limit")

#define DT_OPTIONS_THRESHOLD(ROW)                                                                                      \
  ROW("threshold", NUMBER, extract.distance.threshold, "N", DT_CALLS_RECORDS | DT_CALL_LEARN | DT_CALL_REPAIR,         \
      EXTRACT | LEARN | REGION | APPLY | LIBRARY | REPAIR,                                                             \
      .help = "subtrees more similar than N (between 0 and 1) count as similar (0.75)",                                \
      .min = DT_ABOVE_0, .max = DT_BELOW_1, .wrong = "is not a threshold: write a number between 0 and 1",             \
      .schema = "subtrees that are more similar than this count as similar, between 0 and 1 (0.75)")

/* ---- columns, their names and values ---- */

#define DT_OPTIONS_COLUMNS(ROW)                                                                                        \
  ROW("all-columns", SET, extract.all_columns, NULL, DT_CALLS_RECORDS, EXTRACT | LEARN | REGION | APPLY | LIBRARY,     \
      .help = "also columns left out as noise: constants, copies, dead links, buttons", .set_to = 1),                  \
  ROW("others", SET, extract.others, NULL, DT_CALLS_RECORDS, APPLY | LIBRARY,                                          \
      .help = "texts that no field of the wrapper takes, in a last column \"other\"", .set_to = 1),                    \
  ROW("totals", SET, extract.totals, NULL, DT_CALLS_RECORDS, EXTRACT | APPLY | LIBRARY,                                \
      .help = "rows of tables with sums or means are records, too", .set_to = 1)

#define DT_OPTIONS_DOMAIN(ROW)                                                                                         \
  ROW("domain", NAME, domain, "NAME",                                                                                  \
      DT_CALL_EXTRACT | DT_CALL_VIEW | DT_CALL_FIELDS | DT_CALL_LEARN | DT_CALL_TEMPLATE, EXTRACT | LEARN | REGION,    \
      .help = "name fields as in books, cars, jobs ... or FILE; auto (default): detect; none",                         \
      .wrong = "is not a domain: write a name such as books, or auto",                                                 \
      .schema = "name fields as in books, cars, jobs, news, people, products or recipes; auto (default): detect; none")

#define DT_OPTIONS_PAGE_NAMES(ROW)                                                                                     \
  ROW("page-names", SET, extract.names, NULL, DT_CALL_EXTRACT | DT_CALL_LEARN, NONE,                                   \
      .help = "name columns as the page does: \"Unit price\", not unit-price", .set_to = DETM_NAMES_PAGE)

#define DT_OPTIONS_PLAIN_NAMES(ROW)                                                                                    \
  ROW("plain-names", SET, extract.names, NULL, DT_CALL_EXTRACT | DT_CALL_APPLY | DT_CALL_LEARN, NONE,                  \
      .help = "names for databases, of a-z, 0-9 and _: unit_price, n2021", .set_to = DETM_NAMES_PLAIN)

#define DT_OPTIONS_SCHEMA_NAMES(ROW)                                                                                   \
  ROW("plain-names", SET, extract.names, NULL, DT_CALL_EXPORT, NONE,                                                   \
      .help = "schemas: names for databases (unit_price)", .set_to = DETM_NAMES_PLAIN)

#define DT_OPTIONS_VALUES(ROW)                                                                                         \
  ROW("typed", FLAG, values.typed, NULL, DT_CALL_EXTRACT | DT_CALL_APPLY, EXTRACT | APPLY | TEMPLATE | LIBRARY,        \
      .help = "add amounts, currencies, numbers and ISO 8601 dates; make addresses absolute",                          \
      .schema = "add the parts of values, such as price.amount: amounts, currencies, numbers and ISO 8601 dates; "     \
                "make addresses absolute"),                                                                            \
  ROW("date", DATE, values.date, "DATE", DT_CALL_EXTRACT | DT_CALL_APPLY, EXTRACT | APPLY | TEMPLATE | LIBRARY,        \
      .help = "--typed: the date that '3 days ago' counts from (default: the page's)",                                 \
      .wrong = "is not a date: write one such as 2024-02-03 or 2024-02-03T14:30",                                      \
      .schema = "with typed: the date or time that '3 days ago' counts from (default: the page's)")

#define DT_OPTIONS_CSV(ROW)                                                                                            \
  ROW("delimiter", DELIMITER, csv.delimiter, "C", DT_CALLS_CSV, NONE,                                                  \
      .help = "CSV: the character between cells, such as ; or tab",                                                    \
      .wrong = "is not a delimiter: write one character such as ; or 'tab', but no quote and not |"),                  \
  ROW("bom", SET, csv.bom, NULL, DT_CALLS_CSV, NONE, .help = "CSV: begin with a byte order mark", .set_to = 1),        \
  ROW("decimal-comma", SET, csv.decimal_comma, NULL, DT_CALLS_CSV, NONE,                                               \
      .help = "CSV: a decimal comma in the numbers of --typed", .set_to = 1,                                           \
      .schema = "CSV: a decimal comma in the numbers of typed values"),                                                \
  ROW("no-formulas", SET, csv.no_formulas, NULL, DT_CALLS_CSV, NONE,                                                   \
      .help = "CSV: an apostrophe before texts that a spreadsheet would compute", .set_to = 1),                        \
  ROW("excel", SET, csv.excel, NULL, DT_CALLS_CSV, NONE,                                                               \
      .help = "CSV for Excel: --bom --no-formulas; with --decimal-comma also --delimiter ';'", .set_to = 1,            \
      .schema = "CSV for Excel: bom and no-formulas; with decimal-comma the delimiter is a semicolon")

/* ---- learning ---- */

#define DT_OPTIONS_ALSO_OTHERS(ROW)                                                                                    \
  ROW("also-others", FLAG, also_others, NULL, DT_CALL_LEARN, LEARN,                                                    \
      .help = "print the columns of --field first, then all others",                                                   \
      .schema = "with examples: the other fields of their list, too")

#define DT_OPTIONS_EXACTLY(ROW)                                                                                        \
  ROW("exactly", SET, template.exactly, NULL, DT_CALL_TEMPLATE, NONE,                                                  \
      .help = "a list has only the given values, not all values like them", .set_to = 1)

#define DT_OPTIONS_TEMPLATE_NAME(ROW)                                                                                  \
  ROW("name", NAME, template.name, "NAME", DT_CALL_TEMPLATE, NONE,                                                     \
      .help = "name of the template (default: that of -o's file)", .wrong = "is not a name: write one such as book",   \
      .schema = "name of the template")

/* ---- rules, and whether pages drift from them ---- */

#define DT_OPTIONS_FIT(ROW)                                                                                            \
  ROW("min-fit", NUMBER, extract.min_fit, "N", DT_CALL_APPLY | DT_CALL_VIEW_RULE, APPLY | TEMPLATE | LIBRARY,          \
      .help = "pages with a lower fit do not fit (0.5)", .max = 1,                                                     \
      .wrong = "is not a share: write a number from 0 to 1"),                                                          \
  ROW("verify", FLAG, compares, NULL, DT_CALL_APPLY, APPLY | TEMPLATE,                                                 \
      .help = "with -w: warn of values that have changed since the wrapper was learned",                               \
      .schema = "compare all values with those of the pages that the rule was learned from; without it, and without "  \
                "min-records and max-loss, a wrapper of two or more pages compares the number of records and the "     \
                "types")

#define DT_OPTIONS_LEAST(ROW)                                                                                          \
  ROW("min-records", COUNT, verify.min_records, "N", DT_CALL_APPLY | DT_CALL_VERIFY,                                   \
      APPLY | TEMPLATE | LIBRARY | VERIFY,                                                                             \
      .help = "report pages with fewer records", .max = 0x1p53,                                                        \
      .schema = "a page with fewer records has drifted"),                                                              \
  ROW("max-loss", NUMBER, verify.max_loss, "SHARE", DT_CALL_APPLY | DT_CALL_VERIFY, APPLY | TEMPLATE | VERIFY,         \
      .help = "report pages that lack a larger share of the least records of a page before", .max = 1,                 \
      .wrong = "is not a share: write a number from 0 to 1",                                                           \
      .schema = "a page that lacks a larger share of the least records of a page before has drifted, 0 to 1")

#define DT_OPTIONS_FINDINGS(ROW)                                                                                       \
  ROW("min-confidence", NUMBER, verify.least_confidence, "N", DT_CALL_VERIFY, VERIFY,                                  \
      .help = "least confidence that something has drifted (0.6)",                                                     \
      .min = 0.05 /* below it everything has drifted */, .max = 1, .library = "options.least_confidence",              \
      .wrong = "is not a confidence: write a number from 0.05 to 1 (--all reports all fields)"),                       \
  ROW("all", SET, verify.all, NULL, DT_CALL_VERIFY, VERIFY,                                                            \
      .help = "report all fields, with the figures that the decision is based on", .set_to = 1)

#define DT_RULES_SCHEMA                                                                                                \
  "price: 95% (of the records have it), price: number (the type of all values: " DT_TYPES_OR "), "          \
  "price: 95% number"

#define DT_OPTIONS_REQUIRE(ROW)                                                                                        \
  ROW("require", RULES, require, "FIELD:RULE", DT_CALL_APPLY, APPLY | TEMPLATE | LIBRARY,                              \
      .help = "report pages and runs in which a field does not keep a rule: 'price: 95%', 'price: number'",            \
      .schema = "rules of fields, without which a page has drifted: " DT_RULES_SCHEMA)

#define DT_OPTIONS_VERIFY_REQUIRE(ROW)                                                                                 \
  ROW("require", RULES, require, "FIELD:RULE", DT_CALL_VERIFY, VERIFY,                                                 \
      .help = "report pages in which a field does not keep a rule: 'price: 95%', 'price: number'",                     \
      .schema = "rules of fields, without which a page has drifted: " DT_RULES_SCHEMA)

#define DT_OPTIONS_LEARN_REQUIRE(ROW)                                                                                  \
  ROW("require", RULES, require, "FIELD:RULE", DT_CALL_LEARN | DT_CALL_TEMPLATE, NONE,                                 \
      .help = "what 'apply' requires of a field: 'price: 95%', 'price: number', 'price: 95% number'",                  \
      .schema = "rules of fields that the learned rule keeps; apply calls a page drifted without them: "               \
                DT_RULES_SCHEMA)

#define DT_OPTIONS_MIN_SCORE(ROW)                                                                                      \
  ROW("min-score", NUMBER, min_score, "N", DT_CALL_APPLY | DT_CALL_MATCH | DT_CALL_HTTP, LIBRARY,                      \
      .help = "ignore rules that score below N (0.3)", .max = 1,                                                       \
      .wrong = "is not a score: write a number from 0 to 1",                                                           \
      .schema = "ignore rules of the library that score less, 0 to 1 (0.3)")

/* ---- text and links ---- */

#define DT_OPTIONS_CONTENT(ROW)                                                                                        \
  ROW("method", CHOICE, content.method, "HOW", DT_CALL_CONTENT, NONE,                                                  \
      .help = "how to find the text: auto (default), stops, weight or blocks", .choices = dt_content_methods,          \
      .wrong = "is not a method: write auto, stops, weight or blocks"),                                                \
  ROW("text-only", SET, content.text_only, NULL, DT_CALL_CONTENT, NONE,                                                \
      .help = "print only the text, without title, date and so on", .set_to = 1,                                       \
      .schema = "find only the text, not title, date and so on")

#define DT_OPTIONS_LINKS(ROW)                                                                                          \
  ROW("all", SET, links.all, NULL, DT_CALL_LINKS, NONE,                                                                \
      .help = "also javascript:, mailto:, data: and bare fragments", .set_to = 1),                                     \
  ROW("images", SET, links.images, NULL, DT_CALL_LINKS, NONE,                                                          \
      .help = "also images: src, srcset, and attributes that scripts load them from", .set_to = 1),                    \
  ROW("words", COUNT, links.words, "N", DT_CALL_LINKS, NONE,                                                           \
      .help = "words of text before and after each link (10)", .max = 10000,                                           \
      .wrong = "is not a number of words: write a whole number, at most 10000", .library = "options.words")

/* ---- servers: the command has files for an account, and prints no views ---- */

#define DT_OPTIONS_SERVERS(ROW)                                                                                        \
  ROW("account", FLAG, account, NULL, DT_CALL_EXTRACT | DT_CALL_APPLY, NONE,                                           \
      .schema = "list everything that is in no field, with the reason, as @account; @left_out counts it"),             \
  ROW("method", CHOICE, view, NULL, DT_CALL_VIEW_METHOD, NONE, .schema = "what a view shows",                          \
      .choices = dt_view_methods),                                                                                     \
  ROW("no-markup", FLAG, no_markup, NULL, DT_CALLS_VIEW, NONE, .schema = "a view without the markup of the page"),     \
  ROW("no-rows", FLAG, no_rows, NULL, DT_CALLS_VIEW, NONE, .schema = "a view without the rows of the lists"),          \
  ROW("url", ADDRESS, page.base, NULL, DT_CALLS_PAGES | DT_CALL_HTTP, NONE,                                            \
      .schema = "another name of base; not an option of the command")

#define DT_ALL_OPTIONS(ROW)                                                                                            \
  DT_OPTIONS_PAGE(ROW), DT_OPTIONS_ALL_REGIONS(ROW), DT_OPTIONS_RANKING(ROW), DT_OPTIONS_REGION(ROW),                  \
  DT_OPTIONS_TRANSPOSE(ROW), DT_OPTIONS_MAX_RECORDS(ROW), DT_OPTIONS_THRESHOLD(ROW), DT_OPTIONS_COLUMNS(ROW),          \
  DT_OPTIONS_DOMAIN(ROW), DT_OPTIONS_PAGE_NAMES(ROW), DT_OPTIONS_PLAIN_NAMES(ROW), DT_OPTIONS_SCHEMA_NAMES(ROW),       \
  DT_OPTIONS_VALUES(ROW), DT_OPTIONS_CSV(ROW), DT_OPTIONS_ALSO_OTHERS(ROW), DT_OPTIONS_EXACTLY(ROW),                   \
  DT_OPTIONS_TEMPLATE_NAME(ROW), DT_OPTIONS_FIT(ROW), DT_OPTIONS_LEAST(ROW), DT_OPTIONS_FINDINGS(ROW),                 \
  DT_OPTIONS_REQUIRE(ROW), DT_OPTIONS_VERIFY_REQUIRE(ROW), DT_OPTIONS_LEARN_REQUIRE(ROW), DT_OPTIONS_MIN_SCORE(ROW),   \
  DT_OPTIONS_CONTENT(ROW), DT_OPTIONS_LINKS(ROW), DT_OPTIONS_SERVERS(ROW)

/* clang-format on */

/* A row of dt_option, whose member is one of the struct `type`. */
#define DT_OPTION_ROW(type, name_, kind_, member, argument_, calls_, python, ...)                                      \
  {                                                                                                                    \
    .name = name_, .kind = DT_ARG_##kind_, .offset = offsetof(type, member), .argument = argument_, .shared = true,    \
    .calls = calls_, __VA_ARGS__                                                                                       \
  }

#endif
