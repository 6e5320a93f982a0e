/* html/parse/modes_body.c: the insertion modes "in body" and "text". */
#include "html/parse/parse.h"

#define TAG(name) DT_TAG_##name

static void close_p_in_button_scope(dt_parser *p) {
  if (dt_in_scope(p, TAG(p), DT_SCOPE | DT_SCOPE_BUTTON)) dt_pop_to(p, TAG(p));
}

/* Adds the attributes of the token that the element does not have, up to DT_MAX_ATTRIBUTES. */
static void merge_attributes(dt_parser *p, dt_node_number number) {
  dt_html_tree *tree = p->tree;
  dt_html_node *node = &tree->nodes[number];
  dt_html_attribute *added = p->token.attributes;
  uint32_t own = node->attribute_count, count = 0;

  for (uint32_t a = 0; a < p->token.attribute_count; a++) {
    if (dt_find_same_name(tree->attributes + node->data, node->attribute_count, &added[a]) != NULL) continue;
    if (own + count < DT_MAX_ATTRIBUTES)
      added[count++] = added[a];
    else
      p->tokenizer->attributes_lost = true;
  }

  if (count == 0) return;
  uint32_t first = tree->attribute_count + count; /* after those of the token */
  size_t start = (size_t)(added - tree->attributes);
  DT_HTML_RESERVE(tree, attributes, first, attribute_capacity, own + count);
  memcpy(tree->attributes + first, tree->attributes + node->data, own * sizeof *tree->attributes);
  memcpy(tree->attributes + first + own, tree->attributes + start, count * sizeof *added);
  tree->attribute_count = first + own + count;
  node->data = first;
  node->attribute_count = (uint16_t)(own + count);
}

void dt_insert_body_text(dt_parser *p) {
  dt_slice text = p->token.text;
  if (!dt_drop_nul(&text)) return;
  dt_reconstruct_formatting(p);
  dt_note_text(p);
  dt_insert_text(p, text);
}

/* Closes an open li, or dd and dt, before another one. */
static void close_item(dt_parser *p, dt_tag a, dt_tag b) {
  for (uint32_t i = p->open.count; (p->open_of[a] != 0 || p->open_of[b] != 0) && i-- != 0;) {
    const dt_open *entry = &p->open.items[i];
    if (dt_is_open(entry, a) || dt_is_open(entry, b)) {
      dt_pop_to(p, entry->tag);
      break;
    }
    if ((entry->categories & DT_SPECIAL) != 0 && !dt_is_open(entry, TAG(address)) && !dt_is_open(entry, TAG(div)) &&
        !dt_is_open(entry, TAG(p)))
      break;
  }
}

static bool is_heading_tag(dt_tag tag) { return tag >= TAG(h1) && tag <= TAG(h6); }

static void any_other_end(dt_parser *p) {
  if (*dt_open_of(p, p->tag) == 0) return;
  for (uint32_t i = p->open.count; i-- != 0;) {
    const dt_open *entry = &p->open.items[i];
    if (entry->space == DT_NS_HTML && dt_has_token_name(p, entry)) {
      while (p->open.count > i) dt_pop(p);
      return;
    }
    if ((entry->categories & DT_SPECIAL) != 0) return;
  }
}

/* select, the tags of its content, and those that end it. */
static void start_in_select(dt_parser *p) {
  bool within = dt_in_scope(p, TAG(select), DT_SCOPE);
  switch (p->tag) {
  case TAG(select):
    if (within) {
      dt_pop_to(p, TAG(select));
      return;
    }
    p->frames_not_ok = true;
    break;
  case TAG(input):
    if (within) dt_pop_to(p, TAG(select));
    dt_reconstruct_formatting(p);
    dt_insert_void(p);
    if (!dt_has_hidden_type(p)) p->frames_not_ok = true;
    return;
  case TAG(hr):
    close_p_in_button_scope(p);
    if (within) dt_close_implied(p, DT_NO_TAG);
    dt_insert_void(p);
    p->frames_not_ok = true;
    return;
  default: /* option, optgroup */
    if (within)
      dt_close_implied(p, p->tag == TAG(option) ? TAG(optgroup) : DT_NO_TAG);
    else if (dt_current_is(p, TAG(option)))
      dt_pop(p);
    break;
  }
  dt_reconstruct_formatting(p);
  dt_insert_element(p);
}

