/* focus/judge.c: the words of the topic weighed by the pages of the web, then the cosine of each page and the relevance
 * of each link.
 *
 * A word's weight is its frequency in the topic times log((n + 5) / (df + 1)) of the n pages, but never less than a
 * quarter of it: a web may well be all on topic.  It is a quarter too if no page has the word.  Stop words weigh
 * nothing and count nowhere.  They are brief, stand in four of five pages or more, and hardly ever last before a sign,
 * where articles and prepositions cannot stand. */
#include "focus/judge.h"

#include "tree/tree.h"

#include <math.h>

enum {
  LEAST_PAGES = 4, /* that tell what a stop word is */
  LEAST_ENDS = 3,  /* that a word should have had among the ends to tell that it has too few */
  FEWER_ENDS = 5   /* times */
};
static const double least_rarity = 0.25;

typedef struct judge {
  dt_graph *graph;
  const dt_lexicon *lexicon;
  const detm_web_options *options;
  bool *stops;          /* of each word of the lexicon */
  double *weights;      /* of each word of the topic, 0 = a stop word */
  double *similarities; /* likewise, 1 = the heaviest */
  double norm;          /* of the topic */
  dt_scope *scope;
} judge;

/* ---- words ---- */

static bool is_stop(const judge *j, const dt_count *word) {
  const dt_vector *all = &j->lexicon->words;
  uint32_t pages = j->graph->page_count;
  if (!word->brief || pages < LEAST_PAGES || word->pages < pages - pages / 5 || all->total == 0) return false;
  double expected = (double)word->count * (double)all->ends / (double)all->total;
  return expected >= LEAST_ENDS && FEWER_ENDS * (double)word->ends <= expected;
}

/* If nothing of the topic is left that some page has, no word of it is a stop word. */
static void keep_topic(const judge *j) {
  const dt_lexicon *lexicon = j->lexicon;
  for (uint32_t i = 0; i < lexicon->topic_count; i++)
    if (!j->stops[i] && lexicon->words.words[i].pages != 0) return;
  memset(j->stops, false, lexicon->topic_count * sizeof *j->stops);
}

/* A word that no page has tells nothing of pages: it must not outweigh the words that some have. */
static double rarity(const judge *j, uint32_t word) {
  if (j->lexicon->words.words[word].pages == 0) return least_rarity;
  double rare = log((j->graph->page_count + 5.0) / (j->lexicon->words.words[word].pages + 1.0));
  return rare > least_rarity ? rare : least_rarity;
}

static void weigh_words(judge *j) {
  const dt_lexicon *lexicon = j->lexicon;
  double squares = 0, heaviest = 0;
  for (uint32_t i = 0; i < lexicon->words.count; i++) j->stops[i] = is_stop(j, &lexicon->words.words[i]);
  keep_topic(j);
  for (uint32_t i = 0; i < lexicon->topic_count; i++) {
    j->weights[i] = j->stops[i] ? 0 : lexicon->weights[i] * rarity(j, i);
    squares += j->weights[i] * j->weights[i];
    if (j->weights[i] > heaviest) heaviest = j->weights[i];
  }
  j->norm = sqrt(squares);
  for (uint32_t i = 0; i < lexicon->topic_count && heaviest > 0; i++) j->similarities[i] = j->weights[i] / heaviest;
}

/* ---- pages ---- */

/* The cosine of the page whose record begins here to the topic. */
static double judge_page(const judge *j, dt_numbers *record) {
  double squares = (double)dt_number_next(record), product = 0;
  uint64_t words = dt_number_next(record), word = 0;
  for (; words != 0 && !record->broken; words--) {
    dt_scope_tick(j->scope);
    word += dt_number_next(record);
    double count = (double)dt_number_next(record);
    if (!j->stops[word]) squares += count * count;
    if (word < j->lexicon->topic_count) product += count * j->weights[word];
  }
  double cosine = product > 0 ? product / (sqrt(squares) * j->norm) : 0;
  return cosine < 1 ? cosine : 1;
}

/* The greatest similarity of a set of words. */
static double judge_set(const judge *j, dt_numbers *record) {
  uint64_t words = dt_number_next(record), word = 0;
  double best = 0;
  for (; words != 0 && !record->broken; words--) {
    word += dt_number_next(record);
    if (j->similarities[word] > best) best = j->similarities[word];
  }
  return best;
}

/* ---- links ---- */

/* A number in [0, 1) that depends on nothing but these. */
static double draw(uint64_t seed, uint32_t from, uint32_t to, uint64_t number) {
  uint64_t mixed = dt_hash_mix(dt_hash_mix(dt_hash_mix(seed, number + 1), from), to);
  mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94D049BB133111EB);
  return (double)((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53;
}

/* The small chance that a link has that nothing speaks for: if P2 reaches d, P1 times c, so that it is always less than
 * what words give. */
static double chance(const judge *j, uint32_t page, uint32_t target) {
  const dt_graph *g = j->graph;
  uint32_t from = g->urls[g->pages[page].url].hash, to = g->urls[target].hash;
  if (draw(j->options->seed, from, to, 2) < j->options->d) return 0;
  return draw(j->options->seed, from, to, 1) * j->options->c;
}

/* METHOD 7.3, but for one thing: METHOD tries the words of the whole text round a link one by one, and some word of any
 * long text is the topic's.  So the whole text speaks, by its cosine, and from the bar of METHOD 7.4 on. */
static double judge_link(const judge *j, uint32_t page, uint32_t target, double metadata, double text) {
  if (j->options->relevance == DETM_RELEVANCE_EQUAL) return 1;
  if (metadata > 0 && metadata >= j->options->c) return metadata;
  if (j->options->relevance == DETM_RELEVANCE_RW) return 0;
  if (text > 0 && text >= j->options->relevant) return text;
  return chance(j, page, target);
}

static void judge_record(judge *j, uint32_t page) {
  dt_graph *g = j->graph;
  detm_text bytes = dt_graph_record(g, page);
  dt_numbers record = {bytes.data, bytes.data + bytes.length, false};
  uint32_t end = dt_graph_links_end(g, page);
  g->pages[page].relevance = judge_page(j, &record);
  for (uint32_t link = g->pages[page].links; link < end; link++) {
    dt_scope_tick(j->scope);
    double text = dt_number_next(&record) != 0 ? g->pages[page].relevance : 0;
    double metadata = judge_set(j, &record);
    g->rels[link] = (float)judge_link(j, page, g->targets[link], metadata, text);
  }
}

static void judge_urls(dt_graph *g) {
  for (uint32_t i = 0; i < g->url_count; i++) g->urls[i].relevance = 0;
  for (uint32_t i = 0; i < g->link_count; i++) {
    dt_address *target = &g->urls[g->targets[i]];
    if (g->rels[i] > target->relevance) target->relevance = g->rels[i];
  }
}

void dt_judge(dt_graph *graph, const dt_lexicon *lexicon, const detm_web_options *options, dt_arena *arena) {
  judge j = {.graph = graph, .lexicon = lexicon, .options = options, .scope = arena->scope};
  j.stops = DT_ZERO(arena, bool, lexicon->words.count);
  j.weights = DT_ZERO(arena, double, lexicon->topic_count);
  j.similarities = DT_ZERO(arena, double, lexicon->topic_count);
  weigh_words(&j);
  for (uint32_t page = 0; page < graph->page_count; page++) judge_record(&j, page);
  judge_urls(graph);
}
