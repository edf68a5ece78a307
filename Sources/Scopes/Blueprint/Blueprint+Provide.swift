extension Blueprint {
    /// Provides an instance made by a synchronous initialiser.
    ///
    /// What it makes is asked for by its type, or by what it is converted to.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
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

    /// Provides an instance made by a synchronous initialiser under another type than its own.
    ///
    /// What it makes is asked for by its type, or by what it is converted to.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the key's type: `{ $0 as any ItemStore }`.
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

    /// Provides an instance for a key, made by a synchronous initialiser.
    ///
    /// The graph knows only the key's type; the form with a conversion knows the implementation too.
    ///
    /// - Parameters:
    ///   - key: The type that is asked for.
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func provide<each D: Sendable, K: Sendable, F: Error>(
        _ key: K.Type,
        _ make: @escaping @Sendable (repeat each D) throws(F) -> K,
        _ options: BindingOption<K>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        add(Binding(key, of: key, make, options: options, file: file, line: line))
    }

    /// Provides an instance made by an asynchronous initialiser.
    ///
    /// What it makes is asked for by its type, or by what it is converted to.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
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

    /// Provides an instance made by an asynchronous initialiser under another type than its own.
    ///
    /// What it makes is asked for by its type, or by what it is converted to.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the key's type: `{ $0 as any ItemStore }`.
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

    /// Provides an instance for a key, made by an asynchronous initialiser.
    ///
    /// The graph knows only the key's type; the form with a conversion knows the implementation too.
    ///
    /// - Parameters:
    ///   - key: The type that is asked for.
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func provide<each D: Sendable, K: Sendable, F: Error>(
        _ key: K.Type,
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> K,
        _ options: BindingOption<K>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        add(Binding(key, of: key, make, options: options, file: file, line: line))
    }

    /// Provides an instance that exists already.
    ///
    /// The scope does not close it, unless an ``BindingOption/onClose(_:)`` says how.
    ///
    /// - Parameters:
    ///   - value: The instance. Its type as the compiler sees it is the key.
    ///   - options: How the binding differs from the default.
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

    /// Provides an instance that exists already, for a key.
    ///
    /// The scope does not close it, unless an ``BindingOption/onClose(_:)`` says how.
    ///
    /// - Parameters:
    ///   - key: The type that is asked for.
    ///   - value: The instance.
    ///   - options: How the binding differs from the default.
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
