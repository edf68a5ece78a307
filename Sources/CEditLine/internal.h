// Declarations that the source files of the line editor share.
#ifndef LINE_EDITOR_INTERNAL_H
#define LINE_EDITOR_INTERNAL_H

#include "line_editor.h"

#include <histedit.h>
#include <locale.h>
#include <termios.h>
#include <wchar.h>

// Bracketed paste: the terminal marks pasted text (XTerm Control Sequences, "Bracketed Paste Mode").
#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"

struct line_editor {
    EditLine *edit;
    History *history;
    FILE *output;
    int input;
    int wake;
    locale_t locale;
    mbstate_t decoding;
    const char *prompt;
    enum line_editor_result result;
    int is_dumb;
    struct termios settings;
    line_editor_completer complete;
    void *context;
};

/// The line editor that an EditLine belongs to.
static inline struct line_editor *editor_of(EditLine *edit) {
    void *data = NULL;
    el_get(edit, EL_CLIENTDATA, &data);
    return data;
}

// MARK: - The screen

/// Moves the cursor to the row below the line.
void leave_line(struct line_editor *editor);

/// Shows the line at the cursor, which is at the start of an empty row.
void show_line(struct line_editor *editor);

/// Redraws the line for the current width of the terminal.
void resize_line(struct line_editor *editor);

/// Sets the terminal for editing.
void enter_terminal(struct line_editor *editor);

/// Restores the settings that the terminal had before.
void leave_terminal(struct line_editor *editor);

/// Stops the process, or its whole job, and shows the line again when the process continues.
void stop_editing(struct line_editor *editor, int whole_job);

// MARK: - Input

/// Reads a character for libedit (EL_GETCFN). Returns 1, 0 at the end of the input, or -1.
int read_character(EditLine *edit, wchar_t *character);

// MARK: - Keys

/// Adds the functions of the shell, and binds keys to these functions and to functions of libedit.
void bind_keys(EditLine *edit);

#endif
