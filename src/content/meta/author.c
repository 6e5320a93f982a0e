/* content/meta/author.c: finds the authors of a page in its JSON-LD, labels, meta, author markup and bylines. */
#include "content/meta/date.h"
#include "html/jsonld.h"
#include "text/fold.h"

#include <strings.h>

enum {
  MAX_NAMES = 12,
  MAX_NAME_LENGTH = 60,     /* bytes */
  MAX_LABELLED_LENGTH = 36, /* bytes of names after a label */
  MAX_BYLINE_LENGTH = 800,  /* bytes of a byline */
  MAX_MARKS = 20,           /* elements marked as author or byline */
  NEAR_BEFORE = 4,          /* blocks before the heading where a byline may be */
  NEAR_AFTER = 15,          /* the same after the heading */
  WORDS_OF_NAME = 6
};

typedef struct authors {
  const dt_content_page *page;
  const char *site; /* its name, or NULL */
  detm_text names[MAX_NAMES];
  size_t count;
} authors;

/* ---- one name ---- */

/* Words of bylines.  Without the roles .02 fewer authors are right on atfds and wcxb. */
static const char *const by[] = {"by", "written by", "posted by", "words by", "story by"};
/* Some of these also begin names ("Von Miller", "文在寅"). */
static const char *const openings[] = {"author", "authors", "von",      "par",      "por",      "di",
                                       "door",   "av",      "af",       "autor",    "auteur",   "autore",
                                       "автор",  "text",    "本报记者", "总台记者", "实习记者", "记者",
                                       "記者",   "作者",    "撰文",     "原作者",   "写手",     "文"};
static const char *const joints[] = {" and ",  " & ", " und ", " et ", " y ", " och ", " og ",
                                     " with ", "、",  "；",    ";",    "，",  ","};
static const char *const ends[] = {"|",  "•",  "·",    "(",    "（",    "@",        "—",          "–",      " - ",
                                   "\n", "：", ":",    "http", "+",     "/",        "[",          "。",     "）",
                                   "】", "〉", " on ", " in ", " for ", " Updated", " Published", " Posted"};
static const char *const roles[] = {"writer",       "editor",     "reporter",  "correspondent", "staff",  "contributor",
                                    "contributing", "journalist", "columnist", "producer",      "follow", "professor",
                                    "senior",       "updated",    "published", "posted",        "admin",  "share",
                                    "editorial",    "view",       "profile",   "author",        "guest",  "read",
                                    "more",         "unknown",    "post",      "reply",         "quote"};
