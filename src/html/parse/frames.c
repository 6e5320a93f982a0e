/* html/parse/frames.c: frames whose page is in the page itself, in srcdoc or in a data URL, as pages that were saved in
 * one file have them.  Browsers show it in the place of the frame, and so it is read: the frame becomes a div with it.
 */
#include "base/base64.h"
#include "html/encoding/encoding.h"
#include "html/parse/parse.h"
#include "html/visibility.h"
#include "text/url.h"

enum {
  MAX_FRAMES = 100,    /* of a page that are read, with those in them: each has a parser of its own */
  MAX_LINKS = 16 << 20 /* bytes of their links that are made absolute: a long base would be in each */
};

/* ---- the page of a frame ---- */

/* Copies what is in the tree's buffer. */
static detm_text keep_buffer(dt_html_tree *tree) {
  dt_buffer *buffer = &tree->buffer;
  if (buffer->failed) dt_scope_leave(tree->arena->scope, DETM_NO_MEMORY);
  return (detm_text){dt_arena_copy(tree->arena, buffer->data, buffer->length), buffer->length};
}

/* Converts a page to UTF-8.  `label`: its encoding, if it is not UTF-8; NULL = not known. */
static detm_text decode_frame(dt_html_tree *tree, detm_text bytes, const char *label) {
  dt_decoded decoded;
  dt_arena names; /* without a scope: the converter must not be left */
  if (dt_utf8_valid(bytes.data, bytes.length) == bytes.length) label = NULL;

  tree->buffer.length = 0;
  dt_arena_start(&names, NULL);
  detm_status status = dt_decode(bytes.data, bytes.length, label, &names, &tree->buffer, &decoded, NULL);
  if (status == DETM_BAD_INPUT)
    status = dt_decode(bytes.data, bytes.length, NULL, &names, &tree->buffer, &decoded, NULL);
  dt_arena_free(&names);

  if (status != DETM_OK) dt_scope_leave(tree->arena->scope, status);
  return decoded.text.data == tree->buffer.data ? keep_buffer(tree) : decoded.text;
}

/* The page in a URL "data:text/html;charset=utf-8;base64,..."; empty if it is none of HTML. */
static detm_text read_data_url(dt_html_tree *tree, detm_text url) {
  const char *comma = url.length != 0 ? memchr(url.data, ',', url.length) : NULL;
  detm_text kind = comma != NULL ? dt_text_between(url.data, comma) : DT_TEXT(""), label = {NULL, 0};
  if (!dt_text_starts_ci(kind, DT_TEXT("data:text/html")) &&
      !dt_text_starts_ci(kind, DT_TEXT("data:application/xhtml+xml")))
    return DT_TEXT("");

  for (detm_text rest = kind; rest.length != 0; rest = dt_text_from(rest, 1)) {
    static const char charset[] = ";charset=";
    if (!dt_text_starts_ci(rest, dt_text(charset))) continue;
    const char *value = rest.data + strlen(charset), *end = memchr(value, ';', (size_t)(comma - value));
    label = dt_text_between(value, end != NULL ? end : comma);
  }

  const char *said = label.length != 0 ? dt_arena_copy(tree->arena, label.data, label.length) : NULL;
  bool base64 = dt_text_ends_ci(kind, DT_TEXT(";base64"));
  char *decoded = dt_arena_take(tree->arena, url.length + 1);
  detm_text bytes = {decoded, dt_url_decode_percent(dt_text_from(url, kind.length + 1), decoded)};
  if (base64) {
    tree->buffer.length = 0;
    dt_base64_decode(bytes, &tree->buffer);
    bytes = keep_buffer(tree);
  }

  return decode_frame(tree, bytes, said);
}

/* The page that a frame has, in UTF-8; empty if it is elsewhere. */
static detm_text page_of_frame(dt_html_tree *tree, const dt_html_node *frame) {
  const dt_html_attribute *given = dt_html_attribute_of(tree, frame, "srcdoc");
  if (given != NULL && frame->tag == DT_TAG_iframe) {
    detm_text page = dt_html_text(tree, dt_attribute_value_slice(given), true);
    return page.data == tree->buffer.data ? keep_buffer(tree) : page;
  }
  return read_data_url(tree, dt_text_strip_start(dt_html_attribute_text(tree, frame, "src"), " \t\r\n"));
}

/* Whether a frame is not shown, or is too small to show anything, as those of advertisers that count visitors are. */
static bool is_hidden_frame(dt_html_tree *tree, const dt_html_node *frame) {
  static const char *const sizes[] = {"width", "height"};
  if (dt_html_attribute_of(tree, frame, "hidden") != NULL) return true;
  if (dt_style_hides(dt_html_attribute_text(tree, frame, "style"))) return true;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    const detm_text size = dt_html_attribute_text(tree, frame, sizes[i]);
    if (dt_text_equal(size, DT_TEXT("0")) || dt_text_equal(size, DT_TEXT("1"))) return true;
  }
  return false;
}

/* ---- its content ---- */

