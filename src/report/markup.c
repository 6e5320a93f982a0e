/* report/markup.c: rebuilds the markup of a page from its nodes, with marks at its records and values.
 *
 * Only the elements and attributes listed here are written, every other one is left out, or becomes a span.  There is
 * no script, no address, no form and no element that loads something.  All text is escaped.  Parts of tables are
 * written only where an HTML parser accepts them, so that the markup is read as it is written. */
#include "report/report.h"

#include "base/ascii.h"
#include "base/escape.h"
#include "text/words.h"

enum {
  MAX_ACTIVE = 32,        /* marks of one piece of text */
  MAX_VALUE = 4096,       /* bytes of an attribute's value */
  MAX_OWN_NAME = 40,      /* bytes of the name of one that may be a value */
  MAX_PICTURE = 16 << 10, /* bytes of a picture in its address */
  MAX_SPAN = 1000,        /* columns or rows of a cell */
  MIN_LARGE = 64          /* pixels of the height of a large picture */
};

typedef struct writer {
  dt_buffer *out;
  const detm_page *page;
  dt_page_view *view;
  const dt_inspect_marks *marks;
  bool has_attributes; /* elements keep attributes that may be values */
  uint32_t next;       /* the next mark of a text, in order */
  uint32_t active[MAX_ACTIVE];
  uint32_t active_count;
  uint32_t
      record; /* the first mark of the element that begins a record whose number is still to be written; 0 = none */
} writer;

/* ---- names ---- */

/* How an element is written. */
typedef enum markup_fate {
  AS_SPAN, /* an element without its usual effect */
  AS_ITSELF,
  AS_DIV,     /* a block without its usual effect */
  AS_PICTURE, /* a span with the picture's text */
  AS_CONTROL, /* a span with the control's text */
  BARE,       /* only what is in it */
  LEFT_OUT
} markup_fate;

static const dt_html_node *parent_of_node(const writer *w, const dt_html_node *node) {
  return &w->view->html.nodes[node->parent];
}

/* Checks whether a part of a table is where an HTML parser accepts it. */
static bool is_in_table(const writer *w, const dt_html_node *node) {
  for (;; node = parent_of_node(w, node)) {
    const dt_html_node *parent = parent_of_node(w, node);
    dt_tag in = parent->kind == DT_HTML_ELEMENT && parent->space == DT_NS_HTML ? parent->tag : DT_TAG_TEXT;
    bool fits = false;
    if (dt_is_table_cell(node->tag)) fits = in == DT_TAG_tr;
    if (node->tag == DT_TAG_tr) fits = in == DT_TAG_tbody || in == DT_TAG_thead || in == DT_TAG_tfoot;
    if (node->tag == DT_TAG_col) fits = in == DT_TAG_colgroup;
    if (!fits)
      return in == DT_TAG_table && !dt_is_table_cell(node->tag) && node->tag != DT_TAG_tr && node->tag != DT_TAG_col;
  }
}

static bool is_table_part(dt_tag tag) {
  return dt_is_table_cell(tag) || tag == DT_TAG_tr || tag == DT_TAG_tbody || tag == DT_TAG_thead ||
         tag == DT_TAG_tfoot || tag == DT_TAG_caption || tag == DT_TAG_colgroup || tag == DT_TAG_col;
}

/* Checks whether the children of an element are written as those of a table or of a part of it but a cell. */
static bool takes_parts_only(const writer *w, const dt_html_node *node) {
  if (node->kind != DT_HTML_ELEMENT || node->space != DT_NS_HTML) return false;
  if (node->tag == DT_TAG_table) return true;
  return (node->tag == DT_TAG_tr || node->tag == DT_TAG_tbody || node->tag == DT_TAG_thead ||
          node->tag == DT_TAG_tfoot || node->tag == DT_TAG_colgroup) &&
         is_in_table(w, node);
}