static const char *const suffixes[] = {"jr.", "jr", "sr.", "sr"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char edges[] = " \t\n,.;-*_~\"'";

/* Returns the bytes of the first of `marks` that the text starts with, or 0. */
static size_t mark_at(detm_text text, const char *const *marks, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (dt_text_starts_ci(text, dt_text(marks[i]))) return strlen(marks[i]);
  return 0;
}

/* Returns the bytes of an opening word and the separator after it at the start of a text, or 0.  The separator is
 * punctuation, or a blank if `blank_will_do`. */
static size_t opening_at(detm_text text, const char *const *words, size_t count, bool blank_will_do) {
  static const char *const marks[] = {"：", ":", "/", "|"}, *const blanks[] = {" ", "\xc2\xa0", "\xe3\x80\x80"};
  for (size_t i = 0; i < count; i++) {
    if (!dt_text_starts_ci(text, dt_text(words[i]))) continue;
    size_t word = strlen(words[i]), blank = mark_at(dt_text_from(text, word), blanks, COUNT(blanks));
    size_t mark = mark_at(dt_text_from(text, word + blank), marks, COUNT(marks));
    if (mark != 0 || (blank_will_do && blank != 0)) return word + blank + mark;
  }
  return 0;
}

/* Skips "By", "Author:", "作者：" and the like.  In a declared name, words other than "by" need punctuation after them,
 * since they may belong to the name. */
static detm_text without_opening(detm_text text, bool declared) {
  for (;;) {
    text = dt_text_strip_start(text, edges);
    size_t length = opening_at(text, by, COUNT(by), true);
    if (length == 0) length = opening_at(text, openings, COUNT(openings), !declared);
    if (length == 0) return text;
    text = dt_text_from(text, length);
  }
}

/* Returns the offset of the first of `marks` in a text, or the text's length; *bytes is the length of the mark. */
static size_t find_first(detm_text text, const char *const *marks, size_t count, size_t *bytes) {
  for (size_t at = 0; at < text.length; at++) {
    *bytes = mark_at(dt_text_from(text, at), marks, count);
    if (*bytes != 0) return at;
  }
  *bytes = 0;
  return text.length;
}

/* Checks whether the text contains one of the roles as a word. */
static bool has_role(detm_text text) {
  for (size_t at = 0; at < text.length; at++) {
    if (!dt_is_ascii_letter(text.data[at]) || (at != 0 && dt_is_ascii_letter(text.data[at - 1]))) continue;
    for (size_t i = 0; i < COUNT(roles); i++) {
      size_t end = at + strlen(roles[i]);
      if (dt_text_starts_ci(dt_text_from(text, at), dt_text(roles[i])) &&
          (end == text.length || !dt_is_ascii_letter(text.data[end])))
        return true;
    }
  }
  return false;
}

static size_t words_of(detm_text text) {
  size_t words = text.length != 0;
  for (size_t i = 0; i < text.length; i++) words += text.data[i] == ' ';
  return words;
}

static bool is_same(detm_text name, const char *other) {
  char a[MAX_NAME_LENGTH], b[MAX_NAME_LENGTH];
  size_t length = other != NULL ? strnlen(other, sizeof b + 1) : 0;
  if (length == 0 || length > sizeof b) return false;
  size_t own = dt_squeeze_word(name, a);
  return own == dt_squeeze_word((detm_text){other, length}, b) && memcmp(a, b, own) == 0;
}

/* Adds a text that may be a name, unless it is the site's name, the page's title or a name added before. */
static void add_name(authors *a, detm_text name) {
  char word[MAX_NAME_LENGTH];
  if (a->count == MAX_NAMES || name.length < 2 || name.length > MAX_NAME_LENGTH) return;
  if (words_of(name) > WORDS_OF_NAME || dt_squeeze_word(name, word) < 2) return;
  if (strncmp(name.data, "www.", 4) == 0) return;
  for (size_t i = 0; i < name.length; i++)
    if (strchr("{<=%", name.data[i]) != NULL) return;
  if (is_same(name, a->site) || is_same(name, a->page->title)) return;
  for (size_t i = 0; i < a->count; i++)
    if (dt_text_equal(a->names[i], name)) return;
  a->names[a->count++] = name;
}

/* Returns the offset of the first digit after a blank, where a date may begin, or the text's length. */
static size_t find_digits(detm_text text) {
  for (size_t i = 1; i < text.length; i++)
    if (text.data[i] >= '0' && text.data[i] <= '9' && text.data[i - 1] == ' ') return i;
  return text.length;
}

/* Strips a date from the end ("Ann Otte, May 1, 2024").  Returns an empty text if less than two words are left. */
static detm_text without_date(const authors *a, detm_text text) {
  size_t end = find_digits(text);
  if (end == text.length) return text;
  text = dt_text_strip((detm_text){text.data, end}, edges);
  size_t last = text.length;
  while (last > 0 && text.data[last - 1] != ' ') last--;
  if (dt_month_named(a->page->language, dt_text_from(text, last)).number != 0)
    text = dt_text_strip((detm_text){text.data, last}, edges);
  if (words_of(text) < 2) text.length = 0;
  return text;
}

/* Returns the bytes of ", Jr." and the like at the start of a text, or 0. */
static size_t suffix_at(detm_text text) {
  size_t gap = dt_text_starts(text, DT_TEXT(", ")) ? 2 : dt_text_starts(text, DT_TEXT(",")) ? 1 : 0;
  for (size_t i = 0; gap != 0 && i < COUNT(suffixes); i++) {
    size_t length = strlen(suffixes[i]);
    detm_text rest = dt_text_from(text, gap);
    if (dt_text_starts_ci(rest, dt_text(suffixes[i])) &&
        (rest.length == length || !dt_is_ascii_letter(rest.data[length])))
      return gap + length;
  }
  return 0;
}

/* Adds the names in a byline.  A further name needs two words, unless it is CJK; a role ends the list. */
static void add_names(authors *a, detm_text text, bool declared) {
  size_t bytes;
  if (text.length > MAX_BYLINE_LENGTH) return;
  text = without_opening(text, declared);
  text.length = find_first(text, ends, COUNT(ends), &bytes);
  text = without_date(a, text);
  for (bool first = true; text.length != 0; first = false) {
    size_t end = find_first(text, joints, COUNT(joints), &bytes), suffix = suffix_at(dt_text_from(text, end));
    detm_text name = dt_text_strip(without_opening((detm_text){text.data, end}, declared), edges);
    bool cjk = name.length != 0 && (unsigned char)*name.data >= 0xe0;
    if (!first && has_role(name)) break;
    if (suffix != 0 && name.length != 0) {
      bytes = suffix;
      name.length = (size_t)(text.data + end - name.data) + suffix;
    }
    if (first || cjk || words_of(name) > 1) add_name(a, name);
    text = dt_text_from(text, end + bytes);
  }
}

/* ---- declared authors ---- */

/* Adds a name from the JSON-LD unchanged, except that two whole names joined by a word are two. */
static void add_whole(authors *a, const char *text) {
  static const char *const words[] = {" and ", " & ", " und ", " et ", " y ", " och ", " og "};
  size_t length = strnlen(text, MAX_BYLINE_LENGTH);
  if (length == MAX_BYLINE_LENGTH || strstr(text, "://") != NULL) return;
  char *name = dt_arena_copy(a->page->arena, text, length);
  detm_text whole = {name, dt_normalize_space(name, length)};
  size_t bytes, end = find_first(whole, words, COUNT(words), &bytes);
  bool two = bytes != 0 && words_of((detm_text){name, end}) > 1 && words_of(dt_text_from(whole, end + bytes)) > 1;
  if (two) add_name(a, (detm_text){name, end});
  add_name(a, two ? dt_text_from(whole, end + bytes) : whole);
}

/* Adds the given and the family name of a person without another name. */
static void add_name_parts(authors *a, const xmlNode *person) {
  const char *given = dt_data_member(person, "givenName"), *family = dt_data_member(person, "familyName");
  if (dt_data_member(person, "name") != NULL || given == NULL || family == NULL) return;
  add_whole(a, dt_arena_format(a->page->arena, "%s %s", given, family));
}

static void add_members(authors *a, const xmlNode *object, const char *name) {
  for (const xmlNode *child = object->children; child != NULL; child = child->next) {
    if (!dt_node_is(child, name)) continue;
    add_name_parts(a, child);
    for (const xmlNode *part = child->children; part != NULL; part = part->next)
      if (dt_node_is_text(part))
        add_whole(a, dt_node_content(part));
      else if (dt_node_is(part, "name") && part->children != NULL)
        add_whole(a, dt_node_content(part->children));
  }
}

static void add_data(authors *a) {
  enum { HAVE_AUTHORS = DT_DATA_ARTICLE | DT_DATA_POST | DT_DATA_PAGE | DT_DATA_RECIPE | DT_DATA_VIDEO };
  for (const xmlNode *object = NULL; a->count == 0 && (object = dt_data_next(a->page, object)) != NULL;) {
    if ((dt_jsonld_kinds(object) & HAVE_AUTHORS) == 0) continue;
    add_members(a, object, "author");
    if (a->count == 0) add_members(a, object, "creator");
  }
}

/* Checks whether a declared author is the address of a page or of an e-mail account. */
static bool is_address(const char *value) {
  return strstr(value, "://") != NULL || (strchr(value, '@') != NULL && strchr(value, ' ') == NULL);
}

/* Adds the names in meta, the most reliable first; each meta may occur several times. */
static void add_metas(authors *a) {
  /* clang-format off */
  static const char *const names[] = {
    "article:author", "parsely-author", "sailthru.author", "citation_author", "author", "authors", "byl", "dc.creator",
    "dcterms.creator", "dc.creator.author", "creator", "article:author_name", "article.author", "cxenseparse:author",
    "og:article:author", "rbauthors"};
  /* clang-format on */
  for (size_t i = 0; i < COUNT(names) && a->count == 0; i++)
    for (uint32_t k = 0; k < a->page->meta_count; k++)
      if (strcmp(a->page->metas[k].name, names[i]) == 0 && !is_address(a->page->metas[k].value))
        add_names(a, dt_text(a->page->metas[k].value), true);
}

/* ---- author markup ---- */

/* Checks whether a class has "author" or "byline" in a name. */
static bool names_author(const char *class) {
  for (; *class != '\0'; class ++) {
    char letter = *class | 32; /* a letter in lower case */
    if (letter == 'a' && strncasecmp(class, "author", 6) == 0) return true;
    if (letter == 'b' && strncasecmp(class, "byline", 6) == 0) return true;
  }
  return false;
}

static bool is_marked(const xmlNode *node) {
  for (const xmlAttr *at = node->properties; at != NULL; at = at->next) {
    const char *name = (const char *)at->name;
    if (dt_same_name(name, "class") && names_author(dt_attribute_content(at))) return true;
    bool has_tokens = dt_same_name(name, "rel") || dt_same_name(name, "itemprop");
    if (has_tokens && dt_has_tokens(dt_attribute_content(at), "author")) return true;
  }
  return false;
}

/* Joins the texts in an element with '|'.  Returns false if there are too many. */
static bool read_text(const dt_content_page *page, const xmlNode *top, detm_text *text) {
  char *out = dt_arena_take(page->arena, MAX_BYLINE_LENGTH + 1);
  size_t length = 0;
  unsigned looked = 0;
  for (const xmlNode *node = top; node != NULL; node = dt_node_next(top, node)) {
    const char *content = dt_node_content(node);
    size_t bytes = strnlen(content, MAX_BYLINE_LENGTH);
    if (++looked > MAX_BYLINE_LENGTH || length + bytes + 1 > MAX_BYLINE_LENGTH) return false;
    if (content[strspn(content, DT_WHITE)] == '\0' || dt_node_is(node->parent, "style")) continue;
    if (length != 0) out[length++] = '|';
    memcpy(out + length, content, bytes);
    length += bytes;
  }
  out[length] = '\0';
  *text = (detm_text){out, dt_normalize_space(out, length)};
  return true;
}

/* Adds the names in the links of a byline, otherwise those in its first part with a name; starts after "by". */
static void add_marked(authors *a, const xmlNode *top) {
  static const char *const bar[] = {"|"}, *const within[] = {"|by|", "|by ", " by ", " by|"};
  detm_text text, part;
  if (!read_text(a->page, top, &text) || text.length == 0) return;
  for (const xmlNode *node = top; node != NULL; node = dt_node_next(top, node)) {
    if (!dt_node_is(node, "a") || !read_text(a->page, node, &part)) continue;
    if (!has_role(part) && find_digits(part) == part.length) add_names(a, part, false);
  }
  if (a->count != 0) return;
  size_t bytes, at = find_first(text, within, COUNT(within), &bytes);
  if (bytes != 0) text = dt_text_from(text, at + bytes);
  while (text.length != 0 && a->count == 0) {
    at = find_first(text, bar, COUNT(bar), &bytes);
    part = (detm_text){text.data, at};
    if (!has_role(part)) add_names(a, part, false);
    text = dt_text_from(text, at + bytes);
  }
}

static bool is_aside(const xmlNode *node) {
  for (; node != NULL && node->type == XML_ELEMENT_NODE; node = node->parent)
    if (dt_node_is(node, "aside") || dt_node_is(node, "footer") || dt_node_is(node, "nav")) return true;
  return false;
}

static void add_marks(authors *a) {
  const xmlNode *top = xmlDocGetRootElement(a->page->page->document);
  unsigned marks = 0;
  for (const xmlNode *node = top; node != NULL && a->count == 0 && marks < MAX_MARKS; node = dt_node_next(top, node)) {
    if (node->type != XML_ELEMENT_NODE || node->properties == NULL || !is_marked(node)) continue;
    dt_scope_tick(a->page->arena->scope);
    marks++;
    if (!is_aside(node)) add_marked(a, node);
  }
}

/* ---- bylines ---- */

typedef struct label {
  const char *text;
  bool within; /* may end a longer word */
} label;

/* Labels before names anywhere in a text, the most reliable first: +.5 on zhwced, .07 of it because they are tried
 * before meta, which often names who posted the text. */
static const label labels[] = {{"作者：", false}, {"作者:", false}, {"作者 ", false},  {"记者 ", true},
                               {"記者 ", true},   {"记者：", true}, {"撰文：", false}, {"文：", false}};
/* Labels of editors, who may have edited the text of others. */
static const label editor_labels[] = {{"责任编辑：", true}, {"编辑：", false}, {"編輯：", false}};

static const char *find_label(const char *text, const label *sought) {
  const char *at = strstr(text, sought->text);
  while (at != NULL && !sought->within && at != text && (unsigned char)at[-1] >= 0x80)
    at = strstr(at + 1, sought->text);
  return at != NULL ? at + strlen(sought->text) : NULL;
}

/* Adds the names after the first label that has one.  Labels have CJK characters, which units count twice. */
static void add_labelled(authors *a, const label *labels_sought, size_t count) {
  static const char *const stops[] = {" ", "）", ")", "】", "\n", "，", "。", "|", "〉", "》"};
  const dt_content_page *page = a->page;
  for (const label *sought = labels_sought; sought != labels_sought + count && a->count == 0; sought++) {
    for (uint32_t i = 0; i < page->block_count && a->count == 0; i++) {
      dt_scope_tick(page->arena->scope);
      const dt_block *block = &page->blocks[i];
      const char *at = block->units > block->chars ? find_label(block->text.data, sought) : NULL;
      if (at == NULL) continue;
      detm_text name = dt_text_strip((detm_text){at, strnlen(at, MAX_NAME_LENGTH)}, edges);
      size_t bytes, end = find_first(name, stops, COUNT(stops), &bytes);
      if (end <= MAX_LABELLED_LENGTH) add_names(a, (detm_text){name.data, end}, false);
    }
  }
}

static void add_bylines(authors *a) {
  static const char *const starts[] = {"By ", "Von ", "Par "};
  const dt_content_page *page = a->page;
  uint32_t heading = dt_heading_block(page);
  if (heading == DT_NONE) heading = 0;
  uint32_t first = heading > NEAR_BEFORE ? heading - NEAR_BEFORE : 0;
  for (uint32_t i = first; i < page->block_count && i <= heading + NEAR_AFTER && a->count == 0; i++) {
    detm_text text = page->blocks[i].text;
    if (text.length < 200 && mark_at(text, starts, COUNT(starts)) != 0) add_names(a, text, false);
  }
}

const char *dt_find_author(const dt_content_page *page) {
  authors a = {.page = page, .site = dt_content_meta(page, "og:site_name")};
  add_data(&a);
  if (a.count == 0) add_labelled(&a, labels, COUNT(labels));
  if (a.count == 0) add_metas(&a);
  if (a.count == 0) add_marks(&a);
  if (a.count == 0) add_bylines(&a);
  if (a.count == 0) add_labelled(&a, editor_labels, COUNT(editor_labels));
  /* nobody else is named: the site itself, if it is declared as the author */
  a.site = NULL;
  if (a.count == 0) add_data(&a);
  if (a.count == 0) add_metas(&a);
  const char *names = NULL;
  for (size_t i = 0; i < a.count; i++) {
    const char *name = dt_arena_copy(page->arena, a.names[i].data, a.names[i].length);
    names = names == NULL ? name : dt_arena_format(page->arena, "%s, %s", names, name);
  }
  return names;
}
