/* html/parse/construct.c: the insertion modes (HTML standard, 13.2.6), scripting disabled. */
#include "html/parse/parse.h"

#include <strings.h>

#define TAG(name) DT_HTML_##name

/* ---- what several modes do ---- */

/* Reads the content of the token's element as text, up to its end tag. */
static void insert_text_element(dt_parser *p, dt_content_model model) {
  dt_insert_element(p);
  p->tokenizer->model = model;
  p->original_mode = p->mode;
  p->mode = DT_IN_TEXT;
}

static bool again(dt_parser *p, dt_mode mode) {
  p->mode = mode;
  return true;
}

static void drop_nul(dt_slice *text) {
  if ((text->raw & DT_RAW_KEEP_NUL) != 0) text->raw = (text->raw & ~(uint32_t)DT_RAW_KEEP_NUL) | DT_RAW_DROP_NUL;
}

static void reset_mode(dt_parser *p) {
  for (uint32_t i = p->open.count; i-- != 0;) {
    const dt_open *entry = &p->open.items[i];
    if (entry->space != DT_NS_HTML) continue;
    switch ((dt_html_tag)entry->tag) {
    case TAG(td):
    case TAG(th):
      p->mode = DT_IN_CELL;
      return;
    case TAG(tr):
      p->mode = DT_IN_ROW;
      return;
    case TAG(tbody):
    case TAG(thead):
    case TAG(tfoot):
      p->mode = DT_IN_TABLE_BODY;
      return;
    case TAG(caption):
      p->mode = DT_IN_CAPTION;
      return;
    case TAG(colgroup):
      p->mode = DT_IN_COLUMN_GROUP;
      return;
    case TAG(table):
      p->mode = DT_IN_TABLE;
      return;
    case TAG(template):
      p->mode = p->template_modes.items[p->template_modes.count - 1];
      return;
    case TAG(head):
      p->mode = DT_IN_HEAD;
      return;
    case TAG(body):
      p->mode = DT_IN_BODY;
      return;
    case TAG(frameset):
      p->mode = DT_IN_FRAMESET;
      return;
    case TAG(html):
      p->mode = p->head == DT_NO_NODE ? DT_BEFORE_HEAD : DT_AFTER_HEAD;
      return;
    default:
      break;
    }
  }
  p->mode = DT_IN_BODY;
}

static void close_p(dt_parser *p) {
  dt_close_implied(p, DT_IMPLIED, TAG(p));
  dt_pop_to(p, TAG(p));
}

static void close_p_in_button_scope(dt_parser *p) {
  if (dt_in_scope(p, TAG(p), DT_SCOPE | DT_SCOPE_BUTTON)) close_p(p);
}

/* Adds the attributes of the token that the element does not have. */
static void merge_attributes(dt_parser *p, dt_node_number number) {
  dt_html_tree *tree = p->tree;
  dt_html_node *node = &tree->nodes[number];
  const dt_html_token *token = &p->token;
  if (token->attribute_count == 0) return;
  uint32_t own = node->attribute_count, first = tree->attribute_count;
  DT_RESERVE(tree->arena, tree->attributes, first, tree->attribute_capacity, own + token->attribute_count);
  memcpy(tree->attributes + first, tree->attributes + node->data, own * sizeof *tree->attributes);
  uint32_t count = own;
  for (uint32_t a = 0; a < token->attribute_count && count < UINT16_MAX; a++) {
    dt_slice name = token->attributes[a].name;
    uint32_t i = 0;
    while (i < own && !(tree->attributes[first + i].name.length == name.length &&
                        strncasecmp(tree->attributes[first + i].name.data, name.data, name.length) == 0))
      i++;
    if (i == own) tree->attributes[first + count++] = token->attributes[a];
  }
  tree->attribute_count = first + count;
  node->data = first;
  node->attribute_count = (uint16_t)count;
}

static void stop_parsing(dt_parser *p) { p->stopped = true; }

/* ---- before the body ---- */

static bool begins_with(dt_slice id, const char *prefix) {
  size_t length = strlen(prefix);
  return id.length >= length && strncasecmp(id.data, prefix, length) == 0;
}

/* Whether the doctype makes the page one in quirks mode (13.2.6.4.1). */
static bool has_quirks(const dt_html_token *token) {
  static const char *const exact[] = {"-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en",
                                      "html"};
  static const char *const prefixes[] = {
      "+//silmaril//dtd html pro v0r11 19970101//",
      "-//as//dtd html 3.0 aswedit + extensions//",
      "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
      "-//ietf//dtd html 2.0 level 1//",
      "-//ietf//dtd html 2.0 level 2//",
      "-//ietf//dtd html 2.0 strict level 1//",
      "-//ietf//dtd html 2.0 strict level 2//",
      "-//ietf//dtd html 2.0 strict//",
      "-//ietf//dtd html 2.0//",
      "-//ietf//dtd html 2.1e//",
      "-//ietf//dtd html 3.0//",
      "-//ietf//dtd html 3.2 final//",
      "-//ietf//dtd html 3.2//",
      "-//ietf//dtd html 3//",
      "-//ietf//dtd html level 0//",
      "-//ietf//dtd html level 1//",
      "-//ietf//dtd html level 2//",
      "-//ietf//dtd html level 3//",
      "-//ietf//dtd html strict level 0//",
      "-//ietf//dtd html strict level 1//",
      "-//ietf//dtd html strict level 2//",
      "-//ietf//dtd html strict level 3//",
      "-//ietf//dtd html strict//",
      "-//ietf//dtd html//",
      "-//metrius//dtd metrius presentational//",
      "-//microsoft//dtd internet explorer 2.0 html strict//",
      "-//microsoft//dtd internet explorer 2.0 html//",
      "-//microsoft//dtd internet explorer 2.0 tables//",
      "-//microsoft//dtd internet explorer 3.0 html strict//",
      "-//microsoft//dtd internet explorer 3.0 html//",
      "-//microsoft//dtd internet explorer 3.0 tables//",
      "-//netscape comm. corp.//dtd html//",
      "-//netscape comm. corp.//dtd strict html//",
      "-//o'reilly and associates//dtd html 2.0//",
      "-//o'reilly and associates//dtd html extended 1.0//",
      "-//o'reilly and associates//dtd html extended relaxed 1.0//",
      "-//sq//dtd html 2.0 hotmetal + extensions//",
      "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
      "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
      "-//spyglass//dtd html 2.0 extended//",
      "-//sun microsystems corp.//dtd hotjava html//",
      "-//sun microsystems corp.//dtd hotjava strict html//",
      "-//w3c//dtd html 3 1995-03-24//",
      "-//w3c//dtd html 3.2 draft//",
      "-//w3c//dtd html 3.2 final//",
      "-//w3c//dtd html 3.2//",
      "-//w3c//dtd html 3.2s draft//",
      "-//w3c//dtd html 4.0 frameset//",
      "-//w3c//dtd html 4.0 transitional//",
      "-//w3c//dtd html experimental 19960712//",
      "-//w3c//dtd html experimental 970421//",
      "-//w3c//dtd w3 html//",
      "-//w3o//dtd w3 html 3.0//",
      "-//webtechs//dtd mozilla html 2.0//",
      "-//webtechs//dtd mozilla html//"};
  static const char ibm[] = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";
  if (token->quirks || token->text.length != 4 || strncasecmp(token->text.data, "html", 4) != 0) return true;
  if (token->has_system_id && token->system_id.length == sizeof ibm - 1 && begins_with(token->system_id, ibm))
    return true;
  if (!token->has_public_id) return false;
  for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
    if (token->public_id.length == strlen(exact[i]) && begins_with(token->public_id, exact[i])) return true;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (begins_with(token->public_id, prefixes[i])) return true;
  return !token->has_system_id && (begins_with(token->public_id, "-//w3c//dtd html 4.01 frameset//") ||
                                   begins_with(token->public_id, "-//w3c//dtd html 4.01 transitional//"));
}

