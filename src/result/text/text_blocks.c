/* result/text/text_blocks.c: blocks of Markdown and plain text. */
#include "result/text/text_blocks.h"

#include "result/text/table_layout.h"
#include "result/text/text_line.h"

/* ---- lines and their prefix ---- */

static dt_frame *top_frame(dt_text_document *d) { return &d->frames[d->frame_count - 1]; }

void dt_document_new_line(dt_text_document *d) {
  dt_buffer_byte(d->out, '\n');
  dt_buffer_add(d->out, d->prefix.data, d->prefix.length);
}

void dt_document_repeat(dt_buffer *out, const char *text, size_t count) {
  for (; count != 0 && !out->failed; count--) dt_buffer_text(out, text);
}

static void add_blank_line(dt_text_document *d) {
  size_t length = d->prefix.length;
  while (length != 0 && d->prefix.data[length - 1] == ' ') length--;
  dt_buffer_byte(d->out, '\n');
  dt_buffer_add(d->out, d->prefix.data, length);
}

/* Whether a block follows the one before without a blank line: items, a list after the text of its item, and in plain
 * text a definition after its term. */
static bool is_close(const dt_text_document *d, const dt_frame *frame, dt_markup_tag block) {
  if (frame->tag == DT_M_UL || frame->tag == DT_M_OL) return true;
  if (block == DT_M_DD) return frame->last == DT_M_DD || (frame->last == DT_M_DT && !d->markdown);
  return (block == DT_M_UL || block == DT_M_OL) && frame->tag == DT_M_LI && frame->last == DT_M_P;
}

/* Writes the separator from the previous block and begins a block. */
void dt_document_begin_block(dt_text_document *d, dt_markup_tag block) {
  dt_frame *frame = top_frame(d);
  if (frame->begun) {
    if (!is_close(d, frame, block)) add_blank_line(d);
    dt_document_new_line(d);
  }
  frame->begun = true;
  frame->last = block;
}

/* ---- paragraphs and headings ---- */

static void end_line(dt_text_document *d) {
  if (!d->open) return;
  dt_line_close(d);
  d->open = false;
}

/* Begins a paragraph, heading or term with its Markdown marker: "#" of a heading, "**" of a term. */
static void start_line(dt_text_document *d, dt_markup_tag block, unsigned level) {
  end_line(d);
  if (d->in_term && block == DT_M_P) block = DT_M_DT;
  d->open = true;
  d->block = block;
  d->breaks = 0;
  d->line_start = true;
  d->run_start = d->run_end = d->closed_end = d->code_end = DT_NOWHERE;

  if (d->table.in_cell) {
    dt_cells_apart(d);
    d->start = d->table.cells.length;
    return;
  }

  dt_document_begin_block(d, block);
  if (d->markdown && block == DT_M_HEADING) {
    dt_document_repeat(d->out, "#", level);
    dt_buffer_byte(d->out, ' ');
    d->line_start = false;
  } else if (d->markdown && block == DT_M_DT) {
    dt_buffer_text(d->out, "**");
    d->strong = DT_AROUND;
    d->run_start = d->out->length - 2;
    d->run_end = d->out->length;
  }

  d->start = d->out->length;
}

/* ---- containers ---- */

static void push_block_frame(dt_text_document *d, dt_markup_tag tag) {
  d->frames[d->frame_count++] = (dt_frame){.tag = tag, .prefix = d->prefix.length};
}

/* Opens a list.  In Markdown, a list that does not begin with 1 needs a blank line after a paragraph. */
static void open_list(dt_text_document *d, const dt_markup_event *event) {
  dt_frame *outer = top_frame(d);
  dt_markup_tag tag = event->tag;
  unsigned number = 1;
  bool follows = outer->last == tag || (outer->last == DT_M_DD && tag == DT_M_UL);
  bool other = follows && !outer->last_was_other;

  if (tag == DT_M_OL && dt_markup_number(event, "start", DT_MAX_DIGITS, &number) && number != 1 && d->markdown)
    outer->last = DT_M_OTHER;
  if (!d->table.in_cell) dt_document_begin_block(d, tag);
  outer->last_was_other = other;
  push_block_frame(d, tag);
  top_frame(d)->other_marker = other;
  top_frame(d)->number = number;
}

