/* links/pagination_words.c: the only list of words of links to the next and the previous page. */
#include "links/pagination_words.h"

#include "text/fold.h"

#include <stdlib.h>

enum { MAX_LENGTH = 60 }; /* bytes of a caption */

#define NEXT DETM_LINK_NEXT
#define PREVIOUS DETM_LINK_PREVIOUS

typedef struct word {
  const char *text; /* letters only, folded */
  detm_link_turn turn;
  bool sure;
} word;

/* clang-format off */
/* Sorted by bytes. */
static const word words[] = {
    {"anterioară", PREVIOUS, true}, {"anterior", PREVIOUS, true}, {"anteriores", PREVIOUS, true},
    {"avanti", NEXT, true}, {"avançar", NEXT, false}, {"back", PREVIOUS, false}, {"berikutnya", NEXT, true},
    {"dalej", NEXT, false}, {"další", NEXT, false}, {"dalšístrana", NEXT, true}, {"edellinen", PREVIOUS, true},
    {"edellinensivu", PREVIOUS, true}, {"előző", PREVIOUS, true}, {"forrige", PREVIOUS, true},
    {"forrigeside", PREVIOUS, true}, {"forward", NEXT, false}, {"föregående", PREVIOUS, true},
    {"föregåendesida", PREVIOUS, true}, {"geri", PREVIOUS, false}, {"ileri", NEXT, false},
    {"indietro", PREVIOUS, false}, {"következő", NEXT, true}, {"następna", NEXT, true},
    {"następnastrona", NEXT, true}, {"następny", NEXT, true}, {"neste", NEXT, true}, {"nesteside", NEXT, true},
    {"newer", PREVIOUS, false}, {"newerentries", PREVIOUS, true}, {"newerposts", PREVIOUS, true},
    {"next", NEXT, true}, {"nextarticle", NEXT, true}, {"nextchapter", NEXT, true}, {"nextpage", NEXT, true},
    {"nextpost", NEXT, true}, {"nextposts", NEXT, true}, {"nextresults", NEXT, true}, {"nextstory", NEXT, true},
    {"nächste", NEXT, true}, {"nächsteseite", NEXT, true}, {"nästa", NEXT, true}, {"nästasida", NEXT, true},
    {"næste", NEXT, true}, {"næsteside", NEXT, true}, {"older", NEXT, false}, {"olderentries", NEXT, true},
    {"olderposts", NEXT, true}, {"pageprécédente", PREVIOUS, true}, {"pagesuivante", NEXT, true},
    {"paginaprecedente", PREVIOUS, true}, {"paginasuccessiva", NEXT, true}, {"poprzedni", PREVIOUS, true},
    {"poprzednia", PREVIOUS, true}, {"poprzedniastrona", PREVIOUS, true}, {"precedente", PREVIOUS, true},
    {"precedenti", PREVIOUS, true}, {"predchádzajúca", PREVIOUS, true}, {"prev", PREVIOUS, true},
    {"previous", PREVIOUS, true}, {"previousarticle", PREVIOUS, true}, {"previouschapter", PREVIOUS, true},
    {"previouspage", PREVIOUS, true}, {"previouspost", PREVIOUS, true}, {"previousposts", PREVIOUS, true},
    {"previousresults", PREVIOUS, true}, {"previousstory", PREVIOUS, true}, {"prevpage", PREVIOUS, true},
    {"prossima", NEXT, true}, {"proxima", NEXT, true}, {"précédent", PREVIOUS, true}, {"précédente", PREVIOUS, true},
    {"précédents", PREVIOUS, true}, {"próxima", NEXT, true}, {"próximapágina", NEXT, true}, {"próximo", NEXT, true},
    {"páginaanterior", PREVIOUS, true}, {"páginasiguiente", NEXT, true}, {"předchozí", PREVIOUS, true},
    {"předchozístrana", PREVIOUS, true}, {"sebelumnya", PREVIOUS, true}, {"seguinte", NEXT, true},
    {"selanjutnya", NEXT, false}, {"seuraava", NEXT, true}, {"seuraavasivu", NEXT, true}, {"siguiente", NEXT, true},
    {"siguientes", NEXT, true}, {"sonraki", NEXT, true}, {"sonrakisayfa", NEXT, true}, {"successiva", NEXT, true},
    {"successivo", NEXT, true}, {"suivant", NEXT, true}, {"suivante", NEXT, true}, {"suivants", NEXT, true},
    {"terug", PREVIOUS, false}, {"tiếp", NEXT, false}, {"tovább", NEXT, false}, {"trangsau", NEXT, true},
    {"trangtrước", PREVIOUS, true}, {"următoarea", NEXT, true}, {"verder", NEXT, false}, {"volgende", NEXT, true},
    {"volgendepagina", NEXT, true}, {"vorherige", PREVIOUS, true}, {"vorherigeseite", PREVIOUS, true},
    {"vorige", PREVIOUS, true}, {"vorigepagina", PREVIOUS, true}, {"vorwärts", NEXT, false}, {"weiter", NEXT, false},
    {"wstecz", PREVIOUS, false}, {"zurück", PREVIOUS, false}, {"înainte", NEXT, false}, {"înapoi", PREVIOUS, false},
    {"önceki", PREVIOUS, true}, {"öncekisayfa", PREVIOUS, true}, {"ďalšia", NEXT, false}, {"επόμενη", NEXT, true},
    {"επόμενησελίδα", NEXT, true}, {"προηγούμενη", PREVIOUS, true}, {"προηγούμενησελίδα", PREVIOUS, true},
    {"вперед", NEXT, false}, {"вперёд", NEXT, false}, {"далее", NEXT, false}, {"далі", NEXT, false},
    {"назад", PREVIOUS, false}, {"наступна", NEXT, true}, {"попередня", PREVIOUS, true}, {"предишна", PREVIOUS, true},
    {"предыдущая", PREVIOUS, true}, {"предыдущаястраница", PREVIOUS, true}, {"предыдущий", PREVIOUS, true},
    {"следваща", NEXT, true}, {"следующая", NEXT, true}, {"следующаястраница", NEXT, true}, {"следующий", NEXT, true},
    {"הבא", NEXT, true}, {"הקודם", PREVIOUS, true}, {"לעמודהבא", NEXT, true}, {"التالي", NEXT, true},
    {"التالية", NEXT, true}, {"السابق", PREVIOUS, true}, {"السابقة", PREVIOUS, true}, {"अगला", NEXT, true},
    {"पिछला", PREVIOUS, true}, {"上一章", PREVIOUS, true}, {"上一篇", PREVIOUS, true}, {"上一頁", PREVIOUS, true},
    {"上一页", PREVIOUS, true}, {"上頁", PREVIOUS, true}, {"上页", PREVIOUS, true}, {"下一章", NEXT, true}, {"下一篇", NEXT, true},
    {"下一頁", NEXT, true}, {"下一页", NEXT, true}, {"下頁", NEXT, true}, {"下页", NEXT, true}, {"前", PREVIOUS, false},
    {"前のページ", PREVIOUS, true}, {"前へ", PREVIOUS, true}, {"前一页", PREVIOUS, true}, {"后一页", NEXT, true},
    {"次", NEXT, false}, {"次のページ", NEXT, true}, {"次へ", NEXT, true}, {"다음", NEXT, true}, {"다음페이지", NEXT, true},
    {"이전", PREVIOUS, true}, {"이전페이지", PREVIOUS, true}};

