/* result/text/text_line.c: writes text, emphasis, code and links within a line.
 *
 * Text is escaped only where Markdown would read it as markup.  "*" is emphasis only next to certain characters
 * (CommonMark, "left-flanking delimiter run"); elsewhere an HTML tag is written instead. */
#include "result/text/text_line.h"
#include "text/fold.h"

enum { MAX_ENTITY_LENGTH = 32, MAX_NUMBER_LENGTH = 9 };

static dt_buffer *buffer_of(dt_text_document *d) { return d->table.in_cell ? &d->table.cells : d->out; }

dt_buffer *dt_line_begin(dt_text_document *d) {
  dt_buffer *out = buffer_of(d);
  dt_table *table = &d->table;

  if (table->in_cell) {
    if (table->has_text && (table->apart || d->breaks != 0)) dt_buffer_text(out, d->markdown ? "<br>" : " ");
  } else if (d->breaks != 0 && !d->line_start && d->block == DT_M_HEADING) {
    dt_buffer_byte(out, ' ');
  } else if (d->breaks != 0 && !d->line_start) {
    if (d->markdown) dt_buffer_byte(out, '\\');
    dt_document_new_line(d);
    d->line_start = true;
  }

  table->has_text = true;
  table->apart = false;
  d->breaks = 0;
  return out;
}

/* ---- escaping ---- */

static bool ends_word(detm_text text, size_t at) { return at >= text.length || text.data[at] == ' '; }

static bool is_entity(detm_text text, size_t at) {
  if (text.data[at] != '&') return false;
  size_t end = at + 1 < text.length && text.data[at + 1] == '#' ? at + 2 : at + 1, start = end;
  while (end < text.length && end - start < MAX_ENTITY_LENGTH && dt_is_ascii_alnum(text.data[end])) end++;
  return end > start && end < text.length && text.data[end] == ';';
}

/* Whether a character must be escaped at the start of a line of a paragraph. */
static bool begins_block(detm_text text, size_t at) {
  char next = at + 1 < text.length ? text.data[at + 1] : ' ';
  switch (text.data[at]) {
  case '#':
  case '>':
  case '=':
  case '|':
    return true;
  case '+':
    return next == ' ';
  case '-':
    return next == ' ' || next == '-' || next == '|' || next == ':';
  case ':':
    return next == '-';
  default:
    return false;
  }
}

static bool is_markdown_markup(const dt_text_document *d, detm_text text, size_t at) {
  char c = text.data[at], before = at != 0 ? text.data[at - 1] : '\0',
       next = at + 1 < text.length ? text.data[at + 1] : '\0';
  switch (c) {
  case '\\':
  case '`':
  case '*':
  case '[':
  case ']':
  case '<':
    return true;
  case '_':
    return !dt_is_ascii_alnum(before) || !dt_is_ascii_alnum(next);
  case '~': /* ends struck-out text only after a character */
    return next == '~' || (before != ' ' && !(at == 0 && d->line_start));
  case '&':
    return is_entity(text, at);
  case '|':
    return d->table.in_cell;
  default:
    return false;
  }
}

/* Returns the length of the number in "1." at the start of a line; 0 = not a list marker. */
static size_t list_number(detm_text text, size_t at) {
  size_t end = at;
  while (end < text.length && end - at < MAX_NUMBER_LENGTH && dt_is_digit(text.data[end])) end++;
  bool marker = end > at && end < text.length && (text.data[end] == '.' || text.data[end] == ')');
  return marker && ends_word(text, end + 1) ? end - at : 0;
}

/* Returns the length of an address at the start of a word that must be written as <address>, because it contains
 * characters that would be escaped; else 0. */
static size_t bare_address(const dt_text_document *d, detm_text text, size_t at) {
  detm_text word = {text.data + at, text.length - at};
  bool address = (word.length > 8 && (memcmp(word.data, "http://", 7) == 0 || memcmp(word.data, "https://", 8) == 0));
  bool within = d->in_link || d->strong == DT_MARKED || d->em == DT_MARKED;
  if (!address || within || (at != 0 && text.data[at - 1] != ' ')) return 0;
  size_t length = 0, special = 0;
  while (!ends_word(word, length) && strchr("<>\n\t", word.data[length]) == NULL) length++;
  while (length != 0 && strchr(".,;:!?)]}'\"*_~", word.data[length - 1]) != NULL) length--;
  for (size_t i = 0; i < length; i++) special += is_markdown_markup(d, word, i);
  return length > 8 && special != 0 ? length : 0;
}

