/* html/parse/modes_table.c: the insertion modes of tables and their parts. */
#include "html/parse/parse.h"

#define TAG(name) DT_TAG_##name

static bool foster(dt_parser *p) {
  p->foster = true;
  bool result = dt_run_mode(p, DT_MODE_IN_BODY);
  p->foster = false;
  return result;
}

/* Checks for the tags of the parts of a table. */
static bool is_table_part_tag(dt_tag tag) {
  return tag == TAG(caption) || tag == TAG(col) || tag == TAG(colgroup) || tag == TAG(tbody) || tag == TAG(td) ||
         tag == TAG(tfoot) || tag == TAG(th) || tag == TAG(thead) || tag == TAG(tr);
}

static bool is_row_group_tag(dt_tag tag) { return tag == TAG(tbody) || tag == TAG(tfoot) || tag == TAG(thead); }

/* Checks whether an end tag is ignored in tables, unless the mode has a rule for it. */
static bool is_ignored_end(dt_tag tag) { return is_table_part_tag(tag) || tag == TAG(body) || tag == TAG(html); }

static void clear_to_table(dt_parser *p) { dt_clear_to(p, TAG(table), TAG(table), TAG(table)); }
static void clear_to_section(dt_parser *p) { dt_clear_to(p, TAG(tbody), TAG(tfoot), TAG(thead)); }
static void clear_to_row(dt_parser *p) { dt_clear_to(p, TAG(tr), TAG(tr), TAG(tr)); }

static bool close_table(dt_parser *p) {
  if (!dt_in_scope(p, TAG(table), DT_SCOPE_TABLE)) return false;
  dt_pop_to(p, TAG(table));
  dt_reset_mode(p);
  return true;
}

static bool start_in_table(dt_parser *p) {
  switch (p->tag) {
  case TAG(caption):
    clear_to_table(p);
    dt_push_marker(p);
    dt_insert_element(p);
    p->mode = DT_MODE_IN_CAPTION;
    return false;
  case TAG(colgroup):
    clear_to_table(p);
    dt_insert_element(p);
    p->mode = DT_MODE_IN_COLUMN_GROUP;
    return false;
  case TAG(col):
    clear_to_table(p);
    dt_insert_missing(p, TAG(colgroup));
    return dt_reprocess(p, DT_MODE_IN_COLUMN_GROUP);
  case TAG(tbody):
  case TAG(tfoot):
  case TAG(thead):
    clear_to_table(p);
    dt_insert_element(p);
    p->mode = DT_MODE_IN_TABLE_BODY;
    return false;
  case TAG(td):
  case TAG(th):
  case TAG(tr):
    clear_to_table(p);
    dt_insert_missing(p, TAG(tbody));
    return dt_reprocess(p, DT_MODE_IN_TABLE_BODY);
  case TAG(table):
    return close_table(p);
  case TAG(style):
  case TAG(script):
  case TAG(template):
    return dt_run_mode(p, DT_MODE_IN_HEAD);
  case TAG(input):
    if (!dt_has_hidden_type(p)) return foster(p);
    dt_insert_void(p);
    return false;
  case TAG(form):
    if (p->open_of[TAG(template)] != 0 || p->form != DT_NO_NODE) return false;
    dt_insert_element(p);
    p->form = dt_current(p)->node;
    dt_pop(p);
    return false;
  default:
    return foster(p);
  }
}

static bool end_in_table(dt_parser *p) {
  if (p->tag == TAG(table)) {
    close_table(p);
    return false;
  }
  if (p->tag == TAG(template)) return dt_run_mode(p, DT_MODE_IN_HEAD);
  return is_ignored_end(p->tag) ? false : foster(p);
}

