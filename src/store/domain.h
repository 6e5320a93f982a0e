/* store/domain.h: domain knowledge as the files of this folder share it. */
#ifndef DT_DOMAIN_H
#define DT_DOMAIN_H

#include <detm/domain.h>
#include <pthread.h>

#include "base/base.h"

struct dt_pattern;

typedef struct dt_domain_field {
  const char *name;
  const char *type;           /* NULL = any */
  struct dt_pattern *pattern; /* what its values look like, NULL = like anything */
  bool alone;                 /* a value of that look is one of this field, whatever it is called */
} dt_domain_field;

/* What a field is called: hash of its letters and digits. */
typedef struct dt_domain_caption {
  uint64_t hash;
  uint32_t field;
} dt_domain_caption;

enum { DT_MOST_DOMAIN_FIELDS = 1000 };

struct detm_domain {
  dt_arena arena;
  const char *name;
  dt_domain_field *fields;
  uint32_t field_count, field_room;
  dt_domain_caption *captions; /* by hash, then field */
  uint32_t caption_count, caption_room;
};

/* Those that come with detm, each parsed when it is first asked for. */
struct detm_domains {
  pthread_mutex_t lock;  /* of the pointers in `domains` */
  detm_domain **domains; /* NULL = not yet parsed */
  size_t count;
};

#define DT_NO_DOMAIN_FIELD UINT32_MAX

/* The field of a caption, or of a value that alone tells it; DT_NO_DOMAIN_FIELD. */
uint32_t dt_domain_find(const detm_domain *domain, const char *label, const char *value);

#endif
