/* Tests of src/crawl/rank.c and relevance.c: PageRank against the solution of its equations, and random webs against
 * a literal implementation of doc/method 7.3 and 7.4 in tables of all pairs. */
#include <detm/crawl.h>

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawl/webs.h"
#include "leaks.h"
#include "rounds.h"

TestSuite(web_rank, .fini = find_leaks, .timeout = 300);

enum { URLS = 12, PAGES = 9, WORDS = 6, TOPIC = 3 };

/* The first three are the words of the topic, the first one three times. None is brief. */
static const char *const words[WORDS] = {"otter", "river", "stone", "cloud", "plain", "field"};
static const double topic_counts[TOPIC] = {3, 2, 1};
static const char topic_text[] = "otter river otter stone otter river";

/* A random web: the number of times that each word is in the text of each link; if all are 0, the link does not exist.
 */
typedef struct table {
  unsigned links[PAGES][URLS][WORDS];
  bool linked[PAGES][URLS];
  unsigned state;
} table;

static unsigned draw(table *t, unsigned below) {
  t->state = t->state * 1103515245U + 12345U;
  return (t->state >> 16) % below;
}

static void draw_links(table *t, unsigned seed) {
  memset(t, 0, sizeof *t);
  t->state = seed;
  for (unsigned page = 0; page < PAGES; page++)
    for (unsigned url = 0; url < URLS; url++) {
      t->linked[page][url] = url != page && draw(t, 3) == 0;
      for (unsigned n = draw(t, 4); t->linked[page][url] && n > 0; n--) t->links[page][url][draw(t, WORDS)]++;
    }
}

static void url_of(char url[40], unsigned number) { snprintf(url, 40, "http://u%u.example/", number); }

/* Adds a page.  Each link is in a paragraph of its own, as in menus, so that only its own text counts. */
static void add_page(detm_web *web, const table *t, unsigned page) {
  char markup[16384] = "", url[40];
  size_t used = 0;
  for (unsigned to = 0; to < URLS; to++) {
    if (!t->linked[page][to]) continue;
    url_of(url, to);
    used += (size_t)snprintf(markup + used, sizeof markup - used, "<nav><p><a href='%s'>", url);
    for (unsigned w = 0; w < WORDS; w++)
      for (unsigned n = 0; n < t->links[page][to][w]; n++)
        used += (size_t)snprintf(markup + used, sizeof markup - used, "%s ", words[w]);
    used += (size_t)snprintf(markup + used, sizeof markup - used, "</a></nav>");
  }
  url_of(url, page);
  web_add(web, url, markup);
}

/* ---- the literal implementation ---- */

typedef struct naive {
  double weights[TOPIC], cosines[PAGES], rels[PAGES][URLS], ranks[URLS];
} naive;

static unsigned count_word(const table *t, unsigned page, unsigned word) {
  unsigned count = 0;
  for (unsigned to = 0; to < URLS; to++) count += t->links[page][to][word];
  return count;
}

static void weigh(const table *t, unsigned pages, naive *n) {
  for (unsigned w = 0; w < TOPIC; w++) {
    unsigned having = 0;
    for (unsigned page = 0; page < pages; page++) having += count_word(t, page, w) != 0;
    double rare = log((pages + 5.0) / (having + 1.0));
    n->weights[w] = topic_counts[w] * (rare > 0.25 && having != 0 ? rare : 0.25);
  }
}

static double cosine(const table *t, const naive *n, unsigned page) {
  double product = 0, own = 0, topic = 0;
  for (unsigned w = 0; w < WORDS; w++) own += pow(count_word(t, page, w), 2);
  for (unsigned w = 0; w < TOPIC; w++) {
    topic += pow(n->weights[w], 2);
    product += n->weights[w] * count_word(t, page, w);
  }
  return own > 0 ? product / sqrt(own * topic) : 0;
}

