/// Knows the interfaces of a service, and which of them serves a call.
///
/// Answers `org.varlink.service` by itself.
///
/// Interfaces come and go while servers and local callers use the router. A call that has begun keeps the interface
/// that it began with.
public final class VarlinkRouter: Sendable {
    /// Turns an error that a method threw, and that is no Varlink error, into one.
    ///
    /// It is called in the task of the call, or in that of ``VarlinkServer/shutdown(gracePeriod:)`` for the calls that are
    /// not begun any more, and may log. ``ConnectionRefusal`` comes when a server is made, once for each limit.
    /// `CancellationError` comes when a call was ended from outside,
    /// ``ServerCallError/clientGone`` included, and ``ServerCallError/noReply(method:)`` when a method did not answer.
    public typealias ErrorMapper = @Sendable (any Error) -> any VarlinkError

    /// What `GetInfo` tells.
    public let information: ServiceInformation

    private let gate: (any CallGate)?
    private let errorMapper: ErrorMapper
    private let table: Lock<RoutingTable>

    /// Makes a router that serves `org.varlink.service` alone.
    ///
    /// - Parameters:
    ///   - information: What `GetInfo` tells.
    ///   - gate: Decides on each call, and is told how it ended; nobody by default.
    ///   - errorMapper: Turns other errors into Varlink errors; ``defaultErrorMapper(_:)`` by default.
    public init(
        information: ServiceInformation, gate: (any CallGate)? = nil,
        errorMapper: @escaping ErrorMapper = defaultErrorMapper
    ) {
        self.information = information
        self.gate = gate
        self.errorMapper = errorMapper
        self.table = Lock(RoutingTable(information: information, registrations: [], gate: gate))
    }

    /// `io.systemd.System` with ECANCELED for a `CancellationError`, with EBUSY for a ``ConnectionRefusal``, and
    /// with EIO for anything else: what went wrong inside a service is not told to its clients.
    public static func defaultErrorMapper(_ error: any Error) -> any VarlinkError {
        switch error {
        case is CancellationError: SystemError.cancelled
        case is ConnectionRefusal: SystemError.busy
        default: SystemError.failed
        }
    }

    /// What is announced at the moment, sorted by name, with `org.varlink.service` first.
    public var contracts: [VarlinkContract] {
        current.introspection.announced
    }

    /// Begins to serve an interface.
    ///
    /// - Throws: ``RegistrationError`` when one of its name is served.
    public func register(_ registration: VarlinkRegistration) throws(RegistrationError) {
        try replace([], with: [registration])
    }

    /// Begins to serve an interface.
    ///
    /// - Parameters:
    ///   - interface: What serves the calls.
    ///   - executorPreference: Where they run; by default where the server runs.
    /// - Throws: ``RegistrationError`` when one of its name is served.
    public func register(
        _ interface: some VarlinkInterface, executorPreference: (any TaskExecutor)? = nil
    ) throws(RegistrationError) {
        try register(VarlinkRegistration(interface, executorPreference: executorPreference))
    }

    /// Ceases to serve interfaces.
    ///
    /// Calls under way go on; names that are not served are ignored.
    public func unregister(_ names: some Sequence<String>) {
        let names = Set(names)
        change { (registrations) in
            registrations.filter { !names.contains($0.contract.name) }
        }
    }

    /// Exchanges interfaces at once: no call sees the one set gone and the other not yet there.
    ///
    /// - Parameters:
    ///   - names: The interfaces to cease to serve; those that are not served are ignored.
    ///   - new: The interfaces to begin to serve.
    /// - Throws: ``RegistrationError``; nothing has changed then.
    public func replace(
        _ names: some Sequence<String>, with new: [VarlinkRegistration]
    ) throws(RegistrationError) {
        let names = Set(names)
        try change { (registrations) throws(RegistrationError) in
            var served = Set<String>()
            let result = registrations.filter { !names.contains($0.contract.name) } + new
            for name in result.lazy.map(\.contract.name) {
                if name == ServiceContract.contract.name { throw .reserved(interface: name) }
                if !served.insert(name).inserted { throw .alreadyRegistered(interface: name) }
            }
            return result
        }
    }

    /// The table of now.
    var current: RoutingTable {
        table.withLock { $0 }
    }

    /// Puts a new table in the place of the current one.
    ///
    /// The new table is made outside the lock, because the gate is asked for it, and made anew when another change came
    /// first. The old one leaves the lock before anything that it held alone is released. Both are foreign code.
    private func change<Failure: Error>(
        _ body: ([VarlinkRegistration]) throws(Failure) -> [VarlinkRegistration]
    ) throws(Failure) {
        var isDone = false
        while !isDone {
            let old = current
            let new = RoutingTable(information: information, registrations: try body(old.registrations), gate: gate)
            isDone = table.withLock { table in
                guard table === old else { return false }
                table = new
                return true
            }
        }
    }

    /// The error to answer with for what a method threw.
    func reply(to error: any Error) -> ReplyMessage {
        do {
            switch error {
            case let error as any VarlinkError: return try ReplyMessage(error: error)
            case let error as RemoteError:
                return ReplyMessage(errorNamed: error.name, parameters: try EncodedJSON(error.parameters))
            default: return try ReplyMessage(error: errorMapper(error))
            }
        } catch {
            // The error's own parameters can't be sent: a string in them has U+0000, or a float is not finite.
            return Self.unspeakable
        }
    }

    private static let unspeakable = ReplyMessage(
        errorNamed: SystemError.failed.qualifiedName, parameters: .emptyObject)
}
