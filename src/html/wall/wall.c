/* html/wall/wall.c: weighs the evidence that a page only blocks.
 *
 * A wall says little, and what it says is why.  So only pages with little text are read; each of their sentences is
 * compared with the phrases of all reasons, and the sum of what speaks for a reason, less what else the page shows, is
 * compared with a threshold.  A page that shows an article or a list has too much else, whatever it says about
 * signing in or cookies. */
#include "html/wall/wall.h"

#include "html/visibility.h"
#include "html/wall/phrase_match.h"
#include "text/fold.h"
#include "text/words.h"

enum {
  MOST_BYTES = 12000, /* of text: a page with more is no wall, and is not read */
  SHELL_UNITS = 200,  /* of text: a page that shows more is no shell */
  MOST_TEXTS = 3,     /* sentences that count for a reason, beside title and heading */
  MOST_CONTROLS = 2
};

/* The weights.  A title alone is no wall; with a heading that says the same, or with nothing else on the page, it is.
 */
static const struct {
  double title, heading, text, control, share; /* share: of the text that says why */
  double form, widget, shell;                  /* a password; a captcha; a shell */
  double other, links, items, pictures, price, data, explains;
  double least;
} weights = {
    .title = 2,
    .heading = 2,
    .text = 0.8,
    .control = 0.5,
    .share = 2.5,
    .form = 2,
    .widget = 2,
    .shell = 3.5,
    .other = 1.0 / 150,
    .links = 1.0 / 400,
    .items = 0.15,
    .pictures = 0.15,
    .price = 0.7,
    .data = 2,
    .explains = 2,
    .least = 2.8,
};

/* Where a sentence is. */
typedef enum sentence_place { PLAIN, TITLE, HEADING, CONTROL, UNSCRIPTED, HIDDEN } sentence_place;

/* The sentences that give a reason, by their place; those that may have another subject count less. */
typedef struct reason_tally {
  double title, heading, text, control, unscripted;
} reason_tally;

typedef struct wall_reader {
  dt_html_tree *page;
  char *text; /* of the block that is open */
  size_t length;
  size_t linked, bold;          /* bytes of it within links, and bold */
  unsigned links, bolds, menus; /* open elements */
  sentence_place place;         /* of the block */
  const dt_html_node *in;       /* the element that gave the block its place, or whose content is left out */
  bool full;                    /* it shows so much else that it is no wall */
  reason_tally tallies[DETM_WALLS];
  double why, other, linked_units, shown; /* units: shown is all that a reader sees */
  unsigned items, pictures, prices, passwords, scripts, embedded;
  bool explains; /* a title or the first heading */
  bool data;     /* JSON-LD about what the page was asked for */
} wall_reader;

/* ---- what speaks against a wall ---- */

static double at_most(double count, double most) { return count < most ? count : most; }

/* What the page shows apart from the reason. */
static double sum_against(const wall_reader *r) {
  return weights.other * r->other + weights.links * r->linked_units + weights.items * at_most(r->items, 10) +
         weights.pictures * at_most(r->pictures, 10) + weights.price * at_most(r->prices, 4) + weights.data * r->data +
         weights.explains * r->explains;
}

/* The most that may speak for a reason on what is left of the page. */
static double most_for(const wall_reader *r) {
  double most = weights.title + weights.heading + weights.text * (MOST_TEXTS + 1) + weights.control * MOST_CONTROLS +
                weights.form + weights.share;
  return r->shown < SHELL_UNITS ? most + weights.shell : most;
}

/* ---- text ---- */

static double count_units(const char *at, const char *end) {
  double units = 0;
  for (uint32_t code; at < end;) {
    at += dt_utf8_read(at, end, &code);
    units += dt_is_cjk(code) ? 2 : !dt_is_blank(code);
  }
  return units;
}

static bool has_price(const char *at, const char *end) {
  for (uint32_t code; at < end;) {
    at += dt_utf8_read(at, end, &code);
    if (code == '$' || code == 0xa3 || code == 0xa5 || code == 0x20ac) return true;
  }
  return false;
}

static double *sum_of(reason_tally *tally, sentence_place place) {
  return place == TITLE        ? &tally->title
         : place == HEADING    ? &tally->heading
         : place == CONTROL    ? &tally->control
         : place == UNSCRIPTED ? &tally->unscripted
                               : &tally->text;
}

