import Glibc

/// A value behind a lock, with a condition to wait for.
///
/// The only lock of this library. ``wait(within:until:)`` is for threads of our own: a task must not block on it.
///
/// `Synchronization.Mutex` has no condition variable, and the thread sanitizer reports races that are none with it. So
/// this is made of a POSIX mutex and condition.
final class Monitor<State: ~Copyable>: @unchecked Sendable {
    // Safe to share: `state` is read and written with `mutex` held only, and the two pointers never change. They point
    // to memory of their own because a POSIX mutex and condition must not move.
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ state: consuming sending State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // Time limits must not depend on the clock on the wall.
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

    /// Calls the body with the lock held.
    ///
    /// The body must be short, and call nothing that could come back here.
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Wakes every thread that waits, to look at the value again.
    func wakeAll() {
        pthread_cond_broadcast(condition)
    }

    /// Calls the body with the lock held until it returns something, and waits in between.
    ///
    /// - Parameters:
    ///   - limit: How long to wait at most; `nil` for ever.
    ///   - body: Looks at the value. Called at least once, and after each ``wakeAll()``.
    /// - Returns: What the body returned; `nil` when the time is over.
    func wait<Result>(within limit: Duration? = nil, until body: (inout State) -> Result?) -> Result? {
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
        // A century is as good as for ever, and can't overflow.
        let (seconds, attoseconds) = min(max(limit, .zero), .seconds(3_000_000_000)).components
        let nanoseconds = Int64(now.tv_nsec) + attoseconds / 1_000_000_000
        return timespec(
            tv_sec: now.tv_sec + Int(seconds) + Int(nanoseconds / 1_000_000_000),
            tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}
