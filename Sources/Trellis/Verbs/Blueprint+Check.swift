public import Scopes

extension Blueprint {
    /// Asks a health check when somebody wants to know how the plugin is.
    ///
    /// While any of its checks is not healthy, the plugin is degraded.
    ///
    /// - Parameters:
    ///   - make: A synchronous initialiser. Its parameters are what it needs.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func check<each D: Sendable, T: HealthCheck, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any HealthCheck }
    }

    /// Asks a health check when somebody wants to know how the plugin is.
    ///
    /// It is made by an asynchronous initialiser.
    ///
    /// - Parameters:
    ///   - make: An asynchronous initialiser. Its parameters are what it needs.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func check<each D: Sendable, T: HealthCheck, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any HealthCheck }
    }
}
