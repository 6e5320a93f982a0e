/* html/parse/construct.c: gives each token to its insertion mode, scripting disabled; what several modes do. */
#include "html/parse/parse.h"
#include "html/parse/scan.h"

#define TAG(name) DT_TAG_##name

/* ---- what several modes do ---- */

/* Reads the content of the token's element as text, up to its end tag. */
void dt_insert_text_element(dt_parser *p, dt_content_model model) {
  dt_insert_element(p);
  p->tokenizer->model = model;
  p->original_mode = p->mode;
  p->mode = DT_MODE_IN_TEXT;
}

bool dt_reprocess(dt_parser *p, dt_mode mode) {
  p->mode = mode;
  return true;
}

bool dt_drop_nul(dt_slice *text) {
  if ((text->raw & DT_RAW_KEEP_NUL) != 0) text->raw = (text->raw & ~(uint32_t)DT_RAW_KEEP_NUL) | DT_RAW_DROP_NUL;
  if ((text->raw & DT_RAW_DROP_NUL) == 0) return true;
  uint32_t i = 0;
  while (i < text->length && text->data[i] == '\0') i++;
  return i < text->length;
}

void dt_reset_mode(dt_parser *p) {
  static const struct {
    dt_tag tag;
    dt_mode mode;
  } modes[] = {{TAG(td), DT_MODE_IN_CELL},          {TAG(th), DT_MODE_IN_CELL},
               {TAG(tr), DT_MODE_IN_ROW},           {TAG(tbody), DT_MODE_IN_TABLE_BODY},
               {TAG(thead), DT_MODE_IN_TABLE_BODY}, {TAG(tfoot), DT_MODE_IN_TABLE_BODY},
               {TAG(caption), DT_MODE_IN_CAPTION},  {TAG(colgroup), DT_MODE_IN_COLUMN_GROUP},
               {TAG(table), DT_MODE_IN_TABLE},      {TAG(head), DT_MODE_IN_HEAD},
               {TAG(body), DT_MODE_IN_BODY},        {TAG(frameset), DT_MODE_IN_FRAMESET},
               {TAG(html), DT_MODE_AFTER_HEAD},     {TAG(template), DT_MODE_IN_TEMPLATE}};
  p->mode = DT_MODE_IN_BODY;
  for (uint32_t i = p->open.count; i-- != 0;) {
    const dt_open *entry = &p->open.items[i];
    size_t m = 0, count = sizeof modes / sizeof *modes;
    while (m < count && (entry->space != DT_NS_HTML || entry->tag != modes[m].tag)) m++;
    if (m == count) continue;
    p->mode = modes[m].mode;
    if (p->mode == DT_MODE_IN_TEMPLATE) p->mode = p->template_modes.items[p->template_modes.count - 1];
    if (p->mode == DT_MODE_AFTER_HEAD && p->head == DT_NO_NODE) p->mode = DT_MODE_BEFORE_HEAD;
    return;
  }
}

void dt_stop_parsing(dt_parser *p) { p->stopped = true; }

bool dt_has_hidden_type(const dt_parser *p) {
  const dt_html_attribute *type = dt_token_attribute(p, "type");
  return type != NULL &&
         dt_text_equal_ci(dt_html_text(p->tree, dt_attribute_value_slice(type), true), DT_TEXT("hidden"));
}

/* ---- tokens ---- */

bool dt_run_mode(dt_parser *p, dt_mode mode) {
  static bool (*const modes[])(dt_parser *) = {
#define X(NAME, name) dt_mode_##name,
      DT_MODES(X)
#undef X
  };

  return modes[mode](p);
}

/* Leaves out a newline at the start of pre, listing and textarea. */
static void skip_newline(dt_parser *p) {
  dt_slice *text = &p->token.text;
  p->skip_newline = false;
  if (p->token.kind != DT_TOKEN_TEXT || text->length == 0) return;

  if (text->data[0] == '&') { /* it may be a reference to a newline */
    char bytes[8];
    size_t count = 0;
    const char *end = text->data + text->length;
    const char *stop = dt_reference_read(text->data + 1, end, false, bytes, &count);
    if (stop == NULL || count != 1 || bytes[0] != '\n') return;
    text->length = (uint32_t)(end - stop);
    text->data = stop;
    return;
  }

  uint32_t newline = text->data[0] == '\n' || text->data[0] == '\r';
  if (text->data[0] == '\r' && text->length > 1 && text->data[1] == '\n') newline = 2;
  text->data += newline;
  text->length -= newline;
}

