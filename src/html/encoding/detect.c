/* html/encoding/detect.c: detects the encoding of a page that is not UTF-8: windows-1252 if the accented letters are
 * those of one Western European language, otherwise the finding of libuchardet.  The library is right about most
 * encodings but unreliable for Western European pages with few accented letters, which are the most frequent. */
#include "html/encoding/detect.h"

#include "base/base.h"
#include "html/encoding/labels.h"
#include "text/words.h"

#include <uchardet.h>

enum {
  SAMPLE = 200000,
  BEFORE = 500, /* bytes of a piece before the first byte that is not ASCII */
  AFTER = 2000,
  ENOUGH = 10,      /* bytes that are not ASCII, to doubt a declaration */
  CERTAIN = 97,     /* percent of them that must fit a Western European alphabet */
  CONTRADICTED = 85 /* with less than this percent it is not Western European */
};

/* Pieces of a page with bytes that are not ASCII, each without markup and followed by a line end. */
typedef struct excerpt {
  dt_buffer text;
  size_t count[256];     /* of each byte from 0x80 on */
  size_t high, adjoined; /* bytes from 0x80 on, and those next to another one */
} excerpt;

/* Checks for the end of a piece.  None of these is a second byte in any encoding detected here. */
static bool ends_piece(char c) { return c == '<' || c == '>' || c == '"' || c == '\n' || c == '\r'; }

static bool is_high(char c) { return (unsigned char)c >= 0x80; }

static const char *find_high(const char *at, const char *end) {
  for (; end - at >= 8; at += 8) {
    uint64_t eight;
    memcpy(&eight, at, 8);
    if ((eight & UINT64_C(0x8080808080808080)) != 0) break;
  }
  while (at < end && !is_high(*at)) at++;
  return at;
}

static void take_sample(const char *bytes, size_t length, excerpt *sample) {
  const char *end = bytes + length, *done = bytes;
  while (sample->text.length < SAMPLE) {
    const char *high = find_high(done, end), *from = high, *to = high;
    if (high == end) return;
    while (from > done && high - from < BEFORE && !ends_piece(from[-1])) from--;
    while (to < end && to - high < AFTER && !ends_piece(*to)) to++;
    dt_buffer_add(&sample->text, from, (size_t)(to - from));
    dt_buffer_byte(&sample->text, '\n');
    done = to;
  }
}

static void count_byte_values(excerpt *sample) {
  const char *text = sample->text.data;
  for (size_t i = 0; i + 1 < sample->text.length; i++) { /* the last byte is a line end */
    if (!is_high(text[i])) continue;
    sample->high++;
    sample->count[(unsigned char)text[i]]++;
    if ((i > 0 && is_high(text[i - 1])) || is_high(text[i + 1])) sample->adjoined++;
  }
}

/* ---- Western European ------------------------------------------------------------------------------- */

/* Letters beyond ASCII in texts of a language, also from names and loanwords of its neighbours, in windows-1252 and
 * lower case. */
static const char *const alphabets[] = {
    "\xE0\xE2\xE6\xE7\xE8\xE9\xEA\xEB\xEE\xEF\xF4\x9C\xF9\xFB\xFC\xFF", /* French */
    "\xE4\xF6\xFC\xDF\xE9",                                             /* German */
    "\xE1\xE9\xED\xF1\xF3\xFA\xFC",                                     /* Spanish */
    "\xE0\xE8\xE9\xEC\xED\xEE\xF2\xF3\xF9\xFA",                         /* Italian */
    "\xE0\xE1\xE2\xE3\xE7\xE9\xEA\xED\xF3\xF4\xF5\xFA\xFC",             /* Portuguese */
    "\xE1\xE2\xE4\xE7\xE8\xE9\xEA\xEB\xED\xEF\xF1\xF3\xF6\xFA\xFC",     /* Dutch, English */
    "\xE5\xE4\xF6\xE9\xFC\xE0",                                         /* Swedish */
    "\xE6\xF8\xE5\xE9\xE4\xF6\xFC\xF2\xF3\xEA\xF4",                     /* Danish, Norwegian */
    "\xE1\xF0\xE9\xED\xF3\xFA\xFD\xFE\xE6\xF6\xF8",                     /* Icelandic, Faroese */
    "\xE0\xE7\xE8\xE9\xED\xEF\xF2\xF3\xFA\xFC",                         /* Catalan */
    "\xE4\xF6\xE5\xE9\x9A\x9E\xF5\xFC",                                 /* Finnish, Estonian */
};