static bool in_initial(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (token->kind == DT_TOKEN_COMMENT) {
    dt_append_comment(p, DT_NO_NODE);
    return false;
  }
  if (token->kind == DT_TOKEN_DOCTYPE) {
    dt_html_tree *tree = p->tree;
    dt_node_number node = dt_html_node_new(tree, DT_HTML_DOCTYPE);
    tree->nodes[node].data = dt_html_piece_new(tree, token->text);
    tree->nodes[node].attribute_count = (uint16_t)(token->has_public_id | token->has_system_id << 1);
    dt_html_insert(tree, node, DT_NO_NODE, DT_NO_NODE);
    tree->public_id = token->public_id;
    tree->system_id = token->system_id;
    tree->quirks = has_quirks(token);
    p->mode = DT_BEFORE_HTML;
    return false;
  }
  if (token->kind == DT_TOKEN_TEXT) {
    dt_take_space(p);
    if (token->text.length == 0) return false;
  }
  p->tree->quirks = true;
  return again(p, DT_BEFORE_HTML);
}

static bool before_html(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (token->kind == DT_TOKEN_DOCTYPE) return false;
  if (token->kind == DT_TOKEN_COMMENT) {
    dt_append_comment(p, DT_NO_NODE);
    return false;
  }
  if (token->kind == DT_TOKEN_TEXT) {
    dt_take_space(p);
    if (token->text.length == 0) return false;
  }
  if (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(html)) {
    dt_node_number node = dt_element_of_token(p, DT_NS_HTML);
    dt_html_insert(p->tree, node, DT_NO_NODE, DT_NO_NODE);
    dt_push(p, node, DT_NS_HTML);
    p->mode = DT_BEFORE_HEAD;
    return false;
  }
  if (token->kind == DT_TOKEN_END_TAG && p->tag != TAG(head) && p->tag != TAG(body) && p->tag != TAG(html) &&
      p->tag != TAG(br))
    return false;
  dt_insert_missing(p, TAG(html));
  return again(p, DT_BEFORE_HEAD);
}

static bool before_head(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (token->kind == DT_TOKEN_DOCTYPE) return false;
  if (token->kind == DT_TOKEN_COMMENT) {
    dt_insert_comment(p);
    return false;
  }
  if (token->kind == DT_TOKEN_TEXT) {
    dt_take_space(p);
    if (token->text.length == 0) return false;
  }
  if (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(html)) return dt_run_mode(p, DT_IN_BODY);
  if (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(head)) {
    p->head = dt_insert_element(p);
    p->mode = DT_IN_HEAD;
    return false;
  }
  if (token->kind == DT_TOKEN_END_TAG && p->tag != TAG(head) && p->tag != TAG(body) && p->tag != TAG(html) &&
      p->tag != TAG(br))
    return false;
  dt_insert_missing(p, TAG(head));
  p->head = dt_current(p)->node;
  return again(p, DT_IN_HEAD);
}

static void close_template(dt_parser *p) {
  if (p->open_of[TAG(template)] == 0) return;
  dt_close_implied(p, DT_IMPLIED_ALL, DT_HTML_UNKNOWN);
  dt_pop_to(p, TAG(template));
  dt_clear_to_marker(p);
  p->template_modes.count--;
  reset_mode(p);
}

static bool in_head(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (token->kind == DT_TOKEN_TEXT) {
    dt_insert_text(p, dt_take_space(p));
    if (token->text.length == 0) return false;
  }
  if (token->kind == DT_TOKEN_COMMENT) {
    dt_insert_comment(p);
    return false;
  }
  if (token->kind == DT_TOKEN_DOCTYPE) return false;
  if (token->kind == DT_TOKEN_START_TAG) {
    switch (p->tag) {
    case TAG(html):
      return dt_run_mode(p, DT_IN_BODY);
    case TAG(base):
    case TAG(basefont):
    case TAG(bgsound):
    case TAG(link):
    case TAG(meta):
      dt_insert_void(p);
      return false;
    case TAG(title):
      insert_text_element(p, DT_MODEL_RCDATA);
      return false;
    case TAG(noframes):
    case TAG(style):
      insert_text_element(p, DT_MODEL_RAWTEXT);
      return false;
    case TAG(noscript):
      dt_insert_element(p);
      p->mode = DT_IN_HEAD_NOSCRIPT;
      return false;
    case TAG(script):
      insert_text_element(p, DT_MODEL_SCRIPT);
      return false;
    case TAG(template):
      dt_insert_element(p);
      dt_push_marker(p);
      p->frames_not_ok = true;
      p->mode = DT_IN_TEMPLATE;
      DT_VEC_PUSH(p->arena, &p->template_modes, DT_IN_TEMPLATE);
      return false;
    case TAG(head):
      return false;
    default:
      break;
    }
  }
  if (token->kind == DT_TOKEN_END_TAG) {
    if (p->tag == TAG(head)) {
      dt_pop(p);
      p->mode = DT_AFTER_HEAD;
      return false;
    }
    if (p->tag == TAG(template)) {
      close_template(p);
      return false;
    }
    if (p->tag != TAG(body) && p->tag != TAG(html) && p->tag != TAG(br)) return false;
  }
  dt_pop(p);
  return again(p, DT_AFTER_HEAD);
}

