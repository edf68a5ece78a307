#if THREAD_SANITIZER
    import Glibc

    /// State that one thread at a time may touch.
    ///
    /// This form is for the thread sanitizer, which does not see the futex in `Synchronization.Mutex` and gives false
    /// reports. Build with `-Xswiftc -DTHREAD_SANITIZER` beside `--sanitize=thread` to have it.
    final class Lock<State>: @unchecked Sendable {
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

        /// Runs a body that must call no foreign code and destroy no foreign object.
        func withLock<Result>(_ body: (inout State) -> Result) -> Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return body(&state)
        }
    }
#else
    import Synchronization

    /// State that one thread at a time may touch.
    struct Lock<State: Sendable>: ~Copyable, Sendable {
        private let mutex: Mutex<State>

        init(_ state: consuming State) {
            mutex = Mutex(state)
        }

        /// Runs a body that must call no foreign code and destroy no foreign object.
        func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
            mutex.withLock { state in body(&state) }
        }
    }
#endif
