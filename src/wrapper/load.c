/* wrapper/load.c: wrapper XML -> wrapper tree.
 *
 * libxml2's reader hands out one element after the other; source.c tells where each begins, which the reader
 * does not.  What is wrong with the file leaves through the scope, always between two calls of the reader. */
#include "wrapper/form.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define NAMESPACE "urn:detm:wrapper:1"

enum {
  MAX_BYTES = 64 << 20,
  MAX_DEPTH = 1000,   /* as deep as pages are */
  MAX_ATTRIBUTES = 32 /* of a tag: older libxml2 compares each with each */
};

/* ---- refusing ---- */

_Noreturn void dt_load_refuse(dt_loader *l, const char *format, ...) {
  char text[sizeof l->error.text];
  va_list arguments;
  va_start(arguments, format);
  if (vsnprintf(text, sizeof text, format, arguments) < 0) text[0] = '\0';
  va_end(arguments);
  dt_error_at(&l->error, DETM_BAD_FILE, l->name, l->source.line, dt_source_column(&l->source), "%s", text);
  dt_scope_leave(&l->scope, DETM_BAD_FILE);
}

/* ---- nesting ---- */

static dt_form_kind kind_named(const char *name) {
  dt_form_kind found = DT_FORM_WRAPPER;
  while (found < DT_FORMS && strcmp(dt_forms[found].name, name) != 0) found++;
  return found;
}

static void check_root(dt_loader *l, const char *name, const char *space) {
  if (strcmp(name, "wrapper") != 0)
    dt_load_refuse(l, "this is no wrapper: it begins with <%.80s>, not <wrapper>", name);
  if (space == NULL) space = "";
  if (*space == '\0') dt_load_refuse(l, "<wrapper> has no namespace: add xmlns=\"%s\"", NAMESPACE);
  if (strcmp(space, NAMESPACE) == 0) return;
  if (strncmp(space, NAMESPACE, sizeof NAMESPACE - 2) == 0)
    dt_load_refuse(l, "this is a wrapper of version \"%.80s\", but this detm reads version 1: learn it again",
                   space + sizeof NAMESPACE - 2);
  dt_load_refuse(l, "<wrapper> has the namespace \"%.80s\": it must be \"%s\"", space, NAMESPACE);
}

static void check_place(dt_loader *l, dt_form_kind which) {
  const dt_form *f = &dt_forms[which];
  if (!(f->parents & (1U << l->open)))
    dt_load_refuse(l, "<%s> cannot stand in <%s>", f->name, l->open < DT_FORMS ? dt_forms[l->open].name : "the file");
  if (which == DT_FORM_WRAPPER || l->open != DT_FORM_WRAPPER) return;
  if (which == DT_FORM_RECORD && l->before == DT_FORM_RECORD) dt_load_refuse(l, "a second <record>: a wrapper has one");
  if (which < l->before) dt_load_refuse(l, "<%s> must come before <%s>", f->name, dt_forms[l->before].name);
  l->before = which;
}

static dt_form_attribute attribute_named(dt_loader *l, dt_form_kind which, const char *name, const char *space) {
  dt_form_attribute found = 0;
  while (found < DT_AT_COUNT && strcmp(dt_form_attributes[found], name) != 0) found++;
  if (found == DT_AT_COUNT || !(dt_forms[which].attributes & (1U << found)) || space != NULL)
    dt_load_refuse(l, "<%s> has no attribute \"%.80s\": see detm-wrapper(5)", dt_forms[which].name, name);
  return found;
}

static const char *copy(dt_loader *l, const xmlChar *text) {
  if (text == NULL) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  return dt_arena_copy(&l->wrapper->arena, (const char *)text, strlen((const char *)text));
}

