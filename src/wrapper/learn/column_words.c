/* wrapper/learn/column_words.c: maps words of classes, labels and units to the usual names of columns.
 *
 * These are the only word lists that names depend on; doc/accuracy shows what they gain. */
#include "wrapper/learn/column_words.h"

#include <stdlib.h>

typedef struct word {
  const char *word, *name;
} word;

/* All lists are sorted. */

/* Names of columns. */
static const char *const names[] = {
    "abstract",  "address",  "album",   "answers",  "artist",      "author",    "availability", "badge",
    "bids",      "brand",    "caption", "category", "citation",    "city",      "comments",     "company",
    "condition", "country",  "court",   "date",     "description", "discount",  "district",     "doi",
    "downloads", "duration", "edition", "email",    "episode",     "favorites", "fax",          "followers",
    "forks",     "format",   "genre",   "industry", "isbn",        "issue",     "journal",      "judge",
    "language",  "lessons",  "level",   "license",  "likes",       "location",  "manufacturer", "members",
    "model",     "name",     "pages",   "phone",    "plays",       "points",    "price",        "publisher",
    "rank",      "rating",   "ratings", "region",   "replies",     "reviews",   "role",         "salary",
    "score",     "section",  "seller",  "shares",   "shipping",    "sku",       "source",       "stars",
    "status",    "subtitle", "tag",     "tags",     "title",       "topic",     "type",         "url",
    "venue",     "version",  "views",   "volume",   "votes",       "year"};

/* Other words for columns. */
static const word synonyms[] = {
    {"addresslocality", "city"},
    {"addressregion", "region"},
    {"adr", "address"},
    {"adresse", "address"},
    {"anschrift", "address"},
    {"articlesection", "section"},
    {"authors", "author"},
    {"basesalary", "salary"},
    {"blurb", "description"},
    {"byline", "author"},
    {"categories", "category"},
    {"comment", "comments"},
    {"commentcount", "comments"},
    {"cost", "price"},
    {"creator", "author"},
    {"datecreated", "date"},
    {"datemodified", "date"},
    {"dateposted", "date"},
    {"datepublished", "date"},
    {"datetime", "date"},
    {"desc", "description"},
    {"descr", "description"},
    {"direccion", "address"},
    {"docket", "docket-number"},
    {"domain", "url"},
    {"employer", "company"},
    {"excerpt", "description"},
    {"eyebrow", "category"},
    {"fileformat", "format"},
    {"filetype", "format"},
    {"heading", "title"},
    {"headline", "title"},
    {"hiringorganization", "company"},
    {"indirizzo", "address"},
    {"interactioncount", "views"},
    {"intro", "description"},
    {"kicker", "category"},
    {"lang", "language"},
    {"numberofpages", "pages"},
    {"permalink", "url"},
    {"posted", "date"},
    {"postedon", "date"},
    {"published", "date"},
    {"ratingcount", "ratings"},
    {"ratingvalue", "rating"},
    {"reviewcount", "reviews"},
    {"runtime", "duration"},
    {"snippet", "description"},
    {"stargazers", "stars"},
    {"startdate", "date"},
    {"stock", "availability"},
    {"subhead", "description"},
    {"summary", "description"},
    {"synopsis", "description"},
    {"teaser", "description"},
    {"tel", "phone"},
    {"telephone", "phone"},
    {"time", "date"},
    {"timeago", "date"},
    {"timestamp", "date"},
    {"updated", "date"},
    {"user", "author"},
    {"username", "author"},
    {"website", "url"},
    {"writer", "author"},
};

static const word prepositions[] = {
    {"af", "author"},   {"av", "author"},  {"by", "author"},  {"di", "author"},  {"door", "author"}, {"from", "source"},
    {"in", "category"}, {"par", "author"}, {"por", "author"}, {"via", "source"}, {"von", "author"},
};

/* Words in the classes of icons. */
static const word icons[] = {
    {"branch", "forks"},      {"calendar", "date"},      {"clock", "date"},      {"comment", "comments"},
    {"comments", "comments"}, {"download", "downloads"}, {"envelope", "email"},  {"eye", "views"},
    {"fork", "forks"},        {"forked", "forks"},       {"forks", "forks"},     {"heart", "likes"},
    {"like", "likes"},        {"location", "location"},  {"marker", "location"}, {"phone", "phone"},
    {"pin", "location"},      {"reply", "replies"},      {"share", "shares"},    {"star", "stars"},
    {"tag", "tags"},          {"tags", "tags"},          {"thumbs", "likes"},    {"user", "author"},
    {"view", "views"},        {"views", "views"}};

/* Names of columns that hold a count. */
static const char *const counts[] = {"answers", "bids",   "comments", "downloads", "favorites", "followers", "forks",
                                     "lessons", "likes",  "members",  "plays",     "points",    "ratings",   "replies",
                                     "reviews", "shares", "stars",    "views",     "votes"};

/* Words in classes that describe the layout, not a column. */
static const char *const vague[] = {"data", "extra", "info", "item", "label", "meta", "more", "small", "text", "value"};

/* Both structs and strings begin with a pointer to the word. */
static int compare_word(const void *text, const void *entry) { return strcmp(text, *(const char *const *)entry); }

/* The entry of a list for a word, ignoring case; NULL = it is not in the list. */
static const void *look_up(const void *list, size_t count, size_t size, const char *text, size_t length) {
  enum { MAX_LENGTH = 24 };
  char folded[MAX_LENGTH + 1];
  if (length == 0 || length > MAX_LENGTH) return NULL;
  for (size_t i = 0; i < length; i++) folded[i] = dt_ascii_lower(text[i]);
  folded[length] = '\0';
  return bsearch(folded, list, count, size, compare_word);
}
#define LOOK_UP(list, text, length) look_up(list, sizeof(list) / sizeof *(list), sizeof *(list), text, length)

const char *dt_word_name(const char *text, size_t length) {
  const char *const *name = LOOK_UP(names, text, length);
  const word *synonym = name == NULL ? LOOK_UP(synonyms, text, length) : NULL;
  return name != NULL ? *name : synonym != NULL ? synonym->name : NULL;
}

const char *dt_preposition_name(const char *text, size_t length) {
  const word *found = LOOK_UP(prepositions, text, length);
  return found != NULL ? found->name : NULL;
}

const char *dt_icon_name(const char *text, size_t length) {
  const word *found = LOOK_UP(icons, text, length);
  return found != NULL ? found->name : NULL;
}

bool dt_name_counts(const char *name) { return LOOK_UP(counts, name, strlen(name)) != NULL; }

bool dt_word_is_vague(const char *text, size_t length) { return LOOK_UP(vague, text, length) != NULL; }
