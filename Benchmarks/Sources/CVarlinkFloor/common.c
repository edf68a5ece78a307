#define _GNU_SOURCE
#include "common.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int make(const char *path, struct sockaddr_un *address) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address->sun_path, path);
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

int connect_to(const char *path) {
    struct sockaddr_un address;
    int descriptor = make(path, &address);
    if (descriptor >= 0 && connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

int listen_on(const char *path) {
    struct sockaddr_un address;
    int descriptor = make(path, &address);
    unlink(path);
    if (descriptor < 0 || bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0) return -1;
    return listen(descriptor, 4096) < 0 ? -1 : descriptor;
}

int write_all(int descriptor, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = send(descriptor, bytes, length, MSG_NOSIGNAL);
        if (count < 0) {
            if (errno == EINTR) continue;
            if (errno != EAGAIN) return -1;
            struct pollfd question = {.fd = descriptor, .events = POLLOUT};
            poll(&question, 1, -1);
            continue;
        }
        bytes += count;
        length -= (size_t)count;
    }
    return 0;
}

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}
