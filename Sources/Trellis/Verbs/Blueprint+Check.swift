public import Scopes

extension Blueprint {
    /// Declares a health check of the plugin.
    ///
    /// The plugin is degraded while any of its checks reports a problem.
    ///
    /// - Parameters:
    ///   - make: A synchronous initializer, whose parameters are the dependencies of the check.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func check<each D: Sendable, T: HealthCheck, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any HealthCheck }
    }

    /// Declares a health check of the plugin.
    ///
    /// This overload takes an asynchronous initializer.
    ///
    /// - Parameters:
    ///   - make: An asynchronous initializer, whose parameters are the dependencies of the check.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func check<each D: Sendable, T: HealthCheck, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any HealthCheck }
    }
}
