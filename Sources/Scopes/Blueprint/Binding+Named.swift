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
        let maker = NamedMaker(needs, make)
        let recipe = Recipe.synchronous { linker in maker.making(linker) }
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

/// What a binding with a name makes its instance by, without waiting.
private final class NamedMaker: Sendable {
    private let needs: [Need]
    private let make: @Sendable ([NamedInput]) throws -> any Sendable

    init(_ needs: [Need], _ make: @escaping @Sendable ([NamedInput]) throws -> any Sendable) {
        self.needs = needs
        self.make = make
    }

    /// The making for a plan that holds on to the binding, and so to this.
    func making(_ linker: Linker) -> SynchronousMaking {
        let offset = linker.offset
        // Unmanaged is safe: a plan that makes the binding has it in one of its slots, and a scope has its plan.
        let maker = UnmanagedMaker(maker: .passUnretained(self))
        guard linker.hasOnlyPlainNeeds else {
            let inputs = linker.resolutions(of: needs)
            return { core in try maker.make(inputs.map { $0.read(core) }, core, offset) }
        }
        // The plan has a list of just these addresses.
        let number = linker.number
        return { core in
            let inputs = core.plan.compiled.inputs[number].map {
                NamedInput.instance(Input<any Sendable>($0).read(core))
            }
            try maker.make(inputs, core, offset)
        }
    }

    private struct UnmanagedMaker: @unchecked Sendable {
        // Unchecked, because a reference that is not counted is not; the maker is constant.
        let maker: Unmanaged<NamedMaker>

        func make(_ inputs: [NamedInput], _ core: ScopeCore, _ offset: Int) throws {
            let made = try maker._withUnsafeGuaranteedRef { try $0.make(inputs) }
            core.pointer(to: (any Sendable).self, at: offset).initialize(to: made)
        }
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
