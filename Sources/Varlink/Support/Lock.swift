#if THREAD_SANITIZER
    import Glibc

    /// State that one thread at a time touches.
    ///
    /// This form is for the thread sanitizer, which knows pthread_mutex(3) and does not know the futex in
    /// `Synchronization.Mutex`: over that it reports races that are none. To have it, build with
    /// `--sanitize=thread -Xswiftc -DTHREAD_SANITIZER`.
    final class Lock<State: Sendable>: @unchecked Sendable {
        // What makes it safe: `state` is touched in `withLock` alone, while the mutex is held.
        private var state: State
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

        init(_ state: consuming State) {
            self.state = state
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        func withLock<Result: Sendable, Failure: Error>(
            _ body: (inout State) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&state)
        }
    }
#else
    import Synchronization

    /// State that one thread at a time touches.
    struct Lock<State: Sendable>: ~Copyable, Sendable {
        private let mutex: Mutex<State>

        init(_ state: consuming State) {
            mutex = Mutex(state)
        }

        /// Runs a body that calls no foreign code, lets go of no foreign object, and waits for nothing.
        func withLock<Result: Sendable, Failure: Error>(
            _ body: (inout State) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try mutex.withLock { (state) throws(Failure) in try body(&state) }
        }
    }
#endif
