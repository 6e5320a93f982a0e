/* links/pagination_words.c: the only list of words of links to other pages of a list. */
#include "links/pagination_words.h"

#include "text/fold.h"
#include "text/words.h"

enum {
  MAX_LENGTH = 60,   /* bytes of a caption */
  LONGEST_WORD = 36, /* bytes of the longest of the words */
  MAX_SYMBOL = 6
};

#define NEXT DETM_LINK_NEXT
#define PREVIOUS DETM_LINK_PREVIOUS
#define FIRST DETM_LINK_FIRST
#define LAST DETM_LINK_LAST

typedef struct turn_words {
  detm_link_turn turn;
  bool sure;
  dt_word_list words; /* letters only, folded */
} turn_words;

static turn_words caption_words[] = {
    {NEXT, true,
     DT_WORD_LIST(
         "avanti|berikutnya|dalšístrana|következő|następna|następnastrona|następny|neste|nesteside|next|"
         "nextarticle|nextchapter|nextpage|nextpost|nextposts|nextresults|nextstory|nächste|nächsteseite|nästa|"
         "nästasida|næste|næsteside|olderentries|olderposts|pagesuivante|paginasuccessiva|prossima|proxima|próxima|"
         "próximapágina|próximo|páginasiguiente|seguinte|seuraava|seuraavasivu|siguiente|siguientes|sonraki|"
         "sonrakisayfa|successiva|successivo|suivant|suivante|suivants|trangsau|următoarea|volgende|volgendepagina|"
         "επόμενη|επόμενησελίδα|наступна|следваща|следующая|следующаястраница|следующий|הבא|לעמודהבא|التالي|"
         "التالية|अगला|下一章|下一篇|下一頁|下一页|下頁|下页|后一页|次のページ|次へ|다음|다음페이지")},
    {NEXT, false,
     DT_WORD_LIST(
         "avançar|dalej|další|forward|ileri|older|selanjutnya|tiếp|tovább|verder|vorwärts|weiter|înainte|ďalšia|"
         "вперед|вперёд|далее|далі|次")},
    {PREVIOUS, true,
     DT_WORD_LIST("anterioară|anterior|anteriores|edellinen|edellinensivu|előző|forrige|forrigeside|föregående|"
                  "föregåendesida|newerentries|newerposts|pageprécédente|paginaprecedente|poprzedni|poprzednia|"
                  "poprzedniastrona|precedente|precedenti|predchádzajúca|prev|previous|previousarticle|previouschapter|"
                  "previouspage|previouspost|previousposts|previousresults|previousstory|prevpage|précédent|précédente|"
                  "précédents|páginaanterior|předchozí|předchozístrana|sebelumnya|trangtrước|vorherige|vorherigeseite|"
                  "vorige|vorigepagina|önceki|öncekisayfa|προηγούμενη|προηγούμενησελίδα|попередня|предишна|предыдущая|"
                  "предыдущаястраница|предыдущий|הקודם|السابق|السابقة|पिछला|上一章|上一篇|上一頁|上一页|上頁|上页|"
                  "前のページ|前へ|前一页|이전|이전페이지")},
    {PREVIOUS, false, DT_WORD_LIST("back|geri|indietro|newer|terug|wstecz|zurück|înapoi|назад|前")},
    {FIRST, true, DT_WORD_LIST("ersteseite|firstpage|premièrepage|primerapágina|перваястраница")},
    {FIRST, false,
     DT_WORD_LIST(
         "eerste|eerstepagina|első|ensimmäinen|erste|first|första|förstasidan|første|førsteside|ilk|ilksayfa|"
         "pertama|pierwsza|pierwszastrona|premier|première|prima|primapagina|primeira|primeirapágina|primera|první|"
         "prvnístrana|prvá|trangđầu|đầu|πρώτη|первая|перша|първа|الأولى|نخست|প্রথম|最初|最初のページ|第一頁|第一页|首頁|"
         "首页|처음")},
    {LAST, true, DT_WORD_LIST("dernièrepage|lastpage|letzteseite|últimapágina|последняястраница")},
    {LAST, false,
     DT_WORD_LIST(
         "cuối|dernier|dernière|laatste|laatstepagina|last|letzte|ostatnia|ostatniastrona|posledná|poslední|"
         "poslednístrana|sidste|sidsteside|sista|sistasidan|siste|sisteside|son|sonsayfa|terakhir|trangcuối|ultima|"
         "ultimapagina|ultimo|utolsó|viimeinen|última|último|τελευταία|остання|последна|последняя|آخر|الأخيرة|শেষ|"
         "尾頁|尾页|最后|最后一页|最後|最後のページ|最後一頁|末頁|末页|마지막")},
};

