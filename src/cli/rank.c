/* detm rank: how relevant pages are to a topic, and in which order to fetch what they link to. */
#include "cli/command.h"
#include "cli/input.h"
#include "cli/manifest.h"
#include "cli/results.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- options ---- */

static const char *set_topic(dt_options *options, const char *value) {
  if (*value == '\0') return "is no file; name a text or a page on the topic";
  return dt_input_add(&options->topics, &options->topic_count, value, strlen(value)) ? NULL
                                                                                     : "is too much for the memory";
}

static const char *set_file(const char **file, const char *value) {
  if (*file != NULL) return "is a second one; name one file";
  *file = value;
  return *value != '\0' ? NULL : "is no file; name one";
}

static const char *set_pages(dt_options *options, const char *value) { return set_file(&options->manifest, value); }

static const char *set_state(dt_options *options, const char *value) {
  const char *wrong = set_file(&options->state, value);
  return wrong == NULL && strcmp(value, "-") == 0 ? "is no file that can be read and replaced; name one" : wrong;
}

static const char *set_rel(dt_options *options, const char *value) {
  bool rw = strcasecmp(value, "rw") == 0;
  options->web.relevance = rw ? DETM_RELEVANCE_RW : DETM_RELEVANCE_RWB;
  return rw || strcasecmp(value, "rwb") == 0 ? NULL : "is no way to tell relevance; write rw or rwb";
}

static const char *set_pagerank(dt_options *options, const char *value) {
  (void)value;
  options->web.relevance = DETM_RELEVANCE_EQUAL;
  return NULL;
}

static const char *set_share(double *share, const char *value) {
  return dt_option_number(value, share) && *share <= 1 ? NULL : "is out of range; write a number from 0 to 1";
}

static const char *set_c(dt_options *options, const char *value) { return set_share(&options->web.c, value); }
static const char *set_d(dt_options *options, const char *value) { return set_share(&options->web.d, value); }
static const char *set_relevant(dt_options *options, const char *value) {
  return set_share(&options->web.relevant, value);
}

static const char *set_damping(dt_options *options, const char *value) {
  bool fits = dt_option_number(value, &options->web.damping) && options->web.damping < 1;
  return fits ? NULL : "is no damping; write a number from 0 to less than 1";
}

static const char *set_iterations(dt_options *options, const char *value) {
  size_t iterations;
  if (!dt_option_size(value, &iterations) || iterations > 1000)
    return "is no number of iterations; write a whole number, at most 1000";
  options->web.iterations = (unsigned)iterations;
  return NULL;
}

static const char *set_seed(dt_options *options, const char *value) {
  size_t seed;
  if (!dt_option_size(value, &seed)) return "is no seed; write a whole number";
  options->web.seed = seed;
  return NULL;
}

static const char *set_part(dt_options *options, detm_web_part part) {
  bool both = options->web_part != DETM_WEB_ALL && options->web_part != part;
  options->web_part = both ? DETM_WEB_ALL : part;
  return NULL;
}

static const char *set_fetched(dt_options *options, const char *value) {
  (void)value;
  return set_part(options, DETM_WEB_FETCHED);
}

static const char *set_unfetched(dt_options *options, const char *value) {
  (void)value;
  return set_part(options, DETM_WEB_UNFETCHED);
}

static const char *set_top(dt_options *options, const char *value) {
  return dt_option_size(value, &options->top) ? NULL : "is no number; write a whole one, 0 for all";
}

static const dt_option own[] = {
    {"topic", 0, "FILE", "a text or a sample page on the topic; give more, and they all count", set_topic},
    {"pages", 0, "FILE", "lines PAGE<TAB>URL[<TAB>content-type]; without PAGE, these are the pages", set_pages},
    {"state", 0, "FILE", "go on from FILE if it is there, and keep in it what is known", set_state},
    {"rel", 0, "WAY", "tell the relevance of links by rwb (default) or rw", set_rel},
    {"pagerank", 0, NULL, "plain PageRank: all links alike", set_pagerank},
    {"c", 0, "N", "words of links count from this similarity to the topic on (0.5)", set_c},
    {"d", 0, "N", "links that nothing speaks for get a chance if a draw reaches this (0.999)", set_d},
    {"relevant", 0, "N", "pages are relevant from this cosine on (0.25)", set_relevant},
    {"damping", 0, "N", "of the rank that is handed on (0.85)", set_damping},
    {"iterations", 0, "N", "how often ranks are handed on (5)", set_iterations},
    {"seed", 0, "N", "of the draws (1)", set_seed},
    {"fetched", 0, NULL, "print only URLs of pages that are there", set_fetched},
    {"unfetched", 0, NULL, "print only the others: what to fetch next", set_unfetched},
    {"top", 0, "N", "print only the N highest ranked (all)", set_top},
    {NULL, 0, NULL, NULL, NULL},
};

