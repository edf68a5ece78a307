extension Scope {
    /// What is alive at this moment: this scope and those under it.
    ///
    /// Sessions and scenes are shown once for each declaration, with their numbers. Other things go on while the picture is
    /// taken, so that parts of it may be from one moment and parts from the next.
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
                // One that was admitted later may stand in its place.
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
            instanceCount: progress.instances.count { $0.0 == .made }, scopes: scopes
        ) { progress.instances[$0] }
    }

    /// The sessions or scenes that are open from one plan, as one.
    private init(_ plan: Plan, _ open: [ScopeCore], openedCount: Int) {
        var below: [[ScopeCore]] = plan.nestedPlans.map { _ in [] }
        var opened = plan.nestedPlans.map { _ in 0 }
        var instanceCount = 0
        for core in open {
            instanceCount += core.progress.instances.count { $0.0 == .made }
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
    fileprivate var numbers: [(open: Int, opened: Int)] {
        state.withLock { _ in (0..<plan.compiled.nestedCount).map { (counters[$0].open, counters[$0].opened) } }
    }

    /// How far the scope and its instances are.
    fileprivate var progress: (state: Graph.ScopeState, instances: [(Graph.InstanceState, Duration?)]) {
        state.withLock { state in
            let phase: Graph.ScopeState =
                switch state.phase {
                case .opening: .opening
                case .open: .open
                case .closing: .closing
                case .closed: .closed
                }
            let isEager = plan.layout.isEager
            let instances = plan.blueprint.bindings.indices.map { slot -> (Graph.InstanceState, Duration?) in
                let duration = state.extra?.durations[slot]
                // While a simple plan is run, nobody but the one who runs it knows how far that is.
                if state.phase == .opening, plan.compiled.isSimple { return (.waiting, nil) }
                if isBuilt(slot, state) { return (.made, duration) }
                if state.extra?.jobs[slot]?.hasStarted == true { return (.making, nil) }
                return (state.phase == .opening && isEager[slot] ? .waiting : .declared, nil)
            }
            return (phase, instances)
        }
    }
}
