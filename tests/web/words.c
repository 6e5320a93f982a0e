/* tests/web/words.c: the random numbers of a synthetic web, and its words.
 *
 * A word is a number, written as syllables: common words, then the words of each topic, names, and another language. */
#include "graph.h"

#include <math.h>

enum {
  COMMON = 3000,
  STOPS = 70,
  VOCABULARY = 400,
  NAMES = 100000,
  FOREIGN = 200000,
  FOREIGN_WORDS = 3000,
  WORDS = 70 * 70 * 70
};

web_random web_random_start(uint64_t seed, uint64_t number, uint64_t purpose) {
  web_random random = {.vocabulary = seed,
                       .state =
                           seed * 0x9e3779b97f4a7c15U ^ number * 0xc2b2ae3d27d4eb4fU ^ purpose * 0x165667b19e3779f9U};
  web_random_next(&random);
  return random;
}

/* splitmix64 */
uint64_t web_random_next(web_random *random) {
  uint64_t mixed = random->state += 0x9e3779b97f4a7c15U;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebU;
  return mixed ^ mixed >> 31;
}

double web_draw(web_random *random) { return (double)(web_random_next(random) >> 11) / 9007199254740992.0; }

size_t web_below(web_random *random, size_t limit) { return (size_t)(web_draw(random) * (double)limit); }

bool web_chance(web_random *random, double chance) { return web_draw(random) < chance; }

/* Draws a rank below `count` by Zipf's law. */
static uint32_t draw_rank(web_random *random, unsigned count) {
  return (uint32_t)(exp(web_draw(random) * log((double)count + 1)) - 1);
}

/* Writes a word; the most common ones are short. */
static void write_word(uint32_t word, dt_buffer *text) {
  static const char consonants[] = "bdfgklmnprstvz", vowels[] = "aeiou";
  uint32_t left = word < STOPS ? word : (uint32_t)((uint64_t)word * 194867 % WORDS);
  for (int i = 0; i < (word < STOPS ? 1 : 3); i++, left /= 70) {
    dt_buffer_byte(text, consonants[left % 70 / 5]);
    dt_buffer_byte(text, vowels[left % 5]);
  }
}

/* Returns a word of a topic: a fifth of them are common words, a quarter are of the next topic. */
static uint32_t topic_word(uint64_t vocabulary, unsigned topic, uint32_t rank) {
  web_random random = web_random_start(vocabulary, topic * VOCABULARY + rank, 1);
  double draw = web_draw(&random);
  if (draw < .2) return 100 + (uint32_t)web_below(&random, 1400);
  if (draw < .45) return COMMON + (topic + 1) % WEB_TOPICS * VOCABULARY + rank;
  return COMMON + topic * VOCABULARY + rank;
}

static void write_topic_word(web_random *random, unsigned topic, dt_buffer *text) {
  write_word(topic_word(random->vocabulary, topic, draw_rank(random, VOCABULARY)), text);
}

/* Writes a word of a text; two in a hundred are of a random topic.  Returns whether a clause may end after it. */
static bool write_text_word(web_random *random, unsigned topic, double share, dt_buffer *text) {
  double draw = web_draw(random);
  uint32_t rank = STOPS;
  if (draw < share && topic != WEB_NO_TOPIC) {
    write_topic_word(random, topic, text);
  } else if (draw < share + .02) {
    write_topic_word(random, (unsigned)web_below(random, WEB_TOPICS), text);
  } else {
    write_word(rank = draw_rank(random, COMMON), text);
  }
  return rank >= STOPS;
}

void web_words(web_random *random, unsigned topic, double share, size_t count, dt_buffer *text) {
  bool may_end = false;
  for (size_t i = 0; i < count || !may_end; i++) {
    if (i > 0) dt_buffer_text(text, may_end && web_chance(random, .12) ? ", " : " ");
    may_end = write_text_word(random, topic, share, text);
  }
}

void web_name(uint64_t number, dt_buffer *text) { write_word(NAMES + (uint32_t)(number % NAMES), text); }

void web_foreign(web_random *random, size_t count, dt_buffer *text) {
  for (size_t i = 0; i < count; i++) {
    if (i > 0) dt_buffer_byte(text, ' ');
    write_word(FOREIGN + draw_rank(random, FOREIGN_WORDS), text);
  }
}

void web_rare_word(web_random *random, unsigned topic, dt_buffer *text) {
  if (topic == WEB_NO_TOPIC) {
    write_word(draw_rank(random, COMMON), text);
  } else {
    write_word(topic_word(random->vocabulary, topic, (uint32_t)(30 + web_below(random, VOCABULARY - 30))), text);
  }
}
