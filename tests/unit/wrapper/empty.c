/* Tests of src/wrapper/empty.c: texts that say that a page has no records. */
#include "wrapper/empty.h"
#include "html/pages.h"
#include "wrapper/learn/learned.h"

#include "leaks.h"

#include <criterion/criterion.h>

TestSuite(emptiness, .fini = find_leaks);

static detm_emptiness emptiness_of(const detm_wrapper *wrapper, const char *markup) {
  detm_page *page = page_of(markup);
  detm_result *result = detm_wrapper_apply(wrapper, page, NULL, NULL);
  cr_assert_not_null(result);
  detm_emptiness emptiness = detm_result_emptiness(result, NULL);
  detm_result_free(result);
  detm_page_free(page);
  return emptiness;
}

/* Whether a page without records says so by this text; at_place: in the list. */
static bool says(const char *text, bool at_place) {
  static const char *const pots = "<h1>Pots</h1><ul class=list><li><a href=/1>Amber</a><p>12</p><li><a href=/2>Bowl</a>"
                                  "<p>7</p><li><a href=/3>Cup</a><p>9</p></ul>";
  dt_buffer markup = {0};
  dt_buffer_format(&markup,
                   at_place ? "<h1>Pots</h1><ul class=list><li>%s</ul>" : "<h1>Pots</h1><p>%s</p><ul class=list></ul>",
                   text);
  dt_buffer_byte(&markup, '\0');
  detm_wrapper *wrapper = wrapper_from(&pots, 1);
  detm_emptiness emptiness = emptiness_of(wrapper, markup.data);
  detm_wrapper_free(wrapper);
  dt_buffer_free(&markup);
  return emptiness == DETM_EMPTY_SAID;
}

Test(emptiness, is_recognised_in_many_languages) {
  static const char *const texts[] = {
      "No results",
      "No results found.",
      "0 results",
      "0 items found",
      "Showing 0 of 0 products",
      "Results: 0",
      "Sorry, no matching records were found",
      "Nothing found for \"brass bells\"",
      "Your search - zzyx - did not match any documents.",
      "We couldn't find any listings",
      "No hits in the catalogue",
      "Keine Treffer",
      "Es wurden keine Ergebnisse gefunden.",
      "Leider nichts gefunden",
      "0 Treffer",
      "Aucun résultat",
      "Aucune annonce ne correspond à votre recherche",
      "Désolé, rien trouvé",
      "No se encontraron resultados",
      "Ningún producto encontrado",
      "Nessun risultato",
      "Nenhum resultado encontrado",
      "Geen resultaten gevonden",
      "Inga träffar",
      "Ingen resultater",
      "Ei tuloksia",
      "Brak wyników",
      "Nie znaleziono produktów",
      "Ничего не найдено",
      "Нет результатов",
      "Sonuç bulunamadı",
      "没有找到相关结果",
      "暂无数据",
      "検索結果はありません",
      "검색 결과가 없습니다",
  };
  for (size_t i = 0; i < COUNT(texts); i++) cr_expect(says(texts[i], false), "%s", texts[i]);
}

Test(emptiness, needs_weaker_evidence_at_the_place_of_the_records) {
  static const char *const texts[] = {"No upcoming events", "None",        "Nothing here yet",
                                      "Keine Termine",      "Aucune date", "0 sales"};
  for (size_t i = 0; i < COUNT(texts); i++) {
    cr_expect(says(texts[i], true), "%s", texts[i]);
    cr_expect_not(says(texts[i], false), "%s", texts[i]);
  }
}

Test(emptiness, is_not_recognised_in_other_texts) {
  static const char *const texts[] = {
      "",
      "0",
      "-",
      "Loading...",
      "Please wait",
      "Please enable JavaScript: without it no results are shown",
      "10 results",
      "Page 0 of 12 results",
      "0.00",
      "Total: 0.00",
      "20:00",
      "Court No. 5",
      "No. 7",
      "Results for bells",
      "All products",
  };
  for (size_t i = 0; i < COUNT(texts); i++) cr_expect_not(says(texts[i], true), "%s", texts[i]);
  cr_expect_not(says("Did you not find any results?", false));
  cr_expect_not(says("This no-fee service of ours lists all opinions that are in force, with a search", false));
}

