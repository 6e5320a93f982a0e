/* base/foreign.c: files that are not web pages, and files of pages. */
#include "config.h"

#include "base/foreign.h"

#define CONVERT "convert it to HTML, or fetch the page instead"
#define UNPACK "unpack it and name the pages in it"
#define DECOMPRESS "decompress it"
#define COMMAND "read it with the command detm"
#define NAME "name pages of HTML"
#define OFFICE "a file of an office program: " CONVERT
#define ZIP "a ZIP archive: " UNPACK
#define WACZ "a WACZ archive: unpack it and name the WARC files in it"

static const struct {
  const char *bytes;
  unsigned short length, at;
  const char *what;
} foreign[] = {
    {"%PDF-", 5, 0, "a PDF file: " CONVERT},
    {"%!PS", 4, 0, "a PostScript file: " CONVERT},
    {"{\\rtf", 5, 0, "an RTF file: " CONVERT},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8, 0, OFFICE},
    {"7z\xbc\xaf\x27\x1c", 6, 0, "a 7z archive: " UNPACK},
    {"Rar!\x1a\x07", 6, 0, "a RAR archive: " UNPACK},
    {"ustar", 5, 257, "a tar archive: " UNPACK},
    {"filedesc://", 11, 0, "an ARC archive: convert it to WARC"},
    {"SQLite format 3", 16, 0, "an SQLite database: name the pages as files"},
    {"PAR1", 4, 0, "a Parquet file: export its pages as NDJSON"},
    {"BZh", 3, 0, "compressed with bzip2: " DECOMPRESS},
    {"\xfd\x37zXZ", 5, 0, "compressed with xz: " DECOMPRESS},
    {"\x28\xb5\x2f\xfd", 4, 0, "compressed with zstd: " DECOMPRESS},
    {"\x1f\x8b", 2, 0, "compressed with gzip: " DECOMPRESS},
    {"\x89PNG", 4, 0, "an image: " NAME},
    {"GIF8", 4, 0, "an image: " NAME},
    {"\xff\xd8\xff", 3, 0, "an image: " NAME},
    {"WEBP", 4, 8, "an image: " NAME},
    {"ftyp", 4, 4, "a video or an image: " NAME},
    {"OggS", 4, 0, "an audio or video file: " NAME},
    {"ID3", 3, 0, "an audio file: " NAME},
    {"wOF2", 4, 0, "a font: " NAME},
    {"wOFF", 4, 0, "a font: " NAME},
    {"\x7f"
     "ELF",
     4, 0, "a program: " NAME},
};

/* A ZIP archive, named by its first member. */
static const char *name_zip(detm_text start) {
  enum { NAME_AT = 30 /* after the header of a member */ };
  static const struct {
    const char *name, *what;
  } members[] = {
      {"[Content_Types].xml", OFFICE},
      {"_rels/", OFFICE},
      {"docProps/", OFFICE},
      {"word/", OFFICE},
      {"xl/", OFFICE},
      {"ppt/", OFFICE},
      {"mimetypeapplication/vnd.oasis.", OFFICE},
      {"mimetypeapplication/epub+zip", "an e-book (EPUB): " UNPACK},
      {"archive/", WACZ},
      {"indexes/", WACZ},
      {"datapackage", WACZ},
  };

  if (!dt_text_starts(start, DT_TEXT("PK\x03\x04"))) return NULL;
  detm_text name = dt_text_from(start, start.length < NAME_AT ? start.length : NAME_AT);
  for (size_t i = 0; i < sizeof members / sizeof *members; i++)
    if (dt_text_starts(name, dt_text(members[i].name))) return members[i].what;
  return ZIP;
}

/* Whether the bytes are no text in any encoding, because too many of them are control characters.  In UTF-16 and UTF-32
 * most bytes may be; there a page is known by its first tag. */
