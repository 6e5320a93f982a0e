/* links/pagination_words.c: the only list of words of links to the next and the previous page. */
#include "links/pagination_words.h"

#include "text/fold.h"

enum { MAX_LENGTH = 60 }; /* bytes of a caption */

typedef struct word {
  const char *text; /* letters only, folded */
  bool sure;
} word;

/* clang-format off */
static const word next_words[] = {
    {"next", true}, {"nextpage", true}, {"nextresults", true}, {"nextposts", true}, {"nextpost", true},
    {"nextarticle", true}, {"nextstory", true}, {"nextchapter", true}, {"olderposts", true}, {"olderentries", true},
    {"older", false}, {"forward", false}, {"nächste", true}, {"nächsteseite", true}, {"weiter", false},
    {"vorwärts", false}, {"suivant", true}, {"suivante", true}, {"suivants", true}, {"pagesuivante", true},
    {"siguiente", true}, {"siguientes", true}, {"páginasiguiente", true}, {"próxima", true}, {"próximo", true},
    {"próximapágina", true}, {"proxima", true}, {"seguinte", true}, {"avançar", false}, {"successiva", true},
    {"successivo", true}, {"paginasuccessiva", true}, {"prossima", true}, {"avanti", true}, {"volgende", true},
    {"volgendepagina", true}, {"verder", false}, {"nästa", true}, {"nästasida", true}, {"næste", true},
    {"næsteside", true}, {"neste", true}, {"nesteside", true}, {"seuraava", true}, {"seuraavasivu", true},
    {"następna", true}, {"następny", true}, {"następnastrona", true}, {"dalej", false}, {"další", false},
    {"dalšístrana", true}, {"ďalšia", false}, {"következő", true}, {"tovább", false}, {"următoarea", true},
    {"înainte", false}, {"следующая", true}, {"следующий", true}, {"следующаястраница", true}, {"далее", false},
    {"вперед", false}, {"вперёд", false}, {"наступна", true}, {"далі", false}, {"следваща", true},
    {"επόμενη", true}, {"επόμενησελίδα", true}, {"sonraki", true}, {"sonrakisayfa", true}, {"ileri", false},
    {"下一页", true}, {"下一頁", true}, {"下页", true}, {"下頁", true}, {"后一页", true}, {"下一章", true},
    {"下一篇", true}, {"次へ", true}, {"次のページ", true}, {"次", false}, {"다음", true}, {"다음페이지", true},
    {"הבא", true}, {"לעמודהבא", true}, {"التالي", true}, {"التالية", true}, {"trangsau", true}, {"tiếp", false},
    {"berikutnya", true}, {"selanjutnya", false}, {"अगला", true}};

static const word previous_words[] = {
    {"previous", true}, {"prev", true}, {"previouspage", true}, {"prevpage", true}, {"previousresults", true},
    {"previousposts", true}, {"previouspost", true}, {"previousarticle", true}, {"previousstory", true},
    {"previouschapter", true}, {"newerposts", true}, {"newerentries", true}, {"newer", false}, {"back", false},
    {"vorherige", true}, {"vorherigeseite", true}, {"vorige", true}, {"zurück", false}, {"précédent", true},
    {"précédente", true}, {"précédents", true}, {"pageprécédente", true}, {"anterior", true}, {"anteriores", true},
    {"páginaanterior", true}, {"precedente", true}, {"precedenti", true}, {"paginaprecedente", true},
    {"indietro", false}, {"vorigepagina", true}, {"terug", false}, {"föregående", true}, {"föregåendesida", true},
    {"forrige", true}, {"forrigeside", true}, {"edellinen", true}, {"edellinensivu", true}, {"poprzednia", true},
    {"poprzedni", true}, {"poprzedniastrona", true}, {"wstecz", false}, {"předchozí", true}, {"předchozístrana", true},
    {"predchádzajúca", true}, {"előző", true}, {"anterioară", true}, {"înapoi", false}, {"предыдущая", true},
    {"предыдущий", true}, {"предыдущаястраница", true}, {"назад", false}, {"попередня", true}, {"предишна", true},
    {"προηγούμενη", true}, {"προηγούμενησελίδα", true}, {"önceki", true}, {"öncekisayfa", true}, {"geri", false},
    {"上一页", true}, {"上一頁", true}, {"上页", true}, {"上頁", true}, {"前一页", true}, {"上一章", true},
    {"上一篇", true}, {"前へ", true}, {"前のページ", true}, {"前", false}, {"이전", true}, {"이전페이지", true},
    {"הקודם", true}, {"السابق", true}, {"السابقة", true}, {"trangtrước", true}, {"sebelumnya", true}, {"पिछला", true}};

static const char *const next_symbols[] = {"›", "»", ">", ">>", "→", "▶", "►", "⟩", "❯", "≫", "⇒"};
static const char *const previous_symbols[] = {"‹", "«", "<", "<<", "←", "◀", "◄", "⟨", "❮", "≪", "⇐"};
/* clang-format on */

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Compares first bytes first, which distinguish nearly all words. */
static const word *find_word(const word *words, size_t count, detm_text caption) {
  if (caption.length == 0) return NULL;
  for (size_t i = 0; i < count; i++)
    if (*words[i].text == *caption.data && dt_text_equal(dt_text(words[i].text), caption)) return &words[i];
  return NULL;
}

static bool is_symbol(const char *const *symbols, size_t count, const char *text) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(symbols[i], text) == 0) return true;
  return false;
}

/* Compares the folded letters of a text without its digits ("Next 20"), or the text itself if it is a symbol. */
dt_turn_caption dt_caption_read(const char *text) {
  char letters[MAX_LENGTH];
  if (strlen(text) >= MAX_LENGTH) return (dt_turn_caption){DETM_LINK_NO_TURN, false};
  size_t length = dt_squeeze_word(dt_text(text), letters), kept = 0;
  for (size_t i = 0; i < length; i++)
    if (!dt_is_digit(letters[i])) letters[kept++] = letters[i];
  detm_text caption = {letters, kept};
  const word *found = find_word(next_words, COUNT(next_words), caption);
  if (found != NULL) return (dt_turn_caption){DETM_LINK_NEXT, found->sure};
  found = find_word(previous_words, COUNT(previous_words), caption);
  if (found != NULL) return (dt_turn_caption){DETM_LINK_PREVIOUS, found->sure};
  if (is_symbol(next_symbols, COUNT(next_symbols), text)) return (dt_turn_caption){DETM_LINK_NEXT, false};
  if (is_symbol(previous_symbols, COUNT(previous_symbols), text)) return (dt_turn_caption){DETM_LINK_PREVIOUS, false};
  return (dt_turn_caption){DETM_LINK_NO_TURN, false};
}

unsigned dt_caption_number(const char *text) {
  unsigned number = 0;
  if (*text == '[' || *text == '(') text++;
  size_t digits = strspn(text, "0123456789");
  if (digits == 0 || digits > 4 || *text == '0' || strspn(text + digits, "])") != strlen(text + digits)) return 0;
  for (size_t i = 0; i < digits; i++) number = number * 10 + (unsigned)(text[i] - '0');
  return number;
}