/* All elements that are not listed become spans. */
/* clang-format off */
static const uint8_t fates[DT_TAG_COUNT] = {
#define IS(tag, fate) [DT_TAG_##tag] = fate
#define ITSELF(tag) IS(tag, AS_ITSELF)
    ITSELF(a), ITSELF(abbr), ITSELF(acronym), ITSELF(address), ITSELF(article), ITSELF(aside), ITSELF(b),
    ITSELF(bdi), ITSELF(bdo), ITSELF(big), ITSELF(blockquote), ITSELF(br), ITSELF(caption), ITSELF(center),
    ITSELF(cite), ITSELF(code), ITSELF(col), ITSELF(colgroup), ITSELF(data), ITSELF(dd), ITSELF(del),
    ITSELF(details), ITSELF(dfn), ITSELF(dir), ITSELF(div), ITSELF(dl), ITSELF(dt), ITSELF(em), ITSELF(figcaption),
    ITSELF(figure), ITSELF(font), ITSELF(footer), ITSELF(h1), ITSELF(h2), ITSELF(h3), ITSELF(h4), ITSELF(h5),
    ITSELF(h6), ITSELF(header), ITSELF(hgroup), ITSELF(hr), ITSELF(i), ITSELF(ins), ITSELF(kbd), ITSELF(li),
    ITSELF(main), ITSELF(mark), ITSELF(menu), ITSELF(nav), ITSELF(nobr), ITSELF(ol), ITSELF(p), ITSELF(pre),
    ITSELF(q), ITSELF(rp), ITSELF(rt), ITSELF(ruby), ITSELF(s), ITSELF(samp), ITSELF(search), ITSELF(section),
    ITSELF(small), ITSELF(span), ITSELF(strike), ITSELF(strong), ITSELF(sub), ITSELF(summary), ITSELF(sup),
    ITSELF(table), ITSELF(tbody), ITSELF(td), ITSELF(tfoot), ITSELF(th), ITSELF(thead), ITSELF(time), ITSELF(tr),
    ITSELF(tt), ITSELF(u), ITSELF(ul), ITSELF(var), ITSELF(wbr),
    IS(dialog, AS_DIV), IS(fieldset, AS_DIV), IS(form, AS_DIV), IS(legend, AS_DIV), IS(listing, AS_DIV),
    IS(marquee, AS_DIV), IS(plaintext, AS_DIV), IS(xmp, AS_DIV),
    IS(img, AS_PICTURE), IS(image, AS_PICTURE),
    IS(input, AS_CONTROL), IS(select, AS_CONTROL), IS(textarea, AS_CONTROL),
    IS(html, BARE), IS(head, BARE), IS(body, BARE),
    IS(applet, LEFT_OUT), IS(area, LEFT_OUT), IS(base, LEFT_OUT), IS(basefont, LEFT_OUT),
    IS(bgsound, LEFT_OUT), IS(datalist, LEFT_OUT), IS(embed, LEFT_OUT), IS(frame, LEFT_OUT),
    IS(frameset, LEFT_OUT), IS(iframe, LEFT_OUT), IS(link, LEFT_OUT), IS(map, LEFT_OUT), IS(meta, LEFT_OUT),
    IS(noembed, LEFT_OUT), IS(noframes, LEFT_OUT), IS(noscript, LEFT_OUT), IS(object, LEFT_OUT), IS(param, LEFT_OUT),
    IS(script, LEFT_OUT), IS(source, LEFT_OUT), IS(style, LEFT_OUT), IS(template, LEFT_OUT), IS(title, LEFT_OUT),
    IS(track, LEFT_OUT),
#undef ITSELF
#undef IS
};
/* clang-format on */

static markup_fate fate_of(const writer *w, const dt_html_node *node) {
  if (node->space != DT_NS_HTML) return node->space == DT_NS_MATHML ? AS_SPAN : LEFT_OUT;
  markup_fate listed = node->tag < DT_TAG_COUNT ? (markup_fate)fates[node->tag] : AS_SPAN;
  if (is_table_part(node->tag)) return is_in_table(w, node) ? AS_ITSELF : AS_DIV;
  return takes_parts_only(w, parent_of_node(w, node)) && listed != LEFT_OUT ? BARE : listed;
}

