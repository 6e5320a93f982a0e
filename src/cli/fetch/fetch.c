/* cli/fetch/fetch.c: detm fetch: fetches pages into a WARC file, or to standard output for other commands. */
#include "config.h"

#include "cli/fetch/crawl.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_HEADERS = 32, MAX_HOSTS = 32, DEFAULT_MAX_BYTES = 64 << 20 };

typedef struct fetch_options {
  dt_fetch_options fetch;
  dt_crawl_options crawl;
  const char *cache;
  char *headers[MAX_HEADERS];
  char *allowed[MAX_HOSTS];
} fetch_options;

static void set_defaults(void *own) {
  *(fetch_options *)own =
      (fetch_options){.fetch = {.delay = 1, .seconds = 60, .max_bytes = DEFAULT_MAX_BYTES, .retries = 3}};
}

#define AT(member) offsetof(fetch_options, member)

static const char *read_header(dt_run *run, const char *value) {
  fetch_options *own = run->own;
  const char *colon = strchr(value, ':');
  if (colon == NULL || colon == value || strpbrk(value, "\r\n") != NULL || memchr(value, ' ', (size_t)(colon - value)))
    return "is not a header field: write one such as 'Accept-Language: de'";
  if (own->fetch.header_count == MAX_HEADERS) return "is one header field too many";
  own->headers[own->fetch.header_count++] = (char *)(uintptr_t)value;
  return NULL;
}

static const char *read_host(dt_run *run, const char *value) {
  fetch_options *own = run->own;
  if (value[0] == '\0' || strpbrk(value, "/ @") != NULL) return "is not a name of a host: write it as in shop.local";
  if (strchr(value[0] == '[' ? value + strcspn(value, "]") : value, ':') != NULL)
    return "has a colon: write the name without a port, and an IPv6 address in brackets";
  if (own->fetch.allowed_host_count == MAX_HOSTS) return "is one host too many";
  own->allowed[own->fetch.allowed_host_count++] = (char *)(uintptr_t)value;
  return NULL;
}

static const char *read_contact(dt_run *run, const char *value) {
  fetch_options *own = run->own;
  if (value[0] == '\0' || strlen(value) > DT_MAX_CONTACT || strpbrk(value, "\r\n()") != NULL)
    return "is not an address: write where the site can reach you, such as https://example.org/about";
  own->fetch.contact = value;
  return NULL;
}

static const dt_option own_options[] = {
    {"next", 0, DT_ARG_COUNT, AT(crawl.next), "N", "follow the link to the next page, N times at most", .min = 0,
     .max = 1e6, .wrong = "is not a number of pages: write a whole number, at most 1000000"},
    {"details", 0, DT_ARG_FLAG, AT(crawl.details), NULL, .help = "also fetch the pages that the records link to"},
    {"cache", 0, DT_ARG_FILE, AT(cache), "FILE", .help = "copy the pages that have not changed since this WARC file"},
    {.name = NULL},
};

static const dt_option request_options[] = {
    {"delay", 0, DT_ARG_NUMBER, AT(fetch.delay), "SECONDS", "time between two requests to a host (1)", .max = 86400,
     .wrong = "is not a time: write seconds such as 2 or 0.5, at most 86400"},
    {"retries", 0, DT_ARG_COUNT, AT(fetch.retries), "N", "repeat a request that failed N times at most (3)", .max = 100,
     .wrong = "is not a number of requests: write a whole number, at most 100"},
    {"timeout", 0, DT_ARG_NUMBER, AT(fetch.seconds), "SECONDS", "most time for a response (60)", .max = 1e6,
     .wrong = "is not a time: write seconds such as 5 or 0.5, at most 1000000; 0 means no limit"},
    {"max-bytes", 0, DT_ARG_LIMIT, AT(fetch.max_bytes), "SIZE", .help = "largest page (64M)",
     .library = "options.max_bytes"},
    {"header", 0, DT_ARG_CUSTOM, 0, "FIELD", .help = "send this header field to the hosts of the URLs given",
     .library = "options.headers", .read = read_header},
    {"cookies", 0, DT_ARG_FILE, AT(fetch.cookies), "FILE", .help = "send the cookies in FILE (Netscape format)",
     .library = "options.cookies"},
    {"proxy", 0, DT_ARG_NAME, AT(fetch.proxy), "URL", "send the requests to this proxy",
     .wrong = "is not an address: write one such as http://proxy.example:3128"},
    {"contact", 0, DT_ARG_CUSTOM, 0, "URL", "tell the sites where they can reach you", .read = read_contact},
    {"allow-host", 0, DT_ARG_CUSTOM, 0, "HOST", "HOST may have a private address", .library = "options.allowed_hosts",
     .read = read_host},
    {.name = NULL},
};

#undef AT
#define AT(member) offsetof(dt_options, member)

