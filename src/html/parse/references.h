/* html/parse/references.h: character references, and the text of a slice of the page. */
#ifndef DT_HTML_PARSE_REFERENCES_H
#define DT_HTML_PARSE_REFERENCES_H

#include "html/parse/token.h"

/* The names of the HTML standard (13.5), one behind the other, sorted; where each begins, and the end; the first one
 * that does not come before each pair of characters from A to z, and their number; their one or two characters.
 * references.awk makes them of references.tsv. */
enum { DT_REFERENCE_LETTERS = 'z' - 'A' + 1 };
extern const char dt_reference_names[];
extern const uint16_t dt_reference_starts[], dt_reference_first[];
extern const uint32_t dt_reference_codes[][2];

/* Appends the text of a slice.  `value`: it is the value of an attribute, where "&copy=1" is not a reference. */
void dt_slice_decode(dt_slice slice, bool value, dt_buffer *out);

/* The same, but references to characters that XML forbids become blanks ("&#1;", "&#xFFFE;"). */
void dt_slice_decode_xml(dt_slice slice, bool value, dt_buffer *out);

/* Reads the character reference at `at`, the byte after "&", and writes its one or two characters to `out`, which has
 * room for 8 bytes; *count is how many bytes it wrote.  Returns the end of the reference, NULL if it is not one. */
const char *dt_reference_read(const char *at, const char *end, bool value, char *out, size_t *count);

/* Returns the character of windows-1252 for a control character from 0x80 to 0x9f: pages that have these mean it.  Any
 * other code is returned itself; so are the five that windows-1252 lacks. */
uint32_t dt_meant_by_control(uint32_t code);

#endif