/* Adds a sentence.  Long titles and headings name the subject of a text.  What a page says first is its heading, if it
 * has none before. */
static void add_sentence(wall_reader *r, const dt_sentence *sentence, sentence_place place, double units) {
  enum { MOST_BRIEF = 4, MOST_TITLE = 9, MOST_FIRST = 20, MOST_WORDS = 45 };
  unsigned most = place == TITLE || place == HEADING ? MOST_TITLE : MOST_WORDS;
  if (place == PLAIN && r->why + r->other == 0 && sentence->words <= MOST_FIRST) {
    place = HEADING;
    most = MOST_FIRST;
  }

  dt_reasons found = {0};
  if (place != HIDDEN && sentence->words <= most) found = dt_phrase_reasons(sentence);
  bool subject = place == TITLE || place == HEADING;
  if (subject && found.explains && r->why == 0) r->explains = true;
  if (subject && found.explains) found.some = found.whole = 0;

  for (unsigned wall = 1; wall < DETM_WALLS; wall++) {
    if ((found.some & 1u << wall) == 0) continue;
    /* "Access denied when mounting a drive" is the subject of a text, "This page is gone" speaks of the page */
    bool other =
        place != UNSCRIPTED && sentence->words > MOST_BRIEF && !found.addresses && (found.whole & 1u << wall) == 0;
    *sum_of(&r->tallies[wall], place) += !other ? 1 : subject ? 0.3 : 0.6;
  }

  if (place == TITLE || (place == UNSCRIPTED && found.some != 0)) return;
  r->shown += units;
  if (found.some != 0)
    r->why += units;
  else if (place != CONTROL && place != HIDDEN)
    r->other += units;
}

/* Ends the block that is open. */
static void end_sentences(wall_reader *r) {
  const char *at = r->text, *end = at + r->length;
  bool linked = 10 * r->linked > 9 * r->length, bold = 10 * r->bold > 9 * r->length;
  sentence_place place = r->place == PLAIN && bold ? HEADING : r->place;
  dt_sentence sentence;
  bool in_menu = r->menus != 0;
  r->prices += !in_menu && r->place == PLAIN && has_price(at, end);

  if (in_menu || (linked && place != CONTROL)) {
    double units = count_units(at, end);
    r->shown += units;
    if (!in_menu) r->linked_units += units;
    at = end;
  }

  while (at < end) {
    const char *after = dt_sentence_read(&sentence, at, end, place == TITLE || place == HEADING);
    if (sentence.length > 1) add_sentence(r, &sentence, place, count_units(at, after));
    at = after;
  }

  r->length = r->linked = r->bold = 0;
  r->full = r->full || most_for(r) - sum_against(r) < weights.least;
}

static void add_block_text(wall_reader *r, detm_text text) {
  if (text.length > MOST_BYTES - r->length) text = dt_text_cut(text, MOST_BYTES - r->length);
  if (text.length != 0) memcpy(r->text + r->length, text.data, text.length);
  r->length += text.length;
  if (r->links != 0) r->linked += text.length;
  if (r->bolds != 0) r->bold += text.length;
}

/* ---- elements ---- */

static detm_text raw_attribute(const wall_reader *r, const dt_html_node *element, const char *name) {
  const dt_html_attribute *found = dt_html_attribute_of(r->page, element, name);
  return found != NULL ? (detm_text){found->value, found->value_length} : (detm_text){0};
}

/* Whether a text has one of some words, in any place, ignoring the case of A to Z. */
static bool text_has_word(detm_text text, const char *const *words) {
  while (*words != NULL && !dt_text_has_ci(text, dt_text(*words))) words++;
  return *words != NULL;
}

/* Whether an element is of a captcha or browser check, by what its script, class or picture is called. */
static bool is_widget(const wall_reader *r, const dt_html_node *element) {
  static const char *const words[] = {"captcha",
                                      "turnstile",
                                      "cf-challenge",
                                      "challenge-form",
                                      "cf_chl",
                                      "cf-chl",
                                      "datadome",
                                      "arkoselabs",
                                      "funcaptcha",
                                      "geetest",
                                      "incapsula",
                                      "px-block",
                                      "challenge-platform",
                                      NULL};
  static const char *const names[] = {"class", "id", "src", "title", "alt"};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (text_has_word(raw_attribute(r, element, names[n]), words)) return true;
  return false;
}

