/* wrapper/edit/edit.c: lists the fields of a wrapper and changes them by name.
 *
 * The wrapper may belong to a result whose scope has ended, so memory is allocated without a scope. */
#include "wrapper/edit/edit.h"
#include "profile/require.h"
#include "text/field_name.h"
#include "wrapper/extract.h"

#include <stdio.h>
#include <stdlib.h>

static const char title_name[] = "title";

uint32_t dt_field_named(const detm_wrapper *wrapper, const char *name) {
  for (uint32_t f = 0; f < wrapper->field_count; f++)
    if (strcmp(wrapper->fields[f].name, name) == 0) return f;
  return DT_NO_FIELD;
}

/* Returns a copy of the name with `ending` appended, in the wrapper's memory; NULL without memory. */
static const char *copy_name(detm_wrapper *wrapper, const char *name, const char *ending) {
  dt_scope *scope = wrapper->arena.scope;
  wrapper->arena.scope = NULL;
  const char *copy = dt_arena_format(&wrapper->arena, "%s%s", name, ending);
  wrapper->arena.scope = scope;
  return copy;
}

const char *dt_field_new_name(detm_wrapper *wrapper, const char *name) {
  if (wrapper->names != DETM_NAMES_PLAIN || !dt_name_valid(name)) return name;
  dt_scope *scope = wrapper->arena.scope;
  wrapper->arena.scope = NULL;
  const char *plain = dt_name_plain(&wrapper->arena, name);
  wrapper->arena.scope = scope;
  return plain;
}

/* Returns `name`, or `name` with -2, -3 ... if a field has that name; NULL without memory. */
static const char *free_name(detm_wrapper *wrapper, const char *name) {
  char number[16] = "";
  for (unsigned n = 2;; n++) {
    const char *tried = copy_name(wrapper, name, number);
    if (tried == NULL || dt_field_named(wrapper, tried) == DT_NO_FIELD) return tried;
    snprintf(number, sizeof number, wrapper->names == DETM_NAMES_PLAIN ? "_%u" : "-%u", n);
  }
}

detm_status dt_field_find(const detm_wrapper *wrapper, const char *name, uint32_t *field, detm_error *error) {
  char names[300] = "";
  size_t length = 0;
  *field = dt_field_named(wrapper, name);
  if (*field != DT_NO_FIELD) return DETM_OK;
  for (uint32_t f = 0; f < wrapper->field_count; f++) {
    const char *next = wrapper->fields[f].name;
    if (!wrapper->fields[f].wanted || length + strlen(next) + sizeof ", ..." > sizeof names) continue;
    length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", length != 0 ? ", " : "", next);
  }
  return dt_error_set(error, DETM_USAGE, "there is no field %.80s: the fields are %s", name, names);
}

/* The address field named after the field `name`; DT_NO_FIELD = none. */
static uint32_t find_link(const detm_wrapper *wrapper, const char *name) {
  size_t length = strlen(name);
  for (uint32_t f = 0; f < wrapper->field_count; f++)
    if (strncmp(wrapper->fields[f].name, name, length) == 0 &&
        strcmp(wrapper->fields[f].name + length, dt_link_ending(wrapper)) == 0)
      return f;
  return DT_NO_FIELD;
}

/* Renames a field.  A field that already has the name becomes `instead` (made unique); address fields named after
 * either of the two are renamed, too. */
