/// An error that is thrown when the creation of an asynchronous or lazy instance exceeds its time limit.
///
/// The task of the creation was cancelled and is no longer awaited; an instance that it still creates is closed
/// immediately.
public struct BuildingTimeLimitExceeded: Error, Sendable {
    /// The path of the binding's scope.
    public let scope: String
    /// The binding.
    public let binding: Binding
    /// The time limit.
    public let limit: Duration
    /// The bindings that the creation waited for, each waiting for the next, directly or through a task that its
    /// initializer started.
    public let waitingFor: [WaitCycle.Link]

    init(_ construction: Construction, _ limit: Duration) {
        scope = construction.scope
        binding = construction.binding
        self.limit = limit
        waitingFor = construction.waitingFor
    }
}

extension BuildingTimeLimitExceeded: CustomStringConvertible {
    /// The binding, the limit, and the chain of waits.
    public var description: String {
        let waits = waitingFor.map { "\($0.binding) in \($0.scope) (\($0.binding.location))" }
        return "\(binding) in \(scope) (\(binding.location)) was not created within \(limit)"
            + (waits.isEmpty ? "" : "; it waits for \(waits.joined(separator: ", which waits for "))")
    }
}
