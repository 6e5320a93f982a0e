/* html/data/lists.h: lists of objects in JSON as tables. */
#ifndef DT_HTML_DATA_LISTS_H
#define DT_HTML_DATA_LISTS_H

#include "base/base.h"
#include "base/map.h"

#include <jansson.h>

typedef struct dt_data_lists {
  dt_scope *scope;
  json_t *lists;        /* by path: an array of objects, whose members are the columns: arrays of scalars */
  json_t *rows;         /* the values that strings "$1a" name; NULL = none */
  json_t *flat;         /* the array whose indexes stand for the values in it; NULL = none */
  json_t *objects;      /* the object whose keys {"__ref": ...} names; NULL = none */
  const json_t *holder; /* the object that has the value which is visited next; NULL = none */
  bool tagged;          /* a value is an array of the number of its type and itself */
  dt_lookup searched;   /* rows, and values in them, that were searched for lists: their addresses */
  dt_buffer path;       /* of the value that is visited */
  size_t visited;       /* values */
  bool failed, full;    /* no memory; the limit of values was reached */
  bool has_pages;       /* a value is a page of HTML */
} dt_data_lists;

/* Starts without lists.  The caller frees them, also if they failed. */
void dt_data_lists_start(dt_data_lists *lists, dt_scope *scope);
void dt_data_lists_free(dt_data_lists *lists);

/* Adds the lists in a value, whose paths begin with `name`. */
void dt_data_lists_add(dt_data_lists *lists, json_t *root, const char *name);
/* The same for an array of the values of a text; objects with the same members are a list themselves. */
void dt_data_lists_add_all(dt_data_lists *lists, json_t *roots, const char *name);

/* Adds the lists to `html` as tables, with their paths as captions: a row for each object, a column for each path of
 * members.  Adds nothing if there are none. */
void dt_data_lists_write(dt_data_lists *lists, dt_buffer *html);

#endif
