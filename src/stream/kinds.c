/* stream/kinds.c: finds the format of a file by their first bytes. */
#include "config.h"

#include "stream/kinds.h"

#include "stream/codec.h"
#include "stream/headers.h"

#define CONVERT "convert it to HTML, or fetch the page instead"
#define UNPACK "unpack it and name the pages in it"
#define DECOMPRESS "decompress it"

static const struct {
  const char *bytes;
  unsigned short length, at;
  const char *what;
} foreign[] = {
    {"%PDF-", 5, 0, "a PDF file: " CONVERT},
    {"%!PS", 4, 0, "a PostScript file: " CONVERT},
    {"{\\rtf", 5, 0, "an RTF file: " CONVERT},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8, 0, "a file of an office program: " CONVERT},
    {"PK\x03\x04", 4, 0, "a ZIP archive: " UNPACK},
    {"7z\xbc\xaf\x27\x1c", 6, 0, "a 7z archive: " UNPACK},
    {"Rar!\x1a\x07", 6, 0, "a RAR archive: " UNPACK},
    {"ustar", 5, 257, "a tar archive: " UNPACK},
    {"filedesc://", 11, 0, "an ARC archive: convert it to WARC"},
    {"bplist00", 8, 0, "a web archive of Safari: save the page as HTML instead"},
    {"SQLite format 3", 16, 0, "an SQLite database: name the pages as files"},
    {"PAR1", 4, 0, "a Parquet file: export its pages as NDJSON"},
    {"BZh", 3, 0, "compressed with bzip2: " DECOMPRESS},
    {"\xfd\x37zXZ", 5, 0, "compressed with xz: " DECOMPRESS},
    {DT_ZSTD_MAGIC, 4, 0, "compressed with zstd: " DECOMPRESS},
    {DT_GZIP_MAGIC, 2, 0, "compressed with gzip twice: " DECOMPRESS},
    {"\x89PNG", 4, 0, "an image: name pages of HTML"},
    {"GIF8", 4, 0, "an image: name pages of HTML"},
    {"\xff\xd8\xff", 3, 0, "an image: name pages of HTML"},
    {"WEBP", 4, 8, "an image: name pages of HTML"},
    {"ftyp", 4, 4, "a video or an image: name pages of HTML"},
    {"OggS", 4, 0, "an audio or video file: name pages of HTML"},
    {"ID3", 3, 0, "an audio file: name pages of HTML"},
    {"wOF2", 4, 0, "a font: name pages of HTML"},
    {"wOFF", 4, 0, "a font: name pages of HTML"},
    {"\x7f"
     "ELF",
     4, 0, "a program: name pages of HTML"},
};

bool dt_file_is_json(detm_text start) {
  detm_text rest = dt_text_strip_start(dt_text_without_bom(start), " \t\r\n");
  if (rest.length == 0 || (*rest.data != '{' && *rest.data != '[')) return false;
  bool array = *rest.data == '[';
  rest = dt_text_strip_start(dt_text_from(rest, 1), " \t\r\n");
  if (rest.length == 0) return false;
  return *rest.data == '"' || (array && (*rest.data == '{' || *rest.data == '['));
}

const char *dt_file_foreign(detm_text start) {
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
    size_t at = foreign[i].at, length = foreign[i].length;
    if (start.length >= at + length && memcmp(start.data + at, foreign[i].bytes, length) == 0) return foreign[i].what;
  }
  return dt_file_is_json(start) ? "JSON: write its pages as lines {\"url\": ..., \"html\": ...}" : NULL;
}

bool dt_file_is_html(detm_text start) {
  static const char *const beginnings[] = {"<!doctype", "<html", "<head", "<body", "<title", "<meta", "<script"};
  start = dt_text_strip_start(dt_text_without_bom(start), " \t\r\n\f");
  while (dt_text_starts(start, DT_TEXT("<!--")) || dt_text_starts(start, DT_TEXT("<?"))) {
    const char *end = memchr(start.data, '>', start.length);
    if (end == NULL) return false;
    start = dt_text_strip_start(dt_text_from(start, (size_t)(end + 1 - start.data)), " \t\r\n\f");
  }
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
    if (dt_text_starts_ci(start, dt_text(beginnings[i]))) return true;
  return false;
}

/* Whether the bytes begin with header fields of a mail. */
static bool is_mail(detm_text start) {
  if (start.length == 0 || !dt_is_ascii_alnum(*start.data)) return false;
  size_t name = 0;
  while (name < start.length && (dt_is_ascii_alnum(start.data[name]) || start.data[name] == '-')) name++;
  if (name == start.length || start.data[name] != ':') return false;
  detm_text headers = {start.data, dt_headers_length(start)}, type = dt_header_find(headers, "Content-Type");
  return dt_header_exists(headers, "MIME-Version") || dt_header_is_html(type) ||
         dt_text_starts_ci(type, DT_TEXT("multipart/"));
}

dt_stream_format dt_file_format(detm_text start) {
  if (dt_text_starts(start, DT_TEXT("WARC/"))) return DT_STREAM_WARC;
  return is_mail(start) ? DT_STREAM_MHTML : DT_STREAM_HTML;
}
