/* wrapper/captions.c: finds the labels within records by which values are aligned. */
#include "wrapper/captions.h"

#include "wrapper/labels.h"
#include "wrapper/pieces.h"

enum { MAX_CAPTION_LENGTH = 60, MAX_CAPTION_NODES = 16, MIN_RECORDS = 2 };

static bool is_caption_tag(dt_tag tag) { return tag == DT_TAG_dt || tag == DT_TAG_th; }

/* The only text of a node; empty if it has none, several, or many nodes. */
static detm_text only_text(const dt_tree *tree, dt_index node) {
  detm_text found = {"", 0};
  if (dt_size(tree, node) > MAX_CAPTION_NODES) return found;
  for (dt_index n = node; n < tree->nodes[node].end; n++) {
    if (tree->nodes[n].tag != DT_TAG_TEXT) continue;
    if (found.length != 0) return (detm_text){"", 0};
    found = dt_text_of(tree, n);
  }
  found = dt_text_strip(found, " :");
  return found.length <= MAX_CAPTION_LENGTH ? found : (detm_text){"", 0};
}

/* ---- labels of elements that are no dt or th ---- */

static bool are_caption_words(detm_text text) {
  enum { LETTERS_ONLY = DT_KIND_LETTER | DT_KIND_DIGIT };
  return text.length <= MAX_CAPTION_LENGTH && (dt_kind_of(text) & LETTERS_ONLY) == DT_KIND_LETTER;
}

/* Whether a node is words without digits, outside of links and without emphasis of some. */
static bool is_words(const dt_tree *tree, dt_index node) {
  detm_text text = only_text(tree, node);
  dt_index last = tree->nodes[node].end - 1;
  const dt_node *own = &tree->nodes[last];
  if (text.length == 0 || own->tag != DT_TAG_TEXT || (own->flags & DT_NODE_LINKED)) return false;
  return tree->texts[own->detail].count == 1 && are_caption_words(text);
}

static dt_index skip_breaks(const dt_tree *tree, dt_index node, dt_index end) {
  while (node < end && tree->nodes[node].tag == DT_TAG_br) node++;
  return node;
}

/* Whether a text has figures and more, as amounts and dates do.  What stands behind a plain number may have two forms:
 * "1 view", "2 views". */
static bool is_measure(detm_text text) { return (dt_kind_of(text) & (DT_KIND_DIGIT | DT_KIND_COUNT)) == DT_KIND_DIGIT; }

/* Finds the value of which a node may be the label.  Either the two are all that is in an element, which is *element:
 * "<div><div>Salary</div><div>900</div></div>", where an amount may stand before its label, or they are siblings that
 * are told apart by their tags or classes, and *element is DT_NONE.  DT_NONE = it is no label. */
static dt_index value_of_label(const dt_tree *tree, dt_index node, dt_index *element) {
  dt_index parent = tree->nodes[node].parent, end = tree->nodes[parent].end, first = parent + 1;
  dt_index value = skip_breaks(tree, tree->nodes[node].end, end);
  *element = DT_NONE;
  if (is_caption_tag(tree->nodes[node].tag) || !is_words(tree, node)) return DT_NONE;

  if (value == end) { /* nothing follows */
    bool pair = first < node && skip_breaks(tree, tree->nodes[first].end, end) == node;
    if (pair) *element = parent;
    return pair && is_measure(only_text(tree, first)) ? first : DT_NONE;
  }
  bool pair = first == node && skip_breaks(tree, tree->nodes[value].end, end) == end;
  if (pair) {
    *element = parent;
    return value;
  }
  if (tree->nodes[node].tag == DT_TAG_TEXT || tree->nodes[value].tag == DT_TAG_TEXT) return DT_NONE;
  if (tree->nodes[value].tag != tree->nodes[node].tag) return value;
  detm_text class = dt_node_class(tree, node), other = dt_node_class(tree, value);
  return class.length != 0 && other.length != 0 && !dt_text_equal(class, other) ? value : DT_NONE;
}

