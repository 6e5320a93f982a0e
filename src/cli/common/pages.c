/* cli/common/pages.c: the loop over pages, with threads.  Slot i % window belongs to page i from when a thread takes
 * the page until the main thread has finished it; a thread takes page i only after page i - window is finished. */
#include "config.h"

#include "cli/common/pages.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#define MAX_THREADS 64
#define WINDOW_A_THREAD 4
#define MANY_PAGES 8 /* from here on a terminal shows a progress bar */

typedef struct page_pool {
  const dt_page_job *job;
  const dt_options *options;
  dt_finished *slots;
  size_t window, total;
  size_t taken, gone; /* pages that threads have taken, pages that the main thread has finished */
  bool stop;
  pthread_mutex_t lock;
  pthread_cond_t finished, released;
} page_pool;

detm_page *dt_page_read(const dt_options *options, const char *name, detm_error *error) {
  dt_buffer bytes;
  detm_page_options page_options = options->page;
  page_options.name = name;
  if (page_options.parts == 0) page_options.parts = DETM_PAGE_TREE;
  if (options->values.typed) page_options.parts |= DETM_PAGE_DOCUMENT;
  if (!dt_input_read(name, options->page.max_bytes, &bytes, error)) return NULL;
  detm_page *page = detm_page_parse(bytes.data, bytes.length, &page_options, error);
  dt_buffer_free(&bytes);
  return page;
}

void dt_page_report(dt_run *run, const detm_page *page) {
  const char *lost = page != NULL ? detm_page_warning(page) : NULL;
  char text[DT_TEXT_BYTES];
  if (lost == NULL) return;
  dt_report_text(&run->report, lost, text);
  dt_report_error(&run->report, DT_EXIT_PAGE, detm_page_name(page), 0, "%s", text);
}

static void free_slot(const page_pool *pool, dt_finished *slot) {
  detm_result_free(slot->result);
  detm_locale_free(slot->locale);
  if (pool->job->pages == NULL) detm_page_free(slot->page);
  slot->result = NULL;
  slot->locale = NULL;
  slot->page = NULL;
}

static void work_on(const page_pool *pool, dt_finished *slot) {
  const dt_page_job *job = pool->job;
  double start = dt_seconds();
  slot->page = job->pages != NULL ? job->pages[slot->number] : dt_page_read(pool->options, slot->name, &slot->error);
  if (slot->page != NULL && job->work != NULL) slot->result = job->work(job->work_data, slot->page, &slot->error);
  if (pool->options->values.typed && slot->result != NULL) {
    slot->locale = detm_content_locale(slot->page, pool->options->values.date, &slot->error);
    if (slot->locale == NULL) {
      detm_result_free(slot->result);
      slot->result = NULL;
    }
  }
  slot->seconds = dt_seconds() - start;
}

static dt_finished *start_slot(page_pool *pool, size_t number) {
  dt_finished *slot = &pool->slots[number % pool->window];
  *slot = (dt_finished){.name = pool->options->pages.names[number], .number = number};
  return slot;
}

static void *run_thread(void *data) {
  page_pool *pool = data;
  pthread_mutex_lock(&pool->lock);
  for (;;) {
    while (!pool->stop && pool->taken < pool->total && pool->taken - pool->gone >= pool->window)
      pthread_cond_wait(&pool->released, &pool->lock);
    if (pool->stop || pool->taken >= pool->total) break;
    dt_finished *slot = start_slot(pool, pool->taken++);
    pthread_mutex_unlock(&pool->lock);
    work_on(pool, slot);
    pthread_mutex_lock(&pool->lock);
    slot->ready = true;
    pthread_cond_signal(&pool->finished);
  }
  pthread_mutex_unlock(&pool->lock);
  return NULL;
}

