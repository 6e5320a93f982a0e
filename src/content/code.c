/* content/code.c: finds blocks of code and their languages.
 *
 * A highlighter wraps each line in an element and puts the numbers of the lines into a cell, a column or a pre of their
 * own.  What makes a block of code is therefore read from its numbers, which count on by one, and from pre and code
 * beside them, not from the names of one highlighter. */
#include "content/code.h"

#include "html/elements.h"
#include "html/visibility.h"
#include "text/words.h"

#include <stdlib.h>

enum {
  LOOKED_AT = 4000, /* nodes of a block that are read to judge it */
  WRAPPERS = 3,     /* elements around a pre that may name its language */
  LANGUAGE_BYTES = 30
};

/* ---- numbers of lines ---- */

/* Reads the numbers in an element.  Returns how many there are; 0 if there is other text, if they do not count on by
 * one from *next, which may be 0 for any number, or if there are more than `most`, each in a few nodes. */
static size_t count_numbers(const xmlNode *top, unsigned long *next, size_t most) {
  enum { NODES = 16 /* of a number */ };
  size_t count = 0, nodes = 0;
  for (const xmlNode *node = top; (node = dt_node_next(top, node)) != NULL;) {
    if (nodes++ / NODES > most) return 0;
    for (const char *at = dt_node_content(node); *(at += strspn(at, DT_WHITE)) != '\0';) {
      size_t digits = strspn(at, "0123456789");
      if (digits == 0 || digits > 7) return 0;
      unsigned long number = strtoul(at, NULL, 10);
      if (*next != 0 && number != *next) return 0;
      *next = number + 1;
      if (++count > most) return 0;
      at += digits;
    }
  }

  return count;
}

/* Checks whether the first text of an element may begin with a digit: that of most does not. */
static bool may_begin_with_digit(const xmlNode *top) {
  enum { NODES = 16 };
  size_t nodes = 0;
  for (const xmlNode *node = top; (node = dt_node_next(top, node)) != NULL && nodes++ < NODES;) {
    const char *text = dt_node_content(node);
    while (*text == ' ' || *text == '\n' || *text == '\t' || *text == '\r') text++;
    if (*text != '\0') return dt_is_digit(*text);
  }
  return nodes > NODES;
}

static bool is_blank_element(const xmlNode *top) {
  for (const xmlNode *node = top; (node = dt_node_next(top, node)) != NULL;)
    if (!dt_is_white_string(dt_node_content(node))) return false;
  return true;
}

