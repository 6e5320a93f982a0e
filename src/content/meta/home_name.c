/* content/meta/home_name.c: finds the site's name by its two most frequent places, which agree. */
#include "content/meta/home_name.h"

#include "content/meta/declared_title.h"
#include "text/url.h"

static bool leads_home(const xmlNode *link) {
  const char *href = dt_node_value(link, "href");
  if (*href == '/' && href[1] != '\0' && strchr("/\\?#", href[1]) == NULL) return false; /* most: "/news/today" */
  dt_url url = dt_url_split(dt_text(href));
  return url.path.length <= 1 && url.query.data == NULL && (url.path.length != 0 || url.authority.length != 0);
}

detm_text dt_home_name(const dt_content_page *page) {
  const dt_page_names unknown = {0};
  dt_declared_title d = dt_declared_title_read(page->arena, &unknown, page->title);
  const xmlNode *last = NULL;
  if (d.count < 2 && strstr(page->title, ": ") == NULL) return DT_TEXT("");

  for (uint32_t k = 0; k < page->piece_count; k++) {
    const dt_content_piece *piece = &page->pieces[k];
    if (piece->link == NULL || piece->link == last || piece->text == NULL) continue;
    last = piece->link;
    if (!leads_home(piece->link)) continue;
    detm_text text = dt_text_strip(dt_text(piece->text), DT_WHITE), own = dt_spell(page->arena, text).normal;
    if (own.length == 0) continue;
    bool first = d.count > 1 && dt_text_equal(d.segments[0].normal, own);
    bool end = d.count > 1 && dt_text_equal(d.segments[d.count - 1].normal, own);
    dt_page_names names = {.site = own};
    bool before_colon = !first && !end && dt_text_starts(d.whole.normal, own) &&
                        dt_declared_title_read(page->arena, &names, page->title).count > d.count;
    if (first != end || before_colon) return text;
  }

  return DT_TEXT("");
}
