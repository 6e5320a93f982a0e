/* tests/fuzz/fuzz-web.c: loads a saved web after correcting its header and checksum; or adds a page, whose first line
 * is its URL, to a web.
 *
 * The web is ranked, written and saved, and must be the same after loading. */
#include "must.h"

#include <detm/detm.h>

#include "base/base.h"

enum { HEAD = 11 + 16, SUM = 8, BLOCK = 1 << 16 }; /* as in web_file.c */

static const char words[] = "otter river";

static dt_buffer saved(const detm_web *web) {
  dt_buffer out = {0};
  must(detm_web_save(web, dt_buffer_write, &out, NULL) == DETM_OK);
  return out;
}

static void emit(const detm_web *web) {
  dt_buffer out = {0};
  detm_writer *writer = detm_writer_new(DETM_NDJSON, dt_buffer_write, &out, 0, NULL);
  if (writer != NULL) {
    must(detm_web_emit(web, DETM_WEB_ALL, 0, detm_writer_sink(writer), NULL) == DETM_OK);
    must(detm_writer_finish(writer, NULL) == DETM_OK);
  }
  detm_writer_free(writer);
  dt_buffer_free(&out);
}

static void use(detm_web *web, const detm_topic *topic) {
  must(detm_web_rank(web, NULL) == DETM_OK);
  emit(web);
  dt_buffer once = saved(web);
  detm_web *again = detm_web_load(once.data, once.length, "web", topic, NULL, NULL);
  must(again != NULL);
  dt_buffer twice = saved(again);
  must(once.length == twice.length && memcmp(once.data, twice.data, once.length) == 0);
  dt_buffer_free(&once);
  dt_buffer_free(&twice);
  detm_web_free(again);
}

static void put_sum(char *bytes, size_t length) {
  uint64_t sum = 0;
  for (size_t at = 0; at < length; at += BLOCK)
    sum = dt_hash_bytes(bytes + at, length - at < BLOCK ? length - at : BLOCK, sum);
  for (unsigned i = 0; i < SUM; i++) bytes[length + i] = (char)(sum >> 8 * i & 0xff);
}

/* Loads the bytes with the header of an empty web and a correct checksum. */
static void load(const detm_web *empty, const detm_topic *topic, const uint8_t *data, size_t size) {
  dt_buffer head = saved(empty);
  char *bytes = malloc(size);
  must(bytes != NULL);
  memcpy(bytes, data, size);
  memcpy(bytes, head.data, HEAD);
  put_sum(bytes, size - SUM);
  detm_web *web = detm_web_load(bytes, size, "web", topic, NULL, NULL);
  if (web != NULL) use(web, topic);
  detm_web_free(web);
  free(bytes);
  dt_buffer_free(&head);
}

static void add_page(detm_web *web, const detm_topic *topic, const char *data, size_t size) {
  detm_page_options how = detm_page_defaults;
  const char *end = memchr(data, '\n', size);
  size_t line = end != NULL ? (size_t)(end - data) : 0, start = end != NULL ? line + 1 : 0;
  char url[256];
  if (line >= sizeof url) line = sizeof url - 1;
  memcpy(url, data, line);
  url[line] = '\0';
  how.max_nodes = 100000;
  how.seconds = 10;
  how.parts = DETM_PAGE_CONTENT;
  detm_page *page = detm_page_parse(data + start, size - start, &how, NULL);
  if (page != NULL && detm_web_add(web, page, *url != '\0' ? url : NULL, NULL, NULL) == DETM_OK) use(web, topic);
  detm_page_free(page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char magic[] = "detm web";
  detm_topic *topic = detm_topic_new(NULL);
  must(topic != NULL && detm_topic_add_text(topic, words, sizeof words - 1, 0, NULL) == DETM_OK);
  detm_web *web = detm_web_new(topic, NULL, NULL);
  must(web != NULL);
  if (size >= HEAD + SUM && memcmp(data, magic, sizeof magic - 1) == 0)
    load(web, topic, data, size);
  else if (size != 0)
    add_page(web, topic, (const char *)data, size);
  detm_web_free(web);
  detm_topic_free(topic);
  return 0;
}
