/* content/text/labels.c: drops blocks whose words say that they are no text: controls, links to other pages, who made a
 * picture, boxes of newsletters, and the question whether cookies may be stored. */
#include "config.h"

#include "content/meta/byline.h"
#include "content/text/labels.h"

#include "text/fold.h"
#include "text/words.h"

#include <strings.h>

enum {
  CONTROL_UNITS = 40, /* most units of the label of a control */
  RELATED_UNITS = 200,
  CREDIT_UNITS = 80,
  CONSENT_BLOCKS = 40, /* at the start and the end of a page that are read for it */
  CONSENT_LEVELS = 4,  /* elements from a text about cookies up to that of the question */
  CONSENT_CONTROLS = 2,
  SUBSCRIPTION_LEVELS = 3, /* elements from a form up to its box */
  SUBSCRIPTION_UNITS = 240 /* most units of a box */
};
#define MOST_CONSENT 0.6 /* share of the page's units */

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Beginnings of the labels of controls, folded. */
static dt_word_list listed_controls = DT_WORD_LIST(
    "sign in|sign up|log in|sort by|sort:|subscribe|advertisement|loading|add to cart|in stock|out of stock|see all|"
    "view all|show more|load more|click to|reply with|share this|join date|joined:|posts:|anzeige|werbung|drucken|"
    "newsletter|kommentieren|abonnieren|anmelden|publicité|publicidad|publicidade|pubblicità|reklama|reclame|annons|"
    "s'abonner|suscríbete|assine|iscriviti|abonneer|compartir|partager|condividi|compartilhe|udostępnij|поделиться|"
    "реклама|reklam|mainos|rate this|bewerten|valora esta|recent searches|quote|広告|広告を|print recipe|rezept "
    "drucken|"
    "jump to|skip to|teilen|dela|jaa|listen to this|artikel anhören|écouter cet|escuchar este|escucha esta|ascolta l|"
    "text size|font size|schriftgröße|taille du texte|tamaño de letra");
/* Beginnings of links to other pages, or of headings of a list of these, folded. */
static dt_word_list listed_related = DT_WORD_LIST(
    "read more|read also|also read|read next|read full|related articles|related posts|related stories|"
    "related content|you may also|you might also|recommended for you|explore more|explore further|more on this|"
    "more stories|lesen sie auch|lesen sie hier|lies auch|mehr zum thema|mehr zu |mehr themen|auch interessant|"
    "das könnte|zum weiterlesen|weiterlesen|weiterführende|passend dazu|lire aussi|à lire aussi|lire également|"
    "à lire|sur le même|lea también|lee también|lea más|lea:|leer más|te puede|noticias relac|leggi anche|"
    "leggi tutto|potrebbe inter|leia também|leia mais|veja também|czytaj także|czytaj też|czytaj więcej|zobacz także|"
    "zobacz też|przeczytaj|lees ook|lees meer|läs också|läs mer|läs även|læs også|les også|lue myös|čtěte také|"
    "читайте также|смотрите также|читать далее|ilgili haberler|相关阅读|相关新闻|推荐阅读|関連記事|あわせて読みたい");
/* Beginnings of credits besides the words for pictures, folded. */
static dt_word_list listed_credits =
    DT_WORD_LIST("credit:|credits:|credit line:|crédit|crédits|bildnachweis|bildquelle|fotocredit|©");

/* Beginnings of what a page says if a browser lacks something, folded. */
static dt_word_list listed_notices = DT_WORD_LIST(
    "your browser does not support|your browser doesn't support|sorry, your browser|this browser does not support|"
    "ihr browser unterstützt|dein browser unterstützt|votre navigateur ne|su navegador no|tu navegador no|"
    "il tuo browser non|o seu navegador não|uw browser ondersteunt|ваш браузер не|お使いのブラウザ|您的浏览器不支持|"
    "please enable javascript|you need to enable javascript|bitte aktivieren sie javascript");

