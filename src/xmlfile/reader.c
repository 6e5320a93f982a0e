/* xmlfile/reader.c: reading detm's own XML files.
 *
 * libxml2's reader delivers the elements; source.c finds their lines and columns, which the reader does not give. */
#include "xmlfile/reader.h"

#include "base/base.h"
#include "base/libxml_guard.h"
#include "text/field_name.h"

#include <libxml/xmlreader.h>
#include <stdarg.h>
#include <stdio.h>

_Noreturn void dt_refuse(dt_reader *r, const char *format, ...) {
  char text[sizeof r->error.text];
  va_list arguments;
  va_start(arguments, format);
  if (vsnprintf(text, sizeof text, format, arguments) < 0) text[0] = '\0';
  va_end(arguments);
  dt_error_at(&r->error, DETM_BAD_FILE, r->name, r->source.line, dt_source_column(&r->source), "%s", text);
  dt_scope_leave(&r->scope, DETM_BAD_FILE);
}

void dt_refuse_above(dt_reader *r, uint32_t count, uint32_t most, const char *what) {
  if (count >= most) dt_refuse(r, "more than %lu %s: remove some", (unsigned long)most, what);
}

/* ---- elements ---- */

static const dt_element_form *open_form(const dt_reader *r) {
  return r->open[r->depth] != DT_READER_OUTSIDE ? &r->grammar->forms[r->open[r->depth]] : NULL;
}

static void check_root(dt_reader *r, const char *name, const char *space) {
  const dt_grammar *g = r->grammar;
  size_t length = strlen(g->space);
  if (strcmp(name, g->what) != 0)
    dt_refuse(r, "this is not a %s: it begins with <%.80s>, not <%s>", g->what, name, g->what);
  if (space == NULL) space = "";
  if (*space == '\0') dt_refuse(r, "<%s> has no namespace: add xmlns=\"%s%s\"", g->what, g->space, g->version);
  if (strncmp(space, g->space, length) != 0)
    dt_refuse(r, "<%s> has the namespace \"%.80s\": it must be \"%s%s\"", g->what, space, g->space, g->version);
  if (strcmp(space + length, g->version) != 0)
    dt_refuse(r, "this is a %s of version \"%.80s\", but this detm reads version %s: %s it again", g->what,
              space + length, g->version, g->make != NULL ? g->make : "make");
}

/* The form of an element, which its parent must allow. */
static uint32_t find_form(dt_reader *r, const char *name, const char *space) {
  const dt_grammar *g = r->grammar;
  const dt_element_form *parent = open_form(r);
  size_t length = strlen(g->space);
  bool ours = space != NULL && strncmp(space, g->space, length) == 0 && strcmp(space + length, g->version) == 0;
  bool known = false;
  for (uint32_t form = 0; ours && form < g->form_count; form++) {
    if (strcmp(g->forms[form].name, name) != 0) continue;
    if (g->forms[form].parents >> r->open[r->depth] & 1) return form;
    known = true;
  }
  if (known) dt_refuse(r, "<%s> is not allowed in <%s>", name, parent != NULL ? parent->name : "the file");
  dt_refuse(r, "a %s has no element <%.80s>: see %s", g->what, name, g->manual);
}

/* Goes to the next attribute of a form, `at` behind the last one; a needed one has "!".  Empty at the end. */
static detm_text next_attribute(const char **at, bool *needed) {
  const char *name = *at + (**at == ' ');
  size_t length = 0;
  while (name[length] > '!') length++; /* no blank, no "!", not the end */
  *needed = name[length] == '!';
  *at = name + length + *needed;
  return (detm_text){name, length};
}

/* The number of an attribute in a form; DT_READER_ATTRIBUTES = the form has none of this name. */
static uint32_t attribute_number(const dt_element_form *form, const char *name) {
  const char *at = form->attributes;
  bool needed;
  uint32_t number = 0;
  for (detm_text own; (own = next_attribute(&at, &needed)).length != 0; number++)
    if (dt_text_equal(own, dt_text(name))) return number;
  return DT_READER_ATTRIBUTES;
}