static detm_status rename_field(detm_wrapper *wrapper, uint32_t field, const char *name, const char *instead,
                                detm_error *error) {
  dt_field *fields = wrapper->fields;
  const char *old = fields[field].name, *other = NULL, *link_name = NULL, *other_link = NULL;
  uint32_t holder = dt_field_named(wrapper, name), link = find_link(wrapper, old), held_link = DT_NO_FIELD;
  if (holder == field) return DETM_OK;
  if (link == holder) link = DT_NO_FIELD;
  if (holder != DT_NO_FIELD) held_link = find_link(wrapper, name);
  if (held_link == field) held_link = DT_NO_FIELD;
  if ((name = copy_name(wrapper, name, "")) == NULL) return dt_error_memory(error);
  if (holder != DT_NO_FIELD) {
    other = strcmp(instead, old) == 0 ? old : free_name(wrapper, instead);
    if (other == NULL) return dt_error_memory(error);
  }
  if (link != DT_NO_FIELD) {
    link_name = copy_name(wrapper, name, dt_link_ending(wrapper));
    if (link_name != NULL && held_link == DT_NO_FIELD) link_name = free_name(wrapper, link_name);
    if (link_name == NULL) return dt_error_memory(error);
  }
  if (held_link != DT_NO_FIELD) {
    other_link = copy_name(wrapper, other, dt_link_ending(wrapper));
    bool freed = other_link != NULL && link != DT_NO_FIELD && strcmp(other_link, fields[link].name) == 0;
    if (other_link != NULL && !freed) other_link = free_name(wrapper, other_link);
    if (other_link == NULL) return dt_error_memory(error);
  }
  fields[field].name = name;
  if (holder != DT_NO_FIELD) fields[holder].name = other;
  if (link != DT_NO_FIELD) fields[link].name = link_name;
  if (held_link != DT_NO_FIELD) fields[held_link].name = other_link;
  return DETM_OK;
}

detm_status dt_field_give(detm_wrapper *wrapper, uint32_t field, const char *name, detm_error *error) {
  return rename_field(wrapper, field, name, name, error);
}

detm_status dt_field_check_name(const detm_wrapper *wrapper, const char *name, uint32_t holder, detm_error *error) {
  const char *fault = dt_name_fault(name);
  if (fault != NULL) return dt_error_set(error, DETM_USAGE, "\"%.80s\" is not a field name: %s", name, fault);
  if (holder != DT_NO_FIELD && wrapper->fields[holder].wanted)
    return dt_error_set(error, DETM_USAGE, "another field is already called %.80s: rename or drop that one first",
                        name);
  return DETM_OK;
}

detm_status detm_wrapper_rename_field(detm_wrapper *wrapper, const char *name, const char *new_name,
                                      detm_error *error) {
  if ((new_name = dt_field_new_name(wrapper, new_name)) == NULL) return dt_error_memory(error);
  uint32_t field, holder = dt_field_named(wrapper, new_name);
  if (dt_field_find(wrapper, name, &field, error) != DETM_OK) return DETM_USAGE;
  if (dt_field_check_name(wrapper, new_name, holder != field ? holder : DT_NO_FIELD, error) != DETM_OK)
    return DETM_USAGE;
  detm_status status = dt_field_give(wrapper, field, new_name, error);
  if (status == DETM_OK) wrapper->fields[field].unsure = false; /* the user has confirmed the name */
  return status;
}

detm_status detm_wrapper_set_wanted(detm_wrapper *wrapper, const char *name, int wanted, detm_error *error) {
  uint32_t field;
  if (dt_field_find(wrapper, name, &field, error) != DETM_OK) return DETM_USAGE;
  wrapper->fields[field].wanted = wanted != 0;
  wrapper->fields[field].reason = DT_REASON_NONE;
  return DETM_OK;
}

const char *detm_wrapper_type_name(size_t i) { return i < DT_VALUE_KINDS ? dt_value_kind_names[i] : NULL; }

detm_status detm_wrapper_set_type(detm_wrapper *wrapper, const char *name, const char *type, detm_error *error) {
  uint32_t field;
  unsigned kind = 0;
  if (dt_field_find(wrapper, name, &field, error) != DETM_OK) return DETM_USAGE;
  while (kind < DT_VALUE_KINDS && strcmp(dt_value_kind_names[kind], type) != 0) kind++;
  if (kind == DT_VALUE_KINDS)
    return dt_error_set(error, DETM_USAGE, "\"%.80s\" is not a type: the types are text, " DT_TYPES_AND, type);
  wrapper->fields[field].type = dt_value_kind_names[kind];
  return DETM_OK;
}

