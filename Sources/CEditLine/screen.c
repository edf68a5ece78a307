#define _GNU_SOURCE
#include "internal.h"
#include "terminal_signals.h"

#include <stdlib.h>

int line_editor_columns(struct line_editor *editor) {
    int columns = 0;
    el_get(editor->edit, EL_GETTC, "co", &columns);
    return columns > 1 ? columns : 80;
}

/// A position on the screen, from the start of the prompt.
struct position {
    int row, column;
};

static void advance(struct position *position, const wchar_t *text, const wchar_t *end, int columns) {
    for (; text < end; text++) {
        // A control character is shown as ^X.
        int width = wcwidth(*text) < 0 ? 2 : wcwidth(*text);
        if (position->column + width > columns) *position = (struct position){position->row + 1, 0};
        position->column += width;
        if (position->column >= columns) *position = (struct position){position->row + 1, 0};
    }
}

static struct position position_of(struct line_editor *editor, const wchar_t *end) {
    struct position position = {0, 0};
    int columns = line_editor_columns(editor);
    wchar_t prompt[256];
    size_t length = mbstowcs(prompt, editor->prompt, sizeof prompt / sizeof prompt[0]);
    if (length != (size_t)-1) advance(&position, prompt, prompt + length, columns);
    advance(&position, el_wline(editor->edit)->buffer, end, columns);
    return position;
}

void leave_line(struct line_editor *editor) {
    const LineInfoW *line = el_wline(editor->edit);
    struct position end = position_of(editor, line->lastchar);
    int rows = end.row - position_of(editor, line->cursor).row;
    for (int i = 0; i < rows; i++) fputc('\n', editor->output);
    fputs(end.column > 0 || end.row == 0 ? "\n" : "\r", editor->output);
    fflush(editor->output);
}

void show_line(struct line_editor *editor) {
    el_resize(editor->edit);
    el_set(editor->edit, EL_REFRESH);
}

void enter_terminal(struct line_editor *editor) {
    el_set(editor->edit, EL_PREP_TERM, 1);
    if (!editor->is_dumb) fputs(PASTE_ON, editor->output);
    fflush(editor->output);
}

void leave_terminal(struct line_editor *editor) {
    if (!editor->is_dumb) fputs(PASTE_OFF, editor->output);
    fflush(editor->output);
    el_set(editor->edit, EL_PREP_TERM, 0);
    // With EL_PREP_TERM 0, libedit sets its own settings for commands instead of the original settings.
    tcsetattr(editor->input, TCSADRAIN, &editor->settings);
}

void resize_line(struct line_editor *editor) {
    // Erases the line first, because the terminal still shows it and libedit draws a new line.
    int row = position_of(editor, el_wline(editor->edit)->cursor).row;
    if (editor->is_dumb) {
        fputc('\n', editor->output);
    } else {
        fputc('\r', editor->output);
        if (row > 0) fprintf(editor->output, "\033[%dA", row);
        fputs("\033[J", editor->output);
    }
    show_line(editor);
}

void stop_editing(struct line_editor *editor, int whole_job) {
    leave_line(editor);
    leave_terminal(editor);
    terminal_signals_stop(whole_job);
    tcgetattr(editor->input, &editor->settings);
    enter_terminal(editor);
    show_line(editor);
}
