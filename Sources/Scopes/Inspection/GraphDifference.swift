/// The differences between two graphs: of two versions of a blueprint, or of an open scope and a new blueprint.
///
/// The initializer compares declarations: scopes, bindings, requirements and exports. States, numbers, durations and
/// source locations are ignored.
public struct GraphDifference: Hashable, Sendable {
    /// A difference.
    public enum Change: Hashable, Sendable {
        /// A scope of the new graph only. The value is its path.
        case scopeAdded(String)
        /// A scope of the old graph only. The value is its path.
        case scopeRemoved(String)
        /// A binding of the new graph only.
        case bindingAdded(scope: String, binding: String)
        /// A binding of the old graph only.
        case bindingRemoved(scope: String, binding: String)
        /// A binding with another implementation or other options.
        case bindingChanged(scope: String, binding: String, from: String, to: String)
        /// A requirement of the new graph only.
        case requirementAdded(scope: String, binding: String, requirement: String)
        /// A requirement of the old graph only.
        case requirementRemoved(scope: String, binding: String, requirement: String)
        /// A key that only the new graph exports.
        case exportAdded(scope: String, key: String)
        /// A key that only the old graph exports.
        case exportRemoved(scope: String, key: String)
    }

    /// The differences, by scope.
    public let changes: [Change]

    /// A Boolean value that indicates whether there are no differences.
    public var isEmpty: Bool { changes.isEmpty }

    /// Compares two graphs.
    ///
    /// - Parameters:
    ///   - old: The graph before the changes.
    ///   - new: The graph after the changes.
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
            if other.options != instance.options {
                changes.append(
                    .bindingChanged(scope: path, binding: instance.key, from: other.options, to: instance.options))
            }
            let required = other.requirements.map(\.requirement)
            let requires = instance.requirements.map(\.requirement)
            changes += required.filter { !requires.contains($0) }
                .map { .requirementRemoved(scope: path, binding: instance.title, requirement: $0) }
            changes += requires.filter { !required.contains($0) }
                .map { .requirementAdded(scope: path, binding: instance.title, requirement: $0) }
        }
        changes += old.exports.filter { !new.exports.contains($0) }.map { .exportRemoved(scope: path, key: $0) }
        changes += new.exports.filter { !old.exports.contains($0) }.map { .exportAdded(scope: path, key: $0) }
        return changes
    }

    /// Returns the bindings with names that are unique in the scope: the role and the key; for contributions, also the
    /// implementation and a number.
    private static func named(_ instances: [Graph.Node]) -> [(name: String, instance: Graph.Node)] {
        var counts: [String: Int] = [:]
        return instances.map { instance in
            var name = "\(instance.role) \(instance.key)"
            if instance.role == .contribution { name += " \(instance.implementation)" }
            counts[name, default: 0] += 1
            return ("\(name) \(counts[name] ?? 0)", instance)
        }
    }
}

extension Graph.Node {
    /// The implementation and the options.
    fileprivate var options: String {
        var words = [implementation]
        if isLazy { words.append("lazy") }
        if isTransient { words.append("transient") }
        if isAsynchronous { words.append("asynchronous") }
        if isPrivate { words.append("private") }
        return words.joined(separator: ", ")
    }
}

extension GraphDifference: CustomStringConvertible {
    /// A line for each difference, marked as in a patch; "no difference" if there are none.
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
        case .requirementAdded(let scope, let binding, let requirement): "+ \(scope): \(binding) needs \(requirement)"
        case .requirementRemoved(let scope, let binding, let requirement): "- \(scope): \(binding) needs \(requirement)"
        case .exportAdded(let scope, let key): "+ \(scope): exports \(key)"
        case .exportRemoved(let scope, let key): "- \(scope): exports \(key)"
        }
    }
}