static const char *markup_tag_name(const dt_html_node *node, markup_fate fate) {
  if (fate == AS_ITSELF) return dt_tag_known_name(node->tag);
  return fate == AS_DIV ? "div" : "span";
}

static bool is_void_tag(const dt_html_node *node, markup_fate fate) {
  return fate == AS_ITSELF &&
         (node->tag == DT_TAG_br || node->tag == DT_TAG_hr || node->tag == DT_TAG_wbr || node->tag == DT_TAG_col);
}

/* ---- attributes ---- */

static void write_escaped(writer *w, detm_text text) { dt_escape(w->out, DT_ESCAPE_ATTRIBUTE, text.data, text.length); }

static void write_html_attribute(writer *w, const char *prefix, const char *name, detm_text value) {
  dt_buffer_format(w->out, " %s%s=\"", prefix, name);
  write_escaped(w, dt_text_cut(value, MAX_VALUE));
  dt_buffer_byte(w->out, '"');
}

/* Returns the value of an attribute; data is NULL if the element does not have it.  The next call overwrites it. */
static detm_text attribute_value_of(writer *w, const dt_html_node *node, const char *name) {
  const dt_html_attribute *attribute = dt_html_attribute_of(&w->view->html, node, name);
  if (attribute == NULL) return (detm_text){NULL, 0};
  detm_text value = dt_html_text(&w->view->html, dt_attribute_value_slice(attribute), true);
  return value.data != NULL ? value : DT_TEXT("");
}

static bool is_number_up_to(detm_text value, unsigned most) {
  unsigned number = 0;
  for (size_t i = 0; i < value.length; i++) {
    if (!dt_is_digit(value.data[i])) return false;
    number = 10 * number + (unsigned)(value.data[i] - '0');
    if (number > most) return false;
  }
  return value.length != 0;
}

/* Adds the attributes that have only looks as their effect. */
static void add_looks(writer *w, const dt_html_node *node) {
  static const char *const names[] = {"class",   "dir",    "lang",        "align",       "valign", "width", "height",
                                      "bgcolor", "border", "cellpadding", "cellspacing", "color",  "size",  "face",
                                      "hidden",  "start",  "reversed",    "nowrap",      "open"};
  if (node->attribute_count == 0) return;

  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    detm_text value = attribute_value_of(w, node, names[i]);
    if (value.data != NULL) write_html_attribute(w, "", names[i], value);
  }

  static const char *const spans[] = {"colspan", "rowspan"};
  for (size_t i = 0; i < 2; i++) {
    detm_text value = attribute_value_of(w, node, spans[i]);
    if (is_number_up_to(value, MAX_SPAN)) write_html_attribute(w, "", spans[i], value);
  }

  detm_text style = attribute_value_of(w, node, "style");
  if (style.data == NULL) return;
  dt_buffer css = {0};
  dt_inspect_css(&css, style);
  if (css.failed) w->out->failed = true;
  if (!css.failed) write_html_attribute(w, "", "style", (detm_text){css.data, css.length});

  dt_buffer_free(&css);
}

/* Adds the attributes that may be values, such as datetime="2026-05-01", as data-own-datetime: without effect, and to
 * be offered. */
static void add_own_attributes(writer *w, const dt_html_node *node) {
  for (uint32_t a = 0; a < node->attribute_count; a++) {
    const dt_html_attribute *attribute = &w->view->html.attributes[node->data + a];
    char name[MAX_OWN_NAME + 1] = "";
    detm_text text = dt_html_text(&w->view->html, dt_attribute_name_slice(attribute), true);
    if (text.length == 0 || text.length > MAX_OWN_NAME) continue;
    memcpy(name, text.data, text.length);

    bool is_own = dt_text_starts_ci(text, DT_TEXT("data-")) ||
                  dt_text_is_among(dt_text(name), "datetime|title|alt|id|content|value|href|aria-label");
    if (!is_own || strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != text.length) continue;

    detm_text value = dt_html_text(&w->view->html, dt_attribute_value_slice(attribute), true);
    if (value.length == 0) continue;
    write_html_attribute(w, "data-own-", name, value);
  }
}

