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
