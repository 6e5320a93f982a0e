/* tree/silence.c: libxml2's handlers of errors, which each thread has its own of.
 *
 * libxml2 2.9 tells a lack of memory to these handlers alone where it knows no parser, and goes on: an HTML parser
 * that got no name for a tag asks for it again and again. */
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

static bool is_letter(xmlChar c) { return (unsigned)((c | 0x20) - 'a') < 26; }

/* The parser stands at a tag that could have a name.  Behind another "<" it may as well be the text of no tag, which
 * from 2.9.14 on is never asked for a name. */
static bool is_before_tag(const xmlParserInput *input) {
  const xmlChar *at = input->cur;
  if (*at != '<' || !(is_letter(at[1]) || at[1] == '_' || at[1] == ':')) return false;
  return at == input->base || at[-1] != '<' || LIBXML_VERSION >= 20914;
}

static bool is_of_name(xmlChar c) { return is_letter(c) || (c >= '0' && c <= '9') || (c != '\0' && strchr(":-_.", c)); }

/* A tag without a name, though one stands there or has just been passed. */
static bool lost_tag(const xmlParserInput *input) {
  if (is_before_tag(input)) return true;
  const xmlChar *at = input->cur;
  while (at > input->base && is_of_name(at[-1])) at--;
  return at > input->base && at < input->cur && at[-1] == '<';
}

/* An attribute without a name, though the parser has just passed one: its dictionary would know it.  libxml2 reads
 * names in pieces of a hundred bytes. */
static bool lost_attribute(const xmlParserCtxt *parser) {
  enum { PIECE = 100 };
  xmlChar name[PIECE];
  const xmlChar *end = parser->input->cur, *at = end;
  while (at > parser->input->base && is_of_name(at[-1])) at--;
  int length = (int)(end - at) % PIECE;
  if (length == 0 && at < end) length = PIECE;
  at = end - length;
  for (int i = 0; i < length; i++) name[i] = at[i] >= 'A' && at[i] <= 'Z' ? at[i] | 0x20 : at[i];
  return length != 0 && xmlDictExists(parser->dict, name, length) == NULL;
}

/* Without a message (there was no memory for it) it may be either's. */
static bool is_of_tag(xml_error error) {
  static const char of_tag[] = "htmlParseStartTag: invalid element name"; /* else it is an attribute's */
  return error->message == NULL || strncmp(error->message, of_tag, sizeof of_tag - 1) == 0;
}

/* libxml2 2.9 does not tell that its dictionary had no memory for a name, but that there is none. */
static bool lost_name(const xmlParserCtxt *parser, xml_error error) {
  if (error->code != XML_ERR_NAME_REQUIRED || parser == NULL || parser->input == NULL) return false;
  return is_of_tag(error) ? lost_tag(parser->input) : lost_attribute(parser);
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
static bool tells_no_memory(const xmlParserCtxt *parser, xml_error error) {
  return error->code == XML_ERR_NO_MEMORY || error->code == XML_XPATH_MEMORY_ERROR || error->message == NULL ||
         lost_name(parser, error);
}

static void take_error(void *data, xml_error error) {
  dt_silence *silence = data;
  if (!tells_no_memory(silence->parser, error)) return;
  silence->no_memory = true;
  if (silence->parser != NULL) end_input(silence->parser, error);
}

static void ignore_text(void *data, const char *format, ...) {
  (void)data;
  (void)format;
}

static void set(dt_silence *silence) {
  *silence = (dt_silence){xmlStructuredError, xmlGenericError, xmlStructuredErrorContext, xmlGenericErrorContext,
                          .no_memory = false};
  xmlSetStructuredErrorFunc(silence, (xmlStructuredErrorFunc)take_error);
  xmlSetGenericErrorFunc(NULL, ignore_text);
}

static void start(void) {
  dt_silence silence;
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
