/* tests/account/check.h: the law of the account (doc/method 2.16), for any page: what the records of a region show is
 * in a column, is said by a column's name, or is in the account.
 *
 * Compared are numbers of letters and digits, so that neither cuts nor joints of words count.  The left side is read
 * from the tag tree; the right side is what a sink receives, and the account. */
#ifndef ACCOUNT_CHECK_H
#define ACCOUNT_CHECK_H

#include <detm/detm.h>
#include <stdint.h>

/* Numbers of bytes of letters and digits. */
typedef struct account_sums {
  uint64_t shown;   /* by the records, and between them */
  uint64_t columns; /* in values */
  uint64_t names;   /* said by the name of a column */
  uint64_t left;    /* in the account */
  uint64_t missing; /* shown, and nowhere else */
  char place[200];  /* where something is missing first */
} account_sums;

/* Adds the sums of a result of detm_extract or detm_wrapper_apply, which must not be NULL. */
void account_check(detm_result *result, account_sums *sums);

#endif
