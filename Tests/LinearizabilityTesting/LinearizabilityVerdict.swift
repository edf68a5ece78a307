/// The result of a check.
package enum LinearizabilityVerdict<State: Hashable & Sendable>: Sendable {
    /// An order of the operations explains all results.
    case linearizable

    /// No order explains all results.
    case violation(LinearizabilityViolation<State>)

    /// The search reached its limit.
    case undecided(configurations: Int)

    /// Whether an order was found.
    package var isLinearizable: Bool { if case .linearizable = self { true } else { false } }

    /// Whether the results contradict every order.
    package var isViolation: Bool { if case .violation = self { true } else { false } }
}

/// The longest order that explains the results at the start of a history, and the operation that has no place in it.
package struct LinearizabilityViolation<State: Hashable & Sendable>: Sendable {
    /// The indices of the ordered operations in the history.
    package var order: [Int]

    /// The state after these operations.
    package var state: State

    /// The index of an operation that has completed, and is not possible in the state.
    package var blocked: Int

    /// Describes the last ordered operations and the one without a place.
    package func description<Action>(of history: [TimedOperation<Action>]) -> String {
        func line(_ index: Int) -> String {
            let operation = history[index]
            return "\(operation.action) [\(operation.call), \(operation.completion.map(String.init) ?? "unknown")]"
        }
        return """
            after \(order.count) of \(history.count) operations:
            \(order.suffix(6).map { "  \(line($0))" }.joined(separator: "\n"))
            the state is \(state), and there is no place for
              \(line(blocked))
            """
    }
}
