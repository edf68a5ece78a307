/* The parts of libsystemd that Trellis uses. Debian: apt-get install libsystemd-dev */

#ifndef CSYSTEMD_SHIM_H
#define CSYSTEMD_SHIM_H

#include <pthread.h>
#include <signal.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>

/* glibc declares this with _GNU_SOURCE only, which Swift's Glibc module does not set. See pthread_setname_np(3). */
extern int pthread_setname_np(pthread_t thread, const char *name);

#endif