/* Whether a script fills the element, by its id: <div id="root"></div>. */
static bool is_root(const wall_reader *r, const dt_html_node *element) {
  static const char ids[] = "root|app|__next|__nuxt|main|react-root|mount|app-root|application|container|content|"
                            "ember-app|svelte|q-app|gatsby|___gatsby|wrapper|page|react|vue-app|app-container|spa|"
                            "page-root|main-app";
  detm_text id = raw_attribute(r, element, "id");
  const char *tag = dt_tag_known_name(element->tag);
  if (element->space != DT_NS_HTML || dt_tag_is(element->tag, DT_UNREAD)) return false;
  if (tag == NULL && element->first_child == DT_NO_NODE) return true; /* <app-root></app-root> */

  if (element->first_child != DT_NO_NODE) {
    const dt_html_node *child = &r->page->nodes[element->first_child];
    if (child->kind != DT_HTML_TEXT || child->next != DT_NO_NODE) return false;
  }

  return dt_text_is_among(id, ids);
}

/* Whether a script is JSON-LD about what a page is asked for. */
static bool holds_data(const wall_reader *r, const dt_html_node *script) {
  static const char *const types[] = {"\"Product\"",    "\"Recipe\"",    "\"ItemList\"", "Article\"", "\"Event\"",
                                      "\"JobPosting\"", "BlogPosting\"", "articleBody",  NULL};
  if (!dt_text_equal_ci(raw_attribute(r, script, "type"), DT_TEXT("application/ld+json"))) return false;
  const dt_html_node *text = &r->page->nodes[script->first_child];
  if (script->first_child == DT_NO_NODE || text->data == 0) return false;
  dt_slice slice = r->page->pieces[text->data].slice;
  return text_has_word((detm_text){slice.data, slice.length}, types);
}

/* Whether any element of the page passes a test; asked only where it decides. */
static bool has_element(const wall_reader *r, bool (*is)(const wall_reader *r, const dt_html_node *element)) {
  for (const dt_html_node *node = r->page->nodes + 1; node < r->page->nodes + r->page->node_count; node++)
    if (node->kind == DT_HTML_ELEMENT && is(r, node)) return true;
  return false;
}

static bool hides_content(const wall_reader *r, const dt_html_node *element) {
  const dt_html_attribute *first = r->page->attributes + element->data, *end = first + element->attribute_count;
  for (const dt_html_attribute *a = first; a < end; a++) {
    if (a->number == DT_ATTRIBUTE_hidden) return true;
    if (a->number == DT_ATTRIBUTE_style && dt_style_hides((detm_text){a->value, a->value_length})) return true;
  }
  return false;
}

/* A block whose sentences have another place than those around. */
static void begin_sentence_place(wall_reader *r, const dt_html_node *element, sentence_place place) {
  end_sentences(r);
  if (r->in != NULL) return;
  r->in = element;
  r->place = place;
}

static bool enter_input(wall_reader *r, const dt_html_node *element) {
  detm_text type = raw_attribute(r, element, "type");
  if (dt_text_equal_ci(type, DT_TEXT("password"))) r->passwords++;
  if (!dt_text_equal_ci(type, DT_TEXT("submit")) && !dt_text_equal_ci(type, DT_TEXT("button"))) return false;
  begin_sentence_place(r, element, CONTROL);
  add_block_text(r, raw_attribute(r, element, "value"));
  end_sentences(r);
  if (r->in == element) r->in = NULL, r->place = PLAIN;
  return false;
}

