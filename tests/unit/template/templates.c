/* templates.c: templates and the values they find, for the tests of src/template. */
#include "templates.h"

#include "template/apply/skeleton.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

detm_template *template_of(const char *text) {
  detm_error error = DETM_ERROR_NONE;
  detm_template *template = detm_template_load(text, strlen(text), "t.xml", &error);
  cr_assert_not_null(template, "%zu:%zu: %s\n%s", error.line, error.column, error.text, text);
  cr_assert_eq(error.status, DETM_OK);
  return template;
}

const char *refusal_of(const char *text) {
  static char message[700];
  detm_error error = DETM_ERROR_NONE;
  detm_template *template = detm_template_load(text, strlen(text), "t.xml", &error);
  cr_assert_null(template, "%.500s", text);
  cr_assert_eq(error.status, DETM_BAD_FILE, "%s", error.text);
  cr_assert_str_eq(error.where, "t.xml");
  snprintf(message, sizeof message, "%zu: %s", error.line, error.text);
  return message;
}

static detm_status add_field(void *data, const detm_field *field, detm_error *error) {
  dt_buffer *out = data;
  (void)error;
  if (out->length != 0) dt_buffer_text(out, " | ");
  dt_buffer_text(out, field->name);
  dt_buffer_byte(out, '=');
  dt_buffer_add(out, field->value.data, field->value.length);
  dt_buffer_format(out, " (%s %zu)", field->by, field->rank);
  return DETM_OK;
}

const char *record_of(const detm_template *template, const detm_page *page) {
  static char line[20000];
  detm_error error = DETM_ERROR_NONE;
  detm_template_options options = detm_template_defaults;
  options.min_fit = 0;
  detm_result *result = detm_template_apply(template, page, &options, &error);
  cr_assert_not_null(result, "%s", error.text);
  dt_buffer out = {0};
  detm_sink sink = {.data = &out, .field = add_field};
  cr_assert_eq(detm_result_emit(result, &sink, &error), DETM_OK);
  if (detm_result_missing(result) != NULL) dt_buffer_format(&out, "; missing %s", detm_result_missing(result));
  snprintf(line, sizeof line, "%.*s", (int)out.length, out.length != 0 ? out.data : "");
  dt_buffer_free(&out);
  detm_result_free(result);
  return line;
}

const char *given_by(const char *text, const char *markup) {
  detm_template *template = template_of(text);
  detm_page *page = document_of(markup);
  const char *line = record_of(template, page);
  detm_page_free(page);
  detm_template_free(template);
  return line;
}

void save_template(const detm_template *template, dt_buffer *out) {
  detm_error error = DETM_ERROR_NONE;
  cr_assert_eq(detm_template_save(template, dt_buffer_write, out, &error), DETM_OK, "%s", error.text);
  dt_buffer_byte(out, '\0');
  cr_assert_not(out->failed);
  out->length--;
}

void save_stylesheet(const detm_template *template, dt_buffer *out) {
  detm_error error = DETM_ERROR_NONE;
  cr_assert_eq(detm_template_stylesheet(template, dt_buffer_write, out, &error), DETM_OK, "%s", error.text);
  dt_buffer_byte(out, '\0');
  cr_assert_not(out->failed);
  out->length--;
}

/* ---- random templates ---- */

static unsigned pick(unsigned *seed, unsigned below) {
  *seed = *seed * 1664525 + 1013904223;
  return (*seed >> 8) % below;
}

static const char *pick_value(unsigned *seed) {
  static const char *const values[] = {"Price:", "It's",      "\"x\"",     "a\"b'c", "'",           "\"",
                                       "<&>",    "two words", "a-1 b_2",   "é",      "{$x}",        "]",
                                       "]]>",    "‘",         "'\"'\"'\"", "--",     "&#10; \\ %s", "x{y}"};
  return values[pick(seed, sizeof values / sizeof *values)];
}

static const char *pick_path(unsigned *seed) {
  static const char *const paths[] = {"/a",
                                      "//b[2]",
                                      "/following-sibling::dd[1]",
                                      "/..",
                                      "/text()[last()]",
                                      "/@content",
                                      "[not(@class)]/li",
                                      "//p[contains(concat(' ', @class, ' '), \" x \")]"};
  return paths[pick(seed, sizeof paths / sizeof *paths)];
}