static void start_a(dt_parser *p) {
  uint32_t listed = dt_find_formatting(p, TAG(a));
  if (listed != UINT32_MAX) {
    dt_node_number node = p->formatting.items[listed].node;
    dt_adopt(p, TAG(a));
    listed = dt_find_formatting(p, TAG(a));
    if (listed != UINT32_MAX && p->formatting.items[listed].node == node) dt_remove_formatting(p, listed);
    uint32_t opened = dt_open_index(p, node);
    if (opened != UINT32_MAX) dt_remove_open(p, opened);
  }
  dt_reconstruct_formatting(p);
  dt_push_formatting(p, dt_insert_element(p));
}

static void start_text_element(dt_parser *p) {
  if (p->tag == TAG(xmp)) {
    close_p_in_button_scope(p);
    dt_reconstruct_formatting(p);
  }
  if (p->tag != TAG(noembed)) p->frames_not_ok = true;
  p->skip_newline = p->tag == TAG(textarea);
  dt_insert_text_element(p, p->tag == TAG(textarea) ? DT_MODEL_RCDATA : DT_MODEL_RAWTEXT);
}

/* html, body and frameset where they are open already. */
static void start_root(dt_parser *p) {
  bool body = p->open.count > 1 && dt_is_open(&p->open.items[1], TAG(body));
  if (p->tag == TAG(html)) {
    if (p->open_of[TAG(template)] == 0) merge_attributes(p, p->open.items[0].node);
  } else if (p->tag == TAG(body)) {
    if (!body || p->open_of[TAG(template)] != 0) return;
    p->frames_not_ok = true;
    merge_attributes(p, p->open.items[1].node);
  } else if (body && !p->frames_not_ok) {
    dt_html_detach(p->tree, p->open.items[1].node);
    while (p->open.count > 1) dt_pop(p);
    dt_insert_element(p);
    p->mode = DT_MODE_IN_FRAMESET;
  }
}

static void start_button(dt_parser *p) {
  if (dt_in_scope(p, TAG(button), DT_SCOPE)) dt_pop_to(p, TAG(button));
  dt_reconstruct_formatting(p);
  dt_insert_element(p);
  p->frames_not_ok = true;
}

static void start_nobr(dt_parser *p) {
  dt_reconstruct_formatting(p);
  if (dt_in_scope(p, TAG(nobr), DT_SCOPE)) {
    if (!dt_adopt(p, TAG(nobr))) any_other_end(p);
    dt_reconstruct_formatting(p);
  }
  dt_push_formatting(p, dt_insert_element(p));
}

/* Tags of blocks with rules of their own.  False: the tag is not one of them. */
static bool start_block_tag(dt_parser *p) {
  dt_tag tag = p->tag;
  switch (tag) {
  case TAG(h1):
  case TAG(h2):
  case TAG(h3):
  case TAG(h4):
  case TAG(h5):
  case TAG(h6):
    close_p_in_button_scope(p);
    if (dt_current(p)->space == DT_NS_HTML && is_heading_tag(dt_current(p)->tag)) dt_pop(p);
    break;
  case TAG(pre):
  case TAG(listing):
    close_p_in_button_scope(p);
    p->skip_newline = p->frames_not_ok = true;
    break;
  case TAG(form):
    if (p->form != DT_NO_NODE && p->open_of[TAG(template)] == 0) return true;
    close_p_in_button_scope(p);
    dt_insert_element(p);
    if (p->open_of[TAG(template)] == 0) p->form = dt_current(p)->node;
    return true;
  case TAG(li):
  case TAG(dd):
  case TAG(dt):
    p->frames_not_ok = true;
    close_item(p, tag == TAG(li) ? TAG(li) : TAG(dd), tag == TAG(li) ? TAG(li) : TAG(dt));
    close_p_in_button_scope(p);
    break;
  case TAG(plaintext):
    close_p_in_button_scope(p);
    p->tokenizer->model = DT_MODEL_PLAINTEXT;
    break;
  case TAG(table):
    if (!p->tree->quirks) close_p_in_button_scope(p);
    p->frames_not_ok = true;
    p->mode = DT_MODE_IN_TABLE;
    break;
  default:
    return false;
  }
  dt_insert_element(p);
  return true;
}

