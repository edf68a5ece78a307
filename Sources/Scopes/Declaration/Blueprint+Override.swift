// An override replaces the binding with the same key, in this blueprint and in those nested in it, for example in a
// test or according to the configuration. An override applies to the declarations before it. The new binding inherits
// the marks of the old one, so that a split keeps the binding in the same blueprint. An override without a binding to
// replace is rejected at validation (SC008).

extension Blueprint {
    /// Replaces a binding with one created by a synchronous initializer.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - options: The options of the binding.
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

    /// Replaces a binding with one created by a synchronous initializer and converted to the key.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the key's type: `{ $0 as any ItemStore }`.
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

    /// Replaces a binding with one created by an asynchronous initializer.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - options: The options of the binding.
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

    /// Replaces a binding with one created by an asynchronous initializer and converted to the key.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its parameters are the requirements of the binding.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the key's type: `{ $0 as any ItemStore }`.
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

    /// Replaces a binding with an existing instance.
    ///
    /// The scope closes the instance only with the option ``BindingOption/onClose(_:)``.
    ///
    /// - Parameters:
    ///   - value: The instance. Its static type is the key.
    ///   - options: The options of the binding.
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

    /// Replaces the binding of a key with an existing instance.
    ///
    /// The scope closes the instance only with the option ``BindingOption/onClose(_:)``.
    ///
    /// - Parameters:
    ///   - key: The type by which the binding is requested.
    ///   - value: The instance, which the caller owns.
    ///   - options: The options of the binding.
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
        if !replace(binding) { unmatchedOverrides.append(binding) }
    }

    /// Replaces the bindings with the same key, here and in the nested blueprints.
    ///
    /// - Returns: Whether a binding was found.
    private mutating func replace(_ binding: Binding) -> Bool {
        var found = false
        // A binding that decorators wrap is in the first layer beneath them.
        let beneath = binding.key.beneath(1)
        let isWrapped = bindings.contains { $0.key == beneath && $0.role == .provision }
        let key = isWrapped ? beneath : binding.key
        for index in bindings.indices where bindings[index].key == key && bindings[index].role == .provision {
            var replacement = binding
            replacement.change { replacement in
                replacement.key = key
                replacement.marks.formUnion(bindings[index].marks)
            }
            bindings[index] = replacement
            found = true
        }
        for index in nested.indices where nested[index].replace(binding) {
            found = true
        }
        return found
    }
}
