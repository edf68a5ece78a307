// A scope with a `Live` of an export remains when the exporter is replaced, so that the successor has to export the same keys.

extension ReplacementPlanner {
    /// Returns the diagnostics of remaining scopes with a `Live` of a key that the successor of a scope no longer exports.
    ///
    /// - Parameters:
    ///   - old: The scope that is closed.
    ///   - successor: The plan of the scope that replaces the old one.
    ///   - leaving: All scopes that the replacement closes.
    /// - Returns: One diagnostic for each requirement.
    static func lostExports(of old: ScopeCore, _ successor: Plan, leaving: [ScopeCore]) -> [Diagnostic] {
        var lost = Set(old.plan.resolved.table.liveExports.keys)
            .subtracting(successor.resolved.table.liveExports.keys)
        var diagnostics: [Diagnostic] = []
        var exporter = old
        // Siblings of an ancestor can request the exports, too, unless the ancestor exports the keys itself.
        while !lost.isEmpty, exporter.plan.isOwned, let parent = exporter.parent {
            for plan in plans(under: parent, leaving: leaving) {
                let uses = plan.resolved.requirements(of: lost, from: exporter.plan.name, keptBy: parent.plan.resolved)
                diagnostics += uses.map { lostExport($0, in: plan, successor) }
            }
            exporter = parent
            lost.subtract(exporter.plan.exports.map(\.key))
        }
        return diagnostics
    }

    /// Returns the plans of the remaining scopes under a parent, and of their sessions and scenes.
    private static func plans(under parent: ScopeCore, leaving: [ScopeCore]) -> [Plan] {
        func brief(_ plan: Plan) -> [Plan] { [plan] + plan.nestedPlans.filter { !$0.isOwned }.flatMap(brief) }
        return parent.children.filter { child in
            child.plan.isOwned && !leaving.contains { $0 === child }
        }.flatMap { brief($0.plan) + plans(under: $0, leaving: leaving) }
    }

    private static func lostExport(
        _ use: (binding: Binding, requirement: Requirement), in plan: Plan, _ successor: Plan
    ) -> Diagnostic {
        Diagnostic(
            code: .missing, scope: plan.path,
            summary:
                "\(use.binding) needs \(use.requirement) while it is open, which \(successor.path) would no longer export",
            chain: [Diagnostic.Link(text: "\(use.binding) needs \(use.requirement)", location: use.binding.location)],
            remedy: "export \(use.requirement.key) from \(successor.path), or close \(plan.path) before")
    }
}

extension ResolvedScope {
    /// Returns the requirements that the cells of a child's exports meet.
    ///
    /// - Parameters:
    ///   - keys: The keys that the child exports.
    ///   - child: The name of the exporting child.
    ///   - keeper: The scope that keeps the cells.
    /// - Returns: The requirements, with their bindings.
    fileprivate func requirements(
        of keys: Set<BindingKey>, from child: String, keptBy keeper: ResolvedScope
    ) -> [(binding: Binding, requirement: Requirement)] {
        blueprint.bindings.enumerated().flatMap { index, binding in
            zip(binding.requirements, references[index]).compactMap { requirement, reference in
                guard case .export(let route, child, let key) = reference, keys.contains(key),
                    scope(at: route) === keeper
                else { return nil }
                return (binding, requirement)
            }
        }
    }
}
