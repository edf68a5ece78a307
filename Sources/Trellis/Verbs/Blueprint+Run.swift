public import Scopes
public import ServiceLifecycle

extension Blueprint {
    /// Declares a service that runs while the plugin runs.
    ///
    /// The service starts after all instances have been created, and is shut down gracefully before any instance is
    /// closed. A service may return while the plugin runs; if it throws, the plugin fails.
    ///
    /// - Parameters:
    ///   - make: A synchronous initializer, whose parameters are the dependencies of the service.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func run<each D: Sendable, T: Service, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any Service }
    }

    /// Declares a service that runs while the plugin runs.
    ///
    /// This overload takes an asynchronous initializer.
    ///
    /// - Parameters:
    ///   - make: An asynchronous initializer, whose parameters are the dependencies of the service.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func run<each D: Sendable, T: Service, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any Service }
    }
}
