/* tests/web/page.c: the pages of a synthetic web as HTML, and their URLs. */
#include "graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FOR_TITLE = 20, FOR_TEXT, FOR_MENU };
static const double of_the_topic = .14; /* share of the words of a text */

/* The page that is being written. */
typedef struct writer {
  const web *web;
  const web_node *node;
  size_t page;
  web_random random;
  dt_buffer *html;
} writer;

void web_url(const web *self, size_t page, char url[64]) {
  const web_node *node = &self->nodes[page];
  if (self->sites[node->site].first == page) {
    snprintf(url, 64, "http://www.s%u.example/", (unsigned)node->site);
  } else {
    snprintf(url, 64, "http://www.s%u.example/%zu.html", (unsigned)node->site, page);
  }
}

size_t web_find(const web *self, const char *url) {
  static const char start[] = "http://www.s";
  if (strncmp(url, start, sizeof start - 1) != 0) return self->options.pages;
  size_t site = strtoul(url + sizeof start - 1, NULL, 10);
  const char *path = strchr(url + sizeof start, '/');
  if (path == NULL || site >= self->site_count) return self->options.pages;
  size_t page = path[1] == '\0' ? self->sites[site].first : strtoul(path + 1, NULL, 10);
  return page < self->options.pages && self->nodes[page].site == site ? page : self->options.pages;
}

static void put(writer *w, const char *text) { dt_buffer_text(w->html, text); }

static size_t between(writer *w, size_t least, size_t most) { return least + web_below(&w->random, most - least + 1); }

static void put_title(writer *w, size_t page, size_t most) {
  web_random random = web_random_start(w->web->options.seed, page, FOR_TITLE);
  size_t count = 2 + web_below(&random, 5);
  web_words(&random, w->web->nodes[page].topic, .5, count < most ? count : most, w->html);
}

static void open_link(writer *w, size_t target) {
  char url[64];
  web_url(w->web, target, url);
  dt_buffer_format(w->html, "<a href=\"%s\">", url);
}

/* ---- Anchors ---- */

static void put_nothing(writer *w, size_t target) {
  static const char *const said[] = {"more", "click here", "read on", "here", "details", "this page", "link", "next"};
  switch (web_below(&w->random, 5)) {
  case 0:
    dt_buffer_format(w->html, "No. %zu", 10000 + target % 90000);
    break;
  case 1:
    web_name(target, w->html);
    break;
  case 2:
    web_foreign(&w->random, between(w, 2, 4), w->html);
    break;
  case 3:
    put(w, "<img src=\"/i.png\" alt=\"\">");
    break;
  default:
    put(w, said[web_below(&w->random, sizeof said / sizeof *said)]);
  }
}

static void put_half(writer *w, size_t target) {
  unsigned topic = w->web->nodes[target].topic;
  if (web_chance(&w->random, .5)) {
    web_name(target, w->html);
    put(w, " ");
  }
  web_rare_word(&w->random, topic, w->html);
}

static void put_telling(writer *w, size_t target) {
  if (web_chance(&w->random, .5)) {
    put_title(w, target, between(w, 2, 6));
  } else {
    web_words(&w->random, w->web->nodes[target].topic, .6, between(w, 1, 4), w->html);
  }
}

static void put_anchor(writer *w, size_t target) {
  double telling = w->web->options.telling, draw = web_draw(&w->random);
  if (draw < telling) {
    put_telling(w, target);
  } else if (draw < telling + (1 - telling) / 2) {
    put_half(w, target);
  } else {
    put_nothing(w, target);
  }
}

static void put_link(writer *w, size_t target) {
  open_link(w, target);
  put_anchor(w, target);
  put(w, "</a>");
}

static void put_picture(writer *w, size_t target) {
  open_link(w, target);
  dt_buffer_format(w->html, "<img src=\"/pictures/%zu.jpg\" alt=\"", target);
  if (web_chance(&w->random, .3)) put_title(w, target, 3);
  put(w, "\"></a> ");
}

/* ---- Parts of every page ---- */

static void put_menu(writer *w) {
  const web_site *site = &w->web->sites[w->node->site];
  put(w, "<div class=\"menu\"><ul>");
  web_random own = w->random;
  w->random = web_random_start(w->web->options.seed, w->node->site, FOR_MENU); /* the same on each page */
  for (size_t i = 0; i < site->size && i <= WEB_MENU; i++) {
    put(w, "<li>");
    open_link(w, site->first + i);
    if (i == 0) {
      put(w, "Home");
    } else if (web_chance(&w->random, w->web->options.telling)) {
      web_words(&w->random, w->web->nodes[site->first + i].topic, .6, 1, w->html);
    } else {
      web_words(&w->random, WEB_NO_TOPIC, 0, 1, w->html);
    }
    put(w, "</a></li>");
  }
  put(w, "</ul></div>\n");
  w->random = own;
}

/* Writes links to notices, and badges of the most popular portals. */
static void put_footer(writer *w) {
  static const char *const names[] = {"Contact", "Privacy"};
  const web_site *site = &w->web->sites[w->node->site];
  const web_list *portals = &w->web->open[WEB_NO_TOPIC];
  put(w, "<div class=\"footer\"><p>");
  for (uint32_t i = 0; i < 2 && site->size > 12; i++) {
    open_link(w, site->first + site->size - 2 + i);
    put(w, names[i]);
    put(w, "</a> ");
  }
  for (size_t i = 0; i < 2 && i < portals->count; i++) {
    open_link(w, portals->pages[(w->node->site * 7 + i) % (portals->count < 12 ? portals->count : 12)]);
    put(w, "Share</a> ");
  }
  put(w, "</p></div>\n");
}

