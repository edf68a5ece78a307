/// What a binding that has a name is handed for one of its needs.
public enum NamedInput: Sendable {
    /// The instance.
    case instance(any Sendable)
    /// Nothing: the need is optional, and nothing has that name.
    case absent
    /// What was contributed to the name, in order.
    case all([any Sendable])
    /// The cell of a ``Live``.
    case live(Live<any Sendable>)
    /// The cell of a ``Lazy``.
    case lazy(Lazy<any Sendable>)
}

// Bindings with names instead of types, for tools and tests that make graphs of any size. Only bindings with names can ask
// for them.

extension Binding {
    /// A binding that has a name, made by a synchronous closure.
    ///
    /// ```swift
    /// blueprint.add(Binding(named: "feed", needs: [Need(named: "store")]) { inputs in Feed(store: inputs[0]) })
    /// ```
    ///
    /// - Parameters:
    ///   - name: What it is asked for by.
    ///   - needs: What it asks for, by name.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - make: Makes an instance of what it is handed for the needs, in their order.
    public init(
        named name: String,
        needs: [Need] = [],
        role: Role = .provision,
        options: [BindingOption<any Sendable>] = [],
        file: String = #fileID,
        line: Int = #line,
        _ make: @escaping @Sendable ([NamedInput]) throws -> any Sendable
    ) {
        self.init(
            (any Sendable).self, named: name, implementation: (any Sendable).self, needs: needs,
            recipe: .named(NamedMaker(needs, make)), role: role, options: options, file: file, line: line)
    }

    /// A binding that has a name, made by an asynchronous closure.
    ///
    /// - Parameters:
    ///   - name: What it is asked for by.
    ///   - needs: What it asks for, by name.
    ///   - role: ``Role/provision`` or ``Role/contribution``.
    ///   - options: How the binding differs from the default.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - make: Makes an instance of what it is handed for the needs, in their order.
    public init(
        named name: String,
        needs: [Need] = [],
        role: Role = .provision,
        options: [BindingOption<any Sendable>] = [],
        file: String = #fileID,
        line: Int = #line,
        _ make: @escaping @Sendable ([NamedInput]) async throws -> any Sendable
    ) {
        let recipe = Recipe.asynchronous { linker in
            let slot = linker.slot
            let inputs = linker.namedResolutions(of: needs)
            return { core, job in
                let values = inputs.map { $0.read(core) }
                try core.endTaking(for: job)
                let made = try await make(values)
                // Without the casts, Swift would open the existential, and deliver what is in it.
                try await core.deliver(made as any Sendable, madeFrom: made as any Sendable, to: slot, by: job)
            }
        }
        self.init(
            (any Sendable).self, named: name, implementation: (any Sendable).self, needs: needs, recipe: recipe,
            role: role, options: options, file: file, line: line)
    }
}