static void read_attributes(dt_loader *l, dt_form_kind which) {
  memset(l->values, 0, sizeof l->values);
  while (xmlTextReaderMoveToNextAttribute(l->reader) == 1) {
    const char *name = (const char *)xmlTextReaderConstLocalName(l->reader);
    if (xmlTextReaderIsNamespaceDecl(l->reader) == 1) {
      if (which != DT_FORM_WRAPPER)
        dt_load_refuse(l, "<%s> declares a namespace: only <wrapper> may", dt_forms[which].name);
      continue;
    }
    const char *space = (const char *)xmlTextReaderConstNamespaceUri(l->reader);
    l->values[attribute_named(l, which, name, space)] = copy(l, xmlTextReaderConstValue(l->reader));
  }
  xmlTextReaderMoveToElement(l->reader);
  for (dt_form_attribute needed = 0; needed < DT_AT_COUNT; needed++)
    if ((dt_forms[which].needed & (1U << needed)) && l->values[needed] == NULL)
      dt_load_refuse(l, "<%s> needs the attribute %s", dt_forms[which].name, dt_form_attributes[needed]);
}

/* The kind of element that we are in when one of kind `ended` has ended. */
static dt_form_kind around(dt_loader *l, dt_form_kind ended) {
  if (ended == DT_FORM_ELEMENT) l->node = l->node->parent;
  switch (ended) {
  case DT_FORM_WRAPPER:
    return DT_FORM_OUTSIDE;
  case DT_FORM_PART:
    return DT_FORM_TEXT;
  case DT_FORM_ELEMENT:
  case DT_FORM_TEXT:
    return l->node == l->wrapper->root ? DT_FORM_RECORD : DT_FORM_ELEMENT;
  default:
    return DT_FORM_WRAPPER;
  }
}

static void end(dt_loader *l) {
  const dt_form *f = &dt_forms[l->open];
  if (f->end != NULL) f->end(l);
  l->depth--;
  l->open = around(l, l->open);
}

static void begin(dt_loader *l) {
  const char *name = (const char *)xmlTextReaderConstLocalName(l->reader);
  const char *space = (const char *)xmlTextReaderConstNamespaceUri(l->reader);
  if (name == NULL) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  if (l->open == DT_FORM_OUTSIDE) check_root(l, name, space);
  dt_form_kind which = space != NULL && strcmp(space, NAMESPACE) == 0 ? kind_named(name) : DT_FORMS;
  if (which == DT_FORMS) dt_load_refuse(l, "a wrapper has no element <%.80s>: see detm-wrapper(5)", name);
  if (++l->depth > MAX_DEPTH) dt_load_refuse(l, "elements are nested more than %d deep", MAX_DEPTH);
  bool empty = xmlTextReaderIsEmptyElement(l->reader) == 1;
  check_place(l, which);
  read_attributes(l, which);
  dt_forms[which].begin(l);
  l->open = which;
  if (empty) end(l);
}

static void add_words(dt_loader *l) {
  const char *words = (const char *)xmlTextReaderConstValue(l->reader);
  if (words == NULL) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  if (l->open == DT_FORM_TEXT) {
    dt_buffer_text(&l->words, words);
    return;
  }
  words += strspn(words, " \t\n\r");
  dt_source_pass(&l->source);
  if (*words != '\0') dt_load_refuse(l, "<%s> cannot hold words: \"%.80s\"", dt_forms[l->open].name, words);
}

/* ---- the file ---- */

#if LIBXML_VERSION >= 21200
typedef const xmlError *xml_error;
#else
typedef xmlErrorPtr xml_error;
#endif

/* Called within libxml2: the scope is left when it has returned. */
static void take_error(void *data, xml_error error) {
  dt_loader *l = data;
  if (error->level < XML_ERR_ERROR) return;
  if (error->code == XML_ERR_NO_MEMORY) {
    dt_error_at(&l->error, DETM_NO_MEMORY, l->name, 0, 0, "out of memory");
    return;
  }
  const char *message = error->message != NULL ? error->message : "unknown error";
  int length = (int)strcspn(message, "\n");
  dt_error_at(&l->error, DETM_BAD_FILE, l->name, error->line > 0 ? (size_t)error->line : 0,
              error->int2 > 0 ? (size_t)error->int2 : 0, "not well-formed XML: %.*s", length, message);
}

