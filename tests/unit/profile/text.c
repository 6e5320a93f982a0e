/* Tests of src/profile/text.c: a wrapper's profile is read back from its XML, and broken ones are refused. */
#include "gathered.h"
#include "html/pages.h"
#include "wrapper/wrapper.h"
#include "wrapper/wrappers.h"

#include "leaks.h"

#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(profile_text, .fini = find_leaks);

static const char page_text[] =
    "<html><body><ul><li><a href='/1'>Red bowl</a> <b>EUR 12.00</b><p>By A</p></li><li><a href='/2'>Two jugs</a> "
    "<b>EUR 2.00</b></li><li><a href='/3'>Three &lt;x&gt;</a> <b>EUR 3.00</b><p>By \"C\"</p></li></ul></body></html>";

static detm_wrapper *learn(void) {
  detm_page *page = detm_page_parse(page_text, sizeof page_text - 1, NULL, NULL);
  const detm_page *pages[] = {page};
  detm_wrapper *wrapper = detm_wrapper_learn(pages, 1, NULL, NULL);
  detm_page_free(page);
  cr_assert_not_null(wrapper->profile);
  return wrapper;
}

Test(profile_text, is_read_back_as_it_was) {
  detm_wrapper *wrapper = learn();
  dt_buffer first = {0}, second = {0};
  wrapper_save(wrapper, &first);
  detm_wrapper *again = detm_wrapper_load(first.data, first.length, "w.xml", NULL);
  cr_assert_not_null(again);
  wrapper_save(again, &second);
  cr_assert_str_eq(first.data, second.data);
  for (uint32_t i = 0; i < wrapper->field_count; i++) {
    const dt_values *a = &wrapper->profile->fields[i], *b = &again->profile->fields[i];
    cr_assert_eq(a->count, b->count);
    cr_assert_eq(a->lengths, b->lengths);
    cr_assert_eq(a->sketch.count, b->sketch.count);
  }
  dt_buffer_free(&first);
  dt_buffer_free(&second);
  detm_wrapper_free(wrapper);
  detm_wrapper_free(again);
}

Test(profile_text, is_valid_by_the_schema) {
  xmlRelaxNGPtr schema = schema_of("detm-wrapper.rng");
  detm_wrapper *wrapper = learn();
  dt_buffer out = {0};
  wrapper_save(wrapper, &out);
  cr_assert(schema_accepts(schema, out.data, out.length), "%s", out.data);
  dt_buffer_free(&out);
  detm_wrapper_free(wrapper);
  xmlRelaxNGFree(schema);
}

static detm_status load(const char *values) {
  char text[2000];
  detm_error error = DETM_ERROR_NONE;
  int length = snprintf(text, sizeof text,
                        "<wrapper xmlns=\"urn:detm:wrapper:1\"><field id=\"a\" name=\"b\"/><record><text field=\"a\"/>"
                        "</record><profile counts=\"1 2 2 2 1000 0\">%s</profile></wrapper>",
                        values);
  detm_wrapper_free(detm_wrapper_load(text, (size_t)length, "w.xml", &error));
  if (error.status != DETM_OK) cr_assert(error.line > 0 && error.text[0] != '\0');
  return error.status;
}

Test(profile_text, may_have_fields_that_were_renamed_or_removed) {
  cr_assert_eq(load("<values field=\"a\" counts=\"1 2 2\" types=\"2 0 0 0 0\" shapes=\"2:Aa\" sketch=\"00000001\"/>"),
               DETM_OK);
  cr_assert_eq(load("<values field=\"gone\" counts=\"1 2 2\"/>"), DETM_OK);
  cr_assert_eq(load(""), DETM_OK);
}

Test(profile_text, the_shape_of_an_empty_value_is_empty) {
  cr_assert_eq(load("<values field=\"a\" counts=\"1 2 2\" types=\"2 0 0 0 0\" shapes=\"2:\"/>"), DETM_OK);
  cr_assert_eq(load("<values field=\"a\" counts=\"1 2 2\" types=\"2 0 0 0 0\" shapes=\"2: 1:Aa\"/>"), DETM_OK);
}

static detm_text text_of_length(char *text, size_t length) {
  memset(text, 'x', length);
  return (detm_text){text, length};
}

Test(profile_text, a_sample_is_one_short_line_and_unchanged_by_saving) {
  char bytes[DT_SAMPLE_BYTES + 1];
  const detm_text texts[] = {dt_text(""),  dt_text(" \n "),    dt_text("a\n\tb\x01 c\x7f"),
                             dt_text("é"), dt_text("\"<&>\""), text_of_length(bytes, DT_SAMPLE_BYTES - 1)};
  static const char *const samples[] = {"", "", "a b c", "é", "\"<&>\""};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    dt_values values = {0}, again = {0};
    dt_values_add_sample(&values, texts[i]);
    const char *sample = dt_values_sample(&values, NULL);
    if (i < sizeof samples / sizeof *samples) cr_assert_str_eq(sample, samples[i]);
    dt_values_add_sample(&again, dt_text(sample));
    cr_assert_str_eq(dt_values_sample(&again, NULL), sample);
  }
  dt_values values = {0};
  dt_values_add_sample(&values, text_of_length(bytes, sizeof bytes));
  cr_assert_eq(strlen(dt_values_sample(&values, NULL)), DT_SAMPLE_BYTES - 1);
  cr_assert_str_eq(dt_values_sample(&values, NULL) + DT_SAMPLE_BYTES - 4, "...");
}

Test(profile_text, a_path_begins_at_the_root) {
  cr_assert_eq(load("<region path=\"/\" pages=\"1\"/>"), DETM_OK);
  cr_assert_eq(load("<region path=\"\" pages=\"1\"/>"), DETM_BAD_FILE);
  cr_assert_eq(load("<region path=\"ul\" pages=\"1\"/>"), DETM_BAD_FILE);
}

Test(profile_text, a_broken_profile_is_refused) {
  static const char *const broken[] = {
      "counts=\"\"",
      "counts=\"1 2\"",
      "counts=\"1 2 3 4\"",
      "counts=\"1 2 -3\"",
      "counts=\"1 2 2 \"",
      "counts=\"3 2 2\"",
      "counts=\"1 3 2\"",
      "counts=\"0 0 2\"",
      "counts=\"1 2 99999999999999999999\"",
      "counts=\"1 2 2\" types=\"1 2\"",
      "counts=\"1 2 2\" shapes=\"\"",
      "counts=\"1 2 2\" shapes=\"a\"",
      "counts=\"1 2 2\" words=\"2:\"",
      "counts=\"1 2 2\" shapes=\"0:a\"",
      "counts=\"1 2 2\" shapes=\"2:a \"",
      "counts=\"1 2 2\" shapes=\"2:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
      "counts=\"1 2 2\" sketch=\"1\"",
      "counts=\"1 2 2\" sketch=\"0000000g\"",
      "counts=\"1 2 2\" sketch=\"00000001  00000002\"",
      "counts=\"1 2 2\" lengths=\"1\"",
  };
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    char values[200];
    snprintf(values, sizeof values, "<values field=\"a\" %s/>", broken[i]);
    cr_assert_eq(load(values), DETM_BAD_FILE, "%s", broken[i]);
  }
}
