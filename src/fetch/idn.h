/* fetch/idn.h: names of hosts beyond ASCII, in the form that the network has for them. */
#ifndef DT_FETCH_IDN_H
#define DT_FETCH_IDN_H

#include "base/base.h"

/* Pairs of characters that are one in the normal form C of Unicode, sorted.  compose.awk makes them of compose.tsv. */
typedef struct dt_composed {
  uint16_t first, second, both;
} dt_composed;
extern const dt_composed dt_composed_pairs[];
extern const uint32_t dt_composed_count;

/* Whether a name has characters beyond ASCII, as they are or percent-encoded. */
bool dt_host_is_international(detm_text host);
/* Appends the ASCII form of a name: in lower case, and each label that is not ASCII as "xn--" and its Punycode (RFC
 * 3492, 5891).  False: it has none, or there is no memory
 * (out->failed). */
bool dt_host_to_ascii(detm_text host, dt_buffer *out);

#endif