/* ---- marks ---- */

/* Marks of region 1 are shown at first; the script of the report shows those of region 5 by removing the 5 from the
 * names of their attributes. */
static void start_region_mark(writer *w, const char *name, uint32_t region) {
  dt_buffer_format(w->out, " data-%s", name);
  if (region > 1) dt_buffer_count(w->out, region);
  dt_buffer_text(w->out, "=\"");
}

static void write_region_mark(writer *w, const char *name, uint32_t region, uint32_t number) {
  start_region_mark(w, name, region);
  dt_buffer_format(w->out, "%u\"", number);
}

typedef struct seen_regions {
  uint32_t records, fields, left; /* a bit for each region */
  bool shaded;
} seen_regions;

/* Starts the attribute with the words that the mark of a region shows under the pointer. */
static void start_title(writer *w, uint32_t region) {
  if (region == 1)
    dt_buffer_text(w->out, " title=\"");
  else
    dt_buffer_format(w->out, " data-t%u=\"", region);
}

/* Adds the attributes of what is in no column, and why: of a text, or of an element with all that it shows, or of its
 * address alone. */
static void add_left(writer *w, const dt_inspect_mark *mark) {
  start_region_mark(w, mark->address ? "a" : "o", mark->region);
  write_escaped(w, dt_text(mark->reason));
  dt_buffer_byte(w->out, '"');
  start_title(w, mark->region);
  dt_buffer_format(w->out, "%sin no column: ", mark->address ? "its address is " : "");
  write_escaped(w, dt_text(mark->left));
  if (mark->name != NULL) {
    dt_buffer_text(w->out, " (");
    write_escaped(w, dt_text(mark->name));
    dt_buffer_byte(w->out, ')');
  }
  dt_buffer_byte(w->out, '"');
}

/* Adds the attributes of a mark, unless the element has such a mark of the same region. */
static void write_mark(writer *w, const dt_inspect_mark *mark, seen_regions *seen) {
  if (mark->shaded) {
    if (!seen->shaded) dt_buffer_text(w->out, " data-m=\"\"");
    seen->shaded = true;
    return;
  }

  uint32_t bit = UINT32_C(1) << mark->region;
  uint32_t *of = mark->left != NULL ? &seen->left : mark->field == 0 ? &seen->records : &seen->fields;
  if (*of & bit || (mark->left != NULL && seen->fields & bit)) return;
  *of |= bit;

  if (mark->left != NULL) {
    add_left(w, mark);
    return;
  }

  if (mark->field == 0) {
    write_region_mark(w, "r", mark->region, mark->record);
    return;
  }

  write_region_mark(w, "f", mark->region, mark->field);
  write_region_mark(w, "c", mark->region, (mark->field - 1) % DT_INSPECT_COLOURS + 1);
  start_title(w, mark->region);
  write_escaped(w, dt_text(mark->name));
  dt_buffer_format(w->out, ", record %u\"", mark->record);
}

static const dt_inspect_mark *mark_of_number(const writer *w, uint32_t number) { return &w->marks->all.items[number]; }

static void write_marks(writer *w, uint32_t first) {
  seen_regions seen = {0};
  for (uint32_t m = first; m != 0; m = mark_of_number(w, m)->next) write_mark(w, mark_of_number(w, m), &seen);
}

static void write_mark_number(writer *w, const dt_inspect_mark *mark) {
  if (!mark->first) return;
  dt_buffer_text(w->out, "<detm-n");
  write_region_mark(w, "r", mark->region, mark->record);
  dt_buffer_text(w->out, "></detm-n>");
}

/* Writes the number of the record that has begun. */
static void add_record_number(writer *w) {
  for (uint32_t m = w->record; m != 0; m = mark_of_number(w, m)->next) write_mark_number(w, mark_of_number(w, m));
  w->record = 0;
}

/* ---- texts ---- */

static void write_words(writer *w, detm_text words) { dt_escape(w->out, DT_ESCAPE_TEXT, words.data, words.length); }

