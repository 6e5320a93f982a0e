/* content/meta/author.c: finds the authors of a page in its JSON-LD, labels, meta, author markup and bylines.  How
 * names are read is in byline.c. */
#include "config.h"

#include "content/meta/byline.h"
#include "content/meta/date.h"
#include "content/meta/home_name.h"
#include "content/meta/replies.h"
#include "html/data/jsonld.h"
#include "html/visibility.h"
#include "text/fold.h"
#include "text/url.h"
#include "values/datetime.h"

#include <strings.h>

enum {
  MAX_LABELLED_LENGTH = 36, /* bytes of names after a label */
  MAX_MARKS = 40,           /* elements marked as author or byline */
  MAX_PARTS = 40,           /* texts in one of them */
  MAX_CAPTION_LENGTH = 24,
  MAX_CREDIT_LENGTH = 200, /* bytes of a block that is a byline */
  MAX_SITE_NAMES = 10,
  MAX_NAME_UNITS = 60, /* of a block with names after the block of their caption */
  MAX_LINE_UNITS = 90, /* of a block with a name, a date and an address of e-mail */
  NEAR_BEFORE = 4,     /* blocks before the heading where a byline may be */
  NEAR_AFTER = 15      /* the same after the heading */
};

typedef struct authors {
  const dt_content_page *page;
  dt_author_names names;
  dt_replies replies;
  detm_text sites[MAX_SITE_NAMES]; /* the title of the page, and names of its site */
  size_t site_count;
  detm_text sought;                /* a name that a byline must have; empty = any */
  bool bodies;                     /* whether to add bodies: only if no person is named */
  const xmlNode *marks[MAX_MARKS]; /* elements marked as author or byline, without those of other parts of the page */
  unsigned mark_count;
  unsigned looked_at;      /* marked elements, also those of other parts */
  const xmlNode *unmarked; /* where the search for more goes on; NULL = they are all found */
} authors;

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char edges[] = " \t\n,.;-*_~\"'";

/* ---- the site ---- */

static void add_site(authors *a, const char *name) {
  size_t length = name != NULL ? strnlen(name, DT_MAX_NAME_LENGTH + 1) : 0;
  if (length == 0 || length > DT_MAX_NAME_LENGTH || a->site_count == MAX_SITE_NAMES) return;
  a->sites[a->site_count++] = (detm_text){name, length};
}

/* Adds the host of the page's URL, and its label before the last: "example.com" and "example". */
static void add_host(authors *a) {
  const char *url = *a->page->canonical != '\0' ? a->page->canonical : dt_content_meta(a->page, "og:url");
  detm_text host = url != NULL ? dt_url_split(dt_text(url)).authority : DT_TEXT("");
  if (dt_text_starts(host, DT_TEXT("www."))) host = dt_text_from(host, 4);
  const char *dot = host.length != 0 ? memrchr(host.data, '.', host.length) : NULL;
  if (dot == NULL) return;
  add_site(a, dt_arena_copy(a->page->arena, host.data, host.length));
  add_site(a, dt_arena_copy(a->page->arena, host.data, (size_t)(dot - host.data)));
}

/* Reads who publishes the page: as the author of all pages of a site, it is the author of this one only if nobody else
 * is named. */
static void read_sites(authors *a) {
  add_site(a, a->page->title);
  add_site(a, dt_content_meta(a->page, "og:title"));
  add_site(a, dt_content_meta(a->page, "og:site_name"));
  add_site(a, dt_content_meta(a->page, "application-name"));
  add_host(a);
  for (const xmlNode *object = NULL; (object = dt_data_next(a->page, object)) != NULL;)
    for (const xmlNode *child = object->children; child != NULL; child = child->next)
      if (dt_node_is(child, "publisher")) add_site(a, dt_data_member(child, "name"));
}

/* ---- declared authors ---- */

/* Adds a name from the JSON-LD. */
static void add_whole(authors *a, const char *text) {
  size_t length = strnlen(text, DT_MAX_BYLINE_LENGTH);
  if (length == DT_MAX_BYLINE_LENGTH) return;
  char *name = dt_arena_copy(a->page->arena, text, length);
  length = dt_normalize_space(name, length);
  name[length] = '\0';
  dt_author_names_add_whole(&a->names, (detm_text){name, length});
}

/* Adds the given and the family name of a person without another name. */
static void add_name_parts(authors *a, const xmlNode *person) {
  const char *given = dt_data_member(person, "givenName"), *family = dt_data_member(person, "familyName");
  if (dt_data_member(person, "name") != NULL || given == NULL || family == NULL) return;
  add_whole(a, dt_arena_format(a->page->arena, "%s %s", given, family));
}

/* Checks whether an object of the JSON-LD is an organization. */
static bool is_organization(const xmlNode *object) {
  const char *type = dt_node_value(object, "type");
  return type != NULL && (strstr(type, "Organization") != NULL || strstr(type, "Corporation") != NULL);
}

static void add_members(authors *a, const xmlNode *object, const char *name) {
  for (const xmlNode *child = object->children; child != NULL; child = child->next) {
    if (!dt_node_is(child, name) || (!a->bodies && is_organization(child))) continue;
    add_name_parts(a, child);
    for (const xmlNode *part = child->children; part != NULL; part = part->next)
      if (dt_node_is_text(part))
        add_whole(a, dt_node_content(part));
      else if (dt_node_is(part, "name") && part->children != NULL)
        add_whole(a, dt_node_content(part->children));
  }
}

/* Adds a member of the first object that has it. */
static void add_data_member(authors *a, const char *name) {
  enum {
    HAVE_AUTHORS = DT_DATA_ARTICLE | DT_DATA_POST | DT_DATA_PAGE | DT_DATA_RECIPE | DT_DATA_VIDEO | DT_DATA_QUESTION
  };
  for (const xmlNode *object = NULL; a->names.count == 0 && (object = dt_data_next(a->page, object)) != NULL;)
    if ((dt_jsonld_kinds(object) & HAVE_AUTHORS) != 0) add_members(a, object, name);
}

static void add_creators(authors *a) { add_data_member(a, "creator"); }

static void add_data(authors *a) {
  add_data_member(a, "author");
  if (a->names.count == 0) add_creators(a);
}

/* Checks whether a declared author is the address of a page or of an e-mail account. */
static bool is_web_or_mail_address(const char *value) {
  return strstr(value, "://") != NULL || strstr(value, "www.") != NULL ||
         (strchr(value, '@') != NULL && strchr(value, ' ') == NULL);
}

