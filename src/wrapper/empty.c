/* wrapper/empty.c: finds the statement of a page that it has no records.
 *
 * A statement is a short text that negates something or counts 0.  At the place of the records any such text counts;
 * elsewhere in the main part of the page the text must also name the records ("No results", "0 items found").  The main
 * part begins at the h1 and ends where another list begins.  Links, hidden elements and navigation are skipped, and so
 * are texts that the sample pages have as well: many pages contain such a text and hide it by a style sheet. */
#include "config.h"

#include "wrapper/empty.h"

#include "text/fold.h"
#include "values/value_kind.h"

enum {
  MAX_STATEMENT_LENGTH = 200, /* bytes */
  FARTHEST_WORD = 4,          /* words from a negation to the negated word, including it */
  MAX_NOTICES = 16            /* statements of sample pages that are stored */
};

/* Words of empty lists by language, in lower case: negations of the records, negations of a verb, words for the
 * records.  A "*" at the end matches any suffix.  Scripts without spaces are searched for these words as substrings. */
static const struct {
  const char *language, *none, *not, *found;
} words[] = {
    {"en", "no none nothing zero", "not cannot couldn didn doesn isn aren weren wasn haven unable",
     "found find result* match* item* product* record* entr* hit hits listing*"},
    {"de", "kein keine keinen keiner nichts", "nicht", "gefunden treffer ergebnis* artikel eintr* produkt* angebot*"},
    {"fr", "aucun aucune rien", "pas", "résultat* trouvé* correspond* article* produit* annonce* offre*"},
    {"es", "ningún ningun ninguna ninguno nada sin", "no", "resultado* encontr* coincid* producto* artículo* hay"},
    {"it", "nessun nessuna nessuno niente nulla", "non", "risultat* trovat* prodott* articol* corrispond*"},
    {"pt", "nenhum nenhuma nada sem", "não", "resultado* encontr* produto* item itens correspond* há"},
    {"nl", "geen niets", "niet", "resulta* gevonden product* artikel* treffers"},
    {"sv", "inga inget ingen ingenting", "inte", "träff* resultat* hitta* produkt* matcha*"},
    {"da, nb", "ingen intet ingenting", "ikke", "resultat* treff fundet funnet fandt fant produkt* varer match*"},
    {"fi", "ei", "eivät emme", "tulo* löyty* löydy* osumia tuottei*"},
    {"pl", "brak żadnych nic", "nie", "wynik* znale* produkt* ofert* ogłosze*"},
    {"cs, sk", "žádný žádné žádná žiadne nic", "ne nebyl nebyla nebyly nebylo neboli",
     "nalezen* výsled* nájden* produkt* polož*"},
    {"ru, uk", "нет ничего немає нічого", "не", "найден* результат* товар* запис* объявлен* знайден* збіг*"},
    {"tr", "hiç", "yok bulunamadı", "sonuç* ürün* kayıt* ilan* bulunamadı"},
    {"zh", "没有 沒有 暂无 暫無 无 無", "未 找不到", "找到 找不到 结果 結果 数据 记录 记錄 商品 内容 資料"},
    {"ja", "ありません なし ございません", "ません", "見つか 結果 該当 検索 商品"},
    {"ko", "없습니다 없음", "않습니다", "결과 검색 상품 일치 찾을"},
};

/* Length of the word at the start of a list. */
static size_t length_of(const char *word) { return strcspn(word, " "); }

/* Runs the body for each word of a list; `length` is declared before. */
#define EACH_WORD(list, word, length)                                                                                  \
  for (const char *word = (list); (length = length_of(word)) != 0; word += length + (word[length] == ' '))

/* ---- the words that deny ---- */

/* A set of the negating words, by hash, without those of dense scripts. */
typedef struct denials {
  uint64_t bits[32];
} denials;

enum { FIRST_DENSE = 0xe2 /* the lowest first byte of dense scripts */ };

static unsigned bit_of(const char *word, size_t length) { return (unsigned)(dt_hash_bytes(word, length, 0) >> 53); }

