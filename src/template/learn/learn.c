/* template/learn/learn.c: sample pages with wanted values -> template. */
#include "template/learn/learn.h"
#include "base/options.h"

#include "template/apply/skeleton.h"
#include "template/apply/stylesheet.h"
#include "template/apply/xpath_check.h"
#include "template/match/fingerprint.h"
#include "text/field_name.h"
#include "text/fold.h"

enum { MAX_LAYOUTS = 4, MAX_WORD_LENGTH = 1000 };

#define SAME_LAYOUT 0.75 /* least agreement of a sample with its layout */
#define MIN_GAIN 0.15    /* least gain of agreement, per sample, by another layout */

typedef struct learner {
  dt_learning l;
  const detm_sample *samples;
  size_t sample_count;
  const detm_sample *whole; /* the samples with completed list fields (list_examples.c) */
  dt_sample *all;           /* all samples; l.samples are those without a layout yet */
  uint32_t *order;          /* index in `samples` of each sample of `all` */
  const detm_template_options *options;
  detm_error *error;
  detm_template made; /* in l's arena */
  detm_notice *notices;
  size_t notice_count;
} learner;

/* ---- wanted values ---- */

/* Checks that a text of the caller is not too long for a template.  Returns DETM_USAGE and names `what` if it is. */
static detm_status check_length(const learner *r, const char *what, const char *text) {
  if (text == NULL || strlen(text) <= MAX_WORD_LENGTH) return DETM_OK;
  return dt_error_set(r->error, DETM_USAGE, "%s of more than %d bytes: shorten it", what, MAX_WORD_LENGTH);
}

