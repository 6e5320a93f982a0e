/* report/report.c: the pages of a report, and the whole file. */
#include "report/report.h"

#include <detm/content.h>

#include "base/allocate.h"
#include "base/embedded.h"
#include "base/escape.h"
#include "report/doubts.h"
#include "report/say.h"
#include "result/records.h"

#include <stdlib.h>

#define RELIABLE 0.7 /* the quality of a text below which it is uncertain */

/* What a page needs; pages are in this order. */
typedef enum page_badge { DRIFTED, DOUBTFUL, UNFIT, NOTHING, FAILED, SURE, BADGES } page_badge;

static const struct {
  const char *class, *word, *meaning; /* the latter are messages */
} badges[BADGES] = {
    [DRIFTED] = {"drifted", "drifted", "badge-drifted"},  [DOUBTFUL] = {"doubtful", "word-doubtful", "badge-doubtful"},
    [UNFIT] = {"unfit", "word-unfit", "badge-unfit"},     [NOTHING] = {"nothing", "word-nothing", "badge-nothing"},
    [FAILED] = {"failed", "word-failed", "badge-failed"}, [SURE] = {"sure", "word-sure", "badge-sure"},
};

typedef struct reported {
  page_badge badge;
  double sure; /* confidence or fit, for the order of pages */
  dt_result_matter matter;
  size_t number, records; /* of content: its lines */
  char *name;             /* escaped */
  dt_buffer warnings;     /* of the caller */
  dt_buffer drift;        /* a table of what has drifted */
  dt_buffer section;      /* what follows them */
  dt_buffer digest;       /* of its style sheets */
} reported;

struct detm_report {
  DT_VEC(reported) pages;
};

void dt_inspect_file(dt_buffer *out, const char *name) {
  detm_text file = dt_embedded_text(dt_embedded_find(dt_inspect_files, name));
  dt_buffer_add(out, file.data, file.length);
}

detm_report *detm_report_new(detm_error *error) {
  detm_report *report = dt_allocate(sizeof *report, error);
  return report;
}

static void free_page(reported *page) {
  free(page->name);
  dt_buffer_free(&page->warnings);
  dt_buffer_free(&page->drift);
  dt_buffer_free(&page->section);
  dt_buffer_free(&page->digest);
}

void detm_report_free(detm_report *report) {
  if (report == NULL) return;
  for (uint32_t i = 0; i < report->pages.count; i++) free_page(&report->pages.items[i]);
  free(report->pages.items);
  free(report);
}

/* Starts a page; its number is the next one.  False without memory. */
static bool start_page(const detm_report *report, reported *page, const char *name) {
  dt_buffer escaped = {0};
  *page = (reported){.number = (size_t)report->pages.count + 1};
  dt_escape(&escaped, DT_ESCAPE_ATTRIBUTE, name, strlen(name));
  dt_buffer_byte(&escaped, '\0');
  page->name = escaped.failed ? NULL : escaped.data;
  if (escaped.failed) dt_buffer_free(&escaped);
  return page->name != NULL;
}

/* Adds the page to the report, which owns it then; without memory frees it. */
static detm_status keep_reported_page(detm_report *report, reported *page, detm_error *error) {
  if (!page->section.failed && !page->digest.failed && DT_VEC_RESERVE(NULL, &report->pages, 1)) {
    DT_VEC_PUSH(NULL, &report->pages, *page);
    return DETM_OK;
  }
  free_page(page);
  return dt_error_memory(error);
}

/* ---- a page ---- */

static size_t count_first_region(const detm_result *result) {
  size_t records = 0;
  if (detm_result_region_count(result) != 0) records = detm_result_record_count(result, 0);
  return records;
}

/* Counts the lines of the main text. */
static size_t count_lines(const detm_records *records) {
  const detm_region *region = detm_records_region_get(records, 0);
  const detm_record *record = region != NULL ? detm_region_record_get(region, 0) : NULL;
  const detm_field *text = record != NULL ? detm_record_find(record, "text") : NULL;
  size_t lines = text != NULL && text->value.length != 0;
  for (size_t i = 0; text != NULL && i < text->value.length; i++) lines += text->value.data[i] == '\n';
  return lines;
}

