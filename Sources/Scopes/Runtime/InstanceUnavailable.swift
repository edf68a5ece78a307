/// An error that is thrown when an owner requests an instance that its scope does not provide.
///
/// See ``Scope/instance(of:)``.
public struct InstanceUnavailable: Error, Sendable, CustomStringConvertible {
    /// The path of the scope.
    public let scope: String
    /// The requested key.
    public let key: BindingKey
    /// The reason and the remedy.
    public let reason: String

    /// A description of the error.
    public var description: String {
        "\(scope) has no instance of \(key): \(reason)"
    }

    init(_ key: BindingKey, in plan: Plan) {
        scope = plan.path
        self.key = key
        let bindings = plan.blueprint.bindings
        if let index = plan.resolved.table.index[key] {
            reason =
                "\(bindings[index]) is transient, so that each requester gets its own; require it in an initializer"
        } else if plan.resolved.table.contributions[key] != nil {
            reason = "it has contributions; use `contributions(to:)`"
        } else if let other = bindings.first(where: { BindingKey(of: $0.implementation) == key }) {
            reason = "\(other.implementation) is provided as \(other.key); request that"
        } else if let outer = Self.provider(of: key, above: plan.resolved) {
            reason = "\(outer.path) provides it; request it from that scope"
        } else {
            let similar = bindings.filter { binding in
                binding.role == .provision
                    && editDistance(binding.key.description, key.description) <= max(1, key.description.count / 4)
            }
            reason =
                similar.first.map { "did you mean \($0.key)?" }
                ?? "provide it in the blueprint of \(plan.name)"
        }
    }

    private static func provider(of key: BindingKey, above scope: ResolvedScope) -> ResolvedScope? {
        var next = scope.parent
        while let outer = next {
            if let index = outer.table.index[key], !outer.blueprint.bindings[index].isPrivate { return outer }
            next = outer.parent
        }
        return nil
    }
}
