/* links/url_extension.c: extensions of files that are not pages; URLs with another one, or none, may be pages. */
#include "links/url_extension.h"
#include "text/words.h"

#include <stdlib.h>
#include <strings.h>

/* The only list of them, sorted. */
static const char *const others[] = {
    "7z",   "aac",  "ai",      "apk",  "asf",  "atom", "avi",  "avif", "bin",  "bmp",         "bz2",  "cab",
    "css",  "csv",  "deb",     "dmg",  "doc",  "docm", "docx", "dvi",  "eot",  "eps",         "epub", "exe",
    "flac", "flv",  "gif",     "gz",   "heic", "ico",  "ics",  "img",  "iso",  "jar",         "jpe",  "jpeg",
    "jpg",  "js",   "json",    "kml",  "kmz",  "less", "m3u",  "m3u8", "m4a",  "m4v",         "map",  "mid",
    "mjs",  "mkv",  "mobi",    "mov",  "mp3",  "mp4",  "mpeg", "mpg",  "msi",  "odp",         "ods",  "odt",
    "oga",  "ogg",  "ogv",     "opus", "otf",  "pdf",  "pkg",  "png",  "pps",  "ppsx",        "ppt",  "pptx",
    "ps",   "psd",  "rar",     "rdf",  "rpm",  "rss",  "rtf",  "svg",  "swf",  "tar",         "tbz",  "tgz",
    "tif",  "tiff", "torrent", "ttf",  "txz",  "vcf",  "wasm", "wav",  "webm", "webmanifest", "webp", "wma",
    "wmv",  "woff", "woff2",   "xls",  "xlsm", "xlsx", "xml",  "xpi",  "xz",   "zip",         "zst"};

static int compare_extension(const void *key, const void *entry) {
  const detm_text *extension = key;
  const char *other = *(const char *const *)entry;
  int order = strncasecmp(extension->data, other, extension->length);
  return order != 0 ? order : other[extension->length] != '\0' ? -1 : 0;
}

/* Checks whether browsers open links with this scheme, or with none, as pages. */
static bool is_fetched(const dt_url *url) {
  return url->scheme.data == NULL || dt_word_is_among(url->scheme, "https|http|ftp|file");
}

bool dt_url_may_be_page(const dt_url *url) {
  detm_text path = url->path;
  if (!is_fetched(url)) return false;
  size_t dot = path.length;
  while (dot != 0 && path.data[dot - 1] != '.' && path.data[dot - 1] != '/') dot--;
  bool has_extension = dot != 0 && dot != path.length && path.data[dot - 1] == '.';
  detm_text extension = dt_text_from(path, dot);
  size_t count = sizeof others / sizeof *others;
  return !has_extension || bsearch(&extension, others, count, sizeof *others, compare_extension) == NULL;
}