static page_badge badge_of(const detm_page *page, const detm_result *result) {
  double fit = detm_result_fit(result), confidence = detm_result_confidence(result);
  if (detm_result_region_count(result) == 0) return fit < 0 ? NOTHING : UNFIT;
  if (detm_result_warning(result) != NULL || detm_page_warning(page) != NULL || detm_page_is_cut(page)) return DOUBTFUL;
  if (result->type->matter == DT_MATTER_CONTENT && detm_result_missing(result) != NULL) return NOTHING;
  if (result->quality >= 0 && result->quality < RELIABLE) return DOUBTFUL;
  if (fit < 0) return confidence >= 0 && confidence < DETM_CERTAIN ? DOUBTFUL : SURE;
  if (detm_result_missing(result) != NULL) return DOUBTFUL;
  return count_first_region(result) == 0 && detm_result_emptiness(result, NULL) == DETM_EMPTY_UNEXPLAINED ? DOUBTFUL
                                                                                                          : SURE;
}

/* Starts a note with the message that says what it is about. */
static void start_note(dt_buffer *out, const char *key) {
  dt_buffer_text(out, "<li><span");
  dt_say(out, key, NULL);
  dt_buffer_text(out, "</span> ");
}

/* Adds a note; `key` is NULL if it is one of the library's messages. */
static void add_note(dt_buffer *out, const char *key, detm_text text) {
  if (text.data == NULL) return;
  if (key != NULL)
    start_note(out, key);
  else
    dt_buffer_text(out, "<li>");
  dt_escape(out, DT_ESCAPE_TEXT, text.data, text.length);
  dt_buffer_text(out, "</li>");
}

static void add_share_note(dt_buffer *out, const char *key, double share) {
  if (share < 0) return;
  start_note(out, key);
  dt_escape_share(out, "", share, "</li>");
}

/* Adds what the page has, and what is doubtful about it. */
static void add_notes(dt_buffer *out, const detm_page *page, const detm_result *result) {
  detm_text words = {NULL, 0};
  dt_buffer_text(out, "<ul class=\"notes\">");
  add_note(out, "note-encoding", dt_text(detm_page_encoding(page)));
  add_share_note(out, "note-confidence", detm_result_confidence(result));
  add_share_note(out, "note-fit", detm_result_fit(result));
  add_share_note(out, "note-quality", result->quality);
  add_note(out, "note-rule", dt_text(result->file));
  add_note(out, "note-missing", dt_text(detm_result_missing(result)));
  add_note(out, NULL, dt_text(detm_result_warning(result)));
  add_note(out, NULL, dt_text(detm_page_warning(page)));
  for (size_t i = 0; i < detm_result_remark_count(result); i++) {
    detm_remark remark = detm_result_remark_get(result, i);
    if (remark.kind != DETM_REMARK_LEFT_OUT) add_note(out, NULL, dt_text(remark.text)); /* the table says that */
  }
  if (detm_result_emptiness(result, &words) != DETM_EMPTY_NOT && words.length != 0) add_note(out, "note-place", words);

  if (detm_result_alike_count(result) != 0) {
    dt_buffer_text(out, "<li");
    dt_say(out, "note-alike", DT_SAID({"n", NULL, detm_result_alike_count(result)}));
    dt_buffer_text(out, "</li>");
  }

  dt_buffer_text(out, "</ul>\n");
}

/* Adds the names of columns, as a string. */
static void add_names(dt_buffer *out, const detm_region *region, const dt_doubt *doubt) {
  const detm_region_info *info = detm_region_properties(region);
  for (uint32_t i = 0; i < doubt->columns.count; i++) {
    if (i != 0) dt_buffer_text(out, ", ");
    dt_buffer_text(out, info->columns[doubt->columns.items[i]].name);
  }
  dt_buffer_byte(out, '\0');
}

