#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"
#include "varlink_floor.h"

static int accept_into(int poller, int listener) {
    int descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor < 0) return -1;
    struct epoll_event interest = {.events = EPOLLIN, .data.fd = descriptor};
    return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &interest) < 0 ? -1 : descriptor;
}

static int make_poller(int listener) {
    int poller = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event interest = {.events = EPOLLIN, .data.fd = listener};
    return epoll_ctl(poller, EPOLL_CTL_ADD, listener, &interest) < 0 ? -1 : poller;
}

int floor_serve_calls(const char *path, const char *reply, size_t length) {
    int listener = listen_on(path);
    int poller = listener < 0 ? -1 : make_poller(listener);
    if (poller < 0) return -1;
    static char input[65536];
    struct epoll_event events[256];
    for (;;) {
        int ready = epoll_wait(poller, events, 256, -1);
        for (int i = 0; i < ready; i++) {
            int descriptor = events[i].data.fd;
            if (descriptor == listener) {
                accept_into(poller, listener);
                continue;
            }
            ssize_t count = read(descriptor, input, sizeof input);
            if (count <= 0) {
                if (count == 0 || errno != EAGAIN) close(descriptor);
                continue;
            }
            const char *end = input + count;
            for (const char *at = input; (at = memchr(at, 0, (size_t)(end - at))) != NULL; at++)
                write_all(descriptor, reply, length);
        }
    }
}

int floor_serve_streams(const char *path, int connections, int changes, const char *prefix, const char *suffix) {
    int listener = listen_on(path);
    int *watchers = calloc((size_t)connections, sizeof *watchers);
    if (listener < 0 || watchers == NULL) return -1;
    char input[4096];
    for (int i = 0; i < connections; i++) {
        watchers[i] = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (watchers[i] < 0 || read(watchers[i], input, sizeof input) <= 0) return -1;
    }
    for (int i = 0; i < connections; i++) {
        if (write_all(watchers[i], "{}", 3) < 0) return -1;
    }
    char message[4096];
    for (int change = 1; change <= changes; change++) {
        int length = snprintf(message, sizeof message, "%s%d%s", prefix, change, suffix) + 1;
        for (int i = 0; i < connections; i++) {
            if (write_all(watchers[i], message, (size_t)length) < 0) return -1;
        }
    }
    for (int i = 0; i < connections; i++) close(watchers[i]);
    free(watchers);
    close(listener);
    return 0;
}
