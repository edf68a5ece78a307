import Synchronization

/// A value that is protected by a mutex.
struct Lock<State: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<State>

    init(_ state: consuming State) {
        mutex = Mutex(state)
    }

    /// Runs a closure with exclusive access.
    ///
    /// The closure must not call foreign code, release foreign objects, or block.
    func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try mutex.withLock { (state) throws(Failure) in try body(&state) }
    }
}
