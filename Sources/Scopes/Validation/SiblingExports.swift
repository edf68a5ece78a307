/// The exports of the scopes under one parent.
struct SiblingExports {
    /// The scopes that export a key directly.
    private(set) var direct: [BindingKey: [ScopeNode]] = [:]
    /// The scopes that export a key for `Live`.
    private(set) var live: [BindingKey: [ScopeNode]] = [:]
    /// The scopes under the parent.
    private(set) var siblings: [ScopeNode] = []

    mutating func add(_ sibling: ScopeNode) {
        siblings.append(sibling)
        for key in sibling.table.exports { direct[key, default: []].append(sibling) }
        for key in sibling.table.liveExports.keys { live[key, default: []].append(sibling) }
    }
}

/// The exports under each parent, by the identity of the parent's resolved scope.
typealias ExportsByParent = [ObjectIdentifier: SiblingExports]
