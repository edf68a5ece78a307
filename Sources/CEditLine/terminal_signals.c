#define _GNU_SOURCE
#include "terminal_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int fatal[] = {SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
static const int reported[] = {SIGTSTP, SIGCONT, SIGWINCH};
enum { fatal_count = sizeof fatal / sizeof fatal[0], reported_count = sizeof reported / sizeof reported[0] };

// Written before the handlers that read it are set, and unchanged until they are reset.
static struct {
    int terminal;
    struct termios settings;
    int output;
    const char *farewell;
    size_t farewell_size;
} state;
static struct sigaction previous[NSIG];
static int wake_pipe[2] = {-1, -1};

int terminal_signals_open(void) {
    if (wake_pipe[0] >= 0 || pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) < 0) return -1;
    return wake_pipe[0];
}

void terminal_signals_close(void) {
    close(wake_pipe[0]);
    close(wake_pipe[1]);
    wake_pipe[0] = wake_pipe[1] = -1;
}

void terminal_signals_wake(unsigned char byte) {
    // The write fails when the pipe is full. A full pipe wakes the reader as well.
    if (write(wake_pipe[1], &byte, 1) < 0) return;
}

// Handlers call only functions that signal-safety(7) lists, and preserve errno.

static void end_process(int number) {
    tcsetattr(state.terminal, TCSANOW, &state.settings);
    if (write(state.output, state.farewell, state.farewell_size) < 0) { /* The process ends anyway. */ }
    // The previous action ends the process. After a crash, Swift's action prints a backtrace first.
    sigaction(number, &previous[number], NULL);
    raise(number);
}

static void report(int number) {
    int error = errno;
    terminal_signals_wake((unsigned char)number);
    errno = error;
}

static void handle(int number, void (*handler)(int), int flags) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | flags};
    sigemptyset(&action.sa_mask);
    sigaction(number, NULL, &previous[number]);
    // An ignored signal stays ignored, for example under nohup(1) or a shell without job control.
    if (previous[number].sa_handler != SIG_IGN) sigaction(number, &action, NULL);
}

void terminal_signals_begin(int input, const struct termios *settings, int output, const char *farewell) {
    state.terminal = input;
    state.settings = *settings;
    state.output = output;
    state.farewell = farewell;
    state.farewell_size = strlen(farewell);
    for (int i = 0; i < fatal_count; i++) handle(fatal[i], end_process, SA_ONSTACK);
    for (int i = 0; i < reported_count; i++) handle(reported[i], report, 0);
}

void terminal_signals_end(void) {
    for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &previous[fatal[i]], NULL);
    for (int i = 0; i < reported_count; i++) sigaction(reported[i], &previous[reported[i]], NULL);
}

void terminal_signals_stop(int whole_job) {
    if (previous[SIGTSTP].sa_handler == SIG_IGN) return;
    if (whole_job) {
        // This process receives the signal too, perhaps on another thread. It waits until the handler has reported the
        // signal, so that it does not stop a second time.
        kill(0, SIGTSTP);
        unsigned char byte = 0;
        for (int i = 0; i < 100 && byte != SIGTSTP; i++) {
            struct pollfd waiting = {.fd = wake_pipe[0], .events = POLLIN};
            if (poll(&waiting, 1, 10) > 0 && read(wake_pipe[0], &byte, 1) < 0) break;
        }
    }
    struct sigaction handler, standard = {.sa_handler = SIG_DFL};
    sigemptyset(&standard.sa_mask);
    sigaction(SIGTSTP, &standard, &handler);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &handler, NULL);
}
