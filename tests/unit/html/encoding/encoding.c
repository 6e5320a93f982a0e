/* Tests of src/html/encoding/encoding.c: the encoding that is found for a page, and its text in UTF-8. */
#include "html/encoding/encoding.h"

#include "allocation.h"
#include "html/pages.h"
#include "html/parse/references.h"
#include "leaks.h"

#include <criterion/criterion.h>
#include <iconv.h>
#include <stdio.h>

TestSuite(encoding, .fini = find_leaks);

#define RUSSIAN "Книги и карты"
#define CHINESE "商品价格和日期"
#define TAIWANESE "商品價格和日期"
#define JAPANESE "これは本です"
#define KOREAN "책과 지도"
#define FRENCH "déjà vu — € 5"

/* Adds the text in another encoding. */
static void add_in(dt_buffer *out, const char *encoding, const char *text) {
  iconv_t converter = iconv_open(encoding, "UTF-8");
  char piece[4096], *to = piece, *from = (char *)(uintptr_t)text;
  size_t left = strlen(text), room = sizeof piece;
  cr_assert_neq(converter, (iconv_t)-1, "%s", encoding);
  cr_assert_neq(iconv(converter, &from, &left, &to, &room), (size_t)-1, "%s", encoding);
  iconv_close(converter);
  dt_buffer_add(out, piece, sizeof piece - room);
}

static void expect_decoded(const dt_buffer *page, const char *given, const char *name, const char *text) {
  dt_arena arena;
  dt_buffer out = {0};
  dt_decoded decoded;
  detm_error error = DETM_ERROR_NONE;
  dt_arena_start(&arena, NULL);
  detm_status status = dt_decode(page->data, page->length, given, &arena, &out, &decoded, &error);
  cr_assert_eq(status, DETM_OK, "%s", error.text);
  cr_expect_str_eq(decoded.name, name);
  cr_expect_eq(dt_utf8_valid(decoded.text.data, decoded.text.length), decoded.text.length);
  size_t length = strlen(text);
  bool ends =
      decoded.text.length >= length && memcmp(decoded.text.data + decoded.text.length - length, text, length) == 0;
  cr_expect(ends, "in %s: \"%.*s\" should end with \"%s\"", name, (int)decoded.text.length, decoded.text.data, text);
  dt_buffer_free(&out);
  dt_arena_free(&arena);
}

static const struct encoded {
  const char *said, *in, *shown, *text;
} encodings[] = {
    {"gb2312", "GB18030", "GB18030", CHINESE},
    {"GBK", "GB18030", "GB18030", CHINESE},
    {"gb18030", "GB18030", "GB18030", CHINESE},
    {"big5", "BIG5", "BIG5-HKSCS", TAIWANESE},
    {"Shift_JIS", "CP932", "CP932", JAPANESE},
    {"x-sjis", "CP932", "CP932", JAPANESE},
    {"euc-kr", "CP949", "CP949", KOREAN},
    {"ks_c_5601-1987", "CP949", "CP949", KOREAN},
    {"EUC-JP", "EUC-JP", "EUC-JP", JAPANESE},
    {"windows-1251", "CP1251", "windows-1251", RUSSIAN},
    {"koi8-r", "KOI8-R", "KOI8-R", RUSSIAN},
    {"windows-1252", "CP1252", "windows-1252", FRENCH},
    {"iso-8859-1", "CP1252", "windows-1252", FRENCH},
    {"ISO-8859-15", "ISO-8859-15", "ISO-8859-15", "déjà €"},
};
enum { ENCODINGS = sizeof encodings / sizeof *encodings };

static void expect_declared(const char *format) {
  for (size_t i = 0; i < ENCODINGS; i++) {
    const struct encoded *e = &encodings[i];
    dt_buffer page = {0};
    dt_buffer_format(&page, format, e->said);
    add_in(&page, e->in, e->text);
    expect_decoded(&page, NULL, e->shown, e->text);
    dt_buffer_free(&page);
  }
}

Test(encoding, is_the_declared_one) {
  expect_declared("<meta charset=%s>");
  expect_declared("<html><head><META CharSet = \"%s\" /></head>");
  expect_declared("<meta http-equiv='Content-Type' content='text/html; charset=%s'>");
  expect_declared("<?xml version=\"1.0\" encoding='%s'?>");
}

