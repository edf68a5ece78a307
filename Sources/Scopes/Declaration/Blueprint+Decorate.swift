// A decorator replaces a binding for all of its requesters, and receives the instance of that binding. A decorator
// applies to earlier declarations in this blueprint and in its nested blueprints. If none of them has the key, the
// decorator wraps the binding of an ancestor, for this scope and the scopes under it. The last decorator is the
// outermost.

extension Blueprint {
    /// Wraps the instance of a key, for this scope and the scopes under it.
    ///
    /// ```swift
    /// blueprint.decorate(CachingStore.init(base:clock:)) { $0 as any ItemStore }
    /// ```
    ///
    /// The decorator is lazy or transient if the binding that it wraps is. An override of the key replaces the wrapped
    /// binding; the decorator remains.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its first parameter is the wrapped instance; the others are requirements.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the key's type.
    @inlinable
    public mutating func decorate<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (K, repeat each D) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        applyDecorator(Binding(make, options: options, file: file, line: line, as: convert))
    }

    /// Wraps the instance of a key with a closure, for this scope and the scopes under it.
    ///
    /// - Parameters:
    ///   - make: Creates the decorator. Its first parameter is the wrapped instance; the others are requirements.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func decorate<each D: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (K, repeat each D) throws(F) -> K,
        _ options: BindingOption<K>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        applyDecorator(Binding(K.self, of: K.self, make, options: options, file: file, line: line))
    }

    /// Wraps the instance of a key with a decorator that has an asynchronous initializer.
    ///
    /// - Parameters:
    ///   - make: The initializer. Its first parameter is the wrapped instance; the others are requirements.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the key's type.
    @inlinable
    public mutating func decorate<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (K, repeat each D) async throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        applyDecorator(Binding(make, options: options, file: file, line: line, as: convert))
    }

    /// Wraps the instance of a key with an asynchronous closure.
    ///
    /// - Parameters:
    ///   - make: Creates the decorator. Its first parameter is the wrapped instance; the others are requirements.
    ///   - options: The options of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func decorate<each D: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (K, repeat each D) async throws(F) -> K,
        _ options: BindingOption<K>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        applyDecorator(Binding(K.self, of: K.self, make, options: options, file: file, line: line))
    }

    @usableFromInline
    mutating func applyDecorator(_ decorator: Binding) {
        if wrap(decorator) { return }
        var decorator = decorator
        decorator.change { $0.requirements[0].isAbove = true }
        add(decorator)
    }

    /// Replaces the bindings with the key of a decorator, here and in the nested blueprints.
    ///
    /// - Returns: Whether a binding was found.
    private mutating func wrap(_ decorator: Binding) -> Bool {
        var found = false
        if let index = bindings.firstIndex(where: { $0.key == decorator.key && $0.role == .provision }) {
            let layer = bindings.count { $0.key.beneath(0) == decorator.key && $0.role == .provision }
            var (inner, outer) = (bindings[index], decorator)
            outer.change { outer in
                outer.requirements[0].key = inner.key.beneath(layer)
                outer.marks.formUnion(inner.marks)
                outer.isLazy = inner.isLazy
                outer.isTransient = inner.isTransient
                outer.isPrivate = inner.isPrivate
            }
            inner.change { $0.key = $0.key.beneath(layer) }
            bindings[index] = inner
            bindings.insert(outer, at: index + 1)
            found = true
        }
        for index in nested.indices where nested[index].wrap(decorator) {
            found = true
        }
        return found
    }
}
