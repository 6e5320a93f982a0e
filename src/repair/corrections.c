/* repair/corrections.c: carries the user's corrections of the records over to a new wrapper: exceptions, longest,
 * strict elements, and the headings and numbers of places (doc/method 2.14).  Those with which it would find no record
 * are left out, and each correction that is missing or has no effect gives a warning. */
#include "repair/repair.h"

#include "html/tree_path.h"
#include "wrapper/locate/exceptions.h"
#include "wrapper/locate/locate.h"
#include "wrapper/places.h"

static bool finds_records(const dt_carrier *c, detm_wrapper *now) {
  bool found = false;
  dt_mark mark = dt_arena_mark(c->scratch);
  for (size_t i = 0; i < c->page_count && !found; i++)
    found = dt_wrapper_locate(now, c->arena, c->scratch, &c->pages[i]->tree).count != 0;
  dt_arena_rewind(c->scratch, mark);
  return found;
}

/* ---- places ---- */

static bool is_on_a_page(const dt_carrier *c, const dt_place *place) {
  bool found = false;
  dt_mark mark = dt_arena_mark(c->scratch);
  for (size_t i = 0; i < c->page_count && !found; i++) {
    const dt_tree *tree = &c->pages[i]->tree;
    dt_place_finder finder;
    dt_place_finder_start(&finder, c->scratch, place, 1, tree);
    for (dt_index node = 0; node < tree->node_count && !found; node++)
      found = dt_path_hash(tree, node) == place->hash && dt_place_finder_has(&finder, 0, node);
  }
  dt_arena_rewind(c->scratch, mark);
  return found;
}

/* Numbers count the parents with one path, class and id; headings hold for others, too. */
static bool is_like_place(const dt_place *old, const dt_place *now) {
  return old->number == 0 ||
         (old->hash == now->hash && strcmp(old->class, now->class) == 0 && strcmp(old->id, now->id) == 0);
}

static void carry_places(const dt_carrier *c, detm_wrapper *now) {
  for (uint32_t o = 0; o < c->old->place_count; o++) {
    const dt_place *old = &c->old->places[o];
    for (uint32_t p = 0; p < now->place_count && (*old->heading != '\0' || old->number != 0); p++) {
      dt_place *place = &now->places[p], corrected = *place;
      if (*place->heading != '\0' || place->number != 0 || !is_like_place(old, place)) continue;
      corrected.heading = dt_arena_copy(&now->arena, old->heading, strlen(old->heading));
      corrected.number = old->number;
      if (is_on_a_page(c, &corrected)) *place = corrected;
    }
  }
}

static bool has_place(const detm_wrapper *now, const dt_place *old) {
  for (uint32_t p = 0; p < now->place_count; p++)
    if (strcmp(now->places[p].heading, old->heading) == 0 && now->places[p].number == old->number) return true;
  return false;
}

/* ---- elements ---- */

static dt_wrapper_node *top_like(const detm_wrapper *now, const dt_wrapper_node *old) {
  dt_wrapper_node *top = now->root->first;
  while (top != NULL && ((top->group != 0) != (old->group != 0) || !dt_share_class(top->class, dt_text(old->class))))
    top = top->next;
  return top;
}

static void carry_elements(const dt_carrier *c, detm_wrapper *now) {
  now->longest = c->old->longest;
  if (now->longest && !finds_records(c, now)) now->longest = false;
  for (const dt_wrapper_node *old = c->old->root->first; old != NULL; old = old->next) {
    dt_wrapper_node *top = old->strict ? top_like(now, old) : NULL;
    if (top == NULL || top->strict) continue;
    top->strict = true;
    if (!finds_records(c, now)) top->strict = false;
  }
}

/* ---- exceptions ---- */

static void carry_exception(const dt_carrier *c, detm_wrapper *now, dt_exception except) {
  if (now->exceptions == NULL) now->exceptions = DT_ARRAY(&now->arena, dt_exception, c->old->exception_count);
  now->exceptions[now->exception_count++] = except;
  if (!finds_records(c, now)) now->exception_count--;
}

static const char *copy_into_wrapper(detm_wrapper *now, const char *text) {
  return text != NULL ? dt_arena_copy(&now->arena, text, strlen(text)) : NULL;
}

