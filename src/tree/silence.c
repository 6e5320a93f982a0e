/* tree/silence.c: libxml2's handlers of errors, which each thread has its own of, and its requests for memory.
 *
 * libxml2 2.9 and libxslt do not tell all lacks of memory, and go on: an HTML parser that got no name for a tag asks
 * for it again and again, a stylesheet lacks a rule.  So each request that fails is counted here, on its way to the
 * allocator that libxml2 has. */
#include "tree/silence.h"

#include <libxml/threads.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#if LIBXML_VERSION >= 21200
typedef const xmlError *xml_error;
#else
typedef xmlErrorPtr xml_error;
#endif

static _Thread_local unsigned long lacks; /* of memory, in all of the thread's life */

bool dt_silence_lacked(const dt_silence *silence) { return silence->lacks != lacks; }

/* ---- errors ---- */

static bool is_letter(xmlChar c) { return (unsigned)((c | 0x20) - 'a') < 26; }

/* The parser stands at a tag that could have a name.  Behind another "<" it may as well be the text of no tag, which
 * from 2.9.14 on is never asked for a name. */
static bool is_before_tag(const xmlParserInput *input) {
  const xmlChar *at = input->cur;
  if (*at != '<' || !(is_letter(at[1]) || at[1] == '_' || at[1] == ':')) return false;
  return at == input->base || at[-1] != '<' || LIBXML_VERSION >= 20914;
}

/* Without a message (there was no memory for it) it may be either's. */
static bool is_of_tag(xml_error error) {
  static const char of_tag[] = "htmlParseStartTag: invalid element name"; /* else it is an attribute's */
  return error->message == NULL || strncmp(error->message, of_tag, sizeof of_tag - 1) == 0;
}

/* Nothing is freed, as xmlStopParser does: functions of the parser may have places in the input at hand.  Most loops of
 * the parser end at the input's end; the one that looks at a tag before it is passed, and has no name for it, ends
 * anywhere else (htmlParseContentInternal of 2.9.14: while CUR == 0), and its caller sees the state. */
static void end_input(xmlParserCtxtPtr parser, xml_error error) {
  bool before_tag =
      error->code == XML_ERR_NAME_REQUIRED && is_of_tag(error) && parser->input != NULL && is_before_tag(parser->input);
  parser->instate = XML_PARSER_EOF;
  parser->disableSAX = 1;
  if (parser->input != NULL && !before_tag) parser->input->cur = parser->input->end;
}

/* An error without a message is one for which there was no memory. */
static void take_error(void *data, xml_error error) {
  const dt_silence *silence = data;
  if (error->code == XML_ERR_NO_MEMORY || error->code == XML_XPATH_MEMORY_ERROR || error->message == NULL) lacks++;
  if (silence->parser != NULL && dt_silence_lacked(silence)) end_input(silence->parser, error);
}

static void ignore_text(void *data, const char *format, ...) {
  (void)data;
  (void)format;
}

static void set(dt_silence *silence) {
  *silence = (dt_silence){xmlStructuredError, xmlGenericError, xmlStructuredErrorContext, xmlGenericErrorContext,
                          .lacks = lacks};
  xmlSetStructuredErrorFunc(silence, (xmlStructuredErrorFunc)take_error);
  xmlSetGenericErrorFunc(NULL, ignore_text);
}

/* ---- requests for memory ---- */

static xmlFreeFunc give_back;
static xmlMallocFunc get;
static xmlReallocFunc get_again;
static xmlStrdupFunc get_copy;

static void *counted_get(size_t size) {
  void *memory = get(size);
  lacks += memory == NULL;
  return memory;
}

static void *counted_get_again(void *old, size_t size) {
  void *memory = get_again(old, size);
  lacks += memory == NULL && size != 0;
  return memory;
}

static char *counted_copy(const char *text) {
  char *copy = get_copy(text);
  lacks += copy == NULL;
  return copy;
}

static void count_requests(void) {
  if (xmlMemGet(&give_back, &get, &get_again, &get_copy) == 0)
    xmlMemSetup(give_back, counted_get, counted_get_again, counted_copy);
}

/* The library may go before its host does. */
__attribute__((destructor)) static void count_no_more(void) {
  xmlFreeFunc last;
  xmlMallocFunc first;
  xmlReallocFunc second;
  xmlStrdupFunc third;
  if (xmlMemGet(&last, &first, &second, &third) == 0 && first == counted_get)
    xmlMemSetup(give_back, get, get_again, get_copy);
}

static void start(void) {
  dt_silence silence;
  count_requests();
  set(&silence);
  xmlInitParser();
  dt_silence_end(&silence);
}

void dt_libxml_start(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start);
}

/* libxml2's own record of a thread comes with its first use there, which does not survive a lack of memory; 2.9 even
 * crashes where it tells of it. */
static bool room_for_record(void) {
  enum { RECORD = 4096 };
  void *volatile room = malloc(RECORD); /* else a compiler leaves the request out */
  free(room);
  return room != NULL;
}

static bool has_record(void) {
#if LIBXML_VERSION >= 21200
  return xmlCheckThreadLocalStorage() == 0;
#else
  return xmlIsMainThread() || xmlGetGlobalState() != NULL;
#endif
}

bool dt_silence_begin(dt_silence *silence) {
  if (!room_for_record()) return false;
  dt_libxml_start();
  if (!has_record()) return false;
  set(silence);
  return true;
}

void dt_silence_end(const dt_silence *silence) {
  xmlSetGenericErrorFunc(silence->generic_data, silence->generic);
  xmlSetStructuredErrorFunc(silence->structured_data, silence->structured);
}
