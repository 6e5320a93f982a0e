/* template/anchor.h: what may lead to a value: heads (elements that can be found again) and ways (from there to it).
 *
 * The figures are trusts and costs of trust; where they come from is told in HACKING. */
#ifndef DT_ANCHOR_H
#define DT_ANCHOR_H

#include "template/sample.h"
#include "template/template.h"

/* The user's values of one sample page: what holds one of them is data, not template. */
typedef struct dt_wanted {
  const detm_text *squeezed; /* folded */
  const detm_text *words;    /* letters and digits alone */
  uint32_t count;
} dt_wanted;

/* How fit an attribute's value is for finding an element again, 0 (not at all) to 1: long ones and ones with three or
 * more digits are of this page alone. */
double dt_name_fitness(const char *value, size_t length);
/* The same, and 0 for what holds a value of the user's or is part of one. */
double dt_fitness(const dt_wanted *wanted, detm_text value);

typedef struct dt_head {
  dt_anchor_kind kind;
  const char *tag, *name, *value;
  double trust;
} dt_head;

typedef struct dt_heads {
  dt_head *all;
  uint32_t count;
} dt_heads;

/* Heads that find `element` (and maybe others). */
dt_heads dt_heads_of(dt_sample *sample, const dt_wanted *wanted, xmlNodePtr element);
/* The attributes, besides id and class, by which elements are found; ends with NULL. */
extern const char *const dt_anchor_attributes[];

/* Whether the element's class attribute holds the token; the XPath that asks for it. */
bool dt_has_class(xmlNodePtr element, detm_text token);
const char *dt_class_predicate(dt_arena *arena, detm_text token);

/* A way from a head's element to a node within it. */
typedef struct dt_way {
  const char *path; /* "/div[2]/b", "//b", "" */
  double cost;
  bool to_text; /* leads to the value's text itself, not to its element */
} dt_way;

enum { DT_MAX_WAYS = 3 };
/* To an element within `from` or that itself; returns how many. */
uint32_t dt_ways_down(dt_arena *arena, xmlNodePtr from, xmlNodePtr to, dt_way ways[DT_MAX_WAYS]);
/* "/html/body/div[2]" */
const char *dt_path_from_root(dt_arena *arena, xmlNodePtr element);

/* A text that stands before a value and may be its label, and the ways from it to the value. */
typedef struct dt_label {
  xmlNodePtr node; /* an element, or a text */
  dt_head head;    /* CAPTION or TEXT */
  dt_way *ways;    /* paths from the head */
  uint32_t way_count;
} dt_label;

typedef struct dt_labels {
  dt_label *all;
  uint32_t count;
} dt_labels;

/* Labels before the text numbered `first`, which is where `target` (an element or a text) begins. */
dt_labels dt_labels_before(dt_sample *sample, const dt_wanted *wanted, uint32_t first, xmlNodePtr target);

#endif
