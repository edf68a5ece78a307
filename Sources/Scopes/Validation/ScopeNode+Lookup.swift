/// The result of looking up a key.
enum LookupResult {
    /// A binding of the scope itself, or of an ancestor.
    case bound(Route, ScopeNode, Int)
    /// An export of a sibling, or of a sibling of an ancestor.
    case exported(by: ScopeNode, Exit)
    /// Several candidates, none of which is nearer than the others.
    case ambiguous([Candidate])
    /// An import from a scope that does not export the key.
    case unmetImport(Blueprint.Import, by: ScopeNode)
    /// No binding or export with the key.
    case notFound

    /// The point at which a lookup leaves a scope for its parent.
    struct Exit {
        /// The route from the requesting scope to the last one below the parent.
        let route: Route
        /// The last scope below the parent.
        let node: ScopeNode
    }

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
    ///   - isLive: Whether to look for exports for `Live`.
    ///   - ignoresInputs: Whether the lookup leaves isolated scopes although the key is not an input.
    /// - Returns: The nearest binding or export, or the reason why there is none.
    func lookUp(
        _ requirement: Requirement, exports: ExportsByParent, isLive: Bool = false, ignoresInputs: Bool = false
    ) -> LookupResult {
        let key = requirement.key
        var route = Route()
        var node = self
        var exporters: [(node: ScopeNode, exit: LookupResult.Exit)] = []
        while true {
            let isOwn = node === self
            if !(isOwn && requirement.isAbove), let index = node.table.index[key],
                isOwn || !node.blueprint.bindings[index].isPrivate
            {
                if exporters.isEmpty { return .bound(route, node, index) }
                let own = LookupResult.Candidate(node: node, binding: node.blueprint.bindings[index])
                return .ambiguous(exporters.compactMap { $0.node.candidate(for: key) } + [own])
            }
            // The requirement of a decorator is resolved to an import, too.
            if let imported = node.table.imports[key] {
                node.usedImports.insert(key)
                let exit = LookupResult.Exit(route: route, node: node)
                return node.lookUp(imported, for: requirement, from: exit, exports: exports, isLive: isLive)
            }
            guard let parent = node.parent, ignoresInputs || node.admits(requirement) else { break }
            if let resolved = parent.resolved, let siblings = exports[ObjectIdentifier(resolved)] {
                let exit = LookupResult.Exit(route: route, node: node)
                let found = (isLive ? siblings.live : siblings.direct)[key] ?? []
                // An export from inside this scope is nearer than the exports of other scopes.
                let own = found.filter { $0.isSame(as: node) }
                exporters += (own.isEmpty ? found : own).map { ($0, exit) }
            }
            route.hops.append(.up)
            node = parent
        }
        switch exporters.count {
        case 0: return .notFound
        case 1: return .exported(by: exporters[0].node, exporters[0].exit)
        default: return .ambiguous(exporters.compactMap { $0.node.candidate(for: key) })
        }
    }

    /// Looks up the scope that an import names, among the siblings of this scope and then among those of its ancestors.
    ///
    /// The import itself is an input of this scope, but not of its ancestors.
    private func lookUp(
        _ imported: Blueprint.Import, for requirement: Requirement, from exit: LookupResult.Exit,
        exports: ExportsByParent, isLive: Bool
    ) -> LookupResult {
        var exit = exit
        while let parent = exit.node.parent, exit.node === self || exit.node.admits(requirement) {
            if let resolved = parent.resolved, let siblings = exports[ObjectIdentifier(resolved)] {
                let found = (isLive ? siblings.live : siblings.direct)[imported.key] ?? []
                if let exporter = found.first(where: { $0.blueprint.name == imported.exporter }) {
                    return .exported(by: exporter, exit)
                }
            }
            exit = LookupResult.Exit(route: exit.route + .up, node: parent)
        }
        return .unmetImport(imported, by: self)
    }

    private func candidate(for key: BindingKey) -> LookupResult.Candidate? {
        table.liveExports[key].map { LookupResult.Candidate(node: self, binding: $0) }
    }
}