static void say_doubt(dt_buffer *out, const detm_region *region, const dt_doubt *doubt, const char *names) {
  const detm_region_info *info = detm_region_properties(region);
  dt_said name = {"name", names, 0}, all = {"names", names, 0}, count = {"n", NULL, doubt->count};
  char key[64];

  if (doubt->kind == DT_DOUBT_LACKS)
    dt_say(out, "doubt-lacks", DT_SAID({"number", NULL, doubt->record}, all));
  else if (doubt->kind == DT_DOUBT_FEW)
    dt_say(out, "doubt-few", DT_SAID(count, all));
  else if (doubt->kind == DT_DOUBT_RARE)
    dt_say(out, "doubt-rare", DT_SAID(name, count, {"all", NULL, detm_region_record_count(region)}));
  else if (doubt->kind == DT_DOUBT_ODD) {
    snprintf(key, sizeof key, "doubt-no-%s", info->columns[doubt->columns.items[0]].type);
    dt_say(out, key, DT_SAID(name, count));
  } else {
    snprintf(key, sizeof key, "left-%s", doubt->reason);
    dt_say(out, "in-no-column-doubtful", NULL);
    dt_buffer_text(out, "</span> <span");
    dt_say(out, key, DT_SAID(count));
  }
}

static void add_doubt(dt_buffer *out, const detm_region *region, const dt_doubt *doubt) {
  dt_buffer names = {0};
  add_names(&names, region, doubt);
  dt_buffer_text(out, "<li><span");
  if (names.failed)
    out->failed = true;
  else
    say_doubt(out, region, doubt, names.data);
  dt_buffer_text(out, "</span>");
  dt_buffer_free(&names);

  if (doubt->sample.length != 0) {
    detm_text sample = dt_text_cut(doubt->sample, 60);
    dt_buffer_text(out, " (\"<bdi>");
    dt_escape(out, DT_ESCAPE_TEXT, sample.data, sample.length);
    dt_buffer_text(out, "</bdi>\")");
  }
  dt_buffer_text(out, "</li>");
}

typedef struct addition {
  dt_arena arena, scratch;
  const detm_page *page;
  detm_records *records;
  dt_inspect_account account;
  const detm_locale *locale;
  dt_page_view view;
  dt_buffer markup, style, sheet;
  reported *to;
  bool has_source;
} addition;

/* Says what is doubtful about the first region, which makes its page doubtful. */
static void add_doubts(addition *a) {
  const detm_region *region = detm_records_region_get(a->records, 0);
  if (a->records->matter != DT_MATTER_RECORDS || region == NULL) return;
  const dt_column_facts *facts = dt_columns_gather(&a->arena, a->locale, region);
  dt_doubts doubts = dt_doubts_find(&a->arena, a->locale, region, facts);
  if (doubts.count == 0) return;

  if (a->to->badge == SURE) a->to->badge = DOUBTFUL;
  dt_buffer_text(&a->to->section, "<ul class=\"notes\">");
  for (uint32_t i = 0; i < doubts.count && i < DT_INSPECT_DOUBTS; i++)
    add_doubt(&a->to->section, region, &doubts.items[i]);
  if (doubts.count > DT_INSPECT_DOUBTS) {
    dt_buffer_text(&a->to->section, "<li");
    dt_say(&a->to->section, "and-more", DT_SAID({"n", NULL, doubts.count - DT_INSPECT_DOUBTS}));
    dt_buffer_text(&a->to->section, "</li>");
  }
  dt_buffer_text(&a->to->section, "</ul>\n");
}

