// A contribution is one of any number of bindings of a key. An initialiser takes all that are visible to it as
// `All<T>`, the owner of a scope reads its own by ``Scope/contributions(to:)``, and ``Blueprint/contributions(to:)``
// tells them, with the type that will be made, before anything is built.

extension Blueprint {
    /// Contributes an instance, made by a synchronous initialiser, to what it is converted to.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the contribution needs.
    ///   - options: How the binding differs from the default. A contribution can be neither lazy nor transient.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the key's type: `{ $0 as any HealthCheck }`.
    @inlinable
    public mutating func contribute<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        add(Binding(make, role: .contribution, options: options, file: file, line: line, as: convert))
    }

    /// Contributes an instance, made by a synchronous initialiser, to a key.
    ///
    /// - Parameters:
    ///   - key: What it is contributed to.
    ///   - implementation: The type that is made, as ``contributions(to:)`` shall tell it.
    ///   - make: The initialiser. Its parameters are what the contribution needs.
    ///   - options: How the binding differs from the default. A contribution can be neither lazy nor transient.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func contribute<each D: Sendable, K: Sendable, F: Error>(
        _ key: K.Type,
        of implementation: any Any.Type,
        _ make: @escaping @Sendable (repeat each D) throws(F) -> K,
        _ options: BindingOption<K>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        add(
            Binding(key, of: implementation, make, role: .contribution, options: options, file: file, line: line))
    }

    /// Contributes an instance, made by an asynchronous initialiser, to what it is converted to.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the contribution needs.
    ///   - options: How the binding differs from the default. A contribution can be neither lazy nor transient.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the key's type: `{ $0 as any HealthCheck }`.
    @inlinable
    public mutating func contribute<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        add(Binding(make, role: .contribution, options: options, file: file, line: line, as: convert))
    }

    /// Contributes an instance, made by an asynchronous initialiser, to a key.
    ///
    /// - Parameters:
    ///   - key: What it is contributed to.
    ///   - implementation: The type that is made, as ``contributions(to:)`` shall tell it.
    ///   - make: The initialiser. Its parameters are what the contribution needs.
    ///   - options: How the binding differs from the default. A contribution can be neither lazy nor transient.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func contribute<each D: Sendable, K: Sendable, F: Error>(
        _ key: K.Type,
        of implementation: any Any.Type,
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> K,
        _ options: BindingOption<K>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        add(
            Binding(key, of: implementation, make, role: .contribution, options: options, file: file, line: line))
    }

    /// Contributes an instance that exists already to a key.
    ///
    /// The scope does not close it, unless an ``BindingOption/onClose(_:)`` says how.
    ///
    /// - Parameters:
    ///   - key: What it is contributed to.
    ///   - value: The instance.
    ///   - options: How the binding differs from the default. A contribution can be neither lazy nor transient.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func contribute<K: Sendable>(
        _ key: K.Type,
        value: K,
        _ options: BindingOption<K>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        add(Binding(key, value: value, role: .contribution, options: options, file: file, line: line))
    }
}