void dt_carry_corrections(const dt_carrier *c, detm_wrapper *now) {
  carry_places(c, now);
  carry_elements(c, now);
  for (uint32_t e = 0; e < c->old->exception_count; e++) {
    const dt_exception *old = &c->old->exceptions[e];
    if (old->lacks == DT_NO_FIELD)
      carry_exception(
          c, now, (dt_exception){copy_into_wrapper(now, old->class), copy_into_wrapper(now, old->text), DT_NO_FIELD});
  }
}

bool dt_carry_lacks(const dt_carrier *c, detm_wrapper *now, const uint32_t *now_of, uint32_t count) {
  uint32_t before = now->exception_count;
  for (uint32_t e = 0; e < c->old->exception_count; e++) {
    uint32_t field = c->old->exceptions[e].lacks;
    if (field != DT_NO_FIELD && field < count && now_of[field] != DT_UNASSIGNED)
      carry_exception(c, now, (dt_exception){NULL, NULL, now_of[field]});
  }
  return now->exception_count != before;
}

/* ---- warnings ---- */

static bool has_exception(const detm_wrapper *now, const dt_exception *old, const char *field) {
  for (uint32_t e = 0; e < now->exception_count; e++) {
    const dt_exception *except = &now->exceptions[e];
    if (old->class != NULL && except->class != NULL && strcmp(old->class, except->class) == 0) return true;
    if (old->text != NULL && except->text != NULL && strcmp(old->text, except->text) == 0) return true;
    if (field != NULL && except->lacks != DT_NO_FIELD && strcmp(now->fields[except->lacks].name, field) == 0)
      return true;
  }
  return false;
}

static bool is_without_effect(const dt_carrier *c, const dt_exception *except) {
  if (except->lacks != DT_NO_FIELD) return false;
  for (size_t i = 0; i < c->page_count; i++) {
    const dt_tree *tree = &c->pages[i]->tree;
    if (except->class != NULL ? dt_node_has_class(tree, 0, except->class)
                              : dt_node_has_text(tree, 0, dt_text(except->text)))
      return false;
  }
  return true;
}

static void warn_exception(const dt_carrier *c, detm_repair *repair, const detm_wrapper *now,
                           const dt_exception *except) {
  const char *field = except->lacks != DT_NO_FIELD ? c->old->fields[except->lacks].name : NULL;
  const char *name = except->class != NULL ? "class" : except->text != NULL ? "text" : "lacks";
  const char *value = except->class != NULL ? except->class : except->text != NULL ? except->text : field;
  if (!has_exception(now, except, field))
    dt_repair_warn(repair, "<except %s=\"%.200s\"> was not carried over: %s", name, value,
                   field != NULL ? "the field was not found, or no record would be left" : "no record would be left");
  else if (is_without_effect(c, except))
    dt_repair_warn(repair, "<except %s=\"%.200s\"> has no effect: no page has this %s", name, value, name);
}

void dt_warn_corrections(const dt_carrier *c, detm_repair *repair, const detm_wrapper *now) {
  for (uint32_t p = 0; p < c->old->place_count; p++) {
    const dt_place *place = &c->old->places[p];
    if ((*place->heading == '\0' && place->number == 0) || has_place(now, place)) continue;
    if (*place->heading != '\0')
      dt_repair_warn(repair,
                     "heading=\"%.200s\" of <place> was not carried over: no list of the pages has this heading",
                     place->heading);
    else
      dt_repair_warn(repair, "number=\"%lu\" of <place> was not carried over: the list has another place",
                     (unsigned long)place->number);
  }

  if (c->old->longest && !now->longest)
    dt_repair_warn(repair, "longest=\"yes\" was not carried over: no record would be left");
  for (const dt_wrapper_node *old = c->old->root->first; old != NULL; old = old->next) {
    const dt_wrapper_node *top = old->strict ? top_like(now, old) : NULL;
    if (old->strict && (top == NULL || !top->strict))
      dt_repair_warn(repair, "strict=\"yes\" of <element class=\"%.200s\"> was not carried over: %s", old->class,
                     top == NULL ? "the records no longer have the class" : "no record would be left");
  }

  for (uint32_t e = 0; e < c->old->exception_count; e++) warn_exception(c, repair, now, &c->old->exceptions[e]);
}
