/* pthread_setname_np(3), which glibc declares only with _GNU_SOURCE. Swift's Glibc module does not define that macro. */

#ifndef CTHREAD_SHIM_H
#define CTHREAD_SHIM_H

#include <pthread.h>

extern int pthread_setname_np(pthread_t thread, const char *name);

#endif
