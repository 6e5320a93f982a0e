/* content/formula.c: reads MathML.
 *
 * KaTeX, MathJax and Wikipedia hold a formula two or three times: as MathML, as TeX in an annotation or in alttext, and
 * as glyphs or a picture for the eye.  TeX is the form without loss that fits into a line; without it the parts of the
 * MathML are joined by signs that say how they belong together. */
#include "content/formula.h"

enum {
  DEEPEST = 60,     /* levels of a formula that are kept apart */
  LOOKED_AT = 200,  /* nodes beside an element in which a formula is sought */
  WRAPPERS = 3,     /* elements around glyphs alone, from the innermost, beside which the formula may be */
  MAX_BYTES = 20000 /* of the text of a formula */
};

/* ---- TeX ---- */

static const xmlNode *find_nonblank(const xmlNode *top) {
  for (const xmlNode *node = top; (node = dt_node_next(top, node)) != NULL;)
    if (!dt_is_white_string(dt_node_content(node))) return node;
  return NULL;
}

static const xmlNode *find_tex(const xmlNode *math) {
  for (const xmlNode *node = math; (node = dt_node_next(math, node)) != NULL;) {
    const char *encoding = dt_node_is(node, "annotation") ? dt_node_value(node, "encoding") : NULL;
    if (encoding != NULL && (strstr(encoding, "tex") != NULL || strstr(encoding, "TeX") != NULL))
      return find_nonblank(node);
  }
  return NULL;
}

/* ---- MathML without TeX ---- */

static void add_parts(dt_buffer *out, const xmlNode *parent, unsigned depth);

/* Adds a part of a formula, in brackets if it has several parts of its own. */
static void add_formula_part(dt_buffer *out, const xmlNode *part, unsigned depth) {
  size_t start = out->length;
  bool several = false;
  dt_buffer_byte(out, '(');
  add_parts(out, part, depth);
  if (out->failed) return;
  for (size_t i = start + 1; i < out->length; i++) several = several || strchr("+-*/=^_", out->data[i]) != NULL;
  if (several) {
    dt_buffer_byte(out, ')');
  } else {
    memmove(out->data + start, out->data + start + 1, out->length - start - 1);
    out->length--;
  }
}

static const char *sign_of(const xmlNode *node, size_t number) {
  static const struct {
    const char *name, *signs[2]; /* before the second and the third part */
  } joined[] = {{"msup", {"^", ""}},  {"msub", {"_", ""}},   {"msubsup", {"_", "^"}},   {"mfrac", {"/", ""}},
                {"mover", {"^", ""}}, {"munder", {"_", ""}}, {"munderover", {"_", "^"}}};
  for (size_t i = 0; number != 0 && number < 3 && i < sizeof joined / sizeof *joined; i++)
    if (dt_node_is(node, joined[i].name)) return joined[i].signs[number - 1];
  return number == 0 && dt_node_is(node, "msqrt") ? "\xe2\x88\x9a" : NULL; /* the sign of a root */
}

static void add_parts(dt_buffer *out, const xmlNode *parent, unsigned depth) {
  size_t number = 0;
  bool pair = sign_of(parent, 1) != NULL;
  for (const xmlNode *part = parent->children; part != NULL && out->length < MAX_BYTES; part = part->next) {
    if (dt_node_is_text(part)) {
      const char *text = dt_node_content(part), *from = text + strspn(text, DT_WHITE);
      size_t length = strlen(from);
      while (length != 0 && strchr(DT_WHITE, from[length - 1]) != NULL) length--;
      dt_buffer_add(out, from, length);
    }
    if (part->type != XML_ELEMENT_NODE || dt_node_is(part, "annotation") || dt_node_is(part, "annotation-xml"))
      continue;
    const char *sign = sign_of(parent, number++);
    if (sign != NULL) dt_buffer_text(out, sign);
    if (depth == DEEPEST) continue;
    if (pair)
      add_formula_part(out, part, depth + 1);
    else
      add_parts(out, part, depth + 1);
  }
}

