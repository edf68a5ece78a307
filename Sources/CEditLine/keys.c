#define _GNU_SOURCE
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static unsigned char interrupt(EditLine *edit, int key) {
    (void)key;
    struct line_editor *editor = editor_of(edit);
    editor->result = LINE_EDITOR_INTERRUPTED;
    leave_line(editor);
    return CC_EOF;
}

static unsigned char suspend(EditLine *edit, int key) {
    (void)key;
    stop_editing(editor_of(edit), 1);
    return CC_NORM;
}

static unsigned char complete(EditLine *edit, int key) {
    (void)key;
    struct line_editor *editor = editor_of(edit);
    const LineInfo *line = el_line(edit);
    char *before = strndup(line->buffer, (size_t)(line->cursor - line->buffer));
    if (!before) return CC_ERROR;
    bool is_done = editor->complete(editor->context, editor, before);
    free(before);
    return is_done ? CC_REFRESH : CC_ERROR;
}

/// Inserts pasted text, up to the end marker, as one line, so that no part of it runs before the user has seen it.
static unsigned char paste(EditLine *edit, int key) {
    (void)key;
    static const wchar_t end[] = L"\033[201~";
    size_t matched = 0;
    wchar_t character[2] = {0};
    while (end[matched] && el_wgetc(edit, character) == 1) {
        if (character[0] == end[matched]) {
            matched++;
            continue;
        }
        // The first character of the marker is a control character, which is dropped.
        for (size_t i = 1; i < matched; i++) el_winsertstr(edit, (wchar_t[]){end[i], 0});
        matched = character[0] == end[0];
        if (character[0] == L'\n' || character[0] == L'\r' || character[0] == L'\t') character[0] = L' ';
        if (character[0] >= L' ' && (character[0] < 0x7F || character[0] >= 0xA0)) el_winsertstr(edit, character);
    }
    return CC_REFRESH;
}

void bind_keys(EditLine *edit) {
    el_set(edit, EL_ADDFN, "trellis-interrupt", "Discard the line", interrupt);
    el_set(edit, EL_ADDFN, "trellis-suspend", "Stop the job", suspend);
    el_set(edit, EL_ADDFN, "trellis-complete", "Complete the word", complete);
    el_set(edit, EL_ADDFN, "trellis-paste", "Insert pasted text", paste);
    // Keys of readline for which libedit's defaults differ, and keys that terminals send in addition to those in
    // terminfo.
    static const char *const keys[][2] = {
        {"^R", "em-inc-search-prev"}, {"^U", "vi-kill-line-prev"}, {"^W", "ed-delete-prev-word"},
        {"\\e[1~", "ed-move-to-beg"}, {"\\e[7~", "ed-move-to-beg"}, {"\\e[H", "ed-move-to-beg"},
        {"\\eOH", "ed-move-to-beg"}, {"\\e[4~", "ed-move-to-end"}, {"\\e[8~", "ed-move-to-end"},
        {"\\e[F", "ed-move-to-end"}, {"\\eOF", "ed-move-to-end"}, {"\\e[3~", "ed-delete-next-char"},
        {"\\e[1;5C", "em-next-word"}, {"\\e[1;5D", "ed-prev-word"}, {"\\e[A", "ed-prev-history"},
        {"\\eOA", "ed-prev-history"}, {"\\e[B", "ed-next-history"}, {"\\eOB", "ed-next-history"},
        {"\\e[C", "ed-next-char"}, {"\\eOC", "ed-next-char"}, {"\\e[D", "ed-prev-char"},
        {"\\eOD", "ed-prev-char"},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) el_set(edit, EL_BIND, keys[i][0], keys[i][1], NULL);
    el_source(edit, NULL);
    // Bound after editrc(5) is read, because the shell depends on these keys. With -a, a key also applies to vi's
    // command mode.
    el_set(edit, EL_BIND, "-a", "^C", "trellis-interrupt", NULL);
    el_set(edit, EL_BIND, "-a", "^Z", "trellis-suspend", NULL);
    el_set(edit, EL_BIND, "^C", "trellis-interrupt", NULL);
    el_set(edit, EL_BIND, "^Z", "trellis-suspend", NULL);
    el_set(edit, EL_BIND, "^I", "trellis-complete", NULL);
    el_set(edit, EL_BIND, "\\e[200~", "trellis-paste", NULL);
}