static void read_attributes(dt_reader *r, const dt_element_form *form) {
  const dt_grammar *g = r->grammar;
  r->form = form;
  memset(r->values, 0, sizeof r->values);

  while (xmlTextReaderMoveToNextAttribute(r->xml) == 1) {
    if (xmlTextReaderIsNamespaceDecl(r->xml) == 1) {
      if (form != g->forms) dt_refuse(r, "<%s> declares a namespace: only <%s> may", form->name, g->what);
      continue;
    }
    const char *name = (const char *)xmlTextReaderConstLocalName(r->xml);
    const char *value = (const char *)xmlTextReaderConstValue(r->xml);
    if (name == NULL || value == NULL) dt_scope_leave(&r->scope, DETM_NO_MEMORY);
    uint32_t number = attribute_number(form, name);
    if (number == DT_READER_ATTRIBUTES || xmlTextReaderConstNamespaceUri(r->xml) != NULL)
      dt_refuse(r, "<%s> has no attribute \"%.80s\": see %s", form->name, name, g->manual);
    r->values[number] = dt_arena_copy(r->arena, value, strlen(value));
  }

  xmlTextReaderMoveToElement(r->xml);
  const char *at = form->attributes;
  bool needed;
  uint32_t number = 0;
  for (detm_text own; (own = next_attribute(&at, &needed)).length != 0; number++)
    if (needed && r->values[number] == NULL)
      dt_refuse(r, "<%s> needs the attribute %.*s", form->name, (int)own.length, own.data);
}

static void leave_form(dt_reader *r) {
  const dt_element_form *form = open_form(r);
  if (form->words) {
    dt_buffer_byte(&r->words, '\0');
    if (r->words.failed) dt_scope_leave(&r->scope, DETM_NO_MEMORY);
  }
  if (form->end != NULL) form->end(r);
  r->depth--;
}

static void enter_form(dt_reader *r) {
  const char *name = (const char *)xmlTextReaderConstLocalName(r->xml);
  const char *space = (const char *)xmlTextReaderConstNamespaceUri(r->xml);
  if (name == NULL) dt_scope_leave(&r->scope, DETM_NO_MEMORY);
  if (r->depth == 0) check_root(r, name, space);
  uint32_t which = find_form(r, name, space);
  const dt_element_form *form = &r->grammar->forms[which];
  bool empty = xmlTextReaderIsEmptyElement(r->xml) == 1;
  if (r->depth == DT_READER_DEEPEST) dt_refuse(r, "elements are nested more than %d deep", DT_READER_DEEPEST);
  read_attributes(r, form);
  if (form->begin != NULL) form->begin(r);
  r->open[++r->depth] = (uint8_t)which;
  if (form->words) r->words.length = 0;
  if (empty) leave_form(r);
}

static void read_element_words(dt_reader *r) {
  const char *words = (const char *)xmlTextReaderConstValue(r->xml);
  const dt_element_form *form = open_form(r);
  if (words == NULL) dt_scope_leave(&r->scope, DETM_NO_MEMORY);
  if (form != NULL && form->words) {
    size_t most = r->grammar->max_words != 0 ? r->grammar->max_words : DT_READER_MAX_WORDS;
    dt_buffer_text(&r->words, words);
    if (r->words.length > most) dt_refuse(r, "<%s> holds more than %zu KiB of text", form->name, most >> 10);
    return;
  }
  words += strspn(words, " \t\n\r");
  dt_source_pass(&r->source);
  if (*words != '\0') dt_refuse(r, "<%s> cannot hold text: \"%.80s\"", form != NULL ? form->name : "-", words);
}

/* ---- the file ---- */

