#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/// Handles the signals that were reported. Returns whether line_editor_cancel was called.
static int handle_signals(struct line_editor *editor) {
    unsigned char bytes[64];
    ssize_t count = read(editor->wake, bytes, sizeof bytes);
    int stops = 0, continued = 0, resized = 0;
    for (ssize_t i = 0; i < count; i++) {
        switch (bytes[i]) {
        case 0: return 1;
        case SIGTSTP: stops = 1; break;
        case SIGCONT: stops = 0, continued = 1; break;
        case SIGWINCH: resized = 1; break;
        }
    }
    if (stops) {
        stop_editing(editor, 0);
    } else if (continued) {
        // The process was stopped by SIGSTOP, and the shell has changed the terminal settings in the meantime.
        el_set(editor->edit, EL_PREP_TERM, 0);
        enter_terminal(editor);
        show_line(editor);
    } else if (resized) {
        resize_line(editor);
    }
    return 0;
}

int read_character(EditLine *edit, wchar_t *character) {
    struct line_editor *editor = editor_of(edit);
    *character = L'\0';
    for (;;) {
        struct pollfd waiting[] = {{.fd = editor->wake, .events = POLLIN}, {.fd = editor->input, .events = POLLIN}};
        if (poll(waiting, 2, -1) < 0) {
            if (errno == EINTR) continue;
            return -1;
        }
        if (waiting[0].revents && handle_signals(editor)) {
            editor->result = LINE_EDITOR_CANCELLED;
            return -1;
        }
        if (!waiting[1].revents) continue;
        char byte;
        ssize_t count = read(editor->input, &byte, 1);
        // EIO: the other side of the terminal was closed.
        if (count == 0 || (count < 0 && errno == EIO)) {
            editor->result = LINE_EDITOR_END;
            return 0;
        }
        if (count < 0) {
            if (errno == EINTR || errno == EAGAIN) continue;
            return -1;
        }
        size_t length = mbrtowc(character, &byte, 1, &editor->decoding);
        if (length == (size_t)-2) continue;
        if (length != (size_t)-1) return 1;
        // Invalid UTF-8 is discarded; the byte that ends an incomplete character may start another.
        memset(&editor->decoding, 0, sizeof editor->decoding);
        length = mbrtowc(character, &byte, 1, &editor->decoding);
        if (length != (size_t)-1 && length != (size_t)-2) return 1;
        if (length == (size_t)-1) memset(&editor->decoding, 0, sizeof editor->decoding);
    }
}
