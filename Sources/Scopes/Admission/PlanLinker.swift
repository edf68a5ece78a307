/// Compiles what admission found out about a scope into steps over slots.
///
/// Each binding has the slot of its index. A transient one keeps that slot empty, and gets a slot of its own for each
/// binding that asks for it.
final class PlanLinker {
    struct Result {
        var routes: [Route] = []
        var steps: [Step] = []
        var lazySteps: [Int: [Step]] = [:]
        /// What each step reads, by the steps' numbers.
        var inputs = Lists<Address>()
        /// Whether nothing that is made at opening is asynchronous.
        var isSimple = true
        var slots: [CompiledPlan.Slot] = []
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

    /// What one binding reads.
    private struct Reads {
        var inputs: [Address] = []
        var awaited: [Address] = []
        var followed: [Int] = []
    }

    private let level: Level
    private let layout: Layout
    private var result: Result
    private var frames: [Route: Int] = [:]

    init(_ level: Level, _ layout: Layout) {
        self.level = level
        self.layout = layout
        result = Result(
            timeLimits: CompiledPlan.TimeLimits(of: layout.blueprint), regionSize: layout.regionSize)
        result.slots.reserveCapacity(layout.blueprint.bindings.count)
        result.inputs = Lists(capacity: layout.blueprint.bindings.count)
        for index in layout.blueprint.bindings.indices {
            result.append(layout.blueprint.bindings[index], at: layout.offsets[index])
        }
    }

    func link() -> Result {
        var eagerSteps: [Step] = []
        eagerSteps.reserveCapacity(level.order.count)
        let takesArguments = layout.blueprint.bindings.first?.role == .arguments
        for index in level.order {
            // Arguments are the first binding, if there are any.
            if layout.isTransient[index] || (takesArguments && index == 0) { continue }
            if layout.isEager[index] {
                link(index, of: Route(), into: index, &eagerSteps)
            } else {
                var steps: [Step] = []
                link(index, of: Route(), into: index, &steps)
                result.lazySteps[index] = steps
            }
        }
        if let exit = level.exit {
            var reads = Reads()
            let resolution = resolve(exit, from: Route(), &eagerSteps, &reads)
            if case .slot(let address) = resolution { result.exit = address.slot }
        }
        result.isSimple = !eagerSteps.contains { $0.makeAsynchronously != nil }
        result.steps = eagerSteps
        return result
    }

    /// Appends the steps that make a binding of the layout at a route, for a slot of this scope.
    private func link(_ index: Int, of route: Route, into slot: Int, _ steps: inout [Step]) {
        let declarer = layout.layout(at: route)
        let binding = declarer.blueprint.bindings[index]
        var reads = Reads()
        var resolutions: [Resolution] = []
        let references = declarer.references[index]
        resolutions.reserveCapacity(references.count)
        reads.inputs.reserveCapacity(references.count)
        for reference in references {
            resolutions.append(resolve(reference, from: route, &steps, &reads))
        }
        let number = result.inputs.count
        for input in reads.inputs { result.inputs.append(input) }
        result.inputs.endList()
        let linker = Linker(
            slot: slot, offset: result.slots[slot].offset, originalOffset: Int(binding.extent.originalOffset),
            number: number, hasOnlyPlainNeeds: binding.hasOnlyPlainNeeds, resolutions: resolutions)
        switch binding.recipe {
        case .synchronous(let link):
            let make = link(linker)
            let site = linker.inputs(for: binding.uses)
            steps.append(
                Step(
                    slot: slot, number: number, awaited: reads.awaited, followed: reads.followed,
                    site.isEmpty ? make : ConstructionSite.around(make, slot: slot, site)))
        case .asynchronous(let link):
            let make = link(linker)
            let site = linker.inputs(for: binding.uses)
            steps.append(
                Step(
                    slot: slot, number: number, awaited: reads.awaited, followed: reads.followed,
                    site.isEmpty ? make : ConstructionSite.around(make, site)))
        case .arguments: break
        }
    }

    /// Where a reference that is seen from the layout at a route leads, as seen from this scope.
    private func resolve(
        _ reference: Reference, from route: Route, _ steps: inout [Step], _ reads: inout Reads
    ) -> Resolution {
        switch reference {
        case .absent: return .absent
        case .scope: return .scope
        case .exchange(let hops, let child, let key):
            return .exchange(frame: frame(of: route + hops), child: child, key: key)
        case .instance(let place):
            return .slot(address(place.index, at: route + place.route, &steps, &reads))
        case .all(let places):
            return .all(places.map { address($0.index, at: route + $0.route, &steps, &reads) })
        case .cell(let place, let isLive):
            return .cell(cell(place.index, at: route + place.route, isLive: isLive, &reads))
        }
    }

    private func address(
        _ index: Int, at route: Route, _ steps: inout [Step], _ reads: inout Reads
    ) -> Address {
        let declarer = layout.layout(at: route)
        if declarer.isTransient[index] {
            let binding = declarer.blueprint.bindings[index]
            let slot = result.slots.count
            let offset = binding.extent.place(in: &result.regionSize)
            if declarer !== layout {
                result.foreignTimeLimits[slot] = CompiledPlan.TimeLimits(of: declarer.blueprint)
            }
            result.append(binding, at: offset)
            link(index, of: route, into: slot, &steps)
            let address = Address(frame: 0, slot: slot, offset: offset)
            reads.inputs.append(address)
            return address
        }
        let address = Address(frame: frame(of: route), slot: index, offset: declarer.offsets[index])
        reads.inputs.append(address)
        if !declarer.isEager[index], address.frame != 0 { reads.awaited.append(address) }
        return address
    }

    private func cell(_ index: Int, at route: Route, isLive: Bool, _ reads: inout Reads) -> Address {
        let declarer = layout.layout(at: route)
        let address = Address(frame: frame(of: route), slot: index, offset: declarer.offsets[index])
        if address.frame == 0 { result.ownCells.insert(index) }
        if isLive, !declarer.isEager[index] {
            if address.frame == 0 { reads.followed.append(index) } else { reads.awaited.append(address) }
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
    /// Appends a slot for a binding of a layout.
    mutating func append(_ binding: Binding, at offset: Int) {
        let extent = binding.extent
        alignment = max(alignment, Int(extent.alignment))
        closing = max(closing, extent.closing)
        slots.append(
            CompiledPlan.Slot(
                binding: binding, removal: CompiledPlan.Removal(extent, slot: slots.count, offset: offset)))
    }
}

extension Linker {
    /// The inputs for what is asked for by ``Dependency``, after those of the parameters.
    fileprivate func inputs(for uses: [DependencyTypes.Use]) -> ConstructionSite.Inputs {
        if uses.isEmpty { return [:] }
        return Dictionary(uses.map { ($0.type, $0.link(self)) }) { first, _ in first }
    }
}