/* Checks whether a name ends with the legal form of a body: meta often has who runs or made the site. */
static bool is_body(detm_text name) {
  static const char *const forms[] = {" GmbH", " AG", " Inc", " Inc.", " Ltd", " Ltd.", " LLC", " e.V.", " e. V."};
  for (size_t i = 0; i < COUNT(forms); i++)
    if (dt_text_ends(name, dt_text(forms[i]))) return true;
  return false;
}

/* Adds the names in pairs of a label and a value for previews: "Written by", "Ann Otte". */
static void add_labelled_metas(authors *a) {
  static const char *const pairs[][2] = {{"twitter:label1", "twitter:data1"}, {"twitter:label2", "twitter:data2"}};
  for (size_t i = 0; i < COUNT(pairs) && a->names.count == 0; i++) {
    const char *label = dt_content_meta(a->page, pairs[i][0]), *value = dt_content_meta(a->page, pairs[i][1]);
    bool opened = false;
    if (label == NULL || value == NULL) continue;
    detm_text rest = dt_byline_without_opening(&a->names, dt_text(label), DT_BYLINE_MARKED, &opened);
    if (opened && rest.length == 0) add_whole(a, value);
  }
}

/* Checks whether a meta is one of library catalogues, which name each author with the family name first. */
static bool is_of_catalogue(const char *name) {
  return strncmp(name, "citation_", 9) == 0 || strncmp(name, "dc.", 3) == 0 || strncmp(name, "dcterms.", 8) == 0;
}

/* Returns a name in the order in which it is spoken: "Ann Otte" for "Otte, Ann" of a catalogue. */
static detm_text in_spoken_order(const authors *a, const dt_meta *meta) {
  detm_text value = dt_text(meta->value);
  const char *comma = is_of_catalogue(meta->name) ? memchr(value.data, ',', value.length) : NULL;
  if (comma == NULL || memchr(comma + 1, ',', (size_t)(value.data + value.length - comma - 1)) != NULL) return value;
  detm_text family = dt_text_strip(dt_text_between(value.data, comma), " ");
  detm_text given = dt_text_strip(dt_text_between(comma + 1, value.data + value.length), " ");
  if (!dt_is_one_word(family) || !dt_is_name(given)) return value;
  return dt_text(
      dt_arena_format(a->page->arena, "%.*s %.*s", (int)given.length, given.data, (int)family.length, family.data));
}

/* Adds the names in meta, the most reliable first; each meta may occur several times. */
static void add_metas(authors *a) {
  /* clang-format off */
  static const char *const names[] = {
    "article:author", "parsely-author", "sailthru.author", "citation_author", "author", "authors", "byl", "dc.creator",
    "dcterms.creator", "dc.creator.author", "creator", "article:author_name", "article.author", "cxenseparse:author",
    "og:article:author", "rbauthors", "shareaholic:article_author_name"};

  /* clang-format on */
  for (size_t i = 0; i < COUNT(names) && a->names.count == 0; i++)
    for (uint32_t k = 0; k < a->page->meta_count; k++) {
      const dt_meta *meta = &a->page->metas[k];
      if (strcmp(meta->name, names[i]) != 0 || is_web_or_mail_address(meta->value)) continue;
      detm_text value = in_spoken_order(a, meta);
      if (dt_is_one_word(value) && dt_has_role(value)) continue;
      if (!a->bodies && is_body(value)) continue;
      dt_author_names_read(&a->names, value, DT_BYLINE_DECLARED);
    }

  if (a->names.count == 1 && !a->bodies && dt_is_same_name(a->names.names[0], dt_home_name(a->page)))
    a->names.count = 0;
  if (a->names.count == 0) add_labelled_metas(a);
}

/* ---- author markup ---- */

/* Checks whether a class is that of who made something else than the text, a picture or a review: "media-author". */
static bool names_other_work(const char *class, size_t length) {
  static const char *const works[] = {"media", "image", "photo", "picture", "caption", "license", "review", "testimon"};
  for (size_t i = 0; i < COUNT(works); i++)
    if (memmem(class, length, works[i], strlen(works[i])) != NULL) return true;
  return false;
}

/* Checks whether a class has a word for the author: "author" and "byline" anywhere, since they begin no other word,
 * words of other languages as parts of a name: "post-auteur". */
static bool names_author(const char *class) {
  static const char *const parts[] = {"autor",   "autorin", "autoren", "autora",    "auteur",
                                      "auteurs", "autore",  "autores", "verfasser", "yazar"};
  /* the second letters of the words, by the first: most places of a class are left by them */
  static const char seconds[256] = {
      ['a'] = 'u', ['A'] = 'u', ['b'] = 'y', ['B'] = 'y', ['v'] = 'e', ['V'] = 'e', ['y'] = 'a', ['Y'] = 'a'};
  const char *other = NULL; /* the last class of another work */
  for (const char *at = class; *at != '\0'; at++) {
    const char second = seconds[(unsigned char)*at];
    if (second == 0 || (at[1] | 32) != second) continue;
    if (strncasecmp(at, "byline", 6) == 0) return true;
    if (strncasecmp(at, "author", 6) == 0) {
      const char *name = at;
      while (name > class && name[-1] != ' ') name--;
      if (other != name && !names_other_work(name, strcspn(name, " "))) return true;
      other = name;
    }
    if (at > class && dt_is_ascii_letter(at[-1])) continue;
    for (size_t i = 0; i < COUNT(parts); i++)
      if (strncasecmp(at, parts[i], strlen(parts[i])) == 0 && !dt_is_ascii_letter(at[strlen(parts[i])])) return true;
  }

  return false;
}

/* Checks whether the text of a link is a full name, and its address ends with an account: "/@ann-otte". */
static bool is_account_link(const xmlNode *link, const char *href) {
  const char *slash = strrchr(href, '/');
  if (slash == NULL || slash[1] != '@' || link->children == NULL) return false;
  return dt_is_full_name(dt_text_strip(dt_text(dt_node_content(link->children)), edges));
}

/* Checks whether a link leads to the page of an author: a step of its address says so, and another step follows. */
static bool is_author_address(const char *href) {
  static const char *const steps[] = {"or/", "oren/", "ores/", "eur/", "eurs/", "ore/", "ori/", "hor/", "hors/"};
  static const char start[] = "/aut";
  for (const char *at = href; (at = strstr(at, start)) != NULL; at++) {
    const char *rest = at + strlen(start);
    for (size_t i = 0; i < COUNT(steps); i++) {
      size_t length = strlen(steps[i]);
      if (strncmp(rest, steps[i], length) == 0 && rest[length] != '\0') return true;
    }
  }
  return false;
}