/* A page that is readable as ASCII is in an encoding that extends ASCII. */
Test(encoding, is_not_a_declared_one_that_does_not_extend_ascii) {
  static const char *const names[] = {"utf-16", "UTF16LE", "ucs-2", "unicodelittle", "csunicode", "ibm037", "utf-32"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    dt_buffer page = {0};
    dt_buffer_format(&page, "<meta charset=%s><p>Un caf\xE9, deux caf\xE9s", names[i]);
    char text[100];
    snprintf(text, sizeof text, "<meta charset=%s><p>Un café, deux cafés", names[i]);
    expect_decoded(&page, NULL, "windows-1252", text);
    dt_buffer_free(&page);
  }
}

Test(encoding, given_by_the_caller_is_preferred_to_the_declared_one) {
  for (size_t i = 0; i < ENCODINGS; i++) {
    const struct encoded *e = &encodings[i];
    dt_buffer page = {0};
    dt_buffer_text(&page, "<meta charset=macintosh>");
    add_in(&page, e->in, e->text);
    expect_decoded(&page, e->said, e->shown, e->text);
    dt_buffer_free(&page);
  }
}

Test(encoding, is_utf_8_if_the_whole_page_is_valid_utf_8) {
  static const char *const starts[] = {"", "<meta charset=gb2312>", "<meta charset=utf-8>", "<meta charset=nonsense>",
                                       "\xEF\xBB\xBF"};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    for (size_t e = 0; e < ENCODINGS; e++) {
      dt_buffer page = {0};
      dt_buffer_text(&page, starts[i]);
      dt_buffer_text(&page, encodings[e].text);
      expect_decoded(&page, NULL, "UTF-8", encodings[e].text);
      dt_buffer_free(&page);
    }
}

/* Titles and a few lines of typical pages, with the encodings that they are found in: the names of iconv and those of
 * detm. */
