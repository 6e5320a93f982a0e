/* html/parse/modes_head.c: the insertion modes before the body. */
#include "html/parse/parse.h"

#define TAG(name) DT_TAG_##name

static bool id_equals(dt_slice id, const char *text) {
  return dt_text_equal_ci((detm_text){id.data, id.length}, dt_text(text));
}

static bool id_starts(dt_slice id, const char *prefix) {
  return dt_text_starts_ci((detm_text){id.data, id.length}, dt_text(prefix));
}

/* Beginnings of the public identifiers of pages in quirks mode (13.2.6.4.1). */
static const char *const quirks_ids =
    "+//silmaril//dtd html pro v0r11 19970101//|-//as//dtd html 3.0 aswedit + extensions//|"
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//|-//ietf//dtd html 2.0 level 1//|"
    "-//ietf//dtd html 2.0 level 2//|-//ietf//dtd html 2.0 strict level 1//|-//ietf//dtd html 2.0 strict level 2//|"
    "-//ietf//dtd html 2.0 strict//|-//ietf//dtd html 2.0//|-//ietf//dtd html 2.1e//|-//ietf//dtd html 3.0//|"
    "-//ietf//dtd html 3.2 final//|-//ietf//dtd html 3.2//|-//ietf//dtd html 3//|-//ietf//dtd html level 0//|"
    "-//ietf//dtd html level 1//|-//ietf//dtd html level 2//|-//ietf//dtd html level 3//|"
    "-//ietf//dtd html strict level 0//|-//ietf//dtd html strict level 1//|-//ietf//dtd html strict level 2//|"
    "-//ietf//dtd html strict level 3//|-//ietf//dtd html strict//|-//ietf//dtd html//|"
    "-//metrius//dtd metrius presentational//|-//microsoft//dtd internet explorer 2.0 html strict//|"
    "-//microsoft//dtd internet explorer 2.0 html//|-//microsoft//dtd internet explorer 2.0 tables//|"
    "-//microsoft//dtd internet explorer 3.0 html strict//|-//microsoft//dtd internet explorer 3.0 html//|"
    "-//microsoft//dtd internet explorer 3.0 tables//|-//netscape comm. corp.//dtd html//|"
    "-//netscape comm. corp.//dtd strict html//|-//o'reilly and associates//dtd html 2.0//|"
    "-//o'reilly and associates//dtd html extended 1.0//|"
    "-//o'reilly and associates//dtd html extended relaxed 1.0//|-//sq//dtd html 2.0 hotmetal + extensions//|"
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//|"
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//|-//spyglass//dtd html 2.0 extended//|"
    "-//sun microsystems corp.//dtd hotjava html//|-//sun microsystems corp.//dtd hotjava strict html//|"
    "-//w3c//dtd html 3 1995-03-24//|-//w3c//dtd html 3.2 draft//|-//w3c//dtd html 3.2 final//|"
    "-//w3c//dtd html 3.2//|-//w3c//dtd html 3.2s draft//|-//w3c//dtd html 4.0 frameset//|"
    "-//w3c//dtd html 4.0 transitional//|-//w3c//dtd html experimental 19960712//|"
    "-//w3c//dtd html experimental 970421//|-//w3c//dtd w3 html//|-//w3o//dtd w3 html 3.0//|"
    "-//webtechs//dtd mozilla html 2.0//|-//webtechs//dtd mozilla html//";

/* Whether the doctype makes the page one in quirks mode. */
static bool has_quirks(const dt_html_token *token) {
  static const char *const exact[] = {"-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en",
                                      "html"};
  static const char ibm[] = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";
  if (token->quirks || !id_equals(token->text, "html")) return true;
  if (token->has_system_id && id_equals(token->system_id, ibm)) return true;
  if (!token->has_public_id) return false;
  const detm_text public_id = {token->public_id.data, token->public_id.length};
  for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
    if (id_equals(token->public_id, exact[i])) return true;
  for (const char *id = quirks_ids; *id != '\0'; id += *id == '|') {
    size_t length = strcspn(id, "|");
    if (dt_text_starts_ci(public_id, (detm_text){id, length})) return true;
    id += length;
  }

  return !token->has_system_id && (id_starts(token->public_id, "-//w3c//dtd html 4.01 frameset//") ||
                                   id_starts(token->public_id, "-//w3c//dtd html 4.01 transitional//"));
}

