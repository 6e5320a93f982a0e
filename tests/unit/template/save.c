/* Tests of src/template/save.c: the same bytes after loading and saving, validity by the schema, and attributes left
 * out. */
#include "leaks.h"
#include "rounds.h"
#include "templates.h"

#include <criterion/criterion.h>

TestSuite(template_save, .fini = find_leaks);

/* The stylesheet of a template also shows differences that save would lose. */
Test(template_save, writes_the_same_bytes_after_loading) {
  xmlRelaxNGPtr schema = schema_of("detm-template.rng");
  for (unsigned seed = 1; seed <= rounds(200); seed++) {
    dt_buffer first = {0}, second = {0};
    detm_template *made = template_random(seed);
    save_template(made, &first);
    cr_assert(schema_accepts(schema, first.data, first.length), "seed %u:\n%s", seed, first.data);
    detm_template *loaded = template_of(first.data);
    save_template(loaded, &second);
    cr_assert_str_eq(first.data, second.data);
    detm_template_free(loaded);
    detm_template_free(made);
    dt_buffer_free(&first);
    dt_buffer_free(&second);
  }
  xmlRelaxNGFree(schema);
}

Test(template_save, keeps_every_attribute) {
  static const char text[] =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<!-- See detm-template(5). -->\n"
      "<template xmlns=\"urn:detm:template:1\" name=\"book\" domain=\"books\" pages=\"3\">\n"
      "  <layout>\n"
      "    <marks>\n"
      "      #main div.price html/body/div\n"
      "    </marks>\n"
      "    <page>\n"
      "      <node tag=\"html\">\n"
      "        <node tag=\"div\" id=\"main\" class=\"x\" caption=\"Publisher:\" field=\"publisher\"/>\n"
      "        <node tag=\"p\"/>\n"
      "      </node>\n"
      "    </page>\n"
      "    <field name=\"price\" type=\"price\" caption=\"Price\" list=\"yes\" optional=\"yes\" longest=\"120\">\n"
      "      <part all=\"yes\">\n"
      "        <anchor by=\"attribute\" tag=\"dt\" name=\"rel\" value=\"a&quot;&#10;&lt;\" path=\"/b[1]\" "
      "pattern=\"\\d+\" "
      "run=\"all\" skip=\"1\" drop=\"2\" trust=\"0.87\"/>\n"
      "        <anchor by=\"tag\" tag=\"p\" run=\"3\"/>\n"
      "      </part>\n"
      "    </field>\n"
      "  </layout>\n"
      "</template>\n";
  dt_buffer out = {0};
  detm_template *template = template_of(text);
  save_template(template, &out);
  cr_expect_str_eq(out.data, text);
  dt_buffer_free(&out);
  detm_template_free(template);
}

Test(template_save, leaves_out_default_values) {
  dt_buffer out = {0};
  detm_template *template =
      template_of(LAYOUT "<field name='f' type='text' list='no' optional='no'><part all='no'>"
                         "<anchor by='tag' tag='h1' path='' skip='0' drop='0' trust='0'/>" PART_END);
  save_template(template, &out);
  cr_expect_not_null(strstr(out.data, "<field name=\"f\">\n      <part>\n        <anchor by=\"tag\" tag=\"h1\"/>"));
  dt_buffer_free(&out);
  detm_template_free(template);
}

static int refuse(void *data, const char *bytes, size_t length) {
  (void)data;
  (void)bytes;
  (void)length;
  return 1;
}

Test(template_save, reports_a_failed_write) {
  detm_error error = DETM_ERROR_NONE;
  detm_template *template = template_of(PART "<anchor by='tag' tag='h1'/>" PART_END);
  cr_expect_eq(detm_template_save(template, refuse, NULL, &error), DETM_WRITE);
  error = (detm_error)DETM_ERROR_NONE;
  cr_expect_eq(detm_template_stylesheet(template, refuse, NULL, &error), DETM_WRITE);
  detm_template_free(template);
}
