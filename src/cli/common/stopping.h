/* cli/common/stopping.h: SIGINT and SIGTERM end the loop over pages after the pages that were read, so that the output
 * is completed.  A second signal ends the program at once. */
#ifndef DT_CLI_COMMON_STOPPING_H
#define DT_CLI_COMMON_STOPPING_H

#include <stdbool.h>

/* Catches the signals, unless they are ignored. */
void dt_stopping_start(void);
void dt_stopping_end(void);

/* The signal that was caught, 0 = none. */
int dt_stop_signal(void);
/* Ends all waits for input. */
void dt_stop_reading(void);
/* Waits until a file has bytes to read, or ends.  False if reading has to stop. */
bool dt_wait_readable(int fd);
/* Ends the program by the signal that was caught, if any. */
void dt_stop_now(void);

#endif
