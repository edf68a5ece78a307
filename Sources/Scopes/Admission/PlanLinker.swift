/// Compiles what admission found out about a scope into steps over slots.
///
/// Each binding has the slot of its index. A transient one keeps that slot empty, and gets a slot of its own for each
/// binding that asks for it.
final class PlanLinker {
    struct Result {
        var routes: [Route] = []
        var steps: [Step] = []
        var lazySteps: [Int: [Step]] = [:]
        var slots: [Plan.Slot]
        var exit: Int?
    }

    private let level: Level
    private let layout: Layout
    private var result: Result
    private var frames: [Route: Int] = [Route(): 0]

    init(_ level: Level, _ layout: Layout) {
        self.level = level
        self.layout = layout
        result = Result(
            slots: layout.blueprint.bindings.map { binding in
                Plan.Slot(binding: binding, closingTimeLimit: layout.closingTimeLimit(of: binding))
            })
    }

    func link() -> Result {
        for index in level.order {
            let binding = layout.blueprint.bindings[index]
            if binding.isTransient || binding.role == .arguments { continue }
            var steps: [Step] = []
            link(index, of: Route(), into: index, &steps)
            if layout.isEager[index] {
                result.steps += steps
            } else {
                result.lazySteps[index] = steps
            }
        }
        if let exit = level.exit {
            var lazyInputs: [Address] = []
            let resolution = resolve(exit, from: Route(), &result.steps, &lazyInputs)
            if case .slot(let address) = resolution { result.exit = address.slot }
        }
        return result
    }

    /// Appends the steps that make a binding of the layout at a route, for a slot of this scope.
    private func link(_ index: Int, of route: Route, into slot: Int, _ steps: inout [Step]) {
        let declarer = layout.layout(at: route)
        var lazyInputs: [Address] = []
        var resolutions: [Resolution] = []
        for reference in declarer.references[index] {
            resolutions.append(resolve(reference, from: route, &steps, &lazyInputs))
        }
        let linker = Linker(slot: slot, resolutions: resolutions)
        let making: Step.Making
        switch declarer.blueprint.bindings[index].recipe {
        case .synchronous(let link): making = .synchronous(link(linker))
        case .asynchronous(let link): making = .asynchronous(link(linker))
        case .arguments: return
        }
        steps.append(Step(slot: slot, lazyInputs: lazyInputs, making: making))
    }

    /// Where a reference that is seen from the layout at a route leads, as seen from this scope.
    private func resolve(
        _ reference: Reference, from route: Route, _ steps: inout [Step], _ lazyInputs: inout [Address]
    ) -> Resolution {
        switch reference {
        case .absent: .absent
        case .scope: .scope
        case .exchange(let hops, let child): .exchange(frame: frame(of: route + hops), child: child)
        case .instance(let hops, let index): .slot(address(index, at: route + hops, &steps, &lazyInputs))
        case .all(let places):
            .all(places.map { address($0.index, at: route + $0.route, &steps, &lazyInputs) })
        case .cell(let hops, let index, let isLive):
            .cell(cell(index, at: route + hops, isLive: isLive, &lazyInputs))
        }
    }

    private func address(
        _ index: Int, at route: Route, _ steps: inout [Step], _ lazyInputs: inout [Address]
    ) -> Address {
        let declarer = layout.layout(at: route)
        let binding = declarer.blueprint.bindings[index]
        if binding.isTransient {
            let slot = result.slots.count
            result.slots.append(
                Plan.Slot(binding: binding, closingTimeLimit: declarer.closingTimeLimit(of: binding)))
            link(index, of: route, into: slot, &steps)
            return Address(frame: 0, slot: slot)
        }
        let address = Address(frame: frame(of: route), slot: index)
        if !declarer.isEager[index] { lazyInputs.append(address) }
        return address
    }

    private func cell(
        _ index: Int, at route: Route, isLive: Bool, _ lazyInputs: inout [Address]
    ) -> Address {
        let address = Address(frame: frame(of: route), slot: index)
        if isLive, !layout.layout(at: route).isEager[index] { lazyInputs.append(address) }
        return address
    }

    private func frame(of route: Route) -> Int {
        if let frame = frames[route] { return frame }
        result.routes.append(route)
        frames[route] = result.routes.count
        return result.routes.count
    }
}

extension Layout {
    func closingTimeLimit(of binding: Binding) -> Duration {
        binding.closingTimeLimit ?? blueprint.closingTimeLimit
    }
}