/* Returns whether the content of an element is read. */
static bool enter_wall_element(wall_reader *r, const dt_html_node *element) {
  switch (element->tag) {
  case DT_TAG_script:
    r->scripts++;
    r->data = r->data || holds_data(r, element);
    return false;
  case DT_TAG_title:
    if (element->space != DT_NS_HTML || r->page->nodes[element->parent].tag != DT_TAG_head) return false;
    begin_sentence_place(r, element, TITLE);
    return true;
  case DT_TAG_noscript:
    begin_sentence_place(r, element, UNSCRIPTED);
    return true;
  case DT_TAG_h1:
  case DT_TAG_h2:
  case DT_TAG_h3:
    begin_sentence_place(r, element, HEADING);
    return true;
  case DT_TAG_button:
    begin_sentence_place(r, element, CONTROL);
    return true;
  case DT_TAG_input:
    return enter_input(r, element);
  case DT_TAG_img:
    r->pictures++;
    return false;
  case DT_TAG_iframe:
  case DT_TAG_frame:
  case DT_TAG_object:
  case DT_TAG_embed:
  case DT_TAG_video:
    r->embedded++;
    return false;
  case DT_TAG_head:
    return true;
  default:
    break;
  }
  if (dt_tag_is(element->tag, DT_UNREAD)) return false;
  if (dt_display_breaks_line((dt_display)dt_element_of(element->tag)->display)) end_sentences(r);
  r->menus += element->tag == DT_TAG_nav || element->tag == DT_TAG_footer;
  r->bolds += element->tag == DT_TAG_b || element->tag == DT_TAG_strong;
  r->links += element->tag == DT_TAG_a && dt_html_attribute_of(r->page, element, "href") != NULL;

  if (hides_content(r, element)) {
    begin_sentence_place(r, element, HIDDEN);
    return true;
  }

  r->items +=
      r->menus == 0 && (element->tag == DT_TAG_li || element->tag == DT_TAG_tr || element->tag == DT_TAG_article);
  return true;
}

static bool enter_wall(void *data, const dt_html_node *node) {
  wall_reader *r = data;
  if (r->full) return false;
  if (node->kind == DT_HTML_ELEMENT) return enter_wall_element(r, node);
  if (node->kind != DT_HTML_TEXT) return false;
  for (uint32_t piece = node->data; piece != 0; piece = r->page->pieces[piece].next)
    add_block_text(r, dt_html_text(r->page, r->page->pieces[piece].slice, false));
  return false;
}

static void leave_wall(void *data, const dt_html_node *node) {
  wall_reader *r = data;
  if (node->kind != DT_HTML_ELEMENT) return;
  if (node == r->in || dt_display_breaks_line((dt_display)dt_element_of(node->tag)->display)) end_sentences(r);
  if (node == r->in) {
    r->in = NULL;
    r->place = PLAIN;
  }
  r->menus -= node->tag == DT_TAG_nav || node->tag == DT_TAG_footer;
  r->bolds -= node->tag == DT_TAG_b || node->tag == DT_TAG_strong;
  r->links -= node->tag == DT_TAG_a && dt_html_attribute_of(r->page, node, "href") != NULL;
}

/* ---- the decision ---- */

/* Whether a title or heading gives a reason. */
static bool gives_reason(dt_html_tree *page, const dt_html_node *element) {
  const dt_html_node *end = element;
  char bytes[DT_SENTENCE_BYTES];
  size_t length = 0;

  while (end->next == DT_NO_NODE && end->parent != DT_NO_NODE) end = &page->nodes[end->parent];
  const dt_html_node *last = end->next != DT_NO_NODE ? &page->nodes[end->next] : page->nodes + page->node_count;
  for (const dt_html_node *node = element + 1; node < last && length < sizeof bytes; node++) {
    if (node->kind != DT_HTML_TEXT) continue;
    for (uint32_t piece = node->data; piece != 0; piece = page->pieces[piece].next) {
      detm_text text = dt_text_cut(dt_html_text(page, page->pieces[piece].slice, false), sizeof bytes - length);
      if (text.length != 0) memcpy(bytes + length, text.data, text.length);
      length += text.length;
    }
  }

  dt_sentence sentence;
  for (const char *at = bytes; at < bytes + length;) {
    at = dt_sentence_read(&sentence, at, bytes + length, true);
    if (dt_phrase_reasons(&sentence).some != 0) return true;
  }

  return false;
}

static bool is_password(const dt_html_tree *page, const dt_html_node *input) {
  const dt_html_attribute *type = dt_html_attribute_of(page, input, "type");
  return type != NULL && dt_text_equal_ci((detm_text){type->value, type->value_length}, DT_TEXT("password"));
}

/* Whether the page may be a wall: it has little text, and what has more than a few sentences says in its title or first
 * headings why, or asks for a password.  Most pages end here. */
