/// A part of a plan that is executed as a whole: the opening of a scope, or the creation of lazy instances.
///
/// Each section has separate slots. The slots of the opening are those of the scope.
struct Section: Sendable {
    /// An instance that has to exist before the first step, and is copied to a slot.
    ///
    /// For the opening, the instance is lazy. For the creation of lazy instances, it is any instance outside the
    /// section.
    struct Prerequisite: Sendable {
        /// The address of the instance.
        let address: Address
        let slot: Int
    }

    /// Creates one instance.
    struct Step: Sendable {
        /// The factory, if it is synchronous.
        let make: SynchronousFactory
        /// The slot of the instance.
        let slot: Int
        /// Whether a binding of the same scope has a ``Live`` of the instance.
        let fillsCell: Bool
    }

    /// The properties of a step that few executions need.
    struct Details: Sendable {
        let binding: Binding
        let makeAsynchronously: AsynchronousFactory?
        /// The arguments of the initializer.
        let inputs: [Address]
        let closingTimeLimit: Duration
        let buildingTimeLimit: Duration
    }

    /// A lazy instance that is created by this section.
    struct Member: Sendable {
        /// The slot of the instance in the scope.
        let slot: Int
        /// The slot of the instance in the section.
        let localSlot: Int
    }

    var prerequisites: [Prerequisite] = []
    /// The steps, dependencies first.
    var steps: ContiguousArray<Step> = []
    /// The details of each step.
    var details: [Details] = []
    /// The lazy instances, for a section that creates them.
    var members: [Member] = []
    var slotCount = 0

    /// Whether all factories are synchronous.
    var isSynchronous: Bool { details.allSatisfy { $0.makeAsynchronously == nil } }
}

/// Plans a section: assigns slots, and links the factories.
///
/// A transient binding has a slot for each binding that requires it. The dependencies of a binding are on an explicit stack,
/// because a chain of transient bindings may be longer than the stack of a thread.
struct SectionPlanner {
    private(set) var section = Section()

    private let scope: ResolvedScope
    private let ownCells: Set<Int>
    /// The slots of the scope's own bindings in a section that creates lazy instances; nil for the opening, whose slots are the
    /// indices of the bindings.
    private let memberSlots: [Int: Int]?
    /// The numbers that identify scopes in addresses.
    private(set) var numbers: ScopeNumbers
    private var prerequisiteSlots: [Address: Int] = [:]

    /// A binding of the resolved scope at a route.
    private struct Occurrence {
        let index: Int
        let route: Route
    }

    /// A binding with transient dependencies that are planned before it.
    private struct Pending {
        let occurrence: Occurrence
        let slot: Int
        let transients: [Occurrence]
        /// The slots of the transient dependencies that are planned.
        var transientSlots: [Int] = []
    }

    /// - Parameters:
    ///   - scope: The resolved scope that the section belongs to.
    ///   - members: The lazy bindings whose instances the section creates; nil for the opening.
    ///   - ownCells: The bindings that another binding of the scope requires as ``Live``.
    ///   - numbers: The numbers that earlier sections have assigned.
    init(_ scope: ResolvedScope, members: [Int]?, ownCells: Set<Int>, numbers: ScopeNumbers) {
        self.scope = scope
        self.ownCells = ownCells
        self.numbers = numbers
        memberSlots = members.map { Dictionary(uniqueKeysWithValues: $0.enumerated().map { ($1, $0) }) }
        section.members = (members ?? []).enumerated().map { Section.Member(slot: $1, localSlot: $0) }
        section.slotCount = members?.count ?? scope.blueprint.bindings.count
    }

    /// Plans the creation of bindings, dependencies first.
    mutating func plan(_ bindings: some Sequence<Int>) {
        section.steps.reserveCapacity(section.slotCount)
        section.details.reserveCapacity(section.slotCount)
        for index in bindings { plan(index, into: memberSlots?[index] ?? index) }
    }

    /// Plans the model of a scene; a transient model is created for the scene.
    ///
    /// - Returns: The slot of the model.
    mutating func planModel(_ index: Int) -> Int {
        guard scope.blueprint.bindings[index].isTransient else { return index }
        let slot = nextSlot()
        plan(index, into: slot)
        return slot
    }

    private mutating func nextSlot() -> Int {
        defer { section.slotCount += 1 }
        return section.slotCount
    }

