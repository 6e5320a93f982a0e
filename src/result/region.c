/* result/region.c: public functions on a region in memory. */
#include "result/records.h"

const detm_page_info *detm_region_page(const detm_region *region) { return region->page; }
const detm_region_info *detm_region_properties(const detm_region *region) { return &region->info; }
size_t detm_region_record_count(const detm_region *region) { return region->records.count; }

const detm_record *detm_region_record_get(const detm_region *region, size_t i) {
  return i < region->records.count ? region->records.items[i] : NULL;
}