static const struct text {
  const char *in[4], *shown[4], *lines;
} texts[] = {
    {{"GB18030", "GBK"},
     {"GB18030", "GB18030"},
     "市图书馆周末开放时间调整\n自下月起，周六和周日的开放时间延长到晚上九点。\n读者可以在一楼大厅办理借书证。"},
    {{"BIG5-HKSCS", "BIG5"},
     {"BIG5-HKSCS", "BIG5-HKSCS"},
     "市立圖書館週末開放時間調整\n自下個月起，週六和週日的開放時間延長到晚上九點。\n讀者可以在一樓大廳辦理借書證。"},
    {{"CP932", "EUC-JP", "ISO-2022-JP"},
     {"CP932", "EUC-JP", "ISO-2022-JP"},
     "市立図書館の開館時間について\n来月から土曜日と日曜日は夜九時まで開いています。\n一階の受付で貸出カードを作ること"
     "ができます。"},
    {{"CP949", "EUC-KR"},
     {"CP949", "CP949"},
     "시립 도서관 주말 개방 시간 안내\n다음 달부터 토요일과 일요일에는 저녁 아홉 시까지 문을 엽니다.\n일층에서 대출 "
     "카드를 만들 수 있습니다."},
    {{"KOI8-R", "CP1251", "ISO-8859-5", "CP866"},
     {"KOI8-R", "windows-1251", "ISO-8859-5", "CP866"},
     "Часы работы городской библиотеки\nС будущего месяца по выходным дням библиотека открыта до девяти часов "
     "вечера.\nЧитательский билет можно получить на первом этаже."},
    {{"KOI8-U", "CP1251"},
     {"KOI8-U", "windows-1251"},
     "Години роботи міської бібліотеки\nЗ наступного місяця у вихідні дні бібліотека відчинена до дев'ятої години "
     "вечора.\nЧитацький квиток можна отримати на першому поверсі. Її знають усі."},
    {{"CP1251"},
     {"windows-1251"},
     "Работно време на градската библиотека\nОт следващия месец в събота и неделя библиотеката е отворена до девет "
     "часа вечерта.\nЧитателска карта се издава на първия етаж."},
    {{"ISO-8859-7"},
     {"ISO-8859-7"},
     "Ωράριο της δημοτικής βιβλιοθήκης\nΑπό τον επόμενο μήνα η βιβλιοθήκη θα είναι ανοιχτή τα σαββατοκύριακα μέχρι τις "
     "εννέα το βράδυ.\nΚάρτες δανεισμού εκδίδονται στο ισόγειο."},
    {{"CP1253"},
     {"windows-1253"},
     "Ωράριο της δημοτικής βιβλιοθήκης – «Αίθουσα “Ήλιος”»\nΑπό τον επόμενο μήνα η βιβλιοθήκη θα είναι ανοιχτή τα "
     "σαββατοκύριακα μέχρι τις "
     "εννέα το βράδυ.\nΚάρτες δανεισμού εκδίδονται στο ισόγειο."},
    {{"CP1254", "ISO-8859-9"},
     {"windows-1254", "windows-1254"},
     "Şehir kütüphanesinin çalışma saatleri\nGelecek aydan itibaren hafta sonları kütüphane akşam dokuza kadar açık "
     "olacaktır.\nÜyelik kartları giriş katında verilir, çocuklar için ayrı bir bölüm vardır."},
    {{"CP1255"},
     {"windows-1255"},
     "שעות הפתיחה של הספרייה העירונית\nהחל מהחודש הבא הספרייה תהיה פתוחה בסופי שבוע עד תשע בערב.\nאפשר לקבל כרטיס קורא "
     "בקומת הכניסה."},
    {{"CP1256", "ISO-8859-6"},
     {"windows-1256", "ISO-8859-6"},
     "ساعات العمل في مكتبة المدينة\nابتداء من الشهر القادم تكون المكتبة مفتوحة في نهاية الأسبوع حتى التاسعة "
     "مساء.\nيمكن الحصول على بطاقة القارئ في الطابق الأول."},
    {{"CP1257", "ISO-8859-13"},
     {"windows-1257", "ISO-8859-13"},
     "Miesto bibliotekos darbo laikas\nNuo kito mėnesio savaitgaliais „Žinių“ biblioteka bus atidaryta iki devintos "
     "valandos vakaro.\nSkaitytojo pažymėjimus išduoda pirmajame aukšte, čia pat galima užsisakyti knygų."},
    {{"CP874", "TIS-620"},
     {"windows-874", "windows-874"},
     "เวลาเปิดทำการของห้องสมุดประชาชน\nตั้งแต่เดือนหน้าเป็นต้นไปห้องสมุดจะเปิดในวันเสาร์และวันอาทิตย์จนถึงเวลาสามทุ่ม\nสามารถทำบัตรสมาชิกได้ที่ชั้น"
     "หนึ่ง"},
    {{"CP1250", "ISO-8859-2"},
     {"windows-1250", "ISO-8859-2"},
     "Godziny otwarcia biblioteki miejskiej\nOd przyszłego miesiąca biblioteka będzie w soboty i niedziele czynna do "
     "godziny dziewiątej wieczorem.\nKartę można założyć na parterze, a książki zwrócić także w święta."},
    {{"CP1250", "ISO-8859-2"},
     {"windows-1250", "ISO-8859-2"},
     "Otevírací doba městské knihovny\nOd příštího měsíce bude knihovna o víkendech otevřena až do devíti hodin "
     "večer.\nČtenářské průkazy se vydávají v přízemí, děti je mají zdarma."},
    {{"CP1252", "ISO-8859-1"},
     {"windows-1252", "windows-1252"},
     "Horaires de la bibliothèque municipale\nDès le mois prochain, la bibliothèque sera ouverte le week-end jusqu'à "
     "neuf heures du soir.\nLes cartes de lecteur sont délivrées au rez-de-chaussée, où l'on rend aussi les livres "
     "empruntés."},
    {{"CP1252", "ISO-8859-1"},
     {"windows-1252", "windows-1252"},
     "Öffnungszeiten der Stadtbücherei\nAb nächstem Monat ist die Bücherei am Wochenende bis neun Uhr "
     "geöffnet.\nAusweise gibt es für alle im Erdgeschoß, Bücher können dort zurückgegeben werden."},
    {{"CP1252", "ISO-8859-1"},
     {"windows-1252", "windows-1252"},
     "Afgreiðslutími bókasafnsins\nFrá næsta mánuði verður bókasafnið opið um helgar til klukkan níu á "
     "kvöldin.\nSkírteini fást á fyrstu hæð, þar má líka skila bókum."},
};
enum { TEXTS = sizeof texts / sizeof *texts };

