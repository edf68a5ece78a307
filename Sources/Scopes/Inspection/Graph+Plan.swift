extension Plan {
    /// The graph of the validated blueprint, with the scopes that are nested in it.
    public var graph: Graph {
        Graph(root: Graph.Scope(self))
    }
}

extension Graph.Scope {
    /// Creates the description of a plan of which no scope is open.
    init(_ plan: Plan, openedCount: Int = 0) {
        self.init(
            plan, state: .declared, openCount: 0, openedCount: openedCount, instanceCount: 0,
            scopes: plan.nestedPlans.map { Graph.Scope($0) }
        ) { _ in (.declared, nil) }
    }

    /// Creates the description of the scopes of a plan.
    ///
    /// - Parameters:
    ///   - plan: The plan of the scopes.
    ///   - state: The state of the open scope; for sessions and scenes, whether any is open.
    ///   - openCount: The number of open scopes of the plan.
    ///   - openedCount: The number of scopes that were opened so far.
    ///   - instanceCount: The number of instances in all open scopes of the plan.
    ///   - scopes: The descriptions of the nested scopes.
    ///   - instance: Returns the state of an instance, and the duration of its creation.
    init(
        _ plan: Plan, state: Graph.ScopeState, openCount: Int, openedCount: Int, instanceCount: Int,
        scopes: [Graph.Scope], _ instance: (Int) -> (Graph.InstanceState, Duration?)
    ) {
        path = plan.path
        kind =
            switch plan.blueprint.kind {
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
            return Graph.Node(plan.blueprint.bindings[index], at: index, in: plan.resolved, state, duration)
        }
    }
}

extension Graph.Node {
    fileprivate init(
        _ binding: Binding, at index: Int, in scope: ResolvedScope, _ state: Graph.InstanceState, _ duration: Duration?
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
        requirements = zip(binding.requirements, scope.references[index]).map { requirement, reference in
            Graph.Edge(
                requirement: "\(requirement)", kind: requirement.kind, targets: reference.targets(from: scope))
        }
    }
}

extension Reference {
    fileprivate func targets(from scope: ResolvedScope) -> [Graph.Target] {
        switch self {
        case .absent, .scope: []
        case .instance(let target), .lazy(let target), .live(let target): [target.node(from: scope)]
        case .all(let targets): targets.map { $0.node(from: scope) }
        case .export(let keeper, let child, _):
            [Graph.Target(scope: scope.scope(at: keeper).path + "/" + child, index: nil)]
        }
    }
}

extension Reference.Target {
    fileprivate func node(from scope: ResolvedScope) -> Graph.Target {
        Graph.Target(scope: scope.scope(at: route).path, index: index)
    }
}
