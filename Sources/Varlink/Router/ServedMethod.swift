/// A method that a router serves, with its implementation.
///
/// A class, because each call of the method references it.
final class ServedMethod: Sendable {
    /// The implementation of a method.
    enum Implementation: Sendable {
        case handler(VarlinkRegistration.Handler)
        case introspection
    }

    let interface: String
    let method: VarlinkContract.Method

    /// The executor of the calls; nil for the executor that the server runs on.
    let executorPreference: (any TaskExecutor)?

    /// The executor of the calls, if it conforms to ``CallExecutor``.
    let callExecutor: (any CallExecutor)?

    /// The interception of each call; nil when calls are not intercepted.
    let interception: CallInterception?

    let implementation: Implementation

    init(
        of contract: VarlinkContract, _ method: VarlinkContract.Method,
        executorPreference: (any TaskExecutor)? = nil, interceptor: (any CallInterceptor)?,
        implementation: Implementation
    ) {
        self.interface = contract.name
        self.method = method
        self.executorPreference = executorPreference
        self.callExecutor = executorPreference as? any CallExecutor
        self.interception = interceptor?.interception(of: method, in: contract.name)
        self.implementation = implementation
    }

    /// Returns the executor of the calls of a user; nil for the executor that the server runs on.
    func executor(for userID: UInt32?) -> (any TaskExecutor)? {
        callExecutor?.executor(for: userID) ?? executorPreference
    }
}