/* Only two of its letters are missing in Latin 1, so a page that declares Latin 1 is believed. */
#define HUNGARIAN                                                                                                        \
  "A városi könyvtár nyitva tartása\nA jövő hónaptól a könyvtár hétvégén este kilenc óráig tart nyitva, " \
  "ünnepnapokon zárva van.\nOlvasójegyet a földszinten lehet kérni, a gyűjtemény az első emeleten található."

/* A page of each text in each of its encodings, with `head` before it. */
static void expect_recognised(const char *head) {
  for (size_t i = 0; i < TEXTS; i++)
    for (size_t n = 0; n < 4 && texts[i].in[n] != NULL; n++) {
      dt_buffer page = {0};
      dt_buffer_text(&page, head);
      add_in(&page, texts[i].in[n], texts[i].lines);
      expect_decoded(&page, NULL, texts[i].shown[n], texts[i].lines);
      dt_buffer_free(&page);
    }
}

Test(encoding, is_detected_if_none_is_declared) {
  expect_recognised("");
  expect_recognised("<title>A</title><meta charset=no-such-thing><p class=\"x\">");
}

Test(encoding, is_detected_if_the_page_is_not_utf_8_as_declared) { expect_recognised("<meta charset=utf-8>"); }

Test(encoding, of_two_letters_is_recognised_unless_the_page_declares_latin_1) {
  dt_buffer page = {0};
  add_in(&page, "ISO-8859-2", HUNGARIAN);
  expect_decoded(&page, NULL, "ISO-8859-2", HUNGARIAN);
  dt_buffer_free(&page);
}

Test(encoding, is_detected_if_latin_1_is_declared) {
  expect_recognised("<meta http-equiv=content-type content='text/html; charset=iso-8859-1'>");
}

Test(encoding, is_recognised_beyond_a_long_script) {
  dt_buffer head = {0};
  dt_buffer_text(&head, "<script>");
  while (head.length < 300000) dt_buffer_text(&head, "var a = \"b\"; // no text\n");
  dt_buffer_text(&head, "</script><p>");
  dt_buffer_byte(&head, '\0');
  expect_recognised(head.data);
  dt_buffer_free(&head);
}

/* Cut within a character, at its end and in every line. */
Test(encoding, is_recognised_where_characters_are_cut) {
  for (size_t i = 0; i < 4; i++)
    for (size_t n = 0; n < 2; n++) {
      dt_buffer page = {0}, once = {0};
      add_in(&once, texts[i].in[n], texts[i].lines);
      for (int line = 0; line < 3; line++) {
        dt_buffer_text(&page, "<li>");
        dt_buffer_add(&page, once.data, once.length - (line < 2 ? 0 : 1));
        dt_buffer_text(&page, line < 2 ? "<li>" : "");
      }
      dt_decoded decoded;
      dt_arena arena;
      dt_buffer out = {0};
      dt_arena_start(&arena, NULL);
      cr_assert_eq(dt_decode(page.data, page.length, NULL, &arena, &out, &decoded, NULL), DETM_OK);
      cr_expect_str_eq(decoded.name, texts[i].shown[n]);
      dt_arena_free(&arena);
      dt_buffer_free(&out);
      dt_buffer_free(&once);
      dt_buffer_free(&page);
    }
}

/* The names and towns of a table are too few for libuchardet. */
Test(encoding, of_a_short_japanese_page_is_recognised) {
  static const char lines[] = "佐藤健 横浜市 パン職人\n鈴木花 京都市 大工\n高橋進 札幌市 漁師\n";
  static const char *const in[][2] = {{"CP932", "CP932"}, {"EUC-JP", "EUC-JP"}};
  for (size_t i = 0; i < sizeof in / sizeof *in; i++) {
    dt_buffer page = {0};
    add_in(&page, in[i][0], lines);
    expect_decoded(&page, NULL, in[i][1], lines);
    dt_buffer_free(&page);
  }
}

Test(encoding, declared_is_ignored_if_most_of_the_page_is_invalid_in_it) {
  dt_buffer page = {0};
  dt_buffer_text(&page, "<meta charset=gb2312>");
  add_in(&page, "CP1251", texts[6].lines);
  expect_decoded(&page, NULL, "windows-1251", texts[6].lines);
  dt_buffer_free(&page);
}

