extension Blueprint {
    /// Provides an instance created by a synchronous initializer.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func provide<each D: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        add(Binding(T.self, of: T.self, make, options: options, file: file, line: line))
    }

    /// Provides an instance created by a synchronous initializer under another type.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the key's type: `{ $0 as any ItemStore }`.
    @inlinable
    public mutating func provide<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        add(Binding(make, options: options, file: file, line: line, as: convert))
    }

    /// Provides an instance created by an asynchronous initializer.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func provide<each D: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        add(Binding(T.self, of: T.self, make, options: options, file: file, line: line))
    }

    /// Provides an instance created by an asynchronous initializer under another type.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the key's type: `{ $0 as any ItemStore }`.
    @inlinable
    public mutating func provide<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        add(Binding(make, options: options, file: file, line: line, as: convert))
    }

    /// Provides an existing instance.
    ///
    /// The scope closes the instance only with the option ``BindingOption/onClose(_:)``.
    ///
    /// - Parameters:
    ///   - value: The instance. Its static type is the key.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func provide<K: Sendable>(
        value: K,
        _ options: BindingOption<K>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        add(Binding(K.self, value: value, options: options, file: file, line: line))
    }

    /// Provides an existing instance under a key.
    ///
    /// The scope closes the instance only with the option ``BindingOption/onClose(_:)``.
    ///
    /// - Parameters:
    ///   - key: The type by which the binding is requested.
    ///   - value: The instance, which the caller owns.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func provide<K: Sendable>(
        _ key: K.Type,
        value: K,
        _ options: BindingOption<K>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        add(Binding(key, value: value, options: options, file: file, line: line))
    }
}