/* Lower case, without signs. */
static const char next_classes[] = "next|nextlink|nextpage|nextposts|nextpostslink";
static const char current_classes[] = "active|current|selected";
static const char previous_classes[] =
    "prev|previous|previouslink|previouspage|previousposts|previouspostslink|prevlink|prevpage";

static const char *const first_symbols[] = {"|<", "|<<", "|‹", "|«", "⏮", "⇤"};
static const char *const last_symbols[] = {">|", ">>|", "›|", "»|", "⏭", "⇥"};
static const char *const next_symbols[] = {"›", "»", ">", ">>", "→", "▶", "►", "⟩", "❯", "≫", "⇒"};
static const char *const previous_symbols[] = {"‹", "«", "<", "<<", "←", "◀", "◄", "⟨", "❮", "≪", "⇐"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool is_listed_symbol(const char *const *symbols, size_t count, const char *text) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(symbols[i], text) == 0) return true;
  return false;
}

static dt_turn_caption read_symbol(detm_text caption) {
  const char *text = caption.data;
  detm_link_turn turn = DETM_LINK_NO_TURN;
  if (caption.length == 0 || caption.length > MAX_SYMBOL) return (dt_turn_caption){turn, false};
  if (is_listed_symbol(next_symbols, COUNT(next_symbols), text)) turn = DETM_LINK_NEXT;
  if (is_listed_symbol(previous_symbols, COUNT(previous_symbols), text)) turn = DETM_LINK_PREVIOUS;
  if (is_listed_symbol(first_symbols, COUNT(first_symbols), text)) turn = DETM_LINK_FIRST;
  if (is_listed_symbol(last_symbols, COUNT(last_symbols), text)) turn = DETM_LINK_LAST;
  return (dt_turn_caption){turn, false};
}

/* Compares the folded letters of a text without its digits ("Next 20"), or a text without letters to the symbols. */
dt_turn_caption dt_caption_read(const char *text) {
  char letters[MAX_LENGTH];
  size_t bytes = strlen(text), kept = 0;
  if (bytes == 0 || bytes >= MAX_LENGTH) return (dt_turn_caption){DETM_LINK_NO_TURN, false};
  size_t length = dt_squeeze_word((detm_text){text, bytes}, letters);
  if (length == 0) return read_symbol((detm_text){text, bytes});
  for (size_t i = 0; i < length; i++)
    if (!dt_is_digit(letters[i])) letters[kept++] = letters[i];
  detm_text caption = {letters, kept};
  if (kept > LONGEST_WORD) return (dt_turn_caption){DETM_LINK_NO_TURN, false};
  for (size_t i = 0; i < COUNT(caption_words); i++) {
    dt_word_list *words = &caption_words[i].words;
    if (dt_word_beginning(caption, words, NULL).data == NULL) continue; /* most, by their first byte */
    if (dt_word_is_listed(caption, words)) return (dt_turn_caption){caption_words[i].turn, caption_words[i].sure};
  }
  return (dt_turn_caption){DETM_LINK_NO_TURN, false};
}

unsigned dt_class_turns(const char *classes, bool *current) {
  unsigned turns = 0;
  for (const char *at = classes; *at != '\0';) {
    const char *start = at;
    while (dt_is_ascii_letter(*at)) at++;
    detm_text name = {start, (size_t)(at - start)};
    switch (dt_ascii_lower(*start)) {
    case 'n':
      if (dt_word_is_among(name, next_classes)) turns |= NEXT;
      break;
    case 'p':
      if (dt_word_is_among(name, previous_classes)) turns |= PREVIOUS;
      break;
    case 'a':
    case 'c':
    case 's':
      *current |= dt_word_is_among(name, current_classes);
      break;
    default:
      break;
    }
    at += at == start;
  }
  return turns;
}

/* Reads digits, which commas or points may part in groups of three; returns the end, NULL for more than four. */
static const char *read_digits(const char *text, unsigned *number) {
  unsigned digits = 0;
  for (; dt_is_digit(*text) || (digits == 1 && (*text == ',' || *text == '.')); text++) {
    if (!dt_is_digit(*text)) {
      if (strspn(text + 1, "0123456789") != 3) return NULL;
      continue;
    }
    *number = *number * 10 + (unsigned)(*text - '0');
    if (++digits > 4) return NULL;
  }
  return text;
}

unsigned dt_caption_number(const char *text) {
  unsigned number = 0;
  if (*text == '[' || *text == '(') text++;
  if (*text == '0') return 0;
  const char *end = read_digits(text, &number);
  if (end == NULL || number == 0) return 0;
  if (end[strspn(end, "])")] == '\0') return number;
  return *end == ' ' && dt_caption_read(end + 1).turn == LAST ? number : 0; /* "15 Last" */
}