static dt_anchor random_anchor(unsigned *seed) {
  static const char *const tags[] = {"div", "dt", "h1", "x-y"}, *const patterns[] = {"\\$(\\d+)", "<(.*)>", "[\"']"};
  dt_anchor a = {.kind = (dt_anchor_kind)pick(seed, DT_ANCHOR_KINDS), .path = "", .trust = pick(seed, 1001) / 1000.0};
  if (a.kind == DT_ANCHOR_TAG || (a.kind != DT_ANCHOR_PATH && pick(seed, 2) != 0)) a.tag = tags[pick(seed, 4)];
  if (a.kind == DT_ANCHOR_ATTRIBUTE || a.kind == DT_ANCHOR_TOKEN) a.name = pick(seed, 2) != 0 ? "itemprop" : "rel";
  if (a.kind != DT_ANCHOR_TAG && a.kind != DT_ANCHOR_PATH && (a.kind != DT_ANCHOR_DATA || pick(seed, 2) != 0))
    a.value = pick_value(seed);
  if (a.kind == DT_ANCHOR_PATH) {
    a.path = pick(seed, 2) != 0 ? "/html/body/div[3]" : "//h1";
  } else if (pick(seed, 3) != 0) {
    a.path = pick_path(seed);
  }
  if (pick(seed, 4) == 0) a.pattern = patterns[pick(seed, 3)];
  if (pick(seed, 4) == 0) a.run = pick(seed, 2) == 0 ? DT_EVERY_RUN : 1 + pick(seed, 3);
  if (pick(seed, 4) == 0) a.skip = pick(seed, 3);
  if (pick(seed, 4) == 0) a.drop = pick(seed, 3);
  return a;
}

static dt_skeleton *random_skeleton(dt_arena *arena, unsigned *seed) {
  dt_skeleton *made = DT_ZERO(arena, dt_skeleton, 1);
  made->node_count = 4;
  made->nodes = DT_ZERO(arena, dt_skeleton_node, 4);
  const uint32_t ends[] = {4, 3, 3, 4};
  for (uint32_t i = 0; i < 4; i++) {
    made->nodes[i] = (dt_skeleton_node){.tag = i == 0 ? "html" : "div", .end = ends[i]};
    if (pick(seed, 2) != 0) made->nodes[i].class = pick_value(seed);
    if (pick(seed, 3) == 0) made->nodes[i].caption = pick_value(seed);
    if (pick(seed, 3) == 0) made->nodes[i].field = "f0";
  }
  return made;
}

static dt_template_field random_field(dt_arena *arena, uint32_t number, unsigned *seed) {
  static const char *const types[] = {"text", "number", "price", "date", "url"};
  dt_template_field f = {.name = dt_arena_format(arena, "f%u", (unsigned)number), .type = types[pick(seed, 5)]};
  f.list = pick(seed, 2) != 0;
  f.optional = pick(seed, 4) == 0;
  if (pick(seed, 2) != 0) f.caption = pick_value(seed);
  if (pick(seed, 2) != 0) f.longest = 1 + pick(seed, 200);
  f.part_count = 1 + pick(seed, 3);
  f.parts = DT_ZERO(arena, dt_template_part, f.part_count);
  for (uint32_t p = 0; p < f.part_count; p++) {
    f.parts[p] = (dt_template_part){.all = pick(seed, 2) != 0, .anchor_count = 1 + pick(seed, 4)};
    f.parts[p].more = !f.parts[p].all && pick(seed, 3) == 0;
    f.parts[p].anchors = DT_ZERO(arena, dt_anchor, f.parts[p].anchor_count);
    for (uint32_t a = 0; a < f.parts[p].anchor_count; a++) f.parts[p].anchors[a] = random_anchor(seed);
  }
  return f;
}

detm_template *template_random(unsigned seed) {
  static const char *const marks[] = {"#main", "div.a<b>", "html/body/div", "p.é"};
  detm_template *t = calloc(1, sizeof *t);
  cr_assert_not_null(t);
  dt_arena_start(&t->arena, NULL);
  t->name = pick_value(&seed);
  t->domain = pick(&seed, 2) != 0 ? pick_value(&seed) : NULL;
  t->pages = pick(&seed, 3);
  t->layout_count = 1 + pick(&seed, 3);
  t->layouts = DT_ZERO(&t->arena, dt_template_layout, t->layout_count);
  for (uint32_t l = 0; l < t->layout_count; l++) {
    dt_template_layout *layout = &t->layouts[l];
    if (pick(&seed, 2) != 0) *layout = (dt_template_layout){.marks = marks, .mark_count = 1 + pick(&seed, 4)};
    if (pick(&seed, 2) != 0) layout->skeleton = random_skeleton(&t->arena, &seed);
    layout->field_count = 1 + pick(&seed, 4);
    layout->fields = DT_ZERO(&t->arena, dt_template_field, layout->field_count);
    for (uint32_t f = 0; f < layout->field_count; f++) layout->fields[f] = random_field(&t->arena, f, &seed);
  }
  return t;
}
