/* Tests of src/wrapper/save.c: a golden file, the schema, characters that XML cannot hold, failures. */
#include "allocation.h"
#include "leaks.h"
#include "rounds.h"
#include "wrappers.h"

#include <criterion/criterion.h>

TestSuite(save, .fini = find_leaks);

static const char golden[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<!-- See detm-wrapper(5).  To rename a field, change its name; to leave it out, add wanted=\"no\". -->\n"
    "<wrapper xmlns=\"urn:detm:wrapper:1\" records=\"20\" parents=\"one\">\n"
    "  <field id=\"title-link\" name=\"title-link\" type=\"url\"/>\n"
    "  <field id=\"title\" name=\"title\" type=\"text\" unsure=\"yes\"/>\n"
    "  <field id=\"price\" name=\"price\" type=\"price\" wanted=\"no\"/>\n"
    "  <place path=\"/html/body/ul\" class=\"results\"/>\n"
    "  <clue tag=\"div\" id=\"header\"/>\n"
    "  <record>\n"
    "    <element tag=\"td\" class=\"a &lt; &quot;b&quot;\" occurs=\"+\" column=\"2\" href=\"title-link\">\n"
    "      <text field=\"title\" before=\"By \" after=\",\" linked=\"yes\" label=\"Title\" sample=\"1 of "
    "商\"/>\n"
    "      <element tag=\"br\" occurs=\"?\"/>\n"
    "    </element>\n"
    "    <text occurs=\"*\">Price &amp; more:</text>\n"
    "    <text split=\"phrases\">\n"
    "      <part within=\"b.price\" field=\"price\" after=\"!\"/>\n"
    "      <part/>\n"
    "    </text>\n"
    "  </record>\n"
    "</wrapper>\n";

static void add_values(detm_wrapper *wrapper, dt_wrapper_node *cell) {
  static dt_part title = {.field = 1, .before = "By ", .after = ","};
  static dt_part pieces[2] = {{.within = "b.price", .field = 2, .after = "!"}, {.field = DT_NO_FIELD}};
  dt_wrapper_node *text = dt_wrapper_add(wrapper, cell, NULL, DT_TAG_TEXT);
  text->linked = true;
  text->label = "Title";
  text->sample = DT_TEXT("1 of 商");
  text->parts = &title;
  text->part_count = 1;
  dt_wrapper_add(wrapper, cell, NULL, DT_TAG_br)->optional = true;
  text = dt_wrapper_add(wrapper, wrapper->root, NULL, DT_TAG_TEXT);
  text->optional = text->repeated = true;
  text->text = "Price & more:";
  text = dt_wrapper_add(wrapper, wrapper->root, NULL, DT_TAG_TEXT);
  text->split = DT_SPLIT_PHRASES;
  text->parts = pieces;
  text->part_count = 2;
}

static void make_golden(detm_wrapper *wrapper, dt_scope *scope) {
  static dt_place place = {.path = "/html/body/ul", .class = "results", .id = "", .heading = ""};
  static dt_clue clue = {"div", "id", "header"};
  dt_scope_start(scope, 0);
  dt_wrapper_start(wrapper, scope);
  wrapper->records = 20;
  wrapper->places = &place;
  wrapper->place_count = 1;
  wrapper->one_place = true;
  wrapper->clues = &clue;
  wrapper->clue_count = 1;
  dt_field_add(wrapper, "title-link", "url");
  dt_field_add(wrapper, "title", "text");
  wrapper->fields[dt_field_add(wrapper, "price", "price")].wanted = false;
  wrapper->fields[1].unsure = true;
  dt_wrapper_node *cell = dt_wrapper_add(wrapper, wrapper->root, NULL, DT_TAG_td);
  cell->class = "a < \"b\"";
  cell->repeated = true;
  cell->column = 2;
  cell->href = 0;
  add_values(wrapper, cell);
}

Test(save, writes_the_golden_file) {
  detm_wrapper wrapper;
  dt_scope scope;
  dt_buffer out = {0};
  make_golden(&wrapper, &scope);
  wrapper_save(&wrapper, &out);
  cr_assert_str_eq(out.data, golden);
  dt_buffer_free(&out);
  dt_arena_free(&wrapper.arena);
}

Test(save, is_valid_for_random_wrappers) {
  xmlRelaxNGPtr schema = schema_of("detm-wrapper.rng");
  for (unsigned seed = 1; seed <= rounds(200); seed++) {
    dt_buffer out = {0};
    detm_wrapper *wrapper = wrapper_random(seed);
    wrapper_save(wrapper, &out);
    cr_assert(schema_accepts(schema, out.data, out.length), "seed %u: not valid:\n%s", seed, out.data);
    dt_buffer_free(&out);
    detm_wrapper_free(wrapper);
  }
  xmlRelaxNGFree(schema);
}

Test(save, replaces_characters_that_xml_cannot_hold) {
  detm_wrapper *wrapper = wrapper_deep(1);
  dt_buffer out = {0};
  wrapper->root->first->class = "a\x01\xff\xef\xbf\xbf\t\r";
  wrapper_save(wrapper, &out);
  cr_assert_not_null(strstr(out.data, "class=\"a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd&#9;&#13;\""), "%s", out.data);
  dt_buffer_free(&out);
  detm_wrapper_free(wrapper);
}

/* At most 200 bytes, and whole characters. */
Test(save, cuts_a_long_sample) {
  static const char character[] = "商";
  detm_wrapper *wrapper = wrapper_deep(1);
  dt_buffer out = {0}, sample = {0};
  for (unsigned i = 0; i < 80; i++) dt_buffer_text(&sample, character);
  wrapper->root->first->first->text = NULL;
  wrapper->root->first->first->sample = (detm_text){sample.data, sample.length};
  wrapper_save(wrapper, &out);
  const char *written = strstr(out.data, "sample=\"");
  cr_assert_not_null(written);
  cr_assert_eq(strcspn(written + 8, "\""), 198);
  dt_buffer_free(&out);
  dt_buffer_free(&sample);
  detm_wrapper_free(wrapper);
}

/* Indenting each line by its depth would make the file grow with the square of the depth. */
Test(save, size_is_linear_in_the_depth) {
  detm_wrapper *wrapper = wrapper_deep(900);
  dt_buffer out = {0};
  wrapper_save(wrapper, &out);
  cr_assert_lt(out.length, 900 * 200);
  dt_buffer_free(&out);
  detm_wrapper_free(wrapper);
}

static int refuse(void *data, const char *bytes, size_t length) {
  (void)data, (void)bytes, (void)length;
  return 1;
}

Test(save, reports_a_failed_write) {
  detm_wrapper *wrapper = wrapper_random(1);
  detm_error error = DETM_ERROR_NONE;
  cr_assert_eq(detm_wrapper_save(wrapper, refuse, NULL, &error), DETM_WRITE);
  cr_assert_eq(error.status, DETM_WRITE);
  cr_assert_str_eq(error.text, "the wrapper could not be written");
  cr_assert_eq(detm_wrapper_save(wrapper, refuse, NULL, NULL), DETM_WRITE);
  detm_wrapper_free(wrapper);
}

Test(save, survives_each_allocation_that_fails) {
  detm_wrapper *wrapper = wrapper_deep(900);
  for (size_t number = 1;; number++) {
    dt_buffer out = {0};
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(number);
    detm_status status = detm_wrapper_save(wrapper, dt_buffer_write, &out, &error);
    allocation_fail_from(0);
    dt_buffer_free(&out);
    if (status == DETM_OK) break;
    cr_assert(status == DETM_NO_MEMORY || status == DETM_WRITE, "allocation %zu: status %d", number, (int)status);
    cr_assert_eq(error.status, status);
    cr_assert_lt(number, 100);
  }
  detm_wrapper_free(wrapper);
}
