/* library/library.c: opening a library: its entries, their keys, the cache of files read. */
#include "library/library.h"

#include "base/files.h"
#include "base/vec.h"
#include "html/tag_tree.h"
#include "template/apply/stylesheet.h"
#include "template/match/fingerprint.h"
#include "wrapper/wrapper.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- one file ---- */

static char *path_of_file(const dt_origin *origin, const char *file) { return origin->type->path(origin, file); }

detm_status dt_library_read(dt_origin *origin, const char *file, dt_read_file *out, detm_error *error) {
  dt_buffer bytes = {0};
  char *path = path_of_file(origin, file);
  if (path == NULL) return dt_error_memory(error);
  detm_status status = origin->type->read(origin, file, &bytes, error);
  if (status == DETM_OK) dt_buffer_byte(&bytes, '\0');

  if (status == DETM_OK && bytes.failed) {
    status = dt_error_memory(error);
  } else if (status == DETM_OK) {
    detm_hash(bytes.data, bytes.length - 1, out->hash);
    out->rule = dt_rule_read((detm_text){bytes.data, bytes.length - 1}, path, error);
    if (out->rule == NULL) status = error->status;
  }

  dt_buffer_free(&bytes);
  free(path);
  return status;
}

/* ---- keys ---- */

/* Returns a set: the distinct keys in rising order, cut to DT_MAX_KEYS.  Works in place. */
static dt_keys make_set(uint64_t *keys, uint32_t count) {
  uint32_t distinct = 0;
  qsort(keys, count, sizeof *keys, dt_compare_numbers);
  for (uint32_t i = 0; i < count; i++)
    if (i == 0 || keys[i] != keys[i - 1]) keys[distinct++] = keys[i];
  return (dt_keys){keys, distinct < DT_MAX_KEYS ? distinct : DT_MAX_KEYS};
}

uint64_t dt_clue_key(const char *tag, const char *attribute, detm_text value) {
  char text[256];
  size_t length = 0;
  const detm_text parts[] = {dt_text(tag), dt_text(attribute), value};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (parts[i].length >= sizeof text - length) return 0;
    if (parts[i].length != 0) memcpy(text + length, parts[i].data, parts[i].length);
    length += parts[i].length;
    if (i < 2) text[length++] = ' ';
  }
  return dt_fingerprint_hash(text, length);
}

uint64_t dt_data_key(void) { return dt_clue_key("script", "data", DT_TEXT("")); }

static bool has_key(const dt_keys *set, uint64_t key) {
  for (uint32_t i = 0; i < set->count; i++)
    if (set->keys[i] == key) return true;
  return false;
}

/* Sets the keys of an entry: the marks of each layout of a template, or the clues of a wrapper. */
static void set_keys(dt_arena *arena, dt_index_entry *entry, const detm_rule *rule) {
  const detm_template *template = rule->template;
  entry->set_count = template != NULL ? template->layout_count : 1;
  entry->sets = DT_ARRAY(arena, dt_keys, entry->set_count);

  for (uint32_t s = 0; s < entry->set_count; s++) {
    uint32_t most = template != NULL ? template->layouts[s].mark_count : rule->wrapper->clue_count, count = 0;
    uint64_t *keys = DT_ARRAY(arena, uint64_t, most + 1);
    if (template == NULL && rule->wrapper->data) keys[count++] = dt_data_key();
    for (uint32_t i = 0; i < most; i++) {
      const dt_clue *clue = template == NULL ? &rule->wrapper->clues[i] : NULL;
      const char *mark = template != NULL ? template->layouts[s].marks[i] : NULL;
      keys[count] = clue != NULL ? dt_clue_key(clue->tag, clue->attribute, dt_text(clue->value))
                                 : dt_fingerprint_hash(mark, strlen(mark));
      count += keys[count] != 0;
    }
    entry->sets[s] = make_set(keys, count);
  }
}

/* ---- opening ---- */

typedef struct opening {
  detm_library *library;
  dt_scope scope;
  dt_arena scratch;
  dt_buffer names; /* the file names */
  dt_buffer bytes; /* the index file */
  dt_read_file read;
  dt_entries old; /* entries of the index file */
  dt_entries entries;
  bool changed; /* the index file must be written */
  detm_error error;
} opening;

static bool add_fault(dt_cache *cache, const detm_error *error) {
  dt_library_fault *fault = calloc(1, sizeof *fault);
  if (fault == NULL) return false;
  fault->error = *error;
  *cache->last = fault;
  cache->last = &fault->next;
  return true;
}

static void keep_fault(opening *o, const detm_error *error) {
  if (error->status == DETM_NO_MEMORY || !add_fault(o->library->cache, error))
    dt_scope_leave(&o->scope, DETM_NO_MEMORY);
}

