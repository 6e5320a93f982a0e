/* export/formats.c: selectors -> JSON, Python, XSLT. */
#include "export/formats.h"

#include "base/embedded.h"
#include "base/escape.h"
#include "export/syntax.h"
#include "xmlfile/escape.h"

#include <detm/version.h>

#include <libxml/tree.h>

const char *dt_export_reason(const dt_selector *s, detm_export_format format) {
  bool css = format == DETM_EXPORT_CSS || format == DETM_EXPORT_CRAWL4AI;
  if (s->reason != NULL) return s->reason;
  if (css && s->css.length == 0) return "only XPath can select it";
  if (format == DETM_EXPORT_XSLT && s->part != NULL && *s->part->unit != '\0')
    return "XSLT 1.0 cannot remove the unit after its number";
  return NULL;
}

/* ---- JSON ---- */

static void add_json_member(dt_buffer *out, const char *name, const char *value) {
  dt_buffer_format(out, ", \"%s\": ", name);
  dt_escape_json_string(out, dt_text(value));
}

/* Adds a text as a literal of a regular expression. */
static void add_regex_literal(dt_buffer *out, const char *text) {
  for (; *text != '\0'; text++) {
    if (memchr("\\^$.|?*+()[]{}/-", *text, 16) != NULL) dt_buffer_byte(out, '\\');
    dt_buffer_byte(out, *text);
  }
}

/* Adds the expression for a unit, in all its forms: "review" and "reviews". */
static void add_unit(dt_buffer *out, const char *unit) {
  enum { ENDING = 3, MIN_STEM = 3 };
  size_t length = strlen(unit), stem = length > MIN_STEM + ENDING ? length - ENDING : MIN_STEM;
  dt_buffer literal = {0};
  detm_text start = dt_text_cut(dt_text(unit), stem);
  dt_buffer_add(&literal, start.data, start.length);
  dt_buffer_byte(&literal, '\0');
  dt_buffer_text(out, " ?");
  if (!literal.failed) add_regex_literal(out, literal.data);
  dt_buffer_text(out, "[^\\d]{0,6}");
  out->failed |= literal.failed;
  dt_buffer_free(&literal);
}

/* Adds the expression for a number before its unit; a text of another form is the value as it is. */
static void add_number_pattern(dt_buffer *out, const char *unit) {
  static const char number[] = "[+~]*\\d[\\d.,]*[KkMm]?\\+?";
  dt_buffer_format(out, "(?:[ (\\[]*(?=%s", number);
  add_unit(out, unit);
  dt_buffer_format(out, "$))?(%s(?=", number);
  add_unit(out, unit);
  dt_buffer_text(out, "$)|.*)");
}

/* Adds a group for words that may be there. */
static void add_optional(dt_buffer *out, const char *text) {
  if (*text == '\0') return;
  dt_buffer_text(out, "(?:");
  add_regex_literal(out, text);
  dt_buffer_text(out, ")?");
}

/* Adds the expression for a part between marks; its group is empty if a mark before it is missing. */
static void add_split_pattern(dt_buffer *out, const dt_selector *s) {
  bool last = s->part + 1 == s->split->parts + s->split->part_count;
  dt_buffer_text(out, "(?:");

  for (const dt_part *before = s->split->parts; before != s->part; before++) {
    dt_buffer_text(out, ".*?");
    add_regex_literal(out, before->after);
  }

  dt_buffer_text(out, *s->part->after == ')' ? "[ |]*[(]*" : "[ |]*");
  add_optional(out, s->part->before);
  dt_buffer_text(out, "(.*?)");

  if (*s->part->unit != '\0') {
    dt_buffer_text(out, "(?:");
    add_unit(out, s->part->unit);
    dt_buffer_text(out, ")?");
  }

  if (last) {
    add_optional(out, s->part->after);
  } else {
    dt_buffer_text(out, "(?:");
    add_regex_literal(out, s->part->after);
    dt_buffer_text(out, ".*)?");
  }

  dt_buffer_text(out, "|.*)$");
}

