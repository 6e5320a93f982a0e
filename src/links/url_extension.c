/* links/url_extension.c: extensions of files that are not pages; URLs with another one, or none, may be pages. */
#include "links/url_extension.h"

#include "text/url.h"

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

static bool is_other(detm_text extension) {
  size_t first = 0, last = sizeof others / sizeof *others;
  while (first < last) {
    size_t middle = first + (last - first) / 2;
    int order = strncasecmp(extension.data, others[middle], extension.length);
    if (order == 0) order = others[middle][extension.length] != '\0' ? -1 : 0;
    if (order == 0) return true;
    if (order < 0)
      last = middle;
    else
      first = middle + 1;
  }
  return false;
}

static detm_text extension_of(detm_text path) {
  for (size_t i = path.length; i-- != 0;) {
    if (path.data[i] == '/') break;
    if (path.data[i] == '.') return (detm_text){path.data + i + 1, path.length - i - 1};
  }
  return (detm_text){NULL, 0};
}

static bool is_fetched(detm_text scheme) {
  static const char *const schemes[] = {"http", "https", "ftp", "file"};
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
    if (dt_text_equal_ci(scheme, dt_text(schemes[i]))) return true;
  return scheme.data == NULL;
}

bool dt_url_may_be_page(detm_text url) {
  dt_url parts = dt_url_split(url);
  detm_text extension = extension_of(parts.path);
  return is_fetched(parts.scheme) && (extension.length == 0 || !is_other(extension));
}