static void put_advertisements(writer *w) {
  if (web_chance(&w->random, .5)) return;
  put(w, "<div class=\"ads\">");
  for (size_t left = between(w, 1, 3); left > 0; left--) {
    const web_list *list = &w->web->open[1 + web_below(&w->random, WEB_TOPICS - 1)];
    if (list->count == 0) continue;
    uint32_t target = list->pages[web_below(&w->random, 1 + list->count / 10)];
    put(w, "<p>");
    open_link(w, target);
    put_telling(w, target);
    put(w, "</a> ");
    web_words(&w->random, w->web->nodes[target].topic, .2, between(w, 4, 10), w->html);
    put(w, "</p>");
  }
  put(w, "</div>\n");
}

/* ---- Content ---- */

/* Writes a paragraph, which is mostly about the topic of its link. */
static void put_paragraph(writer *w, const web_link *link) {
  unsigned topic = w->node->topic;
  if (link != NULL && web_chance(&w->random, .7)) topic = link->topic;
  if (link == NULL && web_chance(&w->random, .12)) topic = (unsigned)web_below(&w->random, WEB_TOPICS);
  put(w, "<p>");
  web_words(&w->random, topic, of_the_topic, between(w, 8, 50), w->html);
  if (link != NULL) {
    put(w, " ");
    put_link(w, link->target);
    put(w, " ");
    web_words(&w->random, topic, of_the_topic, between(w, 8, 40), w->html);
  }
  put(w, ".</p>\n");
}

static void put_heading(writer *w, const char *tag, unsigned topic) {
  dt_buffer_format(w->html, "<%s>", tag);
  web_words(&w->random, topic, web_chance(&w->random, w->web->options.telling) ? .5 : 0, between(w, 1, 4), w->html);
  dt_buffer_format(w->html, "</%s>\n", tag);
}

/* Writes some links, often under a heading. */
static void put_list(writer *w, const web_link *links, size_t count) {
  if (web_chance(&w->random, .6)) put_heading(w, "h3", links[0].topic);
  bool pictures = links[0].style == WEB_PICTURE;
  put(w, pictures ? "<div class=\"gallery\">" : "<ul class=\"links\">");
  for (size_t i = 0; i < count; i++) {
    if (pictures) {
      put_picture(w, links[i].target);
      continue;
    }
    put(w, "<li>");
    put_link(w, links[i].target);
    if (links[i].style == WEB_TEASER) {
      put(w, " ");
      web_words(&w->random, links[i].topic, .2, between(w, 6, 14), w->html);
    }
    put(w, "</li>");
  }
  put(w, pictures ? "</div>\n" : "</ul>\n");
}

static int compare_links(const void *a, const void *b) {
  const web_link *x = a, *y = b;
  if (x->topic != y->topic) return x->topic < y->topic ? -1 : 1;
  return (x->target > y->target) - (x->target < y->target);
}

/* Writes the links that are not in paragraphs; two thirds of the long lists are sorted by topic, with a list for each.
 */
static void put_lists(writer *w, web_link *links, size_t count) {
  bool ordered = count > 12 && web_chance(&w->random, .67);
  if (ordered) qsort(links, count, sizeof *links, compare_links);
  for (size_t i = 0, next; i < count; i = next) {
    size_t most = ordered ? 30 : between(w, 4, 12);
    for (next = i + 1; next < count && next - i < most && (!ordered || links[next].topic == links[i].topic);) next++;
    put_list(w, links + i, next - i);
  }
}

static void put_content(writer *w) {
  web_link links[WEB_MOST_LINKS], rows[WEB_MOST_LINKS];
  size_t count = web_links(w->web, w->page, links), row_count = 0;
  size_t paragraphs = w->node->kind == WEB_TEXT ? between(w, 4, 12) : between(w, 1, 3);
  put(w, "<div id=\"content\"><h1>");
  put_title(w, w->page, 8);
  put(w, "</h1>\n");
  for (size_t i = 0; i < count; i++) {
    if (links[i].style == WEB_IN_TEXT) {
      put_paragraph(w, &links[i]);
    } else {
      rows[row_count++] = links[i];
    }
  }
  for (size_t i = 0; i < paragraphs; i++) {
    if (web_chance(&w->random, .15)) put_heading(w, "h2", w->node->topic);
    put_paragraph(w, NULL);
  }
  put_lists(w, rows, row_count);
  put(w, "</div>\n");
}

void web_page(const web *self, size_t page, dt_buffer *html) {
  writer w = {.web = self, .node = &self->nodes[page], .page = page, .html = html};
  w.random = web_random_start(self->options.seed, page, FOR_TEXT);
  html->length = 0;
  put(&w, "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>");
  put_title(&w, page, 8);
  put(&w, " - ");
  web_name(w.node->site, html);
  put(&w, "</title></head><body>\n");
  put_menu(&w);
  put_content(&w);
  put_advertisements(&w);
  put_footer(&w);
  put(&w, "</body></html>\n");
}
