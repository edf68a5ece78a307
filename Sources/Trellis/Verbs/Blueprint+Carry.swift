public import Scopes

extension BindingMark {
    /// The mark of the bindings of a plugin's own scope; all other bindings belong to the generation.
    public static let carried = BindingMark(
        "carried", advice: "`carry` it in its plugin, so that other plugins can request it directly")
}

extension Blueprint {
    /// Provides an instance, created by a synchronous initializer, in the plugin's own scope under another type.
    ///
    /// All other instances belong to the generation, the scope inside the plugin's own scope. A carried instance can
    /// therefore only depend on the services of the host, the configuration and other carried instances. Other plugins
    /// can depend directly on an exported carried instance, but on an export of the generation only through `Live<T>`.
    ///
    /// ```swift
    /// blueprint.carry(SQLiteItemStore.init(plugin:)) { $0 as any ItemStore }
    /// blueprint.export((any ItemStore).self)
    /// ```
    ///
    /// A change of the configuration at run time creates a new generation of the plugin, and the carried instances
    /// remain. A carried instance that depends on the whole configuration cannot remain: every change restarts the
    /// plugin. Carry the required part with ``carry(value:file:line:)`` instead. The host compares these values, but
    /// not the values that a closure captures: a carried closure that captures a part of the configuration keeps the
    /// old one.
    ///
    /// - Parameters:
    ///   - make: The initializer of the instance, whose parameters are the dependencies of the binding.
    ///   - options: The options of the binding, such as `.lazily` or `.onClose`.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the type under which it is provided.
    public mutating func carry<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        add(Binding(make, options: options + [.marked(.carried)], file: file, line: line, as: convert))
    }

    /// Provides an instance, created by a synchronous initializer, in the plugin's own scope.
    ///
    /// - Parameters:
    ///   - make: The initializer of the instance, whose parameters are the dependencies of the binding.
    ///   - options: The options of the binding, such as `.lazily` or `.onClose`.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func carry<each D: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        add(Binding(make, options: options + [.marked(.carried)], file: file, line: line) { $0 })
    }

    /// Provides an instance, created by an asynchronous initializer, in the plugin's own scope under another type.
    ///
    /// - Parameters:
    ///   - make: The initializer of the instance, whose parameters are the dependencies of the binding.
    ///   - options: The options of the binding, such as `.lazily` or `.onClose`.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the type under which it is provided.
    public mutating func carry<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        add(Binding(make, options: options + [.marked(.carried)], file: file, line: line, as: convert))
    }

    /// Provides an instance, created by an asynchronous initializer, in the plugin's own scope.
    ///
    /// - Parameters:
    ///   - make: The initializer of the instance, whose parameters are the dependencies of the binding.
    ///   - options: The options of the binding, such as `.lazily` or `.onClose`.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func carry<each D: Sendable, T: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line
    ) {
        add(Binding(make, options: options + [.marked(.carried)], file: file, line: line) { $0 })
    }

    /// Provides an existing value in the plugin's own scope, such as the part of the configuration that carried instances
    /// require.
    ///
    /// The carried instances survive a change of the configuration at run time if all carried values are equal to the
    /// previous ones. Otherwise, the plugin restarts.
    ///
    /// ```swift
    /// blueprint.carry(value: configuration.users)
    /// blueprint.carry(SQLiteUserStore.init(plugin:limits:))
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value. Its static type is the key.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func carry<K: Sendable & Equatable>(value: K, file: String = #fileID, line: Int = #line) {
        add(Binding(K.self, value: value, options: [.marked(.carried)], file: file, line: line))
    }
}