/* Before libxml2 sees the file: what would cost it much, and what it should not read at all. */
static void check_source(dt_loader *l) {
  dt_source look = l->source;
  size_t length = (size_t)(look.end - look.next);
  if (length == 0) dt_load_refuse(l, "the file is empty: learn the wrapper again");
  if (length > MAX_BYTES) dt_load_refuse(l, "the file has more than %d MiB: this is no wrapper", MAX_BYTES >> 20);
  size_t valid = dt_utf8_valid(look.next, length);
  if (valid != length) {
    dt_source_go(&l->source, l->source.next + valid);
    dt_load_refuse(l, "the file is not UTF-8: save it as UTF-8");
  }
  while (dt_source_next(&look)) {
    l->source = look;
    if (look.at[1] == '!') dt_load_refuse(l, "a wrapper has no DOCTYPE: take it out");
    if (look.quoted > MAX_ATTRIBUTES) dt_load_refuse(l, "a tag has more than %d attributes", MAX_ATTRIBUTES);
  }
}

static void take_node(dt_loader *l) {
  switch (xmlTextReaderNodeType(l->reader)) {
  case XML_READER_TYPE_ELEMENT:
    dt_source_next(&l->source);
    begin(l);
    break;
  case XML_READER_TYPE_END_ELEMENT:
    dt_source_next(&l->source);
    end(l);
    break;
  case XML_READER_TYPE_TEXT:
  case XML_READER_TYPE_CDATA:
  case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
    add_words(l);
    break;
  default:
    break;
  }
}

static void read_file(dt_loader *l) {
  dt_source start = l->source;
  dt_wrapper_start(l->wrapper, &l->scope);
  check_source(l);
  l->source = start;
  int length = (int)(start.end - start.next);
  xmlInitParser(); /* several threads may be the first, see tree/builder.c */
  l->reader = xmlReaderForMemory(start.next, length, NULL, "UTF-8", XML_PARSE_NONET | XML_PARSE_HUGE);
  if (l->reader == NULL) dt_scope_leave(&l->scope, DETM_NO_MEMORY);
  xmlTextReaderSetStructuredErrorHandler(l->reader, take_error, l);
  int more = xmlTextReaderRead(l->reader);
  for (; more == 1 && l->error.status == DETM_OK; more = xmlTextReaderRead(l->reader)) take_node(l);
  if (l->error.status != DETM_OK) dt_scope_leave(&l->scope, l->error.status);
  if (more != 0) dt_load_refuse(l, "not well-formed XML");
  dt_wrapper_number(l->wrapper);
  l->wrapper->arena.scope = NULL;
}

static void load(dt_loader *l) {
  dt_scope_start(&l->scope, 0);
  if (setjmp(l->scope.escape) == 0) {
    read_file(l);
  } else {
    dt_error_scope(&l->error, &l->scope, l->name);
  }
}

detm_wrapper *detm_wrapper_load(const char *bytes, size_t length, const char *name, detm_error *error) {
  dt_libxml_start();
  dt_loader l = {
      .name = name, .open = DT_FORM_OUTSIDE, .before = DT_FORM_WRAPPER, .wrapper = calloc(1, sizeof *l.wrapper)};
  if (l.wrapper == NULL) {
    dt_error_at(error, DETM_NO_MEMORY, name, 0, 0, "out of memory");
    return NULL;
  }
  l.source = dt_source_start(bytes, length);
  load(&l);
  xmlFreeTextReader(l.reader);
  dt_buffer_free(&l.words);
  if (l.error.status == DETM_OK) return l.wrapper;
  detm_wrapper_free(l.wrapper);
  if (error != NULL && error->status == DETM_OK) *error = l.error;
  return NULL;
}
