/* detm rank: the relevance of pages to a topic, and the order in which to fetch what they link to. */
#include "cli/common/command.h"
#include "cli/common/input.h"
#include "cli/common/manifest.h"
#include "cli/common/results.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- options ---- */

typedef struct rank_options {
  dt_file_list topics;
  const char *manifest, *state;
  int relevance;
  bool fetched, unfetched;
  size_t top; /* URLs that are printed, 0 = all */
  size_t seed;
  detm_web_options web;
} rank_options;

static void set_defaults(void *own) {
  rank_options *o = own;
  o->web = detm_web_defaults;
  o->relevance = (int)o->web.relevance;
  o->seed = (size_t)o->web.seed;
}

static const dt_choice relevances[] = {{"rwb", DETM_RELEVANCE_RWB}, {"rw", DETM_RELEVANCE_RW}, {NULL, 0}};

#define AT(member) offsetof(rank_options, member)

static const dt_option own_options[] = {
    {"topic", 0, DT_ARG_FILES, AT(topics), "FILE", "a text or sample page on the topic; may be given more than once",
     .wrong = "is not a file name: name a text or a page on the topic"},
    {"pages", 0, DT_ARG_ONE_FILE, AT(manifest), "FILE",
     .help = "lines PAGE<TAB>URL[<TAB>content-type]; names the pages if no PAGE is given"},
    {"state", 0, DT_ARG_ONE_FILE, AT(state), "FILE", .help = "continue from FILE if it exists, and save the web to it"},
    {"rel", 0, DT_ARG_CHOICE, AT(relevance), "WAY", "how the relevance of links is estimated: rwb (default) or rw",
     .choices = relevances, .wrong = "is not a way to estimate relevance: write rw or rwb"},
    {"pagerank", 0, DT_ARG_SET, AT(relevance), NULL, "plain PageRank: all links are equal",
     .set_to = DETM_RELEVANCE_EQUAL},
    {"c", 0, DT_ARG_NUMBER, AT(web.min_word_weight), "N", "least similarity of a link's words to the topic (0.5)",
     .max = 1},
    {"d", 0, DT_ARG_NUMBER, AT(web.chance), "N",
     "least random draw that gives a link without such words a chance (0.999)", .max = 1},
    {"relevant", 0, DT_ARG_NUMBER, AT(web.min_relevance), "N", "least cosine of a relevant page (0.25)", .max = 1},
    {"damping", 0, DT_ARG_NUMBER, AT(web.damping), "N", "share of the rank that is passed on (0.85)", .max = DT_BELOW_1,
     .wrong = "is not a damping factor: write a number from 0 to less than 1"},
    {"iterations", 0, DT_ARG_UNSIGNED, AT(web.iterations), "N", "number of passes over the links (5)", .max = 1000,
     .wrong = "is not a number of iterations: write a whole number, at most 1000"},
    {"seed", 0, DT_ARG_COUNT, AT(seed), "N", "seed of the random draws (1)",
     .wrong = "is not a seed: write a whole number"},
    {"fetched", 0, DT_ARG_FLAG, AT(fetched), NULL, .help = "print only the URLs of the given pages"},
    {"unfetched", 0, DT_ARG_FLAG, AT(unfetched), NULL, .help = "print only the other URLs: what to fetch next"},
    {"top", 0, DT_ARG_COUNT, AT(top), "N", "print only the N highest ranked (all)",
     .wrong = "is not a number: write a whole number, 0 for all"},
    {.name = NULL},
};

#undef AT

static const dt_option_group groups[] = {
    {"Options", own_options, true},         {"Results", dt_options_format, false}, {"Pages", dt_options_pages, false},
    {"Many pages", dt_options_many, false}, {"Other", dt_options_other, false},    {NULL, NULL, false},
};

static detm_web_part part_of(const rank_options *own) {
  if (own->fetched == own->unfetched) return DETM_WEB_ALL;
  return own->fetched ? DETM_WEB_FETCHED : DETM_WEB_UNFETCHED;
}

/* ---- the topic ---- */

