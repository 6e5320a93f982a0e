/* export/syntax.c: writes names, classes and strings in XPath and CSS. */
#include "export/syntax.h"

/* White space between the words of an attribute. */
#define DT_SPACES " \t\n\r\f"

static void write_quoted(dt_buffer *out, char quote, const char *text, size_t length) {
  dt_buffer_byte(out, quote);
  dt_buffer_add(out, text, length);
  dt_buffer_byte(out, quote);
}

void dt_xpath_text(dt_buffer *out, const char *text, size_t length) {
  bool single = length != 0 && memchr(text, '\'', length) != NULL;
  bool both = single && memchr(text, '"', length) != NULL;

  if (!both) {
    write_quoted(out, single ? '"' : '\'', text, length);
    return;
  }

  const char *before = "concat(", *end = text + length;
  for (char quote = '"'; text < end; quote = quote == '"' ? '\'' : '"') {
    const char *other = memchr(text, quote, (size_t)(end - text));
    size_t part = (size_t)((other != NULL ? other : end) - text);
    if (part == 0) continue;
    dt_buffer_text(out, before);
    write_quoted(out, quote, text, part);
    text += part;
    before = ",";
  }

  dt_buffer_byte(out, ')');
}

/* Writes the name of an element.  One with a colon, such as o:p, is not a name of XPath in HTML; the document of detm
 * has o_p. */
void dt_xpath_name(dt_buffer *out, detm_text name) {
  bool prefixed = name.length != 0 && memchr(name.data, ':', name.length) != NULL;
  if (prefixed) dt_buffer_text(out, "*[name()='");
  dt_buffer_add(out, name.data, name.length);
  if (!prefixed) return;
  dt_buffer_text(out, "' or name()='");
  for (size_t i = 0; i < name.length; i++) dt_buffer_byte(out, name.data[i] == ':' ? '_' : name.data[i]);
  dt_buffer_text(out, "']");
}

void dt_css_name(dt_buffer *out, detm_text name) {
  for (size_t i = 0; i < name.length; i++) {
    if (name.data[i] == ':') dt_buffer_byte(out, '\\');
    dt_buffer_byte(out, name.data[i]);
  }
}

/* Returns the next word of a class attribute; words with digits, which often number the item, only if all have some. */
static detm_text next_class_name(const char *classes, const char **at) {
  bool numbered = true;
  for (const char *word = classes; *(word += strspn(word, DT_SPACES)) != '\0'; word += strcspn(word, DT_SPACES))
    numbered = numbered && dt_text_has_digit((detm_text){word, strcspn(word, DT_SPACES)});
  while (*(*at += strspn(*at, DT_SPACES)) != '\0') {
    detm_text word = {*at, strcspn(*at, DT_SPACES)};
    *at += word.length;
    if (numbered || !dt_text_has_digit(word)) return word;
  }
  return (detm_text){NULL, 0};
}

/* Writes [has any of the classes]. */
void dt_xpath_classes(dt_buffer *out, const char *classes) {
  const char *before = "[";
  detm_text word;

  for (const char *at = classes; (word = next_class_name(classes, &at)).length != 0;) {
    bool itemprop = *word.data == '@';
    if (itemprop) word = dt_text_from(word, 1);
    dt_buffer padded = {0};
    dt_buffer_byte(&padded, ' ');
    dt_buffer_add(&padded, word.data, word.length);
    dt_buffer_byte(&padded, ' ');
    dt_buffer_text(out, before);
    dt_buffer_text(out, itemprop ? "contains(concat(' ',normalize-space(@itemprop),' '),"
                                 : "contains(concat(' ',normalize-space(@class),' '),");
    if (!padded.failed) dt_xpath_text(out, padded.data, padded.length);
    dt_buffer_byte(out, ')');
    out->failed |= padded.failed;
    dt_buffer_free(&padded);
    before = " or ";
  }

  if (*before == ' ') dt_buffer_byte(out, ']');
}

static bool is_css_name(detm_text word) {
  for (size_t i = 0; i < word.length; i++) {
    char byte = word.data[i];
    if (!dt_is_ascii_letter(byte) && byte != '_' && (i == 0 || (byte != '-' && !dt_is_digit(byte)))) return false;
  }
  return true;
}

void dt_css_string(dt_buffer *out, detm_text text) {
  dt_buffer_byte(out, '"');
  for (size_t i = 0; i < text.length; i++) {
    if (text.data[i] == '"' || text.data[i] == '\\') dt_buffer_byte(out, '\\');
    dt_buffer_byte(out, text.data[i]);
  }
  dt_buffer_byte(out, '"');
}

void dt_css_classes(dt_buffer *out, const char *classes) {
  const char *at = classes, *after_first = classes;
  detm_text word = next_class_name(classes, &after_first);
  const char *second = after_first;
  bool several = next_class_name(classes, &second).length != 0;

  if (several) dt_buffer_text(out, ":is(");
  for (bool first = true; (word = next_class_name(classes, &at)).length != 0; first = false) {
    if (!first) dt_buffer_text(out, ", ");
    if (*word.data == '@') {
      dt_buffer_text(out, "[itemprop~=");
      dt_css_string(out, dt_text_from(word, 1));
      dt_buffer_byte(out, ']');
    } else if (is_css_name(word)) {
      dt_buffer_byte(out, '.');
      dt_buffer_add(out, word.data, word.length);
    } else {
      dt_buffer_text(out, "[class~=");
      dt_css_string(out, word);
      dt_buffer_byte(out, ']');
    }
  }

  if (several) dt_buffer_byte(out, ')');
}