/* Reserves memory for as many nodes, attributes and texts as most pages with this number of "<" have. */
static void reserve(dt_html_tree *tree, const char *page, size_t length, size_t max_nodes) {
  size_t signs = dt_count_bytes('<', page, page + length);
  if (signs > max_nodes) signs = max_nodes;
  DT_HTML_RESERVE(tree, nodes, tree->node_count, node_capacity, signs + signs / 2);
  DT_HTML_RESERVE(tree, attributes, tree->attribute_count, attribute_capacity, signs + DT_MAX_ATTRIBUTES);
  DT_HTML_RESERVE(tree, pieces, tree->piece_count, piece_capacity, signs / 2 + signs / 4);
}

static bool ends_in_text(const char *page, size_t length) {
  while (length != 0 && page[length - 1] == ' ') length--;
  return length != 0 && page[length - 1] != '>' && !dt_is_html_space(page[length - 1]);
}

/* Whether the last tag of the page is the end tag of its body or of html, also one that the parser ignored, as it was
 * within a formula. */
static bool ends_with_its_body(const char *page, size_t length) {
  size_t start = length;
  while (start != 0 && page[start - 1] != '<') start--;
  detm_text last = {page + start, length - start};
  return dt_text_starts_ci(last, DT_TEXT("/body")) || dt_text_starts_ci(last, DT_TEXT("/html"));
}

/* Whether the page ends within an element that needs an end tag: in a text, or it has a start tag for its body, but no
 * end tag.  A page whose author left out end tags ends in other tags, or in a newline. */
static bool ends_early(const dt_parser *p, const char *page, size_t length) {
  if (p->body_ended || (!p->body_begun && !ends_in_text(page, length)) || ends_with_its_body(page, length))
    return false;
  for (uint32_t i = 2 /* after html and body */; i < p->open.count; i++) {
    const dt_open *open = &p->open.items[i];
    bool list = open->tag == DT_TAG_table || open->tag == DT_TAG_ul || open->tag == DT_TAG_ol || open->tag == DT_TAG_dl;
    bool part = open->tag == DT_TAG_div || open->tag == DT_TAG_main || open->tag == DT_TAG_article ||
                open->tag == DT_TAG_section;
    if (open->space == DT_NS_HTML && (list || part)) return true;
  }
  return false;
}

void dt_html_parse(dt_html_tree *tree, const char *page, size_t length, const dt_html_options *options) {
  const unsigned frames = tree->frame_count;
  dt_parser *p = dt_arena_zero(tree->arena, 1, sizeof *p);
  p->tree = tree;
  p->arena = tree->arena;
  p->options = options;
  reserve(tree, page, length, options->max_nodes);
  p->tokenizer = dt_arena_take(tree->arena, sizeof *p->tokenizer);
  dt_tokenizer_start(p->tokenizer, page, length, NULL);
  p->tokenizer->known_attributes_only = options->known_attributes_only;

  while (!p->stopped) {
    DT_HTML_RESERVE(tree, attributes, tree->attribute_count, attribute_capacity, DT_MAX_ATTRIBUTES);
    p->tokenizer->attributes = tree->attributes + tree->attribute_count;
    p->tokenizer->cdata = p->open.count != 0 && dt_current(p)->space != DT_NS_HTML;
    dt_html_token_next(p->tokenizer, &p->token);
    p->tag = p->token.tag;
    if (p->skip_newline) skip_newline(p);
    if (p->token.kind == DT_TOKEN_TEXT && p->token.text.length == 0) continue;
    while (dt_is_foreign(p) ? dt_in_foreign(p) : dt_run_mode(p, p->mode)) dt_scope_tick(p->arena->scope);
    dt_scope_tick(p->arena->scope);
    if (tree->node_count - 1 > options->max_nodes) tree->full = p->stopped = true;
  }

  dt_fill_slots(tree, &p->shadows);
  dt_read_frames(p);
  if (p->shadows.count != 0 || tree->frame_count != frames) dt_limit_depth(tree, options->max_depth);
  tree->unfinished = p->tokenizer->unfinished || ends_early(p, page, length);
  tree->attributes_lost |= p->tokenizer->attributes_lost;
}
