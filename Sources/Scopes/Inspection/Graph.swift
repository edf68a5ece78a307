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
        /// The index among the scope's ``Scope/instances``, or nil if only the scope is known, because a scope in it exports
        /// the key.
        public let index: Int?

        /// Creates a target.
        ///
        /// - Parameters:
        ///   - scope: The path of the scope.
        ///   - index: The index among the instances of the scope.
        public init(scope: String, index: Int?) {
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
        inputs = plan.blueprint.inputs?.map { "\($0.requirement)" }
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

extension Graph {
    /// Creates the graph of a scope that has only nested scopes.
    ///
    /// - Parameters:
    ///   - graphs: The graphs of the nested scopes.
    ///   - parent: The plan of the scope.
    public init(joining graphs: [Graph], in parent: Plan) {
        root = Scope(
            path: parent.path, kind: .owned, state: .open, openCount: 1, openedCount: 1, instanceCount: 0,
            instances: [], exports: [], inputs: nil, scopes: graphs.map(\.root))
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