static bool in_head_noscript(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (token->kind == DT_TOKEN_DOCTYPE) return false;
  if (token->kind == DT_TOKEN_COMMENT) return dt_run_mode(p, DT_IN_HEAD);
  if (token->kind == DT_TOKEN_TEXT) {
    dt_insert_text(p, dt_take_space(p));
    if (token->text.length == 0) return false;
  }
  if (token->kind == DT_TOKEN_START_TAG) {
    switch (p->tag) {
    case TAG(html):
      return dt_run_mode(p, DT_IN_BODY);
    case TAG(basefont):
    case TAG(bgsound):
    case TAG(link):
    case TAG(meta):
    case TAG(noframes):
    case TAG(style):
      return dt_run_mode(p, DT_IN_HEAD);
    case TAG(head):
    case TAG(noscript):
      return false;
    default:
      break;
    }
  }
  if (token->kind == DT_TOKEN_END_TAG) {
    if (p->tag == TAG(noscript)) {
      dt_pop(p);
      p->mode = DT_IN_HEAD;
      return false;
    }
    if (p->tag != TAG(br)) return false;
  }
  dt_pop(p);
  return again(p, DT_IN_HEAD);
}

static bool after_head(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (token->kind == DT_TOKEN_DOCTYPE) return false;
  if (token->kind == DT_TOKEN_TEXT) {
    dt_insert_text(p, dt_take_space(p));
    if (token->text.length == 0) return false;
  }
  if (token->kind == DT_TOKEN_COMMENT) {
    dt_insert_comment(p);
    return false;
  }
  if (token->kind == DT_TOKEN_START_TAG) {
    switch (p->tag) {
    case TAG(html):
      return dt_run_mode(p, DT_IN_BODY);
    case TAG(body):
      dt_insert_element(p);
      p->frames_not_ok = true;
      p->mode = DT_IN_BODY;
      return false;
    case TAG(frameset):
      dt_insert_element(p);
      p->mode = DT_IN_FRAMESET;
      return false;
    case TAG(base):
    case TAG(basefont):
    case TAG(bgsound):
    case TAG(link):
    case TAG(meta):
    case TAG(noframes):
    case TAG(script):
    case TAG(style):
    case TAG(template):
    case TAG(title): {
      dt_push(p, p->head, DT_NS_HTML);
      dt_run_mode(p, DT_IN_HEAD);
      uint32_t index = dt_open_index(p, p->head);
      if (index != UINT32_MAX) dt_remove_open(p, index);
      return false;
    }
    case TAG(head):
      return false;
    default:
      break;
    }
  }
  if (token->kind == DT_TOKEN_END_TAG) {
    if (p->tag == TAG(template)) return dt_run_mode(p, DT_IN_HEAD);
    if (p->tag != TAG(body) && p->tag != TAG(html) && p->tag != TAG(br)) return false;
  }
  dt_insert_missing(p, TAG(body));
  return again(p, DT_IN_BODY);
}

/* ---- in body ---- */

static void body_text(dt_parser *p) {
  dt_slice text = p->token.text;
  drop_nul(&text);
  if ((text.raw & DT_RAW_DROP_NUL) != 0) {
    uint32_t i = 0;
    while (i < text.length && text.data[i] == '\0') i++;
    if (i == text.length) return;
  }
  dt_reconstruct_formatting(p);
  if (!p->frames_not_ok) {
    dt_take_space(p);
    for (uint32_t i = 0; i < p->token.text.length; i++)
      if (p->token.text.data[i] != '\0' && !dt_is_ascii_space(p->token.text.data[i])) p->frames_not_ok = true;
  }
  dt_insert_text(p, text);
}

/* Closes an open li, or dd and dt, before another one. */
static void close_item(dt_parser *p, dt_html_tag a, dt_html_tag b) {
  for (uint32_t i = p->open.count; (p->open_of[a] != 0 || p->open_of[b] != 0) && i-- != 0;) {
    const dt_open *entry = &p->open.items[i];
    if (dt_is_open(entry, a) || dt_is_open(entry, b)) {
      dt_html_tag tag = (dt_html_tag)entry->tag;
      dt_close_implied(p, DT_IMPLIED, tag);
      dt_pop_to(p, tag);
      break;
    }
    if ((entry->categories & DT_SPECIAL) != 0 && !dt_is_open(entry, TAG(address)) && !dt_is_open(entry, TAG(div)) &&
        !dt_is_open(entry, TAG(p)))
      break;
  }
}

static bool is_heading(dt_html_tag tag) { return tag >= TAG(h1) && tag <= TAG(h6); }

static bool has_hidden_type(const dt_parser *p) {
  for (uint32_t a = 0; a < p->token.attribute_count; a++) {
    const dt_html_attribute *attribute = &p->token.attributes[a];
    if (attribute->name.length == 4 && strncasecmp(attribute->name.data, "type", 4) == 0)
      return attribute->value.length == 6 && strncasecmp(attribute->value.data, "hidden", 6) == 0;
  }
  return false;
}

/* Checks whether the name of an open element is that of the token. */
static bool has_token_name(const dt_parser *p, const dt_open *entry) {
  if (entry->space != DT_NS_HTML || entry->tag != p->tag) return false;
  if (p->tag != DT_HTML_UNKNOWN) return true;
  dt_slice name = p->tree->pieces[p->tree->nodes[entry->node].name].slice, other = p->token.text;
  return name.length == other.length && strncasecmp(name.data, other.data, name.length) == 0;
}

static void any_other_end(dt_parser *p) {
  if (p->open_of[p->tag] == 0) return;
  for (uint32_t i = p->open.count; i-- != 0;) {
    if (has_token_name(p, &p->open.items[i])) {
      dt_node_number node = p->open.items[i].node;
      while ((dt_current(p)->categories & DT_IMPLIED) != 0 && dt_current(p)->node != node &&
             !has_token_name(p, dt_current(p)))
        dt_pop(p);
      while (p->open.count > i) dt_pop(p);
      return;
    }
    if ((p->open.items[i].categories & DT_SPECIAL) != 0) return;
  }
}

