/* wrapper/learn/column_words.c: maps words of classes, labels and units to the usual names of columns.
 *
 * These are the only word lists that names depend on; doc/accuracy shows what they gain. */
#include "wrapper/learn/column_words.h"

#include <stdlib.h>

typedef struct word {
  const char *word, *name;
} word;

/* sorted by word */
static const word words[] = {
    {"abstract", "abstract"},
    {"address", "address"},
    {"addresslocality", "city"},
    {"addressregion", "region"},
    {"album", "album"},
    {"answers", "answers"},
    {"articlesection", "section"},
    {"artist", "artist"},
    {"author", "author"},
    {"authors", "author"},
    {"availability", "availability"},
    {"badge", "badge"},
    {"basesalary", "salary"},
    {"bids", "bids"},
    {"blurb", "description"},
    {"brand", "brand"},
    {"byline", "author"},
    {"caption", "caption"},
    {"categories", "category"},
    {"category", "category"},
    {"citation", "citation"},
    {"city", "city"},
    {"comment", "comments"},
    {"commentcount", "comments"},
    {"comments", "comments"},
    {"company", "company"},
    {"condition", "condition"},
    {"cost", "price"},
    {"country", "country"},
    {"court", "court"},
    {"creator", "author"},
    {"date", "date"},
    {"datecreated", "date"},
    {"datemodified", "date"},
    {"dateposted", "date"},
    {"datepublished", "date"},
    {"datetime", "date"},
    {"desc", "description"},
    {"descr", "description"},
    {"description", "description"},
    {"discount", "discount"},
    {"district", "district"},
    {"docket", "docket-number"},
    {"doi", "doi"},
    {"domain", "url"},
    {"downloads", "downloads"},
    {"duration", "duration"},
    {"edition", "edition"},
    {"email", "email"},
    {"employer", "company"},
    {"episode", "episode"},
    {"excerpt", "description"},
    {"eyebrow", "category"},
    {"favorites", "favorites"},
    {"fax", "fax"},
    {"fileformat", "format"},
    {"filetype", "format"},
    {"followers", "followers"},
    {"forks", "forks"},
    {"format", "format"},
    {"genre", "genre"},
    {"heading", "title"},
    {"headline", "title"},
    {"hiringorganization", "company"},
    {"industry", "industry"},
    {"interactioncount", "views"},
    {"intro", "description"},
    {"isbn", "isbn"},
    {"issue", "issue"},
    {"journal", "journal"},
    {"judge", "judge"},
    {"kicker", "category"},
    {"lang", "language"},
    {"language", "language"},
    {"lessons", "lessons"},
    {"level", "level"},
    {"license", "license"},
    {"likes", "likes"},
    {"location", "location"},
    {"manufacturer", "manufacturer"},
    {"members", "members"},
    {"model", "model"},
    {"name", "name"},
    {"numberofpages", "pages"},
    {"pages", "pages"},
    {"permalink", "url"},
    {"phone", "phone"},
    {"plays", "plays"},
    {"points", "points"},
    {"posted", "date"},
    {"postedon", "date"},
    {"price", "price"},
    {"published", "date"},
    {"publisher", "publisher"},
    {"rank", "rank"},
    {"rating", "rating"},
    {"ratingcount", "ratings"},
    {"ratings", "ratings"},
    {"ratingvalue", "rating"},
    {"region", "region"},
    {"replies", "replies"},
    {"reviewcount", "reviews"},
    {"reviews", "reviews"},
    {"role", "role"},
    {"runtime", "duration"},
    {"salary", "salary"},
    {"score", "score"},
    {"section", "section"},
    {"seller", "seller"},
    {"shares", "shares"},
    {"shipping", "shipping"},
    {"sku", "sku"},
    {"snippet", "description"},
    {"source", "source"},
    {"stargazers", "stars"},
    {"stars", "stars"},
    {"startdate", "date"},
    {"status", "status"},
    {"stock", "availability"},
    {"subhead", "description"},
    {"subtitle", "subtitle"},
    {"summary", "description"},
    {"synopsis", "description"},
    {"tag", "tag"},
    {"tags", "tags"},
    {"teaser", "description"},
    {"tel", "phone"},
    {"telephone", "phone"},
    {"time", "date"},
    {"timeago", "date"},
    {"timestamp", "date"},
    {"title", "title"},
    {"topic", "topic"},
    {"type", "type"},
    {"updated", "date"},
    {"url", "url"},
    {"user", "author"},
    {"username", "author"},
    {"venue", "venue"},
    {"version", "version"},
    {"views", "views"},
    {"volume", "volume"},
    {"votes", "votes"},
    {"website", "url"},
    {"writer", "author"},
    {"year", "year"},
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
    {"view", "views"},        {"views", "views"},
};

/* Names of columns that hold a count. */
static const word counts[] = {
    {"answers", "answers"},     {"bids", "bids"},           {"comments", "comments"}, {"downloads", "downloads"},
    {"favorites", "favorites"}, {"followers", "followers"}, {"forks", "forks"},       {"lessons", "lessons"},
    {"likes", "likes"},         {"members", "members"},     {"plays", "plays"},       {"points", "points"},
    {"ratings", "ratings"},     {"replies", "replies"},     {"reviews", "reviews"},   {"shares", "shares"},
    {"stars", "stars"},         {"views", "views"},         {"votes", "votes"},
};

/* Words in classes that describe the layout, not a column. */
static const word vague[] = {
    {"data", ""}, {"extra", ""}, {"info", ""},  {"item", ""}, {"label", ""},
    {"meta", ""}, {"more", ""},  {"small", ""}, {"text", ""}, {"value", ""},
};

static int compare(const void *a, const void *b) { return strcmp(a, ((const word *)b)->word); }

static const char *look_up(const word *list, size_t count, const char *text, size_t length) {
  enum { MAX_LENGTH = 24 };
  char folded[MAX_LENGTH + 1];
  if (length == 0 || length > MAX_LENGTH) return NULL;
  for (size_t i = 0; i < length; i++) folded[i] = dt_ascii_lower(text[i]);
  folded[length] = '\0';
  const word *found = bsearch(folded, list, count, sizeof *list, compare);
  return found != NULL ? found->name : NULL;
}

const char *dt_word_name(const char *text, size_t length) {
  return look_up(words, sizeof words / sizeof *words, text, length);
}

const char *dt_preposition_name(const char *text, size_t length) {
  return look_up(prepositions, sizeof prepositions / sizeof *prepositions, text, length);
}

const char *dt_icon_name(const char *text, size_t length) {
  return look_up(icons, sizeof icons / sizeof *icons, text, length);
}

bool dt_name_counts(const char *name) {
  return look_up(counts, sizeof counts / sizeof *counts, name, strlen(name)) != NULL;
}

bool dt_word_is_vague(const char *text, size_t length) {
  return look_up(vague, sizeof vague / sizeof *vague, text, length) != NULL;
}