/* Adds the regular expression whose first group is the value; nothing if it is the whole text. */
static void add_pattern(dt_buffer *out, const dt_selector *s) {
  const dt_part *part = s->part;
  bool whole = part == NULL || (*part->before == '\0' && *part->after == '\0' && *part->unit == '\0');
  if (whole && s->split == NULL) return;

  dt_buffer_byte(out, '^');
  if (s->split != NULL) {
    add_split_pattern(out, s);
    return;
  }

  add_optional(out, part->before);
  if (*part->unit != '\0') {
    add_number_pattern(out, part->unit);
    return;
  }

  dt_buffer_text(out, "(.*?)");
  add_optional(out, part->after);
  dt_buffer_byte(out, '$');
}

static void add_pattern_member(dt_buffer *out, const char *name, const dt_selector *s) {
  dt_buffer pattern = {0};
  add_pattern(&pattern, s);
  if (pattern.length != 0) {
    dt_buffer_byte(&pattern, '\0');
    if (!pattern.failed) add_json_member(out, name, pattern.data);
  }
  out->failed |= pattern.failed;
  dt_buffer_free(&pattern);
}

static const char *selector_field_name(const dt_selectors *all, const dt_selector *s) {
  return all->wrapper->fields[s->field].name;
}

static const char *field_type(const dt_selectors *all, const dt_selector *s) {
  const char *type = all->wrapper->fields[s->field].type;
  return type != NULL ? type : "text";
}

static void add_selectors(dt_buffer *out, const dt_selectors *all, detm_export_format format) {
  bool css = format == DETM_EXPORT_CSS;
  const char *language = css ? "css" : "xpath", *before = "\n";

  dt_buffer_text(out, "{\n  \"records\": ");
  dt_escape_json_string(out, dt_text(css ? all->css.data : all->xpath.data));
  dt_buffer_text(out, ",\n  \"fields\": [");

  for (uint32_t f = 0; f < all->count; f++) {
    const dt_selector *s = &all->fields[f];
    if (dt_export_reason(s, format) != NULL) continue;

    dt_buffer_format(out, "%s    {\"name\": ", before);
    dt_escape_json_string(out, dt_text(selector_field_name(all, s)));
    add_json_member(out, "type", field_type(all, s));
    add_json_member(out, language, css ? s->css.data : s->xpath.data);
    if (css && s->attribute != NULL) add_json_member(out, "attribute", s->attribute);
    if (s->joined) dt_buffer_text(out, ", \"joined\": true");
    if (s->list) dt_buffer_text(out, ", \"list\": true");
    add_pattern_member(out, "pattern", s);
    dt_buffer_byte(out, '}');
    before = ",\n";
  }

  dt_buffer_text(out, "\n  ]");
}

/* Adds the notices about what the selectors do not see, or the other ones, as a member. */
static void add_notices(dt_buffer *out, const char *name, const detm_export_notice *notices, size_t count,
                        bool unseen) {
  bool any = false;
  dt_buffer_format(out, ",\n  \"%s\": [", name);
  for (size_t i = 0; i < count; i++) {
    if ((notices[i].unseen == 2) != unseen) continue;
    dt_buffer_text(out, any ? ",\n    {\"name\": " : "\n    {\"name\": ");
    any = true;
    if (notices[i].field != NULL)
      dt_escape_json_string(out, dt_text(notices[i].field));
    else
      dt_buffer_text(out, "null");
    add_json_member(out, "reason", notices[i].reason);
    dt_buffer_byte(out, '}');
  }
  dt_buffer_text(out, any ? "\n  ]" : "]");
}

static void add_all_notices(dt_buffer *out, const detm_export_notice *notices, size_t count) {
  bool unseen = false;
  for (size_t i = 0; i < count; i++) unseen = unseen || notices[i].unseen == 2;
  if (unseen) add_notices(out, "inexact", notices, count, true);
  add_notices(out, "left_out", notices, count, false);
  dt_buffer_text(out, "\n}\n");
}

/* Adds a notice for a comment: in one line, and without two hyphens, which end a comment of XML. */
static void add_comment(dt_buffer *out, const detm_export_notice *notice) {
  const char *texts[] = {notice->unseen == 2 ? "inexact" : "left out", ": ",
                         notice->field != NULL ? notice->field
                         : notice->unseen == 2 ? "table"
                                               : "records",
                         ": ", notice->reason};
  for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
    for (const char *at = texts[t]; *at != '\0'; at++) {
      if (*at == '-' && out->length != 0 && out->data[out->length - 1] == '-') dt_buffer_byte(out, ' ');
      dt_buffer_byte(out, (unsigned char)*at < ' ' || *at == 0x7f ? ' ' : *at);
    }
}

