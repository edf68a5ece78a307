// A key can have any number of contributions. An initializer receives the visible ones as `All<T>`. The owner of a
// scope reads the contributions of its blueprint with ``Scope/contributions(to:)``. ``Blueprint/contributions(to:)``
// returns the bindings, with the types that they create, before any instance exists.

extension Blueprint {
    /// Contributes an instance, created by a synchronous initializer, to the type of its conversion.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the contribution.
    ///   - options: The options of the binding. A contribution can be neither lazy nor transient.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the key's type: `{ $0 as any HealthCheck }`.
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

    /// Contributes an instance, created by an asynchronous initializer, to the type of its conversion.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the contribution.
    ///   - options: The options of the binding. A contribution can be neither lazy nor transient.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the key's type: `{ $0 as any HealthCheck }`.
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

    /// Contributes an existing instance to a key.
    ///
    /// The scope closes the instance only with the option ``BindingOption/onClose(_:)``.
    ///
    /// - Parameters:
    ///   - key: The type that the instance is contributed to.
    ///   - value: The instance, which the caller owns.
    ///   - options: The options of the binding. A contribution can be neither lazy nor transient.
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
