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
    /// blueprint.add(Binding(named: "feed", needs: [Need(named: "store")]) { inputs in … })
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
        let recipe = Recipe.synchronous { linker in
            let offset = linker.offset
            let inputs = linker.resolutions(of: needs)
            return { core in
                let made = try make(inputs.map { $0.read(core) })
                core.pointer(to: (any Sendable).self, at: offset).initialize(to: made)
            }
        }
        self.init(
            (any Sendable).self, named: name, implementation: (any Sendable).self, needs: needs, recipe: recipe,
            role: role, options: options, file: file, line: line)
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
            let inputs = linker.resolutions(of: needs)
            return { core, job in
                let made = try await make(inputs.map { $0.read(core) })
                // Without the casts, Swift would open the existential, and deliver what is in it.
                try await core.deliver(made as any Sendable, madeFrom: made as any Sendable, to: slot, by: job)
            }
        }
        self.init(
            (any Sendable).self, named: name, implementation: (any Sendable).self, needs: needs, recipe: recipe,
            role: role, options: options, file: file, line: line)
    }
}

extension Linker {
    /// Where the needs of a binding that has a name are met.
    fileprivate func resolutions(of needs: [Need]) -> [NamedResolution] {
        needs.map { NamedResolution(kind: $0.kind, resolution: nextResolution()) }
    }
}

/// Where a need of a binding that has a name is met.
private struct NamedResolution: Sendable {
    let kind: Need.Kind
    let resolution: Resolution

    func read(_ core: ScopeCore) -> NamedInput {
        switch resolution {
        case .absent: .absent
        case .slot(let address): .instance(Input<any Sendable>(address).read(core))
        case .all: .all(Input<All<any Sendable>>.all(resolution).read(core).elements)
        case .cell where kind == .lazy: .lazy(Input<Lazy<any Sendable>>.lazy(resolution).read(core))
        case .cell, .exchange: .live(Input<Live<any Sendable>>.live(resolution).read(core))
        case .scope: preconditionFailure("a need with a name is no Building")
        }
    }
}