static bool body_start(dt_parser *p) {
  dt_html_tag tag = p->tag;
  switch (tag) {
  case TAG(html):
    if (p->open_of[TAG(template)] == 0) merge_attributes(p, p->open.items[0].node);
    return false;
  case TAG(base):
  case TAG(basefont):
  case TAG(bgsound):
  case TAG(link):
  case TAG(meta):
  case TAG(noframes):
  case TAG(script):
  case TAG(style):
  case TAG(template):
  case TAG(title):
    return dt_run_mode(p, DT_IN_HEAD);
  case TAG(body):
    if (p->open.count < 2 || !dt_is_open(&p->open.items[1], TAG(body)) || p->open_of[TAG(template)] != 0) return false;
    p->frames_not_ok = true;
    merge_attributes(p, p->open.items[1].node);
    return false;
  case TAG(frameset):
    if (p->open.count < 2 || !dt_is_open(&p->open.items[1], TAG(body)) || p->frames_not_ok) return false;
    dt_html_detach(p->tree, p->open.items[1].node);
    while (p->open.count > 1) dt_pop(p);
    dt_insert_element(p);
    p->mode = DT_IN_FRAMESET;
    return false;
  case TAG(address):
  case TAG(article):
  case TAG(aside):
  case TAG(blockquote):
  case TAG(center):
  case TAG(details):
  case TAG(dialog):
  case TAG(dir):
  case TAG(div):
  case TAG(dl):
  case TAG(fieldset):
  case TAG(figcaption):
  case TAG(figure):
  case TAG(footer):
  case TAG(header):
  case TAG(hgroup):
  case TAG(main):
  case TAG(menu):
  case TAG(nav):
  case TAG(ol):
  case TAG(p):
  case TAG(search):
  case TAG(section):
  case TAG(summary):
  case TAG(ul):
    close_p_in_button_scope(p);
    dt_insert_element(p);
    return false;
  case TAG(h1):
  case TAG(h2):
  case TAG(h3):
  case TAG(h4):
  case TAG(h5):
  case TAG(h6):
    close_p_in_button_scope(p);
    if (dt_current(p)->space == DT_NS_HTML && is_heading((dt_html_tag)dt_current(p)->tag)) dt_pop(p);
    dt_insert_element(p);
    return false;
  case TAG(pre):
  case TAG(listing):
    close_p_in_button_scope(p);
    dt_insert_element(p);
    p->skip_newline = true;
    p->frames_not_ok = true;
    return false;
  case TAG(form):
    if (p->form != DT_NO_NODE && p->open_of[TAG(template)] == 0) return false;
    close_p_in_button_scope(p);
    dt_insert_element(p);
    if (p->open_of[TAG(template)] == 0) p->form = dt_current(p)->node;
    return false;
  case TAG(li):
  case TAG(dd):
  case TAG(dt):
    p->frames_not_ok = true;
    close_item(p, tag == TAG(li) ? TAG(li) : TAG(dd), tag == TAG(li) ? TAG(li) : TAG(dt));
    close_p_in_button_scope(p);
    dt_insert_element(p);
    return false;
  case TAG(plaintext):
    close_p_in_button_scope(p);
    dt_insert_element(p);
    p->tokenizer->model = DT_MODEL_PLAINTEXT;
    return false;
  case TAG(button):
    if (dt_in_scope(p, TAG(button), DT_SCOPE)) {
      dt_close_implied(p, DT_IMPLIED, DT_HTML_UNKNOWN);
      dt_pop_to(p, TAG(button));
    }
    dt_reconstruct_formatting(p);
    dt_insert_element(p);
    p->frames_not_ok = true;
    return false;
  case TAG(a): {
    uint32_t listed = dt_find_formatting(p, TAG(a));
    if (listed != UINT32_MAX) {
      dt_node_number node = p->formatting.items[listed];
      dt_adopt(p, TAG(a));
      for (uint32_t i = p->formatting.count; i-- != 0;)
        if (p->formatting.items[i] == node) dt_remove_formatting(p, i);
      uint32_t opened = dt_open_index(p, node);
      if (opened != UINT32_MAX) dt_remove_open(p, opened);
    }
    dt_reconstruct_formatting(p);
    dt_push_formatting(p, dt_insert_element(p));
    return false;
  }
  case TAG(b):
  case TAG(big):
  case TAG(code):
  case TAG(em):
  case TAG(font):
  case TAG(i):
  case TAG(s):
  case TAG(small):
  case TAG(strike):
  case TAG(strong):
  case TAG(tt):
  case TAG(u):
    dt_reconstruct_formatting(p);
    dt_push_formatting(p, dt_insert_element(p));
    return false;
  case TAG(nobr):
    dt_reconstruct_formatting(p);
    if (dt_in_scope(p, TAG(nobr), DT_SCOPE)) {
      if (!dt_adopt(p, TAG(nobr))) any_other_end(p);
      dt_reconstruct_formatting(p);
    }
    dt_push_formatting(p, dt_insert_element(p));
    return false;
  case TAG(applet):
  case TAG(marquee):
  case TAG(object):
    dt_reconstruct_formatting(p);
    dt_insert_element(p);
    dt_push_marker(p);
    p->frames_not_ok = true;
    return false;
  case TAG(table):
    if (!p->tree->quirks) close_p_in_button_scope(p);
    dt_insert_element(p);
    p->frames_not_ok = true;
    p->mode = DT_IN_TABLE;
    return false;
  case TAG(area):
  case TAG(br):
  case TAG(embed):
  case TAG(img):
  case TAG(keygen):
  case TAG(wbr):
    dt_reconstruct_formatting(p);
    dt_insert_void(p);
    p->frames_not_ok = true;
    return false;
  case TAG(input):
    if (dt_in_scope(p, TAG(select), DT_SCOPE)) dt_pop_to(p, TAG(select));
    dt_reconstruct_formatting(p);
    dt_insert_void(p);
    if (!has_hidden_type(p)) p->frames_not_ok = true;
    return false;
  case TAG(param):
  case TAG(source):
  case TAG(track):
    dt_insert_void(p);
    return false;
  case TAG(hr):
    close_p_in_button_scope(p);
    if (dt_in_scope(p, TAG(select), DT_SCOPE)) dt_close_implied(p, DT_IMPLIED, DT_HTML_UNKNOWN);
    dt_insert_void(p);
    p->frames_not_ok = true;
    return false;
  case TAG(image):
    p->token.text = (dt_slice){"img", 3, 0};
    p->tag = TAG(img);
    return true;
  case TAG(textarea):
    insert_text_element(p, DT_MODEL_RCDATA);
    p->skip_newline = true;
    p->frames_not_ok = true;
    return false;
  case TAG(xmp):
    close_p_in_button_scope(p);
    dt_reconstruct_formatting(p);
    p->frames_not_ok = true;
    insert_text_element(p, DT_MODEL_RAWTEXT);
    return false;
  case TAG(iframe):
    p->frames_not_ok = true;
    insert_text_element(p, DT_MODEL_RAWTEXT);
    return false;
  case TAG(noembed):
    insert_text_element(p, DT_MODEL_RAWTEXT);
    return false;
  case TAG(select):
    if (dt_in_scope(p, TAG(select), DT_SCOPE)) {
      dt_pop_to(p, TAG(select));
      return false;
    }
    dt_reconstruct_formatting(p);
    dt_insert_element(p);
    p->frames_not_ok = true;
    return false;
  case TAG(option):
    if (dt_in_scope(p, TAG(select), DT_SCOPE))
      dt_close_implied(p, DT_IMPLIED, TAG(optgroup));
    else if (dt_current_is(p, TAG(option)))
      dt_pop(p);
    dt_reconstruct_formatting(p);
    dt_insert_element(p);
    return false;
  case TAG(optgroup):
    if (dt_in_scope(p, TAG(select), DT_SCOPE))
      dt_close_implied(p, DT_IMPLIED, DT_HTML_UNKNOWN);
    else if (dt_current_is(p, TAG(option)))
      dt_pop(p);
    dt_reconstruct_formatting(p);
    dt_insert_element(p);
    return false;
  case TAG(rb):
  case TAG(rtc):
    if (dt_in_scope(p, TAG(ruby), DT_SCOPE)) dt_close_implied(p, DT_IMPLIED, DT_HTML_UNKNOWN);
    dt_insert_element(p);
    return false;
  case TAG(rp):
  case TAG(rt):
    if (dt_in_scope(p, TAG(ruby), DT_SCOPE)) dt_close_implied(p, DT_IMPLIED, TAG(rtc));
    dt_insert_element(p);
    return false;
  case TAG(math):
  case TAG(svg):
    dt_reconstruct_formatting(p);
    dt_insert_foreign(p, tag == TAG(svg) ? DT_NS_SVG : DT_NS_MATHML);
    return false;
  case TAG(caption):
  case TAG(col):
  case TAG(colgroup):
  case TAG(frame):
  case TAG(head):
  case TAG(tbody):
  case TAG(td):
  case TAG(tfoot):
  case TAG(th):
  case TAG(thead):
  case TAG(tr):
    return false;
  default:
    dt_reconstruct_formatting(p);
    dt_insert_element(p);
    return false;
  }
}

