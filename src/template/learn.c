/* template/learn.c: sample pages with the values that are wanted of them -> a template. */
#include "template/learn.h"

#include "base/squeeze.h"
#include "template/fingerprint.h"
#include "template/skeleton.h"
#include "template/stylesheet.h"
#include "template/xpath.h"

enum { MOST_LAYOUTS = 4, LONGEST_WORD = 1000 };

#define SAME_LAYOUT 0.75 /* agreement from which a sample is of a layout */
#define BETTER 0.15      /* agreement that a layout of its own must gain */

const detm_template_options detm_template_defaults = {.min_fit = 0.5};

typedef struct learner {
  dt_learning l;
  const detm_sample *samples;
  size_t sample_count;
  dt_sample *all;  /* l.samples without what has a layout already */
  uint32_t *order; /* of sample i of `all`, its index in `samples` */
  const detm_template_options *options;
  detm_error *error;
  detm_template made; /* in l's arena */
  detm_notice *notices;
  size_t notice_count;
} learner;

/* ---- what is wanted ---- */

static bool is_name(const char *name) {
  return name != NULL && strlen(name) <= LONGEST_WORD && xmlValidateNCName((const xmlChar *)name, 0) == 0;
}

/* DETM_USAGE, naming `what`, if a text of the caller's is longer than a template may hold. */
static detm_status check_length(const learner *r, const char *what, const char *text) {
  if (text == NULL || strlen(text) <= LONGEST_WORD) return DETM_OK;
  return dt_error_set(r->error, DETM_USAGE, "%s of more than %d bytes: shorten it", what, LONGEST_WORD);
}

