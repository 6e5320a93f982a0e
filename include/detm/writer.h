/* detm/writer.h: sinks that write XML, NDJSON or CSV. */
#ifndef DETM_WRITER_H
#define DETM_WRITER_H

#include <detm/page.h>
#include <detm/sink.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum detm_format { DETM_XML, DETM_NDJSON, DETM_CSV } detm_format;

typedef struct detm_writer detm_writer;

/* A writer that hands its bytes to `write` in large pieces.  XML and NDJSON stream; CSV, whose
 * header needs the union of all fields, keeps its rows (past some MiB in a temporary file) until
 * detm_writer_finish.  max_bytes limits what is written, 0 = no limit: past it calls end with
 * DETM_LIMIT.  NULL with DETM_NO_MEMORY.  The caller frees the writer. */
DETM_API detm_writer *detm_writer_new(detm_format format, detm_write write, void *data, size_t max_bytes,
                                      detm_error *error) DETM_CHECK;

/* The sink to push results into; owned by the writer. */
DETM_API const detm_sink *detm_writer_sink(detm_writer *writer);

/* Ends the document and flushes.  Must be called once, after the last page. */
DETM_API detm_status detm_writer_finish(detm_writer *writer, detm_error *error) DETM_CHECK;
DETM_API void detm_writer_free(detm_writer *writer);

#ifdef __cplusplus
}
#endif
#endif
