// Records the operations of a process on the files of its databases, for the simulation of a crash of the machine.
//
// The dynamic linker loads this library because of LD_PRELOAD. Each write, truncation, synchronization, creation,
// deletion and renaming of a file below FILE_RECORDER_ROOT whose name contains ".sqlite" is appended to the file
// FILE_RECORDER_LOG as a record: a header of five 64-bit numbers (kind, inode, offset, length of the data, length of
// the name), the data and the name. A record is appended after its operation and before the call returns. A test that
// has received a reply therefore finds the records of all earlier operations. SQLite's -shm files are not recorded,
// because SQLite rebuilds them after a crash.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE = 1, TRUNCATE = 2, SYNC = 3, CREATE = 4, DELETE = 5, RENAME = 6, SYNC_FOLDER = 7 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1;
static const char *root;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
    root = getenv("FILE_RECORDER_ROOT");
    const char *path = getenv("FILE_RECORDER_LOG");
    int (*open)(const char *, int, ...) = real("open64");
    if (root && path) log_file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (log_file < 0) abort();
}

static int is_recorded(const char *path) {
    return root && !strncmp(path, root, strlen(root)) && strstr(path, ".sqlite") && !strstr(path, "-shm");
}

// Stores the path of an open file. Returns 0 if the path is unknown.
static int path_of(int file, char *path, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, size - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return 1;
}

// Stores the path of an open file. Returns 0 if the file is not recorded.
static int recorded_path(int file, char *path, size_t size) {
    return path_of(file, path, size) && is_recorded(path);
}

static void record(uint64_t kind, uint64_t inode, uint64_t offset, const void *data, size_t length, const char *name) {
    int saved = errno;
    uint64_t header[5] = {kind, inode, offset, length, strlen(name)};
    struct iovec parts[3] = {{header, sizeof header}, {(void *)data, length}, {(void *)name, strlen(name)}};
    pthread_mutex_lock(&lock);
    // An append to a local file is complete or fails.
    if (writev(log_file, parts, 3) < 0) abort();
    pthread_mutex_unlock(&lock);
    errno = saved;
}

static uint64_t inode(int file) {
    struct stat64 status;
    return fstat64(file, &status) ? 0 : status.st_ino;
}

static int opened(int file, int existed) {
    char path[4096];
    if (file >= 0 && !existed && recorded_path(file, path, sizeof path)) record(CREATE, inode(file), 0, "", 0, path);
    return file;
}

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...) {                                                                       \
        va_list list;                                                                                                  \
        va_start(list, flags);                                                                                         \
        int mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, int) : 0;                                            \
        va_end(list);                                                                                                  \
        int existed = !(flags & O_CREAT) || access(path, F_OK) == 0;                                                   \
        int (*call)(const char *, int, ...) = real(#name);                                                             \
        return opened(call(path, flags, mode), existed);                                                         \
    }
OPEN(open)
OPEN(open64)

#define PWRITE(name)                                                                                                   \
    ssize_t name(int file, const void *data, size_t length, off64_t offset) {                                          \
        ssize_t (*call)(int, const void *, size_t, off64_t) = real(#name);                                             \
        ssize_t written = call(file, data, length, offset);                                                            \
        char path[4096];                                                                                               \
        if (written > 0 && recorded_path(file, path, sizeof path))                                                     \
            record(WRITE, inode(file), offset, data, written, path);                                                   \
        return written;                                                                                                \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

ssize_t write(int file, const void *data, size_t length) {
    ssize_t (*call)(int, const void *, size_t) = real("write");
    char path[4096];
    if (!recorded_path(file, path, sizeof path)) return call(file, data, length);
    off64_t offset = lseek64(file, 0, SEEK_CUR);
    ssize_t written = call(file, data, length);
    if (written > 0) record(WRITE, inode(file), offset, data, written, path);
    return written;
}

#define TRUNCATION(name)                                                                                               \
    int name(int file, off64_t size) {                                                                                 \
        int (*call)(int, off64_t) = real(#name);                                                                       \
        int result = call(file, size);                                                                                 \
        char path[4096];                                                                                               \
        if (!result && recorded_path(file, path, sizeof path)) record(TRUNCATE, inode(file), size, "", 0, path);        \
        return result;                                                                                                 \
    }
TRUNCATION(ftruncate)
TRUNCATION(ftruncate64)

#define SYNCHRONIZATION(name)                                                                                          \
    int name(int file) {                                                                                               \
        int (*call)(int) = real(#name);                                                                                \
        int result = call(file);                                                                                       \
        struct stat64 status;                                                                                          \
        char path[4096];                                                                                               \
        if (result) return result;                                                                                     \
        if (!path_of(file, path, sizeof path) || fstat64(file, &status)) return 0;                                     \
        if (S_ISDIR(status.st_mode)) record(SYNC_FOLDER, status.st_ino, 0, "", 0, path);                               \
        else if (is_recorded(path)) record(SYNC, status.st_ino, 0, "", 0, path);                                       \
        return result;                                                                                                 \
    }
SYNCHRONIZATION(fsync)
SYNCHRONIZATION(fdatasync)

int unlink(const char *path) {
    int (*call)(const char *) = real("unlink");
    int result = call(path);
    if (!result && is_recorded(path)) record(DELETE, 0, 0, "", 0, path);
    return result;
}

int rename(const char *from, const char *to) {
    int (*call)(const char *, const char *) = real("rename");
    int result = call(from, to);
    // The daemon does not rename its databases. A test fails when it reads this record.
    if (!result && (is_recorded(from) || is_recorded(to))) record(RENAME, 0, 0, "", 0, from);
    return result;
}
