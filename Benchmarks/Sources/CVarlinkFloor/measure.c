#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "common.h"
#include "varlink_floor.h"

/// The number of steps of the latency histogram. A step is a microsecond; the last one includes all longer latencies.
enum { STEPS = 1000000 };

static double processor_time(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static double percentile(const unsigned *counts, unsigned long total, double part) {
    unsigned long seen = 0;
    for (int step = 0; step < STEPS; step++) {
        seen += counts[step];
        if ((double)seen >= (double)total * part) return step + 0.5;
    }
    return STEPS;
}

static int watch_descriptor(int poller, int descriptor, int index) {
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    struct epoll_event interest = {.events = EPOLLIN, .data.u32 = (unsigned)index};
    return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &interest);
}

int open_connections(const char *path, int connections, const char *call, size_t length, int *descriptors) {
    char input[65536];
    for (int i = 0; i < connections; i++) {
        descriptors[i] = connect_to(path);
        if (descriptors[i] < 0) return -1;
        if (call == NULL) continue;
        if (write_all(descriptors[i], call, length) < 0) return -1;
        ssize_t count;
        do {
            count = read(descriptors[i], input, sizeof input);
            if (count <= 0) return -1;
        } while (input[count - 1] != 0);
    }
    return 0;
}

int measure_calls(
    const char *path, int connections, const char *call, size_t length, double seconds,
    struct call_measurement *result) {
    int *descriptors = calloc((size_t)connections, sizeof *descriptors);
    double *sent = calloc((size_t)connections, sizeof *sent);
    unsigned *counts = calloc(STEPS, sizeof *counts);
    int poller = epoll_create1(EPOLL_CLOEXEC);
    if (open_connections(path, connections, NULL, 0, descriptors) < 0) return -1;
    for (int i = 0; i < connections; i++) {
        if (watch_descriptor(poller, descriptors[i], i) < 0) return -1;
        sent[i] = now();
        if (write_all(descriptors[i], call, length) < 0) return -1;
    }
    static char input[65536];
    struct epoll_event events[256];
    unsigned long calls = 0;
    double begin = now(), time = begin, start = 0, start_time = 0;
    while (time < begin + seconds) {
        int ready = epoll_wait(poller, events, 256, 1000);
        for (int i = 0; i < ready; i++) {
            unsigned index = events[i].data.u32;
            ssize_t count = read(descriptors[index], input, sizeof input);
            if (count <= 0) {
                if (count < 0 && errno == EAGAIN) continue;
                errno = count == 0 ? EPIPE : errno;
                return -1;
            }
            if (input[count - 1] != 0) continue;
            time = now();
            if (start > 0) {
                double latency = (time - sent[index]) * 1e6;
                counts[latency < STEPS ? (int)latency : STEPS - 1]++;
                calls++;
            } else if (time > begin + seconds / 5) {
                start = time;
                start_time = processor_time();
            }
            sent[index] = now();
            if (write_all(descriptors[index], call, length) < 0) return -1;
        }
    }
    result->calls_per_second = (double)calls / (time - start);
    result->median = percentile(counts, calls, 0.5);
    result->percentile99 = percentile(counts, calls, 0.99);
    result->client_time = (processor_time() - start_time) / (double)calls * 1e6;
    for (int i = 0; i < connections; i++) close(descriptors[i]);
    close(poller);
    free(descriptors);
    free(sent);
    free(counts);
    return 0;
}

/// The progress of one connection.
struct watcher {
    int descriptor;
    int last;
    int is_ready;
    int is_broken;
    /// The length of `rest`, the received bytes after the last NUL.
    size_t length;
    char rest[2048];
};

/// Checks that the number of a change follows the number of the previous change.
static void take_message(struct watcher *watcher, const char *message, const char *key) {
    const char *at = strstr(message, key);
    if (at == NULL) {
        watcher->is_ready = 1;
        return;
    }
    int number = atoi(at + strlen(key));
    if (number != watcher->last + 1) watcher->is_broken = 1;
    watcher->last = number;
}

/// Splits received bytes into messages, and returns the number of complete ones.
static unsigned long take_bytes(struct watcher *watcher, char *bytes, size_t length, const char *key) {
    unsigned long messages = 0;
    char *at = bytes, *end = bytes + length, *nul;
    while ((nul = memchr(at, 0, (size_t)(end - at))) != NULL) {
        if (watcher->length > 0) {
            size_t more = (size_t)(nul - at) + 1;
            if (watcher->length + more > sizeof watcher->rest) abort();
            memcpy(watcher->rest + watcher->length, at, more);
            take_message(watcher, watcher->rest, key);
            watcher->length = 0;
        } else {
            take_message(watcher, at, key);
        }
        messages++;
        at = nul + 1;
    }
    if (watcher->length + (size_t)(end - at) > sizeof watcher->rest) abort();
    memcpy(watcher->rest + watcher->length, at, (size_t)(end - at));
    watcher->length += (size_t)(end - at);
    return messages;
}

int measure_streams(
    const char *path, int connections, int changes, const char *call, size_t length, const char *key,
    struct stream_measurement *result) {
    struct watcher *watchers = calloc((size_t)connections, sizeof *watchers);
    int poller = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < connections; i++) {
        watchers[i].descriptor = connect_to(path);
        if (watchers[i].descriptor < 0 || watch_descriptor(poller, watchers[i].descriptor, i) < 0) return -1;
        if (write_all(watchers[i].descriptor, call, length) < 0) return -1;
    }
    static char input[262144];
    struct epoll_event events[256];
    unsigned long messages = 0;
    int open = connections, unready = connections;
    double start = 0;
    while (open > 0) {
        int ready = epoll_wait(poller, events, 256, 10000);
        if (ready <= 0) {
            errno = ETIMEDOUT;
            return -1;
        }
        for (int i = 0; i < ready; i++) {
            struct watcher *watcher = &watchers[events[i].data.u32];
            ssize_t count = read(watcher->descriptor, input, sizeof input);
            if (count < 0 && errno == EAGAIN) continue;
            int was_ready = watcher->is_ready;
            if (count > 0) {
                unsigned long taken = take_bytes(watcher, input, (size_t)count, key);
                if (start > 0) messages += taken;
            }
            if (!was_ready && watcher->is_ready && --unready == 0) start = now();
            if (count <= 0 || watcher->last == changes) {
                close(watcher->descriptor);
                open--;
            }
        }
    }
    result->messages_per_second = (double)messages / (now() - start);
    result->incomplete = 0;
    for (int i = 0; i < connections; i++) result->incomplete += watchers[i].last != changes || watchers[i].is_broken;
    close(poller);
    free(watchers);
    return 0;
}