/* Adds the view of the page and its tables. */
static void add_page_view(void *data) {
  static const char *const titles[] = {
      [DT_MATTER_RECORDS] = "outlined", [DT_MATTER_CONTENT] = "outlined-content", [DT_MATTER_LINKS] = "outlined-links"};
  addition *a = data;
  dt_buffer *out = &a->to->section;
  dt_inspect_places places;
  dt_inspect_marks marks;

  a->has_source = dt_page_view_build(&a->view, &a->arena, &a->scratch, a->page);
  if (!a->has_source) return;
  add_doubts(a);
  dt_inspect_find_places(&places, &a->arena, a->page, a->records->matter == DT_MATTER_CONTENT ? a->locale : NULL,
                         a->records);
  dt_inspect_mark_all(&marks, &a->arena, a->page, &a->view, a->records, &places, &a->account);
  dt_inspect_markup(&a->markup, &a->style, &a->sheet, a->page, &a->view, &marks, false);
  if (a->style.length != 0) dt_inspect_digest(&a->to->digest, (detm_text){a->style.data, a->style.length});
  dt_buffer_format(out, "<div class=\"panes\"><noscript><iframe name=\"view-%zu\"", a->to->number);
  dt_say_attribute(out, "title", titles[a->records->matter], DT_SAID({"page", a->page->name, 0}));
  dt_buffer_text(out, " sandbox=\"\" loading=\"lazy\" srcdoc=\"");
  dt_escape(out, DT_ESCAPE_ATTRIBUTE, a->markup.data, a->markup.length);
  dt_buffer_text(out, "\"></iframe></noscript>\n<div class=\"regions\">\n");
  dt_inspect_regions(out, a->to->number, a->page, &a->view, a->records);
  dt_buffer_text(out, "</div></div>\n");
  if (a->markup.failed || a->style.failed) dt_scope_leave(a->arena.scope, DETM_NO_MEMORY);
}

static detm_status add_reported_result(reported *to, const detm_page *page, const detm_result *result,
                                       detm_records *records, detm_error *error) {
  dt_scope scope;
  detm_locale *locale = detm_content_locale(page, NULL, error);
  if (locale == NULL) return error->status;
  addition a = {.page = page, .records = records, .locale = locale, .to = to};
  if (dt_inspect_account_read(&a.account, result, error) != DETM_OK) {
    dt_inspect_account_free(&a.account);
    detm_locale_free(locale);
    return error->status;
  }
  dt_page_scope(page, &scope, page->seconds);
  dt_arena_start(&a.arena, &scope);
  dt_arena_start(&a.scratch, &scope);
  add_notes(&to->section, page, result);
  bool done = dt_scope_run(&scope, add_page_view, &a);
  detm_locale_free(locale);
  dt_inspect_account_free(&a.account);
  dt_page_view_free(&a.view);
  dt_buffer_free(&a.markup);
  dt_buffer_free(&a.style);
  dt_buffer_free(&a.sheet);
  dt_arena_free(&a.scratch);
  dt_arena_free(&a.arena);
  if (!done) return dt_error_scope(error, &scope, page->name);
  if (a.has_source) return DETM_OK;
  return dt_error_at(error, DETM_USAGE, page->name, 0, 0,
                     "the page has no source: set options.parts to "
                     "DETM_PAGE_SOURCE");
}

detm_status detm_report_add(detm_report *report, const detm_page *page, const detm_result *result, detm_error *error) {
  reported added;
  detm_status status = dt_page_need(page, DETM_PAGE_TREE, error);
  if (status != DETM_OK) return status;

  detm_error own = DETM_ERROR_NONE;
  detm_records *records = detm_records_from_result(result, &own);
  if (records == NULL) return dt_error_set(error, own.status, "%s", own.text);

  if (!start_page(report, &added, page->name)) {
    detm_records_free(records);
    return dt_error_memory(error);
  }

  double fit = detm_result_fit(result);
  added.badge = badge_of(page, result);
  added.sure = fit >= 0 ? fit : detm_result_confidence(result);
  added.matter = records->matter;
  added.records = added.matter == DT_MATTER_CONTENT ? count_lines(records) : count_first_region(result);
  status = add_reported_result(&added, page, result, records, &own);
  detm_records_free(records);
  if (status == DETM_OK) return keep_reported_page(report, &added, error);
  free_page(&added);
  if (error != NULL) *error = own;
  return status;
}

detm_status detm_report_add_failure(detm_report *report, const char *name, const char *reason, detm_error *error) {
  reported added;
  if (!start_page(report, &added, name)) return dt_error_memory(error);
  added.badge = FAILED;
  dt_buffer_text(&added.section, "<ul class=\"notes\">");
  add_note(&added.section, NULL, dt_text(reason));
  dt_buffer_text(&added.section, "</ul>\n");
  return keep_reported_page(report, &added, error);
}

