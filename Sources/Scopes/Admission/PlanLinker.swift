/// Compiles what admission found out about a scope into steps over slots.
///
/// Each binding has the slot of its index. A transient one keeps that slot empty, and gets a slot of its own for each
/// binding that asks for it.
final class PlanLinker {
    struct Result {
        var routes: [Route] = []
        /// What is made at opening, inputs first; after that, what is made for lazy bindings.
        let steps: Steps
        /// How many are made at opening.
        var eagerCount = 0
        /// The steps for a lazy binding.
        var lazySteps: [Int: Range<Int>] = [:]
        /// What each step reads.
        var inputs: Lists<Address>
        /// Whether nothing that is made at opening is asynchronous.
        var isSimple = true
        var slots: CompiledPlan.Slots
        /// How the slots are emptied: that of the arguments, if there are any, then that of each step.
        var removals: FlatList<CompiledPlan.Removal>
        let timeLimits: CompiledPlan.TimeLimits
        /// The time limits of the slots whose bindings another scope declares.
        var foreignTimeLimits: [Int: CompiledPlan.TimeLimits] = [:]
        var regionSize: Int
        var alignment = 1
        var closing = SlotShape.Closing.never
        /// The slots that something in the same scope has a cell of.
        var ownCells: Set<Int> = []
        var exit: Int?
    }

    private let level: Level
    private let layout: Layout
    private var result: Result
    private var frames: [Route: Int] = [:]
    /// What the binding reads that is being linked.
    private var inputs: [Address] = []
    /// The transient bindings that the binding asks for that is being linked, and that are not linked themselves yet.
    private var missing: [Occurrence] = []
    /// The instances of transient bindings that are linked, for bindings that are not.
    private var linked: [Address] = []
    /// Which of them the binding that is being linked gets next.
    private var nextLinked = 0

    init(_ level: Level, _ layout: Layout) {
        self.level = level
        self.layout = layout
        let count = layout.blueprint.bindings.count
        result = Result(
            steps: Steps(in: layout.arena, capacity: count), inputs: Lists(in: layout.arena, capacity: count),
            slots: CompiledPlan.Slots(of: layout), removals: FlatList(in: layout.arena, capacity: count),
            timeLimits: CompiledPlan.TimeLimits(of: layout.blueprint), regionSize: layout.regionSize)
    }

    func link() -> Result {
        // Arguments are the first binding, if there are any.
        let takesArguments = layout.blueprint.bindings.first?.role == .arguments
        if takesArguments { result.noteFilled(0, layout.blueprint.bindings[0].extent) }
        for number in level.order {
            let index = Int(number)
            if layout.isTransient[index] || !layout.isEager[index] || (takesArguments && index == 0) { continue }
            link(index, of: Route(), into: index)
        }
        if let exit = level.exit { result.exit = linkExit(exit) }
        result.eagerCount = result.steps.count
        if level.hasLazy { linkLazy() }
        return result
    }

    /// Finds the slot of the model of a scene, which is made for the scene where it is transient.
    private func linkExit(_ exit: Reference) -> Int? {
        var rest = Step.Rest()
        let resolution = resolve(exit, of: layout, from: Route(), &rest)
        inputs.removeAll(keepingCapacity: true)
        if let model = missing.popLast() {
            let slot = transientSlot(for: model)
            link(model.index, of: model.route, into: slot)
            return slot
        }
        guard case .slot(let address) = resolution else { return nil }
        return address.slot
    }

    private func linkLazy() {
        let isSimple = result.isSimple
        for number in level.order {
            let index = Int(number)
            if layout.isTransient[index] || layout.isEager[index] { continue }
            let start = result.steps.count
            link(index, of: Route(), into: index)
            result.lazySteps[index] = start..<result.steps.count
        }
        result.isSimple = isSimple
    }

    /// A binding of the layout at a route.
    private struct Occurrence {
        let index: Int
        let route: Route
    }

    /// A binding that asks for transient ones which are linked before it.
    private struct Pending {
        let occurrence: Occurrence
        let slot: Int
        var missing: ArraySlice<Occurrence>
        /// The position of the first of them among those that are linked.
        let firstLinked: Int
    }