bool dt_mode_initial(dt_parser *p) {
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
    p->mode = DT_MODE_BEFORE_HTML;
    return false;
  }

  if (token->kind == DT_TOKEN_TEXT) {
    dt_take_space(p);
    if (token->text.length == 0) return false;
  }

  p->tree->quirks = true;
  return dt_reprocess(p, DT_MODE_BEFORE_HTML);
}

/* What most modes before the body do with white space, comments and doctypes.  Returns whether that was all of the
 * token. */
static bool take_trivia(dt_parser *p, bool keep_space) {
  if (p->token.kind == DT_TOKEN_COMMENT) dt_insert_comment(p);
  if (p->token.kind != DT_TOKEN_TEXT) return p->token.kind == DT_TOKEN_COMMENT || p->token.kind == DT_TOKEN_DOCTYPE;
  dt_slice space = dt_take_space(p);
  if (keep_space) dt_insert_text(p, space);
  return p->token.text.length == 0;
}

/* Whether the token is an end tag that the modes before the body ignore. */
static bool is_early_end(const dt_parser *p) {
  return p->token.kind == DT_TOKEN_END_TAG && p->tag != TAG(head) && p->tag != TAG(body) && p->tag != TAG(html) &&
         p->tag != TAG(br);
}

bool dt_mode_before_html(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (token->kind == DT_TOKEN_COMMENT) {
    dt_append_comment(p, DT_NO_NODE);
    return false;
  }
  if (take_trivia(p, false)) return false;

  if (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(html)) {
    dt_node_number node = dt_element_of_token(p, DT_NS_HTML);
    dt_html_insert(p->tree, node, DT_NO_NODE, DT_NO_NODE);
    dt_push(p, node, DT_NS_HTML);
    p->mode = DT_MODE_BEFORE_HEAD;
    return false;
  }

  if (is_early_end(p)) return false;
  dt_insert_missing(p, TAG(html));
  return dt_reprocess(p, DT_MODE_BEFORE_HEAD);
}

bool dt_mode_before_head(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (take_trivia(p, false)) return false;

  if (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(html)) return dt_run_mode(p, DT_MODE_IN_BODY);
  if (token->kind == DT_TOKEN_START_TAG && p->tag == TAG(head)) {
    p->head = dt_insert_element(p);
    p->mode = DT_MODE_IN_HEAD;
    return false;
  }

  if (is_early_end(p)) return false;
  dt_insert_missing(p, TAG(head));
  p->head = dt_current(p)->node;
  return dt_reprocess(p, DT_MODE_IN_HEAD);
}

/* Inserts a template.  The content of one that declares a shadow tree is shown, with that of its parent in its slots:
 * for other parts of the program it is an element without a meaning. */
static void insert_template(dt_parser *p) {
  static const char *const declarations[] = {"shadowrootmode", "shadowroot" /* an older form */,
                                             "shadowmode" /* in MHTML of Chromium */};
  dt_node_number node = dt_insert_element(p);
  for (size_t i = 0; i < sizeof declarations / sizeof *declarations; i++) {
    if (dt_token_attribute(p, declarations[i]) == NULL) continue;
    p->tree->nodes[node].name = dt_html_piece_new(p->tree, p->token.text);
    p->tree->nodes[node].tag = DT_TAG_FOREIGN;
    DT_VEC_PUSH(p->arena, &p->shadows, node);
    return;
  }
}

void dt_close_template(dt_parser *p) {
  if (p->open_of[TAG(template)] == 0) return;
  dt_pop_to(p, TAG(template));
  dt_clear_to_marker(p);
  p->template_modes.count--;
  dt_reset_mode(p);
}

