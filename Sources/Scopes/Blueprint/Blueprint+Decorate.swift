// A decorator takes the place of a binding, for everyone who asks for it, and is handed the instance of that binding. It acts on
// what has been declared so far in the blueprint and in those nested in it; where none of them has the key, it
// wraps what comes from above, for this blueprint and what is under it. The last decorator is the outermost.

extension Blueprint {
    /// Wraps what is provided under a key, for everyone in this scope and under it.
    ///
    /// ```swift
    /// blueprint.decorate(CachingStore.init(base:clock:)) { $0 as any ItemStore }
    /// ```
    ///
    /// It is made when what it wraps is: lazily, or anew for each that asks, where that one is. An override of the key
    /// replaces what is wrapped; the decorator stays.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its first parameter is what it wraps, the others are what it needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the key's type.
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

    /// Wraps what is provided under a key, for everyone in this scope and under it, by a closure.
    ///
    /// - Parameters:
    ///   - make: Makes the decorator. Its first parameter is what it wraps, the others are what it needs.
    ///   - options: How the binding differs from the default.
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

    /// Wraps what is provided under a key by what an asynchronous initialiser makes.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its first parameter is what it wraps, the others are what it needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the key's type.
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

    /// Wraps what is provided under a key by what an asynchronous closure makes.
    ///
    /// - Parameters:
    ///   - make: Makes the decorator. Its first parameter is what it wraps, the others are what it needs.
    ///   - options: How the binding differs from the default.
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
        decorator.change { $0.needs[0].isAbove = true }
        add(decorator)
    }

    /// Puts a decorator in the place of the binding with its key, here and in what is nested.
    ///
    /// Says whether there was one.
    private mutating func wrap(_ decorator: Binding) -> Bool {
        var found = false
        if let index = bindings.firstIndex(where: { $0.key == decorator.key && $0.role == .provision }) {
            let layer = bindings.count { $0.key.beneath(0) == decorator.key && $0.role == .provision }
            var (inner, outer) = (bindings[index], decorator)
            outer.change { outer in
                outer.needs[0].key = inner.key.beneath(layer)
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
