/* parsed.c: tokens and trees of pages in one line. */
#include "html/parse/parsed.h"

#include "html/parse/parse.h"
#include "html/parse/references.h"

static void add_slice(dt_buffer *out, dt_slice slice, bool value) {
  dt_buffer text = {0};
  dt_slice_decode(slice, value, &text);
  for (size_t i = 0; i < text.length; i++) {
    char c = text.data[i];
    if (c == '\n')
      dt_buffer_text(out, "\\n");
    else
      dt_buffer_byte(out, c == '\0' ? '~' : c);
  }
  dt_buffer_free(&text);
}

static void add_attributes(dt_buffer *out, const dt_html_attribute *attributes, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    dt_buffer_byte(out, '[');
    add_slice(out, dt_attribute_name_slice(&attributes[i]), false);
    dt_buffer_byte(out, '=');
    add_slice(out, dt_attribute_value_slice(&attributes[i]), true);
    dt_buffer_byte(out, ']');
  }
}

/* ---- tokens ---- */

static void add_doctype(dt_buffer *out, const dt_html_token *token) {
  dt_buffer_text(out, "doctype");
  if (token->has_name) {
    dt_buffer_byte(out, ':');
    add_slice(out, token->text, false);
  }
  if (token->has_public_id) {
    dt_buffer_text(out, " public:");
    add_slice(out, token->public_id, false);
  }
  if (token->has_system_id) {
    dt_buffer_text(out, " system:");
    add_slice(out, token->system_id, false);
  }
  if (token->quirks) dt_buffer_text(out, " quirks");
}

static void add_token(dt_buffer *out, const dt_html_token *token) {
  static const char *const opening[] = {
      [DT_TOKEN_TEXT] = "'", [DT_TOKEN_START_TAG] = "<", [DT_TOKEN_END_TAG] = "</", [DT_TOKEN_COMMENT] = "<!--"};
  if (out->length != 0) dt_buffer_byte(out, ' ');
  if (token->kind == DT_TOKEN_DOCTYPE) {
    add_doctype(out, token);
    return;
  }
  dt_buffer_text(out, opening[token->kind]);
  add_slice(out, token->text, false);
  if (token->kind == DT_TOKEN_START_TAG) add_attributes(out, token->attributes, token->attribute_count);
  if (token->self_closing && token->kind == DT_TOKEN_START_TAG) dt_buffer_byte(out, '/');
  dt_buffer_text(out, token->kind == DT_TOKEN_TEXT ? "'" : token->kind == DT_TOKEN_COMMENT ? "-->" : ">");
}

void parsed_tokens(const char *page, size_t length, dt_content_model model, const char *last_start, dt_buffer *out) {
  static dt_html_attribute attributes[DT_MAX_ATTRIBUTES];
  dt_tokenizer tokenizer;
  dt_html_token token;
  dt_tokenizer_start(&tokenizer, page, length, attributes);
  tokenizer.model = model;
  if (last_start != NULL) tokenizer.last_start = (dt_slice){last_start, (uint32_t)strlen(last_start), 0};
  for (dt_html_token_next(&tokenizer, &token); token.kind != DT_TOKEN_END_OF_FILE;
       dt_html_token_next(&tokenizer, &token))
    add_token(out, &token);
  dt_buffer_byte(out, '\0');
}

/* ---- trees ---- */

static void add_node(dt_buffer *out, const dt_html_tree *tree, dt_node_number number) {
  static const char *const spaces[] = {"", "svg:", "math:"};
  const dt_html_node *node = &tree->nodes[number];
  if (node->previous != DT_NO_NODE) dt_buffer_byte(out, ' ');
  if (node->kind == DT_HTML_ELEMENT) {
    dt_buffer_text(out, spaces[node->space]);
    if (node->name != 0)
      add_slice(out, tree->pieces[node->name].slice, false);
    else
      dt_buffer_text(out, dt_tag_known_name(node->tag));
    add_attributes(out, tree->attributes + node->data, node->attribute_count);
  } else if (node->kind == DT_HTML_TEXT) {
    dt_buffer_byte(out, '\'');
    for (uint32_t piece = node->data; piece != 0; piece = tree->pieces[piece].next)
      add_slice(out, tree->pieces[piece].slice, false);
    dt_buffer_byte(out, '\'');
  } else {
    dt_buffer_text(out, node->kind == DT_HTML_COMMENT ? "!" : "!doctype ");
    add_slice(out, tree->pieces[node->data].slice, false);
  }
}

static void add_tree(dt_buffer *out, const dt_html_tree *tree) {
  const dt_html_node *nodes = tree->nodes;
  dt_node_number at = nodes[0].first_child;
  while (at != DT_NO_NODE) {
    add_node(out, tree, at);
    if (nodes[at].first_child != DT_NO_NODE) {
      dt_buffer_byte(out, '(');
      at = nodes[at].first_child;
      continue;
    }
    while (nodes[at].next == DT_NO_NODE && nodes[at].parent != DT_NO_NODE) {
      dt_buffer_byte(out, ')');
      at = nodes[at].parent;
    }
    at = nodes[at].next;
  }
  dt_buffer_byte(out, '\0');
}

typedef struct parse_job {
  const char *page;
  size_t length;
  uint32_t max_depth;
  dt_arena arena;
  dt_html_tree tree;
} parse_job;

static void parse(void *data) {
  parse_job *job = data;
  dt_html_tree_start(&job->tree, &job->arena);
  dt_html_parse(&job->tree, job->page, job->length,
                &(dt_html_options){.max_depth = job->max_depth, .max_nodes = SIZE_MAX, .frame_depth = 2});
}

detm_status parsed_tree(const char *page, size_t length, uint32_t max_depth, dt_buffer *out) {
  dt_scope scope;
  parse_job job = {.page = page, .length = length, .max_depth = max_depth};
  dt_scope_start(&scope, 0);
  dt_arena_start(&job.arena, &scope);
  bool done = dt_scope_run(&scope, parse, &job);
  if (done) add_tree(out, &job.tree);
  dt_html_tree_free(&job.tree);
  dt_arena_free(&job.arena);
  return done ? DETM_OK : scope.status;
}
