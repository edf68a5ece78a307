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
