/* template/learn/anchor_path.c: makes XPath steps from an element to a descendant. */
#include "template/learn/anchor_path.h"

#include "html/dom_path.h"
#include "template/tunables.h"

uint32_t dt_ways_down(dt_arena *arena, xmlNodePtr from, xmlNodePtr to, dt_anchor_path ways[DT_MAX_WAYS]) {
  if (from == to) {
    ways[0] = (dt_anchor_path){"", 0, false};
    return 1;
  }

  const char *path = dt_dom_path(arena, from, to, NULL);
  uint32_t steps = 0, numbers = 0;
  for (const char *at = path; *at != '\0'; at++) {
    steps += *at == '/';
    numbers += *at == '[';
  }

  ways[0] = (dt_anchor_path){path, DT_COST_STEP * steps + DT_COST_NUMBER * numbers, false};
  ways[1] = (dt_anchor_path){dt_arena_format(arena, "//%s", (const char *)to->name), DT_COST_ANYWHERE, false};
  if (numbers == 0) return 2;
  ways[2] = (dt_anchor_path){dt_dom_path_names(arena, from, to), DT_COST_STEP * steps, false};
  return 3;
}
