/* cli/common/packing.h: compresses the bytes of an output whose name ends in .gz or .zst. */
#ifndef DT_CLI_COMMON_PACKING_H
#define DT_CLI_COMMON_PACKING_H

#include "base/base.h"

typedef enum dt_packing_kind { DT_PACKING_NONE, DT_PACKING_GZIP, DT_PACKING_ZSTD } dt_packing_kind;

/* That of a name; *length: that of the name without its ending. */
dt_packing_kind dt_packing_of_name(const char *name, size_t *length);

typedef struct dt_packing dt_packing;

/* NULL without memory. */
dt_packing *dt_packing_open(dt_packing_kind kind);
void dt_packing_close(dt_packing *packing);
/* Compresses bytes, and appends what is complete to `out`; `ends`: all of it, and the end.  False without memory. */
bool dt_packing_add(dt_packing *packing, detm_text bytes, bool ends, dt_buffer *out);

#endif
