/* Tests of src/template/load.c: each error with its line and message, hostile files, broken files. */
#include "allocation.h"
#include "leaks.h"
#include "rounds.h"
#include "templates.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

TestSuite(template_load, .fini = find_leaks);

#define ANCHOR "<anchor by='tag' tag='h1'/>"

Test(template_load, reports_each_error_with_its_line) {
  static const struct {
    const char *text, *message;
  } mistakes[] = {
      {"", "1: the file is empty: make the template again"},
      {"<wrapper/>", "1: this is not a template: it begins with <wrapper>, not <template>"},
      {"\n<template name='a'/>", "2: <template> has no namespace: add xmlns=\"urn:detm:template:1\""},
      {"<template xmlns='urn:x' name='a'/>", "1: <template> has the namespace \"urn:x\": it must be "
                                             "\"urn:detm:template:1\""},
      {"<template xmlns='urn:detm:template:2' name='a'/>",
       "1: this is a template of version \"2\", but this detm reads version 1: make it again"},
      {"<template xmlns='urn:detm:template:1'/>", "1: <template> needs the attribute name"},
      {TEMPLATE "</template>", "1: the template has no <layout>"},
      {TEMPLATE "<layout/></template>", "1: the layout has no <field>"},
      {LAYOUT "\n<field name='a'/>" LAYOUT_END, "2: the field has no <part>"},
      {LAYOUT "<field name='a'>\n<part/></field>" LAYOUT_END, "2: the part has no <anchor>"},
      {LAYOUT "<field name=' a'/>" LAYOUT_END,
       "1: name=\" a\" is not a field name: it begins or ends with a blank: leave that out"},
      {LAYOUT "<field name='a' type='money'/>" LAYOUT_END,
       "1: type=\"money\" is not one of these: text number price date url"},
      {LAYOUT "<field name='a' list='maybe'/>" LAYOUT_END, "1: list=\"maybe\" is not one of these: no yes"},
      {LAYOUT "<field name='a' longest='0'/>" LAYOUT_END, "1: longest=\"0\" is not a number from 1 to 4294967295"},
      {LAYOUT "<field name='a'><part>" ANCHOR "</part></field>\n\n<field name='a'/>" LAYOUT_END,
       "3: two fields have the name \"a\": rename one of them"},
      {LAYOUT "<field name='a' colour='b'/>" LAYOUT_END,
       "1: <field> has no attribute \"colour\": see detm-template(5)"},
      {LAYOUT "<fields/>" LAYOUT_END, "1: a template has no element <fields>: see detm-template(5)"},
      {TEMPLATE "<field name='a'/></template>", "1: <field> is not allowed in <template>"},
      {LAYOUT "words" LAYOUT_END, "1: <layout> cannot hold text: \"words\""},
      {LAYOUT "<marks/><marks/>" LAYOUT_END, "1: a layout has only one <marks>"},
      {LAYOUT "<page/>" LAYOUT_END, "1: the <page> is empty: it needs a <node>"},
      {LAYOUT "<page><node tag='html'/></page><page><node tag='html'/></page>" LAYOUT_END,
       "1: a layout has only one <page>"},
      {LAYOUT "<page><node tag='a'/><node tag='b'/></page>" LAYOUT_END,
       "1: <page> holds only one <node>, the root element"},
      {LAYOUT "<field name='a'><part all='yes' more='yes'/></field>" LAYOUT_END,
       "1: a part cannot have both all=\"yes\" and more=\"yes\": remove one of them"},
      {PART "<anchor/>" PART_END, "1: <anchor> needs the attribute by"},
      {PART "<anchor by='magic'/>" PART_END,
       "1: by=\"magic\" is not one of these: caption text id class attribute token tag data path"},
      {PART "<anchor by='tag'/>" PART_END, "1: an anchor by tag needs the attribute tag"},
      {PART "<anchor by='id'/>" PART_END, "1: an anchor by id needs the attribute value"},
      {PART "<anchor by='id' value=''/>" PART_END, "1: the value is empty: give one"},
      {PART "<anchor by='id' value='x' name='y'/>" PART_END, "1: an anchor by id has no attribute name"},
      {PART "<anchor by='token' value='x'/>" PART_END, "1: an anchor by token needs the attribute name"},
      {PART "<anchor by='class' value=' '/>" PART_END, "1: value=\" \" has 0 tokens: 1 to 16 are allowed"},
      {PART "<anchor by='path' tag='a' path='/a'/>" PART_END, "1: an anchor by path has no attribute tag"},
      {PART "<anchor by='path' path='[1]'/>" PART_END,
       "1: the path of an anchor by path starts at the root: it must begin with \"/\""},
      {PART "<anchor by='tag' tag='og:title'/>" PART_END,
       "1: tag=\"og:title\" is not an XML name: use letters, digits, \"-\", \"_\" and \".\", and begin with a letter"},
      {PART "<anchor by='tag' tag='a' trust='2'/>" PART_END,
       "1: trust=\"2\" is not a number from 0 to 1, such as 0.75"},
      {PART "<anchor by='tag' tag='a' trust='0.'/>" PART_END,
       "1: trust=\"0.\" is not a number from 0 to 1, such as 0.75"},
      {PART "<anchor by='tag' tag='a' trust='1.1'/>" PART_END,
       "1: trust=\"1.1\" is not a number from 0 to 1, such as 0.75"},
      {PART "<anchor by='tag' tag='a' trust='0,5'/>" PART_END,
       "1: trust=\"0,5\" is not a number from 0 to 1, such as 0.75"},
      {PART "<anchor by='tag' tag='a' trust=''/>" PART_END, "1: trust=\"\" is not a number from 0 to 1, such as 0.75"},
      {PART "<anchor by='tag' tag='a' run='every'/>" PART_END, "1: run=\"every\" is neither \"all\" nor a number"},
      {PART "<anchor by='tag' tag='a' run='0'/>" PART_END, "1: run=\"0\" is not a number from 1 to 4294967294"},
      {PART "<anchor by='tag' tag='a' skip='-1'/>" PART_END, "1: skip=\"-1\" is not a number from 0 to 4294967295"},
      {PART "<anchor by='tag' tag='a' pattern='('/>" PART_END, "1: pattern=\"(\": missing closing parenthesis"},
      {PART "<anchor by='tag' tag='a' pattern=''/>" PART_END, "1: the pattern is empty: remove it, or give one"},
      {PART "\n<anchor by='tag' tag='a' path='/b[c'/>" PART_END, "2: path=\"/b[c\": \"[\" is not closed"},
      {PART "<anchor by='tag' tag='a' path='/b['/>" PART_END, "1: path=\"/b[\": \"[\" is not closed"},
      {PART "<anchor by='tag' tag='a' path='/b[]'/>" PART_END,
       "1: path=\"/b[]\" is not an XPath that can follow an anchor, such as \"/following-sibling::dd[1]\""},
  };
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
    cr_expect_str_eq(refusal_of(mistakes[i].text), mistakes[i].message, "%s\n%s", refusal_of(mistakes[i].text),
                     mistakes[i].message);
}

