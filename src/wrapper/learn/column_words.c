/* wrapper/learn/column_words.c: maps words of classes, labels and units to the usual names of columns.
 *
 * These are the only word lists that names depend on; doc/accuracy shows what they gain. */
#include "wrapper/learn/column_words.h"

#include "text/words.h"

/* A name of columns, and the words for it. */
typedef struct name_words {
  const char *name, *words;
} name_words;

/* Names of columns, sorted. */
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
static const name_words synonyms[] = {
    {"address", "adr|adresse|anschrift|direccion|indirizzo"},
    {"author", "authors|byline|creator|user|username|writer"},
    {"availability", "stock"},
    {"category", "categories|eyebrow|kicker"},
    {"city", "addresslocality"},
    {"comments", "comment|commentcount"},
    {"company", "employer|hiringorganization"},
    {"date", "datecreated|datemodified|dateposted|datepublished|datetime|posted|postedon|published|"
             "startdate|time|timeago|timestamp|updated"},
    {"description", "blurb|desc|descr|excerpt|intro|snippet|subhead|summary|synopsis|teaser"},
    {"docket-number", "docket"},
    {"duration", "runtime"},
    {"format", "fileformat|filetype"},
    {"language", "lang"},
    {"pages", "numberofpages"},
    {"phone", "tel|telephone"},
    {"price", "cost"},
    {"rating", "ratingvalue"},
    {"ratings", "ratingcount"},
    {"region", "addressregion"},
    {"reviews", "reviewcount"},
    {"salary", "basesalary"},
    {"section", "articlesection"},
    {"stars", "stargazers"},
    {"title", "heading|headline"},
    {"url", "domain|permalink|website"},
    {"views", "interactioncount"},
};

static const name_words prepositions[] = {
    {"author", "af|av|by|di|door|par|por|von"},
    {"category", "in"},
    {"source", "from|via"},
};

/* Words in the classes of icons. */
static const name_words icons[] = {
    {"author", "user"},
    {"comments", "comment|comments"},
    {"date", "calendar|clock"},
    {"downloads", "download"},
    {"email", "envelope"},
    {"forks", "branch|fork|forked|forks"},
    {"likes", "heart|like|thumbs"},
    {"location", "location|marker|pin"},
    {"phone", "phone"},
    {"replies", "reply"},
    {"shares", "share"},
    {"stars", "star"},
    {"tags", "tag|tags"},
    {"views", "eye|view|views"},
};

/* Names of columns that hold a count. */
static const char counts[] = "answers|bids|comments|downloads|favorites|followers|forks|lessons|likes|"
                             "members|plays|points|ratings|replies|reviews|shares|stars|views|votes";

/* Words in classes that describe the layout, not a column. */
static const char vague[] = "data|extra|info|item|label|meta|more|small|text|value";

/* The name that a word stands for, ignoring case; NULL = none. */
static const char *look_up(const name_words *rows, size_t count, const char *text, size_t length) {
  for (size_t i = 0; i < count; i++)
    if (dt_word_is_among((detm_text){text, length}, rows[i].words)) return rows[i].name;
  return NULL;
}
#define LOOK_UP(rows, text, length) look_up(rows, sizeof(rows) / sizeof *(rows), text, length)

const char *dt_word_name(const char *text, size_t length) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (dt_text_equal_ci((detm_text){text, length}, dt_text(names[i]))) return names[i];
  return LOOK_UP(synonyms, text, length);
}

const char *dt_preposition_name(const char *text, size_t length) { return LOOK_UP(prepositions, text, length); }

const char *dt_icon_name(const char *text, size_t length) { return LOOK_UP(icons, text, length); }

bool dt_name_counts(const char *name) { return dt_word_is_among(dt_text(name), counts); }

bool dt_word_is_vague(const char *text, size_t length) { return dt_word_is_among((detm_text){text, length}, vague); }