/* Adds text of one line with white space folded. */
static void add_markdown_escaped(dt_text_document *d, dt_buffer *out, detm_text text) {
  for (size_t at = 0; at < text.length; d->line_start = false) {
    bool starts = d->line_start && !d->table.in_cell;
    size_t address = text.data[at] == 'h' ? bare_address(d, text, at) : 0;
    size_t number = starts ? list_number(text, at) : 0;

    if (address != 0) {
      detm_text url = {text.data + at, address};
      dt_buffer_byte(out, '<');
      for (size_t i = 0; i < url.length; i++) {
        if (url.data[i] == '|' && d->table.in_cell) dt_buffer_byte(out, '\\');
        dt_buffer_byte(out, url.data[i]);
        if (is_entity(url, i)) dt_buffer_text(out, "amp;");
      }
      dt_buffer_byte(out, '>');
      at += address;
      continue;
    }

    dt_buffer_add(out, text.data + at, number);
    at += number;
    if (number != 0 || is_markdown_markup(d, text, at) || (starts && begins_block(text, at))) dt_buffer_byte(out, '\\');
    dt_buffer_byte(out, text.data[at++]);
  }
}

/* ---- text ---- */

/* Decodes character references and folds white space. */
static detm_text decode(dt_text_document *d, detm_text text) {
  dt_buffer *scratch = &d->scratch;
  size_t length = 0;
  scratch->length = 0;
  dt_markup_decode(scratch, text);
  for (size_t i = 0; i < scratch->length; i++) {
    char c = scratch->data[i];
    bool white = c == ' ' || c == '\t' || c == '\n';
    if (white && length != 0 && scratch->data[length - 1] == ' ') continue;
    scratch->data[length++] = white ? ' ' : c;
  }
  return (detm_text){scratch->data, length};
}

static bool ends_with_blank(const dt_text_document *d, const dt_buffer *out) {
  if (d->table.in_cell && (!d->table.has_text || d->table.apart)) return true;
  return d->line_start || d->breaks != 0 || (out->length != 0 && out->data[out->length - 1] == ' ');
}

void dt_line_text(dt_text_document *d, detm_text text) {
  text = decode(d, text);
  if (d->code != DT_CLOSED || d->math != DT_CLOSED) {
    dt_buffer_add(&d->code_text, text.data, text.length);
    return;
  }

  if (text.length != 0 && text.data[0] == ' ' && ends_with_blank(d, buffer_of(d))) text = dt_text_from(text, 1);
  if (text.length == 0) return;

  if (text.length == 1 && text.data[0] == ' ') {
    dt_buffer_byte(buffer_of(d), ' ');
    return;
  }

  dt_buffer *out = dt_line_begin(d);
  if (d->markdown) {
    add_markdown_escaped(d, out, text);
  } else {
    dt_buffer_add(out, text.data, text.length);
    d->line_start = false;
  }
}

/* ---- code ---- */