/* Files that refer to other files, or whose strings are more than data. */
Test(template_load, refuses_hostile_files) {
  static const struct {
    const char *text, *message;
  } files[] = {
      {"<!DOCTYPE template [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>" PART ANCHOR PART_END, "cannot have a DOCTYPE"},
      {"<!DOCTYPE t [<!ENTITY a 'aaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;'>]>" PART
       "<anchor by='id' "
       "value='&c;'/>" PART_END,
       "cannot have a DOCTYPE"},
      {"<!DOCTYPE template SYSTEM 'http://example.org/t.dtd'>" PART ANCHOR PART_END, "cannot have a DOCTYPE"},
      {PART "<anchor by='id' value='&e;'/>" PART_END, "not well-formed XML"},
      {LAYOUT "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='/etc/passwd'/>" LAYOUT_END,
       "has no element <include>"},
      {LAYOUT "<xsl:import xmlns:xsl='http://www.w3.org/1999/XSL/Transform' href='a.xsl'/>" LAYOUT_END,
       "has no element <import>"},
      {"<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'/>", "this is not a template"},
      {PART "<anchor by='tag' tag='a' xmlns:e='urn:e' e:path='/b'/>" PART_END, "declares a namespace"},
      {PART "<anchor by='tag' tag='a' path=\"] | document('x') | //a[\"/>" PART_END, "must begin with"},
      {PART "<anchor by='tag' tag='a' path=\"/b] | document('x') | //a[1\"/>" PART_END, "closes nothing"},
      {PART "<anchor by='tag' tag='a' path=\"/b | //c\"/>" PART_END, "only steps"},
      {PART "<anchor by='tag' tag='a' path=\"/b[document('/etc/passwd')]\"/>" PART_END, "no function \"document\""},
      {PART "<anchor by='tag' tag='a' path=\"/b[key('k', 'x')]\"/>" PART_END, "no function \"key\""},
      {PART "<anchor by='tag' tag='a' path=\"/b[$src]\"/>" PART_END, "no variables"},
      {PART "<anchor by='tag' tag='a' path=\"/b[detm:walk(., '/a')]\"/>" PART_END, "is a prefix"},
      {PART "<anchor by='attribute' name='a] | x[@b' tag='a' value='x'/>" PART_END, "is not an XML name"},
      {PART "<anchor by='tag' tag='a[document(1)]'/>" PART_END, "is not an XML name"},
      {PART "<anchor by='tag' tag='a' name='&lt;x/>'/>" PART_END, "is not an XML name"},
  };
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    cr_expect_not_null(strstr(refusal_of(files[i].text), files[i].message), "%s\n%s", files[i].text,
                       refusal_of(files[i].text));
}