detm_status detm_report_add_warning(detm_report *report, const char *warning, detm_error *error) {
  if (report->pages.count == 0) return dt_error_set(error, DETM_USAGE, "a warning needs a page: add the page first");
  reported *page = &report->pages.items[report->pages.count - 1];
  add_note(&page->warnings, NULL, dt_text(warning));
  if (page->badge == SURE) page->badge = DOUBTFUL;
  return page->warnings.failed ? dt_error_memory(error) : DETM_OK;
}

const char *dt_inspect_badge(const detm_page *page, const detm_result *result, bool has_doubts) {
  page_badge badge = badge_of(page, result);
  return badges[badge == SURE && has_doubts ? DOUBTFUL : badge].class;
}

static void add_overview_cell(dt_buffer *out, const char *text) {
  dt_buffer_text(out, "<td dir=\"auto\">");
  if (text != NULL) dt_escape(out, DT_ESCAPE_TEXT, text, strlen(text));
  dt_buffer_text(out, "</td>");
}

static void add_finding(dt_buffer *out, const detm_finding *finding) {
  dt_buffer_text(out, "<tr><th scope=\"row\">");
  char change[64];
  snprintf(change, sizeof change, "change-%s", detm_drift_change_name(finding->change));

  if (finding->field != NULL) {
    dt_escape(out, DT_ESCAPE_TEXT, finding->field, strlen(finding->field));
  } else {
    dt_buffer_text(out, "<em");
    dt_say(out, "page", NULL);
    dt_buffer_text(out, "</em>");
  }

  dt_buffer_text(out, "</th><td><span");
  dt_say(out, change, NULL);
  dt_buffer_text(out, "</span>");

  if (finding->to != NULL) {
    dt_buffer_text(out, ": ");
    dt_escape(out, DT_ESCAPE_TEXT, finding->to, strlen(finding->to));
  }

  dt_buffer_text(out, "</td>");
  add_overview_cell(out, finding->before);
  add_overview_cell(out, finding->now);
  dt_escape_share(out, "<td>", finding->confidence, "</td></tr>\n");
}

detm_status detm_report_add_drift(detm_report *report, const detm_drift *drift, detm_error *error) {
  static const char *const heads[] = {"field", "head-change", "head-before", "head-now", "head-confidence"};
  if (report->pages.count == 0) return dt_error_set(error, DETM_USAGE, "a drift needs a page: add the page first");
  if (detm_drift_drifted_count(drift) == 0) return DETM_OK;
  reported *page = &report->pages.items[report->pages.count - 1];
  page->drift.length = 0;
  dt_buffer_text(&page->drift, "<div class=\"drift scroll\" role=\"region\" tabindex=\"0\"");
  dt_say_attribute(&page->drift, "aria-label", "drifted-on", DT_SAID({"page", NULL, page->number}));
  dt_buffer_text(&page->drift, "><table>\n<thead><tr>");

  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    dt_buffer_text(&page->drift, "<th scope=\"col\"");
    dt_say(&page->drift, heads[i], NULL);
    dt_buffer_text(&page->drift, "</th>");
  }

  dt_buffer_text(&page->drift, "</tr></thead>\n<tbody>\n");
  for (size_t i = 0; i < detm_drift_count(drift); i++)
    if (detm_drift_get(drift, i)->drifted) add_finding(&page->drift, detm_drift_get(drift, i));
  dt_buffer_text(&page->drift, "</tbody></table></div>\n");
  if (page->badge == SURE || page->badge == DOUBTFUL) page->badge = DRIFTED;
  return page->drift.failed ? dt_error_memory(error) : DETM_OK;
}

/* ---- the file ---- */

/* Orders pages by badge, then the least sure first, then as they were added. */
static int compare_pages(const void *a, const void *b) {
  const reported *x = *(const reported *const *)a, *y = *(const reported *const *)b;
  if (x->badge != y->badge) return x->badge < y->badge ? -1 : 1;
  if (x->badge == DOUBTFUL && (x->sure < y->sure || x->sure > y->sure)) return x->sure < y->sure ? -1 : 1;
  return x->number < y->number ? -1 : 1;
}

