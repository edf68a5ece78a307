// A line editor for a terminal, based on libedit (editline(3)). It wraps the variadic functions of libedit, which Swift
// cannot import, and adds bracketed paste, job control and cancellation from another thread.
//
// Text is UTF-8 in any locale of the process. A process has at most one editor. Its functions are called from
// one thread at a time, except line_editor_cancel.
#ifndef LINE_EDITOR_H
#define LINE_EDITOR_H

#include <stdbool.h>

struct line_editor;

/// Completes the line. The completer may call line_editor_replace, line_editor_list and line_editor_columns.
///
/// before: the line up to the cursor
/// Returns whether text was inserted or candidates were listed; otherwise the terminal beeps.
typedef bool (*line_editor_completer)(void *context, struct line_editor *editor, const char *before);

/// Creates an editor, and reads the user's editrc(5).
///
/// input, output: the descriptors of the terminal; history_size: the number of lines that the history keeps
/// Returns NULL when `input` is not a terminal, or memory or descriptors are exhausted.
struct line_editor *line_editor_create(
    int input, int output, int history_size, line_editor_completer complete, void *context);

/// Releases the editor. The terminal keeps its current settings.
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
    /// Reading failed; errno(3) is set.
    LINE_EDITOR_FAILED,
};

/// Reads a line. The terminal has its previous settings when the function returns, and when a signal ends the process.
///
/// line: receives the line without its newline, allocated with malloc(3); NULL unless the result is LINE_EDITOR_LINE
enum line_editor_result line_editor_read(struct line_editor *editor, const char *prompt, char **line);

/// Makes the current or the next line_editor_read return LINE_EDITOR_CANCELLED. May be called from any thread.
void line_editor_cancel(struct line_editor *editor);

/// Replaces text before the cursor.
///
/// count: the number of Unicode scalars to delete
void line_editor_replace(struct line_editor *editor, int count, const char *text);

/// Prints lines below the edited line, and then shows the edited line again.
void line_editor_list(struct line_editor *editor, const char *lines);

/// The width of the terminal in columns.
int line_editor_columns(struct line_editor *editor);

#endif
