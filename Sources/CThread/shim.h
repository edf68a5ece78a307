/* A function of pthread_setname_np(3) that glibc declares with _GNU_SOURCE only, which Swift's Glibc module does not define. */

#ifndef CTHREAD_SHIM_H
#define CTHREAD_SHIM_H

#include <pthread.h>

extern int pthread_setname_np(pthread_t thread, const char *name);

#endif
