/* wrapper/account/record_account.c: what becomes of the texts and addresses of one record. */
#include "base/search.h"
#include "text/url.h"
#include "text/words.h"
#include "values/value_kind.h"
#include "wrapper/account/account.h"
#include "wrapper/labels.h"
#include "wrapper/learn/learn.h"
#include "wrapper/tables/cell_marks.h"
#include "wrapper/values/values.h"

/* A record that is accounted for. */
typedef struct reading {
  dt_account *account;
  const dt_item *item;
  const dt_alignment *layout;
  const dt_stretch_list *spans; /* in the order of the page */
  uint32_t record;
} reading;

static void account_left(const reading *r, dt_left_reason reason, uint32_t field, uint32_t i, detm_text text,
                         bool address) {
  const dt_left left = {reason, r->record, field, address, text, r->item->nodes[i], false};
  r->account->visit(r->account->data, &left);
}

/* Whether the names of columns have all words of a text: of one field, or with DT_NO_FIELD of all together. */
static bool is_in_names(const dt_account *account, detm_text text, uint32_t field) {
  const char *at = text.data, *end = text.data + text.length;
  unsigned words = 0;
  for (dt_word word; dt_word_next(at, end, &word); at = word.text.data + word.text.length, words++)
    if (dt_lookup_find(&account->said, dt_hash_mix(dt_word_hash(word.text), field)) == DT_NO_NUMBER) return false;
  return words != 0;
}

/* Whether the name of a field says a text: has its words, "rooms" for "1 room", or is made of it, "author" of "by". */
static bool find_said(const dt_account *account, detm_text text, uint32_t field) {
  if (is_in_names(account, text, field)) return true;
  if (field != DT_NO_FIELD && dt_same_unit(text, dt_text(account->region->wrapper->fields[field].name))) return true;
  dt_mark mark = dt_arena_mark(account->scratch);
  const char *meant = dt_name_of_words(account->scratch, text, false);
  bool said = meant != NULL && is_in_names(account, dt_text(meant), field);
  dt_arena_rewind(account->scratch, mark);
  return said;
}

/* The same, remembered. */
static bool is_said(dt_account *account, detm_text text, uint32_t field) {
  const uint64_t hash = dt_hash_bytes(text.data, text.length, field);
  dt_said_text *known = &account->known[hash % DT_SAID_TEXTS];
  if (known->hash != hash) *known = (dt_said_text){hash, find_said(account, text, field)};
  return known->said;
}

/* ---- columns that are left out ---- */

/* Whether all of a stretch of a text is hidden by decoration. */
static bool is_hidden_stretch(const dt_tree *tree, dt_index node, detm_text stretch) {
  const dt_string *string = &tree->texts[tree->nodes[node].detail];
  for (uint32_t f = string->first; f < string->first + string->count; f++) {
    detm_text text = dt_fragment_text(tree, &tree->fragments[f]);
    bool apart = text.data + text.length <= stretch.data || stretch.data + stretch.length <= text.data;
    if (!apart && !tree->fragments[f].hidden) return false;
  }
  return true;
}

static dt_left_reason reason_of_field(const dt_field *field) {
  static const dt_left_reason reasons[DT_REASONS] = {
      [DT_REASON_NONE] = DT_LEFT_UNWANTED,    [DT_REASON_CONSTANT] = DT_LEFT_CONSTANT,
      [DT_REASON_COPY] = DT_LEFT_COPY,        [DT_REASON_DEAD] = DT_LEFT_DEAD,
      [DT_REASON_BUTTON] = DT_LEFT_BUTTON,    [DT_REASON_HIDDEN] = DT_LEFT_HIDDEN,
      [DT_REASON_UNNAMED] = DT_LEFT_UNWANTED, [DT_REASON_ATTRIBUTE] = DT_LEFT_UNWANTED};
  return reasons[field->reason];
}

static bool is_field_shown(const reading *r, uint32_t field) {
  const dt_account *account = r->account;
  return dt_region_shows(account->result, account->region, account->region->wrapper, field);
}

/* Accounts for what is in columns that are left out: the addresses, and the texts as they stand, not as they are
 * joined. */