/* The outermost decoration around a fragment; 0 = none. */
static uint32_t outermost(const dt_tree *tree, const dt_fragment *fragment) {
  uint32_t chain = fragment->chain;
  while (chain != 0 && tree->chains[chain].parent != 0) chain = tree->chains[chain].parent;
  return chain;
}

/* The words with which a text outside links begins, where decoration sets them apart from those after them: they are in
 * decoration of their own, or all that follows is.  Empty = it has no such words, or they end with a colon, as labels
 * do that labels.h finds. */
static detm_text lead_label(const dt_tree *tree, dt_index node) {
  const dt_node *own = &tree->nodes[node];
  detm_text none = {"", 0};
  if (own->tag != DT_TAG_TEXT || (own->flags & DT_NODE_LINKED)) return none;
  const dt_string *string = &tree->texts[own->detail];
  const dt_fragment *first = &tree->fragments[string->first];
  uint32_t rest = string->count < 2 ? 0 : outermost(tree, first + 1);
  if (string->count < 2 || outermost(tree, first) == rest) return none;
  if ((first->chain == 0 || rest == 0) && !first[1].space) return none;
  for (uint32_t f = 2; f < string->count && first->chain == 0; f++)
    if (outermost(tree, first + f) != rest) return none;

  detm_text label = dt_text_strip(dt_fragment_text(tree, first), " ");
  return are_caption_words(label) && !dt_ends_like_label(label) ? label : none;
}

/* The title or aria-label of a link without a text, or the alternative text of a picture in it, if it is a few words;
 * else empty. */
static detm_text label_of_icon(const dt_tree *tree, dt_index node) {
  detm_text label = {"", 0};
  if (tree->nodes[node].tag != DT_TAG_a || tree->nodes[node].end - node > MAX_CAPTION_NODES) return label;
  for (dt_index n = node; n < tree->nodes[node].end; n++) {
    if (tree->nodes[n].tag == DT_TAG_TEXT) return (detm_text){"", 0};
    if (n == node || label.length == 0) label = dt_attribute_of(tree, n, DT_ATTRIBUTE_title);
    if (label.length == 0) label = dt_attribute_of(tree, n, DT_ATTRIBUTE_aria_label);
    if (label.length == 0 && n != node) label = dt_attribute_of(tree, n, DT_ATTRIBUTE_alt);
  }
  label = dt_text_strip(label, " ");
  return are_caption_words(label) ? label : (detm_text){"", 0};
}

uint32_t dt_caption_hash(detm_text text) {
  text = dt_text_strip(text, " :");
  uint32_t hash = (uint32_t)(dt_hash_folded(text, 11) >> 32); /* pages change the capitals of their labels */
  return hash != 0 ? hash : 1;
}

/* ---- the set ---- */

const char *dt_caption_text(const dt_caption_set *set, uint32_t hash) {
  uint32_t number = dt_lookup_find(&set->hashes, hash);
  return number != DT_NO_NUMBER ? set->texts[number] : NULL;
}

void dt_caption_add(dt_caption_set *set, dt_arena *arena, detm_text text) {
  uint32_t count = set->hashes.count;
  if (count == 0) dt_lookup_start(&set->hashes, arena, 0);
  if (!dt_lookup_insert(&set->hashes, dt_caption_hash(text))) return;
  DT_RESERVE(arena, set->texts, count, set->capacity, 1);
  set->texts[count] = dt_arena_copy(arena, text.data, text.length);
}

/* ---- learning ---- */

/* The number of a kind of captions. */
static uint32_t kind_number(dt_caption_counter *counter, uint64_t hash, bool marked) {
  uint32_t kind = dt_lookup_add(&counter->kind_hashes, hash);
  if (kind == counter->kinds.count) DT_VEC_PUSH(counter->scratch, &counter->kinds, (dt_caption_kind){.marked = marked});
  return kind;
}

