// What the graph of waits asks a scope for.

extension ScopeCore {
    /// How far the making of an instance is.
    enum Making: Sendable {
        case ended
        case running(BuildJob)
        case awaiting([Address])
    }

    func making(of slot: Int) -> Making {
        state.withLock { state in
            // Who has been given up waits for nobody, and comes to his end by himself.
            if let entry = state.extra?.jobs[slot], entry.hasStarted {
                return entry.isGivenUp ? .ended : .running(entry.job)
            }
            if isBuilt(slot, state) { return .ended }
            guard case .opening = state.phase, !plan.compiled.isSimple else { return .ended }
            let steps = plan.compiled.steps
            guard let number = steps.number(ofSlot: slot), number < plan.compiled.eagerCount else { return .ended }
            let own = plan.compiled.ownInputs(ofStep: number).filter { !isBuilt($0, state) }
            return .awaiting(own.map { Address(frame: 0, slot: $0, offset: 0) } + steps.rest(of: number).awaited)
        }
    }

    /// The builder of an instance that exists, while what is made with that does not.
    func jobOfInstance(in slot: Int) -> BuildJob? {
        state.withLock { state in
            guard let entry = state.extra?.jobs[slot], !entry.isGivenUp, isBuilt(slot, state) else { return nil }
            return entry.job
        }
    }

    /// The bindings that the scope's opening waits for.
    var slotsInTheMaking: [Int] {
        state.withLock { state in
            guard case .opening = state.phase else { return [] }
            let steps = plan.compiled.steps
            return (0..<plan.compiled.eagerCount).map { steps[$0].slot }.filter { !isBuilt($0, state) }
        }
    }

    /// The graph of waits of the tree that the scope is in.
    var waitGraph: WaitGraph {
        var root = self
        while let parent = root.parent { root = parent }
        return root.state.withLock { state in
            let extra = state.makeExtra()
            if let graph = extra.waitGraph { return graph }
            let graph = WaitGraph()
            extra.waitGraph = graph
            return graph
        }
    }
}
