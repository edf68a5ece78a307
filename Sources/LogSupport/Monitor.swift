import Glibc

/// A value protected by a mutex, with a condition variable.
///
/// ``wait(within:until:)`` blocks, and is for dedicated threads and for the end of a program. A task must not call it.
///
/// `Synchronization.Mutex` has no condition variable, and the thread sanitizer reports false races with it. This type
/// therefore wraps a POSIX mutex and a POSIX condition variable.
package final class Monitor<State: ~Copyable>: @unchecked Sendable {
    // Safe to share: `state` is accessed only while `mutex` is locked, and the two pointers never change. They point to
    // separate memory because a POSIX mutex and a POSIX condition variable must not move.
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// Creates a monitor.
    package init(_ state: consuming sending State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // Timeouts must not depend on changes of the system's time.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Calls a closure with the lock held.
    ///
    /// The closure must be short, and must not use this monitor.
    package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Wakes all waiting threads, which then evaluate their conditions again.
    package func wakeAll() {
        pthread_cond_broadcast(condition)
    }

    /// Blocks the thread until a closure, called with the lock held, returns a value.
    ///
    /// - Parameters:
    ///   - limit: The timeout. Default: `nil`, none.
    ///   - body: Evaluates the condition. It is called at least once, and again after each ``wakeAll()``.
    /// - Returns: The value that the closure returned; `nil` after the timeout.
    package func wait<Result>(within limit: Duration? = nil, until body: (inout State) -> Result?) -> Result? {
        let deadline = limit.map(Self.deadline(after:))
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            if var deadline {
                guard pthread_cond_timedwait(condition, mutex, &deadline) != ETIMEDOUT else { return body(&state) }
            } else {
                pthread_cond_wait(condition, mutex)
            }
        }
    }

    private static func deadline(after limit: Duration) -> timespec {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        // About 95 years at most, so that the sum can't overflow.
        let (seconds, attoseconds) = min(max(limit, .zero), .seconds(3_000_000_000)).components
        let nanoseconds = Int64(now.tv_nsec) + attoseconds / 1_000_000_000
        return timespec(
            tv_sec: now.tv_sec + Int(seconds) + Int(nanoseconds / 1_000_000_000),
            tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}
