/* template/apply/xpath_check.c: checks the XPath of templates.
 *
 * Templates may be hostile.  Their paths are checked token by token, so that no path can break out of its place in the
 * stylesheet, read files or call functions of XSLT.  libxml2 checks the syntax. */
#include "template/apply/xpath_check.h"

#include "html/dom.h"

#include <stdarg.h>
#include <stdio.h>

enum {
  MAX_DEPTH = 16,           /* of brackets */
  MAX_TOKENS = 200,         /* in predicates: each may be a text as long as the page */
  MAX_SEARCHED_LENGTH = 200 /* bytes */
};

typedef struct checker {
  const char *at;
  char open[MAX_DEPTH]; /* the open brackets */
  unsigned depth, tokens;
  bool operand;           /* the last token ends an operand: a name or "*" is an operator */
  bool call;              /* the last token is a function's name */
  bool searches;          /* that function searches for its second argument */
  bool attribute;         /* the last token is "@" */
  bool called[MAX_DEPTH]; /* the brackets are those of a function */
  /* At each depth: */
  bool searched[MAX_DEPTH + 1]; /* these are the arguments of a function that searches */
  bool strings[MAX_DEPTH + 1];  /* only string literals are allowed */
  bool wide[MAX_DEPTH + 1];     /* the path has a step to many nodes */
  bool many[MAX_DEPTH + 1];     /* the operand may be many nodes */
  bool against[MAX_DEPTH + 1];  /* the operand is compared with many nodes */
  char *fault;
  size_t size;
} checker;

static const char *const axes[] = {"self",
                                   "child",
                                   "parent",
                                   "ancestor",
                                   "descendant",
                                   "following-sibling",
                                   "following",
                                   "preceding",
                                   "preceding-sibling",
                                   "attribute",
                                   "ancestor-or-self",
                                   "descendant-or-self",
                                   NULL};
/* The axes to few nodes. */
static const char *const narrow_axes[] = {"self", "child", "parent", "attribute", NULL};
/* The functions and node tests that an expression may have. */
static const char *const functions[] = {
    "text",      "node",      "position", "last",          "not",    "normalize-space", "contains", "starts-with",
    "translate", "substring", "string",   "string-length", "concat", "count",           NULL};
/* libxml2 compares each character with the whole text that these search for. */
static const char *const searching[] = {"contains", "translate", NULL};
static const char *const operators[] = {"and", "or", "div", "mod", NULL};

static bool is_word_among(const char *const *words, const char *text, size_t length) {
  for (; *words != NULL; words++)
    if (strlen(*words) == length && memcmp(*words, text, length) == 0) return true;
  return false;
}

/* Writes the reason.  Returns false. */
__attribute__((format(printf, 2, 3))) static bool refuse(checker *c, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (vsnprintf(c->fault, c->size, format, arguments) < 0) *c->fault = '\0';
  va_end(arguments);
  return false;
}

static bool is_xpath_name_byte(char c, bool first) {
  if (dt_is_ascii_letter(c)) return true;
  if (c == '_' || (unsigned char)c >= 0x80) return true;
  return !first && (dt_is_digit(c) || c == '-' || c == '.');
}

static const char *skip_white(const char *at) { return at + strspn(at, DT_WHITE); }

/* Notes a step to many nodes.  A path in a predicate may have only one: two take more than linear time (dt_walk bounds
 * the steps outside of predicates). */
static bool note_wide_step(checker *c) {
  if (c->wide[c->depth])
    return refuse(c, "a path in a predicate may have only one \"//\" or axis to many nodes: leave out one");
  c->wide[c->depth] = c->depth != 0;
  return true;
}

/* Notes an operand of many nodes.  Two must not be compared: libxml2 compares each with each, and does not count the
 * work. */
static bool note_many(checker *c) {
  c->many[c->depth] = c->depth != 0;
  if (!c->against[c->depth]) return true;
  return refuse(c, "two paths are compared: compare with a text, a number or a function such as normalize-space(..)");
}

static void forget_operands(checker *c) { c->many[c->depth] = c->against[c->depth] = false; }

static bool take_xpath_name(checker *c) {
  const char *name = c->at;
  while (is_xpath_name_byte(*c->at, false)) c->at++;
  size_t length = (size_t)(c->at - name);
  const char *next = skip_white(c->at);

  int shown = length < 60 ? (int)length : 60;
  if (c->operand) {
    c->operand = c->wide[c->depth] = false;
    forget_operands(c);
    if (c->depth != 0 && is_word_among(operators, name, length)) return true;
    return refuse(c, "\"%.*s\" is not allowed here", shown, name);
  }

  if (next[0] == ':' && next[1] == ':') {
    c->at = next + 2;
    bool climbs = c->wide[c->depth] && length == 6 && memcmp(name, "parent", 6) == 0;
    if (is_word_among(axes, name, length))
      return (is_word_among(narrow_axes, name, length) && !climbs) || note_wide_step(c);
    return refuse(c, "templates have no axis \"%.*s\"", shown, name);
  }

  if (*next == ':') return refuse(c, "\"%.*s:\" is a prefix, which templates cannot have", shown, name);
  bool attribute = c->attribute, test = length == 4 && (memcmp(name, "text", 4) == 0 || memcmp(name, "node", 4) == 0);
  c->operand = *next != '(';
  c->attribute = false;
  if (c->operand) return attribute || note_many(c);
  if (test && !note_many(c)) return false;
  if (c->depth == 0 && !test) return refuse(c, "the function \"%.*s\" is allowed only in predicates", shown, name);
  c->call = true;
  c->searches = is_word_among(searching, name, length);
  if (is_word_among(functions, name, length)) return true;
  return refuse(c, "templates have no function \"%.*s\"", shown, name);
}