/* Forgets the marks that end at or before an offset, and returns where the next one ends. */
static uint32_t drop_ended(writer *w, uint32_t at) {
  uint32_t kept = 0, end = UINT32_MAX;
  for (uint32_t i = 0; i < w->active_count; i++) {
    const dt_inspect_mark *mark = mark_of_number(w, w->active[i]);
    if (mark->end <= at) continue;
    w->active[kept++] = w->active[i];
    if (mark->end < end) end = mark->end;
  }
  w->active_count = kept;
  return end;
}

static uint32_t next_start(const writer *w) {
  return w->next < w->marks->text_count ? mark_of_number(w, w->marks->texts[w->next])->start : UINT32_MAX;
}

/* Writes the words of a text, the bytes from `at` to `end`, cut where marks begin and end. */
static void write_pieces(writer *w, uint32_t at, uint32_t end) {
  while (at < end) {
    dt_scope_tick(w->view->html.arena->scope);
    for (; next_start(w) <= at; w->next++) {
      if (w->active_count < MAX_ACTIVE) w->active[w->active_count++] = w->marks->texts[w->next];
      write_mark_number(w, mark_of_number(w, w->marks->texts[w->next]));
    }

    uint32_t stop = drop_ended(w, at);
    if (next_start(w) < stop) stop = next_start(w);
    if (stop > end) stop = end;

    detm_text words = {w->page->tree.bytes + at, stop - at};
    if (w->active_count != 0) {
      seen_regions seen = {0};
      dt_buffer_format(w->out, "<detm-v id=\"detm-t%u\"", at);
      for (uint32_t i = 0; i < w->active_count; i++) write_mark(w, mark_of_number(w, w->active[i]), &seen);
      dt_buffer_byte(w->out, '>');
    }

    write_words(w, words);
    if (w->active_count != 0) dt_buffer_text(w->out, "</detm-v>");
    at = stop;
  }
}

static bool is_range_marked(writer *w, uint32_t start, uint32_t end) {
  drop_ended(w, start);
  return w->active_count != 0 || next_start(w) < end;
}

/* Writes a text: its characters as they are, or its words if one of them is marked. */
static void write_text_node(writer *w, const dt_html_node *node) {
  dt_html_tree *html = &w->view->html;
  dt_node_number number = (dt_node_number)(node - html->nodes);
  uint32_t start = w->view->origins.texts[number], end = w->view->origins.ends[number];
  bool parts_only = takes_parts_only(w, parent_of_node(w, node)),
       marked = start < end && is_range_marked(w, start, end);
  if (parts_only) return; /* white space, since HTML moves words out of tables */

  if (start < end) add_record_number(w);
  bool leading = false, trailing = false;
  for (uint32_t piece = node->data; piece != 0; piece = html->pieces[piece].next) {
    detm_text text = dt_html_text(html, html->pieces[piece].slice, false);
    if (text.length == 0) continue;
    if (!marked) write_words(w, text);
    if (piece == node->data) leading = dt_is_ascii_space(text.data[0]);
    trailing = dt_is_ascii_space(text.data[text.length - 1]);
  }

  if (!marked) return;
  if (leading) dt_buffer_byte(w->out, ' ');
  if (w->page->tree.bytes[start] == ' ') start++;
  write_pieces(w, start, end);
  if (trailing) dt_buffer_byte(w->out, ' ');
}

/* ---- elements ---- */

/* A picture in its own address, which loads nothing. */
static bool is_picture_address(detm_text address) {
  static const char kinds[] = "data:image/png;base64,|data:image/jpeg;base64,|data:image/gif;base64,|"
                              "data:image/webp;base64,";
  return dt_word_at_start(address, kinds) != 0 && address.length <= MAX_PICTURE;
}

/* Checks whether a picture is so high that a page may show texts on it, such as a reduction: the picture's own text is
 * below them. */
static bool is_large(writer *w, const dt_html_node *node) {
  detm_text height = attribute_value_of(w, node, "height");
  return is_number_up_to(height, UINT16_MAX) && !is_number_up_to(height, MIN_LARGE - 1);
}

