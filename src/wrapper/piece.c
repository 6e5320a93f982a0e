/* wrapper/piece.c: a text as the pieces between its decoration. */
#include "wrapper/learn.h"

enum { MOST_WITHIN = 400, MOST_CHAIN = 32 };

static bool counts(const dt_tree *tree, uint32_t chain, dt_split split) {
  return split != DT_SPLIT_PHRASES || !dt_tag_is(tree->chains[chain].tag, DT_HIGHLIGHT);
}

/* "font b.price": outermost first; returns its length. */
static size_t write_within(const dt_tree *tree, uint32_t chain, dt_split split, char out[MOST_WITHIN + 1]) {
  uint32_t elements[MOST_CHAIN], count = 0;
  size_t length = 0;
  for (; chain != 0 && count < MOST_CHAIN; chain = tree->chains[chain].parent)
    if (counts(tree, chain, split)) elements[count++] = chain;
  while (count-- > 0) {
    const dt_chain *c = &tree->chains[elements[count]];
    const char *tag = dt_tag_text(tree, c->tag);
    size_t tag_length = strlen(tag);
    if (length + tag_length + c->class_length + 2 > MOST_WITHIN) break;
    if (length != 0) out[length++] = ' ';
    memcpy(out + length, tag, tag_length);
    length += tag_length;
    if (c->class_length == 0) continue;
    out[length++] = '.';
    for (uint32_t i = 0; i < c->class_length; i++) {
      char byte = tree->values[c->class_start + i];
      out[length++] = (char)(byte > 0 && byte <= ' ' ? '.' : byte);
    }
  }
  out[length] = '\0';
  return length;
}

const char *dt_chain_within(dt_arena *arena, const dt_tree *tree, uint32_t chain, dt_split split) {
  char within[MOST_WITHIN + 1];
  size_t length = write_within(tree, chain, split, within);
  return dt_arena_copy(arena, within, length);
}

const char *dt_chain_itemprop(dt_arena *arena, const dt_tree *tree, uint32_t chain) {
  for (; chain != 0; chain = tree->chains[chain].parent) {
    const dt_chain *c = &tree->chains[chain];
    if (c->itemprop_length != 0) return dt_arena_copy(arena, tree->values + c->itemprop_start, c->itemprop_length);
  }
  return NULL;
}

/* Equal for fragments that stand in the very same elements. */
static uint64_t identity(const dt_tree *tree, uint32_t chain, dt_split split) {
  uint64_t hash = 1;
  for (; chain != 0; chain = tree->chains[chain].parent)
    if (counts(tree, chain, split)) hash = dt_hash_mix(hash, chain);
  return hash;
}

static detm_text join(dt_arena *scratch, detm_text before, bool space, detm_text more) {
  if (before.data + before.length + space == more.data)
    return (detm_text){before.data, before.length + space + more.length};
  char *joined = DT_ARRAY(scratch, char, before.length + 1 + more.length);
  memcpy(joined, before.data, before.length);
  joined[before.length] = ' ';
  memcpy(joined + before.length + space, more.data, more.length);
  return (detm_text){joined, before.length + space + more.length};
}

uint32_t dt_text_pieces(dt_arena *scratch, const dt_tree *tree, dt_index node, dt_split split, dt_piece *pieces,
                        uint32_t most) {
  const dt_string *string = &tree->texts[tree->nodes[node].detail];
  uint64_t last = 0;
  uint32_t count = 0;
  for (uint32_t f = string->first; f < string->first + string->count; f++) {
    const dt_fragment *fragment = &tree->fragments[f];
    detm_text text = dt_fragment_text(tree, fragment);
    uint64_t same = split == DT_SPLIT_PHRASES ? identity(tree, fragment->chain, split) : 0;
    if (count != 0 && ((split == DT_SPLIT_PHRASES && same == last) || count == most)) {
      pieces[count - 1].text = join(scratch, pieces[count - 1].text, fragment->space, text);
    } else {
      char within[MOST_WITHIN + 1];
      size_t length = write_within(tree, fragment->chain, split, within);
      pieces[count++] = (dt_piece){text, fragment->chain, dt_hash_bytes(within, length, 7)};
    }
    last = same;
  }
  return count;
}
