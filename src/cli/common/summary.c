/* cli/common/summary.c: the last message of a long run. */
#include "cli/common/summary.h"

#include "base/base.h"
#include "cli/common/stopping.h"

enum { LONG_RUN = 100 /* pages */ };

static void add(dt_buffer *text, size_t count, const char *what) {
  if (count != 0) dt_buffer_format(text, ", %zu %s", count, what);
}

void dt_summary_print(const dt_summary *summary, dt_run *run) {
  static const char *const names[DT_PAGE_STATUS_COUNT] = {
      [DT_PAGE_NOTHING] = "without records",
      [DT_PAGE_UNFIT] = "unfit",
      [DT_PAGE_DRIFTED] = "drifted",
      [DT_PAGE_CUT] = "cut off",
      [DT_PAGE_WALL] = "blocked",
      [DT_PAGE_LIMIT] = "above a limit",
      [DT_PAGE_ERROR] = "failed",
  };
  size_t pages = 0;
  bool stopped = dt_stop_signal() != 0;
  dt_buffer text = {0};
  for (size_t i = 0; i < DT_PAGE_STATUS_COUNT; i++) pages += summary->pages[i];
  if (pages < LONG_RUN && !stopped) return;
  add(&text, summary->doubtful, "doubtful");
  for (size_t i = DT_PAGE_NOTHING; i < DT_PAGE_STATUS_COUNT; i++) add(&text, summary->pages[i], names[i]);
  if (run->skipped.count != 0 && (run->skipped_files > 1 || stopped)) {
    dt_buffer_text(&text, "; skipped: ");
    dt_skipped_print(&run->skipped, &text);
  }
  dt_buffer_byte(&text, '\0');
  if (!text.failed)
    dt_report_warning(&run->report, NULL, "%s%zu page%s, %zu record%s%s; %.1f s",
                      stopped ? "stopped by a signal after " : "", pages, pages == 1 ? "" : "s", summary->records,
                      summary->records == 1 ? "" : "s", text.data, dt_seconds() - summary->started);
  dt_buffer_free(&text);
}
