public import Scopes
public import Varlink

extension Blueprint {
    /// Serves an interface on the control socket while the plugin runs.
    ///
    /// The host knows the interface before anything is made, so that `trellisctl` can tell of a plugin that is disabled
    /// too. Two plugins can't serve the same interface. If the interface is ``ContractErrorConverting``, its errors are
    /// converted.
    ///
    /// - Parameters:
    ///   - make: A synchronous initialiser. Its parameters are what it needs.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func serve<each D: Sendable, T: VarlinkInterface, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0.served }
    }

    /// Serves an interface on the control socket while the plugin runs.
    ///
    /// It is made by an asynchronous initialiser.
    ///
    /// - Parameters:
    ///   - make: An asynchronous initialiser. Its parameters are what it needs.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func serve<each D: Sendable, T: VarlinkInterface, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0.served }
    }
}
