import Synchronization

/// A value protected by a mutex.
struct Lock<State: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<State>

    init(_ state: consuming State) {
        mutex = Mutex(state)
    }

    /// Runs a closure while the lock is held.
    ///
    /// The closure must not call foreign code. That includes `deinit`: move an old value out, and release it afterwards.
    @inline(__always)
    func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        mutex.withLock { state in body(&state) }
    }
}
