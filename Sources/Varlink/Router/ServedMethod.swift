/// A method that a router serves, and what serves it.
///
/// An object, because each call of the method holds it.
final class ServedMethod: Sendable {
    /// What answers a call.
    enum Work: Sendable {
        case handler(VarlinkRegistration.Handler)
        /// The answer is known before the call has passed the gate.
        case prepared(ReplyMessage)
    }

    let interface: String
    let method: VarlinkContract.Method

    /// Where the calls run; nil for the executor that the server runs on.
    let executorPreference: (any TaskExecutor)?

    /// What decides on each call; nil when nobody does.
    let gate: (any CallGate)?

    let work: Work

    init(
        interface: String, method: VarlinkContract.Method, executorPreference: (any TaskExecutor)?,
        gate: (any CallGate)?, work: Work
    ) {
        self.interface = interface
        self.method = method
        self.executorPreference = executorPreference
        self.gate = gate
        self.work = work
    }
}

/// What a call came to.
struct CallResult: Sendable {
    /// The last reply.
    let reply: ReplyMessage

    /// What was thrown; nil when the method answered.
    let reason: (any Error)?
}
