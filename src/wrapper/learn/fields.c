/* wrapper/learn/fields.c: finds the texts that are constant and those that hold several values, and makes the fields.
 */
#include "wrapper/labels.h"
#include "wrapper/learn/column_words.h"
#include "wrapper/learn/learn.h"
#include "wrapper/separators.h"
#include "wrapper/tables/cell_marks.h"

enum { MIN_CONSTANT = 2 };

/* Whether an element or a class is called an address. */
static bool is_called_address(const dt_wrapper_node *w) {
  if (w->tag == DT_TAG_address) return true;
  for (const char *at = w->class; *at != '\0';) {
    size_t length = strcspn(at, " -_");
    const char *known = dt_word_name(at, length);
    if (known != NULL && strcmp(known, "address") == 0) return true;
    at += length + (at[length] != '\0');
  }
  return false;
}

/* Whether the instances of a text may hold several values with separators between them: not in links nor in headings,
 * which are titles, nor in addresses, whose commas divide no values. */
static bool may_have_marks(const dt_wrapper_node *w) {
  return w->tag == DT_TAG_TEXT && !w->linked && !w->fragmented && !w->constant && !dt_in_heading(w) &&
         !is_called_address(w) && !is_called_address(w->parent);
}

static bool is_collected(const dt_wrapper_node *w) { return w->fragmented || may_have_marks(w); }

/* Collects the instances of each text that may be split; those of node n are at [starts[n], starts[n + 1]). */
static dt_instance *collect_instances(detm_wrapper *wrapper, dt_arena *scratch, dt_record_set *sets, uint32_t set_count,
                                      uint32_t *starts) {
  uint32_t total = 0;
  bool *collected = DT_ZERO(scratch, bool, wrapper->node_count);
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    starts[w->number] = total;
    collected[w->number] = is_collected(w);
    total += collected[w->number] ? w->instances : 0;
  }
  dt_instance *instances = DT_ARRAY(scratch, dt_instance, total);
  uint32_t *at = DT_ARRAY(scratch, uint32_t, wrapper->node_count);
  memcpy(at, starts, wrapper->node_count * sizeof *at);
  for (uint32_t s = 0; s < set_count; s++)
    for (uint32_t r = 0; r < sets[s].count; r++) {
      const dt_item *item = &sets[s].items[r];
      for (uint32_t i = 0; i < item->count; i++) {
        const dt_wrapper_node *w = dt_folded(sets[s].layouts[r]->nodes[i]);
        if (w != NULL && collected[w->number]) instances[at[w->number]++] = (dt_instance){item->tree, item->nodes[i]};
      }
    }
  return instances;
}

/* Whether the page has a label for what a text is in.  Then the text is one value. */
static bool is_captioned(const dt_wrapper_node *w) {
  while (w != NULL && w->caption == NULL) w = w->parent;
  return w != NULL;
}

/* Makes one part of each cell of a grid, and notes which have addresses and pictures.  A column without header in which
 * no cell has a text has no part. */
static void read_grid_cells(detm_wrapper *wrapper, dt_arena *scratch, const dt_record_set *sets, uint32_t set_count) {
  if (!wrapper->grid) return;

  uint32_t *texts = DT_ZERO(scratch, uint32_t, wrapper->node_count);
  dt_mark_counts *marks = DT_ZERO(scratch, dt_mark_counts, wrapper->node_count);
  for (uint32_t s = 0; s < set_count; s++)
    for (uint32_t r = 0; r < sets[s].count; r++) {
      const dt_item *item = &sets[s].items[r];
      for (uint32_t i = 0; i < item->count; i++) {
        dt_wrapper_node *w = sets[s].layouts[r]->nodes[i];
        if (w == NULL || !w->cell || w->first != NULL) continue;
        dt_cell_marks_count(&marks[w->number], scratch, item->tree, item->nodes[i]);
        dt_mark mark = dt_arena_mark(scratch);
        dt_cell_content content = dt_cell_read(scratch, item->tree, item->nodes[i], item->said[i], NULL);
        texts[w->number] += content.item_count;
        w->has_href = w->has_href || content.link_count != 0;
        w->has_src = w->has_src || content.image_count != 0;
        dt_arena_rewind(scratch, mark);
      }
    }

  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w))
    if (w->cell && w->first == NULL && (w->caption != NULL || texts[w->number] != 0)) {
      dt_wrapper_set_parts(wrapper, w, DT_SPLIT_NONE, 1);
      w->marks = dt_cell_marks_known(&marks[w->number], &wrapper->arena);
    }
}

void dt_wrapper_make_fields(detm_wrapper *wrapper, dt_arena *scratch, dt_record_set *sets, uint32_t set_count) {
  dt_mark mark = dt_arena_mark(scratch);
  uint32_t *starts = DT_ARRAY(scratch, uint32_t, wrapper->node_count);
  dt_wrapper_find_whole(wrapper, scratch, sets, set_count);
  read_grid_cells(wrapper, scratch, sets, set_count);

  const dt_instance *all = collect_instances(wrapper, scratch, sets, set_count, starts);
  const dt_wrapper_node *first = NULL;
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    if (w->tag != DT_TAG_TEXT || dt_wrapper_whole(w) != NULL) continue;
    const dt_instance *instances = all + starts[w->number];
    if (first == NULL) first = w;
    bool constant = w->constant && w->instances >= MIN_CONSTANT, split = false;
    if (constant && dt_ends_like_label(w->sample)) {
      w->text = w->sample.data;
      continue;
    }
    if (w->fragmented) {
      dt_text_split(wrapper, scratch, w, instances, w->instances);
      continue;
    }
    if (may_have_marks(w) && !dt_in_group_heading(w)) {
      dt_mark inner = dt_arena_mark(scratch);
      detm_text *texts = DT_ARRAY(scratch, detm_text, w->instances);
      for (uint32_t i = 0; i < w->instances; i++) texts[i] = dt_text_of(instances[i].tree, instances[i].node);
      split = dt_marks_find(wrapper, w, texts, w->instances);
      if (w != first && !is_captioned(w))
        split = dt_template_words_find(wrapper, scratch, w, texts, w->instances, split ? w->part_count : 1) || split;
      split = split || dt_dates_find(wrapper, w, texts, w->instances);
      dt_arena_rewind(scratch, inner);
    }
    if (!split) dt_wrapper_set_parts(wrapper, w, DT_SPLIT_NONE, 1);
  }

  dt_arena_rewind(scratch, mark);

  /* texts in document order, then addresses, so that texts that belong together are adjacent in all output formats */
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w))
    for (uint32_t p = 0; p < w->part_count; p++)
      w->parts[p].field = w->parts[p].is_form ? w->parts[p - 1].field : dt_field_add(wrapper, NULL, "text");

  const dt_wrapper_node *whole = NULL; /* the element of the last address in one that is one value */
  uint32_t last = DT_NO_FIELD;
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    if (w->has_href) {
      const dt_wrapper_node *around = dt_wrapper_whole(w);
      w->href = around != NULL && around == whole ? last : dt_field_add(wrapper, NULL, "url");
      whole = around;
      last = w->href;
    }
    if (w->has_src) w->src = dt_field_add(wrapper, NULL, "url");
  }
}
