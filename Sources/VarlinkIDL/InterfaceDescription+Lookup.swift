extension InterfaceDescription {
    /// The types that the interface declares, in order.
    public var types: [TypeDeclaration] {
        members.compactMap { if case .type(let declaration) = $0 { declaration } else { nil } }
    }

    /// The methods that the interface declares, in order.
    public var methods: [Method] {
        members.compactMap { if case .method(let method) = $0 { method } else { nil } }
    }

    /// The errors that the interface declares, in order.
    public var errors: [ErrorDeclaration] {
        members.compactMap { if case .error(let declaration) = $0 { declaration } else { nil } }
    }

    /// Finds a type by its bare name.
    ///
    /// - Parameter name: A name without the interface's, such as `Item`.
    /// - Returns: The first type of that name, or nil where there is none.
    public func type(named name: String) -> TypeDeclaration? {
        types.first { $0.name == name }
    }

    /// Finds a method by its bare name.
    ///
    /// - Parameter name: A name without the interface's, such as `Add`.
    /// - Returns: The first method of that name, or nil where there is none.
    public func method(named name: String) -> Method? {
        methods.first { $0.name == name }
    }

    /// Finds an error by its bare name.
    ///
    /// - Parameter name: A name without the interface's, such as `NoSuchItem`.
    /// - Returns: The first error of that name, or nil where there is none.
    public func error(named name: String) -> ErrorDeclaration? {
        errors.first { $0.name == name }
    }
}