/* Checks whether an element says that it or its text is the author.  The class of a whole article may have the name of
 * its author: "post author-otte". */
static bool is_marked_author(const xmlNode *node) {
  for (const xmlAttr *at = node->properties; at != NULL; at = at->next) {
    const char *name = (const char *)at->name;
    if (dt_same_name(name, "class") && names_author(dt_attribute_content(at)) &&
        !dt_node_is_among(node, "article|main|body"))
      return true;
    if (dt_same_name(name, "href") && dt_node_is(node, "a") &&
        (is_author_address(dt_attribute_content(at)) || is_account_link(node, dt_attribute_content(at))))
      return true;
    bool has_tokens = dt_same_name(name, "rel") || dt_same_name(name, "itemprop");
    if (has_tokens && dt_has_tokens(dt_attribute_content(at), "author")) return true;
  }
  return false;
}

/* Checks whether an element within a byline holds nothing but a name. */
static bool is_name_element(const xmlNode *node) {
  static const char *const tokens[] = {"fn", "author-name", "byline-name"};
  const char *rel = dt_node_value(node, "rel"), *itemprop = dt_node_value(node, "itemprop");
  const char *class = dt_node_value(node, "class");
  if (rel != NULL && dt_has_tokens(rel, "author")) return true;
  if (itemprop != NULL && dt_has_tokens(itemprop, "name")) return true;
  return class != NULL && dt_has_any_token(class, tokens, COUNT(tokens));
}

/* Checks whether an element has no text for readers, or the label of an input. */
static bool is_unread(const xmlNode *node) {
  const char *name = (const char *)node->name;
  if (node->type != XML_ELEMENT_NODE) return false;
  switch (*name) {
  case 'b':
    return strcmp(name, "button") == 0;
  case 'l':
    return strcmp(name, "label") == 0;
  case 's':
    return name[1] != 'p' && dt_node_is_among(node, "script|style|select|svg"); /* most are spans */
  case 't':
    return strcmp(name, "template") == 0;
  default:
    return false;
  }
}

/* Checks whether a class hides an element: it says what an icon shows ("Offline"), and names nobody. */
static bool is_for_screen_readers(const xmlNode *node) {
  const char *class = node->type == XML_ELEMENT_NODE ? dt_node_value(node, "class") : NULL;
  return class != NULL && dt_class_hides(dt_text(class));
}

typedef struct part {
  detm_text text;
  const xmlNode *link;   /* the a[href] around it, or NULL */
  const xmlNode *around; /* the element that holds it, or NULL */
  const xmlNode *named;  /* the element around it that holds nothing but a name, or NULL */
} part;

/* Splits a text at the signs that separate the parts of a byline: "3 May 2024 · Ann Otte".  Returns the number of parts
 * with text that it adds, of at most `capacity`. */
static size_t split_part(const part *whole, part *parts, size_t capacity) {
  static const char *const separators[] = {"|", "·", "•"};
  size_t count = 0;
  for (detm_text rest = whole->text; rest.length != 0 && count < capacity;) {
    size_t end = rest.length, gap = 0;
    for (size_t i = 0; i < COUNT(separators); i++) {
      const char *found = memmem(rest.data, end, separators[i], strlen(separators[i]));
      if (found == NULL) continue;
      end = (size_t)(found - rest.data);
      gap = strlen(separators[i]);
    }
    detm_text own = {rest.data, end};
    rest = dt_text_from(rest, end + gap);
    if (dt_text_strip(own, " ").length == 0) continue;
    parts[count] = *whole;
    parts[count++].text = own;
  }

  return count;
}

/* Returns the name that an element without text declares: <meta itemprop="name" content="Ann Otte">; NULL = none. */
static const char *declared_name(const xmlNode *node) {
  if (!dt_node_is(node, "meta") && !dt_node_is(node, "link")) return NULL;
  const char *itemprop = dt_node_value(node, "itemprop"), *content = dt_node_value(node, "content");
  return itemprop != NULL && dt_has_tokens(itemprop, "name") ? content : NULL;
}

/* Returns a copy of a text in the arena, with white space folded and a NUL after it. */
static detm_text folded_text(const dt_content_page *page, const char *text, size_t length) {
  char *copy = dt_arena_take(page->arena, length + 2);
  dt_folding folding = {0};
  char *end = dt_fold_space(copy, (detm_text){text, length}, DT_SPACE_VISIBLE, &folding);
  *end = '\0';
  return dt_text_between(copy, end);
}

/* Reads the texts in an element.  Returns 0 if they are too many or too long for a byline. */
static size_t read_byline_parts(const dt_content_page *page, const xmlNode *top, part parts[MAX_PARTS]) {
  size_t count = 0, length = 0;
  unsigned looked = 0;
  for (const xmlNode *node = top; node != NULL;) {
    if (++looked > DT_MAX_BYLINE_LENGTH) return 0;
    if (is_unread(node) || dt_node_is(node, "form") || is_for_screen_readers(node) || node->type == XML_COMMENT_NODE) {
      if (node == top) return 0;
      node = dt_node_after(top, node);
      continue;
    }
    const char *declared = declared_name(node), *content = declared != NULL ? declared : dt_node_content(node);
    if (!dt_is_white_string(content)) {
      size_t bytes = strnlen(content, DT_MAX_BYLINE_LENGTH);
      length += bytes;
      if (length >= DT_MAX_BYLINE_LENGTH || count == MAX_PARTS) return 0;
      part whole = {.text = folded_text(page, content, bytes), .around = node->parent};
      if (declared != NULL) whole.named = node;
      for (const xmlNode *at = node->parent; at != NULL && at != top->parent; at = at->parent) {
        if (at->type != XML_ELEMENT_NODE) break;
        if (dt_node_is(at, "a") && dt_node_value(at, "href") != NULL) whole.link = at;
        if (is_name_element(at)) whole.named = at;
      }
      count += split_part(&whole, parts + count, MAX_PARTS - count);
    }
    node = dt_node_next(top, node);
  }

  return count;
}

/* Checks whether two links lead to pages of one kind: their addresses differ in the last step only. */
static bool are_like_addresses(const xmlNode *a, const xmlNode *b) {
  const char *x = dt_node_value(a, "href"), *y = dt_node_value(b, "href");
  size_t i = strlen(x), k = strlen(y);
  while (i > 0 && x[i - 1] == '/') i--;
  while (k > 0 && y[k - 1] == '/') k--;
  while (i > 0 && x[i - 1] != '/') i--;
  while (k > 0 && y[k - 1] != '/') k--;
  return i == k && i > 1 && memcmp(x, y, i) == 0;
}

