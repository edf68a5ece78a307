// An action after creation connects two objects that reference each other. Neither initializer can take the other
// object, so one object receives the other through a property or a method after both exist. Prefer a `Live` or `Lazy`
// parameter, which the compiler can check.

extension Blueprint {
    /// Runs an action with instances after their creation, before the scope is open.
    ///
    /// ```swift
    /// blueprint.afterCreation { (folders: FolderList, window: Window) in folders.delegate = window }
    /// ```
    ///
    /// An action runs as soon as its parameters exist. Synchronous actions run one after another, in the order of declaration;
    /// asynchronous ones run concurrently. A lazy instance that an action takes is created when the scope opens.
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
