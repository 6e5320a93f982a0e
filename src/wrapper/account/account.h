/* wrapper/account/account.h: the account of a region (doc/method 2.16): everything that its records show and no column
 * has, with the reason.
 *
 * record_account.c  the texts and addresses of one record
 * beside.c          rows of tables that are not records, and what is between and beside the records
 * account.c         the account of a region, its sums and what is said of them
 *
 * It is what remains: values.c says which stretches of a record's texts are in values, and the rest is accounted for;
 * so no rule that leaves something out can do so in silence. */
#ifndef DT_WRAPPER_ACCOUNT_H
#define DT_WRAPPER_ACCOUNT_H

#include "base/map.h"
#include "wrapper/extract.h"

/* Why something is in no column. */
typedef enum dt_left_reason {
  DT_LEFT_NAME, /* it is in no column, but the name of the column says it: no loss */
  DT_LEFT_UNWANTED,
  DT_LEFT_SEPARATOR,
  DT_LEFT_COPY,
  DT_LEFT_DEAD,
  DT_LEFT_HIDDEN,
  DT_LEFT_ROW_EMPTY,
  DT_LEFT_ROW_REPEATED,
  DT_LEFT_OUTSIDE,
  DT_LEFT_NOTABLE, /* from here on: what a reader might want */
  DT_LEFT_ROW_GROUP = DT_LEFT_NOTABLE,
  DT_LEFT_ROW_TOTAL,
  DT_LEFT_ROW_FOOT,
  DT_LEFT_ROW_NOTE,
  DT_LEFT_ROW_HEADING,
  DT_LEFT_ROW_ODD,
  DT_LEFT_ROW_FOREIGN,
  DT_LEFT_ROW_OTHER_SECTION,
  DT_LEFT_CONSTANT,
  DT_LEFT_BUTTON,
  DT_LEFT_LABEL,
  DT_LEFT_PREFIX,
  DT_LEFT_UNIT,
  DT_LEFT_CONTROL,
  DT_LEFT_UNPLACED,
  DT_LEFT_REASONS
} dt_left_reason;

/* One text or address that no column has. */
typedef struct dt_left {
  dt_left_reason reason;
  uint32_t record; /* DT_NONE = it is beside the records */
  uint32_t field;  /* the column that is left out, or from whose values it was cut; DT_NO_FIELD = none */
  bool address;
  detm_text text; /* as long as the visit; of a row: all that it shows */
  dt_index node;  /* where it is */
  bool scattered; /* it is only a part of what is in the node, in no range */
} dt_left;

typedef struct dt_said_text {
  uint64_t hash; /* of the text and a field; 0 = none */
  bool said;     /* by the name of the field */
} dt_said_text;
enum { DT_SAID_TEXTS = 32 };

typedef struct dt_account {
  const dt_wrapper_result *result;
  const dt_result_region *region;
  dt_arena *scratch;                 /* rewound after each record */
  dt_lookup said;                    /* the words of the columns' names */
  dt_said_text known[DT_SAID_TEXTS]; /* by hash: the records repeat their labels */
  bool chosen;                       /* the user chose the columns: other texts are not wanted */
  void (*visit)(void *data, const dt_left *left);
  void *data;
} dt_account;

/* Visits all that no column of a region has: of each record, then of what is beside them.  The scratch arena has a
 * scope. */
void dt_account_walk(dt_account *account);

void dt_account_record(dt_account *account, uint32_t record);
void dt_account_beside(dt_account *account);

/* Sums up the account of the main region, and remarks on what a reader might want. */
void dt_account_sum(dt_wrapper_result *result);
/* The sums of a region by reason.  The array is in the arena. */
const detm_left_out *dt_account_region(const dt_wrapper_result *result, const dt_result_region *region, dt_arena *arena,
                                       dt_arena *scratch, size_t *count);
/* detm_result_account for such a result. */
detm_status dt_account_list(const dt_wrapper_result *result, detm_account_visit visit, void *data, detm_error *error);

#endif
