/* squeeze.c: texts as they are compared. */
#include "base/squeeze.h"

bool dt_is_blank(uint32_t code) {
  if (code < 0x80) return code == ' ' || (code >= 9 && code <= 13);
  return code == 0x85 || code == 0xa0 || code == 0xad || code == 0x1680 || (code >= 0x2000 && code <= 0x200f) ||
         code == 0x2028 || code == 0x2029 || code == 0x202f || code == 0x205f || code == 0x2060 || code == 0x3000 ||
         code == 0xfeff;
}

bool dt_is_word(uint32_t code) {
  if (code < 0x80) return (code >= '0' && code <= '9') || ((code | 32) >= 'a' && (code | 32) <= 'z');
  if (code < 0xc0) return code == 0xaa || code == 0xb5 || code == 0xba;
  return code != 0xd7 && code != 0xf7 && code < 0x2000;
}

/* Signs of scripts that are written without blanks, pictures, private signs. */
static bool is_sign(uint32_t code) {
  return (code >= 0x3000 && code <= 0x3004) || (code >= 0x3008 && code <= 0x3020) || code == 0x3030 || code == 0x30fb ||
         (code >= 0xe000 && code <= 0xf8ff) || (code >= 0xfe00 && code <= 0xfe6f) || code == 0xfeff ||
         (code >= 0xff5f && code <= 0xff65) || (code >= 0xffe0 && code <= 0xffff) ||
         (code >= 0x1f000 && code <= 0x1faff);
}

static bool is_full_width(uint32_t code) { return code >= 0xff01 && code <= 0xff5e; }

bool dt_is_letter(uint32_t code) {
  if (is_full_width(code)) code -= 0xfee0;
  return dt_is_word(code) || (code >= 0x2e80 && !is_sign(code));
}

size_t dt_squeeze(detm_text text, char *out) {
  const char *at = text.data, *end = at + text.length;
  char *start = out;
  while (at < end) {
    uint32_t code;
    unsigned bytes = dt_utf8_read(at, end, &code);
    if (code == 0x2026) {
      memcpy(out, "...", 3);
      out += 3;
    } else if (is_full_width(code)) {
      *out++ = (char)(code - 0xfee0);
    } else if (!dt_is_blank(code)) {
      memcpy(out, at, bytes);
      out += bytes;
    }
    at += bytes;
  }
  return (size_t)(out - start);
}

/* Of the blocks where a capital stands before its small letter, as far as living languages need them. */
static uint32_t lower_pair(uint32_t code) {
  if (code == 0x1a0 || code == 0x1af) return code + 1;                          /* Vietnamese */
  if (code >= 0x1cd && code <= 0x1dc) return (code & 1) != 0 ? code + 1 : code; /* Pinyin */
  if ((code >= 0x1de && code <= 0x1ef) || (code >= 0x1f8 && code <= 0x21f) || (code >= 0x222 && code <= 0x233))
    return code | 1;
  if (code == 0x4c0) return 0x4cf;
  if (code >= 0x4c1 && code <= 0x4ce) return (code & 1) != 0 ? code + 1 : code;
  return code >= 0x4d0 && code < 0x530 ? code | 1 : code;
}

static uint32_t lower(uint32_t code) {
  if (code < 0x80) return code >= 'A' && code <= 'Z' ? code + 32 : code;
  if (code < 0x100) return code >= 0xc0 && code <= 0xde && code != 0xd7 ? code + 32 : code;
  if (code < 0x180) {
    if (code == 0x130 || code == 0x131 || code == 0x138 || code == 0x149 || code >= 0x178) {
      if (code == 0x178) return 0xff;
      return code == 0x179 || code == 0x17b || code == 0x17d ? code + 1 : code;
    }
    bool odd_is_upper = code >= 0x139 && code <= 0x148;
    return odd_is_upper == ((code & 1) != 0) ? code + 1 : code;
  }
  if ((code >= 0x180 && code < 0x250) || (code >= 0x4c1 && code < 0x530)) return lower_pair(code);
  if (code >= 0x391 && code <= 0x3ab && code != 0x3a2) return code + 32;
  if (code == 0x386) return 0x3ac;
  if (code >= 0x388 && code <= 0x38a) return code + 37;
  if (code == 0x38c) return 0x3cc;
  if (code == 0x38e || code == 0x38f) return code + 63;
  if (code >= 0x400 && code <= 0x40f) return code + 80;
  if (code >= 0x410 && code <= 0x42f) return code + 32;
  if ((code >= 0x460 && code <= 0x481) || (code >= 0x48a && code <= 0x4bf)) return code | 1;
  if (code >= 0x531 && code <= 0x556) return code + 48;
  return code;
}

void dt_fold(char *text, size_t length) {
  for (char *at = text, *end = text + length; at < end;) {
    uint32_t code;
    unsigned bytes = dt_utf8_read(at, end, &code);
    uint32_t small = lower(code);
    if (small != code) dt_utf8_write(at, small);
    at += bytes;
  }
}

size_t dt_squeeze_word(detm_text text, char *out) {
  size_t length = 0;
  for (const char *at = text.data, *end = at + text.length; at < end;) {
    uint32_t code;
    unsigned bytes = dt_utf8_read(at, end, &code);
    if (is_full_width(code)) code -= 0xfee0;
    if (dt_is_letter(code)) length += dt_utf8_write(out + length, code);
    at += bytes;
  }
  dt_fold(out, length);
  return length;
}

size_t dt_normalize_space(char *text, size_t length) {
  size_t kept = 0;
  bool space = false;
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      space = kept != 0;
      continue;
    }
    if (space) text[kept++] = ' ';
    space = false;
    text[kept++] = c;
  }
  return kept;
}