static void add_file(opening *o, const char *file) {
  dt_index_entry entry = {.file = file};
  const dt_index_entry *old = dt_entries_find(o->old, file);
  dt_origin *origin = o->library->origin;
  dt_arena *arena = &o->library->arena;
  detm_error error = DETM_ERROR_NONE;
  detm_status status = origin->type->stamp(origin, file, &entry.stamp, &error);
  if (status == DETM_NOTHING) return;

  if (status == DETM_OK && old != NULL && dt_stamp_equal(old->stamp, entry.stamp)) {
    o->entries.all[o->entries.count++] = *old;
    return;
  }

  bool recent = dt_stamp_recent(entry.stamp);
  if (status == DETM_OK) {
    entry.file = dt_arena_copy(arena, file, strlen(file));
    status = dt_library_read(origin, file, &o->read, &error);
  }

  if (status != DETM_OK) {
    keep_fault(o, &error);
    return;
  }

  const char *domain = dt_rule_domain(o->read.rule);
  entry.kind = dt_rule_kind(o->read.rule);
  entry.domain =
      domain != NULL ? dt_arena_copy(arena, domain, strlen(domain)) : origin->type->domain(origin, arena, entry.file);
  set_keys(arena, &entry, o->read.rule);
  detm_rule_free(o->read.rule);
  o->read.rule = NULL;
  if (recent) entry.stamp = (dt_stamp){UINT64_MAX, 0, 0}; /* equals no stamp: the file is read again the next time */
  o->changed = true;
  o->entries.all[o->entries.count++] = entry;
}

static void add_files(opening *o) {
  DT_VEC(const char *) files = {0};
  for (size_t at = 0; at < o->names.length; at += strlen(o->names.data + at) + 1)
    DT_VEC_PUSH(&o->scratch, &files, o->names.data + at);
  if (files.count != 0) qsort(files.items, files.count, sizeof *files.items, dt_compare_strings);
  o->entries.all = DT_ARRAY(&o->library->arena, dt_index_entry, files.count);

  for (uint32_t i = 0; i < files.count; i++) {
    dt_scope_tick(&o->scope);
    if (!dt_text_ends(dt_text(files.items[i]), DT_TEXT("/"))) {
      add_file(o, files.items[i]);
      continue;
    }
    detm_error error = DETM_ERROR_NONE;
    char *path = path_of_file(o->library->origin, files.items[i]);
    if (path == NULL) dt_scope_leave(&o->scope, DETM_NO_MEMORY);
    dt_error_at(&error, DETM_BAD_FILE, path, 0, 0, "cannot be read: " DT_NO_LIST);
    free(path);
    keep_fault(o, &error);
  }

  o->changed = o->changed || o->entries.count != o->old.count;
}

/* Adds the entries whose layouts all have marks to the index of their kind; the others are unmarked. */
static void index_kinds(opening *o) {
  detm_library *library = o->library;
  uint32_t sets = 0;
  for (uint32_t e = 0; e < o->entries.count; e++) sets += o->entries.all[e].set_count;
  for (int kind = 0; kind < DT_FILE_KINDS; kind++) {
    library->kinds[kind].sets = DT_ARRAY(&library->arena, dt_keys, sets);
    library->kinds[kind].entries = DT_ARRAY(&library->arena, uint32_t, sets);
  }

  library->unmarked = DT_ARRAY(&library->arena, uint32_t, o->entries.count);
  for (uint32_t e = 0; e < o->entries.count; e++) {
    const dt_index_entry *entry = &o->entries.all[e];
    dt_kind_index *index = &library->kinds[entry->kind];
    uint32_t marked = 0;
    library->parts |= entry->kind == DT_FILE_WRAPPER ? DETM_PAGE_TREE : DETM_PAGE_DOCUMENT;
    while (marked < entry->set_count && entry->sets[marked].count != 0) marked++;
    if (marked == 0 || marked < entry->set_count) {
      library->unmarked[library->unmarked_count++] = e;
      continue;
    }
    for (uint32_t s = 0; s < entry->set_count; s++) {
      library->has_data = library->has_data || has_key(&entry->sets[s], dt_data_key());
      index->sets[index->set_count] = entry->sets[s];
      index->entries[index->set_count++] = e;
    }
  }

  for (int kind = 0; kind < DT_FILE_KINDS; kind++) {
    dt_kind_index *index = &library->kinds[kind];
    index->postings = dt_postings_new(&library->arena, &o->scratch, index->sets, index->set_count);
  }
}

