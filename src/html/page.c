/* html/page.c: the public page: decode, parse, build the tag tree, the document or both. */
#include "html/page.h"
#include "base/foreign.h"
#include "base/json.h"
#include "base/options.h"
#include "html/data/xml.h"
#include "html/document.h"
#include "html/elsewhere.h"
#include "html/encoding/encoding.h"
#include "html/parse/parse.h"
#include "html/tree_build.h"
#include "html/wall/wall.h"
#include "text/url.h"

#include <stdlib.h>

/* Frames in frames: what saves pages embeds those of a frame in it, and each time the text grows by a third or more. */
enum { FRAME_DEPTH = 4 };

static const char *keep_string(dt_arena *arena, const char *string) {
  return string != NULL ? dt_arena_copy(arena, string, strlen(string)) : NULL;
}

static detm_page *new_page(const detm_page_options *options) {
  detm_page *page = calloc(1, sizeof *page);
  if (page == NULL) return NULL;

  if (pthread_mutex_init(&page->lock, NULL) != 0) {
    free(page);
    return NULL;
  }

  dt_arena_start(&page->arena, NULL);
  page->name = keep_string(&page->arena, options->name != NULL ? options->name : "-");
  page->base = keep_string(&page->arena, options->base);
  page->max_nodes = options->max_nodes != 0 ? options->max_nodes : detm_page_defaults.max_nodes;
  page->max_depth = options->max_depth != 0 && options->max_depth < detm_page_defaults.max_depth
                        ? options->max_depth
                        : detm_page_defaults.max_depth;
  if (page->max_depth < DT_LEAST_DEPTH) page->max_depth = DT_LEAST_DEPTH;
  page->seconds = options->seconds;
  page->keeps_source = (options->parts & DETM_PAGE_SOURCE) != 0;
  page->cancelled = options->cancelled;
  page->cancel_data = options->cancel_data;
  if (page->name != NULL && (options->base == NULL || page->base != NULL)) return page;
  detm_page_free(page);
  return NULL;
}

/* A page that is being parsed. */
typedef struct building {
  detm_page *page;
  detm_text text;
  unsigned parts;
  dt_arena scratch;
  dt_html_tree html;
  detm_status status; /* result of dt_document_build */
} building;

/* Returns the address of the page's base element. */
static detm_text base_of(building *b) {
  if (b->html.base == DT_NO_NODE) return (detm_text){0};
  const dt_html_attribute *href = dt_html_attribute_of(&b->html, &b->html.nodes[b->html.base], "href");
  detm_text address = dt_html_text(&b->html, dt_attribute_value_slice(href), true);
  return (detm_text){dt_arena_copy(&b->page->arena, address.data, address.length), address.length};
}

/* Returns the warning for a page that was parsed, or NULL. */
static const char *warning_of(building *b) {
  unsigned most = b->page->max_depth;
  if (b->html.attributes_lost)
    return dt_arena_format(
        &b->page->arena,
        "a tag has more than %d attributes, or one with a name of more than %d bytes: these are ignored",
        DT_MAX_ATTRIBUTES, DT_MAX_ATTRIBUTE_NAME);
  if (!b->html.too_deep) return NULL;
  return dt_arena_format(&b->page->arena, "nested more than %u deep: deeper elements are taken as siblings%s", most,
                         most < detm_page_defaults.max_depth ? " (options.max_depth)" : "");
}

dt_html_options dt_page_html_options(const detm_page *page, unsigned parts) {
  return (dt_html_options){.max_depth = page->max_depth,
                           .max_nodes = page->max_nodes,
                           .head_scripting = true,
                           .frame_depth = FRAME_DEPTH,
                           .known_attributes_only = (parts & DETM_PAGE_CONTENT) == 0,
                           .stray_cells = true};
}