static bool body_end(dt_parser *p) {
  dt_html_tag tag = p->tag;
  switch (tag) {
  case TAG(template):
    close_template(p);
    return false;
  case TAG(body):
  case TAG(html):
    if (!dt_in_scope(p, TAG(body), DT_SCOPE)) return false;
    p->mode = DT_AFTER_BODY;
    return tag == TAG(html);
  case TAG(address):
  case TAG(article):
  case TAG(aside):
  case TAG(blockquote):
  case TAG(button):
  case TAG(center):
  case TAG(details):
  case TAG(dialog):
  case TAG(dir):
  case TAG(div):
  case TAG(dl):
  case TAG(fieldset):
  case TAG(figcaption):
  case TAG(figure):
  case TAG(footer):
  case TAG(header):
  case TAG(hgroup):
  case TAG(listing):
  case TAG(main):
  case TAG(menu):
  case TAG(nav):
  case TAG(ol):
  case TAG(pre):
  case TAG(search):
  case TAG(section):
  case TAG(select):
  case TAG(summary):
  case TAG(ul):
    if (!dt_in_scope(p, tag, DT_SCOPE)) {
      /* select ends its own scope */
      return false;
    }
    dt_close_implied(p, DT_IMPLIED, DT_HTML_UNKNOWN);
    dt_pop_to(p, tag);
    return false;
  case TAG(form): {
    if (p->open_of[TAG(template)] != 0) {
      if (!dt_in_scope(p, TAG(form), DT_SCOPE)) return false;
      dt_close_implied(p, DT_IMPLIED, DT_HTML_UNKNOWN);
      dt_pop_to(p, TAG(form));
      return false;
    }
    dt_node_number form = p->form;
    p->form = DT_NO_NODE;
    if (form == DT_NO_NODE || dt_open_index(p, form) == UINT32_MAX || !dt_in_scope(p, TAG(form), DT_SCOPE))
      return false;
    dt_close_implied(p, DT_IMPLIED, DT_HTML_UNKNOWN);
    dt_remove_open(p, dt_open_index(p, form));
    return false;
  }
  case TAG(p):
    if (!dt_in_scope(p, TAG(p), DT_SCOPE | DT_SCOPE_BUTTON)) {
      p->token.attribute_count = 0;
      dt_insert_element(p);
    }
    close_p(p);
    return false;
  case TAG(li):
    if (!dt_in_scope(p, TAG(li), DT_SCOPE | DT_SCOPE_LIST)) return false;
    dt_close_implied(p, DT_IMPLIED, TAG(li));
    dt_pop_to(p, TAG(li));
    return false;
  case TAG(dd):
  case TAG(dt):
    if (!dt_in_scope(p, tag, DT_SCOPE)) return false;
    dt_close_implied(p, DT_IMPLIED, tag);
    dt_pop_to(p, tag);
    return false;
  case TAG(h1):
  case TAG(h2):
  case TAG(h3):
  case TAG(h4):
  case TAG(h5):
  case TAG(h6): {
    bool open = false;
    for (dt_html_tag heading = TAG(h1); heading <= TAG(h6); heading++) open = open || dt_in_scope(p, heading, DT_SCOPE);
    if (!open) return false;
    dt_close_implied(p, DT_IMPLIED, DT_HTML_UNKNOWN);
    bool found;
    do {
      found = dt_current(p)->space == DT_NS_HTML && is_heading((dt_html_tag)dt_current(p)->tag);
      dt_pop(p);
    } while (!found);
    return false;
  }
  case TAG(a):
  case TAG(b):
  case TAG(big):
  case TAG(code):
  case TAG(em):
  case TAG(font):
  case TAG(i):
  case TAG(nobr):
  case TAG(s):
  case TAG(small):
  case TAG(strike):
  case TAG(strong):
  case TAG(tt):
  case TAG(u):
    if (!dt_adopt(p, tag)) any_other_end(p);
    return false;
  case TAG(applet):
  case TAG(marquee):
  case TAG(object):
    if (!dt_in_scope(p, tag, DT_SCOPE)) return false;
    dt_close_implied(p, DT_IMPLIED, DT_HTML_UNKNOWN);
    dt_pop_to(p, tag);
    dt_clear_to_marker(p);
    return false;
  case TAG(br):
    p->token.kind = DT_TOKEN_START_TAG;
    p->token.attribute_count = 0;
    return body_start(p);
  default:
    any_other_end(p);
    return false;
  }
}

static bool in_template(dt_parser *p);

static bool in_body(dt_parser *p) {
  switch (p->token.kind) {
  case DT_TOKEN_TEXT:
    body_text(p);
    return false;
  case DT_TOKEN_COMMENT:
    dt_insert_comment(p);
    return false;
  case DT_TOKEN_START_TAG:
    return body_start(p);
  case DT_TOKEN_END_TAG:
    return body_end(p);
  case DT_TOKEN_END_OF_FILE:
    if (p->template_modes.count != 0) return in_template(p);
    stop_parsing(p);
    return false;
  default:
    return false;
  }
}

static bool in_text(dt_parser *p) {
  if (p->token.kind == DT_TOKEN_TEXT) {
    dt_insert_text(p, p->token.text);
    return false;
  }
  dt_pop(p);
  p->mode = p->original_mode;
  return p->token.kind == DT_TOKEN_END_OF_FILE;
}

/* ---- tables ---- */

static bool foster(dt_parser *p) {
  p->foster = true;
  bool result = dt_run_mode(p, DT_IN_BODY);
  p->foster = false;
  return result;
}