static void add_policy(dt_buffer *out, const detm_report *report, const dt_buffer *script, const dt_buffer *style) {
  dt_buffer view = {0};
  dt_buffer_text(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
                      "form-action 'none'; base-uri 'none'; script-src '");
  dt_inspect_digest(out, (detm_text){script->data, script->length});

  /* frames of the pages inherit this policy: their style sheets must be in it */
  dt_buffer_text(out, "'; style-src-attr 'unsafe-inline'; style-src-elem '");
  dt_inspect_digest(out, (detm_text){style->data, style->length});
  dt_buffer_text(out, "' '");
  dt_inspect_file(&view, "page.css");

  if (view.failed)
    out->failed = true;
  else
    dt_inspect_digest(out, (detm_text){view.data, view.length});

  dt_buffer_free(&view);
  for (uint32_t i = 0; i < report->pages.count; i++) {
    const dt_buffer *digest = &report->pages.items[i].digest;
    if (digest->length == 0) continue;
    dt_buffer_text(out, "' '");
    dt_buffer_add(out, digest->data, digest->length);
  }

  dt_buffer_text(out, "'\"/>\n");
}

static void add_badge(dt_buffer *out, page_badge badge) {
  dt_buffer_format(out, "<span class=\"badge %s\"", badges[badge].class);
  dt_say_attribute(out, "title", badges[badge].meaning, NULL);
  dt_say(out, badges[badge].word, NULL);
  dt_buffer_text(out, "</span>");
}

/* The length of the folder that all names are in. */
static size_t shared_folder(const reported *const *pages, size_t count) {
  size_t shared = 0;
  for (size_t at = 0; count != 0 && pages[0]->name[at] != '\0'; at++) {
    bool is_shared = pages[0]->name[at] == '/';
    for (size_t i = 0; i < count && is_shared; i++)
      is_shared = strncmp(pages[i]->name, pages[0]->name, at + 1) == 0 && pages[i]->name[at + 1] != '\0';
    if (is_shared) shared = at + 1;
  }
  return shared;
}

static void add_page_list(dt_buffer *out, const reported *const *order, size_t count) {
  static const char *const words[] = {
      [DT_MATTER_RECORDS] = "count-records", [DT_MATTER_CONTENT] = "count-lines", [DT_MATTER_LINKS] = "count-links"};
  size_t with[BADGES] = {0}, folder = shared_folder(order, count);
  dt_buffer legend = {0};

  for (size_t i = 0; i < count; i++) with[order[i]->badge]++;
  dt_buffer_text(out, "<nav");
  dt_say_attribute(out, "aria-label", "pages", NULL);
  dt_buffer_text(out, "><details open=\"\"><summary><h1");
  dt_say(out, "count-pages", DT_SAID({"n", NULL, count}));
  dt_buffer_text(out, "</h1></summary>\n<p class=\"counts\">");

  for (page_badge b = 0; b < BADGES; b++) {
    if (with[b] == 0) continue;
    dt_buffer_format(out, "%zu ", with[b]);
    add_badge(out, b);
    dt_buffer_byte(out, ' ');
  }

  dt_buffer_text(out, "</p>\n<ol>\n");
  for (size_t i = 0; i < count; i++) {
    dt_buffer_format(out, "<li><a href=\"#page-%zu\">", order[i]->number);
    add_badge(out, order[i]->badge);
    dt_buffer_text(out, " <bdi>");
    for (const char *at = order[i]->name + folder; *at != '\0'; at++) {
      dt_buffer_byte(out, *at);
      if (*at == '/') dt_buffer_text(out, "<wbr/>"); /* a long path is broken there */
    }
    dt_buffer_text(out, "</bdi> <span class=\"figures\"");
    dt_say(out, words[order[i]->matter], DT_SAID({"n", NULL, order[i]->records}));
    dt_buffer_text(out, "</span></a></li>\n");
  }

  dt_buffer_text(out, "</ol></details>\n");
  dt_inspect_file(&legend, "legend.html");
  if (legend.failed)
    out->failed = true;
  else
    dt_say_markup(out, (detm_text){legend.data, legend.length});
  dt_buffer_free(&legend);
  dt_buffer_text(out, "</nav>\n");
}