/* Parses the page, and builds the parts that are wanted. */
static void parse_and_build(void *data) {
  building *b = data;
  detm_page *page = b->page;
  const unsigned styled = DETM_PAGE_CONTENT & ~(unsigned)DETM_PAGE_DOCUMENT;
  dt_html_tree_start(&b->html, &b->scratch);
  const dt_html_options options = dt_page_html_options(page, b->parts);
  dt_html_parse(&b->html, b->text.data, b->text.length, &options);
  if (b->html.full) return;

  if ((b->parts & DETM_PAGE_CONTENT) != 0) {
    dt_document document;
    b->status =
        dt_document_build(&document, &page->arena, &b->scratch, &b->html, (b->parts & styled) != 0, page->max_nodes);
    page->document = document.document;
    page->element_count = document.element_count;
    page->styles = document.styles;
  }

  if ((b->parts & DETM_PAGE_FACTS) != 0 && b->status == DETM_OK)
    b->status = dt_document_build_facts(&page->facts, &page->arena, &b->scratch, &b->html, page->max_nodes);
  page->arena.scope = b->scratch.scope;
  if (page->built == 0) page->base_href = base_of(b);
  page->empty = dt_html_is_empty(&b->html);
  if (page->built == 0) page->wall = dt_wall_find(&b->html);
  if ((b->parts & DETM_PAGE_TREE) != 0) page->scripts = dt_data_scripts_copy(&b->html, &page->arena);
  if (page->built == 0) page->elsewhere = dt_elsewhere_find(&b->html);
  page->cut = b->html.unfinished;
  const char *warning = warning_of(b);
  if (warning != NULL) page->warning = warning;
  if ((b->parts & DETM_PAGE_TREE) != 0) dt_tree_build(&page->tree, &page->arena, &b->scratch, &b->html, NULL);
}

static detm_status build(detm_page *page, detm_text text, unsigned parts, detm_error *error) {
  dt_scope scope;
  building b = {.page = page, .text = text, .parts = parts};
  dt_page_scope(page, &scope, page->seconds);
  dt_arena_start(&b.scratch, &scope);
  bool whole = dt_scope_run(&scope, parse_and_build, &b);
  page->arena.scope = NULL;
  bool full = b.html.full || b.status == DETM_LIMIT;
  dt_html_tree_free(&b.html);
  dt_arena_free(&b.scratch);

  if (whole && !full && b.status == DETM_OK) {
    page->built |= parts;
    return DETM_OK;
  }

  if ((parts & DETM_PAGE_TREE) != 0) page->tree = (dt_tree){0};
  if ((parts & DETM_PAGE_CONTENT) != 0) page->document = NULL;
  if (!whole) return dt_error_scope(error, &scope, NULL);
  if (full) return dt_error_set(error, DETM_LIMIT, "more than %zu nodes: raise options.max_nodes", page->max_nodes);
  return dt_error_memory(error);
}

detm_status dt_page_need(const detm_page *given, unsigned parts, detm_error *error) {
  detm_page *page = (detm_page *)(uintptr_t)given; /* its contents stay the same, whenever they are built */
  if ((page->built & DETM_PAGE_DOCUMENT) != 0) parts &= ~(unsigned)DETM_PAGE_FACTS; /* they are in it */
  if ((parts & ~page->built) == 0) return DETM_OK;
  pthread_mutex_lock(&page->lock);

  detm_status status = DETM_OK;
  unsigned missing = parts & ~page->built;
  if (missing != 0 && page->source == NULL)
    status = dt_error_at(error, DETM_USAGE, page->name, 0, 0,
                         "the page was parsed without its %s: see detm_page_options.parts",
                         (missing & DETM_PAGE_TREE) != 0 ? "tag tree" : "document");

  if (missing != 0 && page->source != NULL) {
    if ((missing & DETM_PAGE_DOCUMENT) != 0) missing |= DETM_PAGE_CONTENT;
    const bool has_facts = (page->built & (DETM_PAGE_FACTS | DETM_PAGE_DOCUMENT)) != 0;
    if ((missing & DETM_PAGE_TREE) != 0 && !has_facts)
      missing |= DETM_PAGE_FACTS; /* they cost less than to parse again */
    detm_error own = DETM_ERROR_NONE;
    status = build(page, (detm_text){page->source, page->source_length}, missing, &own);
    if (status != DETM_OK) dt_error_at(error, status, page->name, 0, 0, "%s", own.text);
  }

  const unsigned most = DETM_PAGE_TREE | DETM_PAGE_CONTENT;
  if ((page->built & most) == most && !page->keeps_source) {
    free(page->source);
    page->source = NULL;
  }

  pthread_mutex_unlock(&page->lock);
  return status;
}