/* Checks whether the numbers are in an attribute, from which a style sheet prints them. */
static bool is_numbered(const xmlNode *cell) {
  static const char *const names[] = {"data-line-number", "data-line", "data-lineno", "data-ln"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (dt_node_value(cell, names[i]) != NULL) return is_blank_element(cell);
  return false;
}

/* Checks whether a class says that an element holds numbers of lines. */
static bool is_called_numbers(const xmlNode *node) {
  static const char *const words[] = {"lineno", "linenum", "line-num", "line_num", "ln-num", "gutter", "rowno"};
  const char *name = dt_node_value(node, "class");
  for (size_t i = 0; name != NULL && i < sizeof words / sizeof *words; i++)
    if (dt_text_has_ci(dt_text(name), dt_text(words[i]))) return true;
  return false;
}

/* Returns the number that is all of an element at the start of a line; 0 if there is none. */
static unsigned long number_of_line(const xmlNode *node) {
  unsigned long next = 0;
  if (node->children == NULL || !dt_node_is_text(node->children) || count_numbers(node, &next, SIZE_MAX) != 1) return 0;
  const xmlNode *before = node->prev;
  if (before != NULL && !dt_node_is(before, "br") &&
      !(dt_node_is_text(before) && dt_text_ends(dt_text(dt_node_content(before)), DT_TEXT("\n"))))
    return 0;
  return next - 1;
}

/* Checks whether an element numbers its line: the next line, or the one before, has an element of the same class with
 * the next number in that direction. */
static bool numbers_line(const xmlNode *node) {
  enum { NEAR = 120 }; /* nodes of a line */
  const char *name = dt_node_value(node, "class");
  unsigned long own = name != NULL ? number_of_line(node) : 0;
  const xmlNode *line = node->prev == NULL ? node->parent : NULL; /* the lines may be elements */
  if (own == 0) return false;

  for (int forward = 0; forward < 2; forward++) {
    const xmlNode *at =
        line != NULL && line->parent != NULL && !dt_node_is(line, "pre") && !dt_node_is(line, "code") ? line : node;
    bool lines = at == line;
    for (int steps = 0; steps < NEAR; steps++) {
      at = forward ? at->next : at->prev;
      if (at == NULL) break;
      const xmlNode *twin = lines ? dt_node_first_element(at) : at;
      if (twin == NULL || twin->name != node->name) continue;
      const char *other = dt_node_value(twin, "class");
      if (other == NULL || strcmp(other, name) != 0) continue;
      if (number_of_line(twin) == (forward ? own + 1 : own - 1)) return true;
      break;
    }
  }

  return false;
}

bool dt_is_line_numbers(const xmlNode *node) {
  unsigned long next = 0;
  bool cell = (dt_node_is(node, "td") || dt_node_is(node, "th")) && dt_node_next_element(node) != NULL;
  if (!cell && !is_called_numbers(node)) return dt_node_is(node, "span") && numbers_line(node);
  return count_numbers(node, &next, SIZE_MAX) != 0 || (cell && is_numbered(node));
}

/* ---- blocks ---- */

/* Checks whether an element holds another with this name, within the nodes looked at. */
static bool holds(const xmlNode *top, const char *name) {
  size_t looked_at = 0;
  for (const xmlNode *node = top; (node = dt_node_next(top, node)) != NULL && looked_at++ < LOOKED_AT;)
    if (dt_node_is(node, name)) return true;
  return false;
}

/* Checks whether a cell holds lines of code.  A code element alone may be a word of a table. */
static bool is_code_cell(const xmlNode *cell, bool alone) {
  const char *name = dt_node_value(cell, "class");
  if (holds(cell, "pre") || (name != NULL && dt_text_has_ci(dt_text(name), DT_TEXT("code")))) return true;
  return alone && holds(cell, "code");
}

/* Checks whether a row has two cells, the numbers of lines, which count on from row to row, and the lines. */
static bool is_code_row(const xmlNode *row, unsigned long *next) {
  const xmlNode *numbers = dt_node_first_element(row);
  const xmlNode *lines = numbers != NULL ? dt_node_next_element(numbers) : NULL;
  if (lines == NULL || !dt_node_is(lines, "td") || dt_node_next_element(lines) != NULL) return false;
  if (!is_numbered(numbers) && count_numbers(numbers, next, SIZE_MAX) == 0) return false;
  bool alone = dt_node_previous_element(row) == NULL && dt_node_next_element(row) == NULL;
  return is_code_cell(lines, alone);
}

static bool is_code_table(const xmlNode *table) {
  unsigned long next = 0;
  size_t rows = 0;
  for (const xmlNode *part = dt_node_first_element(table); part != NULL; part = dt_node_next_element(part)) {
    if (dt_node_is(part, "colgroup")) continue;
    if (!dt_node_is(part, "tbody")) return false;
    for (const xmlNode *row = dt_node_first_element(part); row != NULL; rows++) {
      if (!is_code_row(row, &next)) return false;
      row = dt_node_next_element(row);
    }
  }
  return rows != 0;
}

/* Checks whether a list numbers the lines of code: each item holds one code element, or span, and nothing else, and the
 * list is called so or a line is indented. */
static bool is_code_list(const xmlNode *list) {
  bool lines = is_called_numbers(list);
  size_t items = 0;
  for (const xmlNode *item = dt_node_first_element(list); item != NULL; items++) {
    const xmlNode *only = dt_node_first_element(item);
    if (!dt_node_is(item, "li") || only == NULL) return false;
    if (!dt_node_is(only, "code") && !dt_node_is(only, "span")) return false;
    if (dt_node_next_element(only) != NULL) return false;
    for (const xmlNode *node = item->children; node != NULL; node = node->next)
      if (dt_node_is_text(node) && !dt_is_white_string(dt_node_content(node))) return false;
    const xmlNode *text = only;
    while (text->children != NULL) text = text->children;
    const char *line = dt_node_content(text);
    lines = lines || *line == ' ' || strncmp(line, "\xc2\xa0", 2) == 0;
    item = dt_node_next_element(item);
  }

  return lines && items > 1;
}

/* Checks whether an element is a line of code: a pre without line breaks, or a div of nothing but code elements. */
static bool is_line_of_code(const xmlNode *line) {
  bool pre = dt_node_is(line, "pre");
  if (!pre && (!dt_node_is(line, "div") || line->children == NULL)) return false;
  for (const xmlNode *node = line->children; !pre && node != NULL; node = node->next)
    if (dt_node_is_text(node) ? !dt_is_white_string(dt_node_content(node)) : !dt_node_is(node, "code")) return false;
  for (const xmlNode *text = line; (text = dt_node_next(line, text)) != NULL;)
    if (dt_node_is(text, "br") || (pre && strchr(dt_node_content(text), '\n') != NULL)) return false;
  return true;
}

/* Checks whether an element holds nothing but a div of a phrase for each line, of which some are indented by no-break
 * spaces, as only code is. */
static bool is_indented_lines(const xmlNode *block) {
  enum { MIN_LINES = 3, NODES = 60 /* of a line */ };
  size_t lines = 0;
  bool indented = false;

  for (const xmlNode *line = block->children; line != NULL; line = line->next) {
    if (line->type != XML_ELEMENT_NODE && dt_is_white_string(dt_node_content(line))) continue;
    if (!dt_node_is(line, "div")) return false;
    size_t nodes = 0;
    detm_text first = DT_TEXT("");
    for (const xmlNode *node = line; (node = dt_node_next(line, node)) != NULL;) {
      if (++nodes > NODES || dt_node_is(node, "div") || dt_node_is(node, "p") || dt_node_is(node, "a")) return false;
      if (first.length == 0 && dt_node_is_text(node)) first = dt_text(dt_node_content(node));
    }
    indented |= dt_text_starts(first, DT_TEXT("\xc2\xa0\xc2\xa0"));
    lines++;
  }

  return indented && lines >= MIN_LINES;
}

/* Checks whether a class or a style says that an element holds code. */
static bool is_called_code(const xmlNode *block) {
  static const char *const names[] = {"code", "codebox", "codeblock", "code-block", "source-code", "sourcecode"};
  static const char *const fonts[] = {"monospace", "courier", "consolas", "menlo"};
  const char *class = dt_node_value(block, "class"), *style = dt_node_value(block, "style");
  if (class != NULL && dt_has_any_token(class, names, sizeof names / sizeof *names)) return true;
  for (size_t i = 0; style != NULL && i < sizeof fonts / sizeof *fonts; i++)
    if (dt_text_has_ci(dt_text(style), dt_text(fonts[i]))) return true;
  return false;
}

static bool is_of_broken_line(const xmlNode *node) {
  return dt_node_is(node, "br") || dt_node_is(node, "span") || dt_node_is(node, "b");
}

/* Checks whether an element that is called code holds nothing but phrases and the line breaks between them, and a line
 * is indented by no-break spaces. */
static bool is_broken_lines(const xmlNode *block, const xmlNode *first) {
  bool indented = false;
  if (!is_of_broken_line(first)) return false;
  size_t breaks = 0;
  for (const xmlNode *node = block; (node = dt_node_next(block, node)) != NULL;) {
    if (dt_node_is(node, "br")) {
      const char *line = node->next != NULL && dt_node_is_text(node->next) ? dt_node_content(node->next) : "";
      indented |= strncmp(line + strspn(line, DT_WHITE), "\xc2\xa0\xc2\xa0", 4) == 0;
      breaks++;
    } else if (node->type == XML_ELEMENT_NODE && !is_of_broken_line(node)) {
      return false;
    }
  }

  return indented && breaks > 1 && is_called_code(block);
}

/* Checks whether an element holds nothing but an element for each line, as an editor or a highlighter shows them; the
 * classes of pre are equal. */
static bool is_code_of_lines(const xmlNode *block) {
  enum { MIN_LINES = 3 };
  const xmlNode *first = dt_node_first_element(block);
  const char *name = dt_node_value(first, "class");
  bool pre = dt_node_is(first, "pre");
  size_t lines = 0;

  for (const xmlNode *node = block->children; node != NULL; node = node->next) {
    if (dt_node_is_text(node) && !dt_is_white_string(dt_node_content(node))) return false;
    if (node->type != XML_ELEMENT_NODE) continue;
    const char *own = dt_node_value(node, "class");
    if (node->name != first->name || name == NULL || own == NULL || (pre && strcmp(name, own) != 0)) return false;
    if (!is_line_of_code(node)) return false;
    lines++;
  }

  return lines >= MIN_LINES;
}

/* Checks whether an element holds nothing but the numbers of the lines that the next element holds. */
static bool numbers_next(const xmlNode *numbers) {
  enum { MIN_LINES = 3 };
  unsigned long next = 1;
  const xmlNode *lines = dt_node_next_element(numbers);
  if (lines == NULL || lines->name != numbers->name || numbers->children == NULL) return false;
  if (dt_node_is_text(numbers->children) && !dt_is_white_string(dt_node_content(numbers->children))) return false;
  if (!may_begin_with_digit(numbers)) return false;
  unsigned long elements = 0;
  for (const xmlNode *line = dt_node_first_element(lines); line != NULL; line = dt_node_next_element(line)) elements++;
  return elements >= MIN_LINES && count_numbers(numbers, &next, elements) == elements;
}

/* Checks whether an element holds the lines of code whose numbers the element before it holds. */
static bool is_beside_numbers(const xmlNode *block) {
  const xmlNode *before = dt_node_previous_element(block);
  return before != NULL && numbers_next(before);
}

/* Checks whether a code element outside of a pre holds lines of its own, blocks or line breaks, and has no text beside
 * it.  In a cell or an item it may be a word. */
static bool is_code_alone(const xmlNode *code) {
  static const char *const around[] = {"div", "p", "figure", "section", "article", "blockquote", "dd", "body"};
  size_t place = 0;
  while (place < sizeof around / sizeof *around && !dt_node_is(code->parent, around[place])) place++;
  if (place == sizeof around / sizeof *around) return false;
  const xmlNode *sides[] = {code->prev, code->next};
  for (size_t i = 0; i < 2; i++)
    for (const xmlNode *at = sides[i]; at != NULL; at = i == 0 ? at->prev : at->next)
      if (at->type == XML_ELEMENT_NODE || !dt_is_white_string(dt_node_content(at))) return false;
  return holds(code, "br") || holds(code, "div");
}

bool dt_is_code_block(const xmlNode *block) {
  if (dt_node_is(block, "ol")) return is_code_list(block);
  if (dt_node_is(block, "code")) return is_code_alone(block);

  if (dt_node_is(block, "div")) {
    const xmlNode *first = dt_node_first_element(block);
    const char *style = dt_node_value(block, "style");
    bool spaced = style != NULL && dt_style_is_preformatted(dt_text(style));
    bool lines = first != NULL && (is_line_of_code(first) ? is_code_of_lines(block) : is_indented_lines(block));
    if (!spaced || lines)
      return lines || (first != NULL && (is_beside_numbers(block) || is_broken_lines(block, first)));
  }

  static const char others[] = "p|h1|h2|h3|h4|h5|h6|ul|dl|form|article|section|header|footer|nav|main|aside|blockquote";
  if (dt_node_is(block, "table")) return is_code_table(block);
  for (const xmlNode *node = block; (node = dt_node_next(block, node)) != NULL;)
    if (dt_node_is_among(node, others)) return false;

  return true;
}

bool dt_is_gutter(const xmlNode *pre) {
  unsigned long next = 0;
  if (!dt_node_is(pre, "pre")) {
    const xmlNode *before = dt_node_previous_element(pre), *after = dt_node_next_element(pre);
    bool beside = (before != NULL && dt_node_is(before, "pre")) || (after != NULL && dt_node_is(after, "pre"));
    return (beside && is_called_numbers(pre) && count_numbers(pre, &next, SIZE_MAX) != 0) || numbers_next(pre);
  }

  if (count_numbers(pre, &next, SIZE_MAX) < 1) return false;
  const xmlNode *around = pre->parent;
  for (int steps = 0; around != NULL && steps < 2; steps++, around = around->parent) {
    size_t looked_at = 0;
    for (const xmlNode *node = around; (node = dt_node_next(around, node)) != NULL && looked_at++ < LOOKED_AT;) {
      next = 0;
      if (node != pre && dt_node_is(node, "pre"))
        return count_numbers(node, &next, SIZE_MAX) == 0 && !is_blank_element(node);
    }
  }

  return false;
}

/* ---- languages ---- */

/* Names that stand alone in the classes of highlighters. */
static const char languages[] =
    "bash|c|clojure|console|cpp|csharp|css|dart|diff|dockerfile|elixir|elm|erlang|fortran|fsharp|go|graphql|groovy|"
    "haskell|html|ini|java|javascript|js|json|julia|kotlin|latex|lisp|lua|make|makefile|markdown|matlab|nginx|objc|"
    "ocaml|pascal|perl|php|powershell|python|py|r|rb|ruby|rust|scala|scss|sh|shell|sql|swift|toml|ts|typescript|vb|"
    "xml|yaml|zig";

/* Returns the language in one word of a class; empty if it does not name one. */
static detm_text language_in_word(detm_text word, bool highlighter, bool brush) {
  size_t begins = dt_word_at_start(word, "language-|lang-|highlight-source-|highlight-text-|mw-highlight-lang-|brush:");
  if (begins != 0) return dt_text_from(word, begins);
  detm_text name = dt_text_starts(word, DT_TEXT("highlight-")) ? dt_text_from(word, strlen("highlight-")) : word;
  while (name.data != word.data && name.length != 0 && dt_is_digit(name.data[name.length - 1])) name.length--;
  return brush || (highlighter && dt_text_is_among(name, languages)) ? name : (detm_text){"", 0};
}

static detm_text language_in_class(const char *name) {
  static const char *const highlighters[] = {"highlight",   "hljs",       "sourceCode", "syntaxhighlighter",
                                             "prettyprint", "codehilite", "chroma",     "shiki",
                                             "prism",       "code"};
  bool highlighter = false, brush = false;
  size_t length;
  for (size_t i = 0; i < sizeof highlighters / sizeof *highlighters; i++)
    highlighter = highlighter || dt_text_has_ci(dt_text(name), dt_text(highlighters[i]));

  for (const char *at = name; (at = dt_next_token(at, &length)) != NULL; at += length) {
    detm_text word = {at, length};
    detm_text found = language_in_word(word, highlighter, brush);
    while (found.length != 0 && strchr(";,", found.data[found.length - 1]) != NULL) found.length--;
    if (found.length != 0 && found.length < LANGUAGE_BYTES) return found;
    brush = dt_text_equal_ci(word, DT_TEXT("brush:"));
  }

  return (detm_text){"", 0};
}

static detm_text language_of(const xmlNode *node) {
  const char *name = dt_node_value(node, "class");
  detm_text found = name != NULL ? language_in_class(name) : (detm_text){"", 0};
  bool of_code = dt_node_is(node, "pre") || dt_node_is(node, "code");

  for (const xmlAttr *at = node->properties; found.length == 0 && at != NULL; at = at->next) {
    detm_text own = dt_text((const char *)at->name), value = dt_text(dt_attribute_content(at));
    bool natural = dt_text_equal(own, DT_TEXT("lang")); /* elsewhere the language of people */
    bool data = dt_text_starts(own, DT_TEXT("data-")) &&
                (dt_text_ends(own, DT_TEXT("lang")) || dt_text_ends(own, DT_TEXT("language")));
    if (value.length == 0 || value.length >= LANGUAGE_BYTES) continue;
    if (data || (natural && of_code && dt_text_is_among(value, languages))) found = value;
  }

  for (size_t i = 0; i < found.length; i++)
    if (strchr("#+-._", found.data[i]) == NULL && !dt_is_ascii_alnum(found.data[i])) return (detm_text){"", 0};
  return dt_word_is_among(found, "none|plaintext|plain|text|txt") ? (detm_text){"", 0} : found;
}

detm_text dt_code_language(const xmlNode *block) {
  detm_text found = language_of(block);
  size_t looked_at = 0;
  for (const xmlNode *node = block; found.length == 0 && looked_at++ < LOOKED_AT;) {
    node = dt_node_next(block, node);
    if (node == NULL) break;
    if (dt_node_is(node, "code") || dt_node_is(node, "pre")) found = language_of(node);
  }

  const xmlNode *around = block->parent;
  for (int steps = 0; found.length == 0 && steps < WRAPPERS && around != NULL; steps++, around = around->parent) {
    if (around->type != XML_ELEMENT_NODE || (!dt_node_is(around, "div") && !dt_node_is(around, "figure"))) break;
    found = language_of(around);
  }

  return found;
}