static double relevance(const table *t, const naive *n, unsigned page, unsigned to, double c) {
  double best = 0, heaviest = 0;
  for (unsigned w = 0; w < TOPIC; w++) {
    if (n->weights[w] > heaviest) heaviest = n->weights[w];
    if (t->links[page][to][w] != 0 && n->weights[w] > best) best = n->weights[w];
  }
  return best / heaviest >= c ? best / heaviest : 0;
}

static void rank_naively(const table *t, unsigned pages, const detm_web_options *options, naive *n) {
  double before[URLS];
  weigh(t, pages, n);
  for (unsigned page = 0; page < pages; page++) {
    n->cosines[page] = n->ranks[page] = cosine(t, n, page);
    for (unsigned to = 0; to < URLS; to++)
      n->rels[page][to] = t->linked[page][to] ? relevance(t, n, page, to, options->min_word_weight) : 0;
  }
  for (unsigned i = 0; i < options->iterations; i++) {
    memcpy(before, n->ranks, sizeof before);
    for (unsigned a = 0; a < URLS; a++) {
      n->ranks[a] = 1 - options->damping;
      for (unsigned page = 0; page < pages; page++) {
        double sum = 0;
        for (unsigned to = 0; to < URLS; to++) sum += n->rels[page][to];
        if (sum > 0) n->ranks[a] += options->damping * before[page] * n->rels[page][a] / sum;
      }
    }
  }
}

static bool is_known(const table *t, unsigned pages, unsigned url) {
  for (unsigned page = 0; page < pages; page++)
    if (t->linked[page][url]) return true;
  return url < pages;
}

static void expect_same(const detm_web *web, const table *t, const naive *n, unsigned seed) {
  char name[40];
  for (unsigned url = 0; url < URLS; url++) {
    url_of(name, url);
    if (!is_known(t, PAGES, url)) continue;
    detm_web_url known = web_get(web, name);
    cr_expect(fabs(known.rank - n->ranks[url]) < 1e-5, "seed %u, %s: %.9f, not %.9f", seed, name, known.rank,
              n->ranks[url]);
    if (url < PAGES) cr_expect(fabs(known.relevance - n->cosines[url]) < 1e-9, "seed %u, cosine of %s", seed, name);
  }
}

static detm_web_options random_options(table *t) {
  detm_web_options options = detm_web_defaults;
  options.relevance = DETM_RELEVANCE_RW;
  options.min_word_weight = draw(t, 10) / 10.0;
  options.damping = 0.5 + draw(t, 5) / 10.0;
  options.iterations = 1 + draw(t, 7);
  static const detm_link_options links = {.words = 0};
  options.links = &links;
  return options;
}

Test(web_rank, agrees_with_a_literal_implementation_on_random_webs) {
  detm_topic *topic = web_topic(topic_text);
  for (unsigned seed = 1; seed <= rounds(200); seed++) {
    table t;
    naive n;
    draw_links(&t, seed);
    detm_web_options options = random_options(&t);
    detm_web *web = web_new(topic, &options);
    for (unsigned page = 0; page < PAGES; page++) add_page(web, &t, page);
    web_rank(web);
    rank_naively(&t, PAGES, &options, &n);
    expect_same(web, &t, &n, seed);
    detm_web_free(web);
  }
  detm_topic_free(topic);
}

Test(web_rank, does_not_depend_on_the_order_and_time_of_adding_pages) {
  detm_topic *topic = web_topic(topic_text);
  detm_web_options options = detm_web_defaults;
  options.iterations = 200; /* enough to make the start irrelevant */
  options.chance = 0.3;
  for (unsigned seed = 1; seed <= rounds(20); seed++) {
    table t;
    draw_links(&t, seed);
    detm_web *at_once = web_new(topic, &options), *by_and_by = web_new(topic, &options);
    for (unsigned page = 0; page < PAGES; page++) add_page(at_once, &t, page);
    for (unsigned page = PAGES; page-- > 0;) {
      add_page(by_and_by, &t, page);
      web_rank(by_and_by);
    }
    web_rank(at_once);
    cr_expect_eq(detm_web_url_count(at_once), detm_web_url_count(by_and_by));
    for (size_t i = 0; i < detm_web_url_count(at_once); i++) {
      detm_web_url one, other;
      detm_web_url_get(at_once, i, &one);
      other = web_get(by_and_by, one.url);
      cr_expect(fabs(one.rank - other.rank) < 1e-9, "seed %u, %s: %.12f, %.12f", seed, one.url, one.rank, other.rank);
      cr_expect_float_eq(one.relevance, other.relevance, 1e-12);
    }
    detm_web_free(at_once);
    detm_web_free(by_and_by);
  }
  detm_topic_free(topic);
}

