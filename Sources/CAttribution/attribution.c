#define _GNU_SOURCE
#include "attribution.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The bytes of "trellis2", which identify a record of this layout.
static const char magic[8] = {'t', 'r', 'e', 'l', 'l', 'i', 's', '2'};

struct stored_record {
    char magic[8];
    struct attribution_record record;
};

static const int signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
enum { signal_count = sizeof signals / sizeof signals[0] };

static struct sigaction previous[signal_count];
static struct stored_record *stored;
static atomic_flag is_recorded = ATOMIC_FLAG_INIT;

// With the TLS model initial-exec, the handler reads the variable without a call that may allocate.
static __thread const char *owner __attribute__((tls_model("initial-exec")));

const char *attribution_enter(const char *new_owner) {
    const char *old = owner;
    owner = new_owner;
    return old;
}

int32_t attribution_thread(void) {
    static __thread int32_t thread;
    if (thread == 0) thread = (int32_t)syscall(SYS_gettid);
    return thread;
}

static void record(const char *from, int cause, int number) {
    // Only the first death is recorded, because a second one is probably its consequence.
    if (stored == NULL || atomic_flag_test_and_set(&is_recorded)) return;
    struct attribution_record *to = &stored->record;
    for (unsigned i = 0; from != NULL && i + 1 < ATTRIBUTION_NAME_SIZE && from[i] != 0; i++) to->owner[i] = from[i];
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    to->seconds = now.tv_sec;
    to->process = getpid();
    to->thread = (int32_t)syscall(SYS_gettid);
    to->cause = cause;
    to->signal = number;
    memcpy(stored->magic, magic, sizeof magic);
}

void attribution_blame(const char *new_owner, enum attribution_cause cause) { record(new_owner, cause, 0); }

static void handle(int number, siginfo_t *information, void *context) {
    int saved = errno;
    record(owner, ATTRIBUTION_CRASH, number);
    errno = saved;
    for (int i = 0; i < signal_count; i++) {
        if (signals[i] != number) continue;
        if (previous[i].sa_flags & SA_SIGINFO) {
            previous[i].sa_sigaction(number, information, context);
        } else if (previous[i].sa_handler != SIG_DFL && previous[i].sa_handler != SIG_IGN) {
            previous[i].sa_handler(number);
        } else {
            // Restores the previous action: the default action, or ignoring the signal.
            sigaction(number, &previous[i], NULL);
        }
        // A trapping instruction runs again after the handler returns, so that the default action ends the process;
        // Swift's runtime restores that action after its backtrace. A signal that was sent, such as the watchdog's
        // SIGABRT, does not recur and is raised again.
        struct sigaction now;
        if (information->si_code > 0 || sigaction(number, NULL, &now) != 0) continue;
        if (!(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL) raise(number);
    }
}

int32_t attribution_install(const char *path) {
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return errno;
    // Allocates the blocks of the file: on a full disk, writing to a mapping without blocks raises SIGBUS in the handler.
    int failure = posix_fallocate(file, 0, sizeof(struct stored_record));
    void *memory = MAP_FAILED;
    if (failure == 0) {
        memory = mmap(NULL, sizeof(struct stored_record), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (memory == MAP_FAILED) failure = errno;
    }
    close(file);
    if (failure != 0) return failure;
    stored = memory;
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    stored->record.started = now.tv_sec;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < signal_count; i++) {
        // SA_ONSTACK uses the alternate signal stack that a previous handler may have set up.
        sigaction(signals[i], NULL, &previous[i]);
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | (previous[i].sa_flags & SA_NODEFER);
        if (sigaction(signals[i], &action, NULL) != 0) return errno;
    }
    return 0;
}

int32_t attribution_read(const char *path, struct attribution_record *to) {
    struct stored_record found;
    memset(&found, 0, sizeof found);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) return errno;
    ssize_t size = pread(file, &found, sizeof found, 0);
    int failure = size < 0 ? errno : 0;
    close(file);
    if (failure != 0) return failure;
    if (size < (ssize_t)sizeof found || memcmp(found.magic, magic, sizeof magic) != 0) return ENODATA;
    found.record.owner[ATTRIBUTION_NAME_SIZE - 1] = 0;
    *to = found.record;
    return 0;
}