static void add_crawl4ai(dt_buffer *out, const dt_selectors *all) {
  const char *before = "\n";
  dt_buffer_text(out, "{\n  \"name\": \"records\",\n  \"baseSelector\": ");
  dt_escape_json_string(out, dt_text(all->css.data));
  dt_buffer_text(out, ",\n  \"fields\": [");

  for (uint32_t f = 0; f < all->count; f++) {
    const dt_selector *s = &all->fields[f];
    if (dt_export_reason(s, DETM_EXPORT_CRAWL4AI) != NULL) continue;

    dt_buffer pattern = {0};
    add_pattern(&pattern, s);
    dt_buffer_format(out, "%s    {\"name\": ", before);
    dt_escape_json_string(out, dt_text(selector_field_name(all, s)));
    add_json_member(out, "selector", s->css.data);

    if (s->list) {
      dt_buffer_text(out, ", \"type\": \"list\", \"fields\": [{\"name\": \"value\"");
    }

    add_json_member(out, "type", s->attribute != NULL ? "attribute" : pattern.length != 0 ? "regex" : "text");
    if (s->attribute != NULL) add_json_member(out, "attribute", s->attribute);
    add_pattern_member(out, "pattern", s);
    dt_buffer_text(out, s->list ? "}]}" : "}");
    out->failed |= pattern.failed;
    dt_buffer_free(&pattern);
    before = ",\n";
  }

  dt_buffer_text(out, "\n  ]\n}\n");
}

/* ---- Python ---- */

/* What a file of templates/export is filled with. */
typedef struct export_blanks {
  const dt_selectors *all;
  const detm_export_notice *left_out;
  size_t count;
} export_blanks;

static void add_python_field(dt_buffer *out, const dt_selectors *all, const dt_selector *s) {
  dt_buffer pattern = {0};
  add_pattern(&pattern, s);
  dt_buffer_text(out, "    (");
  dt_escape_json_string(out, dt_text(selector_field_name(all, s)));
  dt_buffer_text(out, ", ");
  dt_escape_json_string(out, dt_text(s->xpath.data));
  dt_buffer_text(out, s->joined ? ", True, " : ", False, ");

  if (pattern.length != 0)
    dt_escape_json_string(out, (detm_text){pattern.data, pattern.length});
  else
    dt_buffer_text(out, "None");

  dt_buffer_text(out, "),\n");
  out->failed |= pattern.failed;
  dt_buffer_free(&pattern);
}

static bool fill_python(void *data, dt_buffer *out, detm_text name) {
  const export_blanks *blanks = data;
  const dt_selectors *all = blanks->all;
  if (dt_text_equal(name, DT_TEXT("version"))) dt_buffer_text(out, detm_version());
  if (dt_text_equal(name, DT_TEXT("records"))) dt_escape_json_string(out, dt_text(all->xpath.data));
  if (!dt_text_equal(name, DT_TEXT("fields"))) return true;

  for (uint32_t f = 0; f < all->count; f++)
    if (dt_export_reason(&all->fields[f], DETM_EXPORT_PARSEL) == NULL) add_python_field(out, all, &all->fields[f]);
  for (size_t i = 0; i < blanks->count; i++) {
    dt_buffer_text(out, "    # ");
    add_comment(out, &blanks->left_out[i]);
    dt_buffer_byte(out, '\n');
  }
  return true;
}

/* ---- XSLT ---- */

/* Adds the attribute with the XPath of the text of a value: `text`, or its part between marks. */
static void add_xslt_text(dt_buffer *out, const dt_selector *s, const char *text) {
  dt_buffer path = {0};
  const dt_part *first = s->split != NULL ? s->split->parts : s->part;
  bool cut = s->split != NULL && s->part + 1 != s->split->parts + s->split->part_count;

  if (cut) dt_buffer_text(&path, "substring-before(concat(");
  for (const dt_part *before = first; before != s->part; before++) dt_buffer_text(&path, "substring-after(");
  dt_buffer_text(&path, text);

  for (const dt_part *before = first; before != s->part; before++) {
    dt_buffer_byte(&path, ',');
    dt_xpath_text(&path, before->after, strlen(before->after));
    dt_buffer_byte(&path, ')');
  }

  for (int i = 0; i < 2 && cut; i++) {
    dt_buffer_byte(&path, ',');
    dt_xpath_text(&path, s->part->after, strlen(s->part->after));
    dt_buffer_byte(&path, ')');
  }

  dt_buffer_byte(&path, '\0');
  if (!path.failed) dt_xml_attribute(out, "select", path.data);
  out->failed |= path.failed;

  dt_buffer_free(&path);
}

