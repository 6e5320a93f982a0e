/* wrapper/group_headings.h: headings of groups of records, which are values of every record of their group: "Monday"
 * before the events of that day, a row of one cell before the rows of a department. */
#ifndef DT_WRAPPER_GROUP_HEADINGS_H
#define DT_WRAPPER_GROUP_HEADINGS_H

#include "wrapper/record_set.h"

enum {
  DT_MAX_GROUP_HEADINGS = 3, /* most headings of a record: its country, its town */
  DT_MAX_GROUP_LEVEL = 5     /* above the records */
};

/* Learns the kinds of headings from all sets, and adds the headings to the records of the sets, which become copies in
 * the arena. */
void dt_group_headings_learn(dt_arena *arena, dt_arena *scratch, dt_record_set *sets, uint32_t set_count);

/* Adds to records the headings that a wrapper has. */
void dt_group_headings_add(dt_arena *arena, const dt_tree *tree, const detm_wrapper *wrapper, dt_record *records,
                           uint32_t count);

/* How many levels above the records their group's heading is, at most DT_MAX_GROUP_LEVEL: 1 = it is their sibling, 2 =
 * a sibling of their parent.
 */
uint32_t dt_group_level(const dt_tree *tree, dt_index record, dt_index heading);

#endif
