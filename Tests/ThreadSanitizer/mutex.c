// Makes the lock of Swift's standard library visible to the thread sanitizer.
//
// Without contention, Synchronization.Mutex locks and unlocks with an atomic exchange, which is inlined into the caller
// and instrumented by the sanitizer. Under contention, it calls libswiftSynchronization, which is not instrumented and
// uses futex(2), so the sanitizer reports races that do not exist. These functions replace the three functions of the
// library in the programs that this file is linked into. Each calls the original function and reports the acquisition
// or the release.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// The declarations of <sanitizer/tsan_interface.h>, which Swift's toolchain lacks. They are weak, because tools of the
// build are linked with this file and without the sanitizer.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

// The calling convention of Swift, in which `self` is passed in a dedicated register.
#define SWIFT_METHOD __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT_METHOD void lock_slow(uint32_t thread, SWIFT_SELF void *handle) __asm__(LOCK_SLOW);
SWIFT_METHOD bool try_lock_slow(SWIFT_SELF void *handle) __asm__(TRY_LOCK_SLOW);
SWIFT_METHOD void unlock_slow(SWIFT_SELF void *handle) __asm__(UNLOCK_SLOW);

typedef SWIFT_METHOD void (*LockSlow)(uint32_t, SWIFT_SELF void *);
typedef SWIFT_METHOD bool (*TryLockSlow)(SWIFT_SELF void *);
typedef SWIFT_METHOD void (*UnlockSlow)(SWIFT_SELF void *);

SWIFT_METHOD void lock_slow(uint32_t thread, SWIFT_SELF void *handle) {
    ((LockSlow)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT_METHOD bool try_lock_slow(SWIFT_SELF void *handle) {
    bool isLocked = ((TryLockSlow)dlsym(RTLD_NEXT, TRY_LOCK_SLOW))(handle);
    if (isLocked && __tsan_acquire) __tsan_acquire(handle);
    return isLocked;
}

SWIFT_METHOD void unlock_slow(SWIFT_SELF void *handle) {
    if (__tsan_release) __tsan_release(handle);
    ((UnlockSlow)dlsym(RTLD_NEXT, UNLOCK_SLOW))(handle);
}
