/// An interface that is registered with a router.
public struct VarlinkRegistration: Sendable {
    /// Serves one call, as ``VarlinkInterface/handle(_:)`` does.
    public typealias Handler = @Sendable (ServerCall) async throws -> Void

    /// The contract of the interface.
    ///
    /// Calls of methods that the contract does not declare never reach the handler.
    public let contract: VarlinkContract

    /// The executor of the calls; nil for the executor that the server runs on.
    let executorPreference: (any TaskExecutor)?

    let handler: Handler

    /// Creates a registration of an interface.
    ///
    /// The errors of its methods are converted by ``VarlinkInterface/contractError(for:)``.
    ///
    /// - Parameters:
    ///   - interface: The implementation, which serves all calls of the interface.
    ///   - executorPreference: The executor of the calls; by default the one that the server runs on. Must not be an event
    ///     loop.
    public init<Interface: VarlinkInterface>(_ interface: Interface, executorPreference: (any TaskExecutor)? = nil) {
        self.init(contract: Interface.contract, executorPreference: executorPreference) { call in
            try await interface.serve(call)
        }
    }

    /// Creates a registration of an interface that a closure serves, so that each call or connection may have a
    /// separate implementation.
    ///
    /// - Parameters:
    ///   - contract: The contract of the interface.
    ///   - executorPreference: The executor of the calls; by default the one that the server runs on. Must not be an event
    ///     loop.
    ///   - handler: Serves one call.
    public init(
        contract: VarlinkContract, executorPreference: (any TaskExecutor)? = nil, handler: @escaping Handler
    ) {
        self.contract = contract
        self.executorPreference = executorPreference
        self.handler = handler
    }
}