/* Returns a letter of windows-1252 in lower case, 0 if it is not a letter. */
static unsigned char lower_letter(unsigned char c) {
  if (c == 0x8A || c == 0x8C || c == 0x8E) return (unsigned char)(c + 0x10);
  if (c == 0x9F) return 0xFF;
  if (c == 0x9A || c == 0x9C || c == 0x9E) return c;
  if (c < 0xC0 || c == 0xD7 || c == 0xF7) return 0;
  return c < 0xDF ? (unsigned char)(c + 0x20) : c;
}

static bool is_lower_letter(char c) {
  unsigned char letter = lower_letter((unsigned char)c);
  return (c >= 'a' && c <= 'z') || (letter != 0 && letter == (unsigned char)c);
}

static bool in_word(char c) { return dt_is_ascii_letter(c) || is_high(c); }

/* Checks whether a character other than a letter fits between its neighbours. */
static bool sign_fits(char c, char before, char after) {
  /* Within words: ellipsis, quotation marks, dashes, spaces, soft hyphen, Catalan dot. */
  static const char joining[] = "\x85\x91\x92\x93\x94\x96\x97\xA0\xAD\xB7";
  /* Not next to a letter; other encodings have letters there. */
  static const char separate[] = "\xA4\xA6\xAC\xB1\xB6\xB8\xBC\xBD\xBE";
  if (strchr(separate, c) != NULL) return !in_word(before) && !in_word(after);
  return strchr(joining, c) != NULL || !in_word(before) || !in_word(after);
}

/* Returns the percentage of bytes beyond ASCII that fit a text in one Western European language, read as windows-1252:
 * letters of its alphabet, no capital after a small letter, no other character within a word. */
static size_t western_percent(const excerpt *sample) {
  const char *text = sample->text.data;
  size_t signs = 0, letters[256] = {0}, most = 0;
  for (size_t i = 0; i + 1 < sample->text.length; i++) {
    char c = text[i], before = i > 0 ? text[i - 1] : '\n', after = text[i + 1];
    if (!is_high(c) || strchr("\x81\x8D\x8F\x90\x9D", c) != NULL) continue; /* undefined in windows-1252 */
    unsigned char letter = lower_letter((unsigned char)c);
    if (letter == 0)
      signs += sign_fits(c, before, after);
    else if (is_lower_letter(c) || !is_lower_letter(before))
      letters[letter]++;
  }

  for (size_t i = 0; i < sizeof alphabets / sizeof *alphabets; i++) {
    size_t fit = signs;
    for (const char *letter = alphabets[i]; *letter != '\0'; letter++) fit += letters[(unsigned char)*letter];
    if (fit > most) most = fit;
  }

  return most * 100 / sample->high;
}

/* Checks for two bytes that are letters in Latin encodings; one is not enough evidence. */
static bool has_latin_letters(const excerpt *sample) {
  size_t different = 0;
  for (unsigned byte = 0x80; byte <= 0xFF; byte++)
    different += sample->count[byte] != 0 && (byte > 0xA0 || lower_letter((unsigned char)byte) != 0);
  return different > 1;
}

/* ---- All others -------------------------------------------------------------------------------------- */

/* Characters of the windows encodings that are controls in ISO 8859. */
#define WINDOWS_SIGNS "\x80\x82\x84\x85\x8A\x8C\x8D\x8E\x91\x92\x93\x94\x95\x96\x97\x99\x9A\x9C\x9D\x9E\x9F"

