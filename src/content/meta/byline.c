/* content/meta/byline.c: reads the names in a byline: skips the words before them, splits lists of names, and ends at
 * what is no name. */
#include "config.h"

#include "content/meta/byline.h"

#include "content/meta/date_label.h"
#include "text/fold.h"
#include "text/words.h"
#include "values/month_names.h"

enum {
  WORDS_OF_NAME = 6,
  OPENING_WORDS = 10, /* before a name: "Dieser Beitrag wurde am 3. Mai 2024 veröffentlicht von" */
  OPENING_BYTES = 160,
  ROLE_BYTES = 120 /* read of a text for roles */
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- words of bylines ---- */

/* Prepositions before the author.  All but "by" also begin names ("Von Miller"). */
static dt_word_list listed_prepositions = DT_WORD_LIST("by|von|vom|par|por|di|door|av|af|od|от|przez|via|oleh");
/* Words between a preposition and an office. */
static dt_word_list listed_possessives = DT_WORD_LIST(
    "our|unser|unsere|unserem|unserer|unseren|notre|nos|nuestro|nuestra|nosso|nossa|nostro|nostra|onze|vår");
/* Beginnings of words before such a preposition, folded: "Posted by", "Eingestellt von", "Un article de".  Words for a
 * publication (date_label.c) are more of them. */
static dt_word_list listed_leads = DT_WORD_LIST(
    "written|author|post|words|story|text|report|artic|artik|artíc|artyk|eingest|gepost|geschri|verfass|verfaß|beitr|"
    "bericht|alle|view|zeige|écrit|ecrit|rédig|redig|propos|ajout|escrit|redact|enviad|scritt|inserit|cura|geschre|"
    "bijdra|skrevet|skreven|skriven|skriv|inlägg|upplag|lagt|indlæg|napisa|dodan|zamiesz|přid|vlož|napsal|напис|"
    "автор|contribut|submit|added|created|review|recipe|rezept|guest|gast|compiled|more|mehr|tekst|texte|texto|testo|"
    "commun|nieuws|news|entry|thread|started|start|pressemit|asked|erstel|aufgez|protokol|übers|kolumne|kommentar|"
    "column|opinion|publi|interv|produc|gehost|präsentiert|gesprochen|inviat|gespeich|soumis|"
    "ingedien|ingezon|submetid|wysłan|przesł|inskick|indsend");
/* Captions before the author; between them and the name is punctuation, or a blank in an element marked as author. */
static dt_word_list listed_captions = DT_WORD_LIST(
    "author|authors|autor|autorin|autoren|autora|autores|auteur|auteurs|autrice|autore|verfasser|verfasserin|"
    "redakteur|forfatter|författare|автор|text|thread starter|texte|texto|testo|tekst|words|story|writer|reporter|"
    "本报记者|总台记者|实习记者|记者|記者|作者|撰文|原作者|写手|文|著者|執筆|interview|haber|بقلم|الكاتب|نویسنده|מאת|"
    "yazan|yazar|muhabir|teksti|"
    "kirjoittaja|szerző|penulis|autoria|autoría|tác giả|oleh|συντάκτης|autorka|autorzy");
static const char *const joints[] = {" and ", " & ",    " und ", " et ", " y ", " och ", " og ", " e ", " en ",
                                     " i ",   " with ", " / ",   "、",   "；",  ";",     "，",   ","};
static const char *const ends[] = {"|",  "•", "·",    "(",    "（",    "@",        "—",          "–",      " - ", "\n",
                                   "：", ":", "http", "+",    "/",     "[",        "。",         "）",     "】",  "〉",
                                   "→",  "»", " on ", " in ", " for ", " Updated", " Published", " Posted"};
/* Words that no name has: roles, buttons, networks.  Without the roles .02 fewer authors are right on atfds and wcxb.
 */
static dt_word_list listed_roles = DT_WORD_LIST(
    "writer|editor|reporter|correspondent|staff|contributor|contributing|journalist|columnist|producer|follow|"
    "professor|senior|updated|published|posted|admin|share|editorial|view|profile|author|guest|read|more|unknown|"
    "post|reply|quote|publisher|anonymous|permalink|name|interview|comments|comment|facebook|twitter|linkedin|"
    "instagram|whatsapp|email|mail|print|watch|live|contact|kontakt|subscribe|website|home|uncategorized|autor|"
    "autorin|autoren|auteur|redaktion|lesedauer|user|articles|about|über|unbenannt|untitled|antworten|liken|zitieren|"
    "login|anmelden|youtube|rss|xing|sponsored|spotlight|sign|register|telegram|pinterest|menu|next|previous|tweet|"
    "minutes|min");
/* Beginnings of such words in other languages. */
static dt_word_list listed_role_starts = DT_WORD_LIST(
    "redakteur|korrespond|corresp|redactor|redactora|periodist|rédact|giornalist|inviat|envoyé|chef|mitarbeiter|"
    "kommentar|comentari|commentai|reacti|verantwort|veröffentlich|enviad|reporter|journalist|collabor|colabor|"
    "fotograf|photograph|verslaggev|redatt|redacci|professor|geschäftsf");
/* Words for pictures, folded: who made them is not the author.  Words of CJK need no blank around them. */
static dt_word_list listed_pictures = DT_WORD_LIST(
    "foto|fotos|foto's|fotografie|fotografia|fotografía|fotografías|fotografii|photo|photos|photography|photographs|"
    "photograph|photographie|photographies|picture|pictures|image|images|imagen|imágenes|imagem|imagens|immagini|"
    "bild|bilder|beeld|beelden|illustration|illustrations|illustrationen|illustrated|ilustración|ilustraciones|"
    "illustrazione|illustrazioni|illustratie|illustraties|ilustracje|ilustração|zdjęcie|zdjęcia|billede|billeder|"
    "kuva|kuvat|grafik|grafiken|фото|фотографии|фотографія");
/* Ends of German compounds for pictures: "Symbolbild". */
static const char *const picture_ends[] = {"bild", "bilder", "foto", "fotos"};
static const char *const cjk_picture_words[] = {"写真", "撮影", "摄影", "攝影", "图片", "圖片", "图/", "图：", "사진"};
static const char *const suffixes[] = {"jr.", "jr", "sr.", "sr", "md", "phd", "ph.d."};
/* Words of names that are written small. */
static dt_word_list listed_particles = DT_WORD_LIST(
    "von|van|de|der|den|del|della|di|da|do|dos|das|du|la|le|el|al|bin|ibn|ben|zu|zur|zum|af|av|ter|ten|het|y|e|st.");

static const char edges[] = " \t\n,.;-*_~\"'|";

/* Returns the bytes of the first of `marks` that the text starts with, or 0. */
static size_t mark_length(detm_text text, const char *const *marks, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (dt_text_starts_ci(text, dt_text(marks[i]))) return strlen(marks[i]);
  return 0;
}

/* Returns the next word of a text, up to a blank, from *at, and moves *at behind it; empty at the end. */
static detm_text next_token_of(detm_text text, size_t *at) {
  while (*at < text.length && (text.data[*at] == ' ' || text.data[*at] == '\n')) ++*at;
  size_t start = *at;
  while (*at < text.length && text.data[*at] != ' ' && text.data[*at] != '\n') ++*at;
  return (detm_text){text.data + start, *at - start};
}

static size_t words_of(detm_text text) {
  size_t at = 0, words = 0;
  while (next_token_of(text, &at).length != 0) words++;
  return words;
}

/* ---- the words before a name ---- */

static bool is_lead_word(detm_text word) {
  char folded[ROLE_BYTES];
  if (word.length == 0 || word.length > sizeof folded) return false;
  if (*word.data >= '0' && *word.data <= '9') return true; /* "on 3 May by" */
  detm_text own = dt_fold_copy(folded, sizeof folded, word);
  if (dt_word_beginning(own, &listed_leads, NULL).data != NULL) return true;
  return dt_first_date_label(word) != DT_DATE_UNLABELLED;
}

/* Checks whether a word is "de" or "da", which are prepositions of an author only after another word. */
static bool is_genitive(detm_text word) {
  return dt_text_equal_ci(word, DT_TEXT("de")) || dt_text_equal_ci(word, DT_TEXT("da"));
}

/* Checks whether one of the words of an opening may be a preposition. */
static bool opens_with_preposition(detm_text start) {
  size_t at = 0;
  for (int count = 0; count < OPENING_WORDS; count++) {
    detm_text word = dt_text_strip(next_token_of(start, &at), ":|,.");
    if (word.length == 0) return false;
    if (dt_word_is_listed(word, &listed_prepositions)) return true;
    if (is_genitive(word)) return true;
  }
  return false;
}

/* Returns the bytes up to the end of a preposition that follows nothing or a lead word, or 0: "Posted on 3 May by".
 * After a preposition the name begins, so a second one must follow at once: "Written and illustrated by". */
static size_t preposition_at(detm_text text, bool alone, bool second) {
  bool led = false, by_word = false; /* after a number alone, "de" is that of an address: "12 De La Cruz" */
  detm_text start = dt_text_cut(text, OPENING_BYTES);
  size_t at = 0;
  if (!opens_with_preposition(start)) return 0; /* most texts: their words are not compared with the leads */

  for (int count = 0; count < OPENING_WORDS && (!second || count == 0 || led); count++) {
    detm_text word = dt_text_strip(next_token_of(start, &at), ":|,.");
    if (word.length == 0) break;
    bool is_by = dt_text_equal_ci(word, DT_TEXT("by"));
    if (dt_word_is_listed(word, &listed_prepositions) && (led || (count == 0 && (is_by || alone)))) return at;
    if (by_word && is_genitive(word)) return at;
    if (!is_lead_word(word)) continue;
    led = true;
    by_word |= *word.data < '0' || *word.data > '9';
  }

  return 0;
}

bool dt_byline_opens_next(detm_text text) {
  text = dt_text_strip(text, edges);
  size_t start = text.length;
  while (start > 0 && text.data[start - 1] != ' ') start--;
  return start != 0 && dt_word_is_listed(dt_text_from(text, start), &listed_prepositions);
}

/* Returns the bytes of an office that a possessive and a word for it name: "our correspondent Ann Otte"; 0 without. */
static size_t office_at(detm_text text) {
  enum { MOST_WORDS = 3 };
  size_t at = 0;
  if (!dt_word_is_listed(next_token_of(text, &at), &listed_possessives)) return 0;
  for (int count = 0; count < MOST_WORDS; count++)
    if (dt_has_role(next_token_of(text, &at))) return at;
  return 0;
}

/* Returns the bytes of a caption and the separator after it at the start of a text, or 0.  The separator is
 * punctuation, or a blank if `blank_will_do`. */
static size_t caption_at(detm_text text, bool blank_will_do) {
  static const char *const marks[] = {"：", ":", "/", "|", "・"}, *const blanks[] = {" ", "\xc2\xa0", "\xe3\x80\x80"};
  char folded[ROLE_BYTES];
  detm_text start = dt_text_cut(text, ROLE_BYTES);
  if (text.length != 0 && (unsigned char)*text.data >= 0x80) {
    start = dt_fold_copy(folded, sizeof folded, text);
  } else {
    for (size_t i = 0; i < start.length; i++) folded[i] = dt_ascii_lower(start.data[i]);
    start.data = folded;
  }

  for (detm_text caption = {NULL, 0};
       (caption = dt_word_beginning(start, &listed_captions, caption.data)).length != 0;) {
    size_t word = caption.length, blank = mark_length(dt_text_from(text, word), blanks, COUNT(blanks));
    size_t mark = mark_length(dt_text_from(text, word + blank), marks, COUNT(marks));
    if (mark != 0 || (blank_will_do && (blank != 0 || word == text.length))) return word + blank + mark;
  }

  return 0;
}

detm_text dt_byline_without_opening(const dt_author_names *n, detm_text text, dt_byline_source source, bool *opened) {
  bool declared = source == DT_BYLINE_DECLARED;
  for (bool second = false;; second = true) {
    text = dt_text_strip_start(text, edges);
    size_t length = preposition_at(text, !declared, second);
    /* a declared "Von Miller" is a name, "Von Ute Otte" on a German page is not */
    if (length == 0 && declared && words_of(text) > 2 && strlen(n->language) >= 2) {
      static const char *const of_languages[][2] = {{"de", "Von "}, {"fr", "Par "}, {"es", "Por "}, {"pt", "Por "}};
      for (size_t i = 0; i < COUNT(of_languages) && length == 0; i++)
        if (memcmp(n->language, of_languages[i][0], 2) == 0 && dt_text_starts_ci(text, dt_text(of_languages[i][1])))
          length = strlen(of_languages[i][1]);
    }
    if (length == 0) length = caption_at(text, source == DT_BYLINE_MARKED);
    if (length == 0) return text;
    *opened = true;
    text = dt_text_from(text, length);
    text = dt_text_strip_start(text, " ");
    text = dt_text_from(text, office_at(text));
  }
}

/* ---- what is no name ---- */

bool dt_has_role(detm_text text) {
  char folded[ROLE_BYTES];
  detm_text own = dt_fold_copy(folded, sizeof folded, text);
  for (size_t at = 0, end; at < own.length; at = end) {
    for (end = at; end < own.length && (dt_is_ascii_letter(folded[end]) || (unsigned char)folded[end] >= 0x80);) end++;
    detm_text word = {folded + at, end - at};
    if (word.length == 0) {
      end++;
      continue;
    }
    if (dt_word_is_listed(word, &listed_roles)) return true;
    if (dt_word_beginning(word, &listed_role_starts, NULL).data != NULL) return true;
  }

  return false;
}

static bool begins_upper(detm_text word) {
  uint32_t code;
  if (word.length == 0) return false;
  dt_utf8_read(word.data, word.data + word.length, &code);
  return dt_lower(code) != code;
}

bool dt_begins_small(detm_text word) {
  uint32_t code;
  if (word.length == 0) return false;
  dt_utf8_read(word.data, word.data + word.length, &code);
  if (code < 0x80) return code >= 'a' && code <= 'z';
  return dt_is_letter(code) && dt_lower(code) == code && !dt_is_cjk(code) && code < 0x590;
}

bool dt_is_one_word(detm_text text) { return words_of(text) == 1; }

bool dt_is_same_name(detm_text a, detm_text b) {
  char x[DT_MAX_NAME_LENGTH], y[DT_MAX_NAME_LENGTH];
  if (a.length == 0 || a.length > sizeof x || b.length == 0 || b.length > sizeof y) return false;
  size_t own = dt_squeeze_word(a, x);
  return own == dt_squeeze_word(b, y) && memcmp(x, y, own) == 0;
}

/* Checks whether a text has only numbers and words that belong to them: "203", "51 Comments", "3.5.2024". */
static bool is_number(detm_text text) {
  if (text.length == 0 || *text.data < '0' || *text.data > '9') return false;
  bool letters = false;
  for (size_t i = 0; i < text.length; i++) letters |= dt_is_ascii_letter(text.data[i]) || (text.data[i] & 0x80) != 0;
  return !letters || memchr(text.data, ' ', text.length) != NULL;
}

void dt_author_names_add(dt_author_names *n, detm_text name) {
  char word[DT_MAX_NAME_LENGTH];
  if (n->count == DT_MAX_NAMES || name.length < 2 || name.length > DT_MAX_NAME_LENGTH) return;
  if (words_of(name) > WORDS_OF_NAME || dt_squeeze_word(name, word) < 2) return;
  if (strncmp(name.data, "www.", 4) == 0 || is_number(name)) return;
  for (size_t i = 0; i < name.length; i++)
    if (strchr("{<=%?!", name.data[i]) != NULL) return;
  if (dt_word_is_listed(name, &listed_captions)) return; /* a label without its name */
  for (size_t i = 0; i < n->excluded_count; i++)
    if (dt_is_same_name(name, n->excluded[i])) return;
  for (size_t i = 0; i < n->count; i++)
    if (dt_is_same_name(n->names[i], name)) return;
  n->names[n->count++] = name;
}

/* ---- lists of names ---- */

/* Returns the offset of the first of `marks` in a text, or the text's length; *bytes is the length of the mark. */
static size_t find_first(detm_text text, const char *const *marks, size_t count, size_t *bytes) {
  for (size_t at = 0; at < text.length; at++) {
    *bytes = mark_length(dt_text_from(text, at), marks, count);
    if (*bytes != 0) return at;
  }
  *bytes = 0;
  return text.length;
}

size_t dt_joint_at(detm_text text) {
  size_t blanks = 0;
  while (blanks < text.length && text.data[blanks] == ' ') blanks++;
  if (blanks == text.length) return 0;

  if (blanks == 0) { /* the blank before a word may be in the text before */
    for (size_t i = 0; i < COUNT(joints); i++) {
      const char *joint = joints[i][0] == ' ' ? joints[i] + 1 : joints[i];
      if (dt_text_starts_ci(text, dt_text(joint))) return strlen(joint);
      detm_text bare = dt_text_strip(dt_text(joint), " ");
      if (dt_text_equal_ci(text, bare)) return bare.length;
    }
    return 0;
  }

  size_t length = dt_joint_at(dt_text_from(text, blanks));
  return length != 0 ? blanks + length : 0;
}

/* Returns the offset of the first digit after a blank, where a date may begin, or the text's length. */
static size_t find_digits(detm_text text) {
  for (size_t i = 1; i < text.length; i++)
    if (text.data[i] >= '0' && text.data[i] <= '9' && text.data[i - 1] == ' ') return i;
  return text.length;
}

/* Returns the offset of the last word of a text. */
static size_t last_word_of(detm_text text) {
  size_t last = text.length;
  while (last > 0 && text.data[last - 1] != ' ') last--;
  return last;
}

/* Strips a short day of the week with its article: "Ann Otte el Jue". */
static detm_text without_day(detm_text text) {
  size_t day = last_word_of(text);
  if (!dt_word_is_among(dt_text_from(text, day),
                        "lun|mar|mié|mer|jue|jeu|vie|ven|sáb|sab|sam|dom|dim|gio|man|tir|ons|tor"))
    return text;
  detm_text before = dt_text_strip((detm_text){text.data, day}, " ");
  size_t article = last_word_of(before);
  return dt_word_is_among(dt_text_from(before, article), "el|le|il|den") ? (detm_text){text.data, article} : text;
}

/* Strips a date from the end ("Ann Otte, May 1, 2024").  Returns an empty text if less than two words are left. */
static detm_text without_date(const dt_author_names *n, detm_text text) {
  size_t end = find_digits(text);
  if (end == text.length) return text;
  text = dt_text_strip(without_day(dt_text_strip((detm_text){text.data, end}, edges)), edges);
  size_t last = last_word_of(text);
  if (dt_month_named(n->language, dt_text_from(text, last)).number != 0)
    text = dt_text_strip((detm_text){text.data, last}, edges);
  if (words_of(text) < 2) text.length = 0;
  return text;
}

/* Cuts a CJK name before the caption of another name: "王小河 编辑". */
static detm_text without_caption(detm_text name) {
  static const char *const others[] = {"编辑", "編輯", "责编", "责任编辑", "摄影",
                                       "攝影", "校对", "审核", "来源",     "編集"};
  size_t at = 0, end = 0;
  for (detm_text word; (word = next_token_of(name, &at)).length != 0; end = at)
    if (end != 0 && mark_length(word, others, COUNT(others)) != 0) return (detm_text){name.data, end};
  return name;
}

/* Cuts a name that begins with a capital before its first small word that is no particle, or that labels a date: "Mara
 * Quist in Harbour", "Mara Quist Published on". */
static detm_text without_small_words(detm_text name) {
  size_t at = 0, end = 0;
  detm_text word = next_token_of(name, &at);
  if (!begins_upper(word)) return name;
  for (end = at; (word = next_token_of(name, &at)).length != 0;) {
    bool particle = dt_word_is_listed(word, &listed_particles);
    if (dt_begins_small(word) && !particle && memchr(word.data, '\'', word.length) == NULL) break;
    if (end != 0 && dt_first_date_label(word) != DT_DATE_UNLABELLED) break;
    if (!dt_begins_small(word)) end = at;
  }
  return (detm_text){name.data, end};
}

/* Returns the bytes of ", Jr." and the like at the start of a text, or 0. */
static size_t suffix_at(detm_text text) {
  size_t gap = dt_text_starts(text, DT_TEXT(", ")) ? 2 : dt_text_starts(text, DT_TEXT(",")) ? 1 : 0;
  for (size_t i = 0; gap != 0 && i < 4; i++) {
    size_t length = strlen(suffixes[i]);
    detm_text rest = dt_text_from(text, gap);
    if (dt_text_starts_ci(rest, dt_text(suffixes[i])) &&
        (rest.length == length || !dt_is_ascii_letter(rest.data[length])))
      return gap + length;
  }
  return 0;
}

size_t dt_byline_pictures_at(detm_text text) {
  char folded[DT_MAX_BYLINE_LENGTH];
  if (text.length > sizeof folded) return text.length;

  detm_text own = dt_fold_copy(folded, sizeof folded, text);
  for (size_t at = 0, end = 0; at < own.length; at = end != at ? end : at + 1) {
    end = at;
    while (end < own.length && (dt_is_ascii_letter(folded[end]) || folded[end] == '\'' || (folded[end] & 0x80))) end++;
    detm_text word = {folded + at, end - at};
    if (end == at) continue;
    for (size_t i = 0; i < COUNT(picture_ends); i++)
      if (dt_text_ends(word, dt_text(picture_ends[i]))) return at;
    if ((folded[at] & 0x80) == 0 && strchr("fpibgkz", folded[at]) == NULL) continue;
    if (dt_word_is_listed(word, &listed_pictures)) return at;
    for (size_t i = at; i < end && (folded[at] & 0x80) != 0; i++)
      if (mark_length(dt_text_from(own, i), cjk_picture_words, COUNT(cjk_picture_words)) != 0) return i;
  }

  return text.length;
}

void dt_author_names_read(dt_author_names *n, detm_text text, dt_byline_source source) {
  size_t bytes;
  bool opened = false;
  if (text.length > DT_MAX_BYLINE_LENGTH) return;

  text = dt_byline_without_opening(n, text, source, &opened);
  if (source != DT_BYLINE_DECLARED) text.length = dt_byline_pictures_at(text);
  text.length = find_first(text, ends, COUNT(ends), &bytes);
  text = without_date(n, text);

  for (bool first = true; text.length != 0; first = false) {
    size_t end = find_first(text, joints, COUNT(joints), &bytes), suffix = suffix_at(dt_text_from(text, end));
    detm_text name = dt_text_strip(dt_byline_without_opening(n, (detm_text){text.data, end}, source, &opened), edges);
    bool cjk = name.length != 0 && (unsigned char)*name.data >= 0xe0;
    if (!first && (dt_has_role(name) || (source != DT_BYLINE_DECLARED && !dt_is_name(name)))) break;
    detm_text whole = name;
    if (source != DT_BYLINE_DECLARED) name = cjk ? without_caption(name) : without_small_words(name);
    if (source == DT_BYLINE_TEXT && !cjk && words_of(name) < 2) break;
    /* one word of a sentence: the first of "Last changed on", or of the title of a text */
    bool alone = !cjk && name.length < whole.length && words_of(name) < 2;
    if (alone && (n->count != 0 || !opened || dt_first_date_label(whole) != DT_DATE_UNLABELLED)) break;
    if (suffix != 0 && name.length != 0 && name.length == whole.length) {
      bytes = suffix;
      name.length = (size_t)(text.data + end - name.data) + suffix;
    }
    if (first || cjk || words_of(name) > 1) dt_author_names_add(n, name);
    if (name.length < whole.length) break; /* what follows is no list of names */
    text = dt_text_from(text, end + bytes);
  }
}

void dt_author_names_add_whole(dt_author_names *n, detm_text text) {
  static const char *const words[] = {" and ", " & ", " und ", " et ", " y ", " och ", " og "};
  bool opened = false;
  if (strstr(text.data, "://") != NULL) return;
  if (words_of(text) > 2) text = dt_byline_without_opening(n, text, DT_BYLINE_DECLARED, &opened);
  const char *account = memmem(text.data, text.length, " @", 2); /* a name and an account of a network */
  if (account != NULL) text = dt_text_between(text.data, account);
  size_t bytes, end = find_first(text, words, COUNT(words), &bytes);
  detm_text first = {text.data, end}, second = dt_text_from(text, end + bytes);
  bool two = bytes != 0 && words_of(first) > 1 && words_of(second) > 1;
  dt_author_names_add(n, two ? first : text);
  if (two) dt_author_names_add(n, second);
}

bool dt_is_name(detm_text text) {
  size_t at = 0;
  detm_text word = next_token_of(text, &at);
  uint32_t code = 0;
  if (word.length != 0) dt_utf8_read(word.data, word.data + word.length, &code);
  return begins_upper(word) || (dt_is_letter(code) && !dt_begins_small(word) && code > 0x7f);
}

bool dt_is_full_name(detm_text text) {
  size_t at = 0, words = 0;
  for (detm_text word; (word = next_token_of(text, &at)).length != 0; words++) {
    if (!begins_upper(word) && (words == 0 || !dt_word_is_listed(word, &listed_particles))) return false;
    for (size_t i = 0; i < word.length; i++)
      if (memchr(".-'", word.data[i], 3) == NULL && (word.data[i] & 0x80) == 0 && !dt_is_ascii_letter(word.data[i]))
        return false;
  }
  return words >= 2 && words <= 4 && !dt_has_role(text);
}