bool dt_mode_in_table(dt_parser *p) {
  switch (p->token.kind) {
  case DT_TOKEN_TEXT:
    if (dt_current(p)->space != DT_NS_HTML ||
        ((dt_current(p)->categories & DT_FOSTER) == 0 && !dt_current_is(p, TAG(template))))
      return foster(p);
    p->table_text.count = 0;
    p->original_mode = p->mode;
    return dt_reprocess(p, DT_MODE_IN_TABLE_TEXT);
  case DT_TOKEN_COMMENT:
    dt_insert_comment(p);
    return false;
  case DT_TOKEN_DOCTYPE:
    return false;
  case DT_TOKEN_START_TAG:
    return start_in_table(p);
  case DT_TOKEN_END_TAG:
    return end_in_table(p);
  default:
    return dt_run_mode(p, DT_MODE_IN_BODY);
  }
}

/* Collects the text in a table: all of it goes before the table if any of it is not white space. */
bool dt_mode_in_table_text(dt_parser *p) {
  dt_slice *text = &p->token.text;
  if (p->token.kind == DT_TOKEN_TEXT) {
    dt_slice space = dt_take_space(p);
    space.length += text->length;
    if (dt_drop_nul(&space)) DT_VEC_PUSH(p->arena, &p->table_text, space);
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
      dt_insert_body_text(p);
      p->foster = false;
    }
  }

  p->token = token;
  return true;
}

static bool close_caption(dt_parser *p) {
  if (!dt_in_scope(p, TAG(caption), DT_SCOPE_TABLE)) return false;
  dt_pop_to(p, TAG(caption));
  dt_clear_to_marker(p);
  p->mode = DT_MODE_IN_TABLE;
  return true;
}

bool dt_mode_in_caption(dt_parser *p) {
  bool start = p->token.kind == DT_TOKEN_START_TAG, end = p->token.kind == DT_TOKEN_END_TAG;
  if (end && p->tag == TAG(caption)) {
    close_caption(p);
    return false;
  }
  if ((start && is_table_part_tag(p->tag)) || (end && p->tag == TAG(table))) return close_caption(p);
  if (end && is_ignored_end(p->tag)) return false;
  return dt_run_mode(p, DT_MODE_IN_BODY);
}

bool dt_mode_in_column_group(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (token->kind == DT_TOKEN_TEXT) {
    if (!dt_current_is(p, TAG(colgroup))) {
      dt_insert_spaces(p, false);
      return false;
    }
    dt_insert_text(p, dt_take_space(p));
    if (token->text.length == 0) return false;
  }

  if (token->kind == DT_TOKEN_COMMENT) {
    dt_insert_comment(p);
    return false;
  }

  if (token->kind == DT_TOKEN_DOCTYPE) return false;
  if (token->kind == DT_TOKEN_START_TAG) {
    if (p->tag == TAG(html)) return dt_run_mode(p, DT_MODE_IN_BODY);
    if (p->tag == TAG(col)) {
      dt_insert_void(p);
      return false;
    }
    if (p->tag == TAG(template)) return dt_run_mode(p, DT_MODE_IN_HEAD);
  }

  if (token->kind == DT_TOKEN_END_TAG) {
    if (p->tag == TAG(colgroup)) {
      if (!dt_current_is(p, TAG(colgroup))) return false;
      dt_pop(p);
      p->mode = DT_MODE_IN_TABLE;
      return false;
    }
    if (p->tag == TAG(col)) return false;
    if (p->tag == TAG(template)) return dt_run_mode(p, DT_MODE_IN_HEAD);
  }

  if (token->kind == DT_TOKEN_END_OF_FILE) return dt_run_mode(p, DT_MODE_IN_BODY);
  if (!dt_current_is(p, TAG(colgroup))) return false;
  dt_pop(p);
  return dt_reprocess(p, DT_MODE_IN_TABLE);
}

static bool has_section(const dt_parser *p) {
  return dt_in_scope(p, TAG(tbody), DT_SCOPE_TABLE) || dt_in_scope(p, TAG(thead), DT_SCOPE_TABLE) ||
         dt_in_scope(p, TAG(tfoot), DT_SCOPE_TABLE);
}