/* By its name, or by the tag that it begins with. */
static bool is_markup(const char *name, const char *bytes, size_t length) {
  static const char *const endings[] = {".html", ".htm", ".xhtml", ".shtml"};
  size_t end = strlen(name), at = 0;
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (end > strlen(endings[i]) && strcasecmp(name + end - strlen(endings[i]), endings[i]) == 0) return true;
  if (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) at = 3;
  while (at < length && strchr(" \t\r\n", bytes[at]) != NULL && bytes[at] != '\0') at++;
  if (length - at < 2 || bytes[at] != '<') return false;
  char next = bytes[at + 1];
  return next == '!' || next == '?' || ((next | 32) >= 'a' && (next | 32) <= 'z');
}

static detm_status add_page(detm_topic *topic, const dt_options *options, const char *name, const char *bytes,
                            size_t length, detm_error *error) {
  detm_page_options page_options = options->page;
  page_options.name = name;
  detm_page *page = detm_page_parse(bytes, length, &page_options, error);
  detm_status status = page != NULL ? detm_topic_add_page(topic, page, error) : error->status;
  detm_page_free(page);
  return status;
}

/* A text that is no UTF-8 is read as a page is: its encoding is found out. */
static bool add_file(detm_topic *topic, dt_run *run, const char *name) {
  detm_error error = DETM_ERROR_NONE;
  size_t length, before = detm_topic_word_count(topic);
  char *bytes;
  if (!dt_input_read(name, run->options.page.max_bytes, &bytes, &length, &error)) {
    dt_report_failure(&run->report, name, &error);
    return false;
  }
  detm_status status = is_markup(name, bytes, length)
                           ? DETM_BAD_INPUT
                           : detm_topic_add_text(topic, bytes, length, run->options.page.seconds, &error);
  if (status == DETM_BAD_INPUT) {
    error = (detm_error)DETM_ERROR_NONE;
    status = add_page(topic, &run->options, name, bytes, length, &error);
  }
  free(bytes);
  if (status != DETM_OK) dt_report_failure(&run->report, name, &error);
  if (status == DETM_OK && before == 0 && detm_topic_word_count(topic) == 0)
    dt_report_warning(&run->report, name, "holds no words");
  return status == DETM_OK;
}

static detm_topic *load_topic(dt_run *run) {
  const dt_file_list *topics = &((const rank_options *)run->own)->topics;
  detm_error error = DETM_ERROR_NONE;
  bool well = true;
  if (topics->count == 0) {
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                    "no topic was given: name a text or a sample page with --topic FILE");
    return NULL;
  }
  detm_topic *topic = detm_topic_new(&error);
  for (size_t i = 0; i < topics->count && topic != NULL && well; i++) well = add_file(topic, run, topics->names[i]);
  if (topic == NULL) dt_report_fault(&run->report, NULL, &error);
  if (well) return topic;
  detm_topic_free(topic);
  return NULL;
}

/* ---- the web ---- */

typedef struct ranking {
  dt_run *run;
  const rank_options *own;
  detm_topic *topic;
  dt_manifest manifest;
  detm_web *web;
  dt_output state;
} ranking;

static detm_web *load_web(const ranking *r, const char *name) {
  detm_error error = DETM_ERROR_NONE;
  const detm_web_options *options = &r->own->web;
  size_t length;
  char *bytes;
  detm_web *web = NULL;
  struct stat info;
  int fault = name == NULL ? ENOENT : stat(name, &info) != 0 ? errno : 0;
  if (fault == ENOENT) {
    web = detm_web_new(r->topic, options, &error);
  } else if (fault != 0) { /* it may be there, and must not be replaced */
    snprintf(error.text, sizeof error.text, "cannot be opened: %s; check its permissions and its disk",
             strerror(fault));
  } else if (!S_ISREG(info.st_mode)) {
    snprintf(error.text, sizeof error.text, "is not a regular file: name the file that the web is saved in");
  } else if (dt_input_read(name, 0, &bytes, &length, &error)) {
    web = detm_web_load(bytes, length, name, r->topic, options, &error);
    free(bytes);
  }
  if (web == NULL) dt_report_failure(&r->run->report, name, &error);
  return web;
}

