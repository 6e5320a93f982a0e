/* html/parse/modes_end.c: the insertion modes of templates and framesets, and after the body. */
#include "html/parse/parse.h"

#define TAG(name) DT_TAG_##name

bool dt_mode_in_template(dt_parser *p) {
  switch (p->token.kind) {
  case DT_TOKEN_START_TAG:
    if ((dt_tag_categories(p->tag) & DT_HEAD_CONTENT) != 0) return dt_run_mode(p, DT_MODE_IN_HEAD);
    switch (p->tag) {
    case TAG(caption):
    case TAG(colgroup):
    case TAG(tbody):
    case TAG(tfoot):
    case TAG(thead):
      p->mode = DT_MODE_IN_TABLE;
      break;
    case TAG(col):
      p->mode = DT_MODE_IN_COLUMN_GROUP;
      break;
    case TAG(tr):
      p->mode = DT_MODE_IN_TABLE_BODY;
      break;
    case TAG(td):
    case TAG(th):
      p->mode = DT_MODE_IN_ROW;
      break;
    default:
      p->mode = DT_MODE_IN_BODY;
      break;
    }
    p->template_modes.items[p->template_modes.count - 1] = p->mode;
    return true;
  case DT_TOKEN_END_TAG:
    return p->tag == TAG(template) ? dt_run_mode(p, DT_MODE_IN_HEAD) : false;
  case DT_TOKEN_END_OF_FILE:
    if (p->open_of[TAG(template)] == 0) {
      dt_stop_parsing(p);
      return false;
    }
    dt_close_template(p);
    return true;
  default:
    return dt_run_mode(p, DT_MODE_IN_BODY);
  }
}

/* Checks whether the token is text of white space only. */
static bool is_white_space(dt_parser *p) {
  dt_slice *text = &p->token.text;
  if (p->token.kind != DT_TOKEN_TEXT) return false;
  dt_slice space = dt_take_space(p);
  bool only = text->length == 0;
  space.length += text->length;
  *text = space;
  return only;
}

bool dt_mode_after_body(dt_parser *p) {
  dt_html_token *token = &p->token;
  bool html = p->tag == TAG(html);
  if (is_white_space(p)) return dt_run_mode(p, DT_MODE_IN_BODY);

  if (token->kind == DT_TOKEN_COMMENT) {
    dt_append_comment(p, p->open.items[0].node);
    return false;
  }

  if (token->kind == DT_TOKEN_DOCTYPE) return false;
  if (token->kind == DT_TOKEN_START_TAG && html) return dt_run_mode(p, DT_MODE_IN_BODY);
  if (token->kind == DT_TOKEN_END_TAG && html) {
    p->mode = DT_MODE_AFTER_AFTER_BODY;
    return false;
  }

  if (token->kind == DT_TOKEN_END_OF_FILE) {
    dt_stop_parsing(p);
    return false;
  }

  return dt_reprocess(p, DT_MODE_IN_BODY);
}

void dt_insert_spaces(dt_parser *p, bool as_in_body) {
  dt_slice *text = &p->token.text;
  while (text->length != 0) {
    dt_slice space = dt_take_space(p);
    if (space.length != 0 && as_in_body) dt_reconstruct_formatting(p);
    dt_insert_text(p, space);
    while (text->length != 0 && !dt_is_space_only((dt_slice){text->data, 1, 0})) {
      text->data++;
      text->length--;
    }
  }
}

bool dt_mode_in_frameset(dt_parser *p) {
  dt_html_token *token = &p->token;
  switch (token->kind) {
  case DT_TOKEN_TEXT:
    dt_insert_spaces(p, false);
    return false;
  case DT_TOKEN_COMMENT:
    dt_insert_comment(p);
    return false;
  case DT_TOKEN_START_TAG:
    if (p->tag == TAG(html)) return dt_run_mode(p, DT_MODE_IN_BODY);
    if (p->tag == TAG(frameset)) dt_insert_element(p);
    if (p->tag == TAG(frame)) {
      dt_insert_void(p);
      dt_note_frame(p, p->tree->nodes[dt_current(p)->node].last_child);
    }
    if (p->tag == TAG(noframes)) return dt_run_mode(p, DT_MODE_IN_HEAD);
    return false;
  case DT_TOKEN_END_TAG:
    if (p->tag != TAG(frameset) || p->open.count == 1) return false;
    dt_pop(p);
    if (!dt_current_is(p, TAG(frameset))) p->mode = DT_MODE_AFTER_FRAMESET;
    return false;
  case DT_TOKEN_END_OF_FILE:
    dt_stop_parsing(p);
    return false;
  default:
    return false;
  }
}

bool dt_mode_after_frameset(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (token->kind == DT_TOKEN_TEXT) dt_insert_spaces(p, false);
  if (token->kind == DT_TOKEN_COMMENT) dt_insert_comment(p);
  if (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(html)) return dt_run_mode(p, DT_MODE_IN_BODY);
  if (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(noframes)) return dt_run_mode(p, DT_MODE_IN_HEAD);
  if (token->kind == DT_TOKEN_END_TAG && p->tag == TAG(html)) p->mode = DT_MODE_AFTER_AFTER_FRAMESET;
  if (token->kind == DT_TOKEN_END_OF_FILE) dt_stop_parsing(p);
  return false;
}

bool dt_mode_after_after_body(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (token->kind == DT_TOKEN_COMMENT) {
    dt_append_comment(p, DT_NO_NODE);
    return false;
  }

  if (token->kind == DT_TOKEN_DOCTYPE || is_white_space(p) ||
      (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(html)))
    return dt_run_mode(p, DT_MODE_IN_BODY);

  if (token->kind == DT_TOKEN_END_OF_FILE) {
    dt_stop_parsing(p);
    return false;
  }

  return dt_reprocess(p, DT_MODE_IN_BODY);
}

bool dt_mode_after_after_frameset(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (token->kind == DT_TOKEN_COMMENT) dt_append_comment(p, DT_NO_NODE);
  if (token->kind == DT_TOKEN_TEXT) dt_insert_spaces(p, true);
  if (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(html)) return dt_run_mode(p, DT_MODE_IN_BODY);
  if (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(noframes)) return dt_run_mode(p, DT_MODE_IN_HEAD);
  if (token->kind == DT_TOKEN_END_OF_FILE) dt_stop_parsing(p);
  return false;
}
