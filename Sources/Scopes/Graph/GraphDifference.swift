/// What tells one graph from another: of two versions of a blueprint, or of what is running and what shall be.
///
/// It looks at declarations: scopes, bindings, needs and exports. States, numbers, times and places in the source play no
/// part.
public struct GraphDifference: Hashable, Sendable {
    /// One difference.
    public enum Change: Hashable, Sendable {
        /// A scope that only the new graph has; its path.
        case scopeAdded(String)
        /// A scope that only the old graph has; its path.
        case scopeRemoved(String)
        /// A binding that only the new graph has.
        case bindingAdded(scope: String, binding: String)
        /// A binding that only the old graph has.
        case bindingRemoved(scope: String, binding: String)
        /// A binding that is made in another way: of another type, lazily, asynchronously, privately.
        case bindingChanged(scope: String, binding: String, from: String, to: String)
        /// A need that only the new graph has.
        case needAdded(scope: String, binding: String, need: String)
        /// A need that only the old graph has.
        case needRemoved(scope: String, binding: String, need: String)
        /// A key that only the new graph exports.
        case exportAdded(scope: String, key: String)
        /// A key that only the old graph exports.
        case exportRemoved(scope: String, key: String)
    }

    /// The differences, scope by scope.
    public let changes: [Change]

    /// Whether there is none.
    public var isEmpty: Bool { changes.isEmpty }

    /// Compares two graphs.
    ///
    /// - Parameters:
    ///   - old: The graph from which the differences lead.
    ///   - new: The graph to which they lead.
    public init(from old: Graph, to new: Graph) {
        let oldScopes = Dictionary(old.scopes.map { ($0.path, $0) }) { first, _ in first }
        let newScopes = Dictionary(new.scopes.map { ($0.path, $0) }) { first, _ in first }
        var changes: [Change] = []
        for scope in old.scopes where newScopes[scope.path] == nil { changes.append(.scopeRemoved(scope.path)) }
        for scope in new.scopes {
            if let earlier = oldScopes[scope.path] {
                changes += Self.changes(from: earlier, to: scope)
            } else {
                changes.append(.scopeAdded(scope.path))
                changes += scope.instances.map { .bindingAdded(scope: scope.path, binding: $0.title) }
            }
        }
        self.changes = changes
    }

    private static func changes(from old: Graph.Scope, to new: Graph.Scope) -> [Change] {
        let path = new.path
        let (before, after) = (named(old.instances), named(new.instances))
        var changes: [Change] = []
        for (name, instance) in before where !after.contains(where: { $0.name == name }) {
            changes.append(.bindingRemoved(scope: path, binding: instance.title))
        }
        let earlier = Dictionary(uniqueKeysWithValues: before.map { ($0.name, $0.instance) })
        for (name, instance) in after {
            guard let other = earlier[name] else {
                changes.append(.bindingAdded(scope: path, binding: instance.title))
                continue
            }
            if other.manner != instance.manner {
                changes.append(
                    .bindingChanged(scope: path, binding: instance.key, from: other.manner, to: instance.manner))
            }
            let (needed, needs) = (other.needs.map(\.need), instance.needs.map(\.need))
            changes += needed.filter { !needs.contains($0) }
                .map { .needRemoved(scope: path, binding: instance.title, need: $0) }
            changes += needs.filter { !needed.contains($0) }
                .map { .needAdded(scope: path, binding: instance.title, need: $0) }
        }
        changes += old.exports.filter { !new.exports.contains($0) }.map { .exportRemoved(scope: path, key: $0) }
        changes += new.exports.filter { !old.exports.contains($0) }.map { .exportAdded(scope: path, key: $0) }
        return changes
    }

    /// The bindings, each with what tells it from the others of its scope: its key; for contributions, which are many to
    /// a key, the implementation and its number too.
    private static func named(_ instances: [Graph.Instance]) -> [(name: String, instance: Graph.Instance)] {
        var counts: [String: Int] = [:]
        return instances.map { instance in
            var name = "\(instance.role) \(instance.key)"
            if instance.role == .contribution { name += " \(instance.implementation)" }
            counts[name, default: 0] += 1
            return ("\(name) \(counts[name] ?? 0)", instance)
        }
    }
}

extension Graph.Instance {
    /// How it is made, in a few words.
    fileprivate var manner: String {
        var words = [implementation]
        if isLazy { words.append("lazy") }
        if isTransient { words.append("transient") }
        if isAsynchronous { words.append("asynchronous") }
        if isPrivate { words.append("private") }
        return words.joined(separator: ", ")
    }
}

extension GraphDifference: CustomStringConvertible {
    /// A line for each difference, marked as in a patch; "no difference" when there is none.
    public var description: String {
        isEmpty ? "no difference" : changes.map(\.description).joined(separator: "\n")
    }
}

extension GraphDifference.Change: CustomStringConvertible {
    /// The difference in one line.
    public var description: String {
        switch self {
        case .scopeAdded(let path): "+ \(path)"
        case .scopeRemoved(let path): "- \(path)"
        case .bindingAdded(let scope, let binding): "+ \(scope): \(binding)"
        case .bindingRemoved(let scope, let binding): "- \(scope): \(binding)"
        case .bindingChanged(let scope, let binding, let old, let new): "~ \(scope): \(binding): \(old) → \(new)"
        case .needAdded(let scope, let binding, let need): "+ \(scope): \(binding) needs \(need)"
        case .needRemoved(let scope, let binding, let need): "- \(scope): \(binding) needs \(need)"
        case .exportAdded(let scope, let key): "+ \(scope): exports \(key)"
        case .exportRemoved(let scope, let key): "- \(scope): exports \(key)"
        }
    }
}
