/* template/learn/anchor_path.c: makes XPath steps from an element to a descendant. */
#include "template/learn/anchor_path.h"

#include "html/dom.h"
#include "html/dom_path.h"
#include "template/tunables.h"

const xmlNode *dt_list_of_chosen(const xmlNode *element) {
  const xmlNode *list = element->parent;
  if (!dt_node_is(element, "option") || dt_node_value(element, "selected") == NULL) return NULL;
  while (list != NULL && !dt_node_is(list, "select")) list = list->parent;
  return list;
}

const char *dt_path_down(dt_arena *arena, const xmlNode *from, const xmlNode *to) {
  const xmlNode *list = dt_list_of_chosen(to);
  if (list == NULL) return dt_dom_path(arena, from, to, NULL);
  const char *above = "";
  bool within = false; /* `from` is a group of options */
  for (const xmlNode *up = to; up != list; up = up->parent) within = within || up == from;
  if (!within && list != from) above = dt_dom_path(arena, from, list, NULL);
  return dt_arena_format(arena, "%s//option[@selected]", above);
}

uint32_t dt_ways_down(dt_arena *arena, xmlNodePtr from, xmlNodePtr to, dt_anchor_path ways[DT_MAX_WAYS]) {
  if (from == to) {
    ways[0] = (dt_anchor_path){"", 0, false};
    return 1;
  }

  const char *path = dt_path_down(arena, from, to);
  if (dt_list_of_chosen(to) != NULL) { /* another one may be chosen on another page: its number says nothing */
    ways[0] = (dt_anchor_path){path, DT_COST_STEP, false};
    return 1;
  }

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