/* Strings stay strings in the stylesheet. */
Test(template_load, reads_any_value_as_a_plain_string) {
  static const char *const values[] = {"'] | document(&quot;x&quot;) | //a['", "{document('x')}",
                                       "&lt;xsl:import href='a'/&gt;", "&quot; or &quot;1&quot;='1",
                                       "' or '1'='1' or &quot;a&quot;=&quot;"};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    dt_buffer text = {0};
    dt_buffer_text(&text, PART "<anchor by='caption' tag='p' value=\"");
    for (const char *c = values[i]; *c != '\0'; c++) dt_buffer_byte(&text, *c);
    dt_buffer_add(&text, "\"/>" PART_END, sizeof "\"/>" PART_END);
    cr_expect_str_eq(given_by(text.data, "<p>other</p>"), "; missing f");
    dt_buffer_free(&text);
  }
}

static void expect_refused(dt_buffer *text, const char *message) {
  dt_buffer_byte(text, '\0');
  cr_expect_not_null(strstr(refusal_of(text->data), message), "%s", refusal_of(text->data));
  dt_buffer_free(text);
}

static void add_times(dt_buffer *text, const char *word, unsigned times) {
  for (unsigned i = 0; i < times; i++) dt_buffer_text(text, word);
}

Test(template_load, bounds_sizes_and_counts) {
  dt_buffer text = {0};
  dt_buffer_text(&text, PART);
  add_times(&text, ANCHOR, 100000);
  expect_refused(&text, "more than 64 anchors in one part");
  text = (dt_buffer){0};
  dt_buffer_text(&text, LAYOUT "<field name='f'>");
  add_times(&text, "<part>" ANCHOR "</part>", 65);
  expect_refused(&text, "more than 64 parts");
  text = (dt_buffer){0};
  dt_buffer_text(&text, LAYOUT);
  for (unsigned i = 0; i < 501; i++) dt_buffer_format(&text, "<field name='f%u'><part>" ANCHOR "</part></field>", i);
  expect_refused(&text, "more than 500 fields");
  text = (dt_buffer){0};
  dt_buffer_text(&text, TEMPLATE);
  add_times(&text, "<layout><field name='f'><part>" ANCHOR "</part></field></layout>", 33);
  expect_refused(&text, "more than 32 layouts");
  text = (dt_buffer){0};
  dt_buffer_text(&text, LAYOUT "<page>");
  add_times(&text, "<node tag='div'>", 201);
  expect_refused(&text, "nested more than 200 deep");
  text = (dt_buffer){0};
  dt_buffer_text(&text, LAYOUT "<page><node tag='div'>");
  add_times(&text, "<node tag='p'/>", 2000);
  expect_refused(&text, "more than 2000 nodes");
  text = (dt_buffer){0};
  dt_buffer_text(&text, PART "<anchor by='id' value='");
  add_times(&text, "x", 1001);
  dt_buffer_text(&text, "'/>");
  expect_refused(&text, "value has more than 1000 bytes");
  text = (dt_buffer){0};
  dt_buffer_text(&text, PART "<anchor by='tag' tag='a' path='");
  add_times(&text, "/x", 2049);
  dt_buffer_text(&text, "'/>");
  expect_refused(&text, "path has more than 4096 bytes");
  text = (dt_buffer){0};
  dt_buffer_text(&text, PART "<anchor by='tag' tag='a' pattern='");
  add_times(&text, "x", 1 << 20);
  dt_buffer_text(&text, "'/>");
  expect_refused(&text, "pattern has more than 4096 bytes");
  text = (dt_buffer){0};
  dt_buffer_text(&text, LAYOUT "<marks>");
  add_times(&text, "x", 1 << 21);
  dt_buffer_text(&text, "</marks>");
  expect_refused(&text, "KiB of text");
  text = (dt_buffer){0};
  dt_buffer_text(&text, PART "<anchor by='tag'");
  for (unsigned i = 0; i < 100; i++) dt_buffer_format(&text, " a%u='x'", i);
  expect_refused(&text, "a tag has more than 64 attributes");
  text = (dt_buffer){0};
  add_times(&text, " ", (16 << 20) + 1);
  expect_refused(&text, "the file has more than 16384 KiB");
}

