/// The result of looking up a key.
enum LookupResult {
    /// A binding of the scope itself, or of a scope around it: the number of scopes outwards, the scope, and the index.
    case bound(Int, ScopeNode, Int)
    /// An export of a sibling of a scope, which is the requesting scope or one around it.
    case exported(by: ScopeNode, to: ScopeNode)
    /// Several candidates, none of which is nearer than the others.
    case ambiguous([Candidate])
    /// No binding or export with the key.
    case notFound

    /// One of several scopes that provide a key.
    struct Candidate {
        let node: ScopeNode
        let binding: Binding
    }
}

extension ScopeNode {
    /// Looks up a key in this scope and then in its ancestors.
    ///
    /// The exports of a scope's siblings are searched only if neither the scope nor a nearer one has the key.
    ///
    /// - Parameters:
    ///   - requirement: The requirement with the key.
    ///   - exports: The exports under each parent.
    ///   - ignoresInputs: Whether the lookup leaves isolated scopes although the key is not an input.
    /// - Returns: The nearest binding or export, or the reason why there is none.
    func lookUp(
        _ requirement: Requirement, exports: ExportsByParent, ignoresInputs: Bool = false
    ) -> LookupResult {
        let key = requirement.key
        var outward = 0
        var node = self
        if !requirement.skipsOwnScope, let index = table.index[key] { return .bound(0, self, index) }
        while let parent = node.parent, ignoresInputs || node.admits(requirement) {
            let siblings = parent.planned.flatMap { exports[ObjectIdentifier($0)] }
            let exporters = (siblings?.exporters[key] ?? []).filter { !$0.isSame(as: node) }
            let bound = parent.table.index[key].flatMap { parent.blueprint.bindings[$0].isPrivate ? nil : $0 }
            outward += 1
            // The exports of siblings and the binding of their parent are equally near.
            switch (exporters.count, bound) {
            case (0, nil): node = parent
            case (0, let index?): return .bound(outward, parent, index)
            case (1, nil): return .exported(by: exporters[0], to: node)
            default:
                return .ambiguous((exporters + (bound == nil ? [] : [parent])).compactMap { $0.candidate(for: key) })
            }
        }
        return .notFound
    }

    private func candidate(for key: BindingKey) -> LookupResult.Candidate? {
        table.index[key].map { LookupResult.Candidate(node: self, binding: blueprint.bindings[$0]) }
    }
}

extension ScopeNode {
    /// Returns whether the bindings of this scope, and of the scopes inside it, can have a requirement met from outside.
    func admits(_ requirement: Requirement) -> Bool {
        guard let inputs = blueprint.inputs else { return true }
        return inputs.contains { $0.requirement.isInput(for: requirement) }
    }

    /// The isolated scopes, from this one outwards, that prevent a binding outside from meeting a requirement.
    ///
    /// - Parameters:
    ///   - requirement: The requirement of a binding of this scope.
    ///   - exports: The exports under each parent.
    /// - Returns: The path of the scope that provides the key, its binding, and the isolated scopes inside it of which the
    ///   key is not an input; nil if no scope outside provides the key.
    func isolation(from requirement: Requirement, exports: ExportsByParent) -> (
        path: String, binding: Binding, scopes: [ScopeNode]
    )? {
        let outside: (end: ScopeNode?, provider: ScopeNode, index: Int)
        switch lookUp(requirement, exports: exports, ignoresInputs: true) {
        case .bound(_, let declarer, let index): outside = (declarer, declarer, index)
        case .exported(let exporter, let node):
            guard let index = exporter.table.index[requirement.key] else { return nil }
            outside = (node.parent, exporter, index)
        case .ambiguous, .notFound: return nil
        }
        var scopes: [ScopeNode] = []
        var next: ScopeNode? = self
        while let node = next, node !== outside.end {
            if !node.admits(requirement) { scopes.append(node) }
            next = node.parent
        }
        let provider = outside.provider
        return scopes.isEmpty ? nil : (provider.path, provider.blueprint.bindings[outside.index], scopes)
    }
}

extension Requirement {
    /// Whether an input permits a requirement: both request the contributions to a key, or neither does.
    fileprivate func isInput(for requirement: Requirement) -> Bool {
        key == requirement.key && (kind == .all) == (requirement.kind == .all)
    }
}

/// The exports of the scopes under one parent.
struct SiblingExports {
    /// The scopes that export a key.
    private(set) var exporters: [BindingKey: [ScopeNode]] = [:]
    /// The scopes under the parent.
    private(set) var siblings: [ScopeNode] = []

    mutating func add(_ sibling: ScopeNode) {
        siblings.append(sibling)
        for key in sibling.table.exports { exporters[key, default: []].append(sibling) }
    }
}

/// The exports under each parent, by the identity of the planned parent.
typealias ExportsByParent = [ObjectIdentifier: SiblingExports]