/* Counts a text that may be a caption. */
static void count_text(dt_caption_counter *counter, uint32_t kind, detm_text text) {
  uint32_t number = dt_lookup_add(&counter->hashes, dt_hash_mix(dt_caption_hash(text), kind));
  if (number == counter->seen.count)
    DT_VEC_PUSH(counter->scratch, &counter->seen, (dt_seen_caption){.text = text, .kind = kind});
  dt_seen_caption *seen = &counter->seen.items[number];
  dt_caption_kind *own = &counter->kinds.items[kind];
  bool again = seen->last == counter->records;
  seen->times++;
  seen->records += !again;
  seen->last = counter->records;

  own->repeated_in_record += again;
  if (own->found++ != 0) {
    own->pairs++;
    uint64_t back = (uint64_t)number << 32 | own->before, order = (uint64_t)own->before << 32 | number;
    own->reversed += dt_lookup_find(&counter->orders, back) != DT_NO_NUMBER;
    dt_lookup_insert(&counter->orders, order);
  }
  own->before = number;
}

/* Counts the value of the label that was counted last. */
static void count_value(dt_caption_counter *counter, uint32_t kind, detm_text value) {
  dt_caption_kind *own = &counter->kinds.items[kind];
  uint64_t hash = dt_hash_mix(dt_caption_hash(value), kind);
  own->figures += dt_text_has_digit(value);
  own->variants += value.length == 0 || dt_lookup_insert(&counter->labelled, dt_hash_mix(hash, own->before));
  if (value.length != 0) dt_lookup_insert(&counter->values, hash);
}

/* Counts a node that may be the label of what follows it. */
static void count_label(dt_caption_counter *counter, const dt_tree *tree, dt_index top, dt_index node) {
  dt_index element, value = value_of_label(tree, node, &element);
  dt_index parent = tree->nodes[node].parent;
  if (value == DT_NONE || element == top) return;

  detm_text class = dt_node_class(tree, node), text = only_text(tree, value);
  uint64_t hash = dt_hash_bytes(class.data, class.length, element == DT_NONE ? 2 : value > node ? 1 : 5);
  hash = dt_hash_mix(hash, (uint64_t)tree->nodes[parent].tag << 32 | tree->nodes[node].tag);
  uint32_t kind = kind_number(counter, hash, false);
  count_text(counter, kind, only_text(tree, node));
  count_value(counter, kind, text);
}

/* Counts the label that a text begins with, or that of an icon. */
static void count_own_label(dt_caption_counter *counter, const dt_tree *tree, dt_index node) {
  detm_text label = label_of_icon(tree, node);
  if (label.length != 0) count_text(counter, kind_number(counter, DT_TAG_a, false), label);
  label = lead_label(tree, node);
  if (label.length == 0) return;
  const dt_fragment *first = &tree->fragments[tree->texts[tree->nodes[node].detail].first];
  const dt_chain *chain = &tree->chains[first->chain != 0 ? first->chain : first[1].chain];
  uint64_t hash = dt_hash_bytes(tree->values + chain->start, chain->class_length, first->chain != 0 ? 3 : 4);
  dt_index parent = tree->nodes[node].parent;
  hash = dt_hash_mix(hash, (uint64_t)tree->nodes[parent].tag << 32 | chain->tag);
  uint32_t kind = kind_number(counter, hash, false);
  count_text(counter, kind, label);
  detm_text text = dt_text_of(tree, node);
  count_value(counter, kind, dt_text_strip(dt_text_from(text, (size_t)(label.data - text.data) + label.length), " "));
}

static void start_counting(dt_caption_counter *counter) {
  dt_lookup_start(&counter->hashes, counter->scratch, 0);
  dt_lookup_start(&counter->kind_hashes, counter->scratch, 0);
  dt_lookup_start(&counter->values, counter->scratch, 0);
  dt_lookup_start(&counter->labelled, counter->scratch, 0);
  dt_lookup_start(&counter->orders, counter->scratch, 0);
}