/* The largest part: the stylesheet nests all its anchors. */
Test(template_load, accepts_the_largest_part_and_value) {
  dt_buffer text = {0};
  dt_buffer_text(&text, PART "<anchor by='id' value='");
  add_times(&text, "&apos;", 1000);
  dt_buffer_text(&text, "'/>");
  add_times(&text, "<anchor by='tag' tag='h2'/>", 62);
  dt_buffer_add(&text, ANCHOR PART_END, sizeof ANCHOR PART_END);
  cr_expect_str_eq(given_by(text.data, "<h1>x</h1>"), "f=x (tag 1)");
  dt_buffer_free(&text);
}

/* The manual writes a backslash as "\e". */
Test(template_load, accepts_the_example_of_the_manual) {
  static char manual[1 << 17];
  char path[4096];
  const char *folder = getenv("top_srcdir");
  snprintf(path, sizeof path, "%s/man/detm-template.5", folder == NULL ? "." : folder);
  FILE *file = fopen(path, "rb");
  cr_assert_not_null(file, "%s", path);
  manual[fread(manual, 1, sizeof manual - 1, file)] = '\0';
  fclose(file);
  char *text = strstr(manual, "<?xml"), *end = text != NULL ? strstr(text, "</template>") : NULL;
  cr_assert_not_null(end);
  end[strlen("</template>")] = '\0';
  for (char *e = strstr(text, "\\e"); e != NULL; e = strstr(e, "\\e")) memmove(e + 1, e + 2, strlen(e + 2) + 1);
  xmlRelaxNGPtr schema = schema_of("detm-template.rng");
  cr_expect(schema_accepts(schema, text, strlen(text)));
  xmlRelaxNGFree(schema);
  cr_expect_str_eq(
      given_by(text, "<h1>T</h1><dl><dt>Publisher:<dd>P</dl><div id=offer><p>Price: $5 now</p></div>"
                     "<ul class='authors x'><li>A<li>B</ul>"),
      "title=T (tag 2) | publisher=P (caption 1) | price=$5 (id 1) | author=A (class 1) | author=B (class 1)");
}

Test(template_load, sorts_marks) {
  detm_template *template = template_of(LAYOUT "<marks> b a\n\tc a </marks><field name='f'><part>" ANCHOR PART_END);
  const dt_template_layout *layout = &template->layouts[0];
  cr_assert_eq(layout->mark_count, 3);
  for (uint32_t i = 0; i < 3; i++) cr_expect_eq(*layout->marks[i], "abc"[i]);
  detm_template_free(template);
}

/* Loads a copy without a final NUL, so that memory checkers see a read beyond the end. */
static detm_template *load_copy(const char *bytes, size_t length) {
  char *copy = malloc(length + (length == 0));
  if (length != 0) memcpy(copy, bytes, length);
  detm_template *template = detm_template_load(copy, length, NULL, NULL);
  free(copy);
  return template;
}

Test(template_load, refuses_a_file_that_ends_too_early) {
  static const char text[] =
      "<?xml version='1.0'?>" LAYOUT "<marks>a</marks><page><node tag='p'/></page><field name='f'>"
      "<part><anchor by='id' value='x' path='/a'/>" PART_END;
  for (size_t length = 0; length < sizeof text; length++) {
    detm_template *template = load_copy(text, length);
    cr_assert_eq(template != NULL, length == sizeof text - 1, "length %zu", length);
    detm_template_free(template);
  }
}