    private mutating func plan(_ index: Int, into slot: Int) {
        let first = pending(Occurrence(index: index, route: Route()), slot)
        if first.transients.isEmpty { return append(first) }
        var stack = [first]
        while var top = stack.popLast() {
            guard top.transientSlots.count < top.transients.count else {
                append(top)
                continue
            }
            let next = top.transients[top.transientSlots.count]
            let slot = nextSlot()
            top.transientSlots.append(slot)
            stack.append(top)
            stack.append(pending(next, slot))
        }
    }

    private func pending(_ occurrence: Occurrence, _ slot: Int) -> Pending {
        var transients: [Occurrence] = []
        func note(_ target: Reference.Target) {
            let route = occurrence.route + target.route
            let declarer = target.isOwn && occurrence.route.isEmpty ? scope : scope.scope(at: route)
            if declarer.blueprint.bindings[target.index].isTransient {
                transients.append(Occurrence(index: target.index, route: route))
            }
        }
        for reference in scope.scope(at: occurrence.route).references[occurrence.index] {
            switch reference {
            case .instance(let target): note(target)
            case .all(let targets): for target in targets { note(target) }
            case .absent, .lazy, .live, .export, .scope: break
            }
        }
        return Pending(occurrence: occurrence, slot: slot, transients: transients)
    }

    /// Appends the step of a binding whose transient dependencies are planned.
    private mutating func append(_ pending: Pending) {
        let declarer = scope.scope(at: pending.occurrence.route)
        let binding = declarer.blueprint.bindings[pending.occurrence.index]
        var transientSlots = pending.transientSlots[...]
        let references = declarer.references[pending.occurrence.index]
        var inputs: [Address] = []
        inputs.reserveCapacity(references.count)
        let resolutions = references.map { reference in
            resolve(reference, from: pending.occurrence.route, &transientSlots, &inputs)
        }
        let linker = Linker(keepsOriginal: binding.disposal.keepsOriginal, resolutions: resolutions)
        var make: SynchronousFactory = { source in
            preconditionFailure("\(source.context.path): an asynchronous factory is called by a construction")
        }
        var makeAsynchronously: AsynchronousFactory?
        switch binding.factory {
        case .arguments: return
        case .synchronous(let link):
            make = link(linker)
            if binding.takesBuilding { make = ConstructionSite.around(make, linker.readers(of: binding.uses)) }
        case .asynchronous(let link):
            let factory = link(linker)
            makeAsynchronously =
                binding.takesBuilding
                ? ConstructionSite.around(factory, linker.readers(of: binding.uses)) : factory
        }
        let fillsCell = memberSlots == nil && ownCells.contains(pending.slot)
        section.steps.append(Section.Step(make: make, slot: pending.slot, fillsCell: fillsCell))
        section.details.append(
            Section.Details(
                binding: binding, makeAsynchronously: makeAsynchronously, inputs: inputs,
                closingTimeLimit: binding.closingTimeLimit ?? declarer.blueprint.closingTimeLimit,
                buildingTimeLimit: binding.buildingTimeLimit ?? declarer.blueprint.buildingTimeLimit))
    }

    /// Returns the resolution of a reference of the scope at a route.
    private mutating func resolve(
        _ reference: Reference, from route: Route, _ transientSlots: inout ArraySlice<Int>, _ inputs: inout [Address]
    ) -> Resolution {
        switch reference {
        case .absent: return .absent
        case .scope: return .scope
        case .export(let keeper, let child, let key):
            return .export(keeper: numbers.number(of: route + keeper), child: child, key: key)
        case .instance(let target):
            let address = address(of: target, from: route, &transientSlots)
            inputs.append(address)
            return .slot(address)
        case .all(let targets):
            let addresses = targets.map { address(of: $0, from: route, &transientSlots) }
            inputs += addresses
            return .all(addresses)
        case .lazy(let target):
            return .reference(Address(scope: numbers.number(of: route + target.route), slot: target.index))
        case .live(let target):
            let route = route + target.route
            let address = Address(scope: numbers.number(of: route), slot: target.index)
            // The instance of a `Live` has to exist before the steps run.
            let isMember = route.isEmpty && memberSlots?[target.index] != nil
            if !isMember, !scope.scope(at: route).isEager[target.index] { _ = prerequisiteSlot(for: address) }
            return .reference(address)
        }
    }

