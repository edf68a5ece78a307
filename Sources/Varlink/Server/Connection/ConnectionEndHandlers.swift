/// The closures that run when a connection is closed and its last call has ended.
final class ConnectionEndHandlers: Sendable {
    typealias Body = @Sendable () -> Void

    private struct State {
        var bodies: [Body] = []
        var hasEnded = false
    }

    private let state = Lock(State())

    /// Adds a closure.
    ///
    /// The closure runs at once when the connection has already ended.
    func add(_ body: @escaping Body) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.bodies.append(body) }
            return state.hasEnded
        }
        if hasEnded { body() }
    }

    /// Runs the closures in the order of their addition.
    ///
    /// The closures run in a task, because the caller may be an event loop or a deinitializer, which must not run
    /// foreign code.
    ///
    /// - Parameter completion: Called after the last closure, or at once if none has been added.
    func run(then completion: @escaping @Sendable () -> Void = {}) {
        let bodies = state.withLock { state in
            state.hasEnded = true
            defer { state.bodies = [] }
            return state.bodies
        }
        if bodies.isEmpty { return completion() }
        // Unstructured, because the callers cannot wait. A server waits for `completion`.
        Task {
            for body in bodies { body() }
            completion()
        }
    }
}