void dt_captions_count(dt_caption_counter *counter, const dt_tree *tree, const dt_record *record) {
  if (counter->records++ == 0) start_counting(counter);
  for (uint32_t i = 0; i < record->count; i++)
    for (dt_index top = record->nodes[i], n = top; n < tree->nodes[top].end; n++) {
      if (!is_caption_tag(tree->nodes[n].tag)) {
        if (n != top) count_label(counter, tree, top, n);
        count_own_label(counter, tree, n);
        continue;
      }
      detm_text text = only_text(tree, n);
      if (text.length != 0) count_text(counter, kind_number(counter, 0, true), text);
    }

  for (uint32_t k = 0; k < counter->kinds.count; k++) {
    dt_caption_kind *kind = &counter->kinds.items[k];
    if (kind->found == 1) counter->seen.items[kind->before].alone++;
    if (counter->records == 1) kind->each = kind->found;
    kind->varies = kind->varies || kind->found != kind->each;
    kind->found = 0;
  }
}

/* Sums over the texts of a kind. */
typedef struct kind_sums {
  uint32_t texts;
  uint64_t times;    /* how often they occur, */
  uint64_t repeated; /* those of several records that are not always alone, */
  uint64_t alone;    /* as the only one of a record, */
  uint64_t common;   /* those that half of the records have, */
  uint64_t always;   /* those that all have */
  uint32_t common_texts;
  bool has_value; /* one is a value, too */
} kind_sums;

static bool is_repeated(const dt_seen_caption *seen) {
  return seen->records >= MIN_RECORDS && seen->alone < seen->times;
}

static kind_sums *sum_kinds(const dt_caption_counter *counter) {
  kind_sums *sums = DT_ZERO(counter->scratch, kind_sums, counter->kinds.count);
  for (uint32_t i = 0; i < counter->seen.count; i++) {
    const dt_seen_caption *seen = &counter->seen.items[i];
    kind_sums *sum = &sums[seen->kind];
    uint64_t value = dt_hash_mix(dt_caption_hash(seen->text), seen->kind);
    sum->has_value = sum->has_value || dt_lookup_find(&counter->values, value) != DT_NO_NUMBER;
    sum->texts++;
    sum->times += seen->times;
    sum->alone += seen->alone;
    if (is_repeated(seen)) sum->repeated += seen->times;
    if (seen->records == counter->records) sum->always += seen->times;
    if (2 * (uint64_t)seen->records < counter->records) continue;
    sum->common += seen->times;
    sum->common_texts++;
  }
  return sums;
}

/* Whether the texts of a kind are captions. */
static bool are_captions(const dt_caption_counter *counter, const dt_caption_kind *kind, const kind_sums *sum) {
  enum { MIN_COMMON = 2, MIN_ALL = 3 };
  if (kind->marked) return 2 * sum->repeated > sum->times;
  if (sum->has_value) return false;
  bool valued = kind->variants != 0;                        /* icons are not */
  if (valued && kind->variants <= sum->texts) return false; /* the same in all records: "Add to cart" */
  bool in_turn = valued && !kind->varies && 2 * sum->always < sum->times && 2 * (uint64_t)kind->figures < sum->times;
  if (in_turn) return false; /* values beside values: "Open", "Closed" */
  return counter->records >= MIN_ALL && sum->common_texts >= MIN_COMMON && 3 * sum->common > 2 * sum->times &&
         2 * sum->alone < sum->times && kind->repeated_in_record == 0 && 10 * (uint64_t)kind->reversed <= kind->pairs;
}

dt_caption_set dt_captions_choose(const dt_caption_counter *counter, dt_arena *arena) {
  dt_caption_set chosen = {0};
  const kind_sums *sums = sum_kinds(counter);
  for (uint32_t i = 0; i < counter->seen.count; i++) {
    const dt_seen_caption *seen = &counter->seen.items[i];
    if (is_repeated(seen) && are_captions(counter, &counter->kinds.items[seen->kind], &sums[seen->kind]))
      dt_caption_add(&chosen, arena, seen->text);
  }
  return chosen;
}

