/* repair/match_model.h: how likely two fields are the same. */
#ifndef DT_REPAIR_MATCH_MODEL_H
#define DT_REPAIR_MATCH_MODEL_H

#include "repair/field_features.h"

/* Fills the evidence; false if the fields cannot be the same (text, address, image) or the new one has no value. */
bool dt_facets_compare(const dt_facet *old, const dt_facet *now, double evidence[DT_EVIDENCES]);
/* Log odds that the fields are the same. */
double dt_evidence_odds(const double evidence[DT_EVIDENCES]);

#endif
