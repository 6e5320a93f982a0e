/* cli/on_demand.c: the functions of libraries that few pages need.  detm loads such a library when it calls the first
 * of them: ld.so would take as long for all of these libraries as a small page takes.  They are defined here by their
 * own names, so that what calls them knows nothing of this.  libdetm and detm-network are linked with the libraries,
 * which says to those who make packages that they are needed. */
#include "config.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/common/output.h"

#include <libxml/HTMLparser.h>
#include <libxml/threads.h>
#include <libxml/xmlreader.h>
#include <libxml/xpathInternals.h>
#include <libxslt/extensions.h>
#include <libxslt/security.h>
#include <libxslt/transform.h>
#include <libxslt/xslt.h>
#include <libxslt/xsltutils.h>
#include <uchardet.h>
#ifdef HAVE_BROTLI
#include <brotli/decode.h>
#endif
#ifdef HAVE_LIBARCHIVE
#include <archive.h>
#include <archive_entry.h>
#endif
#ifdef HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif
#ifdef SONAME_SQLITE
#include <sqlite3.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

/* A library: the file that the linker would have named, and what to install. */
typedef struct library {
  const char *file, *package;
} library;

/* Returns a function of a library, which `found` keeps.  Without it the program ends, as it would if ld.so lacked
 * the library: nobody who calls a function expects that there is none. */
static void *find_function(const library *from, const char *name, _Atomic(void *) *found) {
  void *function = atomic_load_explicit(found, memory_order_acquire);
  if (function != NULL) return function;

  void *loaded = dlopen(from->file, RTLD_NOW | RTLD_LOCAL);
  if (loaded != NULL) function = dlsym(loaded, name);
  if (function == NULL) {
    const char *reason = dlerror();
    fprintf(stderr, "detm: %s; install %s\n", reason != NULL ? reason : from->file, from->package);
    dt_output_remove_unfinished();
    fflush(stdout); /* the results of the pages before */
    _exit(DT_EXIT_FAILED);
  }
  atomic_store_explicit(found, function, memory_order_release);
  return function;
}