/* Makes the page of the lists in a page's scripts. */
static detm_status build_data(detm_page *page, detm_error *error) {
  dt_scope scope;
  dt_buffer html = {0};
  dt_page_scope(page, &scope, page->seconds);

  bool full, whole = dt_data_scripts_write(&page->scripts, &scope, &html, &full) && !html.failed;
  detm_status status = scope.status = whole ? dt_scope_due(&scope) : DETM_NO_MEMORY;
  const bool read = status == DETM_OK;
  if (status == DETM_OK && html.length != 0) {
    const detm_page_options options = {.size = sizeof options,
                                       .name = page->name,
                                       .base = page->base,
                                       .max_nodes = page->max_nodes,
                                       .max_depth = page->max_depth,
                                       .seconds = page->seconds,
                                       .cancelled = page->cancelled,
                                       .cancel_data = page->cancel_data};
    page->data = new_page(&options);
    status = page->data != NULL ? build(page->data, (detm_text){html.data, html.length}, DETM_PAGE_TREE, error)
                                : dt_error_memory(error);
    if (status != DETM_OK) {
      detm_page_free(page->data);
      page->data = NULL;
    }
  }

  dt_buffer_free(&html);
  if (!read) return whole ? dt_error_scope(error, &scope, page->name) : dt_error_memory(error);
  if (status != DETM_OK) return status;
  page->data_known = true;
  if (page->data == NULL) return DETM_OK;
  page->data->is_data = true;
  page->data->data_full = full;
  page->data->encoding = page->encoding;
  page->data->base_href = page->base_href;
  memcpy(page->data->hash, page->hash, sizeof page->hash);
  return DETM_OK;
}

detm_status dt_page_data(const detm_page *given, const detm_page **data, detm_error *error) {
  detm_page *page = (detm_page *)(uintptr_t)given; /* as in dt_page_need */
  *data = page->is_data ? page : NULL;
  detm_status status = dt_page_need(page, DETM_PAGE_TREE, error);
  if (page->is_data || status != DETM_OK || page->scripts.count == 0) return status;
  pthread_mutex_lock(&page->lock);
  if (!page->data_known) status = build_data(page, error);
  *data = page->data;
  pthread_mutex_unlock(&page->lock);
  return status;
}

const detm_page **dt_pages_data(const detm_page *const *pages, size_t count, bool *all, detm_error *error) {
  const detm_page **own = malloc((count + 1) * sizeof *own);
  *all = count != 0;
  if (own == NULL) dt_error_memory(error);

  for (size_t p = 0; p < count && own != NULL; p++) {
    const detm_page *data;
    if (dt_page_data(pages[p], &data, error) != DETM_OK) {
      free(own);
      return NULL;
    }
    own[p] = data != NULL ? data : pages[p];
    *all = *all && data != NULL;
  }

  return own;
}

bool dt_page_source(const detm_page *given, size_t most, dt_buffer *source) {
  detm_page *page = (detm_page *)(uintptr_t)given;
  pthread_mutex_lock(&page->lock);
  bool has = page->source != NULL && page->source_length <= most;
  if (has) dt_buffer_add(source, page->source, page->source_length + 1);
  if (has && !source->failed) source->length--;
  pthread_mutex_unlock(&page->lock);
  return has;
}

detm_status dt_pages_need(const detm_page *const *pages, size_t count, unsigned parts, detm_error *error) {
  detm_status status = DETM_OK;
  for (size_t p = 0; p < count && status == DETM_OK; p++) status = dt_page_need(pages[p], parts, error);
  return status;
}

/* Keeps the decoded page for dt_page_need; takes over the bytes of `decoded` if the text is in them. */
static detm_status keep_source(detm_page *page, detm_text text, dt_buffer *decoded, detm_error *error) {
  dt_buffer copy = {0};
  if (text.data != decoded->data) {
    dt_buffer_add(&copy, text.data, text.length);
    decoded = &copy;
  }

  dt_buffer_byte(decoded, '\0');
  if (decoded->failed) {
    dt_buffer_free(&copy);
    return dt_error_memory(error);
  }

  page->source = decoded->data;
  page->source_length = text.length;
  *decoded = (dt_buffer){0};
  return DETM_OK;
}

/* Whether elements follow a script: it ends, or a line begins with a tag. */
static bool has_elements(detm_text text) {
  const char *end = text.data + text.length, *at = text.data;
  for (; (at = memchr(at, '<', (size_t)(end - at))) != NULL; at++) {
    const char *before = at;
    if (dt_text_starts_ci(dt_text_between(at, end), DT_TEXT("</script"))) return true;
    while (before > text.data && (before[-1] == ' ' || before[-1] == '\t')) before--;
    bool tag = at + 1 < end && (dt_is_ascii_letter(at[1]) || at[1] == '/' || at[1] == '!');
    if (tag && before > text.data && before[-1] == '\n') return true;
  }
  return false;
}

