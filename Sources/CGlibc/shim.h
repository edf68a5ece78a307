/* Functions of glibc that Swift's Glibc module lacks: pthread_setname_np(3), which is declared only with _GNU_SOURCE, and
   malloc_trim(3). */

#ifndef CGLIBC_SHIM_H
#define CGLIBC_SHIM_H

#include <malloc.h>
#include <pthread.h>

extern int pthread_setname_np(pthread_t thread, const char *name);

#endif
