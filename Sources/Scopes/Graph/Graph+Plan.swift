extension Plan {
    /// What was admitted, with the scopes that are nested in it.
    public var graph: Graph {
        Graph(root: Graph.Scope(self))
    }
}

extension Graph.Scope {
    /// A scope of a plan, of which none is open.
    init(_ plan: Plan, openedCount: Int = 0) {
        self.init(
            plan, state: .declared, openCount: 0, openedCount: openedCount, instanceCount: 0,
            scopes: plan.nestedPlans.map { Graph.Scope($0) }
        ) { _ in (.declared, nil) }
    }

    /// A scope of a plan.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - state: Where it is in its life.
    ///   - openCount: How many are open.
    ///   - openedCount: How many have been opened.
    ///   - instanceCount: How many instances are there.
    ///   - scopes: The scopes under it.
    ///   - instance: How far the instance in a slot is, and how long making it took.
    init(
        _ plan: Plan, state: Graph.ScopeState, openCount: Int, openedCount: Int, instanceCount: Int,
        scopes: [Graph.Scope], _ instance: (Int) -> (Graph.InstanceState, Duration?)
    ) {
        path = plan.path
        kind =
            switch plan.kind {
            case .owned: .owned
            case .session: .session
            case .scene: .scene
            }
        self.state = state
        self.openCount = openCount
        self.openedCount = openedCount
        self.instanceCount = instanceCount
        exports = plan.blueprint.exports.map { "\($0.key)" }
        self.scopes = scopes
        instances = plan.blueprint.bindings.indices.map { index in
            let (state, duration) = instance(index)
            return Graph.Instance(plan.blueprint.bindings[index], at: index, in: plan.layout, state, duration)
        }
    }
}

extension Graph.Instance {
    fileprivate init(
        _ binding: Binding, at index: Int, in layout: Layout, _ state: Graph.InstanceState, _ duration: Duration?
    ) {
        key = "\(binding.key)"
        implementation = binding.key.name ?? "\(BindingKey(of: binding.implementation))"
        role = binding.role
        location = binding.location
        isAsynchronous = binding.isAsynchronous
        isLazy = binding.isLazy
        isTransient = binding.isTransient
        isPrivate = binding.isPrivate
        self.state = state
        self.duration = duration
        needs = zip(binding.needs, layout.references[index]).map { need, reference in
            Graph.Edge(need: "\(need)", kind: need.kind, targets: reference.targets(from: layout))
        }
    }
}

extension Reference {
    fileprivate func targets(from layout: Layout) -> [Graph.Target] {
        switch self {
        case .absent, .scope: return []
        case .instance(let place), .cell(let place), .live(let place): return [place.target(from: layout)]
        case .all(let group): return layout.targets.groups[Int(group)].map { $0.target(from: layout) }
        case .exchange(let number):
            let exchange = layout.targets.exchanges[Int(number)]
            let path = layout.layout(at: exchange.route).path + "/" + exchange.child
            return [Graph.Target(scope: path, index: nil)]
        }
    }
}

extension Reference.Place {
    fileprivate func target(from layout: Layout) -> Graph.Target {
        Graph.Target(scope: layout.layout(at: layout.targets.routes[route]).path, index: index)
    }
}
