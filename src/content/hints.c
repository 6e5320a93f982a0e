/* content/hints.c: words in class and id names that tell what an element is for. */
#include "content/hints.h"

/* Words are parted by white space, "_", "-" and a capital after a small letter, and may have a number behind them; "*"
 * stands for any end.  In the order of their first letters. */
static const struct {
  const char *word;
  unsigned hint;
} hints[] = {{"ad", DT_HINT_AGAINST},         {"ads", DT_HINT_AGAINST},         {"advert*", DT_HINT_AGAINST},
             {"article", DT_HINT_IN_FAVOUR},  {"banner", DT_HINT_AGAINST},      {"body", DT_HINT_IN_FAVOUR},
             {"breadcrumb", DT_HINT_AGAINST}, {"breadcrumbs", DT_HINT_AGAINST}, {"comment", DT_HINT_AGAINST},
             {"comments", DT_HINT_AGAINST},   {"consent", DT_HINT_AGAINST},     {"content", DT_HINT_IN_FAVOUR},
             {"cookie", DT_HINT_AGAINST},     {"cookies", DT_HINT_AGAINST},     {"copyright", DT_HINT_AGAINST},
             {"crumb", DT_HINT_AGAINST},      {"crumbs", DT_HINT_AGAINST},      {"disqus", DT_HINT_AGAINST},
             {"entry", DT_HINT_IN_FAVOUR},    {"foot*", DT_HINT_AGAINST},       {"hidden", DT_HINT_AGAINST},
             {"login", DT_HINT_AGAINST},      {"main", DT_HINT_IN_FAVOUR},      {"menu", DT_HINT_AGAINST},
             {"meta", DT_HINT_AGAINST},       {"modal", DT_HINT_AGAINST},       {"more", DT_HINT_AGAINST},
             {"nav*", DT_HINT_AGAINST},       {"newsletter", DT_HINT_AGAINST},  {"pager", DT_HINT_AGAINST},
             {"pagination", DT_HINT_AGAINST}, {"popup", DT_HINT_AGAINST},       {"post", DT_HINT_IN_FAVOUR},
             {"promo*", DT_HINT_AGAINST},     {"recirc*", DT_HINT_AGAINST},     {"recommend*", DT_HINT_AGAINST},
             {"related", DT_HINT_AGAINST},    {"shar*", DT_HINT_AGAINST},       {"side", DT_HINT_AGAINST},
             {"sidebar", DT_HINT_AGAINST},    {"signup", DT_HINT_AGAINST},      {"social", DT_HINT_AGAINST},
             {"sponsor*", DT_HINT_AGAINST},   {"story", DT_HINT_IN_FAVOUR},     {"subscri*", DT_HINT_AGAINST},
             {"tag", DT_HINT_AGAINST},        {"tags", DT_HINT_AGAINST},        {"teaser", DT_HINT_AGAINST},
             {"text", DT_HINT_IN_FAVOUR},     {"toolbar", DT_HINT_AGAINST},     {"widget", DT_HINT_AGAINST},
             {"widgets", DT_HINT_AGAINST}};
enum { LONGEST = 11 }; /* more of a word is not looked at */

static bool is_small(char c) { return c >= 'a' && c <= 'z'; }
static bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

static bool matches(const char *pattern, const char *word) {
  while (*pattern != '\0' && *pattern == *word) pattern++, word++;
  return *pattern == *word || *pattern == '*';
}

static unsigned hint_of(const char *word) {
  for (size_t i = 0; i < sizeof hints / sizeof *hints && hints[i].word[0] <= *word; i++)
    if (hints[i].word[0] == *word && matches(hints[i].word, word)) return hints[i].hint;
  return 0;
}

static bool parts_words(char c) { return c == '-' || c == '_' || strchr(DT_WHITE, c) != NULL; }

/* Reads the word at `name`, in lower case; returns what comes behind it. */
static const char *read_word(const char *name, char word[LONGEST + 2]) {
  size_t length = 0;
  for (const char *start = name; is_small(*name) || is_capital(*name); name++) {
    if (name > start && is_small(name[-1]) && is_capital(*name)) break;
    if (length <= LONGEST) word[length++] = (char)(*name | 32);
  }
  word[length] = '\0';
  return name;
}

static unsigned hints_in(const char *name) {
  unsigned found = 0;
  for (bool at_start = true; *name != '\0';) {
    char word[LONGEST + 2];
    const char *behind = read_word(name, word);
    bool capital = is_capital(*behind), ended = parts_words(*behind) || (*behind >= '0' && *behind <= '9') || capital;
    if (at_start && ended && behind > name) found |= hint_of(word);
    at_start = capital || (*behind != '\0' && parts_words(*behind));
    name = capital || *behind == '\0' ? behind : behind + 1;
  }
  return found;
}

unsigned dt_hints_of(const dt_element *element) { return hints_in(element->class_name) | hints_in(element->id); }
