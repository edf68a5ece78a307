extension Blueprint {
    /// A type that an isolated scope receives from outside.
    public struct Input: Sendable {
        /// The type, and the way in which it is requested.
        public let requirement: Requirement
        /// The source location of the declaration.
        public let location: BindingLocation
    }

    /// Isolates the scope: of all bindings outside, its own bindings and those of the scopes inside it can require only
    /// these types.
    ///
    /// ```swift
    /// blueprint.session(Client.self) { session in
    ///     session.inputs(SessionDependencies.self)
    ///     session.provide(MoviesCoordinator.init(dependencies:client:))
    /// }
    /// ```
    ///
    /// Without inputs, a scope sees everything that the scopes above it provide. Validation rejects an input that no scope
    /// above provides (``DiagnosticCode/unmetInput``), and a requirement that only a binding outside could meet and that
    /// is not an input (``DiagnosticCode/missing``). An optional parameter is nil for such a type, and an ``All`` has only
    /// the contributions from inside. An ``import(_:from:file:line:)`` of the scope itself needs no input.
    ///
    /// A call without types isolates the scope completely. Several calls add their types.
    ///
    /// - Parameters:
    ///   - types: The types, each as the parameter of an initializer declares it: `(any ItemStore).self` permits the
    ///     instance, and a `Live` or a `Lazy` of it; `ItemFeed?.self` permits an instance that may be absent;
    ///     `All<Route>.self` permits the contributions of the scopes above.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func inputs<each I: Sendable>(
        _ types: repeat (each I).Type, file: String = #fileID, line: Int = #line
    ) {
        let location = BindingLocation(file: file, line: line)
        let added = Requirement.list(repeat each types).map { Input(requirement: $0, location: location) }
        inputs = (inputs ?? []) + added
    }
}
