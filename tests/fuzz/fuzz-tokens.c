/* tests/fuzz/fuzz-tokens.c: splits a page into the tokens of HTML.
 *
 * Each token is in the bytes that it was read from, in order, and its flags are those of its bytes; nothing else is
 * skipped than markup that makes no token.  Texts are decoded to UTF-8.  The page up to the end of a token makes the
 * same token.  If the first byte is below 32, it is not part of the page: its bits 0 to 2 are the content model at the
 * start, bit 3 allows CDATA sections, bit 4 leaves out attributes without a number. */
#include "must.h"

#include "html/parse/references.h"

#include <strings.h>

enum { NAME_FLAGS = DT_RAW_NUL | DT_RAW_UPPER, TEXT_FLAGS = DT_RAW_CR | DT_RAW_NUL, ALL_FLAGS = 15 };

/* The bytes that a token was read from. */
typedef struct token_range {
  const char *from, *to;
  bool at_end; /* the page ends there */
} token_range;

/* ---- texts ---- */

static uint32_t flags_of(dt_slice slice) {
  uint32_t flags = 0;
  for (uint32_t i = 0; i < slice.length; i++) {
    char c = slice.data[i];
    flags |= c == '&' ? DT_RAW_REFERENCE : c == '\r' ? DT_RAW_CR : c == '\0' ? DT_RAW_NUL : 0;
    if (c >= 'A' && c <= 'Z') flags |= DT_RAW_UPPER;
  }
  return flags;
}

/* Checks whether XML allows all characters, which are valid UTF-8; form feeds are replaced by its writers. */
static bool is_xml(const char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if ((unsigned char)bytes[i] < ' ' && !dt_is_html_space(bytes[i])) return false;
    if (length - i > 2 && memcmp(bytes + i, "\xEF\xBF", 2) == 0 && (unsigned char)bytes[i + 2] >= 0xBE) return false;
  }
  return true;
}

static void check_decoded(dt_slice slice, bool value) {
  dt_buffer text = {0};
  dt_slice_decode(slice, value, &text);
  must(!text.failed && text.length <= 3 * (size_t)slice.length);
  must(dt_utf8_valid(text.data, text.length) == text.length);
  uint32_t left = flags_of((dt_slice){text.data, (uint32_t)text.length, 0});
  if ((slice.raw & DT_RAW_KEEP_NUL) == 0) must((left & DT_RAW_NUL) == 0);
  if ((slice.raw & DT_RAW_REFERENCE) == 0) must((left & DT_RAW_CR) == 0);
  if ((slice.raw & DT_RAW_UPPER) != 0) must((left & DT_RAW_UPPER) == 0);
  text.length = 0;
  dt_slice_decode_xml(slice, value, &text);
  must(dt_utf8_valid(text.data, text.length) == text.length);
  must(is_xml(text.data, text.length) || !is_xml(slice.data, slice.length));
  dt_buffer_free(&text);
}

/* `possible`: the flags that the slice has if its bytes need them. */
static void check_slice(token_range range, dt_slice slice, uint32_t possible, bool value) {
  must(slice.data >= range.from && slice.data <= range.to && slice.length <= (size_t)(range.to - slice.data));
  must((slice.raw & ~(uint32_t)DT_RAW_KEEP_NUL) == (flags_of(slice) & possible));
  check_decoded(slice, value);
}

/* ---- tokens ---- */

/* Skips "</>", "<![CDATA[" and "]]>", which make no token. */
static const char *skip_empty(const dt_tokenizer *t, token_range range) {
  const char *at = range.from;
  for (dt_content_model model = t->model;;) {
    size_t left = (size_t)(range.to - at);
    if (model == DT_MODEL_CDATA && left >= 3 && memcmp(at, "]]>", 3) == 0) {
      model = DT_MODEL_DATA;
      at += 3;
    } else if (model == DT_MODEL_DATA && left >= 3 && memcmp(at, "</>", 3) == 0) {
      at += 3;
    } else if (model == DT_MODEL_DATA && t->cdata && left >= 9 && memcmp(at, "<![CDATA[", 9) == 0) {
      model = DT_MODEL_CDATA;
      at += 9;
    } else {
      return at;
    }
  }
}

static bool begins_with(token_range range, const char *start) {
  size_t length = strlen(start);
  return (size_t)(range.to - range.from) >= length && strncasecmp(range.from, start, length) == 0;
}