/* Replaces a text of data by the page of its lists, in `decoded`. */
static detm_status decode_data(detm_page *page, detm_text *text, dt_data_kind kind, dt_buffer *decoded,
                               detm_error *error) {
  dt_scope scope;
  dt_buffer html = {0};
  dt_page_scope(page, &scope, page->seconds);
  bool whole = dt_data_text_write(*text, kind, &scope, &html, &page->data_full) && !html.failed;
  if (whole && html.length == 0 && kind == DT_DATA_SCRIPT && !page->data_full && has_elements(*text)) {
    dt_buffer_free(&html);
    return DETM_OK; /* a part of a page that begins with a script */
  }

  dt_buffer_free(decoded);
  *decoded = html;
  *text = (detm_text){html.data, html.length};
  page->is_data = true;
  if (!whole) return dt_error_memory(error);
  scope.status = dt_scope_due(&scope);
  if (scope.status != DETM_OK) return dt_error_scope(error, &scope, page->name);
  if (html.length != 0) return DETM_OK;

  if (page->data_full)
    return dt_error_set(error, DETM_LIMIT, "the JSON has more than %d values, or lists larger than are read: split it",
                        DT_JSON_MAX_VALUES);

  return dt_error_set(error, DETM_BAD_INPUT, "not a web page but %s",
                      kind == DT_DATA_SCRIPT ? "a JavaScript file without a list of data: name the page that loads it"
                                             : dt_file_foreign(DT_TEXT("[{")));
}

/* Replaces a text of XML by the page of its lists, in `decoded`, if it has any: else it is read as HTML. */
static detm_status decode_xml(detm_page *page, detm_text *text, dt_buffer *decoded, detm_error *error) {
  dt_scope scope;
  dt_buffer html = {0};
  bool full, faulty;

  dt_page_scope(page, &scope, page->seconds);
  bool whole = dt_data_xml_write(*text, &scope, &html, &full, &faulty) && !html.failed;
  scope.status = dt_scope_due(&scope);
  if (!whole || scope.status != DETM_OK || html.length == 0) {
    dt_buffer_free(&html);
    if (!whole) return dt_error_memory(error);
    return scope.status != DETM_OK ? dt_error_scope(error, &scope, page->name) : DETM_OK;
  }

  dt_buffer_free(decoded);
  *decoded = html;
  *text = (detm_text){html.data, html.length};
  page->is_data = true;
  page->data_full = full;
  if (faulty) page->warning = "the XML is cut off or not well-formed: what follows the fault may be missing";
  return DETM_OK;
}

/* What a text is that names a page instead of being one; NULL = it does not. */
static const char *name_locator(detm_text text) {
  enum { LONGEST = 2000 };
  static const char *const endings[] = {".html", ".htm", ".xhtml", ".php", ".asp", ".aspx", ".mhtml", ".warc", ".gz"};
  text = dt_text_strip(dt_text_without_bom(text), " \t\r\n");
  if (text.length == 0 || text.length > LONGEST || memchr(text.data, '<', text.length) != NULL ||
      memchr(text.data, '\n', text.length) != NULL)
    return NULL;

  bool one_word = memchr(text.data, ' ', text.length) == NULL;
  if (one_word && (dt_text_is_web_address(text) || dt_text_starts_ci(text, DT_TEXT("www."))))
    return "the text of the page is only a URL, which is not fetched: give the HTML of the page";
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (dt_text_ends_ci(text, dt_text(endings[i])))
      return "the text of the page is only the name of a file, which is not read: give the HTML of the page";

  return NULL;
}