static detm_status check(const learner *r) {
  if (check_length(r, "a template's name", r->options->name) != DETM_OK ||
      check_length(r, "a domain", r->options->domain) != DETM_OK)
    return DETM_USAGE;
  for (size_t s = 0; s < r->sample_count; s++) {
    const detm_sample *sample = &r->samples[s];
    if (sample->page->document == NULL)
      return dt_error_set(r->error, DETM_USAGE, "a sample page was parsed without its document");
    for (size_t c = 0; c < sample->choice_count; c++) {
      char fault[128];
      const char *path = sample->choices[c].path;
      if (check_length(r, "a caption", sample->choices[c].caption) != DETM_OK) return DETM_USAGE;
      if (path != NULL && !dt_xpath_check(path, fault, sizeof fault))
        return dt_error_set(r->error, DETM_USAGE, "\"%.80s\" is no path of a value: %s", path, fault);
      if (!is_name(sample->choices[c].name))
        return dt_error_set(r->error, DETM_USAGE,
                            "\"%.80s\" is no name for a field: begin with a letter, go on with letters, digits, - _ .",
                            sample->choices[c].name != NULL ? sample->choices[c].name : "");
    }
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

/* ---- a layout ---- */

static const detm_sample *given(const learner *r, uint32_t s) {
  return &r->samples[r->order[(r->l.samples - r->all) + s]];
}

static bool is_known(const dt_layout *layout, const char *name) {
  for (uint32_t i = 0; i < layout->field_count; i++)
    if (strcmp(layout->fields[i].name, name) == 0) return true;
  return false;
}

static bool learn_field(learner *r, const char *name, dt_template_field *field) {
  dt_learning *l = &r->l;
  dt_wish *wishes = DT_ARRAY(&l->arena, dt_wish, l->sample_count);
  for (uint32_t s = 0; s < l->sample_count; s++) wishes[s] = wish_of(&l->arena, given(r, s), name);
  return dt_field_learn(l, name, wishes, field);
}

/* Learns a layout from the samples of l; l->agreement tells how well it gives what is wanted of each. */
static dt_layout learn_layout(learner *r) {
  dt_learning *l = &r->l;
  dt_layout layout = {0};
  size_t most = 0;
  for (uint32_t s = 0; s < l->sample_count; s++) most += given(r, s)->choice_count;
  layout.fields = DT_ARRAY(&l->arena, dt_template_field, most + 1);
  l->agreement = DT_ZERO(&l->arena, dt_mean, l->sample_count);
  for (uint32_t s = 0; s < l->sample_count; s++)
    for (size_t c = 0; c < given(r, s)->choice_count; c++) {
      const char *name = given(r, s)->choices[c].name;
      if (!is_known(&layout, name) && learn_field(r, name, &layout.fields[layout.field_count])) layout.field_count++;
    }
  return layout;
}

static void learn_captions(const learner *r, dt_layout *layout) {
  for (size_t s = 0; s < r->sample_count; s++)
    for (size_t c = 0; c < r->samples[s].choice_count; c++)
      for (uint32_t f = 0; f < layout->field_count; f++)
        if (r->samples[s].choices[c].caption != NULL &&
            strcmp(layout->fields[f].name, r->samples[s].choices[c].name) == 0)
          layout->fields[f].caption = r->samples[s].choices[c].caption;
}

static void learn_marks(dt_learning *l, dt_layout *layout) {
  dt_marks marks = dt_fingerprint_of(&l->arena, l->samples[0].document);
  for (uint32_t s = 1; s < l->sample_count; s++)
    marks = dt_fingerprint_common(&l->arena, marks, dt_fingerprint_of(&l->arena, l->samples[s].document));
  layout->marks = marks.marks;
  layout->mark_count = marks.count;
}

static void keep_layout(learner *r, dt_layout layout) {
  if (layout.field_count == 0) return;
  learn_captions(r, &layout);
  learn_marks(&r->l, &layout);
  layout.skeleton = dt_skeleton_make(&r->l.arena, &layout, r->l.samples[0].document);
  r->made.layouts[r->made.layout_count++] = layout;
}

/* ---- several layouts ---- */

static void swap_samples(learner *r, uint32_t a, uint32_t b) {
  uint32_t first = (uint32_t)(r->l.samples - r->all), number = r->order[first + a];
  dt_sample sample = r->l.samples[a];
  dt_wanted wanted = r->l.wanted[a];
  r->l.samples[a] = r->l.samples[b];
  r->l.samples[b] = sample;
  r->l.wanted[a] = r->l.wanted[b];
  r->l.wanted[b] = wanted;
  r->order[first + a] = r->order[first + b];
  r->order[first + b] = number;
}

/* Brings the samples that agree to the front; returns how many. */
static uint32_t part_samples(learner *r, const dt_mean *agreement) {
  uint32_t good = 0;
  dt_mean *at = DT_ARRAY(&r->l.arena, dt_mean, r->l.sample_count);
  memcpy(at, agreement, r->l.sample_count * sizeof *at);
  for (uint32_t s = 0; s < r->l.sample_count; s++) {
    if (dt_mean_of(at[s]) < SAME_LAYOUT) continue;
    dt_mean mean = at[good];
    at[good] = at[s];
    at[s] = mean;
    swap_samples(r, good++, s);
  }
  return good;
}

static double sum_of(const dt_mean *means, uint32_t count) {
  double sum = 0;
  for (uint32_t i = 0; i < count; i++) sum += dt_mean_of(means[i]);
  return sum;
}

static void pass_samples(learner *r, uint32_t count) {
  r->l.samples += count;
  r->l.wanted += count;
  r->l.sample_count -= count;
}

/* Learns what the first `good` samples and the others give when they are apart; false: no better than together. */
static bool split(learner *r, uint32_t good, const dt_mean *together) {
  dt_learning *l = &r->l;
  uint32_t count = l->sample_count;
  double before = sum_of(together, count);
  l->sample_count = good;
  dt_layout layout = learn_layout(r);
  double after = sum_of(l->agreement, good);
  pass_samples(r, good);
  l->sample_count = count - good;
  dt_layout rest = learn_layout(r);
  after += sum_of(l->agreement, count - good);
  l->samples -= good;
  l->wanted -= good;
  l->sample_count = count;
  if (after < before + BETTER * (count - good) || layout.field_count == 0 || rest.field_count == 0) return false;
  l->sample_count = good;
  keep_layout(r, layout);
  l->sample_count = count;
  return true;
}

/* Samples that one layout does not serve get another, so that they do not spoil the first. */
static void learn_layouts(learner *r) {
  while (r->l.sample_count != 0) {
    dt_layout layout = learn_layout(r);
    const dt_mean *together = r->l.agreement;
    uint32_t good = r->made.layout_count + 1 < MOST_LAYOUTS ? part_samples(r, together) : r->l.sample_count;
    if (good == 0 && r->l.sample_count > 1) good = 1;
    if (good == 0 || good == r->l.sample_count || !split(r, good, together)) {
      keep_layout(r, layout);
      return;
    }
    pass_samples(r, good);
  }
}

/* ---- notices ---- */

static const char *path_of(dt_arena *arena, xmlNodePtr node) {
  if (node->type == XML_ELEMENT_NODE) return dt_path_from_root(arena, node);
  const char *path = dt_path_from_root(arena, node->parent);
  return node->type == XML_ATTRIBUTE_NODE ? dt_arena_format(arena, "%s/@%s", path, (const char *)node->name)
                                          : dt_arena_format(arena, "%s/text()", path);
}

/* Where on the sample the field's anchors find the value; NULL = nowhere. */
static xmlNodePtr place_of(dt_learning *l, dt_sample *sample, const dt_template_field *field, uint32_t word,
                           bool *partial) {
  for (uint32_t p = 0; p < field->part_count; p++)
    for (uint32_t a = 0; a < field->parts[p].anchor_count; a++) {
      const dt_anchor *anchor = &field->parts[p].anchors[a];
      dt_candidate *candidate = dt_candidates_add(l, anchor, field->parts[p].all);
      if (candidate == NULL) continue;
      dt_nodes nodes = dt_candidate_nodes(candidate, sample);
      for (uint32_t i = 0; i < nodes.count; i++) {
        if (dt_candidate_word(l, candidate, sample, nodes.nodes[i]) != word) continue;
        *partial = anchor->pattern != NULL || anchor->run != 0;
        return anchor->run != 0 ? nodes.nodes[i]->parent : nodes.nodes[i];
      }
    }
  return NULL;
}

static void learn_notice(learner *r, uint32_t position, size_t choice) {
  dt_learning *l = &r->l;
  dt_sample *sample = &r->all[position];
  const detm_choice *wanted = &r->samples[r->order[position]].choices[choice];
  detm_notice *notice = &r->notices[r->notice_count++];
  uint32_t word = dt_words_number(&l->words, &l->arena, dt_text(wanted->value));
  *notice = (detm_notice){.sample = r->order[position], .choice = choice};
  notice->places = dt_find_value(sample, dt_text(wanted->value), wanted->path).places;
  dt_candidates_clear(l);
  for (uint32_t y = 0; y < r->made.layout_count && notice->path == NULL; y++)
    for (uint32_t f = 0; f < r->made.layouts[y].field_count && notice->path == NULL; f++) {
      bool partial = false;
      const dt_template_field *field = &r->made.layouts[y].fields[f];
      xmlNodePtr node = strcmp(field->name, wanted->name) == 0 ? place_of(l, sample, field, word, &partial) : NULL;
      if (node == NULL) continue;
      notice->path = path_of(&l->arena, node);
      notice->partial = partial;
    }
}

/* In the order of the samples as they were given. */
static void learn_notices(learner *r) {
  size_t count = 0;
  for (size_t s = 0; s < r->sample_count; s++) count += r->samples[s].choice_count;
  r->notices = DT_ZERO(&r->l.arena, detm_notice, count + 1);
  for (size_t s = 0; s < r->sample_count; s++)
    for (uint32_t position = 0; position < r->sample_count; position++)
      for (size_t c = 0; r->order[position] == s && c < r->samples[s].choice_count; c++) learn_notice(r, position, c);
}

/* ---- the template ---- */

static void start_samples(learner *r) {
  dt_learning *l = &r->l;
  r->all = l->samples = DT_ZERO(&l->arena, dt_sample, r->sample_count);
  l->wanted = DT_ZERO(&l->arena, dt_wanted, r->sample_count);
  r->order = DT_ZERO(&l->arena, uint32_t, r->sample_count);
  for (; l->sample_count < r->sample_count; l->sample_count++) {
    uint32_t s = l->sample_count;
    r->order[s] = s;
    l->wanted[s] = wanted_of(&l->arena, &r->samples[s]);
    dt_sample_start(&l->samples[s], &l->arena, r->samples[s].page->document);
  }
}

static void run(learner *r) {
  dt_wanted *wanted;
  start_samples(r);
  wanted = r->l.wanted;
  r->made.name = r->options->name != NULL ? r->options->name : "template";
  r->made.domain = r->options->domain;
  r->made.pages = (uint32_t)r->sample_count;
  r->made.layouts = DT_ZERO(&r->l.arena, dt_layout, MOST_LAYOUTS);
  learn_layouts(r);
  r->l.samples = r->all;
  r->l.wanted = wanted;
  r->l.sample_count = (uint32_t)r->sample_count;
  learn_notices(r);
}

static bool run_scoped(learner *r) {
  if (setjmp(r->l.scope.escape) != 0) return false;
  run(r);
  return true;
}

static void end(learner *r) {
  dt_learning *l = &r->l;
  for (uint32_t s = 0; r->all != NULL && s < r->sample_count; s++) dt_sample_end(&r->all[s]);
  for (uint32_t i = 0; i < l->pattern_count; i++) dt_pattern_free(l->patterns[i].pattern);
  dt_buffer_free(&l->buffer);
  dt_arena_free(&l->arena);
}

/* What was learned goes through its file form: a template that was just learned and one that was loaded are the same.
 */
static detm_template *make(const learner *r) {
  dt_buffer xml = {0};
  detm_template *template = NULL;
  if (r->made.layout_count == 0) {
    dt_error_set(r->error, DETM_NOTHING,
                 "none of the values is on its page; copy them from the page as they are shown");
  } else {
    dt_template_save(&r->made, &xml);
    if (xml.failed) {
      dt_error_set(r->error, DETM_NO_MEMORY, "out of memory");
    } else {
      template = detm_template_load(xml.data, xml.length, r->made.name, r->error);
    }
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

/* Of all samples together, 0 = no limit. */
static double seconds_of(const detm_sample *samples, size_t count) {
  double seconds = 0;
  for (size_t i = 0; i < count; i++) {
    if (!(samples[i].page->seconds > 0)) return 0;
    seconds += samples[i].page->seconds;
  }
  return seconds;
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
  dt_scope_start(&r.l.scope, seconds_of(samples, sample_count));
  dt_arena_start(&r.l.arena, &r.l.scope);
  detm_template *template = NULL;
  if (run_scoped(&r)) {
    template = make(&r);
  } else {
    dt_error_scope(error, &r.l.scope, samples[0].page->name);
  }
  if (template != NULL && dt_template_remember(template, samples, sample_count, error) != DETM_OK) {
    detm_template_free(template);
    template = NULL;
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
