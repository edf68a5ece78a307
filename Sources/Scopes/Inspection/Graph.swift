/// A graph of scopes, with their bindings and requirements and, for open scopes, the states of the instances.
///
/// ``Plan/graph`` shows the validated blueprint, and ``Scope/graph()`` shows the current state of a scope. A graph is a
/// value: it can be shown as text, for Graphviz and as Mermaid, encoded, and compared with another graph in a
/// ``GraphDifference``.
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
