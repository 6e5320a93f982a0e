/* library/rule.c: parsing a rule, which is a template or a wrapper. */
#include "library/library.h"

#include "template/template.h"
#include "wrapper/wrapper.h"

void dt_read_file_free(dt_read_file *file) {
  detm_template_free(file->template);
  detm_wrapper_free(file->wrapper);
  *file = (dt_read_file){0};
}

detm_status dt_rule_parse(detm_text bytes, const char *path, dt_file_kind *kind, dt_read_file *out, detm_error *error) {
  dt_source source = dt_source_start(bytes.data, bytes.length);
  *kind = DT_FILE_TEMPLATE; /* also of a file without a tag: the template's loader has the better message */
  if (dt_root_tag(&source)) *kind = dt_file_kind_of(&source);
  if (*kind == DT_FILE_KINDS)
    return dt_error_at(error, DETM_BAD_FILE, path, source.line, dt_source_column(&source),
                       "this is neither a template nor a wrapper: remove it");
  detm_error why = DETM_ERROR_NONE;
  if (*kind == DT_FILE_WRAPPER)
    out->wrapper = detm_wrapper_load(bytes.data, bytes.length, path, &why);
  else
    out->template = dt_template_read(bytes.data, bytes.length, path, &why);
  detm_hash(bytes.data, bytes.length, out->hash);
  if (out->wrapper != NULL || out->template != NULL) return DETM_OK;
  if (error != NULL && error->status == DETM_OK) *error = why;
  return why.status;
}

const char *dt_rule_domain(const dt_read_file *read) { return read->template != NULL ? read->template->domain : NULL; }
