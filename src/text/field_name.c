/* text/field_name.c: makes XML names from labels: letters of all scripts, without punctuation. */
#include "text/field_name.h"

#include "text/chars.h"

#include <libxml/chvalid.h>
#include <libxml/tree.h>

enum { MAX_NAME_LENGTH = 40, MAX_VALID_LENGTH = 1000 };

const char *dt_name_make(dt_arena *arena, const char *label) {
  char name[MAX_NAME_LENGTH + 5];
  size_t length = 0;
  bool gap = false;
  for (const char *at = label, *end = label + strlen(label); at < end;) {
    uint32_t code;
    unsigned width = dt_utf8_read(at, end, &code);
    code = dt_lower(code);
    bool letter = xmlIsBaseCharQ(code) || xmlIsIdeographicQ(code);
    bool mark = length != 0 && (xmlIsDigitQ(code) || xmlIsCombiningQ(code)); /* not at the start of an XML name */
    if (dt_is_letter(code) && (letter || mark)) {
      if (gap && length != 0) name[length++] = '-';
      gap = false;
      length += dt_utf8_write(name + length, code);
    } else {
      gap = true;
    }
    if (length > MAX_NAME_LENGTH) return NULL;
    at += width;
  }
  return length != 0 ? dt_arena_copy(arena, name, length) : NULL;
}

bool dt_name_valid(const char *name) {
  return name != NULL && strlen(name) <= MAX_VALID_LENGTH && xmlValidateNCName((const xmlChar *)name, 0) == 0;
}

void dt_names_start(dt_names *names, dt_arena *arena) {
  names->arena = arena;
  dt_map_start(&names->times, arena, 0);
}

/* Returns how many times the name was requested, including this time. */
static uint32_t count_name(dt_names *names, const char *name) {
  return ++*dt_map_at(&names->times, dt_hash_keyed(name, strlen(name)));
}

const char *dt_names_give(dt_names *names, const char *name) {
  const char *free_name = name;
  for (uint32_t again = count_name(names, name); again > 1; again++) {
    free_name = dt_arena_format(names->arena, "%s-%lu", name, (unsigned long)again);
    if (count_name(names, free_name) == 1) break;
  }
  /* a copy, since the name may not live as long */
  return free_name == name ? dt_arena_copy(names->arena, name, strlen(name)) : free_name;
}
