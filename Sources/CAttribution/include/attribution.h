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

/// The cause of the death of a process.
enum attribution_cause {
    /// A signal, such as SIGSEGV.
    ATTRIBUTION_CRASH = 0,
    /// The watchdog ended the process.
    ATTRIBUTION_WATCHDOG = 1,
    /// The process stopped in order, because its owner made no progress.
    ATTRIBUTION_STALL = 2,
};

/// The record of the death of a process.
struct attribution_record {
    /// The cause (enum attribution_cause).
    int32_t cause;
    /// The signal number; 0 if the cause is not a crash.
    int32_t signal;
    /// The process identifier.
    int32_t process;
    /// The thread identifier (gettid(2)).
    int32_t thread;
    /// The time at which the process began to record crashes, in seconds since 1970.
    int64_t started;
    /// The time of the death, in seconds since 1970.
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

/// Records a death that the process itself causes, such as by the watchdog. A crash that follows is not recorded. Only the first
/// death is recorded, and none before attribution_install.
///
/// - owner: The owner that is to blame.
void attribution_blame(const char *owner, enum attribution_cause cause);

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