static const dt_option url_options[] = {
    {"files-from", 0, DT_ARG_TEXT, AT(many.files_from), "FILE",
     .help = "read more URLs from FILE, one a line; - is standard input"},
    {"output", 'o', DT_ARG_NAME, AT(output.file), "FILE", "append to FILE, and fetch nothing that it has",
     .wrong = "is not a file name: name a file"},
    {"quiet", 'q', DT_ARG_FLAG, AT(output.quiet), NULL, .help = "print errors only, no warnings"},
    {"verbose", 'v', DT_ARG_FLAG, AT(output.verbose), NULL, .help = "report each response, and requests a second"},
    {.name = NULL},
};

#undef AT

static const dt_option_group groups[] = {
    {"Options", own_options, true},
    {"Requests", request_options, true},
    {"URLs and output", url_options, false},
    {"Other", dt_options_help, false},
    {NULL, NULL, false},
};

/* The hosts of the URLs, in malloc'ed memory; URLs that are none are reported later.  False without memory. */
static bool list_hosts(const dt_file_list *urls, dt_file_list *hosts) {
  for (uint32_t i = 0; i < urls->count; i++) {
    detm_error error = DETM_ERROR_NONE;
    dt_web_address address;
    if (dt_web_address_read(&address, NULL, urls->names[i], &error) != DETM_OK) continue;
    bool added = dt_file_list_add(hosts, address.host, strlen(address.host));
    dt_web_address_free(&address);
    if (!added) return false;
  }
  return true;
}

static void crawl(dt_run *run) {
  const fetch_options *own = run->own;
  const char *file = run->options.output.file;
  detm_error error = DETM_ERROR_NONE;
  dt_polite *polite = dt_polite_open(&own->fetch, &error);
  if (polite == NULL) dt_report_failure(&run->report, NULL, &error);
  dt_warc_file *old = polite != NULL && own->cache != NULL ? dt_warc_file_open_old(own->cache, &error) : NULL;
  bool ready = polite != NULL && (own->cache == NULL || old != NULL);
  if (polite != NULL && !ready) dt_report_failure(&run->report, own->cache, &error);
  dt_warc_file *archive = ready ? dt_warc_file_open(file, &error) : NULL;
  if (ready && archive == NULL) dt_report_failure(&run->report, dt_crawl_output(run), &error);
  if (archive != NULL) {
    if (dt_warc_file_old_count(archive) != 0)
      dt_report_note(&run->report, file, "has %zu responses", dt_warc_file_old_count(archive));
    bool whole = dt_crawl_run(run, &own->crawl, polite, archive, old);
    if (dt_warc_file_close(archive, &error) != DETM_OK && whole) dt_report_failure(&run->report, file, &error);
  }
  if (old != NULL && dt_warc_file_close(old, NULL) != DETM_OK) dt_report_memory(&run->report, own->cache);
  dt_polite_close(polite);
}

static void run_fetch(dt_run *run) {
  fetch_options *own = run->own;
  const char *file = run->options.output.file;
  dt_file_list hosts = {.count = 0};
  if (file != NULL && strcmp(file, "-") == 0) file = run->options.output.file = NULL;
  if (run->options.pages.count == 0) {
    dt_report_usage(&run->report, "no URL was given: write one such as https://example.org/list");
    return;
  }
  if (file != NULL && !dt_text_ends_ci(dt_text(file), DT_TEXT(".warc.gz"))) {
    dt_report_usage(&run->report, "-o %s: fetch writes WARC files, compressed with gzip: name one FILE.warc.gz", file);
    return;
  }
  if (file == NULL && isatty(STDOUT_FILENO)) {
    dt_report_usage(&run->report, "fetch writes WARC, which is no text: name a file with -o FILE.warc.gz, or another "
                                  "command: detm fetch URL | detm extract -");
    return;
  }
  run->options.page.max_bytes = own->fetch.max_bytes;
  own->fetch.headers = own->headers;
  own->fetch.allowed_hosts = own->allowed;
  bool listed = list_hosts(&run->options.pages, &hosts);
  own->fetch.own_hosts = hosts.names;
  own->fetch.own_host_count = hosts.count;
  if (listed)
    crawl(run);
  else
    dt_report_memory(&run->report, NULL);
  dt_file_list_free(&hosts);
}

const dt_command dt_command_fetch = {
    .name = "fetch",
    .summary = "fetch pages into a WARC file",
    .usage = "[OPTION]... URL...",
    .about =
        "Fetches pages, and writes the responses as a WARC file, compressed with gzip, which all other commands read.\n"
        "It obeys robots.txt, waits between requests, and fetches nothing that the file of -o has.  Only public\n"
        "addresses are fetched.",
    .options = groups,
    .own_size = sizeof(fetch_options),
    .set_defaults = set_defaults,
    .uses_network = true,
    .run = run_fetch,
};
