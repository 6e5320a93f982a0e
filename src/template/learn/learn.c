/* template/learn/learn.c: sample pages with wanted values -> template. */
#include "template/learn/learn.h"

#include "base/options.h"
#include "base/vec.h"
#include "template/apply/skeleton.h"
#include "template/apply/stylesheet.h"
#include "template/apply/xpath_check.h"
#include "template/match/fingerprint.h"
#include "template/tunables.h"
#include "text/field_name.h"

enum { MAX_LAYOUTS = 4, MAX_WORD_LENGTH = 1000 };

#define SWAP(type, a, b)                                                                                               \
  do {                                                                                                                 \
    type swapped = (a);                                                                                                \
    (a) = (b);                                                                                                         \
    (b) = swapped;                                                                                                     \
  } while (0)

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
      const char *name = sample->choices[c].name, *wrong = dt_name_fault(name);
      if (wrong != NULL)
        return dt_error_set(r->error, DETM_USAGE, "\"%.80s\" is not a field name: %s", name != NULL ? name : "", wrong);
    }
  }

  return DETM_OK;
}

static dt_target_values wanted_of(dt_arena *arena, const detm_sample *sample) {
  detm_text *texts = DT_ARRAY(arena, detm_text, sample->choice_count + 1);
  detm_text *words = DT_ARRAY(arena, detm_text, sample->choice_count + 1);
  for (size_t c = 0; c < sample->choice_count; c++) {
    texts[c] = dt_squeezed(arena, dt_text(sample->choices[c].value));
    words[c] = dt_squeezed_words(arena, dt_text(sample->choices[c].value));
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

/* The choices of a sample, with the whole values of those that are beginnings. */
static detm_sample with_whole_values(dt_arena *arena, const detm_sample *given, dt_sample *sample) {
  detm_choice *choices = DT_ARRAY(arena, detm_choice, given->choice_count + 1);
  for (size_t c = 0; c < given->choice_count; c++) {
    choices[c] = given->choices[c];
    detm_text value = dt_text(choices[c].value), whole = dt_find_whole(sample, value, choices[c].path);
    if (whole.data != value.data) choices[c].value = dt_arena_copy(arena, whole.data, whole.length);
  }
  return (detm_sample){given->page, choices, given->choice_count};
}

/* ---- complete lists ---- */

/* Sets r->whole to the samples with their list fields completed, and l.wanted to their values. */
static void complete_lists(learner *r) {
  dt_arena *arena = &r->l.arena;
  detm_sample *whole = DT_ARRAY(arena, detm_sample, r->sample_count);

  for (uint32_t s = 0; s < r->sample_count; s++) {
    const detm_sample *given = &r->samples[s];
    DT_VEC(detm_choice) choices = {0};
    for (size_t c = 0; c < given->choice_count; c++) {
      size_t before = 0;
      while (strcmp(given->choices[before].name, given->choices[c].name) != 0) before++;
      if (before < c) continue; /* with the first choice of this name */
      dt_wish wish = wish_of(arena, given, given->choices[c].name);
      if (!r->options->exactly) wish = dt_whole_list(&r->l, s, &wish);
      for (uint32_t v = 0; v < wish.count; v++) {
        detm_choice choice = given->choices[c];
        choice.value = dt_arena_copy(arena, wish.values[v].data, wish.values[v].length);
        choice.path = wish.paths[v];
        DT_VEC_PUSH(arena, &choices, choice);
      }
    }

    whole[s] = (detm_sample){given->page, choices.items, choices.count};
    r->l.wanted[s] = wanted_of(arena, &whole[s]);
  }

  r->whole = whole;
}

/* ---- a layout ---- */

static const detm_sample *given(const learner *r, uint32_t s) {
  return &r->whole[r->order[(size_t)(r->l.samples - r->all) + s]];
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
      if (dt_layout_field(&layout, name) != NULL) continue;
      dt_wish *wishes = DT_ARRAY(&l->arena, dt_wish, l->sample_count);
      for (uint32_t i = 0; i < l->sample_count; i++) wishes[i] = wish_of(&l->arena, given(r, i), name);
      layout.field_count += dt_field_learn(l, name, wishes, &layout.fields[layout.field_count]);
    }

  return layout;
}

/* Sets the labels of a layout from the samples of l. */
static void label_layout(learner *r, dt_template_layout *layout) {
  dt_learning *l = &r->l;
  const dt_wish **wishes = DT_ARRAY(&l->arena, const dt_wish *, layout->field_count);
  for (uint32_t f = 0; f < layout->field_count; f++) {
    dt_wish *own = DT_ARRAY(&l->arena, dt_wish, l->sample_count);
    for (uint32_t s = 0; s < l->sample_count; s++) own[s] = wish_of(&l->arena, given(r, s), layout->fields[f].name);
    wishes[f] = own;
  }
  dt_layout_labels(l, layout, wishes);
}

/* Adds a layout to the template, with captions, labels, fingerprint and skeleton. */
static void keep_layout(learner *r, dt_template_layout layout) {
  dt_learning *l = &r->l;
  if (layout.field_count == 0) return;

  for (size_t s = 0; s < r->sample_count; s++)
    for (size_t c = 0; c < r->samples[s].choice_count; c++) {
      const detm_choice *choice = &r->samples[s].choices[c];
      dt_template_field *field = choice->caption != NULL ? dt_layout_field(&layout, choice->name) : NULL;
      if (field != NULL) field->caption = choice->caption;
    }

  label_layout(r, &layout);
  dt_marks marks = dt_fingerprint_of(&l->arena, l->samples[0].document);
  for (uint32_t s = 1; s < l->sample_count; s++)
    marks = dt_fingerprint_common(&l->arena, marks, dt_fingerprint_of(&l->arena, l->samples[s].document));
  layout.marks = marks.marks;
  layout.mark_count = marks.count;
  layout.skeleton = dt_skeleton_make(&l->arena, &layout, l->samples[0].document);
  r->made.layouts[r->made.layout_count++] = layout;
}

/* ---- several layouts ---- */

/* Moves the samples that agree with the layout to the front.  Returns their number. */
static uint32_t move_agreeing(learner *r, const dt_mean *agreement) {
  dt_learning *l = &r->l;
  uint32_t good = 0, *order = r->order + (l->samples - r->all);
  dt_mean *at = DT_ARRAY(&l->arena, dt_mean, l->sample_count);

  memcpy(at, agreement, l->sample_count * sizeof *at);
  for (uint32_t s = 0; s < l->sample_count; s++) {
    if (dt_mean_of(at[s]) < DT_SAME_LAYOUT) continue;
    SWAP(dt_mean, at[good], at[s]);
    SWAP(uint32_t, order[good], order[s]);
    SWAP(dt_sample, l->samples[good], l->samples[s]);
    SWAP(dt_target_values, l->wanted[good], l->wanted[s]);
    good++;
  }

  return good;
}

static double sum_of_means(const dt_mean *means, uint32_t count) {
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
  double before = sum_of_means(together, count);

  l->sample_count = good;
  dt_template_layout layout = learn_layout(r);
  double after = sum_of_means(l->agreement, good);
  skip_samples(r, good);
  l->sample_count = count - good;
  dt_template_layout rest = learn_layout(r);
  after += sum_of_means(l->agreement, count - good);
  l->samples -= good;
  l->wanted -= good;
  l->sample_count = count;
  if (after < before + DT_MIN_SPLIT * (count - good) || layout.field_count == 0 || rest.field_count == 0) return false;
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
static xmlNodePtr place_of_field(dt_learning *l, dt_sample *sample, const dt_template_field *field, uint32_t word,
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

/* Fills in a notice about a choice: where its value was found, and whether that is in doubt. */
static void learn_notice(learner *r, uint32_t position, size_t choice, detm_notice *notice) {
  dt_learning *l = &r->l;
  dt_sample *sample = &r->all[position];
  const detm_sample *page = &r->samples[r->order[position]];
  const detm_choice *wanted = &page->choices[choice];
  uint32_t word = dt_words_number(&l->words, &l->arena, dt_text(wanted->value));
  *notice = (detm_notice){.sample = r->order[position], .choice = choice};
  dt_targets targets = dt_find_value(sample, dt_text(wanted->value), wanted->path);

  notice->places = targets.places;
  bool gathered = false;
  dt_candidates_clear(l);

  for (uint32_t y = 0; y < r->made.layout_count && notice->path == NULL; y++) {
    bool partial = false;
    const dt_template_field *field = dt_layout_field(&r->made.layouts[y], wanted->name);
    xmlNodePtr node = field != NULL ? place_of_field(l, sample, field, word, &partial, &gathered) : NULL;
    if (node == NULL) continue;
    notice->path = dt_place_path(&l->arena, node);
    notice->partial = partial;
  }

  size_t values = 0; /* if the field has several, they make clear which places are meant */
  for (size_t c = 0; c < page->choice_count; c++) values += strcmp(page->choices[c].name, wanted->name) == 0;
  gathered = values > 1 && (gathered || notice->path == NULL);
  bool chosen = wanted->path != NULL || (values > 1 && !gathered);
  if (!chosen && !is_decided(r, position, wanted)) dt_places_note(l, position, wanted, &targets, gathered, notice);
}

/* ---- the template ---- */

static void learn_in_scope(void *data) {
  learner *r = data;
  dt_learning *l = &r->l;
  uint32_t count = (uint32_t)r->sample_count;
  size_t choices = 0;
  dt_target_values *wanted = l->wanted = DT_ZERO(&l->arena, dt_target_values, count);

  r->all = l->samples = DT_ZERO(&l->arena, dt_sample, count);
  r->order = DT_ZERO(&l->arena, uint32_t, count);

  detm_sample *samples = DT_ARRAY(&l->arena, detm_sample, count);
  for (; l->sample_count < count; l->sample_count++) {
    uint32_t s = l->sample_count;
    r->order[s] = s;
    choices += r->samples[s].choice_count;
    dt_sample_start(&l->samples[s], &l->arena, r->samples[s].page->document);
    samples[s] = with_whole_values(&l->arena, &r->samples[s], &l->samples[s]);
    wanted[s] = wanted_of(&l->arena, &samples[s]);
  }

  r->samples = samples;
  complete_lists(r);
  l->exactly = r->options->exactly != 0;
  r->made.name = r->options->name != NULL ? r->options->name : "template";
  r->made.domain = r->options->domain;
  r->made.pages = count;
  r->made.layouts = DT_ZERO(&l->arena, dt_template_layout, MAX_LAYOUTS);
  learn_layouts(r);
  l->samples = r->all;
  l->wanted = wanted;
  l->sample_count = count;

  r->notices = DT_ZERO(&l->arena, detm_notice, choices + 1);
  for (uint32_t s = 0; s < count; s++) { /* in the order of the caller's samples */
    uint32_t position = 0;
    while (r->order[position] != s) position++;
    for (size_t c = 0; c < r->samples[s].choice_count; c++)
      learn_notice(r, position, c, &r->notices[r->notice_count++]);
  }
}

/* ---- the template ---- */

/* Makes the template by saving and loading it, so that a learned template is the same as a loaded one. */
static detm_template *build_template(const learner *r) {
  dt_buffer xml = {0};
  detm_template *template = NULL;

  if (r->made.layout_count == 0) {
    dt_error_set(r->error, DETM_NOTHING, "none of the values is on its page: write them as the pages show them");
    return NULL;
  }

  dt_template_save(&r->made, &xml);
  if (xml.failed) {
    dt_error_memory(r->error);
  } else {
    template = detm_template_load(xml.data, xml.length, r->made.name, r->error);
  }

  dt_buffer_free(&xml);
  return template;
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
    if (where == NULL || !dt_arena_keep(arena, &notice->path)) return false;
    for (size_t p = 0; p < notice->where_count; p++) {
      where[p] = notice->where[p];
      if (!dt_arena_keep(arena, &where[p].path) || !dt_arena_keep(arena, &where[p].caption) ||
          !dt_arena_keep(arena, &where[p].text))
        return false;
    }
    notice->where = where;
  }

  return true;
}

detm_template *detm_template_learn(const detm_sample *samples, size_t sample_count,
                                   const detm_template_options *options, detm_error *error) {
  DT_OPTIONS(detm_template_options, options, detm_template_defaults);
  learner r = {.samples = samples, .sample_count = sample_count, .options = options, .error = error};
  dt_learning *l = &r.l;
  double seconds = 0; /* for all samples together */
  bool limited = true;
  if (sample_count == 0) {
    dt_error_set(error, DETM_USAGE, "no sample page to learn from");
    return NULL;
  }
  if (check_samples(&r) != DETM_OK) return NULL;
  for (size_t s = 0; s < sample_count; s++) {
    limited = limited && samples[s].page->seconds > 0;
    seconds += samples[s].page->seconds;
  }
  dt_page_scope(samples[0].page, &l->scope, limited ? seconds : 0);
  dt_arena_start(&l->arena, &l->scope);
  l->candidate_lookup.arena = &l->arena;
  detm_template *template = NULL;
  if (dt_scope_run(&l->scope, learn_in_scope, &r)) {
    template = build_template(&r);
  } else {
    dt_error_scope(error, &l->scope, samples[0].page->name);
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
  for (uint32_t s = 0; r.all != NULL && s < sample_count; s++) dt_sample_end(&r.all[s]);
  for (uint32_t i = 0; i < l->pattern_count; i++) dt_pattern_free(l->patterns[i].pattern);
  dt_buffer_free(&l->buffer);
  dt_arena_free(&l->arena);
  return template;
}

size_t detm_template_notice_count(const detm_template *template) { return template->notice_count; }
const detm_notice *detm_template_notice_get(const detm_template *template, size_t number) {
  return number < template->notice_count ? &template->notices[number] : NULL;
}
