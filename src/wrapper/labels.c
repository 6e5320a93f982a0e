/* wrapper/labels.c: finds the page's own labels for the texts of its records. */
#include "wrapper/labels.h"

#include "text/words.h"
#include "wrapper/learn/learn.h"

enum { MAX_LABEL_LENGTH = 60, MAX_PREFIX_LENGTH = 40 };

/* Sets the label of an element's texts that have none. */
static void label_below(dt_wrapper_node *cell, const char *label, dt_label_source source) {
  const dt_wrapper_node *end = dt_wrapper_past(cell);
  for (dt_wrapper_node *w = cell; w != end; w = dt_wrapper_next(w)) {
    if (w->label != NULL || (w->tag != DT_TAG_TEXT && w->first != NULL && w->part_count == 0)) continue;
    w->label = label;
    w->label_source = source;
  }
}

/* ---- labels within records ---- */

size_t dt_label_length(const char *text, size_t length) {
  size_t most = MAX_PREFIX_LENGTH + 1;
  if (most > length) most = length;
  if (memchr(text, ':', most) == NULL && memchr(text, 0xef, most) == NULL) return 0; /* most texts */
  for (size_t i = 0; i < most; i++) {
    if (dt_is_digit(text[i])) return 0;
    bool wide = text[i] == '\xef' && length - i >= 3 && memcmp(text + i, "：", 3) == 0;
    if (text[i] != ':' && !wide) continue;
    i += wide ? 3 : 1;
    if (i < length && text[i] == '/') return 0;
    return i + (i < length && text[i] == ' ');
  }
  return 0;
}

bool dt_ends_like_label(detm_text text) {
  return text.length > 1 &&
         (text.data[text.length - 1] == ':' || (text.length > 3 && memcmp(text.data + text.length - 3, "：", 3) == 0));
}

static const char *trim_label(dt_arena *arena, const char *text) {
  size_t length = strlen(text);
  if (length > MAX_LABEL_LENGTH) return NULL;
  while (length != 0 && (text[length - 1] == ':' || text[length - 1] == ' ')) length--;
  if (length > 3 && memcmp(text + length - 3, "：", 3) == 0) length -= 3;
  return length != 0 ? dt_arena_copy(arena, text, length) : NULL;
}

/* The constant text in a dt or th. */
static dt_wrapper_node *constant_below(dt_wrapper_node *node) {
  const dt_wrapper_node *end = dt_wrapper_past(node);
  dt_wrapper_node *found = NULL;
  for (dt_wrapper_node *w = node; w != end; w = dt_wrapper_next(w)) {
    if (w->tag != DT_TAG_TEXT) continue;
    if (found != NULL || !w->constant || w->instances < 2) return NULL;
    found = w;
  }
  return found;
}

/* Whether an itemprop names the text: not one of an address, or of an item with properties of its own. */
static bool names_text(const dt_wrapper_node *node) {
  const dt_wrapper_node *end = dt_wrapper_past(node);
  uint32_t texts = 0;
  for (const dt_wrapper_node *w = node; w != end; w = dt_wrapper_next(w)) texts += w->part_count;
  return texts <= 1 &&
         !dt_text_is_among(dt_text(node->itemprop), "url|image|itemListElement|mainEntity|offers|sameAs|item");
}

const char *dt_label_of_itemprop(dt_arena *arena, const char *itemprop) {
  char label[2 * MAX_LABEL_LENGTH + 2];
  size_t length = 0;
  for (const char *at = itemprop; *at != '\0' && length < 2 * MAX_LABEL_LENGTH; at++) {
    if (at != itemprop && dt_is_ascii_upper(*at) && at[-1] >= 'a' && at[-1] <= 'z') label[length++] = ' ';
    label[length++] = *at;
  }
  return dt_arena_copy(arena, label, length);
}

/* The nearest node around a text that has a caption, or the text itself; NULL = none. */
static const dt_wrapper_node *captioned(const dt_wrapper_node *w) {
  while (w != NULL && w->caption == NULL) w = w->parent;
  return w;
}

bool dt_is_own_caption(const dt_wrapper_node *text, detm_text words) {
  const dt_wrapper_node *w = captioned(text);
  return w != NULL && w->caption_hash == dt_caption_hash(words);
}

size_t dt_caption_at_start(const dt_wrapper_node *text) {
  const dt_wrapper_node *w = captioned(text);
  if (w == NULL || w->cell || text->tag != DT_TAG_TEXT || text->linked) return 0;
  size_t length = strlen(w->caption);
  bool begins = text->sample.length > length + 1 && memcmp(text->sample.data, w->caption, length) == 0;
  return begins && text->sample.data[length] == ' ' ? length + 1 : 0;
}

/* Labels texts from their headers and neighbours: "Price:" before a text, a dt before a dd, a th before a td. */
void dt_wrapper_label(detm_wrapper *wrapper) {
  const char *label = NULL; /* from the text before */
  uint32_t instances = 0;   /* of that text */
  for (dt_wrapper_node *w = dt_wrapper_next(wrapper->root); w != NULL;
       w = w->group != 0 ? dt_wrapper_past(w) : dt_wrapper_next(w)) {
    if (w->itemprop != NULL && names_text(w))
      label_below(w, dt_label_of_itemprop(&wrapper->arena, w->itemprop), DT_LABEL_ITEMPROP);
    dt_tag partner = w->tag == DT_TAG_dt ? DT_TAG_dd : w->tag == DT_TAG_th ? DT_TAG_td : DT_TAG_RUN;
    if (partner != DT_TAG_RUN && !w->cell && w->next != NULL && w->next->tag == partner) {
      dt_wrapper_node *text = constant_below(w);
      const char *own = text != NULL ? trim_label(&wrapper->arena, text->sample.data) : NULL;
      if (own != NULL) {
        label_below(w->next, own, DT_LABEL_HEADER);
        text->labels = true;
      }
    }
    if (w->caption != NULL) label_below(w, w->caption, DT_LABEL_HEADER);
    if (w->tag != DT_TAG_TEXT) continue;
    w->labels = w->labels || (w->constant && dt_is_own_caption(w, w->sample));
    if (w->text != NULL) {
      label = trim_label(&wrapper->arena, w->text);
      instances = w->instances;
    } else {
      if (w->label == NULL && 2 * (uint64_t)instances > w->instances)
        w->label = label; /* false for "Sale:" before only some titles */
      label = NULL;
    }
  }
}
