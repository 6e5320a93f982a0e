/* cli/common/stopping.c: a signal sets a number and writes to a pipe, on which threads wait together with their input.
 */
#include "config.h"

#include "cli/common/stopping.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

enum { SIGNALS = 2 };
static const int signals[SIGNALS] = {SIGINT, SIGTERM};
static struct sigaction before[SIGNALS]; /* what the signals did before */
static atomic_int caught;
static int wake[2] = {-1, -1}; /* a pipe */

static void catch (int number) {
  int none = 0, error = errno;
  if (!atomic_compare_exchange_strong(&caught, &none, number)) {
    for (int i = 0; i < SIGNALS; i++)
      if (signals[i] == number) sigaction(number, &before[i], NULL);
    raise(number);
    return;
  }
  dt_stop_reading();
  errno = error;
}

/* Opens the pipe.  macOS has no pipe2. */
static bool open_wake(void) {
#ifdef HAVE_PIPE2
  return pipe2(wake, O_CLOEXEC | O_NONBLOCK) == 0;
#else
  if (pipe(wake) != 0) return false;

  for (int i = 0; i < 2; i++)
    if (fcntl(wake[i], F_SETFD, FD_CLOEXEC) != 0 || fcntl(wake[i], F_SETFL, O_NONBLOCK) != 0) {
      close(wake[0]);
      close(wake[1]);
      return false;
    }

  return true;
#endif
}

void dt_stopping_start(void) {
  struct sigaction action = {.sa_handler = catch, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  if (!open_wake()) {
    wake[0] = wake[1] = -1; /* signals end the program at once */
    return;
  }
  for (int i = 0; i < SIGNALS; i++)
    if (sigaction(signals[i], NULL, &before[i]) == 0 && before[i].sa_handler != SIG_IGN)
      sigaction(signals[i], &action, NULL);
}

void dt_stopping_end(void) {
  if (wake[0] < 0) return;
  for (int i = 0; i < SIGNALS; i++)
    if (before[i].sa_handler != SIG_IGN) sigaction(signals[i], &before[i], NULL);
  close(wake[0]);
  close(wake[1]);
  wake[0] = wake[1] = -1;
}

int dt_stop_signal(void) { return atomic_load(&caught); }

void dt_stop_reading(void) {
  if (wake[1] >= 0 && write(wake[1], "", 1) < 0) return; /* full: a byte is there */
}

bool dt_wait_readable(int fd) {
  struct pollfd files[] = {{.fd = fd, .events = POLLIN}, {.fd = wake[0], .events = POLLIN}};
  while (poll(files, 2, -1) < 0)
    if (errno != EINTR) return true; /* the read will say why */
  return files[1].revents == 0;
}

void dt_stop_now(void) {
  int number = dt_stop_signal();
  if (number == 0) return;
  signal(number, SIG_DFL);
  raise(number);
}
