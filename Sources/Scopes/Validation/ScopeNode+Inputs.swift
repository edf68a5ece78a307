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
        let outside: (end: ScopeNode?, provider: ScopeNode, binding: Binding)
        switch lookUpOutside(requirement, exports: exports) {
        case .bound(_, let declarer, let index):
            outside = (declarer, declarer, declarer.blueprint.bindings[index])
        case .exported(let exporter, let exit):
            guard let binding = exporter.table.liveExports[requirement.key] else { return nil }
            outside = (exit.node.parent, exporter, binding)
        case .ambiguous, .unmetImport, .notFound: return nil
        }
        var scopes: [ScopeNode] = []
        var next: ScopeNode? = self
        while let node = next, node !== outside.end {
            if !node.admits(requirement) { scopes.append(node) }
            next = node.parent
        }
        return scopes.isEmpty ? nil : (outside.provider.path, outside.binding, scopes)
    }

    private func lookUpOutside(_ requirement: Requirement, exports: ExportsByParent) -> LookupResult {
        let found = lookUp(requirement, exports: exports, ignoresInputs: true)
        guard case .notFound = found, requirement.kind == .live else { return found }
        return lookUp(requirement, exports: exports, isLive: true, ignoresInputs: true)
    }
}

extension Requirement {
    /// Whether an input permits a requirement: both request the contributions to a key, or neither does.
    fileprivate func isInput(for requirement: Requirement) -> Bool {
        key == requirement.key && (kind == .all) == (requirement.kind == .all)
    }
}