/* Called by libxml2: the scope is left after libxml2 has returned. */
static void take_error(void *data, dt_xml_error error) {
  dt_reader *r = data;
  if (error->level < XML_ERR_ERROR) return;
  if (error->code == XML_ERR_NO_MEMORY) {
    dt_error_memory_at(&r->error, r->name);
    return;
  }
  const char *message = error->message != NULL ? error->message : "unknown error";
  int length = (int)strcspn(message, "\n");
  dt_error_at(&r->error, DETM_BAD_FILE, r->name, error->line > 0 ? (size_t)error->line : 0,
              error->int2 > 0 ? (size_t)error->int2 : 0, "not well-formed XML: %.*s", length, message);
}

/* Refuses, before libxml2 reads the file, constructs that are expensive or not allowed. */
static void check_source(dt_reader *r) {
  dt_source look = r->source;
  size_t length = (size_t)(look.end - look.next);
  const char *what = r->grammar->what, *make = r->grammar->make;

  if (length == 0) dt_refuse(r, "the file is empty: %s the %s again", make != NULL ? make : "make", what);
  if (length > r->grammar->max_bytes)
    dt_refuse(r, "the file has more than %zu KiB: it is not a %s", r->grammar->max_bytes >> 10, what);
  size_t valid = dt_utf8_valid(look.next, length);
  if (valid != length) {
    dt_source_go(&r->source, r->source.next + valid);
    dt_refuse(r, "the file is not UTF-8: save it as UTF-8");
  }

  while (dt_source_next(&look)) {
    r->source = look;
    if (look.at[1] == '!') dt_refuse(r, "a %s cannot have a DOCTYPE: remove it", what);
    if (look.quoted > DT_READER_ATTRIBUTES) dt_refuse(r, "a tag has more than %d attributes", DT_READER_ATTRIBUTES);
  }
}

static void read_xml_file(void *data) {
  dt_reader *r = data;
  dt_source start = r->source;
  check_source(r);
  r->source = start;
  int length = (int)(start.end - start.next);
  r->xml = xmlReaderForMemory(start.next, length, NULL, "UTF-8", XML_PARSE_NONET | XML_PARSE_HUGE);
  if (r->xml == NULL) dt_scope_leave(&r->scope, DETM_NO_MEMORY);
  xmlTextReaderSetStructuredErrorHandler(r->xml, take_error, r);

  int more = xmlTextReaderRead(r->xml);
  for (; more == 1 && r->error.status == DETM_OK; more = xmlTextReaderRead(r->xml)) {
    int type = xmlTextReaderNodeType(r->xml);
    bool tag = type == XML_READER_TYPE_ELEMENT || type == XML_READER_TYPE_END_ELEMENT;
    if (tag) dt_source_next(&r->source);
    if (type == XML_READER_TYPE_ELEMENT)
      enter_form(r);
    else if (type == XML_READER_TYPE_END_ELEMENT)
      leave_form(r);
    else if (type == XML_READER_TYPE_TEXT || type == XML_READER_TYPE_CDATA ||
             type == XML_READER_TYPE_SIGNIFICANT_WHITESPACE)
      read_element_words(r);
  }

  if (r->error.status != DETM_OK) dt_scope_leave(&r->scope, r->error.status);
  if (more != 0) dt_refuse(r, "not well-formed XML");
}

detm_status dt_read_file(const dt_grammar *grammar, void *data, dt_arena *arena, detm_text file, const char *name,
                         detm_error *error) {
  dt_silence silence;
  dt_reader reader = {.grammar = grammar, .data = data, .arena = arena, .name = name}, *r = &reader;
  if (!dt_silence_begin(&silence)) return dt_error_memory(error);

  dt_scope_start(&r->scope, 0);
  r->arena->scope = &r->scope;
  r->source = dt_source_start(file.data, file.length);
  r->open[0] = DT_READER_OUTSIDE;
  if (!dt_scope_run(&r->scope, read_xml_file, r)) dt_error_scope(&r->error, &r->scope, r->name);
  r->arena->scope = NULL;
  xmlFreeTextReader(r->xml);
  dt_buffer_free(&r->words);
  dt_silence_end(&silence);

  if (dt_silence_lacked(&silence)) { /* other errors may be its consequences */
    r->error = (detm_error)DETM_ERROR_NONE;
    dt_error_memory_at(&r->error, r->name);
  }

  if (r->error.status != DETM_OK && error != NULL && error->status == DETM_OK) *error = r->error;
  return r->error.status;
}