    /// Returns the address of an instance within the section, or in another scope.
    private mutating func address(
        of target: Reference.Target, from route: Route, _ transientSlots: inout ArraySlice<Int>
    ) -> Address {
        let route = target.isOwn ? route : route + target.route
        if route.isEmpty, memberSlots == nil, scope.isEager[target.index] {
            return Address(scope: 0, slot: target.index)
        }
        let declarer = scope.scope(at: route)
        if declarer.blueprint.bindings[target.index].isTransient {
            guard let slot = transientSlots.popFirst() else {
                preconditionFailure("the transient dependencies of a binding are planned before it")
            }
            return Address(scope: 0, slot: slot)
        }
        if route.isEmpty, let member = memberSlots?[target.index] { return Address(scope: 0, slot: member) }
        let address = Address(scope: numbers.number(of: route), slot: target.index)
        // The instances of an open ancestor can be read while this scope opens. Lazy creation copies all instances that
        // it reads.
        if memberSlots == nil, declarer.isEager[target.index] { return address }
        return Address(scope: 0, slot: prerequisiteSlot(for: address))
    }

    private mutating func prerequisiteSlot(for address: Address) -> Int {
        if let slot = prerequisiteSlots[address] { return slot }
        let slot = nextSlot()
        prerequisiteSlots[address] = slot
        section.prerequisites.append(Section.Prerequisite(address: address, slot: slot))
        return slot
    }
}

/// The numbers that identify scopes in addresses.
struct ScopeNumbers: Sendable {
    /// The routes of the scopes with negative numbers, which lead through imports.
    private(set) var imports: [Route] = []

    /// Returns the number of the scope at a route.
    mutating func number(of route: Route) -> Int {
        if route.hops.allSatisfy({ $0 == .up }) { return route.hops.count }
        if let index = imports.firstIndex(of: route) { return -index - 1 }
        imports.append(route)
        return -imports.count
    }

    /// Returns the route of the scope with a number.
    func route(of number: Int) -> Route {
        number < 0 ? imports[-number - 1] : Route(hops: Array(repeating: .up, count: number))
    }
}

extension Linker {
    /// Returns the readers for the types that an object requests through ``Dependency``, after the inputs of its
    /// parameters.
    fileprivate func readers(of uses: [DependencyTypes.Use]) -> [ObjectIdentifier: ConstructionSite.Reader] {
        if uses.isEmpty { return [:] }
        return Dictionary(uses.map { ($0.type, $0.link(self)) }) { first, _ in first }
    }
}

/// The lazy bindings of a scope, in units that are created together.
///
/// Two lazy bindings are in one unit if each requires the other, directly or indirectly, and one of these requirements
/// is a ``Live``: neither instance is complete without the other. Every other lazy binding is a separate unit.
struct LazyUnits {
    /// The bindings of each unit, dependencies first.
    private(set) var units: [[Int]] = []

    init(_ scope: ResolvedScope) {
        let bindings = scope.blueprint.bindings
        let isLazy = bindings.indices.map { !scope.isEager[$0] && !bindings[$0].isTransient }
        guard isLazy.contains(true) else { return }
        func dependencies(_ index: Int) -> [Int] {
            var found: [Int] = []
            if scope.isEager[index] { return found }
            for reference in scope.references[index] {
                reference.forEachOwnPrerequisite { if !scope.isEager[$0] { found.append($0) } }
            }
            return found
        }
        // The strongly connected components, by the algorithm of Kosaraju.
        let finished = DepthFirstOrder(count: bindings.count, dependencies: dependencies).order
        var dependents = [[Int]](repeating: [], count: bindings.count)
        for index in bindings.indices {
            for dependency in dependencies(index) { dependents[dependency].append(index) }
        }
        var unit = [Int?](repeating: nil, count: bindings.count)
        var count = 0
        for start in finished.reversed() where unit[start] == nil && !scope.isEager[start] {
            var remaining = [start]
            while let index = remaining.popLast() {
                if unit[index] != nil { continue }
                unit[index] = count
                remaining += dependents[index]
            }
            count += 1
        }
        var members = [[Int]](repeating: [], count: count)
        for index in scope.order where isLazy[index] {
            if let unit = unit[index] { members[unit].append(index) }
        }
        units = members.filter { !$0.isEmpty }
    }
}