static void read_denials(denials *d) {
  *d = (denials){{0}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    for (int k = 0; k < 2; k++) {
      size_t length;
      EACH_WORD(k == 0 ? words[i].none : words[i].not, word, length) {
        unsigned bit = bit_of(word, length);
        d->bits[bit / 64] |= UINT64_C(1) << bit % 64;
      }
    }
}

/* ---- the words of a text ---- */

/* The words of a folded text.  Numbers with a label ("No. 5") are empty words. */
typedef struct sentence {
  detm_text words[MAX_STATEMENT_LENGTH / 2 + 1];
  unsigned count;
} sentence;

static void read_sentence(sentence *s, detm_text text) {
  const char *at = text.data, *end = text.data + text.length;
  uint32_t code;
  unsigned width = 0;
  for (s->count = 0;; s->count++) {
    while (at < end && (width = dt_utf8_read(at, end, &code)) != 0 && !dt_is_letter(code)) at += width;
    const char *start = at;
    while (at < end && (width = dt_utf8_read(at, end, &code)) != 0 && dt_is_letter(code)) at += width;
    if (at == start) return;
    bool number = at < end && *at == '.' && at - start == 2 && memcmp(start, "no", 2) == 0;
    s->words[s->count] = dt_text_between(start, number ? start : at);
  }
}

/* Whether a word matches one of the list. */
static bool is_in(detm_text word, const char *list) {
  size_t length;
  EACH_WORD(list, pattern, length) {
    bool open = length > 1 && pattern[length - 1] == '*';
    detm_text wanted = {pattern, open ? length - 1 : length};
    bool dense = (unsigned char)*pattern >= FIRST_DENSE;
    if (dense  ? memmem(word.data, word.length, pattern, length) != NULL
        : open ? dt_text_starts(word, wanted)
               : dt_text_equal(word, wanted))
      return true;
  }
  return false;
}

static bool sentence_has_word(const sentence *s, const char *list) {
  for (unsigned i = 0; i < s->count; i++)
    if (is_in(s->words[i], list)) return true;
  return false;
}

/* Whether a word of one list is near a word of the other: "no results", "not been found", "aucun résultat". */
static bool has_near(const sentence *s, const char *list, const char *other) {
  for (unsigned i = 0; i < s->count; i++) {
    if (!is_in(s->words[i], list)) continue;
    unsigned from = i > FARTHEST_WORD ? i - FARTHEST_WORD : 0;
    for (unsigned k = from; k < s->count && k <= i + FARTHEST_WORD; k++)
      if (is_in(s->words[k], other)) return true;
  }
  return false;
}

/* Whether all numbers of the text are a lone 0: not "0.00", "20:00" or "0 of 12". */
static bool counts_nothing(detm_text text) {
  static const char within_number[] = ".,:/%";
  bool zero = false;
  for (size_t i = 0; i < text.length; i++) {
    char before = i != 0 ? text.data[i - 1] : ' ', after = i + 1 < text.length ? text.data[i + 1] : ' ';
    if (!dt_is_digit(text.data[i])) continue;
    if (text.data[i] != '0' || memchr(within_number, before, sizeof within_number - 1) != NULL || dt_is_digit(after))
      return false;
    if (memchr(within_number, after, sizeof within_number - 1) != NULL && i + 2 < text.length) return false;
    zero = true;
  }
  return zero;
}

/* Fast check whether a text may contain a negation; false positives are possible. */
static bool may_deny(const denials *d, const sentence *s) {
  for (unsigned i = 0; i < s->count; i++) {
    detm_text word = s->words[i];
    unsigned bit = bit_of(word.data, word.length);
    if (d->bits[bit / 64] >> bit % 64 & 1) return true;
    for (size_t b = 0; b < word.length; b++)
      if ((unsigned char)word.data[b] >= FIRST_DENSE) return true;
  }
  return false;
}

static bool is_statement(const denials *d, detm_text text, bool at_place) {
  char folded[MAX_STATEMENT_LENGTH];
  sentence s;
  if (text.length == 0 || text.length > MAX_STATEMENT_LENGTH) return false;
  text = dt_fold_copy(folded, sizeof folded, text);
  bool zero = counts_nothing(text);
  read_sentence(&s, text);
  if ((!zero && !may_deny(d, &s)) || !dt_has_letter(text) || sentence_has_word(&s, "javascript")) return false;
  if (text.data[text.length - 1] == '?' && !at_place) return false; /* "Did you not find it?" */
  if (zero && at_place) return true;

  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (at_place && sentence_has_word(&s, words[i].none)) return true;
    if (zero && has_near(&s, "0", words[i].found)) return true;
    if (has_near(&s, words[i].none, words[i].found) || has_near(&s, words[i].not, words[i].found)) return true;
  }

  return false;
}

