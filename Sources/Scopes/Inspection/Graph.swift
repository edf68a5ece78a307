/// A graph of scopes, with their bindings and requirements and, for open scopes, the states of the instances.
///
/// ``Plan/graph`` shows the validated blueprint, and ``Scope/graph()`` shows the current state of a scope. A graph is a
/// value: it can be shown as text, for Graphviz and as Mermaid, and encoded.
public struct Graph: Hashable, Sendable, Encodable {
    /// The state of a scope.
    public enum ScopeState: String, Hashable, Sendable, Encodable {
        /// No scope of the plan is open.
        case declared
        /// The scope is being opened.
        case opening
        /// The scope is open.
        case open
        /// The scope is being closed.
        case closing
        /// The scope has closed.
        case closed
    }

    /// The state of an instance.
    public enum InstanceState: String, Hashable, Sendable, Encodable {
        /// No instance or several exist, because the scope is not open, or the binding is lazy or transient.
        case declared
        /// The instance waits for its requirements.
        case waiting
        /// The instance is being created.
        case creating
        /// The instance exists.
        case created
    }

    /// The way in which a scope is opened.
    public enum Kind: String, Hashable, Sendable, Encodable {
        /// Opened by its owner.
        case owned
        /// Opened by its owner for each connection.
        case session
        /// Opened by an object, with a `Scene`.
        case scene
    }

    /// A scope.
    public struct Scope: Hashable, Sendable, Encodable {
        /// The names of the scopes from the root to this one, joined by slashes.
        public let path: String
        /// The way in which the scope is opened.
        public let kind: Kind
        /// The state; for sessions and scenes, whether any is open.
        public let state: ScopeState
        /// The number of open scopes of this plan.
        public let openCount: Int
        /// The number of scopes of this plan that have been opened since the parent was opened.
        public let openedCount: Int
        /// The number of instances in all open scopes of this plan.
        public let instanceCount: Int
        /// The bindings, in the order of declaration.
        public let instances: [Node]
        /// The keys that siblings can request.
        public let exports: [String]
        /// The types that an isolated scope can require from outside; nil for a scope that is not isolated.
        public let inputs: [String]?
        /// The nested scopes.
        public internal(set) var scopes: [Scope]
    }

    /// A binding, and its instance.
    public struct Node: Hashable, Sendable, Encodable {
        /// The key by which the binding is requested, or to which it contributes.
        public let key: String
        /// The type that is created.
        public let implementation: String
        /// The purpose of the binding.
        public let role: Binding.Role
        /// The source location of the declaration.
        public let location: BindingLocation
        /// A Boolean value that indicates whether the initializer is asynchronous.
        public let isAsynchronous: Bool
        /// A Boolean value that indicates whether the instance is created at its first use.
        public let isLazy: Bool
        /// A Boolean value that indicates whether each requester gets a new instance.
        public let isTransient: Bool
        /// A Boolean value that indicates whether only the declaring scope can request the binding.
        public let isPrivate: Bool
        /// The state of the instance.
        public let state: InstanceState
        /// The duration of the creation, which is measured in scopes that an owner opens; otherwise nil.
        public let duration: Duration?
        /// The requirements of the binding, in the order of the parameters.
        public let requirements: [Edge]
    }

    /// A requirement of a binding, and its targets.
    public struct Edge: Hashable, Sendable, Encodable {
        /// The type of the parameter, as the initializer declares it.
        public let requirement: String
        /// The way in which the key is requested.
        public let kind: Requirement.Kind
        /// The bindings that meet the requirement.
        public let targets: [Target]
    }

    /// A binding, as the target of a requirement.
    public struct Target: Hashable, Sendable, Encodable {
        /// The path of the scope that declares the binding.
        public let scope: String
        /// The index among the scope's ``Scope/instances``.
        public let index: Int

        /// Creates a target.
        ///
        /// - Parameters:
        ///   - scope: The path of the scope.
        ///   - index: The index among the instances of the scope.
        public init(scope: String, index: Int) {
            self.scope = scope
            self.index = index
        }
    }

    /// A relation between two bindings that is not a requirement, for drawings.
    public struct Link: Hashable, Sendable {
        /// The binding at the start of the arrow.
        public let from: Target
        /// The binding at the end of the arrow.
        public let to: Target
        /// The label of the arrow.
        public let label: String

        /// Creates a link.
        ///
        /// - Parameters:
        ///   - from: The binding at the start of the arrow.
        ///   - to: The binding at the end of the arrow.
        ///   - label: The label of the arrow.
        public init(from: Target, to: Target, label: String) {
            self.from = from
            self.to = to
            self.label = label
        }
    }

    /// The outermost scope.
    public let root: Scope