static void add_picture(writer *w, const dt_html_node *node) {
  detm_text address = attribute_value_of(w, node, "src");
  if (is_picture_address(address)) {
    dt_buffer_text(w->out, "<img alt=\"\" src=\"");
    write_escaped(w, address);
    dt_buffer_text(w->out, "\">");
  } else {
    write_words(w, dt_text_cut(attribute_value_of(w, node, "alt"), MAX_VALUE));
  }
}

static void add_control(writer *w, const dt_html_node *node) {
  detm_text value = attribute_value_of(w, node, "value");
  if (value.length == 0) value = attribute_value_of(w, node, "placeholder");
  write_words(w, dt_text_cut(value, MAX_VALUE));
}

static void write_start_tag(writer *w, const dt_html_node *node, markup_fate fate) {
  dt_node_number number = (dt_node_number)(node - w->view->html.nodes);
  uint32_t mark = w->marks->of_element[number];

  dt_buffer_byte(w->out, '<');
  dt_buffer_text(w->out, markup_tag_name(node, fate));
  w->view->shown[number] = true;

  if (mark != 0) {
    dt_buffer_format(w->out, " id=\"detm-e%u\"", number);
    write_marks(w, mark);
  } else {
    detm_text id = attribute_value_of(w, node, "id"), title = attribute_value_of(w, node, "title");
    if (id.data != NULL && !dt_text_starts_ci(id, DT_TEXT("detm-"))) write_html_attribute(w, "", "id", id);
    if (title.data == NULL && node->tag == DT_TAG_a)
      title = attribute_value_of(w, node, "href"); /* to read, not to follow */
    if (title.data != NULL) write_html_attribute(w, "", "title", title);
  }

  if (fate == AS_PICTURE) dt_buffer_text(w->out, " data-detm=\"picture\"");
  if (fate == AS_PICTURE && is_large(w, node)) dt_buffer_text(w->out, " data-large=\"\"");
  if (fate == AS_CONTROL) dt_buffer_text(w->out, " data-detm=\"control\"");
  if (fate == AS_SPAN && node->tag == DT_TAG_button) dt_buffer_text(w->out, " data-detm=\"button\"");
  add_looks(w, node);
  if (w->has_attributes) add_own_attributes(w, node);
  dt_buffer_byte(w->out, '>');
}

static void write_end_tag(writer *w, const dt_html_node *node, markup_fate fate) {
  if (fate == BARE || fate == LEFT_OUT || is_void_tag(node, fate)) return;
  dt_buffer_format(w->out, "</%s>", markup_tag_name(node, fate));
}

/* Notes a record that the element begins: the first of several siblings has its number. */
static void begin_marked_record(writer *w, const dt_html_node *node) {
  uint32_t first = w->marks->of_element[node - w->view->html.nodes];
  for (uint32_t m = first; m != 0; m = mark_of_number(w, m)->next)
    if (mark_of_number(w, m)->first) w->record = first;
}

static void leave_markup_node(void *data, const dt_html_node *node) {
  writer *w = data;
  if (node->kind == DT_HTML_ELEMENT) write_end_tag(w, node, fate_of(w, node));
}

static bool enter_markup_node(void *data, const dt_html_node *node) {
  writer *w = data;
  if (w->out->failed) dt_scope_leave(w->view->html.arena->scope, DETM_NO_MEMORY);
  if (node->kind == DT_HTML_TEXT) write_text_node(w, node);
  if (node->kind != DT_HTML_ELEMENT) return false;
  markup_fate fate = fate_of(w, node);
  if (fate == LEFT_OUT) return false;
  if (fate == BARE) return true;
  if (fate == AS_CONTROL && dt_text_equal_ci(attribute_value_of(w, node, "type"), DT_TEXT("hidden"))) return false;
  begin_marked_record(w, node);
  bool is_row = takes_parts_only(w, node);
  if (!is_row && is_void_tag(node, fate)) add_record_number(w);
  write_start_tag(w, node, fate);
  if (is_void_tag(node, fate)) return false;
  if (!is_row) add_record_number(w);
  if (fate == AS_PICTURE) add_picture(w, node);
  if (fate == AS_CONTROL) add_control(w, node);
  if (fate != AS_PICTURE && fate != AS_CONTROL) return true;
  write_end_tag(w, node, fate);
  return false;
}

