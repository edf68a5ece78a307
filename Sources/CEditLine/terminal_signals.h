// The handling of signals while a line is edited.
#ifndef TERMINAL_SIGNALS_H
#define TERMINAL_SIGNALS_H

#include <termios.h>

/// Creates the wake pipe. Returns the end to poll, or -1.
int terminal_signals_open(void);

/// Closes the wake pipe.
void terminal_signals_close(void);

/// Sets the handlers.
///
/// The handler of a signal that ends the process restores the settings and writes `farewell` to `output`. The handlers
/// of SIGTSTP, SIGCONT and SIGWINCH write the signal's number to the wake pipe.
void terminal_signals_begin(int input, const struct termios *settings, int output, const char *farewell);

/// Restores the previous handlers.
void terminal_signals_end(void);

/// Writes a byte to the wake pipe.
void terminal_signals_wake(unsigned char byte);

/// Stops the process, or its whole job, as SIGTSTP does by default. Returns when the process continues.
void terminal_signals_stop(int whole_job);

#endif