    /// All scopes, each before the scopes nested in it.
    public var scopes: [Scope] {
        func all(_ scope: Scope) -> [Scope] { [scope] + scope.scopes.flatMap(all) }
        return all(root)
    }
}

extension Binding.Role: Encodable {
    /// Encodes the name of the case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(self)")
    }
}

extension Requirement.Kind: Encodable {
    /// Encodes the name of the case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(self)")
    }
}

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
            scopes: plan.nested.map { Graph.Scope($0) }
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
        inputs = plan.blueprint.inputs?.map { "\($0.requirement)" }
        self.scopes = scopes
        instances = plan.blueprint.bindings.indices.map { index in
            let (state, duration) = instance(index)
            return Graph.Node(plan.blueprint.bindings[index], at: index, in: plan, state, duration)
        }
    }
}

extension Graph.Node {
    fileprivate init(
        _ binding: Binding, at index: Int, in plan: Plan, _ state: Graph.InstanceState, _ duration: Duration?
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
        requirements = zip(binding.requirements, plan.scope.steps[index].references).map { requirement, reference in
            Graph.Edge(
                requirement: "\(requirement)", kind: requirement.kind,
                targets: reference.targets.map { Graph.Target(scope: plan.scope(at: $0).path, index: $0.slot) })
        }
    }
}

extension Reference {
    /// The addresses of all instances that the reference leads to, now or later.
    fileprivate var targets: [Address] {
        switch self {
        case .live(let address), .lazy(let address): [address]
        case .instance, .transient, .all, .absent, .building: instances
        }
    }
}

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
        let progress = core.progress
        var scopes: [Graph.Scope] = children.filter(\.planned.blueprint.isOwned).map { Graph.Scope($0) }
        for (nested, openedCount) in zip(plan.nested, progress.openedCounts) {
            if nested.blueprint.isOwned {
                // A scope that was validated later may replace the nested scope.
                let isReplaced = children.contains { $0.planned.blueprint.isOwned && $0.plan.name == nested.name }
                if !isReplaced { scopes.append(Graph.Scope(nested, openedCount: openedCount)) }
            } else {
                let open = children.filter { $0.planned === nested.scope && $0.isOpen }
                scopes.append(Graph.Scope(nested, open, openedCount: openedCount))
            }
        }
        let openedCount = core.planned.index.flatMap { core.parent?.progress.openedCounts[$0] } ?? 1
        self.init(
            plan, state: Graph.ScopeState(progress.phase), openCount: 1, openedCount: openedCount,
            instanceCount: progress.instances.count { $0.exists }, scopes: scopes
        ) { slot in
            let instance = progress.instances[slot]
            if instance.exists { return (.created, instance.duration) }
            if instance.isCreating { return (.creating, nil) }
            let isAwaited = progress.phase == .opening && core.planned.steps[slot].isEager
            return (isAwaited ? .waiting : .declared, nil)
        }
    }

    /// Creates one description for the open sessions or scenes of a plan.
    private init(_ plan: Plan, _ open: [ScopeCore], openedCount: Int) {
        let nested = plan.nested
        var below: [[ScopeCore]] = nested.map { _ in [] }
        var opened = nested.map { _ in 0 }
        var instanceCount = 0
        for core in open {
            let progress = core.progress
            instanceCount += progress.instances.count { $0.exists }
            for (index, count) in progress.openedCounts.enumerated() { opened[index] += count }
            for child in core.children {
                if let index = child.planned.index { below[index].append(child) }
            }
        }
        self.init(
            plan, state: open.isEmpty ? .declared : .open, openCount: open.count, openedCount: openedCount,
            instanceCount: instanceCount,
            scopes: nested.indices.map { Graph.Scope(nested[$0], below[$0], openedCount: opened[$0]) }
        ) { _ in (.declared, nil) }
    }
}

extension Graph.ScopeState {
    fileprivate init(_ phase: ScopeCore.Phase) {
        self =
            switch phase {
            case .opening: .opening
            case .open: .open
            case .closing: .closing
            case .closed: .closed
            }
    }
}

extension Graph {
    /// Creates the graph of a scope with other nested scopes.
    ///
    /// - Parameters:
    ///   - graphs: The graphs of the nested scopes; none for the scope alone.
    ///   - parent: The graph of the scope.
    public init(joining graphs: [Graph], in parent: Graph) {
        var scope = parent.root
        scope.scopes = graphs.map(\.root)
        root = scope
    }

    /// Returns the graph with another plan in place of the nested scope that has the same path.
    ///
    /// - Parameter plan: A plan under that of the outermost scope.
    /// - Returns: The graph, in which the scope of the plan is not open.
    public func replacing(_ plan: Plan) -> Graph {
        var root = root
        root.scopes = root.scopes.map { $0.path == plan.path ? Scope(plan) : $0 }
        return Graph(root: root)
    }
}