/* Adds the names in the parts that hold nothing but one; the parts of one element are one name. */
static void add_named(authors *a, const part *parts, size_t count) {
  for (size_t i = 0, next; i < count; i = next) {
    detm_text text = parts[i].text;
    for (next = i + 1; next < count && parts[i].named != NULL && parts[next].named == parts[i].named; next++)
      text = dt_text(dt_arena_format(a->page->arena, "%.*s %.*s", (int)text.length, text.data,
                                     (int)parts[next].text.length, parts[next].text.data));
    if (parts[i].named != NULL && !dt_has_role(text)) dt_author_names_read(&a->names, text, DT_BYLINE_MARKED);
  }
}

/* Checks whether a link, or NULL, leads to the pages of a subject. */
static bool leads_to_subject(const xmlNode *link) {
  const char *rel = link != NULL ? dt_node_value(link, "rel") : NULL;
  return rel != NULL && dt_has_tokens(rel, "tag");
}

/* Checks whether two parts are full names in elements of one kind side by side. */
static bool are_siblings(const part *a, const part *b) {
  const xmlNode *x = a->around, *y = b->around;
  if (x == NULL || y == NULL || x == y || x->parent != y->parent || x->name != y->name) return false;
  const char *class = dt_node_value(x, "class"), *other = dt_node_value(y, "class");
  if (strcmp(class != NULL ? class : "", other != NULL ? other : "") != 0) return false;
  return dt_is_full_name(dt_text_strip(a->text, edges)) && dt_is_full_name(dt_text_strip(b->text, edges));
}

/* Adds the first name in the parts, and those joined to it by a comma, a word, a link or an element of the same kind.
 */
static void add_listed(authors *a, const part *parts, size_t count) {
  const part *last = NULL;
  bool joined = false;
  for (size_t i = 0; i < count; i++) {
    detm_text text = parts[i].text;
    bool opened = false;
    size_t before = a->names.count, joint = last != NULL ? dt_joint_at(text) : 0;
    if (leads_to_subject(parts[i].link)) {
      if (last != NULL) return;
      continue;
    }
    if (joint != 0 && joint == text.length) {
      joined = true;
      continue;
    }
    bool linked = last != NULL && last->link != NULL && parts[i].link != NULL;
    bool alike = linked && last->link != parts[i].link && are_like_addresses(last->link, parts[i].link);
    alike = alike || (last != NULL && !linked && are_siblings(last, &parts[i]));
    if (last != NULL && joint == 0 && !joined && !alike) return;
    text = dt_byline_without_opening(&a->names, dt_text_from(text, joint), DT_BYLINE_MARKED, &opened);
    if (text.length == 0) continue;
    if (opened && last == NULL && i + 1 < count && !dt_is_name(text)) continue; /* "Autor tekstu", then the name */
    bool other = last != NULL && last->link != NULL; /* a link of another kind than that of the name */
    bool single = !alike && (parts[i].link == NULL || other) && dt_is_one_word(dt_text_strip(text, " /,;"));
    if (dt_has_role(text) || (last != NULL && (!dt_is_name(text) || single))) {
      if (last != NULL) return;
      continue;
    }
    dt_author_names_read(&a->names, text, DT_BYLINE_MARKED);
    if (a->names.count == before) {
      if (last != NULL) return;
      continue;
    }
    last = &parts[i];
    char end = text.data[text.length - 1];
    joined = !dt_is_ascii_letter(end) && dt_joint_at(dt_text_from(text, text.length - 1)) != 0;
  }
}

/* Returns the first part after a word that announces the author, or 0; cuts that word off.  In marked elements it may
 * be at the end of a text; elsewhere that is the photographer or the like. */
static size_t find_opened(authors *a, part *parts, size_t count, dt_byline_source source) {
  for (size_t i = 0; i < count; i++) {
    bool opened = false;
    detm_text own = parts[i].text, rest = dt_byline_without_opening(&a->names, own, DT_BYLINE_TEXT, &opened);
    if (!opened && source == DT_BYLINE_MARKED && parts[i].link == NULL && dt_byline_opens_next(own)) {
      rest = dt_text_from(own, own.length);
      opened = true;
    }
    bool short_part = own.length <= MAX_CAPTION_LENGTH && parts[i].link == NULL;
    if (!opened && short_part && i + 1 < count && parts[i + 1].link != NULL) { /* a caption of its own */
      rest = dt_byline_without_opening(&a->names, own, DT_BYLINE_MARKED, &opened);
      opened = opened && rest.length == 0;
    }
    if (!opened) continue;
    parts[i].text = rest;
    return rest.length != 0 ? i : i + 1;
  }

  return 0;
}

/* Adds the names in a marked element; what it holds beside them is left out. */
static void add_marked(authors *a, const xmlNode *top) {
  part parts[MAX_PARTS];
  size_t count = read_byline_parts(a->page, top, parts);
  add_named(a, parts, count);
  if (a->names.count != 0 || count == 0) return;

  size_t first = find_opened(a, parts, count, DT_BYLINE_MARKED);
  if (first == count) { /* only a word such as "By": the name follows the element */
    const xmlNode *next = top->next;
    while (next != NULL && next->type != XML_ELEMENT_NODE && *dt_node_content(next) == '\0') next = next->next;
    if (next != NULL && dt_node_is_text(next) && dt_is_white_string(dt_node_content(next))) next = next->next;
    if (next == NULL) return;
    count = read_byline_parts(a->page, next, parts);
    first = 0;
  }

  add_listed(a, parts + first, count - first);
}

/* Returns the innermost element of a name around a node, or NULL. */
static const xmlNode *find_around(const xmlNode *node, const char *name) {
  while (node != NULL && !dt_node_is(node, name)) node = node->parent;
  return node;
}

/* Checks whether a node is in another article than the page's heading: in a teaser, or in a comment. */
static bool is_in_other_article(const authors *a, const xmlNode *node) {
  const dt_content_page *page = a->page;
  if (a->replies.heading == DT_NONE) return false;
  const xmlNode *heading = page->elements[page->blocks[a->replies.heading].element].node;
  const xmlNode *own = find_around(node, "article"), *main = find_around(heading, "article");
  if (own == NULL || main == NULL) return false;
  while (heading != NULL && heading != own) heading = heading->parent;
  return heading == NULL;
}

/* Checks whether a link holds a heading: it is the card of another page. */
static bool is_card(const xmlNode *link) {
  enum { LOOKED_AT = 60 };
  static const char *const names[] = {"h2", "h3", "h4", "h5"};
  size_t looked_at = 0;
  if (!dt_node_is(link, "a")) return false;
  for (const xmlNode *node = link; (node = dt_node_next(link, node)) != NULL && looked_at++ < LOOKED_AT;)
    for (size_t i = 0; i < COUNT(names); i++)
      if (dt_node_is(node, names[i])) return true;
  return false;
}

