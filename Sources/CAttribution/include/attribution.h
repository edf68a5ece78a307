// Attributes threads to owners of code (plugins), and records the owner of the crashing thread in a file.
//
// All functions are thread-safe; attribution_install and attribution_read are intended for the start of the process. The crash
// handler is async-signal-safe (signal-safety(7)): it reads a thread-local pointer and writes to memory that is mapped from a
// file, so that the record outlives the process.

#ifndef TRELLIS_ATTRIBUTION_H
#define TRELLIS_ATTRIBUTION_H

#include <stdint.h>

/// The maximum size of the name of an owner in bytes, including the terminating NUL.
#define ATTRIBUTION_NAME_SIZE 80

/// The record of a crash.
struct attribution_record {
    /// The signal number; 0 without a crash.
    int32_t signal;
    /// The process identifier.
    int32_t process;
    /// The thread identifier (gettid(2)).
    int32_t thread;
    /// Seconds since 1970.
    int64_t seconds;
    /// The owner of the code that the thread ran; empty if there was none.
    char owner[ATTRIBUTION_NAME_SIZE];
};

/// Installs signal handlers that record crashes (SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP) in a file, which is
/// truncated. The handlers call the previous handlers, and the process then ends as it would without them. Call this
/// function once.
///
/// Returns 0, or an error number (errno(3)).
int32_t attribution_install(const char *path);

/// Reads the record of an earlier process.
///
/// Returns 0, ENOENT if the file does not exist, ENODATA if the file has no record, or another error number.
int32_t attribution_read(const char *path, struct attribution_record *record);

/// Sets the owner of the code that this thread runs, and returns the previous one. A null pointer means no owner.
///
/// The string is not copied: it must remain valid until the process ends.
const char *attribution_enter(const char *owner);

/// Returns the number of this thread (gettid(2)), without a system call after the first call on the thread.
int32_t attribution_thread(void);

#endif
