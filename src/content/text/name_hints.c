/* content/text/name_hints.c: finds hints in class and id, by the words that many sites use there. */
#include "content/text/name_hints.h"
#include "base/map.h"
#include "content/tunables.h"

typedef struct hint_word {
  const char *word; /* the beginning of a part of a name; with '$' at the end a whole part */
  uint16_t hint;
} hint_word;

/* The word list of the content methods, sorted by first letter.  In documentation, a signature alone is that of a
 * function. */
static const hint_word hint_words[] = {
    {"actions$", DT_HINT_NOTE},       {"ad$", DT_HINT_OTHER},          {"addto", DT_HINT_PRODUCT},
    {"ads$", DT_HINT_OTHER},          {"advert", DT_HINT_OTHER},       {"also", DT_HINT_OTHER},
    {"badge", DT_HINT_NOTE},          {"breadcrumb", DT_HINT_FRAME},   {"buttons", DT_HINT_NOTE},
    {"buy", DT_HINT_PRODUCT},         {"byline", DT_HINT_FRAME},       {"captcha", DT_HINT_DIALOG},
    {"card", DT_HINT_RECORD},         {"cart", DT_HINT_PRODUCT},       {"comment$", DT_HINT_COMMENT},
    {"commentai", DT_HINT_COMMENT},   {"commentl", DT_HINT_COMMENT},   {"comments", DT_HINT_COMMENT},
    {"consent", DT_HINT_DIALOG},      {"cookie", DT_HINT_DIALOG},      {"copyright", DT_HINT_FRAME},
    {"cross", DT_HINT_OTHER},         {"crumb", DT_HINT_FRAME},        {"description", DT_HINT_PRODUCT},
    {"detail", DT_HINT_PRODUCT},      {"dialog", DT_HINT_DIALOG},      {"disclaimer", DT_HINT_NOTE},
    {"disqus", DT_HINT_COMMENT},      {"drawer", DT_HINT_DIALOG},      {"entry", DT_HINT_RECORD},
    {"facet", DT_HINT_FRAME},         {"faq", DT_HINT_REVIEW},         {"feature", DT_HINT_PRODUCT},
    {"filter", DT_HINT_FRAME},        {"footer", DT_HINT_FRAME},       {"gdpr", DT_HINT_DIALOG},
    {"grid", DT_HINT_RECORD},         {"header", DT_HINT_FRAME},       {"item", DT_HINT_RECORD},
    {"jwplayer", DT_HINT_NOTE},       {"lightbox", DT_HINT_DIALOG},    {"listing", DT_HINT_RECORD},
    {"login", DT_HINT_DIALOG},        {"menu", DT_HINT_FRAME},         {"message-signature", DT_HINT_NOTE},
    {"meta$", DT_HINT_FRAME},         {"modal", DT_HINT_DIALOG},       {"nav", DT_HINT_FRAME},
    {"newsletter", DT_HINT_OTHER},    {"notice", DT_HINT_NOTE},        {"offcanvas", DT_HINT_DIALOG},
    {"overlay", DT_HINT_DIALOG},      {"pager", DT_HINT_FRAME},        {"pagination", DT_HINT_FRAME},
    {"player$", DT_HINT_NOTE},        {"plyr", DT_HINT_NOTE},          {"popover", DT_HINT_NOTE},
    {"popular", DT_HINT_OTHER},       {"popup", DT_HINT_DIALOG},       {"post$", DT_HINT_RECORD},
    {"post-signature", DT_HINT_NOTE}, {"posts$", DT_HINT_RECORD},      {"price", DT_HINT_PRODUCT},
    {"product", DT_HINT_PRODUCT},     {"promo", DT_HINT_OTHER},        {"question", DT_HINT_REVIEW},
    {"rating", DT_HINT_REVIEW},       {"recently", DT_HINT_OTHER},     {"recommend", DT_HINT_OTHER},
    {"record", DT_HINT_RECORD},       {"related", DT_HINT_OTHER},      {"result", DT_HINT_RECORD},
    {"review", DT_HINT_REVIEW},       {"row$", DT_HINT_RECORD},        {"share", DT_HINT_OTHER},
    {"sharing", DT_HINT_OTHER},       {"sidebar", DT_HINT_FRAME},      {"signin", DT_HINT_DIALOG},
    {"signup", DT_HINT_DIALOG},       {"similar", DT_HINT_OTHER},      {"social", DT_HINT_OTHER},
    {"sort", DT_HINT_FRAME},          {"spec", DT_HINT_PRODUCT},       {"sponsor", DT_HINT_OTHER},
    {"subscri", DT_HINT_OTHER},       {"suggest", DT_HINT_OTHER},      {"swatch", DT_HINT_PRODUCT},
    {"tab$", DT_HINT_FRAME},          {"tabs$", DT_HINT_FRAME},        {"tags$", DT_HINT_FRAME},
    {"teaser", DT_HINT_OTHER},        {"testimonial", DT_HINT_REVIEW}, {"tile", DT_HINT_RECORD},
    {"toast", DT_HINT_DIALOG},        {"toolbar", DT_HINT_FRAME},      {"tooltip", DT_HINT_DIALOG},
    {"trending", DT_HINT_OTHER},      {"upsell", DT_HINT_OTHER},       {"variant", DT_HINT_PRODUCT},
    {"videoplayer", DT_HINT_NOTE},    {"vjs", DT_HINT_NOTE},           {"widget", DT_HINT_FRAME}};

