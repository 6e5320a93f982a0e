/* html5/tokens.c: prints the tokens of pages as JSON, for tests/html5/tokenizer.py.
 *
 * Reads cases from standard input: a line "MODEL LAST-START BYTES" ("-" = no start tag), then that many bytes.  Prints
 * a line for each: an array of tokens as in html5lib-tests. */
#include "html/parse/references.h"

#include <stdio.h>
#include <stdlib.h>

static void print_string(const dt_buffer *text) {
  putchar('"');
  for (size_t i = 0; i < text->length; i++) {
    unsigned char c = (unsigned char)text->data[i];
    if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f)
      printf("\\u%04x", c);
    else
      putchar(c);
  }
  putchar('"');
}

static void print_slice(dt_slice slice, bool value) {
  dt_buffer text = {0};
  dt_slice_decode(slice, value, &text);
  print_string(&text);
  dt_buffer_free(&text);
}

static void print_optional(bool has, dt_slice slice) {
  if (has)
    print_slice(slice, false);
  else
    printf("null");
}

static void print_attributes(const dt_html_token *token) {
  printf(", {");
  for (uint32_t i = 0; i < token->attribute_count; i++) {
    if (i != 0) printf(", ");
    print_slice(dt_attribute_name_slice(&token->attributes[i]), false);
    printf(": ");
    print_slice(dt_attribute_value_slice(&token->attributes[i]), true);
  }
  printf("}%s", token->self_closing ? ", true" : "");
}

static void print_doctype(const dt_html_token *token) {
  printf("[\"DOCTYPE\", ");
  print_optional(token->has_name, token->text);
  printf(", ");
  print_optional(token->has_public_id, token->public_id);
  printf(", ");
  print_optional(token->has_system_id, token->system_id);
  printf(", %s]", token->quirks ? "false" : "true");
}

static void print_token(const dt_html_token *token, dt_buffer *text) {
  if (token->kind == DT_TOKEN_TEXT) {
    dt_slice_decode(token->text, false, text);
    return;
  }
  if (text->length != 0) {
    printf("[\"Character\", ");
    print_string(text);
    printf("], ");
    text->length = 0;
  }
  if (token->kind == DT_TOKEN_END_OF_FILE) return;
  if (token->kind == DT_TOKEN_DOCTYPE) {
    print_doctype(token);
  } else {
    static const char *const kinds[] = {
        [DT_TOKEN_START_TAG] = "StartTag", [DT_TOKEN_END_TAG] = "EndTag", [DT_TOKEN_COMMENT] = "Comment"};
    printf("[\"%s\", ", kinds[token->kind]);
    print_slice(token->text, false);
    if (token->kind == DT_TOKEN_START_TAG) print_attributes(token);
    printf("]");
  }
  printf(", ");
}

int main(void) {
  static dt_html_attribute attributes[DT_MAX_ATTRIBUTES];
  dt_tokenizer tokenizer;
  int model;
  char last[32];
  size_t length;
  while (scanf("%d %31s %zu", &model, last, &length) == 3) {
    char *page = malloc(length + 1);
    dt_buffer text = {0};
    dt_html_token token;
    if (page == NULL || getchar() != '\n' || fread(page, 1, length, stdin) != length) return 2;
    dt_tokenizer_start(&tokenizer, page, length, attributes);
    tokenizer.model = (dt_content_model)model;
    if (strcmp(last, "-") != 0) tokenizer.last_start = (dt_slice){last, (uint32_t)strlen(last), 0};
    printf("[");
    do {
      dt_html_token_next(&tokenizer, &token);
      print_token(&token, &text);
    } while (token.kind != DT_TOKEN_END_OF_FILE);
    printf("null]\n");
    dt_buffer_free(&text);
    free(page);
  }
  return 0;
}
