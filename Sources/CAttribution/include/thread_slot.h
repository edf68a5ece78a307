// One pointer per thread, that a function leaves for those that it calls.

#ifndef TRELLIS_THREAD_SLOT_H
#define TRELLIS_THREAD_SLOT_H

/// Puts a pointer in this thread's slot, and returns the one that was there. At first it is null.
void *thread_slot_exchange(void *pointer);

#endif