static void account_for_columns(const reading *r, const dt_value *values, uint32_t count) {
  const dt_field *fields = r->account->region->wrapper->fields;
  for (uint32_t s = 0; s < r->spans->count; s++) {
    const dt_stretch *span = &r->spans->items[s];
    if (span->field == DT_NO_FIELD) {
      bool hidden =
          dt_item_hidden(r->item, span->at) || is_hidden_stretch(r->item->tree, r->item->nodes[span->at], span->text);
      account_left(r,
                   hidden               ? DT_LEFT_HIDDEN
                   : r->account->chosen ? DT_LEFT_UNWANTED
                                        : DT_LEFT_UNPLACED,
                   DT_NO_FIELD, span->at, span->text, false);
      continue;
    }
    dt_left_reason reason = reason_of_field(&fields[span->field]);
    if (is_field_shown(r, span->field)) continue;
    if (r->account->chosen && reason >= DT_LEFT_NOTABLE) reason = DT_LEFT_UNWANTED;
    if (!dt_has_words(span->text)) reason = DT_LEFT_SEPARATOR;
    if (reason == DT_LEFT_CONSTANT && is_said(r->account, span->text, DT_NO_FIELD)) reason = DT_LEFT_NAME;
    account_left(r, reason, span->field, span->at, span->text, false);
  }

  for (uint32_t v = 0; v < count; v++) {
    dt_left_reason reason = reason_of_field(&fields[values[v].field]);
    if (!values[v].address || values[v].attribute || is_field_shown(r, values[v].field)) continue;
    if (r->account->chosen && reason >= DT_LEFT_NOTABLE) reason = DT_LEFT_UNWANTED;
    account_left(r, reason, values[v].field, values[v].at, values[v].text, true);
  }
}

/* ---- texts that are in no value ---- */

static bool is_in_button(const dt_wrapper_node *w) {
  while (w != NULL && w->tag != DT_TAG_button) w = w->parent;
  return w != NULL;
}

/* Accounts for a stretch of a text; before, after: the values of the same text around it, NULL = none. */
static void account_for_rest(const reading *r, uint32_t i, detm_text text, const dt_stretch *before,
                             const dt_stretch *after) {
  const dt_wrapper_node *w = dt_folded(r->layout->nodes[i]);
  const dt_stretch *beside = before != NULL && after != NULL && dt_is_digit(before->text.data[before->text.length - 1])
                                 ? before
                             : after != NULL ? after
                                             : before;
  uint32_t field = beside != NULL ? beside->field : DT_NO_FIELD;
  dt_left_reason reason = DT_LEFT_CONSTANT;
  text = dt_text_strip(text, " ");
  if (text.length == 0) return;
  if (dt_item_hidden(r->item, i) || is_hidden_stretch(r->item->tree, r->item->nodes[i], text))
    reason = DT_LEFT_HIDDEN;
  else if (!dt_has_words(text))
    reason = DT_LEFT_SEPARATOR;
  else if (is_said(r->account, text, field) || (before != NULL && is_said(r->account, text, before->field)))
    reason = DT_LEFT_NAME;
  else if (r->account->chosen)
    reason = DT_LEFT_UNWANTED;
  else if (dt_is_label(text) || (w != NULL && w->labels))
    reason = DT_LEFT_LABEL;
  else if (beside != NULL)
    reason = beside == after ? DT_LEFT_PREFIX : DT_LEFT_UNIT;
  else if (is_in_button(w))
    reason = DT_LEFT_BUTTON;
  else if (w == NULL || w->text == NULL || !dt_text_equal(dt_text(w->text), text))
    reason = DT_LEFT_UNPLACED;
  account_left(r, reason, field, i, text, false);
}

/* Accounts for what of a text is in no value. */
static void account_for_text(const reading *r, uint32_t i) {
  detm_text text = dt_text_of(r->item->tree, r->item->nodes[i]);
  const char *at = text.data, *end = text.data + text.length;
  const dt_stretch *spans = r->spans->items, *before = NULL;
  uint32_t s;
  DT_LOWER_BOUND(s, 0, r->spans->count, spans[s].text.data + spans[s].text.length <= at);
  for (; s < r->spans->count && spans[s].text.data < end; s++) {
    const dt_stretch *after = spans[s].field != DT_NO_FIELD ? &spans[s] : NULL; /* else unplaced, and accounted for */
    if (spans[s].text.data > at) account_for_rest(r, i, dt_text_between(at, spans[s].text.data), before, after);
    before = after;
    if (spans[s].text.data + spans[s].text.length > at) at = spans[s].text.data + spans[s].text.length;
  }
  if (at < end) account_for_rest(r, i, dt_text_between(at, end), before, NULL);
}

/* ---- addresses, controls and cells ---- */

static void account_for_address(const reading *r, uint32_t i, detm_text address) {
  if (address.length == 0) return;
  dt_left_reason reason = dt_url_is_dead(address)      ? DT_LEFT_DEAD
                          : dt_item_hidden(r->item, i) ? DT_LEFT_HIDDEN
                          : r->account->chosen         ? DT_LEFT_UNWANTED
                                                       : DT_LEFT_UNPLACED;
  account_left(r, reason, DT_NO_FIELD, i, address, true);
}

/* Whether an element is a control that shows words or a number: not a box to tick. */
static bool shows_words(const dt_tree *tree, dt_index node) {
  dt_tag tag = tree->nodes[node].tag;
  bool gauge = (tag == DT_TAG_meter || tag == DT_TAG_progress) && node + 1 == tree->nodes[node].end;
  return (tag == DT_TAG_input && !dt_is_box(tree, node)) || tag == DT_TAG_select || tag == DT_TAG_textarea || gauge;
}

