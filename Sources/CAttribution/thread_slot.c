#include "thread_slot.h"

static __thread void *slot;

void *thread_slot_exchange(void *pointer) {
    void *old = slot;
    slot = pointer;
    return old;
}
