/* domain/domain.h: domains: names and values of fields (doc/method 9). */
#ifndef DT_DOMAIN_H
#define DT_DOMAIN_H

#include <detm/domain.h>
#include <pthread.h>

#include "base/map.h"

struct dt_pattern;

typedef struct dt_domain_field {
  const char *name;
  const char *type;           /* NULL = any */
  struct dt_pattern *pattern; /* matches its values, NULL = any */
  bool alone;                 /* a value that matches the pattern is of this field, with any caption */
} dt_domain_field;

/* A caption of a field. */
typedef struct dt_domain_caption {
  uint32_t field;
  uint32_t before; /* the number, from 1, of the same caption of a field before; 0 = none */
} dt_domain_caption;

enum { DT_MAX_DOMAIN_FIELDS = 1000 };

struct detm_domain {
  dt_arena arena;
  const char *name;
  dt_domain_field *fields;
  uint32_t field_count, field_capacity;
  dt_domain_caption *captions;
  uint32_t caption_count, caption_capacity;
  dt_map last_captions; /* the number, from 1, of the last caption with a hash of letters and digits */
};

/* The built-in domains; each is made when it is first used. */
struct detm_domains {
  pthread_mutex_t lock;  /* for the pointers in `domains` */
  detm_domain **domains; /* NULL = not yet made */
  size_t count;
};

/* The files of templates/domains, of which stock.awk makes tables: the last field and domain have no name. */
typedef struct dt_stock_field {
  const char *name, *type, *pattern;
  const char *captions; /* with the name, parted by | */
  bool alone;
} dt_stock_field;
typedef struct dt_stock_domain {
  const char *name;
  const dt_stock_field *fields;
} dt_stock_domain;
extern const dt_stock_domain dt_stock_domains[];

#define DT_NO_DOMAIN_FIELD UINT32_MAX

/* Returns the field of a caption, or of a value whose pattern suffices, or DT_NO_DOMAIN_FIELD. */
uint32_t dt_domain_find(const detm_domain *domain, const char *label, const char *value);

#endif
