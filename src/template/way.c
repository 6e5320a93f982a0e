/* template/way.c: XPath steps from an element down to another. */
#include "template/anchor.h"

#define A_STEP 0.03
#define A_NUMBER 0.05

/* The elements from below `from` (NULL = the document) down to `to`; *count of them. */
static xmlNodePtr *chain_of(dt_arena *arena, const xmlNode *from, xmlNodePtr to, uint32_t *count) {
  *count = 0;
  for (xmlNodePtr n = to; n != from && n != NULL && n->type == XML_ELEMENT_NODE; n = n->parent) (*count)++;
  xmlNodePtr *chain = DT_ARRAY(arena, xmlNodePtr, *count + 1);
  uint32_t at = *count;
  for (xmlNodePtr n = to; at > 0; n = n->parent) chain[--at] = n;
  return chain;
}

/* "/div[2]/b"; numbers only where siblings of the tag make them needed.  *numbers gets how many there are. */
static const char *join(dt_arena *arena, xmlNodePtr const *chain, uint32_t count, bool numbered, uint32_t *numbers) {
  size_t length = 1;
  for (uint32_t i = 0; i < count; i++) length += strlen((const char *)chain[i]->name) + 16;
  char *path = dt_arena_take(arena, length), *end = path;
  *end = '\0';
  *numbers = 0;
  for (uint32_t i = 0; i < count; i++) {
    size_t name = strlen((const char *)chain[i]->name);
    uint32_t of, position = numbered ? dt_node_position(chain[i], &of) : 0;
    *end++ = '/';
    memcpy(end, chain[i]->name, name);
    end += name;
    *end = '\0';
    if (!numbered || of == 1) continue;
    (*numbers)++;
    char digits[16], *digit = digits + sizeof digits;
    for (uint32_t n = position; n != 0; n /= 10) *--digit = (char)('0' + n % 10);
    *end++ = '[';
    memcpy(end, digit, (size_t)(digits + sizeof digits - digit));
    end += digits + sizeof digits - digit;
    *end++ = ']';
    *end = '\0';
  }
  return path;
}

uint32_t dt_ways_down(dt_arena *arena, xmlNodePtr from, xmlNodePtr to, dt_way ways[DT_MAX_WAYS]) {
  uint32_t steps, numbers, none;
  if (from == to) {
    ways[0] = (dt_way){"", 0, false};
    return 1;
  }
  xmlNodePtr *chain = chain_of(arena, from, to, &steps);
  const char *numbered = join(arena, chain, steps, true, &numbers);
  ways[0] = (dt_way){numbered, A_STEP * steps + A_NUMBER * numbers, false};
  ways[1] = (dt_way){dt_arena_format(arena, "//%s", (const char *)to->name), 0.06, false};
  if (numbers == 0) return 2;
  ways[2] = (dt_way){join(arena, chain, steps, false, &none), A_STEP * steps, false};
  return 3;
}

const char *dt_path_from_root(dt_arena *arena, xmlNodePtr element) {
  uint32_t steps, numbers;
  xmlNodePtr *chain = chain_of(arena, NULL, element, &steps);
  return join(arena, chain, steps, true, &numbers);
}