/* Symbols and a name: too little evidence, and most such pages are English. */
Test(encoding, of_few_characters_is_windows_1252) {
  static const char *const lines[] = {
      "\xA9 2003 Hill & Sons",
      "\x93It\x92s here\x94 \x97 from \xA3"
      "5 to \xA3"
      "7",
      "The caf\xE9 by the river, 20\xB0 and \xBD price",
      "Acme\xAE Widgets\x99, by Jos\xE9 Mu\xF1oz",
      "\x95 one\n\x95 two\n\x95 three",
  };
  static const char *const heads[] = {"", "<meta charset=utf-8>", "<meta charset=iso-8859-1>"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    for (size_t h = 0; h < 3; h++) {
      dt_buffer page = {0}, out = {0};
      dt_buffer_format(&page, "%s<p>%s", heads[h], lines[i]);
      dt_decoded decoded;
      dt_arena arena;
      dt_arena_start(&arena, NULL);
      cr_assert_eq(dt_decode(page.data, page.length, NULL, &arena, &out, &decoded, NULL), DETM_OK);
      cr_expect_str_eq(decoded.name, "windows-1252", "%zu after \"%s\": %s", i, heads[h], decoded.name);
      dt_arena_free(&arena);
      dt_buffer_free(&out);
      dt_buffer_free(&page);
    }
}

Test(encoding, is_windows_1252_without_other_evidence) {
  static const char *const starts[] = {"", "<meta charset=nonsense>", "<meta charset=utf-16>", "<meta charset=utf-8>"};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    dt_buffer page = {0};
    dt_buffer_text(&page, starts[i]);
    add_in(&page, "CP1252", FRENCH);
    expect_decoded(&page, NULL, "windows-1252", FRENCH);
    dt_buffer_free(&page);
  }
}

Test(encoding, is_that_of_the_byte_order_mark) {
  static const struct {
    const char *mark, *in;
    size_t length;
  } marks[] = {{"\xFF\xFE", "UTF-16LE", 2}, {"\xFE\xFF", "UTF-16BE", 2}, {"\xEF\xBB\xBF", "UTF-8", 3}};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    dt_buffer page = {0};
    dt_buffer_add(&page, marks[i].mark, marks[i].length);
    add_in(&page, marks[i].in, "<meta charset=gbk>" CHINESE FRENCH);
    expect_decoded(&page, NULL, marks[i].in, "<meta charset=gbk>" CHINESE FRENCH);
    dt_buffer_free(&page);
  }
}

/* In windows-1258 an accent may follow a letter, so the converter holds the last letter back. */
Test(encoding, does_not_lose_the_last_letter) {
  dt_buffer page = {0};
  dt_buffer_text(&page, "<p>abc");
  expect_decoded(&page, "windows-1258", "windows-1258", "abc");
  dt_buffer_free(&page);
}

Test(encoding, stays_utf_8_with_a_broken_byte) {
  dt_buffer page = {0};
  for (int n = 0; n < 10; n++) dt_buffer_text(&page, CHINESE);
  dt_buffer_text(&page, "\xFF\xE5\x95" JAPANESE);
  expect_decoded(&page, NULL, "UTF-8", CHINESE "\xEF\xBF\xBD\xEF\xBF\xBD" JAPANESE);
  dt_buffer_free(&page);
}

