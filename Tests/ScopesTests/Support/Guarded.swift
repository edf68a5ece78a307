#if THREAD_SANITIZER
    import Glibc

    /// State that one thread at a time may touch, in a form that the thread sanitizer understands: it does not see the
    /// futex in `Synchronization.Mutex`.
    final class Guarded<State>: @unchecked Sendable {
        // Unchecked, because `state` is a plain variable: `withLock` is its only access, under the mutex.
        private var state: State
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>

        init(_ state: sending State) {
            self.state = state
            mutex = .allocate(capacity: 1)
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&state)
        }
    }
#else
    import Synchronization

    /// State that one thread at a time may touch.
    final class Guarded<State: Sendable>: Sendable {
        private let state: Mutex<State>

        init(_ state: State) {
            self.state = Mutex(state)
        }

        func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
            try state.withLock { state in try body(&state) }
        }
    }
#endif
