// The initialisers that verbs in other modules are made of. There are two of each, because a reference to an
// initialiser that waits is of another type than one that does not. The error is a parameter of its own:
// without it, Swift 6.3 can't take an initialiser with a typed `throws` through a parameter pack.

extension Binding {
    /// A binding from a synchronous initialiser, with a conversion from what it makes to the key.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the key's type. It is called once for each instance.
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
            K.self, implementation: T.self, needs: Need.list(repeat (each D).self),
            recipe: .making(make, as: convert), role: role, options: options, isConverted: true, file: file, line: line)
    }

    /// A binding from an asynchronous initialiser, with a conversion from what it makes to the key.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the key's type. It is called once for each instance.
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
            K.self, implementation: T.self, needs: Need.list(repeat (each D).self),
            recipe: .making(make, as: convert), role: role, options: options, isConverted: true, file: file, line: line)
    }

    /// A binding for a key from a synchronous initialiser of a type that converts to it by itself.
    ///
    /// - Parameters:
    ///   - key: The type that is asked for.
    ///   - implementation: The type that is made, as tools shall see it.
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: How the binding differs from the default.
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
            key, implementation: implementation, needs: Need.list(repeat (each D).self), recipe: .making(make),
            role: role, options: options, file: file, line: line)
    }

    /// A binding for a key from an asynchronous initialiser of a type that converts to it by itself.
    ///
    /// - Parameters:
    ///   - key: The type that is asked for.
    ///   - implementation: The type that is made, as tools shall see it.
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: How the binding differs from the default.
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
            key, implementation: implementation, needs: Need.list(repeat (each D).self), recipe: .making(make),
            role: role, options: options, file: file, line: line)
    }

    /// A binding for an instance that exists already.
    ///
    /// The scope does not close it, unless an ``BindingOption/onClose(_:)`` says how.
    ///
    /// - Parameters:
    ///   - key: The type that is asked for.
    ///   - value: The instance.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: How the binding differs from the default.
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
            key, implementation: type(of: value as Any), needs: [], recipe: .giving(value), role: role,
            options: options, isGiven: true, file: file, line: line)
    }
}

extension Need {
    /// The needs that a list of parameters makes.
    @usableFromInline
    static func list<each D>(_ parameters: repeat (each D).Type) -> [Need] {
        var needs: [Need] = []
        repeat needs.append(Need(of: each parameters))
        return needs
    }
}