static const dt_option_group groups[] = {
    {"Options", own},
    {"Results", dt_options_format},
    {"Pages", dt_options_pages},
    {"Many pages", dt_options_many},
    {"Other", dt_options_other},
    {NULL, NULL},
};

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
  size_t length, before = detm_topic_words(topic);
  char *bytes;
  if (!dt_input_read(name, run->options.page.max_bytes, &bytes, &length, &error)) {
    dt_report_error(&run->report, DT_EXIT_FAILED, name, 0, "%s", error.text);
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
  if (status != DETM_OK) dt_report_error(&run->report, DT_EXIT_FAILED, name, 0, "%s", error.text);
  if (status == DETM_OK && before == 0 && detm_topic_words(topic) == 0)
    dt_report_warning(&run->report, name, "holds no words");
  return status == DETM_OK;
}

static detm_topic *load_topic(dt_run *run) {
  detm_error error = DETM_ERROR_NONE;
  bool well = true;
  if (run->options.topic_count == 0) {
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                    "no topic was given; name a text or a sample page with --topic FILE");
    return NULL;
  }
  detm_topic *topic = detm_topic_new(&error);
  for (size_t i = 0; i < run->options.topic_count && topic != NULL && well; i++)
    well = add_file(topic, run, run->options.topics[i]);
  if (topic == NULL) dt_report_fault(&run->report, NULL, &error);
  if (well) return topic;
  detm_topic_free(topic);
  return NULL;
}

/* ---- the web ---- */

typedef struct ranking {
  dt_run *run;
  detm_topic *topic;
  dt_manifest manifest;
  detm_web *web;
  dt_output state;
} ranking;

static detm_web *load_web(const ranking *r, const char *name) {
  detm_error error = DETM_ERROR_NONE;
  const dt_options *options = &r->run->options;
  size_t length;
  char *bytes;
  detm_web *web = NULL;
  struct stat info;
  int fault = name == NULL ? ENOENT : stat(name, &info) != 0 ? errno : 0;
  if (fault == ENOENT) {
    web = detm_web_new(r->topic, &options->web, &error);
  } else if (fault != 0) { /* it may be there, and must not be replaced */
    snprintf(error.text, sizeof error.text, "cannot be opened: %s; check its rights and its disk", strerror(fault));
  } else if (!S_ISREG(info.st_mode)) {
    snprintf(error.text, sizeof error.text, "is no regular file; name one that the web is kept in");
  } else if (dt_input_read(name, 0, &bytes, &length, &error)) {
    web = detm_web_load(bytes, length, name, r->topic, &options->web, &error);
    free(bytes);
  }
  if (web == NULL) dt_report_error(&r->run->report, DT_EXIT_FAILED, name, 0, "%s", error.text);
  return web;
}

