public import Scopes

extension BindingMark {
    /// Marks what lives as long as its plugin is enabled, and so outlives a reload.
    public static let carried = BindingMark("carried")
}

extension Blueprint {
    /// Provides an instance that outlives a reload, made by a synchronous initialiser, under another type than its own.
    ///
    /// It lives in the plugin's own scope; everything else lives in the generation, which a reload replaces. So it can
    /// be made from the root's services, from configuration values and from other carried things only; admission
    /// refuses anything else. Other plugins may ask for it directly when it is exported.
    ///
    /// ```swift
    /// blueprint.carry(SQLiteItemStore.init(plugin:)) { $0 as any ItemStore }
    /// blueprint.export((any ItemStore).self)
    /// ```
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the type that is asked for.
    public mutating func carry<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        add(Binding(make, options: options + [.marked(.carried)], file: file, line: line, as: convert))
    }

    /// Provides an instance that outlives a reload, made by a synchronous initialiser.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
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

    /// Provides an instance that outlives a reload, made by an asynchronous initialiser, under another type than its
    /// own.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Turns the instance into the type that is asked for.
    public mutating func carry<each D: Sendable, T: Sendable, K: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T,
        _ options: BindingOption<T>...,
        file: String = #fileID,
        line: Int = #line,
        as convert: @escaping @Sendable (T) -> K
    ) {
        add(Binding(make, options: options + [.marked(.carried)], file: file, line: line, as: convert))
    }

    /// Provides an instance that outlives a reload, made by an asynchronous initialiser.
    ///
    /// - Parameters:
    ///   - make: The initialiser. Its parameters are what the binding needs.
    ///   - options: How the binding differs from the default.
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
}