bool dt_mode_in_head(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (take_trivia(p, true)) return false;
  if (token->kind == DT_TOKEN_START_TAG) {
    switch (p->tag) {
    case TAG(html):
      return dt_run_mode(p, DT_MODE_IN_BODY);
    case TAG(base):
    case TAG(basefont):
    case TAG(bgsound):
    case TAG(link):
    case TAG(meta):
      dt_insert_void(p);
      return false;
    case TAG(title):
      dt_insert_text_element(p, DT_MODEL_RCDATA);
      return false;
    case TAG(noframes):
    case TAG(style):
      dt_insert_text_element(p, DT_MODEL_RAWTEXT);
      return false;
    case TAG(noscript):
      if (p->options->head_scripting) {
        dt_insert_text_element(p, DT_MODEL_RAWTEXT);
        return false;
      }
      dt_insert_element(p);
      p->mode = DT_MODE_IN_HEAD_NOSCRIPT;
      return false;
    case TAG(script):
      dt_insert_text_element(p, DT_MODEL_SCRIPT);
      return false;
    case TAG(template):
      insert_template(p);
      dt_push_marker(p);
      p->frames_not_ok = true;
      p->mode = DT_MODE_IN_TEMPLATE;
      DT_VEC_PUSH(p->arena, &p->template_modes, DT_MODE_IN_TEMPLATE);
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
      p->mode = DT_MODE_AFTER_HEAD;
      return false;
    }
    if (p->tag == TAG(template)) {
      dt_close_template(p);
      return false;
    }
    if (is_early_end(p)) return false;
  }

  dt_pop(p);
  return dt_reprocess(p, DT_MODE_AFTER_HEAD);
}

bool dt_mode_in_head_noscript(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (take_trivia(p, true)) return false;

  if (token->kind == DT_TOKEN_START_TAG) {
    switch (p->tag) {
    case TAG(html):
      return dt_run_mode(p, DT_MODE_IN_BODY);
    case TAG(basefont):
    case TAG(bgsound):
    case TAG(link):
    case TAG(meta):
    case TAG(noframes):
    case TAG(style):
      return dt_run_mode(p, DT_MODE_IN_HEAD);
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
      p->mode = DT_MODE_IN_HEAD;
      return false;
    }
    if (p->tag != TAG(br)) return false;
  }

  dt_pop(p);
  return dt_reprocess(p, DT_MODE_IN_HEAD);
}

bool dt_mode_after_head(dt_parser *p) {
  dt_html_token *token = &p->token;
  if (take_trivia(p, true)) return false;

  if (token->kind == DT_TOKEN_START_TAG) {
    if ((dt_tag_categories(p->tag) & DT_HEAD_CONTENT) != 0) {
      dt_push(p, p->head, DT_NS_HTML);
      dt_run_mode(p, DT_MODE_IN_HEAD);
      uint32_t index = dt_open_index(p, p->head);
      if (index != UINT32_MAX) dt_remove_open(p, index);
      return false;
    }
    switch (p->tag) {
    case TAG(html):
      return dt_run_mode(p, DT_MODE_IN_BODY);
    case TAG(body):
      dt_insert_element(p);
      p->frames_not_ok = p->body_begun = true;
      p->mode = DT_MODE_IN_BODY;
      return false;
    case TAG(frameset):
      dt_insert_element(p);
      p->mode = DT_MODE_IN_FRAMESET;
      return false;
    case TAG(head):
      return false;
    default:
      break;
    }
  }

  if (token->kind == DT_TOKEN_END_TAG) {
    if (p->tag == TAG(template)) return dt_run_mode(p, DT_MODE_IN_HEAD);
    if (p->tag != TAG(body) && p->tag != TAG(html) && p->tag != TAG(br)) return false;
  }

  dt_insert_missing(p, TAG(body));
  return dt_reprocess(p, DT_MODE_IN_BODY);
}