/* Takes the pages in order; without threads it also does their work.  False: the job ended the loop. */
static bool take_in_order(page_pool *pool, dt_run *run, size_t threads) {
  bool go_on = true;
  for (size_t number = 0; number < pool->total && go_on; number++) {
    dt_finished *slot = &pool->slots[number % pool->window];
    if (threads == 0) {
      work_on(pool, start_slot(pool, number));
    } else {
      pthread_mutex_lock(&pool->lock);
      while (!slot->ready || slot->number != number) pthread_cond_wait(&pool->finished, &pool->lock);
      pthread_mutex_unlock(&pool->lock);
    }
    size_t failed = run->report.failed;
    if (pool->job->pages == NULL) dt_page_report(run, slot->page);
    go_on = pool->job->take(pool->job->take_data, slot);
    free_slot(pool, slot);
    pthread_mutex_lock(&pool->lock);
    slot->ready = false;
    pool->gone++;
    pthread_cond_signal(&pool->released);
    pthread_mutex_unlock(&pool->lock);
    run->report.named += run->report.failed != failed;
    dt_report_progress(&run->report, number + 1, pool->total);
  }
  return go_on;
}

bool dt_pages_run(dt_run *run, const dt_page_job *job) {
  const dt_options *options = &run->options;
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  size_t total = options->pages.count, wanted = options->many.threads, count = 0;
  if (wanted == 0) wanted = processors > 0 ? (size_t)processors : 1;
  if (wanted > MAX_THREADS) wanted = MAX_THREADS;
  if (wanted > total) wanted = total;
  page_pool pool = {.job = job, .options = options, .window = wanted * WINDOW_A_THREAD, .total = total};
  pthread_t threads[MAX_THREADS];
  pool.slots = calloc(pool.window > 0 ? pool.window : 1, sizeof *pool.slots);
  if (pool.slots == NULL) {
    dt_report_usage(&run->report, "not enough memory for %zu threads: lower -j", wanted);
    return false;
  }
  pthread_mutex_init(&pool.lock, NULL);
  pthread_cond_init(&pool.finished, NULL);
  pthread_cond_init(&pool.released, NULL);
  bool seen = isatty(STDERR_FILENO) && (!isatty(STDOUT_FILENO) || options->output.file != NULL);
  run->report.bar = options->many.progress || (seen && !options->output.quiet && total >= MANY_PAGES);
  /* with one thread, or if no thread can be started, the main thread does the work */
  while (wanted > 1 && count < wanted && pthread_create(&threads[count], NULL, run_thread, &pool) == 0) count++;
  bool done = take_in_order(&pool, run, count);
  pthread_mutex_lock(&pool.lock);
  pool.stop = true;
  pthread_cond_broadcast(&pool.released);
  pthread_mutex_unlock(&pool.lock);
  for (size_t i = 0; i < count; i++) pthread_join(threads[i], NULL);
  for (size_t i = 0; i < pool.window; i++) free_slot(&pool, &pool.slots[i]);
  dt_report_progress_end(&run->report);
  pthread_cond_destroy(&pool.released);
  pthread_cond_destroy(&pool.finished);
  pthread_mutex_destroy(&pool.lock);
  free(pool.slots);
  return done;
}

typedef struct page_gathering {
  dt_run *run;
  detm_page **pages;
} page_gathering;

static bool keep_page(void *data, dt_finished *finished) {
  page_gathering *gathering = data;
  dt_report *report = &gathering->run->report;
  gathering->pages[finished->number] = finished->page;
  if (finished->page == NULL) dt_report_fault(report, finished->name, &finished->error);
  finished->page = NULL;
  return true;
}

detm_page **dt_pages_gather(dt_run *run) {
  page_gathering gathering = {run, calloc(run->options.pages.count, sizeof *gathering.pages)};
  dt_page_job job = {.take = keep_page, .take_data = &gathering};
  if (gathering.pages == NULL) {
    dt_report_memory(&run->report, NULL);
    return NULL;
  }
  if (dt_pages_run(run, &job)) return gathering.pages;
  dt_pages_free(gathering.pages, run->options.pages.count);
  return NULL;
}

const detm_page **dt_pages_there(dt_run *run, detm_page *const *pages, size_t *count) {
  const detm_page **there = calloc(run->options.pages.count + 1, sizeof *there);
  *count = 0;
  for (size_t i = 0; there != NULL && i < run->options.pages.count; i++)
    if (pages[i] != NULL) there[(*count)++] = pages[i];
  if (there == NULL) dt_report_memory(&run->report, NULL);
  return there;
}

void dt_pages_free(detm_page **pages, size_t count) {
  if (pages == NULL) return;
  for (size_t i = 0; i < count; i++) detm_page_free(pages[i]);
  free(pages);
}
