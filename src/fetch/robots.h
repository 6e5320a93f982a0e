/* fetch/robots.h: robots.txt (RFC 9309): which addresses of a server a program may fetch. */
#ifndef DT_FETCH_ROBOTS_H
#define DT_FETCH_ROBOTS_H

#include "base/base.h"

/* At least 500 KiB have to be read; rules after them are ignored. */
enum { DT_ROBOTS_BYTES = 512 << 10 };

typedef struct dt_robots_rule {
  size_t start, length; /* of its pattern in `patterns` */
  bool allow;
} dt_robots_rule;

/* The rules for one program.  {0} allows everything. */
typedef struct dt_robots {
  dt_buffer patterns; /* in the form that addresses are compared in */
  dt_robots_rule *rules;
  uint32_t count, capacity;
  double delay; /* Crawl-delay, in seconds; 0 = none */
} dt_robots;

/* Reads the rules for the program `agent`, such as "detm": those of all groups that name it, or, if none does, of those
 * for "*".  False without memory. */
bool dt_robots_parse(dt_robots *robots, detm_text file, detm_text agent);
void dt_robots_free(dt_robots *robots);
/* Whether the rule with the longest pattern that matches the path, with its query, allows it.  False without memory. */
bool dt_robots_allow(const dt_robots *robots, detm_text path);

#endif