    /// Appends the steps that make a binding of the layout at a route, for a slot of this scope.
    ///
    /// Those of the transient bindings that it asks for come before it. They wait on a stack of their own, since a chain of
    /// them may be longer than a thread's stack is deep.
    private func link(_ index: Int, of route: Route, into slot: Int) {
        var stack: [Pending] = []
        begin(Occurrence(index: index, route: route), slot, &stack)
        while var top = stack.popLast() {
            if let next = top.missing.popFirst() {
                stack.append(top)
                begin(next, transientSlot(for: next), &stack)
                continue
            }
            nextLinked = top.firstLinked
            let isLinked = append(top.occurrence, top.slot)
            precondition(isLinked, "a binding asks for more transient ones than it did before")
            linked.removeLast(linked.count - top.firstLinked)
            if !stack.isEmpty { noteLinked(top.slot) }
        }
    }

    /// Links a binding, or lets it wait on the stack for the transient ones that it asks for.
    private func begin(_ occurrence: Occurrence, _ slot: Int, _ stack: inout [Pending]) {
        nextLinked = linked.count
        if append(occurrence, slot) {
            if !stack.isEmpty { noteLinked(slot) }
        } else {
            stack.append(
                Pending(occurrence: occurrence, slot: slot, missing: missing[...], firstLinked: linked.count))
            missing = []
        }
    }

    private func noteLinked(_ slot: Int) {
        linked.append(Address(frame: 0, slot: slot, offset: result.slots.offset(of: slot)))
    }

    /// Appends the step that makes a binding.
    ///
    /// - Returns: Whether the transient ones that it asks for are linked; else nothing is appended.
    private func append(_ occurrence: Occurrence, _ slot: Int) -> Bool {
        let (index, route) = (occurrence.index, occurrence.route)
        let declarer = layout.layout(at: route)
        var rest = Step.Rest()
        if declarer.blueprint.bindings[index].isMadeByName {
            for position in declarer.references.range(of: index) {
                _ = resolve(declarer.references.elements[position], of: declarer, from: route, &rest)
            }
            guard endInputs() else { return false }
            result.steps.append(slot: slot, rest, NamedMaker.make)
            result.noteFilled(slot, declarer.blueprint.bindings[index].extent)
            return true
        }
        let binding = declarer.blueprint.bindings[index]
        if case .arguments = binding.recipe { return true }
        guard let linker = linker(for: binding, at: index, of: declarer, route, slot, &rest) else { return false }
        switch binding.recipe {
        case .named(let maker): append(maker.making(linker), linker, binding, slot, rest)
        case .synchronous(let link): append(link(linker), linker, binding, slot, rest)
        case .asynchronous(let link):
            let make = link(linker)
            let site = linker.inputs(for: binding.uses)
            result.isSimple = false
            result.steps.append(slot: slot, rest, site.isEmpty ? make : ConstructionSite.around(make, site))
        case .arguments: break
        }
        result.noteFilled(slot, binding.extent)
        return true
    }

    /// Appends a step of a binding that is made without waiting.
    private func append(
        _ make: @escaping SynchronousMaking, _ linker: Linker, _ binding: Binding, _ slot: Int, _ rest: Step.Rest
    ) {
        let site = linker.inputs(for: binding.uses)
        result.steps.append(
            slot: slot, rest, site.isEmpty ? make : ConstructionSite.around(make, slot: slot, site))
    }

    /// Hands the recipe of a binding what it reads; nil when it asks for transient bindings that are not linked yet.
    private func linker(
        for binding: Binding, at index: Int, of declarer: Layout, _ route: Route, _ slot: Int,
        _ rest: inout Step.Rest
    ) -> Linker? {
        var resolutions: [Resolution] = []
        let references = declarer.references.range(of: index)
        resolutions.reserveCapacity(references.count)
        for position in references {
            resolutions.append(resolve(declarer.references.elements[position], of: declarer, from: route, &rest))
        }
        guard endInputs() else { return nil }
        return Linker(
            slot: slot, offset: result.slots.offset(of: slot), originalOffset: Int(binding.extent.originalOffset),
            hasOnlyPlainNeeds: binding.hasOnlyPlainNeeds, resolutions: resolutions)
    }

    /// Notes what the next step reads, unless it asks for transient bindings that are not linked yet.
    private func endInputs() -> Bool {
        defer { inputs.removeAll(keepingCapacity: true) }
        guard missing.isEmpty else { return false }
        for address in inputs { result.inputs.append(address) }
        result.inputs.endList()
        return true
    }