/* Whether what a control shows is in a column. */
static bool has_column_of_value(const detm_wrapper *wrapper, const dt_wrapper_node *w) {
  for (uint32_t a = 0; w != NULL && a < w->attribute_count; a++) {
    const dt_attribute_source *source = &w->attributes[a];
    if (strcmp(source->name, "value") == 0 && *source->element == '\0' && source->part.field != DT_NO_FIELD &&
        wrapper->fields[source->part.field].wanted)
      return true;
  }
  return false;
}

/* Accounts for the addresses of an element that no field has, and for the value of a control. */
static void account_for_element(const reading *r, uint32_t i) {
  const dt_tree *tree = r->item->tree;
  const dt_wrapper_node *w = dt_folded(r->layout->nodes[i]);
  dt_index node = r->item->nodes[i];
  if (tree->nodes[node].attribute_count == 0) return;
  if (w == NULL || w->href == DT_NO_FIELD) account_for_address(r, i, dt_attribute_of(tree, node, DT_ATTRIBUTE_href));
  if (w == NULL || w->src == DT_NO_FIELD) account_for_address(r, i, dt_attribute_of(tree, node, DT_ATTRIBUTE_src));
  detm_text value = dt_text_strip(dt_attribute_of(tree, node, DT_ATTRIBUTE_value), " ");
  if (value.length != 0 && shows_words(tree, node) && !has_column_of_value(r->account->region->wrapper, w))
    account_left(r, dt_item_hidden(r->item, i) ? DT_LEFT_HIDDEN : DT_LEFT_CONTROL, DT_NO_FIELD, i, value, false);
}

/* Accounts for addresses in a cell that are none of its own, as those of its footnotes, or whose column has no field.
 * `own` are elements in the order of the page. */
static void account_for_cell_addresses(const reading *r, uint32_t i, const dt_index *own, uint32_t count,
                                       dt_attribute_name name, bool has_field) {
  const dt_tree *tree = r->item->tree;
  dt_index cell = r->item->nodes[i];
  uint32_t next = 0;
  for (dt_index node = cell; node < tree->nodes[cell].end; node++) {
    bool is_own = next < count && own[next] == node;
    next += is_own;
    if (tree->nodes[node].tag != DT_TAG_TEXT && !(is_own && has_field))
      account_for_address(r, i, dt_attribute_of(tree, node, name));
  }
}

/* Accounts for what of a cell is in no value: marks of footnotes, hidden texts, the name of the column; all of it if
 * the wrapper does not know the column. */
static void account_for_cell(const reading *r, uint32_t i) {
  static const dt_left_reason reasons[] = {[DT_CELL_MARK] = DT_LEFT_SEPARATOR,
                                           [DT_CELL_HIDDEN] = DT_LEFT_HIDDEN,
                                           [DT_CELL_NAME] = DT_LEFT_NAME,
                                           [DT_CELL_SEPARATOR] = DT_LEFT_SEPARATOR,
                                           [DT_CELL_CHOICE] = DT_LEFT_CONTROL};
  const dt_wrapper_node *w = dt_folded(r->layout->nodes[i]);
  dt_cell_content content = dt_known_cell_read(r->account->scratch, r->layout->identity, w, r->item, i);
  dt_left_reason rest = r->account->chosen ? DT_LEFT_UNWANTED : DT_LEFT_UNPLACED;
  uint32_t field = w != NULL && w->part_count != 0 ? w->parts[0].field : DT_NO_FIELD;

  for (uint32_t n = 0; n < content.left_count; n++)
    account_left(r, content.left[n].reason == DT_CELL_ADDED ? rest : reasons[content.left[n].reason],
                 content.left[n].reason == DT_CELL_ADDED ? DT_NO_FIELD : field, i, content.left[n].text, false);

  for (uint32_t n = 0; n < content.item_count && field == DT_NO_FIELD; n++)
    account_left(r, rest, field, i, content.items[n], false);
  account_for_cell_addresses(r, i, content.links, content.link_count, DT_ATTRIBUTE_href,
                             w != NULL && w->href != DT_NO_FIELD);
  account_for_cell_addresses(r, i, content.images, content.image_count, DT_ATTRIBUTE_src,
                             w != NULL && w->src != DT_NO_FIELD);
}

void dt_account_record(dt_account *account, uint32_t record) {
  const dt_record_set *set = &account->region->set;
  const dt_item *item = &set->items[record];
  dt_record_reading read = dt_read_record(account->region, record, account->scratch);
  reading r = {account, item, set->layouts[record], &read.spans, record};
  account_for_columns(&r, read.values, read.count);

  for (uint32_t i = 0; i < item->count; i++) {
    const dt_wrapper_node *w = dt_folded(r.layout->nodes[i]);
    if (item->tree->nodes[item->nodes[i]].tag == DT_TAG_TEXT)
      account_for_text(&r, i);
    else if (dt_item_is_cell(item, i) && (w == NULL || w->first == NULL))
      account_for_cell(&r, i);
    else
      account_for_element(&r, i);
  }
}