static const char *const next_symbols[] = {"›", "»", ">", ">>", "→", "▶", "►", "⟩", "❯", "≫", "⇒"};
static const char *const previous_symbols[] = {"‹", "«", "<", "<<", "←", "◀", "◄", "⟨", "❮", "≪", "⇐"};
/* clang-format on */

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int compare(const void *key, const void *entry) {
  const detm_text *caption = key;
  const char *text = ((const word *)entry)->text;
  int order = strncmp(caption->data, text, caption->length);
  return order == 0 && text[caption->length] != '\0' ? -1 : order;
}

static bool is_symbol(const char *const *symbols, size_t count, const char *text) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(symbols[i], text) == 0) return true;
  return false;
}

static dt_turn_caption read_symbol(const char *text) {
  detm_link_turn turn = DETM_LINK_NO_TURN;
  if (is_symbol(next_symbols, COUNT(next_symbols), text)) turn = DETM_LINK_NEXT;
  if (is_symbol(previous_symbols, COUNT(previous_symbols), text)) turn = DETM_LINK_PREVIOUS;
  return (dt_turn_caption){turn, false};
}

/* Compares the folded letters of a text without its digits ("Next 20"), or a text without letters to the symbols. */
dt_turn_caption dt_caption_read(const char *text) {
  char letters[MAX_LENGTH];
  size_t bytes = strlen(text), kept = 0;
  if (bytes >= MAX_LENGTH) return (dt_turn_caption){DETM_LINK_NO_TURN, false};
  size_t length = dt_squeeze_word((detm_text){text, bytes}, letters);
  if (length == 0) return read_symbol(text);
  for (size_t i = 0; i < length; i++)
    if (!dt_is_digit(letters[i])) letters[kept++] = letters[i];
  detm_text caption = {letters, kept};
  const word *found = kept != 0 ? bsearch(&caption, words, COUNT(words), sizeof *words, compare) : NULL;
  return found != NULL ? (dt_turn_caption){found->turn, found->sure} : (dt_turn_caption){DETM_LINK_NO_TURN, false};
}

unsigned dt_caption_number(const char *text) {
  unsigned number = 0;
  if (*text == '[' || *text == '(') text++;
  size_t digits = strspn(text, "0123456789");
  if (digits == 0 || digits > 4 || *text == '0' || strspn(text + digits, "])") != strlen(text + digits)) return 0;
  for (size_t i = 0; i < digits; i++) number = number * 10 + (unsigned)(text[i] - '0');
  return number;
}
