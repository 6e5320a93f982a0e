/* tests/bench/library.c: generates a library of many templates from a seed, for matching pages.
 *
 * Sites reuse the same words, so ids, classes and tags are drawn from a few common words and many rare ones (Zipf's
 * law): a page has something in common with most templates. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#include "library.h"

#include "base/base.h"

#include <fts.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DOMAINS = 20, MARKS = 120, FIELDS = 6 };

static uint32_t draw(uint32_t *seed, uint32_t below) {
  *seed = *seed * 1664525 + 1013904223;
  return (*seed >> 8) % below;
}

/* Returns a random number whose logarithm is uniformly distributed, so small numbers are common. */
static unsigned draw_rank(uint32_t *seed, unsigned below) {
  double part = draw(seed, 1 << 20) / (double)(1 << 20);
  return (unsigned)pow(below, part);
}

static void add_name(dt_buffer *out, uint32_t *seed) {
  static const char *const common[] = {"main",  "content", "header", "footer", "container", "row",  "title", "item",
                                       "price", "nav",     "menu",   "list",   "clear",     "left", "right", "logo"};
  unsigned rank = draw_rank(seed, 20000);
  if (rank <= sizeof common / sizeof *common) {
    dt_buffer_text(out, common[rank - 1]);
  } else {
    dt_buffer_format(out, "%c%c%c-%c%c", 'a' + rank % 26, 'a' + rank / 26 % 26, 'a' + rank / 7 % 26,
                     'a' + rank / 676 % 26, 'a' + rank / 11 % 26);
  }
}

static const char *draw_tag(uint32_t *seed) {
  static const char *const tags[] = {"div", "span", "a",     "li", "ul", "p",  "td",   "tr",
                                     "img", "h2",   "table", "dd", "dt", "h1", "form", "section"};
  return tags[draw_rank(seed, sizeof tags / sizeof *tags) - 1];
}

static void add_mark(dt_buffer *out, uint32_t *seed) {
  switch (draw(seed, 3)) {
  case 0:
    dt_buffer_byte(out, '#');
    add_name(out, seed);
    break;
  case 1:
    dt_buffer_format(out, "%s.", draw_tag(seed));
    add_name(out, seed);
    break;
  default:
    dt_buffer_format(out, "%s/%s/%s", draw_tag(seed), draw_tag(seed), draw_tag(seed));
  }
}

static void add_field(dt_buffer *out, uint32_t *seed, int number) {
  dt_buffer_format(out, "<field name=\"f%d\"><part><anchor by=\"class\" tag=\"%s\" value=\"", number, draw_tag(seed));
  add_name(out, seed);
  dt_buffer_format(out, "\" path=\"/%s\" trust=\"0.8\"/><anchor by=\"id\" value=\"", draw_tag(seed));
  add_name(out, seed);
  dt_buffer_format(out, "\" path=\"//%s\" trust=\"0.7\"/></part></field>\n", draw_tag(seed));
}

static void add_template(dt_buffer *out, uint32_t *seed, unsigned number) {
  dt_buffer_format(out, "<template xmlns=\"urn:detm:template:1\" name=\"t%u\"><layout><marks>", number);
  for (int n = 0; n < MARKS; n++) {
    if (n != 0) dt_buffer_byte(out, ' ');
    add_mark(out, seed);
  }
  dt_buffer_text(out, "</marks>\n");
  for (int n = 1; n <= FIELDS; n++) add_field(out, seed, n);
  dt_buffer_text(out, "</layout></template>\n");
}

static bool write_file(const char *name, const dt_buffer *bytes) {
  FILE *file = fopen(name, "wb");
  if (file == NULL) return false;
  bool written = !bytes->failed && fwrite(bytes->data, 1, bytes->length, file) == bytes->length;
  return fclose(file) == 0 && written;
}

static bool write_templates(const char *folder, unsigned templates) {
  char name[128];
  dt_buffer bytes = {0};
  uint32_t seed = 1;
  bool written = true;
  for (unsigned n = 0; n < DOMAINS; n++) {
    snprintf(name, sizeof name, "%s/d%u", folder, n);
    written = written && mkdir(name, 0777) == 0;
  }
  for (unsigned n = 0; n < templates && written; n++) {
    bytes.length = 0;
    add_template(&bytes, &seed, n);
    snprintf(name, sizeof name, "%s/d%u/t%u.xml", folder, n % DOMAINS, n);
    written = write_file(name, &bytes);
  }
  dt_buffer_free(&bytes);
  return written;
}

static void remove_folder(char *folder) {
  char *paths[] = {folder, NULL};
  FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  if (walk == NULL) return;
  for (FTSENT *entry; (entry = fts_read(walk)) != NULL;)
    if (entry->fts_info == FTS_DP || entry->fts_info == FTS_F) remove(entry->fts_path);
  fts_close(walk);
}

detm_library *bench_library_make(bench_library *made, unsigned templates) {
  snprintf(made->folder, sizeof made->folder, "/tmp/detm-bench-XXXXXX");
  if (mkdtemp(made->folder) == NULL) return NULL;
  detm_error error = DETM_ERROR_NONE;
  made->library = write_templates(made->folder, templates) ? detm_library_open(made->folder, &error) : NULL;
  if (made->library == NULL) fprintf(stderr, "bench: no library: %s\n", error.text);
  return made->library;
}

void bench_library_free(bench_library *made) {
  detm_library_close(made->library);
  if (*made->folder != '\0') remove_folder(made->folder);
}