Test(encoding, replaces_invalid_bytes_and_continues) {
  static const struct {
    const char *given, *bytes, *text;
  } cases[] = {
      {"UTF-8",
       "a\xFF"
       "b",
       "a\xEF\xBF\xBD"
       "b"},
      {"UTF-8", "a\xC3", "a\xEF\xBF\xBD"},
      {"UTF-8", "a\xED\xA0\x80z", "a\xEF\xBF\xBDz"},
      {"UTF-8", "a\xED\xA0\xBD\xED\xB8\x80z", "a😀z"},
      {"gbk", "a\xFF<b>", "a\xEF\xBF\xBD<b>"},
      {"Shift_JIS", "a\x81", "a\xEF\xBF\xBD"},
      {"windows-1252", "a\x81z", "a\xEF\xBF\xBDz"},
      {"euc-kr", "<p>\xC9", "<p>\xEF\xBF\xBD"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dt_buffer page = {0};
    dt_buffer_text(&page, cases[i].bytes);
    dt_arena arena;
    dt_arena_start(&arena, NULL);
    dt_buffer out = {0};
    dt_decoded text;
    detm_status status = dt_decode(page.data, page.length, cases[i].given, &arena, &out, &text, NULL);
    cr_assert_eq(status, DETM_OK);
    cr_expect(dt_text_equal(text.text, dt_text(cases[i].text)), "%s: %.*s", cases[i].given, (int)text.text.length,
              text.text.data);
    dt_buffer_free(&out);
    dt_buffer_free(&page);
    dt_arena_free(&arena);
  }
}

Test(encoding, replaces_control_characters) {
  static const char *const given[] = {NULL, "UTF-8", "gbk", "windows-1251"};
  for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
    detm_page_options options = detm_page_defaults;
    options.encoding = given[i];
    options.parts = DETM_PAGE_TREE;
    static const char markup[] = "<p>a\0b\tc\x01\x1f\x0b</p><a href='x\0y'>\x08</a>";
    detm_page *page = detm_page_parse(markup, sizeof markup - 1, &options, NULL);
    cr_assert_not_null(page);
    dt_buffer out = {0};
    outline(&page->tree, &out);
    dt_buffer_byte(&out, '\0');
    cr_expect_str_eq(out.data,
                     "p{\"a\xEF\xBF\xBD"
                     "b c\xEF\xBF\xBD\xEF\xBF\xBD\"} a[href=x\xEF\xBF\xBDy]{\"\xEF\xBF\xBD\"@}",
                     "%s", out.data);
    dt_buffer_free(&out);
    detm_page_free(page);
  }
}

/* At each offset, since 64 bytes are examined together. */
Test(encoding, replaces_every_control_character_and_nothing_else) {
  enum { LENGTH = 90 };
  for (unsigned code = 0; code < 0x80; code++)
    for (size_t at = 0; at < LENGTH; at++) {
      char bytes[LENGTH];
      if (at == 10 || at == 11) continue;
      memset(bytes, 'a', sizeof bytes);
      memcpy(bytes + 10, "é", 2);
      bytes[at] = (char)code;
      dt_arena arena;
      dt_buffer out = {0};
      dt_decoded text;
      dt_arena_start(&arena, NULL);
      cr_assert_eq(dt_decode(bytes, sizeof bytes, "UTF-8", &arena, &out, &text, NULL), DETM_OK);
      bool control = code < ' ' && !(code >= '\t' && code <= '\r');
      cr_assert_eq(text.text.length, control ? LENGTH + 2 : LENGTH, "%u at %zu: %zu", code, at, text.text.length);
      if (control) cr_assert_arr_eq(text.text.data + at, "\xEF\xBF\xBD", 3);
      dt_buffer_free(&out);
      dt_arena_free(&arena);
    }
}

/* At each offset, since 64 bytes are examined together. */
Test(encoding, reads_high_control_characters_as_windows_1252) {
  for (unsigned byte = 0x80; byte < 0xC0; byte++)
    for (size_t at = 0; at < 80; at++) {
      char bytes[] = "\xC3\xA9 \xC2\xA0 \xE2\x80\x99 abcdefghijklmnopqrstuvwxyz, \xC3\xA9 and \xC2\xA9, "
                     "abcdefghijklmnopqrstuvwxyz \xC3\xA9 abcdefghijklmnopqrstuvwxyz",
           one[] = "\xC2?";
      dt_buffer page = {0}, expected = {0};
      if (((unsigned char)bytes[at] & 0xC0) == 0x80) continue;
      dt_buffer_add(&page, bytes, at);
      dt_buffer_add(&expected, bytes, at);
      one[1] = (char)byte;
      dt_buffer_text(&page, one);
      uint32_t meant = dt_meant_by_control(byte);
      char character[4];
      dt_buffer_add(&expected, character, dt_utf8_write(character, meant == byte && byte < 0xA0 ? 0xFFFD : meant));
      dt_buffer_text(&page, bytes + at);
      dt_buffer_text(&expected, bytes + at);
      dt_buffer_byte(&expected, '\0');
      expect_decoded(&page, NULL, "UTF-8", expected.data);
      dt_buffer_free(&page);
      dt_buffer_free(&expected);
    }
  dt_buffer page = {0};
  dt_buffer_text(&page, "\x93quoted\x94 \xE1");
  expect_decoded(&page, "iso-8859-2", "ISO-8859-2", "“quoted” á");
  dt_buffer_free(&page);
}

