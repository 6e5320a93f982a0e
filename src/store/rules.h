/* store/rules.h: the rule base, as the files of this folder share it. */
#ifndef DT_STORE_RULES_H
#define DT_STORE_RULES_H

#include "store/sql.h"

enum { DT_RULE_LONGEST = 200 /* bytes of a name */ };

/* Whether a rule may be called so: one name or two with a slash, which are names of files on any system. */
bool dt_rule_name_fits(const char *name);

/* "NAME" or "NAME@VERSION"; version 0 = the newest.  False: it is neither. */
typedef struct dt_rule_name {
  char name[DT_RULE_LONGEST + 1];
  int64_t version;
} dt_rule_name;
bool dt_rule_name_read(const char *text, dt_rule_name *name);

/* As detm_store_put_rule, within a transaction that is open; `file` is how messages call it. */
detm_status dt_rule_put(detm_store *store, const detm_rule *rule, const char *file, size_t *version, int *is_new,
                        detm_error *error) DETM_CHECK;

#endif
