/* content/month.h: months by what they are called in many languages. */
#ifndef DT_MONTH_H
#define DT_MONTH_H

#include "base/base.h"

typedef struct dt_months dt_months;

typedef struct dt_month {
  int number; /* 1 to 12, 0 = the word names none */
  bool solar; /* of the solar Hijri calendar */
} dt_month;

/* The names, those of `language` ("pt-br", "" = unknown; it must last) before the others'.  They are put in the arena,
 * which has a scope, when they are asked for. */
dt_months *dt_months_of(dt_arena *arena, const char *language);
/* A name, at least three letters of its start, or (in the page's language) a name with an ending. */
dt_month dt_month_named(dt_months *months, detm_text word);

#endif