/* Whether the page of this URL is known from the last time. */
static bool is_fetched(const detm_web *web, const char *url) {
  detm_web_url known;
  size_t number = detm_web_find(web, url);
  if (number == SIZE_MAX) return false;
  detm_web_get(web, number, &known);
  return known.page != NULL;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* The names of the pages without URL that the state has, sorted; false: no memory. */
static bool list_nameless(const detm_web *web, const char ***names, size_t *count) {
  detm_web_url url;
  *count = 0;
  *names = malloc((detm_web_pages(web) + 1) * sizeof **names);
  if (*names == NULL) return false;
  for (size_t i = 0; i < detm_web_urls(web); i++) {
    detm_web_get(web, i, &url);
    if (*url.url == '\0') (*names)[(*count)++] = url.page;
  }
  if (*count != 0) qsort(*names, *count, sizeof **names, by_name);
  return true;
}

/* Whether the state has the page: by its URL, or if that is not known by its name. */
static bool is_known(const ranking *r, const char *name, const char **nameless, size_t count) {
  const dt_entry *entry = dt_manifest_find(&r->manifest, name);
  if (entry != NULL) return is_fetched(r->web, entry->url);
  if (r->run->options.manifest != NULL)
    dt_report_warning(&r->run->report, name, "has no line in %s, so its URL is not known", r->run->options.manifest);
  return count != 0 && bsearch(&name, nameless, count, sizeof *nameless, by_name) != NULL;
}

/* Those that the state has are not read again. */
static bool leave_known(ranking *r) {
  dt_options *options = &r->run->options;
  size_t kept = 0, count;
  const char **nameless;
  if (!list_nameless(r->web, &nameless, &count)) return false;
  for (size_t i = 0; i < options->page_count; i++) {
    char *name = options->pages[i];
    bool known = is_known(r, name, nameless, count);
    if (known) dt_report_note(&r->run->report, name, "is known from %s", options->state);
    if (known)
      free(name);
    else
      options->pages[kept++] = name;
  }
  options->page_count = kept;
  free(nameless);
  return true;
}

/* The pages of the manifest are the pages, if none are named. */
static bool choose_pages(ranking *r) {
  dt_options *options = &r->run->options;
  bool named = options->page_count != 0;
  for (size_t i = 0; i < r->manifest.count && !named; i++) {
    const char *file = r->manifest.entries[i].file;
    if (!dt_input_add(&options->pages, &options->page_count, file, strlen(file))) return false;
  }
  return leave_known(r);
}

/* What was fetched, but is no page: nothing is known of it but that. */
static detm_status add_nothing(ranking *r, const char *name, const dt_entry *entry, detm_error *error) {
  detm_page_options options = r->run->options.page;
  options.name = name;
  detm_page *page = detm_page_parse("", 0, &options, error);
  detm_status status =
      page != NULL ? detm_web_add(r->web, page, entry->url, "application/octet-stream", error) : error->status;
  detm_page_free(page);
  return status;
}

/* Whether the manifest says that it is no HTML. */
static bool is_other(const dt_entry *entry) {
  return entry->type != NULL && strncasecmp(entry->type, "text/html", 9) != 0 &&
         strncasecmp(entry->type, "application/xhtml+xml", 21) != 0;
}

/* The take of the job: one page is added. */
static bool take(void *data, dt_finished *finished) {
  ranking *r = data;
  detm_error error = DETM_ERROR_NONE;
  dt_report *report = &r->run->report;
  const dt_entry *entry = dt_manifest_find(&r->manifest, finished->name);
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
  if (!done && r->state.error == 0) dt_report_error(report, DT_EXIT_FAILED, r->state.name, 0, "%s", error.text);
  dt_output_close(&r->state, done, report);
}

static bool rank_pages(ranking *r, dt_results *results) {
  detm_error error = DETM_ERROR_NONE;
  const dt_options *options = &r->run->options;
  dt_job job = {.take = take, .take_data = r};
  bool done = options->page_count == 0 || dt_pages_run(r->run, &job);
  if (done && detm_web_rank(r->web, &error) != DETM_OK) {
    dt_report_error(&r->run->report, DT_EXIT_FAILED, NULL, 0, "%s%s", error.text,
                    r->state.name != NULL ? "; the state is as it was" : "");
    done = false;
  }
  if (r->state.name != NULL && done)
    save_web(r);
  else if (r->state.name != NULL)
    dt_output_close(&r->state, false, &r->run->report);
  if (!done) return false;
  dt_report_note(&r->run->report, NULL, "%zu pages, %zu URLs, %zu links", detm_web_pages(r->web), detm_web_urls(r->web),
                 detm_web_links(r->web));
  const detm_sink *sink = detm_writer_sink(results->writer);
  if (detm_web_emit(r->web, options->web_part, options->top, sink, &error) == DETM_OK) return true;
  dt_results_tell_end(results, &error);
  return false;
}

static void rank_web(ranking *r) {
  dt_results results;
  const char *state = r->run->options.state;
  r->web = load_web(r, state);
  if (r->web == NULL) return;
  if (!choose_pages(r)) {
    dt_report_error(&r->run->report, DT_EXIT_FAILED, NULL, 0, "no memory for the names of so many pages");
    return;
  }
  if (state != NULL && !dt_output_open(&r->state, state, r->run->options.max_output, &r->run->report)) return;
  if (dt_results_open(&results, r->run))
    dt_results_close(&results, rank_pages(r, &results));
  else if (state != NULL)
    dt_output_close(&r->state, false, &r->run->report);
}

static void run_rank(dt_run *run) {
  ranking r = {.run = run};
  const dt_options *options = &run->options;
  run->options.page.parts = DETM_PAGE_CONTENT;
  run->options.web.seconds = run->options.page.seconds;
  if (options->page_count == 0 && options->manifest == NULL && options->state == NULL) {
    dt_report_error(&run->report, DT_EXIT_FAILED, NULL, 0,
                    "no PAGE was given; name files, or a list of them with --pages FILE");
    return;
  }
  r.topic = load_topic(run);
  bool ready = r.topic != NULL;
  if (ready && options->manifest != NULL) ready = dt_manifest_load(&r.manifest, options->manifest, &run->report);
  if (ready) rank_web(&r);
  dt_manifest_free(&r.manifest);
  detm_web_free(r.web);
  detm_topic_free(r.topic);
}

const dt_command dt_command_rank = {
    .name = "rank",
    .summary = "rank pages and what they link to by a topic",
    .usage = "--topic FILE [--pages FILE] [--state FILE] [OPTION]... [PAGE]...",
    .about = "Prints each URL that is known, from the highest ranked on: the pages, with how relevant they are to the "
             "topic,\n"
             "and what they link to: what to fetch next.",
    .options = groups,
    .run = run_rank,
};