/* Checks whether a text begins with one of the words as a whole: "read more" is not in "read moreover". */
static bool label_begins_with(detm_text text, dt_word_list *list) {
  for (detm_text word = {NULL, 0}; (word = dt_word_beginning(text, list, word.data)).data != NULL;) {
    char after = text.data[word.length]; /* a NUL at the end */
    if (!dt_is_ascii_letter(after) || word.data[word.length - 1] == ' ') return true;
  }
  return false;
}

/* Checks whether a text begins with a word for pictures, and a colon, a preposition or an agency after it. */
static bool is_credit(detm_text text) {
  if (label_begins_with(text, &listed_credits)) return true;
  size_t end = 0;
  while (end < text.length && text.data[end] != ' ' && text.data[end] != ':') end++;
  static const char *const after[] = {":", " :", " by ", " von ", " par ", " di ", " de ", " av ", " credit"};
  bool follows = false;
  for (size_t i = 0; i < COUNT(after) && !follows; i++)
    follows = dt_text_starts(dt_text_from(text, end), dt_text(after[i]));
  return end != 0 && follows && dt_byline_pictures_at(dt_text_cut(text, end)) == 0;
}

/* Checks whether an element holds as many buttons and boxes as a question has. */
static bool has_controls(const xmlNode *top) {
  enum { LOOKED_AT = 400 };
  size_t looked_at = 0, found = 0;
  for (const xmlNode *node = top; (node = dt_node_next(top, node)) != NULL && looked_at++ < LOOKED_AT;) {
    if (node->type != XML_ELEMENT_NODE) continue;
    const char *type = dt_node_is(node, "input") ? dt_node_value(node, "type") : NULL;
    bool box = type != NULL && (strcmp(type, "checkbox") == 0 || strcmp(type, "radio") == 0);
    found += box || dt_node_is(node, "button");
    if (found == CONSENT_CONTROLS) return true;
  }
  return false;
}

/* Drops the question whether cookies may be stored, up to the innermost element around it that has buttons, unless it
 * holds the main heading or most of the page. */
static void drop_consent(dt_block_choice *c) {
  const dt_content_page *page = c->page;
  uint32_t heading = c->features.landmarks[DT_MAIN_HEADING];
  for (uint32_t i = 0; i < page->block_count; i++) {
    if (i == CONSENT_BLOCKS && page->block_count > 2 * CONSENT_BLOCKS) i = page->block_count - CONSENT_BLOCKS;
    detm_text text = page->blocks[i].text;
    if (!c->chosen[i] || memmem(text.data, text.length, "ookie", 5) == NULL) continue;
    uint32_t e = page->blocks[i].element;
    for (int level = 0; level < CONSENT_LEVELS && e != DT_NONE; level++, e = page->elements[e].parent) {
      const dt_element *around = &page->elements[e];
      double units = page->sums[around->last].units - page->sums[around->first].units;
      bool headed = heading != DT_NONE && heading >= around->first && heading < around->last;
      if (headed || units > MOST_CONSENT * page->sums[page->block_count].units) break;
      if (!has_controls(around->node)) continue;
      for (uint32_t b = around->first; b < around->last; b++) c->chosen[b] = false;
      break;
    }
  }
}

/* Checks whether a form asks for an address of e-mail alone, to which news are sent. */
static bool asks_for_address(const xmlNode *form) {
  enum { LOOKED_AT = 100 };
  size_t looked_at = 0;
  bool found = false;
  for (const xmlNode *node = form; (node = dt_node_next(form, node)) != NULL && looked_at++ < LOOKED_AT;) {
    if (dt_node_is(node, "textarea")) return false; /* of a comment */
    const char *type = dt_node_is(node, "input") ? dt_node_value(node, "type") : NULL;
    if (type != NULL && strcmp(type, "password") == 0) return false;
    found |= type != NULL && strcmp(type, "email") == 0;
  }
  return found;
}

