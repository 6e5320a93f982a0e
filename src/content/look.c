/* content/look.c: the title by its look (METHOD 7.2): from where the main text begins, backwards to what is printed
 * larger, bold, centred or in another colour than the text, has words of it, and is not one of several alike. */
#include "content/title.h"

#include <stdlib.h>
#include <strings.h>

enum {
  MOST_BACK = 40,       /* blocks that are looked at before the text */
  LONGEST_TITLE = 250,  /* characters */
  MOST_BYTES = 1 << 12, /* of the text, for its words */
  PROSE_UNITS = 80      /* the text begins with a paragraph of so many units */
};

static const double LEAST_PROMINENCE = 1;

/* ---- where the text begins, and its words ---- */

bool dt_block_is_chosen(const dt_content_page *page, const bool *chosen, uint32_t block) {
  for (uint32_t p = page->blocks[block].first; p < page->blocks[block].last; p++)
    if (chosen[p]) return true;
  return false;
}

static bool is_long(const dt_block *block) { return block->units >= PROSE_UNITS && dt_link_density(block) < 0.4; }

uint32_t dt_text_start(const dt_content_page *page, const bool *chosen) {
  uint32_t first_chosen = page->block_count, first_long = page->block_count;
  for (uint32_t b = 0; b < page->block_count; b++) {
    bool is_text = dt_block_is_chosen(page, chosen, b);
    if (is_text && is_long(&page->blocks[b])) return b;
    if (is_text && first_chosen == page->block_count) first_chosen = b;
    if (first_long == page->block_count && dt_block_is_good(&page->blocks[b])) first_long = b;
  }
  return first_long < page->block_count ? first_long : first_chosen;
}

dt_vocabulary dt_text_vocabulary(const dt_content_page *page, const bool *chosen) {
  dt_vocabulary words;
  size_t bytes = 0;
  bool any = false;
  for (uint32_t p = 0; p < page->piece_count && !any; p++) any = chosen[p];
  dt_vocabulary_start(&words, page->arena, MOST_BYTES);
  for (uint32_t b = 0; b < page->block_count && bytes < MOST_BYTES; b++) {
    if (!(any ? dt_block_is_chosen(page, chosen, b) : is_long(&page->blocks[b]))) continue;
    dt_vocabulary_add(&words, dt_text_begin(page->blocks[b].text, MOST_BYTES));
    bytes += page->blocks[b].text.length;
  }
  return words;
}

/* ---- how a text is printed ---- */

typedef struct look {
  double size; /* steps of <font size> above the page's usual one */
  bool bold, centred;
  detm_text colour; /* empty = the usual one */
} look;

/* The value of a property of an inline style; empty = it is not there. */
static detm_text style_value(const char *style, const char *property) {
  size_t length = strlen(property);
  for (const char *at = style; *at != '\0';) {
    at += strspn(at, "; \t\n\r");
    size_t declaration = strcspn(at, ";");
    if (strncasecmp(at, property, length) == 0) {
      const char *value = at + length + strspn(at + length, " \t");
      if (*value == ':') {
        value += 1 + strspn(value + 1, " \t");
        return (detm_text){value, value < at + declaration ? (size_t)(at + declaration - value) : 0};
      }
    }
    at += declaration;
  }
  return (detm_text){style, 0};
}

static bool has_prefix(detm_text text, const char *prefix) {
  size_t length = strlen(prefix);
  return text.length >= length && strncasecmp(text.data, prefix, length) == 0;
}