/* Checks whether an element is beside the text: in an aside or in navigation, in the footer of the page, in a form, in
 * another article or in its card. */
static bool is_aside(authors *a, const xmlNode *node) {
  bool in_footer = false;
  if (is_in_other_article(a, node)) return true;
  for (; node != NULL && node->type == XML_ELEMENT_NODE; node = node->parent) {
    if (dt_node_is(node, "aside") || dt_node_is(node, "nav") || dt_node_is(node, "label")) return true;
    if (is_card(node)) return true;
    if (dt_node_is(node, "blockquote")) return true;         /* the author of what is quoted */
    if (dt_node_is(node->parent, "figcaption")) return true; /* the photographer */
    if (dt_node_is(node, "form") && dt_is_entry_form(&a->replies, node)) return true;
    if (dt_node_is(node, "footer")) in_footer = true;
    if (in_footer && (dt_node_is(node, "article") || dt_node_is(node, "main"))) in_footer = false;
  }
  return in_footer;
}

/* The marked element of a number; NULL = there is none.  Those that were found are kept, as they may be asked for
 * twice. */
static const xmlNode *mark_of(authors *a, unsigned number) {
  const xmlNode *top = dt_document_root(a->page->page->document);
  while (number == a->mark_count && a->unmarked != NULL && a->looked_at < MAX_MARKS) {
    const xmlNode *node = a->unmarked;
    if (node->type != XML_ELEMENT_NODE) {
      a->unmarked = dt_node_after(top, node);
      continue;
    }
    if (node == a->page->data || is_unread(node) || (dt_node_is(node, "form") && dt_is_entry_form(&a->replies, node))) {
      a->unmarked = dt_node_after(top, node);
      continue;
    }
    a->unmarked = dt_node_next(top, node);
    if (node->properties == NULL || !is_marked_author(node)) continue;
    dt_scope_tick(a->page->arena->scope);
    a->looked_at++;
    if (!is_aside(a, node) && !dt_is_reply(&a->replies, node)) a->marks[a->mark_count++] = node;
  }

  return number < a->mark_count ? a->marks[number] : NULL;
}

/* Adds the names of the first marked element that has some.  before_text: of those up to the first one after the
 * beginning of the text. */
static void add_marks_of(authors *a, bool before_text) {
  const xmlNode *found = NULL; /* the element that had the first names */
  const xmlNode *mark;
  for (unsigned m = 0; found == NULL && (mark = mark_of(a, m)) != NULL; m++) {
    if (before_text && dt_follows_text(&a->replies, mark)) break;
    add_marked(a, mark);
    if (a->names.count != 0) found = mark;
  }

  /* co-authors in elements of their own */
  const char *class = found != NULL ? dt_node_value(found, "class") : NULL;
  const xmlNode *next = found != NULL ? found->next : NULL;
  for (; class != NULL && next != NULL && a->names.count < DT_MAX_NAMES; next = next->next) {
    const char *other = next->type == XML_ELEMENT_NODE ? dt_node_value(next, "class") : NULL;
    if (other == NULL || next->name != found->name || strcmp(class, other) != 0 || !is_marked_author(next)) continue;
    part parts[MAX_PARTS];
    size_t count = read_byline_parts(a->page, next, parts), first = find_opened(a, parts, count, DT_BYLINE_MARKED);
    add_listed(a, parts + first, count - first);
  }
}

static void add_first_marks(authors *a) { add_marks_of(a, true); }

static void add_marked_authors(authors *a) { add_marks_of(a, false); }

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

static const char *find_author_label(const char *text, const label *sought) {
  const char *at = strstr(text, sought->text);
  while (at != NULL && !sought->within && at != text && (unsigned char)at[-1] >= 0x80)
    at = strstr(at + 1, sought->text);
  return at != NULL ? at + strlen(sought->text) : NULL;
}

/* Checks whether the texts of a page have CJK characters, which units count twice. */
static bool has_cjk(const dt_content_page *page) {
  const dt_sums *all = &page->sums[page->block_count];
  return all->units > all->chars;
}

/* Adds the names after the first label that has one.  Labels have CJK characters. */
static void add_labelled(authors *a, const label *labels_sought, size_t count) {
  static const char *const stops[] = {" ", "）", ")", "】", "\n", "，", "。", "|", "〉", "》"};
  const dt_content_page *page = a->page;
  if (!has_cjk(page)) return;
  for (const label *sought = labels_sought; sought != labels_sought + count && a->names.count == 0; sought++) {
    for (uint32_t i = 0; i < page->block_count && a->names.count == 0; i++) {
      dt_scope_tick(page->arena->scope);
      const dt_block *block = &page->blocks[i];
      const char *at = block->units > block->chars ? find_author_label(block->text.data, sought) : NULL;
      if (at == NULL) continue;
      detm_text name = dt_text_strip((detm_text){at, strnlen(at, DT_MAX_NAME_LENGTH)}, edges);
      size_t end = name.length;
      for (size_t k = 0; k < COUNT(stops); k++) {
        const char *stop = memmem(name.data, end, stops[k], strlen(stops[k]));
        if (stop != NULL) end = (size_t)(stop - name.data);
      }
      if (end <= MAX_LABELLED_LENGTH) dt_author_names_read(&a->names, (detm_text){name.data, end}, DT_BYLINE_MARKED);
    }
  }
}

/* Adds the name before a word for a reporter that ends a short block, as in Korean. */
static void add_reporter(authors *a) {
  static const char *const offices[] = {" 기자", " 특파원", " 記者"};
  const dt_content_page *page = a->page;
  if (!has_cjk(page)) return;
  for (uint32_t i = 0; i < page->block_count && a->names.count == 0; i++) {
    const dt_block *block = &page->blocks[i];
    if (block->units > MAX_NAME_UNITS || block->units == block->chars || block->sentences != 0) continue;
    for (size_t k = 0; k < COUNT(offices); k++) {
      if (!dt_text_ends(block->text, dt_text(offices[k]))) continue;
      detm_text name = {block->text.data, block->text.length - strlen(offices[k])};
      if (dt_is_one_word(name)) dt_author_names_read(&a->names, name, DT_BYLINE_MARKED);
    }
  }
}