/* Other tags with rules of their own.  False: the tag is not one of them. */
static bool start_inline(dt_parser *p) {
  dt_tag tag = p->tag;
  switch (tag) {
  case TAG(html):
  case TAG(body):
  case TAG(frameset):
    start_root(p);
    return true;
  case TAG(button):
    start_button(p);
    return true;
  case TAG(a):
    start_a(p);
    return true;
  case TAG(nobr):
    start_nobr(p);
    return true;
  case TAG(applet):
  case TAG(marquee):
  case TAG(object):
    dt_reconstruct_formatting(p);
    dt_insert_element(p);
    dt_push_marker(p);
    p->frames_not_ok = true;
    return true;
  case TAG(noscript):
    if (!p->options->head_scripting) return false;
    dt_reconstruct_formatting(p);
    dt_insert_element(p);
    dt_push_marker(p);
    return true;
  case TAG(param):
  case TAG(source):
  case TAG(track):
    dt_insert_void(p);
    return true;
  case TAG(iframe):
    if (p->options->head_scripting && p->open_of[TAG(noscript)] != 0) {
      dt_insert_element(p);
      return true;
    }
    start_text_element(p);
    dt_note_frame(p, dt_current(p)->node);
    return true;
  case TAG(textarea):
  case TAG(xmp):
  case TAG(noembed):
    start_text_element(p);
    return true;
  case TAG(select):
  case TAG(input):
  case TAG(hr):
  case TAG(option):
  case TAG(optgroup):
    start_in_select(p);
    return true;
  case TAG(rb):
  case TAG(rtc):
  case TAG(rp):
  case TAG(rt):
    if (dt_in_scope(p, TAG(ruby), DT_SCOPE))
      dt_close_implied(p, tag == TAG(rp) || tag == TAG(rt) ? TAG(rtc) : DT_NO_TAG);
    dt_insert_element(p);
    return true;
  case TAG(math):
  case TAG(svg):
    dt_reconstruct_formatting(p);
    dt_insert_foreign(p, tag == TAG(svg) ? DT_NS_SVG : DT_NS_MATHML);
    return true;
  default:
    return false;
  }
}

/* Opens a row or a cell outside of tables, as in a table without its tags.  */
static void open_stray_cell(dt_parser *p) {
  if (p->tag != TAG(tr) && p->tag != TAG(td) && p->tag != TAG(th)) return;
  if (dt_in_scope(p, TAG(td), DT_SCOPE)) dt_pop_to(p, TAG(td));
  if (dt_in_scope(p, TAG(th), DT_SCOPE)) dt_pop_to(p, TAG(th));
  if (p->tag == TAG(tr) && dt_in_scope(p, TAG(tr), DT_SCOPE)) dt_pop_to(p, TAG(tr));
  dt_insert_element(p);
}

static bool body_start(dt_parser *p) {
  if (p->tag == TAG(image)) {
    p->token.text = (dt_slice){"img", 3, 0};
    p->tag = TAG(img);
  }

  unsigned categories = dt_tag_categories(p->tag);
  if ((categories & DT_HEAD_CONTENT) != 0) return dt_run_mode(p, DT_MODE_IN_HEAD);
  if ((categories & DT_OUTSIDE_BODY) != 0) {
    if (p->options->stray_cells) open_stray_cell(p);
    return false;
  }

  if ((categories & DT_BLOCK) != 0) {
    close_p_in_button_scope(p);
    dt_insert_element(p);
  } else if ((categories & DT_VOID) != 0) {
    dt_reconstruct_formatting(p);
    dt_insert_void(p);
    p->frames_not_ok = true;
  } else if (!start_block_tag(p) && !start_inline(p)) {
    dt_reconstruct_formatting(p);
    dt_node_number node = dt_insert_element(p);
    if ((categories & DT_FORMATTING) != 0) dt_push_formatting(p, node);
  }

  return false;
}

