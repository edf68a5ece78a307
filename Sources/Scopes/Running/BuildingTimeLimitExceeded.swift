/// An asynchronous initialiser, or what a lazy instance has to wait for, took longer than the time limit.
///
/// The task was cancelled and left alone; what it still makes is closed at once.
public struct BuildingTimeLimitExceeded: Error, Sendable {
    /// The path of the scope that the binding belongs to.
    public let scope: String
    /// The binding that was being made.
    public let binding: Binding
    /// How long it may take.
    public let limit: Duration
    /// What it was waiting for, as far as that is other bindings: each waits for the next, itself or by a task that its
    /// initialiser started.
    public let waitingFor: [WaitCycle.Link]

    init(_ job: BuildJob, _ limit: Duration) {
        scope = job.core.path
        binding = job.binding
        self.limit = limit
        waitingFor = job.core.waitGraph.chain(of: job)
    }
}

extension BuildingTimeLimitExceeded: CustomStringConvertible {
    /// Who took too long, and what it was waiting for.
    public var description: String {
        let waits = waitingFor.map { "\($0.binding) in \($0.scope) (\($0.binding.location))" }
        return "\(binding) in \(scope) (\(binding.location)) was not made within \(limit)"
            + (waits.isEmpty ? "" : "; it waits for \(waits.joined(separator: ", which waits for "))")
    }
}
