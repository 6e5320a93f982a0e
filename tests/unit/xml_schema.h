/* xml_schema.h: validates XML by the RELAX NG schemas of templates/. */
#ifndef TEST_XML_SCHEMA_H
#define TEST_XML_SCHEMA_H

#include <libxml/relaxng.h>
#include <stdbool.h>
#include <stddef.h>

/* The schema of that name, such as "detm-wrapper.rng".  Fails the test if it cannot be read.  Freed by the caller. */
xmlRelaxNGPtr schema_of(const char *name);
/* False also for bytes that are not well-formed. */
bool schema_accepts(xmlRelaxNGPtr schema, const char *bytes, size_t length);

#endif
