/* cli/network/elsewhere.c: becomes detm-network, which is in the folder of detm, or where it is installed. */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/network/network.h"

/* The program in the folder of this one, if it was called by a path: one that was found by PATH is installed. */
static void become_neighbour(char *const *words) {
  const char *slash = strrchr(words[0], '/');
  if (slash == NULL) return;

  dt_buffer path = {0};
  dt_buffer_format(&path, "%.*s/detm-network", (int)(slash - words[0]), words[0]);
  if (!path.failed) execv(path.data, words);
  dt_buffer_free(&path);
}

bool dt_network_here(dt_run *run) {
  static const char installed[] = PKGLIBEXECDIR "/detm-network";
  become_neighbour(run->words);
  execv(installed, run->words);
  dt_report_usage(&run->report,
                  "%s is in a program of its own, which cannot be run: %s: %s; install all of detm, or run "
                  "detm-network itself",
                  run->command->name, installed, strerror(errno));
  return false;
}
