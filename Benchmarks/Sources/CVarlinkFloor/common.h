#ifndef COMMON_H
#define COMMON_H

#include <stddef.h>

/// A stream socket that is connected to a path; -1 with errno.
int connect_to(const char *path);

/// A stream socket that listens on a path, which is unlinked first; -1 with errno.
int listen_on(const char *path);

/// Writes all of it to a socket that does not block, waiting where it must; -1 with errno.
int write_all(int descriptor, const char *bytes, size_t length);

/// The monotonic clock, in seconds.
double now(void);

#endif
