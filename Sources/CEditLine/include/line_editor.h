// A line editor for a terminal: libedit (editline(3)) with the functions that Swift cannot import, because they take a variable
// number of arguments, and with what a shell needs beside them: bracketed paste, job control, and an end from another thread.
//
// Text is UTF-8, whatever the locale of the process. There is one editor in a process. Its functions are called from one
// thread at a time, except line_editor_cancel.
#ifndef LINE_EDITOR_H
#define LINE_EDITOR_H

#include <stdbool.h>

struct line_editor;

/// Completes the line. It may call line_editor_replace, line_editor_list and line_editor_columns.
///
/// before: the line up to the cursor
/// Returns whether there was something to insert or to list. The terminal beeps otherwise.
typedef bool (*line_editor_completer)(void *context, struct line_editor *editor, const char *before);

/// Creates an editor, and reads the user's editrc(5).
///
/// input, output: the descriptors of the terminal; history_size: the number of lines that the history keeps
/// Returns NULL when `input` is not a terminal, or memory or descriptors are exhausted.
struct line_editor *line_editor_create(
    int input, int output, int history_size, line_editor_completer complete, void *context);

/// Releases the editor. The terminal keeps its present settings.
void line_editor_destroy(struct line_editor *editor);

/// Adds a line to the history, unless it equals the newest one.
void line_editor_add_history(struct line_editor *editor, const char *line);

/// The result of line_editor_read.
enum line_editor_result {
    /// A complete line.
    LINE_EDITOR_LINE,
    /// The user discarded the line with Ctrl-C.
    LINE_EDITOR_INTERRUPTED,
    /// The end of the input: Ctrl-D on an empty line, or the terminal was closed.
    LINE_EDITOR_END,
    /// line_editor_cancel was called.
    LINE_EDITOR_CANCELLED,
    /// Reading failed; errno(3) has the reason.
    LINE_EDITOR_FAILED,
};

/// Reads a line. The terminal has its previous settings when the function returns, and when a signal ends the process.
///
/// line: set to the line without its newline, allocated with malloc(3), for LINE_EDITOR_LINE; to NULL otherwise
enum line_editor_result line_editor_read(struct line_editor *editor, const char *prompt, char **line);

/// Ends line_editor_read, or its next call. May be called from any thread.
void line_editor_cancel(struct line_editor *editor);

/// Replaces text before the cursor.
///
/// count: the number of Unicode scalars to delete
void line_editor_replace(struct line_editor *editor, int count, const char *text);

/// Prints lines below the line that is being edited, which is then shown again below them.
void line_editor_list(struct line_editor *editor, const char *lines);

/// The width of the terminal in columns.
int line_editor_columns(struct line_editor *editor);

#endif