static bool in_table(dt_parser *p) {
  dt_html_token *token = &p->token;
  dt_html_tag tag = p->tag;
  switch (token->kind) {
  case DT_TOKEN_TEXT:
    if (dt_current(p)->space != DT_NS_HTML ||
        ((dt_current(p)->categories & DT_FOSTER) == 0 && !dt_current_is(p, TAG(template))))
      return foster(p);
    p->table_text.count = 0;
    p->original_mode = p->mode;
    return again(p, DT_IN_TABLE_TEXT);
  case DT_TOKEN_COMMENT:
    dt_insert_comment(p);
    return false;
  case DT_TOKEN_DOCTYPE:
    return false;
  case DT_TOKEN_START_TAG:
    switch (tag) {
    case TAG(caption):
      dt_clear_to(p, TAG(table), TAG(table), TAG(table));
      dt_push_marker(p);
      dt_insert_element(p);
      p->mode = DT_IN_CAPTION;
      return false;
    case TAG(colgroup):
      dt_clear_to(p, TAG(table), TAG(table), TAG(table));
      dt_insert_element(p);
      p->mode = DT_IN_COLUMN_GROUP;
      return false;
    case TAG(col):
      dt_clear_to(p, TAG(table), TAG(table), TAG(table));
      dt_insert_missing(p, TAG(colgroup));
      return again(p, DT_IN_COLUMN_GROUP);
    case TAG(tbody):
    case TAG(tfoot):
    case TAG(thead):
      dt_clear_to(p, TAG(table), TAG(table), TAG(table));
      dt_insert_element(p);
      p->mode = DT_IN_TABLE_BODY;
      return false;
    case TAG(td):
    case TAG(th):
    case TAG(tr):
      dt_clear_to(p, TAG(table), TAG(table), TAG(table));
      dt_insert_missing(p, TAG(tbody));
      return again(p, DT_IN_TABLE_BODY);
    case TAG(table):
      if (!dt_in_scope(p, TAG(table), DT_SCOPE_TABLE)) return false;
      dt_pop_to(p, TAG(table));
      reset_mode(p);
      return true;
    case TAG(style):
    case TAG(script):
    case TAG(template):
      return dt_run_mode(p, DT_IN_HEAD);
    case TAG(input):
      if (!has_hidden_type(p)) break;
      dt_insert_void(p);
      return false;
    case TAG(form):
      if (p->open_of[TAG(template)] != 0 || p->form != DT_NO_NODE) return false;
      dt_insert_element(p);
      p->form = dt_current(p)->node;
      dt_pop(p);
      return false;
    default:
      break;
    }
    return foster(p);
  case DT_TOKEN_END_TAG:
    switch (tag) {
    case TAG(table):
      if (!dt_in_scope(p, TAG(table), DT_SCOPE_TABLE)) return false;
      dt_pop_to(p, TAG(table));
      reset_mode(p);
      return false;
    case TAG(body):
    case TAG(caption):
    case TAG(col):
    case TAG(colgroup):
    case TAG(html):
    case TAG(tbody):
    case TAG(td):
    case TAG(tfoot):
    case TAG(th):
    case TAG(thead):
    case TAG(tr):
      return false;
    case TAG(template):
      return dt_run_mode(p, DT_IN_HEAD);
    default:
      return foster(p);
    }
  default:
    return dt_run_mode(p, DT_IN_BODY);
  }
}

/* Collects the text in a table: all of it goes before the table if any of it is not white space. */
static bool in_table_text(dt_parser *p) {
  dt_slice *text = &p->token.text;
  if (p->token.kind == DT_TOKEN_TEXT) {
    dt_slice space = dt_take_space(p);
    space.length += text->length;
    drop_nul(&space);
    DT_VEC_PUSH(p->arena, &p->table_text, space);
    return false;
  }
  bool only_space = true;
  for (uint32_t i = 0; i < p->table_text.count && only_space; i++) {
    dt_slice part = p->table_text.items[i];
    for (uint32_t c = 0; c < part.length; c++)
      only_space = only_space && (part.data[c] == '\0' || dt_is_space_only((dt_slice){part.data + c, 1, 0}));
  }
  p->mode = p->original_mode;
  dt_html_token token = p->token;
  for (uint32_t i = 0; i < p->table_text.count; i++) {
    if (only_space) {
      dt_insert_text(p, p->table_text.items[i]);
    } else {
      p->token.kind = DT_TOKEN_TEXT;
      p->token.text = p->table_text.items[i];
      p->foster = true;
      body_text(p);
      p->foster = false;
    }
  }
  p->token = token;
  return true;
}

static bool close_caption(dt_parser *p) {
  if (!dt_in_scope(p, TAG(caption), DT_SCOPE_TABLE)) return false;
  dt_close_implied(p, DT_IMPLIED, DT_HTML_UNKNOWN);
  dt_pop_to(p, TAG(caption));
  dt_clear_to_marker(p);
  p->mode = DT_IN_TABLE;
  return true;
}

static bool is_table_start(dt_html_tag tag) {
  return tag == TAG(caption) || tag == TAG(col) || tag == TAG(colgroup) || tag == TAG(tbody) || tag == TAG(td) ||
         tag == TAG(tfoot) || tag == TAG(th) || tag == TAG(thead) || tag == TAG(tr);
}

static bool in_caption(dt_parser *p) {
  bool start = p->token.kind == DT_TOKEN_START_TAG, end = p->token.kind == DT_TOKEN_END_TAG;
  if (end && p->tag == TAG(caption)) {
    close_caption(p);
    return false;
  }
  if ((start && is_table_start(p->tag)) || (end && p->tag == TAG(table))) return close_caption(p);
  if (end && p->tag != TAG(caption) && (is_table_start(p->tag) || p->tag == TAG(body) || p->tag == TAG(html)))
    return false;
  return dt_run_mode(p, DT_IN_BODY);
}

static bool in_column_group(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (token->kind == DT_TOKEN_TEXT) {
    dt_insert_text(p, dt_take_space(p));
    if (token->text.length == 0) return false;
  }
  if (token->kind == DT_TOKEN_COMMENT) {
    dt_insert_comment(p);
    return false;
  }
  if (token->kind == DT_TOKEN_DOCTYPE) return false;
  if (token->kind == DT_TOKEN_START_TAG) {
    if (p->tag == TAG(html)) return dt_run_mode(p, DT_IN_BODY);
    if (p->tag == TAG(col)) {
      dt_insert_void(p);
      return false;
    }
    if (p->tag == TAG(template)) return dt_run_mode(p, DT_IN_HEAD);
  }
  if (token->kind == DT_TOKEN_END_TAG) {
    if (p->tag == TAG(colgroup)) {
      if (!dt_current_is(p, TAG(colgroup))) return false;
      dt_pop(p);
      p->mode = DT_IN_TABLE;
      return false;
    }
    if (p->tag == TAG(col)) return false;
    if (p->tag == TAG(template)) return dt_run_mode(p, DT_IN_HEAD);
  }
  if (token->kind == DT_TOKEN_END_OF_FILE) return dt_run_mode(p, DT_IN_BODY);
  if (!dt_current_is(p, TAG(colgroup))) return false;
  dt_pop(p);
  return again(p, DT_IN_TABLE);
}

