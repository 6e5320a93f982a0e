/* report/say.c: messages in the words of the report, and those of other languages for its script. */
#include "config.h"

#include "report/say.h"

#include "base/escape.h"

#include <stdio.h>
#include <stdlib.h>

/* A file of messages has a line for each key, in order: "KEY": "TEXT", or "KEY": {"one": "TEXT", "other": "TEXT"}. */

static detm_text line_at(detm_text lines, size_t at) {
  const char *start = lines.data + at, *end = memchr(start, '\n', lines.length - at);
  return dt_text_between(start, end != NULL ? end : lines.data + lines.length);
}

/* The lines without those of the braces. */
static detm_text message_lines(const dt_embedded *file) {
  const char *bytes = (const char *)file->bytes;
  return dt_text_between(bytes + strlen("{\n"), bytes + file->length - strlen("}\n"));
}

static detm_text english_lines(void) { return message_lines(dt_embedded_find(dt_message_files, "en.json")); }

static detm_text key_of_line(detm_text line) {
  const char *start = line.data + strlen("  \"");
  return dt_text_between(start, memchr(start, '"', line.length - strlen("  \"")));
}

static int compare_keys(detm_text a, detm_text b) {
  size_t shared = a.length < b.length ? a.length : b.length;
  int order = memcmp(a.data, b.data, shared);
  return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

/* Returns the line of a key; without data if there is none. */
static detm_text find_line(detm_text lines, detm_text key) {
  size_t from = 0, to = lines.length;
  while (from < to) {
    size_t at = from + (to - from) / 2;
    while (at > from && lines.data[at - 1] != '\n') at--;
    detm_text line = line_at(lines, at);
    int order = compare_keys(key, key_of_line(line));
    if (order == 0) return line;
    if (order < 0)
      to = at;
    else
      from = at + line.length + 1;
  }

  return (detm_text){NULL, 0};
}

/* ---- English ---- */

static detm_text english_line(detm_text key) { return find_line(english_lines(), key); }

bool dt_say_knows(const char *key) { return english_line(dt_text(key)).data != NULL; }

/* Finds the string of JSON that a line has for the number. */
static const char *find_text(detm_text line, size_t number) {
  const char *at = key_of_line(line).data + key_of_line(line).length + strlen("\": ");
  detm_text value = dt_text_between(at, line.data + line.length), plural = DT_TEXT("\"other\": ");
  if (*at != '{') return at + 1;
  if (number == 1) plural = DT_TEXT("\"one\": ");
  at = memmem(value.data, value.length, plural.data, plural.length);
  return at + plural.length + 1;
}

static const dt_said *find_placeholder(const dt_said *said, detm_text name) {
  while (said->name != NULL && !dt_text_equal(dt_text(said->name), name)) said++;
  return said;
}

static void add_said(dt_buffer *out, unsigned escaping, const dt_said *said) {
  if (said->text != NULL)
    dt_escape(out, escaping, said->text, strlen(said->text));
  else
    dt_buffer_count(out, said->number);
}

static void add_english(dt_buffer *out, unsigned escaping, const char *key, const dt_said *said) {
  static const dt_said none = {NULL, NULL, 0};
  if (said == NULL) said = &none;
  detm_text line = english_line(dt_text(key));
  const char *at = line.data != NULL ? find_text(line, find_placeholder(said, DT_TEXT("n"))->number) : NULL;
  if (at == NULL) {
    dt_escape(out, escaping, key, strlen(key));
    return;
  }

  for (; *at != '"'; at++) {
    if (*at == '{') {
      const char *end = strchr(at, '}');
      add_said(out, escaping, find_placeholder(said, dt_text_between(at + 1, end)));
      at = end;
      continue;
    }
    if (*at == '\\') at++;
    dt_escape(out, escaping, at, 1);
  }
}

static void add_placeholder_values(dt_buffer *out, const dt_said *said) {
  for (; said != NULL && said->name != NULL; said++) {
    dt_buffer_format(out, " data-of-%s=\"", said->name);
    add_said(out, DT_ESCAPE_ATTRIBUTE, said);
    dt_buffer_byte(out, '"');
  }
}

void dt_say(dt_buffer *out, const char *key, const dt_said *said) {
  dt_buffer_format(out, " data-say=\"%s\"", key);
  add_placeholder_values(out, said);
  dt_buffer_byte(out, '>');
  add_english(out, DT_ESCAPE_TEXT, key, said);
}

void dt_say_attribute(dt_buffer *out, const char *attribute, const char *key, const dt_said *said) {
  dt_buffer_format(out, " %s=\"", attribute);
  add_english(out, DT_ESCAPE_ATTRIBUTE, key, said);
  dt_buffer_format(out, "\" data-say-%s=\"%s\"", attribute, key);
  add_placeholder_values(out, said);
}

void dt_say_markup(dt_buffer *out, detm_text markup) {
  const detm_text named = DT_TEXT(" data-say=\"");
  const char *at = markup.data, *end = markup.data + markup.length;
  for (const char *found; (found = memmem(at, (size_t)(end - at), named.data, named.length)) != NULL;) {
    const char *start = found + named.length, *stop = memchr(start, '"', (size_t)(end - start));
    char key[64];
    snprintf(key, sizeof key, "%.*s", (int)(stop - start), start);
    dt_buffer_add(out, at, (size_t)(found - at));
    dt_say(out, key, NULL);
    at = stop + strlen("\">");
  }
  dt_buffer_add(out, at, (size_t)(end - at));
}

/* ---- other languages ---- */

static void use_key(dt_said_keys *keys, const char *prefix, detm_text rest) {
  detm_text lines = english_lines();
  char key[64];
  snprintf(key, sizeof key, "%s%.*s", prefix, (int)(rest.length < sizeof key ? rest.length : sizeof key), rest.data);
  detm_text line = find_line(lines, dt_text(key));
  if (line.data != NULL) keys->used[line.data - lines.data] = true;
}

bool dt_said_keys_start(dt_said_keys *keys) {
  static const char *const of_script[] = {"address-in-no-column", "field", "in-no-column", "record", "value-of-record"};
  keys->used = calloc(dt_embedded_find(dt_message_files, "en.json")->length, sizeof *keys->used);
  for (size_t i = 0; keys->used != NULL && i < sizeof of_script / sizeof *of_script; i++)
    use_key(keys, "", dt_text(of_script[i]));
  return keys->used != NULL;
}

/* Returns the value of an attribute that is a word, in quotes, which are escaped in the markup of a frame. */
static detm_text word_of_attribute(const char *at, const char *end) {
  static const char *const letters = "abcdefghijklmnopqrstuvwxyz0123456789-";
  detm_text rest = dt_text_between(at, end), quote = DT_TEXT("=\""), escaped = DT_TEXT("=&quot;");
  bool is_escaped = dt_text_starts(rest, escaped);
  if (!is_escaped && !dt_text_starts(rest, quote)) return DT_TEXT("");
  at += is_escaped ? escaped.length : quote.length;
  const char *stop = at;
  while (stop < end && memchr(letters, *stop, strlen(letters)) != NULL) stop++;
  return dt_text_between(at, stop);
}

void dt_said_keys_find(dt_said_keys *keys, detm_text markup) {
  const detm_text data = DT_TEXT(" data-");
  const char *at = markup.data, *end = markup.data + markup.length;
  while (at < end && (at = memmem(at, (size_t)(end - at), data.data, data.length)) != NULL) {
    const char *name = at += data.length;
    while (at < end && ((*at >= 'a' && *at <= 'z') || *at == '-')) at++;
    detm_text named = dt_text_between(name, at);
    while (at < end && *at >= '0' && *at <= '9') at++; /* of a region */

    if (dt_text_starts(named, DT_TEXT("say")))
      use_key(keys, "", word_of_attribute(at, end));
    else if (dt_text_equal(named, DT_TEXT("o")) || dt_text_equal(named, DT_TEXT("a")))
      use_key(keys, "left-", word_of_attribute(at, end));
  }
}

static void write_messages(dt_buffer *out, const dt_said_keys *keys, const dt_embedded *file) {
  detm_text english = english_lines();
  const char *comma = "";
  for (size_t at = 0; at < english.length; at += line_at(english, at).length + 1) {
    if (!keys->used[at]) continue;
    detm_text line = find_line(message_lines(file), key_of_line(line_at(english, at)));
    if (line.length != 0 && line.data[line.length - 1] == ',') line.length--;
    dt_buffer_text(out, comma);
    dt_buffer_add(out, line.data + strlen("  "), line.length - strlen("  "));
    comma = ",\n";
  }
}

void dt_said_keys_write(dt_buffer *out, const dt_said_keys *keys) {
  char before = '{';
  for (const dt_embedded *file = dt_message_files; file->name != NULL; file++) {
    if (strcmp(file->name, "en.json") == 0) continue;
    dt_buffer_format(out, "%c\"%.2s\":{\n", before, file->name);
    write_messages(out, keys, file);
    dt_buffer_text(out, "}\n");
    before = ',';
  }
  dt_buffer_byte(out, '}');
}