/* Reads the texts of a block, with their links. */
static size_t read_block_parts(const dt_content_page *page, const dt_block *block, part parts[MAX_PARTS]) {
  size_t count = 0;
  for (uint32_t k = block->first; k < block->last && count < MAX_PARTS; k++) {
    const dt_content_piece *piece = &page->pieces[k];
    if (piece->text == NULL || dt_is_white_string(piece->text)) continue;
    part whole = {.text = folded_text(page, piece->text, strlen(piece->text)), .link = piece->link};
    count += split_part(&whole, parts + count, MAX_PARTS - count);
  }
  return count;
}

/* Checks whether a block is beside the text or in a comment. */
static bool is_beside(authors *a, const dt_block *block) {
  const xmlNode *node = a->page->elements[block->element].node;
  return is_aside(a, node) || dt_is_reply(&a->replies, node);
}

/* Checks whether a text is a word that names an account: "otte_81". */
static bool is_account(detm_text text) {
  text = dt_text_strip(text, edges);
  bool marked = dt_text_has_digit(text) || memchr(text.data, '_', text.length) != NULL;
  return marked && dt_is_one_word(text) && dt_begins_small(text);
}

/* Adds the names of a block whose elements part the word for it and the linked name: "by", then a link. */
static void add_parted_byline(authors *a, const dt_block *block) {
  part parts[MAX_PARTS];
  size_t count = read_block_parts(a->page, block, parts), first = find_opened(a, parts, count, DT_BYLINE_TEXT);
  if (first == 0 || first == count || parts[first].link == NULL || is_beside(a, block)) return;
  if ((!dt_is_name(parts[first].text) && !is_account(parts[first].text)) || dt_has_role(parts[first].text)) return;
  add_listed(a, parts + first, count - first);
}

/* Whether a block is as short as a byline, and has the name that it must have.  A second sentence may be the credit of
 * the pictures: "Words by Ann Otte. Pictures by Ben Brook." */
static bool may_be_byline(const authors *a, const dt_block *block) {
  bool line = block->units <= MAX_NAME_UNITS; /* the dots of a date look like ends of sentences */
  if (block->text.length >= MAX_CREDIT_LENGTH || (block->sentences > 2 && !line)) return false;
  if (dt_text_ends(block->text, DT_TEXT("?"))) return false;
  if (block->sentences == 2 && !line && dt_byline_pictures_at(block->text) == block->text.length) return false;
  return memmem(block->text.data, block->text.length, a->sought.data, a->sought.length) != NULL;
}

/* Returns the name before an office: "Ann Otte, Staff Writer"; the text itself without one. */
static detm_text without_office(detm_text text) {
  const char *comma = memchr(text.data, ',', text.length);
  if (comma == NULL || !dt_has_role(dt_text_between(comma, text.data + text.length))) return text;
  return dt_text_between(text.data, comma);
}

/* Adds the name in a line that beside it has only a date, an address of e-mail, an office and signs between them:
 * "3 May 2024 | Ann Otte". */
static void add_dated_name(authors *a, const dt_block *block) {
  const dt_dates dates = dt_dates_read(a->page->language, (dt_moment){.year = 9999});
  part parts[MAX_PARTS];
  detm_text name = {"", 0};
  dt_moment moment;
  bool dated = false, addressed = false, in_office = false;
  size_t count = read_block_parts(a->page, block, parts);
  for (size_t i = 0; i < count; i++) {
    detm_text text = dt_text_strip(parts[i].text, edges);
    bool number = text.length != 0 && dt_is_digit(*text.data),
         digits = number || (addressed && dt_text_has_digit(text));
    const char *href = parts[i].link != NULL ? dt_node_value(parts[i].link, "href") : NULL;
    if (href != NULL && strncasecmp(href, "mailto:", 7) == 0) { /* the address of who is named */
      addressed = true;
      continue;
    }
    const char *dash = number ? memmem(text.data, text.length, " - ", 3) : NULL;
    size_t start, end = 0;
    bool date = dt_text_has_digit(text) && dt_moment_find(&dates, text, &start, &end, &moment);
    if (date && in_office) /* "May 3, 2024" below the office */
      digits = digits || dt_is_one_word(dt_text_strip((detm_text){text.data, start}, " "));
    dated = dated || (digits && date);
    if (dash != NULL) text = dt_text_between(dash + 3, text.data + text.length);
    if (text.length == 0 || (digits && dash == NULL)) continue;
    size_t length = text.length;
    text = without_office(text);
    in_office = text.length < length;
    if (name.length != 0 || !dt_is_full_name(text)) return;
    name = text;
  }

  if (dated && name.length != 0 && !is_beside(a, block)) dt_author_names_read(&a->names, name, DT_BYLINE_TEXT);
}

/* Adds the names of a block that is a byline: a word for it, and names to the end or up to a date or a role.  The names
 * of a term, or of a word alone in its block, are in the next block. */
static void add_byline(authors *a, uint32_t number) {
  const dt_block *block = &a->page->blocks[number];
  bool opened = false;
  dt_tag tag = a->page->elements[block->element].tag;
  bool term = tag == DT_TAG_dt || tag == DT_TAG_th;
  if (block->text.length >= MAX_CREDIT_LENGTH || (!term && !may_be_byline(a, block))) return;
  detm_text text = dt_byline_without_opening(&a->names, block->text, term ? DT_BYLINE_MARKED : DT_BYLINE_TEXT, &opened);
  detm_text apart = opened && text.length != 0 ? dt_block_apart(a->page, block) : DT_TEXT("");
  if (apart.length != 0)
    text = dt_byline_without_opening(&a->names, apart, term ? DT_BYLINE_MARKED : DT_BYLINE_TEXT, &opened);
  for (size_t i = 0; !opened && i + 2 < block->text.length && block->units <= MAX_NAME_UNITS; i++)
    if (memchr(".|,", block->text.data[i], 3) != NULL && block->text.data[i + 1] == ' ') /* "Overford, 3 May. By" */
      text = dt_byline_without_opening(&a->names, dt_text_from(block->text, i + 2), DT_BYLINE_TEXT, &opened);
  bool alone = opened && text.length == 0 && number + 1 < a->page->block_count;
  if (alone && (term || block[1].units <= MAX_NAME_UNITS)) {
    block++;
    text = block->text;
  }
  if ((term || alone) && !may_be_byline(a, block)) return;

  bool whole = opened && dt_is_name(text) && !dt_has_role(dt_text_cut(text, 12));
  bool dated = !opened && block->sentences == 0 && block->units <= MAX_LINE_UNITS && dt_text_has_digit(block->text);
  if (whole && !is_beside(a, block)) dt_author_names_read(&a->names, text, DT_BYLINE_TEXT);
  if (a->names.count == 0 && block->links != 0) add_parted_byline(a, block);
  if (a->names.count == 0 && dated) add_dated_name(a, block);
}

