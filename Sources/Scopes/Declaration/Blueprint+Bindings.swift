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

extension Blueprint {
    /// Provides the instance of another binding under a second key.
    ///
    /// ```swift
    /// blueprint.provide(MemoryItemStore.init)
    /// blueprint.alias(MemoryItemStore.self) { $0 as any ItemStore }
    /// ```
    ///
    /// The instance is closed once, by the scope that created it. The alias requires the instance when its scope opens, also a
    /// lazy one.
    ///
    /// - Parameters:
    ///   - key: The key of the other binding, in this blueprint or in a scope above.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the second key's type.
    public mutating func alias<T: Sendable, K: Sendable>(
        _ key: T.Type,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        add(Binding({ (instance: T) in instance }, options: [.ownedElsewhere], file: file, line: line, as: convert))
    }
}

extension Blueprint {
    /// Contributes an instance, created by a synchronous initializer, to the type of its conversion.
    ///
    /// A key can have any number of contributions. An initializer receives the visible ones as ``All``, and the owner of the
    /// scope reads those of its blueprint with ``Scope/contributions(to:)``.
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
}

extension Blueprint {
    /// Replaces a binding with one created by a synchronous initializer.
    ///
    /// An override applies to the binding with the same key that was declared before it, in this blueprint and in those nested
    /// in it. The new binding inherits the marks of the old one. An override without a binding to replace is rejected
    /// (``DiagnosticCode/unmatchedOverride``).
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
        for index in bindings.indices where bindings[index].key == key && bindings[index].isReplaceable {
            var replacement = binding
            replacement.change { replacement in
                replacement.key = key
                replacement.marks.formUnion(bindings[index].marks)
            }
            bindings[index] = replacement
            found = true
        }
        if found, isWrapped {
            // The decorators have the lifetime of the new binding.
            for index in bindings.indices where bindings[index].key.beneath(0) == binding.key {
                guard bindings[index].role == .provision else { continue }
                bindings[index].change { ($0.isLazy, $0.isTransient) = (binding.isLazy, binding.isTransient) }
            }
        }
        for index in nested.indices where nested[index].replace(binding) {
            found = true
        }
        return found
    }
}

extension Blueprint {
    /// Wraps the instance of a key, for this scope and the scopes under it.
    ///
    /// ```swift
    /// blueprint.decorate(CachingStore.init(base:clock:)) { $0 as any ItemStore }
    /// ```
    ///
    /// A decorator applies to the binding that was declared before it, in this blueprint and in those nested in it. If none of
    /// them has the key, it wraps the binding of an ancestor, for this scope and the scopes under it. The last decorator is
    /// the outermost.
    ///
    /// The decorator is lazy or transient if the binding that it wraps is declared in one of these blueprints and is. An override of
    /// the key replaces the wrapped binding; the decorator remains.
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

    @usableFromInline
    mutating func applyDecorator(_ decorator: Binding) {
        if wrap(decorator) { return }
        var decorator = decorator
        decorator.change { $0.requirements[0].skipsOwnScope = true }
        add(decorator)
    }

    /// Replaces the bindings with the key of a decorator, here and in the nested blueprints.
    ///
    /// - Returns: Whether a binding was found.
    private mutating func wrap(_ decorator: Binding, isOutermost: Bool = true) -> Bool {
        var found = false
        let wrapped = bindings.firstIndex {
            $0.key == decorator.key && (isOutermost ? $0.role == .provision : $0.isReplaceable)
        }
        if let index = wrapped {
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
        for index in nested.indices where nested[index].wrap(decorator, isOutermost: false) {
            found = true
        }
        return found
    }
}

extension Blueprint {
    /// Runs an action with instances after their creation, before the scope is open.
    ///
    /// The action connects two objects that reference each other: one receives the other through a property or a method after
    /// both exist. Prefer a ``Live`` or ``Lazy`` parameter, which the compiler can check.
    ///
    /// ```swift
    /// blueprint.afterCreation { (folders: FolderList, window: Window) in folders.delegate = window }
    /// ```
    ///
    /// An action runs when its parameters exist, and actions run one after another, in the order of declaration. A lazy instance
    /// that an action takes is created when the scope opens.
    ///
    /// - Parameters:
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - body: The action. Its parameters are the instances. If the action throws an error, the scope does not open.
    @inlinable
    public mutating func afterCreation<each D: Sendable, F: Error>(
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (repeat each D) throws(F) -> Void
    ) {
        add(
            Binding(
                Void.self, implementation: Void.self, requirements: Requirement.list(repeat (each D).self),
                factory: .creating(body),
                role: .afterCreation, options: [BindingOption<Void>](), file: file, line: line))
    }

    /// Runs an asynchronous action with instances after their creation, before the scope is open.
    ///
    /// - Parameters:
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - body: The action. Its parameters are the instances. If the action throws an error, the scope does not open.
    @inlinable
    public mutating func afterCreation<each D: Sendable, F: Error>(
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (repeat each D) async throws(F) -> Void
    ) {
        add(
            Binding(
                Void.self, implementation: Void.self, requirements: Requirement.list(repeat (each D).self),
                factory: .creating(body),
                role: .afterCreation, options: [BindingOption<Void>](), file: file, line: line))
    }

    /// Calls a method of an instance with other instances after their creation, before the scope is open.
    ///
    /// ```swift
    /// blueprint.afterCreation(FolderList.attach(to:))
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method, as a member of the type. The receiver and the parameters are the instances. If the
    ///     method throws an error, the scope does not open.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func afterCreation<T: Sendable, each D: Sendable, F: Error>(
        _ method: @escaping @Sendable (T) -> (repeat each D) throws(F) -> Void,
        file: String = #fileID,
        line: Int = #line
    ) {
        afterCreation(file: file, line: line) { (instance: T, others: repeat each D) throws(F) in
            try method(instance)(repeat each others)
        }
    }
}

extension Binding {
    /// Whether the binding provides an instance of its own, instead of wrapping one of a scope further out.
    fileprivate var isReplaceable: Bool {
        role == .provision && requirements.first?.skipsOwnScope != true
    }
}
