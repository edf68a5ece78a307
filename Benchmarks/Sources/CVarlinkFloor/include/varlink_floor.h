#ifndef VARLINK_FLOOR_H
#define VARLINK_FLOOR_H

#include <stddef.h>
#include <stdint.h>

// The floor is a minimal server, with which other servers are compared. It has one thread and uses epoll(7), but no
// JSON: it sends the same reply for each NUL that it receives, and writes the same changes to all watchers. The client
// measures the floor and all other servers in the same way: with one thread, epoll(7), and one call in progress on each
// connection.

/// The results of a measurement of calls.
struct call_measurement {
    double calls_per_second;
    /// The median latency of a call, from before the write to after the read, in microseconds.
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

/// Waits for a message on each of `connections` connections, and replies "ready". Then writes `changes` messages to
/// each: the first change to all connections, then the second, and so on. A message consists of `prefix`, the number of
/// the change, `suffix` and a NUL. At the end, closes the connections.
int floor_serve_streams(const char *path, int connections, int changes, const char *prefix, const char *suffix);

/// Makes calls on `connections` connections for `seconds`, and ignores the measurements of the first fifth of that
/// time.
int measure_calls(
    const char *path, int connections, const char *call, size_t length, double seconds,
    struct call_measurement *result);

/// Subscribes on `connections` connections, and reads until each has received `changes` changes or is closed. The
/// measurement starts when every connection has received its first message. A change is a message that contains `key`,
/// followed by the number of the change.
int measure_streams(
    const char *path, int connections, int changes, const char *call, size_t length, const char *key,
    struct stream_measurement *result);

/// Opens `connections` connections, and stores them in `descriptors`. Makes one call on each, unless `call` is NULL.
int open_connections(const char *path, int connections, const char *call, size_t length, int *descriptors);

#endif