static bool open_bracket(checker *c) {
  if (*c->at == '(' && c->depth == 0 && !c->call) return refuse(c, "\"(\" is allowed only in predicates");
  if (c->depth == MAX_DEPTH) return refuse(c, "brackets are nested more than %d deep", MAX_DEPTH);
  c->called[c->depth] = c->call;
  c->open[c->depth++] = *c->at++;
  c->searched[c->depth] = c->call && c->searches;
  c->strings[c->depth] = false;
  c->operand = c->call = c->wide[c->depth] = false;
  forget_operands(c);
  return true;
}

static bool close_bracket(checker *c) {
  char opened = *c->at == ']' ? '[' : '(';
  if (c->depth == 0 || c->open[c->depth - 1] != opened) return refuse(c, "\"%c\" closes nothing", *c->at);
  bool grouped_many = opened == '(' && !c->called[c->depth - 1] && c->many[c->depth];
  c->depth--;
  c->at++;
  c->operand = true;
  return !grouped_many || note_many(c);
}

/* Takes a token that only predicates have: numbers, strings, comparisons, sums, unions. */
static bool take_inner(checker *c) {
  if (c->depth == 0) return refuse(c, "\"%.20s\": only steps such as \"/dd[1]\" are allowed here", c->at);
  if (*c->at == '\'' || *c->at == '"') {
    const char *end = strchr(c->at + 1, *c->at);
    if (end == NULL) return refuse(c, "a string does not end");
    if (c->strings[c->depth] && end - c->at - 1 > MAX_SEARCHED_LENGTH)
      return refuse(c, "a string that contains or translate searches for has more than %d bytes", MAX_SEARCHED_LENGTH);
    c->at = end + 1;
    c->operand = true;
    return true;
  }

  if (dt_is_digit(*c->at)) {
    c->at += strspn(c->at, "0123456789.");
    c->operand = true;
    return true;
  }

  if (strchr("=!<>+-|,", *c->at) == NULL) return refuse(c, "\"%.20s\" is not allowed in a template", c->at);
  if (c->operand && strchr("=!<>", *c->at) != NULL) c->against[c->depth] = c->many[c->depth];
  if (strchr("+-,", *c->at) != NULL) c->against[c->depth] = false;
  if (*c->at != '|') c->many[c->depth] = false;
  c->strings[c->depth] = *c->at == ',' && c->searched[c->depth];
  c->at++;
  c->operand = c->wide[c->depth] = false;
  return true;
}

static bool take_token(checker *c) {
  if (c->depth != 0 && ++c->tokens > MAX_TOKENS)
    return refuse(c, "its predicates hold more than %d names, strings and operators: leave some out", MAX_TOKENS);
  if (c->depth != 0 && c->strings[c->depth] && strchr("'\",)", *c->at) == NULL)
    return refuse(c, "contains and translate search for strings, as in contains(., 'x'), not for the value of a path");

  bool twice = c->at[1] == *c->at; /* ".." or "//" */
  switch (*c->at) {
  case '[':
  case '(':
    return open_bracket(c);
  case ']':
  case ')':
    return close_bracket(c);
  case '/':
    c->at += twice ? 2 : 1;
    c->operand = false;
    return !twice || note_wide_step(c);
  case '@':
    c->at++;
    c->operand = false;
    c->attribute = true;
    return true;
  case '*':
    if (c->operand) return take_inner(c); /* refused there: products are not allowed */
    c->at++;
    c->operand = true;
    c->attribute = false;
    return note_many(c);
  case '.':
    c->at += twice ? 2 : 1;
    c->operand = true;
    return !twice || !c->wide[c->depth] || note_wide_step(c);
  case '$':
    return refuse(c, "templates have no variables");
  default:
    return is_xpath_name_byte(*c->at, true) ? take_xpath_name(c) : take_inner(c);
  }
}

bool dt_xpath_check(const char *path, char *fault, size_t size) {
  checker c = {.at = path, .fault = fault, .size = size};
  if (strlen(path) > DT_MAX_XPATH_LENGTH) return refuse(&c, "it has more than %d bytes", DT_MAX_XPATH_LENGTH);
  if (*path != '\0' && *path != '/' && *path != '[') return refuse(&c, "it must begin with \"/\" or \"[\"");
  for (c.at = skip_white(path); *c.at != '\0'; c.at = skip_white(c.at))
    if (!take_token(&c)) return false;
  return c.depth == 0 || refuse(&c, "\"%c\" is not closed", c.open[c.depth - 1]);
}