static bool is_binary(detm_text start) {
  enum { MIN_BYTES = 32, MIN_SHARE = 32 /* one of so many bytes */, MIN_ZEROS = 4 };
  size_t controls = 0, zeros = 0;
  detm_text rest = dt_text_strip_start(start, " \t\r\n\f");

  if (start.length < MIN_BYTES || dt_text_starts(rest, DT_TEXT("<")) || dt_text_starts(rest, DT_TEXT("\xef\xbb\xbf")) ||
      dt_text_starts(rest, DT_TEXT("\xff\xfe")) || dt_text_starts(rest, DT_TEXT("\xfe\xff")))
    return false;

  for (size_t i = 0; i < start.length; i++) {
    unsigned char byte = (unsigned char)start.data[i];
    if (byte == '<' && i + 1 < start.length && start.data[i + 1] == '\0') return false;
    if (byte == '\0' && i + 1 < start.length && start.data[i + 1] == '<') return false;
    zeros += byte == '\0';
    /* shifts and escapes belong to encodings of Japanese, Chinese and Korean */
    controls +=
        byte != '\0' && (byte < '\t' || (byte > '\r' && byte < ' ' && byte != 0x0e && byte != 0x0f && byte != 0x1b));
  }

  return controls > start.length / MIN_SHARE || zeros > start.length / MIN_ZEROS;
}

bool dt_file_is_json(detm_text start) {
  detm_text rest = dt_text_strip_start(dt_text_without_bom(start), " \t\r\n\x1e"); /* RFC 7464 */
  if (rest.length == 0 || (*rest.data != '{' && *rest.data != '[')) return false;
  bool array = *rest.data == '[';
  rest = dt_text_strip_start(dt_text_from(rest, 1), " \t\r\n");
  if (rest.length == 0) return false;
  return *rest.data == '"' || (array && (*rest.data == '{' || *rest.data == '['));
}

/* Returns what follows the start of a call: "cb(" or "cb && cb(".  `start` itself if there is no call. */
static detm_text after_call(detm_text start) {
  enum { MAX_CALL = 200 };
  for (size_t i = 0; i < start.length && i < MAX_CALL; i++) {
    char c = start.data[i];
    if (c == '(') return i != 0 ? dt_text_from(start, i + 1) : start;
    if (!dt_is_ascii_alnum(c) && strchr("_$.[]=&'\" \n", c) == NULL) break;
  }
  return start;
}

bool dt_file_is_json_script(detm_text start) {
  static const char *const prefixes[] = {")]}',",    ")]}'",      ")]}",  "while(1);", "while (1);",
                                         "for(;;);", "for (;;);", "{}&&", "{} &&"};
  detm_text text = dt_text_strip_start(dt_text_without_bom(start), " \t\r\n");
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (dt_text_starts(text, dt_text(prefixes[i]))) return dt_file_is_json(dt_text_from(text, strlen(prefixes[i])));
  if (dt_text_starts(text, DT_TEXT("/**/"))) text = dt_text_strip_start(dt_text_from(text, 4), " \n");
  detm_text argument = after_call(text);
  return argument.data != text.data && dt_file_is_json(argument);
}

/* Cuts comments, white space and semicolons off the start of a script. */
static detm_text after_comments(detm_text text) {
  static const struct { const char *start, *end; } forms[] = {{"/*", "*/"}, {"//", "\n"}, {";", ";"}};
  const size_t count = sizeof forms / sizeof *forms;
  for (size_t i = 0; i < count;) {
    text = dt_text_strip_start(text, " \t\r\n");
    const size_t last = strlen(forms[i].end), before = strlen(forms[i].start) - last;
    const bool found = dt_text_starts(text, dt_text(forms[i].start));
    const char *end = found ? memmem(text.data + before, text.length - before, forms[i].end, last) : NULL;
    i = end != NULL ? 0 : i + 1;
    if (end != NULL) text = dt_text_from(text, (size_t)(end + last - text.data));
  }
  return text;
}

/* Returns what follows a name, "a", "window.a.b0" or "self['a']", and white space; the text itself if none is there. */
static detm_text after_name(detm_text text) {
  size_t length = 0;
  while (length < text.length && text.data[length] != '\0' &&
         (dt_is_ascii_alnum(text.data[length]) || strchr("_$.[]'\"", text.data[length]) != NULL))
    length++;
  return length == 0 || dt_is_digit(*text.data) ? text : dt_text_strip_start(dt_text_from(text, length), " \t");
}