bool dt_mode_in_table_body(dt_parser *p) {
  bool start = p->token.kind == DT_TOKEN_START_TAG, end = p->token.kind == DT_TOKEN_END_TAG;
  dt_tag tag = p->tag;
  if (start && tag == TAG(tr)) {
    clear_to_section(p);
    dt_insert_element(p);
    p->mode = DT_MODE_IN_ROW;
    return false;
  }

  if (start && dt_is_table_cell(tag)) {
    clear_to_section(p);
    dt_insert_missing(p, TAG(tr));
    return dt_reprocess(p, DT_MODE_IN_ROW);
  }

  if (end && is_row_group_tag(tag)) {
    if (!dt_in_scope(p, tag, DT_SCOPE_TABLE)) return false;
    clear_to_section(p);
    dt_pop(p);
    p->mode = DT_MODE_IN_TABLE;
    return false;
  }

  if ((start && is_table_part_tag(tag)) || (end && tag == TAG(table))) {
    if (!has_section(p)) return false;
    clear_to_section(p);
    dt_pop(p);
    return dt_reprocess(p, DT_MODE_IN_TABLE);
  }

  if (end && is_ignored_end(tag)) return false;
  return dt_run_mode(p, DT_MODE_IN_TABLE);
}

bool dt_mode_in_row(dt_parser *p) {
  bool start = p->token.kind == DT_TOKEN_START_TAG, end = p->token.kind == DT_TOKEN_END_TAG;
  dt_tag tag = p->tag;
  if (start && dt_is_table_cell(tag)) {
    clear_to_row(p);
    dt_insert_element(p);
    p->mode = DT_MODE_IN_CELL;
    dt_push_marker(p);
    return false;
  }

  if ((end && (tag == TAG(tr) || tag == TAG(table) || is_row_group_tag(tag))) || (start && is_table_part_tag(tag))) {
    if (!dt_in_scope(p, TAG(tr), DT_SCOPE_TABLE)) return false;
    if (end && is_row_group_tag(tag) && !dt_in_scope(p, tag, DT_SCOPE_TABLE)) return false;
    clear_to_row(p);
    dt_pop(p);
    p->mode = DT_MODE_IN_TABLE_BODY;
    return !(end && tag == TAG(tr));
  }

  if (end && is_ignored_end(tag)) return false;
  return dt_run_mode(p, DT_MODE_IN_TABLE);
}

static bool close_cell(dt_parser *p) {
  bool found;
  do {
    found = dt_current(p)->space == DT_NS_HTML && dt_is_table_cell(dt_current(p)->tag);
    dt_pop(p);
  } while (!found && p->open.count > 1);
  dt_clear_to_marker(p);
  return dt_reprocess(p, DT_MODE_IN_ROW);
}

bool dt_mode_in_cell(dt_parser *p) {
  bool start = p->token.kind == DT_TOKEN_START_TAG, end = p->token.kind == DT_TOKEN_END_TAG;
  dt_tag tag = p->tag;
  if (end && dt_is_table_cell(tag)) {
    if (!dt_in_scope(p, tag, DT_SCOPE_TABLE)) return false;
    dt_pop_to(p, tag);
    dt_clear_to_marker(p);
    p->mode = DT_MODE_IN_ROW;
    return false;
  }

  if (start && is_table_part_tag(tag))
    return (dt_in_scope(p, TAG(td), DT_SCOPE_TABLE) || dt_in_scope(p, TAG(th), DT_SCOPE_TABLE)) && close_cell(p);
  if (end && (tag == TAG(table) || tag == TAG(tr) || is_row_group_tag(tag)))
    return dt_in_scope(p, tag, DT_SCOPE_TABLE) && close_cell(p);
  if (end && is_ignored_end(tag)) return false;
  return dt_run_mode(p, DT_MODE_IN_BODY);
}
