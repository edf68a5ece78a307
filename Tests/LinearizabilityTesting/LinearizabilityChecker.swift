/// Decides whether the history of one object is linearizable.
///
/// The algorithm is that of Wing and Gong ("Testing and verifying concurrent objects", 1993) with the memory of Lowe ("Testing for
/// linearizability", 2017), as in Porcupine: a depth-first search for an order of the operations that respects their times and in
/// which each result is possible. A configuration, which is the set of ordered operations and the state after them, is visited once.
///
/// Limits:
/// - The problem is NP-complete. The time grows exponentially with the number of operations that are concurrent or have an unknown
///   outcome, and linearly with the length of the history. ``limit`` ends a search that takes too long; the verdict is then
///   ``LinearizabilityVerdict/undecided(configurations:)``, which a test should report as a failure.
/// - Linearizability is local, so that a history of several objects is checked one object at a time. A guarantee across objects, for
///   example that a listing shows them at one moment, is not checked.
/// - A history is a sample: the verdict says nothing about executions that did not occur.
package struct LinearizabilityChecker<Model: SequentialModel>: Sendable {
    /// The operations of a history.
    package typealias History = [TimedOperation<Model.Action>]

    private let model: Model

    /// The maximum number of configurations.
    private let limit: Int

    package init(_ model: Model, limit: Int = 1_000_000) {
        (self.model, self.limit) = (model, limit)
    }

    /// A set of ordered operations, and the state after them.
    private struct Configuration: Hashable {
        var ordered = OperationSet()
        var state: Model.State
    }

    /// Searches for an order of the operations.
    ///
    /// - Parameter operations: The history, in any order.
    /// - Returns: Whether there is an order, or the reason why there is none.
    package func check(_ operations: History) -> LinearizabilityVerdict<Model.State> {
        let indices = operations.indices.sorted { operations[$0].call < operations[$1].call }
        let history = indices.map { operations[$0] }
        var events = EventList(history)
        var current = Configuration(state: model.initial)
        var visited: Set<Configuration> = []
        var path: [(operation: Int, before: Configuration)] = []
        var (longest, violation): (Int, LinearizabilityViolation<Model.State>?) = (-1, nil)
        // Operations with an unknown outcome need no place.
        var remaining = history.count { $0.completion != nil }
        var entry = events.first
        while remaining > 0, let position = entry {
            let (operation, isCall) = events.event(at: position)
            if isCall {
                entry = events.entry(after: position)
                guard let state = model.state(after: history[operation].action, in: current.state) else { continue }
                var following = Configuration(ordered: current.ordered, state: state)
                following.ordered.insert(operation)
                guard visited.insert(following).inserted else { continue }
                guard visited.count <= limit else { return .undecided(configurations: visited.count) }
                path.append((operation, current))
                current = following
                events.remove(operation)
                if history[operation].completion != nil { remaining -= 1 }
                entry = events.first
            } else {
                // The operation has completed before all operations that follow in the list.
                if path.count > longest {
                    longest = path.count
                    violation = LinearizabilityViolation(
                        order: path.map { indices[$0.operation] }, state: current.state, blocked: indices[operation])
                }
                guard let last = path.popLast() else { break }
                events.restore(last.operation)
                current = last.before
                if history[last.operation].completion != nil { remaining += 1 }
                entry = events.entry(afterCallOf: last.operation)
            }
        }
        guard remaining > 0, let violation else { return .linearizable }
        return .violation(violation)
    }
}
