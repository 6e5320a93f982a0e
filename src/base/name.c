/* base/name.c: XML names out of labels.  A name has the letters of many scripts, but no signs. */
#include "base/name.h"

enum { LONGEST_NAME = 40 };

static bool is_name_letter(uint32_t c) {
  static const struct {
    uint16_t first, last;
  } ranges[] = {{'a', 'z'},       {0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x131},   {0x134, 0x13E},
                {0x141, 0x148},   {0x14A, 0x17E},   {0x391, 0x3A1},   {0x3A3, 0x3CE},  {0x401, 0x40C},
                {0x40E, 0x44F},   {0x451, 0x45C},   {0x5D0, 0x5EA},   {0x621, 0x63A},  {0x641, 0x64A},
                {0x3041, 0x3094}, {0x30A1, 0x30FA}, {0x4E00, 0x9FA5}, {0xAC00, 0xD7A3}};
  for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++)
    if (c >= ranges[r].first && c <= ranges[r].last) return true;
  return false;
}

const char *dt_name_make(dt_arena *arena, const char *label) {
  char name[LONGEST_NAME + 5];
  size_t length = 0;
  bool gap = false;
  for (const char *at = label, *end = label + strlen(label); at < end;) {
    uint32_t code;
    unsigned width = dt_utf8_read(at, end, &code);
    if (code >= 'A' && code <= 'Z') code |= 32;
    bool digit = code >= '0' && code <= '9';
    if (is_name_letter(code) || (digit && length != 0)) {
      if (gap && length != 0) name[length++] = '-';
      gap = false;
      length += dt_utf8_write(name + length, code);
    } else {
      gap = true;
    }
    if (length > LONGEST_NAME) return NULL;
    at += width;
  }
  return length != 0 ? dt_arena_copy(arena, name, length) : NULL;
}

/* ---- names that were given ---- */

typedef struct dt_name_slot {
  uint64_t hash; /* 0: free */
  uint32_t times;
} dt_name_slot;

void dt_names_start(dt_names *names, dt_arena *arena) {
  *names = (dt_names){.arena = arena, .size = 64};
  names->slots = DT_ZERO(arena, dt_name_slot, names->size);
}

static dt_name_slot *find_slot(const dt_names *names, uint64_t hash) {
  size_t at = (size_t)(hash >> 20) & (names->size - 1);
  while (names->slots[at].hash != 0 && names->slots[at].hash != hash) at = (at + 1) & (names->size - 1);
  return &names->slots[at];
}

static void make_room(dt_names *names) {
  dt_names more = {.arena = names->arena, .size = names->size * 2, .used = names->used};
  if (2 * names->used < names->size) return;
  more.slots = DT_ZERO(names->arena, dt_name_slot, more.size);
  for (size_t i = 0; i < names->size; i++)
    if (names->slots[i].hash != 0) *find_slot(&more, names->slots[i].hash) = names->slots[i];
  *names = more;
}

/* How often the name was asked for, this time included. */
static uint32_t count_name(dt_names *names, const char *name) {
  make_room(names);
  dt_name_slot *slot = find_slot(names, dt_hash_bytes(name, strlen(name), 11) | 1);
  names->used += slot->hash == 0;
  slot->hash = dt_hash_bytes(name, strlen(name), 11) | 1;
  return ++slot->times;
}

const char *dt_names_give(dt_names *names, const char *name) {
  const char *free_name = name;
  for (uint32_t again = count_name(names, name); again > 1; again++) {
    free_name = dt_arena_format(names->arena, "%s-%lu", name, (unsigned long)again);
    if (count_name(names, free_name) == 1) break;
  }
  return free_name;
}
