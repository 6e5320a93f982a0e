/* template/template.h: templates in memory.
 *
 * A template has layouts (one, unless the site made the sample pages by different templates of its own); a layout has
 * fields; a field has parts, whose values follow each other; a part has anchors, of which the first that gives a value
 * is used.  The XML has the same structure, see detm-template(5).
 *
 * load.c, save.c   XML -> template -> XML
 * edit.c           lists, renames and removes fields
 * stock.c          the templates built into the library
 * learn/           sample pages and values -> template
 * match/           which template or layout fits a page
 * apply/           template and page -> record
 * tunables.h       weights and thresholds */
#ifndef DT_TEMPLATE_H
#define DT_TEMPLATE_H

#include <detm/template.h>

#include "base/base.h"
#include "profile/profile.h"

enum {
  DT_MAX_LAYOUTS = 32,
  DT_MAX_FIELDS = 500,             /* per layout */
  DT_MAX_PARTS = 64,               /* per field */
  DT_MAX_ANCHORS = 64,             /* per part: the stylesheet nests them */
  DT_MAX_TEMPLATE_ANCHORS = 20000, /* per template */
  DT_MAX_VALUE_LENGTH = 1000,      /* bytes of an anchor's value */
  DT_MAX_TOKENS = 16,              /* in such a value */
  DT_MAX_MARK_LENGTH = 500,        /* bytes */
  DT_MAX_LABELS = 200              /* per layout */
};

/* How an anchor finds the node that its path starts from.  The comments show the equivalent XPath: TAG is the anchor's
 * tag ("*" if NULL), VALUE and NAME are its value and name. */
typedef enum dt_anchor_kind {
  DT_ANCHOR_CAPTION,   /* //TAG[normalize-space()=VALUE] */
  DT_ANCHOR_TEXT,      /* //TAG/text()[normalize-space()=VALUE]: a caption without an element of its own */
  DT_ANCHOR_ID,        /* //TAG[@id=VALUE] */
  DT_ANCHOR_CLASS,     /* //TAG[its class attribute has every token of VALUE] */
  DT_ANCHOR_ATTRIBUTE, /* //TAG[@NAME=VALUE] */
  DT_ANCHOR_TOKEN,     /* //TAG[its attribute NAME has every token of VALUE] */
  DT_ANCHOR_TAG,       /* //TAG */
  DT_ANCHOR_DATA,      /* //ld//ANY[@type=VALUE]: JSON-LD, see html/data/jsonld.h */
  DT_ANCHOR_PATH,      /* none: its path starts at the root */
  DT_ANCHOR_KINDS
} dt_anchor_kind;

/* The names of the kinds in the XML: "caption", "text", ... */
extern const char *const dt_anchor_kind_names[DT_ANCHOR_KINDS];

#define DT_EVERY_RUN UINT32_MAX /* dt_anchor.run: every run of a node is a value */

typedef struct dt_anchor {
  dt_anchor_kind kind;
  const char *tag;     /* NULL = any */
  const char *name;    /* name of the attribute, for ATTRIBUTE and TOKEN */
  const char *value;   /* NULL for TAG and PATH */
  const char *path;    /* XPath steps from the start node to the value's node; may be "" */
  const char *pattern; /* PCRE2: group 1, else the whole match, is the value; NULL = the whole text */
  uint32_t run;        /* 0 = the nodes are the values; n = the n-th run of each node is */
  uint32_t skip, drop; /* count of nodes or runs at the start and at the end that are not values */
  const char *label;   /* the text right before its value on the samples (value_label.h); NULL = none */
  uint64_t label_key;  /* its number; 0 = none */
  double trust;        /* 0 to 1; anchors are sorted by it, highest first */
} dt_anchor;

typedef struct dt_template_part {
  bool all;  /* every node's text is a value; else only the first that is not empty */
  bool more; /* similar siblings, separated by a comma or the like, and list items are values too */
  dt_anchor *anchors;
  uint32_t anchor_count;
} dt_template_part;

typedef struct dt_template_field {
  const char *name;
  const char *caption; /* NULL = none */
  const char *type;    /* of all its sample values: "text", "number", "price", "date" or "url" */
  bool list;
  const char *require; /* what the user requires of the values, "95% number"; NULL = nothing */
  bool optional;       /* not counted for the fit, and never reported as missing */
  /* Characters of the longest value, 0 = any number.  A longer value means a broken page: the next anchor is tried. */
  uint32_t longest;
  dt_template_part *parts;
  uint32_t part_count;
} dt_template_field;

typedef struct dt_template_layout {
  const char *const *marks; /* fingerprint: marks of all its sample pages (template/match/fingerprint.h), sorted */
  uint32_t mark_count;
  dt_template_field *fields;
  uint32_t field_count;
  const char **labels;        /* of values of the sample pages, also of those that are no field; without order */
  const uint64_t *label_keys; /* their numbers, sorted */
  uint32_t label_count;
  struct dt_skeleton *skeleton; /* NULL = none */
} dt_template_layout;

/* Return the field of this name in a layout, or the first one in a template; NULL = none. */
static inline dt_template_field *dt_layout_field(const dt_template_layout *layout, const char *name) {
  for (uint32_t f = 0; f < layout->field_count; f++)
    if (strcmp(layout->fields[f].name, name) == 0) return &layout->fields[f];
  return NULL;
}

const dt_template_field *dt_template_field_named(const detm_template *template, const char *name);

/* The fields of all layouts, each name once, from 0; NULL past the last. */
size_t dt_template_field_count(const detm_template *template);
const dt_template_field *dt_template_field_at(const detm_template *template, size_t number);

struct detm_template {
  dt_arena arena;
  const char *name, *domain; /* domain NULL = none */
  uint32_t pages;            /* count of sample pages, 0 = unknown */
  dt_template_layout *layouts;
  uint32_t layout_count;
  detm_notice *notices;
  size_t notice_count;
  struct detm_profile *profile; /* statistics of the sample values by field name; NULL = none */
  void *stylesheet;             /* dt_stylesheet, compiled (template/apply/xslt_functions.h) */
};

/* Loads a template without its stylesheet, which takes most of the time: enough to match pages, not to apply it.
 * Returns NULL and sets `error` as detm_template_load does. */
detm_template *dt_template_read(const char *bytes, size_t length, const char *name, detm_error *error) DETM_CHECK;
/* Check that there is a field of this name; rename it in all layouts, remove it from all, require something of its
 * values.  DETM_USAGE if there is none; the template is unchanged then. */
detm_status dt_template_check_field(const detm_template *template, const char *name, detm_error *error) DETM_CHECK;
detm_status dt_template_rename_field(detm_template *template, const char *name, const char *new_name,
                                     detm_error *error) DETM_CHECK;
detm_status dt_template_remove_field(detm_template *template, const char *name, detm_error *error) DETM_CHECK;
detm_status dt_template_require(detm_template *template, detm_text name, const dt_requirement *required,
                                detm_error *error) DETM_CHECK;
/* Returns the number of tokens in an anchor's value. */
unsigned dt_count_tokens(const char *value);
/* Appends the template as XML; out->failed without memory. */
void dt_template_save(const detm_template *template, dt_buffer *out);

#endif
