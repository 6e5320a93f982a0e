/* html/span_cells.c: finds the spans that are cells by the rows around them. */
#include "html/span_cells.h"

#include "base/ascii.h"
#include "html/elements.h"

enum { MOST_CELLS = 60, MOST_BEFORE = 8 /* nodes before the first element of a table */ };

static bool is_blank_text(const dt_html_tree *page, const dt_html_node *text) {
  dt_slice slice = page->pieces[text->data].slice;
  if (text->data != text->name) return false;
  for (size_t i = 0; i < slice.length; i++)
    if (!dt_is_ascii_space(slice.data[i])) return false;
  return true;
}

/* The number of the cells of a row, if it has decoration alone, with nothing but white space between; else 0. */
static uint32_t count_row_cells(const dt_html_tree *page, const dt_html_node *row) {
  uint32_t count = 0;
  for (dt_node_number n = row->first_child; n != DT_NO_NODE; n = page->nodes[n].next) {
    const dt_html_node *kid = &page->nodes[n];
    if (kid->kind == DT_HTML_ELEMENT && (!dt_tag_is(kid->tag, DT_DECOR) || ++count > MOST_CELLS)) return 0;
  }

  if (count < 2) return 0;
  for (dt_node_number n = row->first_child; n != DT_NO_NODE; n = page->nodes[n].next)
    if (page->nodes[n].kind == DT_HTML_TEXT && !is_blank_text(page, &page->nodes[n])) return 0;
  return count;
}

/* The first element of another one, or the next one after it; NULL = none, or after too many other nodes. */
static const dt_html_node *element_from(const dt_html_tree *page, dt_node_number n) {
  for (unsigned before = 0; n != DT_NO_NODE && before < MOST_BEFORE; n = page->nodes[n].next, before++)
    if (page->nodes[n].kind == DT_HTML_ELEMENT) return &page->nodes[n];
  return NULL;
}

static bool begins_with_class(detm_text classes, detm_text word) {
  return dt_text_starts_ci(classes, word) &&
         (classes.length == word.length || dt_is_ascii_space(classes.data[word.length]));
}

bool dt_class_says_head(detm_text class) {
  for (size_t i = 0; i < class.length; i++) {
    if (dt_ascii_lower(class.data[i]) != 'h') continue; /* each of the words has one */
    if (dt_text_starts_ci(dt_text_from(class, i), DT_TEXT("head"))) return true;
    size_t start = i != 0 && dt_ascii_lower(class.data[i - 1]) == 't' ? i - 1 : i;
    if (start != 0 && !dt_is_ascii_space(class.data[start - 1])) continue;
    detm_text rest = dt_text_from(class, start);
    if (begins_with_class(rest, DT_TEXT("th")) || begins_with_class(rest, DT_TEXT("hd")) ||
        begins_with_class(rest, DT_TEXT("hdr")))
      return true;
  }
  return false;
}

/* The head with which a list begins, if it goes on with something else; NULL = none. */
static const dt_html_node *head_of(dt_html_tree *page, const dt_html_node *list) {
  const dt_html_node *head = element_from(page, list->first_child);
  bool has = head != NULL && dt_class_says_head(dt_html_value_of(page, head, DT_ATTRIBUTE_class)) &&
             element_from(page, head->next) != NULL;
  return has ? head : NULL;
}

bool dt_is_span_row(dt_html_tree *page, const dt_html_node *row) {
  if (dt_tag_is(row->tag, DT_DECOR)) return false;
  const uint32_t cells = count_row_cells(page, row); /* most rows end here */
  if (cells == 0) return false;
  const dt_html_node *list = &page->nodes[row->parent], *outer = &page->nodes[list->parent];
  const dt_html_node *head = head_of(page, list), *above = head_of(page, outer);
  return (head != NULL && count_row_cells(page, head) == cells) ||
         (above != NULL && count_row_cells(page, above) == cells);
}

bool dt_is_labelled_span(const dt_html_tree *page, const dt_html_node *element) {
  const dt_html_node *row = &page->nodes[element->parent];
  bool labelled = false;
  for (uint32_t a = 0; a < element->attribute_count && !labelled; a++)
    switch (page->attributes[element->data + a].number) {
    case DT_ATTRIBUTE_data_label:
    case DT_ATTRIBUTE_data_th:
    case DT_ATTRIBUTE_data_header:
    case DT_ATTRIBUTE_data_column:
      labelled = true;
      break;
    default:
      break;
    }
  return labelled && row->tag != DT_TAG_a && !dt_tag_is(row->tag, DT_DECOR) && count_row_cells(page, row) != 0;
}
