#ifndef VARLINK_FLOOR_H
#define VARLINK_FLOOR_H

#include <stddef.h>
#include <stdint.h>

// The floor: the minimal work of a server. One thread, epoll(7), no JSON: it replies to each NUL with the same bytes, and writes
// the same changes to all watchers. The client measures it and all other servers in the same way: one thread, epoll(7), one call
// in progress on each connection.

/// The results of a measurement of calls.
struct call_measurement {
    double calls_per_second;
    /// The latency of a call, from before the write to after the read, in microseconds.
    double median;
    double percentile99;
    /// The processor time of the client, in microseconds per call.
    double client_time;
};

/// The results of a measurement of streams.
struct stream_measurement {
    /// The number of messages read on all connections.
    double messages_per_second;
    /// The number of connections that did not receive every change in order.
    int incomplete;
};

/// Replies to each message until the process ends. Returns -1 and sets errno on failure.
int floor_serve_calls(const char *path, const char *reply, size_t length);

/// Waits for a message on each of so many connections, answers "ready", and then writes `changes` messages to each: all of
/// the first change, all of the second. Each is `prefix`, the number of the change, `suffix` and a NUL. Then it closes them.
int floor_serve_streams(const char *path, int connections, int changes, const char *prefix, const char *suffix);

/// Makes calls on so many connections for so long, and throws away what it measured in the first fifth of that time.
int measure_calls(
    const char *path, int connections, const char *call, size_t length, double seconds,
    struct call_measurement *result);

/// Watches on so many connections, and reads until each has `changes` changes or its connection is closed. The clock starts
/// when all connections have had their first message. A change is a message with `key` in it, followed by its number.
int measure_streams(
    const char *path, int connections, int changes, const char *call, size_t length, const char *key,
    struct stream_measurement *result);

/// Opens so many connections, makes one call on each when `call` is not NULL, and keeps them in `descriptors`.
int open_connections(const char *path, int connections, const char *call, size_t length, int *descriptors);

#endif
