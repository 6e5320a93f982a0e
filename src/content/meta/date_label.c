/* content/meta/date_label.c: the only list of words that label dates of publication, of updates and of events. */
#include "content/meta/date_label.h"

#include "text/fold.h"
#include "text/words.h"

enum { MAX_LENGTH = 80 }; /* bytes of a text that are read: "Last updated by Ann Otte, editor, on Monday, " */

/* Words and starts of words, folded. */
static dt_word_list published = DT_WORD_LIST(
    "datepublished|publish|posted|created|veröffentlicht|eingestellt|online seit|erstveröffentlich|offentliggjort|"
    "udgivet|megjelent|publikacj|δημοσιεύ|опублік|creado|erschienen|erstellt|publié|mis en ligne|mise en ligne|"
    "publicad|publicat|pubblicat|publicação|publicación|publicer|publiser|gepubliceerd|geplaatst|julkaistu|publikov|"
    "vloženo|přidáno|publikow|opublikow|dodano|data dodania|közzétéve|yayın|опублик|публикац|публикуван|δημοσίευσ|"
    "đăng|diterbitkan|פורסם|نشر|منتشر|发布|發布|发表|發表|公開|掲載|投稿|등록|입력|게시|발행|giriş "
    "tarihi|oluşturulma|eklenme|objavljen|"
    "objavené|zverejnen|zveřejn|vydáno|објављен|paskelbt|avaldatud|publicēt|გამოქვეყნ|प्रकाशित|প্রকাশ|เผยแพร่|انتشار");
static dt_word_list updated = DT_WORD_LIST(
    "datemodified|update|modified|revised|aktualis|aktualiz|zaktualiz|geändert|überarbeitet|mis à jour|mise à jour|"
    "modifié|actualizad|actualizaci|actualitzat|actualizat|modificad|modificat|atualizad|atualização|aggiorna|"
    "ultima modifica|änderung|bijgewerkt|gewijzigd|uppdatera|opdatere|oppdater|päivite|muokattu|frissít|módosít|"
    "güncelle|обновл|изменен|оновлен|актуализиран|ενημέρωσ|cập nhật|diperbarui|עודכן|עדכון|ažurir|posodobljen|"
    "atnaujint|uuendatud|განახლ|अपडेट|আপডেট|تحديث|به‌روز|更新|修改|"
    "수정|"
    "업데이트");

static dt_word_list told = DT_WORD_LIST(
    "deadline|due date|expires|valid until|when|born|died|wann|geboren|gestorben|frist|einsendeschluss|"
    "anmeldeschluss|quand|né le|née le|naissance|décès|mort le|date limite|cuándo|nacimiento|nacido|fallec|"
    "fecha límite|quando|nato il|nata il|nascimento|scadenza|wanneer|overleden|родил|умер|когда|född|narozen|kiedy|"
    "registriert|mitglied seit|dabei seit|joined|member since|registered|inscrit|miembro desde|iscritto|accessed|"
    "retrieved|abgerufen|zugriff|consulté|consultado|consultato|geraadpleegd|founded|gegründet|fondé|next meeting|"
    "nächste sitzung|prochaine réunion|próxima reuni|prossima riunione|volgende vergadering|nästa möte|příští schůze|"
    "fundado|fondato|opgericht");

/* Returns the label at `at` in a folded text. */
static dt_date_label label_at(detm_text text, size_t at) {
  if (at != 0 && dt_is_ascii_letter(text.data[at - 1]) && dt_is_ascii_letter(text.data[at])) return DT_DATE_UNLABELLED;
  text = dt_text_from(text, at);
  if (dt_word_beginning(text, &published, NULL).data != NULL) return DT_DATE_PUBLISHED;
  return dt_word_beginning(text, &updated, NULL).data != NULL ? DT_DATE_UPDATED : DT_DATE_UNLABELLED;
}

/* Returns the first or last label in a text of at most MAX_LENGTH bytes. */
static dt_date_label find_date_label(detm_text text, bool last) {
  char folded[MAX_LENGTH];
  text = dt_fold_copy(folded, sizeof folded, text);
  dt_date_label found = DT_DATE_UNLABELLED;
  for (size_t i = 0; i < text.length && found == DT_DATE_UNLABELLED; i++)
    found = label_at(text, last ? text.length - 1 - i : i);
  return found;
}

dt_date_label dt_first_date_label(detm_text text) { return find_date_label(dt_text_cut(text, MAX_LENGTH), false); }

dt_date_label dt_last_date_label(detm_text text) {
  return find_date_label(text.length > MAX_LENGTH ? dt_text_from(text, text.length - MAX_LENGTH) : text, true);
}

bool dt_is_told_date(detm_text before) {
  char folded[MAX_LENGTH];
  if (before.length > MAX_LENGTH) before = dt_text_from(before, before.length - MAX_LENGTH);
  before = dt_fold_copy(folded, sizeof folded, before);
  for (size_t at = 0; at < before.length; at++) {
    if (at != 0 && (dt_is_ascii_letter(before.data[at - 1]) || (before.data[at - 1] & 0x80) != 0)) continue;
    if (dt_word_beginning(dt_text_from(before, at), &told, NULL).data != NULL) return true;
  }
  return false;
}