static void check_attributes(const dt_tokenizer *t, token_range range, const dt_html_token *token) {
  must(token->attribute_count <= DT_MAX_ATTRIBUTES);
  const detm_text tag = {token->text.data, token->text.length};
  bool all = !t->known_attributes_only || token->tag == DT_TAG_annotation_xml || token->tag == DT_TAG_html ||
             dt_text_equal_ci(tag, DT_TEXT("slot")) || token->tag == DT_TAG_img || token->tag == DT_TAG_meta ||
             token->tag == DT_TAG_template || token->tag == DT_TAG_select || token->tag == DT_TAG_option ||
             token->tag == DT_TAG_iframe || token->tag == DT_TAG_optgroup ||
             (dt_tag_categories(token->tag) & DT_FORMATTING) != 0;
  dt_buffer name = {0};
  for (uint32_t i = 0; i < token->attribute_count; i++) {
    const dt_html_attribute *attribute = &token->attributes[i];
    check_slice(range, dt_attribute_name_slice(attribute), NAME_FLAGS, false);
    range.from = attribute->name + attribute->name_length;
    check_slice(range, dt_attribute_value_slice(attribute), ALL_FLAGS & ~DT_RAW_UPPER, true);
    range.from = attribute->value + attribute->value_length;
    name.length = 0;
    dt_slice_decode(dt_attribute_name_slice(attribute), false, &name);
    must(attribute->number == dt_attribute_number(name.data, name.length));
    bool of_page = (name.length >= 5 && strncasecmp(name.data, "data-", 5) == 0) ||
                   (name.length == 4 && strncasecmp(name.data, "slot", 4) == 0);
    of_page = of_page || (attribute->value_length != 0 && (*attribute->value == '{' || *attribute->value == '['));
    must(name.length != 0 && (all || of_page || attribute->number != DT_ATTRIBUTE_NONE));
    must(dt_find_same_name(token->attributes, i, attribute) == NULL);
  }
  dt_buffer_free(&name);
}

static void check_tag(const dt_tokenizer *t, token_range range, const dt_html_token *token) {
  dt_buffer name = {0};
  must(begins_with(range, token->kind == DT_TOKEN_START_TAG ? "<" : "</") && range.to[-1] == '>');
  must(token->text.data == range.from + (token->kind == DT_TOKEN_START_TAG ? 1 : 2));
  check_slice(range, token->text, NAME_FLAGS, false);
  dt_slice_decode(token->text, false, &name);
  must(name.length != 0 && dt_is_ascii_letter(*name.data));
  dt_tag tag = dt_tag_number(name.data, name.length);
  must(token->tag == (tag < DT_TAG_COUNT ? tag : DT_TAG_FOREIGN));
  dt_buffer_free(&name);
  range.from = token->text.data + token->text.length;
  check_attributes(t, range, token);
}

static void check_comment(token_range range, dt_slice text) {
  size_t start = 2; /* "<!" or "</" */
  if (begins_with(range, "<!--")) start = 4;
  if (begins_with(range, "<?")) start = 1;
  must(begins_with(range, "<") && text.data == range.from + start && (range.to[-1] == '>' || range.at_end));
  check_slice(range, text, TEXT_FLAGS, false);
}

static void check_doctype(token_range range, const dt_html_token *token) {
  must(begins_with(range, "<!doctype") && (range.to[-1] == '>' || range.at_end));
  must(token->has_name == (token->text.length != 0));
  check_slice(range, token->text, NAME_FLAGS, false);
  range.from = token->text.data + token->text.length;
  if (token->has_public_id) {
    check_slice(range, token->public_id, TEXT_FLAGS, false);
    range.from = token->public_id.data + token->public_id.length;
  }
  if (token->has_system_id) check_slice(range, token->system_id, TEXT_FLAGS, false);
}

static void check_text(const dt_tokenizer *after, token_range range, dt_slice text) {
  bool references = after->model == DT_MODEL_DATA || after->model == DT_MODEL_RCDATA;
  bool keeps = after->model == DT_MODEL_DATA || after->model == DT_MODEL_CDATA;
  must(text.data == range.from && text.length != 0 && text.data + text.length == range.to);
  must(((text.raw & DT_RAW_KEEP_NUL) != 0) == (keeps && (text.raw & DT_RAW_NUL) != 0));
  check_slice(range, text, TEXT_FLAGS | (references ? DT_RAW_REFERENCE : 0), false);
}

/* `before` and `after`: the tokenizer before and after it read the token. */
static void check_token(const dt_tokenizer *before, const dt_tokenizer *after, const dt_html_token *token) {
  token_range range = {before->at, after->at, after->at == after->end};
  must(range.to >= range.from && range.to <= after->end);
  range.from = skip_empty(before, range);
  if (token->kind != DT_TOKEN_START_TAG) must(token->attribute_count == 0 || token->kind == DT_TOKEN_END_TAG);
  switch (token->kind) {
  case DT_TOKEN_END_OF_FILE:
    must(range.at_end && (range.from == range.to || *range.from == '<'));
    return;
  case DT_TOKEN_TEXT:
    check_text(after, range, token->text);
    return;
  case DT_TOKEN_COMMENT:
    check_comment(range, token->text);
    return;
  case DT_TOKEN_DOCTYPE:
    check_doctype(range, token);
    return;
  default:
    check_tag(before, range, token);
  }
}

