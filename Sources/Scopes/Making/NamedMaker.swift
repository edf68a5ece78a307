/// What a binding with a name makes its instance by, without waiting.
@usableFromInline
final class NamedMaker: Sendable {
    private let needs: [Need]
    private let make: @Sendable ([NamedInput]) throws -> any Sendable

    init(_ needs: [Need], _ make: @escaping @Sendable ([NamedInput]) throws -> any Sendable) {
        self.needs = needs
        self.make = make
    }

    /// Makes the instance of a step in any plan whose binding has a name, and asks for instances themselves alone.
    ///
    /// As a making it holds nothing, so that a plan with a great many such steps need not be handed one for each.
    static func make(in core: ScopeCore, step: Int) throws {
        let compiled = core.plan.compiled
        let slot = compiled.slots[compiled.steps[step].slot]
        guard case .named(let maker) = slot.binding.recipe else {
            preconditionFailure("\(slot.binding) has no name, and was taken for a binding with one")
        }
        // The plan has a list of just these addresses.
        let inputs = compiled.inputs[step].map { NamedInput.instance(Input<any Sendable>($0).read(core)) }
        try maker.make(inputs, core, slot.offset)
    }

    /// The making for a plan.
    func making(_ linker: Linker) -> SynchronousMaking {
        let offset = linker.offset
        let inputs = linker.namedResolutions(of: needs)
        return { core, _ in try self.make(inputs.map { $0.read(core) }, core, offset) }
    }

    private func make(_ inputs: [NamedInput], _ core: ScopeCore, _ offset: Int) throws {
        let made = try make(inputs)
        core.pointer(to: (any Sendable).self, at: offset).initialize(to: made)
    }
}

extension Linker {
    /// Where the needs of a binding that has a name are met.
    func namedResolutions(of needs: [Need]) -> [NamedResolution] {
        needs.map { NamedResolution(kind: $0.kind, resolution: nextResolution()) }
    }
}

/// Where a need of a binding that has a name is met.
struct NamedResolution: Sendable {
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