/* ---- style sheets ---- */

/* Adds CSS without the characters of escapes and of tags, so that words are what they seem, and of controls, which
 * dt_escape replaces: its digest would be another. */
static void add_plain_css(dt_buffer *out, detm_text css) {
  for (size_t i = 0; i < css.length; i++) {
    char c = css.data[i];
    if (c == '\\' || c == '<') continue;
    dt_buffer_byte(out, (unsigned char)c < ' ' && c != '\t' && c != '\n' ? ' ' : c);
  }
}

void dt_inspect_css(dt_buffer *out, detm_text css) {
  static const char *const loading[] = {"url(",    "src(",       "image(",     "image-set(",
                                        "@import", "@namespace", "@font-face", "expression("};
  dt_buffer plain = {0};

  add_plain_css(&plain, css);
  if (plain.failed) out->failed = true;

  for (size_t at = 0; at < plain.length; at++) {
    detm_text rest = {plain.data + at, plain.length - at};
    for (size_t i = 0; i < sizeof loading / sizeof *loading; i++)
      if (dt_text_starts_ci(rest, dt_text(loading[i]))) dt_buffer_text(out, "x-"); /* no such function or rule */
    dt_buffer_byte(out, plain.data[at]);
  }

  dt_buffer_free(&plain);
}

/* Adds all style sheets of the page to `style`; `sheet` holds one of them meanwhile. */
static void gather_style(dt_buffer *style, dt_buffer *sheet, dt_html_tree *html) {
  for (dt_node_number n = 1; n < html->node_count; n++) {
    const dt_html_node *node = &html->nodes[n];
    if (node->kind != DT_HTML_ELEMENT || node->tag != DT_TAG_style || node->space != DT_NS_HTML) continue;
    if (node->first_child == DT_NO_NODE) continue;
    sheet->length = 0;
    for (uint32_t piece = html->nodes[node->first_child].data; piece != 0; piece = html->pieces[piece].next) {
      detm_text part = dt_html_text(html, html->pieces[piece].slice, false);
      dt_buffer_add(sheet, part.data, part.length);
    }
    if (sheet->failed) dt_scope_leave(html->arena->scope, DETM_NO_MEMORY);
    dt_inspect_css(style, (detm_text){sheet->data, sheet->length});
    dt_buffer_byte(style, '\n');
  }
}

/* ---- the document ---- */

static const dt_html_node *find_body_node(const dt_html_tree *html) {
  for (dt_node_number n = 1; n < html->node_count; n++)
    if (html->nodes[n].kind == DT_HTML_ELEMENT && html->nodes[n].tag == DT_TAG_body) return &html->nodes[n];
  return NULL;
}

void dt_inspect_markup(dt_buffer *out, dt_buffer *style, dt_buffer *sheet, const detm_page *page, dt_page_view *view,
                       const dt_inspect_marks *marks, bool has_attributes) {
  writer w = {.out = out, .page = page, .view = view, .marks = marks, .has_attributes = has_attributes};
  const dt_html_node *body = find_body_node(&view->html);
  view->shown = DT_ZERO(view->html.arena, bool, view->html.node_count);
  gather_style(style, sheet, &view->html);
  dt_buffer_text(out, "<!DOCTYPE html>\n<html lang=\"\"><head><meta charset=\"utf-8\">"
                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
                      "style-src 'unsafe-inline'\"><title></title>");
  if (style->length != 0) {
    dt_buffer_text(out, "<style>");
    dt_buffer_add(out, style->data, style->length);
    dt_buffer_text(out, "</style>");
  }
  dt_buffer_text(out, "<style>");
  dt_inspect_file(out, "page.css");
  dt_buffer_text(out, "</style></head><body");
  if (body != NULL) add_looks(&w, body);
  dt_buffer_text(out, ">");
  dt_html_walk(&view->html, enter_markup_node, leave_markup_node, &w);
  dt_buffer_text(out, "</body></html>");
}
