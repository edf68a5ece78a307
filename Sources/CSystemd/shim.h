/* The parts of libsystemd that Trellis uses. Debian: apt-get install libsystemd-dev */

#ifndef CSYSTEMD_SHIM_H
#define CSYSTEMD_SHIM_H

#include <linux/memfd.h>
#include <sys/syscall.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
#include <unistd.h>

/* memfd_create(2) with MFD_CLOEXEC, which the C library declares for _GNU_SOURCE only. */
static inline int csystemd_memfd_create(const char *name) {
    return (int)syscall(SYS_memfd_create, name, MFD_CLOEXEC);
}

#endif
