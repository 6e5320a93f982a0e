/* template/learn/anchor_path.c: makes XPath steps from an element to a descendant. */
#include "template/learn/anchor_path.h"

#include "html/dom_path.h"
#include "template/learn/anchors.h"

#define A_STEP 0.03
#define A_NUMBER 0.05

static uint32_t count(const char *path, char c) {
  uint32_t found = 0;
  for (; *path != '\0'; path++) found += *path == c;
  return found;
}

uint32_t dt_ways_down(dt_arena *arena, xmlNodePtr from, xmlNodePtr to, dt_way ways[DT_MAX_WAYS]) {
  if (from == to) {
    ways[0] = (dt_way){"", 0, false};
    return 1;
  }
  const char *path = dt_dom_path(arena, from, to, NULL);
  uint32_t steps = count(path, '/'), numbers = count(path, '[');
  ways[0] = (dt_way){path, A_STEP * steps + A_NUMBER * numbers, false};
  ways[1] = (dt_way){dt_arena_format(arena, "//%s", (const char *)to->name), 0.06, false};
  if (numbers == 0) return 2;
  ways[2] = (dt_way){dt_dom_path_names(arena, from, to), A_STEP * steps, false};
  return 3;
}