static void end_form(dt_parser *p) {
  bool open = dt_in_scope(p, TAG(form), DT_SCOPE);
  if (p->open_of[TAG(template)] != 0) {
    if (open) dt_pop_to(p, TAG(form));
    return;
  }
  dt_node_number form = p->form;
  p->form = DT_NO_NODE;
  if (form == DT_NO_NODE || dt_open_index(p, form) == UINT32_MAX || !open) return;
  dt_close_implied(p, DT_NO_TAG);
  dt_remove_open(p, dt_open_index(p, form));
}

static void end_heading(dt_parser *p) {
  bool open = false, found;
  for (dt_tag heading = TAG(h1); heading <= TAG(h6); heading++) open = open || dt_in_scope(p, heading, DT_SCOPE);
  if (!open) return;
  do {
    found = dt_current(p)->space == DT_NS_HTML && is_heading_tag(dt_current(p)->tag);
    dt_pop(p);
  } while (!found);
}

static bool body_end(dt_parser *p) {
  dt_tag tag = p->tag;
  unsigned categories = dt_tag_categories(tag);
  bool item = tag == TAG(li) || tag == TAG(dd) || tag == TAG(dt);
  bool noscript = tag == TAG(noscript) && p->options->head_scripting;
  bool marked = tag == TAG(applet) || tag == TAG(marquee) || tag == TAG(object) || noscript;

  if (tag == TAG(template)) {
    dt_close_template(p);
  } else if (tag == TAG(body) || tag == TAG(html)) {
    if (!dt_in_scope(p, TAG(body), DT_SCOPE)) return false;
    p->mode = DT_MODE_AFTER_BODY;
    p->body_ended = true;
    return tag == TAG(html);
  } else if ((categories & DT_BLOCK_END) != 0 || item || marked) {
    if (!dt_in_scope(p, tag, tag == TAG(li) ? DT_SCOPE | DT_SCOPE_LIST : DT_SCOPE)) return false;
    dt_pop_to(p, tag);
    if (marked) dt_clear_to_marker(p);
  } else if (tag == TAG(form)) {
    end_form(p);
  } else if (tag == TAG(p)) {
    if (!dt_in_scope(p, TAG(p), DT_SCOPE | DT_SCOPE_BUTTON)) {
      p->token.attribute_count = 0;
      dt_insert_element(p);
    }
    dt_pop_to(p, TAG(p));
  } else if (is_heading_tag(tag)) {
    end_heading(p);
  } else if (tag == TAG(br)) {
    p->token.kind = DT_TOKEN_START_TAG;
    p->token.attribute_count = 0;
    return body_start(p);
  } else if ((categories & DT_FORMATTING) == 0 || !dt_adopt(p, tag)) {
    any_other_end(p);
  }

  return false;
}

bool dt_mode_in_body(dt_parser *p) {
  switch (p->token.kind) {
  case DT_TOKEN_TEXT:
    dt_insert_body_text(p);
    return false;
  case DT_TOKEN_COMMENT:
    dt_insert_comment(p);
    return false;
  case DT_TOKEN_START_TAG:
    return body_start(p);
  case DT_TOKEN_END_TAG:
    return body_end(p);
  case DT_TOKEN_END_OF_FILE:
    if (p->template_modes.count != 0) return dt_mode_in_template(p);
    dt_stop_parsing(p);
    return false;
  default:
    return false;
  }
}

bool dt_mode_in_text(dt_parser *p) {
  if (p->token.kind == DT_TOKEN_TEXT) {
    dt_insert_text(p, p->token.text);
    return false;
  }
  dt_pop(p);
  p->mode = p->original_mode;
  return p->token.kind == DT_TOKEN_END_OF_FILE;
}
