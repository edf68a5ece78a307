#define _GNU_SOURCE
#include "internal.h"
#include "terminal_signals.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *prompt_of(EditLine *edit) { return (char *)editor_of(edit)->prompt; }

static int prepare(struct line_editor *editor, int output, int history_size) {
    editor->locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (editor->locale == (locale_t)0 || tcgetattr(editor->input, &editor->settings) < 0) return -1;
    if ((editor->wake = terminal_signals_open()) < 0) return -1;
    int copy = dup(output);
    if (copy < 0) return -1;
    // A separate, buffered stream, because libedit writes single characters and stderr is unbuffered.
    if (!(editor->output = fdopen(copy, "w"))) {
        close(copy);
        return -1;
    }
    locale_t before = uselocale(editor->locale);
    HistEvent event;
    editor->edit = el_init_fd("trellisctl", stdin, editor->output, editor->output, editor->input, copy, copy);
    editor->history = history_init();
    if (editor->edit && editor->history) {
        const char *terminal = NULL;
        el_set(editor->edit, EL_CLIENTDATA, editor);
        el_set(editor->edit, EL_PROMPT, prompt_of);
        el_set(editor->edit, EL_GETCFN, read_character);
        el_set(editor->edit, EL_SIGNAL, 0);
        // Debian's default key bindings are those of vi.
        el_set(editor->edit, EL_EDITOR, "emacs");
        // Ctrl-C and Ctrl-Z are read as keys and raise no signals.
        el_set(editor->edit, EL_SETTY, "-d", "-isig", NULL);
        history(editor->history, &event, H_SETSIZE, history_size);
        history(editor->history, &event, H_SETUNIQUE, 1);
        el_set(editor->edit, EL_HIST, history, editor->history);
        bind_keys(editor->edit);
        el_get(editor->edit, EL_TERMINAL, &terminal);
        editor->is_dumb = !terminal || strcmp(terminal, "dumb") == 0;
        // Creating an editor changes the terminal settings.
        tcsetattr(editor->input, TCSADRAIN, &editor->settings);
    }
    uselocale(before);
    return editor->edit && editor->history ? 0 : -1;
}

struct line_editor *line_editor_create(
    int input, int output, int history_size, line_editor_completer complete, void *context) {
    struct line_editor *editor = calloc(1, sizeof *editor);
    if (!editor) return NULL;
    editor->input = input;
    editor->wake = -1;
    editor->prompt = "";
    editor->complete = complete;
    editor->context = context;
    if (prepare(editor, output, history_size) == 0) return editor;
    line_editor_destroy(editor);
    return NULL;
}

void line_editor_destroy(struct line_editor *editor) {
    if (editor->edit) {
        el_end(editor->edit);
        tcsetattr(editor->input, TCSADRAIN, &editor->settings);
    }
    if (editor->history) history_end(editor->history);
    if (editor->output) fclose(editor->output);
    if (editor->wake >= 0) terminal_signals_close();
    if (editor->locale != (locale_t)0) freelocale(editor->locale);
    free(editor);
}

void line_editor_add_history(struct line_editor *editor, const char *line) {
    locale_t before = uselocale(editor->locale);
    HistEvent event;
    history(editor->history, &event, H_ENTER, line);
    uselocale(before);
}

enum line_editor_result line_editor_read(struct line_editor *editor, const char *prompt, char **line) {
    // Swift's threads block signals. This thread must stop when it writes to the terminal in the background (SIGTTOU).
    sigset_t none, mask;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, &mask);
    locale_t locale = uselocale(editor->locale);
    tcgetattr(editor->input, &editor->settings);
    terminal_signals_begin(
        editor->input, &editor->settings, fileno(editor->output), editor->is_dumb ? "" : PASTE_OFF);
    memset(&editor->decoding, 0, sizeof editor->decoding);
    editor->prompt = prompt;
    editor->result = LINE_EDITOR_LINE;
    enter_terminal(editor);
    int count = 0;
    const char *text = el_gets(editor->edit, &count);
    int error = errno;
    if (!text && editor->result == LINE_EDITOR_LINE) editor->result = count < 0 ? LINE_EDITOR_FAILED : LINE_EDITOR_END;
    if (!text && editor->result != LINE_EDITOR_INTERRUPTED) fputc('\n', editor->output);
    leave_terminal(editor);
    terminal_signals_end();
    // Handles a stop (SIGTSTP) that was reported after the last key.
    unsigned char bytes[64];
    ssize_t reported = read(editor->wake, bytes, sizeof bytes);
    int stops = 0;
    for (ssize_t i = 0; i < reported; i++) {
        if (bytes[i] == SIGTSTP) stops = 1;
        if (bytes[i] == SIGCONT) stops = 0;
        if (bytes[i] == 0) terminal_signals_wake(0);
    }
    if (stops) raise(SIGTSTP);
    *line = text && editor->result == LINE_EDITOR_LINE ? strndup(text, strcspn(text, "\n")) : NULL;
    uselocale(locale);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    errno = error;
    return editor->result;
}

void line_editor_cancel(struct line_editor *editor) {
    (void)editor;
    terminal_signals_wake(0);
}

void line_editor_replace(struct line_editor *editor, int count, const char *text) {
    el_deletestr(editor->edit, count);
    el_insertstr(editor->edit, text);
}

void line_editor_list(struct line_editor *editor, const char *lines) {
    leave_line(editor);
    fputs(lines, editor->output);
    show_line(editor);
}