/* Links of a frame whose page has a base of its own become absolute, from the attribute `first` on. */
static void resolve_links(dt_html_tree *tree, uint32_t first) {
  const dt_html_attribute *href =
      tree->base != DT_NO_NODE ? dt_html_attribute_of(tree, &tree->nodes[tree->base], "href") : NULL;
  if (href == NULL) return;
  detm_text own = dt_html_text(tree, dt_attribute_value_slice(href), true);
  const char *address = dt_arena_copy(tree->arena, own.data, own.length);
  const dt_url base = dt_url_base_parts(address);
  if (!dt_parts_are_base(&base)) return;

  for (uint32_t a = first; a < tree->attribute_count; a++) {
    dt_html_attribute *attribute = &tree->attributes[a];
    if (attribute->number != DT_ATTRIBUTE_href && attribute->number != DT_ATTRIBUTE_src) continue;
    detm_text link = dt_html_text(tree, dt_attribute_value_slice(attribute), true);
    if (dt_url_is_dead(link) || tree->frame_links > MAX_LINKS) continue;
    link = dt_url_resolve_against(tree->arena, &base, link);
    tree->frame_links += link.length;
    if (link.length > UINT32_MAX) continue;
    *attribute = (dt_html_attribute){.name = attribute->name,
                                     .name_length = attribute->name_length,
                                     .name_raw = attribute->name_raw,
                                     .number = attribute->number,
                                     .value = dt_arena_copy(tree->arena, link.data, link.length),
                                     .value_length = (uint32_t)link.length};
  }
}

static dt_node_number child_with_tag(const dt_html_tree *tree, dt_node_number parent, dt_tag tag) {
  dt_node_number child = tree->nodes[parent].first_child;
  while (child != DT_NO_NODE && (tree->nodes[child].kind != DT_HTML_ELEMENT || tree->nodes[child].tag != tag))
    child = tree->nodes[child].next;
  return child;
}

static void empty_element(dt_html_tree *tree, dt_node_number element) {
  while (tree->nodes[element].first_child != DT_NO_NODE) dt_html_detach(tree, tree->nodes[element].first_child);
}

/* Moves the scripts and the style sheets of a frame's page, and its body, into the frame. */
static void take_content(dt_html_tree *tree, dt_node_number html, dt_node_number frame) {
  dt_node_number head = child_with_tag(tree, html, DT_TAG_head), body = child_with_tag(tree, html, DT_TAG_body), next;
  if (head == DT_NO_NODE || body == DT_NO_NODE) return; /* a frameset without frames that are read */
  empty_element(tree, frame);
  tree->nodes[frame].tag = DT_TAG_div;
  for (dt_node_number child = tree->nodes[head].first_child; child != DT_NO_NODE; child = next) {
    next = tree->nodes[child].next;
    if (tree->nodes[child].tag != DT_TAG_script && tree->nodes[child].tag != DT_TAG_style) continue;
    dt_html_detach(tree, child);
    dt_html_insert(tree, child, frame, DT_NO_NODE);
  }
  dt_html_move_children(tree, body, frame);
}

/* Makes the framesets around a frame that was read elements of a page that has a body. */
static void turn_framesets(dt_html_tree *tree, dt_node_number frame) {
  for (dt_node_number at = tree->nodes[frame].parent; at != DT_NO_NODE; at = tree->nodes[at].parent)
    if (tree->nodes[at].tag == DT_TAG_frameset)
      tree->nodes[at].tag = tree->nodes[tree->nodes[at].parent].tag == DT_TAG_html ? DT_TAG_body : DT_TAG_div;
}

/* Parses the page of a frame, and moves its content into the frame. */
static void read_frame(dt_parser *p, dt_node_number frame) {
  dt_html_tree *tree = p->tree;
  if (tree->frame_count == MAX_FRAMES || is_hidden_frame(tree, &tree->nodes[frame])) return;
  const detm_text page = page_of_frame(tree, &tree->nodes[frame]);
  if (page.length == 0) return;

  dt_html_options options = *p->options;
  const dt_html_tree before = *tree;
  const dt_node_number last = tree->nodes[0].last_child;
  options.frame_depth--;
  tree->frame_count++;
  tree->base = DT_NO_NODE;
  dt_html_parse(tree, page.data, page.length, &options);
  resolve_links(tree, before.attribute_count);
  tree->base = before.base;
  tree->quirks = before.quirks;
  tree->public_id = before.public_id;
  tree->system_id = before.system_id;

  /* the parser made the page a second one of the document */
  for (dt_node_number at; (at = tree->nodes[last].next) != DT_NO_NODE;) {
    dt_html_detach(tree, at);
    if (tree->nodes[at].kind == DT_HTML_ELEMENT) take_content(tree, at, frame);
  }
  if (tree->nodes[frame].tag == DT_TAG_div) turn_framesets(tree, frame);
}

void dt_note_frame(dt_parser *p, dt_node_number frame) {
  if (p->options->frame_depth != 0) DT_VEC_PUSH(p->arena, &p->frames, frame);
}

void dt_read_frames(dt_parser *p) {
  for (uint32_t i = 0; i < p->frames.count && !p->tree->full; i++) read_frame(p, p->frames.items[i]);
}
