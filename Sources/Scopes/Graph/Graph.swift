/// A picture of scopes: what they declare, who needs what, and, where they are open, how far it is made.
///
/// ``Plan/graph`` shows what was admitted, ``Scope/graph()`` what is alive at this moment. A graph is a value: it can
/// be shown as text, for Graphviz, as Mermaid and as JSON, and compared with another by a ``GraphDifference``.
public struct Graph: Hashable, Sendable {
    /// Where a scope is in its life.
    public enum ScopeState: String, Hashable, Sendable {
        /// None is open from this plan.
        case declared
        /// It is being opened.
        case opening
        /// It is open.
        case open
        /// It is being closed.
        case closing
        /// It has closed.
        case closed
    }

    /// How far an instance is.
    public enum InstanceState: String, Hashable, Sendable {
        /// There is none, or no one: its scope is not open, or comes and goes; it is lazy, or made for each that asks.
        case declared
        /// It is to be made, and waits for what it needs.
        case waiting
        /// It is being made.
        case making
        /// It is there.
        case made
    }

    /// Why a scope is opened, and by whom.
    public enum Kind: String, Hashable, Sendable {
        /// By its owner.
        case owned
        /// By its owner, for each connection.
        case session
        /// By an object that has the right to.
        case scene
    }

    /// A scope.
    public struct Scope: Hashable, Sendable {
        /// The names from the root to it, joined by slashes.
        public let path: String
        /// Why it is opened.
        public let kind: Kind
        /// Where it is in its life.
        ///
        /// For sessions and scenes, whether any is open.
        public let state: ScopeState
        /// How many are open from this plan.
        public let openCount: Int
        /// How many have been opened from this plan, since the scope above was.
        public let openedCount: Int
        /// How many instances are there, in all that are open.
        public let instanceCount: Int
        /// What it declares, in the order of declaration.
        public let instances: [Instance]
        /// What scopes beside it may ask for.
        public let exports: [String]
        /// The scopes under it.
        public let scopes: [Scope]
    }

    /// A binding, and its instance where there is one.
    public struct Instance: Hashable, Sendable {
        /// What it is asked for by, or contributes to.
        public let key: String
        /// The type that is made.
        public let implementation: String
        /// What the binding is for.
        public let role: Binding.Role
        /// Where it was declared.
        public let location: BindingLocation
        /// Whether its initialiser is asynchronous.
        public let isAsynchronous: Bool
        /// Whether it is made at its first use.
        public let isLazy: Bool
        /// Whether it is made anew for each that asks.
        public let isTransient: Bool
        /// Whether scopes under its own can't ask for it.
        public let isPrivate: Bool
        /// How far it is.
        public let state: InstanceState
        /// How long making it took, where that was measured: in scopes that an owner opens.
        public let duration: Duration?
        /// What it needs.
        public let needs: [Edge]
    }

    /// A need of a binding, and what meets it.
    public struct Edge: Hashable, Sendable {
        /// The parameter's type, as the initialiser has it.
        public let need: String
        /// In which way it is asked for.
        public let kind: Need.Kind
        /// The bindings that meet it.
        public let targets: [Target]
    }

    /// A binding, as another one sees it.
    public struct Target: Hashable, Sendable {
        /// The path of its scope.
        public let scope: String
        /// Its place among the scope's ``Scope/instances``, or nil when only the scope is known: something in it exports
        /// the key.
        public let index: Int?
    }

    /// The outermost scope of the picture.
    public let root: Scope

    /// Every scope of the picture, each before those under it.
    public var scopes: [Scope] {
        func all(_ scope: Scope) -> [Scope] { [scope] + scope.scopes.flatMap(all) }
        return all(root)
    }
}
