// A step after creation is for two objects that know each other: their initialisers can't take each other, so one is handed
// to the other by a property or a method when both have been made. Prefer a `Live` or `Lazy` parameter, which the
// compiler can check.

extension Blueprint {
    /// Does something with instances when they have been made, before the scope is open.
    ///
    /// ```swift
    /// blueprint.afterCreation { (folders: FolderList, window: Window) in folders.delegate = window }
    /// ```
    ///
    /// A step runs as soon as what it takes exists. Steps that don't wait run one after another, in the order of declaration;
    /// asynchronous ones run beside the rest. A lazy instance that one takes is made when the scope opens.
    ///
    /// - Parameters:
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - body: What to do. Its parameters are the instances. When it throws, the scope does not open.
    @inlinable
    public mutating func afterCreation<each D: Sendable, F: Error>(
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (repeat each D) throws(F) -> Void
    ) {
        add(
            Binding(
                Void.self, implementation: Void.self, needs: Need.list(repeat (each D).self), recipe: .making(body),
                role: .afterCreation, options: [BindingOption<Void>](), file: file, line: line))
    }

    /// Does something with instances when they have been made, before the scope is open, and waits for it.
    ///
    /// - Parameters:
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - body: What to do. Its parameters are the instances. When it throws, the scope does not open.
    @inlinable
    public mutating func afterCreation<each D: Sendable, F: Error>(
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (repeat each D) async throws(F) -> Void
    ) {
        add(
            Binding(
                Void.self, implementation: Void.self, needs: Need.list(repeat (each D).self), recipe: .making(body),
                role: .afterCreation, options: [BindingOption<Void>](), file: file, line: line))
    }

    /// Calls a method of an instance with others when they have been made, before the scope is open.
    ///
    /// ```swift
    /// blueprint.afterCreation(FolderList.attach(to:))
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method, as the type has it. What it is called on, and its parameters, are the instances. When it throws,
    ///     the scope does not open.
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