/* No declaration can be read then. */
Test(encoding, is_utf_16_if_an_xml_declaration_is) {
  static const char *const names[] = {"UTF-16LE", "UTF-16BE"};
  for (size_t i = 0; i < 2; i++) {
    dt_buffer page = {0};
    add_in(&page, names[i], "<?xml version='1.0'?><p>" CHINESE FRENCH);
    expect_decoded(&page, NULL, names[i], "<?xml version='1.0'?><p>" CHINESE FRENCH);
    dt_buffer_free(&page);
  }
}

Test(encoding, declared_late_is_found) {
  for (size_t length = 500; length < 20000; length += 500) {
    dt_buffer page = {0};
    dt_buffer_text(&page, "<title>\xF7</title>");
    while (page.length < length) dt_buffer_text(&page, "<link rel=x>");
    dt_buffer_text(&page, "<meta charset=macintosh><p>caf\x8E");
    expect_decoded(&page, NULL, "MACINTOSH", "café");
    dt_buffer_free(&page);
  }
}

Test(encoding, of_two_bytes_continues_after_an_invalid_pair) {
  dt_buffer page = {0};
  dt_buffer_add(&page,
                "a\0\0\xD8"
                "b\0c\0",
                8);
  expect_decoded(&page, "utf16le", "UTF-16LE",
                 "a\xEF\xBF\xBD"
                 "bc");
  dt_buffer_free(&page);
}

Test(encoding, name_is_compared_by_letters_and_digits) {
  static const char *const names[] = {"utf_8", "UTF 8", "utf-8+", "Utf8"};
  dt_buffer page = {0};
  dt_buffer_text(&page, FRENCH "\xFF");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    expect_decoded(&page, names[i], "UTF-8", FRENCH "\xEF\xBF\xBD");
  dt_buffer_free(&page);
}

/* UCS-4 can hold code points above Unicode, which iconv turns into invalid UTF-8. */
Test(encoding, replaces_code_points_above_unicode) {
  static const char far[] = "a\0\0\0\x68\x59\x13\0b\0\0"; /* its NUL is part of the text */
  dt_buffer page = {0};
  dt_buffer_add(&page, far, sizeof far);
  expect_decoded(&page, "UCS-4LE", "UCS-4LE",
                 "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
                 "b");
  dt_buffer_free(&page);
}

Test(encoding, unknown_is_refused) {
  detm_page_options options = detm_page_defaults;
  detm_error error = DETM_ERROR_NONE;
  options.encoding = "no-such-thing";
  cr_expect_null(detm_page_parse("a", 1, &options, &error));
  cr_expect_eq(error.status, DETM_BAD_INPUT);
  cr_expect(strstr(error.text, "no-such-thing") != NULL, "%s", error.text);
}

Test(encoding, uses_valid_bytes_without_a_copy) {
  static const char clean[] = "<p>" CHINESE;
  dt_buffer out = {0};
  dt_arena arena;
  dt_decoded text;
  dt_arena_start(&arena, NULL);
  detm_status status = dt_decode(clean, sizeof clean - 1, NULL, &arena, &out, &text, NULL);
  cr_expect_eq(status, DETM_OK);
  cr_expect_eq(text.text.data, clean);
  cr_expect_eq(out.capacity, 0);
  dt_arena_free(&arena);
}

Test(encoding, detection_fails_cleanly_at_every_allocation) {
  dt_buffer page = {0};
  add_in(&page, "CP1251", texts[6].lines);
  for (size_t failing = 1; failing < 50; failing++) {
    dt_arena arena;
    dt_buffer out = {0};
    dt_decoded text;
    detm_error error = DETM_ERROR_NONE;
    dt_arena_start(&arena, NULL);
    allocation_fail_from(failing);
    detm_status status = dt_decode(page.data, page.length, NULL, &arena, &out, &text, &error);
    allocation_fail_from(0);
    dt_arena_free(&arena);
    dt_buffer_free(&out);
    cr_assert(status == DETM_OK || status == DETM_NO_MEMORY, "allocation %zu: %d", failing, status);
    if (status == DETM_OK) {
      cr_expect_gt(failing, 2);
      dt_buffer_free(&page);
      return;
    }
  }
  cr_assert_fail("never enough");
}
