/// An interface as a router serves it.
public struct VarlinkRegistration: Sendable {
    /// Serves one call, as ``VarlinkInterface/handle(_:)`` does.
    public typealias Handler = @Sendable (ServerCall) async throws -> Void

    /// What is announced.
    ///
    /// Calls of methods that it does not have never reach the handler.
    public let contract: VarlinkContract

    /// Where the calls run; nil for the executor that the server runs on.
    let executorPreference: (any TaskExecutor)?

    let handler: Handler

    /// Registers an interface.
    ///
    /// - Parameters:
    ///   - interface: What serves the calls.
    ///   - executorPreference: Where they run; by default where the server runs. Never on an event loop.
    public init<Interface: VarlinkInterface>(_ interface: Interface, executorPreference: (any TaskExecutor)? = nil) {
        self.init(contract: Interface.contract, executorPreference: executorPreference) { call in
            try await interface.handle(call)
        }
    }

    /// Registers an interface that is served by a closure: for who decides for each call, or each connection, what
    /// serves it.
    ///
    /// - Parameters:
    ///   - contract: What is announced.
    ///   - executorPreference: Where the calls run; by default where the server runs. Never on an event loop.
    ///   - handler: Serves one call.
    public init(
        contract: VarlinkContract, executorPreference: (any TaskExecutor)? = nil, handler: @escaping Handler
    ) {
        self.contract = contract
        self.executorPreference = executorPreference
        self.handler = handler
    }
}