static bool has_table_body(const dt_parser *p) {
  return dt_in_scope(p, TAG(tbody), DT_SCOPE_TABLE) || dt_in_scope(p, TAG(thead), DT_SCOPE_TABLE) ||
         dt_in_scope(p, TAG(tfoot), DT_SCOPE_TABLE);
}

static bool in_table_body(dt_parser *p) {
  bool start = p->token.kind == DT_TOKEN_START_TAG, end = p->token.kind == DT_TOKEN_END_TAG;
  dt_html_tag tag = p->tag;
  bool section = tag == TAG(tbody) || tag == TAG(tfoot) || tag == TAG(thead);
  if (start && tag == TAG(tr)) {
    dt_clear_to(p, TAG(tbody), TAG(tfoot), TAG(thead));
    dt_insert_element(p);
    p->mode = DT_IN_ROW;
    return false;
  }
  if (start && (tag == TAG(th) || tag == TAG(td))) {
    dt_clear_to(p, TAG(tbody), TAG(tfoot), TAG(thead));
    dt_insert_missing(p, TAG(tr));
    return again(p, DT_IN_ROW);
  }
  if (end && section) {
    if (!dt_in_scope(p, tag, DT_SCOPE_TABLE)) return false;
    dt_clear_to(p, TAG(tbody), TAG(tfoot), TAG(thead));
    dt_pop(p);
    p->mode = DT_IN_TABLE;
    return false;
  }
  if ((start && (section || tag == TAG(caption) || tag == TAG(col) || tag == TAG(colgroup))) ||
      (end && tag == TAG(table))) {
    if (!has_table_body(p)) return false;
    dt_clear_to(p, TAG(tbody), TAG(tfoot), TAG(thead));
    dt_pop(p);
    return again(p, DT_IN_TABLE);
  }
  if (end && (tag == TAG(body) || tag == TAG(html) || (is_table_start(tag) && !section))) return false;
  return dt_run_mode(p, DT_IN_TABLE);
}

static bool in_row(dt_parser *p) {
  bool start = p->token.kind == DT_TOKEN_START_TAG, end = p->token.kind == DT_TOKEN_END_TAG;
  dt_html_tag tag = p->tag;
  if (start && (tag == TAG(th) || tag == TAG(td))) {
    dt_clear_to(p, TAG(tr), TAG(tr), TAG(tr));
    dt_insert_element(p);
    p->mode = DT_IN_CELL;
    dt_push_marker(p);
    return false;
  }
  bool section = tag == TAG(tbody) || tag == TAG(tfoot) || tag == TAG(thead);
  if ((end && (tag == TAG(tr) || tag == TAG(table) || section)) || (start && is_table_start(tag))) {
    if (!dt_in_scope(p, TAG(tr), DT_SCOPE_TABLE)) return false;
    if (end && section && !dt_in_scope(p, tag, DT_SCOPE_TABLE)) return false;
    dt_clear_to(p, TAG(tr), TAG(tr), TAG(tr));
    dt_pop(p);
    p->mode = DT_IN_TABLE_BODY;
    return !(end && tag == TAG(tr));
  }
  if (end && (tag == TAG(body) || tag == TAG(html) || is_table_start(tag))) return false;
  return dt_run_mode(p, DT_IN_TABLE);
}

static void close_cell(dt_parser *p) {
  dt_close_implied(p, DT_IMPLIED, DT_HTML_UNKNOWN);
  bool found;
  do {
    found = dt_current_is(p, TAG(td)) || dt_current_is(p, TAG(th));
    dt_pop(p);
  } while (!found && p->open.count > 1);
  dt_clear_to_marker(p);
  p->mode = DT_IN_ROW;
}

static bool in_cell(dt_parser *p) {
  bool start = p->token.kind == DT_TOKEN_START_TAG, end = p->token.kind == DT_TOKEN_END_TAG;
  dt_html_tag tag = p->tag;
  if (end && (tag == TAG(td) || tag == TAG(th))) {
    if (!dt_in_scope(p, tag, DT_SCOPE_TABLE)) return false;
    dt_close_implied(p, DT_IMPLIED, DT_HTML_UNKNOWN);
    dt_pop_to(p, tag);
    dt_clear_to_marker(p);
    p->mode = DT_IN_ROW;
    return false;
  }
  if (start && is_table_start(tag)) {
    if (!dt_in_scope(p, TAG(td), DT_SCOPE_TABLE) && !dt_in_scope(p, TAG(th), DT_SCOPE_TABLE)) return false;
    close_cell(p);
    return true;
  }
  if (end && (tag == TAG(body) || tag == TAG(caption) || tag == TAG(col) || tag == TAG(colgroup) || tag == TAG(html)))
    return false;
  if (end && (tag == TAG(table) || tag == TAG(tbody) || tag == TAG(tfoot) || tag == TAG(thead) || tag == TAG(tr))) {
    if (!dt_in_scope(p, tag, DT_SCOPE_TABLE)) return false;
    close_cell(p);
    return true;
  }
  return dt_run_mode(p, DT_IN_BODY);
}

/* ---- templates, frames, after the body ---- */

static bool in_template(dt_parser *p) {
  switch (p->token.kind) {
  case DT_TOKEN_START_TAG:
    switch (p->tag) {
    case TAG(base):
    case TAG(basefont):
    case TAG(bgsound):
    case TAG(link):
    case TAG(meta):
    case TAG(noframes):
    case TAG(script):
    case TAG(style):
    case TAG(template):
    case TAG(title):
      return dt_run_mode(p, DT_IN_HEAD);
    case TAG(caption):
    case TAG(colgroup):
    case TAG(tbody):
    case TAG(tfoot):
    case TAG(thead):
      p->mode = DT_IN_TABLE;
      break;
    case TAG(col):
      p->mode = DT_IN_COLUMN_GROUP;
      break;
    case TAG(tr):
      p->mode = DT_IN_TABLE_BODY;
      break;
    case TAG(td):
    case TAG(th):
      p->mode = DT_IN_ROW;
      break;
    default:
      p->mode = DT_IN_BODY;
      break;
    }
    p->template_modes.items[p->template_modes.count - 1] = p->mode;
    return true;
  case DT_TOKEN_END_TAG:
    return p->tag == TAG(template) ? dt_run_mode(p, DT_IN_HEAD) : false;
  case DT_TOKEN_END_OF_FILE:
    if (p->open_of[TAG(template)] == 0) {
      stop_parsing(p);
      return false;
    }
    dt_pop_to(p, TAG(template));
    dt_clear_to_marker(p);
    p->template_modes.count--;
    reset_mode(p);
    return true;
  default:
    return dt_run_mode(p, DT_IN_BODY);
  }
}

