public import Scopes
public import Varlink

extension Blueprint {
    /// Declares an interface that is served on the control socket while the plugin runs.
    ///
    /// The host reads the interface from the blueprint, so `trellisctl` also lists the interfaces of disabled plugins.
    /// Two enabled plugins cannot serve the same interface.
    ///
    /// - Parameters:
    ///   - make: A synchronous initializer, whose parameters are the dependencies of the interface.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func serve<each D: Sendable, T: VarlinkInterface, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any VarlinkInterface }
    }

    /// Declares an interface that is served on the control socket while the plugin runs.
    ///
    /// This overload takes an asynchronous initializer.
    ///
    /// - Parameters:
    ///   - make: An asynchronous initializer, whose parameters are the dependencies of the interface.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func serve<each D: Sendable, T: VarlinkInterface, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any VarlinkInterface }
    }
}