/* Whether the page of this URL is known from the last time. */
static bool is_fetched(const detm_web *web, const char *url) {
  detm_web_url known;
  size_t number = detm_web_url_find(web, url);
  if (number == SIZE_MAX) return false;
  detm_web_url_get(web, number, &known);
  return known.page != NULL;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* The names of the pages without URL that the state has, sorted; false: no memory. */
static bool list_nameless(const detm_web *web, const char ***names, size_t *count) {
  detm_web_url url;
  *count = 0;
  *names = malloc((detm_web_page_count(web) + 1) * sizeof **names);
  if (*names == NULL) return false;
  for (size_t i = 0; i < detm_web_url_count(web); i++) {
    detm_web_url_get(web, i, &url);
    if (*url.url == '\0') (*names)[(*count)++] = url.page;
  }
  if (*count != 0) qsort(*names, *count, sizeof **names, by_name);
  return true;
}

/* Whether the state has the page: by its URL, or if that is not known by its name. */
static bool is_known(const ranking *r, const char *name, const char **nameless, size_t count) {
  const dt_manifest_entry *entry = dt_manifest_find(&r->manifest, name);
  if (entry != NULL) return is_fetched(r->web, entry->url);
  if (r->own->manifest != NULL)
    dt_report_warning(&r->run->report, name, "has no line in %s, so its URL is not known", r->own->manifest);
  return count != 0 && bsearch(&name, nameless, count, sizeof *nameless, by_name) != NULL;
}

/* Those that the state has are not read again. */
static bool leave_known(ranking *r) {
  dt_options *options = &r->run->options;
  size_t kept = 0, count;
  const char **nameless;
  if (!list_nameless(r->web, &nameless, &count)) return false;
  for (size_t i = 0; i < options->pages.count; i++) {
    char *name = options->pages.names[i];
    bool known = is_known(r, name, nameless, count);
    if (known) dt_report_note(&r->run->report, name, "is known from %s", r->own->state);
    if (known)
      free(name);
    else
      options->pages.names[kept++] = name;
  }
  options->pages.count = kept;
  free(nameless);
  return true;
}

/* The pages of the manifest are the pages, if none are named. */
static bool choose_pages(ranking *r) {
  dt_options *options = &r->run->options;
  bool named = options->pages.count != 0;
  for (size_t i = 0; i < r->manifest.count && !named; i++) {
    const char *file = r->manifest.entries[i].file;
    if (!dt_input_add(&options->pages.names, &options->pages.count, file, strlen(file))) return false;
  }
  return leave_known(r);
}

/* Adds a file that was fetched but is not a page, as an empty page. */
static detm_status add_nothing(ranking *r, const char *name, const dt_manifest_entry *entry, detm_error *error) {
  detm_page_options options = r->run->options.page;
  options.name = name;
  detm_page *page = detm_page_parse("", 0, &options, error);
  detm_status status =
      page != NULL ? detm_web_add(r->web, page, entry->url, "application/octet-stream", error) : error->status;
  detm_page_free(page);
  return status;
}

/* Whether the content type in the manifest is not HTML. */
static bool is_other(const dt_manifest_entry *entry) {
  return entry->type != NULL && strncasecmp(entry->type, "text/html", 9) != 0 &&
         strncasecmp(entry->type, "application/xhtml+xml", 21) != 0;
}

/* The take of the job: one page is added. */
static bool take(void *data, dt_finished *finished) {
  ranking *r = data;
  detm_error error = DETM_ERROR_NONE;
  dt_report *report = &r->run->report;
  const dt_manifest_entry *entry = dt_manifest_find(&r->manifest, finished->name);
  bool other = finished->page == NULL && finished->error.status == DETM_BAD_INPUT && entry != NULL;
  detm_status status = DETM_OK;
  if (finished->page != NULL)
    status = detm_web_add(r->web, finished->page, entry != NULL ? entry->url : NULL, entry != NULL ? entry->type : NULL,
                          &error);
  else if (other)
    status = add_nothing(r, finished->name, entry, &error);
  if (finished->page == NULL && !(other && is_other(entry))) dt_report_fault(report, finished->name, &finished->error);
  if (status != DETM_OK) dt_report_fault(report, finished->name, &error);
  return status != DETM_NO_MEMORY;
}

static void save_web(ranking *r) {
  detm_error error = DETM_ERROR_NONE;
  dt_report *report = &r->run->report;
  bool done = detm_web_save(r->web, dt_output_write, &r->state, &error) == DETM_OK;
  if (!done && r->state.error == 0) dt_report_failure(report, r->state.name, &error);
  dt_output_close(&r->state, done, report);
}

static bool rank_pages(ranking *r, dt_results *results) {
  detm_error error = DETM_ERROR_NONE;
  char text[DT_TEXT_BYTES];
  const dt_options *options = &r->run->options;
  dt_page_job job = {.take = take, .take_data = r};
  bool done = options->pages.count == 0 || dt_pages_run(r->run, &job);
  if (done && detm_web_rank(r->web, &error) != DETM_OK) {
    dt_report_error(&r->run->report, DT_EXIT_FAILED, NULL, 0, "%s%s", dt_report_text(&r->run->report, error.text, text),
                    r->state.name != NULL ? "; the state is as it was" : "");
    done = false;
  }
  if (r->state.name != NULL && done)
    save_web(r);
  else if (r->state.name != NULL)
    dt_output_close(&r->state, false, &r->run->report);
  if (!done) return false;
  dt_report_note(&r->run->report, NULL, "%zu pages, %zu URLs, %zu links", detm_web_page_count(r->web),
                 detm_web_url_count(r->web), detm_web_link_count(r->web));
  const detm_sink *sink = detm_writer_sink(results->writer);
  if (detm_web_emit(r->web, part_of(r->own), r->own->top, sink, &error) == DETM_OK) return true;
  dt_results_report_end(results, &error);
  return false;
}

static void rank_web(ranking *r) {
  dt_results results;
  const char *state = r->own->state;
  r->web = load_web(r, state);
  if (r->web == NULL) return;
  if (!choose_pages(r)) {
    dt_report_error(&r->run->report, DT_EXIT_FAILED, NULL, 0, "no memory for the names of so many pages");
    return;
  }
  if (state != NULL && !dt_output_open(&r->state, state, r->run->options.output.max_bytes, &r->run->report)) return;
  if (dt_results_open(&results, r->run))
    dt_results_close(&results, rank_pages(r, &results));
  else if (state != NULL)
    dt_output_close(&r->state, false, &r->run->report);
}

static void run_rank(dt_run *run) {
  rank_options *own = run->own;
  ranking r = {.run = run, .own = own};
  run->options.page.parts = DETM_PAGE_CONTENT;
  own->web.seconds = run->options.page.seconds;
  own->web.relevance = (detm_relevance)own->relevance;
  own->web.seed = own->seed;
  if (own->state != NULL && strcmp(own->state, "-") == 0) {
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                    "--state: '-' is not a file that can be read and replaced: name one");
    return;
  }
  if (run->options.pages.count == 0 && own->manifest == NULL && own->state == NULL) {
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                    "no PAGE was given: name files, or a list of them with --pages FILE");
    return;
  }
  r.topic = load_topic(run);
  bool ready = r.topic != NULL;
  if (ready && own->manifest != NULL) ready = dt_manifest_load(&r.manifest, own->manifest, &run->report);
  if (ready) rank_web(&r);
  dt_manifest_free(&r.manifest);
  detm_web_free(r.web);
  detm_topic_free(r.topic);
}

const dt_command dt_command_rank = {
    .name = "rank",
    .summary = "rank pages and what they link to by a topic",
    .usage = "--topic FILE [--pages FILE] [--state FILE] [OPTION]... [PAGE]...",
    .about = "Prints all known URLs, the highest ranked first: the pages with their relevance to the topic, and the\n"
             "URLs that they link to, which are to be fetched next.",
    .options = groups,
    .own_size = sizeof(rank_options),
    .set_defaults = set_defaults,
    .run = run_rank,
};
