/// What is to be done when no call of a connection can come any more.
final class ConnectionEnd: Sendable {
    typealias Body = @Sendable () -> Void

    private struct State {
        var bodies: [Body] = []
        var hasEnded = false
    }

    private let state = Lock(State())

    /// Adds something to do; it is done at once when the end has come already.
    func add(_ body: @escaping Body) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.bodies.append(body) }
            return state.hasEnded
        }
        if hasEnded { body() }
    }

    /// The end has come: does everything, in the order in which it was added, in a task, because the caller may be an
    /// event loop or a deinitialiser, where no foreign code may run.
    ///
    /// - Parameter completion: Called afterwards; at once when there is nothing to do.
    func fire(then completion: @escaping @Sendable () -> Void = {}) {
        let bodies = state.withLock { state in
            state.hasEnded = true
            defer { state.bodies = [] }
            return state.bodies
        }
        if bodies.isEmpty { return completion() }
        // Unstructured, because the callers can't wait. A server waits for its completion.
        Task {
            for body in bodies { body() }
            completion()
        }
    }
}
