/* result/table/zip.c: writes a ZIP file as a stream (APPNOTE.TXT 6.3, sections 4.3 and 4.4). */
#include "result/table/zip.h"

#include <stdio.h>
#include <stdlib.h>

enum {
  LOCAL_HEADER = 0x04034b50,
  DESCRIPTOR = 0x08074b50,
  CENTRAL_HEADER = 0x02014b50,
  END_OF_ARCHIVE = 0x06054b50,
  VERSION = 20,       /* 2.0: files are packed with deflate */
  SIZES_FOLLOW = 8,   /* bit 3: a descriptor after the bytes has their sizes */
  DEFLATED = 8,       /* the method */
  FIRST_DAY = 0x0021, /* 1 January 1980 */
  RAW = -MAX_WBITS,   /* deflate without the header of zlib */
  MEMORY = 8,         /* zlib's default */
  PIECE = 16 * 1024,
  MOST_INPUT = 1 << 30 /* zlib counts in unsigned int */
};

static void put_bytes(dt_zip *zip, const void *bytes, size_t length) {
  dt_buffer_add(zip->to, bytes, length);
  zip->written += length;
}

/* Adds a number of 2 or 4 bytes, the lowest first. */
static void put_little_endian(dt_zip *zip, uint32_t number, size_t width) {
  char bytes[4];
  for (size_t i = 0; i < width; i++) bytes[i] = (char)(number >> (8 * i) & 0xff);
  put_bytes(zip, bytes, width);
}

/* What a local header and one of the central directory have in common. */
static void put_about(dt_zip *zip, const dt_zip_file *file) {
  put_little_endian(zip, VERSION, 2);
  put_little_endian(zip, SIZES_FOLLOW, 2);
  put_little_endian(zip, DEFLATED, 2);
  put_little_endian(zip, 0, 2); /* the time */
  put_little_endian(zip, FIRST_DAY, 2);
  put_little_endian(zip, file->checksum, 4);
  put_little_endian(zip, file->packed, 4);
  put_little_endian(zip, file->size, 4);
  put_little_endian(zip, (uint32_t)strlen(file->name), 2);
  put_little_endian(zip, 0, 2); /* no extra field */
}

/* Packs what zlib has been given. */
static void deflate_pending(dt_zip *zip, int flush) {
  unsigned char piece[PIECE];
  do {
    zip->deflate.next_out = piece;
    zip->deflate.avail_out = PIECE;
    if (deflate(&zip->deflate, flush) == Z_STREAM_ERROR) zip->failed = true;
    const size_t made = PIECE - zip->deflate.avail_out;
    put_bytes(zip, piece, made);
    zip->packed += made;
  } while (zip->deflate.avail_out == 0 && !zip->failed);
}

void dt_zip_begin(dt_zip *zip, const char *name) {
  int code = zip->ready
                 ? deflateReset(&zip->deflate)
                 : deflateInit2(&zip->deflate, Z_DEFAULT_COMPRESSION, Z_DEFLATED, RAW, MEMORY, Z_DEFAULT_STRATEGY);
  zip->ready |= code == Z_OK;
  zip->failed |= code != Z_OK || !DT_VEC_RESERVE(NULL, &zip->files, 1);
  if (zip->failed) return;

  dt_zip_file file = {.offset = (uint32_t)zip->written, .checksum = 0};
  snprintf(file.name, sizeof file.name, "%s", name);
  zip->too_large |= zip->written > UINT32_MAX;
  zip->packed = zip->size = 0;
  put_little_endian(zip, LOCAL_HEADER, 4);
  put_about(zip, &file);
  put_bytes(zip, file.name, strlen(file.name));
  DT_VEC_PUSH(NULL, &zip->files, file);
}

void dt_zip_add(dt_zip *zip, const char *bytes, size_t length) {
  while (length != 0 && !zip->failed) {
    const size_t some = length < MOST_INPUT ? length : MOST_INPUT;
    dt_zip_file *file = &zip->files.items[zip->files.count - 1];
    file->checksum = (uint32_t)crc32(file->checksum, (const Bytef *)bytes, (uInt)some);
    zip->size += some;
    zip->deflate.next_in = (const Bytef *)bytes;
    zip->deflate.avail_in = (uInt)some;
    deflate_pending(zip, Z_NO_FLUSH);
    bytes += some;
    length -= some;
  }
}

void dt_zip_end(dt_zip *zip) {
  if (zip->failed) return;
  zip->deflate.next_in = (const Bytef *)"";
  zip->deflate.avail_in = 0;
  deflate_pending(zip, Z_FINISH);

  dt_zip_file *file = &zip->files.items[zip->files.count - 1];
  file->packed = (uint32_t)zip->packed;
  file->size = (uint32_t)zip->size;
  zip->too_large |= zip->packed > UINT32_MAX || zip->size > UINT32_MAX;
  put_little_endian(zip, DESCRIPTOR, 4);
  put_little_endian(zip, file->checksum, 4);
  put_little_endian(zip, file->packed, 4);
  put_little_endian(zip, file->size, 4);
}

void dt_zip_file_add(dt_zip *zip, const char *name, const char *bytes, size_t length) {
  dt_zip_begin(zip, name);
  dt_zip_add(zip, bytes, length);
  dt_zip_end(zip);
}

void dt_zip_finish(dt_zip *zip) {
  const uint64_t start = zip->written;
  zip->too_large |= start > UINT32_MAX;

  for (size_t i = 0; i < zip->files.count && !zip->failed; i++) {
    const dt_zip_file *file = &zip->files.items[i];
    put_little_endian(zip, CENTRAL_HEADER, 4);
    put_little_endian(zip, VERSION, 2); /* of the writer */
    put_about(zip, file);
    put_little_endian(zip, 0, 2); /* no comment */
    put_little_endian(zip, 0, 2); /* on the first disk */
    put_little_endian(zip, 0, 2); /* internal attributes */
    put_little_endian(zip, 0, 4); /* external attributes */
    put_little_endian(zip, file->offset, 4);
    put_bytes(zip, file->name, strlen(file->name));
  }

  const uint64_t end = zip->written;
  put_little_endian(zip, END_OF_ARCHIVE, 4);
  put_little_endian(zip, 0, 2); /* this disk */
  put_little_endian(zip, 0, 2); /* the disk of the list */
  put_little_endian(zip, (uint32_t)zip->files.count, 2);
  put_little_endian(zip, (uint32_t)zip->files.count, 2);
  put_little_endian(zip, (uint32_t)(end - start), 4);
  put_little_endian(zip, (uint32_t)start, 4);
  put_little_endian(zip, 0, 2); /* no comment */
}

void dt_zip_free(dt_zip *zip) {
  if (zip->ready) deflateEnd(&zip->deflate);
  free(zip->files.items);
  *zip = (dt_zip){0};
}