/* ---- items ---- */

static dt_tag tag_of_item(const dt_item *item, uint32_t i) { return item->tree->nodes[item->nodes[i]].tag; }

/* Whether no later sibling has this tag. */
static bool is_last_of_its_tag(const dt_item *item, uint32_t i) {
  for (uint32_t next = item->ends[i]; next < item->ends[item->parents[i]]; next = item->ends[next])
    if (tag_of_item(item, next) == tag_of_item(item, i)) return false;
  return true;
}

/* Marks a dt and the dd elements after it, an element that holds one such pair alone, and a row that begins with its
 * only th. */
static void mark_pair(dt_item *item, uint32_t i, uint32_t caption) {
  uint32_t parent = item->parents[i];
  bool first = parent + 1 == i, nested = item->parents[parent] != DT_NONE;
  if (tag_of_item(item, i) == DT_TAG_th) {
    bool pair = first && nested && item->columns[i] == 0 && tag_of_item(item, parent) == DT_TAG_tr &&
                item->ends[i] < item->ends[parent] && is_last_of_its_tag(item, i);
    if (pair) item->captions[parent] = caption;
    return;
  }

  if (first && nested && tag_of_item(item, parent) != DT_TAG_dl && is_last_of_its_tag(item, i)) {
    item->captions[parent] = caption;
    return;
  }

  item->captions[i] = caption;
  for (uint32_t next = item->ends[i]; next < item->ends[parent] && tag_of_item(item, next) == DT_TAG_dd;
       next = item->ends[next])
    item->captions[next] = caption;
}

/* Marks the element that holds a label and its value alone, or the two. */
static void mark_label(dt_item *item, uint32_t i, uint32_t caption) {
  dt_index element, value = value_of_label(item->tree, item->nodes[i], &element);
  uint32_t parent = item->parents[i];
  if (value == DT_NONE || (element != DT_NONE && item->parents[parent] == DT_NONE)) return;
  if (element != DT_NONE) {
    item->captions[parent] = caption;
    return;
  }
  item->captions[i] = caption;
  item->captions[item->ends[i]] = caption;
}

/* Marks a text that begins with its label, or the element that holds it alone. */
static void mark_lead(dt_item *item, uint32_t i, uint32_t caption) {
  uint32_t parent = item->parents[i];
  bool alone =
      parent != DT_NONE && item->parents[parent] != DT_NONE && item->ends[parent] == item->ends[i] && parent + 1 == i;
  item->captions[alone ? parent : i] = caption;
}

void dt_captions_mark(dt_item *item, dt_arena *scratch, const dt_caption_set *known) {
  if (known->hashes.count == 0) return;

  item->captions = DT_ZERO(scratch, uint32_t, item->count);
  for (uint32_t i = 0; i < item->count; i++) {
    detm_text lead = i < item->own ? lead_label(item->tree, item->nodes[i]) : (detm_text){"", 0};
    if (lead.length != 0 && dt_caption_text(known, dt_caption_hash(lead)) != NULL)
      mark_lead(item, i, dt_caption_hash(lead));
    detm_text icon = i < item->own ? label_of_icon(item->tree, item->nodes[i]) : (detm_text){"", 0};
    if (icon.length != 0 && dt_caption_text(known, dt_caption_hash(icon)) != NULL)
      item->captions[i] = dt_caption_hash(icon);
    if (item->parents[i] == DT_NONE) continue;
    detm_text text = only_text(item->tree, item->nodes[i]);
    uint32_t hash = text.length != 0 ? dt_caption_hash(text) : 0;
    if (hash == 0 || dt_caption_text(known, hash) == NULL) continue;
    if (is_caption_tag(tag_of_item(item, i)))
      mark_pair(item, i, hash);
    else
      mark_label(item, i, hash);
  }
}