/* ---- pages ---- */

static const char *const sample = "<h1>Pots</h1><div class=none>No items found</div><ul class=list><li><a href=/1>Amber"
                                  "</a><p>12</p><li><a href=/2>Bowl</a><p>7</p><li><a href=/3>Cup</a><p>9</p></ul>";

Test(emptiness, is_not_said_by_a_notice_that_the_sample_has_too) {
  static const struct {
    const char *markup;
    detm_emptiness emptiness;
  } cases[] = {
      {"<h1>Pots</h1><div class=none>No items found</div><ul class=list></ul>", DETM_EMPTY_UNEXPLAINED},
      {"<h1>Pots</h1><div class=none>Nothing was found</div><ul class=list></ul>", DETM_EMPTY_SAID},
      {"<h1>Pots</h1><ul class=list><li>No pots today</ul>", DETM_EMPTY_SAID},
      {"<h1>Pots</h1><ul class=list><li>Loading</ul>", DETM_EMPTY_UNEXPLAINED},
      {"<h1>Pots</h1><ul class=list></ul><nav>No items found in the cart</nav>", DETM_EMPTY_UNEXPLAINED},
      {"<h1>Pots</h1><ul class=list></ul><a href=/cart>0 items found</a>", DETM_EMPTY_UNEXPLAINED},
      {"<h1>Pots</h1><ul class=list></ul><p hidden>Nothing was found</p>", DETM_EMPTY_UNEXPLAINED},
      {"<ul class=list><li><a href=/4>Dish</a><p>4</p><li><a href=/5>Ewer</a><p>5</p></ul>", DETM_EMPTY_NOT},
  };
  detm_wrapper *wrapper = wrapper_from(&sample, 1);
  for (size_t i = 0; i < COUNT(cases); i++)
    cr_expect_eq(emptiness_of(wrapper, cases[i].markup), cases[i].emptiness, "%s", cases[i].markup);
  detm_wrapper_free(wrapper);
}

Test(emptiness, is_learned_from_a_sample_without_records) {
  const char *const samples[] = {sample, "<h1>Pots</h1><ul class=list></ul>"};
  detm_wrapper *wrapper = wrapper_from(samples, 2);
  cr_expect_eq(emptiness_of(wrapper, samples[1]), DETM_EMPTY_LEARNED);
  detm_wrapper_free(wrapper);
}

/* ---- pages with another list ---- */

#define CARDS                                                                                                          \
  "<div class=cards><div><h3><a href=/1>Amber</a></h3><p>12</p><em>New</em></div><div><h3><a href=/2>Bowl</a></h3>"    \
  "<p>7</p><em>Old</em></div><div><h3><a href=/3>Cup</a></h3><p>9</p><em>Rare</em></div><div><h3><a href=/4>Dish</a>"  \
  "</h3><p>4</p><em>New</em></div></div>"
#define SITE_MENU "<div id=menu><a href=/a>Home</a> <a href=/b>About</a></div>"
#define SITE_FOOT "<div id=foot>Imprint</div>"

static const char *const shop =
    SITE_MENU "<h1>Pots</h1><ul class=list><li><a href=/1>Amber</a><p>12</p><li><a href=/2>Bowl</a><p>7</p>"
              "<li><a href=/3>Cup</a><p>9</p></ul>" SITE_FOOT;

/* Returns the fit of a page; sets *emptiness. */
static double fit_of(const detm_wrapper *wrapper, const char *markup, detm_emptiness *emptiness) {
  detm_page *page = page_of(markup);
  detm_result *result = detm_wrapper_apply(wrapper, page, NULL, NULL);
  cr_assert_not_null(result);
  double fit = detm_result_fit(result);
  *emptiness = detm_result_emptiness(result, NULL);
  detm_result_free(result);
  detm_page_free(page);
  return fit;
}

