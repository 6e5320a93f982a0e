/* tree/value.c: the text of a node as a value, and of a run: what stands between two breaks. */
#include "tree/document.h"
#include "tree/node.h"

#include <string.h>

/* ---- text ---- */

/* Bytes of the blank at `at`, 0 = there is none: XML's white space, and U+00A0, which looks the same. */
static size_t blank_at(const char *at) {
  if (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') return 1;
  return *at == '\xc2' && at[1] == '\xa0' ? 2 : 0;
}

/* Adds text; *space tells that white space came since the last character of the value, which starts at `start`. */
static void add_folded(dt_buffer *out, size_t start, const xmlChar *content, bool *space) {
  const char *at = (const char *)content;
  while (at != NULL && *at != '\0') {
    const char *word = at;
    while (*at != '\0' && blank_at(at) == 0) at++;
    if (at > word) {
      if (*space && out->length > start) dt_buffer_byte(out, ' ');
      dt_buffer_add(out, word, (size_t)(at - word));
      *space = false;
    }
    for (size_t blank = blank_at(at); blank != 0; blank = blank_at(at)) {
      *space = true;
      at += blank;
    }
  }
}

static bool is_no_value(const xmlNode *element) {
  static const char *const names[] = {"aside", "figure", "nav", "script", "style"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp((const char *)element->name, names[i]) == 0) return true;
  return false;
}

/* Each between two blanks; compile-template.xsl has the same. */
static const char breaks[] =
    " address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav "
    "noframes "
    "ol optgroup option p pre search section summary table tbody td tfoot th thead title tr ul ";

bool dt_is_break(const xmlNode *node) {
  const char *name = (const char *)node->name;
  if (node->type != XML_ELEMENT_NODE) return false;
  size_t length = strlen(name);
  for (const char *at = strstr(breaks, name); at != NULL; at = strstr(at + 1, name))
    if (at[-1] == ' ' && at[length] == ' ') return true;
  return false;
}

/* Where a person sees a gap though there is no white space: at a break, and behind one. */
static bool is_gap(const xmlNode *node) {
  return dt_is_break(node) || (dt_node_is_text(node) && node->prev != NULL && dt_is_break(node->prev));
}

/* Adds the text of a node to the value that starts at `start`. */
static void add_value(const xmlNode *node, dt_buffer *out, size_t start, bool *space) {
  bool down = true;
  if (node->type != XML_ELEMENT_NODE && node->type != XML_ATTRIBUTE_NODE) {
    add_folded(out, start, node->content, space);
    return;
  }
  const xmlNode *at = node;
  do {
    if (down && at != node && is_gap(at)) *space = true;
    if (down && dt_node_is_text(at)) add_folded(out, start, at->content, space);
    bool inner = at->type == XML_ELEMENT_NODE || at->type == XML_ATTRIBUTE_NODE;
    if (down && inner && at->children != NULL && (at == node || !is_no_value(at))) {
      at = at->children;
    } else if (at == node) {
      return;
    } else if (at->next != NULL) {
      at = at->next;
      down = true;
    } else {
      at = at->parent;
      down = false;
    }
  } while (at != node);
}

void dt_value_text(const xmlNode *node, dt_buffer *out) {
  bool space = false;
  add_value(node, out, out->length, &space);
}

/* ---- runs ---- */

static bool is_blank(const char *text) {
  for (size_t blank = blank_at(text); blank != 0; blank = blank_at(text)) text += blank;
  return *text == '\0';
}

/* Whether a node of a run has text. */
static bool has_text(const xmlNode *node, unsigned long *looked) {
  for (const xmlNode *at = node; at != NULL;) {
    ++*looked;
    if (dt_node_is_text(at) && at->content != NULL && !is_blank((const char *)at->content)) return true;
    if (at->type == XML_ELEMENT_NODE && at->children != NULL && !is_no_value(at)) {
      at = at->children;
      continue;
    }
    while (at != node && at->next == NULL) at = at->parent;
    at = at != node ? at->next : NULL;
  }
  return false;
}

static const xmlNode *first_with_text(const xmlNode *node, unsigned long *looked) {
  while (node != NULL && (dt_is_break(node) || !has_text(node, looked))) node = node->next;
  return node;
}

const xmlNode *dt_run_first(const xmlNode *container, unsigned long *looked) {
  return container->type == XML_ELEMENT_NODE ? first_with_text(container->children, looked) : NULL;
}

const xmlNode *dt_run_next(const xmlNode *run, unsigned long *looked) {
  while (run != NULL && !dt_is_break(run)) {
    ++*looked;
    run = run->next;
  }
  return first_with_text(run, looked);
}

void dt_run_text(const xmlNode *run, dt_buffer *out) {
  size_t start = out->length;
  bool space = false;
  for (; run != NULL && !dt_is_break(run); run = run->next)
    if (dt_node_is_text(run) || (run->type == XML_ELEMENT_NODE && !is_no_value(run)))
      add_value(run, out, start, &space);
}