static void add_xslt_words(dt_buffer *out, const char *name, const char *words) {
  if (*words == '\0') return;
  dt_buffer_format(out, "<xsl:with-param name=\"%s\">", name);
  dt_xml_text(out, dt_text(words));
  dt_buffer_text(out, "</xsl:with-param>");
}

/* Adds the name of a field: that of its element if XML allows that, else that of a <field name="...">. */
static void add_xslt_name(dt_buffer *out, const char *name) {
  if (xmlValidateNCName((const xmlChar *)name, 0) == 0)
    dt_buffer_format(out, "<xsl:with-param name=\"name\" select=\"'%s'\"/>", name);
  else
    add_xslt_words(out, "field", name);
}

/* Adds the values of field number `number`; the nodes of a joined value are collected in a variable. */
static void add_xslt_value(dt_buffer *out, const dt_selectors *all, uint32_t number) {
  const dt_selector *s = &all->fields[number];
  const dt_part *part = s->part;

  if (s->joined) dt_buffer_format(out, "        <xsl:variable name=\"text-%u\">\n  ", number);
  dt_buffer_text(out, "        <xsl:for-each");
  dt_xml_attribute(out, "select", s->xpath.data);
  dt_buffer_text(out, ">");
  if (s->joined) dt_buffer_text(out, "<xsl:value-of select=\".\"/></xsl:for-each>\n        </xsl:variable>");
  dt_buffer_text(out, "\n          <xsl:call-template name=\"value\">");
  add_xslt_name(out, selector_field_name(all, s));
  char text[48];
  snprintf(text, sizeof text, s->joined ? "normalize-space($text-%u)" : "normalize-space(.)", number);
  dt_buffer_text(out, "<xsl:with-param name=\"text\"");
  add_xslt_text(out, s, text);
  dt_buffer_text(out, "/>");

  if (part != NULL) {
    bool bracket = s->split != NULL && *part->after == ')' && *part->before == '\0';
    add_xslt_words(out, "before", bracket ? "(" : part->before);
    add_xslt_words(out, "after", part->after);
  }

  dt_buffer_text(out, "</xsl:call-template>\n");
  if (!s->joined) dt_buffer_text(out, "        </xsl:for-each>\n");
}

static bool fill_xslt(void *data, dt_buffer *out, detm_text name) {
  const export_blanks *blanks = data;
  const dt_selectors *all = blanks->all;
  if (dt_text_equal(name, DT_TEXT("version"))) dt_buffer_text(out, detm_version());
  if (dt_text_equal(name, DT_TEXT("select"))) dt_xml_attribute(out, "select", all->xpath.data);
  if (!dt_text_equal(name, DT_TEXT("fields"))) return true;

  for (uint32_t f = 0; f < all->count; f++)
    if (dt_export_reason(&all->fields[f], DETM_EXPORT_XSLT) == NULL) add_xslt_value(out, all, f);
  for (size_t i = 0; i < blanks->count; i++) {
    dt_buffer_text(out, "        <!-- ");
    add_comment(out, &blanks->left_out[i]);
    dt_buffer_text(out, " -->\n");
  }
  return true;
}

void dt_export_format(dt_buffer *out, const dt_selectors *all, detm_export_format format,
                      const detm_export_notice *left_out, size_t count) {
  export_blanks blanks = {all, left_out, count};
  switch (format) {
  case DETM_EXPORT_XPATH:
  case DETM_EXPORT_CSS:
    add_selectors(out, all, format);
    add_all_notices(out, left_out, count);
    break;
  case DETM_EXPORT_PARSEL:
    dt_embedded_fill(out, dt_embedded_find(dt_export_files, "parsel.py"), fill_python, &blanks);
    break;
  case DETM_EXPORT_CRAWL4AI:
    add_crawl4ai(out, all);
    break;
  case DETM_EXPORT_XSLT:
    dt_embedded_fill(out, dt_embedded_find(dt_export_files, "records.xsl"), fill_xslt, &blanks);
    break;
  }
}
