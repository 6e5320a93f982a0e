/* template/apply/anchor_xpath.c: makes the XPath of anchors. */
#include "template/apply/anchor_xpath.h"

#include "html/dom.h"

/* Appends a string literal.  XPath has no escapes: a text with both kinds of quotes becomes concat(...). */
static void xpath_literal(dt_buffer *out, const char *text) {
  if (strchr(text, '\'') == NULL || strchr(text, '"') == NULL) {
    char quote = strchr(text, '\'') == NULL ? '\'' : '"';
    dt_buffer_byte(out, quote);
    dt_buffer_text(out, text);
    dt_buffer_byte(out, quote);
    return;
  }

  dt_buffer_text(out, "concat('");
  for (; *text != '\0'; text++) {
    if (*text == '\'') {
      dt_buffer_text(out, "', \"'\", '");
    } else {
      dt_buffer_byte(out, *text);
    }
  }

  dt_buffer_text(out, "')");
}

/* Appends a predicate for each token. */
static void xpath_tokens(dt_buffer *out, const char *attribute, const char *tokens) {
  size_t length;
  for (const char *at = dt_next_token(tokens, &length); at != NULL; at = dt_next_token(at + length, &length)) {
    dt_buffer token = {0};
    dt_buffer_byte(&token, ' ');
    dt_buffer_add(&token, at, length);
    dt_buffer_add(&token, " ", 2);
    dt_buffer_text(out, "[contains(concat(' ', normalize-space(@");
    dt_buffer_text(out, attribute);
    dt_buffer_text(out, "), ' '), ");
    if (token.failed) out->failed = true;
    if (!out->failed) xpath_literal(out, token.data);
    dt_buffer_text(out, ")]");
    dt_buffer_free(&token);
  }
}

static void add_equal(dt_buffer *out, const char *before, const char *name, const char *value) {
  dt_buffer_byte(out, '[');
  dt_buffer_text(out, before);
  dt_buffer_text(out, name);
  dt_buffer_text(out, " = ");
  xpath_literal(out, value);
  dt_buffer_byte(out, ']');
}

static void xpath_head(dt_buffer *out, const dt_anchor *a) {
  if (a->kind == DT_ANCHOR_PATH) return;
  dt_buffer_text(out, a->kind == DT_ANCHOR_DATA ? "/*/ld/descendant::" : "/descendant::");
  dt_buffer_text(out, a->tag != NULL ? a->tag : "*");
  if (a->kind == DT_ANCHOR_TEXT) dt_buffer_text(out, "/text()");

  switch (a->kind) {
  case DT_ANCHOR_TEXT:
  case DT_ANCHOR_CAPTION:
    add_equal(out, "", "normalize-space()", a->value);
    break;
  case DT_ANCHOR_ID:
    add_equal(out, "@", "id", a->value);
    break;
  case DT_ANCHOR_CLASS:
    xpath_tokens(out, "class", a->value);
    break;
  case DT_ANCHOR_ATTRIBUTE:
    add_equal(out, "@", a->name, a->value);
    break;
  case DT_ANCHOR_TOKEN:
    xpath_tokens(out, a->name, a->value);
    break;
  case DT_ANCHOR_DATA:
    if (a->value != NULL) add_equal(out, "@", "type", a->value);
    break;
  default:
    break;
  }
}

void dt_anchor_xpath(const dt_anchor *a, dt_buffer *out) {
  bool bounded = a->run == 0 && (a->skip != 0 || a->drop != 0);
  bool grouped = a->kind == DT_ANCHOR_TEXT && *a->path == '['; /* else positions would count within one element */
  if (bounded) dt_buffer_byte(out, '(');
  if (grouped) dt_buffer_byte(out, '(');
  xpath_head(out, a);
  if (grouped) dt_buffer_byte(out, ')');
  dt_buffer_text(out, a->path);
  if (bounded)
    dt_buffer_format(out, ")[position() > %lu and position() <= last() - %lu]", (unsigned long)a->skip,
                     (unsigned long)a->drop);
}

dt_xpath_state dt_xpath_of_anchor(const dt_anchor *anchor) {
  dt_buffer text = {0};
  xmlXPathCompExprPtr made = NULL;
  dt_anchor_xpath(anchor, &text);
  dt_buffer_byte(&text, '\0');
  dt_xpath_state state = text.failed ? DT_XPATH_NO_MEMORY : dt_xpath_compile(text.data, &made);
  xmlXPathFreeCompExpr(made);
  dt_buffer_free(&text);
  return state;
}

bool dt_anchor_counts(const dt_anchor *anchor) {
  if (anchor->run > 1 && anchor->run != DT_EVERY_RUN) return true;
  unsigned depth = 0;
  for (const char *at = anchor->path; *at != '\0'; at++) {
    if (*at == '[' && depth++ == 0 && dt_is_digit(at[1])) return true;
    if (*at == ']' && depth > 0) depth--;
  }
  return false;
}