static void open_item(dt_text_document *d, const dt_markup_event *event) {
  dt_frame *list = top_frame(d);
  if (list->tag != DT_M_UL && list->tag != DT_M_OL) {
    push_block_frame(d, DT_M_LI);
    return;
  }

  if (d->table.in_cell)
    dt_cells_apart(d);
  else
    dt_document_begin_block(d, DT_M_LI);

  dt_markup_number(event, "value", DT_MAX_DIGITS, &list->number);
  dt_buffer *out = d->table.in_cell ? dt_line_begin(d) : d->out;
  bool other = list->other_marker && d->markdown;
  size_t start = out->length;

  if (list->tag == DT_M_OL) {
    dt_buffer_count(out, list->number++);
    dt_buffer_text(out, other ? ") " : ". ");
  } else {
    dt_buffer_text(out, other ? "* " : "- ");
  }

  push_block_frame(d, DT_M_LI);
  if (!d->table.in_cell) dt_document_repeat(&d->prefix, " ", out->length - start);
  d->table.has_text = false; /* the text of the item follows its marker */
}

/* Opens a block whose first line begins with a marker, the others with a prefix. */
static void open_marked_block(dt_text_document *d, dt_markup_tag tag, const char *marker, const char *prefix) {
  if (!d->table.in_cell) {
    dt_document_begin_block(d, tag);
    dt_buffer_text(d->out, marker);
  }
  push_block_frame(d, tag);
  if (!d->table.in_cell) dt_buffer_text(&d->prefix, prefix);
}

static bool is_container(dt_markup_tag tag) {
  return tag == DT_M_UL || tag == DT_M_OL || tag == DT_M_LI || tag == DT_M_DD || tag == DT_M_BLOCKQUOTE;
}

static void open_container(dt_text_document *d, const dt_markup_event *event) {
  dt_markup_tag tag = event->tag;
  end_line(d);

  if (d->frame_count + 1 >= DT_DEEPEST_BLOCK || d->too_deep != 0) {
    d->too_deep++;
  } else if (tag == DT_M_LI) {
    open_item(d, event);
  } else if (tag == DT_M_DD) {
    open_marked_block(d, tag, d->markdown ? "- " : "    ", d->markdown ? "  " : "    ");
  } else if (tag == DT_M_BLOCKQUOTE) {
    open_marked_block(d, tag, "> ", "> ");
  } else {
    open_list(d, event);
  }
}

/* ---- code ---- */

static void add_block_lines(dt_text_document *d, const dt_buffer *text) {
  for (const char *at = text->data, *end = at + text->length;; at++) {
    const char *line = at;
    at = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    dt_buffer_add(d->out, line, (size_t)((at != NULL ? at : end) - line));
    if (at == NULL) return;
    if (at + 1 < end && at[1] == '\n')
      add_blank_line(d);
    else
      dt_document_new_line(d);
  }
}

/* Returns the language in the class of a pre; empty without one, or if a fence cannot have it. */
static detm_text code_language(const dt_markup_event *event) {
  detm_text name = dt_markup_attribute(event, "class"), word = DT_TEXT("language-");
  if (!dt_text_starts(name, word)) return (detm_text){"", 0};
  detm_text language = dt_text_from(name, word.length);
  for (size_t i = 0; i < language.length; i++)
    if (strchr(" `&", language.data[i]) != NULL) return (detm_text){"", 0};
  return language;
}

/* Reads to the end of the element and writes it as a code block, in a cell as code spans. */
static void add_preformatted(dt_text_document *d, detm_text language) {
  dt_markup_event event;
  dt_buffer text = {0};

  end_line(d);
  while (dt_markup_next(&d->rest, &event) && !(event.kind == DT_MARKUP_END && event.tag == DT_M_PRE))
    if (event.kind == DT_MARKUP_TEXT) dt_markup_decode(&text, event.text);
  if (text.failed) d->out->failed = true;

  if (d->table.in_cell) {
    for (detm_text rest = {text.data, text.length}; rest.length != 0;) {
      const char *end = memchr(rest.data, '\n', rest.length);
      size_t length = end != NULL ? (size_t)(end - rest.data) : rest.length;
      dt_cells_apart(d);
      dt_line_code(d, (detm_text){rest.data, length});
      rest = dt_text_from(rest, length + (end != NULL));
    }
  } else if (text.length != 0) {
    size_t ticks = dt_line_longest_ticks((detm_text){text.data, text.length}), fence = ticks < 3 ? 3 : ticks + 1;
    dt_document_begin_block(d, DT_M_PRE);
    if (d->markdown) dt_document_repeat(d->out, "`", fence);
    if (d->markdown) dt_buffer_add(d->out, language.data, language.length);
    if (d->markdown) dt_document_new_line(d);
    add_block_lines(d, &text);
    if (d->markdown) dt_document_new_line(d);
    if (d->markdown) dt_document_repeat(d->out, "`", fence);
  }

  dt_buffer_free(&text);
}

