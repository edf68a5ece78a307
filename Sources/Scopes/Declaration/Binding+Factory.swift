// Methods in other modules declare bindings with these initializers. Each initializer has a synchronous and an
// asynchronous form, because references to the two kinds of initializers have different types. The error is a generic
// parameter: otherwise, Swift 6.3 can't pass an initializer with a typed `throws` through a parameter pack.

extension Binding {
    /// Creates a binding from a synchronous initializer, with a conversion of the instance to the key.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the key's type. It is called once for each instance.
    @inlinable
    public init<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T,
        role: Role = .provision,
        options: [BindingOption<T>] = [],
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        self.init(
            K.self, implementation: T.self, requirements: Requirement.list(repeat (each D).self),
            factory: .creating(make, as: convert), role: role, options: options, isConverted: true, file: file,
            line: line)
    }

    /// Creates a binding from an asynchronous initializer, with a conversion of the instance to the key.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the key's type. It is called once for each instance.
    @inlinable
    public init<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T,
        role: Role = .provision,
        options: [BindingOption<T>] = [],
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        self.init(
            K.self, implementation: T.self, requirements: Requirement.list(repeat (each D).self),
            factory: .creating(make, as: convert), role: role, options: options, isConverted: true, file: file,
            line: line)
    }

    /// Creates a binding from a synchronous initializer that returns the key's type.
    ///
    /// - Parameters:
    ///   - key: The type by which the binding is requested.
    ///   - implementation: The created type, for tools.
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public init<each D: Sendable, K: Sendable, F: Error>(
        _ key: K.Type,
        of implementation: any Any.Type,
        _ make: @escaping @Sendable (repeat each D) throws(F) -> K,
        role: Role = .provision,
        options: [BindingOption<K>] = [],
        file: String = #fileID,
        line: Int = #line
    ) {
        self.init(
            key, implementation: implementation, requirements: Requirement.list(repeat (each D).self),
            factory: .creating(make), role: role, options: options, file: file, line: line)
    }

    /// Creates a binding from an asynchronous initializer that returns the key's type.
    ///
    /// - Parameters:
    ///   - key: The type by which the binding is requested.
    ///   - implementation: The created type, for tools.
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public init<each D: Sendable, K: Sendable, F: Error>(
        _ key: K.Type,
        of implementation: any Any.Type,
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> K,
        role: Role = .provision,
        options: [BindingOption<K>] = [],
        file: String = #fileID,
        line: Int = #line
    ) {
        self.init(
            key, implementation: implementation, requirements: Requirement.list(repeat (each D).self),
            factory: .creating(make), role: role, options: options, file: file, line: line)
    }

    /// Creates a binding for an existing instance.
    ///
    /// The scope closes the instance only with the option ``BindingOption/onClose(_:)``.
    ///
    /// - Parameters:
    ///   - key: The type by which the binding is requested.
    ///   - value: The instance, which the caller owns.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public init<K: Sendable>(
        _ key: K.Type,
        value: K,
        role: Role = .provision,
        options: [BindingOption<K>] = [],
        file: String = #fileID,
        line: Int = #line
    ) {
        self.init(
            key, implementation: type(of: value as Any), requirements: [], factory: .providing(value), role: role,
            options: options, isGiven: true, value: value, file: file, line: line)
    }
}
