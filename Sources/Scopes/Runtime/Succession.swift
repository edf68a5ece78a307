/// The current one of several values that replace each other, each of which remains in use until its last user has left.
///
/// ```swift
/// let current = Succession(first)
/// let name = await current.use { $0.name }
/// let previous = current.replace(with: second)
/// await previous.drain(within: .seconds(30))
/// ```
///
/// A user of the previous value continues with it, and each new user receives the new value. The owner closes the
/// previous value when its users have left: no user loses its value, and none receives a closed one.
public final class Succession<Value: Sendable>: Sendable {
    /// A value and its users.
    public final class Term: Sendable {
        private struct Uses: Sendable {
            var count = 0
            /// Completed when the last user leaves a replaced value.
            var waiters: [ObjectIdentifier: Completion<Bool>] = [:]
        }

        /// The value.
        public let value: Value

        private let uses = Lock(Uses())

        fileprivate init(_ value: Value) {
            self.value = value
        }

        /// Adds a user.
        ///
        /// A user of a replaced value adds another one only while it uses the value itself.
        public func enter() { uses.withLock { $0.count += 1 } }

        /// Removes a user.
        public func leave() {
            let waiters = uses.withLock { uses -> [Completion<Bool>] in
                uses.count -= 1
                return uses.count == 0 ? Array(uses.waiters.values) : []
            }
            for waiter in waiters { waiter.complete(with: true) }
        }

        /// Waits until the users of the replaced value have left.
        ///
        /// - Parameter limit: The maximum time to wait. Default: unlimited.
        /// - Returns: Whether all have left; false after the time limit, or when the task is cancelled.
        @discardableResult
        nonisolated(nonsending) public func drain(within limit: Duration? = nil) async -> Bool {
            let drained = Completion<Bool>()
            let isUnused = uses.withLock { uses in
                if uses.count > 0 { uses.waiters[ObjectIdentifier(drained)] = drained }
                return uses.count == 0
            }
            if isUnused { return true }
            let timer = limit.map { limit in
                startUnstructured {
                    if await sleep(for: limit) { drained.complete(with: false) }
                }
            }
            defer {
                timer?.cancel()
                _ = uses.withLock { $0.waiters.removeValue(forKey: ObjectIdentifier(drained)) }
            }
            return (try? await drained.waitUnlessCancelled()) ?? false
        }
    }

    private let state: Lock<Term>

    /// Creates a succession.
    ///
    /// - Parameter first: The first value.
    public init(_ first: Value) {
        state = Lock(Term(first))
    }

    /// The current value.
    ///
    /// The value may be replaced and closed at any time: a user calls ``use(_:)`` or ``enter()``.
    public var value: Value { state.withLock { $0 }.value }

    /// Runs a body as a user of the current value.
    ///
    /// - Parameter body: The body, which runs in the isolation of the caller.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    nonisolated(nonsending) public func use<Result, Failure: Error>(
        _ body: nonisolated(nonsending) (Value) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let term = enter()
        defer { term.leave() }
        return try await body(term.value)
    }

    /// Adds a user of the current value.
    ///
    /// - Returns: The value, for ``Term/leave()``.
    public func enter() -> Term {
        state.withLock { term in
            // A replacement waits for this lock, so that it finds the user.
            term.enter()
            return term
        }
    }

    /// Replaces the current value.
    ///
    /// - Parameter value: The value for all further users.
    /// - Returns: The previous value with its users.
    public func replace(with value: Value) -> Term {
        let new = Term(value)
        return state.withLock { term in
            defer { term = new }
            return term
        }
    }
}
