import Synchronization

/// A validated blueprint as a table: for each binding, how its instance is created.
///
/// The index of a binding is also the slot of its instance. The table does not know the scope around it; a ``Plan`` is a table in
/// its place.
final class PlannedScope: Sendable {
    let blueprint: Blueprint
    let table: BindingTable
    /// The names of the scopes from the root to this one, joined by slashes.
    let path: String
    /// The index among the scopes that are nested in the parent; nil if the blueprint was validated separately.
    let index: Int?
    /// The scopes from which instances are imported.
    let imports: [PlannedScope]
    /// The scopes that can be opened under this one, in the order of the nested blueprints.
    let nested: [PlannedScope]
    /// The creation of each binding's instance.
    let steps: ContiguousArray<Step>
    /// The bindings whose instances exist when the scope is open, dependencies first; the arguments before all others.
    let opening: ContiguousArray<Int>
    /// Whether the scope is opened by its owner, so that the durations of creations are measured.
    let isOwned: Bool
    /// Whether the scope is opened with arguments, in slot 0.
    let hasArguments: Bool
    /// The slot of a scene's model.
    let model: Int?
    /// The value of ``isClosable``; nil before the first closing.
    private let closable = AtomicLazyReference<ClosableTypes>()

    init(
        _ node: ScopeNode, index: Int?, steps: ContiguousArray<Step>, imports: [PlannedScope], nested: [PlannedScope]
    ) {
        blueprint = node.blueprint
        table = node.table
        path = node.path
        model = node.model
        isOwned = node.blueprint.isOwned
        opening = ContiguousArray(node.order.lazy.filter { steps[$0].isEager })
        hasArguments = node.blueprint.bindings.first?.role == .arguments
        self.index = index
        self.steps = steps
        self.imports = imports
        self.nested = nested
    }

    /// The key of the arguments with which the scope is opened.
    var argumentsKey: BindingKey? {
        hasArguments ? blueprint.bindings[0].key : nil
    }

    /// Returns whether a scope of this plan is opened with arguments of a type; `Void` for none.
    func takesArguments<Arguments>(_ type: Arguments.Type) -> Bool {
        argumentsKey.map { $0 == BindingKey(type) } ?? (type == Void.self)
    }

    /// For each binding, whether the type that its initializer creates is ``Closable``.
    var isClosable: [Bool] {
        if let known = closable.load() { return known.values }
        return closable.storeIfNil(ClosableTypes(values: steps.map { $0.disposal.isClosable() })).values
    }

    private final class ClosableTypes: Sendable {
        let values: [Bool]

        init(values: [Bool]) { self.values = values }
    }
}

/// The creation of one binding's instance.
struct Step: Sendable {
    /// The provider of each requirement of the binding.
    let references: [Reference]
    /// The factory, if it is synchronous.
    let make: SynchronousFactory
    /// The factory, if it is asynchronous; otherwise nil.
    let makeAsynchronously: AsynchronousFactory?
    /// The way in which the instance is closed.
    let disposal: Disposal
    /// Whether the instance is created when the scope opens.
    let isEager: Bool
    /// Whether transient instances are among the arguments.
    let takesTransients: Bool
    /// The arguments, including those of transient arguments.
    let inputs: Set<Address>
    /// The instances that are requested as ``Live``, also by transient arguments.
    let lives: Set<Address>
    /// The instances that have to exist when the instance is created, but may not exist yet.
    let awaited: [Address]
    /// Whether the creation has to await something.
    let waits: Bool
}

/// Links the factories of a scope.
struct StepLinker {
    private(set) var steps = ContiguousArray<Step>()

    private let node: ScopeNode
    private let enclosing: [ContiguousArray<Step>]

    /// - Parameters:
    ///   - node: The scope.
    ///   - enclosing: The steps of the scopes around it, from the parent outwards.
    init(_ node: ScopeNode, enclosing: [ContiguousArray<Step>]) {
        self.node = node
        self.enclosing = enclosing
        var linked = [Step?](repeating: nil, count: node.blueprint.bindings.count)
        // A transient binding is linked before the bindings that require it.
        for index in node.order { linked[index] = link(index, linked) }
        steps = ContiguousArray(linked.compactMap(\.self))
    }

    private func link(_ index: Int, _ linked: [Step?]) -> Step {
        let binding = node.blueprint.bindings[index]
        let references = node.references[index]
        func step(at address: Address) -> Step {
            guard let step = address.outward == 0 ? linked[address.slot] : enclosing[address.outward - 1][address.slot]
            else { preconditionFailure("a transient binding is linked before the bindings that require it") }
            return step
        }
        let linker = Linker(keepsOriginal: binding.disposal.keepsOriginal, references: references) { step(at: $0).make }
        var make: SynchronousFactory = { source in
            preconditionFailure("\(source.context.path): an instance without a synchronous initializer")
        }
        var makeAsynchronously: AsynchronousFactory?
        switch binding.factory {
        case .arguments: break
        case .synchronous(let link):
            make = link(linker)
            if binding.takesBuilding { make = ConstructionSite.around(make, linker.readers(of: binding.uses)) }
        case .asynchronous(let link):
            let factory = link(linker)
            makeAsynchronously =
                binding.takesBuilding ? ConstructionSite.around(factory, linker.readers(of: binding.uses)) : factory
        }
        var (inputs, lives): (Set<Address>, Set<Address>) = ([], [])
        var takesTransients = false
        for reference in references {
            switch reference {
            case .instance(let address): inputs.insert(address)
            case .all(let addresses): inputs.formUnion(addresses)
            case .live(let address): lives.insert(address)
            case .transient(let address):
                takesTransients = true
                let transient = step(at: address)
                inputs.formUnion(transient.inputs.lazy.map { $0.seen(from: address.outward) })
                lives.formUnion(transient.lives.lazy.map { $0.seen(from: address.outward) })
            case .lazy, .absent, .building: break
            }
        }
        let isEager = node.createsAtOpening(index)
        let awaited =
            inputs.filter { address in
                // The order of the opening creates the arguments of an eager instance first.
                address.isOwn ? !isEager : !node.createsAtOpening(address)
            }
            // The own instance of a `Live` may be created later.
            .union(lives.filter { !$0.isOwn && !node.createsAtOpening($0) })
            .sorted { ($0.outward, $0.slot) < ($1.outward, $1.slot) }
        return Step(
            references: references, make: make, makeAsynchronously: makeAsynchronously, disposal: binding.disposal,
            isEager: isEager,
            takesTransients: takesTransients, inputs: inputs, lives: lives, awaited: awaited,
            waits: makeAsynchronously != nil || !awaited.isEmpty)
    }
}

extension Linker {
    /// Returns the readers for the types that an object requests through ``Dependency``, after the arguments of its parameters.
    fileprivate func readers(of uses: [DependencyTypes.Use]) -> [ObjectIdentifier: ConstructionSite.Reader] {
        if uses.isEmpty { return [:] }
        return Dictionary(uses.map { ($0.type, $0.link(self)) }) { first, _ in first }
    }
}
