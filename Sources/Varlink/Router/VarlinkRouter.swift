/// The interfaces of a service, by name.
///
/// The router itself serves `org.varlink.service`.
///
/// Interfaces may be registered and unregistered while servers and local callers use the router. A call continues with
/// the implementation that was registered when it began.
public final class VarlinkRouter: Sendable {
    /// Maps an error of any other type to a Varlink error.
    ///
    /// The closure is called in the task of the call, or in the task of ``VarlinkServer/shutdown(gracePeriod:)`` for
    /// calls that are no longer served, and may log. In addition to the errors of methods, it receives:
    ///
    /// - ``ConnectionRefusal`` when a server is created, once for each limit.
    /// - `CancellationError` when the client or the server ended the call, also when the method threw
    ///   ``ServerCallError/connectionClosed``.
    /// - ``ServerCallError/noReply(method:)`` when a method did not reply.
    public typealias ErrorMapper = @Sendable (any Error) -> any VarlinkError

    /// The description of the service in the reply of `GetInfo`.
    public let information: ServiceInformation

    private let interceptor: (any CallInterceptor)?
    private let errorMapper: ErrorMapper
    private let table: Lock<RoutingTable>

    /// Creates a router that serves only `org.varlink.service`.
    ///
    /// - Parameters:
    ///   - information: The description of the service.
    ///   - interceptor: Decides on each call and observes its outcome; none by default.
    ///   - errorMapper: Maps errors of other types to Varlink errors; ``defaultErrorMapper(_:)`` by default.
    public init(
        information: ServiceInformation, interceptor: (any CallInterceptor)? = nil,
        errorMapper: @escaping ErrorMapper = defaultErrorMapper
    ) {
        self.information = information
        self.interceptor = interceptor
        self.errorMapper = errorMapper
        self.table = Lock(RoutingTable(interceptor: interceptor))
    }

    /// Maps a `CancellationError` to `io.systemd.System` with ECANCELED, a ``ConnectionRefusal`` to EBUSY, and any
    /// other error to EIO, which does not disclose internal errors to clients.
    public static func defaultErrorMapper(_ error: any Error) -> any VarlinkError {
        switch error {
        case is CancellationError: SystemError.cancelled
        case is ConnectionRefusal: SystemError.busy
        default: SystemError.failed
        }
    }

    /// The contracts that are served now, sorted by name, with `org.varlink.service` first.
    public var contracts: [VarlinkContract] {
        introspection.table.sortedContracts
    }

    /// Registers an interface.
    ///
    /// - Throws: ``RegistrationError`` when an interface of that name is registered.
    public func register(_ registration: VarlinkRegistration) throws(RegistrationError) {
        try replace([], with: [registration])
    }

    /// Registers an interface.
    ///
    /// - Parameters:
    ///   - interface: The implementation, which serves all calls of the interface.
    ///   - executorPreference: The executor of the calls; by default the one that the server runs on.
    /// - Throws: ``RegistrationError`` when an interface of that name is registered.
    public func register(
        _ interface: some VarlinkInterface, executorPreference: (any TaskExecutor)? = nil
    ) throws(RegistrationError) {
        try register(VarlinkRegistration(interface, executorPreference: executorPreference))
    }

    /// Unregisters interfaces.
    ///
    /// Calls in progress continue. Unknown names are ignored.
    public func unregister(_ names: some Sequence<String>) {
        // Without new interfaces, no name can conflict with another one.
        try? replace(names, with: [])
    }

    /// Replaces interfaces atomically: no call observes an intermediate state.
    ///
    /// - Parameters:
    ///   - names: The interfaces to unregister. Unknown names are ignored.
    ///   - new: The interfaces to register.
    /// - Throws: ``RegistrationError`` when an interface cannot be registered. No interface is then replaced.
    public func replace(
        _ names: some Sequence<String>, with new: [VarlinkRegistration]
    ) throws(RegistrationError) {
        let names = Set(names)
        // The methods are created outside the lock, because their creation calls the interceptor, and the old ones are
        // released outside the lock. Both steps may run foreign code.
        let new = RoutingTable.Addition(new, interceptor: interceptor)
        let removed = try table.withLock { (table) throws(RegistrationError) in try table.replace(names, with: new) }
        withExtendedLifetime(removed) {}
    }

    /// The implementation of `org.varlink.service` for the current interfaces.
    var introspection: Introspection {
        Introspection(information: information, table: table.withLock { $0 })
    }

    /// Returns the method with a qualified name; nil if no interface declares it.
    func method(named name: String) -> ServedMethod? {
        table.withLock { $0.method(named: name) }
    }

    /// Returns the reply for an error that a method threw.
    func reply(to error: any Error) -> ReplyMessage {
        do {
            switch error {
            case let error as any VarlinkError: return try ReplyMessage(error: error)
            case let error as RemoteError:
                return ReplyMessage(errorNamed: error.name, parameters: try EncodedJSON(error.parameters))
            default: return try ReplyMessage(error: errorMapper(error))
            }
        } catch {
            // The parameters of the error cannot be encoded: a string contains U+0000, or a float is not finite.
            return Self.encodingFailure
        }
    }

    private static let encodingFailure = ReplyMessage(
        errorNamed: SystemError.failed.qualifiedName, parameters: .emptyObject)
}