/* ---- traversal ---- */

static void handle_start(dt_text_document *d, const dt_markup_event *event) {
  switch (event->tag) {
  case DT_M_P:
  case DT_M_HEADING:
    start_line(d, event->tag, event->level);
    break;
  case DT_M_CAPTION:
    d->in_caption = d->table.depth == 1;
    break;
  case DT_M_DT:
    end_line(d);
    d->in_term = true;
    break;
  case DT_M_PRE:
    if (!event->empty) add_preformatted(d, code_language(event));
    break;
  case DT_M_TABLE:
    end_line(d);
    dt_cells_start_table(d);
    break;
  case DT_M_TR:
    end_line(d);
    dt_cells_start_row(d);
    break;
  case DT_M_TD:
  case DT_M_TH:
    end_line(d);
    dt_cells_start_cell(d, event);
    break;
  case DT_M_IMG:
    if (d->markdown) {
      bool alone = !d->open;
      if (alone) start_line(d, DT_M_P, 0);
      dt_line_image(d, event);
      if (alone) end_line(d);
    }
    break;
  default:
    if (dt_markup_is_inline(event->tag)) {
      if (!d->open) start_line(d, DT_M_P, 0);
      dt_line_start_tag(d, event);
    } else if (is_container(event->tag)) {
      open_container(d, event);
    }
  }
}

static void handle_end(dt_text_document *d, const dt_markup_event *event) {
  switch (event->tag) {
  case DT_M_P:
  case DT_M_HEADING:
    end_line(d);
    break;
  case DT_M_CAPTION:
  case DT_M_DT:
    end_line(d);
    d->in_term = d->in_caption = false;
    break;
  case DT_M_TABLE:
    end_line(d);
    dt_cells_end_table(d);
    break;
  case DT_M_TR:
    end_line(d);
    dt_cells_end_row(d);
    break;
  case DT_M_TD:
  case DT_M_TH:
    end_line(d);
    dt_cells_end_cell(d);
    break;
  default:
    if (dt_markup_is_inline(event->tag)) {
      if (d->open) dt_line_end_tag(d, event);
    } else if (is_container(event->tag)) {
      end_line(d);
      if (d->too_deep != 0) {
        d->too_deep--;
      } else if (d->frame_count > 1) {
        d->prefix.length = top_frame(d)->prefix;
        d->frame_count--;
      }
    }
  }
}

void dt_document_write(dt_buffer *out, detm_text markup, bool markdown) {
  dt_text_document d = {.markdown = markdown, .out = out, .rest = markup, .frame_count = 1, .code_end = DT_NOWHERE};
  dt_markup_event event;

  while (dt_markup_next(&d.rest, &event)) {
    bool outside = d.table.depth != 0 && !d.table.in_cell && !d.in_caption;
    bool formatting = !d.open && dt_markup_is_white(event.text); /* white space between blocks */
    if (event.kind == DT_MARKUP_TEXT && !outside && !formatting) {
      if (!d.open) start_line(&d, DT_M_P, 0);
      dt_line_text(&d, event.text);
    }
    if (event.kind == DT_MARKUP_START) handle_start(&d, &event);
    if (event.kind == DT_MARKUP_END || (event.kind == DT_MARKUP_START && event.empty)) handle_end(&d, &event);
  }

  end_line(&d);
  while (d.table.depth != 0) dt_cells_end_table(&d);
  if (d.prefix.failed || d.scratch.failed || d.code_text.failed || d.table.cells.failed) out->failed = true;

  dt_buffer_free(&d.prefix);
  dt_buffer_free(&d.scratch);
  dt_buffer_free(&d.code_text);
  dt_buffer_free(&d.table.cells);
}
