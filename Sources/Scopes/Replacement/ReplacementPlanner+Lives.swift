// Who has a Live of what a scope exports stays when that is replaced, so its successor has to export the same.

extension ReplacementPlanner {
    /// The faults of scopes that stay and have a `Live` of what the successor of a scope no longer exports.
    ///
    /// - Parameters:
    ///   - old: The scope that goes.
    ///   - successor: The plan of the one that takes its place.
    ///   - leaving: All scopes that go.
    /// - Returns: One fault for each need.
    static func lostExports(of old: ScopeCore, _ successor: Plan, leaving: [ScopeCore]) -> [Fault] {
        var lost = Set(old.plan.layout.table.liveExports.keys)
            .subtracting(successor.layout.table.liveExports.keys)
        var faults: [Fault] = []
        var exporter = old
        // What a scope exports can be seen from beside those that it is in, too, as far as these don't export it themselves.
        while !lost.isEmpty, exporter.plan.isOwned, let parent = exporter.parent {
            for plan in plans(under: parent, leaving: leaving) {
                faults += plan.layout.needs(of: lost, from: exporter.plan.name, keptBy: parent.plan.layout).map {
                    lostExport($0, in: plan, successor)
                }
            }
            exporter = parent
            lost.subtract(exporter.plan.exports.map(\.key))
        }
        return faults
    }

    /// The plans of the open scopes under one that stay, and of the sessions and scenes that they can open.
    private static func plans(under parent: ScopeCore, leaving: [ScopeCore]) -> [Plan] {
        func brief(_ plan: Plan) -> [Plan] { [plan] + plan.nestedPlans.filter { !$0.isOwned }.flatMap(brief) }
        return parent.children.filter { child in
            child.plan.isOwned && !leaving.contains { $0 === child }
        }.flatMap { brief($0.plan) + plans(under: $0, leaving: leaving) }
    }

    private static func lostExport(_ use: (binding: Binding, need: Need), in plan: Plan, _ successor: Plan) -> Fault {
        Fault(
            code: .missing, scope: plan.path,
            summary:
                "\(use.binding) needs \(use.need) while it is open, which \(successor.path) shall no longer export",
            chain: [Fault.Link(text: "\(use.binding) needs \(use.need)", location: use.binding.location)],
            remedy: "export \(use.need.key) from \(successor.path), or close \(plan.path) before")
    }
}

extension Layout {
    /// The needs that are met by the cells that a scope keeps for what one in it exports.
    ///
    /// - Parameters:
    ///   - keys: What is exported.
    ///   - child: The name of the one that exports.
    ///   - keeper: The scope that keeps the cells.
    /// - Returns: The needs, with who has them.
    fileprivate func needs(
        of keys: Set<BindingKey>, from child: String, keptBy keeper: Layout
    ) -> [(binding: Binding, need: Need)] {
        if targets.exchanges.isEmpty { return [] }
        return blueprint.bindings.enumerated().flatMap { index, binding in
            zip(binding.needs, references[index]).compactMap { need, reference in
                guard case .exchange(let number) = reference else { return nil }
                let exchange = targets.exchanges[Int(number)]
                let isMet = exchange.child == child && keys.contains(exchange.key)
                return isMet && layout(at: exchange.route) === keeper ? (binding, need) : nil
            }
        }
    }
}