bool dt_file_is_script(detm_text start) {
  static const char *const tags[] = {"<!doctype", "<html", "<head", "<body", "<title"};
  static const char *const openings[] = {
      "\"use strict\";", "'use strict';", "(function(",      "(function (", "!function(",      "(()=>",    "(() =>",
      "(async(",         "(async (",      "(async function", "(self.",      "(self[",          "(window.", "(window[",
      "(globalThis",     "import{",       "import {",        "import\"",    "import \"",       "import'",  "import '",
      "import*",         "import *",      "export{",         "export {",    "export default ", "export *"};
  static const char *const keywords[] = {"var ", "let ", "const ", "function "};
  const detm_text text = after_comments(dt_text_without_bom(start)), inner = dt_text_strip_start(text, "(!+");
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (dt_text_has_ci(start, dt_text(tags[i]))) return false;

  bool script = false;
  for (size_t i = 0; i < sizeof openings / sizeof *openings && !script; i++)
    script = dt_text_starts(text, dt_text(openings[i]));
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords && !script; i++) {
    if (!dt_text_starts(inner, dt_text(keywords[i]))) continue;
    const detm_text rest = after_name(dt_text_strip_start(dt_text_from(inner, strlen(keywords[i])), " \t"));
    const char *const next = *keywords[i] == 'f' ? "(" : *keywords[i] == 'v' ? "=,;" : "=";
    script = rest.length != 0 && *rest.data != '\0' && strchr(next, *rest.data) != NULL;
  }
  if (script) return true;

  /* window.x = [...] */
  const detm_text value = after_name(text);
  if (value.data == text.data || !dt_text_starts(value, DT_TEXT("="))) return false;
  const detm_text rest = dt_text_strip_start(dt_text_from(value, 1), " \t\r\n");
  return rest.length != 0 && *rest.data != '\0' && strchr("[{(", *rest.data) != NULL;
}

bool dt_file_is_rows(detm_text start) {
  static const char *const values[] = {"{", "[", "I[", "HL[", "\"$", "T"};
  enum { MOST_DIGITS = 8 };
  size_t digits = 0;
  while (digits < start.length && digits <= MOST_DIGITS && dt_hex_digit(start.data[digits]) >= 0) digits++;
  detm_text value = dt_text_from(start, digits);
  if (digits == 0 || digits > MOST_DIGITS || !dt_text_starts(value, DT_TEXT(":"))) return false;
  value = dt_text_from(value, 1);
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    if (dt_text_starts(value, dt_text(values[i]))) return true;
  return false;
}

const char *dt_file_foreign(detm_text start) {
  /* servers and scripts put blank lines in front */
  const detm_text first = dt_text_strip_start(dt_text_without_bom(start), " \t\r\n");
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
    size_t at = foreign[i].at, length = foreign[i].length;
    detm_text from = at == 0 ? first : start;
    if (from.length >= at + length && memcmp(from.data + at, foreign[i].bytes, length) == 0) return foreign[i].what;
  }
  const char *zip = name_zip(start);
  if (zip != NULL) return zip;
  if (dt_file_is_json(start))
    return "JSON: write its pages as lines {\"url\": ..., \"html\": ...}, or name their keys with options.html_key";
  return is_binary(start) ? "binary data: " NAME ", and decompress files of brotli with brotli -d" : NULL;
}

/* Returns the length of a field's name and colon at the start of a header; 0 = none. */
static size_t field_name_length(detm_text start) {
  size_t length = 0;
  while (length < start.length && (dt_is_ascii_alnum(start.data[length]) || start.data[length] == '-')) length++;
  return length != 0 && length < start.length && start.data[length] == ':' ? length + 1 : 0;
}

/* Whether a Content-Type, which may be folded, is HTML or has several parts. */
static bool is_type_of_pages(detm_text value) {
  value = dt_text_strip_start(value, " \t\r\n");
  return dt_text_starts_ci(value, DT_TEXT("text/html")) || dt_text_starts_ci(value, DT_TEXT("application/xhtml+xml")) ||
         dt_text_starts_ci(value, DT_TEXT("multipart/"));
}