static bool may_be_wall(dt_html_tree *page) {
  /* bytes of text: longer walls say what they are in their title or one of the first headings */
  enum { BRIEF_BYTES = 2000, HEADINGS = 4 };
  unsigned count = 0;
  if (page->text_bytes > MOST_BYTES) return false;
  bool may = page->text_bytes <= BRIEF_BYTES;

  for (uint32_t n = 0; n < page->noted.count && !may; n++) {
    const dt_html_node *node = &page->nodes[page->noted.items[n]];
    if (node->tag == DT_TAG_input) may = is_password(page, node);
  }

  for (uint32_t n = 0; n < page->noted.count && count < HEADINGS && !may; n++) {
    const dt_html_node *node = &page->nodes[page->noted.items[n]];
    bool subject = node->tag == DT_TAG_title || node->tag == DT_TAG_h1 || node->tag == DT_TAG_h2;
    if (!subject || node->space != DT_NS_HTML) continue;
    count++;
    may = gives_reason(page, node);
  }

  return may;
}

/* What speaks for a reason.  `balance`: what speaks for and against all reasons; elements are searched only where they
 * decide. */
static double sum_for(const wall_reader *r, detm_wall wall, double balance) {
  const reason_tally *t = &r->tallies[wall];
  bool form = wall == DETM_WALL_SIGN_IN && r->passwords != 0;
  double sum = weights.title * at_most(t->title, 1) + weights.heading * at_most(t->heading, 1) +
               weights.text * at_most(t->text, MOST_TEXTS) + weights.control * at_most(t->control, MOST_CONTROLS) +
               weights.form * form;
  bool open = sum + weights.widget + balance >= weights.least;
  if (wall == DETM_WALL_CAPTCHA && open && has_element(r, is_widget)) sum += weights.widget;
  /* only a shell says what it shows without scripts */
  if (wall == DETM_WALL_SCRIPT && r->shown < SHELL_UNITS && r->scripts != 0 && r->embedded == 0)
    sum += weights.shell * (t->unscripted != 0 || r->shown == 0 || has_element(r, is_root));
  if (wall == DETM_WALL_ROBOT) sum += weights.text * at_most(t->unscripted, 1);
  return sum;
}

detm_wall dt_wall_find(dt_html_tree *page) {
  if (!may_be_wall(page)) return DETM_WALL_NONE;

  wall_reader r = {.page = page, .text = DT_ARRAY(page->arena, char, MOST_BYTES)};
  detm_wall best = DETM_WALL_NONE;
  double most = 0;
  dt_html_walk(page, enter_wall, leave_wall, &r);
  end_sentences(&r);
  if (r.full) return DETM_WALL_NONE;

  double share = r.why + r.other > 0 ? r.why / (r.why + r.other) : 0;
  double balance = weights.share * share - sum_against(&r);
  for (unsigned wall = 1; wall < DETM_WALLS; wall++) {
    double sum = sum_for(&r, (detm_wall)wall, balance);
    if (sum > 0) sum += balance;
    /* the walls of browser checks are shells, too */
    bool last = wall == DETM_WALL_SCRIPT && best != DETM_WALL_NONE;
    if (sum < weights.least || sum <= most || last) continue;
    most = sum;
    best = (detm_wall)wall;
  }

  return best;
}

/* ---- words ---- */

static const struct {
  const char *name, *text;
} words[DETM_WALLS] = {
    [DETM_WALL_SIGN_IN] = {"sign-in",
                           "asks to sign in; fetch the page with the cookies of a session that has signed in"},
    [DETM_WALL_CONSENT] = {"consent", "asks for consent; fetch the page with the cookies that are set by the answer"},
    [DETM_WALL_CAPTCHA] =
        {"captcha", "asks for a proof that the reader is a person; fetch fewer pages an hour, or with a browser"},
    [DETM_WALL_ROBOT] = {"robot-check", "checks the browser; fetch the page with a browser, and save it afterwards"},
    [DETM_WALL_DENIED] = {"denied", "refuses access; ask the site, or fetch the page from another network"},
    [DETM_WALL_LIMIT] = {"rate-limit", "refuses more requests; fetch the page later, and fewer pages an hour"},
    [DETM_WALL_NOT_FOUND] = {"not-found", "says that there is no such page; check its address"},
    [DETM_WALL_MAINTENANCE] = {"maintenance", "says that the site is out of order; fetch the page later"},
    [DETM_WALL_SCRIPT] =
        {"script", "is empty until its scripts run; save what a browser shows (chromium --headless --dump-dom URL)"},
};

const char *detm_wall_name(detm_wall wall) { return (unsigned)wall < DETM_WALLS ? words[wall].name : NULL; }
const char *detm_wall_text(detm_wall wall) { return (unsigned)wall < DETM_WALLS ? words[wall].text : NULL; }