/* Findings of libuchardet, their names for iconv, and another encoding if any of the given bytes occurs. */
static const struct finding {
  const char *found, *set, *bytes, *instead;
} findings[] = {
    {"GB18030", "GB18030", "", NULL},
    {"BIG5", "BIG5-HKSCS", "", NULL},
    {"SHIFT_JIS", "CP932", "", NULL},
    {"EUC-JP", "EUC-JP", "", NULL},
    {"EUC-KR", "CP949", "", NULL},
    {"UHC", "CP949", "", NULL},
    {"WINDOWS-1250", "windows-1250", "", NULL},
    {"WINDOWS-1251", "windows-1251", "", NULL},
    {"WINDOWS-1253", "windows-1253", "", NULL},
    {"WINDOWS-1254", "windows-1254", "", NULL},
    {"WINDOWS-1255", "windows-1255", "", NULL},
    {"WINDOWS-1256", "windows-1256", "", NULL},
    {"WINDOWS-1257", "windows-1257", "\xA1\xA5", "ISO-8859-13"}, /* unused in windows-1257 */
    {"WINDOWS-1258", "windows-1258", "", NULL},
    {"ISO-8859-2", "ISO-8859-2", WINDOWS_SIGNS, "windows-1250"},
    {"ISO-8859-5", "ISO-8859-5", "", NULL},
    {"ISO-8859-6", "ISO-8859-6", "", NULL},
    {"ISO-8859-7", "ISO-8859-7", WINDOWS_SIGNS, "windows-1253"},
    {"ISO-8859-8", "windows-1255", "", NULL},
    {"ISO-8859-9", "windows-1254", "", NULL},
    {"ISO-8859-11", "windows-874", "", NULL},
    {"ISO-8859-13", "ISO-8859-13", WINDOWS_SIGNS, "windows-1257"},
    {"ISO-8859-16", "windows-1250", "", NULL}, /* Romanian: two letters differ in the form of a comma */
    {"KOI8-R", "KOI8-R", "\xA4\xA6\xA7\xAD\xB4\xB6\xB7\xBD", "KOI8-U"}, /* letters of Ukrainian */
    {"IBM866", "CP866", "", NULL},
    {"MAC-CYRILLIC", "windows-1251", "", NULL}, /* the same small letters except one */
    {"TIS-620", "windows-874", "", NULL},
    {"VISCII", "VISCII", "", NULL},
};

/* Returns the encoding for a finding of libuchardet; NULL for Western European and for encodings not used on pages. */
static const char *map_finding(const char *found, const excerpt *sample) {
  for (size_t i = 0; i < sizeof findings / sizeof *findings; i++) {
    const struct finding *f = &findings[i];
    if (strcmp(f->found, found) != 0) continue;
    for (const char *byte = f->bytes; *byte != '\0'; byte++)
      if (sample->count[(unsigned char)*byte] != 0) return f->instead;
    return f->set;
  }
  return NULL;
}

/* Returns libuchardet's finding; NULL if it is Western European, none, or unknown to iconv. */
static const char *ask_uchardet(const excerpt *sample) {
  uchardet_t detector = uchardet_new();
  int failed = uchardet_handle_data(detector, sample->text.data, sample->text.length);
  uchardet_data_end(detector);
  const char *set = failed == 0 ? map_finding(uchardet_get_charset(detector), sample) : NULL;
  uchardet_delete(detector);
  return set != NULL && dt_converter_exists(set) ? set : NULL;
}

/* ---- Short Japanese and Korean pages, of which libuchardet says nothing -------------------------------- */

/* Characters of two bytes, and how many of them are kana, or signs, kana and the frequent kanji (JIS level 1), or are
 * where EUC-KR has its syllables, letters and signs. */
typedef struct kana_count {
  size_t all, kana, frequent, syllables;
} kana_count;

/* Counts the characters of a text in Shift_JIS.  False: it is in another encoding. */
static bool count_shift_jis(detm_text text, kana_count *count) {
  for (size_t i = 0; i + 1 < text.length; i++) {
    unsigned char lead = (unsigned char)text.data[i], trail = (unsigned char)text.data[i + 1];
    if (lead < 0x80 || (lead >= 0xA1 && lead <= 0xDF)) continue; /* half-width katakana have one byte */
    if (lead == 0x80 || lead == 0xA0 || lead > 0xFC || trail < 0x40 || trail == 0x7F || trail > 0xFC) return false;
    count->all++;
    count->kana += lead == 0x82 || lead == 0x83;
    count->frequent += (lead >= 0x81 && lead <= 0x83) || (lead >= 0x88 && lead <= 0x97);
    i++;
  }
  return true;
}

