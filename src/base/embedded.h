/* base/embedded.h: the files of templates/ that are built in by embed.awk. */
#ifndef DT_EMBEDDED_H
#define DT_EMBEDDED_H

#include "base/base.h"

typedef struct dt_embedded {
  const char *name; /* the file's, without folder; without extension where noted below; NULL = the end */
  const unsigned char *bytes;
  size_t length;
} dt_embedded;

extern const dt_embedded dt_compiler_files[];   /* compile-template.xsl, compile-for-others.xsl */
extern const dt_embedded dt_completion_files[]; /* completion/SHELL */
extern const dt_embedded dt_export_files[];     /* export/NAME */
extern const dt_embedded dt_inspect_files[];    /* report/NAME */
extern const dt_embedded dt_message_files[];    /* serve/LANGUAGE.json */
extern const dt_embedded dt_mcp_files[];        /* mcp/NAME.json, as NAME */
extern const dt_embedded dt_openapi_files[];    /* openapi.json */
extern const dt_embedded dt_serve_files[];      /* serve/NAME, without messages */
extern const dt_embedded dt_stock_files[];      /* stock/NAME.xml, as NAME */

/* The file of a name; NULL = there is none. */
const dt_embedded *dt_embedded_find(const dt_embedded *files, const char *name);
/* Its bytes; empty for NULL. */
static inline detm_text dt_embedded_text(const dt_embedded *file) {
  return file != NULL ? (detm_text){(const char *)file->bytes, file->length} : (detm_text){"", 0};
}
/* Adds what a file has @NAME@ for.  Returns false if it knows no such name: then the file means what it says. */
typedef bool (*dt_embedded_blank)(void *data, dt_buffer *out, detm_text name);
/* Adds a file, with its blanks filled. */
void dt_embedded_fill(dt_buffer *out, const dt_embedded *file, dt_embedded_blank fill, void *data);

#endif