Test(emptiness, page_with_another_list_is_not_empty) {
  static const struct {
    const char *markup;
    double fit;
    detm_emptiness emptiness;
  } cases[] = {
      {SITE_MENU "<h1>Pots</h1>" CARDS SITE_FOOT, 0, DETM_EMPTY_NOT},
      {SITE_MENU "<h1>Pots</h1><ul class=list>" CARDS "</ul>" SITE_FOOT, 0, DETM_EMPTY_NOT},
      {SITE_MENU "<div>Your cart: 0 items</div><h1>Pots</h1>" CARDS SITE_FOOT, 0, DETM_EMPTY_NOT},
      {"<h1>Logo</h1>" SITE_MENU "<div>Cart (0 items)</div><h1>Pots</h1>" CARDS SITE_FOOT, 0, DETM_EMPTY_NOT},
      {SITE_MENU "<h1>Pots</h1>" CARDS "<p>No items found in your wish list</p>" SITE_FOOT, 0, DETM_EMPTY_NOT},
      {SITE_MENU "<h1>Pots</h1><p>No items found</p><h2>Popular</h2>" CARDS SITE_FOOT, 1, DETM_EMPTY_SAID},
      {SITE_MENU "<p>0 items found</p>" CARDS SITE_FOOT, 1, DETM_EMPTY_SAID},
      {SITE_MENU "<h1>Pots</h1><ul class=list></ul><h2>Popular</h2>" CARDS SITE_FOOT, 1, DETM_EMPTY_UNEXPLAINED},
      {SITE_MENU "<h1>About</h1><p>Since 1950.</p>" SITE_FOOT, 1, DETM_EMPTY_UNEXPLAINED},
      {SITE_MENU "<div>Your cart: 0 items</div><h1>About</h1>" SITE_FOOT, 1, DETM_EMPTY_UNEXPLAINED},
  };
  detm_wrapper *wrapper = wrapper_from(&shop, 1);
  for (size_t i = 0; i < COUNT(cases); i++) {
    detm_emptiness emptiness;
    double fit = fit_of(wrapper, cases[i].markup, &emptiness);
    cr_expect(fit == cases[i].fit, "%g: %s", fit, cases[i].markup);
    cr_expect_eq(emptiness, cases[i].emptiness, "%d: %s", emptiness, cases[i].markup);
  }
  detm_wrapper_free(wrapper);
}

Test(emptiness, wrapper_learned_from_an_empty_page_refuses_a_page_with_another_list) {
  const char *const about = SITE_MENU "<h1>About</h1><p>Since 1950.</p>" SITE_FOOT;
  const char *const other = SITE_MENU "<h1>Pots</h1>" CARDS SITE_FOOT;
  const char *const with_about[] = {shop, about}, *const with_other[] = {shop, other};
  detm_emptiness emptiness;
  detm_wrapper *wrapper = wrapper_from(with_about, 2);
  cr_expect(fit_of(wrapper, about, &emptiness) == 1);
  cr_expect_eq(emptiness, DETM_EMPTY_LEARNED);
  cr_expect(fit_of(wrapper, other, &emptiness) == 0);
  detm_wrapper_free(wrapper);
  wrapper = wrapper_from(with_other, 2);
  cr_expect(fit_of(wrapper, about, &emptiness) == 1);
  cr_expect_eq(emptiness, DETM_EMPTY_UNEXPLAINED);
  detm_wrapper_free(wrapper);
}

Test(emptiness, is_learned_by_example_too) {
  detm_page *pages[] = {page_of(shop), page_of(SITE_MENU "<h1>Pots</h1>" SITE_FOOT)};
  const detm_example example = {.name = "pot", .value = "Bowl"};
  detm_wrapper *wrapper = detm_wrapper_learn_by_example((const detm_page *const *)pages, 2, &example, 1, 0, NULL, NULL);
  detm_emptiness emptiness;
  cr_assert_not_null(wrapper);
  fit_of(wrapper, SITE_MENU "<h1>Pots</h1>" SITE_FOOT, &emptiness);
  cr_expect_eq(emptiness, DETM_EMPTY_LEARNED);
  detm_wrapper_free(wrapper);
  for (size_t i = 0; i < COUNT(pages); i++) detm_page_free(pages[i]);
}