detm_page *detm_page_parse(const char *bytes, size_t length, const detm_page_options *options, detm_error *error) {
  DT_OPTIONS(detm_page_options, options, detm_page_defaults);
  size_t max_bytes = options->max_bytes != 0 ? options->max_bytes : detm_page_defaults.max_bytes;
  if (length > max_bytes) {
    dt_error_set(error, DETM_LIMIT, "%zu bytes, more than the limit of %zu: raise options.max_bytes", length,
                 max_bytes);
    return NULL;
  }

  detm_text start = {bytes, length < DT_KIND_BYTES ? length : DT_KIND_BYTES};
  const bool rows = dt_file_is_rows(start), json = dt_file_is_json(start) || dt_file_is_json_script(start);
  const bool script = !rows && !json && dt_file_is_script(start), data = rows || json || script;
  const char *pages = dt_file_of_pages(start), *foreign = data ? NULL : pages != NULL ? pages : dt_file_foreign(start);
  if (foreign != NULL) {
    dt_error_set(error, DETM_BAD_INPUT, "not a web page but %s", foreign);
    return NULL;
  }

  detm_page *page = new_page(options);
  if (page == NULL) {
    dt_error_memory(error);
    return NULL;
  }

  if (options->hash) detm_hash(bytes, length, page->hash);
  dt_buffer decoded = {0};
  dt_decoded source;
  detm_status status = dt_decode(bytes, length, options->encoding, &page->arena, &decoded, &source, error);
  if (status == DETM_OK) {
    page->encoding = source.name;
    page->remark = source.remark;
    page->warning = name_locator(source.text);
    const dt_data_kind kind = rows ? DT_DATA_ROWS : script ? DT_DATA_SCRIPT : DT_DATA_JSON;
    if (data) status = decode_data(page, &source.text, kind, &decoded, error);
    if (dt_text_is_xml(dt_text_cut(source.text, DT_KIND_BYTES)))
      status = decode_xml(page, &source.text, &decoded, error);
  }

  if (status == DETM_OK) {
    status = page->keeps_source || options->parts == 0 ? keep_source(page, source.text, &decoded, error)
                                                       : build(page, source.text, options->parts, error);
  }

  dt_buffer_free(&decoded);
  if (status == DETM_OK) return page;
  detm_page_free(page);
  return NULL;
}

detm_page *detm_page_parse_file(FILE *file, const detm_page_options *options, detm_error *error) {
  enum { PIECE = 1 << 16 };
  DT_OPTIONS(detm_page_options, options, detm_page_defaults);
  size_t max = options->max_bytes != 0 ? options->max_bytes : detm_page_defaults.max_bytes, length;
  detm_page *page = NULL;
  dt_buffer bytes = {0};
  do {
    length = dt_buffer_reserve(&bytes, PIECE) ? fread(bytes.data + bytes.length, 1, PIECE, file) : 0;
    bytes.length += length;
  } while (length != 0 && bytes.length <= max);

  if (bytes.failed)
    dt_error_memory_at(error, options->name);
  else if (ferror(file))
    dt_error_at(error, DETM_BAD_INPUT, options->name, 0, 0, "the file could not be read");
  else
    page = detm_page_parse(bytes.data, bytes.length, options, error); /* reports bytes that are too long */

  dt_buffer_free(&bytes);
  return page;
}

void detm_page_free(detm_page *page) {
  if (page == NULL) return;
  detm_page_free(page->data);
  free(page->source);
  dt_arena_free(&page->arena);
  pthread_mutex_destroy(&page->lock);
  free(page);
}

const char *detm_page_name(const detm_page *page) { return page->name; }
const char *detm_page_source(const detm_page *page, size_t *length) {
  *length = page->keeps_source && page->source != NULL ? page->source_length : 0;
  return page->keeps_source ? page->source : NULL;
}

const char *detm_page_hash(const detm_page *page) { return page->hash[0] != '\0' ? page->hash : NULL; }
const char *detm_page_encoding(const detm_page *page) { return page->encoding; }
const char *detm_page_decoding_remark(const detm_page *page) { return page->remark; }

const char *detm_page_warning(const detm_page *given) {
  detm_page *page = (detm_page *)(uintptr_t)given;
  pthread_mutex_lock(&page->lock);
  const char *warning = page->warning;
  pthread_mutex_unlock(&page->lock);
  return warning;
}

size_t detm_page_node_count(const detm_page *page) {
  return dt_page_need(page, DETM_PAGE_TREE, NULL) == DETM_OK ? page->tree.node_count : page->element_count;
}

int detm_page_is_empty(const detm_page *page) {
  return (page->built != 0 || dt_page_need(page, DETM_PAGE_TREE, NULL) == DETM_OK) && page->empty;
}

int detm_page_is_cut(const detm_page *page) { return page->built != 0 && page->cut; }

const char *detm_page_elsewhere(const detm_page *page) {
  bool known = page->built != 0 || dt_page_need(page, DETM_PAGE_TREE, NULL) == DETM_OK;
  return known ? page->elsewhere : NULL;
}

detm_wall detm_page_wall(const detm_page *page) {
  bool known = page->built != 0 || dt_page_need(page, DETM_PAGE_TREE, NULL) == DETM_OK;
  const detm_page *data = NULL;
  if (!known) return DETM_WALL_NONE;
  bool readable = page->wall == DETM_WALL_SCRIPT && dt_page_data(page, &data, NULL) == DETM_OK && data != NULL;
  return readable ? DETM_WALL_NONE : page->wall;
}

const char *dt_page_base(dt_arena *arena, const detm_page *page) {
  return dt_url_base(arena, page->base, page->base_href);
}