/* A file that is still a template after changes is the same after saving and loading again. */
Test(template_load, survives_changed_bytes) {
  static const char bytes[] = "<>&\"'/= \n!?[]()-:;#%$*|@.\x01\xc3"
                              "0aaxxbcdefghijklmnopqrstuvw";
  unsigned state = 12345, loaded = 0;
  for (unsigned seed = 1; seed <= rounds(600); seed++) {
    dt_buffer text = {0}, first = {0}, second = {0};
    detm_template *made = template_random(seed % 20 + 1);
    save_template(made, &text);
    detm_template_free(made);
    for (unsigned change = seed % 2 + 1; change != 0; change--) {
      state = state * 1103515245u + 12345u;
      text.data[(state >> 8) % text.length] = bytes[(state >> 4) % (sizeof bytes - 1)];
    }
    detm_template *template = load_copy(text.data, text.length);
    if (template != NULL) {
      loaded++;
      save_template(template, &first);
      detm_template *again = template_of(first.data);
      save_template(again, &second);
      cr_assert_str_eq(first.data, second.data);
      detm_template_free(again);
    }
    detm_template_free(template);
    dt_buffer_free(&text);
    dt_buffer_free(&first);
    dt_buffer_free(&second);
  }
  cr_assert_gt(loaded, rounds(600) / 60, "%u", loaded);
}

/* Each attribute on each element: the schema and the loader agree. */
Test(template_load, agrees_with_the_schema_on_attributes) {
  static const struct {
    const char *before, *element, *needed, *after;
  } places[] = {
      {"", "template xmlns='urn:detm:template:1'", " name='t'", "<layout><field name='f'><part>" ANCHOR PART_END},
      {TEMPLATE, "layout", "", "<field name='f'><part>" ANCHOR PART_END},
      {LAYOUT, "marks", "", "a</marks><field name='f'><part>" ANCHOR PART_END},
      {LAYOUT, "page", "", "<node tag='p'/></page><field name='f'><part>" ANCHOR PART_END},
      {LAYOUT "<page>", "node", " tag='p'", "</node></page><field name='f'><part>" ANCHOR PART_END},
      {LAYOUT, "field", " name='f'", "<part>" ANCHOR PART_END},
      {LAYOUT "<field name='f'>", "part", "", ANCHOR PART_END},
      {PART, "anchor", " by='id' value='x'", "</anchor>" PART_END},
      {PART, "anchor", " by='attribute' name='n' value='x'", "</anchor>" PART_END},
      {PART, "anchor", " by='token' name='n' value='x'", "</anchor>" PART_END},
      {PART, "anchor", " by='tag' tag='p'", "</anchor>" PART_END},
      {PART, "anchor", " by='data'", "</anchor>" PART_END},
      {PART, "anchor", " by='path' path='/p'", "</anchor>" PART_END},
  };
  static const char *const attributes[] = {
      "all",      "by",    "caption", "class",   "domain", "drop", "field", "id",    "list", "longest", "more", "name",
      "optional", "pages", "path",    "pattern", "run",    "skip", "tag",   "trust", "type", "value",   "other"};
  static const char *const values[] = {"yes", "7", "/a", "text", "0.5", "caption", "all", "0", ""};
  size_t number = 0;
  xmlRelaxNGPtr schema = schema_of("detm-template.rng");
  for (size_t p = 0; p < sizeof places / sizeof *places; p++)
    for (size_t a = 0; a < sizeof attributes / sizeof *attributes; a++)
      for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
        dt_buffer text = {0};
        char own[40];
        snprintf(own, sizeof own, " %s='", attributes[a]);
        if (number++ % each() != 0 || strstr(places[p].needed, own) != NULL) continue;
        dt_buffer_format(&text, "%s<%s%s%s%s'>%s", places[p].before, places[p].element, places[p].needed, own,
                         values[v], places[p].after);
        detm_template *template = detm_template_load(text.data, text.length, NULL, NULL);
        cr_expect_eq(template != NULL, schema_accepts(schema, text.data, text.length), "%.*s", (int)text.length,
                     text.data);
        detm_template_free(template);
        dt_buffer_free(&text);
      }
  xmlRelaxNGFree(schema);
}

Test(template_load, survives_each_allocation_that_fails) {
  dt_buffer text = {0};
  detm_template *made = template_random(7), *template = NULL;
  save_template(made, &text);
  for (size_t fail = 1; template == NULL; fail++) {
    detm_error error = DETM_ERROR_NONE;
    allocation_fail_from(fail);
    template = detm_template_load(text.data, text.length, NULL, &error);
    allocation_fail_from(0);
    if (template == NULL) cr_assert_eq(error.status, DETM_NO_MEMORY, "%s", error.text);
    cr_assert_lt(fail, 10000);
  }
  detm_template_free(template);
  detm_template_free(made);
  dt_buffer_free(&text);
}
