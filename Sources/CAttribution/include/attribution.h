// Whose code a thread runs, and a record of it when the process crashes.
//
// Everything here is safe to call from any thread; attribution_install and attribution_read are meant for the start of the
// process. What the crash handler does is async-signal-safe (signal-safety(7)): it reads a thread-local pointer, and writes to
// memory that is mapped from a file, so that the record outlives the process.

#ifndef TRELLIS_ATTRIBUTION_H
#define TRELLIS_ATTRIBUTION_H

#include <stdint.h>

/// The longest name of an owner, in bytes, the NUL at its end included.
#define ATTRIBUTION_NAME_SIZE 80

/// What is known of a crash.
struct attribution_record {
    /// The number of the signal; 0 when there was no crash.
    int32_t signal;
    /// The number of the process.
    int32_t process;
    /// The number of the thread (gettid(2)).
    int32_t thread;
    /// Seconds since 1970.
    int64_t seconds;
    /// Whose code the thread ran; empty when it was nobody's.
    char owner[ATTRIBUTION_NAME_SIZE];
};

/// Begins to record crashes (SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP) in a file, which is emptied. The handlers
/// that were there before are called afterwards; the process ends as it would have. Call it once.
///
/// Returns 0, or the number of an error (errno(3)).
int32_t attribution_install(const char *path);

/// Reads the record of a process that ran before.
///
/// Returns 0, ENOENT when there is no file, ENODATA when the file has no record, or the number of another error.
int32_t attribution_read(const char *path, struct attribution_record *record);

/// Says whose code this thread runs from now on, and returns whose it ran before. A null pointer: nobody's.
///
/// The text is not copied: it must live as long as the process.
const char *attribution_enter(const char *owner);

#endif