enum { WORDS = sizeof hint_words / sizeof *hint_words, LETTERS = 26, NAME_BYTES = 100 };

typedef struct word_index {
  uint8_t first[LETTERS + 1]; /* the words with a first letter are [first[letter], first[letter + 1]) */
} word_index;

static void index_hint_words(word_index *index) {
  unsigned at = 0;
  for (unsigned letter = 0; letter <= LETTERS; letter++) {
    while (at < WORDS && (unsigned)(hint_words[at].word[0] - 'a') < letter) at++;
    index->first[letter] = (uint8_t)at;
  }
}

static inline bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
static inline bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

/* Checks whether the part of a name at `at` is or begins with a word. */
static bool begins_hint_word(const char *at, const char *word) {
  for (; *word != '\0' && *word != '$'; at++, word++)
    if (dt_ascii_lower(*at) != *word) return false;
  return *word == '\0' || !is_lower(*at);
}

/* Returns the hints in a class or id.  Its parts begin at a small letter after another character than a letter, and at
 * a capital letter after another character than a capital letter: "post-list", "postList". */
static unsigned hints_in(const word_index *index, const char *name) {
  enum { OTHER, SMALL, CAPITAL };
  unsigned hints = 0;
  int before = OTHER;
  for (const char *at = name; *at != '\0' && at < name + NAME_BYTES; at++) {
    int kind = is_lower(*at) ? SMALL : is_upper(*at) ? CAPITAL : OTHER;
    bool begins = kind > before;
    before = kind;
    if (!begins) continue;
    unsigned letter = (unsigned)dt_ascii_lower(*at) - 'a';
    for (unsigned i = index->first[letter]; i < index->first[letter + 1]; i++)
      if (hint_words[i].word[1] == (at[1] | 32) && begins_hint_word(at, hint_words[i].word))
        hints |= hint_words[i].hint;
  }
  return hints;
}

/* Returns the hints in a class, which many elements may have. */
static unsigned hints_in_class(const word_index *index, dt_map *seen, const char *name) {
  enum { READ = 1 << 16 };
  if (*name == '\0') return 0;
  uint32_t *hints = dt_map_at(seen, dt_hash_bytes(name, strlen(name), 0));
  if (*hints == 0) *hints = READ | hints_in(index, name);
  return *hints & ~(unsigned)READ;
}

/* Checks whether an element is the header of a panel that a click opens, or such a panel: "tab-title", "tab-content".
 */
static bool is_panel(const dt_element *element) {
  if ((element->within & (DT_IN_HEADER | DT_IN_NAVIGATION)) != 0) return false;
  if (element->last == element->first + 1 && dt_holds_opener(element->node)) return true;
  const xmlNode *before = dt_node_previous_element(element->node);
  return before != NULL && dt_begins_panel(before) && dt_holds_opener(before);
}

void dt_read_hints(dt_features *f) {
  const dt_content_page *page = f->page;
  dt_mark mark = dt_arena_mark(f->arena);
  word_index index;
  dt_map seen;
  index_hint_words(&index);
  dt_map_start(&seen, f->arena, 0);

  for (uint32_t i = 0; i < page->element_count; i++) {
    const dt_element *element = &page->elements[i];
    unsigned hints = element->parent == DT_NONE ? 0 : f->inherited[element->parent].hints;
    double units = page->sums[element->last].units - page->sums[element->first].units;
    dt_scope_tick(f->arena->scope);
    if (element->first < element->last) {
      unsigned own = hints_in_class(&index, &seen, element->class_name) | hints_in(&index, element->id);
      bool most_good = dt_good_between(page, element->first, element->last) > DT_CONTENT_HINT_GOOD * f->good;
      if (most_good) own &= ~(unsigned)(DT_HINT_OTHER | DT_HINT_FRAME | DT_HINT_NOTE);
      /* the name of an element around most of the page, such as "with-sidebar", is not about its text; that of comments
       * is, and select.c keeps them if they are most of the text */
      bool heading = element->tag >= DT_TAG_h2 && element->tag <= DT_TAG_h6; /* "recipe-header" */
      if ((own & DT_HINT_FRAME) != 0 && (heading || is_panel(element))) own &= ~(unsigned)DT_HINT_FRAME;
      if (units > DT_CONTENT_HINT_SHARE * f->units) own &= DT_HINT_COMMENT;
      hints |= own;
    }
    if (element->tag == DT_TAG_blockquote) hints |= DT_QUOTED;
    f->inherited[i].hints = (uint16_t)hints;
  }

  dt_arena_rewind(f->arena, mark);
}