/* ---- statements of a page ---- */

static bool is_notice(const detm_wrapper *wrapper, detm_text text) {
  for (uint32_t i = 0; i < wrapper->notice_count; i++)
    if (dt_text_equal(dt_text(wrapper->notices[i]), text)) return true;
  return false;
}

/* The first statement in [from, end) that is not a notice; DT_NONE = none. */
static dt_index find_statement(const detm_wrapper *wrapper, const denials *d, dt_scope *scope, const dt_tree *tree,
                               dt_index from, dt_index end, bool at_place) {
  for (dt_index node = from; node < end;) {
    const dt_node *n = &tree->nodes[node];
    dt_scope_tick(scope);
    if (n->tag == DT_TAG_TEXT && !(n->flags & DT_NODE_LINKED)) {
      detm_text text = dt_text_of(tree, node);
      if (is_statement(d, text, at_place) && !is_notice(wrapper, text)) return node;
    }
    bool skipped = n->tag != DT_TAG_TEXT && ((n->flags & DT_NODE_HIDDEN) || dt_tag_is(n->tag, DT_NAVIGATION));
    node = skipped ? n->end : node + 1;
  }
  return DT_NONE;
}

detm_text dt_empty_statement(const detm_wrapper *wrapper, dt_scope *scope, const dt_tree *tree, dt_index place,
                             dt_index list) {
  dt_index node = DT_NONE, end = list != DT_NONE ? list : tree->node_count;
  denials d;
  read_denials(&d);
  if (place != DT_NONE) {
    dt_index place_end = tree->nodes[place].end;
    node = find_statement(wrapper, &d, scope, tree, place, place_end < end ? place_end : end, true);
  }
  if (node == DT_NONE) {
    dt_index main_part = 0;
    /* the main part begins at the last h1 before another list, else at the first h1, else at the start of the page;
     * earlier texts, such as the count of items in the cart, are not about the records */
    for (dt_index h1 = 0; h1 < end && (main_part == 0 || list != DT_NONE); h1++)
      if (tree->nodes[h1].tag == DT_TAG_h1) main_part = h1;
    node = find_statement(wrapper, &d, scope, tree, main_part, end, false);
  }
  return node != DT_NONE ? dt_text_of(tree, node) : (detm_text){"", 0};
}

detm_text dt_first_text(const dt_tree *tree, dt_index place) {
  for (dt_index node = place; place != DT_NONE && node < tree->nodes[place].end; node++)
    if (tree->nodes[node].tag == DT_TAG_TEXT) return dt_text_of(tree, node);
  return (detm_text){"", 0};
}

/* Adds the statements in [from, end) to the wrapper's notices. */
static void note_statements(detm_wrapper *wrapper, const denials *d, const dt_tree *tree, dt_index from, dt_index end) {
  for (; wrapper->notice_count < MAX_NOTICES; from++) {
    from = find_statement(wrapper, d, wrapper->arena.scope, tree, from, end, false);
    if (from == DT_NONE) return;
    detm_text text = dt_text_of(tree, from);
    wrapper->notices[wrapper->notice_count++] = dt_arena_copy(&wrapper->arena, text.data, text.length);
  }
}

void dt_wrapper_note_notices(detm_wrapper *wrapper, const dt_record_set *sets, uint32_t set_count) {
  denials d;
  read_denials(&d);
  wrapper->notices = DT_ARRAY(&wrapper->arena, const char *, MAX_NOTICES);
  wrapper->notice_count = 0;

  for (uint32_t s = 0; s < set_count; s++) {
    const dt_tree *tree = sets[s].tree;
    dt_index from = 0;
    for (uint32_t r = 0; r < sets[s].count; r++) {
      const dt_record *record = &sets[s].records[r];
      note_statements(wrapper, &d, tree, from, record->nodes[0]);
      from = dt_record_end(tree, record);
    }
    note_statements(wrapper, &d, tree, from, tree->node_count);
  }
}
