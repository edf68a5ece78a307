extension Scope {
    /// Returns the graph of this scope and the scopes under it, with their current states.
    ///
    /// Sessions and scenes are shown once for each declaration, with the numbers of open and opened scopes. The scopes
    /// are examined one after another, so the graph is not an atomic snapshot.
    public func graph() -> Graph {
        Graph(root: Graph.Scope(core))
    }
}

extension Graph.Scope {
    fileprivate init(_ core: ScopeCore) {
        let plan = core.plan
        let children = core.children
        var scopes: [Graph.Scope] = children.filter(\.plan.isOwned).map { Graph.Scope($0) }
        let counters = core.numbers
        for (index, nested) in plan.nestedPlans.enumerated() {
            if nested.isOwned {
                // A scope that was validated later may replace the nested scope.
                let isReplaced = children.contains { $0.plan.isOwned && $0.plan.name == nested.name }
                if !isReplaced { scopes.append(Graph.Scope(nested, openedCount: counters[index].opened)) }
            } else {
                let open = children.filter { $0.plan === nested }
                scopes.append(Graph.Scope(nested, open, openedCount: counters[index].opened))
            }
        }
        let progress = core.progress
        let openedCount = plan.indexInParent.flatMap { core.parent?.numbers[$0].opened } ?? 1
        self.init(
            plan, state: progress.state, openCount: 1, openedCount: openedCount,
            instanceCount: progress.instances.count { $0.0 == .created }, scopes: scopes
        ) { progress.instances[$0] }
    }

    /// Creates one description for the open sessions or scenes of a plan.
    private init(_ plan: Plan, _ open: [ScopeCore], openedCount: Int) {
        var below: [[ScopeCore]] = plan.nestedPlans.map { _ in [] }
        var opened = plan.nestedPlans.map { _ in 0 }
        var instanceCount = 0
        for core in open {
            instanceCount += core.progress.instances.count { $0.0 == .created }
            for (index, number) in core.numbers.enumerated() { opened[index] += number.opened }
            for child in core.children {
                if let index = child.plan.indexInParent { below[index].append(child) }
            }
        }
        let scopes = plan.nestedPlans.indices.map { index in
            Graph.Scope(plan.nestedPlans[index], below[index], openedCount: opened[index])
        }
        self.init(
            plan, state: open.isEmpty ? .declared : .open, openCount: open.count, openedCount: openedCount,
            instanceCount: instanceCount, scopes: scopes
        ) { _ in (.declared, nil) }
    }
}

extension ScopeCore {
    /// The numbers of scopes opened from the nested plans.
    fileprivate var numbers: [ScopeState.Counter] {
        state.withLock { $0.counters }
    }

    /// The state of the scope and of its instances.
    fileprivate var progress: (state: Graph.ScopeState, instances: [(Graph.InstanceState, Duration?)]) {
        state.withLock { state in
            let phase: Graph.ScopeState =
                switch state.phase {
                case .opening: .opening
                case .open: .open
                case .closing: .closing
                case .closed: .closed
                }
            let instances = plan.blueprint.bindings.indices.map { slot -> (Graph.InstanceState, Duration?) in
                let isEager = plan.resolved.isEager[slot]
                let extra = state.extra
                if extra?.instances[slot] != nil { return (.created, extra?.durations[slot]) }
                if extra?.constructions[slot]?.isStarted == true { return (.creating, nil) }
                switch state.phase {
                case .opening: return (isEager ? .waiting : .declared, nil)
                // Other tasks must not read the slots of a scope that is opening or closing.
                case .open: return (slots.instance(in: slot) == nil ? .declared : .created, extra?.durations[slot])
                case .closing: return (isEager ? .created : .declared, extra?.durations[slot])
                case .closed: return (.declared, nil)
                }
            }
            return (phase, instances)
        }
    }
}