detm_status detm_wrapper_set_title(detm_wrapper *wrapper, const char *name, detm_error *error) {
  uint32_t field, old = dt_field_named(wrapper, title_name);
  if (dt_field_find(wrapper, name, &field, error) != DETM_OK) return DETM_USAGE;
  const char *instead = old != DT_NO_FIELD ? wrapper->fields[old].type : "";
  detm_status status = rename_field(wrapper, field, title_name, instead, error);
  if (status == DETM_OK) wrapper->fields[field].unsure = false;
  return status;
}

detm_status dt_wrapper_require(detm_wrapper *wrapper, detm_text name, const dt_requirement *required,
                               detm_error *error) {
  uint32_t field = 0;
  while (field < wrapper->field_count && !dt_text_equal(dt_text(wrapper->fields[field].name), name)) field++;
  if (field == wrapper->field_count) {
    char words[300];
    snprintf(words, sizeof words, "%.*s", (int)dt_text_cut(name, sizeof words - 1).length, name.data);
    return dt_field_find(wrapper, words, &field, error);
  }

  const char *text = NULL;
  dt_scope *scope = wrapper->arena.scope;
  wrapper->arena.scope = NULL;
  if (required->share != 0 && (text = dt_requirement_text(&wrapper->arena, required)) == NULL) dt_error_memory(error);
  wrapper->arena.scope = scope;
  if (text == NULL && required->share != 0) return DETM_NO_MEMORY;
  wrapper->fields[field].require = text;
  return DETM_OK;
}

/* ---- order ---- */

void dt_fields_renumber(detm_wrapper *wrapper, const uint32_t *numbers) {
  for (dt_wrapper_node *w = wrapper->root; w != NULL; w = dt_wrapper_next(w)) {
    if (w->href != DT_NO_FIELD) w->href = numbers[w->href];
    if (w->src != DT_NO_FIELD) w->src = numbers[w->src];
    for (uint32_t p = 0; p < w->part_count; p++)
      if (w->parts[p].field != DT_NO_FIELD) w->parts[p].field = numbers[w->parts[p].field];
    for (uint32_t a = 0; a < w->attribute_count; a++) {
      uint32_t *field = &w->attributes[a].part.field;
      if (*field != DT_NO_FIELD) *field = numbers[*field];
    }
  }

  for (uint32_t e = 0; e < wrapper->exception_count; e++) {
    uint32_t *lacks = &wrapper->exceptions[e].lacks;
    if (*lacks != DT_NO_FIELD) *lacks = numbers[*lacks];
  }
}

/* The fields of a profile have the numbers of those of the wrapper. */
static void arrange_profile(detm_wrapper *wrapper, const uint32_t *order, uint32_t count) {
  dt_profile *profile = wrapper->profile;
  dt_values *fields = calloc(count + 1U, sizeof *fields);
  if (fields == NULL) dt_scope_leave(wrapper->arena.scope, DETM_NO_MEMORY);
  for (uint32_t i = 0; i < count; i++) {
    if (order[i] >= profile->field_count) continue;
    fields[i] = profile->fields[order[i]];
    profile->fields[order[i]].name = NULL;
  }

  for (uint32_t f = 0; f < profile->field_count; f++) free(profile->fields[f].name); /* the removed fields' names */
  free(profile->fields);
  profile->fields = fields;
  profile->field_count = count;
  profile->field_capacity = count + 1U;
}

void dt_fields_arrange(detm_wrapper *wrapper, const uint32_t *order, uint32_t count) {
  dt_arena *arena = &wrapper->arena;
  dt_field *fields = DT_ARRAY(arena, dt_field, count);
  uint32_t *numbers = DT_ARRAY(arena, uint32_t, wrapper->field_count);
  for (uint32_t f = 0; f < wrapper->field_count; f++) numbers[f] = DT_NO_FIELD;
  for (uint32_t i = 0; i < count; i++) {
    fields[i] = wrapper->fields[order[i]];
    numbers[order[i]] = i;
  }
  wrapper->fields = fields;
  wrapper->field_count = wrapper->field_capacity = count;
  if (wrapper->profile != NULL) arrange_profile(wrapper, order, count);
  dt_fields_renumber(wrapper, numbers);
}
