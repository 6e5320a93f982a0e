/* result/left_out.c: what of a region is in no column, for formats of JSON. */
#include "result/left_out.h"

#include "base/escape.h"

void dt_left_out_write(dt_buffer *to, const detm_region_info *region, const char *first) {
  for (size_t i = 0; i < region->left_out_count; i++) {
    const detm_left_out *left = &region->left_out[i];
    dt_buffer_format(to, "%s{%s\"reason\":\"%s\",\"n\":%zu,\"sample\":", i == 0 ? "" : ",", first, left->reason,
                     left->count);
    dt_escape_json_string(to, left->sample);
    dt_buffer_byte(to, '}');
  }
}
