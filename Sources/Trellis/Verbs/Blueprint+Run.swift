public import Scopes
public import ServiceLifecycle

extension Blueprint {
    /// Runs a service while the plugin runs.
    ///
    /// It starts when everything that the blueprint provides is made, and is asked to shut down gracefully before
    /// anything is closed. A service that returns while the plugin runs has done its work; one that throws makes the
    /// plugin fail.
    ///
    /// - Parameters:
    ///   - make: A synchronous initialiser. Its parameters are what it needs.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func run<each D: Sendable, T: Service, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any Service }
    }

    /// Runs a service while the plugin runs.
    ///
    /// It is made by an asynchronous initialiser.
    ///
    /// - Parameters:
    ///   - make: An asynchronous initialiser. Its parameters are what it needs.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func run<each D: Sendable, T: Service, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any Service }
    }
}
