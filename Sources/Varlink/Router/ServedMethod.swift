/// A method that a router serves, and what serves it.
///
/// An object, because each call of the method holds it.
final class ServedMethod: Sendable {
    /// What answers a call.
    enum Work: Sendable {
        case handler(VarlinkRegistration.Handler)
        case introspection(Introspection)
    }

    let interface: String
    let method: VarlinkContract.Method

    /// Where the calls run; nil for the executor that the server runs on.
    let executorPreference: (any TaskExecutor)?

    /// The same, if it begins calls itself.
    let callExecutor: (any CallExecutor)?

    /// What decides on each call; nil when nobody does.
    let admission: CallAdmission?

    let work: Work

    init(
        of contract: VarlinkContract, _ method: VarlinkContract.Method,
        executorPreference: (any TaskExecutor)? = nil, gate: (any CallGate)?, work: Work
    ) {
        self.interface = contract.name
        self.method = method
        self.executorPreference = executorPreference
        self.callExecutor = executorPreference as? any CallExecutor
        self.admission = gate?.admission(to: method, of: contract.name)
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
