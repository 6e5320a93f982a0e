/* fetch/idn.c: Punycode (RFC 3492) of the labels of a host's name. */
#include "config.h"

#include "fetch/idn.h"

#include "base/search.h"
#include "text/fold.h"

enum { MAX_HOST = 253, MAX_LABEL = 63 /* bytes in ASCII, and characters */ };

bool dt_host_is_international(detm_text host) {
  for (size_t i = 0; i < host.length; i++)
    if (host.data[i] == '%' || ((unsigned char)host.data[i] & 0x80) != 0) return true;
  return false;
}

/* ---- Punycode: the names are those of RFC 3492, 6.3 ---- */

enum { BASE = 36, T_MIN = 1, T_MAX = 26, SKEW = 38, DAMP = 700, INITIAL_BIAS = 72, INITIAL_N = 128 };

static uint32_t adapt(uint32_t delta, uint32_t points, bool first) {
  uint32_t k = 0;
  delta = first ? delta / DAMP : delta / 2;
  delta += delta / points;
  for (; delta > (BASE - T_MIN) * T_MAX / 2; k += BASE) delta /= BASE - T_MIN;
  return k + (BASE - T_MIN + 1) * delta / (delta + SKEW);
}

static void add_digit(dt_buffer *out, uint32_t digit) {
  dt_buffer_byte(out, (char)(digit < 26 ? 'a' + digit : '0' + digit - 26));
}

static void add_integer(dt_buffer *out, uint32_t q, uint32_t bias) {
  for (uint32_t k = BASE;; k += BASE) {
    uint32_t t = k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
    if (q < t) break;
    add_digit(out, t + (q - t) % (BASE - t));
    q = (q - t) / (BASE - t);
  }
  add_digit(out, q);
}

/* Appends the Punycode of at most MAX_LABEL characters. */
static void add_punycode(dt_buffer *out, const uint32_t *code, uint32_t count) {
  uint32_t n = INITIAL_N, delta = 0, bias = INITIAL_BIAS, basic = 0, done;
  for (uint32_t i = 0; i < count; i++)
    if (code[i] < INITIAL_N) dt_buffer_byte(out, (char)code[i]), basic++;
  if (basic != 0) dt_buffer_byte(out, '-');

  for (done = basic; done < count; n++, delta++) {
    uint32_t next = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++)
      if (code[i] >= n && code[i] < next) next = code[i];
    delta += (next - n) * (done + 1); /* at most 0x110000 * 64 */
    n = next;

    for (uint32_t i = 0; i < count; i++) {
      delta += code[i] < n;
      if (code[i] != n) continue;
      add_integer(out, delta, bias);
      bias = adapt(delta, done + 1, done == basic);
      delta = 0;
      done++;
    }
  }
}

/* ---- letters and their marks ---- */

/* The character that two are together, as "u" and U+0308 are U+00FC; 0 = none. */
static uint32_t compose(uint32_t first, uint32_t second) {
  const dt_composed *pairs = dt_composed_pairs;
  uint32_t i;
  DT_LOWER_BOUND(i, 0, dt_composed_count,
                 pairs[i].first < first || (pairs[i].first == first && pairs[i].second < second));
  bool found = i < dt_composed_count && pairs[i].first == first && pairs[i].second == second;
  return found ? pairs[i].both : 0;
}

/* The syllable that two letters of Korean are, or one and the letter at its end (Unicode 3.12); 0 = none. */
static uint32_t compose_syllable(uint32_t first, uint32_t second) {
  enum { LEADING = 0x1100, VOWEL = 0x1161, TRAILING = 0x11a7, SYLLABLE = 0xac00 };
  enum { LEADINGS = 19, VOWELS = 21, TRAILINGS = 28, SYLLABLES = LEADINGS * VOWELS * TRAILINGS };
  if (first - LEADING < LEADINGS && second - VOWEL < VOWELS)
    return SYLLABLE + ((first - LEADING) * VOWELS + (second - VOWEL)) * TRAILINGS;
  bool open = first - SYLLABLE < SYLLABLES && (first - SYLLABLE) % TRAILINGS == 0;
  return open && second - TRAILING - 1 < TRAILINGS - 1 ? first + second - TRAILING : 0;
}

/* Adds a character to a label, or its mark to the last one: as macOS writes names (NFD), whose marks are in order. */
static void add_composed(uint32_t *code, uint32_t *count, uint32_t added) {
  uint32_t last = *count != 0 ? code[*count - 1] : 0, both = compose(last, added);
  if (both == 0) both = compose_syllable(last, added);
  if (both != 0)
    code[*count - 1] = both;
  else
    code[(*count)++] = added;
}

/* ---- names ---- */

static bool add_host_label(dt_buffer *out, detm_text label) {
  uint32_t code[MAX_LABEL], count = 0;
  size_t start = out->length;
  bool ascii = true;

  for (const char *at = label.data, *end = at + label.length; at < end;) {
    if (count == MAX_LABEL) return false;
    uint32_t next;
    at += dt_utf8_read(at, end, &next);
    ascii = ascii && next < 0x80;
    if (next < 0x80 && !dt_is_ascii_alnum((char)next) && next != '-' && next != '_') return false;
    add_composed(code, &count, next);
  }

  if (ascii) {
    dt_buffer_add(out, label.data, label.length);
  } else {
    dt_buffer_text(out, "xn--");
    add_punycode(out, code, count);
  }

  return !out->failed && out->length - start <= MAX_LABEL && out->length != start;
}

/* Decodes percents.  False: one is no percent of a byte. */
static bool decode_code_points(detm_text host, dt_buffer *out) {
  for (const char *at = host.data, *end = at + host.length; at < end; at++) {
    int byte = *at == '%' ? dt_hex_byte(at + 1, end) : -1;
    if (*at == '%' && byte < 0) return false;
    dt_buffer_byte(out, byte >= 0 ? (char)byte : *at);
    if (byte >= 0) at += 2;
  }
  return !out->failed && dt_utf8_valid(out->data, out->length) == out->length;
}

/* Appends the labels of a name; the full stops of other scripts separate them, too. */
static bool add_labels(detm_text name, dt_buffer *out) {
  static const uint32_t stops[] = {'.', 0x3002, 0xff0e, 0xff61};
  bool good = true;
  const char *label = name.data, *end = name.data + name.length;

  for (const char *at = label; good && at < end;) {
    uint32_t code;
    unsigned length = dt_utf8_read(at, end, &code);
    bool stop = false;
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) stop = stop || code == stops[i];
    if (stop) {
      good = add_host_label(out, dt_text_between(label, at));
      dt_buffer_byte(out, '.');
      label = at + length;
    }
    at += length;
  }

  return good && (label == end || add_host_label(out, dt_text_between(label, end))) && !out->failed;
}

bool dt_host_to_ascii(detm_text host, dt_buffer *out) {
  dt_buffer name = {0};
  size_t start = out->length;
  bool good = host.length != 0 && host.length <= 4 * (size_t)MAX_HOST && decode_code_points(host, &name);
  if (good) {
    dt_fold(name.data, name.length);
    good = add_labels((detm_text){name.data, name.length}, out) && out->length - start <= MAX_HOST;
  }
  out->failed = out->failed || name.failed;
  dt_buffer_free(&name);
  return good;
}
