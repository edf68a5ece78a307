extension InterfaceDescription {
    /// The declared types, in order.
    public var types: [TypeDeclaration] {
        members.compactMap { if case .type(let declaration) = $0 { declaration } else { nil } }
    }

    /// The declared methods, in order.
    public var methods: [Method] {
        members.compactMap { if case .method(let method) = $0 { method } else { nil } }
    }

    /// The declared errors, in order.
    public var errors: [ErrorDeclaration] {
        members.compactMap { if case .error(let declaration) = $0 { declaration } else { nil } }
    }

    /// Returns the type with an unqualified name.
    ///
    /// - Parameter name: The name, such as `Item`.
    /// - Returns: The first type with this name; nil if there is none.
    public func type(named name: String) -> TypeDeclaration? {
        types.first { $0.name == name }
    }

    /// Returns the method with an unqualified name.
    ///
    /// - Parameter name: The name, such as `Add`.
    /// - Returns: The first method with this name; nil if there is none.
    public func method(named name: String) -> Method? {
        methods.first { $0.name == name }
    }

    /// Returns the error with an unqualified name.
    ///
    /// - Parameter name: The name, such as `NoSuchItem`.
    /// - Returns: The first error with this name; nil if there is none.
    public func error(named name: String) -> ErrorDeclaration? {
        errors.first { $0.name == name }
    }
}