/* Drops the boxes in which readers subscribe to letters: what is around a form for an address, without a paragraph. */
static void drop_subscriptions(dt_block_choice *c) {
  const dt_content_page *page = c->page;
  uint32_t heading = c->features.landmarks[DT_MAIN_HEADING];
  for (uint32_t i = 0; i < page->element_count; i++) {
    if (page->elements[i].tag != DT_TAG_form || !asks_for_address(page->elements[i].node)) continue;
    uint32_t e = i;
    for (int level = 0; level < SUBSCRIPTION_LEVELS && e != DT_NONE; level++, e = page->elements[e].parent) {
      const dt_element *around = &page->elements[e];
      const dt_sums *from = &page->sums[around->first], *to = &page->sums[around->last];
      bool headed = heading != DT_NONE && heading >= around->first && heading < around->last;
      if (headed || to->good != from->good || to->units - from->units > SUBSCRIPTION_UNITS) break;
      for (uint32_t b = around->first; b < around->last; b++) c->chosen[b] = false;
    }
  }
}

/* Checks whether a short block above code has a link that a script needs: "Code: Select all". */
static bool is_above_code(const dt_content_page *page, uint32_t number) {
  const dt_block *block = &page->blocks[number];
  if (number + 1 == page->block_count || block->links == 0 || block->units > CONTROL_UNITS) return false;
  if ((page->elements[block[1].element].within & DT_IN_PREFORMATTED) == 0) return false;
  for (uint32_t k = block->first; k < block->last; k++) {
    const xmlNode *link = page->pieces[k].link;
    const char *href = link != NULL ? dt_node_value(link, "href") : NULL;
    if (href != NULL && (strcmp(href, "#") == 0 || strncasecmp(href, "javascript:", 11) == 0)) return true;
  }

  return false;
}

/* Checks whether all blocks of a list are links to parts of the page. */
static bool is_contents(const dt_content_page *page, const dt_element *list) {
  for (uint32_t b = list->first; b < list->last; b++) {
    const dt_block *block = &page->blocks[b];
    if (dt_link_density(block) < 0.9) return false;
    for (uint32_t k = block->first; k < block->last; k++) {
      const xmlNode *link = page->pieces[k].link;
      const char *href = link != NULL ? dt_node_value(link, "href") : NULL;
      if (href != NULL && (href[0] != '#' || href[1] == '\0')) return false;
    }
  }
  return list->last >= list->first + 2;
}

/* Drops lists of the contents of the page, with the short heading above. */
static void drop_contents(dt_block_choice *c) {
  const dt_content_page *page = c->page;
  for (uint32_t e = 0; e < page->element_count; e++) {
    const dt_element *list = &page->elements[e];
    if ((list->tag != DT_TAG_ul && list->tag != DT_TAG_ol) || !is_contents(page, list)) continue;
    for (uint32_t b = list->first; b < list->last; b++) c->chosen[b] = false;
    const dt_block *above = list->first != 0 ? &page->blocks[list->first - 1] : NULL;
    if (above != NULL && above->units <= CONTROL_UNITS && above->sentences == 0 && above->links == 0 &&
        page->elements[above->element].parent == list->parent &&
        list->first - 1 != c->features.landmarks[DT_MAIN_HEADING])
      c->chosen[list->first - 1] = false;
    e = list->end - 1;
  }
}

void dt_drop_labels(dt_block_choice *c) {
  drop_consent(c);
  drop_contents(c);
  drop_subscriptions(c);
  char folded[4 * RELATED_UNITS];
  bool links = false; /* links below a heading of such a list */
  for (uint32_t i = 0; i < c->page->block_count; i++) {
    const dt_block *block = &c->page->blocks[i];
    if (!c->chosen[i]) continue;
    links = links && dt_link_density(block) > 0.8;
    bool label = is_above_code(c->page, i);
    bool prose = block->sentences != 0 && block->linked == 0; /* "Loading the piano took two days." */
    if (!links && block->units <= RELATED_UNITS && block->text.length < sizeof folded) {
      detm_text text = dt_fold_copy(folded, sizeof folded - 1, block->text);
      folded[text.length] = '\0';
      bool other = !prose && label_begins_with(text, &listed_related);
      bool control = !prose && block->units <= CONTROL_UNITS && label_begins_with(text, &listed_controls);
      links = other && block->linked == 0;
      bool notice = block->sentences <= 1 && label_begins_with(text, &listed_notices);
      label |= other || control || notice || (block->units <= CREDIT_UNITS && is_credit(text));
    }
    if (links || label) c->chosen[i] = false;
  }
}