size_t dt_mail_size_line(detm_text start, uint64_t *size) {
  enum { MOST_DIGITS = 12 };
  size_t length = 0;
  for (*size = 0; length < start.length && length < MOST_DIGITS && dt_is_digit(start.data[length]); length++)
    *size = 10 * *size + (uint64_t)(start.data[length] - '0');
  const detm_text rest = dt_text_strip_start(dt_text_from(start, length), " \r");
  return length != 0 && dt_text_starts(rest, DT_TEXT("\n")) ? (size_t)(rest.data + 1 - start.data) : 0;
}

bool dt_file_is_mail(detm_text start, bool by_type) {
  static const char type[] = "Content-Type:";
  uint64_t size;
  start = dt_text_without_bom(start);
  start = dt_text_from(start, dt_mail_size_line(start, &size));
  if (field_name_length(start) == 0) return false;

  while (start.length != 0) {
    const char *newline = memchr(start.data, '\n', start.length);
    detm_text line = newline != NULL ? dt_text_between(start.data, newline + 1) : start;
    if (dt_text_starts_ci(line, DT_TEXT("MIME-Version:"))) return true;
    if (by_type && dt_text_starts_ci(line, dt_text(type)) && is_type_of_pages(dt_text_from(start, sizeof type - 1)))
      return true;
    bool field = memchr(line.data, ':', line.length) != NULL, folded = *line.data == ' ' || *line.data == '\t';
    if (!field && !folded) return false;
    start = dt_text_from(start, line.length);
  }

  return false;
}

bool dt_line_begins_mail(detm_text line) {
  if (!dt_text_starts(line, DT_TEXT("From "))) return false;
  const char *end = memchr(line.data, '\n', line.length);
  if (end == NULL) return false;
  for (const char *at = line.data; at + 6 <= end; at++) /* " 01:05" */
    if (at[0] == ' ' && dt_is_digit(at[1]) && dt_is_digit(at[2]) && at[3] == ':' && dt_is_digit(at[4]) &&
        dt_is_digit(at[5]))
      return true;
  return false;
}

bool dt_file_is_mailbox(detm_text start) {
  if (!dt_line_begins_mail(start)) return false;
  const char *end = memchr(start.data, '\n', start.length);
  return field_name_length(dt_text_from(start, (size_t)(end + 1 - start.data))) != 0;
}

bool dt_file_is_plist(detm_text start) {
  if (dt_text_starts(start, DT_TEXT("bplist00"))) return true;
  start = dt_text_strip_start(dt_text_without_bom(start), " \t\r\n");
  while (dt_text_starts(start, DT_TEXT("<!")) || dt_text_starts(start, DT_TEXT("<?"))) {
    const char *end = memchr(start.data, '>', start.length);
    if (end == NULL) return false;
    start = dt_text_strip_start(dt_text_from(start, (size_t)(end + 1 - start.data)), " \t\r\n");
  }
  return dt_text_starts(start, DT_TEXT("<plist"));
}

bool dt_file_is_wacz(detm_text start) {
  const char *zip = name_zip(start);
  return zip != NULL && strcmp(zip, WACZ) == 0;
}

bool dt_file_is_archive(detm_text start) {
  enum { TAR_MAGIC = 257 };
  const char *zip = name_zip(start);
  if (zip != NULL) return strcmp(zip, WACZ) == 0 || strcmp(zip, ZIP) == 0;
  return start.length > TAR_MAGIC && dt_text_starts(dt_text_from(start, TAR_MAGIC), DT_TEXT("ustar"));
}

const char *dt_file_of_pages(detm_text start) {
  if (dt_text_starts(start, DT_TEXT("WARC/1.")))
    return "a WARC archive: read it with the command detm, or parse each of its pages";
  if (dt_file_is_mail(start, false))
    return "a mail or MHTML file: read it with the command detm, or parse its part of HTML";
  if (dt_file_is_mailbox(start)) return "a mailbox: " COMMAND ", or parse the parts of HTML of its mails";
  if (dt_file_is_plist(start)) return "a web archive of Safari: " COMMAND ", or save the page as HTML";
  return dt_file_is_json(start) ? "JSON: read lines of it with the command detm, or parse the HTML in each object"
                                : NULL;
}