static bool after_body(dt_parser *p) {
  dt_html_token *token = &p->token;
  bool html = p->tag == TAG(html);
  if (token->kind == DT_TOKEN_TEXT && dt_is_space_only(token->text)) return dt_run_mode(p, DT_IN_BODY);
  if (token->kind == DT_TOKEN_COMMENT) {
    dt_append_comment(p, p->open.items[0].node);
    return false;
  }
  if (token->kind == DT_TOKEN_DOCTYPE) return false;
  if (token->kind == DT_TOKEN_START_TAG && html) return dt_run_mode(p, DT_IN_BODY);
  if (token->kind == DT_TOKEN_END_TAG && html) {
    p->mode = DT_AFTER_AFTER_BODY;
    return false;
  }
  if (token->kind == DT_TOKEN_END_OF_FILE) {
    stop_parsing(p);
    return false;
  }
  return again(p, DT_IN_BODY);
}

/* Inserts only the white space of the token's text. */
static void insert_spaces(dt_parser *p) {
  dt_slice *text = &p->token.text;
  while (text->length != 0) {
    dt_insert_text(p, dt_take_space(p));
    while (text->length != 0 && !dt_is_space_only((dt_slice){text->data, 1, 0})) {
      text->data++;
      text->length--;
    }
  }
}

static bool in_frameset(dt_parser *p) {
  dt_html_token *token = &p->token;
  switch (token->kind) {
  case DT_TOKEN_TEXT:
    insert_spaces(p);
    return false;
  case DT_TOKEN_COMMENT:
    dt_insert_comment(p);
    return false;
  case DT_TOKEN_START_TAG:
    if (p->tag == TAG(html)) return dt_run_mode(p, DT_IN_BODY);
    if (p->tag == TAG(frameset)) dt_insert_element(p);
    if (p->tag == TAG(frame)) dt_insert_void(p);
    if (p->tag == TAG(noframes)) return dt_run_mode(p, DT_IN_HEAD);
    return false;
  case DT_TOKEN_END_TAG:
    if (p->tag != TAG(frameset) || p->open.count == 1) return false;
    dt_pop(p);
    if (!dt_current_is(p, TAG(frameset))) p->mode = DT_AFTER_FRAMESET;
    return false;
  case DT_TOKEN_END_OF_FILE:
    stop_parsing(p);
    return false;
  default:
    return false;
  }
}

static bool after_frameset(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (token->kind == DT_TOKEN_TEXT) insert_spaces(p);
  if (token->kind == DT_TOKEN_COMMENT) dt_insert_comment(p);
  if (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(html)) return dt_run_mode(p, DT_IN_BODY);
  if (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(noframes)) return dt_run_mode(p, DT_IN_HEAD);
  if (token->kind == DT_TOKEN_END_TAG && p->tag == TAG(html)) p->mode = DT_AFTER_AFTER_FRAMESET;
  if (token->kind == DT_TOKEN_END_OF_FILE) stop_parsing(p);
  return false;
}

static bool after_after_body(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (token->kind == DT_TOKEN_COMMENT) {
    dt_append_comment(p, DT_NO_NODE);
    return false;
  }
  if (token->kind == DT_TOKEN_DOCTYPE || (token->kind == DT_TOKEN_TEXT && dt_is_space_only(token->text)) ||
      (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(html)))
    return dt_run_mode(p, DT_IN_BODY);
  if (token->kind == DT_TOKEN_END_OF_FILE) {
    stop_parsing(p);
    return false;
  }
  return again(p, DT_IN_BODY);
}

static bool after_after_frameset(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (token->kind == DT_TOKEN_COMMENT) dt_append_comment(p, DT_NO_NODE);
  if (token->kind == DT_TOKEN_TEXT) insert_spaces(p);
  if (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(html)) return dt_run_mode(p, DT_IN_BODY);
  if (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(noframes)) return dt_run_mode(p, DT_IN_HEAD);
  if (token->kind == DT_TOKEN_END_OF_FILE) stop_parsing(p);
  return false;
}

/* ---- tokens ---- */

bool dt_run_mode(dt_parser *p, dt_mode mode) {
  static bool (*const modes[])(dt_parser *) = {
      [DT_IN_INITIAL] = in_initial,
      [DT_BEFORE_HTML] = before_html,
      [DT_BEFORE_HEAD] = before_head,
      [DT_IN_HEAD] = in_head,
      [DT_IN_HEAD_NOSCRIPT] = in_head_noscript,
      [DT_AFTER_HEAD] = after_head,
      [DT_IN_BODY] = in_body,
      [DT_IN_TEXT] = in_text,
      [DT_IN_TABLE] = in_table,
      [DT_IN_TABLE_TEXT] = in_table_text,
      [DT_IN_CAPTION] = in_caption,
      [DT_IN_COLUMN_GROUP] = in_column_group,
      [DT_IN_TABLE_BODY] = in_table_body,
      [DT_IN_ROW] = in_row,
      [DT_IN_CELL] = in_cell,
      [DT_IN_TEMPLATE] = in_template,
      [DT_AFTER_BODY] = after_body,
      [DT_IN_FRAMESET] = in_frameset,
      [DT_AFTER_FRAMESET] = after_frameset,
      [DT_AFTER_AFTER_BODY] = after_after_body,
      [DT_AFTER_AFTER_FRAMESET] = after_after_frameset,
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

void dt_html_parse(dt_html_tree *tree, const char *page, size_t length, uint32_t max_depth) {
  dt_parser *p = dt_arena_zero(tree->arena, 1, sizeof *p);
  p->tree = tree;
  p->arena = tree->arena;
  p->max_depth = max_depth;
  p->tokenizer = dt_arena_take(tree->arena, sizeof *p->tokenizer);
  dt_tokenizer_start(p->tokenizer, page, length);
  while (!p->stopped) {
    p->tokenizer->cdata = p->open.count != 0 && dt_current(p)->space != DT_NS_HTML;
    dt_html_token_next(p->tokenizer, &p->token);
    if (p->token.kind == DT_TOKEN_START_TAG || p->token.kind == DT_TOKEN_END_TAG)
      p->tag = dt_html_tag_of(p->token.text);
    if (p->skip_newline) skip_newline(p);
    if (p->token.kind == DT_TOKEN_TEXT && p->token.text.length == 0) continue;
    while (dt_is_foreign(p) ? dt_in_foreign(p) : dt_run_mode(p, p->mode)) dt_scope_tick(p->arena->scope);
    dt_scope_tick(p->arena->scope);
  }
  tree->attributes_lost = p->tokenizer->attributes_lost;
  dt_buffer_free(&p->buffer);
}
