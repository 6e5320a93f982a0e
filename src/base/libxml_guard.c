/* base/libxml_guard.c: replaces libxml2's error handlers, which are per thread, and its memory functions.
 *
 * libxml2 2.9 and libxslt do not report every lack of memory, and continue: a stylesheet lacks a rule.  Failed
 * allocations are therefore counted here, in functions that call libxml2's allocator. */
#include "base/libxml_guard.h"

#include <libxml/threads.h>
#include <pthread.h>
#include <stdlib.h>

static _Thread_local unsigned long lacks; /* failed allocations in the thread's life */

bool dt_silence_lacked(const dt_silence *silence) { return silence->lacks != lacks; }

/* ---- errors ---- */

/* Counts errors for lack of memory.  An error without a message is one, too: its message could not be allocated. */
static void count_error(void *data, dt_xml_error error) {
  (void)data;
  if (error->code == XML_ERR_NO_MEMORY || error->code == XML_XPATH_MEMORY_ERROR || error->message == NULL) lacks++;
}

static void ignore_text(void *data, const char *format, ...) {
  (void)data;
  (void)format;
}

static void set_handlers(dt_silence *silence) {
  *silence = (dt_silence){xmlStructuredError, xmlGenericError, xmlStructuredErrorContext, xmlGenericErrorContext,
                          .lacks = lacks};
  xmlSetStructuredErrorFunc(silence, (xmlStructuredErrorFunc)count_error);
  xmlSetGenericErrorFunc(NULL, ignore_text);
}

/* ---- allocations ---- */

static xmlFreeFunc real_free;
static xmlMallocFunc real_malloc;
static xmlReallocFunc real_realloc;
static xmlStrdupFunc real_strdup;

static void *counted_malloc(size_t size) {
  void *memory = real_malloc(size);
  lacks += memory == NULL;
  return memory;
}

static void *counted_realloc(void *old, size_t size) {
  void *memory = real_realloc(old, size);
  lacks += memory == NULL && size != 0;
  return memory;
}

static char *counted_strdup(const char *text) {
  char *copy = real_strdup(text);
  lacks += copy == NULL;
  return copy;
}

void dt_silence_lack(void) { lacks++; }

/* Restores libxml2's functions when this library is unloaded before the program ends. */
__attribute__((destructor)) static void stop_counting(void) {
  xmlFreeFunc last;
  xmlMallocFunc first;
  xmlReallocFunc second;
  xmlStrdupFunc third;
  if (real_malloc == NULL) return; /* nothing has called libxml2, which detm may not even have loaded */
  if (xmlMemGet(&last, &first, &second, &third) == 0 && first == counted_malloc)
    xmlMemSetup(real_free, real_malloc, real_realloc, real_strdup);
}

static void init_libxml(void) {
  dt_silence silence;
  if (xmlMemGet(&real_free, &real_malloc, &real_realloc, &real_strdup) == 0)
    xmlMemSetup(real_free, counted_malloc, counted_realloc, counted_strdup);
  set_handlers(&silence);
  xmlInitParser();
  dt_silence_end(&silence);
}

void dt_libxml_start(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, init_libxml);
}

/* libxml2 allocates data for each thread on first use, and does not handle a failure; 2.9 even crashes when it reports
 * it.  Therefore the memory is allocated here first. */
bool dt_silence_begin(dt_silence *silence) {
  enum { RECORD = 4096 };
  void *volatile memory = malloc(RECORD); /* volatile: otherwise compilers remove the allocation */
  free(memory);
  if (memory == NULL) return false;
  dt_libxml_start();
#if LIBXML_VERSION >= 21200
  bool has_record = xmlCheckThreadLocalStorage() == 0;
#else
  bool has_record = xmlIsMainThread() || xmlGetGlobalState() != NULL;
#endif
  if (has_record) set_handlers(silence);
  return has_record;
}

void dt_silence_end(const dt_silence *silence) {
  xmlSetGenericErrorFunc(silence->generic_data, silence->generic);
  xmlSetStructuredErrorFunc(silence->structured_data, silence->structured);
}