static void add_bylines(authors *a) {
  const dt_content_page *page = a->page;
  uint32_t heading = a->replies.heading;
  if (heading == DT_NONE) heading = 0;
  uint32_t first = heading > NEAR_BEFORE ? heading - NEAR_BEFORE : 0;
  for (uint32_t i = first; i < page->block_count && i <= heading + NEAR_AFTER && a->names.count == 0; i++)
    add_byline(a, i);
}

/* Checks whether the class of an element says that it holds the name of an account. */
static bool names_account(const xmlNode *element) {
  const char *at = element->type == XML_ELEMENT_NODE ? dt_node_value(element, "class") : NULL;
  for (; at != NULL && (at = strstr(at, "ser")) != NULL; at++) /* "username", "user PostUser-name" */
    if (strncasecmp(at + 3 + (at[3] == '-'), "name", 4) == 0) return true;
  return false;
}

/* Adds the account that wrote the first post after the heading, which no word announces. */
static void add_account(authors *a) {
  const dt_content_page *page = a->page;
  uint32_t first = a->replies.heading != DT_NONE ? a->replies.heading + 1 : 0;
  for (uint32_t i = first; i < page->block_count && i < first + NEAR_AFTER && a->names.count == 0; i++)
    for (uint32_t k = page->blocks[i].first; k < page->blocks[i].last && a->names.count == 0; k++) {
      const dt_content_piece *piece = &page->pieces[k];
      if (piece->text == NULL || !names_account(piece->node->parent) || is_aside(a, piece->node->parent)) continue;
      detm_text name = folded_text(page, piece->text, strnlen(piece->text, DT_MAX_NAME_LENGTH));
      if (!dt_has_role(name)) dt_author_names_add(&a->names, dt_text_strip(name, edges));
    }
}

/* Adds the name that is all of a block after the last of several paragraphs in the same element: who signs the text. */
static void add_signature(authors *a, uint32_t number) {
  enum { PARAGRAPHS = 3 };
  const dt_content_page *page = a->page;
  const dt_block *block = &page->blocks[number];
  const dt_element *own = &page->elements[block->element];
  bool beside = number >= PARAGRAPHS && block->links == 0 && (own->within & DT_IN_HEADING) == 0;
  for (uint32_t i = number; beside && i-- > number - PARAGRAPHS;)
    beside = dt_block_is_good(&page->blocks[i]) && page->elements[page->blocks[i].element].parent == own->parent;
  detm_text name = dt_text_strip(block->text, edges);
  if (dt_text_starts(name, DT_TEXT("—")) || dt_text_starts(name, DT_TEXT("–"))) name = dt_text_from(name, strlen("—"));
  name = dt_text_strip(name, edges);
  if (!beside || !dt_is_full_name(name) || is_aside(a, own->node)) return;
  if (!dt_is_reply(&a->replies, own->node)) dt_author_names_read(&a->names, name, DT_BYLINE_TEXT);
}

/* Adds the names of a block at the end of the text that is a byline, such as "Von Ann Otte". */
static void add_last_byline(authors *a) {
  const dt_content_page *page = a->page;
  uint32_t last = page->block_count;
  while (last > 0 && !dt_block_is_good(&page->blocks[last - 1])) last--;
  for (uint32_t i = last; i < page->block_count && i < last + NEAR_BEFORE && a->names.count == 0; i++) add_byline(a, i);
  if (a->names.count == 0 && last != 0 && last < page->block_count) add_signature(a, last);
}

/* Returns what follows a caption with a colon in a block, or in the next block if it is alone; empty without one.  If a
 * credit of pictures follows, a preposition, a dot or a blank is as good as the colon: "Testo di Ann Otte, foto di". */
static detm_text find_credit(const dt_content_page *page, uint32_t number, const char *caption) {
  static const char *const colons[] = {":", "：", "・"}, *const marks[] = {" di ", " de ", " von ",
                                                                           " av ", " by ", " "};
  const dt_block *block = &page->blocks[number];
  const char *at = strstr(block->text.data, caption); /* it occurs */
  detm_text apart = dt_block_apart(page, block);
  const char *other = apart.length != 0 ? strstr(apart.data, caption) : NULL;
  if (other != NULL) at = other;
  bool begins = at == block->text.data || at == apart.data;
  const char *before = strlen(caption) > 3 ? "|/·,;\n " : "|/·,;\n"; /* "Developed By: Brook Ltd" */
  if (!begins && strchr(before, at[-1]) == NULL) return DT_TEXT("");
  detm_text after = dt_text_from(dt_text(at), strlen(caption)), rest = dt_text_strip_start(after, " ");
  size_t joint = dt_joint_at(after), colon = 0; /* "Text und Fotos:" */
  if (dt_text_starts(after, DT_TEXT("・"))) joint = strlen("・");
  while (colon < rest.length && rest.data[colon] != ':' && !dt_text_starts(dt_text_from(rest, colon), DT_TEXT("：")))
    colon++;
  if (joint != 0 && colon != 0 && dt_byline_pictures_at(dt_text_from(after, joint)) == 0)
    rest = dt_text_from(rest, colon);

  for (size_t i = 0; i < COUNT(colons); i++) {
    detm_text name = dt_text_from(rest, strlen(colons[i]));
    if (!dt_text_starts(rest, dt_text(colons[i]))) continue;
    if (name.length == 0) {
      const dt_block *next = block + 1;
      bool named = number + 1 < page->block_count && next->sentences == 0 && next->units <= MAX_NAME_UNITS;
      return named ? next->text : DT_TEXT("");
    }
    if (i == 0 && *name.data != ' ' && *name.data != '\n') return DT_TEXT("");
    return dt_text_strip_start(name, " \n");
  }

  for (size_t i = 0; i < COUNT(marks) && dt_byline_pictures_at(after) < after.length; i++)
    if (dt_text_starts(after, dt_text(marks[i]))) return dt_text_from(after, strlen(marks[i]));
  return DT_TEXT("");
}

/* Captions of credits, and the second letters of theirs by the first: most places of a text are left by these. */
static const char *const captions[] = {"Text",  "Texte",  "Texto",   "Testo",  "Tekst",  "Words",     "Story",
                                       "Autor", "Author", "Autorin", "Auteur", "Autore", "Redaktion", "Von",
                                       "Par",   "By",     "Автор",   "Текст",  "文",     "Autorka",   "Autora"};