dt_formula dt_formula_read(dt_arena *arena, const xmlNode *math) {
  const xmlNode *tex = find_tex(math), *node = tex != NULL ? tex : find_nonblank(math);
  const char *alternative = dt_node_value(math, "alttext");
  if (node == NULL) return (dt_formula){NULL, NULL};
  if (tex != NULL) return (dt_formula){dt_node_content(tex), tex};
  if (alternative != NULL && !dt_is_white_string(alternative)) return (dt_formula){alternative, node};
  dt_buffer text = {0};
  add_parts(&text, math, 0);
  const char *copy =
      text.failed || text.length == 0 ? dt_node_content(node) : dt_arena_copy(arena, text.data, text.length);
  dt_buffer_free(&text);
  return (dt_formula){copy, node};
}

/* ---- pictures of formulas ---- */

const char *dt_formula_of_image(const xmlNode *image) {
  static const char *const words[] = {"math", "latex", "tex", "equation", "formula"};
  const char *alt = dt_node_value(image, "alt"), *name = dt_node_value(image, "class");
  if (alt == NULL || dt_is_white_string(alt)) return NULL;
  size_t length = strlen(alt);
  if (*alt == '\\' || (length > 2 && *alt == '$' && alt[length - 1] == '$')) return alt;
  return name != NULL && dt_has_any_token(name, words, sizeof words / sizeof *words) ? alt : NULL;
}

/* ---- copies ---- */

static const xmlNode *find_math(const xmlNode *top) {
  if (dt_node_is(top, "math")) return top;
  size_t looked_at = 0;
  if (top->type != XML_ELEMENT_NODE) return NULL;
  for (const xmlNode *node = top; (node = dt_node_next(top, node)) != NULL && looked_at++ < LOOKED_AT;)
    if (dt_node_is(node, "math")) return node;
  return NULL;
}

bool dt_holds_formula(const xmlNode *node) { return find_math(node) != NULL; }

bool dt_repeats_formula(const xmlNode *math) {
  const xmlNode *before = dt_node_previous_element(math);
  return dt_node_first_element(math) == NULL && before != NULL && before->next == math && !dt_node_is(before, "math") &&
         find_math(before) != NULL;
}

/* Checks whether MathJax made an element from the TeX in a script after it: its glyphs, or a preview of them. */
static bool is_made_by_mathjax(const xmlNode *node) {
  const xmlNode *next = node;
  for (int steps = 0; next != NULL && steps < WRAPPERS; steps++, next = dt_node_next_element(next)) {
    const char *name = dt_node_value(next, "class");
    if (dt_node_is(next, "math")) return steps != 0 && dt_node_first_element(next) == NULL;
    if (name == NULL || strncmp(name, "MathJax", strlen("MathJax")) != 0 || find_math(next) != NULL) return false;
  }
  return false;
}

bool dt_draws_formula(const xmlNode *node) {
  const char *hidden = NULL, *alt = NULL;
  for (const xmlAttr *at = node->properties; at != NULL; at = at->next) { /* asked of each phrase of a page */
    const char *name = (const char *)at->name;
    if (*name == 'c' && *dt_attribute_content(at) == 'M' && is_made_by_mathjax(node)) return true;
    if (*name == 'a' && dt_same_name(name, "aria-hidden")) hidden = dt_attribute_content(at);
  }

  bool for_the_eye = hidden != NULL && strcmp(hidden, "true") == 0;
  if (dt_node_is(node, "img")) alt = dt_node_value(node, "alt");
  if (!for_the_eye && alt == NULL) return false;

  for (int step = 0; step < WRAPPERS; step++, node = node->parent) {
    const xmlNode *sides[] = {dt_node_previous_element(node), dt_node_next_element(node)};
    for (int i = 0; i < 2; i++) {
      const xmlNode *math = sides[i] != NULL ? find_math(sides[i]) : NULL;
      if (math == NULL) continue;
      const xmlNode *tex = find_tex(math);
      const char *source = tex != NULL ? dt_node_content(tex) : dt_node_value(math, "alttext");
      if (for_the_eye || (source != NULL && strcmp(source, alt) == 0)) return true;
    }
    if (sides[0] != NULL || sides[1] != NULL || node->parent == NULL || !dt_node_is(node->parent, "span")) break;
  }

  return false;
}
