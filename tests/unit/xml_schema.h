/* xml_schema.h: validates XML by the RELAX NG schemas of templates/. */
#ifndef TEST_XML_SCHEMA_H
#define TEST_XML_SCHEMA_H

#include <libxml/relaxng.h>
#include <stdbool.h>
#include <stddef.h>

/* Returns the schema with that name, such as "detm-wrapper.rng"; fails the test if it cannot be read. Freed by the
 * caller. */
xmlRelaxNGPtr schema_of(const char *name);
/* Returns whether the bytes are well-formed and valid. */
bool schema_accepts(xmlRelaxNGPtr schema, const char *bytes, size_t length);

#endif