static void add_page_section(dt_buffer *out, const reported *page, size_t folder) {
  dt_buffer_format(out,
                   "<section class=\"page\" id=\"page-%zu\" aria-labelledby=\"title-%zu\">"
                   "<h2 id=\"title-%zu\" tabindex=\"-1\">",
                   page->number, page->number, page->number);
  add_badge(out, page->badge);
  dt_buffer_format(out, " <bdi title=\"%s\">%s</bdi></h2>\n", page->name, page->name + folder);

  if (page->warnings.length != 0) {
    dt_buffer_text(out, "<ul class=\"notes\">");
    dt_buffer_add(out, page->warnings.data, page->warnings.length);
    dt_buffer_text(out, "</ul>\n");
  }

  dt_buffer_add(out, page->drift.data, page->drift.length);
}

/* The bytes on their way to the caller's function. */
static bool flush_report(dt_buffer *out, dt_said_keys *keys, detm_write write, void *data) {
  dt_said_keys_find(keys, (detm_text){out->data, out->length});
  bool written = !out->failed && (out->length == 0 || write(data, out->data, out->length) == 0);
  out->length = 0;
  return written;
}

static bool write_pages(const detm_report *report, const reported *const *order, dt_buffer *out, dt_said_keys *keys,
                        detm_write write, void *data) {
  dt_buffer script = {0}, style = {0};
  dt_inspect_file(&script, "report.js");
  dt_inspect_file(&style, "report.css");
  dt_buffer_text(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n");
  if (script.failed || style.failed)
    out->failed = true;
  else
    add_policy(out, report, &script, &style);
  dt_buffer_text(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                      "<meta name=\"color-scheme\" content=\"light dark\"/>\n<title");
  dt_say(out, "report-title", NULL);
  dt_buffer_text(out, "</title>\n<style>");
  dt_buffer_add(out, style.data, style.length);
  dt_buffer_text(out, "</style>\n<script>");
  dt_buffer_add(out, script.data, script.length);
  dt_buffer_text(out, "</script></head>\n<body>\n");
  add_page_list(out, order, report->pages.count);
  dt_buffer_text(out, "<main>\n");
  bool written = flush_report(out, keys, write, data);
  size_t folder = shared_folder(order, report->pages.count);
  for (uint32_t i = 0; i < report->pages.count && written; i++) {
    add_page_section(out, order[i], folder);
    written =
        flush_report(out, keys, write, data) && write(data, order[i]->section.data, order[i]->section.length) == 0;
    dt_said_keys_find(keys, (detm_text){order[i]->section.data, order[i]->section.length});
    dt_buffer_text(out, "</section>\n");
  }

  /* a block of data, which no browser runs; it has messages alone, and nothing of a page */
  dt_buffer_text(out, "</main>\n<script type=\"application/json\" id=\"messages\">");
  dt_said_keys_write(out, keys);
  dt_buffer_text(out, "</script>\n</body></html>\n");
  dt_buffer_free(&script);
  dt_buffer_free(&style);
  return written && flush_report(out, keys, write, data);
}

detm_status detm_report_write(const detm_report *report, detm_write write, void *data, detm_error *error) {
  const reported **order = calloc((size_t)report->pages.count + 1, sizeof *order);
  dt_buffer out = {0};
  dt_said_keys keys;
  if (!dt_said_keys_start(&keys) || order == NULL) {
    free(order);
    free(keys.used);
    return dt_error_memory(error);
  }

  for (uint32_t i = 0; i < report->pages.count; i++) order[i] = &report->pages.items[i];
  qsort(order, report->pages.count, sizeof *order, compare_pages);
  bool written = write_pages(report, order, &out, &keys, write, data), failed = out.failed;
  dt_buffer_free(&out);
  free(keys.used);
  free(order);
  if (written) return DETM_OK;
  return failed ? dt_error_memory(error) : dt_error_set(error, DETM_WRITE, "the report could not be written");
}
