/// Determines the scopes that have to be opened when scopes are replaced, and validates them.
final class ReplacementPlanner {
    private let blueprints: [Blueprint]
    private let parent: ScopeCore
    /// The open scopes to close, each with the paths of the scopes whose instances it holds; empty for the
    /// scopes that the blueprints replace.
    private var leaving: [(core: ScopeCore, holds: [String])] = []
    private var changes: [Replacement.Change] = []
    /// The open scopes that are closed without a successor.
    private(set) var dropped: [ScopeCore] = []

    init(_ blueprints: [Blueprint], under parent: ScopeCore) {
        self.blueprints = blueprints
        self.parent = parent
    }

    func plan() throws(AdmissionError) -> [Replacement.Change] {
        findLeaving()
        // A nested scope is rebuilt with the scope that contains it.
        let roots = leaving.filter { member in
            !leaving.contains { $0.core !== member.core && member.core.isInside($0.core) }
        }
        var parents: [ScopeCore] = [parent]
        for member in roots {
            if let above = member.core.parent, !parents.contains(where: { $0 === above }) { parents.append(above) }
        }
        for above in parents.sorted(by: { $0.depth < $1.depth }) {
            try plan(roots.filter { $0.core.parent === above }, under: above)
        }
        let diagnostics = changes.flatMap { change -> [Diagnostic] in
            guard case .given = change.reason, let old = change.old else { return [] }
            return Self.lostExports(of: old, change.plan, leaving: leaving.map(\.core))
        }
        if !diagnostics.isEmpty { throw AdmissionError(diagnostics: diagnostics) }
        return changes
    }

    /// Finds the scopes to close: those that the blueprints replace, and all that import from them directly.
    private func findLeaving() {
        for blueprint in blueprints {
            if let old = parent.openChild(named: blueprint.name) { leaving.append((old, [])) }
        }
        var index = 0
        while index < leaving.count {
            let core = leaving[index].core
            index += 1
            for importer in core.importers where !importer.isInside(core) {
                if let known = leaving.firstIndex(where: { $0.core === importer }) {
                    if !leaving[known].holds.isEmpty { leaving[known].holds.append(core.path) }
                } else {
                    leaving.append((importer, [core.path]))
                }
            }
        }
    }

    /// Validates the new scopes under one parent.
    private func plan(
        _ members: [(core: ScopeCore, holds: [String])], under above: ScopeCore
    ) throws(AdmissionError) {
        let given = above === parent ? blueprints : []
        let rebuilt = members.filter { member in !given.contains { $0.name == member.core.plan.name } }
        let admission = try Admission(
            of: given + rebuilt.map(\.core.plan.blueprint), under: above.plan, beside: plansBeside(above))
        for plan in admission.plans {
            let member = members.first { $0.core.plan.name == plan.name }
            let isGiven = given.contains { $0.name == plan.name }
            try add(
                plan, in: .open(above), old: member?.core, reason: isGiven ? .given : .holds(member?.holds ?? []))
        }
    }

    private func add(
        _ plan: Plan, in place: Replacement.Parent, old: ScopeCore?, reason: Replacement.Reason
    ) throws(AdmissionError) {
        let index = changes.count
        changes.append(Replacement.Change(plan: plan, reason: reason, old: old, parent: place))
        guard let old else { return }
        for inner in old.children where inner.plan.isOwned && inner.isOpen {
            if inner !== old.openChild(named: inner.plan.name) {
                dropped.append(inner)
                continue
            }
            let innerPlan: Plan
            if let nested = plan.nested(inner.plan.name) {
                innerPlan = nested
            } else {
                let isNested = old.plan.nested(inner.plan.name) === inner.plan
                // The new blueprint no longer declares the nested scope.
                if isNested {
                    dropped.append(inner)
                    continue
                }
                // The scopes that the nested scope imports from were opened before it.
                let beside = changes.filter { if case .change(index) = $0.parent { true } else { false } }.map(\.plan)
                innerPlan = try Plan(inner.plan.blueprint, under: plan, importing: plansBeside(parent) + beside)
            }
            try add(innerPlan, in: .change(index), old: inner, reason: .inside(plan.path))
        }
    }

    /// Returns the plans whose exports new scopes under a parent may request.
    ///
    /// These are the plans of the open scopes under the parent and under its ancestors. New plans take the place of
    /// those that are closed.
    private func plansBeside(_ above: ScopeCore) -> [Plan] {
        var found: [Plan] = []
        var next: ScopeCore? = above
        while let level = next {
            for child in level.children where child.plan.isOwned && !leaving.contains(where: { $0.core === child }) {
                found.append(child.plan)
            }
            for change in changes {
                if case .open(let place) = change.parent, place === level { found.append(change.plan) }
            }
            next = level.parent
        }
        return found
    }
}

extension ScopeCore {
    /// Returns whether a scope is an ancestor of this one.
    fileprivate func isInside(_ other: ScopeCore) -> Bool {
        var next = parent
        while let above = next {
            if above === other { return true }
            next = above.parent
        }
        return false
    }

    fileprivate var depth: Int {
        var depth = 0
        var next = parent
        while let above = next {
            depth += 1
            next = above.parent
        }
        return depth
    }

    /// Returns the open child with a name.
    ///
    /// During a replacement, two children have the name; the last one is the new one.
    fileprivate func openChild(named name: String) -> ScopeCore? {
        children.last { $0.plan.isOwned && $0.plan.name == name && $0.isOpen }
    }
}