size_t dt_line_longest_ticks(detm_text code) {
  size_t longest = 0, run = 0;
  for (size_t i = 0; i < code.length; i++) {
    run = code.data[i] == '`' ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

/* Writes a code span; as an HTML tag after another code span, because the two would be read as one, and in a link if
 * it contains "]", which could end the text of the link. */
void dt_line_code(dt_text_document *d, detm_text code) {
  bool before = code.length != 0 && code.data[0] == ' ', after = code.length > 1 && code.data[code.length - 1] == ' ';
  code = dt_text_strip(code, " ");
  if (before && !ends_with_blank(d, buffer_of(d))) dt_buffer_byte(buffer_of(d), ' ');
  if (code.length == 0) return;

  dt_buffer *out = dt_line_begin(d);
  if (!d->markdown) {
    dt_buffer_add(out, code.data, code.length);
  } else if (out->length == d->code_end || (d->in_link && memchr(code.data, ']', code.length) != NULL)) {
    dt_buffer_text(out, "<code>");
    add_markdown_escaped(d, out, code);
    dt_buffer_text(out, "</code>");
  } else {
    size_t ticks = dt_line_longest_ticks(code) + 1;
    bool padded = code.data[0] == '`' || code.data[code.length - 1] == '`';
    dt_document_repeat(out, "`", ticks);
    if (padded) dt_buffer_byte(out, ' ');
    for (size_t i = 0; i < code.length; i++) {
      if (code.data[i] == '|' && d->table.in_cell) dt_buffer_byte(out, '\\');
      dt_buffer_byte(out, code.data[i]);
    }
    if (padded) dt_buffer_byte(out, ' ');
    dt_document_repeat(out, "`", ticks);
    d->code_end = out->length;
  }

  d->line_start = false;
  if (after) dt_buffer_byte(out, ' ');
}

/* Writes a formula as GitHub reads it, $`TeX`$, in which nothing is escaped. */
static void add_markdown_formula(dt_text_document *d, detm_text tex) {
  dt_buffer *out = dt_line_begin(d);
  if (d->markdown) dt_buffer_byte(out, '$');
  d->code_end = DT_NOWHERE;
  dt_line_code(d, dt_text_strip(tex, " "));
  if (d->markdown) dt_buffer_byte(out, '$');
}

static void flush_code(dt_text_document *d) {
  detm_text text = {d->code_text.data, d->code_text.length};
  if (text.length == 0) return;
  if (d->math != DT_CLOSED)
    add_markdown_formula(d, text);
  else
    dt_line_code(d, text);
  d->code_text.length = 0;
}

/* ---- emphasis ---- */

/* The class of a text's first character; UNSURE for addresses, which may be written as <address>. */
static dt_character_class first_side(detm_text text) {
  uint32_t code;
  if (text.length == 0) return DT_SIDE_SPACE;
  if (text.length > 4 && memcmp(text.data, "http", 4) == 0) return DT_SIDE_UNSURE;
  dt_utf8_read(text.data, text.data + text.length, &code);
  if (code <= ' ') return DT_SIDE_SPACE;
  if (code < 0x80) return dt_is_ascii_alnum((char)code) ? DT_SIDE_WORD : DT_SIDE_PUNCTUATION;
  return dt_is_letter(code) ? DT_SIDE_WORD : DT_SIDE_UNSURE;
}

static dt_character_class last_side(detm_text text) {
  size_t start = text.length;
  if (start == 0) return DT_SIDE_SPACE;
  while (start != 0 && text.length - start < 4 && ((unsigned char)text.data[--start] & 0xC0) == 0x80) continue;
  return first_side((detm_text){text.data + start, text.length - start});
}

/* The characters at the ends of an element, and the one after it. */
typedef struct surroundings {
  dt_character_class first, last, after;
} surroundings;

static bool is_emphasis(dt_markup_tag tag) { return tag == DT_M_STRONG || tag == DT_M_EM || tag == DT_M_DEL; }

/* Returns how emphasis is marked, as delimiter or as HTML tag. */
static const char *delimiter_of(dt_markup_tag tag) { return tag == DT_M_STRONG ? "**" : tag == DT_M_EM ? "*" : "~~"; }
static const char *markup_name(dt_markup_tag tag) {
  return tag == DT_M_STRONG ? "strong>" : tag == DT_M_EM ? "em>" : "del>";
}

/* The class of an event's first or last character.  UNSURE for emphasis, which may be "*" or an HTML tag.  Code is
 * always written as code spans. */
static dt_character_class side_of_event(const dt_markup_event *event, bool code, bool first) {
  if (event->kind != DT_MARKUP_TEXT) {
    if (event->tag == DT_M_BR) return DT_SIDE_SPACE;
    return is_emphasis(event->tag) ? DT_SIDE_UNSURE : DT_SIDE_PUNCTUATION;
  }
  if (code && !dt_markup_is_white(event->text)) return DT_SIDE_PUNCTUATION;
  return first ? first_side(event->text) : last_side(event->text);
}

static bool look_ahead(const dt_text_document *d, dt_markup_tag tag, surroundings *found) {
  detm_text rest = d->rest;
  dt_markup_event event;
  bool begun = false, ended = false, code = d->code != DT_CLOSED;
  *found = (surroundings){DT_SIDE_SPACE, DT_SIDE_SPACE, DT_SIDE_SPACE};

  while (dt_markup_next(&rest, &event)) {
    bool text = event.kind == DT_MARKUP_TEXT;
    if (!text && !dt_markup_is_inline(event.tag)) return ended;

    if (!text && event.tag == DT_M_CODE) {
      code = event.kind == DT_MARKUP_START;
    } else if (ended && event.kind == DT_MARKUP_END && is_emphasis(event.tag)) {
      continue;
    } else if (ended) {
      bool emphasis = !text && is_emphasis(event.tag); /* an adjacent delimiter is written as an HTML tag */
      found->after = emphasis ? DT_SIDE_PUNCTUATION : side_of_event(&event, code, true);
      return true;
    } else if (event.kind == DT_MARKUP_END && event.tag == tag) {
      ended = true;
    } else {
      if (!begun) found->first = side_of_event(&event, code, true);
      found->last = side_of_event(&event, code, false);
      begun = true;
    }
  }

  return ended;
}

/* Whether a delimiter with these characters inside and outside can open or close emphasis. */
static bool can_delimit(dt_character_class inner, dt_character_class outer) {
  if (inner == DT_SIDE_SPACE) return false;
  return inner == DT_SIDE_WORD || outer == DT_SIDE_SPACE || outer == DT_SIDE_PUNCTUATION;
}

static dt_phrase open_emphasis(dt_text_document *d, dt_markup_tag tag) {
  surroundings found;
  dt_buffer *out = dt_line_begin(d);
  bool inner = out->length == d->run_end;
  bool marked = look_ahead(d, tag, &found) && out->length != d->closed_end;
  dt_character_class before = last_side((detm_text){out->data, inner ? d->run_start : out->length});

  /* a delimiter that could close the outer emphasis cannot open another */
  bool nested = d->strong == DT_MARKED || d->strong == DT_AROUND || d->em == DT_MARKED || d->del == DT_MARKED;
  d->line_start = false;

  if (!marked || (nested && !inner && before != DT_SIDE_SPACE) || !can_delimit(found.first, before) ||
      !can_delimit(found.last, found.after)) {
    dt_buffer_byte(out, '<');
    dt_buffer_text(out, markup_name(tag));
    return DT_TAGGED;
  }

  if (!inner) d->run_start = out->length;
  dt_buffer_text(out, delimiter_of(tag));
  d->run_end = out->length;
  return DT_MARKED;
}

static dt_phrase close_emphasis(dt_text_document *d, dt_markup_tag tag, dt_phrase how) {
  dt_buffer *out = buffer_of(d);
  if (how == DT_CLOSED || how == DT_AROUND) return how;
  if (how == DT_TAGGED) dt_buffer_text(out, "</");
  dt_buffer_text(out, how == DT_TAGGED ? markup_name(tag) : delimiter_of(tag));
  if (how == DT_MARKED) d->closed_end = out->length;
  return DT_CLOSED;
}

/* ---- links and images ---- */

static void add_destination(dt_text_document *d, dt_buffer *out, detm_text address) {
  static const char digits[] = "0123456789ABCDEF";
  detm_text url = decode(d, address);

  dt_buffer_byte(out, '(');
  for (size_t i = 0; i < url.length; i++) {
    unsigned char c = (unsigned char)url.data[i];
    if (c <= ' ' || c == 0x7F || c == '<' || c == '>') {
      dt_buffer_byte(out, '%');
      dt_buffer_byte(out, digits[c >> 4]);
      dt_buffer_byte(out, digits[c & 15]);
      continue;
    }
    if (c == '(' || c == ')' || c == '\\' || (c == '|' && d->table.in_cell)) dt_buffer_byte(out, '\\');
    dt_buffer_byte(out, (char)c);
    if (is_entity(url, i)) dt_buffer_text(out, "amp;");
  }

  dt_buffer_byte(out, ')');
}

static void open_link(dt_text_document *d, const dt_markup_event *event) {
  detm_text href = dt_markup_attribute(event, "href");
  if (d->in_link || href.data == NULL || href.length == 0) return;
  dt_buffer *out = dt_line_begin(d);
  if (out->length != 0 && out->data[out->length - 1] == '!') {
    out->length--;
    dt_buffer_text(out, "\\!");
  }
  dt_buffer_byte(out, '[');
  d->line_start = false;
  d->in_link = true;
  d->href = href;
}

static void close_link(dt_text_document *d) {
  if (!d->in_link) return;
  dt_buffer_byte(buffer_of(d), ']');
  add_destination(d, buffer_of(d), d->href);
  d->in_link = false;
}

void dt_line_image(dt_text_document *d, const dt_markup_event *event) {
  detm_text src = dt_markup_attribute(event, "src"), alt = dt_markup_attribute(event, "alt");
  if (src.data == NULL || src.length == 0) return;

  flush_code(d);
  dt_buffer *out = dt_line_begin(d);
  bool in_link = d->in_link;
  dt_buffer_text(out, "![");
  d->line_start = false;
  d->in_link = true; /* an address in the link's text must not become a link */
  if (alt.data != NULL) add_markdown_escaped(d, out, dt_text_strip(decode(d, alt), " "));
  d->in_link = in_link;
  dt_buffer_byte(out, ']');
  add_destination(d, out, src);
}

/* ---- elements ---- */

static void add_tag(dt_text_document *d, const dt_markup_event *event, const char *tag) {
  dt_buffer *out = event->kind == DT_MARKUP_START ? dt_line_begin(d) : buffer_of(d);
  dt_buffer_text(out, tag);
  d->line_start = false;
}

void dt_line_start_tag(dt_text_document *d, const dt_markup_event *event) {
  if (event->tag == DT_M_CODE) {
    d->code = DT_MARKED;
    return;
  }

  flush_code(d);
  if (event->tag == DT_M_MATH) d->math = DT_MARKED;
  if (event->tag == DT_M_BR) d->breaks++;
  if (event->tag == DT_M_DEL && !d->markdown) add_tag(d, event, "~~");
  if (!d->markdown) return;
  if (event->tag == DT_M_A) open_link(d, event);
  if (event->tag == DT_M_STRONG && d->strong == DT_CLOSED) d->strong = open_emphasis(d, DT_M_STRONG);
  if (event->tag == DT_M_EM && d->em == DT_CLOSED) d->em = open_emphasis(d, DT_M_EM);
  if (event->tag == DT_M_DEL && d->del == DT_CLOSED) d->del = open_emphasis(d, DT_M_DEL);
  if (event->tag == DT_M_SUB) add_tag(d, event, "<sub>");
  if (event->tag == DT_M_SUP) add_tag(d, event, "<sup>");
}

void dt_line_end_tag(dt_text_document *d, const dt_markup_event *event) {
  flush_code(d);
  if (event->tag == DT_M_CODE) d->code = DT_CLOSED;
  if (event->tag == DT_M_MATH) d->math = DT_CLOSED;
  if (event->tag == DT_M_DEL && !d->markdown) add_tag(d, event, "~~");
  if (!d->markdown) return;
  if (event->tag == DT_M_A) close_link(d);
  if (event->tag == DT_M_STRONG) d->strong = close_emphasis(d, DT_M_STRONG, d->strong);
  if (event->tag == DT_M_EM) d->em = close_emphasis(d, DT_M_EM, d->em);
  if (event->tag == DT_M_DEL) d->del = close_emphasis(d, DT_M_DEL, d->del);
  if (event->tag == DT_M_SUB) add_tag(d, event, "</sub>");
  if (event->tag == DT_M_SUP) add_tag(d, event, "</sup>");
}

void dt_line_close(dt_text_document *d) {
  dt_buffer *out = buffer_of(d);
  flush_code(d);
  d->code = d->math = DT_CLOSED;
  close_link(d);
  d->del = close_emphasis(d, DT_M_DEL, d->del);
  d->em = close_emphasis(d, DT_M_EM, d->em);
  d->strong = close_emphasis(d, DT_M_STRONG, d->strong);
  while (out->length != 0 && out->data[out->length - 1] == ' ' && !d->line_start) out->length--;

  bool empty = out->length <= d->start;
  if (d->strong == DT_AROUND && empty) {
    out->length = d->run_start; /* "****" would be a thematic break */
  } else if (d->strong == DT_AROUND) {
    dt_buffer_text(out, "**");
  }

  d->strong = DT_CLOSED;
  if (d->markdown && d->block == DT_M_HEADING && !empty && out->data[out->length - 1] == '#') {
    out->length--; /* it would be the closing sequence of the heading */
    dt_buffer_text(out, "\\#");
  }
}