/* A CSS length or size as steps: 16 px, 12 pt, 1 em, 100 % and medium are 0, each step is a quarter more. */
static double css_steps(detm_text value) {
  static const struct {
    const char *name;
    double steps;
  } names[] = {{"xx-large", 4}, {"x-large", 2}, {"large", 1}, {"larger", 1}, {"small", -1}, {"x-small", -2}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (has_prefix(value, names[i].name)) return names[i].steps;
  char *unit;
  double number = strtod(value.data, &unit);
  if (unit == value.data || unit > value.data + value.length) return 0;
  double usual = strncasecmp(unit, "px", 2) == 0 ? 16 : strncasecmp(unit, "pt", 2) == 0 ? 12 : *unit == '%' ? 100 : 1;
  return (number / usual - 1) * 4;
}

/* Of <font size>: 1 to 7, 3 is usual, or with a sign. */
static double font_steps(const char *size) {
  double number = strtod(size, NULL);
  return size[0] == '+' || size[0] == '-' ? number : number - 3;
}

static double tag_steps(const char *tag) {
  if (tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6' && tag[2] == '\0') return '5' - tag[1] > 0 ? '5' - tag[1] : 0.5;
  return strcmp(tag, "big") == 0 ? 1 : strcmp(tag, "small") == 0 ? -1 : 0;
}

static double clamp(double steps) { return steps < -3 ? -3 : steps < 5 ? steps : 5; }

static double size_of(const xmlNode *element, const char *style) {
  detm_text css = style_value(style, "font-size");
  if (css.length != 0) return clamp(css_steps(css));
  const char *size = dt_node_is(element, "font") ? dt_node_value(element, "size") : NULL;
  return size != NULL ? clamp(font_steps(size)) : tag_steps((const char *)element->name);
}

static bool is_bold(const xmlNode *element, const char *style) {
  static const char *const tags[] = {"b", "strong", "th", "h1", "h2", "h3", "h4", "h5", "h6"};
  detm_text weight = style_value(style, "font-weight");
  if (weight.length != 0) return weight.data[0] == 'b' || (weight.data[0] >= '6' && weight.data[0] <= '9');
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (dt_node_is(element, tags[i])) return true;
  return false;
}

static bool is_centred(const xmlNode *element, const char *style) {
  const char *align = dt_node_value(element, "align");
  return dt_node_is(element, "center") || (align != NULL && strcasecmp(align, "center") == 0) ||
         has_prefix(style_value(style, "text-align"), "center");
}

static detm_text colour_of(const xmlNode *element, const char *style) {
  const char *colour = dt_node_is(element, "font") ? dt_node_value(element, "color") : NULL;
  return colour != NULL ? dt_text(colour) : style_value(style, "color");
}

/* What the elements round a text say; the innermost counts. */
static look look_of(const xmlNode *text) {
  look l = {.colour = DT_TEXT("")};
  for (const xmlNode *e = text->parent; e != NULL && e->type == XML_ELEMENT_NODE; e = e->parent) {
    const char *style = dt_node_value(e, "style");
    if (style == NULL) style = "";
    if (l.size == 0) l.size = size_of(e, style);
    if (l.colour.length == 0) l.colour = colour_of(e, style);
    l.bold |= is_bold(e, style);
    l.centred |= is_centred(e, style);
  }
  return l;
}

static bool is_blank(const xmlNode *piece) {
  const char *content = dt_node_content(piece);
  return content[strspn(content, DT_WHITE)] == '\0';
}

/* What all of a block has in common, as far as its first and last texts tell. */
static look block_look(const dt_content_page *page, uint32_t block) {
  uint32_t first = page->blocks[block].first, last = page->blocks[block].last - 1;
  while (first < last && is_blank(page->pieces[first].node)) first++;
  while (last > first && is_blank(page->pieces[last].node)) last--;
  look l = look_of(page->pieces[first].node), end = look_of(page->pieces[last].node);
  if (end.size < l.size) l.size = end.size;
  l.bold &= end.bold;
  l.centred &= end.centred;
  return l;
}

static bool same_colour(detm_text a, detm_text b) {
  return a.length == b.length && strncasecmp(a.data, b.data, a.length) == 0;
}

static bool looks_alike(const look *a, const look *b) {
  return a->size - b->size < 0.5 && b->size - a->size < 0.5 && a->bold == b->bold && a->centred == b->centred &&
         same_colour(a->colour, b->colour);
}

/* How much stands out beside the text; METHOD 7.2 names size, centring and colour. */
static double stands_out(const look *l, const look *text) {
  return (l->size - text->size) + (l->bold && !text->bold ? 1 : 0) + (l->centred && !text->centred ? 0.5 : 0) +
         (same_colour(l->colour, text->colour) ? 0 : 0.5);
}

/* ---- the search ---- */

static bool may_be_title(const dt_content_page *page, uint32_t block) {
  const dt_block *b = &page->blocks[block];
  unsigned elsewhere = DT_IN_NAVIGATION | DT_IN_FOOTER | DT_IN_ASIDE | DT_IN_FORM | DT_IN_BUTTON | DT_IN_HIDDEN;
  return b->chars >= 2 && b->chars <= LONGEST_TITLE && (page->elements[b->element].within & elsewhere) == 0;
}

/* Looks of the blocks [from, start], on demand one after the other: a neighbour's is asked for as well. */
static double prominence(const dt_content_page *page, const look *looks, uint32_t from, uint32_t block, uint32_t start,
                         const dt_vocabulary *words) {
  const look *own = &looks[block - from], *text = &looks[start - from];
  double out = stands_out(own, text);
  if (out <= 0) return 0;
  bool before = block > from && looks_alike(own, &looks[block - 1 - from]);
  bool behind = block + 1 < start && looks_alike(own, &looks[block + 1 - from]);
  return out + 1.5 * dt_vocabulary_share(words, page->blocks[block].text) - 0.05 * (start - block) -
         (before || behind ? 0.5 : 0) - (before && behind ? 1 : 0) - dt_link_density(&page->blocks[block]);
}

uint32_t dt_title_by_look(const dt_content_page *page, const bool *chosen, const dt_vocabulary *words) {
  uint32_t start = dt_text_start(page, chosen), best = DT_NONE;
  look looks[MOST_BACK + 1];
  if (start >= page->block_count) return DT_NONE;
  uint32_t from = start > MOST_BACK ? start - MOST_BACK : 0;
  for (uint32_t b = from; b <= start; b++) looks[b - from] = block_look(page, b);
  double most = LEAST_PROMINENCE;
  for (uint32_t b = from; b < start; b++) {
    double own = may_be_title(page, b) ? prominence(page, looks, from, b, start, words) : 0;
    if (own > most) {
      most = own;
      best = b;
    }
  }
  return best;
}
