/* template/learn.c: sample pages with the values that are wanted of them -> a template. */
#include "template/learn.h"

#include "base/kind.h"
#include "template/fingerprint.h"
#include "template/squeeze.h"

#include <stdlib.h>

enum { PARAGRAPHS = 3, PARAGRAPH_LENGTH = 100 };
enum { MANY_VALUES = 8, FEW_VALUES = 4, MOST_FILTERED = 25, SHORTEST_LIMIT = 150, LIMIT_TIMES = 8 };

const detm_template_options detm_template_defaults = {.min_fit = 0.5};

typedef struct learner {
  dt_learning l;
  const detm_sample *samples;
  size_t sample_count;
  const detm_template_options *options;
  detm_error *error;
  detm_template made; /* in l's arena */
  detm_notice *notices;
  size_t notice_count;
} learner;

/* ---- what is wanted ---- */

static bool is_name_start(unsigned char c) { return ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_' || c >= 0x80; }

static bool is_name(const char *name) {
  if (name == NULL || !is_name_start((unsigned char)*name)) return false;
  for (const char *at = name; *at != '\0'; at++)
    if (!is_name_start((unsigned char)*at) && strchr("0123456789.-", *at) == NULL) return false;
  return dt_utf8_valid(name, strlen(name)) == strlen(name);
}

static detm_status check(const learner *r) {
  for (size_t s = 0; s < r->sample_count; s++) {
    const detm_sample *sample = &r->samples[s];
    if (sample->page->document == NULL)
      return dt_error_set(r->error, DETM_USAGE, "a sample page was parsed without its document");
    for (size_t c = 0; c < sample->choice_count; c++)
      if (!is_name(sample->choices[c].name))
        return dt_error_set(r->error, DETM_USAGE,
                            "\"%.80s\" is no name for a field: begin with a letter, go on with letters, digits, - _ .",
                            sample->choices[c].name != NULL ? sample->choices[c].name : "");
  }
  return DETM_OK;
}

static detm_text squeezed(dt_arena *arena, detm_text text) {
  char *out = dt_arena_take(arena, text.length + 1);
  size_t length = dt_squeeze(text, out);
  dt_fold(out, length);
  return (detm_text){out, length};
}

static detm_text bare(dt_arena *arena, detm_text text) {
  char *out = dt_arena_take(arena, text.length + 1);
  return (detm_text){out, dt_squeeze_word(text, out)};
}

static dt_wanted wanted_of(dt_arena *arena, const detm_sample *sample) {
  detm_text *texts = DT_ARRAY(arena, detm_text, sample->choice_count + 1);
  detm_text *words = DT_ARRAY(arena, detm_text, sample->choice_count + 1);
  for (size_t c = 0; c < sample->choice_count; c++) {
    texts[c] = squeezed(arena, dt_text(sample->choices[c].value));
    words[c] = bare(arena, dt_text(sample->choices[c].value));
  }
  return (dt_wanted){texts, words, (uint32_t)sample->choice_count};
}

static dt_wish wish_of(dt_arena *arena, const detm_sample *sample, const char *name) {
  detm_text *values = DT_ARRAY(arena, detm_text, sample->choice_count + 1);
  const char **paths = DT_ARRAY(arena, const char *, sample->choice_count + 1);
  dt_wish wish = {values, paths, 0};
  for (size_t c = 0; c < sample->choice_count; c++) {
    if (strcmp(sample->choices[c].name, name) != 0) continue;
    values[wish.count] = dt_text(sample->choices[c].value);
    paths[wish.count++] = sample->choices[c].path;
  }
  return wish;
}

/* ---- a field ---- */

bool dt_is_prose(const dt_wish *wish) {
  size_t characters = 0;
  for (uint32_t v = 0; v < wish->count; v++) characters += dt_utf8_count(wish->values[v]);
  return wish->count >= PARAGRAPHS && characters >= (size_t)wish->count * PARAGRAPH_LENGTH;
}

static int by_trust(const void *a, const void *b) {
  const dt_candidate *const *left = a, *const *right = b;
  if ((*left)->anchor.trust != (*right)->anchor.trust) return (*left)->anchor.trust < (*right)->anchor.trust ? 1 : -1;
  return strcmp((*left)->expression, (*right)->expression);
}

/* The best of the fresh list candidates get variants with predicates. */
static void refine(dt_learning *l, uint32_t sample, const dt_wish *wish) {
  dt_chosen fresh = l->fresh;
  uint32_t filtered = 0;
  if (fresh.count == 0) return;
  dt_output want = dt_wanted_output(l, wish), none = {NULL, 0};
  qsort(fresh.all, fresh.count, sizeof *fresh.all, by_trust);
  for (uint32_t i = 0; i < fresh.count && filtered <= MOST_FILTERED; i++) {
    if (i != 0 && fresh.all[i] == fresh.all[i - 1]) continue;
    double agreement = dt_agreement(l, want, dt_candidate_output(l, fresh.all[i], sample), none);
    if (agreement > 0.3 && agreement < 1) {
      dt_filtered_candidates(l, sample, wish, fresh.all[i]);
      filtered++;
    }
    if (agreement > 0.5) dt_uniform_candidate(l, sample, wish, fresh.all[i]);
  }
}

static const dt_candidate *best_list(dt_learning *l, uint32_t sample, const dt_wish *wish) {
  const dt_candidate *best = NULL;
  double most = 0;
  dt_output want = dt_wanted_output(l, wish), none = {NULL, 0};
  for (uint32_t i = 0; i < l->candidate_count; i++) {
    if (!l->candidates[i]->all) continue;
    double agreement = dt_agreement(l, want, dt_candidate_output(l, l->candidates[i], sample), none);
    double worth = agreement * agreement * l->candidates[i]->anchor.trust;
    if (best != NULL && worth <= most) continue;
    best = l->candidates[i];
    most = worth;
  }
  return best;
}

/* Single candidates of a list's values: of all, or of a few that the best list expression does not give. */
static void add_singles(dt_learning *l, uint32_t sample, const dt_wish *wish) {
  const dt_candidate *best = wish->count > MANY_VALUES ? best_list(l, sample, wish) : NULL;
  dt_output given = best != NULL ? best->outputs[sample] : (dt_output){NULL, 0};
  uint32_t added = 0;
  for (uint32_t v = 0; v < wish->count; v++) {
    uint32_t word = dt_words_number(&l->words, &l->arena, wish->values[v]), at = 0;
    while (at < given.count && given.words[at] != word) at++;
    if (at < given.count || (wish->count > MANY_VALUES && added == FEW_VALUES)) continue;
    dt_single_candidates(l, sample, wish->values[v], wish->paths[v]);
    added++;
  }
}

static void describe(const dt_learning *l, const dt_wish *wishes, dt_template_field *field) {
  size_t longest = 0;
  const char *type = NULL;
  for (uint32_t s = 0; s < l->sample_count; s++)
    for (uint32_t v = 0; v < wishes[s].count; v++) {
      size_t length = dt_utf8_count(wishes[s].values[v]);
      const char *own = dt_type_of(wishes[s].values[v]);
      if (length > longest) longest = length;
      type = type == NULL || strcmp(type, own) == 0 ? own : "text";
    }
  field->type = type != NULL ? type : "text";
  longest *= LIMIT_TIMES;
  if (!field->list) field->longest = longest > SHORTEST_LIMIT ? (uint32_t)longest : SHORTEST_LIMIT;
}

static bool learn_field(learner *r, const char *name, dt_template_field *field) {
  dt_learning *l = &r->l;
  dt_wish *wishes = DT_ARRAY(&l->arena, dt_wish, l->sample_count);
  *field = (dt_template_field){.name = name};
  for (uint32_t s = 0; s < l->sample_count; s++) {
    wishes[s] = wish_of(&l->arena, &r->samples[s], name);
    field->list |= wishes[s].count > 1;
  }
  dt_candidates_clear(l);
  for (uint32_t s = 0; s < l->sample_count; s++) {
    if (wishes[s].count == 0) continue;
    if (field->list) {
      dt_list_candidates(l, s, &wishes[s]);
      refine(l, s, &wishes[s]);
    }
    add_singles(l, s, &wishes[s]);
  }
  describe(l, wishes, field);
  return dt_choose(l, wishes, field->list, &l->arena, field);
}

/* ---- the template ---- */

static bool is_known(const dt_layout *layout, const char *name) {
  for (uint32_t i = 0; i < layout->field_count; i++)
    if (strcmp(layout->fields[i].name, name) == 0) return true;
  return false;
}

static void learn_fields(learner *r, dt_layout *layout) {
  size_t most = 0;
  for (size_t s = 0; s < r->sample_count; s++) most += r->samples[s].choice_count;
  layout->fields = DT_ARRAY(&r->l.arena, dt_template_field, most + 1);
  for (size_t s = 0; s < r->sample_count; s++)
    for (size_t c = 0; c < r->samples[s].choice_count; c++) {
      const detm_choice *choice = &r->samples[s].choices[c];
      dt_template_field *field = &layout->fields[layout->field_count];
      if (is_known(layout, choice->name) || !learn_field(r, choice->name, field)) continue;
      layout->field_count++;
    }
}

static void learn_captions(learner *r, dt_layout *layout) {
  for (size_t s = 0; s < r->sample_count; s++)
    for (size_t c = 0; c < r->samples[s].choice_count; c++)
      for (uint32_t f = 0; f < layout->field_count; f++)
        if (r->samples[s].choices[c].caption != NULL &&
            strcmp(layout->fields[f].name, r->samples[s].choices[c].name) == 0)
          layout->fields[f].caption = r->samples[s].choices[c].caption;
}

static void learn_marks(learner *r, dt_layout *layout) {
  dt_marks marks = dt_fingerprint_of(&r->l.arena, r->l.samples[0].document);
  for (uint32_t s = 1; s < r->l.sample_count; s++)
    marks = dt_fingerprint_common(&r->l.arena, marks, dt_fingerprint_of(&r->l.arena, r->l.samples[s].document));
  layout->marks = marks.marks;
  layout->mark_count = marks.count;
}

static void learn_notices(learner *r) {
  size_t count = 0;
  for (size_t s = 0; s < r->sample_count; s++) count += r->samples[s].choice_count;
  r->notices = DT_ZERO(&r->l.arena, detm_notice, count + 1);
  for (size_t s = 0; s < r->sample_count; s++)
    for (size_t c = 0; c < r->samples[s].choice_count; c++) {
      const detm_choice *choice = &r->samples[s].choices[c];
      dt_targets targets = dt_find_value(&r->l.samples[s], dt_text(choice->value), choice->path);
      r->notices[r->notice_count++] = (detm_notice){
          .sample = s, .choice = c, .places = targets.places, .partial = targets.count != 0 && targets.all[0].partial};
    }
}

static void run(learner *r) {
  dt_learning *l = &r->l;
  l->samples = DT_ZERO(&l->arena, dt_sample, r->sample_count);
  l->wanted = DT_ZERO(&l->arena, dt_wanted, r->sample_count);
  for (; l->sample_count < r->sample_count; l->sample_count++) {
    l->wanted[l->sample_count] = wanted_of(&l->arena, &r->samples[l->sample_count]);
    dt_sample_start(&l->samples[l->sample_count], &l->arena, r->samples[l->sample_count].page->document);
  }
  r->made.name = r->options->name != NULL ? r->options->name : "template";
  r->made.domain = r->options->domain;
  r->made.pages = (uint32_t)r->sample_count;
  r->made.layouts = DT_ZERO(&l->arena, dt_layout, 1);
  r->made.layout_count = 1;
  learn_fields(r, &r->made.layouts[0]);
  learn_captions(r, &r->made.layouts[0]);
  learn_marks(r, &r->made.layouts[0]);
  learn_notices(r);
}

static bool run_scoped(learner *r) {
  if (setjmp(r->l.scope.escape) != 0) return false;
  run(r);
  return true;
}

static void end(learner *r) {
  dt_learning *l = &r->l;
  for (uint32_t s = 0; l->samples != NULL && s < r->sample_count; s++) dt_sample_end(&l->samples[s]);
  for (uint32_t i = 0; i < l->pattern_count; i++) dt_pattern_free(l->patterns[i].pattern);
  dt_buffer_free(&l->buffer);
  dt_arena_free(&l->arena);
}

/* What was learned goes through its file form: a template that was just learned and one that was loaded are the same.
 */
static detm_template *make(const learner *r) {
  dt_buffer xml = {0};
  detm_template *template = NULL;
  if (r->made.layouts[0].field_count == 0) {
    dt_error_set(r->error, DETM_NOTHING,
                 "none of the values is on its page; copy them from the page as they are shown");
  } else if (detm_template_save(&r->made, dt_buffer_write, &xml, r->error) == DETM_OK) {
    template = detm_template_load(xml.data, xml.length, r->made.name, r->error);
  }
  dt_buffer_free(&xml);
  return template;
}

static bool keep_notices(const learner *r, detm_template *template) {
  template->notices = DT_ARRAY(&template->arena, detm_notice, r->notice_count + 1);
  if (template->notices == NULL) return false;
  memcpy(template->notices, r->notices, r->notice_count * sizeof *r->notices);
  template->notice_count = r->notice_count;
  for (size_t i = 0; i < r->notice_count; i++) {
    const char *path = r->notices[i].path;
    template->notices[i].path = path != NULL ? dt_arena_copy(&template->arena, path, strlen(path)) : NULL;
    if (path != NULL && template->notices[i].path == NULL) return false;
  }
  return true;
}

detm_template *detm_template_learn(const detm_sample *samples, size_t sample_count,
                                   const detm_template_options *options, detm_error *error) {
  learner r = {.samples = samples, .sample_count = sample_count, .error = error};
  r.options = options != NULL ? options : &detm_template_defaults;
  if (sample_count == 0) {
    dt_error_set(error, DETM_USAGE, "no sample page to learn from");
    return NULL;
  }
  if (check(&r) != DETM_OK) return NULL;
  dt_scope_start(&r.l.scope, 0);
  dt_arena_start(&r.l.arena, &r.l.scope);
  detm_template *template = NULL;
  if (run_scoped(&r)) {
    template = make(&r);
  } else {
    dt_error_scope(error, &r.l.scope, samples[0].page->name);
  }
  if (template != NULL && !keep_notices(&r, template)) {
    detm_template_free(template);
    template = NULL;
    dt_error_set(error, DETM_NO_MEMORY, "out of memory");
  }
  end(&r);
  return template;
}

size_t detm_template_notices(const detm_template *template) { return template->notice_count; }
const detm_notice *detm_template_notice(const detm_template *template, size_t number) {
  return number < template->notice_count ? &template->notices[number] : NULL;
}
