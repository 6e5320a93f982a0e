/* engine/text_stats.c: which texts of records vary, and how much text that is. */
#include "engine/engine.h"
#include "engine/tunables.h"

#include "base/map.h"

enum { MAX_CHARACTERS = 300 };

/* Whether a text is data for scripts, as some pages have in hidden elements: {"id":5,...}. */
static bool is_json(detm_text text) {
  return text.length > 4 && text.data[0] == '{' && text.data[1] == '"' && text.data[text.length - 1] == '}';
}

/* Equal texts have the number of the first of them.  Data for scripts has neither length nor kind. */
void dt_texts_prepare(dt_engine *e) {
  const dt_tree *tree = e->tree;
  dt_mark mark = dt_arena_mark(e->scratch);
  e->text_before = DT_ARRAY(e->arena, uint32_t, (size_t)tree->node_count + 1);
  e->text_number = DT_ARRAY(e->arena, uint32_t, tree->text_count);
  e->text_length = DT_ARRAY(e->arena, uint32_t, tree->text_count);
  e->text_kind = DT_ZERO(e->arena, dt_kind, tree->text_count);
  e->counts = DT_ZERO(e->arena, dt_text_count, tree->text_count);

  uint32_t texts = 0;
  for (dt_index node = 0; node < tree->node_count; node++) {
    e->text_before[node] = texts;
    texts += tree->nodes[node].tag == DT_TAG_TEXT;
  }

  e->text_before[tree->node_count] = texts;
  e->linked_before = DT_ARRAY(e->arena, uint32_t, (size_t)texts + 1);
  e->linked_before[0] = 0;
  for (uint32_t t = 0; t < texts; t++)
    e->linked_before[t + 1] = e->linked_before[t] + ((tree->nodes[tree->text_nodes[t]].flags & DT_NODE_LINKED) != 0);
  uint32_t *firsts = DT_ARRAY(e->scratch, uint32_t, tree->text_count);
  dt_lookup lookup;
  dt_lookup_start(&lookup, e->scratch, tree->text_count);

  for (uint32_t t = 0; t < tree->text_count; t++) {
    detm_text text = {tree->bytes + tree->texts[t].start, tree->texts[t].length};
    uint64_t hash = dt_hash_keyed(text.data, text.length);
    uint32_t probe = 0, number;
    while ((number = dt_lookup_next(&lookup, hash, &probe)) != DT_NO_NUMBER) {
      const dt_string *other = &tree->texts[firsts[number]];
      if (dt_text_equal(text, (detm_text){tree->bytes + other->start, other->length})) break;
    }
    if (number == DT_NO_NUMBER) {
      number = dt_lookup_append(&lookup, hash);
      firsts[number] = t;
      size_t characters = is_json(text) ? 0 : dt_utf8_count(text);
      if (characters == 0) e->text_kind[t] = DT_KIND_KNOWN;
      e->text_length[t] = characters < MAX_CHARACTERS ? (uint32_t)characters : MAX_CHARACTERS;
    }
    e->text_number[t] = firsts[number];
  }

  dt_arena_rewind(e->scratch, mark);
  e->plain_before = DT_ARRAY(e->arena, uint64_t, (size_t)texts + 1);
  e->plain_before[0] = 0;
  for (uint32_t t = 0; t < texts; t++) {
    bool linked = tree->nodes[tree->text_nodes[t]].flags & DT_NODE_LINKED;
    e->plain_before[t + 1] = e->plain_before[t] + (linked ? 0 : e->text_length[e->text_number[t]]);
  }
}

void dt_record_texts(const dt_engine *e, const dt_index *nodes, uint32_t count, uint32_t *first, uint32_t *end) {
  *first = e->text_before[nodes[0]];
  *end = e->text_before[e->tree->nodes[nodes[count - 1]].end];
}

dt_text_statistics dt_texts_count(dt_engine *e, const dt_cut *cut) {
  dt_text_statistics s = {0};
  uint32_t first, end;
  double longest = 0;

  e->cuts_counted++;
  for (uint32_t r = 0; r < cut->count; r++) {
    dt_cut_texts(e, cut, r, &first, &end);
    for (uint32_t t = first; t < end; t++) {
      dt_text_count *count = &e->counts[e->text_number[t]];
      if (count->cut != e->cuts_counted) *count = (dt_text_count){e->cuts_counted, DT_NONE, 0};
      if (count->record != r) count->records++;
      count->record = r;
    }
  }

  for (uint32_t r = 0; r < cut->count; r++) {
    uint32_t varying = 0, characters = 0;
    bool linked = false;
    dt_cut_texts(e, cut, r, &first, &end);
    for (uint32_t t = first; t < end; t++) {
      characters += e->text_length[e->text_number[t]];
      if (!dt_text_varies(e, cut, t)) continue;
      varying += e->text_length[e->text_number[t]];
      linked = linked || (e->tree->nodes[e->tree->text_nodes[t]].flags & DT_NODE_LINKED);
    }
    s.varying += varying;
    double plain = (double)(e->plain_before[end] - e->plain_before[first]);
    s.plain += plain;
    longest = plain > longest ? plain : longest;
    s.brief += characters < DT_BRIEF;
    s.empty += varying == 0;
    s.linked += linked;
  }

  if (cut->count > 1) s.plain = (s.plain - longest) * cut->count / (cut->count - 1);
  return s;
}

bool dt_record_linked(const dt_engine *e, const dt_record *record) {
  uint32_t first, end;
  dt_record_texts(e, record->nodes, record->count, &first, &end);
  return e->linked_before[end] != e->linked_before[first];
}

uint32_t dt_record_pieces(const dt_engine *e, const dt_record *record) {
  uint32_t first, end, pieces = 0;
  dt_record_texts(e, record->nodes, record->count, &first, &end);
  for (uint32_t t = first; t < end; t++) pieces += e->tree->texts[e->tree->nodes[e->tree->text_nodes[t]].detail].count;
  return pieces;
}