/* Whether the character of two bytes at i is that before or after it, too. */
static bool is_character_again(detm_text text, size_t i) {
  const char *at = text.data + i;
  return (i > 1 && memcmp(at - 2, at, 2) == 0) || (i + 3 < text.length && memcmp(at + 2, at, 2) == 0);
}

/* The same in EUC-JP.  In the place of kana EUC-KR has single letters, by which people laugh: they repeat them. */
static bool count_euc_jp(detm_text text, kana_count *count) {
  for (size_t i = 0; i + 1 < text.length; i++) {
    unsigned char lead = (unsigned char)text.data[i], trail = (unsigned char)text.data[i + 1];
    if (lead < 0x80) continue;
    if (lead < 0xA1 || lead == 0xFF || trail < 0xA1 || trail == 0xFF) return false;
    count->all++;
    count->kana += (lead == 0xA4 || lead == 0xA5) && !is_character_again(text, i);
    count->frequent += (lead >= 0xA1 && lead <= 0xA5) || (lead >= 0xB0 && lead <= 0xCF);
    count->syllables += lead <= 0xA4 || (lead >= 0xB0 && lead <= 0xC8);
    i++;
  }
  return true;
}

/* Whether these are characters of Japanese: other texts have few there. */
static bool is_japanese(const kana_count *count) {
  enum { FEWEST = 8, FREQUENT_TENTHS = 9, LEAST_KANA = 2, KANA_OF = 40 };
  return count->all >= FEWEST && 10 * count->frequent >= FREQUENT_TENTHS * count->all && count->kana >= LEAST_KANA &&
         KANA_OF * count->kana >= count->all;
}

/* Whether these are characters of Korean: of Chinese and Japanese texts a fifth or more would be elsewhere. */
static bool is_korean(const kana_count *count) {
  enum { FEWEST = 20, TENTHS = 9 };
  return count->all >= FEWEST && 10 * count->syllables >= TENTHS * count->all;
}

/* Returns the encoding in which a text is Japanese or Korean; NULL = none. */
static const char *find_japanese_or_korean(const excerpt *sample) {
  const detm_text text = {sample->text.data, sample->text.length};
  kana_count shift = {0}, euc = {0};
  if (count_shift_jis(text, &shift) && is_japanese(&shift)) return "CP932";
  if (!count_euc_jp(text, &euc)) return NULL;
  return is_japanese(&euc) ? "EUC-JP" : is_korean(&euc) ? "CP949" : NULL;
}

/* ---- Declarations ------------------------------------------------------------------------------------- */

/* Encodings of the Latin script, in which letters beyond ASCII are seldom adjacent. */
static bool is_latin(const char *set) {
  return dt_word_is_among(dt_text(set),
                          "macintosh|iso-8859-2|iso-8859-3|iso-8859-4|iso-8859-10|iso-8859-13|iso-8859-14|iso-8859-15|"
                          "iso-8859-16|windows-1250|windows-1252|windows-1254|windows-1257");
}

/* Checks whether a declaration is doubtful: editors and servers declare Latin encodings on pages in others. */
static bool is_doubtful(const char *said, const excerpt *sample, size_t western) {
  if (sample->high < ENOUGH || western >= CONTRADICTED) return false;
  return strcmp(said, "windows-1252") == 0 || sample->adjoined > sample->high / 2;
}

const char *dt_detect(const char *bytes, size_t length, const char *said, bool doubted) {
  if (!doubted && !is_latin(said)) return said;

  excerpt sample = {.text = {0}};
  const char *set = said;
  take_sample(bytes, length, &sample);

  if (sample.text.failed) {
    set = NULL;
  } else if (sample.text.length != 0) {
    count_byte_values(&sample);
    size_t western = western_percent(&sample);
    const char *found = NULL;
    if (doubted && (western >= CERTAIN || !has_latin_letters(&sample))) {
      set = "windows-1252";
    } else if (doubted || is_doubtful(said, &sample, western)) {
      found = ask_uchardet(&sample);
      const char *east = found == NULL || strcmp(found, "EUC-JP") == 0 ? find_japanese_or_korean(&sample) : NULL;
      if (east != NULL) found = east;
    }
    if (found != NULL) set = found;
  }

  dt_buffer_free(&sample.text);
  return set;
}