    /// Where a reference of the layout at a route leads, as seen from this scope.
    private func resolve(
        _ reference: Reference, of declarer: Layout, from route: Route, _ rest: inout Step.Rest
    ) -> Resolution {
        switch reference {
        case .absent: return .absent
        case .scope: return .scope
        case .exchange(let number):
            let exchange = declarer.targets.exchanges[Int(number)]
            return .exchange(frame: frame(of: route + exchange.route), child: exchange.child, key: exchange.key)
        case .instance(let place):
            return .slot(address(place, of: declarer, from: route, &rest))
        case .all(let group):
            return .all(declarer.targets.groups[Int(group)].map { address($0, of: declarer, from: route, &rest) })
        case .cell(let place):
            return .cell(cell(place, of: declarer, from: route, isLive: false, &rest))
        case .live(let place):
            return .cell(cell(place, of: declarer, from: route, isLive: true, &rest))
        }
    }

    private func address(
        _ place: Reference.Place, of layout: Layout, from route: Route, _ rest: inout Step.Rest
    ) -> Address {
        if place.isOwn, layout === self.layout, !layout.hasTransients {
            let address = Address(frame: 0, slot: place.index, offset: Int(layout.offsets[place.index]))
            inputs.append(address)
            return address
        }
        let route = place.isOwn ? route : route + layout.targets.routes[place.route]
        let declarer = self.layout.layout(at: route)
        if declarer.isTransient[place.index] {
            guard nextLinked < linked.count else {
                missing.append(Occurrence(index: place.index, route: route))
                return Address(frame: 0, slot: 0, offset: 0)
            }
            defer { nextLinked += 1 }
            inputs.append(linked[nextLinked])
            return linked[nextLinked]
        }
        let address = Address(
            frame: frame(of: route), slot: place.index, offset: Int(declarer.offsets[place.index]))
        inputs.append(address)
        if !declarer.isEager[place.index], address.frame != 0 { rest.awaited.append(address) }
        return address
    }

    /// Appends a slot for an instance of a transient binding.
    private func transientSlot(for occurrence: Occurrence) -> Int {
        let declarer = layout.layout(at: occurrence.route)
        let binding = declarer.blueprint.bindings[occurrence.index]
        let slot = result.slots.append(binding, at: binding.extent.place(in: &result.regionSize))
        if declarer !== layout {
            result.foreignTimeLimits[slot] = CompiledPlan.TimeLimits(of: declarer.blueprint)
        }
        return slot
    }

    private func cell(
        _ place: Reference.Place, of layout: Layout, from route: Route, isLive: Bool, _ rest: inout Step.Rest
    ) -> Address {
        let route = place.isOwn ? route : route + layout.targets.routes[place.route]
        let declarer = self.layout.layout(at: route)
        let address = Address(
            frame: frame(of: route), slot: place.index, offset: Int(declarer.offsets[place.index]))
        if address.frame == 0 { result.ownCells.insert(place.index) }
        if isLive, !declarer.isEager[place.index] {
            if address.frame == 0 { rest.followed.append(place.index) } else { rest.awaited.append(address) }
        }
        return address
    }

    private func frame(of route: Route) -> Int {
        if route.hops.isEmpty { return 0 }
        if let frame = frames[route] { return frame }
        let frame = RegionHeader.frame(result.routes.count)
        result.routes.append(route)
        frames[route] = frame
        return frame
    }
}

extension PlanLinker.Result {
    /// Notes a slot that is filled, after those that were noted before.
    fileprivate mutating func noteFilled(_ slot: Int, _ extent: SlotShape.Extent) {
        alignment = max(alignment, Int(extent.alignment))
        closing = max(closing, extent.closing)
        removals.append(CompiledPlan.Removal(extent, slot: slot, offset: slots.offset(of: slot)))
    }
}

extension Linker {
    /// The inputs for what is asked for by ``Dependency``, after those of the parameters.
    fileprivate func inputs(for uses: [DependencyTypes.Use]) -> ConstructionSite.Inputs {
        if uses.isEmpty { return [:] }
        return Dictionary(uses.map { ($0.type, $0.link(self)) }) { first, _ in first }
    }
}
