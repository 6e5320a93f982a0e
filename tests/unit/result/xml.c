/* Tests of src/result/xml.c: golden text, and output read back by libxml2. */
#include "allocation.h"
#include "leaks.h"
#include "results.h"
#include "rounds.h"

#include <detm/value.h>

#include <criterion/criterion.h>
#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(xml, .fini = find_leaks);

static const char golden[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<results xmlns=\"urn:detm:results:1\">\n"
    "  <page src=\"shop.html\" encoding=\"UTF-8\">\n"
    "    <region n=\"1\" path=\"/html/body/ul[2]\" score=\"12.5\" confidence=\"0.98\" records=\"2\">\n"
    "      <record n=\"1\">\n"
    "        <field name=\"title\" type=\"text\">Salt &amp; \"Pepper\"</field>\n"
    "        <field name=\"price\" type=\"price\">12.50</field>\n"
    "        <field name=\"price\" type=\"price\">9,90</field>\n"
    "      </record>\n"
    "      <record n=\"2\">\n"
    "        <field name=\"title\" type=\"text\">a &lt; b&#13;\n\xef\xbf\xbd \\</field>\n"
    "      </record>\n"
    "    </region>\n"
    "    <region n=\"2\" path=\"/html/body/ul[2]\" score=\"0.5\" records=\"0\">\n"
    "    </region>\n"
    "  </page>\n"
    "  <page src=\"&quot;l\xef\xbf\xbdist&quot;.html\" encoding=\"UTF-8\" "
    "template=\"&quot;l\xef\xbf\xbdist&quot;.html\">\n"
    "    <region n=\"1\" path=\"/html/body/ul[2]\" score=\"3\" confidence=\"1\" fit=\"0.75\" quality=\"0.5\" "
    "records=\"1\">\n"
    "      <record n=\"1\">\n"
    "        <field name=\"tag\" type=\"text\">ré"
    "d</field>\n"
    "        <field name=\"tag\" type=\"text\"></field>\n"
    "        <field name=\"tag\" type=\"text\">ré"
    "d</field>\n"
    "        <field name=\"title\" type=\"text\">one</field>\n"
    "      </record>\n"
    "    </region>\n"
    "  </page>\n"
    "</results>\n";

Test(xml, writes_the_golden_document) {
  dt_buffer out = {0};
  cr_assert_eq(results_write(results_golden(), DETM_XML, 0, &out), DETM_OK);
  dt_buffer_byte(&out, '\0');
  cr_assert_str_eq(out.data, golden);
  dt_buffer_free(&out);
}

/* Reading back. */

static xmlNodePtr first_element(xmlNodePtr node) {
  while (node != NULL && node->type != XML_ELEMENT_NODE) node = node->next;
  return node;
}

static size_t count_elements(xmlNodePtr parent) {
  size_t count = 0;
  for (xmlNodePtr node = first_element(parent->children); node != NULL; node = first_element(node->next)) ++count;
  return count;
}

static bool attribute_is(xmlNodePtr node, const char *name, const char *wanted) {
  xmlChar *found = xmlGetProp(node, BAD_CAST name);
  bool same = wanted == NULL ? found == NULL : found != NULL && strcmp((const char *)found, wanted) == 0;
  xmlFree(found);
  return same;
}

static bool content_is(xmlChar *found, const char *bytes, size_t length) {
  size_t expected_length;
  char *expected = results_expected(bytes, length, true, &expected_length);
  bool same = found != NULL && strcmp((const char *)found, expected) == 0;
  xmlFree(found);
  free(expected);
  return same;
}

static bool share_is(xmlNodePtr node, const char *name, double share) {
  char text[32];
  snprintf(text, sizeof text, "%.15g", share);
  return attribute_is(node, name, share < 0 ? NULL : text);
}

static bool record_is(xmlNodePtr node, const region *of, const record *wanted) {
  if (count_elements(node) != wanted->value_count) return false;
  xmlNodePtr field = first_element(node->children);
  for (size_t at = 0; at < wanted->value_count; ++at, field = first_element(field->next)) {
    const value *next = &wanted->values[at];
    if (!attribute_is(field, "name", of->columns[next->column].name)) return false;
    if (!attribute_is(field, "type", of->columns[next->column].type)) return false;
    if (!content_is(xmlNodeGetContent(field), next->bytes, next->length)) return false;
  }
  return true;
}

static bool region_is(xmlNodePtr node, const region *wanted) {
  if (!share_is(node, "confidence", wanted->confidence) || !share_is(node, "fit", wanted->fit)) return false;
  if (!share_is(node, "quality", wanted->quality)) return false;
  if (!share_is(node, "score", wanted->score) || count_elements(node) != wanted->record_count) return false;
  xmlNodePtr child = first_element(node->children);
  for (size_t at = 0; at < wanted->record_count; ++at, child = first_element(child->next))
    if (!record_is(child, wanted, &wanted->records[at])) return false;
  return true;
}

static bool page_is(xmlNodePtr node, const page *wanted) {
  if (!content_is(xmlGetProp(node, BAD_CAST "src"), wanted->name, strlen(wanted->name))) return false;
  xmlChar *file = xmlGetProp(node, BAD_CAST "template");
  if (wanted->of_library ? !content_is(file, wanted->name, strlen(wanted->name)) : file != NULL) return false;
  if (count_elements(node) != wanted->region_count) return false;
  xmlNodePtr child = first_element(node->children);
  for (size_t at = 0; at < wanted->region_count; ++at, child = first_element(child->next))
    if (!region_is(child, &wanted->regions[at])) return false;
  return true;
}

static bool document_is(xmlDocPtr document, const results *wanted) {
  xmlNodePtr root = xmlDocGetRootElement(document);
  if (root->ns == NULL || strcmp((const char *)root->ns->href, "urn:detm:results:1") != 0) return false;
  if (count_elements(root) != wanted->page_count) return false;
  xmlNodePtr child = first_element(root->children);
  for (size_t at = 0; at < wanted->page_count; ++at, child = first_element(child->next))
    if (!page_is(child, &wanted->pages[at])) return false;
  return true;
}

static xmlRelaxNGPtr load_schema(void) {
  const char *folder = getenv("top_srcdir");
  char path[4096];
  snprintf(path, sizeof path, "%s/templates/detm-results.rng", folder == NULL ? "." : folder);
  xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewParserCtxt(path);
  xmlRelaxNGPtr schema = xmlRelaxNGParse(parser);
  xmlRelaxNGFreeParserCtxt(parser);
  return schema;
}

static void be_quiet(void *data, const char *format, ...) {
  (void)data;
  (void)format;
}

static bool is_valid(xmlRelaxNGPtr schema, xmlDocPtr document) {
  xmlRelaxNGValidCtxtPtr context = xmlRelaxNGNewValidCtxt(schema);
  xmlRelaxNGSetValidErrors(context, be_quiet, be_quiet, NULL);
  int outcome = xmlRelaxNGValidateDoc(context, document);
  xmlRelaxNGFreeValidCtxt(context);
  return outcome == 0;
}

static xmlDocPtr read_document(const dt_buffer *out) {
  return xmlReadMemory(out->data, (int)out->length, "results.xml", NULL, XML_PARSE_NONET);
}

Test(xml, reads_back_and_is_valid_for_random_results) {
  static results made;
  xmlRelaxNGPtr schema = load_schema();
  cr_assert_not_null(schema);
  for (unsigned seed = 1; seed <= rounds(300); ++seed) {
    dt_buffer out = {0};
    results_random(&made, seed);
    cr_assert_eq(results_write(&made, DETM_XML, 0, &out), DETM_OK);
    xmlDocPtr document = read_document(&out);
    cr_assert_not_null(document, "seed %u: not well-formed", seed);
    cr_assert(is_valid(schema, document), "seed %u: not valid", seed);
    cr_assert(document_is(document, &made), "seed %u: other results", seed);
    xmlFreeDoc(document);
    dt_buffer_free(&out);
  }
  xmlRelaxNGFree(schema);
}

/* A schema that accepts everything would be useless. */
Test(xml, schema_refuses_other_documents) {
  static const char *const wrong[] = {
      "<results/>",
      "<results xmlns='urn:detm:results:1'><page src='a'/></results>",
      "<results xmlns='urn:detm:results:1'><page src='a' encoding='UTF-8' kind='list'/></results>",
      "<results xmlns='urn:detm:results:1'><page src='a' encoding='UTF-8'><region n='0' path='/' score='1' "
      "records='0'/></page></results>",
      "<results xmlns='urn:detm:results:1'><page src='a' encoding='UTF-8'><region n='1' path='/' score='1' "
      "confidence='1.5' records='0'/></page></results>",
      "<results xmlns='urn:detm:results:1'><page src='a' encoding='UTF-8'><region n='1' path='/' score='1' "
      "records='1'><record n='1'><field name='@2' type='text'/></record></region></page></results>",
      "<results xmlns='urn:detm:results:1'>text</results>",
  };
  xmlRelaxNGPtr schema = load_schema();
  for (size_t at = 0; at < sizeof wrong / sizeof *wrong; ++at) {
    xmlDocPtr document = xmlReadMemory(wrong[at], (int)strlen(wrong[at]), "wrong.xml", NULL, XML_PARSE_NONET);
    cr_expect_not(is_valid(schema, document), "%s", wrong[at]);
    xmlFreeDoc(document);
  }
  xmlRelaxNGFree(schema);
}

Test(xml, is_well_formed_within_every_limit) {
  size_t whole = sizeof golden - 1;
  xmlRelaxNGPtr schema = load_schema();
  for (size_t limit = 1; limit <= whole; ++limit) {
    dt_buffer out = {0};
    detm_status status = results_write(results_golden(), DETM_XML, limit, &out);
    cr_assert_eq(status, limit < whole ? DETM_LIMIT : DETM_OK, "limit %zu: status %d", limit, (int)status);
    cr_assert_leq(out.length, limit);
    if (out.length != 0) {
      xmlDocPtr document = read_document(&out);
      cr_assert_not_null(document, "limit %zu: not well-formed", limit);
      cr_assert(is_valid(schema, document), "limit %zu: not valid", limit);
      xmlFreeDoc(document);
    }
    dt_buffer_free(&out);
  }
  xmlRelaxNGFree(schema);
}

static detm_status write_typed(dt_buffer *out) {
  static const detm_column columns[] = {{.name = "price", .type = "price"}};
  static const detm_value amount = {.kind = DETM_VALUE_PRICE, .number = 12.5, .high = 12.5, .unit = "EUR"};
  detm_writer *writer = detm_writer_new(DETM_XML, dt_buffer_write, out, 0, NULL);
  if (writer == NULL) return DETM_NO_MEMORY;
  const detm_sink *sink = detm_writer_sink(writer);
  detm_page_info about = {.name = "a.html", .encoding = "UTF-8"};
  detm_region_info info = {.number = 1, .path = "/", .columns = columns, .column_count = 1, .records = 1};
  detm_field price = {.name = "price", .type = "price", .value = DT_TEXT("12,50"), .typed = &amount};
  detm_status status = sink->page_begin(sink->data, &about, NULL);
  if (status == DETM_OK) status = sink->region_begin(sink->data, &info, NULL);
  if (status == DETM_OK) status = sink->record_begin(sink->data, 1, NULL);
  if (status == DETM_OK) status = sink->field(sink->data, &price, NULL);
  if (status == DETM_OK) status = sink->record_end(sink->data, NULL);
  if (status == DETM_OK) status = sink->region_end(sink->data, NULL);
  if (status == DETM_OK) status = sink->page_end(sink->data, NULL);
  if (detm_writer_finish(writer, NULL) != DETM_OK && status == DETM_OK) status = DETM_NO_MEMORY;
  detm_writer_free(writer);
  return status;
}

Test(xml, lack_of_memory_for_a_typed_value_is_an_error) {
  bool failed = true;
  for (size_t number = 1; failed; number++) {
    char room[4096];
    dt_buffer out = {.data = room, .capacity = sizeof room};
    allocation_fail_at(number);
    detm_status status = write_typed(&out);
    failed = allocation_count() >= number;
    allocation_fail_from(0);
    cr_assert_eq(status, failed ? DETM_NO_MEMORY : DETM_OK, "allocation %zu: %d", number, (int)status);
    dt_buffer_byte(&out, '\0');
    cr_expect(failed || strstr(room, "amount=\"12.5\" currency=\"EUR\"") != NULL, "%s", room);
  }
}
