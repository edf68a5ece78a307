// A thread-local pointer, which a function sets for the functions that it calls.

#ifndef TRELLIS_THREAD_SLOT_H
#define TRELLIS_THREAD_SLOT_H

/// Sets the pointer of this thread, and returns the previous one, which is initially null.
void *thread_slot_exchange(void *pointer);

#endif
