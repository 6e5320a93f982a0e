/* html/encoding/labels.c: the labels of the Encoding standard (section 4.2), and converters of iconv.
 *
 * The table has the letters and digits of each label, so the 228 labels are 178 words.  "x-user-defined" is
 * windows-1252, as in meta elements.  The six labels of "replacement" (ISO-2022-KR and other encodings that are unsafe
 * in browsers) are left out: iconv knows most of them. */
#include "html/encoding/labels.h"

#include <errno.h>

/* The encodings, each with its labels between blanks. */
static const struct {
  const char *name, *labels;
} encodings[] = {
    {"CP866", " 866 cp866 csibm866 ibm866 "},
    {"windows-1252", " ansix341968 ascii cp1252 cp819 csisolatin1 ibm819 iso88591 iso885911987 isoir100 l1 latin1 "
                     "usascii windows1252 xcp1252 xuserdefined "},
    {"ISO-8859-6", " arabic asmo708 csiso88596e csiso88596i csisolatinarabic ecma114 iso88596 iso885961987 iso88596e "
                   "iso88596i isoir127 "},
    {"BIG5-HKSCS", " big5 big5hkscs cnbig5 csbig5 xxbig5 "},
    {"GB18030", " chinese csgb2312 csiso58gb231280 gb18030 gb2312 gb231280 gbk isoir58 xgbk "},
    {"windows-1250", " cp1250 windows1250 xcp1250 "},
    {"windows-1251", " cp1251 windows1251 xcp1251 "},
    {"windows-1253", " cp1253 windows1253 xcp1253 "},
    {"windows-1254", " cp1254 csisolatin5 iso88599 iso885991989 isoir148 l5 latin5 windows1254 xcp1254 "},
    {"windows-1255", " cp1255 windows1255 xcp1255 "},
    {"windows-1256", " cp1256 windows1256 xcp1256 "},
    {"windows-1257", " cp1257 windows1257 xcp1257 "},
    {"windows-1258", " cp1258 windows1258 xcp1258 "},
    {"CP949", " cseuckr csksc56011987 euckr isoir149 korean ksc5601 ksc56011987 ksc56011989 windows949 "},
    {"EUC-JP", " cseucpkdfmtjapanese eucjp xeucjp "},
    {"ISO-2022-JP", " csiso2022jp iso2022jp "},
    {"ISO-8859-8", " csiso88598e csiso88598i csisolatinhebrew hebrew iso88598 iso885981988 iso88598e iso88598i "
                   "isoir138 logical visual "},
    {"ISO-8859-2", " csisolatin2 iso88592 iso885921987 isoir101 l2 latin2 "},
    {"ISO-8859-3", " csisolatin3 iso88593 iso885931988 isoir109 l3 latin3 "},
    {"ISO-8859-4", " csisolatin4 iso88594 iso885941988 isoir110 l4 latin4 "},
    {"ISO-8859-10", " csisolatin6 iso885910 isoir157 l6 latin6 "},
    {"ISO-8859-15", " csisolatin9 iso885915 l9 "},
    {"ISO-8859-5", " csisolatincyrillic cyrillic iso88595 iso885951988 isoir144 "},
    {"ISO-8859-7", " csisolatingreek ecma118 elot928 greek greek8 iso88597 iso885971987 isoir126 suneugreek "},
    {"KOI8-R", " cskoi8r koi koi8 koi8r "},
    {"MACINTOSH", " csmacintosh mac macintosh xmacroman "},
    {"CP932", " csshiftjis ms932 mskanji shiftjis sjis windows31j xsjis "},
    {"UTF-16LE", " csunicode iso10646ucs2 ucs2 unicode unicodefeff utf16 utf16le "},
    {"windows-874", " dos874 iso885911 tis620 windows874 "},
    {"ISO-8859-13", " iso885913 "},
    {"ISO-8859-14", " iso885914 "},
    {"ISO-8859-16", " iso885916 "},
    {"KOI8-U", " koi8ru koi8u "},
    {"UTF-8", " unicode11utf8 unicode20utf8 utf8 xunicode20utf8 "},
    {"UTF-16BE", " unicodefffe utf16be "},
    {"MACCYRILLIC", " xmaccyrillic xmacukrainian "},
};

enum { LABEL_MAX_LENGTH = 19 };

const char *dt_encoding_labelled(detm_text label) {
  char folded[LABEL_MAX_LENGTH + 3] = " "; /* with the blanks around it */
  size_t length = 1;
  for (size_t i = 0; i < label.length; i++) {
    char c = label.data[i];
    if (dt_is_ascii_space(c) || (c != '\0' && strchr("-_:.+/", c) != NULL)) continue;
    if (!dt_is_ascii_alnum(c) || length > LABEL_MAX_LENGTH) return NULL;
    folded[length++] = dt_ascii_lower(c);
  }
  if (length == 1) return NULL;

  folded[length] = ' ';
  for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++)
    if (strstr(encodings[i].labels, folded) != NULL) return encodings[i].name;
  return NULL;
}

/* ---- converters ---- */

/* The encodings without the additions of a vendor: the iconv of musl knows only these, and fewer than glibc. */
static const struct substitute {
  const char *name, *other;
} substitutes[] = {
    {"CP932", "SHIFT_JIS"},     {"CP949", "EUC-KR"}, {"BIG5-HKSCS", "BIG5"},
    {"windows-874", "TIS-620"}, {"CP866", "IBM866"},
};

iconv_t dt_converter_open(const char *name) {
  iconv_t converter = iconv_open("UTF-8", name);
  /* glibc sets EINVAL without memory for its module, too */
  if (converter == (iconv_t)-1 && errno == EINVAL) converter = iconv_open("UTF-8", name);
  for (size_t i = 0; i < sizeof substitutes / sizeof *substitutes; i++)
    if (converter == (iconv_t)-1 && errno == EINVAL && strcmp(substitutes[i].name, name) == 0)
      converter = iconv_open("UTF-8", substitutes[i].other);
  return converter;
}

bool dt_converter_exists(const char *name) {
  if (strcmp(name, "UTF-8") == 0) return true; /* most pages: nothing to open */
  iconv_t converter = dt_converter_open(name);
  if (converter == (iconv_t)-1) return errno != EINVAL;
  iconv_close(converter);
  return true;
}