static void read_library(void *data) {
  opening *o = data;
  detm_library *library = o->library;
  dt_origin *origin = library->origin;
  origin->type->read_index(origin, &o->bytes);
  if (o->bytes.length != 0) o->old = dt_index_read(&library->arena, o->bytes.data, o->bytes.length);
  o->changed = o->old.all == NULL;
  dt_buffer_free(&o->bytes);
  add_files(o);

  if (o->changed && (o->entries.count != 0 || o->old.count != 0)) {
    dt_index_write(o->entries, &o->bytes);
    /* a library that cannot be written is slower, but as good */
    if (!o->bytes.failed) origin->type->write_index(origin, &o->bytes);
  }

  library->entries = o->entries;
  index_kinds(o);
  library->cache->files = calloc(o->entries.count + (size_t)1, sizeof *library->cache->files);
  if (library->cache->files == NULL) dt_scope_leave(&o->scope, DETM_NO_MEMORY);
}

static detm_library *new_library(dt_origin *origin, dt_scope *scope) {
  detm_library *library = calloc(1, sizeof *library);
  dt_cache *cache = calloc(1, sizeof *cache);
  if (library == NULL || cache == NULL) {
    free(library);
    free(cache);
    return NULL;
  }

  cache->last = &cache->first;
  pthread_mutex_init(&cache->lock, NULL);
  library->cache = cache;
  library->origin = origin;
  dt_arena_start(&library->arena, scope);
  return library;
}

detm_library *dt_library_of(dt_origin *origin, detm_error *error) {
  opening o = {.library = NULL};
  dt_scope_start(&o.scope, 0);
  dt_arena_start(&o.scratch, &o.scope);
  o.library = new_library(origin, &o.scope);

  if (o.library == NULL) {
    dt_error_memory(error);
    origin->type->close(origin);
    return NULL;
  }

  bool done = false;
  if (origin->type->list(origin, &o.names, error) == DETM_OK) {
    done = dt_scope_run(&o.scope, read_library, &o);
  }

  if (o.scope.status != DETM_OK) {
    char *path = path_of_file(origin, NULL);
    dt_error_scope(error, &o.scope, path);
    free(path);
  }

  detm_rule_free(o.read.rule);
  dt_buffer_free(&o.bytes);
  dt_buffer_free(&o.names);
  dt_arena_free(&o.scratch);
  o.library->arena.scope = NULL;
  if (done) return o.library;
  detm_library_close(o.library);
  return NULL;
}

detm_library *detm_library_open(const char *folder, detm_error *error) {
  dt_origin *origin = dt_origin_folder(folder);
  if (origin != NULL) return dt_library_of(origin, error);
  dt_error_memory(error);
  return NULL;
}

void detm_library_close(detm_library *library) {
  if (library == NULL) return;

  dt_cache *cache = library->cache;
  for (uint32_t i = 0; cache->files != NULL && i < library->entries.count; i++) detm_rule_free(cache->files[i].rule);
  for (dt_library_fault *fault = cache->first, *next; fault != NULL; fault = next) {
    next = fault->next;
    free(fault);
  }

  library->origin->type->close(library->origin);
  pthread_mutex_destroy(&cache->lock);
  free(cache->files);
  free(cache);
  dt_arena_free(&library->arena);
  free(library);
}

/* ---- entries, faults, files ---- */

size_t detm_library_count(const detm_library *library) { return library->entries.count; }

unsigned detm_library_parts(const detm_library *library) {
  return library->parts != 0 ? library->parts : DETM_PAGE_DOCUMENT;
}

const detm_error *detm_library_fault_get(const detm_library *library, size_t number) {
  pthread_mutex_lock(&library->cache->lock);
  const dt_library_fault *fault = library->cache->first;
  for (; fault != NULL && number != 0; number--) fault = fault->next;
  pthread_mutex_unlock(&library->cache->lock);
  return fault != NULL ? &fault->error : NULL;
}

const dt_read_file *dt_library_get(const detm_library *library, uint32_t entry, bool to_apply, detm_error *error) {
  const dt_index_entry *known = &library->entries.all[entry];
  dt_read_file *file = &library->cache->files[entry];
  pthread_mutex_lock(&library->cache->lock);

  if (!file->broken && file->rule == NULL) {
    detm_error why = DETM_ERROR_NONE;
    detm_status status = dt_library_read(library->origin, known->file, file, &why);
    if (status == DETM_OK && dt_rule_kind(file->rule) != known->kind) {
      detm_rule_free(file->rule);
      file->rule = NULL;
      status =
          dt_error_at(&why, DETM_BAD_FILE, known->file, 0, 0, "was another kind of file when the library was opened");
    }
    file->broken = status != DETM_OK && status != DETM_NO_MEMORY && add_fault(library->cache, &why);
    if (status != DETM_OK && !file->broken) dt_error_memory(error);
  }

  bool there = file->rule != NULL;
  if (there && to_apply) there = dt_rule_finish(file->rule, error) == DETM_OK;
  pthread_mutex_unlock(&library->cache->lock);
  return there ? file : NULL;
}
