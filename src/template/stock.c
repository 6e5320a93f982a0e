/* template/stock.c: the templates built into the library: templates/stock/NAME.xml. */
#include "base/embedded.h"
#include "template/template.h"

const char *detm_template_stock(const char *name, size_t *length) {
  const dt_embedded *file = dt_embedded_find(dt_stock_files, name);
  if (file == NULL) return NULL;
  *length = file->length;
  return (const char *)file->bytes;
}

const char *detm_template_stock_name(size_t number) {
  size_t i = 0;
  while (i < number && dt_stock_files[i].name != NULL) i++;
  return dt_stock_files[i].name;
}
