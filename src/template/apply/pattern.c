/* template/apply/pattern.c: cuts values out of texts by PCRE2 patterns. */
#include "template/apply/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

enum {
  MAX_STEPS = 20000,  /* of a match from one start offset */
  MAX_BYTES = 16384,  /* of a text that are matched */
  MAX_WORK = 1 << 20, /* items of the pattern tried, from all start offsets together */
  BYTES_OF_WORK = 64, /* that an item matches count as one more item; PCRE2 counts "[^x]*" as one step */
  MAX_DEPTH = 2000,
  MAX_KIB = 4096
};

struct dt_pattern {
  pcre2_code *code;
  pcre2_match_context *limits;
};

static pcre2_code *compile(const char *text, char *fault, size_t size) {
  int error;
  PCRE2_SIZE where;
  *fault = '\0';
  pcre2_code *code =
      pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
                    PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT, &error, &where, NULL);
  if (code == NULL && error != PCRE2_ERROR_HEAP_FAILED) pcre2_get_error_message(error, (PCRE2_UCHAR *)fault, size);
  return code;
}

dt_pattern *dt_pattern_compile(const char *text, char *fault, size_t size) {
  dt_pattern *pattern = calloc(1, sizeof *pattern);
  *fault = '\0';
  if (pattern == NULL) return NULL;
  pattern->code = compile(text, fault, size);
  pattern->limits = pattern->code != NULL ? pcre2_match_context_create(NULL) : NULL;
  if (pattern->limits == NULL) {
    dt_pattern_free(pattern);
    return NULL;
  }
  pcre2_set_match_limit(pattern->limits, MAX_STEPS);
  pcre2_set_depth_limit(pattern->limits, MAX_DEPTH);
  pcre2_set_heap_limit(pattern->limits, MAX_KIB);
  return pattern;
}

void dt_pattern_free(dt_pattern *pattern) {
  if (pattern == NULL) return;
  pcre2_match_context_free(pattern->limits);
  pcre2_code_free(pattern->code);
  free(pattern);
}

/* Sets *value to group 1, else the match.  \K in a lookahead may put the start of a match after its end. */
static dt_cut_result take_group(pcre2_match_data *match, int groups, detm_text text, detm_text *value) {
  const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(match);
  size_t group = groups > 1 && ends[2] != PCRE2_UNSET ? 2 : 0;
  if (ends[group] > ends[group + 1]) return DT_CUT_NOTHING;
  *value = (detm_text){text.data + ends[group], ends[group + 1] - ends[group]};
  return DT_CUT_FOUND;
}

static dt_cut_result result_of_error(int code) {
  switch (code) {
  case PCRE2_ERROR_NOMEMORY:
    return DT_CUT_NO_MEMORY;
  case PCRE2_ERROR_MATCHLIMIT:
  case PCRE2_ERROR_DEPTHLIMIT:
  case PCRE2_ERROR_HEAPLIMIT:
    return DT_CUT_GIVEN_UP;
  default:
    return DT_CUT_NOTHING;
  }
}

typedef struct meter {
  size_t work, ran; /* bytes */
  size_t at;
} meter;

/* Counts the work of a match; PCRE2 calls it before each item of the pattern. */
static int count_work(pcre2_callout_block *block, void *data) {
  meter *m = data;
  size_t at = block->current_position;
  m->ran += at > m->at ? at - m->at : m->at - at;
  m->at = at;
  return ++m->work + m->ran / BYTES_OF_WORK > MAX_WORK ? PCRE2_ERROR_MATCHLIMIT : 0;
}

static int match(const dt_pattern *pattern, detm_text text, pcre2_match_data *found, pcre2_match_context *limits) {
  meter m = {0};
  pcre2_set_callout(limits, count_work, &m);
  return pcre2_match(pattern->code, (PCRE2_SPTR)text.data, dt_text_cut(text, MAX_BYTES).length, 0, PCRE2_NO_UTF_CHECK,
                     found, limits);
}

dt_cut_result dt_pattern_cut(const dt_pattern *pattern, detm_text text, detm_text *value) {
  pcre2_match_data *found = pcre2_match_data_create_from_pattern(pattern->code, NULL);
  pcre2_match_context *limits = pcre2_match_context_copy(pattern->limits);
  int groups = found != NULL && limits != NULL ? match(pattern, text, found, limits) : PCRE2_ERROR_NOMEMORY;
  dt_cut_result cut = groups > 0 ? take_group(found, groups, text, value) : result_of_error(groups);
  pcre2_match_context_free(limits);
  pcre2_match_data_free(found);
  return cut;
}
