/* template/apply/pattern.c: cuts values out of texts by PCRE2 patterns. */
#include "template/apply/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

enum {
  MAX_STEPS = 20000,  /* steps of a match from one start offset */
  MAX_BYTES = 16384,  /* a longer text is matched up to here */
  MAX_WORK = 1 << 20, /* items of the pattern tried, from all start offsets together */
  BYTES_OF_WORK = 64, /* so many bytes matched count as one more item; PCRE2 counts "[^x]*" as one step */
  MAX_DEPTH = 2000,
  MAX_KIB = 4096
};

struct dt_pattern {
  pcre2_code *code;
  pcre2_match_context *limits;
};

dt_pattern *dt_pattern_compile(const char *text, char *fault, size_t size) {
  dt_pattern *pattern = calloc(1, sizeof *pattern);
  int error;
  PCRE2_SIZE where;
  *fault = '\0';
  if (pattern == NULL) return NULL;

  pattern->code =
      pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
                    PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT, &error, &where, NULL);
  if (pattern->code == NULL && error != PCRE2_ERROR_HEAP_FAILED)
    pcre2_get_error_message(error, (PCRE2_UCHAR *)fault, size);

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

dt_cut_result dt_pattern_cut(const dt_pattern *pattern, detm_text text, detm_text *value) {
  pcre2_match_data *found = pcre2_match_data_create_from_pattern(pattern->code, NULL);
  pcre2_match_context *limits = pcre2_match_context_copy(pattern->limits);
  dt_cut_result cut = DT_CUT_NOTHING;
  int groups = PCRE2_ERROR_NOMEMORY;

  if (found != NULL && limits != NULL) {
    meter m = {0};
    pcre2_set_callout(limits, count_work, &m);
    groups = pcre2_match(pattern->code, (PCRE2_SPTR)text.data, dt_text_cut(text, MAX_BYTES).length, 0,
                         PCRE2_NO_UTF_CHECK, found, limits);
  }

  if (groups == PCRE2_ERROR_NOMEMORY) cut = DT_CUT_NO_MEMORY;
  if (groups == PCRE2_ERROR_MATCHLIMIT || groups == PCRE2_ERROR_DEPTHLIMIT || groups == PCRE2_ERROR_HEAPLIMIT)
    cut = DT_CUT_GIVEN_UP;

  if (groups > 0) {
    const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(found);
    PCRE2_SPTR mark = pcre2_get_mark(found);
    size_t group = groups > 1 && ends[2] != PCRE2_UNSET ? 2 : 0;
    if (mark != NULL) {
      *value = dt_text((const char *)mark);
      cut = DT_CUT_FOUND;
    } else if (ends[group] <= ends[group + 1]) { /* \K in a lookahead may put the start of a match after its end */
      *value = dt_text_between(text.data + ends[group], text.data + ends[group + 1]);
      cut = DT_CUT_FOUND;
    }
  }

  pcre2_match_context_free(limits);
  pcre2_match_data_free(found);
  return cut;
}
