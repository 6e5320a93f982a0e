/* wrapper/given/given.h: wrappers of records that the user gives (doc/method 2.14).
 *
 *   given siblings -> records of the page -> wrapper (learn/) -> its records of the same page
 *   -> tests that exclude what was not given: of the place, of classes, of fields, of texts
 *   -> an error if records are joined otherwise than given
 *   -> notices of the differences that are left
 *
 * given.c   the siblings as records; the notices
 * fit.c     the tests
 */
#ifndef DT_WRAPPER_GIVEN_H
#define DT_WRAPPER_GIVEN_H

#include "wrapper/record_set.h"

/* Finds the records that the user gives, in the order of the page; numbers[i] is the index in `siblings` of record i.
 * Both arrays are in the arena.  Otherwise reports the reason and returns DETM_USAGE. */
detm_status dt_given_find(dt_arena *arena, const dt_tree *tree, const detm_siblings *siblings, size_t count,
                          dt_record **records, uint32_t **numbers, detm_error *error);

/* Whether a record of one list is also one of the other list. */
typedef enum dt_match {
  DT_MATCH_NONE, /* none of its siblings is in a record of the other list */
  DT_MATCH_PART, /* some are */
  DT_MATCH_EQUAL
} dt_match;
typedef struct dt_comparison {
  dt_match *given, *found; /* by record */
  uint32_t differences;    /* records of both lists that are not equal to one of the other */
} dt_comparison;
/* Compares the records of the set with those that the wrapper found; both are in the order of the page. */
dt_comparison dt_given_compare(dt_arena *arena, const dt_record_set *set, const dt_record *found, uint32_t count);

/* Adds the tests to the wrapper, which was learned from the sets, with which it finds the records of the first set and
 * no others; a test that does not help is left out. */
void dt_given_fit(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_record_set *sets,
                  uint32_t set_count);

/* Replaces the headings of places that another page lacks by the numbers of the places among the records of the set. */
void dt_given_check_headings(detm_wrapper *wrapper, dt_arena *arena, const dt_record_set *set, const dt_tree *other);

/* DETM_MISFIT if the wrapper does not find a record of the set that was joined, or joins records that nobody joined;
 * `page` is named in the error. */
detm_status dt_given_check(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_record_set *set,
                           const detm_siblings *given, const uint32_t *numbers, const char *page, detm_error *error);

/* Stores how the records that the wrapper finds differ from those of the set, and which of its exceptions may be wrong
 * on other pages. */
void dt_given_note(detm_wrapper *wrapper, dt_arena *arena, dt_arena *scratch, const dt_record_set *set,
                   const detm_siblings *given, const uint32_t *numbers);

#endif