/* ---- PageRank ---- */

/* Solves a x = b by elimination; b becomes x. */
static void solve(double a[URLS][URLS], double b[URLS]) {
  for (unsigned k = 0; k < URLS; k++)
    for (unsigned i = 0; i < URLS; i++) {
      double part = i != k ? a[i][k] / a[k][k] : 0; /* the diagonal is dominant */
      for (unsigned j = k; j < URLS; j++) a[i][j] -= part * a[k][j];
      b[i] -= part * b[k];
    }
  for (unsigned i = 0; i < URLS; i++) b[i] /= a[i][i];
}

Test(web_rank, without_relevance_is_the_solution_of_pageranks_equations) {
  detm_topic *topic = web_topic(topic_text);
  detm_web_options options = detm_web_defaults;
  options.relevance = DETM_RELEVANCE_EQUAL;
  options.iterations = 500;
  for (unsigned seed = 1; seed <= rounds(20); seed++) {
    table t;
    double a[URLS][URLS], ranks[URLS];
    draw_links(&t, seed);
    detm_web *web = web_new(topic, &options);
    for (unsigned page = 0; page < PAGES; page++) add_page(web, &t, page);
    web_rank(web);
    for (unsigned i = 0; i < URLS; i++) {
      ranks[i] = 1 - options.damping;
      for (unsigned j = 0; j < URLS; j++) {
        unsigned out = 0;
        for (unsigned to = 0; to < URLS && j < PAGES; to++) out += t.linked[j][to];
        a[i][j] = (i == j ? 1 : 0) - (j < PAGES && t.linked[j][i] ? options.damping / out : 0);
      }
    }
    solve(a, ranks);
    for (unsigned i = 0; i < URLS; i++) {
      char name[40];
      url_of(name, i);
      if (is_known(&t, PAGES, i)) cr_expect(fabs(web_get(web, name).rank - ranks[i]) < 1e-9, "seed %u, %s", seed, name);
    }
    detm_web_free(web);
  }
  detm_topic_free(topic);
}

Test(web_rank, starts_pagerank_at_one) {
  detm_topic *topic = web_topic("otter");
  detm_web_options options = detm_web_defaults;
  options.relevance = DETM_RELEVANCE_EQUAL;
  options.iterations = 1;
  detm_web *web = web_new(topic, &options);
  web_add(web, "http://a.example/", "<a href=http://b.example/>b</a>");
  web_rank(web);
  cr_expect_float_eq(web_get(web, "http://b.example/").rank, 0.15 + 0.85, 1e-12);
  detm_web_free(web);
  detm_topic_free(topic);
}

Test(web_rank, starts_a_page_that_was_ranked_as_a_url_at_its_relevance) {
  detm_topic *topic = web_topic("otter river");
  detm_web_options options = detm_web_defaults;
  options.iterations = 1;
  detm_web *web = web_new(topic, &options);
  web_add(web, "http://a.example/", "<p>otter <a href=http://b.example/>river</a>");
  web_rank(web);
  web_add(web, "http://b.example/", "<p>otter, stone <a href=http://c.example/>otter river</a>");
  web_rank(web);
  double relevance = web_get(web, "http://b.example/").relevance;
  cr_expect_float_eq(web_get(web, "http://c.example/").rank, 0.15 + 0.85 * relevance, 1e-9);
  detm_web_free(web);
  detm_topic_free(topic);
}
