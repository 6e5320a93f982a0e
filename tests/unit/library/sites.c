/* sites.c: made-up sites, for the tests of src/library and src/store. */
#include "library/sites.h"

#include "html/documents.h"
#include "library/folders.h"
#include "template/match/fingerprint.h"

#include <criterion/criterion.h>
#include <detm/wrapper.h>

static unsigned mix(unsigned a, unsigned b) { return (a * 2654435761U) ^ (b * 40503U + a * b * 97U) ^ (a >> 3); }

/* Adds a word of four letters; with digits it would not be a mark. */
static void add_word(dt_buffer *out, unsigned number) {
  for (int i = 0; i < 4; i++, number /= 20) dt_buffer_byte(out, "bcdfghjklmnpqrstvwxz"[number % 20]);
}

static void add_classed(dt_buffer *out, const char *tag, const char *before, unsigned number) {
  dt_buffer_format(out, "<%s class='%s", tag, before);
  add_word(out, number);
  dt_buffer_text(out, "'>");
}

static void add_head(dt_buffer *out, unsigned site) {
  dt_buffer_text(out, "<html><head><title>Shop</title></head><body><div id=page class=container><ul class=menu>");
  for (unsigned i = 0; i < 6; i++) {
    add_classed(out, "li", "menu-", mix(site, i) % 900);
    dt_buffer_text(out, "<a href='/about'>Menu</a></li>");
  }
  dt_buffer_text(out, "</ul>");
}

static void add_foot(dt_buffer *out, unsigned site) {
  add_classed(out, "div", "foot-", site);
  dt_buffer_text(out, "<a href='/imprint'>Imprint</a></div></div></body></html>");
  dt_buffer_byte(out, '\0');
}

void site_page(dt_buffer *out, unsigned site, unsigned page) {
  add_head(out, site);
  add_classed(out, "div", "item-", site);
  dt_buffer_format(out, "<h1>Thing %u</h1><p class=price>%u.50</p>", page, page + 10);
  for (unsigned i = 0; i < 5; i++) {
    if (mix(page, i) % 4 == 0) continue;
    add_classed(out, "p", "detail-", mix(site, i + 100) % 400);
    dt_buffer_format(out, "Some words %u</p>", mix(page, i) % 50);
  }
  dt_buffer_text(out, "</div>");
  add_foot(out, site);
}

void site_list(dt_buffer *out, unsigned site, unsigned page) {
  add_head(out, site);
  add_classed(out, "ol", "list-", site);
  for (unsigned i = 0; i < 8; i++)
    dt_buffer_format(out, "<li><a href='/thing%u'>Thing %u</a><p>A few words %u</p><b>%u.50</b></li>", page * 8 + i,
                     page * 8 + i, i, i + page);
  dt_buffer_text(out, "</ol>");
  add_foot(out, site);
}

static void add_marks(dt_buffer *out, dt_arena *arena, unsigned site) {
  dt_marks marks[2];
  for (unsigned page = 0; page < 2; page++) {
    dt_buffer markup = {0};
    site_page(&markup, site, page);
    detm_page *parsed = document_of(markup.data);
    marks[page] = dt_fingerprint_of(arena, parsed->document);
    detm_page_free(parsed);
    dt_buffer_free(&markup);
  }
  dt_marks common = dt_fingerprint_common(arena, marks[0], marks[1]);
  for (uint32_t i = 0; i < common.count; i++) dt_buffer_format(out, "%s ", common.marks[i]);
}

void site_template(dt_buffer *out, unsigned site) {
  dt_scope scope;
  dt_arena arena;
  dt_scope_start(&scope, 0);
  dt_arena_start(&arena, &scope);
  if (setjmp(scope.escape) != 0) cr_assert_fail("left the scope");
  dt_buffer_format(out, "<template xmlns=\"urn:detm:template:1\" name=\"site-%u\">\n<layout><marks>", site);
  add_marks(out, &arena, site);
  dt_buffer_text(out, "</marks>\n<field name=\"title\"><part><anchor by=\"class\" tag=\"div\" value=\"item-");
  add_word(out, site);
  dt_buffer_text(out, "\" path=\"/h1\" trust=\"0.9\"/><anchor by=\"tag\" tag=\"h1\" path=\"\" trust=\"0.8\"/></part>"
                      "</field>\n<field name=\"price\"><part><anchor by=\"class\" tag=\"p\" value=\"price\" path=\"\" "
                      "trust=\"0.9\"/></part></field>\n</layout></template>\n");
  dt_buffer_byte(out, '\0');
  dt_arena_free(&arena);
}

void site_wrapper(dt_buffer *out, unsigned site) {
  detm_error error = DETM_ERROR_NONE;
  dt_buffer markup = {0};
  site_list(&markup, site, 0);
  detm_page *page = detm_page_parse(markup.data, markup.length - 1, NULL, &error);
  cr_assert_not_null(page);
  detm_wrapper *wrapper = detm_wrapper_learn((const detm_page *const *)&page, 1, NULL, &error);
  cr_assert_not_null(wrapper, "%s", error.text);
  cr_assert_eq(detm_wrapper_save(wrapper, dt_buffer_write, out, &error), DETM_OK);
  dt_buffer_byte(out, '\0');
  detm_wrapper_free(wrapper);
  detm_page_free(page);
  dt_buffer_free(&markup);
}

detm_page *both_of(const char *markup) {
  detm_error error = DETM_ERROR_NONE;
  detm_page_options options = detm_page_defaults;
  options.parts = DETM_PAGE_BOTH;
  detm_page *page = detm_page_parse(markup, strlen(markup), &options, &error);
  cr_assert_not_null(page, "%s", error.text);
  return page;
}

static void put(const char *folder, const char *file, dt_buffer *text) {
  folder_put(folder, file, text->data);
  dt_buffer_free(text);
}

void site_put_template(const char *folder, const char *file, unsigned site) {
  dt_buffer text = {0};
  site_template(&text, site);
  put(folder, file, &text);
}

void site_put_wrapper(const char *folder, const char *file, unsigned site) {
  dt_buffer text = {0};
  site_wrapper(&text, site);
  put(folder, file, &text);
}