/* ---- the same token from a part of the page ---- */

static bool same_slice(dt_slice a, dt_slice b) {
  return a.length == b.length && a.raw == b.raw && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

static void check_same(const dt_html_token *a, const dt_html_token *b) {
  must(a->kind == b->kind && a->tag == b->tag && a->self_closing == b->self_closing);
  if (a->kind == DT_TOKEN_END_OF_FILE) return;
  must(same_slice(a->text, b->text) && a->attribute_count == b->attribute_count);
  for (uint32_t i = 0; i < a->attribute_count; i++) {
    must(a->attributes[i].number == b->attributes[i].number);
    must(same_slice(dt_attribute_name_slice(&a->attributes[i]), dt_attribute_name_slice(&b->attributes[i])));
    must(same_slice(dt_attribute_value_slice(&a->attributes[i]), dt_attribute_value_slice(&b->attributes[i])));
  }
  if (a->kind != DT_TOKEN_DOCTYPE) return;
  must(a->has_public_id == b->has_public_id && a->has_system_id == b->has_system_id && a->quirks == b->quirks);
  if (a->has_public_id) must(same_slice(a->public_id, b->public_id));
  if (a->has_system_id) must(same_slice(a->system_id, b->system_id));
}

/* Reads the token again from a copy of its bytes, so that reads beyond them are found. */
static void check_alone(const dt_tokenizer *before, const dt_tokenizer *after, const dt_html_token *token) {
  static dt_html_attribute attributes[DT_MAX_ATTRIBUTES];
  size_t length = (size_t)(after->at - before->at);
  char *copy = malloc(length + (length == 0));
  dt_tokenizer again = *before;
  dt_html_token alone = {0};
  must(copy != NULL);
  if (length != 0) memcpy(copy, before->at, length);
  again.at = copy;
  again.end = copy + length;
  again.attributes = attributes;
  dt_html_token_next(&again, &alone);
  check_same(token, &alone);
  must(again.at == again.end && again.model == after->model && again.attributes_lost == after->attributes_lost);
  must(same_slice(again.last_start, after->last_start));
  free(copy);
}

/* ---- the page ---- */

/* Returns how tree construction reads the content of an element of HTML. */
static dt_content_model model_in(dt_tag tag) {
  switch (tag) {
  case DT_TAG_title:
  case DT_TAG_textarea:
    return DT_MODEL_RCDATA;
  case DT_TAG_style:
  case DT_TAG_xmp:
  case DT_TAG_iframe:
  case DT_TAG_noembed:
  case DT_TAG_noframes:
    return DT_MODEL_RAWTEXT;
  case DT_TAG_script:
    return DT_MODEL_SCRIPT;
  case DT_TAG_plaintext:
    return DT_MODEL_PLAINTEXT;
  default:
    return DT_MODEL_DATA;
  }
}

static void start(dt_tokenizer *tokenizer, unsigned options) {
  static const char *const names[] = {
      [DT_MODEL_RCDATA] = "title", [DT_MODEL_RAWTEXT] = "style", [DT_MODEL_SCRIPT] = "script", [DT_MODEL_CDATA] = NULL};
  tokenizer->model = (dt_content_model)((options & 7) % (DT_MODEL_CDATA + 1));
  tokenizer->cdata = (options & 8) != 0;
  tokenizer->known_attributes_only = (options & 16) != 0;
  const char *name = names[tokenizer->model];
  if (name != NULL) tokenizer->last_start = (dt_slice){name, (uint32_t)strlen(name), 0};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static dt_html_attribute attributes[DT_MAX_ATTRIBUTES];
  const char *page = (const char *)data;
  size_t skipped = size != 0 && *data < 32;
  if (dt_utf8_valid(page, size) != size) return 0;
  dt_tokenizer tokenizer, before;
  dt_html_token token = {0};
  dt_tokenizer_start(&tokenizer, page + skipped, size - skipped, attributes);
  if (skipped != 0) start(&tokenizer, *data);
  do {
    before = tokenizer;
    dt_html_token_next(&tokenizer, &token);
    check_token(&before, &tokenizer, &token);
    check_alone(&before, &tokenizer, &token);
    must(tokenizer.at > before.at || token.kind == DT_TOKEN_END_OF_FILE);
    if (token.kind == DT_TOKEN_START_TAG && !tokenizer.cdata) tokenizer.model = model_in(token.tag);
  } while (token.kind != DT_TOKEN_END_OF_FILE);
  must(tokenizer.at == tokenizer.end);
  return 0;
}
