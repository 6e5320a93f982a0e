/* runs.c: the engine on small pages. */
#include "engine/runs.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static void start(run *r, const char *markup) {
  *r = (run){.page = page_of(markup)};
  r->tree = &r->page->tree;
  dt_scope_start(&r->scope, 0);
  dt_arena_start(&r->arena, &r->scope);
  dt_arena_start(&r->scratch, &r->scope);
}

void run_prepare(run *r, const char *markup) {
  start(r, markup);
  if (setjmp(r->scope.escape) != 0) cr_assert_fail("out of memory");
  dt_engine_start(&r->engine, &r->arena, &r->scratch, r->tree, &detm_extract_defaults);
}

void run_all(run *r, const char *markup, const detm_extract_options *options) {
  static detm_extract_options all;
  all = detm_extract_defaults;
  all.max_regions = 0;
  start(r, markup);
  if (setjmp(r->scope.escape) == 0)
    dt_engine_run(&r->engine, &r->arena, &r->scratch, r->tree, options != NULL ? options : &all);
}

void run_end(run *r) {
  dt_arena_free(&r->scratch);
  dt_arena_free(&r->arena);
  detm_page_free(r->page);
}

static dt_index with_id(const dt_tree *tree, const char *id) {
  for (dt_index node = 0; node < tree->node_count; node++)
    if (dt_text_equal(dt_attribute_of(tree, node, DT_ATTRIBUTE_id), dt_text(id))) return node;
  cr_assert_fail("no element has the id %s", id);
  return DT_NONE;
}

dt_list list_of(run *r, const char *id) {
  const dt_node *parent = &r->tree->nodes[with_id(r->tree, id)];
  const dt_index *nodes = r->tree->children + parent->kids;
  dt_shape *shapes = DT_ARRAY(&r->arena, dt_shape, parent->kid_count);
  uint32_t *sizes = DT_ZERO(&r->arena, uint32_t, parent->kid_count + (size_t)1);
  for (uint32_t k = 0; k < parent->kid_count; k++) {
    shapes[k] = r->tree->nodes[nodes[k]].shape;
    sizes[k + 1] = sizes[k] + dt_size(r->tree, nodes[k]);
  }
  return (dt_list){(dt_index)(parent - r->tree->nodes), nodes, shapes, sizes, parent->kid_count, false};
}

bool cut_of(run *r, const char *id, dt_cut *cut, dt_text_statistics *texts) {
  double value;
  dt_list *list = DT_ARRAY(&r->arena, dt_list, 1);
  *list = list_of(r, id);
  return dt_list_cut(&r->engine, list, cut, texts, &value);
}

const dt_region *region_of(const run *r, const char *id) {
  dt_index parent = with_id(r->tree, id);
  for (uint32_t i = 0; i < r->engine.region_count; i++) {
    const dt_region *region = &r->engine.regions[i];
    if (region->cut.list->parent == parent && !region->cut.list->concatenated) return region;
  }
  return NULL;
}

void add_records(const run *r, const dt_region *region, dt_buffer *out) {
  for (uint32_t n = 0; n < region->record_count; n++) {
    uint32_t first, end;
    dt_record_texts(&r->engine, region->records[n].nodes, region->records[n].count, &first, &end);
    if (n != 0) dt_buffer_text(out, " | ");
    for (uint32_t t = first; t < end; t++) {
      detm_text text = dt_text_of(r->tree, r->tree->text_nodes[t]);
      if (t != first) dt_buffer_byte(out, ',');
      dt_buffer_add(out, text.data, text.length);
    }
  }
}

void expect_records(const char *markup, const char *expected) {
  run r;
  dt_buffer out = {0};
  run_all(&r, markup, NULL);
  if (r.engine.region_count != 0) add_records(&r, &r.engine.regions[0], &out);
  dt_buffer_byte(&out, '\0');
  cr_expect_str_eq(out.data, expected, "%s\n  is       %s\n  should be %s", markup, out.data, expected);
  dt_buffer_free(&out);
  run_end(&r);
}

static void add_sentence(dt_buffer *out, unsigned number) {
  static const char *const words[] = {"amber", "bowls", "copper", "dry",  "early", "fired", "green", "heavy",
                                      "iron",  "jars",  "kiln",   "late", "moss",  "new",   "old",   "plain"};
  uint32_t seed = number * 7919;
  dt_buffer_text(out, "About");
  for (int n = 0; n < 9; n++) dt_buffer_format(out, " %s", words[draw(&seed, 16)]);
  dt_buffer_byte(out, '.');
}

void add_times(dt_buffer *out, const char *piece, unsigned count) {
  for (unsigned number = 1; number <= count; number++)
    for (const char *at = piece; *at != '\0'; at++) {
      if (*at == '#') {
        dt_buffer_format(out, "%u", number);
      } else if (*at == '@') {
        add_sentence(out, number);
      } else {
        dt_buffer_byte(out, *at);
      }
    }
}

char *page_with(const char *before, const char *piece, unsigned count, const char *after) {
  dt_buffer out = {0};
  dt_buffer_text(&out, before);
  add_times(&out, piece, count);
  dt_buffer_text(&out, after);
  dt_buffer_byte(&out, '\0');
  return out.data;
}