/* ---- values ---- */

const char *dt_read_value(const dt_reader *r, const char *attribute) {
  uint32_t number = attribute_number(r->form, attribute);
  return number != DT_READER_ATTRIBUTES ? r->values[number] : NULL;
}

const char *dt_read_text(dt_reader *r, const char *attribute, size_t most, const char *otherwise) {
  const char *value = dt_read_value(r, attribute);
  if (value == NULL) return otherwise;
  if (strlen(value) > most) dt_refuse(r, "%s has more than %zu bytes: shorten it", attribute, most);
  return value;
}

uint32_t dt_read_count(dt_reader *r, const char *attribute, uint32_t least, uint32_t most, uint32_t otherwise) {
  const char *value = dt_read_value(r, attribute);
  if (value == NULL) return otherwise;
  uint64_t count = 0;
  size_t length = strspn(value, "0123456789");
  for (size_t i = 0; i < length && count <= most; i++) count = count * 10 + (uint64_t)(value[i] - '0');
  if (length == 0 || value[length] != '\0' || count < least || count > most)
    dt_refuse(r, "%s=\"%.80s\" is not a number from %lu to %lu", attribute, value, (unsigned long)least,
              (unsigned long)most);
  return (uint32_t)count;
}

/* Not by strtod, whose decimal point depends on the locale. */
double dt_read_share(dt_reader *r, const char *attribute, double otherwise) {
  enum { MAX_DIGITS = 15 };
  const char *value = dt_read_value(r, attribute);
  if (value == NULL) return otherwise;

  size_t whole = strspn(value, "01"), digits = 0;
  double share = whole == 1 ? value[0] - '0' : 2, part = 0, scale = 1;
  const char *at = value + whole;

  if (whole == 1 && *at == '.') {
    digits = strspn(++at, "0123456789");
    for (size_t i = 0; i < digits && i < MAX_DIGITS; i++) {
      part = part * 10 + (at[i] - '0');
      scale *= 10;
    }
    at += digits != 0 ? digits : strlen(at) + 1;
  }

  share += part / scale;
  if (at > value + strlen(value) || *at != '\0' || share > 1)
    dt_refuse(r, "%s=\"%.80s\" is not a number from 0 to 1, such as 0.75", attribute, value);
  return share;
}

unsigned dt_read_choice(dt_reader *r, const char *attribute, const char *words) {
  const char *value = dt_read_value(r, attribute), *word = words;
  if (value == NULL) return 0;
  for (unsigned n = 0; *word != '\0'; n++) {
    size_t length = strcspn(word, " ");
    if (strlen(value) == length && memcmp(word, value, length) == 0) return n;
    word += length + (word[length] == ' ');
  }
  dt_refuse(r, "%s=\"%.80s\" is not one of these: %s", attribute, value, words);
}

bool dt_read_flag(dt_reader *r, const char *attribute) { return dt_read_choice(r, attribute, "no yes") == 1; }

enum { MAX_NAME_LENGTH = 1000 };

const char *dt_read_name(dt_reader *r, const char *attribute) {
  const char *value = dt_read_text(r, attribute, MAX_NAME_LENGTH, NULL);
  if (value != NULL && xmlValidateNCName((const xmlChar *)value, 0) != 0)
    dt_refuse(r,
              "%s=\"%.80s\" is not an XML name: use letters, digits, \"-\", \"_\" and \".\", and begin with a letter",
              attribute, value);
  return value;
}

const char *dt_read_field_name(dt_reader *r, const char *attribute) {
  const char *value = dt_read_text(r, attribute, MAX_NAME_LENGTH, NULL);
  const char *fault = value != NULL ? dt_name_fault(value) : NULL;
  if (fault != NULL) dt_refuse(r, "%s=\"%.80s\" is not a field name: %s", attribute, value, fault);
  return value;
}
