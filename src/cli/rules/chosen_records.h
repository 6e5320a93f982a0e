/* cli/rules/chosen_records.h: chooses the list and its records: --region, --not-record, --one-record. */
#ifndef DT_CLI_RULES_CHOSEN_RECORDS_H
#define DT_CLI_RULES_CHOSEN_RECORDS_H

#include "cli/common/command.h"

/* --region, --not-record, --one-record. */
extern const dt_option dt_options_records[];

/* The message about a page without the region of --region. */
#define DT_NO_REGION "the page has no region %s: 'detm extract -a' prints those that it has"

/* Checks that the options of the list do not contradict those of the columns; false: reported. */
bool dt_records_check(dt_run *run);

/* Learns from the records of the first page as the options change them.  NULL: reported. */
detm_wrapper *dt_records_learn(dt_run *run, const detm_page *const *pages, size_t count, detm_error *error);

/* Reports what a wrapper of chosen or changed records finds instead of them on `page`, the first one. */
void dt_records_report(dt_run *run, const char *page, const detm_wrapper *wrapper);

#endif