/* Defines a function of a library, which calls that of the same name with the arguments.  NOTHING: it returns none. */
#define FIND(from, name)                                                                                               \
  static _Atomic(void *) found;                                                                                        \
  const union {                                                                                                        \
    void *address;                                                                                                     \
    __typeof__(&(name)) call;                                                                                          \
  } function = {find_function(&(from), #name, &found)}
#define FORWARD(from, type, name, parameters, arguments)                                                               \
  type name parameters {                                                                                               \
    FIND(from, name);                                                                                                  \
    return function.call arguments;                                                                                    \
  }
#define FORWARD_NOTHING(from, name, parameters, arguments)                                                             \
  void name parameters {                                                                                               \
    FIND(from, name);                                                                                                  \
    function.call arguments;                                                                                           \
  }

/* ---- uchardet -------------------------------------------------------------------------------------------- */

static const library uchardet = {SONAME_UCHARDET, "uchardet"};
FORWARD(uchardet, uchardet_t, uchardet_new, (void), ())
FORWARD_NOTHING(uchardet, uchardet_delete, (uchardet_t detector), (detector))
FORWARD(uchardet, int, uchardet_handle_data, (uchardet_t detector, const char *bytes, size_t length),
        (detector, bytes, length))
FORWARD_NOTHING(uchardet, uchardet_data_end, (uchardet_t detector), (detector))
FORWARD(uchardet, const char *, uchardet_get_charset, (uchardet_t detector), (detector))

/* ---- Compression ----------------------------------------------------------------------------------------- */

#ifdef HAVE_LIBDEFLATE
static const library deflate = {SONAME_LIBDEFLATE, "libdeflate"};
FORWARD(deflate, struct libdeflate_decompressor *, libdeflate_alloc_decompressor, (void), ())
FORWARD_NOTHING(deflate, libdeflate_free_decompressor, (struct libdeflate_decompressor * d), (d))
FORWARD(deflate, enum libdeflate_result, libdeflate_gzip_decompress_ex,
        (struct libdeflate_decompressor * d, const void *in, size_t length, void *out, size_t space, size_t *read,
         size_t *written),
        (d, in, length, out, space, read, written))
#endif

#ifdef HAVE_BROTLI
static const library brotli = {SONAME_BROTLI, "brotli"};
FORWARD(brotli, BrotliDecoderState *, BrotliDecoderCreateInstance,
        (brotli_alloc_func allocate, brotli_free_func release, void *data), (allocate, release, data))
FORWARD_NOTHING(brotli, BrotliDecoderDestroyInstance, (BrotliDecoderState * state), (state))
FORWARD(brotli, BrotliDecoderResult, BrotliDecoderDecompressStream,
        (BrotliDecoderState * state, size_t *left, const uint8_t **in, size_t *space, uint8_t **out, size_t *total),
        (state, left, in, space, out, total))
#endif

#ifdef HAVE_ZSTD
static const library zstd = {SONAME_ZSTD, "zstd"};
FORWARD(zstd, unsigned, ZSTD_isError, (size_t code), (code))
FORWARD(zstd, ZSTD_ErrorCode, ZSTD_getErrorCode, (size_t code), (code))
FORWARD(zstd, ZSTD_CStream *, ZSTD_createCStream, (void), ())
FORWARD(zstd, size_t, ZSTD_freeCStream, (ZSTD_CStream * stream), (stream))
FORWARD(zstd, size_t, ZSTD_CStreamOutSize, (void), ())
FORWARD(zstd, size_t, ZSTD_compressStream2,
        (ZSTD_CCtx * stream, ZSTD_outBuffer *out, ZSTD_inBuffer *in, ZSTD_EndDirective end), (stream, out, in, end))
FORWARD(zstd, ZSTD_DStream *, ZSTD_createDStream, (void), ())
FORWARD(zstd, size_t, ZSTD_freeDStream, (ZSTD_DStream * stream), (stream))
FORWARD(zstd, size_t, ZSTD_initDStream, (ZSTD_DStream * stream), (stream))
FORWARD(zstd, size_t, ZSTD_decompressStream, (ZSTD_DStream * stream, ZSTD_outBuffer *out, ZSTD_inBuffer *in),
        (stream, out, in))
FORWARD(zstd, size_t, ZSTD_DCtx_loadDictionary, (ZSTD_DCtx * stream, const void *bytes, size_t length),
        (stream, bytes, length))
#endif

/* ---- libarchive ------------------------------------------------------------------------------------------ */

#ifdef HAVE_LIBARCHIVE
static const library libarchive = {SONAME_LIBARCHIVE, "libarchive"};
FORWARD(libarchive, struct archive *, archive_read_new, (void), ())
FORWARD(libarchive, int, archive_read_free, (struct archive * archive), (archive))
FORWARD(libarchive, int, archive_read_support_format_tar, (struct archive * archive), (archive))
FORWARD(libarchive, int, archive_read_support_format_zip_streamable, (struct archive * archive), (archive))
FORWARD(libarchive, int, archive_read_open,
        (struct archive * archive, void *data, archive_open_callback *open, archive_read_callback *read,
         archive_close_callback *end),
        (archive, data, open, read, end))
FORWARD(libarchive, int, archive_read_next_header, (struct archive * archive, struct archive_entry **entry),
        (archive, entry))
FORWARD(libarchive, la_ssize_t, archive_read_data, (struct archive * archive, void *bytes, size_t length),
        (archive, bytes, length))
FORWARD(libarchive, const char *, archive_error_string, (struct archive * archive), (archive))
FORWARD(libarchive, __typeof__(archive_entry_filetype(NULL)), archive_entry_filetype, (struct archive_entry * entry),
        (entry))
FORWARD(libarchive, const char *, archive_entry_pathname, (struct archive_entry * entry), (entry))
#endif

/* ---- SQLite ---------------------------------------------------------------------------------------------- */

#ifdef SONAME_SQLITE
static const library sqlite = {SONAME_SQLITE, "SQLite"};
FORWARD(sqlite, int, sqlite3_open_v2, (const char *file, sqlite3 **database, int flags, const char *system),
        (file, database, flags, system))
FORWARD(sqlite, int, sqlite3_close_v2, (sqlite3 * database), (database))
FORWARD(sqlite, int, sqlite3_busy_timeout, (sqlite3 * database, int milliseconds), (database, milliseconds))
FORWARD(sqlite, int, sqlite3_limit, (sqlite3 * database, int which, int value), (database, which, value))
FORWARD(sqlite, int, sqlite3_file_control, (sqlite3 * database, const char *name, int which, void *data),
        (database, name, which, data))
FORWARD(sqlite, int, sqlite3_exec,
        (sqlite3 * database, const char *sql, int (*row)(void *, int, char **, char **), void *data, char **message),
        (database, sql, row, data, message))
FORWARD(sqlite, int, sqlite3_changes, (sqlite3 * database), (database))
FORWARD(sqlite, sqlite3_int64, sqlite3_last_insert_rowid, (sqlite3 * database), (database))
FORWARD(sqlite, int, sqlite3_get_autocommit, (sqlite3 * database), (database))
FORWARD(sqlite, __typeof__(sqlite3_db_filename(NULL, NULL)), sqlite3_db_filename,
        (sqlite3 * database, const char *name), (database, name))
FORWARD(sqlite, int, sqlite3_db_readonly, (sqlite3 * database, const char *name), (database, name))
FORWARD(sqlite, int, sqlite3_errcode, (sqlite3 * database), (database))
FORWARD(sqlite, const char *, sqlite3_errmsg, (sqlite3 * database), (database))
FORWARD(sqlite, int, sqlite3_system_errno, (sqlite3 * database), (database))
FORWARD(sqlite, int, sqlite3_sleep, (int milliseconds), (milliseconds))
FORWARD(sqlite, int, sqlite3_prepare_v2,
        (sqlite3 * database, const char *sql, int length, sqlite3_stmt **query, const char **rest),
        (database, sql, length, query, rest))
FORWARD(sqlite, int, sqlite3_step, (sqlite3_stmt * query), (query))
FORWARD(sqlite, int, sqlite3_reset, (sqlite3_stmt * query), (query))
FORWARD(sqlite, int, sqlite3_finalize, (sqlite3_stmt * query), (query))
FORWARD(sqlite, int, sqlite3_bind_blob64,
        (sqlite3_stmt * query, int i, const void *bytes, sqlite3_uint64 length, void (*release)(void *)),
        (query, i, bytes, length, release))
FORWARD(sqlite, int, sqlite3_bind_double, (sqlite3_stmt * query, int i, double number), (query, i, number))
FORWARD(sqlite, int, sqlite3_bind_int64, (sqlite3_stmt * query, int i, sqlite3_int64 number), (query, i, number))
FORWARD(sqlite, int, sqlite3_bind_null, (sqlite3_stmt * query, int i), (query, i))
FORWARD(sqlite, int, sqlite3_bind_text,
        (sqlite3_stmt * query, int i, const char *text, int length, void (*release)(void *)),
        (query, i, text, length, release))
FORWARD(sqlite, int, sqlite3_bind_text64,
        (sqlite3_stmt * query, int i, const char *text, sqlite3_uint64 length, void (*release)(void *),
         unsigned char encoding),
        (query, i, text, length, release, encoding))
FORWARD(sqlite, int, sqlite3_bind_value, (sqlite3_stmt * query, int i, const sqlite3_value *value), (query, i, value))
FORWARD(sqlite, int, sqlite3_column_count, (sqlite3_stmt * query), (query))
FORWARD(sqlite, int, sqlite3_column_type, (sqlite3_stmt * query, int i), (query, i))
FORWARD(sqlite, int, sqlite3_column_bytes, (sqlite3_stmt * query, int i), (query, i))
FORWARD(sqlite, const void *, sqlite3_column_blob, (sqlite3_stmt * query, int i), (query, i))
FORWARD(sqlite, double, sqlite3_column_double, (sqlite3_stmt * query, int i), (query, i))
FORWARD(sqlite, sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt * query, int i), (query, i))
FORWARD(sqlite, const unsigned char *, sqlite3_column_text, (sqlite3_stmt * query, int i), (query, i))
FORWARD(sqlite, sqlite3_value *, sqlite3_column_value, (sqlite3_stmt * query, int i), (query, i))

/* The settings that are switches: their arguments are the new state, and where to tell it. */
int sqlite3_db_config(sqlite3 *database, int setting, ...) {
  FIND(sqlite, sqlite3_db_config);
  va_list arguments;
  va_start(arguments, setting);
  int state = va_arg(arguments, int);
  int *now = va_arg(arguments, int *);
  va_end(arguments);
  return function.call(database, setting, state, now);
}
#endif

/* ---- libxml2 --------------------------------------------------------------------------------------------- */

static const library xml = {SONAME_LIBXML, "libxml2"};

/* Its allocator, errors and start. */
FORWARD_NOTHING(xml, xmlInitParser, (void), ())
FORWARD(xml, int, xmlMemGet,
        (xmlFreeFunc * release, xmlMallocFunc *allocate, xmlReallocFunc *resize, xmlStrdupFunc *copy),
        (release, allocate, resize, copy))
FORWARD(xml, int, xmlMemSetup, (xmlFreeFunc release, xmlMallocFunc allocate, xmlReallocFunc resize, xmlStrdupFunc copy),
        (release, allocate, resize, copy))
#if LIBXML_VERSION >= 21200
FORWARD(xml, int, xmlCheckThreadLocalStorage, (void), ())
#else
FORWARD(xml, int, xmlIsMainThread, (void), ())
FORWARD(xml, xmlGlobalStatePtr, xmlGetGlobalState, (void), ())
#endif
FORWARD(xml, xmlGenericErrorFunc *, __xmlGenericError, (void), ())
FORWARD(xml, void **, __xmlGenericErrorContext, (void), ())
FORWARD(xml, xmlStructuredErrorFunc *, __xmlStructuredError, (void), ())
FORWARD(xml, void **, __xmlStructuredErrorContext, (void), ())
FORWARD_NOTHING(xml, xmlSetGenericErrorFunc, (void *data, xmlGenericErrorFunc report), (data, report))
FORWARD_NOTHING(xml, xmlSetStructuredErrorFunc, (void *data, xmlStructuredErrorFunc report), (data, report))
#ifndef xmlFree /* a variable, or a macro that calls a function */
static void free_by_libxml(void *memory) {
  FIND(xml, xmlFree);
  (*function.call)(memory);
}
xmlFreeFunc xmlFree = free_by_libxml;
#else
FORWARD(xml, xmlFreeFunc *, __xmlFree, (void), ())
#endif

/* Documents. */
FORWARD(xml, htmlParserCtxtPtr, htmlNewParserCtxt, (void), ())
FORWARD_NOTHING(xml, htmlFreeParserCtxt, (htmlParserCtxtPtr parser), (parser))
FORWARD(xml, htmlDocPtr, htmlCtxtReadMemory,
        (htmlParserCtxtPtr parser, const char *bytes, int length, const char *url, const char *encoding, int options),
        (parser, bytes, length, url, encoding, options))
FORWARD(xml, xmlDocPtr, xmlReadMemory,
        (const char *bytes, int length, const char *url, const char *encoding, int options),
        (bytes, length, url, encoding, options))
FORWARD_NOTHING(xml, xmlDocDumpFormatMemoryEnc,
                (xmlDocPtr document, xmlChar **bytes, int *length, const char *encoding, int format),
                (document, bytes, length, encoding, format))
FORWARD_NOTHING(xml, xmlFreeDoc, (xmlDocPtr document), (document))
FORWARD(xml, xmlNodePtr, xmlDocGetRootElement, (const xmlDoc *document), (document))
FORWARD(xml, xmlNodePtr, xmlFirstElementChild, (xmlNodePtr node), (node))
FORWARD(xml, xmlNodePtr, xmlNextElementSibling, (xmlNodePtr node), (node))
FORWARD(xml, xmlNodePtr, xmlDocCopyNode, (xmlNodePtr node, xmlDocPtr document, int deep), (node, document, deep))
FORWARD(xml, xmlNodePtr, xmlAddChild, (xmlNodePtr parent, xmlNodePtr child), (parent, child))
FORWARD(xml, xmlNodePtr, xmlPreviousElementSibling, (xmlNodePtr node), (node))
FORWARD(xml, xmlNodePtr, xmlAddPrevSibling, (xmlNodePtr node, xmlNodePtr added), (node, added))
FORWARD_NOTHING(xml, xmlUnlinkNode, (xmlNodePtr node), (node))
FORWARD_NOTHING(xml, xmlFreeNode, (xmlNodePtr node), (node))
FORWARD(xml, xmlAttrPtr, xmlSetProp, (xmlNodePtr node, const xmlChar *name, const xmlChar *value), (node, name, value))
FORWARD(xml, xmlAttrPtr, xmlHasProp, (const xmlNode *node, const xmlChar *name), (node, name))
FORWARD(xml, xmlChar *, xmlNodeGetContent, (const xmlNode *node), (node))
FORWARD(xml, xmlChar *, xmlStrndup, (const xmlChar *text, int length), (text, length))
FORWARD(xml, int, xmlValidateNCName, (const xmlChar *text, int space), (text, space))
FORWARD(xml, int, xmlValidateNMToken, (const xmlChar *text, int space), (text, space))

/* Its reader. */
FORWARD(xml, xmlTextReaderPtr, xmlReaderForMemory,
        (const char *bytes, int length, const char *url, const char *encoding, int options),
        (bytes, length, url, encoding, options))
FORWARD_NOTHING(xml, xmlFreeTextReader, (xmlTextReaderPtr reader), (reader))
FORWARD_NOTHING(xml, xmlTextReaderSetStructuredErrorHandler,
                (xmlTextReaderPtr reader, xmlStructuredErrorFunc report, void *data), (reader, report, data))
FORWARD(xml, int, xmlTextReaderRead, (xmlTextReaderPtr reader), (reader))
FORWARD(xml, int, xmlTextReaderNodeType, (xmlTextReaderPtr reader), (reader))
FORWARD(xml, int, xmlTextReaderIsEmptyElement, (xmlTextReaderPtr reader), (reader))
FORWARD(xml, int, xmlTextReaderIsNamespaceDecl, (xmlTextReaderPtr reader), (reader))
FORWARD(xml, int, xmlTextReaderMoveToElement, (xmlTextReaderPtr reader), (reader))
FORWARD(xml, int, xmlTextReaderMoveToNextAttribute, (xmlTextReaderPtr reader), (reader))
FORWARD(xml, const xmlChar *, xmlTextReaderConstLocalName, (xmlTextReaderPtr reader), (reader))
FORWARD(xml, const xmlChar *, xmlTextReaderConstNamespaceUri, (xmlTextReaderPtr reader), (reader))
FORWARD(xml, const xmlChar *, xmlTextReaderConstValue, (xmlTextReaderPtr reader), (reader))

/* Its XPath. */
FORWARD(xml, xmlXPathContextPtr, xmlXPathNewContext, (xmlDocPtr document), (document))
FORWARD_NOTHING(xml, xmlXPathFreeContext, (xmlXPathContextPtr context), (context))
FORWARD(xml, int, xmlXPathRegisterFunc, (xmlXPathContextPtr context, const xmlChar *name, xmlXPathFunction call),
        (context, name, call))
FORWARD(xml, int, xmlXPathRegisterVariable, (xmlXPathContextPtr context, const xmlChar *name, xmlXPathObjectPtr value),
        (context, name, value))
FORWARD(xml, xmlXPathCompExprPtr, xmlXPathCompile, (const xmlChar *expression), (expression))
FORWARD_NOTHING(xml, xmlXPathFreeCompExpr, (xmlXPathCompExprPtr compiled), (compiled))
FORWARD(xml, xmlXPathObjectPtr, xmlXPathCompiledEval, (xmlXPathCompExprPtr compiled, xmlXPathContextPtr context),
        (compiled, context))
FORWARD(xml, xmlXPathObjectPtr, xmlXPathEval, (const xmlChar *expression, xmlXPathContextPtr context),
        (expression, context))
FORWARD_NOTHING(xml, xmlXPathFreeObject, (xmlXPathObjectPtr object), (object))
FORWARD_NOTHING(xml, xmlXPatherror, (xmlXPathParserContextPtr parser, const char *file, int line, int number),
                (parser, file, line, number))
FORWARD(xml, xmlXPathObjectPtr, xmlXPathNewNodeSet, (xmlNodePtr node), (node))
FORWARD(xml, xmlXPathObjectPtr, xmlXPathWrapNodeSet, (xmlNodeSetPtr nodes), (nodes))
FORWARD(xml, xmlXPathObjectPtr, xmlXPathWrapString, (xmlChar * text), (text))
FORWARD(xml, int, valuePush, (xmlXPathParserContextPtr parser, xmlXPathObjectPtr value), (parser, value))
FORWARD(xml, xmlNodeSetPtr, xmlXPathPopNodeSet, (xmlXPathParserContextPtr parser), (parser))
FORWARD(xml, double, xmlXPathPopNumber, (xmlXPathParserContextPtr parser), (parser))
FORWARD(xml, xmlChar *, xmlXPathPopString, (xmlXPathParserContextPtr parser), (parser))
FORWARD(xml, xmlNodeSetPtr, xmlXPathNodeSetCreate, (xmlNodePtr node), (node))
FORWARD(xml, int, xmlXPathNodeSetAddUnique, (xmlNodeSetPtr nodes, xmlNodePtr node), (nodes, node))
FORWARD(xml, xmlNodeSetPtr, xmlXPathNodeSetMerge, (xmlNodeSetPtr nodes, xmlNodeSetPtr others), (nodes, others))
FORWARD_NOTHING(xml, xmlXPathNodeSetSort, (xmlNodeSetPtr nodes), (nodes))
FORWARD_NOTHING(xml, xmlXPathFreeNodeSet, (xmlNodeSetPtr nodes), (nodes))
FORWARD(xml, long, xmlXPathOrderDocElems, (xmlDocPtr document), (document))

/* ---- libxslt --------------------------------------------------------------------------------------------- */

static const library xslt = {SONAME_LIBXSLT, "libxslt"};
/* What libxslt begins with: nobody else sets them in this program. */
xmlGenericErrorFunc xsltGenericError = NULL;
void *xsltGenericErrorContext = NULL;
FORWARD_NOTHING(xslt, xsltInit, (void), ())
FORWARD_NOTHING(xslt, xsltSetGenericErrorFunc, (void *data, xmlGenericErrorFunc report), (data, report))
FORWARD_NOTHING(xslt, xsltSetTransformErrorFunc,
                (xsltTransformContextPtr context, void *data, xmlGenericErrorFunc report), (context, data, report))
FORWARD(xslt, xsltStylesheetPtr, xsltParseStylesheetDoc, (xmlDocPtr document), (document))
FORWARD_NOTHING(xslt, xsltFreeStylesheet, (xsltStylesheetPtr style), (style))
FORWARD(xslt, xsltTransformContextPtr, xsltNewTransformContext, (xsltStylesheetPtr style, xmlDocPtr document),
        (style, document))
FORWARD_NOTHING(xslt, xsltFreeTransformContext, (xsltTransformContextPtr context), (context))
FORWARD(xslt, xmlDocPtr, xsltApplyStylesheetUser,
        (xsltStylesheetPtr style, xmlDocPtr document, const char **parameters, const char *output, FILE *profile,
         xsltTransformContextPtr context),
        (style, document, parameters, output, profile, context))
FORWARD(xslt, xsltTransformContextPtr, xsltXPathGetTransformContext, (xmlXPathParserContextPtr context), (context))
FORWARD(xslt, int, xsltRegisterExtFunction,
        (xsltTransformContextPtr context, const xmlChar *name, const xmlChar *space, xmlXPathFunction call),
        (context, name, space, call))
FORWARD(xslt, xsltSecurityPrefsPtr, xsltNewSecurityPrefs, (void), ())
FORWARD_NOTHING(xslt, xsltFreeSecurityPrefs, (xsltSecurityPrefsPtr security), (security))
FORWARD(xslt, int, xsltSetSecurityPrefs,
        (xsltSecurityPrefsPtr security, xsltSecurityOption option, xsltSecurityCheck check), (security, option, check))
FORWARD(xslt, int, xsltSetCtxtSecurityPrefs, (xsltSecurityPrefsPtr security, xsltTransformContextPtr context),
        (security, context))
FORWARD(xslt, int, xsltSecurityForbid,
        (xsltSecurityPrefsPtr security, xsltTransformContextPtr context, const char *value), (security, context, value))