static const char second_letters[256] = {['T'] = 'e', ['W'] = 'o', ['S'] = 't', ['A'] = 'u', ['R'] = 'e',
                                         ['V'] = 'o', ['P'] = 'a', ['B'] = 'y', [0xd0] = 1,  [0xe6] = 1};

/* Returns the captions that occur in a text: bit k for the caption of number k. */
static uint32_t captions_in(detm_text text) {
  uint32_t found = 0;
  for (const char *at = text.data, *end = at + text.length; at < end; at++) {
    const char second = second_letters[(unsigned char)*at];
    if (second == 0 || (second != 1 && at[1] != second)) continue;
    for (size_t k = 0; k < COUNT(captions); k++)
      if (*at == *captions[k] && dt_text_starts(dt_text_between(at, end), dt_text(captions[k]))) found |= 1u << k;
  }
  return found;
}

/* Adds the names of a line of credits anywhere: "Text: Ann Otte | Photos: Ben Brook". */
static void add_credits(authors *a) {
  const dt_content_page *page = a->page;
  for (uint32_t i = 0; i < page->block_count && a->names.count == 0; i++) {
    dt_scope_tick(page->arena->scope);
    const dt_block *block = &page->blocks[i];
    if (block->text.length >= MAX_CREDIT_LENGTH) continue;
    const uint32_t found = captions_in(block->text);
    for (size_t k = 0; k < COUNT(captions); k++) {
      detm_text credit = (found >> k & 1) != 0 ? find_credit(page, i, captions[k]) : DT_TEXT("");
      if (credit.length == 0 || !dt_is_name(credit) || is_beside(a, block)) continue;
      dt_author_names_read(&a->names, credit, DT_BYLINE_TEXT);
      break;
    }
  }
}

/* Checks whether two names are the same, but for a title before the first: "Dr. Ann Otte". */
static bool is_titled(detm_text name, detm_text bare) {
  static const char *const titles[] = {"Dr ", "Dr. ", "Prof. ", "Prof. Dr. "};
  for (size_t i = 0; i < COUNT(titles); i++)
    if (dt_text_starts(name, dt_text(titles[i])) && dt_is_same_name(dt_text_from(name, strlen(titles[i])), bare))
      return true;
  return dt_is_same_name(name, bare);
}

/* Checks whether the names of another source say more than those found: all of these and further ones, or the whole
 * name of the only one. */
static bool say_more(const dt_author_names *found, const dt_author_names *others) {
  size_t same = 0;
  for (size_t i = 0; i < found->count; i++)
    for (size_t k = 0; k < others->count; k++) same += is_titled(others->names[k], found->names[i]);
  if (same == found->count) return others->count > found->count;
  if (found->count != 1 || others->count != 1 || !dt_is_one_word(found->names[0])) return false;
  detm_text first = found->names[0], name = others->names[0];
  return dt_text_starts_ci(name, first) && name.length > first.length && name.data[first.length] == ' ';
}

/* Completes declared names, often one of several authors or a given name, by those of other sources. */
static void complete_names(authors *a) {
  void (*const sources[])(authors *) = {add_creators, add_metas, add_labelled_metas, add_bylines,
                                        add_first_marks}; /* marks only for a name of one word */
  const dt_author_names found = a->names;
  a->sought = found.names[0];
  size_t count = COUNT(sources) - (found.count == 1 && dt_is_one_word(found.names[0]) ? 0 : 1);
  for (size_t i = 0; i < count; i++) {
    a->names.count = 0;
    sources[i](a);
    if (say_more(&found, &a->names)) return;
  }
  a->sought = DT_TEXT("");
  a->names = found;
}

/* Replaces the name of an account, which content management systems declare, by the same name as the page shows it
 * above the text: "ann.otte" by "Ann Otte". */
static void spell_account(authors *a) {
  const dt_author_names found = a->names;
  if (found.count != 1 || !dt_is_one_word(found.names[0]) || !dt_begins_small(found.names[0])) return;
  a->names.count = 0;
  add_first_marks(a);
  if (a->names.count == 0) add_bylines(a);
  detm_text shown = a->names.count == 1 ? a->names.names[0] : DT_TEXT("");
  if (!dt_is_full_name(shown) || !dt_is_same_name(shown, found.names[0])) a->names = found;
}

/* Adds the names of the first source that has some. */
static void add_from_sources(authors *a) {
  add_data(a);
  if (a->names.count != 0) complete_names(a);
  if (a->names.count == 0) add_labelled(a, labels, COUNT(labels));
  if (a->names.count == 0) add_reporter(a);
  if (a->names.count == 0) {
    add_metas(a);
    if (a->names.count == 1 && dt_is_one_word(a->names.names[0])) complete_names(a);
  }

  spell_account(a);
  if (a->names.count == 0) add_first_marks(a);
  if (a->names.count == 0) add_bylines(a);
  if (a->names.count == 0) add_marked_authors(a);
  if (a->names.count == 0) add_credits(a);
  if (a->names.count == 0) add_last_byline(a);
  if (a->names.count == 0) add_account(a);
  if (a->names.count == 0) add_labelled(a, editor_labels, COUNT(editor_labels));
}

/* Replaces names by those that are declared if these are the site's. */
static void prefer_site(authors *a) {
  const dt_author_names found = a->names;
  a->names.count = 0;
  add_data(a);
  if (a->names.count == 0) add_metas(a);
  for (size_t i = 0; i < a->site_count && a->names.count == 1; i++)
    if (dt_is_same_name(a->names.names[0], a->sites[i])) return;
  a->names = found;
}

const char *dt_find_author(const dt_content_page *page) {
  authors a = {.page = page, .sought = DT_TEXT(""), .names.language = page->language, .replies = dt_replies_read(page)};
  a.unmarked = dt_document_root(page->page->document);
  read_sites(&a);
  a.names.excluded = a.sites;
  a.names.excluded_count = a.site_count;
  add_from_sources(&a);

  /* nobody else is named: the site itself, if it is declared or marked as the author; a word alone names nobody */
  a.names.excluded_count = a.site_count != 0 && a.sites[0].data == page->title;
  a.bodies = true;
  if (a.names.count == 1 && dt_is_one_word(a.names.names[0])) prefer_site(&a);
  if (a.names.count == 0) add_data(&a);
  if (a.names.count == 0) add_metas(&a);
  if (a.names.count == 0) add_marked_authors(&a);

  const char *names = NULL;
  for (size_t i = 0; i < a.names.count; i++) {
    const char *name = dt_arena_copy(page->arena, a.names.names[i].data, a.names.names[i].length);
    names = names == NULL ? name : dt_arena_format(page->arena, "%s, %s", names, name);
  }

  return names;
}
