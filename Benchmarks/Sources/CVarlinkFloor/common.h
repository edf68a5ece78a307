#ifndef COMMON_H
#define COMMON_H

#include <stddef.h>

/// Returns a stream socket that is connected to a path. Returns -1 and sets errno on failure.
int connect_to(const char *path);

/// Removes the file at a path, and returns a stream socket that listens there. Returns -1 and sets errno on failure.
int listen_on(const char *path);

/// Writes all bytes to a non-blocking socket, and waits while it is not writable. Returns -1 and sets errno on failure.
int write_all(int descriptor, const char *bytes, size_t length);

/// The monotonic clock, in seconds.
double now(void);

#endif
