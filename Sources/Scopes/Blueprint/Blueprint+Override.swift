// An override replaces a binding of the same key, here and in the blueprints nested in this one: for a choice by
// configuration, and for tests. It acts on what has been declared so far, so it comes after the declaration. The
// replaced binding's marks stay, so that a split puts the new one where the old one was. Where nothing has
// the key, admission refuses the blueprint (SC008).

extension Blueprint {
    /// Replaces a binding by one made by a synchronous initialiser.
    ///
    /// It takes the place of the binding of the same key.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func override<each D: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        applyOverride(Binding(T.self, of: T.self, make, options: options, file: file, line: line))
    }

    /// Replaces a binding by one made by a synchronous initialiser and converted to the key.
    ///
    /// It takes the place of the binding of the same key.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the key's type: `{ $0 as any ItemStore }`.
    @inlinable
    public mutating func override<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        applyOverride(Binding(make, options: options, file: file, line: line, as: convert))
    }

    /// Replaces the binding of a key by one made by a synchronous initialiser.
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
    public mutating func override<each D: Sendable, K: Sendable, F: Error>(
        _ key: K.Type,
        _ make: @escaping @Sendable (repeat each D) throws(F) -> K,
        _ options: BindingOption<K>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        applyOverride(Binding(key, of: key, make, options: options, file: file, line: line))
    }

    /// Replaces a binding by one made by an asynchronous initialiser.
    ///
    /// It takes the place of the binding of the same key.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func override<each D: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        applyOverride(Binding(T.self, of: T.self, make, options: options, file: file, line: line))
    }

    /// Replaces a binding by one made by an asynchronous initialiser and converted to the key.
    ///
    /// It takes the place of the binding of the same key.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the key's type: `{ $0 as any ItemStore }`.
    @inlinable
    public mutating func override<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        applyOverride(Binding(make, options: options, file: file, line: line, as: convert))
    }

    /// Replaces the binding of a key by one made by an asynchronous initialiser.
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
    public mutating func override<each D: Sendable, K: Sendable, F: Error>(
        _ key: K.Type,
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> K,
        _ options: BindingOption<K>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        applyOverride(Binding(key, of: key, make, options: options, file: file, line: line))
    }

    /// Replaces a binding by an instance that exists already.
    ///
    /// The scope does not close it, unless an ``BindingOption/onClose(_:)`` says how.
    ///
    /// - Parameters:
    ///   - value: The instance. Its type as the compiler sees it is the key.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func override<K: Sendable>(
        value: K,
        _ options: BindingOption<K>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        applyOverride(Binding(K.self, value: value, options: options, file: file, line: line))
    }

    /// Replaces the binding of a key by an instance that exists already.
    ///
    /// The scope does not close it, unless an ``BindingOption/onClose(_:)`` says how.
    ///
    /// - Parameters:
    ///   - key: The type that is asked for.
    ///   - value: The instance.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func override<K: Sendable>(
        _ key: K.Type,
        value: K,
        _ options: BindingOption<K>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        applyOverride(Binding(key, value: value, options: options, file: file, line: line))
    }

    @usableFromInline
    mutating func applyOverride(_ binding: Binding) {
        if !replace(binding) {
            unmatchedOverrides.append(binding)
        }
    }
}