static detm_status check_samples(const learner *r) {
  if (check_length(r, "a template's name", r->options->name) != DETM_OK ||
      check_length(r, "a domain", r->options->domain) != DETM_OK)
    return DETM_USAGE;
  for (size_t s = 0; s < r->sample_count; s++) {
    const detm_sample *sample = &r->samples[s];
    detm_status status = dt_page_need(sample->page, DETM_PAGE_DOCUMENT, r->error);
    if (status != DETM_OK) return status;
    for (size_t c = 0; c < sample->choice_count; c++) {
      char fault[128];
      const char *path = sample->choices[c].path;
      if (check_length(r, "a caption", sample->choices[c].caption) != DETM_OK) return DETM_USAGE;
      if (path != NULL && !dt_xpath_check(path, fault, sizeof fault))
        return dt_error_set(r->error, DETM_USAGE, "\"%.80s\" is not a path: %s", path, fault);
      if (!dt_name_valid(sample->choices[c].name))
        return dt_error_set(r->error, DETM_USAGE,
                            "\"%.80s\" is not a field name: use letters, digits, - _ . and begin with a letter",
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

static dt_target_values wanted_of(dt_arena *arena, const detm_sample *sample) {
  detm_text *texts = DT_ARRAY(arena, detm_text, sample->choice_count + 1);
  detm_text *words = DT_ARRAY(arena, detm_text, sample->choice_count + 1);
  for (size_t c = 0; c < sample->choice_count; c++) {
    texts[c] = squeezed(arena, dt_text(sample->choices[c].value));
    words[c] = bare(arena, dt_text(sample->choices[c].value));
  }
  return (dt_target_values){texts, words, (uint32_t)sample->choice_count};
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

/* ---- complete lists ---- */

static bool is_named_before(const detm_sample *sample, size_t choice) {
  for (size_t c = 0; c < choice; c++)
    if (strcmp(sample->choices[c].name, sample->choices[choice].name) == 0) return true;
  return false;
}

/* Returns a sample with its list fields completed. */
static detm_sample complete(learner *r, uint32_t s) {
  dt_arena *arena = &r->l.arena;
  const detm_sample *given = &r->samples[s];
  dt_wish *wholes = DT_ZERO(arena, dt_wish, given->choice_count + 1);
  size_t total = 0;
  for (size_t c = 0; c < given->choice_count; c++) {
    if (is_named_before(given, c)) continue;
    dt_wish wish = wish_of(arena, given, given->choices[c].name);
    wholes[c] = r->options->exactly ? wish : dt_whole_list(&r->l, s, &wish);
    total += wholes[c].count;
  }
  detm_choice *choices = DT_ARRAY(arena, detm_choice, total + 1), *at = choices;
  for (size_t c = 0; c < given->choice_count; c++)
    for (uint32_t v = 0; v < wholes[c].count; v++) {
      *at = given->choices[c];
      at->value = dt_arena_copy(arena, wholes[c].values[v].data, wholes[c].values[v].length);
      at++->path = wholes[c].paths[v];
    }
  return (detm_sample){given->page, choices, total};
}

static void complete_lists(learner *r) {
  detm_sample *whole = DT_ARRAY(&r->l.arena, detm_sample, r->sample_count);
  for (uint32_t s = 0; s < r->sample_count; s++) {
    whole[s] = complete(r, s);
    r->l.wanted[s] = wanted_of(&r->l.arena, &whole[s]);
  }
  r->whole = whole;
}

/* ---- a layout ---- */

static const detm_sample *given(const learner *r, uint32_t s) {
  return &r->whole[r->order[(r->l.samples - r->all) + s]];
}

static bool is_known(const dt_template_layout *layout, const char *name) {
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

/* Learns a layout from the samples of l.  Sets l->agreement to how well it gives the wanted values of each sample. */
static dt_template_layout learn_layout(learner *r) {
  dt_learning *l = &r->l;
  dt_template_layout layout = {0};
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

static void learn_captions(const learner *r, dt_template_layout *layout) {
  for (size_t s = 0; s < r->sample_count; s++)
    for (size_t c = 0; c < r->samples[s].choice_count; c++)
      for (uint32_t f = 0; f < layout->field_count; f++)
        if (r->samples[s].choices[c].caption != NULL &&
            strcmp(layout->fields[f].name, r->samples[s].choices[c].name) == 0)
          layout->fields[f].caption = r->samples[s].choices[c].caption;
}

static void learn_marks(dt_learning *l, dt_template_layout *layout) {
  dt_marks marks = dt_fingerprint_of(&l->arena, l->samples[0].document);
  for (uint32_t s = 1; s < l->sample_count; s++)
    marks = dt_fingerprint_common(&l->arena, marks, dt_fingerprint_of(&l->arena, l->samples[s].document));
  layout->marks = marks.marks;
  layout->mark_count = marks.count;
}

static void keep_layout(learner *r, dt_template_layout layout) {
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
  dt_target_values wanted = r->l.wanted[a];
  r->l.samples[a] = r->l.samples[b];
  r->l.samples[b] = sample;
  r->l.wanted[a] = r->l.wanted[b];
  r->l.wanted[b] = wanted;
  r->order[first + a] = r->order[first + b];
  r->order[first + b] = number;
}

/* Moves the samples that agree with the layout to the front.  Returns their number. */
static uint32_t move_agreeing(learner *r, const dt_mean *agreement) {
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

/* Removes the first samples from l. */
static void skip_samples(learner *r, uint32_t count) {
  r->l.samples += count;
  r->l.wanted += count;
  r->l.sample_count -= count;
}

/* Learns a layout from the first `good` samples and one from the others, and keeps the first.  Returns false if two
 * layouts are not better than one. */
static bool split_layout(learner *r, uint32_t good, const dt_mean *together) {
  dt_learning *l = &r->l;
  uint32_t count = l->sample_count;
  double before = sum_of(together, count);
  l->sample_count = good;
  dt_template_layout layout = learn_layout(r);
  double after = sum_of(l->agreement, good);
  skip_samples(r, good);
  l->sample_count = count - good;
  dt_template_layout rest = learn_layout(r);
  after += sum_of(l->agreement, count - good);
  l->samples -= good;
  l->wanted -= good;
  l->sample_count = count;
  if (after < before + MIN_GAIN * (count - good) || layout.field_count == 0 || rest.field_count == 0) return false;
  l->sample_count = good;
  keep_layout(r, layout);
  l->sample_count = count;
  return true;
}

/* Learns layouts: samples that disagree with a layout get another, so that they do not make the first worse. */
static void learn_layouts(learner *r) {
  while (r->l.sample_count != 0) {
    dt_template_layout layout = learn_layout(r);
    const dt_mean *together = r->l.agreement;
    uint32_t good = r->made.layout_count + 1 < MAX_LAYOUTS ? move_agreeing(r, together) : r->l.sample_count;
    if (good == 0 && r->l.sample_count > 1) good = 1;
    if (good == 0 || good == r->l.sample_count || !split_layout(r, good, together)) {
      keep_layout(r, layout);
      return;
    }
    skip_samples(r, good);
  }
}

/* ---- notices ---- */

/* Returns the node where the field's anchors find the value on the sample; NULL if they do not.  Sets *gathered if it
 * is one value of a list, cut out of a text alone. */
static xmlNodePtr place_of(dt_learning *l, dt_sample *sample, const dt_template_field *field, uint32_t word,
                           bool *partial, bool *gathered) {
  for (uint32_t p = 0; p < field->part_count; p++)
    for (uint32_t a = 0; a < field->parts[p].anchor_count; a++) {
      const dt_anchor *anchor = &field->parts[p].anchors[a];
      dt_candidate *candidate = dt_candidates_add(l, anchor, field->parts[p].all);
      if (candidate == NULL) continue;
      dt_nodes nodes = dt_candidate_nodes(candidate, sample);
      for (uint32_t i = 0; i < nodes.count; i++) {
        if (dt_candidate_word(l, candidate, sample, nodes.nodes[i]) != word) continue;
        *partial = anchor->pattern != NULL || anchor->run != 0;
        *gathered = field->list && !field->parts[p].all && anchor->pattern != NULL;
        return anchor->run != 0 ? nodes.nodes[i]->parent : nodes.nodes[i];
      }
    }
  return NULL;
}

/* Whether another sample has another value of the field: then it is clear which of several places is meant. */
static bool is_decided(learner *r, uint32_t position, const detm_choice *wanted) {
  dt_learning *l = &r->l;
  uint32_t word = dt_words_number(&l->words, &l->arena, dt_text(wanted->value));
  for (uint32_t other = 0; other < r->sample_count; other++) {
    const detm_sample *sample = &r->samples[r->order[other]];
    for (size_t c = 0; other != position && c < sample->choice_count; c++)
      if (strcmp(sample->choices[c].name, wanted->name) == 0 &&
          dt_words_number(&l->words, &l->arena, dt_text(sample->choices[c].value)) != word)
        return true;
  }
  return false;
}

/* Whether the page has more values of the field: examples of a list make clear which places are meant. */
static bool is_of_list(const detm_sample *sample, const detm_choice *wanted) {
  size_t values = 0;
  for (size_t c = 0; c < sample->choice_count; c++) values += strcmp(sample->choices[c].name, wanted->name) == 0;
  return values > 1;
}

static void learn_notice(learner *r, uint32_t position, size_t choice) {
  dt_learning *l = &r->l;
  dt_sample *sample = &r->all[position];
  const detm_choice *wanted = &r->samples[r->order[position]].choices[choice];
  detm_notice *notice = &r->notices[r->notice_count++];
  uint32_t word = dt_words_number(&l->words, &l->arena, dt_text(wanted->value));
  *notice = (detm_notice){.sample = r->order[position], .choice = choice};
  dt_targets targets = dt_find_value(sample, dt_text(wanted->value), wanted->path);
  notice->places = targets.places;
  bool gathered = false;
  dt_candidates_clear(l);
  for (uint32_t y = 0; y < r->made.layout_count && notice->path == NULL; y++)
    for (uint32_t f = 0; f < r->made.layouts[y].field_count && notice->path == NULL; f++) {
      bool partial = false;
      const dt_template_field *field = &r->made.layouts[y].fields[f];
      xmlNodePtr node =
          strcmp(field->name, wanted->name) == 0 ? place_of(l, sample, field, word, &partial, &gathered) : NULL;
      if (node == NULL) continue;
      notice->path = dt_place_path(&l->arena, node);
      notice->partial = partial;
    }
  bool of_list = is_of_list(&r->samples[r->order[position]], wanted);
  gathered = of_list && (gathered || notice->path == NULL);
  bool chosen = wanted->path != NULL || (of_list && !gathered);
  if (!chosen && !is_decided(r, position, wanted)) dt_places_note(l, position, wanted, &targets, gathered, notice);
}

/* Makes the notices in the order of the caller's samples. */
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
  l->wanted = DT_ZERO(&l->arena, dt_target_values, r->sample_count);
  r->order = DT_ZERO(&l->arena, uint32_t, r->sample_count);
  for (; l->sample_count < r->sample_count; l->sample_count++) {
    uint32_t s = l->sample_count;
    r->order[s] = s;
    l->wanted[s] = wanted_of(&l->arena, &r->samples[s]);
    dt_sample_start(&l->samples[s], &l->arena, r->samples[s].page->document);
  }
}

static void learn(void *data) {
  learner *r = data;
  dt_target_values *wanted;
  start_samples(r);
  complete_lists(r);
  wanted = r->l.wanted;
  r->l.exactly = r->options->exactly != 0;
  r->made.name = r->options->name != NULL ? r->options->name : "template";
  r->made.domain = r->options->domain;
  r->made.pages = (uint32_t)r->sample_count;
  r->made.layouts = DT_ZERO(&r->l.arena, dt_template_layout, MAX_LAYOUTS);
  learn_layouts(r);
  r->l.samples = r->all;
  r->l.wanted = wanted;
  r->l.sample_count = (uint32_t)r->sample_count;
  learn_notices(r);
}

static void end(learner *r) {
  dt_learning *l = &r->l;
  for (uint32_t s = 0; r->all != NULL && s < r->sample_count; s++) dt_sample_end(&r->all[s]);
  for (uint32_t i = 0; i < l->pattern_count; i++) dt_pattern_free(l->patterns[i].pattern);
  dt_buffer_free(&l->buffer);
  dt_arena_free(&l->arena);
}

/* Makes the template by saving and loading it, so that a learned template is the same as a loaded one. */
static detm_template *make_template(const learner *r) {
  dt_buffer xml = {0};
  detm_template *template = NULL;
  if (r->made.layout_count == 0) {
    dt_error_set(r->error, DETM_NOTHING, "none of the values is on its page: write them as the pages show them");
  } else {
    dt_template_save(&r->made, &xml);
    if (xml.failed) {
      dt_error_memory(r->error);
    } else {
      template = detm_template_load(xml.data, xml.length, r->made.name, r->error);
    }
  }
  dt_buffer_free(&xml);
  return template;
}

/* Copies a text, which may be NULL, into the arena.  Returns false without memory. */
static bool keep_text(dt_arena *arena, const char **text) {
  if (*text == NULL) return true;
  *text = dt_arena_copy(arena, *text, strlen(*text));
  return *text != NULL;
}

/* Copies the notices into the template.  Returns false without memory. */
static bool keep_notices(const learner *r, detm_template *template) {
  dt_arena *arena = &template->arena;
  template->notices = DT_ARRAY(arena, detm_notice, r->notice_count + 1);
  if (template->notices == NULL) return false;
  memcpy(template->notices, r->notices, r->notice_count * sizeof *r->notices);
  template->notice_count = r->notice_count;
  for (size_t i = 0; i < r->notice_count; i++) {
    detm_notice *notice = &template->notices[i];
    detm_place *where = DT_ARRAY(arena, detm_place, notice->where_count + 1);
    if (where == NULL || !keep_text(arena, &notice->path)) return false;
    for (size_t p = 0; p < notice->where_count; p++) {
      where[p] = notice->where[p];
      if (!keep_text(arena, &where[p].path) || !keep_text(arena, &where[p].caption) ||
          !keep_text(arena, &where[p].text))
        return false;
    }
    notice->where = where;
  }
  return true;
}

/* Returns the time limit for all samples together, 0 = no limit. */
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
  DT_OPTIONS(detm_template_options, options, detm_template_defaults);
  learner r = {.samples = samples, .sample_count = sample_count, .options = options, .error = error};
  if (sample_count == 0) {
    dt_error_set(error, DETM_USAGE, "no sample page to learn from");
    return NULL;
  }
  if (check_samples(&r) != DETM_OK) return NULL;
  dt_page_scope(samples[0].page, &r.l.scope, seconds_of(samples, sample_count));
  dt_arena_start(&r.l.arena, &r.l.scope);
  r.l.candidate_lookup.arena = &r.l.arena;
  detm_template *template = NULL;
  if (dt_scope_run(&r.l.scope, learn, &r)) {
    template = make_template(&r);
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
    dt_error_memory(error);
  }
  end(&r);
  return template;
}

size_t detm_template_notice_count(const detm_template *template) { return template->notice_count; }
const detm_notice *detm_template_notice_get(const detm_template *template, size_t number) {
  return number < template->notice_count ? &template->notices[number] : NULL;
}
